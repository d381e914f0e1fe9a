"""The command line as a person meets it: help, tables, exit codes, silence where nobody watches."""

import io
import os
import re
import subprocess
import sys

import pytest

import fustella
import fustella.build.production
from fustella import cli
from fustella.cli.terminal import ProgressLine, table
from tests.conftest import ROOT, TinyProject


def command(*words: str, cwd=ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """The real thing, in a process of its own, not on a terminal."""
    line = [sys.executable, "-m", "fustella", *words]
    env = {**os.environ, **environment}
    return subprocess.run(
        line, capture_output=True, encoding="utf-8", check=False, cwd=cwd, env=env
    )


def helped(capsys, *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        cli.main([*words, "--help"])
    assert left.value.code == 0
    return " ".join(capsys.readouterr().out.split())


def test_help_names_the_commands(capsys):
    text = helped(capsys)
    assert "build" in text
    assert "make the PDFs" in text
    assert "list" in text


@pytest.mark.parametrize(
    "option",
    [
        *("GAME", "--only", "--language", "--paper", "--output", "--project", "--duplex"),
        "--theme",
        *("--players", "--pages", "--copies-from", "--boxes", "--boards", "--printer", "--marks"),
        *("--hexes", "--gutter", "--cutter", "--shop", "--force"),
    ],
)
def test_help_of_build_names_every_option(option, capsys):
    assert option in helped(capsys, "build")


def test_help_says_what_happens_without_an_option(capsys):
    text = helped(capsys, "build")
    for default in ("all games", "A4 (default)", "default: long-edge", "the game's first"):
        assert default in text
    for group in ("what to print:", "how it is printed:", "how it is cut:", "instead of sheets:"):
        assert group in text


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"fustella {fustella.__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["print"],
        ["build", "--papers", "A4"],
        ["build", "--duplex", "both"],
        ["build", "--paper"],
        ["list", "--only", "card"],
        ["build", "--players", "two"],
        ["build", "--players", "0"],
        ["build", "--players", "2", "--copies-from", "more.yaml"],
        ["build", "--pages", "4-2"],
        ["build", "--pages", "2,,3"],
        ["build", "--pages", "0"],
        ["build", "--shop", "--pages", "2"],
        ["build", "--gutter", "2"],
        ["build", "--gutter", "2m"],
        ["build", "--gutter", "60mm"],
        ["build", "--marks", "crosses"],
        ["plan", "--grams", "none"],
        ["plan", "--shop"],
    ],
)
def test_a_mistyped_command_is_exit_2(words, capsys):
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == 2
    assert "usage: fustella" in capsys.readouterr().err


def test_list_counts_designs_pieces_and_sheets(good, run):
    ran = run(good, "list")
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()[2:]]
    assert [row[:2] for row in rows] == [
        *(["tiny", kind] for kind in ("card", "tile", "coin", "counter", "board", "all"))
    ]
    numbers = {row[1]: row[-4:] for row in rows}
    assert numbers["card"][:3] == ["3", "18", "2"]
    assert numbers["tile"][:3] == ["2", "8", "1"]
    assert numbers["coin"][:3] == ["1", "6", "1"]
    assert numbers["counter"] == ["4", "8", "″", "″"]
    assert numbers["board"][:3] == ["1", "1", "2"]
    assert numbers["all"][1:3] == ["41", "6"]


def test_list_makes_nothing(tiny, run):
    before = tiny.hashes()
    tiny.edit_freely("content/tiny/cards.yaml", "copies: 12", "copies: 13")
    assert run(tiny, "list").code == 0
    assert tiny.hashes() == before


def test_build_ends_with_a_table(tiny, run):
    tiny.edit_freely("content/tiny/cards.yaml", "copies: 12", "copies: 13")
    ran = run(tiny, "build")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    heads = ["file", "what", "pieces", "sheets", "bound", "waste", "ink", "size"]
    assert lines[0].split() == heads
    assert max(map(len, lines)) < 120 + len(str(tiny.built))
    card = next(line for line in lines if "tiny-card.pdf" in line)
    assert re.search(r" Cards +19 +2 +\d +\d+% +0\.\d\d +\d+ kB$", card)
    assert lines[-1].split()[:2] == ["all", "42"]


def test_a_faulty_game_does_not_hold_up_the_others(tiny, run):
    for part in ("content", "templates"):
        folder = tiny.root / part / "tiny"
        copy = tiny.root / part / "other"
        copy.mkdir()
        for path in folder.iterdir():
            (copy / path.name).write_bytes(path.read_bytes())
    tiny.edit("content/other/coins.yaml", "value: 5", "value: five")
    ran = run(tiny, "build")
    assert ran.code == 1
    assert [said.file for said in ran.problems] == ["content/other/coins.yaml"]
    assert ran.err.endswith("1 problem; the files of other are as they were\n")
    assert "tiny-card.pdf" in ran.out
    assert not (tiny.output / "other").exists()


def test_what_all_games_stumble_over_is_said_once(tiny, run):
    (tiny.root / "content" / "other").mkdir()
    (tiny.root / "content" / "other" / "game.yaml").write_text("languages: [en]\n", "utf-8")
    ran = run(tiny, "build", "--paper", "A7")
    assert [said.code for said in ran.problems] == ["E003"]
    assert ran.err.endswith("1 problem; nothing was replaced\n")


def test_a_game_named_twice_is_built_once(tiny, run):
    ran = run(tiny, "build", "tiny", "tiny")
    assert ran.out.count("tiny-card.pdf") == 1


def test_python_m_fustella_in_a_folder_of_the_project(tiny):
    done = command("build", cwd=tiny.root / "content" / "tiny")
    assert (done.returncode, done.stderr) == (0, "")
    assert "tiny-card.pdf" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout


def test_the_command_outside_of_any_project(tmp_path):
    done = command("list", cwd=tmp_path)
    assert done.returncode == 1
    assert f"{tmp_path}: E001" in done.stderr
    assert "hint: " in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_lacks_a_letter_gets_a_question_mark(encoding, tiny):
    done = command("list", cwd=tiny.root, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "tiny  card" in done.stdout
    assert "????" in done.stdout


def test_paths_are_shown_from_the_current_folder(tiny, monkeypatch, run):
    monkeypatch.chdir(tiny.root)
    assert re.search(r"\noutput/tiny/en-A4/ .*\n(  .*\n)*  tiny-card.pdf ", run(tiny, "build").out)


def test_a_project_named_wrongly_is_not_looked_for_above(tiny, run):
    ran = run(TinyProject(tiny.root / "misspelt"), "list")
    assert (ran.code, [said.code for said in ran.problems]) == (1, ["E001"])


def test_interrupting_leaves_everything_as_it_was(tiny, run, monkeypatch):

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    before = tiny.hashes()
    monkeypatch.setattr(fustella.build.production, "impose", interrupted)
    ran = run(tiny, "build")
    assert ran.code == 130
    assert "untouched" in ran.err
    assert tiny.hashes() == before


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_meter_is_quiet_where_nobody_watches():
    pipe = io.StringIO()
    with ProgressLine(pipe) as meter:
        meter.show("faces", 1, 2)
    assert pipe.getvalue() == ""


def test_the_meter_shows_and_cleans_up_on_a_terminal():
    screen = Terminal()
    with ProgressLine(screen) as meter:
        meter.show("faces", 1, 2)
    assert "faces 1 of 2" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_tables_line_up():
    text = table(("what", "n"), [("cards", "18"), ("tiles", "8")], "lr")
    assert text.splitlines() == ["what    n", "─────  ──", "cards  18", "tiles   8"]


def test_an_empty_project_says_how_to_begin(tmp_path, run):
    (tmp_path / "content").mkdir()
    ran = run(TinyProject(tmp_path), "list")
    assert ran.code == 1
    assert "game.yaml" in ran.problems[0].hint


def test_games_may_stand_on_both_sides_of_a_flag(tiny, capsys):
    assert tiny.run("list", "tiny") == 0
    once = capsys.readouterr().out
    root = str(tiny.root)
    assert cli.main(["list", "--project", root, "tiny"]) == 0
    assert cli.main(["list", "tiny", "--project", root, "tiny"]) == 0
    assert capsys.readouterr().out == once * 2


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["build", "tiny", "--colour", "red"], "--colour red"),
        (["kit", "show", "club", "other"], "other"),
    ],
)
def test_what_no_command_knows_is_refused(arguments, wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 2
    assert f"unrecognized arguments: {wrong}" in capsys.readouterr().err


def test_a_game_may_be_named_by_its_folder(tiny, run, monkeypatch):
    monkeypatch.chdir(tiny.root)
    assert run(tiny, "list", "content/tiny/").code == 0
    assert run(tiny, "list", str(tiny.root / "content" / "tiny")).code == 0


@pytest.mark.parametrize("name", ["../content/tiny", "..", ".", "./tiny", "tiny/cards.yaml"])
def test_a_path_is_no_name_of_a_game(name, tiny, run):
    ran = run(tiny, "build", name)
    assert [problem.code for problem in ran.problems] == ["E002"]
    assert not (tiny.root / "content" / "tiny" / "en-A4").exists()
