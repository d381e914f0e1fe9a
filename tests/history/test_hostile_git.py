"""Repositories of strangers: whatever they name, nothing of it runs, and reading them ends."""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fustella.core.files.project import Project
from fustella.git import repository
from fustella.git.revisions import project_at_revision, revision_named, revisions_of_looks
from tests.conftest import Snapshot, TinyProject
from tests.history.test_whatis import commit, git

COINS = "content/tiny/coins.yaml"

NAMING_PROGRAMS = """
[core]
    fsmonitor = {mark} fsmonitor
    pager = {mark} pager
    editor = {mark} editor
    sshCommand = {mark} ssh
    askPass = {mark} askpass
    gitProxy = {mark} proxy
    alternateRefsCommand = {mark} alternates
    hooksPath = {hooks}
    attributesFile = {attributes}
[include]
    path = {included}
[pager]
    log = {mark} pager-log
    cat-file = {mark} pager-cat
    rev-parse = {mark} pager-rev
[alias]
    log = !{mark} alias
    rev-parse = !{mark} alias
    cat-file = !{mark} alias
[log]
    showSignature = true
[gpg]
    program = {mark} gpg
[diff]
    external = {mark} external
[diff "all"]
    textconv = {mark} textconv
    command = {mark} command
[filter "all"]
    smudge = {mark} smudge
    clean = {mark} clean
    process = {mark} process
    required = true
[tar "tar"]
    command = {mark} tar
[credential]
    helper = !{mark} credential
[submodule "inner"]
    url = {outside}
    update = !{mark} submodule
[trailer "all"]
    command = {mark} trailer
[uploadpack]
    packObjectsHook = {mark} pack
[remote "origin"]
    url = {outside}
    promisor = true
    partialclonefilter = blob:none
    uploadpack = {mark} uploadpack
    vcs = mark
[extensions]
    partialClone = origin
"""

OF_THE_ENVIRONMENT = (
    "GIT_EXTERNAL_DIFF",
    "GIT_PAGER",
    "GIT_SSH_COMMAND",
    "GIT_ASKPASS",
    "GIT_EDITOR",
    "GIT_PROXY_COMMAND",
)

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")


@pytest.fixture
def past(built_tiny: Snapshot, tmp_path) -> TinyProject:
    """Tiny with two states committed, and a change since."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    built_tiny.write(tmp_path / "project")
    project = TinyProject(tmp_path / "project")
    git(project, "init", "--quiet", "--template=", "--initial-branch=main")
    commit(project, "All of it")
    project.edit(COINS, "value: 5", "value: 6")
    commit(project, "Six")
    project.edit(COINS, "value: 6", "value: 7")
    return project


@pytest.fixture
def marks(past, tmp_path, monkeypatch) -> Path:
    """Makes the repository name programs wherever it can; each leaves a file in this folder."""
    folder = tmp_path / "marks"
    folder.mkdir()
    mark = tmp_path / "mark"
    mark.write_text(f'#!/bin/sh\n: > "{folder}/${{1:-none}}"\n', encoding="utf-8")
    mark.chmod(0o755)
    hooks = past.root / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
        (hooks / name).write_text(f'#!/bin/sh\n: > "{folder}/hook"\n', encoding="utf-8")
        (hooks / name).chmod(0o755)
    attributes = past.root / ".git" / "info" / "attributes"
    attributes.parent.mkdir(exist_ok=True)
    attributes.write_text("* filter=all diff=all export-subst\n", encoding="utf-8")
    included = past.root / "included"
    included.write_text(f"[core]\n\tpager = {mark} included\n", encoding="utf-8")
    names = {"mark": mark, "hooks": hooks, "attributes": attributes, "included": included}
    with (past.root / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(NAMING_PROGRAMS.format(outside=tmp_path / "outside", **names))
    for name in OF_THE_ENVIRONMENT:
        monkeypatch.setenv(name, f"{mark} {name}")
    return folder


def lose(project: TinyProject, path: str) -> None:
    """Removes the object of a committed file, as a clone that is not complete lacks it."""
    found = git(project, "rev-parse", f"HEAD:{path}").strip()
    (project.root / ".git" / "objects" / found[:2] / found[2:]).unlink()


@posix_only
def test_the_programs_that_the_repository_names_would_run(past, marks):
    subprocess.run(["git", "archive", "HEAD"], cwd=past.root, capture_output=True, check=False)
    subprocess.run(["git", "status"], cwd=past.root, capture_output=True, check=False)
    assert {"fsmonitor", "process"} <= {path.name for path in marks.iterdir()}


@posix_only
@pytest.mark.parametrize(
    "words",
    [("diff",), ("diff", "HEAD~1"), ("diff", "main"), ("diff", "nowhere"), ("whatis", "TI-2222")],
    ids=" ".join,
)
def test_nothing_that_a_repository_names_runs(words, past, marks, run):
    ran = run(past, *words)
    assert not list(marks.iterdir())
    if words[-1] in ("diff", "HEAD~1", "main"):
        assert ran.code == 0, ran.err
        assert "1 rules" in ran.out


@posix_only
def test_a_missing_object_is_not_fetched_and_named(past, marks, run):
    lose(past, COINS)
    (problem,) = run(past, "diff").problems
    assert problem.code == "E615"
    assert "coins.yaml` is not in this clone" in problem.message
    run(past, "whatis", "TI-2222")
    assert not list(marks.iterdir())


@posix_only
def test_a_missing_commit_is_not_fetched(past, marks, run):
    lost = git(past, "rev-parse", "HEAD").strip()
    (past.root / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    ran = run(past, "diff", "HEAD~1")
    assert [said.code for said in ran.problems] == ["E611"]
    assert not list(marks.iterdir())


@posix_only
def test_a_git_in_the_project_is_not_run(past, tmp_path, run, monkeypatch):
    for folder in (past.root, past.root / "bin"):
        folder.mkdir(exist_ok=True)
        program = folder / "git"
        program.write_text(f'#!/bin/sh\n: > "{tmp_path}/ran"\n', encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.chdir(past.root)
    monkeypatch.setenv("PATH", f".::{past.root / 'bin'}:{os.environ['PATH']}")
    assert run(past, "diff").code == 0
    assert not (tmp_path / "ran").exists()


def test_variables_do_not_lead_to_another_repository(past, tmp_path, run, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nowhere"))
    assert "1 rules" in run(past, "diff").out


def test_a_worktree_elsewhere_that_the_settings_name_is_not_read(past, tmp_path, run):
    (tmp_path / "other").mkdir()
    git(past, "config", "core.worktree", str(tmp_path / "other"))
    assert run(past, "diff").code in (0, 1)
    assert not list((tmp_path / "other").iterdir())


def test_replaced_objects_are_not_taken(past, run):
    git(past, "replace", "HEAD", "HEAD~1")
    assert "6 → 7" in run(past, "diff").out


def test_links_of_a_revision_are_left_out(past, tmp_path):
    secret = tmp_path / "secret.yaml"
    secret.write_text("kind: card\n", encoding="utf-8")
    link = past.root / "content" / "tiny" / "linked.yaml"
    try:
        link.symlink_to(secret)
    except OSError:
        pytest.skip("links cannot be made here")
    commit(past, "A link")
    project = Project(past.root)
    with project_at_revision(project, revision_named(project, "HEAD")) as then:
        assert not os.path.lexists(then.content / "tiny" / "linked.yaml")
        assert (then.content / "tiny" / "coins.yaml").is_file()


def raw_tree(project: TinyProject, entries: str) -> str:
    """A folder of a repository from lines of `git ls-tree`."""
    done = subprocess.run(
        ["git", "mktree", "--missing"],
        cwd=project.root,
        input=entries.encode(),
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().strip()


def commit_tree(project: TinyProject, content: str) -> None:
    top = raw_tree(project, f"040000 tree {content}\tcontent\n")
    made = git(project, "commit-tree", top, "-m", "Made by hand").strip()
    git(project, "update-ref", "HEAD", made)


@pytest.mark.parametrize("kind", ["tree", "blob"])
def test_folders_that_repeat_are_refused(kind, past, run):
    if kind == "tree":
        inner = raw_tree(past, "")
    else:
        blob = git(past, "rev-parse", f"HEAD:{COINS}").strip()
        inner = raw_tree(past, "".join(f"100644 blob {blob}\tf{at:02}.yaml\n" for at in range(20)))
    for _ in range(30):
        inner = raw_tree(past, "".join(f"040000 tree {inner}\td{at}\n" for at in range(9)))
    commit_tree(past, inner)
    (problem,) = run(past, "diff").problems
    assert problem.code == "E615"
    assert "50000 files" in problem.message
    assert run(past, "whatis", "TI-2222").code == 1


def test_a_large_revision_is_refused(past, run, monkeypatch):
    monkeypatch.setattr(repository, "MOST_BYTES", 3000)
    (problem,) = run(past, "diff").problems
    assert problem.code == "E615"
    assert "MB" in problem.message


@posix_only
def test_a_repository_that_does_not_answer_is_given_up(past, run, monkeypatch):
    monkeypatch.setattr(repository, "PATIENCE_S", 0.5)
    found = git(past, "rev-parse", f"HEAD:{COINS}").strip()
    stored = past.root / ".git" / "objects" / found[:2] / found[2:]
    stored.unlink()
    os.mkfifo(stored)
    assert [said.code for said in run(past, "diff").problems] == ["E615"]
    config = past.root / ".git" / "config"
    config.unlink()
    os.mkfifo(config)
    (problem,) = run(past, "diff").problems
    assert (problem.code, problem.message) == (
        "E612",
        "git cannot be asked what was before: git does not answer",
    )


@posix_only
def test_git_that_does_not_answer_is_asked_once_for_all_games(past, tmp_path, monkeypatch):
    calls = tmp_path / "calls"
    waits = tmp_path / "programs" / "git"
    waits.parent.mkdir()
    waits.write_text(f"#!/bin/sh\necho asked >> '{calls}'\nexec sleep 60\n")
    waits.chmod(0o755)
    monkeypatch.setenv("PATH", f"{waits.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(repository, "PATIENCE_S", 0.5)
    project = Project(past.root)
    for game in ("tiny", "another", "third"):
        assert revisions_of_looks(project, game, 1) == ()
    assert calls.read_text() == "asked\n"


def moved(project: TinyProject, into: Path) -> TinyProject:
    into.parent.mkdir(parents=True, exist_ok=True)
    project.root.rename(into)
    return TinyProject(into)


def in_working_tree(past: TinyProject, tmp_path: Path) -> TinyProject:
    git(past, "worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "other")
    shutil.copy(past.root / COINS, tmp_path / "tree" / COINS)
    return TinyProject(tmp_path / "tree")


def in_a_larger_one(past: TinyProject, tmp_path: Path) -> TinyProject:
    shutil.rmtree(past.root / ".git")
    inner = moved(past, tmp_path / "lärge [one]" / "my *games" / "tiny")
    large = TinyProject(tmp_path / "lärge [one]")
    inner.edit(COINS, "value: 7", "value: 5")
    git(large, "init", "--quiet", "--template=")
    for value in ("5", "6"):
        inner.edit(COINS, f"value: {value}", "value: 6")
        git(large, "add", ".")
        git(large, "commit", "--quiet", "--allow-empty", "--message", value)
    inner.edit(COINS, "value: 6", "value: 7")
    return inner


def packed(past: TinyProject, tmp_path: Path) -> TinyProject:
    git(past, "tag", "v1")
    git(past, "gc", "--quiet")
    return past


def shallow(past: TinyProject, tmp_path: Path) -> TinyProject:
    git(past, "clone", "--quiet", "--depth=1", past.root.as_uri(), str(tmp_path / "shallow"))
    shutil.copy(past.root / COINS, tmp_path / "shallow" / COINS)
    return TinyProject(tmp_path / "shallow")


def with_long_ids(past: TinyProject, tmp_path: Path) -> TinyProject:
    shutil.rmtree(past.root / ".git")
    past.edit(COINS, "value: 7", "value: 6")
    git(past, "init", "--quiet", "--template=", "--object-format=sha256")
    commit(past, "All of it")
    past.edit(COINS, "value: 6", "value: 7")
    return past


def sharing_objects(past: TinyProject, tmp_path: Path) -> TinyProject:
    git(past, "clone", "--quiet", "--shared", str(past.root), str(tmp_path / "shared"))
    shutil.copy(past.root / COINS, tmp_path / "shared" / COINS)
    return TinyProject(tmp_path / "shared")


def in_a_submodule(past: TinyProject, tmp_path: Path) -> TinyProject:
    (tmp_path / "all").mkdir()
    around = TinyProject(tmp_path / "all")
    git(around, "init", "--quiet", "--template=")
    git(
        *(around, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add"),
        *(str(past.root), "inner"),
    )
    shutil.copy(past.root / COINS, around.root / "inner" / COINS)
    return TinyProject(around.root / "inner")


def by_a_link(past: TinyProject, tmp_path: Path) -> TinyProject:
    (past.root / ".git").rename(tmp_path / "o'ne; two")
    (past.root / ".git").symlink_to(tmp_path / "o'ne; two")
    return past


@pytest.mark.parametrize("kind", [in_a_larger_one, packed, shallow, with_long_ids])
def test_repositories_of_all_kinds_are_read(kind, past, tmp_path, run):
    project = kind(past, tmp_path)
    assert "6 → 7" in run(project, "diff").out
    assert revisions_of_looks(Project(project.root), "tiny", 5)


@pytest.mark.parametrize("kind", [in_working_tree, in_a_submodule, sharing_objects, by_a_link])
def test_repository_elsewhere_is_read_where_allowed(kind, past, tmp_path, run):
    project = kind(past, tmp_path)
    (problem,) = run(project, "diff").problems
    assert problem.code == "E612"
    added = shlex.split(problem.hint.partition("add to the command: ")[2])
    assert added[0] == "--git-dir"
    assert "6 → 7" in run(project, "diff", *added).out
    assert run(project, "diff", "--git-dir", str(tmp_path / "nowhere")).code == 1
    assert not revisions_of_looks(Project(project.root), "tiny", 5)
    allowed = Project(project.root, git_folders=(Path(added[1]),))
    assert revisions_of_looks(allowed, "tiny", 5)


def as_a_pointer_inside(past: TinyProject, tmp_path: Path) -> None:
    (past.root / ".git").rename(past.root / ".kept")
    (past.root / ".git").write_text("gitdir: .kept\n", encoding="utf-8")


def with_a_linked_branch_inside(past: TinyProject, tmp_path: Path) -> None:
    heads = past.root / ".git" / "refs" / "heads"
    (heads / "main").rename(heads.parent / "moved")
    (heads / "main").symlink_to("../moved")


def with_linked_objects_inside(past: TinyProject, tmp_path: Path) -> None:
    (past.root / ".git" / "objects").rename(past.root / ".git" / "things")
    (past.root / ".git" / "objects").symlink_to("things")


def with_an_empty_one_in_between(past: TinyProject, tmp_path: Path) -> None:
    (past.root / "content" / ".git").mkdir()


@pytest.mark.parametrize(
    "change",
    [
        as_a_pointer_inside,
        with_a_linked_branch_inside,
        with_linked_objects_inside,
        with_an_empty_one_in_between,
    ],
)
def test_what_leads_to_another_place_inside_is_followed(change, past, tmp_path, run):
    change(past, tmp_path)
    assert "6 → 7" in run(past, "diff").out


@pytest.mark.parametrize("variable", ["GIT_CEILING_DIRECTORIES", None])
def test_folders_above_are_looked_at_as_far_as_git_would(
    variable, past, tmp_path, run, monkeypatch
):
    project = in_a_larger_one(past, tmp_path)
    if variable:
        monkeypatch.setenv(variable, str(project.root.parent))
    said = run(project, "diff")
    assert ("6 → 7" in said.out) is (variable is None)
    assert not variable or "not kept in git" in said.problems[0].message


def test_what_git_noted_of_a_branch_is_found(past, run):
    assert "5 → 7" in run(past, "diff", "main@{1}").out


def with_tables(past: TinyProject) -> bool:
    """Whether the git of this computer can keep references in tables, and does now (git 2.45)."""
    shutil.rmtree(past.root / ".git")
    past.edit(COINS, "value: 7", "value: 5")
    command = ["git", "init", "--quiet", "--template=", "--ref-format=reftable", "-b", "main"]
    if subprocess.run(command, cwd=past.root, capture_output=True, check=False).returncode:
        past.edit(COINS, "value: 5", "value: 7")
        return False
    commit(past, "Five")
    past.edit(COINS, "value: 5", "value: 6")
    commit(past, "Six")
    past.edit(COINS, "value: 6", "value: 7")
    return True


def test_references_in_tables_are_read_by_a_git_that_knows_them(past, tmp_path, run):
    if not with_tables(past):
        pytest.skip("this git is older than 2.45")
    assert "6 → 7" in run(past, "diff").out
    assert "5 → 7" in run(past, "diff", "main~1").out
    git(past, "checkout", "--quiet", "--", COINS)
    tree = in_working_tree(past, tmp_path)
    assert run(tree, "diff", "main~1", "--git-dir", str(past.root / ".git")).code == 0


@pytest.mark.parametrize(
    "extension",
    ["refStorage = other", "refStorage = reftable\\n[core]\\n\\tbare = false", "new = 1"],
)
def test_a_repository_of_a_form_that_is_not_known_is_told(extension, past, run):
    with (past.root / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(f"[core]\n\trepositoryformatversion = 1\n[extensions]\n\t{extension}\n")
    (problem,) = run(past, "diff").problems
    assert (problem.code, problem.hint) == ("E612", "install the newest git")


def test_line_ends_of_a_working_copy_are_no_change(past, run):
    """As git does on Windows, unless it is told otherwise."""
    past.edit(COINS, "value: 7", "value: 6")
    path = past.root / "templates" / "tiny" / "coin.svg.j2"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    project = Project(past.root)
    with project_at_revision(project, revision_named(project, "HEAD")) as then:
        assert (then.templates / "tiny" / "coin.svg.j2").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("kept", ["in the project", "by LFS", "nowhere"])
def test_a_large_file_is_found_by_its_digest(kept, past):
    body = b"a large picture"
    digest = hashlib.sha256(body).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(body)}\n"
    picture = past.root / "content" / "tiny" / "art" / "large.bin"
    picture.parent.mkdir(exist_ok=True)
    picture.write_bytes(pointer.encode())
    commit(past, "A large file")
    if kept == "in the project":
        picture.write_bytes(body)
    elif kept == "by LFS":
        store = past.root / ".git" / "lfs" / "objects" / digest[:2] / digest[2:4]
        store.mkdir(parents=True)
        (store / digest).write_bytes(body)
    project = Project(past.root)
    with project_at_revision(project, revision_named(project, "HEAD")) as then:
        found = (then.content / "tiny" / "art" / "large.bin").read_bytes()
    assert found == (pointer.encode() if kept == "nowhere" else body)


def test_whatis_says_that_the_history_lies_elsewhere(past, tmp_path, run):
    project = in_working_tree(past, tmp_path)
    (problem,) = run(project, "whatis", "TI-2222").problems
    assert problem.code == "E601"
    added = shlex.split(problem.hint.partition("add to the command: ")[2])
    (problem,) = run(project, "whatis", "TI-2222", *added).problems
    assert "git" not in problem.hint


@posix_only
def test_a_path_in_a_hint_runs_nothing_and_steers_no_terminal(past, tmp_path, run):
    (past.root / ".git").rename(tmp_path / "kept")
    named = tmp_path / "it's $(touch x)\x1b[31m; `id`"
    (past.root / ".git").write_text(f"gitdir: {named}\n", encoding="utf-8")
    ran = run(past, "diff")
    hint = ran.problems[0].hint.partition("add to the command: ")[2]
    assert shlex.split(hint) == ["--git-dir", str(named).replace("\x1b", "[U+001B]")]
    assert "\x1b" not in ran.err


@posix_only
@pytest.mark.parametrize("inner", ["", "my *games/tiny"])
@pytest.mark.parametrize("name", ["shallow", "refs/heads/other", "objects/gg", "HEAD"])
def test_link_out_of_repository_is_refused_everywhere(name, inner, past, tmp_path, run):
    project = in_a_larger_one(past, tmp_path) if inner else past
    top = project.root.parent.parent if inner else project.root
    secret = tmp_path / "secret.txt"
    secret.write_text("A line of a file outside\n", encoding="utf-8")
    (top / ".git" / name).unlink(missing_ok=True)
    (top / ".git" / name).symlink_to(secret)
    (problem,) = run(project, "diff").problems
    assert problem.code == "E612"
    assert f"`.git/{name}` is a link out of the repository" in problem.message
    assert "A line" not in f"{problem.message} {problem.hint}"


@pytest.mark.parametrize("said", ["", "rubbish", "ref: elsewhere", "\x1b[2J"])
def test_a_damaged_head_is_told(said, past, run):
    (past.root / ".git" / "HEAD").write_text(said, encoding="utf-8")
    (problem,) = run(past, "diff").problems
    assert problem.code == "E612"
    assert "git cannot read the repository" in problem.message
