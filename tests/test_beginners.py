"""Mistakes that everybody makes at first, each in a game that `fustella new` has just made.

What is printed names the place, what is wrong and the way out, in words that a designer knows. The
slips of YAML itself are in tests/read/test_broken.py.
"""

import csv
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fustella.cli.command import main
from tests.conftest import problems_in

JARGON = re.compile(
    r"\b(mapping|scalar|token|parse[rd]?|parsing|traceback|exception|NoneType|dict|str|int|"
    r"index|schema|null|regex|undefined|unhashable|codec|decode|stream|object|attribute|boolean|"
    r"node|alias|anchor|callable|iterable|argument|invalid|well-formed|sequence|syntax|"
    r"unexpected|errno|XML|JSON|UTF)\b",
    re.IGNORECASE,
)

Change = Callable[[Path], None]

GAME, LIST, SHEET = "game.yaml", "cards.yaml", "cards.csv"


def edit(file: str, old: str, new: str) -> Change:
    def change(root: Path) -> None:
        text = (root / file).read_text(encoding="utf-8")
        assert old in text, old
        (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def of_kind(line: str) -> Change:
    """One more line in the kind `card`."""
    return edit(GAME, "    name: Cards\n", f"    name: Cards\n    {line}\n")


def picture(file: str, data: bytes) -> Change:
    """Another file in place of art/fox.svg."""

    def change(root: Path) -> None:
        (root / "art" / "fox.svg").unlink()
        (root / "art" / file).write_bytes(data)

    return change


def renamed(file: str, new: str) -> Change:
    return lambda root: shutil.move(root / file, root / new) and None


def written(file: str, text: str, encoding: str = "utf-8") -> Change:
    return lambda root: (root / file).write_bytes(text.encode(encoding)) and None


def own_template(text: str) -> Change:
    """A template of one's own as the front, with the fields of the ready card."""

    def change(root: Path) -> None:
        (root / "templates").mkdir()
        (root / "templates" / "mine.svg.j2").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">\n{text}\n</svg>\n',
            encoding="utf-8",
        )
        fields = "{title: text, cost: word, type: word, art: image, text: text}"
        own = f"front: mine.svg.j2\n    size: poker\n    fields: {{front: {fields}}}"
        edit(GAME, "front: ready/card", own)(root)

    return change


@dataclass(frozen=True)
class Mistake:
    """What is done, where it is told, and what is said of it: the wrong word, and the way out."""

    name: str
    change: Change
    where: str
    said: tuple[str, ...]
    command: str = "list"

    def __str__(self) -> str:
        return self.name


MISTAKES = [
    # Words.
    Mistake(
        "a key misspelt",
        edit(GAME, "colours:", "colors:"),
        "game.yaml:5",
        ("`colors`", "did you mean `colours`?"),
    ),
    Mistake(
        "a key of a list misspelt",
        edit(LIST, "back:", "bakc:"),
        "cards.yaml:5",
        ("`bakc`", "did you mean `back`?"),
    ),
    Mistake(
        "a kind misspelt",
        edit(LIST, "kind: card", "kind: cards"),
        "cards.yaml:3",
        ("`cards`", "did you mean `card`?"),
    ),
    Mistake(
        "a kind left out",
        edit(LIST, "kind: card\n", ""),
        "cards.yaml:3",
        ("`kind` is missing", "add a line `kind: …`"),
    ),
    Mistake(
        "a ready face misspelt",
        edit(GAME, "ready/card", "ready/crad"),
        "game.yaml:12",
        ("`ready/crad`", "did you mean `ready/card`?"),
    ),
    Mistake(
        "a ready face without ready/",
        edit(GAME, "front: ready/card", "front: card"),
        "game.yaml:12",
        ("`card`", "did you mean `ready/card`?"),
    ),
    Mistake(
        "a zone misspelt",
        of_kind("layout: {front: {titel: {size: 13pt}}}"),
        "game.yaml:12",
        ("`titel`", "did you mean `title`?"),
    ),
    # Numbers, sizes and colours.
    Mistake(
        "a length without a unit", of_kind("width: 63"), "game.yaml:12", ("no unit", "write 63mm")
    ),
    Mistake(
        "a length with a comma",
        of_kind("width: 63,5mm"),
        "game.yaml:12",
        ("63,5mm", "write 63.5mm, with a point"),
    ),
    Mistake(
        "a size as its sides",
        of_kind("size: 63x88"),
        "game.yaml:12",
        ("`63x88`", "write `width: 63mm` and `height: 88mm`"),
    ),
    Mistake(
        "a size misspelt",
        of_kind("size: pokr"),
        "game.yaml:12",
        ("`pokr`", "did you mean `poker`?"),
    ),
    Mistake(
        "a card larger than the paper",
        of_kind("size: {width}".format(width="tarot\n    safe: 3mm\n    bleed: 300mm")),
        "cards.csv:2",
        ("A4", "7 other pieces of the kind `card`", "larger paper"),
    ),
    Mistake(
        "a colour without quotes",
        edit(GAME, '"#2f6177"', "#2f6177"),
        "game.yaml:8",
        ("found nothing", "in quotes"),
    ),
    Mistake(
        "a colour without #",
        edit(GAME, '"#2f6177"', "2f6177"),
        "game.yaml:8",
        ("2f6177", 'write "#2f6177"'),
    ),
    Mistake(
        "a colour with five digits",
        edit(GAME, '"#2f6177"', '"#12345"'),
        "game.yaml:8",
        ("#12345", "three or six digits"),
    ),
    Mistake(
        "a colour in another language",
        edit(GAME, '"#2f6177"', "rot"),
        "game.yaml:8",
        ('"rot"', "English name"),
    ),
    Mistake(
        "a language by its name",
        edit(GAME, "[en]", "[english]"),
        "game.yaml:3",
        ('"english"', "write en"),
    ),
    Mistake(
        "a language without brackets",
        edit(GAME, "[en]", "en"),
        "game.yaml:3",
        ("expected a list", "write [en]"),
    ),
    Mistake(
        "a font that is not there",
        edit(GAME, "colours:", "fonts: {title: fonts/My.otf}\ncolours:"),
        "game.yaml:5",
        ("`fonts/My.otf`", "beside game.yaml"),
    ),
    # Files.
    Mistake("game.yml", renamed(GAME, "game.yml"), "", ("`game.yml`", "rename it to game.yaml")),
    Mistake(
        "games.yaml", renamed(GAME, "games.yaml"), "", ("games.yaml", "rename it to game.yaml")
    ),
    Mistake("an empty game.yaml", written(GAME, ""), "game.yaml", ("the file is empty", "write")),
    Mistake(
        "an empty list",
        written(LIST, "# to do\n"),
        "game.yaml:1",
        ("has no pieces", "a .yaml file with `kind` and `pieces`"),
        "build",
    ),
    Mistake(
        "a spreadsheet misspelt",
        edit(LIST, "pieces: cards.csv", "pieces: crads.csv"),
        "cards.yaml:4",
        ("`crads.csv`", "did you mean `cards.csv`?"),
    ),
    Mistake(
        "names where pieces should be",
        edit(LIST, "pieces: cards.csv", "pieces: [fox, owl]"),
        "cards.yaml:4",
        ('"fox"', "write {id: fox}"),
    ),
    # Spreadsheets.
    Mistake(
        "a header misspelt",
        edit(SHEET, "id,title,", "id,titel,"),
        "cards.csv:1",
        ("`titel`", "did you mean `title`"),
    ),
    Mistake(
        "a header left out",
        edit(SHEET, "title,cost,", "title,,"),
        "cards.csv:2",
        ("column C", "name it in the first row"),
    ),
    Mistake(
        "copies in words",
        edit(SHEET, 'draw.",3', 'draw.",3 copies'),
        "cards.csv:2",
        ("3 copies", "write 3"),
    ),
    Mistake(
        "a number in letters",
        edit(SHEET, 'draw.",3', 'draw.",two'),
        "cards.csv:2",
        ("two", "write 2"),
    ),
    Mistake(
        "fewer than no copies",
        edit(SHEET, 'draw.",3', 'draw.",-1'),
        "cards.csv:2",
        ("-1 copies", "write 1 or more"),
    ),
    Mistake(
        "an id twice", edit(SHEET, "owl,Owl", "fox,Owl"), "cards.csv:3", ("`fox`", "cards.csv:2")
    ),
    Mistake(
        "an id with a blank",
        edit(SHEET, "owl,Owl", "old owl,Owl"),
        "cards.csv:3",
        ("old owl", "without blanks"),
    ),
    Mistake(
        "a text with a comma without quotes",
        edit(SHEET, '"Animals cost you 1 less."', "Pay 1, draw 2, discard 3"),
        "cards.csv:5",
        ("more cells in this row", "stands in quotes"),
    ),
    Mistake(
        "a quote left open",
        edit(SHEET, '"Animals cost you 1 less."', '"Animals cost you 1 less.'),
        "cards.csv:5",
        ("is not closed", "write a quote inside a cell twice"),
    ),
    Mistake(
        "nothing but a header",
        written(SHEET, "id,title,copies\n"),
        "cards.csv:1",
        ("no rows", "a row for each piece"),
    ),
    # Pictures.
    Mistake(
        "a picture misspelt",
        edit(SHEET, "Animal,fox,", "Animal,foxx,"),
        "cards.csv:2",
        ('"foxx"', "did you mean `fox.svg`?"),
    ),
    Mistake(
        "a picture of another program",
        renamed("art/fox.svg", "art/fox.psd"),
        "cards.csv:2",
        ("art/fox.psd", "save it as one of them"),
    ),
    Mistake(
        "no picture at all",
        picture("fox.png", b"hello"),
        "cards.csv:2",
        ("art/fox.png", "save it again as PNG or JPEG"),
        "build",
    ),
    Mistake(
        "half an SVG",
        picture("fox.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0'),
        "cards.csv:2",
        ("art/fox.svg: line 1", "a tag that is not closed"),
        "build",
    ),
    # Texts.
    Mistake(
        "an icon that nobody named",
        edit(SHEET, "cost you 1 less", "cost {swordd} less"),
        "cards.csv:5",
        ("swordd", "under `icons` in game.yaml"),
        "build",
    ),
    Mistake(
        "a brace left open",
        edit(SHEET, "cost you 1 less", "cost {sword less"),
        "cards.csv:5",
        ("has no partner", r"write `\{`"),
        "build",
    ),
    Mistake(
        "bold left open",
        edit(SHEET, "**take it**", "**take it"),
        "cards.csv:2",
        ("`**` is opened", "close it"),
        "build",
    ),
    Mistake(
        "a text that is too long",
        edit(SHEET, "Animals cost you 1 less.", "Animals cost you 1 less. " * 40),
        "cards.csv:5",
        ("does not fit", "shorten it by about"),
        "build",
    ),
    # Templates.
    Mistake(
        "a field misspelt in a template",
        own_template("{{ text(titel, 5, 5, 53, 10, size=12) }}"),
        "templates/mine.svg.j2:2",
        ("`titel`", "did you mean `face.title`?"),
        "build",
    ),
    Mistake(
        "a tool misspelt in a template",
        own_template("{{ txt(front.title, 5, 5, 53, 10, size=12) }}"),
        "templates/mine.svg.j2:2",
        ("`txt`", "did you mean `text`?"),
        "build",
    ),
    Mistake(
        "a brace too few in a template",
        own_template("{{ text(front.title, 5, 5, 53, 10) }"),
        "templates/mine.svg.j2:2",
        ("`}`", "open the bracket"),
        "build",
    ),
    Mistake(
        "an if that is not closed",
        own_template("{% if front.cost %}"),
        "templates/mine.svg.j2:",
        ("`{% if %}` is never closed", "{% endif %}"),
        "build",
    ),
]


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("begun") / "fox"
    assert main(["new", str(folder)]) == 0
    return folder


def printed(root: Path, capsys, command: str) -> tuple[int, str]:
    code = main([command, "--project", str(root)])
    return code, capsys.readouterr().err


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_a_mistake_is_told_with_its_place_and_the_way_out(mistake, begun, tmp_path, capsys):
    root = tmp_path / "fox"
    shutil.copytree(begun, root)
    mistake.change(root)
    code, told = printed(root, capsys, mistake.command)
    assert code == 1
    assert [one for one in mistake.said if one not in told] == [], told
    if mistake.where:
        assert f"{mistake.where}" in told
    assert JARGON.findall(told) == []
    assert all("hint: " in part for part in re.split(r"\n(?=\S)", told.strip())[:-1])
    assert len([*problems_in(told)]) <= 2  # one cause, hardly more than one problem


def as_excel_saves_it(root: Path, delimiter: str, encoding: str) -> None:
    with (root / SHEET).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    with (root / SHEET).open("w", encoding=encoding, newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)


@pytest.mark.parametrize(
    "change",
    [
        lambda root: as_excel_saves_it(root, ";", "utf-8-sig"),
        lambda root: as_excel_saves_it(root, ";", "cp1252"),
        lambda root: as_excel_saves_it(root, "\t", "utf-16"),
        edit(SHEET, "Animal,fox,", "Animal,Fox,"),
        edit(SHEET, "Animal,fox,", "Animal, fox ,"),
        edit(LIST, '"Fox"', "“Fox”"),
        edit(LIST, '"Fox"', "no"),
        edit(LIST, '"Fox"', "007"),
        edit(LIST, '"Fox"', "1:30"),
        of_kind("size: Poker"),
    ],
    ids=[
        *("semicolons", "another encoding", "tabs in UTF-16", "a capital in a picture's name"),
        *("blanks around a word", "typographic quotes", "no as a title", "007", "a time"),
        "a capital in a size",
    ],
)
def test_what_can_be_meant_in_one_way_only_is_no_mistake(change, begun, tmp_path, capsys):
    root = tmp_path / "fox"
    shutil.copytree(begun, root)
    change(root)
    assert printed(root, capsys, "list") == (0, "")


def test_there_are_more_than_thirty():
    assert len({mistake.name for mistake in MISTAKES}) > 30
