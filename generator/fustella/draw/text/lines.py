"""Breaks text into lines. All lengths are in em, so the same boxes serve every size.

Lines break between boxes, never inside one: at spaces, after hyphens, and between the boxes of a
word that may be hyphenated.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.markup import TextBreak


class LineRun(Struct, frozen=True):
    """Letters in one style; `colour` is "" for the colour of the whole text.

    Their `level` is odd for letters from right to left (`bidi`).
    """

    text: str
    style: FontStyle
    width_em: float
    colour: str = ""
    level: int = 0


class Sign(Struct, frozen=True):
    """An inline icon; `size` is its height over that of the capitals, `colour` as in LineRun.

    `rise_em` and `drop_em` are how far the icon reaches above and below the letters of a line;
    `level` is the level of its place (`bidi`).
    """

    name: str
    width_em: float
    size: float = 1.0
    rise_em: float = 0.0
    drop_em: float = 0.0
    colour: str = ""
    level: int = 0


Part: TypeAlias = LineRun | Sign


def text_of(parts: Iterable[Part]) -> str:
    """The text as typed; an icon is `{name}`."""
    return "".join([p.text if isinstance(p, LineRun) else f"{{{p.name}}}" for p in parts])


class WordBox(Struct, frozen=True):
    """An unbreakable part of a line, such as a word, or a number with its icon.

    `gap_em` is the width of the space between the box and a box before it on its line, `space` the
    style of that space if it was typed, or None. `break_before` is the break that was typed before
    the box. `hyphen` is printed after the box at the end of a line. A `tied` box is better kept on
    the line of the box before it. A line that begins with the box is indented by `indent_em`. A box
    is `placed` if its gap is not the typed space. `space_level` is the level of the space before
    the box, `paragraph_level` the level of its paragraph.
    """

    parts: tuple[Part, ...]
    width_em: float
    gap_em: float
    space: FontStyle | None
    break_before: TextBreak
    hyphen: LineRun | None = None
    tied: bool = False
    indent_em: float = 0.0
    placed: bool = False
    space_level: int = 0
    paragraph_level: int = 0

    @property
    def closed_em(self) -> float:
        """The width in em of the box at the end of a line, with its hyphen."""
        return self.width_em + (self.hyphen.width_em if self.hyphen else 0.0)

    def closed(self) -> "WordBox":
        """The box as it ends a line, with the hyphen among its parts."""
        if self.hyphen is None:
            return self
        return replace(self, parts=(*self.parts, self.hyphen), width_em=self.closed_em, hyphen=None)

    @property
    def text(self) -> str:
        """The text as typed; an icon is `{name}`."""
        return text_of(self.parts)


class TextRow(Struct, frozen=True):
    """One line: its boxes, and its width with its indent.

    `hyphenated`: the line ends inside a word. `rise_em` and `drop_em` are how far the icons of the
    line reach above and below its letters.
    """

    boxes: tuple[WordBox, ...]
    width_em: float
    hyphenated: bool = False
    rise_em: float = 0.0
    drop_em: float = 0.0

    @property
    def right_to_left(self) -> bool:
        return self.boxes[0].paragraph_level % 2 == 1

    @property
    def paragraph(self) -> bool:
        """Whether the line begins a paragraph other than the first."""
        return self.boxes[0].break_before is TextBreak.PARAGRAPH

    @property
    def indent_em(self) -> float:
        """The indent of the line's first letter in em."""
        return self.boxes[0].indent_em


def signs_of(boxes: Iterable[WordBox]) -> list[Sign]:
    return [part for box in boxes for part in box.parts if type(part) is Sign]


def baselines_em(rows: Sequence[TextRow], leading: float) -> list[float]:
    """The distance of each baseline below the first one, in em.

    Above a paragraph there is half a line more. If large icons would touch the line before or
    after, lines are as far apart as the icons need.
    """
    offsets_em = [0.0]
    for before, row in pairwise(rows):
        step_em = leading * (1.5 if row.paragraph else 1.0)
        if reach_em := before.drop_em + row.rise_em:
            step_em = max(step_em, 1.0 + reach_em)
        offsets_em.append(offsets_em[-1] + step_em)
    return offsets_em


class Stretch:
    """The boxes between one typed break and the next, with the widths that breaking lines needs.

    For each box there are two numbers: the width of a line that begins with the box, and the width
    that the box adds to a line. So many widths are tried without measuring again.
    """

    __slots__ = ("_alone_em", "_longer_em", "boxes")

    def __init__(self, boxes: Sequence[WordBox]) -> None:
        self.boxes = boxes
        self._alone_em = [box.indent_em + box.width_em for box in boxes]
        self._longer_em = [box.gap_em + box.width_em for box in boxes]

    @property
    def paragraph(self) -> bool:
        """Whether the boxes begin a paragraph other than the first."""
        return self.boxes[0].break_before is TextBreak.PARAGRAPH

    @property
    def widest_em(self) -> float:
        """The width in em of the widest box in a line of its own, with its hyphen."""
        return max(
            [
                alone_em if box.hyphen is None else box.indent_em + box.closed_em
                for box, alone_em in zip(self.boxes, self._alone_em, strict=True)
            ]
        )

    def ends(self, width_em: float) -> list[int]:
        """The end (exclusive) of each line, when lines are filled one after the other.

        A box wider than a line gets a line of its own.
        """
        ends: list[int] = []
        longer_em, count, start = self._longer_em, len(self.boxes), 0
        while start < count:
            used_em, end = self._alone_em[start], start + 1
            while end < count and (wider_em := used_em + longer_em[end]) <= width_em:
                used_em = wider_em
                end += 1
            if end < count and self.boxes[end - 1].hyphen is not None:
                end = self._with_room_for_hyphen(start, end, width_em - used_em)
            ends.append(end)
            start = end
        return ends

    def rows(self, ends: Iterable[int]) -> Iterator[TextRow]:
        """Yields the lines with these ends."""
        start = 0
        for end in ends:
            yield row_of(self.boxes, start, end)
            start = end

    def _with_room_for_hyphen(self, start: int, end: int, left_em: float) -> int:
        """The last end up to `end` where a hyphen fits; `left_em` is free at `end`."""
        for earlier in range(end, start, -1):
            last = self.boxes[earlier - 1]
            if last.hyphen is None or last.hyphen.width_em <= left_em:
                return earlier
            left_em += last.gap_em + last.width_em
        return end


def stretches(boxes: Sequence[WordBox]) -> list[Stretch]:
    starts = [index for index, box in enumerate(boxes) if index and box.break_before]
    if not starts:
        return [Stretch(boxes)] if boxes else []
    return [Stretch(boxes[start:end]) for start, end in pairwise((0, *starts, len(boxes)))]


def wrap(parts: Iterable[Stretch], width_em: float) -> tuple[TextRow, ...]:
    """Breaks a text into lines, filled one after the other.

    A box wider than a line gets a line of its own.
    """
    return tuple(row for each in parts for row in each.rows(each.ends(width_em)))


def count_lines(parts: Iterable[Stretch], width_em: float) -> int:
    """Counts the lines that `wrap` makes, many times faster."""
    return sum([len(each.ends(width_em)) for each in parts])


def row_of(boxes: Sequence[WordBox], start: int, end: int) -> TextRow:
    last = boxes[end - 1]
    line = (*boxes[start : end - 1], last.closed())
    first_em = line[0].indent_em + line[0].width_em
    width_em = first_em + sum([box.gap_em + box.width_em for box in line[1:]])
    rise_em = drop_em = 0.0
    if signs := signs_of(line):
        rise_em = max(sign.rise_em for sign in signs)
        drop_em = max(sign.drop_em for sign in signs)
    return TextRow(line, width_em, last.hyphen is not None, rise_em, drop_em)


def is_one_word(boxes: Sequence[WordBox]) -> bool:
    """Whether no space was typed between the boxes."""
    return all(box.space is None for box in boxes[1:])
