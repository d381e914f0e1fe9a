"""Commands as they are started by a user, in several processes, in a storm of kills or of errors.

A `Storm` runs a command at some change of a file, counted over all of its processes: there either
every process of it is killed at once, or the system says an error. Then the next command is run,
and what there is must be what an undisturbed command leaves. Errors may meet whatever is read, too,
in the project and in the folders of the package. POSIX only.
"""

import builtins
import contextlib
import copy
import errno
import hashlib
import io
import json
import mmap
import os
import random
import re
import shutil
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fustella.build.ledger import LEDGER
from fustella.build.stamps import STAMPS
from tests.conftest import Snapshot, TinyProject
from tests.faults.server import KILL, Faults
from tests.forked import load_for_runs

ERRORS = ("EIO", "ENOSPC", "EACCES", "EROFS")

PATIENCE_S = 60.0

_COUNT = struct.Struct("<Q")


class SharedFaults(Faults):
    """Counts the changes of several processes together, reading as well where that is `reads`."""

    def __init__(
        self, watched: Sequence[str], at: int, fault: str, trace: Path, reads: Sequence[str]
    ) -> None:
        super().__init__([*watched], at, fault)
        self._read = tuple(os.path.realpath(folder) + os.sep for folder in reads)
        self._count = mmap.mmap(-1, _COUNT.size)
        self._trace = os.open(trace, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_TRUNC, 0o600)
        self._say = os.write

    def meets(self, what: str, path: object, half: Callable[[], object] = lambda: None) -> None:
        name = self._named(path)
        if not name.startswith(self._read if what.startswith("read") else self._watched):
            return
        number = _COUNT.unpack(self._count)[0] + 1
        _COUNT.pack_into(self._count, 0, number)
        self._say(self._trace, json.dumps([number, what, name]).encode() + b"\n")
        if self._fault == KILL:
            if number == self._at:
                half()
                os.killpg(0, signal.SIGKILL)
                time.sleep(PATIENCE_S)
            return
        full = self._fault == "ENOSPC" and what in _NEED_ROOM and 0 < self._at < number
        if self._fault and (full or number == self._at):
            code = getattr(errno, self._fault)
            raise OSError(code, os.strerror(code), name)

    def install(self) -> None:
        super().install()
        if not self._read:
            return
        for name in ("scandir", "listdir"):
            setattr(os, name, self._reading(f"read {name}", getattr(os, name)))
        os.open = self._reading("read", os.open)  # type: ignore[assignment]
        io.open = builtins.open = self._reading("read", io.open)  # type: ignore[assignment]

    def _reading(self, what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any = ".", *others: Any, **named: Any) -> Any:
            writes = others and isinstance(others[0], str) and set(others[0]) & set("wax+")
            creates = others and isinstance(others[0], int) and others[0] & os.O_CREAT
            if not (isinstance(path, int) or writes or creates):
                self.meets(what, path)
            return real(path, *others, **named)

        return call


_NEED_ROOM = frozenset(("open", "write", "mkdir", "link", "symlink"))


@dataclass(frozen=True)
class Ran:
    """What became of a command."""

    code: int
    err: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Scenario:
    """A command, what is done before it, and what is edited then."""

    name: str
    command: str
    first: tuple[str, ...] = ()
    edit: Callable[[TinyProject], None] = lambda _: None
    next: str = "list"


def _edited(project: TinyProject) -> None:
    """Another colour, another text, a kind less; and the other game, too."""
    project.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    project.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    project.edit("content/tiny/game.yaml", "sheet: bits", "sheet: pieces")
    title = project.root / "content" / "second" / "game.yaml"
    title.write_text(title.read_text("utf-8").replace("#", "# Edited.\n#", 1), encoding="utf-8")


def _another_field(project: TinyProject) -> None:
    """A word more that the schemas know of, and one game built before."""
    _edited(project)
    project.edit(
        "content/tiny/game.yaml", "rare: {en", "seldom: {en: seldom, it: raro}\n  rare: {en"
    )


def _more_copies(project: TinyProject) -> None:
    project.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: 8")


def _moved_lines(project: TinyProject) -> None:
    rules = project.root / "content" / "tiny" / "tiny-rules.txt"
    rules.write_text(f"A game.\n\n{rules.read_text('utf-8')}", encoding="utf-8")


def _more_coins(project: TinyProject) -> None:
    project.edit("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    project.edit("content/tiny/cards.yaml", "copies: 12", "copies: 13")


def _translated(project: TinyProject) -> None:
    """What a translator brings back, beside the project."""
    from fustella.cli.command import main

    with contextlib.redirect_stdout(io.StringIO()):
        main(["translate", "export", "tiny", "--to", "csv", "--project", str(project.root)])
    made = project.output / "tiny" / "translations" / "tiny-it.csv"
    text = made.read_text("utf-8").replace("Carte", "Cartine").replace("Monete", "Soldi")
    (project.root.parent / "tiny-it.csv").write_text(text, encoding="utf-8")
    made.unlink()
    made.parent.rmdir()


ALL = "--language all --jobs 2"
_PNG = f"export --to png --dpi 72 {ALL}"
_KIT = ("kit new club tiny", "build --kit club")

SCENARIOS = (
    Scenario("build", f"build {ALL}", (f"build {ALL}",), _edited),
    Scenario("build schemas", f"build {ALL}", ("schema", f"build {ALL}"), _another_field, "build"),
    Scenario(
        "build letter",
        f"build {ALL} --paper Letter",
        (f"build {ALL}", f"build {ALL} --paper Letter"),
        _edited,
        "check tiny",
    ),
    Scenario("build first", f"build {ALL}"),
    Scenario(
        "export png",
        f"export --to png --dpi 72 {ALL}",
        (f"export --to png --dpi 72 {ALL}",),
        _edited,
    ),
    Scenario("export tts", "export tiny --to tts --dpi 72 --jobs 2", (), _edited),
    Scenario("export pdf", "export --to pdf --jobs 2", ("export --to pdf --jobs 2",), _edited),
    Scenario("kit", "build --kit club", (*_KIT, "kit printed club"), _more_copies),
    Scenario("kit new", "kit new club tiny"),
    Scenario("kit printed", "kit printed club", _KIT, _more_copies),
    Scenario("new", "new ../third --from cards"),
    Scenario("new game", "new content/third --from tokens"),
    Scenario("schema", "schema", ("schema",), _another_field),
    Scenario("eject", "eject card --as hero"),
    Scenario("calibrate", "calibrate"),
    Scenario("printer", "calibrate --printer home --dx 1 --dy 0.5"),
    Scenario("playtest", "playtest --language all", ("playtest --language all",), _edited),
    Scenario("translate export", "translate export --to xlsx"),
    Scenario("translate import", "translate import ../tiny-it.csv", (), _translated),
    Scenario("fix", "check tiny --fix --yes", (), _more_coins),
    Scenario("accept", "check tiny --accept", (), _moved_lines),
    Scenario("diff", "diff club tiny --format html", (*_KIT, "kit printed club"), _more_copies),
)


class Land:
    """A project of two games, with the folders that belong to its user alone."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.project = TinyProject(home / "all" / "project")
        self.state, self.temporary = home / "state", home / "tmp"
        for folder in (self.state, self.temporary, self.project.root.parent):
            folder.mkdir(parents=True, exist_ok=True)

    def run(
        self,
        command: str,
        at: int = 0,
        fault: str = "",
        reads: Sequence[str] = (),
    ) -> Ran:
        """Run a command in processes of its own, as a user does."""
        trace, out, err = (self.home / name for name in ("trace", "out", "err"))
        for stream in (out, err):
            stream.write_bytes(b"")
        child = os.fork()
        if not child:
            watched = [str(one) for one in (self.home / "all", self.state, self.temporary)]
            self._become(command, SharedFaults(watched, at, fault, trace, reads))
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
        _, status = os.waitpid(child, 0)
        took_too_long = signal.setitimer(signal.ITIMER_REAL, 0)[0] == 0
        _wait_for_group(child)
        code = os.waitstatus_to_exitcode(status)
        said = err.read_text("utf-8", "replace")
        lines = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
        changes = tuple((what, name) for _, what, name in lines)
        return Ran(code, f"{said}\nSTANDS STILL" if took_too_long else said, changes)

    def _become(self, command: str, faults: SharedFaults) -> None:
        try:
            os.setsid()
            os.chdir(self.project.root)
            for descriptor, name in (
                (0, os.devnull),
                (1, self.home / "out"),
                (2, self.home / "err"),
            ):
                opened = os.open(name, os.O_RDWR | os.O_APPEND)
                os.dup2(opened, descriptor)
                os.close(opened)
            for stream, descriptor in (("stdout", 1), ("stderr", 2)):
                setattr(sys, stream, open(descriptor, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
            os.environ.update(
                HOME=str(self.home / "nobody"),
                XDG_STATE_HOME=str(self.state),
                TMPDIR=str(self.temporary),
                SOURCE_DATE_EPOCH="1700000000",
            )
            import tempfile

            tempfile.tempdir = None
            faults.install()
            from fustella import cli

            sys.argv = ["fustella", *command.split()]
            cli.run()
        except SystemExit as ended:
            sys.stderr.flush()
            os._exit(ended.code if isinstance(ended.code, int) else 1)
        except BaseException:
            import traceback

            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(70)

    def held(self) -> dict[str, str]:
        """Every file but those of caches by its hash, every empty folder, and what lies in tmp."""
        found = {}
        for path in (self.home / "all").rglob("*"):
            if ".cache" in path.parts:
                continue
            name = path.relative_to(self.home).as_posix()
            if path.is_file() or path.is_symlink():
                data = path.read_bytes()
                if path.name == LEDGER:  # editions are built side by side: one or another is first
                    data = b"\n".join(sorted(line.rstrip(b",") for line in data.splitlines()))
                found[name] = hashlib.sha256(data).hexdigest()
            elif not any(path.iterdir()):
                found[name] = ""
        return found

    def left(self) -> list[str]:
        """What a command must not leave: unfinished files, temporary folders, journals."""
        named = [*self.home.rglob(".*"), *self.home.rglob("*.old")]
        found = [path for path in named if _UNFINISHED.match(path.name)]
        found += self.temporary.iterdir()
        journals = self.state / "fustella" / "journals"
        found += journals.iterdir() if journals.is_dir() else ()
        return [path.relative_to(self.home).as_posix() for path in found]

    def torn(self) -> list[str]:
        """Stamps that say of files that lie there what they are not."""
        found = []
        for path in (self.home / "all").rglob(".fustella.json"):
            text = path.read_bytes().split(b'"stamps": ', 1)[1].removesuffix(b"}\n")
            for key, stamp in json.loads(text).items():
                for one in stamp["printed"]:
                    file = path.parent / stamp["folder"] / one["file"]
                    held = hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""
                    if held != one["sha256"]:
                        found.append(f"{path.parent.name}: {key}: {one['file']}")
        return found


_UNFINISHED = re.compile(r"\.\d+-.|\.key-|.*\.old$")


def _wait_for_group(group: int) -> None:
    """Wait until no process of a command lives: those that were killed are reaped by init."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        except PermissionError:
            return
        if not _living(group):
            return
        time.sleep(0.002)


def _living(group: int) -> bool:
    """Whether a process of a group is no zombie (proc(5))."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError):
            state, _, of = stat.read_bytes().rpartition(b")")[2].split()[:3]
            if int(of) == group and state not in (b"Z", b"X"):
                return True
    return False


@dataclass
class Storm:
    """A scenario: what there is before its command and after it, and what the command changes."""

    scenario: Scenario
    land: Land
    reads: Sequence[str] = ()
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        land, scenario = self.land, self.scenario
        for command in scenario.first:
            ran = land.run(command)
            assert ran.code == 0, (command, ran.err)
        with _as_user(land):
            scenario.edit(land.project)
        start = Snapshot(land.home / "all")
        self.torn_before = land.torn()
        self.before = land.held()
        warm = land.run(scenario.command)  # what is drawn is in the cache then
        assert warm.code == 0, (scenario.command, warm.err)
        self.after = land.held()
        assert self.after != self.before, scenario.name
        self.torn = self.land.torn()
        caches = [path for path in (land.home / "all").rglob(".cache") if path.is_dir()]
        self._caches = [(path, Snapshot(path)) for path in caches]
        self._start = start
        self.restore()
        self.changes = land.run(scenario.command, reads=self.reads).changes
        assert land.held() == self.after, scenario.name
        assert land.left() == [], land.left()

    def restore(self) -> None:
        for path in self.land.temporary.iterdir():  # what an earlier try left was told then
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        self._start.write(self.land.home / "all")
        for path, snapshot in self._caches:
            path.parent.mkdir(parents=True, exist_ok=True)
            snapshot.write(path)

    def points(self, most: int, dice: random.Random) -> list[int]:
        """Numbers of changes: a quarter of them in caches at most."""
        numbers = range(1, len(self.changes) + 1)
        cached = [one for one in numbers if "/.cache/" in self.changes[one - 1][1]]
        known = set(cached)
        others = [one for one in numbers if one not in known]
        picked = [dice.choice(cached) for _ in range(most // 4 if cached else 0)]
        return picked + [dice.choice(others) for _ in range(most - len(picked))]

    def killed(self, at: int, *, look_first: bool) -> Iterator[str]:
        """Kill the command there; what is wrong after the next command, and after it once more."""
        self.restore()
        ran = self.land.run(self.scenario.command, at, KILL)
        if ran.code != -signal.SIGKILL:
            return
        left = self.land.left()
        command = self.scenario.next if look_first else self.scenario.command
        then = self.land.run(command)
        yield from self._faults_of(then, command)
        written = [name for name in left if name.startswith("all/") and "/.cache/" not in name]
        if written and "stopped" not in then.err:
            yield f"`{command}` does not say that {left[:3]} were left"
        if look_first:
            yield from self._whole()
            then = self.land.run(self.scenario.command)
            yield from self._faults_of(then, self.scenario.command)
        yield from self._done(then)

    def met(self, at: int, fault: str) -> Iterator[str]:
        """Have the system say an error there."""
        self.restore()
        ran = self.land.run(self.scenario.command, at, fault, self.reads)
        yield from self._faults_of(ran, self.scenario.command)
        now = self.land.held()
        wrong = [name for name in _differing(now, self.after) if not self._may_wait(name)]
        if ran.code == 0 and wrong:
            yield f"exit 0, and {wrong} not as asked for"
        if ran.code and not re.search(r"^\S.*: E\d{3} ", ran.err, re.MULTILINE):
            yield f"exit {ran.code} without a problem: {ran.err[-200:]!r}"
        then = self.land.run(self.scenario.command)
        yield from self._faults_of(then, self.scenario.command)
        yield from self._done(then)

    def _may_wait(self, name: str) -> bool:
        """Whether the next command may do it: an unfinished file, a stamp of what was not read."""
        file = Path(name).name
        return bool(_UNFINISHED.match(file)) or (bool(self.reads) and file == STAMPS)

    def counting_reads(self, reads: Sequence[str]) -> "Storm":
        """The same storm, where errors may meet what is read below some folders, too."""
        other = copy.copy(self)
        other.reads = reads
        other.restore()
        other.changes = self.land.run(self.scenario.command, reads=reads).changes
        return other

    def _faults_of(self, ran: Ran, command: str) -> Iterator[str]:
        for sign in ("Traceback", "E029", "E022", "STANDS STILL"):
            if sign in ran.err:
                yield f"`{command}`: {sign}: {ran.err[-400:]!r}"
        if ran.code not in (0, 1):
            yield f"`{command}` ended with {ran.code}: {ran.err[-300:]!r}"

    def _whole(self) -> Iterator[str]:
        if torn := sorted({*self.land.torn()} - {*self.torn, *self.torn_before}):
            yield f"stamps of other files: {torn[:3]}"
        if left := self.land.left():
            yield f"left behind after the next command: {left[:4]}"

    def _done(self, ran: Ran) -> Iterator[str]:
        now = self.land.held()
        if now != self.after:
            names = _differing(now, self.after)
            yield f"in the end (exit {ran.code}) {names} differ: {ran.err[-200:]!r}"
        yield from self._whole()


def _differing(now: dict[str, str], then: dict[str, str]) -> list[str]:
    return [name for name in sorted({*now, *then}) if now.get(name) != then.get(name)]


@contextlib.contextmanager
def _as_user(land: Land) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ("XDG_STATE_HOME", "SOURCE_DATE_EPOCH")}
    os.environ.update(XDG_STATE_HOME=str(land.state), SOURCE_DATE_EPOCH="1700000000")
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def a_land(home: Path) -> Land:
    """A new project, with a second game."""
    land = Land(home)
    TinyProject.made_at(land.project.root)
    ran = land.run("new content/second --from blank")
    assert ran.code == 0, ran.err
    shutil.rmtree(land.project.root / ".schema")
    return land


__all__ = ["ERRORS", "SCENARIOS", "Land", "Scenario", "Storm", "a_land", "load_for_runs"]
