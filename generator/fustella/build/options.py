"""What is asked of a build: for which printer, in which edition, and what of the box."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle
from fustella.core.themes import Theme

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

SHOP = "shop"
"""In the folder of a language: PDFs of one piece a page, for print shops."""

KITS = "kits"
"""In a game's folder: a folder for each kit, with what was printed for it last."""

UNCHECKED = "unchecked"
"""Ends the key of a build whose box differs from its rule document."""

PART = "part"
"""In the folder of a box: what was printed of it last, when it was not the whole box."""


class PrintOptions(Struct, frozen=True):
    """How sheets are printed, besides paper and duplex.

    `printer` names one whose backs were measured, `boards` the paper for boards in one piece.
    `shop`: single pieces for a print shop instead of sheets. `cover`: with one, where a box has it.
    """

    printer: str = ""
    marks: MarkStyle = MarkStyle.AUTO
    hexes: Hexes = Hexes.HONEYCOMB
    gutter_mm: float = 0.0
    fewest: Fewest = Fewest.SHEETS
    cutter: Cutter = Cutter.NONE
    boards: str = ""
    shop: bool = False
    cover: bool = True


class Choice(Struct, frozen=True):
    """What of a box is printed.

    `only` are kinds, `players` how many play (0: the whole box), `pages` the numbers of sheets as
    typed, `copies_from` a list of pieces and copies. `boxes` adds boxes to keep the pieces in.
    `kit` names a kit: only what it lacks is printed, or stickers for what it has.
    """

    only: tuple[str, ...] = ()
    players: int = 0
    pages: str = ""
    copies_from: Path | None = None
    boxes: bool = False
    kit: str = ""

    @property
    def partial(self) -> bool:
        """Whether only a part of the box is printed: it has no cover and never counts as built."""
        return bool(self.only or self.pages or self.copies_from or self.kit)

    @property
    def label(self) -> str:
        """Names a part in its files: `only-coin-tile`, `pages-2-4.7`, `from-my-list`, a kit."""
        parts = ["-".join(("only", *self.only))] if self.only else []
        if self.copies_from:
            parts.append(f"from-{_file_part(self.copies_from.stem)}")
        if self.pages:
            parts.append(f"pages-{_file_part(self.pages.replace(',', '.'))}")
        return "-".join(([self.kit] if self.kit else []) + parts)


def _file_part(text: str) -> str:
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


class BuildOptions(Struct, frozen=True):
    """What to build of a game, and for which printer. "" for the language is the game's first.

    `force`: print a box although it differs from its rule document, and say so on its cover.
    `strict`: refuse a box about which there are warnings.
    """

    paper: str
    duplex: Duplex
    output: Path
    language: str = ""
    force: bool = False
    strict: bool = False
    theme: Theme = Theme.FULL
    printing: PrintOptions = PrintOptions()
    choice: Choice = Choice()

    def key(self, unchecked: bool = False) -> str:
        """Names this way of building a game among its stamps.

        A box that is marked as unchecked has a key of its own. `force` and `strict` are no parts of
        the key: they change nothing about a box that agrees with its rules, or is printed.
        """
        parts = [self.paper, self.duplex.value, self.language or "default"]
        parts += [] if self.theme is Theme.FULL else [self.theme.value]
        for options, defaults in ((self.printing, PrintOptions()), (self.choice, Choice())):
            for name in options.__struct_fields__:
                if getattr(options, name) != getattr(defaults, name):
                    parts.append(f"{name}={getattr(options, name)}")
        return " ".join((*parts, *([UNCHECKED] if unchecked else [])))

    def folder(self, language: str) -> str:
        """The folder for the files, inside that of the game.

        A theme and a number of players make another box. Files for shops have no paper. A part of
        a box has a folder of its own, which the next part empties; so has a kit.
        """
        if self.choice.kit:
            return f"{KITS}/{self.choice.kit}"
        parts = [language] if self.printing.shop else [language, self.paper]
        parts += [] if self.theme is Theme.FULL else [self.theme.value]
        parts += [f"{self.choice.players}-players"] if self.choice.players else []
        below = [SHOP] if self.printing.shop else []
        return "/".join(("-".join(parts), *below, *([PART] if self.choice.partial else [])))
