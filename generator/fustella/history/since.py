"""What changed in a game since a git revision.

The game of the revision is drawn with today's tool, so that only what somebody changed differs.
Faces that were drawn before, by builds or other comparisons, are taken from the album.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import BuildOptions, inputs_of
from fustella.build.drawing import artist_of
from fustella.build.inputs import edition_of, icon_library, load_game
from fustella.core.model import Edition, Face, FaceId, Game
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.draw import album_of
from fustella.draw.artist import Artist
from fustella.history.diff import PieceChange, changes_between
from fustella.history.git import Revision, project_at_revision
from fustella.history.states import GameState, state_of


class Since(Struct, frozen=True):
    """What games are compared with: a revision, or the kit `name` where `revision` is None."""

    name: str
    revision: Revision | None

    def __str__(self) -> str:
        return str(self.revision) if self.revision else f"kit {self.name}"


class GameComparison(Struct, frozen=True):
    """What changed in one game, sorted by `ORDER`; `notes` say what could not be compared."""

    game: str
    title: str
    language: str
    changes: tuple[PieceChange, ...]
    notes: tuple[str, ...]


def games_at(project: Project, revision: Revision) -> tuple[str, ...]:
    with project_at_revision(project, revision) as past:
        return past.games()


def compare_with_revision(
    project: Project, game_id: str, revision: Revision, options: BuildOptions
) -> GameComparison:
    """What changed in a game since a revision. Raises ProblemsFound."""
    if game_id not in project.games():
        then = state_at(project, game_id, revision, options)
        return comparison(then, replace(then, pieces=(), notes=()))
    if unchanged := _unchanged(project, game_id, revision, options):
        return unchanged
    now = state_now(project, load_game(project, game_id), options)
    return comparison(state_at(project, game_id, revision, options, now.language), now)


def comparison(then: GameState, now: GameState) -> GameComparison:
    changes = changes_between(then, now)
    return GameComparison(now.game, now.title or then.title, now.language, changes, then.notes)


def _unchanged(
    project: Project, game_id: str, revision: Revision, options: BuildOptions
) -> GameComparison | None:
    """A comparison without changes, where every file that the game is made of is what it was.

    None otherwise. Raises ProblemsFound.
    """
    with project_at_revision(project, revision) as past:
        if inputs_of(past, game_id) != inputs_of(project, game_id):
            return None
    game = load_game(project, game_id)
    edition = edition_of(game, options)
    return GameComparison(game_id, edition.title, edition.language, (), ())


def state_now(project: Project, game: Game, options: BuildOptions) -> GameState:
    """A game as it is, with all its faces. Raises ProblemsFound."""
    edition = edition_of(game, options)
    artist = artist_of(project, edition, options.output)
    faces = artist.draw_pieces(game.pieces)
    artist.album.save()
    return state_of(game, edition.language, faces)


def state_at(
    project: Project, game_id: str, revision: Revision, options: BuildOptions, language: str = ""
) -> GameState:
    """A game as a revision had it; without pieces where the revision had no such game.

    In `language`, by default that of the options or the first of the game; where the revision has
    no such language, in its first, and a note says so. Raises ProblemsFound: E613, where today's
    tool cannot read the content.
    """
    with project_at_revision(project, revision) as past:
        if game_id not in past.games():
            return GameState(game_id, "", language, ())
        try:
            game = load_game(past, game_id)
        except ProblemsFound as found:
            raise ProblemsFound([_unreadable(game_id, revision, found)]) from None
        notes = []
        first = game.languages[0]
        wanted = language or options.language or first
        if wanted not in game.languages:
            notes.append(
                f"{revision.id[:8]} had no texts in `{wanted}` yet: here they are in `{first}`"
            )
            wanted = first
        return drawn_at(past, game, wanted, revision, options, notes)


def _unreadable(game_id: str, revision: Revision, found: ProblemsFound) -> Problem:
    first = found.problems[0]
    message = f"{game_id} as it was, {revision}, cannot be read: {first.code} {first.message}"
    place = Place(f"{first.place.page}@{revision.id[:8]}", first.place.line)
    return Problem("E613", place, message, "compare with a later revision")


def drawn_at(
    past: Project,
    game: Game,
    language: str,
    revision: Revision,
    options: BuildOptions,
    notes: list[str],
) -> GameState:
    """The state of the game of a revision; `past` is the project of the revision.

    Kinds that cannot be drawn today have no faces; for each of them a note is added to `notes`.
    """
    faces: dict[FaceId, Face] = {}
    edition = Edition(game, language, options.theme)
    album = album_of(past, edition, options.output)
    library = icon_library(past, game.id)

    def draw(kinds: Iterable[str]) -> dict[FaceId, Face]:
        artist = Artist(past, edition, library, album)
        wanted = set(kinds)
        return artist.draw_pieces([piece for piece in game.pieces if piece.kind.id in wanted])

    try:
        faces = draw(kind.id for kind in game.kinds)
    except ProblemsFound:
        for kind in game.kinds:
            try:
                faces |= draw([kind.id])
            except ProblemsFound as found:
                name, first = kind.name.in_language(language), found.problems[0]
                notes.append(
                    f"{name}: as {revision.id[:8]} had them they cannot be drawn today, so looks "
                    f"are not compared: {first.code} {first.message}"
                )
    album.save()
    return state_of(game, language, faces, notes)
