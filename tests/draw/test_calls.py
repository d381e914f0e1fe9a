"""Calls of tools in the text of a template: found by Jinja's lexer, changed by the character."""

import pytest
from jinja2 import Environment

from fustella.draw.templates.calls import calls_in, traced, with_numbers

TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{# text(face.x, x=1) #}
{% block face %}
  {{- icon(face.icon, x=20, y=8, size=20) -}}
  {{ text(face.name, 5, 32, width=50, height=-8 + 2, size=14) }}{{ image("a)b", x=-1.5, y=(2),) }}
  {{ text(face.a ~ text(1, x=2, y=3, width=4, height=5, size=6), **opts) }} {{ x.text(3) }}
  {% raw %}{{ text(1, x=9) }}{% endraw %}{{ y|text(4) }}
  {% for i in range(3) %}{{ code(x=1, y=2 * i, ) }}{% endfor %}
{% endblock %}
"""


def found(source: str) -> list[tuple[object, ...]]:
    return [
        (call.tool, call.line, {each.name: each.value for each in call.arguments})
        for call in calls_in(source)
    ]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_calls_are_found_with_their_plain_numbers(ends: str) -> None:
    source = TEMPLATE.replace("\n", ends)
    box = {"x": 2, "y": 3, "width": 4, "height": 5, "size": 6}
    assert found(source) == [
        ("icon", 4, {"name": None, "x": 20, "y": 8, "size": 20}),
        ("text", 5, {"value": None, "x": 5, "y": 32, "width": 50, "height": None, "size": 14}),
        ("image", 5, {"picture": None, "x": -1.5, "y": None}),
        ("text", 6, {"value": None}),
        ("text", 6, {"value": 1, **box}),
        ("code", 8, {"x": 1, "y": None}),
    ]
    for call in calls_in(source):
        for each in call.arguments:
            if each.value is not None:
                assert float(source[each.start : each.end]) == each.value


def test_numbers_are_replaced_and_nothing_else() -> None:
    call = calls_in(TEMPLATE)[1]
    changed = with_numbers(TEMPLATE, call, {"x": 12.3456, "y": 3.25, "width": 7, "height": 9})
    assert changed == TEMPLATE.replace("5, 32, width=50,", "12.3, 3.25, width=7,")


def test_traced_template_is_one_on_the_same_lines() -> None:
    source = traced(TEMPLATE)
    assert source.count("drawn_by_call=") == 5  # not where keywords may follow no more
    assert source.count("\n") == TEMPLATE.count("\n")
    Environment().parse(source)


@pytest.mark.parametrize(
    "source",
    [
        "{% if %}",
        '{{ text("a", x=1 }}',
        '{% macro text(a, x) %}{% endmacro %}{{ text("a", x=1) }}',
        '{% from "_a.svg.j2" import text %}{{ text("a", x=1) }}',
        '{% set text = 3 %}{{ text("a", x=1) }}',
        "",
    ],
)
def test_faulty_templates_and_tools_of_their_own_have_none(source: str) -> None:
    assert calls_in(source) == ()
