"""A game as it is, and as a revision had it: what `changes` compares.

What was is read from git and drawn with today's tool, so that only what somebody changed differs.
Faces that builds have drawn, or that were compared before, are taken from the album.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from fustella.build.drawing import artist_of
from fustella.build.inputs import edition_of, icon_library, load_game
from fustella.build.options import BuildOptions
from fustella.build.stamps import inputs_of
from fustella.core.model import Edition, Face, FaceId, Game
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.draw.album import album_of
from fustella.draw.artist import Artist
from fustella.history.diff import PieceChange, changes_between
from fustella.history.git import Revision, project_at_revision
from fustella.history.states import GameState, state_of


@dataclass(frozen=True, slots=True)
class Since:
    """What games are compared with: a revision, or the kit `name` where `revision` is None."""

    name: str
    revision: Revision | None

    def __str__(self) -> str:
        return str(self.revision) if self.revision else f"kit {self.name}"


@dataclass(frozen=True, slots=True)
class GameComparison:
    """What changed in one game, weightiest first; `notes` say what could not be compared."""

    game: str
    title: str
    language: str
    changes: tuple[PieceChange, ...]
    notes: tuple[str, ...]


def compare_with_revision(
    project: Project, game_id: str, revision: Revision, options: BuildOptions
) -> GameComparison:
    """What changed in a game since a revision. Raises ProblemsFound."""
    if game_id in project.games():
        if same := _unchanged(project, game_id, revision, options):
            return same
        now = state_now(project, game_id, options)
        then = state_at(project, game_id, revision, options, now.language)
    else:
        then = state_at(project, game_id, revision, options)
        now = replace(then, pieces=(), notes=())
    return comparison(then, now)


def _unchanged(
    project: Project, game_id: str, revision: Revision, options: BuildOptions
) -> GameComparison | None:
    """That nothing changed, where all that a game is made of is what it was; None otherwise.

    Raises ProblemsFound.
    """
    with project_at_revision(project, revision) as past:
        if inputs_of(past, game_id) != inputs_of(project, game_id):
            return None
    game = load_game(project, game_id)
    edition = edition_of(game, options)
    return GameComparison(game_id, edition.title, edition.language, (), ())


def comparison(then: GameState, now: GameState) -> GameComparison:
    """What changed between two states of a game."""
    changes = changes_between(then, now)
    return GameComparison(now.game, now.title or then.title, now.language, changes, then.notes)


def state_now(project: Project, game_id: str, options: BuildOptions) -> GameState:
    """A game as it is, with all its faces. Raises ProblemsFound."""
    game = load_game(project, game_id)
    edition = edition_of(game, options)
    artist = artist_of(project, edition, options.output)
    faces = artist.draw_pieces(game.pieces)
    artist.album.save()
    return state_of(game, edition.language, faces)


def state_at(
    project: Project, game_id: str, revision: Revision, options: BuildOptions, language: str = ""
) -> GameState:
    """A game as a revision had it; without pieces where it had no such game.

    In `language`, or else in that asked for, or else in its first. Kinds that today's tool refuses
    to draw are there without faces, and a note says why. Raises ProblemsFound: E613, where the
    content cannot be read today.
    """
    with project_at_revision(project, revision) as past:
        if game_id not in past.games():
            return GameState(game_id, "", language, ())
        try:
            game = load_game(past, game_id)
        except ProblemsFound as found:
            raise ProblemsFound([_unreadable(game_id, revision, found)]) from None
        first = game.languages[0]
        wanted = language or options.language or first
        if wanted not in game.languages:
            note = f"{revision.id[:8]} had no texts in `{wanted}` yet: here they are in `{first}`"
            return drawn_at(past, game, first, revision, options, [note])
        return drawn_at(past, game, wanted, revision, options, [])


def games_at(project: Project, revision: Revision) -> tuple[str, ...]:
    """The games that a revision had."""
    with project_at_revision(project, revision) as past:
        return past.games()


def _unreadable(game_id: str, revision: Revision, found: ProblemsFound) -> Problem:
    """What to say where a revision's content is none that can be read today."""
    first = found.problems[0]
    message = f"{game_id} as it was, {revision}, cannot be read: {first.code} {first.message}"
    place = Place(f"{first.place.file}@{revision.id[:8]}", first.place.line)
    return Problem("E613", place, message, "compare with a later revision")


def drawn_at(
    past: Project,
    game: Game,
    language: str,
    revision: Revision,
    options: BuildOptions,
    notes: list[str],
) -> GameState:
    """A game of a revision as it is drawn today, kind by kind where one cannot be drawn."""
    faces: dict[FaceId, Face] = {}
    edition = Edition(game, language, options.theme)
    album = album_of(past, edition, options.output)
    library = icon_library(past)

    def draw(kinds: Iterable[str]) -> dict[FaceId, Face]:
        artist = Artist(past.templates, edition, library, album)
        wanted = set(kinds)
        return artist.draw_pieces([one for one in game.pieces if one.kind.id in wanted])

    try:
        faces = draw(kind.id for kind in game.kinds)
    except ProblemsFound:
        for kind in game.kinds:
            try:
                faces |= draw([kind.id])
            except ProblemsFound as found:
                said = kind.name.in_language(language)
                notes.append(
                    f"{said}: as {revision.id[:8]} had them they cannot be drawn today, so looks "
                    f"are not compared: {found.problems[0].code} {found.problems[0].message}"
                )
    album.save()
    return state_of(game, language, faces, notes)
