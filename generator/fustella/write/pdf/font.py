"""Measures and embeds the font of labels, marks and forms: Source Sans Pro.

In a PDF a letter is the number of its glyph in the font (ISO 32000-1, 9.7.5.2: Identity-H), so that
text can be written before it is known which letters the file has; only those letters are embedded.
"""

import hashlib
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path

import font_source_sans_pro
import uharfbuzz as hb

from fustella.core.files.pdf import ObjectWriter, stream
from fustella.core.geometry.units import MM_PER_PT

FILE = Path(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf"

_NAME = "SourceSansPro-Regular"
_ASCENT, _DESCENT, _CAPITALS, _STEM = 750, -250, 660, 87
"""Measures of the font in thousandths of its size, as PDF counts; its em is 1000 units, too."""

_SYMBOLIC = 4
_BOX_IN_HEAD = slice(36, 44)

_NOT_EMBEDDED = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "OS/2", "cmap", "gasp", "name", "post")
"""Tables of no use to a viewer, which gets glyphs by their number."""

_WORD = re.compile(r"[^ \t\n]+")
"""A word, which stays in one line: no-break spaces belong to it, at which `split` would break."""


@cache
def _font() -> hb.Font:
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(FILE))))


@lru_cache(maxsize=4096)
def _glyph(letter: str) -> int:
    """The number of a letter's glyph; 0, the box for missing glyphs, where the font has none."""
    number: int | None = _font().get_nominal_glyph(ord(letter))
    return number or 0


@lru_cache(maxsize=4096)
def _advance(letter: str) -> int:
    units: int = _font().get_glyph_h_advance(_glyph(letter))
    return units


def text_width_mm(text: str, size_pt: float) -> float:
    """The width of a line of text in the tool's font."""
    return 0.001 * size_pt * sum(map(_advance, text)) * MM_PER_PT


def glyph_ways(letter: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """The outline of a letter's glyph: commands M, L, Q, C, Z, in mm for a size of 1 pt, y up."""
    found: list[tuple[str, tuple[float, ...]]] = []

    def noted(command: str) -> Callable[..., None]:
        def note(*arguments: float) -> None:
            found.append((command, tuple(0.001 * MM_PER_PT * at for at in arguments[:-1])))

        return note

    pen = hb.DrawFuncs()
    pen.set_move_to_func(noted("M"))
    pen.set_line_to_func(noted("L"))
    pen.set_quadratic_to_func(noted("Q"))
    pen.set_cubic_to_func(noted("C"))
    pen.set_close_path_func(noted("Z"))
    _font().draw_glyph(_glyph(letter), pen)
    return tuple(found)


def wrapped(text: str, width_mm: float, size_pt: float) -> tuple[str, ...]:
    """The text broken at spaces into lines of at most `width_mm`, each as full as possible.

    A word wider than that has a line of its own.
    """
    lines: list[str] = []
    for word in _WORD.findall(text):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width_mm(longer, size_pt) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


class PdfLetters:
    """The letters of a PDF that are set in the tool's font."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def coded(self, text: str) -> str:
        """The text as a string of PDF; its letters are noted, to be embedded."""
        codes = self._codes
        for letter in text:
            if letter not in codes:
                codes[letter] = f"{_glyph(letter):04X}"
        return f"<{''.join([codes[letter] for letter in text])}>"

    def embed(self, objects: ObjectWriter, number: int) -> None:
        """Adds the font of these letters as the object `number`, with all that it refers to."""
        # Of letters that share a glyph the first one is what copied text has.
        letters = {_glyph(letter): letter for letter in sorted(self._codes, reverse=True)}
        font = _subset(set(letters))
        # A subset is named by six capitals and a plus sign (ISO 32000-1, 9.6.4).
        tag = hashlib.sha256(font).hexdigest()[:6].translate(_TO_CAPITALS)
        name = f"{tag.upper()}+{_NAME}".encode()
        data = zlib.compress(font)
        head = b"<</Filter/FlateDecode/Length %d/Length1 %d>>" % (len(data), len(font))
        file = objects.add(stream(head, data))
        table = _font().face.reference_table("head").data
        descriptor = objects.add(
            b"<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%d %d %d %d]/ItalicAngle 0"
            b"/Ascent %d/Descent %d/CapHeight %d/StemV %d/FontFile2 %d 0 R>>"
            % (
                *(name, _SYMBOLIC, *struct.unpack(">4h", table[_BOX_IN_HEAD])),
                *(_ASCENT, _DESCENT, _CAPITALS, _STEM, file),
            )
        )
        # Without a width here a glyph is 1000 units wide, whatever the font file says (9.7.4.3).
        widths = b" ".join(
            b"%d[%d]" % (glyph, _advance(letter)) for glyph, letter in sorted(letters.items())
        )
        descendant = objects.add(
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDToGIDMap/Identity"
            b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            b"/FontDescriptor %d 0 R/W[%s]>>" % (name, descriptor, widths)
        )
        data = zlib.compress(_to_unicode(letters))
        head = b"<</Filter/FlateDecode/Length %d>>" % len(data)
        unicode = objects.add(stream(head, data))
        objects.add(
            b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H"
            b"/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>" % (name, descendant, unicode),
            number,
        )


_TO_CAPITALS = str.maketrans("0123456789", "ghijklmnop")


def _subset(glyphs: set[int]) -> bytes:
    """The font file with only the outlines of these glyphs, which keep their numbers."""
    wanted = hb.SubsetInput()
    flags = hb.SubsetFlags
    # Glyphs keep their numbers, which Identity-H takes for the codes of letters (9.7.5.2).
    wanted.flags = flags.RETAIN_GIDS | flags.NO_LAYOUT_CLOSURE | flags.NOTDEF_OUTLINE
    wanted.glyph_set.update(glyphs)
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _NOT_EMBEDDED)
    return bytes(hb.subset(_font().face, wanted).blob.data)


def _to_unicode(letters: Mapping[int, str]) -> bytes:
    """The table from glyphs to letters, for searching and copying text (9.10.3)."""
    pairs = [
        b"<%04X> <%s>" % (glyph, letter.encode("utf-16-be").hex().upper().encode())
        for glyph, letter in sorted(letters.items())
    ]
    blocks = [pairs[at : at + _MOST_PAIRS] for at in range(0, len(pairs), _MOST_PAIRS)]
    maps = (
        b"%d beginbfchar\n%s\nendbfchar\n" % (len(block), b"\n".join(block)) for block in blocks
    )
    return _CMAP % b"".join(maps)


_MOST_PAIRS = 100
"""The most pairs that a block of the table from glyphs to letters may have."""

_CMAP = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
%sendcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
