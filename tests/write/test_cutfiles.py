"""Cut files and the layer of cut lines in the PDF, each read back by another library."""

import io
import math
import os
import pickle
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise

import ezdxf
import numpy as np
import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.model import SideName
from fustella.core.values.paper import Cutter, Duplex, Margins, Paper, PrintSettings
from fustella.core.values.sheets import Bar, Line, Page, Sheet, Trim
from fustella.impose import Half, impose
from fustella.write import dxf_bytes, pdf_bytes, svg_bytes
from fustella.write.pdf.marks import CUT_COLOUR
from tests.helpers.sharing import ROOT
from tests.impose.checks import item
from tests.impose.test_cut_order import parted
from tests.write.samples import A4, NO_SLUG, PT_PER_MM, document

PAPER = Paper("A4", A4, Margins.all_round(5))
NEAR_MM = 0.01


def sheet(*trims, folds=(), registration=()):
    page = Page(SideName.FRONT, (), (), NO_SLUG, trims=tuple(trims), folds=tuple(folds),
                registration=tuple(registration))  # fmt: skip
    return Sheet("cards", 1, PAPER, (page,), 0)


def arc(start, end, middle, clockwise=True):
    """A quarter circle as short lines, y down, its end included."""
    first = math.atan2(start[1] - middle[1], start[0] - middle[0])
    r = math.dist(start, middle)
    steps = 24
    sign = 1 if clockwise else -1
    turns = [first + sign * math.pi / 2 * k / steps for k in range(1, steps + 1)]
    return [(middle[0] + r * math.cos(a), middle[1] + r * math.sin(a)) for a in turns]


def ring(middle, r):
    return [(middle[0] + r * math.cos(k * math.pi / 48), middle[1] + r * math.sin(k * math.pi / 48))
            for k in range(97)]  # fmt: skip


def from_svg(data, layer="CUT"):
    """The lines of a layer as lists of points in mm, read from the file's own text."""
    root = ET.fromstring(data)
    space = "{http://www.w3.org/2000/svg}"
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    assert (root.get("width"), root.get("height")) == ("210.0mm", "297.0mm")
    assert [float(v) for v in root.get("viewBox").split()] == [0, 0, 210, 297]
    (group,) = [g for g in root.iter(f"{space}g") if g.get(label) == layer]
    lines = [ring((float(c.get("cx")), float(c.get("cy"))), float(c.get("r")))
             for c in group.iter(f"{space}circle")]  # fmt: skip
    return lines + [svg_path(p.get("d")) for p in group.iter(f"{space}path")]


def svg_path(steps):
    places = []
    for verb, numbers in re.findall(r"([MLAZ])([^MLAZ]*)", steps):
        values = [float(n) for n in re.findall(r"-?[\d.]+(?:e-?\d+)?", numbers)]
        if verb == "Z":
            places.append(places[0])
        elif verb == "A":
            assert values[0] == values[1] and values[3:5] == [0, 1]
            start, end, r = places[-1], tuple(values[5:]), values[0]
            # the middle of a quarter circle is one of the two other corners of its square
            corners = [(start[0], end[1]), (end[0], start[1])]
            middle = next(c for c in corners if turns_right(start, c, end))
            assert math.dist(middle, start) == pytest.approx(r, abs=1e-3)
            places += arc(start, end, middle)
        else:
            places.append(tuple(values))
    return places


def turns_right(start, middle, end):
    """Whether going from start to end about middle is clockwise, with y down."""
    ax, ay, bx, by = (
        start[0] - middle[0],
        start[1] - middle[1],
        end[0] - middle[0],
        end[1] - middle[1],
    )
    return ax * by - ay * bx > 0


def from_dxf(data, layer="CUT"):
    drawing = ezdxf.read(io.StringIO(data.decode()))
    assert drawing.dxfversion == "AC1015"
    assert (drawing.header["$INSUNITS"], drawing.header["$MEASUREMENT"]) == (4, 1)
    assert not drawing.audit().errors
    lines = []
    for entity in drawing.modelspace().query(f'*[layer=="{layer}"]'):
        if entity.dxftype() == "CIRCLE":
            lines.append(ring((entity.dxf.center.x, 297 - entity.dxf.center.y), entity.dxf.radius))
            continue
        assert entity.dxftype() == "LWPOLYLINE"
        vertices = list(entity.get_points("xyb"))
        if entity.closed:
            vertices.append(vertices[0])
        places = [(vertices[0][0], 297 - vertices[0][1])]
        for (ax, ay, bulge), (bx, by, _) in pairwise(vertices):
            if bulge:
                middle, first, last, _r = ezdxf.math.bulge_to_arc((ax, ay), (bx, by), bulge)
                assert (last - first) % math.tau == pytest.approx(math.pi / 2)
                places += arc((ax, 297 - ay), (bx, 297 - by), (middle.x, 297 - middle.y), bulge < 0)
            else:
                places.append((bx, 297 - by))
        lines.append(places)
    return lines


def from_pdf(one):
    """What a PDF strokes in the colour of cuts."""
    printed = document({}, *one.pages, labels=(".",))
    with pdfplumber.open(io.BytesIO(pdf_bytes(printed))) as pdf:
        page = pdf.pages[0]
        drawn = [*page.lines, *page.curves, *page.rects]
        mine = [d for d in drawn if tuple(d["stroking_color"]) == CUT_COLOUR]
        lines = []
        for shape in mine:
            places = []
            for step in shape["path"]:
                mm = [(x / PT_PER_MM, y / PT_PER_MM) for x, y in step[1:]]
                places += bezier(places[-1], *mm) if step[0] == "c" else mm
                if step[0] == "h":
                    places.append(places[0])
            lines.append(places)
        return lines


def bezier(a, b, c, d):
    steps = 24
    return [
        tuple((1 - t) ** 3 * a[i] + 3 * (1 - t) ** 2 * t * b[i] + 3 * (1 - t) * t * t * c[i]
              + t**3 * d[i] for i in (0, 1))
        for t in (k / steps for k in range(1, steps + 1))
    ]  # fmt: skip


def farthest_mm(one, other):
    """The greatest distance of a point of `one` from what `other` draws."""
    segments = np.array([pair for line in other for pair in pairwise(line)])
    start, along = segments[:, 0], segments[:, 1] - segments[:, 0]
    length2 = np.maximum((along**2).sum(axis=1), 1e-12)  # of a segment without length: its start
    return max(
        distance_mm(np.array(at), start, along, length2) for line in one for at in points_on(line)
    )


def points_on(line):
    for a, b in pairwise(line):
        yield from (
            (a[0] + (b[0] - a[0]) * k / 3, a[1] + (b[1] - a[1]) * k / 3) for k in (0, 1, 2, 3)
        )


def distance_mm(at, start, along, length2):
    """The distance of a point from the nearest segment, for all segments at once."""
    share = np.clip(((at - start) * along).sum(axis=1) / length2, 0, 1)
    return np.hypot(*(start + share[:, None] * along - at).T).min()


def drawn_mm(lines):
    return sum(math.dist(a, b) for line in lines for a, b in pairwise(line))


def check_same(one):
    svg, dxf, pdf = from_svg(svg_bytes(one)), from_dxf(dxf_bytes(one)), from_pdf(one)
    assert len(svg) == len(dxf) == len(pdf)
    for a, b in ((svg, dxf), (dxf, pdf), (pdf, svg)):
        assert farthest_mm(a, b) < NEAR_MM
        assert farthest_mm(b, a) < NEAR_MM
        assert drawn_mm(a) == pytest.approx(drawn_mm(b), rel=1e-3)
    return svg


NET = Outline.polygon((Point(0, 0), Point(40, 0), Point(50, 10), Point(40, 30), Point(0, 30)))
FORMS = [
    Trim(Outline.rectangle(60, 80, 3), Rect(10, 20, 60, 80)),
    Trim(Outline.rectangle(60, 80, 3), Rect(70, 20, 60, 80)),
    Trim(Outline.rectangle(30, 20), Rect(10, 100, 30, 20)),
    Trim(Outline.circle(25), Rect(140, 20, 25, 25)),
    Trim(Outline.hexagon(30), Rect(10, 200, 60 / math.sqrt(3), 30), 90),
    Trim(NET, Rect(150, 100, 30, 50), 90),
]


def test_svg_dxf_and_pdf_of_all_shapes_draw_same_paths():
    lines = check_same(sheet(*FORMS))
    assert len(lines) == len(FORMS)  # the second card in one line, open where they touch


@given(parted, st.data())
@settings(max_examples=4, deadline=None)
def test_svg_dxf_and_pdf_of_random_sheets_draw_same_paths(boxes, data):
    radii = st.sampled_from((0.0, 0.0, 3.0))
    check_same(
        sheet(
            *(Trim(Outline.rectangle(b.width_mm, b.height_mm, data.draw(radii)), b) for b in boxes)
        )
    )


def test_cut_files_with_folds_and_registration_have_layers_for_them():
    fold = Line(Point(10, 50), Point(70, 50))
    one = sheet(FORMS[0], folds=[fold], registration=[Bar(Rect(10, 10, 5, 5))])
    for read in (
        lambda layer: from_svg(svg_bytes(one), layer),
        lambda layer: from_dxf(dxf_bytes(one), layer),
    ):
        assert read("FOLD") == [[(10, 50), (70, 50)]]
        assert read("REGISTRATION") == [[(10, 10), (15, 10), (15, 15), (10, 15), (10, 10)]]
        assert len(read("CUT")) == 1


def test_cut_files_at_another_time_give_equal_bytes(monkeypatch):
    one = sheet(*FORMS)
    files = svg_bytes(one), dxf_bytes(one)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert (svg_bytes(one), dxf_bytes(one)) == files


@pytest.mark.parametrize("seed", ["1", "4"])
def test_dxf_bytes_with_another_hash_seed_gives_equal_bytes(seed):
    program = (
        "import pickle, sys; from fustella.write.cutfiles import dxf_bytes\n"
        "sys.stdout.buffer.write(dxf_bytes(pickle.load(sys.stdin.buffer)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(sheet(*FORMS)),
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert done.stdout == dxf_bytes(sheet(*FORMS))


def test_svg_bytes_of_sheet_with_back_draws_front_only():
    front = sheet(FORMS[0]).pages[0]
    back = Page(SideName.BACK, (), (), NO_SLUG, trims=(FORMS[3],))
    both = Sheet("cards", 1, PAPER, (back, front), 0)
    assert len(from_svg(svg_bytes(both))) == 1
    assert svg_bytes(both) == svg_bytes(sheet(FORMS[0]))


@pytest.mark.parametrize(
    ("width_mm", "height_mm", "half"),
    [(130, 100, Size(210, 148.5)), (70, 200, Size(105, 297))],
)
def test_cut_files_of_folded_sheet_show_half_with_fronts(width_mm, height_mm, half):
    """The half with the fronts lies on the mat; its corner is the file's origin."""
    cards = [item("card", Outline.rectangle(width_mm, height_mm), 2)]
    settings = PrintSettings(PAPER, Duplex.FOLD, cutter=Cutter.SILHOUETTE)
    folded = impose(cards, settings)[0]
    flat = impose(cards, replace(settings, paper=Half(PAPER, half.width_mm == 210).paper,
                                 duplex=Duplex.NONE))[0]  # fmt: skip
    assert flat.paper.size == half
    assert svg_bytes(folded) == svg_bytes(flat)
    assert dxf_bytes(folded) == dxf_bytes(flat)
