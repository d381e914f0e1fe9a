"""Pictures that a template names itself are told by `check` as by `build`, at its line."""

from pathlib import Path

import pytest

from tests.build.test_broken_pictures import cut, saved
from tests.conftest import Ran, TinyProject

GAME = """\
title: Harbour
languages: [en]
kinds:
  card:
    name: Cards
    width: 60mm
    height: 80mm
    front: card.svg.j2
"""
CARDS = "kind: card\npieces:\n  - {id: a, name: A}\n  - {id: b, name: B}\n"
BEGIN = '{% extends "_shared/face.svg.j2" %}\n{% block face %}\n'
BOX = "x=0, y=0, width=60, height=60"


def harbour(root: Path, **templates: str) -> TinyProject:
    (root / "art").mkdir()
    (root / "art" / "good.png").write_bytes(saved("PNG"))
    (root / "art" / "cut.png").write_bytes(cut("PNG"))
    (root / "templates").mkdir()
    (root / "game.yaml").write_text(GAME)
    (root / "cards.yaml").write_text(CARDS)
    for name, text in templates.items():
        (root / "templates" / f"{name}.svg.j2").write_text(text)
    return TinyProject(root)


def face(line: str) -> str:
    return f"{BEGIN}{line}\n{{% endblock %}}\n"


def told(ran: Ran) -> list[tuple[str, str, int]]:
    assert ran.code == (1 if ran.problems else 0), ran.err
    return [(one.code, one.file, one.line) for one in ran.problems]


OWN = "templates/card.svg.j2"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"{{{{ image('cut.png', {BOX}) }}}}", "E231"),
        (f"{{{{ image('cut', {BOX}) }}}}", "E231"),
        (f"{{{{ image(picture='cut.png', {BOX}) }}}}", "E231"),
        (f"{{{{ image('none.png', {BOX}) }}}}", "E230"),
        (f"<g>{{{{ image('good.png', {BOX}) ~ image('none.png', {BOX}) }}}}</g>", "E230"),
        (f"{{% set back = image('none.png', {BOX}) %}}{{{{ back }}}}", "E230"),
        (f"{{% with %}}{{{{ image('cut.png', {BOX}) }}}}{{% endwith %}}", "E231"),
    ],
)
def test_a_picture_of_a_template_is_told_by_check_as_by_build(tmp_path, run, line, code):
    project = harbour(tmp_path, card=face(line))
    for command in ("check", "build"):
        assert told(run(project, command)) == [(code, OWN, 3)], command


def test_a_picture_of_a_template_that_is_extended_or_included_is_told_there(tmp_path, run):
    asked = f"{{{{ image('none.png', {BOX}) }}}}"
    base = f"{BEGIN}{asked}{{% block inner %}}{{{{ image('gone.png', {BOX}) }}}}{{% endblock %}}\n"
    own = '{% extends "base.svg.j2" %}{% block inner %}{% include "part.svg.j2" %}{% endblock %}'
    part = f"\n\n<g>{{{{ image('cut.png', {BOX}) }}}}</g>"
    project = harbour(tmp_path, card=own, base=f"{base}{{% endblock %}}", part=part)
    expected = [
        ("E230", "templates/base.svg.j2", 3),
        ("E231", "templates/part.svg.j2", 3),
    ]
    assert sorted(told(run(project, "check"))) == expected
    assert sorted(told(run(project, "build"))) == expected


@pytest.mark.parametrize(
    "line",
    [
        f"{{% if face.none %}}{{{{ image('none.png', {BOX}) }}}}{{% endif %}}",
        f"{{% for _ in [] %}}{{{{ image('cut.png', {BOX}) }}}}{{% endfor %}}",
        f"{{% macro m() %}}{{{{ image('none.png', {BOX}) }}}}{{% endmacro %}}",
        f"{{{{ image('none.png', {BOX}) if false else '' }}}}",
        f"{{# {{{{ image('none.png', {BOX}) }}}} #}}",
        "{% macro image(picture) %}{% endmacro %}{{ image('none.png') }}",
        "{% if false %}{% block a %}{{ image('none.png') }}{% endblock %}{% endif %}",
        "{{ image('good.png', x=0, y=0, width=9, height=9) }}",
    ],
)
def test_a_picture_that_is_never_drawn_is_no_problem(tmp_path, run, line):
    line = line.replace("face.none", "false")
    project = harbour(tmp_path, card=face(line))
    assert told(run(project, "check")) == []
    assert told(run(project, "build")) == []


def test_a_placeholder_stands_in_for_a_picture_of_a_template(tmp_path, run):
    project = harbour(tmp_path, card=face(f"{{{{ image('none.png', {BOX}) }}}}"))
    (tmp_path / "game.yaml").write_text(f"{GAME}images: {{missing: placeholder}}\n")
    assert told(run(project, "check")) == []


def test_a_template_of_no_printed_piece_is_not_looked_at(tmp_path, run):
    project = harbour(tmp_path, card=face(""), other=face(f"{{{{ image('none.png', {BOX}) }}}}"))
    assert told(run(project, "check")) == []


@pytest.mark.parametrize("around", ["{% if false %}BLOCK{% endif %}", ""])
def test_a_block_that_the_extended_template_never_draws_is_no_problem(tmp_path, run, around):
    own = (
        f"{{% extends 'base.svg.j2' %}}{{% block b %}}{{{{ image('no', {BOX}) }}}}{{% endblock %}}"
    )
    base = face(around.replace("BLOCK", "{% block b %}{% endblock %}"))
    project = harbour(tmp_path, card=own, base=base)
    assert told(run(project, "check")) == told(run(project, "build")) == []


_NAMED = f"{{{{ image('none.png', {BOX}) }}}}"


def test_templates_that_include_one_another_are_each_read_once(tmp_path, run):
    """Two includes in each of forty would be a million million readings."""
    parts = {
        f"p{at}": f"{{% include 'p{at + 1}.svg.j2' %}}{{% include 'p{at + 1}.svg.j2' %}}"
        for at in range(40)
    }
    project = harbour(tmp_path, card=face("{% include 'p0.svg.j2' %}"), **parts, p40=_NAMED)
    assert told(run(project, "check")) == [("E230", "templates/p40.svg.j2", 1)]


@pytest.mark.parametrize(
    "line",
    [
        "{{ " + "+".join(["1"] * 5000) + " }}",
        "{{ " + "(" * 900 + "1" + ")" * 900 + " }}",
        "{{ " + "-" * 3000 + "1 }}",
        "{% if a %}" * 500 + "{% endif %}" * 500,
        "{% include 'card.svg.j2' %}",
        "{% extends 'card.svg.j2' %}",
    ],
    ids=range(6),
)
def test_templates_without_an_end_are_left_to_the_build(tmp_path, run, line):
    project = harbour(tmp_path, card=face(f"{_NAMED}{line}"))
    ran = run(project, "check")
    assert "Traceback" not in ran.err
    assert {one.code for one in ran.problems} <= {"E230"}
