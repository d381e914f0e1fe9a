"""Reads the fields that a kind declares, and checks the values of pieces against them.

`number?`, `[text]`, `forest | lake` and `{icon: icon, text: text}` in game.yaml become
`FieldType`s; `Converter` turns the values of a piece into values of these types, on which templates
can rely.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.pictures import NoPicture, PictureFolder
from fustella.core.geometry.grids import CellShape, Grid, NoSuchCell
from fustella.core.geometry.units import LENGTH_PATTERN, parse_length_mm
from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.values.model import SIDES, Cells, Picture, Record, Text, Value, Word
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.values.schemas import (
    FLAG,
    WORD,
    Schema,
    Vocabulary,
    list_schema,
    mapping_schema,
    or_nothing,
    pattern,
    table_schema,
)
from fustella.core.values.symbols import BRANCHES, MODIFIERS, WORDS, UnknownWord, unit_symbol
from fustella.core.words.patterns import regex
from fustella.read import hints, tracks
from fustella.read.forms import anything, shown
from fustella.read.languages import Languages, formula_problem, has_text, read_text
from fustella.read.nodes import FAULTY, ListNode, MappingNode, as_typed, is_number, is_whole
from fustella.read.spreadsheets import ENDINGS
from fustella.read.text_tables import (
    TABLE_HINT,
    TypedCell,
    TypedTable,
    joined_languages,
    refused,
    table_of_lists,
    table_of_text,
)

BASIC_TYPES = hints.FIELD_TYPES
_OTHER_NAMES = {
    **dict.fromkeys(("integer", "int", "count"), "number"),
    **dict.fromkeys(("float", "real"), "decimal"),
    **dict.fromkeys(("string", "str"), "text"),
    **dict.fromkeys(("bool", "boolean", "yesno", "checkbox"), "flag"),
    **dict.fromkeys(("picture", "art", "file"), "image"),
}
"""The names of basic types in other programs, each with our name."""

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_NUMBER = regex(r"[-+]?[0-9]+(?:\.[0-9]+)?")

CELL_TYPES = ("cell", "cells", "sides")
"""The types whose values are names on the grid of a board: of one cell, of ways, of sides."""

SEVERAL = "?"
"""The board of a field that a ready face brings, where several boards have a grid."""

_NAMED_IN = regex(rf"(word|{'|'.join(CELL_TYPES)})(?:\s+of\s+(\S+))?")
"""Matches a type whose values are names: of cells on the grid of a board, or in another list."""

_TABLE = "write entries with `- ` or in [ ], or the name of a .csv, .xlsx or .ods file"
_OTHER_NUMBERS = "cells"
"""The common cause of many cells that are not there: the grid is numbered otherwise."""

_NO_PICTURE = "pictures"
"""The common cause of the problems of missing pictures: their folder."""

SYMBOLS = "nato"
"""The beginning of the names of icons that are symbols of units."""

ICON_SETS = ("mdi", "fa", SYMBOLS, "own")
"""The beginnings of names of icons, before a colon."""


class FieldType(Struct, frozen=True):
    """The type of a field: a basic one, a `choice` of words, a `list` or a `record`.

    Cells belong to the `grid` of the kind `of`, or of the only kind with a grid; tracks lie in
    cells of the `grid`, if there is one. A word `of` a list is the `name` of an entry of this list,
    which stands on the same side.
    """

    name: str
    optional: bool = False
    words: tuple[str, ...] = ()
    entry: "FieldType | None" = None
    fields: "tuple[tuple[str, FieldType], ...]" = ()
    of: str = ""
    grid: Grid | None = None

    @property
    def is_text(self) -> bool:
        """Whether the values of the field are texts in each language, with markup or without."""
        return self.name in ("text", "plain")


class Spreadsheets(Protocol):
    """Reads the spreadsheets that fields name."""

    def entries(
        self, typed: str, entry: FieldType, place: Place, problems: list[Problem]
    ) -> ListNode | None:
        """The entries of a list in a sheet; None if the text names no sheet."""

    def cells(self, typed: str, place: Place, problems: list[Problem]) -> TypedTable | None:
        """The cells of a sheet; None if the text names no sheet."""


class Known(Struct, frozen=True):
    """The names that values of fields may have: of languages, colours, pictures, and icons.

    `icon_fault` returns None for the name of an existing icon, else a hint. With `placeholder`, a
    missing picture is no problem. `tables` reads what a spreadsheet has.
    """

    languages: Languages
    colours: dict[str, str]
    icon_fault: Callable[[str], str | None]
    pictures: PictureFolder
    placeholder: bool = False
    tables: Spreadsheets | None = None


def field_types(
    declared: MappingNode, at: Place, problems: list[Problem]
) -> tuple[tuple[str, FieldType], ...]:
    """The declared fields of a side. Reports E122 for an unknown type, E105 for a name twice."""
    result: dict[str, FieldType] = {}
    for name, spec in declared.items():
        place = declared.place_of(name, at)
        field_type = _field_type(spec, place, problems)
        plain = name.removesuffix("?")
        if plain != name:
            field_type = replace(field_type, optional=True)
        if plain in result:
            message = f"the field `{plain}` stands twice"
            problems.append(Problem("E105", place, message, "keep it with `?` or without"))
        result[plain] = field_type
    return tuple(result.items())


def _field_type(spec: object, place: Place, problems: list[Problem]) -> FieldType:
    if isinstance(spec, MappingNode):
        return FieldType("record", fields=field_types(spec, place, problems))
    if isinstance(spec, ListNode) and len(spec) == 1:
        return FieldType("list", entry=_field_type(spec[0], place, problems))
    text = spec.strip() if isinstance(spec, str) else ""
    optional, text = text.endswith("?"), text.removesuffix("?")
    if "|" in text:
        words = tuple(word for part in text.split("|") if (word := part.strip()))
        return FieldType("choice", optional, words=words)
    if named_in := _NAMED_IN.fullmatch(text):
        return FieldType(named_in[1], optional, of=named_in[2] or "")
    if text not in BASIC_TYPES:
        hint = did_you_mean(_OTHER_NAMES.get(text.lower(), text), BASIC_TYPES)
        hint = hint or f"write one of {', '.join(BASIC_TYPES)}"
        bare = text.strip("[]")
        if isinstance(spec, ListNode):
            hint = "write one type in brackets, like [text], for a list of such values"
        elif text != bare and bare in BASIC_TYPES:
            name = place.key.rpartition(".")[2].removesuffix("?")
            hint = f"write {name}{'?' * optional}: [{bare}], without quotes"
        typed = f"`{spec}`" if isinstance(spec, str) else shown(spec)
        problems.append(Problem("E122", place, f"{typed} is no type of field", hint))
        return FieldType("word", optional=True)
    return FieldType(text, optional)


class Converter:
    """Turns values as typed into values of the type of their field; faults go to `problems`."""

    def __init__(self, known: Known, problems: list[Problem]) -> None:
        self.known = known
        self.problems = problems

    def record(
        self, value: MappingNode, fields: tuple[tuple[str, FieldType], ...], at: Place
    ) -> Record:
        """A side of a piece, or a record in it. Reports E106 unknown key, E107 missing field."""
        known = dict(fields)
        for name in value:
            if name not in known:
                place = value.place_of(name, at)
                hint = did_you_mean(name, known)
                side, may_be = at.key.rpartition(".")[2], hints.FIELD_NAME.fullmatch(name)
                if side in SIDES and may_be and not hint.startswith("did"):
                    own = hints.another_field(name, side, hints.type_of(value[name]))
                    hint = f"{hint}; {own}" if hint else own
                self._report("E106", place, f"unknown key `{name}`", hint)
        result: dict[str, Value] = {}
        for name, field in fields:
            place = value.place_of(name, at)
            if name in value:
                result[name] = self.value(value[name], field, place)
            elif field.optional:
                result[name] = None
            elif name in value.places and _may_be_empty(field):
                empty = MappingNode(place.line)  # none of its cells is filled in
                result[name] = self.value(empty, field, place)
            else:
                hint = "fill in this cell"
                if name not in value.places:
                    hint = _to_add(name, value, fields, at)
                self._report("E107", place, f"`{name}` is missing", hint)
        if not value.places:
            return Record(result, [value.lines.get(name, 0) for name in result])
        # A line of another file than the row's would be taken for one of the spreadsheet.
        lines = [value.lines.get(name, 0) if name in value.places else 0 for name in result]
        return Record(result, lines, {n: value.place_of(n, at) for n in value})

    def value(self, value: object, field: FieldType, place: Place) -> Value:
        if value is FAULTY or (value is None and field.optional):
            return None
        if self._is_formula(value, field, place):
            return None
        if (read := _READ.get(field.name)) is not None:
            return read(self, value, place)
        if (read_with := _READ_WITH_FIELD.get(field.name)) is not None:
            return read_with(self, value, field, place)
        return self._choice(value, field.words, place)

    def _is_formula(self, value: object, field: FieldType, place: Place) -> bool:
        """Whether a value is a formula in a field that takes no texts. Reports E136 if so."""
        if not isinstance(value, str) or field.is_text:
            return False
        fault = formula_problem(value, place)
        if fault is not None:
            self.problems.append(fault)
        return fault is not None

    def _record(self, value: object, field: FieldType, place: Place) -> Value:
        if isinstance(value, MappingNode):
            return self.record(value, field.fields, place)
        return self._wrong_type(value, "keys with values", place, "write {key: value, …}")

    def _list(self, value: object, field: FieldType, place: Place) -> Value:
        if isinstance(value, str) and field.entry is not None and self.known.tables is not None:
            known = len(self.problems)
            read = self.known.tables.entries(value, field.entry, place, self.problems)
            if len(self.problems) > known:
                return None
            value = value if read is None else read
        if not isinstance(value, ListNode) or field.entry is None:
            inner = field.entry.name if field.entry else ""
            hint = _TABLE if inner in ("record", "list") else "write entries with `- ` or in [ ]"
            if place.file.lower().endswith(ENDINGS):
                columns = f"`{place.key}.1.…`, `{place.key}.2.…`"
                hint = f"write the name of a .csv, .xlsx or .ods file, or make columns {columns}"
            return self._wrong_type(value, "a list", place, hint)
        entries = []
        for index, entry in enumerate(value):
            entries.append(self.value(entry, field.entry, value.place_of(index, place)))
        return tuple(entries)

    def _text(self, value: object, place: Place) -> Text:
        text = read_text(value, self.known.languages, place, self.problems)
        self.known.languages.note_tags(text)
        return text

    def _plain_text_of(self, value: object, place: Place) -> Text:
        return read_text(value, self.known.languages, place, self.problems, as_is=True).plain()

    def _table(self, value: object, place: Place) -> Value:
        before = len(self.problems)
        typed = self._typed_table(value, place)
        if typed is not None:
            self.problems += refused(typed, place)
        if typed is None or len(self.problems) > before:
            return None
        columns = len(typed.rows[0])
        rows = []
        for row in typed.rows:
            where = row[-1].place if row else place
            rest = [TypedCell("", where)] * max(columns - len(row), 0)
            rows.append(tuple(map(self._cell, (*row[:columns], *rest))))
        return Cells(rows, (*typed.align, *("" for _ in range(columns)))[:columns])

    def _cell(self, cell: TypedCell) -> Text:
        """The text of a cell; an empty one has nothing to translate."""
        languages, place = self.known.languages, cell.place
        if cell.value == "":
            return Text(dict.fromkeys(languages.codes, Word("", place)))
        text = read_text(cell.value, languages, place, self.problems, way=cell.way)
        languages.note_tags(text)
        return text

    def _typed_table(self, value: object, place: Place) -> TypedTable | None:
        """The table as typed; None after a fault was reported."""
        if isinstance(value, str):
            before = len(self.problems)
            sheets = self.known.tables
            table = sheets.cells(value, place, self.problems) if sheets else None
            if table is None and len(self.problems) == before:
                return table_of_text(value, place, self.problems)
            return table
        if isinstance(value, ListNode):
            return table_of_lists(value, place, self.problems)
        codes = self.known.languages.codes
        if isinstance(value, MappingNode) and value and all(name in codes for name in value):
            tables = {
                code: self._typed_table(value[code], value.place_of(code, place))
                for code in codes
                if code in value
            }
            read = {code: table for code, table in tables.items() if table is not None}
            if len(read) < len(tables):
                return None
            return joined_languages(read, place, self.problems)
        self._wrong_type(value, "a table", place, TABLE_HINT)
        return None

    def _word(self, value: object, place: Place) -> Value:
        if not has_text(value):
            return self._wrong_type(value, "a word", place, hints.text(value, "word"))
        word = Word(as_typed(value), place)
        self.known.languages.note_tags(word)
        return word

    def _number(self, value: object, place: Place) -> Value:
        if not is_whole(value):
            return self._wrong_type(value, "a whole number", place, hints.whole_number(value))
        return value

    def _decimal(self, value: object, place: Place) -> Value:
        if not is_number(value):
            return self._wrong_type(value, "a number", place, hints.decimal_number(value))
        return value

    def _flag(self, value: object, place: Place) -> Value:
        if not isinstance(value, bool):
            return self._wrong_type(value, "true or false", place, hints.flag(value))
        return value

    def _icon(self, value: object, place: Place) -> Value:
        if not isinstance(value, str):
            return self._wrong_type(value, "an icon", place, "write a name like mdi:castle")
        hint = self.known.icon_fault(value)
        if hint is not None:
            self._report("E114", place, f"there is no icon `{value}`", hint)
        return Word(value, place)

    def _symbol(self, value: object, place: Place) -> Value:
        parts = value if isinstance(value, ListNode) else [value]
        if not parts or not all(isinstance(part, str) and part.strip() for part in parts):
            hint = "write words like mechanised infantry, or [mechanised, infantry]"
            return self._wrong_type(value, "the symbol of a unit", place, hint)
        typed = " ".join(map(str, parts)).removeprefix(f"{SYMBOLS}:")
        try:
            return Word(" ".join(unit_symbol(typed).words), place)
        except UnknownWord as fault:
            self._report("E114", place, f"there is no symbol `{fault}`", fault.hint)
            return None

    def _track(self, value: object, field: FieldType, place: Place) -> Value:
        if field.grid is not None and field.grid.shape is CellShape.SQUARE:
            message = "tracks join the sides of hexagons, and the grid has squares"
            self._report("E104", place, message, "delete it, or give the grid another `shape`")
            return None
        parts = value if isinstance(value, ListNode) else [value]
        if not parts or not all(isinstance(part, str) for part in parts):
            return self._wrong_type(value, "tracks", place, tracks.HINT)
        try:
            return Word(tracks.tracks_in(";".join(map(str, parts))), place)
        except ValueError as fault:
            self._report("E104", place, f"`{fault}` is no track", tracks.HINT)
            return None

    def _image(self, value: object, place: Place) -> Value:
        if not has_text(value) or not str(value).strip():
            several = isinstance(value, list | dict)
            hint = hints.text(value, "name") if several else "write a name like knight"
            return self._wrong_type(value, "the name of a picture", place, hint)
        name = as_typed(value)
        try:
            return Picture(name, place, self.known.pictures.find(name).digest)
        except NoPicture as fault:
            if not (self.known.placeholder and fault.missing):
                problem = Problem(fault.code, place, str(fault), fault.hint, cause=_NO_PICTURE)
                self.problems.append(problem)
            return Picture(name, place, "")

    def _colour(self, value: object, place: Place) -> Value:
        if isinstance(value, str) and (value in self.known.colours or is_colour(value)):
            return Word(self.known.colours.get(value) or in_digits(value), place)
        message = f"there is no colour `{value}`"
        near = did_you_mean(str(value), (*self.known.colours, *CSS_COLOURS))
        near = near or 'write "#2b2a33", or a name from `colours` of game.yaml'
        if not isinstance(value, str):
            message = f"expected a colour, found {shown(value)}"
        hint = hints.colour(value, near)
        self._report("E115", place, message, hint)
        return None

    def _length(self, value: object, place: Place) -> Value:
        try:
            return parse_length_mm(str(value))
        except ValueError as error:
            like = "write a length like 60mm, 6cm, 2.5in or 12pt"
            hint = f"write {value}mm" if is_number(value) else hints.length(str(value), like)
            self._report("E109", place, str(error), hint, _field_of(place))
            return None

    def _named_on_grid(self, value: object, field: FieldType, place: Place) -> Value:
        """Names on a grid. A cell has its whole name, with zeros that a spreadsheet took away."""
        if not has_text(value):
            example = "0703" if field.name == "cell" else "0101-0305"
            return self._wrong_type(value, "a cell", place, f'write its name: "{example}"')
        typed = as_typed(value).strip()
        grid = field.grid
        if grid is None and field.of == SEVERAL:
            name = place.key.rpartition(".")[2]
            hint = f"add the field to the kind, with its board: {name}?: {field.name} of …"
            self._report("E171", place, "which of the boards is meant, is not known", hint)
        if grid is None:
            return Word(typed, place)
        try:
            if field.name == "cell":
                return Word(grid.name(grid.find(typed)), place)
            found = grid.walks(typed) if field.name == "cells" else grid.sides(typed)
        except NoSuchCell as fault:
            self.problems.append(
                Problem("E170", place, str(fault), fault.hint, cause=_OTHER_NUMBERS)
            )
            return None
        if not found:
            return self._wrong_type(value, "a cell", place, "write names of cells, or delete it")
        return Word(typed, place)

    def _choice(self, value: object, words: tuple[str, ...], place: Place) -> Value:
        word = as_typed(value)
        if word not in words:
            message = f"expected one of {', '.join(words)}, found {shown(value)}"
            self._report("E104", place, message, hints.one_of(word, words), _field_of(place))
        return Word(word, place)

    def _wrong_type(self, value: object, expected: str, place: Place, hint: str) -> Value:
        self._report(
            "E104", place, f"expected {expected}, found {shown(value)}", hint, _field_of(place)
        )
        return None

    def _report(self, code: str, place: Place, message: str, hint: str, cause: str = "") -> None:
        self.problems.append(Problem(code, place, message, hint, cause=cause))


def _field_of(place: Place) -> str:
    """The field at a place, as the common cause of faults: it is declared or typed wrongly."""
    return place.key.partition("].")[2] or place.key


_READ: dict[str, Callable[[Converter, object, Place], Value]] = {
    "word": Converter._word,
    "number": Converter._number,
    "decimal": Converter._decimal,
    "flag": Converter._flag,
    "icon": Converter._icon,
    "symbol": Converter._symbol,
    "colour": Converter._colour,
    "length": Converter._length,
    "image": Converter._image,
    "text": Converter._text,
    "plain": Converter._plain_text_of,
    "table": Converter._table,
}
"""The readers of values of basic types, by the name of the type."""

_READ_WITH_FIELD: dict[str, Callable[[Converter, object, FieldType, Place], Value]] = {
    **dict.fromkeys(CELL_TYPES, Converter._named_on_grid),
    "track": Converter._track,
    "list": Converter._list,
    "record": Converter._record,
}
"""The readers of values that depend on more of a field than its name."""


def _to_add(
    name: str, value: MappingNode, fields: tuple[tuple[str, FieldType], ...], at: Place
) -> str:
    """The hint for a missing field; for a side without fields, it names all required fields."""
    side = at.key.rpartition(".")[2]
    if value or side not in SIDES:
        return f"add `{name}: …`"
    return (
        f"write `{side}: {{{', '.join(f'{each}: …' for each, of in fields if not of.optional)}}}`"
    )


def _may_be_empty(field: FieldType) -> bool:
    """Whether a field is a record that requires no value."""
    return field.name == "record" and all(inner.optional for _, inner in field.fields)


def is_colour(value: object) -> bool:
    """Whether a value is a colour: `#rgb`, `#rrggbb`, or a name of CSS in small letters."""
    return isinstance(value, str) and (value in CSS_COLOURS or bool(_COLOUR.fullmatch(value)))


def in_digits(colour: str) -> str:
    """The digits of a named colour of CSS, which templates get; any other text unchanged."""
    return CSS_COLOURS.get(colour, colour)


# The same as JSON Schema.

COLOUR: Schema = {
    "title": "colour",
    "type": "string",
    **pattern(
        f"^({_COLOUR.pattern}|{'|'.join(CSS_COLOURS)})$",
        'write a colour like "#2b2a33", in quotes, or a name of CSS, such as teal',
    ),
    "examples": ["#2b2a33", "teal"],
}
ICON: Schema = {
    "title": "icon",
    "type": "string",
    **pattern(f"^({'|'.join(ICON_SETS)}):.", "icons are called mdi:…, fa:…, nato:… or own:…"),
    "examples": ["mdi:castle"],
}
_SYMBOL: Schema = {
    "title": "symbol of a unit",
    "type": ["string", "array"],
    "pattern": r"\S",
    "items": {"enum": [word.replace("-", " ") for word in WORDS]},
    "minItems": 1,
    "examples": [word.replace("-", " ") for word in (*BRANCHES, *MODIFIERS)],
}
_TRACK: Schema = {
    "title": "tracks between the sides of a hexagon",
    "type": ["string", "array"],
    **pattern(r"^[1-6c–; ,|-]+$", tracks.HINT),
    "items": {
        "type": "string",
        **pattern(r"^\s*[1-6c][1-4]?\s*[-–]\s*[1-6c][1-4]?\s*$", tracks.HINT),
    },
    "minItems": 1,
    "examples": ["1-4", "1-4;2-5", "1-c;3-c"],
}
_LENGTH: Schema = {
    "title": "length",
    "type": "string",
    **pattern(LENGTH_PATTERN, "write a length like 60mm, 6cm, 2.5in or 12pt"),
    "examples": ["12mm", "0.5in"],
}
_IMAGE: Schema = {"title": "picture", "type": ["string", "number"], "pattern": r"\S"}
_BASIC: dict[str, Schema] = {
    "word": WORD,
    "number": {"title": "whole number", "type": "integer"},
    "decimal": {"title": "number", "type": "number"},
    "flag": FLAG,
    "icon": ICON,
    "symbol": _SYMBOL,
    "track": _TRACK,
    "length": _LENGTH,
    "image": _IMAGE,
    **{name: {"title": f"{name} of the grid", "type": ["string", "number"]} for name in CELL_TYPES},
    "table": {
        "title": "table: the name of a spreadsheet, rows as a text, or a list of rows",
        "type": ["string", "array", "object"],
        "items": {"type": "array"},
    },
}

FIELD_TYPE: Schema = {
    "title": "type of field",
    "type": ["string", "array", "object"],
    **pattern(
        rf"^\s*({'|'.join(BASIC_TYPES)}|(word|{'|'.join(CELL_TYPES)})\s+of\s+\S+)\??\s*$|\|",
        f"a type of field is {', '.join(BASIC_TYPES)}, or words with | between them",
    ),
    "items": {"$ref": "#/definitions/field-type"},
    "minItems": 1,
    "maxItems": 1,
    "additionalProperties": {"$ref": "#/definitions/field-type"},
    "examples": [typed for name in BASIC_TYPES for typed in (name, f"{name}?")],
}
"""The schema of a field's type in a kind; it stands under `definitions` as `field-type`."""


FIELDS: Schema = {
    "title": "names of fields, each with its type",
    "type": "object",
    "additionalProperties": {"$ref": "#/definitions/field-type"},
}
"""The schema of the fields that a kind declares for a side."""


def text_schema(vocabulary: Vocabulary, *, plain: bool = False) -> Schema:
    """The schema of the values that `read_text` accepts."""
    languages = vocabulary.languages
    title = "text" if plain else "text in each language"
    schema: dict[str, Any] = {"title": title, "type": ["string", "number", "object"]}
    words = {"type": ["string", "number"]}
    if not languages:
        return {**schema, "additionalProperties": words}
    texts = mapping_schema(dict.fromkeys(languages, words), ())
    return {**schema, **texts, "type": schema["type"], "minProperties": 1}


def _plain_text(vocabulary: Vocabulary) -> Schema:
    return text_schema(vocabulary, plain=True)


def colour_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of a colour: the name of a colour of the game, or a colour itself."""
    if not vocabulary.colours:
        return COLOUR
    return {"title": "colour", "anyOf": [{"enum": list(vocabulary.colours)}, COLOUR]}


def field_schema(field: FieldType, vocabulary: Vocabulary) -> Schema:
    """The schema of the values that `Converter` accepts for a field."""
    schema: Schema
    match field.name:
        case "text" | "plain":
            schema = text_schema(vocabulary)
        case "colour":
            schema = colour_schema(vocabulary)
        case "choice":
            words = list(field.words)
            schema = {"title": " | ".join(words), "enum": [*words, *_numbers_in(words)]}
        case "record":
            schema = fields_schema(field.fields, vocabulary)
        case "list":
            entry = field.entry or FieldType("word")
            schema = list_schema(field_schema(entry, vocabulary))
            if entry.name in ("record", "list"):
                endings = "|".join(each[1:] for each in ENDINGS)
                schema = {**schema, "type": ["array", "string"]}
                schema |= {"title": f"{schema['title']}, or the name of a spreadsheet"}
                schema |= pattern(rf"^\s*.+\.({endings})(#.*)?\s*$", _TABLE)
        case name:
            schema = _BASIC[name]
    return or_nothing(schema) if field.optional else schema


def fields_schema(
    fields: tuple[tuple[str, FieldType], ...], vocabulary: Vocabulary, *, partial: bool = False
) -> Schema:
    """The schema of a side of a piece, or of a record; a `partial` one may lack any field."""
    properties = {name: field_schema(field, vocabulary) for name, field in fields}
    required = [name for name, field in fields if not (field.optional or partial)]
    return mapping_schema(properties, required, "keys with values")


def _numbers_in(words: Iterable[str]) -> Iterator[int | float]:
    """Yields words like `2` as numbers: editors take them for numbers without quotes."""
    for word in words:
        if _NUMBER.fullmatch(word):
            yield float(word) if "." in word else int(word)


def texts_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of a mapping from names, which the designer chooses, to texts."""
    return table_schema(text_schema(vocabulary))


TEXT = anything(text_schema)
"""Takes a text for players as typed; `read_text` reads it later."""

PLAIN_TEXT = anything(_plain_text)
"""Takes a title or a remark as typed; it may be the same in all languages."""

REMARK = anything(
    lambda vocabulary: {**_plain_text(vocabulary), **pattern(r"\S", "write why, in a few words")}
)
"""Takes a remark as typed, which must not be empty."""
