"""From what was asked to what imposition is told: the press, and the items of the pieces."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.contents import Contents, contents_of
from generator.draw.cache import FaceCache
from generator.impose import bounds_of, impose
from generator.job import CACHE, Options
from generator.model import Game, Piece
from generator.papers import Grain, Paper
from generator.press import Duplex, Press, Shift
from generator.problems import Place, Problem, ProblemsFound, did_you_mean
from generator.project import Project
from generator.read import read_papers
from generator.read.printers import find_printer, shift_for
from generator.sheets import Item
from generator.stamp import fingerprint


def press_of(project: Project, options: Options) -> Press:
    """How sheets are to be printed. Raises ProblemsFound: E003, E006."""
    asked = options.printing
    return Press(
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

    cache: FaceCache

    @classmethod
    def kept_in(cls, output: Path) -> "Layouts":
        """Those of the builds into an output folder."""
        return cls(FaceCache(output / CACHE))

    def get(self, key: str) -> bytes | None:
        """What was found, if it was kept."""
        return self.cache.get(self._name(key))

    def put(self, key: str, body: bytes) -> None:
        """Keep what was found."""
        self.cache.put(self._name(key), body)

    def _name(self, key: str) -> str:
        return hashlib.sha256(fingerprint((), (), f"layout {key}").encode()).hexdigest()


def count_game(game: Game, press: Press) -> Contents:
    """What a game's box takes in sheets and cuts, without drawing it. Raises ProblemsFound."""
    items = items_of(game.pieces)
    return contents_of(game, game.pieces, impose(items, press), bounds_of(items, press))


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
