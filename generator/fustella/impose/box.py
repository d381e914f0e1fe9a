"""Packs the contents of a game into its box: stacks in wells, and flat things on top of them."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, product

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Size
from fustella.core.values.packed import (
    WELL_SLACK_MM,
    Content,
    GameBox,
    Layer,
    LeftOver,
    NoPlace,
    PackedBox,
    PartSort,
    Stack,
    Well,
)
from fustella.impose.wells import PLANS, FillingOrder, Stand, fill_floor, stands_of

HIGHEST_MM = 1000
"""The greatest height of a box that is looked for: nobody sells a higher one."""

_THIN_MM = 5.0
"""The height up to which things count as thin: they lie flat rather than stand alone in a well."""

_FLATS = ((0.35, 0.1), (0.2, 0.05), (0.6, 0.6), (0.35, 0.35), (math.inf, 0.1), (math.inf, math.inf))
"""The shares of the floor from which a thing counts as flat, and from which a thin one does."""

_STEPS, _LEAST_TRIED = 300_000, 3
"""The steps of a search, and the fewest plans that are tried: 45 contents are tried in all ways."""

_LAYERED = FillingOrder(by_area=True, dense=False, longer=True)


class _Way(Struct, frozen=True):
    """A way to pack: from which share of the floor things are flat, see `_FLATS`, and the rest.

    With `on_edge`, cards may stand; when `piled`, different things may lie on each other.
    """

    flat: tuple[float, float]
    on_edge: bool
    piled: bool


_WAYS = tuple(
    _Way(flat, on_edge, piled)
    for (on_edge, piled), flat in product(((False, False), (True, False), (True, True)), _FLATS)
)
"""All ways, those first that are the least trouble to put away."""


class _Packing(Struct, frozen=True):
    wells: tuple[Well, ...]
    layers: tuple[Layer, ...]
    missing: tuple[Content, ...]

    @property
    def missing_mm3(self) -> float:
        return sum(content.volume_mm3 for content in self.missing)


def pack_box(contents: Sequence[Content], box: GameBox) -> PackedBox:
    """The box with its contents, packed the same way each time.

    What does not fit is left over, in whole contents. Those of one well are of one kind, unless
    the box holds everything only if things lie on each other.
    """
    left_over = [_too_large(content, box) for content in contents]
    fitting = [one for one, why in zip(contents, left_over, strict=True) if why is None]
    packing = _packed(fitting, box, box.height_mm)
    left = [one for one in left_over if one is not None]
    missing = [_left(content, NoPlace.FULL) for content in packing.missing]
    least_mm = 0.0
    if not any(one.why is NoPlace.WIDE for one in left):
        least_mm = _least_height_mm(contents, box, fits=not left and not missing)
    return PackedBox(box, packing.wells, packing.layers, (*left, *missing), least_mm)


def _left(content: Content, why: NoPlace) -> LeftOver:
    size = content.size
    return LeftOver(
        part=content.part,
        sort=content.sort,
        name=content.name,
        copies=content.copies,
        width_mm=size.width_mm,
        depth_mm=size.height_mm,
        height_mm=content.thickness_mm,
        why=why,
        place=content.place,
    )


def _too_large(content: Content, box: GameBox) -> LeftOver | None:
    """Why not even one copy goes into an empty box; None if it does."""
    floor = Size(box.width_mm - 2 * WELL_SLACK_MM, box.depth_mm - 2 * WELL_SLACK_MM)
    wide, long, high = content.size.width_mm, content.size.height_mm, content.thickness_mm
    stances = [(wide, long, high)]
    if content.stands or content.bulk_mm3:
        stances += [(high, long, wide), (wide, high, long)]
    lies = [up for one, two, up in stances
            if Size(one, two).fits_in(floor) or Size(two, one).fits_in(floor)]  # fmt: skip
    if not lies:
        return _left(content, NoPlace.WIDE)
    if min(lies) > box.height_mm + EPSILON_MM:
        return _left(content, NoPlace.HIGH)
    return None


def _least_height_mm(contents: Sequence[Content], box: GameBox, *, fits: bool) -> float:
    """The smallest height that holds everything, in whole millimetres; 0 if none does."""
    volume_mm3 = sum(content.volume_mm3 for content in contents)
    least = max(1, math.floor(volume_mm3 / (box.width_mm * box.depth_mm))) - 1
    most = math.ceil(box.height_mm - EPSILON_MM)
    if not fits:
        least = max(least, 1)
        most = max(most, least + 1)
        while _packed(contents, box, most).missing:
            if most >= HIGHEST_MM:
                return 0.0
            least, most = most, min(HIGHEST_MM, math.ceil(most * 1.3))
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if _packed(contents, box, middle).missing else (least, middle)
    return float(min(most, box.height_mm) if fits else most)


def _packed(contents: Sequence[Content], box: GameBox, height_mm: float) -> _Packing:
    """The first way in which everything fits, or else that which leaves the least volume out."""
    best: _Packing | None = None
    tried: set[tuple[frozenset[int], bool, bool, tuple[FillingOrder, ...]]] = set()
    for way, plans in _tried(len(contents)):
        flat = frozenset(
            number for number, one in enumerate(contents) if _is_flat(one, box, way.flat, height_mm)
        )
        kind = flat, way.on_edge, way.piled, plans
        if kind in tried:
            continue
        tried.add(kind)
        for packing in _in_this_way(contents, box, height_mm, flat, way, plans):
            if best is None or packing.missing_mm3 < best.missing_mm3 - EPSILON_MM:
                best = packing
            if not best.missing:
                return best
    assert best is not None
    return best


def _tried(contents: int) -> Iterator[tuple[_Way, tuple[FillingOrder, ...]]]:
    """Yields the ways to try, each with its plans: all of them, or of many contents a few.

    With n contents a plan takes about n² steps.
    """
    every = [(way, plan) for way in _WAYS for plan in PLANS]
    few = min(len(every), max(_LEAST_TRIED, _STEPS // max(1, contents**2)))
    chosen = [every[(number + 1) * len(every) // few - 1] for number in range(few)]
    for way, group in groupby(chosen, key=lambda each: each[0]):
        yield way, tuple(plan for _, plan in group)


def _is_flat(content: Content, box: GameBox, shares: tuple[float, float], height_mm: float) -> bool:
    high_mm = content.thickness_mm * content.copies
    if content.bulk_mm3 or high_mm > height_mm:
        return False
    of_floor = content.size.area_mm2 / (box.width_mm * box.depth_mm)
    return of_floor >= shares[high_mm <= _THIN_MM]


def _in_this_way(
    contents: Sequence[Content],
    box: GameBox,
    height_mm: float,
    flat: frozenset[int],
    way: _Way,
    plans: Sequence[FillingOrder],
) -> Iterator[_Packing]:
    """Yields packings of a box by one plan after the other."""
    on_top = [one for number, one in enumerate(contents) if number in flat]
    layers, homeless = _layers(tuple(on_top), box.width_mm, box.depth_mm)
    left_mm = height_mm - sum(layer.height_mm for layer in layers)
    below = [*(one for number, one in enumerate(contents) if number not in flat), *homeless]
    if left_mm < -EPSILON_MM or (below and left_mm <= EPSILON_MM):
        return
    groups = _groups(below, left_mm) if way.piled else [(one,) for one in below]
    wanted = [_stands(group, left_mm, way) for group in groups]
    lifted = tuple(_raised(layers, left_mm if below else 0.0))
    for plan in plans:
        placed = fill_floor(wanted, box.width_mm, box.depth_mm, box.divider_mm, plan)
        wells = tuple(
            Well(x_mm, y_mm, stand.width_mm, stand.depth_mm, left_mm, stand.moved(x_mm, y_mm))
            for x_mm, y_mm, stand in (placed[number] for number in sorted(placed))
        )
        missing = tuple(
            one for number, group in enumerate(groups) if number not in placed for one in group
        )
        yield _Packing(wells, lifted, missing)


@lru_cache(maxsize=32)
def _layers(
    flats: Sequence[Content], width_mm: float, depth_mm: float
) -> tuple[tuple[Layer, ...], tuple[Content, ...]]:
    """Flat things in layers from the bottom up, booklets last; and what has no place in any.

    They follow from the floor alone, of which many heights are tried.
    """
    layers, homeless = list[list[Content]](), list[Content]()
    rank = sorted(flats, key=lambda one: (one.sort is PartSort.BOOKLET, -one.size.area_mm2))
    for content in rank:
        for layer in layers:
            area_mm2 = sum(one.size.area_mm2 for one in (*layer, content))
            if area_mm2 > width_mm * depth_mm:
                continue
            if len(_side_by_side([*layer, content], width_mm, depth_mm)) == len(layer) + 1:
                layer.append(content)
                break
        else:
            if _side_by_side([content], width_mm, depth_mm):
                layers.append([content])
            else:
                homeless.append(content)
    # What lies with a booklet comes last, too.
    layers.sort(key=lambda layer: any(one.sort is PartSort.BOOKLET for one in layer))
    found = []
    for layer in layers:
        stacks = tuple(
            stack
            for x_mm, y_mm, stand in _side_by_side(layer, width_mm, depth_mm)
            for stack in stand.moved(x_mm, y_mm)
        )
        found.append(Layer(0.0, max(stack.height_mm for stack in stacks), stacks))
    return tuple(found), tuple(homeless)


def _side_by_side(
    flats: Sequence[Content], width_mm: float, depth_mm: float
) -> list[tuple[float, float, Stand]]:
    """The places of flat things in one layer, each in one pile; fewer where some have none."""
    wanted = [
        [stand for stand in stands_of(one, math.inf, on_edge=False) if stand.count == 1]
        for one in flats
    ]
    placed = fill_floor(wanted, width_mm, depth_mm, 0.0, _LAYERED)
    return [placed[number] for number in sorted(placed)]


def _raised(layers: Sequence[Layer], from_mm: float) -> Iterator[Layer]:
    """Yields layers on top of each other, the first of which lies at this height."""
    at_mm = from_mm
    for layer in layers:
        stacks = tuple(replace(stack, z_mm=at_mm) for stack in layer.stacks)
        yield Layer(at_mm, layer.height_mm, stacks)
        at_mm += layer.height_mm


def _stands(group: Sequence[Content], height_mm: float, way: _Way) -> list[Stand]:
    """The ways in which a content, or several on each other, stand in a well."""
    first, *others = group
    if not others:
        return stands_of(first, height_mm, on_edge=way.on_edge)
    return [
        _piled(stand, others)
        for stand in stands_of(first, height_mm, on_edge=False)
        if stand.count == 1
    ]


def _groups(contents: Sequence[Content], height_mm: float) -> list[tuple[Content, ...]]:
    """Contents that lie on each other, the largest below, each as high as a well at most."""
    found: list[tuple[Content, ...]] = []
    left = sorted(contents, key=lambda one: (-one.size.area_mm2, -one.thickness_mm * one.copies))
    while left:
        group = [left.pop(0)]
        high_mm = group[0].thickness_mm * group[0].copies
        for one in [*left] if _is_one_pile(group[0], height_mm) else ():
            more_mm = one.thickness_mm * one.copies
            top = group[-1].size
            lies = one.size.fits_in(top) or one.size.turned().fits_in(top)
            if lies and _is_one_pile(one, height_mm) and high_mm + more_mm <= height_mm:
                group.append(one)
                left.remove(one)
                high_mm += more_mm
        found.append(tuple(group))
    return found


def _is_one_pile(content: Content, height_mm: float) -> bool:
    stands = stands_of(content, height_mm, on_edge=False) if not content.bulk_mm3 else []
    return any(stand.count == 1 for stand in stands)


def _piled(base: Stand, others: Sequence[Content]) -> Stand:
    """A stand with other contents on its only stack, each in the middle of the one below."""

    def make() -> tuple[Stack, ...]:
        stacks = [*base.make()]
        for content in others:
            below = stacks[-1]
            room = Size(below.width_mm, below.depth_mm)
            for stand in stands_of(content, math.inf, on_edge=False):
                if stand.count > 1:
                    continue
                (top,) = stand.make()
                if Size(top.width_mm, top.depth_mm).fits_in(room):
                    stacks.append(_on(top, below))
                    break
        return tuple(stacks)

    return Stand(base.width_mm, base.depth_mm, 1 + len(others), make)


def _on(top: Stack, below: Stack) -> Stack:
    return replace(
        top,
        x_mm=below.x_mm + (below.width_mm - top.width_mm) / 2,
        y_mm=below.y_mm + (below.depth_mm - top.depth_mm) / 2,
        z_mm=below.z_mm + below.height_mm,
    )
