"""What changed in a game since a kit was printed: what its pieces said and how they looked then.

A kit keeps of each piece its code and three hashes. What it said is looked up by its code, in the
ledger of the builds and in git; how it looked is drawn once more. A picture is shown only where its
looks are those that were printed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import monotonic

from fustella.build.inputs import load_game
from fustella.build.ledger import LedgerEntry
from fustella.build.options import BuildOptions
from fustella.core.codes import codes_of
from fustella.core.model import Game, Piece, Theme
from fustella.core.problems import ProblemsFound
from fustella.core.project import Project
from fustella.history.git import Revision, project_at_revision, revisions_of, revisions_of_looks
from fustella.history.recall import OldPiece, PastPieces, draw_as_printed
from fustella.history.since import GameComparison, comparison, drawn_at, state_now
from fustella.history.states import GameState, PieceState, state_of
from fustella.kits.model import Kit, Lot
from fustella.kits.stamps import refuse_other_language
from fustella.kits.store import FOLDER

PATIENCE_S = 10.0
"""So long pictures are looked for in git; each revision may have to be drawn."""

MOST_REVISIONS = 200

MOST_FOR_WORDS = 40
"""So many revisions are read, at 50 ms, for what a code said that the ledger does not know."""


def compare_with_kit(project: Project, kit: Kit, options: BuildOptions) -> GameComparison:
    """What changed in a game since a kit was printed, in its language and theme.

    Raises ProblemsFound.
    """
    options = replace(options, language=kit.language, theme=Theme(kit.theme))
    game = load_game(project, kit.game)
    refuse_other_language(game, kit)
    now = state_now(project, kit.game, options)
    return comparison(_state_of_kit(project, kit, game, now, options), now)


def _state_of_kit(
    project: Project, kit: Kit, game: Game, now: GameState, options: BuildOptions
) -> GameState:
    """A game as a kit has it, as far as that is known."""
    recall = PastPieces(project, options.output / kit.game, kit.game, kit.language, MOST_FOR_WORDS)
    current = {piece.id: piece for piece in now.pieces}
    held = [(piece, lot) for piece, lots in kit.lots.items() for lot in lots]
    old = [
        (piece, lot)
        for piece, lot in held
        if piece not in current or current[piece].version != lot.version
    ]
    then = dict(_pieces_then(game, recall, old))
    redrawn = _redrawn(project, kit, game, then, options)
    states = []
    for piece, lot in held:
        key = piece, lot.version
        if (piece, lot) not in old:
            states.append(replace(current[piece], copies=lot.copies))
        elif key in redrawn:
            known = redrawn[key]
            states.append(replace(known, copies=lot.copies, version=lot.version, place=None))
        else:
            entry = recall.entry(piece, lot.version.code)
            states.append(_of_lot(piece, lot, current.get(piece), entry))
    known_now, notes = _with_pictures(project, kit, states, options)
    return GameState(kit.game, now.title, kit.language, tuple(known_now), tuple(notes))


def _pieces_then(
    game: Game, recall: PastPieces, old: Iterable[tuple[str, Lot]]
) -> Iterator[tuple[OldPiece, Piece]]:
    """The pieces that some lots were, where their words are known and their kind is still there."""
    own = {piece.id: piece for piece in game.pieces if piece.copies}
    for piece, lot in old:
        entry = recall.entry(piece, lot.version.code)
        alike = [one for one in game.pieces if entry and one.kind.id == entry.kind]
        if alike:
            copies = own[piece].copies if piece in own else lot.copies
            like = replace(own.get(piece, alike[0]), id=piece, copies=copies)
            if then := recall.piece(like, lot.version.code, alike):
                yield (piece, lot.version), then


def _redrawn(
    project: Project,
    kit: Kit,
    game: Game,
    then: Mapping[OldPiece, Piece],
    options: BuildOptions,
) -> dict[OldPiece, PieceState]:
    """Those that templates of today draw as they were printed: mostly all, and quicker than git."""
    found: dict[OldPiece, PieceState] = {}
    for key, faces in draw_as_printed(project, game, kit.language, then, options).items():
        alone = replace(game, pieces=(then[key],))
        (state,) = state_of(alone, kit.language, faces).pieces
        if state.version.looks == key[1].looks:
            found[key] = state
    return found


def _of_lot(piece: str, lot: Lot, now: PieceState | None, entry: LedgerEntry | None) -> PieceState:
    """Some copies of a piece, without a picture; what they said, where somebody knows it."""
    same_words = now is not None and now.version.code == lot.version.code
    said = entry.said if entry else now.said if now and same_words else None
    name = entry.name if entry else now.name if now else piece
    kind = now.kind if now else entry.kind if entry else ""
    wording = now.wording if now else frozenset[str]()
    return PieceState(piece, name, kind, said, wording, {}, lot.copies, lot.version, {}, None)


def _with_pictures(
    project: Project, kit: Kit, states: Sequence[PieceState], options: BuildOptions
) -> tuple[list[PieceState], list[str]]:
    """The states with what git knows of them: faces that look as was printed, words, kinds."""
    waiting = {_key(one): one for one in states if not one.faces}
    found: dict[OldPiece, PieceState] = {}
    last, late = "", False
    end = monotonic() + PATIENCE_S
    for revision in _likeliest(project, kit) if waiting else ():
        late = monotonic() > end
        if late or not waiting:
            break
        last = f", as far as {revision}"
        for past in _pieces_at(project, kit, revision, options, waiting.values()):
            for key in [key for key in waiting if _is_code_of(key, past)]:
                one = waiting[key]
                known = replace(past, copies=one.copies, version=one.version, place=None)
                found.setdefault(key, replace(known, faces={}))
                if past.version.looks == one.version.looks and past.faces:
                    found[key] = known
                    del waiting[key]
    notes = [_no_picture(len(waiting), last, late=late)] if waiting else []
    return [found.get(_key(one), one) for one in states], notes


def _likeliest(project: Project, kit: Kit) -> Iterator[Revision]:
    """Revisions that may show what was printed: those that recorded it, then all, newest first."""
    recorded = revisions_of(project, f"{FOLDER}/{kit.name}.yaml", MOST_REVISIONS)
    seen = set()
    for revision in (*recorded, *revisions_of_looks(project, kit.game, MOST_REVISIONS)):
        if revision.id not in seen:
            seen.add(revision.id)
            yield revision


def _key(state: PieceState) -> OldPiece:
    return state.id, state.version


def _is_code_of(key: OldPiece, past: PieceState) -> bool:
    return (key[0], key[1].code) == (past.id, past.version.code)


def _no_picture(count: int, last: str, *, late: bool) -> str:
    pieces = f"{count} pieces are" if count != 1 else "1 piece is"
    said = f"{pieces} shown without a picture of what was printed: "
    if late:
        return f"{said}git was searched for {PATIENCE_S:g} s{last}"
    return f"{said}git has none that looks so"


def _pieces_at(
    project: Project,
    kit: Kit,
    revision: Revision,
    options: BuildOptions,
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
            yield from drawn_at(past, game, kit.language, revision, options, []).pieces
