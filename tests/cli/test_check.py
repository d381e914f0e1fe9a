"""`fustella check`: output, files written, exit codes."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from fustella.check import Document, line_hashes
from fustella.cli.command import main
from fustella.core.values.claims import Verdict
from tests.conftest import Ran, TinyProject
from tests.helpers.sharing import ROOT

FOLDER = "content/tiny"
RULES, CLAIMS, CARDS = f"{FOLDER}/tiny-rules.txt", f"{FOLDER}/claims.yaml", f"{FOLDER}/cards.yaml"
LINES, TEXT = f"{FOLDER}/document.lines", f"{FOLDER}/document.accepted"
BUILDS_WITH = ("reportlab", "typst", "jinja2", "uharfbuzz", "svgwrite", "pypdf", "pypdfium2")


@pytest.fixture
def project(tmp_path: Path) -> TinyProject:
    """Tiny without a build: a check needs nothing drawn."""
    return TinyProject.made_at(tmp_path / "project")


@pytest.fixture
def alone(project: TinyProject) -> TinyProject:
    """Tiny without its document beside it."""
    (project.root / RULES).rename(project.root / "tiny-rules.txt")
    return project


def contents(project: TinyProject) -> dict[str, bytes]:
    paths = (path for path in (project.root / "content").rglob("*") if path.is_file())
    return {path.relative_to(project.root).as_posix(): path.read_bytes() for path in paths}


def row(ran: Ran, claim: str) -> str:
    (found,) = (line for line in ran.out.splitlines() if line.startswith(f"{claim} "))
    return " ".join(found.split())


def codes(ran: Ran) -> list[str]:
    return [problem.code for problem in ran.problems]


def more_boats(project: TinyProject) -> None:
    """The author of the document adds a boat."""
    project.edit(RULES, "12 boats", "13 boats")


def hashed(project: TinyProject) -> bytes:
    """The hashes of the document as it is."""
    document = Document("rules.txt", (project.root / RULES).read_text("utf-8"))
    return ("\n".join(line_hashes(document)) + "\n").encode()


def kept(project: TinyProject) -> str:
    """The text of the document as it was accepted."""
    return gzip.decompress((project.root / TEXT).read_bytes()).decode()


def differing(before: bytes, after: bytes) -> list[int]:
    """The lines, from 1, that are not the same."""
    both = zip(before.split(), after.split(), strict=True)
    return [number for number, (old, new) in enumerate(both, start=1) if old != new]


def answering(monkeypatch: pytest.MonkeyPatch, answer: str) -> list[str]:
    """Answers every question as on a terminal; the list of questions asked."""
    asked: list[str] = []

    def reply(question: str) -> str:
        asked.append(question)
        return answer

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", reply)
    return asked


# Boxes that agree.


def test_check_of_a_box_that_agrees_exits_with_0(project, run):
    ran = run(project, "check")
    assert (ran.code, ran.err) == (0, "")
    assert f"figures read again from {RULES}" in ran.out
    assert row(ran, "boats") == "boats 13 copies 12 · cost 3 copies 12 · cost 3 holds"
    assert "decision: the board has 24" in ran.out
    assert "2 contradictions" in ran.out.splitlines()[-2]


def test_check_without_the_document_takes_figures_from_the_claims(alone, run):
    ran = run(alone, "check", "tiny")
    assert ran.code == 0
    assert "as claims.yaml has them" in ran.out


def test_check_without_fix_or_accept_writes_nothing(project, run):
    before = contents(project)
    for options in ((), ("--strict",), ("--format", "json"), ("--format", "github")):
        run(project, "check", *options)
    assert contents(project) == before
    assert not project.output.exists()


def test_strict_with_contradictions_and_open_points_exits_with_1(project, run):
    ran = run(project, "check", "--strict")
    assert ran.code == 1
    assert ran.err.endswith("2 contradictions and 1 open point count as faults (--strict)\n")
    for form in ("json", "github"):
        assert "2 contradictions" in run(project, "check", "--strict", "--format", form).err
    claims = project.root / CLAIMS
    typed = claims.read_text("utf-8").split("  - id: coins-to-begin")[0]
    claims.write_text(typed, "utf-8")
    unclaimed = run(project, "check", "--strict")
    assert (unclaimed.code, {said.code for said in unclaimed.problems}) == (1, {"E513"})
    design_all(project)
    ran = run(project, "check", "--strict")
    assert (ran.code, ran.err) == (0, "")


def design_all(project):
    """Say of every list that the document leaves its fields open."""
    for path in (project.root / CARDS).parent.glob("*.yaml"):
        text = re.sub(
            r"^(source: \{.*)\}$", r"\1, designed: ours}", path.read_text("utf-8"), flags=re.M
        )
        path.write_text(text, "utf-8")
    claims = project.root / CLAIMS
    ours = "lines: 3, check: gap"
    texts = "texts: [title, words.*, cover.*, boxes.*]"
    head, mark, tail = claims.read_text("utf-8").partition("claims:\n")
    claims.write_text(f"{head}{mark}  - {{id: our-texts, {ours}, {texts}}}\n{tail}", "utf-8")


# What no claim speaks of.


def test_check_says_how_many_fields_are_claimed(project, run):
    told = "16 of 100 fields of 11 designs are claimed, 18 are our own design, 66 unclaimed"
    assert f"\n{told}; --unclaimed lists the others\n" in run(project, "check").out
    design_all(project)
    told = "16 of 100 fields of 11 designs are claimed, 84 are our own design"
    assert f"\n{told}; --unclaimed lists the others\n" in run(project, "check").out


def test_unclaimed_lists_fields_by_kind_with_the_first_place(project, run):
    ran = run(project, "check", "--unclaimed")
    assert ran.code == 0
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["card", "front.band", "2", "unclaimed", "boat", "cards.yaml:15"] in lines
    assert ["board", "front.rows[][]", "24", "unclaimed", "island", "board.yaml:7"] in lines
    assert ["card", "front.band", "1", "designed", "dragon", "cards.yaml:43"] in lines
    assert not [line for line in lines if line[:2] == ["card", "front.cost"]]


def test_unclaimed_as_json_has_each_field(project, run):
    found = json.loads(run(project, "check", "--unclaimed", "--format", "json").out)["unclaimed"]
    assert len(found) == 100 - 16
    band = {"game": "tiny", "piece": "dragon", "field": "front.band", "designed": True}
    assert {**band, "file": CARDS, "line": 43, "key": "front.band"} in found
    assert "unclaimed" not in json.loads(run(project, "check", "--format", "json").out)


def test_strict_names_designs_that_lack_the_same_together(project, run):
    problems = run(project, "check", "--strict").problems
    (found,) = [said for said in problems if said.file.endswith("counters.yaml")]
    assert (found.code, found.line) == ("E513", 8)
    assert (
        "no claim speaks of front.picture, front.colour of `person-red` and 3 more" in found.message
    )


def test_twin_in_kind_counted_by_ids_is_reported(project, run):
    coins = project.root / CARDS.replace("cards", "coins")
    twin = "  - {id: twin, copies: 6, name: {en: Five, it: Cinque}, front: {value: 5}}\n"
    coins.write_text(coins.read_text("utf-8") + twin, "utf-8")
    ran = run(project, "check")
    assert ran.code == 1
    (found,) = ran.problems
    assert (found.code, found.file, found.line) == ("E501", "content/tiny/coins.yaml", 5)
    assert "coin: 6 more: twin, which no claim counts" in found.message


def test_check_without_claims_exits_with_0(project, run):
    (project.root / CLAIMS).unlink()
    ran = run(project, "check", "--strict")
    assert (ran.code, ran.err) == (0, "")
    assert "no claims.yaml: nothing is compared with tiny-rules.txt" in ran.out
    assert ran.out.rstrip().endswith("Tiny Island: nothing to mend")
    assert json.loads(run(project, "check", "--format", "json").out) == {"tiny": []}
    assert run(project, "check", "--fix", "--yes").code == 0


# Changed figures, and --fix.


def test_check_of_a_changed_figure_reports_the_place_that_must_follow(project, run):
    more_boats(project)
    ran = run(project, "check")
    assert ran.code == 1
    holds, differs = (line for line in ran.out.splitlines() if line.startswith("boats "))
    assert " ".join(holds.split()) == "boats 13 cost 3 cost 3 holds"
    assert "copies 13 (was 12)" in differs
    assert "copies 12 · cards.yaml:9" in differs
    (problem,) = [one for one in ran.problems if one.key == "pieces[1].copies"]
    assert (problem.code, problem.file, problem.line) == ("E501", CARDS, 9)
    assert "document now says" in problem.message
    assert "(was 12)" in problem.message
    assert "--fix" in problem.hint
    assert f"{CARDS}:9: pieces[1].copies: E501" in ran.err


@pytest.fixture
def changed(project: TinyProject) -> TinyProject:
    """Three figures of the document changed, in words and in digits."""
    more_boats(project)
    project.edit(RULES, "eighteen of them", "nineteen of them")
    project.edit(RULES, "a deck of 18 cards", "a deck of 19 cards")
    return project


def test_fix_of_changed_figures_writes_them_and_nothing_else(changed, run):
    before = contents(changed)
    ran = run(changed, "check", "--fix", "--yes")
    assert ran.code == 0
    wanted = dict(before)
    wanted[LINES] = hashed(changed)
    assert kept(changed).split() == (changed.root / RULES).read_text("utf-8").split()
    wanted[TEXT] = contents(changed)[TEXT]
    assert differing(before[LINES], wanted[LINES]) == [7, 12, 13]
    wanted[CARDS] = before[CARDS].replace(b"copies: 12", b"copies: 13")
    wanted[CLAIMS] = (
        before[CLAIMS]
        .replace(b"a deck of {18}", b"a deck of {19}")
        .replace(b"There are {18}", b"There are {19}")
        .replace(b"{12} boats", b"{13} boats")
    )
    assert contents(changed) == wanted
    assert b"# more exact than the list's" in wanted[CARDS]
    for line in ("-    copies: 12", "+    copies: 13", '-    text: "{12} boats', f"--- {CARDS}"):
        assert line in ran.out
    again = run(changed, "check")
    assert (again.code, again.err) == (0, "")
    assert row(again, "boats") == "boats 13 copies 13 · cost 3 copies 13 · cost 3 holds"
    assert row(again, "deck-sum").endswith("holds")


def test_check_after_fix_holds_and_leaves_nothing_to_accept(changed, run):
    run(changed, "check", "--fix", "--yes")
    ran = run(changed, "check")
    assert (ran.code, ran.err) == (0, "")
    before = contents(changed)
    run(changed, "check", "--accept")
    assert contents(changed) == before
    assert run(changed, "check", "--fix", "--yes").out.rstrip().endswith("nothing to mend")


def test_fix_on_a_terminal_shows_its_changes_and_asks(changed, run, monkeypatch):
    before = contents(changed)
    asked = answering(monkeypatch, "n")
    ran = run(changed, "check", "--fix")
    assert len(asked) == 1
    assert "numbers" in asked[0]
    assert ran.code == 1
    assert "+    copies: 13" in ran.out
    assert contents(changed) == before
    answering(monkeypatch, "")
    assert run(changed, "check", "--fix").code == 1
    assert contents(changed) == before
    answering(monkeypatch, " Y ")
    assert run(changed, "check", "--fix").code == 0
    assert b"copies: 13" in (changed.root / CARDS).read_bytes()


def test_fix_without_a_terminal_writes_nothing(changed, run, monkeypatch):
    before = contents(changed)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    ran = run(changed, "check", "--fix")
    assert ran.code == 1
    assert "--yes" in ran.err
    assert "+    copies: 13" in ran.out
    assert contents(changed) == before


def test_fix_of_text_reports_repairs_by_hand(project, run):
    project.edit(RULES, "take two gold", "take three gold")
    for _ in range(2):
        ran = run(project, "check", "--fix", "--yes")
        assert "take {3} gold" in (project.root / CLAIMS).read_text("utf-8")
        assert ran.code == 1
        assert "by hand: fish:" in ran.err
        assert "Fish: take **2**" in (project.root / CARDS).read_text("utf-8")


def test_fix_of_a_number_that_pieces_share_does_not_write_it(project, run):
    """The huts have their two copies from the top of the list."""
    project.edit(CARDS, "    copies: 4\n", "")
    project.edit(RULES, "2 huts", "3 huts")
    before = contents(project)[CARDS]
    ran = run(project, "check", "--fix", "--yes")
    assert ran.code == 1
    assert contents(project)[CARDS] == before
    assert run(project, "check").code == 1


def test_fix_of_figure_in_reworded_line_accepts_nothing(project, run):
    """--fix remembers only lines in which nothing but their figures changed."""
    project.edit(RULES, "12 boats: a boat costs 3.", "13 boats: a boat always costs 3.")
    project.edit(CLAIMS, "{12} boats: a boat costs {cost=3}", "{12} boats: a boat … costs {cost=3}")
    project.edit(RULES, "a deck of 18 cards", "a deck of 19 cards")
    project.edit(RULES, "eighteen of them", "nineteen of them")
    ran = run(project, "check")
    assert codes(ran) == ["E501"] * 3
    line = "line 13 is changed: “- 13 boats: a boat always costs 3.”"
    (reworded,) = [one.message for one in ran.problems if line in one.message]
    assert "before “- 12 boats: a boat costs 3.”; cards.yaml:9: boats: " in reworded
    before = contents(project)[LINES]
    fixed = run(project, "check", "--fix", "--yes")
    assert fixed.code == 1
    assert "line 13 is changed" in fixed.err
    assert fixed.err.rstrip().endswith("fustella check --accept")
    assert differing(before, contents(project)[LINES]) == [7, 12]
    again = run(project, "check")
    assert codes(again) == ["E511"]
    run(project, "check", "--accept")
    assert run(project, "check").code == 0


def test_fix_of_unwritable_figure_accepts_no_line(project, run):
    """The next check reports the figure again, as the document's line stays as it was known."""
    project.edit(CLAIMS, '"{12} boats', '"\\x7B12} boats')
    more_boats(project)
    before = contents(project)
    ran = run(project, "check", "--fix", "--yes")
    assert ran.code == 1
    assert contents(project)[LINES] == before[LINES]
    assert "(was 12)" in run(project, "check").err


def test_fix_without_known_lines_remembers_none(changed, run):
    (changed.root / LINES).unlink()
    assert run(changed, "check", "--fix", "--yes").code == 0
    assert not (changed.root / LINES).exists()


# Lines and passages.


def test_check_says_that_lines_are_not_watched_until_they_are_accepted(project, alone, run):
    unwatched = "not watched yet"
    assert unwatched not in run(project, "check").out
    (project.root / LINES).unlink()
    assert unwatched not in run(project, "check").out  # no document is read
    (project.root / "tiny-rules.txt").rename(project.root / RULES)
    ran = run(project, "check")
    assert (ran.code, ran.err) == (0, "")
    assert unwatched in ran.out
    assert "fustella check --accept" in ran.out
    assert unwatched not in run(project, "check", "--accept").out
    assert contents(project)[LINES] == hashed(project)


def test_check_of_a_passage_that_moved_finds_it_again(project, run):
    project.edit(RULES, "TINY ISLAND\n", "TINY ISLAND\n\nby nobody\n\n")
    project.edit(RULES, "- 4 dragons", "\n\n- 4 dragons")
    ran = run(project, "check")
    assert row(ran, "boats").split()[1] == "16"
    assert row(ran, "dragons").split()[1] == "23"
    assert row(ran, "boats").endswith("holds")
    assert codes(ran) == ["E511"]  # of the new line alone


def test_check_of_a_passage_that_vanished_reports_e502(project, run):
    project.edit(RULES, "- 12 boats: a boat costs 3.", "- boats, as many as you like.")
    ran = run(project, "check")
    assert ran.code == 1
    (gone,) = [one for one in ran.problems if one.code == "E502"]
    assert (gone.file, gone.line) == (CLAIMS, 17)
    assert "12} boats" in gone.message
    assert "boats, as many as you like." in gone.message
    assert codes(ran) == ["E502"]


def test_check_keeps_the_text_of_a_document_as_it_was_accepted(project, run):
    """So that a project from elsewhere, without the text, shows the words before a change, too."""
    (project.root / TEXT).unlink()
    ran = run(project, "check")
    assert ran.code == 0
    assert ran.err == f"{TEXT}: {RULES} is kept, to show the words before a change\n"
    assert kept(project) == (project.root / RULES).read_text("utf-8")
    before = contents(project)
    assert run(project, "check").err == ""
    assert contents(project) == before


@pytest.mark.parametrize("change", [("gold", "wood"), ("a flag\n", "a flag ")])
def test_check_keeps_no_other_text(project, run, change):
    (project.root / TEXT).unlink()
    text = (project.root / RULES).read_text("utf-8")
    (project.root / RULES).write_text(text.replace(*change), "utf-8")
    ran = run(project, "check")
    assert not (project.root / TEXT).exists()
    assert "before" not in ran.err


def test_check_of_words_that_are_not_kept_shows_those_of_now(project, run):
    (project.root / TEXT).write_bytes(b"\x1f\x8b broken")
    project.edit(RULES, "Setting up", "Before you play")
    (problem,) = run(project, "check").problems
    assert "is changed since it was last read: “Before you play”; no piece" in problem.message


@pytest.mark.parametrize(
    ("file", "old", "new", "ignored"),
    [
        ("game.yaml", "rare: {en: rare, it: rara}", "rare: {en: %s, it: %s}", False),
        ("game.yaml", "name: {en: Tiles, it: Tessere}", "name: {en: %s, it: %s}", False),
        (
            "cards.yaml",
            '{en: "Give {wood} or *stay*.", it: "Dai {wood} o *resta*."}',
            "{en: %s, it: %s}",
            True,
        ),
        ("cards.yaml", "{en: Hut, it: Capanna}", "{en: %s, it: %s}", True),
    ],
)
def test_hint_of_lint_names_ignore_only_where_that_helps(project, run, file, old, new, ignored):
    project.edit(f"{FOLDER}/{file}", old, new % (("You may draw a card.",) * 2))
    found = [one for one in run(project, "check").problems if "lint-language" in one.message]
    assert len(found) == 1
    assert ("ignore" in found[0].hint) == ignored


def older_hashes(project: TinyProject) -> None:
    """The file of hashes as earlier versions wrote it."""
    lines = [" ".join(line.split()) for line in (project.root / RULES).read_text().split("\n")]
    hashes = [sha256(line.encode()).hexdigest()[:8] if line else "-" for line in lines]
    (project.root / LINES).write_text("\n".join(hashes) + "\n")


def test_check_with_hashes_of_an_earlier_version_finds_changes(project, run):
    (project.root / TEXT).unlink()
    older_hashes(project)
    assert run(project, "check").code == 0  # and the text is kept from now on
    text = (project.root / RULES).read_text("utf-8")
    (project.root / RULES).write_text(" ".join(text.split()), "utf-8")
    assert run(project, "check").code == 0
    (project.root / RULES).write_text(text.replace("Setting up", "Before you play"), "utf-8")
    (problem,) = run(project, "check").problems
    assert "“Before you play”, before “Setting up”" in problem.message
    run(project, "check", "--accept")
    assert run(project, "check").code == 0
    assert (project.root / LINES).read_bytes() == hashed(project)


def test_accept_of_a_reworded_sentence_makes_the_check_pass(project, run):
    project.edit(RULES, "- ghosts (struck out)", "- ghosts haunt the island")
    ran = run(project, "check")
    assert ran.code == 1
    (changed,) = ran.problems
    assert (changed.code, changed.file) == ("E511", CARDS)
    assert "line 19" in changed.message
    before = contents(project)
    accepted = run(project, "check", "--accept")
    assert accepted.code == 0
    assert LINES in accepted.err
    after = contents(project)
    assert {name for name in after if after[name] != before[name]} == {LINES, TEXT}
    assert kept(project) == (project.root / RULES).read_text("utf-8")
    assert run(project, "check").code == 0


def test_accept_of_a_changed_figure_leaves_the_difference(changed, run):
    ran = run(changed, "check", "--accept")
    assert ran.code == 1
    assert set(codes(ran)) == {"E501"}


# Documents that lie elsewhere.


def test_document_option_with_a_file_reads_it_whatever_its_name(alone, run):
    alone.edit("tiny-rules.txt", "12 boats", "14 boats")
    path = alone.root / "tiny-rules.txt"
    ran = run(alone, "check", "--document", str(path))
    assert ran.code == 1
    assert "tiny-rules.txt" in ran.out.splitlines()[0]
    assert "(was 12)" in ran.err
    other = path.rename(path.with_name("other-name.txt"))
    assert "(was 12)" in run(alone, "check", "--document", str(other)).err


def test_document_option_with_a_folder_finds_the_document_by_its_name(alone, run):
    folder = alone.root / "documents"
    folder.mkdir()
    (alone.root / "tiny-rules.txt").rename(folder / "tiny-rules.txt")
    (folder / "another.txt").write_text("something else", "utf-8")
    ran = run(alone, "check", "--document", str(folder))
    assert ran.code == 0
    assert "figures read again from" in ran.out


@pytest.mark.parametrize("name", ["nowhere.txt", "nowhere"])
def test_document_option_with_a_missing_file_reports_e509(project, run, name):
    ran = run(project, "check", "--document", str(project.root / name))
    assert ran.code == 1
    assert codes(ran) == ["E509"]


def test_check_of_a_document_that_is_no_text_reports_e509(project, run):
    (project.root / RULES).write_bytes(b"caf\xe9 of 18 cards")
    ran = run(project, "check")
    assert (ran.code, codes(ran)) == (1, ["E509"])
    assert "UTF-8" in ran.problems[0].message


def test_check_of_a_document_with_bom_and_crlf_holds(project, run):
    path = project.root / RULES
    text = path.read_text("utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.rstrip().replace("\n", "\r\n").encode())
    ran = run(project, "check")
    assert (ran.code, ran.err) == (0, "")


def two_games(project: TinyProject) -> None:
    """A second game, `tiny-too`, with the same lists."""
    for part in ("content", "templates"):
        shutil.copytree(project.root / part / "tiny", project.root / part / "tiny-too")


def test_document_option_for_two_games_with_one_name_reports_e509(alone, run):
    two_games(alone)
    path = alone.root / "tiny-rules.txt"
    ran = run(alone, "check", "--document", str(path))
    assert (ran.code, codes(ran)) == (1, ["E509"])
    assert run(alone, "check", "tiny-too", "--document", str(path)).code == 0


def test_check_of_two_games_checks_both_unless_one_is_named(project, run):
    two_games(project)
    project.edit("content/tiny-too/cards.yaml", "copies: 12", "copies: 11")
    ran = run(project, "check")
    assert ran.code == 1
    assert {one.file for one in ran.problems} == {"content/tiny-too/cards.yaml"}
    assert ran.out.count("Tiny Island: ") == 2
    assert run(project, "check", "tiny").code == 0
    found = json.loads(run(project, "check", "--format", "json").out)
    assert list(found) == ["tiny", "tiny-too"]


def test_check_with_an_unreadable_game_still_checks_the_other(project, run):
    two_games(project)
    project.edit("content/tiny-too/coins.yaml", "copies: 6", "copies: six")
    ran = run(project, "check")
    assert (ran.code, codes(ran)) == (1, ["E104"])
    assert "Tiny Island: " in ran.out


# Invalid claims.


def test_check_of_invalid_claims_reports_problems_in_every_format(project, run):
    project.edit(CLAIMS, "that: n = deck", "that: n = dekc")
    project.edit(CLAIMS, "check: gap", "check: gab")
    ran = run(project, "check")
    assert ran.code == 1
    assert {(one.code, one.key) for one in ran.problems} == {
        ("E506", "deck-again.that"),
        ("E504", "landscapes.check"),
    }
    before = contents(project)
    assert run(project, "check", "--fix", "--yes").code == 1
    assert contents(project) == before
    github = run(project, "check", "--format", "github")
    assert github.code == 1
    assert github.out.count("::error ") == 2
    machine = run(project, "check", "--format", "json")
    assert machine.code == 1
    found = json.loads(machine.out)
    assert list(found) == ["tiny", "problems"]
    assert {one["claim"] for one in found["tiny"]} >= {"boats", "coins"}
    assert [set(one) for one in found["problems"]] == [
        {"code", "message", "hint", "file", "line", "key"}
    ] * 2
    assert {(one["code"], one["key"]) for one in found["problems"]} == {
        ("E506", "deck-again.that"),
        ("E504", "landscapes.check"),
    }


def test_check_with_invalid_claims_still_checks_and_fixes_the_others(project, run):
    """A passage that occurs twice after an edit, and a piece that was taken out."""
    path = project.root / RULES
    path.write_text(path.read_text("utf-8") + "Remember: 8 tiles.\n", "utf-8")
    text = (project.root / CARDS).read_text("utf-8")
    assert "id: hut" in text
    (project.root / CARDS).write_text(text.replace("id: hut", "id: shed"), "utf-8")
    more_boats(project)
    ran = run(project, "check")
    assert ran.code == 1
    assert {"E503", "E506", "E501", "E511"} == set(codes(ran))
    assert row(ran, "coins").endswith("holds")
    assert "not every claim was checked" in ran.out
    before = contents(project)
    fixed = run(project, "check", "--fix", "--yes")
    assert fixed.code == 1
    assert b"copies: 13" in contents(project)[CARDS]
    assert "E503" in fixed.err
    assert before[LINES] != contents(project)[LINES]


def test_accept_with_invalid_claims_accepts_nothing(project, run):
    project.edit(RULES, "- ghosts (struck out)", "- ghosts haunt the island")
    project.edit(CLAIMS, "that: n = deck", "that: n = dekc")
    before = contents(project)
    ran = run(project, "check", "--accept")
    assert ran.code == 1
    assert {"E506", "E511"} == set(codes(ran))
    assert "nothing was accepted" in ran.err
    assert contents(project) == before


def test_check_that_is_mistyped_exits_with_2(project, capsys):
    for wrong in (["check", "--format", "xml"], ["check", "--documents"], ["check", "--document"]):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2
    capsys.readouterr()
    assert project.run("check", "unknown-game") == 1


# For machines.


def test_json_format_has_every_finding_with_the_same_keys(changed, run):
    ran = run(changed, "check", "--format", "json")
    assert ran.code == 1
    found = json.loads(ran.out)["tiny"]
    text = run(changed, "check").out
    assert [one["claim"] for one in found if one["check"] != "lint"] == [
        line.split()[0]
        for line in text.split("\n\n")[1].splitlines()[2:]
        if not line.startswith("lint-")
    ]
    assert {one["verdict"] for one in found} <= {str(verdict) for verdict in Verdict}
    keys = {key for one in found for key in one}
    assert all(set(one) == keys for one in found)
    fixes = [(fix["file"], fix["old"], fix["new"]) for one in found for fix in one["fix"]]
    assert (CARDS, "12", "13") in fixes
    assert (CLAIMS, "{12}", "{13}") in fixes
    opened = next(one for one in found if one["claim"] == "landscapes")
    assert opened["verdict"] == "open"
    assert opened["decision"]["en"].startswith("a meadow")


def test_github_format_marks_lines(changed, run):
    ran = run(changed, "check", "--format", "github")
    assert (ran.code, ran.err) == (1, "")
    lines = ran.out.splitlines()
    assert all(line.startswith(("::error file=", "::notice file=")) for line in lines)
    assert [line for line in lines if line.startswith(f"::error file={CARDS},line=9::boats: ")]
    strict = run(changed, "check", "--format", "github", "--strict").out
    assert "::notice" not in strict
    unclaimed = [line for line in strict.splitlines() if ": E513 " in line or "::E513 " in line]
    assert unclaimed
    assert len(strict.splitlines()) - len(unclaimed) == len(lines)


def test_github_format_where_all_holds_prints_nothing(project, run):
    claims = project.root / CLAIMS
    claims.write_text(claims.read_text("utf-8").split("  - id: coins-to-begin")[0], "utf-8")
    ran = run(project, "check", "--format", "github")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_check_loads_no_library_that_draws_or_writes_sheets(project):
    script = (
        "import sys\nfrom fustella.cli.command import main\n"
        f"code = main(['check', '--project', {str(project.root)!r}])\n"
        f"print([name for name in {BUILDS_WITH!r} if name in sys.modules], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "[]\n")
    assert "holds" in ran.stdout


# Building.


def test_build_of_a_box_that_differs_needs_force_every_time(tiny, run):
    tiny.edit(RULES, "12 boats", "13 boats")
    before = tiny.hashes()
    refused = run(tiny, "build")
    assert refused.code == 1
    assert "E501" in codes(refused)
    assert "--force" in refused.err
    assert tiny.hashes() == before
    assert run(tiny, "build", "--force").code == 0
    assert tiny.hashes() != before
    assert run(tiny, "build").code == 1
    tiny.edit(RULES, "13 boats", "12 boats")
    assert run(tiny, "build").code == 0
    assert {name: sha for name, sha in tiny.hashes().items() if name.endswith(".pdf")} == {
        name: sha for name, sha in before.items() if name.endswith(".pdf")
    }


def test_check_after_a_build_knows_what_is_drawn(good, run):
    ran = run(good, "check")
    assert ran.code == 0
    assert "not drawn yet" not in ran.out


def test_fix_that_leaves_the_box_wrong_exits_with_1(project, run):
    project.edit(RULES, "a deck of 18 cards", "a deck of 19 cards")
    ran = run(project, "check", "--fix", "--yes")
    assert ran.code == 1
    assert "by hand: deck:" in ran.err


@pytest.mark.parametrize("more", [("--format", "json"), ("--accept",)])
def test_fix_with_json_or_accept_exits_with_2(project, more, capsys):
    with pytest.raises(SystemExit) as stopped:
        project.run("check", "--fix", *more)
    assert stopped.value.code == 2
    assert "--fix" in capsys.readouterr().err


def test_accept_without_a_document_reports_e509(project, run):
    (project.root / RULES).unlink()
    ran = run(project, "check", "--accept")
    assert (ran.code, [problem.code for problem in ran.problems]) == (1, ["E509"])


SIGNS = ("mdi:fish", "fa:coins", "mdi:tree", "own:herb", "mdi:account", "fa:flag")


def test_check_of_an_aid_that_is_not_drawn_yet_is_no_fault(project, run):
    """What its template draws is not known until the next build, so it cannot be missing."""
    project.edit(CLAIMS, "document: tiny-rules.txt", "document: tiny-rules.txt\naids: [board]")
    drawn = "".join(f'{{{{ icon("{sign}", x=1, y=1, size=3) }}}}' for sign in SIGNS)
    template = "templates/tiny/board.svg.j2"
    project.edit(template, "{% block face %}", "{% block face %}" + drawn)
    assert run(project, "build").code == 0
    assert run(project, "check").code == 0
    project.edit(f"{FOLDER}/board.yaml", "[A1,", "[Z1,")
    ran = run(project, "check")
    assert (ran.code, ran.err) == (0, "")
    assert "1 face is not drawn yet" in ran.out
