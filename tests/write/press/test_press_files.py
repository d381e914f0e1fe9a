"""Files for a press keep the rules of PDF/X, and each rule that is broken is found."""

import importlib.util
import io
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageCms

from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf
from fustella.core.files.project import RESOURCES
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, SideName
from fustella.draw.render import render
from fustella.write.pdfx import Press
from fustella.write.press.file import PressFile, Standard, press_file
from fustella.write.press.inks import PressInks
from fustella.write.press.plates import ink_of_pages, plates
from fustella.write.shop import ShopDocument, shop_bytes
from tests.helpers.colours import delta_e_2000, lab_of
from tests.helpers.pdfx import broken_rules

BLACK_TEXT = (
    '<rect width="40" height="40" fill="#2f7f9b"/>'
    '<text x="4" y="12" font-family="Source Sans Pro" font-size="6" fill="#1d1d1f">Black</text>'
    '<path d="M4 20H36" stroke="#000" stroke-width="0.4"/>'
)
GRADIENT = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#d03020"/>'
    '<stop offset="1" stop-color="#20a0d0"/></linearGradient></defs>'
    '<rect width="40" height="40" fill="url(#g)"/>'
)
FADING = (
    '<rect width="40" height="40" fill="#eecc22"/>'
    '<g opacity="0.5"><circle cx="15" cy="20" r="12" fill="#c02020"/>'
    '<circle cx="25" cy="20" r="12" fill="#2020c0"/></g>'
)
MASKED = (
    '<mask id="m"><rect width="40" height="40" fill="#000"/>'
    '<circle cx="20" cy="20" r="14" fill="#fff"/></mask>'
    '<rect width="40" height="40" fill="#309050" mask="url(#m)"/>'
)
BLURRED = (
    '<filter id="b"><feGaussianBlur stdDeviation="1"/></filter>'
    '<circle cx="20" cy="20" r="10" fill="#a02090" filter="url(#b)"/>'
)
GREYS = (
    '<rect width="40" height="40" fill="#808080"/>'
    '<rect x="5" y="5" width="30" height="30" fill="#000"/>'
)
DRAWINGS = {
    "black text": BLACK_TEXT,
    "gradient": GRADIENT,
    "opacity": FADING,
    "mask": MASKED,
    "filter": BLURRED,
    "greys": GREYS,
}


@cache
def press() -> Press:
    return Press.described_by((RESOURCES / "press" / "plain.icc").read_bytes())


@cache
def screen(name: str, copies: int = 1) -> bytes:
    """Pages of 40 x 40 mm with one face as a file for any shop."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">'
        f"{DRAWINGS[name]}</svg>"
    )
    face, side = Face.drawn(svg, Outline.rectangle(40, 40), 0.0), FaceId("a", SideName.FRONT)
    rendered = render([[face]], None)
    return shop_bytes(ShopDocument("A & B", "en", (side,) * copies, {side: face}, rendered))


@cache
def written(name: str, standard: Standard = Standard.X4, most: float = 300.0) -> PressFile:
    return press_file(screen(name), PressInks(press(), most), "A & B", standard)


@pytest.mark.parametrize("name", DRAWINGS)
def test_file_keeps_all_rules_of_pdf_x_4(name):
    made = written(name)
    assert broken_rules(made.pdf) == set()
    assert made.pictured == ()


@pytest.mark.parametrize("name", DRAWINGS)
def test_file_keeps_all_rules_of_pdf_x_1a_flat_only_where_something_is_transparent(name):
    made = written(name, Standard.X1A)
    assert broken_rules(made.pdf, "PDF/X-1a:2003") == set()
    assert [at for at, _ in made.pictured] == ([0] if name in ("opacity", "mask", "filter") else [])


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
def test_file_is_whole_for_qpdf(name, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(written(name).pdf)
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def changed(pdf: bytes, change: Callable[[int, bytes], bytes], trailer: bytes = b"/ID[<00><00>]"):
    """A file whose objects' dictionaries are changed."""
    source = PlainPdf(pdf)
    info = re.search(rb"/Info (\d+) 0 R", pdf[pdf.rindex(b"trailer") :])
    objects = {}
    for number in source.numbers_in_use:
        one = source.object(number)
        objects[number] = PlainObject(change(number, one.head), one.stream)
    assert info
    return plain_pdf(objects, source.root, b"1.6", b"/Info %s 0 R%s" % (info[1], trailer))


def replacing(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(pdf: bytes) -> bytes:
        assert old in pdf
        return changed(pdf, lambda _, head: head.replace(old, new))

    return change


BROKEN = {
    "version": lambda pdf: pdf.replace(b"%PDF-1.6", b"%PDF-1.7", 1),
    "id": lambda pdf: changed(pdf, lambda _, head: head, b""),
    "intent": replacing(b"/S/GTS_PDFX", b"/S/GTS_PDFA1"),
    "title": replacing(b"/Title(A & B)", b"/Title()"),
    "dates": replacing(b"/ModDate(D:2000", b"/ModDate(D:2001"),
    "trapped": replacing(b"/Trapped/False", b"/Trapped(False)"),
    "claim": lambda pdf: pdf.replace(b">PDF/X-4<", b">PDF/X-5<", 1),
    "boxes": replacing(b"/TrimBox[0 0", b"/TrimBox[-5 0"),
    "group": replacing(b"/CS/DeviceCMYK", b"/CS/DeviceRGB"),
    "actions": replacing(b"/OutputIntents", b"/OpenAction<</S/JavaScript>>/OutputIntents"),
    "xmp": replacing(b"/Type/Metadata", b"/Type/Metadata/Filter/ASCIIHexDecode"),
    "font": replacing(b"/FontFile", b"/FontPile"),
}


@pytest.mark.parametrize("rule", BROKEN)
def test_checker_finds_each_rule_that_is_broken(rule):
    broken = BROKEN[rule](written("black text").pdf)
    assert rule in broken_rules(broken)


def test_checker_finds_colours_of_screens():
    assert {"operator", "colour space"} & broken_rules(screen("black text"))
    assert "colour space" in broken_rules(screen("gradient"))
    assert "transparency" in broken_rules(written("opacity").pdf, "PDF/X-1a:2003")


def test_every_page_with_what_cannot_be_rewritten_becomes_a_picture():
    """Pages share their faces: the second one must not pass because the first was looked at."""
    source = PlainPdf(screen("gradient", 3))
    objects = {number: source.object(number) for number in source.numbers_in_use}
    old, new = b"/ShadingType 2", b"/ShadingType 1"
    assert any(old in one.head for one in objects.values())
    for number, one in objects.items():
        objects[number] = PlainObject(one.head.replace(old, new), one.stream)
    made = press_file(plain_pdf(objects, source.root), PressInks(press()), "A & B")
    assert [at for at, _ in made.pictured] == [0, 1, 2]
    assert broken_rules(made.pdf) == set()


def test_text_is_still_text():
    with pypdfium2.PdfDocument(written("black text").pdf) as document:
        assert "Black" in document[0].get_textpage().get_text_range()


def plate_of(name: str, box: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    """The least and the most of each ink in a part of a page, in mm."""
    (page,) = plates(screen(name), PressInks(press()), dpi=254.0)
    return page.crop(tuple(10 * side for side in box)).getextrema()


def test_text_and_lines_of_black_are_on_the_plate_of_black_alone_and_overprint():
    ground = plate_of("black text", (20, 30, 30, 38))
    (cyan, magenta, yellow, black) = plate_of("black text", (4, 6, 30, 22))
    assert [low for low, _ in (cyan, magenta, yellow)] == [low for low, _ in ground[:3]]
    assert [high for _, high in (cyan, magenta, yellow)] == [high for _, high in ground[:3]]
    assert black[1] == 255


def test_greys_are_black_alone_and_a_large_black_is_too_where_it_is_a_grey():
    *colours, black = plate_of("greys", (0, 0, 40, 40))
    assert colours == [(0, 0)] * 3
    assert black[1] == 255
    assert 60 < black[0] < 220


@pytest.mark.parametrize("most", [300.0, 260.0, 200.0])
@pytest.mark.parametrize("name", DRAWINGS)
def test_ink_is_never_above_the_limit(name, most):
    (ink,) = ink_of_pages(screen(name), PressInks(press(), most))
    assert ink.highest_percent <= most + 0.5


@pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript is not installed")
@pytest.mark.parametrize("name", ["black text", "gradient", "opacity", "greys"])
def test_own_plates_are_those_of_ghostscript(name, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(written(name).pdf)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r288"]
    subprocess.run([*command, "-o", tmp_path / "p%d.tif", path], check=True, capture_output=True)
    (ours,) = plates(screen(name), PressInks(press()), dpi=72.0)
    for ink, plate in zip(("Cyan", "Magenta", "Yellow", "Black"), ours.split(), strict=True):
        with Image.open(tmp_path / f"p1({ink}).tif") as opened:
            theirs = opened.convert("L").point(lambda level: 255 - level)
        small = [one.resize((8, 8), Image.Resampling.BOX) for one in (theirs, plate)]
        apart = [abs(a - b) for a, b in zip(*(one.tobytes() for one in small), strict=True)]
        assert max(apart) <= 12, (ink, max(apart))


def test_equal_files_are_equal_to_the_byte():
    again = press_file(screen("gradient"), PressInks(press()), "A & B")
    assert again.pdf == written("gradient").pdf


def test_profile_of_the_package_is_what_its_program_computes():
    """All of it takes 20 s: some nodes of its table of colours are computed again."""
    program = Path(__file__).parents[3] / "packaging" / "make_profile.py"
    spec = importlib.util.spec_from_file_location("make_profile", program)
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    profile = ImageCms.ImageCmsProfile(io.BytesIO(press().profile))
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    to_lab = ImageCms.buildTransform(profile, lab, "CMYK", "LAB")
    for inks in ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 1, 0), (0.5, 0.5, 0, 0), (0, 0, 0, 1)):
        levels = tuple(round(ink * 255) for ink in inks)
        seen = ImageCms.applyTransform(Image.new("CMYK", (1, 1), levels), to_lab)
        assert seen is not None
        light = seen.getpixel((0, 0))[0] / 2.55  # type: ignore[index]
        assert light == pytest.approx(made.printed(inks)[0], abs=1.0)


def test_separation_leaves_room_for_black_and_prints_what_it_should():
    inks = PressInks(press())
    back = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(io.BytesIO(press().profile)),
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    for colour in ((38, 48, 61), (47, 127, 155), (232, 211, 162), (79, 122, 58), (120, 40, 30)):
        (printed,) = inks.of_many([tuple(part / 255 for part in colour)])
        assert sum(printed[:3]) <= 2.0 + 1e-6
        levels = tuple(round(ink * 255) for ink in printed)
        seen = ImageCms.applyTransform(Image.new("CMYK", (1, 1), levels), back)
        assert seen is not None
        assert apart(colour, seen.getpixel((0, 0))) < 3.0  # type: ignore[arg-type]


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The difference of two colours of a screen, CIEDE2000."""
    return delta_e_2000(lab_of(one), lab_of(other))
