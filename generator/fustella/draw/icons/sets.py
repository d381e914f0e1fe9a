"""Reads the icon sets that come as fonts: the character of each icon, and the font's file.

Their packages list thousands of icons in Python, which takes longer to load than a game to read. So
the lists are stored in the user's cache, as one text that is searched.
"""

import importlib
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from importlib.util import find_spec
from types import MappingProxyType

from msgspec import Struct

from fustella.core.files.cache import cached, user_cache

_PACKAGES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"mdi": ("fonticon_mdi7", "MDI7"), "fa": ("fonticon_fa6", "FA6S")}
)
"""For each prefix of a set: its Python package, and the class in it that has the icons."""

PREFIXES = tuple(_PACKAGES)

_DIGITS = 6
"""The digits of a code point in hexadecimal: enough for all of Unicode."""


class IconSet(Struct, frozen=True, dict=True):
    """The file of a font, and a text with a line for each icon: its name and its code point."""

    font_file: str
    lines: str

    def character(self, name: str) -> str:
        """The character of an icon; "" if the set has no icon of that name."""
        if not name.isprintable() or " " in name:
            return ""
        before = f"\n{name} "
        at = self.lines.find(before)
        if at < 0:
            return ""
        start = at + len(before)
        return chr(int(self.lines[start : start + _DIGITS], 16))

    @cached_property
    def characters(self) -> dict[str, str]:
        """The character of each icon, by the icon's name with hyphens."""
        parted = (line.split(" ") for line in self.lines.splitlines() if line)
        return {name: chr(int(code, 16)) for name, code in parted}

    @cached_property
    def joined(self) -> dict[str, str]:
        """The names with hyphens, by the same names without; of several names the first."""
        return {name.replace("-", ""): name for name in reversed(self.characters)}


@lru_cache(maxsize=1024)
def is_in_set(prefix: str, name: str) -> bool:
    """Whether a set has an icon; cached, because a game names the same few again and again."""
    return bool(icon_set(prefix).character(name))


@cache
def icon_set(prefix: str) -> IconSet:
    package, class_name = _PACKAGES[prefix]
    found = find_spec(package)
    key = "icons", package, found.origin if found else None
    return IconSet(*cached(user_cache(), key, lambda: _read_package(package, class_name)))


def _read_package(package: str, class_name: str) -> tuple[str, str]:
    """The file of a font and the lines of its icons, from the attributes of a class.

    The attributes `import_` and `lambda_` end with an underscore, since Python reserves these
    words.
    """
    icons: Mapping[str, str] = vars(getattr(importlib.import_module(package), class_name))
    lines = (
        f"{name.rstrip('_').replace('_', '-')} {ord(value[-1]):0{_DIGITS}x}"
        for name, value in icons.items()
        if not name.startswith("__")
    )
    return icons["__font_file__"], "\n" + "\n".join(lines) + "\n"
