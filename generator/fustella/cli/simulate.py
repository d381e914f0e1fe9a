"""`fustella simulate`: runs the scripts of a game many times, and prints what was measured."""

import argparse
import json

from fustella.build.inputs import load_game
from fustella.cli.commands.simulate import SimulateOptions
from fustella.cli.options import game_named, only_game, project_in, refuse_unknown
from fustella.cli.problems import report, tell
from fustella.cli.tables import table
from fustella.cli.terminal import plural
from fustella.core.files.project import SIMULATIONS
from fustella.core.processes import limits
from fustella.core.processes.steps import GAME_S, step
from fustella.core.values.dealing import FaultyStep, SimulationOutcome, TooManySteps, outcome_of
from fustella.core.values.intervals import Share, mean_interval, quantile
from fustella.core.values.model import Game
from fustella.core.values.problems import (
    Place,
    Problem,
    ProblemsFound,
    did_you_mean,
    warning,
)
from fustella.core.values.simulations import Simulation
from fustella.read.simulations import read_simulations

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def run(arguments: argparse.Namespace) -> int:
    """Prints the outcome of each simulation as text or as JSON, and reports problems."""
    options = SimulateOptions.of(arguments)
    project = project_in(arguments.project)
    game_id = game_named(project, options.game) if options.game else only_game(project)
    refuse_unknown(project, [game_id])
    scripts = read_simulations(project, game_id)
    file = Place(project.name_of(project.folder_of(game_id) / SIMULATIONS))
    if not scripts:
        hint = "write what is drawn, such as simulations: {opening: {stacks: …, measure: …}}"
        raise ProblemsFound([Problem("E641", file, "there are no simulations yet", hint)])
    if unknown := [name for name in options.only if name not in scripts]:
        raise ProblemsFound(
            Problem("E641", file, f"there is no simulation `{name}`", did_you_mean(name, scripts))
            for name in unknown
        )
    game = load_game(project, game_id)
    outcomes: list[SimulationOutcome] = []
    problems: list[Problem] = []
    for name in options.only or scripts:
        try:
            outcomes.append(_outcome(scripts[name], game, options))
        except ProblemsFound as faults:
            problems += faults.problems
    for outcome in outcomes:
        tell(_warnings(outcome, scripts[outcome.simulation]))
    if arguments.format == "json":
        print(json.dumps([_as_json(outcome) for outcome in outcomes], indent=1))
    else:
        print("\n\n".join(map(_text, outcomes)), end="\n" if outcomes else "")
    return report(problems) if problems else 0


def _outcome(script: Simulation, game: Game, options: SimulateOptions) -> SimulationOutcome:
    """The outcome of a script. Raises ProblemsFound: E640 and E642."""
    try:
        with step(f"simulating {script.name}", script.place, GAME_S):
            most, language = limits.SIMULATION_STEPS, game.languages[0]
            return outcome_of(script, game.pieces, language, options.times, options.seed, most)
    except FaultyStep as fault:
        raise ProblemsFound([Problem("E640", fault.place, fault.message, fault.hint)]) from None
    except TooManySteps as fault:
        message = f"it takes too many steps: {fault.runs:,} of {options.times:,} runs were done"
        hint = f"ask for fewer runs, --times {max(1, fault.runs // 2)}, or for fewer `turns`"
        raise ProblemsFound([Problem("E642", script.place, message, hint)]) from None


def _warnings(outcome: SimulationOutcome, script: Simulation) -> list[Problem]:
    found = [warning("E165", place, word.message, word.hint) for place, word in outcome.unlikely]
    if outcome.unended:
        runs = f"{outcome.unended:,} of {plural(outcome.runs, 'run')}"
        message = f"{runs} did not come to `{script.until}` in {script.turns:,} turns"
        hint = "their figures are those after the last turn; allow more `turns`"
        found.append(warning("E643", script.place, message, hint))
    return found


def _text(outcome: SimulationOutcome) -> str:
    rows: list[tuple[str, ...]] = []
    for name, found in outcome.measures.items():
        if isinstance(found, Share):
            low, high = found.interval
            share = f"{found.good / found.of * 100:.1f} %"
            rows.append((name, share, f"{low * 100:.1f}–{high * 100:.1f} %", *("",) * 5))
        else:
            low, high = mean_interval(found)
            ordered = sorted(found)
            quantiles = (f"{quantile(ordered, share):.3g}" for share in _QUANTILES)
            mean = sum(found) / len(found)
            rows.append((name, f"{mean:.4g}", f"{low:.4g}–{high:.4g}", *quantiles))
    heads = ("measure", "mean or share", "interval", "5 %", "25 %", "middle", "75 %", "95 %")
    title = f"{outcome.simulation}: {plural(outcome.runs, 'run')}, seed {outcome.seed}"
    return f"{title}\n\n{table(heads, rows, 'lrrrrrrr')}"


def _as_json(outcome: SimulationOutcome) -> dict[str, object]:
    return {
        "simulation": outcome.simulation,
        "runs": outcome.runs,
        "seed": outcome.seed,
        "unended": outcome.unended,
        "measures": {name: _figures(found) for name, found in outcome.measures.items()},
    }


def _figures(found: Share | tuple[float, ...]) -> dict[str, object]:
    if isinstance(found, Share):
        low, high = found.interval
        return {"good": found.good, "of": found.of, "low": low, "high": high}
    ordered, (low, high) = sorted(found), mean_interval(found)
    quantiles = {f"{share:g}": quantile(ordered, share) for share in (0.0, *_QUANTILES, 1.0)}
    mean = sum(found) / len(found)
    return {"mean": mean, "low": low, "high": high, "quantiles": quantiles}
