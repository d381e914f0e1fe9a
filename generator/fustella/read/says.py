"""Reads the values under `says`, which templates get without a declaration.

The type of each follows from its typed value.
"""

from collections.abc import Sequence

from fustella.core.values.model import Value
from fustella.core.values.problems import Place, Problem
from fustella.read.fields import ICON_SETS, Converter, FieldType, Known
from fustella.read.forms import Reader
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.scalars import raw

_ICONS = tuple(f"{icons}:" for icons in ICON_SETS)
"""The beginnings of the names of icons, which no other word has."""


def says_of(whose: str, own: Sequence[str]) -> Reader:
    """A reader of values under any names except `own`, which the template has already."""
    refused = {"enum": list(own), "errorMessage": f"{whose} says this by itself"}
    return raw(
        {
            "title": "names, each with any value",
            "type": "object",
            "propertyNames": {"not": refused},
        }
    )


def read_says(
    typed: MappingNode,
    at: Place,
    whose: str,
    own: Sequence[str],
    known: Known,
    problems: list[Problem],
) -> dict[str, Value]:
    """The values that were typed at a place.

    Reports E105 for a name in `own`, and faults of values.
    """
    converter = Converter(known, problems)
    values: dict[str, Value] = {}
    for name, value in typed.items():
        place = typed.place_of(name, at)
        if name in own:
            message = f"{whose} says `{name}` by itself"
            problems.append(Problem("E105", place, message, "choose another name"))
        values[name] = converter.value(value, _type_of(value, known.languages.codes), place)
    return values


def _type_of(value: object, languages: tuple[str, ...]) -> FieldType:
    if isinstance(value, ListNode):
        return FieldType("list", entry=_type_of(value[0] if value else "", languages))
    if isinstance(value, MappingNode):
        if any(language in value for language in languages):
            return FieldType("text")
        fields = tuple((name, _type_of(inner, languages)) for name, inner in value.items())
        return FieldType("record", fields=fields)
    if isinstance(value, str):
        icon, colour = value.startswith(_ICONS), value.startswith("#")
        return FieldType("icon" if icon else "colour" if colour else "word")
    return FieldType("flag" if isinstance(value, bool) else "decimal")
