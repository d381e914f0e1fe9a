"""A name has one translation.

**What it checks.** The names of pieces and the names in their fields (`name`, `title`,
`troop_name` …), in all languages of the game. Where a name is the same in the first language,
it is the same in each other language, and the other way round. Capitals and an article before the
name make no difference.

**Why it matters.** When a deck's *Fortezza* is called *Castle*, as the castle is, two players
who read two languages look for two different pieces.

**Example.** `{it: Torre, en: Tower}` on the board and `{it: Rocca, en: Tower}` on a card:
`“Tower” is “Rocca”, and “Torre” elsewhere`.

**How to mend it.** Give the piece its own name in every language. Where one language really has one
word for two things, ignore the piece: `ignore: [{rule: translations, of: …, why: …}]`.
"""

import re
from collections.abc import Iterator

from fustella.check.lint import Faces, fault, pieces_for
from fustella.check.texts import entries
from fustella.core.claims import Claims, Finding
from fustella.core.model import Game, Text, Word

_SAYS = "a name has one translation"
_ARTICLE = re.compile(r"(?:(?:the|an?|il|lo|la|i|gli|le|el|los|las|un|una|uno) |l['’])(?=\w)")


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """One for each name with another translation than where the name stands first."""
    first, *others = game.languages
    names: list[Text] = []
    for piece in pieces_for(__name__, game, claims):
        names.append(piece.name)
        found = (entry for side in (piece.front, piece.back) for entry in entries(side))
        names += [one.value for one in found if one.is_name and isinstance(one.value, Text)]
    told: dict[Finding, None] = {}
    for language in others:
        pairs = [
            (text.in_language(first), text.in_language(language))
            for text in names
            if text.missing.isdisjoint((first, language))
        ]
        told |= dict.fromkeys(_differing(pairs))
        told |= dict.fromkeys(_differing([(after, before) for before, after in pairs]))
    yield from told


def _differing(pairs: list[tuple[Word, Word]]) -> Iterator[Finding]:
    known: dict[str, Word] = {}
    for name, translation in pairs:
        usual = known.setdefault(_folded(name), translation)
        if _folded(usual) != _folded(translation):
            has = f"“{name}” is “{translation}”, and “{usual}” elsewhere"
            yield fault(__name__, translation.place, _SAYS, has, usual.place)


def _folded(name: str) -> str:
    bare = name.lower().strip()
    article = _ARTICLE.match(bare)
    return bare[article.end() :] if article else bare
