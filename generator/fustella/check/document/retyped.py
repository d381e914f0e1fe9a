"""Finds lines of a document in which nothing changed but figures of claims.

The figures that claims.yaml has are put back into the document. Lines that then equal the accepted
ones, wherever they end, have only other figures.
"""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.check.document import Document
from fustella.check.document.figures import PassageFigure
from fustella.check.document.lines import DocumentComparison, LineChange, compared, hash_of
from fustella.check.document.number_words import ROMAN
from fustella.core.words.numerals import number_words

_MOST_TRIES = 2_000
"""The most ways of typing the figures of one line that are tried."""


class Retyped(Struct, frozen=True):
    """A line in which only figures changed; `was` is its number when it was accepted.

    `words` and `hash` belong to today's line; `before` are its words with the old figures.
    """

    was: int
    words: str
    hash: str
    before: str
    figures: tuple[PassageFigure, ...]


class _PutBack(Struct, frozen=True):
    """A figure in its old form, and the range of its characters in the present text."""

    start: int
    end: int
    typed: str


class Restored(Struct, frozen=True):
    """The changes of a document that remain when the figures of claims are put back.

    `retyped` are the lines in which only figures changed, `reworded` all other changes, by their
    numbers among all changes, from 1.
    """

    retyped: tuple[Retyped, ...]
    reworded: Mapping[int, LineChange]


def restored(
    found: DocumentComparison, changed: Sequence[PassageFigure], language: str
) -> Restored:
    """Separates changes of a document that concern only `changed` figures from all others."""
    kept = [(line.start, line.end) for line in found.kept.values()]
    figures = [
        figure
        for figure in changed
        if not any(start <= figure.span[0] < end for start, end in kept)
    ]
    if not figures:
        return Restored((), dict(enumerate(found.changes, start=1)))
    put_back = _put_back(found.document, figures, language, frozenset(found.accepted.hashes))
    document = Document(found.document.name, _text_with(put_back, found.document.text))
    again = compared(found.accepted, document)
    lines = []
    for was, line in sorted(again.kept.items()):
        start, end = _now_at(put_back, line.start), _now_at(put_back, line.end)
        inside = tuple(figure for figure in figures if start <= figure.span[0] < end)
        if was not in found.kept and inside:
            words = " ".join(found.document.text[start:end].split())
            old = " ".join(document.text[line.start : line.end].split())
            lines.append(Retyped(was, words, hash_of(words), old, inside))
    reworded = {
        number: change
        for number, change in enumerate(found.changes, start=1)
        if any(_share_lines(change, other) for other in again.changes)
    }
    return Restored(tuple(lines), reworded)


def _share_lines(one: LineChange, other: LineChange) -> bool:
    """Whether two changes concern the same lines, before or now."""
    return any(
        first and second and first <= end_of_second and second <= end_of_first
        for (first, end_of_first), (second, end_of_second) in (
            (one.was, other.was),
            (one.now, other.now),
        )
    )


def as_recorded(
    document: Document, figures: Sequence[PassageFigure], language: str
) -> Iterator[tuple[int, str, str]]:
    """Yields each line with changed figures: its number, its text with old figures, its text now.

    Figures are typed as they are now, with digits or as words.
    """
    put_back = _put_back(document, figures, language, frozenset())
    for line, group in itertools.groupby(put_back, key=lambda one: document.line_at(one.start)):
        now, begin = document.line(line), document.start_of(line)
        moved = [_PutBack(one.start - begin, one.end - begin, one.typed) for one in group]
        yield line, _text_with(moved, now), now


def _put_back(
    document: Document, figures: Sequence[PassageFigure], language: str, hashes: Collection[str]
) -> tuple[_PutBack, ...]:
    """All figures with their recorded numbers, in order, each once.

    Of the ways to type a number, it chooses one with which the whole line has one of the `hashes`,
    if there is one.
    """
    by_line: dict[int, dict[tuple[int, int], list[int]]] = {}
    for figure in figures:
        of_line = by_line.setdefault(document.line_at(figure.span[0]), {})
        of_line.setdefault(figure.span, []).append(figure.recorded)
    put_back: list[_PutBack] = []
    for line, recorded in sorted(by_line.items()):
        at = document.start_of(line)
        end_of_line = at + len(document.line(line))
        parts: list[list[str]] = []
        for start, end in sorted(recorded):
            now = document.text[start:end]
            ways = _typed_ways(recorded[start, end], now, language)
            parts += [[document.text[at:start]], list(ways)]
            at = end
        tries = itertools.product(*parts, [document.text[at:end_of_line]])
        first, *others = itertools.islice(tries, _MOST_TRIES if hashes else 1)
        known = (each for each in (first, *others) if hash_of("".join(each)) in hashes)
        typed = next(known, first)[1::2]
        put_back += [
            _PutBack(*span, way) for span, way in zip(sorted(recorded), typed, strict=True)
        ]
    return tuple(put_back)


def _text_with(put_back: Sequence[_PutBack], text: str) -> str:
    """The text with figures put back."""
    at, parts = 0, list[str]()
    for one in put_back:
        parts += [text[at : one.start], one.typed]
        at = one.end
    return "".join([*parts, text[at:]])


def _now_at(put_back: Sequence[_PutBack], character: int) -> int:
    """The index, in the present text, of a character of the text with its old figures.

    `put_back` are the figures that were put back into this text.
    """
    shift = 0
    for one in put_back:
        if one.start - shift + len(one.typed) > character:
            break
        shift += one.end - one.start - len(one.typed)
    return character + shift


def _typed_ways(values: Sequence[int], now: str, language: str) -> Iterator[str]:
    """Yields the ways to type some values; ways like that of `now` (digits, words) come first."""
    ways: dict[str, None] = {}
    for value in dict.fromkeys(values):
        digits = [str(value), *(str(value).zfill(width) for width in (len(now), 2, 3))]
        words = [word for word, number in number_words(language).items() if number == value]
        words += [way(word) for way in (str.capitalize, str.upper) for word in words]
        roman = [ROMAN[value - 1].upper()] if 0 < value <= len(ROMAN) else []
        ways |= dict.fromkeys([*digits, *words, *roman])
    yield from sorted(ways, key=lambda way: way.isdecimal() != now.isdecimal())
