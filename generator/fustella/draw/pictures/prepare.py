"""Prepares pictures for a PDF: upright, in sRGB or grey, at the resolution that is printed.

- A JPEG is taken over byte by byte unless it is reduced or its colours change.
- A picture that was stored with loss (JPEG, lossy WebP) is stored as JPEG again, any other without
  loss.
- Colours are turned into sRGB by the profile in the file (ICC); without one, RGB is sRGB.
- Alpha becomes a mask of its own (ISO 32000-1, 11.6.5.3).
- Colours of 16 bits become colours of 8, which is what PDF viewers and printers show.
"""

import base64
import io
import marshal
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import astuple

from fustella.core.files.cache import Memory, cached
from fustella.core.files.pictures import PictureFile
from fustella.core.files.reading import read_bytes
from fustella.core.processes import limits
from fustella.core.processes.steps import PICTURE_S, step
from fustella.core.values.themes import Theme
from fustella.draw.pictures.raster import DEEP, ORIENTATION, opened, opened_file
from fustella.draw.pictures.tones import toned

if TYPE_CHECKING:
    from PIL import Image

JPEG_QUALITY = 90
"""The quality of JPEGs, out of 100, with all colours: at 300 dpi, no loss is to be seen."""

REDUCED_FROM = 1.2
"""A picture is reduced if it has more than this many times the pixels, across, that are printed.

To reduce it by less would only make it less sharp.
"""

_SRGB_GAMMA, _GAMMA_SEEN = 1 / 2.2, 0.02
"""The exponent of sRGB, roughly, and the least difference from it that is seen."""

_DEEP_MODES = frozenset(("I", "F", "I;16", "I;16B", "I;16L"))
_GREY_MODES = frozenset(("1", "L", "LA", "I", "F", "I;16", "I;16B", "I;16L"))
_SIDEWAYS_FROM = 5
_UPRIGHT = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}
"""For each EXIF orientation, Pillow's turn that makes a picture upright (CIPA DC-008, 4.6.4)."""


class PreparedPicture(Struct, frozen=True):
    """The pixels of a picture as they are stored in a PDF.

    `data` is a JPEG or, with `jpeg` false, deflated rows of 8 bits a colour with PNG predictors
    (ISO 32000-1, 7.4.4.4). A pixel has one colour if the picture is `grey`, else three. `mask` is
    the deflated alpha in the same form, or b"". `orientation` is the EXIF value by which a viewer
    has to turn the pixels; width and height are those before the turn.
    """

    width_px: int
    height_px: int
    grey: bool
    jpeg: bool
    data: bytes
    mask: bytes
    orientation: int = 1


def prepared(
    file: PictureFile, theme: Theme, width_px: int, height_px: int, memory: Memory | None
) -> PreparedPicture:
    """A picture for print at about `width_px` x `height_px`, or smaller if it has less.

    A picture that was prepared before comes from the memory. Raises FaultyPicture.
    """
    key = ("picture", file.digest, theme.value, width_px, height_px)
    return cached(
        memory,
        key,
        lambda: _prepared(file, theme, width_px, height_px),
        lambda picture: marshal.dumps(astuple(picture)),
        lambda stored: PreparedPicture(*marshal.loads(stored)),
    )


def _prepared(file: PictureFile, theme: Theme, width_px: int, height_px: int) -> PreparedPicture:
    with step("preparing a picture", file.place, PICTURE_S), opened_file(file) as picture:
        orientation = orientation_of(picture)
        if orientation >= _SIDEWAYS_FROM:
            width_px, height_px = height_px, width_px
        size = _reduced_size(picture.size, (width_px, height_px))
        if theme is Theme.FULL and size == picture.size and _is_plain_jpeg(picture):
            picture.load()  # a file that is cut short is reported here, not by a viewer
            data = read_bytes(file.path, file.root, limits.PICTURE_BYTES)
            return PreparedPicture(*size, picture.mode == "L", True, data, b"", orientation)
        lossy = _is_lossy(picture)
        colours, mask = upright(picture, size)
        colours = toned(colours, mask, theme)
        data = _jpeg(colours) if lossy else _deflated(colours)
        return PreparedPicture(
            *colours.size, colours.mode == "L", lossy, data, _deflated(mask) if mask else b""
        )


def prepared_url(file: PictureFile, theme: Theme, width_px: int, height_px: int) -> str:
    """A prepared picture, upright, as a data URL. Raises FaultyPicture."""
    with opened_file(file) as picture:
        if orientation_of(picture) >= _SIDEWAYS_FROM:
            width_px, height_px = height_px, width_px
        size = _reduced_size(picture.size, (width_px, height_px))
        return data_url(*upright(picture, size), theme)


def upright(
    picture: "Image.Image", size: tuple[int, int] | None = None
) -> "tuple[Image.Image, Image.Image | None]":
    """A picture's colours in mode L or RGB (sRGB), and its alpha unless all is opaque.

    The picture is reduced to `size` before it is turned upright.
    """
    size = size or picture.size
    if size != picture.size:
        picture.draft(None, size)  # a JPEG is decoded at half or a quarter of its size
    orientation = orientation_of(picture)
    picture.load()
    low = _low_bytes(picture)
    colours, alpha = _colours_and_alpha(picture, low)
    if colours.size != size:
        colours, alpha = _resized(colours, alpha, size)
    if orientation in _UPRIGHT:
        colours, alpha = _turned(colours, orientation), alpha and _turned(alpha, orientation)
    return colours, alpha


def orientation_of(picture: "Image.Image") -> int:
    """The EXIF orientation of a picture; 1 for upright, or TIFF, which Pillow turns."""
    if picture.format == "TIFF":
        return 1
    found = picture.getexif().get(ORIENTATION, 1)
    return found if found in _UPRIGHT else 1


def is_plain(picture: "Image.Image") -> bool:
    """Whether every viewer shows a PNG or JPEG correctly as it is stored."""
    if picture.format == "PNG":
        profile = picture.info.get("icc_profile")
        plain = orientation_of(picture) == 1 and (not profile or _is_srgb(profile))
        return plain and _gamma_of(picture) == _SRGB_GAMMA
    return _is_plain_jpeg(picture) and orientation_of(picture) == 1


def data_url(colours: "Image.Image", alpha: "Image.Image | None", theme: Theme) -> str:
    """An upright picture in a theme as a data URL: a PNG if it has alpha, else a JPEG."""
    made = toned(colours, alpha, theme)
    if alpha is None:
        return f"data:image/jpeg;base64,{base64.b64encode(_jpeg(made)).decode()}"
    made = made.copy()
    made.putalpha(alpha)
    content = io.BytesIO()
    made.save(content, "PNG", compress_level=6)
    return f"data:image/png;base64,{base64.b64encode(content.getvalue()).decode()}"


def _reduced_size(size: tuple[int, int], wanted: tuple[int, int]) -> tuple[int, int]:
    """The size at which to store a picture that is printed at `wanted` pixels."""
    share = max(wanted[0] / size[0], wanted[1] / size[1])
    if share * REDUCED_FROM >= 1:
        return size
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


def _is_plain_jpeg(picture: "Image.Image") -> bool:
    """Whether every viewer shows the file itself correctly, as a plain JPEG in grey or sRGB."""
    if picture.format not in {"JPEG", "MPO"} or picture.mode not in {"L", "RGB"}:
        return False
    profile = picture.info.get("icc_profile")
    return not profile or _is_srgb(profile)


def _is_srgb(profile: bytes) -> bool:
    """Whether a profile calls itself sRGB, like the profiles of most cameras and editors."""
    head = profile[:4096].replace(b"\0", b"")
    return b"sRGB" in head


def _is_lossy(picture: "Image.Image") -> bool:
    if picture.format in {"JPEG", "MPO"}:
        return True
    if picture.format == "WEBP":
        with open(str(picture.filename), "rb") as file:  # type: ignore[attr-defined]  # noqa: PTH123
            return b"VP8 " in file.read(256)
    return picture.format == "TIFF" and "jpeg" in str(picture.info.get("compression", ""))


def _low_bytes(picture: "Image.Image") -> "Image.Image | None":
    """The lower bytes of the colours of a PNG of 16 bits; None if they change nothing.

    Pillow keeps the upper bytes alone. The lower ones count where a gamma makes dark levels
    lighter, and where one colour of 16 bits is transparent.
    """
    deep = picture.info.get(DEEP)
    if deep is None or (_gamma_of(picture) == _SRGB_GAMMA and "transparency" not in picture.info):
        return None
    with opened(deep.source) as other:
        read = other.tile[0]._replace(args=deep.lower)  # type: ignore[attr-defined]
        other.tile = [read]  # type: ignore[attr-defined]
        other.load()
        if deep.lower == "RGBA":  # of grey with alpha: four bytes, the second one wanted
            return other.getchannel("G").convert("RGB")
        return other.convert("RGB")


def _colours_and_alpha(
    picture: "Image.Image", low: "Image.Image | None"
) -> "tuple[Image.Image, Image.Image | None]":
    """A picture in mode L or RGB, and its alpha; None for the alpha of an opaque picture.

    `low` has the lower bytes of a picture with 16 bits.
    """
    alpha, gamma = None, _gamma_of(picture)
    if picture.mode in _DEEP_MODES and "transparency" in picture.info:
        alpha = _alpha_without_level(picture, picture.info["transparency"])
    elif low is not None and "transparency" in picture.info:
        alpha = _alpha_without_colour(picture, low, picture.info["transparency"])
    elif picture.has_transparency_data:
        if picture.mode not in {"RGBA", "LA", "PA"}:
            picture = picture.convert("LA" if picture.mode == "L" else "RGBA")
        alpha = picture.getchannel("A")
        if alpha.getextrema() == (255, 255):
            alpha = None
    return _in_srgb(picture, gamma, low), alpha


def _alpha_without_level(picture: "Image.Image", level: int) -> "Image.Image":
    """The alpha of a 16-bit grey picture whose pixels of one `level` are transparent."""
    from PIL import ImageMath  # noqa: PLC0415

    grey = picture.convert("I")
    other: Image.Image = ImageMath.lambda_eval(lambda of: (of["g"] != level) * 255, g=grey)
    return other.convert("L")


def _alpha_without_colour(
    picture: "Image.Image", low: "Image.Image", colour: tuple[int, ...]
) -> "Image.Image | None":
    """The alpha of a picture of 16 bits per colour in which one `colour` is transparent."""
    from PIL import ImageChops, ImageMath  # noqa: PLC0415

    others = [
        _alpha_without_level(
            ImageMath.lambda_eval(lambda of: of["h"] * 256 + of["l"], h=high, l=lower), level
        )
        for high, lower, level in zip(picture.split(), low.split(), colour, strict=False)
    ]
    alpha = others[0]
    for other in others[1:]:
        alpha = ImageChops.lighter(alpha, other)
    return None if alpha.getextrema() == (255, 255) else alpha


def _in_srgb(
    picture: "Image.Image", gamma: float, low: "Image.Image | None" = None
) -> "Image.Image":
    """Converts a picture to sRGB, in mode L or RGB, by the profile or the gamma in its file."""
    from PIL import ImageCms  # noqa: PLC0415

    profile = picture.info.get("icc_profile")
    if picture.mode in _DEEP_MODES:
        picture = _eight_bits(picture, gamma)
        gamma = _SRGB_GAMMA
    if profile and not (picture.mode in {"RGB", "RGBA"} and _is_srgb(profile)):
        base = picture.convert(_PROFILED.get(picture.mode, picture.mode))
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            srgb = ImageCms.createProfile("sRGB")
            out = "RGB"
            found = ImageCms.profileToProfile(base, source, srgb, outputMode=out)
            if found is not None:
                grey = picture.mode in _GREY_MODES
                return found.convert("L") if grey else found
        except (ImageCms.PyCMSError, OSError):
            pass  # a broken profile, or one for other colours than the picture has
    mode = "L" if picture.mode in _GREY_MODES else "RGB"
    made = picture if picture.mode == mode else picture.convert(mode)
    if gamma != _SRGB_GAMMA and low is not None:
        return _eight_bits_of(made, low, gamma)
    if gamma != _SRGB_GAMMA:
        return made.point(_curve(gamma, 256) * len(made.getbands()))
    return made


def _curve(gamma: float, levels: int) -> list[int]:
    """The 8 bits of sRGB for each level of a gamma (IEC 61966-2-1; PNG, 13.13)."""
    lights = ((level / (levels - 1)) ** (1 / gamma) for level in range(levels))
    return [
        round(255 * (12.92 * one if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055))
        for one in lights
    ]


def _gamma_of(picture: "Image.Image") -> float:
    """The exponent of the levels in a PNG (PNG, 11.3.2.2), else that of sRGB."""
    gamma = picture.info.get("gamma", _SRGB_GAMMA)
    known = "srgb" in picture.info or "icc_profile" in picture.info
    near = abs(gamma - _SRGB_GAMMA) < _GAMMA_SEEN
    return _SRGB_GAMMA if picture.format != "PNG" or known or near or gamma <= 0 else gamma


_PROFILED = {"RGBA": "RGB", "LA": "L", "P": "RGB", "PA": "RGB", "1": "L"}


def _eight_bits(picture: "Image.Image", gamma: float) -> "Image.Image":
    """Converts greys of 16 bits or more, with a gamma, to 8 bits: Pillow would cut off levels."""
    if picture.mode == "F":
        high = picture.getextrema()[1]
        scale = 255 / high if isinstance(high, float) and high > 1 else 255
        return picture.point(lambda value: value * scale).convert("L")
    deep = picture.convert("I")
    if gamma == _SRGB_GAMMA:
        return deep.point(lambda value: value * (1 / 257)).convert("L")
    return deep.point(_curve(gamma, 65536), "L")


def _eight_bits_of(colours: "Image.Image", low: "Image.Image", gamma: float) -> "Image.Image":
    """Converts colours of 16 bits to 8, from their upper bytes, lower bytes (`low`) and gamma."""
    from PIL import Image, ImageMath  # noqa: PLC0415

    pairs = zip(colours.split(), low.split(), strict=True)
    deep = (
        ImageMath.lambda_eval(lambda of: of["h"] * 256 + of["l"], h=upper, l=lower)
        for upper, lower in pairs
    )
    return Image.merge("RGB", [_eight_bits(each, gamma) for each in deep])


def _resized(
    colours: "Image.Image", alpha: "Image.Image | None", size: tuple[int, int]
) -> "tuple[Image.Image, Image.Image | None]":
    """The colours and the alpha of a picture, made smaller.

    Invisible colours do not spread into visible ones.
    """
    from PIL import Image  # noqa: PLC0415

    if alpha is None:
        return colours.resize(size, Image.Resampling.HAMMING, reducing_gap=3.0), None
    # Pillow weighs the colours of RGBA and LA by their alpha while it resizes.
    both = colours.copy()
    both.putalpha(alpha)
    both = both.resize(size, Image.Resampling.HAMMING, reducing_gap=3.0)
    return both.convert(colours.mode), both.getchannel("A")


def _turned(picture: "Image.Image", orientation: int) -> "Image.Image":
    from PIL import Image  # noqa: PLC0415

    return picture.transpose(Image.Transpose[_UPRIGHT[orientation]])


def _jpeg(picture: "Image.Image") -> bytes:
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=JPEG_QUALITY, subsampling=0, optimize=True)
    return content.getvalue()


def _deflated(picture: "Image.Image") -> bytes:
    """The rows of a picture in mode L or RGB, deflated as in a PNG."""
    content = io.BytesIO()
    picture.save(content, "PNG", compress_level=6)
    png, at, parts = content.getvalue(), 8, []
    while at < len(png):  # chunks: length, type, content, checksum (PNG, 5.3)
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            parts.append(png[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(parts)
