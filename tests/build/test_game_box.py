"""What goes into the box of a game, whether it fits, and which usual box would hold it."""

import json

import pytest
from msgspec.structs import replace

from fustella.build.contents import BULK, contents_of, folded, sides_of
from fustella.build.game_box import USUAL, plan_box
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Point, Size
from fustella.core.values.model import Bought, Edition, Text, Word
from fustella.core.values.packed import GameBox, PartSort
from fustella.core.values.problems import Place
from tests.helpers.sharing import ROOT

HERE = Place("here.yaml", 1)
GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")

A5 = Size(148.0, 210.0)
MOST_PAGES = 40
"""More pages than the booklet of any of the games has."""


def box(width=285.0, depth=285.0, height=65.0, **more):
    return GameBox(width, depth, height, HERE, 2.0, 2.0, **more)


@pytest.fixture(scope="module")
def games():
    project = Project(ROOT)
    return {game: load_game(project, game) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_game_lies_in_its_box_with_some_room_left(game, games):
    for language in games[game].languages:
        plan = plan_box(Edition(games[game], language), (A5, MOST_PAGES))
        assert plan.problems == plan.warnings == ()
        assert plan.packed.fits
        assert plan.packed.least_height_mm < plan.packed.height_mm
        assert 0.3 < plan.packed.used < 0.7


@pytest.mark.parametrize("game", GAMES)
def test_all_copies_of_a_game_lie_in_its_box_once(game, games):
    plan = plan_box(Edition(games[game], games[game].languages[0]), (A5, MOST_PAGES))
    held = {piece for pieces in games[game].held.values() for piece in pieces}
    loose = {one.id: one.copies for one in games[game].pieces if one.copies and one.id not in held}
    found = dict.fromkeys(loose, 0)
    for stack in plan.packed.stacks:
        for piece, copies in stack.pieces if stack.sort is PartSort.KIND else ():
            found[piece] += copies
    assert found == loose
    boxes = {one.part for one in plan.contents if one.sort is PartSort.BOX}
    lids = {one.id for one in games[game].boxes if str(one.front["form"]) == "lid"}
    assert boxes == {one.id for one in games[game].boxes} - lids
    assert [one.part for one in plan.contents if one.sort is PartSort.BOOKLET] == ["rules"]


@pytest.mark.parametrize("game", GAMES)
def test_usual_box_is_suggested_where_nobody_says_a_size(game, games):
    plan = plan_box(Edition(replace(games[game], box=None), "en"), (A5, MOST_PAGES))
    assert plan.suggested
    assert plan.packed.fits
    assert plan.source in {usual.source for usual in USUAL}


def test_lid_is_on_its_tray(games):
    game = games["moving-kingdoms"]
    contents, _ = contents_of(Edition(game, "en"), game.box, None)
    (tray,) = (one for one in contents if one.part == "tray-wheat")
    lid = next(one for one in game.boxes if one.id == "lid-wheat")
    assert tray.size.width_mm > lid.front["room"]["width"]
    assert tray.size.height_mm > lid.front["room"]["height"]
    alone = replace(game, held={key: one for key, one in game.held.items() if key != "lid-wheat"})
    without, _ = contents_of(Edition(alone, "en"), game.box, None)
    (open_tray,) = (one for one in without if one.part == "tray-wheat")
    assert open_tray.thickness_mm < tray.thickness_mm
    assert open_tray.size.area_mm2 < tray.size.area_mm2


def test_sleeves_make_cards_larger_and_thicker(games):
    game = replace(games["city-duel"], boxes=(), held={})
    plain, _ = contents_of(Edition(game, "en"), box(), None)
    sleeved, _ = contents_of(Edition(game, "en"), box(sleeves=(("card", 0.1),)), None)
    before, after = (next(one for one in each if one.part == "card") for each in (plain, sleeved))
    assert after.size == Size(before.size.width_mm + 3, before.size.height_mm + 3)
    assert after.thickness_mm == pytest.approx(before.thickness_mm / 0.35 * 0.45)


FOLD = (Point(200, 0), Point(200, 300))


@pytest.mark.parametrize(
    ("outline", "thickness", "room", "expected"),
    [
        (Outline.rectangle(280, 280), 2.0, box(), (Size(280, 280), 1)),
        (replace(Outline.rectangle(400, 300), folds=(FOLD,)), 2.0, box(290, 310), (
            Size(200, 300), 2)),
        (replace(Outline.rectangle(400, 300), folds=((Point(200, 0), Point(200, 150)),)), 2.0,
         box(290, 310), (Size(400, 300), 1)),
        (replace(Outline.rectangle(280, 200), folds=(FOLD,)), 2.0, box(), (Size(280, 200), 1)),
        (Outline.rectangle(460, 245), 0.1, box(), (Size(230, 245), 2)),
        (Outline.rectangle(460, 245), 2.0, box(), (Size(460, 245), 1)),
        (Outline.rectangle(2000, 2000), 0.1, box(), (Size(2000, 2000), 1)),
    ],
    ids=["as-it-is", "along-its-fold", "not-from-side-to-side", "no-need", "paper", "board",
         "paper-too-large"],
)  # fmt: skip
def test_piece_is_folded_as_small_as_the_box_where_it_can_be(outline, thickness, room, expected):
    assert folded(outline, thickness, room) == expected


def test_board_of_panels_is_folded_in_any_case():
    size = folded(Outline.rectangle(280, 200), 2.0, box(), (2, 1))
    assert size == (Size(140, 200), 2)


@pytest.mark.parametrize(
    ("typed", "sides"),
    [
        ("16mm", (16, 16, 16)),
        ("1.6 cm", (16, 16, 16)),
        ("15 × 20 cm", (150, 200, 2)),
        ("8x8x10mm", (8, 8, 10)),
        ("1 in × 12 mm × 3 mm", (25.4, 12, 3)),
        ("small", None),
        ("16", None),
        ("0 mm", None),
        ("", None),
    ],
)
def test_size_of_a_bought_part_is_read_where_it_is_one(typed, sides):
    one = Bought(Text({"en": Word("Die", HERE)}), 4, typed, None, 0.0, 0.0, HERE)
    assert sides_of(one) == (None if sides is None else pytest.approx(sides))


def test_many_bought_parts_lie_in_a_bag_and_one_by_itself(games):
    name = Text({"en": Word("Die", HERE)})
    bought = (
        Bought(name, 1, "20 × 30 × 10 mm", None, 0.0, 0.0, HERE),
        Bought(name, 50, "8mm", None, 0.0, 0.0, HERE),
    )
    game = replace(games["city-duel"], bought=bought)
    contents, problems = contents_of(Edition(game, "en"), box(), None)
    alone, many = (one for one in contents if one.sort is PartSort.BOUGHT)
    assert problems == []
    assert (alone.size, alone.thickness_mm, alone.bulk_mm3) == (Size(30, 20), 10, 0)
    assert many.bulk_mm3 == pytest.approx(50 * 512 / BULK)


def test_plan_of_the_box_as_data_has_what_the_table_has(tiny, run):
    ran = run(tiny, "plan", "--box", "--format", "json")
    assert ran.code == 0
    plan = json.loads(ran.out)["tiny"]
    assert plan["suggested"]
    assert plan["fits"]
    assert plan["source"]
    stacks = [one for room in (*plan["wells"], *plan["layers"]) for one in room["stacks"]]
    assert {one["part"] for one in stacks} == {"tile", "board", "deck-box", "bits-tray"}
    table = run(tiny, "plan", "--box").out
    assert "suggested, as game.yaml does not say its `box`: box: {inside: " in table
    for one in stacks:
        row = next(line for line in table.splitlines() if f"{one['height_mm']:.1f}" in line)
        assert str(one["copies"]) in row


def test_suggested_box_can_be_typed_as_it_is_shown(tiny, run):
    shown = run(tiny, "plan", "--box").out
    typed = shown.partition("its `box`: ")[2].partition("\n")[0]
    game = tiny.root / "content" / "tiny" / "game.yaml"
    game.write_text(f"{game.read_text(encoding='utf-8')}\n{typed}\n", encoding="utf-8")
    again = run(tiny, "plan", "--box")
    assert again.code == 0
    assert "suggested" not in again.out
    assert shown.splitlines()[4:] == again.out.splitlines()[2:]
