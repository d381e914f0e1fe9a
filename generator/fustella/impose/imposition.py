"""From items to sheets: which pieces share a sheet, how they lie on it, what its pages carry.

The least that pieces take: what a packing is measured by.

The ways of a blade round placed pieces, and the lines along which they are folded.

Paper on a roll: a page takes only what it needs of it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from fustella.core.cache import Memory, found_once
from fustella.core.cutpaths import to_page
from fustella.core.geometry import EPSILON_MM, Outline, Size
from fustella.core.model import FaceId, SideName
from fustella.core.paper import Cutter, Duplex, Paper, PrintSettings
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.sheets import Bound, Item, Line, Page, Placement, Sheet, Slug, Trim
from fustella.impose.boards import board_problem, lay_out_boards, parting_of, unfolded
from fustella.impose.duplex import back_page
from fustella.impose.fitting import fitting, too_large, usable_paper
from fustella.impose.fold import fold_over, taken_apart
from fustella.impose.layout import Layout, Position
from fustella.impose.marks import Cuts, cuts_of, from_bytes, made_from, to_bytes
from fustella.impose.marks.frame import INTO_MARGIN_MM
from fustella.impose.packing import layouts_of
from fustella.impose.page import COMFORT_MM, bars, seat
from fustella.impose.slots import slot_problem, slot_sheets


def bounds_of(items: Sequence[Item], settings: PrintSettings) -> dict[str, Bound]:
    """The bound of every group that shares sheets, by its name. All items can lie on the press."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        if item.copies:
            groups.setdefault(item.sheet, []).append(item)
    return {group: bound_of(members, settings) for group, members in groups.items()}


def bound_of(items: Sequence[Item], settings: PrintSettings) -> Bound:
    """The fewest sheets that the area of the pieces of one group allows.

    Counted is the area inside the trims over the printable area of a page, without bleed, gutter
    or the strip for the ruler. On paper that is folded over, a piece with a back counts twice; on
    paper with slots a page is its slots. A board in parts takes a sheet for each part, for
    no other piece shares it, and a board on larger paper counts by the area of that.
    """
    pages, parts, covered_mm2 = 0.0, 0, 0.0
    whole = fitting(items, settings.paper, settings)
    for item, held in zip(items, whole, strict=True):
        sides = 2 if settings.duplex is Duplex.FOLD and item.has_back else 1
        needed_mm2 = sides * item.copies * item.outline.area_mm2
        covered_mm2 += needed_mm2
        paper = settings.paper if held or not settings.board_paper else settings.board_paper
        parting = None if held else parting_of(item, settings)
        if parting is not None:
            parts += item.copies * len(parting.parts())
        elif paper.slots is not None:
            pages += item.copies / len(paper.slots.boxes())
        else:
            pages += needed_mm2 / paper.printable.area_mm2
    return Bound(math.ceil(pages - EPSILON_MM) + parts, covered_mm2)


def trims_of(positions: Sequence[Position]) -> tuple[Trim, ...]:
    """The trim of every piece, in the order of the spots; of a board's part, of that part."""
    return tuple(map(_trim, positions))


def folds_of(positions: Sequence[Position]) -> tuple[Line, ...]:
    """The folds of all pieces that are folded."""
    return tuple(
        fold for position in positions if position.item.outline.folds for fold in _folds(position)
    )


def _trim(position: Position) -> Trim:
    if position.window is not None or position.path:
        part = Outline.rectangle(position.box.width_mm, position.box.height_mm)
        return Trim(part, position.box, 0, position.path)
    return Trim(position.item.outline, position.box, position.turn_deg)


def _folds(position: Position) -> Iterator[Line]:
    outline = position.item.outline
    for ends in outline.folds:
        start, end = (to_page(at, outline.size, position.turn_deg, position.box) for at in ends)
        yield Line(start, end)


SHORTEST_CUT_MM = 200.0
"""Less than this does not hold in the rollers of a printer."""


def cut_off(paper: Paper, block: Size) -> Paper:
    """The paper for a block of pieces: of a roll as many whole millimetres as it needs.

    They are the block, a strip below it with room for ticks, and the margins. Other paper stays as
    it is.
    """
    if not paper.roll:
        return paper
    margins_mm = paper.margins.top_mm + paper.margins.bottom_mm
    needed_mm = math.ceil(block.height_mm + COMFORT_MM + margins_mm - EPSILON_MM)
    height_mm = min(max(needed_mm, SHORTEST_CUT_MM), paper.size.height_mm)
    return replace(paper, size=Size(paper.size.width_mm, height_mm))


@dataclass(frozen=True, slots=True)
class _Known:
    """What need not be found twice: all of earlier builds, and the cuts of other sheets."""

    memory: Memory | None
    cuts: dict[bytes, Cuts] = field(default_factory=dict)


def impose(
    items: Sequence[Item], settings: PrintSettings, memory: Memory | None = None
) -> tuple[Sheet, ...]:
    """Lay every copy of every item on sheets of the press, each once.

    Items whose `sheet` is the same share sheets, in the order in which those names first appear.
    With a `memory` the sheets are the same and come sooner, if forms and papers were as they are.
    Raises ProblemsFound: E301 for each item that a page cannot hold and that may not be split, and
    what slots (E302) and boards (E303) add.
    """
    printed = [item for item in items if item.copies > 0]
    if settings.duplex is Duplex.FOLD and settings.paper.slots is None:
        return fold_over(printed, settings, partial(impose, memory=memory), fitting, _faults)
    whole = fitting(printed, settings.paper, settings)
    if problems := _problems(printed, whole, settings):
        raise ProblemsFound(problems)
    known = _Known(memory)
    return tuple(
        replace(sheet, number=number)
        for group, (small, boards) in _grouped(printed, whole).items()
        for number, sheet in enumerate(
            (
                *_of_small(group, small, settings, known),
                *_of_boards(group, boards, settings, known),
            ),
            1,
        )
    )


def _faults(items: Sequence[Item], settings: PrintSettings) -> list[Problem]:
    """Why items can lie on no sheet of this press."""
    return _problems(items, fitting(items, settings.paper, settings), settings)


def _problems(
    items: Sequence[Item], whole: Sequence[bool], settings: PrintSettings
) -> list[Problem]:
    """Why items can lie on no sheet; those that are held `whole` can."""
    large = [item for item, held in zip(items, whole, strict=True) if not held]
    return [found for item in large if (found := _problem(item, settings))]


def _problem(item: Item, settings: PrintSettings) -> Problem | None:
    """Why an item that no page holds whole can lie on no sheet, or None where it can."""
    slots = settings.paper.slots is not None
    if item.split is not None and (settings.board_paper is not None or not slots):
        return board_problem(item, unfolded(item, settings))
    return slot_problem(item, settings.paper) if slots else too_large(item, settings)


def _grouped(
    items: Sequence[Item], whole: Sequence[bool]
) -> Mapping[str, tuple[list[Item], list[Item]]]:
    """The items that share sheets: those that a page holds whole, and the others."""
    groups: dict[str, tuple[list[Item], list[Item]]] = {}
    for item, held in zip(items, whole, strict=True):
        small, boards = groups.setdefault(item.sheet, ([], []))
        (small if held else boards).append(item)
    return groups


def _of_small(
    group: str, items: Sequence[Item], settings: PrintSettings, known: _Known
) -> Iterator[Sheet]:
    """The sheets of what fits on a page, not numbered yet."""
    if settings.paper.slots is not None:
        yield from slot_sheets(items, settings)
        return
    for layout in layouts_of(items, usable_paper(settings.paper, settings), settings, known.memory):
        yield _sheet(group, layout, settings.paper, settings, known)


def _of_boards(
    group: str, items: Sequence[Item], settings: PrintSettings, known: _Known
) -> Iterator[Sheet]:
    """The sheets of boards, not numbered yet; those for folding have their backs beside them."""
    for item in items:
        own = unfolded(item, settings)
        for board in lay_out_boards([item], own):
            sheet = _sheet(group, board.layout, board.paper, own, known)
            yield from taken_apart(sheet) if settings.duplex is Duplex.FOLD else (sheet,)


def _sheet(
    group: str, layout: Layout, whole: Paper, settings: PrintSettings, known: _Known
) -> Sheet:
    """Seat a layout on its page, and add marks and back."""
    needed = cut_off(usable_paper(whole, settings), layout.extent.size).size
    paper = replace(whole, size=needed)
    usable = usable_paper(paper, settings)
    seated = seat(layout.extent.size, usable)
    placed = layout.moved(
        seated.origin.x_mm - layout.extent.x_mm, seated.origin.y_mm - layout.extent.y_mm
    )
    cuts = _cuts_of(placed, usable, seated.slug, settings, known)
    front = Page(
        SideName.FRONT,
        tuple(map(_placement, placed.positions)),
        cuts.marks,
        seated.slug,
        placed.note,
        trims=trims_of(placed.positions),
        folds=folds_of(placed.positions),
        registration=bars(paper) if settings.cutter is not Cutter.NONE else (),
    )
    back = back_page(front, placed.positions, paper, settings)
    return Sheet(group, 0, paper, (front, back) if back else (front,), cuts.count)


def _cuts_of(
    layout: Layout, paper: Paper, slug: Slug, settings: PrintSettings, known: _Known
) -> Cuts:
    """The cuts of a layout that has its place on the page, found once for all that are alike."""
    into_margin_mm = INTO_MARGIN_MM if settings.cutter is Cutter.NONE else 0.0
    said = layout, paper, slug, settings.marks, into_margin_mm
    form = made_from(*said)
    if form not in known.cuts:
        memory = known.memory if len(layout.positions) > 1 else None  # a single one takes no time
        known.cuts[form] = found_once(memory, form, lambda: cuts_of(*said), to_bytes, from_bytes)
    return known.cuts[form]


def _placement(position: Position) -> Placement:
    """The face of a spot, clipped where a neighbour or the next part of a board begins."""
    return Placement(
        FaceId(position.item.piece, SideName.FRONT, position.item.look),
        position.box,
        position.turn_deg,
        window=position.window,
        clip=position.clip or position.path,
    )
