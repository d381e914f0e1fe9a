"""The faces of a game's cover: head, headings, captions, maps and notes, drawn like all others.

Their sizes are decided here, because a note is as high as its text; where they lie is decided by
imposition.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fustella.core.contents import Contents, Section
from fustella.core.cover import BoardMap, CoverMaps, CoverNote
from fustella.core.geometry import Outline, Size
from fustella.core.model import Face, FaceId, Piece, SideName
from fustella.core.paper import Duplex, Paper
from fustella.core.words import words_in
from fustella.draw.artist import Artist
from fustella.draw.covers.texts import map_sketches, note_sketches, title_sketch
from fustella.draw.specs import FaceSpec

CAPTION = Size(24.4, 20.6)
SECTION_HEIGHT_MM = 7.0
HEAD_HEIGHT_MM = 34.0
HEAD_ROW_MM = 4.6
WARNING_HEIGHT_MM = 9.0
MOST_RANGES = 6


@dataclass(frozen=True, slots=True)
class CoverFaces:
    """What `impose.lay_out_cover` needs to know, and the pictures for it."""

    faces: Mapping[FaceId, Face]
    head: Size
    section: Size
    caption: Size
    notes: tuple[CoverNote, ...]
    maps: CoverMaps | None


def draw_cover(
    artist: Artist,
    contents: Contents,
    paper: Paper,
    duplex: Duplex,
    width_mm: float,
    unchecked: bool = False,
    players: int = 0,
    boards: Sequence[BoardMap] = (),
) -> CoverFaces:
    """The faces of the cover sheets, `width_mm` wide. Raises ProblemsFound.

    `unchecked` warns in the head that the box differs from its rule document; `players` says for
    how many it is, when not for all that the game knows; `boards` are printed in parts.
    """
    words = words_in(artist.language)
    warning_mm = WARNING_HEIGHT_MM if unchecked else 0
    rows_mm = HEAD_ROW_MM * (len(contents.groups) + 1)
    head = Size(width_mm, HEAD_HEIGHT_MM + warning_mm + rows_mm)
    section = Size(width_mm, SECTION_HEIGHT_MM)
    values = {"words": words, "title": contents.game.title.in_language(artist.language)}
    head_values = head_values_of(artist, contents, paper, duplex, players)
    head_values["warning_height"] = warning_mm
    specs = [_sketch(artist, "head:cover", head, values | head_values)]
    for part in contents.sections:
        heading = values | _section_values(artist, part)
        specs.append(_sketch(artist, f"section:{part.id}", section, heading))
        specs += (
            _sketch(artist, f"caption:{piece.id}", CAPTION, values | _caption_values(artist, piece))
            for piece in part.pieces
        )
    maps, drawn = maps_of(artist, contents, boards, words, width_mm)
    noted = tuple(note_sketches(artist, contents, words, width_mm))
    specs += (*drawn, *(spec for spec, _ in noted))
    notes = tuple(note for _, note in noted)
    return CoverFaces(artist.draw(specs), head, section, CAPTION, notes, maps)


def maps_of(
    artist: Artist,
    contents: Contents,
    boards: Sequence[BoardMap],
    words: Mapping[str, str],
    width_mm: float,
) -> tuple[CoverMaps | None, tuple[FaceSpec, ...]]:
    """How boards in parts go together, and the faces that show it."""
    if not boards:
        return None, ()
    heading, title = title_sketch(artist, "boards", words["assembly"], width_mm)
    found = [map_sketches(artist, contents, board, words, width_mm) for board in boards]
    specs = (heading, *(spec for both, _ in found for spec in both))
    return CoverMaps(title, tuple(drawn for _, drawn in found)), specs


def _sketch(artist: Artist, name: str, size: Size, values: Mapping[str, object]) -> FaceSpec:
    template = f"cover-{name.split(':', 1)[0]}"
    outline = Outline.rectangle(size.width_mm, size.height_mm)
    place = artist.game.place
    return FaceSpec(
        FaceId(name, SideName.FRONT), f"_shared/{template}.svg.j2", outline, 0.0, values, place
    )


def head_values_of(
    artist: Artist, contents: Contents, paper: Paper, duplex: Duplex, players: int
) -> dict[str, object]:
    """What the head of a cover says of the printing: a row for each group of kinds."""
    words, language = words_in(artist.language), artist.language
    whose = [f"{players} {words['players']}"] if players else []
    rows = [
        {
            "name": group.name.in_language(language),
            "copies": group.copies,
            "sheets": group.sheets,
            "cuts": group.cuts,
        }
        for group in contents.groups
    ]
    return {
        "rows": rows,
        "total": {"copies": contents.copies, "sheets": contents.sheets, "cuts": contents.cuts},
        "paper": paper.id,
        "printing": " · ".join((*whose, paper.id, words[duplex.value])),
        "row_height": HEAD_ROW_MM,
    }


def _section_values(artist: Artist, part: Section) -> dict[str, object]:
    name = part.heading(artist.language)
    return {"name": name, "designs": len(part.pieces), "copies": part.copies}


def _caption_values(artist: Artist, piece: Piece) -> dict[str, object]:
    lines = _shown_lines(piece.source.lines, words_in(artist.language))
    name = piece.name.in_language(artist.language)
    return {
        "name": name,
        "copies": piece.copies,
        "lines": lines,
        "designed": piece.source.designed is not None,
    }


def _shown_lines(lines: tuple[tuple[int, int], ...], words: Mapping[str, str]) -> str:
    """`document, lines 12–19, 38` for a narrow caption; many ranges are shown by their ends."""
    if not lines:
        return ""
    if len(lines) > MOST_RANGES:
        return f"{words['lines']} {lines[0][0]} … {lines[-1][1]}"
    shown = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in lines)
    return f"{words['lines' if len(lines) > 1 or '–' in shown else 'line']} {shown}"
