"""The room for playingcards.io, read by the rules of the importer of virtualtabletop.io."""

import io
import json
import zipfile
from collections import Counter

import pytest
from PIL import Image

from tests.export.test_table import SETUP, with_table


@pytest.fixture
def room(tiny):
    assert with_table(tiny).run("export", "--to", "pcio", "--dpi", "72") == 0
    return zipfile.ZipFile(tiny.output / "tiny" / "en" / "pcio" / "tiny.pcio")


def widgets_of(room, *types):
    found = json.loads(room.read("widgets.json"))
    return [widget for widget in found if not types or widget["type"] in types]


def addresses_of(widget):
    """All pictures that a widget names."""
    if widget["type"] == "board":
        yield widget["boardImage"]
    for kind in widget.get("cardTypes", {}).values():
        yield from (value for value in kind.values() if value.startswith("package://"))


def test_room_is_zip_of_exactly_the_named_pictures(room):
    assert room.testzip() is None
    named = {address for widget in widgets_of(room) for address in addresses_of(widget)}
    there = {f"package://{name}" for name in room.namelist() if name != "widgets.json"}
    assert named == there != set()
    for info in room.infolist():
        assert info.file_size < 2_097_152
        if info.filename != "widgets.json":
            Image.open(io.BytesIO(room.read(info))).load()


def test_room_ids_are_unique_and_lead_to_widgets(room):
    widgets = widgets_of(room)
    ids = [widget["id"] for widget in widgets]
    assert len(ids) == len(set(ids))
    by_id = dict(zip(ids, widgets, strict=True))
    for widget in widgets_of(room, "card", "piece"):
        assert widget["cardType"] in by_id[widget["deck"]]["cardTypes"]
        assert by_id[widget["deck"]]["type"] == "cardDeck"
        if widget["parent"]:
            assert by_id[widget["parent"]]["type"] == "cardPile"
    for deck in widgets_of(room, "cardDeck"):
        assert deck["parent"] is None or by_id[deck["parent"]]["type"] == "cardPile"


def test_room_templates_show_fields_that_every_card_type_has(room):
    for deck in widgets_of(room, "cardDeck"):
        for template in (deck["faceTemplate"], deck["backTemplate"]):
            (image,) = template["objects"]
            assert (image["w"], image["h"]) == (deck["cardWidth"], deck["cardHeight"])
            assert image["valueType"] == "dynamic"
            for kind in deck["cardTypes"].values():
                assert kind[image["value"]].startswith("package://userassets/")
                assert all(isinstance(value, str) for value in kind.values())


def test_room_has_as_many_pieces_as_the_box(room, tiny, run):
    assert run(tiny, "export", "--to", "png", "--dpi", "72").code == 0
    listed = json.loads((tiny.output / "tiny" / "en" / "png" / "pieces.json").read_bytes())
    cards = widgets_of(room, "card", "piece")
    found = Counter(widget["cardType"] for widget in cards)
    found += Counter(board["id"].split(".")[1] for board in widgets_of(room, "board"))
    assert found == {piece["id"]: piece["copies"] for piece in listed["pieces"]}


def test_room_lies_on_the_table_above_the_hand(room):
    decks = {deck["id"]: deck for deck in widgets_of(room, "cardDeck")}
    (hand,) = widgets_of(room, "hand")
    for widget in widgets_of(room, "card", "piece", "board"):
        deck = decks.get(widget.get("deck"), widget)
        width = deck.get("cardWidth", deck.get("width"))
        height = deck.get("cardHeight", deck.get("height"))
        assert widget["x"] >= 0
        assert widget["y"] >= 0
        assert widget["x"] + min(width, height) <= 1600
        assert widget["y"] + min(width, height) <= hand["y"]


def test_cards_of_a_pile_lie_inside_of_it(room):
    by_id = {widget["id"]: widget for widget in widgets_of(room)}
    piled = [card for card in widgets_of(room, "card", "piece") if card["parent"]]
    assert piled
    for card in piled:
        pile = by_id[card["parent"]]
        assert (card["x"], card["y"]) == (pile["x"] + 4, pile["y"] + 4)


def test_room_recalls_to_a_pile_what_began_in_it(tiny):
    setup = """table:
  setup:
    - {put: boat, form: deck, at: [0mm, 0mm]}
    - {put: [hut, dragon], form: deck, at: [100mm, 0mm]}
"""
    assert with_table(tiny, setup).run("export", "--to", "pcio", "--dpi", "72") == 0
    with zipfile.ZipFile(tiny.output / "tiny" / "en" / "pcio" / "tiny.pcio") as room:
        decks = {deck["id"]: deck for deck in widgets_of(room, "cardDeck")}
        for card in widgets_of(room, "card"):
            assert decks[card["deck"]]["parent"] == card["parent"]
        assert decks["deck-card"]["cardTypes"].keys() == {"boat"}


def test_room_face_down_shows_backs(room):
    cards = [card for card in widgets_of(room, "card") if card["cardType"] == "boat"]
    assert len(cards) == 12
    assert not any(card["faceup"] for card in cards)


def test_room_twice_is_the_same_to_the_byte(room, tiny):
    path = tiny.output / "tiny" / "en" / "pcio" / "tiny.pcio"
    before = path.read_bytes()
    path.unlink()
    assert tiny.run("export", "--to", "pcio", "--dpi", "72") == 0
    assert path.read_bytes() == before


def test_room_beyond_what_the_site_takes_is_told(tiny, run):
    tiny.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: 1300")
    told = run(tiny, "export", "--to", "pcio", "--dpi", "72", "--only", "coin")
    assert told.code == 0
    assert [problem.code for problem in told.problems] == ["E807"]


def test_setup_of_the_room_is_that_of_the_table(tiny):
    """Without one, everything lies in rows; with one, the deck lies in the middle below."""
    assert "[0mm, 200mm]" in SETUP
    assert with_table(tiny).run("export", "--to", "pcio", "--dpi", "72") == 0
    with zipfile.ZipFile(tiny.output / "tiny" / "en" / "pcio" / "tiny.pcio") as room:
        piles = widgets_of(room, "cardPile")
        deck = next(pile for pile in piles if pile["hasShuffleButton"])
        (board,) = widgets_of(room, "board")
    assert deck["y"] > board["y"] + board["height"]
