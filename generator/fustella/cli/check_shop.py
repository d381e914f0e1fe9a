"""`fustella check --shop NAME`: holds boxes against the rules of a shop."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from fustella.build.job import Job
from fustella.cli import progress
from fustella.cli.check_report import problems_json
from fustella.cli.problems import PROBLEMS, collect, report, tell
from fustella.cli.tables import table
from fustella.cli.terminal import plural
from fustella.core.files.project import Project
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.shops import ShopRule
from fustella.core.words.patterns import escaped_in_json
from fustella.export import ExportOptions
from fustella.export.shop_rules import Breach, ShopCheck, held_against
from fustella.read import read_shop


def check_shop(
    project: Project, games: Sequence[str], name: str, output: Path, *, as_data: bool, inks: bool
) -> int:
    """Holds games against a shop, and prints what does not keep its rules; the exit code.

    The sum of inks is measured with `inks` alone, since that takes long.
    """
    try:
        shop = read_shop(project, name)
    except ProblemsFound as refused:
        return report(refused.problems)

    def held(game: str) -> tuple[str, ShopCheck]:
        job = Job(
            project,
            game,
            ExportOptions(format="shop", output=output).of_build(force=True),
            progress.show,
        )
        found = held_against(job, shop, inks=inks)
        job.artist.face_cache.save()
        return game, found

    results, problems = collect(games, held)
    faults = [breach.problem for _, one in results for breach in one.faults]
    warnings = [each for _, one in results for each in one.warnings]
    if as_data:
        print(_report(results, [*problems, *warnings]))
        return PROBLEMS if faults or problems else 0
    if results:
        print(f"{shop.name}\n")
        rows = [(game, *_counts(one)) for game, one in results]
        print(table(("game", "of the shop", "breaches", "excluded"), rows, "llrr"))
        for game, one in results:
            _print_excluded(game, one)
        if shop.ink_percent and not inks:
            print(f"the sum of inks, {shop.ink_percent:g} % at most, was not measured: add --inks")
    tell(warnings)
    return report([*problems, *faults]) if problems or faults else 0


def _counts(held: ShopCheck) -> tuple[str, ...]:
    rules = _stated(held)
    found = len(held.faults)
    return plural(len(rules), "rule"), str(found or ""), str(len(held.breaches) - found or "")


def _stated(held: ShopCheck) -> tuple[ShopRule, ...]:
    """The rules that the shop states, and that the box was held against."""
    stated = (rule for rule in ShopRule if rule in held.shop.origins)
    return tuple(rule for rule in stated if rule is not ShopRule.INK or held.inked)


def _print_excluded(game: str, held: ShopCheck) -> None:
    for breach in held.breaches:
        if breach.excluded is not None:
            some = plural(len(breach.pieces), "piece")
            print(f"{game}: excluded: {breach.message} ({some}): {breach.excluded.reason}")


def _report(results: Iterable[tuple[str, ShopCheck]], problems: Sequence[Problem]) -> str:
    """All games as JSON; `problems` are of games that could not be read, and warnings."""
    plain = {"held": [_json(game, one) for game, one in results], **problems_json(problems)}
    return escaped_in_json(json.dumps(plain, ensure_ascii=False, indent=2))


def _json(game: str, held: ShopCheck) -> dict[str, object]:
    """The report of a game as JSON; its keys are stable."""
    return {
        "game": game,
        "shop": held.shop.id,
        "rules": [_rule_json(held, rule) for rule in _stated(held)],
        "violations": [*map(_breach_json, held.breaches)],
    }


def _rule_json(held: ShopCheck, rule: ShopRule) -> dict[str, object]:
    origin = held.shop.origins[rule]
    return {"rule": rule.value, "source": origin.what, "seen": origin.seen}


def _breach_json(breach: Breach) -> dict[str, object]:
    place = breach.place
    return {
        "rule": breach.rule.value,
        "severity": "excluded" if breach.excluded else "error",
        "kind": breach.kind,
        "piece": breach.piece,
        "side": breach.side,
        "pieces": list(breach.pieces),
        "found": breach.found,
        "asked": breach.asked,
        "message": breach.message,
        "hint": breach.hint,
        "file": place.file,
        "line": place.line,
        "key": place.key,
        "reason": breach.excluded.reason if breach.excluded else "",
    }
