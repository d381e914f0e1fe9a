"""Reads `inks` of game.yaml: foil, white, varnish and spot colours, each on a plate of its own."""

from collections.abc import Callable, Mapping

from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.values.inks import INK_SORTS, USUAL_COLOURS, SpecialInk, ink_problems
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.read import hints
from fustella.read.fields import COLOUR, in_digits, is_colour
from fustella.read.forms import (
    Form,
    Rejected,
    entry,
    form_of,
    one_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.scalars import IDENTIFIER
from fustella.read.shops import PLATE_NAME


def _colour(value: object) -> str:
    if not is_colour(value):
        near = did_you_mean(str(value), CSS_COLOURS)
        raise Rejected(
            "E115", f"expected a colour, found {shown(value)}", hints.colour(value, near)
        )
    digits = in_digits(str(value)).lower()
    return digits if len(digits) == 7 else "#" + "".join(2 * digit for digit in digits[1:])


class InkForm(Form, frozen=True):
    """An ink beside the four of a press."""

    sort: PlateSort = entry(one_of(*INK_SORTS), about="What it is; the words say it.")
    plate: str = entry(
        PLATE_NAME,
        default="",
        about="The name of its plate; default: that of its sort, Foil; a spot colour its key.",
    )
    colour: str = entry(
        value_of(_colour, COLOUR),
        default="",
        about="The colour in which it is shown, and printed at home; a spot colour needs one.",
    )


INKS = table_of(IDENTIFIER, form_of(InkForm))


def read_inks(
    forms: Mapping[str, InkForm], place_of: Callable[..., Place], problems: list[Problem]
) -> tuple[SpecialInk, ...]:
    """The inks of a game; `place_of` gives the place of keys of game.yaml.

    Reports E107 for a spot colour without a colour, E790 and E791 for names of plates.
    """
    found = list[SpecialInk]()
    for name, form in forms.items():
        place, sort = place_of("inks", name), PlateSort(form.sort)
        if sort is PlateSort.SPOT and not form.colour:
            message = f"`colour` of the ink `{name}` is missing"
            problems.append(Problem("E107", place, message, 'add `colour: "#e2001a"`'))
        plate = form.plate or (name.capitalize() if sort is PlateSort.SPOT else PLAIN_NAMES[sort])
        colour = form.colour or USUAL_COLOURS.get(sort, "#000000")
        found.append(SpecialInk(name, plate, sort, colour, place))
    problems += ink_problems(found)
    return tuple(found)
