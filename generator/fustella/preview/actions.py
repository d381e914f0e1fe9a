"""Runs commands of this program for the page, each in another process, one at a time for a game.

The commands are those of the terminal. They tell their progress and their result as JSON.
"""

import itertools
import json
import mimetypes
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.journal import finish_interrupted
from fustella.core.files.project import Project
from fustella.core.files.reading import is_file, is_inside
from fustella.core.processes.overseer import Overseer
from fustella.core.processes.worker import Worker
from fustella.core.values.problems import Place, Problem, Severity

MOST_KEPT = 20
"""The most actions whose files can still be fetched."""

MOST_LISTED = 400
"""The most files of an action that the page lists."""

_MOST_PRINTED_BYTES = 64_000_000

_MOST_LINES = 400

_PROGRESS = {"FUSTELLA_PROGRESS": "1"}

_SHOWN = {
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".csv": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
"""The types of files that browsers show. Others, which may hold scripts, are saved."""

RUNNING, DONE, REFUSED, STOPPED, FAILED = "running", "done", "refused", "stopped", "failed"


class ResultFile(Struct, frozen=True):
    """A file that an action made, by its path in the folder; `about` is what lies in it."""

    name: str
    about: str
    bytes: int


class ActionView(Struct, frozen=True):
    """An action as the page shows it.

    `state` is running, done, refused (there are problems), stopped or failed. While it runs, it is
    `doing` something, of which `done` of `total` is done, if that is known. `tally` counts the
    verdicts of a check. With `forceable`, the box may be printed in spite of its problems. `said`
    are further lines that the command printed.
    """

    id: int
    game: str
    what: str
    state: str = RUNNING
    doing: str = ""
    done: int = 0
    total: int = 0
    folder: str = ""
    unchanged: bool = False
    files: tuple[ResultFile, ...] = ()
    more_files: int = 0
    problems: tuple[Any, ...] = ()
    notes: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    tally: dict[str, int] = {}
    forceable: bool = False


class Busy(Exception):
    """Raised where an action of the game still runs."""


Tell = Callable[[ActionView], None]
Explain = Callable[[str, Sequence[Problem]], Sequence[Any]]
"""A function that turns problems of a game into views, with their pieces."""


class Actions:
    """The actions of a studio. Any thread may call the methods.

    `tell` is called with each action whenever something of it is new, in any thread.
    """

    tell: Tell

    def __init__(self, explain: Explain) -> None:
        self._explain = explain
        self.tell = lambda _: None
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._views: dict[int, ActionView] = {}
        self._workers: dict[int, Worker] = {}
        self._files: dict[int, tuple[Path, ...]] = {}

    def of(self, game: str) -> tuple[ActionView, ...]:
        """The actions of a game, the last one first."""
        with self._lock:
            return tuple(view for view in reversed(self._views.values()) if view.game == game)

    def start(self, project: Project, game: str, what: str, words: Sequence[str]) -> None:
        """Runs a command for a game, `words`, in another process. Raises Busy."""
        with self._lock:
            running = (view for view in self._views.values() if view.state == RUNNING)
            if any(view.game == game for view in running):
                raise Busy
            view = ActionView(next(self._numbers), game, what)
            self._views[view.id] = view
            for old in list(self._views)[:-MOST_KEPT]:
                if self._views[old].state != RUNNING:
                    del self._views[old]
                    self._files.pop(old, None)
            command = ("-m", "fustella", *words, "--project", str(project.root))
            worker = self._workers[view.id] = Worker.command(*command, settings=_PROGRESS)
        self.tell(view)
        threading.Thread(target=self._run, args=(view, worker, project), daemon=True).start()

    def stop(self, game: str) -> None:
        """Ends the action of a game that runs. Nothing that it has not finished is replaced."""
        with self._lock:
            for number, view in self._views.items():
                if view.game == game and view.state == RUNNING:
                    self._views[number] = replace(view, state=STOPPED)
                    self._workers[number].end()

    def forget(self) -> None:
        """Ends all that runs, and forgets all actions."""
        with self._lock:
            for worker in self._workers.values():
                worker.end()
            self._views.clear()
            self._files.clear()

    def file(self, action: int, number: int) -> tuple[Path, str, bool] | None:
        """A file that an action made: its path, its type, and whether a browser may show it."""
        with self._lock:
            files = self._files.get(action, ())
        if number >= len(files):
            return None
        path = files[number]
        shown = _SHOWN.get(path.suffix.lower())
        guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return path, shown or guessed, shown is not None

    def _run(self, view: ActionView, worker: Worker, project: Project) -> None:
        output, errors = worker.printed
        lines: list[str] = []
        reading = threading.Thread(
            target=self._read_errors, args=(view.id, errors, lines), daemon=True
        )
        reading.start()
        with worker.overseen(Overseer(worker.page)):
            printed = output.read(_MOST_PRINTED_BYTES)
            reading.join()
            code = worker.wait() and worker.end()
        problem = worker.problem
        worker.close()
        if code < 0 or problem is not None:
            finish_interrupted()
        self._conclude(view.id, project, code, _report_in(printed), lines, problem)

    def _read_errors(self, number: int, errors: IO[bytes], lines: list[str]) -> None:
        """Reads what a command prints as errors: progress, and lines for people."""
        for data in iter(lambda: errors.readline(_MOST_PRINTED_BYTES), b""):
            line = data.decode(errors="replace").rstrip()
            told = _json_in(line)
            if told is None:
                if line and len(lines) < _MOST_LINES:
                    lines.append(line)
                continue
            with suppress(KeyError, TypeError, ValueError):
                doing, done, total = str(told["doing"]), int(told["done"]), int(told["total"])
                self._change(number, doing=doing, done=done, total=total)

    def _change(self, number: int, **changes: Any) -> None:
        with self._lock:
            before = self._views.get(number)
            if before is None or before.state != RUNNING:
                return
            view = self._views[number] = replace(before, **changes)
        self.tell(view)

    def _conclude(
        self,
        number: int,
        project: Project,
        code: int,
        report: Mapping[str, Any],
        lines: Sequence[str],
        problem: Problem | None,
    ) -> None:
        """Notes the end of an action, and what it made."""
        with self._lock:
            view = self._views.get(number)
            self._workers.pop(number, None)
        if view is None:
            return
        told = [*_problems_in(report), *([problem] if problem is not None else [])]
        paths, files, folder, unchanged = _files_in(report, project)
        left = f"--project {project.root}"
        said = () if told or code == 0 else tuple(line.replace(left, "") for line in lines)
        if view.state == STOPPED:
            view = replace(view, doing="")
        else:
            state = DONE if code == 0 else REFUSED if code == 1 and problem is None else FAILED
            view = replace(
                view,
                state=state,
                doing="",
                folder=folder,
                unchanged=unchanged,
                files=files[:MOST_LISTED],
                more_files=max(0, len(files) - MOST_LISTED),
                problems=tuple(self._explain(view.game, told)) if told else (),
                notes=tuple(map(str, report.get("notes", ()) if "made" in report else ())),
                said=said,
                tally=_tally_in(report, view.game),
                forceable=bool(report.get("forceable")),
            )
        with self._lock:
            if number not in self._views:
                return
            self._views[number] = view
            self._files[number] = paths
        self.tell(view)


def _json_in(line: str) -> dict[str, Any] | None:
    if not line.startswith('{"doing"'):
        return None
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _report_in(printed: bytes) -> Mapping[str, Any]:
    """The JSON that a command printed; nothing where it printed none."""
    try:
        found = json.loads(printed)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _problems_in(report: Mapping[str, Any]) -> list[Problem]:
    found = []
    for key, severity in (("problems", Severity.ERROR), ("warnings", Severity.WARNING)):
        for told in report.get(key, ()):
            concerns = _place_in(told["concerns"]) if "concerns" in told else None
            found.append(
                Problem(
                    told["code"],
                    _place_in(told),
                    told["message"],
                    told["hint"],
                    severity,
                    concerns,
                    told.get("piece", ""),
                )
            )
    return found


def _place_in(told: Mapping[str, Any]) -> Place:
    return Place(told["file"], told["line"], told["key"], told.get("sheet", ""))


def _files_in(
    report: Mapping[str, Any], project: Project
) -> tuple[tuple[Path, ...], tuple[ResultFile, ...], str, bool]:
    """The files that were made: their paths and views, their folder, and whether none is new.

    What lies outside of the project is left out.
    """
    paths: list[Path] = []
    views: list[ResultFile] = []
    folders = []
    made = report.get("made", ())
    for part in made:
        folder = Path(part["folder"])
        folders.append(project.name_of(folder) if folder.is_relative_to(project.root) else "")
        for entry in part["files"]:
            path = folder / entry["file"]
            if is_inside(path, project.root) and is_file(path):
                views.append(ResultFile(entry["file"], entry["name"], entry["bytes"]))
                paths.append(path)
    unchanged = bool(made) and all(part["unchanged"] for part in made)
    return tuple(paths), tuple(views), next(filter(None, folders), ""), unchanged


def _tally_in(report: Mapping[str, Any], game: str) -> dict[str, int]:
    """The number of findings of a check by their verdicts."""
    counts: dict[str, int] = {}
    if "made" not in report:
        for finding in report.get(game, ()):
            counts[finding["verdict"]] = counts.get(finding["verdict"], 0) + 1
    return counts
