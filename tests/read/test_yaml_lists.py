"""Items of long lists are edited beside their neighbours as they are in the whole file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_edits import InsertItem, RemoveValue, SetValue, edited
from fustella.read.edit.yaml_lists import YamlItems
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


def remarks(text):
    return sorted(line.strip() for line in text.splitlines() if line.strip().startswith("#"))


@given(st.data(), lists())
def test_items_are_edited_as_in_the_whole_file(data, listed):
    text, count = listed
    text = text if text.endswith("\n") else f"{text}\n"
    items, whole = YamlItems(text, "pieces"), text
    for _ in range(data.draw(st.integers(1, 4))):
        number = data.draw(st.integers(0, count - 1))
        sort = data.draw(st.sampled_from(["set", "add", "without", "insert", "remove"]))
        if sort == "set":
            items.set(number, ("id",), "new-id")
            edit = SetValue(("pieces", number, "id"), "new-id")
        elif sort == "add":
            items.set(number, ("front", "power"), 7)
            edit = SetValue(("pieces", number, "front", "power"), 7)
        elif sort == "without":
            found = loaded(whole.removeprefix("\ufeff"), "")["pieces"][number]
            if "copies" not in found:
                continue
            items.remove_value(number, ("copies",))
            edit = RemoveValue(("pieces", number, "copies"), prune=True)
        elif sort == "insert":
            items.insert(number, {"id": "n", "front": {"title": "New"}})
            edit, count = (
                InsertItem(("pieces",), number, {"id": "n", "front": {"title": "New"}}),
                count + 1,
            )
        elif count > 1:
            items.remove(number)
            edit, count = RemoveValue(("pieces", number)), count - 1
        else:
            continue
        whole = edited(whole, [edit])
    after = items.text()
    assert loaded(after.removeprefix("\ufeff"), "") == loaded(whole.removeprefix("\ufeff"), "")
    assert remarks(after) == remarks(whole)
    assert after.startswith("\ufeff") == text.startswith("\ufeff")
    assert ("\r\n" in after) == ("\r\n" in text)
    assert after.replace("\r\n", "").count("\r") == 0


@given(st.data(), lists())
def test_copy_is_what_the_item_is(data, listed):
    text, count = listed
    text = text if text.endswith("\n") else f"{text}\n"  # at which a block of text would end
    number = data.draw(st.integers(0, count - 1))
    items = YamlItems(text, "pieces")
    items.copy(number)
    items.set(number + 1, ("id",), "copy")
    before, after = (
        loaded(each.removeprefix("\ufeff"), "")["pieces"] for each in (text, items.text())
    )
    assert after[: number + 1] == before[: number + 1]
    assert after[number + 1] == {**before[number], "id": "copy"}
    assert after[number + 2 :] == before[number + 1 :]


def test_file_without_a_line_end_stays_so_where_it_can():
    items = YamlItems("pieces:\n- id: a\n  text: |\n    b\n- id: c\n- id: d", "pieces")
    items.remove(2)
    assert items.text() == "pieces:\n- id: a\n  text: |\n    b\n- id: c"
    items.remove(1)
    assert items.text() == "pieces:\n- id: a\n  text: |\n    b\n"


def test_copy_that_would_change_a_text_is_refused():
    items = YamlItems("pieces:\n- id: a\n  text: |\n    ends without a line end", "pieces")
    items.copy(0)
    with pytest.raises(EditRefused, match="it would change more"):
        items.set(1, ("id",), "b")


def test_list_in_brackets_is_edited_in_the_whole_file():
    items = YamlItems("kind: card\npieces: [{id: a, n: 1.50}]\n", "pieces")
    items.copy(0)
    items.set(1, ("id",), "b")
    assert items.text() == "kind: card\npieces: [{id: a, n: 1.50}, {id: b, n: 1.50}]\n"


@pytest.mark.parametrize(
    "text", ["kind: card\n", "pieces: 3\n", "pieces: [\n", "pieces: {a: 1}\n", ""]
)
def test_file_without_a_list_is_refused(text):
    with pytest.raises(EditRefused):
        YamlItems(text, "pieces")
