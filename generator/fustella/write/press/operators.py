"""Rewrites the operators of one stream: its colours become what a palette says.

A colour is written where something is painted with it, not where it is set: only there it is known
whether letters, a fine line or an area are painted.
"""

import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.pdf import PlainObject
from fustella.core.files.pdf_values import TOKEN
from fustella.core.geometry.units import PT_PER_MM
from fustella.write.press.inks import Colour, Use
from fustella.write.press.stored import NotWritable

if TYPE_CHECKING:
    from PIL import Image

GREY, RGB, OTHER = "grey", "rgb", "other"

_FINE_LINE_PT = 2.0 * PT_PER_MM
_SMALL_PT = 5.0 * PT_PER_MM
"""Lines thinner than the first, and shapes narrower or lower than the second, count as fine."""


class Palette(Protocol):
    """Says what becomes of colours."""

    space: bytes
    """The colour space of groups, and of gradients: `/DeviceCMYK`."""

    states: tuple[bytes, bytes]
    """The graphics states for what knocks out what lies under it, and for what overprints it."""

    @property
    def black(self) -> tuple[bytes, PlainObject] | None:
        """A colour space for `/Kx`, if operators name it, in which @ stands for the function."""

    def operator(self, colour: Colour, use: Use, of_stroke: bool) -> tuple[bytes, bool]:
        """The operator that sets a colour, and whether what it paints overprints."""

    def samples(self, colours: list[Colour]) -> tuple[int, bytes]:
        """The number of components of colours of a gradient, and their values, a byte each."""

    def picture(self, picture: "Image.Image") -> tuple[bytes, bytes]:
        """The colour space of a picture in mode RGB or L, and its bytes."""


Matrix: TypeAlias = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Paint(Struct, frozen=True):
    """A colour that was set, in a space; `OTHER` for one that is left as it is written."""

    space: str
    colour: Colour = ()


class State(Struct, frozen=True):
    """The graphics state as far as colours need it; None for what a form inherits."""

    fill: Paint | None
    stroke: Paint | None
    matrix: Matrix
    width: float = 1.0
    mode: int = 0
    set_fill: bytes = b""
    set_stroke: bytes = b""
    overprints: bool = False


_CONSTRUCTING = frozenset((b"m", b"l", b"c", b"v", b"y", b"h", b"re"))
_FILLING = frozenset((b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"))
_STROKING = frozenset((b"S", b"s", b"B", b"B*", b"b", b"b*"))
_PAINTING = _FILLING | _STROKING | {b"n"}
_SHOWING = frozenset((b"Tj", b"TJ", b"'", b'"'))
_OPERATOR = re.compile(rb"[A-Za-z'\"*][A-Za-z0-9'\"*]*")
_WORDS = frozenset((b"true", b"false", b"null"))
_NUMBERS = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)")
_DEVICE = {
    b"g": (GREY, False),
    b"G": (GREY, True),
    b"rg": (RGB, False),
    b"RG": (RGB, True),
}


class Stream:
    """Rewrites the operators of one stream.

    `spaces` are the colour spaces that it names; `show` is called with what it shows. The colours
    of a stream `in_mask` are opacities, and stay.
    """

    def __init__(
        self,
        palette: Palette,
        spaces: Mapping[bytes, str],
        state: State,
        show: Callable[[bytes, State], None],
        *,
        in_mask: bool,
    ) -> None:
        self._palette, self._spaces, self._show = palette, spaces, show
        self._in_mask = in_mask
        self._state, self._saved = state, list[State]()
        self._out: list[bytes] = []
        self._path = -1

    def rewritten(self, content: bytes) -> bytes:
        """The content with other colours. Raises NotWritable for a picture within the operators."""
        start, operands = 0, list[bytes]()
        for found in TOKEN.finditer(content):
            token = found[0]
            if _OPERATOR.fullmatch(token) and token not in _WORDS:
                raw = content[start : found.end()]
                start = found.end()
                self._operator(token, operands, raw)
                operands = []
            else:
                operands.append(token)
        return b"".join(self._out).strip() + b"\n"

    def _operator(self, name: bytes, operands: list[bytes], raw: bytes) -> None:
        if name in _CONSTRUCTING:
            if self._path < 0:
                self._path = len(self._out)
            self._out.append(raw)
        elif name in _PAINTING:
            self._paint(name, raw)
        elif name in _SHOWING:
            self._letters()
            self._out.append(raw)
        elif name in (b"cs", b"CS"):
            self._set_space(operands[-1], name == b"CS", raw)
        elif name in (b"sc", b"SC", b"scn", b"SCN"):
            self._set_colour(operands, name[:1] == b"S", raw)
        elif name in _DEVICE and not self._in_mask:
            space, of_stroke = _DEVICE[name]
            self._put(Paint(space, tuple(map(float, operands))), of_stroke)
        elif name in (b"k", b"K"):
            self._put(Paint(OTHER), name == b"K")
            self._out.append(raw)
        elif name == b"BI":
            raise NotWritable("a picture among the operators")
        else:
            self._other(name, operands, raw)

    def _other(self, name: bytes, operands: list[bytes], raw: bytes) -> None:
        state = self._state
        if name == b"q":
            self._saved.append(state)
        elif name == b"Q":
            if self._saved:
                self._state = self._saved.pop()
        elif name == b"cm":
            moved = tuple(map(float, operands))
            self._state = replace(state, matrix=then(moved, state.matrix))  # type: ignore[arg-type]
        elif name == b"w":
            self._state = replace(state, width=float(operands[-1]))
        elif name == b"Tr":
            self._state = replace(state, mode=int(operands[-1]))
        elif name == b"Do":
            self._emit_for(Use.AREA, fills=True, strokes=True)
            self._show(operands[-1], self._state)
        elif name == b"sh":
            self._emit_overprint(False)
        self._out.append(raw)

    # --- colours ---

    def _put(self, paint: Paint, of_stroke: bool) -> None:
        if of_stroke:
            self._state = replace(self._state, stroke=paint, set_stroke=b"")
        else:
            self._state = replace(self._state, fill=paint, set_fill=b"")

    def _set_space(self, name: bytes, of_stroke: bool, raw: bytes) -> None:
        device = {b"/DeviceRGB": RGB, b"/DeviceGray": GREY}
        space = self._spaces.get(name, device.get(name, OTHER))
        if space is OTHER or self._in_mask:
            self._put(Paint(OTHER), of_stroke)
            self._out.append(raw)
        else:
            self._put(Paint(space, (0.0,) * (1 if space is GREY else 3)), of_stroke)

    def _set_colour(self, operands: list[bytes], of_stroke: bool, raw: bytes) -> None:
        paint = self._state.stroke if of_stroke else self._state.fill
        if paint is None or paint.space is OTHER:
            self._out.append(raw)
            return
        self._put(Paint(paint.space, tuple(map(float, operands))), of_stroke)

    def _emit_for(self, use: Use, *, fills: bool, strokes: bool, at: int = -1) -> None:
        """Writes the colours with which something is painted, where they differ from those set."""
        state, before = self._state, list[bytes]()
        overprints = False
        if fills and state.fill is not None and state.fill.space is not OTHER:
            operator, overprints = self._palette.operator(state.fill.colour, use, of_stroke=False)
            if operator != state.set_fill:
                before.append(b"\n" + operator)
                state = replace(state, set_fill=operator)
        if strokes and state.stroke is not None and state.stroke.space is not OTHER:
            operator, over = self._palette.operator(state.stroke.colour, use, of_stroke=True)
            overprints = over and (overprints or not fills)
            if operator != state.set_stroke:
                before.append(b"\n" + operator)
                state = replace(state, set_stroke=operator)
        self._state = state
        self._emit_overprint(overprints, before)
        if before:
            self._out.insert(len(self._out) if at < 0 else at, b"".join(before) + b"\n")

    def _emit_overprint(self, overprints: bool, before: list[bytes] | None = None) -> None:
        if overprints is not self._state.overprints and not self._in_mask:
            state = b"\n/Ko gs" if overprints else b"\n/Kn gs"
            (self._out if before is None else before).append(state)
            self._state = replace(self._state, overprints=overprints)

    def _letters(self) -> None:
        mode = self._state.mode % 4
        if self._in_mask or mode == 3:
            return
        self._emit_for(Use.FINE, fills=mode in (0, 2), strokes=mode in (1, 2))

    def _paint(self, name: bytes, raw: bytes) -> None:
        path = self._path if self._path >= 0 else len(self._out)
        fills, strokes = name in _FILLING, name in _STROKING
        self._path = -1
        if (fills or strokes) and not self._in_mask:
            use = Use.FINE if self._is_fine(path, fills) else Use.AREA
            self._emit_for(use, fills=fills, strokes=strokes, at=path)
        self._out.append(raw)

    def _is_fine(self, path: int, fills: bool) -> bool:
        """Whether a path is a thin line or a small shape; where it does not matter, False."""
        state = self._state
        a, b, c, d, _, _ = state.matrix
        scale = math.sqrt(abs(a * d - b * c))
        if not fills:
            return state.width * scale <= _FINE_LINE_PT
        if state.fill is None or state.fill.space is OTHER:
            return False
        xs, ys = list[float](), list[float]()
        for part in self._out[path:]:
            numbers = [float(one) for one in _NUMBERS.findall(part)]
            if part.rstrip().endswith(b"re"):
                x, y, wide, high = numbers[-4:]
                numbers = [x, y, x + wide, y + high]
            xs += numbers[::2]
            ys += numbers[1::2]
        if not xs or not ys:
            return False
        corners = [
            (a * x + c * y, b * x + d * y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))
        ]
        wide = max(x for x, _ in corners) - min(x for x, _ in corners)
        high = max(y for _, y in corners) - min(y for _, y in corners)
        return min(wide, high) <= _SMALL_PT


def then(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that applies `inner`, and then `outer` (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        *(a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s),
        *(e * p + f * r + t, e * q + f * s + u),
    )
