"""Mappings and lists that remember their lines."""

from hypothesis import given
from hypothesis import strategies as st

from fustella.read.nodes import ListNode, MappingNode, joined, key_of, line_at


def mapping(line: int, **values: object) -> MappingNode:
    result = MappingNode(line)
    for number, (key, value) in enumerate(values.items()):
        result.put(key, value, line + number)
    return result


def test_joined_with_a_key_twice_keeps_the_later_entry_and_its_line():
    found = joined(mapping(1, a="list", b="list"), None, mapping(10, b="piece"))
    assert found == {"a": "list", "b": "piece"}
    assert found.lines == {"a": 1, "b": 10}
    assert found.line == 10


def test_joined_of_nothing_is_empty():
    assert joined(None, None) == {}


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.integers(), max_size=3), max_size=4))
def test_joined_of_any_mappings_equals_updating(parts):
    wanted: dict[str, int] = {}
    for part in parts:
        wanted.update(part)
    found = joined(*(mapping(1, **part) for part in parts))
    assert found == wanted
    assert found.lines.keys() == wanted.keys()


def test_line_at_an_unknown_key_is_that_of_the_mapping_around():
    inner = mapping(5, b=1)
    outer = mapping(2, a=inner)
    outer.lines["a"] = 4
    assert line_at(outer, ("a", "b")) == 5
    assert line_at(outer, ("a", "zzz")) == 4
    assert line_at(outer, ("zzz", "a")) == 2
    assert inner.line_of("zzz") == 5


def test_line_at_an_index_is_that_of_the_entry():
    entries = ListNode(3)
    entries.add("a", 4)
    entries.add("b", 5)
    assert line_at(entries, (1,)) == 5
    assert line_at(entries, (2,)) == 3
    assert line_at(entries, ("a",)) == 3


def test_key_of_a_location_counts_from_one():
    assert key_of(("pieces", 2, "front", "options", 0, "text")) == "pieces[3].front.options[1].text"
    assert key_of(()) == ""
