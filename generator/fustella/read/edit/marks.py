"""Changes the lines of the document that marks in a booklet name, `{lines: 12-19}`."""

from collections.abc import Iterator, Sequence

from fustella.core.values.claims import Lines, Repair
from fustella.core.words.patterns import regex
from fustella.read.edit import Rewritten, Unmended
from fustella.read.forms import Rejected
from fustella.read.rules.files import without_head
from fustella.read.scalars import lines_of

_MARK = regex(r"(?<!\\)\{\s*lines\s*:\s*([^{}\n]*?)\s*\}")
_IN_HEAD = regex(r"^lines:[ \t]*[\"']?([^\"'#\n]*?)[\"']?[ \t]*(?:#.*)?$")


def rewritten_marks(text: str, repairs: Sequence[Repair]) -> Rewritten:
    """The text of a chapter with other lines in its marks; all other letters stay as they are.

    A repair is unmended if its line has no mark, or several, with the old lines.
    """
    lines = text.split("\n")
    mended, unmended = list[Repair](), list[Unmended]()
    for repair in dict.fromkeys(repairs):
        found = [span for span in _marks_at(repair, text, lines) if span[-1] == _read(repair.old)]
        if len(found) != 1:
            unmended.append(Unmended(repair, "its mark is not found exactly once"))
            continue
        (number, start, end, _) = found[0]
        line = lines[number]
        lines[number] = f"{line[:start]}{repair.new}{line[end:]}"
        mended.append(repair)
    return Rewritten("\n".join(lines), tuple(mended), tuple(unmended))


def _marks_at(
    repair: Repair, text: str, lines: Sequence[str]
) -> Iterator[tuple[int, int, int, Lines]]:
    """Yields the marks in the line of a repair: line from 0, first character, end, lines.

    The line of lines that the head of a chapter names is its first.
    """
    number = repair.place.line - 1
    for mark in _MARK.finditer(lines[number] if number < len(lines) else ""):
        yield number, *mark.span(1), _read(mark[1])
    head, _ = without_head(text)
    for at, line in enumerate(head.split("\n") if number == 0 else (), start=1):
        if found := _IN_HEAD.fullmatch(line):
            yield at, *found.span(1), _read(found[1])


def _read(typed: str) -> Lines:
    try:
        return lines_of(typed)
    except Rejected:
        return ()
