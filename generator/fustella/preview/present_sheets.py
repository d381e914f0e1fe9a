"""Turns sheets into views: the boxes of faces, and marks as SVG path data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from fustella.build.files import page_labels
from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.contents import Contents
from fustella.core.values.model import Face, FaceId
from fustella.core.values.paper import Duplex
from fustella.core.values.sheets import (
    Bar,
    CutNumber,
    Dot,
    Line,
    Page,
    Placement,
    Ring,
    Sheet,
)
from fustella.covers import COVER
from fustella.preview.views import (
    DrawnView,
    FigureView,
    MarksView,
    PageView,
    PlacedView,
    SheetView,
    SlugView,
)


def sheet_views(
    contents: Contents, sheets: Sequence[Sheet], language: str, duplex: Duplex
) -> tuple[SheetView, ...]:
    """The views of all sheets of a game, without its cover."""
    title = str(contents.game.title.in_language(language))
    words = contents.game.tool_words.on_labels(language)
    views: list[SheetView] = []
    for group in contents.groups:
        name = str(group.name.in_language(language))
        own = [sheet for sheet in sheets if sheet.group == group.id]
        labels = iter(page_labels(title, name, own, words, duplex, len(views)))
        views += (_sheet(sheet, name, len(own), labels) for sheet in own)
    return tuple(views)


def cover_views(
    contents: Contents,
    covers: Sequence[Sheet],
    faces: Mapping[FaceId, Face],
    language: str,
    duplex: Duplex,
) -> tuple[SheetView, ...]:
    """The views of a game's cover; `faces` are the cover's own faces."""
    title, tool = str(contents.game.title.in_language(language)), contents.game.tool_words
    name, words = tool.on_sheets(language)[COVER], tool.on_labels(language)
    labels = iter(page_labels(title, name, covers, words, duplex))
    return tuple(_sheet(sheet, name, len(covers), labels, faces) for sheet in covers)


def _sheet(
    sheet: Sheet,
    name: str,
    of: int,
    labels: Iterator[str],
    faces: Mapping[FaceId, Face] = MappingProxyType({}),
) -> SheetView:
    paper = sheet.paper
    pages = tuple(
        PageView(
            page.side.value,
            next(labels),
            tuple(_placed_view(one, faces.get(one.face)) for one in page.placements),
            _marks(page),
            SlugView(
                _rounded_mm(page.slug.box.x_mm),
                _rounded_mm(page.slug.box.y_mm),
                _rounded_mm(page.slug.box.width_mm),
                _rounded_mm(page.slug.box.height_mm),
                page.slug.upright,
            ),
        )
        for page in sheet.pages
    )
    size = paper.size.width_mm, paper.size.height_mm
    return SheetView(sheet.group, name, sheet.number, of, paper.id, *size, pages)


def _placed_view(placement: Placement, face: Face | None) -> PlacedView:
    """The view of a face on a page; `face` is passed only for a face of no piece."""
    window, box = placement.window, placement.box
    return PlacedView(
        piece=placement.face.piece,
        side=placement.face.side.value,
        look=placement.face.look,
        x_mm=_rounded_mm(box.x_mm),
        y_mm=_rounded_mm(box.y_mm),
        width_mm=_rounded_mm(box.width_mm),
        height_mm=_rounded_mm(box.height_mm),
        turn_deg=placement.turn_deg,
        scale=placement.scale,
        window=(window.x_mm, window.y_mm, window.width_mm, window.height_mm) if window else None,
        clip=f"M{'L'.join(map(_point_text, placement.clip))}Z" if placement.clip else "",
        picture=DrawnView(face.digest, face.outline.size.width_mm, face.outline.size.height_mm)
        if face
        else None,
    )


def _marks(page: Page) -> MarksView:
    """The view of the marks of a page, in groups of one way of drawing."""
    lines = [mark for mark in page.marks if isinstance(mark, Line)]
    rings = [mark for mark in page.marks if isinstance(mark, Ring)]
    full = [mark for mark in (*page.marks, *page.registration) if isinstance(mark, Dot | Bar)]
    figures = [mark for mark in page.marks if isinstance(mark, CutNumber)]
    return MarksView(
        lines=_marks_path((*(line for line in lines if not line.seam), *rings)),
        halos=_marks_path(line for line in lines if line.halo),
        seams=_marks_path(line for line in lines if line.seam),
        folds=_marks_path(page.folds),
        full=_marks_path(full),
        glue="".join(map(_box_path, page.glue)),
        figures=tuple(map(_figure, figures)),
    )


def _figure(figure: CutNumber) -> FigureView:
    x_mm, y_mm = _rounded_mm(figure.at.x_mm), _rounded_mm(figure.at.y_mm)
    return FigureView(x_mm, y_mm, figure.text, figure.height_mm, figure.turn_deg)


def _marks_path(marks: Iterable[Line | Ring | Dot | Bar]) -> str:
    return "".join(map(_mark_path, marks))


def _mark_path(mark: Line | Ring | Dot | Bar) -> str:
    if isinstance(mark, Line):
        return f"M{_point_text(mark.start)}L{_point_text(mark.end)}"
    if isinstance(mark, Bar):
        return _box_path(mark.box)
    r = f"{mark.radius_mm:.3f}"
    left = Point(mark.middle.x_mm - mark.radius_mm, mark.middle.y_mm)
    across = f"{2 * mark.radius_mm:.3f}"
    return f"M{_point_text(left)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0"


def _box_path(box: Rect) -> str:
    wide, high = f"{box.width_mm:.3f}", f"{box.height_mm:.3f}"
    return f"M{box.x_mm:.3f} {box.y_mm:.3f}h{wide}v{high}h-{wide}z"


def _point_text(point: Point) -> str:
    return f"{point.x_mm:.3f} {point.y_mm:.3f}"


def _rounded_mm(length_mm: float) -> float:
    return round(length_mm, 3)
