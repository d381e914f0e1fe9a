"""Finds the meaning of a spreadsheet's columns by its header and the fields of a kind."""

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.words.patterns import regex, without_unseen
from fustella.read import hints
from fustella.read.fields import FieldType
from fustella.read.kinds import KindRead
from fustella.read.nodes import MappingNode
from fustella.read.scalars import sheet_file
from fustella.read.spreadsheets.cells import Row, is_blank, letters_of
from fustella.read.spreadsheets.habits import beside_each_other
from fustella.read.spreadsheets.values import cell_text

IGNORED = ("", "ignore")
"""The words in `columns:` for a column that is left out."""

NAME: Final = "name"
ID: Final = "id"
COPIES: Final = "copies"
LINES: Final = "source.lines"
DESIGNED: Final = "source.designed"
STRUCK_OUT: Final = "struck_out"

COLUMN: Final = "column"
"""The first step of the path of a column that is no field, and that the list asks for."""

_TEXT, _WORD = FieldType("text"), FieldType("word")
_OWN = {ID: _WORD, COPIES: _WORD, LINES: _WORD, NAME: _TEXT, DESIGNED: _TEXT, STRUCK_OUT: _TEXT}
"""The own keys of a piece, with types; `copies` is read separately, because 0 has a meaning."""

_TABLE = FieldType("word", optional=True)
"""The type of a column whose cells name tables."""

_OF_A_FIELD = 2
"""The number of steps in the path of a whole field: its side and its name."""

_SYNONYMS = {"qty": COPIES, "count": COPIES, "quantity": COPIES, "n": COPIES}
_UNQUOTED = regex(r"[\w./-][\w./-]*#[\w.!?()+=&-]+(?: [\w.!?()+=&-]+)*")
_BETWEEN = regex(r"[\s_-]+")
_NO_NAME = regex(r"\W+")
"""Matches the signs that no name of a field has."""

_SHOWN = 4
_LOOKED_AT = 9
"""The number of rows below the first one that may be the header instead."""

_PLAIN = (".csv", ".tsv", ".tab", ".txt")
_MOST_ENTRIES = 99
"""The most entries of a list that has a column for each entry."""

Path: TypeAlias = tuple[str | int, ...]
"""The path to a field of a side: names, and numbers of the entries of lists, from 1."""


class Target(Struct, frozen=True):
    """The target of a column: an own key of the piece, or a field of a side, maybe in one language.

    `path` begins with the side, or is only the own key; a column that is neither, and for which the
    list asks, has the path `column` and its name.
    """

    path: Path
    type: FieldType
    language: str = ""

    @property
    def key(self) -> str:
        """The path of the field, as a header names it."""
        steps = [*map(str, self.path), self.language]
        return ".".join(filter(None, steps))


class SheetColumn(Struct, frozen=True):
    """A column that is read; `index` counts from 0."""

    index: int
    header: str
    target: Target


class Header(Struct, frozen=True):
    """The columns of a sheet, and the kind for checking its rows.

    In this kind, fields with a missing or faulty column are optional, because that was reported.
    """

    columns: tuple[SheetColumn, ...]
    kind: KindRead
    slipped: frozenset[int]
    """The numbers of rows with more cells than headers: values in them may be in wrong columns."""

    faulty: frozenset[Path]
    """The fields with a missing or faulty column, each as its side and its name."""


class HeaderReader(Struct):
    """Reads the header of a sheet; faults go to `problems`.

    `file` is the spreadsheet, `sheet` the name of its sheet in places, and `mapped` the value of
    `columns:` in `list_file`. `given` are the fields of each side that the list gives to all
    pieces. `named` are the names of columns that its conditions name, fields or not.
    """

    file: str
    sheet: str
    list_file: str
    kind: KindRead
    languages: tuple[str, ...]
    mapped: MappingNode
    given: Mapping[str, frozenset[str]]
    named: frozenset[str]
    problems: list[Problem]
    warnings: list[Problem]
    other_headers: Callable[[], Iterable[tuple[str, Row]]]
    put_off: dict[str, Problem] | None = None
    """The problems of unknown columns by their names, if the list takes some rows alone."""

    record: str = ""
    """The field whose records the rows are; "" where they are pieces, with keys of their own."""

    _faulty: set[Path] = field(default_factory=set)
    _counted: bool = False
    _taken: frozenset[str] = frozenset()
    """The fields that have a column of their own: no other header means them."""

    _meant: set[str] = field(default_factory=set)
    """The fields that hints suggest for wrong headers: these do not count as missing."""

    _slipped: set[int] = field(default_factory=set)
    _new: dict[str, str] = field(default_factory=dict)
    """The fields that headers could name, with their types, for a kind without fields."""

    @property
    def way_out(self) -> str:
        """The words for the place of a second list: `into a file of its own`, or `on a sheet …`."""
        if self.file.lower().endswith(_PLAIN):
            return "into a file of its own, which another list names"
        return "on a sheet of its own, which another list names behind a #"

    def names_field(self, header: str) -> bool:
        """Whether a header names a field, or an own key of the pieces."""
        return isinstance(self._lookup(header), Target)

    def read(self, row: Row, rows: Sequence[Row]) -> Header | None:
        """The columns that a header row names. Reports columns without a name that `rows` fill.

        None after a row without any name of a field was reported.
        """
        headers = [cell_text(cell) for cell in row.cells]
        before = len(self.problems)
        if start := beside_each_other(headers, _folded_header):
            place = self.place(row, headers[start])
            message = f"a second list stands beside the first, from column {letters_of(start)} on"
            self._report("E106", place, message, f"put it {self.way_out}")
            headers = headers[: start - 1]
            rows = [Row(each.number, each.cells[: start - 1]) for each in rows]
        self._report_nameless(headers, rows)
        columns: list[SheetColumn] = []
        by_key: dict[str, SheetColumn] = {}
        mapped = self._typed_columns(headers)
        self._counted = any(
            self._is_copies(mapped.get(_folded_header(header)) or header) for header in headers
        )
        found = [self._lookup(mapped.get(_folded_header(header)) or header) for header in headers]
        self._taken = frozenset(each.key for each in found if isinstance(each, Target))
        for index, header in enumerate(headers):
            left_out = mapped.get(_folded_header(header)) in IGNORED
            left_out = left_out and column_name(header) not in self.named
            if not header or left_out or (self.record and header.startswith("#")):
                continue
            place = self.place(row, header)
            target = self._target(header, mapped.get(_folded_header(header)), place, rows, index)
            if target is None:
                continue
            first = by_key.setdefault(target.key, SheetColumn(index, header, target))
            if first.index == index:
                columns.append(first)
            elif _has_values(rows, index):
                message = f"two columns are `{target.key}`: {letters_of(first.index)} and "
                message += letters_of(index)
                hint = "delete one of them, or give it another header"
                self._report("E105", place, message, hint)
        if self._new:
            names = ", ".join(f"{name}?: {type_}" for name, type_ in self._new.items())
            message = f"the kind `{self.kind.kind.id}` has no fields for these columns"
            hint = f"write under `{self.kind.kind.id}` in game.yaml: fields: {{front: {{{names}}}}}"
            self._report("E106", self.place(row), message, hint)
        columns = [self._in_first_language(column, columns) for column in columns]
        columns = [column for column in columns if not self._contradicts(column, columns, row)]
        self._check_missing(columns, row)
        if not columns and not mapped:
            del self.problems[before:]
            self._report_no_header(headers, row, rows)
            return None
        return Header(
            tuple(column for column in columns if column.target.path[:2] not in self._faulty),
            self.kind.relaxed(self._faulty),
            frozenset(self._slipped),
            frozenset(self._faulty),
        )

    def place(self, row: Row, key: str = "") -> Place:
        """The place of a row, or of its cell below a header."""
        return Place(self.file, row.number, key, self.sheet)

    def _report(self, code: str, place: Place, message: str, hint: str) -> None:
        self.problems.append(Problem(code, place, message, hint))

    def _report_no_header(self, headers: Sequence[str], row: Row, rows: Sequence[Row]) -> None:
        """Reports E106 for a first row without names of fields; the hint names a row with some."""
        shown = ", ".join(f'"{header}"' for header in headers[:_SHOWN] if header)
        message = f"the first row names no field: {shown}"
        if below := next((each for each in rows[:_LOOKED_AT] if self._is_header(each)), None):
            hint = f"delete the rows above row {below.number}, which has the names of the columns"
            self._report("E106", self.place(row), message, hint)
            return
        if meant := self.meant_instead():
            self._report("E106", self.place(row), message, meant)
            return
        fields = ", ".join(dict.fromkeys(name for name, _ in (*self.kind.front, *self.kind.back)))
        hint = f"the first row has the names of the columns, like {fields}; pieces begin below it"
        self._report("E106", self.place(row), message, hint)

    def meant_instead(self) -> str:
        """The hint with other sheets of the workbook whose first row is a header; "" for none."""
        file = self.list_file.rsplit("/", 1)[-1]
        book = self.file.rsplit("/", 1)[-1]
        fitting = [name for name, row in self.other_headers() if self._is_header(row)]
        if not fitting:
            return ""
        instead = " or ".join(f"`pieces: {_in_yaml(f'{book}#{name}')}`" for name in fitting)
        return f"this is the sheet `{self.sheet}`: write {instead} in {file}"

    def _is_header(self, row: Row) -> bool:
        """Whether most texts in a row are names of fields."""
        texts = [cell_text(cell) for cell in row.cells if not is_blank(cell)]
        return 0 < len(texts) <= 2 * sum(map(self.names_field, texts))

    def _report_nameless(self, headers: Sequence[str], rows: Sequence[Row]) -> None:
        """Reports E106 for each column that has values and no header."""
        seen: set[int] = set()
        named = {index for index, header in enumerate(headers) if header}
        plain = self.file.lower().endswith(_PLAIN)
        for row in rows:
            beyond = [cell for cell in row.cells[len(headers) :] if not is_blank(cell)]
            if plain and beyond:
                self._slipped.add(row.number)
                if len(self._slipped) > 1:  # reported once: they may all lack a header
                    continue
                message = "there are more cells in this row than in the first one"
                hint = 'put a text with a comma into quotes: "Take one, draw two"'
                place = self.place(row, letters_of(len(headers)))
                self._report("E106", place, message, hint)
                continue
            for index, cell in enumerate(row.cells):
                if index in named or index in seen or is_blank(cell):
                    continue
                seen.add(index)
                letters = letters_of(index)
                message = f"the column {letters} has no header"
                hint = "name it in the first row, or delete what stands in it"
                self._report("E106", self.place(row, letters), message, hint)

    def _typed_columns(self, headers: Sequence[str]) -> Mapping[str, str]:
        """The entries of `columns:` by folded headers.

        Reports E106 for a header that the sheet lacks.
        """
        known = {_folded_header(header): header for header in headers if header}
        result: dict[str, str] = {}
        for header, target in self.mapped.items():
            place = Place(self.list_file, self.mapped.lines[header], f"columns.{header}")
            if _folded_header(header) not in known:
                message = f"{self.file.rsplit('/', 1)[-1]} has no column `{header}`"
                self._report("E106", place, message, did_you_mean(header, known.values()))
            elif target is None or isinstance(target, str):
                result[_folded_header(header)] = (target or "").strip()
            else:
                hint = f"write `{header}: front.title`, or `{header}: ignore`"
                self._report("E104", place, "expected the name of a field", hint)
        return result

    def _target(
        self, header: str, mapped: str | None, place: Place, rows: Sequence[Row], index: int
    ) -> Target | None:
        """The target of a column; None for an unknown header. Reports one with values.

        Where the list takes only some rows, the report is `put_off`: rows of other lists may fill
        it.
        """
        if mapped in IGNORED:
            return Target((COLUMN, column_name(header)), _WORD)
        target = self._lookup(mapped or header)
        if isinstance(target, Target) and target.type is _TABLE and not _name_tables(rows, index):
            side, name = map(str, target.path)
            types = dict(self.kind.front if side == "front" else self.kind.back)
            target = _several_values(target.path, types[name], mapped or header)
        if isinstance(target, Target):
            return target
        code, message, hint = target
        if not mapped and column_name(header) in self.named:
            return Target((COLUMN, column_name(header)), _WORD)
        if mapped:
            self._meant.update(hint.split("`")[1:2])
            key = next(key for key in self.mapped if _folded_header(key) == _folded_header(header))
            place = Place(self.list_file, self.mapped.lines[key], f"columns.{key}")
            fields = dict.fromkeys(name for name, _ in (*self.kind.front, *self.kind.back))
            if not hint and (name := _as_field(mapped)):
                type_ = "number" if _are_numbers(rows, index) else "text"
                hint = hints.another_field(name, "front", type_, f"`{self.kind.kind.id}`")
                hint = f"known: {', '.join(fields)}; {hint}"
            self._report(code, place, message, hint or f"known: {', '.join(fields)}")
        elif _has_values(rows, index) and self.record:
            remark = f"if it is a remark, write `# {header}` as its header"
            near = f"{hint} Or {remark}" if hint.startswith("did") else remark
            self._report(code, place, message, near)
        elif _has_values(rows, index):
            return self._unknown(header, place, rows, index, target)
        return None

    def _unknown(
        self,
        header: str,
        place: Place,
        rows: Sequence[Row],
        index: int,
        fault: tuple[str, str, str],
    ) -> Target | None:
        """Reports a column with values whose header names nothing, with all ways out of it."""
        code, message, hint = fault
        file = self.list_file.rsplit("/", 1)[-1]
        first = next((name for name, _ in (*self.kind.front, *self.kind.back)), NAME)
        near = hint.split("`")[1] if "`" in hint else ""
        if near in self._taken or f"front.{near}" in self._taken:
            near = hint = ""
        numbers = _are_numbers(rows, index)
        self._meant.add(near.removeprefix("front."))
        unused = f"to leave the column out, write in {file}: `columns: {{{header}: ignore}}`"
        own, name = "", _as_field(header) if code == "E106" else ""
        if name:
            kind, type_ = f"`{self.kind.kind.id}`", "number" if numbers else "text"
            if not near and not self.kind.front and self.put_off is None:
                self._new[name] = type_
                return None
            own = hints.another_field(name, "front", type_, kind)
        meant = f"write in {file} what it is: `columns: {{{header}: {near or first}}}`"
        if near:
            meant = f"{hint.rstrip('?')}? Then {meant}"
        elif own and numbers and not self._counted:
            counts = f"`columns: {{{header}: {COPIES}}}`"
            meant = f"if it is how many copies there are, write in {file}: {counts}"
        elif own:
            meant = ""
        elif hint:
            meant = f"{hint.rstrip('?')}; or {meant}"
        ways = (meant, own, unused) if near else (own, meant, unused)
        hint = "; ".join(way for way in ways if way)
        if self.put_off is not None:
            self.put_off[column_name(header)] = Problem(code, place, message, hint)
            return Target((COLUMN, column_name(header)), _WORD)
        self._report(code, place, message, hint)
        return None

    def _is_copies(self, typed: str) -> bool:
        target = self._lookup(typed) if typed else None
        return isinstance(target, Target) and target.path == (COPIES,)

    def _lookup(self, typed: str) -> Target | tuple[str, str, str]:
        """The target that a header or `columns:` names; or code, message and hint of a problem."""
        steps = [_folded_header(step) for step in typed.split(".")]
        whole = _folded_header(typed)
        for key in () if self.record else (ID, COPIES, LINES, DESIGNED):
            if whole == _folded_header(key):
                return Target((key,), _OWN[key])
        side = steps[0] if steps[0] in ("front", "back") and len(steps) > 1 else ""
        rest = steps[1:] if side else steps
        for name in (side,) if side else ("front", "back"):
            fields = self.kind.front if name == "front" else self.kind.back
            matching = [field for field in fields if _folded_header(field[0]) == rest[0]]
            exact = [
                field for field in matching if field[0] == typed.split(".")[bool(side)].strip()
            ]
            if len(exact or matching) == 1:
                field_name, type_ = (exact or matching)[0]
                return self._target_inside((name, field_name), type_, rest[1:], typed)
            if matching:
                names = " or ".join(f"`{name}.{field}`" for field, _ in matching)
                return "E106", f"`{typed}` may be {names}", "write it exactly as the field"
        for key in () if self.record else (NAME, DESIGNED, STRUCK_OUT):
            own = [_folded_header(step) for step in key.split(".")]
            if not side and steps[: len(own)] == own:
                return self._target_inside((key,), _OWN[key], steps[len(own) :], typed)
        if whole in _SYNONYMS and not self.record:
            return Target((_SYNONYMS[whole],), _WORD)
        near = did_you_mean(typed, self._known_headers())
        return "E106", f"no field is called `{typed}`", near

    def _target_inside(
        self, path: Path, type_: FieldType, rest: Sequence[str], typed: str
    ) -> Target | tuple[str, str, str]:
        """The target at `rest` inside of `path`; or code, message and hint of a problem."""
        if not rest:
            return _whole_field(path, type_, typed)
        step = rest[0]
        if type_.is_text and len(rest) == 1:
            return self._in_language(path, type_, step)
        inner: dict[str | int, FieldType] = dict(type_.fields)
        if type_.entry and step.isdecimal() and 0 < int(step) <= _MOST_ENTRIES:
            inner[int(step)] = type_.entry
        for name, field_type in inner.items():
            if _folded_header(str(name)) == step:
                return self._target_inside((*path, name), field_type, rest[1:], typed)
        hint = did_you_mean(step, map(str, inner))
        return "E106", f"`{typed}` leads to no field", hint

    def _in_language(
        self, path: Path, type_: FieldType, step: str
    ) -> Target | tuple[str, str, str]:
        for language in self.languages:
            if _folded_header(language) == step:
                return Target(path, type_, language)
        self._meant.add(".".join(map(str, path[1:] if path[0] == "front" else path)))
        message = f"`{step}` is not a language of this game"
        return "E113", message, hints.no_language(step, self.languages, "in game.yaml")

    def _known_headers(self) -> list[str]:
        fronts = [name for name, _ in self.kind.front]
        backs = [name for name, _ in self.kind.back]
        sided = [f"front.{name}" for name in fronts] + [f"back.{name}" for name in backs]
        return [*fronts, *(name for name in backs if name not in fronts), *sided, *_OWN, *_SYNONYMS]

    def _in_first_language(
        self, column: SheetColumn, columns: Sequence[SheetColumn]
    ) -> SheetColumn:
        """The column; as a `title` beside `title.de`, it becomes the text in the first language."""
        target, first = column.target, self.languages[0]
        same = {other.target.language for other in columns if other.target.path == target.path}
        if target.language or not target.type.is_text or same == {""} or first in same:
            return column
        return replace(column, target=replace(target, language=first))

    def _contradicts(self, column: SheetColumn, columns: Sequence[SheetColumn], row: Row) -> bool:
        """Whether another column gives a part of the value of a column. Reports E105 if so."""
        target = column.target
        for other in columns:
            inside = other.target.path[: len(target.path)] == target.path and other is not column
            deeper = len(other.target.path) > len(target.path) or bool(other.target.language)
            if inside and deeper and not target.language:
                place = self.place(row, column.header)
                message = f"`{column.header}` and `{other.header}` give the same value"
                self._report("E105", place, message, "keep one of them")
                return True
        return False

    def _check_missing(self, columns: Sequence[SheetColumn], row: Row) -> None:
        """Reports E107 for each required field without a column."""
        targets = [column.target for column in columns]
        fields: list[tuple[Path, FieldType]] = [
            ((side, name), type_)
            for side, types in (("front", self.kind.front), ("back", self.kind.back))
            for name, type_ in types
            if name not in self.given[side]
        ]
        if not self.record:
            fields += [((key,), replace(type_, optional=True)) for key, type_ in _OWN.items()]
        for field_path, type_ in fields:
            for path in self._missing_paths(field_path, type_, targets):
                self._faulty.add(field_path)
                header = ".".join(map(str, path[1:] if path[0] == "front" else path))
                if header in self._meant:
                    continue
                message = f"there is no column `{header}`"
                if self.record:
                    self._report("E107", self.place(row, header), message, f"add `{header}`")
                    continue
                file = self.list_file.rsplit("/", 1)[-1]
                hint = (
                    f"add a column `{header}`; if it has another name, write it into {file}: "
                    f"`columns: {{…: {header}}}`"
                )
                self._report("E107", self.place(row, header), message, hint)
        if self.record or any(target.path == (ID,) for target in targets):
            return
        if not namers(self.kind, columns):
            hint = "add a column `id`, or `name`, from which ids are made"
            place = self.place(row, ID)
            self._report("E107", place, "no column tells the pieces apart", hint)

    def _missing_paths(
        self, path: Path, type_: FieldType, targets: Sequence[Target]
    ) -> Iterator[Path]:
        own = [target for target in targets if target.path[: len(path)] == path]
        if not own:
            if not type_.optional:
                yield path
            return
        if type_.name == "record":
            for name, inner in type_.fields:
                yield from self._missing_paths((*path, name), inner, own)
        elif type_.entry and own[0].path != path:
            numbers = dict.fromkeys(target.path[len(path)] for target in own)
            for number in numbers:
                yield from self._missing_paths((*path, number), type_.entry, own)


def namers(kind: KindRead, columns: Sequence[SheetColumn]) -> tuple[SheetColumn, ...]:
    """The columns that name a piece without an id: one, or one for each language."""
    own: list[Path] = [(NAME,), ("front", "name"), ("front", "title")]
    own += [("front", name) for name, type_ in kind.front if type_.is_text]
    own += [("back", name) for name, type_ in kind.back if type_.is_text]
    own += [("front", name) for name, type_ in kind.front if type_.name in ("word", "choice")]
    for path in own:
        if naming := tuple(column for column in columns if column.target.path == path):
            return naming
    return ()


def _whole_field(path: Path, type_: FieldType, typed: str) -> Target | tuple[str, str, str]:
    """The target of a column that fills a whole field; else what to report: code, message, hint."""
    if type_.entry and type_.entry.name in ("record", "list") and len(path) == _OF_A_FIELD:
        return Target(path, _TABLE)
    if type_.name == "record" or (type_.entry and type_.entry.name in ("record", "list")):
        return _several_values(path, type_, typed)
    return Target(path, type_)


def _several_values(path: Path, type_: FieldType, typed: str) -> tuple[str, str, str]:
    hint = f"make a column for each value, like `{next(_paths_of_leaves(path, type_))}`;"
    return "E106", f"`{typed}` has several values", hint


def _name_tables(rows: Sequence[Row], index: int) -> bool:
    """Whether a cell of a column names a spreadsheet, or all of its cells are empty."""
    words = [cell_text(row.cell(index)) for row in rows if not is_blank(row.cell(index))]
    return not words or any(sheet_file(word) is not None for word in words)


def _paths_of_leaves(path: Path, type_: FieldType) -> Iterator[str]:
    if type_.name == "record":
        for name, inner in type_.fields:
            yield from _paths_of_leaves((*path, name), inner)
    elif type_.entry and type_.entry.name in ("record", "list"):
        yield from _paths_of_leaves((*path, 1), type_.entry)
    else:
        yield ".".join(map(str, path))


def column_name(header: str) -> str:
    """The name of a column in formulas: `Card type` is `card_type`."""
    return _NO_NAME.sub("_", header.casefold()).strip("_")


def _as_field(header: str) -> str:
    """The name for a field that a header could have; "" if it gives none."""
    name = column_name(header)
    return (
        name
        if hints.FIELD_NAME.fullmatch(name) and _folded_header(name) == _folded_header(header)
        else ""
    )


def _has_values(rows: Sequence[Row], index: int) -> bool:
    return any(not is_blank(row.cell(index)) for row in rows)


def _are_numbers(rows: Sequence[Row], index: int) -> bool:
    """Whether a column has only whole numbers, like a column of copies."""
    cells = (row.cell(index) for row in rows)
    return all(cell_text(cell).strip().isdecimal() for cell in cells if not is_blank(cell))


def _in_yaml(value: str) -> str:
    """A value in YAML, in quotes if it would mean something else without them."""
    plain = _UNQUOTED.fullmatch(value) is not None
    return value if plain else json.dumps(value, ensure_ascii=False)


def _folded_header(header: str) -> str:
    """A header in small letters, without blanks, hyphens, underscores and invisible signs."""
    return _BETWEEN.sub("", unicodedata.normalize("NFC", without_unseen(header)).casefold())
