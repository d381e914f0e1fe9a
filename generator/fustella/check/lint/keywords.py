"""Every keyword of game.yaml stands in some text.

**What it checks.** Each of the `keywords` of game.yaml stands in a text or a word of some printed
piece, or in the game's `words`, in every language. It must be written in the same way, capital
letters included. A finding is *open*: it stops nothing.

**Why it matters.** If no text has a keyword, somebody renamed it in the texts, or a language spells
it in another way. There it is printed without its style and its reminder.

**Example.** `Flying: {word: {en: Flying, it: Volo}}`, and the Italian texts say *Volare*:
`Volo (it) is in no text`.

**How to mend it.** Write the `word` as the texts have it, or take the keyword out. The rule does
not see a text that stands in the template itself.
"""

from collections.abc import Iterator

from fustella.check.lint import Faces, fault, printed
from fustella.check.texts import entries, plain, texts
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.keywords import KeywordFinder
from fustella.core.values.model import Game, Text, Word

_SAYS = "every keyword stands in some text"


def findings(game: Game, _: Claims, __: Faces) -> Iterator[Finding]:
    """Yields a finding for each keyword that is missing in the texts of some language.

    A language in which texts are missing is left out.
    """
    unseen: dict[str, list[str]] = {}
    unfinished = {text.language for text in game.missing}
    for language in (code for code in game.languages if code not in unfinished):
        seen = _keywords_in_texts(game, language) if game.keywords else set()
        for keyword in game.keywords:
            if keyword.id not in seen:
                word = f"{keyword.word.in_language(language)} ({language})"
                unseen.setdefault(keyword.id, []).append(word)
    for keyword in game.keywords:
        if words := unseen.get(keyword.id):
            has = f"{', '.join(words)} {'is' if len(words) == 1 else 'are'} in no text"
            yield fault(__name__, keyword.place, _SAYS, has, verdict=Verdict.OPEN)


def _keywords_in_texts(game: Game, language: str) -> set[str]:
    """The ids of the keywords that the texts of a language have."""
    finder = KeywordFinder(game.keywords, language)
    everything: list[Text | Word] = [*texts(game.words)]
    for piece in printed(game):
        fields = (*entries(piece.front), *entries(piece.back))
        everything += [piece.name, *(entry.value for entry in fields)]
    words = (text.in_language(language) if isinstance(text, Text) else text for text in everything)
    return {keyword.id for word in words for _, keyword in finder.found(plain(word)) if keyword}
