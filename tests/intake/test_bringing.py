"""Sources are read within bounds, formats found by content, and what was changed by hand stays."""

import csv
import sys
import zipfile
from pathlib import Path

import pytest

from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.intake import bring, open_source
from fustella.intake.merging import merged
from tests.intake.test_nandeck import written


def zipped(path: Path, files: dict[str, bytes], link: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if name == link:
                info.external_attr = 0o120777 << 16
            archive.writestr(info, data)
    return path


def codes(caught: pytest.ExceptionInfo[ProblemsFound]) -> list[str]:
    return [problem.code for problem in caught.value.problems]


def test_a_zip_is_read_where_it_lies(tmp_path):
    script = written(tmp_path / "source")
    files = {
        f"my deck/{path.name}": path.read_bytes()
        for path in script.parent.iterdir()
        if path.is_file()
    }
    brought = bring(zipped(tmp_path / "a.zip", files), into=tmp_path / "game")
    assert brought.format == "nandeck"
    assert "fox.png" in str(brought.taken.pictures)
    assert not brought.problems


@pytest.mark.parametrize(
    "name", ["../out.txt", "/etc/out.txt", "C:\\out.txt", "a/../../out.txt", "link.txt"]
)
def test_a_name_in_a_zip_that_leads_out_is_left_and_told(tmp_path, name):
    script = written(tmp_path / "source").read_bytes()
    path = zipped(tmp_path / "a.zip", {"deck.txt": script, name: b"TEXT=1,x,1,1,1,1"}, "link.txt")
    source = open_source(path)
    assert list(source.names()) == ["deck.txt"]
    assert [problem.code for problem in source.problems] == ["E811"]
    assert not source.find(name)


def test_a_bomb_is_refused_and_nothing_is_written(tmp_path):
    script = b"TEXT=1,x,1,1,1,1\nCARDSIZE=6,9\nIMAGE=1,a.png,1,1,1,1\n"
    path = zipped(tmp_path / "a.zip", {"deck.txt": script, "a.png": bytes(8 * limits.MB)})
    with pytest.raises(ProblemsFound) as caught:
        bring(path, into=tmp_path / "game")
    assert codes(caught) == ["E811"]
    assert not (tmp_path / "game" / "game.yaml").exists()


def test_a_broken_zip_and_too_many_files_are_told(tmp_path, monkeypatch):
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04" + bytes(50))
    with pytest.raises(ProblemsFound) as caught:
        open_source(tmp_path / "a.zip")
    assert codes(caught) == ["E811"]
    monkeypatch.setattr(limits, "IMPORT_FILES", 2)
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text("x", encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        open_source(tmp_path).names()
    assert codes(caught) == ["E811"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_out_of_a_folder_is_not_followed(tmp_path):
    written(tmp_path / "source")
    (tmp_path / "secret.txt").write_text("root:", encoding="utf-8")
    (tmp_path / "source" / "more.txt").symlink_to(tmp_path / "secret.txt")
    source = open_source(tmp_path / "source")
    assert "more.txt" not in source.names()
    assert [problem.code for problem in source.problems] == ["E811"]
    assert not source.find("more.txt")
    assert not source.find("../secret.txt")


def test_names_are_found_as_their_authors_system_did(tmp_path):
    written(tmp_path / "source")
    source = open_source(tmp_path / "source" / "deck.txt")
    for typed in ("Fox.PNG", "C:\\Users\\ada\\cards\\fox.png", ".\\fox.png", "/home/ada/fox.png"):
        assert source.find(typed) == "fox.png", typed
    assert not source.find("https://example.com/fox.png")


def test_what_looks_like_nothing_known_and_a_script_without_cards_are_told(tmp_path):
    (tmp_path / "a.txt").write_text("Dear diary,\ntoday it rained.\n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        bring(tmp_path / "a.txt")
    assert codes(caught) == ["E810"]
    with pytest.raises(ProblemsFound) as caught:
        bring(tmp_path / "a.txt", "nandeck", tmp_path / "game")
    assert codes(caught) == ["E812"]


def test_imported_again_what_was_changed_here_stays_and_the_rest_is_renewed(tmp_path):
    script = written(tmp_path / "source")
    game = tmp_path / "game"
    bring(script, into=game)
    ours = (game / "game.yaml").read_text(encoding="utf-8").replace("Cards", "My cards")
    (game / "game.yaml").write_text(ours, encoding="utf-8")

    again = bring(script, into=game)
    assert not again.problems
    assert [path.name for path in again.kept] == ["game.yaml"]

    table = script.parent / "cards.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("Runs.", "Hides."), encoding="utf-8")
    script.write_text(script.read_text().replace("50, 80", "60, 80"), encoding="utf-8")
    third = bring(script, into=game)
    assert "Hides." in (game / "card.csv").read_text(encoding="utf-8")
    assert (game / "game.yaml").read_text(encoding="utf-8") == ours
    assert [problem.code for problem in third.problems] == ["E813"]
    assert "width: 60mm" in (game / ".imported" / "game.yaml").read_text(encoding="utf-8")


def test_a_folder_with_a_game_that_was_not_imported_is_refused(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text("title: Mine\n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        bring(written(tmp_path / "source"), into=tmp_path / "game")
    assert codes(caught) == ["E015"]
    assert (tmp_path / "game" / "game.yaml").read_text(encoding="utf-8") == "title: Mine\n"


def rows_of(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def edited(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_a_table_that_both_sides_changed_is_merged_by_row_and_column(tmp_path):
    script = written(tmp_path / "source")
    game = tmp_path / "game"
    bring(script, into=game)
    table, source = game / "card.csv", script.parent / "cards.csv"
    edited(table, ("Wait.", "Wait and see."))
    edited(source, ("Runs.", "Hides."), ("Rain,2", "Rain,5"))
    source.write_text(
        source.read_text(encoding="utf-8") + "Snow,4,spell,Melts.,#00aa00,fox,1\n", encoding="utf-8"
    )
    assert not bring(script, into=game).problems
    rows = rows_of(table)
    assert (rows["rain"]["text"], rows["rain"]["cost"]) == ("Wait and see.", "5")
    assert (rows["fox"]["text"], rows["snow"]["text"]) == ("Hides.", "Melts.")
    third = bring(script, into=game)
    assert rows_of(table) == rows
    assert not third.problems


def test_a_cell_that_both_sides_changed_stays_and_is_told_with_row_and_column(tmp_path):
    script = written(tmp_path / "source")
    game = tmp_path / "game"
    bring(script, into=game)
    edited(game / "card.csv", ("Runs.", "Sleeps."))
    edited(script.parent / "cards.csv", ("Runs.", "Hides."))
    (told,) = bring(script, into=game).problems
    assert (told.code, told.place.line, told.place.key) == ("E813", 2, "text")
    assert "“Sleeps.”" in told.message
    assert "“Hides.”" in told.message
    assert rows_of(game / "card.csv")["fox"]["text"] == "Sleeps."


@pytest.mark.parametrize(
    ("theirs", "ours", "made", "clashes"),
    [
        ("id,a\nx,1\ny,3\n", "id,a\nx,2\ny,2\n", "id,a\nx,2\ny,3\n", 0),
        ("id,a\nx,1\n", "id,a\nx,1\ny,2\n", "id,a\nx,1\n", 0),
        ("id,a\nx,1\n", "id,a\nx,1\ny,9\n", "id,a\nx,1\ny,9\n", 1),
        ("id,a\nx,1\ny,5\n", "id,a\nx,1\n", "id,a\nx,1\n", 1),
        ("id,a,b\nx,1,7\ny,2,8\n", "id,a,c\nx,1,k\ny,2,\n", "id,a,c,b\nx,1,k,7\ny,2,,8\n", 0),
        ("id\nx\ny\n", "id,a\nx,1\ny,2\n", "id\nx\ny\n", 0),
        ("id\nx\ny\n", "id,a\nx,1\ny,4\n", "id,a\nx,1\ny,4\n", 0),
        ("id,a\nw,0\nx,1\nz,4\ny,2\n", "id,a\ny,2\nx,1\n", "id,a\nw,0\ny,2\nx,1\nz,4\n", 0),
    ],
    ids=[
        "cells",
        "row gone",
        "changed row gone",
        "deleted row changed",
        "columns",
        "column gone",
        "changed column gone",
        "order",
    ],
)
def test_tables_are_merged_three_ways(theirs, ours, made, clashes):
    both = merged("id,a\nx,1\ny,2\n", theirs, ours)
    assert both is not None
    assert both.text == made
    assert len(both.clashes) == clashes


@pytest.mark.parametrize("ours", ["id;a\nx;1\n", "a\n1\n", "id,a\nx,1\nx,2\n", 'id,a\nx,"1\n', ""])
def test_tables_that_cannot_be_compared_are_left_as_files(ours):
    assert merged("id,a\nx,1\n", "id,a\nx,2\n", ours) is None
