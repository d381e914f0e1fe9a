"""What counts as rules, as wording, as looks: seen by one edit at a time of the tiny game."""

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.values.codes import field_texts
from fustella.core.values.model import Cells, Edition, Face, FaceId, SideName
from fustella.core.values.themes import Theme
from fustella.history import ChangeReason, Version, change_reason, version_of, versions_of
from fustella.history.recall import piece_then
from tests.conftest import TinyProject
from tests.helpers.alone import game_alone
from tests.helpers.drawn import faces_of

CARDS = "content/tiny/cards.yaml"


def versions(tiny: TinyProject, language: str = "en", theme: Theme = Theme.FULL):
    project = Project(tiny.root)
    game = load_game(project, "tiny")
    return versions_of(game, faces_of(project, Edition(game, language, theme)), language)


@pytest.mark.parametrize(
    ("file", "old", "new", "piece", "kind"),
    [
        (CARDS, "cost: 9", "cost: 8", "dragon", ChangeReason.RULES),
        (CARDS, "land: cave", "land: lake", "dragon", ChangeReason.RULES),
        (CARDS, "picture: mdi:home", "picture: mdi:castle", "hut", ChangeReason.RULES),
        (CARDS, "rare: true", "rare: false", "dragon", ChangeReason.RULES),
        (CARDS, "gap: 0.1in", "gap: 2.6mm", "dragon", ChangeReason.RULES),
        (CARDS, "title: {en: Hut", "title: {en: Shed", "hut", ChangeReason.WORDING),
        (CARDS, 'or *stay*."', 'or *go*."', "boat", ChangeReason.WORDING),
        (CARDS, "take **2** {gold}", "take **3** {gold}", "boat", ChangeReason.RULES),
        (CARDS, "take **2** {gold}", "take *two* {gold}", "boat", ChangeReason.WORDING),
        (CARDS, "take **2** {gold}", "take *three* {gold}", "boat", ChangeReason.RULES),
        (CARDS, "take **2** {gold}", "take **2** {wood}", "boat", ChangeReason.RULES),
        (CARDS, "take **2** {gold}", "you *take* **2** {gold}", "boat", ChangeReason.WORDING),
        (CARDS, "band: leaf", "band: sea", "dragon", ChangeReason.LOOKS),
    ],
)
def test_change_reason_after_one_edit_names_its_piece_and_kind(tiny, file, old, new, piece, kind):
    before = versions(tiny)
    tiny.edit(file, old, new)
    after = versions(tiny)
    found = {name: change_reason(before[name], after[name]) for name in before}
    assert {name: one for name, one in found.items() if one} == {piece: kind}


def test_versions_after_an_edit_of_another_language_stay(tiny):
    before = versions(tiny), versions(tiny, "it")
    tiny.edit(CARDS, "it: Capanna", "it: Baita")
    assert versions(tiny) == before[0]
    assert versions(tiny, "it") != before[1]


def test_versions_after_another_number_of_copies_stay(tiny):
    before = versions(tiny)
    tiny.edit(CARDS, "copies: 12", "copies: 14")
    assert versions(tiny) == before


def test_change_reason_after_an_edit_of_a_template_is_looks(tiny):
    before = versions(tiny)
    tiny.edit(
        "templates/tiny/coin.svg.j2", "{% block face %}", '{% block face %}<path d="M1 1h1"/>'
    )
    after = versions(tiny)
    changed = {name for name in before if change_reason(before[name], after[name])}
    assert changed == {"five"}
    assert change_reason(before["five"], after["five"]) is ChangeReason.LOOKS


def test_change_reason_between_themes_is_looks(tiny):
    full, grey = versions(tiny), versions(tiny, theme=Theme.GREY)
    assert {change_reason(grey[name], full[name]) for name in full} <= {ChangeReason.LOOKS, None}
    assert full != grey


def test_version_with_another_code_on_the_face_has_the_same_looks(tiny):
    """The same faces with another code on them look the same; with another text they do not."""
    tiny.edit("templates/tiny/coin.svg.j2", "{% block face %}", "{% block face %}{{ code(6, 9) }}")
    project = Project(tiny.root)
    game = load_game(project, "tiny")
    faces = faces_of(project, Edition(game, "en"))
    five = next(piece for piece in game.pieces if piece.id == "five")
    now = versions_of(game, faces, "en")["five"]
    face = faces[FaceId("five", SideName.FRONT)]
    assert face.svg.count(f">{now.code}</text>") == 1

    def with_text(new: str) -> Version:
        svg = face.svg.replace(now.code, new)
        drawn = Face.drawn(svg, face.outline, face.bleed_mm)
        return version_of(five, {**faces, FaceId("five", SideName.FRONT): drawn}, "en", "TI-AAAA")

    assert with_text("TI-AAAA").looks == now.looks
    assert with_text("other").looks != now.looks


def test_old_table_is_a_table_with_the_columns_of_today(tmp_path):
    files = {
        "game.yaml": "title: T\nlanguages: [en]\nkinds:\n  aid:\n    front: ready/blank\n"
        "    fields: {front: {crt: table}}\n",
        "aids.yaml": "kind: aid\npieces:\n- id: a\n  name: A\n  front:\n    crt: |\n"
        "      | Roll | Hit |\n      |:-:|--:|\n      | 1 | yes |\n",
    }
    now = game_alone(tmp_path, files).pieces[0]
    more = files["aids.yaml"] + "      | 2 | no |\n"
    then = field_texts(game_alone(tmp_path, {"aids.yaml": more}).pieces[0], "en")
    old = piece_then(now, then, "en", PictureFolder(tmp_path))
    assert isinstance(old.front["crt"], Cells)
    assert old.front["crt"].align == ("center", "right")
    assert [str(cell.in_language("en")) for cell in old.front["crt"][2]] == ["2", "no"]
