"""Measures imposition alone: 10,000 pieces of mixed sizes.

It compares the number of sheets with the bound by area. Seconds are of the processor; MB are the
memory of the sheets.

    .venv/bin/python benchmarks/impose.py [--only WORDS]
"""

import argparse
import math
import random
import time
import tracemalloc
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.outlines import Ring, ellipse, octagon
from fustella.core.geometry.shapes import Along, Outline, Point, Size, Split
from fustella.core.values.paper import (
    Cutter,
    Duplex,
    Hexes,
    Margins,
    MarkStyle,
    Paper,
    PrintSettings,
    Slots,
)
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Item, Sheet
from fustella.impose import bounds_of, impose

A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
LABELS = replace(A4, slots=Slots(Outline.rectangle(63.5, 38.1), Point(7.2, 15.1), 3, 7, 66, 38.1))
AT_MOST_S = 2.0


def items(designs: int, copies: int, outline: Callable[[int], Outline]) -> list[Item]:
    """The pieces of one group: `designs` pieces with backs, each with `copies`."""
    place = Place("pieces.yaml", 1)
    return [
        Item(f"p{n}", "kind", "all", copies, outline(n), 0.0, True, None, place)
        for n in range(designs)
    ]


def rectangle(n: int) -> Outline:
    """A rectangle of one of 2,500 sizes, from 8 x 8 to 60 x 54 mm."""
    return Outline.rectangle(8 + n * 37 % 53, 8 + n * 61 % 47)


def own_size(n: int) -> Outline:
    """A rectangle of a size of its own, from 10 to 80 mm, with rounded corners."""
    drawn = random.Random(n)
    return Outline.rectangle(drawn.uniform(10, 80), drawn.uniform(10, 80), 3)


def any_form(n: int) -> Outline:
    """A rectangle, a hexagon or a circle, in turn."""
    if n % 3 == 0:
        return rectangle(n)
    size_mm = 12 + n * 29 % 41
    return Outline.hexagon(size_mm) if n % 3 == 1 else Outline.circle(size_mm)


def few_sizes(n: int) -> Outline:
    """An outline as in a large box: of a card, a tile, a hexagon, a coin or a small token."""
    forms = (
        Outline.rectangle(63, 88),
        Outline.rectangle(40, 40),
        Outline.hexagon(45),
        Outline.circle(20),
        Outline.rectangle(12, 12),
        Outline.rectangle(36, 12),
    )
    return forms[n % len(forms)]


def polygon(n: int) -> Outline:
    """An octagon, an ellipse, or a star with a hole, of many sizes."""
    size_mm = 15 + n * 29 % 41
    if n % 3 == 0:
        return Outline.polygon(octagon(size_mm))
    if n % 3 == 1:
        return Outline.polygon(ellipse(size_mm, size_mm * 0.7))
    return star(size_mm)


def star(size_mm: float) -> Outline:
    """A star of ten corners with a hexagon cut out of its middle."""
    middle, reach = size_mm / 2, (size_mm / 2, size_mm / 4)

    def ring(radii: Sequence[float]) -> Ring:
        angles = [math.tau * at / len(radii) for at in range(len(radii))]
        return tuple(
            Point(middle + radius * math.sin(at), middle - radius * math.cos(at))
            for at, radius in zip(angles, radii, strict=True)
        )

    outer = ring(reach * 5)
    left, top = min(at.x_mm for at in outer), min(at.y_mm for at in outer)
    moved = tuple(at.moved(-left, -top) for at in outer)
    hole = tuple(at.moved(-left, -top) for at in ring((size_mm / 8,) * 6))
    return replace(Outline.polygon(moved), holes=(hole,))


def mixed_bleeds(pieces: Sequence[Item]) -> list[Item]:
    return [replace(piece, bleed_mm=n % 4 * 1.5) for n, piece in enumerate(pieces)]


def coloured_edges(pieces: Sequence[Item]) -> list[Item]:
    """Pieces of five colours that may share cuts."""
    return [replace(piece, bleed_mm=2.0, edge=f"#{n % 5}00000") for n, piece in enumerate(pieces)]


def boards(designs: int, copies: int) -> list[Item]:
    """Boards of three sizes that no page holds: in plain parts, along squares, along hexagons."""
    splits = (
        Split(Along.PLAIN, Size(1, 1), Point(0, 0), 8),
        Split(Along.SQUARES, Size(25, 25), Point(10, 10), 8),
        Split(Along.HEXAGONS, Size(30, 20 * math.sqrt(3)), Point(5, 5), 8),
    )
    sizes = Outline.rectangle(400, 560), Outline.rectangle(500, 500), Outline.rectangle(594, 420)
    return [
        replace(piece, split=splits[n % 3])
        for n, piece in enumerate(items(designs, copies, lambda n: sizes[n % 3]))
    ]


class Case(Struct, frozen=True):
    items: list[Item]
    settings: PrintSettings = PrintSettings(A4)


CARDS = items(10_000, 1, lambda _: Outline.rectangle(63, 88, 3))
FOLDED = PrintSettings(A4, duplex=Duplex.FOLD)
OWN_SIZES = items(10_000, 1, own_size)
CASES = {
    "500 sizes of rectangles, 20 copies each": Case(items(500, 20, rectangle)),
    "10,000 designs of many sizes": Case(items(10_000, 1, rectangle)),
    "10,000 sizes, bleed, rounded corners": Case(
        [replace(piece, bleed_mm=2.0) for piece in OWN_SIZES]
    ),
    "10,000 sizes, mixed bleeds": Case(mixed_bleeds(OWN_SIZES)),
    "10,000 sizes, mixed bleeds, folded": Case(mixed_bleeds(OWN_SIZES), FOLDED),
    "10,000 sizes, marked by dots": Case(OWN_SIZES, PrintSettings(A4, marks=MarkStyle.DOTS)),
    "500 rectangles, hexagons and circles, 20 copies each": Case(items(500, 20, any_form)),
    "50 rectangles, hexagons and circles, 200 copies each": Case(items(50, 200, any_form)),
    "20 rectangles, hexagons and circles, 500 copies each": Case(items(20, 500, any_form)),
    "20 of them in straight rows": Case(
        items(20, 500, any_form), PrintSettings(A4, hexes=Hexes.ROWS)
    ),
    "6 forms of a large box": Case(items(600, 17, few_sizes)[:590]),
    "6 forms in five colours that share cuts": Case(
        coloured_edges(items(600, 17, few_sizes)[:590])
    ),
    "10,000 cards": Case(items(10_000, 1, lambda _: Outline.rectangle(63, 88))),
    "10,000 cards, rounded, bleed": Case([replace(card, bleed_mm=3.0) for card in CARDS]),
    "10,000 cards, folded": Case(CARDS, FOLDED),
    "10,000 cards for a cutting machine": Case(CARDS, PrintSettings(A4, cutter=Cutter.SILHOUETTE)),
    "10,000 labels in slots": Case(
        items(10_000, 1, lambda _: Outline.rectangle(60, 36)), PrintSettings(LABELS)
    ),
    "one octagon, 10,000 copies": Case(items(1, 10_000, lambda _: Outline.polygon(octagon(30)))),
    "one ellipse, 10,000 copies": Case(
        items(1, 10_000, lambda _: Outline.polygon(ellipse(40, 25)))
    ),
    "one star with a hole, 10,000 copies": Case(items(1, 10_000, lambda _: star(35))),
    "30 octagons, ellipses, stars with holes, 333 copies": Case(items(30, 333, polygon)),
    "10,000 octagons, ellipses and stars with holes": Case(items(10_000, 1, polygon)),
    "100 boards in parts, 10 copies each": Case(boards(100, 10)),
}


def sheets_of(case: Case) -> tuple[Sheet, ...]:
    return impose(case.items, case.settings)


def seconds_of(case: Case) -> float:
    """The least seconds of the processor in two runs."""
    taken = []
    for _ in range(2):
        started = time.process_time()
        sheets_of(case)
        taken.append(time.process_time() - started)
    return min(taken)


def main() -> None:
    """Prints the figures; fails if a case takes longer than allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="WORDS", default="", help="cases whose names have them")
    options = parser.parse_args()
    slow = []
    print(f"{'':54}{'pieces':>7}{'sheets':>8}{'bound':>7}{'above':>7}{'s':>7}{'MB':>7}")
    for name, case in CASES.items():
        if options.only not in name:
            continue
        seconds = seconds_of(case)
        tracemalloc.start()
        sheets = sheets_of(case)
        megabytes = tracemalloc.get_traced_memory()[0] / 1e6
        tracemalloc.stop()
        bound = bounds_of(case.items, case.settings)["all"].sheets
        copies = sum(piece.copies for piece in case.items)
        above = len(sheets) / bound - 1
        print(
            f"{name:54}{copies:7}{len(sheets):8}{bound:7}{above:7.0%}{seconds:7.2f}{megabytes:7.1f}",
            flush=True,
        )
        if seconds > AT_MOST_S:
            slow.append(name)
    if slow:
        raise SystemExit(f"more than {AT_MOST_S:g} s: {', '.join(slow)}")


if __name__ == "__main__":
    main()
