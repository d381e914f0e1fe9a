"""`fustella import` of cards of rpg-cards: heads, lines of contents, icons, colours and counts."""

import json
from pathlib import Path

import pytest
from PIL import Image

from fustella.core.values.problems import ProblemsFound
from fustella.intake import Miss, bring
from tests.conftest import TinyProject
from tests.helpers import pdf_reader

CARDS = [
    {
        "count": "2",
        "color": "Maroon",
        "title": "Spark",
        "icon": "fire",
        "icon_back": "moon-over-hut",
        "contents": [
            "subtitle | 1st level | fire",
            "rule",
            "property | Range | 9 m | Cost | 2",
            "fill | 2",
            "text | It burns: <b> 3 damage </b> &amp; light, {not} *an* icon.",
            "bullet | one",
            "boxes | 3 | 1.5 | charges",
            "dndstats | 15 | 8 | x | 10 | 10 | 10",
            "section | Later",
            "pill | hot | red",
            "pill | fast",
            "teapot | short",
            "picture | https://example.com/a.png | 40",
        ],
        "tags": ["spell", "fire"],
    },
    {
        "title": "Shield",
        "color_front": "#123456",
        "color_back": "notacolour",
        "icon_front": "shield swords",
        "contents": ["text | 1. You hold it.", "footer | end | of it"],
        "background_image": "moon.png",
    },
    {"title": "None", "count": 0, "contents": []},
]


def written(folder: Path, cards: object = CARDS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (63, 88), "#223344").save(folder / "moon.png")
    (folder / "spells.json").write_text(json.dumps(cards), encoding="utf-8")
    return folder / "spells.json"


def rows_of(brought) -> list[dict[str, str]]:
    (kind,) = brought.taken.kinds
    return [dict(zip(kind.header, row, strict=True)) for row in kind.rows]


def test_it_builds_and_its_texts_are_on_the_cards(tmp_path, run):
    brought = bring(written(tmp_path / "source"), into=tmp_path / "game")
    assert brought.format == "rpgcards"
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err
    shown = " ".join(map(pdf_reader.text, brought.place.folder.rglob("game-*.pdf")))
    for words in ("Spark", "1st level", "3 damage", "& light, {not} *an* icon.", "1. You hold it."):
        assert words in shown, words


def test_lines_of_contents_become_a_text_with_markup(tmp_path):
    spark, shield = rows_of(bring(written(tmp_path / "source"), into=tmp_path / "game"))
    assert (spark["title"], spark["copies"], shield["copies"]) == ("Spark", "2", "1")
    assert spark["subtitle"] == "1st level   fire"
    assert spark["tags"] == "spell, fire"
    assert spark["text"].split("\n") == [
        "**Range** 9 m   **Cost** 2",
        "",
        "It burns: **3 damage** & light, \\{not\\} \\*an\\* icon.",
        "- one",
        "{box:1.5} {box:1.5} {box:1.5} charges",
        "**STR** 15 (+2)  **DEX** 8 (-1)  **CON** x  **INT** 10 (+0)  **WIS** 10 (+0)  "
        "**CHA** 10 (+0)",
        "",
        "**Later**",
        "**hot** · **fast**",
        "teapot short",
    ]
    assert shield["text"] == "1\\. You hold it."
    assert shield["footer"] == "end · of it"


def test_icons_are_those_of_our_sets_and_what_is_missing_is_told(tmp_path):
    brought = bring(written(tmp_path / "source"), into=tmp_path / "game")
    taken = brought.taken
    assert taken.named_icons["fire"] == "mdi:fire"
    assert taken.named_icons["moon-over-hut"] == "fa:moon"
    told = {(loss.miss, loss.what, loss.approximated) for loss in taken.losses}
    assert (Miss.PICTURES, "the icon moon-over-hut", True) in told
    assert (Miss.PICTURES, "https://example.com/a.png", False) in told
    assert (Miss.LOOKS, "the line teapot", True) in told
    assert (Miss.PIECES, "None", False) in told
    assert [*taken.pictures] == ["moon.png"]
    zones = taken.kinds[0].front.zones
    rows = rows_of(brought)
    assert [row[zones["ground"]["fill"].strip("{}")] for row in rows] == ["maroon", "#123456"]


@pytest.mark.parametrize(
    "cards",
    [
        [{"title": "Fox", "contents": "text | x"}],
        [{"title": 4, "contents": []}],
        {"title": "Fox", "contents": []},
        [],
        [["title", "contents"]],
    ],
)
def test_other_json_is_not_taken_for_cards(tmp_path, cards):
    with pytest.raises(ProblemsFound) as caught:
        bring(written(tmp_path / "source", cards), into=tmp_path / "game")
    assert [problem.code for problem in caught.value.problems] == ["E810"]


def test_broken_json_is_told_at_its_line(tmp_path):
    path = written(tmp_path / "source")
    path.write_text('[{"title": "Fox",\n "contents": ["text | x]}]', encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        bring(path, into=tmp_path / "game")
    assert [(p.code, p.place.line) for p in caught.value.problems] == [("E811", 2)]


def test_what_is_meant_to_harm_comes_out_as_letters(tmp_path, run):
    hostile = {
        "title": "=1+1 {fire} ** \u202e ../../x",
        "count": "9" * 30,
        "color": "red; } x",
        "icon": "../../../etc/passwd",
        "contents": [
            "text | <script>alert(1)</script> {{ 7 * 7 }} <b><b><i>",
            "boxes | " + "9" * 40,
        ],
        "background_image": "../../../../etc/hostname",
        "tags": [{"a": 1}],
    }
    brought = bring(written(tmp_path / "source", [hostile]), into=tmp_path / "game")
    (row,) = rows_of(brought)
    assert row["title"].startswith("=1+1 \\{fire\\} \\*\\*")
    assert "\\{\\{ 7 \\* 7 \\}\\}" in row["text"]
    assert not brought.taken.pictures
    ran = run(TinyProject(brought.place.project.root), "check")
    assert "Traceback" not in ran.err
