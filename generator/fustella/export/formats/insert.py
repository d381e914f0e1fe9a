"""Exports an insert that follows from what lies in the game's box: dividers, trays, laser parts."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from fustella.build.contents import contents_of
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.export.formats._insert_box import InsertRoom, insert_room
from fustella.export.formats._insert_laser import laser_files
from fustella.export.formats._insert_nets import dividers, trays
from fustella.export.formats._insert_solids import solid_files
from fustella.export.game import Exported, ExportGame
from fustella.export.options import InsertForm
from fustella.impose import pack_box

ABOUT = "dividers and trays for the game's box, as nets, STL or laser parts; --form FORM"

OPTIONS: frozenset[str] = frozenset(
    {
        *("form", "wall_mm", "clearance_mm", "kerf_mm", "finger_mm"),
        *("material", "bed", "paper", "lines"),
    }
)

_FORMS: Mapping[InsertForm, Callable[[ExportGame, InsertRoom], Exported]] = {
    InsertForm.DIVIDERS: dividers,
    InsertForm.TRAYS: trays,
    InsertForm.STL: solid_files,
    InsertForm.LASER: laser_files,
}


def export(game: ExportGame) -> Exported:
    box = game.edition.game.box
    if box is None:
        message = "nothing says how large the box of the game is"
        hint = "write `box: 285 × 285 × 65 mm`: the room inside, width × depth × height"
        raise ProblemsFound([Problem("E755", game.edition.game.place, message, hint)])
    book = game.rulebook
    booklet = (book.size, len(book.pages(book.size, 0.0).faces)) if book else None
    contents, warnings = contents_of(game.edition, box, booklet)
    room = insert_room(pack_box(contents, box), game.options.clearance_mm)
    made = _FORMS[game.options.form or InsertForm.DIVIDERS](game, room)
    return replace(made, warnings=(*warnings, *made.warnings))
