"""Rewrites the outlines of a CFF font so that all programs draw them.

Few programs read CFF2 (OpenType 1.9) or all operators of CFF. Some operators are old or rare (Adobe
Technical Note 5177): `dotsection`, divisions, and an `endchar` that composes an accented letter of
two others (`seac`). typst leaves such letters out, or fails. So CFF2 becomes CFF, and each letter
with such an operator is drawn anew, without hints, from the outline that HarfBuzz or fontTools
finds.
"""

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import uharfbuzz as hb

from fustella.core.words.patterns import regex

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_CFF, _CFF2 = "CFF ", "CFF2"

_NUMBER = rb"(?:[\x20-\xf6]|[\xf7-\xfe].|\x1c..|\xff....)"
_STEMS = rb"[\x01\x03\x12\x17]"
_MASK = rb"[\x13\x14]"
_NUMBERS = regex(_NUMBER, re.DOTALL)
_HEAD = regex(rb"(?:%s|%s)*(?=%s)" % (_NUMBER, _STEMS, _MASK), re.DOTALL)
"""A pattern for the stems and their numbers, which stand before the first hint mask."""

_DRAWING = rb"[\x04-\x08\x15\x16\x18-\x1b\x1e\x1f]|\x0c[\x22-\x25]"
"""A pattern for operators that draw lines and curves, the last of them `flex`."""

_CALL, _ENDS = rb"[\x0a\x1d]", rb"[\x0b\x0e]?"
"""Match operators that call a subroutine, and those that end a subroutine or a glyph."""

_LONGEST_SEAC = 26
"""The most bytes of a glyph that `endchar` composes: five numbers of five bytes, and `endchar`."""

_SEAC_OPERANDS = 4
_MOST_MASK_BYTES = 12
_READ = frozenset(
    (
        *("hstem", "vstem", "hstemhm", "vstemhm", "hintmask", "cntrmask", "endchar"),
        *("rmoveto", "hmoveto", "vmoveto", "rlineto", "hlineto", "vlineto", "rrcurveto"),
        *("rcurveline", "rlinecurve", "vvcurveto", "hhcurveto", "vhcurveto", "hvcurveto"),
        *("callsubr", "callgsubr", "return", "hflex", "flex", "hflex1", "flex1"),
    )
)
"""The operators that typst reads."""

_ROUNDED = 0.01
"""The distance to a whole number, in units of the font, within which a coordinate counts as that
number."""


def make_readable(font: "TTFont", data: bytes) -> None:
    """Rewrites outlines of a font that typst does not read; `data` are its bytes."""
    if _CFF2 in font:
        from fontTools.cffLib.CFF2ToCFF import convertCFF2ToCFF  # noqa: PLC0415  (rarely needed)

        convertCFF2ToCFF(font)
    elif _CFF in font:
        # The glyphs are read in a copy of the font: fontTools writes all anew that it has read,
        # which takes a minute for the largest fonts.
        outlines = _opened(data)[_CFF].cff.topDictIndex[0]
        unread = [*_unread(outlines)]
        if unread:
            _rewrite_glyphs(font, unread, hb.Font(hb.Face(hb.Blob(data))))


def _unread(outlines: Any) -> Iterator[int]:
    """Yields the numbers of the glyphs of a CFF font with operators that typst does not read."""
    private = [each.Private for each in getattr(outlines, "FDArray", (outlines,))]
    subroutines = [outlines.GlobalSubrs, *(getattr(each, "Subrs", ()) for each in private)]
    codes = (part[index].bytecode for part in subroutines for index in range(len(part)))
    in_subroutines = not all(_is_plain(code) or _may_be_plain(code) for code in codes)
    glyphs = outlines.CharStrings.charStringsIndex
    for number in range(len(glyphs)):
        code = glyphs[number].bytecode
        doubtful = in_subroutines or len(code) <= _LONGEST_SEAC or not _is_plain(code)
        if doubtful and _has_unread(outlines, number):
            yield number


def _is_plain(code: bytes) -> bool:
    """Whether the bytes of a glyph show at once that typst reads all its operators.

    False means that it is unknown: to take each of up to 65,535 glyphs apart would take ten
    seconds.
    """
    head = _HEAD.match(code)
    stems = len(_NUMBERS.findall(head[0])) // 2 if head else 0
    return _plain(-(-stems // 8)).fullmatch(code) is not None


def _may_be_plain(code: bytes) -> bool:
    """Whether typst may read all operators of a subroutine.

    The length of its hint masks is known only to the glyphs that call it, so all lengths are tried.
    """
    masks = range(_MOST_MASK_BYTES + 1)
    return any(_plain(mask_bytes).fullmatch(code) for mask_bytes in masks)


@cache
def _plain(mask_bytes: int) -> re.Pattern[bytes]:
    """A pattern for code that typst reads, with hint masks of `mask_bytes`."""
    parts = (rb"[\x20-\xf6]+", _NUMBER, _STEMS, _DRAWING, _CALL, _MASK + rb".{%d}" % mask_bytes)
    return re.compile(rb"(?:%s)*+%s" % (b"|".join(parts), _ENDS), re.DOTALL)


def _has_unread(outlines: Any, number: int) -> bool:
    glyph = _glyph(outlines, number)
    subroutines = getattr(glyph.private, "Subrs", [])
    reader = _reader()(subroutines, glyph.globalSubrs, glyph.private)
    reader.execute(glyph)
    return bool(reader.has_unread)


@cache
def _reader() -> Any:
    """A class that follows a glyph through its subroutines, and notes unread operators."""
    from fontTools.misc import psCharStrings  # noqa: PLC0415  (most games bring no fonts)

    def note(reader: Any, _index: int) -> None:
        reader.has_unread = True
        reader.popall()

    def end(reader: Any, _index: int) -> None:
        reader.has_unread |= len(reader.operandStack) >= _SEAC_OPERANDS

    operators = {name for _, name in psCharStrings.t2Operators} - _READ
    methods = {f"op_{name}": note for name in operators}
    known = {"has_unread": False, "op_endchar": end, **methods}
    return type("Reader", (psCharStrings.SimpleT2Decompiler,), known)


def _glyph(outlines: Any, number: int) -> Any:
    return outlines.CharStrings[outlines.charset[number]]


def _rewrite_glyphs(font: "TTFont", numbers: list[int], drawn: hb.Font) -> None:
    """Rewrites glyphs with operators that all programs read: outlines of HarfBuzz or fontTools.

    A glyph that neither can draw becomes empty: it counts as a letter that the font lacks.
    """
    from fontTools.pens.t2CharStringPen import T2CharStringPen  # noqa: PLC0415  (rarely needed)

    outlines = font[_CFF].cff.topDictIndex[0]
    font.recalcBBoxes = False  # fontTools would stop at operators that it does not know
    for number in numbers:
        old, pen = _glyph(outlines, number), T2CharStringPen(None, None, roundTolerance=_ROUNDED)
        if drawn.get_glyph_extents(number) is None:
            with suppress(NotImplementedError):
                old.draw(pen)
        else:
            drawn.draw_glyph_with_pen(number, pen)
        width = font["hmtx"][outlines.charset[number]][0]
        usual = width == old.private.defaultWidthX
        before = [] if usual else [width - old.private.nominalWidthX]
        new = pen.getCharString(old.private, old.globalSubrs)
        old.setProgram([*before, *new.program])


def _opened(data: bytes) -> "TTFont":
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (most games bring no fonts)

    return TTFont(io.BytesIO(data), lazy=True)
