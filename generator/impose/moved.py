"""Pages and what lies on them, shifted as a whole."""

from dataclasses import replace

from generator.sheets import Bar, Dot, Figure, Line, Mark, Page, Placement, Ring, Strip, Trim


def moved_placement(placed: Placement, dx_mm: float, dy_mm: float) -> Placement:
    """A placed face with its clip, shifted."""
    if dx_mm == dy_mm == 0:
        return placed
    clip = tuple(at.moved(dx_mm, dy_mm) for at in placed.clip)
    return replace(placed, box=placed.box.moved(dx_mm, dy_mm), clip=clip)


def moved_mark(mark: Mark, dx_mm: float, dy_mm: float) -> Mark:
    """A mark of any sort, shifted."""
    match mark:
        case Line():
            return moved_line(mark, dx_mm, dy_mm)
        case Ring() | Dot():
            return replace(mark, middle=mark.middle.moved(dx_mm, dy_mm))
        case Figure():
            return replace(mark, at=mark.at.moved(dx_mm, dy_mm))
        case Bar():
            return moved_bar(mark, dx_mm, dy_mm)


def moved_line(line: Line, dx_mm: float, dy_mm: float) -> Line:
    """A line, shifted."""
    start, end = (at.moved(dx_mm, dy_mm) for at in (line.start, line.end))
    return replace(line, start=start, end=end)


def moved_bar(bar: Bar, dx_mm: float, dy_mm: float) -> Bar:
    """A bar, shifted."""
    return Bar(bar.box.moved(dx_mm, dy_mm))


def moved_trim(trim: Trim, dx_mm: float, dy_mm: float) -> Trim:
    """The way of the blade round a piece, shifted."""
    path = tuple(at.moved(dx_mm, dy_mm) for at in trim.path)
    return replace(trim, box=trim.box.moved(dx_mm, dy_mm), path=path)


def moved_page(page: Page, dx_mm: float, dy_mm: float) -> Page:
    """A page with everything on it, shifted."""
    return replace(
        page,
        placements=tuple(moved_placement(placed, dx_mm, dy_mm) for placed in page.placements),
        marks=tuple(moved_mark(mark, dx_mm, dy_mm) for mark in page.marks),
        strip=Strip(page.strip.box.moved(dx_mm, dy_mm), page.strip.upright),
        trims=tuple(moved_trim(trim, dx_mm, dy_mm) for trim in page.trims),
        folds=tuple(moved_line(fold, dx_mm, dy_mm) for fold in page.folds),
        glue=tuple(area.moved(dx_mm, dy_mm) for area in page.glue),
        registration=tuple(moved_bar(bar, dx_mm, dy_mm) for bar in page.registration),
    )
