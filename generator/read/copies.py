"""A list of what to print again: pieces by their ids, each with a number of copies."""

from dataclasses import dataclass
from pathlib import Path

from generator.problems import Place, Problem, ProblemsFound
from generator.read.loader import load

MOST = 1000
"""Of one piece: more is a slip of the finger."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of such a list."""

    piece: str
    copies: int
    place: Place


def read_copies(path: Path) -> tuple[Listed, ...]:
    """The lines of a list, `card-snow: 2` each; `#` begins a remark.

    Raises ProblemsFound: E104 where no number stands, and what `load` finds.
    """
    name = path.as_posix()
    listed: list[Listed] = []
    problems: list[Problem] = []
    data = load(path, name)
    for piece, copies in data.items():
        place = Place(name, data.lines[piece], str(piece))
        if isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST:
            message = f"expected a number of copies from 1 to {MOST}"
            problems.append(Problem("E104", place, message, f"write `{piece}: 2`"))
            continue
        listed.append(Listed(str(piece), int(copies), place))
    if problems:
        raise ProblemsFound(problems)
    return tuple(listed)
