"""The tools as templates call them: what they return, and what they report for wrong arguments."""

import pytest
from jinja2 import Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from fustella.core.values.model import Word
from fustella.core.values.problems import Place
from tests.draw.tools import FACE, Tools

TEXT = {"x": 1, "y": 1, "width": 40, "height": 9, "size": 9}


@pytest.fixture
def tools():
    return Tools()


def render(tools: Tools, source: str, **values: object) -> str:
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string(source).render(tools.functions | values)


def test_functions_are_the_documented_tools(tools):
    assert set(tools.functions) == {
        *("text", "table", "text_on", "icon", "image", "code"),
        *("hexagon", "regular", "star", "grid", "wedge", "blob", "ridge", "wave", "curve"),
        *("ring", "arc", "scatter", "row", "cells"),
        *("mix", "lighter", "darker", "ink_on"),
    }


@pytest.mark.parametrize(
    "source",
    [
        '{{ text("Castle", x=1, y=1, width=40, height=9, size=9) }}',
        '{{ icon("mdi:castle", x=1, y=1, size=9, colour="#123456") }}',
        '{{ icon("own:moai", 1, 1, 9, turn=30) }}',
        '{{ hexagon(5, 5, 10, fill=mix("#000", "#fff", 0.5)) }}',
        "{{ regular(5, 5, 4, 5) }}{{ star(5, 5, 5, 4, 2) }}{{ grid(0, 0, 2, 2, 5) }}",
        '{{ wedge(5, 5, 4, 2, 0, 90, fill=lighter("#123", 0.2)) }}{{ blob(5, 5, 4, 4, "s") }}',
        '{{ ridge(0, 0, 9, 4, 3, 1) }}{{ wave(0, 0, 9, 1, 2, stroke=darker("#123", 0.2)) }}',
        "{{ curve([[0, 0], [1, 2], [2, 0]], stroke_width=0.2) }}",
        '{% for p in ring(5, 5, 4, 3) %}{{ icon("mdi:star", p.x, p.y, 1) }}{% endfor %}',
        "{% for p in scatter(0, 0, 9, 9, 3, 1, 2) %}{{ hexagon(p.x, p.y, p.random) }}{% endfor %}",
        "{% for p in cells(0, 0, 2, 2, 5) %}{{ text(loop.index, p.x, p.y, 5, 5, 9) }}{% endfor %}",
        "{% for p in arc(0, 0, 9, 2, 0, 90) %}{{ star(p.x, p.y, 5, 1, 0.5) }}{% endfor %}",
        '{% for p in row(0, 0, 2, 5) %}<i fill="{{ ink_on("#fff") }}"/>{% endfor %}',
    ],
)
def test_tools_in_a_template_draw_unescaped_svg(tools, source):
    drawn = render(tools, source)
    assert drawn.startswith("<")
    assert "&lt;" not in drawn
    assert not tools.problems


def test_text_of_content_values_is_escaped_once(tools):
    drawn = render(tools, "{{ text(name ~ '!', 1, 1, 40, 9, 9) }}", name="Fish & Chips")
    assert "Fish &amp; Chips!" in drawn
    marked = render(tools, "{{ text(name, 1, 1, 40, 9, 9) }}", name=Markup("Fish &amp; Chips"))
    assert "Fish &amp; Chips<" in marked


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"align": "centre"}, ("align", "did you mean `center`?")),
        ({"valign": "center"}, ("valign", "top, middle, bottom")),
        ({"font": "Arial"}, ("font", "sans, serif")),
        ({"weight": 500}, ("weight", "300, 400")),
        ({"weight": [400]}, ("weight", "300, 400")),
        ({"size": -9}, ("size is -9", "above 0")),
        ({"size": "9"}, ('size cannot be "9"', "number")),
        ({"least": 12}, ("least is 12", "not above size")),
        ({"width": 0}, ("0 x 9 mm", "above 0")),
        ({"x": None}, ("x cannot be none", "number")),
        ({"turn": "left"}, ("turn", "number")),
        ({"leading": 0}, ("leading", "above 0")),
        ({"y": float("nan")}, ("y cannot be nan", "number")),
        ({"x": True}, ("x cannot be true", "number")),
    ],
)
def test_text_with_a_wrong_option_is_e206_and_names_what_is_allowed(tools, named, says):
    assert tools.text("Castle", **{**TEXT, **named}) == ""
    [problem] = tools.problems
    assert (problem.code, problem.place) == ("E206", FACE)
    assert problem.message.startswith("text(): ")
    assert says[0] in problem.message
    assert says[1] in problem.hint


@pytest.mark.parametrize("value", [None, True, ["a"], {"it": "a"}])
def test_text_of_another_type_is_e206(tools, value):
    assert tools.text(value, **TEXT) == ""
    assert tools.codes == ["E206"]


def test_text_of_none_hints_at_an_optional_field(tools):
    tools.text(None, **TEXT)
    assert "{% if … %}" in tools.problems[0].hint


def test_text_with_an_unknown_option_names_the_nearest(tools):
    tools.text("Castle", **TEXT, algin="left")
    [problem] = tools.problems
    assert problem.message == "text(): it takes no `algin`"
    assert problem.hint == "did you mean `align`?"


def test_text_with_too_many_values_or_one_twice_says_so(tools):
    tools.mix("#000", "#fff", 0.5, 1)
    tools.text("Castle", 1, **TEXT)
    assert [problem.message for problem in tools.problems] == [
        "mix(): 4 values without a name, and it takes 3",
        "text(): `x` is given twice",
    ]
    assert all(problem.hint for problem in tools.problems)


def test_tool_with_a_missing_argument_is_e206(tools):
    tools.hexagon(1, 2)
    assert tools.codes == ["E206"]
    assert "across_flats" in tools.problems[0].message


@pytest.mark.parametrize(
    ("name", "args", "says"),
    [
        ("hexagon", (1, None, 2), "cy is none"),
        ("star", (1, 2, "5", 3, 1), "points"),
        ("wave", (0, 0, float("nan"), 1, 1), "width is nan"),
        ("wave", (0, "1", 9, 1, 1), "y"),
        ("grid", (0, 0, 2, 2, "5"), "module"),
        ("ring", (0, 0, 5, None), "count"),
        ("arc", (0, 0, 5, -1, 0, 9), "count"),
        ("scatter", (0, 0, 9, 9, [], "s", 1), "count"),
        ("cells", (0, 0, 1, 1, "9"), "module"),
        ("mix", ("#000", "#fff", "half"), "t is"),
        ("mix", ("rot", "#fff", 0.5), "rot"),
        ("lighter", ("#000", 2), "t is 2"),
        ("ink_on", (["#000"],), "c is"),
        ("icon", ("mdi:castle", 1, 1, 0), "size cannot be 0"),
        ("icon", ("mdi:castle", 1, 1, "9"), "size"),
        ("icon", (None, 1, 1, 9), "the icon is left out"),
        ("icon", ("", 1, 1, 9), "the icon is left out"),
        ("icon", (7, 1, 1, 9), "7 is no name"),
    ],
)
def test_tool_with_a_wrong_argument_is_e206_and_draws_nothing(tools, name, args, says):
    drawn = tools.functions[name](*args)
    [problem] = tools.problems
    assert problem.code == "E206"
    assert problem.message.startswith(f"{name}(): ")
    assert says in problem.message
    assert drawn in ("", (), "#000000")


def test_unknown_icon_is_reported_at_its_value_and_a_wrong_argument_at_the_face(tools):
    place = Place("content/tiny/cards.yaml", 30, "front.icon")
    tools.icon(Word("mdi:casle", place), 1, 1, 9)
    tools.icon(Word("mdi:castle", place), 1, 1, -9)
    assert [(p.code, p.place) for p in tools.problems] == [("E205", place), ("E206", FACE)]
    assert tools.problems[0].hint == "did you mean `mdi:castle`?"


def test_icon_of_a_faulty_file_is_reported_in_that_file(tmp_path):
    folder = tmp_path / "templates" / "_shared" / "icons"
    folder.mkdir(parents=True)
    (folder / "coin.svg").write_text("<svg", encoding="utf-8")
    tools = Tools(folder)
    assert tools.icon("own:coin", 1, 1, 9) == ""
    [problem] = tools.problems
    assert (problem.code, problem.place.file) == ("E205", "templates/_shared/icons/coin.svg")


def test_icon_used_twice_has_different_ids(tmp_path):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path id="a" d="M0 0z"/></svg>'
    )
    (tmp_path / "coin.svg").write_text(svg, encoding="utf-8")
    tools = Tools(tmp_path)
    first, second = (tools.icon("own:coin", 1, 1, 9) for _ in range(2))
    assert first != second
    assert first == Tools(tmp_path).icon("own:coin", 1, 1, 9), "and are the same in each build"


@pytest.mark.parametrize(
    "source",
    [
        "{{ text(nobody, 1, 1, 9, 9, 9) }}",
        "{{ text('a', nobody, 1, 9, 9, 9) }}",
        "{{ icon(nobody, 1, 1, 9) }}",
        "{{ icon('mdi:castle', 1, 1, nobody) }}",
        "{{ hexagon(1, nobody, 9) }}",
        "{{ mix(nobody, '#fff', 0.5) }}",
        "{{ scatter(0, 0, nobody, 9, 3, 1, 1) }}",
        "{{ text('a', 1, 1, 9, 9, 9, colour=nobody) }}",
    ],
)
def test_tool_with_an_undefined_name_raises_undefined_error(tools, source):
    with pytest.raises(UndefinedError, match="nobody"):
        render(tools, source)


def test_tool_with_a_bug_raises(tools, monkeypatch):
    def broken(*_args):
        raise TypeError("a bug")

    monkeypatch.setattr("fustella.draw.templates.functions.set_text", broken)
    with pytest.raises(TypeError, match="a bug"):
        tools.text("Castle", **TEXT)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ({"x": 1}, {"x": True}, "x cannot be true"),
        ({"width": 20}, {"width": [20]}, "width cannot be [20]"),
        ({"weight": 700}, {"weight": [700]}, "weight cannot be [700]"),
        ({"hyphens": True}, {"hyphens": 1}, "hyphens cannot be 1"),
        ({"equal": ""}, {"equal": {}}, "equal cannot be {}"),
    ],
)
def test_arguments_equal_to_those_of_a_call_before_are_checked(tools, right, wrong, said):
    for _ in range(2):
        assert tools.text("a", **{**TEXT, **right})
        assert tools.text("a", **{**TEXT, **wrong}) == ""
    assert [problem.message for problem in tools.problems] == [f"text(): {said}"] * 2
