"""The pictures that templates of one game may show, with their sizes.

Only the head of a file is read here. What it shows is looked at when it is prepared for print.
"""

import contextlib
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fustella.core.pictures import ART, PRINT_DPI, PictureFile, PictureFolder, PictureSettings

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF")
"""As Pillow calls them. No other reader of its runs: some of them start programs."""

MOST_PIXELS = 250_000_000
"""Larger pictures are refused: one of 500 million fills the memory of a small computer."""

ORIENTATION = 0x0112
"""The EXIF tag that says how a camera was held."""

_SIDEWAYS = (5, 6, 7, 8)
"""Values of that tag for pictures that lie on their side."""

_MOST_DPI = 5000.0


class FaultyPicture(ValueError):
    """A file is no picture that can be printed; `hint` says what to do."""

    def __init__(self, file: PictureFile, message: str, hint: str) -> None:
        super().__init__(message)
        self.file, self.hint = file, hint


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """A picture and its size, upright.

    In pixels, and in millimetres as its own resolution says: for a file that has none, as the game
    prints (`dpi`). What is drawn (SVG) has no pixels: 0.
    """

    file: PictureFile
    width_px: int
    height_px: int
    width_mm: float
    height_mm: float


class PictureLibrary:
    """The pictures of one game; the head of each is read once."""

    def __init__(self, folder: PictureFolder, settings: PictureSettings) -> None:
        self.folder, self.settings = folder, settings
        self._facts: dict[str, PictureFacts] = {}

    @property
    def by_digest(self) -> Mapping[str, PictureFile]:
        """The pictures that were asked for so far."""
        return {digest: facts.file for digest, facts in self._facts.items()}

    def name_of(self, file: PictureFile) -> str:
        """A picture as messages name it: `art/knight.png`."""
        return f"{ART}/{file.name}"

    def facts(self, name: str) -> PictureFacts:
        """The picture of that name. Raises NoPicture, FaultyPicture."""
        file = self.folder.find(name)
        if file.digest not in self._facts:
            self._facts[file.digest] = facts_of(file)
        return self._facts[file.digest]


def facts_of(file: PictureFile) -> PictureFacts:
    """The size of a picture, from the head of its file. Raises FaultyPicture."""
    if file.is_drawn:
        raise FaultyPicture(file, "SVG", "")
    with opened(file) as picture:
        width_px, height_px = picture.size
        x_dpi, y_dpi = _dpi_of(picture.info.get("dpi"))
        if picture.getexif().get(ORIENTATION) in _SIDEWAYS:
            width_px, height_px, x_dpi, y_dpi = height_px, width_px, y_dpi, x_dpi
        return PictureFacts(
            file, width_px, height_px, width_px / x_dpi * 25.4, height_px / y_dpi * 25.4
        )


@contextlib.contextmanager
def opened(file: PictureFile) -> "Iterator[Image.Image]":
    """A picture whose pixels are read when they are asked for.

    Raises FaultyPicture, also for what is found while the picture is used inside of the `with`.
    """
    # Pillow loads the readers of the first three by itself. Only with pictures.
    from PIL import Image, TiffImagePlugin, UnidentifiedImageError, WebPImagePlugin  # noqa: F401, PLC0415

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own limit is told as a problem
            with Image.open(file.path, formats=FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    most = f"{MOST_PIXELS / 1e6:g} million pixels at most"
                    message = f"a picture of {picture.width} x {picture.height} pixels"
                    raise FaultyPicture(file, message, f"make it smaller: {most} are printed")
                yield picture
    except FaultyPicture:
        raise
    except UnidentifiedImageError:
        hint = "save it again as PNG or JPEG"
        raise FaultyPicture(file, "the file is no picture that can be read", hint) from None
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, TypeError) as fault:
        why = str(fault).split("\n", maxsplit=1)[0][:100]
        hint = "open it in an image editor and save it again"
        raise FaultyPicture(file, f"the picture cannot be read: {why}", hint) from None


def _dpi_of(written: object) -> tuple[float, float]:
    """The resolution that a file says, across and down, if that makes sense."""
    if isinstance(written, tuple) and len(written) == 2:
        with contextlib.suppress(TypeError, ValueError, ZeroDivisionError):
            x_dpi, y_dpi = float(written[0]), float(written[1])
            if 1 < x_dpi < _MOST_DPI and 1 < y_dpi < _MOST_DPI:
                return x_dpi, y_dpi
    return PRINT_DPI, PRINT_DPI
