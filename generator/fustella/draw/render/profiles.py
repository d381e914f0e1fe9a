"""Writes the ICC profiles of plain pages: sRGB, and a grey with the tone curve of sRGB.

Greys are colours of one ink: a printer that separates colours prints a black letter in black alone.
The profiles are of version 4 (ICC.1:2022), as small as possible, and equal in each file.
"""

import struct
import zlib

from fustella.core.files.pdf import PlainObject

_WHITE = (0.9642, 1.0, 0.8249)
_PRIMARIES = {
    b"rXYZ": (0.436035, 0.222488, 0.013916),
    b"gXYZ": (0.385101, 0.716942, 0.097076),
    b"bXYZ": (0.143066, 0.060608, 0.713913),
}
"""The primaries of sRGB, adapted to the white of profiles (D50)."""

_ADAPTED = (
    *(1.047882, 0.022918, -0.050217, 0.029587, 0.990479, -0.017059),
    *(-0.009247, 0.015076, 0.751678),
)
_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def _fixed(*values: float) -> bytes:
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def _text(text: str) -> bytes:
    letters = text.encode("utf-16-be")
    return b"mluc" + struct.pack(">IIIHHII", 0, 1, 12, 0x656E, 0x5553, len(letters), 28) + letters


def _profile(kind: bytes, curves: tuple[bytes, ...], primaries: dict[bytes, bytes]) -> bytes:
    curve = b"para" + struct.pack(">IHH", 0, 3, 0) + _fixed(*_CURVE)
    tags = {
        b"desc": _text("sRGB"),
        b"cprt": _text("CC0"),
        b"wtpt": b"XYZ " + bytes(4) + _fixed(*_WHITE),
        b"chad": b"sf32" + bytes(4) + _fixed(*_ADAPTED),
        **primaries,
        **dict.fromkeys(curves, curve),
    }
    start = 128 + 4 + 12 * len(tags)
    table, body, places = b"", b"", dict[bytes, int]()
    for name, data in tags.items():
        if data not in places:
            places[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        table += name + struct.pack(">II", places[data], len(data))
    head = struct.pack(
        ">I4sI4s4s4s", start + len(body), bytes(4), 0x04400000, b"mntr", kind, b"XYZ "
    )
    head += struct.pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + _fixed(*_WHITE)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body


def _stream(profile: bytes, colours: int) -> PlainObject:
    data = zlib.compress(profile, 9)
    parts = b" ".join([b"0 1"] * colours)
    head = b"<</N %d/Range[%s]/Filter/FlateDecode/Length %d>>" % (colours, parts, len(data))
    return PlainObject(head, data)


_XYZ = {name: b"XYZ " + bytes(4) + _fixed(*place) for name, place in _PRIMARIES.items()}

SRGB = _stream(_profile(b"RGB ", (b"rTRC", b"gTRC", b"bTRC"), _XYZ), 3)
GREY = _stream(_profile(b"GRAY", (b"kTRC",), {}), 1)
