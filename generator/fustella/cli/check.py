"""`fustella check`: a proof, claim by claim, that the box agrees with its document."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fustella.cli.arguments import PROBLEMS, add_games, project_and_games, report
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project

if TYPE_CHECKING:
    from fustella.core.claims import Finding
    from fustella.core.model import Game
    from fustella.review.repair import RepairPlan
    from fustella.review.review import Review


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `check` to the command line."""
    parser = commands.add_parser(
        "check", help="whether the boxes agree with their rules", description=check.__doc__
    )
    add_games(parser)
    parser.add_argument(
        "--document",
        metavar="FILE",
        type=Path,
        help="read the figures again from the rule document, or from a folder of documents",
    )
    parser.add_argument(
        "--strict", action="store_true", help="contradictions and open points count as faults, too"
    )
    parser.add_argument("--format", choices=("text", "json", "github"), default="text")
    parser.add_argument(
        "--fix", action="store_true", help="write the document's figures into the content"
    )
    parser.add_argument(
        "--accept",
        action="store_true",
        help="remember the document as it is now, after you have read what changed in it, and move"
        " the `lines` that the content names",
    )
    parser.add_argument("--yes", action="store_true", help="with --fix: do not ask")
    parser.add_argument(
        "--output", metavar="DIR", type=Path, help="where the last build's faces are looked for"
    )
    parser.set_defaults(command=check, refuse=parser.error)


def check(options: argparse.Namespace) -> int:
    """Compare the boxes with what their rule documents say, and show what does not agree."""
    if options.fix and options.format != "text":
        options.refuse("--fix asks and shows a diff: it goes with --format text alone")
    if options.fix and options.accept:
        options.refuse("first --fix, then look, then --accept: not both at once")
    project, names = project_and_games(options)
    reviews, problems = _reviewed(project, names, options)
    by_hand = False
    if options.accept and problems:
        print("nothing was accepted: mend the problems first", file=sys.stderr)
    elif options.accept:
        by_hand = _accept(project, reviews)
        reviews, problems = _reviewed(project, names, options)
    _print(options, reviews, problems)
    if options.fix and reviews:
        code = _fix(project, names, (reviews, problems), options)
    else:
        code = _closing(options, reviews, problems)
    return PROBLEMS if by_hand else code


def _reviewed(
    project: Project, names: Sequence[str], options: argparse.Namespace
) -> "tuple[list[Review], list[Problem]]":
    """What came of all games that can be read, and what is wrong with others and with claims."""
    games, problems = _games(project, names)
    reviews, more = _reviews(project, games, options)
    return reviews, problems + more


def _games(project: Project, names: Sequence[str]) -> "tuple[list[Game], list[Problem]]":
    from fustella.build.inputs import load_game  # noqa: PLC0415

    games: list[Game] = []
    problems: list[Problem] = []
    for name in names:
        try:
            games.append(load_game(project, name))
        except ProblemsFound as found:
            problems += found.problems
    return games, problems


def _reviews(
    project: Project, games: "Sequence[Game]", options: argparse.Namespace
) -> "tuple[list[Review], list[Problem]]":
    from fustella.review.review import documents_for, review  # noqa: PLC0415

    documents = documents_for(options.document, tuple(games))
    output = (options.output or project.root / "output").absolute()
    reviews: list[Review] = []
    problems: list[Problem] = []
    for game in games:
        try:
            reviews.append(review(project, game, documents.get(game.id), output))
            problems += reviews[-1].problems
        except ProblemsFound as found:
            problems += found.problems
    return reviews, problems


def _print(
    options: argparse.Namespace, reviews: "Sequence[Review]", problems: Sequence[Problem]
) -> None:
    from fustella.cli import check_report as shown  # noqa: PLC0415

    if options.format == "json":
        print(shown.as_json(reviews, problems))
    elif options.format == "github":
        found = shown.annotations(reviews, strict=options.strict)
        lines = [*map(shown.annotation_of, problems), *found]
        print("\n".join(lines), end="\n" if lines else "")
    else:
        for one in reviews:
            print(shown.whole(one))


def _closing(
    options: argparse.Namespace, reviews: "Sequence[Review]", problems: Sequence[Problem]
) -> int:
    """Faults as problems on standard error; the exit code."""
    from fustella.review.review import ASKING  # noqa: PLC0415
    from fustella.review.verdicts import problems_of  # noqa: PLC0415

    faults = [problem for one in reviews for problem in problems_of(one)]
    said = [*problems, *(faults if options.format == "text" else ())]
    asking = sum(len(one.with_verdict(*ASKING)) for one in reviews) if options.strict else 0
    if said and options.format != "github":
        report(said)
    if asking:
        print(f"{_asking(reviews)} (--strict)", file=sys.stderr)
    return PROBLEMS if problems or faults or asking else 0


def _asking(reviews: "Sequence[Review]") -> str:
    """What counts as a fault when the designer is strict: `1 contradiction and 3 open points`."""
    from fustella.core.claims import Verdict  # noqa: PLC0415

    parts = []
    for verdict, name in ((Verdict.CONTRADICTION, "contradiction"), (Verdict.OPEN, "open point")):
        if count := sum(len(one.with_verdict(verdict)) for one in reviews):
            parts.append(f"{count} {name}{'s' if count != 1 else ''}")
    many = len(parts) > 1 or not parts[0].startswith("1 ")
    return f"{' and '.join(parts)} {'count as faults' if many else 'counts as a fault'}"


def _fix(
    project: Project,
    names: Sequence[str],
    reviewed: "tuple[Sequence[Review], Sequence[Problem]]",
    options: argparse.Namespace,
) -> int:
    """Write what a machine may write, when the designer agrees; say what is left to be done."""
    from fustella.review.repair import apply, plan_repairs  # noqa: PLC0415

    reviews, problems = reviewed
    faults = _faults(reviews)
    plan = plan_repairs(project, (repair for finding in faults for repair in finding.repairs))
    left = [f"{one.repair.place}: {one.reason}" for one in plan.unmended]
    if plan.changed:
        print(plan.diff())
        if not (options.yes or _agreed(f"write {_numbers(len(plan.mended))}")):
            print("nothing was written")
            return PROBLEMS
        apply(_with_lines(project, plan, reviews))
        print(f"{_numbers(len(plan.mended))} written")
        reviews, problems = _reviewed(project, names, options)  # one mends another
        faults = _faults(reviews)
    elif faults:
        print("nothing that could be written by itself")
    else:
        print("nothing to mend")
    return _left(left, faults, problems)


def _with_lines(project: Project, plan: "RepairPlan", reviews: "Sequence[Review]") -> "RepairPlan":
    """The plan, with the lines of documents remembered in which it mends all that changed."""
    from fustella.review.acceptance import plan_retyped  # noqa: PLC0415
    from fustella.review.repair import RepairPlan  # noqa: PLC0415

    lines = (plan_retyped(project, one, plan.mended).files for one in reviews)
    return RepairPlan((*plan.files, *(file for files in lines for file in files)))


def _left(left: Sequence[str], faults: "Sequence[Finding]", problems: Sequence[Problem]) -> int:
    """Say what a person has to do; the exit code."""
    from fustella.core.claims import Verdict  # noqa: PLC0415

    changed = [one for one in faults if one.verdict is Verdict.CHANGED]
    others = (one for one in faults if one not in changed)
    by_hand = [*left, *(f"{one.claim}: {one.unfixable or 'run it once more'}" for one in others)]
    for line in dict.fromkeys(by_hand):
        print(f"by hand: {line}", file=sys.stderr)
    for one in changed:
        print(f"document: {one.says} since it was last read; {one.has}", file=sys.stderr)
    if changed:
        print("when you have read what else changed: fustella check --accept", file=sys.stderr)
    if problems:
        report(problems)
    return PROBLEMS if by_hand or changed or problems else 0


def _faults(reviews: "Sequence[Review]") -> "list[Finding]":
    from fustella.review.review import FAULTS  # noqa: PLC0415

    return [finding for one in reviews for finding in one.with_verdict(*FAULTS)]


def _numbers(count: int) -> str:
    return f"{count} number{'s' if count != 1 else ''}"


def _agreed(what: str) -> bool:
    """Whether the designer says yes; no where nobody can be asked."""
    if not sys.stdin.isatty():
        print(f"to {what} without being asked, add --yes", file=sys.stderr)
        return False
    try:
        said = input(f"{what}? [y/N] ")
    except EOFError:  # Ctrl-D is no yes
        said = ""
    return said.strip().lower() in ("y", "yes", "s", "sì", "si", "sí")


def _accept(project: Project, reviews: "Sequence[Review]") -> bool:
    """Remember the documents as they are now, and move the lines that the content names.

    All of it is said on standard error, as the table may be for other programs. Whether something
    is left to be done by hand.
    """
    from fustella.review.acceptance import accept, plan_acceptance  # noqa: PLC0415

    by_hand: list[str] = []
    if not any(one.text for one in reviews):
        message = "there is no document to be taken for read"
        hint = "name it with --document FILE, or put it into the game's folder"
        raise ProblemsFound([Problem("E509", Place("--accept"), message, hint)])
    for one in reviews:
        if one.text is None:
            continue
        plan = plan_acceptance(project, one)
        print(plan.content.diff(), end="", file=sys.stderr)
        accept(plan)
        print(f"{plan.remembered.name}: {one.document} is taken for read", file=sys.stderr)
        by_hand += plan.by_hand
    for line in by_hand:
        print(f"by hand: {line}", file=sys.stderr)
    return bool(by_hand)
