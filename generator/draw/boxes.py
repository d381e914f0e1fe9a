"""From marks to the boxes that lines are made of: words, with what sticks to them, measured."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeGuard

from generator.draw.fonts import BOLD, REGULAR, FontStyle
from generator.draw.lines import Box, Part, Run, Sign
from generator.draw.markup import Break, IconMark, Mark, Span
from generator.draw.measure import meter

_TOKENS = re.compile(r"[ \t]+|[^ \t]+")
_AFTER_HYPHEN = re.compile(r"(?<=\w[-‐–—])(?=[^\W\d_])")
"""Between letters alone: `self-made` may break, `-1`, `+2/-3` and `3-4` may not."""

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
    return FontStyle(base.family, weight, base.italic != italic)


class _Builder:
    """Collects parts until a space, a break or a hyphen closes the box."""

    def __init__(self) -> None:
        self.boxes: list[Box] = []
        self._parts: list[Part] = []
        self._last: Part | None = None
        self._space: FontStyle | None = None
        self._hyphen = False
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
                self.add_part(Run(piece, style, width_em(piece)))

    def add_part(self, part: Part) -> None:
        self._parts.append(part)

    def add_break(self, kind: Break) -> None:
        self.close()
        self._break = max(self._break, kind)

    def close(self) -> None:
        if not self._parts:
            return
        parts = tuple(self._parts)
        width_em = sum(part.width_em for part in parts)
        gap_em = self._gap_em(parts[0])
        if not self.boxes:
            self._break = Break.NONE
        self.boxes.append(Box(parts, width_em, gap_em, self._space, self._break))
        self._last = parts[-1]
        self._parts, self._space, self._hyphen, self._break = [], None, False, Break.NONE

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
