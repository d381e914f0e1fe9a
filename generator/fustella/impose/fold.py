"""Makes fold-over sheets: fronts and backs on one side of the paper, which is folded and glued.

The fronts lie on one half as if that were a sheet of its own, and the backs on the other, mirrored
about the fold: a fold turns the paper over as a printer does, over the edge it runs along.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.cache import Memory
from fustella.core.geometry.shapes import Point, Size
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings, Shift
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Item, Line, Page, Sheet, moved_page
from fustella.impose.duplex import PageFlip, single_sided
from fustella.impose.fitting import fitting
from fustella.impose.flat import flat_problems, flat_sheets, packed, packed_sheets
from fustella.impose.layout import by_sheet, extent_of
from fustella.impose.packing import Packs

TO_FOLD_MM = 5.0
"""The distance between the fold and the bleed, because a fold by hand is inexact and rough."""

GLUE_EDGE_MM = 1.0
"""The distance from the faces to the end of the marked area for glue."""


class Half(Struct, frozen=True):
    """The half of a paper for fronts: its lower half, or with an upright fold its right half.

    On these halves the slug lies at the edge of the paper, and not in the fold.
    """

    whole: Paper
    level: bool

    @property
    def paper(self) -> Paper:
        """The half as a paper of its own, with its corner at (0, 0).

        The margin opposite the fold is the wider margin of the two halves, because the backs lie on
        the other half.
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
        """The sheet to fold, from a `sheet` as large as one half.

        `bleeds_mm` are by piece.
        """
        half = sheet.paper.size  # of a roll as much as was cut off
        dx_mm, dy_mm = (0.0, half.height_mm) if self.level else (half.width_mm, 0.0)
        size = Size(half.width_mm + dx_mm, half.height_mm + dy_mm)
        front = moved_page(sheet.pages[0], dx_mm, dy_mm)
        return replace(
            sheet,
            paper=replace(self.whole, size=size),
            pages=(self._folded_page(front, size, bleeds_mm),),
        )

    def _folded_page(self, front: Page, size: Size, bleeds_mm: Mapping[str, float]) -> Page:
        flip = PageFlip(size, self.level)
        # Nothing on a half is a part of a board, so no back shows through a window.
        backs = tuple(flip.back(placed, 0.0) for placed in front.placements)
        if self.level:
            fold = Line(Point(0, size.height_mm / 2), Point(size.width_mm, size.height_mm / 2))
        else:
            fold = Line(Point(size.width_mm / 2, 0), Point(size.width_mm / 2, size.height_mm))
        printed = extent_of(back.box.grown(bleeds_mm[back.face.piece]) for back in backs)
        return replace(
            front,
            placements=(*front.placements, *backs),
            folds=(*front.folds, fold),
            glue=(printed.grown(GLUE_EDGE_MM),),
        )


def folded_sheets(
    items: Sequence[Item], settings: PrintSettings, memory: Memory | None = None
) -> tuple[Sheet, ...]:
    """Lays items on sheets that are folded and glued.

    Pieces without a back lie on sheets that are not folded. Pieces that no half holds have their
    backs on sheets of their own, each directly after the sheet of its fronts. Raises ProblemsFound
    with the problems of all items.
    """
    if problems := folded_problems(items, settings):
        raise ProblemsFound(problems)
    folder = _Folder(settings, memory)
    return tuple(
        replace(sheet, number=number)
        for members in by_sheet(items).values()
        for number, sheet in enumerate(folder.sheets(members), start=1)
    )


def folded_problems(items: Sequence[Item], settings: PrintSettings) -> list[Problem]:
    """The problems of items that fit no sheet, at most one for each item."""
    folder = _Folder(settings, None)
    groups = by_sheet(items).values()
    return [problem for members in groups for problem in folder.problems(members)]


class _Folder(Struct, frozen=True):
    """Folds the groups of items that share sheets."""

    settings: PrintSettings
    memory: Memory | None

    def problems(self, items: Sequence[Item]) -> Iterator[Problem]:
        """The problems of the items in one group that fit no sheet."""
        plain, _, apart = self._sorted_items(items)
        yield from flat_problems(plain, self._one_sided_settings)
        yield from flat_problems(apart, self._two_sided_settings)

    def sheets(self, items: Sequence[Item]) -> Iterator[Sheet]:
        """The sheets of a group: folded ones first, then fronts alone, then glued pairs."""
        plain, foldable, apart = self._sorted_items(items)
        if foldable:
            yield from self._folded_sheets(foldable)
        yield from flat_sheets(plain, self._one_sided_settings, self.memory)
        for sheet in flat_sheets(apart, self._two_sided_settings, self.memory):
            yield from single_sided(sheet)

    @property
    def _one_sided_settings(self) -> PrintSettings:
        return replace(self.settings, duplex=Duplex.NONE)

    @property
    def _two_sided_settings(self) -> PrintSettings:
        return replace(self.settings, duplex=Duplex.SEPARATE, shift=Shift())

    def _sorted_items(self, items: Sequence[Item]) -> tuple[list[Item], list[Item], list[Item]]:
        """Three lists of items: without backs, with backs that a half holds, and larger ones."""
        backed, plain = _divided_by(items, [item.has_back for item in items])
        by_half = [self._held_by(half, backed) for half in self._halves()]
        foldable, apart = _divided_by(backed, [any(held) for held in zip(*by_half, strict=True)])
        return plain, foldable, apart

    def _halves(self) -> tuple[Half, ...]:
        """The halves on which fronts may lie: both, or of a roll only one, folded lengthwise."""
        levels = (False,) if self.settings.paper.roll else (True, False)
        return tuple(Half(self.settings.paper, level) for level in levels)

    def _held_by(self, half: Half, items: Sequence[Item]) -> tuple[bool, ...]:
        return fitting(items, half.paper, self._settings_on(half))

    def _settings_on(self, half: Half) -> PrintSettings:
        return replace(self.settings, paper=half.paper, duplex=Duplex.NONE)

    def _folded_sheets(self, items: Sequence[Item]) -> Iterator[Sheet]:
        """Lays items on halves, folding the paper in the direction that needs fewer sheets.

        Items that do not fit such a half are laid on sheets with the other fold.
        """
        best = min(self._ways(items), key=lambda way: sum(packs.sheets for _, packs in way))
        bleeds_mm = {item.piece: item.bleed_mm for item in items}
        for half, packs in best:
            for sheet in packed_sheets(items[0].sheet, packs, self.memory):
                yield half.unfolded(sheet, bleeds_mm)

    def _ways(self, items: Sequence[Item]) -> Iterator[list[tuple[Half, Packs]]]:
        """Yields the ways to share items out: one half takes all it holds, another one the rest."""
        halves = self._halves()
        for half in halves:
            held, left = _divided_by(items, self._held_by(half, items))
            packs = [(half, self._packs_on(held, half))]
            others = (other for other in halves if other is not half)
            yield packs + [(other, self._packs_on(left, other)) for other in others]

    def _packs_on(self, items: Sequence[Item], half: Half) -> Packs:
        return packed(items, self._settings_on(half), self.memory)


def _divided_by(items: Sequence[Item], tests: Sequence[bool]) -> tuple[list[Item], list[Item]]:
    passed: list[Item] = []
    others: list[Item] = []
    for item, held in zip(items, tests, strict=True):
        (passed if held else others).append(item)
    return passed, others
