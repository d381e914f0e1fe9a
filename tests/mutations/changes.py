"""One change of the box: of which sort, where, and what it becomes."""

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent.parent

Edit = tuple[int, int, str]
"""From which character to which of a file, and what stands there instead."""


@dataclass(frozen=True)
class Change:
    """One change: `key` is the path of what is changed, `piece` the id of its piece or ""."""

    sort: str
    game: str
    file: str
    edits: tuple[Edit, ...]
    line: int
    key: str
    piece: str
    what: str

    def applied(self, text: str) -> str:
        """The text of the file with the change."""
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key}: {self.what}"


@dataclass(frozen=True)
class Leaf:
    """A value in a file of YAML, with the keys and numbers that lead to it."""

    path: tuple[str | int, ...]
    node: yaml.ScalarNode
    piece: str

    @property
    def names(self) -> tuple[str, ...]:
        """The keys without the numbers of entries."""
        return tuple(step for step in self.path if isinstance(step, str))

    @property
    def key(self) -> str:
        """The last key that is no language."""
        return next(name for name in reversed(self.names) if name not in LANGUAGES)

    @property
    def language(self) -> str:
        """The language of a text, or ""."""
        last = self.path[-1]
        return last if isinstance(last, str) and last in LANGUAGES else ""

    @property
    def shown(self) -> str:
        """The path without what leads to the piece."""
        steps = self.path[2:] if self.path[0] == "pieces" else self.path
        return ".".join(map(str, steps))


LANGUAGES = ("it", "es", "en")


class Source:
    """A file of a game, with its values and its pieces."""

    def __init__(self, game: str, path: Path) -> None:
        self.game, self.path = game, path
        self.file = path.relative_to(ROOT).as_posix()
        self.text = path.read_bytes().decode("utf-8")
        self.root = yaml.compose(self.text)
        self.leaves = tuple(_leaves(self.root, (), ""))
        self.struck_out = {leaf.piece for leaf in self.leaves if "struck_out" in leaf.names}
        self._starts = [0]
        for line in self.text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def line_at(self, character: int) -> int:
        return bisect_right(self._starts, character)

    def start_of(self, line: int) -> int:
        """Where a line begins, counted from 0."""
        return self._starts[line]

    def raw(self, leaf: Leaf) -> str:
        """The value as it is typed, with its quotes."""
        return self.text[leaf.node.start_mark.index : leaf.node.end_mark.index]

    def change(self, sort: str, leaf: Leaf, new: str, what: str = "") -> Change:
        """The change of a whole value, as it is typed."""
        start, end = leaf.node.start_mark.index, leaf.node.end_mark.index
        what = what or f"{self.text[start:end]} becomes {new}"
        return self.edited(sort, leaf, ((start, end, new),), what)

    def edited(self, sort: str, leaf: Leaf, edits: Sequence[Edit], what: str) -> Change:
        line = self.line_at(edits[0][0])
        return Change(sort, self.game, self.file, tuple(edits), line, leaf.shown, leaf.piece, what)


def sources(game: str) -> Iterator[Source]:
    """The lists of a game."""
    for path in sorted((ROOT / "content" / game).glob("*.yaml")):
        if path.stem not in ("game", "claims"):
            yield Source(game, path)


def dice_for(*names: str) -> random.Random:
    """Dice that fall alike for the same names."""
    return random.Random("20261123 " + " ".join(names))


def _leaves(node: yaml.Node, path: tuple[str | int, ...], piece: str) -> Iterator[Leaf]:
    if isinstance(node, yaml.MappingNode):
        if len(path) == 2 and path[0] == "pieces":
            piece = next((value.value for key, value in node.value if key.value == "id"), "")
        for key, value in node.value:
            yield from _leaves(value, (*path, key.value), piece)
    elif isinstance(node, yaml.SequenceNode):
        for number, entry in enumerate(node.value):
            yield from _leaves(entry, (*path, number), piece)
    elif isinstance(node, yaml.ScalarNode):
        yield Leaf(path, node, piece)
