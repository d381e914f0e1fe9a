"""Lays tokens on the spaces of a grid, and a grid on its piece, for the kind `packs`.

Tokens are laid by an exact search: the first free space is covered by one of the tokens left or
stays empty. That is fast with the few spaces of a printed grid; the number of tries is limited
nonetheless.

Whether a shape fits into an outline is decided with half planes: each edge of a convex outline
bounds one, and a shape lies in it when its outermost corner does. The moves that keep the shape
inside are an intersection of half planes, too.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point

MOST_TRIES = 50_000
"""The most placements that are tried before a search ends: some tenths of a second."""

MOST_SPACES = 400
"""The most spaces of a grid; the search recurses once for each."""

_ARC_DEGREES = 1
"""The degrees from corner to corner of the polygon for a circle; the polygon is 0.004 % smaller."""

Space = tuple[int, int]
"""A row and a column, from 0."""


class GridToken(Struct, frozen=True):
    """One token: the letter that shows it, and its size in spaces."""

    letter: str
    columns: int
    rows: int

    @property
    def area(self) -> int:
        """The number of spaces that it covers."""
        return self.columns * self.rows


class TooHard(Exception):
    """Raised where the search for an arrangement ends without an answer."""


def spaces_of(grid: Sequence[str]) -> tuple[Space, ...]:
    """The spaces of a grid in reading order: every letter but `-`, `.` and blanks."""
    return tuple(
        (row, column)
        for row, word in enumerate(grid)
        for column, letter in enumerate(word)
        if letter not in "-. "
    )


def arranged(
    spaces: Sequence[Space], tokens: Sequence[GridToken], most_tries: int = MOST_TRIES
) -> Mapping[Space, GridToken] | None:
    """Lays tokens on spaces; None where they do not fit. Raises TooHard."""
    if sum(token.area for token in tokens) > len(spaces):
        return None
    if len(spaces) > MOST_SPACES:
        raise TooHard
    largest_first = sorted(tokens, key=lambda token: -token.area)
    return _Search(tuple(sorted(spaces)), most_tries).arrangement(tuple(largest_first))


def arrangement_text(grid: Sequence[str], laid: Mapping[Space, GridToken]) -> str:
    """An arrangement in one line, `MMMK/ADDK/.DD.`; a dot is an empty space, or no space."""
    return "/".join(
        "".join(
            laid[row, column].letter if (row, column) in laid else "."
            for column in range(len(word))
        )
        for row, word in enumerate(grid)
    )


class _Search:
    """A search through the spaces in reading order; a set of spaces is a number, a bit for each."""

    def __init__(self, spaces: Sequence[Space], most_tries: int) -> None:
        self._spaces = spaces
        self._bits = {space: 1 << number for number, space in enumerate(spaces)}
        self._tries_left = most_tries
        self._in_vain: set[tuple[int, tuple[GridToken, ...]]] = set()

    def arrangement(self, tokens: tuple[GridToken, ...]) -> Mapping[Space, GridToken] | None:
        laid = self._spaces_of_tokens((1 << len(self._spaces)) - 1, tokens)
        if laid is None:
            return None
        return {
            space: token
            for covered, token in laid
            for space, bit in self._bits.items()
            if covered & bit
        }

    def _spaces_of_tokens(
        self, free: int, tokens: tuple[GridToken, ...]
    ) -> list[tuple[int, GridToken]] | None:
        """The free spaces that each token covers; None where the tokens do not fit."""
        if not tokens:
            return []
        if free.bit_count() < sum(token.area for token in tokens):
            return None
        if (free, tokens) in self._in_vain:
            return None
        first = free & -free
        for number, token in enumerate(tokens):
            rest = (*tokens[:number], *tokens[number + 1 :])
            for covered in self._token_covers(free, first, token):
                laid = self._spaces_of_tokens(free & ~covered, rest)
                if laid is not None:
                    return [(covered, token), *laid]
        laid = self._spaces_of_tokens(free & ~first, tokens)
        if laid is None:
            self._in_vain.add((free, tokens))
        return laid

    def _token_covers(self, free: int, first: int, token: GridToken) -> Iterator[int]:
        """Yields sets of spaces for a token, unturned and turned, with its corner on `first`."""
        top, left = self._spaces[first.bit_length() - 1]
        for columns, rows in {(token.columns, token.rows): 0, (token.rows, token.columns): 0}:
            self._tries_left -= 1
            if self._tries_left < 0:
                raise TooHard
            covered = 0
            for row in range(top, top + rows):
                for column in range(left, left + columns):
                    covered |= self._bits.get((row, column), 0)
            if covered.bit_count() == token.area and covered & free == covered:
                yield covered


class Clearance(Struct, frozen=True):
    """The room of a shape in an outline: whether it fits somewhere, and its room in the middle.

    `room_mm` is the least distance from an edge, negative where the shape sticks out.
    """

    somewhere: bool
    room_mm: float


def fit(shape: Sequence[Point], outline: Outline) -> Clearance:
    """Whether the convex hull of `shape`, in mm, fits into the outline without being turned."""
    across = [point.x_mm for point in shape]
    down = [point.y_mm for point in shape]
    # Both the shape and the outline have their centre at (0, 0), so no move centres the shape.
    centre = Point((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
    points = [Point(point.x_mm - centre.x_mm, point.y_mm - centre.y_mm) for point in shape]
    planes = list(_planes(points, outline))
    reach_mm = outline.size.width_mm + outline.size.height_mm
    moves = [
        Point(-reach_mm, -reach_mm),
        Point(reach_mm, -reach_mm),
        Point(reach_mm, reach_mm),
        Point(-reach_mm, reach_mm),
    ]
    for plane in planes:
        moves = _part_in_plane(moves, plane)
    return Clearance(bool(moves), min(room_mm for _, _, room_mm in planes))


_Plane = tuple[float, float, float]
"""A half plane (a, b, c) of all moves (x, y) with `x * a + y * b <= c`; (a, b) is 1 long."""


def _planes(points: Sequence[Point], outline: Outline) -> Iterator[_Plane]:
    """Yields, for each edge of the outline, the half plane of the moves that it allows."""
    corners = _polygon(outline)
    for first, second in zip(corners, [*corners[1:], corners[0]], strict=True):
        along, across = second.x_mm - first.x_mm, second.y_mm - first.y_mm
        length = math.hypot(along, across)
        if length < EPSILON_MM:
            continue
        # Clockwise with y down, the outside is to the left of an edge: (across, -along).
        a, b = across / length, -along / length
        edge = first.x_mm * a + first.y_mm * b
        yield a, b, edge - max(point.x_mm * a + point.y_mm * b for point in points)


def _polygon(outline: Outline) -> list[Point]:
    """The corners of an outline, clockwise, with its middle at (0, 0)."""
    half_wide, half_high = outline.size.width_mm / 2, outline.size.height_mm / 2
    radius = outline.radius_mm
    if outline.fills_box and radius:
        x, y = half_wide - radius, half_high - radius
        return [
            *_arc(x, -y, radius, 0, 90),
            *_arc(x, y, radius, 90, 180),
            *_arc(-x, y, radius, 180, 270),
            *_arc(-x, -y, radius, 270, 360),
        ]
    return [Point(point.x_mm - half_wide, point.y_mm - half_high) for point in outline.corners()]


def _arc(x_mm: float, y_mm: float, radius_mm: float, first: int, last: int) -> Iterator[Point]:
    """Points of an arc, in degrees clockwise from the top."""
    for degree in range(first, last + 1, _ARC_DEGREES):
        turned = math.radians(degree)
        yield Point(x_mm + radius_mm * math.sin(turned), y_mm - radius_mm * math.cos(turned))


def _part_in_plane(polygon: Sequence[Point], plane: _Plane) -> list[Point]:
    """The part of a convex polygon in a half plane, with a tolerance of EPSILON_MM."""
    a, b, c = plane
    kept: list[Point] = []
    for here, after in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        inside = c + EPSILON_MM - here.x_mm * a - here.y_mm * b
        inside_after = c + EPSILON_MM - after.x_mm * a - after.y_mm * b
        if inside >= 0:
            kept.append(here)
        if (inside < 0) != (inside_after < 0):
            share = inside / (inside - inside_after)
            kept.append(
                Point(
                    here.x_mm + (after.x_mm - here.x_mm) * share,
                    here.y_mm + (after.y_mm - here.y_mm) * share,
                )
            )
    return kept
