"""Punchboards as files: art in register, no line in it, lists that add up, faults that are told."""

import csv
import io
import math
from collections import Counter, deque
from functools import cache, partial
from itertools import pairwise

import ezdxf
import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageOps, ImageStat

from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Item
from fustella.core.values.shops import Nicks, Punchboards
from fustella.draw.render import render
from fustella.impose import punch_out
from fustella.write import BoardDocument, DieDocument, DiePage, boards_pdf, dies_pdf
from tests.conftest import TinyProject
from tests.core.test_nicks import bean, star
from tests.write.samples import face

BOARD = ("--board", "100x80mm")


def export(project, *arguments):
    assert project.run("export", "--to", "punchboard", *arguments) == 0
    folder = project.output / "tiny" / "en" / "punchboard"
    return folder / "part" if "--only" in arguments else folder


@pytest.fixture(scope="module")
def exported(built_tiny, tmp_path_factory):
    """Exports tiny, once for all tests: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("punched") / "project")
    built_tiny.write(project.root)
    return cache(partial(export, project))


def rows_of(folder, file):
    text = (folder / file).read_bytes().decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text, newline=""))]


def pages_of(pdf: bytes, dpi=72):
    document = pypdfium2.PdfDocument(pdf)
    return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]


# Files of a game


def test_thick_kinds_are_punched_out_and_no_card(exported):
    folder = exported(*BOARD)
    rows = rows_of(folder, "pieces.csv")
    assert {row["kind"] for row in rows} == {"coin", "counter"}
    copies = Counter()
    for row in rows:
        copies[row["kind"]] += int(row["copies"])
        assert len(row["places"].split("; ")) == int(row["on_board"])
    assert copies == {"coin": 6, "counter": 8}


def test_art_has_a_page_for_each_side_and_no_line(exported):
    folder = exported(*BOARD)
    boards = rows_of(folder, "boards.csv")
    with pikepdf.open(folder / "tiny-board-boards.pdf") as pdf:
        assert len(pdf.pages) == sum(int(board["sides"]) for board in boards)
        assert "/OCProperties" not in pdf.Root
        for page in pdf.pages:
            mm = [float(x) / 72 * 25.4 for x in page.TrimBox]
            assert mm == pytest.approx([0, 0, 100, 80], abs=0.01)
            assert "/ColorSpace" not in page.Resources


def test_list_of_boards_names_the_files_that_are_there(exported):
    folder = exported(*BOARD)
    for board in rows_of(folder, "boards.csv"):
        assert (folder / board["art"]).exists()
        for form in ("pdf", "svg", "dxf"):
            assert (folder / f"{board['die']}.{form}").exists()


def test_only_names_thin_kinds_to_punch_out(tiny):
    folder = export(tiny, "--board", "150x100mm", "--only", "card")
    rows = rows_of(folder, "pieces.csv")
    assert sum(int(row["copies"]) for row in rows) == 18
    assert {row["sides"] for row in rows_of(folder, "boards.csv")} == {"2"}


def test_options_say_how_boards_are_made(tiny):
    folder = export(tiny, "--board", "4x3in", "--gap", "0.25in", "--web", "8", "--nicks", "3x0.5mm",
                      "--lines", "svg")  # fmt: skip
    (board, *_) = rows_of(folder, "boards.csv")
    assert (board["width_mm"], board["height_mm"]) == ("101.6", "76.2")
    svg = (folder / f"{board['die']}.svg").read_text()
    assert svg.count("<path") == 3 * int(board["pieces"])


SHOP = """name: A factory
takes: x4
sources: {guide: {what: its guide to files, seen: 2026-11-27}}
punchboards:
  boards: [{width: 300mm, height: 300mm}, {width: 100mm, height: 80mm}]
  gap: 5mm
  web: 7mm
  kerf: 0.2mm
  nicks: {count: 3, width: 0.3mm}
  source: guide
"""


def put_shop(project: TinyProject) -> None:
    path = project.root / "content" / "shops" / "factory.yaml"
    path.parent.mkdir()
    path.write_text(SHOP, encoding="utf-8")


def test_rules_of_a_shop_make_the_boards_with_its_kerf(tiny):
    put_shop(tiny)
    folder = export(tiny, "--shop", "factory", "--only", "counter", "--lines", "dxf")
    (board,) = rows_of(folder, "boards.csv")
    assert (board["width_mm"], board["height_mm"]) == ("100.0", "80.0")
    drawing = ezdxf.readfile(folder / f"{board['die']}.dxf")
    lines = [each.get_points("xy") for each in drawing.modelspace()]
    assert len(lines) == 3 * 8
    # Of counters of 15 mm the first two: lines 5.2 mm apart, interrupted by 0.3 mm.
    places = {
        tuple(map(float, place.split()[:2]))
        for row in rows_of(folder, "pieces.csv")
        for place in row["places"].split("; ")
    }
    across = sorted({x for x, _ in places})
    assert across[1] - across[0] == pytest.approx(15 + 5.2, abs=0.011)
    assert min(x for x, _ in places) > 7.1 - 0.01
    drawn = sum(math.dist(a, b) for line in lines for a, b in pairwise(line))
    assert drawn == pytest.approx(8 * (60 - 3 * 0.3), abs=0.01)


def test_options_come_before_the_rules_of_a_shop(tiny):
    put_shop(tiny)
    words = ("--shop", "factory", "--board", "60x60mm", "--nicks", "2x0.4mm", "--lines", "dxf")
    folder = export(tiny, *words, "--only", "counter")
    board, *_ = rows_of(folder, "boards.csv")
    assert board["width_mm"] == "60.0"
    drawing = ezdxf.readfile(folder / f"{board['die']}.dxf")
    assert len(drawing.modelspace()) == 2 * int(board["pieces"])


def test_single_game_has_the_fewest_boards(tiny):
    words = ("--board", "50x100mm", "--only", "counter", "--lines", "svg", "--gap", "5mm")
    run, single = (
        rows_of(export(tiny, *words, *more), "boards.csv") for more in ((), ("--single",))
    )
    assert sum(int(row["copies"]) for row in single) <= sum(int(row["copies"]) for row in run)
    assert len(run) <= len(single)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--board", "large"), "`large` is no size of a board: write 200x280mm"),
        (("--board", "200x280kg"), '"kg" is not a unit of length'),
        (("--board", "0x280mm"), "`0mm` is not from 0 to 3000 mm"),
        (("--nicks", "0.3mm"), "write 4x0.3mm"),
        (("--nicks", "4x30mm"), "`30mm` is not from 0 to 5 mm"),
        (("--gap", "wide"), "write 6mm"),
    ],
)
def test_option_that_says_nothing_is_refused(words, said, tiny, capsys):
    with pytest.raises(SystemExit, match="2"):
        tiny.run("export", "--to", "punchboard", *words)
    assert said in capsys.readouterr().err


def test_large_kind_of_a_whole_box_is_left_out_and_told(tiny, run):
    ran = run(tiny, "export", "--to", "punchboard", "--board", "30x30mm")
    assert ran.code == 0
    (told,) = [problem for problem in ran.problems if problem.code == "E792"]
    assert told.message.endswith(": left out")
    folder = tiny.output / "tiny" / "en" / "punchboard"
    assert {row["kind"] for row in rows_of(folder, "pieces.csv")} == {"counter"}


# Fronts and backs, seen


COLOURS = ("#d01010", "#1060d0", "#10a040")


def drawn(number: int, outline: Outline, *, back: bool):
    """A face with three spots that no turn and no mirror leaves in place; a back is its mirror."""
    wide, high = outline.size.width_mm, outline.size.height_mm
    spots = ((0.35, 0.3, 3), (0.65, 0.45, 2), (0.45, 0.7, 1.5))
    drawing = f'<rect x="-5" y="-5" width="200" height="200" fill="{COLOURS[number % 3]}"/>'
    for x, y, radius in spots:
        across = 1 - x if back else x
        drawing += f'<circle cx="{across * wide}" cy="{y * high}" r="{radius}" fill="#fff"/>'
    return face(drawing, outline.mirrored() if back else outline, 2.0)


def art(shapes, rules):
    items, faces = [], {}
    for number, (outline, copies) in enumerate(shapes):
        piece = f"t{number}"
        items.append(
            Item(piece, piece, "board", copies, outline, 2.0, True, None, Place("list.yaml"))
        )
        for side in SideName:
            back = side is SideName.BACK
            faces[FaceId(piece, side, 0)] = drawn(number, outline, back=back)
    boards = punch_out(items, rules)
    sheets = tuple(board.sheet for board in boards)
    labels = tuple(str(n) for n in range(sum(len(sheet.pages) for sheet in sheets)))
    rendered = render([[*faces.values()]], None)
    return boards, BoardDocument("Boards", "en", sheets, labels, faces, rendered, {})


MIXED = [
    (Outline.circle(20), 5),
    (Outline.hexagon(22), 4),
    (Outline.rectangle(24, 16, 2), 5),
    (star(5, 11, 6), 3),
    (bean(), 4),
]

LONG = Outline.polygon(
    tuple(Point(x, y) for x, y in [(0, 0), (60, 0), (60, 12), (25, 12), (25, 30), (0, 30)])
)
"""A shape that is another one in a mirror."""


@pytest.mark.parametrize(
    ("shapes", "size"),
    [
        (MIXED, Size(120, 140)),
        # Pieces that lie on the board as they cannot stand there.
        ([(Outline.rectangle(60, 30), 1), (LONG, 1)], Size(50, 140)),
    ],
)
def test_backs_turned_over_lie_behind_their_fronts(shapes, size):
    boards, document = art(shapes, Punchboards((size,), 5, Nicks(3, 0.3)))
    if shapes is not MIXED:
        assert {each.turn_deg % 180 for each in boards[0].sheet.pages[0].placements} == {90}
    pages = pages_of(boards_pdf(document))
    assert len(pages) % 2 == 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        difference = ImageChops.difference(front, ImageOps.mirror(back)).convert("L")
        # One pixel of smoothing along edges is all that may differ.
        off = sum(1 for value in difference.tobytes() if value > 96)
        inked = sum(1 for value in front.convert("L").tobytes() if value < 250)
        assert inked > 3000
        assert off < inked * 0.01


def test_no_bleed_prints_on_a_neighbour():
    """With a gap smaller than two bleeds, each face ends in the middle of the gap."""
    shapes = [(Outline.rectangle(20, 20), 9), (Outline.rectangle(20, 12), 9)]
    boards, document = art(shapes, Punchboards((Size(100, 110),), 2, Nicks(3, 0.3)))
    pages = pages_of(boards_pdf(document), dpi=254)
    for board, front in zip(boards, pages[::2], strict=True):
        for placed in board.sheet.pages[0].placements:
            box = placed.box
            colour = COLOURS[int(placed.face.piece[1:])]
            own = Rect(box.x_mm - 0.8, box.y_mm - 0.8, box.width_mm + 1.6, box.height_mm + 1.6)
            wanted = tuple(int(colour[n : n + 2], 16) for n in (1, 3, 5))
            for corner in own.corners():
                seen = front.getpixel((round(corner.x_mm * 10), round(corner.y_mm * 10)))
                assert max(abs(a - b) for a, b in zip(seen, wanted, strict=True)) < 12


def test_edge_of_one_colour_goes_on_to_the_middle_of_the_gap():
    shapes = [(Outline.circle(20), 4)]
    boards, document = art(shapes, Punchboards((Size(70, 70),), 8, Nicks(3, 0.3)))
    document = replace(document, edges={"t0": "#804020"})
    (front, _) = pages_of(boards_pdf(document), dpi=254)
    box = boards[0].sheet.pages[0].placements[0].box
    beyond = (round((box.x_mm - 3) * 10), round((box.y_mm + box.height_mm / 2) * 10))
    assert max(abs(a - b) for a, b in zip(front.getpixel(beyond), (128, 64, 32), strict=True)) < 6


def areas(picture: Image.Image) -> list[int]:
    """The sizes in pixels of the areas that black lines leave of a picture, the largest first."""
    wide, high = picture.size
    free = bytearray(1 if value > 128 else 0 for value in picture.tobytes())
    found = []
    for start in range(wide * high):
        if not free[start]:
            continue
        free[start], count, waiting = 0, 0, deque([start])
        while waiting:
            at = waiting.pop()
            count += 1
            x = at % wide
            for near in (at - wide, at + wide, *([at - 1] if x else []),
                         *([at + 1] if x < wide - 1 else [])):  # fmt: skip
                if 0 <= near < wide * high and free[near]:
                    free[near] = 0
                    waiting.append(near)
        found.append(count)
    return sorted(found, reverse=True)


def painted(boards, line_mm=0.25):
    """The lines of a board as a picture that a knife of that width would leave."""
    (board,) = boards
    size = board.sheet.paper.size
    page = DiePage(size, Rect(0, 0, size.width_mm, size.height_mm), board.lines)
    (picture,) = pages_of(dies_pdf(DieDocument("L", "en", (page,), line_mm=line_mm)), dpi=203.2)
    return picture.convert("L").point(lambda value: 255 if value > 200 else 0)


def test_painted_board_is_one_area_with_nicks_and_falls_apart_without():
    shapes = [(Outline.circle(16), 2), (Outline.rectangle(18, 14, 2), 2), (star(5, 10, 6), 1)]
    sizes = (Size(64, 70),)
    boards, _ = art(shapes, Punchboards(sizes, 5, Nicks(3, 1.2)))
    assert len(areas(painted(boards))) == 1
    boards, _ = art(shapes, Punchboards(sizes, 5, Nicks(0, 0.0)))
    whole = areas(painted(boards))
    assert len(whole) == 1 + 5
    # What falls are the tokens, less the width of the knife.
    mm2 = sorted((count / 8**2 for count in whole[1:]), reverse=True)
    tokens = sorted(
        (outline.area_mm2 for outline, copies in shapes for _ in range(copies)), reverse=True
    )
    assert mm2 == pytest.approx(tokens, rel=0.15)


def test_two_games_of_equal_boards_are_equal_bytes():
    rules = Punchboards((Size(120, 140),), 5, Nicks(3, 0.3))
    assert boards_pdf(art(MIXED, rules)[1]) == boards_pdf(art(MIXED, rules)[1])


def test_art_is_seen_at_all():
    _, document = art(MIXED, Punchboards((Size(120, 140),), 5, Nicks(3, 0.3)))
    assert ImageStat.Stat(pages_of(boards_pdf(document))[0]).mean[0] < 230
