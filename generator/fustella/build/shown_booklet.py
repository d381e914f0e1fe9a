"""Sets a rule booklet for a screen, again after each edit, from what was kept of the last time."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from fustella.build.booklet import BookletMaker
from fustella.build.job import Job
from fustella.build.options import RulesOptions
from fustella.core.geometry.shapes import Rect, Size
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.rules import Booklet
from fustella.draw.render.documents import DocumentCompiler, DocumentPage
from fustella.impose import padded
from fustella.rules.fitting import Laid
from fustella.rules.page_shape import PageShape, page_shape
from fustella.rules.source import Kept
from fustella.rules.typeset import TypesetInput
from fustella.rules.typeset_blocks import Marked

MOST_KEPT = 2_000
"""The most figures that are kept; of a booklet that is edited for days, they are drawn anew."""

_LINK_MM, _ASCENT_MM, _DESCENT_MM = 4.2, 3.0, 1.2
"""The height of a line that leads to another page, and its parts above and below the baseline."""

LEADS, ROW, WHITE = "to", "row", "white"
"""What stands before the number of a page to which words or a row of the contents lead.

`WHITE` stands before that of a figure that left white.
"""

_GUTTER_MM = 7.0
"""The room between two columns."""

_LOOK_S = 0.01
"""The time between two looks whether pages that settle are still wanted."""


class ShownBlock(Struct, frozen=True):
    """A block, and where it is on the pages, which count from 1."""

    marked: Marked
    areas: tuple[tuple[int, Rect], ...]


class ShownLink(Struct, frozen=True):
    """Words on a page that lead to the page `to`."""

    page: int
    area: Rect
    to: int


class ShownPages(Struct, frozen=True):
    """The pages of a booklet as they are printed, with its blocks in their order.

    Pages that are not `settled` are set as tight as the booklet was before; as it is printed, it
    may be set tighter, or have other free pages at its end.
    """

    pages: tuple[DocumentPage, ...]
    size: Size
    blocks: tuple[ShownBlock, ...]
    links: tuple[ShownLink, ...]
    settled: bool


class GivenUp(Exception):
    """Raised where pages are no longer wanted before they are settled."""


class BookletSetter:
    """Sets booklets of one game, one after the other; has to be closed.

    Pages settle in a process of their own, which is ended where they are unwanted: so an edit never
    waits for layouts of others. When they have settled, that process takes the place of the one
    that is kept for edits.
    """

    def __init__(self) -> None:
        self._compiler = DocumentCompiler()
        self._last: tuple[Job, BookletMaker, TypesetInput] | None = None
        self._kept = Kept({}, {})

    def pages(
        self,
        job: Job,
        booklet: Booklet,
        *,
        settled: bool,
        unwanted: Callable[[], bool] = lambda: False,
    ) -> ShownPages:
        """The pages of a booklet; if they need not be `settled`, they come sooner.

        Of an earlier booklet of the same job, what is as it was is taken over. To settle takes many
        layouts: pages that are `unwanted` before they are done are given up. Raises GivenUp, and
        ProblemsFound as `BookletMaker` does.
        """
        last = self._last if self._last is not None and self._last[0] is job else None
        if last is None or len(self._kept.drawn) > MOST_KEPT:
            self._kept = Kept({}, {})
        compiler = DocumentCompiler() if last is None or settled else self._compiler
        maker = BookletMaker(job, booklet, RulesOptions(), compiler, kept=self._kept)
        if last is not None:
            maker.take_over(last[1])
        if last is None or settled:
            typeset, pages = _settled(maker, compiler, unwanted)
            self._compiler.close()
            self._compiler, settled = compiler, True
        else:
            typeset = maker.set_like(last[2])
            pages = maker.pages_of(typeset)
            # With nothing free, and nothing tightened, it is set as it is printed.
            fills = padded(len(pages), maker.options.fold) == len(pages)
            usual = typeset.setting.size_pt == booklet.settings.size_pt
            settled = fills and usual and typeset.setting.figures == 1 and not typeset.end_pages
        self._last = job, maker, typeset
        shape = page_shape(maker.page)
        blocks, links = _placed(pages, typeset.marked, shape)
        return ShownPages(pages, maker.page, blocks, links, settled)

    def close(self) -> None:
        """Ends the process that sets the booklets."""
        self._compiler.close()


def _settled(
    maker: BookletMaker, compiler: DocumentCompiler, unwanted: Callable[[], bool]
) -> tuple[TypesetInput, tuple[DocumentPage, ...]]:
    """A booklet as it is printed, and its pages, which the compiler has laid out last.

    Raises GivenUp if they are unwanted before that, and ProblemsFound; then the compiler is closed.
    """

    def laid(typeset: TypesetInput) -> Laid:
        pages = maker.pages_of(typeset)
        return Laid(len(pages), _left_white(pages))

    with _broken_off(compiler, unwanted) as is_broken_off:
        try:
            typeset = maker.set_well(laid)
            return typeset, maker.pages_of(typeset)
        except BaseException as fault:
            compiler.close()
            if is_broken_off():
                raise GivenUp from fault
            raise


@contextmanager
def _broken_off(
    compiler: DocumentCompiler, unwanted: Callable[[], bool]
) -> Iterator[Callable[[], bool]]:
    """Breaks off what a compiler does as soon as it is unwanted, until the end of the block.

    Yields a function that tells whether it was broken off.
    """
    over, broken_off = threading.Event(), threading.Event()

    def look() -> None:
        while not over.wait(_LOOK_S):
            if unwanted():
                broken_off.set()
                compiler.break_off()
                return

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        yield broken_off.is_set
    finally:
        over.set()
        looking.join()


class _Spot(Struct, frozen=True):
    """A mark on a page, in mm, of a block with a number, or of words that lead `to` a page.

    A `row` of the contents is as long as a line.
    """

    page: int
    number: int
    to: int
    row: bool
    x_mm: float
    y_mm: float


def _placed(
    pages: Sequence[DocumentPage], marked: Sequence[Marked], shape: PageShape
) -> tuple[tuple[ShownBlock, ...], tuple[ShownLink, ...]]:
    """The blocks and the links on pages, from their marks at both ends."""
    starts: dict[int, _Spot] = {}
    areas: dict[int, list[tuple[int, Rect]]] = {}
    links: list[ShownLink] = []
    opened: _Spot | None = None
    for spot in _spots(pages):
        if spot.row:
            area = Rect(spot.x_mm, spot.y_mm - 0.4, shape.measure_mm, _LINK_MM)
            links.append(ShownLink(spot.page, area, spot.to))
        elif spot.to:
            if opened is not None and opened.to == spot.to:
                links += _link(opened, spot, shape)
                opened = None
            else:
                opened = spot
        elif spot.number < len(marked) and spot.number not in areas:
            if spot.number in starts:
                first = starts[spot.number]
                areas[spot.number] = [*_areas(first, spot, marked[spot.number], shape)]
            else:
                starts[spot.number] = spot
    ordered = sorted(areas, key=lambda number: _reading_order(starts[number], number, shape))
    blocks = (ShownBlock(marked[number], tuple(areas[number])) for number in ordered)
    return tuple(block for block in blocks if block.areas), tuple(links)


def _reading_order(spot: _Spot, number: int, shape: PageShape) -> tuple[float, ...]:
    """The order of blocks on a page: columns one after the other, then rows."""
    return spot.page, _column(spot, shape), round(spot.y_mm, 1), spot.x_mm, number


def _spots(pages: Sequence[DocumentPage]) -> Iterator[_Spot]:
    for page in pages:
        words = page.told.split()
        for at in range(0, len(words) - 3, 4):
            called, number = words[at], int(words[at + 1])
            x_mm, y_mm = (float(word) * MM_PER_PT for word in words[at + 2 : at + 4])
            if called.startswith(WHITE):
                continue
            sort = next((each for each in (LEADS, ROW) if called.startswith(each)), "")
            block, to = (0, int(called[len(sort) :])) if sort else (int(called), 0)
            yield _Spot(number, block, to, sort == ROW, x_mm, y_mm)


def _left_white(pages: Sequence[DocumentPage]) -> tuple[int, ...]:
    """The figures that left white before them."""
    words = (word for page in pages for word in page.told.split() if word.startswith(WHITE))
    return tuple(int(word.removeprefix(WHITE)) for word in words)


def _areas(
    first: _Spot, last: _Spot, marked: Marked, shape: PageShape
) -> Iterator[tuple[int, Rect]]:
    """Yields the areas of a block, from column to column and from page to page."""
    top_mm, bottom_mm = shape.top_mm, shape.size.height_mm - shape.bottom_mm
    step_mm = shape.measure_mm + _GUTTER_MM
    below_mm = (_DESCENT_MM if marked.is_ == "paragraph" else 0.0) - marked.below_mm
    page, column = first.page, _column(first, shape)
    inset_mm = first.x_mm - _inner(page, shape) - column * step_mm
    goal = last.page, _column(last, shape)
    y_mm = first.y_mm
    while (page, column) <= goal:
        is_last = (page, column) == goal
        end_mm = last.y_mm + below_mm if is_last else bottom_mm
        if end_mm - y_mm > 1.0:
            x_mm = _inner(page, shape) + column * step_mm + inset_mm
            right_mm = min(x_mm + marked.measure_mm, shape.size.width_mm)
            yield page, Rect(x_mm, y_mm, right_mm - x_mm, end_mm - y_mm)
        y_mm = top_mm
        page, column = (page, column + 1) if column + 1 < shape.columns else (page + 1, 0)


def _column(spot: _Spot, shape: PageShape) -> int:
    """The column in which a mark is."""
    across_mm = spot.x_mm - _inner(spot.page, shape)
    return max(0, min(int(across_mm / (shape.measure_mm + _GUTTER_MM)), shape.columns - 1))


def _inner(page: int, shape: PageShape) -> float:
    """The left margin of a page."""
    return shape.inside_mm if page % 2 else shape.outside_mm


def _link(first: _Spot, last: _Spot, shape: PageShape) -> Iterator[ShownLink]:
    """Yields the areas of words that lead to a page: one line, or the parts of two."""
    to = first.to
    if first.page == last.page and abs(first.y_mm - last.y_mm) < _LINK_MM / 2:
        wide_mm = max(last.x_mm - first.x_mm, 1.5)
        yield ShownLink(
            first.page, Rect(first.x_mm, first.y_mm - _ASCENT_MM, wide_mm, _LINK_MM), to
        )
        return
    right_mm = shape.size.width_mm - _inner(first.page + 1, shape)
    for spot, left_mm, end_mm in (
        (first, first.x_mm, right_mm),
        (last, _inner(last.page, shape), last.x_mm),
    ):
        if end_mm - left_mm > 1.0:
            top_mm = spot.y_mm - _ASCENT_MM
            yield ShownLink(spot.page, Rect(left_mm, top_mm, end_mm - left_mm, _LINK_MM), to)
