"""Makes changes of figures, fields, icons, boards and pieces, and of maps in claims.yaml."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import yaml

from tests.mutations.changes import ROOT, Change, Leaf, Source, dice_for

DRAWN = frozenset(
    (
        *("arm", "body", "head", "margin", "numbered", "object", "ranks", "row_height", "scene"),
        *("seed", "shield", "skyline", "step", "turn", "given_colour", "taken_colour", "long"),
        *("designed", "struck_out", "id", "kind", "lines"),
    )
)
"""The keys that are not changed: for the way of drawing, or not printed."""

_BOARDS = frozenset(
    (
        *("arcs", "at", "base", "end", "from", "own", "own_base", "path", "red", "rival_base"),
        *("rivals", "to", "zero"),
    )
)
"""The keys of points on a board, [column, row]."""

_ICON = re.compile(r"(?:own|mdi|fa6?|fas|far|fab):[a-z0-9-]+")
_INLINE = re.compile(r"\{([a-z_][\w-]*)\}")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def of_lists(files: Sequence[Source]) -> Iterator[Change]:
    """Yields all changes of values in the lists of a game."""
    icons = sorted(
        {leaf.node.value for _, leaf in _all_leaves(files) if _ICON.fullmatch(leaf.node.value)}
    )
    marks = sorted(
        {
            name
            for _, leaf in _all_leaves(files)
            if leaf.language
            for name in _INLINE.findall(leaf.node.value)
        }
    )
    words: dict[str, set[str]] = defaultdict(set)
    for _, leaf in _all_leaves(files):
        if not leaf.language:
            words[leaf.key].add(leaf.node.value)
    for source in files:
        for leaf in source.leaves:
            if leaf.piece in source.struck_out:
                continue  # it is never printed
            if DRAWN.isdisjoint(leaf.names[1:] if leaf.names[0] == "pieces" else leaf.names):
                yield from _of_value(source, leaf, icons, marks, words)
        yield from _of_pieces(source)


def of_maps(game: str) -> Iterator[Change]:
    """Yields changes of drawn maps in claims.yaml: another square, or a row taken out."""
    source = Source(game, ROOT / "content" / game / "claims.yaml")
    for leaf in source.leaves:
        if leaf.key != "rows" or leaf.node.style != "|":
            continue
        squares = sorted(set(leaf.node.value.split()))
        start = leaf.node.start_mark.index
        raw = source.raw(leaf)
        for match in re.finditer(r"(?<=\s)\S+", raw[1:]):
            at = start + 1 + match.start()
            line = source.line_at(at)
            dice = dice_for(source.file, str(at))
            new = dice.choice([one for one in squares if one != match[0]])
            what = f"{match[0]} becomes {new}"
            edit = (at, at + len(match[0]), new)
            yield source.edited("map", leaf, (edit,), f"line {line}: {what}")


def _all_leaves(files: Sequence[Source]) -> Iterator[tuple[Source, Leaf]]:
    for source in files:
        for leaf in source.leaves:
            yield source, leaf


def _of_value(
    source: Source,
    leaf: Leaf,
    icons: Sequence[str],
    marks: Sequence[str],
    words: dict[str, set[str]],
) -> Iterator[Change]:
    value, key = leaf.node.value, leaf.key
    dice = dice_for(source.file, leaf.shown, leaf.piece)
    if leaf.language:
        yield from _of_marks(source, leaf, marks)
    elif key == "copies":
        yield from _of_stepped(source, leaf, "copies", least=1)
    elif key in _BOARDS and isinstance(leaf.path[-1], int):
        yield from _of_stepped(source, leaf, "board", least=0)
    elif key == "grid":
        yield from _of_grid(source, leaf)
    elif _NUMBER.fullmatch(value) and not leaf.node.style:
        yield from _of_stepped(source, leaf, "figure", least=0)
    elif re.fullmatch(r"\d+mm", value):
        yield source.change("figure", leaf, f"{int(value[:-2]) + 1}mm")
    elif value in ("true", "false"):
        yield source.change("field", leaf, "false" if value == "true" else "true")
    elif _ICON.fullmatch(value):
        new = dice.choice([one for one in icons if one != value])
        yield source.change("icon", leaf, f'"{new}"')
    elif key not in ("name", "title"):
        others = sorted(words[key] - {value})
        if others:
            yield source.change("field", leaf, dice.choice(others))


def _of_stepped(source: Source, leaf: Leaf, sort: str, least: int) -> Iterator[Change]:
    value = float(leaf.node.value)
    for step in (1, -1):
        if value + step >= least:
            new = f"{value + step:g}"
            yield source.change(
                sort, leaf, f"{new}.0" if "." in leaf.node.value and "." not in new else new
            )


def _of_grid(source: Source, leaf: Leaf) -> Iterator[Change]:
    word = leaf.node.value
    for number, cell in enumerate(word):
        for other in "FA-":
            if other != cell:
                yield source.change("board", leaf, f'"{word[:number]}{other}{word[number + 1 :]}"')


def _of_marks(source: Source, leaf: Leaf, marks: Sequence[str]) -> Iterator[Change]:
    """Yields changes to another icon inside of a text."""
    start = leaf.node.start_mark.index
    for match in _INLINE.finditer(source.raw(leaf)):
        dice = dice_for(source.file, leaf.shown, leaf.piece, str(match.start()))
        others = [one for one in marks if one != match[1]]
        if others:
            edit = (start + match.start(1), start + match.end(1), dice.choice(others))
            yield source.edited("icon", leaf, (edit,), f"{{{match[1]}}} becomes {{{edit[2]}}}")


def _of_pieces(source: Source) -> Iterator[Change]:
    """Yields each piece a second time under another id, and each piece taken out."""
    pieces = next((value for key, value in source.root.value if key.value == "pieces"), None)
    if not isinstance(pieces, yaml.SequenceNode):
        return
    starts = [node.start_mark.line for node in pieces.value]
    for number, node in enumerate(pieces.value):
        start = source.start_of(starts[number])
        last = number + 1 == len(starts)
        end = source.start_of(node.end_mark.line) if last else source.start_of(starts[number + 1])
        end = len(source.text) if last and node.end_mark.column != 0 else end
        if any(key.value == "struck_out" for key, _ in node.value):
            continue
        id_node = next(value for key, value in node.value if key.value == "id")
        at, piece = id_node.start_mark.index, id_node.value
        stop = id_node.end_mark.index
        block = source.text[start:end]
        own = block[: at - start] + piece + "-too" + block[stop - start :]
        line = source.line_at(start)
        key, head = "pieces", (source.game, source.file)
        added = ((end, end, own if block.endswith("\n") else "\n" + own),)
        yield Change("twin", *head, added, line, key, piece, f"`{piece}` stands there twice")
        if len(starts) > 1:
            gone = ((start, end, ""),)
            yield Change("gone", *head, gone, line, key, piece, f"`{piece}` is taken out")
        if not any(name.value == "copies" for name, _ in node.value):
            style = (
                "{}copies: 2, " if node.flow_style else "copies: 2\n" + " " * node.start_mark.column
            )
            spot = node.start_mark.index + 1 if node.flow_style else node.start_mark.index
            edit = ((spot, spot, style.replace("{}", "")),)
            yield Change("copies", *head, edit, line, "copies", piece, "two copies")
