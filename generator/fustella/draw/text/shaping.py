"""How wide text will be when it is printed.

typst shapes the text of an SVG with the tables of the font (GSUB, GPOS) and their default
features; HarfBuzz with its default features gives the same advances, ligatures and kerning
included: `tests/draw/test_measure.py` prints lines and compares. Of the features that SVG can ask
for, typst knows `font-variant="small-caps"` alone. Widths are in em, so that one measurement serves
every size; `text_width_mm` is for a single text.

Words are measured once and kept. The fonts kern letters against a space beside them in pairs
only, so a line is the sum of its words and of the gaps between them (`Meter.gap_em`).
"""

from functools import cache

import uharfbuzz as hb

from fustella.core.units import MM_PER_PT
from fustella.draw.text.fonts import FontStyle, font_file

ASCENT_EM = 0.75

DESCENT_EM = 0.25
"""What a line takes above and below its baseline: one em together, as the fonts' designers have it
(OS/2 sTypoAscender and sTypoDescender: 750/250 and 730/270 of 1000). All letters of both families
lie inside, but for accents on capitals, which reach 0.16 em higher, into the space between lines.
"""

_NO_LANGUAGE = "und"

_INVISIBLE = frozenset(map(ord, "\u00ad\u200b\u2060"))
"""Soft hyphen, zero width space, word joiner: neither HarfBuzz nor typst draws them."""


class TextMeasurer:
    """Measures text in one style. All lengths in em; heights count up from the baseline."""

    def __init__(self, style: FontStyle) -> None:
        face = hb.Face(hb.Blob.from_file_path(str(font_file(style))))
        self.style = style
        self._font = hb.Font(face)
        self._features = {"smcp": True} if style.small_caps else {}
        self._em: int = face.upem
        self._covered = frozenset(face.unicodes) | _INVISIBLE
        self._widths = {"": 0.0}
        self._gaps: dict[tuple[str, str], float] = {}
        self._kerns: dict[tuple[str, str], float] = {}
        self._inks: dict[str, tuple[float, float]] = {}
        cap_height = self._font.get_metric_position_with_fallback(hb.OTMetricsTag.CAP_HEIGHT)
        self.cap_em: float = cap_height / self._em

    def width_em(self, text: str) -> float:
        """The advance of a word or of a whole line."""
        width = self._widths.get(text)
        if width is None:
            width = self._widths[text] = self._advance(text)
        return width

    def gap_em(self, before: str, after: str) -> float:
        """What a space adds between two characters; either may be "" for the end of a line."""
        gap = self._gaps.get((before, after))
        if gap is None:
            with_space = self._advance(f"{before} {after}")
            gap = with_space - self._advance(before) - self._advance(after)
            self._gaps[before, after] = gap
        return gap

    def kern_em(self, before: str, after: str) -> float:
        """What two pieces of a word gain (or, negative, lose) by standing side by side."""
        kern = self._kerns.get((before, after))
        if kern is None:
            both = self._advance(before + after)
            kern = both - self._advance(before) - self._advance(after)
            self._kerns[before, after] = kern
        return kern

    def missing(self, text: str) -> tuple[str, ...]:
        """The characters the font has no glyph for, each once, in the order of the text."""
        codes = set(map(ord, text)) - self._covered
        return tuple(dict.fromkeys(c for c in text if ord(c) in codes)) if codes else ()

    def ink_em(self, text: str) -> tuple[float, float]:
        """How far the ink of a text reaches: its top and its bottom (negative below the line)."""
        inks = [self._ink_of(character) for character in set(text)]
        top = max((high for high, _ in inks), default=0.0)
        return top, min((low for _, low in inks), default=0.0)

    def _ink_of(self, character: str) -> tuple[float, float]:
        ink = self._inks.get(character)
        if ink is None:
            glyph = self._font.get_nominal_glyph(ord(character))
            box = self._font.get_glyph_extents(glyph) if glyph else None
            top, height = (box.y_bearing, box.height) if box else (0, 0)
            ink = self._inks[character] = (top / self._em, (top + height) / self._em)
        return ink

    def _advance(self, text: str) -> float:
        if not text:
            return 0.0
        buffer = hb.Buffer()
        buffer.add_str(text)
        # Without a language HarfBuzz takes the one of the machine that it runs on.
        buffer.language = _NO_LANGUAGE
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, self._features)
        advance: int = sum(position.x_advance for position in buffer.glyph_positions)
        return advance / self._em


@cache
def text_measurer(style: FontStyle) -> TextMeasurer:
    """The meter of a style; there is one for each, so that its words are measured once."""
    return TextMeasurer(style)


def text_width_mm(text: str, style: FontStyle, size_pt: float) -> float:
    """The advance width of one line of text, in mm."""
    return text_measurer(style).width_em(text) * size_pt * MM_PER_PT


def missing_glyphs(text: str, style: FontStyle) -> tuple[str, ...]:
    """The characters of `text` that the font of `style` cannot print, each once."""
    return text_measurer(style).missing(text)
