"""Limits the cost of the claims of a game, in steps of about a third of a microsecond."""

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound

LOOKS = 2
"""One step allows this many comparisons of a claim's value with a piece."""

LETTERS = 50
"""In one step, a search for words reads this many letters of a document."""

LETTERS_OF_TEXT = 5
"""In one step, a search for a passage reads this many letters of a piece's text."""

OF_PLACE = 5
"""The steps for each place with the words of a passage, besides the steps for its parts."""

OF_DRAW = 2
"""The steps for each step of a simulation."""

OF_VALUE = 8
"""The steps for each value that a claim compares with a piece that it selects."""


class Steps:
    """Counts the steps of all claims; `place` is the place of the claim that is being checked."""

    def __init__(self) -> None:
        self._taken = 0
        self.place = Place("")

    @property
    def left(self) -> int:
        """The steps that claims may still take."""
        return max(0, limits.CLAIM_STEPS - self._taken)

    def take(self, number: int) -> None:
        """Adds steps. Raises ProblemsFound: E133, for more than `limits.CLAIM_STEPS` in all."""
        self._taken += number
        if self._taken > limits.CLAIM_STEPS:
            message = f"with this claim, all claims take more than {limits.CLAIM_STEPS:,} steps"
            hint = "select fewer pieces, delete claims that say the same, or make several games"
            raise ProblemsFound([Problem("E133", self.place, message, hint)])
