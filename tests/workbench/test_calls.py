"""Calls of tools in a template of one's own: outlined where they draw, moved in their numbers."""

from pathlib import Path
from typing import Any

import pytest

from tests.workbench.benches import GameBench

GAME = """\
title: Own
languages: [en]
kinds:
  own:
    front: own.svg.j2
    name: Own
    width: 60mm
    height: 80mm
    bleed: 3mm
    fields: {front: {title: text, level: number, icon: icon, art?: image}}
"""
LIST = """\
kind: own
pieces:
  - {id: one, front: {title: One, level: 2, icon: "mdi:castle"}}
"""
TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{% from "_parts.svg.j2" import badge with context %}
{# {{ text(face.title, x=1, y=1, width=9, height=9, size=9) }} #}
{% block face %}
  {{- icon(face.icon, x=20, y=8, size=20.5) -}}
  {{ text(face.title, 5, 32, 50, 8, size=14) }}{{ text("L", x=5, y=42, width=9, height=5, size=9) }}
  {% for i in range(face.level) %}{{ icon("mdi:heart", x=5 + 6 * i, y=60, size=5) }}{% endfor %}
  <g transform="translate(30 60)">{{ text("Moved", x=1, y=2, width=20, height=6, size=9) }}</g>
  <g transform="scale(2)">{{ icon("mdi:star", x=20, y=34, size=3) }}</g>
  <g transform="rotate(10)">{{ icon("mdi:star", x=40, y=1, size=3) }}</g>
  {% if face.level > 5 %}{{ text("Never", x=5, y=50, width=20, height=5, size=9) }}{% endif %}
  {{ badge(50) }}
  {{ code(x=4, y=74) }}
{% endblock %}
"""
PARTS = """\
{% macro badge(x) %}
  {{ icon("mdi:shield", x, y=2, size=8) }}
{% endmacro %}
"""


@pytest.fixture
def bench(tmp_path: Path) -> GameBench:
    files = {"game.yaml": GAME, "own.yaml": LIST, "templates/own.svg.j2": TEMPLATE}
    return GameBench(tmp_path, files | {"templates/_parts.svg.j2": PARTS})


def boxes(bench: GameBench) -> list[tuple[Any, ...]]:
    return [
        (call["tool"], call["line"], *(call[f"{key}_mm"] for key in ("x", "y", "width", "height")))
        for call in bench.zones("own")["calls"]
    ]


def test_calls_are_outlined_where_they_draw(bench: GameBench) -> None:
    assert boxes(bench) == [
        ("icon", 5, 20, 8, 20.5, 20.5),
        ("text", 6, 5, 32, 50, 8),
        ("text", 6, 5, 42, 9, 5),
        ("icon", 7, 5, 60, 5, 5),
        ("icon", 7, 11, 60, 5, 5),
        ("text", 8, 31, 62, 20, 6),
        ("icon", 9, 40, 68, 6, 6),
        ("icon", 10, *(pytest.approx(v, abs=0.01) for v in (38.70, 7.93, 3.48, 3.48))),
        ("icon", 2, 50, 2, 8, 8),
        ("code", 13, 4, 74, 9, 2.2),
    ]


def test_arguments_say_which_are_numbers(bench: GameBench) -> None:
    calls = bench.zones("own")["calls"]
    assert calls[1]["args"] == {
        "x": {"value": 5, "unit": "mm"},
        "y": {"value": 32, "unit": "mm"},
        "width": {"value": 50, "unit": "mm"},
        "height": {"value": 8, "unit": "mm"},
        "size": {"value": 14, "unit": "pt"},
    }
    assert calls[1]["what"] == "One"
    assert calls[0]["args"]["size"] == {"value": 20.5, "unit": "mm"}
    assert calls[3]["computed"] == {"x": "5 + 6 * i"}
    assert calls[3]["args"]["y"] == {"value": 60, "unit": "mm"}
    assert [call["id"] for call in calls[3:5]] == [3, 3]
    assert calls[6]["scale"] == 2
    assert calls[7]["why"].startswith("it is turned")
    assert calls[8]["file"] == "templates/_parts.svg.j2"
    assert [call["why"] for call in calls if call["line"] != 10] == [""] * 9


def test_files_of_calls_have_their_digests(bench: GameBench) -> None:
    files = bench.zones("own")["files"]
    templates = {"templates/own.svg.j2", "templates/_parts.svg.j2"}
    assert {*files} == {"game.yaml", "own.yaml", *templates}


def call(line: int, number: int, **values: float) -> dict[str, Any]:
    gesture = {"do": "call", "kind": "own", "side": "front", "file": "templates/own.svg.j2"}
    return gesture | {"line": line, "id": number, "set": values}


MOVES = {
    "a number without a name": (call(6, 1, x=7.5, y=30), "5, 32, 50, 8", "7.5, 30, 50, 8"),
    "the second call of a line": (call(6, 2, y=44.0), "x=5, y=42", "x=5, y=44"),
    "a measured number": (call(5, 0, x=21.23456), "x=20, y=8, size=20.5", "x=21.2, y=8, size=20.5"),
    "a typed number": (call(5, 0, size=21.25), "size=20.5", "size=21.25"),
    "a number below zero": (call(13, 8, x=-1), "code(x=4", "code(x=-1"),
}


@pytest.mark.parametrize("name", MOVES)
def test_only_the_number_changes(bench: GameBench, name: str) -> None:
    gesture, before, after = MOVES[name]
    outcome = bench.edit(gesture)
    assert outcome.status == 200, outcome
    assert bench.text("templates/own.svg.j2") == TEMPLATE.replace(before, after)


def test_moved_call_is_drawn_there(bench: GameBench) -> None:
    assert bench.edit(call(8, 4, x=3, y=4.5)).status == 200
    assert ("text", 8, 33, 64.5, 20, 6) in boxes(bench)


def test_line_ends_of_a_template_stay(tmp_path: Path) -> None:
    typed = TEMPLATE.replace("\n", "\r\n")
    files = {"game.yaml": GAME, "own.yaml": LIST, "templates/own.svg.j2": typed}
    bench = GameBench(tmp_path, files | {"templates/_parts.svg.j2": PARTS})
    assert bench.edit(call(13, 8, y=75)).status == 200
    assert bench.read("templates/own.svg.j2") == typed.replace("y=74", "y=75").encode()


REFUSED = {
    "a computed number": (call(7, 3, x=9), "`x` is computed: 5 + 6 * i"),
    "a number that is not there": (call(13, 8, width=9), "`code` has no number `width` here"),
    "a size of nothing": (call(5, 0, size=0), "`size` cannot be 0"),
    "another line": (call(6, 0, x=3), "the template is another one now"),
    "a call that is gone": (call(6, 99, x=3), "the template is another one now"),
    "another file": (
        call(1, 0, x=3) | {"file": "game.yaml"},
        "the template is another one now",
    ),
    "a file outside": (
        call(1, 0, x=3) | {"file": "../other.j2"},
        "`../other.j2` is no file of the game that may be changed",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_plain_number_is_refused(bench: GameBench, name: str) -> None:
    gesture, message = REFUSED[name]
    outcome = bench.edit(gesture)
    assert (outcome.status, outcome.problems[0].message) == (422, message)
    assert bench.text("templates/own.svg.j2") == TEMPLATE


def test_tool_that_a_template_makes_itself_is_left_alone(tmp_path: Path) -> None:
    own = '{% macro icon(name, x, y, size) %}<g/>{% endmacro %}{{ icon("a", x=1, y=2, size=3) }}'
    template = TEMPLATE.replace("{% block face %}", f"{{% block face %}}{own}", 1)
    files = {"game.yaml": GAME, "own.yaml": LIST, "templates/own.svg.j2": template}
    bench = GameBench(tmp_path, files | {"templates/_parts.svg.j2": PARTS})
    tools = [call[0] for call in boxes(bench) if call[1] != 2]
    assert tools == ["text", "text", "text", "code"]


def test_ejected_face_has_zones_and_calls(tmp_path: Path) -> None:
    from fustella.core.files.project import RESOURCES

    home = RESOURCES / "templates" / "ready"
    template = (home / "token.svg.j2").read_text()
    added = '{{ text("Mine", x=2, y=3, width=9, height=4, size=7) }}'
    files = {
        "game.yaml": "title: T\nlanguages: [en]\nkinds:\n  disc: {front: ready/disc}\n",
        "discs.yaml": "kind: disc\npieces:\n  - {id: one, front: {title: One}}\n",
        "templates/ready/disc.yaml": (home / "token.yaml").read_text(),
        "templates/ready/disc.svg.j2": template.replace(
            "{% block zones %}", f"{{% block zones %}}{added}"
        ),
    }
    bench = GameBench(tmp_path, files)
    view = bench.zones("disc")
    assert [(call["tool"], call["x_mm"]) for call in view["calls"]] == [("text", 2)]
    keys = [key for zone in view["zones"] for key in zone["keys"].values()]
    assert {key["file"] for key in keys if key["whose"] == "face"} == {"templates/ready/disc.yaml"}
