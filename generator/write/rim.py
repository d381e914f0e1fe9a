"""The rim of a rendered face: whether one flat colour runs along its trim.

Looked at are the pixels that lie wholly between the trim and `RIM_MM` inside it. At `RIM_DPI` a
pixel is half as wide as that, so that some lie there along a side of any direction.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.geometry import Outline, Shape
from generator.model import Face
from generator.polygons import grown

if TYPE_CHECKING:
    from PIL import Image

RIM_DPI = 80.0
RIM_MM = 0.62
"""As far as a knife slips, about: what neighbours that share a cut may show of each other."""

TOLERANCE = 24
"""Of 255, in each of red, green and blue: smoothed edges, and colours that a PDF rounds."""
STRAY_SHARE = 0.01
"""Pixels that may differ, such as the tips of corners."""

_IS_AWAY = [0] * (TOLERANCE + 1) + [255] * (255 - TOLERANCE)

_SMOOTHED_MM = 0.06
"""What is left out beside the trim, where a slanted side is smoothed into what lies beyond."""

_FINER = 4
"""Parts of a pixel's side, to tell which pixels lie wholly inside."""


class Edges:
    """Which colour faces are to have along their trim, and which others were found there.

    Both by the digest of the face; `found` says "" where there is none.
    """

    def __init__(self, wanted: Mapping[str, str]) -> None:
        self.wanted = wanted
        self.found: dict[str, str] = {}

    def look(self, digest: str, picture: "Image.Image", face: Face) -> None:
        """Look at the picture of a face in colours, at `RIM_DPI` or more."""
        self.found[digest] = rim_differs(picture, face, self.wanted[digest])


def rim_differs(picture: "Image.Image", face: Face, colour: str) -> str:
    """The commonest other colour along the trim, as `#2b2a33`; "" where there is only `colour`.

    `picture` shows the whole face in colours, bleed included.
    """
    from PIL import Image, ImageChops  # noqa: PLC0415  (only with pictures)

    picture = picture.convert("RGB")
    rim = _rim_mask(face.outline, face.bleed_mm, picture.size)
    away = ImageChops.difference(picture, Image.new("RGB", picture.size, colour))
    red, green, blue = (band.point(_IS_AWAY) for band in away.split())
    other = ImageChops.multiply(ImageChops.lighter(ImageChops.lighter(red, green), blue), rim)
    if other.histogram()[255] <= STRAY_SHARE * rim.histogram()[255]:
        return ""
    pixels, where = picture.tobytes(), other.tobytes()
    found = Counter(pixels[3 * at : 3 * at + 3] for at, value in enumerate(where) if value)
    return f"#{found.most_common(1)[0][0].hex()}"


@lru_cache(maxsize=64)
def _rim_mask(outline: Outline, bleed_mm: float, size: tuple[int, int]) -> "Image.Image":
    """White where a pixel of a picture lies wholly on the rim; all faces of a kind share it.

    Drawn finer and counted: a pixel is on the rim when all of its parts are.
    """
    from PIL import Image, ImageChops  # noqa: PLC0415  (only with pictures)

    fine = size[0] * _FINER, size[1] * _FINER
    trim, inner = (_form(outline, bleed_mm, inset, fine) for inset in (_SMOOTHED_MM, RIM_MM))
    whole = ImageChops.subtract(trim, inner).resize(size, Image.Resampling.BOX)
    return whole.point([0] * 255 + [255])


def _form(
    outline: Outline, bleed_mm: float, inset_mm: float, size: tuple[int, int]
) -> "Image.Image":
    """What lies `inset_mm` inside the trim, white on black; the picture is the face's whole box."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    # A page is stretched to whole pixels, so that the two directions differ a little in scale.
    across = size[0] / (outline.size.width_mm + 2 * bleed_mm)
    down = size[1] / (outline.size.height_mm + 2 * bleed_mm)
    image = Image.new("L", size)
    pen = ImageDraw.Draw(image)
    box = (
        (bleed_mm + inset_mm) * across,
        (bleed_mm + inset_mm) * down,
        (bleed_mm + outline.size.width_mm - inset_mm) * across - 1,
        (bleed_mm + outline.size.height_mm - inset_mm) * down - 1,
    )
    if outline.shape is Shape.CIRCLE:
        pen.ellipse(box, fill=255)
    elif outline.shape is Shape.RECTANGLE:
        radius_mm = max(0.0, outline.corner_radius_mm - inset_mm)
        pen.rounded_rectangle(box, radius_mm * across, fill=255)
    else:
        corners = grown(outline.corners(), -inset_mm)
        spots = [((at.x_mm + bleed_mm) * across, (at.y_mm + bleed_mm) * down) for at in corners]
        pen.polygon(spots, fill=255)
    return image
