"""Makes a designer's font file into the file that is measured and printed.

HarfBuzz measures and typst prints the same bytes, and typst does not know all that fonts can do. So
a font is prepared first:

- It is unpacked (WOFF, WOFF2) or taken out of its collection.
- A variable font is set to one place on each of its axes.
- Outlines that few programs read are written plainer (`draw.text.charstrings`).
- Letters are found by their numbers in Unicode.
- Features that are to be always on become part of a feature that is.
- It gets a name of its own, so that no other font is taken for it.
"""

import io
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import uharfbuzz as hb

from fustella.core.processes import limits
from fustella.core.values.fonts import ENDINGS, SYMBOL_PAGE, FontCut
from fustella.core.values.problems import did_you_mean
from fustella.draw.text.charstrings import make_readable
from fustella.draw.text.fonts import BOLD, HEAVY, REGULAR, FaultyFont

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_WOFF, _WOFF2, _COLLECTION = b"wOFF", b"wOF2", b"ttcf"
_NEEDED = ("cmap", "head", "hhea", "hmtx", "maxp", "OS/2")

_RESTRICTED, _PREVIEW, _EDITABLE = 0x0002, 0x0004, 0x0008
_NO_SUBSETTING, _BITMAP_ONLY = 0x0100, 0x0200
"""Bits of `fsType` (OpenType 1.9, OS/2). A font may be in a PDF unless it is restricted; where
several of the first three bits are set, the most lenient one holds. typst puts into a PDF only the
letters that are used, and as outlines."""

_ON_BY_DEFAULT = "calt"
"""The feature that shaping applies to all scripts, whether a font is measured or printed."""

_NEW_NAMES = (1, 2, 3, 4, 6)
_OLD_NAMES = (16, 17, 18, 20, 21, 22, 25)
"""Ids of the table `name` that are rewritten, and ids that are removed.

Both kinds of entries name the font.
"""


def prepared_font(
    data: bytes,
    family: str,
    cut: FontCut,
    axes: Mapping[str, float],
    features: Iterable[str],
    given: FontCut,
    member: str = "",
) -> bytes | None:
    """The font in a file, for a cut of a family, as TrueType or OpenType; None without the cut.

    `given` is the cut that the file is for. Where that is another cut, only a variable font can
    have the wanted one, too. `member` says which font of a collection it is, by number or name.
    Raises FaultyFont: E237 for a file that is no font or broken, E238 where the font's licence
    forbids to print it, E239 for axes, features and members that the font does not have.
    """
    try:
        data = _unpacked(data, member, cut)
        font = _opened(data)
        _check_licence(font)
        places = _places(font, cut, axes)
        if not _has_cut(font, cut, given, axes):
            return None
        if places:
            data = _fixed_at(data, places)
            font = _opened(data)
        _keep_colours(font)
        make_readable(font, data)
        _map_letters(font, data)
        _switch_on(font, tuple(features))
        _write_name(font, family, cut)
        return _bytes_of(font)
    except FaultyFont:
        raise
    except Exception as error:  # data that is no font breaks the library in many ways
        raise FaultyFont("E237", "is no font that can be read", _SAVE) from error


_SAVE = "save it again from a font editor, or take another copy of it"


def _unpacked(data: bytes, member: str, cut: FontCut) -> bytes:
    """The bytes of a font file as TrueType or OpenType."""
    kind = data[:4]
    if kind == _COLLECTION:
        return _out_of_collection(data, member, cut)
    if member not in ("", "1"):
        hint = f"leave out #{member}"
        raise FaultyFont("E239", "has one font, and is no collection of several", hint)
    if kind in _SFNT:
        return data
    if kind not in (_WOFF, _WOFF2):
        hint = f"name a file that ends with {', '.join(ENDINGS)}"
        raise FaultyFont("E237", "is no font", hint)
    if data[4:8] == _COLLECTION:
        hint = "take its .ttc, or a file with one font"
        raise FaultyFont("E237", "is a collection of fonts in WOFF2", hint)
    # Bytes 16 to 20 of both formats: the size of the font when it is unpacked.
    if int.from_bytes(data[16:20]) > limits.FONT_UNPACKED_BYTES:
        raise FaultyFont("E237", "is too large when it is unpacked", _SAVE)
    font = _opened(data)
    font.flavor = None
    return _bytes_of(font)


def _out_of_collection(data: bytes, member: str, cut: FontCut) -> bytes:
    """One font of a collection: by its number from 1, its name, or its family's name.

    Of the fonts of a family, it is the one that is most like the cut.
    """
    blob = hb.Blob(data)
    count = min(hb.Face(blob).count, _MOST_MEMBERS)
    if not count:
        raise FaultyFont("E237", "is a collection without a font", _SAVE)
    faces = [hb.Face(blob, index) for index in range(count)]
    names = [_full_name(face) for face in faces]
    wanted = " ".join(member.lower().split())
    numbers = {str(number): number - 1 for number in range(1, count + 1)}
    by_name = {name.lower(): index for index, name in reversed([*enumerate(names)])}
    relatives = [at for at, face in enumerate(faces) if wanted and wanted in _families(face)]
    if count == 1 and not member:
        found = 0
    elif wanted in numbers or wanted in by_name:
        found = numbers.get(wanted, by_name.get(wanted, 0))
    elif relatives:
        found = min(relatives, key=lambda index: _unlikeness(faces[index], cut))
    else:
        shown = [f"#{number} for {name}" for number, name in enumerate(names[:_SHOWN], 1)]
        hint = f"write behind its ending {', '.join(shown)}"
        if not member:
            raise FaultyFont("E237", f"is a collection of {count} fonts", hint)
        raise FaultyFont("E239", f"has no font `{member}`", hint)
    font = _opened(data, found)
    return _bytes_of(font)


_MOST_MEMBERS = 256
_SHOWN = 12


def _full_name(face: hb.Face) -> str:
    """The name of a font with its style: `Noto Sans Bold`."""
    known = face.get_name(hb.OTNameIdPredefined.FULL_NAME)
    return " ".join((known or face.get_name(hb.OTNameIdPredefined.FONT_FAMILY) or "?").split())


def _families(face: hb.Face) -> frozenset[str]:
    """The names of the family that a font belongs to, in small letters."""
    numbers = (hb.OTNameIdPredefined.FONT_FAMILY, hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY)
    names = (face.get_name(number) or "" for number in numbers)
    return frozenset(" ".join(name.lower().split()) for name in names)


def _unlikeness(face: hb.Face, cut: FontCut) -> tuple[bool, float]:
    """The difference of a font from a cut, for sorting: in slant, then in weight."""
    font = hb.Font(face)
    weight = BOLD if cut.is_bold else REGULAR
    slanted = bool(font.get_style_value(hb.StyleTag.ITALIC))
    return slanted != cut.is_italic, abs(font.get_style_value(hb.StyleTag.WEIGHT) - weight)


def weight_and_slant(data: bytes, member: str, axes: Mapping[str, float]) -> tuple[int, bool]:
    """The weight of a font in a file, 1 to 1000, and whether it is italic. Raises FaultyFont."""
    face = hb.Face(_unpacked(data, member, FontCut.REGULAR))
    font = hb.Font(face)
    weight = font.get_style_value(hb.StyleTag.WEIGHT)
    if "fvar" in face.table_tags:
        weight = axes.get("wght", REGULAR)
    return round(weight), bool(font.get_style_value(hb.StyleTag.ITALIC))


def _opened(data: bytes, index: int = -1) -> "TTFont":
    """Opens a font and checks that it can be printed; `index` is its place in a collection."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (most games bring no fonts)

    font = TTFont(io.BytesIO(data), lazy=True, recalcTimestamp=False, fontNumber=index)
    missing = [tag for tag in _NEEDED if tag not in font]
    if missing:
        raise FaultyFont("E237", f"is broken: its table `{missing[0]}` is missing", _SAVE)
    if not any(tag in font for tag in ("glyf", "CFF ", "CFF2")):
        hint = "take one with outlines, which can be printed at any size"
        raise FaultyFont("E237", "has pictures of letters instead of outlines", hint)
    if "VARC" in font:
        hint = "take its version without `VARC`, which more programs read"
        raise FaultyFont("E237", "composes its letters in a way that is not printed (VARC)", hint)
    return font


def _bytes_of(font: "TTFont") -> bytes:
    target = io.BytesIO()
    font.save(target, reorderTables=False)
    return target.getvalue()


def _check_licence(font: "TTFont") -> None:
    bits: int = font["OS/2"].fsType
    hint = "take another font, or ask its maker for one that may be put into a PDF"
    if bits & _RESTRICTED and not bits & (_PREVIEW | _EDITABLE):
        raise FaultyFont("E238", "says that it must not be put into a PDF (fsType 2)", hint)
    if bits & _BITMAP_ONLY:
        raise FaultyFont(
            "E238",
            "says that only pictures of its letters may be put into a PDF (fsType 512)",
            hint,
        )
    if bits & _NO_SUBSETTING:
        raise FaultyFont(
            "E238",
            "says that a PDF must hold all of its letters, not only those used (fsType 256)",
            hint,
        )


def _axes_of(font: "TTFont") -> dict[str, tuple[float, float, float]]:
    """The axes of a variable font: their least, default and greatest place."""
    if "fvar" not in font:
        return {}
    axes = font["fvar"].axes
    return {axis.axisTag: (axis.minValue, axis.defaultValue, axis.maxValue) for axis in axes}


def _has_cut(font: "TTFont", cut: FontCut, given: FontCut, axes: Mapping[str, float]) -> bool:
    """Whether a file that is given for one cut has another cut, too, on its axes."""
    if cut is given:
        return True
    if given.is_bold > cut.is_bold or given.is_italic > cut.is_italic:
        return False
    own, asked = _places(font, given, axes), _places(font, cut, axes)
    bold = cut.is_bold == given.is_bold or asked.get("wght", 0) > own.get("wght", 0)
    slants = ((own.get(tag), asked.get(tag)) for tag in _SLANTS)
    italic = cut.is_italic == given.is_italic or any(a != b for a, b in slants)
    return bold and italic


def _places(font: "TTFont", cut: FontCut, axes: Mapping[str, float]) -> dict[str, float]:
    """The place on each axis of a variable font; {} for any other font.

    Axes missing in `axes` are set where CSS has them, because many files begin at their thinnest.
    """
    known = _axes_of(font)
    for tag, place in axes.items():
        if tag not in known:
            hint = did_you_mean(tag, known) or (
                f"its axes are {', '.join(sorted(known))}" if known else "it is no variable font"
            )
            raise FaultyFont("E239", f"has no axis `{tag}`", hint)
        least, _, greatest = known[tag]
        if not least <= place <= greatest:
            hint = f"write a number from {least:g} to {greatest:g}"
            raise FaultyFont("E239", f"has no {place:g} on its axis `{tag}`", hint)
    places = {tag: _usual_place(tag, *ends) for tag, ends in known.items()} | dict(axes)
    if cut.is_bold and "wght" in known:
        # A font that is heavy already takes its heaviest place for bold.
        heavy = float(BOLD) if places["wght"] < HEAVY else known["wght"][2]
        places["wght"] = min(heavy, known["wght"][2])
    for tag in _SLANTS.intersection(known) if cut.is_italic else ():
        least, _, greatest = known[tag]
        places[tag] = least if tag == "slnt" and least < 0 else greatest
    return places


_USUAL: Mapping[str, float] = MappingProxyType({"wght": REGULAR, "wdth": 100, "ital": 0, "slnt": 0})
"""The usual place of text on the axes that all fonts share, as in CSS (Fonts 4, 2.2 to 2.4).

The axis of the size (`opsz`) stays where the font's maker set it: the size of a text is known only
after it was fitted.
"""

_SLANTS = frozenset(("ital", "slnt"))
_LEAST_SCALE = 10.0
"""An axis of weights or widths that ends below this number has the scale of fonts before 2016, on
which 1.0 is regular."""


def _usual_place(tag: str, least: float, default: float, greatest: float) -> float:
    usual = _USUAL.get(tag, default)
    if usual >= _LEAST_SCALE > greatest:
        usual = default
    return min(max(usual, least), greatest)


def _fixed_at(data: bytes, places: Mapping[str, float]) -> bytes:
    """Fixes a variable font at one place of each axis, as a font that is not variable."""
    face = hb.Face(hb.Blob(data))
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
    for tag, place in places.items():
        wanted.pin_axis_location(face, tag, place)
    made: bytes = hb.subset(face, wanted).blob.data
    return made


def _keep_colours(font: "TTFont") -> None:
    """Removes colours that some programs do not print.

    typst and all browsers print the colours of the table `COLR`, but not the colours of every other
    table. A font that has colours in these alone is refused with E237.
    """
    for tag, what in _OTHER_COLOURS.items():
        if tag in font and "COLR" not in font:
            hint = "take its version with COLR or without colours, or draw it as an icon: {name}"
            raise FaultyFont("E237", f"has coloured letters as {what} (`{tag.strip()}`)", hint)
        if tag in font:
            del font[tag]
    with suppress(KeyError):
        del font["CBLC"]


_OTHER_COLOURS = {"SVG ": "drawings", "sbix": "pictures", "CBDT": "pictures"}


def _map_letters(font: "TTFont", data: bytes) -> None:
    """Maps letters by their numbers in Unicode, if a font has other numbers or none.

    HarfBuzz, like browsers and word processors, finds the signs of a symbol font, at U+F020 to
    U+F0FF, by the letters that are typed, and reads tables of the Macintosh. typst does neither.
    """
    kinds, os2 = _kinds_of_maps(data), font["OS/2"]
    # The bit of symbol fonts, which tells `shaping` whether this is one, is set anew.
    if os2.version:
        os2.ulCodePageRange1 &= ~SYMBOL_PAGE
    if _SYMBOL in kinds:
        if not os2.version:
            os2.version, os2.ulCodePageRange1, os2.ulCodePageRange2 = 1, 0, 0
        os2.ulCodePageRange1 |= SYMBOL_PAGE
    elif any(platform == 0 or (platform, way) in _UNICODE for platform, way in kinds):
        return
    tables = font["cmap"].tables
    seen, known = hb.Face(hb.Blob(data)), font["cmap"].getBestCmap() or {}
    typed = {code - _SYMBOLS for code in seen.unicodes if _SYMBOLS <= code <= _SYMBOLS + 0xFF}
    of_macintosh = (ord(bytes((byte,)).decode("mac_roman")) for byte in range(32, 256))
    codes, named = {*typed, *of_macintosh, *seen.unicodes, *known}, font.getGlyphOrder()
    drawn = hb.Font(seen)
    glyphs = {code: drawn.get_nominal_glyph(code) for code in codes}
    letters = known | {code: named[glyph] for code, glyph in glyphs.items() if glyph}
    font["cmap"].tables = [
        *(table for table in tables if table.format == _VARIANTS),
        _map(4, 1, {code: name for code, name in letters.items() if code <= 0xFFFF}),
        _map(12, 10, letters),
    ]


def _kinds_of_maps(data: bytes) -> set[tuple[int, int]]:
    """The platforms and encodings of the tables in which a font maps letters to glyphs.

    The bytes of `cmap` are read without fontTools, which writes anew what it has read: that takes a
    minute for the outlines of 65,535 glyphs.
    """
    table = hb.Face(hb.Blob(data)).reference_table("cmap").data
    (count,) = struct.unpack_from(">2xH", table)
    return {struct.unpack_from(">HH4x", table, 4 + 8 * number) for number in range(count)}


_SYMBOL, _UNICODE = (3, 0), ((3, 1), (3, 10))
"""Platforms and encodings of maps from letters to glyphs, as the table `cmap` numbers them."""

_SYMBOLS = 0xF000
_VARIANTS = 14
"""The format of a map of variation selectors."""


def _map(number: int, encoding: int, letters: Mapping[int, str]) -> Any:
    """A map from Unicode to glyphs for Windows, in a format of the table `cmap`."""
    from fontTools.ttLib.tables._c_m_a_p import CmapSubtable  # noqa: PLC0415  (rarely needed)

    table = CmapSubtable.newSubtable(number)
    table.platformID, table.platEncID, table.language = 3, encoding, 0
    table.cmap = dict(letters)
    return table


def _switch_on(font: "TTFont", features: tuple[str, ...]) -> None:
    """Merges features into one that shaping always applies, for each script and language.

    Raises FaultyFont (E239) for a feature that the font does not have.
    """
    if not features:
        return
    table = font["GSUB"].table if "GSUB" in font else None
    records = table.FeatureList.FeatureRecord if table and table.FeatureList else []
    known = sorted({record.FeatureTag for record in records})
    for tag in features:
        if tag not in known:
            hint = did_you_mean(tag, known) or f"it has {', '.join(known) or 'none at all'}"
            raise FaultyFont("E239", f"has no feature `{tag}`", hint)
    for record in table.ScriptList.ScriptRecord if table else ():
        script = record.Script
        systems = [each.LangSys for each in script.LangSysRecord]
        for system in filter(None, (script.DefaultLangSys, *systems)):
            _switch_on_in(table, system, features)


def _switch_on_in(table: Any, system: Any, features: tuple[str, ...]) -> None:
    """Adds features to the one that is always on, in the tables of one language system."""
    from fontTools.ttLib.tables.otTables import Feature, FeatureRecord  # noqa: PLC0415

    records = table.FeatureList.FeatureRecord
    own = {records[index].FeatureTag: index for index in system.FeatureIndex}
    lookups = {
        lookup
        for tag in (*features, _ON_BY_DEFAULT)
        if tag in own
        for lookup in records[own[tag]].Feature.LookupListIndex
    }
    if not any(tag in own for tag in features):
        return
    feature = Feature()
    feature.FeatureParams = None
    feature.LookupListIndex = sorted(lookups)
    feature.LookupCount = len(lookups)
    record = FeatureRecord()
    record.FeatureTag, record.Feature = _ON_BY_DEFAULT, feature
    records.append(record)
    table.FeatureList.FeatureCount = len(records)
    kept = [index for index in system.FeatureIndex if records[index].FeatureTag != _ON_BY_DEFAULT]
    system.FeatureIndex = [*kept, len(records) - 1]
    system.FeatureCount = len(system.FeatureIndex)


def _write_name(font: "TTFont", family: str, cut: FontCut) -> None:
    """Gives a prepared font the name, weight and slant of its family and cut."""
    weight = BOLD if cut.is_bold else REGULAR
    style = " ".join(filter(None, ("Bold" * cut.is_bold, "Italic" * cut.is_italic))) or "Regular"
    names = _table(font, "name")
    names.names = [each for each in names.names if each.nameID not in (*_NEW_NAMES, *_OLD_NAMES)]
    whole = f"{family} {style}"
    new = (family, style, whole, whole, whole.replace(" ", "-"))
    for number, text in zip(_NEW_NAMES, new, strict=True):
        names.setName(text, number, 3, 1, 0x409)
    table = font["OS/2"]
    table.usWeightClass, table.usWidthClass = weight, 5
    italic, bold, regular = 0x01, 0x20, 0x40
    table.fsSelection &= ~(italic | bold | regular | 0x200)
    table.fsSelection |= italic * cut.is_italic | bold * cut.is_bold
    table.fsSelection |= regular * (cut is FontCut.REGULAR)
    font["head"].macStyle = cut.is_bold | cut.is_italic << 1
    _table(font, "post").italicAngle = -12.0 if cut.is_italic else 0.0
    for tag in ("STAT", "fvar", "avar", "DSIG"):
        with suppress(KeyError):
            del font[tag]


def _table(font: "TTFont", tag: str) -> Any:
    """The table `name` or `post` of a font; a missing table is added.

    Neither table says how letters look.
    """
    from fontTools.ttLib import newTable  # noqa: PLC0415  (rarely needed)

    if tag not in font:
        font.getGlyphOrder()  # else fontTools would look into an empty `post`
        table = font[tag] = newTable(tag)
        table.names = []
        table.formatType, table.underlinePosition, table.underlineThickness = 3.0, -100, 50
        table.isFixedPitch = table.minMemType42 = table.maxMemType42 = 0
        table.minMemType1 = table.maxMemType1 = 0
    return font[tag]
