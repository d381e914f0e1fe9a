"""The faces of a swap list: what to take out of a kit, and what to put in, in pictures.

It is laid out like a cover: a head, lines in columns, then pictures with captions by kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.contents import Contents
from generator.covers import BoardMap, CoverNote
from generator.draw.cover import (
    CAPTION,
    HEAD_HEIGHT_MM,
    HEAD_ROW_MM,
    SECTION_HEIGHT_MM,
    WARNING_HEIGHT_MM,
    CoverFaces,
    head_values_of,
    maps_of,
)
from generator.draw.cover_texts import GUTTER_MM, NARROWEST_MM, title_sketch
from generator.draw.faces import Artist
from generator.draw.notes import plain
from generator.draw.sketches import Sketch
from generator.geometry import Outline, Size
from generator.model import FaceId, SideName
from generator.papers import Paper
from generator.press import Duplex
from generator.vocabulary import vocabulary

LINE_HEIGHT_MM = 7.0
LONGEST_NAME = 60
"""Letters of a name: a longer one is cut, for a list that cannot be printed helps nobody."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Some copies of a piece that go out or come in: how many, their version code, and why.

    `id` names it on the list, and is the piece whose front is its picture.
    """

    id: str
    copies: int
    name: str
    version: str
    why: str


@dataclass(frozen=True, slots=True)
class SwapSection:
    """What comes in of one kind."""

    id: str
    name: str
    swaps: tuple[Swap, ...]


@dataclass(frozen=True, slots=True)
class Checklist:
    """All that is to be done with one kit. `title` is that of the game and of the kit."""

    title: str
    take_out: tuple[Swap, ...]
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
    """The faces of the list, `width_mm` wide; its `notes` come first. Raises ProblemsFound.

    `contents` are what is printed; `unchecked` warns that the box differs from its document,
    `boards` are printed in parts.
    """
    words = vocabulary(artist.language)
    values: dict[str, object] = {"words": words, "title": plain(listed.title)}
    warning_mm = WARNING_HEIGHT_MM if unchecked else 0
    head = Size(width_mm, HEAD_HEIGHT_MM + warning_mm + HEAD_ROW_MM * (len(contents.groups) + 1))
    section = Size(width_mm, SECTION_HEIGHT_MM)
    head_values = head_values_of(artist, contents, paper, duplex, 0)
    head_values |= {"warning_height": warning_mm, "words": words | {"cover": words["checklist"]}}
    sketches = [_sketch(artist, "head:cover", "cover-head", head, values | head_values)]
    noted = [*_out(artist, listed.take_out, width_mm)]
    sketches += (sketch for sketch, _ in noted)
    for one in listed.put_in:
        said = {"name": plain(one.name), "copies": sum(swap.copies for swap in one.swaps)}
        name = f"section:{one.id}"
        sketches.append(_sketch(artist, name, "kit-section", section, values | said))
        sketches += (
            _sketch(artist, f"caption:{swap.id}", "kit-caption", CAPTION, values | _said(swap))
            for swap in one.swaps
        )
    maps, drawn = maps_of(artist, contents, boards, words, width_mm)
    sketches += drawn
    notes = tuple(note for _, note in noted)
    return CoverFaces(artist.draw(sketches), head, section, CAPTION, notes, maps)


def _out(
    artist: Artist, swaps: Sequence[Swap], width_mm: float
) -> Iterator[tuple[Sketch, CoverNote]]:
    """A title and a line for each lot that goes out, in columns where there is room for two."""
    if not swaps:
        return
    words = vocabulary(artist.language)
    yield title_sketch(artist, "take-out", words["take_out"], width_mm)
    wide = width_mm >= 2 * NARROWEST_MM + GUTTER_MM
    size = Size((width_mm - GUTTER_MM) / 2 if wide else width_mm, LINE_HEIGHT_MM)
    for number, swap in enumerate(swaps):
        sketch = _sketch(artist, f"out:{number}", "kit-line", size, _said(swap))
        yield sketch, CoverNote(sketch.id, size)


def _said(swap: Swap) -> dict[str, object]:
    name = swap.name
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1].rstrip()}…"
    said = {"name": plain(" ".join(name.split())), "copies": swap.copies}
    return {**said, "version": swap.version, "why": swap.why}


def _sketch(
    artist: Artist, name: str, template: str, size: Size, values: Mapping[str, object]
) -> Sketch:
    outline = Outline.rectangle(size.width_mm, size.height_mm)
    face = FaceId(name, SideName.FRONT)
    return Sketch(face, f"_shared/{template}.svg.j2", outline, 0.0, values, artist.game.place)
