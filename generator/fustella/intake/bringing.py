"""Imports a source: finds its format, and writes the game, or renews one that was imported before.

What was written is remembered in `.imported/sums.json` of the game, with the digest of each file.
When the game is imported again, a file that is as it was written is replaced. One that was changed
by hand stays; if the source has changed it, too, this is told, and the new one lies in `.imported`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from msgspec import Struct

from fustella.core.files.journal import Writing
from fustella.core.files.names import refuse_way_out
from fustella.core.files.reading import fails, read_own, unread
from fustella.core.processes import limits
from fustella.core.processes.steps import IMPORT_S, READING_S, step
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.intake import formats
from fustella.intake.formats import format_names
from fustella.intake.sources import ImportSource, open_source
from fustella.intake.stated import Stated
from fustella.intake.taken import Taken
from fustella.intake.text_files import REPORT, texts_of
from fustella.read.spreadsheets.rows import slug_of
from fustella.start.new import NewGame, begin_with, place_of_game

HOME = ".imported"
SUMS = f"{HOME}/sums.json"

_LEAST = 0.3
"""The likeness from which on a source is taken for one of a format."""


class ImportModule(Protocol):
    """The names that a module of `intake.formats` provides."""

    ABOUT: str

    def likeness(self, source: ImportSource) -> float: ...

    def take(self, source: ImportSource) -> Taken: ...


class Brought(Struct, frozen=True):
    """An imported game: where it lies, what was taken, and which files were written or stay.

    `problems` are warnings about the source, and about files that were changed by hand.
    """

    place: NewGame
    format: str
    taken: Taken
    written: tuple[Path, ...]
    kept: tuple[Path, ...]
    problems: tuple[Problem, ...]

    @property
    def report(self) -> Path:
        return self.place.folder / REPORT


def _format(name: str) -> ImportModule:
    return cast(ImportModule, import_module(f"{formats.__name__}.{name}"))


def bring(
    path: Path, form: str = "", into: Path | None = None, stated: Stated | None = None
) -> Brought:
    """Imports a file, a folder or a zip.

    `form` is the name of its format, "" for one that is found by what is in it. `into` is the
    folder of the game, None for one in this folder that is called like the source. `stated` is what
    the user says about it. Raises OSError, and ProblemsFound: E015, E100, E132, E402, E403, E810,
    E811, E812, E822.
    """
    with step(f"importing {path.name}", Place(path.name), READING_S):
        source = open_source(path)
        source.stated = stated or Stated()
        form = form or _found(source)
    with step(f"importing {path.name}", Place(path.name), IMPORT_S):
        _refuse_unused(source, form)
        taken = _format(form).take(source)
    if not any(kind.rows for kind in taken.kinds):
        told = taken.losses[0].why if taken.losses else "nothing draws on a card"
        hint = "see whether it is the right file; `--from` names another format"
        raise ProblemsFound(
            [
                *source.problems,
                Problem("E812", Place(source.name), f"no card is in it: {told}", hint),
            ]
        )
    place = place_of_game(into or Path.cwd() / (slug_of(taken.title) or "imported"))
    files = {
        name: text.encode()
        for name, text in texts_of(taken, place.game, place.schemas, _format(form).ABOUT).items()
    }
    sums = _sums_of(place.folder)
    made = _Made(source, taken, files)
    if sums is None:
        begun = begin_with(place, files, made.others(), title=taken.title)
        return Brought(place, form, taken, begun.written, begun.kept, tuple(source.problems))
    return _renewed(place, form, made, sums)


def _refuse_unused(source: ImportSource, form: str) -> None:
    """Raises ProblemsFound, E822, where the user said something that no file of a format needs."""
    stated = source.stated
    says = {"--grid": stated.grid, "--size": stated.size_mm, "--backs": stated.backs}
    used = getattr(_format(form), "USES", ())
    if unused := [flag for flag, value in says.items() if value and flag not in used]:
        message = f"{', '.join(unused)} says nothing about {_format(form).ABOUT}"
        hint = "leave it out, or name the format with `--from`"
        raise ProblemsFound([Problem("E822", Place(source.name), message, hint)])


def _found(source: ImportSource) -> str:
    """The format that a source looks like most. Raises ProblemsFound: E810."""
    likeness = {name: _format(name).likeness(source) for name in format_names()}
    best = max(likeness, key=likeness.__getitem__)
    if likeness[best] < _LEAST:
        known = ", ".join(format_names())
        message = "it looks like none of the formats that are known"
        hint = f"name the one that it is: `--from` with {known}"
        raise ProblemsFound([Problem("E810", Place(source.name), message, hint)])
    return best


class _Made:
    """The files of an imported game, and the digests of those that were made."""

    def __init__(self, source: ImportSource, taken: Taken, files: Mapping[str, bytes]) -> None:
        self.source, self.taken, self.texts = source, taken, files
        self.sums = {name: _digest(data) for name, data in files.items()}

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        """Yields pictures and icons, each when it is asked for."""
        for name, data in self.taken.drawn.items():
            yield from self._noted(f"art/{name}", data)
        for folder, named in (("art", self.taken.pictures), ("icons", self.taken.icons)):
            for name, origin in named.items():
                ending = "" if folder == "art" else ".svg"
                data = self.source.bytes_of(origin, limits.PICTURE_BYTES)
                yield from self._noted(f"{folder}/{name}{ending}", data)

    def _noted(self, name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
        self.sums[name] = _digest(data)
        yield name, data

    def others(self) -> Iterator[tuple[str, bytes]]:
        """Yields pictures and icons, and at last the digests of all files."""
        yield from self.pictures()
        yield SUMS, self.sums_file()

    def sums_file(self) -> bytes:
        return (json.dumps(self.sums, indent=1, sort_keys=True) + "\n").encode()


def _sums_of(folder: Path) -> dict[str, str] | None:
    """The digests of the files that an import wrote into a folder; None if there was none."""
    try:
        found = json.loads(read_own(folder / SUMS, limits.YAML_BYTES))
    except (ValueError, RecursionError):
        return {}
    except OSError as error:
        if fails(error):
            raise ProblemsFound([unread(error, Place(SUMS))]) from None
        return None
    pairs = found.items() if isinstance(found, dict) else ()
    return {name: digest for name, digest in pairs if isinstance(digest, str)}


def _renewed(place: NewGame, form: str, made: _Made, sums: Mapping[str, str]) -> Brought:
    """Writes what the source has changed, but over no file that was changed by hand."""
    folder = place.folder
    written: list[Path] = []
    kept: list[Path] = []
    problems = list(made.source.problems)
    with Writing(place.project.root, folder) as writing:
        for name, data in (*made.texts.items(), *made.pictures()):
            path = folder / name
            refuse_way_out(path, place.project.root)
            here = _digest_at(path)
            if here == _digest(data):
                continue
            if here in ("", sums.get(name)) or name == REPORT:
                writing.put(path, data)
                written.append(path)
                continue
            kept.append(path)
            if _digest(data) == sums.get(name):
                continue
            beside = f"{HOME}/{name}"
            writing.put(folder / beside, data)
            hint = f"compare it with `{beside}`, which is as the source has it now"
            message = "you changed it, and so did the source: yours stays"
            problems.append(warning("E813", Place(place.project.name_of(path)), message, hint))
        writing.put(folder / SUMS, made.sums_file())
        writing.finish()
    return Brought(place, form, made.taken, tuple(written), tuple(kept), tuple(problems))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _digest_at(path: Path) -> str:
    try:
        return _digest(read_own(path))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ProblemsFound([unread(error, Place(path.name))]) from None
