"""Pieces in several looks: the copies are shared among the looks, and nothing else changes."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import force_setattr

from fustella.build.inputs import icon_library, load_game
from fustella.build.production import items_of
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.values.model import Edition, FaceId, SideName
from fustella.core.values.paper import Duplex, PrintSettings
from fustella.draw import FaceCache
from fustella.draw.artist import Artist
from fustella.draw.templates.environment import TemplateSet
from fustella.impose import impose
from tests.conftest import TinyProject
from tests.helpers.printed import Printed, PrintedPage, read_pages
from tests.test_golden import A4

CARDS = {"Boat": (4, 4, 4), "Hut": (1, 1), "Dragon": (2, 1, 1)}


@pytest.fixture
def looking(tiny: TinyProject) -> TinyProject:
    """Tiny with cards in three looks; each prints its look on both sides."""
    tiny.edit("content/tiny/game.yaml", "size: mini\n", "size: mini\n    looks: 3\n")
    old = 'words.weighs ~ " " ~ face.weight'
    tiny.edit("templates/tiny/card.svg.j2", old, '"look " ~ piece.look')
    tiny.edit("content/tiny/claims.yaml", "front.gap}", "[front.gap, front.weight]}")
    tiny.edit("templates/tiny/card-back.svg.j2", "piece.id", 'piece.id ~ " look " ~ piece.look')
    return tiny


def cards(project: TinyProject) -> list[PrintedPage]:
    return list(read_pages(project.built / "tiny-card.pdf"))


def look_of(piece: Printed) -> str:
    found = re.search(r"look (\d)", piece.text)
    assert found, piece.text
    return found[1]


def name_of(piece: Printed) -> str:
    return next(name for name in CARDS if name.lower() in piece.text.lower())


@pytest.mark.parametrize(
    ("copies", "looks", "shares"),
    [
        (6, 3, (2, 2, 2)),
        (7, 3, (3, 2, 2)),
        (8, 3, (3, 3, 2)),
        (2, 3, (1, 1)),
        (1, 3, (1,)),
        (0, 3, ()),
        (5, 1, (5,)),
        (0, 1, ()),
    ],
)
def test_copies_by_look_are_shared_as_evenly_as_possible(copies, looks, shares, good):
    piece = load_game(Project(good.root), "tiny").pieces[0]
    force_setattr(piece.kind, "looks", looks)
    force_setattr(piece, "copies", copies)
    assert piece.copies_by_look == shares


def test_build_prints_every_copy_once_in_its_look(looking):
    assert looking.run("build") == 0
    fronts = (piece for page in cards(looking)[::2] for piece in page.pieces)
    found = Counter((name_of(piece), look_of(piece)) for piece in fronts)
    assert found == {
        (name, str(look)): copies
        for name, shares in CARDS.items()
        for look, copies in enumerate(shares)
    }


def test_build_prints_the_back_of_the_same_look_behind_each_front(looking):
    assert looking.run("build") == 0
    checked = 0
    for front, back in list(pairwise(cards(looking)))[::2]:
        behind = {
            (round(back.width_mm - piece.left_mm - piece.width_mm), round(piece.top_mm)): piece
            for piece in back.pieces
        }
        for piece in front.pieces:
            other = behind[round(piece.left_mm), round(piece.top_mm)]
            assert (name_of(other), look_of(other)) == (name_of(piece), look_of(piece))
            checked += 1
    assert checked == 18


def test_build_with_looks_keeps_counts_and_sheets(looking, good, run):
    assert run(looking, "list").out == run(good, "list").out
    built = run(looking, "build").out
    numbers = re.findall(r"tiny-card\.pdf +Cards +(\d+) +(\d+)", built)
    assert numbers == re.findall(r"tiny-card\.pdf +Cards +(\d+) +(\d+)", run(good, "build").out), (
        built
    )
    assert numbers[0][0] == "18"


def test_cover_counts_all_copies_and_shows_the_first_look(looking):
    assert looking.run("build") == 0
    pages = [*read_pages(looking.built / "tiny-cover.pdf")]
    text = "\n".join(page.text for page in pages)
    assert re.search(r"12\s×\s+Boat", text)
    assert re.search(r"4\s×\s+Dragon", text)
    pieces = [piece for page in pages for piece in page.pieces]
    assert [look_of(piece) for piece in pieces if "look" in piece.text] == ["0"] * len(CARDS)


def test_build_with_looks_twice_gives_equal_bytes(looking, tmp_path):
    for name in ("one", "two"):
        assert looking.run("build", "--output", str(tmp_path / name)) == 0
    first = (tmp_path / "one/tiny/en-A4/tiny-card.pdf").read_bytes()
    assert first == (tmp_path / "two/tiny/en-A4/tiny-card.pdf").read_bytes()


def test_draw_pieces_gives_a_face_with_metadata_for_each_look(looking):
    project = Project(looking.root)
    game = load_game(project, "tiny")
    face_cache = FaceCache(None, "", PictureFolder(project.content / "tiny"))
    artist = Artist(project, Edition(game, "en"), icon_library(project, game.id), face_cache)
    faces = artist.draw_pieces(game.pieces)
    hut = {face for face in faces if face.piece == "hut"}
    assert hut == {FaceId("hut", side, look) for side in SideName for look in (0, 1)}
    assert {face for face in faces if face.look} <= set(artist.metadata)
    assert {face.look for face in faces if face.piece == "five"} == {0}
    digests = {faces[face].digest for face in hut}
    assert len(digests) == 4


def test_draw_pieces_of_looks_without_a_difference_gives_one_digest(looking):
    looking.edit("templates/tiny/card-back.svg.j2", ' ~ " look " ~ piece.look', "")
    project = Project(looking.root)
    game = load_game(project, "tiny")
    face_cache = FaceCache(None, "", PictureFolder(project.content / "tiny"))
    artist = Artist(project, Edition(game, "en"), icon_library(project, game.id), face_cache)
    faces = artist.draw_pieces(game.pieces)
    backs = {faces[FaceId("boat", SideName.BACK, look)].digest for look in range(3)}
    assert len(backs) == 1


@pytest.mark.parametrize(
    ("asks", "times"),
    [
        ("", 1),
        ("{{ piece.look }}", 3),
        ("{% if piece['look'] %}<g/>{% endif %}", 3),
        ("{% macro of(it) %}{{ it.look }}{% endmacro %}{{ of(piece) }}", 3),
    ],
)
def test_draw_pieces_renders_a_template_once_unless_it_reads_the_look(
    asks, times, looking, monkeypatch
):
    project = Project(looking.root)
    back = project.templates / "tiny" / "card-back.svg.j2"
    face = '{% extends "_shared/face.svg.j2" %}{% block face %}<desc>ASKS</desc>{% endblock %}'
    back.write_text(face.replace("ASKS", asks), encoding="utf-8")
    drawn: Counter[tuple[str, str]] = Counter()
    render = TemplateSet.render

    def counting(self, name, values, place):
        drawn[values["piece"]["id"], values["side"]] += 1
        return render(self, name, values, place)

    monkeypatch.setattr(TemplateSet, "render", counting)
    game = load_game(project, "tiny")
    face_cache = FaceCache(None, "", PictureFolder(project.content / "tiny"))
    artist = Artist(project, Edition(game, "en"), icon_library(project, game.id), face_cache)
    cards = [piece for piece in game.pieces if piece.kind.id == "card"]
    faces = artist.draw_pieces(cards)
    assert len(faces) == len(artist.metadata) == 2 * sum(map(len, CARDS.values()))
    assert drawn["boat", "front"] == 3
    assert drawn["boat", "back"] == times
    assert drawn["hut", "back"] == min(times, 2)


def test_impose_places_each_look_its_number_of_copies(looking):
    game = load_game(Project(looking.root), "tiny")
    sheets = impose(items_of(game.pieces), PrintSettings(A4, Duplex.LONG_EDGE))
    placed = Counter(
        placement.face
        for sheet in sheets
        for page in sheet.pages
        for placement in page.placements
        if placement.face.piece == "dragon"
    )
    wanted = {
        FaceId("dragon", side, look): copies
        for side in SideName
        for look, copies in enumerate(CARDS["Dragon"])
    }
    assert placed == wanted


def test_build_with_another_number_of_looks_shares_the_copies_anew(looking):
    assert looking.run("build") == 0
    looking.edit("content/tiny/game.yaml", "looks: 3", "looks: 2")
    assert looking.run("check") == 0
    assert looking.run("build") == 0
    fronts = (piece for page in cards(looking)[::2] for piece in page.pieces)
    found = Counter(look_of(piece) for piece in fronts if name_of(piece) == "Boat")
    assert found == {"0": 6, "1": 6}
