"""A font file of a designer, made into the one that is measured and printed.

HarfBuzz measures and typst prints the same bytes, so whatever a font can do is done to it before:
it is unpacked (WOFF, WOFF2), a variable font is set to one place on each of its axes, features that
are to be always on become part of those that are, and it gets a name of its own, so that no other
font is taken for it.
"""

import io
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import uharfbuzz as hb

from fustella.core import limits
from fustella.core.fonts import FontCut
from fustella.core.problems import did_you_mean
from fustella.draw.text.fonts import BOLD, REGULAR, FaultyFont

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_WOFF, _WOFF2, _COLLECTION = b"wOFF", b"wOF2", b"ttcf"
_NEEDED = ("cmap", "head", "hhea", "hmtx", "maxp", "name", "post", "OS/2")

_RESTRICTED, _PREVIEW, _EDITABLE = 0x0002, 0x0004, 0x0008
_NO_SUBSETTING, _BITMAP_ONLY = 0x0100, 0x0200
"""Bits of `fsType` (OpenType 1.9, OS/2). A font may be in a PDF unless it is restricted; where
several of the first three are set, the most lenient one holds. typst puts only the letters that are
used into a PDF, and as outlines."""

_ON_BY_DEFAULT = "calt"
"""Shaping applies this feature to all scripts, whether a font is measured or printed."""

_NEW_NAMES = (1, 2, 3, 4, 6)
_OLD_NAMES = (16, 17, 18, 20, 21, 22, 25)
"""Ids in the table `name`: those that say which font it is, and others that say so, too."""


def prepared_font(
    data: bytes,
    family: str,
    cut: FontCut,
    axes: Mapping[str, float],
    features: Iterable[str],
    own_file: bool,
) -> bytes | None:
    """The font in a file, for a cut of a family, as TrueType or OpenType.

    Without an `own_file` for the cut, `data` is the regular font: None unless it is a variable one
    that has the cut. Raises FaultyFont: E237 for a file that is no font or breaks, E238 where its
    licence forbids to print it, E239 for axes and features that it does not have.
    """
    try:
        font = _opened(_unpacked(data))
        _check_licence(font)
        places = _places(font, cut, axes)
        if not own_file and not _has_cut(font, cut, axes):
            return None
        if places:
            font = _opened(_at(_bytes_of(font), places))
        _switch_on(font, tuple(features))
        _name(font, family, cut)
        return _bytes_of(font)
    except FaultyFont:
        raise
    except Exception as error:  # a library of fonts breaks in many ways on what is none
        raise FaultyFont("E237", "is no font that can be read", _SAVE) from error


_SAVE = "save it again from a font editor, or take another copy of it"


def _unpacked(data: bytes) -> bytes:
    """The bytes of a file as TrueType or OpenType."""
    kind = data[:4]
    if kind == _COLLECTION:
        hint = "write one font of it to a file of its own"
        raise FaultyFont("E237", "is a collection of fonts", hint)
    if kind in _SFNT:
        return data
    if kind not in (_WOFF, _WOFF2):
        raise FaultyFont("E237", "is no font", "name a file in TrueType, OpenType, WOFF or WOFF2")
    # Bytes 16 to 20 of both formats: the size of the font when it is unpacked.
    if int.from_bytes(data[16:20]) > limits.FONT_UNPACKED_BYTES:
        raise FaultyFont("E237", "is too large when it is unpacked", _SAVE)
    font = _opened(data)
    font.flavor = None
    return _bytes_of(font)


def _opened(data: bytes) -> "TTFont":
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (most games bring no fonts)

    font = TTFont(io.BytesIO(data), lazy=True, recalcTimestamp=False)
    missing = [tag for tag in _NEEDED if tag not in font]
    if missing:
        raise FaultyFont("E237", f"is broken: its table `{missing[0]}` is missing", _SAVE)
    if not any(tag in font for tag in ("glyf", "CFF ", "CFF2")):
        hint = "take one with outlines, which can be printed at any size"
        raise FaultyFont("E237", "has pictures of letters instead of outlines", hint)
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


def _has_cut(font: "TTFont", cut: FontCut, axes: Mapping[str, float]) -> bool:
    """Whether a variable font can be bold, or italic, as the cut asks."""
    known = _axes_of(font)
    bold = not cut.is_bold or ("wght" in known and known["wght"][2] > axes.get("wght", REGULAR))
    italic = not cut.is_italic or "ital" in known or "slnt" in known
    return bold and italic


def _places(font: "TTFont", cut: FontCut, axes: Mapping[str, float]) -> dict[str, float]:
    """The place on each axis of a variable font; empty for any other font."""
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
    places = {tag: default for tag, (_, default, _) in known.items()} | dict(axes)
    if cut.is_bold and "wght" in known:
        places["wght"] = min(float(BOLD), known["wght"][2])
    if cut.is_italic and "ital" in known:
        places["ital"] = known["ital"][2]
    if cut.is_italic and "slnt" in known and "ital" not in known:
        places["slnt"] = known["slnt"][0]
    return places


def _at(data: bytes, places: Mapping[str, float]) -> bytes:
    """A variable font at one place of each axis, as a font that is not variable."""
    face = hb.Face(hb.Blob(data))
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
    for tag, place in places.items():
        wanted.pin_axis_location(face, tag, place)
    made: bytes = hb.subset(face, wanted).blob.data
    return made


def _switch_on(font: "TTFont", features: tuple[str, ...]) -> None:
    """Make features part of one that shaping always applies, for each script and language."""
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
    """The same for one language system: its feature that is always on gets more lookups."""
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


def _name(font: "TTFont", family: str, cut: FontCut) -> None:
    """Give a font the name, the weight and the slant by which it is asked for."""
    weight = BOLD if cut.is_bold else REGULAR
    style = " ".join(filter(None, ("Bold" * cut.is_bold, "Italic" * cut.is_italic))) or "Regular"
    names = font["name"]
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
    font["post"].italicAngle = -12.0 if cut.is_italic else 0.0
    for tag in ("STAT", "fvar", "avar", "DSIG"):
        with suppress(KeyError):
            del font[tag]
