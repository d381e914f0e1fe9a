"""Reads the lists of other pieces in zones: `list: {of: unit, where: …, text: "{name} {attack}"}`.

A list of lines is a text, a list with `columns` a table. It sees the fields of pieces as they are
typed or computed, and not what other lists made of them.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.core.values.expressions import names_in
from fustella.core.values.model import SIDES, SideName
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.values.schemas import Schema, named
from fustella.core.values.seen import FACE, names_of_others
from fustella.read.filling import IN_BRACES
from fustella.read.forms import At, Form, anything, entry, form_of, shown
from fustella.read.nodes import FAULTY, MappingNode
from fustella.read.scalars import STRING, nothing, raw

LIST = "list"
"""The key of a zone that shows other pieces."""

_TEXT: Schema = {"title": "text in each language", "type": ["string", "object"]}

_KIND = STRING.described(lambda vocabulary: named(vocabulary.kinds, "kind"))
_COLUMNS: Schema = {
    "title": "heads of columns, each with a text",
    "type": "object",
    "additionalProperties": {"type": ["string", "number", "object"]},
    "minProperties": 1,
}


class PieceListForm(Form, frozen=True):
    """The pieces that a zone lists, and the text or the cells for each of them."""

    of: str = entry(_KIND, about="The kind of the pieces that are listed.")
    where: str = entry(
        STRING, default="", about="Which of them, a condition: nation = face.nation."
    )
    text: object = entry(
        anything(lambda _: _TEXT),
        default="{name}",
        about='A line for each piece: "{name} {attack}".',
    )
    columns: MappingNode = entry(
        raw(_COLUMNS),
        factory=nothing,
        about='A table, with a row for each piece: {Unit: "{name}", Attack: "{attack}"}.',
    )


def read_list(zone: MappingNode, at: At) -> PieceListForm | None:
    """Reads the list in a zone; None after a fault was reported. `at` is the place of the zone."""
    inside = at.inside(LIST, zone)
    read = form_of(PieceListForm)(zone[LIST], inside)
    typed = zone[LIST]
    if read is FAULTY or not isinstance(typed, MappingNode):
        return None
    assert isinstance(read, PieceListForm)
    if "columns" in typed and not (isinstance(read.columns, MappingNode) and read.columns):
        hint = 'write the heads of columns: {Unit: "{name}", Attack: "{attack}"}'
        message = f"expected columns, found {shown(typed['columns'])}"
        inside.inside("columns", typed).report("E104", message, hint)
        return None
    if "text" in typed and "columns" in typed:
        message, hint = "the list has `text` already", "keep one of them"
        inside.inside("columns", typed).report("E106", message, hint)
    return read


def lists_in(zones: MappingNode) -> Iterator[tuple[str, MappingNode]]:
    """Yields the name of each typed zone that lists pieces, and the zone."""
    for name, zone in zones.items():
        if isinstance(zone, MappingNode) and isinstance(zone.get(LIST), MappingNode):
            yield name, zone


def names_listed(zone: MappingNode) -> frozenset[str]:
    """The names of fields of the listed pieces that a zone as typed uses."""
    return names_of_others(tuple(formulas_of(zone)))


def own_names(zone: MappingNode) -> frozenset[str]:
    """The names of fields of its own face that a list in a zone as typed uses."""
    steps = (name.split(".") for text in formulas_of(zone) for name in names_in(text))
    return frozenset(each[1] for each in steps if each[0] == FACE and len(each) > 1)


def formulas_in(value: object) -> Iterator[str]:
    """Yields the formulas and names in a text as typed, which may be given in each language."""
    if isinstance(value, MappingNode):
        for inner in value.values():
            yield from formulas_in(inner)
    elif isinstance(value, str):
        formulas = [value[1:]] if value.startswith("=") else IN_BRACES.findall(value)
        for formula in formulas:
            yield formula.strip().lstrip("=")


def formulas_of(zone: MappingNode) -> Iterator[str]:
    """Yields the condition and the formulas in the list of a zone as typed."""
    typed = zone[LIST]
    if not isinstance(typed, MappingNode):
        return  # reported where the zone is read
    for key, value in typed.items():
        if key == "where" and isinstance(value, str):
            yield value
        elif key != "of":
            yield from formulas_in(value)


class ListedSide(Struct, frozen=True):
    """A side of a kind whose zones list pieces; its zones, as `typed`, stand at `place`."""

    side: SideName
    typed: MappingNode
    place: Place


def check_lists(
    sides: Mapping[str, Sequence[ListedSide]], problems: list[Problem]
) -> dict[str, frozenset[str]]:
    """Checks the lists of all kinds, and returns the fields of each kind that lists show.

    `sides` are the sides of all kinds of the game, by the kind's id. Reports E106 for a kind that
    is not there, and E163 for a field that is itself filled in by a list.
    """
    listed: dict[str, frozenset[str]] = {}
    for own in (side for kind in sides.values() for side in kind):
        at = At(own.place, problems, own.side)
        for name, zone in lists_in(own.typed):
            typed, inside = zone[LIST], at.inside(name, own.typed).inside(LIST, zone)
            assert isinstance(typed, MappingNode)
            of = typed.get("of")
            if not isinstance(of, str):
                continue  # reported where the zone is read
            if of not in sides:
                message, hint = f"there is no kind `{of}`", did_you_mean(of, sides)
                inside.inside("of", typed).report("E106", message, hint)
                continue
            names = names_listed(zone)
            made = {each for side in sides[of] for each, _ in lists_in(side.typed)}
            for each in sorted(made & names):
                message = f"`{each}` of `{of}` is filled in by a list itself"
                inside.report("E163", message, "name fields that are typed, or computed from such")
            paths = {f"{side}.{each}" for side in SIDES for each in names - made}
            listed[of] = listed.get(of, frozenset()) | paths
    return listed
