"""Every side of every piece as a `Face`: template, lint, hash."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.draw.album import Album
from generator.draw.icons import IconShelf
from generator.draw.lint import Lint
from generator.draw.templates import TemplateSet, localised
from generator.draw.toolbox import Toolbox
from generator.geometry import Outline, Shape
from generator.model import Face, FaceId, Game, Piece, SideName
from generator.problems import Place, Problem, ProblemsFound


@dataclass(frozen=True, slots=True)
class Sketch:
    """One face to draw: which template, of what form, from which values, said where."""

    id: FaceId
    template: str
    outline: Outline
    bleed_mm: float
    values: Mapping[str, Any]
    place: Place


class Artist:
    """Draws the faces of one game in one language, but for those that the album knows."""

    def __init__(
        self, templates: Path, game: Game, language: str, icons: IconShelf, album: Album
    ) -> None:
        self.game, self.language = game, language
        self._album = album
        self._icons = icons
        self._problems: list[Problem] = []
        self._said: set[tuple[str, str, Place | None]] = set()
        self._drawn = game.place
        self._faulty = False
        self._checked: set[str] = set()
        self._tools = self._toolbox(game.place)
        functions = {name: self._through(name) for name in self._tools}
        self._templates = TemplateSet(
            templates, game, language, functions, self._report, album.folder
        )

    def draw_pieces(self, pieces: Sequence[Piece]) -> dict[FaceId, Face]:
        """Both sides of all pieces. Raises ProblemsFound with everything wrong in any of them."""
        sketches = [
            sketch
            for piece in pieces
            for side in SideName
            if (sketch := self._sketch(piece, side)) is not None
        ]
        return self.draw(sketches)

    def draw(self, sketches: Sequence[Sketch]) -> dict[FaceId, Face]:
        """The faces of the sketches. Raises ProblemsFound with everything wrong in any of them."""
        faces = {}
        for sketch in sketches:
            face = self._draw(sketch)
            if face is not None:
                faces[sketch.id] = face
        if self._problems:
            raise ProblemsFound(self._problems)
        return faces

    def _sketch(self, piece: Piece, side: SideName) -> Sketch | None:
        kind = piece.kind
        template = kind.front if side is SideName.FRONT else kind.back
        if template is None or piece.copies == 0:
            return None
        front, back = (localised(record, self.language) for record in (piece.front, piece.back))
        values = {
            "face": front if side is SideName.FRONT else back,
            "front": front,
            "back": back,
            "side": side.value,
            "piece": {
                "id": piece.id,
                "kind": kind.id,
                "copies": piece.copies,
                "name": piece.name.in_language(self.language),
            },
        }
        face_id = FaceId(piece.id, side)
        return Sketch(face_id, template, kind.outline, kind.bleed_mm, values, piece.place)

    def _draw(self, sketch: Sketch) -> Face | None:
        self._tools = self._toolbox(sketch.place)
        self._drawn = sketch.place
        self._faulty = False
        size = sketch.outline.size
        values = {
            "width": round(size.width_mm, 4),
            "height": round(size.height_mm, 4),
            "bleed": sketch.bleed_mm,
            "outline": outline_path(sketch.outline),
            **sketch.values,
        }
        said = repr((sketch.template, sketch.outline, values))
        known = self._album.find(said, sketch.outline, sketch.bleed_mm)
        if known is not None:
            return known
        svg = self._templates.render(sketch.template, values, sketch.place)
        if svg is None:
            return None
        face = Face.drawn(svg, sketch.outline, sketch.bleed_mm)
        if face.digest not in self._checked:
            self._checked.add(face.digest)
            place, template = sketch.place, sketch.template
            report, faulty = self._report, self._faulty
            lint = Lint(sketch.outline, sketch.bleed_mm, place, template, report, faulty)
            lint.check(svg)
        if not self._faulty:
            self._album.add(said, face)
        return face

    def _toolbox(self, place: Place) -> dict[str, Callable[..., object]]:
        tools = Toolbox(place, self.game.icons, self._icons, self._report_call, self.language)
        return tools.functions()

    def _report(self, problem: Problem) -> None:
        """Collect a problem; what a template does wrong for every piece is said for the first."""
        self._faulty = True
        known = None if problem.place == self._drawn else problem.place
        key = (problem.code, problem.message, known)
        if key not in self._said:
            self._said.add(key)
            self._problems.append(problem)

    def _report_call(self, problem: Problem) -> None:
        """What a tool reports: of a value that the template wrote, the template's line is shown."""
        line = self._templates.current_line() if problem.place == self._drawn else None
        if line is not None:
            drawn_for = f"drawn for {problem.place}"
            hint = f"{problem.hint} ({drawn_for})" if problem.hint else drawn_for
            problem = replace(problem, place=line, hint=hint)
        self._report(problem)

    def _through(self, name: str) -> Callable[..., object]:
        """A function that macros may keep: it always works on the face being drawn."""

        def call(*arguments: object, **options: object) -> object:
            return self._tools[name](*arguments, **options)

        return call


def outline_path(outline: Outline) -> str:
    """The trim as SVG path data, in mm from its top-left corner."""
    width = f"{outline.size.width_mm:.4f}"
    if outline.shape is Shape.CIRCLE:
        r = f"{outline.size.width_mm / 2:.4f}"
        return f"M0 {r}A{r} {r} 0 1 1 {width} {r}A{r} {r} 0 1 1 0 {r}Z"
    if outline.corner_radius_mm > 0:
        r = f"{outline.corner_radius_mm:.4f}"
        arc = f"a{r} {r} 0 0 1"
        return (
            f"M{r} 0H{outline.size.width_mm - outline.corner_radius_mm:.4f}{arc} {r} {r}"
            f"V{outline.size.height_mm - outline.corner_radius_mm:.4f}{arc} -{r} {r}"
            f"H{r}{arc} -{r} -{r}V{r}{arc} {r} -{r}Z"
        )
    return "M" + "L".join(f"{p.x_mm:.4f} {p.y_mm:.4f}" for p in outline.corners()) + "Z"
