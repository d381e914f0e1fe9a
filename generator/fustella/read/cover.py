"""Reads `cover` of game.yaml: the game's own face on page one of the cover."""

from collections.abc import Callable
from pathlib import Path

from fustella.core.values.model import CoverArt, Record
from fustella.core.values.problems import Place, Problem
from fustella.read.fields import Known
from fustella.read.forms import Form, entry, form_of
from fustella.read.kinds import TEMPLATE, check_template
from fustella.read.nodes import MappingNode
from fustella.read.says import read_says, says_of
from fustella.read.scalars import nothing

_WHOSE, _OWN = "every cover", ("copies", "designs", "players")


class CoverForm(Form, frozen=True):
    """Page one of the cover: a face as large as the paper, drawn by a template of the game."""

    front: str = entry(TEMPLATE, about="The template of the whole page: cover.svg.j2.")
    title: str | None = entry(
        TEMPLATE,
        default=None,
        about="What draws the title above the list of pieces, 11 mm high; default: its letters.",
    )
    says: MappingNode = entry(
        says_of(_WHOSE, _OWN),
        factory=nothing,
        about="Values for the template of the cover, whatever it wants.",
    )


COVER = form_of(CoverForm)


def read_cover(
    form: CoverForm,
    place: Callable[[str], Place],
    known: Known,
    templates: Path,
    root: Path,
    problems: list[Problem],
) -> CoverArt:
    """Reads the cover of a game; `place` gives the place of one of its keys.

    `templates` is the game's folder of templates, in the project `root`. Adds to `problems`: E117
    for an unknown template, and the problems of faulty values.
    """
    front = place("front")
    check_template(form.front, templates, root, front, problems)
    if form.title is not None:
        check_template(form.title, templates, root, place("title"), problems)
    values = read_says(form.says, place("says"), _WHOSE, _OWN, known, problems)
    return CoverArt(form.front, form.title or "", Record(values), front)
