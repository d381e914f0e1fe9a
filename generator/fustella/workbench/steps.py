"""Keeps the last steps of a game, so that they can be undone and made again, after a restart too.

A step has its files whole, before and after. It is undone only while the files are as the step
left them: nothing that was changed elsewhere meanwhile is lost.
"""

import zlib

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.cache import DiskCache
from fustella.workbench.draft import FileChange

MOST_STEPS = 100
"""The most steps that are kept."""

_INDEX = "index"


class StepView(Struct, frozen=True):
    """A step as the page lists it."""

    id: int
    what: str


class StepsView(Struct, frozen=True):
    """The steps that can be undone, the last one first, and what Undo and Redo would do."""

    undo: str
    redo: str
    steps: tuple[StepView, ...]


class UndoStep(Struct, frozen=True):
    """A step: what it did, its changes of files, and the key under which further ones join it."""

    id: int
    what: str
    merge: str
    files: tuple[FileChange, ...]


class StepOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of a request to change files, for the page.

    `status` is the HTTP status: 200 done, 409 a file is another one than the page has seen, 422
    refused. `changed` are the names of the files that were written, or, with 409, that differ.
    `files` has the digests as they are now; a step that cannot be made has `problems`.
    """

    status: int
    what: str = ""
    changed: tuple[str, ...] = ()
    files: dict[str, str] = {}
    problems: tuple["RefusalView", ...] = ()
    steps: StepsView | None = None


class RefusalView(Struct, frozen=True):
    """The reason why a gesture is refused, its hint, and where, if known."""

    message: str
    hint: str
    file: str
    line: int


class _Index(Struct, frozen=True):
    """All kept steps in order, and how many of them are done: the others were undone."""

    steps: tuple[StepView, ...] = ()
    done: int = 0


class StepLog:
    """The steps of a game in a cache; without room for them they are not kept."""

    def __init__(self, cache: DiskCache) -> None:
        self._cache = cache

    def view(self) -> StepsView:
        index = self._index()
        done, undone = index.steps[: index.done], index.steps[index.done :]
        return StepsView(
            done[-1].what if done else "", undone[0].what if undone else "", done[::-1]
        )

    def add(self, what: str, merge: str, files: tuple[FileChange, ...]) -> None:
        """Adds a step that was made; steps that were undone before it cannot be made again.

        With a `merge` that is not "", it joins the last step if that has the same one.
        """
        index = self._index()
        done = index.steps[: index.done]
        last = (
            self._step(done[-1].id) if done and merge and index.done == len(index.steps) else None
        )
        if last is not None and last.merge == merge:
            step = replace(last, files=_joined(last.files, files))
        else:
            number = max((view.id for view in index.steps), default=0) + 1
            step = UndoStep(number, what, merge, files)
            done = (*done, StepView(number, what))[-MOST_STEPS:]
        self._cache.put(_key(step.id), zlib.compress(msgspec.msgpack.encode(step), 1))
        self._keep(_Index(done, len(done)))
        self._cache.prune()

    def to_undo(self) -> UndoStep | None:
        """The last step that was made; None if there is none, or if it is no longer kept."""
        index = self._index()
        return self._step(index.steps[index.done - 1].id) if index.done else None

    def to_redo(self) -> UndoStep | None:
        """The step that was undone last; None if there is none, or if it is no longer kept."""
        index = self._index()
        undone = index.steps[index.done :]
        return self._step(undone[0].id) if undone else None

    def moved(self, by: int) -> None:
        """Notes that a step was undone (-1) or made again (1)."""
        index = self._index()
        self._keep(replace(index, done=index.done + by))

    def _step(self, number: int) -> UndoStep | None:
        kept = self._cache.get(_key(number))
        return msgspec.msgpack.decode(zlib.decompress(kept), type=UndoStep) if kept else None

    def _index(self) -> _Index:
        kept = self._cache.get(_INDEX)
        return msgspec.msgpack.decode(kept, type=_Index) if kept else _Index()

    def _keep(self, index: _Index) -> None:
        self._cache.put(_INDEX, msgspec.msgpack.encode(index))


def _key(number: int) -> str:
    return f"step{number}"


def _joined(first: tuple[FileChange, ...], then: tuple[FileChange, ...]) -> tuple[FileChange, ...]:
    """The changes of two steps, one after the other, as those of one step."""
    files = {change.name: change for change in first}
    for change in then:
        known = files.get(change.name)
        files[change.name] = replace(change, before=known.before) if known else change
    return tuple(files.values())


def undone(step: UndoStep) -> tuple[FileChange, ...]:
    """The changes that undo a step."""
    return tuple(FileChange(file.name, file.after, file.before) for file in step.files)
