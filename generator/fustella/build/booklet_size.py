"""Knows how large the pages of a booklet are: as it says, on the paper, as cards of the game."""

from fustella.build.options import RulesOptions
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Edition
from fustella.core.values.paper import Fold, Paper
from fustella.core.values.rules import Booklet, PageFormat

A4, A5 = Size(210.0, 297.0), Size(148.0, 210.0)
"""The sizes of pages (ISO 216)."""

POKER = Size(63.0, 88.0)
"""The size of cards of rules in a game without cards."""

CARD_MM = (40.0, 130.0)
"""The least shorter side and the greatest longer side of a card."""


def format_size(booklet: Booklet) -> Size:
    """The size of the pages of a booklet, as booklet.yaml says it."""
    return A4 if booklet.settings.format is PageFormat.A4 else A5


def page_size(booklet: Booklet, edition: Edition, paper: Paper, options: RulesOptions) -> Size:
    """The size of the pages: a leaflet fills the paper, cards are as large as the game's."""
    match options.fold:
        case Fold.LEAFLET:
            across = options.panels // 2
            return Size(paper.size.height_mm / across, paper.size.width_mm)
        case Fold.CARDS:
            return _card(edition)
    whole = (PageFormat(options.format or booklet.settings.format)) is PageFormat.A4
    return on_paper(A4 if whole else A5, paper, options.fold)


def _card(edition: Edition) -> Size:
    """The size of most cards of the game."""
    copies = dict[Size, int]()
    for piece in edition.game.pieces:
        outline = piece.kind.outline
        size = outline.size
        sides = sorted((size.width_mm, size.height_mm))
        fits = CARD_MM[0] <= sides[0] and sides[1] <= CARD_MM[1]
        if outline.is_rectangle and size.height_mm > size.width_mm and fits:
            copies[size] = copies.get(size, 0) + piece.copies
    return max(copies, key=lambda size: copies[size], default=POKER)


def on_paper(size: Size, paper: Paper, fold: Fold) -> Size:
    """The size of pages, or on paper that does not hold them, the paper or half of it."""
    if paper.slots is not None or paper.roll:
        return size
    across = 2 if fold is Fold.SADDLE else 1
    block = Size(size.width_mm * across, size.height_mm)
    if block.fits_in(paper.size) or block.turned().fits_in(paper.size):
        return size
    whole = paper.size
    if size == A5 and not min(whole.width_mm, whole.height_mm) < A5.height_mm - 10:
        return Size(whole.height_mm / 2, whole.width_mm)
    if size == A4 and across == 1 and whole.height_mm > A4.height_mm - 20:
        return whole
    return size
