"""Works out the texts of CardMaker's elements: columns, defines, counters, sums and conditions.

The order of the steps is that of the program: names first, from the innermost and last on, then
counters and sums, then conditions. Nothing of it is code: what it cannot say is told.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from fustella.core.words.patterns import regex

_SUBSTRING = regex(r"([^,]*),(\d{1,6}),(\d{1,6})")
_COUNTER = regex(r"#(#|sc;)(\d{1,9});(\d{1,9});(\d{1,3})#")
_MATH = regex(r"([+-]?\d{0,12}\.?\d{1,12})([-+*/%])([+-]?\d{0,12}\.?\d{1,12});?(.*)", re.DOTALL)
_COMPARE = regex(r"\s([!=><]=|<|>)\s")
_SET = regex(r"\[(.*?)\]")
_OVERRIDE = regex(r"\$\[([^\]:]+):([^\]]*)\]")
_MOST_STEPS = 400
_MOST_LETTERS = 20_000
_MOST_TIMES = 100


class Unknown(ValueError):
    """Raised for a text that cannot be worked out; the message says why."""


class Card(dict[str, str]):
    """The cells of a card by the names of their columns in small letters; `index` counts from 0."""

    def __init__(self, cells: Mapping[str, str], index: int) -> None:
        super().__init__(cells)
        self.index = index


class Texts:
    """The texts of a layout, with its defines by their names in small letters."""

    def __init__(self, defines: Mapping[str, str], layout: str, cards: int) -> None:
        self._defines, self._layout, self._cards = defines, layout, cards
        self.bad_names: set[str] = set()

    def of(
        self, variable: str, card: Card, element: Mapping[str, str]
    ) -> tuple[str, dict[str, str]]:
        """The text of an element on a card, and the attributes that it overrides.

        Raises Unknown.
        """
        text = self._named(variable.replace("#empty", ""), card, element)
        text = _COUNTER.sub(
            lambda found: str(
                int(found[2]) + (card.index if found[1] == "#" else 0) * int(found[3])
            ).rjust(int(found[4]), "0"),
            text,
        )
        if "#random;" in text:
            raise Unknown("a number by chance, which would be another one each time")
        for opening, closing, made in _CALLS:
            text = _replaced(text, opening, closing, made)
        text = self._chosen(text)
        overrides = {
            found[1].strip().lower(): found[2] for found in _OVERRIDE.finditer(text) if found[2]
        }
        return _OVERRIDE.sub("", text), overrides

    def _named(self, text: str, card: Card, element: Mapping[str, str]) -> str:
        for _ in range(_MOST_STEPS):
            places = {mark: text.rfind(mark) for mark in ("@[", "![", "%[", "&[")}
            mark = max(places, key=places.__getitem__)
            start = places[mark]
            end = text.find("]", start) if start >= 0 else -1
            if end < 0:
                return text
            inner = text[start + 2 : end]
            if mark == "@[":
                value = self._value(inner, card)
            elif mark == "![":
                value = self._variable(inner.lower(), card, element)
            elif mark == "&[":
                value = element.get(inner.strip().lower(), "")
            else:
                found = _SUBSTRING.fullmatch(inner)
                at, length = (int(found[2]), int(found[3])) if found else (0, 0)
                whole = found[1] if found else ""
                value = whole[at : at + length] if len(whole) >= at + length else ""
            text = f"{text[:start]}{value}{text[end + 1 :]}".replace("#empty", "")
            if len(text) > _MOST_LETTERS:
                raise Unknown("defines that name each other make it endless")
        raise Unknown("defines that name each other in circles")

    def _value(self, typed: str, card: Card) -> str:
        name, *arguments = typed.split(",")
        key = name.strip().lower()
        value = self._defines.get(key, card.get(key))
        if value is None:
            self.bad_names.add(name.strip())
            value = ""
        for number, argument in enumerate(arguments, 1):
            value = value.replace(f"{{{number}}}", argument)
        return value

    def _variable(self, name: str, card: Card, element: Mapping[str, str]) -> str:
        known = {
            **{"deckindex": str(card.index + 1), "cardindex": "1", "cardcount": str(self._cards)},
            **{"elementname": element.get("name", ""), "layoutname": self._layout},
            **{"exporting": "1", "exportformat": "Pdf", "parentlayout": "", "rootlayout": ""},
        }
        if name not in known:
            raise Unknown(f"![{name}] is known to CardMaker alone")
        return known[name]

    def _chosen(self, text: str) -> str:
        for _ in range(_MOST_STEPS):
            start = max(text.rfind("#(if"), text.rfind("#(switch"))
            end = text.find(")#", start) if start >= 0 else -1
            if end < 0:
                return text
            inner = text[start + 2 : end]
            value = _switched(inner) if inner.startswith("switch") else _if(inner)
            text = f"{text[:start]}{value}{text[end + 2 :]}"
        raise Unknown("too many conditions inside each other")


def _replaced(text: str, opening: str, closing: str, made: Callable[[str], str | None]) -> str:
    """The text with what is made of each call, the last one first; None leaves it as it is."""
    until = len(text)
    for _ in range(_MOST_STEPS):
        start = text.rfind(opening, 0, until)
        if start < 0:
            return text
        end = text.find(closing, start + len(opening))
        shown = made(text[start + len(opening) : end]) if end >= 0 else None
        if shown is None:
            until = start
            continue
        text = f"{text[:start]}{shown}{text[end + len(closing) :]}"
        until = len(text)
        if len(text) > _MOST_LETTERS:
            break
    raise Unknown("it repeats itself without end")


def _sum(typed: str) -> str | None:
    found = _MATH.fullmatch(typed)
    if found is None:
        return None
    a, sign, b, form = float(found[1]), found[2], float(found[3]), found[4].strip()
    if sign in "/%" and not b:
        raise Unknown("a division by zero")
    value = {"+": a + b, "-": a - b, "*": a * b}.get(sign)
    if value is None:
        value = a / b if sign == "/" else a - b * int(a / b)
    places = len(form.partition(".")[2])
    return f"{value:.{min(places, 9)}f}" if form else f"{value:.7g}"


def _repeated(typed: str) -> str | None:
    count, _, text = typed.partition(";")
    return text * min(int(count), _MOST_TIMES) if _is_whole(count) else None


def _padded(typed: str, *, left: bool) -> str | None:
    width, sign, text = (*typed.split(";", 2), "", "")[:3]
    if not _is_whole(width) or not _is_whole(sign):
        return None
    wide = min(int(width), _MOST_TIMES)
    return text.rjust(wide, sign[0]) if left else text.ljust(wide, sign[0])


def _is_whole(typed: str) -> bool:
    return typed.isascii() and typed.isdecimal() and len(typed) < 10


_CALLS: Sequence[tuple[str, str, Callable[[str], str | None]]] = (
    ("#(caps;", ")#", str.upper),
    ("#(nocaps;", ")#", str.lower),
    ("#(titlecase;", ")#", str.title),
    ("#(strlen;", ")#", lambda text: str(len(text))),
    ("#math;", "#", _sum),
    ("#repeat;", "#", _repeated),
    ("#(repeat;", ")#", _repeated),
    ("#padl;", "#", partial(_padded, left=True)),
    ("#padr;", "#", partial(_padded, left=False)),
)
"""The calls of the program in the order in which it works them out: their ends, and what they make.
"""


def _if(inner: str) -> str:
    found = _COMPARE.search(inner)
    if found is None:
        return ""
    left, sign = inner[2 : found.start()], found[1]
    right, _, rest = inner[found.end() :].partition("then ")
    then, _, otherwise = rest.partition(" else ")
    if sign in ("==", "!="):
        holds = bool(_set_of(left) & _set_of(right)) is (sign == "==")
        return then if holds else otherwise
    try:
        a, b = float(left.strip()), float(right.strip())
    except ValueError:
        return ""
    holds = {">": a > b, "<": a < b, ">=": a >= b, "<=": a <= b}[sign]
    return then if holds else otherwise


def _set_of(typed: str) -> set[str]:
    found = _SET.search(typed)
    words = found[1].split(";") if found else [typed]
    return {word.strip().lower() for word in words}


def _switched(inner: str) -> str:
    sign = inner[6:7] if inner[6:7] == ";" else inner[6:8]
    _, *parts = inner.split(sign) if sign else [inner]
    if len(parts) < 3 or len(parts) % 2 == 0:
        return ""
    key, cases = parts[0], parts[1:]
    otherwise = ""
    for case, value in zip(cases[::2], cases[1::2], strict=True):
        if case.strip().lower() == "#default":
            otherwise = key if value.strip().lower() == "#switchkey" else value
        elif case.lower() == key.lower() or _set_of(key) & _set_of(case):
            return value
    return otherwise
