"""Files and folders that are linked out of the project, or called in other capital letters.

What is told is the cause, once, and the hint is right when it is followed to the letter.
"""

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import Snapshot, TinyProject, problems_in
from tests.helpers.made_fonts import made_font

links = pytest.mark.skipif(os.name == "nt", reason="links are not for everybody there")

TINY = "content/tiny"
ICONS = "templates/_shared/icons"


@pytest.fixture(scope="module")
def built_game(built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """With a font, an own icon and pictures in a folder of their own."""
    tiny = TinyProject(tmp_path_factory.mktemp("game") / "project")
    built_tiny.write(tiny.root)
    (tiny.root / TINY / "fonts").mkdir()
    (tiny.root / TINY / "fonts" / "Title.ttf").write_bytes(made_font())
    (tiny.root / TINY / "art" / "hills").mkdir()
    shutil.move(tiny.root / TINY / "art/dragon-hill.png", tiny.root / TINY / "art/hills")
    path = tiny.root / TINY / "game.yaml"
    path.write_text(path.read_text() + "\nfonts: {boxes: fonts/Title.ttf}\n")
    assert tiny.run("build") == 0
    return Snapshot(tiny.root)


@pytest.fixture
def game(built_game: Snapshot, tmp_path: Path) -> TinyProject:
    built_game.write(tmp_path / "project")
    return TinyProject(tmp_path / "project")


def told(game: TinyProject, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, str, str]]:
    capsys.readouterr()
    assert game.run("build") == 1
    return [(p.code, p.file, p.message, p.hint) for p in problems_in(capsys.readouterr().err)]


LINKED = {
    # the folder that is a link, and what is said
    f"{TINY}/art": ("E230", f"`{TINY}/art` is a link out of the project: copy"),
    f"{TINY}/art/hills": ("E230", "`art/hills` is a link out of the project, and nothing in it"),
    f"{TINY}/fonts": ("E131", f"`{TINY}/fonts` is a link out of the project"),
    ICONS: ("E205", f"`{ICONS}` is a link out of the project"),
    "templates/tiny": ("E131", "is a link out of the project"),
    "templates": ("E131", "is a link out of the project"),
    TINY: ("E131", "is a link out of the project"),
    "content": ("E131", "leads out of the project"),
    f"{TINY}/fonts/Title.ttf": ("E131", "leads out of the project"),
    f"{TINY}/art/hills/dragon-hill.png": ("E230", "is a link out of the project: copy the file"),
}


@links
@pytest.mark.parametrize("name", LINKED)
def test_link_out_of_the_project_is_named_and_copied(name, game, tmp_path_factory, capsys):
    outside = tmp_path_factory.mktemp("outside") / Path(name).name
    path = game.root / name
    path.rename(outside)
    path.symlink_to(outside)
    found = told(game, capsys)
    code, said = LINKED[name]
    assert {problem[0] for problem in found} == {code}
    assert len(found) == 1, found
    assert said in f"{found[0][2]} {found[0][3]}"
    assert "copy" in found[0][3]
    path.unlink()
    copy = shutil.copytree if outside.is_dir() else shutil.copy
    copy(outside, path)
    assert game.run("build") == 0


@links
def test_link_that_leads_nowhere_is_named(game, capsys):
    art = game.root / TINY / "art"
    shutil.rmtree(art)
    art.symlink_to(game.root / "content" / "gone")
    ((code, _, _, hint),) = told(game, capsys)
    assert (code, f"`{TINY}/art` is a link that leads nowhere" in hint) == ("E230", True)


RENAMED = [
    # from, to, code
    (f"{TINY}/art", f"{TINY}/Art", "E230"),
    (f"{TINY}/fonts", f"{TINY}/FONTS", "E135"),
    (f"{TINY}/fonts/Title.ttf", f"{TINY}/fonts/title.TTF", "E135"),
    (ICONS, "templates/_shared/Icons", "E114"),
    ("templates", "Templates", "E117"),
    ("templates/tiny", "templates/Tiny", "E117"),
    ("templates/tiny/coin.svg.j2", "templates/tiny/Coin.svg.j2", "E117"),
    ("content", "Content", "E001"),
    (f"{TINY}/game.yaml", f"{TINY}/Game.yaml", "E002"),
    ("content/papers.yaml", "content/Papers.yaml", "E100"),
    ("content/stocks.yaml", "content/stocks.YAML", "E100"),
    (f"{TINY}/cards.yaml", f"{TINY}/cards.YAML", "E100"),
    (f"{TINY}/claims.yaml", f"{TINY}/Claims.yaml", "E100"),
]


@pytest.mark.parametrize(("name", "other", "code"), RENAMED)
def test_name_in_other_capital_letters_is_told_and_renamed(name, other, code, game, capsys):
    path = game.root / name
    path.rename(game.root / other)
    if path.exists():
        pytest.skip("both names are the same file on this system")
    found = told(game, capsys)
    with_icons = {"E114"} if name == "templates" else set()
    assert {problem[0] for problem in found} == {code} | with_icons
    for _, _, _, hint in found:
        there, wanted = re.fullmatch(
            r"(?:`(.+)` is there: )?rename (?:it|`.+`) to `?([^`]+)`?", hint
        ).groups()
        assert wanted == path.name
        assert (there or other) == other
    (game.root / other).rename((game.root / other).with_name(path.name))
    assert game.run("build") == 0


def test_table_in_a_folder_of_other_capital_letters_is_told(game, capsys):
    folder = game.root / TINY / "Decks"
    folder.mkdir()
    (folder / "cards.csv").write_text("id,name\na,b\n")
    path = game.root / TINY / "coins.yaml"
    path.write_text("kind: coin\npieces: decks/cards.csv\n")
    if (game.root / TINY / "decks").exists():
        pytest.skip("both names are the same folder on this system")
    found = told(game, capsys)
    assert any("`Decks` is there: rename it to `decks`" in problem[3] for problem in found), found


LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12345\n" % (b"a" * 64)


@pytest.mark.parametrize(
    "name",
    [
        f"{TINY}/art/hills/dragon-hill.png",
        f"{TINY}/fonts/Title.ttf",
        f"{TINY}/cards.yaml",
        f"{TINY}/game.yaml",
        "content/papers.yaml",
        f"{TINY}/claims.yaml",
        f"{TINY}/tiny-rules.txt",
        "templates/tiny/coin.svg.j2",
        f"{ICONS}/herb.svg",
        f"{TINY}/translations.csv",
    ],
)
def test_file_that_git_keeps_elsewhere_is_told_as_that(name, game, capsys):
    (game.root / name).write_bytes(LFS)
    found = told(game, capsys)
    assert any(
        "git keeps the file elsewhere (Git LFS)" in message and "`git lfs pull`" in hint
        for _, _, message, hint in found
    ), found
    assert len(found) == 1, found


@pytest.mark.parametrize("name", ["coins.csv", "coins.xlsx", "coins.ods", "coins.tsv"])
def test_spreadsheet_that_git_keeps_elsewhere_is_told_as_that(name, game, capsys):
    (game.root / TINY / name).write_bytes(LFS)
    (game.root / TINY / "coins.yaml").write_text(f"kind: coin\npieces: {name}\n")
    found = told(game, capsys)
    assert any("(Git LFS)" in problem[2] for problem in found), found
