"""Defines the rules of a shop, as its file states them, with the source of each figure."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.core.values.problems import Place


class Flavour(StrEnum):
    """What a shop takes: a flavour of PDF, or pictures."""

    X4 = "x4"
    X1A = "x1a"
    PDF = "pdf"
    PICTURES = "pictures"


class Origin(Struct, frozen=True):
    """Where a figure of a shop is from, and the day on which somebody read it, `2026-11-27`."""

    source: str
    seen: str


class Nicks(Struct, frozen=True):
    """The bridges that keep a piece in its board: how many each outline has, and how wide."""

    count: int
    width_mm: float


class Punchboards(Struct, frozen=True):
    """The boards from which pieces of thick stock are pressed out: sizes, gap, nicks, kerf.

    Lines of two pieces keep `gap_mm` from each other, and `web_mm` from the rim of the board, 0 for
    as much as the gap.
    """

    sizes: tuple[Size, ...]
    gap_mm: float
    nicks: Nicks
    kerf_mm: float = 0.0
    web_mm: float = 0.0


class Shop(Struct, frozen=True):
    """The rules of a shop. 0 and "" stand for what it does not say.

    `ink_percent` is the limit of the sum of inks. `plates` are the names of plates, with the name
    that is usual where the shop states none. With `apart`, die lines are a file of their own.
    `products` names its table of products. `origins` has the origin of each figure, by its key.
    """

    id: str
    name: str
    flavour: Flavour
    place: Place
    bleed_mm: float = 0.0
    safe_mm: float = 0.0
    gap_mm: float = 0.0
    least_text_pt: float = 0.0
    least_line_mm: float = 0.0
    ink_percent: float = 0.0
    dpi: float = 300.0
    plates: Mapping[PlateSort, str] = PLAIN_NAMES
    line_mm: float = 0.0882
    apart: bool = False
    punchboards: Punchboards | None = None
    products: str = ""
    origins: Mapping[str, Origin] = {}
