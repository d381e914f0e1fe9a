"""What the page in the browser shows: games kept loaded, and drawn again as far as files change."""

import itertools
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from generator.bench import Bench
from generator.draw.fonts import all_styles, font_file
from generator.job import TABLES, Options
from generator.model import Face, Theme
from generator.preview.app import FontFile
from generator.preview.views import (
    AgainstView,
    Comparison,
    Edition,
    GameView,
    SheetsView,
    Snapshot,
)
from generator.problems import ProblemsFound
from generator.project import Project
from generator.showing_changes import (
    START,
    against_views,
    change_view,
    changes_since,
    faces_of,
)

_SHARED = "_shared"

MOST_FACES = 20_000
"""Pictures that are kept for pages to fetch; more than all editions of a few games have."""


class Workshop:
    """Keeps the games of a project loaded, and knows what each edition of them looks like.

    `options` say how sheets are printed, and where drawn faces are kept between runs. Every method
    may be called from any thread.
    """

    def __init__(self, project: Project, games: Iterable[str], options: Options) -> None:
        self._project = project
        self._faces: dict[str, Face] = {}
        # Beyond the numbers of a former run, whose pages may still be open.
        numbers = itertools.count(time.time_ns() // 1_000_000)
        self._benches = {
            game: Bench(project, game, options, self._keep, numbers.__next__) for game in games
        }
        self._lock = threading.RLock()

    def folders(self) -> tuple[Path, ...]:
        """What to watch."""
        folders = self._project.content, self._project.templates
        return tuple(folder for folder in folders if folder.is_dir())

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Files changed; the games that this concerns."""
        with self._lock:
            touched = {game for path in paths for game in self._concerned(path)}
            for game in touched:
                self._benches[game].touch()
            return tuple(game for game in self._benches if game in touched)

    def _concerned(self, path: Path) -> tuple[str, ...]:
        """The games that a file belongs to: one, all for what they share, or none."""
        for folder in self.folders():
            if path.is_relative_to(folder):
                first = (*path.relative_to(folder).parts, "")[0]
                if first in self._benches:
                    return (first,)
                return tuple(self._benches) if first in {*TABLES, _SHARED, ""} else ()
        return ()

    def games(self) -> tuple[GameView, ...]:
        """All games; those that were touched are read again."""
        with self._lock:
            return tuple(bench.view() for bench in self._benches.values())

    def edition(self, game: str, language: str, theme: str) -> Edition | None:
        """The edition that is meant; None for what there is not."""
        with self._lock:
            bench = self._benches.get(game)
            if bench is None or theme not in {*map(str, Theme), ""}:
                return None
            known = bench.languages() or ("",)
            if language and language not in known and known != ("",):
                return None
            return Edition(game, language or known[0], theme or Theme.FULL.value)

    def snapshot(self, edition: Edition) -> Snapshot:
        """What an edition is now, held against its claims."""
        return self.settle(edition)[1]

    def refresh(self, edition: Edition) -> tuple[Snapshot, Snapshot]:
        """What was shown last and what is drawn now, with the claims of the last review."""
        with self._lock:
            return self._benches[edition.game].refresh(edition)

    def settle(self, edition: Edition) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and the same held against the claims as they are now."""
        with self._lock:
            return self._benches[edition.game].settle(edition)

    def sheets(self, edition: Edition) -> SheetsView:
        """The sheets of a box, as the options say."""
        with self._lock:
            return self._benches[edition.game].sheets(edition)

    def face(self, digest: str) -> str | None:
        """The SVG of a picture that was shown."""
        face = self._faces.get(digest)
        return face.svg if face is not None else None

    def against(self, game: str) -> tuple[AgainstView, ...]:
        """What a game can be compared with."""
        return against_views(self._project, game)

    def compare(self, edition: Edition, against: str) -> Comparison | None:
        """What changed since. What cannot be compared is said in the notes."""
        view = next((one for one in self.against(edition.game) if one.id == against), None)
        if view is None:
            return None
        bench = self._benches[edition.game]
        try:
            notes: tuple[str, ...] = ()
            if against == START:
                with self._lock:
                    changes = bench.since_start(edition)
            else:  # without the lock: what was may have to be drawn
                options = bench.options_of(edition)
                changes, notes = changes_since(self._project, edition.game, against, options)
        except ProblemsFound as found:
            return Comparison(view, (), tuple(map(str, found.problems)))
        self._keep(faces_of(changes))
        return Comparison(view, tuple(map(change_view, changes)), notes)

    def _keep(self, faces: Iterable[Face]) -> None:
        """Have pictures ready for pages; the oldest are let go."""
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
