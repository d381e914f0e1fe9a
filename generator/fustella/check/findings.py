"""Makes facts into findings: one for all facts that hold, and one for each fact that fails."""

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from fustella.check.context import Fact
from fustella.check.document import Document
from fustella.check.document.figures import PassageFigure, Reading
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

    Each passage that is gone is a finding. A figure that the document has changed belongs to the
    findings that differ because of it; without such findings it is a finding of its own.
    `otherwise` is the verdict of facts that fail.
    """
    for word in reading.gone:
        yield _gone_finding(claim.id, str(claim.check), word, reading, document)
    changed = [figure for figure in reading.figures if figure.changed]
    good = [fact for fact in facts if fact.holds]
    if good:
        yield _finding(claim, reading, _fact_of_all(good), Verdict.HOLDS)
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
            yield _changed_finding(claim.id, str(claim.check), figure)


def of_excuse(number: int, reading: Reading, document: Document | None) -> Iterator[Finding]:
    """The findings about an entry of `excused`, whose figures concern no component."""
    name = excuse_name(number)
    for word in reading.gone:
        yield _gone_finding(name, _EXCUSED, word, reading, document)
    for figure in reading.figures:
        if figure.changed:
            yield _changed_finding(name, _EXCUSED, figure)


def excuse_name(number: int) -> str:
    """The name of an entry of `excused` in findings; entries are numbered from 1."""
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


def _fact_of_all(facts: Sequence[Fact]) -> Fact:
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
    failed: Sequence[tuple[Fact, Finding]], changed: Sequence[PassageFigure]
) -> Iterator[Finding]:
    """Yields the findings of failed facts, each with the changed figures and their repairs.

    A figure of a single fact goes with its finding, a figure of a rule with the first finding of
    the rule. Other figures go with the last finding, if that has no figure; else each is a finding
    of its own.
    """
    left = list(changed)
    for fact, finding in failed:
        if fact.figures:
            about = _figures_named(fact.figures, finding.claim, changed)
        else:
            about = _figures_named(fact.rule_figures, finding.claim, left)
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
        yield _changed_finding(failed[0][1].claim, failed[0][1].check, figure)


def _figures_named(
    names: Collection[str], claim: str, figures: Sequence[PassageFigure]
) -> list[PassageFigure]:
    return [figure for figure in figures if f"{claim}.{figure.name}" in names]


def _changed_finding(name: str, check: str, figure: PassageFigure) -> Finding:
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


def _repair(figure: PassageFigure) -> Repair:
    return Repair(figure.word.place, *figure.mark)


def _gone_finding(
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
