"""Defines the fonts that a game brings, as `fonts` of game.yaml names them."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from fustella.core.values.problems import Place
from fustella.core.values.structs import PartlyCompared

BUILT_IN: Final = ("sans", "serif")
"""The fonts that every game has, as templates and `fonts` of game.yaml call them."""

ROLES: Final[Mapping[str, str]] = MappingProxyType({"title": "serif", "text": "sans"})
"""The fonts of ready faces by role, unless `fonts` of game.yaml names others."""

COLLECTIONS: Final = (".ttc", ".otc")
"""The endings of files that hold several fonts; `Noto.ttc#2` names one of them behind a #."""

ENDINGS: Final = (".ttf", ".otf", ".woff2", ".woff", *COLLECTIONS)
"""The endings of font files that a game may bring."""

SYMBOL_PAGE: Final = 1 << 31
"""The bit of `ulCodePageRange1` (OpenType 1.9, OS/2) for symbols in the place of letters."""


def file_and_member(typed: str) -> tuple[str, str]:
    """The name of a file, and the font in it: `2` for `Noto.ttc#2`, "" for a file with one font."""
    for ending in COLLECTIONS:
        start = typed.lower().find(f"{ending}#")
        if start >= 0:
            end = start + len(ending)
            return typed[:end], typed[end + 1 :].strip()
    return typed, ""


def bring_font(name: str, known: Iterable[str]) -> str:
    """A hint for a font that a game does not have."""
    word = "".join(one for one in name if one.isalnum() or one in "-_") or "Title"
    return (
        f"write {', '.join(sorted(known))}; or put the file of that font into fonts/ beside "
        f"game.yaml, and write in game.yaml: fonts: {{{name}: fonts/{word}.ttf}}"
    )


class FontCut(StrEnum):
    """A cut of a font family (regular, bold …), named as its key in game.yaml."""

    REGULAR = "file"
    BOLD = "bold"
    ITALIC = "italic"
    BOLD_ITALIC = "bold_italic"

    @property
    def is_bold(self) -> bool:
        return self in (FontCut.BOLD, FontCut.BOLD_ITALIC)

    @property
    def is_italic(self) -> bool:
        return self in (FontCut.ITALIC, FontCut.BOLD_ITALIC)


class FontFile(PartlyCompared, frozen=True):
    """A file of a font: the name that was typed, and the digest of its content."""

    UNCOMPARED = frozenset({"path", "place"})

    name: str
    digest: str
    path: Path
    place: Place

    @property
    def member(self) -> str:
        """The font of a collection, by its number from 1 or by its name; "" for other files."""
        return file_and_member(self.name)[1]


class OwnFont(PartlyCompared, frozen=True):
    """A font of a game, by its role or name in small letters.

    `files` has the file of the regular font, and the files of the other cuts that have one; it is
    empty for `sans` and `serif`, which only get a `fallback` here. `axes` are the places on the
    axes of a variable font, `features` the features of OpenType that are always on. `fallback` are
    the names of the fonts that are tried in turn for glyphs that this font lacks; None stands for
    all other fonts of the game.
    """

    UNCOMPARED = frozenset({"place"})

    name: str
    files: tuple[tuple[FontCut, FontFile], ...] = ()
    axes: tuple[tuple[str, float], ...] = ()
    features: tuple[str, ...] = ()
    fallback: tuple[str, ...] | None = None
    place: Place = Place("")
