"""The pieces that a problem stands on: those that it is about, and no others."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from fustella.build import BuildOptions
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey
from tests.read.spreadsheets.making import row, xlsx

Stands = Callable[[Mapping[str, str | bytes]], dict[str, list[tuple[str, ...]]]]

KINDS = ("card", "spell", "unit", "land")
GAME = "title: Harbour\nlanguages: [en]\nkinds:\n" + "".join(
    f"  {kind}: {{name: {kind.title()}, front: ready/card}}\n" for kind in KINDS
)
HERE = "content/harbour"


@pytest.fixture
def stands(tmp_path: Path) -> Stands:
    """The pieces on which each problem of a game of these files stands, by its code and line."""

    def find(files: Mapping[str, str | bytes]) -> dict[str, list[tuple[str, ...]]]:
        (tmp_path / HERE).mkdir(parents=True)
        for name, said in {"game.yaml": GAME, **files}.items():
            path = tmp_path / HERE / name
            path.write_bytes(said if isinstance(said, bytes) else said.encode())
        options = BuildOptions("A4", Duplex.LONG_EDGE, tmp_path / "output")
        service = PreviewService(Project(tmp_path), (), options)
        found: dict[str, list[tuple[str, ...]]] = {}
        for one in service.snapshot(EditionKey("harbour", "en", "full")).faults:
            sheet = f"#{one.sheet}" if one.sheet else ""
            spot = f"{one.code} {one.file.removeprefix(f'{HERE}/')}{sheet}:{one.line}"
            found.setdefault(spot, []).append(one.pieces)
        return found

    return find


def sheet_of(kind: str, *more: str, **typed: str) -> str:
    rows = [row(at, f"{kind} {at}", typed.get(f"text_{at}", "plain")) for at in range(2, 6)]
    return "".join((row(1, "title", "text"), *rows, *more))


def test_warning_of_a_sheet_stands_on_the_cards_of_that_sheet(stands: Stands) -> None:
    sheets = {kind.title(): sheet_of(kind) for kind in KINDS}
    sheets["Spell"] = sheet_of("spell", text_3="<b>bold</b>")
    sheets["Unit"] = sheets["Unit"].replace('<row r="4"', '<row r="4" hidden="1"')
    lists = {f"{kind}s.yaml": f"kind: {kind}\npieces: book.xlsx#{kind.title()}\n" for kind in KINDS}
    assert stands({"book.xlsx": xlsx(sheets), **lists}) == {
        "E158 book.xlsx#Spell:3": [("spell-3",)],
        "E156 book.xlsx#Unit:4": [("unit-4",)],
    }


def test_row_that_is_no_piece_stands_on_no_card(stands: Stands) -> None:
    total = "title,cost\nOwl,5\nFox,4\nTotal,9\n"
    found = stands({"cards.yaml": "kind: card\npieces: cards.csv\n", "cards.csv": total})
    assert found == {"E157 cards.csv:4": [()]}


def test_row_that_no_list_takes_stands_on_no_card(stands: Stands) -> None:
    listed = {
        f"{kind}s.yaml": f"kind: {kind}\nwhere: type = '{kind}'\npieces: cards.csv\n"
        for kind in ("card", "spell")
    }
    rows = "title,type\nOwl,card\nFox,beast\nElk,spell\n"
    assert stands({**listed, "cards.csv": rows}) == {"E166 cards.csv:3": [()]}


LONG = "long " * 60


def test_problem_of_one_variant_stands_on_it_alone(stands: Stands) -> None:
    listed = (
        "kind: card\n"
        "pieces:\n"
        "  - {id: town, front: {title: Town}}\n"
        "  - {id: port, front: {title: Port}}\n"
        "variants:\n"
        "  - {id: red, name: red, front: {text: Short}}\n"
        f"  - {{id: sky, name: sky, front: {{text: '{LONG * 4}'}}}}\n"
    )
    found = stands({"cards.yaml": listed})
    assert {piece for each in found.values() for pieces in each for piece in pieces} == {
        "town-sky",
        "port-sky",
    }


def test_problem_of_an_entry_stands_on_all_pieces_that_have_it(stands: Stands) -> None:
    listed = (
        "kind: card\npieces:\n"
        "  - {for: {n: [{id: one}, {id: two}]}, id: '{n}', front: {title: Hut}}\n"
        f"  - {{id: owl, front: {{title: Owl, text: '{LONG * 4}'}}}}\n"
    )
    found = stands({"cards.yaml": listed})
    assert list(found.values()) == [[("owl",)]]


def test_problem_below_the_pieces_stands_on_those_that_it_fails(stands: Stands) -> None:
    listed = (
        "kind: card\npieces:\n"
        "  - {id: owl, front: {title: Owl}}\n"
        "  - {id: fox, front: {title: Fox, text: Short}}\n"
        f"front: {{text: '{LONG * 4}'}}\n"
    )
    assert [*stands({"cards.yaml": listed}).values()] == [[("owl",)]]


def test_problem_of_game_yaml_below_boxes_stands_on_no_box(tmp_path: Path) -> None:
    boxes = (
        "boxes:\n  tray:\n    name: Tray\n    form: tuck\n    of: {kind: card}\n"
        "    stock: card\n    front: ready/box\n    says: {title: Tray}\n"
    )
    kinds = "kinds:\n  card: {name: Card, front: ready/card, size: poker, stock: card}\n"
    good = f"title: Harbour\nlanguages: [en]\n{boxes}{kinds}"
    folder = tmp_path / HERE
    folder.mkdir(parents=True)
    service = PreviewService(Project(tmp_path), (), BuildOptions("A4", Duplex.LONG_EDGE, tmp_path))
    (folder / "cards.yaml").write_text("kind: card\npieces:\n  - {id: owl, front: {title: Owl}}\n")
    said = []
    for game in (
        good,
        good.replace("size: poker", "size: joker"),
        good.replace("title: Tray", "nothing: Tray"),
    ):
        (folder / "game.yaml").write_text(game)
        service.touch([folder / "game.yaml"])
        faults = service.snapshot(EditionKey("harbour", "en", "full")).faults
        said.append({pieces for one in faults for pieces in one.pieces})
    assert said == [set(), set(), {"tray"}]
