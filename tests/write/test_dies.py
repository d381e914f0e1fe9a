"""Plates of die lines, as readers see them that share nothing with us: Ghostscript, pikepdf, …"""

import io
import math
import re
import subprocess
from shutil import which
from xml.etree import ElementTree

import ezdxf
import pikepdf
import pytest
from msgspec.structs import replace
from PIL import Image, ImageStat

from fustella.core.geometry.dies import die_lines
from fustella.core.geometry.outlines import ellipse
from fustella.core.geometry.shapes import Outline, Point, Rect, Size, area_of
from fustella.core.values.plates import PLAIN_NAMES, STEPS, PlateSort
from fustella.read.nets import die
from fustella.write import DieDocument, DiePage, Plates, dies_dxf, dies_pdf, dies_svg
from fustella.write.pdf.file import PdfFile

CARD = replace(
    Outline.rectangle(60, 40, 5),
    holes=(tuple(at.moved(10, 10) for at in ellipse(8, 8)),),
    folds=((Point(30, 0), Point(30, 40)),),
    slits=((Point(40, 5), Point(40, 15)),),
    perforations=((Point(50, 0), Point(50, 40)),),
)
NET = die(16).outline
SHOP = {
    **PLAIN_NAMES,
    PlateSort.CUT: "die-cut",
    PlateSort.HOLE: "die-cut",
    PlateSort.CREASE: "Fälz 1/2",
}


def document(outline=CARD, bleed_mm=3, names=PLAIN_NAMES):
    size = Size(outline.size.width_mm + 2 * bleed_mm, outline.size.height_mm + 2 * bleed_mm)
    trim = Rect(bleed_mm, bleed_mm, outline.size.width_mm, outline.size.height_mm)
    lines = tuple(line.moved(bleed_mm, bleed_mm) for line in die_lines(outline))
    return DieDocument("Dies", "en", (DiePage(size, trim, lines),), names)


def plates_of(pdf: bytes, folder) -> dict[str, Image.Image]:
    """The plates of the first page as Ghostscript separates them, dark where there is ink."""
    if which("gs") is None:
        pytest.skip("no Ghostscript (gs) here to separate plates")
    (folder / "dies.pdf").write_bytes(pdf)
    subprocess.run(
        ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r144", "-o", "plate.tif",
         "dies.pdf"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    found = {}
    for file in folder.glob("plate*(*).tif"):
        name = re.search(r"\((.+)\)\.tif$", file.name)[1]
        found[name] = Image.open(file).convert("L")
    return found


def inked(plate: Image.Image) -> float:
    return 255 - ImageStat.Stat(plate).mean[0]


def on_art(outline=CARD):
    """A page with a ground of all four inks, and die lines over it."""
    file = PdfFile("Art", "en")
    plates = Plates(file.objects)
    drawing = file.drawing(outline.size)
    drawing._operators.append("0.2 0.1 0.3 0.4 k")
    drawing.rect(Rect(0, 0, outline.size.width_mm, outline.size.height_mm))
    drawing.fill()
    plates.draw(drawing, die_lines(outline))
    file.add_page(drawing)
    file.finish(about=plates.in_catalog())
    return file.taken()


def test_each_sort_is_on_its_plate_alone(tmp_path):
    plates = plates_of(dies_pdf(document()), tmp_path)
    assert {*plates} == {
        *("Cyan", "Magenta", "Yellow", "Black"),
        *("CutContour", "Crease", "PerfCutContour", "Hole"),
    }
    for name, plate in plates.items():
        assert bool(inked(plate)) is (name not in ("Cyan", "Magenta", "Yellow", "Black"))


def test_lines_over_art_leave_its_inks_as_they_are(tmp_path):
    plates = plates_of(on_art(), tmp_path)
    for name, share in {"Cyan": 0.2, "Magenta": 0.1, "Yellow": 0.3, "Black": 0.4}.items():
        # One level everywhere: nothing was knocked out below the lines.
        low, high = plates[name].crop((4, 4, 160, 100)).getextrema()
        assert low == high == pytest.approx(255 * (1 - share), abs=2)
    assert inked(plates["CutContour"]) > 0


def test_areas_of_glue_are_filled(tmp_path):
    plates = plates_of(dies_pdf(document(NET, 0)), tmp_path)
    glued = sum(map(area_of, NET.glue))
    whole = NET.size.width_mm * NET.size.height_mm
    # Ghostscript paints every pixel that an area touches: less than one more on all sides.
    more = (
        sum(line.length_mm for line in die_lines(NET) if line.sort is PlateSort.GLUE) * 25.4 / 144
    )
    assert glued / whole < inked(plates["Glue"]) / 255 < (glued + more) / whole


def test_layers_have_processing_steps_and_all_are_in_order():
    with pikepdf.open(io.BytesIO(dies_pdf(document()))) as pdf:
        layers = pdf.Root.OCProperties
        assert len(layers.OCGs) == 4
        assert [*layers.D.Order] == [*layers.OCGs]
        assert str(layers.D.Name) == "Plates"
        assert "/AS" not in layers.D
        steps = {
            str(group.Name): str(group.GTS_Metadata.GTS_ProcStepsType).lstrip("/")
            for group in layers.OCGs
        }
        assert {str(group.GTS_Metadata.GTS_ProcStepsGroup) for group in layers.OCGs} == {
            "/Structural"
        }
        assert {str(group.Usage.Print.PrintState) for group in layers.OCGs} == {"/OFF"}
    assert steps == {
        PLAIN_NAMES[sort]: STEPS[sort].type
        for sort in (PlateSort.CUT, PlateSort.CREASE, PlateSort.PERFORATION, PlateSort.HOLE)
    }


def test_every_stroke_is_in_its_layer_and_overprints():
    with pikepdf.open(io.BytesIO(dies_pdf(document(names=SHOP)))) as pdf:
        page = pdf.pages[0]
        spaces, states = page.Resources.ColorSpace, page.Resources.ExtGState
        layer, space, state, seen = None, None, None, []
        for operands, operator in pikepdf.parse_content_stream(page):
            match str(operator):
                case "BDC":
                    layer = page.Resources.Properties[operands[1]]
                case "EMC":
                    layer = None
                case "CS":
                    space = spaces[operands[0]]
                case "gs":
                    state = states[operands[0]]
                case "S" | "f":
                    assert layer is not None and space[0] == "/Separation"
                    assert state.OP and state.op and state.OPM == 1
                    seen.append((str(layer.Name), str(space[1])[1:], str(space[2])))
        assert seen == [(name, name, "/DeviceCMYK") for name in
                        ("die-cut", "Fälz 1/2", "PerfCutContour", "die-cut")]  # fmt: skip
        mm = [float(x) / 72 * 25.4 for x in page.TrimBox]
        assert mm == pytest.approx([3, 3, 63, 43], abs=1e-3)


def test_separations_of_one_name_are_one_colour_space():
    with pikepdf.open(io.BytesIO(dies_pdf(document(names=SHOP)))) as pdf:
        spaces = pdf.pages[0].Resources.ColorSpace
        assert spaces["/ink-cut"].objgen == spaces["/ink-hole"].objgen
        assert spaces["/ink-cut"].objgen != spaces["/ink-crease"].objgen


def test_dxf_read_by_ezdxf_has_layers_arcs_and_circles():
    drawing = ezdxf.read(io.StringIO(dies_dxf(document(names=SHOP)).decode("cp1252")))
    assert not drawing.audit().errors
    assert {"die-cut", "Fälz 1_2", "PerfCutContour"} <= {layer.dxf.name for layer in drawing.layers}
    shapes = [*drawing.modelspace()]
    (circle,) = [each for each in shapes if each.dxftype() == "CIRCLE"]
    assert circle.dxf.radius == pytest.approx(4, abs=1e-3)
    assert circle.dxf.center.y == pytest.approx(46 - 3 - 14, abs=1e-3)
    (trim,) = [each for each in shapes if each.dxftype() == "LWPOLYLINE" and each.closed]
    bulges = sorted({round(bulge, 6) for *_, bulge in trim.get_points("xyb")})
    assert bulges == [pytest.approx(-math.tan(math.pi / 8), abs=1e-6), 0]


def test_svg_has_a_group_for_each_plate():
    root = ElementTree.fromstring(dies_svg(document(names=SHOP)))
    assert root.get("width") == "66.0mm" and root.get("viewBox") == "0 0 66.0 46.0"
    groups = root.findall("{http://www.w3.org/2000/svg}g")
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    shapes = {group.get(label): [each.tag.split("}")[1] for each in group] for group in groups}
    assert shapes == {
        "die-cut": ["path", "path", "circle"],
        "Fälz 1/2": ["path"],
        "PerfCutContour": ["path"],
    }


def test_dies_of_equal_documents_are_equal_bytes():
    assert dies_pdf(document()) == dies_pdf(document())
