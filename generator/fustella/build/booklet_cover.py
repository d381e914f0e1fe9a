"""Draws the first page of a booklet: the game's own cover, or some of its pieces."""

from collections.abc import Mapping

from fustella import build, covers
from fustella.build.booklet_size import A4, CARD_MM
from fustella.build.job import Job
from fustella.build.standalone import standalone_svg
from fustella.core.geometry.shapes import Size
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Edition, Face, FaceId, Piece, SideName
from fustella.core.values.paper import Margins, Paper
from fustella.core.values.problems import ProblemsFound

COVER_MARGIN_MM = 5.0
"""The white edge that printers leave, from which texts on the first page stay away."""

MOST_SHOWN_OFF = 3
"""The most pieces on a first page."""


def cover_of(job: Job, language: str, page: Size, bleed_mm: float) -> str:
    """The picture of the first page: the game's own cover, drawn for its size; "" for none."""
    art = job.edition.game.cover
    if art is None:
        return ""
    contents = contents_of(job.game, job.game.pieces, ())
    margins = Margins.all_round(COVER_MARGIN_MM + bleed_mm)
    # The drawing is made, and looked at, for the cover of the box on A4.
    as_wide = Size(A4.width_mm, A4.width_mm * page.height_mm / page.width_mm)
    for size in (as_wide, page):
        paper = Paper("page", size, margins)
        spec = covers.art_spec(language, art, contents, paper)
        artist = build.artist_of(job.project, job.edition, face_cache=job.artist.face_cache)
        try:
            face = artist.draw([spec])[spec.id]
        except ProblemsFound:
            continue
        return standalone_svg(face, outlined=True, lenient=True)
    return ""


def shown_off(edition: Edition, faces: Mapping[FaceId, Face]) -> tuple[str, ...]:
    """The pieces on a first page without a picture: one each of some kinds, boards last."""
    kinds = dict[str, Piece]()
    for piece in edition.game.pieces:
        if piece.copies and FaceId(piece.id, SideName.FRONT) in faces:
            kinds.setdefault(piece.kind.id, piece)

    def is_small(piece: Piece) -> bool:
        size = piece.kind.outline.size
        return max(size.width_mm, size.height_mm) <= CARD_MM[1]

    shown = sorted(kinds.values(), key=lambda piece: not is_small(piece))[:MOST_SHOWN_OFF]
    return tuple(piece.id for piece in shown)
