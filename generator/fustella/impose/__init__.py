"""Lays items on sheets, by arithmetic alone: it knows sizes and ids, not pictures."""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.impose.boards import (
        AvoidCost,
        BoardMap,
        assembly_maps,
        avoid_costs,
        parting_of,
    )
    from fustella.impose.booklet import BookletPages, booklet_sheets, leaves, padded
    from fustella.impose.box import pack_box
    from fustella.impose.fold import Half
    from fustella.impose.imposition import bounds_of, impose, not_cut
    from fustella.impose.marks import Cuts, cuts_of
    from fustella.impose.material import LaidPart, beyond, lay_on_material
    from fustella.impose.page import areas, seat
    from fustella.impose.punchboards import Punchboard, not_punched, punch_out

__getattr__ = lazily(__name__, __file__)
