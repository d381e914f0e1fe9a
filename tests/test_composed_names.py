"""What the tool composes of names never stops a build: it is printed as typed, and shortened."""

import json
from pathlib import Path
from typing import Any, TypeAlias

import pdfplumber
import pytest

from fustella.core.values.contents import LONGEST_NAME, cut_name
from fustella.core.words.printed import ToolWords
from tests.conftest import TinyProject

LONG = "Donaudampfschifffahrtsgesellschaftskapitaen" * 8
LONG_NAMES = {
    "a word without an end": LONG,
    "many words": "A long name of a piece " * 14,
    "sixty capitals": "WWWWWWWWW " * 6,
    "a word and then many": f"{LONG} and many more words " * 2,
    "brackets": f"Army ({'blue ' * 40})",
}
TYPED = ["5* {hotel}", "Wolf (2*)", "back\\slash", "x **y**", "{", "} *", "- a * b", "2. {two}"]
MORE = {
    "en": "Counters 1, and {} more",
    "it": "Counters 1 e altri {}",
    "es": "Counters 1 y {} más",
    "de": "Counters 1 und {} weitere",
    "fr": "Counters 1 et {} autres",
}


Files: TypeAlias = dict[str, dict[str, Any]]


def project(folder: Path, files: Files) -> TinyProject:
    """A game in a folder of its own; values are JSON, which is YAML."""
    for name, content in files.items():
        lines = (f"{key}: {json.dumps(typed)}\n" for key, typed in content.items())
        (folder / name).write_text("".join(lines), encoding="utf-8")
    return TinyProject(folder)


def counters(count: int, language: str, name: str = "Counters {}") -> Files:
    """A game with so many kinds of counters of one stock."""
    numbers = range(1, count + 1)
    kinds = {
        f"k{n}": {"name": name.format(n), "front": "ready/counter", "stock": "board"}
        for n in numbers
    }
    files: Files = {"game.yaml": {"title": "T", "languages": [language], "kinds": kinds}}
    for n in numbers:
        piece = {"id": f"p{n}", "name": f"P{n}", "front": {"icon": "mdi:tank"}}
        files[f"k{n}.yaml"] = {"kind": f"k{n}", "pieces": [piece]}
    return files


def words_of(pdf: Path) -> str:
    with pdfplumber.open(pdf) as document:
        pages = [page.extract_text() for page in document.pages]
    return " ".join(" ".join(pages).split())


def built(found: TinyProject, *ends: str) -> dict[str, str]:
    """The texts of some PDFs of a build, by what their names end with."""
    assert found.run("build") == 0
    return {end: words_of(path) for end in ends for path in found.output.rglob(f"*-{end}.pdf")}


@pytest.mark.parametrize("language", MORE)
def test_cover_names_the_first_kinds_of_many_and_how_many_more(tmp_path, language):
    texts = built(project(tmp_path, counters(40, language)), "cover", "board")
    said = MORE[language]
    begin, _, end = said.removeprefix("Counters 1").partition("{}")
    counts = [n for n in range(2, 40) if f"{begin}{n}{end}" in texts["cover"]]
    assert counts, texts["cover"][:300]
    assert any(f"{begin}{n}{end}" in texts["board"] for n in range(2, 40)), "and so do the sheets"


@pytest.mark.parametrize("count", [1, 2, 3, 9, 30])
def test_kinds_of_one_stock_never_stop_a_build(tmp_path, count, capsys):
    files = counters(count, "en", "Counters of army {}")
    texts = built(project(tmp_path, files), "cover", "board")
    assert "Counters of army 1" in texts["cover"]
    assert ("more" in texts["board"]) == (count > 3)


@pytest.mark.parametrize("left", [1, 2, 7])
@pytest.mark.parametrize("language", MORE)
def test_names_that_are_joined_say_how_many_are_left_out(language, left):
    names = ["Board", *"abcdefg"[:left]]
    said = ToolWords().joined(names, language, lambda said: not said.startswith("Board, a"))
    assert said.startswith("Board")
    assert str(left) in said
    assert ToolWords().joined(names, language, lambda _: True) == ", ".join(names)


@pytest.mark.parametrize("name", LONG_NAMES)
@pytest.mark.parametrize("options", [[], ["--paper", "A5"], ["--duplex", "separate"]])
def test_long_names_are_shortened_on_covers_and_labels(tmp_path, name, options):
    typed = LONG_NAMES[name]
    files = counters(2, "de", typed + " {}")
    files["game.yaml"]["title"] = typed
    files["k1.yaml"]["pieces"] = [
        {"id": "p1", "name": typed, "front": {"icon": "mdi:tank"}},
        {"id": "q2", "name": typed, "front": {"icon": "mdi:flag"}},
    ]
    found = project(tmp_path, files)
    assert found.run("build", *options) == 0
    covers = [words_of(path) for path in found.output.rglob("*cover*.pdf")]
    assert covers
    assert name == "sixty capitals" or any("…" in text for text in covers)


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("where", ["title", "name", "kind", "sheet"])
def test_name_is_printed_on_the_cover_as_typed(tmp_path, typed, where):
    files = counters(2, "en")
    game, listed = files["game.yaml"], files["k1.yaml"]
    if where == "title":
        game["title"] = typed
    elif where == "name":
        listed["pieces"][0]["name"] = typed
    elif where == "kind":
        game["kinds"]["k1"]["name"] = typed
    else:
        for kind in game["kinds"].values():
            kind["sheet"] = "all"
        game["sheets"] = {"all": typed}
    assert typed in built(project(tmp_path, files), "cover")["cover"]


@pytest.mark.parametrize("typed", TYPED)
def test_plain_title_is_printed_as_typed_on_its_card_and_the_cover(tmp_path, typed):
    fields = {"front": {"title": "plain"}}
    kind = {"name": "Cards", "front": "ready/card", "fields": fields}
    card = {"kind": "card", "pieces": [{"id": "a", "front": {"title": typed}}]}
    game = {"title": "T", "languages": ["en"], "kinds": {"card": kind}}
    files = {"game.yaml": game, "cards.yaml": card}
    texts = built(project(tmp_path, files), "cover", "card")
    assert typed in texts["cover"]
    assert typed in texts["card"]


@pytest.mark.parametrize("typed", TYPED[:5])
def test_swap_list_has_names_as_typed(tmp_path, typed):
    files = counters(1, "en")
    files["k1.yaml"]["pieces"][0]["name"] = typed
    found = project(tmp_path, files)
    game = tmp_path.name.replace("_", "-")
    assert found.run("kit", "new", "club", game) == 0
    assert found.run("build", "--kit", "club") == 0
    assert found.run("kit", "printed", "club") == 0
    (tmp_path / "k1.yaml").write_text(
        (tmp_path / "k1.yaml").read_text("utf-8").replace("mdi:tank", "mdi:flag"), "utf-8"
    )
    assert found.run("build", "--kit", "club") == 0
    lists = [words_of(path) for path in found.output.rglob("*checklist.pdf")]
    assert lists
    assert all(typed in text for text in lists)


@pytest.mark.parametrize("typed", ["Gain {wod}", "five * stars", "**bold", "a \\x b", "} {"])
def test_text_with_a_fault_that_only_names_a_piece_is_printed_as_typed(tmp_path, typed):
    kind = {"name": "Cards", "front": "ready/blank", "fields": {"front": {"title": "text"}}}
    card = {"kind": "card", "pieces": [{"id": "a", "front": {"title": typed}}]}
    game = {"title": "T", "languages": ["en"], "kinds": {"card": kind}}
    found = project(tmp_path, {"game.yaml": game, "cards.yaml": card})
    assert typed in built(found, "cover")["cover"]


def test_designer_is_still_told_of_a_text_that_does_not_fit_its_piece(tmp_path, run):
    kind = {"name": "Cards", "front": "ready/card"}
    card = {"kind": "card", "pieces": [{"id": "a", "front": {"title": LONG}}]}
    game = {"title": "T", "languages": ["en"], "kinds": {"card": kind}}
    ran = run(project(tmp_path, {"game.yaml": game, "cards.yaml": card}), "build")
    assert ran.code == 1
    assert "E201" in ran.err
    assert ran.err.count("E201") == 1


def test_short_names_are_not_cut():
    assert cut_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME
    assert len(cut_name("x" * (LONGEST_NAME + 1))) == LONGEST_NAME
