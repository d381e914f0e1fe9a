"""The ways of a blade round placed pieces, and the lines along which they are folded."""

from collections.abc import Iterator, Sequence

from generator.geometry import Outline
from generator.impose.layout import Spot
from generator.paths import laid
from generator.sheets import Line, Trim


def trims_of(spots: Sequence[Spot]) -> tuple[Trim, ...]:
    """The trim of every piece, in the order of the spots; of a board's part, of that part."""
    return tuple(map(_trim, spots))


def folds_of(spots: Sequence[Spot]) -> tuple[Line, ...]:
    """The folds of all pieces that are folded."""
    return tuple(fold for spot in spots if spot.item.outline.folds for fold in _folds(spot))


def _trim(spot: Spot) -> Trim:
    if spot.window is not None or spot.path:
        part = Outline.rectangle(spot.box.width_mm, spot.box.height_mm)
        return Trim(part, spot.box, 0, spot.path)
    return Trim(spot.item.outline, spot.box, spot.turn_deg)


def _folds(spot: Spot) -> Iterator[Line]:
    outline = spot.item.outline
    for ends in outline.folds:
        start, end = (laid(at, outline.size, spot.turn_deg, spot.box) for at in ends)
        yield Line(start, end)
