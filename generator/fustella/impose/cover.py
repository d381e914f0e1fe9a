"""The cover of a game: what is in the box, a picture and a caption for each piece.

Captions, headings and the head are faces like all others; this module only computes their places.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.cover import (
    ART_FACE,
    HEAD_FACE,
    CoverMaps,
    CoverNote,
    caption_face,
    section_face,
)
from fustella.core.geometry import Outline, Rect, Size
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


class CoverEntry(Struct, frozen=True):
    """One line of contents. Without an `outline` it has a caption and no picture."""

    piece: str
    kind: str
    outline: Outline | None


class CoverSizes(Struct, frozen=True):
    """The sizes in which the faces of a cover are drawn, and the largest size of a picture."""

    head: Size
    section: Size
    caption: Size
    picture: Size = field(default=Size(22.0, 22.0))


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
    entries: Sequence[CoverEntry],
    sizes: CoverSizes,
    paper: Paper,
    notes: Sequence[CoverNote] = (),
    maps: CoverMaps | None = None,
    listed: Sequence[CoverNote] = (),
) -> tuple[Page, ...]:
    """The pages of a cover: the head, each kind's heading and cells in rows, maps, then notes.

    Pictures of one kind have one scale, never above 1. A heading stays with its first row. Notes
    that are `listed` lie where the cells do, which a large box has none of.
    Raises CoverTooLarge when a face or a note is larger than the page has room for.
    """
    area = cover_area(paper)
    require_room(CoverPart.HEAD, sizes.head, area.size)
    flow = Flow(area)
    flow.stack(HEAD_FACE, sizes.head, GAP_MM)
    by_kind: dict[str, list[CoverEntry]] = defaultdict(list)
    for entry in entries:
        by_kind[entry.kind].append(entry)
    cell = _roomiest_cell(sizes, area.size) if by_kind else _below(sizes)
    for kind, members in by_kind.items():
        flow.require(sizes.section.height_mm + GAP_MM + cell.size.height_mm)
        flow.stack(section_face(kind), sizes.section, GAP_MM)
        _place_cells(flow, members, cell, area.width_mm)
    place_notes(flow, listed, CoverPart.LINE)
    if maps is not None:
        place_maps(flow, maps)
    place_notes(flow, notes)
    slug = slug_along(paper.printable, THICKEST_SLUG_MM, upright=False)
    return tuple(Page(SideName.FRONT, tuple(placements), (), slug) for placements in flow.pages)


def _roomiest_cell(sizes: CoverSizes, area: Size) -> _Cell:
    """Captions below or beside the pictures, whichever gets more of them on a page."""
    require_room(CoverPart.HEADING, sizes.section, area)
    cells = (_below(sizes), _beside(sizes))
    fitting = [cell for cell in cells if cell.size.fits_in(area)]
    if not fitting:
        require_room(CoverPart.PICTURE, cells[0].size, area)

    def count(cell: _Cell) -> int:
        columns = how_many(area.width_mm, cell.size.width_mm, GAP_MM)
        return columns * how_many(area.height_mm, cell.size.height_mm, GAP_MM)

    return max(fitting, key=count)


def _below(sizes: CoverSizes) -> _Cell:
    picture, caption = sizes.picture, sizes.caption
    width_mm = max(picture.width_mm, caption.width_mm)
    down_mm = picture.height_mm + GAP_MM
    return _Cell(
        Size(width_mm, down_mm + caption.height_mm),
        Rect((width_mm - picture.width_mm) / 2, 0, picture.width_mm, picture.height_mm),
        Rect((width_mm - caption.width_mm) / 2, down_mm, caption.width_mm, caption.height_mm),
    )


def _beside(sizes: CoverSizes) -> _Cell:
    picture, caption = sizes.picture, sizes.caption
    height_mm = max(picture.height_mm, caption.height_mm)
    along_mm = picture.width_mm + GAP_MM
    return _Cell(
        Size(along_mm + caption.width_mm, height_mm),
        Rect(0, (height_mm - picture.height_mm) / 2, picture.width_mm, picture.height_mm),
        Rect(along_mm, (height_mm - caption.height_mm) / 2, caption.width_mm, caption.height_mm),
    )


def _place_cells(flow: Flow, entries: Sequence[CoverEntry], cell: _Cell, width_mm: float) -> None:
    scale = _common_scale(entries, cell.picture.size)
    columns = how_many(width_mm, cell.size.width_mm, GAP_MM)
    for start in range(0, len(entries), columns):
        flow.require(cell.size.height_mm)
        for column, entry in enumerate(entries[start : start + columns]):
            x_mm = column * (cell.size.width_mm + GAP_MM)
            if entry.outline:
                picture = _centred(entry.outline.size, scale, cell.picture.moved(x_mm, 0))
                flow.place(FaceId(entry.piece, SideName.FRONT), picture, scale)
            flow.place(caption_face(entry.piece), cell.caption.moved(x_mm, 0))
        flow.advance(cell.size.height_mm + GAP_MM)


def _common_scale(entries: Sequence[CoverEntry], room: Size) -> float:
    """The largest scale, at most 1, at which all pictures fit their cells."""
    sizes = [entry.outline.size for entry in entries if entry.outline]
    ratios = (min(room.width_mm / size.width_mm, room.height_mm / size.height_mm) for size in sizes)
    return min(1.0, *ratios) if sizes else 1.0


def _centred(size: Size, scale: float, room: Rect) -> Rect:
    width_mm, height_mm = size.width_mm * scale, size.height_mm * scale
    x_mm = room.x_mm + (room.width_mm - width_mm) / 2
    y_mm = room.y_mm + (room.height_mm - height_mm) / 2
    return Rect(x_mm, y_mm, width_mm, height_mm)
