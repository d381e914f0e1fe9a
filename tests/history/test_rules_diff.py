"""`fustella diff` on rule booklets: what was typed differently, and what a list says otherwise."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.problems import Place
from fustella.core.values.rules import Booklet, BookletSettings, Chapter
from fustella.read.rules.blocks import read_blocks
from fustella.rules import changes_of, passages_of
from tests.conftest import Snapshot, TinyProject
from tests.helpers.sharing import ROOT
from tests.history.test_whatis import git

BOOKLET = ROOT / "tests" / "games" / "booklet"
START, PLAY = "rules/10-start.en.md", "rules/20-play.en.md"


def commit(project: TinyProject, message: str) -> None:
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", message)


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The booklet of the ferry, all of it committed."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("committed") / "booklet"
    shutil.copytree(BOOKLET, root)
    project = TinyProject(root)
    git(project, "init", "--quiet", "--template=")
    commit(project, "All of it")
    git(project, "tag", "v1.0")
    return Snapshot(root)


@pytest.fixture
def ferry(committed: Snapshot, tmp_path: Path) -> TinyProject:
    """The ferry in a repository; the test's own, to be edited."""
    committed.write(tmp_path / "booklet")
    return TinyProject(tmp_path / "booklet")


def rules(run, project: TinyProject, *words: str):
    ran = run(project, "diff", *words, "--format", "json")
    assert ran.code == 0, ran.err
    (game,) = json.loads(ran.out)["games"]
    return game["rules"]


def test_diff_of_a_paragraph_names_words_and_line(ferry, run):
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    (one,) = rules(run, ferry)
    assert (one["language"], one["chapter"], one["what"]) == ("en", "20-play", "paragraph")
    assert (one["change"], one["then"], one["now"]) == (
        *("wording", "Never on ice.", "Never on thin ice."),
    )
    assert (one["file"], one["line"], one["from_lists"]) == (PLAY, 42, False)
    text = run(ferry, "diff").out
    assert "Ferry: 1 in the booklet\n" in text
    assert f"Never on ice. → Never on thin ice.  {PLAY}:42" in text


def test_diff_of_a_list_shows_the_sentences_that_it_changes(ferry, run):
    ferry.edit("cargo.yaml", "cost: 5", "cost: 6")
    found = rules(run, ferry, "--language", "en")
    assert all(one["from_lists"] and one["change"] == "rules" for one in found)
    values = {
        each["reference"]: (each["then"], each["now"]) for one in found for each in one["values"]
    }
    assert values == {
        "piece:wine.cost": ("5", "6"),
        "cargo.cost": ("5", "6"),
        '=count("coin") * 2 + wine.front.cost': ("45", "46"),
    }
    assert "{piece:wine.cost}: 5 → 6" in run(ferry, "diff").out


def test_diff_of_a_list_is_told_in_each_language(ferry, run):
    ferry.edit("cargo.yaml", "copies: 5", "copies: 6")
    counted = [
        (one["language"], each["then"], each["now"])
        for one in rules(run, ferry)
        for each in one["values"]
        if each["reference"] == "count:cargo"
    ]
    assert counted == [("en", "12", "13"), ("it", "12", "13")]
    assert {one["language"] for one in rules(run, ferry, "--language", "it")} == {"it"}


def test_chapters_that_come_and_go_are_one_change_each(ferry, run):
    (ferry.root / "rules/30-end.en.md").write_text("# The end\n\nMost coins win.\n")
    (ferry.root / PLAY).unlink()
    found = {one["chapter"]: one for one in rules(run, ferry)}
    assert {name: (one["change"], one["what"]) for name, one in found.items()} == {
        "20-play": ("gone", "chapter"),
        "30-end": ("new", "chapter"),
    }
    assert found["30-end"]["passages"] == 2
    assert "the whole chapter, 2 passages" in run(ferry, "diff").out


def test_chapters_with_another_number_are_the_same(ferry, run):
    (ferry.root / PLAY).rename(ferry.root / "rules/40-play.en.md")
    assert rules(run, ferry) == []


@pytest.mark.parametrize(
    ("old", "new", "change", "what"),
    [
        ("Move **one** {boat}", "Move **two** {boat}", "rules", "paragraph"),
        ("along the *coast*", "along the coast", "looks", "paragraph"),
        ("::: hint", "::: example", "wording", "box"),
        ("{from: 0102, to: 0303,", "{from: 0102, to: 0302,", "rules", "figure"),
        ("| {name:one} | 1 |", "| {name:one} | 2 |", "rules", "row"),
        ("[^begins]: We say", "[^begins]: We decided", "wording", "paragraph"),
        ("The lake is deep.", "The lake is deep {gold}.", "rules", "paragraph"),
    ],
)
def test_each_part_of_a_booklet_is_compared(old, new, change, what, ferry, run):
    ferry.edit(PLAY, old, new)
    found = rules(run, ferry)
    assert [(one["change"], one["what"]) for one in found] == [(change, what)]


def test_page_shows_the_words_of_the_booklet(ferry, run):
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    run(ferry, "diff", "--format", "html", "--output", str(ferry.root / "page.html"))
    page = (ferry.root / "page.html").read_text(encoding="utf-8")
    assert "Rule booklet" in page
    assert "<ins>thin </ins>" in page
    assert "Nothing changed in" not in page


def test_old_chapter_that_cannot_be_read_is_a_note(ferry, run):
    ferry.edit(PLAY, "Never on ice.", "Never <b>on</b> ice.")
    commit(ferry, "With HTML")
    ferry.edit(PLAY, "Never <b>on</b> ice.", "Never on ice.")
    ran = run(ferry, "diff")
    assert "nothing changed" in ran.out
    assert "is not compared: today it cannot be read: E712" in ran.out


def test_exit_code_counts_the_booklet(ferry, run):
    assert run(ferry, "diff", "--exit-code").code == 0
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    assert run(ferry, "diff", "--exit-code").code == 1


WORDS = ("the", "boat", "sails", "takes", "cargo", "salt", "wool", "wine", "coast", "you", "may")
PARAGRAPHS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=6, max_size=12).map(" ".join),
    min_size=1,
    max_size=8,
    unique=True,
)
MARKS = ("", "- ", "## ", "> ", "1. ")


def passages(paragraphs):
    problems = []
    text = "\n\n".join(paragraphs)
    blocks = read_blocks(text, "10-a.en.md", problems).blocks
    assert not problems
    place = Place("10-a.en.md", 1)
    chapter = Chapter("10-a", "A", blocks, place)
    booklet = Booklet("ferry", "en", "Ferry", "", BookletSettings(place), (chapter,))
    return passages_of(booklet, booklet)


@given(PARAGRAPHS, st.data())
def test_random_edits_are_found_and_nothing_else(paragraphs, data):
    marks = data.draw(st.lists(st.sampled_from(MARKS), min_size=8, max_size=8))
    then = [
        f"{mark}{text} {at}" for at, (mark, text) in enumerate(zip(marks, paragraphs, strict=False))
    ]
    edits = data.draw(st.lists(st.sampled_from(["", "edit", "cut", "add"]), min_size=8, max_size=8))
    now, expected = [], []
    for at, text in enumerate(then):
        match edits[at]:
            case "edit":
                now.append(f"{text} again")
                expected.append((text, f"{text} again"))
            case "cut":
                expected.append((text, None))
            case "add":
                added = f"Something else entirely, number {at + 90}"
                now += [text, added]
                expected.append((None, added))
            case _:
                now.append(text)
    if not now:
        return
    found = [
        (each.before.text if each.before else None, each.after.text if each.after else None)
        for chapter in changes_of(passages(then), passages(now))
        for each in chapter.passages
    ]
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    assert changes_of(passages(now), passages(now)) == ()
