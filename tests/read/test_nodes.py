"""Mappings and lists that remember their lines."""

from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.problems import Place
from fustella.read.nodes import ListNode, MappingNode, joined, place_at


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


def test_place_of_an_unknown_key_is_on_the_line_around():
    outer = mapping(2, a=mapping(5, b=1))
    outer.lines["a"] = 4
    assert place_at(outer, "x.yaml", "a", "b") == Place("x.yaml", 5, "a.b")
    assert place_at(outer, "x.yaml", "a", "zzz") == Place("x.yaml", 4, "a.zzz")
    assert place_at(outer, "x.yaml", "zzz", "a") == Place("x.yaml", 2, "zzz.a")
    assert outer.place_of("zzz", Place("x.yaml", 1, "in")) == Place("x.yaml", 1, "in.zzz")


def test_place_of_an_index_counts_from_one():
    entries = ListNode(3)
    entries.add("a", 4)
    entries.add("b", 5)
    root = MappingNode(1)
    root.put("pieces", entries, 2)
    assert place_at(root, "x.yaml", "pieces", 1) == Place("x.yaml", 5, "pieces[2]")
    assert place_at(root, "x.yaml", "pieces", 2) == Place("x.yaml", 2, "pieces[3]")
    assert place_at(root, "x.yaml", "pieces", "a") == Place("x.yaml", 2, "pieces.a")


def test_place_of_a_key_in_a_cell_is_the_cell():
    row = mapping(2, name="Fox")
    row.places["name"] = cell = Place("cards.xlsx", 2, "Name", "Spells")
    assert row.place_of("name", Place("cards.yaml", 2, "pieces[1].front")) == cell
