"""Compares the rule booklets of a game with those of another time, in each language."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella import rules
from fustella.build.job import Job
from fustella.core.values.problems import Place
from fustella.core.words.numerals import figures_in
from fustella.history.versions import ChangeReason

if TYPE_CHECKING:
    from fustella.rules import BookletPassages, ChapterChange, PassageChange

CHAPTER = "chapter"
"""What differs where a whole chapter was added or removed; else it is the kind of a passage."""


class ValueChange(Struct, frozen=True):
    """A reference in a booklet, such as `count:castles`, that means something else now."""

    reference: str
    then: str
    now: str


class RulesChange(Struct, frozen=True):
    """A passage of a booklet that differs in a language, or a whole chapter.

    `kind` is rules for other figures or icons, wording for other words, and looks for a style.
    `then` or `now` is None for what was added or removed, and for a chapter. `passages` counts
    those of such a chapter, and is 1 for others. With `from_lists`, the booklet is typed as it
    was: a list says something else, and `values` says what. `place` is the place now, or where it
    was.
    """

    language: str
    chapter: str
    title: str
    what: str
    kind: ChangeReason
    then: str | None
    now: str | None
    place: Place
    values: tuple[ValueChange, ...] = ()
    from_lists: bool = False
    passages: int = 1


def booklets_of(job: Job, language: str = "") -> "dict[str, BookletPassages]":
    """The booklets of a job's game by their languages, or the one in a language.

    Nothing is loaded for a game without booklets. Raises ProblemsFound.
    """
    return {
        each: rules.passages_of(job.typed_rules.booklets[each], booklet)
        for each, booklet in job.rules.booklets.items()
        if not language or each == language
    }


def rules_changes(
    then: "Mapping[str, BookletPassages]", now: "Mapping[str, BookletPassages]"
) -> tuple[RulesChange, ...]:
    """The changes between the booklets of two times, language by language."""
    found: list[RulesChange] = []
    for language in dict.fromkeys((*now, *then)):
        none = rules.BookletPassages(language, ())
        for chapter in rules.changes_of(then.get(language, none), now.get(language, none)):
            found += _changes_in(chapter, language)
    return tuple(found)


def _changes_in(changed: "ChapterChange", language: str) -> Iterator[RulesChange]:
    chapter = changed.chapter
    if changed.before is None or changed.after is None:
        if chapter.name or chapter.passages:
            kind = ChangeReason.NEW if changed.after else ChangeReason.GONE
            yield RulesChange(
                language,
                chapter.name,
                chapter.title,
                CHAPTER,
                kind,
                None,
                None,
                chapter.place,
                passages=len(chapter.passages),
            )
        return
    for one in changed.passages:
        shown = one.after or one.before
        assert shown is not None, "a change of nothing"
        yield RulesChange(
            language,
            chapter.name,
            chapter.title,
            str(shown.kind),
            _kind_of(one, language),
            one.before.text if one.before else None,
            one.after.text if one.after else None,
            shown.place,
            tuple(ValueChange(*value) for value in one.values),
            one.from_lists,
        )


def _kind_of(change: "PassageChange", language: str) -> ChangeReason:
    """The most important reason why a passage differs."""
    then, now = change.before, change.after
    if then is None:
        return ChangeReason.NEW
    if now is None:
        return ChangeReason.GONE
    if figures_in(then.text, language) != figures_in(now.text, language):
        return ChangeReason.RULES
    other_words = (
        then.words != now.words or now.kind is rules.PassageKind.BOX
    )  # or another kind of box
    return ChangeReason.WORDING if other_words else ChangeReason.LOOKS


def counted_in_rules(changes: Iterable[RulesChange]) -> str:
    """The number of changes of booklets in words: `3 in the booklet`; "" where there is none."""
    count = sum(1 for _ in changes)
    return f"{count} in the booklet" if count else ""
