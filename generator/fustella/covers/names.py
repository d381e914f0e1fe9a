"""Shortens names of one kind by common words, which a cover says once.

`Army 1 (blue)` and `Army 1 (green)` are `blue` and `green` under `Army 1`; below a heading `Set-up`
the name `Set-up for two` is `for two`. Names with markup stay whole.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from fustella.core.values.model import Word

_BRACKETED = re.compile(r"([^()*{}\\\n]*[^()*{}\\\n ]) \(([^()*{}\\\n]+)\)")
_MARKUP = re.compile(r"[*{}\\\n]")

MOST_UNLIKE = 3
"""The most letters by which the ends of a word and of its plural in a heading differ."""

LEAST_ALIKE = 3
"""The least number of letters that a word and its plural have in common at their beginning."""


class NameGroup(Struct, frozen=True):
    """Names without their common words, which are the `label`.

    The label is "" where the heading has these words, or where the names have none in common.
    """

    label: str
    names: tuple[Word, ...]


def grouped(heading: str, names: Sequence[Word]) -> tuple[NameGroup, ...]:
    """The names below a heading, in their order, in groups that share words."""
    parts = [_BRACKETED.fullmatch(name) for name in names]
    whole = (NameGroup("", tuple(names)),)
    if len(names) < 2:
        return whole
    if not all(parts):
        return (NameGroup("", tuple(_without_heading(heading, names))),)
    split = [(part[1], part[2]) for part in parts if part]
    runs = min((_groups_sharing(split, names, of) for of in (0, 1)), key=len)
    if len(runs) * 2 > len(names):
        return whole
    if len(runs) == 1 and _are_same_words(heading, runs[0].label):
        return (NameGroup("", runs[0].names),)
    return tuple(runs)


def _groups_sharing(
    split: Iterable[tuple[str, str]], names: Sequence[Word], of: int
) -> list[NameGroup]:
    """Groups of neighbours that share a stem (`of` 0), or the text in brackets (`of` 1)."""
    numbered = list(enumerate(split))
    return [
        NameGroup(label, tuple(Word(parts[1 - of], names[at].place) for at, parts in run))
        for label, run in groupby(numbered, lambda each: each[1][of])
    ]


def _without_heading(heading: str, names: Sequence[Word]) -> Iterator[Word]:
    """The names without the words of their heading, if all names begin with these words."""
    count = len(heading.split())
    words = [name.split() for name in names]
    repeated = not any(_MARKUP.search(name) for name in names) and all(
        _are_same_words(heading, " ".join(own[:count]))
        and len(own) > count
        and own[count][0].isalpha()
        for own in words
    )
    for name, own in zip(names, words, strict=True):
        yield Word(" ".join(own[count:]), name.place) if repeated else name


def _are_same_words(heading: str, name: str) -> bool:
    """Whether heading and name have the same words, whatever the ends of these words."""
    pairs = heading.casefold().split(), name.casefold().split()
    return len(pairs[0]) == len(pairs[1]) and all(map(_alike_words, *pairs))


def _alike_words(first: str, other: str) -> bool:
    longer = max(len(first), len(other))
    kept = max(min(LEAST_ALIKE, longer), longer - MOST_UNLIKE)
    return first == other or (len(first) >= kept <= len(other) and first[:kept] == other[:kept])


def stems_of(names: Iterable[str]) -> Counter[str]:
    """Counts names of a kind by their stems: the words before the brackets at the end of a name."""
    return Counter(_stem_and_bracket(name)[0] for name in names)


def joined_names(names: Iterable[str], stems: Mapping[str, int]) -> str:
    """Names of a kind in one line: `Army 1 (blue, green), Mine` for three names.

    A stem stands without brackets if `names` has all names with that stem, as `stems` counts them.
    """
    brackets_of: dict[str, list[str]] = {}
    for name in names:
        stem, bracket = _stem_and_bracket(name)
        brackets_of.setdefault(stem, []).extend(bracket)
    return ", ".join(
        f"{stem} ({', '.join(brackets)})"
        if len(brackets) == 1 or 0 < len(brackets) < stems[stem]
        else stem
        for stem, brackets in brackets_of.items()
    )


def _stem_and_bracket(name: str) -> tuple[str, tuple[str, ...]]:
    """The stem of a name, and a tuple with the text in brackets at its end; () without brackets."""
    match = _BRACKETED.fullmatch(name) if name.endswith(")") else None
    return (match[1], (match[2],)) if match else (name, ())
