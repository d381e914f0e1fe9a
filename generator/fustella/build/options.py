"""What is asked of a build, what came of it, and whether it was done before.

Light on purpose: a build in which nothing changed needs nothing but this and the hash of its files.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from fustella.core.model import Theme
from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle

if TYPE_CHECKING:
    pass


Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

SHOP = "shop"
"""In the folder of a language: PDFs of one piece a page, for print shops."""

KITS = "kits"
"""In a game's folder: a folder for each kit, with what was printed for it last."""

UNCHECKED = "unchecked"
"""Ends the key of a build whose box differs from its rule document."""

PART = "part"
"""In the folder of a box: what was printed of it last, when it was not the whole box."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How sheets are to come out, besides paper and duplex.

    `printer` names one whose backs were measured; `boards` the paper for boards in one piece.
    """

    printer: str = ""
    marks: MarkStyle = MarkStyle.AUTO
    hexes: Hexes = Hexes.HONEYCOMB
    gutter_mm: float = 0.0
    fewest: Fewest = Fewest.SHEETS
    cutter: Cutter = Cutter.NONE
    boards: str = ""
    shop: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What of a box is printed.

    `only` are kinds, `players` how many play (0: the whole box), `pages` the numbers of sheets as
    typed, `copies_from` a list of pieces and copies. `boxes`: and boxes to keep the pieces in.
    `kit` names one: only what it lacks, or stickers for what it has.
    """

    only: tuple[str, ...] = ()
    players: int = 0
    pages: str = ""
    copies_from: Path | None = None
    boxes: bool = False
    kit: str = ""

    @property
    def partial(self) -> bool:
        """Whether it is no box but a part of one: without a cover, and never held for built."""
        return bool(self.only or self.pages or self.copies_from or self.kit)

    @property
    def label(self) -> str:
        """Names a part in its files: `only-coin-tile`, `pages-2-4.7`, `from-my-list`, a kit."""
        parts = ["-".join(("only", *self.only))] if self.only else []
        if self.copies_from:
            parts.append(f"from-{_plain(self.copies_from.stem)}")
        if self.pages:
            parts.append(f"pages-{_plain(self.pages.replace(',', '.'))}")
        return "-".join(([self.kit] if self.kit else []) + parts)


def _plain(text: str) -> str:
    """What any system takes as a part of a file's name."""
    return "".join(one if one.isalnum() or one in "-_." else "-" for one in text).strip("-.")


def ranges_in(pages: str) -> tuple[tuple[int, int], ...]:
    """The ranges of `2-4,7`, both ends included. Raises ValueError."""
    ranges = []
    for part in pages.split(","):
        first, hyphen, last = part.strip().partition("-")
        ends = int(first), int(last if hyphen else first)
        if not (first.isdecimal() and 1 <= ends[0] <= ends[1]):
            raise ValueError(part)
        ranges.append(ends)
    return tuple(ranges)


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What to build of a game, and for which printer. "" for the language is the game's first.

    `force`: print a box although it differs from its rule document, and say so on its cover.
    """

    paper: str
    duplex: Duplex
    output: Path
    language: str = ""
    force: bool = False
    theme: Theme = Theme.FULL
    printing: PrintOptions = PrintOptions()
    choice: Choice = Choice()

    def key(self, unchecked: bool = False) -> str:
        """Names this way of building a game, where its stamp is kept.

        A box that is marked as unchecked has a key of its own; `force` alone changes nothing,
        for a box that agrees is printed as always.
        """
        said = [self.paper, self.duplex.value, self.language or "default"]
        said += [] if self.theme is Theme.FULL else [self.theme.value]
        said += [f"{name}={value}" for name, value in self._unusual()]
        return " ".join((*said, *([UNCHECKED] if unchecked else [])))

    def _unusual(self) -> list[tuple[str, str]]:
        """What of printing and choice is not as it is without being said."""
        own = (
            *((field.name, self.printing, PrintOptions()) for field in fields(PrintOptions)),
            *((field.name, self.choice, Choice()) for field in fields(Choice)),
        )
        return [
            (name, str(getattr(said, name)))
            for name, said, usual in own
            if getattr(said, name) != getattr(usual, name)
        ]

    def folder(self, language: str) -> str:
        """Where in a game's folder its files go.

        A theme and a number of players make another box. Shops print no sheets, so their files
        know no paper; parts lie in a folder of their own, which each of them empties, and so does
        what is printed for a kit.
        """
        if self.choice.kit:
            return f"{KITS}/{self.choice.kit}"
        parts = [language] if self.printing.shop else [language, self.paper]
        parts += [] if self.theme is Theme.FULL else [self.theme.value]
        parts += [f"{self.choice.players}-players"] if self.choice.players else []
        below = [SHOP] if self.printing.shop else []
        return "/".join(("-".join(parts), *below, *([PART] if self.choice.partial else [])))
