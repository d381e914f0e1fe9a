"""The manners of the command line, on terminals of any width, with colours or none; in pipes."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fustella.cli.progress
from fustella.cli.command import main
from fustella.cli.progress import ProgressLine
from fustella.cli.tables import listing, table
from fustella.cli.terminal import wrapped
from fustella.core.processes.status import StatusPage
from fustella.core.processes.steps import step, tell_on, waiting
from fustella.core.values.problems import Place
from tests.cli.terminals import on_terminal, posix
from tests.helpers.sharing import ROOT


def piped(*words: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, without a terminal."""
    line = [sys.executable, "-m", "fustella", *words]
    env = {**os.environ, **environment}
    return subprocess.run(
        line, capture_output=True, encoding="utf-8", check=False, cwd=cwd, env=env
    )


def in_shell(line: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of bash; `fustella` is the command."""
    begin = f'fustella() {{ "{sys.executable}" -m fustella "$@"; }}\n'
    env = {**os.environ, "PYTHONPATH": str(ROOT / "generator"), **environment}
    return subprocess.run(
        ["bash", "-c", begin + line], capture_output=True, check=False, cwd=cwd, env=env
    )


def mistyped(capsys, *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


def helped(capsys, *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code in (None, 0)
    return capsys.readouterr().out


# Help.


def test_the_command_alone_prints_its_help(capsys):
    assert helped(capsys) == helped(capsys, "--help") == helped(capsys, "help")


@pytest.mark.parametrize("command", ["kit", "translate"])
def test_a_command_with_commands_alone_prints_its_help(command, capsys):
    assert helped(capsys, command) == helped(capsys, command, "--help")


@pytest.mark.parametrize("words", [("build",), ("kit", "new"), ("check",)])
def test_help_of_a_command_comes_first_or_last(words, capsys):
    assert helped(capsys, "help", *words) == helped(capsys, *words, "--help")


@pytest.mark.parametrize("words", [("build",), ("kit",), ("calibrate",)])
def test_help_of_a_command_ends_with_what_all_have_and_with_examples(words, capsys):
    text = helped(capsys, "help", *words)
    own, common, examples = (text.index(part) for part in ("--project", "--color", "examples:"))
    assert own < common < examples
    assert f"\n  fustella {words[0]} " in text[examples:]


@pytest.mark.parametrize(
    "command",
    [
        *("new", "build", "kit", "kit new", "plan", "preview", "calibrate", "check", "diff"),
        *("eject", "export", "icons", "translate", "translate export", "translate import"),
    ],
)
def test_help_with_its_examples_fits_a_terminal_of_eighty_columns(command, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    text = helped(capsys, "help", *command.split())
    assert "\nexamples:\n  fustella " in text
    assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("command", ["kit", "translate"])
def test_options_of_all_commands_stand_anywhere_in_a_command_with_commands(command, tiny):
    assert main((command, "--project", str(tiny.root), "--color", "never", "list")) == 0


# Words that are mistyped.


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("biuld",), "there is no command `biuld`; did you mean `build`?"),
        (("BUILD",), "there is no command `BUILD`; did you mean `build`?"),
        (("kit", "shwo", "club"), "there is no command `shwo`; did you mean `show`?"),
        (("help", "bild"), "there is no command `bild`; did you mean `build`?"),
        (
            ("build", "--langage", "en"),
            "there is no option `--langage`; did you mean `--language`?",
        ),
        (("build", "--papper=A4"), "there is no option `--papper`; did you mean `--paper`?"),
        (("build", "--xyzzy"), "there is no option `--xyzzy`\n"),
        (("--language", "en", "build"), "--language stands after the command"),
        (("build", "--theme", "gray"), "did you mean `grey`?"),
        (("export", "--to", "ttss"), "did you mean `tts`?"),
        (("build", "--duplex", "shortedge"), "did you mean `short-edge`?"),
        (("build", "--duplex", "yes"), "there is no `yes`; write long-edge, or short-edge where"),
        (("build", "--theme", "dark"), "there is no `dark`; write full, low-ink or grey\n"),
        (("check", "--format", "xml"), "there is no `xml`; write text, json or github\n"),
        (("build", "--cutter", "silhouete"), "no `silhouete`; did you mean `silhouette`?\n"),
        (("completion", "cmd"), "there is no `cmd`; write bash, zsh, fish or powershell\n"),
        (("new", "fox", "--from", "card"), "did you mean `cards`?"),
        (("build", "--paper"), "--paper needs a word after it"),
        (("kit", "new"), "NAME is missing\n    usage: fustella kit new NAME [GAME]"),
        (("whatis",), "CODE is missing\n    usage: fustella whatis CODE … [OPTION …]"),
        (("build", "--players", "2", "--copies-from", "x"), "cannot be used together with"),
        (("build", "--force=yes"), "--force is used alone"),
        (("build", "--s"), "--s may be any of"),
        (("build", "--shop", "--cutter", "cricut"), "--shop makes no sheets"),
        (("export", "--dpi", "300"), "add --to FORMAT"),
        (("kit", "show", "club", "other"), "it does not take `other`"),
        (("explain", "--project", "here"), "there is no option `--project`"),
        (("--project", "here", "explain"), "it has no --project"),
        (("build", "--sheets"), "here: `fustella plan` and `fustella export` have it"),
        (("build", "--version"), "here: `fustella` has it"),
        (("--langage", "en", "build"), "no option `--langage`; did you mean `--language`?"),
        (("--prune", "export"), "stands after the command: fustella export --prune"),
        (("check", "--yes"), "--yes: it answers what --fix asks; add --fix"),
        (("explain", "E201", "E202"), "one problem at a time: fustella explain E201"),
    ],
)
def test_a_mistyped_word_is_named_with_what_may_be_meant(words, told, capsys):
    said = mistyped(capsys, *words)
    assert told in said
    for jargon in ("argument ", "invalid", "unrecognized", "positional"):
        assert jargon not in said


def test_a_mistyped_paper_is_told_with_the_nearest(tiny, run):
    assert run(tiny, "plan", "--no-ink", "--paper", "LETER").problems[0].hint == (
        "did you mean `Letter`?"
    )


# Words whatever their case.


def test_papers_games_languages_themes_and_kinds_are_found_whatever_their_case(tiny, run):
    typed = ("--paper", "LETTER", "--language", "EN", "--theme", "Low-Ink", "--only", "Coin")
    written = ("--paper", "Letter", "--language", "en", "--theme", "low-ink", "--only", "coin")
    first, second = run(tiny, "build", "TINY", *typed), run(tiny, "build", "tiny", *written)
    assert (first.code, first.out) == (0, second.out)
    assert "tiny/en-Letter-low-ink/" in first.out


def test_a_paper_of_the_project_is_found_whatever_its_case(tiny, run):
    (tiny.root / "content" / "papers.yaml").write_text(
        "Cartone: {width: 200mm, height: 250mm, margin: 5mm}\n", encoding="utf-8"
    )
    assert "tiny/en-Cartone/" in run(tiny, "build", "--paper", "CARTONE").out


def test_a_kit_is_found_whatever_its_case(club, run):
    assert run(club, "kit", "show", "CLUB").out == run(club, "kit", "show", "club").out


# Options of all commands.


@pytest.mark.parametrize(
    "words",
    [
        ("--project", "{root}", "list", "tiny"),
        ("list", "--project", "{root}", "tiny"),
        ("--debug", "--color", "never", "--project", "{root}", "list", "tiny"),
        ("--project={root}", "--colour=never", "list", "tiny", "--debug"),
    ],
)
def test_project_debug_and_color_stand_before_the_command_or_after_it(words, tiny, capsys):
    assert main(["list", "tiny", "--project", str(tiny.root)]) == 0
    usual = capsys.readouterr().out
    assert main([word.format(root=tiny.root) for word in words]) == 0
    assert capsys.readouterr().out == usual


# The width of the terminal.


@posix
@pytest.mark.parametrize(
    "words",
    [
        *(("list",), ("plan", "--no-ink", "--sheets"), ("build",), ("export",), ("eject",)),
        *(("check",), ("explain", "font")),
    ],
)
def test_what_is_printed_fits_a_terminal_of_80_columns(words, good):
    shown = on_terminal(*words, cwd=good.root, columns=80)
    assert shown.code == 0
    assert len(shown.lines) > 3
    assert max(map(len, shown.lines)) <= 80


@posix
def test_names_are_shortened_on_narrow_terminals_alone(tiny):
    name = "Cards of the old kingdom beyond the seven seas and the mountains, with their ledgers"
    tiny.edit_freely("content/tiny/game.yaml", "{en: Cards,", f'{{en: "{name}",')
    narrow, wide = (on_terminal("list", cwd=tiny.root, columns=size) for size in (80, 200))
    assert any("Cards of the old" in line and "…" in line for line in narrow.lines)
    assert max(map(len, narrow.lines)) <= 80
    assert any(name in line for line in wide.lines)
    assert piped("list", cwd=tiny.root).stdout.splitlines() == wide.lines


@posix
def test_a_plan_explains_the_columns_that_it_shows(good):
    narrow = on_terminal("plan", "--no-ink", cwd=good.root, columns=60)
    assert "bound" not in " ".join(narrow.lines)
    assert "bound: the fewest sheets" in piped("plan", "--no-ink", cwd=good.root).stdout


@posix
def test_a_mistyped_word_is_told_in_lines_that_fit(good):
    shown = on_terminal("export", "--to", "ttss", cwd=good.root, columns=60)
    assert shown.code == 2
    assert max(map(len, shown.lines)) <= 60
    assert "did you mean `tts`?" in " ".join(shown.lines)


@posix
def test_problems_are_wrapped_between_words_on_a_terminal_alone(tiny):
    tiny.edit_freely("content/tiny/coins.yaml", "copies: 6", "copiess: 6")
    narrow = on_terminal("list", cwd=tiny.root, columns=60)
    whole = piped("list", cwd=tiny.root).stderr.splitlines()
    assert narrow.code == 1
    assert max(map(len, narrow.lines)) <= 60 < max(map(len, whole))
    assert " ".join(" ".join(narrow.lines).split()) == " ".join(" ".join(whole).split())


def test_a_line_is_broken_between_words_and_never_between_backticks():
    line = "    hint: write `copies: {2: 4, 3: 6}` or one number"
    assert wrapped(line, 30, "      ").splitlines() == [
        "    hint: write",
        "      `copies: {2: 4, 3: 6}`",
        "      or one number",
    ]
    assert wrapped(line, 0, "") == line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_table_leaves_out_spare_columns_where_there_is_no_room(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    rows = [("a-file-with-a-long-name.pdf", "Cards of the kingdom", "18", "17%")]
    heads = ("file", "what", "pieces", "waste")
    shown = table(heads, rows, "llrr", ("waste", "what")).splitlines()
    assert shown[0].split() == ["file", "pieces"]
    assert max(map(len, shown)) <= 40


def test_a_listing_wraps_beside_its_names(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = listing([("png", "pictures of single pieces, transparent outside"), ("pdf", "a PDF")])
    assert shown.splitlines() == [
        "png  pictures of single pieces,",
        "     transparent outside",
        "pdf  a PDF",
    ]


# Colours.


@posix
@pytest.mark.parametrize(
    ("words", "environment", "coloured"),
    [
        ((), {}, True),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"TERM": "dumb"}, False),
        ((), {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ((), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
    ],
)
def test_a_terminal_has_colours_unless_they_are_not_wanted(words, environment, coloured, good):
    shown = on_terminal("list", *words, cwd=good.root, **environment)
    assert (shown.code, shown.codes) == (0, coloured)


@pytest.mark.parametrize(
    ("words", "environment", "coloured"),
    [((), {}, False), ((), {"FORCE_COLOR": "1"}, True), (("--color", "always"), {}, True)],
)
def test_a_pipe_has_colours_only_when_they_are_asked_for(words, environment, coloured, good):
    unset = {"NO_COLOR": "", "FORCE_COLOR": "", **environment}
    done = piped("list", *words, "nowhere", cwd=good.root, **unset)
    assert (done.returncode, "\x1b[" in done.stderr) == (1, coloured)


# Progress.


@posix
def test_a_build_says_what_it_does_and_leaves_only_its_table(tiny):
    tiny.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    shown = on_terminal("build", cwd=tiny.root)
    assert "tiny: reading …" in shown.written
    assert "tiny: drawing …" in shown.written
    assert shown.lines[0].split()[:2] == ["file", "what"]
    assert not any("…" in line for line in shown.lines)


@posix
def test_a_dumb_terminal_is_written_line_by_line(tiny):
    tiny.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    shown = on_terminal("build", cwd=tiny.root, TERM="dumb")
    assert shown.code == 0
    assert "\r" not in shown.written.replace("\r\n", "")


class Clock:
    def __init__(self, monkeypatch) -> None:
        self.now_s = 100.0
        monkeypatch.setattr(fustella.cli.progress.time, "monotonic", lambda: self.now_s)


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    return Clock(monkeypatch)


@pytest.fixture
def _page():
    tell_on(StatusPage())
    yield
    tell_on(None)


def on_screen(screen: io.StringIO) -> str:
    return screen.getvalue().rpartition("\r")[2].rstrip()


def test_progress_shows_each_kind_of_work_at_once_and_wipes_itself_off(clock):
    screen = io.StringIO()
    line = ProgressLine(screen)
    line.show("tiny: reading", 0, 0)
    assert on_screen(screen) == "tiny: reading …"
    line.show("tiny: faces", 1, 9)
    assert on_screen(screen) == "tiny: faces 1 of 9"
    line.show("tiny: faces", 2, 9)  # too soon to be seen
    assert on_screen(screen) == "tiny: faces 1 of 9"
    line.wipe()
    assert on_screen(screen) == ""


def test_a_silent_command_shows_how_long_its_work_takes(clock):
    screen = io.StringIO()
    line = ProgressLine(screen)
    line.show("tiny: drawing", 0, 0)
    clock.now_s += 0.5
    line.look()
    assert on_screen(screen) == "tiny: drawing …"
    clock.now_s += 2.5
    line.look()
    assert on_screen(screen) == "tiny: drawing … 3 s"


@pytest.mark.usefixtures("_page")
def test_a_command_that_tells_nothing_shows_the_step_that_it_takes(clock):
    screen = io.StringIO()
    line = ProgressLine(screen)
    clock.now_s += 1.5
    line.look()
    assert on_screen(screen) == "working … 2 s"
    with step("reading the game", Place("tiny"), 60):
        clock.now_s += 1.5
        line.look()
    assert on_screen(screen) == "reading the game tiny … 2 s"


@pytest.mark.usefixtures("_page")
def test_nothing_is_shown_while_somebody_is_waited_for(clock):
    screen = io.StringIO()
    line = ProgressLine(screen)
    line.show("tiny: drawing", 0, 0)
    line.wipe()
    with waiting():
        clock.now_s += 60
        line.look()
    assert on_screen(screen) == ""


def test_a_dumb_terminal_shows_a_line_from_time_to_time(clock):
    screen = io.StringIO()
    line = ProgressLine(screen, dumb=True)
    line.show("tiny: faces", 1, 9)
    assert screen.getvalue() == ""
    clock.now_s += 11
    line.look()
    line.look()
    assert screen.getvalue() == "tiny: faces 1 of 9 11 s\n"


# Pipes.


@posix
@pytest.mark.parametrize("words", ["list", "build", "plan --no-ink", "--help", "explain E201"])
def test_a_reader_who_has_read_enough_changes_no_exit_code(words, good):
    done = in_shell(f"fustella {words} | head -n 1; exit ${{PIPESTATUS[0]}}", good.root)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1


@posix
def test_a_failing_command_fails_whoever_reads(tiny):
    tiny.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: six")
    done = in_shell("fustella build 2>&1 | head -n 1; exit ${PIPESTATUS[0]}", tiny.root)
    assert done.returncode == 1
    assert b"E1" in done.stdout


@posix
@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1", "de_DE.ISO-8859-15"])
def test_a_pipe_is_in_utf_8_in_any_locale(locale, good):
    done = in_shell("fustella list", good.root, LC_ALL=locale, PYTHONIOENCODING="")
    assert done.returncode == 0
    assert "─────" in done.stdout.decode()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_a_console_that_lacks_a_character_shows_one_like_it(encoding, good):
    done = piped("list", cwd=good.root, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "----" in done.stdout
    assert "?" not in done.stdout


# Without a project.


def test_calibrate_outside_of_a_project_makes_its_sheet_there(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "--paper", "letter", "--language", "DE"]) == 0
    assert capsys.readouterr().out == "output/calibration-Letter.pdf\n"
    assert (tmp_path / "output" / "calibration-Letter.pdf").read_bytes().startswith(b"%PDF")
    assert main(["calibrate", "--printer", "home", "--dx", "1", "--dy", "1"]) == 1
    assert "E001" in capsys.readouterr().err


# Completion.


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_prints_what_a_shell_evaluates(shell, capsys):
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert "fustella" in text
    assert "_ARGCOMPLETE" in text


@posix
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fustella bui", ["build"]),
        ("fustella build --pap", ["--paper"]),
        ("fustella build --sti", ["--stickers"]),
        ("fustella build ti", ["tiny"]),
        ("fustella build --paper Le", ["Letter", "Legal"]),
        ("fustella build --theme l", ["low-ink"]),
        ("fustella build --only card,coi", ["card,coin"]),
        ("fustella odds tiny --kind card,coi", ["card,coin"]),
        ("fustella odds --deck coi", ["coin"]),
        ("fustella odds --and-w", ["--and-where"]),
        ("fustella build --language e", ["en"]),
        ("fustella kit show cl", ["club"]),
        ("fustella build --kit cl", ["club"]),
        ("fustella diff cl", ["club"]),
        ("fustella export --to tt", ["tts"]),
        ("fustella explain E20", ["E201", "E202", "E203", "E204", "E205", "E206"]),
        ("fustella eject back", ["back"]),
        ("fustella help whati", ["whatis"]),
        ("fustella playtest ", ["tiny", "import", "report"]),
        ("fustella playtest tiny im", []),
        ("fustella playtest imp", ["import"]),
        ("fustella playtest report t", ["tiny"]),
        ("fustella playtest report --format j", ["json"]),
        ("fustella --color never playtest report t", ["tiny"]),
        ("fustella playtest import content/tiny/game.y", ["content/tiny/game.yaml"]),
        ("fustella playtest import --out", ["--output"]),
    ],
)
def test_a_shell_completes_commands_and_the_names_of_a_project(line, words, club):
    asked = (
        "_ARGCOMPLETE=1 _ARGCOMPLETE_IFS=' ' _ARGCOMPLETE_SUPPRESS_SPACE=1 _ARGCOMPLETE_SHELL=bash"
    )
    shell = f"{asked} COMP_LINE='{line}' COMP_POINT={len(line)} fustella 8>&1 1>/dev/null 2>&1"
    done = in_shell(shell, club.root)
    assert set(done.stdout.decode().split()) == set(words)


POISONED = ("a\nFORGED", "a\x1b[2Jx", "a\u202ex", "a\x0bFORGED", "a\u2028FORGED")


@posix
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("build a", {"able"}),
        ("build --output a", {"able/", "amber/"}),
        ("build --output amber/", {"amber/inner/"}),
        ("build --copies-from a", {"able/", "amber/", "apple.yaml"}),
        ("build --copies-from .hid", {".hidden"}),
        ("build --kit a", {"able"}),
        ("kit show a", {"able"}),
        ("diff a", {"able"}),
        ("build --paper a", set()),  # a table with such names is refused
        ("build --only a", {"able"}),
        ("eject a", {"able"}),
        ("build --language a", {"able", "all"}),
    ],
)
def test_names_that_steer_a_terminal_are_not_completed(typed, words, tmp_path):
    content, kits, ready = (tmp_path / name for name in ("content", "kits", "templates/ready"))
    for folder in (content, kits, ready, tmp_path / "amber" / "inner"):
        folder.mkdir(parents=True)
    (tmp_path / "apple.yaml").touch()
    (tmp_path / ".hidden").touch()
    names = ("able", *POISONED)
    for name in names:
        (content / name).mkdir()
        quoted = json.dumps({name: {} for name in names})
        game = f"title: A\nlanguages: {json.dumps(names)}\nkinds: {quoted}\n"
        (content / name / "game.yaml").write_text(game, encoding="utf-8")
        (tmp_path / name).mkdir()
        (kits / f"{name}.yaml").touch()
        (ready / f"{name}.svg.j2").touch()
    sizes = {name: {"width": "210mm", "height": "297mm"} for name in names}
    (content / "papers.yaml").write_text(json.dumps(sizes), encoding="utf-8")
    line = f"fustella {typed}"
    asked = (
        "_ARGCOMPLETE=1 _ARGCOMPLETE_IFS='|' _ARGCOMPLETE_SUPPRESS_SPACE=1 _ARGCOMPLETE_SHELL=bash"
    )
    shell = f"{asked} COMP_LINE='{line}' COMP_POINT={len(line)} fustella 8>&1 1>/dev/null 2>&1"
    said = in_shell(shell, tmp_path).stdout.decode()
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u202e]|FORGED", said)
    assert {word.split(":")[0].strip() for word in said.split("|") if word} >= words


@posix
def test_bash_completes_by_what_it_evaluated(good, tmp_path):
    program = tmp_path / "fustella"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fustella "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = f"""
        unset -f fustella; PATH="{tmp_path}:$PATH"
        eval "$(fustella completion bash)"
        COMP_LINE="fustella build ti" COMP_POINT=17 COMP_TYPE=9
        _python_argcomplete fustella
        echo "${{COMPREPLY[@]}}"
    """
    assert in_shell(script, good.root).stdout.split() == [b"tiny"]
