"""Declares `fustella simulate`: its help and its options."""

from fustella.cli.options import FORMAT, PROJECT
from fustella.cli.parser import Command
from fustella.core.processes import limits
from fustella.core.values.options import Mistyped, Options, option, word

_LONGEST = 15


def _times(typed: str) -> int:
    if typed.isdecimal() and len(typed) <= _LONGEST and 1 <= int(typed) <= limits.SIMULATION_RUNS:
        return int(typed)
    raise Mistyped(f"`{typed}` is no number of runs: write 1 to {limits.SIMULATION_RUNS:,}")


def _seed(typed: str) -> int:
    if typed.isdecimal() and len(typed) <= _LONGEST:
        return int(typed)
    raise Mistyped(f"`{typed}` is no seed: write a whole number, such as 7")


class SimulateOptions(Options, frozen=True):
    """The game and its scripts, how often each is run, and the seed of chance."""

    game: str | None = word(
        "GAME", many="?", about="the game (default: the only one that there is)"
    )
    only: tuple[str, ...] = option(
        "--only NAME,…",
        lambda typed: tuple(filter(None, typed.split(","))),
        default=(),
        many="extend",
        about="only these simulations (default: all in simulations.yaml)",
    )
    times: int = option(
        "--times N", _times, default=1000, about="how often each is run (default: 1000)"
    )
    seed: int = option(
        "--seed N",
        _seed,
        default=1,
        about="the seed of chance: the same gives the same (default: 1)",
    )


COMMAND = Command(
    "Try draws, deals, refills and supplies that run out, as the scripts in simulations.yaml say, "
    "many times, and show what was measured: how often something holds, or a figure with its "
    "spread.",
    entry="simulate:run",
    examples=(
        "fustella simulate my-game",
        "fustella simulate my-game --times 10000 --seed 7",
        "fustella simulate my-game --only opening --format json",
    ),
    options=(*SimulateOptions.declared(), PROJECT, FORMAT),
)
