"""The drawn first page of a cover: a face of the game's own, as large as the paper."""

from collections.abc import Mapping

from fustella.core.geometry.shapes import Outline
from fustella.core.values.contents import Contents
from fustella.core.values.cover import ART_FACE
from fustella.core.values.model import CoverArt, Face, FaceId, Record
from fustella.core.values.paper import Paper
from fustella.draw.artist import Artist
from fustella.draw.specs import FaceSpec, localised


def draw_art(
    artist: Artist, art: CoverArt, contents: Contents, paper: Paper, players: int = 0
) -> Mapping[FaceId, Face]:
    """The face, with texts away from the white edge that printers leave. Raises ProblemsFound.

    `players` is the number that the box is printed for, 0 for all that the game knows.
    """
    return artist.draw([art_spec(artist.edition.language, art, contents, paper, players)])


def art_spec(
    language: str, art: CoverArt, contents: Contents, paper: Paper, players: int = 0
) -> FaceSpec:
    """What the face is drawn from: what its game says, and what every cover says by itself."""
    own = {
        "copies": contents.copies,
        "designs": sum(count.designs for count in contents.kinds),
        "players": players or None,
    }
    face = localised(Record({**{name: art.says[name] for name in art.says}, **own}), language)
    margins = paper.margins
    return FaceSpec(
        ART_FACE,
        art.template,
        Outline.rectangle(paper.size.width_mm, paper.size.height_mm),
        bleed_mm=0.0,
        values={"face": face},
        place=art.place,
        safe_mm=min(margins.top_mm, margins.right_mm, margins.bottom_mm, margins.left_mm),
    )
