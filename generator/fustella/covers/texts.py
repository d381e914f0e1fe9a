"""Measures the texts of a cover before anything is drawn."""

from bisect import bisect_left
from functools import lru_cache

from msgspec import Struct

from fustella.core.values.contents import LONGEST_NAME, cut_name
from fustella.core.values.model import Word
from fustella.draw.text.fallback import Fallback
from fustella.draw.text.fit import height_em, lines_em, size_in_mm
from fustella.draw.text.fonts import BOLD, FAMILIES, REGULAR, FontStyle
from fustella.draw.text.lines import Stretch, WordBox, count_lines, signs_of, stretches, wrap
from fustella.draw.text.markup import TextBreak, as_typed, marks_of
from fustella.draw.text.words import text_boxes

LEADING = 1.2
"""The distance between lines, as a factor of the size of the text."""

BOLD_STYLE = FontStyle(FAMILIES["sans"], BOLD, False)

_KEPT = 4096
"""The most beginnings of words whose widths are kept: a long word is cut for many widths."""


class SetText(Struct, frozen=True):
    """A text whose words are measured, to be broken into lines of any width.

    `head_em` is the width of its first two words beside each other.
    """

    stretches: tuple[Stretch, ...]
    widest_em: float
    head_em: float
    gaps: int
    tall: bool

    @property
    def measured(self) -> object:
        """The measures of all words, which depend on the font."""
        boxes = [box for stretch in self.stretches for box in stretch.boxes]
        return self.tall, [(box.width_em, box.gap_em) for box in boxes]

    def fits(self, width_mm: float, size_pt: float) -> bool:
        """Whether no word is wider than `width_mm` at that size."""
        return self.widest_em * size_in_mm(size_pt) <= width_mm

    def height_mm(self, width_mm: float, size_pt: float, leading: float) -> float:
        """The height of the text in lines of that width."""
        size_mm = size_in_mm(size_pt)
        width_em = width_mm / size_mm
        if self.tall:
            return height_em(wrap(self.stretches, width_em), leading) * size_mm
        lines = count_lines(self.stretches, width_em)
        return lines_em(lines, self.gaps, leading) * size_mm


def set_text(text: str, bold: bool, fallback: Fallback) -> SetText:
    """A text with its words measured; inline icons count as wide as they are high."""
    boxes = _boxes(text, bold, fallback)
    widest_em = max((box.closed_em for box in boxes), default=0.0)
    parts, gaps = (
        tuple(stretches(boxes)),
        sum(box.break_before is TextBreak.PARAGRAPH for box in boxes),
    )
    head_em = boxes[0].width_em if boxes else 0.0
    if len(boxes) > 1 and boxes[1].break_before is TextBreak.NONE:
        head_em += boxes[1].gap_em + boxes[1].closed_em
    return SetText(parts, widest_em, head_em, gaps, bool(signs_of(boxes)))


def is_one_line(text: str, width_mm: float, size_pt: float, fallback: Fallback) -> bool:
    """Whether a text, set as it was typed, has room in one line of that width."""
    as_set = set_text(as_typed(text), False, fallback)
    lines = count_lines(as_set.stretches, width_mm / size_in_mm(size_pt))
    return lines <= 1 and as_set.fits(width_mm, size_pt)


def height_mm(
    text: str,
    width_mm: float,
    size_pt: float,
    bold: bool,
    fallback: Fallback,
    leading: float = LEADING,
) -> float:
    """The height of a text in lines of that width."""
    return set_text(text, bold, fallback).height_mm(width_mm, size_pt, leading)


def shortened(
    name: Word,
    width_mm: float,
    least_pt: float,
    fallback: Fallback,
    longest: float = LONGEST_NAME,
) -> Word:
    """A name that fits a cover: a name that is too long is cut, instead of being a fault.

    A name with more letters than `longest`, or with a word wider than `width_mm` at `least_pt`,
    loses its markup. The name or the word is cut, with an ellipsis at the cut.
    """
    most_em = width_mm / size_in_mm(least_pt)
    boxes = _boxes(name, True, fallback)
    if len(name) <= longest and all(
        box.closed_em * size_in_mm(least_pt) <= width_mm for box in boxes
    ):
        return name
    letters = "".join(
        " " * (box.space is not None or box.break_before is not TextBreak.NONE) + box.text
        for box in boxes
    )
    words = cut_name(letters, longest).split()
    return Word(
        as_typed(" ".join(_cut_word(word, most_em, fallback) for word in words)), name.place
    )


def _cut_word(word: str, most_em: float, fallback: Fallback) -> str:
    """The beginning of a word with an ellipsis, together at most `most_em` wide."""
    if _word_em(word, fallback) <= most_em:
        return word
    numbers = range(1, len(word))
    fit = bisect_left(
        numbers, True, key=lambda many: _word_em(_cut_at(word, many), fallback) > most_em
    )
    return _cut_at(word, max(1, fit))


def _cut_at(word: str, letters: int) -> str:
    return f"{word[:letters].rstrip('…')}…"


@lru_cache(_KEPT)
def _word_em(word: str, fallback: Fallback) -> float:
    return sum(box.closed_em for box in _boxes(as_typed(word), True, fallback))


def _boxes(text: str, bold: bool, fallback: Fallback) -> tuple[WordBox, ...]:
    style = BOLD_STYLE if bold else FontStyle(FAMILIES["sans"], REGULAR, False)
    return text_boxes(marks_of(text).marks, style, lambda _: 1.0, fallback)
