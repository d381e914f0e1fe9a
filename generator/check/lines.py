"""Which lines of the document were changed since it was last read, and which pieces come from them.

Claims see figures; a sentence that was reworded, added or taken out is seen here. The project keeps
no copy of a document, only a short hash of each of its lines.
"""

import difflib
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.check.document import Document
from generator.claims import Finding, Verdict
from generator.model import Game, Piece
from generator.problems import Place

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
class Run:
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


def compared(before: Sequence[str], after: Sequence[str]) -> tuple[Run, ...]:
    """The lines of two hashed documents against each other; blank ones are not even looked at."""
    old, new = _with_words(before), _with_words(after)
    hashes = [before[number - 1] for number in old], [after[number - 1] for number in new]
    matcher = difflib.SequenceMatcher(None, *hashes, autojunk=False)
    return tuple(
        Run(what, tuple(old[i1:i2]), tuple(new[j1:j2]))
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
