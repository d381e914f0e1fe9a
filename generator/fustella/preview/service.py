"""Keeps the games of a project loaded for the page, and draws them again after changes."""

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from fustella.build import BuildOptions
from fustella.build.inputs import icon_library
from fustella.build.standalone import standalone_svg
from fustella.build.watch import Debounce, FolderWatcher
from fustella.core.files.cache import CACHE, DiskCache
from fustella.core.files.project import SHARED_TEMPLATES, TABLES, Project
from fustella.core.values.model import Face
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.themes import Theme
from fustella.draw.icons import IconLibrary
from fustella.draw.icons.own import GRID, FaultyIcon
from fustella.draw.templates.timeouts import TemplateWatchdog
from fustella.draw.text.fonts import all_styles, built_in_file
from fustella.history import PieceChange
from fustella.preview.app import ServedFont
from fustella.preview.made import MadeFiles
from fustella.preview.present_changes import (
    START,
    against_views,
    change_view,
    changes_since,
    faces_of,
)
from fustella.preview.present_odds import NOTHING, OddsRequest, odds_view
from fustella.preview.press import PressChoice
from fustella.preview.session import GameSession
from fustella.preview.views import (
    AgainstView,
    BookletView,
    Change,
    ComparisonView,
    EditionKey,
    FaultView,
    GameView,
    IconsView,
    IconView,
    ModelView,
    NewFaceView,
    News,
    OddsView,
    PlatesView,
    SheetsView,
    Snapshot,
    patch,
    to_json,
)
from fustella.read.rules.files import rules_folder
from fustella.workbench import (
    Draft,
    EditRequest,
    GestureRefused,
    RefusalView,
    StepOutcome,
    StepsView,
    TablesView,
    Workbench,
    ZonesView,
    tables_of,
    tried_face,
    zones_of,
)

if TYPE_CHECKING:
    from fustella.preview.models import GameModels
    from fustella.preview.plates import GamePlates

_DEBOUNCE = Debounce(quiet_ms=5, at_most_ms=30)
"""The time to gather changes: editors write in steps, and people notice a longer wait."""

MOST_SENT = 6
"""The most new faces that are sent with a change; if there are more, pages fetch their own."""

MOST_FACES = 20_000
"""The most faces stored for pages to fetch: more than a few games have in all editions."""

MOST_PAGES_LETTERS = 60_000_000
"""The most letters of pages of booklets that are stored: those of several, before and after."""

MOST_ICONS = 120
"""The most icons that are drawn for one search; more words find others."""

_INK = "#26231d"

_PLAIN = PressChoice()

_DONE, _MALFORMED = 200, 400
"""Statuses of HTTP."""


class _Shown(Struct, frozen=True):
    """What the page shows large, as it says with each change: a piece in an edition."""

    piece: str
    language: str
    theme: str


class PreviewService:
    """The content of the page for the games of a project.

    `named` are the games to show; without names, all games are shown, also games that are added
    later. `options` have the settings for sheets, and the folder for the cache of faces; `press`
    says whose plates are shown. Every method may be called from any thread. Methods may take
    seconds, except `touch`, `saved`, `face`, `made` and `stop`.
    """

    def __init__(
        self,
        project: Project,
        named: Iterable[str],
        options: BuildOptions,
        watchdog: TemplateWatchdog | None = None,
        press: PressChoice = _PLAIN,
    ) -> None:
        self._project, self._options = project, options
        self._named = tuple(named)
        self._faces: dict[str, Face] = {}
        self._pages: dict[str, str] = {}
        self._made = MadeFiles()
        self._press = press
        # Greater than all numbers of an earlier run, whose pages may still be open.
        self._number = itertools.count(time.time_ns() // 1_000_000).__next__
        self._sessions: dict[str, GameSession] = {}
        self._sent: dict[EditionKey, Snapshot] = {}
        self._lock = threading.RLock()
        self._touched: set[str] = set()
        self._chapters_touched: set[str] = set()
        self._touching, self._keeping = threading.Lock(), threading.Lock()
        self._watchdog = watchdog or TemplateWatchdog()

    @cached_property
    def _models(self) -> "GameModels":
        from fustella.preview.models import GameModels  # noqa: PLC0415  (few look at one)

        return GameModels(self._made)

    @cached_property
    def _plates(self) -> "GamePlates":
        from fustella.preview.plates import GamePlates  # noqa: PLC0415  (the same)

        return GamePlates(self._press, self._made)

    def saved(self, say: Callable[[str], None]) -> FolderWatcher:
        """A watcher of content and templates."""
        return watcher_of(self._project, say)

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Notes that files changed, without waiting. Returns the games that they concern."""
        known = tuple(dict.fromkeys((*self._games(), *tuple(self._sessions))))
        paths = tuple(paths)
        concerned = games_concerned(self._project, paths, known)
        chapters = chapters_alone(self._project, paths, concerned)
        self.touch_games([game for game in concerned if game not in chapters], chapters)
        return concerned

    def touch_games(self, games: Iterable[str], chapters: Iterable[str] = ()) -> None:
        """Notes that files of some games changed, and only `chapters` of others."""
        self._watchdog.forget()
        with self._touching:
            self._touched |= {*games}
            self._chapters_touched |= {*chapters}

    def _games(self) -> tuple[str, ...]:
        """The games of the project; if it has none any more, the last games that it had."""
        with suppress(ProblemsFound):  # a folder that cannot be read now may be back at once
            return self._named or self._project.games() or tuple(self._sessions)
        return tuple(self._sessions)

    def games(self) -> tuple[GameView, ...]:
        """The views of all games; games whose files changed are read again."""
        return tuple(self.view(game) for game in self._games())

    def view(self, game: str) -> GameView:
        """The view of a game, which is read again if its files changed."""
        with self._at_work():
            return self._session_of(game).view()

    def edition(self, game: str, language: str, theme: str) -> EditionKey | None:
        """An edition, or None if it does not exist; "" is the first language or the full theme.

        A game that could never be read has no known languages: its edition has the language "".
        """
        with self._at_work():
            if game not in {*self._games(), *self._sessions} or theme not in {*Theme, ""}:
                return None
            known = self._session_of(game).languages()
            if language and known and language not in known:
                return None
            chosen = (language or known[0]) if known else ""
            return EditionKey(game, chosen, theme or Theme.FULL.value)

    def told(self, game: str, problems: Sequence[Problem]) -> tuple[FaultView, ...]:
        """The views of problems that a command found, with the pieces that they are about."""
        with self._at_work():
            return self._session_of(game).told(problems)

    def snapshot(self, edition: EditionKey) -> Snapshot:
        """The present snapshot of an edition, with its claims checked."""
        return self.settle(edition)[1]

    def refresh(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """The last snapshot shown, and a new one in which claims are as last reviewed."""
        with self._at_work():
            return self._session_of(edition.game).refresh(edition)

    def settle(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """The last snapshot shown, and a new one in which claims are reviewed again."""
        with self._at_work():
            return self._session_of(edition.game).settle(edition)

    def whole(self, edition: EditionKey) -> bytes:
        """The present snapshot of an edition, with its claims checked, as JSON."""
        return to_json(self.snapshot(edition))

    def news(self, edition: EditionKey, *, checked: bool, known: int = 0) -> News:
        """The change since the last news of an edition, with its new faces, unless they are many.

        `known` is the number of the snapshot that the caller has, if any. If a later one was sent,
        the news say that everything must be loaded.
        """
        with self._at_work():
            session = self._session_of(edition.game)
            before, now = session.settle(edition) if checked else session.refresh(edition)
            last = self._sent.get(edition, before)
            self._sent[edition] = now
        if now.number == (known or last.number):
            return News(now.number)
        if known not in (0, last.number):
            return News(now.number, None)
        change = patch(last, now)
        shown = {face.digest for piece in last.pieces for face in piece.faces}
        faces = (face.digest for piece in now.pieces for face in piece.faces)
        new = [digest for digest in dict.fromkeys(faces) if digest not in shown]
        svgs = {one: self.face(edition.game, one) for one in new} if len(new) <= MOST_SENT else {}
        change["svgs"] = {digest: svg for digest, svg in svgs.items() if svg is not None}
        return News(now.number, to_json(change))

    def ask(self, name: str, *arguments: object) -> bytes | None:
        """The result of the method `name` as JSON; None if it returns None."""
        found = getattr(self, name)(*arguments)
        return None if found is None else to_json(found)

    def sheets(self, edition: EditionKey) -> SheetsView:
        """The view of an edition's sheets, printed as the options say."""
        with self._at_work():
            return self._session_of(edition.game).sheets(edition)

    def booklet(self, edition: EditionKey, settled: bool) -> BookletView:
        """The view of the rule booklet; if it need not be `settled`, it comes sooner."""
        with self._at_work():
            session = self._session_of(edition.game)
            return session.booklet(edition, settled=settled, unwanted=self._is_touched)

    def _is_touched(self) -> bool:
        """Whether files changed since the sessions were told of such."""
        return bool(self._touched or self._chapters_touched)

    def face(self, game: str, digest: str) -> str | None:
        """The SVG of a face or a page that was shown before; None for other digests."""
        del game  # those of all games are kept together
        page = self._pages.get(digest)
        if page is not None:
            return page
        face = self._faces.get(digest)
        return standalone_svg(face, outlined=True, lenient=True) if face is not None else None

    def model(self, edition: EditionKey) -> ModelView:
        """The view of the model of an edition in three dimensions."""
        with self._at_work():
            session = self._session_of(edition.game)
            job, faces = session.drawn(edition)
        if job is None:
            return ModelView(faults=self.told(edition.game, session.faults))
        with self._watchdog.watching():  # without the lock, as it takes seconds
            try:
                view, problems = self._models.view(job, faces)
                return replace(view, faults=self.told(edition.game, problems))
            except ProblemsFound as found:
                return ModelView(faults=self.told(edition.game, found.problems))

    def plates(self, edition: EditionKey, piece: str, side: str, look: int) -> PlatesView | None:
        """The plates of a face that is shown; None where there is no such face."""
        with self._at_work():
            session = self._session_of(edition.game)
            job, faces = session.drawn(edition)
        names = [
            each for each in faces if (each.piece, each.side, each.look) == (piece, side, look)
        ]
        if job is None or not names:
            return None
        with self._watchdog.watching():
            try:
                return self._plates.view(job, names[0], faces[names[0]])
            except ProblemsFound as found:
                return PlatesView(faults=self.told(edition.game, found.problems))

    def made(self, game: str, name: str) -> bytes | None:
        """A file that was made for the page, by its name; None for other names."""
        del game  # those of all games are kept together
        return self._made.get(name)

    def steps(self, game: str) -> StepsView:
        """The steps of a game that can be undone and made again."""
        return self._workbench_of(game).steps()

    def zones(self, edition: EditionKey, kind: str, side: str, piece: str) -> ZonesView:
        """The view of the zones of a side of a piece, or of the first piece of a kind."""
        with self._at_work():
            job = self._session_of(edition.game).job()
            draft = Draft(self._project, edition.game, edition.language, job)
            return zones_of(draft, kind, side, piece)

    def tables(self, edition: EditionKey, table: str) -> TablesView | None:
        """The view of the lists of a game, or of one of them with its rows; None if unknown."""
        with self._at_work():
            job = self._session_of(edition.game).job()
            draft = Draft(self._project, edition.game, edition.language, job)
            try:
                return tables_of(draft, table)
            except GestureRefused:
                return None

    def tried(
        self, edition: EditionKey, kind: str, side: str, piece: str, zones: str
    ) -> dict[str, str]:
        """The picture of a side of a piece whose `zones`, as JSON, lie elsewhere, under `svg`.

        It is "" where nothing can be drawn so.
        """
        try:
            places = msgspec.json.decode(zones, type=dict[str, dict[str, float]])
        except msgspec.DecodeError:
            return {"svg": ""}
        with self._at_work():
            job = self._session_of(edition.game).job_of(edition)
            draft = Draft(self._project, edition.game, edition.language, job)
            face = tried_face(draft, kind, side, piece, places) if job is not None else None
        return {"svg": "" if face is None else standalone_svg(face, lenient=True)}

    def change(self, name: str, game: str, body: bytes) -> Change | None:
        """Has the method `name` change files of a game; None for an unknown game."""
        with self._at_work():
            if game not in {*self._games(), *self._sessions}:
                return None
            make = {"undo": self._undo, "redo": self._redo}.get(name)
            outcome = make(game) if make else self._edit(game, body)
            done = outcome.status == _DONE
            faces = self._first_faces(game, body) if done else ()
        changed = tuple(self._project.root / file for file in outcome.changed) if done else ()
        answer = {**asdict(outcome), "faces": faces}
        return Change(outcome.status, to_json(answer), changed, outcome.steps, seen=bool(faces))

    def _first_faces(self, game: str, body: bytes) -> tuple[NewFaceView, ...]:
        """The new faces of the piece that the page shows large, drawn before all others."""
        try:
            shown = msgspec.json.decode(body, type=_Shown)
            theme = Theme(shown.theme)
        except (msgspec.DecodeError, ValueError):
            return ()
        session = self._session_of(game)
        session.touch()
        faces = session.faces_of(EditionKey(game, shown.language, theme.value), shown.piece)
        return tuple(
            NewFaceView(
                face_id.side.value, face_id.look, face.digest, standalone_svg(face, lenient=True)
            )
            for face_id, face in faces.items()
        )

    def _edit(self, game: str, body: bytes) -> StepOutcome:
        try:
            request = msgspec.json.decode(body, type=EditRequest)
        except msgspec.DecodeError as error:
            return StepOutcome(status=_MALFORMED, problems=(RefusalView(str(error), "", "", 0),))
        return self._workbench_of(game).edit(request, self._session_of(game).job())

    def _undo(self, game: str) -> StepOutcome:
        return self._workbench_of(game).undo()

    def _redo(self, game: str) -> StepOutcome:
        return self._workbench_of(game).redo()

    def _workbench_of(self, game: str) -> Workbench:
        return Workbench.of(self._project, game, DiskCache(self._options.output / CACHE))

    def icons(self, game: str, search: str) -> IconsView:
        """The view of the icons of a game whose names have all words of a search."""
        with self._watchdog.watching():
            return _icons_found(icon_library(self._project, game), search)

    def odds(self, edition: EditionKey, asked: OddsRequest) -> OddsView:
        """The view of a deck as it was last read without faults, and of the odds of a hand."""
        with self._at_work():
            game = self._session_of(edition.game).game()
            return odds_view(game, asked) if game else NOTHING

    def against(self, game: str) -> tuple[AgainstView, ...]:
        """The views of the states that a game can be compared with: the start, kits, revisions."""
        with self._watchdog.watching():
            return against_views(self._project, game)

    def offers(self, game: str) -> dict[str, tuple[AgainstView, ...]]:
        """The states that a game can be compared with, under the key `against` of the page."""
        return {"against": self.against(game)}

    def compare(self, edition: EditionKey, against: str) -> ComparisonView | None:
        """The comparison with `against`, the id of an AgainstView; None for other ids."""
        with self._watchdog.watching():
            offered = against_views(self._project, edition.game)
            view = next((offer for offer in offered if offer.id == against), None)
            if view is None:
                return None
            try:
                changes, notes = self._changes(edition, against)
            except ProblemsFound as found:
                return ComparisonView(view, (), tuple(map(str, found.problems)))
            self._keep(faces_of(changes))
            return ComparisonView(view, tuple(map(change_view, changes)), notes)

    def _changes(
        self, edition: EditionKey, against: str
    ) -> tuple[tuple[PieceChange, ...], tuple[str, ...]]:
        """The changes since `against`, and notes on everything that could not be compared."""
        if against == START:
            with self._at_work():
                return self._session_of(edition.game).since_start(edition), ()
        # Without the lock, as the game of then may have to be drawn.
        options = replace(self._options, language=edition.language, theme=Theme(edition.theme))
        return changes_since(self._project, edition.game, against, options)

    def stop(self) -> None:
        """Ends all work, in all threads."""
        self._watchdog.stop()
        for session in tuple(self._sessions.values()):
            session.close()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Lets one thread at a time work with the sessions, after telling them of changed files."""
        with self._watchdog.watching(), self._lock:
            with self._touching:
                touched, self._touched = self._touched, set()
                chapters, self._chapters_touched = self._chapters_touched - touched, set()
            for game in touched & self._sessions.keys():
                self._sessions[game].touch()
            for game in chapters & self._sessions.keys():
                self._sessions[game].touch_chapters()
            yield

    def _session_of(self, game: str) -> GameSession:
        session = self._sessions.get(game)
        if session is None:
            session = self._sessions[game] = GameSession(
                self._project, game, self._options, self._keep, self._number, self._keep_pages
            )
        return session

    def _keep(self, faces: Iterable[Face]) -> None:
        """Keeps faces for pages to fetch, and drops the oldest when there are too many."""
        with self._keeping:
            for face in faces:
                self._faces.pop(face.digest, None)
                self._faces[face.digest] = face
            while len(self._faces) > MOST_FACES:
                del self._faces[next(iter(self._faces))]

    def _keep_pages(self, pages: Mapping[str, str]) -> None:
        """Keeps pages of booklets for pages of the browser to fetch, and drops the oldest."""
        with self._keeping:
            for digest, svg in pages.items():
                self._pages.pop(digest, None)
                self._pages[digest] = svg
            letters = sum(map(len, self._pages.values()))
            for digest in [*self._pages][: -len(pages) or None]:
                if letters <= MOST_PAGES_LETTERS:
                    break
                letters -= len(self._pages.pop(digest))


def _icons_found(library: IconLibrary, search: str) -> IconsView:
    """The view of icons whose names have all words of a search, without unreadable icons."""
    names = library.search(search.split())
    drawn = []
    for name in names[:MOST_ICONS]:
        try:
            markup = library.drawing(name).markup(_INK, "i")
        except FaultyIcon:  # its use reports the problem
            continue
        square = f"0 0 {GRID:g} {GRID:g}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{square}"'
        drawn.append(IconView(name, f'{head} fill="{_INK}" color="{_INK}">{markup}</svg>'))
    return IconsView(len(names), tuple(drawn))


def watcher_of(project: Project, say: Callable[[str], None]) -> FolderWatcher:
    """A watcher of content, templates and played sessions.

    `say` is called with a message when that fails.
    """

    def left_out() -> frozenset[Path]:
        return project.left_out() - {project.sessions}

    folders = (*project.watched(), project.sessions)
    return FolderWatcher(folders, _DEBOUNCE, say, left_out, project.root)


def games_concerned(
    project: Project, paths: Iterable[Path], known: tuple[str, ...]
) -> tuple[str, ...]:
    """The games among `known` to which files belong; a shared file belongs to all of them."""
    touched = {game for path in paths for game in _games_of_path(project, path, known)}
    return tuple(game for game in known if game in touched)


def chapters_alone(
    project: Project, paths: Iterable[Path], games: Iterable[str]
) -> tuple[str, ...]:
    """Those of some games of which nothing but chapters of the rule booklet changed."""
    paths = tuple(paths)
    concerned = {
        game: [path for path in paths if game in _games_of_path(project, path, (game,))]
        for game in games
    }
    return tuple(
        game
        for game, own in concerned.items()
        if own and all(_is_chapter(project, game, path) for path in own)
    )


def _is_chapter(project: Project, game: str, path: Path) -> bool:
    return path.parent == rules_folder(project, game)


def _games_of_path(project: Project, path: Path, known: tuple[str, ...]) -> tuple[str, ...]:
    if project.single:
        return known
    for folder in (*project.watched(), project.sessions):
        if path.is_relative_to(folder):
            first = (*path.relative_to(folder).parts, "")[0]
            if first in known:
                return (first,)
            return known if first in {*TABLES, *SHARED_TEMPLATES, ""} else ()
    return ()


def font_files() -> tuple[ServedFont, ...]:
    """The fonts of faces, for the browser."""
    return tuple(
        ServedFont(
            built_in_file(style).name,
            style.family,
            style.weight,
            style.italic,
            built_in_file(style),
        )
        for style in all_styles()
    )
