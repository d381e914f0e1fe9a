"""Places in workbooks name the sheet: where there are several, or where the list names it."""

import io
import zipfile

import pytest

from fustella.core.values.problems import Place, ProblemsFound
from tests.read.spreadsheets.making import (
    game_of,
    ods,
    ods_row,
    pieces_of,
    project_with,
    row,
    told,
    xlsx,
    zipped,
)

ROWS = [("title", "value"), ("Goblin", "six")]


def as_xlsx(names: list[str]) -> bytes:
    lines = "".join(row(number, *cells) for number, cells in enumerate(ROWS, start=1))
    return xlsx(dict.fromkeys(names, lines))


def as_ods(names: list[str]) -> bytes:
    return ods(dict.fromkeys(names, "".join(ods_row(*cells) for cells in ROWS)))


BOTH = pytest.mark.parametrize(("ending", "book"), [("xlsx", as_xlsx), ("ods", as_ods)])


@BOTH
@pytest.mark.parametrize(
    ("names", "wanted", "shown"),
    [
        (["Cards"], "", ""),
        (["Cards"], "#Cards", "#Cards"),
        (["Cards"], "#cards ", "#Cards"),
        (["Cards", "Notes"], "", "#Cards"),
        (["Notes", "Cards"], "#Cards", "#Cards"),
        (["Notes", "Deck 2"], "#deck 2", "#Deck 2"),
        (["Notes", "Act: 1"], "#Act: 1", "#Act: 1"),
        (["Notes", "Deck #2"], "#Deck #2", "#Deck #2"),
        (["Notes", "a/b"], "#a/b", "#a/b"),
        (["Notes", "it's"], "#it's", "#it's"),
        (["Notes", "魔法"], "#魔法", "#魔法"),
        (["Notes", "one&#10;two"], "#one two", "#one two"),
        (["a&#x9b;31m", "Notes"], "", "#a[U+009B]31m"),
        (["a&#x202e;b", "Notes"], "", "#a[U+202E]b"),
        (["a&#x200b;b", "Notes"], "", "#a[U+200B]b"),
    ],
)
def test_place_of_a_cell_names_its_sheet(ending, book, names, wanted, shown, tmp_path):
    listed = f"kind: card\npieces: 'cards.{ending}{wanted.replace(chr(39), chr(39) * 2)}'\n"
    project = project_with(tmp_path, None, listed=listed)
    data = book([f"n{number}" for number, _ in enumerate(names)])
    data = renamed(data, names)
    (tmp_path / "content" / "harbour" / f"cards.{ending}").write_bytes(data)
    with pytest.raises(ProblemsFound) as found:
        game_of(project)
    [problem] = found.value.problems
    assert str(problem.place) == f"content/harbour/cards.{ending}{shown}:2: value"
    assert problem.place.file == f"content/harbour/cards.{ending}"


def renamed(data: bytes, names: list[str]) -> bytes:
    """A workbook whose sheets have names in XML, as they stand there."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for number, name in enumerate(names):
        for part in ("xl/workbook.xml", "content.xml"):
            if part in parts:
                old = f'name="n{number}"'.encode()
                parts[part] = parts[part].replace(old, f'name="{name}"'.encode())
    return zipped(parts)


def test_place_in_a_csv_has_no_sheet(tmp_path):
    assert told(tmp_path, "title,value\nElf,six\n") == ["cards.csv:2: value: E104"]


@BOTH
def test_every_place_of_a_piece_is_in_its_sheet(ending, book, tmp_path):
    typed = [
        ("id", "title", "value", "tags", "cost.wood", "copies"),
        ("a", "Elf", "3", "x;y", "2", "4"),
    ]
    make = row if ending == "xlsx" else lambda _, *cells: ods_row(*cells)
    lines = "".join(make(number, *cells) for number, cells in enumerate(typed, start=1))
    data = (xlsx if ending == "xlsx" else ods)({"Deck": lines, "Notes": ""})
    [piece] = pieces_of(tmp_path, data, f"cards.{ending}")
    title = next(iter(piece.front["title"].by_language.values()))
    places = [
        piece.place,
        piece.copies_place,
        title.place,
        piece.front.place_of("value"),
        piece.front.place_of("tags"),
        piece.front["tags"][1].place,
        piece.front["cost"].place_of("wood"),
    ]
    assert [(place.sheet, place.line) for place in places] == [("Deck", 2)] * len(places)


def test_header_with_a_line_break_is_told_on_one_line():
    assert str(Place("a.csv", 2, "Card\ntext")) == "a.csv:2: Card text"
