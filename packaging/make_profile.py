"""Computes the plain profile of a press, `resources/press/plain.icc`, from a model of its inks.

    python packaging/make_profile.py

The inks are those of offset printing on coated paper, by their colours as ISO 12647-2:2004 states
them (paper 1). What they print together follows the equations of Neugebauer, with the exponent of
Yule and Nielsen for the light that spreads in the paper; halftone dots cover what is asked for. On
the way back black takes over what is dark, and the colours leave room for all of black in the sum
of inks, `MOST_PERCENT`: black letters overprint them. The
profile has version 2 (ICC.1:2001-04), for PDF/X-1a takes no newer one.
"""

import itertools
import math
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

PLACE = Path(__file__).parents[1] / "generator" / "fustella" / "resources" / "press" / "plain.icc"
MOST_PERCENT = 300.0
_YULE_NIELSEN = 1.8
_PAPER_GRID, _INK_GRID = 17, 7
_STEPS = 24

Three = tuple[float, float, float]
Four = tuple[float, float, float, float]

WHITE = (0.9642, 1.0, 0.8249)
"""The white of profiles, D50 (ICC.1:2001-04, 6.3.4.3)."""

_PRIMARIES: dict[tuple[int, int, int], Three] = {
    (0, 0, 0): (100.0, 0.0, 0.0),
    (1, 0, 0): (57.0, -36.0, -48.0),
    (0, 1, 0): (50.0, 76.0, -4.0),
    (0, 0, 1): (93.5, -5.0, 95.0),
    (0, 1, 1): (49.0, 70.0, 49.0),
    (1, 0, 1): (52.0, -66.0, 27.0),
    (1, 1, 0): (25.0, 20.0, -46.0),
    (1, 1, 1): (23.0, 0.0, 0.0),
}
"""The colours of cyan, magenta and yellow, alone and together, relative to the paper, in L*a*b*."""

_BLACK: Three = (15.0, 0.0, 0.0)
"""Black alone; on top of other inks it is darker by their share."""


def _xyz(lab: Three) -> Three:
    fy = (lab[0] + 16) / 116
    return tuple(  # type: ignore[return-value]
        white * (f**3 if f > 6 / 29 else 3 * (6 / 29) ** 2 * (f - 4 / 29))
        for white, f in zip(WHITE, (fy + lab[1] / 500, fy, fy - lab[2] / 200), strict=True)
    )


def _lab(xyz: Three) -> Three:
    x, y, z = (
        share ** (1 / 3) if (share := value / white) > (6 / 29) ** 3
        else share / (3 * (6 / 29) ** 2) + 4 / 29
        for value, white in zip(xyz, WHITE, strict=True)
    )  # fmt: skip
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _corners() -> dict[tuple[int, int, int, int], Three]:
    """The colours of all 16 ways in which the inks lie on each other, as roots for the mean."""
    found = {}
    for inks, lab in _PRIMARIES.items():
        below = _xyz(lab)
        black = _xyz(_BLACK)
        for k in (0, 1):
            # Black over other inks: each takes its share of the light.
            xyz = tuple(
                one * dark / white if k else one
                for one, dark, white in zip(below, black, WHITE, strict=True)
            )
            found[(*inks, k)] = tuple(value ** (1 / _YULE_NIELSEN) for value in xyz)
    return found  # type: ignore[return-value]


_ROOTS = _corners()


def printed(inks: Four) -> Three:
    """The colour of halftones in L*a*b*, from the shares of the four inks from 0 to 1."""
    sums = [0.0, 0.0, 0.0]
    for corner, roots in _ROOTS.items():
        share = math.prod([ink if on else 1 - ink for on, ink in zip(corner, inks, strict=True)])
        if share:
            for at in range(3):
                sums[at] += share * roots[at]
    return _lab(tuple(one**_YULE_NIELSEN for one in sums))  # type: ignore[arg-type]


_DARKEST = printed((0.67, 0.67, 0.66, 1.0))[0]


def _black_for(lab: Three) -> float:
    """The share of black for a colour: none in light or strong colours, all in the darkest."""
    lightness, chroma = lab[0], math.hypot(lab[1], lab[2])
    dark = min(1.0, max(0.0, (62 - lightness) / (62 - _DARKEST)))
    return dark**1.6 * max(0.0, 1 - chroma / 90)


def separated(lab: Three) -> Four:
    """The inks that print a colour, or the nearest that they print, within the limit of inks.

    Black grows until the colours are within theirs.
    """
    black = _black_for(lab)
    while True:
        found = _coloured(lab, black)
        if sum(found[:3]) <= MOST_PERCENT / 100 - 1 + 1e-6 or black >= 1:
            return found
        black = min(1.0, black + 0.05)


def _coloured(lab: Three, black: float) -> Four:
    """The three colours that print a colour together with a share of black."""
    inks = [0.3, 0.3, 0.3]
    best, nearest = (*inks, black), math.inf
    for _ in range(_STEPS):
        now = (*inks, black)
        seen = printed(now)  # type: ignore[arg-type]
        miss = [want - have for want, have in zip(lab, seen, strict=True)]
        apart = math.hypot(*miss)
        if apart < nearest:
            best, nearest = now, apart
        if apart < 0.05:
            break
        slopes = []
        for at in range(3):
            more = 0.01 if inks[at] < 0.98 else -0.01
            other = [*inks]
            other[at] += more
            there = printed((*other, black))  # type: ignore[arg-type]
            slopes.append([(a - b) / more for a, b in zip(there, seen, strict=True)])
        step = _solved(slopes, miss)
        inks = [min(1.0, max(0.0, ink + 0.8 * by)) for ink, by in zip(inks, step, strict=True)]
    return best  # type: ignore[return-value]


def _solved(slopes: Sequence[Sequence[float]], miss: Sequence[float]) -> list[float]:
    """The change of three inks for a change of colour: least squares with a little damping."""
    normal = [
        [sum(a * b for a, b in zip(slopes[i], slopes[j], strict=True)) + (4.0 if i == j else 0.0)
         for j in range(3)] for i in range(3)
    ]  # fmt: skip
    right = [sum(a * b for a, b in zip(slopes[i], miss, strict=True)) for i in range(3)]
    for i in range(3):
        pivot = normal[i][i]
        for j in range(i + 1, 3):
            factor = normal[j][i] / pivot
            normal[j] = [b - factor * a for a, b in zip(normal[i], normal[j], strict=True)]
            right[j] -= factor * right[i]
    for i in (2, 1, 0):
        right[i] = (right[i] - sum(normal[i][j] * right[j] for j in range(i + 1, 3))) / normal[i][i]
    return right


def _encoded(lab: Three) -> tuple[int, int, int]:
    """A colour in 16 bits, as tables of version 2 have it (ICC.1:2001-04, annex A)."""
    lightness, a, b = lab
    return tuple(  # type: ignore[return-value]
        min(65535, max(0, round(value)))
        for value in (lightness * 652.8, (a + 128) * 256, (b + 128) * 256)
    )


def _table(
    inputs: int, outputs: int, grid: int, at: Callable[[Sequence[float]], Sequence[int]]
) -> bytes:
    """A `mft2` table with straight curves (ICC.1:2001-04, 6.5.7)."""
    head = struct.pack(">4s4xBBBx", b"mft2", inputs, outputs, grid)
    unit = (65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    straight = struct.pack(">2H", 0, 65535)
    nodes = itertools.product(*[[step / (grid - 1) for step in range(grid)]] * inputs)
    values = b"".join(struct.pack(f">{outputs}H", *at(node)) for node in nodes)
    tables = straight * inputs + values + straight * outputs
    return head + struct.pack(">9i", *unit) + struct.pack(">2H", 2, 2) + tables


def _inks_at(node: Sequence[float]) -> list[int]:
    lightness, a, b = (share * 65535 for share in node)
    lab = min(100.0, lightness / 652.8), a / 256 - 128, b / 256 - 128
    return [round(ink * 65535) for ink in separated(lab)]


def profile() -> bytes:
    """The bytes of the profile; equal on each run."""
    to_colour = _table(4, 3, _INK_GRID, lambda node: _encoded(printed(tuple(node))))  # type: ignore[arg-type]
    to_inks = _table(3, 4, _PAPER_GRID, _inks_at)
    gamut = _table(3, 1, 2, lambda _: (0,))
    name = b"Fustella plain coated\0"
    described = b"desc" + bytes(4) + struct.pack(">I", len(name)) + name + bytes(4 + 4 + 2 + 1 + 67)
    fixed = [round(value * 65536) for value in WHITE]
    tags = {
        b"desc": described,
        b"cprt": b"text" + bytes(4) + b"CC0\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", *fixed),
        **dict.fromkeys((b"A2B0", b"A2B1", b"A2B2"), to_colour),
        **dict.fromkeys((b"B2A0", b"B2A1", b"B2A2"), to_inks),
        b"gamt": gamut,
    }
    start, table, body = 128 + 4 + 12 * len(tags), b"", b""
    places: dict[bytes, int] = {}
    for tag, data in tags.items():
        if data not in places:
            places[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        table += tag + struct.pack(">II", places[data], len(data))
    head = struct.pack(
        ">I4sI4s4s4s", start + len(body), bytes(4), 0x02400000, b"prtr", b"CMYK", b"Lab "
    )
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(24) + struct.pack(">I", 0)
    head = head[:64] + struct.pack(">I", 1) + struct.pack(">3i", *fixed)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body


if __name__ == "__main__":
    PLACE.parent.mkdir(exist_ok=True)
    PLACE.write_bytes(profile())
