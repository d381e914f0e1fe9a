"""Runs all claims of a game: each kind of check is a module of `kinds`, found by its name."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

from fustella.check import kinds
from fustella.check.context import CheckContext, Fact
from fustella.check.document import Document
from fustella.check.document.figures import Figure, Reading, all_figures, read_claim
from fustella.check.errors import InvalidClaim, MissingEntry, UnreadablePassage
from fustella.check.findings import of_claim, of_excuse, unused
from fustella.core.claims import OWN_KEYS, Claim, Claims, Finding, Verdict
from fustella.core.model import Game
from fustella.core.problems import Place, Problem, ProblemsFound, did_you_mean


class CheckModule(Protocol):
    """What a module of `kinds` has."""

    REQUIRED: tuple[str, ...]
    """Keys that a claim of this kind must have."""

    OPTIONAL: tuple[str, ...]
    """Keys that it may have."""

    OTHERWISE: Verdict
    """The verdict when it does not hold and the claim says no other."""

    def check(self, claim: Claim, context: CheckContext) -> Iterable[Fact]:
        """What is found. Raises BadClaim when the claim cannot be understood."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of all claims.

    `problems` are those of claims that cannot be understood; the others were checked all the same.
    `changed` are the figures, of claims and of excuses, that the document says otherwise now.
    """

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...] = ()
    changed: tuple[Figure, ...] = ()


@cache
def kind_names() -> tuple[str, ...]:
    """All kinds of check: the modules of `kinds`."""
    found = pkgutil.iter_modules(kinds.__path__)
    return tuple(sorted(module.name for module in found if module.name[0] != "_"))


@cache
def kind_named(name: str) -> CheckModule:
    """A kind of check by its name."""
    return cast(CheckModule, importlib.import_module(f"{kinds.__name__}.{name}"))


def run(game: Game, claims: Claims, document: Document | None) -> Outcome:
    """What came of every claim and of every excused figure, in their order.

    With the `document`, its figures are read again. A claim that cannot be understood is a problem,
    E502 to E508, and takes nothing away from the others.
    """
    problems = list(_bad_names(game, claims))
    language = game.languages[0]
    readings = {
        claim.id: read_claim(claim, document, language, problems) for claim in claims.claims
    }
    context = CheckContext(game, language, document, readings, all_figures(claims, readings))
    findings = _checked(claims, context, problems)
    excused = [read_claim(excuse, document, language, problems) for excuse in claims.excused]
    for number, reading in enumerate(excused, start=1):
        findings += of_excuse(number, reading, document)
    changed = (
        figure
        for reading in (*readings.values(), *excused)
        for figure in reading.figures
        if figure.changed
    )
    return Outcome(tuple(findings), ProblemsFound(problems).problems, tuple(changed))


def _checked(claims: Claims, context: CheckContext, problems: list[Problem]) -> list[Finding]:
    """The findings of all claims; what is wrong with one of them goes to `problems`.

    Figures that nobody asked for are told when every claim could ask.
    """
    by_claim: list[tuple[Claim, list[Finding]]] = []
    all_asked = not problems
    for claim in claims.claims:
        reading = context.readings[claim.id]
        if reading.broken:
            continue
        all_asked = all_asked and not reading.gone
        try:
            by_claim.append((claim, list(_findings(claim, context))))
        except InvalidClaim as bad:
            all_asked = False
            if not isinstance(bad, UnreadablePassage):
                problems.append(said_of(claim, bad))
    findings: list[Finding] = []
    for claim, found in by_claim:
        findings += found
        if all_asked:
            findings += unused(claim, context.readings[claim.id], context.used)
    return findings


def _findings(claim: Claim, context: CheckContext) -> Iterator[Finding]:
    kind = _kind_of(claim)
    known = (*kind.REQUIRED, *kind.OPTIONAL)
    for key in claim.parameters:
        if key not in known:
            message = f"a claim of the kind `{claim.check}` has no key `{key}`"
            raise InvalidClaim(key, message, did_you_mean(key, [*known, *OWN_KEYS]), "E106")
        if claim.parameters[key] is None:
            hint = "write a value, or delete the key"
            raise InvalidClaim(key, "nothing stands behind this key", hint, "E104")
    for key in kind.REQUIRED:
        if key not in claim.parameters:
            raise InvalidClaim("", f"`{key}` is missing", f"add `{key}: …`", "E107")
    reading = context.readings[claim.id]
    facts = _facts(kind, claim, context, reading)
    yield from of_claim(claim, reading, facts, claim.otherwise or kind.OTHERWISE, context.document)


def _facts(
    kind: CheckModule, claim: Claim, context: CheckContext, reading: Reading
) -> Sequence[Fact]:
    """Nothing is checked against figures that are gone."""
    if reading.gone:
        return ()
    try:
        return tuple(kind.check(claim, context))
    except MissingEntry as fault:
        context.use_all_of(claim)
        reason = "write the entry, or look at the path in the claim"
        return (Fact(False, fault.what, "no such entry", (fault.place,), (), reason),)


def _kind_of(claim: Claim) -> CheckModule:
    if claim.check not in kind_names():
        hint = did_you_mean(claim.check, kind_names())
        raise InvalidClaim("check", f"there is no kind of check `{claim.check}`", hint, "E504")
    return kind_named(str(claim.check))


def _bad_names(game: Game, claims: Claims) -> Iterator[Problem]:
    """Names in claims.yaml that stand twice, or for nothing."""
    seen: dict[str, Place] = {}
    for claim in claims.claims:
        first = seen.setdefault(claim.id, claim.place)
        if first is not claim.place:
            hint = f"another claim has it: line {first.line}"
            yield Problem("E112", claim.place, f"the id `{claim.id}` stands twice", hint)
    known = [kind.id for kind in game.kinds]
    for aid in claims.aids:
        if aid not in known:
            message = f"the game has no kind `{aid}`"
            yield Problem("E506", aid.place, message, did_you_mean(aid, known))
    if game.document and claims.document != game.document:
        message = f"game.yaml names another document: {game.document}"
        hint = f"write `document: {game.document}`, or correct game.yaml"
        yield Problem("E505", claims.document.place, message, hint)


def said_of(claim: Claim, bad: InvalidClaim) -> Problem:
    """What is wrong with a claim, at its line in claims.yaml."""
    top = bad.key.split(".")[0]
    line = claim.parameters.line_of(top) or claim.place.line
    place = claim.check.place if bad.key == "check" else Place(claim.place.file, line, claim.id)
    key = f"{claim.id}.{bad.key}" if bad.key else claim.id
    return Problem(bad.code, Place(place.file, place.line, key), str(bad), bad.hint)
