"""Declares the options of an export, and knows the names of all formats."""

import re
from enum import StrEnum
from functools import cache, partial
from pathlib import Path

from fustella.build import PART, BuildOptions, PrintChoice
from fustella.build.options import folder_of_job
from fustella.core.files.pictures import COARSEST_DPI, FINEST_DPI
from fustella.core.geometry.shapes import Size
from fustella.core.geometry.units import parse_length_mm
from fustella.core.processes import limits
from fustella.core.processes.lazily import module_names
from fustella.core.values.options import Mistyped, OneOf, Options, option, switch
from fustella.core.values.paper import Duplex
from fustella.core.values.shops import Nicks
from fustella.core.values.themes import Theme
from fustella.export import formats


class Preset(StrEnum):
    """The use of pictures of single pieces, which decides their resolution, bleed and cut."""

    SCREEN = "screen"
    TGC = "tgc"
    MPC = "mpc"
    TABLETOPIA = "tabletopia"
    PRINT = "print"


@cache
def format_names() -> tuple[str, ...]:
    """The names of all formats, in alphabetical order."""
    return module_names(formats.__path__)


def _dpi(typed: str) -> float:
    number = float(typed) if typed.isdecimal() else 0.0
    if not COARSEST_DPI <= number <= FINEST_DPI:
        hint = f"write a number from {COARSEST_DPI:g} to {FINEST_DPI:g}"
        raise Mistyped(f"`{typed}` is no resolution: {hint}")
    return number


def _grid(typed: str) -> tuple[int, int]:
    """Reads columns and rows that were typed as `10x7`."""
    match = re.fullmatch(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)", typed.strip())
    if not match:
        raise Mistyped(f"`{typed}` is no number of columns and rows: write 10x7")
    return int(match[1]), int(match[2])


def _players(typed: str) -> int:
    if not typed.isdecimal() or not 1 <= int(typed) <= limits.PLAYERS:
        raise Mistyped(f"`{typed}` is no number of players: write 4")
    return int(typed)


LINE_FILES = ("pdf", "svg", "dxf")
"""The forms in which lines of tools are written."""


def _line_files(typed: str) -> tuple[str, ...]:
    """Reads forms of files that were typed as `pdf,svg`."""
    names = tuple(dict.fromkeys(name.strip().lower() for name in typed.split(",")))
    for name in names:
        if name not in LINE_FILES:
            raise Mistyped(f"`{name}` is no form of lines: write {', '.join(LINE_FILES)}")
    return names


def _ink_percent(typed: str) -> float:
    number = float(typed.rstrip("%")) if typed.rstrip("%").isdecimal() else 0.0
    if not _LEAST_INK <= number <= _MOST_INK:
        hint = f"write a number from {_LEAST_INK:g} to {_MOST_INK:g}"
        raise Mistyped(f"`{typed}` is no sum of inks in percent: {hint}")
    return number


_LEAST_INK, _MOST_INK = 180.0, 400.0


def _length(typed: str, most_mm: float) -> float:
    """Reads a length that was typed with or without its unit: `6mm`, `0.25in`, `6`."""
    try:
        length_mm = parse_length_mm(typed if typed[-1:].isalpha() else f"{typed}mm")
    except ValueError as error:
        raise Mistyped(f"{error}: write 6mm") from None
    if not 0 < length_mm <= most_mm:
        raise Mistyped(f"`{typed}` is not from 0 to {most_mm:g} mm")
    return length_mm


def _board(typed: str) -> Size:
    """Reads the size of a board that was typed as `200x280mm`."""
    match = re.fullmatch(r"([\d.]+)\s*([a-z]*)\s*[x×]\s*([\d.]+)\s*([a-z]*)", typed.strip())
    if not match:
        raise Mistyped(f"`{typed}` is no size of a board: write 200x280mm")
    width, unit, height, other = match.groups()
    sides = (f"{width}{unit or other}", f"{height}{other or unit}")
    return Size(*(_length(side, limits.SIDE_MM) for side in sides))


def _nicks(typed: str) -> Nicks:
    """Reads how many nicks a line has and how wide they are, typed as `4x0.3mm`."""
    match = re.fullmatch(r"([1-9]\d?)\s*[x×]\s*([\d.]+\s*[a-z]*)", typed.strip())
    if not match:
        raise Mistyped(f"`{typed}` says not how many nicks, and how wide: write 4x0.3mm")
    return Nicks(int(match[1]), _length(match[2], _WIDEST_NICK_MM))


_WIDEST_NICK_MM = 5.0
_WIDEST_GAP_MM = 50.0


_OF_SOME = "for some formats only"


class InsertForm(StrEnum):
    """What an insert is made of."""

    DIVIDERS = "dividers"
    TRAYS = "trays"
    STL = "stl"
    LASER = "laser"


_WIDEST_WALL_MM = 20.0
_WIDEST_KERF_MM = 2.0


class ExportOptions(Options, frozen=True):
    """The options of an export.

    The language "" is the game's first, `dpi` 0 the usual resolution of the format. `only` names
    kinds; without `backs`, backs are left out. Only some formats take the other options: `preset`;
    `sheets`, the columns and rows of grids of pictures; `profile`, a file with the colours of a
    press; `shop`, whose rules hold; `standard`, `dies`, `special`, `ink_percent` and `inks`, as a
    press wants files, and whether their ink is measured; `lines`, the forms of files with lines of
    tools; `board`, the size of punchboards, with their `gap_mm`, `web_mm` and `nicks`, as the shop
    or the tool has them where they are 0 or None, and `single`, for the fewest boards of one game;
    `form`, what an insert is made of, `loose` if it holds pieces without their boxes, with its
    `wall_mm`, `clearance_mm`, `kerf_mm` and `finger_mm`, the size of its `material`, the `bed` of a
    printer and the `paper` for its nets; `url`, the address at which pictures will be; `players`,
    for how many the table is laid, 0 for the least; `prune`, to remove the pictures of earlier
    exports. A named `job` has a folder of its own.
    """

    format: str = option(
        "--to FORMAT",
        OneOf(format_names()),
        usual="",
        about=f"{', '.join(format_names())}; without it, what each is for is shown",
    )
    output: Path = BuildOptions.DECLARED["output"]
    language: str = BuildOptions.DECLARED["language"]
    theme: Theme = BuildOptions.DECLARED["theme"]
    only: tuple[str, ...] = PrintChoice.DECLARED["only"].but(group="")
    dpi: float = option(
        "--dpi NUMBER",
        _dpi,
        default=0.0,
        about="pixels to the inch of pictures (default: as the format needs, mostly 300)",
    )
    backs: bool = switch("--no-back", default=True, about="leave backs out")
    preset: Preset | None = option(
        "--preset",
        OneOf(Preset),
        default=None,
        group=_OF_SOME,
        about="png, jpg, webp: size, bleed and corners of the pictures for a screen (default), for "
        "The Game Crafter, MakePlayingCards or Tabletopia, or for print",
    )
    sheets: tuple[int, int] | None = option(
        "--sheets 10x7",
        _grid,
        default=None,
        group=_OF_SOME,
        about="png, jpg, webp, tts: many pieces in one picture, in so many columns and rows",
    )
    profile: Path | None = option(
        "--profile FILE",
        Path,
        default=None,
        group=_OF_SOME,
        about="drivethru, needed, and press: the colour profile of the press, which ends in .icc",
    )
    shop: str = option(
        "--shop NAME",
        default="",
        about="with the rules of a shop: the names of its plates, its boards, bleed and inks; "
        "`fustella check --shop NAME` holds the box against them",
    )
    standard: str = option(
        "--standard",
        OneOf(("x4", "x1a")),
        default="",
        group=_OF_SOME,
        about="press, punchboard: PDF/X-4 (default, unless the shop takes another), or flat "
        "PDF/X-1a",
    )
    dies: str = option(
        "--dies",
        OneOf(("with", "none")),
        default="",
        group=_OF_SOME,
        about="press: die lines in the same file, on plates of their own (default, unless the shop "
        "wants them apart: --to dies), or none",
    )
    special: str = option(
        "--special",
        OneOf(("with", "apart", "none")),
        default="",
        group=_OF_SOME,
        about="press: the game's `inks` on plates of the same file (default), in files of their "
        "own, or none",
    )
    ink_percent: float = option(
        "--ink-limit 280",
        _ink_percent,
        default=0.0,
        group=_OF_SOME,
        about="press, punchboard, drivethru: the highest sum of inks at a place, in percent "
        "(default: the shop's, or 300)",
    )
    inks: bool = switch(
        "--inks",
        group=_OF_SOME,
        about="press: measure the sum of inks of each page, for press.csv",
    )
    lines: tuple[str, ...] = option(
        "--lines pdf,svg,dxf",
        _line_files,
        default=(),
        group=_OF_SOME,
        about="dies, punchboard: the forms of the files with lines (default: all three)",
    )
    board: Size | None = option(
        "--board 200x280mm",
        _board,
        default=None,
        group=_OF_SOME,
        about="punchboard: the size of a board, smaller than the lid of the box",
    )
    gap_mm: float = option(
        "--gap 6mm",
        partial(_length, most_mm=_WIDEST_GAP_MM),
        default=0.0,
        group=_OF_SOME,
        about="punchboard: the distance between the lines of two pieces (default: 6mm)",
    )
    web_mm: float = option(
        "--web 8mm",
        partial(_length, most_mm=_WIDEST_GAP_MM),
        default=0.0,
        group=_OF_SOME,
        about="punchboard: the distance of pieces from the rim (default: as the gap)",
    )
    nicks: Nicks | None = option(
        "--nicks 4x0.3mm",
        _nicks,
        default=None,
        group=_OF_SOME,
        about="punchboard: how many nicks hold a piece, and how wide they are (default: 4x0.3mm)",
    )
    single: bool = switch(
        "--single",
        group=_OF_SOME,
        about="punchboard: the fewest boards for one game, however different they are",
    )
    form: InsertForm | None = option(
        "--form",
        OneOf(InsertForm),
        default=None,
        group=_OF_SOME,
        about="insert: dividers, strips of board (default); trays, nets of card to fold; stl, "
        "trays for a printer in three dimensions; laser, a box with fingers",
    )
    loose: bool = switch(
        "--loose",
        group=_OF_SOME,
        about="insert: the pieces themselves lie in it, without the boxes of game.yaml that hold "
        "them",
    )
    wall_mm: float = option(
        "--wall 2mm",
        partial(_length, most_mm=_WIDEST_WALL_MM),
        default=0.0,
        group=_OF_SOME,
        about="insert: how thick the material or the walls are (default: dividers as the box says, "
        "trays 0.3mm, stl 1.2mm, laser 3mm)",
    )
    clearance_mm: float = option(
        "--clearance 1mm",
        partial(_length, most_mm=_WIDEST_WALL_MM),
        default=0.0,
        group=_OF_SOME,
        about="insert: the room between a stack and each wall (default: 1mm)",
    )
    kerf_mm: float = option(
        "--kerf 0.15mm",
        partial(_length, most_mm=_WIDEST_KERF_MM),
        default=0.0,
        group=_OF_SOME,
        about="insert: how much material the laser burns away along a line (default: 0.15mm)",
    )
    finger_mm: float = option(
        "--finger 10mm",
        partial(_length, most_mm=_WIDEST_GAP_MM),
        default=0.0,
        group=_OF_SOME,
        about="insert: how wide the fingers of panels are at least (default: 10mm)",
    )
    material: Size | None = option(
        "--material 600x300mm",
        _board,
        default=None,
        group=_OF_SOME,
        about="insert: the size of the sheets that the laser cuts (default: 600x300mm)",
    )
    bed: Size | None = option(
        "--bed 220x220mm",
        _board,
        default=None,
        group=_OF_SOME,
        about="insert: the bed of the printer; larger trays are parted (default: 220x220mm)",
    )
    paper: str = option(
        "--paper PAPER",
        default="",
        group=_OF_SOME,
        about="insert: the paper for strips and nets: A4 (default), Letter, A3, …",
    )
    url: str = option(
        "--url ADDRESS",
        default="",
        group=_OF_SOME,
        about="tts: the web address of the folder that you upload the pictures to",
    )
    players: int = option(
        "--players NUMBER",
        _players,
        default=0,
        group=_OF_SOME,
        about="tts, pcio: for how many players the table is laid (default: the least)",
    )
    prune: bool = switch(
        "--prune", group=_OF_SOME, about="tts: delete the pictures of earlier exports"
    )

    job: str = ""

    def of_build(self, *, force: bool) -> BuildOptions:
        """The options of a job that draws these faces; they request no sheet."""
        return BuildOptions(
            paper="",
            duplex=Duplex.LONG_EDGE,
            output=self.output,
            language=self.language,
            force=force,
            theme=self.theme,
            choice=PrintChoice(only=self.only),
        )

    def key(self) -> str:
        """The key of an export with these options among the stamps of its game."""
        stamped = ((name, value) for name, value in self.stamped() if name != "job")
        return " ".join(f"{name}={value}" for name, value in stamped)

    def folder(self, language: str) -> str:
        """The folder for the files, in the game's folder: `en/tts`, `en-grey/png-tabletopia`.

        All parts of a box share one folder, which the next export of a part empties.
        """
        edition = language if self.theme is Theme.FULL else f"{language}-{self.theme.value}"
        kind = "-".join(filter(None, (self.format, self.preset, self.form)))
        folder = f"{folder_of_job(self.job)}{edition}/{kind}"
        return f"{folder}/{PART}" if self.only else folder
