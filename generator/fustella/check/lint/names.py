"""Every name used in a text is a piece that exists.

**What it checks.** In the texts of all pieces and in each language, the rule takes a word with a
capital letter inside a sentence for a name. It must be part of a name in the box: the name of a
piece, a kind, the game or a group of sheets, an entry of `words` or `keywords`, a field with a name
(`name`, `title`, `troop_name` …), or an entry of `lint.terms`. Several such words side by side are
one name, and a single name in the box must have all of them.

The first word of a text, a line or a sentence is not taken for a name. A sentence starts after
`. : ! ? · •` and after an opening `“` or `«`; stars, brackets or an icon in between make no
difference. Single letters and Roman numerals are not names either.

Two words count as the same if they begin with the same four letters or more and at most three
letters follow in each. So plurals and other endings match: *castello* and *castelli*, *Work* and
*Works*, but not *Castle* and *Cassock*. Accents and capitals make no difference. German is not
checked, because all its nouns have a capital.

In a [booklet](../rules.md), headings and titles of boxes are names, too, and so is a word that a
paragraph has in the same letters in all its languages, such as a person in an example.

**Why it matters.** A card that names a piece by its old name sends players to look for something
that is not in the box.

**Example.** A piece is renamed *Standard Army* and one card still says "if the Banner Army
moves": `"Banner Army" is in no name of the box; did you mean "Standard Army"?`

**How to mend it.** Use the present name of the piece. If a term of the rules is no piece, list it:
`terms: [Range, HP]`.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from fustella.check.errors import InvalidClaim
from fustella.check.keys import Key
from fustella.check.lint import Faces, fault, pieces_for, printed
from fustella.check.texts import entries, plain, texts
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, Text, Word
from fustella.core.values.problems import nearest
from fustella.core.values.schemas import list_schema
from fustella.core.words.languages import word_list
from fustella.core.words.numerals import roman_number
from fustella.core.words.printed import RULES

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets

OPTIONS = {
    "terms": Key(
        list_schema({"title": "word", "type": "string"}),
        "Names in texts that are no piece: [Range, HP].",
    )
}

_SAYS = "every name in a text is a piece that exists"
_STEM = 4
_ENDING = 3
_LEAST_STEM = 3
_WORD = re.compile(r"[^\W\d_]+")
_STARTS = ".:!?·•\n…“«„"
_SIDE_BY_SIDE = re.compile(r"[ -]")


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each name in a text that is no name of the box."""
    pieces = pieces_for(__name__, game, claims)
    sides = [side for piece in pieces for side in (piece.front, piece.back)]
    used = [text for side in sides for text in texts(side)]
    yield from _unknown_in(used, game, claims)


def in_booklets(game: Game, claims: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each name in a booklet that is no name of the box."""
    terms = tuple(
        Text({each: Word(word, game.place) for each, word in words.items()})
        for words in _words_of_tool(game)
    )
    persons = [
        Text(dict.fromkeys(game.languages, Word(name, game.place)))
        for text in booklets.marked
        for name in _persons_in(text)
    ]
    yield from _unknown_in(booklets.marked, game, claims, (*booklets.named, *terms, *persons))


def _persons_in(text: Text) -> set[str]:
    """The names of one word that all languages of a text have in the same letters."""
    words = [text.by_language[each] for each in text.by_language if each not in text.missing]
    if len(words) < 2:
        return set()
    return set.intersection(*(set(_WORD.findall(plain(word))) for word in words)) & {
        name for word in words for name in names_in(word)
    }


def _words_of_tool(game: Game) -> Iterator[dict[str, str]]:
    """Yields the words that the tool prints in booklets, each in all languages of the game."""
    by_language = {one: game.tool_words.section(RULES, one) for one in game.languages}
    for name in by_language[game.languages[0]]:
        yield {language: words[name] for language, words in by_language.items()}


def _unknown_in(
    used: Sequence[Text], game: Game, claims: Claims, others: Sequence[Text] = ()
) -> Iterator[Finding]:
    """Yields a finding for each name in some texts that neither the box nor `others` have."""
    names = [*_names_of(game), *_terms(claims), *others]
    unique: dict[Finding, None] = {}
    for language in game.languages:
        if not word_list("nouns", language):  # in German all of them have capitals
            known = _KnownNames(tuple(_text_in(language, name) for name in names))
            unique |= dict.fromkeys(
                finding
                for text in used
                if language not in text.missing
                for finding in _unknown_names(text.in_language(language), known)
            )
    yield from unique


def _names_of(game: Game) -> Iterator[Text | str]:
    yield game.title
    yield from (kind.name for kind in game.kinds)
    yield from game.sheets.values()
    yield from texts(game.words)
    yield from (keyword.word for keyword in game.keywords)
    for piece in printed(game):
        yield piece.name
        for record in (piece.front, piece.back):
            yield from (entry.value for entry in entries(record) if entry.is_name)


def _text_in(language: str, name: Text | str) -> str:
    return name.in_language(language) if isinstance(name, Text) else name


def _terms(claims: Claims) -> tuple[str, ...]:
    terms = claims.lint["terms"] if "terms" in claims.lint else ()
    if not isinstance(terms, tuple) or not all(isinstance(term, str) for term in terms):
        raise InvalidClaim("lint.terms", "`terms` is no list of names", "write [Range, HP]")
    return tuple(str(term) for term in terms)


def _unknown_names(word: Word, known: "_KnownNames") -> Iterator[Finding]:
    for name in names_in(word):
        if not known.has(name):
            near = nearest(name, known.names) or known.inflected(name)
            hint = f'; did you mean "{near}"?' if near else ""
            has = f'"{name}" is in no name of the box{hint}'
            yield fault(__name__, word.place, _SAYS, has)


def names_in(text: str) -> Iterator[str]:
    """The names in a text: words with a capital that do not begin a sentence, side by side."""
    bare = plain(text, icon="")
    names: list[list[str]] = []
    end = 0
    for match in _WORD.finditer(bare):
        word = match[0]
        adjoins = bool(names) and bool(_SIDE_BY_SIDE.fullmatch(bare, end, match.start()))
        is_name = word[0].isupper() and len(word) > 1 and roman_number(word) is None
        if is_name and (adjoins or not _at_start(bare[: match.start()])):
            if adjoins:
                names[-1].append(word)
            else:
                names.append([word])
            end = match.end()
    yield from map(" ".join, names)


def _at_start(before: str) -> bool:
    """Whether a word begins a sentence, by the text before it."""
    left = before.rstrip(" \t\u00a0\u202f\"'”‘’»()[]¿¡–—-")
    return not left or left[-1] in _STARTS


class _KnownNames:
    """The names of a box in one language."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self._words = frozenset(map(words_without_accents, names))
        self._with: dict[str, list[frozenset[str]]] = {}
        for words in self._words:
            for word in words:
                self._with.setdefault(word, []).append(words)

    def inflected(self, name: str) -> str:
        """The known name that differs from `name` only in its endings; "" without one."""
        stem = name[: max(_LEAST_STEM, len(name) - 2)]
        return next((known for known in self.names if known.startswith(stem) and known != name), "")

    def has(self, name: str) -> bool:
        """Whether a single known name has all words of `name`, perhaps with other endings."""
        wanted = words_without_accents(name)
        # Most names are there as they are, which is found without comparing all words.
        alike = self._with.get(next(iter(wanted), ""), ())
        return any(wanted <= words for words in alike) or any(
            all(any(same_but_for_ending(word, other) for other in words) for word in wanted)
            for words in self._words
        )


@cache
def same_but_for_ending(first: str, second: str) -> bool:
    """Whether two words differ at most in their ending."""
    if first == second:
        return True
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return shared >= _STEM and max(len(first), len(second)) - shared <= _ENDING


@cache
def words_without_accents(name: str) -> frozenset[str]:
    """The words of a name in small letters, without accents."""
    bare = plain(name.lower())
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFD", bare)
        bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return frozenset(_WORD.findall(bare))
