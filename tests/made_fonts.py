"""Small fonts made for tests: each letter is a box as wide as the test says."""

import io
from collections.abc import Mapping

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
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
) -> bytes:
    """A font with a box for each letter, `widths` of 1,000 wide; a to c without them.

    `licence` is fsType, `features` are in Adobe's language for them, where `x.alt` is a glyph twice
    as wide as `x`. With `bolder` it is a variable font whose letters are so much wider at its
    heaviest. `flavour` is None, `woff` or `woff2`.
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
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
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
