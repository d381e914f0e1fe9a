"""Decides by a review whether the box may be printed, and turns its faults into problems."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fustella import check
from fustella.core.values.claims import RESTATING, TOTAL, Finding, Verdict, at_lines, lines_shown
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.review.accepted_faces import ACCEPTED
from fustella.review.agreement import FAULTS, Review

if TYPE_CHECKING:
    from fustella.check import CoveredField, LineChange


def differs(review: Review, force: bool) -> bool:
    """Whether the box differs from the document. Raises ProblemsFound if it does, unless forced.

    Even if forced, raises ProblemsFound for claims that cannot be understood.
    """
    if review.problems:
        raise ProblemsFound(review.problems)
    problems = problems_of(review)
    if problems and not force:
        raise ProblemsFound(problems)
    return bool(problems)


def problems_of(review: Review) -> tuple[Problem, ...]:
    """The faults of a review as problems, at the places where they can be corrected.

    All faults that follow from one change of the document are one problem.
    """
    return tuple(problem for problem, _ in _problems_with_places(review))


def problems_everywhere(review: Review) -> tuple[Problem, ...]:
    """The faults of a review as problems, with one for each place of a fault."""
    return tuple(
        replace(problem, place=place)
        for problem, places in _problems_with_places(review)
        for place in places
    )


def _problems_with_places(review: Review) -> Iterator[tuple[Problem, tuple[Place, ...]]]:
    """Yields each problem of a review, and the places that have it."""
    by_change: dict[int, list[Finding]] = {}
    for number, finding in enumerate(review.with_verdict(*FAULTS)):
        by_change.setdefault(finding.change or -number, []).append(finding)
    for change, findings in by_change.items():
        first = findings[0]
        if len(findings) > 1:
            problem = _of_change(review, review.changes[change - 1], findings)
            yield problem, (problem.place,)
        else:
            lines = first.check == RESTATING
            problem = _of_marked_lines(first) if lines else _problem(first, review.game)
            yield problem, (problem.place, *(first.where if first.alike else ()))


_MOST_FOLLOWS = 12
"""The most faults of one change that are listed; the table of `check` has all."""


def _of_change(review: Review, change: "LineChange", findings: Sequence[Finding]) -> Problem:
    """The problem of a change of the document that causes several faults.

    Its place is where a fault of the box can be mended, if there is one, and otherwise a claim.
    """
    order = [Verdict.DIFFERS, Verdict.GONE, Verdict.CHANGED]
    faults = sorted(
        findings,
        key=lambda one: (order.index(one.verdict), place_to_mend(one).file == one.place.file),
    )
    problems = [_problem(finding, review.game) for finding in faults]
    said = list(
        dict.fromkeys(
            f"{short_place(problem.place)}: {problem.message}"
            for finding, problem in zip(faults, problems, strict=True)
            if finding.verdict is not Verdict.CHANGED
        )
    )
    message = f"document: {check.shown_change(change)}"
    if len(said) == 1:
        message, said = f"{message}; {said[0]}", []
    elif said:
        message = f"{message}; {len(said)} faults follow"
    shown = said[: _MOST_FOLLOWS if len(said) > _MOST_FOLLOWS + 1 else None]
    left = len(said) - len(shown)
    follows = (*shown, *([f"and {left} more, which `fustella check` lists"] if left else []))
    repairs = any(finding.repairs for finding in faults)
    hint = "let `fustella check --fix` write the numbers, and look at the rest" if repairs else ""
    hint = hint or next(filter(None, (problem.hint for problem in problems)), "")
    return replace(problems[0], message=message, hint=hint, follows=follows)


def unclaimed_problems(review: Review) -> tuple[Problem, ...]:
    """The values from a document that no claim speaks of, as problems, for --strict.

    With them come the lines of the document that no booklet restates.

    Designs of one kind that lack claims about the same fields are one problem.
    """
    by_piece: dict[str, list[CoveredField]] = {}
    for field in review.coverage.of(check.Spoken.UNCLAIMED) if review.coverage else ():
        by_piece.setdefault(field.owner, []).append(field)
    alike: dict[tuple[str, ...], list[CoveredField]] = {}
    for fields in by_piece.values():
        paths = dict.fromkeys(field.general_path for field in fields)
        alike.setdefault((fields[0].kind, *paths), []).append(fields[0])
    hint = "write a claim that reads it, or name it under `fields` of a claim of the kind `gap`"
    return _unrestated_problems(review) + tuple(
        Problem(
            "E513",
            firsts[0].place,
            f"no claim speaks of {', '.join(paths)} of {_names_of(firsts)}",
            hint,
        )
        for (_, *paths), firsts in alike.items()
    )


def _unrestated_problems(review: Review) -> tuple[Problem, ...]:
    """The problem of the rules that no booklet restates, if there are some."""
    restated = review.restated
    if restated is None or not restated.missing:
        return ()
    message = f"no booklet restates lines {lines_shown(restated.missing)} of the document"
    hint = "write what they say, and behind it `{lines: …}`"
    return (Problem("E722", restated.place, message, hint),)


def _names_of(fields: "Sequence[CoveredField]") -> str:
    more = f" and {len(fields) - 1} more" if len(fields) > 1 else ""
    return f"`{fields[0].owner or fields[0].kind}`{more}"


def _problem(finding: Finding, game: Game) -> Problem:
    place, original = place_to_mend(finding), game.original
    hint = finding.unfixable
    if finding.repairs and not hint:
        hint = f"write {finding.repairs[0].new}, or let `fustella check --fix` do it"
    if original and finding.check != "lint":
        claim = f"correct the claim, {short_place(finding.place)}"
        hint = f"{hint}; or {claim}" if hint else claim
    if finding.check == "lint":
        ignored = ", or let it go in claims.yaml, `lint: {ignore: …}`, with the reason"
        hint = hint or f"mend it{ignored if may_be_ignored(finding, game) else ''}"
        message = f"{finding.claim}: {finding.says}; {finding.has}"
        return Problem("E520", place, message, hint, cause=finding.cause)
    if finding.check == ACCEPTED:
        message = f"accepted was {finding.says}; now it is {finding.has}"
        return Problem("E514", finding.place, message, hint)
    if finding.verdict is Verdict.CHANGED:
        return Problem("E511", place, changed_message(finding), hint)
    if finding.verdict is Verdict.GONE:
        message = f"{finding.claim}: {finding.says} is not in the document any more: {finding.has}"
        return Problem("E502", place, message, hint)
    if finding.check == TOTAL:
        message = f"{finding.claim}: {finding.has}, which no claim counts"
        return Problem("E501", place, message, hint)
    says = f"{'claims.yaml' if original else 'document'} says {finding.says}"
    if finding.was:
        says = f"document now says {finding.says} (was {finding.was})"
    where = "".join(f"; {short_place(other)}, too" for other in finding.where[1:3])
    message = f"{finding.claim}: {says}{at_lines(finding.lines)}; here {finding.has}{where}"
    return Problem("E501", place, message, hint)


def _of_marked_lines(finding: Finding) -> Problem:
    """The problem of a booklet that restates lines which the document does not have."""
    message = f"the booklet {finding.has}, and the document has {finding.says}"
    hint = "correct the lines; `fustella check --accept` moves them when the document changes"
    return Problem("E721", finding.place, message, hint)


def changed_message(finding: Finding) -> str:
    """The message of a finding about changed lines of the document."""
    lines, colon, words = finding.says.partition(": ")
    return f"document: {lines} since it was last read{colon}{words}; {finding.has}"


def place_to_mend(finding: Finding) -> Place:
    """The place to correct a finding: in the box if it names one, else in claims.yaml."""
    return finding.where[0] if finding.where and finding.check != "lint" else finding.place


def may_be_ignored(finding: Finding, game: Game) -> bool:
    """Whether `lint: ignore` can let a finding of lint go: it selects pieces, not game.yaml."""
    return finding.place.file != game.place.file


def short_place(place: Place) -> str:
    """A place without its folder and key: `cards.yaml:12`."""
    return f"{replace(place, file=place.file.rsplit('/', 1)[-1]).page}:{place.line}"
