"""Where the lines of a changed document are: found by their words and by their neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.check import AcceptedDocument, Document, Moves, compared, line_hashes, moves

RULES = ("title", "", "one", "two", "", "three", "four", "five", "", "six")


def moved(before, after) -> Moves:
    was, now = (Document("rules.txt", "\n".join(lines)) for lines in (before, after))
    return moves(compared(AcceptedDocument(line_hashes(was)), now))


def inserted(before: int, *lines: str) -> list[str]:
    return [*RULES[: before - 1], *lines, *RULES[before - 1 :]]


def without(*numbers: int) -> list[str]:
    return [line for number, line in enumerate(RULES, start=1) if number not in numbers]


def swapped(one: int, other: int) -> list[str]:
    lines = list(RULES)
    lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
    return lines


@pytest.mark.parametrize(
    ("after", "span", "now"),
    [
        (inserted(1, "new"), (3, 4), ((4, 5),)),
        (inserted(1, ""), (1, 1), ((2, 2),)),
        (inserted(4, "new"), (3, 4), ((3, 5),)),  # a new line among them
        (inserted(3, "new"), (3, 4), ((4, 5),)),  # and before them
        (inserted(5, "new"), (3, 4), ((3, 4),)),  # and behind them
        (without(1), (3, 4), ((2, 3),)),
        (without(3), (3, 4), ((3, 3),)),
        (without(4), (3, 4), ((3, 3),)),
        (without(7), (6, 8), ((6, 7),)),
        (without(3, 4), (3, 4), ()),
        (without(3, 4), (3, 5), ()),  # a blank line does not count
        (without(2, 5, 9), (3, 8), ((2, 6),)),
        (swapped(3, 4), (3, 3), ((4, 4),)),
        (swapped(3, 4), (4, 4), ((3, 3),)),
        (swapped(3, 4), (3, 4), ((3, 4),)),
        (swapped(4, 7), (6, 8), ((4, 6), (8, 8))),
        (swapped(1, 10), (1, 1), ((10, 10),)),
        (swapped(1, 10), (10, 10), ((1, 1),)),
        ([*RULES[:2], "other", *RULES[3:]], (3, 3), ((3, 3),)),
        (["new", *RULES[:2], "other", *RULES[3:]], (3, 3), ((4, 4),)),
        ([*RULES[:2], "a", "b", *RULES[3:]], (3, 3), ((3, 4),)),  # in two lines now
        ([*RULES[:2], "a", "b", *RULES[4:]], (4, 4), ((4, 4),)),
        ([*RULES[:2], "six", "b", *RULES[4:9]], (10, 10), ((3, 3),)),  # not "changed into b"
    ],
)
def test_moves_of_range_follow_its_lines(after, span, now):
    assert moved(RULES, after).of(*span) == now


def test_moves_of_range_with_blank_ends_keep_them():
    assert moved(RULES, inserted(1, "new")).of(2, 5) == ((3, 6),)
    assert moved(RULES, without(5)).of(2, 5) == ((2, 4),)
    assert moved(RULES, ["title", "one", *RULES[3:]]).of(2, 4) == ((2, 3),)


def test_moves_of_range_behind_the_end_follow_it():
    assert moved(RULES, RULES).of(9, 12) == ((9, 12),)
    assert moved(RULES, inserted(1, "new")).of(9, 9_999_998) == ((10, 9_999_999),)
    assert moved(RULES, [*RULES, "seven"]).of(10, 12) == ((10, 10),)
    assert moved(RULES, inserted(1, "new")).of(20, 9_999_999) == ()
    assert moved(RULES, inserted(1, "new")).of(5, 5) == ()


def test_moves_of_equal_lines_are_not_guessed():
    found = moved(["same", "a", "same", "b", "c", "d"], ["b", "c", "d", "same"])
    assert (found.of(1, 1), found.of(3, 3), found.of(2, 4)) == ((), (), ((1, 1),))


# Random edits.

EDITS = st.lists(st.sampled_from(["keep", "keep", "take out", "put in"]), min_size=1, max_size=14)


@st.composite
def edited(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A document of different lines, some of them blank, before and after random edits."""
    before: list[str] = []
    after: list[str] = []
    for number, edit in enumerate(draw(EDITS)):
        line = draw(st.sampled_from([f"old {number}", f"old {number}", ""]))
        if edit == "put in":
            after.append(line and f"new {number}")
            continue
        before.append(line)
        if edit == "keep":
            after.append(line)
    return before or ["old"], after


def said(lines: list[str], spans) -> list[str]:
    return [line for a, b in spans for line in lines[a - 1 : b] if line.startswith("old")]


@given(edited(), st.data())
def test_moves_of_any_range_keep_its_words(documents, data):
    before, after = documents
    first = data.draw(st.integers(1, len(before)))
    last = data.draw(st.integers(first, len(before) + 2))
    now = moved(before, after).of(first, last)
    kept = [line for line in said(before, [(first, last)]) if line in after]
    assert said(after, now) == kept
    assert len(now) <= 1
    if kept:
        assert now


@given(st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=8), st.data())
def test_moves_in_equal_documents_change_nothing(lines, data):
    first = data.draw(st.integers(1, len(lines) + 1))
    last = data.draw(st.integers(first, len(lines) + 3))
    words = any(lines[first - 1 : last])
    assert moved(lines or [""], lines or [""]).of(first, last) == (
        ((first, last),) if words else ()
    )


@given(st.permutations([f"line {number}" for number in range(8)]), st.data())
def test_moves_of_reordered_lines_find_all(after, data):
    before = sorted(after)
    first = data.draw(st.integers(1, 8))
    last = data.draw(st.integers(first, 8))
    now = moved(before, after).of(first, last)
    found = [line for a, b in now for line in after[a - 1 : b]]
    assert sorted(found) == before[first - 1 : last]
