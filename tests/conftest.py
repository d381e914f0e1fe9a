"""What all tests share: the tiny project, built once, and the option to write goldens anew."""

import hashlib
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from generator import cli

settings.register_profile("untimed", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("untimed")

TESTS = Path(__file__).parent
ROOT = TESTS.parent
TINY = TESTS / "games" / "tiny"

TOGETHER = {
    "tests/test_games.py": "built",
    "tests/test_contrast.py": "drawn",
    "tests/test_typography.py": "drawn",
    "tests/test_claims.py": "claims",
}
"""Files whose tests share what is dear to make: one process runs all tests of a name."""

_PROBLEM = re.compile(
    r"(?P<file>[^:\n]+?)(?::(?P<line>\d+))?: (?:(?P<key>[^\s:]+): )?"
    r"(?P<code>E\d{3}) (?P<message>.+)"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files anew, to be reviewed"
    )


class _Together(LoadScopeScheduling):
    """Gives each test to whoever is free, but for those that belong together."""

    def _split_scope(self, nodeid: str) -> str:
        return TOGETHER.get(nodeid.partition("::")[0], nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadScopeScheduling:
    """Not `--dist loadgroup`: with pytest 9.2, xdist 3.8 takes no notice of the groups."""
    return _Together(config, log)


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
    """The problems of a text, read as a person does: place, code, message, hint."""
    lines = printed.splitlines()
    for number, line in enumerate(lines):
        found = _PROBLEM.fullmatch(line)
        if not found:
            continue
        after = lines[number + 1] if number + 1 < len(lines) else ""
        hint = after.removeprefix("    hint: ") if after.startswith("    hint: ") else ""
        place = found["file"], int(found["line"] or 0), found["key"] or ""
        yield Said(found["code"], *place, found["message"], hint)


class TinyProject:
    """A copy of tests/games/tiny with the shared templates of the real project."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def made_at(cls, root: Path) -> "TinyProject":
        shutil.copytree(TINY, root)
        for template in (ROOT / "templates" / "_shared").glob("*.svg.j2"):
            shutil.copy(template, root / "templates" / "_shared")
        return cls(root)

    @property
    def output(self) -> Path:
        return self.root / "output"

    @property
    def built(self) -> Path:
        """Where the PDFs of a plain build lie."""
        return self.output / "tiny" / "en-A4"

    def run(self, *arguments: str) -> int:
        """The command line in this process; arguments as typed, `--project` added."""
        return cli.main([*arguments, "--project", str(self.root)])

    def edit(self, file: str, old: str, new: str) -> None:
        """Change one thing in a file; it must be there."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def edit_freely(self, file: str, old: str, new: str) -> None:
        """Change one thing, whatever the rules say of it: the game has no claims any more."""
        (self.root / "content" / "tiny" / "claims.yaml").unlink(missing_ok=True)
        self.edit(file, old, new)

    def hashes(self) -> dict[str, str]:
        """Every file of the output folder but the cache, by the hash of its bytes."""
        files = (path for path in self.output.rglob("*") if path.is_file())
        return {
            path.relative_to(self.output).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in files
            if ".cache" not in path.parts
        }


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> TinyProject:
    """Tiny, built without a fault; only to be read."""
    project = TinyProject.made_at(tmp_path_factory.mktemp("good") / "project")
    assert project.run("build") == 0
    return project


@pytest.fixture
def tiny(good: TinyProject, tmp_path: Path) -> TinyProject:
    """Tiny after a good build; the test's own, to be broken."""
    shutil.copytree(good.root, tmp_path / "project")
    return TinyProject(tmp_path / "project")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run the command line in a project and read what it printed."""

    def call(project: TinyProject, *arguments: str) -> Ran:
        capsys.readouterr()
        code = project.run(*arguments)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return call
