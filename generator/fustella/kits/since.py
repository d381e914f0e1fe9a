"""Compares a game with a kit that was printed from it, by the texts and looks of pieces.

A kit keeps a code and three hashes of each piece. The texts are looked up by the code, in the
ledger of the builds and in git. The faces are drawn again from these texts, by today's templates or
by the templates of an older revision. A picture is shown only if it has the hash of the face that
was printed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fustella.build import BuildOptions, LedgerEntry
from fustella.build.job import Job
from fustella.core.files.project import Project
from fustella.core.values.codes import codes_of
from fustella.core.values.model import Game, Piece
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.themes import Theme
from fustella.git.revisions import (
    Revision,
    project_at_revision,
    revisions_of,
    revisions_of_looks,
    why_unasked,
)
from fustella.history import GameState, PieceState, state_of
from fustella.history.booklets import booklets_of
from fustella.history.recall import OldPiece, PastPieces, draw_as_printed
from fustella.history.since import GameComparison, comparison, drawn_at, state_now
from fustella.kits.model import Kit, Lot
from fustella.kits.stamps import refuse_other_language
from fustella.kits.store import FOLDER

if TYPE_CHECKING:
    from fustella.rules import BookletPassages

PATIENCE_S = 10.0
"""The most time for a search for pictures in git, in which each revision may have to be drawn."""

MOST_REVISIONS = 200
"""The most revisions that are searched for pictures."""

MOST_FOR_WORDS = 40
"""The most revisions that are searched, at 50 ms each, for texts of codes that the ledger lacks."""


def compare_with_kit(project: Project, kit: Kit, options: BuildOptions) -> GameComparison:
    """The changes in a game since a kit was printed, in the kit's language and theme.

    Raises ProblemsFound.
    """
    options = replace(options, language=kit.language, theme=Theme(kit.theme))
    job = Job(project, kit.game, options)
    refuse_other_language(job.game, kit)
    now = state_now(job)
    return comparison(_state_of_kit(job, kit, now), now)


def _state_of_kit(job: Job, kit: Kit, now: GameState) -> GameState:
    """The state of the game when the kit was printed, as far as it is known."""
    past = PastPieces(job, MOST_FOR_WORDS)
    current = {piece.id: piece for piece in now.pieces}
    held = [(piece, lot) for piece, lots in kit.lots.items() for lot in lots]
    old = [
        (piece, lot)
        for piece, lot in held
        if piece not in current or current[piece].version != lot.version
    ]
    redrawn = _states_redrawn(job, dict(_pieces_then(job.game, past, old)))
    states = []
    for piece, lot in held:
        key = piece, lot.version
        if (piece, lot) not in old:
            states.append(replace(current[piece], copies=lot.copies))
        elif key in redrawn:
            states.append(replace(redrawn[key], copies=lot.copies, version=lot.version, place=None))
        else:
            entry = past.entry(piece, lot.version.code)
            states.append(_without_picture(piece, lot, current.get(piece), entry))
    states, notes = _with_pictures(job, kit, states)
    booklets, unknown = _booklets_then(job, kit, now)
    title, notes = now.title, [*notes, *unknown]
    return GameState(kit.game, title, kit.language, tuple(states), tuple(notes), booklets)


def _booklets_then(
    job: Job, kit: Kit, now: GameState
) -> tuple["Mapping[str, BookletPassages] | None", list[str]]:
    """The booklet that was printed, from git unless it says the same today; with notes.

    None where nobody knows what it said.
    """
    if kit.rules is None:
        return {}, []
    current = (now.booklets or {}).get(kit.language)
    if current is not None and current.digest == kit.rules.words:
        return {kit.language: current}, []
    end = monotonic() + PATIENCE_S
    for revision in _likely_revisions(job.project, kit):
        if monotonic() > end:
            break
        with project_at_revision(job.project, revision) as past:
            try:
                there = job.game_id in past.games()
                known = booklets_of(job.at(past), kit.language) if there else {}
            except ProblemsFound:
                continue
        then = known.get(kit.language)
        if then is not None and then.digest == kit.rules.words:
            return {kit.language: then}, []
    why = why_unasked(job.project) or "git has none that says so"
    note = f"the rule booklet has changed; what was printed is not known any more: {why}"
    return None, [note]


def _pieces_then(
    game: Game, past: PastPieces, old: Iterable[tuple[str, Lot]]
) -> Iterator[tuple[OldPiece, Piece]]:
    """Yields the old pieces whose texts are known and whose kind still exists.

    For a piece that the game no longer has, another piece of its kind gives outline and fields.
    """
    own = {piece.id: piece for piece in game.pieces if piece.copies}
    for piece, lot in old:
        entry = past.entry(piece, lot.version.code)
        alike = [other for other in game.pieces if entry and other.kind.id == entry.kind]
        if alike:
            copies = own[piece].copies if piece in own else lot.copies
            like = replace(own.get(piece, alike[0]), id=piece, copies=copies)
            if then := past.piece(like, lot.version.code, alike):
                yield (piece, lot.version), then


def _states_redrawn(job: Job, then: Mapping[OldPiece, Piece]) -> dict[OldPiece, PieceState]:
    """The states of old pieces that look as printed when today's templates draw them.

    Usually all old pieces do, and drawing them is quicker than a search in git.
    """
    found: dict[OldPiece, PieceState] = {}
    for key, faces in draw_as_printed(job, then).items():
        alone = replace(job.game, pieces=(then[key],))
        (state,) = state_of(alone, job.edition.language, faces).pieces
        if state.version.looks == key[1].looks:
            found[key] = state
    return found


def _without_picture(
    piece: str, lot: Lot, now: PieceState | None, entry: LedgerEntry | None
) -> PieceState:
    """The state of some copies without faces, with their old texts as far as these are known."""
    same_texts = now is not None and now.version.code == lot.version.code
    texts = entry.said if entry else now.fields if now and same_texts else None
    name = entry.name if entry else now.name if now else piece
    kind = now.kind if now else entry.kind if entry else ""
    wording = now.wording if now else frozenset[str]()
    own = entry.kind if entry else ""
    return PieceState(piece, name, kind, texts, wording, {}, lot.copies, lot.version, {}, None, own)


def _with_pictures(
    job: Job, kit: Kit, states: Sequence[PieceState]
) -> tuple[list[PieceState], list[str]]:
    """The states, completed from git: with faces that look as printed, texts and kinds.

    Also returns notes about the pieces that stay without a picture.
    """
    waiting = {_key(state): state for state in states if not state.faces}
    found: dict[OldPiece, PieceState] = {}
    searched, late = "", False
    end = monotonic() + PATIENCE_S
    for revision in _likely_revisions(job.project, kit) if waiting else ():
        late = monotonic() > end
        if late or not waiting:
            break
        searched = f", as far as {revision}"
        for past in _pieces_at(job, revision, waiting.values()):
            code = past.id, past.version.code
            for key in [key for key in waiting if (key[0], key[1].code) == code]:
                state = waiting[key]
                known = replace(past, copies=state.copies, version=state.version, place=None)
                found.setdefault(key, replace(known, faces={}))
                if past.version.looks == state.version.looks and past.faces:
                    found[key] = known
                    del waiting[key]
    unread_fields = why_unasked(job.project) if waiting else ""
    notes = [_no_picture(len(waiting), searched, unread_fields, late=late)] if waiting else []
    return [found.get(_key(state), state) for state in states], notes


def _likely_revisions(project: Project, kit: Kit) -> Iterator[Revision]:
    """Yields revisions that may have the printed looks.

    First come revisions that changed the kit's file, then the newest ones that changed looks.
    """
    recorded = revisions_of(project, f"{FOLDER}/{kit.name}.yaml", MOST_REVISIONS)
    others = revisions_of_looks(project, kit.game, MOST_REVISIONS)
    yield from {revision.id: revision for revision in (*recorded, *others)}.values()


def _pieces_at(job: Job, revision: Revision, wanted: Iterable[PieceState]) -> Iterator[PieceState]:
    """Yields the drawn pieces of a revision in which a piece has the code of a `wanted` state."""
    codes = {(state.id, state.version.code) for state in wanted}
    language = job.edition.language
    with project_at_revision(job.project, revision) as past:
        if job.game_id not in past.games():
            return
        then = job.at(past)
        try:
            game = then.game
        except ProblemsFound:
            return
        if language in game.languages and codes & set(codes_of(game, language).items()):
            yield from drawn_at(then, language, revision, []).pieces


def _key(state: PieceState) -> OldPiece:
    return state.id, state.version


def _no_picture(count: int, searched: str, unread_fields: str, *, late: bool) -> str:
    pieces = f"{count} pieces are" if count != 1 else "1 piece is"
    searched_for = f"git was searched for {PATIENCE_S:g} s{searched}"
    why = unread_fields or (searched_for if late else "git has none that looks so")
    return f"{pieces} shown without a picture of what was printed: {why}"
