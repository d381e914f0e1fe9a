"""Exports the die lines of each kind: what a factory cuts, creases, perforates, drills and glues.

The trim lies in the middle of a page, as on the pages of `--to pdf`, so that lines lie over the art
of every piece of the kind. Lines are as the front shows them.
"""

from collections.abc import Iterator

from fustella.build.publish import OutputFile
from fustella.core.geometry.dies import DieLine, die_lines
from fustella.core.geometry.shapes import Rect
from fustella.core.values.model import Kind
from fustella.export.formats._dies import line_files
from fustella.export.game import Exported, ExportGame, csv_bytes, written
from fustella.write import DiePage
from fustella.write.dies import by_sort

ABOUT = "die lines of each kind, on plates of their own, as PDF, SVG and DXF"

OPTIONS: frozenset[str] = frozenset({"lines"})

_LEAST_MARGIN_MM = 3.0

_HEADS = (
    *("kind", "name", "copies", "width_mm", "height_mm", "bleed_mm"),
    *("plate", "use", "lines", "length_mm", "file"),
)


def export(game: ExportGame) -> Exported:
    names = game.plate_names
    files: list[OutputFile] = []
    rows: list[list[object]] = []
    for kind, copies in _kinds(game):
        stem, name = f"{game.file_of(kind.id)}-dies", game.kind_name(kind)
        lines = die_lines(kind.outline)
        files += line_files(game, stem, name, _page(kind, lines))
        for sort, own in by_sort(lines).items():
            length_mm = sum(line.length_mm for line in own)
            size = kind.outline.size
            sizes = (round(size.width_mm, 2), round(size.height_mm, 2), kind.bleed_mm)
            shown = (names[sort], sort.value, len(own), round(length_mm, 1), stem)
            rows.append([kind.id, name, copies, *sizes, *shown])
    return Exported([*files, written("dies.csv", csv_bytes(_HEADS, rows), "dies")])


def _kinds(game: ExportGame) -> Iterator[tuple[Kind, int]]:
    """Yields each kind of each size with its copies; of a whole box also its nets."""
    for pieces in game.kinds.values():
        yield pieces[0].kind, sum(piece.copies for piece in pieces)
    if not game.options.only:
        for box in game.edition.game.boxes:
            yield box.kind, box.copies


def _page(kind: Kind, lines: tuple[DieLine, ...]) -> DiePage:
    """The page of a kind; around a trim without bleed is room for the width of its lines."""
    margin_mm, size = max(kind.bleed_mm, _LEAST_MARGIN_MM), kind.outline.size
    trim = Rect(margin_mm, margin_mm, size.width_mm, size.height_mm)
    moved = tuple(line.moved(margin_mm, margin_mm) for line in lines)
    return DiePage(trim.grown(margin_mm).size, trim, moved)
