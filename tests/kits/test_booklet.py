"""Booklets of kits: what is printed again is what looks otherwise, and nothing else."""

import io
import re
import shutil
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.files.project import Project
from fustella.core.values.paper import Fold
from fustella.core.values.problems import Place
from fustella.history import ChangeReason
from fustella.kits import Kit, PrintedRules, read_kit
from fustella.kits.compare import booklet_change
from fustella.kits.store import kit_in, read_pending, with_kit
from tests.conftest import Snapshot, TinyProject
from tests.helpers.sharing import ROOT
from tests.history.test_whatis import git

BOOKLET = ROOT / "tests" / "games" / "booklet"
PLAY = "rules/20-play.en.md"
EDITS = (
    ("Never on ice.", "Never on thin ice."),
    ("The box has", "Your box has"),
    ("The lake is deep.", "The lake is very deep."),
    ("{from: 0102, to: 0303, over: [0202], label: 1}", "{from: 0102, to: 0303, label: 1}"),
    ("And no brakes.", "And no brake."),
    ("What it costs", "What it may cost"),
)


def kit_of(fold: Fold = Fold.SADDLE, rules: PrintedRules | None = None) -> Kit:
    return Kit("club", "ferry", "en", "full", {}, Place("kits/club.yaml"), fold, rules)


HASHES = st.lists(st.sampled_from("abcd"), min_size=1, max_size=6).map(tuple)


@given(HASHES, HASHES, st.sampled_from(Fold), st.booleans(), st.booleans())
def test_changed_leaves_alone_are_printed(then, now, fold, same_words, rules_only):
    kit = kit_of(fold, PrintedRules("A4", "words", then))
    today = PrintedRules("A4", "words" if same_words else "other", now)
    leaves = [(2 * at + 1, 2 * at + 2) for at in range(len(now))]
    change = booklet_change(kit, today, leaves, rules_only)
    if then == now or (rules_only and same_words):
        assert change is None
        return
    assert change is not None
    assert change.kind is (ChangeReason.LOOKS if same_words else ChangeReason.RULES)
    shifts = fold in (Fold.SADDLE, Fold.LEAFLET) and len(then) != len(now)
    assert change.whole == shifts
    both = [*zip(then, now, strict=False)]
    kept = {at for at, (a, b) in enumerate(both, 1) if a == b and not shifts}
    assert set(change.put_in) == {*range(1, len(now) + 1)} - kept
    assert set(change.take_out) == {*range(1, len(then) + 1)} - kept
    assert change.pages == tuple(page for at in change.put_in for page in leaves[at - 1])


def test_booklet_that_comes_or_goes_is_printed_or_taken_out():
    today = PrintedRules("A4", "words", ("a", "b"))
    new = booklet_change(kit_of(), today, [(1,), (2,)])
    assert new is not None
    assert (new.kind, new.put_in, new.take_out) == (ChangeReason.NEW, (1, 2), ())
    gone = booklet_change(kit_of(rules=today), None)
    assert gone is not None
    assert (gone.kind, gone.put_in, gone.take_out) == (ChangeReason.GONE, (), (1, 2))
    assert booklet_change(kit_of(), None) is None


HASH = st.text("0123456789abcdef", min_size=8, max_size=8)


@given(
    st.sampled_from(Fold),
    st.none()
    | st.builds(
        PrintedRules, st.just("A4"), HASH, st.lists(HASH, min_size=1, max_size=9).map(tuple)
    ),
)
def test_file_of_a_kit_keeps_the_booklet(fold, rules):
    kit = kit_of(fold, rules)
    text = with_kit("", kit)
    assert kit_in(text, "club") == kit
    remarked = text.replace("theme: full", "theme: full  # mine\n# above")
    without = with_kit(remarked, kit_of(fold))
    assert kit_in(without, "club") == kit_of(fold)
    assert "# mine" in without
    assert "# above" in without


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """A kit of the ferry, all of it printed."""
    root = tmp_path_factory.mktemp("kit") / "booklet"
    shutil.copytree(BOOKLET, root)
    project = TinyProject(root)
    assert project.run("kit", "new", "club") == 0
    assert project.run("build", "--kit", "club") == 0
    assert project.run("kit", "printed", "club") == 0
    return Snapshot(root)


@pytest.fixture
def club(printed: Snapshot, tmp_path: Path) -> TinyProject:
    """The ferry with a kit; the test's own, to be edited."""
    printed.write(tmp_path / "booklet")
    return TinyProject(tmp_path / "booklet")


def folder(project: TinyProject) -> Path:
    return project.root / "output" / "booklet" / "kits" / "club"


def pdfs(project: TinyProject) -> list[str]:
    return sorted(path.name for path in folder(project).glob("*.pdf"))


def pictures(path: Path) -> list[bytes]:
    """The pictures of the pages of a PDF, without their labels at the edge."""
    document = pypdfium2.PdfDocument(io.BytesIO(path.read_bytes()))
    found = []
    for page in document:
        picture = page.render(scale=0.8).to_pil().convert("RGB")
        wide, high = picture.size
        found.append(picture.crop((25, 25, wide - 25, high - 25)).tobytes())
    return found


def all_sheets(project: TinyProject) -> list[tuple[bytes, ...]]:
    """Both sides of each sheet of the whole booklet."""
    assert project.run("rules") == 0
    home = project.root / "output" / "booklet" / "rules" / "en"
    pages = pictures(home / "booklet-rules-sheets.pdf")
    return [*zip(pages[::2], pages[1::2], strict=True)]


def edit(project: TinyProject, old: str, new: str) -> None:
    for path in (project.root / "rules").glob("*.en.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new), encoding="utf-8")


@given(st.sets(st.sampled_from(EDITS), max_size=2))
@settings(max_examples=6)
def test_sheets_whose_pictures_changed_are_printed_again(printed, tmp_path_factory, edits):
    project = TinyProject(tmp_path_factory.mktemp("edited") / "booklet")
    printed.write(project.root)
    before = all_sheets(project)
    for old, new in edits:
        edit(project, old, new)
    after = all_sheets(project)
    assert project.run("build", "--kit", "club") == 0
    changed = [at for at, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b]
    assert bool(changed) == bool(edits)
    if not changed:
        assert pdfs(project) == []
        return
    pending = read_pending(folder(project))
    assert pending is not None
    assert pending.rules is not None
    assert [*pending.rules.put_in] == changed
    assert pdfs(project) == ["booklet-club-rules-sheets.pdf"]
    pages = pictures(folder(project) / "booklet-club-rules-sheets.pdf")
    assert [*zip(pages[::2], pages[1::2], strict=True)] == [after[at - 1] for at in changed]
    assert project.run("kit", "printed", "club") == 0
    assert project.run("build", "--kit", "club") == 0
    assert pdfs(project) == []


def test_kit_says_which_sheets_are_out_of_date(club, run):
    assert "nothing is lacking" in run(club, "kit", "show", "club").out
    club.edit(PLAY, "Never on ice.", "Never on thin ice.")
    said = run(club, "kit", "show", "club").out
    found = re.search(r"^rule booklet: other rules\n  print sheet (\d) of 2: (.+)$", said, re.M)
    assert found is not None
    assert found[2] == {"1": "pages 1, 2, 7, 8", "2": "pages 3, 4, 5, 6"}[found[1]]
    assert f"take out sheet {found[1]}\n" in said
    assert "rule booklet: other rules" in run(club, "build", "--kit", "club").out
    assert "unchanged" in run(club, "build", "--kit", "club").out
    assert "rule booklet: other rules" in run(club, "kit", "printed", "club").out
    assert "nothing is lacking" in run(club, "kit", "show", "club").out


def test_other_number_of_sheets_prints_the_whole_booklet(club, run):
    more = "".join(f"\n\n## Part {at}\n\n" + "Sail on. " * 120 for at in range(9))
    (club.root / "rules/30-more.en.md").write_text(f"# More{more}\n")
    said = run(club, "kit", "show", "club").out
    assert "its number of sheets has changed, so that pages have moved" in said
    assert "print all of it" in said
    assert "take out the old one" in said


def test_booklet_in_other_looks_is_no_other_rules(club, run):
    club.edit("rules/booklet.yaml", "size: 9.5pt", "size: 9.75pt")
    assert "rule booklet: other looks" in run(club, "kit", "show", "club").out
    assert "nothing to print" in run(club, "build", "--kit", "club", "--rules-only").out


def test_kit_whose_game_lost_its_booklet_takes_it_out(club, run):
    shutil.rmtree(club.root / "rules")
    assert "no longer in the box\n  take it out\n" in run(club, "build", "--kit", "club").out
    assert pdfs(club) == []
    run(club, "kit", "printed", "club")
    assert read_kit(Project(club.root), "club").rules is None


def test_cards_of_rules_are_printed_one_by_one(tmp_path, run):
    shutil.copytree(BOOKLET, tmp_path / "booklet")
    project = TinyProject(tmp_path / "booklet")
    run(project, "kit", "new", "club", "--fold", "cards")
    run(project, "build", "--kit", "club")
    run(project, "kit", "printed", "club")
    kit = read_kit(Project(project.root), "club")
    assert kit.fold is Fold.CARDS
    assert kit.rules is not None
    assert len(kit.rules.sheets) > 4
    project.edit(PLAY, "Never on ice.", "Never on icy.")
    run(project, "build", "--kit", "club")
    pending = read_pending(folder(project))
    assert pending is not None
    assert pending.rules is not None
    assert len(pending.rules.put_in) == 1
    assert not pending.rules.whole


def test_whole_build_is_recorded_with_its_booklet(club, run):
    club.edit(PLAY, "Never on ice.", "Never on thin ice.")
    run(club, "build", "--paper", "Letter")
    assert "and its booklet" in run(club, "kit", "printed", "club", "--whole").out
    rules = read_kit(Project(club.root), "club").rules
    assert rules is not None
    assert rules.paper == "Letter"
    assert "nothing is lacking" in run(club, "kit", "show", "club").out
    assert "nothing to print" in run(club, "build", "--kit", "club", "--paper", "Letter").out


def test_labels_take_no_booklet(club, run):
    club.edit(PLAY, "Never on ice.", "Never on thin ice.")
    ran = run(club, "build", "--kit", "club", "--paper", "labels-63x38", "--stickers")
    assert ran.code == 0, ran.err
    assert pdfs(club) == []


def test_diff_since_a_kit_tells_what_its_booklet_said(club, run):
    git(club, "init", "--quiet", "--template=")
    git(club, "add", "rules", "kits", "*.yaml", "art")
    git(club, "commit", "--quiet", "-m", "Printed")
    assert "nothing changed" in run(club, "diff", "club").out
    club.edit(PLAY, "Never on ice.", "Never on thin ice.")
    assert "Never on ice. → Never on thin ice." in run(club, "diff", "club").out


def test_diff_since_a_kit_without_git_says_what_is_not_known(club, run):
    club.edit(PLAY, "Never on ice.", "Never on thin ice.")
    assert "note: the rule booklet has changed; what was printed" in run(club, "diff", "club").out
