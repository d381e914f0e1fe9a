"""Finds the part of a paper that pieces may take, and the pieces that do not fit it."""

from collections.abc import Sequence

from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Size, Tiling
from fustella.core.values.model import FibreAlong
from fustella.core.values.paper import Paper, PrintSettings
from fustella.core.values.problems import Problem, warning
from fustella.core.values.sheets import Item
from fustella.impose.cutters import reached
from fustella.impose.duplex import both_sides
from fustella.impose.packing.forms import need_of, orientations_of
from fustella.impose.page import areas
from fustella.impose.slots import fits_slot


def usable_paper(paper: Paper, settings: PrintSettings) -> Paper:
    """The paper with wider margins, for the marks of a cutting machine and for shifted backs."""
    return reached(paper, both_sides(paper, settings), settings.cutter)


def fits(item: Item, paper: Paper, settings: PrintSettings) -> bool:
    """Whether the paper holds the whole piece with its bleed and a slug, as its grain allows."""
    return fitting((item,), paper, settings)[0]


def fitting(items: Sequence[Item], paper: Paper, settings: PrintSettings) -> tuple[bool, ...]:
    """Whether the paper, or one of its slots, holds each item: a flag per item, in their order."""
    if paper.slots is not None:
        return tuple(fits_slot(item, paper) for item in items)
    rooms = areas(usable_paper(paper, settings), settings.gutter_mm)
    needs = [need_of(item, settings) for item in items]
    held = {
        need: any(it.outer.fits_in(room) for it in orientations_of(need) for room in rooms)
        for need in set(needs)
    }
    return tuple(held[need] for need in needs)


def too_large(item: Item, settings: PrintSettings) -> Problem:
    """The problem E301 of a piece that no page holds."""
    paper = usable_paper(settings.paper, settings)
    room = max(areas(paper), key=lambda area: area.width_mm * area.height_mm)
    message = (
        f'"{item.piece}" is {in_words(item.outline.size)}{_with_bleed(item)}; '
        f"{paper.id} has room for {in_words(room)}"
    )
    bleed = " or its bleed" if item.bleed_mm > EPSILON_MM else ""
    smaller = f"make its kind{bleed} smaller in game.yaml"
    hint = f"{smaller}, or choose larger paper (--paper), or write `split: true` under its kind: "
    hint += "it is glued from parts"
    if item.outline.tiling is Tiling.NESTED:  # the net of a box, which nobody would glue from parts
        hint = "choose larger paper, or a box for fewer pieces"
    if fits(replace(item, grain=FibreAlong.ANY), settings.paper, settings):
        message += "; its grain keeps it from being turned"
        hint = "leave out `grain` or choose larger paper"
    return Problem("E301", item.place, message, hint)


def beyond_reach(item: Item, settings: PrintSettings) -> Problem:
    """The problem E319 of a piece that takes more of a page than the cutting machine reaches."""
    paper = settings.board_paper if item.split and settings.board_paper else settings.paper
    rooms = " or ".join(in_words(room) for room in areas(usable_paper(paper, settings)))
    message = (
        f'"{item.piece}" is {in_words(item.outline.size)}{_with_bleed(item)}; '
        f"--cutter {settings.cutter} cuts {rooms} of a sheet of {paper.id}"
    )
    if item.split is not None:
        message += ", too little for parts of it"
    hint = f"it is left out; print it without --cutter, with --only {item.kind}, and cut it by hand"
    if item.split is None and item.outline.is_rectangle:
        hint += "; or write `split: true` under its kind"
    return warning("E319", item.place, message, hint)


def _with_bleed(item: Item) -> str:
    return f" with a bleed of {item.bleed_mm:g} mm" if item.bleed_mm > EPSILON_MM else ""


def in_words(size: Size) -> str:
    """A size as a designer writes it, to a tenth of a millimetre."""
    width_mm, height_mm = (round(max(0.0, mm), 1) for mm in (size.width_mm, size.height_mm))
    return f"{width_mm:g} x {height_mm:g} mm"
