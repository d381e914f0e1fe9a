"""Finds the lines of the parts of a chapter: of each paragraph, heading, table and situation."""

from collections.abc import Iterator
from functools import lru_cache

from markdown_it.token import Token
from msgspec import Struct

from fustella.core.words.patterns import regex
from fustella.read.rules.files import without_head
from fustella.read.rules.markdown import BOX, parse

_WHOLE = frozenset(("paragraph_open", "heading_open", "table_open", "fence", "hr"))
_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|$)")


class ChapterPart(Struct, frozen=True):
    """Lines of a chapter that are one part of it, from the `first` to the `last`, from 1.

    `typed` are these lines as they stand in the file, without the end of the last one.
    """

    first: int
    last: int
    typed: str


@lru_cache(maxsize=64)
def parts_of(text: str) -> tuple[ChapterPart, ...]:
    """The parts of a chapter in their order; of a box it is the line on which it begins."""
    lines = lines_of(text)
    _, chapter = without_head(text)
    found = dict[int, ChapterPart]()
    for first, end in _spans(parse(chapter).tokens):
        last = min(end, len(lines))
        while last > first + 1 and not lines[last - 1].strip():
            last -= 1
        typed = "".join(lines[first:last]).replace("\r\n", "\n").replace("\r", "\n")
        found.setdefault(first, ChapterPart(first + 1, last, typed.removesuffix("\n")))
    return tuple(found[first] for first in sorted(found))


def lines_of(text: str) -> list[str]:
    """The lines of a text, each with its end."""
    return [line for line in _LINE.findall(text) if line]


def _spans(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """Yields the first line of each part, from 0, and the line behind it."""
    for token in tokens:
        if not token.map:
            continue
        first, end = token.map
        if token.type in _WHOLE:
            yield first, end
        elif token.type == f"{BOX}_open":
            yield first, first + 1
