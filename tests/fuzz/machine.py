"""Runs tries, each a changed project and a command, and checks the rules that must hold."""

import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from fustella.build.stamps import STAMPS
from tests.fuzz.areas import AREAS, drawn
from tests.fuzz.bases import WARM, Bases, Files, Odd, read_files, write_files
from tests.fuzz.mutations import Mutation
from tests.helpers.forked import PROJECT, Runner
from tests.hostile.layout import lay_room
from tests.hostile.rules import broken, misbehaved, state_outside

_MAY_DIFFER = re.compile(
    r"output/(\.cache/|[^/]+/codes\.json(\.damaged[^/]*)?$|.*\.fustella\.json$|\.[^/]*$)"
)
"""Matches files that may differ between two builds of the same content: caches and ledgers.

A ledger has dates. A damaged one stays where it is if a build has nothing to do.
"""


@dataclass(frozen=True)
class Try:
    """A try: a base, the changes of it, and the command to run then."""

    area: str
    base: str
    command: str
    mutations: tuple[Mutation, ...]


@dataclass
class Tally:
    """The number of runs by area and exit code, with their time and memory."""

    ends: Counter[tuple[str, int]] = field(default_factory=Counter)
    cpu_seconds: float = 0.0
    most_bytes: int = 0


class Machine:
    """Draws tries, and runs them in rooms below a folder."""

    def __init__(self, runner: Runner, folder: Path) -> None:
        self._runner, self._folder = runner, folder
        self._bases = Bases(runner, folder)
        self.tally = Tally()

    def draw(self, dice: random.Random, area: str) -> Try:
        name = dice.choice(AREAS[area].bases)
        base = self._bases[name]
        command = dice.choice(AREAS[area].commands).replace("@GAME@", base.game)
        return Try(area, name, command, drawn(dice, AREAS[area], base))

    def wrong_with(self, tried: Try) -> list[str]:
        """The sentences about rules that a try breaks."""
        room, cold = self._folder / WARM, self._folder / "cold"
        try:
            return [*self._wrong(tried, room, cold)]
        finally:
            for used in (room, cold):
                shutil.rmtree(used, ignore_errors=True)

    def _wrong(self, tried: Try, room: Path, cold: Path) -> Iterator[str]:
        files: Files = dict(self._bases[tried.base].files)
        for mutation in tried.mutations:
            mutation.apply(files)
        lay_room(room, base=False)
        write_files(room / PROJECT, files)
        outside, before = state_outside(room), _output(room)
        words = tried.command.split()
        ended = self._runner.run(words, room)
        self.tally.ends[tried.area, ended.code] += 1
        self.tally.cpu_seconds += ended.cpu_seconds
        self.tally.most_bytes = max(self.tally.most_bytes, ended.most_bytes)
        yield from broken(ended, room, outside)
        if words[0] != "build" or ended.hangs:
            return
        after = _output(room)
        if ended.code:
            yield from touched(before, after)
            return
        lay_room(cold, base=False)
        kept = {
            name: body
            for name, body in files.items()
            if _is_made_by_hand(name)
            and (isinstance(body, bytes) or not name.startswith("output/"))
        }
        write_files(cold / PROJECT, kept)
        again = self._runner.run(words, cold)
        yield from (f"built anew: {wrong}" for wrong in misbehaved(again))
        known = _stamps(files) == _stamps(self._bases[tried.base].files)
        yield from differs(after, _output(cold), again.code, known, again.err)

    def smaller(self, tried: Try, wrong: Sequence[str]) -> Try:
        """The try with as few of its changes as still break the same rule."""
        signs = {sign_of(one) for one in wrong}
        for mutation in tried.mutations:
            less = tuple(one for one in tried.mutations if one != mutation)
            fewer = replace(tried, mutations=less)
            if less and signs & {sign_of(one) for one in self.wrong_with(fewer)}:
                tried = fewer
        return tried


def sign_of(wrong: str) -> str:
    """The sentence about a broken rule without figures and names, to recognise the same fault."""
    return re.sub(r"['\"`].*|/\S+|\d+(\.\d+)?|\S+\.(pdf|json)", "", wrong).strip()


def _is_made_by_hand(name: str) -> bool:
    """Whether a file is no result of a build; the ledger counts as such, as it has old names."""
    return not name.startswith("output/") or name.endswith("/codes.json")


# What must hold.


def _output(room: Path) -> Files:
    """The output of a build, without files that may differ each time."""
    found = read_files(room / PROJECT / "output") if not _is_output_linked(room) else {}
    return {name: body for name, body in found.items() if not _MAY_DIFFER.match(f"output/{name}")}


def _is_output_linked(room: Path) -> bool:
    return os.path.islink(room / PROJECT / "output")  # noqa: PTH114


def touched(before: Files, after: Files) -> Iterator[str]:
    """Yields files that a refused build has changed: it must leave the last output as it was."""
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield f"refused, and yet changed: {name}"


def _stamps(files: Mapping[str, bytes | Odd]) -> Files:
    """The stamps among some files, which name the files of earlier builds."""
    return {name: content for name, content in files.items() if name.endswith(STAMPS)}


def differs(
    warm: Files, cold: Files, code: int, known: bool = True, said: str = ""
) -> Iterator[str]:
    """Yields the files in which a build differs from one elsewhere, without earlier builds.

    `code` is the exit code of the build elsewhere, and `said` its message. Files of earlier builds
    must be gone if they were `known`: without a whole stamp, they may be anybody's.
    """
    if code:
        why = said.strip().partition("\n")[0]
        yield f"built, and elsewhere refused: exit code {code} `{why}`"
        return
    for name, body in sorted(cold.items()):
        if warm.get(name) != body:
            yield f"not what a build elsewhere gives: {name}"
    folders = {name.rpartition("/")[0] for name in cold}
    for name in sorted(warm):
        if (
            known
            and name.endswith(".pdf")
            and name not in cold
            and name.rpartition("/")[0] in folders
        ):
            yield f"of a former build: {name}"
