"""`fustella whatis`: a code as printed, and what became of the piece since."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fustella.build import LEDGER
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.codes import codes_of
from fustella.core.values.problems import ProblemsFound
from fustella.history.whatis import Codes
from tests.conftest import TinyProject
from tests.helpers.sharing import ROOT

CARDS, COINS, GAME = (f"content/tiny/{name}.yaml" for name in ("cards", "coins", "game"))
DAY = "2025-03-04"


def code_of(project: TinyProject, piece: str, language: str = "en") -> str:
    return codes_of(load_game(Project(project.root), "tiny"), language)[piece]


def git(project: TinyProject, *arguments: str, day: str = DAY) -> str:
    """Runs git with a fixed name and day, and without the settings of this machine."""
    date = f"{day}T12:00:00Z"
    who = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b", "GIT_AUTHOR_DATE": date}
    who |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b", "GIT_COMMITTER_DATE": date}
    done = subprocess.run(
        ["git", "-c", "commit.gpgsign=false", *arguments],
        cwd=project.root,
        env=os.environ | who | {"GIT_CONFIG_GLOBAL": os.devnull},
        capture_output=True,
        check=True,
    )
    return done.stdout.decode()


def commit(project: TinyProject, message: str, day: str = DAY) -> str:
    git(project, "add", "content", "templates")
    git(project, "commit", "--quiet", "--message", message, day=day)
    return git(project, "rev-parse", "HEAD").strip()[:8]


@pytest.fixture
def past(tiny: TinyProject) -> TinyProject:
    """Tiny in a repository of its own, without an output folder and so without a ledger."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    tiny.edit_freely(CARDS, "# What stands here", "# What stands here")
    git(tiny, "init", "--quiet")
    commit(tiny, "All of it")
    shutil.rmtree(tiny.output)
    return tiny


def test_whatis_of_a_current_piece_says_when_it_was_first_built(good, run):
    code = code_of(good, "boat")
    ran = run(good, "whatis", code)
    assert ran.code == 0
    first, second = ran.out.splitlines()
    assert first == f"{code}: Tiny Island, card `boat`, Boat (content/tiny/cards.yaml:8)"
    assert re.fullmatch(r"    current, first built \d{4}-\d\d-\d\d", second)


def test_whatis_of_a_piece_never_built_says_current_alone(tiny, run):
    shutil.rmtree(tiny.output)
    assert run(tiny, "whatis", code_of(tiny, "boat")).out.endswith("\n    current\n")


def test_whatis_of_a_code_in_another_language_answers_in_it(good, run):
    code = code_of(good, "boat", "it")
    assert "card `boat`, Barca" in run(good, "whatis", code).out


@pytest.mark.parametrize("typed", [str.lower, lambda code: code.replace("-", ""), " {} ".format])
def test_whatis_of_a_code_typed_otherwise_understands_it(typed, good, run):
    code = code_of(good, "five")
    assert run(good, "whatis", typed(code)).out.startswith(f"{code}: ")


def test_whatis_of_several_codes_answers_each_and_refuses_the_unknown(good, run):
    boat, five = code_of(good, "boat"), code_of(good, "five")
    ran = run(good, "whatis", boat, "TI-2222", five, boat)
    assert ran.code == 1
    assert re.findall(r"^(\S+): Tiny", ran.out, re.MULTILINE) == [boat, five]
    assert [(said.code, said.file) for said in ran.problems] == [("E601", "TI-2222")]


def test_whatis_of_a_code_with_a_typing_error_suggests_the_right_one(good, run):
    code = code_of(good, "boat")
    slip = f"{code[:-1]}{'2' if code[-1] != '2' else '3'}"
    (problem,) = run(good, "whatis", slip).problems
    assert problem.code == "E601"
    assert problem.hint == f"did you mean `{code}` (Boat)?"


def test_whatis_of_an_edited_piece_lists_what_changed(tiny, run):
    code = code_of(tiny, "boat")
    tiny.edit_freely(CARDS, "cost: 3", "cost: 4")
    tiny.edit(CARDS, "{en: Boat, it: Barca}", "{en: Ship, it: Barca}")
    tiny.edit(CARDS, "mdi:waves, fa:anchor", "mdi:waves")
    before = run(tiny, "whatis", code)
    assert before.code == 0
    lines = before.out.splitlines()
    assert lines[0] == f"{code}: Tiny Island, card `boat`, Boat (content/tiny/cards.yaml:8)"
    assert lines[1] == f"    not current: now {code_of(tiny, 'boat')}"
    assert [line for line in lines if line.startswith("    ~")] == [
        "    ~ front.title: Boat → Ship",
        "    ~ front.cost: 3 → 4",
        "    ~ front.symbols[2]: fa:anchor → nothing",
    ]
    assert "      front.letter: B" in lines, "what it said and still says"
    assert tiny.run("build") == 0
    after = run(tiny, "whatis", code).out.splitlines()
    assert re.fullmatch(r"    not current since \d{4}-\d\d-\d\d: now TI-....", after[1])
    assert after[2:] == lines[2:]


def test_whatis_of_a_piece_edited_twice_dates_the_first_change(tiny, run):
    code = code_of(tiny, "five")
    path = tiny.output / "tiny" / LEDGER
    entries = json.loads(path.read_text(encoding="utf-8"))
    (five,) = (one for one in entries if one["piece"] == "five")
    for number, day in enumerate(("2031-01-01", "2032-02-02")):
        entries.append({**five, "code": f"TI-222{number + 2}", "first": day})
    path.write_text(json.dumps(entries), encoding="utf-8")
    tiny.edit_freely(COINS, "value: 5", "value: 8")
    assert "not current since 2031-01-01: now" in run(tiny, "whatis", code).out
    assert "not current since 2032-02-02: now" in run(tiny, "whatis", "TI-2222").out
    assert "not current: now" in run(tiny, "whatis", "TI-2223").out


def test_whatis_of_a_vanished_piece_says_what_it_said(tiny, run):
    code = code_of(tiny, "five")
    tiny.edit_freely(COINS, "id: five", "id: six")
    out = run(tiny, "whatis", code).out
    assert "    not current: no such piece is in the box any more; it said\n" in out
    assert "      front.value: 5\n" in out


def test_whatis_of_a_piece_struck_out_says_why(tiny, run):
    code = code_of(tiny, "hut")
    tiny.edit_freely(CARDS, "- id: hut", "- id: hut\n    struck_out: nobody sleeps")
    assert "not current: struck out: nobody sleeps" in run(tiny, "whatis", code).out


def test_whatis_of_a_vanished_game_says_so(tiny, run):
    code = code_of(tiny, "five")
    shutil.rmtree(tiny.root / "content" / "tiny")
    assert "the game is not there any more" in run(tiny, "whatis", code).out


def test_whatis_of_an_unreadable_game_answers_from_the_ledger(tiny, run):
    code = code_of(tiny, "five")
    tiny.edit(COINS, "copies: 6", "copies: six")
    ran = run(tiny, "whatis", code)
    assert "the game cannot be read" in ran.out
    assert ran.code == 0
    ran = run(tiny, "whatis", "TI-2222")
    assert [said.code for said in ran.problems] == ["E601", "E104"] or [
        said.code for said in ran.problems
    ] == ["E104", "E601"]


def test_whatis_of_a_language_no_longer_printed_says_so(tiny, run):
    code = code_of(tiny, "boat", "it")
    assert tiny.run("build", "--language", "it") == 0
    for path in (tiny.root / "content" / "tiny").glob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace("[en, it]", "[en]")
        path.write_text(re.sub(r", it: (\"[^\"]*\"|[^}\"]*)}", "}", text), encoding="utf-8")
    (tiny.root / "content" / "tiny" / "claims.yaml").unlink()
    assert "not printed in `it` any more" in run(tiny, "whatis", code).out


def test_whatis_after_another_mark_names_the_new_code(tiny, run):
    code = code_of(tiny, "five")
    tiny.edit(GAME, "document:", "mark: XY\ndocument:")
    out = run(tiny, "whatis", code).out
    assert f"current: it says what it says today under the code XY{code[2:]}" in out


def test_whatis_with_a_damaged_ledger_knows_current_pieces_alone(tiny, run):
    code = code_of(tiny, "five")
    (tiny.output / "tiny" / LEDGER).write_text("[", encoding="utf-8")
    assert run(tiny, "whatis", code).out.endswith("current\n")
    tiny.edit_freely(COINS, "value: 5", "value: 8")
    assert [said.code for said in run(tiny, "whatis", code).problems] == ["E601"]


def test_whatis_with_an_output_folder_reads_its_ledger(tiny, run, tmp_path):
    code = code_of(tiny, "five")
    shutil.move(tiny.output, tmp_path / "elsewhere")
    tiny.edit_freely(COINS, "value: 5", "value: 8")
    assert run(tiny, "whatis", code).code == 1
    ran = run(tiny, "whatis", code, "--output", str(tmp_path / "elsewhere"))
    assert "~ front.value: 5 → 8" in ran.out


def test_whatis_of_a_committed_code_names_the_commit_that_changed_it(past, run):
    code = code_of(past, "five")
    past.edit(COINS, "value: 5", "value: 7")
    middle = code_of(past, "five")
    changed = commit(past, "Coins are worth more", day="2025-04-05")
    past.edit(COINS, "value: 7", "value: 8")
    assert run(past, "whatis", code).out.splitlines() == [
        f"{code}: Tiny Island, coin `five`, Five (content/tiny/coins.yaml:4)",
        f"    not current since 2025-04-05, {changed} Coins are worth more:"
        f" now {code_of(past, 'five')}",
        "      name: Five",
        "    ~ front.value: 5 → 8",
    ]
    assert "not current: now" in run(past, "whatis", middle).out, "not committed yet"


def test_whatis_of_a_committed_code_with_a_typing_error_suggests_it(past, run):
    code = code_of(past, "five")
    past.edit(COINS, "value: 5", "value: 7")
    slip = f"{code[:-1]}{'2' if code[-1] != '2' else '3'}"
    assert f"`{code}` (Five)" in run(past, "whatis", slip).problems[0].hint


def test_whatis_with_a_repository_changes_no_file(past, run):
    def everything() -> dict[str, bytes]:
        files = (path for path in past.root.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}

    code = code_of(past, "five")
    past.edit(COINS, "value: 5", "value: 7")
    before = everything()
    assert run(past, "whatis", code).code == 0
    assert everything() == before


def test_whatis_with_unreadable_revisions_reads_older_ones(past, run):
    code = code_of(past, "five")
    whole = (past.root / COINS).read_text(encoding="utf-8")
    past.edit(COINS, "value: 5", "value: five")
    commit(past, "Broken")
    (past.root / GAME).unlink()
    commit(past, "More broken")
    git(past, "checkout", "--quiet", "HEAD~1", "--", GAME)
    (past.root / COINS).write_text(whole.replace("value: 5", "value: 7"), encoding="utf-8")
    assert "~ front.value: 5 → 7" in run(past, "whatis", code).out


def test_codes_with_a_limit_of_revisions_search_no_further(past, run):
    code = code_of(past, "five")
    for value in (6, 7):
        past.edit(COINS, f"value: {value - 1}", f"value: {value}")
        commit(past, f"Now {value}")
    project = Project(past.root)
    (answer,) = Codes(project, past.output, most_revisions=3).explain(code)
    assert answer.entry.piece == "five"
    with pytest.raises(ProblemsFound) as found:
        Codes(project, past.output, most_revisions=2).explain(code)
    assert [problem.code for problem in found.value.problems] == ["E601"]
    assert run(past, "whatis", code).code == 0


@pytest.mark.parametrize("missing", ["command", "repository", "commit"])
def test_whatis_without_git_refuses_an_unknown_code(missing, past, run, monkeypatch):
    code = code_of(past, "five")
    past.edit(COINS, "value: 5", "value: 7")
    if missing == "command":
        monkeypatch.setenv("PATH", "")
    else:
        shutil.rmtree(past.root / ".git")
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(past.root.parent))
    if missing == "commit":
        monkeypatch.delenv("GIT_CEILING_DIRECTORIES")
        git(past, "init", "--quiet")
    ran = run(past, "whatis", code)
    assert [said.code for said in ran.problems] == ["E601"]
    assert "Traceback" not in ran.err


def test_whatis_of_a_revision_without_tables_of_its_own_finds_the_piece(past, run):
    game = past.root / "content/tiny/game.yaml"
    game.write_text(game.read_text("utf-8").replace("size: mini", "size: mini-euro"), "utf-8")
    (past.root / "content/sizes.yaml").unlink()
    past.edit(COINS, "value: 5", "value: 6")
    commit(past, "the sizes of the package do")
    code = code_of(past, "five")
    past.edit(COINS, "value: 6", "value: 7")
    shutil.rmtree(past.output, ignore_errors=True)
    ran = run(past, "whatis", code)
    assert ran.code == 0, ran.err
    assert "five" in ran.out


def test_whatis_of_a_project_below_the_repository_finds_its_history(past, run, tmp_path):
    inside = tmp_path / "games" / "ours"
    inside.mkdir(parents=True)
    for name in ("content", "templates"):
        shutil.move(past.root / name, inside / name)
    shutil.rmtree(past.root / ".git")
    larger, project = TinyProject(tmp_path / "games"), TinyProject(inside)
    git(larger, "init", "--quiet")
    git(larger, "add", ".")
    git(larger, "commit", "--quiet", "--message", "All")
    code = code_of(project, "five")
    project.edit(COINS, "value: 5", "value: 7")
    assert "~ front.value: 5 → 7" in run(project, "whatis", code).out


def test_whatis_of_a_code_read_from_the_pdf_knows_it(tiny):
    """The code in the PDF, read back, is the one that the command knows."""
    from tests.helpers.pdf_reader import text

    tiny.edit(
        "templates/tiny/coin.svg.j2", "{% endblock %}", "{{ code(6, 15.5, 8.5) }}{% endblock %}"
    )
    (tiny.root / "content" / "tiny" / "claims.yaml").unlink()
    assert tiny.run("build") == 0
    assert code_of(tiny, "five") in text(Path(tiny.built / "tiny-bits.pdf"))


def test_whatis_as_a_process_prints_no_traceback(good):
    command = ROOT / ".venv" / "bin" / "fustella"
    if not command.is_file():
        pytest.skip("not installed in .venv")
    done = subprocess.run(
        [command, "whatis", "\udcff", "TI", "", "--project", good.root],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"E601") == 3


@pytest.mark.parametrize(
    ("typed", "message", "hint"),
    [
        ("", "no version code was typed", "like TI-"),
        ("  ", "no version code was typed", "like TI-"),
        ("TI", "it has 2 letters and figures, a code has 6", "like TI-"),
        ("TI-2345-6", "it has 7 letters and figures", "two letters and 4 of 2345"),
        ("…", "it has 0 letters", "like TI-"),
        ("boat", "it has 4 letters", "the piece `boat` (Boat) has the code TI-"),
        (
            "Person (red)",
            "it has 9 letters",
            "the piece `person-red` (Person (red)) has the code TI-",
        ),
        ("five", "it has 4 letters", "the piece `five` (Five) has the code"),
        ("TI-HHHH", "no code has `H` after its hyphen", "codes begin with TI"),
    ],
)
def test_whatis_of_what_is_no_code_says_why(good, run, typed, message, hint):
    (problem,) = run(good, "whatis", typed).problems
    assert problem.code == "E601"
    assert message in problem.message
    assert hint in problem.hint


def test_whatis_of_a_sign_that_no_code_has_suggests_the_nearest(good, run):
    code = code_of(good, "boat")
    (problem,) = run(good, "whatis", f"{code[:-1]}H").problems
    assert problem.hint == f"did you mean `{code}` (Boat)?"
