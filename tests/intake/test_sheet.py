"""`fustella import` of sheets of cards: columns become what they are, by names and by contents."""

import csv
from pathlib import Path

import pytest
from PIL import Image

from fustella.core.values.problems import ProblemsFound
from fustella.intake import Miss, bring, open_source
from fustella.intake.formats import sheet
from tests.conftest import TinyProject

HEROES = """\
Name,Qty,Cost,Type,Rules Text,Image,Attack,Faction
Squire,3,1,Unit,"When played, gain {gold}.",squire.png,1,Red
Knight,2,3,Unit,"<b>Shield</b>. It costs [gold] less {now}.",knight,2,Blue
Ghost,0,9,Unit,It is not printed.,ghost.png,9,Red
Fire Ball,,5,Spell,Deal 5 damage.,missing.png,,Red
"""


def written(folder: Path, text: str = HEROES, name: str = "heroes.csv") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def pictured(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (700, 500), "#336699").save(path)


def rows_of(brought, kind: str = "card") -> list[dict[str, str]]:
    path = brought.place.folder / f"{kind}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_columns_become_a_face_that_builds(tmp_path, run):
    path = written(tmp_path / "cards")
    pictured(path.parent, "pics/squire.png", "pics/knight.png", "gold.png", "Back.png")
    brought = bring(path, into=tmp_path / "game")
    assert brought.format == "sheet"
    rows = rows_of(brought)
    assert [(row["id"], row["copies"], row["title"], row["cost"]) for row in rows] == [
        ("squire", "3", "Squire", "1"),
        ("knight", "2", "Knight", "3"),
        ("fire-ball", "1", "Fire Ball", "5"),
    ]
    assert [row["art"] for row in rows] == [
        "pics/squire.png",
        "pics/knight.png",
        "missing/missing.svg",
    ]
    assert rows[1]["text"] == "**Shield**. It costs {gold} less \\{now\\}."
    assert [row["tint"] for row in rows] == ["Red", "Blue", "Red"]
    assert {row["card_picture"] for row in rows} == {"Back.png"}
    (kind,) = brought.taken.kinds
    assert kind.back is not None
    assert kind.front.zones["attack_line"]["text"] == "Attack **{attack}**"
    told = {(loss.miss, loss.what) for loss in brought.taken.losses}
    assert told == {(Miss.PIECES, "Ghost"), (Miss.PICTURES, "missing.png")}
    project = TinyProject(brought.place.project.root)
    assert run(project, "build").code == 0


def test_words_of_five_languages_are_known():
    for head in ("Nome,Costo,Testo", "Nombre,Coste,Texto", "Titre,Coût,Texte", "Titel,Kosten,Text"):
        roles = sheet.roles_of(head.split(","), [["Drago", "3", "Vola."], ["Orco", "2", "Corre."]])
        assert [*roles] == ["title", "text", "cost"]


def test_columns_without_known_names_are_known_by_their_contents():
    rows = [["Fox", "It runs past the hens and takes one of them home.", "2"]] * 2
    rows[1] = ["Owl", "It sees at night, and what it sees is there in the morning.", "1"]
    roles = sheet.roles_of(["Beast", "What it does to others", "Weight"], rows)
    assert roles == {"title": "Beast", "text": "What it does to others"}


def test_sheets_of_a_folder_become_kinds_and_others_are_told(tmp_path):
    folder = written(tmp_path / "deck").parent
    written(folder, "Title,Text\nInn,Rest.\n", "places.csv")
    written(folder, "Day,Spent\n1,20\n2,30\n", "budget.csv")
    brought = bring(folder, into=tmp_path / "game")
    assert {kind.name for kind in brought.taken.kinds} == {"heroes", "places"}
    told = [loss.what for loss in brought.taken.losses if loss.miss is Miss.PIECES]
    assert "budget.csv" in told


def test_kinds_are_not_called_like_other_files_of_a_game(tmp_path, run):
    folder = written(tmp_path / "deck", "Title,Text\nInn,Rest.\n", "game.csv").parent
    for name in ("rules.csv", "2 of 3.csv", "claims.csv"):
        written(folder, "Title,Text\nInn,Rest.\n", name)
    brought = bring(folder, into=tmp_path / "game")
    kinds = {kind.id for kind in brought.taken.kinds}
    assert kinds == {"game-cards", "rules-cards", "claims-cards", "k-2-of-3"}
    assert run(TinyProject(brought.place.project.root), "build").code == 0


def test_pictures_called_like_the_cards_are_theirs(tmp_path):
    path = written(tmp_path / "cards", "Title,Text\nRed Fox,Runs.\nOwl,Sees.\n")
    pictured(path.parent, "art/red_fox.png")
    brought = bring(path, into=tmp_path / "game")
    assert [row["art"] for row in rows_of(brought)] == ["red_fox.png", ""]


def test_table_of_something_else_in_a_folder_is_no_game(tmp_path):
    written(tmp_path / "books", "Day,Spent\n1,20\n2,30\n", "budget.csv")
    assert sheet.likeness(open_source(tmp_path / "books")) == 0
    with pytest.raises(ProblemsFound) as found:
        bring(tmp_path / "books", into=tmp_path / "game")
    assert [problem.code for problem in found.value.problems] == ["E810"]


def test_broken_sheet_says_its_row_and_not_that_it_is_unknown(tmp_path):
    path = written(tmp_path / "cards", 'Title,Text\nFox,"It says "no".\n')
    with pytest.raises(ProblemsFound) as found:
        bring(path, into=tmp_path / "game")
    (problem,) = found.value.problems
    assert (problem.code, problem.place.line) == ("E152", 2)


def test_names_that_lead_out_and_addresses_are_stand_ins(tmp_path):
    secret = tmp_path / "secret.png"
    pictured(tmp_path, "secret.png")
    text = "Title,Image\nFox,../secret.png\nOwl,https://example.com/owl.png\n"
    brought = bring(written(tmp_path / "cards", text), into=tmp_path / "game")
    assert secret.is_file()
    assert {row["art"] for row in rows_of(brought)} == {"missing/secret.svg", "missing/owl.svg"}
    assert not brought.taken.pictures
