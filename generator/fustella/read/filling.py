"""Fills in texts with `{rank}` and `{=10 * rank}`, and computes values that begin with `=`.

Entries with `for` are filled in with the values of each combination, zones of a layout with the
fields of each piece. The result is not searched for braces again.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from fractions import Fraction

from msgspec import Struct

from fustella.core.values.expressions import InvalidExpression, Worth, exact, formula, rounded
from fustella.core.values.model import SIDES
from fustella.core.values.problems import did_you_mean, nearest
from fustella.core.words.patterns import regex
from fustella.read.forms import At
from fustella.read.nodes import DecimalNumber, ListNode, MappingNode, as_typed, is_number

IN_BRACES = regex(r"\{([^{}\n]*)\}")
"""Matches a name or a formula in braces, with what stands between these."""

_PATH = regex(r"[a-zA-Z_]\w*(?:\.\w+)*")
_BRACES = regex(r"\\.|\{([^{}\n]*)\}", re.DOTALL)
_UNIT = regex(r"\s*(?:mm|cm|in|pt|%)")
_PRINTED_DECIMALS, _COMPUTED_DECIMALS = 2, 6


class NoSuchName(Exception):
    """Raised for a name in a formula that has no value, with a hint."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Filler(Struct, frozen=True):
    """Fills in values by their names, in texts and in values that are a formula.

    `icons` are the names that stand for icons in texts. `called` says in messages what a name is,
    such as "name of `for`". `known` is the hint for a name that is like no other. Texts that are
    printed keep names that are known `later` in their braces. `point` is the decimal sign of
    computed numbers in them.
    """

    values: Mapping[str, object]
    icons: Collection[str]
    called: str
    known: str
    later: Collection[str] = ()
    point: str = "."

    def holds(self, condition: str, at: At) -> bool:
        """Whether a condition holds; a condition that cannot be computed is reported, and holds."""
        value = self._value_computed(condition, at)
        if value == "":  # a field that the piece lacks
            return False
        if value is not None and not isinstance(value, bool):
            message = f"`{condition}` is neither true nor false"
            at.report("E164", message, "compare something, such as a < b")
        return value is not False

    def empty_names(self, text: str) -> tuple[list[str], bool]:
        """The names in a text that have no value, and whether the text has no other names.

        Icons and names that are known later have a value.
        """
        names = names_in_braces(text)
        empty = [name for name in names if self.values.get(name) == ""]
        shown = [name for name in names if name in self.values or name in self.later]
        return empty, bool(empty) and len(empty) == len(shown)

    def value(self, typed: object, at: At) -> object:
        if isinstance(typed, str):
            return self.string(typed, at)
        if isinstance(typed, ListNode):
            entries = ListNode(typed.line)
            for index, (each, line) in enumerate(zip(typed, typed.lines, strict=True)):
                entries.add(self.value(each, at.inside(index, typed)), line)
            return entries
        if not isinstance(typed, MappingNode):
            return typed
        if (name := _only_name(typed)) and name.partition(".")[0] in self.values:
            return self._value_named(name, at)
        result = MappingNode(typed.line)
        for key, value in typed.items():
            result.put(key, self.value(value, at.inside(key, typed)), typed.lines[key])
        return result

    def _value_named(self, name: str, at: At) -> object:
        try:
            return self._look_up(name)
        except NoSuchName as unknown:
            at.report("E163", unknown.message, unknown.hint)
            return ""

    def string(self, text: str, at: At, *, in_id: bool = False, printed: bool = False) -> object:
        """A text with its braces filled in; or the value of a text that is one formula or name.

        In a text that is `printed`, computed numbers are as a reader expects them, and names that
        are known later stay in their braces.
        """
        if text.startswith("="):
            return self._result(text[1:], at, printed=printed)
        whole = _BRACES.fullmatch(text)
        if whole and whole[1] is not None and not in_id:
            inner = whole[1].strip()
            if inner.startswith("="):
                return self._result(inner[1:], at, printed=printed)
            if inner.partition(".")[0] in self.values:
                return self._value_named(inner, at)

        def replaced(braces: re.Match[str]) -> str:
            inner = "" if braces[1] is None else braces[1].strip()
            icon = inner.partition(":")[0].strip() in self.icons  # `{wood}`, `{wood:1.5}`
            kept = (icon and not in_id) or (printed and inner in self.later)
            if not inner or (kept and inner not in self.values):
                return braces[0]
            if inner[0] == "=":
                value = self._result(
                    inner[1:], at, printed=printed or not _UNIT.match(text, braces.end())
                )
            else:
                value = self._value_in_braces(inner, at)
            if not isinstance(value, str | int | float):
                keys = list(value) if isinstance(value, MappingNode) else []
                hint = f"write {{{inner}.{keys[0]}}}" if keys else "name a single value"
                at.report("E163", f"`{inner}` is no single value", hint)
                return ""
            return slug_of_value(value) if in_id else text_of(value)

        return _BRACES.sub(replaced, text)

    def _value_in_braces(self, name: str, at: At) -> object:
        """The value of a name in braces; an unknown one is E163, whose hint suggests icons, too."""
        if name.partition(".")[0] in self.values:
            return self._value_named(name, at)
        if name in self.later:
            return self._value_named(name, at)
        hint = did_you_mean(name, [*self.values, *self.icons]) or self.known
        if not _PATH.fullmatch(name) and any(sign in name for sign in "+-*/<>=("):
            hint = f"a formula begins with =: write {{={name}}}"
        at.report("E163", f"`{{{name}}}` is no {self.called}, and no icon of the game", hint)
        return ""

    def _result(self, text: str, at: At, *, printed: bool = False) -> object:
        """The value of a formula as if it had been typed; that of a single name may be a record."""
        if _PATH.fullmatch(name := text.strip()) and name.partition(".")[0] in self.values:
            return self._value_named(name, at)
        worth = self._value_computed(text, at)
        if not isinstance(worth, Fraction):
            return "" if worth is None else worth
        number = _as_number(worth, _PRINTED_DECIMALS if printed else _COMPUTED_DECIMALS)
        return text_of(number).replace(".", self.point) if printed else number

    def _value_computed(self, text: str, at: At) -> Worth | None:
        """The value of a formula; None after a fault was reported."""
        try:
            return formula(text, self._worth)
        except NoSuchName as unknown:
            at.report("E163", unknown.message, unknown.hint)
        except InvalidExpression as fault:
            cut = text.count("(") > text.count(")")  # by YAML, at a comma between { }
            hint = "put the whole formula in quotes: it has a comma" if cut else fault.hint
            at.report("E164", fault.message, hint or "look at its brackets and names")
        return None

    def _worth(self, name: str) -> Worth:
        if name in ("true", "false") and name not in self.values:
            return name == "true"
        value = self._look_up(name)
        if isinstance(value, str | bool):
            return value
        if is_number(value):
            return exact(value)
        raise InvalidExpression(f"`{name}` is no single value", "name a single value")

    def _look_up(self, name: str) -> object:
        """The value of a name, or of a path like `suit.colour`; for a record, its `id`.

        Raises NoSuchName.
        """
        first, *steps = name.split(".")
        if first not in self.values:
            if name in self.later:
                hint = f"write {{{name}}} into a text: it is filled in there"
                raise NoSuchName(
                    f"`{name}` is known when a face is drawn, and stands in texts", hint
                )
            parts = name.split("-")
            near = nearest(name, self.values)
            word = f'if it is a word, write it in quotes: "{name}"; else {self.known}'
            hint = f"did you mean `{near}`?" if near else word
            if len(parts) > 1 and all(part in self.values or part.isdigit() for part in parts):
                hint = f"a minus stands between spaces: {' - '.join(parts)}"
            for side in SIDES:
                of_side = self.values.get(side)
                if isinstance(of_side, MappingNode) and first in of_side:
                    hint = f"it is a field of the {side}: write {side}.{name}"
            raise NoSuchName(f"`{name}` is no {self.called}", hint)
        value, at = self.values[first], first
        if not steps and isinstance(value, MappingNode) and "id" in value:
            return value["id"]
        for step in steps:
            if not isinstance(value, MappingNode) or step not in value:
                known = [f"{at}.{key}" for key in value] if isinstance(value, MappingNode) else []
                hint = did_you_mean(f"{at}.{step}", known) or f"`{at}` is a single value"
                raise NoSuchName(f"there is no `{at}.{step}`", hint)
            value, at = value[step], f"{at}.{step}"
        return value


def names_in_braces(text: str) -> list[str]:
    """The names that stand alone in braces in a text, and the names of icons."""
    inner = (each.strip().removeprefix("=").strip() for each in IN_BRACES.findall(text))
    return [each for each in inner if _PATH.fullmatch(each)]


def _only_name(typed: MappingNode) -> str:
    """The name in `{rank}` without quotes, which YAML reads as a mapping; "" for other mappings."""
    (name,) = typed if len(typed) == 1 else ("",)
    return name if name and typed[name] is None else ""


def _as_number(value: Fraction, decimals: int) -> object:
    """A number as a designer would type it, with at most `decimals` decimals."""
    value = rounded(value * 10**decimals) / 10**decimals
    if value.denominator == 1:
        return value.numerator
    text = f"{float(value):.{decimals}f}".rstrip("0").rstrip(".")
    if "." not in text:
        return int(text)
    return float(text) if str(float(text)) == text else DecimalNumber(text)


def slug_of_value(value: object) -> str:
    """The spelling of a value in ids: `New York` is `new-york`, -3 is `minus-3`."""
    text = text_of(value)
    if is_number(value) and value < 0:
        text = f"minus {text[1:]}"
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def text_of(value: object) -> str:
    """The text of a value inside of another text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return as_typed(value)
