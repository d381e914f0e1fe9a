"""Every name used in a text is a piece that exists.

**What it checks.** A capitalised word inside a sentence of a piece's text is a name, in each
language. It must be part of a name that the box knows: of a piece, a kind, the game, a group of
sheets, an entry of `words`, a field that names something (`name`, `title`, `troop_name` …), or an
entry of `lint.terms`. Words with a capital that stand side by side are one name, and one known name
must have them all.

No name is what has its capital from its place: at the start of a text, a line or a sentence (after
`. : ! ? · •` and where speech is opened by `“` or `«`; stars, brackets or an icon in between make
no difference). Single letters and Roman numerals are labels.

Plurals and other endings count as the same word when both begin with the same four letters or more
and at most three letters follow in each: *castello* and *castelli*, *Work* and *Works*, but not
*Castle* and *Cassock*. Accents and capitals make no difference. German, which gives every noun a
capital, is not asked.

**Why it matters.** A card that names a piece under its old name sends players to look for something
that is not in the box.

**Example.** A piece is renamed *Standard Army* and one card still says "if the Banner Army
moves": `"Banner Army" is in no name of the box; did you mean "Standard Army"?`

**How to mend it.** Use the piece's present name. A term of the rules that is no piece is listed:
`terms: [Range, HP]`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from fustella.check.errors import InvalidClaim
from fustella.check.lint import asked, fault, printed
from fustella.check.lint._faces import entries, plain, texts
from fustella.core.claims import Claims, Finding
from fustella.core.model import FaceId, FaceMetadata, Game, Text, Word
from fustella.core.numerals import roman_number
from fustella.core.problems import nearest

OPTIONS = ("terms",)
"""The keys of `lint` in claims.yaml that this rule reads."""

_SAYS = "every name in a text is a piece that exists"
_STEM = 4
_ENDING = 3
_NOUNS_HAVE_CAPITALS = ("de",)
_WORD = re.compile(r"[^\W\d_]+")
_STARTS = ".:!?·•\n…“«„"
_SIDE_BY_SIDE = re.compile(r"[ -]")


def findings(
    game: Game, claims: Claims, _: Mapping[FaceId, FaceMetadata] | None
) -> Iterator[Finding]:
    """One for each name in a text that nothing in the box has."""
    terms = _terms(claims)
    pieces = asked(game, claims, __name__)
    sides = [side for piece in pieces for side in (piece.front, piece.back)]
    used = [text for side in sides for _, text in texts(side)]
    names = [*_names_of(game), *terms]
    told: dict[Finding, None] = {}
    for language in game.languages:
        if language not in _NOUNS_HAVE_CAPITALS:
            known = _Known(tuple(_in(language, name) for name in names))
            told |= dict.fromkeys(
                finding for text in used for finding in _unknown(text.in_language(language), known)
            )
    yield from told


def names_in(text: str) -> Iterator[str]:
    """The names that a text uses: runs of capitalised words that are not at a sentence's start."""
    bare = plain(text, icon="")
    run: list[str] = []
    end = 0
    for match in _WORD.finditer(bare):
        word = match[0]
        adjoins = bool(run) and bool(_SIDE_BY_SIDE.fullmatch(bare, end, match.start()))
        is_name = word[0].isupper() and len(word) > 1 and roman_number(word) is None
        if is_name and (adjoins or not _at_start(bare[: match.start()])):
            if not adjoins:
                yield from _joined(run)
                run = []
            run.append(word)
            end = match.end()
    yield from _joined(run)


def _joined(run: list[str]) -> Iterator[str]:
    if run:
        yield " ".join(run)


class _Known:
    """The names of a box in one language."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._words = frozenset(map(_words, names))
        self._with: dict[str, list[frozenset[str]]] = {}
        for words in self._words:
            for word in words:
                self._with.setdefault(word, []).append(words)

    def has(self, name: str) -> bool:
        """Whether a name is one of them, or part of one; mostly it stands there as it is."""
        wanted = _words(name)
        alike = self._with.get(next(iter(wanted), ""), ())
        return any(wanted <= words for words in alike) or any(
            _has_all(words, wanted) for words in self._words
        )

    def nearest(self, name: str) -> str | None:
        """The one that was most likely meant."""
        return nearest(name, self._names)


def _unknown(word: Word, known: _Known) -> Iterator[Finding]:
    for name in names_in(word):
        if not known.has(name):
            near = known.nearest(name)
            hint = f'; did you mean "{near}"?' if near else ""
            has = f'"{name}" is in no name of the box{hint}'
            yield fault(__name__, word.place, _SAYS, has)


def _names_of(game: Game) -> Iterator[Text | str]:
    """All names of the box."""
    yield game.title
    yield from (kind.name for kind in game.kinds)
    yield from game.sheets.values()
    yield from (text for _, text in texts(game.words))
    for piece in printed(game):
        yield piece.name
        for record in (piece.front, piece.back):
            yield from (entry.value for entry in entries(record) if entry.is_name)


def _in(language: str, name: Text | str) -> str:
    return name.in_language(language) if isinstance(name, Text) else name


def _terms(claims: Claims) -> tuple[str, ...]:
    terms = claims.lint["terms"] if "terms" in claims.lint else ()
    if not isinstance(terms, tuple) or not all(isinstance(term, str) for term in terms):
        raise InvalidClaim("lint.terms", "the terms are no list of names", "write [Range, HP]")
    return tuple(str(term) for term in terms)


def _at_start(before: str) -> bool:
    """Whether what stands before a word gives it its capital."""
    left = before.rstrip(" \t\u00a0\u202f\"'”‘’»()[]¿¡–—-")
    return not left or left[-1] in _STARTS


def _has_all(words: frozenset[str], wanted: frozenset[str]) -> bool:
    return all(any(_same(one, other) for other in words) for one in wanted)


@cache
def _same(one: str, other: str) -> bool:
    """Whether two words are the same but for their ending."""
    if one == other:
        return True
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return shared >= _STEM and max(len(one), len(other)) - shared <= _ENDING


@cache
def _words(name: str) -> frozenset[str]:
    bare = plain(name.lower())
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFD", bare)
        bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return frozenset(_WORD.findall(bare))
