"""Stickers show what has changed, at its size, and cut no line of text in two."""

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from fustella.build.inputs import load_game
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.codes import field_texts
from fustella.core.values.model import Face
from fustella.draw.inspect.texts import line_boxes
from fustella.draw.render import render
from fustella.history.recall import piece_then
from fustella.kits import read_kit
from fustella.kits.stickers import AROUND_MM, LEAST_MM, cut_from, windows_of
from fustella.kits.store import read_pending
from fustella.write.raster import places_that_differ
from tests.helpers.pdf_reader import text as text_of
from tests.helpers.pdf_reader import uses_of_forms
from tests.kits.test_build import COINS, codes, folder, lots, pdfs

CARDS = "content/tiny/cards.yaml"
BLOCK = "{% block face %}"


def face_with(body: str) -> Face:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" '
        f'viewBox="0 0 60 40">{body}</svg>'
    )
    return Face.drawn(svg, Outline.rectangle(60, 40), 0.0)


def line(text: str, x: float, y: float) -> str:
    font = 'font-family="Source Sans Pro" font-size="4"'
    return f'<text x="{x}" y="{y}" {font}>{text}</text>'


TWO_BLOCKS = face_with(
    line("the first line", 5, 10) + line("and the second", 5, 14.8) + line("far away", 5, 34)
)


def holds(window: Rect, box: Rect) -> bool:
    return (
        window.x_mm <= box.x_mm
        and window.y_mm <= box.y_mm
        and window.right_mm >= box.right_mm
        and window.bottom_mm >= box.bottom_mm
    )


def test_window_on_a_block_of_text_holds_it_whole_with_room_around():
    (window,) = windows_of(TWO_BLOCKS, [Rect(8, 8, 1, 1)])
    first, second, away = line_boxes(TWO_BLOCKS)
    for box in (first, second):
        assert holds(window, box)
        assert box.x_mm - window.x_mm >= AROUND_MM
    assert not holds(window, away)
    assert window.bottom_mm < away.y_mm


def test_windows_near_each_other_or_an_edge_are_joined_and_on_the_piece():
    empty = face_with("")
    places = [Rect(0, 0, 0.5, 0.5), Rect(59, 39, 3, 3), Rect(30, 20, 1, 1), Rect(33, 20, 1, 1)]
    windows = windows_of(empty, [*places, Rect(70, 50, 1, 1)])
    assert len(windows) == 3, "two that meet are one; what lies in the bleed is none"
    for window in windows:
        assert window.width_mm >= LEAST_MM - 1e-9
        assert window.height_mm >= LEAST_MM - 1e-9
        assert holds(Rect(-1e-9, -1e-9, 60 + 2e-9, 40 + 2e-9), window)


def test_face_cut_from_a_window_has_its_size():
    cut = cut_from(TWO_BLOCKS, Rect(4, 6, 30, 12))
    assert (cut.outline, cut.bleed_mm) == (Outline.rectangle(30, 12), 0.0)
    assert 'width="30mm" height="12mm" viewBox="4 6 30 12"' in cut.svg
    assert cut.svg.count("viewBox") == 1


def test_face_cut_from_a_window_leaves_out_text_beside_it():
    """It would not be seen, but found in the PDF by a search or a screen reader."""
    cut = cut_from(TWO_BLOCKS, Rect(4, 6, 30, 12))
    assert "the first line" in cut.svg
    assert "and the second" in cut.svg
    assert "far away" not in cut.svg
    used = face_with(
        f'<defs><g id="a">{line("used", 0, 0)}</g></defs><use href="#a" x="5" y="10"/>'
        f'<use href="#a" x="5" y="34"/>{line("far away", 5, 34)}'
    )
    assert "used" in cut_from(used, Rect(4, 6, 30, 12)).svg
    assert ">used<" not in cut_from(used, Rect(40, 6, 15, 12)).svg


@pytest.mark.parametrize("language", ["en", "it"])
def test_piece_then_from_field_texts_says_the_same(tiny, language):
    """Every piece of tiny, made again from its own texts and from those of every other."""
    game = load_game(Project(tiny.root), "tiny")
    pictures = PictureFolder(tiny.root / "content" / "tiny")
    for piece in game.pieces:
        said = field_texts(piece, language)
        then = piece_then(piece, said, language, pictures)
        assert then is not None, piece.id
        assert field_texts(then, language) == said
        for other in game.pieces:
            wanted = field_texts(other, language)
            found = piece_then(piece, wanted, language, pictures)
            assert found is None or field_texts(found, language) == wanted


def test_piece_then_from_texts_of_another_form_is_none(tiny):
    game = load_game(Project(tiny.root), "tiny")
    pictures = PictureFolder(tiny.root / "content" / "tiny")
    dragon = next(piece for piece in game.pieces if piece.id == "dragon")
    said = field_texts(dragon, "en")
    assert piece_then(dragon, {**said, "front.cost": "nine"}, "en", pictures) is None
    assert piece_then(dragon, {**said, "front.wings": "2"}, "en", pictures) is None
    cheap = piece_then(dragon, {**said, "front.cost": "8"}, "en", pictures)
    assert cheap is not None
    assert cheap.front["cost"] == 8


def test_stickers_of_an_edited_piece_are_one_for_each_copy(club, run):
    club.edit_freely(CARDS, "Give {wood} or *stay*.", "Give {wood} or *leave at once*.")
    club.edit(COINS, "copies: 6", "copies: 8")
    ran = run(club, "build", "--kit", "club", "--stickers")
    assert "stick on" in ran.out
    assert pdfs(club) == ["tiny-club-checklist.pdf", "tiny-club.pdf"]
    said = text_of(folder(club) / "tiny-club.pdf")
    assert said.count("leave at once") == 12
    assert "Boat" not in said, "the title stays on the card"
    uses = uses_of_forms(folder(club) / "tiny-club.pdf")
    assert [number for form, number in uses.items() if "face" in form] == [12]
    (change,) = read_pending(folder(club)).changes
    assert (change.piece, change.put_in) == ("boat", 12)
    run(club, "kit", "printed", "club")
    assert lots(club)["five"] == [6], "the rest is for an ordinary build"
    assert "2 × TI-" in run(club, "kit", "show", "club").out
    assert "nothing to print" in run(club, "build", "--kit", "club", "--stickers").out


def pictures(*faces: Face) -> list[Image.Image]:
    """The faces as they print, 8 pixels to the millimetre."""
    rendered = render([faces], None)
    found = {}
    for chunk in rendered:
        with pypdfium2.PdfDocument(chunk.pdf) as pdf:
            for number, digest in enumerate(chunk.digests):
                found[digest] = pdf[number].render(8 * 25.4 / 72).to_pil().convert("L")
    return [found[face.digest] for face in faces]


def test_sticker_printed_equals_its_place_on_the_piece():
    whole, part = pictures(TWO_BLOCKS, cut_from(TWO_BLOCKS, Rect(4, 6, 30, 12)))

    def apart(right_mm: int, down_mm: int) -> float:
        """How much the sticker differs from what lies there; letters snap to whole pixels."""
        left, top = (4 + right_mm) * 8, (6 + down_mm) * 8
        there = whole.crop((left, top, left + 30 * 8, top + 12 * 8))
        assert part.size == there.size
        return ImageStat.Stat(ImageChops.difference(part, there)).mean[0]

    assert apart(0, 0) < 8
    assert min(apart(1, 0), apart(0, 1), apart(-1, 0), apart(0, -1)) > 16


def test_places_that_differ_between_two_faces_hold_the_changed_line():
    other = face_with(
        line("the first line", 5, 10) + line("and the other", 5, 14.8) + line("far away", 5, 34)
    )
    rendered = render([[TWO_BLOCKS, other]], None)
    same, changed = places_that_differ([(other, other), (TWO_BLOCKS, other)], rendered)
    assert same == ()
    assert changed
    for place in changed:
        assert place.y_mm > 10.5
        assert place.bottom_mm < 16
    black = face_with('<path d="M0 0h60v40h-60z"/>')
    rendered = render([[TWO_BLOCKS, black]], None)
    assert [*places_that_differ([(TWO_BLOCKS, black)], rendered)] == [None]


def test_sticker_of_a_piece_with_unknown_text_is_the_whole_side(club, run):
    (club.output / "tiny" / "codes.json").unlink()
    club.edit_freely(CARDS, "cost: 9", "cost: 8")
    run(club, "build", "--kit", "club", "--stickers")
    assert "whole side" in text_of(folder(club) / "tiny-club-checklist.pdf")
    said = text_of(folder(club) / "tiny-club.pdf")
    assert said.count("Dragon") == 4


def test_stickers_on_labels_come_without_a_list(club, run):
    club.edit_freely(CARDS, "cost: 9", "cost: 8")
    ran = run(club, "build", "--kit", "club", "--stickers", "--paper", "labels-63x38")
    if ran.code:  # a paper that tiny has not
        assert codes(ran) == ["E003"]
        papers = club.root / "content" / "papers.yaml"
        papers.write_text(
            papers.read_text(encoding="utf-8")
            + "labels: {width: 210mm, height: 297mm, margin: 4mm, slots: {width: 63.5mm, "
            "height: 38.1mm, columns: 3, rows: 7, left: 7.2mm, top: 15.1mm, across: 66mm, "
            "down: 38.1mm}}\n",
            encoding="utf-8",
        )
        ran = run(club, "build", "--kit", "club", "--stickers", "--paper", "labels")
    assert ran.code == 0
    assert pdfs(club) == ["tiny-club.pdf"], "no list on label sheets"


def test_stickers_on_slots_too_small_are_refused_without_hinting_at_only(club, run):
    papers = club.root / "content" / "papers.yaml"
    tiny_slots = (
        "tiny-labels: {width: 210mm, height: 297mm, margin: 4mm, slots: {width: 5mm, height: 5mm, "
        "columns: 3, rows: 7, left: 7.2mm, top: 15.1mm}}\n"
    )
    papers.write_text(papers.read_text(encoding="utf-8") + tiny_slots, encoding="utf-8")
    club.edit_freely(CARDS, "Give {wood} or *stay*.", "Give {wood} or *leave at once*.")
    ran = run(club, "build", "--kit", "club", "--stickers", "--paper", "tiny-labels")
    assert set(codes(ran)) == {"E302"}
    assert "larger slots" in ran.err
    assert "--only" not in ran.err


def test_stickers_with_any_duplex_have_no_backs(club, run):
    club.edit_freely(CARDS, "cost: 9", "cost: 8")
    ran = run(club, "build", "--kit", "club", "--stickers", "--duplex", "separate")
    assert (ran.code, pdfs(club)) == (0, ["tiny-club-checklist.pdf", "tiny-club.pdf"])
    said = " ".join(text_of(folder(club) / "tiny-club-checklist.pdf").split())
    assert "fronts and backs" not in said
    again = run(club, "build", "--kit", "club", "--stickers", "--duplex", "separate")
    assert "unchanged" in again.out


def test_stickers_of_a_piece_with_looks_show_the_look_of_each_copy(tiny, run):
    """The background is that of the copy, and each look has as many stickers as copies."""
    tiny.edit("content/tiny/game.yaml", "size: mini\n", "size: mini\n    looks: 3\n")
    card = "templates/tiny/card.svg.j2"
    ground = '<rect width="9" height="9" fill="#{{ piece.look }}{{ piece.look }}0000"/>'
    tiny.edit(card, BLOCK, f"{BLOCK}{ground}")
    for words in (["kit", "new", "club", "tiny"], ["build", "--kit", "club", "--force"]):
        assert run(tiny, *words).code == 0
    run(tiny, "kit", "printed", "club")
    tiny.edit_freely(CARDS, "Give {wood} or *stay*.", "Give {wood} or *leave at once*.")
    assert run(tiny, "build", "--kit", "club", "--stickers", "--force").code == 0
    uses = uses_of_forms(folder(tiny) / "tiny-club.pdf")
    assert sorted(number for form, number in uses.items() if "face" in form) == [4, 4, 4]


def test_stickers_of_changed_looks_are_none(club, run):
    club.edit("templates/tiny/coin.svg.j2", BLOCK, f'{BLOCK}<path d="M9 9h1"/>')
    before = read_kit(Project(club.root), "club")
    ran = run(club, "build", "--kit", "club", "--stickers")
    assert (ran.code, pdfs(club)) == (0, [])
    assert read_kit(Project(club.root), "club") == before
