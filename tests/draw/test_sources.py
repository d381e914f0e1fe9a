"""A face is drawn again when a file that it used has changed, appeared or gone, and only then."""

import pytest

from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Edition
from fustella.core.values.problems import ProblemsFound
from fustella.draw import face_cache_of, piece_specs
from fustella.draw.sources import TEMPLATE, Sources
from fustella.draw.templates.environment import TemplateSet
from tests.conftest import TinyProject

SVG_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M1 1H2%dV9Z"/></svg>'
)

GAME = """\
title: Own
languages: [en]
kinds:
  card:
    {name: Cards, size: square, front: card.svg.j2, back: back.svg.j2,
     fields: {front: {part: text}}}
"""

CARDS = """\
kind: card
pieces:
  - {id: one, name: One, front: {part: "_one"}}
  - {id: two, name: Two, front: {part: "_two"}}
"""

CARD = """\
{% extends "_shared//face.svg.j2" %}
{% import "\\x5fparts.svg.j2" as parts %}
{% from "./_top.svg.j2" import drawn %}
{% block face %}
{% include "own//_odd.part" %}
{% include face.part ~ ".part" %}
{% include ["_maybe.part", "_odd.part"] %}
{% include "_gone.part" ignore missing %}
{{ parts.dot(3) }}{{ drawn }}
{{ icon("own:" ~ "moai", 1, 1, 5) }}
{% endblock %}
"""

FILES = {
    "content/own/game.yaml": GAME,
    "content/own/cards.yaml": CARDS,
    "content/own/icons/moai.svg": SVG_ICON % 1,
    "templates/_shared/icons/sun.svg": SVG_ICON % 2,
    "templates/_shared/icons/moai.svg": SVG_ICON % 3,
    "templates/own/card.svg.j2": CARD,
    "templates/own/back.svg.j2": '{% extends "_shared/face.svg.j2" %}',
    "templates/own/_parts.svg.j2": '{% macro dot(r) %}<circle cx="9" cy="9" r="{{ r }}"/>'
    "{% endmacro %}",
    "templates/own/_top.svg.j2": '{% import "_deep.svg.j2" as deep %}'
    '{% set drawn %}{{ icon("own:sun", 9, 1, 5) }}{{ deep.line }}{% endset %}',
    "templates/own/_deep.svg.j2": '{% set line %}<path d="M1 1H5"/>{% endset %}',
    "templates/own/_odd.part": '<path d="M1 2H5"/>',
    "templates/own/_one.part": '<path d="M1 3H5"/>',
    "templates/own/_two.part": '<path d="M1 4H5"/>',
    "templates/own/_unused.svg.j2": '<path d="M1 5H5"/>',
}
"""A game whose templates are named in odd ways, or by names that are put together."""

NEW = {
    "templates/own/_maybe.part": '<path d="M1 6H5"/>',
    "templates/own/_gone.part": '<path d="M1 7H5"/>',
    "templates/own/_shared/face.svg.j2": '<svg xmlns="http://www.w3.org/2000/svg" width="30mm"'
    ' height="30mm" viewBox="0 0 30 30">{% block face %}{% endblock %}<path d="M1 8H5"/></svg>',
    "content/own/icons/sun.svg": SVG_ICON % 4,
}
"""Files that go before others, or were looked for in vain."""


@pytest.fixture
def game(tmp_path):
    root = tmp_path / "project"
    for name, text in FILES.items():
        write(root / name, text)
    return root


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def drawn(root, output):
    """The digests of all faces, drawn with the face cache in a folder."""
    project = Project(root)
    edition = Edition(load_game(project, "own"), "en")
    artist = artist_of(project, edition, output)
    faces = artist.draw_pieces(edition.game.pieces)
    artist.face_cache.save()
    return {str(face_id): face.digest for face_id, face in faces.items()}


def known(root, output):
    """The pieces and sides that are known without drawing them."""
    project = Project(root)
    edition = Edition(load_game(project, "own"), "en")
    face_cache = face_cache_of(project, edition, output)
    found, _ = face_cache.known_metadata(piece_specs(edition, edition.game.pieces))
    return {f"{face_id.piece} {face_id.side.value}" for face_id in found}


ALL = {"one front", "one back", "two front", "two back"}


@pytest.mark.parametrize("name", [*FILES, *NEW])
def test_a_changed_file_gives_the_faces_of_a_cold_build(name, game, tmp_path):
    warm, cold = tmp_path / "warm", tmp_path / "cold"
    before = drawn(game, warm)
    assert known(game, warm) == ALL
    old = FILES.get(name, "")
    changed = NEW.get(name) or old.replace('d="M1', 'd="M2').replace("dot(3)", "dot(4)").replace(
        "9", "8"
    ).replace("One", "Won")
    write(game / name, changed)
    after = drawn(game, warm)
    assert after == drawn(game, cold)
    used = not (
        name.endswith(("back.svg.j2", "_unused.svg.j2", ".yaml")) or "_shared/icons/moai" in name
    )
    assert (after != before) == used
    write(game / name, old) if old else (game / name).unlink()
    assert drawn(game, warm) == before, "and back again"


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("templates/own/_one.part", ALL - {"one front"}),
        ("templates/own/_deep.svg.j2", {"one back", "two back"}),
        ("content/own/icons/moai.svg", {"one back", "two back"}),
        ("templates/_shared/icons/sun.svg", {"one back", "two back"}),
        ("templates/_shared/icons/moai.svg", ALL),
        ("templates/own/_unused.svg.j2", ALL),
        ("templates/own/back.svg.j2", {"one front", "two front"}),
        ("templates/own/_maybe.part", {"one back", "two back"}),
    ],
)
def test_only_faces_that_used_a_file_are_drawn_again(name, left, game, tmp_path):
    drawn(game, tmp_path)
    write(game / name, (game / name).read_text() + " " if name in FILES else "")
    assert known(game, tmp_path) == left


def test_a_folder_of_icons_that_is_a_link_is_followed(game, tmp_path):
    elsewhere = game / "drawings"
    (game / "content/own/icons").rename(elsewhere)
    (game / "content/own/icons").symlink_to(elsewhere, target_is_directory=True)
    before = drawn(game, tmp_path / "warm")
    write(elsewhere / "moai.svg", SVG_ICON % 5)
    after = drawn(game, tmp_path / "warm")
    assert after == drawn(game, tmp_path / "cold")
    assert after != before


def test_what_is_known_is_not_rendered_again(game, tmp_path, monkeypatch):
    before = drawn(game, tmp_path)
    monkeypatch.setattr(TemplateSet, "render", lambda *_: pytest.fail("a face was drawn"))
    assert drawn(game, tmp_path) == before


def test_what_an_edit_takes_back_is_still_known(game, tmp_path):
    drawn(game, tmp_path)
    write(game / "templates/own/_odd.part", '<path d="M2 2H5"/>')
    assert known(game, tmp_path) == {"one back", "two back"}
    drawn(game, tmp_path)
    write(game / "templates/own/_odd.part", FILES["templates/own/_odd.part"])
    assert known(game, tmp_path) == ALL


def test_a_template_that_is_gone_is_missed(game, tmp_path):
    drawn(game, tmp_path)
    (game / "templates/own/_two.part").unlink()
    with pytest.raises(ProblemsFound) as found:
        drawn(game, tmp_path)
    assert [problem.code for problem in found.value.problems] == ["E117"]


@pytest.mark.parametrize("name", ["templates/tiny/coins.part", "templates/_shared/coins.part"])
def test_an_included_file_with_a_name_put_together_and_another_ending_is_part_of_a_build(
    name, tiny: TinyProject, tmp_path
):
    write(tiny.root / name, '<path d="M9 9H11" stroke="#000000" stroke-width="1"/>')
    asked = name.removeprefix("templates/").removeprefix("tiny/")
    first, last = asked[:-4], asked[-4:]
    include = f"{{% block face %}}{{% set end = '{last}' %}}{{% include '{first}' ~ end %}}"
    tiny.edit("templates/tiny/coin.svg.j2", "{% block face %}", include)
    assert tiny.run("build") == 0
    tiny.edit(name, "H11", "H12")
    assert tiny.run("build") == 0
    clean = tmp_path / "clean"
    assert tiny.run("build", "--output", str(clean)) == 0
    for path in tiny.built.glob("*.pdf"):
        assert path.read_bytes() == (clean / "tiny" / "en-A4" / path.name).read_bytes()


def test_names_that_lead_out_of_the_templates_mean_nothing(tmp_path):
    write(tmp_path / "templates/own/a.svg", "a")
    write(tmp_path / "templates/other/b.svg", "b")
    sources = Sources(Project(tmp_path), "own")
    assert sources.path_of("own/./a.svg") == tmp_path / "templates/own/a.svg"
    for name in (
        "../other/b.svg",
        "own/../../other/b.svg",
        "",
        "/",
        "own",
        "a.svg\0",
        "other/b.svg",
    ):
        assert sources.path_of(name) is None
        assert sources.digest_of((TEMPLATE, name)) == ""
