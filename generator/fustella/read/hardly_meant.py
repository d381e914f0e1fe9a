"""Finds words and texts in zones, kinds and lists that are correct, and hardly meant.

A condition may ask for a word that no piece can have, or one in another language than the first; a
text may be a formula whose `=` was forgotten.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, field

from fustella.core.values.expressions import (
    InvalidExpression,
    Worth,
    folded,
    formula,
    names_in,
    words_compared,
)
from fustella.core.values.model import SIDES, Piece, Record, SideName, Text, Value, Word
from fustella.core.values.problems import Problem, did_you_mean, nearest, warning
from fustella.core.words.patterns import regex
from fustella.read.fields import FieldType
from fustella.read.filled_zones import BY, choices, expressions_in, words_of
from fustella.read.forms import At
from fustella.read.nodes import MappingNode
from fustella.read.piece_lists import LIST

_COMPARES = regex(r"[<>=]|\bis\b|\bnot\b|\band\b|\bor\b")
"""Matches the signs and words that only a condition has."""

_COMPUTES = regex(r"[-+*/<>=]|\b(?:if|min|max|mod|round|rounddown|roundup)\(")
"""Matches the signs and words that a formula has and a single name does not."""

_FLAGS = ("true", "false")


def check_words(typed: object, fields: Mapping[str, FieldType], at: At) -> None:
    """Reports E165 for each word of a choice or condition that its field or condition never has.

    `fields` are the types by the names that expressions may have.
    """
    for inside, choice in choices(typed, at):
        by = choice[BY]
        _check_each_once(choice, inside)
        if isinstance(by, str) and "if(" not in by:
            possible = _FLAGS if _COMPARES.search(by) else _possible(fields.get(by.strip()))
            for word in words_of(choice) if possible else ():
                _check_word(word, by, possible, inside.inside(word, choice))
    for expression, inside in expressions_in(typed, at):
        check_condition(expression, fields, inside)


def _check_each_once(choice: MappingNode, at: At) -> None:
    """Reports E105 for a word of a choice that differs from an earlier one in capitals alone."""
    first: dict[str, str] = {}
    for word in words_of(choice):
        other = first.setdefault(folded(word), word)
        if other != word:
            message = f"`{word}` is the word `{other}` again: capitals make no difference"
            at.inside(word, choice).report("E105", message, "keep one of them")


def check_condition(expression: str, fields: Mapping[str, FieldType], at: At) -> None:
    """Reports E165 for each word in a condition that the field beside it never has."""
    for name, word in words_compared(expression):
        type_ = fields.get(name)
        if type_ is not None and type_.name == "choice":
            _check_word(word, name, _possible(type_), at)


def _possible(type_: FieldType | None) -> Sequence[str]:
    """The words that a field may have, if they are few; () if it may have any."""
    if type_ is None:
        return ()
    return type_.words if type_.name == "choice" else _FLAGS if type_.name == "flag" else ()


def _check_word(word: str, name: str, possible: Sequence[str], at: At) -> None:
    if folded(word) not in map(folded, possible):
        at.report("E165", f"`{name}` is never `{word}`", did_you_mean(word, possible))


def forgotten_signs(typed: object, fields: Mapping[str, FieldType], at: At) -> Iterator[Problem]:
    """Yields a warning, E168, for each text that is a formula over `fields` without its `=`.

    In entries with `for`, the names that stand there take the place of fields.
    """
    if isinstance(typed, MappingNode):
        for key, value in typed.items():
            if key not in (BY, LIST):
                yield from forgotten_signs(value, fields, at.inside(key, typed))
    elif isinstance(typed, str) and _is_formula(typed, fields):
        filled = regex(r"[^\W\d]\w*(?:\.\w+)*").sub(lambda name: f"{{{name[0]}}}", typed)
        hint = f"to compute it, write `={typed}`; to print the values, `{filled}`"
        if "(" in typed or _COMPARES.search(typed):
            hint = f"write `={typed}`"
        yield warning("E168", at.place, f"`{typed}` is printed as these letters", hint)


def _is_formula(text: str, fields: Mapping[str, FieldType]) -> bool:
    names = [name for name in names_in(text) if name not in ("and", "or", "not", "is", "given")]
    if not names or not _COMPUTES.search(text) or any(name not in fields for name in names):
        return False

    def value(name: str) -> Worth:
        return True if fields[name].name == "flag" else Fraction(7)

    try:
        formula(text, value)
    except InvalidExpression:
        return False
    return True


def compared_in(typed: object, side: SideName, at: At) -> Iterator[tuple[str, str, At]]:
    """Yields each field with which a word is compared, as a path, with the word and its place.

    A choice by a field compares the field with each of its words. `side` is the side of names
    without one.
    """
    for inside, choice in choices(typed, at):
        by = choice[BY]
        if isinstance(by, str):
            path = _path(by, side)
            yield from ((path, word, inside.inside(word, choice)) for word in words_of(choice))
    for expression, inside in expressions_in(typed, at):
        for name, word in words_compared(expression):
            yield _path(name, side), word, inside


def _path(name: str, side: SideName) -> str:
    return name if name.split(".", maxsplit=1)[0] in SIDES else f"{side.value}.{name.strip()}"


class WordsOfPieces(Struct, frozen=True):
    """The words that the pieces of a deck have in their fields, in each language."""

    pieces: Sequence[Piece]
    languages: Sequence[str]
    _known: dict[tuple[str, str], Mapping[str, tuple[str, Piece]]] = field(default_factory=dict)

    def unlikely(self, path: str, word: str, at: At) -> Problem | None:
        """The warning E165 about a word that no piece has in a field, if another word is meant.

        The word is then in another language than the first, or misspelt.
        """
        first, *others = self.languages
        known, name = self._words(path, first), path.partition(".")[2]
        if not known or folded(word) in known:
            return None
        for language in others:
            if folded(word) in (translated := self._words(path, language)):
                meant = _word_of(translated[folded(word)][1], path, first)
                message = f"`{name}` is compared in `{first}`, where it is never `{word}`"
                hint = f"write the word in `{first}`: {meant}"
                return warning("E165", at.place, message, hint)
        if near := nearest(word, [own for own, _ in known.values()]):
            message = f"no piece has `{word}` in `{name}`"
            return warning("E165", at.place, message, f"did you mean `{near}`?")
        return None

    def _words(self, path: str, language: str) -> Mapping[str, tuple[str, Piece]]:
        """The words of a field in a language, each with a piece that has it."""
        key = path, language
        if key not in self._known:
            words = ((_word_of(piece, path, language), piece) for piece in self.pieces)
            self._known[key] = {folded(word): (word, piece) for word, piece in words if word}
        return self._known[key]


def _word_of(piece: Piece, path: str, language: str) -> str:
    side, _, name = path.partition(".")
    record: Record = getattr(piece, side)
    value: Value = record[name] if name in record else None
    return (
        str(value.in_language(language))
        if isinstance(value, Text)
        else (str(value) if isinstance(value, Word) else "")
    )
