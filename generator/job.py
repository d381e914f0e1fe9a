"""What is asked of a build, what came of it, and whether it was done before.

Light on purpose: a build in which nothing changed needs nothing but this and the hash of its files.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model import Theme
from generator.press import Cutter, Duplex, Fewest, Hexes, MarkStyle
from generator.project import Project
from generator.stamp import Printed, fingerprint, read_stamp, stamp_keys

if TYPE_CHECKING:
    from generator.model import Game

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


CACHE = ".cache"
"""In the output folder: drawn and rendered faces; may be deleted at any time."""

SHOP = "shop"
"""In the folder of a language: PDFs of one piece a page, for print shops."""

TABLES = ("papers.yaml", "sizes.yaml", "stocks.yaml", "printers.yaml")
"""In content/: what all games share."""

KITS = "kits"
"""In a game's folder: a folder for each kit, with what was printed for it last."""

UNCHECKED = "unchecked"
"""Ends the key of a build whose box differs from its rule document."""

PART = "part"
"""In the folder of a box: what was printed of it last, when it was not the whole box."""


@dataclass(frozen=True, slots=True)
class Printing:
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
class Options:
    """What to build of a game, and for which printer. "" for the language is the game's first.

    `force`: print a box although it differs from its rule document, and say so on its cover.
    """

    paper: str
    duplex: Duplex
    output: Path
    language: str = ""
    force: bool = False
    theme: Theme = Theme.FULL
    printing: Printing = Printing()
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
            *((field.name, self.printing, Printing()) for field in fields(Printing)),
            *((field.name, self.choice, Choice()) for field in fields(Choice)),
        )
        return [
            (name, str(getattr(said, name)))
            for name, said, usual in own
            if getattr(said, name) != getattr(usual, name)
        ]

    def folder(self, language: str, paper_id: str) -> str:
        """Where in a game's folder its files go.

        A theme and a number of players make another box. Shops print no sheets, so their files
        know no paper; parts lie in a folder of their own, which each of them empties, and so does
        what is printed for a kit.
        """
        if self.choice.kit:
            return f"{KITS}/{self.choice.kit}"
        parts = [language] if self.printing.shop else [language, paper_id]
        parts += [] if self.theme is Theme.FULL else [self.theme.value]
        parts += [f"{self.choice.players}-players"] if self.choice.players else []
        below = [SHOP] if self.printing.shop else []
        return "/".join(("-".join(parts), *below, *([PART] if self.choice.partial else [])))


@dataclass(frozen=True, slots=True)
class Built:
    """What one game became: its folder, its files, and whether they had been there already."""

    game: str
    folder: Path
    printed: tuple[Printed, ...]
    unchanged: bool


def inputs_of(project: Project, game_id: str, options: Options) -> str:
    """The hash of all that a build of this game depends on."""
    return _inputs(project, game_id, options.key())


def _inputs(project: Project, game_id: str, key: str) -> str:
    folders = (
        project.content / game_id,
        project.templates / game_id,
        project.templates / "_shared",
    )
    files = tuple(project.content / name for name in TABLES)
    return fingerprint(folders, files, key)


def already_built(
    project: Project, game_id: str, options: Options, unchecked: bool = False
) -> Built | None:
    """The last build, when it was made from what is there now and its files were not touched.

    `unchecked` asks for one whose cover warns; neither counts as the other.
    """
    if options.choice.partial:
        return None
    inputs = inputs_of(project, game_id, options)
    stamp = read_stamp(options.output / game_id, options.key(unchecked), inputs)
    if stamp is None:
        return None
    return Built(game_id, options.output / game_id / stamp.folder, stamp.printed, True)


def whole_build(project: Project, game_id: str, options: Options, default: str) -> bool:
    """Whether sheets of the whole box stand in the output folder that are what it is now.

    In the language and theme of the options, on whatever paper; `default` is the language of a
    build that named none.
    """
    home = options.output / game_id
    return any(
        read_stamp(home, key, _inputs(project, game_id, key.removesuffix(f" {UNCHECKED}")))
        for key in stamp_keys(home)
        if _is_whole(key, options, default)
    )


def _is_whole(key: str, options: Options, default: str) -> bool:
    """Whether a key names a build of all pieces, in sheets, in some language and theme."""
    _, _, language, *more = [*key.split(" "), "", ""]
    theme = next((word for word in more if word in tuple(Theme)), Theme.FULL.value)
    told = (default if language == "default" else language), theme
    part = any(word.startswith(("players=", "shop=")) for word in more)
    return told == (options.language, options.theme.value) and not part


def shared_by_faces(
    project: Project, game: "Game", language: str, theme: Theme = Theme.FULL
) -> str:
    """The hash of what all faces of a game are drawn with, but for its templates.

    It names the album that keeps them; templates count face by face.
    """
    said = (game.id, language, game.title, game.words, game.colours, game.icons, theme.value)
    return fingerprint((project.templates / "_shared" / "icons",), (), repr(said))
