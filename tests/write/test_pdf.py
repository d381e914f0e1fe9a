"""The file as a whole, read back by other libraries."""

import shutil
import subprocess

import pypdf
import pytest
from msgspec.structs import replace

from fustella.core.geometry.shapes import Point
from fustella.core.values.model import SideName
from fustella.core.values.paper import Duplex
from fustella.core.values.sheets import Dot, Ring
from fustella.write import document_key, pdf_bytes
from tests.write.samples import (
    A4,
    PT_PER_MM,
    at,
    document,
    face,
    flood,
    name,
    page,
    plumber,
    reader,
    save,
    text,
    words_on,
)

CASTLE = face(flood("#cde") + text("Castello"))
MINE = face(flood("#edc") + text("Miniera più"))
FACES = {"castle": CASTLE, "mine": MINE, "castle-again": CASTLE}


def sample_pages():
    first = page(at("castle", 10, 10), at("castle", 40, 10), at("mine", 70, 10))
    return first, page(at("castle-again", 10, 50), at("mine", 40, 50))


def all_objects(pdf: bytes):
    opened = reader(pdf)
    for number in range(1, opened.trailer["/Size"]):
        yield pypdf.generic.IndirectObject(number, 0, opened).get_object()


def forms_of(pdf: bytes) -> dict[int, str]:
    """The face forms that pages use: object number to name."""
    return {
        reference.idnum: key
        for each in reader(pdf).pages
        for key, reference in each["/Resources"]["/XObject"].items()
        if "face" in key
    }


def test_pdf_bytes_on_a4_has_pages_of_its_size():
    pdf = pdf_bytes(document(FACES, *sample_pages()))
    for each in reader(pdf).pages:
        assert float(each.mediabox.width) == pytest.approx(A4.width_mm * PT_PER_MM, abs=0.002)
        assert float(each.mediabox.height) == pytest.approx(A4.height_mm * PT_PER_MM, abs=0.002)
        assert [float(edge) for edge in each.mediabox[:2]] == [0, 0]
        assert not each.get("/Rotate")


def test_pdf_bytes_with_equal_faces_stores_each_once():
    pdf = pdf_bytes(document(FACES, *sample_pages()))
    assert sorted(forms_of(pdf).values()) == ["/face-1", "/face-2"]
    drawn = [each.get_contents().get_data().count(b"/face-") for each in reader(pdf).pages]
    assert drawn == [3, 2]


def test_pdf_bytes_with_face_not_placed_leaves_it_out():
    with_mine = pdf_bytes(document(FACES, page(at("castle", 10, 10), at("mine", 70, 10))))
    without = pdf_bytes(document(FACES, page(at("castle", 10, 10))))
    assert len(forms_of(without)) == 1
    stored = [each for each in all_objects(without) if isinstance(each, pypdf.generic.StreamObject)]
    forms = [each for each in stored if each.get("/Subtype") == "/Form"]
    assert len(forms) == 2  # the face and the ruler
    assert len(without) < len(with_mine)


def test_pdf_bytes_of_equal_documents_are_equal():
    first = pdf_bytes(document(FACES, *sample_pages()))
    assert pdf_bytes(document(FACES, *sample_pages())) == first


def test_key_of_a_document_tells_what_is_shown_and_nothing_else():
    at_one = Point(30, 20)
    first, second = sample_pages()
    shown = [
        document(FACES, first, second),
        document(FACES, second, first),
        document(FACES, first, second, labels=("one", "two")),
        *(document(FACES, replace(first, marks=(mark,)), second)
          for mark in (Dot(at_one, 2), Ring(at_one, 2), Ring(at_one, 2.5))),
        replace(document(FACES, first, second), safe_mm={"mine": 3.0}),
        replace(document(FACES, first, second), duplex=Duplex.LONG_EDGE),
        document(FACES | {"mine": CASTLE}, first, second),
    ]  # fmt: skip
    keys = [document_key(one) for one in shown]
    assert len({*keys}) == len(shown)
    unused = face(flood("#111"))
    assert document_key(document(FACES, first, second)) == keys[0]
    more = {**shown[0].faces, name("unused"): unused}
    assert document_key(replace(shown[0], faces=more)) == keys[0]


def test_pdf_bytes_with_text_embeds_every_font():
    pdf = pdf_bytes(document(FACES, *sample_pages()))
    dictionaries = [each for each in all_objects(pdf) if isinstance(each, dict)]
    fonts = [each for each in dictionaries if each.get("/Type") == "/Font"]
    single = [font for font in fonts if font["/Subtype"] != "/Type0"]
    assert len(fonts) > len(single) > 1  # typst's fonts and the label's
    for font in single:
        assert {"/FontFile2", "/FontFile3"} & set(font["/FontDescriptor"])


def test_pdf_bytes_with_text_has_it_for_every_copy_and_label():
    pdf = pdf_bytes(document(FACES, *sample_pages(), labels=("Carte · 1 di 2", "Carte · 2 di 2")))
    assert words_on(pdf).count("Castello") == 2
    assert words_on(pdf).count("Miniera più") == 1
    assert "Carte · 1 di 2" in words_on(pdf)
    assert "Carte · 2 di 2" in words_on(pdf, 1)


def test_pdf_bytes_with_placements_has_text_at_their_places():
    lettered = {"one": face(text("X"))}
    pdf = pdf_bytes(document(lettered, page(at("one", 10, 10), at("one", 110.5, 220.25))))
    letters = [char for char in plumber(pdf).pages[0].chars if char["text"] == "X"]
    origins = [(char["matrix"][4] / PT_PER_MM, char["matrix"][5] / PT_PER_MM) for char in letters]
    expected = [(12, 297 - 18), (112.5, 297 - 228.25)]
    for found, wanted in zip(origins, expected, strict=True):
        assert found == pytest.approx(wanted, abs=0.01)


def test_pdf_bytes_without_duplex_asks_for_full_size_only():
    opened = reader(pdf_bytes(document(FACES, *sample_pages())))
    preferences = opened.trailer["/Root"]["/ViewerPreferences"]
    assert preferences["/PrintScaling"] == "/None"
    assert "/Duplex" not in preferences


@pytest.mark.parametrize(
    ("duplex", "wanted"),
    [(Duplex.LONG_EDGE, "/DuplexFlipLongEdge"), (Duplex.SHORT_EDGE, "/DuplexFlipShortEdge")],
)
def test_pdf_bytes_with_duplex_asks_for_it_when_there_are_backs(duplex, wanted):
    fronts = sample_pages()
    backs = [replace(page, side=SideName.BACK) for page in fronts]
    for pages, asked in ((fronts, "/Simplex"), ([*fronts, *backs], wanted)):
        printed = replace(document(FACES, *pages), duplex=duplex)
        opened = reader(pdf_bytes(printed))
        assert opened.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == asked


def test_pdf_bytes_with_title_and_labels_has_them_as_metadata():
    opened = reader(pdf_bytes(document(FACES, *sample_pages(), labels=("Città 1", "Città 2"))))
    assert opened.metadata.title == "Una scatola — già provata"
    assert opened.trailer["/Root"]["/Lang"] == "it"
    assert opened.page_labels == ["Città 1", "Città 2"]


def test_pdf_bytes_with_too_few_labels_raises():
    with pytest.raises(ValueError, match="argument"):
        pdf_bytes(document(FACES, *sample_pages(), labels=("only one",)))


def test_pdf_of_several_pages_passes_qpdf(tmp_path):
    if not shutil.which("qpdf"):
        pytest.skip("qpdf is not installed, so the file's structure is not checked")
    path = save(pdf_bytes(document(FACES, *sample_pages())), tmp_path)
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
