"""Who never imports whom (docs/architecture.md), read from the imports themselves."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "generator"
MODULES = sorted(PACKAGE.rglob("*.py"))

GROUND = (
    *(
        "units",
        "geometry",
        "polygons",
        "nets",
        "problems",
        "numerals",
        "spelled",
        "figures",
        "papers",
        "press",
        "model",
        "codes",
        "claims",
        "sheets",
        "paths",
        "vocabulary",
    ),
    *("contents", "covers", "kits", "project"),
)
STAGES = ("read", "draw", "impose", "check", "write", "export", "kit", "preview")
ABOVE = (
    *("build", "cli", "files", "output", "stamp", "labels", "terminal", "job", "loading", "watch"),
    *("saved", "patience"),
    *("choice", "drawing", "printing", "planning", "presswork", "shopwork"),
    *("calibration", "edges"),
    *("albums", "bookkeeping", "coverwork"),
    *("bench", "previewing", "showing", "showing_changes", "showing_sheets"),
    *("formers", "kitbuilt", "kitfiles", "kitpast", "kitrecords", "kitwork", "redrawn"),
    *("recall", "stickercut", "stickers", "swaps"),
    *("changes", "changes_fields", "changes_page", "changes_report", "comparing", "states"),
    *("hypertext", "pictures"),
    *("ink", "review", "report", "repair", "acceptance", "whatis", "ledger", "history", "__main__"),
)
ONLY_IN = {
    "reportlab": ("write",),
    "pypdf": ("write",),
    "pypdfium2": ("write",),
    "yaml": ("read",),
    "jinja2": ("draw",),
    "markupsafe": ("draw",),
    "typst": ("draw",),
    "uharfbuzz": ("draw",),
    "svgwrite": ("draw", "export"),
    "ezdxf": ("export",),
    "starlette": ("preview",),
    "uvicorn": ("preview",),
    "watchfiles": ("saved",),
}


def part_of(path: Path) -> str:
    """The stage or module that a file belongs to."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def own(name: str) -> str:
    """The part of the house that `generator.x.y` names, or ""."""
    parts = name.split(".")
    return parts[1] if parts[0] == "generator" and len(parts) > 1 else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_keep_to_the_table(path: Path) -> None:
    part = part_of(path)
    for name in imports(path):
        library, used = name.split(".")[0], own(name)
        if library in ONLY_IN:
            assert part in ONLY_IN[library], f"{part} imports {library}"
        if part in GROUND:
            assert library in sys.stdlib_module_names or used in (*GROUND, "__version__"), name
        if part in STAGES:
            assert used not in ABOVE, f"{part} imports {used}, which stands above it"
            others = [stage for stage in STAGES if stage != part]
            assert used not in others, f"{part} imports {used}"


def test_the_ground_rises_in_one_direction() -> None:
    """No module of the ground imports one that imports it, directly or through others."""
    uses = {
        part: {own(name) for name in imports(PACKAGE / f"{part}.py")} & set(GROUND)
        for part in GROUND
    }
    done: set[str] = set()
    while len(done) < len(GROUND):
        free = {part for part in GROUND if part not in done and uses[part] <= done}
        assert free, f"a circle among {set(GROUND) - done}"
        done |= free


def test_every_module_has_its_place() -> None:
    known = {*GROUND, *STAGES, *ABOVE, "__init__"}
    assert {part_of(path) for path in MODULES} <= known


def test_the_tool_knows_no_game() -> None:
    games = {path.name for path in (ROOT / "content").iterdir() if path.is_dir()}
    assert games
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert not [game for game in games if game in text], path


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        if part_of(path) == "cli":
            continue
        calls = (n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call))
        names = [call.func.id for call in calls if isinstance(call.func, ast.Name)]
        assert "print" not in names and "exit" not in names, path


def test_files_and_functions_stay_short() -> None:
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 300, f"{path} is long"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno <= 40, f"{path}: {node.name} is long"


def test_templates_stay_short() -> None:
    """A template loops and places; drawing that others need is a macro in a file of its own."""
    for path in (ROOT / "templates").rglob("*.j2"):
        assert path.read_text(encoding="utf-8").count("\n") <= 150, path
