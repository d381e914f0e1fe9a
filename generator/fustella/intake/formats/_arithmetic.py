"""Evaluates arithmetic in the files of other programs; nothing of it runs as a program."""

import math
from collections.abc import Mapping

from fustella.core.processes import limits
from fustella.core.words.patterns import regex

_TOKEN = regex(r"\s*+(?:(\d{1,9}+(?:\.\d{0,9})?|\.\d{1,9})\s*+(%?)|([A-Za-z_]\w{0,40})|(.))")
_DEPTH = 40


class Unknown(Exception):
    """Raised for what cannot be evaluated, with the reason."""


class Arithmetic:
    """Numbers, `%`, the four signs and brackets, read from left to right."""

    def __init__(self, text: str, whole: float, loops: Mapping[str, float]) -> None:
        self._tokens = [found.groups() for found in _TOKEN.finditer(text.strip().strip('"'))]
        if len(self._tokens) > limits.ARITHMETIC_LETTERS:
            raise Unknown("arithmetic that is too long")
        self._text, self._whole, self._loops, self._at = text, whole, loops, 0

    def value(self) -> float:
        if not self._tokens:
            raise Unknown("a number is missing")
        result = self._sum(0)
        if self._at < len(self._tokens) or not math.isfinite(result):
            raise Unknown(f"`{self._text[:60]}` is no number")
        return result

    def _sign(self, signs: str) -> str:
        if self._at < len(self._tokens) and (self._tokens[self._at][3] or " ") in signs:
            self._at += 1
            return str(self._tokens[self._at - 1][3])
        return ""

    def _sum(self, depth: int) -> float:
        result = self._product(depth)
        while sign := self._sign("+-"):
            other = self._product(depth)
            result += other if sign == "+" else -other
        return result

    def _product(self, depth: int) -> float:
        result = self._one(depth)
        while sign := self._sign("*/"):
            other = self._one(depth)
            if sign == "/" and not other:
                raise Unknown("a division by zero")
            result = result * other if sign == "*" else result / other
        return result

    def _one(self, depth: int) -> float:
        if depth > _DEPTH:
            raise Unknown("too many brackets")
        if self._sign("-"):
            return -self._one(depth + 1)
        if self._sign("+"):
            return self._one(depth + 1)
        if self._sign("("):
            result = self._sum(depth + 1)
            self._sign(")")
            return result * self._whole / 100 if self._sign("%") else result
        if self._at >= len(self._tokens):
            raise Unknown(f"`{self._text[:60]}` is no number")
        number, percent, name, sign = self._tokens[self._at]
        self._at += 1
        if number:
            return float(number) * (self._whole / 100 if percent else 1)
        if (name or sign or "").lower() in self._loops:
            return self._loops[(name or sign or "").lower()]
        raise Unknown(f"`{self._text[:60]}` is no number")
