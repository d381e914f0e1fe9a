"""`fustella import` of nanDECK scripts: what is drawn on each card comes out on it."""

from pathlib import Path

import pytest
from PIL import Image

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Size
from fustella.core.processes import limits
from fustella.core.values.model import SideName
from fustella.intake import Miss, bring
from tests.conftest import TinyProject

SCRIPT = """\
; small cards
UNIT = MM
CARDSIZE = 50, 80
LINKMULTI = Count
LINK = "cards.csv"
[ground]=#f4efe4
RECTANGLE = "", 0, 0, 100%, 100%, [ground]
FONT = "Times New Roman", 14, B, #222222
<head> = 4, 4, 60%, 9
TEXT = "1-{(name)}", [name], <head>, left, top
TEXT = "", "Costs [cost]", 36, 4, 10, 9, right, top
FONT = Arial, 9, , [tint]
IF = [type] = spell
  TEXT = "", [text], 4, {40+5}, 42, 20, left, wwtop
  LINE = "", 4, 44, 46, 44, #ff0000, 0.5
ENDIF
IMAGE = "1-3", "[art].png", 4, 14, 42, 28, 0, P
PLASMA = 1, 0, 0, 10, 10
SAVEPDF = "out.pdf"
"""
TABLE = """\
Name,Cost,Type,Text,Tint,Art,Count
Fox,3,beast,Runs.,#111111,fox,2
Frost,1,spell,Draw *1* \\13\\ card {now}.,#aa0000,owl,1
Rain,2,spell,Wait.,#00aa00,fox,1
"""


def written(folder: Path, script: str = SCRIPT, table: str = TABLE) -> Path:
    (folder / "pics").mkdir(parents=True, exist_ok=True)
    (folder / "deck.txt").write_bytes(script.encode("cp1252"))
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    Image.new("RGB", (400, 300), "#336699").save(folder / "fox.png")
    return folder / "deck.txt"


@pytest.fixture
def brought(tmp_path):
    return bring(written(tmp_path / "source"), into=tmp_path / "game")


def test_it_builds(brought, run):
    ran = run(TinyProject(brought.place.project.root), "build")
    assert ran.code == 0, ran.err


def test_texts_pictures_sizes_and_counts_are_those_of_the_script(brought):
    game = load_game(Project.named(brought.place.folder), brought.place.game)
    fox, frost, _ = game.pieces
    assert [piece.copies for piece in game.pieces] == [2, 1, 1]
    assert fox.kind.outline.size == Size(50, 80)
    assert str(fox.front["title"].in_language("en")) == "Fox"
    assert str(frost.front["text"].in_language("en")) == "Draw \\*1\\* \n card \\{now\\}."
    zones = {piece.id: piece.kind.layout(SideName.FRONT) for piece in game.pieces}
    assert zones["fox"]["title"]["x"] == zones["fox"]["title"]["y"] == 4
    assert zones["fox"]["title"]["width"] == 30
    assert "text" not in zones["fox"] or not zones["fox"]["text"]["show"]
    assert zones["rain"]["text"]["y"] == 45
    assert zones["rain"]["text"]["colour"] == "#00aa00"
    assert game.colours["paper"] == "#f4efe4"


def test_what_is_lost_is_told_with_its_line_in_the_order_of_what_one_would_miss(brought):
    told = [(loss.miss, loss.place.line, loss.what) for loss in brought.taken.losses]
    assert (Miss.LOOKS, 18, "PLASMA 1, 0, 0, 10, 10") in told
    assert (Miss.OUTPUT, 19, "SAVEPDF") in told
    assert (Miss.PICTURES, 17, "owl.png") in told
    report = brought.report.read_text(encoding="utf-8")
    assert report.index("owl.png") < report.index("PLASMA") < report.index("SAVEPDF")


def test_line_without_its_end_is_told(tmp_path):
    script = 'CARDSIZE=6,9\nTEXT=1,"Fox",1,1,4,2\nLINE=1,0,0,3\nLINE=1,0,0,3,3\n'
    brought = bring(written(tmp_path / "source", script), into=tmp_path / "game")
    told = [(loss.miss, loss.place.line, loss.what) for loss in brought.taken.losses]
    assert told == [(Miss.LOOKS, 3, "LINE 1, 0, 0, 3")]
    assert len(brought.taken.kinds[0].front.zones) == 2


def test_cards_that_a_script_writes_one_by_one_are_one_zone(tmp_path):
    script = "CARDSIZE=6,9\n" + "".join(
        f'FONT=Arial,10,,#000000\nTEXT={n},"Word {n}",1,1,4,2\nIMAGE={n},fox.png,1,4,4,4\n'
        for n in range(1, 6)
    )
    brought = bring(written(tmp_path / "source", script), into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    assert len(kind.rows) == 5
    assert len(kind.front.zones) == 2
    assert [row[kind.header.index("word_1")] for row in kind.rows] == [
        f"Word {n}" for n in range(1, 6)
    ]


def test_loops_macros_and_expressions_are_gone_through(tmp_path):
    script = (
        "UNIT=MM\nCARDSIZE=60,60\n[suit]=hearts|spades\nMACRO=PIP,(r),(x)\n"
        "ELLIPSE=(r),(x),10,5,5,#ff0000\nEND\n"
        "FOR=a,1,4\nTEXT={a},{a*10},5,5,20,8\nPIP={a},{a*5}\nNEXT\n"
        "TEXT=1-4,[suit],5,30,40,8\n"
    )
    brought = bring(written(tmp_path / "source", script), into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    rows = [dict(zip(kind.header, row, strict=True)) for row in kind.rows]
    texts = next(iter(kind.front.zones))
    assert [row[texts] for row in rows] == ["10", "20", "30", "40"]
    assert [row["suit"] for row in rows] == ["hearts", "spades", "hearts", "spades"]
    discs = [zone for zone in kind.front.zones.values() if zone.get("shape") == "circle"]
    assert [disc["x"] for disc in discs] == ["5mm", "10mm", "15mm", "20mm"]


def test_backs_are_those_of_duplex(tmp_path, run):
    script = (
        "CARDSIZE=6,9\nTEXT=1,One,1,1,4,2\nTEXT=2,Two,1,1,4,2\n"
        "RECTANGLE=3,1,1,4,4,#00ff00\nDUPLEX=1-2,3\n"
    )
    brought = bring(written(tmp_path / "source", script), into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    assert len(kind.rows) == 2
    assert kind.back is not None
    assert [zone["fill"] for zone in kind.back.zones.values()] == ["#00ff00"]
    assert run(TinyProject(brought.place.project.root), "build").code == 0


@pytest.mark.parametrize(
    "script",
    [
        "CARDSIZE=6,9\nFOR=a,1,100000000\nFOR=b,1,100000000\nTEXT=1,x,1,1,1,1\nNEXT\nNEXT\nTEXT=1,y,1,1,1,1",
        "[a]=[b][b][b][b]\n[b]=[a][a][a][a]\nTEXT=1,[a],1,1,1,1\nTEXT=1,y,1,1,1,1",
        "MACRO=M,(x)\nM=(x)(x)\nEND\nM=aaaa\nTEXT=1,y,1,1,1,1\nCARDSIZE=6,9",
        "INCLUDE=deck.txt\nTEXT=1,y,1,1,1,1\nCARDSIZE=6,9",
        f"TEXT=1,{'{' * 5000}{'}' * 5000},1,1,1,1\nTEXT=1,y,1,1,1,1\nCARDSIZE=6,9",
        "TEXT=1-999999999,x,1,1,1,1\nTEXT=1,y,1,1,1,1\nCARDSIZE=6,9",
        "CARDSIZE=1e308,0\nTEXT=1,y,1/0,1,(((((,1\nTEXT=1,y,1,1,1,1",
        'LINK="../../../../etc/passwd"\nIMAGE=1,"/etc/passwd",0,0,1,1\nTEXT=1,y,1,1,1,1',
        'LINK="http://example.com/a.csv"\nIMAGE=1,"http://example.com/a.png",0,0,1,1\nTEXT=1,y,1,1,1,1',
    ],
    ids=[
        "loops",
        "labels",
        "macros",
        "includes",
        "braces",
        "ranges",
        "numbers",
        "paths",
        "addresses",
    ],
)
def test_a_hostile_script_ends_and_what_is_left_is_told(tmp_path, monkeypatch, script):
    monkeypatch.setattr(limits, "IMPORT_STEPS", 2_000)
    brought = bring(written(tmp_path / "source", script), "nandeck", tmp_path / "game")
    assert brought.taken.kinds[0].rows
    assert brought.taken.losses
    assert "root:" not in "".join(
        path.read_text(encoding="utf-8") for path in brought.written if path.suffix == ".csv"
    )


ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20z"/></svg>'


def zones_of(tmp_path: Path, script: str, table: str = TABLE):
    brought = bring(written(tmp_path / "source", script, table), "nandeck", tmp_path / "game")
    return brought, brought.taken.kinds[0]


def cells(kind, column: str) -> list[str]:
    at = list(kind.header).index(column)
    return [row[at] for row in kind.rows]


def test_the_texts_of_a_label_are_counted_in_the_range_or_in_the_deck(tmp_path):
    script = "CARDSIZE=6,9\n[w]=a|b|c\nTEXT=1-3,x,0,0,6,1\n{}TEXT=2-3,[w],1,1,4,2\n"
    _, kind = zones_of(tmp_path / "a", script.format(""))
    assert cells(kind, "w") == ["", "a", "b"]
    _, kind = zones_of(tmp_path / "b", script.format("BASERANGE=,ON\n"))
    assert cells(kind, "w") == ["", "b", "c"]


def test_functions_counters_and_branches_are_those_of_each_card(tmp_path):
    script = (
        'UNIT=MM\nCARDSIZE=60,90\nLINK=cards.csv\n[t]=JOIN([name], ", ", REPLACE([type],"s","z"))\n'
        "COUNTER=,AA,5\nIF=[type]=beast\nCOUNTER=,AA,AA+10\nELSEIF=[cost]=1\nCOUNTER=,AA,AA+20\n"
        "ELSE\nCOUNTER=,AA,AA+30\nENDIF\nTEXT=,[t],5,AA,40,8\n"
    )
    _, kind = zones_of(tmp_path, script)
    assert cells(kind, "t") == ["Fox, beazt", "Frost, zpell", "Rain, zpell"]
    (name,) = (each for each in kind.header if each.endswith("_y"))
    assert cells(kind, name) == ["15", "25", "35"]


def test_shapes_that_no_zone_has_are_drawings_and_build(tmp_path, run):
    script = (
        "UNIT=MM\nCARDSIZE=60,90\nTEXT=1,Fox,5,5,40,8\nRECTANGLE=1,0,20,60,20,#ff0000#0000ff@90\n"
        "STAR=1,5,50,20,20,5,0,40,#00aa00\nELLIPSE=1,30,50,20,10,#000000,#ffffff,0.5\n"
    )
    brought, _ = zones_of(tmp_path, script)
    drawn = [svg.decode() for name, svg in brought.taken.drawn.items() if "shapes/" in name]
    assert len(drawn) == 3
    assert sum("linearGradient" in svg for svg in drawn) == 1
    assert 'y1="1" x2="0.5" y2="0"' in next(svg for svg in drawn if "linearGradient" in svg)
    assert run(TinyProject(brought.place.project.root), "build").code == 0


def test_a_table_that_is_not_there_has_rows_for_what_conditions_ask(tmp_path, run):
    script = (
        "CARDSIZE=6,9\nLINK=1sheet_of_google\nTEXT=,[name],1,1,4,1\n"
        "IF=[kind]=Hero\nTEXT=,Hero!,1,3,4,1\nELSEIF=[kind]=Foe\nTEXT=,Foe!,1,4,4,1\nENDIF\n"
    )
    brought, kind = zones_of(tmp_path, script)
    assert len(kind.rows) == 2
    assert [loss.miss for loss in brought.taken.losses] == [Miss.PIECES]
    assert run(TinyProject(brought.place.project.root), "build").code == 0


def test_letters_that_no_font_has_and_pictures_in_texts_become_icons(tmp_path, run):
    script = (
        "CARDSIZE=6,9\nHTMLIMAGE=,(f),fox.svg,10,10\n"
        'HTMLTEXT=1,"<b>Pay</b> (f) ★ ♆",1,1,4,2,#FFFFFF,0,T\n'
        "FONT=Futura Neue,9\nTEXT=1,Now,1,5,4,1\n"
    )
    folder = tmp_path / "source"
    written(folder)
    (folder / "fox.svg").write_text(ICON, encoding="utf-8")
    (folder / "deck.txt").write_text(script, encoding="utf-8")
    brought = bring(folder / "deck.txt", "nandeck", tmp_path / "game")
    (kind,) = brought.taken.kinds
    assert "**Pay** {fox} {u2605} {u2646}" in str(kind.front.zones)
    assert brought.taken.named_icons == {"u2605": "mdi:star"}
    assert brought.taken.families == {"futura-neue": "sans"}
    assert run(TinyProject(brought.place.project.root), "build").code == 0
