"""Reduces pictures to few cells: as much as an eye sees of a picture behind letters."""

from msgspec import Struct

from fustella.core.files.pictures import PictureFile
from fustella.core.processes.steps import PICTURE_S, step
from fustella.draw.pictures.raster import UnreadablePicture, opened_file

SIDE = 48
"""The number of cells of a picture across and down: about one for each letter."""


class Coarse(Struct, frozen=True):
    """The cells of an upright picture, row by row: three bytes of colour, one of opacity."""

    colours: bytes
    alpha: bytes

    def at(self, x: float, y: float) -> tuple[str, float]:
        """The colour and opacity at a point, given in shares of the width and height."""
        column, row = (min(SIDE - 1, max(0, int(share * SIDE))) for share in (x, y))
        cell = row * SIDE + column
        return f"#{self.colours[3 * cell : 3 * cell + 3].hex()}", self.alpha[cell] / 255


def coarse(file: PictureFile) -> Coarse | None:
    """The cells of a picture of pixels; None for a drawing, or a damaged picture.

    Raises UnreadablePicture for a file that cannot be read any more.
    """
    if file.is_drawn or not file.digest:
        return None
    from fustella.draw.pictures.prepare import upright  # noqa: PLC0415  (few faces need one)

    try:
        with step("looking at a picture", file.place, PICTURE_S), opened_file(file) as picture:
            colours, alpha = upright(picture, (SIDE, SIDE))
    except UnreadablePicture as fault:
        if fault.code == "E100":  # it could be read before
            raise
        return None  # reported where it is prepared for print
    except OSError:
        return None
    opaque = bytes([255]) * SIDE**2
    return Coarse(colours.convert("RGB").tobytes(), alpha.tobytes() if alpha else opaque)
