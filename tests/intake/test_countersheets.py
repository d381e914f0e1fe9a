"""`fustella import` of CSV for Countersheets: tables with heads of their own become kinds."""

import csv
import zipfile
from pathlib import Path

from PIL import Image

from fustella.intake import Miss, bring, open_source
from fustella.intake.formats import countersheets, sheet
from tests.conftest import TinyProject

UNITS = """\
unit,unit[style:fill],combat,move>,badge.png,@flag,BACK,combat
3,#d3a65c,5,4,fox.png,red,BACK,2
,#446688,2,3,fox.png,blue,,

label,text
2,A *bold* word and /one/\\nin two lines
ENDBOX
"""


def written(folder: Path, text: str, name: str = "counters.csv") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def rows_of(brought, kind: str) -> list[dict[str, str]]:
    path = brought.place.folder / f"{kind}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_table_is_a_kind_and_backs_have_their_own_values(tmp_path, run):
    path = written(tmp_path / "units", UNITS)
    Image.new("RGB", (300, 300), "#aa3322").save(path.parent / "fox.png")
    brought = bring(path, into=tmp_path / "game")
    assert brought.format == "countersheets"
    unit, label = brought.taken.kinds
    assert (unit.id, unit.width_mm, label.id, label.width_mm) == ("unit", 15.9, "label", 63.0)
    rows = rows_of(brought, "unit")
    assert [row["copies"] for row in rows] == ["3", "1"]
    assert [(row["combat"], row["move"], row["combat_back"]) for row in rows] == [
        ("5", "4", "2"),
        ("2", "3", ""),
    ]
    assert unit.back is not None
    (text,) = [row["text"] for row in rows_of(brought, "label")]
    assert text == "A **bold** word and *one*\nin two lines"
    assert [loss.what for loss in brought.taken.losses] == ["the column @flag"]
    assert run(TinyProject(brought.place.project.root), "build").code == 0


def test_texts_come_from_files_of_the_folder_alone(tmp_path):
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    text = "card,text>\n,<<long.txt\n,<<../secret.txt\n"
    path = written(tmp_path / "cards", text)
    (path.parent / "long.txt").write_text("It is long.\n", encoding="utf-8")
    brought = bring(path, into=tmp_path / "game")
    texts = [row["text"] for row in rows_of(brought, "card")]
    assert texts == ["It is long.", ""]
    assert [(loss.miss, loss.what) for loss in brought.taken.losses] == [
        (Miss.TEXTS, "<<../secret.txt")
    ]


def test_sheet_of_cards_is_none_and_a_sheet_of_counters_is_no_list_of_cards(tmp_path):
    cards = written(tmp_path / "a", "Title,Qty,Text\nFox,2,Runs.\nOwl,1,Sees.\n")
    assert countersheets.likeness(open_source(cards)) == 0 < sheet.likeness(open_source(cards))
    units = open_source(written(tmp_path / "b", UNITS))
    assert countersheets.likeness(units) > sheet.likeness(units)


def test_sheet_whose_counts_have_gaps_is_one_of_cards(tmp_path):
    cards = written(tmp_path, "Qty,Title,Text\n2,Fox,Runs.\n,Owl,Sees.\n")
    assert bring(cards, into=tmp_path / "game").format == "sheet"


def test_workbook_is_no_sheet_of_counters(tmp_path):
    path = tmp_path / "cards.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "\n1,2>\n,3\n\nlabel,text\n,x\n")
    assert countersheets.likeness(open_source(path)) == 0


def test_many_columns_of_a_card_stay_on_it(tmp_path, run):
    heads = ",".join(f"c{number}" for number in range(14))
    values = ",".join(f"word {number}" for number in range(14))
    brought = bring(written(tmp_path, f"card,{heads}>\n2,{values}\n"), into=tmp_path / "game")
    assert run(TinyProject(brought.place.project.root), "build").code == 0


def test_many_columns_of_one_name_stay_apart(tmp_path, run):
    text = "1x,n,n,n,n>\n2,1,2,3,4\n,5,6,7,8\n"
    brought = bring(written(tmp_path / "n", text), into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    first = rows_of(brought, kind.id)[0]
    assert sorted(first[name] for name in first if name.startswith("n")) == ["1", "2", "3", "4"]
    assert run(TinyProject(brought.place.project.root), "build").code == 0
