"""Booklets in another language: begun from the first one, kept by hand, brought up to date."""

import csv
import io
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.files.project import find_project
from fustella.read.rules.texts import has_words, rules_parts
from fustella.translate.entries import TextState, texts_of
from tests.conftest import Snapshot, TinyProject
from tests.helpers.sharing import ROOT

BOOKLET = ROOT / "tests" / "games" / "booklet"
GAMES = sorted((ROOT / "content").glob("*/rules/*.md"))
START, PLAY = "rules/10-start.en.md", "rules/20-play.en.md"
_KEPT = re.compile(
    r"\\[{}]|\{[^{}\n]*\}|\]\([^\s()]*|<[^<>]*>|\[\^[^\]]*\]|\bsetup\b|\b[\w-]+(?=\]\{\.index)"
)


def other(text: str) -> str:
    """A text in another language: all its letters, but no reference, in another case."""
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += [text[at : kept.start()].swapcase(), kept[0]]
        at = kept.end()
    return "".join((*parts, text[at:].swapcase()))


@pytest.fixture(scope="module")
def untranslated(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The ferry, whose booklet is in English alone."""
    root = tmp_path_factory.mktemp("ferry") / "booklet"
    shutil.copytree(BOOKLET, root)
    for path in (root / "rules").glob("*.it.md"):
        path.unlink()
    return Snapshot(root)


@pytest.fixture
def ferry(untranslated: Snapshot, tmp_path: Path) -> TinyProject:
    untranslated.write(tmp_path / "booklet")
    return TinyProject(tmp_path / "booklet")


@pytest.fixture(scope="module")
def translated(untranslated: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The ferry, whose booklet was begun in Italian by a translator."""
    project = TinyProject(tmp_path_factory.mktemp("translated") / "booklet")
    untranslated.write(project.root)
    bring(project, translate(rows(project)))
    return Snapshot(project.root)


@pytest.fixture
def italian(translated: Snapshot, tmp_path: Path) -> TinyProject:
    translated.write(tmp_path / "italian")
    return TinyProject(tmp_path / "italian")


def rows(project: TinyProject) -> list[dict[str, str]]:
    """What a translator gets, without texts of faces that have a translation."""
    assert project.run("translate", "export", "--to", "csv") == 0
    name = project.root.name
    path = project.root / "output" / name / "translations" / f"{name}-it.csv"
    found = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")))
    return [row for row in found if not row["room"] or row["en"] == "Ferry"]


def translate(lines: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{**row, "it": row["it"] or other(row["en"])} for row in lines]


def bring(project: TinyProject, lines: list[dict[str, str]]) -> int:
    path = project.root.parent / "back.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ("en", "it", "where"), extrasaction="ignore")
        writer.writeheader()
        writer.writerows(lines)
    return project.run("translate", "import", str(path))


def states(project: TinyProject) -> dict[str, TextState]:
    texts = texts_of(find_project(project.root), project.root.name, "it")
    return {entry.text: entry.state for entry in texts.entries if entry.in_booklet}


def chapter(project: TinyProject, name: str) -> str:
    return (project.root / "rules" / name).read_text(encoding="utf-8")


def test_texts_of_the_booklet_are_counted_as_missing(ferry, run):
    said = run(ferry, "translate", "list").out
    assert re.search(r"^missing  Never on ice\. +rules/20-play\.en\.md:42$", said, re.MULTILINE)
    assert set(states(ferry).values()) == {TextState.MISSING}
    assert "{components}" not in said


def test_new_language_is_begun_from_the_first(italian, run):
    assert set(states(italian).values()) == {TextState.TRANSLATED}
    text = chapter(italian, "20-play.it.md")
    assert "nEVER ON ICE." in text
    assert "::: turn yOUR TURN\n1. mOVE **ONE** {boat} ALONG THE *COAST*.\n" in text
    assert 'caption: "tHE RED FERRY SAILS FOR {name:wine}."' in text
    head = chapter(italian, "10-start.it.md")
    assert "title: bEFORE YOU BEGIN" in head
    assert "| list: cargo where: level < 3 sort: -cost | picture | title: cARGO |" in head
    assert "<!-- A remark is not printed. -->" in head
    ran = run(italian, "rules", "--language", "it", "--strict")
    assert ran.code == 0, ran.err
    assert "E7" not in ran.err


def test_headings_that_links_name_keep_their_names(ferry):
    ferry.edit(START, "# Components {#components}", "# Components")
    bring(ferry, translate(rows(ferry)))
    assert "# cOMPONENTS {#components}\n" in chapter(ferry, "10-start.it.md")
    assert ferry.run("rules", "--language", "it") == 0


def test_import_again_changes_nothing(italian):
    before = {path: path.read_bytes() for path in (italian.root / "rules").iterdir()}
    bring(italian, translate(rows(italian)))
    assert {path: path.read_bytes() for path in (italian.root / "rules").iterdir()} == before


def test_changed_paragraph_is_told_and_brought_up_to_date(italian, run):
    italian.edit(PLAY, "Never on ice.", "Never on thin ice.")
    assert states(italian)["Never on thin ice."] is TextState.CHANGED
    said = run(italian, "translate", "list").out
    assert "changed  Never on thin ice.  was: Never on ice.  rules/20-play.en.md:42" in said
    (row,) = (row for row in rows(italian) if row["state"])
    assert (row["en"], row["before"]) == (
        "Never on thin ice.",
        "Never on ice. → nEVER ON ICE.",
    )
    assert bring(italian, [{**row, "it": "mai sul ghiaccio sottile."}]) == 0
    assert "mai sul ghiaccio sottile." in chapter(italian, "20-play.it.md")
    assert "nEVER ON ICE." not in chapter(italian, "20-play.it.md")
    assert set(states(italian).values()) == {TextState.TRANSLATED}


def test_paragraph_that_is_added_is_added_in_its_place(italian):
    italian.edit(PLAY, "::: exception", "Sail in pairs.\n\n::: exception")
    found = states(italian)
    assert [text for text, state in found.items() if state is not TextState.TRANSLATED] == [
        "Sail in pairs."
    ]
    (row,) = (row for row in rows(italian) if row["state"])
    bring(italian, [{**row, "it": "in coppia."}])
    text = chapter(italian, "20-play.it.md")
    assert "\n\nin coppia.\n\n::: exception\nnEVER ON ICE.\n:::\n" in text


def test_item_that_is_added_leaves_the_others_translated(italian):
    italian.edit(PLAY, "2. Load", "2. Wait for the wind.\n3. Load")
    found = states(italian)
    assert [text for text, state in found.items() if state is not TextState.TRANSLATED] == [
        "Wait for the wind."
    ]
    (row,) = (row for row in rows(italian) if row["state"])
    bring(italian, [{**row, "it": "aspetta."}])
    text = chapter(italian, "20-play.it.md")
    assert "2. aspetta.\n3. lOAD {boat:1.5}" in text
    assert "1. mOVE **ONE**" in text


def test_what_somebody_wrote_in_a_translation_stays(italian, run):
    path = italian.root / "rules" / "20-play.it.md"
    text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    text = text.replace("nEVER ON ICE.", "Mai.").replace("> tHE", "<!-- mine -->\r\n\r\n> tHE")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    italian.edit(PLAY, "The lake is deep.", "The lake is very deep.")
    assert set(states(italian).values()) == {TextState.TRANSLATED, TextState.CHANGED}
    (row,) = (row for row in rows(italian) if row["state"])
    bring(italian, [{**row, "it": "il lago"}])
    after = path.read_bytes()
    before = b"\xef\xbb\xbf" + text.encode()
    assert after == before.replace(b"tHE LAKE IS DEEP.", b"il lago")
    italian.edit(PLAY, "> The lake is very deep.\n\n", "")
    assert "rules/20-play.it.md:" in run(italian, "translate", "list").out


def test_reference_that_a_translation_lost_is_told_at_its_line(italian, run):
    path = italian.root / "rules" / "20-play.it.md"
    path.write_text(
        chapter(italian, "20-play.it.md").replace("mOVE **ONE** {boat}", "mOVE **ONE**")
    )
    path = italian.root / "rules" / "10-start.it.md"
    path.write_text(
        chapter(italian, "10-start.it.md").replace("wHAT IT DOES.", "wHAT {gold} DOES.")
    )
    told = run(italian, "rules", "--language", "it").problems
    added, missing = sorted((said for said in told if said.code == "E717"), key=lambda s: s.file)
    assert (missing.file, missing.line) == ("rules/20-play.it.md", 4)
    assert missing.message == "warning: `{boat}` is missing"
    assert "rules/20-play.en.md:4" in missing.hint
    assert (added.file, added.line) == ("rules/10-start.it.md", 15)
    assert added.message == "warning: `{gold}` does not stand in the first language"


def test_import_tells_references_that_differ(ferry, capsys):
    lines = translate(rows(ferry))
    lines = [{**row, "it": row["it"].replace("{piece:salt.cost}", "2")} for row in lines]
    capsys.readouterr()
    bring(ferry, lines)
    assert (
        "rules/10-start.it.md:14: E717 warning: `{piece:salt.cost}` is missing"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_chapters_are_their_parts_with_their_texts(path):
    text = path.read_text(encoding="utf-8")
    parts = rules_parts(text)
    numbers = range(len(parts.starts))
    assert "".join(map(parts.part, numbers)) == text
    new = {one: other(one.text) for one in parts.texts}
    again = rules_parts("".join(parts.part(at, new) for at in numbers))
    assert [one.text for one in again.texts] == [*new.values()]
    assert [one.references for one in again.texts] == [one.references for one in parts.texts]
    assert again.kinds == parts.kinds
    assert all(has_words(one.text) for one in parts.texts)


WORDS = ("the", "boat", "sails", "takes", "cargo", "salt", "{gold}", "wine", "**one**", "you")
TEXTS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=3, max_size=9).map(" ".join), min_size=2, max_size=7
)


@given(TEXTS, st.sampled_from(["", "- ", "1. ", "> ", "## "]), st.data())
@settings(max_examples=40)
def test_random_edits_leave_all_else_translated(untranslated, tmp_path_factory, words, mark, data):
    texts = [f"the {at} {text}" for at, text in enumerate(words)]
    project = TinyProject(tmp_path_factory.mktemp("random") / "booklet")
    untranslated.write(project.root)
    for path in (project.root / "rules").glob("*.md"):
        path.unlink()
    path = project.root / "rules" / "10-a.en.md"

    def write(now: list[str]) -> None:
        path.write_text("# First\n\n" + "\n\n".join(f"{mark}{text}" for text in now) + "\n")

    write(texts)
    before = texts_of(find_project(project.root), "booklet", "it")
    lines = [
        {"en": one.text, "it": other(one.text), "where": one.where[0]}
        for one in before.entries
        if one.in_booklet
    ]
    bring(project, lines)
    assert set(states(project).values()) == {TextState.TRANSLATED}
    edits = data.draw(
        st.lists(st.sampled_from(["", "", "edit", "cut", "add"]), min_size=7, max_size=7)
    )
    now, changed = [], []
    for at, text in enumerate(texts):
        if edits[at] == "cut" and len(texts) > 2:
            continue
        now.append(f"{text} and then" if edits[at] == "edit" else text)
        if edits[at] == "edit":
            changed.append(now[-1])
        if edits[at] == "add":
            now.append(f"something new {at}")
            changed.append(now[-1])
    write(now)
    found = states(project)
    assert {text for text, state in found.items() if state is TextState.TRANSLATED} == {
        "First",
        *now,
    } - set(changed)


@pytest.mark.parametrize("game", ["city-duel", "el-mapa", "empire-plateau"])
def test_booklets_of_the_games_are_translated_from_end_to_end(game):
    project = find_project(ROOT)
    texts = texts_of(project, game, "en")
    assert len([entry for entry in texts.entries if entry.in_booklet]) > 100
    assert [entry.text for entry in texts.entries if entry.wanted] == []
    assert texts.booklet is not None
    assert texts.booklet.alone == ()


def test_short_words_may_be_the_same_in_both_languages(italian):
    path = italian.root / "rules" / "20-play.it.md"
    path.write_text(chapter(italian, "20-play.it.md").replace("yOU GET", "you get"))
    path.write_text(
        path.read_text().replace("mOVE **ONE** {boat} ALONG THE", "Move **one** {boat} along the")
    )
    path.write_text(path.read_text().replace("*COAST*", "*coast*"))
    texts = texts_of(find_project(italian.root), "italian", "it")
    assert [entry.text for entry in texts.entries if entry.wanted] == [
        "Move **one** {boat} along the *coast*."
    ]
