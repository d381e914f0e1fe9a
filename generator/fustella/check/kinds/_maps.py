"""Reads maps drawn with marks, for the kind `map`, compares two of them, and checks their size.

A map is rows of marks with white space between them. The claim keeps the rows as they were in the
document; with the document at hand they are found there again.
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from fustella.check.context import CheckContext, Fact
from fustella.check.document import Document
from fustella.check.errors import InvalidClaim
from fustella.check.selection import fitting
from fustella.core.values.claims import Claim, Lines, Repair, Verdict
from fustella.core.values.expressions import Sum, shown
from fustella.core.values.model import Word
from fustella.core.values.problems import Place

SIZE_KEYS = ("wide", "high", "squares", "players", "each_player")
"""The keys of a claim that `sizes` checks."""

_BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))
_LONGEST_MARK = 3
_FEWEST_MARKS = 3
_WORD = re.compile(r"\S+")
_MARK = re.compile(rf"\w{{1,{_LONGEST_MARK}}}")


class MapRow(Struct, frozen=True):
    """One row: its marks, its line (0 when not known), and the text of the line, stripped."""

    marks: tuple[str, ...]
    line: int
    typed: str


class MapDrawing(Struct, frozen=True):
    """The rows of a map; a map without rows is only described, not drawn."""

    rows: tuple[MapRow, ...]

    @property
    def wide(self) -> int:
        """The number of squares in the longest row."""
        return max((len(row.marks) for row in self.rows), default=0)

    @property
    def high(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def squares(self) -> int:
        return sum(len(row.marks) for row in self.rows)

    def at(self, marks: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """The squares whose mark fits one of some patterns: row and column from 0, and mark."""
        fits = [fitting(pattern) for pattern in marks]
        for down, row in enumerate(self.rows):
            for across, mark in enumerate(row.marks):
                if any(fit(mark) for fit in fits):
                    yield down, across, mark

    def around(self, down: int, across: int) -> tuple[str, ...]:
        """The marks on the four sides of a square."""
        marks = []
        for right, below in _BESIDE:
            row, column = down + below, across + right
            if 0 <= row < self.high and 0 <= column < len(self.rows[row].marks):
                marks.append(self.rows[row].marks[column])
        return tuple(marks)


def drawing_of(text: str, first: int) -> MapDrawing:
    """A map as it is typed in a claim; `first` is the line of its first row, 0 when not known."""
    return MapDrawing(
        tuple(
            MapRow(tuple(line.split()), first + number if first else 0, line.strip())
            for number, line in enumerate(text.split("\n"))
            if line.strip()
        )
    )


def drawn_in(document: Document, lines: Lines, recorded: MapDrawing) -> MapDrawing | None:
    """The first map in some lines of a document, or in the first lines behind that are not blank.

    A mark is one of the `recorded` marks, or has up to three letters or digits. A map has at least
    two rows. A row has at least three marks, so that a table of numbers does not count as a map; or
    at least as many as the shortest recorded row. Where lines were joined or parted, the map is the
    recorded one if all its marks follow one another.
    """
    drawn = _drawn_in_lines(document, lines, recorded)
    if drawn is None or not _holds(drawn, recorded):
        return _found_across_lines(document, lines, recorded) or drawn
    return drawn


def _holds(drawing: MapDrawing, recorded: MapDrawing) -> bool:
    """Whether all rows of a recorded map follow one another in a drawing."""
    rows, sought = ([row.marks for row in each.rows] for each in (drawing, recorded))
    starts = range(len(rows) - len(sought) + 1)
    return any(rows[start : start + len(sought)] == sought for start in starts)


def _found_across_lines(
    document: Document, lines: Lines, recorded: MapDrawing
) -> MapDrawing | None:
    """The recorded map if its marks follow one another, wherever lines end."""
    marks = [mark for row in recorded.rows for mark in row.marks]
    for text, (first, last) in itertools.product(document.texts, lines):
        if not marks or first > len(document.lines):
            continue
        words = list(_WORD.finditer(text, document.start_of(first)))
        typed = [word[0] for word in words]
        behind = (document.line_at(word.start()) for word in words)
        end = next((line for line in behind if line > last), last)
        for at in range(len(words) - len(marks) + 1):
            if document.line_at(words[at].start()) > end:
                break
            if typed[at : at + len(marks)] == marks:
                found = iter(words[at:])
                return MapDrawing(tuple(_row_of(row, found, document) for row in recorded.rows))
    return None


def _row_of(row: MapRow, words: Iterator[re.Match[str]], document: Document) -> MapRow:
    """A recorded row with the line in which the next words begin."""
    first, *_ = (next(words) for _ in row.marks)
    return MapRow(row.marks, document.line_at(first.start()), row.typed)


def _drawn_in_lines(document: Document, lines: Lines, recorded: MapDrawing) -> MapDrawing | None:
    """The first map whose rows are lines; see `drawn_in`."""
    marks = {mark for row in recorded.rows for mark in row.marks}
    fewest = min([_FEWEST_MARKS, *(len(row.marks) for row in recorded.rows)])
    for first, last in lines:
        for at in range(first, len(document.lines) + 1):
            rows = tuple(_rows_from(document, at, marks, fewest))
            if len(rows) > 1:
                return MapDrawing(rows)
            if at > last and document.line(at).strip():
                break
    return None


def _rows_from(document: Document, at: int, known: set[str], fewest: int) -> Iterator[MapRow]:
    """The consecutive rows that begin in a line; blank lines between them do not count."""
    if not document.line(at).strip():
        return
    for number in range(at, len(document.lines) + 1):
        line = document.line(number)
        marks = tuple(line.split())
        if len(marks) >= fewest and all(mark in known or _MARK.fullmatch(mark) for mark in marks):
            yield MapRow(marks, number, line.strip())
        elif marks:
            return


def changes(recorded: MapDrawing, read: MapDrawing | None, claim: Claim) -> Iterator[Fact]:
    """A fact for each row in which the document differs from the claim; none when all are equal."""
    if not recorded.rows:
        if read is not None:
            says = f"line {read.rows[0].line} draws {read.high} rows now"
            reason = "copy the rows into the claim"
            yield Fact(False, says, "no `rows`", (claim.place,), (), reason, Verdict.DIFFERS)
        return
    if read is None:
        reason = "find the map in the document, and the passage before it"
        has = f"{recorded.high} rows in claims.yaml"
        yield Fact(False, "the drawn map", has, (), (), reason, Verdict.GONE)
        return
    old, new = recorded.rows, read.rows
    if len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            if before.marks != after.marks:
                yield _fact_of_change(before, after, claim)
        return
    matcher = SequenceMatcher(
        None, [row.marks for row in old], [row.marks for row in new], autojunk=False
    )
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag != "equal":
            yield from _changed_rows(old[first:last], new[new_first:new_last], claim)


def _changed_rows(old: tuple[MapRow, ...], new: tuple[MapRow, ...], claim: Claim) -> Iterator[Fact]:
    """Yields facts for the `new` rows that replace `old` ones; their numbers may differ."""
    both = min(len(old), len(new))
    for before, after in zip(old, new, strict=False):
        yield _fact_of_change(before, after, claim)
    for row in old[both:]:
        says = f"a row less: {' '.join(row.marks)}"
        yield _fact_without_repair(
            says, "it is in claims.yaml", replace(_rows_place(claim), line=row.line)
        )
    for row in new[both:]:
        says = f"line {row.line}: a new row, {' '.join(row.marks)}"
        yield _fact_without_repair(says, "it is not in claims.yaml", _rows_place(claim))


def _fact_without_repair(says: str, has: str, place: Place) -> Fact:
    reason = "rows are put in and taken out by hand"
    return Fact(False, says, has, (place,), (), reason, Verdict.DIFFERS)


def _fact_of_change(before: MapRow, after: MapRow, claim: Claim) -> Fact:
    was = " ".join(before.marks)
    says = f"line {after.line}: {' '.join(after.marks)} (was {was})"
    place = replace(_rows_place(claim), line=before.line)
    repair = Repair(place, before.typed, _retyped_row(before, after))
    return Fact(False, says, f"{was} in claims.yaml", (place,), (repair,), verdict=Verdict.DIFFERS)


def _rows_place(claim: Claim) -> Place:
    rows = claim.parameters["rows"]
    assert isinstance(rows, Word)
    return rows.place


def _retyped_row(before: MapRow, after: MapRow) -> str:
    """The new marks of a row, with the typed spaces of an old row of as many marks."""
    if len(before.marks) != len(after.marks):
        return " ".join(after.marks)
    typed, at = [], 0
    for old, new in zip(before.marks, after.marks, strict=True):
        start = before.typed.index(old, at)
        typed += [before.typed[at:start], new]
        at = start + len(old)
    return "".join(typed)


def sizes(claim: Claim, context: CheckContext, drawing: MapDrawing) -> Iterator[Fact]:
    """A fact for each figure of the map's size in the document. Raises InvalidClaim."""
    stated = {
        key: context.evaluate(claim, claim.parameters[key], key)
        for key in SIZE_KEYS
        if key in claim.parameters
    }
    area = None
    if "wide" in stated and "high" in stated:
        area = stated["wide"].value * stated["high"].value
    if area is not None and "squares" in stated:
        wide, high, squares = (stated[key].value for key in ("wide", "high", "squares"))
        says = f"{shown(wide)} × {shown(high)} = {shown(squares)}"
        figures = _figures(stated, "wide", "high", "squares")
        yield Fact(area == squares, says, shown(area), rule_figures=figures)
    if drawing.rows:
        yield from _drawn_sizes(stated, drawing)
    if "each_player" in stated:
        total = stated["squares"].value if "squares" in stated else area
        if drawing.rows:
            total = Fraction(drawing.squares)
        if total is None:
            raise InvalidClaim(
                "each_player", "it does not say of how many squares", "add `squares: …`", "E107"
            )
        yield _fact_of_shares(stated, total)


def _drawn_sizes(stated: Mapping[str, Sum], drawing: MapDrawing) -> Iterator[Fact]:
    for number, row in enumerate(drawing.rows, start=1):
        if len(row.marks) != drawing.wide:
            says = f"rows of {drawing.wide} squares"
            yield Fact(False, says, f"row {number} has {len(row.marks)}")
    size = {"wide": drawing.wide, "high": drawing.high}
    keys = [key for key in size if key in stated]
    if keys:
        says = " × ".join(f"{shown(stated[key].value)} {key}" for key in keys)
        has = " × ".join(f"{size[key]} {key}" for key in keys)
        holds = all(stated[key].value == size[key] for key in keys)
        yield Fact(holds, says, f"drawn {has}", rule_figures=_figures(stated, *keys))
    if "squares" in stated:
        squares = stated["squares"]
        holds, says = squares.value == drawing.squares, f"{shown(squares.value)} squares"
        yield Fact(holds, says, f"{drawing.squares} drawn", rule_figures=squares.figures)


def _fact_of_shares(stated: Mapping[str, Sum], squares: Fraction) -> Fact:
    """Checks that a player's share of the squares, rounded down, is as the document states."""
    players, each = stated["players"].value, stated["each_player"].value
    if players < 1:
        raise InvalidClaim("players", "nobody plays", "name the figure of the players")
    share = Fraction(squares // players)
    has = f"{shown(squares)} / {shown(players)} = {shown(share)}"
    rest = "" if share * players == squares else " and a rest"
    figures = _figures(stated, "players", "each_player")
    return Fact(share == each, f"{shown(each)} squares each", f"{has}{rest}", rule_figures=figures)


def _figures(stated: Mapping[str, Sum], *keys: str) -> tuple[str, ...]:
    return tuple(name for key in keys for name in stated[key].figures)
