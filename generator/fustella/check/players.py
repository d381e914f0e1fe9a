"""Computes the copies that a number of players needs, by the claims of the kind `supply`.

A claim with `enough: true` limits how many of its pieces are needed: other copies may be left out.
The remaining copies must still meet every other `supply` claim for that number of players.
"""

import contextlib
import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from fustella.check.claims import problem_of
from fustella.check.context import CheckContext, flag_of, text_of
from fustella.check.document.figures import all_figures, read_claim
from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.check.kinds.supply import needs_for, players_in
from fustella.check.selection import as_text, field_of
from fustella.core.values.claims import Claim, Claims
from fustella.core.values.model import Game, Piece, Record
from fustella.core.values.problems import Place, Problem, ProblemsFound

_Side: TypeAlias = tuple[str, str]
"""A side: the value of the field that separates the sides, and its player, "" if unknown.

Two players of one colour are two sides.
"""


class _Need(Struct, frozen=True):
    """The pieces of a claim, and how many of them the given number of players needs."""

    claim: Claim
    pieces: tuple[Piece, ...]
    needed: int


class _Limit(Struct, frozen=True):
    """A limit that a claim sets: `needed` of its pieces are enough.

    With `by`, the path of a field, pieces of one side are kept or left out together; `sides` are
    the values of that field, one for each piece.
    """

    claim: Claim
    pieces: tuple[Piece, ...]
    needed: int
    by: str = ""
    sides: "tuple[_Side, ...]" = ()


def copies_for(game: Game, claims: Claims | None, players: int) -> dict[str, int]:
    """The numbers of copies that a number of players needs, by the ids of pieces.

    Pieces that no claim limits keep all their copies; where several claims limit a piece, the
    largest number counts. Raises ProblemsFound: E009 where no rule is for this number of players or
    no claim says how much is enough, E512 where another claim is no longer met, and the problems of
    claims that cannot be understood.
    """
    if claims is None:
        raise ProblemsFound([_number_unknown(game.place, "the game has no claims.yaml")])
    context = _context(game, claims)
    problems: list[Problem] = []
    needs: list[_Need] = []
    limits: list[_Limit] = []
    known: set[int] = set()
    for claim in claims.claims:
        if claim.check != "supply":
            continue
        try:
            numbers, _ = players_in(claim, context)
            known |= {*numbers}
            if players in numbers:
                needed = math.ceil(needs_for(claim, context, players).value)
                needs.append(need := _Need(claim, context.pieces(claim), needed))
                if flag_of(claim, "enough"):
                    by = text_of(claim, "by")
                    sides = tuple(_side(piece, by, claims) for piece in need.pieces if by)
                    limits.append(_Limit(claim, need.pieces, max(0, need.needed), by, sides))
        except InvalidClaim as bad:
            problems.append(problem_of(claim, bad))
        except MissingEntry as missing:
            hint = "write the entry, or look at the path in the claim"
            problems.append(problem_of(claim, InvalidClaim("of", missing.message, hint)))
    problems = problems or [*_nothing_enough(claims, players, known)]
    if problems:
        raise ProblemsFound(problems)
    copies = {piece.id: piece.copies for piece in game.pieces} | _copies_kept(limits)
    problems = [*_problems_unmet(needs, players, copies, limits)]
    if problems:
        raise ProblemsFound(problems)
    return copies


def _context(game: Game, claims: Claims) -> CheckContext:
    """The context of checks without a document: figures have their numbers from claims.yaml.

    Raises ProblemsFound with the problems of claims that cannot be understood.
    """
    language, problems = game.languages[0], list[Problem]()
    readings = {claim.id: read_claim(claim, None, language, problems) for claim in claims.claims}
    if problems:
        raise ProblemsFound(problems)
    return CheckContext(game, language, None, readings, all_figures(claims, readings))


def _nothing_enough(claims: Claims, players: int, known: set[int]) -> Iterator[Problem]:
    """Yields E009 if no claim has `enough`, or none is for this number of players."""
    if not any("enough" in claim.parameters for claim in claims.claims):
        yield _number_unknown(claims.place, "no claim says what is enough for fewer players")
    elif players not in known:
        *rest, last = sorted(known)
        numbers = f"{', '.join(map(str, rest))} or {last}" if rest else str(last)
        message = f"the rules are not for {players} player{'s' if players != 1 else ''}"
        yield Problem("E009", claims.place, message, f"they are for {numbers} players")


def _number_unknown(place: Place, message: str) -> Problem:
    hint = "add a claim of the kind `supply` to claims.yaml, with `players` and `enough: true`"
    return Problem("E009", place, message, hint)


def _copies_kept(limits: Sequence[_Limit]) -> dict[str, int]:
    """The copies to keep of the pieces that some claim limits, by the ids of the pieces."""
    copies: dict[str, int] = {}
    for limit in limits:
        kept = _whole_sides(limit, _order(limits, limit.by)) if limit.by else _shares(limit)
        for piece, share in kept.items():
            copies[piece] = max(share, copies.get(piece, 0))
    return copies


def _side(piece: Piece, by: str, claims: Claims) -> _Side:
    """The side of a piece; `lint.players` says whose it is where `by` is the players' colour."""
    players = claims.lint["players"] if "players" in claims.lint else None
    owner = ""
    if isinstance(players, Record) and "colour" in players and players["colour"] == by:
        with contextlib.suppress(InvalidClaim, MissingEntry):  # reported by lint
            named = as_text(players["player" if "player" in players else "shape"])
            owner = as_text(field_of(piece, named).value)
    return as_text(field_of(piece, by, "by").value), owner


def _order(limits: Sequence[_Limit], by: str) -> list[_Side]:
    """The sides that a field names, in the order of the lists, the same for all claims.

    So two players get markers in the colours of their armies, however the lists are sorted.
    """
    sides = dict.fromkeys(side for limit in limits if limit.by == by for side in limit.sides)
    values = {value: number for number, value in enumerate(dict.fromkeys(v for v, _ in sides))}
    return sorted(sides, key=lambda side: values[side[0]])


def _whole_sides(limit: _Limit, order: Sequence[_Side]) -> dict[str, int]:
    """The number of copies of each piece that stay in the box, by the piece's id.

    A player's side stays with all its copies or gets 0. Sides stay in `order`, until the pieces
    that are needed are there.
    """
    left = limit.needed
    copies: dict[str, int] = {}
    for side in order:
        owned = zip(limit.pieces, limit.sides, strict=True)
        own = [piece for piece, whose in owned if whose == side]
        copies |= {piece.id: piece.copies if left > 0 else 0 for piece in own}
        left -= sum(piece.copies for piece in own)
    return copies


def _shares(limit: _Limit) -> dict[str, int]:
    """The needed copies, shared among the designs; each gets one copy before any gets two.

    The method is that of Huntington and Hill, which apportions seats to states: the next copy goes
    to the design with the largest copies / sqrt(n (n + 1)), where n is the number of copies that it
    already has.
    """
    shares = dict.fromkeys((piece.id for piece in limit.pieces), 0)
    waiting = [
        (-math.inf, -piece.copies, number, piece)
        for number, piece in enumerate(limit.pieces)
        if piece.copies
    ]
    heapq.heapify(waiting)
    for _ in range(min(limit.needed, sum(piece.copies for piece in limit.pieces))):
        _, _, number, piece = heapq.heappop(waiting)
        shares[piece.id] = has = shares[piece.id] + 1
        if has < piece.copies:
            rank = piece.copies / math.sqrt(has * (has + 1))
            heapq.heappush(waiting, (-rank, -piece.copies, number, piece))
    return shares


def _problems_unmet(
    needs: Sequence[_Need], players: int, copies: Mapping[str, int], limits: Sequence[_Limit]
) -> Iterator[Problem]:
    """The problems E512 of claims that the whole box meets and the limited box does not."""
    for need in needs:
        pieces, needed = need.pieces, need.needed
        left = sum(copies[piece.id] for piece in pieces)
        if left < needed <= sum(piece.copies for piece in pieces):
            ids = {piece.id for piece in pieces}
            limiting = (
                limit.claim.id for limit in limits if ids & {piece.id for piece in limit.pieces}
            )
            named = ", ".join(f"`{name}`" for name in dict.fromkeys(limiting))
            hint = f"say `enough: true` only where nothing else needs the pieces: {named}"
            message = f"for {players} players it needs {needed} of its pieces; {left} are left"
            yield Problem("E512", need.claim.place, message, hint)
