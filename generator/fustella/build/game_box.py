"""Says whether a game fits into its box, or how large a box would hold it."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.contents import contents_of, folded, lies_in, thickness_of
from fustella.build.job import Job
from fustella.build.options import RulesOptions
from fustella.core.geometry.shapes import Size
from fustella.core.geometry.units import rounded_up
from fustella.core.values.model import Edition
from fustella.core.values.packed import BOARD_MM, Content, GameBox, LeftOver, NoPlace, PackedBox
from fustella.core.values.problems import Problem
from fustella.impose import pack_box


class UsualSize(Struct, frozen=True):
    """A usual floor of a box: its room inside, in mm, and where the figures are from."""

    width_mm: float
    depth_mm: float
    source: str


USUAL = (
    UsualSize(110, 153, "our own: a page of A6 (ISO 216) and 5 mm"),
    UsualSize(153, 215, "our own: a page of A5 (ISO 216) and 5 mm"),
    UsualSize(215, 302, "our own: a page of A4 (ISO 216) and 5 mm"),
    UsualSize(
        257,
        389,
        "15.7 × 10.5 in outside (printninja.com, board game industry standards, read 2026-11)",
    ),
    UsualSize(
        282, 282, "11.5 × 11.5 in outside (boardgameatlas.com, How important is box size?, 2026-11)"
    ),
    UsualSize(
        290, 290, "300 × 300 mm outside (lostboyentertain.com, box dimensions, read 2026-11)"
    ),
)
"""Floors of boxes, from which one is suggested.

Sizes outside are 10 mm larger than those inside: two walls of 2 mm on each side, and the gap
between them (vartgames.com, how to confirm the box size for a board game, read 2026-11).
"""

_MOST_PANELS = 4
"""The panels of a folded board at most, where nobody says another number."""

HEIGHTS_MM = (25, 35, 45, 55, 65, 76, 90, 110, 130)
"""Heights inside of usual boxes: 76 is 80 mm outside (lostboyentertain.com); others are our own."""


class BoxPlan(Struct, frozen=True):
    """A game in its box, or in a suggested one where nobody says how large it is.

    `source` says where the size of a suggested box is from; "" for the game's own. Without a
    usual box that holds everything, `packed` is None. `problems` are what does not fit.
    """

    edition: Edition
    contents: tuple[Content, ...]
    packed: PackedBox | None
    source: str
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]

    @property
    def suggested(self) -> bool:
        return self.edition.game.box is None


def booklet_of(job: Job) -> tuple[Size, int] | None:
    """The size and the number of the pages of the rule booklet of a job; None without one.

    Raises ProblemsFound as `Job.rules` does.
    """
    booklet = job.booklet
    if booklet is None:
        return None
    from fustella.build.booklet import BookletMaker  # noqa: PLC0415  (it takes long to load)
    from fustella.build.booklet_size import format_size  # noqa: PLC0415  (the same)

    size = format_size(booklet)
    maker = BookletMaker(job, booklet, RulesOptions(), trim=size)
    try:
        return size, maker.pages
    finally:
        maker.close()


def plan_box(edition: Edition, booklet: tuple[Size, int] | None) -> BoxPlan:
    """The plan of the box of a game, whose booklet has pages of a size and number.

    Its problems are E750 and E752, its warnings E751 and E753.
    """
    game = edition.game
    if game.box is not None:
        contents, warnings = contents_of(edition, game.box, booklet)
        packed = pack_box(contents, game.box)
        problems = tuple(_problems(packed))
        return BoxPlan(edition, tuple(contents), packed, "", problems, tuple(warnings))
    best: tuple[float, PackedBox, str, list[Content]] | None = None
    for usual in USUAL:
        for height_mm in _heights(edition, usual, booklet):
            box = _usual_box(edition, usual, height_mm)
            contents, _ = contents_of(edition, box, booklet)
            packed = pack_box(contents, box)
            volume_mm3 = box.width_mm * box.depth_mm * height_mm
            if packed.fits and (best is None or volume_mm3 < best[0]):
                best = volume_mm3, packed, usual.source, contents
    contents, warnings = contents_of(edition, _usual_box(edition, USUAL[-1], 1.0), booklet)
    if best is None:
        return BoxPlan(edition, tuple(contents), None, "", (), tuple(warnings))
    _, packed, source, contents = best
    return BoxPlan(edition, tuple(contents), packed, source, (), tuple(warnings))


def _usual_box(edition: Edition, usual: UsualSize, height_mm: float) -> GameBox:
    place = edition.game.place
    plain = GameBox(usual.width_mm, usual.depth_mm, height_mm, place, BOARD_MM, BOARD_MM)
    return replace(plain, folded=tuple(_boards_folded(edition, plain)))


def _boards_folded(edition: Edition, box: GameBox) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yields the panels of boards that are larger than a box, as such boards are made."""
    for kind in edition.game.kinds:
        panels = 1, 1
        size, layers = folded(kind.outline, thickness_of(kind), box)
        if layers > 1:
            continue
        while not lies_in(size, box) and panels[0] * panels[1] < _MOST_PANELS:
            wide = size.width_mm > size.height_mm
            panels = (panels[0] * 2, panels[1]) if wide else (panels[0], panels[1] * 2)
            size = Size(kind.outline.size.width_mm / panels[0],
                        kind.outline.size.height_mm / panels[1])  # fmt: skip
        if panels != (1, 1) and lies_in(size, box):
            yield kind.id, panels


def _heights(
    edition: Edition, usual: UsualSize, booklet: tuple[Size, int] | None
) -> Iterator[float]:
    """Yields the least usual height with which a box of this floor holds everything, if any."""
    highest = _usual_box(edition, usual, HEIGHTS_MM[-1])
    contents, _ = contents_of(edition, highest, booklet)
    least_mm = pack_box(contents, highest).least_height_mm
    fitting = [float(each) for each in HEIGHTS_MM if each >= least_mm]
    yield from fitting[:1] if least_mm else ()


def _problems(packed: PackedBox) -> Iterator[Problem]:
    box = packed.box
    room = f"{box.width_mm:g} × {box.depth_mm:g} × {box.height_mm:g} mm"
    full = [one for one in packed.left_over if one.why is not NoPlace.WIDE]
    for one in packed.left_over:
        if one.why is NoPlace.WIDE:
            message = f"{_what(one)} does not lie in a box of {room}"
            hint = "make the box wider, or fold it: `folded` under `box`, `folds` of its kind"
            yield Problem("E750", box.place, message, hint, concerns=one.place)
    if full:
        names = ", ".join(f"{_what(one)}" for one in full)
        message = f"a box of {room} has no room for {names}"
        hint = "make it wider: no height holds everything"
        if packed.least_height_mm:
            hint = f"a height of {rounded_up(packed.least_height_mm)} mm holds everything"
        yield Problem("E752", box.place, message, hint)


def _what(one: LeftOver) -> str:
    some = f"{one.copies} {one.name}" if one.copies > 1 else one.name
    each = "each " if one.copies > 1 else ""
    sides = f"{one.width_mm:g} × {one.depth_mm:g} × {round(one.height_mm, 2):g} mm"
    return f"{some} ({each}{sides})"
