"""Checks all claims of a game, each by its kind of check, which is a module of `kinds`."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct

from fustella.check import kinds
from fustella.check.context import CheckContext, Fact
from fustella.check.coverage import Coverage, coverage_of
from fustella.check.document import Document
from fustella.check.document.figures import Figure, all_figures, read_claim
from fustella.check.errors import InvalidClaim, MissingEntry, UnreadablePassage
from fustella.check.findings import excuse_name, of_claim, of_excuse, unused
from fustella.check.keys import Key, keys_schema
from fustella.check.selection import has_wildcards
from fustella.check.steps import LETTERS, LOOKS, Steps
from fustella.core.processes.steps import READING_S, step
from fustella.core.values.claims import OWN_KEYS, Claim, Claims, Finding, Verdict
from fustella.core.values.model import Game, Record, Value
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets


class CheckModule(Protocol):
    """The names that a module of `kinds` provides."""

    KEYS: Mapping[str, Key]
    """The keys of claims of this kind, besides the keys that all claims have.

    Where a claim needs one of several keys, `SOME_OF` names them.
    """

    OTHERWISE: Verdict
    """The verdict on a fact that fails, unless the claim or the fact names another verdict."""

    def check(self, claim: Claim, context: CheckContext) -> Iterable[Fact]:
        """The facts of a claim. Raises InvalidClaim for a claim that cannot be understood."""


class Outcome(Struct, frozen=True):
    """The findings of all claims.

    `problems` are about claims that cannot be understood; all other claims were checked
    nonetheless. `changed` are the figures, of claims and of excuses, that the document has changed,
    and `changed_of` the changed ones that each claim reads or looks up, by its id. `coverage` is
    None for an original, and if a claim could not be checked.
    """

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...] = ()
    changed: tuple[Figure, ...] = ()
    changed_of: Mapping[str, tuple[Figure, ...]] = {}
    coverage: Coverage | None = None


@cache
def kind_names() -> tuple[str, ...]:
    """The names of all kinds of check, in alphabetical order."""
    modules = pkgutil.iter_modules(kinds.__path__)
    return tuple(sorted(module.name for module in modules if module.name[0] != "_"))


@cache
def kind_named(name: str) -> CheckModule:
    return cast(CheckModule, importlib.import_module(f"{kinds.__name__}.{name}"))


def check_schemas(vocabulary: Vocabulary) -> dict[str, Schema]:
    """The schemas of claims' keys, by the kind of check."""
    return {
        name: keys_schema(
            kind_named(name).KEYS, vocabulary, getattr(kind_named(name), "SOME_OF", ())
        )
        for name in kind_names()
    }


def run(
    game: Game, claims: Claims, document: Document | None, booklets: "Booklets | None" = None
) -> Outcome:
    """Checks every claim and every excuse, in their order, also in the booklets of the game.

    With a `document`, all figures are read again from its text. A claim that cannot be understood
    is a problem of the outcome; all other claims are still checked. Raises ProblemsFound: E133,
    where all claims together would take too many steps.
    """
    steps = Steps()
    _count_looks(game, claims, document, steps)
    problems = list(_bad_names(game, claims))
    language = game.languages[0]
    readings = {}
    for claim in claims.claims:
        steps.place = claim.place
        with step(f"reading the passages of `{claim.id}`", claim.place, READING_S):
            readings[claim.id] = read_claim(claim, document, language, problems, steps)
    figures = all_figures(claims, readings)
    context = CheckContext(
        *(game, language, document, readings, figures, booklets, claims.simulations), steps=steps
    )
    findings = _findings_of_all(claims, context, problems)
    for number, excuse in enumerate(claims.excused, start=1):
        steps.place = excuse.place
        reading = read_claim(excuse, document, language, problems, steps)
        findings += of_excuse(number, reading, document)
        readings[excuse_name(number)] = reading
    own = {name: _changed(reading.figures) for name, reading in readings.items()}
    others = {
        claim: _changed(figures[name] for name in sorted(names))
        for claim, names in context.used_by.items()
    }
    complete = not (problems or game.original)
    return Outcome(
        tuple(findings),
        ProblemsFound(problems).problems,
        tuple(figure for reading in own.values() for figure in reading),
        {name: (*own[name], *others.get(name, ())) for name in own},
        coverage_of(game, context.noted) if complete else None,
    )


def _changed(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    return tuple(figure for figure in figures if figure.changed)


def _count_looks(game: Game, claims: Claims, document: Document | None, steps: Steps) -> None:
    """Counts, before any check runs, how often each claim will look at pieces and letters."""
    letters = len(document.text) // LETTERS if document else 0
    for claim in claims.claims:
        steps.place = claim.place
        steps.take(len(game.pieces) * (1 + _cost_of_comparing(claim.parameters)) // LOOKS)
        steps.take(letters * len(claim.passages))
    for excuse in claims.excused:
        steps.place = excuse.place
        steps.take(letters * len(excuse.passages))


_AT_ONCE = 20
"""This many words in a list take as long to compare as one word outside of a list."""


def _cost_of_comparing(value: Value) -> int:
    """The cost of comparing a value's words with one piece; a word outside of a list costs 1."""
    if isinstance(value, Record):
        return sum(_cost_of_comparing(value[name]) for name in value)
    if not isinstance(value, tuple):
        return 1
    alone = (word for word in value if isinstance(word, Record) or has_wildcards(word))
    return 1 + len(value) // _AT_ONCE + sum(map(_cost_of_comparing, alone))


def _bad_names(game: Game, claims: Claims) -> Iterator[Problem]:
    """The problems of ids that stand twice in claims.yaml, and of unknown kinds and documents."""
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


def _findings_of_all(
    claims: Claims, context: CheckContext, problems: list[Problem]
) -> list[Finding]:
    """The findings of all claims; the problems of a claim are added to `problems`.

    Unused figures are reported only where every claim could be checked, so that all uses are known.
    """
    by_claim: list[tuple[Claim, list[Finding]]] = []
    all_checked = not problems
    for claim in claims.claims:
        reading = context.readings[claim.id]
        if reading.broken:
            continue
        all_checked = all_checked and not reading.gone
        try:
            context.steps.place = claim.place
            with step(f"checking the claim `{claim.id}`", claim.place, READING_S):
                by_claim.append((claim, list(_findings(claim, context))))
        except InvalidClaim as bad:
            all_checked = False
            if not isinstance(bad, UnreadablePassage):
                problems.append(problem_of(claim, bad))
    findings: list[Finding] = []
    for claim, found in by_claim:
        findings += found
        if all_checked:
            findings += unused(claim, context.readings[claim.id], context.used)
    return findings


def _findings(claim: Claim, context: CheckContext) -> Iterator[Finding]:
    if claim.check not in kind_names():
        hint = did_you_mean(claim.check, kind_names())
        raise InvalidClaim("check", f"there is no kind of check `{claim.check}`", hint, "E504")
    kind = kind_named(str(claim.check))
    _check_keys(claim, kind)
    reading = context.readings[claim.id]
    # Nothing can be compared with the figures of a passage that is gone.
    facts = () if reading.gone else _facts(kind, claim, context)
    yield from of_claim(claim, reading, facts, claim.otherwise or kind.OTHERWISE, context.document)


def _check_keys(claim: Claim, kind: CheckModule) -> None:
    for key in claim.parameters:
        if key not in kind.KEYS:
            message = f"a claim of the kind `{claim.check}` has no key `{key}`"
            raise InvalidClaim(key, message, did_you_mean(key, [*kind.KEYS, *OWN_KEYS]), "E106")
        if claim.parameters[key] is None:
            hint = "write a value, or delete the key"
            raise InvalidClaim(key, "nothing stands behind this key", hint, "E104")
    for key in kind.KEYS:
        if kind.KEYS[key].required and key not in claim.parameters:
            raise InvalidClaim("", f"`{key}` is missing", f"add `{key}: …`", "E107")


def _facts(kind: CheckModule, claim: Claim, context: CheckContext) -> Sequence[Fact]:
    try:
        return tuple(kind.check(claim, context))
    except MissingEntry as missing:
        context.use_all_of(claim)
        reason = "write the entry, or look at the path in the claim"
        return (Fact(False, missing.message, "no such entry", (missing.place,), (), reason),)


def problem_of(claim: Claim, bad: InvalidClaim) -> Problem:
    """The problem of a claim that cannot be understood, at the line of the key in claims.yaml."""
    top = bad.key.split(".")[0]
    line = claim.parameters.line_of(top) or claim.place.line
    place = claim.check.place if bad.key == "check" else Place(claim.place.file, line, claim.id)
    key = f"{claim.id}.{bad.key}" if bad.key else claim.id
    return Problem(bad.code, Place(place.file, place.line, key), str(bad), bad.hint)
