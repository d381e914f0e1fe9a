"""`fustella check`: compares the box, claim by claim, with its document or designer."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from fustella import build
from fustella.build.inputs import load_game
from fustella.build.pictures import wrong_pictures
from fustella.cli import check_report
from fustella.cli.commands.check import CheckOptions
from fustella.cli.options import Scope, UsageError, output_folder
from fustella.cli.problems import PROBLEMS, collect, report, tell
from fustella.cli.terminal import fitted, plural
from fustella.core.files.project import Project
from fustella.core.processes.steps import waiting
from fustella.core.values.claims import Finding, Verdict
from fustella.core.values.model import Edition
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_errors
from fustella.core.words.languages import word_list_of_all
from fustella.core.words.patterns import visible_in_line
from fustella.review import (
    ASKING,
    FAULTS,
    Review,
    changed_message,
    documents_for,
    problems_of,
    review,
    unclaimed_problems,
)
from fustella.review.acceptance import (
    accept,
    plan_acceptance,
    plan_accepting,
    plan_keeping,
    plan_retyped,
)
from fustella.review.accepted_faces import ACCEPTED, COMMAND
from fustella.review.repair import RepairPlan, apply, plan_repairs


def run(arguments: argparse.Namespace) -> int:
    """Compares games with their claims; writes repairs (--fix), accepts documents (--accept)."""
    options = CheckOptions.of(arguments)
    if options.fix and options.format != "text":
        raise UsageError("argument --fix: it shows changes and asks; leave --format out")
    if options.fix and options.accept:
        raise UsageError(
            "argument --accept: first --fix alone; look at what it wrote; then --accept"
        )
    if options.yes and not options.fix:
        raise UsageError("argument --yes: it answers what --fix asks; add --fix")
    project, games = Scope.of(arguments).resolve()
    if options.shop:
        from fustella.cli.check_shop import check_shop  # noqa: PLC0415  (it loads what draws)

        output = output_folder(project, options.output)
        as_data = options.format == "json"
        return check_shop(project, games, options.shop, output, as_data=as_data, inks=options.inks)
    reviews, problems = _reviews_of(project, games, options)
    by_hand = False
    if options.accept and problems:
        print("nothing was accepted: mend the problems first", file=sys.stderr)
    elif options.accept:
        by_hand = _accept(project, reviews)
        reviews, problems = _reviews_of(project, games, options)
    else:
        _store_accepted_texts(project, reviews)
    if options.accept_faces and problems:
        print("no faces were accepted: mend the problems first", file=sys.stderr)
    elif options.accept_faces:
        _accept_faces(project, reviews, output_folder(project, options.output))
        reviews, problems = _reviews_of(project, games, options)
    _print(reviews, problems, options)
    if options.fix and reviews:
        code = _fix(project, games, reviews, problems, options)
    else:
        code = _report_faults(reviews, problems, options)
    return PROBLEMS if by_hand else code


def _reviews_of(
    project: Project, names: Sequence[str], options: CheckOptions
) -> tuple[list[Review], list[Problem]]:
    """The reviews of all readable games, and the problems of claims and of games that are not."""
    games, unread = collect(names, lambda name: load_game(project, name))
    documents = documents_for(options.document, tuple(games))
    output = output_folder(project, options.output)
    problems: list[Problem] = []
    reviews: list[Review] = []
    for game in games:
        problems += wrong_pictures(project, Edition(game, game.languages[0]))
        try:
            reviewed = partial(review, project, game, documents.get(game.id), output)
            box = build.with_rules(partial(build.rules_of, project, game), reviewed)
            reviews.append(box.with_others(build.review_accepted(project, game, output)))
            problems += reviews[-1].problems
            if options.strict:
                problems += as_errors(
                    (*game.read_warnings, *(text.warning for text in game.missing), *box.warnings)
                )
        except ProblemsFound as error:
            problems += error.problems
    return reviews, unread + problems


def _warnings(reviews: Sequence[Review]) -> list[Problem]:
    """The warnings from reading the games, and the warnings about missing translations."""
    warnings: list[Problem] = []
    for box in reviews:
        warnings += (*box.game.read_warnings, *box.warnings)
        for language in box.game.languages:
            warnings += Edition(box.game, language).missing_warnings
    return warnings


def _print(reviews: Sequence[Review], problems: Sequence[Problem], options: CheckOptions) -> None:
    warnings = () if options.strict else _warnings(reviews)
    if options.format == "json":
        reported = (*problems, *warnings)
        print(check_report.as_json(reviews, reported, unclaimed=options.unclaimed))
    elif options.format == "github":
        notes = check_report.annotations(reviews, strict=options.strict)
        for line in (*map(check_report.annotation_of, (*problems, *warnings)), *notes):
            print(line)
    else:
        for box in reviews:
            print(fitted(check_report.as_text(box, unclaimed=options.unclaimed), sys.stdout))
        tell(warnings)


def _report_faults(
    reviews: Sequence[Review], problems: Sequence[Problem], options: CheckOptions
) -> int:
    """Prints the faults of the reviews as problems on standard error. Returns the exit code."""
    faults = [problem for box in reviews for problem in problems_of(box)]
    if options.strict:
        faults += (problem for box in reviews for problem in unclaimed_problems(box))
    reported = [*problems, *(faults if options.format == "text" else ())]
    asking = options.strict and any(box.with_verdict(*ASKING) for box in reviews)
    if reported and options.format != "github":
        report(reported)
    if asking:
        print(f"{_faults_counted(reviews)} (--strict)", file=sys.stderr)
    return PROBLEMS if problems or faults or asking else 0


def _faults_counted(reviews: Sequence[Review]) -> str:
    """The words about faults of --strict: `1 contradiction and 3 open points count as faults`."""
    parts = []
    for verdict, noun in ((Verdict.CONTRADICTION, "contradiction"), (Verdict.OPEN, "open point")):
        if count := sum(len(box.with_verdict(verdict)) for box in reviews):
            parts.append(plural(count, noun))
    several = len(parts) > 1 or not parts[0].startswith("1 ")
    return f"{' and '.join(parts)} {'count as faults' if several else 'counts as a fault'}"


def _fix(
    project: Project,
    names: Sequence[str],
    reviews: Sequence[Review],
    problems: Sequence[Problem],
    options: CheckOptions,
) -> int:
    """Writes the repairs that the designer agrees to; reports the rest. Returns the exit code."""
    faults = _faults(reviews)
    plan = plan_repairs(project, (repair for finding in faults for repair in finding.repairs))
    by_hand = [f"{box.repair.place}: {box.reason}" for box in plan.unmended]
    if plan.changed:
        print(plan.diff())
        numbers = plural(len(plan.mended), "number")
        if not (options.yes or _is_agreed(f"write {numbers}")):
            print("nothing was written")
            return PROBLEMS
        # Documents' lines are stored as accepted where the plan mends all changes in them.
        lines = (plan_retyped(project, box, plan.mended).files for box in reviews)
        files = (*plan.files, *(file for files in lines for file in files))
        apply(RepairPlan(files), project)
        print(f"{numbers} written")
        reviews, problems = _reviews_of(project, names, options)  # one repair may mend other faults
        faults = _faults(reviews)
    elif faults:
        print("nothing that could be written by itself")
    else:
        print("nothing to mend")
    return _report_left(by_hand, faults, problems)


def _faults(reviews: Iterable[Review]) -> list[Finding]:
    return [finding for box in reviews for finding in box.with_verdict(*FAULTS)]


def _is_agreed(deed: str) -> bool:
    """Whether the designer agrees to an action; without a terminal to ask at, False."""
    if not sys.stdin.isatty():
        print(f"to {deed} without being asked, add --yes", file=sys.stderr)
        return False
    try:
        with waiting():
            answer = input(f"{deed}? [y/N] ")
    except EOFError:  # Ctrl-D is no yes
        return False
    return answer.strip().lower() in word_list_of_all("yes_words")


def _report_left(
    by_hand: Sequence[str], faults: Sequence[Finding], problems: Sequence[Problem]
) -> int:
    """Prints the repairs that only a person can do. Returns the exit code."""
    changed = [fault for fault in faults if fault.verdict is Verdict.CHANGED]
    by_hand = [
        *by_hand,
        *(
            f"{fault.claim}: {fault.unfixable or 'run it once more'}"
            for fault in faults
            if fault.verdict is not Verdict.CHANGED
        ),
    ]
    for line in dict.fromkeys(by_hand):
        print(f"by hand: {visible_in_line(line)}", file=sys.stderr)
    for fault in changed:
        print(visible_in_line(changed_message(fault)), file=sys.stderr)
    if changed:
        print("when you have read what else changed: fustella check --accept", file=sys.stderr)
    if problems:
        report(problems)
    return PROBLEMS if by_hand or changed or problems else 0


def _store_accepted_texts(project: Project, reviews: Sequence[Review]) -> None:
    """Stores the texts of unchanged accepted documents that the project does not have yet.

    It prints the names of their files on standard error. Where a folder cannot be written, nothing
    is stored.
    """
    for box in reviews:
        with suppress(ProblemsFound):
            plan = plan_keeping(project, box)
            apply(plan, project)
            for file in plan.changed:
                kept = f"{file.name}: {box.document} is kept, to show the words before a change"
                print(kept, file=sys.stderr)


def _accept_faces(project: Project, reviews: Sequence[Review], output: Path) -> None:
    """Stores the faces and words of all games as accepted; reports the changes of known ones.

    It prints on standard error, like `_accept`.
    """
    for box in reviews:
        for finding in box.with_verdict(*FAULTS):
            if finding.check == ACCEPTED:
                print(visible_in_line(f"was {finding.says}; now {finding.has}"), file=sys.stderr)
    games, problems = collect(reviews, lambda box: [*build.faces_now(project, box.game, output)])
    if problems:
        raise ProblemsFound(problems)
    plans = [
        plan_accepting(project, box.game, faces) for box, faces in zip(reviews, games, strict=True)
    ]
    apply(RepairPlan(tuple(plans)), project, COMMAND)
    for plan, faces in zip(plans, games, strict=True):
        print(f"{plan.name}: {plural(len(faces), 'face')} remembered as now", file=sys.stderr)


def _accept(project: Project, reviews: Sequence[Review]) -> bool:
    """Stores the documents as accepted, and corrects line numbers that the content names.

    It prints on standard error, because programs may read standard output. Returns whether a person
    still has to do something.
    """
    if not any(box.text for box in reviews):
        message = "there is no document to be remembered"
        hint = "name it with --document FILE, or put it into the game's folder"
        if all(box.game.original for box in reviews):
            hint = "write `document: …` into game.yaml, where the game has a rule document"
        raise ProblemsFound([Problem("E509", Place("--accept"), message, hint)])
    read = [box for box in reviews if box.text is not None]
    plans, problems = collect(read, partial(plan_acceptance, project))
    if problems:
        raise ProblemsFound(problems)
    for plan in plans:
        print(plan.content.diff(), end="", file=sys.stderr)
    accept(project, plans)
    for box, plan in zip(read, plans, strict=True):
        names = " and ".join(file.name for file in plan.remembered)
        print(f"{names}: {box.document} is remembered as it is now", file=sys.stderr)
    by_hand = [line for plan in plans for line in plan.by_hand]
    for line in by_hand:
        print(f"by hand: {visible_in_line(line)}", file=sys.stderr)
    return bool(by_hand)
