"""Completes kinds that are like another kind: `creature: {like: card, layout: …}`.

A kind takes all keys of the other one and says what differs, down to the keys of a zone; `none`
takes a key away. This is done with the values as typed, so each keeps its line.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from fustella.core.values.model import SIDES
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.read.filled_zones import BY, MAY_BE_NONE, NONE
from fustella.read.following_kinds import hint_of_kinds
from fustella.read.forms import At, shown
from fustella.read.nodes import MappingNode

LIKE = "like"

_SHARED = ("sheet", "stock")
"""The keys that name the sheets on which a kind lies; without them, it lies on its own."""


def completed(kinds: MappingNode, at: At) -> MappingNode:
    """The typed kinds by id, each completed by the kind that it is like.

    Kinds that are alike share sheets and a deck unless they say otherwise. Reports E104 for a value
    that is no name, E111 for a kind that does not exist, and E106 for a circle of kinds, at the
    first of them.
    """
    result, told = MappingNode(kinds.line), set[str]()
    for kind, typed in kinds.items():
        whole, circle = typed, _circle(kind, kinds)
        if circle and told.isdisjoint(circle):
            node = typed if isinstance(typed, MappingNode) else None
            _tell_circle(circle, kinds, at.inside(kind, kinds).inside(LIKE, node))
        told.update(circle)
        if isinstance(typed, MappingNode) and LIKE in typed and not circle:
            other = _other(kind, typed, kinds, at.inside(kind, kinds))
            whole = typed if other is None else _whole(typed, other, kinds)
        result.put(kind, whole, kinds.lines[kind])
    return result


def _tell_circle(circle: Sequence[str], kinds: MappingNode, at: At) -> None:
    """Reports E106 for a circle of kinds, and E111 for a kind that is like itself."""
    *others, last = (f"`{each}`" for each in circle)
    if not others:
        known = [name for name in kinds if name not in circle]
        hint = did_you_mean(circle[0], known) or "name another kind of this game"
        at.report("E111", "a kind is not like itself", hint)
        return
    names = f"{', '.join(others)} and {last}"
    which = "other" if len(others) == 1 else "next"
    at.report("E106", f"{names} are each like the {which}", "delete one `like`")


def _other(kind: str, typed: MappingNode, kinds: MappingNode, at: At) -> str | None:
    """The id of the kind that a kind is like; None after a fault was reported."""
    inside, other = at.inside(LIKE, typed), typed[LIKE]
    if not isinstance(other, str):
        by = other.get(BY) if isinstance(other, MappingNode) else None
        hint = "write `like: card`" if by is None else hint_of_kinds(by)
        inside.report("E104", f"expected a kind, found {shown(other)}", hint)
        return None
    base = kinds.get(other)
    if not isinstance(base, MappingNode):
        known = [name for name in kinds if name != kind]
        hint = did_you_mean(other, known) or "name another kind of this game"
        inside.report("E111", f"there is no kind `{other}`", hint)
        return None
    if LIKE in base:
        if not _circle(other, kinds):  # a circle was reported
            message = f"`{other}` is itself like another kind"
            hint = f"write `like: {base[LIKE]}`, and what differs"
            inside.report("E106", message, hint)
        return None
    return other


def _circle(kind: str, kinds: MappingNode) -> list[str]:
    """The kinds that are like each other in a circle, from `kind` on; [] if it is in none."""
    names = [kind]
    while isinstance(typed := kinds.get(names[-1]), MappingNode):
        other = typed.get(LIKE)
        if other == kind:
            return names
        if not isinstance(other, str) or other in names:
            return []
        names.append(other)
    return []


def _whole(typed: MappingNode, other: str, kinds: MappingNode) -> MappingNode:
    base = kinds[other]
    assert isinstance(base, MappingNode), "checked where it was found"
    before = _without_back(base, typed)
    base = _without_what_is_said_anew(_with_both(before, typed), typed)
    whole = _without_what_is_taken(joined_deeply(base, typed), before)
    if not any(key in whole for key in _SHARED):
        whole.put("sheet", other, typed.line)
    if "deck" not in whole:
        whole.put("deck", other, typed.line)
    return whole


def _without_what_is_taken(whole: MappingNode, base: MappingNode) -> MappingNode:
    """A kind without fields that are `none`, and without keys of `both` that are `none`."""
    for key in ("fields", "layout"):
        parts, theirs = whole.get(key), base.get(key)
        if not isinstance(parts, MappingNode) or not isinstance(theirs, MappingNode):
            continue
        names = {
            name.removesuffix("?"): value
            for part in theirs.values()
            if isinstance(part, MappingNode)
            for name, value in part.items()
        }
        kept = MappingNode(parts.line)
        for part, entries in parts.items():
            left = entries
            if isinstance(entries, MappingNode) and (key == "fields" or part == "both"):
                left = _without_none(entries, names)
            kept.put(part, left, parts.lines[part])
        whole = _replaced(whole, key, kept)
    return whole


def _without_none(entries: MappingNode, known: Mapping[str, object]) -> MappingNode:
    """A mapping without the entries that are `none`, at any depth, if they are `known`."""
    result = MappingNode(entries.line)
    for name, value in entries.items():
        theirs = known.get(name.removesuffix("?"))
        left = value
        if value == NONE and theirs is not None and name not in MAY_BE_NONE:
            continue
        if isinstance(value, MappingNode) and isinstance(theirs, MappingNode):
            left = _without_none(value, theirs)
        result.put(name, left, entries.lines[name])
    return result


def _without_what_is_said_anew(base: MappingNode, own: MappingNode) -> MappingNode:
    """The kind `base` without the fields that `own` declares, with `?` or without."""
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


def _without_back(base: MappingNode, own: MappingNode) -> MappingNode:
    """The kind `base`; without fields and zones of its back, if `own` takes the back away."""
    if own.get("back") != NONE or "back" not in base:
        return base
    for key in ("fields", "layout"):
        sides = base.get(key)
        if isinstance(sides, MappingNode) and "back" in sides:
            kept = MappingNode(sides.line)
            for side, declared in sides.items():
                if side != "back":
                    kept.put(side, declared, sides.lines[side])
            base = _replaced(base, key, kept)
    return base


def _replaced(node: MappingNode, key: str, value: object) -> MappingNode:
    """A copy of a mapping, with another value for one of its keys."""
    result = MappingNode(node.line)
    for name, typed in node.items():
        result.put(name, value if name == key else typed, node.lines[name])
    return result


def _with_both(base: MappingNode, own: MappingNode) -> MappingNode:
    """The kind `base`, with the zones under `both` of `own` joined into each of its sides."""
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
    """A mapping with the entries of both, joined at all depths; entries of `own` win.

    If an entry of `own` is `none`, the entry of `base` is removed. A choice by another field is not
    joined.
    """
    result = MappingNode(own.line)
    for part in (base, own):
        for key, value in part.items():
            before = result.get(key)
            if value == NONE and before is not None and key not in MAY_BE_NONE and BY not in base:
                del result[key], result.lines[key]
                continue
            if isinstance(value, bool) and isinstance(before, MappingNode):
                shown = MappingNode(part.lines[key])  # a zone that the kind hides, or shows again
                shown.put("show", value, part.lines[key])
                value = shown  # noqa: PLW2901
            if (
                isinstance(value, MappingNode)
                and isinstance(before, MappingNode)
                and value.get(BY, before.get(BY)) == before.get(BY)
            ):
                value = joined_deeply(before, value)  # noqa: PLW2901
            result.put(key, value, part.lines[key])
    return result


def told_once(problems: Sequence[Problem], kinds: MappingNode) -> Iterator[Problem]:
    """Yields each problem once: at the kind that brought it, not at the kinds that are like it.

    A problem of both sides stands at `both`.
    """
    told = set[tuple[str, Place, str]]()
    for problem in problems:
        _, kind, rest = (*problem.place.key.split(".", 2), "", "")[:3]
        typed = kinds.get(kind) if problem.place.key.startswith("kinds.") else None
        place = problem.place
        if isinstance(typed, MappingNode) and (key := _key_in_both(rest, typed)):
            rest, place = key, replace(place, key=f"kinds.{kind}.{key}")
        if isinstance(typed, MappingNode) and isinstance(other := typed.get(LIKE), str):
            base = kinds.get(other)
            if isinstance(base, MappingNode) and place.line in _lines(base):
                place = replace(place, key=f"kinds.{other}.{rest}".removesuffix("."))
        if (problem.code, place, problem.message) not in told:
            told.add((problem.code, place, problem.message))
            yield replace(problem, place=place)


def _key_in_both(key: str, kind: MappingNode) -> str:
    """The key under `both` that stands for a side's key, such as `layout.front.title.size`."""
    first, side, *steps = (*key.split("."), "")
    layout = kind.get("layout")
    if first != "layout" or side not in SIDES or not isinstance(layout, MappingNode):
        return ""
    own, both = (_known_steps(layout.get(each), steps) for each in (side, "both"))
    return ".".join(("layout", "both", *steps)).rstrip(".") if both > own else ""


def _known_steps(node: object, steps: Sequence[str]) -> int:
    """The number of steps of a path that lead into a value as typed."""
    known = 0
    for step in steps:
        if not isinstance(node, MappingNode) or step not in node:
            break
        node, known = node[step], known + 1
    return known


def _lines(node: MappingNode) -> set[int]:
    """The lines of all keys in a mapping, at any depth."""
    lines = set(node.lines.values())
    for value in node.values():
        if isinstance(value, MappingNode):
            lines |= _lines(value)
    return lines
