"""Writes solids as STL for printers in three dimensions: binary, lengths in mm.

The form is 80 bytes that say what it is, the number of triangles, and for each triangle its normal,
its corners and two empty bytes, in little-endian floats of 32 bits. A file has no unit; printers
take a length of 1 for a millimetre.

Source: 3D Systems, StereoLithography Interface Specification (1988).
"""

import math
import struct

from fustella.core.geometry.trays import Facet, TraySolid

_TRIANGLE = struct.Struct("<12fH")


def stl_bytes(solid: TraySolid, title: str) -> bytes:
    """A solid as a file, which stands on z = 0, with its plan turned so that y goes up.

    The first letters of `title` are in the head of the file.
    """
    # A file that begins with "solid" is taken for one of text.
    head = f"STL, mm: {title}".encode("ascii", "replace")[:80].ljust(80)
    parts = [head, struct.pack("<I", len(solid.facets))]
    for facet in solid.facets:
        corners = [(x, solid.deep_mm - y, z) for x, y, z in facet]
        normal = _normal((corners[0], corners[1], corners[2]))
        parts.append(_TRIANGLE.pack(*normal, *corners[0], *corners[1], *corners[2], 0))
    return b"".join(parts)


def _normal(facet: Facet) -> tuple[float, float, float]:
    a, b, c = facet
    ux, uy, uz = (end - start for start, end in zip(a, b, strict=True))
    vx, vy, vz = (end - start for start, end in zip(a, c, strict=True))
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = math.hypot(x, y, z) or 1.0
    return x / length, y / length, z / length
