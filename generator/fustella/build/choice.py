"""Chooses the part of a box to print: some kinds, what N players need, a list's copies, pages."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella import check
from fustella.build.options import PrintChoice, ranges_in
from fustella.core.values.claims import Claims
from fustella.core.values.contents import Contents
from fustella.core.values.model import Game, Piece
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.values.sheets import Sheet
from fustella.read import Listed, read_copies


class Selection(Struct, frozen=True):
    """The pieces of a game that are printed.

    `pieces` have the numbers of copies to print. They include struck-out pieces, because a cover
    lists them; a list of copies chooses none of these. `drawn` are the pieces whose faces are
    drawn: all pieces of a kind, since texts of equal size are measured on all of them. `game` has
    its boxes if the options ask for them.
    """

    game: Game
    pieces: tuple[Piece, ...]
    drawn: tuple[Piece, ...]


def choose(game: Game, choice: PrintChoice, claims: Claims | None) -> Selection:
    """The pieces to print, by the options of a build.

    `claims` matter only for a number of players. Raises ProblemsFound: E004 for an unknown kind,
    E123 for nothing to print, E009 and E512 for a number of players, and for a list of copies E008
    and the problems of its file.
    """
    needed: Mapping[str, int] = {}
    if choice.players:
        needed = check.copies_for(game, claims, choice.players)
    game = game.with_boxes() if choice.boxes else game
    own = tuple(_of_kinds(game, choice.only))
    pieces = tuple(_with_copies(own, needed))
    if choice.copies_from is not None:
        listed = read_copies(choice.copies_from)
        pieces = tuple(_pieces_of_list(game, own, listed, choice.copies_from))
    if not any(piece.copies for piece in pieces):
        raise ProblemsFound([_nothing_to_print(game, choice, own)])
    return Selection(game, pieces, _pieces_to_draw(own, pieces))


def _nothing_to_print(game: Game, choice: PrintChoice, own: Sequence[Piece]) -> Problem:
    some = "kinds" if len(choice.only) > 1 else "kind"
    whose = f" of the {some} `{'`, `'.join(choice.only)}`" if choice.only else ""
    if choice.players and any(piece.copies for piece in own):
        message = f"{choice.players} players need no pieces{whose}"
        return Problem("E123", game.place, message, "leave --players or --only out")
    if own:
        message = f"no piece{whose} is printed: all are struck out"
        hint = "delete `struck_out` at one of them" + (", or leave --only out" if whose else "")
        return Problem("E123", game.place, message, hint)
    hint = "write a list beside game.yaml: a .yaml file with `kind` and `pieces`"
    decks = {kind.deck for kind in game.kinds if kind.id in choice.only}
    alike = {piece.kind.id for piece in game.pieces if piece.kind.deck in decks}
    if alike:
        hint = f"kinds of its deck have pieces: --only {' --only '.join(sorted(alike))}"
    return Problem("E123", game.place, f"the game has no pieces{whose}", hint)


def _of_kinds(game: Game, only: Sequence[str]) -> Iterator[Piece]:
    """Yields the pieces of the kinds in `only`; all pieces if it is empty.

    Raises ProblemsFound: E004.
    """
    known = [kind.id for kind in game.kinds]
    problems = [
        Problem("E004", game.place, f"the game has no kind `{kind}`", did_you_mean(kind, known))
        for kind in only
        if kind not in known
    ]
    if problems:
        raise ProblemsFound(problems)
    yield from (piece for piece in game.pieces if not only or piece.kind.id in only)


def _with_copies(pieces: Sequence[Piece], copies: Mapping[str, int]) -> Iterator[Piece]:
    """Yields the pieces with their numbers from `copies`, without pieces whose number became 0.

    Pieces without a number there keep their own. Struck-out pieces stay: they had 0 before.
    """
    for piece in pieces:
        left = copies.get(piece.id, piece.copies)
        if left == piece.copies:
            yield piece
        elif left:
            yield replace(piece, copies=left)


def _pieces_of_list(
    game: Game, pieces: Sequence[Piece], listed: Sequence[Listed], file: Path
) -> Iterator[Piece]:
    """Yields the pieces that a list of copies names, with its numbers, in the order of the game.

    Raises ProblemsFound: E008.
    """
    known = {piece.id: piece for piece in game.pieces}
    printed = [piece.id for piece in game.pieces if piece.copies]
    problems: list[Problem] = []
    for line in listed:
        piece = known.get(line.piece)
        if piece is None:
            message = f"the game has no piece `{line.piece}`"
            hint = did_you_mean(line.piece, printed)
            problems.append(Problem("E008", line.place, message, hint))
        elif not piece.copies:
            message = f"`{line.piece}` is struck out and not printed"
            hint = "delete this line; or delete `struck_out` at the piece, or its 0 copies"
            problems.append(Problem("E008", line.place, message, hint))
    copies = {line.piece: line.copies for line in listed}
    selection = [piece for piece in pieces if piece.id in copies]
    if not problems and not selection:
        message, hint = "no piece of the list is of the chosen kinds", "leave --only out"
        problems.append(Problem("E008", Place(file.as_posix()), message, hint))
    if problems:
        raise ProblemsFound(problems)
    yield from (replace(piece, copies=copies[piece.id]) for piece in selection)


def _pieces_to_draw(own: Sequence[Piece], pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """All pieces whose faces are drawn.

    A piece that is printed in more looks than it has copies gets the printed number of copies.
    """
    copies = {piece.id: piece.copies for piece in pieces}
    return tuple(
        replace(piece, copies=copies[piece.id])
        if piece.copies < min(copies.get(piece.id, 0), piece.kind.looks)
        else piece
        for piece in own
    )


def numbered(contents: Contents, sheets: Sequence[Sheet]) -> tuple[tuple[int, Sheet], ...]:
    """The sheets of a box with their numbers from 1, in the order of its files; no cover."""
    ordered = (sheet for group in contents.groups for sheet in sheets if sheet.group == group.id)
    return tuple(enumerate(ordered, start=1))


def on_pages(contents: Contents, sheets: Sequence[Sheet], pages: str) -> tuple[Sheet, ...]:
    """The sheets whose numbers are in `pages`; all sheets for "". Raises ProblemsFound: E007."""
    if not pages:
        return tuple(sheets)
    game, known, ranges = contents.game, numbered(contents, sheets), ranges_in(pages)
    last = max(end for _, end in ranges)
    if last > len(known):
        count = f"{len(known)} sheet{'s' if len(known) != 1 else ''}"
        message = f"there is no sheet {last}: {game.id} is printed on {count}"
        hint = f"`fustella plan {game.id} --sheets` numbers them"
        raise ProblemsFound([Problem("E007", game.place, message, hint)])
    return tuple(
        sheet for number, sheet in known if any(first <= number <= end for first, end in ranges)
    )
