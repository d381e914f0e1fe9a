"""Makes small fonts for tests: each letter is a box as wide as the test says."""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence

from fontTools.cffLib.CFFToCFF2 import convertCFFToCFF2
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation

EM = 1000


def made_font(
    widths: Mapping[str, int] | None = None,
    *,
    licence: int = 0,
    features: str = "",
    bolder: int = 0,
    flavour: str | None = None,
    ascent: int = 800,
    family: str = "Boxes",
    style: str = "Regular",
) -> bytes:
    """A font with a box for each letter, `widths` of 1,000 wide; a to c without them.

    `licence` is fsType; `features` are in Adobe's language for them, in which `x.alt` is a glyph
    twice as wide as `x`. With `bolder`, it is a variable font whose letters are wider by this at
    the greatest weight. `flavour` is None, `woff` or `woff2`.
    """
    widths = dict(widths or {"a": 400, "b": 600, "c": 500}) | {" ": 250, "-": 300}
    names = {letter: f"u{ord(letter):04X}" for letter in widths}
    advances = {names[letter]: width for letter, width in widths.items()}
    advances |= {f"{name}.alt": 2 * width for name, width in advances.items()}
    order = [".notdef", *advances]
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    builder.setupGlyf({name: _box(advances.get(name, 500)) for name in order})
    builder.setupHorizontalMetrics({name: (advances.get(name, 500), 20) for name in order})
    builder.setupHorizontalHeader(ascent=ascent, descent=ascent - EM)
    builder.setupNameTable(_names(family, style))
    builder.setupOS2(fsType=licence, sTypoAscender=ascent, sTypoDescender=ascent - EM)
    builder.setupPost()
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    if bolder:
        builder.setupFvar([("wght", 300, 400, 800, "Weight")], [])
        right = [(0, 0), (bolder, 0), (bolder, 0), (0, 0)]
        ends = [(0, 0), (bolder, 0), (0, 0), (0, 0)]  # of the advance: the points after the box
        wider = {name: [TupleVariation({"wght": (0, 1, 1)}, [*right, *ends])] for name in order}
        builder.setupGvar(wider)
    return saved(builder.font, flavour)


def _names(family: str, style: str) -> dict[str, str]:
    return {"familyName": family, "styleName": style, "fullName": f"{family} {style}"}


def changed(data: bytes, change: Callable[[TTFont], object], flavour: str | None = None) -> bytes:
    """A font after `change` was called with it."""
    font = TTFont(io.BytesIO(data))
    change(font)
    return saved(font, flavour)


def mapped(data: bytes, *maps: tuple[int, int, Mapping[int, str]]) -> bytes:
    """A font with other maps of letters: each is a platform, an encoding, and its letters."""

    def change(font: TTFont) -> None:
        font["cmap"].tables = []
        for platform, encoding, letters in maps:
            table = CmapSubtable.newSubtable(0 if platform == 1 else 4)
            table.platformID, table.platEncID, table.language = platform, encoding, 0
            table.cmap = dict(letters)
            font["cmap"].tables.append(table)

    return changed(data, change)


def symbol_font(**keys: object) -> bytes:
    """A symbol font with boxes for a, b and c at U+F061 to U+F063."""
    letters = {0xF000 + code: f"u{code:04X}" for code in (0x20, 0x2D, 0x61, 0x62, 0x63)}
    return mapped(made_font(**keys), (3, 0, letters))  # type: ignore[arg-type]


def collection(*fonts: bytes) -> bytes:
    together = TTCollection()
    together.fonts = [TTFont(io.BytesIO(font)) for font in fonts]
    target = io.BytesIO()
    together.save(target)
    return target.getvalue()


def variable_font(
    *axes: tuple[str, float, float, float], wider: Mapping[str, int], taller: Mapping[str, int] = {}
) -> bytes:
    """A variable font of boxes; an axis is its tag, its least, default and greatest value.

    At the greatest value of an axis, a box is wider by `wider` and taller by `taller`; at the least
    value, narrower and lower.
    """
    font = TTFont(io.BytesIO(made_font()))
    builder = FontBuilder(font=font)
    builder.setupFvar([(tag, *ends, tag) for tag, *ends in axes], [])
    builder.setupGvar({name: [*_variations(wider, taller, axes)] for name in font.getGlyphOrder()})
    return saved(font)


def _variations(
    wider: Mapping[str, int],
    taller: Mapping[str, int],
    axes: Iterable[tuple[str, float, float, float]],
) -> Iterable[TupleVariation]:
    for tag, least, default, greatest in axes:
        x, y = wider.get(tag, 0), taller.get(tag, 0)
        for end, sign in ((greatest, 1), (least, -1)):
            if end != default:
                box = [(0, 0), (sign * x, 0), (sign * x, sign * y), (0, sign * y)]
                ends = [(0, 0), (sign * x, 0), (0, 0), (0, 0)]
                peak = (0, 1, 1) if sign > 0 else (-1, -1, 0)
                yield TupleVariation({tag: peak}, [*box, *ends])


BOX: Sequence[object] = (20, 0, "rmoveto", 360, "hlineto", 700, "vlineto", -360, "hlineto")
"""A box in the operators of CFF; with its side bearings it is 400 wide."""


def cff_font(
    glyphs: Mapping[str, Sequence[object]],
    *,
    regions: Sequence[Mapping[str, tuple[float, float, float]]] = (),
    axes: Sequence[tuple[str, float, float, float]] = (),
    cff2: bool = False,
    more: Mapping[str, Sequence[object]] = {},
) -> bytes:
    """A font in CFF whose letters are given as operators; CFF2 with `axes` or with `cff2`.

    Each letter is 400 wide. `more` are glyphs without a letter, by their names.
    """
    names = {letter: _STANDARD.get(letter, f"u{ord(letter):04X}") for letter in glyphs}
    programs = {names[letter]: program for letter, program in glyphs.items()} | dict(more)
    builder = FontBuilder(EM, isTTF=False)
    order = [".notdef", "space", *programs]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({0x20: "space"} | {ord(a): name for a, name in names.items()})
    ends = () if axes or cff2 else ("endchar",)
    nothing = {".notdef": (), "space": ()}
    drawn = {
        name: T2CharString(program=[*program] if "endchar" in program else [*program, *ends])
        for name, program in (nothing | programs).items()
    }
    for glyph in drawn.values():
        glyph.private, glyph.globalSubrs = None, []
    if axes:
        builder.setupNameTable(_names("Boxes", "Regular"))
        builder.setupFvar([(tag, *places, tag) for tag, *places in axes], [])
        builder.setupCFF2(drawn, regions=[dict(region) for region in regions])
    else:
        builder.setupCFF("Boxes", {}, drawn, {})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (400, 20)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(_names("Boxes", "Regular"))
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    if cff2 and not axes:
        convertCFFToCFF2(builder.font)
        post = builder.font["post"]
        post.formatType, post.extraNames, post.mapping = 2.0, [], {}
    builder.font.recalcBBoxes = False  # it would stop at operators that are never used
    return saved(builder.font)


_STANDARD = {"A": "A", "a": "a", "\u00e4": "adieresis", "\u00a8": "dieresis"}
"""The names, in Adobe's standard encoding, of letters that `endchar` may compose."""

RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


def coloured_font(colours: Mapping[str, object], data: bytes | None = None) -> bytes:
    """A font with the table COLR, with the layers (version 0) or the paint (version 1) of glyphs.

    The palette is red and blue.
    """
    font = TTFont(io.BytesIO(data or made_font()))
    builder = FontBuilder(font=font)
    builder.setupCPAL([[RED, BLUE]])
    builder.setupCOLR(dict(colours))
    return saved(font)


def solid(glyph: str, colour: int) -> dict[str, object]:
    """A paint of COLR version 1: a glyph in one colour."""
    paint = {"Format": otTables.PaintFormat.PaintSolid, "PaletteIndex": colour, "Alpha": 1.0}
    return {"Format": otTables.PaintFormat.PaintGlyph, "Paint": paint, "Glyph": glyph}


def graded(glyph: str, kind: str) -> dict[str, object]:
    """A paint of COLR version 1: a glyph in a gradient from red to blue."""
    stops = [{"StopOffset": 0.0, "PaletteIndex": 0}, {"StopOffset": 1.0, "PaletteIndex": 1}]
    line = {"Extend": "pad", "ColorStop": [stop | {"Alpha": 1.0} for stop in stops]}
    places = {
        "Linear": {"x0": 0, "y0": 0, "x1": 0, "y1": 700, "x2": 400, "y2": 0},
        "Radial": {"x0": 200, "y0": 350, "r0": 0, "x1": 200, "y1": 350, "r1": 350},
        "Sweep": {"centerX": 200, "centerY": 350, "startAngle": 0.0, "endAngle": 360.0},
    }
    number = getattr(otTables.PaintFormat, f"Paint{kind}Gradient")
    paint = {"Format": number, "ColorLine": line, **places[kind]}
    return {"Format": otTables.PaintFormat.PaintGlyph, "Paint": paint, "Glyph": glyph}


def with_table(data: bytes, tag: str) -> bytes:
    """A font with one more table, of a few bytes."""

    def change(font: TTFont) -> None:
        font[tag] = DefaultTable(tag)
        font[tag].data = bytes(16)

    return changed(data, change)


def saved(font: TTFont, flavour: str | None = None) -> bytes:
    target = io.BytesIO()
    font.flavor = flavour
    font.save(target)
    return target.getvalue()


def _box(width: int) -> object:
    pen = TTGlyphPen(None)
    pen.moveTo((20, 0))
    pen.lineTo((width - 20, 0))
    pen.lineTo((width - 20, 700))
    pen.lineTo((20, 700))
    pen.closePath()
    return pen.glyph()
