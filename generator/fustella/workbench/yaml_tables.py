"""Shows the pieces of a list in YAML as a table, and changes their values.

A row is an entry of the list. The columns are those of a spreadsheet with the same pieces: their
own keys, then the fields of the front and of the back, in the order of the kind.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.model import SIDES
from fustella.core.values.problems import Place
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_edits import (
    InsertItem,
    Path,
    RemoveValue,
    SetValue,
    Typed,
    Value,
    YamlEdit,
    edited,
)
from fustella.read.edit.yaml_lists import with_copy
from fustella.read.fields import FieldType
from fustella.read.nodes import ListNode, MappingNode, as_typed
from fustella.read.scalars import PieceForm
from fustella.read.spreadsheets.rows import slug_of
from fustella.read.spreadsheets.values import is_no, is_yes
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.new_rows import ids_of_game, new_id, rows_in_words
from fustella.workbench.table_views import (
    ColumnView,
    EditedTable,
    RowView,
    TableView,
    described,
    pieces_by_place,
)
from fustella.workbench.written import written

KEY = "pieces"
_OWN_KEYS = ("for", "where", *PieceForm.__struct_fields__)
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_COMMA = re.compile(r"([-+]?[0-9]+),([0-9]{1,2}|[0-9]{4,})")
_LINES = re.compile(r"[1-9][0-9]*(?:-[1-9][0-9]*)?")
_MADE = "pieces that `for` makes: change them in the file"
_TEXT, _WORD, _COPIES = FieldType("text"), FieldType("word"), FieldType("number", optional=True)
_SEVERAL = ("list", "record", "table")


class YamlColumn(Struct, frozen=True):
    """A column: where its value stands in an entry, the type of it, and the language of a text."""

    path: Path
    type: FieldType
    about: str = ""
    language: str = ""

    @property
    def name(self) -> str:
        return ".".join(map(str, (*self.path, *filter(None, (self.language,)))))

    @property
    def view(self) -> ColumnView:
        return ColumnView(self.name, self.type.name, self.about or described(self.type))

    @property
    def is_simple_list(self) -> bool:
        entry = self.type.entry
        return self.type.name == "list" and entry is not None and entry.name not in _SEVERAL


class YamlTable:
    """The entries of a list in YAML as a table."""

    def __init__(self, draft: Draft, table: EditedTable) -> None:
        self._draft, self._table = draft, table
        self._list = table.lists[0]
        self._entries = self._list.entries
        self._languages = table.languages
        self._columns = tuple(self._columns_of())

    def view(self) -> TableView:
        """The view of the list with its rows."""
        columns = tuple(column.view for column in self._columns)
        return replace(self._table.view, columns=columns, rows=tuple(self._rows()))

    def _columns_of(self) -> Iterator[YamlColumn]:
        yield YamlColumn(("id",), _WORD, "letters of any script, digits, - and _")
        if self._uses("name"):
            yield from self._of_value(("name",), _TEXT, "what the cover calls it")
        yield YamlColumn(("copies",), _COPIES, "how many are printed; default: 1")
        for side in SIDES:
            yield from self._of_side(side)
        if self._uses("source", "lines"):
            yield YamlColumn(("source", "lines"), _WORD, "lines of the rule document")
        for path in (("source", "designed"), ("struck_out",)):
            if self._uses(*path):
                about = {"designed": "why the document does not have it"}.get(path[-1], "")
                yield from self._of_value(path, _TEXT, about or "why it is not printed")

    def _of_side(self, side: str) -> Iterator[YamlColumn]:
        """Yields the columns of the fields of a side, and of keys that are no fields."""
        kinds = self._list.kinds
        fields = dict(getattr(kinds.whole, side)) if kinds else {}
        for name, type_ in fields.items():
            yield from self._of_value((side, name), type_)
        others = dict.fromkeys(
            name
            for entry in self._entries
            if isinstance(values := _at(entry, (side,)), MappingNode)
            for name in values
            if name not in fields
        )
        for name in others:
            about = "" if kinds is None else "no field of the kind"
            yield from self._of_value((side, name), replace(_TEXT, optional=True), about)

    def _of_value(self, path: Path, type_: FieldType, about: str = "") -> Iterator[YamlColumn]:
        """Yields the columns of a value: for each value of a record, each language of a text."""
        if type_.name == "record":
            for name, inner in type_.fields:
                yield from self._of_value((*path, name), inner)
        elif type_.is_text and len(self._languages) > 1 and self._is_by_language(path):
            for language in self._languages:
                yield YamlColumn(path, type_, about, language)
        else:
            yield YamlColumn(path, type_, about)

    def _is_by_language(self, path: Path) -> bool:
        return any(isinstance(_at(entry, path), MappingNode) for entry in self._entries)

    def _uses(self, *path: str) -> bool:
        return any(_at(entry, path) is not None for entry in self._entries)

    def _rows(self) -> Iterator[RowView]:
        pieces = pieces_by_place(self._draft, self._table.file)
        variants = self._list.form.variants if self._list.form else ()
        everything = {str(number) for number in range(len(self._columns))}
        for number, (entry, line) in enumerate(zip(self._entries, self._list.lines, strict=True)):
            piece = pieces.get(("", line, f"{KEY}[{number + 1}"), "")
            if not pieces:  # the game has faults
                piece = "-".join(
                    filter(None, (_text_at(entry, "id"), *(v.id for v in variants[:1])))
                )
            cells = [self._text(entry, column) for column in self._columns]
            why = _why_fixed(entry)
            locked = dict.fromkeys(everything, why) if why else {}
            yield RowView(number + 1, line, piece, cells, locked)

    def _text(self, entry: object, column: YamlColumn) -> str:
        """The text of a value as it can be typed into its cell."""
        value = _at(entry, column.path)
        if column.language and isinstance(value, MappingNode):
            value = value.get(column.language)
        elif column.language and column.language != self._languages[0]:
            return ""
        if value is None:
            return ""
        if isinstance(value, str):
            return str(value)
        if column.is_simple_list and isinstance(value, ListNode) and all(map(_is_word, value)):
            words = [as_typed(each) for each in value]
            return (" | " if any(sign in word for word in words for sign in ";\n") else "; ").join(
                words
            )
        return written(value)

    def set_cells(self, cells: Sequence[tuple[int, int, str]]) -> str:
        """Gives values new texts, where they differ."""
        changes = [self._change(*cell) for cell in cells]
        wanted = [each for each in changes if each.text != self._text(each.entry, each.column)]
        # A text in the first language alone gets its others in a mapping.
        alone = {(each.row, each.column.path): each for each in wanted if each.adds_a_language}
        first = self._languages[:1]
        self._edit(
            [
                *(
                    SetValue((KEY, row - 1, *path), {first[0]: as_typed(each.old)})
                    for (row, path), each in alone.items()
                ),
                *(
                    _edit_of(each, by_language=(each.row, each.column.path) in alone)
                    for each in wanted
                ),
            ]
        )
        if len(cells) != 1:
            return f"change {len(cells)} values of {self._table.short}"
        return f"change `{changes[0].column.name}` of `{self._piece(changes[0].row)}`"

    def _change(self, row: int, number: int, text: str) -> "_Change":
        """A change of a cell. Raises GestureRefused for one that cannot be made."""
        entry, place = self._entry(row), Place(self._table.file)
        if not 0 <= number < len(self._columns):
            raise GestureRefused(f"there is no column {number + 1}", "load the page again", place)
        column = self._columns[number]
        if why := _why_fixed(entry):
            raise GestureRefused(why, place=replace(place, line=self._list.lines[row - 1]))
        if not text and column.path == ("id",):
            raise GestureRefused("a piece needs an id", place=place)
        is_first = column.language == (self._languages or ("",))[0]
        return _Change(row, entry, column, text, is_first)

    def _piece(self, row: int) -> str:
        return _text_at(self._entries[row - 1], "id") or str(row)

    def _entry(self, row: int) -> object:
        if not 0 < row <= len(self._entries):
            raise GestureRefused(f"there is no row {row}", place=Place(self._table.file))
        return self._entries[row - 1]

    def add_rows(self, before: int, rows: Sequence[Sequence[str]]) -> str:
        """Adds entries; one without an id gets one from its name, or a new one."""
        at = before - 1 if 0 < before <= len(self._entries) else len(self._entries)
        taken = self._ids()
        self._edit(
            [InsertItem((KEY,), at + n, self._new(typed, taken)) for n, typed in enumerate(rows)]
        )
        return f"add {rows_in_words(len(rows))} to {self._table.short}"

    def _new(self, typed: Sequence[str], taken: set[str]) -> dict[str, Value]:
        """The values of a new entry."""
        texts = [*zip(self._columns, typed, strict=False)]
        texts = [(column, text) for column, text in texts if text]
        entry: dict[str, Value] = {}
        names = ("title", "name")
        named = (text for column, text in texts if column.path[-1] in names)
        like = slug_of(next(named, "")) or "new"
        given = next((text for column, text in texts if column.path == ("id",)), "")
        entry["id"] = given or new_id(like, taken)
        for column, text in texts:
            here = entry
            *way, last = [*map(str, column.path), *filter(None, (column.language,))]
            for step in way:
                inner = here.setdefault(step, {})
                assert isinstance(inner, dict), "columns do not contradict each other"
                here = inner
            here[last] = _value(text, column, None)
        return entry

    def _ids(self) -> set[str]:
        return {_text_at(entry, "id") for entry in self._entries} | ids_of_game(self._draft)

    def remove_rows(self, rows: Sequence[int]) -> str:
        """Removes entries; one at least stays."""
        numbers = sorted({*rows}, reverse=True)
        for row in numbers:
            self._entry(row)
        if len(numbers) == len(self._entries):
            hint = "delete its file, or leave one piece in it"
            raise GestureRefused("a list has at least one piece", hint, Place(self._table.file))
        self._edit([RemoveValue((KEY, row - 1)) for row in numbers])
        what = f"`{self._piece(rows[0])}`" if len(numbers) == 1 else rows_in_words(len(numbers))
        return f"remove {what} of {self._table.short}"

    def copy_row(self, row: int) -> str:
        """Copies an entry, directly below it, with an id of its own."""
        entry = self._entry(row)
        if why := _why_fixed(entry):
            raise GestureRefused(why, place=Place(self._table.file, self._list.lines[row - 1]))
        id_ = new_id(self._piece(row), self._ids())
        self._edit([SetValue((KEY, row, "id"), id_)], copied=row - 1)
        return f"copy `{self._piece(row)}`"

    def _edit(self, edits: Sequence[YamlEdit], copied: int | None = None) -> None:
        """Edits the file, after an entry was copied, if that is asked for."""
        file = self._table.file
        try:
            text = self._draft.read(file).decode("utf-8")
            if copied is not None:
                text = with_copy(text, KEY, copied, self._order)
            self._draft.write(file, edited(text, edits, self._order).encode())
        except EditRefused as refused:
            raise GestureRefused(str(refused), place=Place(file)) from None

    def _order(self, path: Path) -> Sequence[str]:
        """The order of the keys of a mapping in an entry."""
        inside = path[2:]
        if not inside:
            return _OWN_KEYS
        steps = len(inside)
        columns = (column for column in self._columns if column.path[:steps] == inside)
        keys = (
            column.path[steps] if len(column.path) > steps else column.language
            for column in columns
        )
        return [str(key) for key in dict.fromkeys(keys)]


class _Change(Struct, frozen=True):
    """A new text in a column of an entry; `is_first` is whether it is in the first language."""

    row: int
    entry: object
    column: YamlColumn
    text: str
    is_first: bool

    @property
    def old(self) -> object:
        return _at(self.entry, self.column.path)

    @property
    def adds_a_language(self) -> bool:
        """Whether the value is a text without languages, which gets one in another language."""
        plain = self.old is not None and not isinstance(self.old, MappingNode)
        return bool(self.column.language and self.text and plain and not self.is_first)


def _edit_of(change: _Change, *, by_language: bool) -> YamlEdit:
    """The edit of a value; `by_language` if it is a text that becomes one in several languages."""
    column, old = change.column, change.old
    path: Path = (KEY, change.row - 1, *column.path)
    if column.language and (by_language or old is None or isinstance(old, MappingNode)):
        path, old = (*path, column.language), None
    if not change.text:
        return RemoveValue(path, prune=True)
    return SetValue(path, _value(change.text, column, old))


def _at(entry: object, path: Iterable[object]) -> object:
    """The value at a path of keys in an entry; None if there is none."""
    for step in path:
        entry = entry.get(str(step)) if isinstance(entry, MappingNode) else None
    return entry


def _text_at(entry: object, key: str) -> str:
    value = _at(entry, (key,))
    return as_typed(value) if _is_word(value) else ""


def _is_word(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _why_fixed(entry: object) -> str:
    if not isinstance(entry, MappingNode):
        return "an entry that is no keys with values: change it in the file"
    return _MADE if "for" in entry else ""


def _value(text: str, column: YamlColumn, old: object) -> Value:
    """The value that a text in a cell means."""
    if column.is_simple_list and not text.lstrip().startswith("["):
        entry = column.type.entry
        sign = next((sign for sign in "|\n;" if sign in text), ";")
        parts = [part.strip() for part in text.split(sign)]
        return [_simple(part, entry or _WORD, None) for part in parts if part]
    if column.type.name in _SEVERAL and text.lstrip()[:1] in ("[", "{"):
        return Typed(text.strip())
    if column.path == ("source", "lines") and _LINES.fullmatch(text):
        return Typed(text)
    return _simple(text, column.type, old)


def _simple(text: str, type_: FieldType, old: object) -> Value:
    word = text.strip().casefold()
    if type_.name == "flag" and (is_yes(word) or is_no(word)):
        return is_yes(word)
    if type_.name in ("number", "decimal"):
        typed = _COMMA.sub(r"\1.\2", text.strip())
        return Typed(typed) if _is_number(typed) else text
    was_number = old is not None and not isinstance(old, bool | str | list | dict)
    return Typed(text) if was_number and _is_number(text) else text


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None and len(text) <= limits.DIGITS
