"""Reports changes of the document: the figures in changed lines, and the faults that follow."""

import difflib
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from fustella.check.document import Document, FoundPassage
from fustella.check.document.figures import PassageFigure
from fustella.check.document.lines import DocumentComparison, LineChange
from fustella.check.document.passages import passage
from fustella.check.document.retyped import Retyped, as_recorded
from fustella.check.findings import excuse_name
from fustella.core.values.claims import Claims, Finding, Lines, Verdict
from fustella.core.values.model import Game
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex

_SHOWN = 4
"""The most pieces that a finding names; it has the places of all pieces."""

_AROUND = 4
"""The number of unchanged words that a message shows before and behind the changed ones."""

_LONGEST = 160
"""The most characters of a changed text that a message shows, before and after the change."""

_QUOTED = regex("“([^”]+)”")

_DRAWN = ("gap", "map")
"""The kinds of check that read lines of the document, besides figures."""


def changed_lines(
    game: Game,
    changes: Mapping[int, LineChange],
    others: Sequence[Finding],
    place: Place,
) -> tuple[Finding, ...]:
    """A finding for each change of the document that none of the `others` reports.

    `changes` are by their numbers among all changes, from 1. `place` is the place of the accepted
    document's file.
    """
    # A lost passage is reported with the lines where it was. That covers a change of this one line,
    # but no longer change.
    gone = [finding.lines for finding in others if finding.verdict is Verdict.GONE]
    return tuple(
        replace(_finding(game, change, place), change=number)
        for number, change in changes.items()
        if (change.was,) not in gone or change.was[0] != change.was[1]
    )


def _finding(game: Game, change: LineChange, place: Place) -> Finding:
    begin, end = change.was
    pieces = [
        piece
        for piece in game.pieces
        if any(first <= end and begin <= last for first, last in piece.source.lines)
    ]
    names = ", ".join(piece.id for piece in pieces[:_SHOWN])
    more = f" and {len(pieces) - _SHOWN} more" if len(pieces) > _SHOWN else ""
    return Finding(
        claim="document",
        check="lines",
        place=place,
        lines=(change.span,),
        verdict=Verdict.CHANGED,
        says=shown_change(change),
        has=f"from it: {names}{more}" if pieces else "no piece names it",
        where=tuple(piece.place for piece in pieces),
        unfixable="read it, change what comes from it, then run `fustella check --accept`",
    )


def shown_change(change: LineChange) -> str:
    """Words a change for a message: `line 6 is changed: “eight coins”, before “seven coins”`."""
    first, last = change.span
    lines = f"line {first} is" if first == last else f"lines {first}-{last} are"
    before, after = _excerpts(change.before, change.after)
    words = [f"“{after}”"] if after else []
    words += [f"before “{before}”" if after else f"“{before}”"] if before else []
    return f"{lines} {change.kind}{': ' if words else ''}{', '.join(words)}"


def _excerpts(before: str, after: str) -> tuple[str, str]:
    """The differing parts of two texts, with words around them and `…` for the rest."""
    old, new = before.split(), after.split()
    if not (old and new):
        return _cut(before), _cut(after)
    same = difflib.SequenceMatcher(None, old[:_MOST_WORDS], new[:_MOST_WORDS], autojunk=False)
    changed = [block for block in same.get_opcodes() if block[0] != "equal"]
    if not changed:
        return _cut(before), _cut(after)
    (_, i1, _, j1, _), (_, _, i2, _, j2) = changed[0], changed[-1]
    return _part(old, i1, i2), _part(new, j1, j2)


_MOST_WORDS = 2_000
"""The most words of a change that are compared, so that this takes no time."""


def _part(words: Sequence[str], start: int, end: int) -> str:
    first, last = max(0, start - _AROUND), min(len(words), end + _AROUND)
    part = " ".join(words[first:last])
    return _cut(f"{'… ' if first else ''}{part}{' …' if last < len(words) else ''}")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2].rstrip()} …"


def all_changes(
    document: Document,
    found: DocumentComparison | None,
    retyped: Sequence[Retyped],
    changed: Sequence[PassageFigure],
    language: str,
) -> tuple[LineChange, ...]:
    """Every change of the document, in line order, with the words before it, if known.

    In a document that was never accepted, they are the lines with `changed` figures.
    """
    if found is None:
        return tuple(
            LineChange("changed", (0, 0), (line, line), before, " ".join(now.split()))
            for line, before, now in as_recorded(document, changed, language)
        )
    restored = {line.was: line.before for line in retyped}
    return tuple(
        replace(change, before=change.before or _words_before(restored, found, change))
        for change in found.changes
    )


def _words_before(
    restored: Mapping[int, str], found: DocumentComparison, change: LineChange
) -> str:
    """The old words of a change in which only figures changed; else ""."""
    lines = found.accepted.with_words(*change.was) if change.was[0] else []
    return " ".join(restored[at] for at in lines) if restored.keys() >= set(lines) else ""


class Causes(Struct, frozen=True, dict=True):
    """Finds the change of a document from which each fault follows.

    `found` compares the document with the accepted one, None if it was never accepted. `changes`
    are all its changes, and `figures` the changed figures that each claim reads, by the claim's id.
    """

    claims: Claims
    found: DocumentComparison | None
    changes: tuple[LineChange, ...]
    figures: Mapping[str, Sequence[PassageFigure]]
    language: str

    def in_findings(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """The findings, each fault with the number, from 1, of the change that caused it."""
        if not self.changes:
            return tuple(findings)
        causes = [self._number(finding) for finding in findings]
        of_claim = {
            finding.claim: cause
            for finding, cause in zip(findings, causes, strict=True)
            if cause and finding.claim in self._lines
        }
        return tuple(
            _caused(finding, cause or of_claim.get(finding.claim, 0), self.changes)
            for finding, cause in zip(findings, causes, strict=True)
        )

    def _number(self, finding: Finding) -> int:
        """The number of the change that a finding follows from, 0 for none."""
        if finding.verdict is Verdict.CHANGED:
            return finding.change
        if finding.verdict is Verdict.GONE:
            was = [change.was for change in self.changes]
            return _first_at(self._lines_before(finding), was) or self._only_change
        differs = finding.verdict is Verdict.DIFFERS and finding.check != "lint"
        return self._number_of_fault(finding) if differs else 0

    def _number_of_fault(self, finding: Finding) -> int:
        """The number of the change that brought a fault of the box."""
        figures = self.figures.get(finding.claim, ())
        by_lines = finding.was or (finding.check in _DRAWN and not figures)
        at = finding.lines if by_lines else [(figure.line, figure.line) for figure in figures]
        number = _first_at(at, [change.now for change in self.changes])
        if number or finding.check != "glossary":
            return number
        terms = [term.lower() for term in _QUOTED.findall(finding.has)]
        for number, change in enumerate(self.changes, start=1):
            if any(term in change.before.lower() for term in terms):
                return number
        return self._only_change

    @property
    def _only_change(self) -> int:
        """The number of the change, if an accepted document has exactly one; else 0."""
        return 1 if self.found is not None and len(self.changes) == 1 else 0

    @cached_property
    def _lines(self) -> dict[str, Lines]:
        """The document lines of each claim and excuse, by the name that findings give it."""
        lines = {claim.id: claim.lines for claim in self.claims.claims}
        excused = enumerate(self.claims.excused, start=1)
        return lines | {excuse_name(number): excuse.lines for number, excuse in excused}

    def _lines_before(self, finding: Finding) -> Lines:
        """The lines where a lost passage was; where that is unknown, its claim's lines."""
        text = self.found.accepted.text if self.found else ""
        places: tuple[FoundPassage, ...] = ()
        if text and finding.says[:1] == "“":
            pattern = passage(finding.says[1:-1], self.language)
            places = self._accepted.find(pattern)
        return tuple((place.first, place.last) for place in places) or self._lines[finding.claim]

    @cached_property
    def _accepted(self) -> Document:
        return Document("", self.found.accepted.text if self.found else "")


def _first_at(lines: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]) -> int:
    """The number, from 1, of the first span with one of the lines; 0 for none."""
    for number, (begin, end) in enumerate(spans, start=1):
        if begin and any(first <= end and begin <= last for first, last in lines):
            return number
    return 0


def _caused(finding: Finding, number: int, changes: Sequence[LineChange]) -> Finding:
    if not number or finding.verdict not in (Verdict.CHANGED, Verdict.DIFFERS, Verdict.GONE):
        return finding
    change = changes[number - 1]
    if finding.verdict is Verdict.GONE and change.after:
        after = _excerpts(change.before, change.after)[1]
        return replace(finding, change=number, has=f"line {change.now[0]} is now “{after}”")
    return replace(finding, change=number)
