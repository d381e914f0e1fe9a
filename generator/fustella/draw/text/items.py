"""Indents the items of lists, and hangs their bullets and numbers to the left.

Items on lines that follow each other are one list. All of them are indented by the width of the
widest bullet or number in the list, so that the texts of `9.` and `10.` begin below each other.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.draw.text.lines import WordBox
from fustella.draw.text.markup import TextBreak


def hanging(boxes: Sequence[WordBox], items: Sequence[int]) -> tuple[WordBox, ...]:
    """The boxes of a text with its items indented; `items` are the indices of bullets."""
    found = list(boxes)
    for each in _lists(boxes, items):
        indent_em = max(_hang_em(boxes, item) for item in each)
        for item in each:
            for index in range(item + 1, _end(boxes, item)):
                found[index] = replace(found[index], indent_em=indent_em)
            if _hang_em(boxes, item) < indent_em:
                gap_em = indent_em - boxes[item].width_em
                found[item + 1] = replace(found[item + 1], gap_em=gap_em, placed=True)
    return tuple(found)


def without_hanging(boxes: Sequence[WordBox]) -> tuple[WordBox, ...]:
    """The boxes without indents, as centred lines need them."""
    return tuple(replace(box, indent_em=0.0) if box.indent_em else box for box in boxes)


def _hang_em(boxes: Sequence[WordBox], item: int) -> float:
    return boxes[item].width_em + boxes[item + 1].gap_em


def _end(boxes: Sequence[WordBox], item: int) -> int:
    """The end (exclusive) of an item, as an index of the boxes."""
    later = range(item + 1, len(boxes))
    return next((index for index in later if boxes[index].break_before), len(boxes))


def _lists(boxes: Sequence[WordBox], items: Sequence[int]) -> Iterator[list[int]]:
    current: list[int] = []
    for item in items:
        end = _end(boxes, item)
        if end == item + 1:  # nothing that is printed follows its bullet
            continue
        apart = boxes[item].break_before is TextBreak.PARAGRAPH
        if current and (apart or _end(boxes, current[-1]) != item):
            yield current
            current = []
        current.append(item)
    if current:
        yield current
