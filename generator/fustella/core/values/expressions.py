"""Computes the arithmetic that a designer types, in claims and in lists.

An expression has numbers, names, `+ - * /`, brackets, comparisons, `if(rank = 1, 11, rank)` and the
functions of `_FUNCTIONS`. A `formula` may also have words in quotes, `and`, `or`, `not`, `is given`
and `is not given`. The value of a field that a piece lacks is "".
"""

import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NoReturn, TypeAlias

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.values.problems import did_you_mean
from fustella.core.words.patterns import regex

Worth: TypeAlias = Fraction | str | bool
"""The value of a formula: a number, a word, or whether something holds."""

_LARGEST: Final = 10**30
"""The largest numerator and denominator that are computed: no figure of a game is larger."""

_HINT = "write figures, numbers, fields, + - * / and one of = != < <= > >="

_TOKEN = regex(
    r"\s*(?:(?P<number>\d{1,15}(?:\.\d{1,15})?)"
    r"|(?P<word>\"[^\"\n]*\"|'[^'\n]*')"
    r"|(?P<function>if|max|min|mod|round|rounddown|roundup)\("
    r"|(?P<call>[a-z]+)\((?P<arguments>[\w\s.,*?\"\[\]=:-]*)\)"
    r"|(?P<name>[a-zA-Z_][\w]*(?:-\w+)*(?:\[[^\]]*\])?(?:\.\w+(?:-\w+)*(?:\[[^\]]*\])?)*)"
    r"|(?P<sign><=|>=|!=|==|[-+*/()=<>,]))"
)
_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DIGITS = regex(r"-?\d{1,15}(?:\.\d{1,15})?")
_SHOWN = {"*": "×", "<=": "≤", ">=": "≥", "!=": "≠"}
_OPPOSITE = {"=": "≠", "!=": "=", "<": "≥", "<=": ">", ">": "≤", ">=": "<"}

Names = Callable[[str], Worth]
"""A function that gives the value of a name, or raises."""


def _away_from_zero(
    whole: Callable[[Fraction], int], value: Fraction, more: Fraction = Fraction(0)
) -> Fraction:
    """A number rounded by `whole` as spreadsheets do: -2.5 rounds like 2.5 and keeps its sign."""
    return Fraction(whole(abs(value) + more) * (-1 if value < 0 else 1))


def rounded(value: Fraction) -> Fraction:
    """The nearest whole number; halves are rounded as spreadsheets do, 2.5 to 3 and -2.5 to -3."""
    return _away_from_zero(math.floor, value, Fraction(1, 2))


_FUNCTIONS: dict[str, tuple[int, Callable[..., Fraction]]] = {
    "max": (0, lambda *values: max(values)),
    "min": (0, lambda *values: min(values)),
    "mod": (2, operator.mod),
    "round": (1, rounded),
    "rounddown": (1, lambda value: _away_from_zero(math.floor, value)),
    "roundup": (1, lambda value: _away_from_zero(math.ceil, value)),
}
"""The functions by name, each with the number of values that it takes; 0 for any number."""

Calls = Callable[[str, Sequence[str]], Fraction]
"""A function that computes calls such as `count(…)` from their name and arguments, or raises."""


_BY_ASKING = "fill it in, or ask for it: if({0} is given, {0}, 0)"
_BY_NOTHING = "leave 0 out, or ask for it: if(n = 0, 0, 12 / n)"


_SLIPS: Final = (
    (regex(r"&&|\bAND\b"), "write “and” between conditions"),
    (regex(r"\|\||\bOR\b"), "write “or” between conditions"),
    (regex(r"<>"), "write != for is not equal"),
    (regex(r"[“”„‘’]"), 'write straight quotes: "rare"'),
    (regex(r"\bIF\s*\("), "write if(…, …, …) in small letters"),
    (regex(r"\w\s+given\b(?<!is given)(?<!not given)"), "write: attack is given"),
    (regex(r"\bis\s+(?!not\b|given\b)"), 'write = to compare: rarity = "rare"'),
    (regex(r"\d\s*(?:mm|cm|in|pt|%)"), 'write the unit behind the formula: "{=attack * 2}mm"'),
    (regex(r"&"), 'texts are joined in a text: "{title}, {type}"'),
    (regex(r"\bcontains\b"), "a word is equal to another one or not: compare it with ="),
)
"""What writers of other languages write, each with what is meant."""


class InvalidExpression(Exception):
    """Raised, with a hint, for a text that is no arithmetic or has no value."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Sum(Struct, frozen=True):
    """The value of an expression; `shown` is the expression with numbers for names, `40 + 30`.

    `name` is the name that the whole expression consists of, or "" if there is more in it.
    `figures` are the full names of the figures in it, in their order; the caller, who looks names
    up, fills them in.
    """

    value: Fraction
    shown: str
    name: str = ""
    figures: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """The expression with its value, `40 + 30 = 70`, or just `40`."""
        number = shown(self.value)
        return number if self.shown == number else f"{self.shown} = {number}"


class Comparison(Struct, frozen=True):
    """Two sums and the sign between them; `figures` are the figures of both sums."""

    left: Sum
    sign: str
    right: Sum
    figures: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return _COMPARE[self.sign](self.left.value, self.right.value)

    @property
    def claimed(self) -> str:
        """The comparison as claimed, `40 + 30 = 72`."""
        return f"{self.left.shown} {_SHOWN.get(self.sign, self.sign)} {self.right.shown}"

    @property
    def found(self) -> str:
        """The true comparison: `40 + 30 = 70 ≠ 72`; `it is` for a correct equation."""
        if self.holds:
            return "it is" if self.sign == "=" else self.claimed
        return f"{self.left.result} {_OPPOSITE[self.sign]} {shown(self.right.value)}"


def shown(value: Fraction) -> str:
    """A number as a designer writes it: `40`, `2.5`."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def exact(value: float) -> Fraction:
    """A number as it was typed, without the error of its binary form: 2.1 is 21/10."""
    whole = isinstance(value, int) or value.is_integer()
    return Fraction(value) if whole else Fraction(value).limit_denominator(100_000)


def folded(word: str) -> str:
    """A word as comparisons see it: without regard to capitals and to spaces around it."""
    return word.strip().casefold()


def formula(text: str, names: Names) -> Worth:
    """The value of a formula. Raises InvalidExpression; `names` may raise, too."""
    parser = _FormulaParser(text, names, _unknown_function, hint=_HINT_OF_A_FORMULA)
    result = parser.either()
    parser.expect_end()
    return result.value


def names_in(text: str) -> tuple[str, ...]:
    """The names in an expression, whether it can be computed or not; `and` and `is` among them."""
    return tuple(token.text for token in _tokens(text) if token.sort == "name")


def words_compared(text: str) -> Iterator[tuple[str, str]]:
    """Yields each name that an expression compares with a word for equality, with that word."""
    tokens = _tokens(text)
    for before, sign, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if sign.text in ("=", "!=") and {before.sort, after.sort} == {"name", "word"}:
            name, word = (before, after) if before.sort == "name" else (after, before)
            yield name.text, word.text[1:-1]


def _unknown_function(function: str, _: Sequence[str]) -> Fraction:
    known = ("if", *_FUNCTIONS)
    raise InvalidExpression(f"there is no function `{function}`", did_you_mean(function, known))


def evaluate(text: str, names: Names, calls: Calls) -> Sum:
    """The value of an expression. Raises InvalidExpression; `names` and `calls` may raise, too."""
    parser = _FormulaParser(text, names, calls)
    result = parser.sum()
    parser.expect_end()
    return parser.as_sum(result)


def compare(text: str, names: Names, calls: Calls) -> Comparison:
    """Both sides of a comparison. Raises the same as `evaluate`."""
    parser = _FormulaParser(text, names, calls)
    left = parser.sum()
    sign = parser.take(*_COMPARE)
    if not sign:
        parser.expect_end()
        hint = "write … = …, or <, <=, >, >=, !="
        raise InvalidExpression(f"`{text}` compares nothing", hint)
    right = parser.sum()
    parser.expect_end()
    return Comparison(parser.as_sum(left), sign, parser.as_sum(right))


_HINT_OF_A_FORMULA = "write numbers, names, words in quotes, + - * /, comparisons and if(…, …, …)"


_NOTHING: Final = ""
"""The value of a field that a piece lacks."""

_END: Final = "end"


class _FormulaToken(Struct, frozen=True):
    """A token: a number, word, function, call, name or sign of an expression, or its end.

    `start` is the index of its first letter. `number` is the value of a number, `arguments` are the
    arguments of a call.
    """

    sort: str
    text: str
    start: int
    number: Fraction = Fraction(0)
    arguments: tuple[str, ...] = ()


class _ShownTerm(Struct, frozen=True):
    """A part of an expression: its value, its text, and its name if it consists of a name."""

    value: Worth
    shown: str
    name: str = ""


class _FormulaParser:
    """A parser that computes while it reads; a value that no `if` chooses is not computed."""

    def __init__(self, text: str, names: Names, calls: Calls, hint: str = _HINT) -> None:
        self._text, self._names, self._calls, self._hint = text, names, calls, hint
        if not text.strip():
            raise InvalidExpression("there is nothing to compute", "write a sum in one line")
        if len(text) > limits.ARITHMETIC_LETTERS:
            raise InvalidExpression(
                f"`{text[:20]}…` has more than {limits.ARITHMETIC_LETTERS:,} letters",
                "write it in smaller parts",
            )
        self._tokens = _tokens(text)
        self._next = self._depth = self._idle = 0
        end = self._tokens[-1].start
        if text[end:].strip():
            if text[end:].lstrip().startswith(";") and hint == _HINT_OF_A_FORMULA:
                raise InvalidExpression("`;` stands between values", "write a comma instead of ;")
            self._refuse(f"`{text[end:].strip()[:20]}` is no arithmetic")

    def either(self) -> _ShownTerm:
        """The value of a whole formula: of conditions joined by `or`, or of a single term."""
        result = self._conjunction()
        while self._take_name("or"):
            left, right = self._truth(result), self._truth(other := self._conjunction())
            result = _ShownTerm(left or right, f"{result.shown} or {other.shown}")
        return result

    def _conjunction(self) -> _ShownTerm:
        result = self._negation()
        while self._take_name("and"):
            left, right = self._truth(result), self._truth(other := self._negation())
            result = _ShownTerm(left and right, f"{result.shown} and {other.shown}")
        return result

    def _negation(self) -> _ShownTerm:
        negations = 0
        while self._take_name("not"):
            negations += 1
        result = self._test()
        if not negations:
            return result
        holds = self._truth(result) == (negations % 2 == 0)
        return _ShownTerm(holds, f"{'not ' * negations}{result.shown}")

    def _test(self) -> _ShownTerm:
        left = self.sum()
        if self._take_name("is"):
            return self._given(left)
        if not (sign := self.take(*_COMPARE)):
            return left
        right = self.sum()
        values = left.value, right.value
        words = any(isinstance(each, str) for each in values)
        if sign in ("=", "!=") and (words or all(isinstance(each, bool) for each in values)):
            holds = self._are_alike(left, right) == (sign == "=")
        elif _NOTHING in values:
            holds = False  # what is not there is neither more nor less
        else:
            holds = _COMPARE[sign](self._number(left), self._number(right))
        return _ShownTerm(holds, f"{left.shown} {_SHOWN.get(sign, sign)} {right.shown}")

    def _are_alike(self, left: _ShownTerm, right: _ShownTerm) -> bool:
        """Whether two words or flags are equal; capitals make no difference, `"2"` is a number."""
        one, other = left.value, right.value
        if isinstance(one, str) and isinstance(other, str):
            return folded(one) == folded(other)
        for flag, word in ((left, right), (right, left)):
            if isinstance(flag.value, bool) and isinstance(word.value, str) and word.value:
                name = flag.name or flag.shown
                self._fail(f"`{name}` is true or false", f"write `{name}`, or `not {name}`")
        number, word_ = (one, other) if isinstance(other, str) else (other, one)
        if isinstance(number, Fraction) and isinstance(word_, str):
            return _DIGITS.fullmatch(word_.strip()) is not None and number == Fraction(
                word_.strip()
            )
        return one == other

    def _given(self, term: _ShownTerm) -> _ShownTerm:
        """The value of `attack is given` or `attack is not given`, whose `is` was read already."""
        negated = self._take_name("not")
        if not self._take_name("given"):
            self._refuse("after “is” stands “given” or “not given”")
        holds = (term.value != _NOTHING) != negated
        return _ShownTerm(holds, f"{term.shown} is {'not ' if negated else ''}given")

    def sum(self) -> _ShownTerm:
        result = self._product()
        while sign := self.take("+", "-"):
            before, added = self._number(result), self._number(term := self._product())
            value = self._checked_length(before + added if sign == "+" else before - added)
            result = _ShownTerm(value, f"{result.shown} {'+' if sign == '+' else '−'} {term.shown}")
        return result

    def _product(self) -> _ShownTerm:
        result = self._atom()
        while sign := self.take("*", "/"):
            before, by = self._number(result), self._number(factor := self._atom())
            if sign == "/" and not by:
                self._fail("it divides by 0", _BY_NOTHING)
            value = self._checked_length(before * by if sign == "*" else before / (by or 1))
            result = _ShownTerm(value, f"{result.shown} {_SHOWN.get(sign, sign)} {factor.shown}")
        return result

    def _atom(self) -> _ShownTerm:
        if self.take("("):
            inner = self._nested_term()
            if not self.take(")"):
                self._refuse("a bracket is not closed")
            return _ShownTerm(inner.value, f"({inner.shown})")
        token = self._tokens[self._next]
        if token.sort == _END:
            self._refuse("something is missing at its end")
        self._next += 1
        if token.text == "if" and token.sort == "function":
            return self._choice()
        value: Worth
        match token.sort:
            case "function":
                return self._function(token.text)
            case "word":
                return _ShownTerm(token.text[1:-1], token.text)
            case "number":
                value = token.number
            case "call":
                value = self._calls(token.text, token.arguments)
            case "name":
                value = self._names(token.text)
                return _ShownTerm(value, _worth_shown(value), token.text)
            case _:
                self._refuse(f"a number or a name must stand before `{token.text}`")
        return _ShownTerm(value, _worth_shown(value))

    def _nested_term(self) -> _ShownTerm:
        """The value of an expression between brackets or commas."""
        self._depth += 1
        if self._depth > limits.ARITHMETIC_DEPTH:
            raise InvalidExpression("brackets are nested too deeply", "write it in smaller parts")
        inner = self.either()
        self._depth -= 1
        return inner

    def _choice(self) -> _ShownTerm:
        """The value of `if(condition, value, value)`, whose beginning has been read."""
        holds = self._truth(self._nested_term())
        branches = []
        for taken in (holds, not holds):
            if not self.take(","):
                self._refuse("`if` has a condition and two values")
            self._idle += not taken
            branches.append(self._nested_term())
            self._idle -= not taken
        if not self.take(")"):
            self._refuse("`if` has a condition and two values")
        chosen = branches[0 if holds else 1]
        return _ShownTerm(chosen.value, chosen.shown)

    def _function(self, name: str) -> _ShownTerm:
        """The value of a function such as `max(a, b)`, whose beginning has been read."""
        terms = [self._nested_term()]
        while self.take(","):
            terms.append(self._nested_term())
        if not self.take(")"):
            self._refuse("a bracket is not closed")
        wanted, compute = _FUNCTIONS[name]
        if wanted not in (0, len(terms)):
            self._refuse(f"`{name}` takes {wanted} number{'s' if wanted > 1 else ''}")
        numbers = [self._number(term) for term in terms]
        if name == "mod" and not numbers[1]:
            self._fail("it divides by 0", _BY_NOTHING)
            numbers[1] = Fraction(1)
        return _ShownTerm(compute(*numbers), f"{name}({', '.join(term.shown for term in terms)})")

    def as_sum(self, term: _ShownTerm) -> Sum:
        return Sum(self._number(term), term.shown, term.name)

    def _number(self, term: _ShownTerm) -> Fraction:
        if isinstance(term.value, Fraction):
            return term.value
        if term.value == _NOTHING and term.name:
            self._fail(f"`{term.name}` has no value", _BY_ASKING.format(term.name))
        self._fail(f"`{term.shown}` is no number")
        return Fraction(0)

    def _truth(self, term: _ShownTerm) -> bool:
        if not isinstance(term.value, bool) and term.value != _NOTHING:
            self._fail(f"`{term.shown}` is no condition")
        return term.value is True

    def _checked_length(self, value: Fraction) -> Fraction:
        if max(abs(value.numerator), value.denominator) > _LARGEST:
            self._refuse("a number in it is too long")
        return value

    def take(self, *signs: str) -> str:
        """Reads and returns the next sign if it is one of `signs`; otherwise returns ""."""
        token = self._tokens[self._next]
        if token.sort != "sign" or token.text not in signs:
            return ""
        self._next += 1
        return token.text

    def _take_name(self, name: str) -> bool:
        token = self._tokens[self._next]
        found = token.sort == "name" and token.text == name
        self._next += found
        return found

    def expect_end(self) -> None:
        token = self._tokens[self._next]
        if token.sort != _END:
            self._refuse(f"`{self._text[token.start :].strip()[:20]}` does not fit there")

    def _fail(self, message: str, hint: str = "") -> None:
        """Raises InvalidExpression; does nothing inside of a value that an `if` does not choose."""
        if not self._idle:
            self._refuse(message, hint)

    def _refuse(self, message: str, hint: str = "") -> NoReturn:
        slip = next((right for slip, right in _SLIPS if slip.search(self._text)), "")
        raise InvalidExpression(f"`{self._text}`: {message}", hint or slip or self._hint)


def _worth_shown(value: Worth) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else shown(value)


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[_FormulaToken, ...]:
    """The tokens of an expression, up to the first character at which no token begins."""
    tokens: list[_FormulaToken] = []
    at = 0
    while found := _TOKEN.match(text, at):
        tokens.append(_token(found))
        at = found.end()
    return (*tokens, _FormulaToken(_END, "", at))


def _token(found: re.Match[str]) -> _FormulaToken:
    sort = "call" if found["call"] else str(found.lastgroup)
    number = Fraction(found["number"] or 0)
    arguments = tuple(part.strip(' "') for part in (found["arguments"] or "").split(","))
    text = "=" if found[sort] == "==" else found[sort]
    return _FormulaToken(sort, text, found.start(), number, arguments)
