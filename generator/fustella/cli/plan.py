"""`fustella plan`: what printing will take, before anything is printed."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fustella.cli.arguments import (
    OF_ONE_GAME,
    USAGE,
    add_choice,
    add_games,
    add_output,
    add_printing,
    for_players,
    options_of,
    project_and_games,
    report,
)
from fustella.cli.terminal import ProgressLine, table
from fustella.core.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from fustella.build.plan import GroupPlan, Plan, SheetPlan


SUMMED = ("pieces", "sheets", "bound", "cuts", "minutes", "ink_pages", "grams")
"""The figures of groups that can be added up."""

WIDEST = 32
"""Of the names of a group, in letters."""

WIDEST_SHEET = 56
"""Of the pieces on one sheet, in letters."""

HEADS = (
    *("group", "what", "pieces", "sheets", "no.", "bound", "waste"),
    *("cuts", "minutes", "ink", "paper"),
)


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `plan` to the command line."""
    parser = commands.add_parser(
        "plan", help="what printing will take", usage=USAGE, description=planning.__doc__
    )
    add_games(parser)
    add_output(parser)
    parser.add_argument("--sheets", action="store_true", help="what lies on each sheet")
    parser.add_argument("--no-ink", action="store_true", help="quick: nothing is drawn")
    parser.add_argument(
        "--grams", metavar="G", type=_grams, help="weight of paper of no stock, in g/m²: 80, 160, …"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_choice(parser)
    add_printing(parser)
    parser.set_defaults(command=planning)


def planning(options: argparse.Namespace) -> int:
    """Show sheets, cuts, minutes of cutting, ink and paper, before anything is printed."""
    from fustella.build.plan import Wanted, plan_game  # noqa: PLC0415

    project, games = project_and_games(options)
    asked = options_of(options, project)
    wanted = Wanted(ink=not options.no_ink, grams_m2=options.grams)
    problems: list[Problem] = []
    plans: list[Plan] = []
    with ProgressLine(sys.stderr) as progress:
        for game in games:
            try:
                plans.append(plan_game(project, game, asked, wanted, progress.show))
            except ProblemsFound as found:
                problems += found.problems
    if plans and not options.games:  # those that have such kinds, or as many players
        problems = [problem for problem in problems if problem.code not in OF_ONE_GAME]
    if options.format == "json":
        print(json.dumps({plan.edition.game.id: _as_json(plan) for plan in plans}, indent=1))
    elif plans:
        print("\n\n".join(_text(plan, options.sheets) for plan in plans))
        print(f"\n{_remarks(plans)}")
    return report(problems) if problems else 0


def _grams(typed: str) -> float:
    try:
        grams = float(typed)
    except ValueError:
        grams = 0.0
    if not 0 < grams <= 2000:
        raise argparse.ArgumentTypeError(f"`{typed}` is no weight of paper: write 160")
    return grams


def _text(plan: "Plan", with_sheets: bool) -> str:
    printing = [plan.edition.game.id, plan.settings.paper.id, plan.settings.duplex.value]
    if plan.options.choice.players:
        printing.append(for_players(plan.options.choice.players))
    rows = [_row(plan, group) for group in plan.groups]
    if len(rows) > 1:
        rows.append(_total(plan))
    shown = [" · ".join(printing), table(HEADS, rows, "llrrlrrrrrr")]
    if with_sheets:
        lines = [_sheet_row(sheet) for sheet in plan.sheets]
        heads = ("sheet", "of", "paper", "pieces", "cuts", "minutes", "what lies on it")
        shown += ["", table(heads, lines, "rllrrrl")]
    return "\n".join(shown)


def _row(plan: "Plan", group: "GroupPlan") -> tuple[str, ...]:
    count, numbers = group.count, [sheet.number for sheet in group.sheets]
    name = str(count.name.in_language(plan.edition.language))
    whole = _whole(group)
    return (
        count.id,
        name if len(name) <= WIDEST else f"{name[: WIDEST - 1].rstrip(' ,')}…",
        str(_pieces(group)),
        str(len(numbers)),
        _ranges(numbers),
        str(count.bound) if whole else "",
        f"{count.waste:.0%}" if whole else "",
        str(group.cuts),
        f"{group.minutes:.0f}",
        "" if group.ink_pages is None else f"{group.ink_pages:.2f}",
        "?" if group.grams is None else f"{group.grams:.0f} g",
    )


def _total(plan: "Plan") -> tuple[str, ...]:
    groups = plan.groups
    whole = all(map(_whole, groups))
    sheets = sum(len(group.sheets) for group in groups)
    waste = sum(group.count.waste * len(group.sheets) for group in groups) / sheets
    known = [group.grams for group in groups if group.grams is not None]
    inks = [group.ink_pages for group in groups if group.ink_pages is not None]
    return (
        "all",
        "",
        str(sum(map(_pieces, groups))),
        str(sheets),
        "",
        str(sum(group.count.bound for group in groups)) if whole else "",
        f"{waste:.0%}" if whole else "",
        str(sum(group.cuts for group in groups)),
        f"{sum(group.minutes for group in groups):.0f}",
        f"{sum(inks):.2f}" if inks else "",
        f"{sum(known):.0f} g" if len(known) == len(groups) else "?",
    )


def _pieces(group: "GroupPlan") -> int:
    """The copies of a group; of a part of its sheets, what lies on them."""
    return group.count.copies if _whole(group) else group.begun


def _whole(group: "GroupPlan") -> bool:
    """Whether all of its sheets are printed: only then its bound and waste are known."""
    return len(group.sheets) == group.count.sheets


def _sheet_row(one: "SheetPlan") -> tuple[str, ...]:
    shown = 1
    named = [f"{copies} {piece}" for piece, copies in one.pieces]
    while shown < len(named) and len(", ".join(named[: shown + 1])) <= WIDEST_SHEET:
        shown += 1
    more = [f"{len(named) - shown} more"] if shown < len(named) else []
    what = ", ".join((*named[:shown], *more))
    return (
        str(one.number),
        one.sheet.group,
        one.sheet.paper.id,
        str(sum(copies for _, copies in one.pieces)),
        str(one.sheet.cuts),
        f"{one.minutes:.0f}",
        f"{what}, part {one.parts}" if one.parts else what,
    )


def _ranges(numbers: Sequence[int]) -> str:
    """`2-4,7`, as --pages takes it."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ",".join(f"{a}-{b}" if a < b else str(a) for a, b in ranges)


def _remarks(plans: "Sequence[Plan]") -> str:
    """What the columns mean, and what to say so that none has a question mark."""
    said = [
        "bound: the fewest sheets that the area of the pieces could take; ink: A4 pages of solid "
        "colour; the cover is not counted"
    ]
    unknown = {g.count.id for plan in plans for g in plan.groups if g.grams is None}
    if unknown:
        said.append(f"?: say --grams 160, or `stock:` of the kinds in {', '.join(sorted(unknown))}")
    return "\n".join(said)


def _as_json(plan: "Plan") -> dict[str, object]:
    """Everything, with figures as they are: minutes, grams and pages of ink are not rounded off."""
    return {
        "paper": plan.settings.paper.id,
        "duplex": plan.settings.duplex.value,
        "players": plan.options.choice.players or None,
        "groups": (groups := [_group_json(plan, group) for group in plan.groups]),
        "total": {name: _sum_of(groups, name) for name in SUMMED},
        "sheets": [_sheet_json(sheet) for sheet in plan.sheets],
    }


def _sum_of(groups: "Sequence[dict[str, object]]", name: str) -> float | None:
    """A figure of all groups; None where one of them does not know it."""
    figures = [group[name] for group in groups]
    known = [figure for figure in figures if isinstance(figure, int | float)]
    return round(sum(known), 3) if len(known) == len(figures) else None


def _group_json(plan: "Plan", group: "GroupPlan") -> dict[str, object]:
    count = group.count
    return {
        "id": count.id,
        "name": str(count.name.in_language(plan.edition.language)),
        "kinds": [kind.id for kind in count.kinds],
        "stock": group.stock or None,
        "pieces": _pieces(group),
        "sheets": len(group.sheets),
        "bound": count.bound if _whole(group) else None,
        "waste": round(count.waste, 4) if _whole(group) else None,
        "cuts": group.cuts,
        "minutes": round(group.minutes, 2),
        "ink_pages": None if group.ink_pages is None else round(group.ink_pages, 3),
        "grams": None if group.grams is None else round(group.grams, 1),
    }


def _sheet_json(one: "SheetPlan") -> dict[str, object]:
    return {
        "number": one.number,
        "group": one.sheet.group,
        "paper": one.sheet.paper.id,
        "part": one.parts or None,
        "cuts": one.sheet.cuts,
        "minutes": round(one.minutes, 2),
        "pieces": dict(one.pieces),
    }
