"""Commands as they are started by a user, in several processes, in a storm of kills or of errors.

A `Storm` runs a command up to some change of a file, counted over all of its processes: there all
of them are killed at once, or told Ctrl-C, or the system says an error. Then the next command is
run, and what there is must be what an undisturbed command leaves. Errors may meet whatever is read,
too, in the project and in the folders of the package; and, by strace, system calls of libraries.
POSIX only.
"""

import contextlib
import copy
import hashlib
import io
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from fustella.build.ledger import LEDGER
from fustella.build.stamps import STAMPS
from fustella.core.processes.worker import die_with
from tests.conftest import Snapshot, TinyProject
from tests.faults.server import KILL
from tests.faults.shared import INTERRUPT, PATIENCE_S, SharedFaults
from tests.helpers.forked import load_for_runs
from tests.helpers.sharing import ROOT

ERRORS = ("EIO", "ENOSPC", "EACCES", "EROFS")

INTERRUPTED = 130

STRACE = shutil.which("strace")

_JOINING = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Ran:
    """What became of a command."""

    code: int
    err: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Scenario:
    """A command, what is done before it, and what is edited then.

    A command that goes on until Ctrl-C says `ready` first; then `gets` are asked of the address
    that it says, and it is told Ctrl-C. It may `keep` all files as they are.
    """

    name: str
    command: str
    first: tuple[str, ...] = ()
    edit: Callable[[TinyProject], None] = lambda _: None
    next: str = "list"
    ready: str = ""
    gets: tuple[str, ...] = ()
    keeps: bool = False


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


class _Online(BaseHTTPRequestHandler):
    """Two sheets, as they are online."""

    def do_GET(self) -> None:
        body = f"id,name,text\n{self.path[1:]},Online,From far away\n".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/csv")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@cache
def _online(process: int) -> str:
    """The address of a server on this machine, which ends with this process."""
    del process
    server = HTTPServer(("127.0.0.1", 0), _Online)
    lifeline, end = os.pipe()
    if not os.fork():
        os.close(end)
        die_with(lifeline)
        server.serve_forever()
    os.close(lifeline)
    return f"http://127.0.0.1:{server.server_port}"


def _online_lists(project: TinyProject) -> None:
    """Two lists whose tables are online; one was pulled before, and is another one by now."""
    for name in ("far", "near"):
        source = f'source:\n  sheet: "{_online(os.getpid())}/{name}"\n'
        listed = f"kind: card\n{source}pieces: {name}.csv\n"
        (project.root / f"content/tiny/{name}.yaml").write_text(listed, encoding="utf-8")
    (project.root / "content/tiny/near.csv").write_text("id,name\nold,Old\n", encoding="utf-8")


_PAGES = ("/", "/api/games", "/api/game/tiny", "/api/sheets/tiny", "/api/game/second")

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
    Scenario("pull", "pull tiny", (), _online_lists),
    Scenario("watch", f"build {ALL} --watch", (f"build {ALL}",), _edited, ready="watching your"),
    Scenario(
        "preview",
        "preview --port 8900",
        (),
        _edited,
        ready="Ctrl-C ends it",
        gets=_PAGES,
        keeps=True,
    ),
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
        calls: Sequence[str] = (),
        scenario: Scenario | None = None,
    ) -> Ran:
        """Runs a command in processes of its own, as a user does.

        `calls` are options of strace, which says what it traced in the file `calls`. A command that
        goes on until Ctrl-C is done as its `scenario` says.
        """
        trace, out, err = (self.home / name for name in ("trace", "out", "err"))
        (self.home / "trace.count").unlink(missing_ok=True)
        for stream in (out, err, trace):
            stream.write_bytes(b"")
        ours, theirs = socket.socketpair()
        child = os.fork()
        if not child:
            ours.close()
            watched = [str(one) for one in (self.home / "all", self.state, self.temporary)]
            self._become(command, SharedFaults(watched, at, fault, trace, reads), theirs)
        theirs.close()
        ours.recv(1)  # it is about to begin
        tracer = self._traced(child, calls) if calls else None
        ours.close()
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
        if scenario and scenario.ready and scenario.command == command:
            self._use(child, scenario)
        _, status = os.waitpid(child, 0)
        took_too_long = signal.setitimer(signal.ITIMER_REAL, 0)[0] == 0
        _wait_for_group(child)
        if tracer:
            tracer.wait()
        code = os.waitstatus_to_exitcode(status)
        said = err.read_text("utf-8", "replace")
        lines = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
        changes = tuple((what, name) for _, what, name in lines)
        return Ran(code, f"{said}\nSTANDS STILL" if took_too_long else said, changes)

    def _traced(self, child: int, calls: Sequence[str]) -> "subprocess.Popen[bytes]":
        """A strace of a process that has just begun, and of all that it starts."""
        assert STRACE
        line = [STRACE, "-f", "-qq", "-y", "-s", "0", "-o", str(self.home / "calls"), *calls]
        tracer = subprocess.Popen([*line, "-p", str(child)], stderr=subprocess.DEVNULL)
        status = Path(f"/proc/{child}/status")
        while b"TracerPid:\t0\n" in status.read_bytes() and tracer.poll() is None:
            time.sleep(0.005)
        return tracer

    def _use(self, child: int, scenario: Scenario) -> None:
        """Waits until a command is ready, ask what is to be asked, and tell it Ctrl-C."""
        while not _has_ended(child):
            said = (self.home / "out").read_text("utf-8") + (self.home / "err").read_text("utf-8")
            if scenario.ready in said:
                break
            time.sleep(0.005)
        for path in scenario.gets if not _has_ended(child) else ():
            found = re.search(r"http://[^/]*:(\d+)/", said)
            assert found, said
            head = f"GET {path} HTTP/1.1\r\nHost: localhost:{found[1]}\r\nConnection: close\r\n\r\n"
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("localhost", int(found[1])), timeout=5) as asked,
            ):
                asked.sendall(head.encode())
                while asked.recv(65536):
                    pass
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGINT)

    def _become(self, command: str, faults: SharedFaults, parent: socket.socket) -> None:
        try:
            os.setsid()
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
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
                faults.environment(),
                HOME=str(self.home / "nobody"),
                XDG_STATE_HOME=str(self.state),
                TMPDIR=str(self.temporary),
                SOURCE_DATE_EPOCH="1700000000",
                PYTHONPATH=os.pathsep.join(map(str, (_JOINING, ROOT, ROOT / "generator"))),
            )
            sys.path.insert(0, str(_JOINING))
            import tempfile

            tempfile.tempdir = None
            faults.install()
            from fustella import cli
            from fustella.cli import pull
            from fustella.pull.download import Limits

            take = pull.plan_pull
            pull.plan_pull = lambda *asked: take(*asked, Limits(local=True))  # type: ignore[assignment]

            sys.argv = ["fustella", *command.split()]
            parent.send(b".")
            parent.recv(1)  # it is traced, or need not be
            parent.close()
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

    def codes(self) -> dict[Path, set[bytes]]:
        """The lines of each ledger, in whatever order editions came."""
        ledgers = (self.home / "all").rglob(LEDGER)
        return {path.parent: {line.rstrip(b",") for line in _lines(path)} for path in ledgers}

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
    """Waits until no process of a command lives: those that were killed are reaped by init."""
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


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def _has_ended(child: int) -> bool:
    """Whether a child has, which is still to be waited for."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


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
        self.torn_before, self._codes_before = land.torn(), land.codes()
        self.before = land.held()
        warm = self._ran()  # what is drawn is in the cache then
        assert warm.code == 0, (scenario.command, warm.err)
        self.after = land.held()
        assert scenario.keeps == (self.after == self.before), scenario.name
        self.torn, self._codes_after = self.land.torn(), land.codes()
        caches = [path for path in (land.home / "all").rglob(".cache") if path.is_dir()]
        self._caches = [(path, Snapshot(path)) for path in caches]
        self._start = start
        self.restore()
        self.changes = self._ran().changes
        assert land.held() == self.after, scenario.name
        assert land.left() == [], land.left()

    def _ran(self, at: int = 0, fault: str = "", calls: Sequence[str] = ()) -> Ran:
        scenario = self.scenario
        return self.land.run(scenario.command, at, fault, self.reads, calls, scenario)

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
        """Kills the command there; what is wrong after the next command, and after it once more."""
        self.restore()
        ran = self._ran(at, KILL)
        if ran.code != -signal.SIGKILL:
            return
        left = self.land.left()
        command = self.scenario.next if look_first else self.scenario.command
        then = self.land.run(command, scenario=self.scenario)
        yield from self._faults_of(then, command)
        written = [name for name in left if name.startswith("all/") and "/.cache/" not in name]
        if written and "stopped" not in then.err:
            yield f"`{command}` does not say that {left[:3]} were left"
        if look_first:
            yield from self._whole()
            then = self._ran()
            yield from self._faults_of(then, self.scenario.command)
        yield from self._done(then)

    def interrupted(self, at: int) -> Iterator[str] | None:
        """Tell the command Ctrl-C there; it must end by itself and clean up, the next one be right.

        What it has put into place is whole. None where it had come to its end before it heard.
        """
        self.restore()
        ran = self._ran(at, INTERRUPT)
        heard = ran.code != 0 or self.scenario.ready or self.land.held() != self.after
        return self._judged_interrupt(ran) if heard else None

    def _judged_interrupt(self, ran: Ran) -> Iterator[str]:
        usual = () if self.scenario.ready else (INTERRUPTED,)
        yield from self._faults_of(ran, self.scenario.command, usual)
        if ran.code == INTERRUPTED and "stopped; every file is whole" not in ran.err:
            yield f"exit 130, and not told: {ran.err[-200:]!r}"
        if left := self.land.left():
            yield f"left behind by Ctrl-C: {left[:4]}"
        yield from self._torn()
        if ran.code == 0 and not self.scenario.ready and self.land.held() != self.after:
            yield f"exit 0, and {_differing(self.land.held(), self.after)} not as asked for"
        then = self._ran()
        yield from self._faults_of(then, self.scenario.command)
        yield from self._done(then)

    def met(self, at: int, fault: str) -> Iterator[str]:
        """Has the system say an error there."""
        self.restore()
        yield from self._judged(self._ran(at, fault), reads=bool(self.reads))

    def system_calls(self) -> "list[SystemCall]":
        """The calls of the command, in all of its processes, that concern its files."""
        self.restore()
        self._ran(calls=["-e", f"trace={','.join(CALLS)}"])
        lines = (self.land.home / "calls").read_text("utf-8", "replace").splitlines()
        counted = Counter[tuple[str, str]]()
        found = []
        for process, name, path in filter(None, map(_called, lines)):
            counted[process, name] += 1
            if path.startswith(self._homes()):
                found.append(SystemCall(name, counted[process, name], path))
        return found

    def _homes(self) -> tuple[str, ...]:
        """How the paths of files begin that the command works with, and of those of the tool."""
        own = (self.land.home / "all", self.land.state, self.land.temporary)
        homes = (*map(os.path.realpath, own), sys.prefix, sys.base_prefix, ROOT / "generator")
        return tuple(f"{home}{os.sep}" for home in homes)

    def failing(self, call: "SystemCall", error: str) -> Iterator[str] | None:
        """Has strace let a system call fail in each process; None where it met nothing of ours."""
        self.restore()
        injected = f"inject={call.name}:error={error}:when={call.number}"
        ran = self._ran(calls=["-e", f"trace={call.name}", "-e", injected])
        lines = (self.land.home / "calls").read_text("utf-8", "replace").splitlines()
        met = [_called(line) for line in lines if line.endswith("(INJECTED)")]
        paths = [one[2] if one else "" for one in met]
        if not paths or not all(path.startswith(self._homes()) for path in paths):
            return None  # a pipe, say, or another process was quicker
        return (f"({paths[0]}) {fault}" for fault in self._judged(ran, reads=not call.writes))

    def _judged(self, ran: Ran, *, reads: bool) -> Iterator[str]:
        """What is wrong with a command that met an error, and after the next one."""
        yield from self._faults_of(ran, self.scenario.command)
        now = self.land.held()
        wrong = [name for name in _differing(now, self.after) if not _may_wait(name, reads=reads)]
        told = re.search(r"^\S.*: E\d{3} ", ran.err, re.MULTILINE)
        if ran.code == 0 and wrong and not (self.scenario.ready and told):  # it goes on then
            yield f"exit 0, and {wrong} not as asked for"
        if ran.code and not told:
            yield f"exit {ran.code} without a problem: {ran.err[-200:]!r}"
        then = self._ran()
        yield from self._faults_of(then, self.scenario.command)
        yield from self._done(then)

    def counting_reads(self, reads: Sequence[str]) -> "Storm":
        """The same storm, where errors may meet what is read below some folders, too."""
        other = copy.copy(self)
        other.reads = reads
        other.restore()
        other.changes = other._ran().changes
        return other

    def _faults_of(self, ran: Ran, command: str, usual: Sequence[int] = ()) -> Iterator[str]:
        for sign in ("Traceback", "E029", "E022", "STANDS STILL"):
            if sign in ran.err:
                yield f"`{command}`: {sign}: {ran.err[-400:]!r}"
        if ran.code not in (0, 1, *usual):
            yield f"`{command}` ended with {ran.code}: {ran.err[-300:]!r}"

    def _whole(self) -> Iterator[str]:
        yield from self._torn()
        if left := self.land.left():
            yield f"left behind after the next command: {left[:4]}"

    def _torn(self) -> Iterator[str]:
        if torn := sorted({*self.land.torn()} - {*self.torn, *self.torn_before}):
            yield f"stamps of other files: {torn[:3]}"
        now = self.land.held()
        for home, codes in self.land.codes().items():
            before = self._codes_before.get(home, set())
            if not before <= codes <= self._codes_after.get(home, set()) | before:
                yield f"the ledger of {home.name} has lost codes, or has others"
            stamps = [path.relative_to(self.land.home).as_posix() for path in home.rglob(STAMPS)]
            if codes > before and all(now[one] == self.before.get(one) for one in stamps):
                yield f"the ledger of {home.name} has codes of nothing that was built"

    def _done(self, ran: Ran) -> Iterator[str]:
        now = self.land.held()
        if now != self.after:
            names = _differing(now, self.after)
            yield f"in the end (exit {ran.code}) {names} differ: {ran.err[-200:]!r}"
        yield from self._whole()


CALLS = (
    *("openat", "read", "pread64", "write", "pwrite64", "fsync", "ftruncate", "getdents64"),
    *("newfstatat", "rename", "link", "symlink", "unlink", "unlinkat", "mkdir", "rmdir", "chmod"),
    "utimensat",
)
"""Of Linux (syscalls(2)), those that concern files."""


@dataclass(frozen=True)
class SystemCall:
    """The call of that name and number, counted from 1, of a process; it was about a path."""

    name: str
    number: int
    path: str

    @property
    def writes(self) -> bool:
        return self.name not in ("openat", "read", "pread64", "getdents64", "newfstatat")


_CALL = re.compile(r"(\d+) +(\w+)\((.*)")
_PATHS = re.compile(r'"(/[^"]*)"|^\d+<(/[^>]*)>')


def _called(line: str) -> tuple[str, str, str] | None:
    """The process, the name and the path of a call in what strace says; None for another line."""
    found = _CALL.match(line)
    if not found:
        return None
    path = _PATHS.search(found[3])
    return found[1], found[2], (path[1] or path[2]) if path else ""


def _may_wait(name: str, *, reads: bool) -> bool:
    """Whether the next command may do it: an unfinished file, a stamp of what was not read."""
    file = Path(name).name
    return bool(_UNFINISHED.match(file)) or (reads and file == STAMPS)


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


__all__ = ["ERRORS", "SCENARIOS", "STRACE", "Land", "Scenario", "Storm", "SystemCall", "a_land"]
__all__ += ["load_for_runs"]
