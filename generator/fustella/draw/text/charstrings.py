"""The outlines of a font in CFF, written so that all that draws them does.

CFF2 (OpenType 1.9) is read by few programs, and of CFF some operators that are old or were never
used much (Adobe Technical Note 5177): `dotsection`, divisions, accented letters that `endchar`
composes of two others (`seac`). The engine leaves such letters out, or fails. So CFF2 becomes CFF,
and each letter with such an operator is drawn anew from what HarfBuzz or fontTools sees of it,
without hints.
"""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import uharfbuzz as hb

from fustella.core.patterns import regex

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_CFF, _CFF2 = "CFF ", "CFF2"

_NUMBER = rb"(?:[\x20-\xf6]|[\xf7-\xfe].|\x1c..|\xff....)"
_STEMS = rb"[\x01\x03\x12\x17]"
_MASK = rb"[\x13\x14]"
_NUMBERS = regex(_NUMBER, re.DOTALL)
_HEAD = regex(rb"(?:%s|%s)*(?=%s)" % (_NUMBER, _STEMS, _MASK), re.DOTALL)
"""What stands before the first hint mask: stems."""

_ESCAPES = rb"\x0c[\x22-\x25]"
_DRAWN = rb"(?:[\x20-\xf6]+|%s|%s|[\x04-\x08\x15\x16\x18-\x1b\x1e\x1f]|%s"
"""Numbers, and the operators that draw lines and curves."""

_LONGEST_SEAC = 26
"""The bytes of five numbers of five bytes each, and of `endchar`."""

_SEAC_OPERANDS = 4
_READ_ESCAPES = frozenset(("hflex", "flex", "hflex1", "flex1"))
_PLAIN = frozenset(
    (
        *("hstem", "vstem", "hstemhm", "vstemhm", "hintmask", "cntrmask", "endchar"),
        *("rmoveto", "hmoveto", "vmoveto", "rlineto", "hlineto", "vlineto", "rrcurveto"),
        *("rcurveline", "rlinecurve", "vvcurveto", "hhcurveto", "vhcurveto", "hvcurveto"),
        *("callsubr", "callgsubr", "return", *_READ_ESCAPES),
    )
)
"""The operators that the engine reads."""

_Drawing: TypeAlias = Callable[[int, Any], None]
"""Draws the glyph of a number with a pen."""

_ROUNDED = 0.01
"""So near to a whole number a coordinate is one, in units of the font."""


def make_readable(font: "TTFont", data: bytes) -> None:
    """Change the outlines of a font that the engine does not read; `data` are its bytes."""
    if _CFF2 in font:
        from fontTools.cffLib.CFF2ToCFF import convertCFF2ToCFF  # noqa: PLC0415  (rarely needed)

        convertCFF2ToCFF(font)
    elif _CFF in font:
        drawn = hb.Font(hb.Face(hb.Blob(data)))
        unread = [*_unread(data)]
        unseen = [*_unseen(data, drawn)]
        if unread or unseen:
            _draw_anew(font, dict.fromkeys(unread, drawn.draw_glyph_with_pen))
            _draw_anew(font, dict.fromkeys(unseen))


def _unseen(data: bytes, drawn: hb.Font) -> Iterator[int]:
    """The numbers of the glyphs of a CFF that HarfBuzz cannot draw, and fontTools can: `div`."""
    outlines = _opened(data)[_CFF].cff.topDictIndex[0]
    for number in range(drawn.face.glyph_count):
        if drawn.get_glyph_extents(number) is None and _outline(outlines, number):
            yield number


def _outline(outlines: Any, number: int) -> list[Any]:
    """What fontTools draws of a glyph; nothing where an operator is unknown to it, too."""
    from fontTools.pens.recordingPen import RecordingPen  # noqa: PLC0415  (rarely needed)

    pen = RecordingPen()
    with suppress(NotImplementedError):
        outlines.CharStrings[outlines.charset[number]].draw(pen)
        return list(pen.value)
    return []


def _unread(data: bytes) -> Iterator[int]:
    """The numbers of the glyphs of a CFF with an operator that the engine does not read."""
    face, wanted = hb.Face(hb.Blob(data)), hb.SubsetInput()
    wanted.keep_everything()
    wanted.flags |= hb.SubsetFlags.DESUBROUTINIZE  # so that each glyph shows all of its operators
    wanted.drop_table_tag_set.update(
        int.from_bytes(tag.encode()) for tag in face.table_tags if tag not in _KEPT
    )
    whole = _opened(hb.subset(face, wanted).blob.data)
    outlines = whole[_CFF].cff.topDictIndex[0]
    glyphs = outlines.CharStrings.charStringsIndex
    composed = not hasattr(outlines, "ROS")  # fonts whose glyphs have numbers know no `seac`
    for number in range(len(glyphs)):
        code = glyphs[number].bytecode
        short = composed and len(code) <= _LONGEST_SEAC
        if (short or not _is_plain(code)) and _is_unread(outlines, number):
            yield number


_KEPT = ("CFF ", "head", "hhea", "hmtx", "maxp")


def _is_plain(code: bytes) -> bool:
    """Whether a glyph is known to have no operator that is not read; False where that is unsure.

    Fonts have up to 65,535 glyphs, and to take each apart takes a minute.
    """
    head = _HEAD.match(code)
    stems = len(_NUMBERS.findall(head[0])) // 2 if head else 0
    return _plain(-(-stems // 8)).fullmatch(code) is not None


@cache
def _plain(mask_bytes: int) -> re.Pattern[bytes]:
    """Glyphs whose hint masks have so many bytes."""
    masked = rb"%s.{%d}" % (_MASK, mask_bytes)
    return regex(_DRAWN % (_NUMBER, _STEMS, rb"%s|%s)*+\x0e" % (_ESCAPES, masked)), re.DOTALL)


def _is_unread(outlines: Any, number: int) -> bool:
    glyph, _ = outlines.CharStrings.getItemAndSelector(outlines.charset[number])
    glyph.decompile()
    operators = [word for word in glyph.program if isinstance(word, str)]
    if not _PLAIN.issuperset(operators):
        return True
    numbers = 0
    for word in glyph.program:
        if word == "endchar":
            return numbers >= _SEAC_OPERANDS
        numbers = 0 if isinstance(word, str) else numbers + 1
    return False


def _draw_anew(font: "TTFont", glyphs: Mapping[int, _Drawing | None]) -> None:
    """Write the outlines of glyphs in plain operators, as they are drawn; None: by fontTools."""
    from fontTools.pens.t2CharStringPen import T2CharStringPen  # noqa: PLC0415  (rarely needed)

    outlines = font[_CFF].cff.topDictIndex[0]
    font.recalcBBoxes = False  # fontTools would stop at operators that it does not know
    for number, draw in glyphs.items():
        name = outlines.charset[number]
        old = outlines.CharStrings[name]
        pen = T2CharStringPen(None, None, roundTolerance=_ROUNDED)
        if draw:
            draw(number, pen)
        else:
            old.draw(pen)
        new = pen.getCharString(old.private, old.globalSubrs)
        width = font["hmtx"][name][0]
        is_usual = width == old.private.defaultWidthX
        before = [] if is_usual else [width - old.private.nominalWidthX]
        old.setProgram([*before, *new.program])


def _opened(data: bytes) -> "TTFont":
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (most games bring no fonts)

    return TTFont(io.BytesIO(data), lazy=True)
