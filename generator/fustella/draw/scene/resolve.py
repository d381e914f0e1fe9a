"""Resolves the elements of an SVG into a `Scene`, and collects their faults.

One walk serves all code that reads a face. Templates write the same elements on many faces, so the
results for a single element (its faults, its style, the node of a shape) are remembered by its tag,
its attributes and the style around it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.core.processes import limits
from fustella.draw.scene.marks import MARKS
from fustella.draw.scene.model import NO_STYLE, Group, Image, Node, Path, Scene, Span, Style, Text
from fustella.draw.scene.parts import ElementVerdict, known_part
from fustella.draw.svg.attributes import Wrong, shortened
from fustella.draw.svg.references import BY_REFERENCE, SHAPES, WITHOUT_CHILDREN, References
from fustella.draw.svg.transforms import view_of
from fustella.draw.svg.tree import (
    IDENTITY,
    SVG,
    Attributes,
    Matrix,
    declared_in,
    href_in,
    name_of,
    number_in,
    own_of,
    parse_transform,
)

_OF_REFERENCES = frozenset(("E222", "E235"))
"""The faults of references: the inside of an element with these is checked all the same."""


class SvgFault(Struct, frozen=True):
    """A fault of an SVG: at an element, or at a line and column of its text."""

    code: str
    message: str
    hint: str
    element: Element | None = None
    spot: tuple[int, int] = (0, 0)


class Unresolvable(Exception):
    """Raised for an SVG that nests or repeats too many elements, with the fault as its argument."""

    @property
    def fault(self) -> SvgFault:
        """The fault of the SVG."""
        found: SvgFault = self.args[0]
        return found


def too_many(element: Element) -> SvgFault:
    """E236 for an element that paints more elements than are allowed."""
    message = f"it paints more than {limits.SVG_PAINTED:,} elements, tiles or dashes"
    return SvgFault("E236", message, "look at what <use>, patterns and dashes repeat", element)


def resolve(root: Element, *, cleaned: bool = False) -> tuple[Scene, list[SvgFault]]:
    """The scene of a parsed SVG, and its faults: E222, E225, E235 and others.

    Elements with faults, and all inside them, are not in the scene. In a file that `svg.clean` has
    written (`cleaned`) more kinds of elements are printed. Raises Unresolvable.
    """
    resolver = _Resolver(root, cleaned=cleaned)
    return resolver.scene(), resolver.faults


def resolve_finished(root: Element) -> Scene:
    """The scene of a face, or a drawing, without faults. Raises Unresolvable."""
    return _Resolver(root, finished=True).scene()


class _Known(Struct, frozen=True, eq=False):
    """The results that follow from an element's tag, its attributes and the style around it.

    `leaf` is the node of a shape or a picture, None for other elements. `painted`: it is painted
    where it stands. `marks` are its marks of tools. `capped`: it is a shape whose stroke has caps,
    which show a part without a length as a dot.
    """

    name: str
    own: Mapping[str, str]
    style: Style
    matrix: Matrix
    leaf: Path | Image | None
    painted: bool
    marks: Attributes
    capped: bool


_CAPS = frozenset(("round", "square"))
_UNPAINTED = BY_REFERENCE | {"title", "desc"}


def _known(element: Element, outer: Style) -> _Known:
    return _known_as(element.tag, tuple(element.attrib.items()), outer)


@lru_cache(maxsize=8192)
def _known_as(tag: str, attributes: Attributes, outer: Style) -> _Known:
    name, own = tag.removeprefix(SVG), dict(attributes)
    if "style" in own:
        own = dict(declared_in(attributes))
    style = outer.inside(own)
    transform = own.get("transform")
    matrix = parse_transform(transform) if transform else IDENTITY
    sort = Path if name in SHAPES else Image if name == "image" else None
    leaf = sort(name, own, style, matrix) if sort else None
    painted = name not in _UNPAINTED and own.get("display") != "none"
    capped = sort is Path and style.values.get("stroke-linecap") in _CAPS
    marks = () if MARKS.isdisjoint(own) else tuple(p for p in own.items() if p[0] in MARKS)
    return _Known(name, own, style, matrix, leaf, painted, marks, capped)


@lru_cache(maxsize=4096)
def _is_dotted(shape: Node) -> bool:
    from fustella.draw.svg.boxes import has_dots  # noqa: PLC0415  (few strokes have caps)

    return has_dots(shape.name, shape.own)


def _has_letters(element: Element) -> bool:
    """Whether there are letters directly in an element, before, between or after its children."""
    if element.text and not element.text.isspace():
        return True
    return any(child.tail and not child.tail.isspace() for child in element)


class _Resolver:
    def __init__(self, root: Element, *, cleaned: bool = False, finished: bool = False) -> None:
        self._root, self._cleaned, self._finished = root, cleaned, finished
        self._refuses_dots = not (cleaned or finished)
        self.faults: list[SvgFault] = []
        self._definitions: dict[str, Node] = {}
        self._texts: list[Text] = []
        self._marks: list[tuple[str, str]] = []
        self._first: dict[str, Element] = {}
        self._ended: dict[str, str] = {}
        self._names_what_follows = False
        self._references: References | None = None
        self._in_place = True
        self._repeated: dict[tuple[Element, Style], Node | None] = {}
        self._repeats = 0

    def scene(self) -> Scene:
        """The scene of the whole document."""
        node = self._node(self._root, _known(self._root, NO_STYLE), 1)
        found = node if isinstance(node, Group) else Group("svg", {}, NO_STYLE, IDENTITY, [], [])
        return Scene(self._root, found, self._definitions, tuple(self._texts), tuple(self._marks))

    def _node(self, element: Element, known: _Known, depth: int) -> Node | None:
        """The node of an element; None for a faulty one."""
        self._count(element, depth)
        name, identity = known.name, known.own.get("id", "") if self._in_place else ""
        if identity:
            self._first.setdefault(identity, element)
        if not (self._finished or self._can_be_read(element)):
            return None
        found: Node | None
        if name == "text":
            found = self._text(element, known)
        elif name == "use":
            found = self._group_of_use(element, known, depth)
        elif known.leaf is not None:
            found = known.leaf
            if known.capped and self._refuses_dots and _is_dotted(found):
                hint = "make it a little longer, such as 0.01"
                self._tell("E225", "a line without a length cannot be printed", hint, element)
            if len(element):
                self._group_of(element, known, depth)
        else:
            found = self._group_of(element, known, depth)
        if identity and self._first[identity] is element and found is not None:
            self._definitions[identity] = found
            self._ended[identity] = name
        return found

    def _count(self, element: Element, depth: int) -> None:
        if self._in_place:
            if depth > limits.SVG_DEPTH or (depth == limits.SVG_DEPTH and len(element)):
                message = f"elements more than {limits.SVG_DEPTH} deep inside each other"
                hint = "look for a macro that calls itself, or ungroup"
                raise Unresolvable(SvgFault("E225", message, hint, self._root))
            return
        self._repeats += 1
        if depth > limits.SVG_PAINTED_DEPTH or self._repeats > limits.SVG_PAINTED:
            raise Unresolvable(too_many(element))

    def _group_of(self, element: Element, known: _Known, depth: int) -> Group:
        """The group of an element that is no text, with all its painted children."""
        name, style = known.name, known.style
        children, sources = list[Node](), list[Element]()
        painting = name not in WITHOUT_CHILDREN
        for child in element:
            attributes = tuple(child.attrib.items())
            inner = _known_as(child.tag, attributes, style)
            if inner.marks and self._in_place:
                self._marks += inner.marks
            plain = not len(child) and "id" not in child.attrib
            if plain and not self._finished:
                plain = known_part(child.tag, attributes).is_quiet(self._cleaned)
            node: Node | None = inner.leaf
            if plain and node is None and inner.name == "text" and self._in_place:
                node = self._text(child, inner)
            elif (
                node is None
                or not plain
                or child.text
                or (inner.capped and self._refuses_dots and _is_dotted(node))
            ):
                node = self._node(child, inner, depth + 1)
            if node is not None and painting and inner.painted:
                children.append(node)
                sources.append(child)
        return Group(name, known.own, style, known.matrix, children, sources)

    def _text(self, element: Element, known: _Known) -> Text | None:
        spans = self._spans(element, known.style, outermost=True)
        if spans is None:
            return None
        letters = element.text or ""
        found = Text("text", known.own, known.style, known.matrix, element, letters, spans)
        if self._in_place:
            self._texts.append(found)
        return found

    def _spans(self, element: Element, style: Style, *, outermost: bool) -> tuple[Span, ...] | None:
        """The spans in a text; None if a span, and so the text, is faulty."""
        if not len(element):
            return ()
        found = []
        for span in element:
            known = _known(span, style)
            name = known.name
            plain = name == "tspan" and outermost
            lenient = self._cleaned or self._finished
            if not (plain or (lenient and name in {"tspan", "textPath"})):
                hint = "write <tspan>s, and nothing else, inside a <text>"
                self._tell("E225", "a <text> holds more than words and <tspan>s", hint, span)
                return None
            if not (self._finished or self._can_be_read(span)):
                return None
            inner = self._spans(span, known.style, outermost=False)
            if inner is None:
                return None
            letters, after = span.text or "", span.tail or ""
            found.append(Span(span, name, known.own, known.style, letters, inner, after))
        return tuple(found)

    def _group_of_use(self, element: Element, known: _Known, depth: int) -> Group | None:
        """The group of a `<use>`, with the repeated element in its place (SVG 2, 5.6).

        The `x` and `y` of the `<use>` move its clip path and its mask, too.
        """
        if len(element):
            self._group_of(element, known, depth)
        target = self._target(element, known)
        if target is None:
            return None
        key = target, known.style
        if key not in self._repeated:
            in_place, self._in_place = self._in_place, False
            self._repeated[key] = self._node(target, _known(target, known.style), depth + 1)
            self._in_place = in_place
        node = self._repeated[key]
        if node is None:
            return None
        x, y = (number_in(known.own.get(side), 0.0) for side in ("x", "y"))
        place = known.matrix.then(Matrix(e=x, f=y)) if x or y else known.matrix
        content, source = node, target
        view = view_of(element, target) if node.name == "symbol" else IDENTITY
        if view != IDENTITY:
            content = Group("g", {}, known.style, view, [node], [target])
        return Group("use", known.own, known.style, place, [content], [source])

    def _target(self, element: Element, use: _Known) -> Element | None:
        """The element that a `<use>` repeats.

        None if it names nothing or contains the `<use>`.
        """
        href = href_in(use.own)
        name = href[1:] if href[:1] == "#" else ""
        if not self._names_what_follows and name in self._ended:
            return self._first[name]
        self._names_what_follows = True
        return self._references_of_all.repeated_by(element)

    @property
    def _references_of_all(self) -> References:
        """All references of the document, gathered at the first request."""
        if self._references is None:
            self._references = References(self._root)
        return self._references

    def _wrong_references(self, element: Element, part: ElementVerdict) -> tuple[Wrong, ...]:
        """The faults of the references of an element.

        Before the first reference to an element that has not ended yet, no element can refer to
        itself through others. Up to there, only the kind of each reference's target is checked.
        """
        if not self._names_what_follows and all(
            aim.target in self._ended and (not aim.sorts or self._ended[aim.target] in aim.sorts)
            for aim in part.aims
        ):
            return ()
        self._names_what_follows = True
        return tuple(self._references_of_all.wrong(element))

    def _can_be_read(self, element: Element) -> bool:
        """Whether an element is printed, has correct attributes, and no letters outside of a text.

        It reports the faults that it finds. Faults of references alone leave the element readable.
        """
        part = known_part(element.tag, tuple(element.attrib.items()))
        printed = part.printed_cleaned if self._cleaned else part.printed
        inner = part.name == "svg" and element is not self._root
        if not printed or (inner and not self._cleaned):
            hint = "draw it with shapes: path, rect, circle, line, polygon, text …"
            self._tell("E225", f"`<{part.name}>` cannot be printed", hint, element)
            return False
        loose = not part.with_letters and _has_letters(element)
        if loose:
            letters = "".join((element.text or "", *(child.tail or "" for child in element)))
            hint = "write it with {{ text(…) }}, or in a <text>"
            before = (child for child in element if (child.tail or "").strip())
            message = f'"{shortened(letters.strip())}" stands outside of any text'
            self._tell("E225", message, hint, next(before, element))
        references = self._wrong_references(element, part) if part.aims else ()
        wrong = (*part.wrong, *self._wrong_uncleaned(element, part), *references, *part.links)
        for fault in wrong:
            self._tell(*fault, element)
        return not loose and all(code in _OF_REFERENCES for code, *_ in wrong)

    def _wrong_uncleaned(self, element: Element, part: ElementVerdict) -> Iterator[Wrong]:
        """Yields the faults of an element that `svg.clean` could mend."""
        if self._cleaned:
            return
        if part.name == "use" and part.aims and self._is_clipped_aside(element):
            yield "E225", "a clipped <use> of a symbol", "clip a group around it"
        if part.name == "clipPath" and len(element) > 1:  # `svg.clean` unites its shapes
            yield "E225", "a <clipPath> of several shapes", "write one <path>"
        yield from part.uncleaned

    def _is_clipped_aside(self, use: Element) -> bool:
        """Whether typst would clip a `<use>` in another place than browsers do."""
        own = own_of(use)
        moved = any(number_in(own.get(side), 0.0) for side in ("x", "y"))
        if not moved or all(own.get(key, "none") == "none" for key in ("clip-path", "mask")):
            return False
        found = self._references_of_all.repeated_by(use)
        return found is not None and name_of(found) == "symbol"

    def _tell(self, code: str, message: str, hint: str, element: Element) -> None:
        if self._in_place:
            self.faults.append(SvgFault(code, message, hint, element))
