"""`fustella import` of card databases of Cockatrice, of both versions."""

from importlib import import_module
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.intake import Brought, Miss, bring, format_names, open_source
from tests.conftest import TinyProject
from tests.intake.test_mse import rows

THREE = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="3">
 <sets><set><name>WD</name><longname>Woods</longname></set></sets>
 <cards>
  <card>
   <name>Fox</name>
   <set picURL="https://example.com/pics/fox.png?2" rarity="rare">WD</set>
   <color>G</color><manacost>1G</manacost><cmc>2</cmc>
   <type>Creature - Fox</type><pt>2/1</pt><tablerow>2</tablerow>
   <text>Haste &lt;i&gt;(It is quick.)&lt;/i&gt;
{T}: Add {G}{G}, {Q1} or *two*.</text>
  </card>
  <card>
   <name>Hunter</name><set>WD</set><type>Hero</type><loyalty>3</loyalty><tablerow>1</tablerow>
   <text><b>Hero:</b> waits.<p>[T] <u>Rests</u></p></text><reverse-related>Fox</reverse-related>
   <token>1</token>
  </card>
 </cards>
</cockatrice_carddatabase>
"""
FOUR = """\
<cockatrice_carddatabase version="4"><sets/><cards>
 <card><name>Ada</name><text>Waits.</text>
  <prop><layout>transform</layout><side>front</side><type>Human</type><manacost>{2}{W/U}</manacost>
   <colors>WU</colors><format-modern>legal</format-modern><evolution>none</evolution>
   <level>3</level></prop>
  <set num="7" rarity="common" uuid="x">AB</set><related attach="transform">Wolf</related></card>
 <card><name>Wolf</name><text>Howls.</text>
  <prop><side>back</side><type>Beast</type><pt>4/4</pt></prop><set>AB</set></card>
</cards></cockatrice_carddatabase>
"""


def brought(folder: Path, text: str) -> Brought:
    (folder / "db").mkdir(exist_ok=True)
    (folder / "db" / "cards.xml").write_text(text, encoding="utf-8")
    return bring(folder / "db" / "cards.xml", into=folder / "game")


def test_cards_of_version_3_are_taken_and_printed(tmp_path, run):
    found = brought(tmp_path, THREE)
    assert (found.format, found.taken.title) == ("cockatrice", "Woods")
    fox, hunter = rows(found)
    assert fox == {
        **{"id": "fox", "title": "Fox", "cost": "{mana_1}{mana_g}", "type": "Creature - Fox"},
        "rarity": "rare",
        "text": ("Haste *(It is quick.)*\n{mana_t}: Add {mana_g}{mana_g}, \\{Q1\\} or \\*two\\*."),
        **{"stats": "2/1", "tint": "green", "color": "G", "cmc": "2", "tablerow": "2"},
        "set": "WD",
        **{"picture_address": "https://example.com/pics/fox.png?2"},
        **{"token": "", "reverse_related": ""},
    }
    assert hunter["text"] == "**Hero:** waits.\n[T] Rests"
    assert (hunter["stats"], hunter["token"], hunter["reverse_related"]) == ("3", "1", "Fox")
    (loss,) = [loss for loss in found.taken.losses if loss.miss is Miss.PICTURES]
    assert loss.what == "https://example.com/pics/fox.png?2"
    assert run(TinyProject(found.place.project.root), "build").code == 0
    (pdf,) = found.place.project.root.rglob("*-card.pdf")
    text = " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(pdf).pages).split())
    for words in ("Creature - Fox", "Haste (It is quick.)", "{Q1} or *two*.", "Hero: waits."):
        assert words in text


def test_two_faces_of_version_4_are_one_card_and_properties_are_fields(tmp_path, run):
    found = brought(tmp_path, FOUR)
    (ada,) = rows(found)
    assert (
        ada
        | {
            **{"title": "Ada", "back.title": "Wolf", "back.text": "Howls.", "stats": "4/4"},
            **{"cost": "{mana_2}{mana_w}/{mana_u}", "tint": "multicolour", "number": "7"},
            **{"level": "3", "format_modern": "legal"},
        }
        == ada
    )
    assert "evolution" not in ada
    assert found.taken.kinds[0].front.zones["level_line"]["text"] == "Level **{level}**"
    assert run(TinyProject(found.place.project.root), "build").code == 0


def test_cards_that_turn_into_each_other_are_one_and_none_is_lost(tmp_path):
    pairs = (("Day", "Night"), ("Night", "Day"), ("Dusk", "Day"), ("Self", "Self"), ("Odd", "Gone"))
    cards = "".join(
        f"<card><name>{name}</name><set>A</set><related attach='transform'>{other}</related></card>"
        for name, other in pairs
    )
    found = brought(
        tmp_path,
        f'<cockatrice_carddatabase version="4"><cards>{cards}</cards></cockatrice_carddatabase>',
    )
    faces = [
        (row["title"], row.get("back.title", ""))
        for number in range(len(found.taken.kinds))
        for row in rows(found, number)
    ]
    assert sorted(faces) == [("Day", "Night"), ("Dusk", ""), ("Odd", ""), ("Self", "")]


@pytest.mark.parametrize("name", ["pics/CUSTOM/Fox.full.png", "Fox.png", "images/fox.png"])
def test_a_picture_in_the_source_is_the_whole_card(tmp_path, run, name):
    path = tmp_path / "db" / name
    path.parent.mkdir(parents=True)
    Image.new("RGB", (63, 88), "#336699").save(path)
    found = brought(tmp_path, THREE)
    fox, hunter = rows(found)
    assert fox["card_picture"] == Path(name).name or fox["card_picture"].endswith(name)
    assert not hunter["card_picture"]
    zones = found.taken.kinds[0].front.zones
    assert zones["title"]["when"] == "card_picture is not given"
    assert (zones["card_picture"]["width"], zones["card_picture"]["height"]) == ("63mm", "88mm")
    assert run(TinyProject(found.place.project.root), "build").code == 0


def test_cards_and_tokens_of_a_folder_are_taken_together(tmp_path):
    (tmp_path / "db").mkdir()
    (tmp_path / "db" / "tokens.xml").write_text(FOUR, encoding="utf-8")
    (tmp_path / "db" / "cards.xml").write_text(THREE, encoding="utf-8")
    (tmp_path / "db" / "other.xml").write_text("<other/>", encoding="utf-8")
    found = bring(tmp_path / "db", into=tmp_path / "game")
    titles = [row["title"] for number in range(2) for row in rows(found, number)]
    assert titles == ["Fox", "Hunter", "Ada"]
    assert len({row["id"] for number in range(2) for row in rows(found, number)}) == 3


def test_words_that_mean_something_in_a_choice_are_grounds_all_the_same(tmp_path, run):
    cards = "".join(
        f"<card><name>{word}</name><set>A</set><prop><colors>{word}</colors></prop></card>"
        for word in ("BY", "Else", "true", "no", "7", "Swordcraft & Co.")
    )
    text = f'<cockatrice_carddatabase version="4"><cards>{cards}</cards></cockatrice_carddatabase>'
    found = brought(tmp_path, text.replace(" & ", " &amp; "))
    assert "by-colour" in found.taken.kinds[0].front.zones["ground"]["fill"]
    assert run(TinyProject(found.place.project.root), "build").code == 0


def test_signs_without_a_glyph_become_icons_or_like_signs_and_are_told(tmp_path, run):
    text = THREE.replace("Haste", "\N{SPARKLING HEART} ５、")
    found = brought(tmp_path, text)
    assert rows(found)[0]["text"].startswith("{u1f496} 5,")
    told = {loss.what for loss in found.taken.losses if loss.miss is Miss.TEXTS}
    assert {"\N{SPARKLING HEART} U+1F496", "５ U+FF15", "、 U+3001"} <= told
    assert run(TinyProject(found.place.project.root), "build").code == 0


def test_letters_that_need_a_font_stay_and_are_told(tmp_path):
    found = brought(tmp_path, THREE.replace("Haste", "好、 ok"))
    assert rows(found)[0]["text"].startswith("好, ok")
    (loss,) = [
        loss for loss in found.taken.losses if loss.miss is Miss.TEXTS and not loss.approximated
    ]
    assert "好" in loss.what
    assert "fonts" in loss.why


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("<cards>", "<cards><card>", "E811"),
        ("<cockatrice", '<!DOCTYPE a [<!ENTITY b SYSTEM "/etc/passwd">]><cockatrice', "E811"),
        ("<card>", "<card>" + "<a>" * 200, "E811"),
    ],
)
def test_broken_and_hostile_xml_is_told_and_nothing_is_written(tmp_path, old, new, code):
    (tmp_path / "a.xml").write_text(THREE.replace(old, new), encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        bring(tmp_path / "a.xml", "cockatrice", tmp_path / "game")
    assert [problem.code for problem in caught.value.problems] == [code]
    assert not (tmp_path / "game" / "game.yaml").exists()


def test_names_that_are_paths_lead_nowhere(tmp_path):
    (tmp_path / "secret.png").write_bytes(b"\x89PNG secret")
    text = THREE.replace("<name>Fox</name>", "<name>../secret</name>").replace(
        "https://example.com/pics/fox.png?2", "file:///../secret.png"
    )
    found = brought(tmp_path, text)
    assert "card_picture" not in rows(found)[0]
    assert not found.taken.pictures


def test_more_cards_than_a_list_has_are_left_and_told(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "IMPORT_CARDS", 1)
    found = brought(tmp_path, THREE)
    assert [row["title"] for row in rows(found)] == ["Fox"]
    assert any(loss.miss is Miss.PIECES for loss in found.taken.losses)


@pytest.mark.parametrize("text", [THREE, FOUR], ids=["three", "four"])
def test_no_other_format_takes_a_database_for_its_own(tmp_path, text):
    (tmp_path / "cards.xml").write_text(text, encoding="utf-8")
    source = open_source(tmp_path / "cards.xml")
    likeness = {
        name: import_module(f"fustella.intake.formats.{name}").likeness(source)
        for name in format_names()
    }
    assert likeness.pop("cockatrice") == 1
    assert max(likeness.values()) < 0.3
