"""A gesture on the colours of the game, which all its faces use by their names."""

from fustella.core.values.colour import LEAST_CONTRAST, contrast
from fustella.read.edit.yaml_edits import SetValue
from fustella.read.fields import in_digits, is_colour
from fustella.read.layouts import SOFT
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.gestures import Gesture
from fustella.workbench.sides import game_file
from fustella.workbench.zone_gestures import write_edits

INK, PAPER = "ink", "paper"


class ChangeColour(Gesture, frozen=True, tag="colour"):
    """Another colour for one of the names under `colours`: `#b0503c`, or a name of CSS."""

    name: str
    value: str

    def apply(self, draft: Draft) -> str:
        known = draft.job.game.colours
        if self.name not in (*known, SOFT):
            raise GestureRefused(f"the game has no colour `{self.name}`", "load the page again")
        if not is_colour(self.value):
            hint = "write `#b0503c`, or a name such as teal"
            raise GestureRefused(f"there is no colour `{self.value}`", hint)
        colours = {name: str(known[name]) for name in known} | {self.name: in_digits(self.value)}
        if self.name in (INK, PAPER) and {INK, PAPER} <= colours.keys():
            self._refuse_unseen(colours[INK], colours[PAPER])
        write_edits(draft, game_file(draft), [SetValue(("colours", self.name), self.value)])
        return f"change the colour `{self.name}`"

    def _refuse_unseen(self, ink: str, paper: str) -> None:
        """Raises GestureRefused where texts of ready faces would be invisible."""
        if contrast(ink, paper) < LEAST_CONTRAST:
            message = f"texts in `{INK}` {ink} are not seen on `{PAPER}` {paper}"
            other = PAPER if self.name == INK else INK
            raise GestureRefused(message, f"choose another one, or change `{other}` first")
