"""Makes the cover of a box and the swap list of a kit: their faces, laid out on sheets."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.contents import Contents, GroupCount, cut_name
from fustella.core.values.model import CoverArt, Face, FaceId, PlainWord, Record
from fustella.core.values.paper import Duplex, Paper
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Sheet
from fustella.covers.faces import (
    ART_FACE,
    CELL_GAP_MM,
    HEAD_FACE,
    CoverParts,
    CoverSection,
    SectionText,
    caption_face,
    cover_spec,
    front_of,
    group_face,
    section_face,
    sections_of,
    words_of_faces,
)
from fustella.covers.filling import on_grid
from fustella.covers.flow import CoverPart, CoverTooLarge
from fustella.covers.listing import MOST_PICTURED, listing_faces
from fustella.covers.maps import map_faces
from fustella.covers.notes import note_faces
from fustella.covers.pages import CoverFit, art_page, cover_area, cover_paper, fit_of, lay_out_cover
from fustella.covers.texts import is_one_line
from fustella.draw import Artist, FaceSpec
from fustella.draw.records import localised
from fustella.draw.text.markup import as_typed
from fustella.impose import BoardMap

COVER, CHECKLIST = "cover", "checklist"
"""The kinds of covers: parts of file names, and keys of the words on a cover."""

TITLE_MM, HEAD_TEXT_MM, HEAD_ROW_MM, WARNING_HEIGHT_MM = 13.0, 11.0, 3.6, 9.0
"""The heights in the head of the title, the hints for printing, a row of the table, a warning."""

NUMBERS_MM, LEAST_ROW_PT = 47.0, 5.0
"""The width of the numbers in a row of the head's table, and the row's least size in points."""

SHORTENED_ROW_PT = 8.0
"""The least size of a row that names only some of its kinds, so that each name is easily read."""

TABLE_BESIDE_MM = 150.0
"""The least width of a cover on which the table of the head lies beside its text."""

MAP_TITLE_MM, NARROWEST_MAP_MM = 7.4, 80.0
"""The height of the title above maps, and the least width of a map beside another map."""

SWAP_PICTURE, SWAP_CAPTION, SWAP_HEADING_MM = Size(22.0, 22.0), Size(24.4, 20.6), 7.0

_LARGER_PAPER = "choose larger paper"
_SMALLER = {
    CoverPart.HEAD: f"{_LARGER_PAPER}, or let more kinds share sheets: `sheet: …` in game.yaml",
    CoverPart.NOTE: f"{_LARGER_PAPER}, or say less under `designed` or `struck_out`",
}
"""The hints for a designer whose cover has a part larger than a page."""


class PrintedBox(Struct, frozen=True, dict=True):
    """The contents that a cover lists, and the way in which they are printed.

    `boards` are printed in parts. `unchecked` warns in the head that the box differs from its rule
    document, or an original from its claims; a `draft` says there how many texts do not fit.
    `players` is the number that the box is printed for, 0 for all numbers that the game knows.
    """

    contents: Contents
    paper: Paper
    duplex: Duplex
    boards: Sequence[BoardMap] = ()
    unchecked: bool = False
    players: int = 0
    draft: bool = False

    @property
    def width_mm(self) -> float:
        """The width of the cover's printable area."""
        return cover_area(self.paper).width_mm

    @cached_property
    def outlines(self) -> dict[str, Outline]:
        """The outlines of all pieces by their ids."""
        kinds = self.contents.kinds
        return {piece.id: piece.kind.outline for count in kinds for piece in count.pieces}


class Cover(Struct, frozen=True):
    """The sheets of a cover or of a swap list, by its `kind`: COVER or CHECKLIST.

    `faces` are the faces that only these sheets show: their own, and pictures of pieces outside of
    the box.
    """

    kind: str
    faces: Mapping[FaceId, Face]
    sheets: tuple[Sheet, ...]


class Swap(Struct, frozen=True):
    """The copies of a piece to take out of a kit or put in: their number, version code and reason.

    `id` names the swap on the list; its picture is the front with that id.
    """

    id: str
    copies: int
    name: str
    version: str
    why: str


class SwapSection(Struct, frozen=True):
    """The swaps of one kind in one direction: out of the kit, or into it."""

    id: str
    name: str
    swaps: tuple[Swap, ...]


class SwapList(Struct, frozen=True):
    """The swaps for one kit; `title` names the game and the kit."""

    title: str
    take_out: tuple[SwapSection, ...]
    put_in: tuple[SwapSection, ...]


def cover_of(artist: Artist, box: PrintedBox) -> Cover | None:
    """The cover of a box; None on label sheets, which have no room for a cover.

    Raises ProblemsFound: E301, and what drawing finds.
    """
    if box.paper.slots:
        return None
    box = replace(box, paper=cover_paper(box.paper))
    edition, contents, game = artist.edition, box.contents, box.contents.game
    pictures: Mapping[FaceId, Face] = {}
    if game.cover is not None:
        art = art_spec(edition.language, game.cover, contents, box.paper, box.players)
        pictures = artist.draw([art])
    words = words_of_faces(edition)
    values = {"words": words, "title": game.title.in_language(edition.language)}
    sections = sections_of(edition, contents, values)
    lettering = game.cover.title if game.cover is not None else ""
    parts = _head_and_maps(artist, box, {**values, "lettering": lettering})
    pictured = sum(len(part.captions) for part in sections) <= MOST_PICTURED
    notes = note_faces(artist, contents, words, box.width_mm, captioned=pictured)
    parts = replace(parts, notes=tuple(notes))

    def fit(tried: Sequence[CoverSection]) -> CoverFit:
        return fit_of(replace(parts, sections=tuple(tried)), box.outlines, box.paper)

    if pictured:
        maps = [board.piece for board in box.boards]
        fallback, memory = artist.fonts.fallback, artist.face_cache.memory
        fitted_to = parts.sizes, box.paper, box.outlines
        laid = on_grid(sections, box.outlines, box.width_mm, fallback, fit, maps, memory, fitted_to)
        parts = replace(parts, sections=tuple(laid))
    else:
        listing = listing_faces(artist, sections, box.width_mm)
        parts = replace(parts, listing=tuple(listing))
    # A box that differs from its rules must say so, on its cover.
    way_out = "" if box.unchecked else "--no-cover builds without one"
    return _cover_with_sheets(COVER, artist, box, parts, pictures, way_out)


def swap_list_of(
    artist: Artist, box: PrintedBox, swaps: SwapList, pictures: Mapping[FaceId, Face]
) -> Cover | None:
    """The swap list of a kit, for which `box` is printed; None on label sheets.

    The list has pictures however long it is, because old and new versions often have the same name.
    `pictures` are faces that it shows besides the faces of the printed pieces. Raises
    ProblemsFound: E301, and what drawing finds.
    """
    if box.paper.slots:
        return None
    box = replace(box, paper=cover_paper(box.paper))
    words = words_of_faces(artist.edition)
    values = {"words": words, "title": as_typed(swaps.title)}
    heading = Size(box.width_mm, SWAP_HEADING_MM)
    texts = (
        _swap_text(section, values | {"out": out})
        for out, half in ((True, swaps.take_out), (False, swaps.put_in))
        for section in half
    )
    sections = tuple(CoverSection(text, heading, SWAP_PICTURE, SWAP_CAPTION) for text in texts)
    head = values | {"words": words | {"cover": words["checklist"]}}
    parts = replace(_head_and_maps(artist, box, head), sections=sections)
    return _cover_with_sheets(CHECKLIST, artist, box, parts, pictures)


def _swap_text(section: SwapSection, values: Mapping[str, object]) -> SectionText:
    copies = sum(swap.copies for swap in section.swaps)
    captions = {
        swap.id: {
            **values,
            "name": as_typed(" ".join(cut_name(swap.name).split())),
            "copies": swap.copies,
            "version": swap.version,
            "why": as_typed(swap.why),
        }
        for swap in section.swaps
    }
    heading = {**values, "name": as_typed(section.name), "copies": copies}
    return SectionText(section.id, heading, captions)


def art_spec(
    language: str, art: CoverArt, contents: Contents, paper: Paper, players: int = 0
) -> FaceSpec:
    """The spec of a cover's drawn first page: a face of the game's own, as large as the paper.

    Besides the values of every cover, it has the values that the game sets. `players` is the number
    for which the box is printed, 0 for all numbers that the game knows. Texts stay away from the
    white edge that printers leave.
    """
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


def _head_and_maps(artist: Artist, box: PrintedBox, head: Mapping[str, object]) -> CoverParts:
    """The parts of a cover with only the head and the maps of boards.

    `head` has values for the template of the head, besides values about printing.
    """
    size, printing = _head(artist, box)
    parts = CoverParts(cover_spec(artist.edition, HEAD_FACE, size, {**printing, **head}))
    if not box.boards:
        return parts
    words, width_mm = words_of_faces(artist.edition), box.width_mm
    size, values = Size(width_mm, MAP_TITLE_MM), {"name": words["assembly"]}
    title = cover_spec(artist.edition, front_of("title:boards"), size, values)
    if len(box.boards) > 1 and width_mm >= 2 * NARROWEST_MAP_MM + CELL_GAP_MM:
        width_mm = (width_mm - CELL_GAP_MM) / 2
    maps = (map_faces(artist, box.contents, board, words, width_mm) for board in box.boards)
    return replace(parts, map_title=title, maps=tuple(maps))


def _head(artist: Artist, box: PrintedBox) -> tuple[Size, dict[str, object]]:
    """The size of the head, and the values of its table: a row for each group, and the totals."""
    language, contents = artist.edition.language, box.contents
    words, game = words_of_faces(artist.edition), contents.game
    beside = box.width_mm >= TABLE_BESIDE_MM
    name_mm = box.width_mm * (0.5 if beside else 1.0) - NUMBERS_MM

    def named(group: GroupCount) -> str:
        own = [game.sheets[group.id]] if group.id in game.sheets else [k.name for k in group.kinds]
        names = [name.in_language(language) for name in own]

        def has_room(text: str) -> bool:
            size_pt = LEAST_ROW_PT if text == ", ".join(names) else SHORTENED_ROW_PT
            return is_one_line(text, name_mm, size_pt, artist.fonts.fallback)

        return game.tool_words.joined(names, language, has_room)

    rows = [
        {
            "name": PlainWord(named(group), game.place),
            "copies": group.copies,
            "sheets": group.sheets,
            "cuts": group.cuts,
        }
        for group in contents.groups
    ]
    players = [artist.edition.players(box.players)] if box.players else []
    warnings = [words["unchecked"]] if box.unchecked else []
    warnings += [_of_draft(artist)] if box.draft else []
    warning_mm = WARNING_HEIGHT_MM * len(warnings)
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
        "warnings": warnings,
        "warning_height": WARNING_HEIGHT_MM,
        "beside": beside,
        "numbers_width": NUMBERS_MM,
        "least_row": LEAST_ROW_PT,
        "lettering": "",
    }


def _of_draft(artist: Artist) -> PlainWord:
    """The words across the cover of a draft: how many texts on the faces do not fit."""
    edition, count = artist.edition, len(artist.unfit)
    unfit = edition.game.tool_words.counted("sheet.unfit", edition.language, count)
    said = (edition.words["draft"], unfit) if count else (edition.words["draft"],)
    return PlainWord(" · ".join(said), edition.game.place)


def _cover_with_sheets(
    kind: str,
    artist: Artist,
    box: PrintedBox,
    parts: CoverParts,
    pictures: Mapping[FaceId, Face],
    way_out: str = "",
) -> Cover:
    """Draws the faces of all parts, and lays them out on sheets with `pictures`.

    Raises ProblemsFound, E301, for a part that is too large; `way_out` is one more hint for it.
    """
    drawn = artist.draw(list(_specs(kind, artist, parts)))
    outlines = box.outlines | {face.piece: picture.outline for face, picture in pictures.items()}
    try:
        pages = lay_out_cover(parts, outlines, box.paper)
    except CoverTooLarge as fault:
        hint = "; ".join(filter(None, (_SMALLER.get(fault.part, _LARGER_PAPER), way_out)))
        place = box.contents.game.place
        raise ProblemsFound([Problem("E301", place, str(fault), hint)]) from None
    if ART_FACE in pictures:
        pages = (art_page(box.paper), *pages)
    numbered = enumerate(pages, 1)
    sheets = tuple(Sheet(kind, number, box.paper, (page,), 0) for number, page in numbered)
    return Cover(kind, {**pictures, **drawn}, sheets)


def _specs(kind: str, artist: Artist, parts: CoverParts) -> Iterator[FaceSpec]:
    """The specs of all faces of a cover, in the order in which they are drawn."""
    edition, templates = artist.edition, "kit" if kind == CHECKLIST else "cover"
    yield parts.head
    for section in parts.sections:
        text, heading = section.text, section_face(section.text.id)
        yield cover_spec(edition, heading, section.heading, text.values, f"{templates}-section")
        for piece, values in text.captions.items():
            face, size = caption_face(piece), section.caption_of(piece)
            yield cover_spec(edition, face, size, values, f"{templates}-caption")
        for piece, name in text.groups.items():
            face, size = group_face(piece), section.groups[piece]
            yield cover_spec(edition, face, size, {**text.values, "name": name})
    yield from (note.spec for note in parts.listing)
    if parts.map_title:
        yield parts.map_title
    for board in parts.maps:
        yield from (board.over, board.text)
    yield from (note.spec for note in parts.notes)
