"""Finds the letters of a booklet that no font of it has, where they were typed."""

import unicodedata
from collections.abc import Iterator, Sequence

from fustella.core.values.problems import Problem
from fustella.core.values.rules import (
    Block,
    Booklet,
    Box,
    BoxKind,
    Code,
    Emphasis,
    Figured,
    Heading,
    Inline,
    Link,
    Strong,
    Words,
    every_block,
    own_inlines,
)
from fustella.draw.text.families import GameFonts
from fustella.draw.text.fonts import BOLD, REGULAR, FontStyle
from fustella.draw.text.lacking import joined_by_script, lacks_letter
from fustella.draw.text.shaping import missing_glyphs
from fustella.rules.look import BookletLook


def lacking_letters(booklet: Booklet, look: BookletLook, fonts: GameFonts) -> list[Problem]:
    """The problems E202 of letters without a glyph, one for each font and script."""
    found = list[Problem]()
    parts = (*(part.blocks for part in booklet.parts), *(note.blocks for note in booklet.notes))
    for block in (block for blocks in parts for block in every_block(blocks)):
        for inline, style in _styled(own_inlines(block), _style_of(block, look)):
            chain = (style.family, *look.fallback)
            left: Sequence[str] = tuple(inline.text)
            for family in chain:
                own = FontStyle(family, style.weight, style.italic)
                left = missing_glyphs("".join(left), own) if left else ()
            found += [
                lacks_letter(letter, style, inline.place, _named(letter), "leave it out")
                for letter in left
                if letter.isprintable() and not letter.isspace()
            ]
    return joined_by_script(found, fonts, booklet.language)


def _style_of(block: Block, look: BookletLook) -> FontStyle:
    """The font of a block's own words."""
    if isinstance(block, Heading):
        return FontStyle(look.title_family, BOLD)
    if isinstance(block, Box):
        return FontStyle(look.title_family, BOLD, block.kind is BoxKind.QUOTE)
    return FontStyle(look.text_family, REGULAR)


def _styled(
    inlines: Sequence[Inline] | Iterator[Inline], style: FontStyle
) -> Iterator[tuple[Words | Figured | Code, FontStyle]]:
    """Yields the letters in inlines with their fonts."""
    for inline in inlines:
        match inline:
            case Words() | Figured() | Code():
                yield inline, style
            case Strong():
                yield from _styled(inline.inlines, FontStyle(style.family, BOLD, style.italic))
            case Emphasis():
                yield from _styled(inline.inlines, FontStyle(style.family, style.weight, True))
            case Link():
                yield from _styled(inline.inlines, style)


def _named(letter: str) -> str:
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip()
