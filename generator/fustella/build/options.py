"""Declares the options of a build: for printing, the edition, and the part of the box."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from fustella.core.geometry.units import parse_length_mm
from fustella.core.values.options import Mistyped, OneOf, Options, option, switch
from fustella.core.values.paper import Cutter, Duplex, Fewest, Fold, Hexes, MarkStyle
from fustella.core.values.themes import Theme

Progress = Callable[[str, int, int], None]
"""A function that takes the name of a step, how much of the step is done, and how much in all."""

SHOP = "shop"
"""The name of the folder, in a language's folder, for a shop's PDFs of one piece a page."""

KITS = "kits"
"""The name of the folder, in a game's folder, with a folder of the last print for each kit."""

JOBS = "jobs"
"""The name of the folder, in a game's folder, with a folder for the output of each job."""


def folder_of_job(job: str) -> str:
    """The beginning of the folders of a job, in the folder of its game; "" for the name ""."""
    return f"{JOBS}/{job}/" if job else ""


UNCHECKED = "unchecked"
"""The end of the key of a build whose box differs from its rule document."""

UNCHECKED_NOTE = "unchecked: the box differs from what its rules say"
"""The note on files made from such a box, if no cover says it."""

PART = "part"
"""The name of the folder, in a box's folder, for the part of the box that was printed last."""


_MAX_GUTTER_MM, _MAX_THICKNESS_MM = 50.0, 1.0

_WHAT = "what to print"
_PRINTED = "how it is printed"
_CUT = "how it is cut"
TURNED = "write long-edge, or short-edge where backs come out upside down"
"""The hint for a word after `--duplex` that is no way to print backs behind fronts."""


def _gutter_mm(typed: str) -> float:
    try:
        length_mm = parse_length_mm(typed)
    except ValueError as error:
        raise Mistyped(f"{error}: write 2mm") from None
    if not 0 <= length_mm <= _MAX_GUTTER_MM:
        raise Mistyped(f"{typed} is too much: at most {_MAX_GUTTER_MM:g}mm")
    return length_mm


def kinds_typed(typed: str) -> list[str]:
    """The kinds of a list with commas, in small letters."""
    names = [name.strip().lower() for name in typed.split(",") if name.strip()]
    if not names:
        raise Mistyped("no kind is named: write card,dragon")
    return names


def _players(typed: str) -> int:
    number = int(typed) if typed.isdecimal() else 0
    if not 1 <= number <= 100:
        raise Mistyped(f"`{typed}` is no number of players: write 2")
    return number


def ranges_in(pages: str) -> tuple[tuple[int, int], ...]:
    """The ranges of `2-4,7`, both ends included. Raises ValueError."""
    ranges = []
    for part in pages.split(","):
        first, hyphen, last = part.strip().partition("-")
        ends = int(first), int(last if hyphen else first)
        if not (first.isdecimal() and 1 <= ends[0] <= ends[1]):
            raise ValueError(part)
        ranges.append(ends)
    return tuple(ranges)


def _pages(typed: str) -> str:
    """The typed ranges in their shortest form, whether the game has such sheets or not."""
    try:
        ranges = ranges_in(typed)
    except ValueError:
        raise Mistyped(f"`{typed}` names no sheets: write numbers such as 2-4,7") from None
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in ranges)


class PrintOptions(Options, frozen=True):
    """The options of printing, besides paper and duplex.

    `printer` names a printer whose backs were measured, `boards` the paper for boards in one piece.
    With `shop`, single pieces are printed for a print shop instead of sheets. With `cover`, a box
    gets a cover, unless only a part of it is printed. A `draft` is printed although texts do not
    fit, and says so.
    """

    printer: str = option(
        "--printer NAME",
        default="",
        group=_PRINTED,
        completes="printer",
        about="move backs as `fustella calibrate` has measured this printer",
    )
    marks: MarkStyle = option(
        "--marks",
        OneOf(MarkStyle),
        default=MarkStyle.AUTO,
        group=_CUT,
        about="how cuts are shown (default: %(default)s, which is ticks at the edge of the sheet, "
        "and lines where a cut does not run from edge to edge)",
    )
    hexes: Hexes = option(
        "--hexes",
        OneOf(Hexes),
        default=Hexes.HONEYCOMB,
        group=_CUT,
        about="honeycomb (default): hexagons, circles and polygons close together, on the fewest "
        "sheets; rows: in straight rows",
    )
    gutter_mm: float = option(
        "--gutter 2mm",
        _gutter_mm,
        default=0.0,
        group=_CUT,
        about="free paper between pieces (default: 0mm)",
    )
    fewest: Fewest = option(
        "--fewest",
        OneOf(Fewest),
        default=Fewest.SHEETS,
        group=_CUT,
        about="sheets (default): fewest sheets, with several sizes on one; cuts: fewest cuts, with "
        "each size by itself",
    )
    cutter: Cutter = option(
        "--cutter",
        OneOf(Cutter),
        default=Cutter.NONE,
        group=_CUT,
        about="lay pieces out for a cutting machine, and write its files (default: %(default)s); "
        "silhouette: registration marks, SVG and DXF; cricut: PNG and SVG for Print Then Cut; "
        "brother: SVG for ScanNCut",
    )
    boards: str = option(
        "--boards PAPER",
        default="",
        group=_PRINTED,
        about="larger paper, such as A3, for boards in one piece (default: in parts, to be joined)",
    )
    shop: bool = switch(
        "--shop",
        group="instead of sheets",
        about="PDFs for a print shop, with one piece on each page, its trim and its bleed, in the "
        "folder shop/",
    )
    draft: bool = switch(
        "--draft",
        about="print although texts do not fit: what hangs over is red, and the cover says how "
        "many there are",
    )
    cover: bool = switch(
        "--no-cover", default=True, about="leave out the cover, which lists what is in the box"
    )


class PrintChoice(Options, frozen=True):
    """The options that choose the part of a box to print.

    `only` are kinds, `players` the number of players (0: the whole box), `pages` the numbers of
    sheets as typed, `copies_from` a list of pieces and copies. `boxes` adds boxes to keep the
    pieces in. `kit` names a kit: only copies that it lacks are printed, or stickers for copies that
    it has.
    """

    only: tuple[str, ...] = option(
        "--only KIND,…",
        kinds_typed,
        default=(),
        many="extend",
        group=_WHAT,
        about="only pieces of these kinds, such as card,token",
    )
    players: int = option(
        "--players N",
        _players,
        default=0,
        group=_WHAT,
        apart="copies",
        about="only what N players need, as claims.yaml says",
    )
    pages: str = option(
        "--pages 2-4,7",
        _pages,
        default="",
        usual=None,
        group=_WHAT,
        about="only these sheets; `fustella plan --sheets` shows their numbers",
    )
    copies_from: Path | None = option(
        "--copies-from FILE",
        Path,
        default=None,
        group=_WHAT,
        apart="copies",
        about="only the pieces that a YAML file lists, each on a line with its copies: fox: 2",
    )
    boxes: bool = switch(
        "--boxes",
        group=_WHAT,
        about="also the boxes to keep the pieces in that game.yaml describes",
    )
    kit: str = ""

    @property
    def partial(self) -> bool:
        """Whether only a part of the box is printed, without a cover and a stamp of a box."""
        return bool(self.only or self.pages or self.copies_from or self.kit)

    @property
    def label(self) -> str:
        """The part's name in its files: `only-coin-tile`, `pages-2-4.7`, `from-my-list`, a kit."""
        parts = ["-".join(("only", *self.only))] if self.only else []
        if self.copies_from:
            parts.append(f"from-{_file_part(self.copies_from.stem)}")
        if self.pages:
            parts.append(f"pages-{_file_part(self.pages.replace(',', '.'))}")
        return "-".join(([self.kit] if self.kit else []) + parts)


def _file_part(text: str) -> str:
    return "".join(one if one.isalnum() or one in "-_." else "-" for one in text).strip("-.")


class BuildOptions(Options, frozen=True):
    """The options of a build. The language "" stands for the game's first language.

    With `force`, a box is printed although it differs from its rule document, and its cover says
    so. With `strict`, a box with warnings is refused. A named `job` has a folder of its own.
    """

    paper: str = option(
        "--paper PAPER",
        usual="A4",
        group=_PRINTED,
        about="the paper in the printer: %(default)s (default), Letter, …",
    )
    duplex: Duplex = option(
        "--duplex",
        OneOf(Duplex, f"{TURNED}; others are fold, separate and none"),
        group=_PRINTED,
        about="how your printer turns the sheet to print its back (default: "
        f"{Duplex.LONG_EDGE}); fold: fronts and backs side by side, to be folded and glued; "
        "separate: backs in a file of their own; none: fronts only",
    )
    output: Path = option(
        "--output DIR",
        Path,
        stamp=False,
        about="the folder for what is made (default: output/ in the project's folder)",
    )
    language: str = option(
        "--language LANGUAGE",
        default="",
        about="the language, such as de (default: the game's first)",
    )
    force: bool = switch(
        "--force",
        stamp=False,
        about="print a box even if it differs from its rules; its cover says so",
    )
    strict: bool = switch(
        "--strict", stamp=False, about="make nothing as long as there are warnings"
    )
    theme: Theme = option(
        "--theme",
        OneOf(Theme),
        default=Theme.FULL,
        about="full (default): as designed; low-ink: lines and hatches, under a third of the ink; "
        "grey: for a printer without colour",
    )
    printing: PrintOptions = PrintOptions()
    choice: PrintChoice = PrintChoice()
    job: str = ""

    @property
    def leaves_no_stamp(self) -> bool:
        """Whether these files never count as built: all parts of a box share one folder.

        A part that is a job has a folder of its own, but copies may be counted in any file.
        """
        return self.choice.partial and not (self.job and not self.choice.copies_from)

    def key(self, unchecked: bool = False) -> str:
        """The key of a build with these options among the stamps of its game.

        A box that is marked as unchecked has a key of its own. Options that are not stamped, such
        as `force`, do not change the files of a box that is printed.
        """
        parts: list[str] = []
        for field, value in self.stamped():
            if isinstance(value, Options):
                usual = dict(type(value)().stamped())
                parts += (f"{name}={one}" for name, one in value.stamped() if one != usual[name])
            elif field == "job":
                parts += [f"job={value}"] if value else []
            elif value is not Theme.FULL:
                parts.append(str(value) or ("default" if field == "language" else ""))
        return " ".join((*parts, *([UNCHECKED] if unchecked else [])))

    def folder(self, language: str) -> str:
        """The folder for the files, inside the folder of the game.

        A box in another theme or for fewer players has a folder of its own, and so has a draft.
        Folders for shops name no paper. All parts of a box share one folder, which the next part
        empties; each kit has one, too.
        """
        if self.choice.kit:
            return f"{KITS}/{self.choice.kit}"
        parts = [language] if self.printing.shop else [language, self.paper]
        parts += [] if self.theme is Theme.FULL else [self.theme.value]
        parts += [f"{self.choice.players}-players"] if self.choice.players else []
        parts += ["draft"] if self.printing.draft else []
        below = [SHOP] if self.printing.shop else []
        inside = "/".join(("-".join(parts), *below, *([PART] if self.leaves_no_stamp else [])))
        return f"{folder_of_job(self.job)}{inside}"


LANGUAGES = BuildOptions.DECLARED["language"].but(
    about="the language, such as de, or all for every language of the game (default: the game's "
    "first)"
)
"""The option --language for commands that make files in all languages at once."""


def _thickness_mm(typed: str) -> float:
    try:
        length_mm = parse_length_mm(typed)
    except ValueError as error:
        raise Mistyped(f"{error}: write 0.1mm") from None
    if not 0 <= length_mm <= _MAX_THICKNESS_MM:
        raise Mistyped(f"{typed} is too thick to be folded: at most {_MAX_THICKNESS_MM:g}mm")
    return length_mm


def _page_format(typed: str) -> str:
    if typed.upper() not in {"A5", "A4"}:
        raise Mistyped(f"there are no pages of `{typed}`: write A5 or A4")
    return typed.upper()


def _panels(typed: str) -> int:
    if typed not in {"4", "6", "8"}:
        raise Mistyped(f"a leaflet of {typed} pages is not folded: write 4, 6 or 8")
    return int(typed)


class RulesForm(StrEnum):
    """The forms of a booklet: PDFs, a page for phones, and text alone."""

    PDF = "pdf"
    HTML = "html"
    TEXT = "text"


class RulesOptions(Options, frozen=True):
    """The options of a rule booklet. The format "" stands for what booklet.yaml says.

    A leaflet has as many pages as `panels`. `thickness_mm` is that of the paper: the pages of inner
    sheets are moved towards the fold by it.
    """

    format: str = option(
        "--format",
        _page_format,
        default="",
        usual=None,
        about="the pages: A5 or A4 (default: what rules/booklet.yaml says, else A5)",
    )
    fold: Fold = option(
        "--fold",
        OneOf(Fold),
        default=Fold.SADDLE,
        about="saddle (default): sheets to fold, nest and staple; leaflet: one sheet, folded; "
        "cards: pages as large as the game's cards; none: one page after the other",
    )
    panels: int = option(
        "--panels N",
        _panels,
        default=6,
        about="how many pages a leaflet has: 4, 6 (default) or 8",
    )
    thickness_mm: float = option(
        "--thickness 0.1mm",
        _thickness_mm,
        default=0.1,
        about="how thick your paper is (default: 0.1mm, 80 g/m²): inner sheets stick out by it",
    )
    only: RulesForm | None = option(
        "--only",
        OneOf(RulesForm),
        default=None,
        about="make only the PDFs, the page for phones (html), or a file of text, which is not "
        "made otherwise",
    )


def _grams(typed: str) -> float:
    try:
        grams = float(typed)
    except ValueError:
        grams = 0.0
    if not 0 < grams <= 2000:
        raise Mistyped(f"`{typed}` is no weight of paper in g/m²: write 160")
    return grams


class FigureOptions(Options, frozen=True):
    """The options for the figures of a plan: whether to measure `ink`, and the weight of the paper.

    `grams_m2` holds for kinds without a stock; it is None where the weight is unknown.
    """

    ink: bool = switch(
        "--no-ink", default=True, about="leave out the ink, which takes longest to work out"
    )
    grams_m2: float | None = option(
        "--grams GRAMS",
        _grams,
        default=None,
        about="the weight of your paper in g/m², such as 160, for kinds without a `stock`",
    )
