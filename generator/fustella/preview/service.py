"""What the page in the browser shows: games kept loaded, and drawn again as far as files change."""

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from fustella.build.options import BuildOptions
from fustella.build.stamps import TABLES
from fustella.build.watch import Debounce, FolderWatcher
from fustella.core.model import Face, Theme
from fustella.core.problems import ProblemsFound
from fustella.core.project import Project
from fustella.draw.text.fonts import all_styles, font_file
from fustella.preview.app import FontFile
from fustella.preview.present_changes import (
    START,
    against_views,
    change_view,
    changes_since,
    faces_of,
)
from fustella.preview.session import GameSession
from fustella.preview.timeouts import TemplateWatchdog
from fustella.preview.views import (
    AgainstView,
    ComparisonView,
    EditionKey,
    GameView,
    SheetsView,
    Snapshot,
)

_SHARED = "_shared"

_PACE = Debounce(quiet_ms=10, at_most_ms=30)
"""An editor writes a file in several steps; more would be seen as waiting."""

MOST_FACES = 20_000
"""Pictures that are kept for pages to fetch; more than all editions of a few games have."""


class PreviewService:
    """Keeps the games of a project loaded, and knows what each edition of them looks like.

    `named` are the only games of interest; none named: all that there are, and those that come.
    `options` say how sheets are printed, and where drawn faces are kept between runs. Every method
    may be called from any thread; all but `touch`, `saved`, `face` and `stop` may take seconds.
    """

    def __init__(
        self,
        project: Project,
        named: Iterable[str],
        options: BuildOptions,
        watchdog: TemplateWatchdog | None = None,
    ) -> None:
        self._project, self._options = project, options
        self._named = tuple(named)
        self._faces: dict[str, Face] = {}
        # Beyond the numbers of a former run, whose pages may still be open.
        self._number = itertools.count(time.time_ns() // 1_000_000).__next__
        self._sessions: dict[str, GameSession] = {}
        self._lock = threading.RLock()
        self._touched: set[str] = set()
        self._touching, self._keeping = threading.Lock(), threading.Lock()
        self._overseer = watchdog or TemplateWatchdog()

    def saved(self, say: Callable[[str], None]) -> FolderWatcher:
        """What is saved in content and templates, as it is saved."""
        return FolderWatcher((self._project.content, self._project.templates), _PACE, say)

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Files changed; the games that this concerns. Does not wait for what is being drawn."""
        known = tuple(dict.fromkeys((*self._games(), *tuple(self._sessions))))
        touched = {game for path in paths for game in self._concerned(path, known)}
        self._overseer.forget()
        with self._touching:
            self._touched |= touched
        return tuple(game for game in known if game in touched)

    def _concerned(self, path: Path, known: tuple[str, ...]) -> tuple[str, ...]:
        """The games that a file belongs to: one, all for what they share, or none."""
        for folder in (self._project.content, self._project.templates):
            if path.is_relative_to(folder):
                first = (*path.relative_to(folder).parts, "")[0]
                if first in known:
                    return (first,)
                return known if first in {*TABLES, _SHARED, ""} else ()
        return ()

    def _games(self) -> tuple[str, ...]:
        """The games that are shown; of those that went away the last one stays."""
        return self._named or self._project.games() or tuple(self._sessions)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """One thread at a time works with the games, and with all that was touched before."""
        with self._overseer.watching(), self._lock:
            with self._touching:
                touched, self._touched = self._touched, set()
            for game in touched & self._sessions.keys():
                self._sessions[game].touch()
            yield

    def _bench(self, game: str) -> GameSession:
        session = self._sessions.get(game)
        if session is None:
            said = self._project, game, self._options, self._keep, self._number
            session = self._sessions[game] = GameSession(*said)
        return session

    def games(self) -> tuple[GameView, ...]:
        """All games; those that were touched are read again."""
        with self._at_work():
            return tuple(self._bench(game).view() for game in self._games())

    def edition(self, game: str, language: str, theme: str) -> EditionKey | None:
        """The edition that is meant; None for what there is not.

        While a game was never read nobody knows its languages: then the edition has none.
        """
        with self._at_work():
            if game not in {*self._games(), *self._sessions} or theme not in {*Theme, ""}:
                return None
            known = self._bench(game).languages()
            if language and known and language not in known:
                return None
            chosen = (language or known[0]) if known else ""
            return EditionKey(game, chosen, theme or Theme.FULL.value)

    def snapshot(self, edition: EditionKey) -> Snapshot:
        """What an edition is now, held against its claims."""
        return self.settle(edition)[1]

    def refresh(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """What was shown last and what is drawn now, with the claims of the last review."""
        with self._at_work():
            return self._bench(edition.game).refresh(edition)

    def settle(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and the same held against the claims as they are now."""
        with self._at_work():
            return self._bench(edition.game).settle(edition)

    def sheets(self, edition: EditionKey) -> SheetsView:
        """The sheets of a box, as the options say."""
        with self._at_work():
            return self._bench(edition.game).sheets(edition)

    def face(self, digest: str) -> str | None:
        """The SVG of a picture that was shown."""
        face = self._faces.get(digest)
        return face.svg if face is not None else None

    def against(self, game: str) -> tuple[AgainstView, ...]:
        """What a game can be compared with."""
        with self._overseer.watching():
            return against_views(self._project, game)

    def compare(self, edition: EditionKey, against: str) -> ComparisonView | None:
        """What changed since. What cannot be compared is said in the notes."""
        with self._overseer.watching():
            return self._compared(edition, against)

    def _compared(self, edition: EditionKey, against: str) -> ComparisonView | None:
        view = next((one for one in self.against(edition.game) if one.id == against), None)
        if view is None:
            return None
        try:
            notes: tuple[str, ...] = ()
            if against == START:
                with self._at_work():
                    changes = self._bench(edition.game).since_start(edition)
            else:  # without the lock: what was may have to be drawn
                options = replace(
                    self._options, language=edition.language, theme=Theme(edition.theme)
                )
                changes, notes = changes_since(self._project, edition.game, against, options)
        except ProblemsFound as found:
            return ComparisonView(view, (), tuple(map(str, found.problems)))
        self._keep(faces_of(changes))
        return ComparisonView(view, tuple(map(change_view, changes)), notes)

    def stop(self) -> None:
        """End whatever is being done: nobody looks any more."""
        self._overseer.stop()

    def _keep(self, faces: Iterable[Face]) -> None:
        """Have pictures ready for pages; the oldest are let go."""
        with self._keeping:
            for face in faces:
                self._faces.pop(face.digest, None)
                self._faces[face.digest] = face
            while len(self._faces) > MOST_FACES:
                del self._faces[next(iter(self._faces))]


def font_files() -> tuple[FontFile, ...]:
    """The fonts that faces are set in, for the browser."""
    return tuple(
        FontFile(font_file(style).name, style.family, style.weight, style.italic, font_file(style))
        for style in all_styles()
    )
