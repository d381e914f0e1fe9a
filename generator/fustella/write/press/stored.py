"""Reads the bytes of streams that the tool writes: operators, and the pixels of pictures."""

import io
import re
import struct
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fustella.core.files.pdf import PlainObject
from fustella.core.files.pdf_values import Value

if TYPE_CHECKING:
    from PIL import Image


class NotWritable(ValueError):
    """Raised for what cannot be rewritten: the message says what it is."""


def unpacked(found: PlainObject) -> bytes:
    """The bytes of a stream. Raises NotWritable for a compression other than Flate."""
    if found.stream is None:
        raise NotWritable("an object without its stream")
    if b"/Filter" not in found.head:
        return found.stream
    if not re.search(rb"/Filter\s*\[?\s*/FlateDecode", found.head):
        raise NotWritable("a stream in an unknown compression")
    return zlib.decompress(found.stream)


def picture_of(found: PlainObject, about: Mapping[bytes, Value], mode: str) -> "Image.Image":
    """The pixels of a picture. Raises NotWritable for one that the tool does not make."""
    from PIL import Image  # noqa: PLC0415

    width, height = (int(name_of(about.get(key))) for key in (b"/Width", b"/Height"))
    if b"/DCTDecode" in found.head:
        with Image.open(io.BytesIO(found.stream or b"")) as opened:
            return opened.convert(mode)
    if about.get(b"/BitsPerComponent") != b"8" or b"/Decode[" in found.head:
        raise NotWritable("a picture of other than 8 bits")
    rows, components = unpacked(found), 1 if mode == "L" else 3
    parameters = about.get(b"/DecodeParms")
    if isinstance(parameters, list):
        parameters = parameters[0]
    predictor = parameters.get(b"/Predictor", b"1") if isinstance(parameters, dict) else b"1"
    if predictor == b"1":
        return Image.frombytes(mode, (width, height), rows)
    if name_of(predictor) not in (b"10", b"11", b"12", b"13", b"14", b"15"):
        raise NotWritable("a picture with an unknown prediction")
    return _from_png_rows(rows, width, height, mode, components)


def _from_png_rows(
    rows: bytes, width: int, height: int, mode: str, components: int
) -> "Image.Image":
    """A picture from rows with PNG's filters, which a PNG around them has undone (PNG, 6)."""
    from PIL import Image  # noqa: PLC0415

    colour = 0 if components == 1 else 2
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
    with Image.open(io.BytesIO(png)) as opened:
        return opened.convert(mode)


def name_of(value: Value | None) -> bytes:
    """A name or a number as bytes; b"" for any other value."""
    return value if isinstance(value, bytes) else b""
