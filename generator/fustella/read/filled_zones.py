"""Writes zones as they are typed for one piece, or without regard to a piece.

A value of a zone may be chosen by a field, `{by: rarity, rare: gold, else: none}`, or have names
and formulas in it; `when` is the condition for pieces on which the zone is there.
"""

from collections.abc import Collection, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.expressions import folded, names_in
from fustella.core.values.model import SIDES, SideName
from fustella.core.values.problems import Place, nearest
from fustella.read.filling import Filler, text_of
from fustella.read.forms import At, shown
from fustella.read.layouts import CONTENTS, PLACES, WHEN
from fustella.read.nodes import MappingNode
from fustella.read.piece_lists import LIST, formulas_in, lists_in, own_names

BY: Final = "by"
ELSE: Final = "else"

NONE: Final = "none"
"""The value of a choice that leaves a key out, or that removes the value of a kind it is like."""

MAY_BE_NONE: Final = ("edge", "fill", "line", "colour", "outline", "shadow", "fit")
"""The keys that have `none` as a value of their own."""

LEFT_OUT: Final = object()
"""The value of a key that a piece leaves out, as if nobody had typed the key."""


def follows(value: object) -> bool:
    """Whether a value of a zone as typed depends on the piece."""
    if isinstance(value, MappingNode):
        return BY in value or any(map(follows, value.values()))
    return isinstance(value, str) and (value.startswith("=") or "{" in value)


def zone_follows(zone: object) -> bool:
    """Whether a zone as typed depends on the piece, or says what it shows."""
    return isinstance(zone, MappingNode) and (
        any(key in zone for key in (WHEN, *CONTENTS)) or any(map(follows, zone.values()))
    )


def deciding_fields(typed: MappingNode, side: SideName, fields: Collection[str]) -> frozenset[str]:
    """The paths of the fields from which zones follow, such as `front.rarity`.

    `fields` are the fields of the side. A face need not draw them.
    """
    at = At(Place(""), [])
    names = {name for text, _ in expressions_in(typed, at) for name in names_in(text)}
    names |= {name for _, zone in lists_in(typed) for name in own_names(zone)}
    own = {f"{side.value}.{name}" for name in names if name in fields}
    others = {".".join(name.split(".")[:2]) for name in names if name.split(".")[0] in SIDES}
    return frozenset(own | others)


def expressions_in(value: object, at: At) -> Iterator[tuple[str, At]]:
    """Yields the conditions and formulas inside of zones as typed, each with its place."""
    if isinstance(value, MappingNode):
        for key, inner in value.items():
            inside = at.inside(key, value)
            if key in (BY, WHEN) and isinstance(inner, str):
                yield inner.strip().removeprefix("="), inside
            elif key != LIST:  # which has expressions over the fields of other pieces
                yield from expressions_in(inner, inside)
    else:
        yield from ((formula.removeprefix("="), at) for formula in formulas_in(value))


def choices(value: object, at: At) -> Iterator[tuple[At, MappingNode]]:
    """Yields the choices by a field inside of a zone as typed, each with its place."""
    if isinstance(value, MappingNode):
        if BY in value:
            yield at, value
        for key, inner in value.items():
            yield from choices(inner, at.inside(key, value))


class PlainZones(Struct, frozen=True):
    """Writes zones without regard to a piece. In the choice number `choice`, `taken` is chosen."""

    choice: int = 0
    taken: str = ""

    def zones(self, typed: MappingNode) -> MappingNode:
        """All zones except those whose places are known only for single pieces."""
        result = MappingNode(typed.line)
        for name, zone in typed.items():
            plain = self.zone(zone)
            if not (isinstance(zone, MappingNode) and isinstance(plain, MappingNode)) or all(
                key in plain for key in PLACES if key in zone
            ):
                result.put(name, plain, typed.lines[name])
        return result

    def zone(self, zone: object) -> object:
        if not isinstance(zone, MappingNode):
            return zone
        result = MappingNode(zone.line)
        for key, value in zone.items():
            if key in (WHEN, *CONTENTS):
                continue
            plain, line = self._value(value, zone.lines[key], key)
            if plain is not LEFT_OUT:
                result.put(key, plain, line)
        return result

    def _value(self, value: object, line: int, key: str) -> tuple[object, int]:
        if isinstance(value, MappingNode) and BY in value:
            taken = self.taken if id(value) == self.choice else ""
            name = taken or (ELSE if ELSE in value else next(iter(words_of(value)), ""))
            if not name or (value[name] == NONE and key not in MAY_BE_NONE):
                return LEFT_OUT, line
            return self._value(value[name], value.lines[name], key)
        if isinstance(value, MappingNode):
            return self.zone(value), line
        return (LEFT_OUT if follows(value) else value), line


class FilledZones(Struct, frozen=True):
    """Writes zones as they are for one piece, whose values a filler has."""

    filler: Filler

    def zones(self, typed: MappingNode, at: At) -> MappingNode:
        result = MappingNode(typed.line)
        for name, zone in typed.items():
            filled = self._zone(zone, at.inside(name, typed)) if zone_follows(zone) else zone
            result.put(name, filled, typed.lines[name])
        return result

    def _zone(self, zone: object, at: At) -> object:
        assert isinstance(zone, MappingNode)
        if WHEN in zone and not self.is_there(zone, at):
            return False
        return self.keys(zone, at)

    def keys(self, typed: MappingNode, at: At) -> MappingNode:
        """The keys of a zone, or of a kind, with their values for the piece."""
        result = MappingNode(typed.line)
        for key, value in typed.items():
            if key in (WHEN, *CONTENTS):
                continue
            filled, inside = self.chosen(value, at.inside(key, typed))
            if isinstance(filled, MappingNode):
                filled = self.keys(filled, inside)
            elif isinstance(filled, str) and follows(filled):
                filled = self.filler.string(filled, inside)
            if filled is not LEFT_OUT and filled != "":
                result.put(key, filled, inside.place.line)
        return result

    def is_there(self, zone: MappingNode, at: At) -> bool:
        """Whether the `when` of a zone holds. Reports E104 for a value that is no condition."""
        inside, typed = at.inside(WHEN, zone), zone[WHEN]
        if isinstance(typed, bool):
            return typed
        if not isinstance(typed, str) or not typed.strip():
            hint = "write `when: attack is given` or `when: cost > 3`"
            inside.report("E104", f"expected a condition, found {shown(typed)}", hint)
            return True
        return self.filler.holds(typed.strip().removeprefix("=").strip(), inside)

    def chosen(self, value: object, at: At) -> tuple[object, At]:
        """A value as typed, or the one that a choice by a field has for the piece; and its place.

        Reports E104 for a choice without a field, and E165 for a value that it does not name.
        """
        while isinstance(value, MappingNode) and BY in value:
            name = self.branch(value, at)
            if name is None:
                return LEFT_OUT, at
            at = At(replace(at.place, line=value.lines[name]), at.problems, at.key)
            value = value[name]
            if value == NONE and at.key not in MAY_BE_NONE:
                return LEFT_OUT, at
        return value, at

    def branch(self, choice: MappingNode, at: At) -> str | None:
        """The key of the value that a choice by a field has for the piece; None without one.

        Reports E104 for a choice without a field, and E165 for a value that it does not name.
        """
        word = self.word(choice, at)
        name = None if word is None else branch_of(choice, word)
        if word and name is None:
            near = nearest(word, words_of(choice))
            hint = f"did you mean `{near}`? Or " if near else ""
            hint += f"add `{word}: …` or `{ELSE}: …`"
            at.report("E165", f"`{choice[BY]}` is `{word}`, which has no value here", hint)
        return name

    def word(self, choice: MappingNode, at: At) -> str | None:
        """The word by which a choice is made for the piece: "" if its field is empty.

        None after a fault was reported: E104, E163.
        """
        by, inside = choice[BY], at.inside(BY, choice)
        if not isinstance(by, str) or not by.strip():
            hint = "write the name of a field: {by: rarity, rare: gold, else: none}"
            inside.report("E104", f"expected a field, found {shown(by)}", hint)
            return None
        before = len(inside.problems)
        worth = self.filler.string(f"={by.strip().removeprefix('=')}", inside)
        if len(inside.problems) > before:
            return None
        if isinstance(worth, list | dict):
            message = f"`{by}` has several values, and a choice goes by one"
            inside.report("E163", message, "name a field with a single value")
            return None
        return text_of(worth)


def words_of(choice: MappingNode) -> list[str]:
    """The words of a choice as typed, each the key of a value; without `else`."""
    return [word for word in choice if word not in (BY, ELSE)]


def branch_of(choice: MappingNode, word: str) -> str | None:
    """The key of a choice for a word, which may differ in capitals; None without one."""
    for name in words_of(choice):
        if folded(name) == folded(word):
            return name
    return ELSE if ELSE in choice else None
