"""Lists the pictures on a finished face, and how large they are printed."""

from collections.abc import Iterator, Mapping
from math import hypot
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from fustella.core.files.pictures import PictureFile
from fustella.core.values.model import PICTURE, PictureUse
from fustella.core.values.themes import Theme
from fustella.draw.scene.marks import MISSING
from fustella.draw.svg.tree import IDENTITY, Matrix, name_of, number_in, own_of, parse_transform


def pictures_on(svg: str, files: Mapping[str, PictureFile]) -> tuple[PictureUse, ...]:
    """The pictures on a face, each once, at its largest; `files` are files by digest.

    A missing picture has the digest "". A picture in a `<symbol>` counts as large as it is drawn
    there.
    """
    if PICTURE not in svg and MISSING not in svg:
        return ()
    largest: dict[tuple[PictureFile, Theme], PictureUse] = {}
    for use in _uses(ElementTree.fromstring(svg), IDENTITY, files):
        key = use.file, use.theme
        known = largest.get(key)
        if known is not None:
            width_mm = max(use.width_mm, known.width_mm)
            height_mm = max(use.height_mm, known.height_mm)
            use = PictureUse(use.file, use.theme, width_mm, height_mm)  # noqa: PLW2901
        largest[key] = use
    return tuple(largest.values())


def _uses(
    element: Element, outer: Matrix, files: Mapping[str, PictureFile]
) -> Iterator[PictureUse]:
    m = outer.then(parse_transform(own_of(element).get("transform", "")))
    href, missing = element.get("href", ""), element.get(MISSING)
    if missing is not None or (name_of(element) == "image" and href.startswith(PICTURE)):
        digest, _, theme = href.removeprefix(PICTURE).partition(".")
        file = PictureFile(missing, Path(), "") if missing is not None else files[digest]
        width, height = (number_in(element.get(side), 0.0) for side in ("width", "height"))
        width_mm, height_mm = width * hypot(m.a, m.b), height * hypot(m.c, m.d)
        yield PictureUse(file, Theme(theme or Theme.FULL), width_mm, height_mm)
    for child in element:
        yield from _uses(child, m, files)
