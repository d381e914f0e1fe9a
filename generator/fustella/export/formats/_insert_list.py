"""Lists the compartments of an insert, what lies in them, and the parts that it is made of."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.geometry.joints import Joined
from fustella.core.geometry.shapes import Size
from fustella.export.formats._insert_box import HeldWell
from fustella.export.game import csv_bytes, written

_TRAY_HEADS = (
    *("number", "contents", "copies", "width_mm", "depth_mm", "height_mm"),
    *("outside_width_mm", "outside_depth_mm", "outside_height_mm", "file"),
)
_PART_HEADS = ("part", "width_mm", "height_mm", "thickness_mm", "label", "file")


class ListedCompartment(Struct, frozen=True):
    """A compartment in the list: what it holds, its room, and the part in which it is made.

    `outside` is the size of that part, with its height; the file of parts that many share is "".
    """

    held: HeldWell
    room: Size
    high_mm: float
    outside: Size
    outside_high_mm: float
    file: str


def tray_list(listed: Iterable[ListedCompartment]) -> OutputFile:
    """The list of compartments, by their numbers."""
    rows = [
        [
            *(one.held.number, one.held.contents, one.held.copies),
            *(round(each, 2) for each in (one.room.width_mm, one.room.height_mm, one.high_mm)),
            *(round(each, 2) for each in (one.outside.width_mm, one.outside.height_mm)),
            *(round(one.outside_high_mm, 2), one.file),
        ]
        for one in sorted(listed, key=lambda one: one.held.number)
    ]
    return written("trays.csv", csv_bytes(_TRAY_HEADS, rows), "trays")


def part_list(parts: Sequence[tuple[Joined, str, str]], thick_mm: float) -> OutputFile:
    """The list of flat parts, each with its label and its file."""
    rows = [
        [
            part.name,
            *(round(each, 2) for each in (part.outline.size.width_mm, part.outline.size.height_mm)),
            *(thick_mm, label, file),
        ]
        for part, label, file in parts
    ]
    return written("parts.csv", csv_bytes(_PART_HEADS, rows), "parts")
