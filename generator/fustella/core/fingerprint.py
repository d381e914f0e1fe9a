"""Hashes of files, of the tool and of its libraries: whether anything changed since."""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path


def fingerprint(folders: Iterable[Path], files: Iterable[Path], options: str) -> str:
    """The hash of all content, templates, options and of the tool itself."""
    total = hashlib.sha256(f"{options}\n{_tool()}\n".encode())
    _add(total, (*_named(folders), *((path.name, path) for path in files)))
    return total.hexdigest()


def sha256_of(path: Path) -> str:
    """The hash of a file. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


_LIBRARIES = frozenset(
    (
        "ezdxf",
        "fonticon_fontawesome6",
        "fonticon_materialdesignicons7",
        "font_source_sans_pro",
        "font_source_serif_pro",
        "jinja2",
        "pillow",
        "pyphen",
        "pypdf",
        "pypdfium2",
        "pyyaml",
        "reportlab",
        "svgwrite",
        "typst",
        "uharfbuzz",
    )
)


def _add(total: "hashlib._Hash", files: Iterable[tuple[str, Path]]) -> None:
    for name, path in files:
        data = _bytes_of(path)
        total.update(f"{name} {len(data)}\n".encode())
        total.update(data)


@cache
def _tool() -> str:
    """The hash of the tool, of Python and of the libraries; they stay while a process runs."""
    total = hashlib.sha256("\n".join((sys.version, *_installed())).encode())
    _add(total, _named([Path(__file__).parents[1]]))
    return total.hexdigest()


def _named(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """The files of each folder, called from that folder on."""
    for folder in folders:
        for path in (folder, *_files_in(folder)):
            yield path.relative_to(folder).as_posix(), path


def _bytes_of(path: Path) -> bytes:
    """What a file holds; nothing where it cannot be read, which the stage that needs it reports."""
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError:
        return b""


def _installed() -> list[str]:
    """`typst-0.15.2.dist-info` and so on, of the libraries that draw and write.

    The names of the folders say the versions; `importlib.metadata` would say them too, and take a
    third of the time of a build in which nothing changed.
    """
    folders = (Path(entry) for entry in dict.fromkeys(sys.path) if entry)
    found = (path.name for folder in folders for path in folder.glob("*.dist-info"))
    return sorted(name for name in found if name.split("-")[0].lower() in _LIBRARIES)


def _files_in(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    )
