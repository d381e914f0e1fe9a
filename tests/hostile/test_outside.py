"""Nothing outside of the project is opened or listed, be it by the tool or by git: strace looks on.

    FUSTELLA_OUTSIDE=all python -m pytest tests/hostile/test_outside.py -n 2

tries each command with a link in the place of each file and folder, which takes half an hour. To
look at a name (stat, readlink) is no reading.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers.forked import HOME, OUTSIDE, PROJECT, ROOT, TEMPORARY, make_room
from tests.hostile.layout import SECRET, run_git
from tests.hostile.rules import state_outside

pytestmark = pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")

GAME = """\
title: Probe
languages: [en, it]
mark: PR
document: rules.txt
icons: {star: own:star}
kinds:
  card:
    name: {en: Cards, it: Carte}
    size: poker
    front: card.svg.j2
    fields: {front: {title: text, art: image}}
"""
CARDS = """\
kind: card
source: {lines: 1}
pieces:
  - id: first
    name: {en: First, it: Primo}
    front: {title: {en: "A {star}", it: "B {star}"}, art: x}
"""
FACE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}
<rect width="{{ width }}" height="{{ height }}" fill="#ffffff"/>
{{ text(face.title, x=4, y=4, width=50, height=10, size=9) }}
{% endblock %}
"""
CLAIMS = """\
document: rules.txt
claims:
  - {id: a, check: count, lines: 1, of: {kind: card}, text: "There are {2} cards"}
"""
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></svg>'
FILES = {
    "content/probe/game.yaml": GAME,
    "content/probe/cards.yaml": CARDS,
    "content/probe/chits.yaml": "kind: card\nsource: {designed: ours}\npieces: chits.csv\n",
    "content/probe/chits.csv": "id,name.en,name.it,front.title.en,front.title.it,front.art\n"
    "foo,Foo,Fou,a,b,x\n",
    "content/probe/rules.txt": "There are 2 cards.\n",
    "content/probe/claims.yaml": CLAIMS,
    "content/probe/art/x.svg": SQUARE,
    "content/probe/icons/star.svg": SQUARE,
    "content/papers.yaml": "{}\n",
    "content/sizes.yaml": "{}\n",
    "content/stocks.yaml": "{}\n",
    "content/printers.yaml": "p: {dx: 0mm, dy: 0mm}\n",
    "content/words.csv": "word,en,it\n",
    "templates/probe/card.svg.j2": FACE,
    "templates/_shared/own.svg.j2": "<g/>",
    "kits/club.yaml": "# Printed.\ngame: probe\nlanguage: en\ntheme: full\npieces: {}\n",
}
LINKED = (
    *FILES,
    *("content", "content/probe", "content/other", "content/probe/more.yaml", "content/probe/art"),
    *("content/probe/art/sub", "content/probe/icons", "content/probe/icons/sub"),
    *("content/probe/fonts", "content/probe/sub", "content/probe/translations.yaml"),
    *("templates", "templates/probe", "templates/probe/sub", "templates/_shared"),
    *("templates/ready", "templates/ready/mine.yaml", "templates/ready/mine.svg.j2"),
    *("kits", "output", "output/probe", "output/.cache", "output/probe/en-A4"),
    *("output/probe/codes.json", "output/diff.html", "output/other"),
    *(".schema", ".schema/probe", ".schema/probe/game.json"),
)
"""Where a link is put; it leads to what was there, or to something of that form."""

COMMANDS = (
    *("list", "check", "check --format json", "check --document content/probe/rules.txt", "build"),
    *("build --language all", "build --kit club", "build --shop", "plan", "export --to png"),
    *("export --to web", "export --to tts --url http://x.example/", "playtest", "kit list"),
    *("kit new mine", "kit show club", "kit printed club", "diff", "diff --format html"),
    *("whatis PR-2222", "translate list", "translate export", "icons star", "icons", "eject"),
    *("eject card", "schema", "pull --check", "build --printer p", "new inner", "check --accept"),
    *("build --watch", "preview --port 8765", "playtest report", "simulate"),
)
LASTING = ("build --watch", "preview --port 8765")
"""What ends when it is interrupted."""

ALL = os.environ.get("FUSTELLA_OUTSIDE") == "all"
SOME = (
    ("kits", "kit list"),
    ("content/probe/sub", "build --watch"),
)
TRIED = [(link, words) for link in LINKED for words in COMMANDS] if ALL else SOME

_OPENED = re.compile(r"\b(?:open|openat|openat2|creat)\(.*= \d+<(.*?)>(?:\(deleted\))?$")
_WATCHED = re.compile(r'inotify_add_watch\([^,]*, "([^"]*)"')
_TRACED = "open,openat,openat2,creat,inotify_add_watch"


def opened_outside(room: Path, words: list[str]) -> tuple[int, str, list[str]]:
    """Runs a program in a project: its exit code, what it says, and what it opens outside."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "XDG_"))}
    own |= {"HOME": str(room / HOME), "TMPDIR": str(room / TEMPORARY), "PYTHONPATH": str(ROOT)}
    own |= {"XDG_STATE_HOME": str(room / "state"), "GIT_CONFIG_NOSYSTEM": "1"}
    lasts = " ".join(words[2:]) in LASTING
    strace = [
        *(("timeout", "-s", "INT", "5" if ALL else "3") if lasts else ()),
        *("strace", "-f"),
        "--seccomp-bpf",
        "-qq",
        "-y",
        "-s",
        "4096",
        "-e",
        f"trace={_TRACED}",
        "-o",
    ]
    done = subprocess.run(
        [*strace, str(room / "trace"), sys.executable, "-P", *words],
        cwd=room / PROJECT,
        env=own,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    outside = os.path.realpath(room / OUTSIDE)
    trace = (room / "trace").read_text(encoding="utf-8", errors="replace").splitlines()
    assert len(trace) > 50, done.stderr  # it did look on
    opened = {found[1] for line in trace if (found := _OPENED.search(line))}
    opened |= {os.path.realpath(found[1]) for line in trace if (found := _WATCHED.search(line))}
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    return done.returncode, said, sorted(path for path in opened if path.startswith(outside))


def lay(room: Path) -> None:
    make_room(room)
    for name, text in FILES.items():
        path = room / PROJECT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (room / OUTSIDE / "secret.txt").write_text(f"{SECRET}\n", encoding="utf-8")


def put_outside(room: Path, name: str) -> None:
    """Has a link in the place of a file or folder, which then lies outside."""
    path, target = room / PROJECT / name, room / OUTSIDE / name.replace("/", "-")
    if path.exists():
        path.rename(target)
    elif "." in Path(name).name[1:]:
        target.write_text("{}\n", encoding="utf-8")
    else:
        target.mkdir()
        for inner in ("game.yaml", "more.yaml", "codes.json", "a.svg", "a.svg.j2"):
            (target / inner).write_text("{}\n", encoding="utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


@pytest.mark.parametrize(("link", "words"), TRIED, ids=lambda words: words.replace("/", "-"))
def test_what_a_link_leads_to_is_not_opened(link, words, tmp_path):
    lay(tmp_path)
    if words.startswith(("diff", "whatis", "build", "kit show")):
        run_git(tmp_path, "init -q --template= -b main")
        run_git(tmp_path, "add -A")
        run_git(tmp_path, "commit -q -m one")
    first = {"output": "build", ".schema": "schema"}.get(link.partition("/")[0])
    if first and "/" in link:
        opened_outside(tmp_path, ["-m", "fustella", first])
    put_outside(tmp_path, link)
    before = state_outside(tmp_path)
    code, said, opened = opened_outside(tmp_path, ["-m", "fustella", *words.split()])
    assert not opened
    after = state_outside(tmp_path)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert changed <= {"state", "trace"}  # which are beside the project, not outside
    assert code in ((124, 1) if words in LASTING else (0, 1)), said
    assert "Traceback" not in said
    assert SECRET not in said


def test_a_file_outside_that_the_command_line_names_is_seen_to_be_opened(tmp_path):
    lay(tmp_path)
    named = tmp_path / OUTSIDE / "secret.txt"
    words = ["-m", "fustella", "plan", "--no-ink", "--copies-from", str(named)]
    assert opened_outside(tmp_path, words)[2] == [os.path.realpath(named)]


# Git, in one process for all of its repositories.

Change = Callable[[Path, Path], object]


def linked(name: str, to: str = "secret.txt") -> Change:
    """Has a link in the place of a file or folder of the repository."""

    def change(project: Path, outside: Path) -> None:
        path = project / ".git" / name
        if path.is_dir():
            shutil.rmtree(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(outside / to)

    return change


def written(name: str, text: str) -> Change:
    """Adds a text to a file; `@OUTSIDE@` in it is the folder outside."""

    def change(project: Path, outside: Path) -> None:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(text.replace("@OUTSIDE@", str(outside)))

    return change


def moved_out(name: str) -> Change:
    """Moves a part of the project outside, and has a link in its place."""

    def change(project: Path, outside: Path) -> None:
        (project / name).rename(outside / "moved")
        (project / name).symlink_to(outside / "moved")

    return change


def pointed_out(project: Path, outside: Path) -> None:
    (project / ".git").rename(outside / "elsewhere")
    (project / ".git").write_text(f"gitdir: {outside / 'elsewhere'}\n", encoding="utf-8")


def with_large_file(project: Path, outside: Path) -> None:
    """A file kept by Git LFS, whose folder is a link, and so is its name in the project."""
    digest = "0" * 64
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize 14\n"
    for name in ("content/probe/large.txt", "content/probe/linked/large.txt"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(pointer, encoding="utf-8")
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.example"]
    for words in (["add", "-A"], ["commit", "-q", "-m", "large"]):
        subprocess.run([*git, *words], cwd=project, check=True, capture_output=True)
    (outside / digest).write_text(f"{SECRET}\n", encoding="utf-8")
    (outside / "large.txt").write_text(f"{SECRET}\n", encoding="utf-8")
    kept = project / ".git" / "lfs" / "objects" / "00"
    kept.mkdir(parents=True)
    (kept / "00").symlink_to(outside)
    (project / "content/probe/large.txt").unlink()
    (project / "content/probe/large.txt").symlink_to(outside / "secret.txt")
    shutil.rmtree(project / "content/probe/linked")
    (project / "content/probe/linked").symlink_to(outside)


SETTINGS = """
[include]
\tpath = @OUTSIDE@/secret.txt
[includeIf "gitdir:**"]
\tpath = @OUTSIDE@/secret.txt
[core]
\tattributesFile = @OUTSIDE@/secret.txt
\texcludesFile = @OUTSIDE@/secret.txt
\tworktree = @OUTSIDE@
\thooksPath = @OUTSIDE@
\tfsmonitor = @OUTSIDE@/secret.txt
[mailmap]
\tfile = @OUTSIDE@/secret.txt
[log]
\tmailmap = true
[blame]
\tignoreRevsFile = @OUTSIDE@/secret.txt
[lfs]
\tstorage = @OUTSIDE@
[gpg "ssh"]
\tallowedSignersFile = @OUTSIDE@/secret.txt
[commit]
\ttemplate = @OUTSIDE@/secret.txt
"""

READ, REFUSED = "read", "refused"
REPOSITORIES: dict[str, tuple[Change, str]] = {
    "settings": (written(".git/config", SETTINGS), READ),
    "a linked configuration": (linked("config"), REFUSED),
    "a linked configuration of the working tree": (linked("config.worktree"), READ),
    "shallow": (linked("shallow"), REFUSED),
    "HEAD": (linked("HEAD"), REFUSED),
    "FETCH_HEAD": (linked("FETCH_HEAD"), REFUSED),
    "ORIG_HEAD": (linked("ORIG_HEAD"), REFUSED),
    "packed references": (linked("packed-refs"), REFUSED),
    "a branch": (linked("refs/heads/other"), REFUSED),
    "a folder of branches": (linked("refs/heads/more", ""), REFUSED),
    "all references": (moved_out(".git/refs"), REFUSED),
    "the log of HEAD": (linked("logs/HEAD"), REFUSED),
    "all logs": (linked("logs", ""), REFUSED),
    "tables of references": (linked("reftable", ""), REFUSED),
    "a branch with steps up": (written(".git/refs/heads/x", "ref: ../../@OUTSIDE@/secret\n"), READ),
    "a HEAD with steps up": (written(".git/FETCH_HEAD", "ref: ../../@OUTSIDE@/secret\n"), READ),
    "objects": (moved_out(".git/objects"), REFUSED),
    "a folder of objects": (linked("objects/ab", ""), REFUSED),
    "packs": (linked("objects/pack", ""), REFUSED),
    "an index of packs": (linked("objects/pack/multi-pack-index"), REFUSED),
    "a graph of commits": (linked("objects/info/commit-graph"), REFUSED),
    "borrowed objects": (written(".git/objects/info/alternates", "@OUTSIDE@\n"), REFUSED),
    "borrowed by steps up": (
        written(".git/objects/info/alternates", f"../../../../{OUTSIDE}\n"),
        REFUSED,
    ),
    "borrowed in quotes": (
        written(".git/objects/info/alternates", '"@OUTSIDE@"\n'),
        REFUSED,
    ),
    "a linked list of borrowed objects": (linked("objects/info/alternates"), REFUSED),
    "a common folder": (written(".git/commondir", "@OUTSIDE@\n"), REFUSED),
    "a linked common folder": (linked("commondir"), REFUSED),
    "a file that points out": (pointed_out, REFUSED),
    "a link in the place of the repository": (moved_out(".git"), REFUSED),
    "attributes": (linked("info/attributes"), READ),
    "grafts": (linked("info/grafts"), READ),
    "the index": (linked("index"), READ),
    "names of people": (lambda project, out: (project / ".mailmap").symlink_to(out), READ),
    "submodules": (lambda project, out: (project / ".gitmodules").symlink_to(out), READ),
    "large files": (with_large_file, READ),
}

_DRIVER = """
import sys
from pathlib import Path
from fustella.core.values.problems import ProblemsFound
from fustella.core.files.project import Project
from fustella.git.revisions import project_at_revision, revision_named, revisions_of_looks
for name in sys.argv[1:]:
    project = Project(Path(name))
    revisions_of_looks(project, "probe", 5)
    try:
        revision = revision_named(project, "HEAD")
        for other in ("x", "FETCH_HEAD")[: (project.root / ".git/FETCH_HEAD").exists() + 1]:
            try:
                revision_named(project, other)
            except ProblemsFound:
                pass
        with project_at_revision(project, revision) as then:
            assert (then.content / "probe" / "game.yaml").is_file()
        print(name, "read")
    except ProblemsFound as found:
        print(name, "refused", found)
"""


def test_what_a_repository_names_is_not_opened(tmp_path):
    lay(tmp_path)
    run_git(tmp_path, "init -q --template= -b main")
    run_git(tmp_path, "add -A")
    run_git(tmp_path, "commit -q -m one")
    shutil.rmtree(tmp_path / PROJECT / ".git" / "logs", ignore_errors=True)
    places: dict[Path, str] = {}
    for number, (name, (change, _)) in enumerate(REPOSITORIES.items()):
        place, outside = tmp_path / PROJECT / str(number), tmp_path / OUTSIDE / str(number)
        shutil.copytree(tmp_path / PROJECT / ".git", place / ".git")
        shutil.copytree(tmp_path / PROJECT / "content", place / "content")
        outside.mkdir()
        (outside / "secret.txt").write_text(f"{SECRET}\n", encoding="utf-8")
        change(place, outside)
        places[place] = name
    _, said, opened = opened_outside(tmp_path, ["-c", _DRIVER, *map(str, places)])
    numbers = {Path(path).relative_to(os.path.realpath(tmp_path / OUTSIDE)) for path in opened}
    assert not [list(places.values())[int(path.parts[0])] for path in numbers]
    assert SECRET not in said
    ends = dict(_ends(said, places))
    assert ends == {name: end for name, (_, end) in REPOSITORIES.items()}, said


def _ends(said: str, places: dict[Path, str]) -> Iterator[tuple[str, str]]:
    for line in said.splitlines():
        place, _, rest = line.partition(" ")
        if Path(place) in places:
            yield places[Path(place)], rest.split()[0]
