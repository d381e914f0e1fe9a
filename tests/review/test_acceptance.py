"""`fustella check --accept`: the lines that the content names follow the document."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Game
from fustella.read import read_claims
from fustella.review import review
from fustella.review.acceptance import accept, plan_acceptance
from tests.conftest import Ran, TinyProject
from tests.mutations.edits import HARMLESS

FOLDER = "content/tiny"
RULES, CLAIMS, CARDS = f"{FOLDER}/tiny-rules.txt", f"{FOLDER}/claims.yaml", f"{FOLDER}/cards.yaml"
KNOWN, TEXT = f"{FOLDER}/document.lines", f"{FOLDER}/document.accepted"
Words = dict[str, list[str]]


@pytest.fixture
def project(tmp_path: Path) -> TinyProject:
    """The tiny project, with nothing built."""
    return TinyProject.made_at(tmp_path / "project")


def contents(project: TinyProject) -> dict[str, bytes]:
    paths = (path for path in (project.root / "content").rglob("*") if path.is_file())
    return {path.relative_to(project.root).as_posix(): path.read_bytes() for path in paths}


def rules(project: TinyProject) -> list[str]:
    return (project.root / RULES).read_text("utf-8").split("\n")


def write_rules(project: TinyProject, lines: list[str]) -> None:
    (project.root / RULES).write_text("\n".join(lines), "utf-8")


def named(project: TinyProject) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    """All claims, excuses and pieces with the lines that they name."""
    at = Project(project.root)
    game: Game = load_game(at, "tiny")
    claims = read_claims(at, game)
    assert claims is not None
    yield from ((f"claim {one.id}", one.lines) for one in claims.claims)
    yield from ((f"excuse {n}", one.lines) for n, one in enumerate(claims.excused))
    yield from ((f"piece {one.id}", one.source.lines) for one in game.pieces)


def words(project: TinyProject) -> Words:
    """The text of the lines that each of them names, without blank lines."""
    lines = rules(project)
    return {
        who: [line for a, b in spans for line in lines[a - 1 : b] if line.strip()]
        for who, spans in named(project)
    }


def assert_only_lines_differ(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """No comment, space or quote may differ, except quotes around the numbers of `lines`."""
    assert before.keys() == after.keys()
    numbers = re.compile(rb'lines: (?:"[0-9, -]+"|[0-9-]+)')
    for name in before.keys() - {KNOWN, TEXT}:
        plain = [numbers.sub(b"lines: #", text[name]) for text in (before, after)]
        assert plain[0] == plain[1], name


def accepted(project: TinyProject, run, change: Callable[[list[str]], list[str]]) -> Ran:
    """Changes the rules and accept them; only numbers of lines may be written."""
    write_rules(project, change(rules(project)))
    before = contents(project)
    ran = run(project, "check", "--accept")
    assert_only_lines_differ(before, contents(project))
    return ran


def top(lines: list[str]) -> list[str]:
    return ["By A. Person", *lines]


def without_mentions(project: TinyProject) -> None:
    """Takes out the only text that mentions a line of the document."""
    project.edit(CARDS, "line 19", "ghosts")


def test_accept_with_line_put_in_moves_ranges(project, run):
    before = words(project)
    without_mentions(project)
    ran = accepted(project, run, top)
    assert (ran.code, words(project)) == (0, before)
    cards = (project.root / CARDS).read_text("utf-8")
    assert 'source: {lines: "13, 15-16"}         # more exact than the list\'s' in cards
    assert "source: {lines: 11-20}" in cards
    again = run(project, "check")
    assert (again.code, again.err) == (0, "")


def test_accept_shows_the_diff_beside_the_table(project, run):
    ran = accepted(project, run, top)
    for line in ("-source: {lines: 10-19}", "+source: {lines: 11-20}", f"--- {CLAIMS}"):
        assert line in ran.err.splitlines()
    assert KNOWN in ran.err
    assert "@@" not in ran.out
    assert f"+++ {KNOWN}" not in ran.err  # a diff of hashes helps nobody


def test_accept_with_line_taken_out_names_ranges_by_hand(project, run):
    without_mentions(project)
    before = words(project)
    gone = "- a board"
    ran = accepted(project, run, lambda lines: [one for one in lines if one != gone])
    after = words(project)
    assert before.pop("claim board") == [gone]
    after.pop("claim board")
    assert after == before
    assert ran.code == 1  # so that the message is not missed
    assert [line for line in ran.err.splitlines() if line.startswith("by hand")] == [
        f"by hand: {CLAIMS}:93: claims[16].lines: 6 is not in the document any more: "
        "say what it comes from now"
    ]
    assert run(project, "check").code == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("line 19", "“line 19” is 20 now, if it means the document"),
        ("lines 3-7", "“lines 3-7” is 4-8 now, if it means the document"),
        ("righe 3, 7 e 12", "“righe 3, 7 e 12” is 4, 8, 13 now, if it means the document"),
        ("Línea 28", "“Línea 28” is 29 now, if it means the document"),
        ("Zeilen 3 – 5", "“Zeilen 3 – 5” is 4-6 now, if it means the document"),
        ("online 19", ""),
        ("line 19b", ""),
        ("lines: 19", ""),
        ("line 900", ""),
    ],
)
def test_accept_names_texts_that_mention_moved_lines(project, run, typed, said):
    project.edit(CARDS, "line 19", "here")
    path = project.root / CARDS
    path.write_text(f"# from {typed}, as it was\n{path.read_text('utf-8')}", "utf-8")
    ran = accepted(project, run, top)
    told = [line for line in ran.err.splitlines() if line.startswith("by hand")]
    assert told == ([f"by hand: {CARDS}:1: {said}"] if said else [])
    assert ran.code == (1 if said else 0)


def plain_words(project: TinyProject) -> dict[str, str]:
    return {who: " ".join(" ".join(said).split()) for who, said in words(project).items()}


@pytest.mark.parametrize("sort", ["lines parted", "lines wrapped", "blank lines", "indents"])
def test_accept_of_parted_lines_keeps_the_words_of_each_range(project, run, sort):
    without_mentions(project)
    before = plain_words(project)
    text = HARMLESS[sort]((project.root / RULES).read_text("utf-8"), Random(sort))
    ran = accepted(project, run, lambda _: text.split("\n"))
    assert (ran.code, plain_words(project)) == (0, before)
    assert codes_after(project, run) == []


@pytest.mark.parametrize("sort", ["lines joined", "paragraphs wrapped", "all in one line"])
def test_accept_of_joined_lines_names_the_lines_that_have_the_words(project, run, sort):
    without_mentions(project)
    before = words(project)
    text = HARMLESS[sort]((project.root / RULES).read_text("utf-8"), Random(sort))
    ran = accepted(project, run, lambda _: text.split("\n"))
    assert ran.code == 0
    for who, said in plain_words(project).items():
        assert all(" ".join(line.split()) in said for line in before[who]), who
    assert codes_after(project, run) == []


def codes_after(project: TinyProject, run) -> list[str]:
    """The codes of the problems that a check has now."""
    return [problem.code for problem in run(project, "check").problems]


def test_accept_joins_ranges_that_are_in_one_line_now(project, run):
    ran = accepted(project, run, lambda lines: [" ".join(lines)])
    assert '-    source: {lines: "12, 14-15"}' in ran.err
    assert '+    source: {lines: "1"}' in ran.err


def test_accept_names_mentions_of_lines_that_are_gone(project, run):
    ran = accepted(project, run, lambda lines: [one for one in lines if "ghosts" not in one])
    assert f"{CARDS}:48: “line 19” of the document is gone, if that is meant" in ran.err


def test_accept_with_one_of_several_ranges_gone_keeps_the_others(project, run):
    before = words(project)
    gone = "A game for 2-4 players in about 20 minutes."
    ran = accepted(project, run, lambda lines: [one for one in lines if one != gone])
    after = words(project)
    assert after["claim cards-to-begin"] == before["claim cards-to-begin"][1:]
    assert "3 is not in the document any more; 27 is left" in ran.err
    assert ran.code == 1


def swap(one: int, other: int) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
        return lines

    return change


@pytest.mark.parametrize("lines", [(7, 8), (13, 18), (3, 22), (16, 31)])
def test_accept_with_swapped_lines_moves_both(project, run, lines):
    before = {who: sorted(said) for who, said in words(project).items()}
    ran = accepted(project, run, swap(*lines))
    assert {who: sorted(said) for who, said in words(project).items()} == before
    assert "by hand" not in ran.err
    again = run(project, "check")
    assert (again.code, again.err) == (0, "")


def test_accept_with_changed_figure_moves_lines_and_reports_it(project, run):
    numbers = dict(named(project))

    def change(lines: list[str]) -> list[str]:
        return top([line.replace("12 boats", "13 boats") for line in lines])

    ran = accepted(project, run, change)
    assert {one.code for one in ran.problems} == {"E501"}
    for who, spans in named(project):
        moved = tuple((a + 1, b + 1) for a, b in numbers[who])
        assert spans == moved


def test_accept_of_same_document_writes_nothing(project, run):
    before = contents(project)
    ran = run(project, "check", "--accept")
    assert (ran.code, contents(project)) == (0, before)
    (project.root / KNOWN).write_bytes(before[KNOWN].replace(b"\n", b"\r\n"))
    before = contents(project)
    assert run(project, "check", "--accept").code == 0
    assert contents(project) == before


def test_accept_of_reworded_line_moves_nothing(project, run):
    project.edit(RULES, "Setting up", "Before you play")
    before = contents(project)
    assert run(project, "check", "--accept").code == 0
    after = contents(project)
    assert {name for name in after if after[name] != before[name]} == {KNOWN, TEXT}


def test_accept_for_the_first_time_moves_nothing(project, run):
    write_rules(project, top(rules(project)))
    (project.root / KNOWN).unlink()
    before = contents(project)
    ran = run(project, "check", "--accept")
    after = contents(project)
    assert after.pop(KNOWN).count(b"\n") == len(rules(project))
    assert after.pop(TEXT) != before.pop(TEXT)
    assert after == before
    assert ran.code == 0
    assert "by hand" not in ran.err
    assert "@@" not in ran.err


def test_accept_there_and_back_restores_the_content(project, run):
    before = contents(project)
    accepted(project, run, top)
    accepted(project, run, lambda lines: lines[1:])
    assert contents(project) == before


def test_accept_with_range_that_cannot_be_written_is_by_hand(project, run):
    project.edit(CARDS, "{lines: 18,", '{lines: "\\x318",')
    ran = accepted(project, run, top)
    assert ran.code == 1
    assert "pieces[3].source.lines: write 19 (it is typed with a backslash" in ran.err
    assert b"lines: 11-20" in contents(project)[CARDS]


def test_accept_with_json_prints_nothing_else(project, run):
    write_rules(project, top(rules(project)))
    ran = run(project, "check", "--accept", "--format", "json")
    assert ran.out.startswith("{")
    assert "+source: {lines: 11-20}" in ran.err


# All files or none.


def test_accept_with_write_protected_file_writes_nothing(project, run):
    write_rules(project, top(rules(project)))
    (project.root / CARDS).chmod(0o444)
    before = contents(project)
    ran = run(project, "check", "--accept")
    assert [(one.code, one.file) for one in ran.problems] == [("E510", CARDS)]
    assert "--accept" in ran.problems[0].hint
    assert contents(project) == before


@pytest.mark.parametrize(
    ("broken", "line"),
    [(b"", 1), (b"-\n<<<<<<< HEAD\n-\n", 2), (b"-\n\xe9\n", 1), (b"-\n0123456", 2)],
)
def test_accept_with_broken_hashes_moves_nothing(project, run, broken, line):
    (project.root / KNOWN).write_bytes(broken)
    before = contents(project)
    ran = run(project, "check", "--accept")
    assert [(one.code, one.file, one.line) for one in ran.problems] == [("E510", KNOWN, line)]
    assert contents(project) == before


# Random edits.


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> TinyProject:
    return TinyProject.made_at(tmp_path_factory.mktemp("accept") / "project")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.integers(0, 30), st.sampled_from(["New words.", ""]), max_size=4),
    st.sets(st.integers(0, 30), max_size=4),
)
def test_accept_after_any_edit_keeps_what_ranges_name(untouched, new, gone):
    root = untouched.root.with_name("copy")
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(untouched.root, root)
    project = TinyProject(root)
    before, old = words(project), rules(project)
    changed = []
    for number, line in enumerate(old):
        changed += [new[number]] if number in new else []
        changed += [] if number in gone else [line]
    write_rules(project, changed)
    texts = contents(project)
    at = Project(root)
    plan = plan_acceptance(at, review(at, load_game(at, "tiny")))
    accept(project, [plan])
    assert_only_lines_differ(texts, contents(project))
    lost = {old[number] for number in gone}
    for who, said in words(project).items():
        kept = [line for line in before[who] if line not in lost]
        if kept:
            assert [line for line in said if line != "New words."] == kept
        elif before[who]:
            assert "New words." in said or plan.by_hand  # replaced by a line, or gone
    assert plan_acceptance(at, review(at, load_game(at, "tiny"))).content.changed == ()


CHAPTER = f"{FOLDER}/rules/10-start.en.md"


def chapter_accepted(project: TinyProject, run, text: str) -> tuple[Ran, str]:
    """Accepts the rules with a line put in at their top; gives the text of the chapter then."""
    path = project.root / CHAPTER
    path.parent.mkdir()
    path.write_bytes(text.encode())
    write_rules(project, top(rules(project)))
    ran = run(project, "check", "--accept")
    return ran, path.read_bytes().decode()


def test_accept_moves_the_lines_that_a_booklet_names(project, run):
    without_mentions(project)
    head, end = "---\nlines: 3 # all\n---\n# Start\r\n", "\r\n"
    before = f"{head}\r\nTake 3 cards,\r\nnow. {{lines: 28, 5-8}}  <!-- 28 -->{end}"
    ran, after = chapter_accepted(project, run, before)
    assert ran.code == 0, ran.err
    assert after == before.replace("28, 5-8", "29, 6-9").replace("lines: 3 ", "lines: 4 ")


def test_accept_names_marks_that_it_cannot_move(project, run):
    without_mentions(project)
    text = "# Start\n\nTake 3 cards. {lines: 28} {lines: 5}\n"
    ran, after = chapter_accepted(project, run, text)
    assert after == text
    assert f"{CHAPTER}:3: write" in ran.err
