"""Runs a process for each game of the preview, so that no game keeps others waiting.

A template may block inside of a library, or take all memory. Then the process of its game is ended,
like a command, and the page shows the reason beside the last faces. When its files change, the game
gets another process.
"""

import itertools
import json
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from fustella.build import BuildOptions
from fustella.core.files.project import Project
from fustella.core.processes import failures
from fustella.core.processes.overseer import Overseer
from fustella.core.processes.steps import latest
from fustella.core.processes.worker import Worker
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.themes import Theme
from fustella.preview.events import Watched
from fustella.preview.present import PieceIndex, fault_view
from fustella.preview.press import PressChoice
from fustella.preview.service import chapters_alone, games_concerned, watcher_of
from fustella.preview.session import nothing_of
from fustella.preview.views import (
    AgainstView,
    BookletView,
    Change,
    ComparisonView,
    EditionKey,
    FaultView,
    GameView,
    IconsView,
    ModelView,
    News,
    OddsRefusal,
    OddsView,
    PlatesView,
    SheetsView,
    patched,
    to_json,
)
from fustella.workbench import RefusalView, StepOutcome, ZonesView

_REFUSED = 422
"""The status of HTTP for what is understood and cannot be done."""

MOST_PROCESSES = 8
"""The most processes; if there are more games, some games share a process."""

FIRST_LIST_S, LIST_S = 20.0, 1.0
"""The seconds that the list of games waits for a game's first answer, and for a later one."""

MOST_SVGS = 600
"""The most faces stored in case their process ends: as many as a page stores."""

LARGEST_SVG = 200_000
"""The most letters of such a face; pages of booklets have more."""


class GameProcessEnded(Exception):
    """Raised where the process of a game has ended; `problem` has the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class GameProcess:
    """The process of some games; any thread may use it."""

    def __init__(self, project: Project, options: BuildOptions, press: PressChoice) -> None:
        self._worker = Worker.conversation("-m", "fustella.preview.game_process")
        self._numbers = itertools.count()
        self._waiting: dict[int, Future[Any]] = {}
        self._asking = threading.Lock()
        self._problem: Problem | None = None
        self._over = threading.Event()
        self._send((project, (), options, None, press))
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def has_ended(self) -> bool:
        return self._over.is_set()

    def ask(self, name: str, *arguments: object, **named: object) -> "Future[Any]":
        """Calls a method of the process's `PreviewService`. Returns a future of the result.

        The future may raise GameProcessEnded, and ProblemsFound for a bug.
        """
        future: Future[Any] = Future()
        with self._asking:
            number = next(self._numbers)
            self._waiting[number] = future
            self._send((number, name, arguments, named))
        if self.has_ended:
            self._fail_futures()
        return future

    def tell(self, name: str, *arguments: object) -> None:
        """Calls a method of the process's `PreviewService` that has no answer."""
        with self._asking:
            self._send((-1, name, arguments, {}))

    def end(self) -> None:
        self._worker.end()

    def _send(self, message: object) -> None:
        with suppress(OSError, ValueError):  # it has ended: the thread that reads says so
            self._worker.channel.send(message)

    def _read(self) -> None:
        """Sets the results of waiting futures from the answers, until the process has ended.

        An overseer ends the process where a step takes too long, or too much memory.
        """
        worker = self._worker
        with worker.overseen(Overseer(worker.page)), suppress(EOFError):
            while True:
                number, well, answer = worker.channel.receive()
                future = self._waiting.pop(number)
                if well:
                    future.set_result(answer)
                else:
                    future.set_exception(ProblemsFound([answer]))
        code = worker.end()
        self._problem = worker.problem or failures.ended(latest(worker.page.steps()), code)
        self._over.set()
        self._fail_futures()
        worker.close()

    def _fail_futures(self) -> None:
        assert self._problem is not None
        while self._waiting:
            with suppress(KeyError):
                self._waiting.popitem()[1].set_exception(GameProcessEnded(self._problem))


class GameProcesses:
    """The content of the page for the games of a project, each from its own process.

    `named`, `options`, `press` and the methods are as in `PreviewService`. Every method may be
    called from any thread.
    """

    def __init__(
        self,
        project: Project,
        named: Iterable[str],
        options: BuildOptions,
        press: PressChoice | None = None,
    ) -> None:
        self._project, self._named, self._options = project, tuple(named), options
        self._press = press or PressChoice()
        self._lock = threading.RLock()  # a signal may end it while its own thread holds it
        self._processes: dict[int, GameProcess] = {}
        self._places: dict[str, int] = {}
        self._ended: dict[str, Problem] = {}
        self._views: dict[str, GameView] = {}
        self._kept: dict[EditionKey, dict[str, Any]] = {}
        self._sent: dict[EditionKey, int] = {}
        self._svgs: dict[str, str] = {}
        self._shown = 0
        self._stopped = False

    def show(self, project: Project, options: BuildOptions) -> None:
        """Shows the games of another project, or with other options, from now on."""
        with self._lock:
            self._project, self._options, self._shown = project, options, self._shown + 1
            ended, self._processes = self._processes, {}
            kept = (self._places, self._ended, self._views, self._kept, self._sent, self._svgs)
            for known in kept:
                known.clear()
        for process in ended.values():
            process.end()

    def saved(self, say: Callable[[str], None]) -> Watched:
        return watcher_of(self._project, say)

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        paths = tuple(paths)
        known = tuple(dict.fromkeys((*self._games(), *tuple(self._places))))
        touched = games_concerned(self._project, paths, known)
        chapters = chapters_alone(self._project, paths, touched)
        with self._lock:
            for game in touched:
                self._ended.pop(game, None)
                process = self._processes.get(self._places.get(game, -1))
                if process is not None:
                    own = ((), (game,)) if game in chapters else ((game,),)
                    process.tell("touch_games", *own)
        return touched

    def _games(self) -> tuple[str, ...]:
        return self._named or self._project.games() or tuple(self._places)

    def games(self) -> tuple[GameView, ...]:
        """The views of all games; for a game that does not answer soon, the last view."""
        answers = [(game, self._ask(game, "view", game)) for game in self._games()]
        return tuple(self._view(game, future) for game, future in answers)

    def _view(self, game: str, future: "Future[Any]") -> GameView:
        shown = self._shown
        before = self._views.get(game, GameView(game, game, (), 0, 0, 0))
        try:
            last: GameView = future.result(LIST_S if game in self._views else FIRST_LIST_S)
        except TimeoutError:
            return before
        except GameProcessEnded as ended:
            self._note(game, ended, shown)
            return replace(before, faults=before.faults + 1)
        self._views[game] = last
        return last

    def edition(self, game: str, language: str, theme: str) -> EditionKey | None:
        if game not in {*self._games(), *self._places} or theme not in {*Theme, ""}:
            return None
        try:
            edition: EditionKey | None = self._answer(game, "edition", game, language, theme)
        except GameProcessEnded:
            seen = (now["languages"] for one, now in self._kept.items() if one.game == game)
            known = self._views[game].languages if game in self._views else next(seen, ())
            if language and known and language not in known:
                return None
            chosen = (language or known[0]) if known else ""
            return EditionKey(game, chosen, theme or Theme.FULL.value)
        return edition

    def whole(self, edition: EditionKey) -> bytes:
        try:
            found: bytes = self._answer(edition.game, "whole", edition)
        except GameProcessEnded as ended:
            return to_json(self._with_fault(edition, ended))
        self._kept[edition] = json.loads(found)
        return found

    def news(self, edition: EditionKey, *, checked: bool) -> News:
        known = self._sent.get(edition, 0)
        try:
            news: News = self._answer(edition.game, "news", edition, checked=checked, known=known)
        except GameProcessEnded as ended:
            now = self._with_fault(edition, ended)
            news = News(now["number"])
            if known not in (0, now["number"]):
                news = News(now["number"], to_json({**now, "since": known, "pieces": []}))
        else:
            if news.change:
                change = json.loads(news.change)
                self._keep(change["svgs"])
                if edition in self._kept:
                    self._kept[edition] = patched(self._kept[edition], change)
        self._sent[edition] = news.number
        return news

    def _with_fault(self, edition: EditionKey, ended: GameProcessEnded) -> dict[str, Any]:
        """The last snapshot of an edition, with the fault that ended its process."""
        now = self._kept.get(edition) or json.loads(to_json(nothing_of(edition)))
        fault = json.loads(to_json(_fault_of(ended)))
        faults = [fault, *(one for one in now["faults"] if one != fault)]
        if faults != now["faults"]:
            number = max(now["number"], self._sent.get(edition, 0)) + 1
            now = self._kept[edition] = {**now, "faults": faults, "number": number}
        return now

    def ask(self, name: str, *arguments: object) -> bytes | None:
        about = arguments[0]
        game = about.game if isinstance(about, EditionKey) else str(about)
        try:
            found: bytes | None = self._answer(game, "ask", name, *arguments)
        except GameProcessEnded as ended:
            return to_json(_shown_instead(name, arguments, ended))
        return found

    def change(self, name: str, game: str, body: bytes) -> Change | None:
        try:
            change: Change | None = self._answer(game, "change", name, game, body)
        except GameProcessEnded as ended:
            problem = ended.problem
            view = RefusalView(problem.message, problem.hint, problem.place.file, 0)
            return Change(_REFUSED, to_json(StepOutcome(status=_REFUSED, problems=(view,))))
        return change

    def face(self, game: str, digest: str) -> str | None:
        svg = self._svgs.get(digest)
        if svg is None and game in self._places:  # no other has shown a face
            with suppress(GameProcessEnded):
                svg = self._answer(game, "face", game, digest)
        if svg is not None and len(svg) <= LARGEST_SVG:
            self._keep({digest: svg})
        return svg

    def made(self, game: str, name: str) -> bytes | None:
        if game not in self._places:  # no other has made a file
            return None
        try:
            found: bytes | None = self._answer(game, "made", game, name)
        except GameProcessEnded:
            return None
        return found

    def _keep(self, svgs: Mapping[str, str]) -> None:
        self._svgs |= svgs
        while len(self._svgs) > MOST_SVGS:
            self._svgs.pop(next(iter(self._svgs)), None)

    def stop(self) -> None:
        """Ends all processes."""
        with self._lock:
            self._stopped = True
            for process in self._processes.values():
                process.end()

    def _ask(self, game: str, name: str, *arguments: object, **named: object) -> "Future[Any]":
        with self._lock:
            problem = self._ended.get(game)
            if problem is not None or self._stopped:
                failed: Future[Any] = Future()
                failed.set_exception(GameProcessEnded(problem or failures.ended(None, 0)))
                return failed
            return self._process_of(game).ask(name, *arguments, **named)

    def _process_of(self, game: str) -> GameProcess:
        place = self._places.setdefault(game, len(self._places) % MOST_PROCESSES)
        process = self._processes.get(place)
        if process is None or process.has_ended:
            process = self._processes[place] = GameProcess(
                self._project, self._options, self._press
            )
        return process

    def _answer(self, game: str, name: str, *arguments: object, **named: object) -> Any:
        shown = self._shown
        try:
            return self._ask(game, name, *arguments, **named).result()
        except GameProcessEnded as ended:
            self._note(game, ended, shown)
            raise

    def _note(self, game: str, ended: GameProcessEnded, shown: int) -> None:
        """Notes that the game gets no process until its files change: it would end again.

        That is so only if nothing else is shown since then.
        """
        with self._lock:
            if shown == self._shown:
                self._ended.setdefault(game, ended.problem)


_WITH_FAULTS: Mapping[str, Callable[[tuple[FaultView, ...]], object]] = {
    "sheets": lambda faults: SheetsView((), faults),
    "booklet": lambda faults: BookletView(faults=faults),
    "plates": lambda faults: PlatesView(faults=faults),
    "model": lambda faults: ModelView(faults=faults),
}
"""The empty views that can tell of faults, by the names of questions."""


def _shown_instead(name: str, arguments: tuple[object, ...], ended: GameProcessEnded) -> object:
    """The view that replaces the answer to a question, because the process has ended."""
    if name in _WITH_FAULTS:
        return _WITH_FAULTS[name]((_fault_of(ended),))
    if name == "compare":
        against = str(arguments[1])
        return ComparisonView(AgainstView(against, against), (), (str(ended.problem),))
    if name == "odds":
        return OddsView(refusals=(OddsRefusal("", ended.problem.message, ended.problem.hint),))
    if name == "zones":
        _, kind, side, piece = map(str, arguments)
        return ZonesView(kind=kind, side=side, piece=piece, why=str(ended.problem))
    return IconsView(0, ()) if name == "icons" else {"against": ()}


def _fault_of(ended: GameProcessEnded) -> FaultView:
    return fault_view(ended.problem, PieceIndex(()))
