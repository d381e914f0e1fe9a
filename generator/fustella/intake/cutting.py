"""Cuts sheets of cards apart, one sheet in memory at a time."""

import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.processes.steps import PICTURE_S, step
from fustella.core.values.problems import Place, warning
from fustella.draw.pictures.prepare import upright
from fustella.draw.pictures.raster import UnreadablePicture, opened
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Cut

if TYPE_CHECKING:
    from PIL import Image

_ENDINGS = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "GIF": ".gif", "TIFF": ".tif"}
_QUALITY = 92
"""The quality of cells of a JPEG, out of 100: what is stored once more loses nothing to be seen."""

_GREY = (217, 217, 217)
_GREY_PX = 64


class PictureLook(Struct, frozen=True):
    """What a picture is, by its bytes: its size in pixels, and the usual ending of such files."""

    width_px: int
    height_px: int
    ending: str

    @property
    def cell_ending(self) -> str:
        """The ending of its cells' files: those of a JPEG are JPEGs again, all others PNGs."""
        return ".jpg" if self.ending == ".jpg" else ".png"


def look_of(source: ImportSource, name: str) -> PictureLook:
    """The look of a picture of a source, of which the head alone is read.

    Raises ProblemsFound for a file that cannot be read, and UnreadablePicture for one that is no
    picture, or has more pixels than are cut apart.
    """
    with opened(io.BytesIO(source.bytes_of(name, limits.PICTURE_BYTES))) as picture:
        look = PictureLook(*picture.size, _ENDINGS[str(picture.format)])
    if look.width_px * look.height_px > limits.IMPORT_SHEET_PIXELS:
        most = f"{limits.IMPORT_SHEET_PIXELS / 1e6:g} million pixels are taken at most"
        raise UnreadablePicture(f"it has {look.width_px} x {look.height_px} pixels", most)
    return look


def cut_pictures(source: ImportSource, cuts: Mapping[str, Cut]) -> Iterator[tuple[str, bytes]]:
    """Yields the names and the bytes of pictures that are cells of larger ones.

    Each sheet is read once. Of one that is damaged, its cells are grey, and it is told in
    `source.problems`.
    """
    of_sheet: dict[str, dict[str, Cut]] = {}
    for name, cut in cuts.items():
        of_sheet.setdefault(cut.origin, {})[name] = cut
    for origin, named in of_sheet.items():
        try:
            yield from _cells(source, origin, named)
        except UnreadablePicture as fault:
            hint = f"{fault.hint}; then import again"
            message = f"{fault}: what is cut out of it is grey"
            source.problems.append(warning("E811", Place(origin), message, hint))
            for name in named:
                yield name, _bytes_of(_grey(), name)


def _cells(
    source: ImportSource, origin: str, named: Mapping[str, Cut]
) -> Iterator[tuple[str, bytes]]:
    with step(f"cutting {origin} apart", Place(origin), PICTURE_S):
        data = source.bytes_of(origin, limits.PICTURE_BYTES)
        with opened(io.BytesIO(data)) as picture:
            colours, alpha = upright(picture)
        if alpha is not None:
            colours.putalpha(alpha)
    for name, cut in named.items():
        with step(f"cutting {origin} apart", Place(origin), PICTURE_S):
            cell = colours.crop(box_of(cut, colours.size))
            cell_bytes = _bytes_of(cell, name)
        yield name, cell_bytes


def box_of(cut: Cut, size_px: tuple[int, int]) -> tuple[int, int, int, int]:
    """The left, the top, the right and the bottom of a cell in a picture of this size."""
    row, column = divmod(cut.cell, cut.columns)
    width, height = size_px
    return (
        round(column * width / cut.columns),
        round(row * height / cut.rows),
        round((column + 1) * width / cut.columns),
        round((row + 1) * height / cut.rows),
    )


def _bytes_of(picture: "Image.Image", name: str) -> bytes:
    content = io.BytesIO()
    if name.endswith(".jpg"):
        plain = picture if picture.mode in ("L", "RGB") else picture.convert("RGB")
        plain.save(content, "JPEG", quality=_QUALITY, subsampling=0)
    else:
        picture.save(content, "PNG", compress_level=6)
    return content.getvalue()


def _grey() -> "Image.Image":
    from PIL import Image  # noqa: PLC0415

    return Image.new("RGB", (_GREY_PX, _GREY_PX), _GREY)
