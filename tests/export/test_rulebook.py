"""The rule booklet in exports: as text for programs that show text, as pages for shops."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from fustella.export.formats.tts import _no_marks
from tests.conftest import TinyProject
from tests.rules.test_page import Reader, role
from tests.rules.test_typeset import BOOKLET

EVIL = "[b]loud[/b] [ff0000]red[-] 1 < 2 & 3"


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> TinyProject:
    root = tmp_path_factory.mktemp("exported") / "booklet"
    shutil.copytree(BOOKLET, root)
    chapter = root / "rules" / "20-play.en.md"
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(text.replace("Never on ice.", f"Never on ice. {EVIL}"), encoding="utf-8")
    return TinyProject(root)


def exported(project: TinyProject, format: str, *words: str) -> Path:
    assert project.run("export", "--to", format, "--dpi", "72", *words) == 0
    return project.root / "output" / "booklet" / "en" / format


def test_tts_notebook_has_a_page_for_each_chapter(project, capsys):
    save = json.loads((exported(project, "tts") / "booklet.json").read_bytes())
    pages = list(save["TabStates"].values())
    assert [page["title"] for page in pages] == [
        *("Ferry", "Before you begin", "How to play", "Notes")
    ]
    play = pages[2]["body"]
    assert "1. Move [b]one[/b] (boat) along the [i]coast[/i]." in play
    assert "[1] It has no anchor." in pages[3]["body"]
    known = {"b", "/b", "i", "/i"}
    found = set(
        re.findall(r"\[(/?[A-Za-z-]+|[0-9A-Fa-f]{6,8})\]", " ".join(p["body"] for p in pages))
    )
    assert found == known
    assert "[ b]loud[ /b] [ ff0000]red[ -] 1 < 2 & 3" in play
    for page in pages:
        for mark in ("b", "i"):
            assert page["body"].count(f"[{mark}]") == page["body"].count(f"[/{mark}]")
    told = capsys.readouterr().out
    assert "the rule booklet is in the notebook as text: its 10 pictures are left out" in told


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("[u]", "[ u]"),
        ("[sup]x", "[ sup]x"),
        ("[1]", "[1]"),
        ("a [ b", "a [ b"),
        ("[AABBCCDD]", "[ AABBCCDD]"),
    ],
)
def test_tts_takes_no_typed_bracket_for_a_mark(typed, shown):
    assert _no_marks(typed) == shown


def test_room_has_the_rules_as_cards_beside_the_table(project):
    room = zipfile.ZipFile(exported(project, "pcio") / "booklet.pcio")
    widgets = json.loads(room.read("widgets.json"))
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    deck, pile = by_id["deck-rules"], by_id["rules"]
    cards = [widget for widget in widgets if widget.get("deck") == "deck-rules"]
    assert [card["cardType"] for card in cards] == [*reversed(deck["cardTypes"])]
    top = max(cards, key=lambda card: card["z"])
    assert top["cardType"] == "rules-1"
    assert all(card["faceup"] and card["parent"] == "rules" for card in cards)
    for side in ("faceTemplate", "backTemplate"):
        for shown in deck[side]["objects"]:
            assert shown["type"] == "text"
            assert shown["x"] + shown["w"] <= deck["cardWidth"]
            assert shown["y"] + shown["h"] <= deck["cardHeight"]
            if shown["valueType"] == "dynamic":
                assert all(
                    isinstance(one[shown["value"]], str) for one in deck["cardTypes"].values()
                )
    said = " ".join(one["text"] for one in deck["cardTypes"].values())
    for words in ("For 2–3 players.", "Never on ice.", "[2] We say: the youngest."):
        assert words in " ".join(said.split())
    assert all(len(one["text"]) <= 34 * 22 for one in deck["cardTypes"].values())
    assert pile["x"] + pile["width"] <= 1600
    others = [w for w in widgets if w["type"] in ("card", "piece", "board") and w not in cards]
    decks = {widget["id"]: widget for widget in widgets if widget["type"] == "cardDeck"}
    for other in others:
        size = decks.get(other.get("deck"), other)
        assert other["x"] + size.get("cardWidth", size.get("width")) <= pile["x"]


def test_web_page_leads_to_the_rules_and_has_their_text(project, capsys):
    folder = exported(project, "web")
    assert "booklet-rules.html has the rules with their pictures" in capsys.readouterr().out
    text = (folder / "booklet.html").read_text(encoding="utf-8")
    assert '<a href="booklet-rules.html">Ferry: Rules</a>' in text
    assert "<summary>How to play</summary>" in text
    assert "1 &lt; 2 &amp; 3" in text
    page = Reader((folder / "booklet-rules.html").read_text(encoding="utf-8")).root
    assert len([one for one in page.every("a") if role(one) == "doc-noteref"]) == 2


def test_tgc_gets_pictures_of_pages_set_for_its_booklet(project, capsys):
    folder = exported(project, "tgc")
    told = capsys.readouterr()
    assert (
        "no booklet of 148 x 210 mm: the rules are set anew for the nearest, LargeBooklet"
        in told.err
    )
    assert "LargeBooklet: add its pages in their order" in told.out
    pages = sorted((folder / "LargeBooklet").iterdir())
    assert len(pages) % 4 == 0
    for page in pages:
        assert Image.open(page).size == (1575, 2475)
    first = Image.open(pages[0]).convert("RGB")
    assert first.getpixel((0, 0)) == first.getpixel((1574, 0)) != (255, 255, 255)
    rows = list(csv.DictReader(io.StringIO((folder / "tgc.csv").read_text(encoding="utf-8-sig"))))
    own = [row for row in rows if row["what"] == "booklet"]
    assert [row["front"] for row in own] == [f"LargeBooklet/{page.name}" for page in pages]
    assert {row["quantity"] for row in own} == {"1"}


@pytest.mark.parametrize(
    ("size", "identity"), [((210, 297), "JumboBooklet"), ((148, 210), "MineA5")]
)
def test_tgc_takes_the_booklet_that_is_nearest(project, tmp_path, capsys, size, identity):
    root = tmp_path / "booklet"
    shutil.copytree(project.root, root, ignore=shutil.ignore_patterns("output"))
    table = "identity,what,shape,sides,width_px,height_px,finished_width_mm,finished_height_mm\n"
    rows = "JumboBooklet,booklet,rectangle,2,2475,3075,203.2,254\n"
    rows += "MineA5,booklet,rectangle,2,1825,2556,148,210\n"
    rows += "PokerDeck,deck,rectangle,2,825,1125,63.5,88.9\n"
    (root / "products-tgc.csv").write_text(table + rows)
    settings = root / "rules" / "booklet.yaml"
    format = "A4" if size == (210, 297) else "A5"
    settings.write_text(settings.read_text().replace("format: A5", f"format: {format}"))
    folder = exported(TinyProject(root), "tgc")
    assert [*(folder / identity).glob("rules-*.png")]
    assert ("set anew" in capsys.readouterr().err) is (identity == "JumboBooklet")


def test_shops_without_booklets_are_told(project, tmp_path, capsys):
    exported(project, "mpc")
    assert "MakePlayingCards prints no booklets" in capsys.readouterr().out
    root = tmp_path / "booklet"
    shutil.copytree(project.root, root, ignore=shutil.ignore_patterns("output"))
    table = "identity,what,shape,sides,width_px,height_px,finished_width_mm,finished_height_mm\n"
    (root / "products-tgc.csv").write_text(
        f"{table}PokerDeck,deck,rectangle,2,825,1125,63.5,88.9\n"
    )
    exported(TinyProject(root), "tgc")
    told = capsys.readouterr().err
    assert "rules/booklet.yaml: E801 warning: The Game Crafter prints no booklets" in told


@pytest.mark.parametrize(
    ("format", "file", "bleed_mm"),
    [("shop", "booklet-rules-pages.pdf", 3.0), ("printplaygames", "rules.pdf", 3.175)],
)
def test_print_shops_get_single_pages(project, format, file, bleed_mm):
    folder = exported(project, format)
    pages = PdfReader(folder / file).pages
    assert len(pages) % 4 == 0
    for page in pages:
        left, bottom, right, top = (float(one) / 72 * 25.4 for one in page.trimbox)
        assert (left, bottom) == pytest.approx((bleed_mm, bleed_mm), abs=0.01)
        assert (right - left, top - bottom) == pytest.approx((148, 210), abs=0.01)
        assert [*page.bleedbox] == [*page.mediabox]
    if format == "shop":
        rows = csv.DictReader(io.StringIO((folder / "parts.csv").read_text(encoding="utf-8-sig")))
        (row,) = [row for row in rows if row["part"] == "rules"]
        assert (row["designs"], row["file"]) == (str(len(pages)), file)
        assert "| Rules (booklet" in (folder / "request.md").read_text(encoding="utf-8")


def test_part_of_a_box_has_no_rules(project):
    for format in ("tts", "web", "tgc"):
        folder = exported(project, format, "--only", "coin") / "part"
        assert not [*folder.rglob("*rules*")]
    save = json.loads(
        (exported(project, "tts", "--only", "coin") / "part" / "booklet.json").read_bytes()
    )
    assert len(save["TabStates"]) == 1


def test_games_without_rules_load_nothing_for_them(tiny, run):
    line = (
        "import sys; from fustella.cli.command import main; "
        f"main(['export', '--to', 'tts', '--project', {str(tiny.root)!r}, '--dpi', '72']); "
        "print([name for name in sys.modules if name.startswith('fustella.rules.')])"
    )
    words = [sys.executable, "-c", line]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"
