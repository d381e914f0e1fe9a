"""Finds the calls of tools in the text of a template, with the places of their arguments.

Jinja's own lexer finds them, so what stands in remarks, texts and raw blocks is none. Numbers that
are typed plainly can be replaced, character by character; what is computed cannot.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from inspect import Signature, signature
from typing import TypeAlias

from jinja2 import Environment, TemplateSyntaxError, nodes
from msgspec import Struct

from fustella.core.words.patterns import regex
from fustella.draw.templates.functions import SHAPES, Toolbox

CALL = "drawn_by_call"
"""The argument by which a traced template tells its tools which call it is."""

PLACED: tuple[str, ...] = ("text", "table", "icon", "image", "code", "ridge")
"""The tools that draw in a box from a corner (x, y)."""

_NUMBER = regex(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_ENVIRONMENT = Environment(autoescape=True, keep_trailing_newline=True)
_NAMING = (nodes.Macro, nodes.Name, nodes.Import, nodes.FromImport)
_OPEN, _CLOSED = ("(", "[", "{"), (")", "]", "}")
_KEPT = 64
"""The most templates whose calls are remembered: few change from one look to the next."""

_NO_CALL_BEHIND = (".", "|", "macro", "block", "filter", "is")
"""The tokens behind which a name is no tool: it is an attribute, a filter, or declared there."""


class Argument(Struct, frozen=True):
    """An argument of a call, from `start` to `end` in the template's text.

    `value` is None for what is not a plainly typed number.
    """

    name: str
    start: int
    end: int
    value: float | None


class ToolCall(Struct, frozen=True):
    """A call of a tool: the `id`-th of its template, in a line; it ends before `end`.

    `open` is whether another argument may be added at its end.
    """

    id: int
    tool: str
    line: int
    arguments: tuple[Argument, ...]
    end: int
    open: bool

    def argument(self, name: str) -> Argument | None:
        return next((each for each in self.arguments if each.name == name), None)


class _Token(Struct, frozen=True):
    sort: str
    text: str
    start: int
    line: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


_Tokens: TypeAlias = Sequence[_Token]


@lru_cache(_KEPT)
def calls_in(source: str) -> tuple[ToolCall, ...]:
    """The calls of tools that draw in a box, in the order of the template's text.

    A template that cannot be read has none; nor has a tool whose name it gives to something else.
    """
    try:
        tree = _ENVIRONMENT.parse(source)
        tokens = [*_tokens_of(source)]
    except (TemplateSyntaxError, RecursionError):
        return ()
    tools = {*PLACED} - names_given(tree)
    found: list[ToolCall] = []
    for number, token in enumerate(tokens[:-1]):
        before = tokens[number - 1].text if number else ""
        called = tokens[number + 1].text == "(" and before not in _NO_CALL_BEHIND
        if token.sort == "name" and token.text in tools and called:
            call = _call(source, tokens, number, len(found))
            if call is not None:
                found.append(call)
    return tuple(found)


def with_numbers(source: str, call: ToolCall, numbers: Mapping[str, float]) -> str:
    """The text of a template in which a call has other numbers, all of them typed plainly before.

    Numbers with more than two decimals were measured, and are rounded to one.
    """
    changes = [
        (argument, numbers[argument.name])
        for argument in call.arguments
        if argument.name in numbers and argument.value is not None
    ]
    for argument, number in sorted(changes, key=lambda change: -change[0].start):
        source = source[: argument.start] + _typed(number) + source[argument.end :]
    return source


def _typed(number: float) -> str:
    exact = round(number, 6)
    decimals = 2 if round(exact, 2) == exact else 1
    text = re.sub(r"\.?0+$", "", f"{exact:.{decimals}f}")
    return "0" if text in ("-0", "") else text


def traced(source: str) -> str:
    """The text of a template whose calls tell their numbers: `text(face.name, …, drawn_by_call=0)`.

    Lines stay as they are.
    """
    for call in reversed(calls_in(source)):
        if call.open:
            comma = ", " if source[: call.end].rstrip()[-1] not in "(," else " "
            source = f"{source[: call.end]}{comma}{CALL}={call.id}{source[call.end :]}"
    return source


def names_given(tree: nodes.Template) -> set[str]:
    """The names that a template gives to something itself, such as a macro, and not to a tool."""
    found = set[str]()
    for node in tree.find_all(_NAMING):
        if isinstance(node, nodes.Macro) or (isinstance(node, nodes.Name) and node.ctx != "load"):
            found.add(node.name)
        elif isinstance(node, nodes.Import):
            found.add(node.target)
        elif isinstance(node, nodes.FromImport):
            found |= {name if isinstance(name, str) else name[1] for name in node.names}
    return found


def _tokens_of(source: str) -> Iterator[_Token]:
    """Yields the tokens of a template's expressions and tags with their places in its text.

    The lexer takes all line ends for one sign, and leaves out blanks where tags say so.
    """
    ends = [match.start() for match in re.finditer("\r\n", source)]
    whole, at, passed = re.sub("\r\n|\r", "\n", source), 0, 0
    for line, sort, text in _ENVIRONMENT.lexer.tokeniter(source, None):
        while whole[at : at + 1].isspace() and not whole.startswith(text, at):
            at += 1
        while passed < len(ends) and ends[passed] - passed < at:
            passed += 1
        if sort not in ("data", "whitespace", "comment"):
            yield _Token(sort, text, at + passed, line)
        at += len(text)


def _call(source: str, tokens: _Tokens, number: int, identity: int) -> ToolCall | None:
    """The call whose tool is the token of this number; None where it does not end."""
    parts: list[list[_Token]] = [[]]
    depth, splat = 0, False
    for token in tokens[number + 2 :]:
        if token.text in _CLOSED and token.sort == "operator":
            if depth == 0:
                break
            depth -= 1
        if token.sort == "operator" and token.text in _OPEN:
            depth += 1
        if depth == 0 and token.sort == "operator" and token.text == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    else:
        return None
    names, arguments = iter(signature_of(tokens[number].text).parameters), []
    for part in filter(None, parts):
        splat = splat or (part[0].sort == "operator" and part[0].text in ("*", "**"))
        named = len(part) > 2 and part[0].sort == "name" and part[1].text == "="
        name = part[0].text if named else next(names, "")
        value = part[2:] if named else part
        if not splat:
            arguments.append(
                Argument(name, value[0].start, value[-1].end, _number_in(source, value))
            )
    first = tokens[number]
    return ToolCall(identity, first.text, first.line, tuple(arguments), token.start, not splat)


def _number_in(source: str, tokens: _Tokens) -> float | None:
    """The number that the tokens are, if it is typed plainly."""
    text = source[tokens[0].start : tokens[-1].end]
    sign, number = ("-", text[1:]) if text[:1] == "-" else ("", text)
    return float(f"{sign}{number}") if _NUMBER.fullmatch(number) else None


@cache
def signature_of(tool: str) -> Signature:
    """The parameters of a tool, as templates give them."""
    method = getattr(Toolbox, tool, None)
    if method is None:
        return signature(next(shape for shape in SHAPES if shape.__name__ == tool))
    found = signature(method)
    return found.replace(parameters=[*found.parameters.values()][1:])
