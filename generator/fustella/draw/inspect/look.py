"""One look through a face: whether all in it is right, where its texts are, how much it paints.

Nearly every face is right. A `Look` goes through it once, by what is known of each element by
itself. Only where it is in doubt does the lint go through the face element by element, to find the
faults and their places; it never doubts less than the lint would report.
"""

from typing import NamedTuple
from xml.etree.ElementTree import Element

from fustella.core import limits
from fustella.draw.inspect.parts import Aim, Part, known_part, part_of
from fustella.draw.svg.grammar import LARGEST
from fustella.draw.svg.references import BY_REFERENCE, GRADIENTS, WITHOUT_CHILDREN, References
from fustella.draw.svg.tree import OUTERMOST, Context

_CLIPPING = ("clip-path", "mask")


class _Doubt(Exception):
    """Something may be wrong."""


class _Content(NamedTuple):
    """What an element holds, itself included, at most.

    How many elements and letters are painted, how many elements inside each other, how much larger
    it makes what is in it, and whether a `<text>` is in it.
    """

    name: str
    painted: int
    height: int
    scale: float
    lettered: bool


class Look:
    """What one look through a parsed face tells; `cleaned`: `svg.clean` wrote it.

    `right`: nothing in it is wrong, but for texts, which are not measured. `bounded`: it paints no
    more than `svg.amount` allows. `texts` are the texts that are printed, as `texts_drawn` gives
    them; None where that has to be asked.
    """

    def __init__(self, root: Element, cleaned: bool) -> None:
        self._cleaned = cleaned
        self._first: dict[str, Element] = {}
        self._known: dict[str, _Content] = {}
        self._aiming: list[Element] = []
        self._ahead = False
        self._stroke = 1.0
        self._texts: list[tuple[Element, Context]] = []
        self._all_texts = True
        self._counted = True
        self.right = False
        self.bounded = False
        self.texts: list[tuple[Element, Context]] | None = None
        try:
            found = self._into(root, part_of(root), OUTERMOST, 1)
            if self._ahead:
                self._look_ahead(root)
        except _Doubt:
            return
        self.right = True
        self.bounded = self._counted and (
            found.painted <= limits.SVG_PAINTED
            and found.height <= limits.SVG_PAINTED_DEPTH
            and self._stroke * found.scale <= LARGEST
        )
        if self._all_texts:
            self.texts = self._texts

    def _look_ahead(self, root: Element) -> None:
        """Look at all references: some name what comes after them, and may lead back."""
        references = References(root)
        if any(True for element in self._aiming for _ in references.wrong(element)):
            raise _Doubt

    def _into(self, element: Element, part: Part, outer: Context | None, depth: int) -> _Content:
        """Look at an element and what is in it; without an outer context, it is not painted."""
        if depth >= limits.SVG_DEPTH or not part.is_right(self._cleaned):
            raise _Doubt
        if part.id:
            self._first.setdefault(part.id, element)
        self._counted = self._counted and part.counted
        self._stroke = max(self._stroke, part.stroke)
        context = None if outer is None else outer.inside(element)
        if part.name == "text":
            found = _Content("", self._text(element, context), 0, 1.0, True)
        else:
            found = self._children(element, part, context, depth)
        for aim in part.aims:
            found = self._with_aimed(found, part, aim)
        if part.aims:
            self._aiming.append(element)
        _, painted, height, scale, lettered = found
        content = _Content(part.name, 1 + painted, 2 + height, part.scale * scale, lettered)
        if part.id and self._first[part.id] is element:
            self._known[part.id] = content
        return content

    def _children(
        self, element: Element, part: Part, context: Context | None, depth: int
    ) -> _Content:
        """Look at what is in an element that is no `<text>`."""
        with_letters, letters = part.with_letters, element.text
        if letters and not (with_letters or letters.isspace()):
            raise _Doubt
        if len(element) > 1 and part.name == "clipPath" and not self._cleaned:
            raise _Doubt
        painted, height, scale, lettered = len(letters or ""), 0, 1.0, False
        context = None if part.name in WITHOUT_CHILDREN else context
        for child in element:
            after = child.tail
            if after and not (with_letters or after.isspace()):
                raise _Doubt
            inner = known_part(child.tag, tuple(child.attrib.items()))
            if inner.plain and not len(child) and (not child.text or child.text.isspace()):
                painted += 1
                continue
            if inner.quiet_text and context is not None:
                painted += 1 + self._text(child, context.inside(child))
                lettered = True
                continue
            if inner.name == "svg" and not self._cleaned:
                raise _Doubt
            inside = None if inner.name in BY_REFERENCE else context
            found = self._into(child, inner, inside, depth + 1)
            painted += found.painted
            height = max(height, found.height)
            scale = max(scale, found.scale)
            lettered = lettered or found.lettered
        return _Content("", painted, height, scale, lettered)

    def _text(self, text: Element, context: Context | None) -> int:
        """Look at what is in a `<text>`: letters and plain `<tspan>`s; how much it paints."""
        if context is None:
            self._all_texts = False
        else:
            self._texts.append((text, context))
        painted = 1 + len(text.text or "")
        for span in text:
            part = known_part(span.tag, tuple(span.attrib.items()))
            if part.name != "tspan" or len(span) or part.aims or part.id:
                raise _Doubt
            if not part.is_right(self._cleaned):
                raise _Doubt
            painted += 2 + len(span.text or "") + len(span.tail or "")
        return painted

    def _with_aimed(self, content: _Content, part: Part, aim: Aim) -> _Content:
        """The content of an element with what a reference of it paints there, too.

        What it names came to its end before, so it cannot lead back to the element.
        """
        found, repeats = self._known.get(aim.target), part.name == "use"
        if found is None:
            self._ahead, self._counted = True, False
            self._all_texts = self._all_texts and not repeats
            return content
        if aim.sorts and found.name not in aim.sorts:
            raise _Doubt
        if found.name in GRADIENTS:
            return content
        if repeats and found.name == "symbol":
            self._counted = False  # its view may scale it
            if not self._cleaned and any(one.attribute in _CLIPPING for one in part.aims):
                raise _Doubt
        elif aim.attribute != "href" and aim.attribute not in _CLIPPING:
            self._counted = False
        self._all_texts = self._all_texts and not (repeats and found.lettered)
        return _Content(
            "",
            content.painted + found.painted,
            max(content.height, found.height + 2),
            max(content.scale, found.scale),
            content.lettered or found.lettered,
        )
