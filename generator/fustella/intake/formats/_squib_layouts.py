"""Reads layouts of Squib decks: anchors in their files, and those that come with Squib."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from fustella.core.words.patterns import regex

_Layout: TypeAlias = Mapping[str, Mapping[str, object]]

_SAME: _Layout = {
    "cut": {"x": 37.5, "y": 37.5, "width": 750, "height": 1050},
    "safe": {"x": 75, "y": 75, "width": 675, "height": 975, "radius": 16},
}
_FOOT: _Layout = {
    "lower_right": {
        **{"x": 675, "y": 975, "width": 75, "height": 75},
        **{"points": 6, "valign": "bottom", "align": "right"},
    },
    "lower_left": {
        **{"x": 75, "y": 975, "width": 75, "height": 75},
        **{"points": 6, "valign": "bottom", "align": "left"},
    },
    "copyright": {
        **{"x": 75, "y": 1025, "width": 675, "height": 25},
        **{"points": 5, "valign": "bottom", "align": "center"},
    },
    **{"lr": {"extends": "lower_right"}, "ll": {"extends": "lower_left"}},
    **{name: {"extends": "copyright"} for name in ("copy", "credit", "credits")},
    "desc": {"extends": "description"},
}
_MIDDLE = {"points": 6, "align": "center", "valign": "middle"}
_ART = {"x": 75, "y": 150, "width": 675, "height": 520}

BUILT_IN: Mapping[str, _Layout] = {
    "economy.yml": {
        **_SAME,
        **_FOOT,
        "title": {"x": 90, "y": 90, "width": 635, "height": 50, "align": "center"},
        "art": _ART,
        "description": {"x": 100, "y": 675, "width": 625, "height": 275, **_MIDDLE},
        "type": {"x": 90, "y": 955, "width": 645, "height": 50, "align": "center"},
    },
    "fantasy.yml": {
        **_SAME,
        **_FOOT,
        "title": {"x": 90, "y": 90, "width": 500, "height": 50},
        "upper_right": {"x": 595, "y": 90, "width": 135, "height": 50, "align": "right"},
        "art": _ART,
        "type": {"x": 90, "y": 675, "width": 500, "height": 50},
        "type_right": {"x": 595, "y": 675, "width": 135, "height": 50, "align": "right"},
        "description": {"x": 100, "y": 730, "width": 625, "height": 275, **_MIDDLE},
        **{"ur": {"extends": "upper_right"}, "tr": {"extends": "type_right"}},
    },
    "hand.yml": {
        **_SAME,
        "title": {"x": 275, "y": 75, "width": 475, "height": 125},
        "art": {"x": 275, "y": 225, "width": 475, "height": 475},
        "description": {"x": 275, "y": 725, "width": 475, "height": 200},
        "snark": {"x": 275, "y": 950, "width": 475, "height": 100},
        **{
            f"bonus{number + 1}": {"x": 75, "y": 75 + 198 * number, "width": 175, "height": 175}
            for number in range(5)
        },
    },
    "playing-card.yml": {
        **_SAME,
        "bonus_ul": {"x": 75, "y": 75, "width": 200, "height": 200},
        "bonus_lr": {"x": 550, "y": 850, "width": 200, "height": 200, "turn": 180},
        "art": {"x": 150, "y": 275, "width": 525, "height": 575, **_MIDDLE},
    },
}
"""The places of zones of the layouts that come with Squib, in pixels at 300 dpi, and their sizes of
texts in points (squib.readthedocs.io, Built-in Layouts)."""

_ANCHOR = regex(r"^(\s*)([\w-]{1,60}):\s*&([\w-]{1,60})[ \t]*(.*?)\s*$")
_ALIAS = regex(r"\*([\w-]{1,60})")
_MERGE = regex(r"^(\s*)<<:\s*\[?\s*((?:\*[\w-]{1,60}[\s,]*)+)\]?\s*$")
_LETTERS = 200


def without_anchors(text: str) -> str:
    """A layout in which anchors and merges stand as what they mean: values, and `extends`.

    What is anchored may be one value, or an entry that others merge. No value is put into another
    one, so nothing grows.
    """
    if "&" not in text and "*" not in text:
        return text
    keys: dict[str, str] = {}
    values: dict[str, str] = {}
    lines: list[str] = []
    for typed in text.splitlines():
        line = typed
        if found := _ANCHOR.match(line):
            indent, key, anchor, value = found.groups()
            value = value.split(" #")[0].strip()
            if value and not _ALIAS.search(value) and len(value) <= _LETTERS:
                values[anchor] = value
            keys[anchor] = key
            line = f"{indent}{key}: {value}".rstrip()
        if found := _MERGE.match(line):
            bases = [keys.get(name, "") for name in _ALIAS.findall(found[2])]
            line = f"{found[1]}extends: [{', '.join(base for base in bases if base)}]"
        elif "*" in line:
            line = _ALIAS.sub(lambda found: values.get(found[1], found[0]), line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def built_in(name: str) -> dict[str, dict[str, Any]]:
    """The zones of a layout that comes with Squib; none for another name."""
    return {zone: dict(keys) for zone, keys in BUILT_IN.get(name, {}).items()}
