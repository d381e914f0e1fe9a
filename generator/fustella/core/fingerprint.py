"""Hashes of files, of the tool and of its libraries, which tell whether anything has changed."""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

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
"""The libraries on which the printed bytes depend, as their folders are called."""


DIGEST_DIGITS = 32
"""Of a SHA-256, the hexadecimal digits by which a picture is known."""

_LARGE_BYTES = 200_000

_digests: dict[tuple[str, int, int], str] = {}


def fingerprint(folders: Iterable[Path], files: Iterable[Path], options: str) -> str:
    """The hash of all files in folders, of single files, of options and of the tool itself."""
    total = hashlib.sha256(f"{options}\n{_tool()}\n".encode())
    _add(total, (*_named(folders), *((path.name, path) for path in files)))
    return total.hexdigest()


def sha256_of(path: Path) -> str:
    """The hash of a file. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_of(path: Path) -> str:
    """The first `DIGEST_DIGITS` of the hash of a file, "" where it cannot be read.

    A file that has the size and the time of change that it had is not read again.
    """
    try:
        status = path.stat()
        key = str(path), status.st_size, status.st_mtime_ns
        if key not in _digests:
            _digests[key] = sha256_of(path)[:DIGEST_DIGITS]
        return _digests[key]
    except OSError:
        return ""


def _add(total: "hashlib._Hash", files: Iterable[tuple[str, Path]]) -> None:
    for name, path in files:
        try:
            if not path.is_file():
                data = b""
            elif path.stat().st_size < _LARGE_BYTES:
                data = path.read_bytes()
            else:  # a picture, which is hashed for itself too
                data = digest_of(path).encode()
        except OSError:  # reported by the stage that needs the file
            data = b""
        total.update(f"{name} {len(data)}\n".encode())
        total.update(data)


_OPENED = ("~$", ".~lock.")
"""How the files begin that spreadsheet programs write beside one that is open."""


@cache
def _tool() -> str:
    """The hash of the tool, of Python and of the libraries; none changes while a process runs."""
    total = hashlib.sha256("\n".join((sys.version, *_installed())).encode())
    _add(total, _named([Path(__file__).parents[1]]))
    return total.hexdigest()


def _named(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Each folder and its files, with their paths from the folder on."""
    for folder in folders:
        files = sorted(
            path
            for path in folder.rglob("*")
            if path.is_file()
            and "__pycache__" not in path.parts
            and path.suffix != ".pyc"
            and not path.name.startswith(_OPENED)
        )
        for path in (folder, *files):
            yield path.relative_to(folder).as_posix(), path


def _installed() -> list[str]:
    """`typst-0.15.2.dist-info` and so on, of the libraries that draw and write.

    The names of the folders have the versions. `importlib.metadata` knows them too, but takes a
    third of the time of a build in which nothing changed.
    """
    folders = (Path(entry) for entry in dict.fromkeys(sys.path) if entry)
    found = (path.name for folder in folders for path in folder.glob("*.dist-info"))
    return sorted(name for name in found if name.split("-")[0].lower() in _LIBRARIES)
