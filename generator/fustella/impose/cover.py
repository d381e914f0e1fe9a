"""The cover of a game: what is in the box, a picture and a caption for each piece.

Captions, headings and the head are faces like all others; this module only computes their places.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.cover import (
    ART_FACE,
    CELL_GAP_MM,
    HEAD_FACE,
    CoverMaps,
    CoverNote,
    CoverSection,
    caption_face,
    common_scale,
    section_face,
)
from fustella.core.geometry import EPSILON_MM, Outline, Rect, Size
from fustella.core.model import FaceId, SideName
from fustella.core.paper import Paper
from fustella.core.sheets import Page, Placement, Slug
from fustella.impose.cover_notes import (
    GAP_MM,
    CoverPart,
    Flow,
    place_maps,
    place_notes,
    require_room,
)
from fustella.impose.layout import how_many
from fustella.impose.page import THICKEST_SLUG_MM, slug_along


class _Cell(Struct, frozen=True):
    """How a picture and its caption lie in a cell; both boxes count from the cell's corner."""

    size: Size
    picture: Rect
    caption: Rect


def cover_paper(paper: Paper) -> Paper:
    """The paper of a page of the cover: of a roll, a piece in the proportions of A4."""
    if not paper.roll:
        return paper
    high_mm = min(paper.size.height_mm, paper.size.width_mm * math.sqrt(2))
    return replace(paper, size=Size(paper.size.width_mm, high_mm))


def cover_area(paper: Paper) -> Rect:
    """Where the faces of a cover may lie: head and headings are drawn as wide as this."""
    printable = paper.printable
    height_mm = printable.height_mm - THICKEST_SLUG_MM - GAP_MM
    return Rect(printable.x_mm, printable.y_mm, printable.width_mm, height_mm)


def art_page(paper: Paper) -> Page:
    """The drawn first page: its face covers the whole paper, and nothing lies beside it."""
    box = Rect(0, 0, paper.size.width_mm, paper.size.height_mm)
    slug = Slug(Rect(0, 0, 0, 0), upright=False)
    return Page(SideName.FRONT, (Placement(ART_FACE, box),), (), slug)


def lay_out_cover(
    sections: Sequence[CoverSection],
    outlines: Mapping[str, Outline],
    head: Size,
    paper: Paper,
    notes: Sequence[CoverNote] = (),
    maps: CoverMaps | None = None,
    listed: Sequence[CoverNote] = (),
) -> tuple[Page, ...]:
    """The pages of a cover: the head, each heading with its cells in rows, maps, then notes.

    `outlines` are those of pieces; one that has none has a caption and no picture. A heading stays
    with its first row. Notes that are `listed` lie where the cells do, which a large box has none
    of. Raises CoverTooLarge when a face or a note is larger than the page has room for.
    """
    area = cover_area(paper)
    require_room(CoverPart.HEAD, head, area.size)
    flow = Flow(area)
    flow.stack(HEAD_FACE, head, GAP_MM)
    blocks = [_Block.of(section, outlines, area.size) for section in sections]
    for band in _bands(blocks, area.width_mm):
        _place_band(flow, band)
    place_notes(flow, listed, CoverPart.LINE)
    if maps is not None:
        place_maps(flow, maps)
    if notes:
        flow.advance(GAP_MM)
    place_notes(flow, notes)
    slug = slug_along(paper.printable, THICKEST_SLUG_MM, upright=False)
    return tuple(Page(SideName.FRONT, tuple(placements), (), slug) for placements in flow.pages)


class _Block(Struct, frozen=True):
    """A section, and how its cells lie: so many in each of its rows."""

    section: CoverSection
    cell: _Cell
    columns: int
    pictures: Mapping[str, Size]
    scale: float

    @classmethod
    def of(cls, section: CoverSection, outlines: Mapping[str, Outline], area: Size) -> "_Block":
        require_room(CoverPart.HEADING, section.heading, area)
        room = Size(section.heading.width_mm, area.height_mm - section.heading.height_mm - GAP_MM)
        cell = _cell(section, room)
        columns = how_many(room.width_mm, cell.size.width_mm, CELL_GAP_MM)
        sizes = {piece: outlines[piece].size for piece in section.pieces if piece in outlines}
        scale = common_scale(sizes.values(), section.picture)
        return cls(section, cell, columns, sizes, scale)

    @property
    def rows(self) -> Iterator[tuple[str, ...]]:
        pieces = self.section.pieces
        return (
            pieces[start : start + self.columns] for start in range(0, len(pieces), self.columns)
        )

    @property
    def is_row(self) -> bool:
        return len(self.section.pieces) <= self.columns


def _cell(section: CoverSection, room: Size) -> _Cell:
    """Captions beside the pictures, or below them where the room is too narrow."""
    cells = (_beside(section), _below(section))
    fitting = next((cell for cell in cells if cell.size.fits_in(room)), None)
    if fitting is None:
        require_room(CoverPart.PICTURE, cells[1].size, room)
        return cells[1]
    return fitting


def _below(section: CoverSection) -> _Cell:
    picture, caption = section.picture, section.caption
    width_mm = max(picture.width_mm, caption.width_mm)
    down_mm = picture.height_mm + GAP_MM
    return _Cell(
        Size(width_mm, down_mm + caption.height_mm),
        Rect((width_mm - picture.width_mm) / 2, 0, picture.width_mm, picture.height_mm),
        Rect((width_mm - caption.width_mm) / 2, down_mm, caption.width_mm, caption.height_mm),
    )


def _beside(section: CoverSection) -> _Cell:
    picture, caption = section.picture, section.caption
    height_mm = max(picture.height_mm, caption.height_mm)
    along_mm = picture.width_mm + GAP_MM
    return _Cell(
        Size(along_mm + caption.width_mm, height_mm),
        Rect(0, 0, picture.width_mm, picture.height_mm),
        Rect(along_mm, 0, caption.width_mm, caption.height_mm),
    )


def _bands(blocks: Iterable[_Block], width_mm: float) -> Iterator[list[_Block]]:
    """The blocks in their order, those of one row beside each other where there is room."""
    band: list[_Block] = []
    free_mm = 0.0
    for block in blocks:
        needed_mm = CELL_GAP_MM + block.section.heading.width_mm
        if band and block.is_row and band[-1].is_row and needed_mm <= free_mm + EPSILON_MM:
            band.append(block)
            free_mm -= needed_mm
            continue
        if band:
            yield band
        band, free_mm = [block], width_mm - block.section.heading.width_mm
    if band:
        yield band


def _place_band(flow: Flow, band: Sequence[_Block]) -> None:
    """The headings of blocks beside each other, and their rows below."""
    heading_mm = max(block.section.heading.height_mm for block in band) + GAP_MM
    row_mm = max(block.cell.size.height_mm for block in band)
    flow.require(heading_mm + row_mm)
    right_mm = [0.0]
    for block in band:
        heading = block.section.heading
        box = Rect(right_mm[-1], 0, heading.width_mm, heading.height_mm)
        flow.place(section_face(block.section.id), box)
        right_mm.append(right_mm[-1] + heading.width_mm + CELL_GAP_MM)
    flow.advance(heading_mm)
    for rows in zip_longest(*(block.rows for block in band), fillvalue=()):
        flow.require(row_mm)
        for block, row, left_mm in zip(band, rows, right_mm, strict=False):
            _place_row(flow, block, row, left_mm)
        flow.advance(row_mm + GAP_MM)
    flow.advance(GAP_MM)


def _place_row(flow: Flow, block: _Block, row: Sequence[str], left_mm: float) -> None:
    for column, piece in enumerate(row):
        x_mm = left_mm + column * (block.cell.size.width_mm + CELL_GAP_MM)
        if piece in block.pictures:
            room = block.cell.picture.moved(x_mm, 0)
            picture = _centred(block.pictures[piece], block.scale, room)
            flow.place(FaceId(piece, SideName.FRONT), picture, block.scale)
        flow.place(caption_face(piece), block.cell.caption.moved(x_mm, 0))


def _centred(size: Size, scale: float, room: Rect) -> Rect:
    width_mm, height_mm = size.width_mm * scale, size.height_mm * scale
    x_mm = room.x_mm + (room.width_mm - width_mm) / 2
    y_mm = room.y_mm + (room.height_mm - height_mm) / 2
    return Rect(x_mm, y_mm, width_mm, height_mm)
