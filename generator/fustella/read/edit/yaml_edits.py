"""Edits values, keys and items of a YAML file, and leaves all other characters as they are.

An edit is made where a careful hand would make it: in the style of what stands beside it. Then the
text is read again, and must be what it was with this edit and nothing else.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.read.edit import BYTE_ORDER_MARK
from fustella.read.edit.scalars import BLOCKS, EditRefused
from fustella.read.edit.yaml_places import Change, Entries, changed, newline_of
from fustella.read.edit.yaml_tree import (
    Form,
    YamlNode,
    form_of,
    line_end,
    line_start,
    next_line,
    tree_of,
)
from fustella.read.edit.yaml_windows import KeyOutline, Window, keep, outline_of, sections_of
from fustella.read.edit.yaml_wrapped import in_its_lines, is_wrapped
from fustella.read.edit.yaml_writing import (
    Habits,
    Path,
    Typed,
    Value,
    Writer,
    form_of_value,
    scalar,
)

__all__ = [
    "EditRefused",
    "InsertItem",
    "KeyOrder",
    "MoveItem",
    "MoveKey",
    "Path",
    "RemoveValue",
    "SetValue",
    "Typed",
    "Value",
    "YamlEdit",
    "edited",
    "where",
]


class SetValue(Struct, frozen=True):
    """A value to replace, or to add with all mappings that are missing on the way to it.

    Of a list or a mapping that replaces another one, only what differs is changed. A block of text
    keeps the line break at its end.
    """

    path: Path
    value: Value


class RemoveValue(Struct, frozen=True):
    """A key or an item to remove; with `prune` also the mappings and lists that it leaves empty."""

    path: Path
    prune: bool = False


class InsertItem(Struct, frozen=True):
    """A new item of the list at a path, to stand at a number from 0."""

    path: Path
    at: int
    value: Value


class MoveItem(Struct, frozen=True):
    """An item to put before another one, by their numbers from 0; None: to the end."""

    path: Path
    before: int | None


class MoveKey(Struct, frozen=True):
    """A key to put before another one of its mapping; None: to the end."""

    path: Path
    before: str | None


_MOST_LETTERS = 300_000
"""The letters of a file in which examples of style are looked for everywhere, and not nearby."""

YamlEdit: TypeAlias = SetValue | RemoveValue | InsertItem | MoveItem | MoveKey

KeyOrder: TypeAlias = Callable[[Path], Sequence[str]]
"""Gives the order of the keys of the mapping at a path; keys that it does not name come last."""


def at_the_end(_: Path) -> Sequence[str]:
    """The order of keys in which a new one comes last."""
    return ()


def edited(text: str, edits: Sequence[YamlEdit], order: KeyOrder = at_the_end) -> str:
    """The text of a YAML file after edits, one after the other.

    Raises EditRefused for an edit of what is not there, and for one that would change more.
    """
    if not edits:
        return text
    body = text.removeprefix(BYTE_ORDER_MARK)
    mark, wider = text[: len(text) - len(body)], _HabitsLater(body)
    outline = outline_of(body)
    for edit in edits:
        after = _in_window(outline, edit, order, wider) if outline else None
        if after:
            outline, body = after, after.text
        else:
            body = _after(_File(body), edit, order).text
            outline = outline_of(body)
    keep(body, outline)
    return mark + body


class _HabitsLater:
    """The habits of a whole file, which is read when somebody asks for them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._habits: Habits | None = None

    def __call__(self) -> Habits | None:
        if self._habits is None and len(self._text) <= _MOST_LETTERS:
            self._habits = Habits(tree_of(self._text))
        return self._habits


def _in_window(
    outline: KeyOutline, edit: YamlEdit, order: KeyOrder, wider: _HabitsLater
) -> KeyOutline | None:
    """The outline after an edit that reads a part of the file; None if it needs the whole."""
    window = _window_for(outline, edit)
    if window is None:
        return None
    part = f"{window.above}{outline.text[window.begin : window.end]}{window.below}"
    if newline_of(part) != newline_of(outline.text):  # a single line, the last one
        return None
    try:
        file = _File(part)
        file.wider, file.outer = wider, window.outer
        text = _after(file, _inner(edit, window), lambda path: order(window.outer(path))).text
    except EditRefused:  # told with the numbers of the file
        return None
    sections = sections_of(text)
    is_same = text.startswith(window.above) and text.endswith(window.below)
    expected = [outline.sections[window.section].key, *([""] if window.below else [])]
    if not is_same or sections is None or [each.key for each in sections] != expected:
        return None
    typed = text[len(window.above) : len(text) - len(window.below)]
    return outline.after(window, typed, sections[0])


def _window_for(outline: KeyOutline, edit: YamlEdit) -> Window | None:
    path = edit.path
    if not path or (len(path) == 1 and isinstance(edit, RemoveValue | MoveItem | MoveKey)):
        return None
    section = outline.section(path[0])
    if section is None or not section.begins:
        return None if section is None else outline.window(section, None)
    steps: list[str | int | None]
    if len(path) == 1:
        at = edit.at if isinstance(edit, InsertItem) else -1
        steps = [min(at, len(section.begins) - 1) if at <= len(section.begins) else at]
    elif len(path) == 2 and isinstance(edit, MoveItem | MoveKey):
        steps = [path[1], edit.before]
    else:
        steps = [path[1]]
    numbers = [section.number_of(step) for step in steps]
    known = [number for number in numbers if number is not None]
    return outline.window(section, known if len(known) == len(numbers) else None)


def _inner(edit: YamlEdit, window: Window) -> YamlEdit:
    """An edit of a file as one of a window."""
    first = window.first or 0
    path = window.inner(edit.path)
    if isinstance(edit, InsertItem) and len(path) == 1:
        return replace(edit, at=edit.at - first)
    if isinstance(edit, MoveItem) and len(path) == 2 and edit.before is not None:
        return replace(edit, path=path, before=edit.before - (first if window.is_list else 0))
    return replace(edit, path=path)


def where(text: str, path: Path) -> tuple[int, int] | None:
    """The line and the column, from 1, of a key or an item; None if it is not there.

    Raises EditRefused for a text that cannot be read.
    """
    body = text.removeprefix(BYTE_ORDER_MARK)
    file = _File(body)
    found = file.reached(path)
    if len(found) <= len(path):
        return None
    node = found[-1]
    if path and isinstance(path[-1], str):
        node = found[-2].keys[found[-2].index_of(path[-1]) or 0]
    lines = body[: node.start].replace("\r\n", "\n").replace("\r", "\n")
    return lines.count("\n") + 1, node.column + 1


class _File:
    """A text with its tree."""

    def __init__(self, text: str, root: YamlNode | None = None) -> None:
        self.text = text
        self.root = root or tree_of(text)
        self.wider: Callable[[], Habits | None] = lambda: None
        self.outer: Callable[[Path], Path] = lambda path: path

    def reached(self, path: Path) -> list[YamlNode]:
        """The values from the root along a path, as far as they are there."""
        found = [self.root]
        for step in path:
            node = found[-1]
            if node.sort == "mapping" and isinstance(step, str):
                number = node.index_of(step)
            elif node.sort == "list" and isinstance(step, int) and 0 <= step < len(node.values):
                number = step
            else:
                number = None
            if number is None:
                break
            found.append(node.values[number])
        return found

    def at(self, path: Path) -> YamlNode:
        """The value at a path. Raises EditRefused if there is none."""
        found = self.reached(path)
        if len(found) <= len(path):
            raise EditRefused(f"there is no {shown(path[: len(found)])}")
        return found[-1]


def shown(path: Path) -> str:
    """A path as messages name it, with items counted from 1: `pieces[3].front.title`."""
    parts = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return f"`{''.join(parts).removeprefix('.')}`" if path else "file"


_Way: TypeAlias = tuple[list[Change], Callable[[Form], Form]]
"""Changes of a text, and what they make of its form."""


def _after(file: _File, edit: YamlEdit, order: KeyOrder) -> _File:
    match edit:
        case SetValue(path, value):
            return _with_value(file, path, value, order)
        case RemoveValue(path, prune):
            return _without(file, path, prune)
        case InsertItem(path, at, value):
            return _with_item(file, path, at, value, order)
        case MoveItem(path, before) | MoveKey(path, before):
            return _moved(file, path, before)


def _proven(file: _File, ways: Iterator[list[Change]], expected: Form) -> _File:
    """The file after the first of several ways to change it that leads to the expected form."""
    for changes in _with_ended_block(file, ways):
        try:
            text = changed(file.text, changes)
            root = tree_of(text)
            if form_of(root) != expected and _ends_in_open_block(text, root):
                text += newline_of(text)
                root = tree_of(text)
        except EditRefused:
            continue
        if form_of(root) == expected:
            return _File(text, root)
    raise EditRefused("it would change more than this value: do it by hand")


def _ends_in_open_block(text: str, root: YamlNode) -> bool:
    """Whether a text ends in a block whose last line has no line break, as its value then has not.

    A file without a line break at its end gets such a block when its last value becomes one.
    """
    return _last_of(root).style in BLOCKS and text[-1:] not in "\r\n"


def _last_of(root: YamlNode) -> YamlNode:
    """The value at the end of a text."""
    while root.values:
        root = root.values[-1]
    return root


def _with_ended_block(file: _File, ways: Iterator[list[Change]]) -> Iterator[list[Change]]:
    """The same ways, and others in which a block at the end of a text has no line break there.

    It has none in a file without one, and would get it from what is put behind it.
    """
    last = _last_of(file.root)
    open_ended = last.style in BLOCKS and not last.value.endswith("\n")
    for changes in ways:
        yield changes
        if open_ended:
            yield [*changes, (last.start + 1, last.start + 1, "-")]


def _expected(form: Form, path: Path, change: Callable[[Form], Form]) -> Form:
    """A form in which the value at a path is another one."""
    if not path:
        return change(form)
    sort, entries = form
    others = list(entries)
    if isinstance(path[0], int):
        others[path[0]] = _expected(others[path[0]], path[1:], change)
    else:
        number = [name for name, _ in others].index(path[0])
        name, inner = others[number]
        others[number] = (name, _expected(inner, path[1:], change))
    return sort, others


# Values


def _with_value(file: _File, path: Path, value: Value, order: KeyOrder) -> _File:
    found = file.reached(path)
    if len(found) <= len(path):
        return _with_missing(file, path, found, value, order)
    node = found[-1]
    if node.style in BLOCKS and isinstance(value, str) and not isinstance(value, Typed):
        value = _ended(value, node.value)
    wanted = form_of_value(value)
    if form_of(node) == wanted:
        return file
    if not isinstance(value, Typed):
        if isinstance(value, dict) and value and node.sort == "mapping" and node.values:
            return _with_keys(file, path, node, value, order)
        if wanted[0] == "list" and wanted[1] and node.sort == "list" and node.values:
            assert isinstance(value, Sequence)
            return _with_items(file, path, node, list(value), order)
    expected = _expected(form_of(file.root), path, lambda _: wanted)
    return _proven(file, _replacements(file, path, found, value), expected)


def _ended(value: str, old: str) -> str:
    """A text with the line break at its end that a block gives the old one."""
    ends = old.endswith("\n") and value.strip("\n") and not value.endswith("\n")
    return f"{value}\n" if ends else value


def _with_keys(
    file: _File, path: Path, node: YamlNode, value: dict[str, Value], order: KeyOrder
) -> _File:
    for name, each in value.items():
        file = _with_value(file, (*path, name), each, order)
    for key in node.keys:
        if key.value not in value:
            file = _without(file, (*path, key.value), prune=False)
    return file


def _with_items(
    file: _File, path: Path, node: YamlNode, value: list[Value], order: KeyOrder
) -> _File:
    old, new = [form_of(each) for each in node.values], [form_of_value(each) for each in value]
    shorter = min(len(old), len(new))
    first = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    rest = shorter - first
    last = next((n for n in range(rest) if old[-1 - n] != new[-1 - n]), rest)
    common = shorter - last
    for number in range(first, common):
        file = _with_value(file, (*path, number), value[number], order)
    for number in range(common, len(new) - last):
        file = _with_item(file, path, number, value[number], order)
    for number in reversed(range(common, len(old) - last)):
        file = _without(file, (*path, number), prune=False)
    return file


def _with_missing(
    file: _File, path: Path, found: list[YamlNode], value: Value, order: KeyOrder
) -> _File:
    """The file with a new entry in the last value of a path that is there."""
    node, here, step = found[-1], path[: len(found) - 1], path[len(found) - 1]
    for missing in reversed(path[len(found) :]):
        if isinstance(missing, int) and missing:
            raise EditRefused(f"there is no {shown((*here, step))}")
        value = {missing: value} if isinstance(missing, str) else [value]
    if isinstance(step, int):
        if node.sort not in ("list", "null") or step != len(node.values):
            raise EditRefused(f"there is no {shown((*here, step))}")
        return _with_item(file, here, step, value, order)
    if node.sort not in ("mapping", "null"):
        raise EditRefused(f"{shown(here)} is a {node.sort} and has no keys")
    if not node.values:
        return _with_first(file, here, found, {step: value})
    at = _place_of(step, [key.value for key in node.keys], order(here))
    writer = _writer(file, node)
    entries = Entries(file.text, node)

    def ways() -> Iterator[list[Change]]:
        if node.flow:
            typed = writer.in_brackets({step: value})[1:-1]
            yield entries.with_inline(at, typed)
        else:
            first, *others = writer.entry(step, value, here, node.column)
            yield entries.with_lines(at, [entries.aligned(first), *others])

    wanted = (step, form_of_value(value))
    expected = _expected(
        form_of(file.root), here, lambda form: (form[0], [*form[1][:at], wanted, *form[1][at:]])
    )
    return _proven(file, ways(), expected)


def _place_of(key: str, keys: Sequence[str], order: Sequence[str]) -> int:
    """The number that a new key has among the keys of a mapping."""
    ranks = {name: rank for rank, name in enumerate(order)}
    if key not in ranks:
        return len(keys)
    before = [
        (ranks[each], number)
        for number, each in enumerate(keys)
        if each in ranks and ranks[each] < ranks[key]
    ]
    if before:
        return max(before)[1] + 1
    after = [number for number, each in enumerate(keys) if each in ranks]
    return after[0] if after else len(keys)


def _writer(file: _File, within: YamlNode | None) -> Writer:
    habits = Habits(file.root, file.wider, file.outer)
    return Writer(habits, habits.quote_in(within))


def _with_first(file: _File, path: Path, found: list[YamlNode], value: Value) -> _File:
    """The file with a value in the place of an empty one: `key:`, `{}`, `[]` or an empty file."""
    expected = _expected(form_of(file.root), path, lambda _: form_of_value(value))
    return _proven(file, _replacements(file, path, found, value), expected)


def _replacements(
    file: _File, path: Path, found: list[YamlNode], value: Value
) -> Iterator[list[Change]]:
    """The ways to put a value in the place of another one."""
    node, within = found[-1], found[-2] if len(found) > 1 else None
    writer = _writer(file, within)
    if within is None:
        yield from _roots(file, value, writer)
        return
    number = path[-1] if isinstance(path[-1], int) else within.index_of(path[-1]) or 0
    key = within.keys[number] if within.sort == "mapping" else None
    text = file.text
    if within.flow:
        if isinstance(value, str) and not isinstance(value, Typed) and is_wrapped(text, node):
            yield from in_its_lines(text, node, value, 0)
        yield _in_brackets(text, node, key, _inline(writer, node, value))
        return
    entries = Entries(text, within)
    head = entries.starts[number]
    behind = head + 1 if key is None else text.index(":", key.end) + 1
    used = behind - line_start(text, head) + 1
    if behind < node.start <= line_end(text, behind):
        used = node.column
    if isinstance(value, dict | list | tuple) and node.flow and node.values:
        lines = [writer.in_brackets(value)]
    else:
        if isinstance(value, str) and not isinstance(value, Typed):
            yield from _texts(text, node, value, within.column, writer)
        lines = writer.lines(value, path, within.column, used)
    yield _as_lines(text, node, behind, lines, entries.content_end(number))


def _inline(writer: Writer, node: YamlNode, value: Value) -> str:
    if isinstance(value, str):
        return scalar(value, True, writer.quote, node)
    return writer.in_brackets(value)


def _in_brackets(text: str, node: YamlNode, key: YamlNode | None, typed: str) -> list[Change]:
    if node.start < node.end or key is None:
        return [(node.start, node.end, typed)]
    if node.start == key.end:
        typed = f": {typed}"
    elif text[node.start] in " \t" and text[node.start + 1] not in ",}":
        return [(node.start, node.start, f" {typed}")]
    elif text[node.start] in " \t":
        return [(node.start + 1, node.start + 1, typed)]
    else:
        typed = f" {typed}"
    return [(node.start, node.start, typed)]


def _as_lines(
    text: str, node: YamlNode, behind: int, lines: Sequence[str], end_of_entry: int
) -> list[Change]:
    """The changes that replace a value outside of brackets with lines.

    `behind` is the position behind its colon or its dash.
    """
    first, *others = lines
    newline = newline_of(text)
    rest = "".join(newline + line for line in others)
    if node.style in BLOCKS:
        header = line_end(text, node.start)
        sign = len(text[node.start : header].partition("#")[0].rstrip())
        begin = node.start if first else behind
        return [(begin, node.start + sign, first), (header, max(node.end, header), rest)]
    if node.start == node.end:
        end = line_end(text, behind) if not rest else end_of_entry
        gap = f" {first}" if first else ""
        return [(behind, behind, gap), (end, end, rest)]
    if not node.flow and node.values and line_start(text, node.start) > behind:
        header = line_end(text, behind)
        gap = f" {first}" if first else ""
        return [(behind, behind, gap), (header, line_end(text, node.end), rest)]
    begin = node.start if first else behind
    end = line_end(text, node.end)
    return [(begin, node.end, first), (end, end, rest)]


def _texts(
    text: str, node: YamlNode, value: str, column: int, writer: Writer
) -> Iterator[list[Change]]:
    """The ways to write a text as the one that it replaces is written."""
    if is_wrapped(text, node):
        yield from in_its_lines(text, node, value, column)
    if node.sort not in ("mapping", "list") and node.style not in BLOCKS and "\n" not in value:
        typed = scalar(value, False, writer.quote, node)
        empty = node.start == node.end
        yield [(node.start, node.end, f" {typed}" if empty else typed)]


def _roots(file: _File, value: Value, writer: Writer) -> Iterator[list[Change]]:
    """The ways to write the first keys of a file that has none."""
    text, node = file.text, file.root
    if isinstance(value, dict) and value:
        lines = writer.lines(value, (), -2, 0)[1:]
        newline = newline_of(text)
        typed = newline.join(lines)
        if node.start < node.end:
            yield [(node.start, node.end, typed)]
        elif not text or text.endswith(("\n", "\r")):
            yield [(len(text), len(text), typed + newline)]
        else:
            yield [(len(text), len(text), newline + typed + newline)]
    else:
        raise EditRefused("a file begins with keys")


# Items


def _with_item(file: _File, path: Path, at: int, value: Value, order: KeyOrder) -> _File:
    found = file.reached(path)
    if len(found) <= len(path):
        if at:
            raise EditRefused(f"there is no {shown(path)}")
        return _with_missing(file, path, found, [value], order)
    node = found[-1]
    if node.sort not in ("list", "null"):
        raise EditRefused(f"{shown(path)} is a {node.sort} and no list")
    if not 0 <= at <= len(node.values):
        raise EditRefused(f"there is no {shown((*path, at))} and no item before it")
    if not node.values:
        return _with_first(file, path, found, [value])
    writer, entries = _writer(file, node), Entries(file.text, node)

    def ways() -> Iterator[list[Change]]:
        if node.flow:
            yield entries.with_inline(at, writer.in_brackets(value))
        else:
            lines = writer.item(value, (*path, at), node.column)
            yield entries.with_lines(at, lines)

    wanted = form_of_value(value)
    expected = _expected(
        form_of(file.root), path, lambda form: (form[0], [*form[1][:at], wanted, *form[1][at:]])
    )
    return _proven(file, ways(), expected)


def _without(file: _File, path: Path, prune: bool) -> _File:
    if not path:
        raise EditRefused("a file cannot be removed by an edit of its values")
    file.at(path)
    found = file.reached(path)
    while prune and len(path) > 1 and len(found[len(path) - 1].values) == 1:
        path = path[:-1]
    within, last = found[len(path) - 1], path[-1]
    number = last if isinstance(last, int) else within.index_of(last) or 0
    here = path[:-1]
    if len(within.values) == 1:
        empty: Form = (within.sort, [])
        expected = _expected(form_of(file.root), here, lambda _: empty)
        return _proven(file, _emptied(file, here, found[: len(path)], within), expected)
    expected = _expected(
        form_of(file.root),
        here,
        lambda form: (form[0], [*form[1][:number], *form[1][number + 1 :]]),
    )
    return _proven(file, iter([Entries(file.text, within).without(number)]), expected)


def _emptied(
    file: _File, path: Path, found: list[YamlNode], node: YamlNode
) -> Iterator[list[Change]]:
    """The ways to remove the only entry of a list or a mapping."""
    text, brackets = file.text, "{}" if node.sort == "mapping" else "[]"
    if node.flow:
        inner = text[node.start + 1 : node.end - 1]
        if "#" not in inner:
            yield [(node.start, node.end, brackets)]
        entries = Entries(text, node)
        comma = entries.comma_behind(0)
        yield [(entries.starts[0], entries.ends[0] if comma is None else comma + 1, "")]
        return
    entries = Entries(text, node)
    if path and isinstance(path[-1], str) and entries.on_own_line(0):
        within = found[-2]
        key = within.keys[within.index_of(path[-1]) or 0]
        colon = text.index(":", key.end) + 1
        begin, end = line_start(text, entries.head(0)), next_line(text, entries.content_end(0))
        if end == len(text) and not text.endswith(("\n", "\r")):
            begin, end = line_end(text, colon), len(text)
        yield [(colon, colon, f" {brackets}"), (begin, end, "")]
    yield [(node.start, node.end, brackets)]


def _moved(file: _File, path: Path, before: str | int | None) -> _File:
    if not path:
        raise EditRefused("a file has no order among others")
    file.at(path)
    within, here = file.reached(path)[len(path) - 1], path[:-1]
    numbers = [
        len(within.values) if step is None else step if isinstance(step, int)
        else within.index_of(step) for step in (path[-1], before)
    ]  # fmt: skip
    number, to = numbers
    if number is None or to is None or not 0 <= to <= len(within.values):
        raise EditRefused(f"there is no {shown((*here, before or 0))}")
    if to in (number, number + 1):
        return file

    def reordered(form: Form) -> Form:
        others = [each for n, each in enumerate(form[1]) if n != number]
        others.insert(to - (to > number), form[1][number])
        return form[0], others

    expected = _expected(form_of(file.root), here, reordered)
    return _proven(file, iter([Entries(file.text, within).moved(number, to)]), expected)
