"""What typst drew is what is printed: gradients, masks, patterns, alpha, blending."""

import zlib

import pypdf
import pytest
from PIL import ImageChops, ImageStat

from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.model import FacePages
from fustella.draw.render import render
from fustella.write import pdf_bytes
from fustella.write.pdf.forms import deflated_after
from tests.write.samples import (
    CARD,
    NO_SLUG,
    SMALL,
    Picture,
    at,
    document,
    face,
    flood,
    page,
    reader,
    text,
)

DEFINITIONS = """<defs>
  <linearGradient id="fade"><stop offset="0" stop-color="#c00"/>
    <stop offset="1" stop-color="#00c" stop-opacity="0.2"/></linearGradient>
  <radialGradient id="sun"><stop offset="0" stop-color="#fff"/>
    <stop offset="1" stop-color="#080"/></radialGradient>
  <mask id="shade"><rect width="20" height="30" fill="url(#sun)"/></mask>
  <clipPath id="hole"><circle cx="10" cy="15" r="8"/></clipPath>
  <pattern id="dots" width="4" height="4" patternUnits="userSpaceOnUse">
    <circle cx="2" cy="2" r="1.2" fill="#026"/></pattern>
  <filter id="none"/>
</defs>"""
DRAWINGS = {
    "linear gradient with alpha": '<rect width="20" height="30" fill="url(#fade)"/>',
    "radial gradient": '<circle cx="10" cy="10" r="9" fill="url(#sun)"/>',
    "mask": '<rect width="20" height="30" fill="#b07" mask="url(#shade)"/>',
    "clip": '<rect width="20" height="30" fill="#5a0" clip-path="url(#hole)"/>',
    "pattern": '<rect x="2" y="2" width="16" height="20" fill="url(#dots)"/>',
    "group opacity": '<g opacity="0.4"><circle cx="8" cy="9" r="7"/>'
    '<circle cx="13" cy="12" r="7" fill="#e22"/></g>',
    "fill and stroke with alpha": '<rect x="4" y="4" width="9" height="9" fill="#0a0" '
    'stroke="#00f" stroke-width="3" fill-opacity="0.5" stroke-opacity="0.5"/>',
    "blending": '<rect width="15" height="15" fill="#fc0"/><rect x="5" y="5" width="15" '
    'height="15" fill="#0cf" style="mix-blend-mode:multiply"/>',
    "text with a gradient": '<text x="1" y="20" font-family="Source Sans Pro" font-size="9" '
    'fill="url(#fade)">Alba</text>',
}


@pytest.fixture(scope="module")
def featured():
    """All drawings on faces of one document, a page each, and typst's own pages."""
    faces = {key: face(flood("#fff") + DEFINITIONS + DRAWINGS[key]) for key in DRAWINGS}
    rendered = render([list(faces.values())], None)
    pages = [page(at(key, 10, 20), slug=NO_SLUG) for key in faces]
    printed = document(faces, *pages, size=SMALL, labels=(".",) * len(pages), rendered=rendered)
    return pdf_bytes(printed), rendered[0].pdf


@pytest.mark.parametrize("index", range(len(DRAWINGS)), ids=list(DRAWINGS))
def test_face_form_with_svg_feature_looks_as_typst_drew_it(featured, index):
    pdf, original = featured
    printed = Picture(pdf, index, px_per_mm=10).crop(Rect(10, 20, 20, 30))
    drawn = Picture(original, index, px_per_mm=10).crop(Rect(0, 0, 20, 30))
    assert max(ImageStat.Stat(drawn).stddev) > 10, "nothing was drawn"
    difference = ImageChops.difference(printed, drawn).convert("L")
    different = sum(difference.histogram()[20:])
    # inside a form pdfium smooths the border of a gradient's shape differently, by one pixel
    assert different < 0.01 * 200 * 300


def test_face_forms_of_several_batches_store_common_objects_once():
    faces = {f"card {n}": face(flood("#eee") + text(f"card {n}")) for n in range(3)}
    together = render([list(faces.values())], None)
    apart = render([[each] for each in faces.values()], None)
    assert (len(together), len(apart)) == (1, 3)
    pages = page(*(at(key, 10 + 25 * n, 10) for n, key in enumerate(faces)))
    profiles = [
        sum(
            each.get("/N") == 1 and "/Range" in each
            for each in streams(pdf_bytes(document(faces, pages, rendered=rendered)))
        )
        for rendered in (together, apart)
    ]
    assert profiles == [1, 1]


def streams(pdf: bytes) -> list[pypdf.generic.StreamObject]:
    opened = reader(pdf)
    numbers = range(1, opened.trailer["/Size"])
    objects = (pypdf.generic.IndirectObject(n, 0, opened).get_object() for n in numbers)
    return [each for each in objects if isinstance(each, pypdf.generic.StreamObject)]


def test_face_forms_of_one_batch_share_fonts():
    faces = {f"card {n}": face(text(f"card {n}")) for n in range(8)}
    pages = page(*(at(key, 10 + 22 * n, 10) for n, key in enumerate(faces)))
    fonts = [each for each in streams(pdf_bytes(document(faces, pages))) if "/Length1" in each]
    assert len(fonts) <= 2  # the faces', unless typst leaves its length out, and the label's


@pytest.mark.parametrize("prefix", [b"", b"0 0 m 5 5 l W n\n", b"x" * 65_535])
@pytest.mark.parametrize("level", [0, 1, 9])
@pytest.mark.parametrize("content", [b"", b"q", b"q 1 0 0 1 0 0 cm " * 5_000, b"\xff" * 70_000])
def test_deflated_after_any_prefix_inflates_to_prefix_and_content(prefix, level, content):
    deflated = zlib.compress(content, level)
    joined = deflated_after(prefix, deflated)
    assert zlib.decompress(joined) == prefix + content  # which looks at the checksum, too
    assert deflated_after(prefix, deflated, len(content)) == joined


def test_face_form_of_another_size_than_outline_raises():
    wrong = face(flood("#eee"), Outline.rectangle(20, 31))
    right = face(flood("#eee"), CARD)
    rendered = FacePages(render([[wrong]], None)[0].pdf, (right.digest,))
    with pytest.raises(ValueError, match="20"):
        pdf_bytes(document({"card": right}, page(at("card", 10, 10)), rendered=(rendered,)))
