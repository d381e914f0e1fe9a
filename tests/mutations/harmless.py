"""Makes edits that change nothing that is printed: the check must find nothing in them.

Comments, blank lines, the order of keys, quotes, spacing, texts in several lines, the names of a
template's variables, parts of a template in a file of their own, line ends. Harmless edits of
documents are in `edits`.
"""

import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tests.mutations.changes import ROOT, Change, Edit, Source, dice_for, sources
from tests.mutations.documents import games
from tests.mutations.judge import Judge

SORTS = (
    *("comment", "blank", "order", "quotes", "spacing", "reflow", "ends", "variable", "include"),
)
MOST = 7
"""The most edits of a sort that are tried in each game."""


def harmless(game: str) -> Iterator[Change]:
    """Yields all harmless edits of a game's lists, game.yaml and templates."""
    game_file = Source(game, ROOT / "content" / game / "game.yaml")
    claims = Source(game, ROOT / "content" / game / "claims.yaml")
    for source in (*sources(game), game_file, claims):
        yield from _of_yaml(source)
    for path in sorted((ROOT / "templates" / game).glob("*.j2")):
        yield from _of_template(game, path)


def _of_yaml(source: Source) -> Iterator[Change]:
    lines = source.text.split("\n")
    flat = [n for n, line in enumerate(lines) if re.match(r"\s*(- )?[\w-]+: \S", line)]
    safe = [n for n in flat if not _inside_text(source, n)]
    dice = dice_for(source.file, "harmless")
    for number in dice.sample(safe, min(4, len(safe))):
        at = source.start_of(number)
        yield _edit(source, "comment", ((at, at, "# seen by the printer\n"),), "a comment")
        yield _edit(source, "blank", ((at, at, "\n"),), "an empty line")
        end = at + len(lines[number])
        yield _edit(source, "spacing", ((end, end, "   "),), "blanks at the end of the line")
    yield from _quotes(source)
    yield from _orders(source)
    yield from _reflows(source)
    crlf = ((0, len(source.text), source.text.replace("\n", "\r\n")),)
    yield _edit(source, "ends", crlf, "line ends of Windows")
    flow = re.search(r"\{(?=\w+: )", source.text)
    if flow and not _inside_text(source, source.line_at(flow.start()) - 1):
        yield _edit(source, "spacing", ((flow.end(), flow.end(), "  "),), "blanks in a brace")


def _inside_text(source: Source, line: int) -> bool:
    """Whether a line, from 0, is within a text of several lines, or behind its first line."""
    return any(
        leaf.node.start_mark.line < line <= leaf.node.end_mark.line
        for leaf in source.leaves
        if leaf.node.end_mark.line > leaf.node.start_mark.line
    )


def _quotes(source: Source) -> Iterator[Change]:
    """Yields texts in the other sort of quotes, and plain ones in quotes."""
    dice = dice_for(source.file, "quotes")
    texts = [leaf for leaf in source.leaves if leaf.language or leaf.key in ("why", "text")]
    for leaf in dice.sample(texts, min(4, len(texts))):
        value, start, end = leaf.node.value, leaf.node.start_mark.index, leaf.node.end_mark.index
        if "\\" in value or leaf.node.style in ("|", ">") or "\n" in value:
            continue
        new = "'" + value.replace("'", "''") + "'"
        if leaf.node.style == "'":
            new = '"' + value.replace('"', '\\"') + '"'
        yield _edit(source, "quotes", ((start, end, new),), f"other quotes: {value[:40]}")


def _orders(source: Source) -> Iterator[Change]:
    """Yields the first two languages of a text exchanged, in braces on one line."""
    dice = dice_for(source.file, "order")
    pairs = [
        found
        for found in re.finditer(
            r"\{(\w\w): (\"[^\"\n]*\"|[^\"'{},\n]+), (\w\w): (\"[^\"\n]*\"|[^\"'{},\n]+)\}",
            source.text,
        )
        if "#" not in source.text[source.text.rfind("\n", 0, found.start()) : found.start()]
    ]
    for found in dice.sample(pairs, min(4, len(pairs))):
        new = f"{{{found[3]}: {found[4]}, {found[1]}: {found[2]}}}"
        yield _edit(source, "order", ((*found.span(), new),), f"languages exchanged: {new[:40]}")


def _reflows(source: Source) -> Iterator[Change]:
    """Yields a text of one line in several, with the same words."""
    dice = dice_for(source.file, "reflow")
    long = [
        leaf
        for leaf in source.leaves
        if leaf.language
        and leaf.node.style in ("'", '"')
        and leaf.node.start_mark.line == leaf.node.end_mark.line
        and re.search(r"\w \w", leaf.node.value)
        and len(leaf.node.value) > 30
    ]
    for leaf in dice.sample(long, min(4, len(long))):
        start, raw = leaf.node.start_mark.index, source.raw(leaf)
        blank = re.search(r"(?<=\w) (?=\w)", raw)
        if blank is None:
            continue
        indent = " " * (leaf.node.start_mark.column + 2)
        edit = (start + blank.start(), start + blank.end(), "\n" + indent)
        yield _edit(source, "reflow", (edit,), f"in two lines: {leaf.node.value[:40]}")


def _of_template(game: str, path: Path) -> Iterator[Change]:
    text = path.read_bytes().decode("utf-8")
    file = path.relative_to(ROOT).as_posix()

    def change(sort: str, edits: Sequence[Edit], what: str) -> Change:
        line = text.count("\n", 0, edits[0][0]) + 1
        return Change(sort, game, file, tuple(edits), line, "harmless", "", what)

    yield change("comment", ((len(text), len(text), "\n{# seen by the printer #}\n"),), "a comment")
    block = re.search(r"\{% block face %\}\n", text)
    if block:
        yield change("blank", ((block.end(), block.end(), "\n\n"),), "empty lines")
        inside = (block.end(), block.end(), "{# the face #}<!-- the face -->\n")
        yield change("comment", (inside,), "comments of Jinja and of SVG")
    expression = re.search(r"\{\{ (?=\w)", text)
    if expression:
        yield change("spacing", ((expression.end(), expression.end(), "  "),), "blanks")
    named = re.search(r"\{% set ([a-z_]+) = ", text)
    if named and not re.search(rf"[.\"']{named[1]}\b|\b{named[1]}=|import.*\b{named[1]}\b", text):
        edits = [
            (*found.span(), f"{named[1]}_too")
            for found in re.finditer(rf"(?<![\w.\"-]){named[1]}(?![\w\"-])", _code_only(text))
        ]
        # What is imported with its context knows the variables of the template.
        parts = [_code_only(part.read_text("utf-8")) for part in path.parent.glob("_*.j2")]
        used = any(re.search(rf"(?<![\w.]){named[1]}(?!\w)", part) for part in parts)
        if not used and not path.name.startswith("_"):
            yield change("variable", edits, f"{named[1]} is called {named[1]}_too")
    if block and (end := text.rfind("{% endblock %}")) > 0 and not path.name.startswith("_"):
        part = text[block.end() : end]
        edits = [(block.end(), end, f'{{% include "{game}/_part.svg.j2" %}}\n')]
        imported = "".join(re.findall(r"^\{% from .*%\}\n", text, re.MULTILINE))
        if "{% block" not in part and "super()" not in part:
            made = change("include", edits, "its part in a file of its own")
            name = f"templates/{game}/_part.svg.j2"
            yield replace(made, beside=(name, imported + part))


def _code_only(text: str) -> str:
    """A template with blanks instead of all that is no code."""
    code = list(" " * len(text))
    for found in re.finditer(r"\{[{%].*?[%}]\}", text, re.DOTALL):
        code[found.start() : found.end()] = found[0]
    return "".join(code)


def _edit(source: Source, sort: str, edits: Sequence[Edit], what: str) -> Change:
    line = source.line_at(edits[0][0])
    return Change(sort, source.game, source.file, tuple(edits), line, "harmless", "", what)


def chosen(game: str, most: int) -> list[Change]:
    """The edits to try in a game: of each sort at most `most`, always the same ones."""
    by_sort = {sort: [one for one in harmless(game) if one.sort == sort] for sort in SORTS}
    return [
        one
        for sort, every in by_sort.items()
        for one in dice_for(game, sort).sample(every, min(most, len(every)))
    ]


def main(arguments: Sequence[str]) -> int:
    """Try the edits and print a table of them; the exit code is 1 if one raised an alarm."""
    most = next((int(one) for one in arguments if one.isdigit()), MOST)
    made, alarms = Counter[tuple[str, str]](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(Path(folder))
        for game in games():
            for change in chosen(game, most):
                made[game, change.sort] += 1
                if said := judge.alarm(change):
                    alarms.append(f"{change.sort}: {change}\n    {said}")
    for game in games():
        sorts = ", ".join(f"{sort} {made[game, sort]}" for sort in SORTS)
        print(f"{game}: {sorts}")
    print("\n".join((*alarms, f"{sum(made.values())} harmless edits, {len(alarms)} alarms")))
    return 1 if alarms else 0
