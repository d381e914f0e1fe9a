"""Reads own icons of games: SVG files of any size, fitted into a grid of 24 by 24.

`currentColor` stands for the colour that a template gives; parts in other colours keep them. In an
icon without `currentColor` that is all black, on white or on nothing, black stands for that colour.
Ids are renamed at each use, because a face may show the same icon twice.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from msgspec import Struct

from fustella.core.files.reading import fails, problem_of_unread, read_bytes
from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.draw.svg.attributes import GEOMETRY, needs_cleaning, wrong_with
from fustella.draw.svg.boxes import bounds_of, has_dots
from fustella.draw.svg.references import References
from fustella.draw.svg.source import FaultySvg, read_source
from fustella.draw.svg.transforms import matrix_text, number_text
from fustella.draw.svg.tree import HREFS, SVG, Matrix, attributes_of, name_of

GRID = 24.0
"""The side of the square on which every icon is drawn."""

_DEPTH = len(("templates", "_shared", "icons", "name.svg"))
_OF_THE_DOCUMENT = {"viewBox", "width", "height", "version", "x", "y", "baseProfile"}
_URL = regex(r"""url\(\s*['"]?#([^'")\s]+)['"]?\s*\)""")
_VIEW_BOX = re.compile(r"\s*(?:0(?:\.0+)?[\s,]+){2}24(?:\.0+)?[\s,]+24(?:\.0+)?\s*")

_PLAIN = frozenset(
    (
        *("svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line"),
        *("polyline", "polygon", "linearGradient", "radialGradient", "stop", "clipPath", "mask"),
        *("use", "metadata", "pattern"),
    )
)
_UNPLAIN = frozenset(("style", "filter", "vector-effect", "pathLength", "transform-origin"))

_LINE = "data-line"

_SLACK = 0.3
"""A shape that reaches out of the view by up to this many units of the view is not clipped."""

_UNIQUE = "\x00"
"""The character in an icon's SVG that stands for the prefix of ids, which differs for each use."""


class IconFault(Struct, frozen=True):
    """A fault in the file of an icon; `line` is 0 where it is at no line."""

    message: str
    hint: str
    line: int


_FAULTY = "E205"


class FaultyIcon(ValueError):
    """Raised for the file of an icon that is no icon, or cannot be read; `faults` say why.

    `code` is E100 for a file that cannot be read. `file` is the path from the folder that holds
    `templates/`, as designers know it.
    """

    def __init__(self, file: Path, faults: Sequence[IconFault], code: str = _FAULTY) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.file = "/".join(file.parts[-_DEPTH:])
        self.faults, self.code = tuple(dict.fromkeys(faults)), code


class OwnArt(Struct, frozen=True):
    """The content of an icon's file, ready to be coloured."""

    template: str

    def markup(self, colour: str, unique: str) -> str:
        """The SVG in a colour, its ids beginning with `unique`."""
        return self.template.replace("currentColor", colour).replace(_UNIQUE, unique)


def read_own_icon(file: Path, root: Path | None = None) -> OwnArt:
    """Reads the icon in a file of the project's folder `root`.

    Raises FaultyIcon for a file that is no SVG, or cannot be read or printed.
    """
    try:
        drawn = _on_grid(read_bytes(file, root, limits.SVG_BYTES))
    except OSError as error:
        code, message, hint = problem_of_unread(error)
        faults = [IconFault(message, hint, 0)]
        raise FaultyIcon(file, faults, code if fails(error) else _FAULTY) from None
    except FaultySvg as fault:
        raise FaultyIcon(file, [IconFault(fault.message, fault.hint, fault.line)]) from None
    if faults := list(_faults(drawn)):
        raise FaultyIcon(file, faults)
    names = {element.get("id", "") for element in drawn.iter()} - {""}
    _strip(drawn)
    group = ElementTree.Element("g", {k: v for k, v in drawn.items() if k not in _OF_THE_DOCUMENT})
    group.extend(drawn)
    for element in group.iter():
        _rename_ids(element, names)
    return OwnArt(ElementTree.tostring(group, encoding="unicode"))


def _on_grid(data: bytes) -> Element:
    """The root of an icon, scaled to the grid; a plain icon on the grid stays as it is.

    The elements carry the numbers of their lines in the file.
    """
    source = read_source(data)
    root = source.root
    if _VIEW_BOX.fullmatch(root.get("viewBox", "")) and _is_plain(root):
        box = (0.0, 0.0, GRID, GRID)
        for element in root.iter():
            element.set(_LINE, str(source.lines.get(element, 0)))
        return root if _is_inside(root, box) else _clipped(root, box)
    from fustella.draw.svg.clean import clean_svg  # noqa: PLC0415  (most are drawn plainly)

    clean = clean_svg(data, {}, lambda href: href if href.startswith("data:") else None, _LINE)
    drawn = ElementTree.fromstring(clean.svg)
    scale = GRID / max(clean.width, clean.height)
    x, y = (GRID - clean.width * scale) / 2, (GRID - clean.height * scale) / 2
    made = Element(f"{SVG}svg")
    moves = matrix_text(Matrix(scale, 0, 0, scale, x, y))
    group = SubElement(made, f"{SVG}g", {**drawn.attrib, "transform": moves})
    for name in ("width", "height", "viewBox"):
        group.attrib.pop(name, None)
    group.extend(drawn)
    _colour(group)
    box = (0.0, 0.0, clean.width, clean.height)
    return made if _is_inside(drawn, box) else _clipped(made, (x, y, GRID - 2 * x, GRID - 2 * y))


def _is_plain(root: Element) -> bool:
    """Whether typst prints an icon correctly without cleaning, wherever the icon is placed."""
    capped = any("stroke-linecap" in element.attrib for element in root.iter())
    for element in root.iter():
        if not element.tag.startswith(SVG):
            continue
        if name_of(element) not in _PLAIN or not _UNPLAIN.isdisjoint(element.attrib):
            return False
        for key, value in element.items():
            if needs_cleaning(key, value, name_of(element)) or (
                value.endswith("%") and key in GEOMETRY
            ):
                return False  # a percentage would be one of the face
        if capped and has_dots(name_of(element), element.attrib):
            return False
    return True


def _is_inside(root: Element, box: tuple[float, float, float, float]) -> bool:
    """Whether the shapes of an icon lie in its view; half of a stroke's width may lie beyond it."""
    if any(name_of(element) in {"use", "text", "image"} for element in root.iter()):
        return False
    bounds = bounds_of(root)
    if bounds is None:
        return True
    left, top, width, height = box
    right, bottom = left + width + _SLACK, top + height + _SLACK
    return (
        left - _SLACK <= bounds[0] <= bounds[2] <= right
        and top - _SLACK <= bounds[1] <= bounds[3] <= bottom
    )


def _clipped(root: Element, box: tuple[float, float, float, float]) -> Element:
    """An icon clipped to its view, as browsers show it."""
    taken = {element.get("id") for element in root.iter()}
    name = next(one for number in count() if (one := f"view{number}") not in taken)
    sides = dict(zip(("x", "y", "width", "height"), map(number_text, box), strict=True))
    made = Element(root.tag, root.attrib)
    SubElement(SubElement(made, f"{SVG}clipPath", {"id": name}), f"{SVG}rect", sides)
    SubElement(made, f"{SVG}g", {"clip-path": f"url(#{name})"}).extend(root)
    return made


def _faults(root: Element) -> Iterator[IconFault]:
    """Yields the faults that keep an icon from being printed; removes its marks of lines."""
    references, line = References(root), 0
    for element in root.iter():
        line = int(element.attrib.pop(_LINE, line))
        if not element.tag.startswith(SVG):
            continue
        name = name_of(element)
        skipped = _OF_THE_DOCUMENT if element is root else ()
        wrong = [
            found
            for key, value in attributes_of(element)
            if key not in skipped and (found := wrong_with(key, value, name))
        ]
        for _, message, hint in (*wrong, *references.wrong(element)):
            yield IconFault(message, hint, line)


def _colour(group: Element) -> None:
    """Replaces black by the template's colour in an icon of only black and white.

    In an icon with `currentColor`, the template's colour replaces that instead.
    """
    paints = [
        (element, key, value)
        for element in group.iter()
        for key, value in element.items()
        if key in {"fill", "stroke", "stop-color", "color"} and value != "none"
    ]
    if any(value == "currentColor" for *_, value in paints):
        group.set("fill", group.get("fill", "#000000"))
        return
    if {value for *_, value in paints} <= {"#000000", "#ffffff"}:
        for element, key, value in paints:
            if value == "#000000":
                element.set(key, "currentColor")
        group.set("fill", group.get("fill", "currentColor"))
    else:
        group.set("fill", group.get("fill", "#000000"))


def _strip(parent: ElementTree.Element) -> None:
    """Removes elements and attributes of other namespaces, the prefixes of SVG, and white space."""
    parent.tag = parent.tag.removeprefix(SVG)
    parent.text = (parent.text or "").strip()
    if HREFS[1] in parent.attrib:
        parent.attrib.setdefault("href", parent.attrib.pop(HREFS[1]))
    for name in [name for name in parent.attrib if name.startswith("{")]:
        del parent.attrib[name]
    for child in list(parent):
        if isinstance(child.tag, str) and child.tag.startswith(SVG):
            child.tail = None
            _strip(child)
        else:
            parent.remove(child)


def _rename_ids(element: ElementTree.Element, names: set[str]) -> None:
    for key, value in list(element.items()):
        if key == "id":
            element.set(key, _UNIQUE + value)
        elif key == "href" and value[1:] in names:
            element.set(key, f"#{_UNIQUE}{value[1:]}")
        elif "url(" in value:
            element.set(key, _URL.sub(rf"url(#{_UNIQUE}\1)", value))
