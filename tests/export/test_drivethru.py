"""PDF/X-1a for DriveThruCards: its rules, read by others, and its inks held against ImageCms."""

import io
import os
import re
import shutil
import subprocess
import zlib

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageCms
from pypdf.generic import ContentStream, NameObject

from fustella.core.processes import limits
from tests.conftest import TinyProject
from tests.helpers.made_profiles import made_profile
from tests.helpers.pdfx import broken_rules

PT = 72 / 25.4
CARD_MM = (44.0, 67.0)
BLEED_PT = 9.0
COPIES = {"boat": 12, "hut": 2, "dragon": 4}


FACE = '{%% extends "_shared/face.svg.j2" %%}{%% block face %%}%s{%% endblock %%}'
SAND = FACE % '<rect x="-5" y="-5" width="60" height="80" fill="#e8d3a2"/>'
GLASS = FACE % (
    '<path d="{{ outline }}" fill="#e8d3a2"/>'
    '<circle cx="20" cy="30" r="9" fill="#3355aa" opacity="0.5"/>'
)


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


def box(page, name):
    return [float(one) for one in page[name]]


def boxes_agree(page):
    """Whether a page is an upright card with 1/8 in of bleed."""
    width, height = (length * PT + 2 * BLEED_PT for length in CARD_MM)
    inner = [BLEED_PT, BLEED_PT, width - BLEED_PT, height - BLEED_PT]
    return box(page, "/MediaBox") == pytest.approx([0, 0, width, height], abs=0.001) and box(
        page, "/TrimBox"
    ) == pytest.approx(inner, abs=0.001)


def forms_of(page):
    """What a page shows, by the names of pictures and forms."""
    return page["/Resources"].get("/XObject", {})


def shown(path, number, dpi=72):
    """A page as another library draws it."""
    with pypdfium2.PdfDocument(path) as document:
        return document[number].render(dpi / 72).to_pil().convert("RGB")


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


def test_file_keeps_all_rules_of_pdf_x_1a(file):
    assert broken_rules(file.read_bytes(), "PDF/X-1a:2003") == set()


def test_pdfx_info_has_what_the_standard_asks_for(file):
    info = pypdf.PdfReader(file).trailer["/Info"]
    assert info["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
    assert "/GTS_PDFXConformance" not in info  # of the version of 2001 alone
    assert info["/Trapped"] == NameObject("/False")
    assert isinstance(info["/Trapped"], NameObject)
    assert "Tiny Island" in info["/Title"]
    for name in ("/CreationDate", "/ModDate"):
        assert re.fullmatch(r"D:\d{14}Z", info[name])
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


def test_texts_are_texts_and_black_ones_of_black_alone(file):
    reader = pypdf.PdfReader(file)
    for page, title in ((0, "Boat"), (24, "Hut"), (28, "Dragon")):
        assert title in reader.pages[page].extract_text()
    inks = set()
    for form in forms_of(reader.pages[0]).values():
        if form.get_object()["/Subtype"] == "/Form":
            letters = False
            for operands, name in ContentStream(form.get_object(), reader).operations:
                letters = letters or name in (b"TJ", b"Tj")
                if name == b"k":
                    inks.add(tuple(map(float, operands)))
            assert letters
    assert (0, 0, 0, 1) in inks


def test_edge_of_faces_with_less_bleed_is_continued_under_their_vectors(file):
    """2 mm are drawn and 3.175 asked for: a picture of 300 dpi fills the page."""
    page = pypdf.PdfReader(file).pages[0]
    named = {one.get_object()["/Subtype"]: one.get_object() for one in forms_of(page).values()}
    image = named["/Image"]
    assert (image["/Width"], image["/Height"]) == tuple(
        round((length + 6.35) / 25.4 * 300) for length in CARD_MM
    )
    assert image["/ColorSpace"] == "/DeviceCMYK"
    rim = shown(file, 1, 150).crop((0, 0, 298, 15))  # of one blue, with the corners of the face
    assert len(rim.getcolors()) <= 3


def test_pages_are_front_and_back_of_each_copy_and_each_face_is_stored_once(file):
    pages = pypdf.PdfReader(file).pages
    assert len(pages) == 2 * sum(COPIES.values())
    seen = [
        tuple(sorted(forms_of(page).raw_get(name).idnum for name in forms_of(page)))
        for page in pages
    ]
    pairs = [*zip(seen[::2], seen[1::2], strict=True)]
    assert [pairs.count(pair) for pair in dict.fromkeys(pairs)] == list(COPIES.values())
    assert len({of_page for pair in pairs for of_page in pair}) == 6


def test_inks_look_as_the_faces_do(tiny, profile):
    """Plain colours, through the profile and back, are those of the picture for another shop."""
    for name in ("card", "card-back"):
        (tiny.root / "templates" / "tiny" / f"{name}.svg.j2").write_text(SAND)
    (path,) = export(tiny, profile, "--force").glob("*.pdf")
    page = pypdf.PdfReader(path).pages[0]
    (image,) = (
        one.get_object()
        for one in forms_of(page).values()
        if one.get_object()["/Subtype"] == "/Image"
    )
    size = image["/Width"], image["/Height"]
    inks = Image.frombytes("CMYK", size, zlib.decompress(image._data))
    wanted = ImageCms.applyTransform(
        Image.new("RGB", (1, 1), "#e8d3a2"),
        ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            ImageCms.getOpenProfile(io.BytesIO(profile.read_bytes())),
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        ),
    ).getpixel((0, 0))
    for place in ((5, 5), (90, 90), (size[0] - 3, size[1] - 3)):
        assert inks.getpixel(place) == pytest.approx(wanted, abs=3)


def test_page_with_something_transparent_is_one_picture_that_copies_share(tiny, profile):
    for name in ("card", "card-back"):
        (tiny.root / "templates" / "tiny" / f"{name}.svg.j2").write_text(GLASS)
    (path,) = export(tiny, profile, "--force").glob("*.pdf")
    reader = pypdf.PdfReader(path)
    assert broken_rules(path.read_bytes(), "PDF/X-1a:2003") == set()
    images = [forms_of(page).raw_get(name) for page in reader.pages for name in forms_of(page)]
    assert len(images) == len(reader.pages)
    assert len({image.idnum for image in images}) == 1


def test_sum_of_inks_is_as_asked(tiny, profile, run):
    told = run(
        tiny,
        *("export", "--to", "drivethru", "--profile", str(profile)),
        *("--only", "card", "--ink-limit", "240"),
    )
    assert told.code == 0
    assert "at most 240 % at a place" in told.out


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
    for number, dark in ((0, (440, 130)), (1, (150, 730))):
        picture = shown(path, number, 300).convert("L")
        assert [at for at in ((440, 130), (150, 730)) if picture.getpixel(at) < 60] == [dark]
        assert boxes_agree(pypdf.PdfReader(path).pages[number])


def test_cards_without_a_back_have_empty_pages_behind_them(tiny, profile):
    (path,) = export(tiny, profile, "--no-back").glob("*.pdf")
    pages = pypdf.PdfReader(path).pages
    assert len(pages) == 2 * sum(COPIES.values())
    assert all(forms_of(page) for page in pages[::2])
    assert not any(forms_of(page) for page in pages[1::2])
    assert all(boxes_agree(page) for page in pages[1::2])


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
