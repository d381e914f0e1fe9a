"""The pages of a cover, filled from top to bottom, and what comes last on them.

That is maps of boards in parts, which show how these go together, and notes in columns.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Rect, Size
from fustella.core.geometry.units import rounded_down, rounded_up
from fustella.core.values.cover import CoverMaps, CoverNote
from fustella.core.values.model import FaceId
from fustella.core.values.sheets import Placement
from fustella.impose.layout import how_many

GAP_MM = 2.0
"""Between a picture and its caption, between cells, and around headings."""

STEP_MM = 1.0
"""Columns grow in these steps until they hold all that is left."""

CORNERS_OF_CIRCLE = 72
"""Of the edge of a small picture of a round piece."""

MOST_BLANK = 0.3
"""The part of a page that may stay blank so that what belongs together begins on the next one."""

Chunk: TypeAlias = tuple[CoverNote, ...]
"""Notes that stay together: those that lead, and the one they lead to."""


class CoverPart(StrEnum):
    """What may be too large for a page, as messages call it."""

    HEAD = "the head"
    HEADING = "a heading"
    PICTURE = "a picture with its caption"
    LINE = "a line of the list"
    MAP = "a map"
    NOTE = "a note"


class CoverTooLarge(ValueError):
    """A part of the cover is larger than its page; the message says which, and how large."""

    def __init__(self, part: CoverPart, size: Size, area: Size) -> None:
        needed, there = (
            f"{rounded(s.width_mm)} x {rounded(s.height_mm)} mm"
            for s, rounded in ((size, rounded_up), (area, rounded_down))
        )
        super().__init__(f"{part} of the cover is {needed}, and a page has {there} for it")
        self.part = part


class Flow:
    """Fills pages from top to bottom. One that is not `drawn` only counts them.

    `page_of` are the numbers of pages, by the faces on them.
    """

    def __init__(self, area: Rect, *, drawn: bool = True) -> None:
        self._area = area
        self._down_mm = 0.0
        self.drawn = drawn
        self.pages: list[list[Placement]] = [[]]
        self.page_of = dict[FaceId, int]()

    @property
    def size(self) -> Size:
        """The area of each page that may be filled."""
        return self._area.size

    @property
    def left_mm(self) -> float:
        """The height of this page that is free."""
        return self._area.height_mm - self._down_mm

    def require(self, height_mm: float) -> None:
        """Begin a new page unless this much is free."""
        if height_mm > self.left_mm + EPSILON_MM:
            self.turn()

    def turn(self) -> None:
        """Begin a new page, unless nothing is on this one."""
        if self._down_mm > 0:
            self.pages.append([])
            self._down_mm = 0.0

    def place(
        self, face: FaceId, box: Rect, scale: float = 1.0, edge: Outline | None = None
    ) -> None:
        """Put a face into a box that counts from the left end of what is free, cut at its edge."""
        self.page_of[face] = len(self.pages) - 1
        if not self.drawn:
            return
        moved = box.moved(self._area.x_mm, self._area.y_mm + self._down_mm)
        clip = _clip(edge, moved, scale) if edge else ()
        self.pages[-1].append(Placement(face, moved, scale=scale, clip=clip))

    def advance(self, height_mm: float) -> None:
        """Go on below what has been placed."""
        self._down_mm += height_mm

    def stack(self, face: FaceId, size: Size, gap_mm: float = 0.0) -> None:
        """Put a face at the left and go on below it."""
        self.place(face, Rect(0, 0, size.width_mm, size.height_mm))
        self.advance(size.height_mm + gap_mm)


def _clip(edge: Outline, box: Rect, scale: float) -> tuple[Point, ...]:
    """The edge of a scaled picture on the page: its bleed does not show."""
    return tuple(
        Point(box.x_mm + at.x_mm * scale, box.y_mm + at.y_mm * scale)
        for at in edge.corners() or _round(edge.size.width_mm)
    )


@lru_cache
def _round(diameter_mm: float) -> tuple[Point, ...]:
    radius_mm = diameter_mm / 2
    turns = (step / CORNERS_OF_CIRCLE * math.tau for step in range(CORNERS_OF_CIRCLE))
    return tuple(
        Point(radius_mm * (1 + math.sin(turn)), radius_mm * (1 - math.cos(turn))) for turn in turns
    )


def require_room(part: CoverPart, size: Size, area: Size) -> None:
    """Raises CoverTooLarge unless `area` holds what is as large as `size`."""
    if not size.fits_in(area):
        raise CoverTooLarge(part, size, area)


def place_maps(flow: Flow, maps: CoverMaps) -> None:
    """The title, then the maps, as many beside each other as there is room for."""
    wide_mm = max(board.width_mm for board in maps.boards)
    columns = max(1, how_many(flow.size.width_mm, wide_mm, GAP_MM))
    title_mm = maps.title.size.height_mm + GAP_MM
    for start in range(0, len(maps.boards), columns):
        row = maps.boards[start : start + columns]
        height_mm = max(max(one.size.height_mm, one.text_size.height_mm) for one in row)
        require_room(CoverPart.MAP, Size(row[0].size.width_mm, height_mm + title_mm), flow.size)
        flow.require(title_mm + height_mm)
        if title_mm:
            _stack(flow, (maps.title,))
            flow.advance(GAP_MM)
            title_mm = 0.0
        for column, board in enumerate(row):
            box = Rect(column * (wide_mm + GAP_MM), 0, board.size.width_mm, board.size.height_mm)
            flow.place(board.picture, box, board.scale)
            flow.place(board.over, box)
            text = board.text_size
            x_mm = column * (wide_mm + GAP_MM) + board.width_mm - text.width_mm
            flow.place(board.text, Rect(x_mm, 0, text.width_mm, text.height_mm))
        flow.advance(height_mm + 2 * GAP_MM)


def place_notes(flow: Flow, notes: Sequence[CoverNote], part: CoverPart = CoverPart.NOTE) -> None:
    """Notes as wide as the cover below each other, narrower ones in columns of equal length.

    `part` is what they are. Raises CoverTooLarge where notes that stay together are larger than a
    page.
    """
    heads: Chunk = ()
    wide_mm = flow.size.width_mm
    for columns, run in groupby(
        notes, lambda note: max(1, how_many(wide_mm, note.size.width_mm, GAP_MM))
    ):
        chunks = tuple(_chunks(run))
        for chunk in chunks:
            width_mm = max(note.size.width_mm for note in chunk)
            require_room(part, Size(width_mm, _height_mm(heads + chunk)), flow.size)
        if columns > 1:
            _place_columns(flow, heads, chunks, columns)
            heads = ()
            continue
        for chunk in chunks:
            if chunk[-1].leads:
                heads = chunk
            else:
                flow.require(_height_mm(chunk))
                _stack(flow, chunk)
    _stack(flow, heads)


def _chunks(notes: Iterable[CoverNote]) -> Iterator[Chunk]:
    """The notes that stay together; the last chunk may lack the note that it leads to."""
    chunk: list[CoverNote] = []
    for note in notes:
        chunk.append(note)
        if not note.leads:
            yield tuple(chunk)
            chunk = []
    if chunk:
        yield tuple(chunk)


def _place_columns(flow: Flow, heads: Chunk, chunks: Sequence[Chunk], columns: int) -> None:
    """The heads, then the chunks in columns, page by page; all columns are about as long.

    They begin on the next page where that holds all of them, and little of this one is left.
    """
    heights, page_mm = tuple(map(_height_mm, chunks)), flow.size.height_mm
    heads_mm = _height_mm(heads)
    flow.require(heads_mm + heights[0])
    here, on_next = (_ends(heights, columns, mm - heads_mm)[-1] for mm in (flow.left_mm, page_mm))
    if here < on_next == len(heights) and flow.left_mm <= MOST_BLANK * page_mm:
        flow.turn()
    _stack(flow, heads)
    most_mm = _even_mm(heights, columns, flow)
    start = 0
    while start < len(chunks):
        longest_mm = 0.0
        for number, end in enumerate(_ends(heights, columns, min(most_mm, flow.left_mm), start)):
            _place_column(flow, chunks[start:end], number, columns)
            longest_mm = max(longest_mm, sum(heights[start:end]))
            start = end
        flow.advance(longest_mm)
        if start < len(chunks):
            flow.turn()


def _even_mm(heights: Sequence[float], columns: int, flow: Flow) -> float:
    """The least length of columns, in steps, with which chunks take as few pages as they can.

    So the last page is as full as the others, and none has a lone note.
    """
    room_mm, page_mm = flow.left_mm, flow.size.height_mm
    fewest = _pages(heights, columns, room_mm, page_mm)
    longest_mm = max(heights)
    short, enough = 0, math.ceil((page_mm - longest_mm) / STEP_MM)
    while short < enough:
        half = (short + enough) // 2
        most_mm = longest_mm + half * STEP_MM
        if _pages(heights, columns, min(room_mm, most_mm), min(page_mm, most_mm)) == fewest:
            enough = half
        else:
            short = half + 1
    return longest_mm + enough * STEP_MM


def _pages(heights: Sequence[float], columns: int, first_mm: float, other_mm: float) -> int:
    """How many pages chunks take, where columns are so long on the first and on the others."""
    start, pages, room_mm = 0, 0, first_mm
    while start < len(heights):
        start = _ends(heights, columns, room_mm, start)[-1]
        pages, room_mm = pages + 1, other_mm
    return pages


def _ends(heights: Sequence[float], columns: int, high_mm: float, start: int = 0) -> list[int]:
    """Where columns of that length end, filled one after the other: before these chunks."""
    ends = list[int]()
    down_mm = 0.0
    for at in range(start, len(heights)):
        chunk_mm = heights[at]
        if down_mm + chunk_mm > high_mm + EPSILON_MM:
            ends.append(at)
            if len(ends) == columns or chunk_mm > high_mm + EPSILON_MM:
                return ends
            down_mm = 0.0
        down_mm += chunk_mm
    return [*ends, len(heights)]


def _place_column(flow: Flow, chunks: Sequence[Chunk], number: int, columns: int) -> None:
    if not flow.drawn:
        return
    down_mm = 0.0
    for note in (note for chunk in chunks for note in chunk):
        size = note.size
        step_mm = (flow.size.width_mm - size.width_mm) / (columns - 1)
        flow.place(note.face, Rect(number * step_mm, down_mm, size.width_mm, size.height_mm))
        down_mm += size.height_mm


def _stack(flow: Flow, notes: Chunk) -> None:
    for note in notes:
        flow.stack(note.face, note.size)


def _height_mm(notes: Chunk) -> float:
    return sum(note.size.height_mm for note in notes)
