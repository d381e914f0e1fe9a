"""The faces of a cover that are as high as their texts: maps of boards, and notes."""

import pytest
from msgspec.structs import replace

from fustella.build.inputs import icon_library, load_game
from fustella.build.production import items_of
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Size
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Edition, FaceId, SideName, Text, Word
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings
from fustella.core.words.printed import ToolWords
from fustella.covers import cover_area
from fustella.covers.maps import map_faces
from fustella.covers.notes import note_faces
from fustella.draw import Artist, FaceCache
from fustella.impose import assembly_maps, impose
from tests.draw.tools import NO_PICTURES

A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
A5 = Paper("A5", Size(148, 210), Margins.all_round(5))
TINY = Paper("tiny", Size(70, 70), Margins.all_round(5))


class Cover:
    """Draws what a cover of the tiny game says of its board on some paper."""

    def __init__(self, project, language: str = "en") -> None:
        found = Project(project.root)
        self.game = load_game(found, "tiny")
        library, face_cache = icon_library(found, "tiny"), FaceCache(None, "", NO_PICTURES)
        self.artist = Artist(found, Edition(self.game, language), library, face_cache)

    def board(self, paper: Paper, copies: int = 1):
        pieces = [
            replace(piece, copies=copies) for piece in self.game.pieces if piece.kind.id == "board"
        ]
        press, items = PrintSettings(paper, Duplex.NONE), items_of(pieces)
        sheets = impose(items, press)
        (board,) = assembly_maps(items, press, sheets)
        return contents_of(self.game, pieces, sheets), board


@pytest.mark.parametrize("language", ["it", "en", "es"])
@pytest.mark.parametrize(("paper", "parts"), [(A4, 2), (A5, 4), (TINY, 30)])
@pytest.mark.parametrize("width_mm", [138.0, 200.0])
def test_a_map_is_drawn_for_few_parts_and_for_many(tiny, language, paper, parts, width_mm):
    cover = Cover(tiny)
    contents, board = cover.board(paper)
    assert len(board.parts) >= parts
    words = ToolWords().on_sheets(language)
    drawn = map_faces(cover.artist, contents, board, words, width_mm)
    faces = cover.artist.draw([drawn.over, drawn.text])
    trim, size = board.outline.size, drawn.over.outline.size
    assert size == Size(trim.width_mm * drawn.scale, trim.height_mm * drawn.scale)
    assert size.width_mm + drawn.text.outline.size.width_mm < width_mm
    over, text = faces[drawn.over.id].svg, faces[drawn.text.id].svg
    assert over.count("<circle") == len(board.parts)
    assert all(part.name in over for part in board.parts)
    assert board.parts[0].name in text
    assert drawn.picture == FaceId("island", SideName.FRONT)


def test_the_sheets_of_many_copies_are_told_by_their_ends(tiny):
    cover = Cover(tiny)
    contents, board = cover.board(A4, copies=6)
    text = map_faces(cover.artist, contents, board, ToolWords().on_sheets("en"), 200).text
    where = text.values["lines"][-1]["text"]
    assert where.endswith("sheets **A1**\u00a01 … 11 · **A2**\u00a02 … 12")


def test_parts_that_follow_each_other_are_told_at_once(tiny):
    cover = Cover(tiny)
    contents, board = cover.board(A5)
    text = map_faces(cover.artist, contents, board, ToolWords().on_sheets("en"), 200).text
    assert text.values["lines"][-1]["text"].endswith("sheets 1–4: **A1** … **B2**")


def test_notes_are_as_high_as_their_texts_in_columns(tiny):
    """What is too long for its face would be an error of the face that is drawn."""
    cover = Cover(tiny)
    long = Text({"en": Word("a long reason with many words " * 12, cover.game.place)})
    short = Text({"en": Word("a short one", cover.game.place)})
    pieces = [
        replace(piece, source=replace(piece.source, designed=long if at else short))
        for at, piece in enumerate(cover.game.pieces)
    ]
    contents = contents_of(cover.game, pieces, ())
    width_mm = cover_area(A4).width_mm
    noted = list(note_faces(cover.artist, contents, ToolWords().on_sheets("en"), width_mm))
    cover.artist.draw([note.spec for note in noted])
    titles = [at for at, note in enumerate(noted) if note.spec.values["rank"] == "title"][:-1]
    title, group, text = noted[titles[-1] : titles[-1] + 3]
    columns = [title.size.width_mm, group.size.width_mm, text.size.width_mm]
    assert columns == pytest.approx([width_mm, (width_mm - 10) / 3, (width_mm - 10) / 3])
    assert [note.leads for note in (title, group, text)] == [True, True, False]
    assert not noted[-1].leads


def test_on_small_paper_notes_lie_in_one_column(tiny):
    cover = Cover(tiny)
    reason = Text({"en": Word("why", cover.game.place)})
    pieces = [
        replace(piece, source=replace(piece.source, designed=reason)) for piece in cover.game.pieces
    ]
    contents = contents_of(cover.game, pieces, ())
    noted = list(note_faces(cover.artist, contents, ToolWords().on_sheets("en"), 100))
    assert {note.size.width_mm for note in noted} == {100}
