"""Our own icons: SVG files on a grid of 24 by 24.

`currentColor` stands for the colour that a template gives; parts in other colours keep them. Ids
are renamed at each use, because a face may show the same icon twice.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from fustella.draw.svg.tree import SVG

GRID = 24.0
"""Side of the square on which every icon is drawn."""

_DEPTH = len(("templates", "_shared", "icons", "name.svg"))
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_OF_THE_DOCUMENT = {"viewBox", "width", "height", "version", "x", "y", "baseProfile"}
_URL = re.compile(r"""url\(\s*['"]?#([^'")\s]+)['"]?\s*\)""")
_VIEW_BOX = re.compile(r"\s*(?:0(?:\.0+)?[\s,]+){2}24(?:\.0+)?[\s,]+24(?:\.0+)?\s*")

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


def read_own_icon(file: Path) -> OwnArt:
    """Read an icon. Raises FaultyIcon when it is not SVG on a 24 x 24 grid."""
    try:
        root = ElementTree.fromstring(file.read_bytes())
    except ElementTree.ParseError as fault:
        hint = "look for a tag that is not closed, or draw the icon anew"
        raise FaultyIcon(file, f"not XML: {fault}", hint) from None
    if root.tag != f"{SVG}svg" or not _VIEW_BOX.fullmatch(root.get("viewBox", "")):
        message = 'an icon is an <svg> with viewBox="0 0 24 24"'
        raise FaultyIcon(file, message, "draw it on that grid")
    if root.find(f".//{SVG}style") is not None:
        hint = "write the properties as attributes: a style sheet would reach the whole face"
        raise FaultyIcon(file, "has a <style>", hint)
    names = {element.get("id", "") for element in root.iter()} - {""}
    _strip(root)
    group = ElementTree.Element("g", {k: v for k, v in root.items() if k not in _OF_THE_DOCUMENT})
    group.extend(root)
    for element in group.iter():
        _rename_ids(element, names)
    return OwnArt(ElementTree.tostring(group, encoding="unicode"))


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
