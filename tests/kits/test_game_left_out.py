"""`fustella kit new NAME` without a game: the only one that there is, or told which there are."""

import pytest

from tests.conftest import TinyProject

LIST = "kind: ready/card\npieces:\n  - {id: owl, front: {title: Owl}}\n"


def game_in(folder):
    folder.mkdir(parents=True)
    name = folder.name.capitalize()
    (folder / "game.yaml").write_text(f"title: {name}\nlanguages: [en]\n", encoding="utf-8")
    (folder / "cards.yaml").write_text(LIST, encoding="utf-8")


@pytest.fixture
def project(tmp_path):
    def make(*games):
        for game in games:
            game_in(tmp_path / game)
        return TinyProject(tmp_path / "owls" if games == ("owls",) else tmp_path)

    return make


@pytest.mark.parametrize("games", [("owls",), ("content/owls",)])
@pytest.mark.parametrize("words", [("table",), ("table", "owls"), ("TABLE", "--language", "en")])
def test_only_game_need_not_be_named(project, run, games, words):
    made = project(*games)
    ran = run(made, "kit", "new", *words)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("kits/table.yaml: owls, en")


@pytest.mark.parametrize("games", [("owls",), ("content/owls",)])
def test_hints_to_begin_a_kit_work_as_they_are_written(project, run, games):
    made = project(*games)
    assert "fustella kit new NAME\n" in run(made, "kit", "list").out
    (told,) = run(made, "kit", "show", "club").problems
    assert told.hint == "make it: `fustella kit new club`"
    assert run(made, "kit", "new", "club").code == 0
    assert run(made, "kit", "show", "club").code == 0


def test_of_several_games_one_is_to_be_named(project, run):
    made = project("content/owls", "content/foxes")
    (told,) = run(made, "kit", "new", "table").problems
    assert (told.code, told.hint) == ("E002", "name one: foxes, owls")
    assert not (made.root / "kits").exists()
    assert "fustella kit new NAME GAME" in run(made, "kit", "list").out
    assert run(made, "kit", "new", "table", "owls").code == 0


def test_without_a_game_none_is_made_up(tmp_path, run):
    (tmp_path / "content").mkdir()
    (told,) = run(TinyProject(tmp_path), "kit", "new", "table").problems
    assert told.code in ("E001", "E002")
