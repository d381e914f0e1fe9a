"""Finds texts, icons and pictures that later shapes cover.

A line of text is covered where an opaque shape or picture that is drawn later hides some of its
columns from top to bottom, or where another text stands on it. An icon is covered where such a
shape hides most of it, a picture where all of it is hidden. A text or an icon that is drawn once
more on top is not covered: it may be a shadow or an outline below its letters. Shapes that are
translucent, masked, filtered or blended cover nothing here.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby, islice
from operator import itemgetter

from msgspec import Struct

from fustella.core.geometry.paths import XY
from fustella.draw.inspect.painted import (
    OPAQUE,
    Painted,
    PaintedLayer,
    PixelAt,
    TextLayer,
    TextLine,
)
from fustella.draw.scene.marks import ICON, PICTURE
from fustella.draw.svg.attributes import shortened
from fustella.draw.themes.ground import Bounds

_COLUMNS = 2
"""The fewest columns of points in a line of text that must be hidden."""

_MOST_OF_AN_ICON = 0.65
"""The least share of an icon's ink that must be hidden."""

_ICON_POINTS, _PICTURE_POINTS = 5, 7
"""The numbers of points across, and down, at which an icon and a picture are tested."""

_ICON_INSET, _PICTURE_INSET = 0.1, 0.01
"""The share of each side of an icon, and of a picture, without test points: it may be a frame."""

_TEXT_ON_TEXT = 0.3
"""The least share of the smaller of two lines that must lie on the other one."""

_ALIKE_IN_SIZE = 2.5
"""The factor between the heights of two lines up to which one covers the other.

A text on much larger letters, such as a number behind it, is meant to be there.
"""

_BAND = 0.4
"""The room above and below the points of a line, as a share of the height of their rows."""

_LEVEL = 1e-6


class Covered(Struct, frozen=True):
    """A covered thing on a face, and the name of its cover.

    `thing` is "a text", "an icon" or "a picture", `words` are its letters or its name, `cover`
    names the cover. `line` is the mark of a text, which leads to its origin.
    """

    thing: str
    words: str
    cover: str
    line: str | None = None


class _Line(Struct, frozen=True):
    """A line of a text, and the number of its text."""

    drawn: TextLine
    text: TextLayer
    number: int

    @property
    def letters(self) -> str:
        """The letters of the line without blanks and capitals."""
        return "".join(self.drawn.run.text.split()).casefold()

    @property
    def is_level(self) -> bool:
        """Whether the line runs along an edge of the face, so that its box is its own."""
        whole = self.text.shape.whole
        return abs(whole.b) + abs(whole.c) < _LEVEL or abs(whole.a) + abs(whole.d) < _LEVEL

    @property
    def is_written(self) -> bool:
        """Whether the line has letters or figures, and no gap for something else."""
        text = self.drawn.run.text
        return any(map(str.isalnum, text)) and "  " not in text.strip()

    @property
    def band(self) -> Bounds:
        """The box of the small letters of a level line; two such boxes that meet are unreadable.

        It is higher than the box of the points, which lie between 0.15 and 0.4 em.
        """
        box, more = self.drawn.box, _BAND * self.height_mm
        if self._is_across:
            return Bounds(box.left, box.top - more, box.right, box.bottom + more)
        return Bounds(box.left - more, box.top, box.right + more, box.bottom)

    @property
    def height_mm(self) -> float:
        """The distance of the two rows of points of a level line."""
        box = self.drawn.box
        return box.bottom - box.top if self._is_across else box.right - box.left

    @property
    def _is_across(self) -> bool:
        return abs(self.text.shape.whole.b) < _LEVEL


def covered_on(painted: Painted, pixel_at: PixelAt) -> Iterator[Covered]:
    """Yields each covered text, icon and picture on a face once."""
    opaque = [
        (number, layer)
        for number, layer in enumerate(painted.layers)
        if layer.href or (layer.colours and layer.alpha > OPAQUE and not _is_dashed(layer))
    ]
    lines = [
        _Line(line, text, number)
        for number, text in enumerate(painted.texts)
        for line in text.lines
    ]
    hidden = dict.fromkeys(_hidden_lines(lines, painted, dict(opaque), pixel_at))
    yield from hidden
    told = {one.words for one in hidden}
    yield from dict.fromkeys(one for one in _on_each_other(lines) if one.words not in told)
    yield from dict.fromkeys(_hidden_icons(painted.layers, opaque, pixel_at))
    yield from dict.fromkeys(_hidden_pictures(opaque, pixel_at))


def _hidden_lines(
    lines: Sequence[_Line], painted: Painted, opaque: Mapping[int, PaintedLayer], pixel_at: PixelAt
) -> Iterator[Covered]:
    last = max(opaque, default=-1)
    for line in lines:
        under = line.text.under
        if last < under:
            continue
        above = painted.near(line.drawn.box, under, last + 1)
        near = [layer for number, layer in above if number in opaque][::-1]
        if not near:
            continue
        by = [_cover_at(point, near, pixel_at) for point in line.drawn.points]
        rows = len(by) // 2
        columns = [low for low, high in zip(by[:rows], by[rows:], strict=True) if low and high]
        cover = columns[0] if len(columns) >= _COLUMNS else None
        if cover is not None and not _is_seen_again(line, lines):
            yield Covered("a text", line.drawn.words, _named(cover), line.text.line)


def _from(opaque: Sequence[tuple[int, PaintedLayer]], number: int) -> Iterator[PaintedLayer]:
    """Yields the layers from a number on."""
    begin = bisect_left(opaque, number, key=itemgetter(0))
    return (layer for _, layer in islice(opaque, begin, None))


def _is_seen_again(line: _Line, lines: Sequence[_Line]) -> bool:
    """Whether the same words are drawn later in the same place."""
    return any(
        other.number > line.number
        and other.letters == line.letters
        and _shared(other.drawn.box, line.drawn.box)
        for other in lines
    )


def _on_each_other(lines: Sequence[_Line]) -> Iterator[Covered]:
    """Yields the texts on which another one stands."""
    level = sorted(((line.band, line) for line in lines if line.is_level), key=_top)
    for at, (band, first) in enumerate(level):
        for other_band, other in islice(level, at + 1, None):
            if other_band.top >= band.bottom:
                break
            if _meet(first, band, other, other_band):
                lower, upper = sorted((first, other), key=lambda line: line.number)
                cover = f'the text "{shortened(upper.drawn.words)}"'
                yield Covered("a text", lower.drawn.words, cover, lower.text.line)


def _top(banded: tuple[Bounds, _Line]) -> float:
    return banded[0].top


def _meet(first: _Line, band: Bounds, other: _Line, other_band: Bounds) -> bool:
    """Whether lines of two texts, with other words and of about one size, lie on each other."""
    if first.number == other.number or not (first.is_written and other.is_written):
        return False
    least = min(band.area_mm2, other_band.area_mm2)
    if not _shared(band, other_band) >= _TEXT_ON_TEXT * least > 0:
        return False
    ratio = first.height_mm / (other.height_mm or 1)
    return 1 / _ALIKE_IN_SIZE <= ratio <= _ALIKE_IN_SIZE and first.letters != other.letters


def _hidden_icons(
    layers: Sequence[PaintedLayer], opaque: Sequence[tuple[int, PaintedLayer]], pixel_at: PixelAt
) -> Iterator[Covered]:
    icons = [
        (tuple(those), str(icon.own[ICON]))
        for icon, those in groupby(enumerate(layers), key=lambda each: each[1].shape.icon)
        if icon is not None
    ]
    for at, (parts, name) in enumerate(icons):
        last = parts[-1][0]
        if not opaque or opaque[-1][0] <= last:
            continue
        reaches = [layer.reach for _, layer in parts if layer.reach is not None]
        if not reaches:
            continue
        box = reduce(Bounds.joined, reaches)
        near = [
            layer
            for layer in _from(opaque, last + 1)
            if layer.meets(box) and _icon_of(layer) != name
        ]
        if sum(_shared(box, layer.reach) for layer in near if layer.reach) < box.area_mm2 / 2:
            continue
        ink = [
            point
            for point in _grid(box, _ICON_POINTS, _ICON_INSET)
            if any(layer.own(point) for _, layer in parts)
        ]
        by = [cover for point in ink if (cover := _cover_at(point, near, pixel_at))]
        again = (other == name and those[0][1].meets(box) for those, other in icons[at + 1 :])
        if ink and len(by) >= _MOST_OF_AN_ICON * len(ink) and not any(again):
            yield Covered("an icon", name, _named(by[0]))


def _hidden_pictures(
    opaque: Sequence[tuple[int, PaintedLayer]], pixel_at: PixelAt
) -> Iterator[Covered]:
    for at, (_, layer) in enumerate(opaque):
        name = layer.shape.node.own.get(PICTURE) if layer.href else None
        if name is None or layer.reach is None:
            continue
        box = layer.reach
        near = [other for _, other in opaque[at + 1 :] if other.meets(box)]
        by = [
            _cover_at(point, near, pixel_at)
            for point in _grid(box, _PICTURE_POINTS, _PICTURE_INSET)
            if near
        ]
        if by and by[0] is not None and None not in by:
            yield Covered("a picture", name, _named(by[0]))


def _cover_at(point: XY, layers: Sequence[PaintedLayer], pixel_at: PixelAt) -> PaintedLayer | None:
    """The first layer that is opaque at a point, or None."""
    for layer in layers:
        own = layer.own(point)
        if own is not None:
            colours, alpha = layer.at(own, pixel_at)
            if colours and alpha > OPAQUE:
                return layer
    return None


def _named(layer: PaintedLayer) -> str:
    if layer.href:
        return "a picture"
    icon = _icon_of(layer)
    shape = f"the icon `{icon}`" if icon else f"a <{layer.shape.node.name}>"
    return f"{shape} in {layer.colours[0]}"


def _icon_of(layer: PaintedLayer) -> str | None:
    icon = layer.shape.icon
    return None if icon is None else icon.own[ICON]


def _is_dashed(layer: PaintedLayer) -> bool:
    return bool(layer.width_mm) and layer.shape.style.get("stroke-dasharray", "none") != "none"


def _grid(box: Bounds, number: int, inset: float) -> Iterator[XY]:
    """Yields the points of a grid in a box, inset from its edges by a share of its sides."""
    across, down = box.right - box.left, box.bottom - box.top
    shares = [inset + (1 - 2 * inset) * step / (number - 1) for step in range(number)]
    return ((box.left + x * across, box.top + y * down) for y in shares for x in shares)


def _shared(one: Bounds, other: Bounds) -> float:
    """The area that two boxes have in common."""
    common = one.common(other)
    return common.area_mm2 if common else 0.0
