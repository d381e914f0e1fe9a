"""Values, copies and pictures of pieces: written where the piece itself says them."""

import base64
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.workbench.benches import GameBench

GAME = """\
title: Zoo
languages: [en, de]
icons: {wood: "mdi:forest"}
kinds:
  animal:
    front: ready/card
    fields: {front: {level?: number, fierce?: flag, size?: small | large}}
    layout: {front: {power: {text: "{level}", x: 5mm, y: 78mm, width: 9mm, height: 7mm}}}
"""
LIST = """\
# The animals of the zoo.
kind: animal
copies: 2
front: {note: The zoo}   # on all of them
pieces:
  - id: lion
    copies: 3  # it sells well
    front:
      title: {en: Lion, de: Löwe}
      text: |
        **Roars** once for
        each {wood}.
      level: 3
  - {id: cat, front: {title: Cat, type: "Beast: small", art: cat}}
  - id: "{n}-fish"
    for: {n: [1, 2]}
    front: {title: "Fish {n}"}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9Z"/></svg>'


def bench_of(root: Path, listed: str = LIST, **files: str | bytes) -> GameBench:
    return GameBench(root, {"game.yaml": GAME, "animals.yaml": listed, "art/cat.svg": SVG} | files)


def value(piece: str, field: str, text: str) -> dict[str, Any]:
    return {"do": "value", "piece": piece, "side": "front", "field": field, "text": text}


CHANGES = {
    "a text of one language": (
        [value("lion", "title", "Big lion")],
        "en",
        ("{en: Lion,", "{en: Big lion,"),
    ),
    "a text of the other language": (
        [value("lion", "title", "Der Löwe")],
        "de",
        ("de: Löwe}", "de: Der Löwe}"),
    ),
    "a text in a block stays a block": (
        [value("lion", "text", "**Roars** twice for\neach {wood}.\n")],
        "en",
        ("once", "twice"),
    ),
    "a text gets its other language": (
        [value("cat", "title", "Katze")],
        "de",
        ("title: Cat", "title: {en: Cat, de: Katze}"),
    ),
    "a text keeps its quotes": (
        [value("cat", "type", "Beast: large")],
        "en",
        ('"Beast: small"', '"Beast: large"'),
    ),
    "what the list says becomes the piece's own": (
        [value("cat", "note", "The best zoo")],
        "en",
        ("art: cat}", "art: cat, note: The best zoo}"),
    ),
    "a new value": ([value("cat", "level", "2")], "en", ("art: cat}", "art: cat, level: 2}")),
    "a flag": ([value("cat", "fierce", "yes")], "en", ("art: cat}", "art: cat, fierce: true}")),
    "a number": ([value("lion", "level", "4")], "en", ("level: 3", "level: 4")),
    "a value goes": ([value("lion", "level", "")], "en", ("      level: 3\n", "")),
    "more copies": (
        [{"do": "copies", "piece": "lion", "copies": 4}],
        "en",
        ("copies: 3  #", "copies: 4  #"),
    ),
    "as many copies as the list says": (
        [{"do": "copies", "piece": "lion", "copies": 2}],
        "en",
        ("    copies: 3  # it sells well\n", ""),
    ),
    "copies of its own": (
        [{"do": "copies", "piece": "cat", "copies": 5}],
        "en",
        ("{id: cat, front", "{id: cat, copies: 5, front"),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_only_the_value_changes(tmp_path: Path, name: str) -> None:
    gestures, language, (before, after) = CHANGES[name]
    bench = bench_of(tmp_path)
    outcome = bench.edit(*gestures, language=language)
    assert outcome.status == 200, outcome
    assert bench.text("animals.yaml") == LIST.replace(before, after)
    _ = bench.job


REFUSED = {
    "a piece of many": (value("1-fish", "title", "Eel"), "that `for` makes of one entry"),
    "copies of a piece of many": (
        {"do": "copies", "piece": "2-fish", "copies": 3},
        "that `for` makes of one entry",
    ),
    "no copies": ({"do": "copies", "piece": "cat", "copies": 0}, "has at least one copy"),
    "a text of a zone": (value("lion", "power", "9"), "its zone in game.yaml says it"),
    "a needed text": (value("cat", "title", ""), "`title` cannot be empty"),
    "a text that the list gives": (value("cat", "note", ""), "`note` cannot be empty"),
    "no number": (value("lion", "level", "many"), "expected a whole number"),
    "no such word": (value("lion", "size", "huge"), "expected one of small, large"),
    "no such icon": (value("lion", "colour", "blurple"), "there is no colour `blurple`"),
    "no such piece": (value("tiger", "title", "Tiger"), "there is no piece `tiger`"),
    "no such field": (value("lion", "front.title", "X"), "no field of a piece"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_value_that_is_no_ones_own_is_refused(tmp_path: Path, name: str) -> None:
    gesture, message = REFUSED[name]
    bench = bench_of(tmp_path)
    outcome = bench.edit(gesture)
    assert outcome.status == 422, outcome
    assert message in outcome.problems[0].message
    assert bench.text("animals.yaml") == LIST


def test_value_of_a_variant_is_left_there(tmp_path: Path) -> None:
    listed = """\
kind: animal
variants:
  - {id: red, front: {note: Red}}
  - {id: blue, front: {note: Blue}}
pieces:
  - {id: lion, front: {title: Lion, note: Own}}
"""
    bench = bench_of(tmp_path, listed)
    outcome = bench.edit(value("lion-red", "note", "Green"))
    assert (outcome.status, outcome.problems[0].line) == (422, 3)
    assert bench.edit(value("lion-red", "title", "Big lion")).status == 200
    assert bench.edit({"do": "copies", "piece": "lion-red", "copies": 3}).status == 422
    assert bench.text("animals.yaml") == listed.replace("title: Lion", "title: Big lion")


# Rows of spreadsheets.

CSV = 'id,title,title.de,text,level\r\nlion,Lion,Löwe,"Roars, loudly",3\r\ncat,Cat,,Purrs,\r\n'


def csv_bench(
    root: Path, sheet: str = CSV, listed: str = "kind: animal\npieces: a.csv\n"
) -> GameBench:
    return bench_of(root, listed, **{"a.csv": sheet.encode()})


CELLS = {
    "a text": (value("lion", "text", "Roars, twice"), "en", ("loudly", "twice")),
    "a text that needs quotes": (
        value("cat", "text", "Purrs, softly"),
        "en",
        ("Purrs", '"Purrs, softly"'),
    ),
    "a text of another language": (value("cat", "title", "Katze"), "de", ("Cat,,", "Cat,Katze,")),
    "a number": (value("cat", "level", "1"), "en", ("Purrs,\r", "Purrs,1\r")),
}


@pytest.mark.parametrize("name", CELLS)
def test_only_the_cell_changes(tmp_path: Path, name: str) -> None:
    gesture, language, (before, after) = CELLS[name]
    bench = csv_bench(tmp_path)
    outcome = bench.edit(gesture, language=language)
    assert outcome.status == 200, outcome
    assert bench.read("a.csv").decode() == CSV.replace(before, after)


def test_language_without_a_column_gets_one(tmp_path: Path) -> None:
    bench = csv_bench(tmp_path)
    assert bench.edit(value("cat", "text", "Schnurrt"), language="de").status == 200
    lines = bench.read("a.csv").decode().split("\r\n")
    assert lines[0] == "id,title,title.de,text,level,text.de"
    assert lines[2] == "cat,Cat,,Purrs,,Schnurrt"
    piece = next(piece for piece in bench.job.game.pieces if piece.id == "cat")
    assert piece.front["text"].in_language("de") == "Schnurrt"


def test_copies_without_a_column_get_one(tmp_path: Path) -> None:
    bench = csv_bench(tmp_path)
    assert bench.edit({"do": "copies", "piece": "lion", "copies": 4}).status == 200
    lines = bench.read("a.csv").decode().split("\r\n")
    assert (lines[0][-7:], lines[1][-3:]) == (",copies", ",,4") or lines[1].endswith(",3,4")
    assert {piece.id: piece.copies for piece in bench.job.game.pieces} == {"lion": 4, "cat": 1}
    assert bench.edit({"do": "copies", "piece": "lion", "copies": 0}).status == 200
    assert {piece.id: piece.copies for piece in bench.job.game.pieces} == {"lion": 0, "cat": 1}


def test_value_that_the_list_gives_gets_a_column(tmp_path: Path) -> None:
    listed = "kind: animal\nfront: {note: The zoo}\npieces: a.csv\n"
    bench = csv_bench(tmp_path, listed=listed)
    assert bench.edit(value("cat", "note", "Mine")).status == 200
    notes = {piece.id: piece.front["note"].in_language("en") for piece in bench.job.game.pieces}
    assert notes == {"lion": "The zoo", "cat": "Mine"}


def test_text_of_a_table_of_translations_is_left_there(tmp_path: Path) -> None:
    table = "en,de\nCat,Katze\n"
    bench = bench_of(tmp_path, **{"translations.csv": table})
    outcome = bench.edit(value("cat", "title", "Kater"), language="de")
    assert outcome.problems[0].message == "the text in `de` stands in translations.csv:2"
    assert bench.text("animals.yaml") == LIST


# Pictures.


def png(colour: str = "red", kind: str = "PNG") -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(held, kind)
    return held.getvalue()


def dropped(piece: str, name: str, data: bytes, field: str = "art") -> dict[str, Any]:
    text = base64.b64encode(data).decode()
    return {"do": "picture", "piece": piece, "side": "front", "field": field} | {
        "name": name,
        "data": text,
    }


@pytest.mark.parametrize(
    ("name", "data", "file", "typed"),
    [
        ("Big Dragon!.PNG", png(), "Big-Dragon.PNG", "Big-Dragon"),
        ("photo.jpeg", png(kind="JPEG"), "photo.jpeg", "photo"),
        ("liar.png", png(kind="WEBP"), "liar.webp", "liar"),
        ("lion.svg", SVG.encode(), "lion.svg", "lion"),
        ("../../etc/passwd.png", png(), "passwd.png", "passwd"),
        ("C:\\\\art\\\\fox.png", png(), "fox.png", "fox"),
        ("con.png", png(), "picture-con.png", "picture-con"),
        ("…", png(), "picture.png", "picture"),
        ("Löwe.png", png(), "Löwe.png", "Löwe"),
        (".hidden", png(), "hidden.png", "hidden"),
    ],
)
def test_picture_is_saved_under_a_safe_name(
    tmp_path: Path, name: str, data: bytes, file: str, typed: str
) -> None:
    bench = bench_of(tmp_path)
    outcome = bench.edit(dropped("lion", name, data))
    assert outcome.status == 200, outcome
    assert bench.read(f"art/{file}") == data
    assert f"      level: 3\n      art: {typed}\n" in bench.text("animals.yaml")
    piece = next(piece for piece in bench.job.game.pieces if piece.id == "lion")
    assert piece.front["art"].digest
    assert bench.workbench.undo().status == 200
    assert not (tmp_path / "art" / file).exists()


def test_other_picture_of_the_name_is_never_overwritten(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, **{"art/Dragon.png": png("red")})
    assert bench.edit(dropped("lion", "dragon.png", png("blue"))).status == 200
    assert bench.read("art/Dragon.png") == png("red")
    assert bench.read("art/dragon-2.png") == png("blue")
    assert "art: dragon-2\n" in bench.text("animals.yaml")


def test_same_picture_is_saved_once(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, **{"art/dragon.png": png("red")})
    outcome = bench.edit(dropped("lion", "dragon.png", png("red")))
    assert outcome.changed == ("animals.yaml",)
    assert "art: dragon\n" in bench.text("animals.yaml")


def test_name_that_two_pictures_have_keeps_its_ending(tmp_path: Path) -> None:
    bench = bench_of(tmp_path)
    assert bench.edit(dropped("lion", "cat.png", png())).status == 200
    assert "art: cat.png\n" in bench.text("animals.yaml")


def test_picture_of_a_row_is_named_in_its_cell(tmp_path: Path) -> None:
    bench = csv_bench(tmp_path, "id,title,art\nlion,Lion,cat.svg\n")
    assert bench.edit(dropped("lion", "fox.png", png())).status == 200
    assert bench.text("a.csv") == "id,title,art\nlion,Lion,fox.png\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"MZ\\x90 a program", "no picture that can be read"),
        (png()[:50], "damaged"),
        (png(kind="GIF"), "the picture is a GIF"),
        (b"<svg><script>alert(1)</script>", None),
        (b"", None),
    ],
)
def test_file_that_is_no_picture_is_refused(
    tmp_path: Path, data: bytes, message: str | None
) -> None:
    bench = bench_of(tmp_path)
    outcome = bench.edit(dropped("lion", "dragon.png", data))
    assert outcome.status == 422, outcome
    assert message is None or message in outcome.problems[0].message
    assert {path.name for path in (tmp_path / "art").iterdir()} == {"cat.svg"}


def test_picture_for_a_text_is_refused(tmp_path: Path) -> None:
    bench = bench_of(tmp_path)
    outcome = bench.edit(dropped("lion", "dragon.png", png(), "title"))
    assert outcome.problems[0].message == "`title` is no picture"
