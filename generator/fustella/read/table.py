"""Reads `table` of game.yaml: the layout of a game on a table, for programs that show one."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.reading import is_file, is_inside, leads_out, unread
from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Point, Size
from fustella.core.processes import limits
from fustella.core.values.model import Kind, PileForm, PutPieces, TableSetup, TilePlan, Value, Word
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.values.schemas import WORDS, Schema, Vocabulary, list_schema, named, pattern
from fustella.core.words.patterns import regex
from fustella.read.fields import PLAIN_TEXT
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    anything,
    entry,
    form_of,
    list_of,
    one_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.languages import Languages, read_text
from fustella.read.nodes import FAULTY, ListNode, as_typed, value_at
from fustella.read.scalars import COPIES, FLAG, LENGTH, PIECE_ID, SIZE, STRING


def _two_of(reader: Reader, example: str) -> Reader:
    """A reader of two values of one sort: across, and down."""
    entries = list_of(reader)

    def read(value: object, at: At) -> object:
        values = entries(value, at)
        if values is not FAULTY and len(values) != 2:
            at.report("E104", f"expected two values, found {len(values)}", f"write {example}")
            return FAULTY
        return values

    def describe(vocabulary: Vocabulary) -> Schema:
        both = {"minItems": 2, "maxItems": 2, "title": "across and down"}
        return {**list_schema(reader.schema(vocabulary)), **both}

    return Reader(read, describe)


class BoardForm(Form, frozen=True):
    """The places of a board."""

    first: tuple[float, float] = entry(
        _two_of(LENGTH, "[24mm, 24mm]"),
        about="The middle of the first place, from the top left corner: [24mm, 24mm].",
    )
    step: tuple[float, float] = entry(
        _two_of(SIZE, "[27mm, 27mm]"), about="From one place to the next, across and down."
    )
    columns: int = entry(COPIES, about="How many places are in a row.")
    rows: int = entry(COPIES, about="How many rows there are.")
    staggered: bool = entry(
        FLAG, default=False, about="Whether every second row begins half a step further right."
    )


def _put_schema(vocabulary: Vocabulary) -> Schema:
    kind = named(vocabulary.kinds, "kind")
    kinds = {"anyOf": [kind, list_schema(kind)]}
    return {
        "title": "ids of pieces, or a kind with values of fields",
        "anyOf": [WORDS, {"type": "object", "properties": {"kind": kinds}}],
    }


_CELLS: Schema = {
    "title": "names of cells, the path of a field, or a list of columns and rows",
    "anyOf": [
        {"type": ["string", "number"]},
        {"type": "array", "items": {"type": ["array", "string", "number"]}},
    ],
}


def _turn(value: object) -> object:
    if value not in TURNS or isinstance(value, bool):
        message = f"expected a number of degrees, found {shown(value)}"
        raise Rejected("E104", message, f"write one of {', '.join(map(str, TURNS))}")
    return value


def _players(value: object) -> object:
    """Reads numbers of players as typed: `2-4`, `2, 4`. Raises Rejected: E104."""
    numbers = set[int]()
    typed = "" if isinstance(value, bool) else str(value)
    for part in typed.split(","):
        match = _RANGE.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last <= limits.PLAYERS:
            message = f"expected numbers of players, found {shown(value)}"
            hint = f'write 2, 2-4 or "2, 4"; {limits.PLAYERS} are the most'
            raise Rejected("E104", message, hint)
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))


_RANGE = regex(r"([0-9]{1,2})(?:\s*-\s*([0-9]{1,2}))?")
_RANGE_PATTERN = r"[0-9]{1,2}(\s*-\s*[0-9]{1,2})?"
PLAYERS = value_of(
    _players,
    {
        "title": "numbers of players",
        "type": ["string", "integer"],
        "minimum": 1,
        "maximum": limits.PLAYERS,
        **pattern(rf"^\s*{_RANGE_PATTERN}\s*(,\s*{_RANGE_PATTERN}\s*)*$", 'write 2, 2-4 or "2, 4"'),
        "examples": ["2-4", "2, 4"],
    },
)
"""The reader of numbers of players."""

TURNS = (0, 90, 180, 270)
_TURN = value_of(_turn, {"title": "degrees", "enum": list(TURNS)})


class TypedStep(Struct, frozen=True):
    """A step of the set-up, and the name of its piles as it is typed."""

    put: PutPieces
    name: object


class PutForm(Form, frozen=True):
    """A step of the set-up: which pieces lie where."""

    put: object = entry(
        anything(_put_schema), about="The pieces: tile-*, or {kind: card, front.deck: initial}."
    )
    form: str = entry(
        one_of(*PileForm),
        default=PileForm.PILES.value,
        about="How they lie; a supply never runs out, and a row has each piece by itself.",
    )
    at: tuple[float, float] | None = entry(
        _two_of(LENGTH, "[0mm, 120mm]"),
        default=None,
        about="Their middle, right of and below that of the table, or the corner of the board "
        "that they are on.",
    )
    on: str = entry(
        STRING,
        default="",
        about="The board on which they lie, by its id.",
    )
    cells: object = entry(
        anything(_CELLS),
        default=None,
        about="Its places: 0703 0804, [[1, 2], [3, 2]], or a field of the board or the pieces.",
    )
    copies: int = entry(COPIES, default=0, about="So many of each design; default: all.")
    columns: int = entry(COPIES, default=0, about="So many in each line of a row; default: all.")
    turn: int = entry(
        _TURN, default=0, about="How far they are turned, clockwise: 0, 90, 180, 270."
    )
    face: str = entry(
        one_of("up", "down"),
        default="",
        about="Which side is seen; default: the back of a deck, the front of all else.",
    )
    name: object = entry(
        PLAIN_TEXT,
        default=None,
        about="What a deck or a bag is called, in each language; default: its kind.",
    )
    players: tuple[int, ...] = entry(
        PLAYERS,
        default=(),
        about="For how many players the step is, of those that the table names; default: all.",
    )
    per_player: int = entry(
        COPIES,
        default=0,
        about="So many of each design for each player, with those that steps before have put.",
    )
    marks: str = entry(
        STRING,
        default="",
        about="The letters of the plan on whose places they lie; a deck is shuffled, and laid face "
        "down.",
    )


_PUT = form_of(PutForm)


def _read_word(value: object, at: At) -> object:
    name = STRING(value, at)
    return Word(name, at.place) if isinstance(name, str) else name


_WORD = Reader(_read_word, STRING.description)


class PlanForm(Form, frozen=True):
    """A map of tiles that a piece of the game shows, letter by letter."""

    of: Word = entry(
        _WORD,
        about="The piece that shows it, by its id; {players} is the number of players: "
        "setup-{players}.",
    )
    rows: Word = entry(
        _WORD,
        about="The path of its field: front.map. Each text is a row, each letter a tile.",
    )
    step: tuple[float, float] = entry(
        _two_of(SIZE, "[38mm, 38mm]"), about="From one tile to the next, across and down."
    )
    at: tuple[float, float] = entry(
        _two_of(LENGTH, "[0mm, 0mm]"),
        default=(0.0, 0.0),
        about="The middle of the map, from the middle of the table.",
    )


_PLAN = form_of(PlanForm)


def _read_plan(value: object, at: At) -> object:
    form = _PLAN(value, at)
    if not isinstance(form, PlanForm):
        return form
    return TilePlan(form.of, form.rows, Point(*form.at), Size(*form.step))


def _read_put(value: object, at: At) -> object:
    form = _PUT(value, at)
    if not isinstance(form, PutForm):
        return form
    if form.cells is not None and not form.on:
        at.report("E107", "`cells` of no board", "name the board: `on: …`")
    if form.per_player and form.copies:
        at.report("E107", "`copies` and `per_player` at once", "write one of them")
    if form.marks and (form.on or form.form not in (PileForm.PILES, PileForm.DECK)):
        at.report("E107", "`marks` of a board, a supply, a bag or a row", "lay them on the table")
    if form.marks and form.form == PileForm.DECK and not form.at:
        at.report("E107", "`marks` of a deck without a place", "say where the rest lies: `at: …`")
    put = PutPieces(
        put=value_at(form.put, at.place.inside("put")),
        form=PileForm(form.form),
        at=Point(*form.at) if form.at else None,
        on=form.on,
        cells=_cells_of(form.cells, at.place.inside("cells")),
        copies=form.copies,
        columns=form.columns,
        turn_deg=form.turn,
        face_up=form.face == "up" if form.face else None,
        place=at.place,
        players=form.players,
        per_player=form.per_player,
        marks="".join(form.marks.split()),
    )
    return TypedStep(put, form.name)


def _cells_of(typed: object, place: Place) -> Value:
    """Cells as typed: names are words, also those that look like numbers, `0703`."""
    if isinstance(typed, ListNode) and all(isinstance(each, str | int) for each in typed):
        return tuple(Word(as_typed(each), typed.place_of(n, place)) for n, each in enumerate(typed))
    return Word(as_typed(typed), place) if isinstance(typed, int) else value_at(typed, place)


def _read_grid(value: object, at: At) -> object:
    form = _BOARD(value, at)
    if not isinstance(form, BoardForm):
        return form
    return Grid.of_places(
        Point(*form.first), Size(*form.step), form.columns, form.rows, form.staggered
    )


_BOARD = form_of(BoardForm)


class TableForm(Form, frozen=True):
    """The layout of the game on a table, for the programs that show one."""

    setup: tuple[TypedStep, ...] = entry(
        list_of(Reader(_read_put, _PUT.description)),
        default=(),
        about="Which pieces lie where when the game begins.",
    )
    boards: dict[str, Grid] = entry(
        table_of(PIECE_ID, Reader(_read_grid, _BOARD.description)),
        factory=dict,
        about="The places of boards, to which pieces snap, by the ids of the boards.",
    )
    rules: tuple[Word, ...] = entry(
        list_of(_WORD),
        default=(),
        about="Kinds whose texts are the rules, and files beside game.yaml: [aid, rules.pdf].",
    )
    players: tuple[int, ...] = entry(
        PLAYERS, default=(), about="How many can play: 2-4. The set-up may differ for each number."
    )
    plan: TilePlan | None = entry(
        Reader(_read_plan, _PLAN.description),
        default=None,
        about="The map of tiles that a piece of the game shows, for the `marks` of steps.",
    )


TABLE = form_of(TableForm)


def read_table(
    form: TableForm,
    place_of: Callable[..., Place],
    kinds: Collection[str],
    pieces: Mapping[str, Kind],
    languages: Languages,
    folder: Path,
    root: Path,
    problems: list[Problem],
) -> TableSetup:
    """The table of a game; `pieces` are the kinds of its pieces, by their ids.

    `place_of` gives the place of keys below `table`.

    Reports E106 for a board that is no piece and for rules that are neither kind nor file, E131 for
    a file outside of the project, E172 for the places of a board whose kind has a grid, E650 for a
    step for a number of players that the game is not for.
    """
    for board in form.boards:
        if board in pieces and pieces[board].grid is not None:
            message = f"the grid of `{pieces[board].id}` says these places already"
            at = place_of("boards", board)
            problems.append(Problem("E172", at, message, "delete them here"))
        if board not in pieces:
            message, hint = f"there is no piece `{board}`", did_you_mean(board, pieces)
            problems.append(Problem("E106", place_of("boards", board), message, hint))
    setup = [_named(step, languages, problems) for step in form.setup]
    for step in setup:
        if step.on and step.on not in pieces:
            message, hint = f"there is no piece `{step.on}`", did_you_mean(step.on, pieces)
            problems.append(Problem("E106", step.place, message, hint))
    for rule in form.rules:
        path = folder / rule
        if rule in kinds:
            continue
        if not is_inside(path, root):
            problems.append(unread(leads_out(path, root), rule.place))
        elif not is_file(path):
            message = f"`{rule}` is no kind, and no file beside game.yaml"
            problems.append(Problem("E106", rule.place, message, did_you_mean(rule, kinds)))
    for step in setup:
        if strange := [number for number in step.players if number not in form.players]:
            numbers = ", ".join(map(str, strange))
            message = f"the game is not for {numbers} players"
            hint = f"say how many can play: `players: {numbers}`, right below `table`"
            if form.players:
                hint = f"it is for {', '.join(map(str, form.players))}, as `table.players` says"
            problems.append(Problem("E650", step.place, message, hint))
    problems += _lacking(setup, form)
    return TableSetup(form.boards, tuple(setup), form.rules, form.players, form.plan)


def _lacking(setup: Sequence[PutPieces], form: TableForm) -> Iterator[Problem]:
    """Yields what the table does not say, and steps of its set-up need: each at the first step."""
    marked = next((step for step in setup if step.marks), None)
    if marked and form.plan is None:
        hint = "say which piece shows the map: `plan: {of: …, rows: …, step: …}`"
        yield Problem("E107", marked.place, "`marks` without a plan", hint)
    counted = next((step for step in setup if step.per_player), None)
    if counted and not form.players:
        hint = "say how many can play: `players: 2-4`, right below `table`"
        yield Problem("E107", counted.place, "`per_player` of nobody", hint)


def _named(step: TypedStep, languages: Languages, problems: list[Problem]) -> PutPieces:
    """A step with the name of its piles, if it says one."""
    if step.name is None:
        return step.put
    at = step.put.place.inside("name")
    return replace(step.put, name=read_text(step.name, languages, at, problems, plain=True).plain())
