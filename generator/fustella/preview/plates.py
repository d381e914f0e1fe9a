"""Shows the faces of a game as a press prints them: each plate alone, all together, and the ink."""

import hashlib
from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from fustella.build.drawing import render_faces
from fustella.build.job import Job
from fustella.core.geometry.dies import die_lines
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes.steps import PICTURE_S, step
from fustella.core.values.inks import SpecialInk
from fustella.core.values.model import Face, FaceId
from fustella.export.formats._press import plain_press
from fustella.preview.made import MadeFiles
from fustella.preview.press import PressChoice
from fustella.preview.views import DiePlateView, PlatesView, PlateView
from fustella.write.press.inks import PressInks
from fustella.write.press.separations import BEYOND, HEAT, separations
from fustella.write.shop import ShopDocument, shop_bytes
from fustella.write.ways import way_path

_FINEST_DPI = 200.0
_MOST_PX = 1600
"""The longest side of a picture of a plate."""

_DIGITS = 32
_MOST_VIEWS = 500


class GamePlates:
    """The plates of faces, each made once and kept in `made`. Any thread may use it."""

    def __init__(self, choice: PressChoice, made: MadeFiles) -> None:
        self._choice, self._made = choice, made
        self._views: dict[tuple[str, tuple[SpecialInk, ...]], PlatesView] = {}

    @cached_property
    def _inks(self) -> PressInks:
        return PressInks(self._choice.press or plain_press(), self._choice.most_percent)

    def view(self, job: Job, face_id: FaceId, face: Face) -> PlatesView:
        """The plates of a face of a job. Raises ProblemsFound: E210 and E231."""
        special = tuple(ink for ink in job.game.inks if ink.id in face.inks)
        key = face.digest, special
        known = self._views.get(key)
        if known is None or any(f"{one}.png" not in self._made for one in known.pictures):
            known = self._view(job, face_id, face, special)
            self._views[key] = known
            while len(self._views) > _MOST_VIEWS:
                del self._views[next(iter(self._views))]
        return known

    def _view(
        self, job: Job, face_id: FaceId, face: Face, special: Sequence[SpecialInk]
    ) -> PlatesView:
        rendered = render_faces(job.game, {face_id: face}, job.cache, job.progress)
        document = ShopDocument("", job.edition.language, (face_id,), {face_id: face}, rendered)
        size = face.outline.size
        longest_mm = max(size.width_mm, size.height_mm) + 2 * face.bleed_mm
        dpi = min(_FINEST_DPI, _MOST_PX / longest_mm * MM_PER_INCH)
        with step("drawing plates", job.game.place, PICTURE_S):
            by_id = {ink.id: ink for ink in special}
            drawn = separations(shop_bytes(document), self._inks, dpi, by_id)
        plates = tuple(
            PlateView(plate.name, self._keep(plate.png), round(plate.highest_percent, 1))
            for plate in drawn.plates
        )
        ink, most = drawn.ink, self._choice.most_percent
        return PlatesView(
            face=face.digest,
            profile=self._inks.press.name,
            computed=self._choice.press is None,
            plates=plates,
            together=self._keep(drawn.together),
            heat=self._keep(drawn.heat),
            dies=_dies_of(face),
            highest_percent=round(ink.highest_percent, 1),
            x_mm=round(ink.place_mm.x_mm - face.bleed_mm, 1),
            y_mm=round(ink.place_mm.y_mm - face.bleed_mm, 1),
            mean_percent=round(ink.mean_percent, 1),
            most_percent=most,
            beyond=ink.highest_percent > most,
            pictured=drawn.pictured,
            scale=HEAT,
            beyond_colour=BEYOND,
        )

    def _keep(self, png: bytes) -> str:
        digest = hashlib.sha256(png).hexdigest()[:_DIGITS]
        self._made[f"{digest}.png"] = png
        return digest


def _dies_of(face: Face) -> tuple[DiePlateView, ...]:
    """The plates with lines of tools; lines of one sort are one plate."""
    found: dict[str, DiePlateView] = {}
    for line in die_lines(face.outline):
        name, path = line.sort.value, way_path(line.path)
        had = found.get(name)
        found[name] = replace(had, path=had.path + path) if had else DiePlateView(name, path)
    return tuple(found.values())
