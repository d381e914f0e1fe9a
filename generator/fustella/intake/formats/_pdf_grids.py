"""Finds where cards lie on the pages of a PDF: by boxes of one size, by lines, by white gaps."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Rect
from fustella.intake.formats._card_sizes import known_size, trim_of_mm
from fustella.write.foreign_pages import ForeignPage

_SAME_MM = 0.5
_SMALLEST_MM, _LARGEST_MM = 8.0, 330.0
_LEAST_OF_LINES_MM = 20.0
_MOST_OVERLAP_MM = 5.0
_MOST_PLACES, _MOST_BOXES, _MOST_GRIDS, _MOST_SIZES = 40, 5000, 20, 20
_WHOLE = 0.93
_LARGEST_CARD_PAGE_MM = 180.0
_LEAST_SCORE, _LEAST_ALONE = 0.08, 0.15
"""The least that cards cover of a page, and that one card alone on its page does."""

_ALONE_PAGES = 3
_KNOWN, _TRIM_SAID, _LINES, _ALONE, _PAGE = 1.5, 1.6, 0.85, 0.9, 0.6
"""How much more a usual size of cards counts, or a page that says its trim; how much less lines, of
which some may be on the cards, one box alone on its page, or a page that may be a card."""


class Grid(Struct, frozen=True):
    """Places of equal cards on a page: left and upper edges of the columns and rows of their trims.

    `how` says in words by what they were found. `score` is how much of the page they cover, more
    for usual sizes. `filled` has the columns and rows where something is; none for all.
    """

    xs_mm: tuple[float, ...]
    ys_mm: tuple[float, ...]
    width_mm: float
    height_mm: float
    how: str
    score: float = 0.0
    bleed_mm: float = 0.0
    filled: frozenset[tuple[int, int]] = frozenset()

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.width_mm, self.height_mm

    def cell_at(self, x_mm: float, y_mm: float) -> tuple[int, int] | None:
        """The column and the row of the card that a point lies on; None for none."""
        return next(
            (
                (column, row)
                for column in _holding(self.xs_mm, self.width_mm, x_mm)
                for row in _holding(self.ys_mm, self.height_mm, y_mm)
                if not self.filled or (column, row) in self.filled
            ),
            None,
        )

    def cells(self) -> Iterator[tuple[int, int, Rect]]:
        """Yields the column, the row and the trim of each card, row by row."""
        for row, y in enumerate(self.ys_mm):
            for column, x in enumerate(self.xs_mm):
                if not self.filled or (column, row) in self.filled:
                    yield column, row, Rect(x, y, self.width_mm, self.height_mm)


def _holding(places: Sequence[float], length: float, at: float) -> range:
    """The numbers of the places that hold a point; several, where rows are not below each other."""
    return range(bisect_left(places, at - length), bisect_right(places, at))


def grids_of(page: ForeignPage) -> list[Grid]:
    """All grids that may be those of the cards of a page."""
    found = [*_of_page(page), *_of_boxes(page), *_of_lines(page)]
    usable = [grid for grid in found if grid.xs_mm and grid.ys_mm]
    return sorted(usable, key=lambda grid: -grid.score)[:_MOST_GRIDS]


def chosen(grids: Mapping[int, Sequence[Grid]]) -> dict[int, Grid]:
    """The grid of each page that has cards: sizes that cover the most of all pages come first."""
    left = {number: list(of_page) for number, of_page in grids.items() if of_page}
    picked: dict[int, Grid] = {}
    for _ in range(_MOST_SIZES):
        best: dict[int, Grid] = {}
        for width, height in _sizes(left):
            of_size = {
                number: max(alike, key=lambda grid: grid.score)
                for number, of_page in left.items()
                if (alike := [grid for grid in of_page if _is_near(grid, width, height)])
            }
            if _total(of_size) > _total(best):
                best = of_size
        alone = all(len(grid.xs_mm) * len(grid.ys_mm) == 1 for grid in best.values())
        least = _LEAST_ALONE if alone else _LEAST_SCORE
        if not best or max(grid.score for grid in best.values()) < least:
            break
        whole = any(grid.how == _HOW_PAGE for grid in best.values())
        left = {number: of_page for number, of_page in left.items() if number not in best}
        if alone and not whole and len(best) < _ALONE_PAGES:
            continue
        picked |= best
    return picked


def _sizes(grids: Mapping[int, Sequence[Grid]]) -> Iterable[tuple[float, float]]:
    counted = Counter(
        (round(grid.width_mm * 2) / 2, round(grid.height_mm * 2) / 2)
        for of_page in grids.values()
        for grid in of_page
    )
    return [size for size, _ in counted.most_common(_MOST_PLACES)]


def _total(grids: Mapping[int, Grid]) -> float:
    return sum(grid.score for grid in grids.values())


def _is_near(grid: Grid, width: float, height: float) -> bool:
    return abs(grid.width_mm - width) <= _SAME_MM and abs(grid.height_mm - height) <= _SAME_MM


# By what they are found

_HOW_PAGE, _HOW_BOXES = "each page is a card", "boxes of one size"
_HOW_LINES, _HOW_GAPS = "lines and cut marks", "white gaps"


def _of_page(page: ForeignPage) -> Iterator[Grid]:
    trim = page.trim
    said = trim.width_mm < page.width_mm - 1 or trim.height_mm < page.height_mm - 1
    if max(trim.width_mm, trim.height_mm) > _LARGEST_CARD_PAGE_MM:
        return
    if not said:
        size = trim_of_mm(trim.width_mm, trim.height_mm)
        bleed = size[2] if size else 0.0
        trim = _shrunk(trim, bleed)
        score = _KNOWN if size else _PAGE
    else:
        bleed = max(0.0, min(trim.x_mm, trim.y_mm, 3.175))
        score = _TRIM_SAID
    yield Grid((trim.x_mm,), (trim.y_mm,), trim.width_mm, trim.height_mm, _HOW_PAGE, score, bleed)


def _shrunk(box: Rect, by_mm: float) -> Rect:
    return Rect(
        box.x_mm + by_mm, box.y_mm + by_mm, box.width_mm - 2 * by_mm, box.height_mm - 2 * by_mm
    )


def _of_boxes(page: ForeignPage) -> Iterator[Grid]:
    groups: dict[int, list[Rect]] = defaultdict(list)
    keys: list[Rect] = []
    boxes = sorted(page.boxes[:_MOST_BOXES], key=lambda one: (one.width_mm, one.height_mm))
    for box in boxes:
        shares = box.width_mm / page.width_mm, box.height_mm / page.height_mm
        whole = min(shares) > _WHOLE or (max(shares) > _WHOLE and min(shares) > _WHOLE / 2)
        inside = _is_on(box, page) and not whole
        if not inside or min(box.width_mm, box.height_mm) < _SMALLEST_MM:
            continue
        key = len(keys) - 1
        while key >= 0 and not _equal(keys[key], box):
            wide = keys[key].width_mm >= box.width_mm - _SAME_MM
            key = key - 1 if wide else -1
        if key < 0:
            keys.append(box)
            key = len(keys) - 1
        groups[key].append(box)
    for boxes in groups.values():
        yield from _of_group(boxes, page)


def _is_on(box: Rect, page: ForeignPage) -> bool:
    return (
        box.x_mm > -_SAME_MM * 8
        and box.y_mm > -_SAME_MM * 8
        and box.x_mm + box.width_mm < page.width_mm + _SAME_MM * 8
        and box.y_mm + box.height_mm < page.height_mm + _SAME_MM * 8
    )


def _equal(one: Rect, other: Rect) -> bool:
    return (
        abs(one.width_mm - other.width_mm) <= _SAME_MM
        and abs(one.height_mm - other.height_mm) <= _SAME_MM
    )


def _of_group(boxes: Sequence[Rect], page: ForeignPage) -> Iterator[Grid]:
    """Yields the grid of boxes of one size; where they overlap, their bleed lies on each other."""
    xs, ys = _merged(box.x_mm for box in boxes), _merged(box.y_mm for box in boxes)
    if not xs or not ys or len(xs) * len(ys) > _MOST_PLACES**2:
        return
    width, height = _middle(box.width_mm for box in boxes), _middle(box.height_mm for box in boxes)
    bleed = hidden = 0.0
    steps = [_step(boxes, across=True), _step(boxes, across=False)]
    over = [
        side - step for side, step in zip((width, height), steps, strict=True) if step is not None
    ]
    if over and max(over) > _SAME_MM:
        hidden = max(over) / 2
        if hidden > _MOST_OVERLAP_MM or min(over) < max(over) - 2 * _SAME_MM:
            return
    elif size := trim_of_mm(width, height):
        bleed = size[2]
    filled = frozenset((_nearest(xs, box.x_mm), _nearest(ys, box.y_mm)) for box in boxes)
    inset = bleed or hidden
    xs, ys = [x + inset for x in xs], [y + inset for y in ys]
    width, height = width - 2 * inset, height - 2 * inset
    score = len(filled) * width * height / (page.width_mm * page.height_mm)
    score *= _KNOWN if known_size(width, height) else 1.0
    score *= _ALONE if len(filled) == 1 else 1.0
    yield Grid(tuple(xs), tuple(ys), width, height, _HOW_BOXES, score, round(bleed, 2), filled)


def _middle(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def _merged(values: Iterable[float]) -> list[float]:
    """Values without those that nearly equal another."""
    made: list[float] = []
    for value in sorted(values):
        if not made or value - made[-1] > 2 * _SAME_MM:
            made.append(value)
    return made


def _nearest(places: Sequence[float], at: float) -> int:
    return min(range(len(places)), key=lambda number: abs(places[number] - at))


def _step(boxes: Sequence[Rect], *, across: bool) -> float | None:
    """The least distance of two neighbours of a row or a column; None for one alone."""
    lanes: dict[int, list[float]] = defaultdict(list)
    for box in boxes:
        along, lane = (box.x_mm, box.y_mm) if across else (box.y_mm, box.x_mm)
        lanes[round(lane / 2)].append(along)
    merged = (_merged(lane) for lane in lanes.values())
    return min((b - a for lane in merged for a, b in pairwise(lane)), default=None)


def _of_lines(page: ForeignPage) -> Iterator[Grid]:
    across = _chains(_strong(page, upright=True), page.width_mm)
    down = _chains(_strong(page, upright=False), page.height_mm)
    for width, xs in across:
        for height, ys in down:
            score = len(xs) * width * len(ys) * height / (page.width_mm * page.height_mm)
            score *= _LINES * (_KNOWN if known_size(width, height) else 1.0)
            if len(xs) * len(ys) > 1:
                yield Grid(tuple(xs), tuple(ys), width, height, _HOW_LINES, score)


def _strong(page: ForeignPage, *, upright: bool) -> list[float]:
    """Where lines lie of which there are several, or long ones."""
    side = page.height_mm if upright else page.width_mm
    long: dict[int, list[float]] = defaultdict(list)
    places: dict[int, list[float]] = defaultdict(list)
    for line in page.lines:
        if line.is_upright is upright:
            key = round(line.at_mm / _SAME_MM)
            long[key].append(line.length_mm)
            places[key].append(line.at_mm)
    strength: list[tuple[float, float]] = []
    for key, lengths in long.items():
        near = len(lengths) + len(long.get(key + 1, ())) + len(long.get(key - 1, ()))
        if near >= 2 or sum(lengths) >= side / 2:
            strength.append((sum(lengths), sum(places[key]) / len(places[key])))
    strongest = sorted(strength, reverse=True)[:_MOST_PLACES]
    return _merged(at for _, at in strongest)


def _chains(places: Sequence[float], side_mm: float) -> list[tuple[float, list[float]]]:
    """Widths of cards whose edges all lie on lines, with their left edges; the best first."""
    found: dict[int, tuple[float, list[float]]] = {}
    for number, start in enumerate(places):
        for end in places[number + 1 :]:
            width = end - start
            if _LEAST_OF_LINES_MM <= width <= _LARGEST_MM:
                chain = _chain(places, width)
                known = found.get(round(width / _SAME_MM))
                if len(chain) > (len(known[1]) if known else 0):
                    found[round(width / _SAME_MM)] = width, chain
    chains = sorted(found.values(), key=lambda one: -one[0] * len(one[1]))
    kept = [one for one in chains if not any(_holds(one, other) for other in chains)]
    return [one for one in kept if one[0] * len(one[1]) >= side_mm / 10][:8]


def _chain(places: Sequence[float], width: float) -> list[float]:
    """The left edges of cards of a width that lie side by side."""
    edges: list[float] = []
    after = float("-inf")
    for start in places:
        if start >= after - _SAME_MM and any(
            abs(end - start - width) <= _SAME_MM for end in places
        ):
            edges.append(start)
            after = start + width
    return edges


def _holds(one: tuple[float, list[float]], other: tuple[float, list[float]]) -> bool:
    """Whether each card of a chain holds two or more of another, which fill it."""
    width, edges = one
    its_width, its_edges = other
    if its_width * 2 > width + _SAME_MM:
        return False
    for edge in edges:
        inside = [
            at
            for at in its_edges
            if at >= edge - _SAME_MM and at + its_width <= edge + width + _SAME_MM
        ]
        if len(inside) < 2 or len(inside) * its_width < 0.8 * width:
            return False
    return True


# By white gaps, and as stated


def grid_of_gaps(across: Sequence[bool], down: Sequence[bool], page: ForeignPage) -> Grid | None:
    """The grid of a page, by where there is ink across and down, in equal steps; None for none."""
    xs, ys = (_runs(ink, side) for ink, side in ((across, page.width_mm), (down, page.height_mm)))
    if len(xs) < 2 or len(ys) < 2:
        return None
    width, height = _middle(b - a for a, b in xs), _middle(b - a for a, b in ys)
    if any(abs(b - a - width) > 2 for a, b in xs) or any(abs(b - a - height) > 2 for a, b in ys):
        return None
    score = len(xs) * width * len(ys) * height / (page.width_mm * page.height_mm)
    return Grid(tuple(a for a, _ in xs), tuple(a for a, _ in ys), width, height, _HOW_GAPS, score)


def _runs(ink: Sequence[bool], side_mm: float) -> list[tuple[float, float]]:
    step = side_mm / max(1, len(ink))
    runs: list[tuple[float, float]] = []
    start = -1
    for number, is_dark in enumerate([*ink, False]):
        if is_dark and start < 0:
            start = number
        elif not is_dark and start >= 0:
            if (number - start) * step >= _LEAST_OF_LINES_MM:
                runs.append((start * step, number * step))
            start = -1
    return runs


def stated_grid(
    page: ForeignPage,
    grid: tuple[int, int] | None,
    size_mm: tuple[float, float] | None,
    known: Sequence[Grid],
) -> Grid | None:
    """The grid of a page of which the user states something; None where it does not fit.

    What is found on the page is taken where it is as stated; otherwise cards lie side by side in
    the middle of the page.
    """
    fit = [
        one
        for one in known
        if (not grid or (len(one.xs_mm), len(one.ys_mm)) == grid)
        and (not size_mm or (_near(one.width_mm, size_mm[0]) and _near(one.height_mm, size_mm[1])))
    ]
    if fit:
        best = max(fit, key=lambda one: one.score)
        return replace(best, filled=frozenset())
    if grid is None:
        if size_mm is None:
            return None
        grid = int((page.width_mm + 1) // size_mm[0]), int((page.height_mm + 1) // size_mm[1])
    columns, rows = grid
    width, height = size_mm or (page.width_mm / max(1, columns), page.height_mm / max(1, rows))
    left, top = (page.width_mm - columns * width) / 2, (page.height_mm - rows * height) / 2
    if columns < 1 or rows < 1 or left < -1 or top < -1:
        return None
    xs = tuple(left + number * width for number in range(columns))
    ys = tuple(top + number * height for number in range(rows))
    return Grid(xs, ys, width, height, "as stated, in the middle of the page", 1.0)


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= 2 * _SAME_MM
