"""Windows of a side that are large enough to be cut, and the faces that show them alone."""

import re
from collections.abc import Iterable

from generator.draw.svg import number
from generator.draw.text_places import line_boxes, without_texts_beside
from generator.geometry import Outline, Rect
from generator.model import Face

AROUND_MM = 1.0
"""On each side of what has changed."""
LEAST_MM = 5.0
"""A smaller sticker is lost before it sticks."""

_WORD_SPACE = 0.2
"""Of the height of a line."""

_HEAD = re.compile(r"<svg\b[^>]*>")
_SIZED = re.compile(r'\s(?:width|height|viewBox)="[^"]*"')


def windows_of(face: Face, places: Iterable[Rect]) -> tuple[Rect, ...]:
    """Boxes around the places of a side, in mm from its trim: no block of text is cut in two.

    Each is inside the trim, `LEAST_MM` at least, and none touches another.
    """
    blocks = _apart([_reaching(line) for line in line_boxes(face)])
    size = face.outline.size
    trim = Rect(0, 0, size.width_mm, size.height_mm)
    seen = (place for place in places if place.overlaps(trim))
    windows = [_whole_blocks(place, blocks) for place in seen]
    windows = _apart([_roomy(window, trim) for window in windows])
    return tuple(sorted(windows, key=lambda one: (one.y_mm, one.x_mm)))


def cut_from(face: Face, window: Rect) -> Face:
    """The part of a face that a window shows, as a face of its own without bleed.

    Texts that lie beside it are left out: a PDF would hold them, though nobody sees them.
    """
    head = _HEAD.search(face.svg)
    assert head, "a face that has passed the lint"
    x, y, wide, high = map(number, (window.x_mm, window.y_mm, window.width_mm, window.height_mm))
    size = f' width="{wide}mm" height="{high}mm" viewBox="{x} {y} {wide} {high}"'
    new = _SIZED.sub("", head[0]).removesuffix(">") + f"{size}>"
    svg = face.svg[: head.start()] + new + face.svg[head.end() :]
    svg = without_texts_beside(svg, window.grown(AROUND_MM))
    return Face.drawn(svg, Outline.rectangle(float(wide), float(high)), 0.0)


def _reaching(line: Rect) -> Rect:
    """A line, as far as a word space beyond its ends: so lines and words of one text meet."""
    return line.grown(min(line.width_mm, line.height_mm) * _WORD_SPACE)


def _whole_blocks(place: Rect, blocks: Iterable[Rect]) -> Rect:
    """A place with the whole of each block of text that it touches."""
    for block in blocks:
        if place.overlaps(block):
            place = _around(place, block)
    return place


def _roomy(place: Rect, trim: Rect) -> Rect:
    """Larger by what lies around it, at least as large as can be cut, inside the trim."""
    left, wide = _span(place.x_mm, place.right_mm, trim.width_mm)
    top, high = _span(place.y_mm, place.bottom_mm, trim.height_mm)
    return Rect(left, top, wide, high)


def _span(first_mm: float, last_mm: float, most_mm: float) -> tuple[float, float]:
    """Where one side of a window begins, and how long it is."""
    first_mm, last_mm = max(0.0, first_mm - AROUND_MM), min(most_mm, last_mm + AROUND_MM)
    lacking_mm = max(0.0, LEAST_MM - (last_mm - first_mm))
    first_mm -= lacking_mm / 2
    long_mm = min(most_mm, max(LEAST_MM, last_mm + lacking_mm / 2 - first_mm))
    return min(max(0.0, first_mm), most_mm - long_mm), long_mm


def _apart(windows: list[Rect]) -> list[Rect]:
    """Windows that meet are one."""
    found: list[Rect] = []
    for window in windows:
        while meeting := [one for one in found if one.overlaps(window)]:
            found = [one for one in found if one not in meeting]
            for one in meeting:
                window = _around(window, one)  # noqa: PLW2901  (it grows)
        found.append(window)
    return found


def _around(one: Rect, other: Rect) -> Rect:
    """The smallest box that holds both."""
    left, top = min(one.x_mm, other.x_mm), min(one.y_mm, other.y_mm)
    right, bottom = max(one.right_mm, other.right_mm), max(one.bottom_mm, other.bottom_mm)
    return Rect(left, top, right - left, bottom - top)
