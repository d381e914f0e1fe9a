"""Players are told apart by shape, and by colour in every sight.

**What it checks.** `lint.players` says which pieces carry a player's colour, in which field, and
which field names the shape of the same player. Pieces of one colour with two shapes belong to two
players, and that is a fault. Where a player has pieces of several shapes, `player` names the field
that says whose a piece is: `player: front.owner`. Any two different colours must

1. have different shapes: no shape belongs to two colours, and none is missing;
2. be at least 20 apart for normal sight: across a table and by lamplight, players take two similar
   blues for the same (Okabe and Ito's nearest colours, orange and vermilion, are 22.2 apart);
3. be at least 10 apart for each kind of colour blindness: in the palette made for colour-blind
   readers (Okabe and Ito, "Color Universal Design", 2008) the nearest of six are 10.9 apart.

Distances are CIEDE2000. Colour blindness is simulated after Machado, Oliveira and Fernandes (2009);
see `fustella.core.values.colour`. On a grey print nobody can tell six colours apart: Okabe and
Ito's orange and sky blue are 0.6 apart there. Only the shape helps then, so rule 1 has no
exception. If the colours break it, the finding also says in which sights they look alike.

**Why it matters.** One man in twelve is colour-blind, and half of all print-and-play is printed in
grey. A player who cannot tell whose army it is cannot play.

**Example.** Two armies are orange, one with a circle and one with a square: `the players “circle”
and “square” have the same colour, #e69f00`. Orange and sky blue armies both carry a circle:
`#e69f00 and #56b4e9 have the same shape, circle, and look alike on a grey print (0.6)`.

**How to mend it.** Give each player a shape of their own, printed on every piece of that player,
and take colours that differ in lightness as well as in hue.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from fustella.check.errors import InvalidClaim
from fustella.check.keys import Key, field, keys_schema, selection
from fustella.check.lint import Faces, fault, pieces_for
from fustella.check.selection import as_text, field_of, select
from fustella.core.geometry.units import rounded_down
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.colour import BLIND, NORMAL, SIGHTS, distance
from fustella.core.values.model import Game, Piece, Record, Word
from fustella.core.values.problems import Place
from fustella.core.values.schemas import Schema, Vocabulary


def _players_schema(vocabulary: Vocabulary) -> Schema:
    keys = {
        "of": Key(selection, "The pieces that carry a player's colour.", required=True),
        "colour": Key(field, "The field with the colour: front.colour.", required=True),
        "shape": Key(field, "The field with the shape: front.mark.", required=True),
        "player": Key(field, "The field that says whose a piece is; else its shape does."),
    }
    return keys_schema(keys, vocabulary)


LETS_GO = "pieces"
OPTIONS = {"players": Key(_players_schema, "How the pieces of the players are told apart.")}

LEAST_NORMAL = 20.0
LEAST_BLIND = 10.0
_KEYS = frozenset(("of", "colour", "shape"))
_PLAYER = "player"
_HINT = "write players: {of: {kind: army}, colour: front.colour, shape: front.mark}"
_SAYS = "players are told apart by shape, and by colour in every sight"


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each way in which two players' colours are too much alike."""
    shapes: dict[str, dict[str, None]] = {}
    owners: dict[str, dict[str, Place]] = {}
    places: dict[str, Place] = {}
    for colour, shape, owner, place in _players(game, claims):
        shapes.setdefault(colour, {})[shape] = None
        places.setdefault(colour, place)
        if owner:
            owners.setdefault(colour, {}).setdefault(owner, place)
    # A shape that several colours have does not show whose a piece is; it is reported below.
    counted = Counter(owner for in_colour in owners.values() for owner in in_colour)
    players = claims.lint["players"] if "players" in claims.lint else None
    by_shape = isinstance(players, Record) and _PLAYER not in players
    several = {owner for owner, number in counted.items() if number > 1 and by_shape}
    for colour, places_by_owner in owners.items():
        told_apart = [each for each in places_by_owner.items() if each[0] not in several]
        for (first, place), (second, other) in combinations(told_apart, 2):
            has = f"the players “{first}” and “{second}” have the same colour, {colour}"
            yield fault(__name__, other, _SAYS, has, place)
    for first, second in combinations(shapes, 2):
        where = (places[second], places[first])
        for has in _likenesses(first, second, tuple(shapes[first]), tuple(shapes[second])):
            yield fault(__name__, where[0], _SAYS, has, where[1])


def _players(game: Game, claims: Claims) -> Iterator[tuple[str, str, str, Place]]:
    """Yields colour, shape and owner of every piece that carries a player's colour.

    Raises InvalidClaim.
    """
    if "players" not in claims.lint:
        return
    players = claims.lint["players"]
    if not isinstance(players, Record) or set(players) - {_PLAYER} != _KEYS:
        message = "`players` has the keys of, colour and shape, and may have player"
        raise InvalidClaim("lint.players", message, _HINT)
    looked_at = {piece.id for piece in pieces_for(__name__, game, claims)}
    for piece in select(game, players["of"], "lint.players.of"):
        if piece.id in looked_at:
            colour = field_of(piece, as_text(players["colour"]), "lint.players.colour")
            shape = _word_at(piece, players, "shape")
            owner = _word_at(piece, players, _PLAYER) if _PLAYER in players else shape
            yield _colour(game, colour.value), shape, owner, colour.place


def _word_at(piece: Piece, players: Record, key: str) -> str:
    """The word in the field of a piece that a key of `players` names; "" where it is empty."""
    value = field_of(piece, as_text(players[key]), f"lint.players.{key}").value
    return "" if value is None else as_text(value)


def _colour(game: Game, value: object) -> str:
    """The `#rrggbb` of a field, which may name one of the game's colours."""
    if isinstance(value, str) and value in game.colours:
        value = game.colours[value]
    if not isinstance(value, Word) or not value.startswith("#"):
        raise InvalidClaim("lint.players.colour", f"`{value}` is no colour of the game", _HINT)
    return value.lower()


def _likenesses(
    first: str, second: str, shapes: tuple[str, ...], others: tuple[str, ...]
) -> Iterator[str]:
    pair = f"{first} and {second}"
    shared = [shape for shape in shapes if shape in others]
    if "" in shapes or "" in others:
        yield f"{pair} are not told apart by shape: one has none{_sights_alike(first, second)}"
    elif shared:
        yield f"{pair} have the same shape, {', '.join(shared)}{_sights_alike(first, second)}"
    for sight, least in ((NORMAL, LEAST_NORMAL), *((blind, LEAST_BLIND) for blind in BLIND)):
        apart = distance(first, second, sight)
        if apart < least:
            yield f"{pair} are {rounded_down(apart, 1)} apart in {sight}; {least:g} are needed"


def _sights_alike(first: str, second: str) -> str:
    """The end of a sentence that names the sights in which two colours look alike; or ""."""
    alike = [
        f"{sight} ({rounded_down(apart, 1)})"
        for sight in SIGHTS
        if (apart := distance(first, second, sight)) < LEAST_BLIND
    ]
    return f", and look alike in {', '.join(alike)}" if alike else ""
