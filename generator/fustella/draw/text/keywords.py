"""Sets keywords in their styles, and explains them in brackets once on each face."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from fustella.core.values.keywords import KeywordFinder
from fustella.core.values.model import Keyword, Word
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.markup import Mark, MarkedSpan, TextIcon, marks_of

_NO_BREAK_SPACE = "\u00a0"


class KeywordStyles:
    """The styles of a game's keywords, for the forms that the keywords have in one language."""

    def __init__(self, keywords: Sequence[Keyword], language: str) -> None:
        self._finder = KeywordFinder(keywords, language)
        self._language = language
        self._any = bool(keywords)

    def styled(self, marks: Sequence[Mark], base: FontStyle, told: set[str]) -> Sequence[Mark]:
        """The marks of a text with its keywords in their styles.

        `told` are the ids of keywords whose reminder is on the face already; others are added to
        it.
        """
        return tuple(self._styled(marks, base, told)) if self._any else marks

    def reminders(self, marks: Sequence[Mark]) -> tuple[Word, ...]:
        """The reminders of the keywords in a text."""
        found = dict[str, Word]()
        for mark in marks if self._any else ():
            for _, keyword in self._finder.found(mark.text if isinstance(mark, MarkedSpan) else ""):
                if keyword is not None and keyword.reminder is not None:
                    found[keyword.id] = keyword.reminder.in_language(self._language)
        return tuple(found.values())

    def _styled(self, marks: Iterable[Mark], base: FontStyle, told: set[str]) -> Iterator[Mark]:
        for mark in marks:
            if not isinstance(mark, MarkedSpan):
                yield mark
                continue
            for text, keyword in self._finder.found(mark.text):
                if keyword is None:
                    yield replace(mark, text=text)
                else:
                    yield from _word(keyword, replace(mark, text=text), base)
                    yield from self._reminder(keyword, base, told)

    def _reminder(self, keyword: Keyword, base: FontStyle, told: set[str]) -> Iterator[Mark]:
        if keyword.reminder is None or keyword.id in told:
            return
        told.add(keyword.id)
        italic = not base.italic
        yield MarkedSpan(" (", italic=italic)
        for mark in marks_of(keyword.reminder.in_language(self._language)).marks:
            yield replace(mark, italic=italic) if isinstance(mark, MarkedSpan) else mark
        yield MarkedSpan(")", italic=italic)


def _word(keyword: Keyword, span: MarkedSpan, base: FontStyle) -> Iterator[Mark]:
    bold = not base.is_heavy if keyword.bold else span.bold
    italic = not base.italic if keyword.italic else span.italic
    text = span.text
    if keyword.icon:
        yield TextIcon(keyword.icon, colour=keyword.colour)
        text = _NO_BREAK_SPACE + text
    yield MarkedSpan(text, bold, italic, keyword.colour)
