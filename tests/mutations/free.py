"""What is designed and said to be so: a change there disagrees with nothing."""

from fustella.core.claims import Claims
from fustella.core.model import Game
from tests.mutations.changes import Change


def free(change: Change, known: tuple[Game, Claims]) -> bool:
    """Whether a change is of what is our own choice, and the box or its claims say so."""
    return False
