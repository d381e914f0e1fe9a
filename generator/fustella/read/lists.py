"""Reads component lists, with every piece resolved, and lists of pieces to print again.

A piece inherits values from its list and its variant. A list to print again has ids of pieces, each
with a number of copies.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.processes.steps import READING_S, step
from fustella.core.values.claims import Lines
from fustella.core.values.model import SIDES, Piece, Record, Source, Text, Word
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.words.patterns import regex
from fustella.read.alike import LIKE
from fustella.read.choosing import (
    ListKinds,
    SharedSheets,
    column_names_in,
    kinds_of,
    takes,
    values_of,
)
from fustella.read.enumerations import Enumeration
from fustella.read.fields import Converter, FieldType, Known
from fustella.read.forms import At, checked_leniently, form_of, shown
from fustella.read.hardly_meant import check_condition, check_words, forgotten_signs
from fustella.read.kinds import KindRead
from fustella.read.languages import read_text
from fustella.read.nodes import FAULTY, ListNode, MappingNode, is_whole, joined, place_at
from fustella.read.ready import PREFIX
from fustella.read.scalars import (
    FAULTY_SOURCE,
    KindChoice,
    ListForm,
    PieceForm,
    SheetFile,
    SourceForm,
    VariantForm,
)
from fustella.read.source import load
from fustella.read.spreadsheets import read_sheet, sheet_path
from fustella.read.spreadsheets.cells import Row, UnreadableSheet

if TYPE_CHECKING:
    from fustella.read.spreadsheets.rows import SheetPieces


class _Amounts(Struct):
    """The numbers of pieces, letters and values that lists make, counted before they are made."""

    pieces: int = 0
    values: int = 0
    letters: int = 0


def _too_many(amounts: _Amounts) -> str:
    """The limit that is exceeded, in the words of a message; "" if none is."""
    if amounts.pieces > limits.GAME_PIECES:
        return f"{limits.GAME_PIECES:,} pieces"
    if amounts.values > limits.GAME_VALUES:
        return f"{limits.GAME_VALUES:,} fields of pieces"
    if amounts.letters > limits.GAME_LETTERS:
        return f"{limits.GAME_LETTERS:,} letters, with those that `for` repeats"
    return ""


class ListReader(Struct, frozen=True):
    """Reads the lists of one game; faults go to `problems`, and warnings to `warnings`.

    `folder` is the game's folder, `root` the project's. If the game `has_document`, each piece
    needs a source; in an original, a source may give a reason, and names no lines. `icons` are the
    names that stand for icons in texts.
    """

    kinds: dict[str, KindRead]
    known: Known
    problems: list[Problem]
    warnings: list[Problem]
    root: Path
    folder: Path
    has_document: bool
    icons: Collection[str]
    amounts: _Amounts = field(default_factory=_Amounts)
    sheets: SharedSheets = field(default_factory=SharedSheets)

    def read(self, data: MappingNode, file: str) -> list[Piece]:
        """The pieces of one file, each in all its variants."""
        form, faults = checked_leniently(ListForm, data, file)
        self.problems.extend(faults)
        if form is None:
            return []
        kinds = self._kinds_of(form, data, file)
        if kinds is None:
            return []
        if not self._may_hold(form, kinds, data, file):
            return []
        one_list, entries = self._opened_list(form, data, file, kinds)
        form = one_list.form  # without them
        one_list.check_own_source()
        variants: list[_Variant | None] = [*enumerate(form.variants)] or [None]
        if not self._are_few(entries, len(variants), one_list):
            return []
        known, rows = len(self.problems), len(entries)
        pieces = list[Piece]()
        each = one_by_one(entries, data)
        for first in range(0, rows, _ENTRIES_OF_STEP):
            with step(f"reading {file}", one_list.place("pieces", first), READING_S):
                pieces += (
                    piece
                    for index, typed in islice(each, _ENTRIES_OF_STEP)
                    for one_of, entry in one_list.filled(index, typed)
                    for variant in variants
                    if (piece := one_of.piece(index, entry, variant)) is not None
                )
        if one_list.rows is not None and len(self.problems) > known:
            self.problems[known:] = _by_column(self.problems[known:], rows, kinds.whole)
        if one_list.rows is not None:
            self.problems.extend(one_list.rows.unknown_columns(one_list.taken))
            self.warnings.extend(one_list.rows.hidden_warnings(one_list.taken))
        at_kind = At(place_at(data, file, "kind"), self.problems, "kind")
        self.warnings.extend(kinds.unused(at_kind))
        if form.where and rows and not pieces and len(self.problems) == known:
            place = one_list.place("where")
            hint = "look at the names and the words in it; words stand in quotes"
            self.problems.append(Problem("E161", place, "`where` holds for no piece", hint))
        return pieces

    def _kinds_of(self, form: ListForm, data: MappingNode, file: str) -> ListKinds | None:
        """The kinds of a list; None if they are unknown, or after a problem was reported."""
        place = place_at(data, file, "kind")
        if isinstance(form.kind, KindChoice):
            own = {kind: read for kind, read in self.kinds.items() if not kind.startswith(PREFIX)}
            kinds, whole = kinds_of(form.kind, own, At(place, self.problems, "kind"))
            if whole is None or whole.faulty:
                return None
            return ListKinds(whole, kinds, form.kind)
        kind = self.kinds.get(form.kind)
        if kind is None and not form.kind.startswith(PREFIX):  # reported where the kinds are read
            hint = did_you_mean(form.kind, self.kinds) or "declare it under `kinds` of game.yaml"
            self.problems.append(Problem("E111", place, f"there is no kind `{form.kind}`", hint))
        if kind is None or kind.faulty:
            return None
        return ListKinds(kind, {form.kind: kind})

    def _may_hold(self, form: ListForm, kinds: ListKinds, data: MappingNode, file: str) -> bool:
        """Whether the conditions of a list compare fields only with words that these may have."""
        before, sides = len(self.problems), {side: getattr(kinds.whole, side) for side in SIDES}
        fields = {**dict(sides["back"]), **dict(sides["front"])}
        for side, known in sides.items():
            fields |= {f"{side}.{name}": type_ for name, type_ in known}
        check_condition(form.where, fields, At(place_at(data, file, "where"), self.problems))
        if kinds.choice is not None:
            at = At(place_at(data, file, "kind"), self.problems)
            check_words(kinds.choice.node, fields, at)
        return len(self.problems) == before

    def _are_few(
        self, entries: Sequence[PieceForm | Enumeration], variants: int, one_list: "_OneList"
    ) -> bool:
        """Counts the pieces of a list; returns whether the game may have so many.

        If not, E133 is reported at an entry, once: later lists are not counted.
        """
        amounts, fields = self.amounts, len(one_list.kind.front) + len(one_list.kind.back)
        if _too_many(amounts):
            return False
        for index, typed in enumerate(entries):
            pieces = variants
            if isinstance(typed, Enumeration):
                pieces *= typed.combinations
                amounts.letters += pieces * typed.letters
            amounts.pieces += pieces
            amounts.values += pieces * fields
            if most := _too_many(amounts):
                message = f"with this entry the game has more than {most}"
                hint = "look at `for`, `variants` and `fields`; or make several games of it"
                place = one_list.place("pieces", index)
                self.problems.append(Problem("E133", place, message, hint))
                return False
        return True

    def _opened_list(
        self, form: ListForm, data: MappingNode, file: str, kinds: ListKinds
    ) -> "tuple[_OneList, list[PieceForm | Enumeration]]":
        """A list, and its entries or the rows of its spreadsheet."""
        without = replace(form, pieces=())
        plain = _OneList(without, data, file, kinds.whole, self, kinds=kinds)
        if not isinstance(form.pieces, SheetFile):
            if form.columns:
                place = place_at(data, file, "columns")
                hint = "write `pieces: cards.csv`, or delete `columns`"
                message = "`columns` of a list that is no spreadsheet"
                self.problems.append(Problem("E106", place, message, hint))
            return plain, [*form.pieces]
        place = place_at(data, file, "pieces")
        sheet_read = self._rows(form, form.pieces, kinds, place)
        if sheet_read is None:
            return plain, []
        sheet, pieces = sheet_read
        rows = _Rows(sheet, pieces)
        self.sheets.begin(sheet, [entry.front.line for entry in pieces.entries])
        of_rows = {kind: read.relaxed(pieces.faulty) for kind, read in kinds.kinds.items()}
        kinds = replace(kinds, whole=pieces.kind, kinds=of_rows)
        one_list = _OneList(without, data, file, pieces.kind, self, rows, kinds=kinds)
        return one_list, [*pieces.entries]

    def _rows(
        self, form: ListForm, named: SheetFile, kinds: ListKinds, place: Place
    ) -> "tuple[Place, SheetPieces] | None":
        """The place of a sheet, and its pieces; None after a problem was reported."""
        try:
            path = sheet_path(self.folder, named.path)
        except UnreadableSheet as fault:
            self.problems.append(Problem(fault.code, place, fault.message, fault.hint))
            return None
        inside = path.relative_to(self.folder).as_posix()
        name = (PurePosixPath(place.file).parent / inside).as_posix()
        languages = self.known.languages.codes
        try:
            sheet = read_sheet(path, named.sheet, languages, self.root)
        except UnreadableSheet as fault:
            self.problems.append(
                Problem(fault.code, Place(name, fault.line), fault.message, fault.hint)
            )
            return None
        # Takes as long to load as a short list in YAML takes to read.
        from fustella.read.spreadsheets.columns import HeaderReader  # noqa: PLC0415
        from fustella.read.spreadsheets.rows import read_rows  # noqa: PLC0415

        given = {side: self._fields_given(form, side) for side in SIDES}
        reader = HeaderReader(
            name,
            sheet.name,
            place.file,
            kinds.whole,
            languages,
            form.columns,
            given,
            kinds.column | column_names_in(form.where),
            self.problems,
            self.warnings,
            lambda: self._first_rows(path, sheet.others),
            {} if form.where else None,
        )
        return Place(name, sheet=sheet.name), read_rows(sheet, reader)

    def _first_rows(self, path: Path, sheets: Sequence[str]) -> Iterator[tuple[str, Row]]:
        """Yields the names and first rows of other sheets of a workbook that can be read."""
        for name in sheets[:_MOST_SHEETS]:
            try:
                sheet = read_sheet(path, name, self.known.languages.codes, self.root)
            except UnreadableSheet:
                continue
            if sheet.rows:
                yield name, sheet.rows[0]

    def _fields_given(self, form: ListForm, side: str) -> frozenset[str]:
        """The fields of a side that the list, or each of its variants, gives to all its pieces."""
        variants = [frozenset(getattr(variant, side)) for variant in form.variants]
        common = variants[0].intersection(*variants) if variants else frozenset()
        return common.union(getattr(form, side))


_Variant = tuple[int, VariantForm]
"""A variant with its number in its list, from 0."""

_OF_ALL_PIECES = (("copies",), ("source",))
"""Keys of an entry that hold for all the pieces that its `for` makes."""

_NOTHING = Record({})
"""The record of a side for which the kind declares no fields."""

_ENTRIES_OF_STEP = 20
"""The number of entries in one step of reading; a step that takes too long names its first one."""

_MOST_SHEETS = 12
"""The most other sheets of a workbook to search for a header that a sheet lacks."""


def one_by_one(
    entries: list[PieceForm | Enumeration], data: MappingNode
) -> Iterator[tuple[int, PieceForm | Enumeration]]:
    """Yields the entries with their indices, and forgets each before the next one.

    So the typed values of ten thousand pieces are not in memory beside the pieces.
    """
    nodes = data["pieces"]
    entries.reverse()
    for index in range(len(entries)):
        yield index, entries.pop()
        if isinstance(nodes, ListNode):  # no spreadsheet
            nodes[index] = None


class _Rows(Struct, frozen=True):
    """The pieces of a spreadsheet with the places of their cells."""

    sheet: Place
    pieces: "SheetPieces"

    def place(self, index: int, key: str) -> Place:
        """The place of the cell in which a piece has a key, else of the piece's row."""
        cell = self.pieces.places[index].get(key)
        row = self.pieces.entries[index].front.line
        return cell or replace(self.sheet, line=row, key=key)

    def unknown_columns(self, taken: Collection[int]) -> Iterator[Problem]:
        """Yields the problems of unknown columns with a word in one of the rows `taken`."""
        for column, problem in self.pieces.put_off.items():
            if any(self.pieces.words[index][column] != "" for index in taken):
                yield problem

    def hidden_warnings(self, taken: Collection[int]) -> Iterator[Problem]:
        """Yields the warning about hidden rows among the rows `taken`, if there are some."""
        if self.pieces.hidden:
            # Takes as long to load as a short list in YAML takes to read.
            from fustella.read.spreadsheets.habits import hidden_warnings  # noqa: PLC0415

            rows = {self.pieces.entries[index].front.line for index in taken}
            hidden = [row for row in self.pieces.hidden if row in rows]
            yield from hidden_warnings(hidden, self.sheet)


_EXPECTED = regex(r"expected (a whole number|a number|true or false), found ")
_SHOWN = 20
"""The most signs of a value in a message with several values."""

_A_COLUMN = 4
"""The fewest faulty cells of a column that put the blame on the type of its field."""


def _by_column(problems: Sequence[Problem], rows: int, kind: KindRead) -> Iterator[Problem]:
    """Yields the problems of a spreadsheet; a column with mostly faulty cells has only one.

    In such a column, the type of the field is wrong, and not the cells.
    """
    fields = {name for name, _ in (*kind.front, *kind.back)}
    groups: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        wanted = _EXPECTED.match(problem.message) if problem.code == "E104" else None
        if wanted and problem.place.key in fields:
            groups.setdefault((problem.place.key, wanted[1]), []).append(problem)
    instead_of: dict[Problem, Problem | None] = {}
    for (key, expected), group in groups.items():
        if len(group) < _A_COLUMN or 2 * len(group) <= rows:
            continue
        each = (problem.message.partition("found ")[2] for problem in group[:3])
        short = (f'{value[:_SHOWN]}…"' if len(value) > _SHOWN + 2 else value for value in each)
        examples = ", ".join(dict.fromkeys(short))
        message = f"the column `{key}` has {examples} …, and its field takes {expected}"
        values = "true or false" if expected == "true or false" else "numbers"
        hint = f"write {values} in it; or, if they are right, `{key}: text` under `fields` in "
        hint += "game.yaml"
        instead_of |= dict.fromkeys(group) | {
            group[0]: replace(group[0], message=message, hint=hint)
        }
    for problem in problems:
        if (instead := instead_of.get(problem, problem)) is not None:
            yield instead


class _OneList(Struct, frozen=True):
    """Reads the pieces of one list, one after the other.

    `common` has the list's source for pieces without one, after it was read. It stays empty if all
    texts are collected: then the source is read, and collected, for each piece. `taken` are the
    rows of a spreadsheet that the list takes.
    """

    form: ListForm
    data: MappingNode
    file: str
    kind: KindRead
    reader: ListReader
    rows: _Rows | None = None
    combination: str = ""
    common: list[Source] = field(default_factory=list)
    kinds: ListKinds | None = None
    taken: set[int] = field(default_factory=set)

    @property
    def known(self) -> Known:
        return self.reader.known

    @property
    def problems(self) -> list[Problem]:
        return self.reader.problems

    def filled(
        self, index: int, typed: PieceForm | Enumeration
    ) -> "Iterator[tuple[_OneList, PieceForm]]":
        """Yields the list and an entry; for an entry with `for`, once for each combination."""
        if isinstance(typed, PieceForm):
            yield self, typed
            return
        at = At(self.place("pieces", index), self.problems, index)
        names = dict.fromkeys(typed.choices, FieldType("number"))
        for side in SIDES:
            values = typed.entry.get(side)
            told = forgotten_signs(values, names, at.inside(side, typed.entry))
            self.reader.warnings.extend(told)
        for combination, node, inside in typed.filled(at, self.reader.icons):
            entry = form_of(PieceForm)(node, inside)
            if entry is not FAULTY:
                reader = replace(self.reader, problems=inside.problems)
                yield replace(self, reader=reader, combination=combination), entry

    def check_own_source(self) -> None:
        """Reports the faults of the source that the list gives to all its pieces."""
        self._check_source(self.form.source, "source")

    def piece(self, index: int, entry: PieceForm, variant: _Variant | None) -> Piece | None:
        """The piece of an entry in one of its variants.

        None if the list does not take it, or if its source or its kind is missing.
        """
        name = f"{entry.id}-{variant[1].id}" if variant else entry.id
        known = len(self.problems)
        chosen = self._chosen(index, entry, variant)
        piece = chosen._piece(name, index, entry, variant) if chosen else None
        if len(self.problems) > known:
            self.problems[known:] = (
                replace(problem, piece=name) for problem in self.problems[known:]
            )
        return piece

    def _chosen(self, index: int, entry: PieceForm, variant: _Variant | None) -> "_OneList | None":
        """The list for the kind of a piece; None if it does not take the piece."""
        kinds, where = self.kinds, self.form.where
        if kinds is None or (kinds.choice is None and not where):
            return self._taken(index)
        copies, _ = self._copies(index, entry, variant)
        values = values_of(
            f"{entry.id}-{variant[1].id}" if variant else entry.id,
            copies if entry.struck_out is None else 0,
            {side: self._values(side, entry, variant) for side in SIDES},
            kinds.whole,
            self.rows.pieces.words[index] if self.rows else {},
            self.known.languages.codes,
        )
        if not takes(where, values, At(self.place("where"), self.problems, "where")):
            return None
        at = At(self.place("pieces", index), self.problems, index)
        kind = kinds.kind_of(values, at, At(self.place("kind"), self.problems, "kind"))
        one = replace(self, kind=kind) if kind is not None else None
        return one._taken(index) if one else None

    def _taken(self, index: int) -> "_OneList | None":
        """The list itself; None after it was reported that another list has taken the row."""
        if self.rows is None:
            return self
        self.taken.add(index)
        row = self.rows.pieces.entries[index].front.line
        twice = self.reader.sheets.take(self.rows.sheet, row, self.file)
        if twice is not None:
            self.problems.append(twice)
        return self if twice is None else None

    def _piece(
        self, name: str, index: int, entry: PieceForm, variant: _Variant | None
    ) -> Piece | None:
        place = self.place("pieces", index)
        front = self._side("front", entry, variant, place)
        back = self._side("back", entry, variant, place)
        source = self._source(index, entry, place)
        if source is None:
            return None
        copies, copies_place = self._copies(index, entry, variant)
        return Piece(
            id=name,
            kind=self.kind.kind,
            name=self._name(index, entry, variant, front, place),
            front=front,
            back=back,
            copies=copies if entry.struck_out is None else 0,
            source=source,
            struck_out=self._remark(entry.struck_out, "pieces", index, "struck_out"),
            place=place,
            copies_place=copies_place,
            in_list=PurePosixPath(self.file).stem,
        )

    def _copies(self, index: int, entry: PieceForm, variant: _Variant | None) -> tuple[int, Place]:
        """The number of copies, and its place: in piece, variant or list; else line 0."""
        if entry.copies:
            return entry.copies, self.place("pieces", index, "copies")
        if variant is not None and variant[1].copies:
            return variant[1].copies, self.place("variants", variant[0], "copies")
        if self.form.copies:
            return self.form.copies, self.place("copies")
        return 1, Place(self.file, 0, "copies")

    def _source(self, index: int, entry: PieceForm, place: Place) -> Source | None:
        self._check_source(entry.source, "pieces", index, "source")
        if entry.source is None and self.form.source is None:
            if not self.reader.has_document:
                return Source((), None, Place(self.file, 0, "source.lines"))
            hint = 'add `source: {lines: 12-19}` or `source: {designed: "why"}`'
            message = "nothing says where this piece comes from"
            self.problems.append(Problem("E116", place, message, hint))
            return None
        if entry.source is None:
            return self._common_source()
        lines, lines_place = self._lines(index, entry)
        if entry.source.designed is None:
            return Source(lines, self._common_reason(), lines_place)
        reason = self._remark(entry.source.designed, "pieces", index, "source", "designed")
        return Source(lines, reason, lines_place)

    def _common_source(self) -> Source:
        """The list's source for pieces without one, read once unless all texts are collected."""
        if self.common:
            return self.common[0]
        known = len(self.problems)
        lines, lines_place = self._lines(0, None)
        source = Source(lines, self._common_reason(), lines_place)
        if len(self.problems) == known and self.known.languages.texts is None:
            self.common.append(source)
        return source

    def _common_reason(self) -> Text | None:
        """The reason for an own design that the list gives its pieces."""
        designed = self.form.source.designed if self.form.source else None
        return self._remark(designed, "source", "designed")

    def _check_source(self, form: SourceForm | None, *steps: int | str) -> None:
        """Reports an empty source, and lines in a game without a document."""
        if form is None or form is FAULTY_SOURCE:
            return
        documented, place = self.reader.has_document, self.place(*steps)
        if form.says_nothing and documented:
            hint = 'write {lines: 12-19} or {designed: "why"}'
            message = "the source has neither lines nor a reason"
            self.problems.append(Problem("E116", place, message, hint))
        elif form.says_nothing:
            message, hint = "nothing stands under `source`", "delete it: a source may be left out"
            self.problems.append(Problem("E116", place, message, hint))
        elif form.lines and not documented:
            place = self.place(*steps, "lines")
            message = "lines of a rule document, and the game has none"
            alone = form.designed is None and not form.sheet
            which = "source" if alone else "lines"
            hint = f"write `document: rules.txt` into game.yaml, or delete `{which}`"
            self.problems.append(Problem("E116", place, message, hint))

    def _lines(self, index: int, entry: PieceForm | None) -> tuple[Lines, Place]:
        """The lines of the document, and their place: in the piece or the list; else line 0."""
        if entry and entry.source and entry.source.lines:
            return entry.source.lines, self.place("pieces", index, "source", "lines")
        if self.form.source and self.form.source.lines:
            return self.form.source.lines, self.place("source", "lines")
        return (), Place(self.file, 0, "source.lines")

    def _remark(self, value: object, *steps: int | str) -> Text | None:
        """A remark of the designer, in each language or the same in all."""
        if value is None:
            return None
        place = self.place(*steps)
        return read_text(value, self.known.languages, place, self.problems, plain=True)

    def _values(self, side: str, entry: PieceForm, variant: _Variant | None) -> MappingNode:
        """The values of a side as typed: of the list, the piece, and its variant; the last wins."""
        parts = [getattr(self.form, side), getattr(entry, side)]
        if variant is not None:
            parts.append(getattr(variant[1], side))
        return joined(*parts)

    def _like_front(self, back: MappingNode, front: MappingNode, place: Place) -> MappingNode:
        """The values of a back that is `like: front`: those of the front, and what differs.

        Those of the front keep their places.
        """
        fields = dict(self.kind.back)
        if back.get(LIKE) != "front" or LIKE in fields:
            return back
        at = Place(self.file, place.line, place.key).inside("front")
        shared, own = MappingNode(front.line), MappingNode(back.line)
        for name, value in front.items():
            if name in fields:
                shared.put(name, value, front.lines[name])
                shared.places[name] = front.place_of(name, at)
        for name, value in back.items():
            if name != LIKE:
                own.put(name, value, back.lines[name])
        own.places.update(back.places)
        return joined(shared, own)

    def _side(self, side: str, entry: PieceForm, variant: _Variant | None, place: Place) -> Record:
        values = self._values(side, entry, variant)
        fields = self.kind.front if side == "front" else self.kind.back
        if side == "back":
            front = self._values("front", entry, variant)
            values = self._like_front(values, front, place)
        values = self._of_its_kind(side, values, dict(fields), place)
        if not (fields or values or values.places):
            return _NOTHING
        at = Place(self.file, place.line, place.key).inside(side)  # a value without a cell
        found: list[Problem] = []
        record = Converter(self.known, found).record(values, fields, at)
        self.problems.extend([each for each in found if each not in self.problems])
        return record

    def _of_its_kind(
        self, side: str, values: MappingNode, fields: Collection[str], place: Place
    ) -> MappingNode:
        """The values of a side, without those that only other kinds of the list have fields for.

        Reports E106 for each of these.
        """
        if self.kinds is None or self.kinds.choice is None:
            return values
        whole = dict(getattr(self.kinds.whole, side))
        others = [name for name in values if name not in fields and name in whole]
        if not others and not any(name not in fields for name in values.places):
            return values
        result = MappingNode(values.line)
        for name, value in values.items():
            if name not in others:
                result.put(name, value, values.lines[name])
                continue
            kind, by = self.kind.kind.id, self.kinds.choice.by
            at = values.place_of(name, Place(self.file, place.line, place.key).inside(side))
            message = f"the kind `{kind}` of this piece has no field `{name}`"
            hint = f"leave it empty, or look at `{by}`; or add the field to `{kind}`"
            self.problems.append(Problem("E106", at, message, hint, cause=f"{kind}.{name}"))
        result.places.update({name: cell for name, cell in values.places.items() if name in fields})
        return result

    def _name(
        self,
        index: int,
        entry: PieceForm,
        variant: _Variant | None,
        front: Record,
        place: Place,
    ) -> Text:
        name = self._own_name(index, entry, front, place)
        if variant is None or variant[1].name is None:
            return name
        where, languages = self.place("variants", variant[0], "name"), self.known.languages
        added = read_text(variant[1].name, languages, where, self.problems)
        words = {
            language: type(word)(f"{word} ({added.in_language(language)})", word.place)
            for language, word in name.by_language.items()
        }
        return Text(words)

    def _own_name(self, index: int, entry: PieceForm, front: Record, place: Place) -> Text:
        if entry.name is not None:
            where = self.place("pieces", index, "name")
            return read_text(entry.name, self.known.languages, where, self.problems).plain()
        for called in ("name", "title"):
            value = front[called] if called in front else None
            if isinstance(value, Text):
                return value
        if self.rows is not None:
            values = (front[name] for name in front)
            texts = (value for value in values if isinstance(value, Text))
            return next(texts, self._id_as_name(entry, place))
        if not any(name in ("name", "title") for name, _ in self.kind.front):
            hint = "add `name: …`; the cover sheet and `fustella list` call the piece by it"
            self.problems.append(Problem("E107", place, "the piece has no name", hint))
        return self._id_as_name(entry, place)

    def _id_as_name(self, entry: PieceForm, place: Place) -> Text:
        return Text({language: Word(entry.id, place) for language in self.known.languages.codes})

    def place(self, *steps: int | str) -> Place:
        """The place of a value.

        Its key names the combination of `for`, unless all share it.
        """
        if self.rows is not None and steps[0] == "pieces":
            return self.rows.place(int(steps[1]), ".".join(map(str, steps[2:])))
        place = place_at(self.data, self.file, *steps)
        if self.combination and steps[0] == "pieces" and steps[2:3] not in _OF_ALL_PIECES:
            entry, end, rest = place.key.partition("]")
            return replace(place, key=f"{entry}{end}{self.combination}{rest}")
        return place


MOST = 1000
"""The most copies of one piece in a list to print again: a larger number is a typing error."""


class Listed(Struct, frozen=True):
    """One line of a list of pieces to print again."""

    piece: str
    copies: int
    place: Place


def read_copies(path: Path) -> tuple[Listed, ...]:
    """The lines of a list of pieces to print again, such as `card-snow: 2`.

    Raises ProblemsFound: E104 for a count that is not from 1 to `MOST`, and the problems of `load`.
    """
    name = path.as_posix()
    listed: list[Listed] = []
    problems: list[Problem] = []
    data = load(path, name)
    for piece, copies in data.items():
        place = place_at(data, name, piece)
        if not is_whole(copies) or not 1 <= copies <= MOST:
            message = f"expected 1 to {MOST} copies, found {shown(copies)}"
            problems.append(Problem("E104", place, message, f"write `{piece}: 2`"))
            continue
        listed.append(Listed(str(piece), int(copies), place))
    if problems:
        raise ProblemsFound(problems)
    return tuple(listed)
