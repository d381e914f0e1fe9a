"""Takes pictures over into PDF files as they are stored.

PNGs of the tool keep their compression: their rows are what PDF calls PNG prediction (ISO 32000-1,
7.4.4.4).
"""

import struct

from msgspec import Struct

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class StoredPicture(Struct, frozen=True):
    """A picture as PDF stores it: its size in pixels, and text for its dictionary."""

    width: int
    height: int
    about: bytes
    data: bytes


def stored_png(png: bytes) -> StoredPicture:
    """A PNG in red, green and blue as a picture for a PDF, which keeps its compressed bytes.

    Raises ValueError for a PNG of another form.
    """
    head = struct.unpack(">IIBBBBB", png[16:29])
    width, height = head[:2]
    if not png.startswith(_SIGNATURE) or head[2:] != (8, 2, 0, 0, 0):
        raise ValueError("no PNG in red, green and blue")
    data, at = [], len(_SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        # All parts of the data are one zlib stream, which PDF decodes by the same predictors
        # (PNG, 10; ISO 32000-1, 7.4.4.4).
        if kind == b"IDAT":
            data.append(png[at + 8 : at + 8 + length])
        # The length, the kind and the checksum take four bytes each (PNG, 5.3).
        at += 12 + length
    about = (
        b"/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode"
        b"/DecodeParms<</Predictor 15/Colors 3/BitsPerComponent 8/Columns %d>>" % width
    )
    return StoredPicture(width, height, about, b"".join(data))
