"""Takes a PDF of cards: cut along its marks or boxes, or by a grid that the user states."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from msgspec.structs import replace

from fustella.core.geometry.shapes import Rect
from fustella.core.processes import limits
from fustella.core.processes.steps import PICTURE_S, step
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.intake.card_kinds import kind_of_cards
from fustella.intake.formats._card_sizes import known_size, usual_trim
from fustella.intake.formats._pdf_cards import (
    Part,
    back_pages,
    cards_of,
    file_of,
    look_of,
    mirror_of,
    paired,
    texts_in,
)
from fustella.intake.formats._pdf_grids import (
    Grid,
    chosen,
    grid_of_gaps,
    grids_of,
    stated_grid,
)
from fustella.intake.ids import KindIds, PieceIds
from fustella.intake.sources import ImportSource
from fustella.intake.stated import BackPages
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.write.foreign_pages import ForeignPage, ForeignPdf, UnreadablePdf

ABOUT = "a PDF of cards"
USES = ("--grid", "--size", "--backs")

_HEAD = b"%PDF-"
_HEAD_BYTES = 1024
_DPI = 300.0
_GAPS_DPI = 40.0
_DARK = 235
_OUTSIDE = 0.1
_FEW_LETTERS = 20
_SAME_MM = 1.0
_SIDES = {
    BackPages.EVEN: "even pages are taken as backs, mirrored",
    BackPages.ODD: "odd pages are taken as backs, mirrored",
    BackPages.LAST: "the last page is taken as the back of all",
}


def likeness(source: ImportSource) -> float:
    """How much a source looks like a PDF of cards: one is named, or alone in a folder."""
    if source.main:
        return 0.95 if _is_pdf(source, source.main) else 0.0
    names = source.names()
    pdfs = [name for name in names if name.lower().endswith(".pdf")]
    return 0.35 if pdfs and len(pdfs) * 2 > len(names) and _is_pdf(source, pdfs[0]) else 0.0


def _is_pdf(source: ImportSource, name: str) -> bool:
    try:
        return _HEAD in source.bytes_of(name, limits.IMPORT_BYTES)[:_HEAD_BYTES]
    except ProblemsFound:
        return False


def take(source: ImportSource) -> Taken:
    """Takes the PDF that was named, or the first of a folder. Raises ProblemsFound: E811, E822."""
    losses: list[Loss] = []
    names = [source.main]
    if not source.main:
        names = [name for name in source.names() if name.lower().endswith(".pdf")] or [source.name]
        why = "another PDF: import it by its own name"
        losses += [Loss(Miss.PIECES, name, why, Place(name)) for name in names[1:]]
    try:
        with ForeignPdf(source.bytes_of(names[0], limits.IMPORT_BYTES)) as pdf:
            return _Cut(source, names[0], pdf, losses).taken()
    except UnreadablePdf as fault:
        hint = "open it in a reader, and save or print it as a new PDF"
        raise ProblemsFound([Problem("E811", Place(names[0]), str(fault), hint)]) from None


class _Cut:
    """A PDF, and what is cut out of it."""

    def __init__(
        self, source: ImportSource, name: str, pdf: ForeignPdf, losses: list[Loss]
    ) -> None:
        self._name, self._pdf, self._losses = name, pdf, losses
        self._stated = source.stated
        self._files: dict[str, bytes] = {}
        self._by_digest: dict[str, str] = {}
        self._bytes = self._count = 0
        self._mirror = ""

    def taken(self) -> Taken:
        pages = self._pages()
        grids = self._of_one_bleed(self._grids(pages))
        sides = {number: (page.width_mm, page.height_mm) for number, page in pages.items()}
        if self._stated.backs in (BackPages.FOUND, BackPages.EVEN):
            self._mirror = mirror_of(grids, sides)
        parts = {number: self._parts(number, pages[number], grids[number]) for number in grids}
        kinds = self._kinds(parts, grids)
        used = {
            row[kind.header.index(column)]
            for kind in kinds
            for column in ("art", "back.art")
            if column in kind.header
            for row in kind.rows
        }
        title = PurePosixPath(self._name).stem.replace("_", " ").replace("-", " ").strip()
        drawn = {name: data for name, data in self._files.items() if name in used}
        return Taken(title[:1].upper() + title[1:] or "Cards", kinds, self._losses, drawn=drawn)

    def _lose(
        self, miss: Miss, what: str, why: str, *, approximated: bool = False, page: int = -1
    ) -> None:
        place = self._name if page < 0 else f"{self._name}, page {page + 1}"
        self._losses.append(Loss(miss, what, why, Place(place), approximated))

    def _pages(self) -> dict[int, ForeignPage]:
        count = min(self._pdf.pages, limits.IMPORT_PAGES)
        if count < self._pdf.pages:
            why = f"a PDF is taken up to page {count}: split it"
            self._lose(Miss.PIECES, f"pages {count + 1} to {self._pdf.pages}", why)
        pages = {}
        for number in range(count):
            with step("reading a page", Place(f"{self._name}, page {number + 1}"), PICTURE_S):
                try:
                    pages[number] = self._pdf.page(number)
                except UnreadablePdf as fault:
                    self._lose(Miss.PIECES, "a page", str(fault), page=number)
        if not pages:
            raise UnreadablePdf("none of its pages can be read")
        return pages

    def _grids(self, pages: Mapping[int, ForeignPage]) -> dict[int, Grid]:
        found = {number: grids_of(page) for number, page in pages.items()}
        grid, size = self._stated.grid, self._stated.size_mm
        if grid or size:
            stated = {
                number: of_page
                for number, page in pages.items()
                if (of_page := stated_grid(page, grid, size, found[number]))
            }
            if not stated:
                page = next(iter(pages.values()))
                message = f"a page of {page.width_mm:.4g} × {page.height_mm:.4g} mm has no room "
                hint = "look at columns x rows and at the size; a lying page is wider than high"
                raise ProblemsFound(
                    [Problem("E822", Place(self._name), f"{message}for these cards", hint)]
                )
            return stated
        grids = chosen(found)
        if not grids:
            gaps = {number: self._gaps(number, page) for number, page in pages.items()}
            grids = chosen({number: [one] for number, one in gaps.items() if one})
        for number, page in pages.items():
            if number not in grids and (page.letters or page.boxes or page.lines):
                why = "neither marks nor boxes of the size of the cards are on it: "
                why += "if it has some, state `--grid` and `--size`"
                self._lose(Miss.PIECES, "a page", why, page=number)
        return grids

    def _of_one_bleed(self, grids: Mapping[int, Grid]) -> dict[int, Grid]:
        """The grids with the least bleed of all that have their size."""
        least: dict[tuple[float, float], float] = {}
        for grid in grids.values():
            size = self._size(grid, least)
            least[size] = min(grid.bleed_mm, least.get(size, grid.bleed_mm))
        return {
            number: replace(grid, bleed_mm=least[self._size(grid, least)])
            for number, grid in grids.items()
        }

    def _size(self, grid: Grid, known: Iterable[tuple[float, float]]) -> tuple[float, float]:
        """The size of a card of a grid: one of those that are known, if it nearly is."""
        size = usual_trim(*(self._stated.size_mm or grid.size_mm))
        return next(
            (
                one
                for one in known
                if abs(one[0] - size[0]) < _SAME_MM and abs(one[1] - size[1]) < _SAME_MM
            ),
            size,
        )

    def _gaps(self, number: int, page: ForeignPage) -> Grid | None:
        """The grid that white gaps of a page make."""
        with step("looking at a page", Place(f"{self._name}, page {number + 1}"), PICTURE_S):
            whole = Rect(0, 0, page.width_mm, page.height_mm)
            (picture,) = self._pdf.pictures(number, [whole], _GAPS_DPI)
            ink = picture.convert("L").point([255] * _DARK + [0] * (256 - _DARK))
            across, down = (
                [level > 0 for level in ink.resize(size, resample=4).tobytes()]
                for size in ((ink.width, 1), (1, ink.height))
            )
        return grid_of_gaps(across, down, page)

    def _parts(self, number: int, page: ForeignPage, grid: Grid) -> list[Part]:
        with step("cutting a page", Place(f"{self._name}, page {number + 1}"), PICTURE_S):
            words, titles, outside = texts_in(page.letters, grid)
            letters = sum(bool(letter.text.strip()) for letter in page.letters)
            if outside > max(_FEW_LETTERS, _OUTSIDE * letters):
                what = f"more than {_OUTSIDE:.0%} of the letters of a page"
                why = "they lie on no card that was found; if they should, state `--grid`"
                self._lose(Miss.TEXTS, what, why, page=number)
            cells = list(grid.cells())
            if self._count + len(cells) > limits.IMPORT_CARDS:
                why = f"more than {limits.IMPORT_CARDS:,} cards: split the PDF"
                self._lose(Miss.PIECES, "a page", why, page=number)
                return []
            self._count += len(cells)
            cut = [
                Rect(
                    cell.x_mm - grid.bleed_mm,
                    cell.y_mm - grid.bleed_mm,
                    cell.width_mm + 2 * grid.bleed_mm,
                    cell.height_mm + 2 * grid.bleed_mm,
                )
                for _, _, cell in cells
            ]
            parts = []
            for (column, row, _), box in zip(cells, cut, strict=True):
                (picture,) = self._pdf.pictures(number, [box], _DPI)
                if self._mirror == "y" and number % 2:
                    picture = picture.rotate(180)
                look = look_of(picture)
                name = self._by_digest.get(look.digest)
                if name is None:
                    data, ending = file_of(picture, _DPI)
                    name = f"page-{number + 1}-{column + 1}-{row + 1}.{ending}"
                    self._by_digest[look.digest] = name
                    self._files[name] = data
                    self._bytes += len(data)
                if self._bytes > limits.IMPORT_BYTES:
                    message = f"its cards are more than {limits.IMPORT_BYTES / limits.MB:g} MB"
                    hint = "split it, and import its parts"
                    raise ProblemsFound([Problem("E811", Place(self._name), message, hint)])
                key = (column, row)
                parts.append(
                    Part(
                        number,
                        column,
                        row,
                        name,
                        look,
                        " ".join(words.get(key, "").split()),
                        titles.get(key, ""),
                    )
                )
        return parts

    def _kinds(self, parts: Mapping[int, list[Part]], grids: Mapping[int, Grid]) -> list[TakenKind]:
        of_size: dict[tuple[float, float], list[int]] = defaultdict(list)
        for number in sorted(grids):
            of_size[self._size(grids[number], of_size)].append(number)
        kind_ids, ids = KindIds(), PieceIds()
        kinds = []
        for size, numbers in of_size.items():
            label = "Cards"
            if len(of_size) > 1:
                label += f" {known_size(*size) or f'{size[0]:g} × {size[1]:g} mm'}"
            inked = {
                number: [part for part in parts[number] if not part.is_blank] for number in numbers
            }
            inked = {number: of_page for number, of_page in inked.items() if of_page}
            if not inked:
                continue
            backs = self._stated.backs
            if backs is BackPages.FOUND:
                backs = BackPages.EVEN if self._mirror else back_pages(inked)
                if backs in _SIDES:
                    why = f"{_SIDES[backs]}; `--backs` says it otherwise"
                    self._lose(Miss.PICTURES, label, why, approximated=True)
            pairs = list(paired(inked, grids, backs, self._mirror))[: limits.IMPORT_CARDS]
            grid = grids[numbers[0]]
            bleed = min(grids[number].bleed_mm for number in numbers)
            why = f"{len(numbers)} pages were cut by {grid.how}; {size[0]:g} × {size[1]:g} mm"
            why += f" and {bleed:.3g} mm of bleed" if bleed else ""
            self._lose(Miss.PLACES, label, f"{why} are taken for a card", approximated=True)
            kind_id = kind_ids.of("card" if label == "Cards" else label)
            cards, near = cards_of(pairs)
            if near:
                why = "they look like another one but for rounding: copies of it"
                self._lose(Miss.PIECES, f"{near} cards", why, approximated=True)
            kinds.append(kind_of_cards(kind_id, label, size, bleed, cards, ids))
        if kinds:
            why = f"cards are pictures of {_DPI:g} dpi; their texts can be searched"
            self._lose(Miss.LOOKS, self._name, why, approximated=True)
        return kinds
