"""Prepares pictures that are drawings (SVG): cleans them for print, and applies themes."""

import base64
import io
import marshal
import re
from math import floor, sqrt
from xml.etree import ElementTree

from msgspec.structs import astuple, replace

from fustella.core.files.cache import Memory, cached
from fustella.core.files.pictures import FILTER_DPI, PictureFile
from fustella.core.files.reading import read_bytes
from fustella.core.geometry.shapes import Outline
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.processes.steps import PICTURE_S, step
from fustella.core.values.model import Face, PictureUse
from fustella.core.values.themes import Theme
from fustella.draw.pictures.prepare import data_url, is_plain, upright
from fustella.draw.pictures.raster import FaultyPicture, UnreadablePicture, opened
from fustella.draw.pictures.tones import tone_of
from fustella.draw.svg.attributes import alpha_of, colour_of
from fustella.draw.svg.clean import CleanSvg, clean_svg
from fustella.draw.svg.document import SvgNote
from fustella.draw.svg.lengths import PX_PER_MM
from fustella.draw.svg.source import FaultySvg, data_of
from fustella.draw.svg.tree import SVG, number_in
from fustella.draw.text.borrowed import LacksLetters, with_borrowed_letters

_PAINTS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
_DATA = re.compile(r"data:image/(?:png|jpe?g|gif|webp)\s*[;,]", re.IGNORECASE)


_LEAST_PAGE_MM = 3.0
"""The least side of a page (3 pt, ISO 32000-1, annex C): the engine makes no smaller page, however
small a drawing is."""

_MOST_LOOKED_AT = 1e9
"""The most pixels that an feMorphology looks at, which takes 4 seconds: for each pixel of the
drawing, as many around it as the radius reaches."""


def cleaned(file: PictureFile, memory: Memory | None) -> CleanSvg:
    """Cleans the drawing in an SVG file for print. Raises FaultyPicture."""
    return cached(
        memory,
        ("drawn", file.digest, file.fonts),
        lambda: _cleaned(file),
        _stored,
        _restored,
    )


def _cleaned(file: PictureFile) -> CleanSvg:
    try:
        with step("reading a picture", file.place, PICTURE_S):
            data = read_bytes(file.path, file.root, limits.SVG_BYTES)
            return _smoothed(clean_svg(data, dict(file.fonts), _embedded))
    except FaultySvg as fault:
        line = f"line {fault.line}: " if fault.line else ""
        raise FaultyPicture(file, f"{line}{fault.message}", fault.hint) from None
    except OSError as error:
        raise FaultyPicture.of(file, UnreadablePicture.unread(error)) from None


_SQUARE = frozenset(("pixelated", "crisp-edges"))
"""Values of `image-rendering` with which browsers show the pixels of a picture as squares."""

_FEW_PX, _ENOUGH_PX, _MOST_TIMES, _MOST_ENLARGED = 256, 1024, 16, 100


def _smoothed(drawn: CleanSvg) -> CleanSvg:
    """A drawing whose pictures of few pixels are smooth, as in browsers (CSS Images 3, 5.3).

    They are enlarged, because viewers of PDF show the pixels as squares.
    """
    if "<image" not in drawn.svg:
        return drawn
    root = ElementTree.fromstring(drawn.svg)
    _smooth_in(root, "auto", {})
    return replace(drawn, svg=ElementTree.tostring(root, encoding="unicode"))


def _smooth_in(element: ElementTree.Element, rendering: str, known: dict[str, str]) -> None:
    """Enlarges the pictures in an element; `known` caches some of the enlarged ones."""
    rendering = element.get("image-rendering", rendering).lower()
    href = element.get("href", "")
    if element.tag == f"{SVG}image" and rendering not in _SQUARE and _DATA.match(href):
        if href not in known and len(known) < _MOST_ENLARGED:
            known[href] = _enlarged(href)
        element.set("href", known.get(href, href))
    for child in element:
        _smooth_in(child, rendering, known)


def _enlarged(href: str) -> str:
    """Enlarges a picture of few pixels, with colours in between; leaves any other as it is."""
    from PIL import Image  # noqa: PLC0415

    try:
        with opened(io.BytesIO(data_of(href))) as picture:
            # A picture of one colour looks the same at any size.
            if max(picture.size) >= _FEW_PX or picture.convert("RGBA").getcolors(1):
                return href
            times = min(_MOST_TIMES, max(2, _ENOUGH_PX // max(picture.size)))
            colours, alpha = upright(picture)
            if alpha is not None:
                colours = colours.copy()
                colours.putalpha(alpha)
            size = colours.width * times, colours.height * times
            content = io.BytesIO()
            large = colours.resize(size, Image.Resampling.BILINEAR)
            large.save(content, "PNG", compress_level=6)
    except (ValueError, UnreadablePicture):
        return href
    return f"data:image/png;base64,{base64.b64encode(content.getvalue()).decode()}"


def _stored(made: CleanSvg) -> bytes:
    svg, width, height, notes, has_filter = astuple(made)
    return marshal.dumps((svg, width, height, tuple(map(astuple, notes)), has_filter))


def _restored(stored: bytes) -> CleanSvg:
    svg, width, height, notes, has_filter = marshal.loads(stored)
    return CleanSvg(svg, width, height, tuple(SvgNote(*note) for note in notes), has_filter)


def page_of(use: PictureUse, memory: Memory | None) -> Face:
    """A drawing as a face of its own: one page, as large as it is printed.

    The size matters to the filters of a drawing, which are rendered as pixels. Raises
    FaultyPicture.
    """
    drawn = cleaned(use.file, memory)
    svg = drawn.svg if use.theme is Theme.FULL else in_theme(drawn.svg, use.theme)
    width_mm, height_mm = (side / PX_PER_MM for side in (drawn.width, drawn.height))
    grow = max(1.0, _LEAST_PAGE_MM / min(width_mm, height_mm))
    if drawn.has_filter:
        least = grow if min(use.width_mm, use.height_mm) < _LEAST_PAGE_MM else 0.0
        grow = max(least, use.width_mm / width_mm, use.height_mm / height_mm)
    width_mm, height_mm = width_mm * grow, height_mm * grow
    root = ElementTree.fromstring(svg)
    if drawn.has_filter:
        _refuse_broad(use, root, grow / PX_PER_MM * FILTER_DPI / MM_PER_INCH)
    root.set("width", f"{width_mm:.4f}mm")
    root.set("height", f"{height_mm:.4f}mm")
    outline = Outline.rectangle(width_mm, height_mm)
    try:
        families = [family for _, family in use.file.fonts]
        svg = with_borrowed_letters(ElementTree.tostring(root, encoding="unicode"), families)
    except LacksLetters as lacking:
        raise FaultyPicture(use.file, str(lacking), lacking.hint, "E202") from None
    return Face.drawn(svg, outline, 0)


def _refuse_broad(use: PictureUse, root: ElementTree.Element, px_per_unit: float) -> None:
    """Raises FaultyPicture for an feMorphology that would take minutes for all its pixels."""
    _, _, width, height = (float(side) * px_per_unit for side in root.get("viewBox", "").split())
    in_boxes = {
        element
        for effects in root.iter(f"{SVG}filter")
        if effects.get("primitiveUnits") == "objectBoundingBox"
        for element in effects
    }
    for element in root.iter(f"{SVG}feMorphology"):
        told = [number_in(part, 0.0) for part in (element.get("radius") or "0").split()]
        # A share of a box is one of the whole drawing at most, or of what lies in it.
        units = (width, height) if element in in_boxes else (px_per_unit, px_per_unit)
        across, down = (2 * r * unit for r, unit in zip((told[0], told[-1]), units, strict=True))
        looked_at = width * height * across * down
        if looked_at > _MOST_LOOKED_AT:
            message = (
                "a filter that makes shapes thicker or thinner (feMorphology) has a radius of "
                f"{max(told):g}: it would take minutes at {use.width_mm:.0f} x "
                f"{use.height_mm:.0f} mm"
            )
            least = floor(max(told) * sqrt(_MOST_LOOKED_AT / looked_at) * 100) / 100
            smaller = f"make it {least:g} at most in the editor, or " if least else ""
            hint = f"{smaller}export the drawing as a PNG there, and name that file in its place"
            raise FaultyPicture(use.file, message, hint)


def in_theme(svg: str, theme: Theme) -> str:
    """A cleaned SVG with all its colours and pictures in a theme."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        for name in _PAINTS:
            if name in element.attrib:
                element.set(name, _paint(element.attrib[name], theme))
        href = element.get("href", "")
        if href.startswith("data:"):
            element.set("href", _redrawn(href, theme) or href)
    root.set("fill", _paint(root.get("fill", "#000000"), theme))
    return ElementTree.tostring(root, encoding="unicode")


def _paint(value: str, theme: Theme) -> str:
    """A paint in a theme, with the same alpha.

    A reference to a gradient or a pattern stays, as their own colours are changed where they stand.
    """
    if value.startswith("url("):
        end = value.index(")") + 1
        rest = value[end:].strip()
        return f"{value[:end]} {_paint(rest, theme)}" if rest else value
    colour = colour_of(value)
    if not colour:
        return value
    made, alpha = tone_of(colour, theme), alpha_of(value)
    return made if alpha >= 1 else f"{made}{round(alpha * 255):02x}"


def _embedded(href: str) -> str | None:
    """Prepares a picture inside of an SVG for typst; None for a data URL of another type."""
    return _redrawn(href, Theme.FULL) if _DATA.match(href) else None


def _redrawn(href: str, theme: Theme) -> str | None:
    """The picture of a data URL in a theme; None if it cannot be read."""
    try:
        with opened(io.BytesIO(data_of(href))) as picture:
            if theme is Theme.FULL and is_plain(picture):
                return href
            return data_url(*upright(picture), theme)
    except (ValueError, UnreadablePicture):  # letters that are not base64 are a ValueError
        return None
