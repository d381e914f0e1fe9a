"""Plans the printing of a game: its sheets, paper, ink, cuts and minutes."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from fustella.build.choice import numbered
from fustella.build.drawing import render_faces
from fustella.build.files import pieces_on
from fustella.build.ink import InkOfFaces, known_ink, measure_ink
from fustella.build.job import Job
from fustella.build.options import BuildOptions, FigureOptions, Progress
from fustella.build.production import items_of
from fustella.core.files.project import Project
from fustella.core.geometry.cutpaths import cut_paths, length_mm
from fustella.core.values.contents import GroupCount
from fustella.core.values.model import Edition, SideName
from fustella.core.values.paper import PrintSettings
from fustella.core.values.problems import Problem
from fustella.core.values.sheets import Ring, Sheet
from fustella.impose import AvoidCost, avoid_costs

STRAIGHT_CUT_S = 12.0
"""The seconds for a cut with a trimmer, or a knife and a ruler: lay on, line up with ticks, cut."""

SCISSORS_S_PER_CM = 1.0
"""The seconds for a centimetre with scissors, along a line and with care."""

IN_HAND_S = 2.0
"""The seconds to take up a piece for the scissors and to lay it down again."""

ROUND_CORNER_S = 2.5
"""The seconds for each round corner, with a corner punch."""

SHEET_S = 15.0
"""The seconds to take up a sheet and to sort its pieces.

These five times are our own estimate, for unhurried cutting.
"""


class SheetPlan(Struct, frozen=True):
    """The plan of a sheet: its number in the game, and the number of copies of each piece on it.

    `parts` says which part of a board lies on it; "" without any.
    """

    number: int
    sheet: Sheet
    pieces: tuple[tuple[str, int], ...]
    parts: str

    @property
    def minutes(self) -> float:
        """The time for cutting the sheet, in minutes."""
        return cutting_s(self.sheet) / 60


class GroupPlan(Struct, frozen=True):
    """The plan of kinds that share sheets.

    `stock` is the material of the pieces, "" if they name none. `grams` is None where the weight of
    the paper is unknown, and `ink_pages` where the plan is without ink.
    """

    count: GroupCount
    sheets: tuple[SheetPlan, ...]
    stock: str
    grams: float | None
    ink_pages: float | None

    @property
    def minutes(self) -> float:
        """The time for cutting the group, in minutes."""
        return sum(sheet.minutes for sheet in self.sheets)

    @property
    def begun(self) -> int:
        """The number of pieces on the printed sheets, as the build counts them."""
        return pieces_on([one.sheet for one in self.sheets])

    @property
    def cuts(self) -> int:
        """The number of straight cuts of the printed sheets."""
        return sum(one.sheet.cuts for one in self.sheets)


class GamePlan(Struct, frozen=True):
    """The plan of a game.

    `left_out` are warnings about pieces that the cutter does not reach, `avoided` the sheets that
    boards take because their seams avoid something.
    """

    edition: Edition
    settings: PrintSettings
    options: BuildOptions
    groups: tuple[GroupPlan, ...]
    left_out: tuple[Problem, ...] = ()
    avoided: tuple[AvoidCost, ...] = ()

    @property
    def sheets(self) -> tuple[SheetPlan, ...]:
        """All sheets in the order of their numbers, without the cover."""
        return tuple(sheet for group in self.groups for sheet in group.sheets)


def plan_game(
    project: Project, game_id: str, options: BuildOptions, wanted: FigureOptions, progress: Progress
) -> GamePlan:
    """The plan of a game. Faces are drawn only to measure ink that is not known yet.

    Raises ProblemsFound.
    """
    job = Job(project, game_id, options, progress)
    # Read in the order in which faults are reported.
    settings, edition, production, printed = job.settings, job.edition, job.production, job.printed
    contents, sheets = production.contents, production.sheets
    wanted_sheets = {(sheet.group, sheet.number) for sheet in printed}
    ink = _ink(job) if wanted.ink else None
    by_group: dict[str, list[SheetPlan]] = {}
    for number, sheet in numbered(contents, sheets):
        if (sheet.group, sheet.number) in wanted_sheets:
            by_group.setdefault(sheet.group, []).append(_sheet(number, sheet))
    groups = tuple(
        _group(group, by_group[group.id], ink, wanted.grams_m2)
        for group in contents.groups
        if group.id in by_group
    )
    avoided = tuple(avoid_costs(items_of(production.pieces), settings))
    game_edition = edition.of(contents.game)
    return GamePlan(game_edition, settings, options, groups, production.left_out, avoided)


def _sheet(number: int, sheet: Sheet) -> SheetPlan:
    fronts = Counter(
        placement.face.piece
        for page in sheet.pages
        for placement in page.placements
        if placement.face.side is SideName.FRONT
    )
    parts = next((page.note for page in sheet.pages if page.note), "")
    return SheetPlan(number, sheet, tuple(fronts.items()), parts)


def _group(
    group: GroupCount, sheets: Sequence[SheetPlan], ink: InkOfFaces | None, grams_m2: float | None
) -> GroupPlan:
    stocks = {kind.stock for kind in group.kinds}
    stock = stocks.pop() if len(stocks) == 1 else None
    weight = stock.grams_m2 if stock else grams_m2
    area_mm2 = sum(one.sheet.paper.size.width_mm * one.sheet.paper.size.height_mm for one in sheets)
    return GroupPlan(
        count=group,
        sheets=tuple(sheets),
        stock=stock.id if stock else "",
        grams=weight * area_mm2 / 1e6 if weight else None,
        ink_pages=ink.pages(one.sheet for one in sheets) if ink else None,
    )


def _ink(job: Job) -> InkOfFaces:
    """The ink of the faces, from earlier builds if all of it is known, else measured now."""
    faces = job.faces
    job.artist.face_cache.save()
    known = known_ink(faces, job.cache, job.shared)
    if known is not None:
        return known
    rendered = render_faces(job.selection.game, faces, job.cache, job.progress)
    return measure_ink(faces, rendered, job.options.theme, job.cache, job.shared)


def cutting_s(sheet: Sheet) -> float:
    """The seconds to cut a sheet with a trimmer or with scissors, whichever is quicker.

    A trimmer cuts straight through several pieces at once, but round pieces need scissors anyway.
    Scissors go along every edge once, also along an edge that two pieces share.
    """
    page = sheet.pages[0]
    paths = cut_paths(page.trims)
    corners = 4 * sum(trim.outline.corner_radius_mm > 0 for trim in page.trims)
    rings_cm = sum(length_mm(path) for path in paths if isinstance(path, Ring)) / 10
    trimmer = sheet.cuts * STRAIGHT_CUT_S + corners * ROUND_CORNER_S
    with_trimmer = trimmer + rings_cm * SCISSORS_S_PER_CM
    all_cm = sum(map(length_mm, paths)) / 10
    with_scissors = all_cm * SCISSORS_S_PER_CM + len(page.trims) * IN_HAND_S
    return SHEET_S + min(with_trimmer, with_scissors)
