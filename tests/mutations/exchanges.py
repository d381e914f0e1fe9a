"""Makes exchanges in lists: the values of two fields of one piece or one row, and signs turned."""

from collections.abc import Iterator, Sequence

from tests.mutations.changes import Change, Leaf, Source
from tests.mutations.lists import DRAWN

_SIGNS = {"≥": "≤", "≤": "≥", "<": ">", ">": "<", "+": "-", "×": "+"}


def of_exchanges(files: Sequence[Source]) -> Iterator[Change]:
    """Yields all exchanges in the lists of a game."""
    for source in files:
        for leaf, sisters in _with_sisters(source):
            other = sisters.get(_PARTNERS.get(leaf.key, ""))
            if other is not None and other.node.value != leaf.node.value:
                yield _exchanged(source, leaf, other)
        for leaf in source.leaves:
            if leaf.language and leaf.piece not in source.struck_out:
                yield from _signs(source, leaf)


_PARTNERS = {
    "gold": "wood",
    "damage": "move",
    "life": "points",
    "map": "turns",
    "attack": "defence",
    "defence": "spaces",
    "columns": "rows",
    "power": "hit_points",
    "hit_points": "range",
    "wood": "stone",
    "give": "take",
    "reach": "copies",
    "turns": "points",
    "move": "map",
    "from": "to",
    "front": "back",
    "level": "attack",
    "spaces": "level",
}
"""Fields that a designer mixes up easily."""


def _with_sisters(source: Source) -> Iterator[tuple[Leaf, dict[str, Leaf]]]:
    """Yields each plain value of a list, with the other ones of its mapping by their keys."""
    groups: dict[tuple[str | int, ...], dict[str, Leaf]] = {}
    for leaf in source.leaves:
        path = leaf.names[1:] if leaf.names[0] == "pieces" else leaf.names
        plain = isinstance(leaf.path[-1], str) and not leaf.language
        if plain and leaf.piece not in source.struck_out and DRAWN.isdisjoint(path):
            groups.setdefault(leaf.path[:-1], {})[str(leaf.path[-1])] = leaf
    for sisters in groups.values():
        for leaf in sisters.values():
            yield leaf, sisters


def _exchanged(source: Source, one: Leaf, two: Leaf) -> Change:
    edits = [
        (leaf.node.start_mark.index, leaf.node.end_mark.index, source.raw(other))
        for leaf, other in ((one, two), (two, one))
    ]
    what = f"{one.key} {one.node.value} and {two.key} {two.node.value} change places"
    return source.edited("exchange", one, edits, what)


def _signs(source: Source, leaf: Leaf) -> Iterator[Change]:
    raw, start = source.raw(leaf), leaf.node.start_mark.index
    for sign, other in _SIGNS.items():
        at = raw.find(sign, 1)
        if at > 0 and not (sign == "+" and raw[at + 1 : at + 2].isdigit()):
            yield source.edited(
                "exchange",
                leaf,
                ((start + at, start + at + 1, other),),
                f"{sign} becomes {other}: {leaf.node.value[:50]}",
            )
