"""Names that another system cannot have, or takes for another: told, or the same everywhere."""

import unicodedata
from pathlib import Path

import pytest

from fustella.cli.command import main
from fustella.core.files.names import fault_in_name
from tests.conftest import TinyProject, problems_in

GAME = """\
title: Harbour
languages: [{language}]
kinds:
  {kind}: {{name: Cards, size: poker, front: ready/card}}
"""
LIST = "kind: {kind}\npieces:\n  - {{id: {piece}, name: A, front: {{title: A}}}}\n"
RESERVED = ["con", "aux", "nul", "prn", "com1", "lpt9"]


def laid(folder: Path, kind: str = "card", language: str = "en", piece: str = "one") -> Path:
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(kind=kind, language=language), encoding="utf-8")
    (folder / "cards.yaml").write_text(LIST.format(kind=kind, piece=piece), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", RESERVED)
def test_kind_that_windows_keeps_for_a_device_is_told_at_its_line(name, tmp_path, run):
    (told,) = run(TinyProject(laid(tmp_path / "harbour", kind=name)), "build").problems
    assert (told.code, told.line, told.key) == ("E403", 4, f"kinds.{name}")
    assert "Windows keeps this name for a device" in told.message


@pytest.mark.parametrize("name", ["aux", "Con", "nul"])
def test_game_in_a_folder_that_windows_keeps_is_told(name, tmp_path, run, capsys):
    (told,) = run(TinyProject(laid(tmp_path / name)), "build").problems
    assert told.code == "E403"
    assert main(["new", str(tmp_path / "more" / name)]) == 1
    assert [one.code for one in problems_in(capsys.readouterr().err)] == ["E403"]
    assert not (tmp_path / "more").exists()


@pytest.mark.parametrize("name", ["con", "nul"])
def test_language_that_windows_keeps_is_told(name, tmp_path, run):
    (told,) = run(TinyProject(laid(tmp_path / "harbour", language=name)), "build").problems
    assert (told.code, told.key) == ("E403", "languages")


def test_piece_of_such_a_name_is_printed_and_no_file_has_it_alone(tmp_path, run):
    root = laid(tmp_path / "harbour", piece="aux")
    for words in (["build"], ["export", "--to", "png"], ["export", "--to", "tts"]):
        assert run(TinyProject(root), *words).code == 0
    made = [path.name for path in (root / "output").rglob("*") if ".cache" not in path.parts]
    assert any("aux" in name for name in made)
    assert [name for name in made if fault_in_name(name) and name[0] != "."] == []


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("on_disk", ["NFC", "NFD"])
def test_picture_is_found_whatever_form_its_name_has(form, on_disk, tmp_path, run):
    """macOS gives names back with their accents apart."""
    root = laid(tmp_path / "harbour")
    name = unicodedata.normalize(on_disk, "città.svg")
    (root / "art").mkdir()
    (root / "art" / name).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    typed = unicodedata.normalize(form, "città.svg")
    text = LIST.format(kind="card", piece="one").replace("title: A", f"title: A, art: {typed}")
    (root / "cards.yaml").write_text(text, encoding="utf-8")
    ran = run(TinyProject(root), "build")
    assert ran.code == 0, ran.err


def test_ids_that_differ_in_capitals_alone_are_told(tmp_path, run):
    """On systems that do not tell them apart, their files would be one."""
    root = laid(tmp_path / "harbour")
    with (root / "cards.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {id: One, name: B, front: {title: B}}\n")
    ran = run(TinyProject(root), "export", "--to", "png")
    made = [path.name.casefold() for path in (root / "output").rglob("*.png")]
    assert ran.code == 1 or len(made) == len(set(made))
