"""Whether anything changed since a game was last built.

A game's stamps lie in its output folder, one for each way of building it. A stamp holds the hash of
every byte that the build depends on, and of every file that it wrote; when both still agree there
is nothing to do.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fustella.build.options import UNCHECKED, BuildOptions
from fustella.core.fingerprint import fingerprint, sha256_of
from fustella.core.model import Theme
from fustella.core.project import Project

if TYPE_CHECKING:
    pass


STAMPS = ".fustella.json"


@dataclass(frozen=True, slots=True)
class OutputRecord:
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
    printed: tuple[OutputRecord, ...]


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


def printed_in_stamps(folder: Path, inside: str) -> tuple[OutputRecord, ...]:
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
                tuple(OutputRecord(**entry) for entry in one["printed"]),
            )
            for key, one in stamps.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


@dataclass(frozen=True, slots=True)
class Built:
    """What one game became: its folder, its files, and whether they had been there already."""

    game: str
    folder: Path
    printed: tuple[OutputRecord, ...]
    unchanged: bool


def inputs_of(project: Project, game_id: str, options: BuildOptions) -> str:
    """The hash of all that a build of this game depends on."""
    return _inputs(project, game_id, options.key())


def already_built(
    project: Project, game_id: str, options: BuildOptions, unchecked: bool = False
) -> Built | None:
    """The last build, when it was made from what is there now and its files were not touched.

    `unchecked` asks for one whose cover warns; neither counts as the other.
    """
    if options.choice.partial:
        return None
    inputs = inputs_of(project, game_id, options)
    stamp = read_stamp(options.output / game_id, options.key(unchecked), inputs)
    if stamp is None:
        return None
    return Built(game_id, options.output / game_id / stamp.folder, stamp.printed, True)


def whole_build(project: Project, game_id: str, options: BuildOptions, default: str) -> bool:
    """Whether sheets of the whole box stand in the output folder that are what it is now.

    In the language and theme of the options, on whatever paper; `default` is the language of a
    build that named none.
    """
    home = options.output / game_id
    return any(
        read_stamp(home, key, _inputs(project, game_id, key.removesuffix(f" {UNCHECKED}")))
        for key in stamp_keys(home)
        if _is_whole(key, options, default)
    )


def _inputs(project: Project, game_id: str, key: str) -> str:
    folders = (
        project.content / game_id,
        project.templates / game_id,
        project.templates / "_shared",
    )
    files = tuple(project.content / name for name in TABLES)
    return fingerprint(folders, files, key)


def _is_whole(key: str, options: BuildOptions, default: str) -> bool:
    """Whether a key names a build of all pieces, in sheets, in some language and theme."""
    _, _, language, *more = [*key.split(" "), "", ""]
    theme = next((word for word in more if word in tuple(Theme)), Theme.FULL.value)
    told = (default if language == "default" else language), theme
    part = any(word.startswith(("players=", "shop=")) for word in more)
    return told == (options.language, options.theme.value) and not part


TABLES = ("papers.yaml", "sizes.yaml", "stocks.yaml", "printers.yaml")
"""In content/: what all games share."""
