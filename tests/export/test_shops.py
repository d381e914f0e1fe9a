"""PrintPlayGames and any print shop: pages, boxes, counts, the list of parts and the letter."""

import csv
import io
from collections import Counter
from functools import cache, partial

import pypdf
import pypdfium2
import pytest
from PIL import Image

from tests.conftest import TINY, TinyProject

PT = 72 / 25.4
COPIES = {"card": 18, "tile": 8, "coin": 6, "counter": 8, "board": 1}
COLOUR = """{% extends "_shared/face.svg.j2" %}{% block face %}
<rect x="-5" y="-5" width="90" height="90" fill="{{ colours.brick }}"/>{% endblock %}"""


def export(project, shop, *arguments):
    assert project.run("export", "--to", shop, *arguments) == 0
    folder = project.output / "tiny" / "en" / shop
    return folder / "part" if "--only" in arguments else folder


@pytest.fixture(scope="module")
def exported(built_tiny, tmp_path_factory):
    """Exports tiny for a shop, once for all tests: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("exported") / "project")
    built_tiny.write(project.root)
    return cache(partial(export, project))


def rows_of(folder, file):
    text = (folder / file).read_bytes().decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text, newline=""))]


def boxes(page):
    """The sizes of trim and page in mm, and how far the trim is inside."""
    left, bottom, right, top = (float(one) / PT for one in page["/TrimBox"])
    assert left == pytest.approx(bottom, abs=0.01)
    media = [float(one) / PT for one in page["/MediaBox"]]
    assert [float(one) / PT for one in page["/BleedBox"]] == pytest.approx(media, abs=0.01)
    assert (media[2] - right, media[3] - top) == pytest.approx((left, left), abs=0.01)
    return (round(right - left, 2), round(top - bottom, 2)), round(left, 3)


def pictures_of(path, dpi=60):
    document = pypdfium2.PdfDocument(path)
    return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]


# PrintPlayGames


def test_printplaygames_writes_pair_for_each_size(exported):
    folder = exported("printplaygames")
    found = {path.name: len(pypdf.PdfReader(path).pages) for path in folder.glob("*.pdf")}
    assert found == {
        "44x67mm-fronts.pdf": 18,
        "44x67mm-backs.pdf": 18,
        "40x46.19mm-hexagon-fronts.pdf": 8,
        "40x46.19mm-hexagon-backs.pdf": 8,
        "20x20mm-circle-fronts.pdf": 6,
        "15x15mm-fronts.pdf": 8,
        "300x220mm-fronts.pdf": 1,
    }


def test_printplaygames_page_n_of_the_backs_is_the_back_of_page_n(tiny):
    """Each back names its piece, and each front has its title; both are texts."""
    folder = export(tiny, "printplaygames", "--only", "card")
    fronts, backs = (
        [page.extract_text() for page in pypdf.PdfReader(folder / f"44x67mm-{side}.pdf").pages]
        for side in ("fronts", "backs")
    )
    named = {"Boat": "boat", "Hut": "hut", "Dragon": "dragon"}
    seen = Counter()
    for front, back in zip(fronts, backs, strict=True):
        (title,) = (title for title in named if title in front)
        assert named[title] in back
        seen[title] += 1
    assert seen == {"Boat": 12, "Hut": 2, "Dragon": 4}


def test_printplaygames_pages_have_boxes_with_at_least_two_millimetres(exported):
    folder = exported("printplaygames")
    for path in folder.glob("*.pdf"):
        for page in pypdf.PdfReader(path).pages:
            size, bleed_mm = boxes(page)
            assert path.name.startswith(f"{size[0]:g}x{size[1]:g}mm")
            assert bleed_mm == (2.0 if "44x67" in path.name else 3.175)


def test_printplaygames_shows_common_bleed_of_a_size(tiny):
    """Tiles with 5 mm of bleed; 3.175 of them are shown, and the middle stays the middle."""
    tiny.edit("content/tiny/game.yaml", "across_flats: 40mm", "across_flats: 40mm\n    bleed: 5mm")
    before = pictures_of(
        export(tiny, "printplaygames", "--only", "tile") / "40x46.19mm-hexagon-fronts.pdf"
    )
    page = pypdf.PdfReader(
        tiny.output / "tiny/en/printplaygames/part/40x46.19mm-hexagon-fronts.pdf"
    ).pages[0]
    assert boxes(page)[1] == 3.175
    assert "Meadow" in page.extract_text()  # vectors
    dark = before[0].convert("L").point(lambda level: 255 * (level < 100)).getbbox()
    assert (dark[0] + dark[2]) / 2 == pytest.approx(before[0].width / 2, abs=1.5)


def test_printplaygames_with_too_little_bleed_continues_the_edge_and_says_so(tiny, run):
    tiny.edit("content/tiny/game.yaml", "    bleed: 2mm\n", "    bleed: 1mm\n")
    for name in ("card", "card-back"):
        (tiny.root / "templates" / "tiny" / f"{name}.svg.j2").write_text(COLOUR)
    told = run(tiny, "export", "--to", "printplaygames", "--only", "card", "--force")
    assert [said.key for said in told.problems if said.code == "E803"] == ["kinds.card"]
    folder = tiny.output / "tiny" / "en" / "printplaygames" / "part"
    for picture in pictures_of(folder / "44x67mm-fronts.pdf"):
        assert picture.getcolors() == [(picture.width * picture.height, (176, 80, 60))]


def test_printplaygames_separates_pieces_by_stock(tiny):
    game = "content/tiny/game.yaml"
    tiny.edit_freely(game, "    width: 15mm\n    height: 15mm\n    stock: board", "    size: mini")
    tiny.edit(game, "of: {kind: [coin, counter]}", "of: {kind: coin}")
    tiny.edit(game, "    sheet: bits\n    fields: {front: {picture", "    fields: {front: {picture")
    folder = export(tiny, "printplaygames", "--only", "card,counter", "--force")
    assert {path.name for path in folder.glob("*.pdf")} == {
        "44x67mm-card-fronts.pdf",
        "44x67mm-card-backs.pdf",
        "44x67mm-one-sided-fronts.pdf",
    }


def test_printplaygames_has_no_marks_outside_of_the_bleed(tiny):
    """All pages of tiles in one colour are of that colour up to their edges."""
    path = tiny.root / "templates" / "tiny" / "counter.svg.j2"
    path.write_text(COLOUR)
    folder = export(tiny, "printplaygames", "--only", "counter", "--force")
    for picture in pictures_of(folder / "15x15mm-fronts.pdf"):
        assert len(picture.getcolors()) == 1


# Any print shop


def test_shop_writes_pdf_for_each_kind(exported):
    folder = exported("shop")
    pages = {
        path.stem.removeprefix("tiny-"): pypdf.PdfReader(path).pages
        for path in folder.glob("*.pdf")
    }
    sides = {"card": 2, "tile": 2}
    assert {kind: len(found) for kind, found in pages.items()} == {
        kind: copies * sides.get(kind, 1) for kind, copies in COPIES.items()
    }
    for kind, found in pages.items():
        assert {boxes(page)[1] for page in found} == {2.0 if kind == "card" else 0.0}


def test_shop_pdf_is_that_of_a_build_for_a_shop(exported, tiny):
    """The same pages, in the same order, by another way."""
    folder = exported("shop")
    assert tiny.run("build", "--shop") == 0
    (built,) = tiny.output.rglob("*shop*/tiny-card.pdf")
    one, two = (
        [page.extract_text() for page in pypdf.PdfReader(path).pages]
        for path in (folder / "tiny-card.pdf", built)
    )
    assert one == two


def test_shop_pictures_show_each_face_once_with_three_millimetres(exported):
    folder = exported("shop") / "pictures"
    found = sorted(folder.rglob("*.png"))
    assert len(found) == 2 * 3 + 2 * 2 + 1 + 4 + 1
    with Image.open(folder / "card" / "tiny-card-boat-front.png") as picture:
        assert picture.size == tuple(round((side + 6) / 25.4 * 300) for side in (44, 67))
        assert picture.mode == "RGB"
    assert len({path.read_bytes() for path in found}) == len(found)


def test_shop_parts_are_the_box(exported):
    folder = exported("shop")
    rows = rows_of(folder, "parts.csv")
    assert {row["part"]: int(row["quantity"]) for row in rows} == COPIES
    card = next(row for row in rows if row["part"] == "card")
    assert card["name"] == "Cards"
    assert (card["designs"], card["printed_sides"], card["shape"]) == ("3", "2", "rectangle")
    assert (card["width_mm"], card["height_mm"], card["corner_mm"]) == ("44.0", "67.0", "3.0")
    assert card["drawn_bleed_mm"] == "2.0"
    stock = (TINY / "content" / "stocks.yaml").read_text(encoding="utf-8")
    assert card["stock"] in stock
    assert (card["thickness_mm"], card["grams_m2"]) != ("", "")
    board = next(row for row in rows if row["part"] == "board")
    assert (board["stock"], board["thickness_mm"], board["printed_sides"]) == ("", "", "1")
    for row in rows:
        assert (folder / row["file"]).is_file()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Request for a quote: Tiny Island", "41 pieces of 5 kinds", "| Cards | 18 | 3 |")),
        (
            "it",
            ("Richiesta di preventivo: Isola minuscola", "41 pezzi di 5 tipi", "| Carte | 18 |"),
        ),
    ],
)
def test_shop_letter_speaks_the_language_of_the_game(tiny, language, said):
    assert tiny.run("export", "--to", "shop", "--language", language) == 0
    folder = tiny.output / "tiny" / language / "shop"
    letter = (folder / "request.md").read_text(encoding="utf-8")
    for text in said:
        assert text in letter
    assert "{" not in letter
    code = next(line for line in letter.splitlines() if "TI-" in line)
    assert tiny.run("export", "--to", "png", "--dpi", "72", "--language", language) == 0
    listed = (tiny.output / "tiny" / language / "png" / "pieces.json").read_text(encoding="utf-8")
    version = listed.partition('"version": "')[2].partition('"')[0]
    assert version
    assert version in code
    for copies in (1, 10, 100):
        assert f"\n| {copies} |  |" in letter
    decimals = "46.19" if language == "en" else "46,19"
    assert decimals in letter


def test_shop_letter_keeps_a_bar_in_a_name_inside_of_its_cell(tiny):
    tiny.edit("content/tiny/game.yaml", "{en: Coins, it: Monete}", '{en: "Co|ins", it: Monete}')
    letter = (export(tiny, "shop", "--only", "coin") / "request.md").read_text(encoding="utf-8")
    rows = (line for line in letter.splitlines() if line.startswith("| "))
    (line,) = (row for row in rows if "ins" in row and "Co" in row)
    assert line.startswith("| Co\\|ins | 6 | 1 |")


@pytest.mark.parametrize("shop", ["printplaygames", "shop"])
def test_shops_twice_give_equal_bytes_and_an_edited_card_changes_its_files(tiny, shop, capsys):
    folder = export(tiny, shop, "--only", "card")
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name[0] != "."]
    first = {path: path.read_bytes() for path in files}
    capsys.readouterr()
    export(tiny, shop, "--only", "card")
    assert "unchanged" in capsys.readouterr().out
    for path in files:
        path.unlink()
    export(tiny, shop, "--only", "card")
    assert {path: path.read_bytes() for path in files} == first
    tiny.edit("content/tiny/cards.yaml", "weight: 2.25", "weight: 3.25")
    export(tiny, shop, "--only", "card", "--force")
    changed = {path.name for path in files if path.read_bytes() != first[path]}
    assert (
        changed
        == {  # the backs share their fonts with the fronts
            "printplaygames": {"44x67mm-fronts.pdf", "44x67mm-backs.pdf"},
            "shop": {"tiny-card.pdf", "tiny-card-hut-front.png", "request.md"},
        }[shop]
    )
