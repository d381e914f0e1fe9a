"""The input of a corpus case: pieces and print settings, in the words of game.yaml and papers.yaml.

Lengths are plain numbers in mm. What is left out has the default of `Item` and `PrintSettings`,
but `duplex` is `none`: only cases about backs print them. `picture: true` asks for a drawing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fustella.core.geometry.shapes import Along, Outline, Point, Size, Split
from fustella.core.values.model import FibreAlong
from fustella.core.values.paper import (
    Cutter,
    Duplex,
    Fewest,
    Grain,
    Hexes,
    Margins,
    MarkStyle,
    Paper,
    PrintSettings,
    Shift,
    Slots,
)
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Item
from tests.helpers import quick_yaml

Mapped = Mapping[str, Any]

PAPERS = {
    "A5": Paper("A5", Size(148, 210), Margins.all_round(5)),
    "A4": Paper("A4", Size(210, 297), Margins.all_round(5)),
    "A3": Paper("A3", Size(297, 420), Margins.all_round(5)),
    "A2": Paper("A2", Size(420, 594), Margins.all_round(5)),
}


@dataclass(frozen=True)
class Case:
    items: tuple[Item, ...]
    settings: PrintSettings
    picture: bool


def read_case(path: Path) -> Case:
    """The case of a YAML file; raises TypeError or ValueError for a word that is not known."""
    return case_of(quick_yaml.load(path.read_text(encoding="utf-8")))


def case_of(typed: Mapped) -> Case:
    typed = dict(typed)
    pieces, picture = typed.pop("pieces"), typed.pop("picture", False)
    items = tuple(item for piece, given in pieces.items() for item in _items(piece, **given))
    return Case(items, _settings(**typed), picture)


def _settings(
    paper: str | Mapped = "A4",
    duplex: str = "none",
    shift: tuple[float, float] = (0.0, 0.0),
    marks: str = "auto",
    hexes: str = "honeycomb",
    gutter: float = 0.0,
    fewest: str = "sheets",
    cutter: str = "none",
    boards: str | Mapped | None = None,
) -> PrintSettings:
    return PrintSettings(
        _paper(paper),
        Duplex(duplex),
        Shift(*shift),
        MarkStyle(marks),
        Hexes(hexes),
        gutter,
        Fewest(fewest),
        Cutter(cutter),
        _paper(boards) if boards else None,
    )


def _paper(typed: str | Mapped) -> Paper:
    """One of `PAPERS` by its name, or a paper of the case's own."""
    if isinstance(typed, str):
        return PAPERS[typed]
    margins = typed.get("margin", 5)
    return Paper(
        "own",
        Size(typed["width"], typed["height"]),
        Margins(*margins) if isinstance(margins, list) else Margins.all_round(margins),
        _slots(**typed["slots"]) if "slots" in typed else None,
        typed.get("roll", False),
    )


def _slots(
    columns: int,
    rows: int,
    left: float,
    top: float,
    across: float,
    down: float,
    **shape: Any,
) -> Slots:
    return Slots(_outline(**shape), Point(left, top), columns, rows, across, down)


def _items(
    piece: str,
    copies: int = 1,
    sheet: str = "all",
    bleed: float = 0.0,
    back: bool = True,
    split: bool | Mapped = False,
    edge: str = "",
    looks: int = 1,
    grain: str = "any",
    paper_grain: str = "none",
    **shape: Any,
) -> list[Item]:
    """A piece as one item for each of its looks."""
    return [
        Item(
            piece,
            "kind",
            sheet,
            (copies + looks - 1 - look) // looks,
            _outline(**shape),
            bleed,
            back,
            _split(split),
            Place("case.yaml", 1, piece),
            look,
            edge,
            FibreAlong(grain),
            Grain(paper_grain),
        )
        for look in range(looks)
    ]


def _outline(**typed: Any) -> Outline:
    match typed:
        case {"width": width, "height": height}:
            return Outline.rectangle(width, height, typed.get("corner", 0.0))
        case {"across_flats": across_flats}:
            return Outline.hexagon(across_flats)
        case {"diameter": diameter}:
            return Outline.circle(diameter)
        case {"points": points}:
            folds = tuple((Point(*start), Point(*end)) for start, end in typed.get("folds", ()))
            return Outline.polygon(tuple(Point(*at) for at in points), folds)
    raise ValueError(f"no shape: {typed}")


def _split(typed: bool | Mapped) -> Split | None:
    if typed is False:
        return None
    given = {} if typed is True else typed
    return Split(
        Along(given.get("along", "plain")),
        Size(given.get("width", 0), given.get("height", 0)),
        Point(given.get("left", 0), given.get("top", 0)),
        given.get("overlap", 8.0),
    )
