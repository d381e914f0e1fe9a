"""Starts workers: other processes that work for this one, whatever they work on.

A worker is a program (`Worker.program`, `Worker.conversation`, `Worker.batch`), or a fork of this
process (`fork`). Every worker has a status page, on which it writes what it is doing; a lifeline,
so that it ends with this process; one way to be ended; and, if something is sent to it, one form of
messages. A program of this package begins with `begin`, or with `begin_answering`.

The supervisor of a command loads this module, which itself loads next to nothing: see
`cli.supervised`.
"""

import contextlib
import mmap
import os
import select
import signal
import sys
from _thread import RLock
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

from fustella.core.processes.limits import PROCESS_BYTES
from fustella.core.processes.overseer import LOOK_S, Overseer
from fustella.core.processes.status import PAGE_BYTES, StatusPage

if TYPE_CHECKING:
    from subprocess import Popen

    from fustella.core.values.problems import Problem

_PAGE, _LIFELINE = "FUSTELLA_STATUS_PAGE", "FUSTELLA_LIFELINE"
"""The environment variables that tell a program its status page and its lifeline."""

_held: list[int] = []
"""This process's ends of the lifelines of its workers, which a fork must close."""


class Channel:
    """Messages between two processes: pickled objects, one after another, on two streams."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source, self._target = source, target

    def send(self, message: object) -> None:
        """Sends a message. Raises OSError if nobody reads any more, ValueError if it is closed."""
        import pickle  # noqa: PLC0415  (most commands send nothing)

        pickle.dump(message, self._target, pickle.HIGHEST_PROTOCOL)
        self._target.flush()

    def receive(self) -> Any:
        """The next message. Raises EOFError at the end of the messages, even inside of one."""
        import pickle  # noqa: PLC0415

        try:
            return pickle.load(self._source)
        except (OSError, ValueError, pickle.UnpicklingError) as error:
            raise EOFError from error

    def close(self) -> None:
        for stream in (self._target, self._source):
            with contextlib.suppress(OSError):  # what nobody reads any more is not written
                stream.close()


class Worker:
    """Another process that works for this one until it is done, or until this process ends.

    `pid` is its number, `page` its status page, and `problem` the reason for which `look_after` has
    ended it. A worker that takes over from it gets the resume token that is on its page. `end` and
    `close` may be called more than once, and a `with` calls both at its end. Programs may be used
    in any thread, forks only in the thread that forks.
    """

    def __init__(
        self,
        process: "Popen[bytes] | _Fork",
        page: StatusPage,
        lifeline: int,
        release: Callable[[], object] = lambda: None,
        channel: Channel | None = None,
    ) -> None:
        self._process, self.page, self._lifeline = process, page, lifeline
        self._release, self._channel = release, channel
        self._ending = RLock()  # a signal may end it while it is being ended
        self.problem: Problem | None = None
        _held.append(lifeline)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def channel(self) -> Channel:
        assert self._channel is not None, "nothing is sent to it"
        return self._channel

    @classmethod
    def program(cls, *words: str, resume_token: str = "") -> "Worker":
        """A worker that runs Python with `words`, such as `-m fustella build`, on our streams.

        Raises OSError where there is no room for its status page.
        """
        return cls._start(words, {}, resume_token)

    @classmethod
    def command(cls, *words: str, settings: Mapping[str, str] | None = None) -> "Worker":
        """A worker that runs Python with `words`, whose `printed` this process reads.

        It never hears Ctrl-C, as one with a channel.
        """
        import subprocess  # noqa: PLC0415

        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE}
        return cls._start(words, {**streams, "stderr": subprocess.PIPE}, settings=settings)

    @classmethod
    def conversation(cls, *words: str, settings: Mapping[str, str] | None = None) -> "Worker":
        """A worker that runs Python with `words`, and has a channel to this process.

        `settings` are environment variables for it. It never hears Ctrl-C, not even while it
        starts: this process ends it.
        """
        import subprocess  # noqa: PLC0415

        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return cls._start(words, pipes, settings=settings)

    @classmethod
    def batch(cls, request: object, *words: str) -> "Worker":
        """A worker that runs Python with `words` and gets a single message, the `request`.

        Its `answers` are read when it has ended. Request and answers lie in files, so that neither
        process waits for the other. Nothing that it prints is shown.
        """
        import subprocess  # noqa: PLC0415
        import tempfile  # noqa: PLC0415

        from fustella.core.files.whole import temporary_place  # noqa: PLC0415

        with tempfile.TemporaryFile(dir=temporary_place()) as sent:
            answers: BinaryIO = tempfile.TemporaryFile(dir=temporary_place())  # noqa: SIM115
            try:
                Channel(answers, sent).send(request)
                sent.seek(0)
                files = {"stdin": sent, "stdout": answers, "stderr": subprocess.DEVNULL}
                return cls._start(words, files, answers=answers)
            except BaseException:
                answers.close()
                raise

    @classmethod
    def _start(
        cls,
        words: tuple[str, ...],
        streams: Mapping[str, Any],
        resume_token: str = "",
        settings: Mapping[str, str] | None = None,
        answers: BinaryIO | None = None,
    ) -> "Worker":
        import subprocess  # noqa: PLC0415

        number, path = _room_for_a_page()
        memory = mmap.mmap(number, PAGE_BYTES)

        def release() -> None:
            with contextlib.suppress(BufferError):
                memory.close()
            if path:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)  # noqa: PTH108

        page = StatusPage(memory)
        page.resume_token = resume_token
        lifeline, held = os.pipe()
        environment = {**(settings or {}), **os.environ, _PAGE: path or str(number)}
        environment["PYTHONPATH"] = os.pathsep.join(sys.path)
        inherited: tuple[int, ...] = ()
        if os.name == "posix":
            environment[_LIFELINE], inherited = str(lifeline), (lifeline, number)
        # With -P the folder that one works in does not come before the standard library.
        command = [sys.executable, "-P", *words]
        group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) if streams else 0
        try:
            with unheard(signal.SIGINT) if streams else contextlib.nullcontext():
                process = subprocess.Popen(
                    command, env=environment, pass_fds=inherited, creationflags=group, **streams
                )
        except BaseException:
            os.close(held)
            release()
            raise
        finally:
            os.close(lifeline)
            os.close(number)
        channel = None
        if answers:
            channel = Channel(answers, answers)
        elif process.stdin and process.stdout:
            channel = Channel(process.stdout, process.stdin)  # type: ignore[arg-type]
        return cls(process, page, held, release, channel)

    @property
    def printed(self) -> tuple[BinaryIO, BinaryIO]:
        """What a command prints: its standard output, and its standard error."""
        assert not isinstance(self._process, _Fork)
        output, errors = self._process.stdout, self._process.stderr
        assert output is not None and errors is not None, "it prints on our streams"
        return output, errors  # type: ignore[return-value]

    def answers(self) -> Iterator[Any]:
        """Yields the whole messages of a worker that has ended, from the file that it wrote."""
        self.channel._source.seek(0)
        with contextlib.suppress(EOFError):
            while True:
                yield self.channel.receive()

    def wait(self, most_s: float | None = None) -> bool:
        """Waits for the end of the worker, at most for `most_s`. Returns whether it has ended."""
        if most_s is None or isinstance(self._process, _Fork):
            return self._process.wait(most_s) is not None
        import subprocess  # noqa: PLC0415

        try:
            return self._process.wait(most_s) is not None
        except subprocess.TimeoutExpired:
            return False

    def look_after(self, overseer: Overseer, over: Callable[[float], object] | None = None) -> None:
        """Looks at the worker until it has ended, and ends it where the overseer finds a problem.

        `over` is called to wait for the seconds that it is given; it returns whether to stop.
        """
        while not (over or self.wait)(LOOK_S):
            self.problem = overseer.look(self.pid)
            if self.problem is not None:
                self.end()
                return

    @contextlib.contextmanager
    def overseen(self, overseer: Overseer) -> Iterator[None]:
        """Has a thread look after the worker until the end of the block."""
        import threading  # noqa: PLC0415  (a millisecond)

        over = threading.Event()
        looking = threading.Thread(target=self.look_after, args=(overseer, over.wait), daemon=True)
        looking.start()
        try:
            yield
        finally:
            over.set()
            looking.join()

    def end(self) -> int:
        """Kills the worker and all its helpers. Returns its exit code, below 0 for a signal.

        Nothing is lost: files that they are writing are not in their places yet.
        """
        with self._ending:
            if self._lifeline >= 0:  # else it was closed, and its number may be that of another
                ended = self._process.poll() is not None
                for number in (*(() if ended else (self.pid,)), *self.page.helpers_of(self.pid)):
                    with contextlib.suppress(OSError):
                        os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))
            code: int = self._process.wait()  # type: ignore[assignment]
            return code

    def close(self) -> None:
        """Releases the pipes and files of a worker that has ended."""
        with self._ending:
            if self._lifeline < 0:
                return
            _held.remove(self._lifeline)
            os.close(self._lifeline)
            self._lifeline = -1
            self._release()
            if self._channel is not None:
                self._channel.close()
            elif not isinstance(self._process, _Fork):
                for stream in filter(None, (self._process.stdout, self._process.stderr)):
                    stream.close()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self.close()


class _Fork:
    """A forked process with the interface of `subprocess.Popen`, as far as a worker needs it.

    `ended` is a pipe that only the fork holds open.
    """

    def __init__(self, pid: int, ended: int) -> None:
        self.pid, self._ended = pid, ended
        self._code: int | None = None

    def poll(self) -> int | None:
        return self.wait(0)

    def wait(self, most_s: float | None = None) -> int | None:
        """The exit code, below 0 for a signal; None if it has not ended within `most_s` seconds."""
        if self._code is None and (most_s is None or self._has_ended(most_s)):
            try:
                self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            except ChildProcessError:  # Ctrl-C came just when the code was known
                self._code = -signal.SIGKILL
        return self._code

    def _has_ended(self, most_s: float) -> bool:
        waiting = select.poll()  # takes pipes of any number, which `select.select` does not
        waiting.register(self._ended, select.POLLIN)
        return bool(waiting.poll(most_s * 1000))

    def close(self) -> None:
        os.close(self._ended)


def fork(page: StatusPage, answers: BinaryIO | None = None) -> Worker | None:
    """Forks this process. Returns the worker, and in the fork None.

    The fork goes on with the lines behind the call. It has to call `tell_steps_on` itself, writes
    its answers into the file `answers`, if there is one, and must end by `os._exit`.
    """
    lifeline, held = os.pipe()
    ended, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        for number in (held, ended, *_held):
            os.close(number)
        _held.clear()
        die_with(lifeline)
        return None
    os.close(lifeline)
    os.close(theirs)
    process = _Fork(pid, ended)
    channel = Channel(answers, answers) if answers else None
    return Worker(process, page, held, process.close, channel)


# What a worker does itself.


def is_program() -> bool:
    """Whether another process has started this one as a worker."""
    return _PAGE in os.environ


def begin(*, steps: bool = True) -> None:
    """Begins as a program: this process ends with its starter, and keeps to the memory limit.

    With `steps`, this process writes its steps on its status page from now on.
    """
    page = os.environ.pop(_PAGE)
    lifeline = os.environ.pop(_LIFELINE, "")
    if lifeline:
        die_with(int(lifeline))
    limit_memory()
    with open(int(page) if page.isdigit() else page, "r+b") as file:  # noqa: PTH123
        if steps:
            tell_steps_on(StatusPage(mmap.mmap(file.fileno(), PAGE_BYTES)))


def begin_answering(*, steps: bool = True) -> Channel:
    """Begins as a program that gets messages. Returns the channel to the process that sends them.

    The program ignores Ctrl-C: the process that started it ends it.
    """
    deafen()
    begin(steps=steps)
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)  # what a library prints is no answer
    return Channel(source, target)


def tell_steps_on(page: StatusPage) -> None:
    """Writes the steps of this process on a status page from now on."""
    _load_msgspec()
    from fustella.core.processes.steps import tell_on  # noqa: PLC0415  (see Overseer)

    tell_on(page)


def _load_msgspec() -> None:
    """Loads msgspec before anything else, because steps need it, and without `typing_extensions`.

    Msgspec uses only names of `typing_extensions` that `typing` has, too; to load it takes as long
    as to load msgspec itself.
    """
    if "typing_extensions" not in sys.modules:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]
        import msgspec  # noqa: F401, PLC0415

        del sys.modules["typing_extensions"]


@contextlib.contextmanager
def unheard(number: int) -> Iterator[None]:
    """Holds a signal back until the end of the block.

    Processes that the block starts hold it back until they call `deafen`. On Windows nothing is
    held back.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def deafen() -> None:
    """Ignores Ctrl-C from now on, also if it came while it was held back by `unheard`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def limit_memory() -> None:
    """Makes this process, and processes that it starts, fail where they ask for too much memory.

    Only Linux counts the memory that is really asked for; elsewhere only the supervisor looks.
    """
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  (there is none on Windows)

        # Since Linux 4.7 this one counts private mappings, too, as of `malloc` (getrlimit(2)).
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_DATA, (min(PROCESS_BYTES, *known, PROCESS_BYTES), hard))


def die_with(lifeline: int) -> None:
    """Ends this process as soon as the other end of a pipe is closed, whatever it is doing."""
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415  (there is none on Windows)

        # The system sends a signal when the other end closes (fcntl(2), O_ASYNC and F_SETSIG), and
        # SIGKILL ends a process even inside of a library.
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
        if select.select([lifeline], [], [], 0)[0]:  # it was closed before
            os.kill(os.getpid(), signal.SIGKILL)
        return

    import threading  # noqa: PLC0415  (a millisecond)

    def wait() -> None:
        os.read(lifeline, 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _room_for_a_page() -> tuple[int, str]:
    """A file descriptor with room for a status page, and the path of its file, "" for memory.

    Raises OSError where the temporary folder is full: otherwise the system would end the process
    that writes there (SIGBUS).
    """
    if hasattr(os, "memfd_create"):
        number = os.memfd_create("fustella")
        os.truncate(number, PAGE_BYTES)
        return number, ""
    import tempfile  # noqa: PLC0415

    number, path = tempfile.mkstemp(prefix="fustella-")
    try:
        with open(number, "r+b", closefd=False) as file:
            file.write(bytes(PAGE_BYTES))
    except OSError:
        os.close(number)
        os.unlink(path)  # noqa: PTH108
        raise
    return number, path
