"""Compares a game with a git revision of it.

The game of the revision is drawn with today's tool, so that only people's changes make a
difference. Faces that were drawn before, by builds or other comparisons, are taken from the face
cache.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.choice import Selection
from fustella.build.job import Job
from fustella.core.files.project import Project
from fustella.core.values.model import Edition, Face, FaceId
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.git.revisions import Revision, project_at_revision
from fustella.history.booklets import RulesChange, booklets_of, rules_changes
from fustella.history.diff import PieceChange, changes_between
from fustella.history.states import GameState, state_of


class Since(Struct, frozen=True):
    """The state that games are compared with: a revision, or, without one, the kit `name`."""

    name: str
    revision: Revision | None

    def __str__(self) -> str:
        return str(self.revision) if self.revision else f"kit {self.name}"


class GameComparison(Struct, frozen=True):
    """The changes in one game, sorted by `ORDER`; `notes` name all that could not be compared.

    `rules` are the changes of its rule booklets. `played` has sentences about versions of pieces
    that were played, by the codes of those versions.
    """

    game: str
    title: str
    language: str
    changes: tuple[PieceChange, ...]
    notes: tuple[str, ...]
    rules: tuple[RulesChange, ...] = ()
    played: Mapping[str, str] = {}

    def played_before(self, change: PieceChange) -> str:
        """What is known of the old version of a piece, and what becomes of that; "" for nothing."""
        if change.before is None or not (said := self.played.get(change.before.version.code)):
            return ""
        code, now = change.before.version.code, change.after and change.after.version.code
        if now == code:
            return ""
        return f"{code}: {said}; {f'{now} begins a new row' if now else 'its row ends'}"

    @property
    def changed(self) -> bool:
        """Whether a piece or a booklet differs."""
        return bool(self.changes or self.rules)


def games_at(project: Project, revision: Revision) -> tuple[str, ...]:
    with project_at_revision(project, revision) as past:
        return past.games()


def compare_with_revision(job: Job, revision: Revision) -> GameComparison:
    """Compares the game of a job with its state in a revision. Raises ProblemsFound."""
    if job.game_id not in job.project.games():
        then = state_at(job, revision)
        return comparison(then, replace(then, pieces=(), notes=(), booklets={}))
    with project_at_revision(job.project, revision) as past:
        if job.at(past).inputs == job.inputs:
            edition = job.edition
            return GameComparison(job.game_id, edition.title, edition.language, (), ())
    now = state_now(job)
    return comparison(state_at(job, revision, now.language), now)


def comparison(then: GameState, now: GameState) -> GameComparison:
    changes = changes_between(then, now)
    known = then.booklets is not None and now.booklets is not None
    rules = rules_changes(then.booklets or {}, now.booklets or {}) if known else ()
    title = now.title or then.title
    return GameComparison(now.game, title, now.language, changes, then.notes, rules)


def state_now(job: Job) -> GameState:
    """The present state of a job's game, with all its faces. Raises ProblemsFound."""
    job = job.with_pieces(job.game.pieces)
    state = state_of(job.game, job.edition.language, job.faces)
    job.artist.face_cache.save()
    return replace(state, booklets=booklets_of(job, job.options.language))


def state_at(job: Job, revision: Revision, language: str = "") -> GameState:
    """The state of a job's game in a revision; without pieces if the game did not exist then.

    The language is `language`, else the language of the options, else the game's first. For a
    revision without it, the state is in the first language of the revision, with a note. Raises
    ProblemsFound: E613, where today's tool cannot read the content.
    """
    with project_at_revision(job.project, revision) as past:
        if job.game_id not in past.games():
            return GameState(job.game_id, "", language, ())
        then = job.at(past)
        try:
            first, *others = then.game.languages
        except ProblemsFound as faults:
            raise ProblemsFound([_problem_unreadable(job.game_id, revision, faults)]) from None
        notes = []
        wanted = language or job.options.language or first
        if wanted not in (first, *others):
            notes.append(
                f"{revision.id[:8]} had no texts in `{wanted}` yet: here they are in `{first}`"
            )
            wanted = first
        return _with_booklets(then, drawn_at(then, wanted, revision, notes), revision)


def _with_booklets(then: Job, state: GameState, revision: Revision) -> GameState:
    """The state with the booklets of a revision, or with a note that they cannot be read."""
    try:
        return replace(state, booklets=booklets_of(then, then.options.language))
    except ProblemsFound as faults:
        first = faults.problems[0]
        note = (
            f"the rule booklet of {revision.id[:8]} is not compared: today it cannot be read: "
            f"{first.code} {first.message}"
        )
        return replace(state, booklets=None, notes=(*state.notes, note))


def _problem_unreadable(game_id: str, revision: Revision, faults: ProblemsFound) -> Problem:
    first = faults.problems[0]
    message = f"{game_id} as it was, {revision}, cannot be read: {first.code} {first.message}"
    place = Place(f"{first.place.page}@{revision.id[:8]}", first.place.line)
    return Problem("E613", place, message, "compare with a later revision")


def drawn_at(then: Job, language: str, revision: Revision, notes: list[str]) -> GameState:
    """The state of a game in a revision; `then` is a job in the project of the revision.

    Kinds that cannot be drawn today have no faces; for each of them a note is added to `notes`.
    """
    game = then.game
    then = then.given(edition=Edition(game, language, then.options.theme))
    everything = then.given(selection=Selection(game, game.pieces, game.pieces))
    faces: dict[FaceId, Face] = {}
    try:
        faces |= everything.faces
    except ProblemsFound:
        everything.artist.face_cache.save()
        for kind in game.kinds:
            own = tuple(piece for piece in game.pieces if piece.kind.id == kind.id)
            alone = then.given(selection=Selection(game, own, own))
            try:
                faces |= alone.faces
                alone.artist.face_cache.save()
            except ProblemsFound as faults:
                name, first = kind.name.in_language(language), faults.problems[0]
                notes.append(
                    f"{name}: as {revision.id[:8]} had them they cannot be drawn today, so looks "
                    f"are not compared: {first.code} {first.message}"
                )
    else:
        everything.artist.face_cache.save()
    return state_of(game, language, faces, notes)
