"""Reads and writes stamps, by which a build knows whether anything has changed since the last one.

A game's stamps lie in its output folder, one for each way of building it. A stamp holds the hash of
everything that the build depends on, and of every file that it wrote: when all of them still agree,
there is nothing to do. Stamps are sealed: if a stranger's project brings stamps, it is built anew.
"""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec.json
from msgspec import Struct
from msgspec.structs import asdict, replace

from fustella.build.options import BuildOptions
from fustella.core.files.fingerprint import fingerprint, sha256_of
from fustella.core.files.project import BOOKLET, RULES, Project
from fustella.core.files.reading import fails, is_inside, read_own, unread
from fustella.core.files.seal import is_seal, seal_of
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.core.words.patterns import regex

if TYPE_CHECKING:  # it takes longer to load than a build in which nothing changed
    from fustella.core.values.model import Edition

STAMPS = ".fustella.json"

_BEGINS = regex(rb'\{"seal": "([0-9a-f]{64})",\n"stamps": ')
_ENDS = b"}\n"
_ERRATA = regex(r"""^errata[ \t]*:[ \t]*["']?([^\s"'#]+)""", re.MULTILINE)


class OutputRecord(Struct, frozen=True):
    """The record of one file that a build wrote, with the figures that the closing table shows.

    `ink_pages` counts A4 pages of solid black. `bound` is the least number of sheets that the area
    of its pieces takes, `waste` the part of the paper, 0 to 1, that no piece covers. A file for a
    machine or a shop has 0 `sheets`. `note` is printed below the table. `key` names everything
    that the file was made from, "" if unknown.
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


class Stamp(Struct, frozen=True):
    """The record of a build: the hash of its inputs, the folder of its files, and their records.

    `language` and `theme` are the language and the theme that were printed. With `whole`, all
    pieces of the box were printed on sheets. A build shows the `warnings` again as long as nothing
    changes.
    """

    inputs: str
    folder: str
    printed: tuple[OutputRecord, ...]
    language: str = ""
    theme: str = ""
    whole: bool = False
    warnings: tuple[Problem, ...] = ()


class Built(Struct, frozen=True):
    """The result of a build: its folder and the records of its files.

    With `unchanged`, an earlier build wrote the files.

    `warnings` are about what is printed; a build shows them again as long as nothing changes. With
    `unchecked`, the box differs from its rules, and no cover says so.
    """

    game: str
    folder: Path
    printed: tuple[OutputRecord, ...]
    unchanged: bool
    warnings: tuple[Problem, ...] = ()
    unchecked: bool = False


def inputs_of(project: Project, game_id: str) -> str:
    """The hash of everything that a build of this game depends on, except its options.

    Raises ProblemsFound: E100, E133 for a folder that cannot be read through.
    """
    files, since = project.input_files(), _errata_since(project, game_id)
    return fingerprint(project.input_folders(game_id), files, since, project.root)


def _errata_since(project: Project, game_id: str) -> str:
    """The id of the commit with which the errata of a booklet compare; "" where there is none."""
    path = project.folder_of(game_id) / RULES / BOOKLET
    if not is_inside(path, project.root) or not path.is_file():
        return ""
    try:
        named = _ERRATA.search(read_own(path).decode("utf-8", "replace"))
    except OSError:  # reading the game tells it
        return ""
    if named is None:
        return ""
    from fustella.git.revisions import revision_tagged  # noqa: PLC0415  (most games have no errata)

    try:
        return revision_tagged(project, named[1]).id
    except ProblemsFound:
        return ""


def already_built(
    game_id: str, options: BuildOptions, inputs: str, unchecked: bool = False
) -> Built | None:
    """The last build, if inputs and files have not changed since; None without a stamp.

    `inputs` is the present hash that `inputs_of` returns. With `unchecked`, only a build counts
    whose cover warns that the box was not checked; else, only a build without that warning.
    """
    if options.leaves_no_stamp:
        return None
    home = options.output / game_id
    stamp = read_stamp(home, options.key(unchecked), inputs)
    if stamp is None:
        return None
    return Built(game_id, home / stamp.folder, stamp.printed, True, stamp.warnings)


def whole_build(project: Project, edition: "Edition", output: Path) -> Stamp | None:
    """An up-to-date build of the whole box that is in the output folder, on any paper, or None."""
    home, inputs = output / edition.game.id, inputs_of(project, edition.game.id)
    found = (
        stamp
        for stamp in _read(home).values()
        if stamp.whole
        and (stamp.language, stamp.theme) == (edition.language, edition.theme.value)
        and _is_current(home, stamp, inputs)
    )
    return next(found, None)


def read_stamp(folder: Path, key: str, inputs: str) -> Stamp | None:
    """The stamp of a build that was made from `inputs`, if its files were not touched since."""
    stamp = _read(folder).get(key)
    return stamp if stamp and _is_current(folder, stamp, inputs) else None


def printed_in_stamps(folder: Path, inside: str) -> tuple[OutputRecord, ...]:
    """The records of all that earlier builds printed into the folder `inside` of a game.

    A file may have several records.
    """
    stamps = (stamp for stamp in _read(folder).values() if stamp.folder == inside)
    return tuple(record for stamp in stamps for record in stamp.printed)


def stamps_with(folder: Path, key: str, stamp: Stamp) -> bytes:
    """The new content of the file of stamps, with one more stamp.

    The caller holds the lock of the folder.
    """
    # In order: editions are built side by side, and one or another is ready first.
    stamps = dict(sorted((_read(folder) | {key: stamp}).items()))
    text = msgspec.json.format(json.dumps(stamps, default=asdict), indent=1).encode()
    return b'{"seal": "%s",\n"stamps": ' % seal_of(STAMPS, text).hex().encode() + text + _ENDS


def _is_current(folder: Path, stamp: Stamp, inputs: str) -> bool:
    inside = folder / stamp.folder
    as_written = (_is_as_written(inside, one) for one in stamp.printed)
    return stamp.inputs == inputs and is_inside(inside, folder) and all(as_written)


def _is_as_written(folder: Path, record: OutputRecord) -> bool:
    try:
        return sha256_of(folder / record.file) == record.sha256
    except (OSError, ValueError):  # ValueError: a name with a NUL
        return False


def _read(folder: Path) -> dict[str, Stamp]:
    """All stamps of a game by their keys; {} when the file is missing or damaged.

    Raises ProblemsFound, E100, where the file cannot be read: nobody would know the files that its
    stamps name. A stamp that this user did not write is never up to date; it serves only to remove
    old files, as far as they are unchanged since.
    """
    try:
        content = read_own(folder / STAMPS) if is_inside(folder, folder.parent) else b""
    except OSError as error:
        if fails(error):
            raise ProblemsFound([unread(error, Place(str(folder / STAMPS)))]) from None
        return {}
    found = _BEGINS.match(content)
    body = content[found.end() : -len(_ENDS)] if found else b""
    if found and is_seal(bytes.fromhex(found[1].decode()), STAMPS, body):
        return _stamps_in(body)
    return {
        key: _strangers_stamp(folder, stamp) for key, stamp in _stamps_in(body or content).items()
    }


def _strangers_stamp(folder: Path, stamp: Stamp) -> Stamp:
    inside = folder / stamp.folder
    printed = (
        replace(one, key="")
        for one in stamp.printed
        if is_inside(inside / one.file, folder) and _is_as_written(inside, one)
    )
    return Stamp("", stamp.folder, tuple(printed))


def _stamps_in(text: bytes) -> dict[str, Stamp]:
    """The stamps in a text by their keys; {} when it is damaged, or from another version."""
    try:
        return {
            str(key): Stamp(
                str(stamp["inputs"]),
                str(stamp["folder"]),
                tuple(_record(record) for record in stamp["printed"]),
                str(stamp["language"]),
                str(stamp["theme"]),
                bool(stamp["whole"]),
                tuple(
                    warning(one["code"], Place(**one["place"]), one["message"], one["hint"])
                    for one in stamp["warnings"]
                ),
            )
            for key, stamp in json.loads(text).items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _record(typed: dict[str, Any]) -> OutputRecord:
    """A record from its JSON. Raises KeyError or TypeError for any other JSON."""
    if not (isinstance(typed["file"], str) and isinstance(typed["sha256"], str)):
        raise TypeError("file")
    return OutputRecord(**typed)
