"""Repairs the content: plans the changes of all files, shows a diff, then writes all or none."""

import difflib
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from fustella.core.files.journal import Writing
from fustella.core.files.project import Project
from fustella.core.files.reading import fails, is_there, read_bytes, unread, why_unread
from fustella.core.files.unwritten import hint_for_unwritten, why_unwritten
from fustella.core.files.whole import finished
from fustella.core.processes import limits
from fustella.core.values.claims import Repair
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import visible_in_line
from fustella.read.edit import Unmended, rewritten
from fustella.read.edit.marks import rewritten_marks
from fustella.read.edit.sheets import is_spreadsheet, rewritten_sheet


class FilePlan(Struct, frozen=True):
    """The planned repairs of one file.

    `name` is its path in the project. `mended` has one repair for each place that changes. `before`
    and `after` are the two sides of a diff: the text, or the cells of a workbook. `old` and `new`
    are the bytes.
    """

    path: Path
    name: str
    before: str
    after: str
    mended: tuple[Repair, ...]
    unmended: tuple[Unmended, ...]
    old: bytes
    new: bytes

    @property
    def exists(self) -> bool:
        """Whether the file had content when the plan was made, or is there now."""
        return bool(self.old) or is_there(self.path)

    @classmethod
    def of_text(
        cls,
        path: Path,
        name: str,
        before: str,
        after: str,
        mended: tuple[Repair, ...] = (),
        unmended: tuple[Unmended, ...] = (),
    ) -> "FilePlan":
        """The plan of a text file, with its content `before` and `after` the repairs."""
        old, new = before.encode("utf-8"), after.encode("utf-8")
        return cls(path, name, before, after, mended, unmended, old, new)


class RepairPlan(Struct, frozen=True):
    """The plans of all files, also of files in which nothing can be repaired."""

    files: tuple[FilePlan, ...]

    @property
    def mended(self) -> tuple[Repair, ...]:
        """The repairs that would be made."""
        return tuple(repair for file in self.files for repair in file.mended)

    @property
    def unmended(self) -> tuple[Unmended, ...]:
        """The repairs that would not be made, with the reasons."""
        return tuple(unmended for file in self.files for unmended in file.unmended)

    @property
    def changed(self) -> tuple[FilePlan, ...]:
        """The files that would be written."""
        return tuple(file for file in self.files if file.new != file.old)

    def diff(self) -> str:
        """A unified diff of all files, "" when nothing changes."""
        return "".join(line for file in self.changed for line in _diff(file))


def _diff(file: FilePlan) -> Iterator[str]:
    before, after = _lines(file.before), _lines(file.after)
    name = visible_in_line(file.name)
    for line in difflib.unified_diff(before, after, name, name):
        begins_a_command = line.lstrip().startswith("::")
        yield f"{visible_in_line(line[:-1])}\n" if begins_a_command else line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends, split only at line feeds, as in diffs of other tools."""
    return list(io.StringIO(text, newline="\n"))


def plan_repairs(project: Project, repairs: Iterable[Repair]) -> RepairPlan:
    """Plans repairs, by files in the order of their names; nothing is written.

    Equal repairs count once. A repair that cannot be made is unmended, and so is each repair of a
    file that is missing, or that must not be read. Raises ProblemsFound, E100, for unreadable
    files: repairs that belong together are made together, or not at all.
    """
    by_file: dict[str, list[Repair]] = {}
    for repair in dict.fromkeys(repairs):
        by_file.setdefault(repair.place.file, []).append(repair)
    plans, problems = [], []
    for name in sorted(by_file):
        try:
            plans.append(_plan_of_file(project, name, by_file[name]))
        except OSError as error:
            problems.append(unread(error, Place(name)))
    if problems:
        raise ProblemsFound(problems)
    return RepairPlan(tuple(plans))


def _plan_of_file(project: Project, name: str, repairs: Sequence[Repair]) -> FilePlan:
    """The plan of one file. Raises OSError."""
    path = project.root / name
    try:
        data = read_bytes(path, project.root, limits.TABLE_BYTES)
        if is_spreadsheet(name):
            done = rewritten_sheet(path, data, repairs, project.root)
            shown = (done.before, done.after)
            return FilePlan(path, name, *shown, done.mended, done.unmended, data, done.data)
        text = data.decode("utf-8")  # as bytes, so that line ends stay as they are
    except OSError as error:
        if fails(error):
            raise
        return _unreadable_plan(
            path, name, repairs, f"the file cannot be read: {why_unread(error)}"
        )
    except UnicodeDecodeError:
        return _unreadable_plan(path, name, repairs, "the file is not UTF-8: save it as such first")
    in_booklet = path.suffix == ".md"
    result = rewritten_marks(text, repairs) if in_booklet else rewritten(text, name, repairs)
    return FilePlan.of_text(path, name, text, result.text, result.mended, result.unmended)


def _unreadable_plan(path: Path, name: str, repairs: Sequence[Repair], reason: str) -> FilePlan:
    unmended = tuple(Unmended(repair, reason) for repair in repairs)
    return FilePlan.of_text(path, name, "", "", unmended=unmended)


def apply(plan: RepairPlan, project: Project, command: str = "fustella check --fix") -> None:
    """Writes all changed files of a plan, or none.

    Each file keeps its permissions. Raises ProblemsFound: E402 for a file outside of the project,
    E510 for a file that cannot be written, or that has changed since the plan was made; the hint
    then is to run `command` again.
    """
    # A file may be a link to another folder; what is replaced is the file that it points to.
    targets = [(file, file.path.resolve()) for file in plan.changed]
    root = project.root.resolve()
    problems = [problem for file in plan.changed if (problem := _obstacle(file, command))]
    message = f"is a link that leads out of {root}, and nothing is written there"
    hint = "put the file itself into the project, or make the change by hand"
    outside = (file for file, path in targets if not path.is_relative_to(root))
    problems += [Problem("E402", Place(file.name), message, hint) for file in outside]
    if problems:
        raise ProblemsFound(problems)
    try:
        with Writing(root) as writing:
            for file, target in targets:
                writing.put(target, file.new, like=target if file.exists else None)
            writing.finish()
    except OSError as error:
        raise ProblemsFound([_problem_unwritten(error, targets)]) from None


def _obstacle(file: FilePlan, command: str) -> Problem | None:
    """The problem, E510, of a file that must not be replaced; None for any other file."""
    if not file.exists:
        return None
    try:
        now = read_bytes(file.path, None, limits.TABLE_BYTES)
        protected = not file.path.stat().st_mode & 0o222 or not os.access(file.path, os.W_OK)
    except OSError as error:
        return _problem_unwritten(error, [(file, file.path)])
    if now != file.old:
        hint = f"run `{command}` again: it reads the file anew"
        return Problem("E510", Place(file.name), "was changed meanwhile", hint)
    if protected:  # replacing it by a rename would not fail
        hint = f"give yourself the right to write it, then run `{command}` again"
        return Problem("E510", Place(file.name), "is write-protected", hint)
    return None


def _problem_unwritten(error: OSError, targets: Sequence[tuple[FilePlan, Path]]) -> Problem:
    """The problem of a file that could not be written, by the error of the system."""
    named = {str(target): file.name for file, target in targets}
    path = finished(Path(error.filename2 or error.filename or targets[0][1]))
    hint = hint_for_unwritten(error)
    message = f"cannot be written: {why_unwritten(error)}"
    return Problem("E510", Place(named.get(str(path), str(path))), message, hint)
