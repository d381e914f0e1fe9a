"""Lays out the pages of a cover: head, sections, list, maps of boards, and notes.

All these parts are faces; this module only computes their places.
"""

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Rect, Size
from fustella.core.values.model import SideName
from fustella.core.values.paper import Paper
from fustella.core.values.sheets import Page, Placement, Slug
from fustella.covers.faces import ART_FACE, CoverParts, NoteFace, caption_face
from fustella.covers.flow import GAP_MM, MOST_BLANK, CoverPart, CoverTooLarge, Flow, require_room
from fustella.covers.rows import place_sections
from fustella.impose.layout import how_many
from fustella.impose.page import THICKEST_SLUG_MM, slug_along

STEP_MM = 1.0
"""The step by which columns grow until they hold all remaining notes."""

Chunk: TypeAlias = tuple[NoteFace, ...]
"""Notes that stay together: headings, and the first note below them."""


class CoverFit(Struct, frozen=True, order=True):
    """The fit of a cover to its paper: the number of its pages, then of its divided sections.

    Of two fits, the lesser one is better.
    """

    pages: int
    broken: int


NO_FIT = CoverFit(sys.maxsize, 0)
"""The fit of a cover with a part that is larger than a page."""


def cover_paper(paper: Paper) -> Paper:
    """The paper of a cover's page; a roll is cut to the proportions of A4."""
    if not paper.roll:
        return paper
    high_mm = min(paper.size.height_mm, paper.size.width_mm * math.sqrt(2))
    return replace(paper, size=Size(paper.size.width_mm, high_mm))


def cover_area(paper: Paper) -> Rect:
    """The area of a page for faces: head and headings are drawn as wide as this."""
    printable = paper.printable
    height_mm = printable.height_mm - THICKEST_SLUG_MM - GAP_MM
    return Rect(printable.x_mm, printable.y_mm, printable.width_mm, height_mm)


def art_page(paper: Paper) -> Page:
    """The drawn first page: its face covers the whole paper, and nothing lies beside it."""
    box = Rect(0, 0, paper.size.width_mm, paper.size.height_mm)
    slug = Slug(Rect(0, 0, 0, 0), upright=False)
    return Page(SideName.FRONT, (Placement(ART_FACE, box),), (), slug)


def lay_out_cover(
    parts: CoverParts, outlines: Mapping[str, Outline], paper: Paper
) -> tuple[Page, ...]:
    """The pages of a cover: the head, each heading with its cells in rows, maps, then notes.

    `outlines` are the outlines of pieces by their ids; a piece without one has no picture. A
    heading stays with its first row. Raises CoverTooLarge for a face or a note that is larger than
    a page has room for.
    """
    flow = Flow(cover_area(paper))
    _fill(flow, parts, outlines)
    slug = slug_along(paper.printable, THICKEST_SLUG_MM, upright=False)
    return tuple(Page(SideName.FRONT, tuple(placements), (), slug) for placements in flow.pages)


def fit_of(parts: CoverParts, outlines: Mapping[str, Outline], paper: Paper) -> CoverFit:
    """Computes how well a cover fits its paper, without placing its faces."""
    flow = Flow(cover_area(paper), drawn=False)
    try:
        _fill(flow, parts, outlines)
    except CoverTooLarge:
        return NO_FIT
    ends = ((each.pieces[0], each.pieces[-1]) for each in parts.sections if each.pieces)
    broken = sum(
        flow.page_of[caption_face(first)] != flow.page_of[caption_face(last)]
        for first, last in ends
    )
    return CoverFit(len(flow.pages), broken)


def _fill(flow: Flow, parts: CoverParts, outlines: Mapping[str, Outline]) -> None:
    require_room(CoverPart.HEAD, parts.head.outline.size, flow.size)
    flow.stack(parts.head, GAP_MM)
    place_sections(flow, parts.sections, outlines)
    _place_notes(flow, parts.listing, CoverPart.LINE)
    _place_maps(flow, parts)
    if parts.notes:
        flow.advance(GAP_MM)
    _place_notes(flow, parts.notes, CoverPart.NOTE)


def _place_maps(flow: Flow, parts: CoverParts) -> None:
    """Puts the title on the pages, then the maps, as many in a row as there is room for."""
    wide_mm = max((board.width_mm for board in parts.maps), default=1.0)
    columns = max(1, how_many(flow.size.width_mm, wide_mm, GAP_MM))
    title_mm = parts.map_title.outline.size.height_mm + GAP_MM if parts.map_title else 0.0
    for start in range(0, len(parts.maps), columns):
        row = parts.maps[start : start + columns]
        sizes = [(board.over.outline.size, board.text.outline.size) for board in row]
        height_mm = max(size.height_mm for pair in sizes for size in pair)
        needed = Size(sizes[0][0].width_mm, height_mm + title_mm)
        require_room(CoverPart.MAP, needed, flow.size)
        flow.require(title_mm + height_mm)
        if parts.map_title and start == 0:
            flow.stack(parts.map_title, GAP_MM)
            title_mm = 0.0
        for column, (board, (size, text)) in enumerate(zip(row, sizes, strict=True)):
            box = Rect(column * (wide_mm + GAP_MM), 0, size.width_mm, size.height_mm)
            flow.place(board.picture, box, board.scale)
            flow.place(board.over.id, box)
            x_mm = column * (wide_mm + GAP_MM) + board.width_mm - text.width_mm
            flow.place(board.text.id, Rect(x_mm, 0, text.width_mm, text.height_mm))
        flow.advance(height_mm + 2 * GAP_MM)


def _place_notes(flow: Flow, notes: Sequence[NoteFace], part: CoverPart) -> None:
    """Puts notes as wide as the cover below each other, and narrower notes in even columns.

    Raises CoverTooLarge, which names the `part`, where notes that stay together are larger than a
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
                continue
            flow.require(_height_mm(chunk))
            for note in chunk:
                flow.stack(note.spec)
    for note in heads:
        flow.stack(note.spec)


def _chunks(notes: Iterable[NoteFace]) -> Iterator[Chunk]:
    """The notes in chunks that stay together; the last chunk may have only headings."""
    chunk: list[NoteFace] = []
    for note in notes:
        chunk.append(note)
        if not note.leads:
            yield tuple(chunk)
            chunk = []
    if chunk:
        yield tuple(chunk)


def _place_columns(flow: Flow, heads: Chunk, chunks: Sequence[Chunk], columns: int) -> None:
    """Puts the heads, then the chunks in columns, page by page; all columns are about as long.

    If little of this page is left, and the next page holds all chunks, the heads begin on the next
    page.
    """
    heights, page_mm = tuple(map(_height_mm, chunks)), flow.size.height_mm
    heads_mm = _height_mm(heads)
    flow.require(heads_mm + heights[0])
    here, on_next = (
        _ends_of_columns(heights, columns, mm - heads_mm)[-1] for mm in (flow.left_mm, page_mm)
    )
    if here < on_next == len(heights) and flow.left_mm <= MOST_BLANK * page_mm:
        flow.turn()
    for note in heads:
        flow.stack(note.spec)
    most_mm = _even_mm(heights, columns, flow)
    start = 0
    while start < len(chunks):
        longest_mm = 0.0
        for number, end in enumerate(
            _ends_of_columns(heights, columns, min(most_mm, flow.left_mm), start)
        ):
            _place_column(flow, chunks[start:end], number, columns)
            longest_mm = max(longest_mm, sum(heights[start:end]))
            start = end
        flow.advance(longest_mm)
        if start < len(chunks):
            flow.turn()


def _even_mm(heights: Sequence[float], columns: int, flow: Flow) -> float:
    """The least length in mm of columns that hold the chunks on as few pages as possible.

    It is a multiple of `STEP_MM`. So the columns of the last page are even, and no page has a lone
    note.
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
    """The number of pages that chunks take, with columns `first_mm` long on the first page."""
    start, pages, room_mm = 0, 0, first_mm
    while start < len(heights):
        start = _ends_of_columns(heights, columns, room_mm, start)[-1]
        pages, room_mm = pages + 1, other_mm
    return pages


def _ends_of_columns(
    heights: Sequence[float], columns: int, high_mm: float, start: int = 0
) -> list[int]:
    """The ends of a page's columns, each as the index of the chunk behind the column's last chunk.

    Columns are at most `high_mm` long, and begin with the chunk `start`.
    """
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
        flow.place(note.spec.id, Rect(number * step_mm, down_mm, size.width_mm, size.height_mm))
        down_mm += size.height_mm


def _height_mm(notes: Chunk) -> float:
    return sum(note.size.height_mm for note in notes)
