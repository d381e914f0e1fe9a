"""Boxes: as large as what they hold, or as given."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Shape, Size
from fustella.core.values.model import Kind, Piece, Record, Source, Text, Word
from fustella.core.values.packed import FINGER_MM, LOOSE, SLEEVE_EDGE_MM
from fustella.core.values.paper import Stock
from fustella.core.values.problems import Place
from fustella.read.boxes.interior import DEEPEST_MM, GivenSize, NoRoom, pile_of, room_of
from fustella.read.nets import SLACK_MM

HERE = Place("here.yaml", 1)
NOTHING = GivenSize(None, None, None)


def piece(outline: Outline, copies: int, thick_mm: float = 2.0, name: str = "a") -> Piece:
    text = Text({"en": Word(name, HERE)})
    stock = Stock("card", thick_mm, 300)
    kind = Kind(name, text, outline, 0.0, "x", None, name, None, 1, HERE, stock=stock)
    source = Source((), None, HERE)
    return Piece(name, kind, text, Record({}), Record({}), copies, source, None, HERE, HERE)


def test_pile_of_cards_is_slightly_higher():
    cards = piece(Outline.rectangle(63, 88), 40, 0.3)
    room = pile_of([cards, piece(Outline.rectangle(70, 80), 10, 0.5)], 0, NOTHING)
    assert room.face == Size(70, 88)
    assert room.depth_mm == pytest.approx((40 * 0.3 + 10 * 0.5) * LOOSE)


def test_pile_of_sleeved_cards_is_larger_in_every_direction():
    cards = piece(Outline.rectangle(63, 88), 40, 0.3)
    room = pile_of([cards], 0.1, NOTHING)
    assert room.face == Size(63 + SLEEVE_EDGE_MM, 88 + SLEEVE_EDGE_MM)
    assert room.depth_mm == pytest.approx(40 * 0.4 * LOOSE)


def test_box_for_a_pile_is_as_large_as_it_says():
    cards = piece(Outline.rectangle(63, 88), 40, 0.3)
    room = pile_of([cards], 0, GivenSize(66, None, 25))
    assert (room.face, room.depth_mm) == (Size(66, 88), 25)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        (GivenSize(62, None, None), "width"),
        (GivenSize(70, 87, None), "height"),
        (GivenSize(70, 90, 12), "depth"),
    ],
)
def test_box_that_is_smaller_than_its_pile_is_refused(given, key):
    cards = piece(Outline.rectangle(63, 88), 40, 0.3)
    with pytest.raises(NoRoom) as found:
        pile_of([cards], 0, given)
    assert found.value.key == key
    least = re.search(r"write ([\d.]+)mm", found.value.hint)
    room = {key: float(least[1])}
    of = GivenSize(room.get("width"), room.get("height"), room.get("depth"))
    assert pile_of([cards], 0, of).depth_mm >= 40 * 0.3


def test_room_of_a_tray_without_a_size_follows_from_the_piles():
    coins = piece(Outline.circle(20), 30, 2.0)
    # 9 coins of 2.06 mm in a pile of 20 mm: 4 piles, 44 mm wide for two of them
    room = room_of([coins], NOTHING)
    assert room.depth_mm == 20
    assert room.face == Size(49, 42)


def test_tray_of_given_size_is_deep_enough():
    coins = piece(Outline.circle(20), 30, 2.0)
    room = room_of([coins], GivenSize(42, 20, None))
    assert room.face == Size(42, 20)
    assert room.depth_mm == 31  # 15 coins on each of two piles: 30.9 mm


def test_room_of_a_tray_with_one_side_has_the_other_computed():
    coins = piece(Outline.circle(20), 30, 2.0)
    assert room_of([coins], GivenSize(90, None, 20)).face == Size(90, 20)
    assert room_of([coins], GivenSize(None, 20, 20)).face == Size(86, 20)
    assert room_of([coins], GivenSize(None, 42, 20)).face == Size(42, 42)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        (GivenSize(None, None, 1.5), "depth"),
        (GivenSize(30, 30, 10), "height"),
        (GivenSize(15, None, None), "width"),
        (GivenSize(20, 20, None), "width"),
        (GivenSize(None, 15, None), "height"),
    ],
)
def test_room_of_a_tray_that_is_too_small_raises_no_room(given, key):
    with pytest.raises(NoRoom) as refused:
        room_of([piece(Outline.circle(20), 60, 2.0)], given)
    assert refused.value.key == key
    assert refused.value.hint


sizes = st.floats(8, 60).map(lambda mm: round(mm, 1))
outlines = st.one_of(st.builds(Outline.rectangle, sizes, sizes), st.builds(Outline.circle, sizes))
pieces = st.lists(
    st.builds(piece, outlines, st.integers(1, 60), st.sampled_from([0.3, 1.0, 2.2])),
    min_size=1,
    max_size=5,
)


@given(pieces)
def test_room_of_any_pieces_holds_them_all(held):
    room = room_of(held, NOTHING)
    assert room.depth_mm <= DEEPEST_MM
    needed = 0.0
    for one in held:
        size = one.kind.outline.size
        assert size.fits_in(room.face)
        stock = one.kind.stock
        assert stock is not None
        volume = size.width_mm * size.height_mm * stock.thickness_mm
        needed += volume * one.copies
    assert needed <= room.face.width_mm * room.face.height_mm * room.depth_mm + 1e-6
    # the computed size, when it is given, needs no more depth
    again = room_of(held, GivenSize(room.face.width_mm, room.face.height_mm, None))
    assert again.depth_mm <= room.depth_mm


def test_room_of_two_piles_leaves_space_for_fingers():
    coins = piece(Outline.circle(20), 2, 2.0)
    wide = 2 * 20 + FINGER_MM
    assert room_of([coins], GivenSize(wide, 20, 2.1)).face.width_mm == wide
    with pytest.raises(NoRoom):
        room_of([coins], GivenSize(wide - 0.1, 20, 2.1))


@pytest.fixture(scope="module")
def game(good):
    return load_game(Project(good.root), "tiny")


def test_boxes_of_a_game_hold_the_pieces_of_their_kinds(game):
    deck, bits = game.boxes
    assert (deck.id, deck.front["copies"], deck.front["designs"]) == ("deck-box", 18, 3)
    assert deck.front["form"] == "tuck"
    room = deck.front["room"]
    assert isinstance(room, Record)
    # mini cards (44 x 67 mm) in sleeves; 18 of 0.3 + 0.1 mm
    card = next(kind for kind in game.kinds if kind.id == "card").outline.size
    assert room["width"] == pytest.approx(card.width_mm + SLEEVE_EDGE_MM + SLACK_MM)
    assert room["depth"] == pytest.approx(18 * 0.4 * LOOSE + SLACK_MM, abs=0.05)
    assert bits.front["copies"] == 14
    assert bits.front["room"]["depth"] == 12
    assert [one["kind"] for one in bits.front["holds"]] == ["coin", "counter"]


def test_box_read_is_a_piece_of_a_kind_of_its_own(game):
    for box in game.boxes:
        assert box.kind.outline.shape is Shape.POLYGON
        assert box.kind.outline.folds
        assert box.copies == 1
        assert box.source.designed is not None
        assert box.kind.id not in {kind.id for kind in game.kinds}
        assert box.kind.stock is not None
        # the sheets of the kinds of the same stock
        assert box.kind.sheet == "card"


def test_box_with_fields_has_them_and_its_panels_on_the_front(game):
    front = game.boxes[0].front
    assert front["picture"] == "mdi:island"
    assert front["band"] == "#2f7f9b"
    panel = front["panels"]["front"]
    assert (panel["x"], panel["turn"], panel["fold"]) == (0, 0, "")
    assert front["panels"]["back_glue"]["fold"] == "top"


def test_with_boxes_returns_another_game_with_boxes_among_its_pieces(game):
    whole = game.with_boxes()
    assert whole.pieces == (*game.pieces, *game.boxes)
    assert whole.kinds[-2:] == tuple(box.kind for box in game.boxes)
    assert whole.boxes == ()
    assert game.boxes
