"""Defines claims about a box, by its document or its designer, and findings about claims.

A `Claim` is an entry of claims.yaml as typed: its passages are still text, its parameters belong to
its kind of check. A `Finding` is the result of the check.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.model import Record, Text, Word
from fustella.core.values.problems import Place, most_of_cause
from fustella.core.values.simulations import Simulation
from fustella.core.words.patterns import regex

OWN_KEYS = ("id", "check", "lines", "text", "else", "decision")
"""The keys that claims of every kind have."""

LINT = "lint"
"""The `check` of a finding of a rule of lint."""

_NUMBERS = regex(r"\[\d+\]")

RESTATING = "booklet-lines"
"""The `check` of a finding about lines that a booklet restates and the document does not have."""

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
    `simulations` are those of the game by their names, if a claim is about one.
    """

    document: Word
    aids: tuple[Word, ...]
    claims: tuple[Claim, ...]
    excused: tuple[Excuse, ...]
    lint: Record
    place: Place
    simulations: Mapping[str, Simulation] = {}


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

    @property
    def cause(self) -> str:
        """The words for the field that many findings of a rule share, as their common cause."""
        return f"{self.claim} {self.place.page} {self.field}" if self.check == LINT else ""

    @property
    def field(self) -> str:
        """The field that a finding of a rule is in, without numbers: `front.rows.text`."""
        return _NUMBERS.sub("", self.place.key.partition("].")[2] or self.place.key)


def folded(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, with many of one rule in one field as a single one, at the first place.

    All other places of this field are in its `where`.
    """
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        if finding.cause:
            groups.setdefault((finding.cause, finding.verdict), []).append(finding)
    most = most_of_cause(len(findings))
    result = []
    for finding in findings:
        group = groups.get((finding.cause, finding.verdict), [finding])
        if len(group) <= most:
            result.append(finding)
        elif finding is group[0]:
            result.append(_as_one(group))
    return tuple(result)


def _as_one(findings: Sequence[Finding]) -> Finding:
    first, *others = findings
    places = dict.fromkeys(
        place
        for finding in findings
        for place in (finding.place, *(finding.where if finding.alike else ()))
    )
    more = f"{len(others)} more in `{first.field}`" if first.field else f"{len(others)} more"
    where = tuple(place for place in places if place != first.place)
    return replace(first, has=f"{first.has}; and {more}", where=where, alike=True)


def lines_shown(lines: Lines) -> str:
    """The lines as `12, 15-18`."""
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in lines)


def at_lines(lines: Lines) -> str:
    """The lines as ` (lines 12, 15-18)`, or "" for none."""
    many = len(lines) > 1 or any(first != last for first, last in lines)
    return f" (line{'s' if many else ''} {lines_shown(lines)})" if lines else ""
