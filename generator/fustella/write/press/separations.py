"""Draws what a press prints of a page: each plate alone, all together, and where how much ink lies.

Together, the inks are shown as the profile of the press says (relative colorimetric, with black
point compensation), and special inks in their colours. The sum of the four inks is drawn as a heat
map, in steps of its share of the limit; special inks do not count in it.
"""

import io
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.pdf import PlainPdf
from fustella.core.values.inks import SpecialInk
from fustella.write.press.inks import PressInks
from fustella.write.press.palettes import PressPalette
from fustella.write.press.plates import PageInk, ink_of_pages, plates, special_plates
from fustella.write.press.recolour import Recoloured
from fustella.write.press.special import Without, on_plates
from fustella.write.press.stored import NotWritable

if TYPE_CHECKING:
    from PIL import Image, ImageCms

HEAT = ((0.0, "#ffffff"), (0.34, "#f9e08c"), (0.67, "#ee8a33"), (1.0, "#8f1020"))
"""The colours of a heat map, by shares of the limit of ink; between them they are mixed."""

BEYOND = "#00a6d6"
"""The colour of places with more ink than the limit: none of the others is near to it."""

_PROCESS = ("cyan", "magenta", "yellow", "black")
_LEVELS = 255
_ROUNDED = 2
"""What a level of 0 to 255 may be off after two drawings."""


class DrawnPlate(Struct, frozen=True):
    """A plate alone as PNG, in greys: what it prints is black. Its most ink is in percent."""

    name: str
    png: bytes
    highest_percent: float


class Separations(Struct, frozen=True):
    """A page in the inks of a press: its plates, all together, and its heat map, as PNG.

    `pictured` is the reason why the page becomes a picture; "" for vectors.
    """

    plates: tuple[DrawnPlate, ...]
    together: bytes
    heat: bytes
    ink: PageInk
    pictured: str


def separations(
    pdf: bytes, inks: PressInks, dpi: float, special: Mapping[str, SpecialInk] | None = None
) -> Separations:
    """The first page of a file of the tool, its pictures with `dpi` pixels to the inch.

    `special` are the inks beside the four that have a plate, by their ids. The figures are those of
    `press.csv`, whatever the resolution of the pictures.
    """
    special = special or {}
    [page, *_] = plates(pdf, inks, dpi, special)
    [ink, *_] = ink_of_pages(pdf, inks, special)
    four = page.split()
    more = [(one, next(special_plates(pdf, special, one.id, dpi, [0]))) for one in special.values()]
    named = [*zip(_PROCESS, four, strict=True), *((one.plate, plate) for one, plate in more)]
    return Separations(
        tuple(_drawn(name, plate) for name, plate in named),
        _png(_with_special(_as_seen(page, inks), more)),
        _png(_heat(four, inks.most_percent)),
        ink,
        _why_pictured(on_plates(pdf, Without(special)), inks),
    )


def _drawn(name: str, plate: "Image.Image") -> DrawnPlate:
    from PIL import ImageChops  # noqa: PLC0415

    _, highest = plate.getextrema()
    return DrawnPlate(name, _png(ImageChops.invert(plate)), float(highest) / 2.55)  # type: ignore[arg-type]


def _as_seen(page: "Image.Image", inks: PressInks) -> "Image.Image":
    """A page in inks as a screen shows it."""
    from PIL import ImageCms  # noqa: PLC0415

    shown = ImageCms.applyTransform(page, _to_screen(inks.press.profile))
    assert shown is not None
    return shown


def _with_special(
    seen: "Image.Image", more: "Sequence[tuple[SpecialInk, Image.Image]]"
) -> "Image.Image":
    """A page as a screen shows it with special inks: foil covers the art, varnish is a sheen."""
    from PIL import Image  # noqa: PLC0415

    for ink, plate in sorted(more, key=lambda one: one[0].lies_on_top):
        covers = plate.point([round(level * ink.shown) for level in range(_LEVELS + 1)])
        seen.paste(Image.new("RGB", seen.size, ink.colour), mask=covers)
    return seen


@lru_cache(maxsize=2)
def _to_screen(profile: bytes) -> "ImageCms.ImageCmsTransform":
    from PIL import ImageCms  # noqa: PLC0415

    return ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(io.BytesIO(profile)),
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def _heat(own: "Sequence[Image.Image]", most_percent: float) -> "Image.Image":
    """The sum of the inks of plates as a heat map."""
    from PIL import Image, ImageColor, ImageMath  # noqa: PLC0415

    most = most_percent * 2.55
    total = ImageMath.lambda_eval(
        lambda given: sum((given["int"](given[f"p{at}"]) for at in range(len(own))), 0),
        **{f"p{at}": plate for at, plate in enumerate(own)},
    )
    shares = ImageMath.lambda_eval(
        lambda given: given["convert"](given["min"](given["t"] * _LEVELS / most, _LEVELS), "L"),
        t=total,
    )
    above = ImageMath.lambda_eval(
        lambda given: given["convert"]((given["t"] > most + _ROUNDED) * _LEVELS, "L"), t=total
    )
    shares.putpalette([part for level in range(_LEVELS + 1) for part in _heat_at(level / _LEVELS)])
    shown: Image.Image = shares.convert("RGB")
    shown.paste(Image.new("RGB", shown.size, ImageColor.getrgb(BEYOND)), mask=above)
    return shown


def _heat_at(share: float) -> tuple[int, ...]:
    """The colour of a share of the limit, as levels of red, green and blue."""
    from PIL import ImageColor  # noqa: PLC0415

    at = next(number for number in range(1, len(HEAT)) if share <= HEAT[number][0])
    (low, before), (high, after) = HEAT[at - 1], HEAT[at]
    part = (share - low) / (high - low)
    pairs = zip(ImageColor.getrgb(before), ImageColor.getrgb(after), strict=True)
    return tuple(round(a + (b - a) * part) for a, b in pairs)


def _why_pictured(pdf: bytes, inks: PressInks) -> str:
    """Why the first page becomes a picture in a file for a press; "" where it stays vectors."""
    source = PlainPdf(pdf)
    try:
        Recoloured(source, PressPalette(inks)).page(source.pages[0])
    except NotWritable as fault:
        return str(fault)
    return ""


def _png(picture: "Image.Image") -> bytes:
    content = io.BytesIO()
    picture.save(content, "PNG", compress_level=3)
    return content.getvalue()
