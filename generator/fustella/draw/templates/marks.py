"""Marks each element of an SVG with the template line that wrote it, to locate faults.

Marks cost time and change the SVG. So a face is rendered with them only after a fault was found in
it, and that SVG is never printed. `MarkedEnvironment` compiles templates so that each tag in their
text gets the number of its line. So does each tag that an expression gives, unless a macro has
marked it already.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element

from jinja2 import nodes
from markupsafe import Markup

from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.draw.templates.sandbox import Sandbox

MARK = "data-at"

_OPENED = regex(r"<[A-Za-z_][\w:.-]*(?=[\s/>]|\Z)")
_TAG = regex(r"<[A-Za-z_][\w:.-]*(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?(?=/?>)")
_MARKED = regex(rf'{MARK}="(\d+)"')
_HALF = regex("[\ud800-\udfff]")
_FILTER = "marked as drawn"


class MarkedEnvironment(Sandbox):
    """Compiles templates with marks; `number_of` gives the number for a line of a file."""

    def __init__(self, number_of: Callable[[str, int], int], **settings: Any) -> None:
        super().__init__(**settings)
        self._number_of = number_of
        self.filters[_FILTER] = _marked

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        file = filename or name or ""
        for output in tree.find_all(nodes.Output):
            output.nodes = [self._node(node, file) for node in output.nodes]
        return tree

    def _node(self, node: nodes.Expr, file: str) -> nodes.Expr:
        if not isinstance(node, nodes.TemplateData):
            number = nodes.Const(str(self._number_of(file, node.lineno)), lineno=node.lineno)
            return nodes.Filter(node, _FILTER, [number], [], None, None, lineno=node.lineno)
        data = node.data

        def mark(tag: re.Match[str]) -> str:
            line = node.lineno + data.count("\n", 0, tag.start())
            return f'{tag[0]} {MARK}="{self._number_of(file, line)}"'

        return nodes.TemplateData(_OPENED.sub(mark, data), lineno=node.lineno)


def _marked(value: object, number: str) -> object:
    """Markup with a mark at the end of each unmarked tag; any other value as it is.

    A text with half of a character, which no file can hold, gets a mark before it, even outside of
    tags.
    """
    if not isinstance(value, Markup):
        if isinstance(value, str) and _HALF.search(value):
            return Markup(f'<g {MARK}="{number}"/>') + value
        return value

    def mark(tag: re.Match[str]) -> str:
        return tag[0] if f" {MARK}=" in tag[0] else f'{tag[0]} {MARK}="{number}"'

    return Markup(_TAG.sub(mark, value))


class Marks:
    """Finds the template line that wrote an element of a marked SVG, by the number in its mark."""

    def __init__(self, svg: str, place_of: Callable[[int], Place | None]) -> None:
        self._svg, self._place_of = svg, place_of
        self._starts = [0]
        for line in svg.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._spots = [(match.start(), int(match[1])) for match in _MARKED.finditer(svg)]

    def of(
        self, element: Element | None, spot: tuple[int, int], root: Element | None
    ) -> Place | None:
        """The line of an element, or of the nearest element around it or in it.

        Without an element, it is the line of the last mark before `spot`, a line and column of the
        SVG's text. Without a root, elements around are ignored.
        """
        if element is None:
            return self._of_spot(*spot)
        inner = () if root is None else root.iter()
        around = {child: parent for parent in inner for child in parent}
        here: Element | None = element
        while here is not None:
            if (number := here.get(MARK)) is not None:
                return self._place_of(int(number))
            here = around.get(here)
        inside = (inner.get(MARK) for inner in element.iter())
        line = next((number for number in inside if number is not None), None)
        return None if line is None else self._place_of(int(line))

    def _of_spot(self, line: int, column: int) -> Place | None:
        if not 0 < line < len(self._starts):
            return None
        spot = self._starts[line - 1] + column
        if self._svg.startswith("<", spot):  # the fault is in this tag, at whose end its mark is
            spot = max(spot, self._svg.find(">", spot))
        last = bisect_right(self._spots, (spot, -1))
        return self._place_of(self._spots[last - 1][1]) if last else None
