"""Where two pictures of a side differ: both are rendered, and compared square by square."""

from collections.abc import Iterator, Sequence

from generator.geometry import Rect
from generator.model import Face, RenderedFaces
from generator.units import MM_PER_INCH, PT_PER_INCH

SQUARE_MM = 0.5
_PIXELS = 4
"""Of a square, along its side: 203 dpi, at which the thinnest strokes of letters are seen."""
_NOTICED = 24
"""Of 255: less is how edges are smoothed."""
_REACH = 4
"""Squares this far apart, 2 mm, belong to one place: the words of a line do."""


_MOST = 0.3
"""Of a side: where more than this has changed, it is another side."""


def places_that_differ(
    pairs: Sequence[tuple[Face, Face]], rendered: Sequence[RenderedFaces]
) -> Iterator[tuple[Rect, ...] | None]:
    """For each pair of sides, then and now, the boxes in which they differ, in mm from the trim.

    None where they differ all over or in size; all faces must be among the rendered ones.
    """
    from PIL import Image, ImageChops  # noqa: PLC0415  (only with pictures)

    wanted = {face.digest for pair in pairs for face in pair}
    pictures = dict(_pictures(rendered, wanted))
    for then, now in pairs:
        before, after = pictures[then.digest], pictures[now.digest]
        assert isinstance(before, Image.Image) and isinstance(after, Image.Image)
        if before.size != after.size or then.outline != now.outline:
            yield None
            continue
        seen = ImageChops.difference(before, after).convert("L")
        squares = seen.point(lambda level: 255 if level > _NOTICED else 0).reduce(_PIXELS)
        wide, data = squares.width, squares.tobytes()
        found = {(at % wide, at // wide) for at, level in enumerate(data) if level}
        if len(found) > _MOST * len(data):
            yield None
            continue
        yield tuple(_box(place, now.bleed_mm) for place in _places(found))


def _pictures(rendered: Sequence[RenderedFaces], wanted: set[str]) -> Iterator[tuple[str, object]]:
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  (50 ms)

    scale = _PIXELS / SQUARE_MM * MM_PER_INCH / PT_PER_INCH
    for chunk in rendered:
        pages = [page for page, digest in enumerate(chunk.digests) if digest in wanted]
        if not pages:
            continue
        with pypdfium2.PdfDocument(chunk.pdf) as document:
            for page in pages:
                bitmap = document[page].render(scale, may_draw_forms=False)
                yield chunk.digests[page], bitmap.to_pil().convert("RGB")


def _places(squares: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    """The squares that lie together."""
    near = [(x, y) for x in range(-_REACH, _REACH + 1) for y in range(-_REACH, _REACH + 1)]
    left = set(squares)
    while left:
        place, open_now = set[tuple[int, int]](), [left.pop()]
        while open_now:
            x, y = open_now.pop()
            place.add((x, y))
            found = {(x + dx, y + dy) for dx, dy in near} & left
            left -= found
            open_now += found
        yield place


def _box(place: set[tuple[int, int]], bleed_mm: float) -> Rect:
    lefts, tops = [x for x, _ in place], [y for _, y in place]
    return Rect(
        min(lefts) * SQUARE_MM - bleed_mm,
        min(tops) * SQUARE_MM - bleed_mm,
        (max(lefts) - min(lefts) + 1) * SQUARE_MM,
        (max(tops) - min(tops) + 1) * SQUARE_MM,
    )
