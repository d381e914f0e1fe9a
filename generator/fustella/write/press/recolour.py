"""Rewrites the colours of a finished PDF, operator by operator, for a press or for one plate.

The files of the tool have colours of screens: operators, gradients, groups and pictures in red,
green and blue, or in greys. Each becomes what a `Palette` says. Nothing else is changed: outlines,
letters and fonts stay as they are, and so do Separations, patterns and masks.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fustella.core.files.pdf import PlainObject, PlainPdf
from fustella.core.files.pdf_values import NoValue, ObjectReference, Value, value_in, written
from fustella.write.press.functions import NoFunction, function_in
from fustella.write.press.inks import Colour
from fustella.write.press.operators import (
    GREY,
    OTHER,
    RGB,
    UNIT,
    Paint,
    Palette,
    State,
    Stream,
    then,
)
from fustella.write.press.stored import NotWritable, name_of, picture_of, unpacked

_SAMPLES = 65
"""The samples of a gradient: between two of them no eye sees a difference."""


class Recoloured:
    """A PDF whose colours are rewritten, page by page, in its `objects` by number.

    Pages share forms and resources. What cannot be rewritten is remembered, so that every page that
    shows it is refused, and not the first one alone.
    """

    def __init__(self, source: PlainPdf, palette: Palette) -> None:
        self._source, self._palette = source, palette
        self.objects = {number: source.object(number) for number in source.numbers_in_use}
        self._spaces: dict[int, str] = {}
        self._done: set[int] = set()
        self._refused: dict[int, str] = {}
        self._values: dict[int, Value] = {}
        first = max(self.objects) + 1
        self._states = {b"/Kn": ObjectReference(first), b"/Ko": ObjectReference(first + 1)}
        for number, state in zip((first, first + 1), palette.states, strict=True):
            self.objects[number] = PlainObject(state, None)
        self._black: dict[bytes, Value] = {}
        if palette.black is not None:
            space, function = palette.black
            self.objects[first + 2] = function
            named = space.replace(b"@", b"%d 0 R" % (first + 2))
            self.objects[first + 3] = PlainObject(named, None)
            self._black = {b"/Kx": ObjectReference(first + 3)}
        self._masks = self._forms_of_masks()

    def page(self, number: int) -> None:
        """Rewrites a page and all that it shows. Raises NotWritable."""
        page = self._dictionary(number)
        resources = page.get(b"/Resources", {})
        contents = page.get(b"/Contents")
        state = State(Paint(GREY, (0.0,)), Paint(GREY, (0.0,)), UNIT)
        if isinstance(contents, ObjectReference):
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

    @contextmanager
    def _rewriting(self, number: int) -> Iterator[bool]:
        """Whether an object is still to be rewritten. Raises NotWritable if it was refused."""
        if number in self._refused:
            raise NotWritable(self._refused[number])
        is_new = number not in self._done
        self._done.add(number)
        try:
            yield is_new
        except NotWritable as fault:
            self._refused[number] = str(fault)
            raise

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
        if isinstance(value, ObjectReference):
            return self._value(value.number)
        return {} if value is None else value

    def _entries(self, value: Value | None) -> dict[bytes, Value]:
        found = self._resolved(value)
        return found if isinstance(found, dict) else {}

    def _forms_of_masks(self) -> frozenset[int]:
        """The numbers of the forms that masks are made of: their colours are opacities."""
        waiting, found = list[int](), set[int]()
        for one in self.objects.values():
            if b"/Luminosity" in one.head:
                waiting += [int(form) for form in re.findall(rb"/G (\d+) 0 R", one.head)]
        while waiting:
            form = waiting.pop()
            if form not in found:
                found.add(form)
                inside = self._entries(self._entries(ObjectReference(form)).get(b"/Resources"))
                forms = self._entries(inside.get(b"/XObject")).values()
                waiting += [one.number for one in forms if isinstance(one, ObjectReference)]
        return frozenset(found)

    def _space(self, value: Value | None) -> str:
        """Whether a colour space is grey, of red, green and blue, or another one."""
        if isinstance(value, ObjectReference):
            if value.number not in self._spaces:
                self._spaces[value.number] = self._space(self._value(value.number))
            return self._spaces[value.number]
        if isinstance(value, list) and value:
            if value[0] == b"/ICCBased":
                return {b"1": GREY, b"3": RGB}.get(self._components(value[1]), OTHER)
            return {b"/CalGray": GREY, b"/CalRGB": RGB}.get(name_of(value[0]), OTHER)
        return {b"/DeviceGray": GREY, b"/DeviceRGB": RGB}.get(name_of(value), OTHER)

    def _components(self, value: Value) -> bytes:
        found = self._entries(value).get(b"/N", b"")
        return found if isinstance(found, bytes) else b""

    def _resources(self, value: Value) -> Value:
        """The resources of a stream without colour spaces of screens, and with our two states."""
        if isinstance(value, ObjectReference):
            with self._rewriting(value.number) as is_new:
                if is_new:
                    changed = self._resources(dict(self._entries(value)))
                    self.objects[value.number] = PlainObject(written(changed), None)
            return value
        if not isinstance(value, dict):
            return value
        changed = dict(value)
        spaces = self._entries(changed.pop(b"/ColorSpace", None))
        kept = {name: one for name, one in spaces.items() if self._space(one) is OTHER}
        if kept or self._black:
            changed[b"/ColorSpace"] = {**kept, **self._black}
        states = dict(self._entries(changed.get(b"/ExtGState")))
        changed[b"/ExtGState"] = {**states, **self._states}
        for state in states.values():
            mask = self._entries(self._entries(state).get(b"/SMask")).get(b"/G")
            if isinstance(mask, ObjectReference):
                self._form(mask.number, State(None, None, UNIT))
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
        if isinstance(value, ObjectReference):
            with self._rewriting(value.number) as is_new:
                if is_new:
                    self._new_pattern(value)

    def _new_pattern(self, value: ObjectReference) -> None:
        pattern, found = self._dictionary(value.number), self.objects[value.number]
        if b"/Shading" in pattern:
            pattern[b"/Shading"] = self._shading_of(pattern[b"/Shading"])
            self.objects[value.number] = PlainObject(written(pattern), None)
        elif found.stream is not None:
            state = State(Paint(GREY, (0.0,)), Paint(GREY, (0.0,)), UNIT)
            resources = pattern.get(b"/Resources", {})
            self._rewrite(value.number, pattern, resources, state, in_mask=False)

    def _shading_of(self, value: Value) -> Value:
        """A gradient whose colours are samples of what the palette says."""
        if isinstance(value, ObjectReference):
            with self._rewriting(value.number) as is_new:
                if is_new:
                    if self.objects[value.number].stream is not None:
                        raise NotWritable("a gradient along a mesh")
                    changed = self._shading_of(self._dictionary(value.number))
                    self.objects[value.number] = PlainObject(written(changed), None)
            return value
        shading = dict(self._entries(value))
        space = self._space(shading.get(b"/ColorSpace"))
        if space is OTHER or (space is GREY and shading.get(b"/ColorSpace") == b"/DeviceGray"):
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
        if isinstance(value, ObjectReference):
            found, one = self._dictionary(value.number), self.objects[value.number]
            if one.stream is not None:
                found[b"stream"] = unpacked(one)
            return self._function(found)
        if isinstance(value, dict):
            return {key: self._function(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self._function(one) for one in value]
        return b"" if value is None else value

    def _sampled(self, colours: list[Colour], first: float, last: float) -> ObjectReference:
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
        return ObjectReference(number)

    # --- pictures and forms ---

    def _shown(self, value: Value | None, state: State) -> None:
        """Rewrites what `Do` shows: a form or a picture."""
        if not isinstance(value, ObjectReference):
            return
        about = self._entries(value)
        if about.get(b"/Subtype") == b"/Image":
            with self._rewriting(value.number) as is_new:
                if is_new:
                    self._image(value.number, dict(about))
        else:
            self._form(value.number, state)

    def _form(self, number: int, state: State) -> None:
        with self._rewriting(number) as is_new:
            if is_new:
                self._new_form(number, state)

    def _new_form(self, number: int, state: State) -> None:
        form = self._dictionary(number)
        own = _numbers(form.get(b"/Matrix"), UNIT)
        state = State(None, None, then(own, state.matrix))  # type: ignore[arg-type]
        in_mask = number in self._masks
        self._group(form, b"/DeviceGray" if in_mask else self._palette.space)
        self._rewrite(number, form, form.get(b"/Resources", {}), state, in_mask=in_mask)

    def _stream(self, number: int, resources: Value, state: State) -> None:
        with self._rewriting(number) as is_new:
            if is_new:
                about = self._dictionary(number)
                self._rewrite(number, about, resources, state, in_mask=False, own=False)

    def _rewrite(
        self,
        number: int,
        about: dict[bytes, Value],
        resources: Value,
        state: State,
        *,
        in_mask: bool,
        own: bool = True,
    ) -> None:
        """Rewrites the operators of a stream; `own` are its resources, else those of a page."""
        content = unpacked(self.objects[number])
        named = self._entries(resources)
        spaces = {
            name: self._space(one) for name, one in self._entries(named.get(b"/ColorSpace")).items()
        }

        def show(name: bytes, state: State) -> None:
            self._shown(self._entries(named.get(b"/XObject")).get(name), state)

        stream = Stream(self._palette, spaces, state, show, in_mask=in_mask)
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
        if space is OTHER:
            if name_of(self._resolved(about.get(b"/ColorSpace"))) == b"/DeviceCMYK":
                return
            raise NotWritable("a picture in colours that are not known")
        picture = picture_of(self.objects[number], about, "L" if space is GREY else "RGB")
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


def _numbers(value: Value | None, otherwise: Sequence[float]) -> tuple[float, ...]:
    if isinstance(value, list):
        return tuple(float(one) for one in value if isinstance(one, bytes))
    return tuple(otherwise)
