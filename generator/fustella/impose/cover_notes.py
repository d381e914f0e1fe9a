"""The pages of a cover, filled from top to bottom, and what comes last on them.

That is maps of boards in parts, which show how these go together, and notes in columns.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

from fustella.core.cover import CoverMaps, CoverNote
from fustella.core.geometry import EPSILON_MM, Rect, Size
from fustella.core.model import FaceId
from fustella.core.sheets import Placement
from fustella.impose.layout import how_many

GAP_MM = 2.0
"""Between a picture and its caption, between cells, and around headings."""

STEP_MM = 1.0
"""Columns grow in these steps until they hold all that is left."""

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
        needed, there = (f"{s.width_mm:.0f} x {s.height_mm:.0f} mm" for s in (size, area))
        super().__init__(f"{part} of the cover is {needed}, and a page has {there} for it")
        self.part = part


class Flow:
    """Fills pages from top to bottom."""

    def __init__(self, area: Rect) -> None:
        self._area = area
        self._down_mm = 0.0
        self.pages: list[list[Placement]] = [[]]

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

    def place(self, face: FaceId, box: Rect, scale: float = 1.0) -> None:
        """Put a face into a box that counts from the left end of what is free."""
        moved = box.moved(self._area.x_mm, self._area.y_mm + self._down_mm)
        self.pages[-1].append(Placement(face, moved, scale=scale))

    def advance(self, height_mm: float) -> None:
        """Go on below what has been placed."""
        self._down_mm += height_mm

    def stack(self, face: FaceId, size: Size, gap_mm: float = 0.0) -> None:
        """Put a face at the left and go on below it."""
        self.place(face, Rect(0, 0, size.width_mm, size.height_mm))
        self.advance(size.height_mm + gap_mm)


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
    """The heads, then the chunks in columns, page by page; all columns are about as long."""
    flow.require(_height_mm(heads) + _height_mm(chunks[0]))
    _stack(flow, heads)
    most_mm = _even_mm(chunks, columns, flow)
    left = list(chunks)
    while left:
        filled = _filled(left, columns, min(most_mm, flow.left_mm))
        for number, column in enumerate(filled):
            _place_column(flow, column, number, columns)
        flow.advance(max(sum(map(_height_mm, column)) for column in filled))
        left = left[sum(map(len, filled)) :]
        if left:
            flow.turn()


def _even_mm(chunks: Sequence[Chunk], columns: int, flow: Flow) -> float:
    """The least length of columns, in steps, with which the chunks take as few pages as they can.

    So the last page is as full as the others, and none has a lone note.
    """
    room_mm, page_mm = flow.left_mm, flow.size.height_mm
    fewest = _pages(chunks, columns, room_mm, page_mm)
    longest_mm = max(map(_height_mm, chunks))
    short, enough = 0, math.ceil((page_mm - longest_mm) / STEP_MM)
    while short < enough:
        half = (short + enough) // 2
        most_mm = longest_mm + half * STEP_MM
        if _pages(chunks, columns, min(room_mm, most_mm), min(page_mm, most_mm)) == fewest:
            enough = half
        else:
            short = half + 1
    return longest_mm + enough * STEP_MM


def _pages(chunks: Sequence[Chunk], columns: int, first_mm: float, other_mm: float) -> int:
    """How many pages the chunks take, where columns are so long on the first and on the others."""
    left, pages, room_mm = list(chunks), 0, first_mm
    while left:
        left = left[sum(map(len, _filled(left, columns, room_mm))) :]
        pages, room_mm = pages + 1, other_mm
    return pages


def _filled(chunks: Sequence[Chunk], columns: int, high_mm: float) -> list[list[Chunk]]:
    """As many chunks as columns of that length hold, one column after the other."""
    filled: list[list[Chunk]] = [[]]
    down_mm = 0.0
    for chunk in chunks:
        chunk_mm = _height_mm(chunk)
        if down_mm + chunk_mm > high_mm + EPSILON_MM:
            if len(filled) == columns or chunk_mm > high_mm + EPSILON_MM:
                break
            filled.append([])
            down_mm = 0.0
        filled[-1].append(chunk)
        down_mm += chunk_mm
    return filled


def _place_column(flow: Flow, chunks: Sequence[Chunk], number: int, columns: int) -> None:
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
