"""What is asked of a build, what came of it, and whether it was done before.

Light on purpose: a build in which nothing changed needs nothing but this and the hash of its files.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model import Theme
from generator.press import Cutter, Duplex, Hexes, MarkStyle
from generator.project import Project
from generator.stamp import Printed, fingerprint, read_stamp

if TYPE_CHECKING:
    from generator.model import Game

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


CACHE = ".cache"
"""In the output folder: drawn and rendered faces; may be deleted at any time."""


@dataclass(frozen=True, slots=True)
class Printing:
    """How sheets are to come out, besides paper and duplex.

    `printer` names one whose backs were measured; `boards` the paper for boards in one piece.
    """

    printer: str = ""
    marks: MarkStyle = MarkStyle.AUTO
    hexes: Hexes = Hexes.HONEYCOMB
    gutter_mm: float = 0.0
    cutter: Cutter = Cutter.NONE
    boards: str = ""
    shop: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What of a box is printed: what so many players need (0: all), some pages, listed copies.

    `boxes`: and the boxes to keep the pieces in.
    """

    players: int = 0
    pages: str = ""
    copies_from: Path | None = None
    boxes: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """What to build of a game, and for which printer. "" for the language is the game's first.

    `force`: print a box although it differs from its rule document, and say so on its cover.
    """

    paper: str
    duplex: Duplex
    output: Path
    language: str = ""
    only: str = ""
    force: bool = False
    theme: Theme = Theme.FULL
    printing: Printing = Printing()
    choice: Choice = Choice()

    def key(self, unchecked: bool = False) -> str:
        """Names this way of building a game, where its stamp is kept.

        A box that is marked as unchecked has a key of its own; `force` alone changes nothing,
        for a box that agrees is printed as always.
        """
        printer = (self.paper, self.duplex.value, self.language or "default")
        theme = [] if self.theme is Theme.FULL else [self.theme.value]
        return " ".join((*printer, *theme, *(["unchecked"] if unchecked else [])))

    def folder(self, language: str, paper_id: str) -> str:
        """Where in a game's folder its PDFs go; a theme is another box."""
        theme = [] if self.theme is Theme.FULL else [self.theme.value]
        return "-".join((language, paper_id, *theme))


@dataclass(frozen=True, slots=True)
class Built:
    """What one game became: its folder, its files, and whether they had been there already."""

    game: str
    folder: Path
    printed: tuple[Printed, ...]
    unchanged: bool


def inputs_of(project: Project, game_id: str, options: Options) -> str:
    """The hash of all that a build of this game depends on."""
    folders = (
        project.content / game_id,
        project.templates / game_id,
        project.templates / "_shared",
    )
    files = (project.content / "papers.yaml", project.content / "sizes.yaml")
    return fingerprint(folders, files, options.key())


def already_built(
    project: Project, game_id: str, options: Options, unchecked: bool = False
) -> Built | None:
    """The last build, when it was made from what is there now and its files were not touched.

    `unchecked` asks for one whose cover warns; neither counts as the other.
    """
    if options.only:
        return None
    inputs = inputs_of(project, game_id, options)
    stamp = read_stamp(options.output / game_id, options.key(unchecked), inputs)
    if stamp is None:
        return None
    return Built(game_id, options.output / game_id / stamp.folder, stamp.printed, True)


def shared_by_faces(
    project: Project, game: "Game", language: str, only: str = "", theme: Theme = Theme.FULL
) -> str:
    """The hash of what all faces of a game are drawn with: names the album that keeps them.

    One kind alone, `only`, has an album of its own, or it would let go of the faces of all others.
    """
    folders = (project.templates / game.id, project.templates / "_shared")
    said = (game.id, only, language, game.title, game.words, game.colours, game.icons, theme.value)
    return fingerprint(folders, (), repr(said))
