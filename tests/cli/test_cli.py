"""The command line: help, exit codes, tables, the progress line."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fustella
import fustella.build.production
from fustella.cli.command import main
from fustella.cli.tables import shorten, table
from fustella.cli.terminal import plural
from tests.conftest import TinyProject
from tests.helpers.sharing import ROOT


def command(*words: str, cwd=ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, without a terminal."""
    line = [sys.executable, "-m", "fustella", *words]
    env = {**os.environ, **environment}
    return subprocess.run(
        line, capture_output=True, encoding="utf-8", check=False, cwd=cwd, env=env
    )


def helped(capsys, *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main([*words, "--help"])
    assert left.value.code == 0
    return " ".join(capsys.readouterr().out.split())


def test_help_names_commands_and_what_they_do(capsys):
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


def test_help_of_build_shows_defaults_and_groups(capsys):
    text = helped(capsys, "build")
    for default in ("all games", "A4 (default)", "default: long-edge", "the game's first"):
        assert default in text
    for group in ("what to print:", "how it is printed:", "how it is cut:", "instead of sheets:"):
        assert group in text


COMMANDS = (
    *("build", "kit new a b", "kit list", "kit show a", "kit printed a", "plan", "preview"),
    *("calibrate", "check", "diff", "list", "pull", "whatis a"),
)


def test_parse_of_any_command_loads_no_implementation():
    script = f"""
import sys
from importlib import import_module
from fustella.cli.arguments import parse
entries = [parse(words.split()).entry.split(":") for words in {COMMANDS!r}]
assert not [module for module, _ in entries if module in sys.modules]
assert all(callable(getattr(import_module(module), name)) for module, name in entries)
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def test_version_prints_name_and_version(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"fustella {fustella.__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
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
def test_main_with_a_mistyped_command_exits_with_2(words, capsys):
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("fustella")


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


def test_list_of_changed_content_writes_nothing(tiny, run):
    before = tiny.hashes()
    tiny.edit_freely("content/tiny/cards.yaml", "copies: 12", "copies: 13")
    assert run(tiny, "list").code == 0
    assert tiny.hashes() == before


def test_build_prints_a_table_of_files(tiny, run):
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


def test_build_with_a_faulty_game_builds_the_others(tiny, run):
    for part in ("content", "templates"):
        shutil.copytree(tiny.root / part / "tiny", tiny.root / part / "other")
    tiny.edit("content/other/coins.yaml", "value: 5", "value: five")
    ran = run(tiny, "build")
    assert ran.code == 1
    assert [problem.file for problem in ran.problems] == ["content/other/coins.yaml"]
    assert ran.err.endswith("1 problem; the files of other are as they were\n")
    assert "tiny-card.pdf" in ran.out
    assert not (tiny.output / "other").exists()


def test_build_with_one_problem_in_all_games_reports_it_once(tiny, run):
    (tiny.root / "content" / "other").mkdir()
    (tiny.root / "content" / "other" / "game.yaml").write_text("languages: [en]\n", "utf-8")
    ran = run(tiny, "build", "--paper", "A7")
    assert [problem.code for problem in ran.problems] == ["E003"]
    assert ran.err.endswith("1 problem; nothing was replaced\n")


def test_build_of_a_game_named_twice_builds_it_once(tiny, run):
    ran = run(tiny, "build", "tiny", "tiny")
    assert ran.out.count("tiny-card.pdf") == 1


def test_python_m_fustella_below_the_project_finds_it(tiny):
    done = command("build", cwd=tiny.root / "content" / "tiny")
    assert (done.returncode, done.stderr) == (0, "")
    assert "tiny-card.pdf" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout


def test_command_outside_of_any_project_reports_e001(tmp_path):
    done = command("list", cwd=tmp_path)
    assert done.returncode == 1
    assert f"{tmp_path}: E001" in done.stderr
    assert "hint: " in done.stderr


def test_build_below_the_current_folder_shows_relative_paths(tiny, monkeypatch, run):
    monkeypatch.chdir(tiny.root)
    assert re.search(r"\noutput/tiny/en-A4/ .*\n(  .*\n)*  tiny-card.pdf ", run(tiny, "build").out)


def test_project_option_with_a_missing_folder_reports_e001(tiny, run):
    ran = run(TinyProject(tiny.root / "misspelt"), "list")
    assert (ran.code, [problem.code for problem in ran.problems]) == (1, ["E001"])


def test_build_that_is_interrupted_leaves_all_files_as_they_were(tiny, run, monkeypatch):

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    before = tiny.hashes()
    monkeypatch.setattr(fustella.build.production, "impose", interrupted)
    ran = run(tiny, "build")
    assert ran.code == 130
    assert "untouched" in ran.err
    assert tiny.hashes() == before


def test_table_aligns_columns():
    text = table(("what", "n"), [("cards", "18"), ("tiles", "8")], "lr")
    assert text.splitlines() == ["what    n", "─────  ──", "cards  18", "tiles   8"]


@pytest.mark.parametrize(
    ("text", "drop", "shown"),
    [
        ("Coins, Cards", None, "Coins, Cards"),
        ("Coins, Cards, Tiles", None, "Coins, Card…"),
        ("Coins and a card", None, "Coins and a…"),
        ("Five coins, cards", None, "Five coins,…"),
        ("Five coins, cards", " ,", "Five coins…"),
    ],
)
def test_shorten_of_a_long_text_ends_with_an_ellipsis(text, drop, shown):
    assert shorten(text, 12, drop) == shown


@pytest.mark.parametrize(("count", "text"), [(0, "0 faces"), (1, "1 face"), (2, "2 faces")])
def test_plural_of_anything_but_one_has_an_s(count, text):
    assert plural(count, "face") == text


def test_list_of_an_empty_project_says_how_to_begin(tmp_path, run):
    (tmp_path / "content").mkdir()
    ran = run(TinyProject(tmp_path), "list")
    assert ran.code == 1
    assert "game.yaml" in ran.problems[0].hint


def test_games_around_an_option_are_all_taken(tiny, capsys):
    assert tiny.run("list", "tiny") == 0
    once = capsys.readouterr().out
    root = str(tiny.root)
    assert main(["list", "--project", root, "tiny"]) == 0
    assert main(["list", "tiny", "--project", root, "tiny"]) == 0
    assert capsys.readouterr().out == once * 2


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["build", "tiny", "--ink", "red"], "`--ink`"),
        (["kit", "show", "club", "other"], "`other`"),
    ],
)
def test_main_with_an_unknown_argument_exits_with_2(arguments, wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert wrong in capsys.readouterr().err


def test_game_named_by_its_folder_is_found(tiny, run, monkeypatch):
    monkeypatch.chdir(tiny.root)
    assert run(tiny, "list", "content/tiny/").code == 0
    assert run(tiny, "list", str(tiny.root / "content" / "tiny")).code == 0


@pytest.mark.parametrize("name", ["../content/tiny", "..", ".", "./tiny", "tiny/cards.yaml"])
def test_game_named_by_any_other_path_reports_e002(name, tiny, run):
    ran = run(tiny, "build", name)
    assert [problem.code for problem in ran.problems] == ["E002"]
    assert not (tiny.root / "content" / "tiny" / "en-A4").exists()


def test_tool_started_as_a_module_takes_no_modules_of_the_current_folder(tmp_path):
    for name in ("yaml", "argparse"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('it was run')\n", encoding="utf-8")
    ran = command("--version", cwd=tmp_path, PYTHONPATH=str(Path(fustella.__file__).parents[1]))
    assert (ran.returncode, ran.stderr) == (0, "")
