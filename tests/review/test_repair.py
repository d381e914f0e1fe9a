"""Repairs planned, shown and written: all files or none, and only what the diff shows."""

import os
import stat
from pathlib import Path

import pytest

from fustella.core.files.project import Project
from fustella.core.values.claims import Repair
from fustella.core.values.problems import Place, ProblemsFound
from fustella.review.repair import RepairPlan, apply, plan_repairs

pytestmark = pytest.mark.usefixtures("own_user")  # what stays undone here is told to no other test

COINS = "content/tiny/coins.yaml"
CLAIMS = "content/tiny/claims.yaml"
COINS_TEXT = (
    b"# coins\r\nkind: coin\r\npieces:\r\n  - {id: five, copies: 6, front: {value: 5}}   # 6\r\n"
)
CLAIMS_TEXT = 'claims:\n  - lines: 3\n    text: "{6} – fives"'.encode()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "content" / "tiny"
    folder.mkdir(parents=True)
    (folder / "coins.yaml").write_bytes(COINS_TEXT)
    (folder / "claims.yaml").write_bytes(CLAIMS_TEXT)
    return Project(tmp_path)


COPIES = Repair(Place(COINS, 4, "pieces[1].copies"), "6", "8")
VALUE = Repair(Place(COINS, 4, "front.value"), "5", "7")
FIGURE = Repair(Place(CLAIMS, 3, "text"), "{6}", "{8}")
MISSING = Repair(Place(COINS, 0, "copies"), "1", "2")
DIFF = """\
--- content/tiny/claims.yaml
+++ content/tiny/claims.yaml
@@ -1,3 +1,3 @@
 claims:
   - lines: 3
-    text: "{6} – fives"
\\ No newline at end of file
+    text: "{8} – fives"
\\ No newline at end of file
--- content/tiny/coins.yaml
+++ content/tiny/coins.yaml
@@ -1,4 +1,4 @@
 # coins\r
 kind: coin\r
 pieces:\r
-  - {id: five, copies: 6, front: {value: 5}}   # 6\r
+  - {id: five, copies: 8, front: {value: 5}}   # 6\r
"""


def contents(project: Project) -> dict[str, bytes]:
    """All files below the content folder, so that a test notices any that is left there."""
    paths = (path for path in project.content.rglob("*") if path.is_file())
    return {project.name_of(path): path.read_bytes() for path in paths}


def codes_and_files(plan: RepairPlan, project: Project) -> list[tuple[str, str]]:
    with pytest.raises(ProblemsFound) as raised:
        apply(plan, project)
    assert all(problem.hint for problem in raised.value.problems)
    return [(problem.code, problem.place.file) for problem in raised.value.problems]


def test_plan_repairs_shows_the_diff_and_writes_nothing(project):
    before = contents(project)
    plan = plan_repairs(project, [COPIES, FIGURE, MISSING, COPIES])
    assert [file.name for file in plan.files] == [CLAIMS, COINS]
    assert plan.mended == (FIGURE, COPIES)
    assert [unmended.repair for unmended in plan.unmended] == [MISSING]
    assert plan.diff() == DIFF
    assert contents(project) == before


def test_apply_writes_what_was_planned(project):
    plan = plan_repairs(project, [COPIES, VALUE, FIGURE])
    apply(plan, project)
    assert contents(project) == {
        COINS: COINS_TEXT.replace(b"copies: 6", b"copies: 8").replace(b"value: 5", b"value: 7"),
        CLAIMS: CLAIMS_TEXT.replace(b"{6}", b"{8}"),
    }


def test_apply_without_changes_writes_nothing(project):
    before = contents(project)
    plan = plan_repairs(project, [MISSING])
    assert plan.diff() == ""
    assert plan.changed == ()
    apply(plan, project)
    apply(plan_repairs(project, []), project)
    assert contents(project) == before


def test_apply_writes_only_changed_files(project):
    untouched = project.root / CLAIMS
    before = untouched.stat().st_ino
    wrong = Repair(FIGURE.place, "{9}", "{8}")
    apply(plan_repairs(project, [COPIES, wrong]), project)
    assert untouched.stat().st_ino == before


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_apply_keeps_permissions(project, mode):
    (project.root / COINS).chmod(mode)
    apply(plan_repairs(project, [COPIES]), project)
    assert stat.S_IMODE((project.root / COINS).stat().st_mode) == mode


def test_apply_to_a_link_writes_its_target(project):
    path, real = project.root / COINS, project.root / "elsewhere.yaml"
    path.rename(real)
    path.symlink_to(real)
    apply(plan_repairs(project, [COPIES]), project)
    assert path.is_symlink()
    assert real.read_bytes() == COINS_TEXT.replace(b"copies: 6", b"copies: 8")


def test_plan_repairs_of_a_link_out_of_the_project_are_unmended(project, tmp_path_factory):
    path, real = project.root / COINS, tmp_path_factory.mktemp("other") / "elsewhere.yaml"
    path.rename(real)
    path.symlink_to(real)
    (unmended,) = plan_repairs(project, [COPIES]).unmended
    assert unmended.reason == "the file cannot be read: leads out of the project"


def test_plan_repairs_of_missing_file_are_unmended(project):
    gone = Repair(Place("content/tiny/cards.yaml", 3, "copies"), "1", "2")
    plan = plan_repairs(project, [gone, COPIES])
    assert plan.mended == (COPIES,)
    assert [one.reason for one in plan.unmended] == [
        "the file cannot be read: there is no such file"
    ]


def test_plan_repairs_of_file_not_in_utf_8_are_unmended(project):
    (project.root / COINS).write_bytes(b"copies: 6 # \xe9\n")
    (unmended,) = plan_repairs(project, [COPIES]).unmended
    assert "UTF-8" in unmended.reason


def test_plan_repairs_that_contradict_are_unmended(project):
    other = Repair(COPIES.place, "6", "9")
    plan = plan_repairs(project, [COPIES, other])
    assert plan.changed == ()
    assert [one.repair for one in plan.unmended] == [COPIES, other]


# Each of these keeps all files from being written.


def test_apply_with_file_changed_meanwhile_writes_nothing(project):
    plan = plan_repairs(project, [COPIES, FIGURE])
    (project.root / COINS).write_bytes(COINS_TEXT + b"# more\r\n")
    before = contents(project)
    assert codes_and_files(plan, project) == [("E510", COINS)]
    assert contents(project) == before


def test_apply_with_file_gone_meanwhile_writes_nothing(project):
    plan = plan_repairs(project, [COPIES, FIGURE])
    (project.root / COINS).unlink()
    before = contents(project)
    assert codes_and_files(plan, project) == [("E510", COINS)]
    assert contents(project) == before


def test_apply_with_write_protected_file_writes_nothing(project):
    plan = plan_repairs(project, [COPIES, FIGURE])
    (project.root / COINS).chmod(0o444)
    before = contents(project)
    assert codes_and_files(plan, project) == [("E510", COINS)]
    assert contents(project) == before


def test_apply_with_several_obstacles_names_all(project):
    plan = plan_repairs(project, [COPIES, FIGURE])
    for name in (COINS, CLAIMS):
        (project.root / name).write_bytes(b"a: 1\n")
    assert codes_and_files(plan, project) == [("E510", CLAIMS), ("E510", COINS)]


def test_apply_on_full_disk_writes_nothing(project, monkeypatch):
    plan = plan_repairs(project, [COPIES, FIGURE])
    before = contents(project)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert [code for code, _ in codes_and_files(plan, project)] == ["E510"]
    assert contents(project) == before


@pytest.mark.parametrize("second_names", [True, False])
@pytest.mark.parametrize("stop", [PermissionError(13, "Permission denied"), KeyboardInterrupt()])
def test_apply_stopped_between_two_files_restores_the_first(
    project, monkeypatch, stop, second_names
):
    plan = plan_repairs(project, [COPIES, FIGURE])
    before = contents(project)
    real, stops = Path.replace, [stop]

    def refuses_coins(self: Path, target: Path) -> Path:
        if target.name == "coins.yaml" and stops:
            raise stops.pop()
        return real(self, target)

    def has_none(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(Path, "replace", refuses_coins)
    if not second_names:
        monkeypatch.setattr(os, "link", has_none)
    with pytest.raises((ProblemsFound, KeyboardInterrupt)):
        apply(plan, project)
    assert contents(project) == before


def test_apply_stopped_after_a_replacement_restores_all(project, monkeypatch):
    plan = plan_repairs(project, [COPIES, FIGURE])
    before = contents(project)
    real, stops = Path.replace, [KeyboardInterrupt()]

    def stopped(self: Path, target: Path) -> Path:
        real(self, target)
        if target.name == "coins.yaml" and stops:
            raise stops.pop()
        return target

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        apply(plan, project)
    assert contents(project) == before


def test_apply_with_file_that_cannot_be_restored_keeps_a_copy(project, monkeypatch):
    plan = plan_repairs(project, [COPIES, FIGURE])
    real = Path.replace

    def refuses(self: Path, target: Path) -> Path:
        if target.name == "coins.yaml" or self.name.endswith(".old"):
            raise PermissionError(13, "Permission denied")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", refuses)
    assert [code for code, _ in codes_and_files(plan, project)] == ["E510"]
    assert CLAIMS_TEXT in contents(project).values()
    assert contents(project)[COINS] == COINS_TEXT


def test_apply_never_leaves_a_file_missing(project, monkeypatch):
    """At any moment a reader of the file finds the old text or the new one."""
    seen = []
    real = os.replace

    def looking(self: Path, target: Path) -> None:
        seen.append((project.root / COINS).read_bytes())
        real(self, target)

    monkeypatch.setattr(Path, "replace", looking)
    apply(plan_repairs(project, [COPIES]), project)
    assert seen == [COINS_TEXT]
