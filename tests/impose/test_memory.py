"""A memory of packings and cuts saves time and changes nothing, whatever it contains."""

import json
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.files.seal import opened, sealed
from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.values.paper import (
    Cutter,
    Duplex,
    Fewest,
    Hexes,
    MarkStyle,
    PrintSettings,
    Shift,
)
from fustella.core.values.sheets import Bar, CutNumber, Dot, Line, Mark, Ring
from fustella.impose import Cuts, impose, marks
from tests.impose.checks import A4, LETTER, any_items, item

BOX = [
    item("tile", Outline.rectangle(38, 34), 100),
    item("hill", Outline.hexagon(45), 20, has_back=False),
    item("coin", Outline.circle(15), 70),
]


class DictMemory(dict[str, bytes]):
    """A memory in a dictionary, which records what is put there.

    Whatever is not found in a memory is computed and put there, so the records are the searches
    for packings of several forms and for cuts of several pieces.
    """

    def __init__(self) -> None:
        super().__init__()
        self.forget_records()

    def forget_records(self) -> None:
        self.searches: list[int] = []
        """How many forms each packing has that was searched for."""
        self.cuttings: list[int] = []
        """How many cuts each sheet has whose cuts were searched for."""

    def get(self, key: str) -> bytes | None:
        """As the cache on the disk does it: what was damaged there is not found."""
        return opened(key, self[key]) if key in self else None

    def put(self, key: str, body: bytes) -> None:
        self[key] = sealed(key, body)
        content = json.loads(body)
        if isinstance(content[0], int):
            self.cuttings.append(content[0])
        else:
            self.searches.append(len({form for _, blocks in content for form, *_ in blocks}))


all_settings = st.builds(
    PrintSettings,
    st.sampled_from((A4, LETTER)),
    st.sampled_from(Duplex),
    marks=st.sampled_from(MarkStyle),
    hexes=st.sampled_from(Hexes),
    cutter=st.sampled_from(Cutter),
    gutter_mm=st.sampled_from((0.0, 3.0)),
    fewest=st.sampled_from(Fewest),
)


@settings(max_examples=30)  # each example damages all records of several packings and cuts
@given(any_items, all_settings, st.data())
def test_impose_with_an_empty_full_or_damaged_memory_makes_the_same_sheets(items, printing, data):
    memory, cold = DictMemory(), impose(items, printing)
    assert impose(items, printing, memory) == cold
    kept = dict(memory)
    assert impose(items, printing, memory) == cold
    assert memory == kept
    for key, body in kept.items():
        memory[key] = data.draw(damaged(body, list(kept.values())))
    assert impose(items, printing, memory) == cold
    assert memory == kept, "what was damaged was not computed again"


@st.composite
def damaged(draw, body, others):
    """Something other than what was kept: cut short, changed, mixed up, or nothing."""
    at = draw(st.integers(0, len(body) - 1))
    changed = bytes([body[at] ^ draw(st.integers(1, 255))])
    options = (
        body[:at],
        body[:at] + changed + body[at + 1 :],
        body + b" ",
        draw(st.binary(max_size=50)),
        draw(st.sampled_from(others)),
    )
    return draw(st.sampled_from(options))


@pytest.mark.parametrize("duplex", Duplex)
def test_impose_with_a_full_memory_searches_nothing(duplex):
    memory = DictMemory()
    impose(BOX, PrintSettings(A4, duplex), memory)
    assert max(memory.searches) > 1
    assert max(memory.cuttings) > 1
    memory.forget_records()
    # The names of pieces, where they are written and what is drawn on them are not part of a key.
    edited = [replace(one, piece=one.piece.upper(), look=1) for one in BOX]
    impose(edited, PrintSettings(A4, duplex), memory)
    assert memory.searches == []
    assert memory.cuttings == []


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
def test_impose_with_an_edited_form_searches_for_its_packing_again(edited):
    memory = DictMemory()
    impose(BOX, PrintSettings(A4), memory)
    memory.forget_records()
    impose([edited, *BOX[1:]], PrintSettings(A4), memory)
    assert memory.searches == [3]


@pytest.mark.parametrize(
    "settings",
    [PrintSettings(LETTER), PrintSettings(A4, gutter_mm=2), PrintSettings(A4, hexes="rows")],
)
def test_impose_with_other_print_settings_searches_for_a_packing_again(settings):
    memory = DictMemory()
    impose(BOX, PrintSettings(A4), memory)
    memory.forget_records()
    impose(BOX, settings, memory)
    assert memory.searches == [3]


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
def test_impose_with_other_print_settings_searches_for_cuts_again(settings):
    memory = DictMemory()
    impose(BOX, PrintSettings(A4), memory)
    memory.forget_records()
    impose(BOX, settings, memory)
    assert memory.cuttings


def test_impose_with_other_outlines_in_the_same_cells_searches_for_cuts_again():
    memory = DictMemory()
    for corner_mm in (0, 3):
        tile = item("tile", Outline.rectangle(38, 34, corner_mm), 30)
        memory.forget_records()
        cold = impose([tile], PrintSettings(A4))
        assert impose([tile], PrintSettings(A4), memory) == cold
        assert memory.cuttings == [sheet.cuts for sheet in cold]
        assert len(memory.cuttings) == 1


OTHER_VERSIONS = {
    "fewer": lambda kept: kept[1:],
    "more": lambda kept: kept + kept[:1],
    "no such form": lambda kept: [[0, [[9, 0, 0.0, 0.0, 1, 1, 1]]]],
    "no such orientation": lambda kept: [[0, [[0, 9, 0.0, 0.0, 1, 1, 1]]]],
    "too short": lambda kept: [[0, [[0, 0, 0.0]]]],
    "no such mark": lambda kept: [3, [["star", 1.0, 2.0]]],
    "half a mark": lambda kept: [3, [["line", 1.0, 2.0]]],
    "no list": lambda kept: {"sheets": 3},
    "a number": lambda kept: 3,
}


@pytest.mark.parametrize("other_version", OTHER_VERSIONS.values(), ids=OTHER_VERSIONS)
def test_impose_with_content_of_another_version_in_its_memory_ignores_it(other_version):
    memory = DictMemory()
    cold = impose(BOX, PrintSettings(A4), memory)
    kept = dict(memory)
    for key, body in kept.items():
        content = json.dumps(other_version(json.loads(opened(key, body) or b""))).encode()
        memory[key] = sealed(key, content)
    assert impose(BOX, PrintSettings(A4), memory) == cold
    assert memory == kept


@pytest.mark.parametrize(
    ("items", "settings"),
    [(BOX[:1], PrintSettings(A4)), (BOX, PrintSettings(A4, fewest=Fewest.CUTS))],
    ids=["one form", "forms apart"],
)
def test_impose_with_one_form_per_sheet_keeps_no_packing(items, settings):
    memory, cold = DictMemory(), impose(items, settings)
    for _ in range(2):
        assert impose(items, settings, memory) == cold
    assert memory.searches == []
    assert memory.cuttings


MARKS = (
    Line(Point(0.1, 2), Point(1 / 3, 4), halo=True),
    Line(Point(0, 0), Point(0, 1e-9), seam=True),
    Ring(Point(5, 6), 7.5),
    Dot(Point(5, 6), 0.4),
    CutNumber(Point(8, 9), "12", 2.0, 90),
    Bar(Rect(1, 2, 3, 4)),
)


def test_cuts_to_bytes_and_back_keep_all_sorts_of_marks():
    cuts = Cuts(MARKS, 7)
    assert {type(mark) for mark in MARKS} == set(get_args(Mark))
    assert marks.from_bytes(marks.to_bytes(cuts)) == cuts
