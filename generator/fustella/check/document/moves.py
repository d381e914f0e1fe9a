"""Finds the new places of a document's lines after a change, so that references can follow."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from fustella.check.document.lines import (
    BLANK,
    DocumentComparison,
    DocumentLine,
    LineBlock,
    line_hashes,
)
from fustella.core.values.claims import Lines


class Moves(Struct, frozen=True):
    """Maps the lines of a document to their places after a change.

    `before` and `after` are the hashes of its lines. `to` maps the old number of each line that has
    words and is still there to the first and the last line in which its words are now; `kept` is
    the set of these new numbers.
    """

    before: Sequence[str]
    after: Sequence[str]
    to: Mapping[int, tuple[int, int]]
    kept: frozenset[int]

    def of(self, first: int, last: int) -> Lines:
        """The ranges in which the lines of a range are now, in order; () if all are gone.

        New lines between these lines belong to the range; lines that came in between from elsewhere
        do not. Blank lines at the ends of the range stay in it as far as they are still there.
        """
        known = range(first, min(last, len(self.before)) + 1)
        words = [number for number in known if not _is_blank(self.before, number)]
        kept = [number for number in words if number in self.to]
        if not kept:
            return ()
        ranges = self._ranges(sorted({line for number in kept for line in self._lines(number)}))
        (leads, _), (_, follow) = self.to[kept[0]], self.to[kept[-1]]
        return tuple(
            (
                self._first_with_blanks(begin, words[0] - first) if begin == leads else begin,
                self._last_with_blanks(end, last - words[-1]) if end == follow else end,
            )
            for begin, end in ranges
        )

    def had_words(self, first: int, last: int) -> bool:
        """Whether a range had a line with words."""
        return not all(_is_blank(self.before, number) for number in range(first, last + 1))

    def _lines(self, number: int) -> range:
        first, last = self.to[number]
        return range(first, last + 1)

    def _ranges(self, lines: Sequence[int]) -> list[tuple[int, int]]:
        """The fewest ranges that hold the given lines, but no other line from before."""
        others = self.kept.difference(lines)
        ranges = [(lines[0], lines[0])]
        for line in lines[1:]:
            begin, end = ranges[-1]
            if any(number in others for number in range(end + 1, line)):
                ranges.append((line, line))
            else:
                ranges[-1] = (begin, line)
        return ranges

    def _first_with_blanks(self, begin: int, blanks: int) -> int:
        """The first line of a range, which takes in up to `blanks` blank lines before it."""
        while blanks and begin > 1 and _is_blank(self.after, begin - 1):
            begin, blanks = begin - 1, blanks - 1
        return begin

    def _last_with_blanks(self, end: int, blanks: int) -> int:
        """The last line of a range, which takes in up to `blanks` blank lines after it.

        At the end of the document, missing blank lines are counted as if they were there.
        """
        while blanks and end < len(self.after) and _is_blank(self.after, end + 1):
            end, blanks = end + 1, blanks - 1
        return end + blanks if end == len(self.after) else end


def moves(found: DocumentComparison) -> Moves:
    """Maps the accepted lines of a document to their places now.

    A line is found between its neighbours, as `difflib` aligns them; or by its words, if a single
    line had them before and a single other line has them now; or in the place of a line that has
    replaced it.
    """
    to = found.kept | _moved_lines(found.accepted.hashes, found.blocks)
    taken = {line.start for line in to.values()}
    for block in found.blocks:
        if block.one_by_one:
            pairs = zip(block.was, block.now, strict=True)
            to |= {was: now for was, now in pairs if was not in to and now.start not in taken}
    spans = {number: (line.first, line.last) for number, line in to.items()}
    kept = frozenset(line for first, last in spans.values() for line in range(first, last + 1))
    return Moves(found.accepted.hashes, line_hashes(found.document), spans, kept)


def _moved_lines(before: Sequence[str], blocks: Sequence[LineBlock]) -> dict[int, DocumentLine]:
    """Maps each line that moved to its new place, if its words occur only once before and now."""
    lost = [number for block in blocks if block.kind != "equal" for number in block.was]
    new = [line for block in blocks if block.kind != "equal" for line in block.now]
    were = Counter(before[number - 1] for number in lost)
    are = Counter(line.hash for line in new)
    by_words = {line.hash: line for line in new if are[line.hash] == 1}
    return {
        number: by_words[words]
        for number in lost
        if were[words := before[number - 1]] == 1 and words in by_words
    }


def _is_blank(hashes: Sequence[str], number: int) -> bool:
    return hashes[number - 1] == BLANK
