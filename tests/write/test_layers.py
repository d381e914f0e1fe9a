"""Layers as two other readers see them."""

import subprocess
from io import BytesIO
from shutil import which

import pypdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import ImageChops
from pypdf.generic import ArrayObject, NameObject

from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.values.sheets import Line, Placement, Trim
from fustella.write import PrintDocument, pdf_bytes
from tests.write.samples import (
    CARD,
    NO_SLUG,
    Picture,
    at,
    document,
    face,
    flood,
    name,
    page,
    reader,
)

FACES = {"red": face(flood("#f00"))}
TICK = Line(Point(20, 5), Point(20, 9))
FOLD = Line(Point(25, 45), Point(35, 45))


def sample(**changes) -> PrintDocument:
    one = at("red", 20, 10)
    front = page(one, marks=[TICK])
    trims = (Trim(CARD, one.box),)
    front = replace(front, **{"trims": trims, "folds": (FOLD,)} | changes.pop("page", {}))
    return replace(document(FACES, front, labels=("label",)), **changes)


def names(groups) -> list[str]:
    return [str(group.get_object()["/Name"]) for group in groups]


def properties(pdf: bytes):
    return reader(pdf).trailer["/Root"]["/OCProperties"]


def test_layers_of_italian_document_have_italian_names_and_states():
    found = properties(pdf_bytes(sample(safe_mm={"red": 3.0})))
    assert names(found["/OCGs"]) == ["Segni di taglio", "Linee di taglio", "Pieghe", "Zona sicura"]
    default = found["/D"]
    assert names(default["/Order"]) == names(found["/OCGs"])
    assert names(default["/ON"]) == ["Segni di taglio", "Pieghe"]
    assert names(default["/OFF"]) == ["Linee di taglio", "Zona sicura"]


def test_layers_of_page_without_pieces_are_absent():
    printed = document({}, page(marks=[TICK]), labels=("label",))
    assert "/OCProperties" not in reader(pdf_bytes(printed)).trailer["/Root"]


def switched(pdf: bytes, **states: bool) -> bytes:
    """The file with layers, by the start of their names, on or off at first."""
    writer = pypdf.PdfWriter(clone_from=BytesIO(pdf))
    found = writer._root_object["/OCProperties"]
    groups = {str(group.get_object()["/Name"]).split()[0]: group for group in found["/OCGs"]}
    on = {key: key in names_of_first(found["/D"]["/ON"]) for key in groups} | states
    for entry, wanted in (("/ON", True), ("/OFF", False)):
        kept = [group for key, group in groups.items() if on[key] is wanted]
        found["/D"][NameObject(entry)] = ArrayObject(kept)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def names_of_first(groups) -> list[str]:
    return [each.split()[0] for each in names(groups)]


def pixels(pdf: bytes):
    with pypdfium2.PdfDocument(pdf) as opened:
        return opened[0].render(scale=4).to_pil().convert("RGB")


def same(one: bytes, other: bytes) -> bool:
    return ImageChops.difference(pixels(one), pixels(other)).getbbox() is None


def test_layer_switched_off_is_not_drawn():
    whole = pdf_bytes(sample())
    assert same(switched(whole, Segni=False), pdf_bytes(sample(page={"marks": ()})))
    assert same(switched(whole, Pieghe=False), pdf_bytes(sample(page={"folds": ()})))
    assert same(whole, pdf_bytes(sample(page={"trims": ()})))
    assert not same(switched(whole, Linee=True), whole)


def test_cut_lines_switched_on_run_along_trim():
    shown = Picture(switched(pdf_bytes(sample()), Linee=True))
    edge = shown.colour(20.0, 25)
    assert edge[2] > 60  # magenta over red
    assert Picture(pdf_bytes(sample())).colour(20.01, 25)[2] < 60


def test_safe_zones_switched_on_are_drawn_for_every_shape():
    outlines = {
        "card": Outline.rectangle(20, 30, 3),
        "coin": Outline.circle(20),
        "tile": Outline.hexagon(20),
    }
    faces = {piece: face(flood("#fff"), outline) for piece, outline in outlines.items()}
    placed = [
        Placement(name(piece), Rect(20 + 40 * n, 20, o.size.width_mm, o.size.height_mm))
        for n, (piece, o) in enumerate(outlines.items())
    ]
    printed = document(faces, page(*placed, slug=NO_SLUG), labels=(".",))
    pdf = pdf_bytes(replace(printed, safe_mm=dict.fromkeys(outlines, 3.0)))
    shown = Picture(switched(pdf, Zona=True))
    for n in range(3):
        column = [shown.colour(23.0 + 40 * n, 20 + k * 0.05)[0] < 250 for k in range(600)]
        trim = [shown.colour(20.0 + 40 * n, 20 + k * 0.05)[0] < 250 for k in range(600)]
        assert any(column), n
        assert any(trim), n


def test_pdf_bytes_of_equal_documents_with_layers_are_equal():
    assert pdf_bytes(sample(safe_mm={"red": 2.0})) == pdf_bytes(sample(safe_mm={"red": 2.0}))


@pytest.mark.skipif(which("qpdf") is None, reason="qpdf is not installed")
def test_pdf_with_layers_passes_qpdf(tmp_path):
    path = tmp_path / "sheet.pdf"
    path.write_bytes(pdf_bytes(sample(safe_mm={"red": 2.0})))
    assert subprocess.run(["qpdf", "--check", path], check=False).returncode == 0
