"""Turns the colour names of 18xx-maker into named colours of a game.

Games name colours of a palette, which the program keeps: one for maps, one for companies. A game
may have colours of its own. Those of tiles keep their CSS names, since railway faces print these in
the tones of tiles.
"""

import re
from collections.abc import Mapping

from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.words.patterns import regex
from fustella.intake.formats._maker18xx_values import dict_in, words_of
from fustella.read.spreadsheets.rows import slug_of

_SAME = {"cyan": "lightBlue", "grey": "gray", "lightGreen": "brightGreen", "navy": "navyBlue"}
_SAME |= {"purple": "violet"}
_TILES = {"yellow": "yellow", "green": "green", "brown": "brown", "gray": "grey", "grey": "grey"}
_TILES |= {"white": "white", "none": "white", "red": "red", "blue": "blue", "black": "black"}

_MAP = {
    **{"plain": "#fcefde", "offboard": "#ec2126", "mountain": "#d1ae85", "water": "#67a7c4"},
    **{"land": "#59b578", "river": "#d4dbd7", "orange": "#f58121", "violet": "#5f2384"},
    **{"hl1": "#ffe600", "hl2": "#f58121", "hl3": "#bf8156", "hl4": "#d1232a"},
    **{"lightGray": "#d3d3d3", "darkGray": "#7a7f82", "pink": "#c13c7d", "lightBlue": "#8dd7f6"},
}
_COMPANIES = {
    **{"appleGreen": "#95c120", "black": "#030000", "blue": "#2165ae", "brightGreen": "#47ad33"},
    **{"brown": "#7d3b2c", "cherry": "#a61838", "fuchsia": "#b9549c", "gold": "#ca7b11"},
    **{"gray": "#7e8892", "green": "#0d8743", "inky": "#36286b", "lavender": "#a08ac0"},
    **{"lightBlue": "#2c8dcd", "lightBrown": "#b96e72", "lightGrey": "#abb8c1", "lime": "#d2d755"},
    **{"natural": "#e0c6ae", "navyBlue": "#365f9e", "orange": "#e84b1c", "pink": "#ec6280"},
    **{"red": "#d50f31", "skyBlue": "#8dc8e7", "tan": "#cfb98a", "turmeric": "#fdc600"},
    **{"turquoise": "#147168", "violet": "#694a98", "white": "#fbfcfb", "yellow": "#fed119"},
}
_UNKNOWN = "#9aa0a6"
_DARK = 110
"""The mean of red, green and blue below which black is hardly seen."""

_RGB = regex(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\b[^)]{0,20}\)")
_HEX = re.compile(r"#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})(?:[0-9A-Fa-f]{2})?")


class Palette:
    """The colours of a game: `named` are those that were used, `unknown` names that have none."""

    def __init__(self, game: Mapping[str, object]) -> None:
        """Takes the colours that a game has itself, under `colors`."""
        self._own = dict_in(game, "colors")
        self.named: dict[str, str] = {}
        self.unknown: dict[str, None] = {}

    def of_map(self, typed: object) -> str:
        """What a field says for a colour of a map or a tile; "" for none."""
        name = words_of(typed).partition("/")[0]
        if not name:
            return ""
        own = self._value(name, "")
        if name in _TILES and not own:
            return _TILES[name]
        return self._known(name, own or _MAP.get(name) or _COMPANIES.get(name) or "", "")

    def of_company(self, typed: object) -> str:
        """What a field says for the colour of a company, a train or a token; "" for none."""
        name = words_of(typed)
        if not name:
            return ""
        own = self._value(name, "companies")
        found = own or _COMPANIES.get(_SAME.get(name, name)) or _MAP.get(name) or ""
        return self._known(name, found, "rail-")

    def lighter(self, field: str) -> str:
        """What a field says for a colour on which black texts can be read."""
        css = self.named.get(field) or css_of(field)
        shades = [int(css[at : at + 2], 16) for at in (1, 3, 5)] if len(css) == 7 else [255]
        if sum(shades) / len(shades) > _DARK:
            return field
        return "#" + "".join(f"{round(shade + (255 - shade) * 0.6):02x}" for shade in shades)

    def _value(self, name: str, context: str) -> str:
        inside = dict_in(self._own, context)
        found = inside.get(name, self._own.get(name))
        if isinstance(found, Mapping):
            found = found.get("default")
        return css_of(words_of(found))

    def _known(self, name: str, colour: str, prefix: str) -> str:
        colour = colour or css_of(name)
        if not colour:
            self.unknown[name] = None
            colour = _UNKNOWN
        if name.startswith(("#", "rgb")):
            return colour
        plain = "".join(sign for sign in slug_of(name) if sign.isascii())[:40].strip("-")
        base = f"{prefix}{plain}"
        if not plain or not base[0].isalpha() or base in _TAKEN:
            base = f"map-{plain or 'colour'}"
        free, number = base, 1
        while self.named.get(free, colour) != colour:
            number += 1
            free = f"{base}-{number}"
        self.named[free] = colour
        return free


_TAKEN = frozenset(("paper", "ink", "accent", "soft", "none", *CSS_COLOURS))


def css_of(typed: str) -> str:
    """A colour of CSS as zones have it, "" for what is none."""
    if found := _HEX.fullmatch(typed):
        return f"#{found[1].lower()}"
    if found := _RGB.fullmatch(typed):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in found.groups())
    return CSS_COLOURS.get(typed.lower(), "") if typed.islower() else ""
