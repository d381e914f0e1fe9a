"""Nets: of any size, they are one piece of card that folds up into a box, or into a die."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.polygons import edges_of
from fustella.core.geometry.shapes import Point, Size
from fustella.read.nets import SLACK_MM, Net, NetPanel, die, lid_of, tray, tuck_box

Place = tuple[float, float, float]
Move = Callable[[Place], Place]

lengths = st.floats(12, 120).map(lambda mm: round(mm, 2))
depths = st.floats(1, 70).map(lambda mm: round(mm, 2))
thicknesses = st.floats(0.05, 1.0).map(lambda mm: round(mm, 2))
faces = st.builds(Size, lengths, lengths)

tuck_boxes = st.builds(tuck_box, faces, depths, thicknesses)
trays = st.builds(
    tray,
    faces,
    depths.filter(lambda mm: mm >= 6),
    thicknesses,
    st.booleans(),
    notched=st.booleans(),
)
dice = st.builds(die, lengths)
nets = st.one_of(tuck_boxes, trays, dice)


def by_name(net: Net) -> dict[str, NetPanel]:
    return {panel.name: panel for panel in net.panels}


def area(corners: Sequence[Point]) -> float:
    return sum(a.x_mm * b.y_mm - b.x_mm * a.y_mm for a, b in edges_of(corners)) / 2


def contains(corners: Sequence[Point], point: Point) -> bool:
    inside = False
    for a, b in edges_of(corners):
        if (a.y_mm > point.y_mm) != (b.y_mm > point.y_mm):
            share = (point.y_mm - a.y_mm) / (b.y_mm - a.y_mm)
            inside ^= point.x_mm < a.x_mm + share * (b.x_mm - a.x_mm)
    return inside


def from_edge(point: Point, edge: tuple[Point, Point]) -> float:
    a, b = edge
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    share = ((point.x_mm - a.x_mm) * dx + (point.y_mm - a.y_mm) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return math.hypot(point.x_mm - a.x_mm - share * dx, point.y_mm - a.y_mm - share * dy)


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(point: Point, edge: tuple[Point, Point]) -> float:
        a, b = edge
        return (b.x_mm - a.x_mm) * (point.y_mm - a.y_mm) - (b.y_mm - a.y_mm) * (point.x_mm - a.x_mm)

    apart = side(one[0], other) * side(one[1], other) < 0
    return apart and side(other[0], one) * side(other[1], one) < 0


def is_simple(corners: Sequence[Point]) -> bool:
    """Whether edges meet only their neighbours, and those only at their common corner."""
    edges = edges_of(corners)
    for (first, one), (second, other) in combinations(enumerate(edges), 2):
        if second == first + 1 or (first == 0 and second == len(edges) - 1):
            free = other[1] if one[1] == other[0] else other[0]
            if from_edge(free, one) < 1e-6:
                return False
        elif cross(one, other) or min(from_edge(end, other) for end in one) < 1e-6:
            return False
    return True


def about(fold: tuple[Point, Point], degrees: float) -> Move:
    """A turn about a fold, with the printed side up: the folded part goes down."""
    start, end = fold
    length = math.hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm)
    ax, ay = (end.x_mm - start.x_mm) / length, (end.y_mm - start.y_mm) / length
    # y runs down and z towards the reader: turns are opposite to those in a right-handed frame.
    cosine, sine = math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))

    def move(place: Place) -> Place:
        x, y, z = place[0] - start.x_mm, place[1] - start.y_mm, place[2]
        along = x * ax + y * ay
        # The axis crossed with the place (z up), and Rodrigues' formula.
        cx, cy, cz = ay * z, -ax * z, ax * y - ay * x
        return (
            start.x_mm + x * cosine + cx * sine + ax * along * (1 - cosine),
            start.y_mm + y * cosine + cy * sine + ay * along * (1 - cosine),
            z * cosine + cz * sine,
        )

    return move


def folded(net: Net) -> dict[str, list[Place]]:
    """The corners of each panel in the folded box."""
    moves: dict[str, list[Move]] = {}
    for panel in net.panels:
        own = [about(panel.fold, panel.angle_deg)] if panel.onto else []
        moves[panel.name] = [*own, *moves.get(panel.onto, [])]
    places = {}
    for panel in net.panels:
        corners = []
        for corner in panel.corners:
            place: Place = (corner.x_mm, corner.y_mm, 0.0)
            for move in moves[panel.name]:
                place = move(place)
            corners.append(place)
        places[panel.name] = corners
    return places


def same(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Whether two edges lie on each other, in either direction."""
    return any(
        all(math.dist(a, b) < 1e-6 for a, b in zip(one, way, strict=True))
        for way in (other, tuple(reversed(other)))
    )


def box_of(places: Sequence[Place]) -> list[tuple[float, float]]:
    return [(min(along), max(along)) for along in zip(*places, strict=True)]


def middle_of(places: Sequence[Place]) -> list[float]:
    return [sum(along) / len(places) for along in zip(*places, strict=True)]


def lies_in(places: Sequence[Place], square: Sequence[Place]) -> bool:
    return all(
        low - 1e-6 < at < high + 1e-6
        for place in places
        for at, (low, high) in zip(place, box_of(square), strict=True)
    )


@given(nets)
def test_net_is_one_polygon_without_overlaps(net):
    points = net.outline.points
    assert is_simple(points)
    assert min(at.x_mm for at in points) == pytest.approx(0)
    assert min(at.y_mm for at in points) == pytest.approx(0)
    assert area(points) == pytest.approx(sum(area(panel.corners) for panel in net.panels))
    assert all(area(panel.corners) > 0 for panel in net.panels)


@given(nets)
def test_net_folds_lie_inside_and_between_two_panels(net):
    assert len(net.outline.folds) == len(net.panels) - 1
    for (start, end), panel in zip(net.outline.folds, net.panels[1:], strict=True):
        middle = Point((start.x_mm + end.x_mm) / 2, (start.y_mm + end.y_mm) / 2)
        assert contains(net.outline.points, middle)
        neighbour = by_name(net)[panel.onto]
        assert min(from_edge(middle, edge) for edge in edges_of(neighbour.corners)) < 1e-6


def test_is_simple_detects_a_crossing_and_a_touching_corner():
    bow = (Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10))
    assert not is_simple(bow)
    touching = (Point(0, 0), Point(10, 0), Point(5, 5), Point(10, 10), Point(0, 10), Point(5, 5))
    assert not is_simple(touching)
    assert is_simple((Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)))


@given(tuck_boxes)
def test_tuck_box_when_folded_closes(net):
    at, wide = folded(net), by_name(net)["front"].box.width_mm
    high, deep = by_name(net)["front"].box.height_mm, by_name(net)["right"].box.width_mm
    front = at["front"]
    upper, lower = (front[0], front[-3]), (front[-2], front[-1])
    # left is hung last: its free edge, where the glue flap is, meets the front's
    assert same((at["left"][1], at["left"][2]), (front[0], front[-1]))
    assert same((at["top"][1], at["top"][2]), upper)
    assert same((at["bottom"][1], at["bottom"][2]), (at["back"][2], at["back"][3]))
    assert math.dist(*lower) == pytest.approx(wide)
    for name, places in at.items():
        for low_high, side in zip(box_of(places), (wide, high, deep), strict=True):
            assert -1e-6 < low_high[1] - low_high[0] < side + 1e-6, name
    whole = box_of([place for places in at.values() for place in places])
    assert [high_ - low for low, high_ in whole] == pytest.approx([wide, high, deep])


@given(tuck_boxes)
def test_tuck_box_when_folded_has_its_flaps_against_their_panels(net):
    at, deep = folded(net), by_name(net)["right"].box.width_mm
    assert all(z == pytest.approx(0) for _, _, z in at["tuck"])  # behind the front
    assert all(z == pytest.approx(0) for _, _, z in at["glue"])
    assert all(-deep - 1e-6 < z < 1e-6 for name in at for _, _, z in at[name])
    top = at["top"][0][1]
    assert all(
        y == pytest.approx(top) for name in ("right flap", "left flap") for _, y, _ in at[name]
    )
    bottom = at["bottom"][0][1]
    glued = ("right glue", "back glue", "left glue")
    assert all(y == pytest.approx(bottom) for name in glued for _, y, _ in at[name])
    # no dust flap reaches the other one
    reach = max(x for x, _, _ in at["left flap"]) - min(x for x, _, _ in at["right flap"])
    assert reach < by_name(net)["front"].box.width_mm + 1e-6


@given(faces, depths, thicknesses)
def test_tuck_box_has_room_for_its_pile(face, depth, thickness):
    net = tuck_box(face, depth, thickness)
    front, right = by_name(net)["front"].box, by_name(net)["right"].box
    assert net.room.width_mm == pytest.approx(face.width_mm + SLACK_MM)
    assert net.room.height_mm == pytest.approx(face.height_mm + SLACK_MM)
    assert net.room_depth_mm == pytest.approx(depth + SLACK_MM)
    assert front.width_mm - thickness == pytest.approx(net.room.width_mm)
    assert front.height_mm - thickness == pytest.approx(net.room.height_mm)
    assert right.width_mm - thickness == pytest.approx(net.room_depth_mm)


@given(trays)
def test_tray_when_folded_closes_at_its_corners(net):
    at = folded(net)
    # With a notch, a wall has more corners between the two ends of its rim.
    ends = {name: (at[name][1], at[name][-2]) for name in ("back", "right", "front", "left")}
    rim = [(ends["back"][1], ends["right"][0]), (ends["right"][1], ends["front"][0]),
           (ends["front"][1], ends["left"][0]), (ends["left"][1], ends["back"][0])]  # fmt: skip
    for one, other in rim:
        assert math.dist(one, other) < 1e-6
    base = by_name(net)["base"].box
    wall = -ends["back"][0][2]
    whole = box_of([place for places in at.values() for place in places])
    sides = [high - low for low, high in whole]
    assert sides == pytest.approx([base.width_mm, base.height_mm, wall])
    for name, places in at.items():
        if name.endswith("tab"):
            onto = at[name.split()[1]][0][1]
            assert all(y == pytest.approx(onto) for _, y, _ in places), name
        if name.endswith("inner"):
            outer = box_of(at[name.split()[0]])
            assert all(
                low >= a - 1e-6 and high <= b + 1e-6
                for (low, high), (a, b) in zip(box_of(places), outer, strict=True)
            ), name


@given(faces, depths, thicknesses, st.booleans())
def test_tray_has_room_beside_its_tabs_and_linings(inner, depth, thickness, double):
    net = tray(inner, depth, thickness, double)
    base, walls = by_name(net)["base"].box, by_name(net)["back"].box
    layers = 2 * thickness if double else 0
    assert base.width_mm - thickness - layers == pytest.approx(inner.width_mm + SLACK_MM)
    assert base.height_mm - 3 * thickness - layers == pytest.approx(inner.height_mm + SLACK_MM)
    assert walls.height_mm - thickness / 2 >= depth
    assert ("back inner" in by_name(net)) == double


@given(dice)
def test_die_when_folded_is_a_cube_whose_opposite_sides_make_seven(net):
    at, side = folded(net), by_name(net)["1"].box.width_mm
    whole = box_of([place for places in at.values() for place in places])
    assert [high - low for low, high in whole] == pytest.approx([side] * 3)
    for one, other in (("1", "6"), ("2", "5"), ("3", "4")):
        assert math.dist(middle_of(at[one]), middle_of(at[other])) == pytest.approx(side)


@given(dice)
def test_folded_die_has_one_tab_per_edge(net):
    at, onto = folded(net), {panel.name: panel.onto for panel in net.panels}
    tabs = [name for name in at if name.startswith("tab")]
    joints = []
    for tab in tabs:
        covered = [name for name in at if name.isdigit() and lies_in(at[tab], at[name])]
        assert len(covered) == 1
        joints.append({covered[0], onto[tab]})
    joints += [{name, onto[name]} for name in at if name.isdigit() and onto[name]]
    assert len({frozenset(joint) for joint in joints}) == len(joints) == 12


@pytest.mark.parametrize(
    ("name", "turn", "rim"),
    [("front", 180, "bottom"), ("back", 0, "top"), ("left", 270, "left"), ("right", 90, "right")],
)
def test_tray_walls_have_the_top_of_their_picture_at_the_rim(name, turn, rim):
    panel = by_name(tray(Size(60, 40), 20, 0.3))[name]
    opposite = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}
    assert panel.turn_deg == turn
    assert panel.fold_side == opposite[rim]


@pytest.mark.parametrize("double", [False, True])
@given(faces, depths.filter(lambda mm: mm >= 6), depths.filter(lambda mm: mm >= 6), thicknesses)
def test_lid_goes_over_its_tray_and_is_no_deeper(double, inner, depth, deep, thickness):
    below = tray(inner, depth, thickness, double)
    lid = lid_of(below, deep, thickness)
    base = by_name(below)["base"].box
    assert lid.room.width_mm == pytest.approx(base.width_mm + thickness + SLACK_MM)
    assert lid.room.height_mm == pytest.approx(base.height_mm + thickness + SLACK_MM)
    assert lid.room_depth_mm == pytest.approx(min(deep, depth + thickness))


@pytest.mark.parametrize("name", ["front", "back", "left", "right"])
def test_lid_walls_have_the_foot_of_their_picture_at_the_rim(name):
    below = tray(Size(60, 40), 20, 0.3)
    turn = by_name(below)[name].turn_deg
    assert by_name(lid_of(below, 15, 0.3))[name].turn_deg == (turn + 180) % 360


def test_tuck_box_has_its_pictures_upright_from_the_front():
    net = tuck_box(Size(63, 88), 20, 0.3)
    assert {panel.name: panel.turn_deg for panel in net.panels if panel.turn_deg} == {"top": 180}
    # the lid hangs at the back: its near edge, where a text on it begins below, is its free one
    assert by_name(net)["top"].fold_side == "bottom"
    assert by_name(net)["front"].fold_side == ""


def test_folded_with_a_panel_bent_the_wrong_way_does_not_close():
    net = tuck_box(Size(63, 88), 20, 0.3)
    wrong = [
        panel if panel.name != "left" else NetPanel("left", panel.corners, "back", 0, -90)
        for panel in net.panels
    ]
    at = folded(Net(net.outline, tuple(wrong), net.room, net.room_depth_mm))
    assert not same((at["left"][1], at["left"][2]), (at["front"][0], at["front"][-1]))


def test_notches_of_a_tray_keep_clear_of_its_tabs_and_its_floor():
    plain = tray(Size(60, 40), 30, 0.3)
    net = by_name(tray(Size(60, 40), 30, 0.3, notched=True))
    tab = next(panel.box.height_mm for name, panel in net.items() if name.endswith("tab"))
    for name in ("front", "back"):
        wall, notch = net[name].box, net[name].corners[2:-2]
        xs, ys = [at.x_mm for at in notch], [at.y_mm for at in notch]
        assert min(xs) - wall.x_mm >= tab and wall.right_mm - max(xs) >= tab
        assert max(xs) - min(xs) == pytest.approx(18)
        assert max(ys) - min(ys) == pytest.approx(9)
        assert area(net[name].corners) == pytest.approx(
            area(by_name(plain)[name].corners) - math.pi * 81 / 2, abs=2
        )
    low = by_name(tray(Size(20, 40), 30, 0.3, notched=True))
    assert len(low["front"].corners) == 4, "tabs leave no room for a finger"
