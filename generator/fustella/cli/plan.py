"""`fustella plan`: prints the sheets, ink and time that printing will take, or the game's box."""

import argparse
import json
import sys
from collections.abc import Sequence, Set

from fustella.build.options import Wanted
from fustella.build.plan import GamePlan, GroupPlan, SheetPlan, plan_game
from fustella.cli import progress
from fustella.cli.options import Scope, build_options
from fustella.cli.problems import collect, report, tell, without_inapplicable
from fustella.cli.tables import for_players, table
from fustella.cli.terminal import fitted, plural, room
from fustella.core.values.paper import Cutter

_SPARE = ("bound", "waste", "no.", "paper")

_SUMMED = ("pieces", "sheets", "bound", "cuts", "minutes", "ink_pages", "grams")
"""The figures of groups that can be added up."""

_HEADS = (
    *("group", "what", "pieces", "sheets", "no.", "bound", "waste"),
    *("cuts", "minutes", "ink", "paper"),
)

_OTHERS_WIDTH = 46
"""The width in characters of the columns beside the pieces in the table of sheets."""


def run(arguments: argparse.Namespace) -> int:
    """Prints the plans of all games, as tables or as JSON, and reports problems."""
    project, games = Scope.of(arguments).resolve()
    options = build_options(arguments, project)
    if arguments.box:
        from fustella.cli.plan_box import plan_boxes  # noqa: PLC0415  (sheets need it not)

        return plan_boxes(project, games, options, as_data=arguments.format == "json")
    wanted = Wanted.of(arguments)
    plans, problems = collect(
        games, lambda game: plan_game(project, game, options, wanted, progress.show)
    )
    if plans and not arguments.games:
        problems = without_inapplicable(problems)
    if arguments.format == "json":
        print(json.dumps({plan.edition.game.id: _plan_json(plan) for plan in plans}, indent=1))
    elif plans:
        text = "\n\n".join(_text(plan, arguments.sheets) for plan in plans)
        print(text)
        print(f"\n{fitted(_remarks(plans, {*text.split()}), sys.stdout)}")
    tell(warning for plan in plans for warning in plan.left_out)
    return report(problems) if problems else 0


def _text(plan: GamePlan, with_sheets: bool) -> str:
    printing = [plan.edition.game.id, plan.settings.paper.id, plan.settings.duplex.value]
    if plan.settings.cutter is not Cutter.NONE:
        printing.append(plan.settings.cutter.value)
    if plan.options.choice.players:
        printing.append(for_players(plan.options.choice.players))
    rows = [_row(plan, group) for group in plan.groups]
    if len(rows) > 1:
        rows.append(_total(plan))
    lines = [" · ".join(printing), table(_HEADS, rows, "llrrlrrrrrr", _SPARE)]
    if with_sheets:
        heads = ("sheet", "of", "paper", "pieces", "cuts", "minutes", "what lies on it")
        lines += ["", table(heads, [_sheet_row(sheet) for sheet in plan.sheets], "rllrrrl")]
    return "\n".join(lines)


def _row(plan: GamePlan, group: GroupPlan) -> tuple[str, ...]:
    count, numbers = group.count, [sheet.number for sheet in group.sheets]
    whole = _is_whole(group)
    return (
        count.id,
        str(count.name.in_language(plan.edition.language)),
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


def _total(plan: GamePlan) -> tuple[str, ...]:
    groups = plan.groups
    whole = all(map(_is_whole, groups))
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


def _pieces(group: GroupPlan) -> int:
    """The number of copies of a group on the sheets that are printed."""
    return group.count.copies if _is_whole(group) else group.begun


def _is_whole(group: GroupPlan) -> bool:
    """Whether all sheets of a group are printed; if not, its bound and waste are unknown."""
    return len(group.sheets) == group.count.sheets


def _ranges(numbers: Sequence[int]) -> str:
    """The numbers in the form that --pages takes, `2-4,7`."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in ranges)


def _sheet_row(plan: SheetPlan) -> tuple[str, ...]:
    named = [f"{copies} {piece}" for piece, copies in plan.pieces]
    columns = room(sys.stdout)
    shown = 1 if columns else len(named)
    while shown < len(named) and len(", ".join(named[: shown + 1])) <= columns - _OTHERS_WIDTH:
        shown += 1
    more = [f"{len(named) - shown} more"] if shown < len(named) else []
    contents = ", ".join((*named[:shown], *more))
    return (
        str(plan.number),
        plan.sheet.group,
        plan.sheet.paper.id,
        str(sum(copies for _, copies in plan.pieces)),
        str(plan.sheet.cuts),
        f"{plan.minutes:.0f}",
        f"{contents}, part {plan.parts}" if plan.parts else contents,
    )


def _remarks(plans: Sequence[GamePlan], shown: Set[str]) -> str:
    """The text that explains the `shown` columns, and how to replace question marks by figures."""
    meanings = {
        "bound": "the fewest sheets that the area of the pieces could take",
        "ink": "A4 pages of solid colour",
    }
    explained = [f"{head}: {meaning}" for head, meaning in meanings.items() if head in shown]
    remarks = "; ".join([*explained, "the cover is not counted"])
    for cost in (cost for plan in plans for cost in plan.avoided):
        fewer = f"{plural(cost.more, 'sheet')} fewer"
        remarks += f"\n{cost.piece}: without what its seams `avoid`, it would take {fewer}"
    groups = (group for plan in plans for group in plan.groups)
    unknown = {group.count.id for group in groups if group.grams is None}
    if unknown and "?" in shown:
        kinds = ", ".join(sorted(unknown))
        way = f"add --grams 160, or `stock` to the kinds in {kinds}"
        remarks += f"\n?: the weight of the paper is not known; {way}"
    return remarks


def _plan_json(plan: GamePlan) -> dict[str, object]:
    groups = [_group_json(plan, group) for group in plan.groups]
    return {
        "paper": plan.settings.paper.id,
        "duplex": plan.settings.duplex.value,
        "cutter": plan.settings.cutter.value,
        "players": plan.options.choice.players or None,
        "groups": groups,
        "total": {name: _sum_of(groups, name) for name in _SUMMED},
        "sheets": [_sheet_json(sheet) for sheet in plan.sheets],
        "left_out": [warning.message for warning in plan.left_out],
        "avoided": {cost.piece: cost.more for cost in plan.avoided},
    }


def _sum_of(groups: Sequence[dict[str, object]], name: str) -> float | None:
    """The sum of the figure `name` over all groups; None if one group does not have it."""
    figures = [group[name] for group in groups]
    known = [figure for figure in figures if isinstance(figure, int | float)]
    return round(sum(known), 3) if len(known) == len(figures) else None


def _group_json(plan: GamePlan, group: GroupPlan) -> dict[str, object]:
    count = group.count
    return {
        "id": count.id,
        "name": str(count.name.in_language(plan.edition.language)),
        "kinds": [kind.id for kind in count.kinds],
        "stock": group.stock or None,
        "pieces": _pieces(group),
        "sheets": len(group.sheets),
        "bound": count.bound if _is_whole(group) else None,
        "waste": round(count.waste, 4) if _is_whole(group) else None,
        "cuts": group.cuts,
        "minutes": round(group.minutes, 2),
        "ink_pages": None if group.ink_pages is None else round(group.ink_pages, 3),
        "grams": None if group.grams is None else round(group.grams, 1),
    }


def _sheet_json(plan: SheetPlan) -> dict[str, object]:
    return {
        "number": plan.number,
        "group": plan.sheet.group,
        "paper": plan.sheet.paper.id,
        "part": plan.parts or None,
        "cuts": plan.sheet.cuts,
        "minutes": round(plan.minutes, 2),
        "pieces": dict(plan.pieces),
    }
