"""`fustella import` of a PDF of cards: cut by boxes, lines, trim boxes, or as the user states."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from fustella.cli.command import main
from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.intake import BackPages, Brought, Stated, bring
from fustella.intake.taken import Miss
from tests.conftest import TinyProject
from tests.intake.test_bringing import codes

MM = 72 / 25.4
A4 = 210.0, 297.0
LYING = 297.0, 210.0


class Sheets:
    """A PDF under way, with lengths in mm from the upper left corner of a page."""

    def __init__(self, size_mm: tuple[float, float] = A4) -> None:
        self.stream, self.height = io.BytesIO(), size_mm[1]
        self.canvas = Canvas(self.stream, pagesize=(size_mm[0] * MM, size_mm[1] * MM))

    def box(self, x: float, y: float, width: float, height: float, fill: str = "") -> None:
        if fill:
            self.canvas.setFillColor(HexColor(fill))
        y = (self.height - y - height) * MM
        self.canvas.rect(x * MM, y, width * MM, height * MM, stroke=1, fill=1 if fill else 0)

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        high = self.height
        self.canvas.line(x * MM, (high - y) * MM, to_x * MM, (high - to_y) * MM)

    def text(self, x: float, y: float, text: str, size: float = 12) -> None:
        self.canvas.setFillColor(HexColor("#000000"))
        self.canvas.setFont("Helvetica", size)
        self.canvas.drawString(x * MM, (self.height - y) * MM, text)

    def picture(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        picture = Image.new("RGB", (20, 28), colour)
        picture.paste("#ffffff", (4, 4, 10, 10))
        y = (self.height - y - height) * MM
        self.canvas.drawImage(ImageReader(picture), x * MM, y, width * MM, height * MM)

    def end_page(self) -> None:
        self.canvas.showPage()

    def saved(self, path: Path) -> Path:
        self.canvas.save()
        path.write_bytes(self.stream.getvalue())
        return path


def rows_of(brought: Brought) -> list[Mapping[str, str]]:
    return [
        dict(zip(kind.header, row, strict=True))
        for kind in brought.taken.kinds
        for row in kind.rows
    ]


def boxed(names: tuple[str, ...], path: Path) -> Path:
    """Nine cards a page, each a box with a name and a rule."""
    sheets = Sheets()
    for number, name in enumerate(names):
        if number and number % 9 == 0:
            sheets.end_page()
        x, y = 9 + number % 3 * 64, 12 + number // 3 % 3 * 90
        sheets.box(x, y, 63, 88)
        sheets.box(x + 5, y + 20, 53, 30, "#99bbdd")
        sheets.text(x + 6, y + 12, name, 18)
        sheets.text(x + 6, y + 60, f"Rule of *{name}*")
    return sheets.saved(path)


def test_boxes_of_one_size_are_cards_with_names_words_and_copies(tmp_path, run):
    names = ("Fox", "Owl", "Fox", "Bear", "Wolf", "Elk", "Hare", "Lynx", "Crow", "Toad")
    brought = bring(boxed(names, tmp_path / "forest cards.pdf"), into=tmp_path / "game")
    assert (brought.format, brought.taken.title) == ("pdf", "Forest cards")
    (kind,) = brought.taken.kinds
    assert (kind.width_mm, kind.height_mm, kind.back) == (63, 88, None)
    rows = rows_of(brought)
    assert [row["name"] for row in rows] == list(dict.fromkeys(names))
    assert [row["copies"] for row in rows] == ["2", *["1"] * 8]
    assert rows[1]["words"] == "Owl Rule of \\*Owl\\*"
    folder = brought.place.folder
    with Image.open(folder / "art" / rows[0]["art"]) as picture:
        assert picture.size == (744, 1039)
    assert brought.taken.picture_count == 9
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err
    assert "E240" not in ran.err


def marked(sheets: Sheets, xs: list[float], ys: list[float]) -> None:
    for x in xs:
        for y in (3, sheets.height - 8):
            sheets.line(x, y, x, y + 5)
    width = sheets.canvas._pagesize[0] / MM
    for y in ys:
        for x in (2, width - 7):
            sheets.line(x, y, x + 5, y)


def test_cut_marks_are_followed_though_frames_lie_within(tmp_path):
    sheets = Sheets(LYING)
    marked(sheets, [21.5, 85, 148.5, 212, 275.5], [16, 104.9, 193.8])
    for number in range(8):
        x, y = 21.5 + number % 4 * 63.5, 16 + number // 4 * 88.9
        sheets.text(x + 8, y + 40, f"Card number {'ABCDEFGH'[number]}")
    (kind,) = bring(sheets.saved(tmp_path / "a.pdf"), into=tmp_path / "game").taken.kinds
    assert (kind.width_mm, kind.height_mm, len(kind.rows)) == (63.5, 88.9, 8)


def test_pictures_with_bleed_are_cut_with_it(tmp_path):
    sheets = Sheets(LYING)
    for number, colour in enumerate(("#aa3311", "#33aa11", "#1133aa", "#777711")):
        sheets.picture(10 + number * 69.85, 20, 69.85, 95.25, colour)
    brought = bring(sheets.saved(tmp_path / "a.pdf"), into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    assert (kind.width_mm, kind.height_mm, len(kind.rows)) == (63.5, 88.9, 4)
    assert kind.bleed_mm == pytest.approx(3.175, abs=0.02)


def test_a_page_may_be_a_card_with_the_trim_that_it_says(tmp_path):
    sheets = Sheets((73, 98))
    for colour in ("#aa3311", "#33aa11"):
        sheets.picture(0, 0, 73, 98, colour)
        sheets.end_page()
    path = sheets.saved(tmp_path / "a.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            page.TrimBox = [5 * MM, 5 * MM, 68 * MM, 93 * MM]
        pdf.save(path)
    (kind,) = bring(path, into=tmp_path / "game").taken.kinds
    assert (kind.width_mm, kind.height_mm, kind.bleed_mm) == (63, 88, 3.175)
    assert len(kind.rows) == 2


def coloured(path: Path, page_colours: list[list[str]], size: tuple[float, float] = A4) -> Path:
    """Pages with boxes of 60 × 60 mm in these colours, "" for none."""
    sheets = Sheets(size)
    for colours in page_colours:
        for number, colour in enumerate(colours):
            if colour:
                sheets.picture(13 + number % 3 * 62, 20 + number // 3 * 62, 60, 60, colour)
        sheets.end_page()
    return sheets.saved(path)


RED, GREEN, BLUE, PLUM, BROWN = "#aa2222", "#22aa22", "#2222aa", "#884488", "#885522"
FRONTS = [RED, GREEN, BLUE, PLUM]


def mean_of(brought: Brought, name: str) -> tuple[int, ...]:
    with Image.open(brought.place.folder / "art" / name) as picture:
        return picture.convert("RGB").getpixel((picture.width - 30, picture.height - 30))


@pytest.mark.parametrize(
    ("pages", "backs", "expected"),
    [
        ([FRONTS, [BROWN] * 4], "", [BROWN] * 4),
        ([[RED, GREEN], [BLUE, PLUM, BROWN], [PLUM] * 3], "", [PLUM] * 5),
        ([[RED, GREEN, ""], ["", BLUE, PLUM]], "", [PLUM, BLUE]),
        ([[RED, GREEN, BLUE], [BLUE, PLUM, BROWN]], "", ["", "", "", "", ""]),
        ([[RED, GREEN, BLUE], [BLUE, PLUM, BROWN]], "even", [BROWN, PLUM, BLUE]),
        ([[RED, GREEN, BLUE], [BLUE, PLUM, BROWN]], "odd", [BLUE, GREEN, RED]),
        ([[RED, GREEN], [BROWN]], "last", [BROWN, BROWN]),
        ([FRONTS, [BROWN] * 4], "none", [""] * 5),
    ],
)
def test_backs_are_where_pages_look_like_it_or_as_stated(tmp_path, pages, backs, expected):
    path = coloured(tmp_path / "a.pdf", pages)
    brought = bring(path, into=tmp_path / "game", stated=Stated(backs=BackPages(backs)))
    shown = [row.get("back.art", "") for row in rows_of(brought)]
    assert len(shown) == len(expected)
    for name, colour in zip(shown, expected, strict=True):
        if not colour:
            assert not name
        else:
            assert mean_of(brought, name) == pytest.approx(
                tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)), abs=3
            )
    if not backs and any(expected):
        assert any("--backs" in loss.why for loss in brought.taken.losses)


def test_backs_lie_right_of_fronts_where_the_page_is_folded(tmp_path):
    path = coloured(tmp_path / "a.pdf", [[RED, "", GREEN], [BLUE, "", PLUM]])
    sheets = Sheets(LYING)
    for number, colour in enumerate((RED, GREEN, BLUE, PLUM)):
        sheets.picture(20 + number * 62, 20, 60, 60, colour)
    path = sheets.saved(tmp_path / "b.pdf")
    brought = bring(path, into=tmp_path / "game", stated=Stated(backs=BackPages.RIGHT))
    shown = [(row["art"], row["back.art"]) for row in rows_of(brought)]
    assert shown == [("page-1-1-1.png", "page-1-4-1.png"), ("page-1-2-1.png", "page-1-3-1.png")]


def test_a_lying_page_whose_backs_lie_upside_down_is_turned(tmp_path):
    sheets = Sheets(LYING)
    for y in (10, 130):
        for number, colour in enumerate(FRONTS[:3] if y == 10 else (BROWN, RED, GREEN)):
            sheets.picture(85.5 - 62 + number * 95, y, 60, 70, colour)
        sheets.end_page()
    brought = bring(sheets.saved(tmp_path / "a.pdf"), into=tmp_path / "game")
    rows = rows_of(brought)
    assert [row["back.art"] for row in rows] == [f"page-2-{number}-1.png" for number in (1, 2, 3)]
    with Image.open(brought.place.folder / "art" / rows[0]["back.art"]) as picture:
        low = picture.convert("RGB").getpixel((picture.width * 13 // 20, picture.height * 21 // 28))
    assert low == (255, 255, 255)


def plain(path: Path) -> Path:
    """Words in a grid of nothing."""
    sheets = Sheets()
    for number in range(6):
        sheets.text(20 + number % 2 * 105, 40 + number // 2 * 99, f"Word {'abcdef'[number]}")
    return sheets.saved(path)


def test_a_grid_that_nothing_shows_has_to_be_stated(tmp_path):
    path = plain(tmp_path / "a.pdf")
    with pytest.raises(ProblemsFound) as caught:
        bring(path, into=tmp_path / "game")
    assert codes(caught) == ["E812"]
    assert "--grid" in caught.value.problems[0].message
    brought = bring(path, into=tmp_path / "game", stated=Stated(grid=(2, 3)))
    (kind,) = brought.taken.kinds
    assert (kind.width_mm, kind.height_mm, len(kind.rows)) == (105, 99, 6)
    assert [row["name"] for row in rows_of(brought)][:2] == ["Word a", "Word b"]


def test_a_grid_larger_than_the_page_is_told(tmp_path):
    path = plain(tmp_path / "a.pdf")
    with pytest.raises(ProblemsFound) as caught:
        bring(path, into=tmp_path / "game", stated=Stated(grid=(4, 3), size_mm=(63, 88)))
    assert codes(caught) == ["E822"]


def test_what_lies_on_no_card_and_pages_without_cards_are_told(tmp_path):
    sheets = Sheets()
    for number in range(4):
        sheets.box(20 + number % 2 * 70, 20 + number // 2 * 95, 63, 88)
        sheets.text(24 + number % 2 * 70, 40 + number // 2 * 95, f"Card {'abcd'[number]}")
    sheets.text(20, 250, "Print this page on both sides and cut along all of its lines.")
    sheets.end_page()
    sheets.text(20, 40, "Rules: who has most cards wins.")
    brought = bring(sheets.saved(tmp_path / "a.pdf"), into=tmp_path / "game")
    told = {(loss.miss, loss.place.file) for loss in brought.taken.losses if not loss.approximated}
    assert told == {(Miss.TEXTS, "a.pdf, page 1"), (Miss.PIECES, "a.pdf, page 2")}


def broken(path: Path) -> Path:
    path.write_bytes(b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 1 0 R>>\nendobj\n" + bytes(99))
    return path


def locked(path: Path) -> Path:
    boxed(("Fox",), path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="a", user="b"))
    return path


@pytest.mark.parametrize("made", [broken, locked])
def test_a_pdf_that_cannot_be_read_is_told(tmp_path, made: Callable[[Path], Path]):
    path = made(tmp_path / "a.pdf")
    with pytest.raises(ProblemsFound) as caught:
        bring(path, into=tmp_path / "game")
    assert codes(caught) == ["E811"]
    assert not (tmp_path / "game").exists()


def test_pages_parts_and_bytes_are_bounded(tmp_path, monkeypatch):
    names = tuple(f"Card {letter}" for letter in "abcdefghijklmnopqrst")
    path = boxed(names, tmp_path / "a.pdf")
    monkeypatch.setattr(limits, "IMPORT_PAGES", 2)
    brought = bring(path, into=tmp_path / "one")
    assert len(rows_of(brought)) == 18
    assert [loss.what for loss in brought.taken.losses if loss.miss is Miss.PIECES] == [
        "pages 3 to 3"
    ]
    monkeypatch.setattr(limits, "IMPORT_PAGE_PARTS", 3)
    with pytest.raises(ProblemsFound) as caught:
        bring(path, into=tmp_path / "two")
    assert codes(caught) == ["E812"]


def test_forms_inside_of_each_other_end(tmp_path):
    path = boxed(("Fox", "Owl"), tmp_path / "a.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        form = pdf.make_stream(b"/F Do 0 0 200 250 re S")
        form.Type, form.Subtype, form.BBox = (
            pikepdf.Name.XObject,
            pikepdf.Name.Form,
            pikepdf.Array([0, 0, 500, 500]),
        )
        form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
        page = pdf.pages[0]
        page.Resources.XObject = pikepdf.Dictionary(F=form)
        page.contents_add(pdf.make_stream(b"/F Do"))
        pdf.save(path)
    assert rows_of(bring(path, into=tmp_path / "game"))


def test_a_turned_page_is_cut_as_it_is_shown(tmp_path):
    path = boxed(("Fox", "Owl", "Elk"), tmp_path / "a.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Rotate = 90
        pdf.pages[0].MediaBox = [-10, -20, 210 * MM, 297 * MM]
        pdf.save(path)
    brought = bring(path, into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    assert (kind.width_mm, kind.height_mm) == (88, 63)
    assert {row["name"] for row in rows_of(brought)} == {"Fox", "Owl", "Elk"}


@pytest.mark.parametrize(
    "content",
    [
        b"1e38 0 0 1e38 1e38 1e38 cm 1e38 1e38 1e38 1e38 re S 99 99 99 99 re S",
        b"q " * 5000 + b"10 10 180 250 re S",
        b"10 10 180 250 re S " * 20_000,
        b"BT /F1 1e30 Tf 1 0 0 1 1e30 1e30 Tm (Fox) Tj ET",
    ],
    ids=["far", "deep", "many", "letters"],
)
def test_hostile_pages_end_and_are_told_or_cut(tmp_path, content):
    path = boxed(("Fox", "Owl"), tmp_path / "a.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].contents_add(pdf.make_stream(content))
        pdf.save(path)
    assert rows_of(bring(path, into=tmp_path / "game"))


def test_pages_without_size_are_told_and_huge_ones_are_drawn_coarsely(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "IMPORT_CARD_PIXELS", 250_000)
    path = plain(tmp_path / "a.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].MediaBox = [0, 0, 14_400, 14_400]
        pdf.add_blank_page(page_size=(3, 3))
        pdf.save(path)
    brought = bring(path, into=tmp_path / "game", stated=Stated(grid=(1, 1)))
    (name,) = brought.taken.drawn
    with Image.open(brought.place.folder / "art" / name) as picture:
        assert picture.width * picture.height < 251_000
    assert [loss.place.file for loss in brought.taken.losses if loss.miss is Miss.PIECES] == [
        "a.pdf, page 2"
    ]


def test_more_cards_than_a_deck_has_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "IMPORT_CARDS", 12)
    path = boxed(tuple(f"Card {letter}" for letter in "abcdefghijklmnopqrst"), tmp_path / "a.pdf")
    brought = bring(path, into=tmp_path / "game")
    assert len(rows_of(brought)) == 11
    assert [loss.place.file for loss in brought.taken.losses if loss.miss is Miss.PIECES] == [
        "a.pdf, page 2"
    ]


def test_the_command_takes_grid_size_and_backs(tmp_path, capsys):
    path, game = plain(tmp_path / "words.pdf"), tmp_path / "game"
    options = ("--grid", "2x3", "--size", "10x9.9cm", "--backs", "none")
    assert main(["import", str(path), "--into", str(game), *options]) == 0
    said = capsys.readouterr().out
    assert "Cards: 6 designs, 100 × 99 mm" in said
    assert "6 pictures" in said


@pytest.mark.parametrize(
    ("option", "typed", "told"),
    [
        ("--grid", "3", "write 3x3"),
        ("--grid", "0x3", "1 to 50 columns and rows"),
        ("--size", "63x88", "write 63x88mm"),
        ("--size", "63x88km", "write 63x88mm"),
        ("--size", "1x2mm", "5 to 1000 mm"),
        ("--backs", "left", "right"),
    ],
)
def test_mistyped_options_say_what_to_write(capsys, option, typed, told):
    with pytest.raises(SystemExit) as ended:
        main(["import", "a.pdf", option, typed])
    assert ended.value.code == 2
    assert told in " ".join(capsys.readouterr().err.split())


def test_cards_that_differ_in_a_pip_are_two_and_moved_by_a_hair_are_one(tmp_path):
    sheets = Sheets()
    for number, x in enumerate((10, 73.04, 136.07)):
        sheets.box(x, 10, 63, 88)
        sheets.box(x + 8, 20, 40, 30, "#88aa55")
        sheets.box(x + 50, 80, 1, 1, "#000000")
        if number == 1:
            sheets.box(x + 55, 80, 1, 1, "#000000")
    brought = bring(sheets.saved(tmp_path / "a.pdf"), into=tmp_path / "game")
    assert [row["copies"] for row in rows_of(brought)] == ["2", "1"]
    assert [loss.what for loss in brought.taken.losses if loss.miss is Miss.PIECES] == ["1 cards"]


def test_rows_that_are_not_below_each_other_keep_their_words(tmp_path):
    sheets = Sheets()
    for x, y, name in ((20, 20, "Fox"), (80, 20, "Owl"), (50, 80, "Elk")):
        sheets.box(x, y, 58, 58)
        sheets.text(x + 45, y + 30, name)
    brought = bring(sheets.saved(tmp_path / "a.pdf"), into=tmp_path / "game")
    assert [row["words"] for row in rows_of(brought)] == ["Fox", "Owl", "Elk"]
    assert not [loss for loss in brought.taken.losses if loss.miss is Miss.TEXTS]
