"""Finds line breaks in writing without spaces between words, such as Chinese and Japanese.

The library uniseg finds them by the Unicode Line Breaking Algorithm (Unicode Standard Annex 14).
Writing with spaces does not need it: there lines break at spaces and after hyphens. Thai, Lao,
Khmer and Burmese need a dictionary to find their words, which the algorithm leaves out: such lines
break at spaces, and where a text has zero width spaces.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from fustella.draw.text.markup import Mark, MarkedSpan, TextBreak, TextIcon

_ICON = "x"
"""The letter that an icon counts as: no line breaks between it and a number or a word."""

_WITHOUT_SPACES = (
    ("\u1100", "\u11ff"),
    ("\u200b", "\u200b"),
    ("\u2e80", "\u2fdf"),
    ("\u2ff0", "\ua4cf"),
    ("\ua960", "\ua97f"),
    ("\uac00", "\ud7ff"),
    ("\uf900", "\ufaff"),
    ("\ufe30", "\ufe4f"),
    ("\uff00", "\uffef"),
    ("\U0001b000", "\U0001b16f"),
    ("\U00020000", "\U0003fffd"),
)
"""The first and the last letters of blocks: Chinese, Japanese, Korean and Yi, zero width space.

They are no pattern, because compiling one takes longer than drawing a card.
"""

_FIRST = _WITHOUT_SPACES[0][0]


def break_places(marks: Sequence[Mark]) -> dict[int, tuple[int, ...]]:
    """The places in each mark, by its index, where a line may break besides spaces.

    Place 0 is before the first letter of a mark. A text that breaks at spaces alone has no places.
    """
    found: dict[int, tuple[int, ...]] = {}
    for stretch in _stretches(marks):
        texts = [_text_of(marks[index]) for index in stretch]
        whole = "".join(texts)
        if max(whole, default="") < _FIRST or not any(map(_is_without_spaces, {*whole})):
            continue
        places, start = line_breaks(whole), 0
        for index, text in zip(stretch, texts, strict=True):
            end = start + len(text)
            found[index] = tuple(place - start for place in places if start <= place < end)
            start = end
    return found


@lru_cache(maxsize=4096)
def _is_without_spaces(letter: str) -> bool:
    return any(first <= letter <= last for first, last in _WITHOUT_SPACES)


@lru_cache(maxsize=4096)
def line_breaks(text: str) -> tuple[int, ...]:
    """The places in a text at which a line may begin, but not its start and end."""
    from uniseg.linebreak import line_break_boundaries  # noqa: PLC0415  (few texts need it)

    return tuple(place for place in line_break_boundaries(text) if 0 < place < len(text))


def _text_of(mark: Mark) -> str:
    return mark.text if isinstance(mark, MarkedSpan) else _ICON


def _stretches(marks: Sequence[Mark]) -> Iterable[list[int]]:
    """Yields the indices of the marks between each typed break and the next."""
    stretch: list[int] = []
    for index, mark in enumerate(marks):
        if isinstance(mark, MarkedSpan | TextIcon):
            stretch.append(index)
        elif isinstance(mark, TextBreak):
            yield stretch
            stretch = []
    yield stretch
