"""Defines claims about a box, by its document or its designer, and findings about claims.

A `Claim` is an entry of claims.yaml as typed: its passages are still text, its parameters belong to
its kind of check. A `Finding` is the result of the check.
"""

from enum import StrEnum

from msgspec import Struct

from fustella.core.values.model import Record, Text, Word
from fustella.core.values.problems import Place

OWN_KEYS = ("id", "check", "lines", "text", "else", "decision")
"""The keys that claims of every kind have."""

TOTAL = "total"
"""The `check` of a finding about pieces of a closed kind that no claim counts."""

Lines = tuple[tuple[int, int], ...]
"""Ranges of lines of the document, from 1, both ends included."""


class Verdict(StrEnum):
    """The result of a check. DIFFERS, GONE and CHANGED are faults."""

    HOLDS = "holds"
    DIFFERS = "differs"
    GONE = "gone"
    CHANGED = "changed"
    CONTRADICTION = "contradiction"
    OPEN = "open"
    UNCHECKED = "unchecked"


class Claim(Struct, frozen=True):
    """One entry of claims.yaml.

    `passages` are words of the document with its figures in braces. `parameters` belong to the kind
    of check. `otherwise` is the verdict on a claim that does not hold, None for the verdict that
    the kind of check gives.
    `lines_place` is where `lines` was typed; its line is 0 where `lines` is left out.
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


class Excuse(Struct, frozen=True):
    """An entry of `excused`: figures of the document that concern no component, and the reason."""

    lines: Lines
    passages: tuple[Word, ...]
    why: Text
    place: Place
    lines_place: Place


class Claims(Struct, frozen=True):
    """The claims.yaml of a game.

    `document` is "" in an original; `aids` are the kinds that explain the game; `lint` is as typed.
    """

    document: Word
    aids: tuple[Word, ...]
    claims: tuple[Claim, ...]
    excused: tuple[Excuse, ...]
    lint: Record
    place: Place


class Repair(Struct, frozen=True):
    """The change of a number or a text in a file that mends a fault.

    `place.key` ends like the key in the file: `front.level`, `copies`, `text`. With `is_text`,
    `old` and `new` are whole texts instead of numbers.
    """

    place: Place
    old: str
    new: str
    is_text: bool = False


class Finding(Struct, frozen=True):
    """The result of checking one claim: its verdict, with the figures of both sides.

    `says` is what the document claims and `has` what the box has, both as the table shows them;
    `where` are the places in the content. `was` is the figure that the document had when the claim
    was written, or "" if it is the same today. `repairs` would mend the fault; `unfixable` says why
    there are none. With `alike`, the places in `where` have the same fault as `place`. `change` is
    the number, from 1, of the change of the document that the fault follows from; 0 for none.
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
    alike: bool = False
    change: int = 0


def lines_shown(lines: Lines) -> str:
    """Return the lines as `12, 15-18`."""
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in lines)


def at_lines(lines: Lines) -> str:
    """Return the lines as ` (lines 12, 15-18)`, or "" for none."""
    many = len(lines) > 1 or any(first != last for first, last in lines)
    return f" (line{'s' if many else ''} {lines_shown(lines)})" if lines else ""
