"""Collapses the white space of texts as browsers do (SVG 1.1, 10.15; CSS Text 3, 4.1)."""

import re
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.draw.scene.model import XML_SPACE


class Spaces(Struct):
    """Collapses the white space of one `<text>`, across its elements."""

    at_start: bool = True

    def collapsed(self, text: str, keep: bool) -> str:
        """Collapses the white space in the next part of a text; `keep` keeps all its spaces."""
        if keep:
            text = re.sub(r"[\t\n\r]", " ", text.replace("\r\n", "\n"))
            if text:
                self.at_start = False
            return text
        text = re.sub(r"[ \t\n\r]+", " ", text)
        if self.at_start:
            text = text.removeprefix(" ")
        if text:
            self.at_start = text.endswith(" ")
        return text


def strip_end(made: Element) -> None:
    """Removes the collapsed space at the end of a text."""
    here, tail = made, False
    spots: list[tuple[Element, bool]] = []

    def collect(element: Element) -> None:
        spots.append((element, False))
        for child in element:
            collect(child)
            spots.append((child, True))

    collect(made)
    for here, tail in reversed(spots):
        text = (here.tail if tail else here.text) or ""
        if not text:
            continue
        keeps = here.get(XML_SPACE) == "preserve" and not tail
        if not keeps and made.get(XML_SPACE) != "preserve":
            stripped = text.rstrip(" ")
            if tail:
                here.tail = stripped
            else:
                here.text = stripped
            if not stripped:
                continue
        return
