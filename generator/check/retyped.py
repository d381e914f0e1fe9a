"""Lines of the document in which nothing changed but claimed figures.

The project keeps no copy of the document, only a hash of each line. So the recorded figures are put
back into a line, in each way they may have been typed, until its hash is the old one.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.check.document import Document
from generator.check.figures import Figure
from generator.check.lines import compared, hash_of, line_hashes
from generator.check.veil import ROMAN
from generator.numerals import number_words

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
