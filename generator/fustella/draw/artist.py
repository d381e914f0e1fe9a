"""Every side of every piece as a `Face`: template, lint, hash."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from fustella.core.model import Edition, Face, FaceId, FaceMetadata, Piece, SideName
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.draw.album import Album
from fustella.draw.icons import IconLibrary
from fustella.draw.inspect.lint import Lint, SafeZone, TemplateLines, texts_too_near
from fustella.draw.inspect.metadata import smallest_text, take_codes, take_icons, texts_at_least
from fustella.draw.specs import FaceSpec, piece_specs
from fustella.draw.templates.environment import TemplateSet
from fustella.draw.templates.functions import Toolbox
from fustella.draw.text.equal import NO_LIMITS, EqualSizes, Limits, SizesOfFace, Taken
from fustella.draw.themes import Themer


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
    """Draws the faces of one edition of a game, except those that the album has already."""

    def __init__(
        self,
        templates: Path,
        edition: Edition,
        icons: IconLibrary,
        album: Album,
    ) -> None:
        game = edition.game
        self.edition = edition
        self.album = album
        self._themer = Themer.of_game(edition.theme, game.colours)
        self._icons = icons
        self._problems: list[Problem] = []
        self._said: set[tuple[str, str, Place | None]] = set()
        self._drawn = game.place
        self._faulty = False
        self._faulty_pieces: set[str] = set()
        self._lines, self._safe_zone = TemplateLines(), SafeZone()
        self._lookless: dict[SideName, tuple[str, Limits, _Draft]] = {}
        self._texts: dict[tuple[str, float, bool], tuple[float, str, int, bool]] = {}
        self._facts: dict[FaceId, FaceMetadata] = {}
        self._tools = self._toolbox(game.place, "", SizesOfFace())
        functions = {name: self._through(name) for name in self._tools}
        self._templates = TemplateSet(
            templates, game, edition.language, functions, self._report, album.folder
        )

    def draw_pieces(self, pieces: Sequence[Piece]) -> dict[FaceId, Face]:
        """Both sides of all pieces. Raises ProblemsFound with everything wrong in any of them."""
        return self.draw([*piece_specs(self.edition, pieces)])

    def known_metadata(
        self, pieces: Sequence[Piece]
    ) -> tuple[dict[FaceId, FaceMetadata], tuple[FaceId, ...]]:
        """What the pieces' faces show as far as the album knows; the ids of those it does not.

        Draws nothing. `Album.known_metadata` gives the same without an artist.
        """
        return self.album.known_metadata(piece_specs(self.edition, pieces))

    @property
    def metadata(self) -> Mapping[FaceId, FaceMetadata]:
        """What the faces show that were asked for so far, drawn now or before."""
        return MappingProxyType(self._facts)

    @property
    def faulty(self) -> frozenset[str]:
        """The ids of what was not drawn as it should be: pieces, or parts of a cover."""
        return frozenset(self._faulty_pieces)

    def draw(self, specs: Sequence[FaceSpec]) -> dict[FaceId, Face]:
        """The faces of the sketches. Raises ProblemsFound with everything wrong in any of them.

        All faces of a kind must be among them, for some may have texts of equal size.
        """
        drafts = {spec.id: self._first(spec) for spec in specs}
        if self._problems:
            self._check_all(specs, drafts)
            raise ProblemsFound(self._problems + self._safe_zone.problems())
        equal = EqualSizes((spec, drafts[spec.id].taken) for spec in specs)
        faces = {spec.id: self._equal(spec, drafts[spec.id], equal) for spec in specs}
        problems = self._problems + self._safe_zone.problems()
        if problems:
            raise ProblemsFound(problems)
        return faces

    def _first(self, spec: FaceSpec) -> _Draft:
        """A face drawn as if it were alone, or the sizes that its texts took when it was so."""
        taken = self.album.taken(spec)
        if taken is not None:
            return _Draft(None, taken)
        draft = self._draft(spec, NO_LIMITS)
        if not draft.faulty:
            self.album.note(spec, draft.taken)
        if draft.svg is None or draft.taken:
            return draft
        return _Draft(None, (), draft.faulty, self._finish(spec, draft.svg, NO_LIMITS))

    def _check_all(self, specs: Sequence[FaceSpec], drafts: Mapping[FaceId, _Draft]) -> None:
        """Look at what waits for others of its kind: something is wrong, and all is to be told."""
        for spec in specs:
            draft = drafts[spec.id]
            if draft.svg is not None:
                self._faulty = draft.faulty
                self._finish(spec, draft.svg, NO_LIMITS)

    def _equal(self, spec: FaceSpec, draft: _Draft, equal: EqualSizes) -> Face:
        """The face as it is among the others of its kind."""
        if draft.face is not None:
            return draft.face
        limits = equal.limits(spec, draft.taken)
        known = self.album.find(spec, limits)
        if known is not None:
            face, self._facts[spec.id] = known
            return face
        self._faulty = False
        svg = draft.svg
        if limits or svg is None:
            svg = self._draft(spec, limits).svg or ""
        return self._finish(spec, svg, limits)

    def _draft(self, spec: FaceSpec, limits: Limits) -> _Draft:
        """What the template draws, if it can; once for all looks where it asks for none.

        The looks of a piece come one after the other, so one draft a side is enough to remember.
        """
        piece, side = spec.id.piece, spec.id.side
        of_piece, with_limits, draft = self._lookless.get(side, ("", NO_LIMITS, _Draft(None, ())))
        if spec.id.look and of_piece == piece and with_limits == limits:
            self._faulty = draft.faulty
            return draft
        draft = self._render(spec, limits)
        self._lookless.pop(side, None)
        if not spec.look_asked:
            self._lookless[side] = piece, limits, draft
        return draft

    def _render(self, spec: FaceSpec, limits: Limits) -> _Draft:
        """What the template draws for this face alone."""
        self._drawn, self._faulty = spec.place, False
        sizes = SizesOfFace(limits)
        noted = spec.safe_mm > 0
        self._tools = self._toolbox(spec.place, spec.code, sizes, noted)
        svg = self._templates.render(spec.template, spec.all_values(), spec.place)
        if svg is None:
            self._faulty_pieces.add(spec.id.piece)
        return _Draft(svg, sizes.taken, self._faulty)

    def _finish(self, spec: FaceSpec, drawn: str, limits: Limits) -> Face:
        """The face that was drawn, checked, and kept unless something is wrong with it."""
        self._drawn = spec.place
        drawn, lines = self._lines.take_from(drawn)
        svg, icons = take_icons(drawn)
        svg, codes = take_codes(svg)
        face = Face.drawn(svg, spec.outline, spec.bleed_mm)
        looked_at = face.digest, spec.safe_mm, self._faulty
        if looked_at not in self._texts:
            texts = self._checked(svg, spec, lines)
            self._texts[looked_at] = *texts, self._faulty
        size_pt, text, at_least, self._faulty = self._texts[looked_at]
        self._facts[spec.id] = FaceMetadata(icons, size_pt, text, codes, at_least)
        if not self._faulty:
            face = self._themer.derive(face, drawn)
            self.album.add(spec, face, self._facts[spec.id], limits)
        else:
            self._faulty_pieces.add(spec.id.piece)
        return face

    def _checked(
        self, svg: str, spec: FaceSpec, lines: Sequence[Place | None]
    ) -> tuple[float, str, int]:
        """The texts of a face that has passed, or not passed, the lint."""
        place, template, faulty = spec.place, spec.template, self._faulty
        lint = Lint(spec.outline, spec.bleed_mm, place, template, self._report, faulty)
        root = lint.check(svg)
        if root is None:
            return 0.0, "", 0
        if spec.safe_mm > 0 and not self._faulty:
            for near in texts_too_near(root, spec.outline, spec.safe_mm, lines):
                self._safe_zone.add(near, template, spec.safe_mm, place)
                self._faulty = True
        return *smallest_text(root), texts_at_least(root)

    def _toolbox(
        self, place: Place, code: str, sizes: SizesOfFace, noted: bool = False
    ) -> dict[str, Callable[..., object]]:
        """The tools for one face; with `noted`, texts carry the template's line."""
        edition = self.edition
        known = (
            place,
            edition.game.icons,
            self._icons,
            self._report_call,
            edition.language,
            code,
            sizes,
        )
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
            problem = replace(problem, place=line, hint=hint, concerns=problem.place)
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
