"""A folder that is one game, without `content/`: all commands work in it as elsewhere."""

import json
import shutil
import subprocess

import pytest

from fustella.build.inputs import load_game
from fustella.build.watch import _DEBOUNCE as DEBOUNCE
from fustella.build.watch import FolderWatcher
from fustella.core.files.project import project_at
from fustella.core.values.colour import contrast
from tests.conftest import TinyProject

LIST = "kind: ready/text-card\npieces: cards.csv\n"
ROWS = "id,title,text,copies\nfox,Fox,Steal one coin.,3\nowl,Owl,Look at a card.,\n"


@pytest.fixture
def foxes(tmp_path):
    """A list and its spreadsheet, and files of other programs."""
    root = tmp_path / "foxes"
    root.mkdir()
    (root / "cards.yaml").write_text(LIST, encoding="utf-8")
    (root / "cards.csv").write_text(ROWS, encoding="utf-8")
    (root / "compose.yaml").write_text("services: {a: {image: b}}\n", encoding="utf-8")
    (root / "README.md").touch()
    return TinyProject(root)


def test_one_list_in_an_empty_folder_builds(foxes, run):
    ran = run(foxes, "build")
    assert ran.code == 0, ran.err
    pdfs = sorted(path.name for path in (foxes.output / "foxes" / "en-A4").glob("*.pdf"))
    assert pdfs == ["foxes-cover.pdf", "foxes-text-card.pdf"]


def test_build_in_a_single_folder_is_unchanged_the_second_time(foxes, run):
    assert run(foxes, "build").code == 0
    assert "unchanged" in run(foxes, "build").out
    assert run(foxes, "build", "--output", str(foxes.root / "pdf")).code == 0
    assert "unchanged" in run(foxes, "build").out, "another output folder is no content"
    foxes.edit("cards.csv", "one coin", "two coins")
    assert "unchanged" not in run(foxes, "build").out


@pytest.mark.parametrize(
    "command",
    ["check", "list", "plan", "kit new club foxes", "kit list", "check foxes", "list foxes"],
)
def test_commands_work_in_a_single_folder(foxes, run, command):
    ran = run(foxes, *command.split())
    assert ran.code == 0, ran.err


def test_faults_in_a_single_folder_are_named_from_it_on(foxes, run):
    foxes.edit("cards.csv", ",3\n", ",many\n")
    foxes.edit("cards.yaml", "kind: ready/text-card", "kind: ready/text-crad")
    (foxes.root / "more.yaml").write_text("kind: ready/token\npieces: [{id: a}]\nx: 1\n")
    said = {(one.file, one.code) for one in run(foxes, "build").problems}
    assert ("cards.yaml", "E117") in said
    assert ("more.yaml", "E106") in said


def test_cell_of_a_single_folder_is_named_without_a_dot(foxes, run):
    foxes.edit("cards.csv", ",3\n", ",many\n")
    (one,) = run(foxes, "build").problems
    assert (one.file, one.line, one.key) == ("cards.csv", 2, "copies")


def test_ready_kind_that_the_game_declares_too_is_refused(foxes, run):
    game = "title: Foxes\nlanguages: [en]\nkinds: {text-card: {front: ready/text-card}}\n"
    (foxes.root / "game.yaml").write_text(game, encoding="utf-8")
    (one,) = run(foxes, "build").problems
    assert (one.code, one.file, one.line, one.key) == ("E111", "cards.yaml", 1, "kind")
    assert "kind: text-card" in one.hint


def test_unknown_game_of_a_single_folder_is_refused(foxes, run):
    (one,) = run(foxes, "build", "owls").problems
    assert (one.code, one.hint) == ("E002", "known: foxes")


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_history_of_a_single_folder_is_that_of_its_files(foxes, run):
    def git(*words):
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        line = ["git", *who, *words]
        subprocess.run(line, cwd=foxes.root, check=True, capture_output=True)

    (foxes.root / "a b [draft].yaml").write_text("# no list\n", encoding="utf-8")
    assert run(foxes, "build").code == 0
    ledger = json.loads((foxes.output / "foxes" / "codes.json").read_text(encoding="utf-8"))
    code = next(entry["code"] for entry in ledger if entry["piece"] == "fox")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    foxes.edit("cards.csv", "one coin", "two coins")
    assert "one coin" in run(foxes, "diff").out
    git("commit", "-qam", "second")
    shutil.rmtree(foxes.output)
    ran = run(foxes, "whatis", code)
    assert "two coins" in ran.out + ran.err, ran


def test_watcher_of_a_single_folder_does_not_see_what_is_built(foxes):
    project = project_at(foxes.root)
    watcher = FolderWatcher(project.watched(), DEBOUNCE, print, project.left_out)
    rounds = iter(watcher)
    assert next(rounds) == frozenset()
    (foxes.root / "output" / "foxes").mkdir(parents=True)
    (foxes.root / "output" / "foxes" / "made.pdf").touch()
    (foxes.root / "art").mkdir()
    (foxes.root / "art" / "fox.png").touch()
    seen = set(next(rounds))
    while foxes.root / "art" / "fox.png" not in seen:
        seen |= next(rounds)
    watcher.stop.set()
    assert not [path for path in seen if "output" in path.parts]


GAME = "title: Foxes\nlanguages: [en]\nkinds: {card: {front: ready/text-card}}\n"


@pytest.mark.parametrize(
    "old, new, code, key, hint",
    [
        ("ready/text-card", "text-card", "E117", "card.front", "did you mean `ready/text-card`?"),
        ("ready/text-card", "token.svg.j2", "E117", "card.front", "did you mean `ready/token`?"),
        ("ready/text-card", "ready/tex-card", "E117", "card.front", "`ready/text-card`?"),
        ("kinds:", "colours: {ink: '#fff'}\nkinds:", "E115", "colours.ink", "darker"),
        ("text-card}", "text-card, layout: {front: {tilte: {fit: no}}}}", "E106", "tilte", "title"),
    ],
)
def test_mistake_about_a_ready_face_is_one_problem(foxes, run, old, new, code, key, hint):
    foxes.edit("cards.yaml", "kind: ready/text-card", "kind: card")
    assert old in GAME
    (foxes.root / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    said = [one for one in run(foxes, "build").problems if one.file == "game.yaml"]
    (one,) = said
    assert one.code == code
    assert one.key.endswith(key) and hint in one.hint


def test_text_with_a_comma_and_no_quotes_is_told_as_that(foxes, run):
    foxes.edit("cards.csv", "Look at a card.,", "Look, and draw, a card.,2")
    said = run(foxes, "build").problems
    assert any("quotes" in one.hint and one.line == 3 for one in said), said


def test_column_that_is_no_field_is_first_asked_which_it_is(foxes, run):
    foxes.edit("cards.csv", "copies", "Number")
    (one,) = run(foxes, "build").problems
    assert "in cards.yaml" in one.hint
    assert one.hint.index("copies") < one.hint.index("ignore"), one.hint


@pytest.mark.parametrize(
    "layout, over",
    [
        ("title: {y: 50%}", "title"),
        ("text: {y: 5%}", "text"),
        ("title: {size: 9pt}", ""),
        ("text: {y: 5%, over: title}", ""),
        ("title: {y: 50%}, text: {over: title}", ""),
        ("title: {y: 50%}, text: {over: [title]}", ""),
        ("title: {y: 50%}, note: {over: text}", "title"),
        ("title: false, text: {y: 5%}", ""),
    ],
)
def test_zones_that_a_layout_lays_over_each_other_are_warned_of(foxes, run, layout, over):
    foxes.edit("cards.yaml", "kind: ready/text-card", "kind: card")
    game = GAME.replace("text-card}", f"text-card, layout: {{front: {{{layout}}}}}}}")
    (foxes.root / "game.yaml").write_text(game, encoding="utf-8")
    ran = run(foxes, "build")
    assert ran.code == 0, ran.err
    told = [one for one in ran.problems if one.code == "E234"]
    assert {one.key.rpartition(".")[2] for one in told} == ({over} if over else set())
    assert run(foxes, "build").err == ran.err, "it is told again as long as it is so"
    if over:
        (one,) = told
        assert one.hint == "move one; or say that it is meant so: text: {over: title}"


def test_text_with_a_panel_may_stand_on_a_picture(foxes, run):
    """The way to a card that is all picture; without a panel or a colour it is told."""
    (foxes.root / "art").mkdir()
    fox = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 7"><path d="M0 0h5v7z"/></svg>'
    (foxes.root / "art" / "fox.svg").write_text(fox, encoding="utf-8")
    rows = "id,title,text,art\nfox,Fox,Steal one coin.,fox\nowl,Owl,Look.,\n"
    (foxes.root / "cards.csv").write_text(rows, encoding="utf-8")
    foxes.edit("cards.yaml", "kind: ready/text-card", "kind: card")
    whole = "art: {x: 0mm, right: 0mm, y: 0mm, bottom: 0mm}"
    dressed = "title: {fill: paper}, text: {fill: paper}"
    meant = "title: {over: art}, text: {over: art}"
    for layout, zones in (
        (f"{whole}, {dressed}", []),
        (f"{whole}, {meant}", []),
        (f"{whole}, title: {{over: art}}", ["`text`"]),
        (whole, ["`title`", "`text`"]),
    ):
        kind = f"ready/card, edge: none, bleed: 3mm, layout: {{front: {{{layout}}}}}}}"
        game = GAME.replace("ready/text-card}", kind)
        (foxes.root / "game.yaml").write_text(game, encoding="utf-8")
        ran = run(foxes, "build")
        assert ran.code == 0, ran.err
        assert [one.message.split()[1] for one in ran.problems] == zones
        assert all("on 1 of 2 designs" in one.message for one in ran.problems)


def test_ink_of_ready_faces_is_light_on_dark_paper(foxes):
    game = "title: Foxes\nlanguages: [en]\ncolours: {paper: '#14202c'}\n"
    (foxes.root / "game.yaml").write_text(game, encoding="utf-8")
    project = project_at(foxes.root)
    colours = load_game(project, project.single).colours
    assert contrast(str(colours["ink"]), "#14202c") > 7
