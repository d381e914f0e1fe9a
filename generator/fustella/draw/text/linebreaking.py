"""Breaking text into as few lines as possible, at the best places.

All ways to break a text into that many lines are compared (D. E. Knuth and M. F. Plass, Breaking
Paragraphs into Lines, 1981: shortest path over the breaks), with fewer criteria, because no space
is ever shrunk. Each break lies between the places where filling from the back and filling
from the front would put it, so only few need to be considered.
"""

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias

from msgspec import Struct

from fustella.draw.text.justify import JUSTIFY
from fustella.draw.text.lines import TextRow, WordBox, is_one_word, row_of, stretches, wrap

_ORPHAN = 1 / 3
"""A last line is short when it fills less than this share of the width."""

_BROKEN_TIE = 8.0
_LONELY_WORD = 5.0
_SHORT_LAST_LINE = 0.15
_HYPHEN = 0.2

_WORD_BROKEN_TWICE = 3.0
"""Penalties, relative to the 1 for an empty line; a half-empty one costs a quarter."""

_STRETCHED = 10.0
"""How many times as much an empty part of a line costs, where it is filled by stretched spaces."""

_NEVER = math.inf

_Paths: TypeAlias = dict[int, tuple[float, tuple[int, ...]]]
"""For each box count at which a line may end: the least penalty of the lines so far, their ends."""


def wrap_evenly(boxes: Sequence[WordBox], width_em: float, align: str) -> tuple[TextRow, ...]:
    """The same number of lines as `wrap` makes, broken at better places.

    Centred lines become about equally long; others as full as possible, except the last. Where
    possible, no short word is left alone on a last line, and tied boxes stay together.
    """
    rows: list[TextRow] = []
    for stretch in stretches(boxes):
        filled = wrap(stretch, width_em)
        better = None
        if len(filled) > 1:
            ends = tuple(accumulate(len(row.boxes) for row in filled))
            empty = _STRETCHED if align == JUSTIFY else 1.0
            better = _Stretch(stretch, width_em, align == "center", empty).best(ends)
        rows.extend(better or filled)
    return tuple(rows)


def parts_ties(rows: Sequence[TextRow]) -> bool:
    """Whether a line begins with a box that is tied to the one before."""
    return any(row.boxes[0].tied for row in rows)


def breaks_twice(rows: Sequence[TextRow]) -> bool:
    """Whether a word is so long that it takes more than two lines."""
    return any(
        row.hyphenated and after.hyphenated and is_one_word(after.boxes)
        for row, after in pairwise(rows)
    )


class _Stretch(Struct, frozen=True):
    """Boxes between two typed breaks, and the width of their lines; `empty` is what one costs."""

    boxes: Sequence[WordBox]
    width_em: float
    centred: bool
    empty: float

    def best(self, latest: Sequence[int]) -> tuple[TextRow, ...] | None:
        """The best lines; None when they cannot be broken otherwise.

        `latest` are the ends of the greedily filled lines, counted in boxes.
        """
        # How far each box's end is from the start, if all were on one line.
        along = [0.0]
        for box in self.boxes:
            along.append(along[-1] + box.gap_em + box.width_em)
        earliest = self._earliest(along, len(latest))
        paths: _Paths = {0: (0.0, ())}
        for first, last in zip(earliest, latest, strict=True):
            paths = self._next_line(paths, along, range(max(first, 1), last + 1))
        if len(self.boxes) not in paths:
            return None
        ends = paths[len(self.boxes)][1]
        starts = (0, *ends[:-1])
        return tuple(row_of(self.boxes, *line) for line in zip(starts, ends, strict=True))

    def _earliest(self, along: Sequence[float], lines: int) -> list[int]:
        """For each line, its earliest end at which the remaining lines still hold the rest."""
        earliest = [len(self.boxes)]
        while len(earliest) < lines:
            start = end = earliest[-1]
            while start and along[end] - along[start - 1] - self.boxes[start - 1].gap_em <= (
                self.width_em - self.boxes[start - 1].indent_em
            ):
                start -= 1
            earliest.append(min(start, max(end - 1, 0)))
        return earliest[::-1]

    def _next_line(self, paths: _Paths, along: Sequence[float], ends: range) -> _Paths:
        """The paths with one line more that ends at one of `ends`."""
        further: _Paths = {}
        for start, (penalty, before) in paths.items():
            offset_em = along[start] + self.boxes[start].gap_em
            for end in ends:
                if end <= start:
                    continue
                line_em = self.boxes[start].indent_em + along[end] - offset_em
                if line_em > self.width_em and end > start + 1:
                    break
                total = penalty + self._penalty(start, end, line_em)
                if total < _NEVER and (end not in further or total < further[end][0]):
                    further[end] = (total, (*before, end))
        return further

    def _penalty(self, start: int, end: int, line_em: float) -> float:
        if end == len(self.boxes):
            return self._penalty_of_last(start, line_em / self.width_em)
        hyphen = self.boxes[end - 1].hyphen
        penalty = _BROKEN_TIE if self.boxes[end].tied else 0.0
        if hyphen is not None:
            line_em += hyphen.width_em
            penalty += self._penalty_of_hyphen(start, end) if line_em <= self.width_em else _NEVER
        share = line_em / self.width_em
        return penalty + self.empty * (share if self.centred else 1 - share) ** 2

    def _penalty_of_hyphen(self, start: int, end: int) -> float:
        inside = start > 0 and self.boxes[start - 1].hyphen is not None
        twice = inside and is_one_word(self.boxes[start:end])
        return _WORD_BROKEN_TWICE if twice else _HYPHEN

    def _penalty_of_last(self, start: int, share: float) -> float:
        penalty = share**2 if self.centred else 0.0
        if share < _ORPHAN:
            alone = is_one_word(self.boxes[start:])
            penalty += _LONELY_WORD if alone else _SHORT_LAST_LINE
        return penalty
