"""A process for each game of the preview: what one game does never keeps the others waiting.

A template may block inside of a library, or take all memory. Then its process is ended, as a
command would be, and the page shows why, beside what was drawn last; when its files change, the
game gets another process.
"""

import itertools
import pickle
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from fustella.build import BuildOptions
from fustella.build.watch import FolderWatcher
from fustella.core import failures
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.project import Project
from fustella.core.steps import latest
from fustella.core.supervision import LOOK_S, Overseer, Program
from fustella.core.themes import Theme
from fustella.preview.present import Whose, fault_view
from fustella.preview.service import games_concerned, watcher_of
from fustella.preview.session import nothing_of
from fustella.preview.views import (
    AgainstView,
    ComparisonView,
    EditionKey,
    FaultView,
    GameView,
    IconsView,
    News,
    SheetsView,
    Snapshot,
    patched,
)

MOST_DESKS = 8
"""Processes; where there are more games, some share one."""

FIRST_LIST_S, LIST_S = 20.0, 1.0
"""The list of games waits so long for a game, and where it knows what it said last."""

MOST_SVGS = 600
"""Faces that are kept when the process that drew them has ended: as many as a page keeps."""


class DeskEnded(Exception):
    """The process of a game has ended; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class Desk:
    """The process of some games. Safe in any thread."""

    def __init__(self, project: Project, options: BuildOptions) -> None:
        self._program = Program("fustella.preview.desk", pipes=True)
        self._numbers = itertools.count()
        self._asked: dict[int, Future[Any]] = {}
        self._asking = threading.Lock()
        self._problem: Problem | None = None
        self._over = threading.Event()
        self._send((project, (), options))
        for work in (self._read, self._oversee):
            threading.Thread(target=work, daemon=True).start()

    @property
    def has_ended(self) -> bool:
        return self._over.is_set()

    def ask(self, name: str, *arguments: object) -> "Future[Any]":
        """Ask for what a method of its `PreviewService` returns.

        The future may raise DeskEnded, and ProblemsFound for a bug.
        """
        future: Future[Any] = Future()
        with self._asking:
            number = next(self._numbers)
            self._asked[number] = future
            self._send((number, name, arguments))
        if self.has_ended:
            self._fail()
        return future

    def tell(self, name: str, *arguments: object) -> None:
        """The same without an answer."""
        with self._asking:
            self._send((-1, name, arguments))

    def end(self) -> None:
        self._program.end()

    def _send(self, what: object) -> None:
        stream = self._program.process.stdin
        assert stream is not None
        with suppress(OSError, ValueError):  # it has ended: that is told by the thread that reads
            pickle.dump(what, stream)
            stream.flush()

    def _read(self) -> None:
        """Hand answers to those who wait for them, until the process has ended."""
        stream = self._program.process.stdout
        assert stream is not None
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                number, well, said = pickle.load(stream)
                future = self._asked.pop(number)
                if well:
                    future.set_result(said)
                else:
                    future.set_exception(ProblemsFound([said]))
        code = self._program.end()
        step = latest(self._program.board.steps())
        self._problem = self._problem or failures.ended(step, code)
        self._over.set()
        self._fail()

    def _fail(self) -> None:
        assert self._problem is not None
        while self._asked:
            with suppress(KeyError):
                self._asked.popitem()[1].set_exception(DeskEnded(self._problem))

    def _oversee(self) -> None:
        """End the process where a step of it takes too long, or too much memory."""
        overseer = Overseer(self._program.board)
        while not self._over.wait(LOOK_S):
            problem = overseer.look(self._program.process.pid)
            if problem is not None and not self.has_ended:
                self._problem = problem
                self._program.end()
                self._over.wait()
        self._program.close()


class GameDesks:
    """What the page shows of the games of a project, each asked from its process.

    `named` and `options` are as in `PreviewService`, whose methods these are. Every method may be
    called from any thread.
    """

    def __init__(self, project: Project, named: Iterable[str], options: BuildOptions) -> None:
        self._project, self._named, self._options = project, tuple(named), options
        self._lock = threading.RLock()  # a signal may end it while its own thread holds it
        self._desks: dict[int, Desk] = {}
        self._places: dict[str, int] = {}
        self._ended: dict[str, Problem] = {}
        self._views: dict[str, GameView] = {}
        self._snapshots: dict[EditionKey, Snapshot] = {}
        self._drawn_by: dict[str, str] = {}
        self._svgs: dict[str, str] = {}
        self._stopped = False

    def saved(self, say: Callable[[str], None]) -> FolderWatcher:
        return watcher_of(self._project, say)

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        known = tuple(dict.fromkeys((*self._games(), *tuple(self._places))))
        touched = games_concerned(self._project, paths, known)
        with self._lock:
            for game in touched:
                self._ended.pop(game, None)
                desk = self._desks.get(self._places.get(game, -1))
                if desk is not None:
                    desk.tell("touch_games", (game,))
        return touched

    def _games(self) -> tuple[str, ...]:
        return self._named or self._project.games() or tuple(self._places)

    def games(self) -> tuple[GameView, ...]:
        """All games; one that is at work is shown as it was."""
        asked = [(game, self._ask(game, "view", game)) for game in self._games()]
        return tuple(self._view(game, future) for game, future in asked)

    def _view(self, game: str, future: "Future[Any]") -> GameView:
        before = self._views.get(game, GameView(game, game, (), 0, 0, 0))
        try:
            last: GameView = future.result(LIST_S if game in self._views else FIRST_LIST_S)
        except TimeoutError:
            return before
        except DeskEnded as ended:
            self._note(game, ended)
            return replace(before, faults=before.faults + 1)
        self._views[game] = last
        return last

    def edition(self, game: str, language: str, theme: str) -> EditionKey | None:
        if game not in {*self._games(), *self._places} or theme not in {*Theme, ""}:
            return None
        try:
            edition: EditionKey | None = self._answer(game, "edition", game, language, theme)
        except DeskEnded:
            seen = (now.languages for now in self._snapshots.values() if now.game == game)
            known = self._views[game].languages if game in self._views else next(seen, ())
            if language and known and language not in known:
                return None
            chosen = (language or known[0]) if known else ""
            return EditionKey(game, chosen, theme or Theme.FULL.value)
        return edition

    def snapshot(self, edition: EditionKey) -> Snapshot:
        return self.settle(edition)[1]

    def refresh(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        return self._snapshots_by("refreshed", edition)

    def settle(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        return self._snapshots_by("settled", edition)

    def _snapshots_by(self, name: str, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        before = self._snapshots.get(edition) or nothing_of(edition)
        try:
            news: News = self._answer(edition.game, name, edition, before.number)
            now = news if isinstance(news, Snapshot) else patched(before, news)
        except DeskEnded as ended:
            fault = _fault_of(ended)
            kept = tuple(one for one in before.faults if one != fault)
            now = replace(before, faults=(fault, *kept))
            if now != before:
                now = replace(now, number=before.number + 1)
        digests = (face.digest for piece in now.pieces for face in piece.faces)
        self._drawn_by |= dict.fromkeys(digests, edition.game)
        self._snapshots[edition] = now
        return before, now

    def sheets(self, edition: EditionKey) -> SheetsView:
        try:
            found: SheetsView = self._answer(edition.game, "sheets", edition)
        except DeskEnded as ended:
            return SheetsView((), (_fault_of(ended),))
        pages = (page for sheet in found.sheets for page in sheet.pages)
        pictures = (placed.picture for page in pages for placed in page.placed)
        digests = (picture.digest for picture in pictures if picture is not None)
        self._drawn_by |= dict.fromkeys(digests, edition.game)
        return found

    def face(self, digest: str) -> str | None:
        svg = self._svgs.get(digest)
        game = self._drawn_by.get(digest)
        if svg is None and game is not None:
            with suppress(DeskEnded):
                svg = self._answer(game, "face", digest)
        if svg is not None:
            self._svgs[digest] = svg
            while len(self._svgs) > MOST_SVGS:
                self._svgs.pop(next(iter(self._svgs)), None)
        return svg

    def icons(self, game: str, search: str) -> IconsView:
        try:
            found: IconsView = self._answer(game, "icons", game, search)
        except DeskEnded:
            return IconsView(0, ())
        return found

    def against(self, game: str) -> tuple[AgainstView, ...]:
        try:
            found: tuple[AgainstView, ...] = self._answer(game, "against", game)
        except DeskEnded:
            return ()
        return found

    def compare(self, edition: EditionKey, against: str) -> ComparisonView | None:
        try:
            found: ComparisonView | None = self._answer(edition.game, "compare", edition, against)
        except DeskEnded as ended:
            return ComparisonView(AgainstView(against, against), (), (str(ended.problem),))
        sides = (side for change in found.changes for side in change.sides) if found else ()
        pictures = (picture for side in sides for picture in (side.before, side.after))
        digests = (picture.digest for picture in pictures if picture is not None)
        self._drawn_by |= dict.fromkeys(digests, edition.game)
        return found

    def stop(self) -> None:
        """End all processes."""
        with self._lock:
            self._stopped = True
            for desk in self._desks.values():
                desk.end()

    def _ask(self, game: str, name: str, *arguments: object) -> "Future[Any]":
        with self._lock:
            problem = self._ended.get(game)
            if problem is not None or self._stopped:
                failed: Future[Any] = Future()
                failed.set_exception(DeskEnded(problem or failures.ended(None, 0)))
                return failed
            return self._desk_of(game).ask(name, *arguments)

    def _desk_of(self, game: str) -> Desk:
        place = self._places.setdefault(game, len(self._places) % MOST_DESKS)
        desk = self._desks.get(place)
        if desk is None or desk.has_ended:
            desk = self._desks[place] = Desk(self._project, self._options)
        return desk

    def _answer(self, game: str, name: str, *arguments: object) -> Any:
        try:
            return self._ask(game, name, *arguments).result()
        except DeskEnded as ended:
            self._note(game, ended)
            raise

    def _note(self, game: str, ended: DeskEnded) -> None:
        """Let the game rest until its files change: it would end again."""
        with self._lock:
            self._ended.setdefault(game, ended.problem)


def _fault_of(ended: DeskEnded) -> FaultView:
    return fault_view(ended.problem, Whose(()))
