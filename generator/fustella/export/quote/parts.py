"""Lists what a print shop is asked to make: parts by kind, boxes, a booklet, bought parts."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.build.shop import USUAL_BLEED_MM
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.model import Bought, Edition, Kind, Piece, Record
from fustella.core.values.paper import (
    Duplex,
    Fewest,
    Margins,
    MarkStyle,
    Paper,
    PrintSettings,
    Stock,
)
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.values.sheets import Item, Sheet
from fustella.export.quote.options import PRESS
from fustella.impose import impose
from fustella.read import read_tables

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook

EDGE_MM = 12.0
"""The margin of a press sheet on each side, for grippers and colour bars."""

SHOP_BLEED_MM = USUAL_BLEED_MM
"""The bleed for which shops in Europe ask."""

_MOST_ON_SHEET, _LEAST_AREA_MM2, _SEARCHED = 20_000, 1.0, 1000


class QuotePart(Struct, frozen=True):
    """A kind of pieces of one size: what is printed, how often, and what it needs.

    `sides` is 1 or 2. `tools` are keys of words: what has to be made or done beside straight cuts.
    `per_sheet` is 0 where a sheet of the press does not hold one. `grams` is the weight of all
    copies in a box, 0 where it is unknown, and `volume_mm3` their volume, 0 without a stock.
    """

    kind: Kind
    name: str
    copies: int
    designs: int
    sides: int
    tools: tuple[str, ...]
    per_sheet: int
    grams: float
    volume_mm3: float

    @property
    def id(self) -> str:
        return self.kind.id

    @property
    def inks(self) -> str:
        """The inks of front and back, as printers write them: `4/4`, `4/0`."""
        return "4/4" if self.sides > 1 else "4/0"

    def sheets(self, games: int) -> int:
        """The sheets of the press for a run; 0 where it is unknown."""
        return math.ceil(self.copies * games / self.per_sheet) if self.per_sheet else 0


class QuoteBox(Struct, frozen=True):
    """A box that pieces lie in: its part, its form, its inner size, and what it holds.

    `holds` has the id, the name and the copies of each kind in it; () for a lid.
    """

    part: QuotePart
    form: str
    room: tuple[float, float, float]
    holds: tuple[tuple[str, str, int], ...]


class QuoteBooklet(Struct, frozen=True):
    """The rule booklet as it is folded and stapled: its pages, their size, and its paper."""

    name: str
    pages: int
    size: Size
    stock: Stock | None = None

    @property
    def grams(self) -> float:
        """The weight of one, 0 where that of its paper is unknown."""
        return self._area_mm2 / 1e6 * self.stock.shop.grams_m2 if self.stock else 0.0

    @property
    def volume_mm3(self) -> float:
        """The volume of one, 0 where the thickness of its paper is unknown."""
        return self._area_mm2 * self.stock.thickness_mm if self.stock else 0.0

    @property
    def _area_mm2(self) -> float:
        """The area of all leaves: a stapled sheet has four pages, of which some may be empty."""
        return math.ceil(self.pages / 4) * 2 * self.size.width_mm * self.size.height_mm


class Quote(Struct, frozen=True):
    """All that lies in a box of a game, or with `whole` unset in a part of it.

    `press` is the sheet on which pieces were counted.
    """

    edition: Edition
    version: str
    parts: tuple[QuotePart, ...]
    boxes: tuple[QuoteBox, ...] = ()
    booklet: QuoteBooklet | None = None
    press: Size = PRESS
    whole: bool = True

    @property
    def bought(self) -> tuple[Bought, ...]:
        """What lies in a whole box and is not printed."""
        return self.edition.game.bought if self.whole else ()

    @property
    def made(self) -> tuple[QuotePart, ...]:
        """The parts that are printed, and the nets of the boxes."""
        return (*self.parts, *(box.part for box in self.boxes))

    @property
    def copies(self) -> int:
        return sum(part.copies for part in self.parts)

    def bought_name(self, bought: Bought) -> str:
        return str(bought.name.in_language(self.edition.language))

    @property
    def grams(self) -> float:
        """The weight of one game, as far as it is known."""
        own = sum(part.grams for part in self.made) + (self.booklet.grams if self.booklet else 0)
        return own + sum(bought.count * bought.grams for bought in self.bought)

    @property
    def volume_mm3(self) -> float:
        """The volume of what lies in one game and of its boxes' material, as far as it is known."""
        booklet_mm3 = self.booklet.volume_mm3 if self.booklet else 0.0
        own = sum(part.volume_mm3 for part in self.made) + booklet_mm3
        return own + sum(bought.count * bought.volume_mm3 for bought in self.bought)

    @property
    def of_unknown_weight(self) -> tuple[str, ...]:
        """The names of what nobody has said the weight of."""
        names = [part.name for part in self.made if not part.grams]
        names += [self.booklet.name] if self.booklet and not self.booklet.grams else []
        names += [self.bought_name(one) for one in self.bought if not one.grams]
        return tuple(dict.fromkeys(names))

    @property
    def of_unknown_volume(self) -> tuple[str, ...]:
        """The names of what nobody has said the volume of."""
        names = [part.name for part in self.made if not part.volume_mm3]
        names += [self.booklet.name] if self.booklet and not self.booklet.volume_mm3 else []
        names += [self.bought_name(one) for one in self.bought if not one.volume_mm3]
        return tuple(dict.fromkeys(names))

    @property
    def loose(self) -> tuple[QuotePart, ...]:
        """The parts that lie in no box of the game."""
        held = {kind for box in self.boxes for kind, _, _ in box.holds}
        return tuple(part for part in self.parts if part.kind.id not in held)


def part_of(
    pieces: Sequence[Piece], language: str, press: Size = PRESS, *, backs: bool = True
) -> QuotePart:
    """The part that pieces of one kind and one size are; `backs` are printed if there are any."""
    kind, copies = pieces[0].kind, sum(piece.copies for piece in pieces)
    outline, stock = kind.outline, kind.stock
    area_mm2 = outline.area_mm2 * copies
    return QuotePart(
        kind=kind,
        name=str(kind.name.in_language(language)),
        copies=copies,
        designs=sum(len(piece.copies_by_look) for piece in pieces),
        sides=2 if backs and kind.back is not None else 1,
        tools=tools_of(outline),
        per_sheet=per_sheet(outline, max(kind.bleed_mm, SHOP_BLEED_MM), press),
        grams=area_mm2 / 1e6 * stock.shop.grams_m2 if stock else 0.0,
        volume_mm3=area_mm2 * stock.thickness_mm if stock else 0.0,
    )


def booklet_of(project: Project, rulebook: "Rulebook | None") -> QuoteBooklet | None:
    """The rule booklet of a game, on the stock `paper` as shops have it; None without one."""
    if rulebook is None:
        return None
    pages = len(rulebook.pages(rulebook.size, SHOP_BLEED_MM).faces)
    stock = read_tables(project).stocks.get("paper")
    return QuoteBooklet(rulebook.name, pages, rulebook.size, stock)


def boxes_of(edition: Edition, press: Size = PRESS) -> tuple[QuoteBox, ...]:
    """The boxes of a game, as its game.yaml describes them."""
    return tuple(box_of(box, edition.language, press) for box in edition.game.boxes)


def box_of(box: Piece, language: str, press: Size = PRESS) -> QuoteBox:
    """A box of a game, with the inner size that its stacks need."""
    room, holds = box.front["room"], box.front["holds"]
    assert isinstance(room, Record)
    assert isinstance(holds, tuple)
    sides = [room[side] for side in ("width", "height", "depth")]
    width_mm, height_mm, depth_mm = (float(side) for side in sides if isinstance(side, int | float))
    held = []
    form = str(box.front["form"])
    for one in holds if form != "lid" else ():
        assert isinstance(one, Record)
        kind, name, copies = one["kind"], one["name"], one["copies"]
        assert isinstance(copies, int)
        held.append((str(kind), str(name.in_language(language)), copies))  # type: ignore[union-attr]
    return QuoteBox(
        part_of([box], language, press),
        form,
        (width_mm, height_mm, depth_mm),
        tuple(held),
    )


def tools_of(outline: Outline) -> tuple[str, ...]:
    """The keys of words for what cutting needs beside straight cuts: a die, holes, creases."""
    found = [] if outline.is_rectangle else ["die"]
    found += ["corners"] if outline.is_rectangle and outline.corner_radius_mm else []
    found += ["holes"] if outline.holes else []
    found += ["folds"] if outline.folds else []
    found += ["slits"] if outline.slits else []
    return tuple(found)


@lru_cache(maxsize=256)
def per_sheet(outline: Outline, bleed_mm: float, press: Size) -> int:
    """The most copies of an outline that one sheet of the press holds, each with its bleed.

    0 where it holds none. They are laid as `impose` lays pieces on any sheet, which leaves a strip
    of 5 mm for the label.
    """
    shorter, longer = sorted((press.width_mm, press.height_mm))
    paper = Paper("press", Size(shorter, longer), Margins.all_round(EDGE_MM))
    if min(paper.printable.width_mm, paper.printable.height_mm) <= 0:
        return 0
    settings = PrintSettings(
        paper, duplex=Duplex.NONE, marks=MarkStyle.NONE, fewest=Fewest.SHEETS, gutter_mm=0.0
    )

    def sheets_of(copies: int) -> tuple[Sheet, ...]:
        item = Item(
            piece="one",
            kind="one",
            sheet="one",
            copies=copies,
            outline=outline,
            bleed_mm=bleed_mm,
            has_back=False,
            split=None,
            place=Place(""),
        )
        try:
            return impose([item], settings)
        except ProblemsFound:
            return ()

    area_mm2 = max(outline.area_mm2, _LEAST_AREA_MM2)
    least, most = 0, 1 + min(math.floor(paper.printable.area_mm2 / area_mm2), _MOST_ON_SHEET)
    if outline.points and most > _SEARCHED:  # to nest so many takes a second each time
        return max((len(one.pages[0].placements) for one in sheets_of(most)), default=0)
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if len(sheets_of(middle)) == 1 else (least, middle)
    return least
