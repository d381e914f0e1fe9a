"""Lays the pages of a booklet on sheets, so that they follow each other when the paper is folded.

A booklet is made of *strips*: flat pieces of paper with pages side by side on both sides, folded
between them. A sheet of a saddle stitch is a strip of two pages, a leaflet one strip of up to four,
a card a strip of one. A strip is imposed as a piece, and so shares sheets, cut marks, slugs and
backs with all other pieces. Strips that fill the paper, as two pages of A5 fill A4, lie in a grid.
"""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.cutpaths import to_page
from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Rect, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Cutter, Duplex, Fold, Paper, PrintSettings
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.sheets import Item, Line, Page, Placement, Sheet, moved_placement
from fustella.impose.duplex import PageFlip
from fustella.impose.fitting import fits, in_words
from fustella.impose.flat import flat_sheets
from fustella.impose.layout import extent_of, how_many
from fustella.impose.slots import NO_SLUG

TICK_MM = 3.0
"""The length of the ticks that show where to fold."""

TICK_GAP_MM = 1.0
"""The distance between a fold's ticks and the trim beside which they lie."""


class BookletPages(Struct, frozen=True):
    """The pages of a booklet for imposition: their number, their size, and how they are folded.

    Page 7 of it is the face with the look 7 of the piece `name`, which is the name of the sheets,
    too. A leaflet has `panels` pages, 4, 6 or 8. `thickness_mm` is that of the paper. What is read
    from right to left opens at the right.
    """

    name: str
    count: int
    size: Size
    fold: Fold
    panels: int = 4
    thickness_mm: float = 0.1
    right_to_left: bool = False
    place: Place = Place("")


class _Strip(Struct, frozen=True):
    """The pages on a flat piece of paper, from left to right: in front, and as seen from behind.

    Pages that the booklet does not have are left empty. Each page is moved towards the fold by
    `creep_mm`.
    """

    fronts: tuple[int, ...]
    backs: tuple[int, ...]
    creep_mm: float = 0.0


def padded(count: int, fold: Fold, panels: int = 4) -> int:
    """The number of pages that a booklet of `count` pages takes, the empty ones included."""
    if fold is Fold.LEAFLET:
        return panels
    if fold is Fold.SADDLE:
        return max(4, -(-count // 4) * 4)
    return count


def leaves(pages: BookletPages) -> tuple[tuple[int, ...], ...]:
    """The pages of each flat piece of paper of a booklet: those in front, then those behind.

    Pages beyond the last one are empty.
    """
    return tuple((*strip.fronts, *strip.backs) for strip in _strips(pages))


def booklet_sheets(
    pages: BookletPages, settings: PrintSettings, only: Collection[int] | None = None
) -> tuple[Sheet, ...]:
    """Lays the pages of a booklet on sheets, to print on both sides, fold and nest in order.

    With `only`, these of its `leaves` alone are printed, which count from 0. Where nothing is
    printed behind fronts, or backs beside them, each second page is the back of the one before.
    Raises ProblemsFound: E321 for pages that the paper does not hold.
    """
    settings = replace(settings, cutter=Cutter.NONE, board_paper=None, gutter_mm=0.0)
    if not settings.duplex.two_sided:
        settings = replace(settings, duplex=Duplex.LONG_EDGE)
    strips = [*_strips(pages)]
    if pages.right_to_left:
        strips = [replace(one, fronts=one.fronts[::-1], backs=one.backs[::-1]) for one in strips]
    wanted = range(len(strips)) if only is None else sorted(only)
    items = [_item(pages, strips[look], look) for look in wanted]
    if not items:
        return ()
    sheets = flat_sheets(items, settings) if fits(items[0], settings.paper, settings) else ()
    if not sheets or pages.fold is not Fold.CARDS:
        grid = _Grid.of(items[0].outline.size, settings.paper)
        if grid is not None and (not sheets or grid.sheets(len(items)) < len(sheets)):
            sheets = tuple(_filled_sheets(items, grid, pages, settings))
    if not sheets:
        raise ProblemsFound([_too_large(pages, items[0].outline.size, settings)])
    return tuple(_with_pages(sheet, strips, pages) for sheet in sheets)


def _strips(pages: BookletPages) -> Iterator[_Strip]:
    """Yields the strips of a booklet; those of a saddle stitch from the outermost inwards."""
    whole = padded(pages.count, pages.fold, pages.panels)
    match pages.fold:
        case Fold.SADDLE:
            for sheet in range(whole // 4):
                first = 2 * sheet + 1
                last = whole - 2 * sheet
                # Each sheet wraps those within it, so these stick out by a thickness each.
                creep_mm = sheet * pages.thickness_mm
                yield _Strip((last, first), (first + 1, last - 1), creep_mm)
        case Fold.LEAFLET:
            half = pages.panels // 2
            if pages.panels == 4:
                yield _Strip((4, 1), (2, 3))
            else:  # folded as an accordion, whose front is read from left to right
                yield _Strip(tuple(range(1, half + 1)), tuple(range(half + 1, pages.panels + 1)))
        case Fold.CARDS | Fold.NONE:
            for page in range(1, whole + 1, 2):
                yield _Strip((page,), (page + 1,))


def _size_of(strip: _Strip, page: Size) -> Size:
    return Size(page.width_mm * len(strip.fronts), page.height_mm)


def _item(pages: BookletPages, strip: _Strip, look: int) -> Item:
    """A strip as a piece, whose look is its number."""
    size = _size_of(strip, pages.size)
    return Item(
        piece=pages.name,
        kind=pages.name,
        sheet=pages.name,
        copies=1,
        outline=Outline.rectangle(size.width_mm, size.height_mm),
        bleed_mm=0.0,
        has_back=any(number <= pages.count for number in strip.backs),
        split=None,
        place=pages.place,
        look=look,
        edge="#ffffff",
    )


class _Grid(Struct, frozen=True):
    """Strips beside each other in the middle of a paper, which they may fill, margins and all.

    That is right for pages, which keep clear of their edges.
    """

    block: Rect
    cell: Size
    turn_deg: int
    columns: int
    rows: int

    @classmethod
    def of(cls, strip: Size, paper: Paper) -> "_Grid | None":
        """The grid with the most strips on a paper; None where the paper holds none."""
        if paper.slots is not None or paper.roll:
            return None
        grids = [cls._turned(strip, paper.size, turn_deg) for turn_deg in (0, 90)]
        best = max(grids, key=lambda grid: grid.count)
        return best if best.count else None

    @classmethod
    def _turned(cls, strip: Size, paper: Size, turn_deg: int) -> "_Grid":
        cell = strip.turned() if turn_deg else strip
        columns = how_many(paper.width_mm, cell.width_mm, 0.0)
        rows = how_many(paper.height_mm, cell.height_mm, 0.0)
        width_mm, height_mm = columns * cell.width_mm, rows * cell.height_mm
        left_mm, top_mm = (paper.width_mm - width_mm) / 2, (paper.height_mm - height_mm) / 2
        return cls(Rect(left_mm, top_mm, width_mm, height_mm), cell, turn_deg, columns, rows)

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def sheets(self, strips: int) -> int:
        """The number of sheets for a number of strips."""
        return -(-strips // self.count)

    def boxes(self) -> Iterator[Rect]:
        """Yields the places of strips, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                x_mm = self.block.x_mm + column * self.cell.width_mm
                y_mm = self.block.y_mm + row * self.cell.height_mm
                yield Rect(x_mm, y_mm, self.cell.width_mm, self.cell.height_mm)

    def cuts(self, room: Rect) -> Iterator[tuple[Line, Line]]:
        """Yields the ticks at both ends of each cut between strips, where a printer reaches."""
        left_mm, right_mm = max(room.x_mm, self.block.x_mm), min(room.right_mm, self.block.right_mm)
        top_mm = max(room.y_mm, self.block.y_mm)
        bottom_mm = min(room.bottom_mm, self.block.bottom_mm)
        for column in range(1, self.columns):
            x_mm = self.block.x_mm + column * self.cell.width_mm
            yield (
                Line(Point(x_mm, top_mm), Point(x_mm, top_mm + TICK_MM)),
                Line(Point(x_mm, bottom_mm), Point(x_mm, bottom_mm - TICK_MM)),
            )
        for row in range(1, self.rows):
            y_mm = self.block.y_mm + row * self.cell.height_mm
            yield (
                Line(Point(left_mm, y_mm), Point(left_mm + TICK_MM, y_mm)),
                Line(Point(right_mm, y_mm), Point(right_mm - TICK_MM, y_mm)),
            )


def _filled_sheets(
    items: Sequence[Item], grid: _Grid, pages: BookletPages, settings: PrintSettings
) -> Iterator[Sheet]:
    """Yields sheets whose strips lie in a grid."""
    paper, shift = settings.paper, settings.shift
    flip = PageFlip.by_printer(settings.duplex, paper.size)
    width_mm = items[0].outline.size.width_mm
    cuts = [*grid.cuts(paper.printable)]
    for number, first in enumerate(range(0, len(items), grid.count), 1):
        on_sheet = items[first : first + grid.count]
        fronts = [
            Placement(FaceId(item.piece, SideName.FRONT, item.look), box, grid.turn_deg)
            for item, box in zip(on_sheet, grid.boxes(), strict=False)
        ]
        backs = [
            moved_placement(flip.back(front, width_mm), shift.dx_mm, shift.dy_mm)
            for item, front in zip(on_sheet, fronts, strict=True)
            if item.has_back
        ]
        marks = tuple(tick for ticks in cuts for tick in ticks)
        sides = [Page(SideName.FRONT, tuple(fronts), marks, NO_SLUG)]
        if backs:
            sides.append(Page(SideName.BACK, tuple(backs), (), NO_SLUG))
        yield Sheet(pages.name, number, paper, tuple(sides), len(cuts))


def _too_large(pages: BookletPages, strip: Size, settings: PrintSettings) -> Problem:
    """The problem E321 of pages that the paper does not hold."""
    across = round(strip.width_mm / pages.size.width_mm)
    beside = f", {across} side by side," if across > 1 else ""
    message = (
        f"pages of {in_words(pages.size)}{beside} take {in_words(strip)}; "
        f"{settings.paper.id} is {in_words(settings.paper.size)}"
    )
    if settings.paper.slots is not None or settings.paper.roll:
        message = f"a booklet is not printed on {settings.paper.id}"
    hint = "choose a smaller format (--format), another fold (--fold) or larger paper (--paper)"
    return Problem("E321", pages.place, message, hint)


def _with_pages(sheet: Sheet, strips: Sequence[_Strip], pages: BookletPages) -> Sheet:
    """A sheet of strips with the pages of each strip in its place, and ticks at folds."""
    front = sheet.pages[0]
    folds = _ticks(front, strips, pages, sheet)
    sides = [
        replace(
            side,
            placements=tuple(
                placed
                for strip in side.placements
                for placed in _panels(strip, strips[strip.face.look], pages)
            ),
            folds=folds if side is front else (),
        )
        for side in sheet.pages
    ]
    return replace(sheet, pages=tuple(sides))


def _panels(placed: Placement, strip: _Strip, pages: BookletPages) -> Iterator[Placement]:
    """Yields the pages of one side of a placed strip, each clipped where its neighbour begins."""
    numbers = strip.fronts if placed.face.side is SideName.FRONT else strip.backs
    size, page = _size_of(strip, pages.size), pages.size

    def on_sheet(box: Rect) -> Rect:
        ends = (Point(box.x_mm, box.y_mm), Point(box.right_mm, box.bottom_mm))
        corners = (to_page(end, size, placed.turn_deg, placed.box) for end in ends)
        return extent_of(Rect(at.x_mm, at.y_mm, 0.0, 0.0) for at in corners)

    for at, number in enumerate(numbers):
        if number > pages.count:
            continue
        own = Rect(at * page.width_mm, 0.0, page.width_mm, page.height_mm)
        to_fold_mm = strip.creep_mm if at == 0 else -strip.creep_mm
        box = on_sheet(own.moved(to_fold_mm, 0.0))
        clip = on_sheet(own).corners() if strip.creep_mm else ()
        face = FaceId(pages.name, SideName.FRONT, number)
        yield Placement(face, box, placed.turn_deg, clip=clip)


def _ticks(
    front: Page, strips: Sequence[_Strip], pages: BookletPages, sheet: Sheet
) -> tuple[Line, ...]:
    """The ticks at both ends of each fold: beside the strip, or inside where paper is too small."""
    found = list[Line]()
    room = sheet.paper.printable
    trims = [placed.box for placed in front.placements]
    for placed in front.placements:
        strip = strips[placed.face.look]
        size = _size_of(strip, pages.size)
        for at in range(1, len(strip.fronts)):
            x_mm = at * pages.size.width_mm
            for end_mm, out in ((0.0, -1.0), (size.height_mm, 1.0)):
                tick = _tick(placed, size, x_mm, end_mm, out * TICK_GAP_MM, out * TICK_MM)
                if not room.contains(_box(tick)) or any(
                    map(_box(tick).grown(0.01).overlaps, trims)
                ):
                    edge_mm = _unprinted_mm(placed, size, x_mm, end_mm, room)
                    tick = _tick(placed, size, x_mm, end_mm, -out * edge_mm, -out * TICK_MM)
                found.append(tick)
    return tuple(found)


def _tick(
    placed: Placement, size: Size, x_mm: float, end_mm: float, from_mm: float, along_mm: float
) -> Line:
    """A tick that begins `from_mm` beyond a strip's end, on the sheet."""
    start, end = Point(x_mm, end_mm + from_mm), Point(x_mm, end_mm + from_mm + along_mm)
    ends = [to_page(at, size, placed.turn_deg, placed.box) for at in (start, end)]
    return Line(ends[0], ends[1])


def _unprinted_mm(placed: Placement, size: Size, x_mm: float, end_mm: float, room: Rect) -> float:
    """The distance from a strip's end at which the printable area begins; 0 where it is inside."""
    at = to_page(Point(x_mm, end_mm), size, placed.turn_deg, placed.box)
    beyond = (
        room.x_mm - at.x_mm,
        at.x_mm - room.right_mm,
        room.y_mm - at.y_mm,
        at.y_mm - room.bottom_mm,
    )
    far_mm = max(beyond)
    return far_mm if far_mm > EPSILON_MM else 0.0


def _box(line: Line) -> Rect:
    return extent_of(Rect(at.x_mm, at.y_mm, 0.0, 0.0) for at in (line.start, line.end))
