"""The cover of a box: its faces, drawn, and the sheets that they lie on."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from fustella.core.contents import Contents
from fustella.core.cover import BoardMap
from fustella.core.model import Face, FaceId, Game
from fustella.core.paper import Paper, PrintSettings
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.sheets import Page, Sheet
from fustella.draw.artist import Artist
from fustella.draw.covers import draw_cover
from fustella.impose.cover import CoverEntry, CoverSizes, cover_area, cover_paper, lay_out_cover
from fustella.impose.cover_notes import CoverTooLarge

COVER = "cover"
"""Names the PDF of the cover in English, and its word in every language."""


def cover_of(
    artist: Artist,
    contents: Contents,
    settings: PrintSettings,
    boards: Sequence[BoardMap],
    *,
    unchecked: bool = False,
    players: int = 0,
) -> tuple[Mapping[FaceId, Face], tuple[Sheet, ...]]:
    """The faces and sheets of the cover; pictures of pieces lie on it, too.

    `unchecked`: the box differs from its rule document; `players`: for how many it is, 0 for all.
    Raises ProblemsFound: E301, and what drawing finds.
    """
    paper = cover_paper(settings.paper)
    width_mm = cover_area(paper).width_mm
    drawn = draw_cover(
        artist, contents, paper, settings.duplex, width_mm, unchecked, players, boards
    )
    entries = [
        CoverEntry(piece.id, section.id, piece.kind.outline)
        for section in contents.sections
        for piece in section.pieces
    ]
    sizes = CoverSizes(drawn.head, drawn.section, drawn.caption)
    with fitting(contents.game, "shorten what it says, or let more kinds share sheets"):
        pages = lay_out_cover(entries, sizes, paper, drawn.notes, drawn.maps)
    return drawn.faces, sheets_of(COVER, paper, pages)


@contextmanager
def fitting(game: Game, way_out: str = "") -> Iterator[None]:
    """Turns what does not fit the pages of a cover into a problem, E301."""
    try:
        yield
    except CoverTooLarge as fault:
        hint = f"choose larger paper{', ' * bool(way_out)}{way_out}"
        raise ProblemsFound([Problem("E301", game.place, str(fault), hint)]) from None


def sheets_of(group: str, paper: Paper, pages: Sequence[Page]) -> tuple[Sheet, ...]:
    """A sheet for each page, with nothing behind it."""
    return tuple(Sheet(group, n, paper, (page,), 0) for n, page in enumerate(pages, start=1))
