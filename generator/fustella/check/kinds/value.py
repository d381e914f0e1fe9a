"""A number that is printed on a piece.

**What it checks.** `are` names fields of the selected pieces and the figure that each must have.
`reads` names fields with a text, and words of it with the figure among them. `words` does the same
for the `words` of game.yaml, which templates print, and for its other texts by their keys: `title`,
`cover.says.ages`, `boxes.deck.name`. The text must have those words, each time with the figure. A
figure of `reads` may be a field of the piece, and `name` is its name:
`reads: {name: "for {front.players}"}`.

`booklet` does the same for the [booklet](../rules.md), in the language of the document or in each:
`booklet: {it: "{n} carte", en: "{n} cards"}`; each may be a list. Some paragraph must have those
words, and each that has them must have the figure.

**Why it matters.** If a cost, a level or a defence differs from the rulebook, the mistake survives
longest, because everybody believes the card.

**Example.**

    - id: barracks
      lines: 177
      text: "{level=1} Cuartel: (cuesta {gold=3} de oro y {wood=1} de madera)"
      check: value
      of: barracks
      are: {front.level: level, front.gold: gold, front.wood: wood}
    - id: light-feet
      lines: 60
      text: "Pies ligeros: mover {step=1} casilla"
      check: value
      of: light-feet
      reads: {front.effect: "{step} casilla"}

**How to mend it.** Correct the field; `fustella check --fix` does it. If the number is in a text,
you must correct it yourself, in every language.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from fustella.check.context import CheckContext, Fact, none_selected, table
from fustella.check.coverage import place_of_text
from fustella.check.document.passages import ClaimPassage, pattern_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, PHRASES, Key, selection, table_by_field
from fustella.check.selection import Field, as_text, field_repair, number_in
from fustella.check.steps import LETTERS_OF_TEXT, Steps
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.expressions import exact, shown
from fustella.core.values.model import Piece, Record, Text, Value
from fustella.core.values.problems import Place, did_you_mean
from fustella.core.values.schemas import SAYING, Schema, Vocabulary, mapping_schema, table_schema
from fustella.core.values.texts import texts_of_game


def _booklet(vocabulary: Vocabulary) -> Schema:
    """The schema of words of a booklet."""
    by_language = dict.fromkeys(vocabulary.languages, PHRASES)
    title = "text, list of texts, or either in each language"
    schema = mapping_schema(by_language, title=title)
    return {**schema, "type": ["string", "array", "object"], "items": SAYING}


KEYS = {
    "of": Key(selection, "The pieces that print the numbers."),
    "are": Key(
        table_by_field(ARITHMETIC),
        "Fields of the pieces, each with the figure that it must have: {front.level: level}.",
        needs=("of",),
    ),
    "reads": Key(
        table_by_field(SAYING),
        'Fields with a text, each with words and figures in it: {front.effect: "{step} spaces"}.',
        needs=("of",),
    ),
    "words": Key(
        table_schema(SAYING),
        "Words of game.yaml by name, other texts by key (cover.says.age): what they must have.",
    ),
    "booklet": Key(
        _booklet,
        'Words of the booklet with figures in them, or those of each language: "draw {n} cards".',
    ),
}
SOME_OF = ("are", "reads", "words", "booklet")
OTHERWISE = Verdict.DIFFERS
_MARKUP = re.compile(r"\*+|\{[a-z_][\w-]*(?::[\d.]+)?\}")
_NAME = re.compile(r"\{([^{}]+)\}")
_BOOKLET = "booklet"


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A fact for each field of each selected piece, and for each word of game.yaml."""
    numbers, texts, words = (table(claim, key) for key in ("are", "reads", "words"))
    booklet = tuple(_words_of_booklet(claim, context))
    if not any(list(keys) for keys in (numbers, texts, words)) and not booklet:
        raise InvalidClaim("", "it says no values", "add `are: {front.level: level}`", "E107")
    pieces: Sequence[Piece] = ()
    if list(numbers) or list(texts):
        if "of" not in claim.parameters:
            raise InvalidClaim("", "`of` is missing", "add `of: …`", "E107")
        pieces = context.pieces(claim)
        if not pieces:
            yield none_selected(claim, context)
    for piece in pieces:
        for path in numbers:
            fact = _number(claim, context, piece, path, numbers[path])
            writes = fact.repairs and not fact.holds
            reason = context.shared(pieces, path, fact.where[0]) if writes else ""
            yield replace(fact, repairs=(), unfixable=reason) if reason else fact
        for path in texts:
            key = f"reads.{path}"
            field = context.judged(piece, path, key)
            yield _text(claim, context, field, key, as_text(texts[path]), piece)
    for name in words:
        yield _text(claim, context, _word(context, name), f"words.{name}", as_text(words[name]))
    for language, said in booklet:
        yield _in_booklet(claim, context, language, said)


def _words_of_booklet(claim: Claim, context: CheckContext) -> Iterator[tuple[str, str]]:
    """Yields the words under `booklet`, each with their language. Raises InvalidClaim."""
    typed = claim.parameters[_BOOKLET] if _BOOKLET in claim.parameters else Record({})
    if not isinstance(typed, Record):
        yield from ((context.language, words) for words in _phrases(typed, _BOOKLET))
        return
    for language in typed:
        key = f"{_BOOKLET}.{language}"
        if language not in context.game.languages:
            hint = did_you_mean(language, context.game.languages)
            raise InvalidClaim(key, f"the game has no language `{language}`", hint, "E106")
        yield from ((language, words) for words in _phrases(typed[language], key))


def _phrases(typed: Value, key: str) -> Iterator[str]:
    """Yields a text, or each text of a list. Raises InvalidClaim for anything else."""
    for one in typed if isinstance(typed, tuple) else (typed,):
        if not isinstance(one, str | int) or isinstance(one, bool):
            message = f"expected words of the booklet, found {as_text(one)}"
            raise InvalidClaim(key, message, 'write words with a figure: "draw {n} cards"')
        yield as_text(one)


def _in_booklet(claim: Claim, context: CheckContext, language: str, words: str) -> Fact:
    """The fact that a booklet has words with the wanted figures, wherever it has the words."""
    pattern = _Pattern.of(claim, context, _BOOKLET, words, language)
    places, others = list[Place](), list[str]()
    parts = context.booklets.parts(language) if context.booklets else ()
    for _, part in parts:
        for values in pattern.values_in(part.letters, context.steps):
            if values != pattern.wanted:
                others.append(", ".join(map(shown, values)))
                places.append(part.place)
            elif not others:
                places[:] = [part.place]
    holds, where = bool(places) and not others, tuple(places)
    if not where:
        booklet = context.booklets.rules.booklets.get(language) if context.booklets else None
        where = (booklet.settings.place if booklet else claim.place,)
    has = "the same" if holds else " or ".join(dict.fromkeys(others)) or "no such words"
    reason = "correct the booklet, in every language"
    return Fact(holds, pattern.says, has, where, (), reason, figures=pattern.figures)


def _number(claim: Claim, context: CheckContext, piece: Piece, path: str, wanted: Value) -> Fact:
    field = context.judged(piece, path, f"are.{path}")
    sum_ = context.evaluate(claim, wanted, f"are.{path}")
    number = number_in(field.value)
    holds = number is not None and exact(number) == sum_.value
    name = path.rsplit(".", 1)[-1]
    has = f"no {name}" if field.value is None else f"{name} {as_text(field.value)}"
    new = shown(sum_.value)
    fact = Fact(holds, f"{name} {new}", has, (field.place,), figures=sum_.figures)
    if field.value is None or not field.place.line:
        reason = f"`{path}` is left out: add `{name}: {new}`"
        return replace(fact, where=(piece.place,), unfixable=reason)
    repairs, reason = field_repair(field, path, sum_.value)
    return replace(fact, repairs=repairs, unfixable=reason)


def _text(
    claim: Claim,
    context: CheckContext,
    field: Field,
    key: str,
    words: str,
    piece: Piece | None = None,
) -> Fact:
    pattern = _Pattern.of(claim, context, key, words, context.language, piece)
    plain = _MARKUP.sub("", _text_of_field(field, context.language, key))
    values = pattern.values_in(plain, context.steps)
    holds = bool(values) and all(numbers == pattern.wanted for numbers in values)
    if holds:
        has = "the same"
    elif values:
        has = " or ".join(", ".join(map(shown, numbers)) for numbers in values)
    else:
        has = "no such words"
    reason = "it stands in a text: correct it in every language"
    return Fact(holds, pattern.says, has, (field.place,), (), reason, figures=pattern.figures)


class _Pattern(Struct, frozen=True):
    """Words to be found in a text, with the `wanted` figures; `says` are they with the figures."""

    passage: ClaimPassage
    wanted: list[Fraction]
    says: str
    figures: tuple[str, ...]

    @classmethod
    def of(
        cls,
        claim: Claim,
        context: CheckContext,
        key: str,
        words: str,
        language: str,
        piece: Piece | None = None,
    ) -> "_Pattern":
        """The pattern of words that are typed under a key. Raises InvalidClaim."""
        names = _NAME.findall(words)
        sums = [context.evaluate(claim, name, key, piece) for name in names]
        wanted = [figure.value for figure in sums]
        says = _NAME.sub(lambda match: shown(wanted[names.index(match[1])]), words)
        figures = tuple(name for figure in sums for name in figure.figures)
        passage = pattern_of(_NAME.sub("{0}", words), language, key)
        return cls(passage, wanted, f"“{says}”", figures)

    def values_in(self, text: str, steps: Steps) -> list[list[Fraction]]:
        """The figures in each place of a text that has the words."""
        steps.take(len(text) // LETTERS_OF_TEXT)
        places = self.passage.occurrences(text, steps)
        return [[Fraction(read.value) for read in reads] for _, _, reads in places]


def _text_of_field(field: Field, language: str, key: str) -> str:
    if isinstance(field.value, Text):
        return str(field.value.in_language(language))
    if isinstance(field.value, str):
        return field.value
    if key.startswith("words."):  # a figure that a cover says
        return as_text(field.value)
    raise InvalidClaim(key, f"{as_text(field.value)} is no text", "use `are` for a number")


def _word(context: CheckContext, name: str) -> Field:
    """A text of game.yaml as a field: one of its `words`, or another text by its key."""
    texts = texts_of_game(context.game)
    key = name if name in texts else f"words.{name}"
    if key not in texts:
        known = [one.removeprefix("words.") for one in texts]
        hint = did_you_mean(name, known)
        raise InvalidClaim(f"words.{name}", f"game.yaml has no word `{name}`", hint, "E506")
    context.noted.judged_texts.add(key)
    value = texts[key]
    return Field(value, place_of_text(context.game, key, value))
