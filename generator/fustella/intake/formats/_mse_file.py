"""Reads the files of Magic Set Editor: keys and values, indented by tabs, a value over lines."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of
from fustella.intake.taken import Loss, Miss

_KEY = regex(r"([^\s:#][^:]{0,80}?)\s*:(?: ?(.*))?")


class Entry(Struct, frozen=True):
    """A key with its value: the rest of its line, or the lines below it, without their indent.

    A key is in small letters with spaces, as `casting_cost` and `Casting cost` mean the same.
    """

    key: str
    value: str
    lines: tuple[str, ...]
    line: int

    @property
    def entries(self) -> "list[Entry]":
        """What stands below it, read as keys and values of their own."""
        return entries_of(self.lines, self.line + 1)


def entries_of(lines: Sequence[str], first: int = 1) -> list[Entry]:
    """The entries of lines whose keys are not indented; other lines are left out."""
    found: list[Entry] = []
    at = 0
    while at < len(lines):
        number, line = at, lines[at]
        at += 1
        key = _KEY.fullmatch(line)
        if key is None:
            continue
        below: list[str] = []
        while at < len(lines) and (lines[at][:1] == "\t" or not lines[at].strip()):
            below.append(lines[at].removeprefix("\t"))
            at += 1
        while below and not below[-1].strip():
            below.pop()
        inline = (key[2] or "").strip()
        value = inline or "\n".join(below).strip("\n")
        name = key[1].replace("_", " ").strip().lower()
        found.append(Entry(name, value[: limits.TEXT_LETTERS], tuple(below), first + number))
    return found


class SetFile:
    """The file of a set, with those that it includes, each once."""

    def __init__(self, source: ImportSource, main: str, losses: list[Loss]) -> None:
        self._source, self.main, self._losses = source, main, losses
        self._read: set[str] = set()

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Yields the name of the file and each entry of the outermost level, in their order."""
        yield from self._of_file(self.main)

    def _of_file(self, name: str) -> Iterator[tuple[str, Entry]]:
        self._read.add(name)
        lines = script_of(self._source, name).removeprefix("\ufeff").splitlines()
        for entry in entries_of(lines):
            if entry.key != "include file":
                yield name, entry
                continue
            found = self._source.find(entry.value, name)
            if not found or found in self._read or len(self._read) >= limits.IMPORT_FILES:
                why = "it is included already" if found else "there is no such file in the source"
                place = Place(name, entry.line)
                self._losses.append(Loss(Miss.PIECES, entry.value[:100], why, place))
                continue
            yield from self._of_file(found)
