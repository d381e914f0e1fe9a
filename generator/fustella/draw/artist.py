"""Draws every side of every piece: from its spec to a draft, a checked `Face` and its metadata.

A spec is rendered by its template into a draft. Once it is known how large its texts may be among
those of its kind, the draft is checked: it becomes a face with metadata, which the album keeps
unless something is wrong with it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.model import Edition, Face, FaceId, FaceMetadata, Piece
from fustella.core.problems import Place, Problem, ProblemsFound, warning
from fustella.core.project import PACKAGE, Project
from fustella.core.steps import FACE_S, step
from fustella.draw.album import Album
from fustella.draw.icons import IconLibrary
from fustella.draw.inspect.lint import FOREIGN, Fault, Lint, SafeZone, TemplateLines, texts_too_near
from fustella.draw.inspect.metadata import (
    smallest_text,
    take_codes,
    take_icons,
    texts_at_least,
    words_drawn,
)
from fustella.draw.inspect.pictures import pictures_on, take_pictures
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.pictures.library import PictureLibrary
from fustella.draw.sources import Sources, Use, Uses
from fustella.draw.specs import FaceSpec, piece_specs
from fustella.draw.svg.fit import FittedSvg, fit_face
from fustella.draw.svg.source import FaultySvg
from fustella.draw.templates.environment import TemplateSet
from fustella.draw.templates.functions import Toolbox
from fustella.draw.templates.marks import Marks
from fustella.draw.templates.timeouts import watched
from fustella.draw.text.equal import NO_LIMITS, EqualSizes, Limits, SizesOfFace, Taken
from fustella.draw.text.families import GameFonts
from fustella.draw.text.keywords import KeywordStyles
from fustella.draw.themes import Themer


class _Drawing(Struct):
    """One face while its template is rendered.

    `tools` are the functions that the template calls, `called` those that it called, `sizes`
    collects the sizes of its texts; `faulty` is set when a problem is reported.
    """

    place: Place
    tools: Mapping[str, Callable[..., object]]
    sizes: SizesOfFace
    called: set[str] = field(default_factory=set)
    faulty: bool = False


class _Draft(Struct, frozen=True):
    """The SVG of a rendered template, not checked yet, and the sizes that its texts took.

    `svg` is None where the template failed, or where only the sizes are known. `name` is that of
    the face for the album, `used` what it was drawn from, `read` the fields that its template read,
    those of its own side and those of the other. `face` and `metadata` are set where the draft was
    checked already, as the sizes on other faces cannot change it.
    """

    svg: str | None
    taken: Taken
    faulty: bool = False
    name: str = ""
    used: frozenset[Use] = frozenset()
    read: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    face: Face | None = None
    metadata: FaceMetadata | None = None


def _for_another(metadata: FaceMetadata, unasked: tuple[str, ...]) -> FaceMetadata:
    """The metadata of an equal face, of which these fields are not read."""
    return metadata if metadata.unasked == unasked else replace(metadata, unasked=unasked)


class _Checked(Struct, frozen=True):
    """What the check of an SVG found: its smallest text, how many are at their least, all texts."""

    smallest_pt: float
    smallest_text: str
    at_least: int
    faulty: bool
    texts: tuple[str, ...] = ()


_UNCHECKED = _Checked(0.0, "", 0, False)


class _Read(Struct, frozen=True):
    """A drawn SVG: its face, and what our tools left in it.

    `drawn` still has the names of icons, `lines` are those of the template that drew the texts,
    `asked` the names of the pictures.
    """

    face: Face
    drawn: str
    lines: tuple[Place | None, ...]
    icons: tuple[str, ...]
    codes: tuple[str, ...]
    asked: tuple[str, ...]
    checked: _Checked = _UNCHECKED
    warnings: tuple[Problem, ...] = ()


def _told(fault: Fault) -> tuple[str, str]:
    """What faults have in common that are the same; a malformed SVG has one fault alone."""
    return fault.code, "" if fault.code == "E226" else fault.message


_CODE = "code"
"""The tool that writes the version code of a piece, which is not among what it is given."""

_NO_COLOUR = re.compile(r'`[\w-]+="([a-z][a-z0-9_]*)"` is no colour')


class Artist:
    """Draws the faces of one edition of a game, except those that the album has already."""

    def __init__(
        self,
        project: Project,
        edition: Edition,
        icons: IconLibrary,
        album: Album,
    ) -> None:
        game = edition.game
        self.edition = edition
        self.album = album
        self.fonts = GameFonts(game.fonts, game.own_fonts)
        self._fonts_known = False
        self._icons, self._uses = icons, Uses()
        self._keywords = KeywordStyles(game.keywords, edition.language)
        self._pictures = PictureLibrary(album.pictures, game.images, album.memory)
        self._themer = Themer.of_game(edition.theme, game.colours)
        self._metadata: dict[FaceId, FaceMetadata] = {}
        self._warnings: dict[tuple[str, str, Place], Problem] = {}
        self._problems: dict[tuple[str, str, Place | None], Problem] = {}
        self._safe_zone = SafeZone()
        self._faulty_ids: set[str] = set()
        self._drafts: dict[str, _Draft] = {}
        self._checked: dict[tuple[str, float, bool], _Checked] = {}
        self._fitted: dict[str, FittedSvg] = {}
        self._drawing = self._drawing_for(game.place, "", NO_LIMITS)
        functions = {name: self._through(name) for name in self._drawing.tools}
        self._lines = TemplateLines()
        self._templates = TemplateSet(
            project,
            game,
            edition.language,
            functions,
            self._report_drawing,
            album.sources or Sources(project, game.id),
            self._uses,
            self._lines.number_of,
        )

    @property
    def metadata(self) -> Mapping[FaceId, FaceMetadata]:
        """What the faces show that were asked for so far, drawn now or before."""
        return MappingProxyType(self._metadata)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings about the faces that were asked for so far, each once."""
        return tuple(self._warnings.values())

    @property
    def faulty(self) -> frozenset[str]:
        """The ids of the pieces, or parts of a cover, that could not be drawn correctly."""
        return frozenset(self._faulty_ids)

    def draw_pieces(self, pieces: Sequence[Piece]) -> dict[FaceId, Face]:
        """Both sides of all pieces. Raises ProblemsFound with everything wrong in any of them."""
        return self.draw([*piece_specs(self.edition, pieces)])

    def draw(self, specs: Sequence[FaceSpec]) -> dict[FaceId, Face]:
        """The faces of the specs. Raises ProblemsFound with everything wrong in any of them.

        All faces of a kind must be among them, for some may have texts of equal size.
        """
        with watched():
            return self._draw(specs)

    def _draw(self, specs: Sequence[FaceSpec]) -> dict[FaceId, Face]:
        drafts = {spec.id: self._draw_alone(spec) for spec in specs}
        self._drafts.clear()
        if self._problems:
            # Drafts that wait for others of their kind are checked too: report all at once.
            for spec in specs:
                if drafts[spec.id].svg is not None:
                    self._finish(spec, drafts[spec.id], NO_LIMITS)
            raise ProblemsFound(self._all_problems())
        equal = EqualSizes((spec, drafts[spec.id].taken) for spec in specs)
        faces = {spec.id: self._draw_equal(spec, drafts[spec.id], equal) for spec in specs}
        if problems := self._all_problems():
            raise ProblemsFound(problems)
        return faces

    def _draw_alone(self, spec: FaceSpec) -> _Draft:
        """A face as if it were the only one, or the sizes that its texts took when it was so.

        It is finished here where no text of it has to be as large as those of other faces. What was
        drawn from the same for another piece is taken over.
        """
        taken = self.album.taken(spec)
        if taken is not None:
            return _Draft(None, taken)
        equal = next((self._drafts[n] for n in self.album.names(spec) if n in self._drafts), None)
        if equal is not None:
            if equal.metadata is not None:
                self._know(spec, _for_another(equal.metadata, spec.fields_unread(equal.read[0])))
            return equal
        draft = self._render(spec, NO_LIMITS)
        if not draft.faulty:
            self.album.note(draft.name, draft.taken, draft.used)
        if draft.svg is not None and not draft.taken:
            face, metadata = self._finish(spec, draft, NO_LIMITS)
            draft = replace(draft, svg=None, face=face, metadata=metadata)
        if not draft.faulty and spec.id.piece not in self._faulty_ids:
            self._drafts[draft.name] = draft
        return draft

    def _draw_equal(self, spec: FaceSpec, draft: _Draft, equal: EqualSizes) -> Face:
        """The face with texts as large as those of the others of its kind."""
        if draft.face is not None:
            return draft.face
        limits = equal.limits(spec, draft.taken)
        known = self.album.find(spec, limits)
        if known is not None:
            self._know(spec, known[1])
            return known[0]
        if limits or draft.svg is None:
            draft = self._render(spec, limits)
        return self._finish(spec, draft, limits)[0]

    def _prepare_fonts(self) -> None:
        """Report what is wrong with the fonts of the game, once, before the first text is set."""
        if not self._fonts_known:
            self._fonts_known = True
            for problem in self.fonts.problems(self.album.memory):
                self._report(problem, self.edition.game.place)

    def _render(self, spec: FaceSpec, limits: Limits) -> _Draft:
        """The template rendered for this face alone."""
        self._prepare_fonts()
        line_number = self._line_number if spec.safe_mm > 0 else None
        drawing = self._drawing = self._drawing_for(spec.place, spec.code, limits, line_number)
        drawing_step = step(f"drawing a face with {spec.template}", spec.place, FACE_S)
        with self._uses.noted() as used, drawing_step:
            svg = self._templates.render(spec.template, spec.all_values(), spec.place)
        if svg is None:
            self._faulty_ids.add(spec.id.piece)
        if _CODE in drawing.called:
            spec.note_code()
        name, read = self.album.name(spec), spec.fields_read()
        spec.forget_asked()
        return _Draft(svg, drawing.sizes.taken, drawing.faulty, name, frozenset(used), read)

    def _finish(self, spec: FaceSpec, draft: _Draft, limits: Limits) -> tuple[Face, FaceMetadata]:
        """The face of a draft, checked, and kept unless something is wrong with it."""
        with step(f"reading what {spec.template} drew", spec.place, FACE_S):
            read = self._read(spec, draft.svg or "", draft.faulty, limits)
        face, checked = read.face, read.checked
        metadata = FaceMetadata(
            read.icons,
            checked.smallest_pt,
            checked.smallest_text,
            read.codes,
            checked.at_least,
            read.warnings,
            checked.texts,
            spec.fields_unread(draft.read[0]),
            draft.read[1],
        )
        self._know(spec, metadata)
        if checked.faulty:
            self._faulty_ids.add(spec.id.piece)
            return face, metadata
        with step(f"deriving the theme of what {spec.template} drew", spec.place, FACE_S):
            face = self._themer.derive(face, read.drawn)
        if read.asked:
            face = replace(face, pictures=pictures_on(face.svg, self._pictures.by_digest))
        self.album.add(draft.name, face, metadata, limits, draft.used, draft.read[0])
        return face, metadata

    def _know(self, spec: FaceSpec, metadata: FaceMetadata) -> None:
        """Note what a face shows; a warning that several pieces share is kept for the first."""
        self._metadata[spec.id] = metadata
        for told in metadata.warnings:
            key = told.code, told.message, told.place
            place = told.place if told.place.file else spec.place
            self._warnings.setdefault(key, replace(told, place=place, concerns=spec.place))

    def _read(self, spec: FaceSpec, svg: str, faulty: bool, limits: Limits) -> "_Read":
        """An SVG as its template left it, checked; equal faces are checked once.

        One that an editor wrote is cleaned first; what is drawn with our tools alone is not.
        """
        fitted = self._fitted.get(svg)
        read = self._taken_apart(spec, fitted.svg if fitted else svg)
        key = read.face.digest, spec.safe_mm, faulty
        if key not in self._checked:
            found = list[Fault]()
            drawn = self._lint(spec, read.face.svg, found, faulty, cleaned=fitted is not None)
            if fitted is None and any(fault.code in FOREIGN for fault in found):
                made = self._fit(spec, svg, found)
                if made is not None:
                    self._fitted[svg] = made
                    return self._read(spec, svg, faulty, limits)
            problems = self._located(spec, found, faulty, limits) if found else []
            self._checked[key] = self._check(drawn, problems, spec, read.lines, faulty)
        warnings = tuple(
            warning("E229", Place(""), f"{note.message} (template {spec.template})", note.hint)
            for note in (fitted.notes if fitted else ())
        )
        return replace(read, checked=self._checked[key], warnings=warnings)

    def _located(
        self, spec: FaceSpec, found: Sequence[Fault], faulty: bool, limits: Limits
    ) -> list[Problem]:
        """The faults of a face as problems, at the lines of its template where these are known."""
        lines: dict[tuple[str, str], list[Place]] = {}
        for marked in self._marked(spec, faulty, limits):
            here: dict[tuple[str, str], list[Place]] = {}
            for fault, place in marked:
                if place is not None and not place.file.startswith(PACKAGE):
                    here.setdefault(_told(fault), []).append(place)
            lines = {**here, **lines}
        problems = []
        for fault in found:
            places, way_out = dict.fromkeys(lines.get(_told(fault), ())), self._way_out(fault)
            for place in places:
                hint = f"{way_out} (drawn for {spec.place})".strip()
                told = Problem(fault.code, place, fault.message, hint, concerns=spec.place)
                problems.append(told)
            if not places:
                message = f"{fault.message} (template {spec.template})"
                problems.append(Problem(fault.code, spec.place, message, way_out))
        return problems

    def _way_out(self, fault: Fault) -> str:
        """The hint of a fault; for the bare name of a colour of the game, how it is written."""
        found = _NO_COLOUR.fullmatch(fault.message) if fault.code == "E221" else None
        if found and found[1] in self.edition.game.colours:
            return f"a colour of the game is written colours.{found[1]}, inside of {{{{ … }}}}"
        return fault.hint

    def _marked(
        self, spec: FaceSpec, faulty: bool, limits: Limits
    ) -> Iterator[list[tuple[Fault, Place | None]]]:
        """The faults of a face that is drawn once more, with marks of the template's lines.

        First as the template drew it, then, where it was an editor's, as it was cleaned.
        """
        drawing, known = self._drawing, dict(self._problems)
        self._drawing = self._drawing_for(spec.place, spec.code, limits)
        svg = self._templates.marked(spec.template, spec.all_values())
        spec.forget_asked()
        self._drawing, self._problems = drawing, known
        if svg is None:
            return
        whole, found = self._taken_apart(spec, svg).face.svg, list[Fault]()
        marks = Marks(whole, self._lines.place_of)
        drawn = self._lint(spec, whole, found, faulty, cleaned=False)
        root = drawn.root if drawn else None
        first = list(found)
        made = self._fit(spec, svg, found)
        yield [(fault, marks.of(fault.element, fault.spot, root)) for fault in first]
        if made is not None:
            found.clear()
            whole = self._taken_apart(spec, made.svg).face.svg
            drawn = self._lint(spec, whole, found, faulty, cleaned=True)
            root = drawn.root if drawn else None
        yield [(fault, marks.of(fault.element, fault.spot, root)) for fault in found]

    def _taken_apart(self, spec: FaceSpec, svg: str) -> "_Read":
        """An SVG without what our tools left in it for us."""
        drawn, lines = self._lines.take_from(svg)
        drawn, asked = take_pictures(drawn)
        plain, icons = take_icons(drawn)
        plain, codes = take_codes(plain)
        face = Face.drawn(plain, spec.outline, spec.bleed_mm)
        return _Read(face, drawn, lines, icons, codes, asked)

    def _lint(
        self, spec: FaceSpec, svg: str, found: list[Fault], faulty: bool, *, cleaned: bool
    ) -> DrawnTexts | None:
        return Lint(spec.outline, spec.bleed_mm, found.append, faulty, cleaned).check(svg)

    def _fit(self, spec: FaceSpec, svg: str, found: list[Fault]) -> FittedSvg | None:
        """An SVG of an editor, made fit for the face; else `found` says why it cannot be."""
        try:
            return fit_face(svg, spec.outline.size, spec.bleed_mm, self.fonts.names)
        except FaultySvg as fault:
            if fault.code != "E226":
                found[:] = [other for other in found if other.code != fault.code]
                spot = (fault.line + 1, -1) if fault.line else (0, 0)  # the end of that line
                found.append(Fault(fault.code, fault.message, fault.hint, spot=spot))
            return None

    def _check(
        self,
        drawn: DrawnTexts | None,
        found: Sequence[Problem],
        spec: FaceSpec,
        lines: Sequence[Place | None],
        faulty: bool,
    ) -> _Checked:
        """Report what the lint found and look at texts; `faulty`: rendering reported a problem.

        `lines` are those of the template that drew the texts.
        """
        for problem in found:
            self._report(problem, spec.place)
        faulty = faulty or bool(found)
        if drawn is None:
            return _Checked(0.0, "", 0, faulty)
        if spec.safe_mm > 0 and not faulty:
            for near in texts_too_near(drawn, spec.outline, spec.safe_mm, lines):
                self._safe_zone.add(near, spec.template, spec.safe_mm, spec.place)
                faulty = True
        at_least, texts = texts_at_least(drawn), words_drawn(drawn, spec.code)
        return _Checked(*smallest_text(drawn), at_least, faulty, texts)

    def _drawing_for(
        self,
        place: Place,
        code: str,
        limits: Limits,
        line_number: Callable[[Place | None], int | None] | None = None,
    ) -> _Drawing:
        """A face to begin; with `line_number`, its texts carry the template's line."""
        edition, sizes = self.edition, SizesOfFace(limits)
        toolbox = Toolbox(
            place,
            edition.game.icons,
            self._icons,
            self._pictures,
            self._report_from_tool,
            # What is no piece, such as a cover, is in the words of the tool.
            edition.language if code else edition.game.tool_words.spoken(edition.language),
            self.fonts,
            code,
            sizes,
            line_number,
            self._uses.note,
            self._keywords,
        )
        return _Drawing(place, toolbox.functions(), sizes)

    def _through(self, name: str) -> Callable[..., object]:
        """A function that macros may keep: it always works on the face being drawn."""

        def call(*arguments: object, **options: object) -> object:
            drawing = self._drawing
            drawing.called.add(name)
            return drawing.tools[name](*arguments, **options)

        return call

    def _line_number(self, zone: Place | None) -> int | None:
        """The number of the place of a zone, else of the template's line that is calling a tool."""
        place = zone or self._templates.current_line()
        return None if place is None else self._lines.number_of(place)

    def _report_from_tool(self, problem: Problem) -> None:
        """Report what a tool found; for a value written in the template, at the template's line."""
        line = self._templates.current_line() if problem.place == self._drawing.place else None
        if line is not None and not line.file.startswith(PACKAGE):
            drawn_for = f"drawn for {problem.place}"
            hint = f"{problem.hint} ({drawn_for})" if problem.hint else drawn_for
            problem = replace(problem, place=line, hint=hint, concerns=problem.place)
        self._report_drawing(problem)

    def _report_drawing(self, problem: Problem) -> None:
        self._drawing.faulty = True
        self._report(problem, self._drawing.place)

    def _report(self, problem: Problem, drawn_for: Place) -> None:
        """Collect a problem; a template's fault that all pieces share is kept for the first."""
        place = None if problem.place == drawn_for else problem.place
        self._problems.setdefault((problem.code, problem.message, place), problem)

    def _all_problems(self) -> list[Problem]:
        return [*self._problems.values(), *self._safe_zone.problems()]
