"""Commands that are killed, or meet a fault of the system, at any change of a file that they make.

A command that was killed and is run again has done what it does once, and leaves nothing. One
that meets a fault says so in a sentence, and everything is as before.
"""

import hashlib
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import Snapshot, TinyProject
from tests.faults.harness import FAULTS, KILL, Machine, points

GAME = "content/tiny/game.yaml"
COINS = "content/tiny/coins.yaml"
RULES = "content/tiny/tiny-rules.txt"


def changed_and_removed(project: TinyProject) -> None:
    """Another colour and another text; and no counters any more, which have a PDF of their own."""
    project.edit_freely(COINS, "value: 5", "value: 6")
    project.edit(GAME, "#b0503c", "#b05046")
    project.edit(GAME, "sheet: bits", "sheet: pieces")


def moved_lines(project: TinyProject) -> None:
    """Two lines before all others: every `lines` in every file is another one."""
    text = (project.root / RULES).read_text(encoding="utf-8")
    (project.root / RULES).write_text(f"A game.\n\n{text}", encoding="utf-8")


def more_coins(project: TinyProject) -> None:
    """A number that the document has otherwise, in two files."""
    project.edit(COINS, "copies: 6", "copies: 7")
    project.edit("content/tiny/cards.yaml", "copies: 12", "copies: 13")


def more_copies(project: TinyProject) -> None:
    project.edit_freely(COINS, "copies: 6", "copies: 8")


def nothing(_: TinyProject) -> None:
    """The project is as it is."""


@dataclass(frozen=True)
class Scenario:
    """A command after an edit; `first` are commands before it. The numbers are those of points."""

    name: str
    command: str
    edit: Callable[[TinyProject], None] = nothing
    first: tuple[str, ...] = ()
    kills: int = 3
    faults: int = 1


SCENARIOS = (
    Scenario("build", "build", changed_and_removed, kills=5),
    Scenario("accept", "check --accept", moved_lines),
    Scenario("fix", "check --fix --yes", more_coins),
    Scenario(
        "kit",
        "build --kit club",
        more_copies,
        ("kit new club tiny", "build --kit club", "kit printed club"),
        kills=3,
    ),
    Scenario("printed", "kit printed club", more_copies, ("kit new club tiny", "build --kit club")),
    Scenario("calibrate", "calibrate", kills=2),
    Scenario("printer", "calibrate --printer home --dx 1 --dy 0.5", kills=2),
    Scenario("new", "new ../second --from cards"),
    Scenario("game", "new content/second --from cards"),
    Scenario("eject", "eject card --as hero"),
    Scenario("schema", "schema"),
)


def held(home: Path) -> dict[str, str]:
    """Every file but those of caches, by its hash, and every empty folder."""
    return {
        path.relative_to(home).as_posix(): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        )
        for path in home.rglob("*")
        if ".cache" not in path.parts and (path.is_file() or not any(path.iterdir()))
    }


class Tried:
    """A scenario: what there is before the command and after it, and what the command changes."""

    def __init__(self, scenario: Scenario, machine: Machine, built: Snapshot, folder: Path) -> None:
        self.scenario, self._machine, self.home = scenario, machine, folder
        self._project = TinyProject(folder / "game")
        built.write(self._project.root)
        for command in scenario.first:
            ran = machine.run(self._project.root, command.split())
            assert ran.code == 0, ran.err
        scenario.edit(self._project)
        self._begin = Snapshot(folder)
        self.before = held(folder)
        self.run()  # what is drawn is in the cache then
        self.after = held(folder)
        assert self.after != self.before
        cache = self._project.output / ".cache"
        self._cached = Snapshot(cache) if cache.exists() else None
        self.changes = self.restored().run().changes
        assert held(folder) == self.after

    def restored(self) -> "Tried":
        self._begin.write(self.home)
        if self._cached:
            self._cached.write(self._project.output / ".cache")
        return self

    def run(self, at: int = 0, fault: str = ""):
        root, command = self._project.root, self.scenario.command
        return self._machine.run(self.home, command_in(root, command), at, fault)

    def points(self, most: int) -> list[int]:
        return points(self.changes, most, self.scenario.name)

    def rests(self) -> list[str]:
        return self._machine.rests(self.home)


def command_in(root: Path, command: str) -> list[str]:
    """The arguments of a command; the folder of a new game is one, and others are told theirs."""
    words = command.split()
    if words[0] == "new":
        return ["new", str(root / words[1]), *words[2:]]
    return [*words, "--project", str(root)]


@pytest.fixture(scope="module", params=SCENARIOS, ids=lambda scenario: scenario.name)
def tried(request, machine, built_tiny, tmp_path_factory) -> Tried:
    scenario = request.param
    return Tried(scenario, machine, built_tiny, tmp_path_factory.mktemp(scenario.name))


def test_killed_command_that_is_run_again_has_done_it_once(tried):
    for at in tried.points(tried.scenario.kills):
        killed = tried.restored().run(at, KILL)
        assert killed.killed, killed
        again = tried.run()
        # What it did before it was killed may be nothing to do any more, or not allowed twice.
        assert again.code in (0, 1), again.err
        assert "Traceback" not in again.err
        assert held(tried.home) == tried.after, tried.changes[at - 1]
        assert tried.rests() == []


@pytest.mark.parametrize("fault", FAULTS)
def test_command_that_meets_a_fault_says_so_and_leaves_all_as_it_was(fault, tried):
    # Each fault at other points, the same in each run.
    everywhere = tried.points(4 * tried.scenario.faults)
    first = zlib.crc32(fault.encode()) % 3
    for at in everywhere[first::3] if len(everywhere) < len(tried.changes) else everywhere:
        ran = tried.restored().run(at, fault)
        met = tried.changes[at - 1]
        assert "Traceback" not in ran.err, (met, ran.err)
        if ran.problems:  # else it was in a cache, or a file that was to be deleted
            assert (ran.code, ran.problems) == (1, 1), (met, ran.err)
            assert without_rests(held(tried.home)) == tried.before, met
        else:
            assert without_rests(held(tried.home)) == tried.after, met
        assert tried.run().code in (0, 1)
        assert held(tried.home) == tried.after, met
        assert tried.rests() == []


def without_rests(files: dict[str, str]) -> dict[str, str]:
    """What lies there, but for what the next command takes away."""
    rest = re.compile(r"\.\d+-.+")
    return {name: digest for name, digest in files.items() if not rest.match(Path(name).name)}
