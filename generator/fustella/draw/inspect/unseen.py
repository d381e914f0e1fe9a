"""Finds texts that are hardly visible on what lies under them.

It tests some points in each line of a text: the colours there, from the topmost shape down to the
white paper, translucent ones in their share. If the colour at a point is known only after painting
it (filters, masks, blend modes, drawn pictures), the text counts as visible there. It is visible on
a gradient or a pattern if one of its colours differs enough. So a reported text is hardly visible
wherever its letters stand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct, field

from fustella.core.geometry.paths import XY
from fustella.core.values.colour import LEAST_CONTRAST, WHITE, contrast, covered
from fustella.draw.inspect.painted import (
    OPAQUE,
    Colours,
    Painted,
    PaintedLayer,
    PixelAt,
    TextLayer,
    TextLine,
)

_MOST_OF_A_LINE = 0.5
"""A line is reported if more than this share of its points is hardly visible."""

_PAPER = (WHITE,)
_MOST_COLOURS = 8


class Unseen(Struct, frozen=True):
    """A line of text in a colour hardly visible on its ground; `line` is the text's mark.

    `ground` is "" for a picture.
    """

    text: str
    colour: str
    ground: str
    contrast: float
    line: str | None


def unseen_texts(painted: Painted, pixel_at: PixelAt) -> Iterator[Unseen]:
    """Yields the lines of text on a face that are hardly visible, each colour and ground once."""
    told = set[tuple[str, str, str | None]]()
    # For the colours of a text: how many layers were compared, and whether one may hide it.
    compared = dict[Colours, tuple[int, bool]]()
    for text in painted.texts:
        done, hides = compared.get(text.colours, (0, False))
        layers = painted.layers[: text.under]
        hides = hides or not all(_is_seen(text.colours, layer) for layer in layers[done:])
        compared[text.colours] = text.under, hides
        on_paper = _one_differs(text.colours, _PAPER)
        if on_paper and not hides:
            continue
        for line in text.lines:
            near, on_layer = _under(line, painted, text.under)
            if all(_is_seen(text.colours, layer) for layer in near) and (on_layer or on_paper):
                continue
            if not near or near[0].fills(line.box):
                found = _on_one_ground(line, text, near[0].colours if near else _PAPER)
            else:
                found = _hardly_visible(line, text, near, pixel_at)
            if found and (found.colour, found.ground, found.line) not in told:
                told.add((found.colour, found.ground, found.line))
                yield found


def _under(line: TextLine, painted: Painted, under: int) -> tuple[list[PaintedLayer], bool]:
    """The layers that a line may lie on, the topmost first, and whether the last one fills it.

    Layers under one that fills the line are hidden there, and left out.
    """
    box, near = line.box, list[PaintedLayer]()
    for _, layer in painted.near(box, 0, under):
        near.append(layer)
        if layer.fills(box):
            return near, True
    return near, False


def _on_one_ground(line: TextLine, text: TextLayer, ground: Colours) -> Unseen | None:
    """A line that lies wholly on one layer, if it is hardly visible there."""
    if not ground or _one_differs(text.colours, ground):
        return None
    ratio = contrast(text.colours[0], ground[0])
    return Unseen(line.words, text.colours[0], ground[0], ratio, text.line)


def _hardly_visible(
    line: TextLine, text: TextLayer, layers: Sequence[PaintedLayer], pixel_at: PixelAt
) -> Unseen | None:
    """A line, if most of its points are hardly visible; else None.

    `layers` are the layers under it, the topmost first.
    """
    points, faint, others = line.points, Counter[str](), 0
    for colours, pictured in _grounds(points, layers, pixel_at):
        if colours and not _one_differs(text.colours, colours):
            faint["" if pictured else colours[0]] += 1
            continue
        others += 1
        if others >= (1 - _MOST_OF_A_LINE) * len(points):
            return None  # seen well enough, so the layers farther down are not looked at
    ((ground, _),) = faint.most_common(1)
    ratio = contrast(text.colours[0], ground) if ground else 1.0
    return Unseen(line.words, text.colours[0], ground, ratio, text.line)


def _grounds(
    points: Sequence[XY], layers: Sequence[PaintedLayer], pixel_at: PixelAt
) -> Iterator[tuple[Colours, bool]]:
    """Yields the colours under each point, and whether a picture is visible there.

    `layers` begin with the topmost. Empty colours mean that nothing is known about the point.
    """
    pending = [_Point(point) for point in points]
    for layer in layers:
        if not pending:
            return
        left = list[_Point]()
        for point in pending:
            own = layer.own(point.place)
            if own is None:
                left.append(point)
                continue
            colours, alpha = layer.at(own, pixel_at)
            point.pictured = point.pictured or bool(layer.href)
            if colours and alpha > OPAQUE:
                yield point.seen(colours), point.pictured
            elif colours:
                point.sheer.append((colours, alpha))
                left.append(point)
            else:
                yield (), point.pictured
        pending = left
    for point in pending:
        yield point.seen(_PAPER), point.pictured


class _Point(Struct):
    """A point of a text, and the translucent layers under it, the topmost first."""

    place: XY
    sheer: list[tuple[Colours, float]] = field(default_factory=list)
    pictured: bool = False

    def seen(self, lowest: Colours) -> Colours:
        """The possible colours of the point; the ground has one of the colours `lowest`."""
        found = lowest
        for colours, alpha in reversed(self.sheer):
            mixed = [covered(one, over, alpha) for one in found for over in colours]
            found = tuple(dict.fromkeys(mixed))[:_MOST_COLOURS]
        return found


def _differ(colours: Colours, ground: str) -> bool:
    return any(contrast(colour, ground) >= LEAST_CONTRAST for colour in colours)


def _is_seen(colours: Colours, layer: PaintedLayer) -> bool:
    """Whether a text is visible on a layer at every point."""
    return not layer.href and layer.alpha > OPAQUE and _one_differs(colours, layer.colours)


@lru_cache(maxsize=4096)
def _one_differs(colours: Colours, grounds: Colours) -> bool:
    return any(_differ(colours, ground) for ground in grounds)
