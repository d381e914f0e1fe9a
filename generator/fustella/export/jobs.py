"""Says which commands and options a job of jobs.yaml may have, and sums up what jobs have made.

The sums stand in a manifest beside the folders of the jobs: whoever gets the files can see with it
whether they are whole, and of which version of the box.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec.json
from msgspec import Struct, to_builtins

from fustella.build import BuildOptions, PrintChoice, PrintOptions, RulesOptions
from fustella.build.options import JOBS, LANGUAGES
from fustella.core.files.fingerprint import sha256_of
from fustella.core.files.journal import write_all
from fustella.core.files.reading import fails, is_inside, read_own, unread
from fustella.core.values.options import Option
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.export.options import ExportOptions

MANIFEST: Final = "manifest.json"

_OF_EXPORT = [name for name in ExportOptions.DECLARED if name not in ("output", "language")]

_ALL = (LANGUAGES, *BuildOptions.declared("theme", "force", "strict"))

TAKES: Final[dict[str, tuple[Option, ...]]] = {
    "build": (
        *_ALL,
        *BuildOptions.declared("paper", "duplex"),
        *PrintOptions.declared(),
        *PrintChoice.declared(),
    ),
    "export": (
        *ExportOptions.declared(*_OF_EXPORT),
        LANGUAGES,
        *BuildOptions.declared("force", "strict"),
    ),
    "rules": (*_ALL, *BuildOptions.declared("paper", "duplex"), *RulesOptions.declared()),
}
"""The options of jobs by their commands: those that decide what the files are.

A job has no `--output`: what a stranger's jobs make stays where the one who runs them says.
"""


class MadeFile(Struct, frozen=True, order=True):
    """A file that a job has made: its path from the manifest on, its size, and its sum.

    `version` is the code of the box from which it was made.
    """

    job: str
    file: str
    bytes: int
    sha256: str
    version: str


class Manifest(Struct, frozen=True):
    """All files that the jobs of a game have made."""

    game: str
    files: tuple[MadeFile, ...] = ()


def jobs_folder(output: Path, game_id: str) -> Path:
    """The folder of the jobs of a game, with a folder for each, and the manifest."""
    return output / game_id / JOBS


def read_manifest(output: Path, game_id: str) -> Manifest | None:
    """The manifest of a game; None where there is none, or what is there is no manifest.

    Raises ProblemsFound: E100 where it cannot be read.
    """
    path = jobs_folder(output, game_id) / MANIFEST
    try:
        content = read_own(path) if is_inside(path.parent, output) else b""
    except OSError as error:
        if fails(error):
            raise ProblemsFound([unread(error, Place(str(path)))]) from None
        return None
    try:
        return msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, RecursionError):
        return None


def write_manifest(output: Path, manifest: Manifest) -> Path:
    """Writes the manifest of a game, unless it is there already. Returns its path.

    Raises ProblemsFound, E402, and OSError.
    """
    path = jobs_folder(output, manifest.game) / MANIFEST
    text = json.dumps(to_builtins(manifest), ensure_ascii=False, indent=1) + "\n"
    if (read_manifest(output, manifest.game) or Manifest(manifest.game)) != manifest:
        write_all(output, {path: text.encode()})
    return path


def problems_of_sums(output: Path, manifest: Manifest, jobs: Iterable[str]) -> list[Problem]:
    """The problems, E744, of the files of some jobs that are not as the manifest says."""
    folder, found = jobs_folder(output, manifest.game), []
    named = {job: [one for one in manifest.files if one.job == job] for job in jobs}
    for job, files in named.items():
        if not files:
            found.append(_differs(folder / job, "is not in the manifest: the job was not made"))
        faults = ((one, _fault_of(folder, one)) for one in files)
        found += [_differs(folder / one.file, fault) for one, fault in faults if fault]
    return found


def _differs(path: Path, message: str) -> Problem:
    return Problem("E744", Place(str(path)), message, "run `fustella job` for it again")


def _fault_of(folder: Path, made: MadeFile) -> str:
    """What is wrong with a file that the manifest names, or ""."""
    path = folder / made.file
    if not is_inside(path, folder):
        return "lies elsewhere: the manifest names no file of its jobs"
    try:
        same = sha256_of(path) == made.sha256
    except (OSError, ValueError):
        return f"is not there; the job `{made.job}` made it"
    return "" if same else f"is another file than the one that the job `{made.job}` made"
