"""Says where the tiles of a map lie on a table, as a piece of the game shows them by letters."""

from collections.abc import Mapping, Sequence
from itertools import chain

from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.check.selection import field_of
from fustella.core.geometry.shapes import Point
from fustella.core.values.model import Game, PutPieces, TilePlan

_PLAYERS = "{players}"


def places_of(game: Game, plan: TilePlan, players: int) -> Mapping[str, Sequence[Point]]:
    """The places of each letter of a plan, row by row. Raises InvalidClaim: E802."""
    id = str(plan.piece).replace(_PLAYERS, str(players))
    piece = next((each for each in game.pieces if each.id == id), None)
    if piece is None:
        hint = "`of` is the id of a piece; `{players}` in it is the number of players"
        raise InvalidClaim("plan", f"there is no piece `{id}` that shows the map", hint, "E802")
    try:
        rows = field_of(piece, str(plan.rows), "rows").value
    except MissingEntry as missing:
        raise InvalidClaim("plan", missing.message, code="E802") from None
    if not isinstance(rows, tuple) or not rows or not all(isinstance(row, str) for row in rows):
        hint = "each text is a row, each letter a tile"
        raise InvalidClaim("plan", f"`{plan.rows}` of `{id}` has no texts", hint, "E802")
    found: dict[str, list[Point]] = {}
    for down, row in enumerate(map(str, rows)):
        for across, letter in enumerate(row):
            x_mm = (across - (len(row) - 1) / 2) * plan.step.width_mm
            y_mm = (down - (len(rows) - 1) / 2) * plan.step.height_mm
            found.setdefault(letter, []).append(plan.at.moved(x_mm, y_mm))
    return found


def shared_marks(steps: Sequence[PutPieces]) -> frozenset[str]:
    """The letters on whose places several steps lay: any of their pieces, as they come."""
    seen, shared = set[str](), set[str]()
    for letter in chain.from_iterable(set(step.marks) for step in steps):
        (shared if letter in seen else seen).add(letter)
    return frozenset(shared)
