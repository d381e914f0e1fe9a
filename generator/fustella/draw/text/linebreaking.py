"""Breaking text into as few lines as can be, at the best places.

All ways to break a text into that many lines are weighed (D. E. Knuth and M. F. Plass, Breaking
Paragraphs into Lines, 1981: shortest path over the breaks), with fewer criteria, for our lines are
never stretched. A break can only lie between where filling from the front and filling from the
back would put it, so few are looked at.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from fustella.draw.text.lines import TextRow, WordBox, is_one_word, row_of, stretches, wrap

ORPHAN = 1 / 3
"""A last line is short when it fills less than this share of the width."""

_BROKEN_TIE = 8.0
_LONELY_WORD = 5.0
_SHORT_LAST_LINE = 0.15
_HYPHEN = 0.2

_WORD_BROKEN_TWICE = 3.0
"""What they weigh, where a whole line left empty weighs 1, and half of one a quarter."""

_NEVER = math.inf

_Ways: TypeAlias = dict[int, tuple[float, tuple[int, ...]]]
"""For each place where a line may end: the least weight of the lines so far, and their ends."""


def wrap_evenly(boxes: Sequence[WordBox], width_em: float, align: str) -> tuple[TextRow, ...]:
    """The same number of lines as `wrap` makes, broken at better places.

    Centred lines become about equally long, others as full as can be but for the last. No short
    word is left alone on a last line and no tied boxes are parted where that can be helped.
    """
    rows: list[TextRow] = []
    for stretch in stretches(boxes):
        filled = wrap(stretch, width_em)
        better = None
        if len(filled) > 1:
            better = _Stretch(stretch, width_em, align == "center").best(_ends(filled))
        rows.extend(better or filled)
    return tuple(rows)


def parts_ties(rows: Sequence[TextRow]) -> bool:
    """Whether a line begins with a box that had better stay with the one before."""
    return any(row.boxes[0].tied for row in rows)


def breaks_twice(rows: Sequence[TextRow]) -> bool:
    """Whether a word is so long that it takes more than two lines."""
    return any(
        row.hyphenated and after.hyphenated and is_one_word(after.boxes)
        for row, after in pairwise(rows)
    )


def _ends(rows: Sequence[TextRow]) -> list[int]:
    """The end of each line, counted in boxes."""
    ends = [0]
    for row in rows:
        ends.append(ends[-1] + len(row.boxes))
    return ends[1:]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Boxes between two breaks that were typed, and the width they have."""

    boxes: Sequence[WordBox]
    width_em: float
    centred: bool

    def best(self, latest: Sequence[int]) -> tuple[TextRow, ...] | None:
        """The best lines, as many as `latest` has ends; None when there is no way but that one."""
        along = self._along()
        earliest = self._earliest(along, len(latest))
        ways: _Ways = {0: (0.0, ())}
        for first, last in zip(earliest, latest, strict=True):
            ways = self._next_line(ways, along, range(max(first, 1), last + 1))
        if len(self.boxes) not in ways:
            return None
        ends = ways[len(self.boxes)][1]
        starts = (0, *ends[:-1])
        return tuple(row_of(self.boxes, *line) for line in zip(starts, ends, strict=True))

    def _along(self) -> list[float]:
        """How far each box's end is from the start, were all on one line."""
        along = [0.0]
        for box in self.boxes:
            along.append(along[-1] + box.gap_em + box.width_em)
        return along

    def _earliest(self, along: Sequence[float], lines: int) -> list[int]:
        """For each line, where it must end at the earliest for the lines after it to suffice."""
        earliest = [len(self.boxes)]
        while len(earliest) < lines:
            start = end = earliest[-1]
            while start and along[end] - along[start - 1] - self.boxes[start - 1].gap_em <= (
                self.width_em
            ):
                start -= 1
            earliest.append(min(start, max(end - 1, 0)))
        return earliest[::-1]

    def _next_line(self, ways: _Ways, along: Sequence[float], ends: range) -> _Ways:
        """All ways with one line more that ends at one of `ends`."""
        further: _Ways = {}
        for start, (weight, before) in ways.items():
            offset_em = along[start] + self.boxes[start].gap_em
            for end in ends:
                if end <= start:
                    continue
                line_em = along[end] - offset_em
                if line_em > self.width_em and end > start + 1:
                    break
                total = weight + self._weight(start, end, line_em)
                if total < _NEVER and (end not in further or total < further[end][0]):
                    further[end] = (total, (*before, end))
        return further

    def _weight(self, start: int, end: int, line_em: float) -> float:
        """How bad a line is."""
        if end == len(self.boxes):
            return self._weight_of_last(start, line_em / self.width_em)
        hyphen = self.boxes[end - 1].hyphen
        weight = _BROKEN_TIE if self.boxes[end].tied else 0.0
        if hyphen is not None:
            line_em += hyphen.width_em
            weight += self._weight_of_hyphen(start, end) if line_em <= self.width_em else _NEVER
        share = line_em / self.width_em
        return weight + (share if self.centred else 1 - share) ** 2

    def _weight_of_hyphen(self, start: int, end: int) -> float:
        inside = start > 0 and self.boxes[start - 1].hyphen is not None
        twice = inside and is_one_word(self.boxes[start:end])
        return _WORD_BROKEN_TWICE if twice else _HYPHEN

    def _weight_of_last(self, start: int, share: float) -> float:
        weight = share**2 if self.centred else 0.0
        if share < ORPHAN:
            alone = is_one_word(self.boxes[start:])
            weight += _LONELY_WORD if alone else _SHORT_LAST_LINE
        return weight
