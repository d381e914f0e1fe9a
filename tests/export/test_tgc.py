"""Pictures for The Game Crafter: products, sizes to the pixel, quantities, and the user's table."""

import csv
import io
import re

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from fustella.core.files.project import RESOURCES
from fustella.core.geometry.shapes import Outline
from fustella.export.formats._products import THICK, THIN, fit_of, products_at
from tests.conftest import TinyProject
from tests.export.games import exported_game

HEADS = "identity,what,shape,width_px,height_px,finished_width_mm,finished_height_mm\n"
CARD_MM = (44.0, 67.0)


def export(project, *arguments):
    assert project.run("export", "--to", "tgc", *arguments) == 0
    folder = project.output / "tiny" / "en" / "tgc"
    return folder / "part" if "--only" in arguments else folder


@pytest.fixture(scope="module")
def exported(built_tiny, tmp_path_factory):
    """The pictures of all pieces of tiny, exported once: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("exported") / "project")
    built_tiny.write(project.root)
    return export(project)


def rows_of(folder, file="tgc.csv"):
    text = (folder / file).read_bytes().decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text, newline=""))]


def own_table(project, rows):
    path = project.root / "content" / "products-tgc.csv"
    path.write_text(HEADS + rows, encoding="utf-8")


def package_table():
    path = RESOURCES / "products" / "tgc.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {row["identity"]: row for row in csv.DictReader(file)}


def hashes(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name[0] != "."
    }


def test_tgc_pictures_have_the_size_of_their_product_to_the_pixel(exported):
    sizes = {
        name: (int(row["width_px"]), int(row["height_px"])) for name, row in package_table().items()
    }
    found = sorted(exported.rglob("*.png"))
    assert len(found) > 10
    for path in found:
        with Image.open(path) as picture:
            assert picture.size == sizes[path.parent.name], path
            assert picture.mode == "RGB"
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.02)


def test_tgc_quantities_are_the_copies_of_the_box(exported, tiny, capsys):
    rows = rows_of(exported)
    capsys.readouterr()
    assert tiny.run("list") == 0
    total = next(line for line in capsys.readouterr().out.splitlines() if " all " in line)
    assert sum(int(row["quantity"]) for row in rows) == int(total.split()[2])
    boat = next(row for row in rows if row["id"] == "boat")
    assert (boat["quantity"], boat["name"], boat["kind"]) == ("12", "Boat", "card")


def test_tgc_list_names_all_pictures_and_no_others(tiny):
    back = "templates/tiny/card-back.svg.j2"
    tiny.edit(back, "{{ text(piece.id,", "{{ text('Tiny',")  # all but the dragon's are alike
    folder = export(tiny)
    rows = rows_of(folder)
    named = {row[side] for row in rows for side in ("front", "back")} - {""}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}
    assert named == there
    backs = {row["id"]: row["back"] for row in rows if row["kind"] == "card"}
    assert backs["boat"] == backs["hut"] == "DominoDeck/card-back.png" != backs["dragon"]
    assert all(row["front"].startswith(f"{row['identity']}/") for row in rows)


def test_tgc_warns_with_the_difference_to_the_nearest_product(tiny, run):
    own_table(tiny, "Narrow,deck,rectangle,600,900,43.1,68.1\nFar,deck,rectangle,900,1125,60,90\n")
    told = run(tiny, "export", "--to", "tgc", "--only", "card")
    problem = next(said for said in told.problems if said.code == "E801")
    assert problem.key == "kinds.card"
    assert "Narrow, is 0.9 mm narrower and 1.1 mm higher" in problem.message
    assert "43.1 x 68.1 mm" in problem.hint
    (difference,) = {row["difference"] for row in rows_of(tiny.output / "tiny/en/tgc/part")}
    assert difference == "0.9 mm narrower and 1.1 mm higher"


def test_tgc_of_a_size_that_agrees_warns_of_nothing(tiny, run):
    own_table(tiny, "Fits,deck,rectangle,600,900,44.4,66.6\nNear,deck,rectangle,600,900,44.6,67\n")
    told = run(tiny, "export", "--to", "tgc", "--only", "card")
    assert {said.code for said in told.problems} == {"E803"}  # the bleed of tiny's cards
    rows = rows_of(tiny.output / "tiny/en/tgc/part")
    assert {row["identity"] for row in rows} == {"Fits"}
    assert {row["difference"] for row in rows} == {""}


def test_tgc_leaves_out_what_is_larger_than_all_products(tiny, run):
    own_table(tiny, "Small,deck,rectangle,300,450,20,30\nLarger,deck,rectangle,500,700,40,55\n")
    told = run(tiny, "export", "--to", "tgc", "--only", "card")
    problem = next(said for said in told.problems if said.code == "E801")
    assert "the largest, Larger, has 40 x 55 mm: it is left out" in problem.message
    assert rows_of(tiny.output / "tiny/en/tgc/part") == []


def test_tgc_table_of_the_user_takes_the_place_of_the_packages(tiny):
    before = rows_of(export(tiny, "--only", "coin"))
    own_table(tiny, "MyCoin,chit,circle,333,333,20,20\n")
    after = rows_of(folder := export(tiny, "--only", "coin"))
    assert {row["identity"] for row in before} == {"MediumCircleChit"}
    assert {row["identity"] for row in after} == {"MyCoin"}
    with Image.open(folder / after[0]["front"]) as picture:
        assert picture.size == (333, 333)
    assert not (folder / before[0]["front"]).exists()


@pytest.mark.parametrize(
    ("content", "line", "column", "said"),
    [
        (HEADS + "A,deck,rectangle,x,900,44,67\n", 2, "width_px", "`x` is no size"),
        (HEADS + "A,deck,rectangle,600,900,44,-1\n", 2, "finished_height_mm", "`-1` is no size"),
        (HEADS + "\nA,dekc,rectangle,600,900,44,67\n", 3, "what", "`dekc` is not known"),
        (HEADS + "A,deck,oval,600,900,44,67\n", 2, "shape", "`oval` is not known"),
        (HEADS + "../A,deck,rectangle,600,900,44,67\n", 2, "identity", "names no product"),
        (HEADS + 2 * "A,deck,rectangle,600,900,44,67\n", 3, "identity", "stands twice"),
        (HEADS + "A,deck,rectangle,900,600,44,67\n", 2, "height_px", "less than 67 mm at 300"),
        (HEADS + "A,deck\n", 2, "shape", "`` is not known"),
        (HEADS.replace("shape", "form"), 1, "shape", "the column `shape` is missing"),
        (HEADS + 'A,"deck\n', 2, "", "no table of products"),
        (HEADS + "A\0B,deck,rectangle,600,900,44,67\n", 2, "identity", "names no product"),
        (HEADS, 1, "", "no product is in it"),
        ("", 0, "", "no product is in it"),
    ],
)
def test_tgc_with_a_faulty_table_names_line_and_column(tiny, run, content, line, column, said):
    path = tiny.root / "content" / "products-tgc.csv"
    path.write_text(content, encoding="utf-8")
    told = run(tiny, "export", "--to", "tgc", "--only", "card")
    assert told.code == 1
    assert {(one.code, one.file) for one in told.problems} == {("E806", "content/products-tgc.csv")}
    (problem,) = (one for one in told.problems if (one.line, one.key) == (line, column))
    assert said in problem.message
    assert problem.hint
    assert "Traceback" not in told.err
    assert not (tiny.output / "tiny" / "en" / "tgc").exists()


def test_tgc_with_a_table_that_is_no_text_names_its_line(tiny, run):
    path = tiny.root / "content" / "products-tgc.csv"
    path.write_bytes(HEADS.encode() + "Spielkärtchen".encode("latin-1"))
    told = run(tiny, "export", "--to", "tgc", "--only", "card")
    assert [(said.code, said.line) for said in told.problems] == [("E806", 2)]


def test_tgc_with_a_table_outside_of_the_project_is_refused(tiny, run, tmp_path):
    (tmp_path / "mine.csv").write_text(HEADS + "A,deck,rectangle,600,900,44,67\n")
    (tiny.root / "content" / "products-tgc.csv").symlink_to(tmp_path / "mine.csv")
    told = run(tiny, "export", "--to", "tgc", "--only", "card")
    assert [(said.code, said.file) for said in told.problems] == [
        ("E131", "content/products-tgc.csv")
    ]


def test_tgc_reads_a_table_of_a_spreadsheet_program_with_semicolons_and_commas(tiny):
    path = tiny.root / "content" / "products-tgc.csv"
    table = (HEADS + "A,deck,rectangle,600,900,44.5,67.5\n").replace(",", ";").replace(".", ",")
    path.write_bytes(table.replace("\n", "\r\n").encode("utf-8-sig"))
    assert {row["identity"] for row in rows_of(export(tiny, "--only", "card"))} == {"A"}


CORNER = """{% extends "_shared/face.svg.j2" %}
{% block face %}
  <path d="{{ outline }}" fill="{{ colours.sand }}"/>
  {% set colour = colours.brick if side == "front" else "#000000" %}
  <rect x="5" y="4" width="20" height="6" fill="{{ colour }}"/>
{% endblock %}
"""


def test_tgc_turns_a_level_piece_and_its_back_the_other_way_round(tiny):
    """A mark in the top left corner goes to the right with the front, to the left with the back."""
    tiny.edit_freely("content/tiny/game.yaml", "size: mini", "width: 67mm\n    height: 44mm")
    for name in ("card", "card-back"):
        path = tiny.root / "templates" / "tiny" / f"{name}.svg.j2"
        path.write_text(CORNER, encoding="utf-8")
    own_table(tiny, "Upright,deck,rectangle,600,900,44,67\n")
    folder = export(tiny, "--only", "card", "--force")
    left, right, top, bottom = 120, 480, 130, 770
    for side, colour, corner in (
        ("front", (176, 80, 60), (right, top)),
        ("back", (0, 0, 0), (left, bottom)),
    ):
        path = sorted(folder.glob(f"Upright/*{side}.png"))[0]
        with Image.open(path) as picture:
            assert picture.size == (600, 900)
            corners = [(x, y) for x in (left, right) for y in (top, bottom)]
            assert [at for at in corners if picture.getpixel(at) == colour] == [corner], side


def test_tgc_artwork_is_in_the_middle_and_not_scaled(tiny):
    """The picture at the trim alone is found in the middle of that for the product."""
    own_table(tiny, "Fits,deck,rectangle,620,901,44,67\n")
    folder = export(tiny, "--only", "card")
    assert tiny.run("export", "--to", "png", "--only", "card") == 0
    with Image.open(folder / "Fits" / "card-boat-front.png") as picture:
        wide, high = (round(length / 25.4 * 300) for length in CARD_MM)
        left, top = (620 - wide) // 2, (901 - high) // 2
        inner = picture.crop((left + 40, top + 40, left + wide - 40, top + high - 40))
    alone = tiny.output / "tiny" / "en" / "png" / "part" / "card" / "tiny-card-boat-front.png"
    with Image.open(alone) as picture:
        other = picture.convert("RGB").crop((40, 40, wide - 40, high - 40))
    small = [one.resize((60, 60), Image.Resampling.BOX).tobytes() for one in (inner, other)]
    assert max(abs(a - b) for a, b in zip(*small, strict=True)) < 24


FACE = '{% extends "_shared/face.svg.j2" %}{% block face %}DRAWN{% endblock %}'


def template(project, name, drawn):
    path = project.root / "templates" / "tiny" / f"{name}.svg.j2"
    path.write_text(FACE.replace("DRAWN", drawn), encoding="utf-8")


@pytest.mark.parametrize("bleed", ["0mm", "1mm"])
@pytest.mark.parametrize(
    ("kind", "size", "product"),
    [
        ("tile", "across_flats: 40mm", "Hex,deck,hexagon,750,750,46.19,40"),
        ("coin", "diameter: 20mm", "Coin,chit,circle,300,300,20,20"),
        ("card", "corner: 3mm\n    bleed: 2mm", "Card,deck,rectangle,620,901,44,67"),
    ],
)
def test_tgc_around_what_is_drawn_there_is_no_sliver_of_the_page(tiny, kind, size, product, bleed):
    """Neither at tips and smoothed edges, nor beyond round corners."""
    before, _, _ = size.partition("\n")
    tiny.edit_freely("content/tiny/game.yaml", size, f"{before}\n    bleed: {bleed}")
    tiny.edit("content/tiny/game.yaml", "    edge: sand ", "    # edge: sand ")
    drawn = '<path d="{{ outline }}" fill="{{ colours.brick }}"/>'
    if bleed != "0mm":
        drawn = '<rect x="-5" y="-5" width="90" height="90" fill="{{ colours.brick }}"/>'
    for name in (kind, "card-back"):
        template(tiny, name, drawn)
    own_table(tiny, f"{product}\n")
    found = sorted(export(tiny, "--only", kind, "--force").rglob("*.png"))
    assert found
    for path in found:
        with Image.open(path) as picture:
            plain = Image.new("RGB", picture.size, (176, 80, 60))
            off = max(high for _, high in ImageChops.difference(picture, plain).getextrema())
            assert off <= 3, path


def test_tgc_of_a_much_larger_product_has_one_colour_beyond_the_bleed(tiny):
    """The card is striped; up to the bleed its stripes go on, beyond it they do not."""
    striped = "".join(
        f'<rect x="{x}" y="-5" width="3" height="90" fill="{{{{ colours.sea }}}}"/>'
        for x in range(1, 44, 6)
    )
    for name in ("card", "card-back"):
        template(tiny, name, '<path d="{{ outline }}" fill="{{ colours.sand }}"/>' + striped)
    own_table(tiny, "Far,deck,rectangle,1200,1500,90,120\n")
    folder = export(tiny, "--only", "card", "--force")
    high = round((CARD_MM[1] + 6.35) / 25.4 * 300)
    with Image.open(folder / "Far" / "card-boat-front.png") as picture:
        edge = (1500 - high) // 2
        beyond = picture.crop((0, 0, picture.width, edge))
        assert len(beyond.getcolors()) == 1
        within = picture.crop((400, edge, 800, edge + 10))
        assert len(within.getcolors(1 << 16)) > 1


def test_tgc_back_on_a_product_with_one_side_is_told(tiny, run):
    path = tiny.root / "content" / "products-tgc.csv"
    rows = "Fits,deck,rectangle,600,900,44,67,1\nTwo,deck,rectangle,800,1100,60,90,2\n"
    path.write_text(HEADS.replace("\n", ",sides\n") + rows)
    assert {row["identity"] for row in rows_of(export(tiny, "--only", "card"))} == {"Two"}
    path.write_text(HEADS.replace("\n", ",sides\n") + rows.replace(",2\n", ",1\n"))
    told = run(tiny, "export", "--to", "tgc", "--only", "card")
    assert any("the back is left out" in said.message for said in told.problems)
    assert {row["back"] for row in rows_of(tiny.output / "tiny/en/tgc/part")} == {""}


def test_tgc_twice_gives_equal_bytes_and_an_edited_card_changes_one_picture(tiny, capsys):
    folder = export(tiny, "--only", "card")
    first = hashes(folder)
    capsys.readouterr()
    export(tiny, "--only", "card")
    assert "unchanged" in capsys.readouterr().out
    for path in folder.rglob("*.png"):
        path.unlink()
    export(tiny, "--only", "card")
    assert hashes(folder) == first
    tiny.edit("content/tiny/cards.yaml", "weight: 2.25", "weight: 3.25")
    export(tiny, "--only", "card", "--force")
    after = hashes(folder)
    changed = {name for name in first if first[name] != after[name]}
    assert changed == {"DominoDeck/card-hut-front.png"}
    assert first.keys() == after.keys()


def test_tgc_says_that_dpi_is_that_of_the_shop(tiny, run):
    told = run(tiny, "export", "--to", "tgc", "--only", "coin", "--dpi", "72")
    assert "300 dpi" in told.out
    for path in (tiny.output / "tiny/en/tgc/part").rglob("*.png"):
        with Image.open(path) as picture:
            assert picture.size == (300, 300)


@pytest.mark.parametrize("shop", ["tgc", "mpc"])
def test_product_tables_name_each_product_once(shop):
    path = RESOURCES / "products" / f"{shop}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert len({row["identity"] for row in rows}) == len(rows) > 5
    for row in rows:
        assert re.fullmatch(r"[A-Za-z0-9-]+", row["identity"])
        if row["what"] not in (*THIN, *THICK) or row["shape"] == "other":
            continue
        for side in ("width", "height"):
            cut_px = float(row[f"finished_{side}_mm"]) / 25.4 * 300
            assert cut_px - 1 <= int(row[f"{side}_px"]) <= cut_px + 140, row


@pytest.mark.parametrize(
    ("size_mm", "identity"),
    [
        ((63, 88), "EuroPokerDeck"),
        ((88, 63), "EuroPokerDeck"),
        ((63.5, 88.9), "PokerDeck"),
        ((57, 89), "BridgeDeck"),
        ((70, 70), "EuroSquareDeck"),
        ((152.4, 101.6), "PostcardMat"),
        ((69.85, 120.65), "TarotDeck"),
    ],
)
def test_sizes_that_are_sold_find_the_plain_product(tiny, size_mm, identity):
    game = exported_game(tiny, only=("card",))
    piece = game.pieces[0]
    kind = replace(piece.kind, outline=Outline.rectangle(*size_mm, 3.0))
    other = replace(piece, piece=replace(piece.piece, kind=kind))
    fit = fit_of(other, products_at(game, "tgc").products, 0.5)
    assert (fit.product.identity, fit.agrees) == (identity, True)
    assert fit.turned is (size_mm == (88, 63))
