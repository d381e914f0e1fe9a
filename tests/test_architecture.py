"""The layers of the package (docs/architecture.md), read from its imports."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.helpers.sharing import ROOT

PACKAGE = ROOT / "generator" / "fustella"
MODULES = sorted(PACKAGE.rglob("*.py"))

FLOORS = (
    ("core",),
    ("read", "draw", "impose", "check", "write"),
    ("review", "pull", "covers", "rules", "git"),
    ("build",),
    ("history", "export", "translate"),
    ("kits", "workbench", "play"),
    ("preview", "schema"),
    ("start",),
    ("intake",),
    ("cli",),
)
"""Rooms from the ground up. A room imports rooms of lower floors, and none beside it."""

ONLY_IN = {
    "argcomplete": ("cli",),
    "fontTools": ("draw",),
    "isal": ("write",),
    "jinja2": ("draw", "history", "export"),
    "markdown_it": ("read",),
    "markupsafe": ("draw",),
    "pypdf": ("write",),
    "pypdfium2": ("write",),
    "reportlab": ("write",),
    "starlette": ("preview",),
    "svgwrite": ("write",),
    "typst": ("draw",),
    "uharfbuzz": ("draw", "write"),
    "uniseg": ("draw",),
    "urllib": ("pull",),
    "uvicorn": ("preview",),
    "watchfiles": ("build",),
    "xlsxwriter": ("write",),
    "yaml": ("read",),
}
"""Libraries, and the rooms that know them."""

FREE_FACES = (
    *(
        "fustella.build",
        "fustella.check",
        "fustella.cli",
        "fustella.core",
        "fustella.covers",
        "fustella.draw",
    ),
    *("fustella.export", "fustella.git"),
    *("fustella.history", "fustella.impose", "fustella.intake", "fustella.kits"),
    "fustella.preview",
    *(
        "fustella.play",
        "fustella.pull",
        "fustella.read",
        "fustella.resources",
        "fustella.review",
        "fustella.rules",
        "fustella.schema",
        "fustella.start",
        "fustella.translate",
        "fustella.workbench",
        "fustella.write",
    ),
)
HEAVY = ("jinja2", "numpy", "PIL", "pypdf", "pypdfium2", "reportlab", "starlette")
HEAVY += (
    "argcomplete",
    "markdown_it",
    "svgwrite",
    "xlsxwriter",
    "typst",
    "uharfbuzz",
    "uniseg",
    "uvicorn",
    "watchfiles",
    "fontTools",
)

HEIGHT = {room: height for height, floor in enumerate(FLOORS) for room in floor}


def room_of(path: Path) -> str:
    """The room that a file lies in; "" for the two files at the root of the package."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else ""


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module, itself first."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.fixture(scope="module", autouse=True)
def _nodes_are_let_go() -> Iterator[None]:
    """Half a million nodes are more than all other tests of a process together keep."""
    yield
    nodes_of.cache_clear()


def imports(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{name.name}" for name in node.names)


@cache
def module_named(name: str) -> str:
    """The module of the package that `fustella.x.y.name` is in, from the package on, or ""."""
    parts = name.split(".")[1:] if name.startswith("fustella.") else []
    while parts:
        folder = PACKAGE.joinpath(*parts)
        if folder.with_suffix(".py").is_file() or (folder / "__init__.py").is_file():
            return ".".join(parts)
        parts.pop()
    return ""


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_of_a_module_lead_to_lower_floors(path):
    room = room_of(path)
    for name in imports(path):
        library, used = name.split(".")[0], module_named(name).split(".")[0]
        if library in ONLY_IN:
            assert room in ONLY_IN[library], f"{room} imports {library}"
        if room == "core":
            assert library in (*sys.stdlib_module_names, "fustella", "msgspec"), (
                f"core imports {library}"
            )
        if room and used in HEIGHT and used != room:
            assert HEIGHT[used] < HEIGHT[room], f"{room} imports {used}"


def test_folders_of_the_package_are_rooms_on_a_floor():
    rooms = {room_of(path) for path in MODULES} - {""}
    assert rooms == set(HEIGHT) | {"resources"}


def test_the_root_of_the_package_holds_no_other_modules():
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_imports_between_modules_have_no_circle():
    """Imports at the top of modules, including those of the `__init__` of packages."""
    uses = {}
    for path in MODULES:
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        top = [node for node in nodes_of(path)[0].body if isinstance(node, ast.ImportFrom)]
        told = {module_named(f"{node.module}.{one.name}") for node in top for one in node.names}
        uses[name] = {one for one in told if one and one != name}
    done: set[str] = set()
    while len(done) < len(uses):
        free = {name for name in uses if name not in done and uses[name] & set(uses) <= done}
        assert free, f"a circle among {sorted(set(uses) - done)}"
        done |= free


@pytest.mark.parametrize("face", FREE_FACES)
def test_import_of_a_room_loads_no_heavy_library(face):
    if module_named(f"{face}.x") != face.removeprefix("fustella."):
        pytest.fail(f"{face} is no room")
    line = [sys.executable, "-X", "importtime", "-c", f"import {face}"]
    told = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT).stderr
    loaded = {row.rpartition("|")[2].strip().split(".")[0] for row in told.splitlines()}
    assert "fustella" in loaded
    assert not loaded & set(HEAVY), f"{face} loads {sorted(loaded & set(HEAVY))}"


def test_build_without_claims_loads_nothing_that_checks_or_edits():
    line = [sys.executable, "-X", "importtime", "-c", "import fustella.build.pipeline"]
    told = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT).stderr
    loaded = {row.rpartition("|")[2].strip() for row in told.splitlines()}
    assert "fustella.review" in loaded
    unread_fields = ("fustella.check.", "fustella.review.repair", "fustella.read.edit")
    assert not [name for name in loaded if name.startswith(unread_fields)]


@pytest.mark.parametrize("path", [p for p in MODULES if p.name == "__init__.py"], ids=str)
def test_lazy_face_imports_nothing_and_no_module_hides_a_name(path):
    text = path.read_text(encoding="utf-8")
    if "= lazily(" not in text:
        return
    body = ast.parse(text).body
    loaded = {node.module for node in body if isinstance(node, ast.ImportFrom)}
    assert loaded == {"typing", "fustella.core.processes.lazily"}
    (seen,) = (node.body for node in body if isinstance(node, ast.If))
    named = {name.name for node in seen for name in node.names}
    assert named
    assert not named & {other.stem for other in path.parent.iterdir()}


def test_lazy_face_has_its_names_and_no_others():
    import fustella.check as face

    assert face.Spoken is import_module("fustella.check.coverage").Spoken
    assert "Spoken" in vars(face), "the next one who asks finds it there"
    with pytest.raises(AttributeError, match=r"fustella\.check.*nothing_of_this_name"):
        _ = face.nothing_of_this_name
    with pytest.raises(ImportError, match="nothing_of_this_name"):
        from fustella.check import nothing_of_this_name  # noqa: F401


def test_source_of_the_tool_names_no_game():
    games = {path.name for path in (ROOT / "content").iterdir() if path.is_dir()}
    assert games
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert not [game for game in games if game in text], path


def test_calls_of_print_are_in_the_command_line_alone():
    for path in MODULES:
        if room_of(path) == "cli":
            continue
        calls = (node for node in nodes_of(path) if isinstance(node, ast.Call))
        names = [call.func.id for call in calls if isinstance(call.func, ast.Name)]
        assert "print" not in names and "exit" not in names, path


READ_ELSEWHERE = frozenset(("draw/text/families.py",))
"""Modules that open files of the package, or of a library."""

LISTED_ELSEWHERE = {
    "cli/completion.py": "what a shell completes, where the user looks",
    "build/watch.py": "what is saved, which it follows nowhere outside",
    "core/files/cache.py": "the cache",
    "core/files/whole.py": "unfinished files beside those that are written",
    "core/files/fingerprint.py": "the tool and its libraries",
    "core/words/languages.py": "languages of the package",
    "core/files/journal.py": "folders in which a process that was killed may have left files",
    "core/files/reading.py": "this is the gate",
    "core/files/state.py": "journals of the user",
    "core/processes/lazily.py": "modules of the package",
    "export/run.py": "pictures in a folder that was looked at before",
    "git/folders.py": "repositories, which it follows nowhere outside",
    "git/repository.py": "references of such a repository",
    "history/whatis.py": "ledgers, each of which is looked at before it is read",
    "kits/build.py": "sheets in a folder that was looked at before",
    "preview/joining.py": "files of the page, in the package",
    "start/new.py": "files of the starts, in the package",
}
"""Modules that list folders by themselves, and what is in them."""


def test_files_of_a_project_are_read_through_one_gate():
    """`core.files.reading` alone says what may be read; what rooms wrote themselves is none."""
    for path in MODULES:
        named = path.relative_to(PACKAGE).as_posix()
        if room_of(path) not in ("read", "draw", "check", "review", "pull", "impose"):
            continue
        calls = (node.func for node in nodes_of(path) if isinstance(node, ast.Call))
        names = {call.attr for call in calls if isinstance(call, ast.Attribute)}
        opened = names & {"read_bytes", "read_text"}
        assert not opened or named in READ_ELSEWHERE, (named, opened)


def test_folders_of_a_project_are_listed_through_one_gate():
    """A linked folder that leads out of the project is not even listed."""
    for path in MODULES:
        calls = (node.func for node in nodes_of(path) if isinstance(node, ast.Call))
        names = {call.attr for call in calls if isinstance(call, ast.Attribute)}
        listed = names & {"rglob", "glob", "iterdir", "scandir", "listdir", "walk"}
        named = path.relative_to(PACKAGE).as_posix()
        assert not listed or named in LISTED_ELSEWHERE, (named, listed)
