"""Rewrites the colours of a finished PDF, operator by operator, for a press or for one plate.

The files of the tool have colours of screens: operators, gradients, groups and pictures in red,
green and blue, or in greys. Each becomes what a `Palette` says. Nothing else is changed: outlines,
letters and fonts stay as they are, and so do Separations, patterns and masks.

A colour is written where something is painted with it, not where it is set: only there it is known
whether letters, a fine line or an area are painted.
"""

import io
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.pdf import PlainObject, PlainPdf
from fustella.core.files.pdf_values import TOKEN, NoValue, Reference, Value, value_in, written
from fustella.core.geometry.units import PT_PER_MM
from fustella.write.press.functions import NoFunction, function_in
from fustella.write.press.inks import Colour, Use

if TYPE_CHECKING:
    from PIL import Image

_GREY, _RGB, _OTHER = "grey", "rgb", "other"

_FINE_LINE_PT = 2.0 * PT_PER_MM
_SMALL_PT = 5.0 * PT_PER_MM
"""Lines thinner than the first, and shapes narrower or lower than the second, count as fine."""

_SAMPLES = 65
"""The samples of a gradient: between two of them no eye sees a difference."""


class NotWritable(ValueError):
    """Raised for what cannot be rewritten: the message says what it is."""


class Palette(Protocol):
    """Says what becomes of colours."""

    space: bytes
    """The colour space of groups, and of gradients: `/DeviceCMYK`."""

    states: tuple[bytes, bytes]
    """The graphics states for what knocks out what lies under it, and for what overprints it."""

    def operator(self, colour: Colour, use: Use, of_stroke: bool) -> tuple[bytes, bool]:
        """The operator that sets a colour, and whether what it paints overprints."""

    def samples(self, colours: list[Colour]) -> tuple[int, bytes]:
        """The number of components of colours of a gradient, and their values, a byte each."""

    def picture(self, picture: "Image.Image") -> tuple[bytes, bytes]:
        """The colour space of a picture in mode RGB or L, and its bytes."""


_Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_UNIT: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class _Paint(Struct, frozen=True):
    """A colour that was set, in a space; `_OTHER` for one that is left as it is written."""

    space: str
    colour: Colour = ()


class _State(Struct, frozen=True):
    """The graphics state as far as colours need it; None for what a form inherits."""

    fill: _Paint | None
    stroke: _Paint | None
    matrix: _Matrix
    width: float = 1.0
    mode: int = 0
    set_fill: bytes = b""
    set_stroke: bytes = b""
    overprints: bool = False


class Recoloured:
    """A PDF whose colours are rewritten; `objects` are its objects, and `extra` more of them."""

    def __init__(self, source: PlainPdf, palette: Palette) -> None:
        self._source, self._palette = source, palette
        self.objects = {number: source.object(number) for number in source.numbers_in_use}
        self._spaces: dict[int, str] = {}
        self._done: set[int] = set()
        self._values: dict[int, Value] = {}
        first = max(self.objects) + 1
        self._states = {b"/Kn": Reference(first), b"/Ko": Reference(first + 1)}
        for number, state in zip((first, first + 1), palette.states, strict=True):
            self.objects[number] = PlainObject(state, None)
        self._masks = self._forms_of_masks()

    def page(self, number: int) -> None:
        """Rewrites a page and all that it shows. Raises NotWritable."""
        page = self._dictionary(number)
        resources = page.get(b"/Resources", {})
        contents = page.get(b"/Contents")
        state = _State(_Paint(_GREY, (0.0,)), _Paint(_GREY, (0.0,)), _UNIT)
        if isinstance(contents, Reference):
            self._stream(contents.number, resources, state)
        page[b"/Resources"] = self._resources(resources)
        self._group(page, self._palette.space)
        if b"/Group" not in page:
            page[b"/Group"] = {
                b"/S": b"/Transparency",
                b"/CS": self._palette.space,
                b"/I": b"true",
            }
        self.objects[number] = PlainObject(written(page), None)

    # --- objects ---

    def _value(self, number: int) -> Value:
        if number not in self._values:
            try:
                self._values[number] = value_in(self.objects[number].head)
            except NoValue as fault:
                raise NotWritable(f"object {number}: {fault}") from None
        return self._values[number]

    def _dictionary(self, number: int) -> dict[bytes, Value]:
        value = self._value(number)
        if not isinstance(value, dict):
            raise NotWritable(f"object {number} is no dictionary")
        return dict(value)

    def _resolved(self, value: Value | None) -> Value:
        """A value, or the one to which a reference leads; {} for None."""
        if isinstance(value, Reference):
            return self._value(value.number)
        return {} if value is None else value

    def _entries(self, value: Value | None) -> dict[bytes, Value]:
        found = self._resolved(value)
        return found if isinstance(found, dict) else {}

    def _forms_of_masks(self) -> frozenset[int]:
        """The numbers of the forms that masks are made of: their colours are opacities."""
        waiting, found = list[int](), set[int]()
        for number, one in self.objects.items():
            if b"/Luminosity" in one.head:
                waiting += [int(form) for form in re.findall(rb"/G (\d+) 0 R", one.head)]
                waiting += [
                    ref.number
                    for ref in [self._entries(self._entries(self._value(number)).get(b"/SMask")).get(b"/G")]
                    if isinstance(ref, Reference)
                ]
        while waiting:
            form = waiting.pop()
            if form not in found:
                found.add(form)
                inside = self._entries(self._entries(Reference(form)).get(b"/Resources"))
                forms = self._entries(inside.get(b"/XObject")).values()
                waiting += [one.number for one in forms if isinstance(one, Reference)]
        return frozenset(found)

    def _space(self, value: Value | None) -> str:
        """Whether a colour space is grey, of red, green and blue, or another one."""
        if isinstance(value, Reference):
            if value.number not in self._spaces:
                self._spaces[value.number] = self._space(self._value(value.number))
            return self._spaces[value.number]
        if isinstance(value, list) and value:
            if value[0] == b"/ICCBased":
                return {b"1": _GREY, b"3": _RGB}.get(self._components(value[1]), _OTHER)
            return {b"/CalGray": _GREY, b"/CalRGB": _RGB}.get(_name(value[0]), _OTHER)
        return {b"/DeviceGray": _GREY, b"/DeviceRGB": _RGB}.get(_name(value), _OTHER)

    def _components(self, value: Value) -> bytes:
        found = self._entries(value).get(b"/N", b"")
        return found if isinstance(found, bytes) else b""

    def _resources(self, value: Value) -> Value:
        """The resources of a stream without colour spaces of screens, and with our two states."""
        if isinstance(value, Reference):
            if value.number not in self._done:
                self._done.add(value.number)
                changed = self._resources(dict(self._entries(value)))
                self.objects[value.number] = PlainObject(written(changed), None)
            return value
        if not isinstance(value, dict):
            return value
        changed = dict(value)
        spaces = self._entries(changed.pop(b"/ColorSpace", None))
        kept = {name: one for name, one in spaces.items() if self._space(one) is _OTHER}
        if kept:
            changed[b"/ColorSpace"] = kept
        states = dict(self._entries(changed.get(b"/ExtGState")))
        changed[b"/ExtGState"] = {**states, **self._states}
        for state in states.values():
            mask = self._entries(self._entries(state).get(b"/SMask")).get(b"/G")
            if isinstance(mask, Reference):
                self._form(mask.number, _State(None, None, _UNIT))
        for pattern in self._entries(changed.get(b"/Pattern")).values():
            self._pattern(pattern)
        shadings = self._entries(changed.get(b"/Shading"))
        if shadings:
            changed[b"/Shading"] = {
                name: self._shading_of(shading) for name, shading in shadings.items()
            }
        return changed

    def _group(self, about: dict[bytes, Value], space: bytes) -> None:
        group = self._resolved(about.get(b"/Group"))
        if isinstance(group, dict) and b"/S" in group:
            about[b"/Group"] = {**group, b"/CS": space}

    def _pattern(self, value: Value) -> None:
        if not isinstance(value, Reference) or value.number in self._done:
            return
        self._done.add(value.number)
        pattern, found = self._dictionary(value.number), self.objects[value.number]
        if b"/Shading" in pattern:
            pattern[b"/Shading"] = self._shading_of(pattern[b"/Shading"])
            self.objects[value.number] = PlainObject(written(pattern), None)
        elif found.stream is not None:
            state = _State(_Paint(_GREY, (0.0,)), _Paint(_GREY, (0.0,)), _UNIT)
            resources = pattern.get(b"/Resources", {})
            self._rewrite(value.number, pattern, resources, state, in_mask=False)

    def _shading_of(self, value: Value) -> Value:
        """A gradient whose colours are samples of what the palette says."""
        if isinstance(value, Reference):
            if value.number not in self._done:
                self._done.add(value.number)
                changed = self._shading_of(self._dictionary(value.number))
                found = self.objects[value.number]
                if found.stream is not None:
                    raise NotWritable("a gradient along a mesh")
                self.objects[value.number] = PlainObject(written(changed), None)
            return value
        shading = dict(self._entries(value))
        space = self._space(shading.get(b"/ColorSpace"))
        if space is _OTHER or (space is _GREY and shading.get(b"/ColorSpace") == b"/DeviceGray"):
            return shading
        if shading.get(b"/ShadingType") not in (b"2", b"3"):
            raise NotWritable("a gradient that is neither straight nor round")
        try:
            function = function_in(self._function(shading.get(b"/Function")))
        except NoFunction as fault:
            raise NotWritable(f"a gradient: {fault}") from None
        first, last = _numbers(shading.get(b"/Domain"), (0.0, 1.0))
        steps = [first + (last - first) * at / (_SAMPLES - 1) for at in range(_SAMPLES)]
        colours: list[Colour] = [tuple(function(step)) for step in steps]
        shading[b"/ColorSpace"] = self._palette.space
        shading[b"/Function"] = self._sampled(colours, first, last)
        return shading

    def _function(self, value: Value | None) -> Value:
        """A function with all to which it refers in its place; streams with their bytes."""
        if isinstance(value, Reference):
            found, one = self._dictionary(value.number), self.objects[value.number]
            if one.stream is not None:
                found[b"stream"] = _unpacked(one)
            return self._function(found)
        if isinstance(value, dict):
            return {key: self._function(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self._function(one) for one in value]
        return b"" if value is None else value

    def _sampled(self, colours: list[Colour], first: float, last: float) -> Reference:
        """Adds a function of samples (ISO 32000-1, 7.10.2)."""
        components, samples = self._palette.samples(colours)
        data = zlib.compress(samples)
        ranges = b" ".join([b"0 1"] * components)
        head = (
            b"<</FunctionType 0/Domain[%g %g]/Range[%s]/Size[%d]/BitsPerSample 8"
            b"/Filter/FlateDecode/Length %d>>" % (first, last, ranges, len(colours), len(data))
        )
        number = max(self.objects) + 1
        self.objects[number] = PlainObject(head, data)
        return Reference(number)

    # --- pictures and forms ---

    def _shown(self, value: Value | None, state: _State) -> None:
        """Rewrites what `Do` shows: a form or a picture."""
        if not isinstance(value, Reference) or value.number in self._done:
            return
        about = self._entries(value)
        if about.get(b"/Subtype") == b"/Image":
            self._done.add(value.number)
            self._image(value.number, dict(about))
        else:
            self._form(value.number, state)

    def _form(self, number: int, state: _State) -> None:
        if number in self._done:
            return
        self._done.add(number)
        form = self._dictionary(number)
        own = _numbers(form.get(b"/Matrix"), _UNIT)
        state = _State(None, None, _then(own, state.matrix))  # type: ignore[arg-type]
        in_mask = number in self._masks
        self._group(form, b"/DeviceGray" if in_mask else self._palette.space)
        self._rewrite(number, form, form.get(b"/Resources", {}), state, in_mask=in_mask)

    def _stream(self, number: int, resources: Value, state: _State) -> None:
        if number not in self._done:
            self._done.add(number)
            about = self._dictionary(number)
            self._rewrite(number, about, resources, state, in_mask=False, own=False)

    def _rewrite(
        self,
        number: int,
        about: dict[bytes, Value],
        resources: Value,
        state: _State,
        *,
        in_mask: bool,
        own: bool = True,
    ) -> None:
        """Rewrites the operators of a stream; `own` are its resources, else those of a page."""
        content = _unpacked(self.objects[number])
        stream = _Stream(self, self._palette, self._entries(resources), state, in_mask=in_mask)
        data = zlib.compress(stream.rewritten(content), 6)
        if own:
            about[b"/Resources"] = self._resources(resources)
        about.pop(b"/DecodeParms", None)
        about.pop(b"/DL", None)
        about[b"/Filter"], about[b"/Length"] = b"/FlateDecode", b"%d" % len(data)
        self.objects[number] = PlainObject(written(about), data)

    def _image(self, number: int, about: dict[bytes, Value]) -> None:
        """Rewrites a picture; its mask stays grey."""
        if about.get(b"/ImageMask") == b"true":
            return
        space = self._space(about.get(b"/ColorSpace"))
        if space is _OTHER:
            if self._space_name(about.get(b"/ColorSpace")) in (b"/DeviceCMYK",):
                return
            raise NotWritable("a picture in colours that are not known")
        picture = _picture_of(self.objects[number], about, "L" if space is _GREY else "RGB")
        new_space, pixels = self._palette.picture(picture)
        data = zlib.compress(pixels, 6)
        about |= {
            b"/ColorSpace": new_space,
            b"/BitsPerComponent": b"8",
            b"/Filter": b"/FlateDecode",
            b"/Length": b"%d" % len(data),
        }
        about.pop(b"/DecodeParms", None)
        self.objects[number] = PlainObject(written(about), data)

    def _space_name(self, value: Value | None) -> bytes:
        return _name(self._resolved(value))

    def spaces_in(self, resources: Mapping[bytes, Value]) -> dict[bytes, str]:
        """The colour spaces that a stream names."""
        own = self._entries(resources.get(b"/ColorSpace"))
        return {name: self._space(one) for name, one in own.items()}

    def show(self, resources: Mapping[bytes, Value], name: bytes, state: _State) -> None:
        """Rewrites what a stream shows under a name."""
        self._shown(self._entries(resources.get(b"/XObject")).get(name), state)


# Streams

_CONSTRUCTING = frozenset((b"m", b"l", b"c", b"v", b"y", b"h", b"re"))
_FILLING = frozenset((b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"))
_STROKING = frozenset((b"S", b"s", b"B", b"B*", b"b", b"b*"))
_PAINTING = _FILLING | _STROKING | {b"n"}
_SHOWING = frozenset((b"Tj", b"TJ", b"'", b'"'))
_OPERATOR = re.compile(rb"[A-Za-z'\"*][A-Za-z0-9'\"*]*")
_WORDS = frozenset((b"true", b"false", b"null"))
_NUMBERS = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)")
_DEVICE = {
    b"g": (_GREY, False),
    b"G": (_GREY, True),
    b"rg": (_RGB, False),
    b"RG": (_RGB, True),
}


class _Stream:
    """Rewrites the operators of one stream."""

    def __init__(
        self,
        pdf: Recoloured,
        palette: Palette,
        resources: Mapping[bytes, Value],
        state: _State,
        *,
        in_mask: bool,
    ) -> None:
        self._pdf, self._palette, self._resources = pdf, palette, resources
        self._spaces, self._in_mask = pdf.spaces_in(resources), in_mask
        self._state, self._saved = state, list[_State]()
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
            self._put(_Paint(space, tuple(map(float, operands))), of_stroke)
        elif name in (b"k", b"K"):
            self._put(_Paint(_OTHER), name == b"K")
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
            self._state = replace(state, matrix=_then(moved, state.matrix))  # type: ignore[arg-type]
        elif name == b"w":
            self._state = replace(state, width=float(operands[-1]))
        elif name == b"Tr":
            self._state = replace(state, mode=int(operands[-1]))
        elif name == b"Do":
            self._emit_for(Use.AREA, fills=True, strokes=True)
            self._pdf.show(self._resources, operands[-1], self._state)
        elif name == b"sh":
            self._emit_overprint(False)
        self._out.append(raw)

    # --- colours ---

    def _put(self, paint: _Paint, of_stroke: bool) -> None:
        if of_stroke:
            self._state = replace(self._state, stroke=paint, set_stroke=b"")
        else:
            self._state = replace(self._state, fill=paint, set_fill=b"")

    def _set_space(self, name: bytes, of_stroke: bool, raw: bytes) -> None:
        device = {b"/DeviceRGB": _RGB, b"/DeviceGray": _GREY}
        space = self._spaces.get(name, device.get(name, _OTHER))
        if space is _OTHER or self._in_mask:
            self._put(_Paint(_OTHER), of_stroke)
            self._out.append(raw)
        else:
            self._put(_Paint(space, (0.0,) * (1 if space is _GREY else 3)), of_stroke)

    def _set_colour(self, operands: list[bytes], of_stroke: bool, raw: bytes) -> None:
        paint = self._state.stroke if of_stroke else self._state.fill
        if paint is None or paint.space is _OTHER:
            self._out.append(raw)
            return
        self._put(_Paint(paint.space, tuple(map(float, operands))), of_stroke)

    def _emit_for(self, use: Use, *, fills: bool, strokes: bool, at: int = -1) -> None:
        """Writes the colours with which something is painted, where they differ from those set."""
        state, before = self._state, list[bytes]()
        overprints = False
        if fills and state.fill is not None and state.fill.space is not _OTHER:
            operator, overprints = self._palette.operator(state.fill.colour, use, of_stroke=False)
            if operator != state.set_fill:
                before.append(b"\n" + operator)
                state = replace(state, set_fill=operator)
        if strokes and state.stroke is not None and state.stroke.space is not _OTHER:
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
        scale = abs(a * d - b * c) ** 0.5
        if not fills:
            return state.width * scale <= _FINE_LINE_PT
        if state.fill is None or state.fill.space is _OTHER:
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
        corners = [(a * x + c * y, b * x + d * y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))]
        wide = max(x for x, _ in corners) - min(x for x, _ in corners)
        high = max(y for _, y in corners) - min(y for _, y in corners)
        return min(wide, high) <= _SMALL_PT


# Values


def _name(value: Value | None) -> bytes:
    return value if isinstance(value, bytes) else b""


def _numbers(value: Value | None, otherwise: Sequence[float]) -> tuple[float, ...]:
    if isinstance(value, list):
        return tuple(float(one) for one in value if isinstance(one, bytes))
    return tuple(otherwise)


def _then(inner: _Matrix, outer: _Matrix) -> _Matrix:
    """The matrix that applies `inner`, and then `outer` (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        *(a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s),
        *(e * p + f * r + t, e * q + f * s + u),
    )


def _unpacked(found: PlainObject) -> bytes:
    """The bytes of a stream. Raises NotWritable for a compression other than Flate."""
    if found.stream is None:
        raise NotWritable("an object without its stream")
    if b"/Filter" not in found.head:
        return found.stream
    if not re.search(rb"/Filter\s*\[?\s*/FlateDecode", found.head):
        raise NotWritable("a stream in an unknown compression")
    return zlib.decompress(found.stream)


def _picture_of(found: PlainObject, about: Mapping[bytes, Value], mode: str) -> "Image.Image":
    """The pixels of a picture. Raises NotWritable for one that the tool does not make."""
    from PIL import Image  # noqa: PLC0415

    width, height = (int(_name(about.get(key))) for key in (b"/Width", b"/Height"))
    if b"/DCTDecode" in found.head:
        with Image.open(io.BytesIO(found.stream or b"")) as opened:
            return opened.convert(mode)
    if about.get(b"/BitsPerComponent") != b"8" or b"/Decode[" in found.head:
        raise NotWritable("a picture of other than 8 bits")
    rows, components = _unpacked(found), 1 if mode == "L" else 3
    parameters = about.get(b"/DecodeParms")
    if isinstance(parameters, list):
        parameters = parameters[0]
    predictor = parameters.get(b"/Predictor", b"1") if isinstance(parameters, dict) else b"1"
    if predictor == b"1":
        return Image.frombytes(mode, (width, height), rows)
    if _name(predictor) not in (b"10", b"11", b"12", b"13", b"14", b"15"):
        raise NotWritable("a picture with an unknown prediction")
    return _from_png_rows(rows, width, height, mode, components)


def _from_png_rows(
    rows: bytes, width: int, height: int, mode: str, components: int
) -> "Image.Image":
    """A picture from rows with PNG's filters, which a PNG around them has undone (PNG, 6)."""
    import struct  # noqa: PLC0415

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
