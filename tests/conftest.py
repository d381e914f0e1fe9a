"""What all tests share: the tiny project, built once, and the options to write files anew."""

import gc
import hashlib
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from fustella.cli.command import main
from fustella.core.files import journal
from fustella.core.files import whole as files
from fustella.core.files.project import RESOURCES
from fustella.core.files.seal import seal_of
from fustella.core.files.state import JOURNALS
from fustella.core.processes import parallel
from fustella.git import repository
from fustella.kits import since as kitpast
from tests.faults.harness import Machine
from tests.helpers.sharing import (
    BROWSER,
    ByFile,
    DurationRecorder,
    ReportsInShort,
    SharedBrowser,
    compile_first,
    keep_memory,
    longest_first,
    read_durations,
    write_into_memory,
)

# Deadlines fail on a busy machine. Each run tries the same examples, so that it fails for what was
# changed and for nothing else. Others each time, and more:
# `FUSTELLA_EXAMPLES=5000 pytest tests/impose/test_imposition.py`, or `make hunt` for all.
EXAMPLES = int(os.environ.get("FUSTELLA_EXAMPLES", "60"))
settings.register_profile(
    "untimed",
    deadline=None,
    derandomize="FUSTELLA_EXAMPLES" not in os.environ,
    max_examples=EXAMPLES,
)
settings.load_profile("untimed")
if "FUSTELLA_EXAMPLES" not in os.environ:
    # Else numbers and words of the modules that a worker happens to have loaded are among them.
    providers.is_local_module_file = lambda _path: False
write_into_memory()
keep_memory()

TESTS = Path(__file__).parent
TINY = TESTS / "games" / "tiny"

_PROBLEM = re.compile(
    r"(?P<file>(?:[A-Z]:[\\/])?[^:\n]+?)(?::(?P<line>\d+))?: (?:(?P<key>(?!E\d{3} )[^:\n]+): )?"
    r"(?P<code>E\d{3}) (?P<message>.+)"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files anew, to be reviewed"
    )
    parser.addoption(
        "--record-durations",
        action="store_true",
        help="write tests/durations.json anew, the order of long test files, from a whole run",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A shell that runs this behind it has Ctrl-C ignored, in the commands that tests start, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _skip_where_links_need_a_right()
    config.pluginmanager.register(SharedBrowser(), BROWSER)
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(ReportsInShort())
        return
    # The key and the journals of the tests, in all of their processes, are not those of the user.
    state = TemporaryDirectory(
        prefix="fustella-state-", dir=os.environ.get("TMPDIR"), ignore_cleanup_errors=True
    )
    config.add_cleanup(state.cleanup)
    os.environ["XDG_STATE_HOME"] = state.name
    compile_first(config)
    if config.getoption("--record-durations"):
        config.pluginmanager.register(DurationRecorder())


def _skip_where_links_need_a_right() -> None:
    """Has tests skipped that make a link where that is not allowed, as to most users of Windows.

    The tool itself is refused as it would be without tests.
    """
    link = Path.symlink_to

    def symlink_to(path: Path, *target: object, **options: bool) -> None:
        try:
            link(path, *target, **options)
        except OSError as refused:
            no_right = getattr(refused, "winerror", None) == ERROR_PRIVILEGE_NOT_HELD
            if no_right and sys._getframe(1).f_globals["__name__"].startswith("tests."):
                pytest.skip("links need a right here")
            raise

    Path.symlink_to = symlink_to  # type: ignore[method-assign]


ERROR_PRIVILEGE_NOT_HELD = 1314


def pytest_sessionstart() -> None:
    gc.disable()  # what is collected stays: a search among it finds nothing


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    longest_first(items, read_durations())


def pytest_collection_finish() -> None:
    gc.freeze()  # no search for cycles goes through thousands of tests; there are some at the end
    gc.enable()
    # Seldomer than the tool: what a test made, often a million objects, is gone without a search.
    gc.set_threshold(4_000_000, 20, 50)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        gc.freeze()  # a process that ends has nothing to gain by a last search


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFile:
    return ByFile(config, log)


@dataclass(frozen=True)
class Said:
    """One problem as it was printed."""

    code: str
    file: str
    line: int
    key: str
    message: str
    hint: str


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def problems(self) -> list[Said]:
        """What was printed on standard error, problem by problem."""
        return list(problems_in(self.err))


def problems_in(printed: str) -> Iterator[Said]:
    """The problems in printed text: place, code, message, hint."""
    lines = printed.splitlines()
    for number, line in enumerate(lines):
        found = _PROBLEM.fullmatch(line)
        if not found:
            continue
        after = lines[number + 1] if number + 1 < len(lines) else ""
        hint = after.removeprefix("    hint: ") if after.startswith("    hint: ") else ""
        place = found["file"], int(found["line"] or 0), found["key"] or ""
        yield Said(found["code"], *place, found["message"], hint)


class Snapshot:
    """The files of a folder, kept in memory, to be written again."""

    def __init__(self, root: Path) -> None:
        self._folders = [name for name, entry in _entries_below(root) if entry.is_dir()]
        self._files = {
            name: (Path(entry).read_bytes(), entry.stat().st_mtime_ns)
            for name, entry in _files_below(root)
        }

    def write(self, root: Path) -> None:
        """Writes the files with their times into a folder, and removes all others from it."""
        there: dict[str, int] = {}
        for name, entry in [*_entries_below(root)][::-1]:  # what is in a folder before the folder
            if entry.is_dir():
                if name not in self._folders:
                    (root / name).rmdir()
            elif name in self._files:
                there[name] = entry.stat().st_mtime_ns
            else:
                (root / name).unlink()
        root.mkdir(exist_ok=True)
        for folder in self._folders:
            (root / folder).mkdir(exist_ok=True)
        for name, (content, time_ns) in self._files.items():
            path = os.path.join(root, name)  # noqa: PTH118 - hundreds of thousands of times
            if name not in there or _bytes_of(path) != content:
                Path(path).write_bytes(content)
            elif there[name] == time_ns:
                continue
            os.utime(path, ns=(time_ns, time_ns))


def _entries_below(root: str | Path, inside: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """All files and folders below a folder by their paths from there, a folder before its own."""
    if not inside and not Path(root).exists():
        return
    with os.scandir(root) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            name = f"{inside}{entry.name}"
            yield name, entry
            if entry.is_dir(follow_symlinks=False):
                yield from _entries_below(entry.path, f"{name}/")


def _files_below(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    return ((name, entry) for name, entry in _entries_below(root) if entry.is_file())


def _is_cached(name: str) -> bool:
    return ".cache" in name.split("/")


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - hundreds of thousands of times
        return file.read()


class TinyProject:
    """A copy of tests/games/tiny."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def made_at(cls, root: Path) -> "TinyProject":
        shutil.copytree(TINY, root)
        return cls(root)

    @property
    def output(self) -> Path:
        return self.root / "output"

    @property
    def built(self) -> Path:
        """The folder with the PDFs of a plain build."""
        return self.output / "tiny" / "en-A4"

    def run(self, *arguments: str) -> int:
        """Runs the command line in this process; `--project` is added."""
        try:
            return main([*arguments, "--project", str(self.root)])
        finally:
            parallel.set_jobs(0)  # those of this command are not those of other tests

    def edit(self, file: str, old: str, new: str) -> None:
        """Replaces `old` in a file, where it must occur."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def own(self, template: str) -> None:
        """Gives the project a template of the package as its own, to be edited."""
        folder = self.root / "templates" / "_shared"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(RESOURCES / "templates" / "_shared" / template, folder)

    def edit_freely(self, file: str, old: str, new: str) -> None:
        """The same, and remove the claims of the game, which the change may contradict."""
        (self.root / "content" / "tiny" / "claims.yaml").unlink(missing_ok=True)
        self.edit(file, old, new)

    def state(self) -> dict[str, tuple[int, int, int]]:
        """Every file, by what changes when it is written or replaced."""
        files = ((name, entry.stat()) for name, entry in _files_below(self.root))
        return {  # the cache keeps in the times of its files when they were read
            name: (found.st_ino, found.st_size, _is_cached(name) or found.st_mtime_ns)
            for name, found in files
        }

    def hashes(self) -> dict[str, str]:
        """Every file of the output folder but the cache, by the hash of its bytes."""
        return {
            name: hashlib.sha256(_bytes_of(entry.path)).hexdigest()
            for name, entry in _files_below(self.output)
            if not _is_cached(name)
        }


@pytest.fixture(scope="session")
def built_tiny(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """Tiny after a first build without faults."""
    project = TinyProject.made_at(tmp_path_factory.mktemp("built") / "project")
    assert project.run("build") == 0
    return Snapshot(project.root)


@pytest.fixture(scope="session")
def good(built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> TinyProject:
    """Tiny after a good build, shared by many tests: only to be read (see `_good_stays_good`)."""
    root = tmp_path_factory.mktemp("good") / "project"
    built_tiny.write(root)
    return TinyProject(root)


@pytest.fixture(autouse=True)
def _good_stays_good(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that changes the shared project fails itself, instead of a later one."""
    if "good" not in request.fixturenames:
        yield
        return
    project: TinyProject = request.getfixturevalue("good")
    before = project.state()
    yield
    assert project.state() == before, "`good` is only to be read: take `tiny`"


@pytest.fixture(autouse=True, scope="session")
def _time_and_memory() -> Iterator[None]:
    """Longer waits and more memory than the tool allows itself.

    On a busy machine tests wait as long as it takes; and a process that makes hundreds of builds
    may hold more faces than one that makes a single build. It does so alone.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parallel, "CORES", 1)  # the tests themselves run on all of them
        patched.setattr(files, "PATIENCE_S", 600.0)
        patched.setattr(repository, "PATIENCE_S", 600.0)
        patched.setattr(journal, "PATIENCE_S", 600.0)
        patched.setattr(kitpast, "PATIENCE_S", 600.0)
        yield


@pytest.fixture
def tiny(built_tiny: Snapshot, tmp_path: Path) -> TinyProject:
    """Tiny after a good build; a copy that the test may break."""
    built_tiny.write(tmp_path / "project")
    return TinyProject(tmp_path / "project")


@pytest.fixture(scope="session")
def with_club(built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """Tiny with a kit of the whole box."""
    project = TinyProject(tmp_path_factory.mktemp("club") / "project")
    built_tiny.write(project.root)
    for words in ("kit new club tiny", "build --kit club", "kit printed club"):
        assert project.run(*words.split()) == 0
    return Snapshot(project.root)


@pytest.fixture
def club(with_club: Snapshot, tmp_path: Path) -> TinyProject:
    """Tiny with a kit of the whole box; a copy that the test may break."""
    with_club.write(tmp_path / "project")
    return TinyProject(tmp_path / "project")


def copy_of_state(folder: Path) -> Path:
    """What belongs to the user of the tests, for one whom nobody else disturbs.

    Other tests are writing meanwhile: their journals are left out, and files may vanish.
    """
    home = Path(os.environ["XDG_STATE_HOME"])
    for name, entry in [*_entries_below(home)]:
        with suppress(FileNotFoundError):
            if entry.is_dir():
                (folder / name).mkdir(mode=0o700)
            elif JOURNALS not in Path(name).parts:
                shutil.copy2(entry.path, folder / name)
    return folder


@pytest.fixture(scope="module")
def own_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runs the tests of a module as a user to whom no command tells what another test left."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(copy_of_state(tmp_path_factory.mktemp("state"))))
        yield


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """Runs commands that are killed, or meet faults, in processes of their own."""
    if not hasattr(os, "fork"):
        pytest.skip("processes cannot be forked here")
    seal_of("", b"")  # the key is made, with which the projects of the tests were built
    machine = Machine(copy_of_state(tmp_path_factory.mktemp("state")))
    yield machine
    machine.close()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Runs the command line in a project and reads what it printed."""

    def call(project: TinyProject, *arguments: str) -> Ran:
        capsys.readouterr()
        code = project.run(*arguments)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return call


@pytest.fixture(scope="module")
def browser(pytestconfig: pytest.Config) -> object:
    """A browser for all tests of the files that need one (see sharing.TOGETHER)."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    from tests.preview.driving import CHROMIUM

    if CHROMIUM is None:
        pytest.skip("there is no chromium")
    return pytestconfig.pluginmanager.get_plugin(BROWSER).started()
