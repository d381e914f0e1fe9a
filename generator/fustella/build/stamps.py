"""Whether anything changed since a game was last built.

A game's stamps lie in its output folder, one for each way of building it. A stamp holds the hash of
every byte that the build depends on, and of every file that it wrote; when both still agree there
is nothing to do.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from fustella.build.options import BuildOptions
from fustella.core.fingerprint import fingerprint, sha256_of
from fustella.core.model import Edition
from fustella.core.problems import Place, Problem, warning
from fustella.core.project import Project

STAMPS = ".fustella.json"


@dataclass(frozen=True, slots=True)
class OutputRecord:
    """One file that was written, as the closing table shows it; ink in A4 pages of solid black.

    `bound` is the least number of sheets that the area of its pieces takes, `waste` the part of the
    paper that is no piece, 0 to 1. A file without sheets is for a machine or a shop; `note` is
    printed below the table. `key` names everything that the file was made from, "" if unknown.
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
    """One build: what it was made from, the folder its files went to, and the files.

    `language` and `theme` are those of the edition that was printed; `whole`: all pieces of the
    box, on sheets. `warnings` are told again as long as nothing changes.
    """

    inputs: str
    folder: str
    printed: tuple[OutputRecord, ...]
    language: str = ""
    theme: str = ""
    whole: bool = False
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Built:
    """What one game became: its folder, its files, and whether they had been there already.

    `warnings` are about what is printed; they are told again as long as nothing changes.
    """

    game: str
    folder: Path
    printed: tuple[OutputRecord, ...]
    unchanged: bool
    warnings: tuple[Problem, ...] = ()


def inputs_of(project: Project, game_id: str) -> str:
    """The hash of everything that a build of this game depends on, except its options.

    Raises ProblemsFound: E100, E133 for a folder that cannot be read through.
    """
    return fingerprint(project.input_folders(game_id), project.input_files(), "", project.root)


def already_built(
    project: Project, game_id: str, options: BuildOptions, unchecked: bool = False
) -> Built | None:
    """The last build, if its inputs are as they were and its files untouched; parts never are.

    `unchecked` asks for a build whose cover warns; neither kind counts as the other.
    """
    if options.choice.partial:
        return None
    home = options.output / game_id
    stamp = read_stamp(home, options.key(unchecked), inputs_of(project, game_id))
    if stamp is None:
        return None
    return Built(game_id, home / stamp.folder, stamp.printed, True, stamp.warnings)


def whole_build(project: Project, edition: Edition, output: Path) -> bool:
    """Whether an up-to-date build of the whole box is in the output folder, on any paper."""
    home, inputs = output / edition.game.id, inputs_of(project, edition.game.id)
    return any(
        stamp.whole
        and (stamp.language, stamp.theme) == (edition.language, edition.theme.value)
        and _is_current(home, stamp, inputs)
        for stamp in _read(home).values()
    )


def read_stamp(folder: Path, key: str, inputs: str) -> Stamp | None:
    """The stamp of a build, if it was made from `inputs` and its files were not touched since."""
    stamp = _read(folder).get(key)
    return stamp if stamp and _is_current(folder, stamp, inputs) else None


def printed_in_stamps(folder: Path, inside: str) -> tuple[OutputRecord, ...]:
    """What earlier builds wrote to the folder `inside` of a game's folder; files may be twice."""
    stamps = (stamp for stamp in _read(folder).values() if stamp.folder == inside)
    return tuple(record for stamp in stamps for record in stamp.printed)


def stamps_with(folder: Path, key: str, stamp: Stamp) -> str:
    """The text of the stamps with one more; the caller holds the lock of the folder."""
    stamps = _read(folder) | {key: stamp}
    return json.dumps({name: asdict(entry) for name, entry in stamps.items()}, indent=1)


def _is_current(folder: Path, stamp: Stamp, inputs: str) -> bool:
    try:
        return stamp.inputs == inputs and all(
            sha256_of(folder / stamp.folder / record.file) == record.sha256
            for record in stamp.printed
        )
    except OSError:
        return False


def _read(folder: Path) -> dict[str, Stamp]:
    """All stamps of a game by their keys; none when the file is missing or damaged."""
    try:
        stamps = json.loads((folder / STAMPS).read_text(encoding="utf-8"))
        return {
            str(key): Stamp(
                str(stamp["inputs"]),
                str(stamp["folder"]),
                tuple(OutputRecord(**record) for record in stamp["printed"]),
                str(stamp["language"]),
                str(stamp["theme"]),
                bool(stamp["whole"]),
                tuple(
                    warning(told["code"], Place(**told["place"]), told["message"], told["hint"])
                    for told in stamp["warnings"]
                ),
            )
            for key, stamp in stamps.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
