"""`fustella quote`: the request in all its forms, the costs by own prices, and the sell sheet."""

import csv
import io
import math
import re
import zipfile
from xml.etree import ElementTree

import pdfplumber
import pytest

from fustella.cli.command import main
from fustella.core.geometry.shapes import Outline, Point, Size
from fustella.core.values.paper import ShopStock, Stock
from fustella.export.quote.options import PRESS
from fustella.export.quote.parts import QuoteBooklet, tools_of
from fustella.export.quote.press_sheet import EDGE_MM, per_sheet
from tests.helpers.drawn import PROJECT

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"

STOCKS = """\
card: {thickness: 0.3mm, weight: 300, print: {material: card board, weight: 310, finish: linen}}
board: {thickness: 2mm, weight: 120, print: {material: greyboard 2 mm, weight: 1500}}
"""
BOUGHT = """
bought:
  - name: {en: Die, it: Dado}
    count: 4
    size: 16mm
    material: {en: wood, it: legno}
    weight: 5g
    volume: 4.1cm3
  - {name: {en: Bag, it: Sacchetto}, size: "15 × 20 cm"}
"""
PITCH = """
pitch:
  hook: {en: Four islands and one tide., it: Quattro isole e una marea.}
  new: [{en: The board grows., it: Il tabellone cresce.}]
  players: 2–4
  minutes: 45
  age: 10+
  contact: Ada Rossi
  link: https://example.org/tiny
"""


def add(project, text):
    path = project.root / "content/tiny/game.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("\nboxes:", f"{text}\nboxes:"), "utf-8"
    )


def quoted(project, *arguments, language="en", folder="quote"):
    assert project.run("quote", *arguments) == 0
    return project.output / "tiny" / language / folder


def rows_in(text, head):
    """The rows of the table of a text whose head begins so, by their first cells."""
    lines = iter(text.splitlines())
    heads = next([*_cells(line)] for line in lines if line.startswith(f"| {head} |"))
    next(lines)
    rows = {}
    for line in lines:
        if not line.startswith("|"):
            break
        cells = [*_cells(line)]
        rows[cells[0]] = dict(zip(heads, cells, strict=True))
    return rows


def _cells(line):
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def workbook(path):
    """The sheets of a workbook by name: rows of texts and numbers; and how many cells reckon."""
    with zipfile.ZipFile(path) as book:
        strings = [
            "".join(each.text or "" for each in one.iter(f"{_MAIN}t"))
            for one in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
        ]
        names = [
            one.get("name")
            for one in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(f"{_MAIN}sheet")
        ]
        sheets, formulas = {}, 0
        for number, name in enumerate(names, start=1):
            root = ElementTree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))
            formulas += len([*root.iter(f"{_MAIN}f")]) + len([*root.iter(f"{_MAIN}hyperlink")])
            sheets[name] = [
                [
                    strings[int(cell[0].text)] if cell.get("t") == "s" else float(cell[0].text)
                    for cell in row
                    if len(cell)
                ]
                for row in root.iter(f"{_MAIN}row")
            ]
    return sheets, formulas


# What lies on a sheet of a press, and what a shape needs


@pytest.mark.parametrize(
    ("width_mm", "height_mm"), [(63, 88), (44, 67), (100, 100), (300, 220), (660, 960)]
)
def test_press_sheet_holds_as_many_as_rows_and_columns_do(width_mm, height_mm):
    rooms = [  # beside or above the strip for the label
        (PRESS.width_mm - 2 * EDGE_MM - more, PRESS.height_mm - 2 * EDGE_MM - 5 + more)
        for more in (0, 5)
    ]
    across, down = width_mm + 6, height_mm + 6
    grids = [
        int(room[0] // a) * int(room[1] // b)
        for a, b in ((across, down), (down, across))
        for room in rooms
    ]
    found = per_sheet(Outline.rectangle(width_mm, height_mm), 3.0, PRESS)
    assert max(grids) <= found <= rooms[0][0] * rooms[1][1] / (across * down)


def test_what_is_larger_than_the_press_sheet_lies_on_none():
    assert per_sheet(Outline.rectangle(690, 990), 3.0, PRESS) == 0
    assert per_sheet(Outline.rectangle(100, 100), 3.0, Size(100, 130)) == 0


def test_tools_follow_from_the_outline():
    square = (Point(4, 4), Point(8, 4), Point(8, 8), Point(4, 8))
    triangle = (Point(0, 0), Point(20, 0), Point(0, 20))
    fold = ((Point(5, 0), Point(5, 10)),)
    assert tools_of(Outline.rectangle(20, 20)) == ()
    assert tools_of(Outline.rectangle(20, 20, 3)) == ("corners",)
    assert tools_of(Outline.circle(20)) == ("die",)
    assert tools_of(Outline.polygon(triangle, fold)) == ("die", "folds")
    holed = Outline(Outline.rectangle(1, 1).shape, Size(20, 20), holes=(square,), slits=fold)
    assert tools_of(holed) == ("holes", "slits")


# The request


def test_request_says_the_parts_of_the_lists(tiny):
    (tiny.root / "content/stocks.yaml").write_text(STOCKS, encoding="utf-8")
    add(tiny, BOUGHT)
    folder = quoted(tiny, "--quantities", "300,1500")
    text = (folder / "tiny-request.md").read_text(encoding="utf-8")
    assert [*rows_in(text, "boxes")] == ["300", "1500"]
    parts = rows_in(text, "part")
    assert {name: row["pieces"] for name, row in parts.items()} == {
        "Cards": "18", "Tiles": "8", "Coins": "6", "Counters": "8", "Board": "1",
        "Deck (tuck box)": "1", "Coins and counters (tray)": "1",
    }  # fmt: skip
    card, coin, tile = parts["Cards"], parts["Coins"], parts["Tiles"]
    assert (card["size (mm)"], card["designs"]) == ("44 × 67", "3")
    assert card["material"] == "card board, 0.3 mm, 310 g/m², linen"
    assert (card["print"], coin["print"]) == ("both sides, 4/4", "one side, 4/0")
    assert (card["besides straight cuts"], coin["besides straight cuts"]) == (
        "round corners",
        "own die",
    )
    # 18 cards of 44 × 67 mm without their corners, of 310 g/m²
    area_mm2 = 44 * 67 - (4 - 3.14159265) * 3**2
    assert float(card["weight (g)"]) == pytest.approx(18 * area_mm2 / 1e6 * 310, abs=0.06)
    assert tile["weight (g)"] == "not known"
    boxes = rows_in(text, "box")
    assert boxes["Deck"]["holds"] == "18 Cards"
    width, height, depth = map(float, boxes["Deck"]["inside (mm)"].split(" × "))
    assert width > 44
    assert height > 67
    assert depth > 18 * 0.3
    bought = text.partition("## Parts that are not printed")[2]
    assert "| Die | 4 | 16mm | wood | 20 |" in bought
    assert "| Bag | 1 | 15 × 20 cm |  | not known |" in bought
    assert "- in the box of the game: 8 Tiles, 1 Board, 4 Die, 1 Bag" in text
    unknown = next(line for line in text.splitlines() if "Not known is the weight of" in line)
    assert "of: Tiles, Board, Bag." in unknown
    assert "Not known is the volume of: Tiles, Board, Bag." in unknown


def test_booklet_and_bought_parts_are_weighed_and_measured(tiny):
    """The booklet is 8 pages of A6 on paper of 135 g/m²: 4 leaves."""
    stock = Stock("paper", 0.12, 100, shop=ShopStock("art paper", 135))
    booklet = QuoteBooklet("Rules", 7, Size(105, 148), stock)
    assert booklet.grams == pytest.approx(4 * 0.105 * 0.148 * 135)
    assert booklet.volume_mm3 == pytest.approx(4 * 105 * 148 * 0.12)
    assert QuoteBooklet("Rules", 7, Size(105, 148)).grams == 0
    volumes = []
    for bought in ("", BOUGHT):
        add(tiny, bought)
        text = (quoted(tiny) / "tiny-request.md").read_text(encoding="utf-8")
        volumes.append(int(re.search(r"take (\d+) cm³", text)[1]))
    assert volumes[1] - volumes[0] == pytest.approx(4 * 4.1, abs=1)


def test_workbook_and_pdf_say_what_the_text_says(tiny):
    add(tiny, BOUGHT)
    folder = quoted(tiny)
    text = (folder / "tiny-request.md").read_text(encoding="utf-8")
    sheets, formulas = workbook(folder / "tiny-request.xlsx")
    assert formulas == 0
    assert [*sheets] == ["runs", "Printed parts", "Boxes", "Parts that are not printed"]
    parts = rows_in(text, "part")
    assert [row[:2] for row in sheets["Printed parts"][1:]] == [
        [name, float(row["pieces"])] for name, row in parts.items()
    ]
    with pdfplumber.open(folder / "tiny-request.pdf") as pdf:
        printed = " ".join(page.extract_text() for page in pdf.pages)
        assert {(round(page.width), round(page.height)) for page in pdf.pages} == {(842, 595)}
    for word in ("Request for a quote: Tiny Island", "44 × 67", "Counters", "Die", "Assembly"):
        assert word in printed
    assert quoted(tiny) == folder


def test_request_twice_writes_nothing_anew(tiny, capsys):
    folder = quoted(tiny)
    before = {path: path.stat().st_mtime_ns for path in folder.glob("tiny*")}
    capsys.readouterr()
    quoted(tiny)
    assert "unchanged" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in folder.glob("tiny*")} == before


@pytest.mark.parametrize(
    ("language", "said", "number"),
    [
        ("en", "Request for a quote", "46.19"),
        ("de", "Konfektionierung", "46,19"),
        ("es", "Piezas impresas", "46,19"),
        ("fr", "Éléments imprimés", "46,19"),
        ("it", "Confezionamento", "46,19"),
    ],
)
def test_request_speaks_each_language_of_the_tool(tiny, language, said, number):
    tiny.edit_freely(
        "content/tiny/game.yaml", "languages: [en, it]", "languages: [en, it, de, es, fr]"
    )
    folder = quoted(tiny, "--language", language, language=language)
    text = (folder / "tiny-request.md").read_text(encoding="utf-8")
    assert said in text
    assert number in text
    assert "{" not in text
    with pdfplumber.open(folder / "tiny-request.pdf") as pdf:
        assert said in " ".join(page.extract_text() for page in pdf.pages)


def test_names_of_a_stranger_are_texts_in_every_form(tiny):
    name = '-1+HYPERLINK(\\"https://example.org\\")|x #image(\\"/etc/passwd\\")'
    add(tiny, f'\nbought:\n  - {{name: "{name}", size: "=1+1", weight: 2g}}\n')
    folder = quoted(tiny)
    sheets, formulas = workbook(folder / "tiny-request.xlsx")
    assert formulas == 0
    (row,) = sheets["Parts that are not printed"][1:]
    assert row[0].startswith("-1+HYPERLINK(")
    assert row[2] == "=1+1"
    assert "\\|x #image(" in (folder / "tiny-request.md").read_text(encoding="utf-8")
    with pdfplumber.open(folder / "tiny-request.pdf") as pdf:
        assert "#image(" in "".join(page.extract_text() for page in pdf.pages)
        assert not any(page.images for page in pdf.pages)


def test_letter_for_a_shop_has_the_same_parts_and_boxes(tiny):
    add(tiny, BOUGHT)
    text = (quoted(tiny) / "tiny-request.md").read_text(encoding="utf-8")
    assert tiny.run("export", "--to", "shop") == 0
    letter = (tiny.output / "tiny/en/shop/request.md").read_text(encoding="utf-8")
    assert rows_in(letter, "part") == rows_in(text, "part")
    assert rows_in(letter, "box") == rows_in(text, "box")
    assert "| Die | 4 |" in letter


def test_lids_hold_nothing_and_are_not_filled(tiny):
    lid = """  bits-lid:
    name: {en: Cover, it: Coperta}
    form: lid
    of: {kind: [coin, counter]}
    stock: card
    depth: 12mm
    walls: double
    front: box.svg.j2
    says: {picture: mdi:island, band: "#b0503c"}
"""
    path = tiny.root / "content/tiny/game.yaml"
    path.write_text(path.read_text(encoding="utf-8").rstrip() + "\n" + lid, encoding="utf-8")
    text = (quoted(tiny) / "tiny-request.md").read_text(encoding="utf-8")
    assert rows_in(text, "box")["Cover"]["holds"] == ""
    assert "- Cover" not in text
    assert "Cover (lid)" in rows_in(text, "part")


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("bought: [{name: Die, count: none}]", ("E104", "bought[1].count")),
        ("bought: [{name: Die, weight: heavy}]", ("E104", "bought[1].weight")),
        ("bought: [{name: Die, volume: 5}]", ("E104", "bought[1].volume")),
        ("bought: [{name: Die}, {name: Die}]", ("E112", "bought[2]")),
        ("pitch: {pieces: [dragoon]}", ("E106", "pitch.pieces[1]")),
        ("pitch: {players: [2, 4]}", ("E104", "pitch.players")),
    ],
)
def test_what_is_wrong_with_bought_parts_and_pitch_is_told(tiny, run, typed, place):
    add(tiny, f"\n{typed}\n")
    told = [(said.code, said.key) for said in run(tiny, "quote").problems]
    assert told == [place]


@pytest.mark.parametrize("typed", ["--quantities=0", "--quantities=many", "--press=3x4"])
def test_mistyped_options_are_refused(good, run, typed):
    with pytest.raises(SystemExit) as ended:
        run(good, "quote", typed)
    assert ended.value.code == 2


# Costs


PRICES = """\
part,per,from,price,currency
card,sheet,1,2.00,EUR
card,sheet,1000,1.50,EUR
coin,piece,1,0.03,EUR
coin,tool,1,180,EUR
Die,piece,1,0.06,EUR
game,run,1,250,EUR
"""


def test_costs_are_sums_of_the_table_and_what_has_no_price_is_named(tiny):
    add(tiny, BOUGHT)
    (tiny.root / "content/tiny/prices.csv").write_text(PRICES, encoding="utf-8")
    folder = quoted(tiny, "--quantities", "500,1000")
    text = (folder / "tiny-costs.md").read_text(encoding="utf-8")
    per = int(
        rows_in((folder / "tiny-request.md").read_text(encoding="utf-8"), "part")["Cards"][
            "on a sheet"
        ]
    )
    rows = rows_in(text, "part")
    sheets = [-(-18 * games // per) for games in (500, 1000)]
    card = [sheets[0] * 2.0, sheets[1] * 1.5]
    coin = [500 * 6 * 0.03 + 180, 1000 * 6 * 0.03 + 180]
    die = [500 * 4 * 0.06, 1000 * 4 * 0.06]
    for name, wanted in (("Cards", card), ("Coins", coin), ("Die", die)):
        assert [float(rows[name][f"{games} games"]) for games in (500, 1000)] == wanted
    assert rows["Tiles"]["500 games"] == ""
    total = [sum(each) + 250 for each in zip(card, coin, die, strict=True)]
    assert [float(rows["Total (EUR)"][f"{games} games"]) for games in (500, 1000)] == total
    assert "in no sum: Tiles, Counters, Board, Deck, Coins and counters, Bag." in text
    assert "0.06" not in (folder / "tiny-request.md").read_text(encoding="utf-8")
    sheets, _ = workbook(folder / "tiny-costs.xlsx")
    assert sheets["Costs"][1][:2] == ["Cards", card[0]]


def test_no_prices_make_no_costs_and_another_table_may_be_named(tiny, tmp_path):
    assert not [*quoted(tiny).glob("*costs*")]
    other = tmp_path / "of-a-shop.csv"
    other.write_text("part;per;price\nboard;piece;1,25\n", encoding="utf-8")
    text = (quoted(tiny, "--prices", str(other)) / "tiny-costs.md").read_text(encoding="utf-8")
    assert rows_in(text, "part")["Board"]["500 games"] == "625.00"


# The sell sheet


def test_sell_sheet_is_one_page_with_faces_counts_and_the_pitch(tiny):
    add(tiny, BOUGHT + PITCH)
    folder = quoted(tiny, "--sell-sheet", folder="sell-sheet")
    with pdfplumber.open(folder / "tiny-sell-sheet.pdf") as pdf:
        (page,) = pdf.pages
        printed = page.extract_text()
        paths = page.curves + page.rects
    for word in (
        *("Tiny Island", "Four islands and one tide.", "2–4", "45", "10+", "The board grows."),
        *("18 × Cards", "4 × Die", "Ada Rossi", "https://example.org/tiny"),
    ):
        assert word in printed
    assert len(paths) > 100, "faces are drawn"


def test_sell_sheet_shows_the_pieces_that_are_named(tiny):
    add(tiny, "\npitch: {pieces: [five]}\n")
    one = quoted(tiny, "--sell-sheet", folder="sell-sheet") / "tiny-sell-sheet.pdf"
    with pdfplumber.open(one) as pdf:
        few = len(pdf.pages[0].curves)
    tiny.edit("content/tiny/game.yaml", "pieces: [five]", "pieces: [five, boat]")
    quoted(tiny, "--sell-sheet")
    with pdfplumber.open(one) as pdf:
        assert len(pdf.pages[0].curves) > few


def test_box_of_the_game_is_in_the_request_and_what_it_does_not_hold_is_told(tiny, run):
    add(tiny, "\nbox: 305 × 225 × 12 mm")
    ran = run(tiny, "quote")
    assert ran.code == 0
    assert "E752" in {said.code for said in ran.problems}
    text = (tiny.output / "tiny/en/quote/tiny-request.md").read_text(encoding="utf-8")
    assert "305 × 225 × 12 mm inside (width, depth, height), of board 2 mm thick" in text
    again = run(tiny, "quote")
    assert again.problems == ran.problems


# Punchboards, special inks, folded boards


SHOP = """name: A factory
takes: x4
sources: {guide: {what: its guide to files, seen: 2026-11-27}}
plates: {names: {foil: Stamping}, source: guide}
punchboards:
  boards: [{width: 90mm, height: 70mm}]
  gap: 5mm
  nicks: {count: 3, width: 0.4mm}
  source: guide
"""


def put_shop(project):
    path = project.root / "content/shops/factory.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(SHOP, encoding="utf-8")


def request(project, *arguments):
    return (quoted(project, *arguments) / "tiny-request.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("asked", [("--board", "100x80mm"), ("--shop", "factory"), ()])
def test_boards_of_a_request_are_those_that_the_export_writes(tiny, asked):
    """Counted by another way: the lists that the export to punchboards writes of its files."""
    put_shop(tiny)
    if not asked:
        add(tiny, "\nbox: 110 × 90 × 60 mm")
    text = request(tiny, *asked)
    boards = rows_in(text, "part")  # of the parts
    assert {name for name, row in boards.items() if "punch" in row["besides straight cuts"]} == {
        "Coins",
        "Counters",
    }
    assert (boards["Coins"]["besides straight cuts"], boards["Coins"]["on a sheet"]) == (
        "on a punchboard",
        "",
    )
    (row,) = rows_in(text.partition("## Punchboards")[2], "part").values()
    assert tiny.run("export", "--to", "punchboard", *asked) == 0
    listed = (tiny.output / "tiny/en/punchboard/boards.csv").read_text(encoding="utf-8-sig")
    wanted = [*csv.DictReader(io.StringIO(listed))]
    assert row["boards a game"] == str(sum(int(board["copies"]) for board in wanted))
    assert row["different boards"] == str(len(wanted))
    assert row["dies"] == str(len({board["die"] for board in wanted}))
    size = " × ".join((wanted[0]["width_mm"], wanted[0]["height_mm"]))
    assert row["size (mm)"].replace(".0", "") == size.replace(".0", "")
    assert row["pieces on them"] == "14"
    sheets, _ = workbook(tiny.output / "tiny/en/quote/tiny-request.xlsx")
    assert sheets["Punchboards"][1][1] == float(row["boards a game"])
    with pdfplumber.open(tiny.output / "tiny/en/quote/tiny-request.pdf") as pdf:
        printed = " ".join(page.extract_text() for page in pdf.pages)
    assert "Punchboards" in printed
    assert "on a punchboard" in " ".join(printed.split())


def test_whole_boards_are_weighed_and_not_what_is_pressed_out(tiny):
    (tiny.root / "content/stocks.yaml").write_text(STOCKS, encoding="utf-8")
    alone, on_boards = request(tiny), request(tiny, "--board", "100x80mm")
    (row,) = rows_in(on_boards.partition("## Punchboards")[2], "part").values()
    boards = int(row["boards a game"])
    assert float(row["weight (g)"]) == pytest.approx(boards * 0.1 * 0.08 * 1500, abs=0.06)
    weights = [
        int(re.search(r"(?:weighs about|game weighs) (\d+) g", one)[1])
        for one in (alone, on_boards)
    ]
    pieces = sum(
        float(rows_in(alone, "part")[name]["weight (g)"]) for name in ("Coins", "Counters")
    )
    assert weights[1] - weights[0] == pytest.approx(float(row["weight (g)"]) - pieces, abs=1.1)
    assert "Coins and counters (empty, for what is pressed out)" in on_boards


def test_boards_have_prices_and_the_dies_of_their_own(tiny):
    prices = (
        "part,per,price\npunchboards:board,piece,0.5\npunchboards:board,tool,120\ncoin,tool,180\n"
    )
    (tiny.root / "content/tiny/prices.csv").write_text(prices, encoding="utf-8")
    folder = quoted(tiny, "--board", "100x80mm", "--quantities", "500")
    text = (folder / "tiny-request.md").read_text(encoding="utf-8")
    (row,) = rows_in(text.partition("## Punchboards")[2], "part").values()
    costs = (folder / "tiny-costs.md").read_text(encoding="utf-8")
    boards, dies = int(row["boards a game"]), int(row["dies"])
    assert float(rows_in(costs, "part")["Punchboards"]["500 games"]) == (
        500 * boards * 0.5 + dies * 120
    )
    assert float(rows_in(costs, "part")["Coins"]["500 games"]) == 0
    assert "in no sum: Cards, Tiles, Board, Deck" in costs


def test_what_no_board_holds_is_told_and_asked_for_alone(tiny, run):
    ran = run(tiny, "quote", "--board", "20x20mm")
    assert (ran.code, [said.code for said in ran.problems]) == (0, ["E792", "E792"])
    text = (tiny.output / "tiny/en/quote/tiny-request.md").read_text(encoding="utf-8")
    assert "Punchboards" not in text
    assert rows_in(text, "part")["Coins"]["besides straight cuts"] == "own die"


def test_pieces_without_room_for_nicks_are_told_and_asked_for_alone(tiny, run):
    put_shop(tiny)
    path = tiny.root / "content/shops/factory.yaml"
    text = path.read_text(encoding="utf-8").replace(
        "count: 3, width: 0.4mm", "count: 20, width: 5mm"
    )
    path.write_text(text, encoding="utf-8")
    ran = run(tiny, "quote", "--shop", "factory")
    assert ran.code == 0
    assert {said.code for said in ran.problems} == {"E794"}
    text = (tiny.output / "tiny/en/quote/tiny-request.md").read_text(encoding="utf-8")
    assert "## Punchboards" not in text


INKS = """
inks:
  gold: {sort: foil, plate: Gold}
  gloss: {sort: varnish}
"""
FOIL = '<rect x="5" y="5" width="9" height="9" fill="#c9a13b" data-ink="gold"/>'


@pytest.mark.parametrize(("asked", "plate"), [((), "Gold"), (("--shop", "factory"), "Stamping")])
def test_special_inks_stand_beside_the_four_with_their_sides(tiny, asked, plate):
    put_shop(tiny)
    add(tiny, INKS)
    path = tiny.root / "templates/tiny/card.svg.j2"
    path.write_text(
        path.read_text(encoding="utf-8").replace("{% endblock %}", f"{FOIL}{{% endblock %}}"),
        encoding="utf-8",
    )
    parts = rows_in(request(tiny, *asked), "part")
    assert parts["Cards"]["print"] == f"both sides, 4/4. Special plates: {plate} (foil; front)"
    assert parts["Tiles"]["print"] == "both sides, 4/4"


def test_folded_boards_are_told_and_lie_on_no_punchboard(tiny):
    add(tiny, "\nbox: {inside: 305 × 225 × 60 mm, folded: {coin: 2 × 1}}")
    text = request(tiny)
    tiny.edit("content/tiny/game.yaml", "folded: {coin: 2 × 1}", "folded: {board: 2 × 1}")
    board = request(tiny)
    size = rows_in(board, "part")["Board"]["size (mm)"].split(" × ")
    half = f"{float(size[0]) / 2:g} × {size[1]}"
    assert f"In it “Board” is folded to {half} mm, in 2 layers." in board
    assert "punch" in rows_in(board, "part")["Coins"]["besides straight cuts"]
    assert "punch" not in rows_in(text, "part")["Coins"]["besides straight cuts"]


def test_export_says_what_it_leaves_out_because_the_box_folds_it(tiny, run):
    add(tiny, "\nbox: {inside: 305 × 225 × 60 mm, folded: {coin: 2 × 1}}")
    ran = run(tiny, "export", "--to", "punchboard")
    assert (ran.code, "coin is folded in its box" in ran.out) == (0, True)
    named = run(tiny, "export", "--to", "punchboard", "--only", "coin")
    assert (named.code, "folded" in named.out) == (0, False)


# A whole game, counted by hand


MAPA = {
    "Map tiles": (6 * 40, 38, 38),
    "Counters of one": (225, 15, 15),
    "Counters of five": (158, 18, 18),
    "Castle boards": (2 * 6, 190, 140),
    "Battle board": (1, 184, 184),
    "Obstacles": (4 * 2, 28, 28),
    "Town and mine markers": (6 * 14, 14, 14),
    "Army markers": (6 * 5, 17.5, 17.5),
    "Battle markers": (6 * 5, 26, 26),
    "Markers of neutral troops": (5, 26, 26),
    "Camp sheets": (6, 190, 62),
    "Buildings": (14 * 6 + 3, 40, 25),
}
"""The parts of El Mapa of board: copies, width and height in mm."""

MAPA_CARDS = {
    "Spell cards": (12 * 6, 63, 88, 3),
    "First player and flights": (1 + 3 * 2, 18, 18, 0),
    "Finds and choices": (4, 96, 132, 0),
    "Resource cards": (8 * 3, 44, 67, 2.5),
    "Set-up": (5, 100, 95, 0),
    "Player aids": (6, 96, 132, 0),
}
"""Those of card, with the radius of their corners."""


def test_el_mapa_is_as_counted_by_hand(tmp_path):
    """Boards lie between what their area allows and what one kind a board would take."""
    quote = ["quote", "el-mapa", "--project", str(PROJECT.root), "--language", "en"]
    assert main([*quote, "--output", str(tmp_path)]) == 0
    text = (tmp_path / "el-mapa/en/quote/el-mapa-request.md").read_text(encoding="utf-8")
    parts = rows_in(text, "part")
    for name, (copies, width, height) in MAPA.items():
        assert (parts[name]["pieces"], parts[name]["size (mm)"]) == (
            str(copies),
            f"{width} × {height}",
        )
        assert "punchboard" in parts[name]["besides straight cuts"]
        grams = copies * width * height / 1e6 * 1490
        assert float(parts[name]["weight (g)"]) == pytest.approx(grams, abs=0.06)
    cards_mm2 = 0.0
    for name, (copies, width, height, radius) in MAPA_CARDS.items():
        area_mm2 = copies * (width * height - (4 - math.pi) * radius**2)
        cards_mm2 += area_mm2
        assert parts[name]["pieces"] == str(copies)
        assert float(parts[name]["weight (g)"]) == pytest.approx(area_mm2 / 1e6 * 300, abs=0.06)
    (row,) = rows_in(text.partition("## Punchboards")[2], "part").values()
    boards, room = int(row["boards a game"]), 290 - 10 - 6
    cells = [(copies, width + 6, height + 6) for copies, width, height in MAPA.values()]
    least = math.ceil(sum(n * width * height for n, width, height in cells) / room**2)
    most = sum(math.ceil(n / ((room // width) * (room // height))) for n, width, height in cells)
    assert least <= boards <= most
    assert row["pieces on them"] == str(sum(copies for copies, _, _ in MAPA.values()))
    boards_mm2 = boards * 280 * 280
    assert float(row["weight (g)"]) == pytest.approx(boards_mm2 / 1e6 * 1490, abs=0.06)
    nets_g = sum(
        float(row["weight (g)"])
        for name, row in parts.items()
        if name.endswith(("(tuck box)", "(tray)", "(lid)"))
    )
    leaves_mm2 = 16 / 2 * 148 * 210
    grams = boards_mm2 * 1490 / 1e6 + cards_mm2 * 300 / 1e6 + nets_g + leaves_mm2 * 100 / 1e6
    assert int(re.search(r"weighs about (\d+) g", text)[1]) == pytest.approx(grams, abs=1.2)
    cm3 = boards_mm2 * 2.2 + cards_mm2 * 0.35 + nets_g / 300 * 1e6 * 0.35 + leaves_mm2 * 0.1
    assert int(re.search(r"take (\d+) cm³", text)[1]) == pytest.approx(cm3 / 1000, abs=1.2)
