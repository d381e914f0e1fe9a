"""Counts the elements that an SVG paints, with each repetition by `<use>`, markers and tiles.

A few lines may ask for millions of shapes, which no engine, viewer or printer bears. The pixels of
filters count, too, and a stroke may be only so wide on paper.
"""

import math
from functools import lru_cache
from xml.etree.ElementTree import Element

from fustella.core.processes import limits
from fustella.draw.scene.filtered import filtered_px
from fustella.draw.scene.measure import bounds_of_node
from fustella.draw.scene.model import Group, Node, Path, Scene, Style, Text
from fustella.draw.scene.resolve import SvgFault, Unresolvable, too_many
from fustella.draw.svg.boxes import length_of
from fustella.draw.svg.grammar import LARGEST, numbers_in, reference_in
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import IDENTITY, number_in, parse_transform

MOST_FILTERED_PX = 500e6
"""The most pixels that filters may paint, counted for each part of a filter: 1 to 2 minutes."""

_PER_PX = limits.SVG_PAINTED / MOST_FILTERED_PX
_FARTHEST = 1e30
_BROAD = 1e3
"""A stroke is not measured if both its width and its unit in mm are below this."""


def too_much(scene: Scene, unit_mm: float = 1.0) -> SvgFault | None:
    """E236 for a scene that paints more than is allowed, else None.

    `unit_mm` is the size of the scene's unit on paper.
    """
    try:
        _Counter(scene).of(scene.root, scene.element, unit_mm)
    except Unresolvable as found:
        return found.fault
    return None


def _too_filtered(element: Element) -> SvgFault:
    message = f"its filters paint more than {MOST_FILTERED_PX:,.0f} pixels at 600 dpi"
    return SvgFault("E236", message, "make their regions smaller, or use fewer of them", element)


def _too_wide(element: Element, width_mm: float) -> SvgFault:
    message = f"a stroke of {width_mm:g} mm"
    return SvgFault("E236", message, "look at stroke-width, and what scales it", element)


@lru_cache(maxsize=4096)
def _is_painted_once(style: Style) -> bool:
    """Whether a style paints a shape once, without pattern, marker, dashes or a broad stroke.

    Gradients count as patterns here.
    """
    values = style.values
    if any("url(" in values.get(key, "") for key in ("fill", "stroke")):
        return False
    if any(key[:6] == "marker" or key == "stroke-dasharray" for key in values):
        return False
    return number_in(values.get("stroke-width"), 1.0) < _BROAD


_REPEATING = frozenset(("clip-path", "mask", "filter"))
"""The attributes that have an element painted more than once."""


class _Counter:
    """Counts the elements that nodes paint; each node is counted once for each size it has."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._counts: dict[tuple[Node, float], float] = {}
        self._resources: dict[Node, float] = {}
        self._open: set[Node] = set()
        self._filtered_px = 0.0

    def of(self, node: Node, source: Element, unit_mm: float) -> float:
        """Counts the elements that a node paints, at the size that the node has there.

        Raises Unresolvable.
        """
        single = unit_mm < _BROAD and node.matrix is IDENTITY and _REPEATING.isdisjoint(node.own)
        if single and type(node) is not Group and _is_painted_once(node.style):
            return _own_amount(node)
        key = node, unit_mm
        if key not in self._counts:
            self._counts[key] = self._counted(node, source, unit_mm)
        return self._counts[key]

    def _counted(self, node: Node, source: Element, unit_mm: float) -> float:
        m = node.matrix
        scale = max(math.hypot(m.a, m.b), math.hypot(m.c, m.d))
        unit_mm = min(unit_mm * scale, _FARTHEST)
        count = 1.0
        for key in ("clip-path", "mask"):
            count += self._resource(node.own.get(key, ""), source, unit_mm)
        if "filter" in node.own:
            px = filtered_px(node, unit_mm, self._scene.definitions)
            self._filtered_px += px
            count += px * _PER_PX
        if isinstance(node, Group):
            for child, written in zip(node.children, node.sources, strict=True):
                count += self.of(child, written, unit_mm)
                if count > limits.SVG_PAINTED:
                    raise self._fault_at(written)
        elif isinstance(node, Path):
            count += self._path(node, source, unit_mm)
        elif isinstance(node, Text):
            count += _own_amount(node)
        if count > limits.SVG_PAINTED:
            raise self._fault_at(source)
        return count

    def _fault_at(self, element: Element) -> Unresolvable:
        """The fault of painting too much, or, if filters cause half of it, of too many filters.

        It counts the filters of repeated elements once.
        """
        filtered = self._filtered_px * _PER_PX > limits.SVG_PAINTED / 2
        return Unresolvable(_too_filtered(element) if filtered else too_many(element))

    def _path(self, path: Path, source: Element, unit_mm: float) -> float:
        count, style = 0.0, path.style.values
        for key in ("fill", "stroke"):
            if "url(" in style.get(key, ""):
                pattern = self._target(style[key])
                if pattern is not None and pattern.name == "pattern":
                    painted = self._resource(style[key], source, unit_mm)
                    count += self._tiles(pattern, path) * painted
        marks = {key: value for key, value in style.items() if key[:6] == "marker" and "#" in value}
        if marks:
            dots = sum(len(ring) for ring in rings_of(path.name, path.own))
            count += sum(
                self._resource(value, source, unit_mm) * (dots if key == "marker-mid" else 1)
                for key, value in marks.items()
            )
        if style.get("stroke", "none") == "none":
            return count
        width_mm = number_in(style.get("stroke-width"), 1.0) * unit_mm
        if width_mm > LARGEST:
            raise Unresolvable(_too_wide(source, width_mm))
        dashes = numbers_in(style.get("stroke-dasharray", "")) or []
        if sum(dashes) > 0:
            count += length_of(path.name, path.own) / sum(dashes) * len(dashes) / 2
        return count

    def _resource(self, value: str, source: Element, unit_mm: float) -> float:
        """Counts the elements that a pattern, marker, clip path or mask paints once."""
        target = self._target(value) if "url(" in value else None
        if not isinstance(target, Group) or target in self._open:
            return 0.0
        if target not in self._resources:
            self._open.add(target)
            self._resources[target] = sum(
                self.of(child, source, unit_mm) for child in target.children
            )
            self._open.discard(target)
        return self._resources[target]

    def _target(self, value: str) -> Node | None:
        found = reference_in(value)
        return self._scene.definitions.get(found[0]) if found else None

    def _tiles(self, pattern: Node, path: Path) -> float:
        told = self._scene.with_referred(pattern)
        width, height = (_share(told.get(side, "0")) for side in ("width", "height"))
        if width <= 0 or height <= 0:
            return 0.0
        if told.get("patternUnits", "objectBoundingBox") == "objectBoundingBox":
            return 1 / width / height
        box = bounds_of_node(path)
        if box is None:
            return 0.0
        m = parse_transform(told.get("patternTransform", ""))
        area = abs(m.a * m.d - m.b * m.c) * width * height
        return (box[2] - box[0]) * (box[3] - box[1]) / area if area else 0.0


def _own_amount(node: Node) -> float:
    """Counts what a shape, a picture or a text paints by itself."""
    if not isinstance(node, Text):
        return 1.0
    return 1.0 + len(node.all_letters) + 2 * len(node.spans)


def _share(text: str) -> float:
    """Reads a length, or a percentage as a share of 1."""
    if text.endswith("%"):
        return number_in(text[:-1], 0.0) / 100
    return number_in(text, 0.0)
