"""Makes inserts for printers in three dimensions: the floor in parts that fit the bed, as STL."""

from functools import partial

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.floorplans import FloorPlan, TooLarge, TooTight, plan_parts
from fustella.core.geometry.shapes import Size
from fustella.core.geometry.trays import tray_solid
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.export.formats._insert_box import InsertRoom, as_file_name, label_of
from fustella.export.formats._insert_list import Listed, tray_list
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
    """The trays of a box as solids. Raises ProblemsFound: E756, and E758 for a small bed."""
    wall_mm, bed = room.wall_mm, game.options.bed or BED
    plan, room = _planned(room, bed)
    high_mm = room.high_mm
    files: list[OutputFile] = []
    rows: list[Listed] = []
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
            Listed(each, one.box.size, high_mm, outside, high_mm + wall_mm, file)
            for one, each in inside
        ]
    largest = max((part.box.size for part in parts), key=lambda size: size.area_mm2)
    note = f"trays: {len(parts)}, the largest {largest.width_mm:.1f} x {largest.height_mm:.1f} mm"
    return Exported([*files, tray_list(rows)], notes=(note,))


def _planned(room: InsertRoom, bed: Size) -> tuple[FloorPlan, InsertRoom]:
    """The plan of the parts, and the room with those wells in two that are larger than a bed."""
    too_large: ProblemsFound | None = None
    while True:
        try:
            plan = plan_parts(room.cells, room.floor, room.wall_mm, APART_MM, bed)
        except TooTight as error:
            raise too_large or room.too_tight(error) from None
        except TooLarge as error:
            too_large = too_large or _too_large(room, error, bed)
            parted = room.parted(error.name)
            if parted is None:
                raise too_large from None
            room = parted
        else:
            return plan, room


def _too_large(room: InsertRoom, error: TooLarge, bed: Size) -> ProblemsFound:
    held, size = next(one for one in room.held if one.name == error.name), error.size
    message = f"the tray for {held.contents} is {size.width_mm:.1f} x {size.height_mm:.1f} mm; "
    message += f"the bed has {bed.width_mm:g} x {bed.height_mm:g} mm"
    hint = "take a larger printer, --bed, or fold or cut this insert: --form trays, --form laser"
    return ProblemsFound([Problem("E758", room.box.place, message, hint)])
