"""What is drawn in a special ink stands on its own plate, and on no other."""

import io
import shutil
import subprocess

import pypdfium2
import pytest
from PIL import Image
from pypdf import PdfReader

from fustella.core.geometry.shapes import Outline
from fustella.core.values.inks import SpecialInk, ink_problems, named_for
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.core.values.problems import Place
from fustella.draw.inks import inked
from fustella.draw.render import render
from fustella.write.press.file import Standard, press_file
from fustella.write.press.inks import PressInks
from fustella.write.press.pictured import Parts
from fustella.write.press.plates import plates, special_plates
from fustella.write.shop import ShopDocument, shop_bytes
from tests.helpers.pdfx import broken_rules
from tests.write.press.test_press_files import press


def ink(name, sort, colour="#c9a13b", plate=""):
    return SpecialInk(name, plate or name.capitalize(), PlateSort(sort), colour, Place("game.yaml"))


INKS = {
    one.id: one
    for one in (
        *(ink("gold", "foil"), ink("gloss", "varnish", "#8a97a3"), ink("base", "white", "#ffffff")),
        *(ink("warm", "spot", "#e2001a"), ink("relief", "emboss", "#6f6f6f")),
    )
}
GROUND = '<rect width="40" height="40" fill="#2f7f9b"/>'
COVER = '<rect x="20" width="20" height="40" fill="#d03020"/>'
BLACK = (
    '<text x="6" y="26" font-family="Source Sans Pro" font-size="20" font-weight="700" '
    'fill="#1d1d1f">HH</text>'
)
FADED = '<g opacity="0.5"><path d="M0 34H40V40H0Z" fill="#202020"/><path d="M0 36H4V40Z"/></g>'


def square(name, more=""):
    return f'<rect x="10" y="10" width="20" height="20" data-ink="{name}" fill="#123456" {more}/>'


def face(drawing):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">'
        f"{drawing}</svg>"
    )
    return Face.drawn(inked(svg, INKS), Outline.rectangle(40, 40), 0.0)


def screen(*drawings):
    """Pages of 40 x 40 mm as a file for any shop."""
    ids = [FaceId(str(number), SideName.FRONT) for number in range(len(drawings))]
    faces = {one: face(drawing) for one, drawing in zip(ids, drawings, strict=True)}
    rendered = render([[*faces.values()]], None)
    return shop_bytes(ShopDocument("Inks", "en", tuple(ids), faces, rendered))


def written(*drawings, **options):
    return press_file(
        screen(*drawings), PressInks(press()), "Inks", special=[*INKS.values()], **options
    ).pdf


def covered(plate, box=(0, 0, 40, 40)):
    """How much of a box in mm a plate covers, from 0 to 1."""
    scale = plate.width / 40
    part = plate.crop(tuple(round(side * scale) for side in box))
    return sum(part.tobytes()) / 255 / (part.width * part.height)


@pytest.mark.parametrize("name", INKS)
@pytest.mark.parametrize("standard", Standard)
def test_file_keeps_all_rules(name, standard):
    pdf = written(GROUND + square(name) + BLACK, standard=standard)
    assert broken_rules(pdf, standard.value[1].decode()) == set()


@pytest.mark.parametrize("name", INKS)
def test_plate_has_what_is_drawn_in_its_ink_and_no_other_has(name):
    pdf = screen(GROUND + square(name), GROUND)
    first, second = special_plates(pdf, INKS, name)
    assert covered(first, (10.5, 10.5, 29.5, 29.5)) > 0.999
    assert covered(first) == pytest.approx(0.25, abs=0.01)
    assert covered(second) == 0
    others = [one for one in INKS if one != name]
    assert [covered(next(special_plates(pdf, INKS, other))) for other in others] == [0] * 4


@pytest.mark.parametrize("name", INKS)
def test_art_beneath_is_printed_unless_a_spot_colour_replaces_it(name):
    (with_ink,) = plates(screen(GROUND + square(name)), PressInks(press()), special=INKS)
    (without,) = plates(screen(GROUND), PressInks(press()))
    middle = (with_ink.width // 2, with_ink.height // 2)
    bare = (0, 0, 0, 0)
    assert with_ink.getpixel(middle) == (bare if name == "warm" else without.getpixel(middle))


@pytest.mark.parametrize("name", INKS)
def test_what_is_drawn_over_it_is_left_out_unless_it_lies_on_top(name):
    (plate,) = special_plates(screen(GROUND + square(name) + COVER), INKS, name)
    right = covered(plate, (21, 11, 29, 29))
    assert right == pytest.approx(0 if name in ("gold", "warm") else 1, abs=0.001)
    assert covered(plate, (11, 11, 19, 29)) > 0.999


@pytest.mark.parametrize(
    "around",
    [
        '<g transform="translate(5 0) scale(0.5)">{}</g>',
        '<clipPath id="c"><path d="M0 0H15V40H0Z"/></clipPath><g clip-path="url(#c)">{}</g>',
        '<g opacity="0.4" fill="none"><g transform="rotate(90 20 20)">{}</g></g>',
    ],
    ids=["moved", "clipped", "faded"],
)
def test_ink_that_lies_on_top_keeps_its_place(around):
    (low,) = special_plates(screen(around.format(square("gold"))), INKS, "gold")
    (top,) = special_plates(screen(around.format(square("gloss"))), INKS, "gloss")
    assert low.getbbox() == top.getbbox()


def test_half_opaque_part_is_half_of_its_ink():
    (plate,) = special_plates(screen(square("gold", 'fill-opacity="0.5"')), INKS, "gold")
    assert covered(plate, (11, 11, 29, 29)) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("gold", (201, 161, 59)),
        ("warm", (226, 0, 26)),
        ("base", (47, 127, 155)),
        ("gloss", (60, 131, 156)),
        ("relief", (56, 125, 148)),
    ],
)
def test_ink_is_shown_in_its_colour_at_home(name, shown):
    with pypdfium2.PdfDocument(screen(GROUND + square(name))) as document:
        drawn = document[0].render(1).to_pil().convert("RGB")
    pixel = drawn.getpixel((drawn.width // 2, drawn.height // 2))
    assert pixel == pytest.approx(shown, abs=3)


def layers(pdf):
    root = PdfReader(io.BytesIO(pdf)).root_object
    return {
        str(one["/Name"]): tuple(one["/GTS_Metadata"].values())
        for one in (each.get_object() for each in root.get("/OCProperties", {}).get("/OCGs", ()))
    }


def test_layers_have_the_processing_steps():
    pdf = written("".join(map(square, INKS)))
    assert layers(pdf) == {
        "Gold": ("/Structural", "/FoilStamping"),
        "Gloss": ("/Varnish",),
        "Base": ("/White",),
        "Relief": ("/Structural", "/Embossing"),
    }
    assert layers(written(square("gold"), standard=Standard.X1A)) == {}
    assert layers(written(GROUND)) == {}


needs_gs = pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript is not installed")


def separations(pdf, folder, page=1):
    """The plates of a page by Ghostscript, by name; 255 is all of an ink."""
    path = folder / "a.pdf"
    path.write_bytes(pdf)
    pages = [f"-dFirstPage={page}", f"-dLastPage={page}"]
    out = f"-sOutputFile={folder}/p.tif"
    quiet = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r72"]
    subprocess.run([*quiet, *pages, out, str(path)], check=True, capture_output=True)
    return {
        each.name[2:-5]: Image.open(each).convert("L").point(lambda level: 255 - level)
        for each in folder.glob("p(*).tif")
    }


@needs_gs
@pytest.mark.parametrize("standard", Standard)
def test_ghostscript_separates_the_same_plates(standard, tmp_path):
    drawing = GROUND + square("warm") + square("gold", 'transform="translate(-8 -8)"') + BLACK
    drawing += square("gloss", 'transform="translate(8 8)"')
    drawing += FADED if standard is Standard.X1A else ""
    found = separations(written(drawing, standard=standard), tmp_path)
    assert {"Gold", "Gloss", "Warm"} <= found.keys()
    assert "Base" not in found
    for name in ("gold", "gloss", "warm"):
        (own,) = special_plates(screen(drawing), INKS, name, 72)
        theirs = found[name.capitalize()].resize(own.size)
        assert covered(theirs) == pytest.approx(covered(own), abs=0.012)


@needs_gs
def test_black_letters_over_foil_are_left_out_of_it_and_overprint_the_art(tmp_path):
    found = separations(written(GROUND + square("gold") + BLACK), tmp_path)
    plain = separations(written(GROUND + BLACK), tmp_path)
    assert covered(found["Gold"], (10, 10, 30, 30)) < 0.85
    assert covered(found["Cyan"]) == pytest.approx(covered(plain["Cyan"]), abs=0.002)
    assert covered(found["Black"]) == pytest.approx(covered(plain["Black"]), abs=0.002)


@needs_gs
def test_parts_apart_have_only_the_ones_or_the_others(tmp_path):
    drawing = GROUND + square("gold") + COVER
    four = separations(written(drawing, parts=Parts.FOUR), tmp_path)
    assert "Gold" not in four
    (tmp_path / "apart").mkdir()
    special = separations(written(drawing, parts=Parts.SPECIAL), tmp_path / "apart")
    assert covered(special["Gold"]) == pytest.approx(0.125, abs=0.01)
    inks = ("Cyan", "Magenta", "Yellow", "Black")
    assert [covered(special[each]) for each in inks] == [0, 0, 0, 0]
    assert covered(four["Cyan"]) > 0.3


def test_names_of_a_shop_are_for_the_one_ink_of_a_sort():
    names = {**PLAIN_NAMES, PlateSort.FOIL: "Stamping", PlateSort.VARNISH: "UV"}
    gold, silver, gloss = ink("gold", "foil"), ink("silver", "foil"), ink("gloss", "varnish")
    assert [one.plate for one in named_for([gold, gloss], names)] == ["Stamping", "UV"]
    assert [one.plate for one in named_for([gold, silver], names)] == ["Gold", "Silver"]
    assert [one.plate for one in named_for([gold, gloss], PLAIN_NAMES)] == ["Gold", "Gloss"]


@pytest.mark.parametrize(
    ("plates_of", "codes"),
    [
        (("Gold", "Silver"), []),
        (("Gold", "gold"), ["E790"]),
        (("Cutcontour", "Gold"), ["E790"]),
        (("MAGENTA", "all"), ["E791", "E791"]),
    ],
)
def test_names_with_two_meanings_are_told(plates_of, codes):
    inks = [ink(f"i{at}", "foil", plate=name) for at, name in enumerate(plates_of)]
    assert [problem.code for problem in ink_problems(inks)] == codes
