"""How much ink a face takes: the area that a solid black of the same darkness would cover.

Each pixel of a picture in greys takes 1 minus its coded value (sRGB's, weighted as the eye does:
ITU-R BT.601). The coded value, not the light that it stands for: a printer's dots spread, so that
half a tone covers about what its code says; and a mean of codes does not change where the edge of
a line is smoothed over two pixels, so that a coarse picture measures as a fine one does. Coarse
it must be: a build may not wait for it. But a line thinner than a pixel is drawn a pixel wide,
so that what is made of lines needs a finer one. It says nothing of which of four inks is used.
"""

from collections.abc import Iterator, Mapping

from generator.geometry import Outline, Shape
from generator.model import Face, RenderedFaces
from generator.polygons import grown
from generator.units import PT_PER_INCH
from generator.write.rim import RIM_DPI, Edges

COARSE_DPI = 60.0
"""For faces of areas: a thirtieth too much for the four games, measured against 400."""
FINE_DPI = 200.0
"""For faces of lines: a pixel is as wide as the thinnest of them."""


def black_mm2(
    rendered: RenderedFaces, wanted: Mapping[str, Face], dpi: float, edges: Edges | None = None
) -> Iterator[tuple[str, float]]:
    """Digest and ink of each wanted face that is among `rendered`, in mm² of solid black.

    The pictures are shown to `edges` too, so that each face is drawn once.
    """
    pages = [n for n, digest in enumerate(rendered.digests) if digest in wanted]
    if not pages:
        return
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  (50 ms)

    with pypdfium2.PdfDocument(rendered.pdf) as document:
        for number in pages:
            digest = rendered.digests[number]
            face = wanted[digest]
            look = edges is not None and digest in edges.wanted
            scale = (max(dpi, RIM_DPI) if look else dpi) / PT_PER_INCH
            bitmap = document[number].render(scale, grayscale=not look, may_draw_forms=False)
            picture = bitmap.to_pil()
            if edges is not None and look:
                edges.look(digest, picture, face)
            yield digest, _share(picture.convert("L"), face) * _box_mm2(face)


def _share(picture: object, face: Face) -> float:
    """Ink of a picture within the form of a face, as a share of the whole picture."""
    from PIL import Image, ImageDraw  # noqa: PLC0415  (only with pictures)

    assert isinstance(picture, Image.Image)
    mask = None
    corners = _clipped(face.outline, face.bleed_mm, picture.size)
    if corners:
        mask = Image.new("1", picture.size)
        pen = ImageDraw.Draw(mask)
        (pen.ellipse if face.outline.shape is Shape.CIRCLE else pen.polygon)(corners, fill=1)
    counts = picture.histogram(mask)
    taken = sum(count * (255 - level) for level, count in enumerate(counts[:256]))
    return taken / 255 / (picture.width * picture.height)


def _clipped(outline: Outline, bleed_mm: float, size: tuple[int, int]) -> list[tuple[float, float]]:
    """The form that a face is cut to, in pixels; none where it fills its box.

    Two corners of its box for a circle.
    """
    if outline.shape is Shape.CIRCLE:
        return [(0, 0), (size[0] - 1, size[1] - 1)]
    width_mm, height_mm = outline.size.width_mm, outline.size.height_mm
    pixels = size[0] / (width_mm + 2 * bleed_mm)
    if outline.shape is Shape.POLYGON:
        corners = grown(outline.corners(), bleed_mm)
        return [((at.x_mm + bleed_mm) * pixels, (at.y_mm + bleed_mm) * pixels) for at in corners]
    if outline.shape is not Shape.HEXAGON:
        return []
    grow = (width_mm + 2 * bleed_mm) / width_mm
    return [
        (
            size[0] / 2 + (corner.x_mm - width_mm / 2) * grow * pixels,
            size[1] / 2 + (corner.y_mm - height_mm / 2) * grow * pixels,
        )
        for corner in outline.corners()
    ]


def _box_mm2(face: Face) -> float:
    size, more_mm = face.outline.size, 2 * face.bleed_mm
    return (size.width_mm + more_mm) * (size.height_mm + more_mm)
