"""Our own icons: SVG files of any size, fitted into a grid of 24 by 24.

`currentColor` stands for the colour that a template gives; parts in other colours keep them. Where
nothing is of `currentColor` and all is black, on white or on nothing, black stands for it. Ids are
renamed at each use, because a face may show the same icon twice.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from fustella.core import limits
from fustella.core.problems import Place
from fustella.core.reading import read_bytes, unread
from fustella.draw.svg.clean import clean_svg
from fustella.draw.svg.source import FaultySvg, read_source
from fustella.draw.svg.transforms import matrix_text
from fustella.draw.svg.tree import SVG, Matrix, name_of

GRID = 24.0
"""Side of the square on which every icon is drawn."""

_DEPTH = len(("templates", "_shared", "icons", "name.svg"))
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_OF_THE_DOCUMENT = {"viewBox", "width", "height", "version", "x", "y", "baseProfile"}
_URL = re.compile(r"""url\(\s*['"]?#([^'")\s]+)['"]?\s*\)""")
_VIEW_BOX = re.compile(r"\s*(?:0(?:\.0+)?[\s,]+){2}24(?:\.0+)?[\s,]+24(?:\.0+)?\s*")

_PLAIN = frozenset(
    (
        *("svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line"),
        *("polyline", "polygon", "linearGradient", "radialGradient", "stop", "clipPath", "mask"),
        *("use", "metadata", "pattern"),
    )
)
_UNPLAIN = frozenset(("style", "filter", "vector-effect", "pathLength", "transform-origin"))

_UNIQUE = "\x00"
"""The place in an icon's template for the prefix of an id, which differs for each use."""


class FaultyIcon(ValueError):
    """A file is not an icon; the message says why.

    `file` is its path from the folder that holds `templates/`, as designers know it.
    """

    def __init__(self, file: Path, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.file = "/".join(file.parts[-_DEPTH:])
        self.hint = hint


@dataclass(frozen=True, slots=True)
class OwnArt:
    """The content of an icon's file, ready to be coloured."""

    template: str

    def markup(self, colour: str, unique: str) -> str:
        """The SVG in a colour, its ids beginning with `unique`."""
        return self.template.replace("currentColor", colour).replace(_UNIQUE, unique)


def read_own_icon(file: Path, root: Path | None = None) -> OwnArt:
    """Read an icon that lies in the project's folder `root`.

    Raises FaultyIcon when it is no SVG, or cannot be read or printed.
    """
    try:
        return _drawn(read_bytes(file, root, limits.SVG_BYTES))
    except OSError as error:
        problem = unread(error, Place(file.name))
        raise FaultyIcon(file, problem.message, problem.hint) from None
    except FaultySvg as fault:
        raise FaultyIcon(file, fault.message, fault.hint) from None


def _drawn(data: bytes) -> OwnArt:
    root = _on_grid(data)
    names = {element.get("id", "") for element in root.iter()} - {""}
    _strip(root)
    group = ElementTree.Element("g", {k: v for k, v in root.items() if k not in _OF_THE_DOCUMENT})
    group.extend(root)
    for element in group.iter():
        _rename_ids(element, names)
    return OwnArt(ElementTree.tostring(group, encoding="unicode"))


def _on_grid(data: bytes) -> Element:
    """The root of an icon on the grid; one that is drawn so, and plainly, stays as it is."""
    root = read_source(data).root
    plain = _VIEW_BOX.fullmatch(root.get("viewBox", "")) and all(
        name_of(element) in _PLAIN for element in root.iter() if element.tag.startswith(SVG)
    )
    if plain and not any(key in _UNPLAIN for element in root.iter() for key in element.attrib):
        return root
    clean = clean_svg(data, {}, lambda href: href if href.startswith("data:") else None)
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
    return made


def _colour(group: Element) -> None:
    """Let black be the template's colour where the icon has no other and does not say itself."""
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
    """Remove elements and attributes of other namespaces, SVG's namespace, and white space."""
    parent.tag = parent.tag.removeprefix(SVG)
    parent.text = (parent.text or "").strip()
    if _XLINK_HREF in parent.attrib:
        parent.set("href", parent.attrib.pop(_XLINK_HREF))
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
