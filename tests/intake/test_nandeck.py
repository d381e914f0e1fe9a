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
