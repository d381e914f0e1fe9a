"""Completes kinds that are like another kind: `creature: {like: card, layout: …}`.

A kind takes all keys of the other one and says what differs, down to the keys of a zone. This is
done with the values as typed, so each keeps its line.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.core.values.problems import Problem, did_you_mean
from fustella.read.forms import At, shown
from fustella.read.nodes import MappingNode

LIKE = "like"

_SHARED = ("sheet", "stock")
"""The keys that name the sheets on which a kind lies; without them, it lies on its own."""


def completed(kinds: MappingNode, at: At) -> MappingNode:
    """The kinds by id as typed, each with what it takes from the kind that it is like.

    Kinds that are alike share sheets and a deck unless they say otherwise. Reports E104 for a value
    that is no name, E111 for a kind that does not exist, and E106 for a kind that is itself like
    another one.
    """
    result = MappingNode(kinds.line)
    for kind, typed in kinds.items():
        whole = typed
        if isinstance(typed, MappingNode) and LIKE in typed:
            other = _other(kind, typed, kinds, at.inside(kind, kinds))
            whole = typed if other is None else _whole(typed, other, kinds)
        result.put(kind, whole, kinds.lines[kind])
    return result


def _other(kind: str, typed: MappingNode, kinds: MappingNode, at: At) -> str | None:
    """The id of the kind that a kind is like; None after a fault was reported."""
    inside, other = at.inside(LIKE, typed), typed[LIKE]
    if not isinstance(other, str):
        inside.report("E104", f"expected a kind, found {shown(other)}", "write `like: card`")
        return None
    base = kinds.get(other)
    if other == kind or not isinstance(base, MappingNode):
        known = [name for name in kinds if name != kind]
        hint = did_you_mean(other, known) or "name another kind of this game"
        message = f"there is no kind `{other}`"
        if other == kind:
            message = "a kind is not like itself"
        inside.report("E111", message, hint)
        return None
    if LIKE in base:
        message = f"`{other}` is itself like another kind"
        hint = f"write `like: {base[LIKE]}`, and what differs"
        if base[LIKE] == kind:
            message, hint = f"`{kind}` and `{other}` are each like the other", "delete one `like`"
        inside.report("E106", message, hint)
        return None
    return other


def _whole(typed: MappingNode, other: str, kinds: MappingNode) -> MappingNode:
    base = kinds[other]
    assert isinstance(base, MappingNode), "checked where it was found"
    whole = joined_deeply(base, typed)
    if not any(key in whole for key in _SHARED):
        whole.put("sheet", other, typed.line)
    if "deck" not in whole:
        whole.put("deck", other, typed.line)
    return whole


def joined_deeply(base: MappingNode, own: MappingNode) -> MappingNode:
    """A mapping with the entries of both, joined at all depths; entries of `own` win."""
    result = MappingNode(own.line)
    for part in (base, own):
        for key, value in part.items():
            before = result.get(key)
            if isinstance(value, MappingNode) and isinstance(before, MappingNode):
                value = joined_deeply(before, value)  # noqa: PLW2901
            result.put(key, value, part.lines[key])
    return result


def told_once(problems: Sequence[Problem], kinds: MappingNode) -> Iterator[Problem]:
    """Yields the problems without those that a kind has from the kind that it is like."""
    told = {(each.code, each.place, each.message) for each in problems}
    for problem in problems:
        _, kind, rest = (*problem.place.key.split(".", 2), "", "")[:3]
        typed = kinds.get(kind) if problem.place.key.startswith("kinds.") else None
        if isinstance(typed, MappingNode) and isinstance(other := typed.get(LIKE), str):
            place = replace(problem.place, key=f"kinds.{other}.{rest}".removesuffix("."))
            if (problem.code, place, problem.message) in told:
                continue
        yield problem
