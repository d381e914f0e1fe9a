"""Reads `keywords` of game.yaml: words that have a style of their own in all texts."""

from collections.abc import Callable, Collection, Mapping

from fustella.core.values.model import Keyword, Text, Word
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.read.fields import (
    PLAIN_TEXT,
    TEXT,
    Converter,
    FieldType,
    Known,
    colour_schema,
)
from fustella.read.forms import Form, anything, entry, form_of, table_of
from fustella.read.languages import read_text
from fustella.read.scalars import FLAG, STRING


class KeywordForm(Form, frozen=True):
    """The style and the meaning of a keyword."""

    word: object = entry(
        PLAIN_TEXT,
        default=None,
        about="How it is called in each language; default: its key, in all of them.",
    )
    bold: bool = entry(FLAG, default=False, about="Whether it is bold.")
    italic: bool = entry(FLAG, default=False, about="Whether it is italic.")
    colour: object = entry(
        anything(colour_schema), default=None, about="Its colour; default: that of the text."
    )
    reminder: object = entry(
        TEXT,
        default=None,
        about="What it means: set in brackets where a face has the keyword first.",
    )
    icon: str = entry(STRING, default="", about="A name from `icons` that is drawn before it.")


KEYWORDS = table_of(STRING, form_of(KeywordForm))


def read_keywords(
    forms: Mapping[str, KeywordForm],
    place_of: Callable[..., Place],
    known: Known,
    icons: Collection[str],
    problems: list[Problem],
) -> tuple[Keyword, ...]:
    """The keywords of a game.

    Reports E114 for an unknown icon, E115 for an unknown colour, E105 for a word of two keywords.
    """
    keywords: list[Keyword] = []
    for name, form in forms.items():

        def inside(key: str, name: str = name) -> Place:
            return place_of("keywords", name, key)

        if form.icon and form.icon not in icons:
            hint = (
                did_you_mean(form.icon, icons)
                or f"write under `icons` in game.yaml: `{form.icon}: mdi:…`"
            )
            message = f"there is no inline icon `{form.icon}`"
            problems.append(Problem("E114", inside("icon"), message, hint))
        colour = None
        if form.colour is not None:
            convert = Converter(known, problems)
            colour = convert.value(form.colour, FieldType("colour"), inside("colour"))
        word = Text(dict.fromkeys(known.languages.codes, Word(name, place_of("keywords", name))))
        if form.word is not None:
            word = read_text(form.word, known.languages, inside("word"), problems, plain=True)
        reminder = None
        if form.reminder is not None:
            reminder = read_text(form.reminder, known.languages, inside("reminder"), problems)
        keywords.append(
            Keyword(
                name,
                word,
                form.bold,
                form.italic,
                str(colour or ""),
                reminder,
                form.icon,
                place_of("keywords", name),
            )
        )
    problems += _problems_of_twice(keywords, known.languages.codes)
    return tuple(keywords)


def _problems_of_twice(keywords: Collection[Keyword], languages: Collection[str]) -> list[Problem]:
    problems = []
    for language in languages:
        seen: dict[str, str] = {}
        for keyword in keywords:
            word = keyword.word.in_language(language)
            first = seen.setdefault(" ".join(word.split()), keyword.id)
            if first != keyword.id:
                message = f'"{word}" is the keyword `{first}` already, in `{language}`'
                hint = "give one of the two another `word`, or remove it"
                problems.append(Problem("E105", word.place, message, hint))
    return problems
