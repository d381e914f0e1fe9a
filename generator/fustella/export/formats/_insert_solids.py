"""Makes inserts for printers in three dimensions: the floor in parts that fit the bed, as STL."""

from functools import partial

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.floorplans import FloorPlan, PartTooLarge, TooTight, plan_parts
from fustella.core.geometry.shapes import Size
from fustella.core.geometry.trays import tray_solid
from fustella.core.values.packed import Well
from fustella.core.values.problems import Problem, ProblemsFound, as_warnings
from fustella.export.formats._insert_box import InsertRoom, as_file_name, label_of
from fustella.export.formats._insert_list import ListedCompartment, tray_list
from fustella.export.game import Exported, ExportGame
from fustella.write import stl_bytes

WALL_MM = 1.2
"""The usual thickness of walls and floors: three lines of a nozzle of 0.4 mm."""

APART_MM = 0.5
"""The room between two printed parts, and half of it to the box."""

BED = Size(220.0, 220.0)
"""The usual bed of a small printer."""


def part_gap_mm(wall_mm: float) -> float:
    """How far wells lie apart that are in two parts, each with its wall."""
    return 2 * wall_mm + APART_MM


def solid_files(game: ExportGame, room: InsertRoom) -> Exported:
    """The trays of a box as solids; a pile that is larger than the bed has none, and is told.

    Raises ProblemsFound: E756, and E758 for a bed on which no tray has room.
    """
    wall_mm, bed = room.wall_mm, game.options.bed or BED
    plan, room, large = _planned(room, bed)
    if not plan.parts:
        raise ProblemsFound(large)
    high_mm = room.high_mm
    files: list[OutputFile] = []
    rows: list[ListedCompartment] = []
    parts = sorted(plan.parts, key=lambda part: (round(part.box.y_mm), round(part.box.x_mm)))
    for number, part in enumerate(parts, start=1):
        inside = [(one, each) for one in part.compartments if (each := room.held_in(one))]
        held = [each for _, each in inside]
        holds = as_file_name("-".join(one.parts for one in held))
        file = f"{game.id}-part-{number}-{holds}.stl"
        numbers = [each.number if (each := room.held_in(one)) else 0 for one in part.compartments]
        solid = tray_solid(part, high_mm, wall_mm, wall_mm, numbers)
        label = label_of(held)
        content = partial(stl_bytes, solid, f"{game.id} part {number}")
        key = fingerprint((), (), repr((game.id, number, solid)))
        files.append(OutputFile(file, label, content, pieces=1, key=key))
        outside = part.box.size
        rows += [
            ListedCompartment(each, one.box.size, high_mm, outside, high_mm + wall_mm, file)
            for one, each in inside
        ]
    largest = max((part.box.size for part in parts), key=lambda size: size.area_mm2)
    note = f"trays: {len(parts)}, the largest {largest.width_mm:.1f} x {largest.height_mm:.1f} mm"
    return Exported([*files, tray_list(rows)], notes=(note,), warnings=as_warnings(large))


def _planned(room: InsertRoom, bed: Size) -> tuple[FloorPlan, InsertRoom, list[Problem]]:
    """The plan of the parts, the room with those wells in two that are larger than a bed.

    Piles that are larger than the bed have no part: the problems E758 tell which.
    """
    large: dict[Well, Problem] = {}
    first: Problem | None = None
    while True:
        loose = frozenset(one.name for one in room.held if one.well in large)
        try:
            plan = plan_parts(room.cells, room.floor, room.wall_mm, APART_MM, bed, loose)
        except TooTight as error:
            raise ProblemsFound([first]) if first else room.too_tight(error) from None
        except PartTooLarge as error:
            problem = _too_large(room, error, bed)
            first = first or problem
            parted = room.parted(error.name)
            if parted is None:
                well = next(one.well for one in room.held if one.name == error.name)
                large[well] = problem
            else:
                room = parted
        else:
            return plan, room, [*large.values()]


def _too_large(room: InsertRoom, error: PartTooLarge, bed: Size) -> Problem:
    held, size = next(one for one in room.held if one.name == error.name), error.size
    message = f"the tray for {held.contents} is {size.width_mm:.1f} x {size.height_mm:.1f} mm; "
    message += f"the bed has {bed.width_mm:g} x {bed.height_mm:g} mm"
    hint = "take a larger printer, --bed, or fold or cut this insert: --form trays, --form laser"
    return Problem("E758", room.box.place, message, hint)
