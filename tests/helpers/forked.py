"""Runs the command line in forked children: the tool is imported once, and a run costs little.

    python -m tests.helpers.forked        serves runs: a line of JSON in, a line of JSON out

Each run happens in a room: a folder with the project and all that lies beside it. An audit hook
records forbidden acts of a run: files outside of the project that it opens or lists, programs that
it starts, connections that it makes.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

PROJECT, OUTSIDE, HOME, TEMPORARY = "project", "outside", "home", "tmp"
"""The folders of a room."""

SECONDS = 30.0
"""The most seconds of a run: the tool itself ends a step after 20."""

MOST_BYTES = 2_000_000_000
"""The most memory that a run may take."""

ADDRESS_BYTES = 6_000_000_000
"""The most memory that the system lets a run reserve, so that the machine goes on."""

PROGRAMS = ("git",)
"""The programs on the PATH that the tool may start, besides itself."""

BREACHES = "breaches"
_STANDS_STILL = "stands still"


@dataclass(frozen=True)
class Ended:
    """The end of a run: its exit code, negative for a signal, its output and its forbidden acts."""

    code: int
    out: str
    err: str
    breaches: tuple[str, ...]
    seconds: float
    cpu_seconds: float
    most_bytes: int

    @property
    def hangs(self) -> bool:
        return _STANDS_STILL in self.breaches

    @property
    def said(self) -> str:
        return f"{self.out}\n{self.err}"


class Runner:
    """Runs commands, one after another, in children of one process that has the tool loaded.

    With `state` as the folder for state, all are of one user; without it, each room has a new user.
    """

    def __init__(self, state: Path | None = None) -> None:
        self._user = {"XDG_STATE_HOME": str(state)} if state else {}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.forked"], cwd=ROOT, **pipes
        )

    def __enter__(self) -> "Runner":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(
        self,
        words: Sequence[str],
        room: Path,
        environment: Mapping[str, str] | None = None,
        gets: Sequence[str] = (),
        look_s: float = 0,
    ) -> Ended:
        """Runs a command in the project of a room.

        `gets` are requests to a preview, whose answers become part of the output. The watchdog
        looks at templates every `look_s` seconds, with 0 as usual: with less, an endless one ends
        sooner, after as many looks.
        """
        asked = {"words": [*words], "room": str(room), "gets": [*gets], "look_s": look_s}
        asked["environment"] = {**self._user, **(environment or {})}
        print(json.dumps(asked), file=self._server.stdin, flush=True)
        told = json.loads(self._server.stdout.readline())
        read = {
            name: (room / name).read_bytes().decode("utf-8", "replace") for name in ("out", "err")
        }
        breaches = (room / BREACHES).read_text(encoding="utf-8", errors="replace").splitlines()
        for name in (*read, BREACHES):
            (room / name).unlink()
        return Ended(breaches=(*dict.fromkeys(breaches + told.pop("breaches")),), **read, **told)

    def close(self) -> None:
        self._server.stdin.close()
        self._server.wait()


def make_room(room: Path) -> None:
    for name in (PROJECT, OUTSIDE, HOME, TEMPORARY):
        (room / name).mkdir(parents=True, exist_ok=True)


# The server.

LOADED = (
    "csv",
    "encodings.unicode_escape",
    "encodings.utf_8_sig",
    "fonticon_fa6",
    "fonticon_mdi7",
    "fustella.build.pipeline",
    "fustella.build.watch",
    "fustella.check.lint",
    "fustella.cli.build",
    "fustella.cli.build_kit",
    "fustella.cli.calibrate",
    "fustella.cli.check",
    "fustella.cli.check_report",
    "fustella.cli.command",
    "fustella.cli.diff",
    "fustella.cli.kit",
    "fustella.cli.new",
    "fustella.cli.schema",
    "fustella.draw.artist",
    "fustella.draw.pictures.drawn",
    "fustella.draw.svg.fit",
    "fustella.history",
    "fustella.kits.build",
    "fustella.read.spreadsheets.columns",
    "fustella.read.spreadsheets.delimited",
    "fustella.review",
    "fustella.schema",
    "jinja2.debug",
    "PIL.ImageCms",
    "PIL.ImageDraw",
    "PIL.ImageFont",
    "PIL.ImageOps",
    "PIL.ImageSequence",
    "PIL.TiffImagePlugin",
    "PIL.WebPImagePlugin",
    "pypdfium2",
    "reportlab.lib.fonts",
    "typst",
)
"""The modules that most commands load, sooner or later; modules of few commands are left out.

The more is loaded, the longer a fork takes.
"""


def _modules_in(package: str) -> Iterator[str]:
    from importlib import import_module
    from pkgutil import iter_modules

    return (f"{package}.{found.name}" for found in iter_modules(import_module(package).__path__))


def load_for_runs() -> None:
    """Loads and makes everything in this process that is the same in each of its children.

    It starts no thread, because children would not have it.
    """
    import gc
    from importlib import import_module

    from PIL import Image

    from fustella.cli.arguments import parse
    from fustella.core.files.fingerprint import fingerprint
    from fustella.core.files.project import Project
    from fustella.read import read_papers

    for name in (
        *LOADED,
        *_modules_in("fustella.check.kinds"),
        *_modules_in("fustella.check.lint"),
    ):
        import_module(name)
    Image.preinit()
    for command in ("build", "check", "diff", "schema"):
        parse([command])
    fingerprint((), (), "")  # of the tool, which is known from then on
    read_papers(Project(Path("nowhere")))  # those of the package
    _compile_patterns()
    _build_once()
    gc.collect()
    gc.freeze()


def _compile_patterns() -> None:
    """Compiles the regular expressions that the tool compiles when it first uses one."""
    from fustella.core.words.patterns import regex

    for name, module in [*sys.modules.items()]:
        if name.startswith("fustella."):
            for value in vars(module).values():
                if isinstance(value, type(regex(""))):
                    for method in ("fullmatch", "match", "search", "sub"):
                        getattr(value, method)


def _build_once() -> None:
    """Builds the game of a start, so that each run has the package's fonts, words and templates.

    Afterwards, the process knows nothing of any project or user.
    """
    from tempfile import TemporaryDirectory

    from fustella.cli.command import main
    from fustella.draw.templates import timeouts
    from fustella.start.new import begin

    timeouts._here.watched = 1  # else a thread would look at its templates
    user = os.environ.get("XDG_STATE_HOME")
    with TemporaryDirectory() as made, Path(os.devnull).open("w") as nowhere:
        os.environ["XDG_STATE_HOME"] = made
        begin(Path(made, "game"), "blank")
        with contextlib.redirect_stdout(nowhere):
            code = main(["build", "--project", str(Path(made, "game"))])
    del os.environ["XDG_STATE_HOME"]
    if user is not None:
        os.environ["XDG_STATE_HOME"] = user
    timeouts._watch_anew()
    assert code == 0


def _serve() -> None:
    load_for_runs()
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(_run(**asked)), flush=True)


def _run(
    words: list[str], room: str, environment: dict[str, str], gets: list[str], look_s: float
) -> dict[str, Any]:
    (Path(room) / "out").touch()  # a child begins to write when there is room for it to run
    began = time.monotonic()
    child = os.fork()
    if not child:
        _hurry(look_s)
        _become(words, Path(room), environment)
    stands_still = False

    def end(*_: object) -> None:
        nonlocal stands_still
        stands_still = True
        _kill(child)

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    if gets:
        with (Path(room) / "answers").open("wb") as answers:
            _get(gets, Path(room), answers)
        _interrupt(child)
    _, status, used = os.wait4(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    if gets:
        with (Path(room) / "out").open("ab") as out:
            out.write((Path(room) / "answers").read_bytes())
        (Path(room) / "answers").unlink()
    _kill(child)  # what it started and left
    return {
        "code": os.waitstatus_to_exitcode(status),
        "breaches": [_STANDS_STILL] if stands_still else [],
        "seconds": time.monotonic() - began,
        "cpu_seconds": used.ru_utime + used.ru_stime,
        "most_bytes": used.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
    }


def _kill(child: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


def _interrupt(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGINT)


def _get(requests: list[str], room: Path, answers: Any) -> None:
    """Sends requests to the preview of a room as soon as it has printed its address."""
    import re
    import socket

    found, until = None, time.monotonic() + SECONDS / 2
    while found is None and time.monotonic() < until:
        time.sleep(0.02)
        found = re.search(rb"http://[^/]*:(\d+)/", (room / "out").read_bytes())
    if found is None:
        return
    for request in requests:
        address = "127.0.0.1", int(found[1])
        try:
            with socket.create_connection(address, timeout=SECONDS / 2) as sent:
                sent.sendall(request.replace("@PORT@", found[1].decode()).encode("latin-1"))
                sent.settimeout(SECONDS / 2)
                while some := sent.recv(65536):
                    answers.write(some)
        except OSError as error:
            answers.write(f"no answer: {error}".encode())
        answers.write(b"\n")


def _hurry(look_s: float) -> None:
    """Makes the watchdog of templates look more often, also in forks of this process."""
    from functools import partial

    from fustella.draw.templates import timeouts

    if look_s:
        timeouts.TemplateWatchdog = partial(timeouts.TemplateWatchdog, look_s)  # type: ignore[misc]
        timeouts._watch_anew()


def _become(words: list[str], room: Path, environment: dict[str, str]) -> None:
    """Become a run, in a group of processes of its own; this never returns."""
    code = 70
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(room / PROJECT)
        os.environ.update(HOME=str(room / HOME), TMPDIR=str(room / TEMPORARY), **environment)
        for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_"))]:
            if name not in environment:
                del os.environ[name]
        for descriptor, name in ((0, os.devnull), (1, room / "out"), (2, room / "err")):
            opened = os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            os.dup2(opened, descriptor)
            os.close(opened)
        for stream, descriptor in (("stdout", 1), ("stderr", 2)):
            setattr(sys, stream, open(descriptor, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_BYTES, ADDRESS_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        import tempfile

        tempfile.tempdir = None
        _watch(room)
        code = _command(words)
        import atexit

        atexit._run_exitfuncs()  # temporary folders
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _command(words: list[str]) -> int:
    import traceback

    from fustella import cli

    sys.argv = ["fustella", *words]
    try:
        cli.run()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        return 70


def _watch(room: Path) -> None:
    """Records forbidden acts of this process."""
    record = os.open(room / BREACHES, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    outside = os.path.realpath(room / OUTSIDE)
    inside = os.path.realpath(room)

    def is_outside(path: object) -> bool:
        if not isinstance(path, str | bytes):
            return False
        real = os.path.realpath(os.fsdecode(path))
        return real == outside or real.startswith(f"{outside}/")

    def in_a_folder() -> bool:
        """Whether `shutil.rmtree` opens an entry of a folder by its name alone."""
        return sys._getframe(2).f_globals.get("__name__") == "shutil"

    def note(what: str, *named: object) -> None:
        os.write(record, f"{what}: {', '.join(map(repr, named))}\n".encode())

    def hook(event: str, values: tuple[Any, ...]) -> None:
        if event in ("open", "os.listdir", "os.scandir"):
            if values and is_outside(values[0]) and not in_a_folder():
                note("reads outside", values[0])
        elif event in ("subprocess.Popen", "os.posix_spawn", "os.exec"):
            started = os.fsdecode(values[0])
            known = started == sys.executable or os.path.basename(started) in PROGRAMS  # noqa: PTH119
            here = "/" in started and os.path.realpath(started).startswith(f"{inside}/")
            if not known or here:
                note("starts", started, values[1])
        elif event in ("os.system", "os.spawn"):
            note("starts", *values)
        elif event == "socket.connect":
            note("connects", values[1])

    sys.addaudithook(hook)


if __name__ == "__main__":
    _serve()
