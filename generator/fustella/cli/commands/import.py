# ruff: noqa: N999 - a command has the name of its module
"""Declares `fustella import`: its help and its options."""

from pathlib import Path

from fustella.cli.parser import Command
from fustella.core.geometry.units import parse_length_mm
from fustella.core.values.options import Mistyped, OneOf, option, word
from fustella.core.words.patterns import regex
from fustella.intake.formats import format_names
from fustella.intake.stated import BackPages

_MOST_CELLS = 50
_SMALLEST_MM, _LARGEST_MM = 5.0, 1000.0
_GRID = regex(r"\s*(\d{1,3})\s*[xX×]\s*(\d{1,3})\s*")
_SIZE = regex(r"\s*([\d.]{1,9})\s*([a-z]{0,2})\s*[xX×]\s*([\d.]{1,9})\s*([a-z]{1,2})\s*")


def _grid(typed: str) -> tuple[int, int]:
    found = _GRID.fullmatch(typed)
    if not found:
        raise Mistyped(f"`{typed}` is no number of columns and rows: write 3x3")
    columns, rows = int(found[1]), int(found[2])
    if not (1 <= columns <= _MOST_CELLS and 1 <= rows <= _MOST_CELLS):
        raise Mistyped(f"a page has 1 to {_MOST_CELLS} columns and rows: write 3x3")
    return columns, rows


def _size(typed: str) -> tuple[float, float]:
    found = _SIZE.fullmatch(typed)
    try:
        if not found:
            raise ValueError(typed)
        width, unit, height, last = found.groups()
        sides = tuple(parse_length_mm(side) for side in (f"{width}{unit or last}", height + last))
    except ValueError:
        raise Mistyped(f"`{typed}` is no width and height: write 63x88mm") from None
    if not all(_SMALLEST_MM <= side <= _LARGEST_MM for side in sides):
        most = f"{_SMALLEST_MM:g} to {_LARGEST_MM:g} mm"
        raise Mistyped(f"a card has {most} on each side: write 63x88mm")
    return sides[0], sides[1]


def _path(typed: str) -> Path:
    if not typed.strip():
        raise Mistyped("it has no name: write deck.txt")
    return Path(typed)


COMMAND = Command(
    "Bring a game that was made with another program: a project that builds, and a report of what "
    "was taken, approximated and left. Nothing of it is run, and nothing fetched. Imported again "
    "into the same folder, what you changed there by hand stays.",
    entry="importing:run",
    examples=(
        "fustella import deck.txt            # finds out what it is",
        "fustella import cards.zip --into my-game",
        "fustella import . --from squib --into ../my-game",
        "fustella import cards.pdf --grid 3x3 --size 63x88mm --backs even",
    ),
    options=(
        word(
            "SOURCE", _path, name="source", about="a file, with those beside it, a folder, or a zip"
        ),
        option(
            "--from",
            OneOf(format_names()),
            name="form",
            default="",
            about="what it was made with (default: what is in it says so)",
        ),
        option(
            "--into NAME",
            _path,
            name="into",
            default=None,
            about="the folder of the game (default: one here, called like the source)",
        ),
        option(
            "--grid COLSxROWS",
            _grid,
            name="grid",
            default=None,
            about="of a PDF: the cards on a page, 3x3, where its marks do not say it",
        ),
        option(
            "--size WxH",
            _size,
            name="size",
            default=None,
            about="of a PDF or pictures: the size of a card at its trim, 63x88mm",
        ),
        option(
            "--backs",
            OneOf(tuple(word.value for word in BackPages if word.value)),
            default="",
            about="of a PDF: where the backs are: on odd or even pages, right of the fronts on the "
            "same page, one on the last page for all, or none (default: where they look like it)",
        ),
    ),
)
