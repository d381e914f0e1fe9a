"""The metadata of a face: all icons on it and its smallest text, as printed."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from fustella.build.inputs import icon_library, load_game
from fustella.core.files.cache import DiskCache
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Edition, FaceId, FaceMetadata, SideName
from fustella.core.values.problems import ProblemsFound
from fustella.draw import FaceCache, piece_specs
from fustella.draw.artist import Artist
from fustella.draw.inspect.metadata import smallest_text
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.templates.environment import TemplateSet
from fustella.draw.text.fit import STEP_PT

FACE = '{{% extends "_shared/face.svg.j2" %}}{{% block face %}}{}{{% endblock %}}'
COIN = FaceId("five", SideName.FRONT)
VALUE = ("front.value",)


class Studio:
    """Draws the tiny game with templates that a test writes."""

    def __init__(self, project) -> None:
        self.project = project
        self.folder = project.root / "templates" / "tiny"

    def write(self, name: str, source: str) -> None:
        (self.folder / name).write_text(source, encoding="utf-8")

    def artist(self, language: str = "en") -> Artist:
        project = Project(self.project.root)
        game = load_game(project, "tiny")
        pictures = PictureFolder(project.content / "tiny")
        self.face_cache = FaceCache(DiskCache(self.project.root / "cache"), "", pictures)
        return Artist(
            project, Edition(game, language), icon_library(project, game.id), self.face_cache
        )

    def coin(self, body: str, before: str = "") -> tuple[FaceMetadata, str]:
        """The metadata and the SVG of a coin that `body` draws."""
        self.write("coin.svg.j2", before + FACE.format(body))
        artist = self.artist()
        face = artist.draw_pieces(pieces(artist, "coin"))[COIN]
        return artist.metadata[COIN], face.svg


def pieces(artist: Artist, *kinds: str):
    return [piece for piece in artist.edition.game.pieces if piece.kind.id in kinds]


def known_of(artist: Artist, *kinds: str):
    """What the face cache of an artist knows of the pieces of some kinds, or of all."""
    asked = pieces(artist, *kinds) if kinds else artist.edition.game.pieces
    return artist.face_cache.known_metadata(piece_specs(artist.edition, asked))


@pytest.fixture
def studio(tiny) -> Studio:
    return Studio(tiny)


def test_metadata_of_a_face_with_icons_names_each_once(studio):
    metadata, svg = studio.coin(
        '{{ icon("own:herb", 8, 8, 3) }}{{ icon("mdi:castle", 4, 8, 3, turn=45) }}'
        '{{ icon("own:herb", 12, 8, 3) }}'
    )
    assert metadata == FaceMetadata(("mdi:castle", "own:herb"), 0.0, "", unread_fields=VALUE)
    assert "data-icon" not in svg, "the name is only for the metadata"


def test_metadata_of_a_text_with_icons_names_them(studio):
    metadata, _ = studio.coin('{{ text("{gold} 5 {wood}", x=3, y=7, width=14, height=5, size=8) }}')
    assert metadata == FaceMetadata(
        ("fa:coins", "mdi:tree"), 8.0, "5", texts=("5",), unread_fields=VALUE
    )


def test_metadata_counts_and_keeps_texts_at_their_least(studio):
    box = "x=3, width=14, height=4, size=12"
    metadata, _ = studio.coin(
        f'{{{{ text("long words", y=4, {box}, least=8.5) }}}}'
        f'{{{{ text("5", y=8, {box}, least=6) }}}}'
        f'{{{{ text("longer words", y=12, {box}, least=7.25) }}}}'
    )
    assert metadata.at_least == 2
    studio.face_cache.save()
    artist = studio.artist()
    assert known_of(artist, "coin")[0][COIN] == metadata


def test_metadata_of_a_text_of_only_icons_has_no_letters(studio):
    metadata, _ = studio.coin('{{ text("{herb}", x=3, y=7, width=14, height=5, size=8) }}')
    assert metadata == FaceMetadata(("own:herb",), 0.0, "", unread_fields=VALUE)


def test_metadata_leaves_out_what_a_template_does_not_print(studio):
    body = '{% set unused = icon("mdi:castle", 8, 8, 3) %}{{ icon("mdi:fish", 8, 8, 3) }}'
    assert studio.coin(body)[0].icons == ("mdi:fish",)


@pytest.mark.parametrize(
    ("macros", "use"),
    [
        ('{% macro mark() %}{{ icon("mdi:fish", 1, 1, 3) }}{% endmacro %}', "{{ m.mark() }}"),
        # Jinja runs the top level of an imported file once, for all faces of a game.
        ('{% set mark = icon("mdi:fish", 1, 1, 3) %}', "{{ m.mark }}"),
        ('{% set mark = text("{herb}x", 1, 1, 9, 3, 6) %}', "{{ m.mark }}"),
    ],
    ids=["macro", "kept icon", "kept text"],
)
def test_metadata_names_icons_of_a_macro_file_on_every_face_that_uses_it(macros, use, studio):
    studio.write("_marks.svg.j2", macros)
    studio.write("counter.svg.j2", '{% import "_marks.svg.j2" as m %}' + FACE.format(use))
    artist = studio.artist()
    faces = artist.draw_pieces(pieces(artist, "counter"))
    shown = ("own:herb",) if "herb" in macros else ("mdi:fish",)
    assert len(faces) == 4
    assert {artist.metadata[face_id].icons for face_id in faces} == {shown}


def test_metadata_of_faces_that_look_the_same_is_their_own(studio):
    icons = studio.project.root / "templates" / "_shared" / "icons"
    (icons / "weed.svg").write_bytes((icons / "herb.svg").read_bytes())
    studio.project.edit("content/tiny/counters.yaml", "mdi:account", "own:herb")
    studio.project.edit("content/tiny/counters.yaml", "fa:flag", "own:weed")
    artist = studio.artist()
    faces = artist.draw_pieces(pieces(artist, "counter"))
    person, flag = (FaceId(f"{name}-red", SideName.FRONT) for name in ("person", "flag"))
    assert faces[person].digest == faces[flag].digest
    assert artist.metadata[person].icons == ("own:herb",)
    assert artist.metadata[flag].icons == ("own:weed",)


def test_metadata_gives_the_smallest_fitted_text(studio):
    metadata, svg = studio.coin(
        '{{ text("5", x=5, y=2, width=10, height=6, size=14) }}'
        '{{ text("a lot of **small** words", x=3, y=8, width=14, height=4, size=12, least=3) }}'
    )
    sizes_mm = {float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)}
    assert metadata.smallest_pt == pytest.approx(min(sizes_mm) * PT_PER_MM, abs=0.005)
    assert 3 < metadata.smallest_pt < 12
    assert metadata.smallest_pt % STEP_PT == 0, "the size on the ladder, not the rounded one in mm"
    assert metadata.smallest_text in "a lot of small words"
    assert metadata.smallest_text.startswith("a lot")


SIZED = '<text x="9" y="9" font-family="Source Sans Pro" font-size="{}" {}>{}</text>'
TEN_PT = 10 / PT_PER_MM
BIG, SMALL = SIZED.format(TEN_PT, "", "big"), SIZED.format(TEN_PT / 2, "", "small")


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("", (0.0, "")),
        (BIG, (10.0, "big")),
        (BIG + SMALL, (5.0, "small")),
        (SMALL + SMALL.replace("small", "other"), (5.0, "small")),
        (BIG + SIZED.format(1, "", " "), (10.0, "big")),
        (f'<g transform="scale(0.4)">{BIG}</g>', (4.0, "big")),
        (f'<g transform="scale(0.5 0.9)">{BIG}</g>', (9.0, "big")),
        (f'<g transform="rotate(30) scale(0.5)"><g transform="scale(0.5)">{BIG}</g></g>', "2.5"),
        (f'<g font-size="{TEN_PT / 4}">{BIG.replace("font-size", "data-size")}</g>', "2.5"),
        (SIZED.format(TEN_PT, f'style="font-size:{TEN_PT / 4}"', "big"), "2.5"),
        (
            SIZED.format(TEN_PT, "", f'Two <tspan font-size="{TEN_PT / 2}">of  three</tspan> big'),
            (5.0, "of three"),
        ),
        (SIZED.format(TEN_PT, "", 'Two <tspan font-weight="700">of</tspan> 3'), (10.0, "Two of 3")),
        (f"<defs>{SMALL}</defs>{BIG}", (10.0, "big")),
        (f'<defs><g id="a">{BIG}</g></defs><use href="#a" transform="scale(0.5)"/>', (5.0, "big")),
        (f'<symbol id="a">{BIG}</symbol><use xlink:href="#a"/>', (10.0, "big")),
        ('<g id="a"><use href="#a"/></g>', (0.0, "")),
    ],
)
def test_smallest_text_gives_the_printed_size_and_the_text(body, found):
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    root = ElementTree.fromstring(f"<svg {spaces}>{body}</svg>")
    size_pt, text = smallest_text(DrawnTexts(resolve_finished(root)))
    wanted = (float(found), "big") if isinstance(found, str) else found
    assert (size_pt, text) == wanted


def test_metadata_kept_by_the_face_cache_is_that_of_the_first_build(studio):
    first = studio.artist()
    first.draw_pieces(first.edition.game.pieces)
    studio.face_cache.save()
    second = studio.artist()
    faces = second.draw_pieces(second.edition.game.pieces)
    assert second.metadata == first.metadata
    assert second.metadata.keys() == faces.keys()
    boat = second.metadata[FaceId("boat", SideName.FRONT)]
    inline = {"fa:coins", "mdi:tree"}
    assert {"mdi:sail-boat", "mdi:waves", "fa:anchor", *inline} <= {*boat.icons}


def test_known_metadata_draws_nothing(studio, monkeypatch):
    first = studio.artist()
    first.draw_pieces(first.edition.game.pieces)
    studio.face_cache.save()
    studio.project.edit("content/tiny/coins.yaml", "value: 5", "value: 7")
    monkeypatch.setattr(TemplateSet, "render", lambda *_: pytest.fail("a face was drawn"))
    artist = studio.artist()
    known, unknown = known_of(artist)
    assert unknown == (COIN,)
    assert known == {
        face_id: metadata for face_id, metadata in first.metadata.items() if face_id != COIN
    }
    assert not any(face_id.piece == "ghost" for face_id in known), "it is never printed"


def test_known_metadata_before_a_build_or_in_another_language_is_empty(studio):
    first = studio.artist()
    every = tuple(spec.id for spec in piece_specs(first.edition, first.edition.game.pieces))
    assert known_of(first) == ({}, every)
    first.draw_pieces(first.edition.game.pieces)
    studio.face_cache.save()
    italian = studio.artist("it")
    known, unknown = known_of(italian, "card")
    assert FaceId("boat", SideName.FRONT) in unknown
    assert {face_id.side for face_id in known} == {SideName.BACK}, "these have no words of the game"


def test_known_metadata_leaves_out_a_faulty_face(studio):
    studio.write("coin.svg.j2", FACE.format('{{ text("endless", 8, 8, 2, 2, 12) }}'))
    artist = studio.artist()
    with pytest.raises(ProblemsFound):
        artist.draw_pieces(artist.edition.game.pieces)
    studio.face_cache.save()
    again = studio.artist()
    assert known_of(again)[1] == (COIN,)


def test_known_metadata_leaves_out_all_faces_equal_to_a_faulty_one(studio):
    """Equal faces are checked only once."""
    (studio.folder / "card-back.svg.j2").write_text(FACE.format('<image href="a.png"/>'), "utf-8")
    artist = studio.artist()
    with pytest.raises(ProblemsFound):
        artist.draw_pieces(artist.edition.game.pieces)
    cards = {piece.id for piece in pieces(artist, "card") if piece.copies}
    assert len(cards) > 1
    assert artist.faulty == cards
    studio.face_cache.save()
    again = studio.artist()
    unknown = known_of(again)[1]
    assert {face.piece for face in unknown if face.side is SideName.BACK} == cards


def test_known_metadata_imports_none_of_the_drawing_libraries():
    program = (
        "import sys, fustella.build.stamps, fustella.draw.face_cache, fustella.draw.icons\n"
        "heavy = {'jinja2', 'markupsafe', 'uharfbuzz', 'typst', 'svgwrite', 'reportlab', 'pypdf'}\n"
        "print(sorted(heavy & sys.modules.keys()))\n"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_texts_of_a_face_are_all_but_its_code(tiny):
    body = (
        '{{ text("12 men, 3 ships", x=4, y=3, width=12, height=8, size=6) }}'
        '<text x="8" y="14" font-family="Source Sans 3" font-size="2.5">1<tspan>4</tspan></text>'
        "{{ code(5, 16) }}"
    )
    metadata, _ = Studio(tiny).coin(body)
    assert metadata.texts == ("12 men,", "3 ships", "14")


def test_fields_that_a_template_reads_are_noted(tiny):
    studio = Studio(tiny)
    metadata, _ = studio.coin("")
    every = set(metadata.unread_fields)
    assert every and all(path.startswith("front.") for path in every)
    field = sorted(every)[0].removeprefix("front.")
    metadata, _ = studio.coin(f"{{% set kept = face.{field} %}}")
    assert every - set(metadata.unread_fields) == {f"front.{field}"}
    studio.face_cache.save()
    assert known_of(studio.artist(), "coin")[0][COIN] == metadata
