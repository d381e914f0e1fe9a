"""The templates that a template depends on are found from its tags."""

import pytest
from jinja2 import FileSystemLoader

from fustella.build.inputs import icon_library, load_game
from fustella.core.model import Edition
from fustella.core.project import Project
from fustella.draw import Album, piece_specs
from fustella.draw.artist import Artist
from fustella.draw.templates.dependencies import TemplateSources
from tests.conftest import TinyProject
from tests.draw.tools import NO_PICTURES
from tests.sharing import ROOT

FILES = {
    "own/card.svg.j2": '{% extends "_shared/face.svg.j2" %}{% from "own/_a.svg.j2" import a %}',
    "own/_a.svg.j2": "{%- import '_b.svg.j2' as b with context -%}",
    "own/_b.svg.j2": "{# nothing #}",
    "own/scene-1.svg.j2": "1",
    "own/scene-2.svg.j2": "2",
    "_shared/face.svg.j2": "<svg>",
    "_shared/woodcut.svg.j2": "wood",
    "other/_b.svg.j2": "of another game",
}


@pytest.fixture
def sources(tmp_path):
    """Writes the files and one more template, of the given source."""

    def written(text="", files=FILES):
        for name, source in {**files, "own/main.svg.j2": text}.items():
            path = tmp_path / "templates" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, encoding="utf-8")
        return TemplateSources(Project(tmp_path), "own")

    return written


def others(sources: TemplateSources) -> set[str]:
    return set(sources.used_by("main.svg.j2")) - {"main.svg.j2"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<svg/>", set()),
        ("import from include", set()),
        ('{% extends "_shared/face.svg.j2" %}', {"_shared/face.svg.j2"}),
        ("{%+ include '_b.svg.j2' ignore missing without context %}", {"_b.svg.j2"}),
        ('{%\n  import\n  "own/_a.svg.j2" as a\n%}', {"own/_a.svg.j2", "_b.svg.j2"}),
        ('{% from "gone.svg.j2" import a, b with context %}', {"gone.svg.j2"}),
        (
            '{% import "_b.svg.j2" if face.built else "scene-1.svg.j2" as land %}',
            {"_b.svg.j2", "scene-1.svg.j2"},
        ),
        (
            '{% import "own/scene-" ~ face.level ~ ".svg.j2" as s with context %}',
            {"own/scene-1.svg.j2", "own/scene-2.svg.j2"},
        ),
    ],
)
def test_used_by_finds_the_templates_that_tags_name(text, wanted, sources):
    assert others(sources(text)) == wanted


def test_used_by_follows_the_templates_that_are_named(sources):
    used = sources().used_by("card.svg.j2")
    assert used == {"card.svg.j2", "_shared/face.svg.j2", "own/_a.svg.j2", "_b.svg.j2"}


@pytest.mark.parametrize(
    "text",
    [
        "{% include face.scene %}",
        '{% include ["a", "_b.svg.j2"] %}',
        '{% import "scene-" ~ (face.level + 1) ~ ".svg.j2" as scenes %}',
        '{% include "a" if face.x == "b" else "c" %}',
        '{% set name = "_b.svg.j2" %}{% include name %}',
    ],
)
def test_used_by_with_an_unknown_name_finds_all_templates_of_the_game(text, sources):
    found = others(sources(text))
    assert {"_b.svg.j2", "own/_b.svg.j2", "own/scene-2.svg.j2", "_shared/woodcut.svg.j2"} <= found
    assert not any(name.startswith("other") for name in found)


def test_used_by_of_templates_that_name_each_other_ends(sources):
    text = '{% include "_loop.svg.j2" %}'
    found = sources(text, {"own/_loop.svg.j2": '{% include "main.svg.j2" %}'})
    assert others(found) == {"_loop.svg.j2"}


def test_stamp_changes_with_any_template_used(sources):
    before = sources().stamp("card.svg.j2")
    assert sources().stamp("card.svg.j2") == before
    assert sources(files={**FILES, "_shared/woodcut.svg.j2": "oak"}).stamp("card.svg.j2") == before
    for name in ("own/card.svg.j2", "own/_a.svg.j2", "own/_b.svg.j2", "_shared/face.svg.j2"):
        edited = {**FILES, name: FILES[name] + " "}
        assert sources(files=edited).stamp("card.svg.j2") != before, name


def test_stamp_changes_when_a_template_hides_another(sources, tmp_path):
    before = sources("{% include '_shared/face.svg.j2' %}").stamp("main.svg.j2")
    hiding = tmp_path / "templates" / "own" / "_shared" / "face.svg.j2"
    hiding.parent.mkdir()
    hiding.write_text("<svg/>", encoding="utf-8")
    assert TemplateSources(Project(tmp_path), "own").stamp("main.svg.j2") != before


@pytest.mark.parametrize("game", Project(ROOT).games())
def test_used_by_finds_every_template_that_jinja_loads(game, monkeypatch):
    """For the faces of every kind of every game."""
    loaded: set[str] = set()
    get_source = FileSystemLoader.get_source

    def recorded(self, environment, template):
        found = get_source(self, environment, template)
        loaded.add(template)
        return found

    monkeypatch.setattr(FileSystemLoader, "get_source", recorded)

    def within_folder(name):
        return name.removeprefix(f"{game}/").removeprefix("_shared/")

    project = Project(ROOT)
    read = load_game(project, game)
    album, sources = Album(None, "", NO_PICTURES), TemplateSources(project, game)
    drawn: set[str] = set()
    for spec in piece_specs(Edition(read, read.languages[0]), read.pieces):
        if spec.template in drawn:
            continue
        drawn.add(spec.template)
        artist = Artist(
            project,
            Edition(read, read.languages[0]),
            icon_library(project, read.id),
            album,
        )
        loaded.clear()
        artist.draw([spec])
        assert loaded
        assert loaded <= {within_folder(name) for name in sources.used_by(spec.template)}
    assert drawn


def test_include_of_a_template_of_another_game_is_e117(tiny: TinyProject, run):
    other = tiny.root / "templates" / "other"
    other.mkdir()
    (other / "thing.svg.j2").write_text("<g/>", encoding="utf-8")
    tiny.edit(
        "templates/tiny/coin.svg.j2", "{% block", '{% include "other/thing.svg.j2" %}{% block'
    )
    assert [problem.code for problem in run(tiny, "build").problems] == ["E117"]
