"""Draws the symbols of military units: `nato:mechanised-infantry`, `nato:hostile-armour-division`.

They are drawn from the rules of the public standard APP-6 (MIL-STD-2525). Lines that reach the
frame end at it, whatever form the frame has. The middle of the frame is at (0, 0), and the frame of
a friend is 24 wide and 16 high.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from fustella.core.values.symbols import SIGNS, UnitSymbol
from fustella.draw.svg.write import number

_LINE = 1.1
"""The thickness of the lines."""


class UnitFrame(Struct, frozen=True):
    """A frame: its outline, half of its height, and the corners at which lines through it end.

    A frame without a foot stands on one of its corners.
    """

    path: str
    half_height: float
    corner_x: float
    corner_y: float
    left: float
    has_foot: bool


FRAMES: Mapping[str, UnitFrame] = MappingProxyType(
    {
        "friend": UnitFrame("M-11.4 -7.4H11.4V7.4H-11.4Z", 8, 12, 8, -11.4, True),
        "hostile": UnitFrame("M0 -11.2L11.2 0L0 11.2L-11.2 0Z", 12, 12, 8, -11.2, False),
        "neutral": UnitFrame("M-8.3 -8.3H8.3V8.3H-8.3Z", 8.9, 8.9, 8.9, -8.3, True),
        "unknown": UnitFrame(
            "M-5.7 -5.7A5.7 5.7 0 0 1 5.7 -5.7A5.7 5.7 0 0 1 5.7 5.7"
            "A5.7 5.7 0 0 1 -5.7 5.7A5.7 5.7 0 0 1 -5.7 -5.7Z",
            *(12, 12, 8, -11.4, False),
        ),
    }
)
"""The frames of units, by the side that they are on."""

_HEADQUARTERS = "headquarters"

LINES: Mapping[str, str] = MappingProxyType(
    {
        "infantry": "M-{x} -{y}L{x} {y}M-{x} {y}L{x} -{y}",
        "armour": "M-3.8 -4.2H3.8A4.2 4.2 0 0 1 3.8 4.2H-3.8A4.2 4.2 0 0 1 -3.8 -4.2Z",
        "mechanised": "M-3.8 -4.2H3.8A4.2 4.2 0 0 1 3.8 4.2H-3.8A4.2 4.2 0 0 1 -3.8 -4.2Z",
        "self-propelled": "M-3.8 -4.2H3.8A4.2 4.2 0 0 1 3.8 4.2H-3.8A4.2 4.2 0 0 1 -3.8 -4.2Z",
        "cavalry": "M-{x} {y}L{x} -{y}",
        "motorised": "M0 -12V12",
        "wheeled": "M-4.2 5.4A1.1 1.1 0 0 1 -2 5.4A1.1 1.1 0 0 1 -4.2 5.4Z"
        "M2 5.4A1.1 1.1 0 0 1 4.2 5.4A1.1 1.1 0 0 1 2 5.4Z",
        "anti-tank": "M-{x} {y}L0 -{y}L{x} {y}",
        "air-defence": "M-{x} {y}C-{x} 0.5 {x} 0.5 {x} {y}",
        "engineer": "M-4.6 2.9V-2.4H4.6V2.9M0 -2.4V2.9",
        "airborne": "M-4.2 6.5C-4.2 3.8 0 3.8 0 6.5C0 3.8 4.2 3.8 4.2 6.5",
        "airmobile": "M-4.6 4.3H-2.8L0 6.7L2.8 4.3H4.6",
        "amphibious": "M-9 0.6q1.5 -3 3 0t3 0t3 0t3 0t3 0t3 0",
        "naval": "M-1.2 -4.9A1.2 1.2 0 0 1 1.2 -4.9A1.2 1.2 0 0 1 -1.2 -4.9ZM0 -3.7V5.4"
        "M-2.8 -1.8H2.8M-4.6 1.4C-4.4 4 -2.4 5.4 0 5.4C2.4 5.4 4.4 4 4.6 1.4",
        "marine": "M0 2.6V6.7M-1.6 3.6H1.6"
        "M-2.6 4.9C-2.4 6.2 -1.2 6.7 0 6.7C1.2 6.7 2.4 6.2 2.6 4.9",
        "supply": "M-12 4.2H12",
        "transport": "M-4 0A4 4 0 0 1 4 0A4 4 0 0 1 -4 0ZM0 -4V4M-4 0H4"
        "M-2.83 -2.83L2.83 2.83M-2.83 2.83L2.83 -2.83",
        "maintenance": "M-6.6 -2.4A2.4 2.4 0 0 1 -6.6 2.4"
        "M6.6 -2.4A2.4 2.4 0 0 0 6.6 2.4M-4.2 0H4.2",
        "fuel": "M-3.6 -4.6H3.6L0 0.4ZM0 0.4V5",
        "ammunition": "M-2 4.4V-1.6A2 3.2 0 0 1 2 -1.6V4.4M-3.6 4.4H3.6",
        "signals": "M-{x} -{y}L0 2.4V-2.4L{x} {y}",
        "medical": "M0 -12V12M-12 0H12",
        "missile": "M-2.3 5V-2.4A2.3 3 0 0 1 2.3 -2.4V5",
        "rocket": "M-2.8 -3.3L0 -5.1L2.8 -3.3M-2.8 -5.1L0 -6.9L2.8 -5.1",
        "mortar": "M-1.6 3.6A1.6 1.6 0 0 1 1.6 3.6A1.6 1.6 0 0 1 -1.6 3.6ZM0 2V-5"
        "M-2.2 -2.8L0 -5.2L2.2 -2.8",
        "machine-gun": "M0 4.6V-4.8M-2.2 -2.6L0 -5L2.2 -2.6M-2.4 4.6H2.4",
        "bridging": "M-6 -4.4L-4.2 -2.4H4.2L6 -4.4M-6 4.4L-4.2 2.4H4.2L6 4.4",
        "observation": "M-4.4 3.2L0 -4.2L4.4 3.2Z",
        "chemical": "M-4.8 4.6C-1 3.2 2.4 0 3.4 -3.4M4.8 4.6C1 3.2 -2.4 0 -3.4 -3.4",
    }
)
"""The lines of each mark; {x} and {y} are the corners of its frame."""

SOLID: Mapping[str, str] = MappingProxyType(
    {
        "artillery": "M-2.7 0A2.7 2.7 0 0 1 2.7 0A2.7 2.7 0 0 1 -2.7 0Z",
        "mountain": "M-3.2 7.4L0 2.6L3.2 7.4Z",
        "helicopter": "M-6.4 -3.4L0 0L-6.4 3.4ZM6.4 3.4L0 0L6.4 -3.4Z",
        "aviation": "M0 0C-2 -3 -7.5 -4.4 -7.5 0C-7.5 4.4 -2 3 0 0C2 3 7.5 4.4 7.5 0"
        "C7.5 -4.4 2 -3 0 0Z",
        "drone": "M-7.4 -3L0 0.4L7.4 -3V-0.8L0 3.4L-7.4 -0.8Z",
        "chemical": "M-5 -4.2A1.5 1.5 0 0 1 -2 -4.2A1.5 1.5 0 0 1 -5 -4.2Z"
        "M2 -4.2A1.5 1.5 0 0 1 5 -4.2A1.5 1.5 0 0 1 2 -4.2Z",
    }
)
"""The filled parts of each mark."""

LETTERS: Mapping[str, str] = MappingProxyType(
    {
        _HEADQUARTERS: "HQ",
        "military-police": "MP",
        "special-forces": "SF",
        "militia": "MIL",
        "irregular": "IR",
        "intelligence": "MI",
        "light": "L",
        "heavy": "H",
    }
)
"""The letters of each mark."""

_SMALL = ("light", "heavy")
"""The marks whose letter is small and stands above the middle, or in the tracks of armour."""

_SPACE = 1.7

_GLYPHS: Mapping[str, tuple[float, str]] = MappingProxyType(
    {
        "F": (3.8, "M0 7V0H3.8M0 3.3H3.3"),
        "H": (4.2, "M0 0V7M4.2 0V7M0 3.5H4.2"),
        "I": (0.0, "M0 0V7"),
        "L": (3.4, "M0 0V7H3.4"),
        "M": (4.8, "M0 7V0L2.4 4.4L4.8 0V7"),
        "P": (4.2, "M0 7V0H2.3A1.9 1.9 0 0 1 2.3 3.8H0"),
        "Q": (
            4.8,
            "M2.3 0C0.7 0 0 1.4 0 3.5C0 5.6 0.7 7 2.3 7C3.9 7 4.6 5.6 4.6 3.5C4.6 1.4 3.9 0 2.3 0Z"
            "M2.6 4.9L5 7.5",
        ),
        "R": (4.2, "M0 7V0H2.3A1.9 1.9 0 0 1 2.3 3.8H0M2 3.8L4.2 7"),
        "S": (
            4.2,
            "M4 1.3C3.6 0.5 3 0 2.1 0C0.9 0 0.2 0.8 0.2 1.8C0.2 4.2 4.2 2.9 4.2 5.2"
            "C4.2 6.3 3.4 7 2.1 7C1.1 7 0.4 6.6 0 5.7",
        ),
    }
)
"""The width and the lines of each letter, which is 7 high."""

_POLE = 4.5
"""The length of the staff of headquarters beyond the frame."""

_SIGN_HEIGHT, _SIGN_GAP = 4.0, 1.2
_SIGN: Mapping[str, tuple[float, str, str]] = MappingProxyType(
    {
        "Ø": (3.6, "M0.3 2A1.5 1.5 0 0 1 3.3 2A1.5 1.5 0 0 1 0.3 2ZM0 3.9L3.6 0.1", ""),
        "•": (2.6, "", "M0.1 2A1.2 1.2 0 0 1 2.5 2A1.2 1.2 0 0 1 0.1 2Z"),
        "I": (1.1, "M0.55 0V4", ""),
        "X": (3.1, "M0.2 0L2.9 4M2.9 0L0.2 4", ""),
    }
)
"""The width, the lines and the filled parts of each character of a sign of size."""

_SIGN_SPACE = 0.75


class DrawnSymbol(Struct, frozen=True):
    """A symbol and the ground in its frame as SVG, and the area that they cover about the middle.

    `{colour}` stands for the colour of its lines, `{ground}` for the colour of the ground, and
    `{unique}` for the prefix of ids.
    """

    markup: str
    ground: str
    width: float
    top: float
    bottom: float


@lru_cache(maxsize=512)
def draw_symbol(symbol: UnitSymbol) -> DrawnSymbol:
    """Draws the symbol of a unit; for a symbol without a frame, only its sign."""
    sign, sign_width = _sign(SIGNS[symbol.size]) if symbol.size else ("", 0.0)
    lines = f'fill="none" stroke="{{colour}}" stroke-width="{_LINE}"'
    if not symbol.frame:
        half = _SIGN_HEIGHT / 2
        alone = f'<g {lines} transform="translate(0 {number(-half)})">{sign}</g>'
        return DrawnSymbol(alone, "", sign_width, -half, half)
    frame = FRAMES[symbol.frame]
    top, bottom = -frame.half_height, frame.half_height
    around, ground = f'<path d="{frame.path}"/>', f'<path d="{frame.path}" fill="{{ground}}"/>'
    if _HEADQUARTERS in symbol.marks:
        foot = frame.corner_y - _LINE / 2 if frame.has_foot else 0.0
        bottom += _POLE if frame.has_foot else 0.0
        pole = f'd="M{number(frame.left)} {number(foot)}V{number(bottom)}"'
        around += f"<path {pole}/>"
        ground += f'<path {pole} stroke="{{ground}}" stroke-width="{2.2 * _LINE}"/>'
    if sign:
        top -= _SIGN_HEIGHT + _SIGN_GAP
        around += f'<g transform="translate(0 {number(top)})">{sign}</g>'
        left, wide = -sign_width / 2 - _SIGN_GAP, sign_width + 2 * _SIGN_GAP
        box = f"M{number(left)} {number(top - _SIGN_GAP / 2)}h{number(wide)}V0h{number(-wide)}Z"
        ground = f'<path d="{box}" fill="{{ground}}"/>{ground}'
    clip, inside = "", "".join(_marks(symbol, frame))
    if inside:
        clip = f'<clipPath id="{{unique}}frame"><path d="{frame.path}"/></clipPath>'
        inside = f'<g clip-path="url(#{{unique}}frame)">{inside}</g>'
    markup = f"{clip}<g {lines}>{inside}{around}</g>"
    return DrawnSymbol(markup, ground, max(2 * frame.corner_x, sign_width), top, bottom)


def _marks(symbol: UnitSymbol, frame: UnitFrame) -> Iterator[str]:
    """Yields the SVG of the marks in the frame."""
    lines = "".join(LINES.get(mark, "") for mark in symbol.marks)
    if lines:
        lines = lines.replace("{x}", number(frame.corner_x))
        yield f'<path d="{lines.replace("{y}", number(frame.corner_y))}"/>'
    if solid := "".join(SOLID.get(mark, "") for mark in symbol.marks):
        yield f'<path d="{solid}" fill="{{colour}}" stroke="none"/>'
    for mark in symbol.marks:
        if mark in LETTERS and (mark != _HEADQUARTERS or len(symbol.marks) == 1):
            letters = _letters(LETTERS[mark])
            if mark in _SMALL:
                y = 0 if "armour" in symbol.marks else -4.9
                moved = f'transform="translate(0 {y}) scale(0.5)" stroke-width="1.7"'
                letters = f"<g {moved}>{letters}</g>"
            yield letters


def _letters(letters: str) -> str:
    """Some letters in the middle of the frame."""
    x = -(sum(_GLYPHS[letter][0] for letter in letters) + _SPACE * (len(letters) - 1)) / 2
    drawn = ""
    for letter in letters:
        width, lines = _GLYPHS[letter]
        drawn += f'<path transform="translate({number(x)} -3.5)" d="{lines}"/>'
        x += width + _SPACE
    return drawn


def _sign(sign: str) -> tuple[str, float]:
    """The sign of a size, whose upper edge is at 0 and whose middle is at 0, and its width."""
    width = sum(_SIGN[each][0] for each in sign) + _SIGN_SPACE * (len(sign) - 1)
    x, drawn = -width / 2, ""
    for each in sign:
        wide, lines, solid = _SIGN[each]
        moved = f'transform="translate({number(x)} 0)"'
        drawn += f'<path {moved} d="{lines}"/>' if lines else ""
        drawn += f'<path {moved} d="{solid}" fill="{{colour}}" stroke="none"/>' if solid else ""
        x += wide + _SIGN_SPACE
    return drawn, width
