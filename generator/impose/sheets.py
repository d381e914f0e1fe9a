"""From items to sheets: which pieces share a sheet, how they lie on it, what its pages carry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from generator.impose.board import board_problem, lay_out_boards, unfolded
from generator.impose.duplex import back_page
from generator.impose.fold import fold_over, taken_apart
from generator.impose.layout import Layout, Spot
from generator.impose.marks import Cuts, cuts_of
from generator.impose.marks_frame import INTO_MARGIN_MM
from generator.impose.marks_kept import from_bytes, made_from, to_bytes
from generator.impose.memory import Memory, found_once
from generator.impose.packing import layouts_of
from generator.impose.registration import bars
from generator.impose.roll import cut_off
from generator.impose.room import fitting, too_large, usable_paper
from generator.impose.slots import slot_problem, slot_sheets
from generator.impose.strip import seat
from generator.impose.trims import folds_of, trims_of
from generator.model import FaceId, SideName
from generator.papers import Paper
from generator.press import Cutter, Duplex, Press
from generator.problems import Problem, ProblemsFound
from generator.sheets import Item, Page, Placement, Sheet, Strip


@dataclass(frozen=True, slots=True)
class _Known:
    """What need not be found twice: all of earlier builds, and the cuts of other sheets."""

    memory: Memory | None
    cuts: dict[bytes, Cuts] = field(default_factory=dict)


def impose(items: Sequence[Item], press: Press, memory: Memory | None = None) -> tuple[Sheet, ...]:
    """Lay every copy of every item on sheets of the press, each once.

    Items whose `sheet` is the same share sheets, in the order in which those names first appear.
    With a `memory` the sheets are the same and come sooner, if forms and papers were as they are.
    Raises ProblemsFound: E301 for each item that a page cannot hold and that may not be split, and
    what slots (E302) and boards (E303) add.
    """
    printed = [item for item in items if item.copies > 0]
    if press.duplex is Duplex.FOLD and press.paper.slots is None:
        return fold_over(printed, press, partial(impose, memory=memory), fitting, _faults)
    whole = fitting(printed, press.paper, press)
    if problems := _problems(printed, whole, press):
        raise ProblemsFound(problems)
    known = _Known(memory)
    return tuple(
        replace(sheet, number=number)
        for group, (small, boards) in _grouped(printed, whole).items()
        for number, sheet in enumerate(
            (*_of_small(group, small, press, known), *_of_boards(group, boards, press, known)), 1
        )
    )


def _faults(items: Sequence[Item], press: Press) -> list[Problem]:
    """Why items can lie on no sheet of this press."""
    return _problems(items, fitting(items, press.paper, press), press)


def _problems(items: Sequence[Item], whole: Sequence[bool], press: Press) -> list[Problem]:
    """Why items can lie on no sheet; those that are held `whole` can."""
    large = [item for item, held in zip(items, whole, strict=True) if not held]
    return [found for item in large if (found := _problem(item, press))]


def _problem(item: Item, press: Press) -> Problem | None:
    """Why an item that no page holds whole can lie on no sheet, or None where it can."""
    slots = press.paper.slots is not None
    if item.split is not None and (press.board_paper is not None or not slots):
        return board_problem(item, unfolded(item, press))
    return slot_problem(item, press.paper) if slots else too_large(item, press)


def _grouped(
    items: Sequence[Item], whole: Sequence[bool]
) -> Mapping[str, tuple[list[Item], list[Item]]]:
    """The items that share sheets: those that a page holds whole, and the others."""
    groups: dict[str, tuple[list[Item], list[Item]]] = {}
    for item, held in zip(items, whole, strict=True):
        small, boards = groups.setdefault(item.sheet, ([], []))
        (small if held else boards).append(item)
    return groups


def _of_small(group: str, items: Sequence[Item], press: Press, known: _Known) -> Iterator[Sheet]:
    """The sheets of what fits on a page, not numbered yet."""
    if press.paper.slots is not None:
        yield from slot_sheets(items, press)
        return
    for layout in layouts_of(items, usable_paper(press.paper, press), press, known.memory):
        yield _sheet(group, layout, press.paper, press, known)


def _of_boards(group: str, items: Sequence[Item], press: Press, known: _Known) -> Iterator[Sheet]:
    """The sheets of boards, not numbered yet; those for folding have their backs beside them."""
    for item in items:
        own = unfolded(item, press)
        for board in lay_out_boards([item], own):
            sheet = _sheet(group, board.layout, board.paper, own, known)
            yield from taken_apart(sheet) if press.duplex is Duplex.FOLD else (sheet,)


def _sheet(group: str, layout: Layout, whole: Paper, press: Press, known: _Known) -> Sheet:
    """Seat a layout on its page, and add marks and back."""
    needed = cut_off(usable_paper(whole, press), layout.extent.size).size
    paper = replace(whole, size=needed)
    usable = usable_paper(paper, press)
    seated = seat(layout.extent.size, usable)
    placed = layout.moved(
        seated.origin.x_mm - layout.extent.x_mm, seated.origin.y_mm - layout.extent.y_mm
    )
    cuts = _cuts_of(placed, usable, seated.strip, press, known)
    front = Page(
        SideName.FRONT,
        tuple(map(_placement, placed.spots)),
        cuts.marks,
        seated.strip,
        placed.note,
        trims=trims_of(placed.spots),
        folds=folds_of(placed.spots),
        registration=bars(paper) if press.cutter is not Cutter.NONE else (),
    )
    back = back_page(front, placed.spots, paper, press)
    return Sheet(group, 0, paper, (front, back) if back else (front,), cuts.count)


def _cuts_of(layout: Layout, paper: Paper, strip: Strip, press: Press, known: _Known) -> Cuts:
    """The cuts of a layout that has its place on the page, found once for all that are alike."""
    into_margin_mm = INTO_MARGIN_MM if press.cutter is Cutter.NONE else 0.0
    said = layout, paper, strip, press.marks, into_margin_mm
    form = made_from(*said)
    if form not in known.cuts:
        memory = known.memory if len(layout.spots) > 1 else None  # a single one takes no time
        known.cuts[form] = found_once(memory, form, lambda: cuts_of(*said), to_bytes, from_bytes)
    return known.cuts[form]


def _placement(spot: Spot) -> Placement:
    """The face of a spot, clipped where a neighbour or the next part of a board begins."""
    return Placement(
        FaceId(spot.item.piece, SideName.FRONT, spot.item.look),
        spot.box,
        spot.turn_deg,
        window=spot.window,
        clip=spot.clip or spot.path,
    )
