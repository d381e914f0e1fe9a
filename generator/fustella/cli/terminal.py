"""The terminal: how wide it is, whether it has colours, and words that are written on it."""

import os
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from fustella.cli.streams import OWN_ESCAPE
from fustella.core.words.patterns import regex, visible_in_line

_PAGE = 80
"""The number of columns where there is no terminal."""

_NARROWEST = 40
"""The least number of columns: narrower terminals break lines themselves."""

_WINDOWS_WITH_COLOURS = ("WT_SESSION", "TERM_PROGRAM", "ConEmuANSI", "ANSICON")
"""Variables that those consoles of Windows set which know the codes of colours."""

_WORD = regex(r"(\s*)(`[^`]*`\S*|\S+)")
"""A part of a line that is not broken, after blanks: a word, or text between backticks."""

_CODES = regex(rf"{OWN_ESCAPE}\[[\d;]*m")


class Color(StrEnum):
    """The use of colours: where the terminal has some, always, or never."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class TerminalStyle(StrEnum):
    """How a word is shown: the number of a code of ECMA-48, which all terminals know."""

    BOLD = "1"
    DIM = "2"
    RED = "31"
    GREEN = "32"
    YELLOW = "33"
    CYAN = "36"


_chosen = Color.AUTO


def choose_colour(chosen: Color) -> None:
    """Have colours in all output, or none; by default each stream decides."""
    global _chosen  # noqa: PLW0603  (a command has one terminal)
    _chosen = chosen


def has_colours(stream: TextIO) -> bool:
    """Whether words are coloured: as typed, else as NO_COLOR and FORCE_COLOR say.

    Both are the variables of https://no-color.org and https://force-color.org; where both are set
    there are no colours.
    """
    if _chosen is not Color.AUTO:
        return _chosen is Color.ALWAYS
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and not is_dumb()


def is_dumb() -> bool:
    """Whether the terminal can only write one line below the other."""
    if sys.platform == "win32":
        return not any(name in os.environ for name in _WINDOWS_WITH_COLOURS)
    return os.environ.get("TERM", "") in ("", "dumb")


def styled(text: str, stream: TextIO, *styles: TerminalStyle) -> str:
    """A text in a style, where the stream has colours."""
    if not text or not has_colours(stream):
        return text
    return f"{OWN_ESCAPE}[{';'.join(styles)}m{text}{OWN_ESCAPE}[0m"


def width() -> int:
    """The columns of the terminal, or those of a page where there is none.

    `shutil` can tell them too, but loads three libraries that compress.
    """
    with suppress(ValueError):
        if (asked_for := int(os.environ.get("COLUMNS", ""))) > 0:
            return asked_for
    with suppress(AttributeError, ValueError, OSError):  # closed, or no terminal
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _PAGE  # type: ignore[union-attr]
    return _PAGE


def room(stream: TextIO) -> int:
    """The columns that a line may have; 0, for any number, where the output is a pipe."""
    return max(width(), _NARROWEST) if stream.isatty() else 0


def wrapped(line: str, columns: int, indent: str) -> str:
    """A line as several lines of at most `columns` (0: any); all but the first are indented.

    Words, and what stands between backticks, are not broken; so they may be longer.
    """
    if not columns or _columns(line) <= columns:
        return line
    lines, now = [], ""
    for blanks, word in _WORD.findall(line):
        if now.strip() and _columns(f"{now}{blanks}{word}") > columns:
            lines.append(now)
            now, blanks = indent, ""  # noqa: PLW2901
        now = f"{now}{blanks}{word}"
    return "\n".join([*lines, now])


def fitted(text: str, stream: TextIO) -> str:
    """A text whose lines fit the terminal; a line goes on below its first letter."""
    columns = room(stream)
    return "\n".join(
        wrapped(line, columns, " " * (len(line) - len(line.lstrip()))) for line in text.split("\n")
    )


def _columns(text: str) -> int:
    """The columns that a text takes; codes of styles take none."""
    return len(_CODES.sub("", text))


def path_from_here(path: Path) -> str:
    """A path relative to the current folder, where it lies below that."""
    here = Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    return visible_in_line(shown.as_posix())


def plural(count: int, noun: str) -> str:
    """A count with its noun: `1 problem`, `2 problems`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
