"""Reads situations: pieces that lie on a board, with arrows and marks, in YAML."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Outline, Point, Size
from fustella.core.processes import limits
from fustella.core.values.model import SIDES, SideName, Word
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.rules import Arrow, Placed, Situation, Spot, SpotMark
from fustella.core.values.schemas import SAYING, Schema
from fustella.core.words.patterns import regex
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    checked_leniently,
    entry,
    form_of,
    list_of,
    one_of,
    shown,
    value_of,
)
from fustella.read.grids import GRID, GridForm, read_grid
from fustella.read.languages import has_text
from fustella.read.nodes import FAULTY, ListNode, MappingNode, as_typed, is_number
from fustella.read.scalars import SIZE, length_mm
from fustella.read.source import loaded

_SIZE_OF_A_TABLE = regex(r"(.+?)\s*[x×]\s*(.+)")
_FormType = TypeVar("_FormType", bound=Form)


def _word(value: object) -> str:
    if not has_text(value) or not as_typed(value).strip():
        raise Rejected("E104", f"expected a text, found {shown(value)}", "write a word or a number")
    return as_typed(value)


_WORD = value_of(_word, {**SAYING, "type": ["string", "number"]})


def _turn(value: object) -> float:
    if not is_number(value) or not -360 <= value <= 360:
        hint = "write degrees clockwise, such as 90"
        raise Rejected("E104", f"expected a turn, found {shown(value)}", hint)
    return float(value)


_TURN = value_of(_turn, {"title": "degrees", "type": "number", "minimum": -360, "maximum": 360})


def _table(value: object) -> Size:
    found = _SIZE_OF_A_TABLE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        hint = "write its width and its height: 120mm x 80mm"
        raise Rejected("E104", f"expected the size of a table, found {shown(value)}", hint)
    width_mm, height_mm = map(length_mm, found.groups())
    if not 0 < min(width_mm, height_mm) <= max(width_mm, height_mm) <= limits.SIDE_MM:
        hint = f"write more than 0mm, and at most {limits.SIDE_MM:g}mm"
        raise Rejected("E110", f"{value} is no size of a table", hint)
    return Size(width_mm, height_mm)


_SPOT_HINT = "write a cell, such as 0703, or [30mm, 20mm] from the upper left corner"


def _read_spot(value: object, at: At) -> object:
    if isinstance(value, ListNode) and len(value) == 2:
        try:
            return Spot("", at.place, Point(length_mm(value[0]), length_mm(value[1])))
        except Rejected as fault:
            at.report(fault.code, fault.message, fault.hint)
            return FAULTY
    if has_text(value) and as_typed(value).strip():
        return Spot(as_typed(value).strip(), at.place)
    at.report("E104", f"expected a spot, found {shown(value)}", _SPOT_HINT)
    return FAULTY


_SPOT_SCHEMA: Schema = {
    "title": "cell, or [x, y]",
    "type": ["string", "integer", "array"],
    "items": {"type": "string"},
    "minItems": 2,
    "maxItems": 2,
}
_SPOT = Reader(_read_spot, _SPOT_SCHEMA)


class _At(Struct, frozen=True):
    """The form of an entry, and its place."""

    form: Form
    place: Place


def _placed(form: type[Form]) -> Reader:
    """A reader of an entry that keeps its place."""
    reader = form_of(form)

    def read(value: object, at: At) -> object:
        found = reader(value, at)
        return FAULTY if found is FAULTY else _At(found, at.place)

    return Reader(read, reader.description)


class PlacedForm(Form, frozen=True):
    """A piece in a situation."""

    piece: str = entry(_WORD, about="The id of the piece.")
    at: Spot = entry(_SPOT, about="Where its middle lies: a cell, or [30mm, 20mm].")
    side: str = entry(one_of(*SIDES), default=SIDES[0], about="The side that is seen.")
    turn: float = entry(_TURN, default=0.0, about="How far it is turned clockwise, in degrees.")


def _read_arrow(value: object, at: At) -> object:
    """Reads an arrow; `from` cannot be a field of a form, for Python reserves the word."""
    if isinstance(value, MappingNode) and "from" in value:
        named = MappingNode(value.line)
        for key, each in value.items():
            named.put("start" if key == "from" else key, each, value.lines[key])
        value = named
    elif isinstance(value, MappingNode):
        at.report("E107", "`from` is missing", "add `from: …`, the spot where it begins")
        return FAULTY
    return _ARROW_FORM(value, at)


class ArrowForm(Form, frozen=True):
    """An arrow in a situation."""

    start: Spot = entry(_SPOT, about="Where it begins.")
    to: Spot = entry(_SPOT, about="Where it ends.")
    over: tuple[Spot, ...] = entry(
        list_of(_SPOT), default=(), about="The spots over which it leads, in their order."
    )
    label: str = entry(_WORD, default="", about="A short text at its middle, such as 1.")


class MarkForm(Form, frozen=True):
    """A mark in a situation."""

    at: Spot = entry(_SPOT, about="The spot that it marks.")
    text: str = entry(_WORD, about="A short text, such as A.")


_ARROW_FORM = _placed(ArrowForm)
_ARROW = Reader(_read_arrow, _ARROW_FORM.description)


def _read_grid(value: object, at: At) -> object:
    form = GRID(value, at)
    return (form, value, at) if isinstance(form, GridForm) else FAULTY


class SituationForm(Form, frozen=True):
    """The keys of a situation."""

    board: str = entry(_WORD, default="", about="The id of the board on which the pieces lie.")
    grid: tuple[GridForm, MappingNode, At] | None = entry(
        Reader(_read_grid, GRID.description),
        default=None,
        about="Cells of the situation itself, where there is no board.",
    )
    table: Size | None = entry(
        value_of(_table, SAYING),
        default=None,
        about="The size of an empty table: 120mm x 80mm.",
    )
    part: str = entry(
        _WORD, default="", about="The cells in two corners of what is shown: 0503-0907."
    )
    size: float = entry(SIZE, default=0.0, about="The longer side of the picture, as printed.")
    pieces: tuple[_At, ...] = entry(
        list_of(_placed(PlacedForm)), default=(), about="The pieces that lie there."
    )
    arrows: tuple[_At, ...] = entry(list_of(_ARROW), default=(), about="Arrows between spots.")
    marks: tuple[_At, ...] = entry(list_of(_placed(MarkForm)), default=(), about="Marks on spots.")
    caption: str = entry(_WORD, default="", about="The words below the picture.")
    alt: str = entry(
        _WORD, default="", about="What is seen, for those who do not see it; default: all names."
    )


class ReadSituation(Struct, frozen=True):
    """A situation with its caption."""

    situation: Situation
    caption: Word


def read_situation(
    text: str, file: str, first: int, problems: list[Problem]
) -> ReadSituation | None:
    """Reads the YAML of a situation that begins below line `first` of a file, from 1.

    None after problems were reported: those of YAML and of forms, and E713.
    """
    try:
        data = loaded("\n" * first + text, file)
    except ProblemsFound as faults:
        problems += faults.problems
        return None
    form, found = checked_leniently(SituationForm, data, file, "situation")
    problems += found
    if form is None or found:
        return None
    place = Place(file, first, "situation")
    grid = _grid_of(form, problems)
    bases = [name for name in ("board", "grid", "table") if getattr(form, name)]
    if not bases or "board" in bases[:-1]:
        message = "it lies on a board already" if bases else "nothing says where the pieces lie"
        hint = "write `board: …`, the id of a board; or `grid: …`, or `table: 120mm x 80mm`"
        hint = f"delete `{bases[-1]}`" if bases else hint
        problems.append(Problem("E713", place, message, hint))
        return None
    size = form.table or (grid.board if grid else None)
    situation = Situation(
        place,
        form.board,
        grid,
        size,
        form.part,
        tuple(_each(form.pieces, PlacedForm, _piece)),
        tuple(_each(form.arrows, ArrowForm, _arrow)),
        tuple(_each(form.marks, MarkForm, _mark)),
        form.size,
        form.alt,
    )
    return ReadSituation(situation, Word(form.caption, data.place_of("caption", place)))


_Made = TypeVar("_Made")


def _each(
    entries: tuple[_At, ...], form: type[_FormType], make: Callable[[_FormType, Place], _Made]
) -> list[_Made]:
    """What is made of each entry, which has the given form."""
    return [make(each.form, each.place) for each in entries if isinstance(each.form, form)]


def _piece(form: PlacedForm, place: Place) -> Placed:
    return Placed(form.piece, form.at, place, SideName(form.side), form.turn)


def _arrow(form: ArrowForm, place: Place) -> Arrow:
    return Arrow((form.start, *form.over, form.to), form.label, place)


def _mark(form: MarkForm, place: Place) -> SpotMark:
    return SpotMark(form.at, form.text, place)


def _grid_of(form: SituationForm, problems: list[Problem]) -> Grid | None:
    """The grid of a situation, on a table that is as large as its cells unless it has a size."""
    if form.grid is None:
        return None
    grid, node, at = form.grid

    def read(size: Size) -> Grid | None:
        outline = Outline.rectangle(size.width_mm, size.height_mm)
        return read_grid(grid, node, outline, At(at.place, problems))

    if form.table is not None:
        return read(form.table)
    if not grid.columns or not grid.rows:
        hint = "write `columns: …` and `rows: …`, or `table: 120mm x 80mm`"
        problems.append(Problem("E107", at.place, "nothing says how many cells there are", hint))
        return None
    large = read(Size(limits.SIDE_MM, limits.SIDE_MM))
    return read(large.extent().size) if large else None
