"""Makes steps: applies gestures to files of a game, writes them, and undoes what was written."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.job import Job
from fustella.core.files.cache import DiskCache
from fustella.core.files.journal import Writing
from fustella.core.files.project import Project
from fustella.core.files.unwritten import why_unwritten
from fustella.core.values.problems import ProblemsFound
from fustella.workbench.calls import ChangeCall
from fustella.workbench.chapters import ChangeBlock
from fustella.workbench.colours import ChangeColour
from fustella.workbench.draft import Draft, FileChange, GestureRefused, digest_of, path_of
from fustella.workbench.gestures import Gesture, gestures_in
from fustella.workbench.pictures import DropPicture
from fustella.workbench.remarks import CloseRemark, PinRemark
from fustella.workbench.steps import (
    MOST_STEPS,
    RefusalView,
    StepLog,
    StepOutcome,
    StepsView,
    undone,
)
from fustella.workbench.tables import AddRows, ChangeCells, CopyRows, RemoveRows
from fustella.workbench.values import ChangeCopies, ChangeValue
from fustella.workbench.zone_gestures import AddZone, ChangeZone, OrderZone, RemoveZone

KNOWN: tuple[type[Gesture], ...] = (
    *(ChangeZone, AddZone, RemoveZone, OrderZone, ChangeCall),
    *(ChangeCells, AddRows, RemoveRows, CopyRows),
    *(ChangeValue, ChangeCopies, DropPicture, ChangeColour),
    *(PinRemark, CloseRemark),
    ChangeBlock,
)
"""The gestures that the page may ask for."""

_FOLDER = "steps"


class EditRequest(Struct, frozen=True):
    """A request of the page: gestures that are one step, and the digests of the files it has seen.

    Steps with the same `merge`, directly after each other, become one.
    """

    gestures: list[Any]
    files: dict[str, str] = {}
    language: str = ""
    merge: str = ""


class Workbench:
    """The editing of one game, whose steps are kept in the cache of the job's output folder.

    Two threads must not use it at once.
    """

    def __init__(
        self,
        project: Project,
        game: str,
        log: StepLog,
        known: Sequence[type[Gesture]] = KNOWN,
    ) -> None:
        self._project, self._game, self._log, self._known = project, game, log, known

    @classmethod
    def of(cls, project: Project, game: str, cache: DiskCache) -> "Workbench":
        """The editing of a game whose steps are kept below the folder of a cache."""
        own = DiskCache(cache.folder / _FOLDER / game, limit_files=MOST_STEPS + 1)
        return cls(project, game, StepLog(own))

    def steps(self) -> StepsView:
        return self._log.view()

    def edit(self, request: EditRequest, job: Job | None) -> StepOutcome:
        """Makes the step of a request, in full or not at all."""
        draft = Draft(self._project, self._game, request.language, job)
        try:
            gestures = gestures_in(request.gestures, self._known)
            done = [gesture.apply(draft) for gesture in gestures]
            changes = tuple(draft.changes())
        except GestureRefused as refused:
            return self._refusal(refused)
        seen = {change.name: request.files.get(change.name, "") for change in changes}
        what = done[0] if len({*done}) == 1 else f"{len(done)} changes"
        outcome = self._write(changes, seen)
        if outcome.status == 200 and changes:
            self._log.add(what, request.merge, changes)
        return self._told(outcome, what)

    def undo(self) -> StepOutcome:
        """Undoes the last step, if its files are still as it left them."""
        return self._again(-1)

    def redo(self) -> StepOutcome:
        """Makes the step that was undone last again, if its files are still as they were."""
        return self._again(1)

    def _again(self, by: int) -> StepOutcome:
        step = self._log.to_undo() if by < 0 else self._log.to_redo()
        if step is None:
            word = "undo" if by < 0 else "make again"
            return self._refusal(GestureRefused(f"there is nothing to {word}"))
        changes = undone(step) if by < 0 else step.files
        outcome = self._write(changes, {file.name: digest_of(file.before) for file in changes})
        if outcome.status == 200:
            self._log.moved(by)
        return self._told(outcome, step.what)

    def _write(self, changes: Sequence[FileChange], seen: Mapping[str, str]) -> StepOutcome:
        """Writes all files, if each of them is now as the page has seen it."""
        draft = Draft(self._project, self._game, "", None)
        try:
            now = {change.name: digest_of(draft.content(change.name)) for change in changes}
            other = tuple(name for name, digest in now.items() if digest != seen[name])
            if other:
                return StepOutcome(status=409, changed=other, files=now)
            self._put(changes)
        except GestureRefused as refused:
            return self._refusal(refused)
        after = {change.name: digest_of(change.after) for change in changes}
        return StepOutcome(status=200, changed=tuple(after), files=after)

    def _put(self, changes: Sequence[FileChange]) -> None:
        """Writes files, all or none. Raises GestureRefused where that is not possible."""
        paths = {change.name: path_of(self._project, self._game, change.name) for change in changes}
        try:
            with Writing(self._project.root) as writing:
                for change in changes:
                    if change.after is not None:
                        path = paths[change.name]
                        like = path if change.before is not None else None
                        writing.put(path, change.after, like)
                writing.finish([paths[file.name] for file in changes if file.after is None])
        except ProblemsFound as found:
            problem = found.problems[0]
            raise GestureRefused(problem.message, problem.hint, problem.place) from None
        except OSError as error:
            raise GestureRefused(f"nothing was written: {why_unwritten(error)}") from None

    def _refusal(self, refused: GestureRefused) -> StepOutcome:
        place = refused.place
        at = (place.file, place.line) if place else ("", 0)
        return StepOutcome(status=422, problems=(RefusalView(refused.message, refused.hint, *at),))

    def _told(self, outcome: StepOutcome, what: str) -> StepOutcome:
        """The outcome with what was done, and with the steps that there are now."""
        return replace(outcome, what=what, steps=self._log.view())
