"""Reads the figures of claims: the numbers in claims.yaml, and the numbers in the document now."""

import re
from collections.abc import Sequence

from msgspec import Struct

from fustella.check.document import Document, FoundPassage
from fustella.check.document.passages import ClaimPassage, passage
from fustella.check.errors import InvalidClaim
from fustella.check.selection import OWN_FIELDS
from fustella.check.steps import Steps
from fustella.core.values.claims import Claim, Claims, Excuse, Lines
from fustella.core.values.model import Word
from fustella.core.values.problems import Problem


class PassageFigure(Struct, frozen=True):
    """One figure of a passage.

    `recorded` is its number in claims.yaml, and `value` its number in the document. `line` is its
    line in the document and `span` the range of its characters there; `word` is the passage as
    typed in claims.yaml.
    """

    name: str
    recorded: int
    value: int
    line: int
    word: Word
    span: tuple[int, int] = (0, 0)

    @property
    def changed(self) -> bool:
        """Whether the document has another number than claims.yaml."""
        return self.value != self.recorded

    @property
    def mark(self) -> tuple[str, str]:
        """The figure in braces as typed in the passage, and with its number in the document now.

        Zeros before the number stay.
        """
        name = rf"{self.name}=" if self.name != "n" else "(?:n=)?"
        typed = re.search(rf"\{{({name})(0*{self.recorded})\}}", self.word)
        named, digits = typed.groups() if typed else (f"{self.name}=", str(self.recorded))
        width = len(digits) if digits[0] == "0" else 0
        return f"{{{named}{digits}}}", f"{{{named}{str(self.value).zfill(width)}}}"


class Reading(Struct, frozen=True):
    """The passages of one claim as they were found in the document.

    `lines` are the lines where they are, and `moved` says whether the claim names other lines.
    `gone` are the passages that the document no longer has. `broken` says whether a passage is
    faulty as it is typed, so that figures are missing.
    """

    figures: tuple[PassageFigure, ...]
    lines: Lines
    gone: tuple[Word, ...] = ()
    moved: bool = False
    broken: bool = False


def read_claim(
    entry: Claim | Excuse,
    document: Document | None,
    language: str,
    problems: list[Problem],
    steps: Steps | None = None,
) -> Reading:
    """Reads the passages of a claim or an excuse; their problems are added to `problems`.

    Without a document, figures have their numbers from claims.yaml.
    """
    figures: list[PassageFigure] = []
    lines: list[tuple[int, int]] = []
    gone: list[Word] = []
    faults = len(problems)
    line = entry.lines[0][0] if entry.lines else 0
    for word in entry.passages:
        try:
            pattern = passage(str(word), language)
            figures += [
                PassageFigure(name, value, value, line, word) for name, value in pattern.recorded
            ]
            there = _only_place(pattern, word, document, steps) if document else None
        except InvalidClaim as bad:
            problems.append(Problem(bad.code, word.place, str(bad), bad.hint))
            continue
        if document is not None and there is not None:
            del figures[len(figures) - len(there.reads) :]  # now as the document has them
            for read, (name, recorded) in zip(there.reads, pattern.recorded, strict=True):
                where, span = document.line_at(read.start), (read.start, read.end)
                figures.append(PassageFigure(name, recorded, read.value, where, word, span))
            lines.append((there.first, there.last))
        elif document is not None:
            gone.append(word)
    broken = len(problems) > faults
    _check_names(figures, problems)
    inside = all(
        any(first <= begin and end <= last for first, last in entry.lines) for begin, end in lines
    )
    shown = entry.lines if inside or not lines else tuple(sorted(set(lines)))
    return Reading(tuple(figures), shown, tuple(gone), not inside, broken)


def all_figures(claims: Claims, readings: dict[str, Reading]) -> dict[str, PassageFigure]:
    """Every figure by its full name, `castles.n`."""
    return {
        f"{claim.id}.{figure.name}": figure
        for claim in claims.claims
        for figure in readings[claim.id].figures
    }


def _only_place(
    pattern: ClaimPassage, word: Word, document: Document, steps: Steps | None
) -> FoundPassage | None:
    """The only place of a passage; None where it is gone. Raises InvalidClaim for two places."""
    places = document.find(pattern, steps)
    if len(places) > 1:
        where = ", ".join(str(place.first) for place in places[:5])
        message = f'the passage "{word}" stands {len(places)} times, in lines {where}'
        hint = "copy one word more, so that it is found once"
        raise InvalidClaim("text", message, hint, "E503")
    return places[0] if places else None


def _check_names(figures: Sequence[PassageFigure], problems: list[Problem]) -> None:
    seen: set[str] = set()
    for figure in figures:
        if figure.name in seen:
            message = f"two figures are called `{figure.name}`"
            hint = "give each a name of its own, like {level=1}"
            problems.append(Problem("E507", figure.word.place, message, hint))
        if figure.name in OWN_FIELDS:
            message = f"`{figure.name}` is a field of every piece"
            hint = "give the figure another name"
            problems.append(Problem("E507", figure.word.place, message, hint))
        seen.add(figure.name)
