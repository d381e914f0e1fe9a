"""A game as it is, as a revision had it, and as a kit has it: what `changes` compares.

What was is read from git and drawn with today's tool, so that only what somebody changed differs.
Faces that builds have drawn, or that were compared before, are taken from the album.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from generator.albums import album_of
from generator.changes import GameState, PieceChange, PieceState, changes_between, state_of
from generator.codes import codes_of
from generator.draw.faces import Artist
from generator.drawing import artist_of, language_of
from generator.history import Revision, project_at_revision, revisions_of_looks
from generator.job import Options, inputs_of
from generator.kits import Kit, Lot, Version
from generator.ledger import Entry, read_ledger
from generator.loading import icon_shelf, load_game
from generator.model import Face, FaceId, Game, Theme
from generator.problems import Place, Problem, ProblemsFound
from generator.project import Project

_Key: TypeAlias = tuple[str, str, Version]
"""A piece, its code, and all that is known of its version."""

MOST_REVISIONS_OF_KIT = 12
"""So far back pictures of a kit's pieces are looked for; each revision may have to be drawn."""


@dataclass(frozen=True, slots=True)
class Since:
    """What games are compared with: a revision, or the kit `name` where `revision` is None."""

    name: str
    revision: Revision | None

    def __str__(self) -> str:
        return str(self.revision) if self.revision else f"kit {self.name}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed in one game, weightiest first; `notes` say what could not be compared."""

    game: str
    title: str
    language: str
    changes: tuple[PieceChange, ...]
    notes: tuple[str, ...]


def compare_with_revision(
    project: Project, game_id: str, revision: Revision, options: Options
) -> Comparison:
    """What changed in a game since a revision. Raises ProblemsFound."""
    if game_id in project.games():
        if same := _unchanged(project, game_id, revision, options):
            return same
        now = state_now(project, game_id, options)
        then = state_at(project, game_id, revision, options, now.language)
    else:
        then = state_at(project, game_id, revision, options)
        now = replace(then, pieces=(), notes=())
    return _compared(then, now)


def compare_with_kit(project: Project, kit: Kit, options: Options) -> Comparison:
    """What changed in a game since a kit was printed, in its language and theme.

    Raises ProblemsFound.
    """
    options = replace(options, language=kit.language, theme=Theme(kit.theme))
    now = state_now(project, kit.game, options)
    return _compared(state_of_kit(project, kit, now, options), now)


def _unchanged(
    project: Project, game_id: str, revision: Revision, options: Options
) -> Comparison | None:
    """That nothing changed, where all that a game is made of is what it was; None otherwise.

    Raises ProblemsFound.
    """
    with project_at_revision(project, revision) as past:
        if inputs_of(past, game_id, options) != inputs_of(project, game_id, options):
            return None
    game = load_game(project, game_id)
    language = language_of(game, options)
    return Comparison(game_id, str(game.title.in_language(language)), language, (), ())


def _compared(then: GameState, now: GameState) -> Comparison:
    changes = changes_between(then, now)
    return Comparison(now.game, now.title or then.title, now.language, changes, then.notes)


def state_now(project: Project, game_id: str, options: Options) -> GameState:
    """A game as it is, with all its faces. Raises ProblemsFound."""
    game = load_game(project, game_id)
    language = language_of(game, options)
    artist = artist_of(project, game, language, options)
    faces = artist.draw_pieces(game.pieces)
    artist.album.save()
    return state_of(game, language, faces)


def state_at(
    project: Project, game_id: str, revision: Revision, options: Options, language: str = ""
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
            return _drawn(past, game, first, revision, options, [note])
        return _drawn(past, game, wanted, revision, options, [])


def games_at(project: Project, revision: Revision) -> tuple[str, ...]:
    """The games that a revision had."""
    with project_at_revision(project, revision) as past:
        return past.games()


def state_of_kit(project: Project, kit: Kit, now: GameState, options: Options) -> GameState:
    """A game as a kit has it: what its pieces said and how they looked, as far as that is known.

    What they said is looked up by their version codes in the ledger and in git, how they looked
    in git alone: a picture is only shown where its looks are those that were printed.
    """
    current = {piece.id: piece for piece in now.pieces}
    entries = {
        (entry.piece, entry.code): entry
        for entry in read_ledger(options.output / kit.game)
        if entry.language == kit.language
    }
    states = [
        _as_now(lot, current[piece])
        if _is_current(lot, current.get(piece))
        else _of_lot(piece, lot, current.get(piece), entries.get((piece, lot.version.code)))
        for piece, lots in kit.lots.items()
        for lot in lots
    ]
    known, notes = _with_pictures(project, kit, states, options)
    return GameState(kit.game, now.title, kit.language, tuple(known), tuple(notes))


def _is_current(lot: Lot, now: PieceState | None) -> bool:
    return now is not None and lot.version == now.version


def _as_now(lot: Lot, now: PieceState) -> PieceState:
    return replace(now, copies=lot.copies)


def _of_lot(piece: str, lot: Lot, now: PieceState | None, entry: Entry | None) -> PieceState:
    """Some copies of a piece, without a picture; what they said, where a ledger knows it."""
    same_words = now is not None and now.version.code == lot.version.code
    said = entry.said if entry else now.said if now and same_words else None
    name = entry.name if entry else now.name if now else piece
    kind = now.kind if now else entry.kind if entry else ""
    wording = now.wording if now else frozenset[str]()
    return PieceState(piece, name, kind, said, wording, {}, lot.copies, lot.version, {}, None)


def _with_pictures(
    project: Project, kit: Kit, states: Sequence[PieceState], options: Options
) -> tuple[list[PieceState], list[str]]:
    """The states with what git knows of them: faces that look as was printed, words, kinds."""
    waiting = {_key(one): one for one in states if not one.faces}
    found: dict[_Key, PieceState] = {}
    for revision in revisions_of_looks(project, kit.game, MOST_REVISIONS_OF_KIT if waiting else 0):
        if not waiting:
            break
        for past in _pieces_at(project, kit, revision, options, waiting.values()):
            for key in [key for key in waiting if key[:2] == (past.id, past.version.code)]:
                one = waiting[key]
                same = past.version.looks == one.version.looks
                known = replace(past, copies=one.copies, version=one.version, place=None)
                found.setdefault(key, replace(known, faces={}))
                if same and past.faces:
                    found[key] = known
                    del waiting[key]
    notes = [_no_picture(len(waiting))] if waiting else []
    return [found.get(_key(one), one) for one in states], notes


def _key(state: PieceState) -> _Key:
    return state.id, state.version.code, state.version


def _no_picture(count: int) -> str:
    pieces = f"{count} pieces are" if count != 1 else "1 piece is"
    return f"{pieces} shown without a picture of what was printed: git has none that looks so"


def _pieces_at(
    project: Project,
    kit: Kit,
    revision: Revision,
    options: Options,
    wanted: Iterable[PieceState],
) -> Iterator[PieceState]:
    """The pieces of a revision, drawn, where it has a code that is wanted; none otherwise."""
    codes = {(one.id, one.version.code) for one in wanted}
    with project_at_revision(project, revision) as past:
        if kit.game not in past.games():
            return
        try:
            game = load_game(past, kit.game)
        except ProblemsFound:
            return
        if kit.language not in game.languages:
            return
        own = codes_of(game, kit.language)
        if codes & set(own.items()):
            yield from _drawn(past, game, kit.language, revision, options, []).pieces


def _unreadable(game_id: str, revision: Revision, found: ProblemsFound) -> Problem:
    """What to say where a revision's content is none that can be read today."""
    first = found.problems[0]
    message = f"{game_id} as it was, {revision}, cannot be read: {first.code} {first.message}"
    place = Place(f"{first.place.file}@{revision.id[:8]}", first.place.line)
    return Problem("E613", place, message, "compare with a later revision")


def _drawn(
    past: Project,
    game: Game,
    language: str,
    revision: Revision,
    options: Options,
    notes: list[str],
) -> GameState:
    """A game of a revision as it is drawn today, kind by kind where one cannot be drawn."""
    faces: dict[FaceId, Face] = {}
    album = album_of(past, game, language, options.output, options.theme)
    shelf = icon_shelf(past)

    def draw(kinds: Iterable[str]) -> dict[FaceId, Face]:
        artist = Artist(past.templates, game, language, shelf, album, options.theme)
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
