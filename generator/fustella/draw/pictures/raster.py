"""Opens files of pixels with care: a stranger's picture may be broken, or made to do harm."""

import contextlib
import struct
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.pictures import PRINT_DPI, PictureFile
from fustella.core.files.reading import check_readable, fails, problem_of_unread, refuse_pointer
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.processes.steps import PICTURE_S, step

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF")
"""The formats that are read, in Pillow's words. Its other readers, of which some start programs,
never run."""

ORIENTATION = 0x0112
"""The EXIF tag for the way in which a camera was held."""

_SIDEWAYS = (5, 6, 7, 8)
"""The values of this EXIF tag for pictures that lie on their side."""

DEEP = "fustella.deep"
"""The key in a picture's `info` for the `Deep` of a PNG of 16 bits per colour."""

_LOWER = {"RGB;16B": "RGB;16L", "RGBA;16B": "RGBA;16L", "LA;16B": "RGBA"}
"""Pillow's unpackers of the upper bytes of 16 bits (PNG, 7.1), each with the unpacker of the lower
bytes."""

_MOST_DPI = 5000.0


_DAMAGED = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    IndexError,
    TypeError,
    KeyError,
    ZeroDivisionError,
    OverflowError,
    AttributeError,
    struct.error,
    zlib.error,
)
"""The exceptions that Pillow's readers raise when a file is broken."""


class Deep(Struct, frozen=True):
    """A source with 16 bits per colour, and Pillow's raw mode that reads the lower bytes."""

    source: Path | IO[bytes]
    lower: str


class UnreadablePicture(ValueError):
    """Raised for bytes that are no picture to be printed; `hint` says what to do.

    `code` is the code of the problem: E231, or E100 where the file cannot be read.
    """

    def __init__(self, message: str, hint: str, code: str = "E231") -> None:
        super().__init__(message)
        self.hint, self.code = hint, code

    @classmethod
    def unread(cls, error: OSError) -> "UnreadablePicture":
        """Makes the fault of a file that could not be read."""
        code, message, hint = problem_of_unread(error)
        return UnreadablePicture(message, hint, code if fails(error) else "E231")


class FaultyPicture(UnreadablePicture):
    """Raised for a picture's file that has a fault."""

    def __init__(self, file: PictureFile, message: str, hint: str, code: str = "E231") -> None:
        super().__init__(message, hint, code)
        self.file = file

    @classmethod
    def of(cls, file: PictureFile, fault: UnreadablePicture) -> "FaultyPicture":
        return cls(file, str(fault), fault.hint, fault.code)


def size_of(file: PictureFile) -> tuple[int, int, float, float]:
    """Width and height of an upright picture in pixels and in mm. Raises FaultyPicture.

    Pixels count as square, as in browsers and viewers, even where the resolutions in the file
    differ. Only TIFF may have other pixels, because fax machines do.
    """
    with step("reading a picture", file.place, PICTURE_S), opened_file(file) as picture:
        width_px, height_px = picture.size
        x_dpi, y_dpi = _dpi_of(picture.info.get("dpi"))
        if picture.format != "TIFF":
            x_dpi = y_dpi = max(x_dpi, y_dpi)
        # Pillow has turned TIFF upright by itself.
        if picture.format != "TIFF" and picture.getexif().get(ORIENTATION) in _SIDEWAYS:
            width_px, height_px, x_dpi, y_dpi = height_px, width_px, y_dpi, x_dpi
    width_mm, height_mm = width_px / x_dpi * MM_PER_INCH, height_px / y_dpi * MM_PER_INCH
    return width_px, height_px, width_mm, height_mm


@contextlib.contextmanager
def opened_file(file: PictureFile) -> "Iterator[Image.Image]":
    """Opens the picture in a file for a `with`. Raises FaultyPicture."""
    try:
        check_readable(file.path, file.root, limits.PICTURE_BYTES)
        refuse_pointer(file.path)
    except OSError as error:
        raise FaultyPicture.of(file, UnreadablePicture.unread(error)) from None
    try:
        with opened(file.path) as picture:
            yield picture
    except UnreadablePicture as fault:
        raise FaultyPicture.of(file, fault) from None


@contextlib.contextmanager
def opened(source: Path | IO[bytes]) -> "Iterator[Image.Image]":
    """Opens a picture for a `with`; its pixels are read when they are needed.

    Raises UnreadablePicture, even for faults that show only while the picture is used.
    """
    # Pillow loads the readers of the other formats by itself. Only with pictures.
    from PIL import Image, TiffImagePlugin, UnidentifiedImageError, WebPImagePlugin  # noqa: F401, PLC0415

    Image.MAX_IMAGE_PIXELS = None  # our own limit is reported as a problem, with the size
    if not isinstance(source, Path):
        source.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(source, formats=FORMATS) as picture:
                if picture.width * picture.height > limits.PICTURE_PIXELS:
                    most = f"{limits.PICTURE_PIXELS / 1e6:g} million pixels at most"
                    message = f"a picture of {picture.width} x {picture.height} pixels"
                    raise UnreadablePicture(message, f"make it smaller: {most} are printed")
                if picture.format == "PNG" and picture.tile:
                    lower = _LOWER.get(str(picture.tile[0][3]))
                    if lower:
                        picture.info[DEEP] = Deep(source, lower)
                yield picture
    except UnreadablePicture:
        raise
    except UnidentifiedImageError:
        hint = "save it again as PNG or JPEG"
        raise UnreadablePicture("the file is no picture that can be read", hint) from None
    except _DAMAGED as error:
        if isinstance(error, OSError) and error.errno:  # of the system, not of Pillow
            raise UnreadablePicture.unread(error) from None
        hint = "open it in an image editor and save it again, or take it from where it came"
        raise UnreadablePicture("the picture is damaged, or was not copied whole", hint) from None


def _dpi_of(written: object) -> tuple[float, float]:
    """The resolution across and down in a file; that of print if it makes no sense."""
    if isinstance(written, tuple) and len(written) == 2:
        with contextlib.suppress(TypeError, ValueError, ZeroDivisionError):
            x_dpi, y_dpi = float(written[0]), float(written[1])
            if 1 < x_dpi < _MOST_DPI and 1 < y_dpi < _MOST_DPI:
                return x_dpi, y_dpi
    return PRINT_DPI, PRINT_DPI
