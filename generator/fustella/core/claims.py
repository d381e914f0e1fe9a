"""What a document says about the box, and whether the box agrees.

A `Claim` is an entry of claims.yaml as typed: its passages are still text, its parameters are those
of its kind of check. A `Finding` is what came of it.
"""

from dataclasses import dataclass
from enum import StrEnum

from fustella.core.model import Record, Text, Word
from fustella.core.problems import Place

OWN_KEYS = ("id", "check", "lines", "text", "else", "decision")
"""The keys of a claim of any kind."""

Lines = tuple[tuple[int, int], ...]
"""Ranges of lines of the document, from 1, both ends included."""


class Verdict(StrEnum):
    """What a check comes to. The three behind HOLDS are faults."""

    HOLDS = "holds"
    DIFFERS = "differs"
    GONE = "gone"
    CHANGED = "changed"
    CONTRADICTION = "contradiction"
    OPEN = "open"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Claim:
    """One entry of claims.yaml.

    `passages` are words of the document with its figures in braces; `parameters` belong to the kind
    of check; `otherwise` is the verdict when it does not hold, None for the kind's own.
    `lines_place` is where `lines` was typed; its line is 0 where they are left out.
    """

    id: str
    check: Word
    lines: Lines
    passages: tuple[Word, ...]
    parameters: Record
    otherwise: Verdict | None
    decision: Text | None
    place: Place
    lines_place: Place


@dataclass(frozen=True, slots=True)
class Excuse:
    """Figures of the document that concern no component, and why."""

    lines: Lines
    passages: tuple[Word, ...]
    why: Text
    place: Place
    lines_place: Place


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims.yaml of a game. `aids` are the kinds that explain it; `lint` is as typed."""

    document: Word
    aids: tuple[Word, ...]
    claims: tuple[Claim, ...]
    excused: tuple[Excuse, ...]
    lint: Record
    place: Place


@dataclass(frozen=True, slots=True)
class Repair:
    """A number that stands somewhere and should be another one.

    `place.key` ends like the key in the file does: `front.level`, `copies`, `text`.
    """

    place: Place
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found. `says` and `has` are for the table; `where` is where the box says it.

    `was` is the figure when the claim was written, where the document says another one now.
    `repairs` would mend it; `unfixable` says why none would.
    """

    claim: str
    check: str
    place: Place
    lines: Lines
    verdict: Verdict
    says: str
    has: str
    where: tuple[Place, ...] = ()
    decision: Text | None = None
    repairs: tuple[Repair, ...] = ()
    unfixable: str = ""
    was: str = ""


def lines_shown(lines: Lines) -> str:
    """`12, 15-18`."""
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in lines)


def at_lines(lines: Lines) -> str:
    """` (lines 12, 15-18)`, or "" for none."""
    many = len(lines) > 1 or any(first != last for first, last in lines)
    return f" (line{'s' if many else ''} {lines_shown(lines)})" if lines else ""
