"""Items of lists are copied as they are typed, and nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_lists import with_copy
from fustella.read.source import loaded

ITEMS = (
    "- {id: a, front: {title: One, cost: 3}}",
    "- id: a   # the first",
    "- id: a\n  front:\n    title: One   # here\n    cost: 2",
    "- id: a\n  front:\n    text: |\n      # no remark\n      - no item\n\n      the end",
    '- id: "a"\n  front: {title: "One: 1"}\n',
    "- id: a\n  # inside\n  copies: 2\n",
    "- id: a\n  front:\n    text: >-\n      folded\n      text",
)
ABOVE = ("", "", "# of this one\n", "# two\n# lines\n", "\n", "# far away\n\n")


@st.composite
def lists(draw):
    """The text of a list, and how many items it has."""
    indent = draw(st.sampled_from(["", "  ", "    "]))
    items = draw(
        st.lists(st.tuples(st.sampled_from(ABOVE), st.sampled_from(ITEMS)), min_size=1, max_size=9)
    )
    text = "# the list\nkind: card\npieces:\n"
    for number, (above, item) in enumerate(items):
        whole = above + item.replace("a", f"a{number}", 1).replace("id: a", f"id: p{number}")
        text += "".join(f"{indent}{line}\n" if line else "\n" for line in whole.split("\n"))
    text += draw(
        st.sampled_from(["", "\n# at the end\n", "copies: 2\n", "\n\nsource: {designed: x}\n"])
    )
    text = text.rstrip("\n") if draw(st.booleans()) else text
    text = text.replace("\n", "\r\n") if draw(st.booleans()) else text
    return draw(st.sampled_from(["", "\ufeff"])) + text, len(items)


@given(st.data(), lists())
def test_copy_is_what_the_item_is(data, listed):
    text, count = listed
    number = data.draw(st.integers(0, count - 1))
    copied = with_copy(text, "pieces", number)
    before, after = (loaded(each.removeprefix("\ufeff"), "") for each in (text, copied))
    entries = before["pieces"]
    assert after["pieces"] == [*entries[: number + 1], *entries[number:]]
    assert {**after, "pieces": 0} == {**before, "pieces": 0}
    assert copied.startswith("\ufeff") == text.startswith("\ufeff")
    assert copied.replace("\r\n", "").count("\r") == 0


@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        (
            "pieces:\n  # of a\n  - id: a   # one\n    x: 'y'\n  # of b\n  - id: b\n",
            0,
            "pieces:\n  # of a\n  - id: a   # one\n    x: 'y'\n  - id: a   # one\n    x: 'y'\n"
            "  # of b\n  - id: b\n",
        ),
        ("pieces:\r\n- id: a", 0, "pieces:\r\n- id: a\r\n- id: a"),
        (
            "kind: card\npieces: [{id: a, n: 1.50}]\n",
            0,
            "kind: card\npieces: [{id: a, n: 1.50}, {id: a, n: 1.50}]\n",
        ),
        (
            "pieces:\n- id: a\n\n# behind\nx: 1\n",
            0,
            "pieces:\n- id: a\n- id: a\n\n# behind\nx: 1\n",
        ),
    ],
)
def test_copy_is_typed_as_the_item(before, number, after):
    assert with_copy(before, "pieces", number) == after


@pytest.mark.parametrize(
    "text", ["kind: card\n", "pieces: 3\n", "pieces: [\n", "pieces: {a: 1}\n", "", "pieces: []\n"]
)
def test_file_without_the_item_is_refused(text):
    with pytest.raises(EditRefused):
        with_copy(text, "pieces", 0)
