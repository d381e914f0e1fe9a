"""Reads entries that stand for many pieces: `for: {suit: [hearts, clubs], rank: 1..13}`.

Such an entry is filled in once for each combination of the values, in its texts and formulas.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.problems import Problem
from fustella.core.values.schemas import Schema
from fustella.core.words.patterns import regex
from fustella.read.filling import Filler, slug_of_value
from fustella.read.forms import At, Form, Reader, shown
from fustella.read.nodes import FAULTY, ListNode, MappingNode, as_typed

_NAME = regex(r"[a-z][a-z0-9_]*")
_RESERVED = ("and", "false", "not", "or", "true")
_NUMBERS = regex(r"(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})")
_LETTERS = regex(r"([a-z])\s*\.\.\s*([a-z])|([A-Z])\s*\.\.\s*([A-Z])")
_LONGEST_RANGE = 100
_SPREAD, _COUNTED = 4 * limits.ENTRY_PIECES, 1_000_000_000
"""The most values of an entry that are read, and the most pieces to count, before it is refused."""

_WITH_DASH = regex(r"\s*([0-9]{1,6})\s*[-–]\s*([0-9]{1,6})\s*")
_LIKE_A_RANGE = regex(r"-?\d+\s*\.{2,}.*|.*\.{2,}\s*-?\d+|\w+\s*\.{2,}\s*\w+")
_AS_TYPED: Final = ("source",)
"""The keys of an entry that are not filled in: all of its pieces come from the same lines."""


class _Choice(Struct, frozen=True):
    """One value of a name under `for`: a scalar or a record, and the word for it in ids."""

    value: object
    slug: str


class Enumeration(Form, frozen=True):
    """An entry with `for`, as typed: its values by name, and the condition for combinations."""

    entry: MappingNode
    choices: Mapping[str, tuple[_Choice, ...]]
    where: str

    @property
    def combinations(self) -> int:
        """The number of combinations of the values; `where` may leave out some of them."""
        return prod(len(of_name) for of_name in self.choices.values())

    @property
    def letters(self) -> int:
        """The number of letters of the entry: each of its pieces will have at least as many."""
        return _letters(self.entry)

    def filled(self, at: At, icons: Collection[str]) -> Iterator[tuple[str, MappingNode, At]]:
        """Yields each combination, as keys name it, with the filled-in entry and its place.

        Faults of a combination are reported at its place. `icons` are the names that stand for
        icons in texts.
        """
        base, pieces = at.problems, 0
        problems_of: list[tuple[Mapping[str, str], list[Problem]]] = []
        for chosen in product(*self.choices.values()):
            slugs = dict(zip(self.choices, (choice.slug for choice in chosen), strict=True))
            place = replace(at.place, key=at.place.key + _as_step(slugs))
            inside = At(place, [], f"{at.key}-{_as_step(slugs)}")
            values = dict(zip(self.choices, (choice.value for choice in chosen), strict=True))
            filler = Filler(values, icons, "name of `for`", "name what stands under `for`")
            problems_of.append((slugs, inside.problems))
            if self.where and not filler.holds(self.where, self._at_where(inside)):
                continue
            pieces += 1
            entry = _Combination(filler, slugs).entry(self.entry, inside)
            faulty = {problem.place.key for problem in inside.problems}
            known = len(inside.problems)
            yield _as_step(slugs), entry, inside
            later = inside.problems[known:]  # what could not be filled in is not reported again
            inside.problems[known:] = [fault for fault in later if fault.place.key not in faulty]
        base.extend(_each_once(problems_of, at.place.key))
        if not pieces and not any(problems for _, problems in problems_of):
            self._at_where(at).report(
                "E161", "`where` holds for no combination", "compare the names of `for`"
            )

    def _at_where(self, at: At) -> At:
        return at.inside("where", self.entry)


def _letters(typed: object) -> int:
    if isinstance(typed, MappingNode):
        return sum(map(_letters, typed.values()))
    if isinstance(typed, ListNode):
        return sum(map(_letters, typed))
    return len(typed) if isinstance(typed, str) else 0


def entry_of(form: Reader) -> Reader:
    """Reads an entry with `for` as an Enumeration, any other with `form`."""

    def read(value: object, at: At) -> object:
        if not isinstance(value, MappingNode) or "for" not in value:
            return form(value, at)
        before = len(at.problems)
        choices = _choices(value["for"], at.inside("for", value))
        where = _where(value, at)
        return Enumeration(value, choices, where) if len(at.problems) == before else FAULTY

    return Reader(read, lambda vocabulary: _schema_of_entry(form.schema(vocabulary)))


FILLED_IN: Schema = {
    "title": "filled in",
    "type": ["string", "object"],
    "pattern": r"^=|\{[^{}\n]*\}",
    "minProperties": 1,
    "maxProperties": 1,
    "additionalProperties": {"type": "null"},
}
"""The schema of `=10 * rank`, `"{rank}"` or `{rank}`, under `definitions` as `filled-in`."""

_VALUE: Schema = {
    "title": "value",
    "type": ["string", "number", "boolean", "object"],
    "required": ["id"],
    "properties": {"id": {"type": ["string", "number", "boolean"]}},
}
_FOR: Schema = {
    "title": "names, each with a range or a list of values",
    "description": "The entry makes a piece for each combination of these values: rank: 1..13.",
    "type": "object",
    "minProperties": 1,
    "propertyNames": {
        "pattern": f"^{_NAME.pattern}$",
        "not": {"enum": list(_RESERVED)},
    },
    "additionalProperties": {
        "title": "range, or list of values",
        "type": ["string", "array"],
        "pattern": r"\.\.",
        "minItems": 1,
        "items": _VALUE,
    },
}
_WHERE: Schema = {
    "title": "condition",
    "description": "The combinations of `for` that are made: a <= b.",
    "type": "string",
    "pattern": r"\S",
}


def _schema_of_entry(entry: Schema) -> Schema:
    """The schema of an entry with or without `for`; with `for`, values may be formulas."""
    properties = entry["properties"]
    enumerated = {
        key: schema if key in _AS_TYPED else may_be_filled_in(schema)
        for key, schema in properties.items()
    }
    enumerated["id"] = {**properties["id"], "type": ["string", "number"], "pattern": ""}
    typed = {**entry, "properties": {**enumerated, "for": _FOR, "where": _WHERE}}
    required = [key for key in entry.get("required", ()) if key != "id"]
    return {
        "title": entry.get("title", ""),
        "if": {"required": ["for"]},
        "then": {**typed, "required": [*required, "for"]},
        "else": entry,
    }


def may_be_filled_in(schema: Schema) -> Schema:
    """The schema of a value in an entry with `for`, in which each value may be a formula."""
    inner = dict(schema)
    if "properties" in schema:
        properties = schema["properties"].items()
        inner["properties"] = {key: may_be_filled_in(each) for key, each in properties}
    if isinstance(schema.get("items"), Mapping):
        inner["items"] = may_be_filled_in(schema["items"])
    about: Schema = {key: inner.pop(key) for key in ("title", "description") if key in inner}
    return {**about, "anyOf": [inner, {"$ref": "#/definitions/filled-in"}]}


def _where(entry: MappingNode, at: At) -> str:
    """The condition of `where`, or "" where there is none."""
    typed = entry.get("where")
    if isinstance(typed, str) and (text := typed.strip().removeprefix("=").strip()):
        return text
    if "where" in entry:
        inside = at.inside("where", entry)
        inside.report("E104", f"expected a condition, found {shown(typed)}", "write `where: a < b`")
    return ""


def _choices(typed: object, at: At) -> Mapping[str, tuple[_Choice, ...]]:
    """Reads the values of each name under `for`, and reports faults."""
    if not isinstance(typed, MappingNode) or not typed:
        written = "none" if isinstance(typed, MappingNode) else shown(typed)
        at.report(
            "E104", f"expected names with their values, found {written}", "write {rank: 1..13}"
        )
        return {}
    choices = {}
    pieces = spread = 1
    for name, values in typed.items():
        inside = at.inside(name, typed)
        if not _NAME.fullmatch(name) or name in _RESERVED:
            hint = "use a small letter, then small letters, digits and _, like rank"
            inside.report("E161", f"`{name}` cannot be a name in formulas", hint)
        choices[name] = tuple(_values(values, inside))
        pieces, spread = pieces * len(choices[name]), spread + len(choices[name])
        if pieces > _COUNTED or spread > _SPREAD:
            break
    if spread > _SPREAD:
        at.report("E162", f"more than {_SPREAD:,} values in one entry", "write several entries")
    elif pieces > limits.ENTRY_PIECES:
        most = f"an entry makes at most {limits.ENTRY_PIECES}"
        hint = f"{most}; look at the ranges, or write two entries"
        counted = pieces if pieces <= _COUNTED else f"more than {_COUNTED:,}"
        at.report("E162", f"{counted} pieces from one entry", hint)
    return choices


def _values(typed: object, at: At) -> list[_Choice]:
    if isinstance(typed, str) and _LIKE_A_RANGE.fullmatch(typed):
        entries: list[tuple[object, At]] = [(typed, at)]
    elif isinstance(typed, ListNode):
        entries = [(each, at.inside(i, typed)) for i, each in enumerate(typed)]
    else:
        hint = "write [A, 2..10, J, Q, K] or 1..13"
        if isinstance(typed, str) and (ends := _WITH_DASH.fullmatch(typed)):
            hint = f"write {ends[1]}..{ends[2]}"
        at.report("E104", f"expected a list or a range, found {shown(typed)}", hint)
        return []
    if not entries:
        at.report("E161", "a list without values makes no pieces", "write one value at least")
    by_slug: dict[str, _Choice] = {}
    for value, inside in entries:
        for spread in _values_spread(value, inside):
            if (choice := _choice(spread, inside)) is None:
                continue
            if choice.slug in by_slug:
                hint = "each value makes a piece with an id of its own: keep one of them"
                inside.report("E161", f"`{choice.slug}` stands twice", hint)
            by_slug[choice.slug] = choice
    return list(by_slug.values())


def _values_spread(value: object, at: At) -> Sequence[object]:
    """The values that an entry of a list stands for: one value, or all values of a range."""
    if not isinstance(value, str) or len(value) > _LONGEST_RANGE:
        return (value,)
    if not _LIKE_A_RANGE.fullmatch(value):
        return (value,)
    if letters := _LETTERS.fullmatch(value):
        first, last = (ord(letter) for letter in letters.groups() if letter)
    elif numbers := _NUMBERS.fullmatch(value):
        first, last = int(numbers[1]), int(numbers[2])
    else:
        at.report("E161", f'"{value}" is no range', "write 1..13 or A..F; other words as a list")
        return ()
    if first > last:
        smaller, _, larger = (part.strip() for part in reversed(value.partition("..")))
        at.report("E161", f'"{value}" runs backwards', f"write {smaller}..{larger}")
        return ()
    if last - first >= limits.ENTRY_PIECES:
        hint = f"an entry makes at most {limits.ENTRY_PIECES} pieces"
        at.report("E162", f"{last - first + 1} values in one range", hint)
        return ()
    spread = range(first, last + 1)
    return [chr(each) for each in spread] if letters else spread


def _choice(value: object, at: At) -> _Choice | None:
    """A value with its word in ids; None after a fault was reported."""
    named = value
    if isinstance(value, MappingNode):
        if "id" not in value:
            at.report("E161", "a value in { } has no `id`", "write {id: hearts, …}")
            return None
        named = value["id"]
    if not isinstance(named, str | int | float):
        hint = "write a word, a number, a range or {id: hearts, colour: …}"
        at.report("E104", f"expected a value, found {shown(named)}", hint)
        return None
    slug = slug_of_value(named)
    if not slug:
        message = f"{shown(named)} has no letter or digit for an id"
        at.report("E161", message, "write {id: hearts, sign: …} and use {suit.sign}")
        return None
    return _Choice(value, slug)


class _Combination(Struct, frozen=True):
    """Fills in an entry with the values of one combination of its `for`."""

    filler: Filler
    slugs: Mapping[str, str]

    def entry(self, typed: MappingNode, at: At) -> MappingNode:
        result = MappingNode(typed.line)
        for key, value in typed.items():
            inside = at.inside(key, typed)
            if key == "id":
                result.put(key, self._id(value, inside), typed.lines[key])
            elif key not in ("for", "where"):
                kept = value if key in _AS_TYPED else self.filler.value(value, inside)
                result.put(key, kept, typed.lines[key])
        if "id" not in typed:
            result.put("id", "-".join(self.slugs.values()), typed.line)
        return result

    def _id(self, typed: object, at: At) -> object:
        if isinstance(typed, MappingNode | ListNode) or typed is None:
            return typed
        text = as_typed(typed)
        if "{" not in text and not text.startswith("="):
            return "-".join([text, *self.slugs.values()])
        filled = self.filler.string(text, at, in_id=True)
        if not isinstance(filled, str | int | float):
            at.report("E163", f"`{text}` is no single value", "name a word or a number")
            return "-".join(self.slugs.values())
        return slug_of_value(filled) if text.startswith("=") else filled


def _as_step(slugs: Mapping[str, str]) -> str:
    """The name of one piece of an entry in keys: `(suit=hearts,rank=3)`; "" for all its pieces."""
    values = ",".join(f"{name}={slug}" for name, slug in slugs.items())
    return f"({values})" if values else ""


def _each_once(
    problems_of: Sequence[tuple[Mapping[str, str], list[Problem]]], entry: str
) -> Iterator[Problem]:
    """Yields each problem once; its key has the values that all combinations with it share."""
    together: dict[Problem, list[Mapping[str, str]]] = defaultdict(list)
    for slugs, problems in problems_of:
        for problem in dict.fromkeys(problems):
            together[_with_key(problem, entry + _as_step(slugs), entry)].append(slugs)
    for problem, combinations in together.items():
        first, *others = combinations
        shared = {} if len(combinations) == len(problems_of) else first
        for other in others:
            shared = {name: slug for name, slug in shared.items() if other[name] == slug}
        alike = sum(shared.items() <= slugs.items() for slugs, _ in problems_of)
        if alike != len(combinations):
            shared = first
            if others:
                message = f"{problem.message} (and in {len(others)} more)"
                problem = replace(problem, message=message)  # noqa: PLW2901
        yield _with_key(problem, entry, entry + _as_step(shared))


def _with_key(problem: Problem, before: str, after: str) -> Problem:
    """The problem with `after` instead of `before` at the beginning of its key."""
    place = problem.place
    if not place.key.startswith(before):
        return problem
    key = after + place.key.removeprefix(before)
    return replace(problem, place=replace(place, key=key))
