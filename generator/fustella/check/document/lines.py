"""Finds the lines of a document that changed since it was last read.

The project keeps no copy of a document, only a short hash of each of its lines. By the hashes,
`changed_lines` finds the lines that were reworded, added or taken out, and the pieces that come
from them; `moves` finds the present number of each line; and `retyped_lines` finds the lines in
which only figures of claims changed. Lines are numbered from 1. White space and blank lines do not
count.
"""

import difflib
import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.check.document import Document
from fustella.check.document.figures import Figure
from fustella.check.document.number_words import ROMAN
from fustella.core.values.claims import Finding, Lines, Verdict
from fustella.core.values.model import Game
from fustella.core.values.problems import Place
from fustella.core.words.numerals import number_words

BLANK = "-"
"""The sign that stands for the hash of a line without words."""

_SHOWN = 4
"""The most pieces that a finding names; it has the places of all pieces."""

_MOST_TRIES = 20_000
"""The most ways of typing the figures of one line that are tried."""


def line_hashes(document: Document) -> tuple[str, ...]:
    """A short hash of each line; `BLANK` for a line without words."""
    return tuple(map(hash_of, document.lines))


def hash_of(line: str) -> str:
    """The hash of a line; `BLANK` for a line without words."""
    words = " ".join(line.split())
    return hashlib.sha256(words.encode()).hexdigest()[:8] if words else BLANK


class _LineBlock(Struct, frozen=True):
    """Some consecutive lines with words: their numbers before and after a change.

    `kind` is `equal`, `replace`, `insert` or `delete`.
    """

    kind: str
    was: tuple[int, ...]
    now: tuple[int, ...]

    @property
    def one_by_one(self) -> bool:
        """Whether the block replaces each line by exactly one line."""
        return self.kind == "replace" and len(self.was) == len(self.now)


def _aligned_blocks(before: Sequence[str], after: Sequence[str]) -> tuple[_LineBlock, ...]:
    """The blocks of lines into which two documents are aligned, by the hashes of their lines."""
    old, new = (
        [number for number, line in enumerate(hashes, start=1) if line != BLANK]
        for hashes in (before, after)
    )
    hashes = [before[number - 1] for number in old], [after[number - 1] for number in new]
    matcher = difflib.SequenceMatcher(None, *hashes, autojunk=False)
    return tuple(
        _LineBlock(tag, tuple(old[i1:i2]), tuple(new[j1:j2]))
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
    )


def changed_lines(
    game: Game, known: Sequence[str], now: Sequence[str], others: Sequence[Finding], place: Place
) -> tuple[Finding, ...]:
    """A finding for each change of the document that none of the `others` reports already.

    `known` are the hashes of lines when the document was last read, and `now` the hashes of its
    present lines; `place` is that of the file with the known hashes.
    """
    # A passage that is gone is reported with the lines where it was. It speaks for a change of a
    # single line there, and for no longer one.
    gone = [finding.lines for finding in others if finding.verdict is Verdict.GONE]
    return tuple(
        _finding(game, change, place)
        for change in _changes(known, now)
        if (change.was,) not in gone or change.was[0] != change.was[1]
    )


class _Change(Struct, frozen=True):
    """A change of lines: first and last line before and after; (0, 0) on a side without lines."""

    kind: str
    was: tuple[int, int]
    now: tuple[int, int]

    @property
    def span(self) -> tuple[int, int]:
        """The lines to look at: lines of the present document, or lost lines of the old one."""
        return self.now if self.now[0] else self.was


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[_Change]:
    for block in _aligned_blocks(before, after):
        if block.one_by_one:
            for was, now in zip(block.was, block.now, strict=True):
                yield _Change("changed", (was, was), (now, now))
        elif block.kind != "equal":
            kind = {"replace": "changed", "insert": "new", "delete": "gone"}[block.kind]
            yield _Change(kind, _span(block.was), _span(block.now))


def _span(numbers: Sequence[int]) -> tuple[int, int]:
    return (numbers[0], numbers[-1]) if numbers else (0, 0)


def _finding(game: Game, change: _Change, place: Place) -> Finding:
    begin, end = change.was
    pieces = [
        piece
        for piece in game.pieces
        if any(first <= end and begin <= last for first, last in piece.source.lines)
    ]
    names = ", ".join(piece.id for piece in pieces[:_SHOWN])
    more = f" and {len(pieces) - _SHOWN} more" if len(pieces) > _SHOWN else ""
    first, last = change.span
    lines = f"line {first} is" if first == last else f"lines {first}-{last} are"
    return Finding(
        claim="document",
        check="lines",
        place=place,
        lines=(change.span,),
        verdict=Verdict.CHANGED,
        says=f"{lines} {change.kind}",
        has=f"from it: {names}{more}" if pieces else "no piece names it",
        where=tuple(piece.place for piece in pieces),
        unfixable="read it, change what comes from it, then run `fustella check --accept`",
    )


class Moves(Struct, frozen=True):
    """Maps the lines of a document to their places after a change.

    `before` and `after` are the hashes of its lines. `to` maps the old number of each line that has
    words and is still there to its new number; `kept` is the set of these new numbers.
    """

    before: Sequence[str]
    after: Sequence[str]
    to: Mapping[int, int]
    kept: frozenset[int]

    def of(self, first: int, last: int) -> Lines:
        """The present ranges of the lines of an old range, in order; () if all are gone.

        New lines between these lines belong to the range, lines that moved there from elsewhere do
        not. Blank lines at the ends of the range stay in it as far as they are still there.
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
                self._start_with_blanks(begin, words[0] - first) if begin == leads else begin,
                self._end_with_blanks(end, last - words[-1]) if end == follow else end,
            )
            for begin, end in ranges
        )

    def _ranges(self, lines: Sequence[int]) -> list[tuple[int, int]]:
        """The fewest ranges with all given lines, and with no other line of the old document."""
        others = self.kept.difference(lines)
        ranges = [(lines[0], lines[0])]
        for line in lines[1:]:
            begin, end = ranges[-1]
            if any(number in others for number in range(end + 1, line)):
                ranges.append((line, line))
            else:
                ranges[-1] = (begin, line)
        return ranges

    def _start_with_blanks(self, begin: int, blanks: int) -> int:
        """The first line of a range that begins with up to `blanks` blank lines before `begin`."""
        while blanks and begin > 1 and _is_blank(self.after, begin - 1):
            begin, blanks = begin - 1, blanks - 1
        return begin

    def _end_with_blanks(self, end: int, blanks: int) -> int:
        """The last line of a range that ends with up to `blanks` blank lines after `end`.

        At the end of the document, missing blank lines are counted as if they were there.
        """
        while blanks and end < len(self.after) and _is_blank(self.after, end + 1):
            end, blanks = end + 1, blanks - 1
        return end + blanks if end == len(self.after) else end


def moves(before: Sequence[str], after: Sequence[str]) -> Moves:
    """A map from the lines of a document to their present numbers, by hashes before and after.

    A line is found between its neighbours, as `difflib` aligns them; or by its words, if exactly
    one line had them before and exactly one has them now; or else its number is that of the line
    that replaced it.
    """
    blocks = _aligned_blocks(before, after)
    to = {
        was: now
        for block in blocks
        if block.kind == "equal"
        for was, now in zip(block.was, block.now, strict=True)
    }
    to |= _moved_lines(before, after, blocks)
    taken = frozenset(to.values())
    for block in blocks:
        if block.one_by_one:
            pairs = zip(block.was, block.now, strict=True)
            to |= {was: now for was, now in pairs if was not in to and now not in taken}
    return Moves(before, after, to, frozenset(to.values()))


def _moved_lines(
    before: Sequence[str], after: Sequence[str], blocks: Sequence[_LineBlock]
) -> dict[int, int]:
    """A map from old to new numbers of lines that moved, with words that no other line has."""
    lost = [number for block in blocks if block.kind != "equal" for number in block.was]
    new = [number for block in blocks if block.kind != "equal" for number in block.now]
    were = Counter(before[number - 1] for number in lost)
    are = Counter(after[number - 1] for number in new)
    by_words = {after[number - 1]: number for number in new if are[after[number - 1]] == 1}
    return {
        number: by_words[words]
        for number in lost
        if were[words := before[number - 1]] == 1 and words in by_words
    }


def _is_blank(hashes: Sequence[str], number: int) -> bool:
    return hashes[number - 1] == BLANK


class Retyped(Struct, frozen=True):
    """A line in which only figures changed: its number and its hash, before and after.

    `figures` are the figures that changed in the line.
    """

    was: int
    now: int
    before: str
    after: str
    figures: tuple[Figure, ...]


def retyped_lines(
    known: Sequence[str], document: Document, changed: Sequence[Figure], language: str
) -> tuple[Retyped, ...]:
    """The lines in which nothing changed but the `changed` figures.

    `known` are the hashes when the document was last read. The recorded figures are put back into a
    line, in each way that somebody may have typed them, until its hash is a known one.
    """
    if not changed:
        return ()
    by_line: dict[int, list[Figure]] = {}
    for figure in changed:
        by_line.setdefault(figure.line, []).append(figure)
    hashes = frozenset(known)
    restored = {
        line: before
        for line, figures in by_line.items()
        if (before := _restored_hash(document, line, figures, language, hashes))
    }
    after = line_hashes(document)
    as_before = [restored.get(line, now) for line, now in enumerate(after, start=1)]
    return tuple(
        Retyped(was, now, restored[now], after[now - 1], tuple(by_line[now]))
        for block in _aligned_blocks(known, as_before)
        if block.kind == "equal"
        for was, now in zip(block.was, block.now, strict=True)
        if now in restored
    )


def _restored_hash(
    document: Document,
    line: int,
    figures: Sequence[Figure],
    language: str,
    known: frozenset[str],
) -> str:
    """The hash of a line with its recorded figures put back; "" if that gives no known hash."""
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
        parts += [[text[at : start - begin]], list(_typed_ways(values, now, language))]
        at = end - begin
    tries = itertools.product(*parts, [text[at:]])
    hashes = (hash_of("".join(words)) for words in itertools.islice(tries, _MOST_TRIES))
    return next((hash_ for hash_ in hashes if hash_ in known), "")


def _typed_ways(values: Sequence[int], now: str, language: str) -> Iterator[str]:
    """The ways to type values, as digits, words or Roman numerals; the sort of `now` is first."""
    ways: dict[str, None] = {}
    for value in dict.fromkeys(values):
        digits = [str(value), *(str(value).zfill(width) for width in (len(now), 2, 3))]
        words = [word for word, number in number_words(language).items() if number == value]
        words += [way(word) for way in (str.capitalize, str.upper) for word in words]
        roman = [ROMAN[value - 1].upper()] if 0 < value <= len(ROMAN) else []
        ways |= dict.fromkeys([*digits, *words, *roman])
    yield from sorted(ways, key=lambda way: way.isdecimal() != now.isdecimal())
