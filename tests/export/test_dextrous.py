"""Sheets for Dextrous and others: a row for each design, and the same lists when they come back."""

import csv
from pathlib import Path

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.intake import bring

DECK = """\
title: Deck
languages: [en]
kinds:
  card:
    name: Cards
    size: poker
    front: ready/card
"""
ROWS = """\
id,copies,title,cost,type,text,art
fox,3,Red Fox,2,Beast,"It **runs** and *hides*, and takes what it finds.",fox.svg
owl,1,Owl,,Bird,"It sees at night
and sleeps by day, as all of its kind do.",owl.svg
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>\n'


def project_of(tiny) -> Path:
    game = tiny.root / "content" / "deck"
    (game / "art").mkdir(parents=True)
    (game / "game.yaml").write_text(DECK, encoding="utf-8")
    (game / "card.yaml").write_text("kind: card\npieces: card.csv\n", encoding="utf-8")
    (game / "card.csv").write_text(ROWS, encoding="utf-8")
    for name in ("fox", "owl"):
        (game / "art" / f"{name}.svg").write_text(SVG, encoding="utf-8")
    return game


def test_lists_come_back_as_they_were(tiny, tmp_path):
    project_of(tiny)
    assert tiny.run("export", "deck", "--to", "dextrous") == 0
    folder = tiny.output / "deck" / "en" / "dextrous"
    with (folder / "deck-card.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["id"], row["quantity"], row["art"]) for row in rows] == [
        ("fox", "3", "fox.svg"),
        ("owl", "1", "owl.svg"),
    ]
    assert rows[0]["text"] == "It <b>runs</b> and <i>hides</i>, and takes what it finds."
    assert (folder / "images" / "fox.svg").read_text("utf-8") == SVG
    brought = bring(folder, into=tmp_path / "back")
    before = load_game(Project(tiny.root), "deck").pieces
    after = load_game(brought.place.project, brought.place.game).pieces
    assert [values_of(piece) for piece in after] == [values_of(piece) for piece in before]


def values_of(piece) -> tuple[str, int, dict[str, str]]:
    fields = {name: str(piece.front[name]) for name in piece.front if piece.front[name]}
    shown = {
        name: str(piece.front[name].in_language("en"))
        if hasattr(piece.front[name], "in_language")
        else text
        for name, text in fields.items()
    }
    return piece.id, piece.copies, {name: text.rpartition("/")[2] for name, text in shown.items()}


def test_fields_with_several_values_are_told(tiny, capsys):
    assert tiny.run("export", "tiny", "--to", "dextrous") == 0
    said = capsys.readouterr()
    assert "no cell can hold records or tables" in said.out + said.err
