"""Justifies lines: their spaces are stretched until they are as wide as their box."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from fustella.draw.text.lines import LineRun, Part, TextRow, WordBox

JUSTIFY = "justify"
"""The value of `align` for texts with justified lines."""

MOST_STRETCH = 1.5
"""The most that a space is stretched by, as a share of its width.

Beyond it, a reader sees the gaps before the words. A line that needs more is stretched that far,
and ends before the edge.
"""


def justified(rows: Sequence[TextRow], width_em: float) -> tuple[TextRow, ...]:
    """The lines with their spaces stretched, except the last line of each paragraph."""
    lines = [
        row if after.boxes[0].break_before else _stretched(row, width_em)
        for row, after in pairwise(rows)
    ]
    return (*lines, *rows[-1:])


def _stretched(row: TextRow, width_em: float) -> TextRow:
    boxes = [part for box in row.boxes for part in _words(box)]
    hung = row.boxes[0].indent_em == 0.0 and any(box.indent_em for box in row.boxes[1:])
    spaces = [box for box in boxes[2 if hung else 1 :] if box.space is not None]
    spaces_em = sum(box.gap_em for box in spaces)
    if not spaces_em or width_em <= row.width_em:
        return row
    stretch = min((width_em - row.width_em) / spaces_em, MOST_STRETCH)
    wide = {id(box): replace(box, gap_em=box.gap_em * (1 + stretch), placed=True) for box in spaces}
    placed = tuple(wide.get(id(box), box) for box in boxes)
    return replace(row, boxes=placed, width_em=row.width_em + spaces_em * stretch)


def _words(box: WordBox) -> Iterator[WordBox]:
    """Splits a box of tied words into one box for each word."""
    word, parts = box, list[Part]()
    for part in box.parts:
        if isinstance(part, LineRun) and part.text == " ":
            yield _with(word, parts)
            word, parts = (
                replace(
                    box,
                    gap_em=part.width_em,
                    space=part.style,
                    placed=False,
                    space_level=part.level,
                ),
                [],
            )
        else:
            parts.append(part)
    yield _with(word, parts)


def _with(box: WordBox, parts: list[Part]) -> WordBox:
    return replace(box, parts=tuple(parts), width_em=sum(part.width_em for part in parts))
