"""Sheets as the page in the browser draws them: boxes of faces, and marks as paths."""

from collections.abc import Iterator, Sequence

from generator.contents import contents_of
from generator.geometry import Point
from generator.impose import impose
from generator.labels import page_labels
from generator.model import Game
from generator.press import Press
from generator.preview.views import PageView, PlacedView, SheetView
from generator.printing import items_of
from generator.sheets import Bar, Dot, Line, Mark, Page, Placement, Ring, Sheet


def sheet_views(game: Game, language: str, press: Press) -> tuple[SheetView, ...]:
    """All sheets of a box but its cover. Raises ProblemsFound: E301 to E303."""
    sheets = impose(items_of(game.pieces), press)
    title = str(game.title.in_language(language))
    views: list[SheetView] = []
    for group in contents_of(game, game.pieces, sheets).groups:
        name = str(group.name.in_language(language))
        own = [sheet for sheet in sheets if sheet.group == group.id]
        labels = iter(page_labels(title, name, own, language, press.duplex))
        views += (_sheet(sheet, name, len(own), labels) for sheet in own)
    return tuple(views)


def _sheet(sheet: Sheet, name: str, of: int, labels: Iterator[str]) -> SheetView:
    paper = sheet.paper
    pages = tuple(_page(page, next(labels)) for page in sheet.pages)
    size = paper.size.width_mm, paper.size.height_mm
    return SheetView(sheet.group, name, sheet.number, of, paper.id, *size, pages)


def _page(page: Page, label: str) -> PageView:
    placed = tuple(map(_placed, page.placements))
    return PageView(page.side.value, label, placed, _path((*page.marks, *page.folds)))


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


def _path(marks: Sequence[Mark]) -> str:
    """Lines, rings, dots and bars as one path, to be stroked; numbers of cuts are left out."""
    return "".join(map(_mark, marks))


def _mark(mark: Mark) -> str:
    if isinstance(mark, Line):
        return f"M{_at(mark.start)}L{_at(mark.end)}"
    if isinstance(mark, Ring | Dot):
        r = f"{mark.radius_mm:.3f}"
        left = Point(mark.middle.x_mm - mark.radius_mm, mark.middle.y_mm)
        across = f"{2 * mark.radius_mm:.3f}"
        return f"M{_at(left)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0"
    if isinstance(mark, Bar):
        box = mark.box
        wide, high = f"{box.width_mm:.3f}", f"{box.height_mm:.3f}"
        return f"M{box.x_mm:.3f} {box.y_mm:.3f}h{wide}v{high}h-{wide}z"
    return ""
