"""The faces of a game's cover: head, headings, captions and notes, drawn like all others.

Their sizes are decided here, because a note is as high as its text; where they lie is decided by
imposition.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.contents import Contents, KindCount
from generator.draw.boxes import text_boxes
from generator.draw.faces import Artist
from generator.draw.fit import height_em, size_in_mm
from generator.draw.fonts import FAMILIES, FontStyle
from generator.draw.lines import wrap
from generator.draw.markup import read_markup
from generator.draw.notes import note_texts
from generator.draw.sketches import Sketch
from generator.geometry import Outline, Size
from generator.model import Face, FaceId, Piece, SideName
from generator.papers import Paper
from generator.press import Duplex
from generator.vocabulary import vocabulary

CAPTION = Size(24.4, 20.6)
SECTION_HEIGHT_MM = 7.0
HEAD_HEIGHT_MM = 34.0
HEAD_ROW_MM = 4.6
WARNING_HEIGHT_MM = 9.0
NOTE_SIZE_PT = 8.0
NOTE_LEADING = 1.2
MOST_RANGES = 6
NOTE_PADDING_MM = 1.5


@dataclass(frozen=True, slots=True)
class CoverFaces:
    """What `impose.lay_out_cover` needs to know, and the pictures for it."""

    faces: Mapping[FaceId, Face]
    head: Size
    section: Size
    caption: Size
    notes: tuple[tuple[FaceId, Size], ...]


def draw_cover(
    artist: Artist,
    contents: Contents,
    paper: Paper,
    duplex: Duplex,
    width_mm: float,
    unchecked: bool = False,
) -> CoverFaces:
    """The faces of the cover sheets, `width_mm` wide. Raises ProblemsFound.

    `unchecked` warns in the head that the box differs from its rule document.
    """
    words = vocabulary(artist.language)
    warning_mm = WARNING_HEIGHT_MM if unchecked else 0
    rows_mm = HEAD_ROW_MM * (len(contents.groups) + 1)
    head = Size(width_mm, HEAD_HEIGHT_MM + warning_mm + rows_mm)
    section = Size(width_mm, SECTION_HEIGHT_MM)
    notes = tuple(_notes(artist, contents, words, width_mm))
    values = {"words": words, "title": contents.game.title.in_language(artist.language)}
    head_values = _head_values(artist, contents, paper, duplex) | {"warning_height": warning_mm}
    sketches = [_sketch(artist, "head:cover", head, values | head_values)]
    for count in contents.kinds:
        heading = values | _section_values(artist, count)
        sketches.append(_sketch(artist, f"section:{count.kind.id}", section, heading))
        sketches += (
            _sketch(artist, f"caption:{piece.id}", CAPTION, values | _caption_values(artist, piece))
            for piece in count.pieces
            if piece.copies
        )
    sketches += (_sketch(artist, name, size, values | {"note": text}) for name, size, text in notes)
    sizes = tuple((FaceId(name, SideName.FRONT), size) for name, size, _ in notes)
    return CoverFaces(artist.draw(sketches), head, section, CAPTION, sizes)


def _sketch(artist: Artist, name: str, size: Size, values: Mapping[str, object]) -> Sketch:
    template = f"cover-{name.split(':', 1)[0]}"
    outline = Outline.rectangle(size.width_mm, size.height_mm)
    place = artist.game.place
    return Sketch(
        FaceId(name, SideName.FRONT), f"_shared/{template}.svg.j2", outline, 0.0, values, place
    )


def _head_values(
    artist: Artist, contents: Contents, paper: Paper, duplex: Duplex
) -> dict[str, object]:
    words, language = vocabulary(artist.language), artist.language
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
        "printing": f"{paper.id} · {words[duplex.value]}",
        "row_height": HEAD_ROW_MM,
    }


def _section_values(artist: Artist, count: KindCount) -> dict[str, object]:
    name = count.kind.name.in_language(artist.language)
    return {"name": name, "designs": count.designs, "copies": count.copies}


def _caption_values(artist: Artist, piece: Piece) -> dict[str, object]:
    lines = _shown_lines(piece.source.lines, vocabulary(artist.language))
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


def _notes(
    artist: Artist, contents: Contents, words: Mapping[str, str], width_mm: float
) -> Iterator[tuple[str, Size, str]]:
    """Name, size and text of each note: what was struck out, and what we designed and why."""
    for number, text in enumerate(note_texts(artist.language, contents, words)):
        inner_mm = width_mm - 2 * NOTE_PADDING_MM
        height_mm = _text_height_mm(text, inner_mm) + 2 * NOTE_PADDING_MM
        yield f"note:{number}", Size(width_mm, height_mm), text


def _text_height_mm(text: str, width_mm: float) -> float:
    """How high a note's text is when it is set `width_mm` wide."""
    size_mm = size_in_mm(NOTE_SIZE_PT)
    base = FontStyle(FAMILIES["sans"], 400, False)
    boxes = text_boxes(read_markup(text).marks, base, lambda _: 0.0)
    return height_em(wrap(boxes, width_mm / size_mm), NOTE_LEADING) * size_mm
