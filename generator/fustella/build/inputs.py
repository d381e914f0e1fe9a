"""From what was asked to what imposition is told: the press, and the items of the pieces.

A game, read and with its icons checked: where building and checking begin.

Drawing a game and rendering its faces, for whatever is then made of them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fustella.build.options import BuildOptions
from fustella.core.cache import CACHE, DiskCache
from fustella.core.contents import Contents, contents_of
from fustella.core.fingerprint import fingerprint
from fustella.core.model import Game, Piece
from fustella.core.paper import Duplex, Grain, Paper, PrintSettings, Shift
from fustella.core.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.project import Project
from fustella.core.sheets import Item
from fustella.draw.icons import IconLibrary
from fustella.impose.imposition import bounds_of, impose
from fustella.read.game import read_game
from fustella.read.printers import find_printer, shift_for
from fustella.read.tables import read_papers, read_tables


def print_settings(project: Project, options: BuildOptions) -> PrintSettings:
    """How sheets are to be printed. Raises ProblemsFound: E003, E006."""
    asked = options.printing
    return PrintSettings(
        paper=find_paper(project, options.paper),
        duplex=options.duplex,
        shift=find_shift(project, asked.printer, options.duplex),
        marks=asked.marks,
        hexes=asked.hexes,
        gutter_mm=asked.gutter_mm,
        fewest=asked.fewest,
        cutter=asked.cutter,
        board_paper=find_paper(project, asked.boards) if asked.boards else None,
    )


def find_shift(project: Project, printer: str, duplex: Duplex) -> Shift:
    """How far the named printer's backs are moved; "" names none. Raises ProblemsFound: E006."""
    return shift_for(find_printer(project, printer), duplex) if printer else Shift()


def find_paper(project: Project, name: str) -> Paper:
    """A paper of content/papers.yaml. Raises ProblemsFound: E003."""
    papers = read_papers(project)
    if name in papers:
        return papers[name]
    near = {paper.lower(): paper for paper in papers}.get(name.lower())
    hint = f"did you mean `{near}`?" if near else did_you_mean(name, papers)
    place = Place("content/papers.yaml")
    hint = hint or "write it as it stands there, like A4"
    raise ProblemsFound([Problem("E003", place, f"there is no paper `{name}`", hint)])


@dataclass(frozen=True, slots=True)
class Layouts:
    """What imposition found before, kept beside the faces; each version of the tool has its own."""

    cache: DiskCache

    @classmethod
    def kept_in(cls, output: Path) -> "Layouts":
        """Those of the builds into an output folder."""
        return cls(DiskCache(output / CACHE))

    def get(self, key: str) -> bytes | None:
        """What was found, if it was kept."""
        return self.cache.get(self._name(key))

    def put(self, key: str, body: bytes) -> None:
        """Keep what was found."""
        self.cache.put(self._name(key), body)

    def _name(self, key: str) -> str:
        return hashlib.sha256(fingerprint((), (), f"layout {key}").encode()).hexdigest()


def count_game(game: Game, settings: PrintSettings) -> Contents:
    """What a game's box takes in sheets and cuts, without drawing it. Raises ProblemsFound."""
    items = items_of(game.pieces)
    return contents_of(game, game.pieces, impose(items, settings), bounds_of(items, settings))


def items_of(pieces: Sequence[Piece]) -> tuple[Item, ...]:
    """What imposition needs to know of the pieces that are printed, one for each look."""
    return tuple(
        Item(
            piece=piece.id,
            kind=piece.kind.id,
            sheet=piece.kind.sheet,
            copies=copies,
            outline=piece.kind.outline,
            bleed_mm=piece.kind.bleed_mm,
            has_back=piece.kind.back is not None,
            split=piece.kind.split,
            place=piece.place,
            look=look,
            edge=piece.kind.edge,
            grain=piece.kind.grain,
            stock_grain=piece.kind.stock.grain if piece.kind.stock else Grain.NONE,
        )
        for piece in pieces
        for look, copies in enumerate(piece.copies_by_look)
    )


def load_game(project: Project, game_id: str) -> Game:
    """A game as read, icons checked. Raises ProblemsFound."""
    icons = icon_library(project)

    def icon_fault(name: str) -> str | None:
        return None if icons.known(name) else icons.suggest(name)

    return read_game(project, game_id, read_tables(project), icon_fault)


def icon_library(project: Project) -> IconLibrary:
    """All icons that content and templates may name."""
    return IconLibrary(project.templates / "_shared" / "icons")


def language_of(game: Game, options: BuildOptions) -> str:
    """The language asked for, or the game's first. Raises ProblemsFound: E005."""
    language = options.language or game.languages[0]
    if language not in game.languages:
        place = Place(game.place.file, key="languages")
        message = f"the game has no language `{language}`"
        hint = did_you_mean(language, game.languages)
        raise ProblemsFound([Problem("E005", place, message, hint)])
    return language
