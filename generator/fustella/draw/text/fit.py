"""Finds the largest size at which a text fits a box.

A larger size leaves room for fewer words in a line and for fewer lines. So if a text fits at one
size, it fits at every smaller one, and the largest is found by bisection.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from fustella.core.geometry.shapes import EPSILON_MM, Size
from fustella.core.geometry.units import MM_PER_PT
from fustella.draw.text.linebreaking import breaks_twice, splits_tie, wrap_evenly
from fustella.draw.text.lines import (
    LineRun,
    TextRow,
    WordBox,
    baselines_em,
    count_lines,
    signs_of,
    stretches,
    wrap,
)
from fustella.draw.text.words import join_tied

STEP_PT = 0.25
"""The step between two sizes: too small to be seen, yet large enough that a page has few sizes."""

_TIES_SHARE = 0.9
"""A text may shrink to this share of its size to keep tied words on one line."""


class Fitted(Struct, frozen=True):
    """A text broken into lines at a size.

    `at_least`: the text shrank to its smallest size. `shortage` is None if the text fits.
    """

    rows: tuple[TextRow, ...]
    size_pt: float
    size_mm: float
    at_least: bool
    shortage: "Shortage | None" = None


class Shortage(Struct, frozen=True):
    """The room that a text lacks at its smallest size."""

    too_wide_mm: float
    widest: WordBox
    too_tall_mm: float
    lines_too_many: int
    letters_too_many: int


class TextRoom(Struct, frozen=True):
    """The number of letters in a text, and about how many such letters its place can hold."""

    letters: int
    fitting: int


class Sizes(Struct, frozen=True):
    """The sizes that a text may have, in points, and the line height over the size (`leading`).

    `limit_pt` is the size of other texts marked `equal`, which this text may not exceed; but it
    never becomes smaller than `least_pt`.
    """

    largest_pt: float
    least_pt: float
    leading: float
    limit_pt: float | None = None

    def is_least(self, size_pt: float) -> bool:
        """Whether a text shrank to this size and can shrink no further."""
        return size_pt <= self.least_pt < self.largest_pt

    def ladder(self) -> tuple[float, ...]:
        """All sizes in pt from the largest down by `STEP_PT`, ending with the smallest."""
        first = self.largest_pt
        if self.limit_pt is not None:
            first = max(min(first, self.limit_pt), self.least_pt)
        steps = int((first - self.least_pt) / STEP_PT + EPSILON_MM)
        sizes = [first - step * STEP_PT for step in range(steps + 1)]
        if sizes[-1] - self.least_pt > EPSILON_MM:
            sizes.append(self.least_pt)
        return tuple(sizes)


def size_in_mm(size_pt: float) -> float:
    """A size in mm as the SVG has it, rounded, so that measures are of the printed size."""
    return round(size_pt * MM_PER_PT, 3)


def fit(boxes: Sequence[WordBox], room: Size, sizes: Sizes, align: str = "left") -> Fitted:
    """Breaks `boxes` into lines at the largest size at which they fit in `room`.

    If they fit at no size, the result has the smallest size and a shortage. Tied boxes stay
    together if this costs no more than a tenth of the size.
    """
    loose = _Fit(boxes, room, sizes, align).best()
    if loose.shortage is not None or not splits_tie(loose.rows):
        return loose
    tied = _Fit(join_tied(boxes), room, sizes, align).best()
    share = 1.0 if sizes.limit_pt is not None else _TIES_SHARE
    good = tied.shortage is None and tied.size_pt >= loose.size_pt * share
    return tied if good else loose


class _Fit:
    """The search for the largest size at which one text fits its room."""

    def __init__(self, boxes: Sequence[WordBox], room: Size, sizes: Sizes, align: str) -> None:
        self._room, self._sizes, self._align = room, sizes, align
        self._parts = stretches(boxes)
        self._widest_em = max([each.widest_em for each in self._parts], default=0.0)
        self._gaps = sum([each.paragraph for each in self._parts])
        self._tall = any(sign.rise_em or sign.drop_em for sign in signs_of(boxes))

    def best(self) -> Fitted:
        ladder = self._sizes.ladder()
        low, high = 0, len(ladder)
        if not self._tall:  # most texts fit at the first size, and then no other is looked at
            low, high = (0, 0) if self._fits(ladder[0]) else (1, high)
        while low < high:
            middle = (low + high) // 2
            if self._fits(ladder[middle]):
                high = middle
            else:
                low = middle + 1
        if low < len(ladder):
            return self._set_at_best(ladder[low:])
        size_mm = size_in_mm(ladder[-1])
        rows = wrap(self._parts, _in_em(self._room.width_mm, size_mm))
        shortage = _shortage(rows, self._room, size_mm, self._sizes.leading)
        return Fitted(rows, ladder[-1], size_mm, self._sizes.is_least(ladder[-1]), shortage)

    def _fits(self, size_pt: float) -> bool:
        size_mm, leading = size_in_mm(size_pt), self._sizes.leading
        width_em = _in_em(self._room.width_mm, size_mm)
        if self._widest_em > width_em:
            return False
        if self._tall:  # which lines are higher depends on where they are broken
            needed_em = height_em(wrap(self._parts, width_em), leading)
        else:
            needed_em = lines_em(count_lines(self._parts, width_em), self._gaps, leading)
        return needed_em <= _in_em(self._room.height_mm, size_mm)

    def _set_at_best(self, fitting_pt: Sequence[float]) -> Fitted:
        """The lines at the largest size at which no word takes more than two lines.

        If every size breaks a word that often, the largest size is taken.
        """
        largest = self._set(fitting_pt[0])
        if self._sizes.limit_pt is not None or not breaks_twice(largest.rows):
            return largest
        smaller = (self._set(size_pt) for size_pt in fitting_pt[1:])
        return next((fitted for fitted in smaller if not breaks_twice(fitted.rows)), largest)

    def _set(self, size_pt: float) -> Fitted:
        size_mm = size_in_mm(size_pt)
        width_em = _in_em(self._room.width_mm, size_mm)
        rows = wrap_evenly(self._parts, width_em, self._align)
        if self._tall:
            needed_em = height_em(rows, self._sizes.leading)
            if needed_em > _in_em(self._room.height_mm, size_mm):
                rows = wrap(self._parts, width_em)  # its large icons stand in fewer lines
        return Fitted(rows, size_pt, size_mm, self._sizes.is_least(size_pt))


def _in_em(length_mm: float, size_mm: float) -> float:
    return (length_mm + EPSILON_MM) / size_mm


def height_em(rows: Sequence[TextRow], leading: float) -> float:
    """The height of all lines in em, from top to bottom; one line is one em high."""
    if any(row.rise_em or row.drop_em for row in rows):
        reach_em = rows[0].rise_em + rows[-1].drop_em
        return 1.0 + baselines_em(rows, leading)[-1] + reach_em
    return lines_em(len(rows), sum(row.paragraph for row in rows), leading)


def lines_em(lines: int, gaps: int, leading: float) -> float:
    """The height of `lines` in em.

    Each of the `gaps`, between paragraphs, is half a line high.
    """
    return 1.0 + (lines - 1 + gaps / 2) * leading if lines else 0.0


def _shortage(rows: Sequence[TextRow], room: Size, size_mm: float, leading: float) -> Shortage:
    boxes = [box for row in rows for box in row.boxes]
    widest = max(boxes, key=lambda box: box.indent_em + box.width_em)
    too_wide_mm = max((widest.indent_em + widest.width_em) * size_mm - room.width_mm, 0.0)
    too_tall_mm = max(height_em(rows, leading) * size_mm - room.height_mm, 0.0)
    most_em, counts = _in_em(room.height_mm, size_mm), range(1, len(rows) + 1)
    kept = bisect_right(counts, most_em, key=lambda lines: height_em(rows[:lines], leading))
    lost_em = sum(row.width_em for row in rows[kept:])
    letters = sum(_letters(box) for box in boxes) or 1
    average_em = sum(box.width_em for box in boxes) / letters or 1.0
    letters_too_many = round(max(lost_em, too_wide_mm / size_mm) / average_em + 0.5)
    return Shortage(too_wide_mm, widest, too_tall_mm, len(rows) - kept, max(letters_too_many, 1))


def _letters(box: WordBox) -> int:
    """Counts the letters in a box, its space included; an icon counts as two."""
    return 1 + _letters_alone(box)


def _letters_alone(box: WordBox) -> int:
    return sum(len(part.text) if isinstance(part, LineRun) else 2 for part in box.parts)


def room_in_box(boxes: Sequence[WordBox], room: Size, sizes: Sizes, fitted: Fitted) -> TextRoom:
    """Estimates how many letters of the words' average width fit a box at its smallest size.

    On average, a line ends half a word before its edge, and the last line of a paragraph in its
    middle; the last line of all counts as full. Whether the text itself fits is known from
    `fitted`.
    """
    size_mm = size_in_mm(sizes.least_pt)
    width_em, height_em = _in_em(room.width_mm, size_mm), _in_em(room.height_mm, size_mm)
    parts = stretches(boxes)
    gaps = sum(each.paragraph for each in parts)
    lines = max(1, int((height_em - 1) / sizes.leading - gaps / 2) + 1) if height_em >= 1 else 0
    word_em = _taken_em(boxes) / len(boxes)
    ends = len(parts) - 1
    free_em = lines * width_em - ends * width_em / 2 - max(lines - len(parts), 0) * word_em / 2
    return _room(boxes, free_em, fitted.shortage.letters_too_many if fitted.shortage else 0)


def room_on_line(boxes: Sequence[WordBox], length_mm: float, sizes: Sizes) -> TextRoom:
    """The number of a text's letters, and how many fit one line of this length."""
    free_em = _in_em(length_mm, size_in_mm(sizes.least_pt))
    average_em = _taken_em(boxes) / _letters_of(boxes)
    too_many = math.ceil((_taken_em(boxes) - free_em) / average_em)
    return _room(boxes, free_em, max(too_many, 0))


def _room(boxes: Sequence[WordBox], free_em: float, too_many: int) -> TextRoom:
    letters = _letters_of(boxes)
    fitting = int(free_em * letters / _taken_em(boxes))
    if too_many:
        return TextRoom(letters, max(0, min(fitting, letters - too_many)))
    return TextRoom(letters, max(letters, fitting))


def _taken_em(boxes: Sequence[WordBox]) -> float:
    """The width of boxes in one line in em, their spaces included."""
    return sum(box.width_em for box in boxes) + sum(box.gap_em for box in boxes[1:]) or 1.0


def _letters_of(boxes: Sequence[WordBox]) -> int:
    """Counts the letters in a text, spaces included; an icon counts as two."""
    spaces = sum(box.gap_em > 0 for box in boxes[1:])
    return spaces + sum(_letters_alone(box) for box in boxes) or 1
