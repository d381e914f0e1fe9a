"""Imports a source: finds its format, and writes the game, or renews one that was imported before.

What was written is remembered in `.imported/sums.json` of the game, with the digest of each file.
When the game is imported again, a file that is as it was written is replaced. A table that was
changed by hand is merged with what the source has changed, cell by cell (`merging`). Another file
that was changed by hand stays; if the source has changed it, too, this is told, and the new one
lies in `.imported`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from fustella import draw
from fustella.core.files.journal import Writing
from fustella.core.files.names import refuse_way_out
from fustella.core.files.reading import fails, read_own, unread
from fustella.core.processes import limits
from fustella.core.processes.steps import IMPORT_S, READING_S, step
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.intake import formats
from fustella.intake.assembly import with_ids_apart
from fustella.intake.cutting import cut_pictures
from fustella.intake.formats import format_names
from fustella.intake.json import json_of, looks_like_json
from fustella.intake.merging import Clash, Merged, merged
from fustella.intake.report import HOME, REPORT
from fustella.intake.signs import with_signs
from fustella.intake.sources import ImportSource, open_source
from fustella.intake.stated import Stated
from fustella.intake.tables import TABLE_ENDINGS, table_of
from fustella.intake.taken import Taken
from fustella.intake.text_files import texts_of
from fustella.read.spreadsheets.rows import slug_of
from fustella.start.new import NewGame, begin_with, place_of_game

SUMS = f"{HOME}/sums.json"
LAST = f"{HOME}/last"
_COMPARE = f"type the other one, if it is right; `{LAST}` has the tables as the source has them now"
_TABLE = ".csv"
_TOLD = 100
"""The most cells of a table of which each is told that both sides changed it."""

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
        taken = with_signs(taken, _letters_of(taken, source))
        taken = replace(taken, kinds=with_ids_apart(taken.kinds))
    if not any(kind.rows for kind in taken.kinds):
        missed = sorted(taken.losses, key=lambda loss: loss.miss)
        told = missed[0].why if missed else "nothing draws on a card"
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


def _letters_of(taken: Taken, source: ImportSource) -> set[int]:
    """The numbers of the letters that the fonts of a game have."""
    letters: set[int] = set()
    for origin in taken.fonts.values():
        letters |= draw.font_identity(source.bytes_of(origin, limits.FONT_BYTES)).letters
    return letters


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
    """The format that a source looks like most.

    Raises ProblemsFound: E810, or what is wrong with a table or a file in JSON that was named.
    """
    likeness = {name: _format(name).likeness(source) for name in format_names()}
    best = max(likeness, key=likeness.__getitem__)
    if likeness[best] < _LEAST:
        if source.main and looks_like_json(source, source.main):
            json_of(source, source.main)
        if source.main.lower().endswith(TABLE_ENDINGS):
            table_of(source, source.main)
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
        for name, data in cut_pictures(self.source, self.taken.cut):
            yield from self._noted(f"art/{name}", data)
        for name, data in self.taken.drawn_icons.items():
            yield from self._noted(f"icons/{name}.svg", data)
        of_source = (
            ("art", self.taken.pictures, ""),
            ("icons", self.taken.icons, ".svg"),
            ("fonts", self.taken.fonts, ""),
        )
        for folder, named, ending in of_source:
            most = limits.FONT_BYTES if folder == "fonts" else limits.PICTURE_BYTES
            for name, origin in named.items():
                data = self.source.bytes_of(origin, most)
                yield from self._noted(f"{folder}/{name}{ending}", data)

    def _noted(self, name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
        self.sums[name] = _digest(data)
        yield name, data

    def others(self) -> Iterator[tuple[str, bytes]]:
        """Yields pictures and icons, the tables as they are now, and the digests of all files."""
        yield from self.pictures()
        yield from self.last()
        yield SUMS, self.sums_file()

    def last(self) -> Iterator[tuple[str, bytes]]:
        """Yields the tables as they are imported now, for the next time."""
        for name, data in self.texts.items():
            if name.endswith(_TABLE) and "/" not in name:
                yield f"{LAST}/{name}", data

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
    problems: list[Problem] = []
    with Writing(place.project.root, folder) as writing:
        for name, data in chain(made.texts.items(), made.pictures()):
            path = folder / name
            refuse_way_out(path, place.project.root)
            here = _digest_at(path)
            if here == _digest(data):
                continue
            if here in ("", sums.get(name)) or name == REPORT:
                writing.put(path, data)
                written.append(path)
                continue
            if name.endswith(_TABLE) and (both := _both(folder, name, data)):
                if both.text.encode() != read_own(path):
                    writing.put(path, both.text.encode())
                    written.append(path)
                else:
                    kept.append(path)
                shown = place.project.name_of(path)
                problems += [_clash(shown, clash) for clash in both.clashes[:_TOLD]]
                if (more := len(both.clashes) - _TOLD) > 0:
                    message = f"{more} more cells were changed by you and by the source"
                    problems.append(warning("E813", Place(shown), message, _COMPARE))
                continue
            kept.append(path)
            if _digest(data) == sums.get(name):
                continue
            beside = f"{HOME}/{name}"
            writing.put(folder / beside, data)
            hint = f"compare it with `{beside}`, which is as the source has it now"
            message = "you changed it, and so did the source: yours stays"
            problems.append(warning("E813", Place(place.project.name_of(path)), message, hint))
        for name, data in made.last():
            if _digest_at(folder / name) != _digest(data):
                writing.put(folder / name, data)
        writing.put(folder / SUMS, made.sums_file())
        writing.finish(gone=_left_behind(folder, made, sums, keeps=bool(kept)))
    told = (*made.source.problems, *problems)
    return Brought(place, form, made.taken, tuple(written), tuple(kept), told)


def _left_behind(
    folder: Path, made: _Made, sums: Mapping[str, str], *, keeps: bool
) -> Iterator[Path]:
    """The files that the last import wrote and this one does not, if nobody changed them.

    Where something that was changed by hand is kept, its pictures stay, too.
    """
    for name, digest in sums.items():
        if name in made.sums or (keeps and "/" in name):
            continue
        path = folder / name
        refuse_way_out(path, folder)
        if _digest_at(path) == digest:
            yield path


def _both(folder: Path, name: str, data: bytes) -> Merged | None:
    """A table of the game with what the source has changed since the last import."""
    try:
        base, ours = (
            read_own(path, limits.TABLE_BYTES).decode("utf-8")
            for path in (folder / LAST / name, folder / name)
        )
    except (OSError, UnicodeDecodeError):
        return None
    return merged(base, data.decode("utf-8"), ours)


def _clash(file: str, clash: Clash) -> Problem:
    """Says that both sides changed a cell or a row, and which of them is in the game."""
    if clash.theirs is None:
        message = f"the source has `{clash.row}` no more, and you changed it: yours stays"
        hint = "delete the row, if it should go"
    elif clash.ours is None:
        message = f"you deleted `{clash.row}`, and the source changed it: it stays away"
        hint = f"copy its row from `{LAST}/{file.rpartition('/')[2]}`, if it should come back"
    else:
        message = (
            f"`{clash.column}` of `{clash.row}` is {_shown(clash.ours)} here and now "
            f"{_shown(clash.theirs)} in the source: yours stays"
        )
        hint = _COMPARE
    return warning("E813", Place(file, clash.line, clash.column), message, hint)


def _shown(cell: str) -> str:
    plain = " ".join(cell.split())
    return f"“{plain[:40]}{'…' if len(plain) > 40 else ''}”" if plain else "empty"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _digest_at(path: Path) -> str:
    try:
        return _digest(read_own(path))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ProblemsFound([unread(error, Place(path.name))]) from None
