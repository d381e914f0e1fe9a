"""Reads `box` of game.yaml: the box in which the whole game lies, by the room inside of it."""

from collections.abc import Callable, Collection

from fustella.core.values.packed import BOARD_MM, GameBox
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.values.schemas import named, table_schema
from fustella.core.words.patterns import regex
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    entry,
    form_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.nodes import MappingNode
from fustella.read.scalars import DISTANCE, IDENTIFIER, SMALLEST_MM, size_mm

_EXAMPLE = "285 × 285 × 65 mm"
_NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)"
_UNIT = r"(mm|cm|in)"
_TIMES = r"\s*[x×*]\s*"
_ROOM_PATTERN = (
    rf"^\s*{_NUMBER}\s*{_UNIT}?{_TIMES}{_NUMBER}\s*{_UNIT}?{_TIMES}{_NUMBER}\s*{_UNIT}\s*$"
)
_ROOM = regex(_ROOM_PATTERN)
_GRID = regex(r"\s*([1-9])\s*[x×*]\s*([1-9])\s*")
_MOST_PANELS = 16
_OF_THE_OTHERS = ("form", "of", "stock", "front", "says")
"""Keys that the boxes of `boxes` have."""


def _room(value: object) -> tuple[float, float, float]:
    """Reads three lengths in mm. Raises Rejected: E109, E110."""
    typed = _ROOM.fullmatch(value) if isinstance(value, str) else None
    if typed is None:
        message = f"expected the room inside of a box, found {shown(value)}"
        raise Rejected("E109", message, f"write width × depth × height: {_EXAMPLE}")
    unit = typed[6]
    sides = ((typed[1], typed[2]), (typed[3], typed[4]), (typed[5], unit))
    width, depth, height = (size_mm(f"{number}{own or unit}") for number, own in sides)
    return width, depth, height


def is_room(value: object) -> bool:
    """Whether a value is three lengths, as the room inside of a box is typed."""
    return isinstance(value, str) and _ROOM.fullmatch(value) is not None


_ROOM_READER = value_of(_room, {"title": _EXAMPLE, "type": "string", "pattern": _ROOM_PATTERN})


def _panels(value: object) -> tuple[int, int]:
    typed = _GRID.fullmatch(value) if isinstance(value, str) else None
    columns, rows = (int(typed[1]), int(typed[2])) if typed else (0, 0)
    if not 1 < columns * rows <= _MOST_PANELS or not columns or not rows:
        hint = f"write columns × rows, such as 2 × 2; at most {_MOST_PANELS} panels"
        raise Rejected("E104", f"expected the panels of a board, found {shown(value)}", hint)
    return columns, rows


_PANELS = value_of(
    _panels,
    {
        "title": "2 × 2",
        "type": "string",
        "pattern": rf"^\s*([1-9]{_TIMES}[2-9]|[2-9]{_TIMES}1)\s*$",
    },
)


def _by_kinds(reader: Reader) -> Reader:
    """A reader of values by the kinds of the game."""
    table = table_of(IDENTIFIER, reader)
    return table.described(
        lambda vocabulary: table_schema(
            reader.schema(vocabulary), named(vocabulary.kinds, "kind"), least=1
        )
    )


class GameBoxForm(Form, frozen=True):
    """The box of the game."""

    inside: tuple[float, float, float] = entry(
        _ROOM_READER, about=f"The room inside, width × depth × height: {_EXAMPLE}."
    )
    wall: float = entry(DISTANCE, default=BOARD_MM, about="How thick its walls, floor and lid are.")
    dividers: float = entry(
        DISTANCE, default=BOARD_MM, about="How thick the walls between wells are; 0mm for none."
    )
    sleeves: dict[str, float] = entry(
        _by_kinds(DISTANCE),
        factory=dict,
        about="What a sleeve adds to the thickness of a card, by kinds: {card: 0.1mm}.",
    )
    folded: dict[str, tuple[int, int]] = entry(
        _by_kinds(_PANELS),
        factory=dict,
        about="Boards that are made in panels, columns × rows, by kinds: {board: 2 × 2}.",
    )


_READ_FORM = form_of(GameBoxForm)


def _read(value: object, at: At) -> object:
    if isinstance(value, MappingNode):
        several = value and all(isinstance(each, MappingNode) for each in value.values())
        if several or any(key in value for key in _OF_THE_OTHERS):
            hint = f"tuck boxes, trays and lids stand under `boxes`; write `box: {_EXAMPLE}`"
            at.report("E104", "this is the one box of the whole game", hint)
            return GameBoxForm(inside=(SMALLEST_MM, SMALLEST_MM, SMALLEST_MM))
        return _READ_FORM(value, at)
    room = _ROOM_READER(value, at)
    return GameBoxForm(inside=room) if isinstance(room, tuple) else room


GAME_BOX = Reader(
    _read,
    lambda vocabulary: {
        **_READ_FORM.schema(vocabulary),
        "type": ["string", "object"],
        "title": f"{_EXAMPLE}, or {{inside: …}}",
        "pattern": _ROOM_PATTERN,
    },
)


def read_game_box(
    form: GameBoxForm | None,
    place_of: Callable[..., Place],
    kinds: Collection[str],
    problems: list[Problem],
) -> GameBox | None:
    """The box of a game; `place_of` gives the place of keys below `box`.

    Adds to `problems` E111 for sleeves or folds of a kind that there is not.
    """
    if form is None:
        return None
    for key, kind in [("sleeves", each) for each in form.sleeves] + [
        ("folded", each) for each in form.folded
    ]:
        if kind not in kinds:
            message, hint = f"there is no kind `{kind}`", did_you_mean(kind, kinds)
            problems.append(Problem("E111", place_of(key, kind), message, hint))
    width_mm, depth_mm, height_mm = form.inside
    return GameBox(
        width_mm,
        depth_mm,
        height_mm,
        place_of(),
        form.wall,
        form.dividers,
        tuple(form.sleeves.items()),
        tuple(form.folded.items()),
    )
