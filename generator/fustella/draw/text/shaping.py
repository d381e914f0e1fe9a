"""Measures the width of text in print, as HarfBuzz shapes it.

typst shapes the text of an SVG by the tables of the font (GSUB, GPOS) with their default features.
HarfBuzz with its default features gives the same advances, including ligatures and kerning;
`tests/draw/test_shaping.py` prints lines and compares. Of the font features of SVG, typst supports
only `font-variant="small-caps"`. Widths are in em, so that one measurement serves every size.

Each word is measured once. The fonts kern a space only with its two neighbours, so the width of a
line is the sum of its words and of the gaps between them (`TextMeasurer.gap_em`). A whole line in
one of the built-in fonts is measured so, too; one in a font of a game is shaped as it stands.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import pairwise

import uharfbuzz as hb
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.fonts import SYMBOL_PAGE
from fustella.core.words.invisible import is_set_without_glyph, without_unseen
from fustella.core.words.patterns import consists_of, regex
from fustella.draw.text.families import font_file, shown_family
from fustella.draw.text.fonts import FAMILIES, FontStyle

ASCENT_EM = 0.75

DESCENT_EM = 0.25
"""The extent of a line below its baseline. With that above it the line is one em high, as in the
fonts' tables (OS/2 sTypoAscender and sTypoDescender: 750/250 and 730/270 of 1000). All letters of
both families lie inside, except for accents on capitals, which reach 0.16 em higher, into the space
between lines."""

_NO_LANGUAGE = "und"

WORD_JOINER = "\u2060"

_LATIN = regex("[ -~\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u203a\u20ac\u2212]+")
"""Matches writing whose words look the same whatever stands beside them.

Invisible characters are left out.
"""

_SYLLABLES = regex(
    "[\u0900-\u109f\u1700-\u17ff\u1900-\u1aaf\u1b00-\u1c4f\ua800-\ua82f\ua880-\ua8ff"
    "\ua930-\ua95f\ua980-\uaaff\uabc0-\uabff\U00010a00-\U00010a5f\U00011000-\U00011fff]"
)
"""Matches the scripts that descend from Brahmi: their vowel signs take room of their own."""

_FIRST_OF_SYLLABLES = "\u0900"

_KEPT = 8192
"""The number of words, of pairs of letters and of texts that are cached for a style."""


class Glyph(Struct, frozen=True):
    """A glyph: its number in the font, the index of the first letter that it draws, its place.

    `x_em` and `y_em` are its distance from the end of the glyphs before it, y up.
    """

    number: int
    letter: int
    x_em: float
    y_em: float
    advance_em: float


class Cluster(Struct, frozen=True):
    """Letters that are drawn together: the index of the first, and their glyphs."""

    start: int
    letters: str
    glyphs: tuple[Glyph, ...]


_APART = {"liga": False, "clig": False, "dlig": False, "hlig": False}
"""The features that join letters to ligatures, switched off for letters that stand apart."""


class TextMeasurer:
    """Measures text in one style. All lengths in em; heights count up from the baseline.

    - `width_em` is the advance width of a word or of a line.
    - `gap_em` is the width that a space between two characters adds; "" stands for no neighbour.
    - `kern_em` is the width that two parts of a word gain (negative: lose) where they are joined,
      by the characters on both sides.
    - `ink_em` gives the top and the bottom of the ink of a text; negative below the baseline.
    """

    def __init__(self, style: FontStyle) -> None:
        face = hb.Face(hb.Blob.from_file_path(str(font_file(style))))
        self.style = style
        self._face, self._font = face, hb.Font(face)
        self._selectors: frozenset[int] | None = None
        self._features = {"smcp": True} if style.small_caps else {}
        self._em: int = face.upem
        self._covered = face.unicodes
        self._coloured = "COLR" in face.table_tags
        self._has_symbols = style.family not in FAMILIES.values() and _is_of_symbols(face)
        self._found = set[str]()
        self._inks: dict[str, tuple[float, float]] = {}
        self._adds_up = style.family in FAMILIES.values()
        self._units_of = lru_cache(_KEPT)(self._shaped_units)
        self._gap_units = lru_cache(_KEPT)(self._gap_in_units)
        self.width_em = lru_cache(_KEPT)(self._advance)
        self.gap_em = lru_cache(_KEPT)(partial(self._joint_em, " "))
        self.kern_em = lru_cache(_KEPT)(partial(self._joint_em, ""))
        self.ink_em = lru_cache(_KEPT)(self._ink)
        self._syllables = lru_cache(_KEPT)(self._parted)
        self.ascent_em, self.descent_em = self._line_extent()
        cap_height = self._font.get_metric_position_with_fallback(hb.OTMetricsTag.CAP_HEIGHT)
        self.cap_em: float = cap_height / self._em

    def _line_extent(self) -> tuple[float, float]:
        """The extents of a line above and below its baseline, together one em.

        For a font of a game they have the ratio of the font's own ascent and descent, because its
        designer may have left much or little room around the letters.
        """
        if self.style.family in FAMILIES.values():
            return ASCENT_EM, DESCENT_EM
        found = self._font.get_font_extents("ltr")
        up, down = max(found.ascender, 1), max(-found.descender, 0)
        return up / (up + down), down / (up + down)

    def _joint_em(self, between: str, before: str, after: str) -> float:
        whole_em = self._units_of(before + between + after) / self._em
        return whole_em - self.width_em(before) - self.width_em(after)

    def _gap_in_units(self, before: str, after: str) -> int:
        whole = self._units_of(f"{before} {after}")
        return whole - self._units_of(before) - self._units_of(after)

    def missing(self, text: str) -> tuple[str, ...]:
        """The characters without a glyph in the font, each once, in the text's order."""
        unknown = set(text) - self._found
        if not unknown:
            return ()
        lacking = {each for each in unknown if not self._is_set(each)}
        lacking |= {each for each in unknown - lacking if self._is_blank(each)}
        self._found |= unknown - lacking
        return tuple(dict.fromkeys(each for each in text if each in lacking))

    def lends(self, text: str) -> bool:
        """Whether the font may set letters that another font lacks.

        A font of symbols has signs in the places of typed letters, so it lends no letters.
        """
        return not self.missing(text) and not (self._has_symbols and min(text) <= "\xff")

    def _is_blank(self, character: str) -> bool:
        """Whether a game's font has an empty glyph for a letter or a sign that should be seen."""
        if self._adds_up or self._coloured or not _is_seen(character):
            return False
        numbers = (info.codepoint for info in self._shaped(character).glyph_infos)
        boxes = map(self._font.get_glyph_extents, numbers)
        return not any(box and box.width and box.height for box in boxes)

    def _is_set(self, letter: str) -> bool:
        return ord(letter) in self._covered or is_set_without_glyph(letter)

    def without_unseen(self, text: str) -> str:
        """A text without invisible control characters that change no glyph."""
        if self._selectors is None:
            self._selectors = frozenset((*self._face.variation_selectors, *self._covered))
        return without_unseen(text, self._selectors)

    def _ink(self, text: str) -> tuple[float, float]:
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

    def glyphs(self, text: str) -> Iterator["Glyph"]:
        """The glyphs that a text is printed with, from left to right."""
        for start, run in runs_of_scripts(text):
            buffer = self._shaped(run)
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                offset = place.x_offset / self._em, place.y_offset / self._em
                advance_em = place.x_advance / self._em
                yield Glyph(info.codepoint, start + info.cluster, *offset, advance_em)

    def clusters(
        self, text: str, right_to_left: bool = False, apart: bool = False
    ) -> Iterator["Cluster"]:
        """Yields the clusters of a text of one direction, from left to right.

        `apart`: letters are spaced, so none are joined to ligatures (CSS Text 3, 8.2).
        """
        direction = "rtl" if right_to_left else "ltr"
        for start, run in runs_of_scripts(text):
            buffer = self._shaped(run, direction, apart)
            found = dict[int, list[Glyph]]()
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                offset = place.x_offset / self._em, place.y_offset / self._em
                glyph = Glyph(info.codepoint, info.cluster, *offset, place.x_advance / self._em)
                found.setdefault(info.cluster, []).append(glyph)
            ends = dict(pairwise((*sorted(found), len(run))))
            for first, glyphs in found.items():
                letters = run[first : ends[first]]
                if any(glyph.advance_em for glyph in glyphs) or not all(
                    map(is_set_without_glyph, letters)
                ):
                    yield Cluster(start + first, letters, tuple(glyphs))

    @property
    def cell_em(self) -> tuple[float, float]:
        """The extents of a letter's cell above and below its baseline in em, from the font."""
        found = self._font.get_font_extents("ltr")
        return found.ascender / self._em, -found.descender / self._em

    @property
    def is_coloured(self) -> bool:
        """Whether the glyphs of the font have colours of their own."""
        return self._coloured

    def syllables(self, text: str) -> Mapping[int, str]:
        """The places at which a text can be split while its glyphs stay as they are.

        For each place, the value is the prefix of a part that begins there: "", or a word joiner,
        which is invisible, if a font has other glyphs for the start of a word. The first place is
        the start of the text.
        """
        return self._syllables(text)

    def _parted(self, text: str) -> Mapping[int, str]:
        whole = [*self.glyphs(text)]
        found, begin = {0: ""}, 0
        # A place counts where both parts, shaped apart, have the glyphs of the whole.
        for start in sorted({glyph.letter for glyph in whole} - {0}):
            wanted = [glyph.number for glyph in whole if glyph.letter >= begin]
            before = [glyph.number for glyph in self.glyphs(found[begin] + text[begin:start])]
            after = wanted[len(before) - len(found[begin]) :]
            if before[len(found[begin]) :] + after != wanted:
                continue
            for lead in ("", WORD_JOINER):
                shaped = [glyph.number for glyph in self.glyphs(lead + text[start:])]
                if shaped[len(lead) :] == after:
                    found[start], begin = lead, start
                    break
        return found

    def draw(self, glyph: int, pen: hb.DrawFuncs) -> None:
        """Draws the outline of a glyph with a pen, in `units` to the em, y up."""
        self._font.draw_glyph(glyph, pen)

    @property
    def units(self) -> int:
        """The units of the font to the em."""
        return self._em

    def _advance(self, text: str) -> float:
        words = text.split(" ")
        if len(words) > 1 and self._adds_up and all(words) and _is_latin(text):
            units = sum(map(self._units_of, words))
            units += sum([self._gap_units(a[-1], b[0]) for a, b in pairwise(words)])
        else:
            units = self._units_of(text)
        return units / self._em

    def _shaped_units(self, text: str) -> int:
        if not text:
            return 0
        if text.isascii() or max(text) < _FIRST_OF_SYLLABLES:
            return sum([place.x_advance for place in self._shaped(text).glyph_positions])
        runs = [self._shaped(run) for _, run in runs_of_scripts(text)]
        return sum([place.x_advance for run in runs for place in run.glyph_positions])

    def _shaped(self, text: str, direction: str = "", apart: bool = False) -> hb.Buffer:
        buffer = hb.Buffer()
        buffer.add_str(text)
        # Without a language, HarfBuzz takes that of the machine's locale.
        buffer.language = _NO_LANGUAGE
        buffer.guess_segment_properties()
        if direction:
            buffer.direction = direction
        hb.shape(self._font, buffer, self._features | _APART if apart else self._features)
        return buffer


def _is_of_symbols(face: hb.Face) -> bool:
    """Whether a game's font is a font of symbols, by the bit that `prepared` sets."""
    pages = face.reference_table("OS/2").data[_PAGES : _PAGES + 4]
    return bool(int.from_bytes(pages) & SYMBOL_PAGE)


_PAGES = 78
"""The offset of `ulCodePageRange1` in the table OS/2."""

_EMPTY_SIGNS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and signs that are there to show nothing: fillers, an empty cell of Braille."""


def _is_seen(character: str) -> bool:
    """Whether a character is a letter or a sign that leaves ink."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _EMPTY_SIGNS


def has_syllables(text: str) -> bool:
    """Whether a text has letters of scripts whose vowel signs stand around their consonants."""
    if text.isascii() or max(text) < _FIRST_OF_SYLLABLES:
        return False
    return _SYLLABLES.search(text) is not None


def runs_of_scripts(text: str) -> Iterator[tuple[int, str]]:
    """Yields the parts of a text that each have one script, with their starts.

    HarfBuzz shapes a whole text by the rules of its first letter: after a Latin letter, Devanagari
    would stand as it is typed. Characters that belong to no script (spaces, digits) go with the
    letters before them (Unicode Standard Annex 24, 5.1).
    """
    if not has_syllables(text):
        yield 0, text
        return
    start, script = 0, ""
    for index, letter in enumerate(text):
        own = _script_of(letter)
        if own and script and own != script:
            yield start, text[start:index]
            start = index
        script = own or script
    yield start, text[start:]


@lru_cache(_KEPT)
def _script_of(letter: str) -> str:
    """The script of a letter; "" for a character that all scripts use."""
    buffer = hb.Buffer()
    buffer.add_str(letter)
    buffer.guess_segment_properties()
    return buffer.script or ""


def _is_latin(text: str) -> bool:
    return consists_of(_LATIN, text)


@cache
def text_measurer(style: FontStyle) -> TextMeasurer:
    """The measurer of a style, always the same object: it measures each word only once."""
    return TextMeasurer(style)


def text_width_mm(text: str, style: FontStyle, size_pt: float) -> float:
    """The advance width of one line of text, in mm."""
    return text_measurer(style).width_em(text) * size_pt * MM_PER_PT


def missing_glyphs(text: str, style: FontStyle) -> tuple[str, ...]:
    """The characters of `text` without a glyph in the font of `style`, each once."""
    return text_measurer(style).missing(text)


def without_glyph(character: str, style: FontStyle) -> tuple[str, str]:
    """The name of the font that lacks a character, for a message, and a hint.

    The italics of both families have Latin letters alone, the upright fonts Greek and Cyrillic too.
    """
    if style.italic and not missing_glyphs(character, replace(style, italic=False)):
        return f"the italic of {style.family}", "write it upright, without italics"
    if style.family not in FAMILIES.values():
        return shown_family(style.family), "name a font that has it under `fallback` of this one"
    return style.family, "name a font that has it under `fonts`, write it otherwise"
