"""Reads papers, stocks and sizes; a project's entry replaces the package's entry of that name.

It also reads how a board is divided into parts, whose overlap is a length on paper.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.names import PATTERN, unfit_name
from fustella.core.files.project import RESOURCES, Project
from fustella.core.files.reading import is_there
from fustella.core.geometry.shapes import EPSILON_MM, Along, Outline, Point, Rect, Size, Split
from fustella.core.processes import limits
from fustella.core.values.paper import Grain, Margins, Paper, ShopStock, Slots, Stock
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.schemas import Schema, Vocabulary, table_schema
from fustella.read import hints
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    checked,
    entry,
    form_of,
    list_of,
    one_of,
    schema_of,
    shown,
    value_of,
)
from fustella.read.nodes import FAULTY, MappingNode, is_number, is_whole, place_at
from fustella.read.scalars import (
    DISTANCE,
    FLAG,
    IDENTIFIER,
    SIZE,
    STRING,
    SizeForm,
    require_identifier,
)
from fustella.read.source import load

OVERLAP_MM = 8.0
"""The overlap of a board's parts: enough for a glue stick, and for a hand to line them up."""

MOST_SLOTS = 1000
HEAVIEST_GRAMS_M2 = 2000.0


def _slots(value: object) -> int:
    if not is_whole(value) or not 1 <= value <= MOST_SLOTS:
        raise Rejected("E104", f"expected a number of slots, found {shown(value)}", "write 3")
    return value


def _grams(value: object) -> float:
    if not is_number(value) or not 0 < value <= HEAVIEST_GRAMS_M2:
        hint = "write the grams of a square metre, like 300"
        raise Rejected("E104", f"expected a weight of paper, found {shown(value)}", hint)
    return float(value)


_SLOTS = value_of(
    _slots,
    {"title": "whole number", "type": "integer", "minimum": 1, "maximum": MOST_SLOTS},
)
_GRAMS = value_of(
    _grams,
    {
        "title": "number",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": HEAVIEST_GRAMS_M2,
    },
)


class MarginForm(Form, frozen=True):
    """Margins that differ from side to side, in mm."""

    top: float = entry(DISTANCE, about="What the printer leaves white at the top.")
    right: float = entry(DISTANCE, about="What the printer leaves white at the right.")
    bottom: float = entry(DISTANCE, about="What the printer leaves white at the bottom.")
    left: float = entry(DISTANCE, about="What the printer leaves white at the left.")


def _margins(value: object, at: At) -> object:
    """Reads Margins: one length for all sides, or one for each."""
    if not isinstance(value, MappingNode):
        all_round = DISTANCE(value, at)
        return all_round if all_round is FAULTY else Margins.all_round(all_round)
    form = form_of(MarginForm)(value, at)
    return form if form is FAULTY else Margins(form.top, form.right, form.bottom, form.left)


def _margins_schema(vocabulary: Vocabulary) -> Schema:
    sides = schema_of(MarginForm, vocabulary)
    title = "length, or top, right, bottom and left"
    return {**sides, **DISTANCE.schema(vocabulary), "title": title, "type": ["string", "object"]}


class SlotsForm(Form, frozen=True):
    """The slots of a label sheet; lengths in mm, pitches from slot to slot."""

    width: float = entry(SIZE, about="The width of a slot.")
    height: float = entry(SIZE, about="The height of a slot.")
    columns: int = entry(_SLOTS, about="How many slots lie side by side.")
    rows: int = entry(_SLOTS, about="How many slots lie one below the other.")
    left: float = entry(DISTANCE, about="From the left edge of the paper to the first slot.")
    top: float = entry(DISTANCE, about="From the upper edge of the paper to the first slot.")
    across: float | None = entry(
        SIZE,
        default=None,
        about="From the left of one slot to the left of the next; default: its width.",
    )
    down: float | None = entry(
        SIZE,
        default=None,
        about="From the top of one slot to the top of the next; default: its height.",
    )
    corner: float = entry(DISTANCE, default=0.0, about="The radius of the slots' corners.")
    shape: str = entry(
        one_of("rectangle", "circle"), default="rectangle", about="The outline of the slots."
    )


class PaperForm(Form, frozen=True):
    """A paper, upright unless it is a roll, in mm."""

    width: float = entry(SIZE, about="The shorter side of the sheet; of a roll its width.")
    height: float = entry(SIZE, about="The longer side of the sheet; of a roll its length.")
    margin: Margins = entry(
        Reader(_margins, _margins_schema),
        about="What the printer leaves white: one length for all sides, or one for each.",
    )
    slots: SlotsForm | None = entry(
        form_of(SlotsForm), default=None, about="Of label sheets and punched cards: their slots."
    )
    roll: bool = entry(FLAG, default=False, about="Whether the paper is cut off from a roll.")


class ShopStockForm(Form, frozen=True):
    """What a print shop makes pieces of a stock of."""

    material: str = entry(
        STRING, default="", about="What it is, in words: greyboard 2 mm, laminated."
    )
    weight: float = entry(
        _GRAMS, default=0.0, about="The finished material in grams a square metre: 1550."
    )
    finish: str = entry(STRING, default="", about="How its surface is: linen, matt varnish.")


class StockForm(Form, frozen=True):
    """A stock: thickness in mm, weight in g/m²."""

    thickness: float = entry(DISTANCE, about="How thick one finished piece is: 0.35mm.")
    weight: float = entry(_GRAMS, about="The paper in the printer, in grams a square metre: 300.")
    grain: str = entry(
        one_of(*Grain),
        default=Grain.NONE.value,
        about="The side of the sheet that its fibres follow; none: not known.",
    )
    print: ShopStockForm = entry(
        form_of(ShopStockForm),
        default=ShopStockForm(),
        about="What a print shop makes it of, for `fustella quote`; the weight above is yours.",
    )


class AvoidForm(Form, frozen=True):
    """A box that no seam of a board runs through; lengths in mm from the corner of its trim."""

    left: float = entry(DISTANCE, about="From the left edge of the trim.")
    top: float = entry(DISTANCE, about="From the upper edge of the trim.")
    width: float = entry(SIZE, about="How wide it is.")
    height: float = entry(SIZE, about="How high it is.")


class SplitForm(Form, frozen=True):
    """The division of a board into parts; lengths in mm from the corner of its trim."""

    along: str = entry(
        one_of(*Along),
        default=Along.PLAIN.value,
        about="The lines of the board that seams run along.",
    )
    width: float = entry(
        SIZE, default=0.0, about="The width of one square, or of the box around one hexagon."
    )
    height: float = entry(
        SIZE, default=0.0, about="The height of one square, or of the box around one hexagon."
    )
    left: float = entry(
        DISTANCE, default=0.0, about="From the left edge of the trim to the first one."
    )
    top: float = entry(
        DISTANCE, default=0.0, about="From the upper edge of the trim to the first one."
    )
    overlap: float = entry(
        DISTANCE,
        default=OVERLAP_MM,
        about="How much of the next part each part carries beneath it, for glue.",
    )
    avoid: Sequence[AvoidForm] = entry(
        list_of(form_of(AvoidForm)),
        default=(),
        about="Boxes that no seam runs through: an emblem, a name, a picture.",
    )


def read_split(value: object, at: At) -> object:
    """Reads the division of a board into parts: `true`, `false`, or the lines that seams follow."""
    if isinstance(value, bool):
        plain = Split(Along.PLAIN, Size(0, 0), Point(0, 0), OVERLAP_MM)
        return plain if value else None
    if not isinstance(value, MappingNode):
        message = f"expected true, false or keys with values, found {shown(value)}"
        at.report("E104", message, hints.flag(value))
        return FAULTY
    form = form_of(SplitForm)(value, at)
    if not isinstance(form, SplitForm):
        return form
    if form.along != Along.PLAIN and not (form.width and form.height):
        hint = "add `width: …` and `height: …`, the size of one of them"
        at.report("E107", f"the {form.along} of the board have no size", hint)
    cell, first = Size(form.width, form.height), Point(form.left, form.top)
    avoid = tuple(Rect(box.left, box.top, box.width, box.height) for box in form.avoid)
    return Split(Along(form.along), cell, first, form.overlap, avoid)


_NEEDS_A_CELL: Schema = {
    "if": {
        "properties": {"along": {"enum": [Along.SQUARES.value, Along.HEXAGONS.value]}},
        "required": ["along"],
    },
    "then": {"required": ["width", "height"]},
}


def _split_schema(vocabulary: Vocabulary) -> Schema:
    form = schema_of(SplitForm, vocabulary, _NEEDS_A_CELL)
    title = "true, false, or where the seams run"
    return {**form, "title": title, "type": ["boolean", "object"]}


SPLIT = Reader(read_split, _split_schema)


def table_schemas(vocabulary: Vocabulary) -> dict[str, Schema]:
    """The schemas of the tables that a project may have in content/, by the names of the files."""
    ids = {"pattern": IDENTIFIER.schema(vocabulary)["pattern"]}
    return {
        "papers": table_schema(schema_of(PaperForm, vocabulary), {"pattern": PATTERN}),
        "sizes": table_schema(schema_of(SizeForm, vocabulary)),
        "stocks": table_schema(schema_of(StockForm, vocabulary), ids),
    }


def paper_of(paper: str, form: PaperForm, node: MappingNode, file: str) -> Paper:
    """The paper of a form. Raises ProblemsFound, E110, if its margins, slots or sides are wrong.

    Paper must stand upright, because backs are turned about its long edge; a piece that is cut off
    a roll may be wider than high.
    """
    if form.width > form.height and not form.roll:
        place = node.place_of("width", Place(file, node.line, paper))
        hint = f"write it upright: width: {form.height:g}mm, height: {form.width:g}mm"
        raise ProblemsFound([Problem("E110", place, "paper that lies on its side", hint)])
    size, slots = Size(form.width, form.height), _all_slots(form.slots)
    sheet = Paper(paper, size, form.margin, slots, form.roll)
    if sheet.printable.width_mm <= 0 or sheet.printable.height_mm <= 0:
        place = node.place_of("margin", Place(file, node.line, paper))
        message, hint = "the margins leave nothing of the paper", "most printers need 5mm"
        raise ProblemsFound([Problem("E110", place, message, hint)])
    if sheet.slots:
        _check_slots(sheet, sheet.slots, node.place_of("slots", Place(file, node.line, paper)))
    return sheet


def _check_slots(paper: Paper, slots: Slots, place: Place) -> None:
    """Raises ProblemsFound, E110, for slots that leave the sheet or overlap."""
    hint = "measure `left`, `top`, `across` and `down` again"
    size = slots.outline.size
    wide = slots.columns > 1 and slots.across_mm < size.width_mm - EPSILON_MM
    if wide or (slots.rows > 1 and slots.down_mm < size.height_mm - EPSILON_MM):
        key, pitch_mm = ("across", slots.across_mm) if wide else ("down", slots.down_mm)
        message = f"slots that lie on each other: one begins {pitch_mm:g} mm after the other"
        hint = f"`{key}` leads from the beginning of one slot to the beginning of the next"
        raise ProblemsFound([Problem("E110", place, message, hint)])
    whole = replace(paper, margins=Margins.all_round(0)).printable
    outside = [box for box in slots.boxes() if not whole.contains(box)]
    if outside:
        lie = "slot lies" if len(outside) == 1 else "slots lie"
        message = f"{len(outside)} {lie} beyond the edge of the paper"
        raise ProblemsFound([Problem("E110", place, message, hint)])


def _all_slots(form: SlotsForm | None) -> Slots | None:
    if form is None:
        return None
    outline = Outline.rectangle(form.width, form.height, form.corner)
    if form.shape == "circle":
        outline = Outline.circle(form.width)
    across, down = form.across or form.width, form.down or form.height
    return Slots(outline, Point(form.left, form.top), form.columns, form.rows, across, down)


_Entry: TypeAlias = tuple[str, MappingNode, str]
"""The name of an entry of a table, its keys and its file."""

_Read = TypeVar("_Read")


class Tables(Struct, frozen=True):
    """The sizes and stocks that games refer to by name."""

    sizes: Mapping[str, Size]
    stocks: Mapping[str, Stock]


def read_papers(project: Project) -> dict[str, Paper]:
    """All papers by name; a project's paper replaces the package's paper of that name.

    Raises ProblemsFound: E403 for a name that no file can have, and the faults of values.
    """
    own = project.content / "papers.yaml"
    of_package = _papers_of_package(project.name_of(RESOURCES / own.name))
    if not is_there(own):
        return dict(of_package)
    file = project.name_of(own)
    data = load(own, file, project.root)
    unfit = [unfit_name(paper, place_at(data, file, paper)) for paper in data]
    if problems := [problem for problem in unfit if problem]:
        raise ProblemsFound(problems)
    return {**of_package, **_papers_in(data, file)}


@cache
def _papers_of_package(file: str) -> Mapping[str, Paper]:
    """The papers of the package, read once: a process may read many games."""
    return _papers_in(_of_package(RESOURCES / "papers.yaml", file), file)


def _papers_in(data: MappingNode, file: str) -> dict[str, Paper]:
    def read(paper: str, value: MappingNode, file: str) -> Paper:
        return paper_of(paper, checked(PaperForm, value, file, paper), value, file)

    return _all_read([(name, value, file) for name, value in _entries_in(data, file)], read)


def read_tables(project: Project) -> Tables:
    """All sizes and stocks; a project's entry replaces the package's entry of that name."""

    def stock(name: str, value: MappingNode, file: str) -> Stock:
        require_identifier(name, Place(file, value.line, name))  # it names files
        of = checked(StockForm, value, file, name)
        shop = ShopStock(of.print.material, of.print.weight, of.print.finish)
        return Stock(name, of.thickness, of.weight, Grain(of.grain), shop)

    def size(name: str, value: MappingNode, file: str) -> Size:
        form = checked(SizeForm, value, file, name)
        return Size(form.width, form.height)

    stocks = _all_read(_entries(project, "stocks.yaml"), stock)
    return Tables(_all_read(_entries(project, "sizes.yaml"), size), stocks)


def _all_read(
    entries: Iterable[_Entry], read: Callable[[str, MappingNode, str], _Read]
) -> dict[str, _Read]:
    """All entries of a table by name, read by `read`. Raises ProblemsFound with all faults."""
    entries_read, problems = dict[str, _Read](), list[Problem]()
    for name, value, file in entries:
        try:
            entries_read[name] = read(name, value, file)
        except ProblemsFound as faults:
            problems += faults.problems
    if problems:
        raise ProblemsFound(problems)
    return entries_read


def _entries(project: Project, table: str) -> list[_Entry]:
    """The entries of a table, each with its file; a project's entry replaces the package's.

    Raises ProblemsFound: E104 for an entry that has no keys.
    """
    entries: dict[str, _Entry] = {}
    for path in (RESOURCES / table, project.content / table):
        if not is_there(path):
            continue
        file = project.name_of(path)
        ours = path.parent == RESOURCES
        data = _of_package(path, file) if ours else load(path, file, project.root)
        for key, value in _entries_in(data, file):
            entries[key] = key, value, file
    return list(entries.values())


def _entries_in(data: MappingNode, file: str) -> list[tuple[str, MappingNode]]:
    """The entries of one file of a table. Raises ProblemsFound: E104 for an entry without keys."""
    if len(data) > limits.NAMES:
        name = next(islice(data, limits.NAMES, None))
        message = f"with this one there are more than {limits.NAMES:,} in the file"
        hint = "keep those that your games have"
        raise ProblemsFound([Problem("E133", place_at(data, file, name), message, hint)])
    of_stocks = file.rpartition("/")[2].startswith("stocks")
    hint = (
        "write {thickness: 0.3mm, weight: 250}"
        if of_stocks
        else "write {width: 210mm, height: 297mm, …}"
    )
    expected = "expected keys with values, found"
    problems = [
        Problem("E104", place_at(data, file, key), f"{expected} {shown(value)}", hint)
        for key, value in data.items()
        if not isinstance(value, MappingNode)
    ]
    if problems:
        raise ProblemsFound(problems)
    return [(key, value) for key, value in data.items() if isinstance(value, MappingNode)]


@cache
def _of_package(path: Path, name: str) -> MappingNode:
    """Reads a table of the package once: the preview and `--watch` read a game again and again."""
    return load(path, name)
