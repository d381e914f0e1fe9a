"""`fustella import` of CardMaker projects: layouts, conditions, defines, counts and overrides."""

from pathlib import Path

import pytest
from PIL import Image

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Size
from fustella.core.processes import limits
from fustella.core.values.model import SideName
from fustella.core.values.problems import ProblemsFound
from fustella.intake import Miss, bring
from fustella.intake.formats._cardmaker_text import Card, Texts, Unknown
from tests.conftest import TinyProject
from tests.helpers import pdf_reader

_REST = 'font="Arial;24;1;0;0;0" elementcolor="0x102030FF" enabled="true"'


def element(name: str, kind: str, variable: str, box: str, more: str = _REST) -> str:
    x, y, width, height = box.split()
    shown = variable.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<Element name="{name}" type="{kind}" variable="{shown}" {place} {more} />\n'


ELEMENTS = (
    element("Title", "Text", "@[name]", "30 30 540 90", _REST + ' horizontalalign="1"'),
    element("Cost", "FormattedText", "Costs <b>@[cost]</b> @[coin]", "30 130 300 60"),
    element(
        "Rule",
        "FormattedText",
        "#(if @[type] == spell then @[text] else #nodraw)#",
        "30 600 540 200",
    ),
    element("Art", "Graphic", "@[art].png", "30 200 540 380", 'lockaspect="true" rotation="90"'),
    element("Bar", "Shape", "#roundedrect;0;-;-;40#", "20 20 560 110", 'elementcolor="0xFFD000FF"'),
)
LAYOUT = (
    '<Layout Name="{name}" width="600" height="900" dpi="300" defaultCount="1">\n'
    '{elements}<Reference RelativePath="data\\cards.csv" Default="true" />{more}</Layout>\n'
)
TABLE = (
    "Count,Name,Cost,Type,Text,Art,override:Title:x\n"
    "2,Fox,3,beast,,fox,\n"
    "1,Frost,1,spell,Draw *1*<c> then\\nwait {now}.,owl,60\n"
    "0,Gone,9,beast,,fox,\n"
)


def written(folder: Path, *layouts: str, table: str = TABLE) -> Path:
    (folder / "data").mkdir(parents=True, exist_ok=True)
    body = "".join(layouts) or LAYOUT.format(name="Beasts", elements="".join(ELEMENTS), more="")
    xml = f'<?xml version="1.0"?>\n<Project>\n{body}</Project>\n'
    (folder / "game.cmp").write_text(xml, encoding="utf-8")
    (folder / "data" / "cards.csv").write_text(table, encoding="utf-8")
    (folder / "game_defines.csv").write_text("Define,Value\nCoin,gold @[big]\nBig,coins\n", "utf-8")
    Image.new("RGB", (400, 300), "#336699").save(folder / "fox.png")
    return folder / "game.cmp"


def test_it_builds_and_its_texts_are_on_the_cards(tmp_path, run):
    brought = bring(written(tmp_path / "source"), into=tmp_path / "game")
    assert brought.format == "cardmaker"
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err
    shown = " ".join(map(pdf_reader.text, brought.place.folder.rglob("game-*.pdf")))
    for words in ("Fox", "Costs 3 gold coins", "Draw *1*, then", "wait {now}."):
        assert words in shown, words
    assert "Gone" not in shown


def test_places_sizes_counts_and_looks_are_those_of_the_project(tmp_path):
    brought = bring(written(tmp_path / "source"), into=tmp_path / "game")
    game = load_game(Project.named(brought.place.folder), brought.place.game)
    fox = game.pieces[0]
    assert [piece.copies for piece in game.pieces] == [2, 1]
    assert fox.kind.outline.size == Size(50.8, 76.2)
    zones = {piece.id: piece.kind.layout(SideName.FRONT) for piece in game.pieces}
    title = zones["fox"]["title"]
    assert (title["x"], title["y"], title["width"]) == (2.54, 2.54, 45.72)
    assert zones["frost"]["title"]["x"] == 5.08
    assert title["colour"] == "#102030"
    front = brought.taken.kinds[0].front.zones
    assert front["title"]["size"] == "7.7pt"
    assert front["title"]["bold"] is True
    assert front["title"]["align"] == "center"
    assert front["bar"] | {"fill": "#ffd000", "radius": "1.69mm"} == front["bar"]
    picture = next(zone for name, zone in front.items() if name.startswith("art"))
    assert (picture["fit"], picture["turn"]) == ("contain", 90)
    assert str(fox.front["title"].in_language("en")) == "Fox"


def test_what_is_left_is_told_with_its_line(tmp_path):
    more = '<Reference RelativePath="google;x;y;z" Default="false" />'
    odd = (
        element("Dice", "Text", "#random;1;6#", "0 0 90 90")
        + element("Sub", "SubLayout", "Beasts", "0 0 90 90")
        + element("Star", "Shape", "#triangle;0;-;-;1#", "0 0 90 90")
        + element("Name", "Text", "@[nmae]", "0 0 90 90")
    )
    layout = LAYOUT.format(name="Beasts", elements="".join(ELEMENTS) + odd, more=more)
    losses = bring(written(tmp_path / "source", layout), into=tmp_path / "game").taken.losses
    told = {(loss.miss, loss.what): loss.place.line for loss in losses}
    assert told[Miss.PICTURES, "owl.png"] == 7
    assert told[Miss.TEXTS, "#random;1;6#"] == 9
    assert told[Miss.PICTURES, "SubLayout Beasts"] == 10
    assert told[Miss.LOOKS, "the shape triangle"] == 11
    assert told[Miss.TEXTS, "@[nmae]"] == 3
    assert (Miss.PIECES, "google;x;y;z") in told
    assert (Miss.PIECES, "1 cards of Beasts") in told


def test_each_layout_is_a_kind_and_one_for_page_backs_is_the_back(tmp_path, run):
    plain = element("Ground", "Shape", "#rect;0;-;-#", "0 0 600 900", 'elementcolor="0x204060FF"')
    back = LAYOUT.format(
        name="Backs", elements=plain, more="<exportPDFAsPageBack>true</exportPDFAsPageBack>"
    ).replace("data\\cards.csv", "data\\none.csv")
    front = LAYOUT.format(name="Beasts", elements="".join(ELEMENTS), more="")
    again = LAYOUT.format(name="Beasts", elements="".join(ELEMENTS), more="")
    brought = bring(written(tmp_path / "source", front, back, again), into=tmp_path / "game")
    assert [(kind.id, kind.back is not None) for kind in brought.taken.kinds] == [
        ("beasts", True),
        ("beasts-2", False),
    ]
    ids = [row[0] for kind in brought.taken.kinds for row in kind.rows]
    assert ids == ["fox", "frost", "fox-2", "frost-2"]
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err


def test_a_missing_table_and_javascript_are_told(tmp_path):
    path = written(tmp_path / "source")
    xml = path.read_text(encoding="utf-8")
    path.write_text(
        xml.replace("<Project>", "<Project><translatorName>JavaScript</translatorName>").replace(
            'variable="@[name]"', 'variable="fn(name)"'
        ),
        encoding="utf-8",
    )
    losses = bring(path, into=tmp_path / "game").taken.losses
    assert (Miss.TEXTS, "fn(name)") in {(loss.miss, loss.what) for loss in losses}
    (tmp_path / "source" / "data" / "cards.csv").unlink()
    losses = bring(path, into=tmp_path / "other").taken.losses
    assert (Miss.PIECES, "data\\cards.csv") in {(loss.miss, loss.what) for loss in losses}


@pytest.mark.parametrize(
    ("variable", "shown"),
    [
        ("@[Name]: ![deckindex]/![cardcount]", "Fox: 1/3"),
        ("#(switch;@[type];spell;S;beast;B)#", "B"),
        ("#(switch;@[type];spell;S;#default;#switchkey)#", "beast"),
        ("#(switch::@[type]::[x;beast]::yes::other::no)#", "yes"),
        ("#(if @[cost] >= 3 then dear else cheap)#", "dear"),
        ("#(if @[cost] < x then a else b)#", ""),
        ("#(if [fox;owl] == [wolf;fox] then a else b)#", "a"),
        ("#(if a != b then #(if 1 > 2 then x else y)# else z)#", "y"),
        ("##5;10;3# #sc;1;2;1#", "005 1"),
        ("#math;@[cost]*2# #math;7/2;0.00# #math;7%4#", "6 3.50 3"),
        ("#repeat;@[cost];ab# #padl;4;0;@[cost]# #padr;3;0;x#", "ababab 0003 x00"),
        ("#(caps;fox)# #(nocaps;FOX)# #(strlen;four)#", "FOX fox 4"),
        ("@[say,fox,owl] %[@[name],1,2] &[width]", "fox and owl ox 40"),
        ("a#emptyb", "ab"),
    ],
)
def test_texts_are_worked_out_as_the_program_does(variable, shown):
    texts = Texts({"say": "{1} and {2}"}, "Beasts", 3)
    card = Card({"name": "Fox", "cost": "3", "type": "beast"}, 0)
    assert texts.of(variable, card, {"width": "40"}) == (shown, {})


def test_overrides_in_a_text_are_attributes_and_not_words():
    texts = Texts({}, "Beasts", 1)
    assert texts.of("a$[x:12]b$[y:]c", Card({}, 0), {}) == ("abc", {"x": "12"})


@pytest.mark.parametrize(
    ("defines", "variable"),
    [
        ({"a": "@[b]", "b": "@[a]"}, "@[a]"),
        ({"a": "@[a]@[a]"}, "@[a]"),
        ({}, "#random;1;6#"),
        ({}, "#math;1/0#"),
        ({}, "![refname]"),
        ({"a": "#repeat;99;" + "x" * 400 + "#"}, "@[a]"),
    ],
)
def test_what_has_no_end_or_no_value_is_unknown(defines, variable):
    with pytest.raises(Unknown):
        Texts(defines, "Beasts", 1).of(variable, Card({}, 0), {})


def test_a_project_that_is_meant_to_harm_is_refused_or_bounded(tmp_path, monkeypatch):
    path = written(tmp_path / "source")
    xml = path.read_text(encoding="utf-8")
    path.write_text(xml.replace("<Project>", '<!DOCTYPE Project SYSTEM "/etc/passwd"><Project>'))
    with pytest.raises(ProblemsFound) as caught:
        bring(path, "cardmaker", tmp_path / "game")
    assert [problem.code for problem in caught.value.problems] == ["E811"]
    way_out = xml.replace("data\\cards.csv", "..\\..\\secret.csv").replace("@[art]", "../../secret")
    (tmp_path / "secret.csv").write_text("Count,Name\n1,secret\n", encoding="utf-8")
    Image.new("RGB", (9, 9)).save(tmp_path / "secret.png")
    path.write_text(way_out, encoding="utf-8")
    taken = bring(path, into=tmp_path / "out").taken
    assert not taken.pictures
    assert "secret" not in str([kind.rows for kind in taken.kinds])
    path.write_text(xml, encoding="utf-8")
    monkeypatch.setattr(limits, "IMPORT_MARKS", 5)
    with pytest.raises(ProblemsFound) as caught:
        bring(path, into=tmp_path / "many")
    assert [problem.code for problem in caught.value.problems] == ["E812"]
