"""The cover of a game: what is in the box, a picture and a caption for each piece.

Captions, headings and the head are faces like all others; this module only computes their places.
"""

import math
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Rect, Size
from fustella.core.values.cover import (
    ART_FACE,
    HEAD_FACE,
    NO_FIT,
    CoverFit,
    CoverMaps,
    CoverNote,
    CoverParts,
    CoverSection,
    caption_face,
)
from fustella.core.values.model import SideName
from fustella.core.values.paper import Paper
from fustella.core.values.sheets import Page, Placement, Slug
from fustella.impose.cover_notes import (
    GAP_MM,
    CoverPart,
    CoverTooLarge,
    Flow,
    place_maps,
    place_notes,
    require_room,
)
from fustella.impose.cover_sections import place_sections
from fustella.impose.page import THICKEST_SLUG_MM, slug_along


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
    flow = Flow(cover_area(paper))
    _fill(flow, sections, outlines, CoverParts(head, tuple(notes), maps), listed)
    slug = slug_along(paper.printable, THICKEST_SLUG_MM, upright=False)
    return tuple(Page(SideName.FRONT, tuple(placements), (), slug) for placements in flow.pages)


def fit_of(
    sections: Sequence[CoverSection],
    outlines: Mapping[str, Outline],
    parts: CoverParts,
    paper: Paper,
) -> CoverFit:
    """How well a cover fits its pages; it is not laid out for that."""
    flow = Flow(cover_area(paper), drawn=False)
    try:
        _fill(flow, sections, outlines, parts)
    except CoverTooLarge:
        return NO_FIT
    ends = ((each.pieces[0], each.pieces[-1]) for each in sections if each.pieces)
    broken = sum(
        flow.page_of[caption_face(first)] != flow.page_of[caption_face(last)]
        for first, last in ends
    )
    return CoverFit(len(flow.pages), broken)


def _fill(
    flow: Flow,
    sections: Sequence[CoverSection],
    outlines: Mapping[str, Outline],
    parts: CoverParts,
    listed: Sequence[CoverNote] = (),
) -> None:
    require_room(CoverPart.HEAD, parts.head, flow.size)
    flow.stack(HEAD_FACE, parts.head, GAP_MM)
    place_sections(flow, sections, outlines)
    place_notes(flow, listed, CoverPart.LINE)
    if parts.maps is not None:
        place_maps(flow, parts.maps)
    if parts.notes:
        flow.advance(GAP_MM)
    place_notes(flow, parts.notes)
