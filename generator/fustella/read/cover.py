"""The face on page one of a game's cover, which its designer draws."""

from pathlib import Path

from fustella.core.model import CoverArt, Record
from fustella.core.problems import Place, Problem
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
    says: MappingNode = entry(
        says_of(_WHOSE, _OWN),
        factory=nothing,
        about="Values for the template of the cover, whatever it wants.",
    )


COVER = form_of(CoverForm)


def read_cover(
    form: CoverForm,
    front: Place,
    says: Place,
    known: Known,
    templates: Path,
    problems: list[Problem],
) -> CoverArt:
    """The cover of a game; `front` and `says` are the places of these keys.

    `templates` is the game's folder of templates. Faults go to `problems`: E117, and those of
    values.
    """
    check_template(form.front, templates, front, problems)
    values = read_says(form.says, says, _WHOSE, _OWN, known, problems)
    return CoverArt(form.front, Record(values), front)
