"""Sheets as the page in the browser draws them: boxes of faces, and marks as paths."""

from collections.abc import Iterable, Iterator, Sequence

from generator.contents import contents_of
from generator.geometry import Point, Rect
from generator.impose import impose
from generator.labels import page_labels
from generator.model import Game
from generator.press import Press
from generator.preview.marks import FigureView, MarksView, StripView
from generator.preview.views import PageView, PlacedView, SheetView
from generator.printing import items_of
from generator.sheets import Bar, Dot, Figure, Line, Page, Placement, Ring, Sheet, Strip


def sheet_views(game: Game, language: str, press: Press) -> tuple[SheetView, ...]:
    """All sheets of a box but its cover. Raises ProblemsFound: E301 to E303."""
    sheets = impose(items_of(game.pieces), press)
    title = str(game.title.in_language(language))
    views: list[SheetView] = []
    before = 0
    for group in contents_of(game, game.pieces, sheets).groups:
        name = str(group.name.in_language(language))
        own = [sheet for sheet in sheets if sheet.group == group.id]
        labels = iter(page_labels(title, name, own, language, press.duplex, before))
        views += (_sheet(sheet, name, len(own), labels) for sheet in own)
        before += len(own)
    return tuple(views)


def _sheet(sheet: Sheet, name: str, of: int, labels: Iterator[str]) -> SheetView:
    paper = sheet.paper
    pages = tuple(_page(page, next(labels)) for page in sheet.pages)
    size = paper.size.width_mm, paper.size.height_mm
    return SheetView(sheet.group, name, sheet.number, of, paper.id, *size, pages)


def _page(page: Page, label: str) -> PageView:
    placed = tuple(map(_placed, page.placements))
    return PageView(page.side.value, label, placed, _marks(page), _strip(page.strip))


def _placed(one: Placement) -> PlacedView:
    window, box = one.window, one.box
    shown = (window.x_mm, window.y_mm, window.width_mm, window.height_mm) if window else None
    return PlacedView(
        piece=one.face.piece,
        side=one.face.side.value,
        look=one.face.look,
        x_mm=_short(box.x_mm),
        y_mm=_short(box.y_mm),
        width_mm=_short(box.width_mm),
        height_mm=_short(box.height_mm),
        turn_deg=one.turn_deg,
        scale=one.scale,
        window=shown,
        clip=_polygon(one.clip),
    )


def _short(length_mm: float) -> float:
    return round(length_mm, 3)


def _at(point: Point) -> str:
    return f"{point.x_mm:.3f} {point.y_mm:.3f}"


def _polygon(points: Sequence[Point]) -> str:
    return f"M{'L'.join(map(_at, points))}Z" if points else ""


def _strip(strip: Strip) -> StripView:
    box = strip.box
    x_mm, y_mm = _short(box.x_mm), _short(box.y_mm)
    return StripView(x_mm, y_mm, _short(box.width_mm), _short(box.height_mm), strip.upright)


def _marks(page: Page) -> MarksView:
    """The marks of a page, those together that are drawn alike."""
    lines = [mark for mark in page.marks if isinstance(mark, Line)]
    rings = [mark for mark in page.marks if isinstance(mark, Ring)]
    full = [mark for mark in (*page.marks, *page.registration) if isinstance(mark, Dot | Bar)]
    figures = [mark for mark in page.marks if isinstance(mark, Figure)]
    return MarksView(
        lines=_path((*(line for line in lines if not line.seam), *rings)),
        halos=_path(line for line in lines if line.halo),
        seams=_path(line for line in lines if line.seam),
        folds=_path(page.folds),
        full=_path(full),
        glue="".join(map(_box, page.glue)),
        figures=tuple(map(_figure, figures)),
    )


def _figure(figure: Figure) -> FigureView:
    x_mm, y_mm = _short(figure.at.x_mm), _short(figure.at.y_mm)
    return FigureView(x_mm, y_mm, figure.text, figure.height_mm, figure.turn_deg)


def _path(marks: Iterable[Line | Ring | Dot | Bar]) -> str:
    return "".join(map(_mark, marks))


def _mark(mark: Line | Ring | Dot | Bar) -> str:
    if isinstance(mark, Line):
        return f"M{_at(mark.start)}L{_at(mark.end)}"
    if isinstance(mark, Bar):
        return _box(mark.box)
    r = f"{mark.radius_mm:.3f}"
    left = Point(mark.middle.x_mm - mark.radius_mm, mark.middle.y_mm)
    across = f"{2 * mark.radius_mm:.3f}"
    return f"M{_at(left)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0"


def _box(box: Rect) -> str:
    wide, high = f"{box.width_mm:.3f}", f"{box.height_mm:.3f}"
    return f"M{box.x_mm:.3f} {box.y_mm:.3f}h{wide}v{high}h-{wide}z"
