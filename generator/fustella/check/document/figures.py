"""The figures of all claims: as they were written down, or as the document says them now."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fustella.check.document import Document, Found
from fustella.check.document.passages import Passage, passage
from fustella.check.errors import InvalidClaim
from fustella.check.selection import OWN
from fustella.core.claims import Claim, Claims, Excuse, Lines
from fustella.core.model import Word
from fustella.core.problems import Problem


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure. `word` is the passage in claims.yaml that it stands in, `line` its line now.

    `span` is where its characters are in the document that was read.
    """

    name: str
    recorded: int
    value: int
    line: int
    word: Word
    span: tuple[int, int] = (0, 0)

    @property
    def changed(self) -> bool:
        """Whether the document says something else than when the claim was written."""
        return self.value != self.recorded

    @property
    def mark(self) -> tuple[str, str]:
        """What stands in the braces of the passage, and what should; leading zeros stay."""
        name = rf"{self.name}=" if self.name != "n" else "(?:n=)?"
        typed = re.search(rf"\{{({name})(0*{self.recorded})\}}", self.word)
        named, digits = typed.groups() if typed else (f"{self.name}=", str(self.recorded))
        width = len(digits) if digits[0] == "0" else 0
        return f"{{{named}{digits}}}", f"{{{named}{str(self.value).zfill(width)}}}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading the passages of one claim.

    `lines` are where they stand, `gone` those that the document does not have any more; `broken`
    is whether a passage is wrong in itself, so that figures are missing.
    """

    figures: tuple[Figure, ...]
    lines: Lines
    gone: tuple[Word, ...] = ()
    moved: bool = False
    broken: bool = False


def read_claim(
    entry: Claim | Excuse, document: Document | None, language: str, problems: list[Problem]
) -> Reading:
    """The figures of a claim's passages; what is wrong with a passage goes to `problems`."""
    figures: list[Figure] = []
    lines: list[tuple[int, int]] = []
    gone: list[Word] = []
    faults = len(problems)
    for word in entry.passages:
        try:
            pattern = passage(str(word), language)
            figures += _recorded(pattern, word, entry.lines)
            found = _only(pattern, word, document) if document else None
        except InvalidClaim as bad:
            problems.append(Problem(bad.code, word.place, str(bad), bad.hint))
            continue
        if found is not None:
            figures[-len(found.reads) or len(figures) :] = _as_read(found, document, word, pattern)
            lines.append((found.first, found.last))
        elif document is not None:
            gone.append(word)
    broken = len(problems) > faults
    _check_names(figures, problems)
    inside = all(_within(one, entry.lines) for one in lines)
    shown = entry.lines if inside or not lines else tuple(sorted(set(lines)))
    return Reading(tuple(figures), shown, tuple(gone), not inside, broken)


def _recorded(pattern: Passage, word: Word, lines: Lines) -> Iterator[Figure]:
    line = lines[0][0] if lines else 0
    for name, value in pattern.recorded:
        yield Figure(name, value, value, line, word)


def _only(pattern: Passage, word: Word, document: Document) -> Found | None:
    """Where the passage stands; None when it is gone. Raises BadClaim when it stands twice."""
    found = document.find(pattern)
    if len(found) > 1:
        where = ", ".join(str(one.first) for one in found[:5])
        message = f'the passage "{word}" stands {len(found)} times, in lines {where}'
        hint = "copy one word more, so that it is found once"
        raise InvalidClaim("text", message, hint, "E503")
    return found[0] if found else None


def _as_read(
    found: Found, document: Document | None, word: Word, pattern: Passage
) -> Iterator[Figure]:
    assert document is not None
    for read, (name, recorded) in zip(found.reads, pattern.recorded, strict=True):
        line, span = document.line_at(read.start), (read.start, read.end)
        yield Figure(name, recorded, read.value, line, word, span)


def _within(found: tuple[int, int], lines: Lines) -> bool:
    return any(first <= found[0] and found[1] <= last for first, last in lines)


def _check_names(figures: Sequence[Figure], problems: list[Problem]) -> None:
    seen: set[str] = set()
    for figure in figures:
        if figure.name in seen:
            message = f"two figures are called `{figure.name}`"
            hint = "give each a name of its own, like {level=1}"
            problems.append(Problem("E507", figure.word.place, message, hint))
        if figure.name in OWN:
            message = f"`{figure.name}` is a field of every piece"
            hint = "give the figure another name"
            problems.append(Problem("E507", figure.word.place, message, hint))
        seen.add(figure.name)


def all_figures(claims: Claims, readings: dict[str, Reading]) -> dict[str, Figure]:
    """Every figure by its full name, `castles.n`."""
    return {
        f"{claim.id}.{figure.name}": figure
        for claim in claims.claims
        for figure in readings[claim.id].figures
    }
