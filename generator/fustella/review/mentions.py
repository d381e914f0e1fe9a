"""Finds lines of a document that files mention in words: in comments, reasons, templates.

Nobody but the reader knows whether “line 12” of a text means the document. So where the document's
lines have moved, `--accept` names each such text with the numbers that it would have now.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fustella.check import Moves
from fustella.core.files.project import Project
from fustella.core.files.reading import entries_of, is_file, read_bytes
from fustella.core.processes import limits
from fustella.core.values.claims import Lines, lines_shown
from fustella.core.values.model import Game
from fustella.core.values.problems import Place
from fustella.core.words.languages import word_list_of_all

_ENDS = (".yaml", ".yml", ".csv", ".tsv", ".j2")
"""The ends of the names of files that people write: lists, tables and templates."""

_RANGE = re.compile(r"(\d{1,7})(?:\s?[-–]\s?(\d{1,7}))?")


def mentions(project: Project, game: Game, moved: Moves) -> Iterator[str]:
    """Yields a message for each line of a file of the game that mentions lines which have moved.

    Raises ProblemsFound: E100, E131, E133.
    """
    for folder in (project.folder_of(game.id), project.templates_of(game.id)):
        for path in entries_of(folder, project.root):
            if path.name.endswith(_ENDS) and is_file(path):
                yield from _in_file(project, path, moved)


def _in_file(project: Project, path: Path, moved: Moves) -> Iterator[str]:
    try:
        text = read_bytes(path, project.root, limits.TABLE_BYTES).decode()
    except (OSError, UnicodeDecodeError):  # no text, or none that the game is read from
        return
    for number, line in enumerate(text.split("\n"), start=1):
        for mention in _pattern().finditer(line):
            lines = tuple(
                (int(one[1]), int(one[2] or one[1])) for one in _RANGE.finditer(mention[1])
            )
            if message := _message(mention[0], lines, moved):
                yield f"{Place(project.name_of(path), number)}: {message}"


def _message(words: str, lines: Lines, moved: Moves) -> str:
    """A message about moved lines; "" if they have not moved, or none of them had words."""
    known = [span for span in lines if 0 < span[0] <= span[1] <= len(moved.before)]
    now = [moved.of(*span) for span in known]
    if all(spans in ((), (span,)) for span, spans in zip(known, now, strict=True)):
        gone = [span for span, spans in zip(known, now, strict=True) if not spans]
        lost = any(moved.had_words(*span) for span in gone)
        return f"“{words}” of the document is gone, if that is meant" if lost else ""
    new = lines_shown(tuple(span for spans in now for span in spans))
    return f"“{words}” is {new} now, if it means the document"


@cache
def _pattern() -> re.Pattern[str]:
    """A pattern for phrases such as `lines 12-15`, in all languages of the tool."""
    called = "|".join(sorted(map(re.escape, word_list_of_all("line_words")), key=len, reverse=True))
    joined = "|".join(sorted(map(re.escape, word_list_of_all("and"))))
    span = _RANGE.pattern.replace("(\\d", "(?:\\d")
    return re.compile(
        rf"(?<!\w)(?:{called})\s({span}(?:(?:,\s?|\s(?:{joined})\s){span})*)(?![\d\w])",
        re.IGNORECASE,
    )
