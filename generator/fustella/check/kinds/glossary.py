"""The terms of a game, in each language.

**What it checks.** `terms` lists words of the rules, each with the word for it in every language:
`{it: "castell*", en: "castle*"}`. `*` stands for any ending, and one term may have a list of words.
In each text of the box, a term is in all languages or in none. Texts are on pieces, in names, in
the words that templates print, and in [booklets](../rules.md). The longest words are read first: if
*town hall* is a term, it is no *town*. A term needs a word in the first language. If it has none in
another language, texts in that language are not checked for it.

In a booklet, a term that a paragraph has in one language alone is *open*, as prose may say a thing
in other words; so is a term that stands in the place of another one, in a game of three languages
or more, where the others agree. A term with `on_pieces: true` is not looked for in booklets.

`never` lists words that no text has, in any language: old names of the thing, or words that would
be taken for another one.

`shown_by` names the sign of a term in a field: an icon, a colour, a word. If a record has that
sign, a text beside it or the name of its piece must name the term. If such a text names terms that
have signs, the field must have the sign of one of them. Pieces under `except` are not checked for
this. If the document is at hand, each term must be in it in its language, except with `ours: true`.

**Why it matters.** If a card says *Fortress* for *Castle* in one language, half of the table goes
to another building. If the counter of stone shows an icon of wood, the whole table does.

**Example.**

    - id: glossary
      lines: 11-19
      check: glossary
      terms:
        - {it: "castell*", en: "castle*"}
        - {it: ["campo di grano", "campi di grano"], en: "wheat field*", shown_by: mdi:barley}

**How to mend it.** Use the term of the glossary in every language, and its icon. If a language has
a second word for it, add that word to the term.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from fustella.check.context import CheckContext, Fact, listed
from fustella.check.document import Document
from fustella.check.errors import InvalidClaim
from fustella.check.keys import PHRASES, Key, selection
from fustella.check.selection import as_text, select, words_of
from fustella.check.texts import FieldText, entries, plain, texts
from fustella.check.word_index import WordIndex, folded, regex_of
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.model import Game, Piece, Record, Text, Value, Word
from fustella.core.values.problems import did_you_mean
from fustella.core.values.schemas import FLAG, Schema, Vocabulary, mapping_schema

_WORDS: Schema = {**PHRASES, "title": "word, or a list of words"}


def _terms(vocabulary: Vocabulary) -> Schema:
    """The schema of a list of terms."""
    languages = dict.fromkeys(vocabulary.languages, _WORDS)
    keys = {**languages, "shown_by": _WORDS, "ours": FLAG, "never": _WORDS, "on_pieces": FLAG}
    one = mapping_schema(keys, vocabulary.languages, "the words for a term")
    return {"title": "list of terms", "type": "array", "items": one, "minItems": 1}


KEYS = {
    "terms": Key(
        _terms,
        'Words for a thing in each language: {it: "castell*", en: "castle*"}.',
        required=True,
    ),
    "except": Key(selection, "Pieces whose icons say something else than their names."),
}
OTHERWISE = Verdict.DIFFERS
_SHOWN_BY, _OURS, _NEVER, _ON_PIECES = "shown_by", "ours", "never", "on_pieces"


class _GlossaryTerm(Struct, frozen=True):
    """A term: its words by language, in small letters, the signs for it, and words for it no more.

    Texts in a language without a word for the term need not have it.
    """

    name: str
    words: Mapping[str, tuple[str, ...]]
    shown_by: tuple[str, ...]
    ours: bool
    never: tuple[str, ...] = ()
    on_pieces: bool = False

    def never_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Yields the words in a text that must not stand there."""
        if self.never:
            yield from _index_of((self.never,)).matches(text)


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A fact for each place without an expected term or sign, and one fact for all other places."""
    terms = tuple(_terms_of_claim(claim, context.game, context.language))
    glossary = _Glossary(terms, context.game.languages)
    failed = (
        [*_missing_in_document(context.document, terms, context.language)]
        if context.document
        else []
    )
    all_texts = _texts(context.game)
    for text in all_texts:
        failed += _one_sided_terms(text, glossary)
        failed += _words_never(text, terms)
    in_booklets = context.booklets.marked if context.booklets else ()
    if in_booklets:
        failed += _in_booklets(in_booklets, terms, context.game.languages)
    failed += _wrong_signs(claim, context.game, glossary)
    yield from dict.fromkeys(failed)
    if not failed:
        alike = f"alike in {len(all_texts) + len(in_booklets)} texts"
        for language in context.game.languages[1:]:
            if lacking := sum(language not in term.words for term in terms):
                alike += f"; {lacking} without a word in `{language}`"
        yield Fact(True, f"{len(terms)} terms in each language", alike)


def _terms_of_claim(claim: Claim, game: Game, language: str) -> Iterator[_GlossaryTerm]:
    """The terms as typed. Raises InvalidClaim."""
    known = (*game.languages, _SHOWN_BY, _OURS, _NEVER, _ON_PIECES)
    for number, entry in enumerate(listed(claim, "terms"), start=1):
        key = f"terms[{number}]"
        if not isinstance(entry, Record):
            hint = f"write {{{', '.join(f'{language}: …' for language in game.languages)}}}"
            raise InvalidClaim(key, "a term has a word in each language", hint)
        for name in entry:
            if name not in known:
                hint = did_you_mean(name, known)
                raise InvalidClaim(f"{key}.{name}", f"a term has no key `{name}`", hint, "E106")
        if language not in entry:
            message, hint = f"`{language}` is missing", f"add the word for it: `{language}: …`"
            raise InvalidClaim(f"{key}.{language}", message, hint, "E107")
        own = [name for name in game.languages if name in entry]
        for name in own:
            if not _texts_in_list(entry[name]):
                message, hint = f"`{name}` is empty", f"write the word for it: `{name}: …`"
                raise InvalidClaim(f"{key}.{name}", message, hint, "E107")
        words = {language: _words(entry[language], f"{key}.{language}") for language in own}
        shown_by = words_of(game, _texts_in_list(entry[_SHOWN_BY])) if _SHOWN_BY in entry else ()
        ours = _OURS in entry and entry[_OURS] is True
        never = _words(entry[_NEVER], f"{key}.{_NEVER}") if _NEVER in entry else ()
        on_pieces = _ON_PIECES in entry and entry[_ON_PIECES] is True
        name = words[language][0].rstrip("*")
        yield _GlossaryTerm(name, words, shown_by, ours, never, on_pieces)


def _words(typed: Value, key: str) -> tuple[str, ...]:
    """The words of a term, in small letters. Raises InvalidClaim."""
    words = tuple(map(folded, _texts_in_list(typed)))
    for word in words:
        if not word[:1].isalnum():
            message = f"`{word}` begins with no letter"
            raise InvalidClaim(key, message, "write the beginning of the word: castle*")
    return words


def _texts_in_list(value: Value) -> tuple[str, ...]:
    return tuple(map(as_text, value if isinstance(value, tuple) else (value,)))


class _Glossary:
    """The terms of a game, which it finds in texts."""

    def __init__(self, terms: Sequence[_GlossaryTerm], languages: Sequence[str]) -> None:
        self.terms = terms
        self.languages = tuple(languages)
        self._word_indices = {language: self._word_index(language) for language in languages}
        self.shown_by = {
            sign: frozenset(n for n, term in enumerate(terms) if sign in term.shown_by)
            for sign in {sign for term in terms for sign in term.shown_by}
        }

    def _word_index(self, language: str) -> WordIndex[int]:
        """All words of a language, with the numbers of their terms."""
        return _index_of(tuple(term.words.get(language, ()) for term in self.terms))

    def terms_in(self, text: str, language: str) -> Mapping[int, str]:
        """The number of each term in a text, with the first word there that names it."""
        return _terms_in(plain(text, icon=""), self._word_indices[language])

    def all_in(self, text: str, language: str) -> list[int]:
        """The number of the term of each word of the glossary in a text, in order."""
        found = self._word_indices[language].matches(plain(text, icon=""))
        return [number for number, _ in found]

    def in_texts(self, texts_: Sequence[Text]) -> set[int]:
        """The numbers of the terms that some texts have in the first language."""
        first = self.languages[0]
        return {
            number for text in texts_ for number in self.terms_in(text.in_language(first), first)
        }


@lru_cache(maxsize=16)
def _index_of(terms: tuple[tuple[str, ...], ...]) -> WordIndex[int]:
    """The index of the words of terms, cached: each check of a game has the same terms."""
    numbers: dict[str, list[int]] = {}
    for number, words in enumerate(terms):
        for word in words:
            numbers.setdefault(word, []).append(number)
    return WordIndex(numbers)


@lru_cache(maxsize=4096)
def _terms_in(text: str, index: WordIndex[int]) -> Mapping[int, str]:
    """The terms in a text without markup; cached, because most texts are searched again."""
    words: dict[int, str] = {}
    for number, word in index.matches(text):
        words.setdefault(number, word)
    return words


def _printed_pieces(game: Game) -> Iterator[Piece]:
    return (piece for piece in game.pieces if piece.struck_out is None)


def _texts(game: Game) -> tuple[Text, ...]:
    """All texts of the box, each once."""
    everything = [*texts(game.words), *(kind.name for kind in game.kinds)]
    for piece in _printed_pieces(game):
        everything += [piece.name, *texts(piece.front), *texts(piece.back)]
    return tuple({tuple(text.by_language.values()): text for text in everything}.values())


def _missing_in_document(
    document: Document, terms: Sequence[_GlossaryTerm], language: str
) -> Iterator[Fact]:
    """A fact for each term that is missing in the document."""
    text = "\n".join(map(_unaccented, document.plain_texts))
    for term in terms:
        words = (regex_of(_unaccented(word)) for word in term.words[language])
        if not term.ours and not any(re.search(rf"(?<!\w){word}(?!\w)", text) for word in words):
            reason = "use the word of the document, or write `ours: true`"
            yield Fact(False, "terms of the document", f"it has no “{term.name}”", (), (), reason)


def _unaccented(text: str) -> str:
    """A text in small letters, and without accents, because documents may leave them out."""
    letters = unicodedata.normalize("NFD", folded(text))
    for accent in filter(unicodedata.combining, set(letters)):
        letters = letters.replace(accent, "")
    return letters


def _one_sided_terms(text: Text, glossary: _Glossary) -> Iterator[Fact]:
    """Yields a fact for each term that only one of two languages of a text has."""
    first, *others = glossary.languages
    reference = text.in_language(first)
    for language in others:
        word = text.in_language(language)
        if word == reference:
            continue
        here, there = glossary.terms_in(reference, first), glossary.terms_in(word, language)
        for number in sorted(here.keys() ^ there.keys()):
            if language not in glossary.terms[number].words:
                continue
            has_it, lacks = (first, language) if number in here else (language, first)
            wanted = " or ".join(glossary.terms[number].words[lacks])
            says = f"“{glossary.terms[number].name}” in each language"
            typed = (here if number in here else there)[number]
            has = f"{has_it}: “{typed}”; {lacks}: no “{wanted}”"
            yield Fact(False, says, has, (text.in_language(lacks).place,), (), _BY_HAND)


_BY_HAND = "it stands in a text: correct it in every language"


def _in_booklets(
    texts_: Sequence[Text], terms: Sequence[_GlossaryTerm], languages: Sequence[str]
) -> Iterator[Fact]:
    """Yields a fact for each term that a part of a booklet has in one language alone.

    It is open: prose may say a thing in other words.
    """
    glossary = _Glossary([term for term in terms if not term.on_pieces], languages)
    for text in texts_:
        if not text.missing:
            both = tuple(word.place for word in text.by_language.values())
            for fact in _one_sided_terms(text, glossary):
                where = tuple(dict.fromkeys((*fact.where, *both)))
                yield replace(fact, where=where, verdict=Verdict.OPEN)
            yield from _exchanged(text, glossary)
        yield from _words_never(text, terms)


def _exchanged(text: Text, glossary: _Glossary) -> Iterator[Fact]:
    """Yields an open fact for a term that one language has once more, and another once less.

    All terms are there in each language, but one stands in the place of another one. It is told
    where all other languages, at least two of them, agree on both: of two languages nobody knows
    which is right, and prose repeats a word or takes a pronoun.
    """
    counts = {
        language: Counter(glossary.all_in(text.in_language(language), language))
        for language in glossary.languages
    }
    for language, own in counts.items():
        others = [of for name, of in counts.items() if name != language]
        if len(others) < _LEAST_WITNESSES:
            continue
        more, less = list[int](), list[int]()
        for number, term in enumerate(glossary.terms):
            known = {of[number] for of in others}
            if len(known) == 1 and all(name in term.words for name in glossary.languages):
                by = own[number] - known.pop()
                more += [number] if by == 1 else []
                less += [number] if by == -1 else []
        if len(more) == 1 == len(less):
            taken, lost = (glossary.terms[one[0]] for one in (more, less))
            says = f"“{lost.name}” as often in each language"
            has = f"{language}: once more “{taken.words[language][0].rstrip('*')}” instead"
            place = text.in_language(language).place
            yield Fact(False, says, has, (place,), (), _BY_HAND, verdict=Verdict.OPEN)


_LEAST_WITNESSES = 2


def _words_never(text: Text, terms: Sequence[_GlossaryTerm]) -> Iterator[Fact]:
    """Yields a fact for each word in a text that a term must never have."""
    for language, word in text.by_language.items():
        for term in terms if language not in text.missing else ():
            for _, found in term.never_in(plain(word, icon="")):
                says = f"“{term.words.get(language, (term.name,))[0].rstrip('*')}”"
                yield Fact(False, says, f"{language}: “{found}”", (word.place,), (), _BY_HAND)


def _wrong_signs(claim: Claim, game: Game, glossary: _Glossary) -> Iterator[Fact]:
    """A fact for each sign in a field that does not agree with the terms named beside it."""
    sides = [
        (piece, side, entries(side))
        for piece in _printed_pieces(game)
        for side in (piece.front, piece.back)
    ]
    used: dict[str, set[str]] = {}
    for _, _, fields in sides:
        for entry in fields:
            if isinstance(entry.value, Word) and entry.value in glossary.shown_by:
                used.setdefault(entry.key, set()).add(str(entry.value))
    excepted = claim.parameters["except"] if "except" in claim.parameters else None
    free = {piece.id for piece in select(game, excepted, "except")} if excepted else set()
    for piece, side, fields in sides:
        if piece.id not in free:
            yield from _wrong_signs_of_side(piece, side, fields, used, glossary)


def _wrong_signs_of_side(
    piece: Piece,
    side: Record,
    fields: Sequence[FieldText],
    used: Mapping[str, set[str]],
    glossary: _Glossary,
) -> Iterator[Fact]:
    """Yields a fact for each sign on a side that does not agree with the terms beside it.

    `used` has all signs of terms, by the field's key.
    """
    by_record: dict[int, list[FieldText]] = {}
    for entry in fields:
        by_record.setdefault(id(entry.record), []).append(entry)
    for number, own in by_record.items():
        beside = [entry.value for entry in own if isinstance(entry.value, Text)]
        signs: dict[str, list[Word]] = {}
        for entry in own:
            if isinstance(entry.value, Word) and entry.key in used:
                signs.setdefault(entry.key, []).append(entry.value)
        if not signs:
            continue
        # Where no text is beside them, the name of the piece is all that says what they are.
        named = glossary.in_texts(
            beside if beside and number != id(side) else [*beside, piece.name]
        )
        if beside or number == id(side) or any(glossary.terms[term].shown_by for term in named):
            yield from _signs_without_term(signs, named, glossary)
        if beside or number == id(side):
            yield from _terms_without_sign(signs, named, used, glossary)


def _signs_without_term(
    signs: Mapping[str, Sequence[Word]], named: set[int], glossary: _Glossary
) -> Iterator[Fact]:
    """A fact for each sign in a record whose term is not `named` there."""
    for sign in (sign for words in signs.values() for sign in words):
        meant = glossary.shown_by.get(str(sign), frozenset())
        if meant and named.isdisjoint(meant):
            wanted = " or ".join(glossary.terms[number].name for number in sorted(meant))
            has = f"{sign} without “{wanted}”"
            yield Fact(False, f"{sign} is “{wanted}”", has, (sign.place,), (), _SIGN)


def _terms_without_sign(
    signs: Mapping[str, Sequence[Word]],
    named: set[int],
    used: Mapping[str, set[str]],
    glossary: _Glossary,
) -> Iterator[Fact]:
    """A fact for each field of a record that lacks the sign of a `named` term."""
    wanted = {sign for number in named for sign in glossary.terms[number].shown_by}
    for key, words in signs.items():
        known = wanted & used[key]
        if known and known.isdisjoint(map(str, words)):
            says = f"`{key}` of what is named: {' or '.join(sorted(known))}"
            yield Fact(False, says, str(words[0]), (words[0].place,), (), _SIGN)


_SIGN = "correct the icon, or the text beside it"
