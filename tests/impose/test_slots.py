"""Label sheets and punched cards: each copy lies in the middle of a slot, in its size."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.build.files import page_labels
from fustella.core.geometry.shapes import Outline, Point, Rect, Shape, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings, Shift, Slots
from fustella.core.values.problems import ProblemsFound
from fustella.core.words.printed import ToolWords
from fustella.impose import bounds_of, impose
from tests.impose.checks import NEAR_MM, item, lengths_mm, on_page, polygon, through_the_paper

FRONT, BACK = SideName.FRONT, SideName.BACK


def labels(outline: Outline, columns: int = 3, rows: int = 7, gap_mm: float = 2.5) -> Paper:
    """A sheet of A4 with slots that begin 7 mm from the left and 15 mm from the top."""
    size = outline.size
    pitch = size.width_mm + gap_mm, size.height_mm + gap_mm
    slots = Slots(outline, Point(7, 15), columns, rows, *pitch)
    return Paper("labels", Size(210, 297), Margins.all_round(5), slots)


SMALL = labels(Outline.rectangle(63, 35))
ROUND = labels(Outline.circle(40), columns=4, rows=6)
TIGHT = labels(Outline.rectangle(63, 88), rows=3, gap_mm=0)


@settings(max_examples=50, deadline=None)
@given(st.data(), st.sampled_from((SMALL, ROUND, TIGHT)), st.sampled_from(Duplex))
def test_slots_with_any_items_hold_each_copy_in_their_middle(data, paper, duplex):
    shapes = st.sampled_from((Outline.rectangle, lambda w, _: Outline.circle(w)))
    outlines = st.builds(lambda f, w, h: f(w / 4 + 4, h / 4 + 4), shapes, lengths_mm, lengths_mm)
    items = [
        item(
            f"p{n}",
            data.draw(outlines),
            data.draw(st.integers(0, 30)),
            data.draw(st.sampled_from("xy")),
            data.draw(st.sampled_from((0.0, 3.0))),
            data.draw(st.booleans()),
        )
        for n in range(3)
    ]
    by_id = {one.piece: one for one in items}
    sheets = impose(items, PrintSettings(paper, duplex))
    placed = Counter(p.face for s in sheets for page in s.pages for p in page.placements)
    wanted = Counter({FaceId(one.piece, FRONT): one.copies for one in items})
    if duplex is not Duplex.NONE:
        wanted.update({FaceId(one.piece, BACK): one.copies for one in items if one.has_back})
    assert placed == +wanted
    boxes = paper.slots.boxes()
    for page in (page for sheet in sheets for page in sheet.pages):
        assert (page.marks, page.trims, page.folds, page.glue) == ((), (), (), ())
        if page.side is BACK and duplex is not Duplex.FOLD:
            continue
        taken = [slot_of(placement.box, boxes) for placement in page.placements]
        assert len(set(taken)) == len(taken)
        for placement, slot in zip(page.placements, taken, strict=True):
            outline = by_id[placement.face.piece].outline
            assert inside(polygon(placement, outline), slot, paper.slots.outline)
            size = outline.size
            assert placement.box.size == (size.turned() if placement.turn_deg else size)
    check_backs(sheets, by_id, duplex)


def check_backs(sheets, by_id, duplex):
    if duplex is Duplex.FOLD:  # nothing is printed behind a label: it has a label of its own
        for front, back in pairwise(sheets):
            if back.pages[0].side is BACK:
                slots = {p.box: p.face.piece for p in front.pages[0].placements}
                assert all(slots[p.box] == p.face.piece for p in back.pages[0].placements)
        return
    for sheet in (sheet for sheet in sheets if len(sheet.pages) > 1):
        fronts = [p for p in sheet.pages[0].placements if by_id[p.face.piece].has_back]
        for front, back in zip(fronts, sheet.pages[1].placements, strict=True):
            face = by_id[front.face.piece].outline.size
            behind = on_page(face.width_mm, 0, back, face)
            seen = through_the_paper(*behind, sheet.paper, duplex)
            assert math.dist(on_page(0, 0, front, face), seen) < NEAR_MM


def slot_of(box: Rect, slots: tuple[Rect, ...]) -> Rect:
    """The slot whose middle is that of a box."""
    (found,) = [
        slot
        for slot in slots
        if abs(2 * slot.x_mm + slot.width_mm - 2 * box.x_mm - box.width_mm) < NEAR_MM
        and abs(2 * slot.y_mm + slot.height_mm - 2 * box.y_mm - box.height_mm) < NEAR_MM
    ]
    return found


def inside(shape, slot: Rect, outline: Outline) -> bool:
    if outline.shape is Shape.CIRCLE:
        middle = slot.x_mm + slot.width_mm / 2, slot.y_mm + slot.height_mm / 2
        return all(math.dist(middle, at) <= slot.width_mm / 2 + NEAR_MM for at in shape)
    box = slot.grown(NEAR_MM)
    return all(box.x_mm <= x <= box.right_mm and box.y_mm <= y <= box.bottom_mm for x, y in shape)


def test_slots_with_a_tall_piece_turn_only_that_one():
    items = [item("wide", Outline.rectangle(60, 30)), item("tall", Outline.rectangle(30, 60)),
             item("square", Outline.rectangle(30, 30))]  # fmt: skip
    (sheet,) = impose(items, PrintSettings(SMALL, Duplex.NONE))
    assert [p.turn_deg for p in sheet.pages[0].placements] == [0, 90, 0]


@pytest.mark.parametrize(
    ("paper", "outline", "message"),
    [
        (SMALL, Outline.rectangle(40, 64), '"p" is 40 x 64 mm; a slot of labels is 63 x 35 mm'),
        (ROUND, Outline.rectangle(30, 30), '"p" is 30 x 30 mm; a slot of labels is round, 40 mm'),
        (ROUND, Outline.hexagon(38), '"p" is 38 x 43.9 mm; a slot of labels is round, 40 mm'),
    ],
)
def test_slots_too_small_for_a_piece_raise_e302_with_both_sizes(paper, outline, message):
    with pytest.raises(ProblemsFound) as found:
        impose([item("p", outline)], PrintSettings(paper, Duplex.NONE))
    (problem,) = found.value.problems
    assert problem.code == "E302"
    assert problem.message.startswith(message)
    assert "--only" in problem.hint


def test_slots_that_are_round_hold_a_square_with_rounded_corners():
    square = Outline.rectangle(30, 30, corner_mm=6)
    (sheet,) = impose([item("p", square)], PrintSettings(ROUND, Duplex.NONE))
    assert len(sheet.pages[0].placements) == 1


def test_slots_without_a_gap_end_the_bleed_at_their_edge():
    items = [item("p", Outline.rectangle(63, 88), 9, bleed_mm=3)]
    for duplex in (Duplex.NONE, Duplex.SHORT_EDGE):
        (sheet,) = impose(items, PrintSettings(TIGHT, duplex))
        for page in sheet.pages:
            for placed in page.placements:
                xs, ys = [at.x_mm for at in placed.clip], [at.y_mm for at in placed.clip]
                box = placed.box  # without a gap there is nothing to spill into
                assert (min(xs), max(xs)) == pytest.approx((box.x_mm, box.right_mm))
                assert (min(ys), max(ys)) == pytest.approx((box.y_mm, box.bottom_mm))


def test_slug_on_paper_with_slots_keeps_off_them_or_is_left_out():
    slug = (
        impose([item("p", Outline.circle(20))], PrintSettings(SMALL, Duplex.NONE))[0].pages[0].slug
    )
    assert not any(slug.box.overlaps(slot) for slot in SMALL.slots.boxes())
    assert SMALL.printable.contains(slug.box)
    full = Paper("full", Size(210, 297), Margins.all_round(5),
                 Slots(Outline.rectangle(100, 140), Point(5, 8), 2, 2, 100, 140))  # fmt: skip
    slug = (
        impose([item("p", Outline.circle(20))], PrintSettings(full, Duplex.NONE))[0].pages[0].slug
    )
    assert slug.box.size == Size(0, 0)


def test_slots_with_several_groups_begin_each_on_a_new_sheet():
    items = [item("a", Outline.circle(20), 3, "x"), item("b", Outline.circle(20), 23, "y")]
    sheets = impose(items, PrintSettings(SMALL, Duplex.NONE))
    assert [(s.group, s.number, len(s.pages[0].placements)) for s in sheets] == [
        ("x", 1, 3), ("y", 1, 21), ("y", 2, 2),
    ]  # fmt: skip


@pytest.mark.parametrize("paper", [SMALL, ROUND, TIGHT])
def test_backs_for_slots_name_the_sheet_before(paper):
    """Labels are stuck on one by one: the sheet is not glued behind another."""
    items = [item("p", Outline.circle(30), 30), item("q", Outline.circle(20), 2, has_back=False)]
    sheets = impose(items, PrintSettings(paper, Duplex.FOLD))
    labels = page_labels("Game", "Tokens", sheets, ToolWords().on_labels("en"), Duplex.FOLD)
    said = [label for label, sheet in zip(labels, sheets, strict=True) if " back " in label]
    assert said and len(said) == len([s for s in sheets if s.pages[0].side is BACK])
    for label in said:
        before = int(label.partition("sheet ")[2].partition(" of")[0]) - 1
        assert f"back · for the pieces in the same places of sheet {before} ·" in label


A2 = Paper("A2", Size(420, 594), Margins.all_round(5))


@pytest.mark.parametrize("duplex", [Duplex.NONE, Duplex.LONG_EDGE, Duplex.FOLD])
def test_slots_with_board_paper_send_boards_there(duplex):
    items = [
        item("chip", Outline.circle(20), 3),
        item("map", Outline.rectangle(300, 250), split=True),
        item("sea", Outline.rectangle(700, 500), split=True, has_back=False),
    ]
    settings = PrintSettings(SMALL, duplex, board_paper=A2)
    sheets = impose(items, settings)
    papers = {p.face.piece: s.paper.id for s in sheets for g in s.pages for p in g.placements}
    assert papers == {"chip": "labels", "map": "A2", "sea": "A2"}
    assert [sheet.number for sheet in sheets] == list(range(1, len(sheets) + 1))
    backs = [p.face.piece for s in sheets for g in s.pages for p in g.placements
             if p.face.side is BACK]  # fmt: skip
    assert sorted(backs) == ([] if duplex is Duplex.NONE else ["chip"] * 3 + ["map"])
    if duplex is Duplex.FOLD:
        assert {len(sheet.pages) for sheet in sheets} == {1}
    assert bounds_of(items, settings)["all"].sheets <= len(sheets)


def test_bound_of_a_board_that_fits_a_slot_counts_slots():
    slots = Slots(Outline.rectangle(200, 287), Point(5, 5), 1, 1, 200, 287)
    whole = Paper("whole", Size(210, 297), Margins.all_round(5), slots)
    items = [item("map", Outline.rectangle(199, 286), 3, split=True)]  # no room for a slug
    settings = PrintSettings(whole, Duplex.NONE)
    assert len(impose(items, settings)) == bounds_of(items, settings)["all"].sheets == 3


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_slug_of_a_shifted_back_stays_in_the_printable_area(duplex):
    odd = Paper("odd", SMALL.size, Margins(5, 4, 6, 7), SMALL.slots)
    settings = PrintSettings(odd, duplex, Shift(2, 2))
    (sheet,) = impose([item("p", Outline.circle(20))], settings)
    for page in sheet.pages:
        assert page.slug.box.height_mm >= 5
        assert odd.printable.contains(page.slug.box)
    slug = sheet.pages[0].slug.box
    assert not any(slug.overlaps(slot) for slot in SMALL.slots.boxes())
