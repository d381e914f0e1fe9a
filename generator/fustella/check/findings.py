"""Makes facts into findings: one for all facts that hold, and one for each other fact."""

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from fustella.check.context import Fact
from fustella.check.document import Document
from fustella.check.document.figures import Figure, Reading
from fustella.core.values.claims import Claim, Finding, Repair, Verdict
from fustella.core.values.model import Word

_EXCUSED = "excused"


def of_claim(
    claim: Claim,
    reading: Reading,
    facts: Sequence[Fact],
    otherwise: Verdict,
    document: Document | None,
) -> Iterator[Finding]:
    """The findings of one claim.

    A figure that the document has changed belongs to the findings that differ by it. A changed
    figure without such findings is a finding of its own, and so is each passage that is gone.
    `otherwise` is the verdict of facts that do not hold.
    """
    for word in reading.gone:
        yield _gone(claim.id, str(claim.check), word, reading, document)
    changed = [figure for figure in reading.figures if figure.changed]
    good = [fact for fact in facts if fact.holds]
    if good:
        yield _finding(claim, reading, _all_of(good), Verdict.HOLDS)
    failed = [
        (fact, _finding(claim, reading, fact, fact.verdict or otherwise))
        for fact in facts
        if not fact.holds
    ]
    if any(finding.verdict is Verdict.DIFFERS for _, finding in failed):
        yield from _with_changes(failed, changed)
    else:
        yield from (finding for _, finding in failed)
        for figure in changed:
            yield _changed(claim.id, str(claim.check), figure)


def of_excuse(number: int, reading: Reading, document: Document | None) -> Iterator[Finding]:
    """The findings about an entry of `excused`, whose figures concern no component."""
    name = excuse_name(number)
    for word in reading.gone:
        yield _gone(name, _EXCUSED, word, reading, document)
    for figure in reading.figures:
        if figure.changed:
            yield _changed(name, _EXCUSED, figure)


def excuse_name(number: int) -> str:
    """The name, in findings, of an entry of `excused`; numbers are from 1."""
    return f"{_EXCUSED}-{number}"


def unused(claim: Claim, reading: Reading, used: Collection[str]) -> Iterator[Finding]:
    """The findings about figures of a claim that no check looked up or compared."""
    for figure in reading.figures:
        if f"{claim.id}.{figure.name}" not in used:
            yield Finding(
                claim=claim.id,
                check=str(claim.check),
                place=figure.word.place,
                lines=((figure.line, figure.line),),
                verdict=Verdict.UNCHECKED,
                says=f"figure {figure.name} = {figure.value}",
                has="no check uses it",
                where=(figure.word.place,),
            )


def _all_of(facts: Sequence[Fact]) -> Fact:
    says = dict.fromkeys(fact.says for fact in facts if fact.says)
    has = dict.fromkeys(fact.has for fact in facts if fact.has)
    where = dict.fromkeys(place for fact in facts for place in fact.where)
    return Fact(True, " · ".join(says), " · ".join(has), tuple(where))


def _finding(claim: Claim, reading: Reading, fact: Fact, verdict: Verdict) -> Finding:
    return Finding(
        claim=claim.id,
        check=str(claim.check),
        place=claim.place,
        lines=fact.lines or reading.lines,
        verdict=verdict,
        says=fact.says,
        has=fact.has,
        where=fact.where,
        decision=claim.decision,
        repairs=fact.repairs,
        unfixable=fact.unfixable,
    )


def _with_changes(
    failed: Sequence[tuple[Fact, Finding]], changed: Sequence[Figure]
) -> Iterator[Finding]:
    """The findings, each with the changed figures that it is about, and with their repairs.

    Figures of a single fact go with its finding; figures of a rule go with the first finding of the
    rule. Figures that are left go with the last finding if it has no others; otherwise each figure
    becomes a finding of its own.
    """
    left = list(changed)
    for fact, finding in failed:
        if fact.figures:
            about = _named(fact.figures, finding.claim, changed)
        else:
            about = _named(fact.rule_figures, finding.claim, left)
            if not about and finding is failed[-1][1]:
                about = left
        left = [figure for figure in left if figure not in about]
        lines = tuple(sorted({(figure.line, figure.line) for figure in about}))
        yield replace(
            finding,
            was=", ".join(str(figure.recorded) for figure in about),
            lines=lines or finding.lines,
            repairs=(*finding.repairs, *map(_repair, about)),
        )
    for figure in left:
        yield _changed(failed[0][1].claim, failed[0][1].check, figure)


def _named(names: Collection[str], claim: str, figures: Sequence[Figure]) -> list[Figure]:
    return [figure for figure in figures if f"{claim}.{figure.name}" in names]


def _changed(name: str, check: str, figure: Figure) -> Finding:
    """The finding that the document has changed a figure, with the repair of claims.yaml."""
    place = figure.word.place
    return Finding(
        claim=name,
        check=check,
        place=place,
        lines=((figure.line, figure.line),),
        verdict=Verdict.DIFFERS,
        says=str(figure.value),
        was=str(figure.recorded),
        has=str(figure.recorded),
        where=(place,),
        repairs=(_repair(figure),),
    )


def _repair(figure: Figure) -> Repair:
    return Repair(figure.word.place, *figure.mark)


def _gone(
    name: str, check: str, word: Word, reading: Reading, document: Document | None
) -> Finding:
    line = reading.lines[0][0] if reading.lines else 0
    now = document.line(line).strip() if document else ""
    return Finding(
        claim=name,
        check=check,
        place=word.place,
        lines=reading.lines,
        verdict=Verdict.GONE,
        says=f"“{word}”",
        has=f"line {line} is now “{now[:60]}”" if now else f"line {line} is empty now",
        where=(word.place,),
        unfixable="find the passage in the document and copy it anew",
    )
