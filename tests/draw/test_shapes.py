import math
import re
from xml.etree import ElementTree

import pytest
import svgwrite
from hypothesis import given
from hypothesis import strategies as st
from svgwrite.data import full11

from fustella.core.geometry.shapes import Outline
from fustella.core.values.problems import WrongArgument
from fustella.draw.svg.write import number
from fustella.draw.templates import shapes
from fustella.draw.templates.positions import ring

RIDGE = [(0.0, 10.0), (4.701, 0.0), (10.0, 10.0)]


def element(markup):
    return ElementTree.fromstring(str(markup))


def corners(markup):
    return [
        tuple(float(n) for n in pair.split(",")) for pair in element(markup).get("points").split()
    ]


def numbers(data):
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", data)]


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=6)
STYLES = st.dictionaries(
    st.sampled_from(["fill", "stroke_width", "class_", "data_note", "id", "transform", "xml:lang"]),
    WORDS | st.integers(-9, 9) | st.floats(-9, 9) | st.booleans(),
)


@given(STYLES)
def test_shapes_are_what_svgwrite_writes(style):
    polygon = svgwrite.shapes.Polygon([(0.0, -1.0), (0.866, 0.5), (-0.866, 0.5)], debug=False)
    path = svgwrite.path.Path("M0 0C0.333 0.333 1.667 1.667 2 2", debug=False)
    for name, value in style.items():
        numeric = isinstance(value, int | float) and not isinstance(value, bool)
        said = number(value) if numeric else str(value)
        polygon[name.rstrip("_").replace("_", "-")] = said
        path[name.rstrip("_").replace("_", "-")] = said
    path.attribs.setdefault("fill", "none")
    assert shapes.regular(0, 0, 1, 3, **style) == polygon.tostring()
    assert shapes.curve([(0, 0), (2, 2)], **style) == path.tostring()


def test_every_attribute_of_a_path_that_svgwrite_knows_is_known():
    known = set(full11.elements["path"].valid_attributes) - {"d"}
    assert known == shapes._ATTRIBUTES - {
        *("isolation", "mix-blend-mode", "paint-order", "transform-origin"),
    }


def test_hexagon_has_the_corners_of_the_outline():
    outline = Outline.hexagon(60)
    middle = (outline.size.width_mm / 2, outline.size.height_mm / 2)
    found = corners(shapes.hexagon(*middle, 60))
    assert found == [
        (pytest.approx(p.x_mm, abs=1e-3), pytest.approx(p.y_mm, abs=1e-3))
        for p in outline.corners()
    ]


def test_regular_has_a_corner_at_the_top_and_turns_clockwise():
    assert corners(shapes.regular(0, 0, 10, 4)) == [(0, -10), (10, 0), (0, 10), (-10, 0)]
    assert corners(shapes.regular(0, 0, 10, 4, turn=90))[0] == (10, 0)


def test_star_alternates_between_its_radii():
    found = corners(shapes.star(0, 0, 5, 10, 4))
    assert [round(math.hypot(x, y)) for x, y in found] == [10, 4] * 5
    assert found[0] == (0, -10)


def test_grid_has_a_border_and_lines_between_its_cells():
    path = element(shapes.grid(1, 2, 3, 2, 10))
    assert path.get("d") == "M1 2h30v20h-30zM11 2v20M21 2v20M1 12h30"
    assert path.get("fill") == "none"


@pytest.mark.parametrize(
    ("wedge", "data"),
    [
        ((0, 0, 10, 5, 0, 90), "M0 -10A10 10 0 0 1 10 0L5 0A5 5 0 0 0 0 -5Z"),
        ((0, 0, 10, 0, 0, 90), "M0 -10A10 10 0 0 1 10 0L0 0Z"),
        ((0, 0, 10, 0, 0, 270), "M0 -10A10 10 0 1 1 -10 0L0 0Z"),
        ((0, 0, 10, 0, 0, -90), "M0 -10A10 10 0 0 0 -10 0L0 0Z"),
    ],
)
def test_wedge_draws_arcs_and_sides(wedge, data):
    assert element(shapes.wedge(*wedge)).get("d") == data


def test_wedge_of_a_whole_turn_is_a_ring_with_a_hole():
    path = element(shapes.wedge(0, 0, 10, 5, 0, 360, fill="#123456"))
    assert path.get("d").count("Z") == 2
    assert path.get("fill-rule") == "evenodd"


def test_wave_stays_within_its_amplitude_and_ends_on_its_line():
    data = element(shapes.wave(5, 20, 40, 2, 3)).get("d")
    steps = numbers(data)[2:]
    ends = [(steps[i + 4], steps[i + 5]) for i in range(0, len(steps), 6)]
    assert sum(dx for dx, _ in ends) == pytest.approx(40, abs=0.01)
    ys = [20.0]
    for _, dy in ends:
        ys.append(ys[-1] + dy)
    assert (min(ys), max(ys), ys[-1]) == (18, 22, 20)
    assert ys[1] == 18, "it starts upwards"
    assert element(shapes.wave(5, 20, 40, 2, 3)).get("fill") == "none"


def test_curve_goes_through_its_points():
    points = [[0, 0], [10, 5], [20, 0]]
    data = element(shapes.curve(points)).get("d")
    found = numbers(data)
    assert found[:2] == [0, 0]
    assert [found[i : i + 2] for i in (6, 12)] == points[1:]
    closed = element(shapes.curve(points, closed=True))
    assert closed.get("d").endswith("0 0Z")
    assert closed.get("fill") is None


def test_curve_goes_through_positions_too():
    assert element(shapes.curve(ring(0, 0, 5, 6), closed=True)).get("d").count("C") == 6


def test_blob_stays_within_its_wobble_of_the_ellipse():
    values = numbers(element(shapes.blob(0, 0, 10, 10, "b", wobble=0.1)).get("d"))
    ends = [(values[0], values[1])]
    ends += [(values[i + 4], values[i + 5]) for i in range(2, len(values), 6)]
    assert all(8.99 <= math.hypot(x, y) <= 11.01 for x, y in ends)


def test_ridge_starts_and_ends_at_the_bottom_and_touches_the_top():
    for seed in range(20):
        found = corners(shapes.ridge(5, 10, 60, 20, 4, seed))
        assert found[0] == (5, 30)
        assert found[-1] == (65, 30)
        assert min(y for _, y in found) == 10
        assert [x for x, _ in found] == sorted(x for x, _ in found)
        assert len(found) == 2 + 4 + 3


@pytest.mark.parametrize(
    "draw", [lambda s: shapes.blob(0, 0, 9, 9, s), lambda s: shapes.ridge(0, 0, 9, 9, 3, s)]
)
def test_random_shapes_with_the_same_seed_are_equal(draw):
    assert draw("north") == draw("north")
    assert draw("north") != draw("south")
    assert draw(1) == draw(1)


def test_random_shapes_are_the_same_in_every_process():
    assert corners(shapes.ridge(0, 0, 10, 10, 1, "x")) == RIDGE


def test_style_with_underscores_sets_attributes_with_hyphens():
    found = element(
        shapes.hexagon(0, 0, 5, fill="#fff", stroke_width=0.3, class_="a", data_part="roof")
    )
    assert found.get("stroke-width") == "0.3"
    assert (found.get("fill"), found.get("class"), found.get("data-part")) == ("#fff", "a", "roof")


def test_style_with_markup_is_escaped():
    assert element(shapes.hexagon(0, 0, 5, fill='"><b>')).get("fill") == '"><b>'


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: shapes.hexagon(0, 0, 5, strok_width=1), "stroke-width"),
        (lambda: shapes.hexagon(0, 0, 5, d="M0 0"), ""),
        (lambda: shapes.regular(0, 0, 5, 2), "3 or more"),
        (lambda: shapes.regular(0, 0, -5, 3), "0 or more"),
        (lambda: shapes.star(0, 0, 1, 5, 3), "2 or more"),
        (lambda: shapes.grid(0, 0, 0, 5, 3), "1 or more"),
        (lambda: shapes.wedge(0, 0, 5, -1, 0, 90), "0 or more"),
        (lambda: shapes.ridge(0, 0, 5, 5, 0, 1), "1 or more"),
        (lambda: shapes.ridge(0, 0, -5, 5, 2, 1), "0 or more"),
        (lambda: shapes.blob(0, 0, 5, -5, 1), "0 or more"),
        (lambda: shapes.blob(0, 0, 5, 5, 1, wobble=3), "0 (an ellipse) to 1"),
        (lambda: shapes.wave(0, 0, 5, 5, 1.5), "whole number"),
        (lambda: shapes.curve([[0, 0]]), "two points"),
        (lambda: shapes.curve([1, 2]), "[x, y]"),
        (lambda: shapes.curve(["ab", "cd"]), "[x, y]"),
        (lambda: shapes.curve([[0, None], [1, 1]]), "number"),
        (lambda: shapes.curve(7), "list"),
    ],
)
def test_shapes_with_wrong_arguments_raise_with_a_hint(call, says):
    with pytest.raises(WrongArgument) as found:
        call()
    assert says in found.value.hint


@pytest.mark.parametrize(
    ("value", "written"),
    [(1, "1"), (1.0, "1"), (-0.0001, "0"), (0.12345, "0.123"), (100, "100"), (-2.50, "-2.5")],
)
def test_number_is_written_without_needless_decimals(value, written):
    assert number(value) == written


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_number_that_is_not_finite_raises(value):
    with pytest.raises(ValueError, match="not a number"):
        number(value)
