"""Which modules a command loads: each takes time before anything happens."""

import re
import subprocess
import sys

import pytest

from fustella.cli.arguments import COMMANDS, SMALL
from tests.conftest import copy_of_state
from tests.helpers.sharing import ROOT

ROW = re.compile(r"import time:\s+\d+ \|\s+\d+ \| +(\S+)$", re.MULTILINE)

DRAWS_OR_READS = frozenset(
    (
        *("fustella.core.values.model", "fustella.build.pipeline", "fustella.build.job"),
        *("jinja2", "PIL", "pypdfium2", "reportlab", "typst", "uharfbuzz", "yaml"),
    )
)
"""No command needs these that says what it can do, or that nothing has changed."""

HEAVY_OF_PYTHON = frozenset(
    (
        *("concurrent.futures", "csv", "difflib", "email", "http", "importlib.metadata"),
        *("logging", "pkgutil", "shutil", "ssl", "subprocess", "tempfile", "urllib.request"),
        "xml",
    )
)

NEVER_TO_BUILD = frozenset(
    (
        *("argcomplete", "fontTools", "pypdf", "starlette", "svgwrite"),
        *("uvicorn", "watchfiles", "xlsxwriter"),
        *("email", "http", "importlib.metadata", "ssl", "urllib.request"),
        *("fustella.export.run", "fustella.preview", "fustella.pull", "fustella.translate.fit"),
    )
)
"""What only serves, exports, translates, fetches or cuts, and what comes with it."""


def loaded(*words: str) -> set[str]:
    """The modules that a command loads, in both of its processes."""
    command = [sys.executable, "-X", "importtime", "-m", "fustella", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    found = set(ROW.findall(done.stderr))
    assert "fustella.cli.arguments" in found, done.stderr
    return found


def drawing_or_reading(found: set[str]) -> set[str]:
    """Those modules that draw or read; the faces of these rooms load nothing by themselves."""
    rooms = ("fustella.draw.", "fustella.read.")
    return {name for name in found if name in DRAWS_OR_READS or name.startswith(rooms)}


@pytest.mark.parametrize("words", [("--help",), ("help", "build"), ("build", "--papers", "A4")])
def test_help_and_a_mistyped_option_load_nothing_that_draws_or_reads(words):
    assert not drawing_or_reading(loaded(*words))


@pytest.mark.parametrize("words", [("--help",), ("help", "export"), ("--version",)])
def test_help_loads_little_of_python(words):
    assert not loaded(*words) & HEAVY_OF_PYTHON


def test_build_in_which_nothing_changed_loads_nothing_that_draws_or_reads(
    good, tmp_path, monkeypatch
):
    # Else it may find what another test is writing, and load what finishes that.
    monkeypatch.setenv("XDG_STATE_HOME", str(copy_of_state(tmp_path)))
    found = loaded("build", "--project", str(good.root))
    assert not drawing_or_reading(found) | (found & HEAVY_OF_PYTHON)


def test_cold_build_loads_nothing_that_it_does_not_need(good, tmp_path):
    found = loaded("build", "--project", str(good.root), "--output", str(tmp_path))
    assert list(tmp_path.glob("tiny/*/*.pdf"))
    assert found >= {"fustella.build.pipeline"}
    assert "typst" not in found  # a process of its own draws with it
    assert not found & NEVER_TO_BUILD


def test_check_of_a_game_without_booklets_loads_nothing_for_them(good):
    found = loaded("check", "--project", str(good.root))
    booklets = ("fustella.check.restating", "fustella.read.rules.booklet", "fustella.rules.")
    assert "fustella.check.numbers" in found
    assert "markdown_it" not in found
    assert not [name for name in found if name.startswith(booklets)]


def test_build_loads_themes_and_pictures_on_demand():
    script = "import sys, fustella.build.pipeline as it\nit.load()\nprint(*sys.modules)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    found = set(done.stdout.split())
    assert "fustella.draw.artist" in found
    assert not found & {
        "PIL",
        "fustella.draw.svg.clean",
        "fustella.draw.themes.low_ink",
        "pypdfium2",
    }


@pytest.mark.parametrize("words", [("--version",), ("build", "--papers", "A4")])
def test_command_does_without_typing_extensions(words):
    found = loaded(*words)
    assert "msgspec" in found
    assert "inspect" not in found


def test_libraries_find_typing_extensions_all_the_same():
    script = (
        "import sys\n"
        "from fustella.core.processes.status import StatusPage\n"
        "from fustella.core.processes.worker import tell_steps_on\n"
        "tell_steps_on(StatusPage())\n"
        "assert 'msgspec' in sys.modules and 'typing_extensions' not in sys.modules\n"
        "import typing_extensions\nassert typing_extensions.TypedDict"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def test_supervisor_has_loaded_next_to_nothing():
    heavy = {"msgspec", "argparse", "datetime", "hashlib", "json", "pathlib", "threading"}
    script = f"import sys, fustella.cli\nassert not {heavy!r} & {{*sys.modules}}"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def modules_of(*words: str) -> set[str]:
    """The modules that are there when the words of a command are understood."""
    script = "import sys\nfrom fustella.cli.arguments import parse\ntry: parse(sys.argv[1:])\n"
    script += "except SystemExit: pass\nfor one in sys.modules: print(f'\\n{one}')"
    command = [sys.executable, "-c", script, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return {*done.stdout.splitlines()}


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        ("--version", set()),
        ("--help", set()),
        ("kit show club", {"kit"}),
        ("build --paper", {"build"}),
        ("help check", {"check"}),
        ("help export", {"export"}),
    ],
)
def test_command_loads_its_own_options_and_nothing_that_draws_or_reads(words, commands):
    found, inside = modules_of(*words.split()), "fustella.cli.commands."
    assert {name.removeprefix(inside) for name in found if name.startswith(inside)} == commands
    assert not found & (DRAWS_OR_READS | HEAVY_OF_PYTHON)


def test_a_mistyped_option_loads_nothing_that_draws_or_reads():
    found = modules_of("build", "--papers", "A4")
    modules = {"small", *COMMANDS} - {*SMALL}
    assert {f"fustella.cli.commands.{name}" for name in modules} <= found
    assert not found & DRAWS_OR_READS
