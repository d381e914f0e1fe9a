"""Lists what goes into the box of a game: loose pieces, boxes, the booklet, bought parts."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Size
from fustella.core.values.model import Bought, Edition, Kind, Piece, Record
from fustella.core.values.packed import (
    LOOSE,
    SLEEVE_EDGE_MM,
    WELL_SLACK_MM,
    Content,
    GameBox,
    PartSort,
)
from fustella.core.values.paper import THIN_MM, USUAL_THICKNESS_MM
from fustella.core.values.problems import Problem, warning
from fustella.core.values.sizes import kinds_by_size
from fustella.core.words.patterns import regex
from fustella.core.words.printed import RULES as RULES_WORDS

RULES = "rules"
"""The id of the booklet among the parts of a box."""

PAPER_MM = 0.2
"""A piece up to this thickness can be folded anywhere."""

LEAF_MM = 0.1
"""The thickness of a leaf of a booklet: copy paper, as in the stocks of the tool."""

_MOST_FOLDS = 4
"""How often paper is folded in half: more often, it does not stay flat."""

BULK = 0.6
"""The share of a bag that small things fill: cubes poured without shaking fill 0.57 to 0.6, balls
0.6 to 0.64 (Scott, Nature 188, 1960; Baker and Kudrolli, Physical Review E 82, 2010)."""

_LENGTH = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)\s*(mm|cm|in)?"
_SIZE = regex(rf"\s*{_LENGTH}(?:\s*[x×*]\s*{_LENGTH})?(?:\s*[x×*]\s*{_LENGTH})?\s*")
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4}

_FLAT_MM = 2.0
"""The thickness of a bought part of which two sides are known, such as a bag."""


def contents_of(
    edition: Edition, box: GameBox, booklet: tuple[Size, int] | None
) -> tuple[list[Content], list[Problem]]:
    """What goes into a box, with paper and boards folded as small as it is, and warnings.

    `booklet` is the size of a rule booklet's pages, and how many they are. Warns with E751 of
    bought parts of unknown size, which are left out, and with E753 of kinds without a stock.
    """
    problems: list[Problem] = []
    found = [*_loose(edition, box, problems), *_boxes(edition)]
    if booklet is not None:
        found.append(_booklet(edition, *booklet))
    found += _bought(edition, problems)
    return found, problems


def _loose(edition: Edition, box: GameBox, problems: list[Problem]) -> Iterator[Content]:
    """Yields the pieces that lie in no box of the game, by kinds and sizes."""
    game = edition.game
    held = {piece for pieces in game.held.values() for piece in pieces}
    kinds = kinds_by_size(game.pieces)
    by_kind: dict[str, list[Piece]] = {}
    for piece in game.pieces:
        if piece.copies and piece.id not in held:
            by_kind.setdefault(kinds[piece.id].id, []).append(piece)
    sleeves = dict(box.sleeves)
    for pieces in by_kind.values():
        kind, own = kinds[pieces[0].id], pieces[0].kind
        if own.stock is None and own.id not in (problem.piece for problem in problems):
            problems.append(_without_stock(own))
        yield _pile(edition, kind, pieces, sleeves.get(own.id, 0.0), box)


def _without_stock(kind: Kind) -> Problem:
    message = (
        f"nothing says how thick a piece of `{kind.id}` is: {USUAL_THICKNESS_MM:g} mm is taken"
    )
    return warning("E753", kind.place, message, "give it a `stock`")


def thickness_of(kind: Kind) -> float:
    """The thickness of one piece, in mm; that of a card where it has no stock."""
    return max(kind.stock.thickness_mm if kind.stock else USUAL_THICKNESS_MM, 0.01)


def _pile(
    edition: Edition, kind: Kind, pieces: Sequence[Piece], sleeve_mm: float, box: GameBox
) -> Content:
    each_mm = thickness_of(kind)
    edge_mm = SLEEVE_EDGE_MM if sleeve_mm else 0.0
    size, layers = folded(kind.outline, each_mm, box, dict(box.folded).get(pieces[0].kind.id))
    copies = sum(piece.copies for piece in pieces)
    is_card = each_mm <= THIN_MM and kind.outline.is_rectangle and layers == 1
    return Content(
        part=kind.id,
        sort=PartSort.KIND,
        name=str(kind.name.in_language(edition.language)),
        size=Size(size.width_mm + edge_mm, size.height_mm + edge_mm),
        thickness_mm=(each_mm + sleeve_mm) * layers * (LOOSE if copies > 1 else 1.0),
        copies=copies,
        place=pieces[0].kind.place,
        pieces=tuple((piece.id, piece.copies) for piece in pieces),
        folded=layers,
        stands=is_card,
    )


def folded(
    outline: Outline, thickness_mm: float, box: GameBox, panels: tuple[int, int] | None = None
) -> tuple[Size, int]:
    """The size of a piece as it lies in a box, and in how many layers.

    A board of `panels`, columns and rows, is folded in any case. Others are where the box is too
    small for them: along the folds of their outline from side to side, and paper in halves.
    """
    size, layers = outline.size, 1
    if panels is not None:
        columns, rows = panels
        return Size(size.width_mm / columns, size.height_mm / rows), columns * rows
    if lies_in(size, box):
        return size, layers
    across_mm, down_mm = _parts(outline, along_x=True), _parts(outline, along_x=False)
    size = Size(max(across_mm), max(down_mm))
    layers = len(across_mm) * len(down_mm)
    times = 0
    while thickness_mm <= PAPER_MM and times < _MOST_FOLDS and not lies_in(size, box):
        wide = size.width_mm > size.height_mm
        halves = 2.0 if wide else 1.0, 1.0 if wide else 2.0
        size = Size(size.width_mm / halves[0], size.height_mm / halves[1])
        layers, times = layers * 2, times + 1
    return (size, layers) if lies_in(size, box) else (outline.size, 1)


def lies_in(size: Size, box: GameBox) -> bool:
    """Whether something of this size lies flat on the floor of a box, with room for fingers."""
    floor = Size(box.width_mm - 2 * WELL_SLACK_MM, box.depth_mm - 2 * WELL_SLACK_MM)
    return size.fits_in(floor) or size.turned().fits_in(floor)


def _parts(outline: Outline, *, along_x: bool) -> list[float]:
    """The lengths between folds that cross a piece from side to side."""
    size = outline.size
    whole, across = size.width_mm, size.height_mm
    if not along_x:
        whole, across = across, whole
    ends = {0.0, whole}
    for start, end in outline.folds:
        one, two = (start.x_mm, end.x_mm) if along_x else (start.y_mm, end.y_mm)
        run = (start.y_mm, end.y_mm) if along_x else (start.x_mm, end.x_mm)
        if abs(one - two) < EPSILON_MM and abs(run[0] - run[1]) > across - EPSILON_MM:
            ends.add(one)
    places = sorted(ends)
    return [after - before for before, after in pairwise(places)]


def _boxes(edition: Edition) -> Iterator[Content]:
    """Yields the boxes that pieces lie in, trays with their lids on."""
    game = edition.game
    lids = {game.held.get(box.id): box for box in game.boxes if _form(box) == "lid"}
    for box in game.boxes:
        if _form(box) == "lid":
            continue
        lid = lids.get(game.held.get(box.id)) if _form(box) == "tray" else None
        size, high_mm = _outside(box, lid)
        yield Content(
            part=box.id,
            sort=PartSort.BOX,
            name=str(box.name.in_language(edition.language)),
            size=size,
            thickness_mm=high_mm,
            copies=1,
            place=box.place,
            pieces=((box.id, 1),),
            stands=_form(box) == "tuck",
        )


def _form(box: Piece) -> str:
    return str(box.front["form"])


def _outside(box: Piece, lid: Piece | None) -> tuple[Size, float]:
    """The size of a box outside: its room, with the paper around it, and with its lid on."""
    wide_mm, deep_mm, high_mm = _room(box)
    paper_mm = thickness_of(box.kind)
    if lid is not None:
        lid_wide_mm, lid_deep_mm, _ = _room(lid)
        return Size(lid_wide_mm + 2 * paper_mm, lid_deep_mm + 4 * paper_mm), high_mm + 2 * paper_mm
    if _form(box) == "tuck":  # flaps are glued over each other, and one is tucked in
        return Size(wide_mm + 3 * paper_mm, deep_mm + 4 * paper_mm), high_mm + 3 * paper_mm
    walls = 4 if _is_double(box) else 2
    return Size(wide_mm + walls * paper_mm, deep_mm + (walls + 2) * paper_mm), high_mm + paper_mm


def _is_double(box: Piece) -> bool:
    panels = box.front["panels"]
    return isinstance(panels, Record) and "front_inner" in panels


def _room(box: Piece) -> tuple[float, float, float]:
    """The room in a box of the game: width, height, depth, as they lie in its net."""
    room = box.front["room"]
    assert isinstance(room, Record)
    sides = [room[side] for side in ("width", "height", "depth")]
    wide, high, deep = (float(side) for side in sides if isinstance(side, int | float))
    return wide, high, deep


def _booklet(edition: Edition, size: Size, pages: int) -> Content:
    game = edition.game
    leaves = math.ceil(pages / 4) * 2
    name = game.tool_words.section(RULES_WORDS, edition.language)["rules"]
    return Content(
        part=RULES,
        sort=PartSort.BOOKLET,
        name=name,
        size=size,
        thickness_mm=leaves * LEAF_MM,
        copies=1,
        place=game.place,
    )


def _bought(edition: Edition, problems: list[Problem]) -> Iterator[Content]:
    for one in edition.game.bought:
        name = str(one.name.in_language(edition.language))
        sides_mm = sides_of(one)
        if not sides_mm:
            message = f"the size of `{name}` is not known, so it is left out of the box"
            hint = "write its `size` in figures: 16mm, 15 × 20 cm or 8 × 8 × 10 mm"
            problems.append(warning("E751", one.place.inside("size"), message, hint))
            continue
        short, middle, long = sorted(sides_mm)
        volume_mm3 = short * middle * long * one.count
        yield Content(
            part=name,
            sort=PartSort.BOUGHT,
            name=name,
            size=Size(long, middle),
            thickness_mm=short,
            copies=one.count,
            place=one.place,
            bulk_mm3=volume_mm3 / BULK if one.count > 1 else 0.0,
        )


def sides_of(bought: Bought) -> tuple[float, float, float] | None:
    """The three sides of a bought part in mm: a cube of one length, flat with two; else None."""
    typed = _SIZE.fullmatch(bought.size)
    if typed is None:
        return None
    figures = [(typed[at], typed[at + 1]) for at in (1, 3, 5) if typed[at]]
    unit = figures[-1][1]
    if not unit:
        return None
    sides = [float(figure) * _MM[own or unit] for figure, own in figures]
    if min(sides) <= 0:
        return None
    if len(sides) == 1:
        return sides[0], sides[0], sides[0]
    return sides[0], sides[1], sides[2] if len(sides) == 3 else _FLAT_MM
