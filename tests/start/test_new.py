"""`fustella new`: each start is a whole project, and nothing is overwritten."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
import yaml
from pypdf import PdfReader

import fustella
from fustella.build.inputs import load_game
from fustella.cli.command import main
from fustella.core.files.project import Project
from fustella.core.values.problems import ProblemsFound
from fustella.start import STARTS
from fustella.start.new import begin
from tests.conftest import TinyProject


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("start", STARTS)
def test_every_start_builds_and_checks_at_once(here, run, start):
    project = TinyProject(begin(here / "My Game", start).project.root)
    for command in ("build", "check", "list", "plan"):
        ran = run(project, command)
        assert ran.code == 0, ran.err
        assert not ran.problems, "a start has no warnings either"
    assert list(project.root.glob("output/my-game/en-A4/*.pdf"))


@pytest.mark.parametrize("start", STARTS)
def test_every_start_is_whole(here, start):
    begun = begin(here / "my-game", start)
    names = {path.relative_to(here / "my-game").as_posix() for path in begun.written}
    assert {"game.yaml", "README.md", ".gitignore", ".github/workflows/fustella.yml"} <= names
    assert begun.kept == ()
    for path in begun.written:
        text = path.read_bytes()
        assert not re.search(rb"@[A-Z]+@", text), f"{path} is not filled in"
        if path.suffix == ".yaml":
            up = b"../" if path.parent.name == "rules" else b""
            assert text.startswith(b"# yaml-language-server: $schema=" + up + b".schema/")
    game = yaml.safe_load((here / "my-game" / "game.yaml").read_text(encoding="utf-8"))
    assert (game["title"], game["mark"]) == ("My game", "MG")


def test_start_with_cards_has_a_spreadsheet_and_a_picture_for_each_row(here):
    root = begin(here / "deck", "cards").project.root
    rows = (root / "cards.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) > 6
    assert len(list((root / "art").iterdir())) == len(rows) - 1


def test_booklet_of_the_start_with_rules_follows_its_list(here, run):
    project = TinyProject(begin(here / "ferry", "rules").project.root)
    assert run(project, "rules").code == 0
    assert "all 4 lanterns" in _booklet(project.root)
    cards = project.root / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("lantern, copies: 4", "lantern, copies: 5"), encoding="utf-8")
    assert "E501" in run(project, "rules").err  # the document still says 4
    assert run(project, "rules", "--force").code == 0
    assert "all 5 lanterns" in _booklet(project.root)


def _booklet(root: Path) -> str:
    """The text of the booklet in a project, as a program reads it."""
    pages = PdfReader(root / "output" / "ferry" / "rules" / "en" / "ferry-rules.pdf").pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_start_with_rails_has_tiles_for_its_map_and_whole_companies(here):
    project = begin(here / "line", "rails").project
    game = load_game(project, project.games()[0])
    (board,) = (piece for piece in game.pieces if piece.kind.id == "map")
    cell = board.kind.grid.cell
    held, homes = Counter(), {home for hex in board.front["hexes"] for home in hex["home"] or ()}
    for piece in game.pieces:
        if piece.kind.id == "tile":
            size = piece.kind.outline.size
            assert (size.width_mm, size.height_mm) == pytest.approx(
                (cell.width_mm, cell.height_mm), abs=1e-6
            )
        if piece.kind.id == "share":
            percent = int(str(piece.front["value"]).rstrip("%"))
            held[piece.front["title"].in_language("en")] += percent * piece.copies
    stations = {piece.front["value"] for piece in game.pieces if piece.kind.id == "station"}
    assert [*held.values()] == [100] * 4
    assert homes == stations


@pytest.mark.parametrize(
    "name, title",
    [('Say "hi": #1', 'Say "hi": #1'), ("über_alles", "Über alles"), ("Größe – 2", "Größe – 2")],
)
def test_title_is_the_name_of_the_folder(here, run, name, title):
    root = begin(here / name, "blank").project.root
    game = yaml.safe_load((root / "game.yaml").read_text(encoding="utf-8"))
    assert game["title"] == title
    assert run(TinyProject(root), "build").code == 0


def test_new_ends_with_the_next_two_commands(here, capsys):
    assert main(["new", "my game"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-3:] == ['    cd "my game"', "    fustella build", "    fustella preview --open"]


def test_new_in_the_folder_itself_keeps_the_files_of_other_programs(here, capsys):
    (here / "README.md").write_text("mine", encoding="utf-8")
    (here / ".git").mkdir()
    assert main(["new", "."]) == 0
    assert "README.md was there already, and stays" in capsys.readouterr().out
    assert (here / "README.md").read_text(encoding="utf-8") == "mine"
    assert (here / "game.yaml").is_file()


def test_new_twice_overwrites_nothing(here, capsys):
    assert main(["new", "deck"]) == 0
    (here / "deck" / "cards.csv").write_text("mine", encoding="utf-8")
    before = {path: path.read_bytes() for path in (here / "deck").rglob("*") if path.is_file()}
    assert main(["new", "deck", "--from", "blank"]) == 1
    assert "E015" in capsys.readouterr().err
    after = {path: path.read_bytes() for path in (here / "deck").rglob("*") if path.is_file()}
    assert before == after


@pytest.mark.parametrize("where", ["deck/inside", "deck/art/inside"])
def test_new_inside_of_a_game_is_refused(here, where):
    begin(here / "deck", "blank")
    with pytest.raises(ProblemsFound) as caught:
        begin(here / where, "blank")
    assert [problem.code for problem in caught.value.problems] == ["E015"]
    assert not (here / where).exists()


def test_new_in_content_is_one_more_game_of_the_project(tiny, run):
    begun = begin(tiny.root / "content" / "deck", "cards")
    assert begun.project == Project(tiny.root)
    assert not (tiny.root / "content" / "deck" / ".github").exists()
    game = (tiny.root / "content" / "deck" / "game.yaml").read_text(encoding="utf-8")
    assert game.startswith("# yaml-language-server: $schema=../../.schema/deck/game.json")
    assert run(tiny, "build", "deck").code == 0
    with pytest.raises(ProblemsFound):
        begin(tiny.root, "blank")


def test_file_in_the_way_is_told(here):
    (here / "deck").touch()
    with pytest.raises(ProblemsFound) as caught:
        begin(here / "deck", "blank")
    assert [problem.code for problem in caught.value.problems] == ["E015"]


def test_folder_that_cannot_be_written_is_told(here, capsys):
    (here / "file").touch()
    assert main(["new", "file/deck"]) == 1
    assert "E401" in capsys.readouterr().err


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_commands_of_the_workflow_run(here, run):
    """As on a pull request, which is compared with the branch `main` of the remote repository."""
    root = begin(here / "deck", "rules").project.root

    def git(*words):
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)

    git("init", "-q", "-b", "work")
    git("add", "-A")
    git("commit", "-qm", "first")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    (root / "cards.yaml").write_text(
        (root / "cards.yaml").read_text(encoding="utf-8").replace("Plank", "Board"), "utf-8"
    )
    workflow = yaml.safe_load((root / ".github/workflows/fustella.yml").read_text("utf-8"))
    lines = [step["run"] for step in workflow["jobs"]["box"]["steps"] if "run" in step]
    commands = [line.split()[1:] for line in lines if line.startswith("fustella ")]
    assert [words[0] for words in commands] == ["check", "build", "diff"]
    for words in commands:
        filled = " ".join(words).replace("${{ github.base_ref }}", "main").replace('"', "")
        if "--output" in filled:
            filled = filled.replace("output/diff.html", str(root / "output" / "diff.html"))
        ran = run(TinyProject(root), *filled.split())
        assert ran.code == 0, (words, ran.err)
    assert "Board" in (root / "output" / "diff.html").read_text(encoding="utf-8")


def workflow_commands(root):
    """The commands of `fustella` in the workflow of a project, in their order."""
    workflow = yaml.safe_load((root / ".github/workflows/fustella.yml").read_text("utf-8"))
    steps = workflow["jobs"]["box"]["steps"]
    return [
        (step["run"].split()[1:], step.get("if", ""))
        for step in steps
        if "fustella " in step.get("run", "") and step["run"].startswith("fustella ")
    ]


@pytest.mark.parametrize(
    ("table", "built", "red"),
    [
        ("en,de,it\nFox,Fuchs,Volpe\n", {"en", "de", "it"}, False),
        (f"en,de,it\nFox,{'Fuchs' * 30},Volpe\n", {"en", "it"}, True),
        (f"en,de,it\nFox,Fuchs,{'Volpe' * 30}\n", {"en", "de"}, True),
        (f"en,de,it\nFox,{'Fuchs' * 30},{'Volpe' * 30}\n", {"en"}, True),
        ("en,de\nFox,*Fuchs\n", {"en", "it"}, True),
        ("en,de\nAnimals cost you 1 less.,Tiere kosten 2 weniger.\n", {"en", "de", "it"}, False),
    ],
)
def test_workflow_builds_each_language_by_itself(here, run, table, built, red):
    """One with a fault keeps no other from being built, and the run ends in red."""
    root = begin(here / "deck", "cards").project.root
    game = (root / "game.yaml").read_text("utf-8").replace("[en]", "[en, de, it]")
    (root / "game.yaml").write_text(game, "utf-8")
    (root / "translations.csv").write_text(table, "utf-8")
    (check, _), (build, when), _ = workflow_commands(root)
    assert when == "${{ !cancelled() }}"
    codes = [run(TinyProject(root), *words).code for words in (check, build)]
    folders = {path.name.partition("-")[0] for path in root.glob("output/deck/*-A4")}
    assert folders == built
    assert any(codes) is red


def test_starts_are_those_that_lie_in_the_package():
    home = Path(fustella.__file__).parent / "resources" / "starts"
    assert {path.name for path in home.iterdir() if path.is_dir()} == {*STARTS, "project"}


def test_new_in_a_folder_around_this_one_is_refused(here, monkeypatch, capsys):
    (here / "games").mkdir()
    monkeypatch.chdir(here / "games")
    assert main(["new", ".."]) == 1
    assert "E015" in capsys.readouterr().err
    assert [path.name for path in here.iterdir()] == ["games"]
