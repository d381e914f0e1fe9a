"""The faces of a swap list: what to take out of a kit, and what to put in, in pictures."""

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.contents import cut_name
from fustella.core.values.cover import CoverSection
from fustella.draw.artist import Artist
from fustella.draw.covers import CoverFaces, PrintedBox, draw_captioned
from fustella.draw.covers.sections import CaptionedSection
from fustella.draw.covers.texts import words_of_faces
from fustella.draw.text.markup import as_typed

PICTURE, CAPTION, HEADING_MM = Size(22.0, 22.0), Size(24.4, 20.6), 7.0


class Swap(Struct, frozen=True):
    """Copies of a piece that are taken out or put in: how many, their version code, and why.

    `id` names it on the list; its picture is the front of that name.
    """

    id: str
    copies: int
    name: str
    version: str
    why: str


class SwapSection(Struct, frozen=True):
    """The swaps of one kind in one direction."""

    id: str
    name: str
    swaps: tuple[Swap, ...]


class SwapList(Struct, frozen=True):
    """All that is to be done with one kit. `title` names the game and the kit."""

    title: str
    take_out: tuple[SwapSection, ...]
    put_in: tuple[SwapSection, ...]


def draw_swap_list(artist: Artist, box: PrintedBox, swaps: SwapList) -> CoverFaces:
    """The faces of the list; `box` is what is printed for the kit. Raises ProblemsFound."""
    words = words_of_faces(artist.edition)
    values = {"words": words, "title": as_typed(swaps.title)}
    head = values | {"words": words | {"cover": words["checklist"]}}
    out, joining = values | {"out": True}, values | {"out": False}
    sections = [
        CaptionedSection(
            section.id,
            {**own, "name": as_typed(section.name), "copies": sum(s.copies for s in section.swaps)},
            {swap.id: {**own, **_caption(swap)} for swap in section.swaps},
        )
        for own, part in ((out, swaps.take_out), (joining, swaps.put_in))
        for section in part
    ]
    heading = Size(box.width_mm, HEADING_MM)
    laid = [
        (part, CoverSection(part.id, heading, PICTURE, CAPTION, tuple(part.captions)))
        for part in sections
    ]
    return draw_captioned(artist, box, "kit", head, lambda _: laid)


def _caption(swap: Swap) -> dict[str, object]:
    text = as_typed(" ".join(cut_name(swap.name).split()))
    return {"name": text, "copies": swap.copies, "version": swap.version, "why": as_typed(swap.why)}
