"""Whatever command prints, it holds the box against its claims first, as a whole build does."""

import inspect
from pathlib import Path

import pytest

from fustella.build import UNCHECKED_NOTE
from fustella.build.job import Job
from fustella.cli.arguments import COMMANDS
from fustella.draw import Artist
from fustella.export import format_names
from tests.conftest import Said, TinyProject
from tests.helpers.sharing import ROOT

PACKAGE = ROOT / "generator" / "fustella"
MODULES = sorted(PACKAGE.rglob("*.py"))

FAULTS = {
    "template": ("templates/tiny/card.svg.j2", "face.letter ~ face.cost", 'face.letter ~ "4"'),
    "list": ("content/tiny/cards.yaml", "cost: 9", "cost: 8"),
    "words": ("content/tiny/game.yaml", "{en: rare, it: rara}", "{en: rare, it: due volte rara}"),
    "translation": ("content/tiny/cards.yaml", "prendi **2**", "prendi **3**"),
    "game.yaml": ("content/tiny/game.yaml", "    back: card-back.svg.j2\n", ""),
}
"""One fault of each sort: a file, what stands there, and what then stands there."""

WAYS = (
    "build",
    "build --only card",
    "build --only coin,counter",
    "build --players 2",
    "build --pages 1",
    "build --copies-from {root}/copies.yaml",
    "build --boxes",
    "build --no-cover",
    "build --shop",
    "build --cutter silhouette",
    "build --kit club",
    "build --kit club --stickers",
    *(f"export --to {name}" for name in format_names()),
    "export --to png --only coin",
    "playtest",
    "quote",
    "quote --sell-sheet",
    "rules",
    *(f"job tiny {name}" for name in ("sheets", "coins", "pictures", "booklet")),
)
"""The commands that print, with the options that choose what is printed."""

PRINT_NOTHING = {
    "new": "writes a game to begin with",
    "import": "writes a game to begin with",
    "eject": "writes a template",
    "plan": "counts sheets and draws none for paper",
    "preview": "shows what is wrong beside the pieces",
    "calibrate": "prints a ruler, and nothing of a game",
    "check": "tells what is wrong",
    "completion": "prints a line for the shell",
    "diff": "shows what changed, whether it is right or wrong",
    "explain": "prints a page of the documentation",
    "icons": "prints names",
    "kit": "keeps records; `build --kit` prints",
    "list": "prints numbers",
    "odds": "computes odds",
    "pull": "fetches lists",
    "schema": "describes files for editors",
    "simulate": "counts what scripts draw",
    "studio": "runs the others, each of which holds what it makes",
    "translate": "writes texts for translators, who mend them",
    "whatis": "tells what a code means",
}

JOBS = """\
jobs:
  sheets: {build: }
  coins: {build: {only: coin}}
  pictures: {export: {to: png}}
  booklet: {rules: }
"""

DELIVERING = {
    "build/rules_files.py": "rules",
    "build/pipeline.py": "build",
    "export/run.py": "export --to png",
    "export/playtest.py": "playtest",
    "export/quote/run.py": "quote",
    "kits/build.py": "build --kit club",
}
"""The modules that deliver files, each with a way that leads through it."""


@pytest.fixture(scope="module")
def tiny_with_kit(tmp_path_factory, built_tiny):
    """Tiny after a build, with a kit of which nothing is printed yet, shared by the tests here."""
    project = TinyProject(tmp_path_factory.mktemp("ways") / "project")
    built_tiny.write(project.root)
    (project.root / "content/tiny/jobs.yaml").write_text(JOBS, encoding="utf-8")
    (project.root / "copies.yaml").write_text("boat: 1\n", encoding="utf-8")
    assert project.run("kit", "new", "club", "tiny") == 0
    return project


@pytest.fixture
def faulty(tiny_with_kit, run):
    """Puts a fault into the project, and has a way out tried, which must leave all as it was."""
    kept: dict[Path, bytes] = {}

    def refused(fault: str, way: str) -> list[Said]:
        file, old, new = FAULTS[fault]
        path = tiny_with_kit.root / file
        kept.setdefault(path, path.read_bytes())
        path.write_bytes(kept[path])
        tiny_with_kit.edit(file, old, new)
        before = tiny_with_kit.hashes()
        arguments = [part.format(root=tiny_with_kit.root) for part in way.split()]
        ran = run(tiny_with_kit, *arguments)
        assert ran.code == 1, way
        assert tiny_with_kit.hashes() == before, "the last good output stays"
        return ran.problems

    yield refused
    for path, content in kept.items():
        path.write_bytes(content)


@pytest.mark.parametrize("way", WAYS)
def test_fault_of_a_template_is_refused_whatever_prints_it(way, faulty):
    codes = {one.code for one in faulty("template", way)}
    assert codes == {"E520"}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("way", [*DELIVERING.values(), "build --only coin"])
def test_fault_of_any_sort_is_refused_as_a_whole_build_refuses_it(way, fault, faulty):
    assert faulty(fault, way)


def test_command_is_a_way_out_or_prints_nothing():
    printing = {way.split()[0] for way in WAYS}
    assert printing.isdisjoint(PRINT_NOTHING)
    assert printing | PRINT_NOTHING.keys() == {*COMMANDS}, "say of a new command what it prints"


def test_files_leave_through_a_job_that_holds_them_against_the_claims():
    sources = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in MODULES}
    delivering = {name for name, source in sources.items() if b".deliver(" in source}
    assert delivering == {*DELIVERING}, "name a way that leads through a new one"
    publishing = {name for name, source in sources.items() if b" publish(" in source}
    assert publishing == {"build/job.py", "build/publish.py"}, "others ask `Job.deliver`"
    assert "self.checked" in inspect.getsource(Job.deliver)


@pytest.mark.parametrize("way", ["build --only coin", "build --shop --only coin", "playtest"])
def test_forced_way_says_that_the_box_is_unchecked(way, tiny, run):
    tiny.edit(*FAULTS["template"])
    ran = run(tiny, *way.split(), "--force")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, UNCHECKED_NOTE)


def test_part_of_a_box_whose_other_faces_cannot_be_drawn_is_printed_when_forced(tiny, run):
    tiny.edit("templates/tiny/card.svg.j2", "face.letter", "face.lettre")
    assert {one.code for one in run(tiny, "build", "--only", "coin").problems} == {"E212"}
    assert run(tiny, "build", "--only", "coin", "--force").code == 0


def test_part_of_a_box_without_claims_is_not_held_up_by_its_other_faces(tiny, run):
    tiny.edit_freely("templates/tiny/card.svg.j2", "face.letter", "face.lettre")
    assert run(tiny, "build", "--only", "coin").code == 0


def test_part_of_a_box_that_was_built_draws_no_face_again(tiny, run, monkeypatch):
    def draw(*_: object) -> None:
        raise AssertionError("a face is drawn")

    monkeypatch.setattr(Artist, "_render", draw)
    assert run(tiny, "build", "--only", "coin").code == 0
