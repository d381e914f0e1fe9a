"""Describes, without a picture, what a face shows: its placed texts and marks, its drawing.

Accepted faces are stored in this form, so that a later change can be described.
"""

import hashlib
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from fustella.core.geometry.shapes import Point
from fustella.core.values.model import Shown, ShownSort
from fustella.core.values.problems import Place
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.scene.marks import CODE, ICON, LINE, MARKS, MISSING, PICTURE, Origins
from fustella.draw.scene.model import Group, Node, Text
from fustella.draw.svg.tree import IDENTITY, SVG, Matrix, number_in

_SET_ANEW = frozenset(("x", "y", "dx", "dy", "font-size", "transform", "textLength", *MARKS))
"""Attributes of texts that depend on other texts, such as the size that all texts of a kind get."""

_OF_SORT = {ICON: ShownSort.ICON, PICTURE: ShownSort.PICTURE, MISSING: ShownSort.PICTURE}


def shown_on(drawn: DrawnTexts, origins: Origins, code: str) -> tuple[Shown, ...]:
    """All visible things on a face in drawing order, and last a digest of its drawing.

    The letters of the version code are left out, because they change with every edit.
    """
    seen = [*_seen_in(drawn.scene.root, IDENTITY, origins, code)]
    total = hashlib.sha256()
    for part in _drawing_in(drawn.scene.element, in_text=False):
        total.update(part.encode(errors="surrogatepass"))
    return (*seen, Shown(ShownSort.DRAWING, total.hexdigest()[:16]))


def _seen_in(node: Node, outer: Matrix, origins: Origins, code: str) -> Iterator[Shown]:
    matrix = outer if node.matrix is IDENTITY else outer.then(node.matrix)
    if CODE in node.own:
        return
    if isinstance(node, Text):
        words = " ".join(node.all_letters.split())
        if words and words != code:
            first = {**node.spans[0].own, **node.own} if node.spans else node.own
            origin = origins.origin_of(node.own.get(LINE))
            where = origin.place if origin else None
            yield _at(matrix, first, ShownSort.TEXT, words, origin.field if origin else "", where)
        return
    for mark, sort in _OF_SORT.items():
        if mark in node.own:
            yield _at(matrix, node.own, sort, node.own[mark])
    if isinstance(node, Group):
        for child in node.children:
            yield from _seen_in(child, matrix, origins, code)


def _at(
    matrix: Matrix,
    own: Mapping[str, str],
    sort: ShownSort,
    words: str,
    field: str = "",
    place: Place | None = None,
) -> Shown:
    at = matrix.of(Point(number_in(own.get("x"), 0.0), number_in(own.get("y"), 0.0)))
    return Shown(sort, words, round(at.x_mm, 1), round(at.y_mm, 1), field, place)


def _drawing_in(element: Element, *, in_text: bool) -> Iterator[str]:
    """Yields the drawn elements and attributes; of a text only its look, not its letters.

    Version codes are left out.
    """
    if CODE in element.attrib:
        return
    in_text = in_text or element.tag == f"{SVG}text"
    left_out = _SET_ANEW if in_text else MARKS
    kept = sorted(pair for pair in element.attrib.items() if pair[0] not in left_out)
    if not (in_text and element.tag == f"{SVG}tspan" and not kept):
        yield f"{element.tag} {kept}\n"
    for child in element:
        yield from _drawing_in(child, in_text=in_text)
