"""Random trees in random styles, edited at random: the edit is made, and nothing else is lost."""

import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fustella.read.edit.yaml_edits import (
    EditRefused,
    InsertItem,
    MoveItem,
    MoveKey,
    RemoveValue,
    SetValue,
    YamlEdit,
    edited,
    where,
)
from fustella.read.nodes import as_typed
from fustella.read.source import Builder, events_of

KEYS = ("id", "title", "x", "y", "no", "de", "front", "a b", "#", "é", "true", "12", "k: v", "o'c")
TEXTS = st.one_of(
    st.sampled_from(
        [
            *(
                "yes",
                "no",
                "12:30",
                "06",
                "+3",
                "#",
                "a #b",
                "a: b",
                " a",
                "a ",
                "{n}/{of}",
                "",
                "~",
            ),
            *(
                "a\nb",
                "it's",
                'say "x"',
                "\u2028",
                "\x85",
                "a\tb",
                "\x07",
                "- a",
                "1e3",
                "null",
                "é",
            ),
            *(
                "[a]",
                "a, b",
                "\\n",
                "*b*",
                "&a",
                "!a",
                "|",
                ">",
                "%",
                "@",
                "`",
                "? a",
                ":",
                "-",
                "?",
            ),
            *("2024-01-01", "40%", "\ufeff", "a\n\n b\n", "\n", "true", "0x1f", "100% - 10mm", "—"),
        ]
    ),
    st.text(st.characters(codec="utf-8"), max_size=30),
    st.lists(st.sampled_from(("some", "longer", "words", "with, commas", "#")), max_size=40).map(
        " ".join
    ),
    st.lists(st.sampled_from(("some", "words,\n", "and\n\n", "more ")), max_size=30).map("".join),
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-999, 999),
    st.decimals(-99, 99, places=2).map(float),
    TEXTS,
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)
ROOTS = st.dictionaries(st.sampled_from(KEYS), TREES, min_size=1, max_size=5)

SAFE = re.compile(r"[a-zé][a-zé0-9 %]*[a-zé0-9%]")
WORDS = ("true", "false", "null")


class Typist:
    """Writes a tree in styles that are drawn; `remarks` has the path of each comment."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.remarks: dict[str, tuple[str | int, ...]] = {}

    def pick(self, *ways: Any) -> Any:
        return self.draw(st.sampled_from(ways))

    def remark(self, path: tuple[str | int, ...]) -> str:
        name = f"# r{len(self.remarks)}r"
        self.remarks[name] = path
        return name

    def scalar(self, value: object, flow: bool) -> str:
        if value is None:
            return self.pick("null", "~")
        if isinstance(value, bool):
            return str(value).lower()
        if not isinstance(value, str):
            return str(value)
        ways = [re.sub("[^\x20-\uffff]", lambda sign: f"\\U{ord(sign[0]):08x}", escaped(value))]
        if value.isprintable():
            ways += [json.dumps(value, ensure_ascii=False)] * 2 + [
                f"""'{value.replace("'", "''")}'"""
            ] * 2
        if SAFE.fullmatch(value) and value not in WORDS and not (flow and "," in value):
            ways += [value] * 4
        return self.pick(*ways)

    def key(self, name: str, flow: bool) -> str:
        return name if SAFE.fullmatch(name) or name in ("12", "x", "y") else self.scalar(name, flow)

    def flow(self, value: object, indent: str) -> str:
        if isinstance(value, dict | list):
            opens, closes = ("{", "}") if isinstance(value, dict) else ("[", "]")
            parts = (
                [f"{self.key(k, True)}: {self.flow(v, indent + '  ')}" for k, v in value.items()]
                if isinstance(value, dict)
                else [self.flow(v, indent + "  ") for v in value]
            )
            style = self.pick("line", "line", "rows", "filled")
            if not parts or style == "line":
                return opens + ", ".join(parts) + closes
            if style == "filled":
                return opens + f",\n{indent}  ".join(parts) + closes
            comma = self.pick(",", "")
            return (
                f"{opens}\n{indent}  " + f",\n{indent}  ".join(parts) + f"{comma}\n{indent}{closes}"
            )
        return self.scalar(value, True)

    def value(
        self, value: object, column: int, path: tuple[str | int, ...]
    ) -> tuple[str, list[str]]:
        """What stands behind the colon or the dash, and the lines below."""
        inner = " " * (column + self.pick(2, 2, 2, 4))
        if isinstance(value, str) and (typed := self.wrapped(value, inner)):
            return typed
        if isinstance(value, dict | list) and value and self.pick(True, True, False):
            if isinstance(value, dict):
                return "", self.keys(value, len(inner), path)
            return "", self.items(value, len(inner), path)
        if value is None and path and isinstance(path[-1], str) and self.pick(True, False):
            return "", []
        first, *others = self.flow(value, " " * (column + 2)).split("\n")
        return first, others

    def wrapped(self, value: str, inner: str) -> tuple[str, list[str]] | None:
        """A text on several lines, if that is drawn and it can be."""
        way = self.pick("|", ">", "'", '"', "", None, None)
        if way is None or not re.fullmatch(r"[a-z](?:[a-z,#]| (?! )|\n(?! ))*[a-z,]", value):
            return None
        if way == "|":
            return "|-", [inner + each if each else "" for each in value.split("\n")]
        words = re.findall(r"\n+|[^ \n]+", value)
        if not way and ("#" in value or value in WORDS):
            return None
        lines = [words[0]]
        for before, word in pairwise(words):
            if word[0] == "\n":
                lines += [""] * len(word)
            elif before[0] == "\n" or self.draw(st.integers(0, 3)) == 0:
                lines.append(word)
            else:
                lines[-1] += f" {word}"
        if way == ">":
            return ">-", [inner + line if line else "" for line in lines]
        lines = [f"{way}{lines[0]}", *lines[1:]]
        lines[-1] += way
        return lines[0], [inner + line if line else "" for line in lines[1:]]

    def keys(self, value: dict[str, Any], column: int, path: tuple[str | int, ...]) -> list[str]:
        lines: list[str] = []
        for name, each in value.items():
            here = (*path, name)
            lines += self.above(column, here)
            first, others = self.value(each, column, here)
            head = f"{' ' * column}{self.key(name, False)}:" + (f" {first}" if first else "")
            lines += self.ended(head, others, here)
        return lines

    def items(self, value: list[Any], column: int, path: tuple[str | int, ...]) -> list[str]:
        lines: list[str] = []
        for number, each in enumerate(value):
            here = (*path, number)
            lines += self.above(column, here)
            if isinstance(each, dict) and each and self.pick(True, True, False):
                entries = self.keys(each, column + 2, here)
                if not entries[0].lstrip().startswith("#") and entries[0].strip():
                    lines += [f"{' ' * column}- {entries[0].lstrip()}", *entries[1:]]
                    continue
                lines += [f"{' ' * column}-", *entries]
                continue
            first, others = self.value(each, column, here)
            lines += self.ended(f"{' ' * column}-" + (f" {first}" if first else ""), others, here)
        return lines

    def above(self, column: int, path: tuple[str | int, ...]) -> list[str]:
        return self.pick(
            [],
            [],
            [],
            [""],
            [" " * column + self.remark(path)],
            ["", " " * column + self.remark(path)],
        )

    def ended(self, head: str, others: list[str], path: tuple[str | int, ...]) -> list[str]:
        ends = not others or head.endswith((":", "-")) or "|" in head
        if self.pick(True, False, False) and ends:
            head += f"  {self.remark(path)}"
        return [head, *others]


def escaped(value: str) -> str:
    """A text in double quotes, in which JSON escapes what is not ASCII, but no astral signs."""
    parts = (each if each > "\uffff" else json.dumps(each)[1:-1] for each in value)
    return '"' + "".join(parts) + '"'


def read(text: str) -> Any:
    builder = Builder("test")
    value = builder.document(events_of(text.removeprefix("\ufeff")))
    assert builder.problems == [], text
    return value


def flat(value: Any) -> Any:
    """A value for comparisons, which keeps the order of keys and the types."""
    if isinstance(value, dict):
        return ["keys", *((name, flat(each)) for name, each in value.items())]
    if isinstance(value, list):
        return ["list", *(flat(each) for each in value)]
    if isinstance(value, float) and value.is_integer() and not hasattr(value, "typed"):
        return int, str(int(value))
    kind = next(k for k in (bool, int, float, str, type(None)) if isinstance(value, k))
    return kind, as_typed(value)


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path]
    for key, each in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        found += places(each, (*path, key))
    return found


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def put(value: Any, path: tuple[str | int, ...], new: Any) -> None:
    at(value, path[:-1])[path[-1]] = new


def drawn_edit(draw: Any, tree: Any) -> tuple[YamlEdit, Any, tuple[str | int, ...] | None]:
    """An edit, the tree after it, and the path whose comments may go."""
    after = json.loads(json.dumps(tree))
    path = draw(st.sampled_from(places(tree)))
    here = at(tree, path)
    ways = ["set", "set", "remove"] if path else []
    if isinstance(here, dict):
        ways += ["add", "add"] + (["move"] if here else [])
    if isinstance(here, list):
        ways += ["insert", "insert"] + (["move"] if here else [])
    way = draw(st.sampled_from(ways))
    if way == "set":
        value = draw(TREES)
        if isinstance(here, str) and " " in here and draw(st.booleans()):
            words = here.split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(
                st.sampled_from(("new", "", "#", "a: b"))
            )
            value = " ".join(words)
        put(after, path, value)
        if isinstance(here, dict) and isinstance(value, dict) and here:
            # The keys that stay keep their order.
            put(after, path, order_of(here, value))
        return SetValue(path, value), after, path
    if way == "remove":
        del at(after, path[:-1])[path[-1]]
        return RemoveValue(path), after, path
    if way == "add":
        new = [key for key in ("new", "z", "on") if key not in here]
        chain = draw(st.lists(st.sampled_from(new), min_size=1, max_size=3))
        value = inner = draw(TREES)
        for key in reversed(chain[1:]):
            inner = {key: inner}
        at(after, path)[chain[0]] = inner
        return SetValue((*path, *chain), value), after, None
    if way == "insert":
        number, value = draw(st.integers(0, len(here))), draw(TREES)
        at(after, path).insert(number, value)
        return InsertItem(path, number, value), after, None
    if isinstance(here, list):
        number, to = draw(st.integers(0, len(here) - 1)), draw(st.integers(0, len(here)))
        items = at(after, path)
        item = items.pop(number)
        items.insert(to - (to > number), item)
        return MoveItem((*path, number), None if to == len(here) else to), after, None
    names = list(here)
    name, to = draw(st.sampled_from(names)), draw(st.integers(0, len(here)))
    others = [each for each in names if each != name]
    others.insert(to - (to > names.index(name)), name)
    moved = {each: here[each] for each in others}
    if path:
        put(after, path, json.loads(json.dumps(moved)))
    else:
        after = moved
    return MoveKey((*path, name), None if to == len(here) else names[to]), after, None


def order_of(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict) and old:
        if not new:
            return new
        keys = [key for key in old if key in new] + [key for key in new if key not in old]
        return {key: order_of(old.get(key), new[key]) for key in keys}
    if isinstance(old, list) and isinstance(new, list):
        return new
    return new


def unordered(value: Any) -> Any:
    if isinstance(value, list) and value and value[0] == "keys":
        return ["keys", *sorted(((k, unordered(v)) for k, v in value[1:]), key=lambda e: e[0])]
    if isinstance(value, list):
        return [unordered(each) if isinstance(each, list) else each for each in value]
    return value


@settings(
    max_examples=150,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
@given(st.data(), ROOTS)
def test_random_edits_change_what_they_say_alone(data, tree):
    typist = Typist(data.draw)
    text = "\n".join(typist.keys(tree, 0, ())) + data.draw(st.sampled_from(("\n", "", "\n# end\n")))
    text = data.draw(st.sampled_from(("", "\ufeff"))) + text.replace(
        "\n", data.draw(st.sampled_from(("\n", "\n", "\r\n")))
    )
    assert flat(read(text)) == flat(tree), text
    for path in places(tree):
        assert where(text, path), path
    for number in range(data.draw(st.integers(1, 3))):
        edit, expected, gone = drawn_edit(data.draw, tree)
        try:
            after = edited(text, [edit])
        except EditRefused as refused:
            raise AssertionError(f"{refused}\n{edit}\n{text}") from None
        found = read(after)
        assert unordered(flat(found)) == unordered(flat(expected)), (edit, text, after)
        if not isinstance(edit, SetValue):
            assert flat(found) == flat(expected), (edit, text, after)
        if number == 0:
            for remark, path in typist.remarks.items():
                if f"{remark}\n" in text.replace("\r", "") and (
                    gone is None or path[: len(gone)] != gone
                ):
                    assert remark in after, (remark, edit, text, after)
            lost = Counter(text.splitlines()) - Counter(after.splitlines())
            if gone is None and not isinstance(edit, MoveItem | MoveKey):
                assert sum(lost.values()) <= 1, (edit, text, after)
        assert after.startswith("\ufeff") == text.startswith("\ufeff")
        if "\r\n" in text:
            assert not re.search(r"(?<!\r)\n", after), (edit, text, after)
        text, tree = after, json.loads(json.dumps(found))
        if not isinstance(tree, dict) or not tree:
            break
