"""Fold-over: fronts and backs on one side of the paper, which is folded in half and glued.

The fronts lie on one half as if that were a sheet of its own, and the backs on the other, mirrored
about the fold: a fold turns the paper over as a printer does, over the edge it runs along.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from fustella.core.geometry import Point, Rect, Size
from fustella.core.paper import Duplex, Margins, Paper, PrintSettings, Shift
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.sheets import Item, Line, Page, Sheet, moved_page
from fustella.impose.duplex import PageFlip

TO_FOLD_MM = 5.0
"""Between the fold and the bleed: a fold by hand is not exact, and its edge is rough."""

GLUE_EDGE_MM = 1.0
"""How far outside the faces the glue area ends, and is marked."""

Impose: TypeAlias = Callable[[Sequence[Item], PrintSettings], tuple[Sheet, ...]]
Fitting: TypeAlias = Callable[[Sequence[Item], Paper, PrintSettings], tuple[bool, ...]]
Faults: TypeAlias = Callable[[Sequence[Item], PrintSettings], list[Problem]]


@dataclass(frozen=True, slots=True)
class Half:
    """The half of a paper that fronts lie on: the lower one, or with an upright fold the right one.

    There the strip lies at the edge of the paper and not in the fold.
    """

    whole: Paper
    level: bool

    @property
    def paper(self) -> Paper:
        """The half as a paper of its own, with its corner at (0, 0).

        Opposite the fold it has the wider margin of both halves: backs lie on the other one.
        """
        size, margins = self.whole.size, self.whole.margins
        if self.level:
            half = Size(size.width_mm, size.height_mm / 2)
            outer_mm = max(margins.top_mm, margins.bottom_mm)
            room = Margins(TO_FOLD_MM, margins.right_mm, outer_mm, margins.left_mm)
        else:
            half = Size(size.width_mm / 2, size.height_mm)
            outer_mm = max(margins.left_mm, margins.right_mm)
            room = Margins(margins.top_mm, outer_mm, margins.bottom_mm, TO_FOLD_MM)
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
        turning = PageFlip(size, self.level)
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


def fold_over(
    items: Sequence[Item], settings: PrintSettings, impose: Impose, fitting: Fitting, faults: Faults
) -> tuple[Sheet, ...]:
    """Sheets to be folded and glued.

    `impose` lays out on any paper, `fitting` says what goes on one, `faults` what goes on none.
    Pieces without a back lie on sheets that are not folded. What a half does not hold has its backs
    on sheets of their own, each after the sheet that it is glued behind. Raises ProblemsFound with
    the faults of all items.
    """
    folder = _Folder(settings, impose, fitting, faults)
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.sheet, []).append(item)
    problems = [found for members in groups.values() for found in folder.problems(members)]
    if problems:
        raise ProblemsFound(problems)
    return tuple(
        replace(sheet, number=number)
        for members in groups.values()
        for number, sheet in enumerate(folder.sheets(members), start=1)
    )


@dataclass(frozen=True, slots=True)
class _Folder:
    """What all groups have in common."""

    settings: PrintSettings
    impose: Impose
    fitting: Fitting
    faults: Faults

    def problems(self, items: Sequence[Item]) -> Iterator[Problem]:
        """Why items of one group can lie on no sheet."""
        plain, _, apart = self._sorted(items)
        yield from self.faults(plain, self._one_sided)
        yield from self.faults(apart, self._two_sided)

    def sheets(self, items: Sequence[Item]) -> Iterator[Sheet]:
        """The sheets of one group: folded ones, those without backs, those glued to another."""
        plain, foldable, apart = self._sorted(items)
        yield from self._folded(foldable)
        yield from self.impose(plain, self._one_sided)
        for sheet in self.impose(apart, self._two_sided):
            yield from taken_apart(sheet)

    @property
    def _one_sided(self) -> PrintSettings:
        return replace(self.settings, duplex=Duplex.NONE)

    @property
    def _two_sided(self) -> PrintSettings:
        return replace(self.settings, duplex=Duplex.SEPARATE, shift=Shift())

    def _sorted(self, items: Sequence[Item]) -> tuple[list[Item], list[Item], list[Item]]:
        """Items without backs, those that a half holds, and those that none does."""
        backed, plain = _parted(items, [item.has_back for item in items])
        by_half = [self._held_by(half, backed) for half in self._halves()]
        foldable, apart = _parted(backed, [any(held) for held in zip(*by_half, strict=True)])
        return plain, foldable, apart

    def _halves(self) -> tuple[Half, ...]:
        """Both ways to fold; a roll is folded along, for its length is not known yet."""
        ways = (False,) if self.settings.paper.roll else (True, False)
        return tuple(Half(self.settings.paper, level) for level in ways)

    def _held_by(self, half: Half, items: Sequence[Item]) -> tuple[bool, ...]:
        """Of each item, whether a half holds it."""
        return self.fitting(items, half.paper, self._on(half))

    def _on(self, half: Half) -> PrintSettings:
        return replace(self.settings, paper=half.paper, duplex=Duplex.NONE)

    def _folded(self, items: Sequence[Item]) -> tuple[Sheet, ...]:
        """The items on halves, folded in the way that needs fewer sheets.

        What one way does not hold is folded in the other.
        """
        options = []
        for half, *others in (self._halves(), self._halves()[::-1]):
            held, left = _parted(items, self._held_by(half, items))
            sheets = list(self._on_half(held, half))
            for other in others:
                sheets += self._on_half(left, other)
            options.append(tuple(sheets))
        return min(options, key=len)

    def _on_half(self, items: Sequence[Item], half: Half) -> Iterator[Sheet]:
        bleeds_mm = {item.piece: item.bleed_mm for item in items}
        for sheet in self.impose(items, self._on(half)):
            yield half.unfolded(sheet, bleeds_mm)


def _parted(items: Sequence[Item], tests: Sequence[bool]) -> tuple[list[Item], list[Item]]:
    """The items that passed a test, and the others."""
    passed: list[Item] = []
    others: list[Item] = []
    for item, held in zip(items, tests, strict=True):
        (passed if held else others).append(item)
    return passed, others


def taken_apart(sheet: Sheet) -> Iterator[Sheet]:
    """The two sides of a sheet as two sheets."""
    yield replace(sheet, pages=sheet.pages[:1])
    for page in sheet.pages[1:]:
        yield replace(sheet, pages=(page,), cuts=0)
