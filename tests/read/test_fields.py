"""Types of fields: what a designer may type for each, and the value that a template gets."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.build.inputs import load_game
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.values.model import PlainWord, Record, Text, Word
from fustella.core.values.problems import Place, Problem
from fustella.read.fields import BASIC_TYPES, Converter, Known, field_types
from fustella.read.languages import Languages
from fustella.read.nodes import ListNode, MappingNode, WholeNumber

KNOWN = Known(
    Languages(("en",)),
    {"sea": "#2f7f9b"},
    lambda name: None if name == "mdi:castle" else "try mdi:castle",
    PictureFolder(Path("no folder")),
)
PLACE = Place("a.yaml", 7, "front.field")


def node(value: object) -> object:
    """Plain Python as the loader would give it, all on line 7."""
    if isinstance(value, dict):
        result = MappingNode(7)
        for key, entry in value.items():
            result.put(key, node(entry), 7)
        return result
    if isinstance(value, list):
        entries = ListNode(7)
        for entry in value:
            entries.add(node(entry), 7)
        return entries
    return value


def declared(spec: object, name: str = "field"):
    problems: list[Problem] = []
    at = Place("game.yaml", key="fields.front")
    ((_, found),) = field_types(node({name: spec}), at, problems)
    return found, problems


def convert(spec: object, value: object):
    found, problems = declared(spec)
    assert problems == []
    return Converter(KNOWN, problems).value(node(value), found, PLACE), problems


@pytest.mark.parametrize(
    ("spec", "typed", "value"),
    [
        ("number", 6, 6),
        ("decimal", 2.5, 2.5),
        ("decimal", 2, 2),
        ("flag", False, False),
        ("word", "B", "B"),
        ("word", 12, "12"),
        ("word", WholeNumber("+2"), "+2"),
        ("+1 | +2", WholeNumber("+2"), "+2"),
        ("icon", "mdi:castle", "mdi:castle"),
        ("symbol", "Mechanized infantry", "infantry mechanised"),
        ("symbol", "nato:air-defence", "air-defence"),
        ("symbol", ["airborne", "engineer", "III"], "engineer airborne regiment"),
        ("track", "1-4; 5-2", "1-4 2-5"),
        ("track", ["c-3", "6–c2"], "3-c 6-c2"),
        ("track", "1-4;4-1", "1-4"),
        ("colour", "sea", "#2f7f9b"),
        ("colour", "#2F7f9b", "#2F7f9b"),
        ("colour", "#fff", "#fff"),
        ("length", "12mm", 12.0),
        ("length", "0.5in", 12.7),
        ("forest | lake", "lake", "lake"),
        ("forest|lake", "forest", "forest"),
        ("1 | 2", 2, "2"),
        ("number?", None, None),
        ("forest | lake?", None, None),
        (["number"], [1, 2], (1, 2)),
        (["number"], [], ()),
        ([["word"]], [["a"], ["b", "c"]], (("a",), ("b", "c"))),
        ({"a": "number"}, {"a": 1}, Record({"a": 1})),
        ([{"a": "number", "b?": "word"}], [{"a": 1}], (Record({"a": 1, "b": None}),)),
    ],
)
def test_converter_of_a_right_value_returns_it(spec, typed, value):
    found, problems = convert(spec, typed)
    assert problems == []
    assert found == value


@pytest.mark.parametrize(
    ("spec", "typed", "code"),
    [
        ("number", "6", "E104"),
        ("number", 6.0, "E104"),
        ("number", True, "E104"),
        ("number", None, "E104"),
        ("decimal", "2,5", "E104"),
        ("decimal", False, "E104"),
        ("flag", "no", "E104"),
        ("flag", 1, "E104"),
        ("word", True, "E104"),
        ("word", ["a"], "E104"),
        ("word", None, "E104"),
        ("text", ["a"], "E104"),
        ("icon", 5, "E104"),
        ("icon", "mdi:castel", "E114"),
        ("symbol", "infanty", "E114"),
        ("symbol", ["airborne", "enginer"], "E114"),
        ("symbol", 5, "E104"),
        ("symbol", [], "E104"),
        ("symbol", ["airborne", 5], "E104"),
        ("track", "1-7", "E104"),
        ("track", "1-4;", "E104"),
        ("track", "2-2", "E104"),
        ("track", "c-c2", "E104"),
        ("track", 14, "E104"),
        ("track", [], "E104"),
        ("colour", "bleu", "E115"),
        ("colour", "#12", "E115"),
        ("colour", 123456, "E115"),
        ("colour", None, "E115"),
        ("length", 12, "E109"),
        ("length", "12", "E109"),
        ("length", "12px", "E109"),
        ("length", None, "E109"),
        ("length", True, "E109"),
        ("forest | lake", "sea", "E104"),
        (["number"], 1, "E104"),
        (["number"], {"a": 1}, "E104"),
        (["number"], [1, "two"], "E104"),
        ({"a": "number"}, 1, "E104"),
        ({"a": "number"}, {}, "E107"),
        ({"a": "number"}, {"a": 1, "b": 2}, "E106"),
    ],
)
def test_converter_of_a_wrong_value_reports_it(spec, typed, code):
    _, problems = convert(spec, typed)
    assert [problem.code for problem in problems] == [code]
    assert problems[0].place.line == 7
    assert problems[0].place.key.startswith("front.field")
    assert problems[0].hint


def test_converter_of_nested_values_reports_the_inner_key():
    _, problems = convert([{"a": ["number"]}], [{"a": [1]}, {"a": [2, "x"]}])
    assert [problem.place.key for problem in problems] == ["front.field[2].a[2]"]


def test_converter_of_words_and_texts_keeps_their_place():
    word, _ = convert("word", "B")
    assert isinstance(word, Word)
    assert word.place == PLACE
    text, _ = convert("text", "Boat")
    assert isinstance(text, Text)
    assert text.in_language("en").place == PLACE


@pytest.mark.parametrize("spec", ["nombre", "", "number text", 5, None, ["number", "text"], []])
def test_field_types_of_an_unknown_type_reports_it(spec):
    _, problems = declared(spec)
    assert [problem.code for problem in problems] == ["E122"]
    assert problems[0].hint


@pytest.mark.parametrize("spec", BASIC_TYPES)
def test_field_types_with_a_question_mark_are_optional(spec):
    assert not declared(spec)[0].optional
    assert declared(f"{spec}?")[0].optional
    assert declared(spec, "field?")[0].optional


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
SPECS = st.sampled_from(
    [*BASIC_TYPES, "a | b", "number?", ["text"], {"a": "flag", "b?": "icon"}, [["colour"]]]
)


@given(SPECS, ANYTHING)
def test_converter_of_anything_gives_a_value_or_a_problem_with_a_hint(spec, typed):
    found, problems = convert(spec, typed)
    assert all(p.hint and p.place.line == 7 for p in problems)
    if found is None and not (typed is None and spec == "number?"):
        assert problems


@given(st.floats(0.001, 1000, allow_nan=False), st.sampled_from(["mm", "cm", "in", "pt"]))
def test_converter_of_a_length_returns_millimetres(number, unit):
    factor = {"mm": 1, "cm": 10, "in": 25.4, "pt": 25.4 / 72}[unit]
    found, problems = convert("length", f"{number:.6f}{unit}")
    assert problems == []
    assert found == pytest.approx(round(number, 6) * factor)


def test_game_colours_precede_css_colours(tmp_path):
    (tmp_path / "game.yaml").write_text(
        "title: Colours\nlanguages: [en]\n"
        'colours: {sea: teal, red: "#aa1111"}\n'
        "kinds: {card: {front: ready/card, layout: {front: {title: {colour: crimson}}}}}\n"
    )
    (tmp_path / "cards.yaml").write_text(
        "kind: card\npieces:\n"
        "  - {id: a, name: A, front: {title: A, colour: tomato}}\n"
        "  - {id: b, name: B, front: {title: B, colour: red}}\n"
    )
    game = load_game(Project.named(tmp_path), Project.named(tmp_path).games()[0])
    assert game.colours["sea"] == "#008080"
    assert [piece.front["colour"] for piece in game.pieces] == ["#ff6347", "#aa1111"]
    assert game.kinds[0].front_layout["title"]["colour"] == "#dc143c"


def test_plain_text_is_read_as_one_that_is_printed_as_typed():
    text, problems = convert("plain", "a *b* {c}")
    assert problems == []
    word = text.in_language("en")
    assert (type(word), word, word.place) == (PlainWord, "a *b* {c}", PLACE)
    assert repr(word) != repr(convert("text", "a *b* {c}")[0].in_language("en"))
