"""From items to sheets: which pieces share a sheet, how they lie on it, what its pages carry."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.geometry import EPSILON_MM, Shape, Size
from generator.impose.board import can_be_parted, lay_out_board
from generator.impose.duplex import back_page
from generator.impose.grid import lay_out_grid
from generator.impose.honeycomb import lay_out_honeycomb
from generator.impose.layout import Layout, cell_size
from generator.impose.marks import cuts_of
from generator.impose.shelf import lay_out_mixed
from generator.impose.strip import areas, seat
from generator.model import FaceId, SideName
from generator.papers import Paper
from generator.press import Press
from generator.problems import Problem, ProblemsFound
from generator.sheets import Item, Page, Placement, Sheet


def impose(items: Sequence[Item], press: Press) -> tuple[Sheet, ...]:
    """Lay every copy of every item on sheets of the press, each once.

    Items whose `sheet` is the same share sheets, in the order in which those names first appear.
    Raises ProblemsFound with E301 for each item that a page cannot hold and that may not be split.
    """
    paper = press.paper
    printed = [item for item in items if item.copies > 0]
    problems = tuple(_too_large(item, paper) for item in printed if not _can_lie(item, paper))
    if problems:
        raise ProblemsFound(problems)
    return tuple(
        _sheet(layout, press, group, number)
        for group, members in _grouped(printed).items()
        for number, layout in enumerate(_layouts(members, paper), start=1)
    )


def _grouped(items: Sequence[Item]) -> Mapping[str, list[Item]]:
    """The items that share sheets."""
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        groups[item.sheet].append(item)
    return groups


def _layouts(items: Sequence[Item], paper: Paper) -> Iterator[Layout]:
    """The layouts of one group: what fits on a page first, then the boards in parts."""
    whole = [item for item in items if _fits(item, paper)]
    if whole:
        yield from _lay_out(whole, paper)
    for item in items:
        if not _fits(item, paper):
            yield from lay_out_board(item, paper) * item.copies


def _lay_out(items: Sequence[Item], paper: Paper) -> tuple[Layout, ...]:
    """Choose the way of laying out that suits the forms of the pieces."""
    first = items[0].outline
    same_size = all(_same(item.outline.size, first.size) for item in items)
    hexagons = sum(item.outline.shape is Shape.HEXAGON for item in items)
    if same_size and hexagons == len(items):
        return lay_out_honeycomb(items, paper)
    if same_size and not hexagons:
        return lay_out_grid(items, paper)
    return lay_out_mixed(items, paper)


def _same(one: Size, other: Size) -> bool:
    return one.fits_in(other) and other.fits_in(one)


def _sheet(layout: Layout, press: Press, group: str, number: int) -> Sheet:
    """Seat a layout on its page, and add marks and back."""
    paper = press.paper
    seated = seat(layout.extent.size, paper)
    placed = layout.moved(
        seated.origin.x_mm - layout.extent.x_mm, seated.origin.y_mm - layout.extent.y_mm
    )
    cuts = cuts_of(placed, paper, seated.strip)
    placements = tuple(
        Placement(
            FaceId(spot.item.piece, SideName.FRONT, spot.item.look),
            spot.box,
            spot.turn_deg,
            window=spot.window,
        )
        for spot in placed.spots
    )
    front = Page(SideName.FRONT, placements, cuts.marks, seated.strip, placed.note)
    back = back_page(placed.spots, seated.strip, paper, press.duplex, placed.note)
    return Sheet(group, number, paper, (front, back) if back else (front,), cuts.count)


def _can_lie(item: Item, paper: Paper) -> bool:
    return _fits(item, paper) or (item.split is not None and can_be_parted(paper))


def _fits(item: Item, paper: Paper) -> bool:
    """Whether a page holds the whole piece, in one of two ways, with its bleed and a strip."""
    cell = cell_size(item)
    ways = (cell, cell.turned())
    return any(way.fits_in(area) for way in ways for area in areas(paper))


def _too_large(item: Item, paper: Paper) -> Problem:
    room = max(areas(paper), key=lambda area: area.width_mm * area.height_mm)
    with_bleed = f" with a bleed of {item.bleed_mm:g} mm" if item.bleed_mm > EPSILON_MM else ""
    hint = "allow it to be split: `split: true`, or choose larger paper"
    return Problem(
        "E301",
        item.place,
        f'"{item.piece}" is {_in_words(item.outline.size)}{with_bleed}; {paper.id} prints '
        f"{_in_words(paper.printable.size)}, and {_in_words(room)} beside the strip for its ruler",
        "choose larger paper" if item.split else hint,
    )


def _in_words(size: Size) -> str:
    """A size as a designer writes it, to a tenth of a millimetre."""
    width_mm, height_mm = (round(max(0.0, mm), 1) for mm in (size.width_mm, size.height_mm))
    return f"{width_mm:g} x {height_mm:g} mm"
