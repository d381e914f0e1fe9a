"""Changes of the document: what comes from the changed lines, and which faults follow from them."""

import difflib
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fustella.check.document import Document
from fustella.check.document.figures import Figure
from fustella.check.document.lines import Comparison, LineChange
from fustella.check.document.retyped import Retyped, as_recorded
from fustella.check.findings import excuse_name
from fustella.core.values.claims import Claims, Finding, Lines, Verdict
from fustella.core.values.model import Game
from fustella.core.values.problems import Place

_SHOWN = 4
"""The most pieces that a finding names; it has the places of all pieces."""

_AROUND = 4
"""The words that are shown before and behind those that changed."""

_LONGEST = 160
"""The most characters of what is shown of a change, before and after."""

_DRAWN = ("gap", "map")
"""The kinds of check that look at lines of the document, besides figures."""


def changed_lines(
    game: Game,
    changes: Sequence[LineChange],
    others: Sequence[Finding],
    place: Place,
) -> tuple[Finding, ...]:
    """A finding for each change of the document that none of the `others` reports already.

    `place` is that of the file with what was accepted.
    """
    # A passage that is gone is reported with the lines where it was. It speaks for a change of a
    # single line there, and for no longer one.
    gone = [finding.lines for finding in others if finding.verdict is Verdict.GONE]
    return tuple(
        _finding(game, change, place)
        for change in changes
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
    """A change in words: `line 6 is changed: “eight coins”, before “seven coins”`."""
    first, last = change.span
    lines = f"line {first} is" if first == last else f"lines {first}-{last} are"
    before, after = _excerpts(change.before, change.after)
    words = [f"“{after}”"] if after else []
    words += [f"before “{before}”" if after else f"“{before}”"] if before else []
    return f"{lines} {change.kind}{': ' if words else ''}{', '.join(words)}"


def _excerpts(before: str, after: str) -> tuple[str, str]:
    """What differs between two texts, with some words around it, and `…` for what is left out."""
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
    found: Comparison | None,
    retyped: Sequence[Retyped],
    changed: Sequence[Figure],
    language: str,
) -> tuple[LineChange, ...]:
    """Every change of the document, in the order of its lines; their words before, where known.

    Of a document that was never accepted, they are the lines with `changed` figures.
    """
    if found is None:
        return tuple(
            LineChange("changed", (0, 0), (line, line), before, " ".join(now.split()))
            for line, before, now in as_recorded(document, changed, language)
        )
    restored = {line.was: line.before for line in retyped}
    return tuple(
        replace(change, before=change.before or _joined(restored, found, change))
        for change in found.changes
    )


def _joined(restored: Mapping[int, str], found: Comparison, change: LineChange) -> str:
    """The words of a change before, where nothing but figures changed; else ""."""
    lines = found.accepted.with_words(*change.was) if change.was[0] else []
    return " ".join(restored[at] for at in lines) if restored.keys() >= set(lines) else ""


def with_changes(
    findings: Sequence[Finding],
    changes: Sequence[LineChange],
    claims: Claims,
    figures: Mapping[str, Sequence[Figure]],
) -> tuple[Finding, ...]:
    """The findings, each fault with the number, from 1, of the change that it follows from.

    `figures` are the changed figures that each claim reads, by the claim's id.
    """
    if not changes:
        return tuple(findings)
    lines: dict[str, Lines] = {claim.id: claim.lines for claim in claims.claims}
    lines |= {excuse_name(n): excuse.lines for n, excuse in enumerate(claims.excused, start=1)}
    causes = [
        _cause(finding, changes, lines.get(finding.claim, ()), figures.get(finding.claim, ()))
        for finding in findings
    ]
    of_claim = {
        finding.claim: cause
        for finding, cause in zip(findings, causes, strict=True)
        if cause and finding.claim in lines
    }
    return tuple(
        _caused(finding, cause or of_claim.get(finding.claim, 0), changes)
        for finding, cause in zip(findings, causes, strict=True)
    )


def _cause(
    finding: Finding, changes: Sequence[LineChange], lines: Lines, figures: Sequence[Figure]
) -> int:
    """The number of the change that a fault follows from, 0 for none.

    `lines` are those that its claim names, and `figures` the changed ones that the claim reads.
    """
    spans: list[tuple[int, int]]
    if finding.verdict is Verdict.CHANGED:
        at, spans = finding.lines, [change.span for change in changes]
    elif finding.verdict is Verdict.GONE:
        at, spans = lines, [change.was for change in changes]
    elif finding.verdict is Verdict.DIFFERS and finding.check != "lint":
        by_lines = finding.was or (not figures and finding.check in _DRAWN)
        at = finding.lines if by_lines else tuple((one.line, one.line) for one in figures)
        spans = [change.now for change in changes]
    else:
        return 0
    for number, (begin, end) in enumerate(spans, start=1):
        if begin and any(first <= end and begin <= last for first, last in at):
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
