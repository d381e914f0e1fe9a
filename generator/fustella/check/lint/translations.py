"""A name has one translation.

**What it checks.** The names of pieces and the names in their fields (`name`, `title`, `troop_name`
…), in all languages of the game. If two names are the same in the first language, they are the same
in each other language, and the other way round. Capitals and an article before the name make no
difference.

**Why it matters.** If a deck's *Fortezza* is called *Castle*, and so is the castle, two players who
read two languages look for two different pieces.

**Example.** `{it: Torre, en: Tower}` on the board and `{it: Rocca, en: Tower}` on a card:
`“Tower” is “Rocca”, and “Torre” elsewhere`.

**How to mend it.** Give the piece its own name in every language. If one language really has one
word for two things, ignore the piece: `ignore: [{rule: translations, of: …, fields: …, why: …}]`.
"""

import re
from collections.abc import Iterator
from functools import cache

from fustella.check.lint import Faces, fault, pieces_for
from fustella.check.texts import entries
from fustella.check.word_index import folded
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, Text, Word
from fustella.core.words.languages import word_list

_SAYS = "a name has one translation"


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each name whose translation differs from its first translation."""
    first, *others = game.languages
    names: list[Text] = []
    for piece in pieces_for(__name__, game, claims):
        names.append(piece.name)
        fields = (entry for side in (piece.front, piece.back) for entry in entries(side))
        names += [
            field.value for field in fields if field.is_name and isinstance(field.value, Text)
        ]
    findings: dict[Finding, None] = {}
    for language in others:
        pairs = [
            (text.in_language(first), text.in_language(language))
            for text in names
            if text.missing.isdisjoint((first, language))
        ]
        findings |= dict.fromkeys(_differing_names(pairs, first, language))
        turned = [(after, before) for before, after in pairs]
        findings |= dict.fromkeys(_differing_names(turned, language, first))
    yield from findings


def _differing_names(pairs: list[tuple[Word, Word]], first: str, other: str) -> Iterator[Finding]:
    """Yields findings for names in the language `first` with several translations in `other`."""
    known: dict[str, Word] = {}
    for name, translation in pairs:
        usual = known.setdefault(_folded_name(name, first), translation)
        if _folded_name(usual, other) != _folded_name(translation, other):
            has = f"“{name}” is “{translation}”, and “{usual}” elsewhere"
            yield fault(__name__, translation.place, _SAYS, has, usual.place)


def _folded_name(name: str, language: str) -> str:
    """A name in small letters and without its article."""
    bare = folded(name).strip()
    article = _article(language).match(bare)
    return bare[article.end() :] if article else bare


@cache
def _article(language: str) -> re.Pattern[str]:
    """The pattern of an article before a word; it matches nothing if a language has none known."""
    articles = word_list("articles", language)
    before = "|".join(each if each.endswith("'") else f"{each} " for each in articles)
    return re.compile(rf"(?:{before})(?=\w)" if before else r"(?!)")
