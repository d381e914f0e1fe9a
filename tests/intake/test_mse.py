"""`fustella import` of sets of Magic Set Editor: cards of any game, with pictures and colours."""

import io
import zipfile
from importlib import import_module
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.intake import Brought, Miss, bring, format_names, open_source
from tests.conftest import TinyProject

HEAD = "mse version: 0.3.8\ngame: magic\nstylesheet: m15\nset info:\n\ttitle: Small woods\n"
FOX = """\
card:
	has styling: false
	notes: too strong?
	time created: 2020-01-01 10:00:00
	name: Fox *of* {Woods}
	casting cost: 2G
	image: image1
	super type: <word-list-type>Creature</word-list-type>
	sub type: <word-list-race>Fox</word-list-race><soft> </soft><word-list-class></word-list-class>
	rarity: rare
	rule text:
		<kw-A><nospellcheck>Haste</nospellcheck><atom> <i-auto>(It is quick.)</i-auto></atom></kw-A>
		<sym-auto>T</sym-auto>, <sym>12</sym>: <b>Draw</b> a card.
	flavor text: <i-flavor>Who was there?</i-flavor>
	power: 2
	toughness: 1
	illustrator: Ada
	copy count: 3
"""


def brought(folder: Path, text: str, **pictures: bytes) -> Brought:
    path = folder / "woods.mse-set"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("set", text.encode("utf-8-sig"))
        for name, data in pictures.items():
            archive.writestr(name, data)
    return bring(path, into=folder / "game")


def picture(form: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (60, 40), "#336699").save(stream, form)
    return stream.getvalue()


def rows(found: Brought, number: int = 0) -> list[dict[str, str]]:
    kind = found.taken.kinds[number]
    return [dict(zip(kind.header, row, strict=True)) for row in kind.rows]


def card(**fields: str) -> str:
    return "card:\n" + "".join(
        f"\t{key.replace('_', ' ')}: {value}\n" for key, value in fields.items()
    )


def test_a_card_is_taken_whole(tmp_path, run):
    found = brought(tmp_path, HEAD + FOX + card(name="Owl", casting_cost="WU"), image1=picture())
    assert (found.format, found.taken.title) == ("mse", "Small woods")
    fox, owl = rows(found)
    assert fox == {
        "id": "fox-of-woods",
        "copies": "3",
        "title": "Fox \\*of\\* \\{Woods\\}",
        "cost": "{mana_2}{mana_g}",
        "art": "image1.png",
        "type": "Creature — Fox",
        "rarity": "rare",
        "text": "Haste *(It is quick.)*\n{mana_t}, **12**: **Draw** a card.",
        "flavour": "Who was there?",
        "stats": "2/1",
        "artist": "Ada",
        "tint": "green",
        "notes": "too strong?",
    }
    assert owl["tint"] == "multicolour"
    assert found.taken.named_icons["mana_g"] == "mdi:leaf"
    assert run(TinyProject(found.place.project.root), "build").code == 0
    (pdf,) = found.place.project.root.rglob("*-card.pdf")
    text = " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(pdf).pages).split())
    for words in ("Fox *of* {Woods}", "Creature — Fox", "Draw a card.", "Who was there?", "2/1"):
        assert text.count(words) == 3, words
    assert "Owl" in text


@pytest.mark.parametrize(
    ("form", "ending"), [("PNG", ".png"), ("JPEG", ".jpg"), ("GIF", ".gif"), ("TIFF", ".tif")]
)
def test_pictures_get_an_ending_by_what_is_in_them(tmp_path, form, ending):
    found = brought(tmp_path, HEAD + card(name="Fox", image="image1"), image1=picture(form))
    assert rows(found)[0]["art"] == f"image1{ending}"
    assert (found.place.folder / "art" / f"image1{ending}").read_bytes() == picture(form)


def test_a_picture_that_is_none_or_missing_is_told(tmp_path):
    cards = card(name="Fox", image="image1") + card(name="Owl", image="image2")
    found = brought(tmp_path, HEAD + cards, image1=b"BM no picture")
    told = {(loss.miss, loss.what) for loss in found.taken.losses}
    assert {(Miss.PICTURES, "image1"), (Miss.PICTURES, "image2")} <= told
    assert [row["art"] for row in rows(found)] == ["missing/image1.svg", "missing/image2.svg"]


@pytest.mark.parametrize(
    ("typed", "tint"),
    [
        ({"casting_cost": "3RR"}, "red"),
        ({"casting_cost": "W/U"}, "multicolour"),
        ({"casting_cost": "4", "super_type": "Artifact"}, "artifact"),
        ({"card_color": "blue, black, land, horizontal"}, "land"),
        ({"card_color": "multicolor", "casting_cost": "R"}, "multicolour"),
        ({"card_color": "rgb(10,20,255)"}, "#0a14ff"),
    ],
)
def test_the_ground_has_the_colour_of_the_card(tmp_path, typed, tint):
    found = brought(tmp_path, HEAD + card(name="Fox", **typed))
    assert rows(found)[0]["tint"] == tint
    fill = found.taken.kinds[0].front.zones["ground"]["fill"]
    assert fill["by"] == "tint"
    assert tint in fill


def test_a_set_of_another_game_keeps_all_of_its_fields(tmp_path, run):
    head = "mse_version: 2.0.2\ngame: tanks\nstylesheet: 2021\n"
    cards = "".join(
        card(name=f"Tank {n}", attack=str(n), nation="Wood", lore="Long ago. " * 9, type=kind)
        for n, kind in enumerate(("medium", "heavy", "medium", "heavy"), 1)
    )
    found = brought(tmp_path, head + cards)
    front = found.taken.kinds[0].front
    assert rows(found)[0] | {"attack": "1", "nation": "Wood", "tint": "medium"} == rows(found)[0]
    assert front.zones["attack_line"]["text"] == "Attack **{attack}**"
    assert front.zones["lore"]["width"] == "55mm"
    assert {"medium", "heavy"} <= front.zones["ground"]["fill"].keys()
    assert run(TinyProject(found.place.project.root), "build").code == 0


def test_two_faces_are_two_sides_and_two_halves_are_one_text(tmp_path, run):
    second = {"name_2": "Wolf", "rule_text_2": "Howls.", "power_2": "4", "toughness_2": "4"}
    double = card(stylesheet="m15-doublefaced", name="Ada", rule_text="Waits.", **second)
    flip = card(stylesheet="m15-flip", name="Bo", rule_text="Runs.", **second)
    found = brought(tmp_path, HEAD + double + flip)
    assert [kind.id for kind in found.taken.kinds] == ["double", "card"]
    assert (
        rows(found)[0] | {"title": "Ada", "back.title": "Wolf", "back.text": "Howls."}
        == (rows(found)[0])
    )
    assert rows(found, 1)[0]["text"] == "Runs.\n**Wolf**\nHowls.\n4/4"
    assert run(TinyProject(found.place.project.root), "build").code == 0


def test_abilities_of_a_planeswalker_have_their_costs(tmp_path):
    lines = "card:\n\tname: Ada\n\tloyalty: 4\n\tloyalty cost 1: +2\n\tloyalty cost 2: -9\n"
    found = brought(tmp_path, f"{HEAD}{lines}\trule text:\n\t\tDraw.\n\t\tWin.\n")
    assert rows(found)[0]["text"] == "**+2:** Draw.\n**-9:** Win."
    assert rows(found)[0]["stats"] == "4"


def test_texts_that_a_template_has_joined_stand_once(tmp_path):
    lines = "\tlevel 1 text: Draw.\n\tlevel 2 text: Win.\n\tloyalty cost 1: +2\n\tcard stamp: x\n"
    special = "\tspecial text:\n\t\t[+2]: <margin:130:0:0>Draw.</margin:130:0:0>\n\t\tWin.\n"
    found = brought(
        tmp_path, f"{HEAD}card:\n\tname: Ada\n\trule text: Draw. Win.\n{lines}{special}"
    )
    (row,) = rows(found)
    assert row["text"] == "[+2]: Draw.\nWin."
    assert row.keys() == {"id", "title", "text", "tint", "card_stamp"} - {"tint"}
    assert found.taken.kinds[0].ignored == ["card_stamp"]


def test_a_folder_with_a_file_for_each_card(tmp_path):
    folder = tmp_path / "woods.mse-set"
    (folder / "art").mkdir(parents=True)
    (folder / "art" / "fox.png").write_bytes(picture())
    names = ("fox", "fox", "gone", "../out", "set")
    included = "".join(f"include_file: card {name}\n" for name in names)
    (folder / "set").write_text(f"{HEAD}{included}include_file: set\n", encoding="utf-8")
    (folder / "card fox").write_text(card(name="Fox", image="art/fox.png"), encoding="utf-8")
    (tmp_path / "card out").write_text(card(name="Out"), encoding="utf-8")
    for number, path in enumerate((folder, folder / "set")):
        found = bring(path, into=tmp_path / f"game{number}")
        assert [row["title"] for row in rows(found)] == ["Fox"]
        assert rows(found)[0]["art"] == "fox.png"
        told = [loss.what for loss in found.taken.losses if loss.miss is Miss.PIECES]
        assert told == ["card fox", "card gone", "card ../out", "card set", "set"]


@pytest.mark.parametrize(
    "typed",
    [
        "<b>" * 3000 + "deep" + "</i>" * 3000,
        "<" * 5000,
        "{" * 3000 + "<sym>{}{}}{</sym>",
        "<sym>" + "(" * 3000 + "</sym> \\<b>",
        "*** ** * - 1. \\",
        "<i>a</i><b>b</b><i>c</i>",
    ],
    ids=["tags", "brackets", "braces", "symbols", "stars", "styles"],
)
def test_odd_and_hostile_texts_are_printed(tmp_path, run, typed):
    found = brought(tmp_path, HEAD + card(name="Fox", rule_text=typed))
    game = load_game(Project.named(found.place.folder), found.place.game)
    assert game.pieces[0].front["text"]
    if len(typed) < 100:
        assert run(TinyProject(found.place.project.root), "build").code == 0


def test_more_cards_than_a_list_has_are_left_and_told(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "IMPORT_CARDS", 3)
    found = brought(tmp_path, HEAD + card(name="Fox") * 6)
    assert [row["id"] for row in rows(found)] == ["fox", "fox-2", "fox-3"]
    assert any(loss.miss is Miss.PIECES for loss in found.taken.losses)


def test_a_set_without_cards_is_told(tmp_path):
    with pytest.raises(ProblemsFound) as caught:
        brought(tmp_path, HEAD)
    assert [problem.code for problem in caught.value.problems] == ["E812"]


def test_no_other_format_takes_a_set_for_its_own(tmp_path):
    brought(tmp_path, HEAD + FOX)
    source = open_source(tmp_path / "woods.mse-set")
    likeness = {
        name: import_module(f"fustella.intake.formats.{name}").likeness(source)
        for name in format_names()
    }
    assert likeness.pop("mse") == 1
    assert max(likeness.values()) < 0.3
