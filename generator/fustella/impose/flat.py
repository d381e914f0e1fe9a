"""Makes sheets that are not folded: pieces packed on pages or in slots, boards, board parts."""

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.files.cache import Memory, cached
from fustella.core.geometry.cutpaths import to_page
from fustella.core.geometry.shapes import EPSILON_MM, Outline, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Cutter, Duplex, Paper, PrintSettings
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Item, Line, Page, Placement, Sheet, Slug, Trim
from fustella.impose.boards import board_problem, lay_out_board, unfolded
from fustella.impose.cutters import bars, mat_of
from fustella.impose.duplex import back_page, single_sided
from fustella.impose.fitting import fitting, too_large, usable_paper
from fustella.impose.layout import Layout, Position
from fustella.impose.marks import Cuts, cuts_of, from_bytes, made_from, to_bytes
from fustella.impose.packing import Packs, packs_of
from fustella.impose.page import SLUG_ROOM_MM, seat
from fustella.impose.slots import slot_problem, slot_sheets

SHORTEST_ROLL_CUT_MM = 200.0
"""The length of the shortest sheet that the rollers of a printer hold."""


class _SheetCuts(Struct, frozen=True):
    """The cuts, trims and folds of a sheet: the same for all sheets on which pieces lie alike."""

    cuts: Cuts
    trims: tuple[Trim, ...]
    folds: tuple[Line, ...]


class _KnownResults(Struct, frozen=True):
    """Results to use again: the memory of earlier builds, and the cuts of equal sheets."""

    memory: Memory | None
    cuttings: dict[bytes, _SheetCuts] = field(default_factory=dict)


def flat_sheets(
    items: Sequence[Item], settings: PrintSettings, memory: Memory | None = None
) -> tuple[Sheet, ...]:
    """Lays every copy of every item on sheets, whose numbers count from 1 in each group.

    Items whose `sheet` is the same share sheets, in the order in which the names of sheets first
    appear. Raises ProblemsFound with `flat_problems`.
    """
    whole = fitting(items, settings.paper, settings)
    if problems := _problems(items, whole, settings):
        raise ProblemsFound(problems)
    known = _KnownResults(memory)
    groups: dict[str, tuple[list[Item], list[Item]]] = {}
    for item, held in zip(items, whole, strict=True):
        small, boards = groups.setdefault(item.sheet, ([], []))
        (small if held else boards).append(item)
    sheets = list[Sheet]()
    for group, (small, boards) in groups.items():
        if settings.paper.slots is not None:
            laid = slot_sheets(group, small, settings)
        else:
            laid = _seated_sheets(group, packed(small, settings, known.memory), known)
        of_boards = _sheets_of_boards(group, boards, settings, known)
        numbered = enumerate((*laid, *of_boards), start=1)
        sheets += (replace(sheet, number=number) for number, sheet in numbered)
    return tuple(sheets)


def flat_problems(items: Sequence[Item], settings: PrintSettings) -> list[Problem]:
    """The problems of items that fit no sheet, E301 to E303; at most one for each item."""
    return _problems(items, fitting(items, settings.paper, settings), settings)


def _problems(
    items: Sequence[Item], whole: Sequence[bool], settings: PrintSettings
) -> list[Problem]:
    """The problems of items that fit no sheet; an item that a page holds `whole` has none."""
    large = [item for item, held in zip(items, whole, strict=True) if not held]
    alike: dict[tuple[str, str, str], list[Problem]] = {}
    for item in large:
        if problem := _problem(item, settings):
            fault = problem.message.removeprefix(f'"{item.piece}"')
            alike.setdefault((item.kind, problem.code, fault), []).append(problem)
    return [_first_of(problems, kind) for (kind, _, _), problems in alike.items()]


def _first_of(problems: Sequence[Problem], kind: str) -> Problem:
    """The first of equal problems of a kind; it says how many other pieces have the problem."""
    first, others = problems[0], len(problems) - 1
    if not others:
        return first
    some = f"{others} other pieces" if others > 1 else "another piece"
    return replace(first, message=f"{first.message}; so it is with {some} of the kind `{kind}`")


def _problem(item: Item, settings: PrintSettings) -> Problem | None:
    """The problem of an item that no page holds whole; None where some sheet can hold it."""
    slots = settings.paper.slots is not None
    if item.split is not None and (settings.board_paper is not None or not slots):
        return board_problem(item, unfolded(item, settings))
    return slot_problem(item, settings.paper) if slots else too_large(item, settings)


def packed(items: Sequence[Item], settings: PrintSettings, memory: Memory | None) -> Packs:
    """Packs items, each of which fits a page, on few sheets without marks and backs."""
    return packs_of(items, usable_paper(settings.paper, settings), settings, memory)


def packed_sheets(group: str, packs: Packs, memory: Memory | None) -> Iterator[Sheet]:
    """The sheets of packed items, still without numbers."""
    return _seated_sheets(group, packs, _KnownResults(memory))


def _seated_sheets(group: str, packs: Packs, known: _KnownResults) -> Iterator[Sheet]:
    settings = packs.settings
    return (_sheet(group, layout, settings.paper, settings, known) for layout in packs.layouts())


def _sheets_of_boards(
    group: str, items: Sequence[Item], settings: PrintSettings, known: _KnownResults
) -> Iterator[Sheet]:
    """The sheets of boards, still without numbers; with `FOLD`, backs have sheets of their own."""
    for item in items:
        own = unfolded(item, settings)
        for board in lay_out_board(item, own):
            sheet = _sheet(group, board.layout, board.paper, own, known)
            yield from single_sided(sheet) if settings.duplex is Duplex.FOLD else (sheet,)


def _sheet(
    group: str, layout: Layout, whole: Paper, settings: PrintSettings, known: _KnownResults
) -> Sheet:
    """The sheet of a layout: the pieces in their place on the page, with marks and back."""
    paper = _cut_off_roll(whole, usable_paper(whole, settings), layout.extent.size)
    usable = usable_paper(paper, settings)
    seated = seat(layout.extent.size, usable)
    placed = layout.moved(
        seated.origin.x_mm - layout.extent.x_mm, seated.origin.y_mm - layout.extent.y_mm
    )
    cutting = _cutting_of(placed, usable, seated.slug, settings, known)
    front = Page(
        SideName.FRONT,
        tuple(map(_placement, placed.positions, cutting.trims)),
        cutting.cuts.marks,
        seated.slug,
        placed.note,
        trims=cutting.trims,
        folds=cutting.folds,
        registration=bars(paper) if settings.cutter is Cutter.SILHOUETTE else (),
        mat=mat_of(placed.extent.grown(-settings.gutter_mm / 2), paper, settings.cutter),
    )
    back = back_page(front, placed.positions, paper, settings)
    return Sheet(group, 0, paper, (front, back) if back else (front,), cutting.cuts.count)


def _cut_off_roll(paper: Paper, usable: Paper, block: Size) -> Paper:
    """Cuts a roll to the whole millimetres that a block of pieces needs, no other paper.

    The block needs a slug below it with room for ticks, and the margins of the `usable` paper.
    """
    if not paper.roll:
        return paper
    margins_mm = usable.margins.top_mm + usable.margins.bottom_mm
    needed_mm = math.ceil(block.height_mm + SLUG_ROOM_MM + margins_mm - EPSILON_MM)
    height_mm = min(max(needed_mm, SHORTEST_ROLL_CUT_MM), paper.size.height_mm)
    return replace(paper, size=Size(paper.size.width_mm, height_mm))


def _cutting_of(
    layout: Layout, paper: Paper, slug: Slug, settings: PrintSettings, known: _KnownResults
) -> _SheetCuts:
    """The cuts of a layout that has its place on the page, computed once for equal layouts."""
    inputs = layout, paper, slug, settings.marks
    key = made_from(*inputs)
    if key not in known.cuttings:
        memory = known.memory if len(layout.positions) > 1 else None  # a single piece takes no time
        known.cuttings[key] = _SheetCuts(
            cached(memory, key, lambda: cuts_of(*inputs), to_bytes, from_bytes),
            tuple(map(_trim, layout.positions)),
            tuple(fold for position in layout.positions for fold in _folds(position)),
        )
    return known.cuttings[key]


def _placement(position: Position, trim: Trim) -> Placement:
    """The placement of a face in its trim, clipped where a neighbour or a board's part begins."""
    return Placement(
        FaceId(position.item.piece, SideName.FRONT, position.item.look),
        trim.box,
        position.turn_deg,
        window=position.window,
        clip=position.clip or position.path,
    )


def _trim(position: Position) -> Trim:
    """The trim of a piece, or of the part of a board that is shown."""
    if position.window is not None or position.path:
        part = Outline.rectangle(position.box.width_mm, position.box.height_mm)
        return Trim(part, position.box, 0, position.path)
    return Trim(position.item.outline, position.box, position.turn_deg)


def _folds(position: Position) -> Iterator[Line]:
    outline = position.item.outline
    for ends in (*outline.folds, *outline.perforations):
        start, end = (to_page(at, outline.size, position.turn_deg, position.box) for at in ends)
        yield Line(start, end)
