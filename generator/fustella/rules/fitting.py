"""Fits a booklet to its sheets, with layouts by whoever lays it out.

So that a booklet to be folded fills its sheets, it is set somewhat tighter or looser where that
saves or fills its last pages, and what is still free gets room for notes. A figure that leaves
white at the foot of a page goes to the top of the next one.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Size
from fustella.core.values.paper import Fold
from fustella.core.values.rules import Booklet
from fustella.impose import padded
from fustella.rules.setting import Setting, usual_setting
from fustella.rules.source import RulesSource
from fustella.rules.typeset import Setter, TypesetInput

MOST_FITTED = 0.14
"""The share of its pages by which a booklet may become longer or shorter when it is fitted."""

MOST_MOVED = 8
"""How often the pages are laid out anew to move a figure that leaves white at the foot of one."""


class Laid(Struct, frozen=True):
    """What typst made of a booklet: its number of pages, and the figures that left white behind.

    A figure leaves white where what stands before it ends on an earlier page: it did not fit there.
    """

    pages: int
    left_white: tuple[int, ...] = ()


def fitted(
    booklet: Booklet,
    source: RulesSource,
    size: Size,
    fold: Fold,
    panels: int,
    laid: Callable[[TypesetInput], Laid],
    bleed_mm: float = 0.0,
) -> TypesetInput:
    """Sets a booklet on pages that fill its sheets.

    `laid` lays it out. A booklet is set tighter or looser only if it then fills its sheets exactly;
    else pages that are free get room for notes, and the last of them the title.
    """
    usual = usual_setting(booklet)
    setter = Setter(booklet, source, size, fold, bleed_mm=bleed_mm)
    found, moved, count = _settled(setter, usual, laid)
    if fold not in (Fold.LEAFLET, Fold.SADDLE):
        return found
    if fold is Fold.LEAFLET:
        for setting in usual.tighter():
            if count <= panels:
                break
            found, _, count = _settled(setter, setting, laid)
        return found
    full = padded(count, fold)
    if full == count:
        return found
    for goal, settings in ((full - 4, usual.tighter()), (full, usual.looser())):
        if goal and abs(goal - count) <= max(1.0, count * MOST_FITTED):
            other = _filling(setter, [*settings], goal, laid)
            if other is not None:
                return other
    return setter.typeset(usual, moved, [*["notes"] * (full - count - 1), "back"])


def _filling(
    setter: Setter, settings: Sequence[Setting], goal: int, laid: Callable[[TypesetInput], Laid]
) -> TypesetInput | None:
    """The booklet in the mildest of some settings in which it has so many pages; None for none.

    The last one is the strongest: if it does not reach the goal, no other one does.
    """
    strongest, *milder = reversed(settings)
    found, _, pages = _settled(setter, strongest, laid)
    chosen = found if pages == goal else None
    reaches = pages <= goal if strongest.figures < 1 else pages >= goal
    for setting in milder if reaches else ():
        found, _, pages = _settled(setter, setting, laid)
        if pages == goal:
            chosen = found
    return chosen


def _settled(
    setter: Setter, setting: Setting, laid: Callable[[TypesetInput], Laid]
) -> tuple[TypesetInput, frozenset[int], int]:
    """A booklet in a setting, the figures that were moved, and its number of pages.

    A figure that does not fit below the words before it leaves white there. It goes to the top of
    the next page instead, and the words behind it fill what is free, as long as this takes no page
    more.
    """
    moved = frozenset[int]()
    found = setter.typeset(setting, moved)
    seen = laid(found)
    kept = frozenset[int]()
    for _ in range(MOST_MOVED):
        waiting = [one for one in seen.left_white if one not in moved and one not in kept]
        if not waiting:
            break
        more = moved | {waiting[0]}
        other = setter.typeset(setting, more)
        after = laid(other)
        if after.pages > seen.pages:
            kept |= {waiting[0]}
            continue
        found, seen, moved = other, after, more
    return found, moved, seen.pages


def set_like(
    booklet: Booklet, source: RulesSource, size: Size, fold: Fold, before: TypesetInput
) -> TypesetInput:
    """Sets a booklet as tight as it was `before`, with as many pages after its last one."""
    return Setter(booklet, source, size, fold).typeset(
        before.setting, before.moved, before.end_pages
    )


def on_one_page(
    booklet: Booklet,
    source: RulesSource,
    size: Size,
    laid: Callable[[TypesetInput], Laid],
) -> TypesetInput:
    """Sets the sheet of one page of a booklet; as tight as it needs to be, and no tighter."""
    sheet = booklet.sheet
    assert sheet is not None, "the booklet has a sheet"
    usual = usual_setting(booklet)
    setter = Setter(replace(booklet, chapters=(sheet,)), source, size, Fold.NONE, alone=True)
    found = setter.typeset(usual)
    for setting in usual.tighter():
        if laid(found).pages <= 1:
            break
        found = setter.typeset(setting)
    return found
