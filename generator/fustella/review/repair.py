"""Repairs of the content: planned for all files, shown as a diff, then written all or none.

Above the stages, beside `output`: `read` says what a file would be, here it becomes one.
"""

import difflib
import io
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fustella.core.claims import Repair
from fustella.core.files import finished, replace_all, unfinished
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.read.edit import Unmended, rewritten


@dataclass(frozen=True, slots=True)
class FilePlan:
    """One file: what it says, what it would say, and which repairs are in it.

    `name` is how the designer knows it. `mended` has one repair for each place that is changed.
    """

    path: Path
    name: str
    before: str
    after: str
    mended: tuple[Repair, ...]
    unmended: tuple[Unmended, ...]


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """What `apply` would do; a file in which nothing can be mended is listed with its reasons."""

    files: tuple[FilePlan, ...]

    @property
    def mended(self) -> tuple[Repair, ...]:
        """The repairs of all files that would be made."""
        return tuple(repair for file in self.files for repair in file.mended)

    @property
    def unmended(self) -> tuple[Unmended, ...]:
        """The repairs of all files that would not be made, with the reasons."""
        return tuple(one for file in self.files for one in file.unmended)

    @property
    def changed(self) -> tuple[FilePlan, ...]:
        """The files that would be written."""
        return tuple(file for file in self.files if file.after != file.before)

    def diff(self) -> str:
        """A unified diff of all files, "" when nothing changes."""
        return "".join(line for file in self.changed for line in _diff(file))


def plan_repairs(project: Project, repairs: Iterable[Repair]) -> RepairPlan:
    """What the files would be with these repairs, in the order of their names; nothing is written.

    Equal repairs count once. What cannot be made, even for a file that cannot be read, is unmended.
    """
    by_file: dict[str, list[Repair]] = {}
    for repair in dict.fromkeys(repairs):
        by_file.setdefault(repair.place.file, []).append(repair)
    return RepairPlan(tuple(_planned(project, name, by_file[name]) for name in sorted(by_file)))


def apply(plan: RepairPlan, command: str = "fustella check --fix") -> None:
    """Write all changed files of the plan, or none; `command` is what to run again if none.

    Each keeps its rights. Raises ProblemsFound: E510 for files that cannot be written, or that
    do not say any more what the plan was made from.
    """
    # A file may be a link to another folder: what is replaced is what it points to.
    targets = [(file, file.path.resolve()) for file in plan.changed]
    problems = [problem for file in plan.changed if (problem := _obstacle(file, command))]
    if problems:
        raise ProblemsFound(problems)
    try:
        for file, target in targets:
            _write(unfinished(target), file.after, target)
        replace_all([(unfinished(target), target) for _, target in targets])
    except OSError as error:
        raise ProblemsFound([_unwritten(error, targets)]) from None
    finally:
        for _, target in targets:
            unfinished(target).unlink(missing_ok=True)


def _planned(project: Project, name: str, repairs: Sequence[Repair]) -> FilePlan:
    path = project.root / name
    try:
        text = path.read_bytes().decode("utf-8")  # as bytes, so that line ends stay as they are
    except OSError as error:
        return _hopeless(path, name, repairs, f"the file cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        return _hopeless(path, name, repairs, "the file is not UTF-8: save it as such first")
    result = rewritten(text, name, repairs)
    return FilePlan(path, name, text, result.text, result.mended, result.unmended)


def _hopeless(path: Path, name: str, repairs: Sequence[Repair], reason: str) -> FilePlan:
    return FilePlan(path, name, "", "", (), tuple(Unmended(repair, reason) for repair in repairs))


def _diff(file: FilePlan) -> Iterator[str]:
    before, after = _lines(file.before), _lines(file.after)
    for line in difflib.unified_diff(before, after, file.name, file.name):
        yield line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines with their ends, broken at line feeds alone, as other tools read a diff."""
    return list(io.StringIO(text, newline="\n"))


def _obstacle(file: FilePlan, command: str) -> Problem | None:
    """Why a file must not be replaced, if anything speaks against it."""
    try:
        now = file.path.read_bytes()
        protected = not file.path.stat().st_mode & 0o222 or not os.access(file.path, os.W_OK)
    except OSError as error:
        return _unwritten(error, [(file, file.path)])
    if now != file.before.encode("utf-8"):
        hint = f"run `{command}` again: it reads the file anew"
        return Problem("E510", Place(file.name), "was changed meanwhile", hint)
    if protected:  # a rename would not ask
        hint = f"give yourself the right to write it, then run `{command}` again"
        return Problem("E510", Place(file.name), "is write-protected", hint)
    return None


def _write(path: Path, text: str, like: Path) -> None:
    """Write a text so that it is on the disk, with the rights of the file that it replaces."""
    with path.open("wb") as stream:
        stream.write(text.encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())
    shutil.copymode(like, path)


def _unwritten(error: OSError, targets: Sequence[tuple[FilePlan, Path]]) -> Problem:
    """What the system says, at the file as the designer knows it."""
    named = {str(target): file.name for file, target in targets}
    path = finished(Path(error.filename2 or error.filename or targets[0][1]))
    hint = "close it in other programs, check its rights and its folder's, and free some room"
    message = f"cannot be written: {error.strerror or error}"
    return Problem("E510", Place(named.get(str(path), str(path))), message, hint)
