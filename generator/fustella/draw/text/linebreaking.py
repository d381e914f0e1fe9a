"""Breaks text into as few lines as possible, at the best places.

All ways to break a text into that many lines are compared, as a shortest path over the breaks (D.
E. Knuth and M. F. Plass, Breaking Paragraphs into Lines, 1981). There are fewer criteria than in
the paper, because no space is shrunk. Filling lines from the end of the text gives the first place
at which a line may end, filling them from its start the last, so only the few breaks between the
two are considered.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from fustella.draw.text.justify import JUSTIFY
from fustella.draw.text.lines import Stretch, TextRow, WordBox, is_one_word

_ORPHAN = 1 / 3
"""A last line below this share of the width counts as short."""

_BROKEN_TIE = 8.0
_LONELY_WORD = 5.0
_SHORT_LAST_LINE = 0.15
_HYPHEN = 0.2

_WORD_BROKEN_TWICE = 3.0
"""The penalties of breaks and lines, where an empty line costs 1 and a half-empty one a quarter."""

_STRETCHED = 10.0
"""The empty part of a line costs this many times as much if stretched spaces will fill it."""

_Path: TypeAlias = tuple[float, "_Path | None", int]
"""The best lines up to a break: their penalty, the path of the lines before, the last line's
end."""


def wrap_evenly(parts: Iterable[Stretch], width_em: float, align: str) -> tuple[TextRow, ...]:
    """Breaks a text into as many lines as `wrap`, at better places.

    Centred lines become about equally long; other lines as full as possible, except the last. If
    possible, no short word is left alone on a last line, and tied boxes stay together.
    """
    rows: list[TextRow] = []
    for stretch in parts:
        ends = stretch.ends(width_em)
        if len(ends) > 1:
            empty = _STRETCHED if align == JUSTIFY else 1.0
            ends = _Breaks(stretch.boxes, width_em, align == "center", empty).best(ends)
        rows.extend(stretch.rows(ends))
    return tuple(rows)


def splits_tie(rows: Sequence[TextRow]) -> bool:
    """Whether a line begins with a box that is tied to the box before it."""
    return any(row.boxes[0].tied for row in rows)


def breaks_twice(rows: Sequence[TextRow]) -> bool:
    """Whether a word is spread over more than two lines."""
    return any(
        row.hyphenated and after.hyphenated and is_one_word(after.boxes)
        for row, after in pairwise(rows)
    )


class _Breaks:
    """Finds the best breaks of boxes into lines of one width; an empty line costs `empty`."""

    def __init__(
        self, boxes: Sequence[WordBox], width_em: float, centred: bool, empty: float
    ) -> None:
        self._boxes, self._width_em = boxes, width_em
        self._centred, self._empty = centred, empty
        # How far each box's end is from the start, if all were on one line.
        self._along_em = along_em = [0.0]
        end_em = 0.0
        for box in boxes:
            end_em = end_em + box.gap_em + box.width_em
            along_em.append(end_em)

    def best(self, latest: list[int]) -> list[int]:
        """The ends of the best lines, in boxes; `latest` are the ends of greedily filled lines.

        If no other way fits, the result is `latest`.
        """
        paths: dict[int, _Path] = {0: (0.0, None, 0)}
        for first, last in zip(self._earliest(len(latest)), latest, strict=True):
            paths = self._next_line(paths, max(first, 1), last)
        path = paths.get(len(self._boxes))
        if path is None:
            return latest
        ends: list[int] = []
        _, before, end = path
        while before is not None:
            ends.append(end)
            _, before, end = before
        return ends[::-1]

    def _earliest(self, lines: int) -> list[int]:
        """The earliest end of each line at which the lines after it still hold the rest."""
        boxes, along_em, width_em = self._boxes, self._along_em, self._width_em
        earliest = [len(boxes)]
        while len(earliest) < lines:
            start = end = earliest[-1]
            end_em = along_em[end]
            while start:
                first = boxes[start - 1]
                if end_em - along_em[start - 1] - first.gap_em > width_em - first.indent_em:
                    break
                start -= 1
            earliest.append(min(start, max(end - 1, 0)))
        return earliest[::-1]

    def _next_line(self, paths: dict[int, _Path], first: int, last: int) -> dict[int, _Path]:
        """The best breaks so far for each place where the next line may end.

        `paths` has the best breaks for each box with which that line may begin. The end is the
        index of a box, from `first` to `last`.
        """
        boxes, along_em, width_em = self._boxes, self._along_em, self._width_em
        count, centred, empty = len(boxes), self._centred, self._empty
        further: dict[int, _Path] = {}
        for start, path in paths.items():
            box = boxes[start]
            indent_em, offset_em = box.indent_em, along_em[start] + box.gap_em
            for end in range(max(first, start + 1), last + 1):
                line_em = indent_em + along_em[end] - offset_em
                if line_em > width_em and end > start + 1:
                    break
                if end == count:
                    penalty = self._penalty_of_last(start, line_em / width_em)
                else:
                    penalty = _BROKEN_TIE if boxes[end].tied else 0.0
                    hyphen = boxes[end - 1].hyphen
                    if hyphen is not None:
                        line_em += hyphen.width_em
                        if line_em > width_em:
                            continue
                        penalty += self._penalty_of_hyphen(start, end)
                    share = line_em / width_em
                    penalty += empty * (share if centred else 1 - share) ** 2
                total = path[0] + penalty
                known = further.get(end)
                if known is None or total < known[0]:
                    further[end] = (total, path, end)
        return further

    def _penalty_of_hyphen(self, start: int, end: int) -> float:
        inside = start > 0 and self._boxes[start - 1].hyphen is not None
        twice = inside and is_one_word(self._boxes[start:end])
        return _WORD_BROKEN_TWICE if twice else _HYPHEN

    def _penalty_of_last(self, start: int, share: float) -> float:
        penalty = share**2 if self._centred else 0.0
        if share < _ORPHAN:
            alone = is_one_word(self._boxes[start:])
            penalty += _LONELY_WORD if alone else _SHORT_LAST_LINE
        return penalty
