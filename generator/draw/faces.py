"""Every side of every piece as a `Face`: template, lint, hash."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from generator.draw.album import Album
from generator.draw.equal import NO_LIMITS, EqualSizes, Limits, SizesOfFace, Taken
from generator.draw.facts import smallest_text, take_codes, take_icons, texts_at_least
from generator.draw.icons import IconShelf
from generator.draw.lint import Lint
from generator.draw.safe_zone import Lines, SafeZone, texts_too_near
from generator.draw.sketches import Sketch, piece_sketches
from generator.draw.templates import TemplateSet
from generator.draw.theme import Themer
from generator.draw.toolbox import Toolbox
from generator.model import Face, FaceFacts, FaceId, Game, Piece, SideName, Theme
from generator.problems import Place, Problem, ProblemsFound


@dataclass(frozen=True, slots=True)
class _Draft:
    """What a template drew, if it did, and the sizes that its texts took; not looked at yet.

    `face` is there already where no other face can change it.
    """

    svg: str | None
    taken: Taken
    faulty: bool = False
    face: Face | None = None


class Artist:
    """Draws the faces of one game in one language, but for those that the album knows."""

    def __init__(
        self,
        templates: Path,
        game: Game,
        language: str,
        icons: IconShelf,
        album: Album,
        theme: Theme = Theme.FULL,
    ) -> None:
        self.game, self.language = game, language
        self.album = album
        self._themer = Themer.of_game(theme, game.colours)
        self._icons = icons
        self._problems: list[Problem] = []
        self._said: set[tuple[str, str, Place | None]] = set()
        self._drawn = game.place
        self._faulty = False
        self._faulty_pieces: set[str] = set()
        self._lines, self._safe_zone = Lines(), SafeZone()
        self._lookless: dict[SideName, tuple[str, Limits, _Draft]] = {}
        self._texts: dict[tuple[str, float, bool], tuple[float, str, int, bool]] = {}
        self._facts: dict[FaceId, FaceFacts] = {}
        self._tools = self._toolbox(game.place, "", SizesOfFace())
        functions = {name: self._through(name) for name in self._tools}
        self._templates = TemplateSet(
            templates, game, language, functions, self._report, album.folder
        )

    def draw_pieces(self, pieces: Sequence[Piece]) -> dict[FaceId, Face]:
        """Both sides of all pieces. Raises ProblemsFound with everything wrong in any of them."""
        return self.draw([*piece_sketches(self.game, pieces, self.language)])

    def known_facts(
        self, pieces: Sequence[Piece]
    ) -> tuple[dict[FaceId, FaceFacts], tuple[FaceId, ...]]:
        """What the pieces' faces show as far as the album knows; the ids of those it does not.

        Draws nothing. `Album.known_facts` gives the same without an artist.
        """
        return self.album.known_facts(piece_sketches(self.game, pieces, self.language))

    @property
    def facts(self) -> Mapping[FaceId, FaceFacts]:
        """What the faces show that were asked for so far, drawn now or before."""
        return MappingProxyType(self._facts)

    @property
    def faulty(self) -> frozenset[str]:
        """The ids of what was not drawn as it should be: pieces, or parts of a cover."""
        return frozenset(self._faulty_pieces)

    def draw(self, sketches: Sequence[Sketch]) -> dict[FaceId, Face]:
        """The faces of the sketches. Raises ProblemsFound with everything wrong in any of them.

        All faces of a kind must be among them, for some may have texts of equal size.
        """
        drafts = {sketch.id: self._first(sketch) for sketch in sketches}
        if self._problems:
            self._check_all(sketches, drafts)
            raise ProblemsFound(self._problems + self._safe_zone.problems())
        equal = EqualSizes((sketch, drafts[sketch.id].taken) for sketch in sketches)
        faces = {sketch.id: self._equal(sketch, drafts[sketch.id], equal) for sketch in sketches}
        problems = self._problems + self._safe_zone.problems()
        if problems:
            raise ProblemsFound(problems)
        return faces

    def _first(self, sketch: Sketch) -> _Draft:
        """A face drawn as if it were alone, or the sizes that its texts took when it was so."""
        taken = self.album.taken(sketch)
        if taken is not None:
            return _Draft(None, taken)
        draft = self._draft(sketch, NO_LIMITS)
        if not draft.faulty:
            self.album.note(sketch, draft.taken)
        if draft.svg is None or draft.taken:
            return draft
        return _Draft(None, (), draft.faulty, self._finish(sketch, draft.svg, NO_LIMITS))

    def _check_all(self, sketches: Sequence[Sketch], drafts: Mapping[FaceId, _Draft]) -> None:
        """Look at what waits for others of its kind: something is wrong, and all is to be told."""
        for sketch in sketches:
            draft = drafts[sketch.id]
            if draft.svg is not None:
                self._faulty = draft.faulty
                self._finish(sketch, draft.svg, NO_LIMITS)

    def _equal(self, sketch: Sketch, draft: _Draft, equal: EqualSizes) -> Face:
        """The face as it is among the others of its kind."""
        if draft.face is not None:
            return draft.face
        limits = equal.limits(sketch, draft.taken)
        known = self.album.find(sketch, limits)
        if known is not None:
            face, self._facts[sketch.id] = known
            return face
        self._faulty = False
        svg = draft.svg
        if limits or svg is None:
            svg = self._draft(sketch, limits).svg or ""
        return self._finish(sketch, svg, limits)

    def _draft(self, sketch: Sketch, limits: Limits) -> _Draft:
        """What the template draws, if it can; once for all looks where it asks for none.

        The looks of a piece come one after the other, so one draft a side is enough to remember.
        """
        piece, side = sketch.id.piece, sketch.id.side
        of_piece, with_limits, draft = self._lookless.get(side, ("", NO_LIMITS, _Draft(None, ())))
        if sketch.id.look and of_piece == piece and with_limits == limits:
            self._faulty = draft.faulty
            return draft
        draft = self._render(sketch, limits)
        self._lookless.pop(side, None)
        if not sketch.look_asked:
            self._lookless[side] = piece, limits, draft
        return draft

    def _render(self, sketch: Sketch, limits: Limits) -> _Draft:
        """What the template draws for this face alone."""
        self._drawn, self._faulty = sketch.place, False
        sizes = SizesOfFace(limits)
        noted = sketch.safe_mm > 0
        self._tools = self._toolbox(sketch.place, sketch.code, sizes, noted)
        svg = self._templates.render(sketch.template, sketch.all_values(), sketch.place)
        if svg is None:
            self._faulty_pieces.add(sketch.id.piece)
        return _Draft(svg, sizes.taken, self._faulty)

    def _finish(self, sketch: Sketch, drawn: str, limits: Limits) -> Face:
        """The face that was drawn, checked, and kept unless something is wrong with it."""
        self._drawn = sketch.place
        drawn, lines = self._lines.take_from(drawn)
        svg, icons = take_icons(drawn)
        svg, codes = take_codes(svg)
        face = Face.drawn(svg, sketch.outline, sketch.bleed_mm)
        looked_at = face.digest, sketch.safe_mm, self._faulty
        if looked_at not in self._texts:
            texts = self._checked(svg, sketch, lines)
            self._texts[looked_at] = *texts, self._faulty
        size_pt, text, at_least, self._faulty = self._texts[looked_at]
        self._facts[sketch.id] = FaceFacts(icons, size_pt, text, codes, at_least)
        if not self._faulty:
            face = self._themer.derive(face, drawn)
            self.album.add(sketch, face, self._facts[sketch.id], limits)
        else:
            self._faulty_pieces.add(sketch.id.piece)
        return face

    def _checked(
        self, svg: str, sketch: Sketch, lines: Sequence[Place | None]
    ) -> tuple[float, str, int]:
        """The texts of a face that has passed, or not passed, the lint."""
        place, template, faulty = sketch.place, sketch.template, self._faulty
        lint = Lint(sketch.outline, sketch.bleed_mm, place, template, self._report, faulty)
        root = lint.check(svg)
        if root is None:
            return 0.0, "", 0
        if sketch.safe_mm > 0 and not self._faulty:
            for near in texts_too_near(root, sketch.outline, sketch.safe_mm, lines):
                self._safe_zone.add(near, template, sketch.safe_mm, place)
                self._faulty = True
        return *smallest_text(root), texts_at_least(root)

    def _toolbox(
        self, place: Place, code: str, sizes: SizesOfFace, noted: bool = False
    ) -> dict[str, Callable[..., object]]:
        """The tools for one face; with `noted`, texts carry the template's line."""
        icons, shelf, language = self.game.icons, self._icons, self.language
        known = place, icons, shelf, self._report_call, language, code, sizes
        return Toolbox(*known, self._line_number if noted else None).functions()

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

    def _line_number(self) -> int | None:
        """The number of the template's line that calls a tool just now."""
        line = self._templates.current_line()
        return None if line is None else self._lines.number_of(line)

    def _through(self, name: str) -> Callable[..., object]:
        """A function that macros may keep: it always works on the face being drawn."""

        def call(*arguments: object, **options: object) -> object:
            return self._tools[name](*arguments, **options)

        return call
