"""Draws the plates of a file as pictures, and measures the sum of inks on them.

The plates are those of `press_file`, drawn without a press: once with the complements of cyan,
magenta and yellow as a screen's colours, once with black as a grey (`palettes.PlatePalette`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.pdf import PlainPdf, plain_pdf
from fustella.core.geometry.shapes import Point
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.inks import SpecialInk
from fustella.write.pdfium import in_colours, in_greys, pages_drawn
from fustella.write.plates import without_lines
from fustella.write.press.inks import PressInks
from fustella.write.press.palettes import PlatePalette
from fustella.write.press.recolour import Recoloured
from fustella.write.press.special import OneInk, Without, on_plates
from fustella.write.press.stored import NotWritable

if TYPE_CHECKING:
    from PIL import Image

MEASURED_DPI = 100.0
"""The resolution at which ink is measured: a pixel is a quarter of a millimetre."""

_ROUNDED = 2
"""What a level of 0 to 255 may be off after two drawings."""


class PageInk(Struct, frozen=True):
    """The ink of a page: the highest sum, its place from the top left, and the mean, in percent."""

    highest_percent: float
    place_mm: Point
    mean_percent: float


def plates(
    pdf: bytes,
    inks: PressInks,
    dpi: float = MEASURED_DPI,
    special: Mapping[str, SpecialInk] | None = None,
) -> Iterator["Image.Image"]:
    """Yields each page of a file of the tool as its plates, mode CMYK.

    Die lines and special inks have plates of their own, and are not on these.
    A page that has no form in inks is drawn as a picture, as `press_file` does.
    """
    return _drawn(without_lines(on_plates(pdf, Without(special or {}))), inks, dpi)


def _drawn(pdf: bytes, inks: PressInks, dpi: float) -> Iterator["Image.Image"]:
    from PIL import Image, ImageChops  # noqa: PLC0415

    source, pictured = PlainPdf(pdf), set[int]()
    files = list[bytes]()
    for black in (False, True):
        recoloured = Recoloured(source, PlatePalette(inks, black=black))
        for at, number in enumerate(source.pages):
            try:
                recoloured.page(number)
            except NotWritable:
                pictured.add(at)
        files.append(plain_pdf(recoloured.objects, source.root))
    vectors = [at for at in range(len(source.pages)) if at not in pictured]
    screen = pages_drawn(pdf, dpi, in_colours, sorted(pictured))
    colours = pages_drawn(files[0], dpi, in_colours, vectors)
    blacks = pages_drawn(files[1], dpi, in_greys, vectors)
    for at in range(len(source.pages)):
        if at in pictured:
            yield inks.picture(next(screen))
            continue
        three, black_plate = (ImageChops.invert(next(each)) for each in (colours, blacks))
        yield Image.merge("CMYK", (*three.split(), black_plate))


def special_plates(
    pdf: bytes,
    special: Mapping[str, SpecialInk],
    ink: str,
    dpi: float = MEASURED_DPI,
    pages: Sequence[int] | None = None,
) -> Iterator["Image.Image"]:
    """Yields pages of a file of the tool as the plate of a special ink, mode L; 255 is all of it.

    `pages` count from 0; without them, all are drawn. Each is drawn twice, with the ink in white
    and in black: they differ where the ink is seen.
    """
    from PIL import ImageChops  # noqa: PLC0415

    art = without_lines(pdf)
    white, black = (on_plates(art, OneInk(special, ink, grey)) for grey in (1, 0))
    drawn = (pages_drawn(each, dpi, in_greys, pages) for each in (white, black))
    for first, second in zip(*drawn, strict=True):
        yield ImageChops.difference(first, second)


def ink_of_pages(
    pdf: bytes, inks: PressInks, special: Mapping[str, SpecialInk] | None = None
) -> list[PageInk]:
    """The four inks of each page of a file of the tool, as `press_file` prints it."""
    return [_ink_of(page) for page in plates(pdf, inks, special=special)]


def _ink_of(page: "Image.Image") -> PageInk:
    from PIL import ImageMath, ImageStat  # noqa: PLC0415

    bands = dict(zip("cmyk", page.split(), strict=True))
    total = ImageMath.lambda_eval(
        lambda args: args["int"](args["c"]) + args["m"] + args["y"] + args["k"], **bands
    )
    highest = int(total.getextrema()[1])
    reached = ImageMath.lambda_eval(
        lambda args: args["convert"](args["t"] >= highest, "L"), t=total
    )
    left, top, _, _ = reached.getbbox() or (0, 0, 0, 0)
    pixel_mm = MM_PER_INCH / MEASURED_DPI
    mean = sum(ImageStat.Stat(page).mean)
    return PageInk(
        max(0, highest - _ROUNDED) / 2.55,
        Point((left + 0.5) * pixel_mm, (top + 0.5) * pixel_mm),
        mean / 2.55,
    )
