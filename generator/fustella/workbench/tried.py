"""Draws a face as it would be if its zones lay elsewhere, which no file says yet.

So a face follows while somebody drags a zone of it.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from fustella import build
from fustella.core.values.model import Face
from fustella.core.values.problems import ProblemsFound
from fustella.draw import piece_specs
from fustella.draw.specs import placed
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.sides import PieceSide
from fustella.workbench.zone_edits import Trial, placed_at


def tried_face(
    draft: Draft, kind: str, side: str, piece: str, zones: Mapping[str, Mapping[str, float]]
) -> Face | None:
    """The face of a piece with zones at other places: their `x`, `y`, `width`, `height` in mm.

    Where one has a `turn`, that is in degrees. None where the face cannot be drawn so, and for a
    piece or a zone that is not there.
    """
    try:
        own = PieceSide.of(draft, kind, side, piece)
        trial = Trial(own)
        for zone, numbers in zones.items():
            if zone not in own.zones.names:
                return None
            trial = placed_at(trial, zone, numbers)
            if "turn" in numbers:
                trial = trial.set(zone, ("turn",), numbers["turn"])
    except GestureRefused:
        return None
    job = draft.job
    spec = next(
        (spec for spec in piece_specs(job.edition, [own.piece]) if spec.id.side is own.side), None
    )
    if spec is None or "layout" not in spec.values:
        return None
    layout = placed(trial.side.layout, spec.values["face"])
    artist = build.artist_of(job.project, job.edition, draft=True)
    new = replace(spec, values={**spec.values, "layout": layout}, known_group="")
    try:
        return artist.draw([new])[new.id]
    except ProblemsFound:
        return None
