"""Exports an insert that follows from what lies in the game's box: dividers, trays, laser parts."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.game_box import plan_box
from fustella.core.geometry.shapes import Size
from fustella.core.values.packed import GameBox, PackedBox
from fustella.core.values.problems import Problem, ProblemsFound, as_warnings
from fustella.export.formats._insert_box import InsertRoom, insert_room, room_high_mm, unnamed
from fustella.export.formats._insert_laser import MATERIAL_MM, laser_files
from fustella.export.formats._insert_nets import CARD_MM, dividers, tray_gap_mm, trays
from fustella.export.formats._insert_solids import WALL_MM, part_gap_mm, solid_files
from fustella.export.game import Exported, ExportGame
from fustella.export.options import InsertForm
from fustella.impose import pack_box

ABOUT = "dividers and trays for the game's box, as nets, STL or laser parts; --form FORM"


class InsertMaker(Struct, frozen=True):
    """A way to make an insert. `thick_mm` is how thick walls are where nobody says it; else 0.

    It may have a `floor` as thick as its walls. Of wells that lie `gaps` apart, the first are taken
    that it can be made of; `rim` is how much narrower the floor for wells may have to be. Both are
    functions of the thickness, in mm.
    """

    make: Callable[[ExportGame, InsertRoom], Exported]
    thick_mm: float
    gaps: Callable[[float], tuple[float, ...]]
    rim: Callable[[float], float]
    floor: bool = True


OPTIONS: frozenset[str] = frozenset(
    {
        *("form", "loose", "wall_mm", "clearance_mm", "kerf_mm", "finger_mm"),
        *("material", "bed", "paper", "lines"),
    }
)

_FORMS: Mapping[InsertForm, InsertMaker] = {
    InsertForm.DIVIDERS: InsertMaker(
        dividers, 0.0, gaps=lambda thick: (thick,), rim=lambda _: 0.0, floor=False
    ),
    InsertForm.TRAYS: InsertMaker(
        trays, CARD_MM, gaps=lambda thick: (tray_gap_mm(thick),), rim=tray_gap_mm
    ),
    InsertForm.STL: InsertMaker(
        solid_files,
        WALL_MM,
        # Twice as far apart, wells leave room for walls in those that are larger than a bed.
        gaps=lambda thick: (thick, part_gap_mm(thick), 2 * part_gap_mm(thick)),
        rim=part_gap_mm,
    ),
    InsertForm.LASER: InsertMaker(
        laser_files, MATERIAL_MM, gaps=lambda thick: (thick,), rim=lambda thick: 2 * thick
    ),
}


def export(game: ExportGame) -> Exported:
    box = game.edition.game.box
    if box is None:
        raise ProblemsFound([_no_box(game)])
    maker = _FORMS[game.options.form or InsertForm.DIVIDERS]
    thick_mm = game.options.wall_mm or maker.thick_mm or box.divider_mm or CARD_MM
    refused: list[ProblemsFound] = []
    best: Exported | None = None
    for packed, warnings in _packings(game, maker, box, thick_mm):
        try:
            room = insert_room(packed, box, thick_mm, game.options.clearance_mm)
            made = maker.make(game, room)
        except ProblemsFound as found:
            refused.append(found)
            continue
        made = replace(
            made, warnings=(*warnings, *made.warnings), notes=(*made.notes, *unnamed(room))
        )
        if best is None or len(made.warnings) < len(best.warnings):
            best = made
        # Where something has no place, or no tray, another packing may have one for it.
        if not {one.code for one in made.warnings} & {"E750", "E752", "E758"}:
            break
    if best is not None:
        return best
    # A bed that is too small says more than walls without room between its parts.
    raise next((one for one in refused if one.problems[0].code == "E758"), refused[0])


def _packings(
    game: ExportGame, maker: InsertMaker, box: GameBox, thick_mm: float
) -> Iterator[tuple[PackedBox, tuple[Problem, ...]]]:
    """Yields the contents packed above the insert's floor, and what is to be told of each packing.

    First wells may lie at the rim; then they are packed anew, into a floor with room for a wall
    around it, while flat things stay as they lie, above it.
    """
    known, booklet = game.edition.game, _booklet(game)
    if game.options.loose:
        known = replace(known, boxes=(), held={})
    for gap_mm in maker.gaps(thick_mm):
        high_mm = max(1.0, box.height_mm - thick_mm * maker.floor)
        inner = replace(box, height_mm=high_mm, divider_mm=gap_mm)
        plan = plan_box(game.edition.of(replace(known, box=inner)), booklet)
        assert plan.packed is not None, "the game says how large its box is"
        # What does not lie in the box is told, and the insert holds the rest.
        warnings = (*as_warnings(plan.problems), *plan.warnings)
        yield plan.packed, warnings
        if rim_mm := maker.rim(thick_mm):
            flat = {stack.part for layer in plan.packed.layers for stack in layer.stacks}
            left_out = {one.part for one in plan.packed.left_over}
            below = [one for one in plan.contents if one.part not in flat | left_out]
            narrow = replace(
                inner,
                width_mm=max(1.0, inner.width_mm - rim_mm),
                depth_mm=max(1.0, inner.depth_mm - rim_mm),
                height_mm=room_high_mm(plan.packed),
            )
            packed = pack_box(below, narrow)
            if packed.fits:
                yield packed, warnings


def _booklet(game: ExportGame) -> tuple[Size, int] | None:
    book = game.rulebook
    return (book.size, len(book.pages(book.size, 0.0).faces)) if book else None


def _no_box(game: ExportGame) -> Problem:
    """The problem E755 of a game that does not say how large its box is; its hint names a size."""
    packed = plan_box(game.edition, _booklet(game)).packed
    sides = (packed.width_mm, packed.depth_mm, packed.height_mm) if packed else (285, 285, 65)
    size = " × ".join(f"{side:g}" for side in sides)
    message = "nothing says how large the box of the game is"
    hint = f"write `box: {size} mm`: the room inside, width × depth × height"
    return Problem("E755", game.edition.game.place, message, hint)
