"""Whether anything changed since a game was last built.

The stamp lies beside the PDFs. It holds the hash of every byte that the build depends on, and of
every file that it wrote; when both still agree there is nothing to do.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

STAMP = ".fustella.json"
_LIBRARIES = (
    "fonticon-fontawesome6",
    "fonticon-materialdesignicons7",
    "font-source-sans-pro",
    "font-source-serif-pro",
    "jinja2",
    "pypdf",
    "reportlab",
    "svgwrite",
    "typst",
    "uharfbuzz",
)


@dataclass(frozen=True, slots=True)
class Printed:
    """One PDF of a game: what the closing table says of it."""

    file: str
    name: str
    pieces: int
    sheets: int
    cuts: int
    bytes: int
    sha256: str


def fingerprint(folders: Iterable[Path], files: Iterable[Path], options: Mapping[str, str]) -> str:
    """The hash of all content, templates, options and of the tool itself."""
    total = hashlib.sha256(repr(sorted(options.items())).encode())
    total.update(sys.version.encode())
    for library in _LIBRARIES:
        total.update(f"{library} {metadata.version(library)}\n".encode())
    tool = Path(__file__).parent
    inside = (path for folder in (*folders, tool) for path in _files_in(folder))
    for path in (*inside, *files):
        data = path.read_bytes() if path.is_file() else b""
        total.update(f"{path.name} {len(data)}\n".encode())
        total.update(data)
    return total.hexdigest()


def _files_in(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    )


def read_stamp(folder: Path, inputs: str) -> tuple[Printed, ...] | None:
    """What was printed, when `inputs` is still what it was printed from and no file was touched."""
    try:
        stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
        printed = tuple(Printed(**entry) for entry in stamp["printed"])
        whole = all(_sha256(folder / entry.file) == entry.sha256 for entry in printed)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return printed if whole and stamp["inputs"] == inputs else None


def files_of_stamp(folder: Path) -> set[str]:
    """The files that the last build wrote here; empty when there was none."""
    try:
        stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
        return {str(entry["file"]) for entry in stamp["printed"]}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def write_stamp(folder: Path, inputs: str, printed: tuple[Printed, ...]) -> None:
    """Remember what was printed from what."""
    text = json.dumps({"inputs": inputs, "printed": [asdict(entry) for entry in printed]}, indent=1)
    temporary = folder / f"{STAMP}.{os.getpid()}"
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(folder / STAMP)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
