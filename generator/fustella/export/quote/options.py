"""Declares the options of `fustella quote`."""

import re
from pathlib import Path

from fustella.core.geometry.shapes import Size
from fustella.core.values.options import Mistyped, Options, option, switch
from fustella.export.options import ExportOptions

PRESS = Size(700.0, 1000.0)
"""The usual sheet of a press (ISO 216's neighbours B1 and 70 × 100 cm)."""

_MOST_GAMES, _MOST_RUNS = 10_000_000, 12
_LEAST_PRESS_MM, _MOST_PRESS_MM = 100.0, 2000.0


def _quantities(typed: str) -> tuple[int, ...]:
    numbers = [part.strip() for part in typed.split(",")]
    if not all(re.fullmatch(r"[1-9][0-9]{0,7}", number) for number in numbers):
        raise Mistyped(f"`{typed}` are no numbers of games: write 500,1000,2000")
    found = tuple(dict.fromkeys(map(int, numbers)))
    if max(found) > _MOST_GAMES or len(found) > _MOST_RUNS:
        raise Mistyped(f"at most {_MOST_RUNS} numbers up to {_MOST_GAMES:,}: write 500,1000,2000")
    return found


def _press(typed: str) -> Size:
    match = re.fullmatch(r"([0-9]{2,4})\s*[x×]\s*([0-9]{2,4})\s*(?:mm)?", typed.strip())
    sides = sorted(map(float, match.groups())) if match else [0.0, 0.0]
    if not _LEAST_PRESS_MM <= sides[0] <= sides[1] <= _MOST_PRESS_MM:
        raise Mistyped(f"`{typed}` is no sheet of a press in mm: write 700x1000")
    return Size(*sides)


class QuoteOptions(Options, frozen=True):
    """The options of a quote; with `prices` None, prices.csv in the game's folder is read."""

    quantities: tuple[int, ...] = option(
        "--quantities 500,1000",
        _quantities,
        default=(500, 1000, 2000),
        about="for how many games you ask for a price (default: 500,1000,2000)",
    )
    press: Size = option(
        "--press 700x1000",
        _press,
        default=PRESS,
        about="the sheet of the press, in mm, on which pieces are counted (default: 700x1000)",
    )
    prices: Path | None = option(
        "--prices FILE",
        Path,
        default=None,
        about="your table of prices, from which costs are worked out (default: prices.csv in the "
        "game's folder, if there is one)",
    )
    board: Size | None = ExportOptions.DECLARED["board"].but(
        group="",
        about="the size of punchboards from which thick pieces are pressed out (default: that of "
        "the shop, or a little less than `box` of game.yaml)",
    )
    shop: str = ExportOptions.DECLARED["shop"].but(
        about="with the rules of a shop: its boards, and the names of its plates"
    )
    sell_sheet: bool = switch(
        "--sell-sheet", about="make a sell sheet instead: one page that shows the game"
    )
