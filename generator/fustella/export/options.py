"""What is asked of an export, and which formats there are."""

import os
from enum import StrEnum
from functools import cache
from pathlib import Path

from msgspec import Struct

from fustella.build import PART, BuildOptions, Choice
from fustella.core.paper import Duplex
from fustella.core.themes import Theme
from fustella.export import formats


class Preset(StrEnum):
    """How pictures of single pieces are made, for whoever takes them."""

    SCREEN = "screen"
    TGC = "tgc"
    MPC = "mpc"
    TABLETOPIA = "tabletopia"
    PRINT = "print"


class ExportOptions(Struct, frozen=True):
    """What to export of a game, and how.

    "" for the language is the game's first; `dpi` is 0 for what the format has. `only` are kinds.
    `backs`: with those of the pieces. Only some formats take the others: `preset`; `sheets`,
    columns and rows of grids of pictures; `profile`, a file with the colours of a press; `url`,
    where pictures will be found; `prune`, to remove those of earlier exports.
    """

    format: str
    output: Path
    language: str = ""
    theme: Theme = Theme.FULL
    only: tuple[str, ...] = ()
    dpi: float = 0.0
    backs: bool = True
    preset: Preset | None = None
    sheets: tuple[int, int] | None = None
    profile: Path | None = None
    url: str = ""
    prune: bool = False

    def of_build(self, *, force: bool) -> BuildOptions:
        """The options of a build that draws the same faces, and prints no sheet."""
        return BuildOptions(
            paper="",
            duplex=Duplex.LONG_EDGE,
            output=self.output,
            language=self.language,
            force=force,
            theme=self.theme,
            choice=Choice(only=self.only),
        )

    def key(self) -> str:
        """Names this way of exporting a game among its stamps."""
        named = (name for name in self.__struct_fields__ if name != "output")
        return " ".join(f"{name}={getattr(self, name)}" for name in named)

    def folder(self, language: str) -> str:
        """The folder for the files, inside that of the game: `en/tts`, `en-grey/png-tabletopia`.

        A part of a box has a folder of its own, which the next part empties.
        """
        edition = language if self.theme is Theme.FULL else f"{language}-{self.theme.value}"
        folder = f"{edition}/{'-'.join(filter(None, (self.format, self.preset)))}"
        return f"{folder}/{PART}" if self.only else folder


@cache
def format_names() -> tuple[str, ...]:
    """The names of all formats, in alphabetical order."""
    found = (name for folder in formats.__path__ for name in os.listdir(folder))  # noqa: PTH208
    return tuple(sorted(name[:-3] for name in found if name.endswith(".py") and name[0] != "_"))
