"""Hashes files, the tool and its libraries, to find out whether anything has changed."""

import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from io import FileIO
from pathlib import Path

from fustella.core.files.project import GAME_FILE, JOBS, QUESTIONS
from fustella.core.files.reading import fails, files_in, is_inside, leads_out, open_file, open_own
from fustella.core.processes import limits

_LIBRARIES = frozenset(
    (
        "fonticon_fontawesome6",
        "fonticon_materialdesignicons7",
        "font_source_sans_pro",
        "font_source_serif_pro",
        "fonttools",
        "isal",
        "jinja2",
        "markdown_it_py",
        "msgspec",
        "pillow",
        "pyphen",
        "pypdf",
        "pypdfium2",
        "pyyaml",
        "reportlab",
        "svgwrite",
        "typst",
        "uharfbuzz",
        "uniseg",
    )
)
"""The libraries on which the printed bytes depend, as their folders are called."""


ACCEPTED = "document.accepted"
"""The name of the file with the accepted text of a document, on which no output depends."""

DIGEST_DIGITS = 32
"""The number of hexadecimal digits of a SHA-256 by which a picture is known."""

_LARGE_BYTES = 200_000

_digests: dict[tuple[str, int, int], str] = {}


def fingerprint(
    folders: Iterable[Path], files: Iterable[Path], options: str, root: Path | None = None
) -> str:
    """The hash of all files in folders, of single files, of options and of the tool itself.

    A link that leads out of the project's folder `root` counts as empty. Of a file that is too
    large to be read, only name and size count. Raises ProblemsFound: E100, E133 as `files_in`.
    """
    total = hashlib.sha256(f"{options}\n{_tool()}\n".encode())
    # `_add` finds links that lead out among files in a folder.
    inside = (path for path in files if path.parent == root or is_inside(path.parent, root))
    named = (*_named_files(folders, root), *((path.name, path) for path in inside))
    _add(total, ((name, path) for name, path in named if _is_printed(path)), root)
    return total.hexdigest()


def _is_printed(path: Path) -> bool:
    """Whether output may depend on a file: not on accepted texts, jobs or questions."""
    if path.name in (JOBS, QUESTIONS):
        return not (path.parent / GAME_FILE).exists()
    return path.name != ACCEPTED


def sha256_of(path: Path) -> str:
    """The hash of a file that the tool writes itself, so never a link. Raises OSError."""
    with open_own(path) as file:
        return _sha256(file)


def digest_of(path: Path) -> str:
    """The first `DIGEST_DIGITS` of the hash of a file, "" where there is no file.

    A file whose size and time of change are as before is not read again. A file that is larger than
    any picture is never read: its digest is its size. Raises OSError where the file cannot be read.
    """
    try:
        status = path.stat()
        if status.st_size > limits.PICTURE_BYTES:
            return f"{status.st_size:0{DIGEST_DIGITS}x}"
        key = str(path), status.st_size, status.st_mtime_ns
        if key not in _digests:
            with open_file(path) as file:
                _digests[key] = _sha256(file)[:DIGEST_DIGITS]
        return _digests[key]
    except OSError as error:
        if fails(error):
            raise
        return ""


def _sha256(file: FileIO) -> str:
    return hashlib.file_digest(file, "sha256").hexdigest()


def _add(
    total: "hashlib._Hash", files: Iterable[tuple[str, Path]], root: Path | None = None
) -> None:
    home = os.path.realpath(root) if root is not None else ""
    for name, path in files:
        data = b""
        with suppress(OSError):  # reported by the stage that needs the file
            status = os.lstat(path)
            if stat.S_ISLNK(status.st_mode):
                status = _status_behind(path, home)
            if not stat.S_ISREG(status.st_mode):
                pass
            elif status.st_size < _LARGE_BYTES:
                data = path.read_bytes()
            else:  # a picture, which is hashed for itself too
                data = digest_of(path).encode()
        total.update(f"{name} {len(data)}\n".encode(errors="surrogateescape"))
        total.update(data)


def _status_behind(link: Path, home: str) -> os.stat_result:
    """The status of a link's target. Raises OSError if it is missing, or not inside of `home`."""
    if home and not Path(os.path.realpath(link)).is_relative_to(home):
        raise leads_out(link, Path(home))
    return link.stat()


_OPENED = ("~$", ".~lock.")
"""The beginnings of names of files that spreadsheet programs write beside an open table."""


@cache
def _tool() -> str:
    """The hash of the tool, of Python and of the libraries; none of them changes during a process.

    The sizes and times of the tool's own files are enough, so that five hundred files need not be
    read. Installers set the time of a file's content (mtime), but nobody can set the time of its
    state (ctime).
    """
    home = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120
    known = (sys.version, *installed(), *sorted(_states(home)))
    return hashlib.sha256("\n".join(known).encode(errors="surrogateescape")).hexdigest()


def _states(folder: str) -> Iterator[str]:
    """Yields the path, size and times of each file of the tool below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _states(entry.path)
            else:
                with suppress(OSError):  # a link to nothing
                    now = entry.stat()
                    yield f"{entry.path} {now.st_size} {now.st_mtime_ns} {now.st_ctime_ns}"


def _named_files(folders: Iterable[Path], root: Path | None) -> Iterator[tuple[str, Path]]:
    """Yields each folder under the name `.`, then its files with their paths inside the folder."""
    for folder in folders:
        yield ".", folder
        start = len(str(folder)) + 1
        for path in files_in(folder, root):
            inside = str(path)[start:].replace(os.sep, "/")
            *around, name = inside.split("/")
            passing = name.endswith(".pyc") or name.startswith(_OPENED)
            if not passing and "__pycache__" not in around:
                yield inside, path


@cache
def installed() -> tuple[str, ...]:
    """The names and versions of the libraries that draw and write: `typst-0.15.2.dist-info`.

    The versions are in the names of the libraries' folders. `importlib.metadata` knows them, too,
    but takes a third of the time of a build in which nothing changed.
    """
    found: list[str] = []
    for folder in dict.fromkeys(filter(None, sys.path)):
        with suppress(OSError):  # no folder, or none that may be read
            found += os.listdir(folder)  # noqa: PTH208  (a name is all that is asked)
    named = (name for name in found if name.endswith(".dist-info"))
    return tuple(sorted(name for name in named if _is_printed_from(name.split("-")[0].lower())))


def _is_printed_from(library: str) -> bool:
    """Whether printed bytes may depend on a library: one of `_LIBRARIES`, or one of fonts."""
    return library in _LIBRARIES or library.startswith("font")
