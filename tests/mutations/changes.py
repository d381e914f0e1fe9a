"""Defines a change of the box: its sort, its place, and the new value."""

import random
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent.parent

Edit = tuple[int, int, str]
"""An edit of a file: the first character, the one behind the last, and the new text."""


@dataclass(frozen=True)
class Change:
    """A change of a file; `key` is the path of the value, `piece` the id of its piece or ""."""

    sort: str
    game: str
    file: str
    edits: tuple[Edit, ...]
    line: int
    key: str
    piece: str
    what: str
    beside: tuple[str, str] = ("", "")
    """The name and the text of a file that is new with the change."""

    def applied(self, text: str) -> str:
        """The text of the file with the change."""
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key}: {self.what}"


@dataclass(frozen=True)
class Leaf:
    """A value in a YAML file, with its path of keys and indices."""

    path: tuple[str | int, ...]
    node: yaml.ScalarNode
    piece: str

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of the path, without indices."""
        return tuple(step for step in self.path if isinstance(step, str))

    @property
    def key(self) -> str:
        """The last key of the path that is no language."""
        return next(name for name in reversed(self.names) if name not in LANGUAGES)

    @property
    def language(self) -> str:
        """The language of a text, or ""."""
        last = self.path[-1]
        return last if isinstance(last, str) and last in LANGUAGES else ""

    @property
    def shown(self) -> str:
        """The path from the piece on."""
        steps = self.path[2:] if self.path[0] == "pieces" else self.path
        return ".".join(map(str, steps))


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_OPTIONAL = re.compile(r"(?<=[a-z\]])\?(?=[:,}\]\n])")
"""The sign of an optional field in game.yaml, which PyYAML takes for the sign of a key."""

LANGUAGES = ("it", "es", "en")


class Source:
    """A file of a game, with its text and its values."""

    def __init__(self, game: str, path: Path) -> None:
        self.game, self.path = game, path
        self.file = path.relative_to(ROOT).as_posix()
        self.text = path.read_bytes().decode("utf-8")
        head, kinds, fields = self.text.partition("\nkinds:\n")
        self.root = yaml.compose(head + kinds + _OPTIONAL.sub("_", fields), Loader=_LOADER)
        self.leaves = tuple(_leaves(self.root, (), ""))
        self.struck_out = {leaf.piece for leaf in self.leaves if "struck_out" in leaf.names}
        self._starts = [0]
        for line in self.text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def line_at(self, character: int) -> int:
        return bisect_right(self._starts, character)

    def start_of(self, line: int) -> int:
        """The position of the first character of a line."""
        return self._starts[line]

    def raw(self, leaf: Leaf) -> str:
        """A value as it is typed, with its quotes."""
        return self.text[leaf.node.start_mark.index : leaf.node.end_mark.index]

    def change(self, sort: str, leaf: Leaf, new: str, what: str = "") -> Change:
        """The change of a whole value to `new`, as it is typed."""
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
    """A random generator that gives the same numbers for the same names."""
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
