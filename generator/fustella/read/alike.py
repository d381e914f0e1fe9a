"""Completes kinds that are like another kind: `creature: {like: card, layout: …}`.

A kind takes all keys of the other one and says what differs, down to the keys of a zone. This is
done with the values as typed, so each keeps its line.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.read.filled_zones import BY
from fustella.read.following_kinds import HINT_OF_KINDS
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
        by = other.get(BY) if isinstance(other, MappingNode) else None
        hint = "write `like: card`" if by is None else HINT_OF_KINDS.format(by)
        inside.report("E104", f"expected a kind, found {shown(other)}", hint)
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
    whole = joined_deeply(_without_what_is_said_anew(_with_both(base, typed), typed), typed)
    if not any(key in whole for key in _SHARED):
        whole.put("sheet", other, typed.line)
    if "deck" not in whole:
        whole.put("deck", other, typed.line)
    return whole


def _without_what_is_said_anew(base: MappingNode, own: MappingNode) -> MappingNode:
    """The other kind without fields that the kind itself declares, with `?` or without."""
    fields, mine = base.get("fields"), own.get("fields")
    if not isinstance(fields, MappingNode) or not isinstance(mine, MappingNode):
        return base
    sides = MappingNode(fields.line)
    for side, declared in fields.items():
        here = mine.get(side)
        names = {name.removesuffix("?") for name in here} if isinstance(here, MappingNode) else ()
        kept = declared
        if isinstance(declared, MappingNode):
            kept = MappingNode(declared.line)
            for name, type_ in declared.items():
                if name.removesuffix("?") not in names:
                    kept.put(name, type_, declared.lines[name])
        sides.put(side, kept, fields.lines[side])
    return _replaced(base, "fields", sides)


def _replaced(node: MappingNode, key: str, value: object) -> MappingNode:
    """A mapping with another value of one of its keys."""
    result = MappingNode(node.line)
    for name, typed in node.items():
        result.put(name, value if name == key else typed, node.lines[name])
    return result


def _with_both(base: MappingNode, own: MappingNode) -> MappingNode:
    """The other kind, whose sides have what the kind's own `both` says of their zones."""
    layouts = base.get("layout"), own.get("layout")
    if not all(isinstance(layout, MappingNode) for layout in layouts):
        return base
    theirs, mine = layouts
    assert isinstance(theirs, MappingNode) and isinstance(mine, MappingNode)
    both = mine.get("both")
    if not isinstance(both, MappingNode):
        return base
    sides = MappingNode(theirs.line)
    for side, zones in theirs.items():
        known = MappingNode(both.line)
        if side != "both" and isinstance(zones, MappingNode):
            for name in both.keys() & zones.keys():
                known.put(name, both[name], both.lines[name])
        whole = joined_deeply(zones, known) if isinstance(zones, MappingNode) else zones
        sides.put(side, whole, theirs.lines[side])
    return _replaced(base, "layout", sides)


def joined_deeply(base: MappingNode, own: MappingNode) -> MappingNode:
    """A mapping with the entries of both, joined at all depths; entries of `own` win."""
    result = MappingNode(own.line)
    for part in (base, own):
        for key, value in part.items():
            before = result.get(key)
            if isinstance(value, bool) and isinstance(before, MappingNode):
                shown = MappingNode(part.lines[key])  # a zone that the kind hides, or shows again
                shown.put("show", value, part.lines[key])
                value = shown  # noqa: PLW2901
            if isinstance(value, MappingNode) and isinstance(before, MappingNode):
                value = joined_deeply(before, value)  # noqa: PLW2901
            result.put(key, value, part.lines[key])
    return result


def told_once(problems: Sequence[Problem], kinds: MappingNode) -> Iterator[Problem]:
    """Yields the problems, each once; those that a kind has from another are told of that one."""
    told = set[tuple[str, Place, str]]()
    for problem in problems:
        _, kind, rest = (*problem.place.key.split(".", 2), "", "")[:3]
        typed = kinds.get(kind) if problem.place.key.startswith("kinds.") else None
        place = problem.place
        if isinstance(typed, MappingNode) and isinstance(other := typed.get(LIKE), str):
            base = kinds.get(other)
            if isinstance(base, MappingNode) and place.line in _lines(base):
                place = replace(place, key=f"kinds.{other}.{rest}".removesuffix("."))
        if (problem.code, place, problem.message) not in told:
            told.add((problem.code, place, problem.message))
            yield replace(problem, place=place)


def _lines(node: MappingNode) -> set[int]:
    """The lines of all keys in a mapping, at any depth."""
    lines = set(node.lines.values())
    for value in node.values():
        if isinstance(value, MappingNode):
            lines |= _lines(value)
    return lines
