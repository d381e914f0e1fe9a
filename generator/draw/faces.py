"""Every side of every piece as a `Face`: template, lint, hash."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from generator.draw.album import Album
from generator.draw.facts import smallest_text, take_icons
from generator.draw.icons import IconShelf
from generator.draw.lint import Lint
from generator.draw.sketches import Sketch, piece_sketches
from generator.draw.templates import TemplateSet
from generator.draw.toolbox import Toolbox
from generator.model import Face, FaceFacts, FaceId, Game, Piece
from generator.problems import Place, Problem, ProblemsFound


class Artist:
    """Draws the faces of one game in one language, but for those that the album knows."""

    def __init__(
        self, templates: Path, game: Game, language: str, icons: IconShelf, album: Album
    ) -> None:
        self.game, self.language = game, language
        self.album = album
        self._icons = icons
        self._problems: list[Problem] = []
        self._said: set[tuple[str, str, Place | None]] = set()
        self._drawn = game.place
        self._faulty = False
        self._smallest: dict[str, tuple[float, str]] = {}
        self._facts: dict[FaceId, FaceFacts] = {}
        self._tools = self._toolbox(game.place)
        functions = {name: self._through(name) for name in self._tools}
        self._templates = TemplateSet(
            templates, game, language, functions, self._report, album.folder
        )

    def draw_pieces(self, pieces: Sequence[Piece]) -> dict[FaceId, Face]:
        """Both sides of all pieces. Raises ProblemsFound with everything wrong in any of them."""
        return self.draw([*piece_sketches(pieces, self.language)])

    def known_facts(
        self, pieces: Sequence[Piece]
    ) -> tuple[dict[FaceId, FaceFacts], tuple[FaceId, ...]]:
        """What the pieces' faces show as far as the album knows; the ids of those it does not.

        Draws nothing. `Album.known_facts` gives the same without an artist.
        """
        return self.album.known_facts(piece_sketches(pieces, self.language))

    @property
    def facts(self) -> Mapping[FaceId, FaceFacts]:
        """What the faces show that were asked for so far, drawn now or before."""
        return MappingProxyType(self._facts)

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

    def _draw(self, sketch: Sketch) -> Face | None:
        self._tools = self._toolbox(sketch.place)
        self._drawn = sketch.place
        self._faulty = False
        known = self.album.find(sketch)
        if known is not None:
            face, self._facts[sketch.id] = known
            return face
        drawn = self._templates.render(sketch.template, sketch.all_values(), sketch.place)
        if drawn is None:
            return None
        svg, icons = take_icons(drawn)
        face = Face.drawn(svg, sketch.outline, sketch.bleed_mm)
        if face.digest not in self._smallest:
            self._smallest[face.digest] = self._checked(svg, sketch)
        self._facts[sketch.id] = FaceFacts(icons, *self._smallest[face.digest])
        if not self._faulty:
            self.album.add(sketch, face, self._facts[sketch.id])
        return face

    def _checked(self, svg: str, sketch: Sketch) -> tuple[float, str]:
        """The smallest text of a face that has passed, or not passed, the lint."""
        place, template, faulty = sketch.place, sketch.template, self._faulty
        lint = Lint(sketch.outline, sketch.bleed_mm, place, template, self._report, faulty)
        root = lint.check(svg)
        return (0.0, "") if root is None else smallest_text(root)

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
