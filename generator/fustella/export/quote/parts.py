"""Lists what a print shop is asked to make: parts by kind, boxes, a booklet, bought parts."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.inks import SpecialInk
from fustella.core.values.model import (
    Bought,
    Edition,
    Face,
    FaceId,
    Kind,
    Piece,
    Record,
    SideName,
)
from fustella.core.values.paper import Stock
from fustella.export.quote.boards import QuoteBoards
from fustella.export.quote.options import PRESS
from fustella.export.quote.press_sheet import SHOP_BLEED_MM, per_sheet
from fustella.export.quote.weights import grams_of, volume_of
from fustella.read import read_tables

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook


class QuotePlate(Struct, frozen=True):
    """The plate of a special ink, and the sides of a part that are printed in it."""

    ink: SpecialInk
    sides: tuple[SideName, ...]


class QuotePart(Struct, frozen=True):
    """A kind of pieces of one size: what is printed, how often, and what it needs.

    `sides` is 1 or 2. `tools` are keys of words: what has to be made or done beside straight cuts.
    `per_sheet` is 0 where a sheet of the press does not hold one. `grams` is the weight of all
    copies in a box, 0 where it is unknown, and `volume_mm3` their volume, 0 without a stock. What
    is `punched` is made with its board, which has its die: it needs neither sheets nor tools for
    cuts of its own. `plates` are those of special inks.
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
    punched: bool = False
    plates: tuple[QuotePlate, ...] = ()

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

    @property
    def dies(self) -> int:
        """How many tools are made for the part."""
        return len(self.tools)


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
        return grams_of(self.stock, self._area_mm2)

    @property
    def volume_mm3(self) -> float:
        """The volume of one, 0 where the thickness of its paper is unknown."""
        return volume_of(self.stock, self._area_mm2)

    @property
    def _area_mm2(self) -> float:
        """The area of all leaves: a stapled sheet has four pages, of which some may be empty."""
        return math.ceil(self.pages / 4) * 2 * self.size.width_mm * self.size.height_mm


class Quote(Struct, frozen=True):
    """All that lies in a box of a game, or with `whole` unset in a part of it.

    `press` is the sheet on which pieces were counted. What is punched goes into the box in its
    `boards`, with the waste around it.
    """

    edition: Edition
    version: str
    parts: tuple[QuotePart, ...]
    boxes: tuple[QuoteBox, ...] = ()
    booklet: QuoteBooklet | None = None
    press: Size = PRESS
    whole: bool = True
    boards: tuple[QuoteBoards, ...] = ()

    @property
    def bought(self) -> tuple[Bought, ...]:
        """What lies in a whole box and is not printed."""
        return self.edition.game.bought if self.whole else ()

    @property
    def made(self) -> tuple[QuotePart, ...]:
        """The parts that are printed, and the nets of the boxes."""
        return (*self.parts, *(box.part for box in self.boxes))

    @property
    def _whole_things(self) -> tuple[QuotePart | QuoteBoards, ...]:
        """What goes into the box: parts and nets, and boards in place of what is punched."""
        return (*(part for part in self.made if not part.punched), *self.boards)

    @property
    def copies(self) -> int:
        return sum(part.copies for part in self.parts)

    def bought_name(self, bought: Bought) -> str:
        return str(bought.name.in_language(self.edition.language))

    @property
    def grams(self) -> float:
        """The weight of one game, as far as it is known."""
        own = sum(part.grams for part in self._whole_things) + (
            self.booklet.grams if self.booklet else 0
        )
        return own + sum(bought.count * bought.grams for bought in self.bought)

    @property
    def volume_mm3(self) -> float:
        """The volume of what lies in one game and of its boxes' material, as far as it is known."""
        booklet_mm3 = self.booklet.volume_mm3 if self.booklet else 0.0
        own = sum(part.volume_mm3 for part in self._whole_things) + booklet_mm3
        return own + sum(bought.count * bought.volume_mm3 for bought in self.bought)

    @property
    def of_unknown_weight(self) -> tuple[str, ...]:
        """The names of what nobody has said the weight of."""
        names = [part.name for part in self._whole_things if not part.grams]
        names += [self.booklet.name] if self.booklet and not self.booklet.grams else []
        names += [self.bought_name(one) for one in self.bought if not one.grams]
        return tuple(dict.fromkeys(names))

    @property
    def of_unknown_volume(self) -> tuple[str, ...]:
        """The names of what nobody has said the volume of."""
        names = [part.name for part in self._whole_things if not part.volume_mm3]
        names += [self.booklet.name] if self.booklet and not self.booklet.volume_mm3 else []
        names += [self.bought_name(one) for one in self.bought if not one.volume_mm3]
        return tuple(dict.fromkeys(names))

    @property
    def loose(self) -> tuple[QuotePart, ...]:
        """The parts that lie in no box of the game."""
        held = {kind for box in self.boxes for kind, _, _ in box.holds}
        return tuple(part for part in self.parts if part.kind.id not in held)


def part_of(
    pieces: Sequence[Piece],
    language: str,
    press: Size = PRESS,
    *,
    backs: bool = True,
    punched: bool = False,
    plates: tuple[QuotePlate, ...] = (),
) -> QuotePart:
    """The part that pieces of one kind and one size are; `backs` are printed if there are any."""
    kind, copies = pieces[0].kind, sum(piece.copies for piece in pieces)
    outline, stock = kind.outline, kind.stock
    area_mm2 = outline.area_mm2 * copies
    tools = tools_of(outline)
    bleed_mm = max(kind.bleed_mm, SHOP_BLEED_MM)
    return QuotePart(
        kind=kind,
        name=str(kind.name.in_language(language)),
        copies=copies,
        designs=sum(len(piece.copies_by_look) for piece in pieces),
        sides=2 if backs and kind.back is not None else 1,
        tools=tuple(tool for tool in tools if tool == "folds") if punched else tools,
        per_sheet=0 if punched else per_sheet(outline, bleed_mm, press),
        grams=grams_of(stock, area_mm2),
        volume_mm3=volume_of(stock, area_mm2),
        punched=punched,
        plates=plates,
    )


def plates_of(
    pieces: Iterable[Piece], faces: Mapping[FaceId, Face], inks: Sequence[SpecialInk]
) -> tuple[QuotePlate, ...]:
    """The plates of the special inks in which something is printed on pieces, with the sides."""
    printed = dict[str, set[SideName]]()
    ids = {piece.id for piece in pieces}
    for face_id, face in faces.items() if inks else ():
        for ink in face.inks if face_id.piece in ids else ():
            printed.setdefault(ink, set()).add(face_id.side)
    return tuple(
        QuotePlate(ink, tuple(side for side in SideName if side in printed[ink.id]))
        for ink in inks
        if ink.id in printed
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
