"""Fits text to the terminal, by its width and its colours."""

import math
import os
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from fustella.cli.streams import OWN_ESCAPE
from fustella.core.words.patterns import regex, visible_in_line

_PAGE = 80
"""The number of columns of output without a terminal."""

_NARROWEST = 40
"""The least number of columns: narrower terminals break lines themselves."""

_WINDOWS_WITH_COLOURS = ("WT_SESSION", "TERM_PROGRAM", "ConEmuANSI", "ANSICON")
"""The environment variables by which consoles of Windows say that they know codes of colours."""

_WORD = regex(r"(\s*)(`[^`]*`\S*|\S+)")
"""The pattern of blanks and the next unit of a line: a word, or a text between backticks."""

_CODES = regex(rf"{OWN_ESCAPE}\[[\d;]*m")


class Color(StrEnum):
    """The use of colours: where the terminal has colours, always, or never."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class TerminalStyle(StrEnum):
    """The style of a word: the number of a code of ECMA-48, which all terminals know."""

    BOLD = "1"
    DIM = "2"
    RED = "31"
    GREEN = "32"
    YELLOW = "33"
    CYAN = "36"


_chosen = Color.AUTO


def choose_colour(chosen: Color) -> None:
    """Chooses the use of colours for all output; by default each stream decides."""
    global _chosen  # noqa: PLW0603  (a command has one terminal)
    _chosen = chosen


def has_colours(stream: TextIO) -> bool:
    """Whether a stream has colours: as `--color` says, or else as NO_COLOR and FORCE_COLOR say.

    These are the variables of https://no-color.org and https://force-color.org; where both are set,
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
    """Whether the terminal can only write line below line, and never overwrite one."""
    if sys.platform == "win32":
        return not any(name in os.environ for name in _WINDOWS_WITH_COLOURS)
    return os.environ.get("TERM", "") in ("", "dumb")


def styled(text: str, stream: TextIO, *styles: TerminalStyle) -> str:
    """A text in some styles if the stream has colours; else the plain text."""
    if not text or not has_colours(stream):
        return text
    return f"{OWN_ESCAPE}[{';'.join(styles)}m{text}{OWN_ESCAPE}[0m"


def width() -> int:
    """The number of columns of the terminal, or of a page where there is no terminal.

    `shutil` has it, too, but loads three libraries for compression.
    """
    with suppress(ValueError):
        if (asked_for := int(os.environ.get("COLUMNS", ""))) > 0:
            return asked_for
    with suppress(AttributeError, ValueError, OSError):  # closed, or no terminal
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _PAGE  # type: ignore[union-attr]
    return _PAGE


def room(stream: TextIO) -> int:
    """The most columns of a line on a stream; 0, which stands for any number, for a pipe."""
    return max(width(), _NARROWEST) if stream.isatty() else 0


def wrapped(line: str, columns: int, indent: str) -> str:
    """A line, broken into lines of at most `columns` (0: any number), the later ones indented.

    Words and texts between backticks stay whole, even if a line gets too long.
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
    """A text with lines that fit the terminal; the parts of a broken line begin in one column."""
    columns = room(stream)
    return "\n".join(
        wrapped(line, columns, " " * (len(line) - len(line.lstrip()))) for line in text.split("\n")
    )


def _columns(text: str) -> int:
    """The number of columns that a text takes; codes of styles take none."""
    return len(_CODES.sub("", text))


def path_from_here(path: Path) -> str:
    """A path, relative to the current folder if it lies below that folder."""
    here = Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    return visible_in_line(shown.as_posix())


def file_size(count: int) -> str:
    """A number of bytes in kB below 0.1 MB, else in MB: `14 kB`, `3.2 MB`."""
    return f"{math.ceil(count / 1e3)} kB" if count < 1e5 else f"{count / 1e6:.1f} MB"


def plural(count: int, noun: str) -> str:
    """A count with its noun: `1 problem`, `2 problems`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
