"""Draws each side of each piece, from its spec to a checked `Face` with metadata.

A template renders the spec. Once the sizes of all texts that are to be equal are known, the SVG is
checked and becomes a face with metadata. The face cache keeps the face unless something is wrong
with it.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.files.project import PACKAGE, Project
from fustella.core.processes.limits import FAULTY_LETTERS, FAULTY_PIECES
from fustella.core.processes.parallel import by_others, workers_for
from fustella.core.processes.steps import FACE_S, step
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    FaceMetadata,
    Game,
    Piece,
    Shown,
    Word,
)
from fustella.core.values.problems import UNFIT, Place, Problem, ProblemsFound, warning
from fustella.core.values.themes import Theme
from fustella.core.words.patterns import regex
from fustella.draw.face_cache import FaceCache
from fustella.draw.icons import IconLibrary
from fustella.draw.inks import inked
from fustella.draw.inspect.lint import (
    FOREIGN,
    Lint,
    SafeZone,
    runs_outside,
    runs_too_near,
    texts_too_near,
)
from fustella.draw.inspect.metadata import smallest_text, texts_at_least, words_drawn
from fustella.draw.inspect.pictures import pictures_on
from fustella.draw.inspect.shown import shown_on
from fustella.draw.inspect.texts import DrawnRun, DrawnTexts
from fustella.draw.pictures.library import PictureLibrary
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.scene.marks import (
    CODE,
    ICON,
    MISSING,
    OVERHANG,
    PICTURE,
    Origins,
    TextOrigin,
    field_of,
    marked_with,
    without_marks,
)
from fustella.draw.scene.model import Scene
from fustella.draw.scene.resolve import SvgFault
from fustella.draw.sources import Sources, Use, Uses
from fustella.draw.specs import FaceSpec, ReadName, piece_specs
from fustella.draw.svg.attributes import shortened
from fustella.draw.svg.source import FaultySvg
from fustella.draw.templates.environment import TemplateSet
from fustella.draw.templates.functions import Toolbox
from fustella.draw.templates.marks import Marks
from fustella.draw.templates.timeouts import watched
from fustella.draw.text.equal import NO_LIMITS, EqualSizes, Limits, SizesOfFace, Taken
from fustella.draw.text.families import GameFonts
from fustella.draw.text.fit import TextRoom
from fustella.draw.text.keywords import KeywordStyles
from fustella.draw.text.lacking import LacksLetter, joined_by_script
from fustella.draw.text.overhang import Overhang
from fustella.draw.themes import Themer

if TYPE_CHECKING:
    from fustella.draw.svg.fit import FittedSvg


class _Drawing(Struct):
    """The record of a face while its template is rendered: its tools, and the facts they collect.

    `tools` are the functions that the template may call, `called` the names of the functions that
    it has called, `values` the functions that read values. `sizes` collects the sizes of texts that
    must be equal, `rooms` the number of letters that fit the place of each text. `faulty` is set
    when a problem is reported; for a text that does not fit a draft, `unfit` is set instead, and
    `overhangs` has what hangs over, by its digest. `spec` is the spec of the face.
    """

    place: Place
    tools: Mapping[str, Callable[..., object]]
    values: Mapping[str, Callable[..., object]]
    sizes: SizesOfFace
    rooms: dict[Place, TextRoom]
    called: set[str] = field(default_factory=set)
    faulty: bool = False
    unfit: bool = False
    overhangs: dict[str, Overhang] = field(default_factory=dict)
    spec: FaceSpec | None = None

    def note_overhang(self, overhang: Overhang) -> str:
        """Collects what hangs over a text, and names it."""
        name = hashlib.sha256(overhang.svg.encode(errors="surrogatepass")).hexdigest()[:16]
        self.overhangs[name] = overhang
        return name


_Reads: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The fields that a template has read: on the face's own side, then on the other side."""


class _RenderedFace(Struct, frozen=True):
    """The result of rendering a template: the SVG, and the sizes that its texts took.

    `svg` is None where the template failed, where only the sizes are known, or where another
    process drew the face. `name` is the name of the face in the face cache. `names_read` are all
    values that the template read, `read` the fields among them, and `used` the files that the face
    was drawn from. `rooms` has how many letters fit the place of each text, where the artist
    measures that. `face` and `metadata` are set once the SVG is checked: at once where no text has
    to equal texts of other faces. `unfit`: a text does not fit, and is shown so in this draft, with
    its `overhangs`; such a face is drawn anew each time.
    """

    svg: str | None
    taken: Taken
    faulty: bool = False
    unfit: bool = False
    overhangs: Mapping[str, Overhang] = field(default_factory=dict)
    name: str = ""
    names_read: tuple[ReadName, ...] = ()
    used: frozenset[Use] = frozenset()
    read: _Reads = ((), ())
    rooms: Mapping[Place, TextRoom] = field(default_factory=dict)
    face: Face | None = None
    metadata: FaceMetadata | None = None


def _metadata_for(metadata: FaceMetadata, unread_fields: tuple[str, ...]) -> FaceMetadata:
    """The metadata of a face, for an equal face with other unread fields."""
    same = metadata.unread_fields == unread_fields
    return metadata if same else replace(metadata, unread_fields=unread_fields)


class _Checked(Struct, frozen=True):
    """The result of checking an SVG: what its metadata needs, and its warnings.

    `smallest_pt` and `smallest_text` are the size and the words of its smallest text, `at_least` is
    the number of texts that shrank to their least size, and `texts` are all texts. `icons`, `codes`
    and `pictures` are names that tools have marked. `shown` is what the face shows, where faces are
    described. `unfit`: a text does not fit a draft, which `over` shows, an SVG to be drawn over all
    else.
    """

    smallest_pt: float
    smallest_text: str
    at_least: int
    faulty: bool
    texts: tuple[str, ...] = ()
    warnings: tuple[Problem, ...] = ()
    icons: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()
    unfit: bool = False
    over: str = ""


AT_A_TIME = 2000
"""The most specs that wait for their faces to be drawn: 10,000 specs of cards take 50 MB."""

FACES_OF_WORKER = 150
"""One more process pays for this many new faces.

Drawing as many takes twenty times as long as to start the process and to read its answer.
"""

FACES_BEFORE = 40
"""This many faces are drawn before other processes start.

Drawing them compiles the templates, which each process would have to do by itself.
"""

FACES_OF_PART = 40


class _Read(Struct, frozen=True):
    """A face made from an SVG, with the result of its check.

    `drawn` is the SVG that still has the marks of tools. `scene` is None where an equal SVG was
    checked before.
    """

    face: Face
    drawn: str
    scene: Scene | None
    checked: _Checked
    warnings: tuple[Problem, ...] = ()


def _noted_in(order: dict[FaceId, None], specs: Iterable[FaceSpec]) -> Iterator[FaceSpec]:
    """Yields specs, and notes their ids in `order`."""
    for spec in specs:
        order[spec.id] = None
        yield spec


def _identity_of(fault: SvgFault) -> tuple[str, str]:
    """The code and message of a fault: faults equal in both are reported once.

    The message of E226 is left out, because an SVG has one E226 at most.
    """
    return fault.code, "" if fault.code == "E226" else fault.message


_CODE = "code"
"""The name of the tool that prints a piece's version code, which no template passes to it."""

_NO_COLOUR = regex(r'`[\w-]+="([a-z][a-z0-9_]*)"` is no colour')


def _note_fewest(rooms: dict[Place, TextRoom], place: Place, room: TextRoom) -> None:
    """Notes how many letters fit the place of a text; of two numbers the smaller stays."""
    if room.fitting < rooms.setdefault(place, room).fitting:
        rooms[place] = room


class Artist:
    """Draws the faces of one edition of a game, except those that the face cache has already."""

    def __init__(
        self,
        project: Project,
        edition: Edition,
        icons: IconLibrary,
        face_cache: FaceCache,
        *,
        measures_rooms: bool = False,
        draft: bool = False,
    ) -> None:
        """With `measures_rooms`, the artist notes how many letters fit the place of new texts.

        In a `draft`, a text that does not fit is no fault of its face: it is drawn at its least
        size, with what hangs over in red.
        """
        game = edition.game
        self._draft = draft
        self.rooms: dict[Place, TextRoom] = {}
        self._measures_rooms = measures_rooms
        self._project = project
        self.edition = edition
        self.face_cache = face_cache
        self.fonts = GameFonts(game.fonts, game.own_fonts)
        self._fonts_known = False
        self._icons, self._uses = icons, Uses()
        self._inks = {ink.id: ink for ink in game.inks}
        self._keywords = KeywordStyles(game.keywords, edition.language)
        self._pictures = PictureLibrary(face_cache.pictures, game.images, face_cache.memory)
        self._themer = Themer.of_game(edition.theme, game.colours)
        self._metadata: dict[FaceId, FaceMetadata] = {}
        self._places: dict[FaceId, Place] = {}
        self._problems: dict[tuple[str, str, Place | None], Problem] = {}
        self._unfit: dict[tuple[str, str, Place | None], Problem] = {}
        self._unfit_ids: set[str] = set()
        self._safe_zone = SafeZone()
        self._faulty_ids: set[str] = set()
        self._faulty_letters = 0
        self._drawn = ""
        self._rendered: dict[str, _RenderedFace] = {}
        self._reads: dict[_Reads, _Reads] = {}
        self._checked: dict[tuple[bytes, float, bool], _Checked] = {}
        self._fitted: dict[str, FittedSvg] = {}
        self._drawing = self._drawing_for(None, NO_LIMITS)
        self._origins = Origins()
        self._templates = self._template_set(game)

    def _template_set(
        self, game: Game, rewritten: Callable[[str], str] | None = None
    ) -> TemplateSet:
        functions = {name: self._tool_of_current_face(name) for name in self._drawing.tools}
        return TemplateSet(
            self._project,
            game,
            self.edition.language,
            functions,
            self._report_drawing,
            self.face_cache.sources or Sources(self._project, game.id),
            self._uses,
            lambda place: self._origins.number_of(TextOrigin(place)),
            rewritten,
        )

    def __reduce__(self) -> tuple[object, ...]:
        """The arguments with which another process makes an artist that has drawn nothing yet."""
        arguments = (self._project, self.edition, self._icons, self.face_cache)
        return partial(Artist, measures_rooms=self._measures_rooms, draft=self._draft), arguments

    @property
    def metadata(self) -> Mapping[FaceId, FaceMetadata]:
        """The metadata of all faces requested so far, drawn now or before."""
        return MappingProxyType(self._metadata)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings about all faces requested so far.

        A warning that several pieces share names the first of them.
        """
        warnings = dict[tuple[str, str, Place], Problem]()
        for face_id, metadata in self._metadata.items():
            for note in metadata.warnings:
                drawn_for = self._places[face_id]
                place = note.place if note.place.file else drawn_for
                hint = f"{note.hint} (drawn for {drawn_for})" if note.place.file else note.hint
                warned = replace(note, place=place, hint=hint, concerns=drawn_for)
                warnings.setdefault((note.code, note.message, note.place), warned)
        return tuple(warnings.values())

    @property
    def unfit(self) -> tuple[Problem, ...]:
        """The problems of the texts that do not fit, in a draft; outside of drafts they raise."""
        near = self._safe_zone.problems() if self._draft else ()
        return (*self._unfit.values(), *near)

    @property
    def unfit_pieces(self) -> frozenset[str]:
        """The ids of the pieces with a text that does not fit, in a draft."""
        return frozenset(self._unfit_ids)

    @property
    def faulty(self) -> frozenset[str]:
        """The ids of the pieces, or parts of a cover, that could not be drawn correctly."""
        return frozenset(self._faulty_ids)

    def draw_pieces(self, pieces: Sequence[Piece]) -> dict[FaceId, Face]:
        """The faces of both sides of all pieces.

        Raises ProblemsFound with all their problems.
        """
        return self.draw(piece_specs(self.edition, pieces))

    def draw(self, specs: Iterable[FaceSpec]) -> dict[FaceId, Face]:
        """The faces of the specs. Raises ProblemsFound with the problems of all of them.

        All faces of a kind must be among the specs, because some may have texts of equal size. The
        iterable is read as faces are drawn, and few specs are held in memory.
        """
        with watched():
            return self._draw(specs)

    def _draw(self, specs: Iterable[FaceSpec]) -> dict[FaceId, Face]:
        faces: dict[FaceId, Face] = {}
        order: dict[FaceId, None] = {}
        waiting = list[tuple[FaceSpec, _RenderedFace]]()
        for spec, rendered in self._rendered_faces(_noted_in(order, specs)):
            if rendered.face is not None:
                faces[spec.id] = rendered.face
            else:
                waiting.append((spec, rendered))
        self._rendered.clear()
        if self._problems:
            # Faces that wait for others of their kind are checked, too: all faults are reported at
            # once.
            for spec, rendered in waiting:
                if rendered.svg is not None:
                    self._finish(spec, rendered, NO_LIMITS)
            raise ProblemsFound(self._all_problems())
        faces |= self._draw_equal(waiting)
        if problems := self._all_problems():
            raise ProblemsFound(problems)
        for face_id in order:
            self._metadata[face_id] = self._metadata.pop(face_id)
        return {face_id: faces[face_id] for face_id in order}

    def _note_faulty(self, spec: FaceSpec, svg: str | None) -> None:
        """Notes a piece that cannot be drawn.

        Raises ProblemsFound once there are too many such pieces, with all problems so far and E133
        at this piece.
        """
        self._faulty_ids.add(spec.id.piece)
        self._faulty_letters += len(svg or "")
        if len(self._faulty_ids) > FAULTY_PIECES:
            why = f"more than {FAULTY_PIECES:,} pieces cannot be drawn"
        elif self._faulty_letters > FAULTY_LETTERS:
            why = f"drawings with more than {FAULTY_LETTERS:,} letters have faults"
        else:
            return
        hint = "mend those that are told; the pieces after it are drawn then"
        problem = Problem("E133", spec.place, f"{why}: this is the last", hint)
        raise ProblemsFound([*self._all_problems(), problem])

    def _rendered_faces(
        self, specs: Iterable[FaceSpec]
    ) -> Iterator[tuple[FaceSpec, _RenderedFace]]:
        """Yields each spec with its rendered face.

        Faces found in the cache come first in each batch.
        """
        new = list[FaceSpec]()
        for spec in specs:
            known = self._known_face(spec)
            if known is not None:
                yield spec, known
                continue
            new.append(spec)
            if len(new) == AT_A_TIME:
                yield from self._newly_rendered(new)
                new.clear()
        yield from self._newly_rendered(new)

    def _newly_rendered(
        self, specs: Sequence[FaceSpec]
    ) -> Iterator[tuple[FaceSpec, _RenderedFace]]:
        """Yields each new spec with its rendered face; more processes help with many specs."""
        alone = FACES_BEFORE if workers_for(len(specs), FACES_OF_WORKER) > 1 else len(specs)
        for spec in specs[:alone]:
            yield spec, self._draw_alone(spec)
        others = list[FaceSpec]()
        for spec in specs[alone:]:
            known = self._known_face(spec)
            if known is not None:
                yield spec, known
            else:
                others.append(spec)
        work = [(spec, None) for spec in others]
        for spec, sent in zip(others, self._drawn_by_others(work), strict=True):
            yield spec, self._draw_alone(spec) if sent is None else self._store_sent(spec, sent)

    def _known_face(self, spec: FaceSpec) -> _RenderedFace | None:
        """A face that was drawn in an earlier build, or from equal values.

        None for a new one.
        """
        taken = self.face_cache.taken(spec)
        if taken is not None:
            return _RenderedFace(None, taken)
        names = self.face_cache.names(spec) if self._rendered else ()
        equal = next((self._rendered[name] for name in names if name in self._rendered), None)
        if equal is not None and equal.metadata is not None:
            self._note_metadata(
                spec, _metadata_for(equal.metadata, spec.fields_unread(equal.read[0]))
            )
        return equal

    def _draw_alone(self, spec: FaceSpec) -> _RenderedFace:
        """Draws the face of a spec without limits for texts of equal size, unless it is cached.

        A face without texts of equal size is finished, too. A face that was drawn from equal values
        for another piece serves again.
        """
        known = self._known_face(spec)
        if known is not None:
            return known
        rendered = self._render(spec, NO_LIMITS)
        if not (rendered.faulty or rendered.unfit):
            self.face_cache.note(rendered.name, rendered.taken, rendered.used)
        if rendered.svg is not None and not rendered.taken:
            rendered = self._finish(spec, rendered, NO_LIMITS)
        if not (rendered.faulty or rendered.unfit) and spec.id.piece not in self._faulty_ids:
            self._rendered[rendered.name] = rendered
        return rendered

    def _draw_equal(
        self, rendered_faces: Sequence[tuple[FaceSpec, _RenderedFace]]
    ) -> dict[FaceId, Face]:
        """The finished faces; texts marked `equal` have one size in each kind."""
        equal = EqualSizes((spec, rendered.taken) for spec, rendered in rendered_faces)
        faces = dict[FaceId, Face]()
        new = list[tuple[FaceSpec, Limits]]()
        for spec, rendered in rendered_faces:
            limits = equal.limits(spec, rendered.taken)
            known = self._known_within(spec, limits)
            if known is None and rendered.svg is not None and not limits:
                known = self._finish(spec, rendered, limits).face
            if known is not None:
                faces[spec.id] = known
            else:
                new.append((spec, limits))
        for (spec, limits), one in zip(new, self._drawn_by_others(new), strict=True):
            if one is not None:
                face = self._store_sent(spec, one, limits).face
            else:
                face = self._known_within(spec, limits) or self._draw_within(spec, limits).face
            assert face is not None
            faces[spec.id] = face
        return faces

    def _known_within(self, spec: FaceSpec, limits: Limits) -> Face | None:
        """The face of a spec that was drawn with these limits, now or earlier, or None."""
        known = self.face_cache.find(spec, limits)
        if known is None:
            return None
        self._note_metadata(spec, known[1])
        return known[0]

    def _draw_within(self, spec: FaceSpec, limits: Limits) -> _RenderedFace:
        return self._finish(spec, self._render(spec, limits), limits)

    def _drawn_by_others(
        self, work: Sequence[tuple[FaceSpec, Limits | None]]
    ) -> list[_RenderedFace | None]:
        """Has other processes render the faces of specs, and returns them in that order.

        None stands for a face that this process has to draw. All faces are None if there are few
        specs. A face with a fault, or a text that does not fit, is None, too: this process reports
        it when it draws the face again.
        """
        processes = workers_for(len(work), FACES_OF_WORKER)
        if processes < 2:
            return [None] * len(work)
        parts = [
            work[start : start + FACES_OF_PART] for start in range(0, len(work), FACES_OF_PART)
        ]
        found = list[_RenderedFace | None]()
        for part, sent in zip(parts, by_others(self._faces_to_send, parts, processes), strict=True):
            found += [None] * len(part) if sent is None else sent
        return found

    def _faces_to_send(
        self, part: Sequence[tuple[FaceSpec, Limits | None]]
    ) -> list[_RenderedFace | None]:
        """Draws the faces of some specs for another process; None stands for a faulty face.

        A spec without limits is drawn as if its face were the only one.
        """
        sent = list[_RenderedFace | None]()
        with watched():
            for spec, limits in part:
                if limits is None:
                    rendered = self._draw_alone(spec)
                else:
                    rendered = self._draw_within(spec, limits)
                if rendered.faulty or rendered.unfit or spec.id.piece in self._faulty_ids:
                    sent.append(None)
                else:
                    # The numbers of lines in an SVG mean nothing to another process.
                    sent.append(replace(rendered, svg=None))
        return sent

    def _store_sent(
        self, spec: FaceSpec, sent: _RenderedFace, limits: Limits = NO_LIMITS
    ) -> _RenderedFace:
        """Stores a rendered face that another process sent as if it had been drawn here."""
        name, read = (
            self.face_cache.name(spec, sent.names_read),
            self._reads.setdefault(sent.read, sent.read),
        )
        # Thousands of faces bring equal names and files: these are dropped.
        rendered = replace(sent, name=name, read=read, names_read=(), used=frozenset())
        self._know_rooms(sent.rooms)
        if not limits:
            self.face_cache.note(name, rendered.taken, sent.used)
            self._rendered[name] = rendered
        if rendered.face is not None and rendered.metadata is not None:
            metadata = _metadata_for(rendered.metadata, spec.fields_unread(rendered.read[0]))
            self._note_metadata(spec, metadata)
            self.face_cache.add(name, rendered.face, metadata, limits, sent.used, read[0])
        return rendered

    def _prepare_fonts(self) -> None:
        """Reports the faults of the game's fonts once, before the first text is set."""
        if not self._fonts_known:
            self._fonts_known = True
            for problem in self.fonts.problems(self.face_cache.memory):
                self._report(problem, self.edition.game.place)

    def _render(self, spec: FaceSpec, limits: Limits) -> _RenderedFace:
        """Renders the template of a face, with limits for the sizes of equal texts."""
        self._prepare_fonts()
        self._drawn = spec.id.piece if spec.kind else ""
        drawing = self._drawing = self._drawing_for(spec, limits)
        drawing_step = step(f"drawing a face with {spec.template}", spec.place, FACE_S)
        with self._uses.noted() as noted, drawing_step:
            values = {**spec.all_values(), **drawing.values}
            svg = self._templates.render(spec.template, values, spec.place)
        self._know_rooms(drawing.rooms)
        if svg is None or drawing.faulty:
            self._note_faulty(spec, svg)
        if _CODE in drawing.called:
            spec.note_code()
        names_read, read = tuple(spec.names_read()), spec.fields_read()
        name = self.face_cache.name(spec, names_read)
        spec.forget_reads()
        taken, used = drawing.sizes.taken, frozenset(noted)
        # A text of an imported file is drawn once, and may be marked on other faces, too.
        unfit = drawing.unfit or (self._draft and OVERHANG in (svg or ""))
        return _RenderedFace(
            *(svg, taken, drawing.faulty, unfit, drawing.overhangs),
            *(name, names_read, used, read, drawing.rooms),
        )

    def _know_rooms(self, rooms: Mapping[Place, TextRoom]) -> None:
        for place, room in rooms.items():
            _note_fewest(self.rooms, place, room)

    def _finish(self, spec: FaceSpec, rendered: _RenderedFace, limits: Limits) -> _RenderedFace:
        """Checks a rendered face and returns it finished; a face without a fault is cached."""
        self._drawn = spec.id.piece if spec.kind else ""
        with step(f"reading what {spec.template} drew", spec.place, FACE_S):
            read = self._read(spec, rendered, rendered.svg or "", limits)
        face, checked = read.face, read.checked
        metadata = FaceMetadata(
            checked.icons,
            checked.smallest_pt,
            checked.smallest_text,
            checked.codes,
            checked.at_least,
            read.warnings,
            checked.texts,
            spec.fields_unread(rendered.read[0]),
            rendered.read[1],
            checked.shown,
        )
        self._note_metadata(spec, metadata)
        if checked.faulty:
            if not rendered.faulty:
                self._note_faulty(spec, rendered.svg)
            return replace(rendered, svg=None, face=face, metadata=metadata)
        unfit = rendered.unfit or checked.unfit
        with step(f"deriving the theme of what {spec.template} drew", spec.place, FACE_S):
            face = self._themer.derive(face, read.drawn, read.scene)
        if checked.pictures:
            face = replace(face, pictures=pictures_on(face.svg, self._pictures.by_digest))
        finished = replace(
            rendered, svg=None, face=face, metadata=metadata, unfit=unfit, overhangs={}
        )
        if not unfit:
            kept = metadata, limits, rendered.used, rendered.read[0]
            self.face_cache.add(rendered.name, face, *kept)
        return finished

    def _note_metadata(self, spec: FaceSpec, metadata: FaceMetadata) -> None:
        """Notes the metadata of a face, and its place if there are warnings about it."""
        self._metadata[spec.id] = metadata
        if metadata.warnings:
            self._places[spec.id] = spec.place

    def _read(self, spec: FaceSpec, rendered: _RenderedFace, svg: str, limits: Limits) -> "_Read":
        """Turns a template's SVG into a face, and checks it.

        Equal faces are checked once. An SVG that an editor wrote is cleaned and checked again; an
        SVG that our tools alone have drawn is not cleaned.
        """
        fitted = self._fitted.get(svg)
        drawn = inked(fitted.svg if fitted else svg, self._inks)
        faulty = rendered.faulty or rendered.unfit
        # Equal faces may name different icons, so the key is made from the SVG with its marks.
        key = hashlib.sha256(drawn.encode(errors="surrogatepass")).digest(), spec.safe_mm, faulty
        scene: Scene | None = None
        if key not in self._checked:
            found = list[SvgFault]()
            texts = self._lint(spec, drawn, found, faulty, cleaned=fitted is not None)
            if fitted is None and any(fault.code in FOREIGN for fault in found):
                fit = self._fit_to_face(spec, svg, found)
                if fit is not None:
                    self._fitted[svg] = fit
                    return self._read(spec, rendered, svg, limits)
            scene = texts.scene if texts else None
            problems = self._located(spec, found, faulty, limits) if found else []
            checked = self._check(texts, problems, spec, rendered)
            self._checked[key] = checked
            scene = None if checked.over else scene
        notes = tuple(
            warning("E229", Place(""), f"{note.message} (template {spec.template})", note.hint)
            for note in (fitted.notes if fitted else ())
        )
        checked = self._checked[key]
        if checked.over:
            from fustella.draw.inspect.overhangs import with_overhangs  # noqa: PLC0415  (drafts)

            drawn = with_overhangs(drawn, checked.over)
        face = Face.drawn(without_marks(drawn), spec.outline, spec.bleed_mm)
        return _Read(face, drawn, scene, checked, (*notes, *checked.warnings))

    def _located(
        self, spec: FaceSpec, found: Sequence[SvgFault], faulty: bool, limits: Limits
    ) -> list[Problem]:
        """The faults of a face as problems, at the lines of its template if known."""
        lines: dict[tuple[str, str], list[Place]] = {}
        for marked in self._marked(spec, faulty, limits):
            here: dict[tuple[str, str], list[Place]] = {}
            for fault, place in marked:
                if place is not None and not place.file.startswith(PACKAGE):
                    here.setdefault(_identity_of(fault), []).append(place)
            lines = {**here, **lines}
        problems = []
        for fault in found:
            places, way_out = (
                dict.fromkeys(lines.get(_identity_of(fault), ())),
                self._hint_for(fault),
            )
            for place in places:
                hint = f"{way_out} (drawn for {spec.place})".strip()
                problem = Problem(fault.code, place, fault.message, hint, concerns=spec.place)
                problems.append(replace(problem, cause=str(place)))
            if not places:
                message = f"{fault.message} (template {spec.template})"
                problem = Problem(fault.code, spec.place, message, way_out, cause=spec.template)
                problems.append(problem)
        return problems

    def _hint_for(self, fault: SvgFault) -> str:
        """The hint for a fault.

        For a paint that is the bare name of a game's colour, it shows how templates write the
        colour.
        """
        found = _NO_COLOUR.fullmatch(fault.message) if fault.code == "E221" else None
        if found and found[1] in self.edition.game.colours:
            return f"a colour of the game is written colours.{found[1]}, inside of {{{{ … }}}}"
        return fault.hint

    def _marked(
        self, spec: FaceSpec, faulty: bool, limits: Limits
    ) -> Iterator[list[tuple[SvgFault, Place | None]]]:
        """Draws a faulty face again, marked with the template's lines, and yields its faults.

        The first list has the faults of the SVG as the template drew it; for the SVG of an editor,
        the second list has the faults after cleaning.
        """
        drawing, known, unfit = self._drawing, dict(self._problems), dict(self._unfit)
        self._drawing = self._drawing_for(spec, limits)
        svg = self._templates.marked(spec.template, {**spec.all_values(), **self._drawing.values})
        spec.forget_reads()
        self._drawing, self._problems, self._unfit = drawing, known, unfit
        if svg is None:
            return
        whole, found = without_marks(svg), list[SvgFault]()
        marks = Marks(whole, self._origins.place_of)
        drawn = self._lint(spec, whole, found, faulty, cleaned=False)
        root = drawn.scene.element if drawn else None
        first = list(found)
        fit = self._fit_to_face(spec, svg, found)
        yield [(fault, marks.of(fault.element, fault.spot, root)) for fault in first]
        if fit is not None:
            found.clear()
            drawn = self._lint(spec, without_marks(fit.svg), found, faulty, cleaned=True)
            root = drawn.scene.element if drawn else None
        yield [(fault, marks.of(fault.element, fault.spot, root)) for fault in found]

    def _lint(
        self, spec: FaceSpec, svg: str, found: list[SvgFault], faulty: bool, *, cleaned: bool
    ) -> DrawnTexts | None:
        lint = Lint(spec.outline, spec.bleed_mm, found.append, faulty, cleaned, self._inks.keys())
        return lint.check(svg)

    def _fit_to_face(self, spec: FaceSpec, svg: str, found: list[SvgFault]) -> "FittedSvg | None":
        """Fits the SVG of an editor to the face.

        If that fails, adds the fault to `found` and returns None.
        """
        from fustella.draw.svg.fit import fit_face  # noqa: PLC0415  (few are an editor's)

        try:
            return fit_face(svg, spec.outline.size, spec.bleed_mm, self.fonts.names)
        except FaultySvg as fault:
            if fault.code != "E226":
                found[:] = [other for other in found if other.code != fault.code]
                spot = (fault.line + 1, -1) if fault.line else (0, 0)  # the end of that line
                found.append(SvgFault(fault.code, fault.message, fault.hint, spot=spot))
            return None

    def _check(
        self,
        drawn: DrawnTexts | None,
        found: Sequence[Problem],
        spec: FaceSpec,
        rendered: _RenderedFace,
    ) -> _Checked:
        """Reports the problems that lint has found, and checks the texts of the face."""
        unfit = self._draft and any(problem.code in UNFIT for problem in found)
        for problem in found:
            self._report(problem, spec.place)
        faulty = rendered.faulty or any(not self._is_unfit(problem) for problem in found)
        if drawn is None:
            return _Checked(0.0, "", 0, faulty)
        if spec.safe_mm > 0 and not (faulty or rendered.unfit or found):
            for near in texts_too_near(drawn, spec.outline, spec.safe_mm, self._origins):
                page = not spec.kind
                self._safe_zone.add(near, spec.template, spec.safe_mm, spec.place, page)
                unfit, faulty = self._draft, not self._draft
        over = ""
        if (unfit or rendered.unfit) and not faulty:
            over = self._over(drawn, spec, rendered, bool(found))
        at_least, texts = texts_at_least(drawn), words_drawn(drawn, spec.code)
        unseen: tuple[Problem, ...] = ()
        try:
            unseen = () if faulty or over else tuple(self._unseen(drawn, spec))
        except FaultyPicture as fault:  # it could be read a moment ago
            problem = Problem(fault.code, fault.file.place, str(fault), fault.hint)
            self._report(problem, spec.place)
            faulty = True
        marks = drawn.scene.marks
        pictures = {*marked_with(PICTURE, marks), *marked_with(MISSING, marks)}
        return _Checked(
            *smallest_text(drawn),
            at_least,
            faulty,
            texts,
            unseen,
            marked_with(ICON, marks),
            marked_with(CODE, marks),
            tuple(sorted(pictures)),
            shown_on(drawn, self._origins, spec.code) if self.face_cache.describes else (),
            unfit,
            over,
        )

    def _over(
        self, drawn: DrawnTexts, spec: FaceSpec, rendered: _RenderedFace, outside: bool
    ) -> str:
        """All that a draft shows above a face: what hangs over, and texts at a wrong place.

        `outside`: texts lie outside of the piece.
        """
        from fustella.draw.inspect.overhangs import (  # noqa: PLC0415  (drafts)
            drawn_misplaced,
            drawn_overhangs,
        )

        runs: Iterable[tuple[DrawnRun, float]] = ()
        if outside:
            runs = runs_outside(drawn, spec.outline, fitted=not rendered.unfit)
        elif not rendered.unfit:
            near = runs_too_near(drawn, spec.outline, spec.safe_mm)
            runs = ((run, spec.safe_mm - depth_mm) for _, run, depth_mm in near)
        over = drawn_overhangs(drawn.scene, rendered.overhangs, spec.outline)
        return over + drawn_misplaced(runs, spec.outline)

    def _unseen(self, drawn: DrawnTexts, spec: FaceSpec) -> Iterator[Problem]:
        """Yields E215 for texts that are hardly visible or covered.

        None in a theme that recolours texts.
        """
        has_art = any(name in {ICON, PICTURE} for name, _ in drawn.scene.marks)
        if not (drawn.drawn or has_art) or self.edition.theme is Theme.LOW_INK:
            return
        from fustella.draw.inspect.covered import covered_on  # noqa: PLC0415
        from fustella.draw.inspect.painted import Painted  # noqa: PLC0415
        from fustella.draw.inspect.unseen import unseen_texts  # noqa: PLC0415

        painted = Painted(drawn)
        for text in unseen_texts(painted, self._pictures.pixel_at):
            ground = f"on {text.ground}" if text.ground else "on its picture"
            message = f"a text in {text.colour} is hardly seen {ground} (template {spec.template})"
            hint = f'it is "{shortened(text.text)}": change its colour, or what lies under it'
            yield warning("E215", self._drawn_at(text.line), message, hint)
        for one in covered_on(painted, self._pictures.pixel_at):
            message = f"{one.thing} is covered by {one.cover} (template {spec.template})"
            hint = f'it is "{shortened(one.words)}": draw it later, or move one of the two'
            yield warning("E215", self._drawn_at(one.line), message, hint)

    def _drawn_at(self, line: str | None) -> Place:
        """The place in the project of a text with this mark; an empty place without one."""
        at = self._origins.place_of(line)
        return Place("") if at is None or at.file.startswith(PACKAGE) else at

    def _drawing_for(self, spec: FaceSpec | None, limits: Limits) -> _Drawing:
        """A new record, with its tools, for a face that is about to be drawn."""
        place = spec.place if spec else self.edition.game.place
        code, composed = (spec.code, spec.composed) if spec else ("", False)
        edition, sizes = self.edition, SizesOfFace(limits)
        rooms: dict[Place, TextRoom] = {}
        toolbox = Toolbox(
            place,
            edition.game.icons,
            self._icons,
            self._pictures,
            self._report_from_tool,
            # A face that is no piece, such as a cover, is in the language of the tool's words.
            edition.language if code else edition.game.tool_words.spoken(edition.language),
            self.fonts,
            code,
            sizes,
            self._number_of_origin,
            self._uses.note,
            self._keywords,
            partial(_note_fewest, rooms) if self._measures_rooms else None,
            composed,
            spec.sees if spec else None,
            self._note_overhang if self._draft else None,
        )
        return _Drawing(place, toolbox.functions(), toolbox.values(), sizes, rooms, spec=spec)

    def _note_overhang(self, overhang: Overhang) -> str:
        return self._drawing.note_overhang(overhang)

    def _is_unfit(self, problem: Problem) -> bool:
        """Whether a problem is that of a text which does not fit this draft."""
        return self._draft and problem.code in UNFIT

    def _tool_of_current_face(self, name: str) -> Callable[..., object]:
        """A function for templates that calls a tool of the current face.

        Macros keep the function from one face to the next, so it looks up the tool at each call.
        """

        def call(*arguments: object, **options: object) -> object:
            drawing = self._drawing
            drawing.called.add(name)
            return drawing.tools[name](*arguments, **options)

        return call

    def _number_of_origin(self, zone: object, value: object) -> int | None:
        """The number of a text's origin: the zone of the text, or the line that calls a tool."""
        place = zone.place if isinstance(zone, Word) else self._templates.current_line()
        if place is None:
            return None
        field = field_of(value.place) if isinstance(value, Word) else ""
        return self._origins.number_of(TextOrigin(place, str(zone), field))

    def _report_from_tool(self, problem: Problem) -> None:
        """Reports a problem of a tool, at the template's line if the template wrote the value."""
        line = self._templates.current_line() if problem.place == self._drawing.place else None
        if line is not None and not line.file.startswith(PACKAGE):
            drawn_for = f"drawn for {problem.place}"
            hint = f"{problem.hint} ({drawn_for})" if problem.hint else drawn_for
            where = problem.place
            problem = replace(problem, place=line, hint=hint, concerns=where, cause=str(line))
        self._report_drawing(problem)

    def _report_drawing(self, problem: Problem) -> None:
        if self._is_unfit(problem):
            self._drawing.unfit = True
        else:
            self._drawing.faulty = True
        spec = self._drawing.spec
        if isinstance(problem, LacksLetter) and spec is not None and spec.kind:
            problem = replace(problem, piece=spec.id.piece)
        if problem.cause and spec is not None:  # zones of one name in two kinds are different
            problem = replace(problem, cause=f"{spec.kind} {problem.cause}")
        self._report(problem, self._drawing.place)

    def _report(self, problem: Problem, drawn_for: Place) -> None:
        """Collects a problem.

        A fault of a template that all pieces share is reported for the first piece.
        """
        place = None if problem.place == drawn_for else problem.place
        key = (problem.code, problem.message, place)
        problems = self._problems
        if self._is_unfit(problem):
            problems = self._unfit
            self._unfit_ids.add(self._drawn)
        problems.setdefault(key, replace(problem, piece=self._drawn))

    def _all_problems(self) -> list[Problem]:
        drawn = joined_by_script(self._problems.values(), self.fonts, self.edition.language)
        near = () if self._draft else self._safe_zone.problems()
        return [*drawn, *near]
