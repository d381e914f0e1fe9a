"""`fustella plan`: what printing takes, before anything is printed."""

import json
import math
import re

import pypdf
import pytest

from fustella.build.plan import (
    IN_HAND_S,
    ROUND_CORNER_S,
    SCISSORS_S_PER_CM,
    SHEET_S,
    STRAIGHT_CUT_S,
    cutting_s,
)
from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.model import SideName
from fustella.core.values.paper import Margins, Paper
from fustella.core.values.sheets import Page, Sheet, Slug, Trim

A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
STRIP = Slug(Rect(5, 285, 200, 6), upright=False)


def planned(project, run, *words: str) -> dict:
    ran = run(project, "plan", "--format", "json", *words)
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)["tiny"]


def test_plan_before_a_build_says_what_it_prints(tiny, run):
    plan = planned(tiny, run)
    for group in plan["groups"]:
        pdf = pypdf.PdfReader(tiny.built / f"tiny-{group['id']}.pdf")
        backs = 2 if group["id"] in ("card", "tile") else 1
        assert len(pdf.pages) == backs * group["sheets"]
    built = run(tiny, "build").out
    for group in plan["groups"]:
        row = next(line for line in built.splitlines() if f"tiny-{group['id']}.pdf" in line)
        said = [str(group["pieces"]), str(group["sheets"]), str(group["bound"])]
        waste, ink = f"{group['waste']:.0%}", f"{group['ink_pages']:.2f}"
        assert row.split()[-7:-2] == [*said, waste, ink]


def test_plan_of_the_whole_is_the_sum_of_its_groups(tiny, run):
    plan = planned(tiny, run, "--grams", "80")
    for name in ("pieces", "sheets", "bound", "cuts", "minutes", "ink_pages", "grams"):
        total = plan["total"][name]
        assert total == pytest.approx(sum(group[name] for group in plan["groups"]), abs=1e-3)
    assert planned(tiny, run, "--no-ink")["total"]["ink_pages"] is None


def test_plan_without_ink_makes_and_draws_nothing(tiny, run, monkeypatch):
    import fustella.draw.artist as faces

    def drawn(*_: object) -> None:
        raise AssertionError("a face was drawn")

    tiny.edit("content/tiny/coins.yaml", "en: Five", "en: Fiver")
    before = tiny.hashes()
    monkeypatch.setattr(faces.Artist, "draw", drawn)
    plan = planned(tiny, run, "--no-ink")
    assert {group["ink_pages"] for group in plan["groups"]} == {None}
    assert tiny.hashes() == before


def test_ink_of_faces_measured_before_takes_no_rendering(tiny, run, monkeypatch):
    import fustella.build.plan as planning

    def rendered(*_: object) -> None:
        raise AssertionError("a face was rendered")

    monkeypatch.setattr(planning, "render_faces", rendered)
    assert all(group["ink_pages"] > 0 for group in planned(tiny, run)["groups"])


def test_ink_of_a_game_never_built_is_planned(tiny, run, tmp_path):
    known = planned(tiny, run)["groups"]
    fresh = planned(tiny, run, "--output", str(tmp_path / "elsewhere"))["groups"]
    assert [one["ink_pages"] for one in fresh] == [one["ink_pages"] for one in known]
    assert not list((tmp_path / "elsewhere").rglob("*.pdf"))


def test_copies_in_a_plan_lie_on_its_sheets(tiny, run):
    plan = planned(tiny, run, "--no-ink")
    assert [sheet["number"] for sheet in plan["sheets"]] == [1, 2, 3, 4, 5, 6]
    cards = [sheet["pieces"] for sheet in plan["sheets"] if sheet["group"] == "card"]
    assert sum(sum(sheet.values()) for sheet in cards) == 18
    assert [sheet["part"] is not None for sheet in plan["sheets"]] == [False] * 4 + [True] * 2


def test_paper_with_a_weight_is_weighed(tiny, run):
    a4_m2 = 0.21 * 0.297
    before = {group["id"]: group for group in planned(tiny, run, "--no-ink")["groups"]}
    after = planned(tiny, run, "--no-ink", "--grams", "160")["groups"]
    for group in after:
        stock = before[group["id"]]["grams"]
        expected = stock if stock is not None else round(160 * a4_m2 * group["sheets"], 1)
        assert group["grams"] == expected
    assert any(group["stock"] for group in after)


def test_paper_that_nobody_weighed_is_asked_for(tiny, run):
    game = tiny.root / "content/tiny/game.yaml"
    before, kinds = game.read_text(encoding="utf-8").split("\nkinds:\n")
    weightless = re.sub(r"(?m)^    stock: .*\n", "", kinds)
    no_boxes = weightless.split("\nboxes:")[0]  # which ask how thick their pieces are
    game.write_text(f"{before}\nkinds:\n{no_boxes}\n", encoding="utf-8")
    shown = run(tiny, "plan", "--no-ink").out
    assert re.search(r"(?m)^card .* \?$", shown)
    assert "add --grams 160" in shown
    assert "?" not in run(tiny, "plan", "--no-ink", "--grams", "80").out


def test_plan_for_fewer_players_or_pages_takes_less(tiny, run):
    whole = planned(tiny, run, "--no-ink")
    coins = {group["id"]: group["pieces"] for group in whole["groups"]}["bits"]
    two = planned(tiny, run, "--no-ink", "--players", "2")
    assert two["players"] == 2
    assert {group["id"]: group["pieces"] for group in two["groups"]}["bits"] == coins - 2
    some = planned(tiny, run, "--no-ink", "--pages", "2,4")
    assert [sheet["number"] for sheet in some["sheets"]] == [2, 4]
    assert [group["id"] for group in some["groups"]] == ["card", "bits"]
    assert some["groups"][0]["pieces"] == sum(whole["sheets"][1]["pieces"].values())


def test_plan_of_some_pages_counts_them_as_a_build_does(tiny, run):
    """The parts of a board are one piece, where it begins; of some sheets no bound is known."""
    for pages, pieces in (("5", 1), ("6", 0)):
        plan = planned(tiny, run, "--pages", pages)
        (group,) = plan["groups"]
        built = run(tiny, "build", "--pages", pages).out
        row = next(
            line for line in built.splitlines() if f"pages-{pages}" in line and ".pdf" in line
        )
        assert group["pieces"] == plan["total"]["pieces"] == pieces
        told = ["1"] * bool(pieces) + ["1", f"{group['ink_pages']:.2f}"]  # none is left blank
        assert row.split()[2 : 2 + len(told)] == told
        assert (group["bound"], group["waste"], plan["total"]["bound"]) == (None, None, None)
    (whole,) = planned(tiny, run, "--pages", "1-2")["groups"]
    assert (whole["pieces"], whole["bound"]) == (18, 1)


def test_table_of_a_plan_fits_a_terminal(tiny, run):
    shown = run(tiny, "plan", "--sheets").out.splitlines()
    assert shown[0] == "tiny · A4 · long-edge"
    heads = "group what pieces sheets no. bound waste cuts minutes ink paper"
    assert shown[1].split() == heads.split()
    assert max(map(len, shown)) <= 120
    assert "bound: the fewest sheets" in "\n".join(shown)
    board = next(line for line in shown if "island" in line)
    assert "part A1" in board


def test_plan_with_a_faulty_game_tells_it_and_plans_the_others(tiny, run):
    tiny.edit("content/tiny/coins.yaml", "value: 5", "value: five")
    ran = run(tiny, "plan")
    assert (ran.code, [one.code for one in ran.problems]) == (1, ["E104"])


# Minutes


def sheet(*trims: Trim, cuts: int) -> Sheet:
    page = Page(SideName.FRONT, (), (), STRIP, trims=trims)
    return Sheet("cards", 1, A4, (page,), cuts)


def test_cards_with_straight_edges_are_cut_with_a_trimmer():
    card = Outline.rectangle(60, 90)
    trims = [Trim(card, Rect(60.0 * n, 0, 60, 90)) for n in range(3)]
    assert cutting_s(sheet(*trims, cuts=6)) == pytest.approx(SHEET_S + 6 * STRAIGHT_CUT_S)


def test_corners_that_are_round_take_a_punch():
    card = Outline.rectangle(60, 90, 3)
    one = sheet(Trim(card, Rect(0, 0, 60, 90)), cuts=1)
    assert cutting_s(one) == pytest.approx(SHEET_S + STRAIGHT_CUT_S + 4 * ROUND_CORNER_S)


def test_tiles_with_too_many_cuts_take_scissors_and_shared_edges_once():
    tile = Outline.rectangle(40, 40)
    trims = Trim(tile, Rect(0, 0, 40, 40)), Trim(tile, Rect(40, 0, 40, 40))
    expected = SHEET_S + 28 * SCISSORS_S_PER_CM + 2 * IN_HAND_S
    assert cutting_s(sheet(*trims, cuts=99)) == pytest.approx(expected)


def test_coins_whatever_a_trimmer_does_need_scissors():
    coin = Outline.circle(20)
    round_s = math.pi * 2 * SCISSORS_S_PER_CM
    one = sheet(Trim(coin, Rect(0, 0, 20, 20)), cuts=0)
    assert cutting_s(one) == pytest.approx(SHEET_S + round_s)
    many = sheet(Trim(coin, Rect(0, 0, 20, 20)), cuts=40)
    assert cutting_s(many) == pytest.approx(SHEET_S + round_s + IN_HAND_S)


def test_board_in_parts_is_cut_along_the_edge_of_each():
    path = (Point(0, 0), Point(100, 0), Point(100, 50), Point(0, 50))
    board = Trim(Outline.rectangle(100, 50), Rect(0, 0, 100, 50), 0, path)
    assert cutting_s(sheet(board, cuts=99)) == pytest.approx(
        SHEET_S + 30 * SCISSORS_S_PER_CM + IN_HAND_S
    )
