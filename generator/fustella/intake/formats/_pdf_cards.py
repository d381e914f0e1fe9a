"""Makes cards of the parts of pages: which are backs, which are equal, what is written on them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.intake.card_kinds import PictureCard
from fustella.intake.formats._pdf_grids import Grid
from fustella.intake.stated import BackPages
from fustella.write.foreign_pages import Letter

if TYPE_CHECKING:
    from PIL import Image

_FLAT_LEVELS = 10
_FEW_COLOURS = 1024
_COARSE_PX = 130
_NEAR_LEVELS, _NEAR_COARSEST = 30, 6
"""How far levels of equal pictures differ, in an eighth of the resolution and in 4 × 4 pixels."""

_BOX = 4
"""Pillow's number for the mean of the pixels below one."""

_JPEG_QUALITY = 92
_LONGEST_NAME = 60
_FEW_BACKS = 3
_APART_MM = 1.0
_SAME_PT = 0.1


class Part(Struct, frozen=True):
    """A part of a page: its page, column and row, its picture's file, and what is written on it.

    `picture` is its name in `art/`, `title` what of its words names it.
    """

    page: int
    column: int
    row: int
    picture: str
    look: "Look"
    words: str
    title: str

    @property
    def is_blank(self) -> bool:
        return self.look.is_blank


class Look(Struct, frozen=True):
    """A picture's digest, its look in few pixels and in very few; whether nothing is on it."""

    digest: str
    coarse: bytes
    coarsest: bytes
    is_blank: bool


def look_of(picture: "Image.Image") -> Look:
    """How a picture looks."""
    digest = hashlib.sha256(repr(picture.size).encode() + picture.tobytes()).hexdigest()
    blank = all(_spread(band.histogram()) <= _FLAT_LEVELS for band in picture.split())
    factor = max(1, round(max(picture.size) / _COARSE_PX))
    coarse = picture.reduce(factor)
    return Look(digest, coarse.tobytes(), coarse.resize((4, 4), _BOX).tobytes(), blank)


def file_of(picture: "Image.Image", dpi: float) -> tuple[bytes, str]:
    """The file of a picture and the ending of its name: PNG for few colours, else JPEG."""
    content = BytesIO()
    if picture.getcolors(_FEW_COLOURS):
        picture.save(content, "PNG", dpi=(dpi, dpi), compress_level=3)
        return content.getvalue(), "png"
    picture.save(content, "JPEG", quality=_JPEG_QUALITY, subsampling=0, dpi=(dpi, dpi))
    return content.getvalue(), "jpg"


def _spread(histogram: Sequence[int]) -> int:
    """How far the lowest and the highest level are apart that a histogram has."""
    levels = [level for level, count in enumerate(histogram) if count]
    return levels[-1] - levels[0]


def are_alike(one: Part, other: Part) -> bool:
    """Whether two parts show the same: they are equal, or differ as rounding does."""
    if one.look.digest == other.look.digest:
        return True
    ours, theirs = one.look, other.look
    if one.words != other.words or len(ours.coarse) != len(theirs.coarse):
        return False
    coarsest = zip(ours.coarsest, theirs.coarsest, strict=True)
    if any(abs(its - others) > _NEAR_COARSEST for its, others in coarsest):
        return False
    from PIL import Image, ImageChops  # noqa: PLC0415

    size = 1, len(ours.coarse)
    pictures = (Image.frombytes("L", size, look.coarse) for look in (ours, theirs))
    far = ImageChops.difference(*pictures).point([0] * _NEAR_LEVELS + [1] * (256 - _NEAR_LEVELS))
    return far.getbbox() is None


# What is written on a part


def texts_in(
    letters: Sequence[Letter], grid: Grid
) -> tuple[Mapping[tuple[int, int], str], Mapping[tuple[int, int], str], int]:
    """The texts of the cells of a grid, their titles, and how many letters lie in no cell.

    A title is the first lines with the largest letters.
    """
    found: dict[tuple[int, int], list[Letter]] = {}
    outside, key = 0, None
    for letter in letters:
        if not letter.text.strip():
            if key is not None:
                found[key].append(letter)
            continue
        key = grid.cell_at(letter.x_mm, letter.y_mm)
        if key is None:
            outside += 1
        else:
            found.setdefault(key, []).append(letter)
    words = {key: "".join(letter.text for letter in those) for key, those in found.items()}
    return words, {key: _title(those) for key, those in found.items()}, outside


def _title(letters: Sequence[Letter]) -> str:
    lines: list[list[Letter]] = [[]]
    for letter in letters:
        if letter.text in "\r\n":
            lines.append([])
        else:
            lines[-1].append(letter)
    texts: list[tuple[str, float]] = []
    for line in lines:
        text = " ".join("".join(letter.text for letter in line).split())
        sizes = [letter.size_pt for letter in line if letter.text.strip()]
        if sum(sign.isalpha() for sign in text) >= 2:
            texts.append((text, sum(sizes) / len(sizes)))
    largest = max((size for _, size in texts), default=0.0)
    best = ""
    for text, size in texts:
        if size > largest - _SAME_PT and len(best) + len(text) < _LONGEST_NAME:
            best = f"{best} {text}" if best else text
        elif best:
            break
    best = best or next((text for text, size in texts if size > largest - _SAME_PT), "")
    shown = "".join(sign for sign in best if sign.isprintable())
    return shown[:_LONGEST_NAME].strip()


# Which parts are backs


def mirror_of(grids: Mapping[int, Grid], sides_mm: Mapping[int, tuple[float, float]]) -> str:
    """How the grid of each second page lies behind that of the page before it.

    "x" where left and right change places, "y" where top and bottom do, "" for neither and for
    grids in the middle of their pages, of which nothing can be said.
    """
    pairs = [(n, n + 1) for n in sorted(grids) if n % 2 == 0]
    if not pairs or any(back not in grids for _, back in pairs):
        return ""
    for axis, number in (("x", 0), ("y", 1)):
        moved = [
            (_mirrored(grids[front], axis, sides_mm[front]), grids[back], grids[front])
            for front, back in pairs
        ]
        if all(_lie_alike(ours, back) for ours, back, _ in moved) and not any(
            abs(_places(back)[number][0] - _places(front)[number][0]) < _APART_MM
            for _, back, front in moved
        ):
            return axis
    return ""


def _places(grid: Grid) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return grid.xs_mm, grid.ys_mm


def _mirrored(grid: Grid, axis: str, sides_mm: tuple[float, float]) -> Grid:
    if axis == "x":
        far = sides_mm[0] - grid.width_mm
        return replace(grid, xs_mm=tuple(sorted(far - x for x in grid.xs_mm)))
    far = sides_mm[1] - grid.height_mm
    return replace(grid, ys_mm=tuple(sorted(far - y for y in grid.ys_mm)))


def _lie_alike(one: Grid, other: Grid) -> bool:
    return all(
        len(ours) == len(theirs)
        and all(abs(a - b) < _APART_MM for a, b in zip(ours, theirs, strict=True))
        for ours, theirs in zip(_places(one), _places(other), strict=True)
    )


def back_pages(pages: Mapping[int, Sequence[Part]]) -> BackPages:
    """Where the backs of pages seem to be: every other page shows little else than one picture."""
    numbers = sorted(pages)
    if len(numbers) < 2:
        return BackPages.NONE
    odd, even = (
        [pages[number] for number in numbers if number % 2 == rest and pages[number]]
        for rest in (0, 1)
    )
    if len(odd) == len(even):
        fronts, backs = (_different(of_side) for of_side in (odd, even))
        if backs <= _FEW_BACKS and fronts > 2 * backs and _are_behind(even, odd):
            return BackPages.EVEN
        if fronts <= _FEW_BACKS and backs > 2 * fronts and _are_behind(odd, even):
            return BackPages.ODD
    *others, last = (pages[number] for number in numbers)
    most = max(map(len, others))
    if len(last) >= max(2, most) and _is_one(last) and not any(map(_is_one, others)):
        return BackPages.LAST
    return BackPages.NONE


def _different(pages: Sequence[Sequence[Part]]) -> int:
    seen: list[Part] = []
    for part in (part for page in pages for part in page):
        if len(seen) > 3 * _FEW_BACKS:
            break
        if not any(are_alike(part, known) for known in seen):
            seen.append(part)
    return len(seen)


def _are_behind(backs: Sequence[Sequence[Part]], fronts: Sequence[Sequence[Part]]) -> bool:
    """Whether each page shows one picture only, at least as often as there are fronts."""
    return all(
        len(back) >= len(front) and _is_one(back) for back, front in zip(backs, fronts, strict=True)
    )


def _is_one(page: Sequence[Part]) -> bool:
    return all(are_alike(page[0], part) for part in page[1:])


def paired(
    pages: Mapping[int, Sequence[Part]], grids: Mapping[int, Grid], backs: BackPages, mirror: str
) -> Iterator[tuple[Part, Part | None]]:
    """Yields fronts with their backs, page by page; `mirror` is as `mirror_of` says."""
    numbers = sorted(pages)
    if backs is BackPages.LAST and len(numbers) > 1:
        last = next((part for part in pages[numbers[-1]] if not part.is_blank), None)
        yield from ((part, last) for number in numbers[:-1] for part in pages[number])
        return
    if backs is BackPages.RIGHT:
        for number in numbers:
            columns = len(grids[number].xs_mm)
            at = {(part.column, part.row): part for part in pages[number]}
            for (column, row), part in at.items():
                if column < columns / 2:
                    yield part, at.get((columns - 1 - column, row))
        return
    if backs in (BackPages.ODD, BackPages.EVEN):
        rest = 1 if backs is BackPages.EVEN else 0
        for number in numbers:
            if number % 2 == rest:
                continue
            behind = number + 1 if rest else number - 1
            yield from _behind(
                pages[number], pages.get(behind, ()), grids[number], grids.get(behind), mirror
            )
        return
    yield from ((part, None) for number in numbers for part in pages[number])


def _behind(
    fronts: Sequence[Part], backs: Sequence[Part], grid: Grid, its_grid: Grid | None, mirror: str
) -> Iterator[tuple[Part, Part | None]]:
    """Yields the fronts of a page with what is behind them on the next."""
    if its_grid is None:
        yield from ((front, None) for front in fronts)
        return
    xs, ys = (
        (*ours, *theirs) for ours, theirs in zip(_places(grid), _places(its_grid), strict=True)
    )
    sides = min(xs) + max(xs), min(ys) + max(ys)
    of_all = backs[0] if len(backs) > 1 and _is_one(backs) else None
    for front in fronts:
        x, y = grid.xs_mm[front.column], grid.ys_mm[front.row]
        x, y = (x, sides[1] - y) if mirror == "y" else (sides[0] - x, y)
        near = [
            back
            for back in backs
            if abs(its_grid.xs_mm[back.column] - x) < grid.width_mm / 2
            and abs(its_grid.ys_mm[back.row] - y) < grid.height_mm / 2
        ]
        yield front, near[0] if near else of_all


def cards_of(pairs: Sequence[tuple[Part, Part | None]]) -> tuple[list[PictureCard], int]:
    """Cards, of which equal ones are copies of one; and how many are only nearly equal."""
    near = 0
    kept: list[tuple[Part, Part | None, int]] = []
    by_words: dict[str, list[int]] = {}
    for front, back in pairs:
        known = by_words.setdefault(front.words, [])
        for at in known:
            its_front, its_back, copies = kept[at]
            if are_alike(front, its_front) and _equal_backs(back, its_back):
                kept[at] = its_front, its_back, min(copies + 1, limits.COPIES)
                near += front.look.digest != its_front.look.digest
                break
        else:
            known.append(len(kept))
            kept.append((front, back, 1))
    cards = [
        PictureCard(
            front.title or f"Page {front.page + 1}, {front.column + 1}.{front.row + 1}",
            front.picture,
            back.picture if back else "",
            copies,
            f"{front.words} {back.words if back else ''}",
        )
        for front, back, copies in kept
    ]
    return cards, near


def _equal_backs(one: Part | None, other: Part | None) -> bool:
    return one is other or (one is not None and other is not None and are_alike(one, other))
