"""Reads kinds some of whose keys follow from the fields of a piece.

The edge, the size and some more keys may be chosen by a field, `edge: {by: rarity, rare: gold}`,
or computed, `width: "{=length * 10}mm"`. Such a kind is read for each piece, after its keys were
filled in, as if a designer had typed them so. Pieces with equal values share one kind.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.values.model import Kind
from fustella.core.values.problems import Place, Problem
from fustella.core.values.schemas import Schema
from fustella.read.filled_zones import BY, FilledZones, PlainZones, choices, follows, words_of
from fustella.read.filling import Filler
from fustella.read.following import told_of_formula
from fustella.read.forms import At
from fustella.read.layouts import may_follow
from fustella.read.nodes import MappingNode

if TYPE_CHECKING:
    from fustella.read.kinds import KindRead

SIZES = (
    *("size", "width", "height", "across_flats", "diameter", "side", "foot"),
    *("corner", "turn"),
)
"""The keys of the outline that may follow from the fields."""

FOLLOWING = (*SIZES, "bleed", "safe", "edge", "grain", "looks")
"""The keys of a kind that may follow from the fields of a piece."""


def hint_of_kinds(by: object) -> str:
    """The hint for a key that cannot follow a field: let the field choose the kind."""
    choice = f"`kind: {{by: {by}, …}}`"
    return f"make a kind for each value, one `like` the other, and choose it in the list: {choice}"


def following_keys(typed: MappingNode) -> MappingNode:
    """The keys of a kind as typed that follow from the fields of its pieces."""
    result = MappingNode(typed.line)
    for key in FOLLOWING:
        if follows(value := typed.get(key)):
            result.put(key, value, typed.lines[key])
    return result


def plain_kind(typed: object, at: At) -> object:
    """A kind as typed without regard to a piece: each choice is its `else`, or its first value.

    Reports E104 for a choice of a key that is the same for all pieces of a kind.
    """
    if not isinstance(typed, MappingNode):
        return typed
    chosen = MappingNode(typed.line)
    for key, value in typed.items():
        by = value.get(BY) if isinstance(value, MappingNode) else None
        if by is not None and key not in FOLLOWING:
            message = f"`{key}` is the same for all pieces of a kind: no field chooses it"
            at.inside(key, typed).report("E104", message, hint_of_kinds(by))
        if by is not None or (key in FOLLOWING and follows(value)):
            chosen.put(key, value, typed.lines[key])
    plain = PlainZones().zone(chosen)
    assert isinstance(plain, MappingNode)
    result = MappingNode(typed.line)
    for key, value in typed.items():
        if key not in chosen:
            result.put(key, value, typed.lines[key])
        elif key in plain:
            result.put(key, plain[key], plain.lines[key])
    return result


def kind_schema(schema: Schema) -> Schema:
    """The schema of a kind, some of whose keys may be chosen by a field or computed."""
    properties = {
        key: may_follow(value) if key in FOLLOWING else value
        for key, value in schema["properties"].items()
    }
    return {**schema, "properties": properties}


class FollowingKind(Struct, frozen=True):
    """A kind as typed, some of whose keys follow from the fields, and how it is read.

    `kind_of` reads the kind whose keys have been filled in; None after a fault was reported.
    """

    typed: MappingNode
    place: Place
    kind_of: "Callable[[MappingNode, list[Problem]], KindRead | None]"
    _known: "dict[str, KindRead]" = field(default_factory=dict)

    @property
    def keys(self) -> MappingNode:
        """The keys as typed that follow from the fields."""
        return following_keys(self.typed)

    @property
    def is_computed(self) -> bool:
        """Whether the size is known only for single pieces."""
        plain = PlainZones().zone(self.keys)
        assert isinstance(plain, MappingNode)
        return any(follows(self.typed.get(key)) and key not in plain for key in SIZES)

    def check(self, problems: list[Problem]) -> None:
        """Reports the faults of each value that a choice may have, even of those no piece has."""
        keys = self.keys
        for key, value in keys.items():
            for _, choice in choices(value, At(self.place, problems).inside(key, keys)):
                for word in words_of(choice):
                    found: list[Problem] = []
                    plain = PlainZones(id(choice), word).zone(keys)
                    assert isinstance(plain, MappingNode)
                    self.kind_of(self._with(plain), found)
                    here = [each for each in found if each.place.line == choice.lines[word]]
                    problems += [each for each in here if each not in problems]

    def of_piece(self, filler: Filler, plain: Kind, problems: list[Problem]) -> "KindRead | None":
        """The kind as it is for one piece; None after a fault was reported.

        `plain` is the kind without regard to a piece, which other kinds of the game have completed.
        """
        before = len(problems)
        filled = FilledZones(filler).keys(self.keys, At(self.place, problems))
        if len(problems) > before:
            return None
        key = repr(filled)
        if key not in self._known:
            read = self.kind_of(self._with(filled), problems)
            if read is None or len(problems) > before:
                told = [told_of_formula(each, self.typed) for each in problems[before:]]
                problems[before:] = told
                return None
            deciding = read.kind.deciding | plain.deciding
            kind = replace(read.kind, begins=plain.begins, listed=plain.listed, deciding=deciding)
            self._known[key] = replace(read, kind=kind)
        return self._known[key]

    def _with(self, filled: MappingNode) -> MappingNode:
        """The kind as typed, with the values that its following keys have for a piece."""
        result = MappingNode(self.typed.line)
        for key, value in self.typed.items():
            if not (key in FOLLOWING and follows(value)):
                result.put(key, value, self.typed.lines[key])
            elif key in filled:
                result.put(key, filled[key], filled.lines[key])
        return result
