"""Says what an insert holds: the wells of the game's box, numbered, with what lies in each."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.floorplans import Cell, Compartment, TooTight, beside
from fustella.core.geometry.shapes import Rect, Size
from fustella.core.values.contents import cut_name
from fustella.core.values.packed import WELL_SLACK_MM, GameBox, PackedBox, PartSort, Stack, Well
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.words.invisible import in_plain_letters
from fustella.core.words.printed import INSERT, in_own_font
from fustella.export.game import ExportGame

_LONGEST_NAME = 40


class HeldWell(Struct, frozen=True):
    """A well with its number, which counts from 1 along the rows of the box.

    `size` is the room that it needs, with clearance, and `high_mm` what stands in it. `label` says
    what lies there, with the number first.
    """

    number: int
    well: Well
    size: Size
    high_mm: float
    label: str

    @property
    def name(self) -> str:
        return str(self.number)

    @property
    def copies(self) -> int:
        return sum(stack.copies for stack in self.well.stacks)

    @property
    def contents(self) -> str:
        """What lies in the well, in whole words: `Cards × 40; Coins × 12`."""
        return "; ".join(f"{name} × {copies}" for name, copies in _counts(self.well))

    @property
    def parts(self) -> str:
        """The ids of what lies in the well, as they stand in names of files."""
        ids = dict.fromkeys(stack.part for stack in self.well.stacks)
        return as_file_name("-".join(ids))

    @property
    def is_boxed(self) -> bool:
        """Whether all that lies in the well has a box of its own."""
        return all(stack.sort is PartSort.BOX for stack in self.well.stacks)


class InsertRoom(Struct, frozen=True):
    """The room of an insert: the floor of the box, and what stands there.

    Its walls are `wall_mm` thick; `high_mm` is the height from the insert's own floor up to the
    flat things on top. Stacks keep `clearance_mm` from walls; 0 stands for that of wells.
    """

    box: GameBox
    wall_mm: float
    high_mm: float
    clearance_mm: float
    held: tuple[HeldWell, ...]

    @property
    def floor(self) -> Size:
        return Size(self.box.width_mm, self.box.depth_mm)

    @property
    def cells(self) -> list[Cell]:
        return [
            Cell(one.name, Rect(well.x_mm, well.y_mm, well.width_mm, well.depth_mm), one.size)
            for one in self.held
            for well in (one.well,)
        ]

    def held_in(self, compartment: Compartment) -> HeldWell | None:
        """What a compartment is for; None for an empty one."""
        return next((one for one in self.held if one.name == compartment.name), None)

    def parted(self, name: str) -> "InsertRoom | None":
        """The room with a well in two, between its stacks; None for a well that has one stack."""
        well = next(one.well for one in self.held if one.name == name)
        wells = [one.well for one in self.held if one.name != name]
        halves = _halves(well, self.clearance_mm or WELL_SLACK_MM)
        if not halves:
            return None
        return replace(self, held=_in_rows((*wells, *halves), self.clearance_mm))

    def too_tight(self, error: TooTight) -> ProblemsFound:
        """The problem E756 of walls that need more than the floor."""
        floor, needed = self.floor, error.needed
        message = f"walls of {self.wall_mm:g} mm and what lies between them need "
        message += f"{_in_words(needed)}; the box has {_in_words(floor)}"
        hint = "take thinner walls, --wall, or no boxes in it, --loose; or make the box larger"
        return ProblemsFound([Problem("E756", self.box.place, message, hint)])


def insert_room(packed: PackedBox, box: GameBox, wall_mm: float, clearance_mm: float) -> InsertRoom:
    """The room for an insert in a `box` whose room above the insert's floor is `packed`.

    A clearance of 0 stands for that of its wells.

    Raises ProblemsFound: E755 for a box without wells, E756 for walls thicker than a well.
    """
    if not packed.wells:
        if packed.left_over:
            names = ", ".join(dict.fromkeys(in_plain_letters(one.name) for one in packed.left_over))
            message = f"a height of {packed.box.height_mm:g} mm is left above the insert's floor: "
            message += f"no room for {cut_name(names, 2 * _LONGEST_NAME)}"
            hint = "take thinner material, --wall, or make the box higher"
            raise ProblemsFound([Problem("E756", box.place, message, hint)])
        message = "nothing in the box stands in a well: all of it lies flat"
        hint = "an insert is for piles of cards, tiles and tokens"
        raise ProblemsFound([Problem("E755", box.place, message, hint)])
    held = _in_rows(packed.wells, clearance_mm)
    narrow = min(held, key=lambda one: min(one.size.width_mm, one.size.height_mm))
    narrow_mm = min(narrow.size.width_mm, narrow.size.height_mm)
    if wall_mm > narrow_mm:
        message = (
            f"walls of {wall_mm:g} mm are thicker than the well of {narrow.contents} is wide: "
        )
        hint = "--wall says how thick the material is: card 0.3mm, board 2mm, plywood 3mm"
        raise ProblemsFound([Problem("E756", box.place, f"{message}{narrow_mm:.1f} mm", hint)])
    return InsertRoom(box, wall_mm, room_high_mm(packed), clearance_mm, held)


def room_high_mm(packed: PackedBox) -> float:
    """The height of the room for wells, below flat things; in whole hundredths."""
    high_mm = min((layer.z_mm for layer in packed.layers), default=packed.height_mm)
    return math.floor(high_mm * 100 + 1e-6) / 100


def _in_rows(wells: Sequence[Well], clearance_mm: float) -> tuple[HeldWell, ...]:
    rows = sorted(wells, key=lambda well: (round(well.y_mm), round(well.x_mm)))
    return tuple(_held(number, well, clearance_mm) for number, well in enumerate(rows, start=1))


def _halves(well: Well, clearance_mm: float) -> tuple[Well, ...]:
    """The two wells into which a straight wall parts a well, as evenly as can be; () for none."""
    cells = [
        Cell(str(number), Rect(one.x_mm, one.y_mm, one.width_mm, one.depth_mm), Size(0, 0))
        for number, one in enumerate(well.stacks)
    ]
    for upright in (well.width_mm > well.depth_mm, well.width_mm <= well.depth_mm):
        groups = beside(cells, upright)
        if len(groups) > 1:
            half = len(groups) // 2
            return tuple(
                _well_of([well.stacks[int(cell.name)] for cell in chain(*own)], well, clearance_mm)
                for own in (groups[:half], groups[half:])
            )
    return ()


def _well_of(stacks: Sequence[Stack], whole: Well, clearance_mm: float) -> Well:
    box = _around(stacks).grown(clearance_mm)
    return Well(box.x_mm, box.y_mm, box.width_mm, box.height_mm, whole.height_mm, tuple(stacks))


def _around(stacks: Sequence[Stack]) -> Rect:
    left, top = min(one.x_mm for one in stacks), min(one.y_mm for one in stacks)
    right = max(one.x_mm + one.width_mm for one in stacks)
    bottom = max(one.y_mm + one.depth_mm for one in stacks)
    return Rect(left, top, right - left, bottom - top)


def _held(number: int, well: Well, clearance_mm: float) -> HeldWell:
    stacks = well.stacks
    size = Size(well.width_mm, well.depth_mm)
    if clearance_mm:
        size = _around(stacks).grown(clearance_mm).size
    high_mm = max(one.z_mm + one.height_mm for one in stacks)
    said = [
        f"{cut_name(name, _LONGEST_NAME)}{f' × {copies}' if copies > 1 else ''}"
        for name, copies in ((in_plain_letters(name), copies) for name, copies in _counts(well))
        if in_own_font(name)
    ]
    return HeldWell(number, well, size, high_mm, " · ".join((str(number), *said)))


def _counts(well: Well) -> Iterator[tuple[str, int]]:
    counts: dict[str, int] = {}
    for stack in well.stacks:
        counts[stack.name] = counts.get(stack.name, 0) + stack.copies
    yield from counts.items()


def insert_words(game: ExportGame) -> Mapping[str, str]:
    """The words on the parts of an insert, in the language of the game."""
    words, language = game.edition.game.tool_words, game.edition.language
    return words.section(INSERT, words.printable(INSERT, language))


def unnamed(room: InsertRoom) -> tuple[str, ...]:
    """The note of names in letters that the font of labels lacks; () where there are none."""
    names = {in_plain_letters(stack.name) for one in room.held for stack in one.well.stacks}
    lacking = sorted(name for name in names if not in_own_font(name))
    if not lacking:
        return ()
    named = cut_name(", ".join(lacking), 2 * _LONGEST_NAME)
    return (
        f"numbers alone stand on the parts, as the font lacks letters of: {named}; see trays.csv",
    )


def as_file_name(text: str) -> str:
    """A text in the letters of ids, short enough for the name of a file."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:_LONGEST_NAME].strip("-") or "tray"


def label_of(held: Sequence[HeldWell]) -> str:
    return " · ".join(one.label for one in held)


def _in_words(size: Size) -> str:
    return f"{size.width_mm:.1f} x {size.height_mm:.1f} mm"
