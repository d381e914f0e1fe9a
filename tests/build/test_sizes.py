"""Pieces of one kind in several sizes, from their list to sheets, pictures, shops and tables."""

import csv
import io
import json
import zipfile
from collections import Counter

import pypdf
import pytest

from fustella.build.inputs import load_game
from fustella.build.production import items_of
from fustella.core.files.project import project_at
from fustella.preview.present import kind_views, piece_views
from tests.conftest import TinyProject

GAME = """\
title: T
languages: [en]
colours: {gold: "#c9a227"}
kinds:
  coin:
    front: ready/token
    back: ready/back
    fields: {front: {worth: number}}
    diameter: {by: worth > 2, true: 30mm, false: 20mm}
    layout: {front: {worth: {x: 30%, right: 30%, bottom: 12%, height: 16%, align: center}}}
"""
LIST = """\
kind: coin
pieces:
- {id: one, copies: 4, name: One, front: {worth: 1, icon: mdi:star}}
- {id: two, copies: 3, name: Two, front: {worth: 2, icon: mdi:star}}
- {id: five, copies: 2, name: Five, front: {worth: 5, icon: mdi:star}}
"""
PT = 72 / 25.4


@pytest.fixture
def coins(tmp_path):
    """A game whose coins are as large as they are worth."""
    root = tmp_path / "coins"
    root.mkdir()
    (root / "game.yaml").write_text(GAME, encoding="utf-8")
    (root / "coins.yaml").write_text(LIST, encoding="utf-8")
    return TinyProject(root)


def sizes_in(path):
    """The widths of the trims in a PDF, in mm, each with the number of its pages."""
    boxes = (page["/TrimBox"] for page in pypdf.PdfReader(path).pages)
    return Counter(round((float(box[2]) - float(box[0])) / PT, 2) for box in boxes)


def test_sizes_share_sheets_and_are_one_kind_in_the_count(coins, run):
    assert run(coins, "build").code == 0
    built = coins.output / "coins" / "en-A4"
    assert {path.name for path in built.glob("*.pdf")} == {"coins-cover.pdf", "coins-coin.pdf"}
    assert len(pypdf.PdfReader(built / "coins-coin.pdf").pages) == 2, "a front and a back"
    assert [
        line.split()[:5] for line in run(coins, "list").out.splitlines() if " coin " in line
    ] == [["coins", "coin", "Tokens", "3", "9"]]


def test_each_item_of_imposition_has_its_own_outline(coins):
    game = load_game(project_at(coins.root), "coins")
    items = items_of(game.pieces)
    assert {item.piece: item.outline.size.width_mm for item in items} == {
        "one": 20,
        "two": 20,
        "five": 30,
    }
    assert {item.kind for item in items} == {"coin"}


def test_shop_gets_a_part_and_a_file_for_each_size(coins, run):
    assert run(coins, "export", "--to", "shop").code == 0
    folder = coins.output / "coins" / "en" / "shop"
    text = (folder / "parts.csv").read_bytes().decode("utf-8-sig")
    rows = [*csv.DictReader(io.StringIO(text, newline=""))]
    assert [(row["part"], row["quantity"], row["width_mm"]) for row in rows] == [
        ("coin-20x20mm", "7", "20.0"),
        ("coin-30x30mm", "2", "30.0"),
    ]
    assert sizes_in(folder / rows[0]["file"]) == {20: 14}
    assert sizes_in(folder / rows[1]["file"]) == {30: 4}


def test_pdf_for_a_print_shop_has_pages_of_one_size(coins, run):
    assert run(coins, "build", "--shop").code == 0
    files = {path.name: sizes_in(path) for path in coins.output.rglob("*.pdf")}
    assert files == {"coins-coin-20x20mm.pdf": {20: 14}, "coins-coin-30x30mm.pdf": {30: 4}}


def test_table_on_a_screen_has_a_deck_for_each_size(coins, run):
    assert run(coins, "export", "--to", "pcio").code == 0
    (room,) = coins.output.rglob("*.pcio")
    widgets = json.loads(zipfile.ZipFile(room).read("widgets.json"))
    cards = Counter(each["deck"].split("mm")[0] for each in widgets if "cardType" in each)
    assert cards == {"deck-coin-20x20": 7, "deck-coin-30x30": 2}


def test_preview_shows_each_size_by_itself(coins):
    game = load_game(project_at(coins.root), "coins")
    assert [(view.id, view.width_mm, view.designs) for view in kind_views(game, "en")] == [
        ("coin-20x20mm", 20, 2),
        ("coin-30x30mm", 30, 1),
    ]
    kinds = {view.id: view.kind for view in piece_views(game, "en", {})}
    assert kinds == {"one": "coin-20x20mm", "two": "coin-20x20mm", "five": "coin-30x30mm"}


def test_kind_without_pieces_of_its_own_names_those_that_are_like_it(coins, run):
    coins.edit("game.yaml", "kinds:\n", "kinds:\n  gem: {like: coin}\n")
    ran = run(coins, "build", "--only", "gem")
    assert [problem.code for problem in ran.problems] == ["E123"]
    assert ran.problems[0].hint == "kinds of its deck have pieces: --only coin"


def test_one_back_of_pieces_with_two_edges_is_told_of_those_it_is_wrong_for(coins, run):
    coins.edit(
        "game.yaml", "    diameter", "    edge: {by: worth, 2: gold, else: paper}\n    diameter"
    )
    ran = run(coins, "build")
    assert [problem.code for problem in ran.problems] == ["E228", "E228"]
    assert all('of "two" has #fbf8f1' in problem.message for problem in ran.problems)
    assert all("`edge: gold`" in problem.message for problem in ran.problems)
