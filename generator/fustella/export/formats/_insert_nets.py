"""Makes inserts of card and board: strips that part the box into cells, and trays to fold."""

from collections.abc import Iterator

from msgspec.structs import replace

from fustella.core.geometry.floorplans import FloorPlan, TooTight, plan_floor
from fustella.core.geometry.joints import Fit, Joined, strips
from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.words.printed import POINT
from fustella.export.formats._insert_box import HeldWell, InsertRoom, insert_words
from fustella.export.formats._insert_list import ListedCompartment, part_list, tray_list
from fustella.export.formats._insert_print import (
    PartText,
    PrintedPart,
    drawn_plan,
    lines_of,
    sheets_pdf,
    text_block,
)
from fustella.export.game import Exported, ExportGame
from fustella.read.nets import SLACK_MM, Net, tray

CARD_MM = 0.3
"""The usual thickness of card for trays, 250 to 300 g/m²."""

_APART_MM = 0.5
"""The room between two trays, so that one can be lifted out."""

_LOWEST_MM, _RIM_MM = 12.0, 2.0
"""The lowest wall of a tray, and how far it stands above what lies in it."""

_PLAN_MM = 180.0
"""The longer side of the drawn plan."""

_TEXT_MM = 100.0
"""The least width of the text below the plan."""


def dividers(game: ExportGame, room: InsertRoom) -> Exported:
    """Strips of the walls between cells, as sheets to print and as lines, with a plan.

    Raises ProblemsFound: E756 where walls have no room, and those of imposition.
    """
    thick_mm = room.wall_mm
    try:
        plan = plan_floor(room.cells, room.floor, thick_mm)
    except TooTight as error:
        raise room.too_tight(error) from None
    fit = Fit(thick_mm, room.high_mm)
    made = strips(plan, fit)
    words = insert_words(game)
    stem, name = f"{game.id}-dividers", words["dividers"]
    printed = [PrintedPart(one.name, one.outline, (PartText(one.name, one.label),)) for one in made]
    rows = (
        ListedCompartment(held, one.box.size, room.high_mm, room.floor, room.high_mm, f"{stem}.pdf")
        for one in plan.compartments
        if (held := room.held_in(one))
    )
    lists = tray_list(rows), part_list([(one, one.name, f"{stem}.pdf") for one in made], thick_mm)
    if not made:
        message = "one pile fills the whole floor: nothing is to be parted"
        raise ProblemsFound([Problem("E755", room.box.place, message, "make trays: --form trays")])
    wall = f"{thick_mm:g}".replace(
        ".", game.edition.game.tool_words.text(POINT, game.edition.language)
    )
    steps = words["steps.slots" if fit.is_stiff else "steps.flaps"].format(wall=wall)
    shown = _plan(plan, room, made, (words["legend"], steps))
    files = [
        sheets_pdf(game, stem, name, [*printed, shown]),
        *lines_of(game, f"{stem}-lines", name, (one.outline for one in made)),
    ]
    how = "slots" if fit.is_stiff else "flaps to glue"
    note = f"{len(made)} strips of {thick_mm:g} mm, {room.high_mm:g} mm high, with {how}"
    return Exported([*files, *lists], notes=(note,))


def _plan(
    plan: FloorPlan, room: InsertRoom, made: tuple[Joined, ...], said: tuple[str, ...]
) -> PrintedPart:
    """The plan of the floor to scale: which cell is for what, and where each strip stands.

    Below it is `said` what to do.
    """
    size = plan.room
    scale = min(1.0, _PLAN_MM / max(size.width_mm, size.height_mm))
    boxes = {
        held.label if (held := room.held_in(one)) else " " * number: one.box
        for number, one in enumerate(plan.compartments, start=1)
    }
    drawn = drawn_plan(boxes, size, scale)
    walls = sorted(plan.walls, key=lambda wall: (not wall.upright, wall.at_mm, wall.start_mm))
    names = []
    for wall, strip in zip(walls, made, strict=bool(made)):
        middle = (wall.start_mm + wall.end_mm) / 2
        x_mm, y_mm = (wall.at_mm, middle) if wall.upright else (middle, wall.at_mm)
        names.append(_name_on_plan(strip.name, x_mm * scale, y_mm * scale))
    wide_mm, high_mm = max(_TEXT_MM, size.width_mm * scale), size.height_mm * scale
    text, text_mm = text_block(said, wide_mm - 2, high_mm)
    outline = Outline.rectangle(wide_mm, high_mm + text_mm)
    return PrintedPart("plan", outline, (), drawn + "".join(names) + text, framed=False)


def _name_on_plan(name: str, x_mm: float, y_mm: float) -> str:
    """The name of a strip on a white field on the line of its wall."""
    return (
        f'<rect x="{x_mm - 2.5:.3f}" y="{y_mm - 1.6:.3f}" width="5" height="3.2" fill="#fff" '
        f'stroke="#000" stroke-width="0.1"/><text x="{x_mm:.3f}" y="{y_mm + 0.9:.3f}" '
        f'text-anchor="middle" font-family="Source Sans Pro" font-size="2.7">{name}</text>'
    )


def tray_gap_mm(thick_mm: float) -> float:
    """How far wells lie apart at least, so that there are two trays with their tabs between."""
    return 4 * thick_mm + _APART_MM


def trays(game: ExportGame, room: InsertRoom) -> Exported:
    """A tray of card for each well, as sheets to print and as lines.

    Wells with boxes alone have none. Raises ProblemsFound: E755 where no well is left, E756 where
    trays have no room, and those of imposition.
    """
    thick_mm = room.wall_mm
    nets = {one.name: _net(one, room, thick_mm) for one in room.held if not one.is_boxed}
    if not nets:
        message = "all that stands in the game's box has a box of its own"
        hint = "take the pieces without them, --loose, or part them: --form dividers"
        raise ProblemsFound([Problem("E755", room.box.place, message, hint)])
    sizes = {}
    for one in room.held:
        if one.name in nets:
            size = outside(nets[one.name], thick_mm)
            sizes[one.name] = size.turned() if _is_turned(one) else size
    cells = [replace(cell, size=sizes.get(cell.name, cell.size)) for cell in room.cells]
    try:
        plan = plan_floor(cells, room.floor, _APART_MM, _APART_MM / 2)
    except TooTight as error:
        raise room.too_tight(error) from None
    made = [(one, nets[one.name]) for one in room.held if one.name in nets]
    stem = f"{game.id}-trays"
    words = insert_words(game)
    shown = _plan(plan, room, (), (words["legend"], words["steps.trays"]))
    printed = [*(_printed(*each) for each in made), shown]
    files = [sheets_pdf(game, stem, words["trays"], printed)]
    rows = []
    for one, net in made:
        own = f"{game.id}-tray-{one.number}-{one.parts}"
        files += lines_of(game, own, one.label, (net.outline,))
        high_mm = net.room_depth_mm
        inside = net.room.turned() if _is_turned(one) else net.room
        rows.append(
            ListedCompartment(one, inside, high_mm, sizes[one.name], high_mm + thick_mm, own)
        )
    boxed = len(room.held) - len(made)
    notes = [f"trays: {len(made)}, of card of {thick_mm:g} mm"]
    if boxed:
        notes.append(f"wells without a tray, as boxes stand in them: {boxed}")
    return Exported([*files, tray_list(rows)], notes=tuple(notes))


def _net(one: HeldWell, room: InsertRoom, thick_mm: float) -> Net:
    high_mm = min(room.high_mm, max(_LOWEST_MM, one.high_mm + _RIM_MM))
    size = one.size.turned() if _is_turned(one) else one.size
    inner = Size(size.width_mm - SLACK_MM, size.height_mm - SLACK_MM)
    return tray(inner, high_mm, thick_mm, notched=True)


def _is_turned(one: HeldWell) -> bool:
    """Whether a tray lies across its well: its longer walls are those with notches."""
    return one.size.height_mm > one.size.width_mm


def outside(net: Net, thick_mm: float) -> Size:
    """The size of a folded tray from without: its folds lie in the middle of the card."""
    base = next(panel.box for panel in net.panels if panel.name == "base")
    return Size(base.width_mm + thick_mm, base.height_mm + thick_mm)


def _printed(one: HeldWell, net: Net) -> PrintedPart:
    return PrintedPart(f"tray-{one.number}", net.outline, tuple(_labels(one, net)))


def _labels(one: HeldWell, net: Net) -> Iterator[PartText]:
    """Yields the label of a tray: on its base, and on the sides without a notch."""
    panels = {panel.name: panel for panel in net.panels}
    for name in ("base", "left", "right"):
        panel = panels[name]
        box = panel.box.grown(-3)
        turn = panel.turn_deg
        if name == "base" and box.height_mm > 1.5 * box.width_mm:
            turn = 90
        yield PartText(one.label, box, turn)
