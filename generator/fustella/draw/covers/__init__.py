"""The faces of a cover or a swap list: head, headings, captions, board maps and notes.

They are drawn like the faces of pieces. Their sizes are decided here, because a note is as high as
its text; imposition decides where they lie. A cover lists the pieces of a box; a swap list
(`swaplist.py`) lists what leaves a kit and what joins it. Both have the same parts, except that the
cover of a large box has a list (`listing.py`) instead of pictures with captions. A swap list keeps
its pictures however long it is: what leaves a kit often has the name of what joins it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.contents import Contents, GroupCount
from fustella.core.values.cover import (
    CELL_GAP_MM,
    HEAD_FACE,
    BoardMap,
    CoverFit,
    CoverMaps,
    CoverNote,
    CoverParts,
    CoverSection,
    caption_face,
    group_face,
    section_face,
)
from fustella.core.values.model import Face, FaceId, PlainWord
from fustella.core.values.paper import Duplex, Paper
from fustella.draw.artist import Artist
from fustella.draw.covers.filling import on_grid
from fustella.draw.covers.listing import MOST_PICTURED, list_specs
from fustella.draw.covers.sections import CaptionedSection, sections_of
from fustella.draw.covers.texts import (
    cover_spec,
    is_one_line,
    map_specs,
    note_specs,
    title_spec,
    words_of_faces,
)
from fustella.draw.specs import FaceSpec

COVER_TEMPLATES = "cover"
"""What the names of the templates of a cover begin with."""

TITLE_MM, HEAD_TEXT_MM, HEAD_ROW_MM, WARNING_HEIGHT_MM = 13.0, 11.0, 3.6, 9.0
"""Of the head: the title, how to print, a row of the table, and the warning."""

NUMBERS_MM, LEAST_ROW_PT = 47.0, 5.0
"""The width of the numbers in a row of the table of the head, and its least size in points."""

SHORTENED_ROW_PT = 8.0
"""The least size of a row whose names are not all said: of fewer names, each is easily read."""

TABLE_BESIDE_MM = 150.0
"""On a cover that is narrower the table of the head lies below the text."""


NARROWEST_MAP_MM = 80.0
"""Of a map with its text: two lie beside each other where there is room."""


class PrintedBox(Struct, frozen=True):
    """What a cover tells of: what is printed, and how.

    `width_mm` is that of the cover's printable area; `boards` are printed in parts. `unchecked`
    warns in the head that the box differs from its rule document, or an original from its claims.
    `players` is the number that the box is printed for, 0 for all that the game knows.
    """

    contents: Contents
    paper: Paper
    duplex: Duplex
    width_mm: float
    boards: Sequence[BoardMap] = ()
    unchecked: bool = False
    players: int = 0


class CoverFaces(Struct, frozen=True):
    """What `impose.lay_out_cover` needs to know, and the faces for it.

    A large box has no `sections`, but the notes of a list, `listed`.
    """

    faces: Mapping[FaceId, Face]
    head: Size
    sections: tuple[CoverSection, ...]
    listed: tuple[CoverNote, ...]
    notes: tuple[CoverNote, ...]
    maps: CoverMaps | None


FitWithParts: TypeAlias = Callable[[CoverParts, Sequence[CoverSection]], CoverFit]
"""How well sections fit the pages of a cover that has these parts besides."""


def draw_cover(artist: Artist, box: PrintedBox, fit: FitWithParts) -> CoverFaces:
    """The faces of the cover of a box. Raises ProblemsFound."""
    words = words_of_faces(artist.edition)
    game, language = box.contents.game, artist.edition.language
    values: dict[str, object] = {"words": words, "title": game.title.in_language(language)}
    sections = sections_of(artist.edition, box.contents, values)
    pictured = sum(len(part.captions) for part in sections) <= MOST_PICTURED
    listed: Iterable[tuple[FaceSpec, CoverNote]] = ()
    if not pictured:
        listed = list_specs(artist, sections, box.width_mm)
    notes = note_specs(artist, box.contents, words, box.width_mm, captioned=pictured)
    values["lettering"] = game.cover.title if game.cover is not None else ""

    def laid(parts: CoverParts) -> Iterable[tuple[CaptionedSection, CoverSection]]:
        if not pictured:
            return ()
        pieces = (piece for count in box.contents.kinds for piece in count.pieces)
        outlines = {piece.id: piece.kind.outline for piece in pieces}
        maps = [board.piece for board in box.boards]
        fallback, fitted = artist.fonts.fallback, partial(fit, parts)
        memory, fitted_to = artist.face_cache.memory, (parts, box.paper, outlines)
        return on_grid(sections, outlines, box.width_mm, fallback, fitted, maps, memory, fitted_to)

    return draw_captioned(artist, box, COVER_TEMPLATES, values, laid, listed, notes)


def draw_captioned(
    artist: Artist,
    box: PrintedBox,
    templates: str,
    head: Mapping[str, object],
    sections: Callable[[CoverParts], Iterable[tuple[CaptionedSection, CoverSection]]],
    listed: Iterable[tuple[FaceSpec, CoverNote]] = (),
    notes: Iterable[tuple[FaceSpec, CoverNote]] = (),
) -> CoverFaces:
    """Head, sections with captions or a list, board maps and notes. Raises ProblemsFound.

    `templates` is what the names of the templates of headings and captions begin with; `head` are
    values for that of the head besides those that tell how the box is printed. The `sections` are
    asked for when the sizes of all other parts are known.
    """
    head_size, printing = _head(artist, box)
    specs = [cover_spec(artist, HEAD_FACE.piece, head_size, {**printing, **head})]
    maps, map_faces = _maps(artist, box)
    in_list, noted = tuple(listed), tuple(notes)
    parts = CoverParts(head_size, tuple(note for _, note in noted), maps)
    laid = list[CoverSection]()
    for part, sizes in sections(parts):
        laid.append(sizes)
        name, template = section_face(part.id).piece, f"{templates}-section"
        specs.append(cover_spec(artist, name, sizes.heading, part.values, template))
        template = f"{templates}-caption"
        specs += (
            cover_spec(artist, caption_face(piece).piece, sizes.caption_of(piece), values, template)
            for piece, values in part.captions.items()
        )
        specs += (
            cover_spec(artist, group_face(piece).piece, size, {**part.values, "name": name})
            for (piece, name), size in zip(part.groups.items(), sizes.groups.values(), strict=True)
        )
    specs += (spec for spec, _ in in_list)
    specs += map_faces
    specs += (spec for spec, _ in noted)
    return CoverFaces(
        faces=artist.draw(specs),
        head=head_size,
        sections=tuple(laid),
        listed=tuple(note for _, note in in_list),
        notes=parts.notes,
        maps=maps,
    )


def _head(artist: Artist, box: PrintedBox) -> tuple[Size, dict[str, object]]:
    """The size of the head, and what it says of the printing: a row for each group, and totals."""
    language, contents = artist.edition.language, box.contents
    words, game = words_of_faces(artist.edition), contents.game
    beside = box.width_mm >= TABLE_BESIDE_MM
    name_mm = box.width_mm * (0.5 if beside else 1.0) - NUMBERS_MM

    def told(group: GroupCount) -> str:
        own = [game.sheets[group.id]] if group.id in game.sheets else [k.name for k in group.kinds]
        names = [name.in_language(language) for name in own]

        def has_room(said: str) -> bool:
            size_pt = LEAST_ROW_PT if said == ", ".join(names) else SHORTENED_ROW_PT
            return is_one_line(said, name_mm, size_pt, artist.fonts.fallback)

        return game.tool_words.joined(names, language, has_room)

    rows = [
        {
            "name": PlainWord(told(group), game.place),
            "copies": group.copies,
            "sheets": group.sheets,
            "cuts": group.cuts,
        }
        for group in contents.groups
    ]
    players = [artist.edition.players(box.players)] if box.players else []
    warning_mm = WARNING_HEIGHT_MM if box.unchecked else 0
    table_mm = HEAD_ROW_MM * (len(rows) + 2)
    below_mm = max(HEAD_TEXT_MM, table_mm) if beside else HEAD_TEXT_MM + table_mm
    return Size(box.width_mm, TITLE_MM + warning_mm + below_mm), {
        "rows": rows,
        "total": {"copies": contents.copies, "sheets": contents.sheets, "cuts": contents.cuts},
        "paper": box.paper.id,
        "printing": " · ".join((*players, box.paper.id, words[box.duplex.value])),
        "row_height": HEAD_ROW_MM,
        "title_height": TITLE_MM,
        "text_height": HEAD_TEXT_MM,
        "warning_height": warning_mm,
        "beside": beside,
        "numbers_width": NUMBERS_MM,
        "least_row": LEAST_ROW_PT,
        "lettering": "",
    }


def _maps(artist: Artist, box: PrintedBox) -> tuple[CoverMaps | None, tuple[FaceSpec, ...]]:
    """How boards in parts go together, and the faces that show it."""
    if not box.boards:
        return None, ()
    words = words_of_faces(artist.edition)
    heading, title = title_spec(artist, "boards", words["assembly"], box.width_mm)
    width_mm = box.width_mm
    if len(box.boards) > 1 and width_mm >= 2 * NARROWEST_MAP_MM + CELL_GAP_MM:
        width_mm = (width_mm - CELL_GAP_MM) / 2
    maps = [map_specs(artist, box.contents, board, words, width_mm) for board in box.boards]
    specs = (heading, *(spec for pair, _ in maps for spec in pair))
    return CoverMaps(title, tuple(drawn for _, drawn in maps)), specs
