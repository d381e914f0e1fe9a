"""A memory of packings and cuts saves time and changes nothing, whatever becomes of it."""

import hashlib
import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry import Outline, Point, Rect
from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle, PrintSettings, Shift
from fustella.core.sheets import Bar, CutNumber, Dot, Line, Mark, Ring
from fustella.impose import imposition, marks, packing
from fustella.impose.imposition import impose
from fustella.impose.marks import Cuts
from tests.impose.checks import A4, LETTER, any_items, item

BOX = [
    item("tile", Outline.rectangle(38, 34), 100),
    item("hill", Outline.hexagon(45), 20, has_back=False),
    item("coin", Outline.circle(15), 70),
]


class Shelf(dict[str, bytes]):
    """A memory in a dictionary."""

    def put(self, key: str, body: bytes) -> None:
        self[key] = body


@pytest.fixture
def searches(monkeypatch):
    """How many forms each search had to do with."""
    seen = []
    real = packing._searched
    monkeypatch.setattr(
        packing, "_searched", lambda forms, rooms: (seen.append(len(forms)), real(forms, rooms))[1]
    )
    return seen


@pytest.fixture
def cuttings(monkeypatch):
    """How many pieces each sheet has whose cuts were looked for."""
    seen = []
    real = imposition.cuts_of
    monkeypatch.setattr(
        imposition,
        "cuts_of",
        lambda layout, *more: (seen.append(len(layout.positions)), real(layout, *more))[1],
    )
    return seen


presses = st.builds(
    PrintSettings,
    st.sampled_from((A4, LETTER)),
    st.sampled_from(Duplex),
    marks=st.sampled_from(MarkStyle),
    hexes=st.sampled_from(Hexes),
    cutter=st.sampled_from(Cutter),
    gutter_mm=st.sampled_from((0.0, 3.0)),
    fewest=st.sampled_from(Fewest),
)


@given(any_items, presses, st.data())
def test_sheets_are_the_same_cold_and_warm_and_from_a_damaged_memory(items, settings, data):
    shelf, cold = Shelf(), impose(items, settings)
    assert impose(items, settings, shelf) == cold
    kept = dict(shelf)
    assert impose(items, settings, shelf) == cold
    assert shelf == kept
    for key, body in kept.items():
        shelf[key] = data.draw(damaged(body, list(kept.values())))
    assert impose(items, settings, shelf) == cold
    assert shelf == kept, "what was damaged was not found anew"


@st.composite
def damaged(draw, body, others):
    """Something else than what was kept: cut short, changed in a place, mixed up, or nothing."""
    at = draw(st.integers(0, len(body) - 1))
    changed = bytes([body[at] ^ draw(st.integers(1, 255))])
    ways = (
        body[:at],
        body[:at] + changed + body[at + 1 :],
        body + b" ",
        draw(st.binary(max_size=50)),
        draw(st.sampled_from(others)),
    )
    return draw(st.sampled_from(ways))


@pytest.mark.parametrize("duplex", Duplex)
def test_a_second_build_does_not_search(searches, cuttings, duplex):
    shelf = Shelf()
    impose(BOX, PrintSettings(A4, duplex), shelf)
    assert max(searches) > 1
    assert max(cuttings) > 1
    searches.clear()
    cuttings.clear()
    # What pieces are called, where they are written and what is drawn on them is no matter.
    edited = [replace(one, piece=one.piece.upper(), look=1) for one in BOX]
    impose(edited, PrintSettings(A4, duplex), shelf)
    assert [forms for forms in searches if forms > 1] == []
    assert [pieces for pieces in cuttings if pieces > 1] == []


@pytest.mark.parametrize(
    "edited",
    [
        replace(BOX[0], copies=101),
        replace(BOX[0], bleed_mm=1.0),
        replace(BOX[0], outline=Outline.rectangle(38, 35)),
        replace(BOX[0], has_back=False),
    ],
    ids=["copies", "bleed", "size", "back"],
)
def test_what_the_search_looks_at_is_searched_again(searches, edited):
    shelf = Shelf()
    impose(BOX, PrintSettings(A4), shelf)
    searches.clear()
    impose([edited, *BOX[1:]], PrintSettings(A4), shelf)
    assert searches == [3]


@pytest.mark.parametrize(
    "settings",
    [PrintSettings(LETTER), PrintSettings(A4, gutter_mm=2), PrintSettings(A4, hexes="rows")],
)
def test_another_press_is_searched_again(searches, settings):
    shelf = Shelf()
    impose(BOX, PrintSettings(A4), shelf)
    searches.clear()
    impose(BOX, settings, shelf)
    assert searches == [3]


@pytest.mark.parametrize(
    "settings",
    [
        PrintSettings(A4, marks=MarkStyle.TICKS),
        PrintSettings(A4, cutter=Cutter.SILHOUETTE),
        PrintSettings(A4, shift=Shift(0.5, 0)),
        PrintSettings(LETTER),
    ],
    ids=["style", "cutter", "shift", "paper"],
)
def test_what_the_cuts_look_at_is_looked_at_again(cuttings, settings):
    shelf = Shelf()
    impose(BOX, PrintSettings(A4), shelf)
    cuttings.clear()
    impose(BOX, settings, shelf)
    assert cuttings


def test_other_outlines_in_the_same_cells_are_cut_otherwise(cuttings):
    shelf = Shelf()
    for corner_mm in (0, 3):
        tile = item("tile", Outline.rectangle(38, 34, corner_mm), 30)
        cuttings.clear()
        assert impose([tile], PrintSettings(A4), shelf) == impose([tile], PrintSettings(A4))
        assert cuttings == [30, 30]


SAID = {
    "fewer": lambda kept: kept[1:],
    "more": lambda kept: kept + kept[:1],
    "no such form": lambda kept: [[0, [[9, 0, 0.0, 0.0, 1, 1, 1]]]],
    "no such way": lambda kept: [[0, [[0, 9, 0.0, 0.0, 1, 1, 1]]]],
    "too short": lambda kept: [[0, [[0, 0, 0.0]]]],
    "no such mark": lambda kept: [3, [["star", 1.0, 2.0]]],
    "half a mark": lambda kept: [3, [["line", 1.0, 2.0]]],
    "no list": lambda kept: {"sheets": 3},
    "a number": lambda kept: 3,
}


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_what_another_version_kept_under_the_same_key_is_not_believed(said):
    shelf = Shelf()
    cold = impose(BOX, PrintSettings(A4), shelf)
    kept = dict(shelf)
    for key, body in kept.items():
        other = json.dumps(said(json.loads(body[32:]))).encode()
        shelf[key] = hashlib.sha256(key.encode() + other).digest() + other
    assert impose(BOX, PrintSettings(A4), shelf) == cold
    assert shelf == kept


def test_one_form_alone_is_packed_and_not_kept(searches):
    shelf = Shelf()
    for _ in range(2):
        impose(BOX[:1], PrintSettings(A4), shelf)
        impose(BOX, PrintSettings(A4, fewest=Fewest.CUTS), shelf)
    assert searches == [1] * 8


MARKS = (
    Line(Point(0.1, 2), Point(1 / 3, 4), halo=True),
    Line(Point(0, 0), Point(0, 1e-9), seam=True),
    Ring(Point(5, 6), 7.5),
    Dot(Point(5, 6), 0.4),
    CutNumber(Point(8, 9), "12", 2.0, 90),
    Bar(Rect(1, 2, 3, 4)),
)


def test_all_sorts_of_marks_are_kept_as_they_are():
    cuts = Cuts(MARKS, 7)
    assert {type(mark) for mark in MARKS} == set(get_args(Mark))
    assert marks.from_bytes(marks.to_bytes(cuts)) == cuts
