"""The faces of a swap list: what to take out of a kit, and what to put in, in pictures.

It is laid out like a cover: a head, lines in columns, then pictures with captions by kind.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fustella.core.contents import Contents
from fustella.core.cover import BoardMap
from fustella.core.geometry import Outline, Size
from fustella.core.model import FaceId, SideName
from fustella.core.paper import Duplex, Paper
from fustella.core.words import words_in
from fustella.draw.artist import Artist
from fustella.draw.covers import (
    CAPTION,
    HEAD_HEIGHT_MM,
    HEAD_ROW_MM,
    SECTION_HEIGHT_MM,
    WARNING_HEIGHT_MM,
    CoverFaces,
    head_values_of,
    maps_of,
)
from fustella.draw.covers.texts import plain
from fustella.draw.specs import FaceSpec

LONGEST_NAME = 60
"""Letters of a name: a longer one is cut, for a list that cannot be printed helps nobody."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Some copies of a piece that go out or come in: how many, their version code, and why.

    `id` names it on the list; its picture is the front of that name.
    """

    id: str
    copies: int
    name: str
    version: str
    why: str


@dataclass(frozen=True, slots=True)
class SwapSection:
    """What goes out, or comes in, of one kind."""

    id: str
    name: str
    swaps: tuple[Swap, ...]


@dataclass(frozen=True, slots=True)
class Checklist:
    """All that is to be done with one kit. `title` is that of the game and of the kit."""

    title: str
    take_out: tuple[SwapSection, ...]
    put_in: tuple[SwapSection, ...]


def draw_checklist(
    artist: Artist,
    contents: Contents,
    paper: Paper,
    duplex: Duplex,
    width_mm: float,
    listed: Checklist,
    unchecked: bool = False,
    boards: Sequence[BoardMap] = (),
) -> CoverFaces:
    """The faces of the list, `width_mm` wide. Raises ProblemsFound.

    `contents` are what is printed; `unchecked` warns that the box differs from its document,
    `boards` are printed in parts.
    """
    words = words_in(artist.language)
    values: dict[str, object] = {"words": words, "title": plain(listed.title)}
    warning_mm = WARNING_HEIGHT_MM if unchecked else 0
    head = Size(width_mm, HEAD_HEIGHT_MM + warning_mm + HEAD_ROW_MM * (len(contents.groups) + 1))
    section = Size(width_mm, SECTION_HEIGHT_MM)
    head_values = head_values_of(artist, contents, paper, duplex, 0)
    head_values |= {"warning_height": warning_mm, "words": words | {"cover": words["checklist"]}}
    specs = [_sketch(artist, "head:cover", "cover-head", head, values | head_values)]
    specs += _sections(artist, listed.take_out, section, values | {"out": True})
    specs += _sections(artist, listed.put_in, section, values | {"out": False})
    maps, drawn = maps_of(artist, contents, boards, words, width_mm)
    specs += drawn
    return CoverFaces(artist.draw(specs), head, section, CAPTION, (), maps)


def _sections(
    artist: Artist, sections: Iterable[SwapSection], size: Size, values: Mapping[str, object]
) -> Iterator[FaceSpec]:
    """The headings of kinds, and a caption for each picture."""
    for one in sections:
        said = {"name": plain(one.name), "copies": sum(swap.copies for swap in one.swaps)}
        yield _sketch(artist, f"section:{one.id}", "kit-section", size, {**values, **said})
        for swap in one.swaps:
            name = f"caption:{swap.id}"
            yield _sketch(artist, name, "kit-caption", CAPTION, {**values, **_said(swap)})


def _said(swap: Swap) -> dict[str, object]:
    name = swap.name
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1].rstrip()}…"
    said = {"name": plain(" ".join(name.split())), "copies": swap.copies}
    return {**said, "version": swap.version, "why": swap.why}


def _sketch(
    artist: Artist, name: str, template: str, size: Size, values: Mapping[str, object]
) -> FaceSpec:
    outline = Outline.rectangle(size.width_mm, size.height_mm)
    face = FaceId(name, SideName.FRONT)
    return FaceSpec(face, f"_shared/{template}.svg.j2", outline, 0.0, values, artist.game.place)
