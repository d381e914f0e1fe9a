"""Compares two versions of a booklet, passage by passage."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec import Struct

from fustella.rules.passages import BookletPassages, ChapterPassages, Passage

_ALIKE = 0.4
"""The least similarity of two texts of which one is a later version of the other."""

_MOST_PAIRS = 900
"""The most pairs of passages in a row that are compared with each other."""

_MANY = 1000
"""The passages of a chapter beyond which those that stand there very often are passed over."""

_LONG = 40_000
"""The product of the words of two texts beyond which their order is not looked at."""

_WORD = re.compile(r"\w+|[^\w\s]")


class PassageChange(Struct, frozen=True):
    """A passage that differs; `before` or `after` is None for one that was added or removed."""

    before: Passage | None
    after: Passage | None

    @property
    def from_lists(self) -> bool:
        """Whether the passage is typed as it was, and something else comes from the lists."""
        then, now = self.before, self.after
        return then is not None and now is not None and bool(now.typed) and then.typed == now.typed

    @property
    def values(self) -> tuple[tuple[str, str, str], ...]:
        """The references whose letters differ, each with the letters then and now."""
        if self.before is None or self.after is None:
            return ()
        then = self.before.values
        return tuple(
            (source, then[source], value)
            for source, value in self.after.values.items()
            if source in then and then[source] != value
        )


class ChapterChange(Struct, frozen=True):
    """A chapter that differs; `before` or `after` is None for one that was added or removed.

    `passages` are its changes, none for a chapter that was added or removed as a whole.
    """

    before: ChapterPassages | None
    after: ChapterPassages | None
    passages: tuple[PassageChange, ...] = ()

    @property
    def chapter(self) -> ChapterPassages:
        """The present chapter, or one that is gone."""
        chapter = self.after or self.before
        assert chapter is not None, "a change of nothing"
        return chapter


def changes_of(then: BookletPassages, now: BookletPassages) -> tuple[ChapterChange, ...]:
    """The changes of a booklet in the order of its chapters; chapters that are gone come last.

    A chapter that got another number is the same as before.
    """
    pairs = _paired_chapters(then.chapters, now.chapters)
    found = []
    for before, after in pairs:
        if before is None or after is None:
            found.append(ChapterChange(before, after))
        elif changed := tuple(passage_changes(before.passages, after.passages)):
            found.append(ChapterChange(before, after, changed))
    return tuple(found)


def _paired_chapters(
    then: Sequence[ChapterPassages], now: Sequence[ChapterPassages]
) -> Iterator[tuple[ChapterPassages | None, ChapterPassages | None]]:
    """Yields each chapter then and now: chapters of one name, or of one name behind the number."""
    left = {chapter.name: chapter for chapter in then}
    names = {chapter.name for chapter in now}
    renumbered = {_unnumbered(name): name for name in left if name not in names}
    for chapter in now:
        name = chapter.name if chapter.name in left else renumbered.get(_unnumbered(chapter.name))
        yield (left.pop(name, None) if name is not None else None), chapter
    for chapter in left.values():
        yield chapter, None


def _unnumbered(name: str) -> str:
    return name.partition("-")[2] or name


def passage_changes(then: Sequence[Passage], now: Sequence[Passage]) -> Iterator[PassageChange]:
    """Yields the passages that differ, in the order of the present ones."""
    old, new = ([(one.kind, one.text) for one in passages] for passages in (then, now))
    matcher = SequenceMatcher(None, old, new, autojunk=len(now) > _MANY)
    for tag, first, last, begin, end in matcher.get_opcodes():
        if tag != "equal":
            yield from _in_gap(then[first:last], now[begin:end])


def _in_gap(then: Sequence[Passage], now: Sequence[Passage]) -> Iterator[PassageChange]:
    """Yields the changes between two passages that are as they were: those most alike are one."""
    pairs = _most_alike(then, now)
    at = 0
    for number, passage in enumerate(now):
        other = pairs.get(number)
        while other is not None and at < other:
            yield PassageChange(then[at], None)
            at += 1
        yield PassageChange(None if other is None else then[other], passage)
        at = at if other is None else other + 1
    for passage in then[at:]:
        yield PassageChange(passage, None)


def _most_alike(then: Sequence[Passage], now: Sequence[Passage]) -> dict[int, int]:
    """The passages then by those now of which they are older versions; both in their order."""
    if len(then) * len(now) > _MOST_PAIRS:
        both = zip(range(len(now)), range(len(then)), strict=False)
        return {new: old for new, old in both if _likeness(then[old], now[new]) >= _ALIKE}
    best = [[0.0] * (len(now) + 1) for _ in range(len(then) + 1)]
    alike = [[_likeness(old, new) for new in now] for old in then]
    for i in range(len(then) - 1, -1, -1):
        for j in range(len(now) - 1, -1, -1):
            paired = alike[i][j] + best[i + 1][j + 1] if alike[i][j] >= _ALIKE else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], paired)
    pairs = {}
    i = j = 0
    while i < len(then) and j < len(now):
        paired = alike[i][j] + best[i + 1][j + 1]
        if alike[i][j] >= _ALIKE and best[i][j] == paired:
            pairs[j] = i
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _likeness(then: Passage, now: Passage) -> float:
    """How much two passages have in common, from 0 to 1; 1 for those that are typed alike."""
    if then.kind is not now.kind:
        return 0.0
    if now.typed and then.typed == now.typed:
        return 1.0
    return _ratio(then.text, now.text)


@lru_cache(maxsize=4096)
def _ratio(then: str, now: str) -> float:
    old, new = _WORD.findall(then), _WORD.findall(now)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.real_quick_ratio() < _ALIKE:
        return 0.0
    return matcher.quick_ratio() if len(old) * len(new) > _LONG else matcher.ratio()
