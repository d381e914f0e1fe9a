"""Embeds fonts in an SVG that is shown as a picture, which may load nothing from outside.

Each font is cut down to the letters of the SVG, which takes less than a millisecond.
"""

import base64
import html
import re
import unicodedata
from functools import cache, lru_cache

import uharfbuzz as hb

from fustella.draw.text.families import font_file, own_families_in, styles_of
from fustella.draw.text.fonts import BOLD, REGULAR, FontStyle, all_styles
from fustella.draw.text.shaping import has_syllables

_WEIGHT = re.compile(r"""font-weight\s*[:=]\s*["']?(\w+)""")
_TAG = re.compile(r"<[^>]*>")
_ROOT = re.compile(r"<svg\b[^>]*>")
_SMALL_CAPS = ("smcp", "c2sc")
_KEPT = 512


def letters_in(svg: str) -> str:
    """The letters of all texts of an SVG, and perhaps a few more; "" if it has no texts."""
    return html.unescape(_TAG.sub("", svg)) if "<text" in svg else ""


def with_fonts(svg: str, shown: str) -> str:
    """An SVG with the fonts of the letters `shown` in it, as rules of a style sheet.

    The style sheet also keeps letters from being moved to whole pixels of a screen (SVG 2, 13.10.3:
    `geometricPrecision`).
    """
    root = _ROOT.search(svg)
    letters = "".join(sorted({*shown} - {"\n"}))
    if root is None or not letters:
        return svg
    rules = "text{text-rendering:geometricPrecision}"
    rules += "".join(_rule(style, letters) for style in _styles_in(svg))
    if own_families_in((svg,)):  # what has no bold is printed in its regular, not made bold
        rules += "text{font-synthesis:none}"
    return f"{svg[: root.end()]}<style>{rules}</style>{svg[root.end() :]}"


def _styles_in(svg: str) -> list[FontStyle]:
    """The styles that texts of the SVG may have: all of them, and perhaps a few more."""
    named = {*_WEIGHT.findall(svg), "normal"}
    numbers = {"normal": REGULAR, "bold": BOLD}
    weights = {int(name) if name.isdecimal() else numbers.get(name, BOLD) for name in named}
    slanted = "italic" in svg or "oblique" in svg
    own = (style for family in sorted(own_families_in((svg,))) for style in styles_of(family))
    return [
        style
        for style in (*all_styles(), *own)
        if style.family in svg and style.weight in weights and (slanted or not style.italic)
    ]


@lru_cache(maxsize=_KEPT)
def _rule(style: FontStyle, letters: str) -> str:
    """The rule `@font-face` that holds a font cut down to these letters."""
    wanted = hb.SubsetInput()
    wanted.flags |= hb.SubsetFlags.NO_HINTING  # a third of some fonts, and faces are often scaled
    wanted.unicode_set.update(map(ord, letters + _parts_of(letters)))
    wanted.layout_feature_tag_set.update(int.from_bytes(tag.encode()) for tag in _SMALL_CAPS)
    data = base64.b64encode(hb.subset(_face(style), wanted).blob.data).decode()
    slant = "italic" if style.italic else "normal"
    return (
        f'@font-face{{font-family:"{style.family}";font-weight:{style.weight};'
        f'font-style:{slant};src:url("data:font/ttf;base64,{data}")}}'
    )


_KHMER_SPLIT, _KHMER_LEFT = "\u17be\u17bf\u17c0\u17c4\u17c5", "\u17c1"
_DOTTED_CIRCLE = "\u25cc"


def _parts_of(letters: str) -> str:
    """The characters that shapers add to letters of scripts with vowel signs.

    A sign that stands on both sides of its consonant is set as two signs, and a sign without a
    consonant gets a dotted circle (OpenType 1.9, script development specifications). Unicode knows
    these parts, except those of Khmer.
    """
    if not has_syllables(letters):
        return ""
    left = _KHMER_LEFT if any(letter in letters for letter in _KHMER_SPLIT) else ""
    forms = (unicodedata.normalize(form, letters) for form in ("NFD", "NFKD"))
    return "".join(forms) + left + _DOTTED_CIRCLE


@cache
def _face(style: FontStyle) -> hb.Face:
    return hb.Face(hb.Blob.from_file_path(str(font_file(style))))
