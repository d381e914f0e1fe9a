"""`fustella icons`: names found by words, with a project and without."""

import pytest

from fustella.cli.command import main
from fustella.draw.icons import IconLibrary


@pytest.fixture
def icons(tmp_path, capsys, monkeypatch):
    """Runs the command in a folder that is no project."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*words):
        code = main(["icons", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_names_with_all_words_are_found_whole_words_and_short_names_first():
    found = IconLibrary().search(["sword"])
    assert found[0] == "mdi:sword"
    assert "mdi:sword-cross" in found
    assert IconLibrary().search(["CROSS", "sword"]) == ["mdi:sword-cross"]
    assert IconLibrary().search(["mdi:sword"]) == [name for name in found if name[:3] == "mdi"]
    assert all("dragon" in name for name in IconLibrary().search(["dragon"]))


def test_own_icons_come_first_and_alone_without_a_word(tmp_path):
    (tmp_path / "castle.svg").write_text("<svg/>")
    library = IconLibrary(tmp_path)
    assert library.search([]) == ["own:castle"]
    assert library.search(["castle"])[:2] == ["own:castle", "mdi:castle"]


def test_every_name_that_is_found_can_be_drawn():
    library = IconLibrary()
    names = library.search(["cards"])
    assert len(names) > 5
    assert all(library.drawing(name).name == name for name in names)


def test_names_stand_in_columns_as_wide_as_the_terminal(icons):
    code, out, _ = icons("arrow")
    assert code == 0
    lines = out.splitlines()
    assert max(map(len, lines[:-2])) <= 80
    assert lines[-2].endswith("more: add a word, or --all")
    number = int(lines[-1].split()[0])
    shown = [name for line in lines[:-2] for name in line.split()]
    assert len(shown) + int(lines[-2].split()[1]) == number
    assert len(icons("arrow", "--all")[1].splitlines()) == number


def test_word_that_no_icon_has_is_told(icons):
    code, out, err = icons("xyzzy")
    assert (code, out) == (1, "")
    assert "E114 no icon is called `xyzzy`" in err
    assert "hint:" in err


def test_outside_of_a_project_without_a_word_says_how_to_search(icons):
    assert icons()[:2] == (0, "search for an icon by a word: fustella icons castle\n")


def test_own_icons_of_a_project_are_found(tiny, run):
    folder = tiny.root / "content" / "tiny" / "icons"
    folder.mkdir(exist_ok=True)
    (folder / "zeppelin.svg").write_text("<svg/>")
    assert "own:zeppelin" in run(tiny, "icons", "zeppelin").out
    assert "own:zeppelin" in run(tiny, "icons", "--game", "tiny").out
    ran = run(tiny, "icons", "x", "--game", "tinny")
    assert (ran.code, ran.problems[0].code) == (1, "E002")
    assert "`tiny`" in ran.err
