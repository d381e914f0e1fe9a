"""Changes cells and rows of a CSV file; delimiters, quotes, encoding and line ends stay."""

from collections.abc import Iterator, Mapping, Sequence

from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheet_edits import EditPlan, NewRow, SheetEdit, plan_of
from fustella.read.spreadsheets.cells import UnreadableSheet
from fustella.read.spreadsheets.delimited import (
    DELIMITERS,
    LONGEST,
    CellText,
    delimiter_of,
    records,
    sheet_of,
)
from fustella.read.spreadsheets.encodings import decoded

_TextEdit = tuple[int, int, int, str]
"""A start in the text, an order among edits with it, an end, and the characters in its place."""

_ROW, _CELL, _BEHIND = range(3)
"""The orders of edits that begin at the same place: rows before it, its cell, what follows it."""


class TextSheet:
    """The sheet of a CSV file for editing."""

    name = ""

    def __init__(self, file: str, data: bytes, languages: Sequence[str]) -> None:
        """Reads the sheet. Raises UnreadableSheet."""
        self._file_name, self._languages = file, languages
        self._file = decoded(data, languages)
        self.text = self._file.text
        self.sheet = sheet_of(self.text, file)
        self._delimiter = delimiter_of(self.text, file)
        self._records: list[Sequence[CellText]] = []
        self._breaks_with_returns = False

    @property
    def why_none(self) -> str:
        return ""

    def why(self, *_: int) -> str:
        return ""

    def edited(self, edits: Sequence[SheetEdit]) -> bytes:
        """The file with all edits made. Raises EditRefused and UnreadableSheet."""
        self._records = list(records(self.text, self._delimiter))
        self._breaks_with_returns = "\r\n" in self.text and any(
            "\r\n" in self.text[span.start : span.end] for row in self._records for span in row
        )
        plan = plan_of(edits, self.sheet.rows)
        for text in _texts(plan):
            if len(text) > LONGEST:
                raise EditRefused(f"a text of more than {LONGEST:,} letters")
            if "\0" in text:
                raise EditRefused("a character that no text has")
        after = self._with_edits(plan, "")
        if delimiter_of(after, self._file_name) != self._delimiter:  # it is found by counting signs
            after = self._with_edits(plan, DELIMITERS)
        try:
            data = self._file.encoded(after)
        except UnicodeEncodeError as error:
            letters = error.object[error.start : error.end]
            encoding = self._file.encoding
            message = f"the file is in {encoding}, which has no `{letters}`"
            raise EditRefused(f"{message}: save it as “CSV UTF-8” first") from None
        self._prove(data, after, plan)
        return data

    def _with_edits(self, plan: EditPlan, signs: str) -> str:
        """The text with edits made; cells with one of these `signs` get quotes, too."""
        edits = [*self._cells(plan, signs), *self._rows(plan, signs)]
        parts, at = list[str](), 0
        for start, _, end, typed in sorted(edits, key=lambda edit: edit[:3]):
            parts += (self.text[at:start], typed)
            at = end
        return "".join((*parts, self.text[at:]))

    def _cells(self, plan: EditPlan, signs: str) -> Iterator[_TextEdit]:
        """Yields the edits of cells, and of rows that get cells behind their last one."""
        beyond: dict[int, dict[int, str]] = {}
        for (row, column), text in plan.cells.items():
            if row > len(self._records):
                raise EditRefused(f"there is no row {row}")
            spans = self._records[row - 1]
            if column < len(spans):
                span = spans[column]
                yield span.start, _CELL, span.end, self._retyped(span, text, signs)
            else:
                beyond.setdefault(row, {})[column] = text
        header = self.sheet.rows[0].number
        width = len(self._records[header - 1])
        new = max(beyond.get(header, {}), default=-1) + 1 - width
        for number, spans in enumerate(self._records, start=1):
            texts = beyond.get(number, {})
            last = max((column for column, text in texts.items() if text), default=-1)
            if new > 0 and len(spans) == width and len(spans) > 1:  # a column more
                last = max(last, width + new - 1)
            if last < len(spans):
                continue
            typed = (self._typed(texts.get(column, ""), signs) for column in range(last + 1))
            added = self._delimiter.join(("", *list(typed)[len(spans) :]))
            yield spans[-1].end, _BEHIND, spans[-1].end, added

    def _rows(self, plan: EditPlan, signs: str) -> Iterator[_TextEdit]:
        for before, new in plan.inserted.items():
            behind = self._records[before - 2]
            line_end = self._line_end(before - 1)
            lines = [self._line(row, signs) for row in new]
            at = self._row_end(before - 1)
            if at > behind[-1].end:
                yield at, _ROW, at, "".join(f"{line}{line_end}" for line in lines)
            else:  # the last line has no line end
                first = "" if plan.moves.is_removed(before - 1) else line_end
                yield at, _BEHIND + 1, at, first + line_end.join(lines)
        for row in plan.moves.removed:
            if row > len(self._records):
                raise EditRefused(f"there is no row {row}")
            yield self._records[row - 1][0].start, _CELL, self._row_end(row), ""

    def _line(self, row: NewRow, signs: str) -> str:
        """The characters of a new row, as long as the header, and quoted as the row it is like."""
        like = self._records[row.like - 1] if row.like else ()
        if row.copied:
            return self._delimiter.join(
                self._retyped(span, row.cells[column], signs)
                if column in row.cells
                else self.text[span.start : span.end]
                for column, span in enumerate(_filled_up(like, row.cells))
            )
        header = self._records[self.sheet.rows[0].number - 1]
        width = max(len(header), max(row.cells, default=-1) + 1)
        cells = (row.cells.get(column, "") for column in range(width))
        return self._delimiter.join(
            self._quoted(text)
            if column < len(like)
            and self._is_quoted_freely(like[column])
            and (text or not like[column].value)
            else self._typed(text, signs)
            for column, text in enumerate(cells)
        )

    def _row_end(self, row: int) -> int:
        """The position behind a row and its line end."""
        return self._records[row][0].start if row < len(self._records) else len(self.text)

    def _line_end(self, row: int) -> str:
        """The line end of a row, or of the first row if it has none."""
        for number in (row, 1):
            typed = self.text[self._records[number - 1][-1].end : self._row_end(number)]
            if typed:
                return typed
        return "\n"

    def _retyped(self, span: CellText, text: str, signs: str) -> str:
        """The characters of a cell with a new value; quotes, and blanks around them, stay."""
        typed = self.text[span.start : span.end]
        if not typed.lstrip(" ").startswith('"') or not (text or self._is_quoted_freely(span)):
            return self._typed(text, signs)
        first, last = typed.index('"'), typed.rindex('"')
        return typed[:first] + self._quoted(text) + typed[last + 1 :]

    def _is_quoted_freely(self, span: CellText) -> bool:
        """Whether a cell has quotes that it would not need."""
        typed = self.text[span.start : span.end].strip(" ")
        return typed.startswith('"') and self._typed(span.value, "") == span.value

    def _typed(self, text: str, signs: str) -> str:
        # A cell with a quote inside is quoted, too (RFC 4180, 2.5).
        special = any(sign in text for sign in (self._delimiter, "\n", "\r", '"', *signs))
        return self._quoted(text) if special else text

    def _quoted(self, text: str) -> str:
        inside = text.replace('"', '""')  # RFC 4180, 2.7
        if "\n" in inside and self._breaks_with_returns:
            inside = inside.replace("\r\n", "\n").replace("\n", "\r\n")
        return f'"{inside}"'

    def _prove(self, data: bytes, after: str, plan: EditPlan) -> None:
        """Raises EditRefused if the file would be read otherwise than with these edits alone."""
        refused = EditRefused("it would change more than this: do it in the spreadsheet program")
        try:
            again = decoded(data, self._languages).text
            delimiter = delimiter_of(again, self._file_name)
            found = [_without_tail(row) for row in records(again, delimiter)]
        except UnreadableSheet:
            raise refused from None
        if again != after or found != [_without_empty(row) for row in self._expected(plan)]:
            raise refused

    def _expected(self, plan: EditPlan) -> Iterator[list[str]]:
        """Yields the values of all rows after the edits."""
        texts: dict[int, dict[int, str]] = {}
        for (row, column), text in plan.cells.items():
            texts.setdefault(row, {})[column] = text
        for number in range(1, len(self._records) + 2):
            for new in plan.inserted.get(number, ()):
                like = self._records[new.like - 1] if new.copied else ()
                yield _with_texts([span.value for span in like], new.cells)
            if number <= len(self._records) and not plan.moves.is_removed(number):
                values = [span.value for span in self._records[number - 1]]
                yield _with_texts(values, texts.get(number, {}))


def _texts(plan: EditPlan) -> Iterator[str]:
    yield from plan.cells.values()
    for rows in plan.inserted.values():
        for row in rows:
            yield from row.cells.values()


def _filled_up(spans: Sequence[CellText], cells: Mapping[int, str]) -> Sequence[CellText]:
    """The cells of a row, with empty ones up to the last of `cells`."""
    missing = max(cells, default=-1) + 1 - len(spans)
    end = spans[-1].end
    return (*spans, *(CellText(end, end, "") for _ in range(missing)))


def _with_texts(values: list[str], texts: Mapping[int, str]) -> list[str]:
    values += [""] * (max(texts, default=-1) + 1 - len(values))
    for column, text in texts.items():
        values[column] = text.replace("\r\n", "\n").replace("\r", "\n")
    return values


def _without_tail(row: Sequence[CellText]) -> list[str]:
    return _without_empty([span.value for span in row])


def _without_empty(values: list[str]) -> list[str]:
    while values and not values[-1]:
        values.pop()
    return values
