"""`fustella explain`: prints the page about a problem, as plain text."""

import argparse
import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from fustella.cli.options import UsageError
from fustella.cli.tables import listing
from fustella.cli.terminal import width
from fustella.core.files.project import RESOURCES
from fustella.core.values.problems import nearest

_INSTALLED = RESOURCES / "problems"
_OF_THE_REPOSITORY = RESOURCES.parents[2] / "docs" / "problems"

_WIDEST = 100
"""The most characters of a line: longer lines are hard to read."""

_CODE = re.compile(r"(?i)e?(\d{3})")
_ROW = re.compile(r"\| \[(E\d{3})\]\(\S+\) \| (.+) \|")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_STARS = re.compile(r"(?<!\w)(\*{1,2})(\S(?:[^*]*\S)?)\1(?!\w)")
_ENTRY = re.compile(r"(- |\d+\. )")
_INDENT = "    "


def run(arguments: argparse.Namespace) -> int:
    """Prints the page of a typed code, codes whose titles have the typed words, or all codes."""
    by_code = dict(titles())
    typed = " ".join(arguments.words)
    code = _CODE.fullmatch(typed)
    if code and f"E{code[1]}" in by_code:
        page = (_folder() / f"E{code[1]}.md").read_text(encoding="utf-8")
        lines = as_plain(page.splitlines(), min(width(), _WIDEST))
        print(re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip())
        return 0
    words = [word.casefold() for word in arguments.words]
    matching = {
        name: title
        for name, title in by_code.items()
        if all(word in title.casefold() for word in words)
    }
    if code or not matching:
        near = nearest(typed.upper(), by_code) if code else ""
        hint = f"did you mean {near}?" if near else "`fustella explain` lists all problems"
        if not code and all(_CODE.fullmatch(word) for word in arguments.words):
            raise UsageError(f"one problem at a time: fustella explain {arguments.words[0]}")
        called = typed if code else f"with `{typed}` in its title"
        raise UsageError(f"there is no problem {called}; {hint}")
    print(listing(list(matching.items())))
    return 0


def _folder() -> Path:
    return _INSTALLED if _INSTALLED.is_dir() else _OF_THE_REPOSITORY


def titles() -> Iterator[tuple[str, str]]:
    """Yields all codes with their titles, in the order of the codes."""
    for line in (_folder() / "README.md").read_text(encoding="utf-8").splitlines():
        if row := _ROW.fullmatch(line):
            yield row[1], _plain_text(row[2])


def as_plain(lines: Sequence[str], columns: int) -> Iterator[str]:
    """Yields the lines of Markdown as plain text, with paragraphs wrapped at `columns`."""
    paragraph: list[str] = []
    fence = ""
    for line in (*lines, ""):
        ticks = re.match(r"(```+)", line)
        if fence:
            if ticks and ticks[1] == fence:
                fence = ""
            else:
                yield f"{_INDENT}{line}".rstrip()
            continue
        begins = ticks or not line.strip() or line.startswith(("#", "|", "<!--"))
        if begins or _ENTRY.match(line):
            yield from _wrapped_lines(paragraph, columns)
            paragraph = []
        if ticks:
            fence = ticks[1]
        elif line.startswith("|"):
            if cells := _cells(line):
                yield cells
        elif line.startswith("#"):
            yield _plain_text(line.lstrip("# "))
        elif not line.strip():
            yield ""
        elif not line.startswith("<!--"):
            paragraph.append(line.strip())


def _wrapped_lines(paragraph: Sequence[str], columns: int) -> list[str]:
    text = _plain_text(" ".join(paragraph))
    entry = _ENTRY.match(text)
    hanging = " " * len(entry[1]) if entry else ""
    return textwrap.wrap(
        text,
        columns,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _cells(line: str) -> str:
    """The cells of a row of a table, as a line; "" for the rule below the table's header."""
    cells = [_plain_text(cell.strip()) for cell in line.strip("| ").split(" | ")]
    return "" if set("".join(cells)) <= set("|-: ") else f"{_INDENT}{' · '.join(cells)}"


def _plain_text(text: str) -> str:
    """A text without the signs of links and emphasis; backticks around names stay."""
    return _STARS.sub(r"\2", _LINK.sub(r"\1", text))
