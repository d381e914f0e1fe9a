"""Breaking text into lines. All lengths are in em, so the same boxes serve every size.

A `Box` is never torn apart; lines break between boxes, at spaces and after hyphens.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.draw.fonts import FontStyle
from generator.draw.markup import Break

_NARROWING = 0.3
"""To avoid a lonely last word, lines are made shorter by up to this share,"""
_TRIES = 8
"""in so many steps."""
_ORPHAN = 1 / 3
"""A last word is lonely when it fills less than this share of its line."""
_EVEN = 0.01
"""Centred lines are as narrow as they can be to this share of the width."""


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
    space that was typed there, or None when only a hyphen came before. `break_before` starts a new
    line or paragraph with it.
    """

    parts: tuple[Part, ...]
    width_em: float
    gap_em: float
    space: FontStyle | None
    break_before: Break

    @property
    def text(self) -> str:
        """What was typed, for a message."""
        return "".join(p.text if isinstance(p, Run) else f"{{{p.name}}}" for p in self.parts)


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its boxes and its width."""

    boxes: tuple[Box, ...]
    width_em: float

    @property
    def paragraph(self) -> bool:
        """Whether a paragraph other than the first begins with it."""
        return self.boxes[0].break_before is Break.PARAGRAPH


def wrap(boxes: Sequence[Box], width_em: float) -> tuple[Row, ...]:
    """Fill lines one after the other; a box wider than a line has one to itself."""
    rows: list[Row] = []
    line: list[Box] = []
    used = 0.0
    for box in boxes:
        if not line:
            line, used = [box], box.width_em
        elif box.break_before or used + box.gap_em + box.width_em > width_em:
            rows.append(Row(tuple(line), used))
            line, used = [box], box.width_em
        else:
            line.append(box)
            used += box.gap_em + box.width_em
    if line:
        rows.append(Row(tuple(line), used))
    return tuple(rows)


def count_lines(boxes: Sequence[Box], width_em: float) -> tuple[int, int]:
    """How many lines `wrap` makes and how many paragraphs after the first, many times faster."""
    lines = paragraphs = 0
    used = 0.0
    for box in boxes:
        if not lines:
            lines, used = 1, box.width_em
        elif box.break_before or used + box.gap_em + box.width_em > width_em:
            lines += 1
            paragraphs += box.break_before is Break.PARAGRAPH
            used = box.width_em
        else:
            used += box.gap_em + box.width_em
    return lines, paragraphs


def wrap_evenly(boxes: Sequence[Box], width_em: float, align: str) -> tuple[Row, ...]:
    """The same number of lines as `wrap` makes, broken at better places.

    Centred lines become about equally long; in other texts no short word is left alone on a last
    line where that can be helped.
    """
    improve = _narrowest if align == "center" else _without_orphan
    rows: list[Row] = []
    for stretch in _stretches(boxes):
        greedy = wrap(stretch, width_em)
        rows.extend(greedy if len(greedy) < 2 else improve(stretch, greedy, width_em))
    return tuple(rows)


def _stretches(boxes: Sequence[Box]) -> Iterator[Sequence[Box]]:
    """The boxes between one break that was typed and the next."""
    start = 0
    for index, box in enumerate(boxes):
        if box.break_before and index > start:
            yield boxes[start:index]
            start = index
    yield boxes[start:]


def _narrowest(boxes: Sequence[Box], rows: tuple[Row, ...], width_em: float) -> tuple[Row, ...]:
    """The lines at the smallest width at which there are no more of them."""
    low, high = max(box.width_em for box in boxes), width_em
    while high - low > width_em * _EVEN:
        middle = (low + high) / 2
        if count_lines(boxes, middle)[0] == len(rows):
            high = middle
        else:
            low = middle
    return wrap(boxes, high)


def _without_orphan(
    boxes: Sequence[Box], rows: tuple[Row, ...], width_em: float
) -> tuple[Row, ...]:
    """The lines at the largest width that leaves no lonely word, if there are no more of them."""
    if not _has_orphan(rows, width_em):
        return rows
    for step in range(1, _TRIES + 1):
        narrower = wrap(boxes, width_em * (1 - _NARROWING * step / _TRIES))
        if len(narrower) > len(rows):
            break
        if not _has_orphan(narrower, width_em):
            return narrower
    return rows


def _has_orphan(rows: tuple[Row, ...], width_em: float) -> bool:
    return len(rows[-1].boxes) == 1 and rows[-1].width_em < width_em * _ORPHAN
