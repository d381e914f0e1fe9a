"""Writes an imported game, or renews one that was imported before.

What was written is remembered in `.imported/sums.json` of the game, with the digest of each file.
When the game is imported again, a file that is as it was written is replaced. A table that was
changed by hand is merged with what the source has changed, cell by cell (`merging`). Another file
that was changed by hand stays; if the source has changed it, too, this is told, and the new one
lies in `.imported`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from msgspec import Struct

from fustella.core.files.journal import Writing
from fustella.core.files.names import refuse_way_out
from fustella.core.files.reading import fails, read_own, unread
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.intake.cutting import cut_pictures
from fustella.intake.merging import Clash, Merged, merged
from fustella.intake.report import HOME, REPORT
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Taken
from fustella.start.new import NewGame

SUMS = f"{HOME}/sums.json"
LAST = f"{HOME}/last"
_COMPARE = f"type the other one, if it is right; `{LAST}` has the tables as the source has them now"
_TABLE = ".csv"
_TOLD = 100
"""The most cells of a table of which each is told that both sides changed it."""


class ImportedFiles:
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


def sums_of(folder: Path) -> dict[str, str] | None:
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


class Renewed(Struct, frozen=True):
    """The files that were written and that stay as they are, and warnings about the latter."""

    written: tuple[Path, ...]
    kept: tuple[Path, ...]
    problems: tuple[Problem, ...]


def renewed(place: NewGame, made: ImportedFiles, sums: Mapping[str, str]) -> Renewed:
    """Writes what the source has changed, but over no file that was changed by hand.

    `sums` are the digests of what the last import wrote. Raises OSError, and ProblemsFound.
    """
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
    return Renewed(tuple(written), tuple(kept), tuple(problems))


def _left_behind(
    folder: Path, made: ImportedFiles, sums: Mapping[str, str], *, keeps: bool
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
