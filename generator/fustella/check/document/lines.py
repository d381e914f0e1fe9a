"""Which lines of the document were changed since it was last read, and which pieces come from them.

Claims see figures; a sentence that was reworded, added or taken out is seen here. The project keeps
no copy of a document, only a short hash of each of its lines.

Where the lines of a changed document are now, for the content that names them by number.

Only a hash of each line as it was is known: a line is known again by its words, or by its place
between lines that are.

Lines of the document in which nothing changed but claimed figures.

The project keeps no copy of the document, only a hash of each line. So the recorded figures are put
back into a line, in each way they may have been typed, until its hash is the old one.
"""

import difflib
import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fustella.check.document import Document
from fustella.check.document.figures import Figure
from fustella.check.document.number_words import ROMAN
from fustella.core.claims import Finding, Lines, Verdict
from fustella.core.model import Game, Piece
from fustella.core.numerals import number_words
from fustella.core.problems import Place

BLANK = "-"
"""Stands for a line without words."""

_SHOWN = 4
"""Pieces named in a finding; the places of all are in it."""


def line_hashes(document: Document) -> tuple[str, ...]:
    """A short hash of each line; white space does not count."""
    return tuple(hash_of(line) for line in document.lines)


def changed_lines(
    game: Game, known: Sequence[str], now: Sequence[str], others: Sequence[Finding], place: Place
) -> tuple[Finding, ...]:
    """A finding for each change of the document but those that `others` speak of already.

    `known` are the hashes when the document was last read, `now` those of its lines as they are;
    `place` is where the former are kept.
    """
    # What is gone has the lines where it was; one that is alone is shown as it is now.
    gone = [finding.lines for finding in others if finding.verdict is Verdict.GONE]
    return tuple(
        _finding(game, change, place)
        for change in _changes(known, now)
        if (change.was,) not in gone or change.was[0] != change.was[1]
    )


@dataclass(frozen=True, slots=True)
class LineBlock:
    """Lines with words, as they were and as they are: their numbers, from 1.

    `what` became of them is `equal`, `replace`, `insert` or `delete`.
    """

    what: str
    was: tuple[int, ...]
    now: tuple[int, ...]

    @property
    def one_by_one(self) -> bool:
        """Whether each line was replaced by one other."""
        return self.what == "replace" and len(self.was) == len(self.now)


def compared(before: Sequence[str], after: Sequence[str]) -> tuple[LineBlock, ...]:
    """The lines of two hashed documents against each other; blank ones are not even looked at."""
    old, new = _with_words(before), _with_words(after)
    hashes = [before[number - 1] for number in old], [after[number - 1] for number in new]
    matcher = difflib.SequenceMatcher(None, *hashes, autojunk=False)
    return tuple(
        LineBlock(what, tuple(old[i1:i2]), tuple(new[j1:j2]))
        for what, i1, i2, j1, j2 in matcher.get_opcodes()
    )


@dataclass(frozen=True, slots=True)
class _Change:
    """What became of some lines; numbers from 1, as they were and as they are; 0 where none."""

    what: str
    was: tuple[int, int]
    now: tuple[int, int]

    @property
    def span(self) -> tuple[int, int]:
        """Where to look: in the document as it is, or as it was when the lines are gone."""
        return self.now if self.now[0] else self.was


def hash_of(line: str) -> str:
    """A short hash of a line; white space does not count."""
    words = " ".join(line.split())
    return hashlib.sha256(words.encode()).hexdigest()[:8] if words else BLANK


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[_Change]:
    """What became of the lines that are not as they were."""
    for run in compared(before, after):
        if run.one_by_one:
            for was, now in zip(run.was, run.now, strict=True):
                yield _Change("changed", (was, was), (now, now))
        elif run.what != "equal":
            said = {"replace": "changed", "insert": "new", "delete": "gone"}[run.what]
            yield _Change(said, _span(run.was), _span(run.now))


def _with_words(hashes: Sequence[str]) -> list[int]:
    """The numbers of the lines that have words."""
    return [number for number, line in enumerate(hashes, start=1) if line != BLANK]


def _span(numbers: Sequence[int]) -> tuple[int, int]:
    return (numbers[0], numbers[-1]) if numbers else (0, 0)


def _finding(game: Game, change: _Change, place: Place) -> Finding:
    pieces = [piece for piece in game.pieces if _comes_from(piece, change.was)]
    names = ", ".join(piece.id for piece in pieces[:_SHOWN])
    more = f" and {len(pieces) - _SHOWN} more" if len(pieces) > _SHOWN else ""
    first, last = change.span
    said = f"line {first}" if first == last else f"lines {first}-{last}"
    verb = "is" if first == last else "are"
    return Finding(
        claim="document",
        check="lines",
        place=place,
        lines=(change.span,),
        verdict=Verdict.CHANGED,
        says=f"{said} {verb} {change.what}",
        has=f"from it: {names}{more}" if pieces else "no piece names it",
        where=tuple(piece.place for piece in pieces),
        unfixable="read it, change what comes from it, then run `fustella check --accept`",
    )


def _comes_from(piece: Piece, lines: tuple[int, int]) -> bool:
    return any(_overlap(span, lines) for span in piece.source.lines)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


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


def _elsewhere(
    before: Sequence[str], after: Sequence[str], runs: Sequence[LineBlock]
) -> dict[int, int]:
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


_MOST_TRIES = 20_000
"""Ways to type the figures of one line that are tried."""


@dataclass(frozen=True, slots=True)
class Retyped:
    """A line whose figures alone changed: its numbers, from 1, as it was and as it is.

    `before` and `after` are its hashes, `figures` those that changed in it.
    """

    was: int
    now: int
    before: str
    after: str
    figures: tuple[Figure, ...]


def retyped_lines(
    known: Sequence[str], document: Document, changed: Sequence[Figure], language: str
) -> tuple[Retyped, ...]:
    """The lines that are as they were but for the `changed` figures.

    `known` are the hashes of the lines when the document was last read.
    """
    if not changed:
        return ()
    after = line_hashes(document)
    found = {
        line: (before, figures)
        for line, figures in _by_line(changed).items()
        if (before := _before(document, line, figures, language, frozenset(known)))
    }
    restored = [found[line][0] if line in found else now for line, now in enumerate(after, 1)]
    return tuple(
        Retyped(was, now, found[now][0], after[now - 1], found[now][1])
        for run in compared(known, restored)
        if run.what == "equal"
        for was, now in zip(run.was, run.now, strict=True)
        if now in found
    )


def _by_line(changed: Sequence[Figure]) -> Mapping[int, tuple[Figure, ...]]:
    lines: dict[int, list[Figure]] = {}
    for figure in changed:
        lines.setdefault(figure.line, []).append(figure)
    return {line: tuple(figures) for line, figures in lines.items()}


def _before(
    document: Document,
    line: int,
    figures: Sequence[Figure],
    language: str,
    known: frozenset[str],
) -> str:
    """The hash that a line had with the recorded figures in it; "" when it had none such."""
    text, begin = document.line(line), document.start_of(line)
    recorded: dict[tuple[int, int], list[int]] = {}
    for figure in figures:  # several claims may read the same one
        recorded.setdefault(figure.span, []).append(figure.recorded)
    parts: list[list[str]] = []
    at = 0
    for (start, end), values in sorted(recorded.items()):
        if end - begin > len(text):
            return ""  # a number word of two lines
        now = text[start - begin : end - begin]
        parts += [[text[at : start - begin]], list(_ways(values, now, language))]
        at = end - begin
    tries = itertools.product(*parts, [text[at:]])
    hashes = (hash_of("".join(one)) for one in itertools.islice(tries, _MOST_TRIES))
    return next((one for one in hashes if one in known), "")


def _ways(values: Sequence[int], now: str, language: str) -> Iterator[str]:
    """How a figure may have been typed that is typed as `now`."""
    ways: dict[str, None] = {}
    for value in dict.fromkeys(values):
        digits = [str(value), *(str(value).zfill(width) for width in (len(now), 2, 3))]
        words = [word for word, number in number_words(language).items() if number == value]
        words += [way(word) for way in (str.capitalize, str.upper) for word in words]
        roman = [ROMAN[value - 1].upper()] if 0 < value <= len(ROMAN) else []
        ways |= dict.fromkeys([*digits, *words, *roman])
    yield from sorted(ways, key=lambda way: way.isdecimal() != now.isdecimal())
