"""`fustella import` of Cider projects: tables, assets, templates worked out and laid out simply."""

import base64
import csv
import json
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fustella.core.values.problems import ProblemsFound
from fustella.intake import Miss, bring
from fustella.intake.formats._cider_bars import Bars
from fustella.intake.formats._cider_page import placed_of
from tests.conftest import TinyProject
from tests.helpers import pdf_reader

CARDS = """\
Name,Count,Front Template,Back Template,Description,Hue,Picture,Note
Red Fox,2,Beast Front,Beast Back,It <b>runs</b> & hides. {{red-fox}},10,Red Fox,
Owl,1,Beast Front,Beast Back,"It sees.
Twice.",200,owl,rare
Gone,0,Beast Front,Beast Back,x,0,owl,
"""
HTML = """\
<div class="card">
  <div class="head">{{card.name}}</div>
  <div class="art"></div>
  <div class="text">{{compile card.description}}</div>
  {{#if card.note}}<div class="note">{{uppercase card.note}}: {{padZeros card.count 2}}</div>{{/if}}
  {{! a remark }}
</div>
"""
CSS = """\
/* a card */
.card { width: 825px; height: 1125px; display: flex; flex-direction: column; font-size: 40px;
        background-color: hsl({{card.hue}}, 50%, 80%); }
.card .head { height: 165px; padding: 45px; text-align: center;
              font-size: 60px; font-weight: 600; }
.card .art { flex: 1; background-size: cover;
             background-image: url({{index assets card.picture}}); }
.text { height: 300px; padding: 30px 60px; color: #222222; }
.note { position: absolute; right: 45px; bottom: 45px; width: 200px; height: 60px;
        border: 3px solid red; }
"""


def written(folder: Path, cards: str = CARDS, html: str = HTML, css: str = CSS) -> Path:
    deck = folder / "decks" / "beasts"
    deck.mkdir(parents=True)
    (folder / "assets").mkdir()
    (deck / "cards.csv").write_text(cards, encoding="utf-8")
    (deck / "attributes.csv").write_text("Name,Description,Type,Options\nHue,,text,\n", "utf-8")
    (deck / "beast-front.html").write_text(html, encoding="utf-8")
    (deck / "beast-front.css").write_text(css, encoding="utf-8")
    (deck / "beast-back.html").write_text('<div class="card"></div>', encoding="utf-8")
    (deck / "beast-back.css").write_text(
        ".card { width: 825px; height: 1125px; background: #204060; }", encoding="utf-8"
    )
    for name in ("red-fox", "owl"):
        Image.new("RGB", (90, 60), "#336699").save(folder / "assets" / f"{name}.png")
    return folder


def test_it_builds_and_its_texts_are_on_the_cards(tmp_path, run):
    brought = bring(written(tmp_path / "forest"), into=tmp_path / "game")
    assert brought.format == "cider"
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err
    shown = " ".join(map(pdf_reader.text, brought.place.folder.rglob("game-*.pdf")))
    for words in ("Red Fox", "It runs & hides.", "It sees. Twice.", "RARE: 01"):
        assert words in shown, words
    assert "Gone" not in shown


def test_places_sizes_counts_and_colours_are_those_of_the_templates(tmp_path):
    taken = bring(written(tmp_path / "forest"), into=tmp_path / "game").taken
    (kind,) = taken.kinds
    assert (kind.width_mm, kind.height_mm, kind.bleed_mm) == (63.5, 88.9, 3.17)
    rows = [dict(zip(kind.header, row, strict=True)) for row in kind.rows]
    assert [(row["title"], row["copies"]) for row in rows] == [("Red Fox", "2"), ("Owl", "1")]
    front = kind.front.zones
    head = front["title"]
    assert (head["x"], head["y"], head["width"]) == ("0.64mm", "0.64mm", "62.23mm")
    assert (head["size"], head["bold"], head["align"]) == ("14.4pt", True, "center")
    art = next(zone for zone in front.values() if zone.get("fit") == "cover")
    assert (art["x"], art["y"], art["width"]) == ("-3.17mm", "10.8mm", "69.85mm")
    note = front["note_2"]
    assert (note["x"], note["y"], note["width"]) == ("45.94mm", "83.19mm", "16.93mm")
    assert (note["when"], note["text"]) == ("note is given", "RARE: 01")
    fill = front["card_panel"]["fill"].strip("{}")
    assert [row[fill] for row in rows] == ["#e6bbb3", "#b3d4e6"]
    assert [row["text"] for row in rows] == [
        "It **runs** & hides. {red-fox}",
        "It sees. Twice.",
    ]
    assert kind.back is not None
    assert sorted(taken.pictures.values()) == ["assets/owl.png", "assets/red-fox.png"]
    told = {(loss.miss, loss.what) for loss in taken.losses}
    assert (Miss.PIECES, "Gone") in told
    assert (Miss.LOOKS, "Beast Front") in told


def test_without_templates_a_face_is_laid_out_by_what_the_columns_are(tmp_path, run):
    source = written(tmp_path / "forest")
    for path in (*source.rglob("*.html"), *source.rglob("*.css")):
        path.unlink()
    brought = bring(source, into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    assert kind.front.fields | {"picture_2?": "image", "title?": "text"} == kind.front.fields
    told = {(loss.miss, loss.what) for loss in brought.taken.losses}
    assert (Miss.PLACES, "Beast Front") in told
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err


def database() -> dict[str, Any]:
    """The project of the folder as the web page of Cider exports it."""
    letters = []
    for colour in ("#336699", "#996633"):
        stream = BytesIO()
        Image.new("RGB", (90, 60), colour).save(stream, "PNG")
        letters.append(base64.b64encode(stream.getvalue()).decode())
    tables = {
        "decks": [{"id": 7, "name": "Beasts"}],
        "cardTemplates": [{"id": 2, "deckId": 7, "name": "Beast Front", "html": HTML, "css": CSS}],
        "cardAttributes": [
            {"deckId": 7, "name": "Name", "isSystem": True},
            *({"deckId": 7, "name": name} for name in ("Description", "Hue", "Picture", "Note")),
        ],
        "assets": [
            {"name": "Red Fox", "file": {"type": "image/png", "data": letters[0]}},
            {"name": "owl", "file": 0, "buffer": letters[1], "type": "image/png"},
        ],
        "cards": [
            {
                **{"id": number, "deckId": 7, "frontCardTemplateId": 2, "backCardTemplateId": 9},
                **{key.lower(): value for key, value in row.items() if "Template" not in key},
            }
            for number, row in enumerate(csv.DictReader(StringIO(CARDS)))
        ],
    }
    rows = [{"tableName": name, "inbound": True, "rows": rows} for name, rows in tables.items()]
    return {"formatName": "dexie", "data": {"databaseName": "cider-db", "data": rows}}


def test_the_database_of_the_web_page_is_the_same_project(tmp_path, run):
    path = tmp_path / "database.json"
    path.write_text(json.dumps(database()), encoding="utf-8")
    brought = bring(path, into=tmp_path / "game")
    assert brought.format == "cider"
    (kind,) = brought.taken.kinds
    (other,) = bring(written(tmp_path / "forest"), into=tmp_path / "other").taken.kinds
    assert kind.front.zones == other.front.zones
    assert [*brought.taken.drawn] == ["red-fox.png", "owl.png"]
    rows = [dict(zip(kind.header, row, strict=True)) for row in kind.rows]
    assert [(row["title"], row["copies"]) for row in rows] == [("Red Fox", "2"), ("Owl", "1")]
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("table", ["decks", "cards", "cardTemplates", "assets", "cardAttributes"])
@pytest.mark.parametrize("rows", [None, ["x", 5], [{}], [{"id": [], "name": {}, "deckId": 7}]])
def test_a_database_with_odd_tables_ends_with_cards_or_is_told(tmp_path, table, rows):
    typed = database()
    for one in typed["data"]["data"]:
        if one["tableName"] == table:
            one["rows"] = rows
    path = tmp_path / "database.json"
    path.write_text(json.dumps(typed), encoding="utf-8")
    try:
        assert bring(path, into=tmp_path / "game").taken.kinds
    except ProblemsFound as error:
        assert [problem.code for problem in error.problems] == ["E812"]


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("{{card.card-name}} {{{card.html}}} {{card.html}}", "Fox <i>x</i> &lt;i&gt;x&lt;/i&gt;"),
        ("{{#if card.none}}a{{else}}b{{/if}}{{#unless card.none}}c{{/unless}}", "bc"),
        ("{{#if (and (eq card.cost 3) (gt card.cost 2))}}y{{/if}}", "y"),
        ("{{#if (gt card.card-name.length 5)}}long{{else}}short{{/if}}", "short"),
        ("{{#repeat card.cost}}*{{/repeat}}", "***"),
        ("{{#padZeros card.cost 3}}{{/padZeros}} {{padZeros card.cost 2}}", "003 03"),
        ("{{add card.cost 2}} {{divide card.cost 2}} {{ceil 1.2}}", "5 1.5 2"),
        ("{{concat card.card-name '-a'}} {{kebabcase 'Clear Orb'}}", "Fox-a clear-orb"),
        (
            "{{assets.fox}} {{index assets card.card-name}} {{assets.none}}",
            "asset:fox asset:fox asset:none",
        ),
        (
            "{{! no }}{{compile card.text width=9}}",
            '<b>Eat</b> <icon name="fox"><icon name="fox">!',
        ),
    ],
)
def test_templates_are_worked_out(template, shown):
    card = {
        "card-name": "Fox",
        "html": "<i>x</i>",
        "cost": "3",
        "none": "",
        "text": "<b>Eat</b> {{fox 2}}!",
    }
    bars = Bars(card)
    assert bars.filled(template) == shown
    assert not bars.unknown


@pytest.mark.parametrize(
    "template",
    [
        "{{lookup card 'x'}}",
        "{{process.env}}",
        "{{divide 1 0}}",
        "{{#each card}}x{{/each}}",
        "{{add (1}}",
    ],
)
def test_what_is_not_known_is_told_and_left_out(template):
    bars = Bars({})
    bars.filled(template)
    assert bars.unknown


def test_boxes_lie_as_css_says():
    css = """
    .card { width: 400px; height: 600px; position: relative; }
    #a { position: absolute; left: 10%; top: 5px; width: 50%; height: 20px; }
    .b { position: absolute; inset: 0 ; padding: 10px 20px; }
    .row { position: absolute; top: 100px; left: 0; width: 400px; height: 50px; display: flex; }
    .row div.c { flex: 3; } .row .d { width: 100px; }
    """
    html = (
        '<div class="card"><p id="a">A</p><div class="b">B</div><div class="row">'
        '<div class="c">C</div><div class="d">D</div></div></div>'
    )
    placed, size = placed_of(html, css)
    areas = {one.content: one.area for one in placed if one.draws == "text"}
    assert size == (400, 600)
    assert areas["A"] == (40, 5, 200, 20)
    assert areas["B"] == (20, 10, 360, 580)
    assert areas["C"] == (0, 100, 300, 50)
    assert areas["D"] == (300, 100, 100, 50)


@pytest.mark.parametrize(
    "typed",
    [
        "{{#repeat 100}}" * 6 + "x" * 999,
        "{{" + " " * 99_999,
        "{{" + "(" * 900 + "}}",
        "{{#if a}}" * 9999,
    ],
)
def test_a_template_that_would_grow_or_never_end_is_bounded(typed):
    assert len(Bars({}).filled(typed)) < 1_000_000


@pytest.mark.parametrize("html", ["<!--" * 9999, "<a " * 9999, "<div>" * 9999, '<a b="' * 9999])
@pytest.mark.parametrize("css", ["a" * 99_999, "/*" * 99_999, "a{" * 9999, "}" * 9999])
def test_a_page_that_is_never_closed_ends(html, css):
    placed_of(f'<div class="card">{html}</div>', f"{css}.card{{width:300px;height:300px}}")


def test_what_is_meant_to_harm_is_bounded_and_never_run(tmp_path, run):
    (tmp_path / "secret.png").write_bytes(b"secret")
    html = (
        '<div class="card"><script>alert(1)</script><img src="../../secret.png">'
        '<img src="http://example.com/x.png">' + "<div>" * 3000 + "{{#if x}}" * 200
        + "{{card.description}}</div>"
    )  # fmt: skip
    css = (
        ".card{width:825px;height:1125px;background:url(/etc/passwd)}" + "}{" * 2000 + "@import 'x'"
    )
    source = written(tmp_path / "forest", html=html, css=css)
    brought = bring(source, into=tmp_path / "game")
    assert all(name.startswith("assets/") for name in brought.taken.pictures.values())
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err
    (source / "decks" / "beasts" / "cards.csv").write_text("Name,Count\nx,1\n", encoding="utf-8")
    assert bring(source, into=tmp_path / "other").format == "sheet"
