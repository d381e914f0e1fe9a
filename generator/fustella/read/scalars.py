"""Reads single values, and defines the forms of component lists and sizes.

Texts and the values under `front` and `back` pass through with their lines: `fields` checks them by
the types that their kind declares.
"""

import re
import unicodedata
from functools import partial

from msgspec import Struct

from fustella.core.geometry.units import LENGTH_PATTERN, parse_length_mm
from fustella.core.processes import limits
from fustella.core.values.claims import Lines
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.schemas import FLAG as TRUE_OR_FALSE
from fustella.core.values.schemas import (
    SAYING,
    Description,
    Schema,
    Vocabulary,
    named,
    pattern,
    table_schema,
)
from fustella.core.words.patterns import regex
from fustella.read import hints
from fustella.read.enumerations import Enumeration, entry_of
from fustella.read.fields import PLAIN_TEXT, TEXT
from fustella.read.forms import At, Form, Reader, Rejected, entry, form_of, list_of, shown, value_of
from fustella.read.nodes import FAULTY, MappingNode, is_whole
from fustella.read.spreadsheets import ENDINGS

SMALLEST_MM = 2.0
"""The least size of a piece: no scissors cut a smaller one, so it has the wrong unit."""

_ID_PARTS = regex(r"[a-z0-9]+")
_LANGUAGE = regex(r"(?i)[a-z]{2,3}(-|$)")
"""Matches the code of a language (ISO 639), alone or before the code of a region or script."""

_ID = regex(r"[a-z0-9]+(-[a-z0-9]+)*")
_MARK = regex(r"[A-Z]{2}")
_IN_IDS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")
"""The categories of Unicode that ids have: letters of every script, marks, and digits."""

_RANGE = regex(r"(\d{1,7})(?:\s*-\s*(\d{1,7}))?")


def length_mm(value: object) -> float:
    """Reads a length, in millimetres. Raises Rejected: E109."""
    if isinstance(value, bool | int | float):
        raise Rejected("E109", f"{value} has no unit", f"write {value}mm")
    if not isinstance(value, str):
        message = f"expected a length, found {shown(value)}"
        raise Rejected("E109", message, "write a length like 60mm")
    try:
        return parse_length_mm(value)
    except ValueError as error:
        hint = hints.length(value, "write a length like 60mm, 6cm, 2.5in or 12pt")
        raise Rejected("E109", str(error), hint) from None


def size_mm(value: object) -> float:
    """Reads the length of a side, in millimetres. Raises Rejected: E109, E110."""
    found_mm = length_mm(value)
    if found_mm <= 0:
        raise Rejected("E110", f"a size cannot be {value}", "write more than 0mm")
    if found_mm < SMALLEST_MM:
        hint = f"at least {SMALLEST_MM:g}mm can be cut; look at the number and its unit"
        raise Rejected("E110", f"{value} is too small", hint)
    return _printable(found_mm, value)


def _distance_mm(value: object) -> float:
    found_mm = length_mm(value)
    if found_mm < 0:
        raise Rejected("E110", f"{value} is less than 0mm", "write 0mm or more")
    return _printable(found_mm, value)


def _printable(found_mm: float, value: object) -> float:
    if found_mm > limits.SIDE_MM:
        hint = f"at most {limits.SIDE_MM:g}mm can be printed; look at the number and its unit"
        raise Rejected("E110", f"{value} is too large", hint)
    return found_mm


def identifier(value: object) -> str:
    """Reads an id. Raises Rejected: E121."""
    text = str(value)
    if not _ID.fullmatch(text):
        bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        plain = "-".join(_ID_PARTS.findall(bare))
        hint = f"use small letters, digits and hyphens, like {plain or 'castle-town-hall'}"
        raise Rejected("E121", f"{shown(value)} cannot be an id", hint)
    return text


def language(value: object) -> str:
    """Reads the code of a language. Raises Rejected: E104, E121."""
    code = identifier(value)
    if not _LANGUAGE.match(code):
        raise Rejected("E104", f"{shown(value)} is no code of a language", hints.language(code))
    return code


def piece_id(value: object) -> str:
    """Reads the id of a piece: words of any script. Raises Rejected: E121."""
    if isinstance(value, str) and _ID.fullmatch(value) and len(value) <= limits.ID_LETTERS:
        return value  # as most of them are
    text = unicodedata.normalize("NFC", str(value))
    signs = all(sign in "-_" or unicodedata.category(sign) in _IN_IDS for sign in text)
    if not text or not signs or text[0] == "-" or unicodedata.category(text[0])[0] == "M":
        plain = _without_signs(text)
        hint = f"use letters, digits, - and _, without blanks, like {plain or 'castle-town-hall'}"
        if signs and text.startswith("-") and plain:
            hint = f"an id does not begin with a hyphen: write {plain}"
        raise Rejected("E121", f"{shown(value)} cannot be an id", hint)
    if len(text) > limits.ID_LETTERS:
        hint = f"an id has at most {limits.ID_LETTERS} letters; the name may be longer"
        raise Rejected("E121", f"{shown(value)} is too long for an id", hint)
    return text


def _without_signs(text: str) -> str:
    """The id of a piece from a text, with hyphens instead of other signs; "" if nothing is left."""
    kept = (sign if sign == "_" or unicodedata.category(sign) in _IN_IDS else "-" for sign in text)
    plain = "-".join(part for part in "".join(kept).split("-") if part)
    marked = bool(plain) and unicodedata.category(plain[0])[0] == "M"
    return "" if marked or len(plain) > limits.ID_LETTERS else plain


def require_identifier(name: str, place: Place) -> None:
    """Raises ProblemsFound, E121, for a name that is no id, where no form reads the name."""
    try:
        identifier(name)
    except Rejected as refused:
        raise ProblemsFound([Problem(refused.code, place, refused.message, refused.hint)]) from None


def copies(value: object) -> int:
    """Reads a number of copies. Raises Rejected: E104, E119."""
    if not is_whole(value):
        hint = hints.whole_number(value)
        raise Rejected("E104", f"expected a whole number, found {shown(value)}", hint)
    if value < 1:
        hint = 'write 1 or more; to leave a piece out, delete it or give it `struck_out: "why"`'
        raise Rejected("E119", f"a piece cannot have {value} copies", hint)
    if value > limits.COPIES:
        raise Rejected(
            "E119", f"a piece cannot have {value} copies", f"at most {limits.COPIES} are printed"
        )
    return value


def _looks(value: object) -> int:
    if not is_whole(value):
        hint = hints.whole_number(value, 3)
        raise Rejected("E104", f"expected a whole number, found {shown(value)}", hint)
    if not 1 <= value <= limits.LOOKS:
        hint = f"write 1 to {limits.LOOKS}; without `looks` all copies of a piece look the same"
        raise Rejected("E119", f"a piece cannot have {value} looks", hint)
    return value


def _mark(value: object) -> str:
    if not isinstance(value, str) or not _MARK.fullmatch(value):
        hint = "write two capital letters, like MK"
        raise Rejected("E104", f"expected the mark of a game, found {shown(value)}", hint)
    return value


def lines_of(value: object) -> Lines:
    """Reads lines of a document as typed: `12, 38-40`. Raises Rejected: E104."""
    ranges = []
    for part in str(value).split(","):
        match = _RANGE.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if 0 < last < first:
            message = f"the lines {shown(part.strip())} run backwards"
            raise Rejected("E104", message, f"write {last}-{first}")
        if not 0 < first <= last:
            hint = 'write 12, 12-19 or "12, 38-40"'
            raise Rejected("E104", f"expected lines of a document, found {shown(value)}", hint)
        ranges.append((first, last))
    return tuple(ranges)


def _mapping(value: object, some: str, of_list: str) -> MappingNode:
    if not isinstance(value, MappingNode):
        hint = of_list if of_list and isinstance(value, list) else hints.keys(value, (), some)
        raise Rejected("E104", f"expected keys with values, found {shown(value)}", hint)
    return value


def _string(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Rejected("E104", f"expected a text, found {shown(value)}", hints.text(value))
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        hint = hints.flag(value)
        raise Rejected("E104", f"expected true or false, found {shown(value)}", hint)
    return value


_LIKE = "write a length like 60mm, 6cm, 2.5in or 12pt"
_LENGTH: Schema = {"title": "length", "type": "string", **pattern(LENGTH_PATTERN, _LIKE)}
_AT_LEAST_NOTHING = pattern(rf"^(?!\s*-){LENGTH_PATTERN[1:]}", _LIKE)
_MORE_THAN_NOTHING = pattern(rf"^(?!\s*-)(?=.*[1-9]){LENGTH_PATTERN[1:]}", _LIKE)
_SIGNS = r"!-,./:-@\[-^`{-~\s"
"""Matches the signs that no id has: blanks, and all signs of ASCII except - and _."""

_IDENTIFIER: Schema = {
    "title": "id",
    "type": ["string", "integer"],
    **pattern(f"^{_ID.pattern}$", "use small letters, digits and hyphens"),
    "examples": ["castle-town-hall"],
}
_PIECE_ID: Schema = {
    "title": "id",
    "type": ["string", "integer"],
    **pattern(f"^[^-{_SIGNS}][^{_SIGNS}]*$", "use letters, digits, - and _, without blanks"),
    "maxLength": limits.ID_LETTERS,
    "examples": ["castle-town-hall"],
}
_LINES_PATTERN = r"[0-9]{1,7}(\s*-\s*[0-9]{1,7})?"
_LINES: Schema = {
    "title": "lines",
    "type": ["string", "integer"],
    "minimum": 1,
    **pattern(
        rf"^\s*{_LINES_PATTERN}\s*(,\s*{_LINES_PATTERN}\s*)*$", 'write 12, 12-19 or "12, 38-40"'
    ),
    "examples": ["12-19", "12, 38-40"],
}
_COPIES: Schema = {
    "title": "whole number",
    "type": "integer",
    "minimum": 1,
    "maximum": limits.COPIES,
}
_LOOKS: Schema = {
    "title": "whole number",
    "type": "integer",
    "minimum": 1,
    "maximum": limits.LOOKS,
}
_MARK_OF_A_GAME: Schema = {
    "title": "two letters",
    "type": "string",
    **pattern("^[A-Z]{2}$", "write two capital letters, like MK"),
}

LENGTH = value_of(length_mm, {**_LENGTH, "examples": ["-0.4mm"]})
SIZE = value_of(size_mm, {**_LENGTH, **_MORE_THAN_NOTHING, "examples": ["63mm", "2.5in"]})
DISTANCE = value_of(_distance_mm, {**_LENGTH, **_AT_LEAST_NOTHING, "examples": ["0mm", "3mm"]})
IDENTIFIER = value_of(identifier, _IDENTIFIER)
LANGUAGE = value_of(language, _IDENTIFIER)
PIECE_ID = value_of(piece_id, _PIECE_ID)
COPIES = value_of(copies, _COPIES)
LINES = value_of(lines_of, _LINES)
STRING = value_of(_string, SAYING)
FLAG = value_of(_flag, TRUE_OR_FALSE)
LOOKS = value_of(_looks, _LOOKS)
MARK = value_of(_mark, _MARK_OF_A_GAME)


def raw(description: Description, some: str = "key: value, …", of_list: str = "") -> Reader:
    """A reader that gives keys with values as they are typed, to be checked later.

    `some` is an example of them; `of_list` is the hint for a list in their place, if the usual hint
    would be wrong.
    """
    return value_of(partial(_mapping, some=some, of_list=of_list), description)


def nothing() -> MappingNode:
    """An empty mapping, for a key that was left out."""
    return MappingNode(0)


class SourceForm(Form, frozen=True):
    """The source of pieces: lines of the document, the reason for an own design, or both.

    `sheet` is the address of the spreadsheet online with the pieces of a list. With a `sheet`, a
    source may be without lines and reason.
    """

    lines: Lines = entry(
        LINES, default=(), about='Lines of the rule document: 12, 12-19 or "12, 38-40".'
    )
    designed: object = entry(
        PLAIN_TEXT, default=None, about="Why the document does not have it, in a few words."
    )
    sheet: str = entry(
        STRING,
        default="",
        about="The address of the spreadsheet online that `fustella pull` fetches the rows from.",
    )

    @property
    def says_nothing(self) -> bool:
        return not (self.lines or self.sheet) and self.designed in (None, "")


_READ_SOURCE = form_of(SourceForm)


def _source_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of a source; a game without a document has no `lines`."""
    form = _READ_SOURCE.schema(vocabulary)
    says = [{"required": [key]} for key in ("lines", "designed", "sheet")]
    properties = form["properties"] | ({"lines": False} if vocabulary.document == "" else {})
    return {**form, "properties": properties, "anyOf": says}


FAULTY_SOURCE = SourceForm()
"""The stand-in for a source whose faults were reported, so that it does not count as missing."""


def _source(value: object, at: At) -> SourceForm:
    before = len(at.problems)
    source = _READ_SOURCE(value, at)
    if len(at.problems) > before:
        return FAULTY_SOURCE
    assert isinstance(source, SourceForm)
    return source


SOURCE = Reader(_source, _source_schema)


class SizeForm(Form, frozen=True):
    """A named size of card, in mm."""

    width: float = entry(SIZE, about="The width of a piece.")
    height: float = entry(SIZE, about="The height of a piece.")


_SIDE: Schema = {"title": "fields of the kind", "type": "object"}


class VariantForm(Form, frozen=True):
    """One entry of `variants`, which are added to every piece of the list."""

    id: str = entry(
        PIECE_ID,
        stand_in=True,
        about="Letters of any script, digits, - and _; each id is there once in the game.",
    )
    name: object = entry(
        TEXT,
        default=None,
        about="What the cover and `fustella list` call it; default: the front's name or title.",
    )
    copies: int | None = entry(COPIES, default=None, about="How many are printed; default: 1.")
    front: MappingNode = entry(
        raw(_SIDE, "title: …, text: …"),
        factory=nothing,
        about="The values of the fields of the front.",
    )
    back: MappingNode = entry(
        raw(_SIDE, "title: …, text: …"),
        factory=nothing,
        about="The values of the fields of the back.",
    )


class PieceForm(VariantForm, frozen=True):
    """One entry of `pieces`."""

    source: SourceForm | None = entry(
        SOURCE, default=None, about="Where the piece comes from, joined with the list's source."
    )
    struck_out: object = entry(
        PLAIN_TEXT,
        default=None,
        about="Why the piece is listed on the cover and not printed.",
    )


class SheetFile(Struct, frozen=True):
    """The spreadsheet that a list names: its path from the folder of the list, and a sheet of it.

    `sheet` is "" if the list names none.
    """

    path: str
    sheet: str


_read_pieces = list_of(entry_of(form_of(PieceForm)), least=1)
_OTHER_ENDINGS = (".xls", ".xlsb", ".fods", ".numbers")
"""The endings of spreadsheets that cannot be read, for a message about them."""

_SHEET_FILE = regex(
    rf"(?P<path>.+?(?:{'|'.join(map(re.escape, (*ENDINGS, *_OTHER_ENDINGS)))}))(?:#(?P<sheet>.*))?",
    re.IGNORECASE,
)


def sheet_file(typed: str) -> SheetFile | None:
    """The spreadsheet that a text names, `cards.csv` or `cards.xlsx#Sheet 2`; else None."""
    short = len(typed) <= limits.NAME_LETTERS
    match = _SHEET_FILE.fullmatch(typed.strip()) if short else None
    return SheetFile(match["path"], (match["sheet"] or "").strip()) if match else None


def _pieces_or_file(value: object, at: At) -> object:
    if not isinstance(value, str):
        return _read_pieces(value, at)
    if (file := sheet_file(value)) is not None:
        return file
    hint = hints.spreadsheet(value, at.place.file, ENDINGS)
    at.report("E104", f"expected a list or a spreadsheet, found {shown(value)}", hint)
    return FAULTY


def _pieces_schema(vocabulary: Vocabulary) -> Schema:
    endings = "|".join("".join(f"[{c}{c.upper()}]" for c in each[1:]) for each in ENDINGS)
    return {
        **_read_pieces.schema(vocabulary),
        "title": "list of pieces, or the name of a spreadsheet",
        "type": ["array", "string"],
        **pattern(
            rf"^\s*.+\.({endings})(#.*)?\s*$",
            "write entries with `- `, or the name of a .csv, .xlsx or .ods file beside this one",
        ),
    }


_COLUMNS: Schema = {
    **table_schema({"type": "string"}),
    "title": "headers, each with: a field, or ignore",
}

LIST_RULES: Schema = {
    "if": {"properties": {"pieces": {"type": "array"}}},
    "then": {"properties": {"columns": {"maxProperties": 0}}},
}
"""The rule that only a list with a spreadsheet has `columns`."""


class KindChoice(Struct, frozen=True):
    """The kinds of a list whose pieces have several: `{by: type, Creature: creature, else: spell}`.

    `by` is the field or the column that says the kind; `node` has the kinds by its words as typed.
    """

    by: str
    node: MappingNode


def _kind(value: object, at: At) -> object:
    """Reads the kind of a list, or a choice of kinds by a field."""
    if not isinstance(value, MappingNode):
        return STRING(value, at)
    before, by = len(at.problems), value.get("by")
    if not isinstance(by, str) or not by.strip():
        place = at.inside("by", value) if "by" in value else at
        hint = "write the column that says it: {by: type, Creature: creature, else: spell}"
        place.report("E104", f"expected a kind, or a choice by a column, found {shown(by)}", hint)
    for word, kind in value.items():
        if word != "by" and not isinstance(kind, str):
            inside = at.inside(word, value)
            inside.report("E104", f"expected a kind, found {shown(kind)}", "write its id")
    return KindChoice(str(by), value) if len(at.problems) == before else FAULTY


def _kind_schema(vocabulary: Vocabulary) -> Schema:
    kind = named(vocabulary.kinds_of_lists, "kind")
    by = {"type": "string", "pattern": r"\S"}
    chosen = {"type": "object", "required": ["by"], "properties": {"by": by}}
    own = named(vocabulary.kinds, "kind")
    title = "kind, or {by: column, word: kind, …}"
    return {"title": title, "anyOf": [kind, {**chosen, "additionalProperties": own}]}


class ListForm(Form, frozen=True):
    kind: str | KindChoice = entry(
        Reader(_kind, _kind_schema),
        about="The kind of the pieces: one of `kinds`, a ready face, or a choice by a column.",
    )
    pieces: tuple[PieceForm | Enumeration, ...] | SheetFile = entry(
        Reader(_pieces_or_file, _pieces_schema),
        about="The pieces, or a spreadsheet with a row for each: cards.csv, cards.xlsx#Sheet 2.",
    )
    where: str = entry(
        STRING,
        default="",
        about="The pieces or rows that this list takes: copies > 0 and not retired.",
    )
    columns: MappingNode = entry(
        raw(
            _COLUMNS,
            of_list="delete the line, or say what a header means: {My header: title}",
        ),
        factory=nothing,
        about="What columns of the spreadsheet mean whose headers are called otherwise.",
    )
    source: SourceForm | None = entry(
        SOURCE, default=None, about="Where the pieces come from that do not say it themselves."
    )
    copies: int | None = entry(
        COPIES, default=None, about="How many are printed of each piece that does not say it."
    )
    front: MappingNode = entry(
        raw(_SIDE, "title: …, text: …"),
        factory=nothing,
        about="Values of the front that all pieces have.",
    )
    back: MappingNode = entry(
        raw(_SIDE, "title: …, text: …"),
        factory=nothing,
        about="Values of the back that all pieces have.",
    )
    variants: tuple[VariantForm, ...] = entry(
        list_of(form_of(VariantForm)),
        default=(),
        about="Every piece is made once for each of these, with their values added to its own.",
    )
