"""Writes the operators of a content stream of a PDF, and the resources that they name.

`Operators` is the one interface through which a scene is painted: outlines with their coats,
letters, pictures, clips and groups. `Inks` writes the colours, as sRGB and grey. Masks have another
class for colours, which writes their luminance. The inks
of a press come later, when the file is finished (`write.press`).
"""

import hashlib
import math
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from fustella.draw.render.paints import Coat, Colour, StrokeLine
from fustella.draw.render.servers import Gradient, Stop
from fustella.draw.svg.boxes import Box
from fustella.draw.svg.tree import IDENTITY, Matrix

Settings: TypeAlias = tuple[bytes, ...]
"""The operators that set the graphics state before something is painted.

They are of the kinds, and in the order, of `OPENING`; kinds may be missing at the end. "" stands
for a kind that changes nothing of what is painted.
"""

OPENING: Settings = (b"/a10000 gs", b"", b"", b"1 w", b"0 J", b"0 j", b"4 M", b"[]0 d")
"""The state at the start of a page: opacity, fill, stroke, width, cap, join, miter, dashes."""

_NOTHING: Settings = ()
_BEYOND = 1e-4
"""The tile of a pattern is larger than its step by this share of the step on each side."""

_UNKNOWN: Settings = (b"?",) * len(OPENING)

EFFORT = 4
"""The compression level for zlib: two thirds of the default's time, for pages larger by 2 %."""


class Resource(Struct, frozen=True):
    """A PDF object that operators name: a font, a picture, a pattern (ISO 32000-1, 7.8.3).

    `head` is its dictionary, in which `@/name@` stands for a reference to another resource, and
    `@@` for the resources that its stream names. The stream is packed.
    """

    kind: bytes
    head: bytes
    stream: bytes | None = None


def number(value: float) -> bytes:
    """Writes a number for PDF with four decimals: for a length in mm, tenths of a micrometre."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return (text if text != "-0" else "0").encode()


def fine(value: float) -> bytes:
    """Writes a number for PDF with seven decimals, for matrices and gradients."""
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return (text if text != "-0" else "0").encode()


def _all_fine(values: Iterable[float]) -> bytes:
    return b" ".join(map(fine, values))


def moving(m: Matrix) -> bytes:
    """The operator that applies a matrix."""
    turn = (f"{value:.7f}".rstrip("0").rstrip(".") for value in (m.a, m.b, m.c, m.d))
    return " ".join(turn).encode() + b" %s %s cm\n" % (number(m.e), number(m.f))


def opacity_operator(share: float) -> bytes:
    """The operator that sets an opacity from 0 to 1."""
    return b"/a%d gs" % round(share * 10000)


def opacity_of(operator: bytes) -> float:
    """The opacity, 0 to 1, that an operator of `opacity_operator` sets."""
    return int(operator[2:-3]) / 10000


@lru_cache(maxsize=1024)
def _share(part: float) -> bytes:
    """Writes a colour component from 0 to 255 as 0 to 1, rounded up: viewers round it down."""
    return f"{math.ceil(part / 255 * 1e5) / 1e5:.5f}".rstrip("0").rstrip(".").encode()


@lru_cache(maxsize=1024)
def _line_settings(line: StrokeLine) -> Settings:
    dashes = b" ".join(map(number, line.dashes))
    return (
        *(number(line.width) + b" w", b"%d J" % line.cap, b"%d j" % line.join),
        b"" if line.join else number(line.miter) + b" M",
        b"[%s]%s d" % (dashes, number(line.offset)),
    )


class Operators:
    """The operators of one content stream, added one after the other.

    All streams of a page share `resources`, the resources that they name, and `opacities`, the
    operators that set an opacity. `state` is the graphics state in which the stream begins.
    """

    def __init__(
        self,
        resources: dict[bytes, Resource],
        opacities: set[bytes],
        inks: "Inks",
        state: Settings = _UNKNOWN,
    ) -> None:
        self.parts: list[bytes] = []
        self._resources, self._opacities, self.inks = resources, opacities, inks
        self._state, self._current = list(state), _NOTHING

    # --- state ---

    def save(self, moved: bytes = b"") -> list[bytes]:
        """Saves the graphics state, then applies `moved`; returns the argument of `restore`."""
        self.parts.append(b"q\n" + moved)
        return self._state.copy()

    def restore(self, state: list[bytes]) -> None:
        """Restores the graphics state `state`, which `save` has returned."""
        self.parts.append(b"Q\n")
        self._state, self._current = state, _NOTHING

    def cut(self, begun: int) -> None:
        """Removes all operators after the first `begun`."""
        del self.parts[begun:]
        self._state, self._current = list(_UNKNOWN), _NOTHING

    def _set(self, settings: Settings) -> None:
        """Writes the settings that differ from the current graphics state."""
        self._current, state = settings, self._state
        for at, setting in enumerate(settings):
            if setting and setting != state[at]:
                state[at] = setting
                self.parts.append(setting + b"\n")
                if not at:
                    self._opacities.add(setting)

    # --- painting ---

    def painting(self, outline: bytes, coat: Coat) -> tuple[Settings, bytes]:
        """The settings and the operators that paint a coat without gradient and pattern."""
        return painted(self.inks, outline, coat)

    def paint(self, painting: Iterable[tuple[Settings, bytes]], moved: bytes | None = None) -> None:
        """Paints outlines that `painting` has returned; the operator `moved` moves all of them."""
        parts = self.parts
        if moved is not None:
            parts.append(b"q\n" + moved)
            state = self._state.copy()
        for settings, drawing in painting:
            if settings is not self._current:
                self._set(settings)
            parts.append(drawing)
        if moved is not None:
            parts.append(b"Q\n")
            self._state, self._current = state, _NOTHING

    def paint_served(self, outline: bytes, coat: Coat, pattern: bytes) -> None:
        """Paints an outline with the pattern of that name, in place of the gradient of its coat."""
        settings, verb = _coat_settings(self.inks, coat)
        served = list(settings)
        at, verbs = (1, b"cs %s scn") if coat.fill else (2, b"CS %s SCN")
        served[at] = b"/Pattern " + verbs % pattern
        self._set(tuple(served))
        self.parts.append(outline + verb)

    def clip(self, outline: bytes) -> None:
        """Clips to an outline, which ends with the operator of its fill rule."""
        self.parts.append(outline)

    def letters(
        self, font: bytes, size: float, at: bytes, glyphs: bytes, settings: Settings
    ) -> None:
        """Adds a text object; `at` is its text matrix, `glyphs` are the operators of its glyphs."""
        if settings is not self._current:
            self._set(settings)
        self.parts.append(b"BT %s %s Tf %s Tm%s ET\n" % (font, number(size), at, glyphs))

    def show(self, name: bytes, moved: bytes = b"", opacity: float = 1.0) -> None:
        """Shows the form or the picture of that name."""
        if opacity < 1:
            self._set((opacity_operator(opacity),))
        else:
            self._set((OPENING[0],))
        self.parts.append(b"q\n%s%s Do\nQ\n" % (moved, name))

    def use(self, name: bytes) -> None:
        """Sets the graphics state of the resource of that name: a mask, a blend mode."""
        self.parts.append(name + b" gs\n")

    # --- resources ---

    def add(self, kind: bytes, head: bytes, stream: bytes | None = None) -> bytes:
        """Adds a resource unless an equal one is there, and returns its name."""
        name = resource_name(kind, head, stream)
        if name not in self._resources:
            if stream is not None:
                packed = zlib.compress(stream, EFFORT)
                entry = b"/Filter/FlateDecode/Length %d>>" % len(packed)
                self._resources[name] = Resource(kind, head[:-2] + entry, packed)
            else:
                self._resources[name] = Resource(kind, head)
        return name

    def group(self, inside: "Operators", box: Box) -> bytes:
        """Adds a stream as a transparency group (ISO 32000-1, 11.6.6), and returns its name."""
        head = b"<</Type/XObject/Subtype/Form/BBox[%s]/Group<</S/Transparency/I true/CS%s>>" % (
            _all_fine(box),
            inside.inks.space,
        )
        return self.add(b"/XObject", head + b"/Resources @@>>", b"".join(inside.parts))

    def form(self, inside: "Operators", box: Box) -> bytes:
        """Adds a stream as a form that is no transparency group, and returns its name."""
        head = b"<</Type/XObject/Subtype/Form/BBox[%s]/Resources @@>>" % _all_fine(box)
        return self.add(b"/XObject", head, b"".join(inside.parts))

    def form_in_ink(self, inside: "Operators", box: Box, ink: str) -> bytes:
        """Adds a stream as a form that is printed in a special ink, and returns its name."""
        head = b"<</Type/XObject/Subtype/Form/BBox[%s]/Ink/%s/Resources @@>>"
        return self.add(b"/XObject", head % (_all_fine(box), ink.encode()), b"".join(inside.parts))

    def mask(self, inside: "Operators", box: Box) -> bytes:
        """Adds a stream as a mask by luminance (ISO 32000-1, 11.6.5.3), and returns its name."""
        form = self.group(inside, box)
        return self.add(b"/ExtGState", b"<</SMask<</S/Luminosity/G @%s@>>>>" % form)

    def blending(self, mode: str) -> bytes:
        """Adds a blend mode of CSS, such as `color-dodge`, and returns its name."""
        name = "".join(map(str.capitalize, mode.split("-")))
        return self.add(b"/ExtGState", b"<</BM/%s>>" % name.encode())

    def shading(self, gradient: Gradient) -> bytes:
        """The PDF dictionary of a gradient (ISO 32000-1, 8.7.4.5), in its own units."""
        kind = 2 if len(gradient.ends) == 4 else 3
        stops = [(stop.offset, self.inks.shares(stop.colour)) for stop in gradient.stops]
        return b"<</ShadingType %d/ColorSpace%s/Coords[%s]/Function%s/Extend[true true]>>" % (
            *(kind, self.inks.shaded, _all_fine(gradient.ends), _function(stops)),
        )

    def gradient(self, gradient: Gradient, matrix: Matrix) -> bytes:
        """Adds a gradient as a pattern, and returns its name.

        `matrix` leads to the stream's coordinates.
        """
        m = matrix.then(gradient.matrix)
        place = _all_fine((m.a, m.b, m.c, m.d, m.e, m.f))
        head = b"<</Type/Pattern/PatternType 2/Shading%s/Matrix[%s]>>"
        return self.add(b"/Pattern", head % (self.shading(gradient), place))

    def fade(self, gradient: Gradient, box: Box) -> bytes:
        """Adds a mask with the opacities of a gradient's stops, within a box; returns its name."""
        inside = self.inner(LUMINANCE)
        greys = tuple([Stop(one.offset, _grey(one.alpha), 1.0) for one in gradient.stops])
        shown = Gradient(gradient.ends, greys, gradient.matrix)
        name = inside.add(b"/Shading", inside.shading(shown))
        m = gradient.matrix
        moved = b"%s cm\n" % _all_fine((m.a, m.b, m.c, m.d, m.e, m.f)) if m != IDENTITY else b""
        inside.parts.append(b"%s%s sh\n" % (moved, name))
        return self.mask(inside, box)

    def picture(self, row: bytes) -> bytes:
        """Adds a picture's stand-in, a row of pixels for `render.pictures`; returns its name."""
        head = (
            b"<</Type/XObject/Subtype/Image/Width %d/Height 1/BitsPerComponent 8/ColorSpace @/c@>>"
        )
        return self.add(b"/XObject", head % (len(row) // 3), row)

    def tiles(
        self, inside: "Operators", box: Box, steps: tuple[float, float], matrix: Matrix
    ) -> bytes:
        """Adds a pattern that repeats what a stream paints in a box, and returns its name.

        `steps` are the distances of the tiles. If the box were exactly one step large, pdfium would
        round the steps to whole pixels, and the last of many tiles would be far from its place. So
        the box is larger by a little, which nobody sees.
        """
        m, (left, top, right, bottom) = matrix, box
        beyond = min(steps) * _BEYOND
        box = left - beyond, top - beyond, right + beyond, bottom + beyond
        head = (
            b"<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[%s]/XStep %s/YStep %s"
            b"/Matrix[%s]/Resources @@>>"
            % (
                *(_all_fine(box), fine(steps[0]), fine(steps[1])),
                _all_fine((m.a, m.b, m.c, m.d, m.e, m.f)),
            )
        )
        return self.add(b"/Pattern", head, b"".join(inside.parts))

    def inner(self, inks: "Inks | None" = None) -> "Operators":
        """An empty stream of the same page, for a group, a mask or a tile."""
        return Operators(self._resources, self._opacities, inks or self.inks)


def painted(inks: "Inks", outline: bytes, coat: Coat) -> tuple[Settings, bytes]:
    """The settings and the operators that paint a coat without gradient and pattern."""
    settings, verb = _coat_settings(inks, coat)
    return settings, outline + verb


class Inks:
    """Writes colours in sRGB and greys in grey, both with ICC profiles.

    Groups are blended in the colour space `space`, and gradients are written in `shaded`. If
    `is_mask`, the colours are opacities.
    """

    space, shaded, is_mask = b"/DeviceRGB", b" @/c@", False

    def colour(self, colour: Colour, of_stroke: bool) -> bytes:
        """The operators that set a colour for strokes or for fills."""
        name, shares = b"/c", self.shares(colour)
        if colour.red == colour.green == colour.blue:
            name, shares = b"/g", _share(colour.red)
        space, verb = (b"CS", b"SC") if of_stroke else (b"cs", b"sc")
        return b"%s %s %s %s" % (name, space, shares, verb)

    def shares(self, colour: Colour) -> bytes:
        """Writes a colour as its components from 0 to 1, for gradients."""
        return b" ".join(map(_share, (colour.red, colour.green, colour.blue)))


class _Luminance(Inks):
    """Writes colours as greys, by their luminance in SVG (SVG 1.1, 14.4), for masks.

    A PDF viewer would take the luminance of a colour from other weights (ISO 32000-1, 11.5.3).
    """

    space = shaded = b"/DeviceGray"
    is_mask = True

    def colour(self, colour: Colour, of_stroke: bool) -> bytes:
        """The operator that sets the grey of a colour."""
        return self.shares(colour) + (b" G" if of_stroke else b" g")

    def shares(self, colour: Colour) -> bytes:
        """Writes the luminance of a colour, 0 to 1."""
        return _share(0.2125 * colour.red + 0.7154 * colour.green + 0.0721 * colour.blue)


class _White(_Luminance):
    """Writes all colours as white, for masks that show where shapes are."""

    def shares(self, colour: Colour) -> bytes:  # noqa: ARG002
        """White, whatever the colour is."""
        return b"1"


class _Special(Inks):
    """Writes all colours as a special ink, each as what screens show in its place.

    `heads` are the colour spaces that were named: Separations (ISO 32000-1, 8.6.6.4).
    """

    def __init__(self, ink: str) -> None:
        self._ink = ink.encode()
        self.heads: dict[bytes, bytes] = {}

    def colour(self, colour: Colour, of_stroke: bool) -> bytes:
        """The operators that set the ink, all of it."""
        shown = b"<</FunctionType 2/Domain[0 1]/N 1/C0[1 1 1]/C1[%s]>>" % self.shares(colour)
        head = b"[/Separation/%s/DeviceRGB%s]" % (self._ink, shown)
        name = self.heads.setdefault(head, resource_name(b"/ColorSpace", head))
        verbs = b"CS 1 SCN" if of_stroke else b"cs 1 scn"
        return b"%s %s" % (name, verbs)


@lru_cache(maxsize=64)
def special_inks(ink: str) -> _Special:
    """The colours of a special ink, by its id."""
    return _Special(ink)


def resource_name(kind: bytes, head: bytes, stream: bytes | None = None) -> bytes:
    """The name of a resource, by all that is in it."""
    digest = hashlib.sha256(b"\0".join((kind, head, stream or b""))).hexdigest()[:16]
    return b"/%s%s" % (_LETTERS[kind], digest.encode())


RGB, LUMINANCE, WHITE = Inks(), _Luminance(), _White()

_LETTERS: Mapping[bytes, bytes] = {
    **{b"/XObject": b"x", b"/ExtGState": b"s", b"/Pattern": b"p", b"/Shading": b"h"},
    b"/ColorSpace": b"k",
}
"""The letter with which the names of each kind of resource begin."""


def _grey(share: float) -> Colour:
    return Colour(*(round(share * 255),) * 3)


@lru_cache(maxsize=2048)
def _coat_settings(inks: Inks, coat: Coat) -> tuple[Settings, bytes]:
    """The settings of a coat, but no gradient or pattern, and the paint operator."""
    fill, stroke = (
        inks.colour(paint, of_stroke) if isinstance(paint, Colour) else b""
        for paint, of_stroke in ((coat.fill, False), (coat.stroke, True))
    )
    even = b"*" if coat.even else b""
    alpha = opacity_operator(coat.alpha)
    if coat.line is None:
        return (alpha, fill), b"f%s\n" % even
    line = stroke, *_line_settings(coat.line)
    if coat.fill is None:
        return (alpha, b"", *line), b"S\n"
    return (alpha, fill, *line), b"B%s\n" % even


def _function(stops: list[tuple[float, bytes]]) -> bytes:
    """Writes the PDF function of a gradient's colours (ISO 32000-1, 7.10.3 and 7.10.4)."""
    pieces = [
        (one[0], other[0], _between(one[1], other[1]))
        for one, other in pairwise(stops)
        if other[0] > one[0]  # of two stops at one offset the colour changes at once
    ]
    if len(pieces) == 1:
        return pieces[0][2]
    bounds, encoded = _all_fine(end for _, end, _ in pieces[:-1]), b" ".join([b"0 1"] * len(pieces))
    functions = b"".join(function for *_, function in pieces)
    head = b"<</FunctionType 3/Domain[0 1]/Functions[%s]/Bounds[%s]/Encode[%s]>>"
    return head % (functions, bounds, encoded)


def _between(one: bytes, other: bytes) -> bytes:
    return b"<</FunctionType 2/Domain[0 1]/C0[%s]/C1[%s]/N 1>>" % (one, other)
