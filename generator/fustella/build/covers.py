"""The cover of a box and the swap list of a kit: their faces and the sheets they lie on."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella import draw
from fustella.build.production import Production
from fustella.core.geometry.shapes import Outline
from fustella.core.values.cover import CoverFit, CoverParts, CoverSection
from fustella.core.values.model import Face, FaceId
from fustella.core.values.paper import Paper
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Page, Sheet
from fustella.impose import (
    CoverPart,
    CoverTooLarge,
    art_page,
    cover_area,
    cover_paper,
    fit_of,
    lay_out_cover,
)

if TYPE_CHECKING:
    from fustella.draw import Artist, CoverFaces, PrintedBox, SwapList

COVER = "cover"
CHECKLIST = "checklist"
"""What a cover and a swap list are called in file names, and their words on sheets."""


_LARGER_PAPER = "choose larger paper"
_SMALLER = {
    CoverPart.HEAD: f"{_LARGER_PAPER}, or let more kinds share sheets: `sheet: …` in game.yaml",
    CoverPart.NOTE: f"{_LARGER_PAPER}, or say less under `designed` or `struck_out`",
}
"""What can be done about a part of the cover that is larger than a page."""


class Cover(Struct, frozen=True):
    """Sheets with a summary of what is printed: `kind` is COVER or CHECKLIST.

    `faces` are those on its sheets, besides the faces of the printed pieces.
    """

    kind: str
    faces: Mapping[FaceId, Face]
    sheets: tuple[Sheet, ...]


def cover_of(
    artist: "Artist", production: Production, *, unchecked: bool = False, players: int = 0
) -> Cover | None:
    """The cover of a box; None on label sheets, which have no room for one.

    `unchecked`: the box differs from its rule document; `players`: for how many it is, 0 for all.
    Raises ProblemsFound: E301, and what drawing finds.
    """
    paper = production.settings.paper
    if paper.slots:
        return None
    paper = cover_paper(paper)
    art, contents = production.contents.game.cover, production.contents
    faces = draw.draw_art(artist, art, contents, paper, players) if art else {}
    outlines = _outlines(production)

    def fit(parts: CoverParts, sections: Sequence[CoverSection]) -> CoverFit:
        return fit_of(sections, outlines, parts, paper)

    drawn = draw.draw_cover(artist, _printed(production, paper, unchecked, players), fit)
    # A box that differs from its rules must say so, on its cover.
    way_out = "" if unchecked else "--no-cover builds without one"
    listed = _laid_out(COVER, production, paper, drawn, {}, way_out)
    if not faces:
        return listed
    pages = (art_page(paper), *(page for sheet in listed.sheets for page in sheet.pages))
    return Cover(COVER, {**faces, **listed.faces}, _sheets(COVER, paper, pages))


def _sheets(kind: str, paper: Paper, pages: Iterable[Page]) -> tuple[Sheet, ...]:
    """Sheets with these pages, printed on one side."""
    return tuple(Sheet(kind, number, paper, (page,), 0) for number, page in enumerate(pages, 1))


def swap_list_of(
    artist: "Artist",
    production: Production,
    swaps: "SwapList",
    pictures: Mapping[FaceId, Face],
    *,
    unchecked: bool,
) -> Cover | None:
    """The swap list of a kit; None on label sheets.

    `pictures` are faces that it shows besides those of the printed pieces. Raises ProblemsFound:
    E301, and what drawing finds.
    """
    paper = production.settings.paper
    if paper.slots:
        return None
    paper = cover_paper(paper)
    drawn = draw.draw_swap_list(artist, _printed(production, paper, unchecked), swaps)
    return _laid_out(CHECKLIST, production, paper, drawn, pictures)


def _printed(
    production: Production, paper: Paper, unchecked: bool, players: int = 0
) -> "PrintedBox":
    return draw.PrintedBox(
        contents=production.contents,
        paper=paper,
        duplex=production.settings.duplex,
        width_mm=cover_area(paper).width_mm,
        boards=production.boards(),
        unchecked=unchecked,
        players=players,
    )


def _outlines(production: Production) -> dict[str, Outline]:
    kinds = production.contents.kinds
    return {piece.id: piece.kind.outline for count in kinds for piece in count.pieces}


def _laid_out(
    kind: str,
    production: Production,
    paper: Paper,
    drawn: "CoverFaces",
    pictures: Mapping[FaceId, Face],
    way_out: str = "",
) -> Cover:
    contents, outlines = production.contents, _outlines(production)
    outlines |= {face.piece: picture.outline for face, picture in pictures.items()}
    try:
        pages = lay_out_cover(
            drawn.sections, outlines, drawn.head, paper, drawn.notes, drawn.maps, drawn.listed
        )
    except CoverTooLarge as fault:
        hint = "; ".join(filter(None, (_SMALLER.get(fault.part, _LARGER_PAPER), way_out)))
        raise ProblemsFound([Problem("E301", contents.game.place, str(fault), hint)]) from None
    return Cover(kind, {**pictures, **drawn.faces}, _sheets(kind, paper, pages))
