"""Writes the pictures in an SVG; an SVG that is embedded in it becomes a group at its place."""

from itertools import count
from xml.etree.ElementTree import Element

from fustella.core.processes import limits
from fustella.draw.svg.document import DRAWN, Outer
from fustella.draw.svg.elements import Elements
from fustella.draw.svg.properties import INITIAL, NOT_WRITTEN, SERIF
from fustella.draw.svg.source import FaultySvg, data_of, read_source, unpacked
from fustella.draw.svg.transforms import matrix_text, view_box
from fustella.draw.svg.tree import SVG, Matrix, href_in

_SIDES = (("width", "x"), ("height", "y"))


class Pictures(Elements):
    """Writes the pictures in a drawing, and the drawings that are embedded as pictures."""

    def _image(self, element: Element, outer: Outer) -> list[Element]:
        made, inner, own = self._begun(element, "image", outer)
        if own.get("display") == "none":
            return []
        href = href_in(element.attrib).strip()
        if DRAWN.match(href) and not self._faithful:
            return self._drawing_in(element, made, own, inner, href)
        return [made] if self._set_href(element, made) else []

    def _drawing_in(
        self, element: Element, made: Element, own: dict[str, str], outer: Outer, href: str
    ) -> list[Element]:
        """Writes an SVG that is embedded as a picture, as a group in its place. Raises FaultySvg.

        It is a document of its own: it inherits nothing, and its ids are its own (SVG 2, 12.3).
        """
        line = self._line_of(element)
        try:
            drawing = type(self)(read_source(self._bytes_in(href)), self._families, self._picture)
            drawing._embedded_bytes = self._embedded_bytes
            size = drawing.natural_size()
            measures = outer.measures
            x, y = (measures.length(own.get(key, "0"), key) or 0.0 for key in ("x", "y"))
            sides = [measures.length(own.get(key, ""), axis) for key, axis in _SIDES]
            width = sides[0] if sides[0] is not None else (sides[1] or size[1]) * size[0] / size[1]
            height = sides[1] if sides[1] is not None else width * size[1] / size[0]
            if width <= 0 or height <= 0:
                return []
            content = drawing.placed(width, height, element.get("preserveAspectRatio", ""))
        except ValueError as error:
            hint = "embed it again in the editor"
            fault = error if isinstance(error, FaultySvg) else FaultySvg("it cannot be read", hint)
            message = f"of the SVG that is embedded in it: {fault.message}"
            raise FaultySvg(message, fault.hint, line, fault.code) from None
        self.has_filter = self.has_filter or drawing.has_filter
        for note in drawing.notes:
            self._note(note.kind, note.message, note.hint, line)
        made.tag = f"{SVG}g"
        for key in ("x", "y", "width", "height", "preserveAspectRatio", "href"):
            made.attrib.pop(key, None)
        group = Element(f"{SVG}g", {"transform": matrix_text(Matrix(e=x, f=y))})
        group.set("clip-path", f"url(#{self._clip(width, height)})")
        for key, value in INITIAL.items():
            if outer.style.get(key, value) != value and key not in NOT_WRITTEN:
                group.set(key, SERIF if key == "font-family" else value)
        names = (f"i{number}-" for number in count())
        prefix = next(name for name in names if not any(one.startswith(name) for one in self._ids))
        self._ids[prefix] = group
        for part in content:
            _prefix_ids(part, prefix)
        group.extend(content)
        made.append(group)
        return [made]

    def _bytes_in(self, href: str) -> bytes:
        """The bytes of a `data:` URL.

        Raises ValueError for others, FaultySvg for too many.
        """
        data = unpacked(data_of(href))
        self._embedded_bytes[0] += len(data)
        if self._embedded_bytes[0] > limits.SVG_BYTES:
            size = f"more than {limits.SVG_BYTES // 2**20} MB"
            raise FaultySvg(f"the drawings in it are {size}", "simplify them, or embed PNGs")
        return data

    def placed(self, width: float, height: float, aspect: str) -> list[Element]:
        """The elements of the document as a picture of this size, placed as browsers do.

        The document keeps the proportions of its own view, whatever `preserveAspectRatio`
        (`aspect`) the `<image>` has. With `none`, or without a `viewBox`, it is stretched.
        """
        stretched = aspect.split()[:1] == ["none"] or view_box(self._root) is None
        sized = "width" in self._root.attrib and "height" in self._root.attrib
        if not stretched or (view_box(self._root) is None and not sized):
            return self.content(width, height)
        own_width, own_height = self.natural_size()
        scale = Matrix(a=width / own_width, d=height / own_height)
        group = Element(f"{SVG}g", {"transform": matrix_text(scale)})
        group.extend(self.content(own_width, own_height))
        return [group]

    def _set_href(self, element: Element, made: Element) -> bool:
        """Sets the `href` of a written picture; False if there is no picture to draw."""
        href = href_in(element.attrib).strip()
        if not href or href.startswith("#"):
            return False
        found = self._picture(href)
        if self._faithful and not href.startswith(("data:", "picture:")):
            made.set("href", href)
            return True
        if found is None:
            shown = href if len(href) <= 60 else href[:59] + "…"
            self._missing_pictures.setdefault(f"`{shown}`", self._line_of(element))
            return False
        made.set("href", found)
        return True


def _prefix_ids(root: Element, prefix: str) -> None:
    """Puts a prefix before all ids of a drawing, also in references to them."""
    for element in root.iter():
        for key, value in element.items():
            if key == "id":
                element.set(key, prefix + value)
            elif key == "href" and value.startswith("#"):
                element.set(key, f"#{prefix}{value[1:]}")
            elif "url(#" in value:
                element.set(key, value.replace("url(#", f"url(#{prefix}"))
