"""Puts what faces print in special inks on plates: Separations with overprint, in layers.

Pages of faces have a form with the entry `Ink` for each part in a special ink (`draw.render.walk`).
In a file for a press it is drawn on its Separation alone, overprints or replaces the art beneath,
and lies in a layer with its processing step; `Without` and `OneInk` are for pictures of plates.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from fustella.core.files.pdf import PlainObject, PlainPdf, dictionary_of, plain_pdf
from fustella.core.files.pdf_values import ObjectReference, Value, value_in, written
from fustella.core.values.inks import SpecialInk
from fustella.write.plates import OVERPRINTS, layer, plate_name, separation
from fustella.write.press.inks import PressInks, Use
from fustella.write.press.stored import unpacked

_OF_INK = re.compile(rb"/Ink/([a-z0-9-]+)")
_SPACE = re.compile(rb"\[/Separation/([a-z0-9-]+)/DeviceRGB")
_SHOWS = re.compile(rb"(/[^\s/<>\[\]()]+)\s+Do\b")
_KNOCKS_OUT = b"<</Type/ExtGState/OP false/op false>>"


class InkPlates(Protocol):
    """Says what becomes of the parts of a file in special inks, by the ids of these.

    Files have forms in other inks, which no page shows, as faces share resources; nothing becomes
    of them.
    """

    @property
    def inks(self) -> Mapping[str, SpecialInk]:
        """The inks that are known."""

    def space(self, ink: str) -> bytes | None:
        """The colour space in which an ink is drawn; None if it is not drawn at all."""

    def state(self, ink: str) -> bytes:
        """The graphics state in which it is drawn."""

    def layer(self, ink: str) -> bytes | None:
        """The layer in which it lies, if any."""


class FilePlates(Struct, frozen=True):
    """The plates of a file for a press.

    A file of an old standard has no layers.
    """

    inks: Mapping[str, SpecialInk]
    press: PressInks
    layered: bool = True

    def space(self, ink: str) -> bytes:
        own = self.inks[ink]
        colour = tuple(int(own.colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        shown = [part * own.shown for part in self.press.of(colour, Use.AREA)]
        return separation(own.plate, shown)

    def state(self, ink: str) -> bytes:
        return OVERPRINTS if self.inks[ink].overprints else _KNOCKS_OUT

    def layer(self, ink: str) -> bytes | None:
        own = self.inks[ink]
        return layer(own.plate, own.sort) if self.layered else None

    @property
    def left_out(self) -> tuple[tuple[bytes, bytes], ...]:
        """The names, and the colour spaces, of the inks that what is drawn later leaves out."""
        return tuple(
            (plate_name(ink.plate), self.space(ink.id))
            for ink in self.inks.values()
            if not ink.lies_on_top
        )


class Without(Struct, frozen=True):
    """No plates: what an ink overprints is seen, and what it replaces is white."""

    inks: Mapping[str, SpecialInk]

    def space(self, ink: str) -> bytes | None:
        return None if self.inks[ink].overprints else _flat(1)

    def state(self, ink: str) -> bytes:  # noqa: ARG002
        return _KNOCKS_OUT

    def layer(self, ink: str) -> bytes | None:  # noqa: ARG002
        return None


class OneInk(Struct, frozen=True):
    """One ink as a grey, and the others as `Without` has them."""

    inks: Mapping[str, SpecialInk]
    shown: str
    grey: int

    def space(self, ink: str) -> bytes | None:
        return _flat(self.grey) if ink == self.shown else Without(self.inks).space(ink)

    def state(self, ink: str) -> bytes:  # noqa: ARG002
        return _KNOCKS_OUT

    def layer(self, ink: str) -> bytes | None:  # noqa: ARG002
        return None


def _flat(grey: int) -> bytes:
    """A colour space whose every shade is one grey, 0 or 1."""
    return b"[/Indexed/DeviceGray 1<%s>]" % (b"FFFF" if grey else b"0000")


def inks_of_pages(source: PlainPdf) -> list[frozenset[str]]:
    """The ids of the special inks in which something is printed on each page."""
    return [_inks_shown(source, page) for page in source.pages]


def _inks_shown(source: PlainPdf, page: int) -> frozenset[str]:
    """The special inks on a page: of the forms that its operators show, and those within them."""
    about = value_in(source.object(page).head)
    assert isinstance(about, dict)
    contents = about.get(b"/Contents")
    waiting = list[tuple[int, Value | None]]()
    if isinstance(contents, ObjectReference):
        waiting.append((contents.number, about.get(b"/Resources")))
    seen, found = set[int](), set[str]()
    while waiting:
        number, resources = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        one = source.object(number)
        if one.stream is None or b"/Subtype/Image" in one.head:
            continue
        found |= {name.decode() for name in _OF_INK.findall(one.head)}
        forms = dictionary_of(
            source.object, dictionary_of(source.object, resources).get(b"/XObject")
        )
        for name in _SHOWS.findall(unpacked(one)):
            if isinstance(form := forms.get(name), ObjectReference):
                inner = dictionary_of(source.object, form).get(b"/Resources", resources)
                waiting.append((form.number, inner))
    return frozenset(found)


def on_plates(pdf: bytes, plates: InkPlates) -> bytes:
    """A file in which the parts in special inks are drawn as `plates` says; others are the same."""
    if b"/Ink/" not in pdf:
        return pdf
    source = PlainPdf(pdf)
    objects = {number: source.object(number) for number in source.numbers_in_use}
    forms, spaces = list[tuple[int, str]](), list[tuple[int, str]]()
    for number, found in objects.items():
        if named := _OF_INK.search(found.head):
            forms.append((number, named[1].decode()))
        elif named := _SPACE.match(found.head):
            spaces.append((number, named[1].decode()))
    for number, ink in spaces:
        space = plates.space(ink) if ink in plates.inks else None
        objects[number] = PlainObject(space or _flat(1), None)
    made = dict[bytes, int]()

    def added(text: bytes) -> ObjectReference:
        if text not in made:
            made[text] = max(objects) + 1
            objects[made[text]] = PlainObject(text, None)
        return ObjectReference(made[text])

    layers = dict[str, ObjectReference]()
    for number, ink in forms:
        if ink not in plates.inks:
            head = b"<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 1>>"
            objects[number] = PlainObject(head, b"\n")
            continue
        _draw_on(objects, number, ink, plates, added, layers)
    if layers:
        _list_layers(objects, source.root, [layers[ink] for ink in sorted(layers)])
    return plain_pdf(objects, source.root)


def _draw_on(
    objects: dict[int, PlainObject],
    number: int,
    ink: str,
    plates: InkPlates,
    added: Callable[[bytes], ObjectReference],
    layers: dict[str, ObjectReference],
) -> None:
    """Has the form of a part in a special ink draw on its plate."""
    form = value_in(objects[number].head)
    assert isinstance(form, dict)
    resources = dictionary_of(objects.__getitem__, form[b"/Resources"])
    (inner,) = dictionary_of(objects.__getitem__, resources[b"/XObject"]).items()
    name, content = inner
    assert isinstance(content, ObjectReference)
    about = value_in(objects[content.number].head)
    assert isinstance(about, dict)
    if about.pop(b"/Group", None) is not None:  # how it is shown on screens, as a sheen
        objects[content.number] = PlainObject(written(about), objects[content.number].stream)
    state = added(plates.state(ink))
    own: dict[bytes, Value] = {b"/XObject": {name: content}, b"/ExtGState": {b"/Special": state}}
    draw = b"/Special gs\n%s Do\n" % name
    if (text := plates.layer(ink)) is not None:
        layers[ink] = added(text)
        own[b"/Properties"] = {b"/Layer": layers[ink]}
        draw = b"/OC /Layer BDC\n%sEMC\n" % draw
    if plates.space(ink) is None:
        own, draw = {}, b"\n"
    kept = {key: form[key] for key in (b"/Type", b"/Subtype", b"/BBox")}
    head = written({**kept, b"/Resources": own, b"/Length": b"%d" % len(draw)})
    objects[number] = PlainObject(head, draw)


def _list_layers(
    objects: dict[int, PlainObject], root: int, layers: Sequence[ObjectReference]
) -> None:
    """Adds layers to those of the catalog (ISO 32000-1, 8.11.4), as PDF/X-4 asks for."""
    catalog = value_in(objects[root].head)
    assert isinstance(catalog, dict)
    known = catalog.get(b"/OCProperties")
    before: list[Value] = []
    if known is not None:
        listed = dictionary_of(objects.__getitem__, known)[b"/OCGs"]
        assert isinstance(listed, list)
        before = listed
    every: list[Value] = [*before, *layers]
    default: Value = {b"/Name": b"(Plates)", b"/BaseState": b"/ON", b"/Order": every}
    catalog[b"/OCProperties"] = {b"/OCGs": every, b"/D": default}
    objects[root] = PlainObject(written(catalog), None)
