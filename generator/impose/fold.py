"""Fold-over: fronts and backs on one side of the paper, which is folded in half and glued.

The fronts lie on one half as if that were a sheet of its own, and the backs on the other, mirrored
about the fold: a fold turns the paper over as a printer does, over the edge it runs along.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from generator.geometry import Point, Rect, Size
from generator.impose.duplex import Turning
from generator.impose.moved import moved_page
from generator.papers import Margins, Paper
from generator.press import Duplex, Press, Shift
from generator.sheets import Item, Line, Page, Sheet

TO_FOLD_MM = 5.0
"""Between the fold and the bleed: a fold by hand is not exact, and its edge is rough."""
GLUE_EDGE_MM = 1.0
"""How far outside the faces the glue area ends, and is marked."""

Impose: TypeAlias = Callable[[Sequence[Item], Press], tuple[Sheet, ...]]
Fits: TypeAlias = Callable[[Item, Paper, Press], bool]


@dataclass(frozen=True, slots=True)
class Half:
    """The half of a paper that fronts lie on: the lower one, or with an upright fold the right one.

    There the strip lies at the edge of the paper and not in the fold.
    """

    whole: Paper
    level: bool

    @property
    def paper(self) -> Paper:
        """The half as a paper of its own, with its corner at (0, 0)."""
        size, margins = self.whole.size, self.whole.margins
        if self.level:
            half = Size(size.width_mm, size.height_mm / 2)
            room = Margins(TO_FOLD_MM, margins.right_mm, margins.bottom_mm, margins.left_mm)
        else:
            half = Size(size.width_mm / 2, size.height_mm)
            room = Margins(margins.top_mm, margins.right_mm, margins.bottom_mm, TO_FOLD_MM)
        return replace(self.whole, size=half, margins=room)

    def unfolded(self, sheet: Sheet, bleeds_mm: Mapping[str, float]) -> Sheet:
        """The whole sheet of a sheet that was laid out on the half; bleeds are those of pieces."""
        half = sheet.paper.size  # of a roll as much as was cut off
        dx_mm, dy_mm = (0.0, half.height_mm) if self.level else (half.width_mm, 0.0)
        size = Size(half.width_mm + dx_mm, half.height_mm + dy_mm)
        front = moved_page(sheet.pages[0], dx_mm, dy_mm)
        return replace(
            sheet,
            paper=replace(self.whole, size=size),
            pages=(self._with_backs(front, size, bleeds_mm),),
        )

    def _with_backs(self, front: Page, size: Size, bleeds_mm: Mapping[str, float]) -> Page:
        turning = Turning(size, self.level)
        # Nothing on a half is a part of a board, so no back shows through a window.
        backs = tuple(turning.back(placed, 0.0) for placed in front.placements)
        if self.level:
            fold = Line(Point(0, size.height_mm / 2), Point(size.width_mm, size.height_mm / 2))
        else:
            fold = Line(Point(size.width_mm / 2, 0), Point(size.width_mm / 2, size.height_mm))
        return replace(
            front,
            placements=(*front.placements, *backs),
            folds=(*front.folds, fold),
            glue=(_glue(back.box.grown(bleeds_mm[back.face.piece]) for back in backs),),
        )


def _glue(boxes: Iterable[Rect]) -> Rect:
    """What is to be glued: all that lies behind the pieces, and a little more."""
    boxes = tuple(boxes)
    left_mm, top_mm = min(box.x_mm for box in boxes), min(box.y_mm for box in boxes)
    right_mm, bottom_mm = max(box.right_mm for box in boxes), max(box.bottom_mm for box in boxes)
    return Rect(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm).grown(GLUE_EDGE_MM)


def fold_over(items: Sequence[Item], press: Press, impose: Impose, fits: Fits) -> tuple[Sheet, ...]:
    """Sheets to be folded and glued; `impose` lays out on any paper, `fits` says what goes on one.

    Pieces without a back lie on sheets that are not folded. What a half does not hold has its backs
    on sheets of their own, each after the sheet that it is glued behind. Raises what `impose` does.
    """
    folder = _Folder(press, impose, fits)
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.sheet, []).append(item)
    return tuple(
        replace(sheet, number=number)
        for members in groups.values()
        for number, sheet in enumerate(folder.sheets(members), start=1)
    )


@dataclass(frozen=True, slots=True)
class _Folder:
    """What all groups have in common."""

    press: Press
    impose: Impose
    fits: Fits

    def sheets(self, items: Sequence[Item]) -> Iterator[Sheet]:
        """The sheets of one group: folded ones, those without backs, those glued to another."""
        plain = [item for item in items if not item.has_back]
        backed = [item for item in items if item.has_back]
        foldable, apart = _parted(
            backed, lambda item: any(self._lies_on(half, item) for half in self._halves())
        )
        yield from self._folded(foldable)
        yield from self.impose(plain, replace(self.press, duplex=Duplex.NONE))
        on_both = replace(self.press, duplex=Duplex.SEPARATE, shift=Shift())
        for sheet in self.impose(apart, on_both):
            yield from _taken_apart(sheet)

    def _halves(self) -> tuple[Half, ...]:
        """Both ways to fold; a roll is folded along, for its length is not known yet."""
        ways = (False,) if self.press.paper.roll else (True, False)
        return tuple(Half(self.press.paper, level) for level in ways)

    def _lies_on(self, half: Half, item: Item) -> bool:
        """Whether a half holds a piece; boards that get a paper of their own go there."""
        if item.split is not None and self.press.board_paper is not None:
            return False
        return self.fits(item, half.paper, self._on(half))

    def _on(self, half: Half) -> Press:
        return replace(self.press, paper=half.paper, duplex=Duplex.NONE)

    def _folded(self, items: Sequence[Item]) -> tuple[Sheet, ...]:
        """The items on halves, folded in the way that needs fewer sheets.

        What one way does not hold is folded in the other.
        """
        options = []
        for half, *others in (self._halves(), self._halves()[::-1]):
            held, left = _parted(items, partial(self._lies_on, half))
            sheets = list(self._on_half(held, half))
            for other in others:
                sheets += self._on_half(left, other)
            options.append(tuple(sheets))
        return min(options, key=len)

    def _on_half(self, items: Sequence[Item], half: Half) -> Iterator[Sheet]:
        bleeds_mm = {item.piece: item.bleed_mm for item in items}
        for sheet in self.impose(items, self._on(half)):
            yield half.unfolded(sheet, bleeds_mm)


def _parted(items: Sequence[Item], test: Callable[[Item], bool]) -> tuple[list[Item], list[Item]]:
    """The items that pass a test, and the others."""
    passed: list[Item] = []
    others: list[Item] = []
    for item in items:
        (passed if test(item) else others).append(item)
    return passed, others


def _taken_apart(sheet: Sheet) -> Iterator[Sheet]:
    """The two sides of a sheet as two sheets."""
    yield replace(sheet, pages=sheet.pages[:1])
    for page in sheet.pages[1:]:
        yield replace(sheet, pages=(page,), cuts=0)
