"""Errata of booklets: what rules say otherwise than in the version that somebody named."""

import io
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader

from fustella.core.files.project import Project
from fustella.kits import read_kit
from tests.conftest import Snapshot, TinyProject
from tests.helpers.sharing import ROOT
from tests.history.test_whatis import git

BOOKLET = ROOT / "tests" / "games" / "booklet"
PLAY, SETTINGS = "rules/20-play.en.md", "rules/booklet.yaml"
HEAD = "Changes since v1.0"


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The ferry in a repository, with errata since a tag that there is not yet."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("committed") / "booklet"
    shutil.copytree(BOOKLET, root)
    project = TinyProject(root)
    settings = (root / SETTINGS).read_text(encoding="utf-8")
    (root / SETTINGS).write_text(f"{settings}errata: v1.0\n", encoding="utf-8")
    git(project, "init", "--quiet", "--template=")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "All of it")
    return Snapshot(root)


@pytest.fixture
def untagged(committed: Snapshot, tmp_path: Path) -> TinyProject:
    committed.write(tmp_path / "booklet")
    return TinyProject(tmp_path / "booklet")


@pytest.fixture
def ferry(untagged: TinyProject) -> TinyProject:
    """The ferry, of which version 1.0 was printed."""
    git(untagged, "tag", "v1.0")
    return untagged


def pages(project: TinyProject, run, language: str = "en") -> list[str]:
    ran = run(project, "rules", "--language", language)
    assert ran.code == 0, ran.err
    assert "E718" not in ran.err
    home = project.root / "output" / "booklet" / "rules" / language
    reader = PdfReader(io.BytesIO((home / "booklet-rules.pdf").read_bytes()))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def errata(project: TinyProject, run, language: str = "en") -> str:
    """What follows the heading of the errata on its page; "" where there are none."""
    (_, *found) = "\n".join(pages(project, run, language)[1:]).split(HEAD)
    return found[-1] if found else ""


def test_booklet_without_changes_has_no_errata(ferry, run):
    assert not [page for page in pages(ferry, run) if HEAD in page]


def test_errata_name_chapter_page_and_words(ferry, run):
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    found = errata(ferry, run)
    assert "Where Before Now" in found
    assert "How to play" in found
    assert "Never on ice. Never on thin ice." in found
    on = next(at for at, page in enumerate(pages(ferry, run), 1) if "Your turn" in page)
    assert f"How to play (p. {on}) Never on ice." in found


def test_errata_follow_the_lists(ferry, run):
    ferry.edit("cargo.yaml", "cost: 5", "cost: 6")
    found = errata(ferry, run)
    assert "You pay 5" in found
    assert "You pay 6" in found
    assert "45 in all" in found
    assert "46 in all" in found


def test_other_styles_and_other_places_are_no_errata(ferry, run):
    ferry.edit(PLAY, "along the *coast*", "along the coast")
    text = (ferry.root / PLAY).read_text(encoding="utf-8")
    moved = text.replace("> The lake is deep.\n\n", "").rstrip() + "\n\nThe lake is deep.\n"
    (ferry.root / PLAY).write_text(moved, encoding="utf-8")
    assert errata(ferry, run) == ""


def test_errata_stand_where_somebody_puts_them(ferry, run):
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    ferry.edit("rules/10-start.en.md", "# Set-up", "{errata}\n\n# Set-up")
    text = "\n".join(pages(ferry, run)[1:])
    assert text.count("Before Now") == 1
    assert text.index("Before Now") < text.index("Move one")
    ferry.edit(PLAY, "Never on thin ice.", "Never on ice.")
    assert HEAD not in "\n".join(pages(ferry, run))


def test_errata_are_in_the_language_of_the_booklet(ferry, run):
    ferry.edit("rules/20-play.it.md", "Mai sul ghiaccio.", "Mai sul ghiaccio sottile.")
    assert errata(ferry, run) == ""
    text = "\n".join(pages(ferry, run, "it"))
    assert "Modifiche dalla versione v1.0" in text
    assert "Mai sul ghiaccio. Mai sul ghiaccio sottile." in text


def test_first_version_of_a_booklet_has_no_errata(untagged, run):
    git(untagged, "rm", "-r", "--quiet", "--cached", "rules")
    git(untagged, "commit", "--quiet", "-m", "No rules")
    git(untagged, "tag", "v1.0")
    assert errata(untagged, run) == ""


def test_missing_tag_is_told_and_found_once_it_is_there(untagged, run):
    untagged.edit(PLAY, "Never on ice.", "Never on thin ice.")
    (said,) = run(untagged, "rules").problems
    assert (said.code, said.file, said.key) == ("E718", SETTINGS, "errata")
    assert "git has no tag `v1.0`" in said.message
    git(untagged, "tag", "v1.0")
    assert "Never on thin ice." in errata(untagged, run)


def test_branches_are_no_versions(untagged, run):
    git(untagged, "branch", "v1.0")
    (said,) = run(untagged, "rules").problems
    assert said.code == "E718"


def test_ids_of_commits_are_versions(ferry, run):
    commit = git(ferry, "rev-parse", "HEAD").strip()[:10]
    ferry.edit(SETTINGS, "errata: v1.0", f"errata: {commit}")
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    assert f"Changes since {commit}" in "\n".join(pages(ferry, run))


def test_errata_without_a_version_are_told(ferry, run):
    ferry.edit(SETTINGS, "errata: v1.0\n", "")
    ferry.edit(PLAY, "> The lake", "{errata}\n\n> The lake")
    told = [said for said in run(ferry, "rules").problems if said.code == "E716"]
    assert [(said.file, said.line) for said in told] == [(PLAY, 54)]


def test_build_prints_errata_too(ferry, run):
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    assert run(ferry, "build").code == 0
    path = ferry.root / "output" / "booklet" / "en-A4" / "booklet-rules.pdf"
    assert HEAD in "\n".join(page.extract_text() for page in PdfReader(path).pages)


def test_errata_are_no_change_of_rules_themselves(ferry, run):
    run(ferry, "kit", "new", "club")
    run(ferry, "build", "--kit", "club")
    run(ferry, "kit", "printed", "club")
    words = read_kit(Project(ferry.root), "club").rules.words
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    assert "Ferry: 1 in the booklet\n" in run(ferry, "diff").out
    ferry.edit(PLAY, "Never on thin ice.", "Never on ice.")
    ferry.edit(SETTINGS, "errata: v1.0\n", "")
    assert "nothing is lacking" in run(ferry, "kit", "show", "club").out
    assert read_kit(Project(ferry.root), "club").rules.words == words


def test_booklet_with_errata_is_unchanged_when_nothing_was_edited(ferry, run):
    ferry.edit(PLAY, "Never on ice.", "Never on thin ice.")
    run(ferry, "rules")
    said = run(ferry, "rules").out
    assert "unchanged" in said
    assert "written" not in said
