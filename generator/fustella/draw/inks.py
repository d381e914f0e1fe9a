"""Has parts of a face printed in special inks: what a template draws in an element with `data-ink`.

All that is painted there is of that ink, whatever its colour, and as dense as it is opaque. So it
gets the colour in which the ink is shown, and becomes a group of its own, whose opacity is how much
the ink covers on screens; the page of the face keeps it apart (`render.walk`). Inks that lie on top
move to the end of the face, since nothing that is drawn later may leave them out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from fustella.core.values.inks import INK, SpecialInk, unknown_ink
from fustella.draw.scene.resolve import SvgFault
from fustella.draw.svg.tree import SVG, href_in, name_of, own_of

_NOT_PAINTED = frozenset(("defs", "symbol", "clipPath", "mask", "pattern", "marker"))
_PAINTS = ("fill", "stroke", "color")
_BLENDING = frozenset(("filter", "mix-blend-mode"))
_OF_AROUND = frozenset(("id", "opacity", INK))
"""What the copy of a group does not repeat, around an ink that has left it."""


def inked(svg: str, inks: Mapping[str, SpecialInk]) -> str:
    """The SVG of a face in which all that is printed in an ink has its colour and its group.

    What cannot be read is returned as it is, and so is an element with an unknown ink.
    """
    if not inks or INK not in svg:
        return svg
    try:
        root = fromstring(svg)
    except (ParseError, UnicodeEncodeError):
        return svg
    on_top = list[Element]()
    _gather(root, (), inks, on_top)
    root.extend(on_top)
    return tostring(root, encoding="unicode")


def _gather(
    element: Element,
    around: Sequence[Element],
    inks: Mapping[str, SpecialInk],
    on_top: list[Element],
) -> None:
    """Puts what is printed in inks into groups; those that lie on top are added to `on_top`."""
    around = (*around, element)
    for at, child in [*enumerate(element)][::-1]:
        ink = inks.get(child.get(INK, ""))
        if name_of(child) in _NOT_PAINTED:
            continue
        if ink is None:
            _gather(child, around, inks, on_top)
            continue
        group = _group_of(child, ink, around)
        if ink.lies_on_top:
            element.remove(child)
            group.tail, child.tail = child.tail, None
            for one in around[:0:-1]:
                outer = Element(one.tag, _around(one))
                outer.append(group)
                group = outer
            on_top.insert(0, group)
        else:
            element[at] = group


def _group_of(element: Element, ink: SpecialInk, around: Sequence[Element]) -> Element:
    """A group with an element that is printed in an ink, in its colour."""
    shown = {INK: ink.id}
    if ink.shown < 1:
        shown["opacity"] = f"{ink.shown:g}"
    inherited = {key: value for one in around for key, value in own_of(one).items()}
    for paint in _PAINTS:
        usual = "none" if paint == "stroke" else ""
        if inherited.get(paint, usual) != "none":
            shown[paint] = ink.colour
    for one in element.iter():
        one.attrib.pop(INK, None)
        own = dict(own_of(one))
        for paint in _PAINTS:
            if own.get(paint, "none") not in ("none", "transparent", "inherit"):
                own[paint] = ink.colour
        one.attrib.clear()
        one.attrib.update(own)
    group = Element(f"{SVG}g", shown)
    group.append(element)
    return group


def _around(element: Element) -> dict[str, str]:
    return {key: value for key, value in own_of(element).items() if key not in _OF_AROUND}


def ink_faults(root: Element, known: Collection[str]) -> Iterator[SvgFault]:
    """Yields the faults of inks in a drawn face: E771 for unknown ones, E773 for what has no form.

    `known` are the ids of the inks of the game.
    """
    named = {element.get("id", ""): element for element in root.iter()}
    yield from _faults(root, known, named, [])


def _faults(
    element: Element, known: Collection[str], named: Mapping[str, Element], around: list[Element]
) -> Iterator[SvgFault]:
    around.append(element)
    for child in element:
        ink = child.get(INK)
        if ink is None:
            yield from _faults(child, known, named, around)
        elif ink not in known:
            yield SvgFault("E771", *unknown_ink(ink, known), child)
        else:
            unprinted = next((one for one in around if name_of(one) in _NOT_PAINTED), None)
            if unprinted is not None:
                message = f"`{INK}` stands in <{name_of(unprinted)}>, which prints nothing itself"
                hint = "write it on what is painted, such as the <use>"
                yield SvgFault("E773", message, hint, child)
            elif what := _formless(child, named, set()) or _blended(around):
                message = f"the ink `{ink}` cannot print {what}"
                hint = "an ink takes shapes, letters and icons: draw the other things outside of it"
                yield SvgFault("E773", message, hint, child)
    around.pop()


def _formless(element: Element, named: Mapping[str, Element], seen: set[Element]) -> str:
    """What an element, or what it repeats, has that no ink can print; "" for nothing."""
    if element in seen:
        return ""
    seen.add(element)
    for one in element.iter():
        if name_of(one) == "image":
            return "a picture"
        if found := _blended([one]):
            return found
        used = named.get(href_in(one.attrib)[1:]) if name_of(one) == "use" else None
        if used is not None and (found := _formless(used, named, seen)):
            return found
    return ""


def _blended(elements: Sequence[Element]) -> str:
    """The name of a filter or a blend mode on one of the elements; "" without one."""
    for element in elements:
        for key, value in own_of(element).items():
            if key in _BLENDING and value not in ("none", "normal"):
                return f"what has a `{key}`"
    return ""
