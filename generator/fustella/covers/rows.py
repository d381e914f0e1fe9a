"""Lays out the sections of a cover: headings, and below them rows of pictures with captions.

Sections with a single row lie beside each other in a band, where there is room. A section stays on
one page, unless that would leave much of the page before it blank.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Rect, Size
from fustella.covers.faces import (
    CoverSection,
    caption_face,
    common_scale,
    front_of,
    group_face,
    section_face,
)
from fustella.covers.flow import GAP_MM, MOST_BLANK, CoverPart, Flow, require_room
from fustella.impose.layout import how_many

BELOW_MM, ROW_MM = 1.0, 3.0
"""The gap between a picture and its caption below it, and between rows of such cells."""


MOST_LOWER_MM = 6.0
"""The most that pictures are moved down to make their captions level with others."""


class _Cell(Struct, frozen=True):
    """The places of a picture and its caption in a cell, counted from the cell's corner."""

    size: Size
    picture: Rect
    caption: Rect


class _CellLine(Struct, frozen=True):
    """A line of cells: pieces with their columns; `starts` are the first pieces of groups."""

    pieces: tuple[tuple[int, str], ...]
    starts: tuple[tuple[int, str], ...] = ()


class _LaidSection(Struct, frozen=True):
    """A section with the places of its cells, in lines."""

    section: CoverSection
    cell: _Cell
    lines: tuple[_CellLine, ...]
    pictures: Mapping[str, Outline]
    scale: float

    @classmethod
    def of(
        cls, section: CoverSection, outlines: Mapping[str, Outline], area: Size
    ) -> "_LaidSection":
        require_room(CoverPart.HEADING, section.heading, area)
        over_mm = _over_mm(section, section.groups)
        used_mm = section.heading.height_mm + GAP_MM + over_mm
        room = Size(section.heading.width_mm, area.height_mm - used_mm)
        cell = _cell(section, room)
        columns = how_many(room.width_mm, cell.size.width_mm, section.gap_mm)
        pictures = {piece: outlines[piece] for piece in section.pieces if piece in outlines}
        scale = common_scale((own.size for own in pictures.values()), section.picture)
        lines = tuple(_lines(section, columns)) or (_CellLine(()),)
        return cls(section, cell, lines, pictures, scale)

    @property
    def is_row(self) -> bool:
        return len(self.lines) == 1

    def over_mm(self, line: _CellLine) -> float:
        """The height of the groups' faces above the cells of a line."""
        return _over_mm(self.section, (piece for _, piece in line.starts))

    def line_mm(self, line: _CellLine) -> float:
        """The height of the cells of a line."""
        if not line.pieces:
            return 0.0
        if not self.section.below:
            return self.cell.size.height_mm
        captions = (self.section.caption_of(piece).height_mm for _, piece in line.pieces)
        return self.cell.caption.y_mm + max(captions)


def place_sections(
    flow: Flow, sections: Iterable[CoverSection], outlines: Mapping[str, Outline]
) -> None:
    """Puts the sections on pages; each heading stays with its first row."""
    blocks = [_LaidSection.of(section, outlines, flow.size) for section in sections]
    for band in _bands(blocks, flow.size.width_mm):
        _place_band(flow, band)


def _over_mm(section: CoverSection, pieces: Iterable[str]) -> float:
    heights = (section.groups[piece].height_mm for piece in pieces)
    return 0.0 if section.beside else max(heights, default=0.0)


def _lines(section: CoverSection, columns: int) -> Iterator[_CellLine]:
    """The lines of a section's pieces; groups lie side by side where they fit into one line.

    The lines are about equally long, where the last would otherwise have only a few pieces.
    """
    count = len(section.pieces)
    if section.below and not section.groups and 0 < count % columns < columns / 2:
        columns = math.ceil(count / math.ceil(count / columns))
    if section.beside:
        for group in _groups(section):
            row = tuple((section.beside + at, piece) for at, piece in enumerate(group))
            yield _CellLine(row, ((0, group[0]),))
        return
    pieces: list[tuple[int, str]] = []
    starts: list[tuple[int, str]] = []
    for group in _groups(section):
        if pieces and len(pieces) + len(group) > columns:
            yield _CellLine(tuple(pieces), tuple(starts))
            pieces, starts = [], []
        for piece in group:
            if len(pieces) == columns:
                yield _CellLine(tuple(pieces), tuple(starts))
                pieces, starts = [], []
            if piece in section.groups:
                starts.append((len(pieces), piece))
            pieces.append((len(pieces), piece))
    if pieces:
        yield _CellLine(tuple(pieces), tuple(starts))


def _groups(section: CoverSection) -> Iterator[list[str]]:
    group: list[str] = []
    for piece in section.pieces:
        if group and piece in section.groups:
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _cell(section: CoverSection, room: Size) -> _Cell:
    """The cell with captions beside its pictures, or below them where there is too little room."""
    if section.below:
        cell = _cell_below(section, BELOW_MM)
    elif not (cell := _cell_beside(section)).size.fits_in(room):
        cell = _cell_below(section, GAP_MM, centred=True)
    require_room(CoverPart.PICTURE, cell.size, room)
    return cell


def _cell_below(section: CoverSection, gap_mm: float, *, centred: bool = False) -> _Cell:
    picture, caption = section.picture, section.caption
    down_mm = picture.height_mm + gap_mm
    width_mm, share = max(picture.width_mm, caption.width_mm), 0.5 if centred else 0.0
    x_mm, caption_x_mm = ((width_mm - each.width_mm) * share for each in (picture, caption))
    return _Cell(
        Size(width_mm, down_mm + caption.height_mm),
        Rect(x_mm, 0, picture.width_mm, picture.height_mm),
        Rect(caption_x_mm, down_mm, caption.width_mm, caption.height_mm),
    )


def _cell_beside(section: CoverSection) -> _Cell:
    picture, caption = section.picture, section.caption
    height_mm = max(picture.height_mm, caption.height_mm)
    along_mm = picture.width_mm + GAP_MM
    return _Cell(
        Size(along_mm + caption.width_mm, height_mm),
        Rect(0, 0, picture.width_mm, picture.height_mm),
        Rect(along_mm, 0, caption.width_mm, caption.height_mm),
    )


def _bands(blocks: Iterable[_LaidSection], width_mm: float) -> Iterator[list[_LaidSection]]:
    """The bands of a cover: blocks of one row that fit side by side, or a single other block."""
    band: list[_LaidSection] = []
    free_mm = 0.0
    for block in blocks:
        needed_mm = block.section.gap_mm + block.section.heading.width_mm
        if band and block.is_row and band[-1].is_row and needed_mm <= free_mm + EPSILON_MM:
            band.append(block)
            free_mm -= needed_mm
            continue
        if band:
            yield band
        band, free_mm = [block], width_mm - block.section.heading.width_mm
    if band:
        yield band


class _BandRow(Struct, frozen=True):
    """One row of a band: a line of each of its blocks, and the distance from the top to its cells.

    Captions begin at one height, unless the heights of pictures are very different.
    """

    lines: tuple[_CellLine, ...]
    downs_mm: tuple[float, ...]
    height_mm: float


def _row(band: Sequence[_LaidSection], lines: Sequence[_CellLine]) -> _BandRow:
    pairs = list(zip(band, lines, strict=True))
    over_mm = max(block.over_mm(line) for block, line in pairs)
    picture_mm = max(block.cell.picture.height_mm for block in band)
    lower_mm = (picture_mm - block.cell.picture.height_mm for block in band)
    downs_mm = tuple(
        over_mm + (mm if block.section.below and mm <= MOST_LOWER_MM else 0.0)
        for block, mm in zip(band, lower_mm, strict=True)
    )
    ends_mm = (mm + block.line_mm(line) for (block, line), mm in zip(pairs, downs_mm, strict=True))
    return _BandRow(tuple(lines), downs_mm, max(ends_mm))


def _place_band(flow: Flow, band: Sequence[_LaidSection]) -> None:
    """Puts the headings of a band's blocks side by side, and their rows below.

    Only blocks with a single row share a band.
    """
    heading_mm = max(block.section.heading.height_mm for block in band) + GAP_MM
    if len(band) > 1:
        rows = [_row(band, [block.lines[0] for block in band])]
    else:
        rows = [_row(band, [line]) for line in band[0].lines]
    gap_mm = ROW_MM if band[0].section.below else GAP_MM
    all_mm = heading_mm + sum(row.height_mm for row in rows) + gap_mm * (len(rows) - 1)
    page_mm = flow.size.height_mm
    if flow.left_mm < all_mm - EPSILON_MM <= page_mm and flow.left_mm <= MOST_BLANK * page_mm:
        flow.turn()
    flow.require(heading_mm + rows[0].height_mm)
    right_mm = [0.0]
    for block in band:
        heading = block.section.heading
        box = Rect(right_mm[-1], 0, heading.width_mm, heading.height_mm)
        flow.place(section_face(block.section.text.id), box)
        right_mm.append(right_mm[-1] + heading.width_mm + block.section.gap_mm)
    flow.advance(heading_mm)
    for row in rows:
        flow.require(row.height_mm)
        for number, block in enumerate(band):
            at = Point(right_mm[number], row.downs_mm[number])
            _place_line(flow, block, row.lines[number], at)
        flow.advance(row.height_mm + gap_mm)
    flow.advance(GAP_MM)


def _place_line(flow: Flow, block: _LaidSection, line: _CellLine, corner: Point) -> None:
    """Puts the cells of a line, from their upper left corner on, and the faces of its groups."""
    if not flow.drawn:
        for _, piece in line.pieces:
            flow.place(caption_face(piece), block.cell.caption)
        return
    cell, section = block.cell, block.section
    along_mm = cell.size.width_mm + section.gap_mm
    for column, piece in line.starts:
        size = section.groups[piece]
        x_mm = corner.x_mm + column * along_mm
        y_mm = (cell.picture.height_mm - size.height_mm) / 2 if section.beside else 0.0
        flow.place(group_face(piece), Rect(x_mm, y_mm, size.width_mm, size.height_mm))
    for column, piece in line.pieces:
        x_mm, y_mm = corner.x_mm + column * along_mm, corner.y_mm
        if piece in block.pictures:
            outline, room = block.pictures[piece], cell.picture.moved(x_mm, y_mm)
            picture = _in_room(outline.size, block.scale, room, low=section.below)
            edge = outline if section.below else None
            flow.place(front_of(piece), picture, block.scale, edge)
        size = section.caption_of(piece)
        at = cell.caption
        box = Rect(x_mm + at.x_mm, y_mm + at.y_mm, size.width_mm, size.height_mm)
        flow.place(caption_face(piece), box)


def _in_room(size: Size, scale: float, room: Rect, *, low: bool) -> Rect:
    """The box of a picture in its room: in the middle, or with `low` in the lower left corner."""
    width_mm, height_mm = size.width_mm * scale, size.height_mm * scale
    along, down = (0.0, 1.0) if low else (0.5, 0.5)
    x_mm = room.x_mm + (room.width_mm - width_mm) * along
    y_mm = room.y_mm + (room.height_mm - height_mm) * down
    return Rect(x_mm, y_mm, width_mm, height_mm)
