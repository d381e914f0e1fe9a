"""Finds the flat pieces in a save of Tabletop Simulator, in bags and decks, with their states.

What the format says is read here, and nothing else: no picture, no size in millimetres.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.words.patterns import regex

_MARK = regex(r"\[/?(?:b|i|u|s|sub|sup|-|[0-9A-Fa-f]{6})\]")
_STACK = "_Stack"
_ENDLESS = "Infinite_Bag"
_MOST_CELLS = 100
"""The number of a card is that of its sheet times a hundred, and its cell there."""


class Sort(StrEnum):
    """The sorts of pieces that are printed, by what the format calls them."""

    CARD = "card"
    TILE = "tile"
    TOKEN = "token"
    BOARD = "board"
    FIGURE = "figure"
    DIE = "die"


_SORTS = {
    "Card": Sort.CARD,
    "CardCustom": Sort.CARD,
    "Custom_Tile": Sort.TILE,
    "Custom_Token": Sort.TOKEN,
    "Custom_Board": Sort.BOARD,
    "Figurine_Custom": Sort.FIGURE,
    "Custom_Dice": Sort.DIE,
}
_DECKS = ("Deck", "DeckCustom")

_CARD_SHAPES = {0: "rounded", 1: "", 2: "hexagon", 3: "hexagon", 4: "circle"}
_TILE_SHAPES = {0: "", 1: "hexagon", 2: "circle", 3: "rounded"}


class Shown(Struct, frozen=True):
    """A picture by its address, or a cell of it, counted from 0 row by row."""

    address: str
    columns: int = 1
    rows: int = 1
    cell: int = 0


class Piece(Struct, frozen=True):
    """A piece of a save: what lies on its sides, what it is called, and how large it is there.

    `front` is None for cards of the program's own decks. `across` and `down` are its scales.
    `state` is the number of one of several states, 0 for a piece with one. `home` names the deck or
    bag in which it lies. `dice` is the number of sides of a die as the format counts them.
    """

    sort: Sort
    front: Shown | None
    back: Shown | None
    name: str
    shape: str
    across: float
    down: float
    copies: int = 1
    state: int = 0
    home: str = ""
    description: str = ""
    notes: str = ""
    tags: str = ""
    guid: str = ""
    dice: int = -1


class Found(Struct):
    """All that was found in a save: its pieces, and what is no piece, by what the format calls it.

    `endless` are the names of bags without end, `scripts` the count of objects with a script.
    `numbers` are cards whose number names no cell.
    """

    pieces: list[Piece] = []
    others: Counter[str] = Counter()
    endless: list[str] = []
    scripts: int = 0
    numbers: list[str] = []
    cut_off: int = 0


def found_in(states: object) -> Found:
    """All that is in the list of objects of a save."""
    found = Found([], Counter(), [], 0, [], 0)
    for thing in _things(states):
        _walk(thing, "", found)
    return found


def _walk(thing: Mapping[str, object], home: str, found: Found) -> None:
    name = text_of(thing, "Name")
    own = plain_text(text_of(thing, "Nickname"))
    found.scripts += bool(text_of(thing, "LuaScript").strip())
    inside = list(_things(thing.get("ContainedObjects")))
    if name in _DECKS:
        _deck(thing, inside, own or home, found)
        return
    states = _states(thing)
    pieces = [_piece(each, home, found) for _, each in states]
    sides = [piece for piece in pieces if piece is not None]
    if len(pieces) == 2 and len(sides) == 2 and _are_sides(*sides):
        _add(replace(sides[0], back=sides[1].front), found)
    else:
        for (number, each), piece in zip(states, pieces, strict=True):
            if piece is None:
                _other(each, bool(inside), found)
            else:
                _add(replace(piece, state=number if len(states) > 1 else 0), found)
    if inside and _ENDLESS in name:
        found.endless.append(own or name)
    for each in inside:
        _walk(each, own or home, found)


def _other(thing: Mapping[str, object], holds: bool, found: Found) -> None:
    name = text_of(thing, "Name").removesuffix(_STACK)
    if not (holds and "Bag" in name):
        found.others[name or "object without a name"] += _count(thing)


def _add(piece: Piece, found: Found) -> None:
    if len(found.pieces) < limits.GAME_PIECES:
        found.pieces.append(piece)
    else:
        found.cut_off += 1


def _states(thing: Mapping[str, object]) -> list[tuple[int, Mapping[str, object]]]:
    """The states of an object with their numbers; its own is the one that is not listed."""
    others = thing.get("States")
    listed: dict[int, Mapping[str, object]] = {}
    for key, state in others.items() if isinstance(others, dict) else ():
        if isinstance(state, dict) and str(key).isdecimal() and len(str(key)) < 6:
            listed[int(key)] = state
    own = next(number for number in range(1, len(listed) + 2) if number not in listed)
    return sorted([(own, thing), *listed.items()], key=lambda state: state[0])


def _are_sides(one: Piece, other: Piece) -> bool:
    """Whether two states of an object are the sides of one piece."""
    alike = one.sort is other.sort and one.sort in (Sort.TOKEN, Sort.TILE)
    return alike and one.back is None and other.back is None


def _deck(
    thing: Mapping[str, object], inside: Sequence[Mapping[str, object]], home: str, found: Found
) -> None:
    """Adds the cards of a deck, of which old saves have the numbers alone."""
    scale = thing.get("Transform")
    decks = thing.get("CustomDeck")
    if inside:
        for card in inside:
            piece = _piece({**card, "Transform": scale}, home, found, decks)
            if piece is None:
                _other(card, False, found)
            else:
                _add(piece, found)
        return
    numbers = thing.get("DeckIDs")
    for number, count in Counter(_whole(each, -1) for each in _list(numbers)).items():
        card = {"Name": "Card", "CardID": number, "Transform": scale, "CustomDeck": decks}
        piece = _piece({**card, "SidewaysCard": thing.get("SidewaysCard")}, home, found)
        if piece is not None:
            _add(replace(piece, copies=min(count, limits.COPIES)), found)


def _piece(
    thing: Mapping[str, object], home: str, found: Found, decks: object = None
) -> Piece | None:
    """The piece that an object is, None for one that is not printed."""
    sort = _SORTS.get(text_of(thing, "Name").removesuffix(_STACK))
    if sort is None:
        return None
    scale = thing.get("Transform")
    sides = scale if isinstance(scale, dict) else {}
    piece = Piece(
        sort, None, None, " ".join(plain_text(text_of(thing, "Nickname")).split()), "",
        _scale_of(sides.get("scaleX")), _scale_of(sides.get("scaleZ")), _count(thing), 0, home,
        plain_text(text_of(thing, "Description")), text_of(thing, "GMNotes").strip(),
        ", ".join(str(tag) for tag in _list(thing.get("Tags"))), text_of(thing, "GUID")[:8],
    )  # fmt: skip
    if sort is Sort.CARD:
        return _card(thing, piece, decks, found)
    image = thing.get("CustomImage")
    image = image if isinstance(image, dict) else {}
    address, second = (
        text_of(image, "ImageURL").strip(),
        text_of(image, "ImageSecondaryURL").strip(),
    )
    tile, dice = image.get("CustomTile"), image.get("CustomDice")
    return replace(
        piece,
        front=Shown(address) if address else None,
        back=Shown(second) if second and sort is not Sort.DIE else None,
        shape=_shape_of(tile, _TILE_SHAPES) if sort is Sort.TILE else "",
        dice=_whole(dice.get("Type"), -1) if isinstance(dice, dict) else -1,
    )


def _card(thing: Mapping[str, object], piece: Piece, decks: object, found: Found) -> Piece:
    number = _whole(thing.get("CardID"), -1)
    key, cell = divmod(number, _MOST_CELLS)
    sheets = [known for known in (thing.get("CustomDeck"), decks) if isinstance(known, dict)]
    sheet = next((known[str(key)] for known in sheets if str(key) in known), None)
    if not isinstance(sheet, dict):
        name = piece.name or f"card {number}" if number >= 0 else piece.name
        return replace(piece, name=name, shape="rounded")
    columns, rows = (_whole(sheet.get(name), 1) for name in ("NumWidth", "NumHeight"))
    columns, rows = (count if 1 <= count <= _MOST_CELLS else 1 for count in (columns, rows))
    face, behind = text_of(sheet, "FaceURL").strip(), text_of(sheet, "BackURL").strip()
    if cell >= columns * rows:
        found.numbers.append(piece.name or str(number))
        return replace(piece, shape=_shape_of(sheet, _CARD_SHAPES))
    own = sheet.get("UniqueBack") is True
    back = Shown(behind, columns, rows, cell) if own else Shown(behind)
    return replace(
        piece,
        front=Shown(face, columns, rows, cell) if face else None,
        back=back if behind else None,
        shape=_shape_of(sheet, _CARD_SHAPES),
    )


def _shape_of(typed: object, shapes: Mapping[int, str]) -> str:
    number = _whole(typed.get("Type"), 0) if isinstance(typed, dict) else 0
    return shapes.get(number, "")


def _count(thing: Mapping[str, object]) -> int:
    if not text_of(thing, "Name").endswith(_STACK):
        return 1
    return max(1, min(_whole(thing.get("Number"), 1), limits.COPIES))


def _things(value: object) -> Iterator[Mapping[str, object]]:
    yield from (each for each in _list(value) if isinstance(each, dict))


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _whole(value: object, otherwise: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    return int(value) if abs(value) < 10**9 else otherwise


def _scale_of(value: object) -> float:
    good = isinstance(value, int | float) and not isinstance(value, bool)
    return min(max(abs(float(value)), 0.01), 100.0) if good else 1.0  # type: ignore[arg-type]


def text_of(thing: Mapping[str, object], key: str) -> str:
    """The text of a key, "" where there is none."""
    value = thing.get(key)
    return value if isinstance(value, str) else ""


def plain_text(text: str) -> str:
    """A text without the marks with which the program makes it bold or gives it a colour."""
    return _MARK.sub("", text).strip()
