"""Boards larger than a page: in parts that are glued together, or whole on larger paper.

One part lies alone on its sheet, a quarter turned where that saves sheets or shortens seams. A
board is cut out of its parts, so its bleed is not printed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.geometry import Along, Point, Rect
from generator.impose.board_joints import joints_of
from generator.impose.board_parts import Part, Parting, part_board
from generator.impose.board_whole import fits_whole, lay_out_whole
from generator.impose.layout import Cutting, Layout, Spot
from generator.impose.room import fits, in_words, usable_paper
from generator.papers import Paper
from generator.press import Duplex, Press, Shift
from generator.problems import Problem
from generator.sheets import Item


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """A board, or a part of one, and the paper it lies on, which is not cut off its roll yet."""

    layout: Layout
    paper: Paper


def board_problem(item: Item, press: Press) -> Problem | None:
    """Why a board can be printed neither whole nor in parts: E301 or E303; None where it can."""
    paper = _paper(press)
    if fits_whole(item, paper) or (paper.slots is None and part_board(item, paper) is not None):
        return None
    room = in_words(paper.printable.size)
    assert item.split is not None
    if item.split.along is Along.PLAIN or paper.slots is not None:
        size = in_words(item.outline.size)
        where = "slots for other pieces" if paper.slots else f"{room}, too little for parts of it"
        message = f'"{item.piece}" is {size}; {paper.id} has {where}'
        return Problem("E301", item.place, message, "choose larger paper")
    message = (
        f'"{item.piece}" is parted along its {item.split.along}; {paper.id} prints {room}, too '
        f"little for one of them and a flap of {item.split.overlap_mm:g} mm"
    )
    hint = "choose larger paper, a smaller `overlap`, or `along: plain`"
    return Problem("E303", item.place, message, hint)


def lay_out_boards(items: Sequence[Item], press: Press) -> tuple[BoardSheet, ...]:
    """Every copy of boards that do not fit the paper of the press, and of which none is a problem.

    Whole on the press's paper for boards where there is one and they fit it, else in parts, one
    part a sheet.
    """
    return tuple(sheet for item in items for sheet in _sheets(item, press))


def unfolded(item: Item, press: Press) -> Press:
    """The press for a board, which is never folded: its back is glued on from another sheet."""
    if press.duplex is not Duplex.FOLD:
        return press
    duplex = Duplex.SEPARATE if item.has_back else Duplex.NONE
    return replace(press, duplex=duplex, shift=Shift())


def parting_of(item: Item, press: Press) -> Parting | None:
    """How a board is parted on this press; None where it is printed whole."""
    press = unfolded(item, press)
    if item.split is None or fits(item, press.paper, press) or fits_whole(item, _paper(press)):
        return None
    return part_board(item, _paper(press))


def _sheets(item: Item, press: Press) -> Iterator[BoardSheet]:
    """All copies of one board."""
    parting = parting_of(item, press)
    if parting is None:
        layouts = lay_out_whole(item, _paper(press), press.gutter_mm)
    else:
        layouts = tuple(_layout(item, parting, part) for part in parting.parts()) * item.copies
    for layout in layouts:
        yield BoardSheet(layout, press.board_paper or press.paper)


def _paper(press: Press) -> Paper:
    """What boards may take of their paper."""
    return usable_paper(press.board_paper or press.paper, press)


def _layout(item: Item, parting: Parting, part: Part) -> Layout:
    """One part alone in its block."""
    window, turned = part.window, parting.turn_deg != 0
    size = window.size.turned() if turned else window.size
    box = Rect(0, 0, size.width_mm, size.height_mm)

    def on_block(at: Point) -> Point:
        x_mm, y_mm = at.x_mm - window.x_mm, at.y_mm - window.y_mm
        return Point(window.height_mm - y_mm, x_mm) if turned else Point(x_mm, y_mm)

    path = tuple(on_block(at) for at in part.edge)
    spot = Spot(item, box, box, parting.turn_deg, window, path)
    note = f"{part.name} ({parting.rows} × {parting.columns})"
    meets = tuple(on_block(at) for at in part.meets)
    return Layout((spot,), box, Cutting.TICKS, note, meets, joints_of(part, on_block, turned))
