"""Breaking text into lines. All lengths are in em, so the same boxes serve every size.

Lines break between boxes, never inside one: at spaces, after hyphens, and between the boxes of a
word that may be hyphenated.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.markup import Break


class LineRun(Struct, frozen=True):
    """Letters in one style; `colour` is "" for that of the whole text.

    Their `level` is odd where they run from right to left (`bidi`).
    """

    text: str
    style: FontStyle
    width_em: float
    colour: str = ""
    level: int = 0


class Sign(Struct, frozen=True):
    """An inline icon; `size` is its height over that of the capitals, `colour` as in LineRun.

    `rise_em` and `drop_em` are how far it reaches above and below the letters of a line, `level`
    is that of its place (`bidi`).
    """

    name: str
    width_em: float
    size: float = 1.0
    rise_em: float = 0.0
    drop_em: float = 0.0
    colour: str = ""
    level: int = 0


Part: TypeAlias = LineRun | Sign


class WordBox(Struct, frozen=True):
    """An unbreakable part of a line: a word, a number with its icon.

    `gap_em` is the space before it when it follows another box on its line; `space` is the style
    of the space that was typed there, None where none was typed. `break_before` starts a new line
    or paragraph with it. `hyphen` is printed after it at the end of a line. A `tied` box is better
    kept on the line of the box before it. A line that begins with it is indented by `indent_em`. A
    `placed` box is not where the space that was typed before it would leave it. `space_level` is
    the level of the space before it, `paragraph_level` that of its paragraph.
    """

    parts: tuple[Part, ...]
    width_em: float
    gap_em: float
    space: FontStyle | None
    break_before: Break
    hyphen: LineRun | None = None
    tied: bool = False
    indent_em: float = 0.0
    placed: bool = False
    space_level: int = 0
    paragraph_level: int = 0

    @property
    def closed_em(self) -> float:
        """Its width at the end of a line, the hyphen included."""
        return self.width_em + (self.hyphen.width_em if self.hyphen else 0.0)

    def closed(self) -> "WordBox":
        """The same box at the end of a line, the hyphen among its parts."""
        if self.hyphen is None:
            return self
        return replace(self, parts=(*self.parts, self.hyphen), width_em=self.closed_em, hyphen=None)

    @property
    def signs(self) -> Iterator[Sign]:
        return (part for part in self.parts if isinstance(part, Sign))

    @property
    def text(self) -> str:
        """What was typed; an icon as `{name}`."""
        return "".join(p.text if isinstance(p, LineRun) else f"{{{p.name}}}" for p in self.parts)


class TextRow(Struct, frozen=True):
    """One line: its boxes and its width, with its indent. `hyphenated`: it ends inside a word."""

    boxes: tuple[WordBox, ...]
    width_em: float
    hyphenated: bool = False

    @property
    def right_to_left(self) -> bool:
        return self.boxes[0].paragraph_level % 2 == 1

    @property
    def paragraph(self) -> bool:
        """Whether it begins a paragraph other than the first."""
        return self.boxes[0].break_before is Break.PARAGRAPH

    @property
    def indent_em(self) -> float:
        """How far its first letter is from where the other lines begin."""
        return self.boxes[0].indent_em

    @property
    def rise_em(self) -> float:
        """How far its icons reach above its letters."""
        return max((sign.rise_em for box in self.boxes for sign in box.signs), default=0.0)

    @property
    def drop_em(self) -> float:
        """How far its icons reach below its letters."""
        return max((sign.drop_em for box in self.boxes for sign in box.signs), default=0.0)


def are_tall(boxes: Iterable[WordBox]) -> bool:
    """Whether there are icons that make their lines higher."""
    return any(sign.rise_em or sign.drop_em for box in boxes for sign in box.signs)


def baselines_em(rows: Sequence[TextRow], leading: float) -> list[float]:
    """How far each baseline lies below the first one.

    Half a line more before a paragraph; more where large icons would touch the other line.
    """
    offsets_em = [0.0]
    for before, row in pairwise(rows):
        step_em = leading * (1.5 if row.paragraph else 1.0)
        if reach_em := before.drop_em + row.rise_em:
            step_em = max(step_em, 1.0 + reach_em)
        offsets_em.append(offsets_em[-1] + step_em)
    return offsets_em


def wrap(boxes: Sequence[WordBox], width_em: float) -> tuple[TextRow, ...]:
    """Fill lines one after the other; a box wider than a line gets a line of its own."""
    rows: list[TextRow] = []
    start = 0
    while start < len(boxes):
        end = _line_end(boxes, start, width_em)
        rows.append(row_of(boxes, start, end))
        start = end
    return tuple(rows)


def row_of(boxes: Sequence[WordBox], start: int, end: int) -> TextRow:
    line = (*boxes[start : end - 1], boxes[end - 1].closed())
    first_em = line[0].indent_em + line[0].width_em
    width_em = first_em + sum(box.gap_em + box.width_em for box in line[1:])
    return TextRow(line, width_em, boxes[end - 1].hyphen is not None)


def count_lines(boxes: Sequence[WordBox], width_em: float) -> tuple[int, int]:
    """How many lines `wrap` makes and how many paragraphs after the first, many times faster."""
    lines = paragraphs = start = 0
    while start < len(boxes):
        paragraphs += bool(lines) and boxes[start].break_before is Break.PARAGRAPH
        lines += 1
        start = _line_end(boxes, start, width_em)
    return lines, paragraphs


def stretches(boxes: Sequence[WordBox]) -> Iterator[Sequence[WordBox]]:
    """The boxes between each typed break and the next."""
    start = 0
    for index, box in enumerate(boxes):
        if box.break_before and index > start:
            yield boxes[start:index]
            start = index
    yield boxes[start:]


def is_one_word(boxes: Sequence[WordBox]) -> bool:
    """Whether there is no space between the boxes."""
    return all(box.space is None for box in boxes[1:])


def _line_end(boxes: Sequence[WordBox], start: int, width_em: float) -> int:
    """The end (exclusive) of the fullest line that begins with box `start`."""
    used = boxes[start].indent_em + boxes[start].width_em
    for index in range(start + 1, len(boxes)):
        box = boxes[index]
        if box.break_before:
            return index
        wider = used + (box.gap_em + box.width_em)
        if wider > width_em:
            if boxes[index - 1].hyphen is None:
                return index
            return _with_room_for_hyphen(boxes, start, index, width_em - used)
        used = wider
    return len(boxes)


def _with_room_for_hyphen(boxes: Sequence[WordBox], start: int, end: int, left_em: float) -> int:
    """The last end up to `end` at which the hyphen fits too; `left_em` is free at `end`."""
    for earlier in range(end, start, -1):
        last = boxes[earlier - 1]
        if last.hyphen is None or last.hyphen.width_em <= left_em:
            return earlier
        left_em += last.gap_em + last.width_em
    return end
