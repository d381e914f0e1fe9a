"""Makes a face an SVG that stands alone, with its letters and pictures in it.

On a page, such a face runs no scripts, has no links and loads nothing, whatever its template draws.
"""

import base64
import re
from functools import lru_cache

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes.steps import PICTURE_S, step
from fustella.core.values.model import Face, PictureUse
from fustella.draw.inspect.texts import with_lengths
from fustella.draw.pictures.drawn import cleaned, page_of
from fustella.draw.pictures.prepare import data_url, upright
from fustella.draw.pictures.raster import UnreadablePicture, opened_file
from fustella.draw.render import render
from fustella.draw.render.faults import RenderFailed
from fustella.draw.render.outlined import Outlined, with_outlines
from fustella.draw.text.embedded import letters_in, with_fonts
from fustella.write.raster import page_pngs

SCREEN_DPI = 220.0
"""The resolution of pictures: enough for a face that fills a screen."""

MOST_PX = 1200
"""The longest side of a picture: a board need not be seen in all its details."""

_KEPT = 256
_NOTHING = "data:,"


def standalone_svg(face: Face, *, outlined: bool = False, lenient: bool = False) -> str:
    """The SVG of a face with each of its pictures once, as a data URL.

    `outlined`: its letters are the outlines that are printed, with the texts beside them, unseen.
    Otherwise, its texts stay texts that can be changed, with their fonts; browsers set them nearly
    as printed. Raises UnreadablePicture and RenderFailed for a picture that cannot be shown; with
    `lenient`, such a picture is left empty instead.
    """
    text = with_outlines(face.svg) if outlined else _with_texts(face.svg)
    svg, symbols = text.svg, list[str]()
    for number, use in enumerate(use for use in face.pictures if use.file.digest):
        name = f"picture-{number}"
        try:
            address = _data_url(use)
        except (UnreadablePicture, RenderFailed):
            if not lenient:
                raise
            address = _NOTHING
        symbols.append(
            f'<symbol id="{name}" viewBox="0 0 1 1" preserveAspectRatio="none"><image width="1"'
            f' height="1" preserveAspectRatio="none" href="{address}"/></symbol>'
        )
        image = re.compile(rf'<((?:\w+:)?)image\b([^>]*)"{re.escape(use.href)}"')
        svg = image.sub(rf'<\1use\2"#{name}"', svg)
    start = svg.index(">", svg.index("<svg")) + 1 if symbols else 0
    return with_fonts(svg[:start] + "".join(symbols) + svg[start:], text.letters)


def _with_texts(svg: str) -> Outlined:
    """The SVG of a face in which all texts stay texts."""
    return Outlined(with_lengths(svg), letters_in(svg))


@lru_cache(maxsize=_KEPT)
def _data_url(use: PictureUse) -> str:
    """The data URL of a picture, whether it is a drawing (SVG) or of pixels."""
    longest_px = max(use.width_mm, use.height_mm) / MM_PER_INCH * SCREEN_DPI
    shrink = min(1.0, MOST_PX / longest_px) if longest_px else 1.0
    with step("showing a picture", use.file.place, PICTURE_S):
        return _of_shapes(use, shrink) if use.file.is_drawn else _of_pixels(use, shrink)


def _of_pixels(use: PictureUse, shrink: float) -> str:
    width_px = use.width_mm / MM_PER_INCH * SCREEN_DPI * shrink
    with opened_file(use.file) as picture:
        share = min(1.0, width_px / picture.width)
        size = tuple(max(1, round(side * share)) for side in picture.size)
        colours, alpha = upright(picture, (size[0], size[1]))
    return data_url(colours, alpha, use.theme)


def _of_shapes(use: PictureUse, shrink: float) -> str:
    """A drawn picture as a data URL: as SVG, or as pixels if it has texts or filters."""
    svg = page_of(use, None)
    if "<text" not in svg.svg and not cleaned(use.file, None).has_filter:
        return f"data:image/svg+xml;base64,{base64.b64encode(svg.svg.encode()).decode()}"
    width_mm = svg.outline.size.width_mm
    dpi = use.width_mm / width_mm * SCREEN_DPI * shrink
    rendered = render([[svg]], None)[0]
    png = next(page_pngs(rendered.pdf, dpi, clear=True))
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"
