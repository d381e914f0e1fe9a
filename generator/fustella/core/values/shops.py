"""Defines the rules of a shop, as its file states them, with the source of each figure."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.core.values.problems import Place


class Takes(StrEnum):
    """What a shop takes: a flavour of PDF, or pictures."""

    X4 = "x4"
    X1A = "x1a"
    PDF = "pdf"
    PICTURES = "pictures"


class ShopRule(StrEnum):
    """The rules against which a box can be held, by their keys in the file of a shop."""

    BLEED = "bleed"
    SAFE = "safe"
    TEXT = "text"
    LINE = "line"
    INK = "ink"
    PICTURES = "pictures"
    PIECES = "pieces"
    PRODUCTS = "products"
    PUNCHBOARDS = "punchboards"
    PLATES = "plates"


class Origin(Struct, frozen=True):
    """Where a figure of a shop is from, and when somebody read it: `2026-11-27`, or `2026-11`."""

    what: str
    seen: str

    def __str__(self) -> str:
        return f"{self.what}, {self.seen}"


class Nicks(Struct, frozen=True):
    """The bridges that keep a piece in its board: how many each outline has, and how wide."""

    count: int
    width_mm: float


class Punchboards(Struct, frozen=True):
    """The boards from which pieces of thick stock are pressed out.

    Of the `sizes` that the shop offers, the one is taken that wastes the least. Between two cuts
    stay `gap_mm`, and to the rim of the board `web_mm`, 0 for as much as the gap. A blade or laser
    takes `kerf_mm` away.
    """

    sizes: tuple[Size, ...]
    gap_mm: float
    nicks: Nicks
    kerf_mm: float = 0.0
    web_mm: float = 0.0


class Products(Struct, frozen=True):
    """The table of a shop's products, and how far the size of one may differ from a piece.

    It agrees with a piece up to `within_mm`, and may stand in for it up to `stands_in_mm`.
    """

    table: str
    within_mm: float
    stands_in_mm: float


NAMED_IN_FILES = ("game", "kind")
"""What may stand in braces in the name of a file for a shop."""

USUAL_NAME = "{game}-{kind}"
"""The name of the file of a kind where no shop wants another."""


def file_name(called: str, named: Mapping[str, str]) -> str:
    """The name of a file as it is `called`, with what is `named` in the place of its braces."""
    for name, text in named.items():
        called = called.replace(f"{{{name}}}", text)
    return called


class Shop(Struct, frozen=True):
    """The rules of a shop. 0 and "" stand for what it does not say.

    `bleed_mm` and `safe_mm` are the least distances outside and inside of the trim, `text_pt` and
    `line_mm` the least sizes of letters and widths of lines, `ink_percent` the highest sum of inks,
    `dpi` the resolution of pictures. `plates` has a name for each sort of plate, the usual one
    where the shop states none; their lines are `plate_line_mm` wide, and with `apart` lie in a file
    of their own. With `cards_only` it prints nothing but cards. `most_cards` is the number of cards
    in one order. `called` names the file of a kind, with `{game}` and `{kind}` in it. `origins` has
    the origin of each figure, by the key of its rule.
    """

    id: str
    name: str
    takes: Takes
    place: Place
    bleed_mm: float = 0.0
    safe_mm: float = 0.0
    text_pt: float = 0.0
    line_mm: float = 0.0
    ink_percent: float = 0.0
    dpi: float = 300.0
    plates: Mapping[PlateSort, str] = PLAIN_NAMES
    plate_line_mm: float = 0.0882
    apart: bool = False
    punchboards: Punchboards | None = None
    products: Products | None = None
    cards_only: bool = False
    most_cards: int = 0
    called: str = USUAL_NAME
    origins: Mapping[str, Origin] = MappingProxyType({})


class Exclusion(Struct, frozen=True):
    """A rule of a shop that some pieces of a game need not keep, and why."""

    shop: str
    rule: ShopRule
    pieces: str
    reason: str
    place: Place
