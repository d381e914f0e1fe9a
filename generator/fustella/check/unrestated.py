"""Says which lines of a document booklets restate, which they leave out, and which are none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.check.booklets import Booklets
from fustella.check.document.lines import BLANK
from fustella.core.values.claims import (
    RESTATING,
    Claim,
    Claims,
    Excuse,
    Finding,
    Lines,
    Verdict,
    lines_shown,
)
from fustella.core.values.problems import Place


class Restated(Struct, frozen=True):
    """How much of a document booklets restate, in lines: of all `rules`, so many are `restated`.

    `missing` are those that no mark of a booklet covers; `place` is that of the booklets. `marks`
    are the lines that marks name, by their places.
    """

    rules: int
    restated: int
    missing: Lines
    place: Place
    marks: Mapping[Place, Lines]


def restated(claims: Claims, booklets: Booklets, hashes: Sequence[str]) -> Restated:
    """How much booklets restate of the rules of a document: its lines of claims and excuses.

    `hashes` are those of its lines, which tell blank ones; () where they are not known.
    """
    entries: list[Claim | Excuse] = [*claims.claims, *claims.excused]
    blank = {number for number, one in enumerate(hashes, start=1) if one == BLANK}
    rules = sorted(_numbers_in(one.lines for one in entries) - blank)
    marked = _numbers_in(part.lines for _, part in booklets.parts())
    missing = [number for number in rules if number not in marked]
    place = next(iter(booklets.rules.booklets.values())).settings.place
    marks = {part.mark_place: tuple(part.lines) for _, part in booklets.parts() if part.lines}
    ranges = _ranges(missing, blank)
    return Restated(len(rules), len(rules) - len(missing), ranges, place, marks)


def lines_beyond(booklets: Booklets, last: int) -> Iterator[Finding]:
    """Yields a finding for each mark with lines behind the last one of the document."""
    for _, part in booklets.parts():
        beyond = tuple(span for span in part.lines if span[1] > last)
        if beyond:
            yield Finding(
                claim=RESTATING,
                check=RESTATING,
                place=part.mark_place,
                lines=beyond,
                verdict=Verdict.DIFFERS,
                says=f"{last} lines",
                has=f"restates {lines_shown(beyond)}",
            )


def _numbers_in(every: Iterable[Lines]) -> set[int]:
    return {
        number
        for lines in every
        for first, last in lines
        for number in range(first, min(last, first + _MOST) + 1)
    }


_MOST = 100_000
"""The most lines of one range that are counted."""


def _ranges(numbers: Sequence[int], blank: set[int]) -> Lines:
    """The ranges of some lines; blank lines between two of them do not part a range."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        gap = range(ranges[-1][1] + 1, number) if ranges else range(0)
        if ranges and blank.issuperset(gap):
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return tuple(ranges)
