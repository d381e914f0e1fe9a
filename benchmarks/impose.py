"""Imposition alone, measured: 10,000 pieces of mixed sizes, and how near their sheets come to the
bound by area. Seconds are those of the processor.

    .venv/bin/python benchmarks/impose.py
"""

import random
import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from fustella.core.geometry import Outline, Size
from fustella.core.paper import Margins, Paper, PrintSettings
from fustella.core.problems import Place
from fustella.core.sheets import Item
from fustella.impose import bounds_of, impose

A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
AT_MOST_S = 2.0


def items(designs: int, copies: int, outline: Callable[[int], Outline]) -> list[Item]:
    """`designs` pieces of one group, with backs, each `copies` times."""
    place = Place("pieces.yaml", 1)
    return [
        Item(f"p{n}", "kind", "all", copies, outline(n), 0.0, True, None, place)
        for n in range(designs)
    ]


def rectangle(n: int) -> Outline:
    """About 2,500 sizes, from 8 x 8 to 60 x 54 mm."""
    return Outline.rectangle(8 + n * 37 % 53, 8 + n * 61 % 47)


def own_size(n: int) -> Outline:
    """A size that no other piece has, from 10 to 80 mm, with rounded corners."""
    drawn = random.Random(n)
    return Outline.rectangle(drawn.uniform(10, 80), drawn.uniform(10, 80), 3)


def any_form(n: int) -> Outline:
    """Rectangles, hexagons and circles in turn."""
    if n % 3 == 0:
        return rectangle(n)
    size_mm = 12 + n * 29 % 41
    return Outline.hexagon(size_mm) if n % 3 == 1 else Outline.circle(size_mm)


def few_sizes(n: int) -> Outline:
    """What a large box holds: cards, tiles, hexagons, coins and small tokens."""
    forms = (
        Outline.rectangle(63, 88),
        Outline.rectangle(40, 40),
        Outline.hexagon(45),
        Outline.circle(20),
        Outline.rectangle(12, 12),
        Outline.rectangle(36, 12),
    )
    return forms[n % len(forms)]


CASES = {
    "500 sizes of rectangles, 20 copies each": items(500, 20, rectangle),
    "10,000 designs of many sizes": items(10_000, 1, rectangle),
    "10,000 sizes, bleed, rounded corners": [
        replace(piece, bleed_mm=2.0) for piece in items(10_000, 1, own_size)
    ],
    "500 rectangles, hexagons and circles, 20 copies each": items(500, 20, any_form),
    "50 rectangles, hexagons and circles, 200 copies each": items(50, 200, any_form),
    "20 rectangles, hexagons and circles, 500 copies each": items(20, 500, any_form),
    "6 forms of a large box": items(600, 17, few_sizes)[:590],
    "10,000 cards": items(10_000, 1, lambda _: Outline.rectangle(63, 88)),
}


def measured(pieces: Sequence[Item]) -> tuple[float, int, int]:
    """Seconds, sheets, and the sheets that the area of the pieces needs at least."""
    settings = PrintSettings(A4)
    started = time.process_time()
    sheets = impose(pieces, settings)
    seconds = time.process_time() - started
    return seconds, len(sheets), bounds_of(pieces, settings)["all"].sheets


def main() -> None:
    """Print the figures; fails when one case takes longer than it may."""
    slow = []
    print(f"{'':54}{'pieces':>7}{'sheets':>8}{'bound':>7}{'above':>7}{'s':>7}")
    for name, pieces in CASES.items():
        seconds, sheets, bound = measured(pieces)
        copies = sum(piece.copies for piece in pieces)
        above = sheets / bound - 1
        print(f"{name:54}{copies:7}{sheets:8}{bound:7}{above:7.0%}{seconds:7.2f}")
        if seconds > AT_MOST_S:
            slow.append(name)
    if slow:
        raise SystemExit(f"more than {AT_MOST_S:g} s: {', '.join(slow)}")


if __name__ == "__main__":
    main()
