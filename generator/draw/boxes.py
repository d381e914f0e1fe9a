"""From marks to the boxes that lines are made of: words, with what sticks to them, measured."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeGuard

from generator.draw.fonts import BOLD, REGULAR, FontStyle
from generator.draw.hyphenation import SOFT_HYPHEN, Split
from generator.draw.lines import Box, Part, Run, Sign
from generator.draw.markup import Break, IconMark, Mark, Span
from generator.draw.measure import meter
from generator.draw.ties import tied

_TOKENS = re.compile(r"[ \t]+|[^ \t]+")
_AFTER_HYPHEN = re.compile(r"(?<=\w[-‐–—])(?=[^\W\d_])")
"""Between letters alone: `self-made` may break, `-1`, `+2/-3` and `3-4` may not."""

_HYPHEN = "-"

_HEAVY = 600
"""From this weight on, a text counts as bold, and `**` makes a word of it regular."""

SIGN_SIDE_EM = 0.06
"""What stays free on each side of an inline icon, so that it does not touch the letters."""


def text_boxes(
    marks: Iterable[Mark], base: FontStyle, sign_width: Callable[[str], float]
) -> tuple[Box, ...]:
    """The boxes of a text. `sign_width` gives an inline icon's width over the capitals' height."""
    builder = _Builder()
    cap_em = meter(base).cap_em
    for mark in marks:
        if isinstance(mark, Span):
            builder.add_span(mark.text, switched(base, mark.bold, mark.italic))
        elif isinstance(mark, IconMark):
            width_em = sign_width(mark.name) * cap_em + 2 * SIGN_SIDE_EM
            builder.add_part(Sign(mark.name, width_em))
        else:
            builder.add_break(mark)
    builder.close()
    return tuple(builder.boxes)


@cache
def switched(base: FontStyle, bold: bool, italic: bool) -> FontStyle:
    """The style inside `**…**` and `*…*`."""
    weight = base.weight
    if bold:
        weight = REGULAR if base.weight >= _HEAVY else BOLD
    slanted = base.italic != italic
    return FontStyle(base.family, weight, slanted, base.small_caps and not slanted)


def hyphenated(boxes: Sequence[Box], split: Split) -> tuple[Box, ...]:
    """The boxes with their words split where they may be hyphenated.

    Words with soft hyphens are left as they are, and those of more than one style.
    """
    return tuple(_hyphenated(boxes, split))


def _hyphenated(boxes: Sequence[Box], split: Split) -> Iterator[Box]:
    soft = False
    for box in boxes:
        whole = not soft and box.hyphen is None and len(box.parts) == 1
        word = box.parts[0]
        soft = box.hyphen is not None
        pieces = split(word.text) if whole and isinstance(word, Run) else ()
        if len(pieces) > 1 and isinstance(word, Run):
            yield from _pieces(box, pieces, word.style)
        else:
            yield box


def _pieces(box: Box, texts: Sequence[str], style: FontStyle) -> Iterator[Box]:
    """A word as several boxes; side by side they are as wide as the whole word."""
    measure = meter(style)
    for index, text in enumerate(texts):
        width_em = measure.width_em(text)
        hyphen = _hyphen_after(text, style) if index < len(texts) - 1 else box.hyphen
        piece = replace(box, parts=(Run(text, style, width_em),), width_em=width_em, hyphen=hyphen)
        if index:
            gap_em = measure.kern_em(texts[index - 1], text)
            piece = replace(piece, gap_em=gap_em, space=None, break_before=Break.NONE, tied=False)
        yield piece


def _hyphen_after(text: str, style: FontStyle) -> Run:
    width_em = meter(style).width_em
    return Run(_HYPHEN, style, width_em(text + _HYPHEN) - width_em(text))


def bound(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """The boxes with what is tied together made one."""
    found: list[Box] = []
    for box in boxes:
        if found and box.tied and box.space is not None:
            first = found.pop()
            parts = (*first.parts, Run(" ", box.space, box.gap_em), *box.parts)
            width_em = first.width_em + box.gap_em + box.width_em
            found.append(replace(first, parts=parts, width_em=width_em, hyphen=box.hyphen))
        else:
            found.append(box)
    return tuple(found)


class _Builder:
    """Collects parts until a space, a break or a hyphen closes the box."""

    def __init__(self) -> None:
        self.boxes: list[Box] = []
        self._parts: list[Part] = []
        self._last: Part | None = None
        self._space: FontStyle | None = None
        self._hyphen = False
        self._soft = False
        self._break = Break.NONE

    def add_span(self, text: str, style: FontStyle) -> None:
        width_em = meter(style).width_em
        for token in _TOKENS.findall(text):
            if token[0] in " \t":
                self.close()
                self._space = style
                continue
            for number, piece in enumerate(_AFTER_HYPHEN.split(token)):
                if number:
                    self.close()
                    self._hyphen = True
                for turn, part in enumerate(piece.split(SOFT_HYPHEN)):
                    self._soft = self._soft or turn > 0
                    if part:
                        self.add_part(Run(part, style, width_em(part)))

    def add_part(self, part: Part) -> None:
        if self._soft and self._parts:
            self._close_softly()
        self._soft = False
        self._parts.append(part)

    def add_break(self, kind: Break) -> None:
        self.close()
        self._break = max(self._break, kind)

    def close(self) -> None:
        self._soft = False
        if not self._parts:
            return
        parts = tuple(self._parts)
        width_em = sum(part.width_em for part in parts)
        gap_em = self._gap_em(parts[0])
        if not self.boxes:
            self._break = Break.NONE
        box = Box(parts, width_em, gap_em, self._space, self._break)
        if self.boxes and box.space is not None and not box.break_before:
            box = replace(box, tied=tied(self.boxes[-1].text, box.text))
        self.boxes.append(box)
        self._last = parts[-1]
        self._parts, self._space, self._hyphen, self._break = [], None, False, Break.NONE

    def _close_softly(self) -> None:
        """Close the box at a soft hyphen that was typed."""
        self.close()
        last = self.boxes[-1].parts[-1]
        if isinstance(last, Run):
            hyphen = _hyphen_after(last.text, last.style)
            self.boxes[-1] = replace(self.boxes[-1], hyphen=hyphen)
        self._hyphen = True

    def _gap_em(self, first: Part) -> float:
        last = self._last
        if self._space is not None:
            before = last.text[-1] if _is_in(last, self._space) else ""
            after = first.text[0] if _is_in(first, self._space) else ""
            return meter(self._space).gap_em(before, after)
        if self._hyphen and isinstance(last, Run) and isinstance(first, Run):
            return meter(first.style).kern_em(last.text[-1], first.text[0])
        return 0.0


def _is_in(part: Part | None, style: FontStyle) -> TypeGuard[Run]:
    """Whether a part is letters in that style, which then kern with a space of that style."""
    return isinstance(part, Run) and part.style == style
