"""Cells of tables and heads of lists are texts to translate, each at its place."""

import csv
import io

import pytest

from tests.conftest import TinyProject

GAME = """title: War
languages: [en, de]
kinds:
  unit: {front: ready/counter, fields: {front: {attack: number}}}
  aid:
    front: ready/blank
    fields: {front: {chart: table}}
    layout:
      front:
        chart: {x: 5mm, right: 5mm, y: 5mm, height: 30mm, size: 9pt}
        units: {list: {of: unit, columns: {Unit: "{name}", Attack: "{attack}"}}, ZONE}
"""
FILES = {
    "game.yaml": GAME.replace("ZONE", "x: 5mm, right: 5mm, y: 40mm, height: 30mm, size: 9pt"),
    "aids.yaml": "kind: aid\npieces:\n- {id: a, name: {en: Aid, de: Hilfe}, front: "
    "{chart: chart.csv}}\n"
    "- id: b\n  name: {en: Other, de: Andere}\n  front:\n    chart: |\n"
    "      | Roll | Result |\n      | 1 | Retreat |\n",
    "chart.csv": "Roll,Result,Result.de\n1,Hit,Treffer\n2,Retreat,\n",
    "units.yaml": "kind: unit\npieces:\n"
    "- {id: fox, name: {en: Fox, de: Fuchs}, front: {attack: 3}}\n",
}


@pytest.fixture
def game(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return TinyProject(tmp_path)


def rows_of(game):
    assert game.run("translate", "export", "--language", "de", "--to", "csv") == 0
    (path,) = game.output.glob("*/translations/*-de.csv")
    text = path.read_bytes().decode("utf-8-sig")
    return {row["en"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def test_words_of_tables_are_exported_with_their_places(game):
    rows = rows_of(game)
    assert {"Roll", "Result", "Retreat", "Unit", "Attack"} <= {*rows}
    assert rows["Hit"]["de"] == "Treffer"
    assert rows["Retreat"]["de"] == ""
    assert "chart.csv" in rows["Retreat"]["where"]
    assert "front.chart[2][2]" in rows["Retreat"]["where"]


def test_translations_of_words_of_tables_are_printed(game, capsys):
    game.output.mkdir()
    words = {"Roll": "Wurf", "Result": "Ergebnis", "Retreat": "Rückzug", "Unit": "Einheit"}
    rows = [["en", "de"], *([en, de] for en, de in words.items()), ["Attack", "Angriff"]]
    table = "\n".join(",".join(row) for row in rows)
    (game.output / "new.csv").write_text(f"{table}\n", "utf-8")
    name, new = game.root.name.replace("_", "-"), str(game.output / "new.csv")
    assert game.run("translate", "import", new, "--language", "de", "--game", name) == 0
    capsys.readouterr()
    assert game.run("build", "--language", "de") == 0
    assert "E113" not in capsys.readouterr().err
    assert rows_of(game)["Retreat"]["de"] == "Rückzug"
