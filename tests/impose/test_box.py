"""Contents in a box: nothing lies in anything else, everything is there, each time the same."""

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from fustella.core.geometry.shapes import Size
from fustella.core.values.packed import (
    WELL_SLACK_MM,
    Content,
    GameBox,
    NoPlace,
    PartSort,
    StackStance,
)
from fustella.core.values.problems import Place
from fustella.impose import pack_box

HERE = Place("here.yaml", 1)
NEAR_MM = 1e-6


def box(width, depth, height, wall=2.0):
    return GameBox(width, depth, height, HERE, 2.0, wall)


def content(part, width, height, thickness, copies=1, **more):
    size = Size(float(width), float(height))
    pieces = more.pop("pieces", ((part, copies),))
    return Content(
        part, more.pop("sort", PartSort.KIND), part, size, thickness, copies, HERE, pieces, **more
    )


def cuboid(stack):
    return (
        (stack.x_mm, stack.x_mm + stack.width_mm),
        (stack.y_mm, stack.y_mm + stack.depth_mm),
        (stack.z_mm, stack.z_mm + stack.height_mm),
    )


def apart(one, other):
    ends = zip(cuboid(one), cuboid(other), strict=True)
    return any(b <= c + NEAR_MM or d <= a + NEAR_MM for (a, b), (c, d) in ends)


def assert_sound(packed, contents):
    """All stacks lie in the box and in nothing else, and all copies are there or left over."""
    stacks = [*packed.stacks]
    sides = packed.width_mm, packed.depth_mm, packed.height_mm
    for stack in stacks:
        for (low, high), side in zip(cuboid(stack), sides, strict=True):
            assert -NEAR_MM <= low <= high <= side + NEAR_MM
    assert all(apart(one, other) for one, other in combinations(stacks, 2))
    for well in packed.wells:
        for stack in well.stacks:
            assert stack.x_mm >= well.x_mm + WELL_SLACK_MM - NEAR_MM
            assert stack.y_mm >= well.y_mm + WELL_SLACK_MM - NEAR_MM
            assert stack.x_mm + stack.width_mm <= well.x_mm + well.width_mm + NEAR_MM
            assert stack.y_mm + stack.depth_mm <= well.y_mm + well.depth_mm + NEAR_MM
    wall = packed.box.divider_mm
    for one, other in combinations(packed.wells, 2):
        beside = max(one.x_mm, other.x_mm) - min(
            one.x_mm + one.width_mm, other.x_mm + other.width_mm
        )
        behind = max(one.y_mm, other.y_mm) - min(
            one.y_mm + one.depth_mm, other.y_mm + other.depth_mm
        )
        assert max(beside, behind) >= wall - NEAR_MM
    left = {one.part: one.copies for one in packed.left_over}
    for one in contents:
        own = [stack for stack in stacks if stack.part == one.part]
        assert sum(stack.copies for stack in own) + left.get(one.part, 0) == one.copies
        if one.part not in left:
            pieces = dict.fromkeys((piece for piece, _ in one.pieces), 0)
            for stack in own:
                assert sum(copies for _, copies in stack.pieces) == stack.copies
                for piece, copies in stack.pieces:
                    pieces[piece] += copies
            assert pieces == dict(one.pieces)


def some_contents(seed):
    """Contents as games have them: boards, cards, tokens, each of some designs."""
    random = Random(seed)
    found = []
    for number in range(random.randint(3, 14)):
        part = f"part-{number}"
        sort = random.choice(("board", "card", "token"))
        if sort == "board":
            sides, thickness, copies = random.choices(range(100, 260), k=2), 2.2, 1
        elif sort == "card":
            sides, thickness, copies = (63, 88), 0.35, random.randint(1, 120)
        else:
            side = random.randint(12, 45)
            sides, thickness, copies = (side, side), 2.2, random.randint(1, 80)
        first = random.randint(0, copies - 1)
        pieces = tuple((f"{part}-{at}", n) for at, n in enumerate((first, copies - first)) if n)
        found.append(content(part, *sides, thickness, copies, pieces=pieces, stands=sort == "card"))
    return found


@pytest.mark.parametrize("seed", range(25))
def test_nothing_lies_in_anything_else_and_all_copies_are_there(seed):
    contents = some_contents(seed)
    room = Random(seed).choice((box(285, 285, 65), box(215, 302, 45), box(153, 215, 40)))
    assert_sound(pack_box(contents, room), contents)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_packed_twice_lies_alike(seed):
    contents = some_contents(seed)
    assert pack_box(contents, box(285, 285, 65)) == pack_box([*contents], box(285, 285, 65))


@pytest.mark.parametrize("seed", range(8))
def test_least_height_is_enough_and_does_not_hold_more_in_less(seed):
    contents = some_contents(seed)
    least_mm = pack_box(contents, box(285, 285, 65)).least_height_mm
    assert least_mm
    assert pack_box(contents, box(285, 285, least_mm)).fits
    volume_mm3 = sum(one.volume_mm3 for one in contents)
    assert least_mm * 285 * 285 >= volume_mm3


def test_a_pile_that_is_too_high_becomes_several_as_even_as_can_be():
    tokens = content("token", 20, 20, 2.0, 45)
    packed = pack_box([tokens], box(100, 100, 25))
    assert sorted(stack.copies for stack in packed.stacks) == [11, 11, 11, 12]
    assert all(stack.height_mm == stack.copies * 2 for stack in packed.stacks)


def test_pieces_lie_in_the_order_of_the_list_from_the_first_pile_on():
    tokens = content("token", 20, 20, 2.0, 20, pieces=(("a", 7), ("b", 13)))
    packed = pack_box([tokens], box(100, 100, 21))
    assert [stack.pieces for stack in packed.stacks] == [(("a", 7), ("b", 3)), (("b", 10),)]


def test_a_pile_is_at_most_three_times_as_high_as_it_is_wide():
    packed = pack_box([content("token", 12, 30, 2.0, 60)], box(200, 200, 150))
    assert max(stack.height_mm for stack in packed.stacks) <= 36


def test_flat_things_lie_on_top_with_the_booklet_last():
    contents = [
        content("rules", 148, 210, 1.6, sort=PartSort.BOOKLET),
        content("board", 250, 250, 2.2),
        content("token", 20, 20, 2.0, 10),
    ]
    packed = pack_box(contents, box(260, 260, 40))
    assert [stack.part for layer in packed.layers for stack in layer.stacks] == ["board", "rules"]
    (well,) = packed.wells
    assert well.height_mm == pytest.approx(40 - 2.2 - 1.6)
    assert [layer.z_mm for layer in packed.layers] == pytest.approx([36.2, 38.4])


def test_cards_stand_on_edge_only_where_they_would_not_fit_otherwise():
    cards = content("card", 63, 88, 0.35, 300, stands=True)
    roomy = pack_box([cards], box(285, 285, 70))
    assert {stack.stance for stack in roomy.stacks} == {StackStance.LYING}
    tight = pack_box([cards], box(115, 92, 66))
    assert tight.fits
    assert {stack.stance for stack in tight.stacks} == {StackStance.LONG_EDGE}
    assert sum(stack.copies for stack in tight.stacks) == 300
    lying = pack_box([replace(cards, stands=False)], box(115, 92, 66))
    assert [one.part for one in lying.left_over] == ["card"]


def test_things_lie_on_each_other_where_the_floor_is_too_small_for_all():
    contents = [content("box", 90, 60, 20.0), content("tray", 80, 50, 15.0)]
    packed = pack_box(contents, box(100, 70, 40))
    assert packed.fits
    assert [stack.z_mm for stack in packed.stacks] == [0, 20]
    assert_sound(packed, contents)


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        (content("board", 300, 100, 2.0), NoPlace.WIDE),
        (content("castle", 50, 50, 66.0), NoPlace.HIGH),
        (content("tile", 100, 100, 2.0, 200), NoPlace.FULL),
    ],
)
def test_what_does_not_fit_is_left_over_with_its_reason(thing, why):
    small = content("token", 20, 20, 2.0, 10)
    packed = pack_box([thing, small], box(285, 285, 65))
    assert [(one.part, one.copies, one.why) for one in packed.left_over] == [
        (thing.part, thing.copies, why)
    ]
    assert {stack.part for stack in packed.stacks} == {"token"}
    assert bool(packed.least_height_mm) == (why is not NoPlace.WIDE)
    if packed.least_height_mm:
        assert pack_box([thing, small], box(285, 285, packed.least_height_mm)).fits


def test_a_bag_takes_its_volume_in_whatever_form_there_is_room():
    cubes = content("cube", 8, 8, 8.0, 100, bulk_mm3=100 * 512 / 0.6)
    packed = pack_box([cubes], box(60, 60, 30))
    (stack,) = packed.stacks
    assert stack.volume_mm3 == pytest.approx(100 * 512 / 0.6)
    assert stack.copies == 100
    assert packed.used == pytest.approx(stack.volume_mm3 / (60 * 60 * 30))


def test_walls_between_wells_are_as_thick_as_asked_for():
    contents = [content(f"part-{number}", 20, 98, 10.0) for number in range(8)]
    assert pack_box(contents, box(190, 100, 10, wall=2.0)).fits
    assert not pack_box(contents, box(189, 100, 10, wall=2.0)).fits
    assert pack_box(contents, box(176, 100, 10, wall=0.0)).fits


def test_nothing_in_a_box_is_nothing_packed():
    packed = pack_box([], box(100, 100, 10))
    assert packed.fits
    assert packed.tallest is None
    assert packed.used == 0


def test_many_contents_are_packed_as_soundly_as_few():
    random = Random(7)
    contents = [
        content(f"part-{number}", random.randint(10, 40), random.randint(10, 40), 2.0, 12)
        for number in range(90)
    ]
    packed = pack_box(contents, box(285, 285, 20))
    assert_sound(packed, contents)
    assert packed.left_over
    assert pack_box(contents, box(285, 285, packed.least_height_mm)).fits


def test_a_huge_pile_becomes_as_many_as_it_needs():
    packed = pack_box([content("token", 12, 12, 2.0, 20_000)], box(2000, 2000, 65))
    assert packed.fits
    assert sum(stack.copies for stack in packed.stacks) == 20_000
