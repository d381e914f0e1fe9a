"""PDF/X-1a for DriveThruCards: its rules, read by others, and its inks held against ImageCms."""

import io
import os
import re
import shutil
import subprocess
import zlib

import pypdf
import pytest
from PIL import Image, ImageCms
from pypdf.generic import ContentStream, IndirectObject, NameObject

from fustella.core.processes import limits
from tests.conftest import TinyProject
from tests.helpers.made_profiles import made_profile

PT = 72 / 25.4
CARD_MM = (44.0, 67.0)
BLEED_PT = 9.0
COPIES = {"boat": 12, "hut": 2, "dragon": 4}


@pytest.fixture(scope="module")
def profile(tmp_path_factory):
    path = tmp_path_factory.mktemp("press") / "press (50%).icc"
    path.write_bytes(made_profile(name="Test press (50%)"))
    return path


def export(project, profile, *arguments):
    words = ("--to", "drivethru", "--profile", str(profile), "--only", "card", *arguments)
    assert project.run("export", *words) == 0
    return project.output / "tiny" / "en" / "drivethru" / "part"


@pytest.fixture(scope="module")
def file(built_tiny, tmp_path_factory, profile):
    """The cards of tiny, exported once: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("exported") / "project")
    built_tiny.write(project.root)
    (path,) = export(project, profile).glob("*.pdf")
    assert path.name == "tiny-44x67mm.pdf"
    return path


def objects_of(reader):
    """All objects of a file."""
    return [reader.get_object(number) for number in range(1, reader.trailer["/Size"])]


def dictionaries_in(value):
    """All dictionaries in an object, also inside of others; what it refers to is another object."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            if not isinstance(inner, IndirectObject):
                yield from dictionaries_in(inner)
    elif isinstance(value, list):
        for inner in value:
            if not isinstance(inner, IndirectObject):
                yield from dictionaries_in(inner)


def box(page, name):
    return [float(one) for one in page[name]]


def image_of(page):
    """The picture of a page, None for an empty one."""
    resources = page["/Resources"]
    if "/XObject" not in resources:
        return None
    (image,) = (one.get_object() for one in resources["/XObject"].values())
    return image


def test_pdfx_head_and_trailer(file):
    data = file.read_bytes()
    assert data.startswith(b"%PDF-1.4\n%")
    assert min(data[10:14]) > 127  # so that programs take it for bytes
    assert data.rstrip().endswith(b"%%EOF")
    trailer = pypdf.PdfReader(file).trailer
    assert "/Encrypt" not in trailer
    first, second = trailer["/ID"]
    assert len(first.original_bytes) == 16
    assert first == second


def test_pdfx_info_has_what_the_standard_asks_for(file):
    info = pypdf.PdfReader(file).trailer["/Info"]
    assert info["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
    assert "/GTS_PDFXConformance" not in info  # of the version of 2001 alone
    assert info["/Trapped"] == NameObject("/False")
    assert isinstance(info["/Trapped"], NameObject)
    assert "Tiny Island" in info["/Title"]
    for name in ("/CreationDate", "/ModDate"):
        assert re.fullmatch(r"D:\d{14}\+00'00'", info[name])
    assert all(info[name] for name in ("/Creator", "/Producer"))


def test_pdfx_output_intent_has_the_profile_and_its_name(file, profile):
    (intent,) = pypdf.PdfReader(file).trailer["/Root"]["/OutputIntents"]
    intent = intent.get_object()
    assert (intent["/Type"], intent["/S"]) == ("/OutputIntent", "/GTS_PDFX")
    assert intent["/OutputConditionIdentifier"] == "Custom"
    assert intent["/Info"] == "Test press (50%)"
    embedded = intent["/DestOutputProfile"].get_object()
    assert embedded["/N"] == 4
    assert embedded.get_data() == profile.read_bytes()


def test_pdfx_pages_have_nested_trim_and_bleed_boxes(file):
    for page in pypdf.PdfReader(file).pages:
        assert "/ArtBox" not in page
        width, height = (length * PT + 2 * BLEED_PT for length in CARD_MM)
        assert box(page, "/MediaBox") == pytest.approx([0, 0, width, height], abs=0.001)
        assert box(page, "/BleedBox") == box(page, "/MediaBox")
        inner = [BLEED_PT, BLEED_PT, width - BLEED_PT, height - BLEED_PT]
        assert box(page, "/TrimBox") == pytest.approx(inner, abs=0.001)


def test_pdfx_holds_flat_pictures_of_four_inks_and_nothing_else(file):
    reader = pypdf.PdfReader(file)
    banned = {
        *("/Group", "/SMask", "/Mask", "/Annots", "/AA", "/OpenAction", "/AcroForm", "/Names"),
        *("/Alternates", "/OPI", "/ExtGState", "/TR", "/HTP", "/EmbeddedFiles", "/JS", "/Font"),
    }
    for found in objects_of(reader):
        for inner in dictionaries_in(found):
            assert not banned & inner.keys()
            filters = inner.get("/Filter")
            assert filters in (None, "/FlateDecode")
            if inner.get("/Subtype") == "/Image":
                assert inner["/ColorSpace"] == "/DeviceCMYK"
                assert inner["/BitsPerComponent"] == 8
                pixels = inner["/Width"] * inner["/Height"]
                assert len(zlib.decompress(inner._data)) == 4 * pixels
    operators = set()
    for page in reader.pages:
        if image_of(page):
            stream = ContentStream(page.get_contents(), reader)
            operators |= {name for _, name in stream.operations}
    assert operators == {b"q", b"cm", b"Do", b"Q"}


def test_pdfx_picture_fills_the_page_at_300_dpi(file):
    reader = pypdf.PdfReader(file)
    page = reader.pages[0]
    image = image_of(page)
    assert (image["/Width"], image["/Height"]) == tuple(
        round((length + 6.35) / 25.4 * 300) for length in CARD_MM
    )
    (matrix,) = (
        operands
        for operands, name in ContentStream(page.get_contents(), reader).operations
        if name == b"cm"
    )
    width, height = box(page, "/MediaBox")[2:]
    assert [float(one) for one in matrix] == pytest.approx([width, 0, 0, height, 0, 0], abs=0.001)


def test_pdfx_pages_are_front_and_back_of_each_copy_stored_once(file):
    images = [image_of(page) for page in pypdf.PdfReader(file).pages]
    assert len(images) == 2 * sum(COPIES.values())
    pairs = [
        (front.indirect_reference.idnum, back.indirect_reference.idnum)
        for front, back in zip(images[::2], images[1::2], strict=True)
    ]
    counted = [pairs.count(pair) for pair in dict.fromkeys(pairs)]
    assert counted == list(COPIES.values())
    assert len({number for pair in pairs for number in pair}) == 6


def test_pdfx_inks_are_those_of_the_profile(tiny, profile, file):
    """The same picture, made for another shop, turned into inks here."""
    assert tiny.run("export", "--to", "png", "--preset", "tgc", "--only", "card") == 0
    folder = tiny.output / "tiny" / "en" / "png-tgc" / "part" / "card"
    pages = [image_of(page) for page in pypdf.PdfReader(file).pages]
    transform = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.getOpenProfile(io.BytesIO(profile.read_bytes())),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    for page, name in ((pages[0], "boat-front"), (pages[1], "boat-back"), (pages[24], "hut-front")):
        with Image.open(folder / f"tiny-card-{name}.png") as picture:
            inks = ImageCms.applyTransform(picture, transform)
        assert zlib.decompress(page._data) == inks.tobytes()
        assert len(inks.getcolors(1 << 20)) > 3


def test_pdfx_inks_are_not_inverted(file):
    """Sand, #e8d3a2, is light and yellow, and the paper is white where nothing is printed."""
    image = image_of(pypdf.PdfReader(file).pages[1])
    size = image["/Width"], image["/Height"]
    picture = Image.frombytes("CMYK", size, zlib.decompress(image._data))
    cyan, magenta, yellow, black = picture.getpixel((90, 90))
    assert yellow > magenta > cyan
    assert black < 60


def test_pdfx_passes_qpdf(file):
    if not shutil.which("qpdf"):
        pytest.skip("qpdf is not installed")
    done = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_level_cards_stand_upright_with_the_others_of_their_size(tiny, profile):
    tiny.edit_freely("content/tiny/game.yaml", "size: mini", "width: 67mm\n    height: 44mm")
    corner = (
        '{% extends "_shared/face.svg.j2" %}{% block face %}'
        '<path d="{{ outline }}" fill="#ffffff"/>'
        '<rect x="5" y="4" width="20" height="6" fill="#000000"/>{% endblock %}'
    )
    for name in ("card", "card-back"):
        (tiny.root / "templates" / "tiny" / f"{name}.svg.j2").write_text(corner)
    (path,) = export(tiny, profile, "--force").glob("*.pdf")
    assert path.name == "tiny-44x67mm.pdf"
    pages = pypdf.PdfReader(path).pages
    for page, dark in ((pages[0], (440, 130)), (pages[1], (150, 730))):
        image = image_of(page)
        picture = Image.frombytes(
            "CMYK", (image["/Width"], image["/Height"]), zlib.decompress(image._data)
        )
        assert [at for at in ((440, 130), (150, 730)) if picture.getpixel(at)[3] > 200] == [dark]


def test_cards_without_a_back_have_empty_pages_behind_them(tiny, profile):
    (path,) = export(tiny, profile, "--no-back").glob("*.pdf")
    pages = pypdf.PdfReader(path).pages
    assert len(pages) == 2 * sum(COPIES.values())
    assert all(image_of(page) for page in pages[::2])
    assert not any(image_of(page) for page in pages[1::2])
    assert all(box(page, "/TrimBox") for page in pages[1::2])


def test_drivethru_leaves_out_what_is_no_card_with_one_warning_a_kind(tiny, run, profile):
    told = run(tiny, "export", "--to", "drivethru", "--profile", str(profile))
    (left_out,) = (said for said in told.problems if said.code == "E801")
    (also,) = (line for line in told.err.splitlines() if line.startswith("    also: "))
    assert "left out" in left_out.message
    assert len(re.findall(r"game\.yaml:\d+", also)) == 3  # of four kinds


def test_drivethru_twice_gives_equal_bytes(tiny, profile):
    (file,) = export(tiny, profile).glob("*.pdf")
    before = file.read_bytes()
    file.unlink()
    export(tiny, profile)
    assert file.read_bytes() == before


def test_drivethru_with_another_profile_is_made_anew(tiny, profile, tmp_path):
    (file,) = export(tiny, profile).glob("*.pdf")
    before = file.read_bytes()
    other = tmp_path / "other.icc"
    other.write_bytes(made_profile(name="Other press"))
    export(tiny, other)
    assert file.read_bytes() != before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (made_profile(space=b"RGB "), "not for the four inks of a press, but for `RGB`, `prtr`"),
        (made_profile(kind=b"mntr"), "but for `CMYK`, `mntr`"),
        (made_profile(version=4), "it has version 4, and these files take 2 at most"),
        (made_profile()[:300], "it is damaged"),
        (b"a text that was renamed", "it is no ICC profile"),
        (b"", "it is no ICC profile"),
    ],
)
def test_drivethru_with_no_profile_of_a_press_says_why(tiny, run, tmp_path, content, said):
    path = tmp_path / "wrong.icc"
    path.write_bytes(content)
    told = run(tiny, "export", "--to", "drivethru", "--profile", str(path))
    assert told.code == 1
    (problem,) = told.problems
    assert problem.code == "E805"
    assert problem.file == str(path)
    assert said in problem.message
    assert "/usr/share/color/icc" in problem.hint
    assert not (tiny.output / "tiny" / "en" / "drivethru").exists()


def test_drivethru_with_a_profile_that_is_not_there_says_where_some_are(tiny, run, tmp_path):
    told = run(tiny, "export", "--to", "drivethru", "--profile", str(tmp_path / "none.icc"))
    (problem,) = told.problems
    assert problem.code == "E805"
    assert "cannot be read" in problem.message
    assert "eci.org" in problem.hint


def test_drivethru_tells_of_a_profile_that_is_too_large(tiny, run, tmp_path):
    path = tmp_path / "large.icc"
    path.write_bytes(made_profile())
    os.truncate(path, limits.PROFILE_BYTES + 1)
    told = run(tiny, "export", "--to", "drivethru", "--profile", str(path))
    (problem,) = told.problems
    assert (problem.code, problem.message) == ("E805", "larger than 32 MB")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_drivethru_does_not_wait_for_a_pipe(tiny, run, tmp_path):
    path = tmp_path / "pipe.icc"
    os.mkfifo(path)
    told = run(tiny, "export", "--to", "drivethru", "--profile", str(path))
    (problem,) = told.problems
    assert (problem.code, problem.message) == ("E805", "cannot be read: it is not a plain file")


def test_drivethru_warns_of_little_bleed_on_cards_alone(tiny, run, profile):
    told = run(tiny, "export", "--to", "drivethru", "--profile", str(profile))
    assert [said.key for said in told.problems if said.code == "E803"] == ["kinds.card"]
