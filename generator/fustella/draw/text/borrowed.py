"""Sets the letters that a drawing's fonts lack in another font, or reports them.

A browser takes such a letter from any font of its machine; here it comes from the fonts of the game
and from the built-in fonts.
"""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, fromstring, tostring

from msgspec.structs import replace

from fustella.draw.inspect.texts import font_of
from fustella.draw.scene.model import Span, Style, Text
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.svg.tree import SVG
from fustella.draw.text.fallback import missing_in_all, runs_by_font
from fustella.draw.text.families import is_family
from fustella.draw.text.fonts import FAMILIES, FontStyle
from fustella.draw.text.lacking import listed_letters
from fustella.draw.text.shaping import without_glyph


class LacksLetters(Exception):
    """Raised for letters of a drawing that no font has."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def with_borrowed_letters(svg: str, families: Sequence[str]) -> str:
    """A cleaned SVG in which letters that their own font lacks are set in the first font with them.

    `families` are the game's. Raises LacksLetters with all letters that no font has.
    """
    if "<text" not in svg or svg.isascii():
        return svg
    root, borrower = fromstring(svg), _Borrower(families)
    for text in resolve_finished(root).texts_in_place:
        borrower.borrow(text)
    if borrower.lacking:
        font, hint = without_glyph(*next(iter(borrower.lacking.items())))
        message = f"{font} has no {listed_letters([*borrower.lacking])}"
        hint = f"{hint}, or convert the text to paths in the editor"
        raise LacksLetters(message, hint)
    return tostring(root, encoding="unicode") if borrower.borrowed else svg


class _Borrower:
    def __init__(self, families: Sequence[str]) -> None:
        self._families = tuple(dict.fromkeys((*families, *FAMILIES.values())))
        self.lacking: dict[str, FontStyle] = {}
        self.borrowed = False

    def borrow(self, text: Text | Span) -> None:
        """Splits the letters of a text or a span by the fonts that have them."""
        element = text.element
        for span in text.spans:
            self.borrow(span)
            span.element.tail, after = self._split_by_font(span.after, text.style)
            at = [*element].index(span.element) + 1
            element[at:at] = after
        element.text, before = self._split_by_font(text.letters, text.style)
        element[0:0] = before

    def _fallback(self, family: str) -> tuple[str, ...]:
        return tuple(one for one in self._families if one != family)

    def _split_by_font(self, letters: str, style: Style) -> tuple[str, list[Element]]:
        """The letters before the first missing one, and spans for those from there on."""
        font = font_of(style)
        if letters.isascii() or not is_family(font.family):
            return letters, []
        missing = missing_in_all(letters, font, self._fallback)
        if missing and font.italic:  # upright fonts have more letters than italics
            upright = replace(font, italic=False)
            missing = missing_in_all("".join(missing), upright, self._fallback)
            font, other_slant = upright, {"font-style": "normal"}
        else:
            other_slant = {}
        self.lacking |= {letter: font for letter in missing if letter not in self.lacking}
        first, found = "", list[Element]()
        for run, other in runs_by_font(letters, font, self._fallback):
            if other == font and not (found or other_slant):
                first = run
            else:
                span = Element(f"{SVG}tspan", other_slant)
                self.borrowed = self.borrowed or bool(other_slant) or other != font
                if other != font:
                    span.set("font-family", other.family)
                span.text = run
                found.append(span)
        return first, found
