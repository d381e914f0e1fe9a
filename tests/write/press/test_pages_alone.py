"""What is said and done about a page follows from what that page shows, and from nothing else."""

import io

import pikepdf
import pytest

from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf
from fustella.core.geometry.dies import die_lines
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.draw.render import render
from fustella.write.press.file import Standard, press_file
from fustella.write.press.inks import PressInks
from fustella.write.press.plates import ink_of_pages, plates, special_plates
from fustella.write.press.special import inks_of_pages
from fustella.write.shop import DieLines, ShopDocument, shop_bytes
from tests.helpers.pdfx import broken_rules
from tests.write.press.test_press_files import BLURRED, FADING, GRADIENT, MASKED, press
from tests.write.press.test_special_inks import BLACK, GROUND, INKS, face, screen, square

FLAT = {
    "shape": GROUND,
    "letters": BLACK,
    "gradient": GRADIENT,
    "foil": square("gold"),
}
TRANSPARENT = {"opacity": FADING, "mask": MASKED, "filter": BLURRED, "varnish": square("gloss")}


@pytest.mark.parametrize("other", TRANSPARENT)
@pytest.mark.parametrize("name", FLAT)
def test_page_stays_flat_beside_a_transparent_one(name, other):
    pdf = screen(FLAT[name], TRANSPARENT[other], FLAT[name])
    special = [INKS["gold"]]
    made = press_file(pdf, PressInks(press()), "Inks", Standard.X1A, special)
    # In inks that are not known nothing is drawn.
    assert [at for at, _ in made.pictured] == ([] if other == "varnish" else [1])
    assert broken_rules(made.pdf, "PDF/X-1a:2003") == set()


def test_inks_of_a_page_are_those_that_it_shows():
    nested = f'<g transform="scale(0.5)"><g opacity="0.5">{square("warm")}</g></g>'
    pdf = screen(GROUND, square("gold"), square("gold") + nested)
    assert inks_of_pages(PlainPdf(pdf)) == [set(), {"gold"}, {"gold", "warm"}]


def with_dies(drawing, *, dies=True):
    """A page of 40 x 40 mm, with its cut."""
    one, at = face(drawing), FaceId("a", SideName.FRONT)
    lines = DieLines({at: die_lines(one.outline)}, PLAIN_NAMES, 0.3)
    rendered = render([[one]], None)
    more = {"dies": lines} if dies else {}
    return shop_bytes(ShopDocument("Inks", "en", (at,), {at: one}, rendered, **more))


@pytest.mark.parametrize("drawing", [GROUND, GRADIENT, BLURRED, GROUND + square("gold"), ""])
def test_die_lines_are_no_ink(drawing):
    inks = PressInks(press())
    dies, bare = with_dies(drawing), with_dies(drawing, dies=False)
    assert ink_of_pages(dies, inks, INKS) == ink_of_pages(bare, inks, INKS)
    first, second = (next(plates(pdf, inks, 50, INKS)).tobytes() for pdf in (dies, bare))
    assert first == second
    first, second = (next(special_plates(pdf, INKS, "gold", 50)) for pdf in (dies, bare))
    assert first.tobytes() == second.tobytes()


def pictured(pdf):
    """The file with a gradient of a sort that has no form in inks."""
    source = PlainPdf(pdf)
    objects = {number: source.object(number) for number in source.numbers_in_use}
    for number, one in objects.items():
        head = one.head.replace(b"/ShadingType 2", b"/ShadingType 1")
        objects[number] = PlainObject(head, one.stream)
    return plain_pdf(objects, source.root)


def test_page_that_becomes_a_picture_keeps_its_die_lines_and_has_none_in_its_art():
    files = [
        press_file(pictured(with_dies(GRADIENT, dies=dies)), PressInks(press()), "Inks")
        for dies in (True, False)
    ]
    assert [len(made.pictured) for made in files] == [1, 1]
    assert broken_rules(files[0].pdf) == set()
    pixels = list[bytes]()
    for made in files:
        with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
            page = pdf.pages[0]
            pixels.append(page.Resources.XObject["/P0"].read_bytes())
            operators = [str(one.operator) for one in pikepdf.parse_content_stream(page)]
            assert ("S" in operators) == (made is files[0])
            if made is files[0]:
                space = page.Resources.ColorSpace["/ink-cut"]
                assert [str(part) for part in space][1] == "/CutContour"
    assert pixels[0] == pixels[1]


@pytest.mark.parametrize("drawing", [GROUND, GRADIENT, FADING, BLURRED])
def test_die_lines_of_an_old_file_lie_on_their_plate_and_in_no_layer(drawing):
    """PDF/X-1a is PDF 1.4, which has no layers; pages of pictures keep their lines, too."""
    made = press_file(with_dies(drawing), PressInks(press()), "Inks", Standard.X1A)
    assert broken_rules(made.pdf, "PDF/X-1a:2003") == set()
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        (page,) = pdf.pages
        operators = [
            (str(one.operator), one.operands) for one in pikepdf.parse_content_stream(page)
        ]
        assert "/OCProperties" not in pdf.Root
        assert "/Properties" not in page.Resources
        assert [one[0] for one in operators].count("BMC") == 1
        assert not any("/OC" in map(str, operands) for _, operands in operators)
        (name,) = (operands[0] for operator, operands in operators if operator == "CS")
        assert str(page.Resources.ColorSpace[name][1]) == f"/{PLAIN_NAMES[PlateSort.CUT]}"
