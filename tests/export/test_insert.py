"""Inserts as files: all lies in the box, parts are at true size, lists say what lies where."""

import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from functools import cache, partial

import ezdxf
import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace

from fustella.core.geometry.shapes import Size
from fustella.core.geometry.trays import volume_mm3
from fustella.core.values.packed import Content, GameBox, PartSort
from fustella.core.values.problems import Place, ProblemsFound
from fustella.export.formats._insert_box import insert_room
from fustella.impose import pack_box
from tests.conftest import TinyProject
from tests.core.test_trays import is_closed
from tests.write.test_stl import read_stl

SVG = "{http://www.w3.org/2000/svg}"
WIDE = HIGH = 150


def with_box(project, room="150 × 150 × 40 mm"):
    project.edit("content/tiny/game.yaml", "\nkinds:\n", f"\nbox: {room}\nkinds:\n")
    return project


def export(project, form, *arguments):
    words = ("export", "--to", "insert", "--loose", "--form", form, *arguments)
    assert project.run(*words) == 0
    return project.output / "tiny" / "en" / f"insert-{form}"


@pytest.fixture(scope="module")
def exported(built_tiny, tmp_path_factory):
    """Exports the inserts of tiny, each once for all tests: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("inserts") / "project")
    built_tiny.write(project.root)
    return cache(partial(export, with_box(project)))


def rows_of(folder, file="trays.csv"):
    text = (folder / file).read_bytes().decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text, newline=""))]


NEEDED = {"Cards": (44, 67), "Tiles": (40, 46.19), "Coins": (20, 20), "Counters": (15, 15)}
"""What stands in the wells of tiny: the sizes of its pieces."""


@pytest.mark.parametrize("form", ["dividers", "trays", "stl", "laser"])
def test_each_pile_has_a_compartment_with_clearance(exported, form):
    rows = rows_of(exported(form))
    assert [row["number"] for row in rows] == ["1", "2", "3", "4"]
    assert {row["contents"]: row["copies"] for row in rows} == {
        "Cards × 18": "18", "Tiles × 8": "8", "Coins × 6": "6", "Counters × 8": "8",
    }  # fmt: skip
    for row in rows:
        room = sorted(float(row[side]) for side in ("width_mm", "depth_mm"))
        needed = sorted(NEEDED[row["contents"].partition(" ×")[0]])
        assert all(got >= want + 2 - 0.02 for got, want in zip(room, needed, strict=True))
        assert float(row["outside_height_mm"]) <= 40
        assert max(float(row["outside_width_mm"]), float(row["outside_depth_mm"])) <= 150


def test_clearance_is_kept_where_it_is_asked_for(tiny):
    rows = rows_of(export(with_box(tiny), "dividers", "--clearance", "3mm", "--lines", "svg"))
    assert {(row["width_mm"], row["depth_mm"]) for row in rows} >= {("26.0", "26.0")}


def test_strips_are_on_sheets_at_true_size_with_a_plan(exported):
    folder = exported("dividers")
    text = ""
    for page in pypdfium2.PdfDocument(folder / "tiny-dividers.pdf"):
        assert page.get_size() == pytest.approx((595.3, 841.9), abs=0.1)
        text += page.get_textpage().get_text_range()
    assert {"A1", "B1"} <= {*re.findall(r"[AB]\d", text)}
    assert "1 · Cards × 18" in text
    parts = rows_of(folder, "parts.csv")
    assert {row["height_mm"] for row in parts} == {"40.0"}
    assert max(float(row["width_mm"]) for row in parts) <= 150


def test_lines_of_strips_are_the_same_in_each_form(exported):
    folder = exported("dividers")
    parts = rows_of(folder, "parts.csv")
    root = ElementTree.fromstring((folder / "tiny-dividers-lines.svg").read_bytes())
    drawing = ezdxf.readfile(folder / "tiny-dividers-lines.dxf")
    assert len(root.findall(f".//{SVG}path")) == len(parts) == len([*drawing.modelspace()])
    for line, part in zip(drawing.modelspace(), parts, strict=True):
        xs, ys = ([point[axis] for point in line.get_points()] for axis in (0, 1))
        assert max(xs) - min(xs) == pytest.approx(float(part["width_mm"]), abs=0.01)
        assert max(ys) - min(ys) == pytest.approx(float(part["height_mm"]), abs=0.01)
    with pikepdf.open(folder / "tiny-dividers-lines.pdf") as pdf:
        assert len(pdf.pages) == 1


def test_trays_of_card_have_a_net_each_that_says_what_lies_in_it(exported):
    folder = exported("trays")
    text = "".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(folder / "tiny-trays.pdf")
    )
    for row in rows_of(folder):
        assert f"{row['number']} · {row['contents']}" in text
        root = ElementTree.fromstring((folder / f"{row['file']}.svg").read_bytes())
        labels = {group.get("id") for group in root.findall(f"{SVG}g")}
        assert labels == {"cut", "crease", "glue"}
        # The cut of the net is a cross: its base with a wall on either side.
        wide = float(root.get("width").removesuffix("mm")) - 20
        wall = float(row["height_mm"]) + 0.3
        bases = [float(row["outside_width_mm"]) - 0.3, float(row["outside_depth_mm"]) - 0.3]
        assert min(abs(wide - base - 2 * wall) for base in bases) < 0.02


def test_wells_with_boxes_alone_get_no_tray_of_card(tiny, capsys):
    with_box(tiny)
    assert tiny.run("export", "--to", "insert", "--form", "trays") == 0
    assert "wells without a tray, as boxes stand in them: 2" in capsys.readouterr().out
    (row,) = rows_of(tiny.output / "tiny" / "en" / "insert-trays")
    assert row["contents"] == "Tiles × 8"


def test_solids_are_closed_and_within_the_box(exported):
    folder = exported("stl")
    (file,) = folder.glob("*.stl")
    assert file.name == rows_of(folder)[0]["file"] == "tiny-part-1-card-tile-counter-coin.stl"
    _, facets = read_stl(file.read_bytes())
    mesh = [facet for _, facet in facets]
    assert is_closed(mesh)
    for axis, most in enumerate((150, 150, 40)):
        values = [corner[axis] for facet in mesh for corner in facet]
        assert min(values) == pytest.approx(0) and most - 1 < max(values) <= most
    assert 0 < volume_mm3(mesh) < 150 * 150 * 40 / 4


def test_trays_larger_than_the_bed_are_parted(tiny):
    folder = export(with_box(tiny), "stl", "--bed", "100x75mm")
    files = {*(row["file"] for row in rows_of(folder))}
    assert len(files) > 1 and files == {path.name for path in folder.glob("*.stl")}
    for file in files:
        _, facets = read_stl((folder / file).read_bytes())
        mesh = [facet for _, facet in facets]
        assert is_closed(mesh)
        sides = sorted(max(at[axis] for facet in mesh for at in facet) for axis in (0, 1))
        assert sides[0] <= 75 and sides[1] <= 100


def points_of(path):
    """The corners of a path of straight lines in an SVG."""
    pairs = re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d"))
    return [(float(x), float(y)) for x, y in pairs]


def test_laser_sheets_have_cuts_and_letters_in_two_colours(exported):
    folder = exported("laser")
    root = ElementTree.fromstring((folder / "tiny-laser-1.svg").read_bytes())
    engraved, cut = root.findall(f"{SVG}g")
    assert (engraved.get("id"), engraved.get("fill"), engraved.get("stroke")) == (
        *("engrave", "#000000", "none"),
    )
    assert (cut.get("id"), cut.get("fill"), cut.get("stroke")) == ("cut", "none", "#ff0000")
    parts = rows_of(folder, "parts.csv")
    assert {row["part"] for row in parts} >= {"bottom", "front", "back", "left", "right", "A1"}
    assert len(engraved) == len(parts)
    boxes = [
        (min(x for x, _ in way), min(y for _, y in way),
         max(x for x, _ in way), max(y for _, y in way))
        for way in map(points_of, cut)
    ]  # fmt: skip
    assert all(x0 > 0 and y0 > 0 and x1 < 600 and y1 < 300 for x0, y0, x1, y1 in boxes)
    # The holes come first; what frees a part is as large as the part, and the kerf.
    outer = boxes[-len(parts) :]
    got = sorted(sorted((round(x1 - x0, 2), round(y1 - y0, 2))) for x0, y0, x1, y1 in outer)
    want = sorted(
        sorted(round(float(row[side]) + 0.15, 2) for side in ("width_mm", "height_mm"))
        for row in parts
    )
    assert all(a == pytest.approx(b, abs=0.011) for a, b in zip(got, want, strict=True))
    for hole in boxes[: -len(parts)]:
        assert any(a <= hole[0] and b <= hole[1] and hole[2] <= c and hole[3] <= d
                   for a, b, c, d in outer)  # fmt: skip
    drawing = ezdxf.readfile(folder / "tiny-laser-1.dxf")
    layers = [line.dxf.layer for line in drawing.modelspace()]
    assert layers.count("cut") == len(boxes) and layers.count("engrave") > len(parts)


def test_walls_and_kerf_are_those_that_are_asked_for(tiny):
    folder = export(with_box(tiny), "laser", "--wall", "4mm", "--kerf", "0.3mm", "--finger", "20mm",
                    "--lines", "svg")  # fmt: skip
    assert not [*folder.glob("*.dxf")]
    assert {row["thickness_mm"] for row in rows_of(folder, "parts.csv")} == {"4.0"}
    root = ElementTree.fromstring((folder / "tiny-laser-1.svg").read_bytes())
    ways = [points_of(path) for path in root.findall(f"{SVG}g")[1]]
    (bottom,) = (way for way in ways if max(x for x, _ in way) - min(x for x, _ in way) > 149
                 and max(y for _, y in way) - min(y for _, y in way) > 149)  # fmt: skip
    # 142 mm within the walls: 7 fingers of 20.29 mm along each side, four of the bottom's own.
    xs = sorted({round(x - min(at for at, _ in bottom), 2) for x, _ in bottom})
    fingers = [4.3, 4.0 + 142 / 7 + 0.3]
    assert xs[0] == 0 and xs[-1] == pytest.approx(150.3, abs=0.02)
    assert any(at == pytest.approx(fingers[1], abs=0.02) for at in xs)


def test_things_that_do_not_lie_in_the_box_are_told(tiny, capsys):
    export(with_box(tiny), "dividers")
    said = capsys.readouterr()
    assert "E750 warning: Board (300 × 220 × 0.3 mm)" in said.err + said.out


def test_pile_larger_than_the_bed_is_told_and_others_get_their_trays(tiny, capsys):
    folder = export(with_box(tiny), "stl", "--bed", "60x60mm")
    assert "E758 warning: the tray for Cards × 18" in capsys.readouterr().err
    assert {row["contents"] for row in rows_of(folder)} == {
        "Tiles × 8", "Coins × 6", "Counters × 8",
    }  # fmt: skip
    for path in folder.glob("*.stl"):
        corners = [at for _, facet in read_stl(path.read_bytes())[1] for at in facet]
        assert max(max(at[:2]) for at in corners) <= 60


def test_bed_without_room_for_any_tray_is_told_and_nothing_is_made(tiny, capsys):
    with_box(tiny)
    words = ("export", "--to", "insert", "--loose", "--form", "stl", "--bed", "12x12mm")
    assert tiny.run(*words) == 1
    said = capsys.readouterr()
    assert "E758 the tray for" in said.err + said.out
    assert not [*tiny.output.rglob("*.stl")]


def test_material_that_leaves_no_height_is_told_with_what_has_no_room():
    place = Place("game.yaml", 1)
    box = GameBox(100, 100, 20, place=place, wall_mm=2, divider_mm=1)
    tall = Content(
        part="cube", sort=PartSort.KIND, name="Cubes", size=Size(16, 16), thickness_mm=16,
        copies=3, place=place,
    )  # fmt: skip
    packed = pack_box([tall], replace(box, height_mm=15))
    with pytest.raises(ProblemsFound) as told:
        insert_room(packed, box, 5, 0)
    (problem,) = told.value.problems
    assert problem.code == "E756"
    assert (
        problem.message == "a height of 15 mm is left above the insert's floor: no room for Cubes"
    )


LABELS = {
    "dividers": ("Divisori", "Si taglia lungo le linee continue", "cartone spesso 2 mm"),
    "trays": ("Vassoi", "si incollano le zone grigie", "La pianta mostra dove sta"),
}


@pytest.fixture(scope="module")
def italian(built_tiny, tmp_path_factory):
    project = TinyProject(tmp_path_factory.mktemp("italian") / "project")
    built_tiny.write(project.root)
    return with_box(project)


@pytest.mark.parametrize("form", LABELS)
def test_sheets_and_plans_speak_the_language_of_the_game(italian, form):
    assert (
        italian.run("export", "--to", "insert", "--loose", "--language", "it", "--form", form) == 0
    )
    (file,) = italian.output.rglob(f"tiny-{form}.pdf")
    pages = [*pypdfium2.PdfDocument(file)]
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    said = " ".join(text.split())
    assert all(words in said for words in LABELS[form])
    assert "dividers" not in said and "· trays" not in said


def test_walls_of_a_laser_box_are_engraved_in_the_language_of_the_game(italian):
    words = ("export", "--to", "insert", "--loose", "--language", "it", "--form", "laser")
    assert italian.run(*words) == 0
    (file,) = italian.output.rglob("insert-laser/parts.csv")
    labels = {row["part"]: row["label"] for row in rows_of(file.parent, "parts.csv")}
    assert labels["bottom"].endswith("· fondo")
    assert [labels[wall] for wall in ("front", "back", "left", "right")] == [
        *("davanti", "dietro", "sinistra", "destra"),
    ]


def test_names_in_letters_that_the_labels_lack_are_told(tiny, capsys):
    with_box(tiny)
    tiny.edit_freely(
        "content/tiny/game.yaml", "name: {en: Coins, it: Monete}", 'name: {en: "金貨", it: Monete}'
    )
    assert tiny.run("export", "--to", "insert", "--loose", "--form", "trays") == 0
    assert "as the font lacks letters of: 金貨; see trays.csv" in capsys.readouterr().out
