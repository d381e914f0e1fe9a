"""Makes a colour profile of a press that does not exist, byte by byte, which nobody owns.

It follows ICC.1:1998-09: an output profile of CMYK with tables of 8 bits from inks to Lab and back.
"""

import itertools
import struct
from functools import cache

_WHITE = (0.9642, 1.0, 0.8249)
"""The white D50, in XYZ."""

_INKS_GRID, _LAB_GRID = 5, 9


@cache
def made_profile(
    *, name: str = "Test press", space: bytes = b"CMYK", kind: bytes = b"prtr", version: int = 2
) -> bytes:
    """The file of a profile; another `space`, `kind` or `version` is only in its header."""
    to_lab, to_inks = _lut(4, 3, _INKS_GRID, _lab_of_inks), _lut(3, 4, _LAB_GRID, _inks_of_lab)
    tags = [
        (b"desc", _description(name)),
        (b"cprt", b"text\0\0\0\0none\0"),
        (b"wtpt", b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(65536 * one) for one in _WHITE))),
        (b"A2B0", to_lab),
        (b"A2B1", to_lab),
        (b"B2A0", to_inks),
        (b"B2A1", to_inks),
    ]
    start, table, data = 128 + 4 + 12 * len(tags), b"", b""
    for signature, content in tags:
        table += signature + struct.pack(">II", start + len(data), len(content))
        data += content + b"\0" * (-len(content) % 4)
    body = struct.pack(">I", len(tags)) + table + data
    head = struct.pack(">I4sI4s4s4s", 128 + len(body), b"none", version << 24, kind, space, b"Lab ")
    head += struct.pack(">6H4s", 2000, 1, 1, 0, 0, 0, b"acsp") + b"\0" * 28
    head += struct.pack(">3i", *(round(65536 * one) for one in _WHITE))
    return head.ljust(128, b"\0") + body


def _description(name: str) -> bytes:
    text = name.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + b"\0" * (4 + 4 + 2 + 1 + 67)


def _lut(inputs: int, outputs: int, grid: int, of) -> bytes:
    """A table of type `mft1`: the outputs of `of` at the corners of a grid, each from 0 to 255."""
    straight = bytes(range(256))
    corners = itertools.product([at / (grid - 1) for at in range(grid)], repeat=inputs)
    cells = b"".join(bytes(round(255 * min(1, max(0, one))) for one in of(*at)) for at in corners)
    unity = struct.pack(">9i", *(65536 * (at % 4 == 0) for at in range(9)))
    head = b"mft1\0\0\0\0" + bytes((inputs, outputs, grid, 0)) + unity
    return head + straight * inputs + cells + straight * outputs


def _lab_of_inks(cyan: float, magenta: float, yellow: float, black: float):
    """The Lab of inks, each coordinate from 0 to 1 as in a byte; paper is white, inks multiply."""
    red, green, blue = ((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))
    linear = (red**2.2, green**2.2, blue**2.2)
    rows = ((0.4361, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7141))
    x, y, z = (
        _cube(sum(part * light for part, light in zip(row, linear, strict=True)) / white)
        for row, white in zip(rows, _WHITE, strict=True)
    )
    return 1.16 * y - 0.16, (500 * (x - y) + 128) / 255, (200 * (y - z) + 128) / 255


def _inks_of_lab(light: float, red_green: float, yellow_blue: float):
    """The inks for a colour; the share of all three coloured inks becomes black."""
    y = (light + 0.16) / 1.16
    x, z = y + (red_green * 255 - 128) / 500, y - (yellow_blue * 255 - 128) / 200
    colour = [white * _inverse_cube(one) for white, one in zip(_WHITE, (x, y, z), strict=True)]
    rows = ((3.1339, -1.6169, -0.4906), (-0.9788, 1.9161, 0.0335), (0.0719, -0.2290, 1.4052))
    inks = []
    for row in rows:
        linear = sum(part * one for part, one in zip(row, colour, strict=True))
        inks.append(1 - min(1, max(0, linear)) ** (1 / 2.2))
    black = min(inks)
    rest = 1 - black or 1
    return *((ink - black) / rest for ink in inks), black


def _cube(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def _inverse_cube(value: float) -> float:
    return value**3 if value > 6 / 29 else (value - 16 / 116) / 7.787
