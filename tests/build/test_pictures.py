"""Pictures through a whole build: what is in the PDF, what is drawn anew, what is told."""

import io
import re
import shutil

import pytest
from PIL import Image, ImageDraw
from pypdf import PdfReader

from fustella.build import read_ledger
from tests.conftest import TinyProject

GAME = """\
title: Harbour
languages: [en]
kinds:
  card:
    name: Cards
    width: 60mm
    height: 80mm
    bleed: 2mm
    front: card.svg.j2
    fields: {front: {title: text, art: image, small: image?}}
  token:
    name: Tokens
    shape: circle
    diameter: 20mm
    front: token.svg.j2
    fields: {front: {art: image}}
"""
CARDS = """\
kind: card
pieces:
  - {id: boat, copies: 3, front: {title: Boat, art: boat}}
  - {id: pier, copies: 2, front: {title: Pier, art: pier, small: boat}}
  - {id: ship, front: {title: Ship, art: ship}}
"""
TOKENS = "kind: token\npieces:\n  - {id: buoy, name: Buoy, copies: 4, front: {art: boat}}\n"
CARD = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}
  {{ image(face.art, x=-2, y=-2, width=64, height=60) }}
  {% if face.small %}{{ image(face.small, x=5, y=62, width=12, height=12, radius=6) }}{% endif %}
  {{ text(face.title, x=20, y=62, width=36, height=8, size=14) }}
{% endblock %}
"""
TOKEN = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}{{ image(face.art, x=0, y=0, width=20, height=20, at="left") }}{% endblock %}
"""
SHIP = """\
<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 1200 800">
<linearGradient id="g"><stop stop-color="#c1272d"/><stop offset="1" stop-color="#1b1464"/>
</linearGradient>
<path fill="url(#g)" d="M0 0h1200v800H0z"/><circle cx="600" cy="400" r="200" fill="#fff"/></svg>
"""


def photograph(width: int, height: int, colour: str) -> Image.Image:
    picture = Image.effect_noise((width, height), 40).convert("RGB")
    ImageDraw.Draw(picture).rectangle((0, 0, width // 2, height), fill=colour)
    return picture


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    root = tmp_path_factory.mktemp("harbour")
    art = root / "content" / "harbour" / "art"
    templates = root / "templates" / "harbour"
    art.mkdir(parents=True)
    templates.mkdir(parents=True)
    photograph(1800, 1200, "#205080").save(art / "boat.jpg", quality=85)
    seen = photograph(700, 700, "#208050")
    seen.putalpha(Image.radial_gradient("L").resize((700, 700)))
    seen.save(art / "pier.png")
    (art / "ship.svg").write_text(SHIP)
    (root / "content" / "harbour" / "game.yaml").write_text(GAME)
    (root / "content" / "harbour" / "cards.yaml").write_text(CARDS)
    (root / "content" / "harbour" / "tokens.yaml").write_text(TOKENS)
    (templates / "card.svg.j2").write_text(CARD)
    (templates / "token.svg.j2").write_text(TOKEN)
    project = TinyProject(root)
    assert project.run("build") == 0
    return project


@pytest.fixture
def harbour(written, tmp_path):
    shutil.copytree(written.root, tmp_path / "project")
    return TinyProject(tmp_path / "project")


def pdf_of(project: TinyProject, name: str = "card", folder: str = "en-A4") -> PdfReader:
    return PdfReader(project.output / "harbour" / folder / f"harbour-{name}.pdf")


def pictures_in(pdf: PdfReader) -> list:
    """Every stored picture, masks left out."""
    found = [each.get_object() for each in pdf.xref_objStm or ()]
    for number in range(1, pdf.trailer["/Size"]):
        each = pdf.get_object(number)
        if getattr(each, "get", None) and each.get("/Subtype") == "/Image":
            found.append(each)
    masks = {each.raw_get("/SMask").idnum for each in found if "/SMask" in each}
    return [each for each in found if each.indirect_reference.idnum not in masks]


def art(project: TinyProject, name: str):
    return project.root / "content" / "harbour" / "art" / name


def test_pdf_has_each_picture_once_at_the_resolution_of_print(written):
    sizes = sorted((each["/Width"], each["/Height"]) for each in pictures_in(pdf_of(written)))
    # The boat fills 64 x 60 mm by its height: 60 mm at 300 dpi; the pier is smaller than that.
    assert sizes == [(700, 700), (1064, 709)]
    (boat,) = (each for each in pictures_in(pdf_of(written)) if each["/Width"] == 1064)
    assert boat["/Filter"] == "/DCTDecode"


def test_pdf_of_another_kind_has_the_picture_at_the_resolution_that_it_needs(written):
    (boat,) = pictures_in(pdf_of(written, "token"))
    assert (boat["/Width"], boat["/Height"]) == (354, 236), "20 mm high at 300 dpi"


def test_cover_has_smaller_pictures_of_its_own(written):
    printed, listed = (
        max(each["/Width"] for each in pictures_in(pdf_of(written, kind)))
        for kind in ("card", "cover")
    )
    assert listed < 900 < printed


def test_drawn_picture_is_stored_once_as_shapes(harbour):
    harbour.edit("content/harbour/cards.yaml", "art: boat}", "art: ship}")
    harbour.edit("content/harbour/cards.yaml", "art: pier, small: boat", "art: ship")
    assert harbour.run("build") == 0
    pdf = pdf_of(harbour)
    assert pictures_in(pdf) == []
    gradients = {
        number
        for number in range(1, pdf.trailer["/Size"])
        if getattr(pdf.get_object(number), "get", None) and pdf.get_object(number).get("/Shading")
    }
    assert len(gradients) == 1


def test_jpeg_that_need_not_be_reduced_is_in_the_pdf_byte_by_byte(harbour):
    photograph(900, 800, "#804020").save(art(harbour, "boat.jpg"), quality=70)
    assert harbour.run("build") == 0
    data = (harbour.output / "harbour" / "en-A4" / "harbour-card.pdf").read_bytes()
    assert art(harbour, "boat.jpg").read_bytes() in data


def test_dpi_of_the_game_is_that_of_its_pictures(harbour):
    harbour.edit("content/harbour/game.yaml", "languages:", "images: {dpi: 150}\nlanguages:")
    assert harbour.run("build") == 0
    assert (531, 354) in {(e["/Width"], e["/Height"]) for e in pictures_in(pdf_of(harbour))}


def test_build_after_a_picture_changed_equals_a_build_from_nothing(harbour, run):
    assert "unchanged" in run(harbour, "build").out
    before = (harbour.output / "harbour" / "en-A4" / "harbour-card.pdf").read_bytes()
    photograph(1800, 1200, "#d0a020").save(art(harbour, "boat.jpg"), quality=85)
    assert harbour.run("build") == 0
    after = (harbour.output / "harbour" / "en-A4" / "harbour-card.pdf").read_bytes()
    assert after != before
    assert harbour.run("build", "--output", str(harbour.root / "anew")) == 0
    anew = harbour.root / "anew" / "harbour" / "en-A4" / "harbour-card.pdf"
    assert anew.read_bytes() == after


def test_build_after_a_picture_of_a_template_changed_draws_it_anew(harbour):
    harbour.edit("templates/harbour/token.svg.j2", "image(face.art,", 'image("pier",')
    assert harbour.run("build") == 0
    before = (harbour.output / "harbour" / "en-A4" / "harbour-token.pdf").read_bytes()
    photograph(500, 500, "#101010").save(art(harbour, "pier.png"))
    assert harbour.run("build") == 0
    assert (harbour.output / "harbour" / "en-A4" / "harbour-token.pdf").read_bytes() != before


def test_picture_that_comes_takes_the_place_of_its_placeholder(harbour, run):
    boat = art(harbour, "boat.jpg").read_bytes()
    art(harbour, "boat.jpg").unlink()
    assert {said.code for said in run(harbour, "build").problems} == {"E230"}
    harbour.edit(
        "content/harbour/game.yaml", "languages:", "images: {missing: placeholder}\nlanguages:"
    )
    ran = run(harbour, "build")
    assert ran.code == 0
    assert "1 picture is missing" in ran.err
    assert len(pictures_in(pdf_of(harbour))) == 1
    art(harbour, "boat.jpg").write_bytes(boat)
    ran = run(harbour, "build")
    assert ran.err == ""
    assert len(pictures_in(pdf_of(harbour))) == 2


@pytest.mark.parametrize("theme", ["low-ink", "grey"])
def test_theme_stores_its_own_pictures(harbour, theme):
    assert harbour.run("build", "--theme", theme) == 0
    pictures = pictures_in(pdf_of(harbour, folder=f"en-A4-{theme}"))
    assert len(pictures) == 2
    if theme == "grey":
        assert all(each["/ColorSpace"] == "/DeviceGray" for each in pictures)


def test_version_code_follows_the_file_of_a_picture(harbour):
    def codes() -> dict[str, str]:
        ledger = read_ledger(harbour.output / "harbour")
        return {entry.piece: entry.code for entry in ledger}

    before = codes()
    photograph(1800, 1200, "#d0a020").save(art(harbour, "boat.jpg"), quality=85)
    assert harbour.run("build") == 0
    changed = {piece for piece, code in codes().items() if code != before[piece]}
    assert changed == {"boat", "pier", "buoy"}


def test_orientation_of_a_jpeg_is_a_form_and_its_bytes_stay(harbour):
    exif = Image.Exif()
    exif[0x0112] = 6
    photograph(700, 900, "#804020").save(art(harbour, "boat.jpg"), quality=70, exif=exif)
    assert harbour.run("build") == 0
    data = (harbour.output / "harbour" / "en-A4" / "harbour-card.pdf").read_bytes()
    assert art(harbour, "boat.jpg").read_bytes() in data
    import pypdfium2

    page = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(2).to_pil()
    # Turned by a quarter to the right, the plain left half lies above.
    colours = page.convert("RGB").getcolors(page.width * page.height) or []
    assert any(abs(r - 0x80) < 6 and abs(g - 0x40) < 6 for _, (r, g, _b) in colours)


@pytest.mark.parametrize("pixels", [(209, 150), (212, 150), (100, 50), (212, 106), (150, 112)])
def test_size_that_a_coarse_picture_is_told_to_have_is_enough(tiny, run, pixels):
    """212 pixels on 36 mm are 149.6 dpi: neither 150, nor cured by 212.6 pixels cut to 212."""
    path = tiny.root / "content/tiny/art/dragon-hill.png"

    def told(size):
        with Image.open(path) as picture:
            smaller = picture.resize(size)
        smaller.save(path)
        return [one for one in run(tiny, "build").problems if one.code == "E232"]

    (one,) = told(pixels)
    dpi = int(re.search(r"(\d+) dpi", one.message)[1])
    assert dpi < 150
    wanted = re.match(r"(\d+) x (\d+) pixels would do", one.hint)
    assert told((int(wanted[1]), int(wanted[2]))) == []
