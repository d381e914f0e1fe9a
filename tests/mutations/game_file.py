"""Every entry of a game.yaml taken out in turn: what then is printed otherwise is refused or told.

python -m tests.mutations --game                  each entry of the four games
python -m tests.mutations --game GAME --all       one game, with what becomes of each entry
python -m tests.mutations --game --keys=back$     the entries whose keys match
"""

import hashlib
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.build.options import PrintChoice
from fustella.core.files.project import Project
from fustella.core.values.model import Edition
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Problem, ProblemsFound
from tests.mutations.changes import ROOT, Change

REFUSED, WARNED, SAME, FREE, SILENT = "refused", "warned", "same", "free", "silent"
"""What becomes of a change: no box; a new warning; the same sheets; other sheets, of which `OURS`
says that they are our own design; other sheets in silence."""

RESULTS = (REFUSED, WARNED, SAME, FREE, SILENT)

OURS = {
    r"icons\.\w+\.colour": "the colour of an icon is ours; its form is what the aid explains",
    r"colours\.orange": "`orange` is a colour of CSS, too, and no document gives a shade",
    r"sheets(\..*)?": "what a file of sheets is called; else it is called after its kinds",
    r"cover(\.title)?": "the picture is ours, and the title is printed without it; figures of "
    "`cover.says` are claimed",
    r"boxes(\..*)?": "what pieces are kept in is ours: no document speaks of trays",
    r"kinds\.[\w-]+\.(bleed|edge|corner|looks)": "how pieces are cut, and their ornament",
    r"kinds\.[\w-]+\.(sheet|stock|split\..*)": "how pieces are laid out on sheets of paper",
}
"""The keys that say what no document says, each with the reason."""


def deletions(game: str) -> Iterator[Change]:
    """Yields one change for each entry of a game.yaml, at every depth."""
    path = ROOT / "content" / game / "game.yaml"
    text = path.read_bytes().decode("utf-8")
    file = path.relative_to(ROOT).as_posix()
    # Our reader takes a `?` behind a type in braces, where PyYAML takes it for a key.
    plain = re.sub(r"(?<=\w)\?", "_", text)
    for key, start, end in _entries(
        yaml.compose(plain, Loader=yaml.CSafeLoader), text, "", len(text)
    ):
        line = text.count("\n", 0, start) + 1
        yield Change("game", game, file, ((start, end, ""),), line, key, "", "taken out")


def _entries(node: yaml.Node, text: str, path: str, behind: int) -> Iterator[tuple[str, int, int]]:
    """Yields the key of each entry inside of a node, and the part of the text that it takes."""
    if isinstance(node, yaml.MappingNode):
        parts = [(key.value, key.start_mark, value) for key, value in node.value]
    elif isinstance(node, yaml.SequenceNode):
        parts = [(str(at), value.start_mark, value) for at, value in enumerate(node.value)]
    else:
        return
    flow = node.flow_style
    for at, (name, begins, value) in enumerate(parts):
        key = f"{path}.{name}" if path else name
        following = parts[at + 1][1] if at + 1 < len(parts) else None
        start = begins.index
        if flow:
            if following is not None:
                end = following.index
            else:
                end = value.end_mark.index
                start = parts[at - 1][2].end_mark.index if at else start
        else:
            start -= begins.column
            end = following.index - following.column if following is not None else behind
        yield key, start, end
        if flow:
            yield from _entries(value, text, key, value.end_mark.index)
        else:
            yield from _entries(value, text, key, end)


@dataclass
class Whole:
    """A copy of the project, of which whole boxes are made, but not written.

    What is printed has a digest: the faces, their places on sheets, the cover and the labels.
    """

    folder: Path
    before: dict[str, tuple[str, frozenset[Problem]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shutil.copytree(ROOT / "content", self.folder / "content")
        shutil.copytree(ROOT / "templates", self.folder / "templates")

    def becomes(self, change: Change) -> tuple[str, str]:
        """What becomes of a change, and the problem that says so, or ""."""
        if change.game not in self.before:
            self.before[change.game] = self.printed(change.game)
        printed, warnings = self.before[change.game]
        try:
            with self.changed(change):
                now, told = self.printed(change.game)
        except ProblemsFound as found:
            return REFUSED, str(found.problems[0])
        seen = {(one.code, one.place.file, one.message) for one in warnings}
        new = [one for one in told if (one.code, one.place.file, one.message) not in seen]
        if now == printed:
            return SAME, ""
        if new:
            return WARNED, str(new[0])
        free = next((why for key, why in OURS.items() if re.fullmatch(key, change.key)), "")
        return (FREE, free) if free else (SILENT, "")

    @contextmanager
    def changed(self, change: Change) -> Iterator[None]:
        """The project has a change while the block runs."""
        path = self.folder / change.file
        kept = path.read_bytes()
        path.write_bytes(change.applied(kept.decode("utf-8")).encode("utf-8"))
        try:
            yield
        finally:
            path.write_bytes(kept)

    def printed(self, game: str) -> tuple[str, frozenset[Problem]]:
        """The digest of all sheets in all languages, and all warnings. Raises ProblemsFound."""
        output, choice = self.folder / "output", PrintChoice(boxes=True)
        options = BuildOptions("A4", Duplex.LONG_EDGE, output, choice=choice)
        job = Job(Project(self.folder), game, options)
        _ = job.settings, job.edition, job.claims
        digest, warnings = hashlib.sha256(repr(job.game.title).encode()), set[Problem]()
        for language in job.game.languages:
            own = job.given(edition=Edition(job.game, language))
            _ = own.selection, own.differs(), own.faces, own.checked
            faces = {**own.faces, **(own.cover.faces if own.cover else {})}
            groups = own.production.contents.groups
            parts = (
                language,
                [(str(one), faces[one].digest) for one in sorted(faces, key=str)],
                own.printed,
                own.cover.sheets if own.cover else (),
                [(one.id, str(one.name), one.copies) for one in groups],
            )
            own.artist.face_cache.save()
            digest.update(repr(parts).encode())
            warnings.update(own.warnings(own.production.left_out))
        return digest.hexdigest(), frozenset(warnings)


def table(counts: Counter[tuple[str, str]]) -> str:
    """What became of the changes of each game."""
    lines = [f"{'':20}" + "".join(f"{result:>9}" for result in RESULTS)]
    for game in dict.fromkeys(game for game, _ in counts):
        numbers = "".join(f"{counts[game, result]:9}" for result in RESULTS)
        lines.append(f"{game:20}{numbers}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Takes out each entry in turn, and shows a table; exits code 1 if one passes in silence."""
    chosen = [argument for argument in arguments if not argument.startswith("--")]
    keys = re.compile(next((one[7:] for one in arguments if one.startswith("--keys=")), ""))
    shown = RESULTS if "--all" in arguments else (SILENT,)
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        whole = Whole(Path(folder) / "project")
        for game in chosen or Project(ROOT).games():
            for change in filter(lambda one: keys.search(one.key), deletions(game)):
                result, why = whole.becomes(change)
                counts[game, result] += 1
                if result in shown:
                    print(f"{result}: {change}  {why}", flush=True)
    print(table(counts))
    return 1 if any(result == SILENT for _, result in counts) else 0
