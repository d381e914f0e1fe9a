"""Arithmetic that a designer types: numbers, names, `+ - * /`, brackets, and one comparison."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NoReturn

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<call>[a-z]+)\((?P<arguments>[\w\s.,*\"\[\]=:-]*)\)"
    r"|(?P<name>[a-zA-Z_][\w]*(?:-\w+)*(?:\[[^\]]*\])?(?:\.\w+(?:-\w+)*(?:\[[^\]]*\])?)*)"
    r"|(?P<sign><=|>=|!=|[-+*/()=<>]))"
)
_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SHOWN = {"*": "×", "<=": "≤", ">=": "≥", "!=": "≠"}
_OPPOSITE = {"=": "≠", "!=": "=", "<": "≥", "<=": ">", ">": "≤", ">=": "<"}

Names = Callable[[str], Fraction]
"""Gives the value of a name, or raises."""

Calls = Callable[[str, Sequence[str]], Fraction]
"""Gives the value of a function such as `count` for its arguments, or raises."""


class InvalidExpression(Exception):
    """A text that is no arithmetic, or has no value: what is wrong with it, and a hint."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass(frozen=True, slots=True)
class Sum:
    """The value of an expression; `shown` is the expression with numbers for names, `40 + 30`.

    `name` is the name that is the whole expression, "" when there is more to it. `figures` are the
    full names of the figures in it, in their order; who looks the names up fills them in.
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


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sums and the sign between them; `figures` are those of both."""

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
        """What is true: `40 + 30 = 70 ≠ 72`; when the claim holds, the claim or `it is`."""
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


def evaluate(text: str, names: Names, calls: Calls) -> Sum:
    """The value of an expression. Raises InvalidExpression, and what look-ups raise."""
    parser = _Parser(text, names, calls)
    result = parser.sum()
    parser.expect_end()
    return result


def compare(text: str, names: Names, calls: Calls) -> Comparison:
    """Both sides of a comparison. Raises like `evaluate`."""
    parser = _Parser(text, names, calls)
    left = parser.sum()
    sign = parser.take(*_COMPARE)
    if not sign:
        parser.expect_end()
        hint = "write … = …, or <, <=, >, >=, !="
        raise InvalidExpression(f"`{text}` compares nothing", hint)
    right = parser.sum()
    parser.expect_end()
    return Comparison(left, sign, right)


class _Parser:
    def __init__(self, text: str, names: Names, calls: Calls) -> None:
        self._text, self._names, self._calls = text, names, calls
        if not text.strip():
            raise InvalidExpression("expected some arithmetic", "write it in one line")
        self._tokens = _tokens(text)
        self._next = 0
        end = self._tokens[-1].end() if self._tokens else 0
        if text[end:].strip():
            self._refuse(f"`{text[end:].strip()[:20]}` is no arithmetic")

    def sum(self) -> Sum:
        result = self._product()
        while sign := self.take("+", "-"):
            term = self._product()
            value = result.value + (term.value if sign == "+" else -term.value)
            result = Sum(value, f"{result.shown} {'+' if sign == '+' else '−'} {term.shown}")
        return result

    def _product(self) -> Sum:
        result = self._atom()
        while sign := self.take("*", "/"):
            factor = self._atom()
            if sign == "/" and not factor.value:
                self._refuse("it divides by nothing")
            value = result.value * factor.value if sign == "*" else result.value / factor.value
            result = Sum(value, f"{result.shown} {_SHOWN.get(sign, sign)} {factor.shown}")
        return result

    def _atom(self) -> Sum:
        if self.take("("):
            inner = self.sum()
            if not self.take(")"):
                self._refuse("a bracket is not closed")
            return Sum(inner.value, f"({inner.shown})")
        if self._next >= len(self._tokens):
            self._refuse("something is missing at its end")
        token = self._tokens[self._next]
        self._next += 1
        if token["number"]:
            value = Fraction(token["number"])
        elif token["call"]:
            arguments = [part.strip(' "') for part in token["arguments"].split(",")]
            value = self._calls(token["call"], arguments)
        elif token["name"]:
            value = self._names(token["name"])
        else:
            self._refuse(f"a number or a name must stand before `{token['sign']}`")
        return Sum(value, shown(value), token["name"] or "")

    def take(self, *signs: str) -> str:
        """Read the next sign if it is one of these, else nothing: ""."""
        if self._next < len(self._tokens) and self._tokens[self._next]["sign"] in signs:
            self._next += 1
            return str(self._tokens[self._next - 1]["sign"])
        return ""

    def expect_end(self) -> None:
        if self._next < len(self._tokens):
            rest = self._text[self._tokens[self._next].start() :].strip()
            self._refuse(f"`{rest[:20]}` is too much")

    def _refuse(self, message: str) -> NoReturn:
        hint = "write figures, numbers, fields, + - * / and one of = != < <= > >="
        raise InvalidExpression(f"`{self._text}`: {message}", hint)


@cache
def _tokens(text: str) -> tuple[re.Match[str], ...]:
    """The tokens of an expression, up to the first character that begins none."""
    tokens: list[re.Match[str]] = []
    while token := _TOKEN.match(text, tokens[-1].end() if tokens else 0):
        tokens.append(token)
    return tuple(tokens)
