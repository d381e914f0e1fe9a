"""The picture and the outlines of a sheet for Cricut, each read by another library.

The outlines are read from the SVG's own text, and drawn by Pillow with a finer grid than that of
the PNG. A pixel is 0.085 mm wide, but how much of it is covered says where in it an edge lies.
"""

import math
import re
import struct
import xml.etree.ElementTree as ET
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from fustella.core.geometry.shapes import Outline, Point
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.paper import Cutter, Duplex, PrintSettings
from fustella.core.values.sheets import Sheet
from fustella.draw.render import render
from fustella.impose import impose
from fustella.write import PrintDocument, png_bytes, svg_bytes
from tests.impose.checks import A4, item
from tests.write.samples import face, flood

PX_PER_MM = 300 / 25.4
FINE = 4
"""Parts of a pixel's side in the drawing of the outlines."""

OFF_MM = 0.05

APART = PrintSettings(A4, Duplex.LONG_EDGE, cutter=Cutter.CRICUT, gutter_mm=2.0)
"""Pieces share no edge, so that each has an outline of its own."""

FORMS = {
    "rectangle": Outline.rectangle(63, 88),
    "rounded": Outline.rectangle(40, 30, 4),
    "hexagon": Outline.hexagon(37.3),
    "circle": Outline.circle(23.7),
    "polygon": Outline.polygon((Point(0, 0), Point(50, 8), Point(31, 40), Point(4, 33))),
}


def sheet_of(outline: Outline, bleed_mm: float, copies: int) -> Sheet:
    piece = item("piece", outline, copies, bleed_mm=bleed_mm)
    return impose([piece], APART)[0]


def document_of(sheet: Sheet, front: Face) -> PrintDocument:
    rendered = render([[front]], None)
    fronts = Sheet(sheet.group, 1, sheet.paper, sheet.pages[:1], 0)
    faces = {FaceId("piece", SideName.FRONT): front}
    return PrintDocument("", "", (fronts,), ("",), faces, rendered)


@cache
def made(name: str, bleed_mm: float, trim_colour: str = "") -> tuple[Image.Image, bytes]:
    """The picture and the outlines of a few copies; the trim in a colour of its own, if named."""
    outline = FORMS[name]
    size = outline.size
    inner = f'<rect width="{size.width_mm}" height="{size.height_mm}" fill="{trim_colour}"/>'
    front = face(flood("#c02040") + inner * bool(trim_colour), outline, bleed_mm)
    sheet = sheet_of(outline, bleed_mm, 5)
    picture = Image.open(BytesIO(png_bytes(document_of(sheet, front))))
    return picture, svg_bytes(sheet)


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?[\d.]+", text)]


def polygons(svg: bytes) -> list[list[tuple[float, float]]]:
    """The outlines as corners in mm; each of them is closed."""
    found = []
    root = ET.fromstring(svg)
    (cut,) = (layer for layer in root.iter() if layer.get("id") == "CUT")
    for shape in cut:
        if shape.tag.endswith("circle"):
            x, y, r = (float(shape.get(key)) for key in ("cx", "cy", "r"))
            steps = [math.tau * k / 720 for k in range(720)]
            found.append([(x + r * math.cos(a), y + r * math.sin(a)) for a in steps])
            continue
        assert shape.get("d").endswith("Z")
        corners: list[tuple[float, float]] = []
        for step in re.findall(r"[MLA][^MLAZ]*", shape.get("d")):
            *_, x, y = numbers(step)
            if step[0] == "A":
                corners += quarter(corners[-1], (x, y), numbers(step)[0])
            corners.append((x, y))
        found.append(corners)
    return found


def quarter(start: tuple[float, float], end: tuple[float, float], r: float):
    """Points on a quarter circle, clockwise with y down."""
    (x0, y0), (x1, y1) = start, end
    turned = (x1 - x0 - (y1 - y0)) / 2, (y1 - y0 + (x1 - x0)) / 2
    middle = x0 + turned[0], y0 + turned[1]
    assert math.dist(middle, end) == pytest.approx(r, abs=0.01)
    first = math.atan2(y0 - middle[1], x0 - middle[0])
    turns = [first + math.pi / 2 * k / 60 for k in range(1, 60)]
    return [(middle[0] + r * math.cos(a), middle[1] + r * math.sin(a)) for a in turns]


def covered(outlines: list[list[tuple[float, float]]], size: tuple[int, int]) -> np.ndarray:
    """How much of each pixel lies inside of an outline, 0 to 1."""
    scale = PX_PER_MM * FINE
    fine = Image.new("L", (size[0] * FINE, size[1] * FINE))
    pen = ImageDraw.Draw(fine)
    for corners in outlines:
        pen.polygon([(x * scale - 0.5, y * scale - 0.5) for x, y in corners], fill=255)
    return np.asarray(fine.reduce(FINE), dtype=np.float32) / 255


def apart_mm(seen: np.ndarray, outlines: list[list[tuple[float, float]]]) -> float:
    """How far the border of what is seen lies from the outlines, in the mean along them."""
    return mean_mm(np.abs(seen - covered(outlines, seen.shape[::-1])), outlines)


def mean_mm(off: np.ndarray, outlines: list[list[tuple[float, float]]]) -> float:
    """How wide what is off would be along the outlines; `off` is 0 to 1 for each pixel."""
    lengths = (
        math.dist(a, b) for one in outlines for a, b in zip(one, [*one[1:], one[0]], strict=True)
    )
    return float(off.sum()) / PX_PER_MM**2 / sum(lengths)


@pytest.mark.parametrize("name", FORMS)
def test_picture_and_outlines_have_one_size(name):
    picture, svg = made(name, 0.0)
    root = ET.fromstring(svg)
    wide, high = root.get("width"), root.get("height")
    assert (wide, high) == ("171.45mm", "234.95mm")
    assert root.get("viewBox") == "0 0 171.45 234.95"
    assert picture.size == (2025, 2775)
    assert picture.mode == "RGBA"


def test_picture_says_its_resolution():
    """A pHYs chunk (PNG, 11.3.5.3): pixels to the metre, across and down; then the unit, 1."""
    sheet = sheet_of(FORMS["circle"], 0.0, 1)
    png = png_bytes(document_of(sheet, face(flood("#c02040"), FORMS["circle"])))
    at = png.index(b"pHYs") + 4
    assert struct.unpack(">IIB", png[at : at + 9]) == (11811, 11811, 1)


@pytest.mark.parametrize("name", FORMS)
def test_outlines_lie_on_the_trims_that_are_seen(name):
    """Without bleed a piece ends at its trim, and all around it the picture is transparent."""
    picture, svg = made(name, 0.0)
    seen = np.asarray(picture.getchannel("A"), dtype=np.float32) / 255
    outlines = polygons(svg)
    assert len(outlines) == 5
    off = np.abs(seen - covered(outlines, picture.size))
    assert mean_mm(off, outlines) < OFF_MM
    assert off.max() < 0.6  # of a pixel, 0.05 mm: also where corners are


def test_outlines_lie_on_the_trims_of_pieces_with_bleed():
    picture, svg = made("rectangle", 2.0, "#2040c0")
    blue = np.asarray(picture.getchannel("B"), dtype=np.float32)
    alpha = np.asarray(picture.getchannel("A"), dtype=np.float32) / 255
    seen = np.clip((blue - 0x40) / (0xC0 - 0x40), 0, 1) * (alpha == 1)
    assert apart_mm(seen, polygons(svg)) < OFF_MM


def test_picture_shows_the_bleed_and_nothing_beyond_it():
    picture, svg = made("rectangle", 2.0, "#2040c0")
    alpha = np.asarray(picture.getchannel("A"), dtype=np.float32) / 255
    outer = []
    for corners in polygons(svg):
        xs, ys = zip(*corners, strict=True)
        left, right, top, bottom = min(xs) - 2, max(xs) + 2, min(ys) - 2, max(ys) + 2
        outer.append([(left, top), (right, top), (right, bottom), (left, bottom)])
    assert apart_mm(alpha, outer) < OFF_MM


def test_piece_that_paints_nothing_is_white_and_not_transparent():
    """Design Space would cut round the ink."""
    outline = FORMS["hexagon"]
    sheet = sheet_of(outline, 0.0, 1)
    front = face('<rect x="10" y="10" width="2" height="2" fill="black"/>', outline)
    picture = Image.open(BytesIO(png_bytes(document_of(sheet, front))))
    seen = np.asarray(picture.getchannel("A"), dtype=np.float32) / 255
    assert apart_mm(seen, polygons(svg_bytes(sheet))) < OFF_MM
    assert picture.getpixel((picture.width // 2, picture.height // 2)) == (255, 255, 255, 255)


def test_outlines_have_no_registration_marks():
    _, svg = made("circle", 0.0)
    layers = [one.get("id") for one in ET.fromstring(svg) if one.get("id")]
    assert layers == ["CUT", "FOLD"]


def test_picture_of_a_folded_sheet_shows_fronts_alone():
    outline = Outline.rectangle(60, 50)
    cards = item("piece", outline, 2)
    (sheet,) = impose([cards], replace(APART, duplex=Duplex.FOLD))
    faces = {
        FaceId("piece", SideName.FRONT): face(flood("#c02040"), outline),
        FaceId("piece", SideName.BACK): face(flood("#2040c0"), outline),
    }
    rendered = render([list(faces.values())], None)
    document = PrintDocument("", "", (sheet,), ("",), faces, rendered)
    picture = Image.open(BytesIO(png_bytes(document)))
    seen = np.asarray(picture.getchannel("A"), dtype=np.float32) / 255
    assert apart_mm(seen, polygons(svg_bytes(sheet))) < OFF_MM
    assert len(polygons(svg_bytes(sheet))) == 2


def test_equal_pictures_have_equal_bytes():
    sheet = sheet_of(FORMS["circle"], 0.0, 3)
    front = face(flood("#c02040"), FORMS["circle"])
    assert png_bytes(document_of(sheet, front)) == png_bytes(document_of(sheet, front))
