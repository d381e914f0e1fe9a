"""Shapes the letters of PDF pages as typst does, and writes their fonts into the PDF.

A PDF has of each font only the glyphs in use. A glyph keeps the number that it has in its font, so
that the operators of a line do not depend on what else is printed, and each line is shaped once.
"""

import hashlib
import math
import struct
import unicodedata
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import uharfbuzz as hb
from msgspec import Struct
from msgspec.structs import astuple

from fustella.core.files.pdf import PlainObject
from fustella.core.words.patterns import consists_of, regex
from fustella.draw.render.operators import number as in_mm
from fustella.draw.render.paints import NotPlain
from fustella.draw.render.texts import LetterRow, PlacedGlyph
from fustella.draw.text.families import font_file
from fustella.draw.text.fonts import FAMILIES, FontStyle

_EVERYDAY = regex(
    "[ -~\u00a0-\u00ac\u00ae-\u024f\u0370-\u052f\u1e00-\u1fff"
    "\u2010-\u2027\u2030-\u205e\u2070-\u20bf\u2100-\u23ff\u2460-\u27ff]*"
)
"""Matches letters of scripts that run from left to right and do not change with their neighbours.
"""


_NO_LANGUAGE = "und"
_MOST_WORDS = 8192
_SEEN = 0.5
"""A glyph may lie this far from its exact place, in thousandths of an em."""


class ShapedWord(Struct, frozen=True, eq=False):
    """A shaped word: its glyphs as an operand of `TJ`, and its width in thousandths of an em.

    `meanings` are, for each glyph, the letters that it stands for.
    """

    glyphs: bytes
    width: float
    meanings: Mapping[int, str]


class PlainFont:
    """One font for shaping, with widths as a PDF has them: whole thousandths of an em.

    Lines in the built-in fonts are shaped word by word, and each word once, unless a space beside a
    word would change its letters. Lines in a font of a game are shaped whole: there a letter may
    change with letters that are farther away. Coloured glyphs are left to typst.
    """

    def __init__(self, style: FontStyle) -> None:
        self.face = hb.Face(hb.Blob.from_file_path(str(font_file(style))))
        self._font = hb.Font(self.face)
        self._features = {"smcp": True} if style.small_caps else {}
        self._by_words = style.family in FAMILIES.values()
        self._coloured = "COLR" in self.face.table_tags
        self._scale = 1000 / self.face.upem
        self._glyphs: dict[int, tuple[bytes, int]] = {}
        self._words: dict[str, ShapedWord | None] = {}
        self._loose: dict[str, bool] = {}
        self._space = self._shaped(" ")

    @property
    def is_coloured(self) -> bool:
        """Whether the font's glyphs have colours of their own."""
        return self._coloured

    def glyph(self, number: int) -> tuple[bytes, int]:
        """A glyph as it stands in a string of a PDF, and its width in em / 1000."""
        found = self._glyphs.get(number)
        if found is None:
            width = round(self._font.get_glyph_h_advance(number) * self._scale)
            found = self._glyphs[number] = b"%04X" % number, width
        return found

    def is_mirrored(self, mark: PlacedGlyph) -> bool:
        """Whether a glyph is the mirror image of its letter, as brackets are from right to left."""
        letter = mark.letters
        if not letter or len(letter) > 1 or not unicodedata.mirrored(letter):
            return False
        return bool(self._font.get_nominal_glyph(ord(letter)) != mark.number)

    def words(self, text: str) -> tuple[ShapedWord, Sequence[ShapedWord]]:
        """A shaped space, and the words between the spaces of a line. Raises NotPlain.

        A line that cannot be shaped word by word is a single word.
        """
        space, words = self._space, self._words
        if self._by_words and space is not None:
            parts = [words[one] if one in words else self._word(one) for one in text.split(" ")]
            kept = [part for part in parts if part is not None]
            if len(kept) == len(parts):
                return space, kept
        whole = self._shaped(text)
        if whole is None:
            raise NotPlain
        return whole, (whole,)

    def _word(self, text: str) -> ShapedWord | None:
        """Shapes a word, once; None if a space beside it would change its letters."""
        if len(self._words) > _MOST_WORDS:
            self._words.clear()
        word = self._shaped(text)
        if word and text and not (self._is_loose(f" {text[0]}") and self._is_loose(f"{text[-1]} ")):
            word = None
        self._words[text] = word
        return word

    def _is_loose(self, pair: str) -> bool:
        """Whether two letters have no kerning or ligature: each looks as it does alone."""
        loose = self._loose.get(pair)
        if loose is None:
            left, right, both = map(self._shaped, (*pair, pair))
            loose = bool(left and right and both and both.glyphs == left.glyphs + right.glyphs)
            self._loose[pair] = loose
        return loose

    def _shaped(self, text: str) -> ShapedWord | None:
        """Shapes letters with HarfBuzz; None for letters that only typst prints."""
        if self._coloured or not consists_of(_EVERYDAY, text):
            return None
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.language = _NO_LANGUAGE
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, self._features)
        parts, meanings = list[bytes](), dict[int, str]()
        width = drift = 0.0
        infos, places = buffer.glyph_infos, buffer.glyph_positions or ()
        starts = [info.cluster for info in infos]
        ends = [*starts[1:], len(text)]
        for info, place, start, end in zip(infos, places, starts, ends, strict=False):
            number, meaning = info.codepoint, text[start:end]
            if not number or not meaning or place.x_offset or place.y_offset:
                return None
            if meanings.setdefault(number, meaning) != meaning:
                return None
            string, printed = self.glyph(number)
            parts.append(string)
            advance = place.x_advance * self._scale
            width += advance
            drift += advance - printed
            if abs(drift) >= _SEEN:
                parts.append(b">%d<" % -round(drift))
                drift -= round(drift)
        return ShapedWord(b"".join(parts), width, meanings)


@cache
def _font_of(style: FontStyle) -> PlainFont:
    return PlainFont(style)


class _Use(Struct):
    """The name of a font in a document, the words set in it, and the letters of its glyphs."""

    style: FontStyle
    name: bytes
    words: set[ShapedWord]
    meanings: dict[int, str]


PageFonts: TypeAlias = dict[FontStyle, tuple[bytes, set[ShapedWord]]]
"""The fonts of a page, in the order of their use: the name of each, and the words set in it."""


class PlainFonts:
    """The fonts in use in one document."""

    def __init__(self) -> None:
        self._uses: dict[FontStyle, _Use] = {}

    def names(self, styles: Iterable[FontStyle]) -> dict[FontStyle, bytes]:
        """The names of the fonts in use, and new names for those of `styles` without one."""
        new = (style for style in styles if style not in self._uses)
        names = {style: use.name for style, use in self._uses.items()}
        return names | {style: _name(number) for number, style in enumerate(new, len(names))}

    def line(self, text: str, style: FontStyle, page: PageFonts) -> tuple[bytes, bytes, float]:
        """The name of a line's font, the line's glyphs for `TJ`, and its width in em.

        Its words are added to `page`. Raises NotPlain for letters that only typst prints.
        """
        name, seen = page.get(style) or self._begun(style, page)
        space, words = _font_of(style).words(text)
        seen.add(space)
        seen.update(words)
        width = sum([word.width for word in words]) + space.width * (len(words) - 1)
        glyphs = space.glyphs.join([word.glyphs for word in words])
        return name, glyphs, width / 1000

    def alias(self, style: FontStyle) -> bytes:
        """The name of a font inside of forms, whatever other fonts are in use."""
        return b"/F" + hashlib.sha256(str(astuple(style)).encode()).hexdigest()[:12].encode()

    def placed(self, row: LetterRow, page: PageFonts) -> tuple[bytes, list[tuple[bytes, bytes]]]:
        """The font name of glyphs placed one by one, and the operators to show them.

        Each line of glyphs has a text matrix, and operators that show its glyphs. Raises NotPlain.
        """
        font = _font_of(row.font)
        if font.is_coloured:
            raise NotPlain
        name, seen = page.get(row.font) or self._begun(row.font, page)
        found, meanings = list[tuple[bytes, bytes]](), dict[int, str]()
        for line in _split_by_matrix(row.marks):
            first = line[0]
            cos, sin = math.cos(first.turn), math.sin(first.turn)
            turn = b" ".join(map(in_mm, (cos, sin, sin, -cos)))
            at = b"%s %s %s" % (turn, in_mm(first.x), in_mm(first.y))
            found.append((at, _operators_of_line(font, line, row.size, (cos, sin), meanings)))
        seen.add(ShapedWord(b"", 0.0, meanings))
        return name, found

    def _begun(self, style: FontStyle, page: PageFonts) -> tuple[bytes, set[ShapedWord]]:
        use = self._uses.get(style)
        known = len(self._uses) + sum(other not in self._uses for other in page)
        found = page[style] = use.name if use else _name(known), set()
        return found

    def take(self, page: PageFonts) -> None:
        """Adds the fonts and glyphs of a page to those of the document.

        In one font each glyph stands for the same letters everywhere. Raises NotPlain, and adds
        nothing, if a glyph stands on this page for other letters than on the pages before.
        """
        taken = list[tuple[_Use, set[ShapedWord], dict[int, str]]]()
        for style, (name, words) in page.items():
            use = self._uses.get(style) or _Use(style, name, set(), {})
            new, meant = words - use.words, dict[int, str]()
            for word in new:
                for glyph, meaning in word.meanings.items():
                    known = use.meanings.get(glyph) or meant.get(glyph) or meaning
                    if meaning and known != meaning:
                        raise NotPlain
                    meant[glyph] = known
            taken.append((use, new, meant))
        for use, new, meant in taken:
            use.words |= new
            use.meanings |= meant
            self._uses[use.style] = use

    def objects(self, free: int, aliases: Collection[bytes]) -> tuple[bytes, list[PlainObject]]:
        """The entries of the PDF's font dictionary, and its objects from number `free` on.

        A font whose alias is in `aliases` has a second entry, under its alias.
        """
        entries, objects = [], list[PlainObject]()
        for use in self._uses.values():
            if use.meanings:
                alias = self.alias(use.style)
                names = (use.name, alias) if alias in aliases else (use.name,)
                entries += [b"%s %d 0 R" % (name, free + len(objects)) for name in names]
                objects += font_objects(_font_of(use.style), use.meanings, free + len(objects))
        return b"".join(entries), objects


def _name(number: int) -> bytes:
    return b"/f%d" % number


def _split_by_matrix(marks: Sequence[PlacedGlyph]) -> Iterator[list[PlacedGlyph]]:
    """Cuts a row of glyphs into parts that one text matrix can place.

    Unturned glyphs that follow each other make one line. Turned glyphs, as on a path, make a line
    for each cluster (the glyphs of one letter), because they do not stand on one line.
    """
    line = list[PlacedGlyph]()
    for mark in marks:
        if line and (mark.turn != line[0].turn or (mark.turn and mark.letters is not None)):
            yield line
            line = []
        line.append(mark)
    if line:
        yield line


def _operators_of_line(
    font: "PlainFont",
    line: Sequence[PlacedGlyph],
    size: float,
    turn: tuple[float, float],
    meanings: dict[int, str],
) -> bytes:
    """The operators that show the glyphs of a line.

    They add to `meanings` the letters of each glyph. Where a glyph does not stand for letters of
    its own, the letters are written beside it (ISO 32000-1, 14.9.4). A glyph above or below the
    line is shown with a rise (9.3.7), so that it stays beside its letter.
    """
    first, (cos, sin) = line[0], turn
    parts, pen, risen, opened = [b"[<"], 0.0, b"0", False
    for at, mark in enumerate(line):
        right, down = mark.x - first.x, mark.y - first.y
        along, rise = (right * cos + down * sin) / size, in_mm(right * sin - down * cos)
        if mark.letters is not None:
            if opened:
                parts.append(b">]TJ EMC[<")
                opened = False
            alone = at + 1 == len(line) or line[at + 1].letters is not None
            if font.is_mirrored(mark):  # from left to right the glyph stands for another bracket
                alone = False
            if not (alone and meanings.setdefault(mark.number, mark.letters) == mark.letters):
                text = mark.letters.encode("utf-16-be").hex().upper().encode()
                parts.append(b">]TJ/Span<</ActualText<FEFF%s>>>BDC[<" % text)
                opened = True
        meanings.setdefault(mark.number, "")
        if rise != risen:
            parts.append(b">]TJ %s Ts[<" % rise)
            risen = rise
        drift = round(along * 1000 - pen)
        if drift:
            parts.append(b">%d<" % -drift)
            pen += drift
        string, printed = font.glyph(mark.number)
        parts.append(string)
        pen += printed
    parts.append(b">]TJ EMC" if opened else b">]TJ")
    if risen != b"0":
        parts.append(b" 0 Ts")
    return b"".join(parts).replace(b"[<>]TJ", b"").replace(b"<>", b"")


def font_objects(font: PlainFont, meanings: Mapping[int, str], free: int) -> list[PlainObject]:
    """The PDF objects of a font with these glyphs, numbered from `free`, the font first."""
    data, is_cff = _subset(font.face, meanings)
    tag = bytes(65 + byte % 26 for byte in hashlib.sha256(data).digest()[:6])
    known_as = font.face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
    letters = (letter for letter in known_as if letter.isascii())
    name = tag + b"+" + "".join(one for one in letters if one.isalnum() or one in ".-").encode()
    kind, mapped = (b"0", b"") if is_cff else (b"2", b"/CIDToGIDMap/Identity")
    key = b"/FontFile3 %d 0 R" if is_cff else b"/FontFile2 %d 0 R"
    extra = b"/Subtype/CIDFontType0C" if is_cff else b"/Length1 %d" % len(data)
    whole = (
        b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]"
        b"/ToUnicode %d 0 R>>" % (name, free + 1, free + 4)
    )
    descendant = (
        b"<</Type/Font/Subtype/CIDFontType%s/BaseFont/%s/FontDescriptor %d 0 R%s/DW 0/W[%s]"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>"
        % (kind, name, free + 2, mapped, b"".join(_widths(font, sorted(meanings))))
    )
    return [
        PlainObject(whole, None),
        PlainObject(descendant, None),
        PlainObject(_descriptor(font.face, name, key % (free + 3)), None),
        _packed(data, extra),
        _packed(_to_unicode(meanings), b""),
    ]


def _packed(data: bytes, extra: bytes) -> PlainObject:
    packed = zlib.compress(data, 9)
    return PlainObject(b"<</Length %d/Filter/FlateDecode%s>>" % (len(packed), extra), packed)


_KEPT = ("glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep", "CFF ")


def _subset(face: hb.Face, glyphs: Mapping[int, str]) -> tuple[bytes, bool]:
    """A font file cut down to some glyphs, which keep their numbers, and whether it is CFF."""
    wanted = hb.SubsetInput()
    wanted.flags |= (
        hb.SubsetFlags.RETAIN_GIDS
        | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        | hb.SubsetFlags.NOTDEF_OUTLINE
        | hb.SubsetFlags.CFF_IDENTITY_CHARSET
    )
    wanted.glyph_set.update(glyphs)
    wanted.drop_table_tag_set.update(
        int.from_bytes(tag.encode()) for tag in face.table_tags if tag not in _KEPT
    )
    made = hb.subset(face, wanted)
    if "CFF " in made.table_tags:
        return made.reference_table("CFF ").data, True
    return made.blob.data, False


def _widths(font: PlainFont, glyphs: list[int]) -> Iterator[bytes]:
    """Yields the entries of `W`: the number of a glyph, and the widths of glyphs from there on."""
    before = -2
    for number in glyphs:
        width = font.glyph(number)[1]
        if number != before + 1:
            yield (b"]" if before >= 0 else b"") + b"%d[%d" % (number, width)
        else:
            yield b" %d" % width
        before = number
    if glyphs:
        yield b"]"


_PART_OF_MAP = 100


def _to_unicode(meanings: Mapping[int, str]) -> bytes:
    """The PDF's map from glyphs to letters (ISO 32000-1, 9.10.3)."""
    lines = [
        b"<%04X> <%s>" % (number, meanings[number].encode("utf-16-be").hex().upper().encode())
        for number in sorted(meanings)
        if meanings[number]
    ]
    parts = [lines[at : at + _PART_OF_MAP] for at in range(0, len(lines), _PART_OF_MAP)]
    body = b"\n".join(
        b"%d beginbfchar\n%s\nendbfchar" % (len(part), b"\n".join(part)) for part in parts
    )
    return (
        b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def\n"
        b"/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n"
        b"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        + body
        + b"\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )


def _descriptor(face: hb.Face, name: bytes, file: bytes) -> bytes:
    """The descriptor of a font (ISO 32000-1, 9.8); `file` is the entry of its file."""
    head, post, hhea, os2 = (
        face.reference_table(tag).data for tag in ("head", "post", "hhea", "OS/2")
    )
    scale = 1000 / face.upem
    slant = struct.unpack(">i", post[4:8])[0] / 65536
    weight = struct.unpack(">H", os2[4:6])[0]
    cap = hb.Font(face).get_metric_position_with_fallback(hb.OTMetricsTag.CAP_HEIGHT)
    lengths = (*struct.unpack(">4h", head[36:44]), *struct.unpack(">2h", hhea[4:8]), cap)
    *box, ascent, descent, cap_height = (round(length * scale) for length in lengths)
    return b"<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%d %d %d %d]%s>>" % (
        *(name, _SYMBOLIC | (_SLANTED if slant else 0), *box),
        b"/ItalicAngle %d/Ascent %d/Descent %d/CapHeight %d/StemV %d%s"
        % (round(slant), ascent, descent, cap_height, _stem(weight), file),
    )


_SYMBOLIC, _SLANTED = 4, 64
"""The flags of font descriptors (ISO 32000-1, 9.8.2) for glyphs called by number, and for italics.
"""


def _stem(weight: int) -> int:
    """Estimates the thickness of a font's stems from its weight, for viewers that lack the font."""
    return round(50 + (weight / 65) ** 2)
