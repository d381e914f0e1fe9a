"""Where the lines of a changed document are now, for the content that names them by number.

Only a hash of each line as it was is known: a line is known again by its words, or by its place
between lines that are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.check.lines import BLANK, Run, compared
from generator.claims import Lines


@dataclass(frozen=True, slots=True)
class Moves:
    """What became of each line: `to` says where a line with words is now, if it is anywhere.

    `before` and `after` are the hashes of the document's lines; `taken` are the lines that were
    there before. All numbers are from 1.
    """

    before: Sequence[str]
    after: Sequence[str]
    to: Mapping[int, int]
    taken: frozenset[int]

    def of(self, first: int, last: int) -> Lines:
        """Where the lines of a range are now, in the order of the document; () when all are gone.

        New lines among them belong to the range; lines from elsewhere that came in between do not.
        Blank lines, and those behind the document's end, are nothing by themselves.
        """
        known = range(first, min(last, len(self.before)) + 1)
        words = [number for number in known if not _is_blank(self.before, number)]
        kept = [number for number in words if number in self.to]
        if not kept:
            return ()
        ranges = self._ranges(sorted(self.to[number] for number in kept))
        leads, follow = self.to[kept[0]], self.to[kept[-1]]
        return tuple(
            (
                self._upwards(begin, words[0] - first) if begin == leads else begin,
                self._downwards(end, last - words[-1]) if end == follow else end,
            )
            for begin, end in ranges
        )

    def _ranges(self, lines: Sequence[int]) -> list[tuple[int, int]]:
        """The fewest ranges of some lines that have no other line that was there before."""
        own = frozenset(lines)
        ranges = [(lines[0], lines[0])]
        for line in lines[1:]:
            begin, end = ranges[-1]
            if any(one in self.taken and one not in own for one in range(end + 1, line)):
                ranges.append((line, line))
            else:
                ranges[-1] = (begin, line)
        return ranges

    def _upwards(self, begin: int, blanks: int) -> int:
        """A range that began with blank lines does so still, as far as they are there."""
        while blanks and begin > 1 and _is_blank(self.after, begin - 1):
            begin, blanks = begin - 1, blanks - 1
        return begin

    def _downwards(self, end: int, blanks: int) -> int:
        while blanks and end < len(self.after) and _is_blank(self.after, end + 1):
            end, blanks = end + 1, blanks - 1
        return end + blanks if end == len(self.after) else end


def moves(before: Sequence[str], after: Sequence[str]) -> Moves:
    """What became of the lines of a document, by their hashes as they were and as they are.

    A line is where its neighbours are, as `difflib` finds them; or where its words are, if they
    stood there once and stand once elsewhere; or where one other line has taken its place.
    """
    runs = compared(before, after)
    to = {
        was: now
        for run in runs
        if run.what == "equal"
        for was, now in zip(run.was, run.now, strict=True)
    }
    to |= _elsewhere(before, after, runs)
    taken = frozenset(to.values())
    for run in runs:
        if run.one_by_one:
            pairs = zip(run.was, run.now, strict=True)
            to |= {was: now for was, now in pairs if was not in to and now not in taken}
    return Moves(before, after, to, frozenset(to.values()))


def _elsewhere(before: Sequence[str], after: Sequence[str], runs: Sequence[Run]) -> dict[int, int]:
    """Lines that stand elsewhere with their words, where there is only one such line."""
    lost = [number for run in runs if run.what != "equal" for number in run.was]
    found = [number for run in runs if run.what != "equal" for number in run.now]
    were = Counter(before[number - 1] for number in lost)
    are = Counter(after[number - 1] for number in found)
    by_words = {after[number - 1]: number for number in found if are[after[number - 1]] == 1}
    return {
        number: by_words[words]
        for number in lost
        if were[words := before[number - 1]] == 1 and words in by_words
    }


def _is_blank(hashes: Sequence[str], number: int) -> bool:
    return hashes[number - 1] == BLANK
