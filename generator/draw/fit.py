"""Breaking text into lines, and the largest size at which it fits a box.

All in em: the same boxes serve every size. A `Box` is never torn apart; lines break between boxes,
at spaces and after hyphens, greedily. A larger em leaves room for fewer boxes in a line, so whether
a text fits is monotone in its size and the size is found by bisection.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.draw.fonts import FontStyle
from generator.draw.markup import Break
from generator.geometry import EPSILON_MM, Size
from generator.units import MM_PER_PT

STEP_PT = 0.25
"""Sizes of a text are so far apart: a step that nobody sees, and few enough sizes to look tidy."""

_NARROWING = 0.25
"""To avoid a lonely last word, lines are made shorter by up to this share,"""
_TRIES = 8
"""in so many steps."""
_ORPHAN = 1 / 3
"""A last word is lonely when it fills less than this share of its line."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters in one style."""

    text: str
    style: FontStyle
    width_em: float


@dataclass(frozen=True, slots=True)
class Sign:
    """An inline icon."""

    name: str
    width_em: float


Part: TypeAlias = Run | Sign


@dataclass(frozen=True, slots=True)
class Box:
    """What stays together: a word, a number with its icon.

    `gap_em` lies before it when it follows another box on its line; `space` is the style of the
    space that was typed there, or None when only a hyphen came before.
    """

    parts: tuple[Part, ...]
    width_em: float
    gap_em: float
    space: FontStyle | None
    break_before: Break


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its boxes, its width, and whether a paragraph begins with it."""

    boxes: tuple[Box, ...]
    width_em: float
    paragraph: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text that has been broken into lines at a size. `shortage` is None when all is well."""

    rows: tuple[Row, ...]
    size_pt: float
    size_mm: float
    shortage: "Shortage | None" = None


@dataclass(frozen=True, slots=True)
class Shortage:
    """By how much a text fails to fit at its smallest size."""

    too_wide_mm: float
    widest: Box
    too_tall_mm: float
    lines_too_many: int
    letters_too_many: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes a text may have, in points, and the height of a line over its size."""

    largest_pt: float
    least_pt: float
    leading: float

    def ladder(self) -> tuple[float, ...]:
        """From the largest in steps of `STEP_PT`, and the least itself."""
        steps = int((self.largest_pt - self.least_pt) / STEP_PT + EPSILON_MM)
        sizes = [self.largest_pt - step * STEP_PT for step in range(steps + 1)]
        if sizes[-1] - self.least_pt > EPSILON_MM:
            sizes.append(self.least_pt)
        return tuple(sizes)


def size_in_mm(size_pt: float) -> float:
    """The size as it is written into the SVG; what is measured must be what is written."""
    return round(size_pt * MM_PER_PT, 3)


def fit(boxes: Sequence[Box], room: Size, sizes: Sizes, align: str = "left") -> Fitted:
    """Break `boxes` into lines at the largest size at which they fit in `room`.

    When they fit at none, the result is set at the smallest size and says what is short.
    """
    ladder = sizes.ladder()
    low, high = 0, len(ladder)
    while low < high:
        middle = (low + high) // 2
        if _fits(boxes, room, size_in_mm(ladder[middle]), sizes.leading):
            high = middle
        else:
            low = middle + 1
    size_pt = ladder[min(low, len(ladder) - 1)]
    size_mm = size_in_mm(size_pt)
    width_em = _in_em(room.width_mm, size_mm)
    if low < len(ladder):
        return Fitted(_even(boxes, width_em, align), size_pt, size_mm)
    rows = wrap(boxes, width_em)
    return Fitted(rows, size_pt, size_mm, _shortage(rows, room, size_mm, sizes.leading))


def wrap(boxes: Sequence[Box], width_em: float) -> tuple[Row, ...]:
    """Fill lines one after the other; a box wider than a line has one to itself."""
    rows: list[Row] = []
    line: list[Box] = []
    used = 0.0
    paragraph = False
    for box in boxes:
        fits = used + box.gap_em + box.width_em <= width_em
        if line and (box.break_before is not Break.NONE or not fits):
            rows.append(Row(tuple(line), used, paragraph))
            paragraph = box.break_before is Break.PARAGRAPH
            line, used = [], 0.0
        used += box.width_em + (box.gap_em if line else 0.0)
        line.append(box)
    if line:
        rows.append(Row(tuple(line), used, paragraph))
    return tuple(rows)


def height_em(rows: Sequence[Row], leading: float) -> float:
    """From the top of the first line to the bottom of the last; a line alone is one em high."""
    return _height_em(len(rows), sum(row.paragraph for row in rows), leading)


def _height_em(lines: int, gaps: int, leading: float) -> float:
    """Before each paragraph but the first lies a gap of half a line."""
    return 1.0 + (lines - 1 + gaps / 2) * leading if lines else 0.0


def _in_em(length_mm: float, size_mm: float) -> float:
    return (length_mm + EPSILON_MM) / size_mm


def _fits(boxes: Sequence[Box], room: Size, size_mm: float, leading: float) -> bool:
    width_em = _in_em(room.width_mm, size_mm)
    if any(box.width_em > width_em for box in boxes):
        return False
    lines, gaps = _count(boxes, width_em)
    return _height_em(lines, gaps, leading) <= _in_em(room.height_mm, size_mm)


def _count(boxes: Sequence[Box], width_em: float) -> tuple[int, int]:
    """How many lines `wrap` makes and how many gaps between paragraphs, many times faster."""
    lines = gaps = 0
    used = 0.0
    for box in boxes:
        if not lines:
            lines, used = 1, box.width_em
        elif box.break_before or used + box.gap_em + box.width_em > width_em:
            lines += 1
            gaps += box.break_before is Break.PARAGRAPH
            used = box.width_em
        else:
            used += box.gap_em + box.width_em
    return lines, gaps


def _even(boxes: Sequence[Box], width_em: float, align: str) -> tuple[Row, ...]:
    """The lines of a text that fits: no more than needed, but broken at better places.

    Centred lines become about equally long; elsewhere no short word is left alone on a last line.
    """
    rows = wrap(boxes, width_em)
    if len(rows) < 2:
        return rows
    if align == "center":
        return wrap(boxes, _narrowest(boxes, width_em))
    shares = (1 - step / _TRIES * _NARROWING for step in range(1, _TRIES + 1))
    while _has_orphan(rows, width_em):
        narrower_em = width_em * next(shares, 0.0)
        if _count(boxes, narrower_em)[0] > len(rows):
            return wrap(boxes, width_em)
        rows = wrap(boxes, narrower_em)
    return rows


def _narrowest(boxes: Sequence[Box], width_em: float) -> float:
    """The smallest width, to a hundredth, at which a text has no more lines than at `width_em`."""
    lines = _count(boxes, width_em)
    low, high = max(box.width_em for box in boxes), width_em
    while high - low > width_em / 100:
        middle = (low + high) / 2
        if _count(boxes, middle) == lines:
            high = middle
        else:
            low = middle
    return high


def _has_orphan(rows: Sequence[Row], width_em: float) -> bool:
    """Whether a line that had to wrap left one short word for the next, its last."""
    ends = [*(row.boxes[0].break_before for row in rows[1:]), Break.LINE]
    return any(
        end
        and not row.boxes[0].break_before
        and len(row.boxes) == 1
        and row is not rows[0]
        and row.width_em < width_em * _ORPHAN
        for row, end in zip(rows, ends, strict=True)
    )


def _shortage(rows: Sequence[Row], room: Size, size_mm: float, leading: float) -> Shortage:
    boxes = [box for row in rows for box in row.boxes]
    widest = max(boxes, key=lambda box: box.width_em)
    too_wide_mm = max(widest.width_em * size_mm - room.width_mm, 0.0)
    too_tall_mm = max(height_em(rows, leading) * size_mm - room.height_mm, 0.0)
    kept = list(rows)
    while kept and height_em(kept, leading) > _in_em(room.height_mm, size_mm):
        kept.pop()
    lost_em = sum(row.width_em for row in rows[len(kept) :])
    letters = sum(_letters(box) for box in boxes) or 1
    average_em = sum(box.width_em for box in boxes) / letters or 1.0
    letters_too_many = round(max(lost_em, too_wide_mm / size_mm) / average_em + 0.5)
    return Shortage(
        too_wide_mm, widest, too_tall_mm, len(rows) - len(kept), max(letters_too_many, 1)
    )


def _letters(box: Box) -> int:
    return 1 + sum(len(part.text) if isinstance(part, Run) else 2 for part in box.parts)


def plain(box: Box) -> str:
    """The letters of a box, for a message."""
    return "".join(p.text if isinstance(p, Run) else f"{{{p.name}}}" for p in box.parts)
