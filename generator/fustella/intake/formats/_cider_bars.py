"""Works out Handlebars templates of Cider for a card: names, blocks, and its helpers.

Nothing else is known: what stands in a template and is not among them is told, and left out.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from fustella.core.words.patterns import regex

_TAG = regex(r"\{\{(\{)?([#/^&!]?)([^{}]{0,2000})\}\}\}?")
_WORD = regex(r"""\(|\)|"[^"]*"|'[^']*'|[^\s()"']+""")
_INNER = regex(r"\{\{([^{} ]+)(?: (\d{1,2}))?\}\}")
ASSET = "asset:"
"""What the address of an asset begins with."""

_DEPTH = 30
_MOST_TIMES = 100
_MOST_LETTERS = 500_000

Value: TypeAlias = str | float | bool


class Unknown(ValueError):
    """Raised for a part of a template that cannot be worked out."""


def kebab(name: str) -> str:
    """A name as Cider has it in templates: small letters with hyphens between words."""
    return "-".join(name.strip().lower().split())


class Bars:
    """A template's values: the attributes of a card, by their names in kebab case.

    An asset is `asset:` and its name. `unknown` gathers what could not be worked out.
    """

    def __init__(self, card: Mapping[str, str]) -> None:
        self._card = card
        self.unknown: list[str] = []

    def filled(self, template: str) -> str:
        """The template with its values for this card."""
        parts = _parts(template)
        text, _ = self._until(parts, 0, 0, ())
        return text[:_MOST_LETTERS]

    def _until(
        self,
        parts: Sequence[str | tuple[str, str, bool]],
        at: int,
        depth: int,
        ends: tuple[str, ...],
    ) -> tuple[str, int]:
        """The text of the parts up to the end of the block, and the number of the part there."""
        made: list[str] = []
        length = 0
        while at < len(parts) and length < _MOST_LETTERS:
            part = parts[at]
            if isinstance(part, str):
                made.append(part)
            elif part[0] == "/" or (part[0] in ("", "^") and part[1] in ("else", "") and ends):
                break
            elif part[0] in ("#", "^") and depth < _DEPTH:
                shown, at = self._block(parts, at, depth + 1)
                made.append(shown)
            elif part[0] in ("", "&"):
                made.append(self._shown(part[1], is_raw=part[2] or part[0] == "&"))
            length += len(made[-1]) if made else 0
            at += 1
        return "".join(made), at

    def _block(
        self, parts: Sequence[str | tuple[str, str, bool]], at: int, depth: int
    ) -> tuple[str, int]:
        part = parts[at]
        sign, typed = (part[0], part[1]) if isinstance(part, tuple) else ("", "")
        word, *arguments = _WORD.findall(typed) or [""]
        then, end = self._until(parts, at + 1, depth, (word,))
        otherwise = ""
        while end < len(parts) and not isinstance(parts[end], str) and parts[end][0] != "/":
            otherwise, end = self._until(parts, end + 1, depth, (word,))
        try:
            if word in ("if", "unless"):
                holds = bool(self._value(arguments)) is (word == "if" and sign == "#")
                return (then if holds else otherwise), end
            if word == "repeat":
                count = min(int(_number(self._value(arguments))), _MOST_TIMES)
                most = _MOST_LETTERS // max(1, len(then))
                return then * max(0, min(count, most)), end
            return f"{self._called(word, arguments)}{then}", end
        except Unknown as error:
            self.unknown.append(str(error))
            return then, end

    def _shown(self, typed: str, *, is_raw: bool) -> str:
        words = _WORD.findall(typed)
        if not words:
            return ""
        try:
            value = self._value(words)
        except Unknown as error:
            self.unknown.append(str(error))
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        shown = f"{value:.10g}" if isinstance(value, float) else value
        is_raw = is_raw or words[0] in ("compile", "compileImages")
        return shown if is_raw else _escaped(shown)

    def _value(self, words: Sequence[str]) -> Value:
        """The value of an expression: a name, a text, a number, or a helper with arguments."""
        if not words:
            raise Unknown("an expression without words")
        if _brackets(words) > _DEPTH:
            raise Unknown("too many brackets inside each other")
        if words[0] == "(":
            return self._nested(words)[0]
        if len(words) == 1:
            return self._named(words[0])
        return self._called(words[0], words[1:])

    def _nested(self, words: Sequence[str]) -> tuple[Value, Sequence[str]]:
        level, end = 0, 0
        for end, word in enumerate(words):  # noqa: B007
            level += {"(": 1, ")": -1}.get(word, 0)
            if not level:
                break
        if level:
            raise Unknown("brackets that do not match")
        return self._value(words[1:end]), words[end + 1 :]

    def _called(self, word: str, words: Sequence[str]) -> Value:
        arguments: list[Value] = []
        rest = list(words)
        while rest:
            if rest[0] == "(":
                value, left = self._nested(rest)
                rest = list(left)
            elif "=" in rest[0] and rest[0][0] not in "\"'":
                rest.pop(0)
                continue
            else:
                value = self._named(rest.pop(0))
            arguments.append(value)
        if word == "index":
            name = str(arguments[1]) if len(arguments) > 1 else ""
            return self._asset(name)
        if word in ("compile", "compileImages"):
            return _INNER.sub(self._image, str(arguments[0])) if arguments else ""
        helper = _HELPERS.get(word)
        if helper is None:
            raise Unknown(f"the helper {word[:40]}")
        try:
            return helper(*arguments)
        except (TypeError, ValueError, OverflowError, ZeroDivisionError):
            raise Unknown(f"{word} with these values") from None

    def _named(self, word: str) -> Value:
        if word[0] in "\"'":
            return word[1:-1]
        if _is_number(word):
            return float(word)
        home, _, name = word.partition(".")
        known: Mapping[str, Value] = {"true": True, "false": False, "this": "", "@index": ""}
        if home == "card":
            whole = self._card.get(kebab(name.removesuffix(".length")), "")
            return float(len(whole)) if name.endswith(".length") else whole
        if home == "assets":
            return self._asset(name)
        if word not in known:
            raise Unknown(f"the name {word[:40]}")
        return known[word]

    def _asset(self, name: str) -> str:
        return f"{ASSET}{kebab(name.rpartition('.')[2])}" if name else ""

    def _image(self, found: object) -> str:
        name, times = found[1], found[2]  # type: ignore[index]
        return f'<icon name="{kebab(name)}">' * min(int(times or 1), _MOST_TIMES)


def _brackets(words: Sequence[str]) -> int:
    """How deep brackets lie inside each other."""
    level = most = 0
    for word in words:
        level += {"(": 1, ")": -1}.get(word, 0)
        most = max(most, level)
    return most


def _parts(template: str) -> list[str | tuple[str, str, bool]]:
    parts: list[str | tuple[str, str, bool]] = []
    at = 0
    for found in _TAG.finditer(template):
        parts.append(template[at : found.start()])
        if found[2] != "!":
            parts.append((found[2], found[3].strip(), bool(found[1])))
        at = found.end()
    parts.append(template[at:])
    return parts


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _is_number(word: str) -> bool:
    plain = word.lstrip("-")
    return plain.replace(".", "", 1).isdecimal() and plain.isascii() and len(plain) < 16


def _number(value: Value) -> float:
    number = float(value or 0)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


def _equal(one: Value, other: Value) -> bool:
    if type(one) is not type(other):
        try:
            return _number(one) == _number(other)
        except ValueError:
            return str(one) == str(other)
    return one == other


def _padded(value: Value, zeros: Value = 0.0) -> str:
    shown = f"{value:.10g}" if isinstance(value, float) else str(value)
    return shown.rjust(min(int(_number(zeros)), 20), "0")


_HELPERS: Mapping[str, Callable[..., Value]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "not": lambda a: not a,
    "eq": _equal,
    "ne": lambda a, b: not _equal(a, b),
    "gt": lambda a, b: _number(a) > _number(b),
    "gte": lambda a, b: _number(a) >= _number(b),
    "lt": lambda a, b: _number(a) < _number(b),
    "lte": lambda a, b: _number(a) <= _number(b),
    "concat": lambda *parts: "".join(map(str, parts)),
    "kebabcase": lambda a: kebab(str(a)),
    "uppercase": lambda a: str(a).upper(),
    "lowercase": lambda a: str(a).lower(),
    "padZeros": _padded,
    "add": lambda a, b: _number(a) + _number(b),
    "sub": lambda a, b: _number(a) - _number(b),
    "multiply": lambda a, b: _number(a) * _number(b),
    "divide": lambda a, b: _number(a) / _number(b),
    "ceil": lambda a: float(math.ceil(_number(a))),
    "floor": lambda a: float(math.floor(_number(a))),
    "abs": lambda a: abs(_number(a)),
}
