"""Whether anything changed since a game was last built.

A game's stamps lie in its output folder, one for each way of building it. A stamp holds the hash of
every byte that the build depends on, and of every file that it wrote; when both still agree there
is nothing to do.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

STAMPS = ".fustella.json"
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


@dataclass(frozen=True, slots=True)
class Printed:
    """One file of a game: what the closing table says of it; ink in A4 pages of solid black.

    `bound` is the least number of sheets that the area of its pieces takes, `waste` the part of the
    paper that is none of them, 0 to 1. A file without sheets is one for a machine or a shop; `note`
    is what is to be said of it. `key` names all that it was made from, "" where nobody asked.
    """

    file: str
    name: str
    pieces: int
    sheets: int
    cuts: int
    ink_pages: float
    bytes: int
    sha256: str
    bound: int = 0
    waste: float = 0.0
    note: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Stamp:
    """One build: what it was made from, the folder its files went to, and the files."""

    inputs: str
    folder: str
    printed: tuple[Printed, ...]


def fingerprint(folders: Iterable[Path], files: Iterable[Path], options: str) -> str:
    """The hash of all content, templates, options and of the tool itself."""
    total = hashlib.sha256(f"{options}\n{_tool()}\n".encode())
    _add(total, (*_named(folders), *((path.name, path) for path in files)))
    return total.hexdigest()


@cache
def _tool() -> str:
    """The hash of the tool, of Python and of the libraries; they stay while a process runs."""
    total = hashlib.sha256("\n".join((sys.version, *_installed())).encode())
    _add(total, _named([Path(__file__).parent]))
    return total.hexdigest()


def _named(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """The files of each folder, called from that folder on."""
    for folder in folders:
        for path in (folder, *_files_in(folder)):
            yield path.relative_to(folder).as_posix(), path


def _add(total: "hashlib._Hash", files: Iterable[tuple[str, Path]]) -> None:
    for name, path in files:
        data = _bytes_of(path)
        total.update(f"{name} {len(data)}\n".encode())
        total.update(data)


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


def read_stamp(folder: Path, key: str, inputs: str) -> Stamp | None:
    """The stamp of a build, when it was made from `inputs` and no file was touched since."""
    stamp = _read(folder).get(key)
    if stamp is None or stamp.inputs != inputs:
        return None
    try:
        whole = all(
            sha256_of(folder / stamp.folder / entry.file) == entry.sha256 for entry in stamp.printed
        )
    except OSError:
        return None
    return stamp if whole else None


def stamp_keys(folder: Path) -> tuple[str, ...]:
    """The ways in which a game was built."""
    return tuple(_read(folder))


def printed_in_stamps(folder: Path, inside: str) -> tuple[Printed, ...]:
    """What former builds wrote to the folder `inside` of a game's folder; a file may come twice."""
    stamps = (stamp for stamp in _read(folder).values() if stamp.folder == inside)
    return tuple(entry for stamp in stamps for entry in stamp.printed)


def stamps_with(folder: Path, key: str, stamp: Stamp) -> str:
    """The text of the stamps with one more, to be written by who is alone in the folder."""
    stamps = _read(folder) | {key: stamp}
    return json.dumps({name: asdict(entry) for name, entry in stamps.items()}, indent=1)


def _read(folder: Path) -> dict[str, Stamp]:
    """All stamps of a game; none when the file is missing or damaged."""
    try:
        stamps = json.loads((folder / STAMPS).read_text(encoding="utf-8"))
        return {
            str(key): Stamp(
                str(one["inputs"]),
                str(one["folder"]),
                tuple(Printed(**entry) for entry in one["printed"]),
            )
            for key, one in stamps.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def sha256_of(path: Path) -> str:
    """The hash of a file. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
