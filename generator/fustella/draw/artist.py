"""Draws every side of every piece: from its spec to a draft, a checked `Face` and its metadata.

A spec is rendered by its template into a draft. Once it is known how large its texts may be among
those of its kind, the draft is checked: it becomes a face with metadata, which the album keeps
unless something is wrong with it.
"""

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
from fustella.core.values.model import Edition, Face, FaceId, FaceMetadata, Piece
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.core.values.themes import Theme
from fustella.core.words.patterns import regex
from fustella.draw.album import Album
from fustella.draw.icons import IconLibrary
from fustella.draw.inspect.lint import FOREIGN, Lint, SafeZone, TemplateLines, texts_too_near
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
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.scene.resolve import Fault
from fustella.draw.sources import Sources, Use, Uses
from fustella.draw.specs import Ask, FaceSpec, piece_specs
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
from fustella.draw.text.lacking import LacksLetter, told_together
from fustella.draw.themes import Themer

if TYPE_CHECKING:
    from fustella.draw.svg.fit import FittedSvg


class _Drawing(Struct):
    """One face while its template is rendered.

    `tools` are the functions that the template calls, `called` those that it called, `sizes`
    collects the sizes of its texts, `rooms` how many letters fit their places; `faulty` is set when
    a problem is reported. `spec` is that of the face.
    """

    place: Place
    tools: Mapping[str, Callable[..., object]]
    sizes: SizesOfFace
    rooms: dict[Place, TextRoom]
    called: set[str] = field(default_factory=set)
    faulty: bool = False
    spec: FaceSpec | None = None


_Reads: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The fields that a template has read, those of its own side and those of the other."""


class _Draft(Struct, frozen=True):
    """The SVG of a rendered template, not checked yet, and the sizes that its texts took.

    `svg` is None where the template failed, or where only the sizes are known. `name` is that of
    the face for the album, `asks` what its template read, fields and all else, `used` the files
    that it was drawn from. `face` and `metadata` are set where the draft was checked already, as
    the sizes on other faces cannot change it. `rooms` are those of its texts, where they are asked.
    """

    svg: str | None
    taken: Taken
    faulty: bool = False
    name: str = ""
    asks: tuple[Ask, ...] = ()
    used: frozenset[Use] = frozenset()
    read: _Reads = ((), ())
    rooms: Mapping[Place, TextRoom] = field(default_factory=dict)
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
    warnings: tuple[Problem, ...] = ()


AT_A_TIME = 2000
"""So many specs of new faces wait for their drawing; those of 10,000 cards take 50 MB."""

FACES_OF_WORKER = 150
"""So many new faces are worth another process: it draws them in twenty times the time that its
start and its answer take."""

FACES_BEFORE = 40
"""So many are drawn first: other processes start with their templates compiled."""

FACES_OF_PART = 40

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


def _noted_in(order: dict[FaceId, None], specs: Iterable[FaceSpec]) -> Iterator[FaceSpec]:
    for spec in specs:
        order[spec.id] = None
        yield spec


def _told(fault: Fault) -> tuple[str, str]:
    """What faults have in common that are the same; a malformed SVG has one fault alone."""
    return fault.code, "" if fault.code == "E226" else fault.message


_CODE = "code"
"""The tool that writes the version code of a piece, which is not among what it is given."""

_NO_COLOUR = regex(r'`[\w-]+="([a-z][a-z0-9_]*)"` is no colour')


def _note_fewest(rooms: dict[Place, TextRoom], place: Place, room: TextRoom) -> None:
    """Note how many letters fit the place of a text; the fewest, where it is drawn twice."""
    if room.fitting < rooms.setdefault(place, room).fitting:
        rooms[place] = room


class Artist:
    """Draws the faces of one edition of a game, except those that the album has already."""

    def __init__(
        self,
        project: Project,
        edition: Edition,
        icons: IconLibrary,
        album: Album,
        *,
        measures_rooms: bool = False,
    ) -> None:
        """With `measures_rooms`, `rooms` tells of each new text how many letters fit its place."""
        game = edition.game
        self.rooms: dict[Place, TextRoom] = {}
        self._measures_rooms = measures_rooms
        self._project = project
        self.edition = edition
        self.album = album
        self.fonts = GameFonts(game.fonts, game.own_fonts)
        self._fonts_known = False
        self._icons, self._uses = icons, Uses()
        self._keywords = KeywordStyles(game.keywords, edition.language)
        self._pictures = PictureLibrary(album.pictures, game.images, album.memory)
        self._themer = Themer.of_game(edition.theme, game.colours)
        self._metadata: dict[FaceId, FaceMetadata] = {}
        self._places: dict[FaceId, Place] = {}
        self._problems: dict[tuple[str, str, Place | None], Problem] = {}
        self._safe_zone = SafeZone()
        self._faulty_ids: set[str] = set()
        self._faulty_letters = 0
        self._drawn = ""
        self._drafts: dict[str, _Draft] = {}
        self._reads: dict[_Reads, _Reads] = {}
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

    def __reduce__(self) -> tuple[object, ...]:
        """A process that is sent an artist has one that has drawn nothing yet."""
        arguments = (self._project, self.edition, self._icons, self.album)
        return partial(Artist, measures_rooms=self._measures_rooms), arguments

    @property
    def metadata(self) -> Mapping[FaceId, FaceMetadata]:
        """What the faces show that were asked for so far, drawn now or before."""
        return MappingProxyType(self._metadata)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings about the faces that were asked for so far.

        Each once: one that several pieces share is told of the first.
        """
        warnings = dict[tuple[str, str, Place], Problem]()
        for face_id, metadata in self._metadata.items():
            for told in metadata.warnings:
                drawn_for = self._places[face_id]
                place = told.place if told.place.file else drawn_for
                warned = replace(told, place=place, concerns=drawn_for)
                warnings.setdefault((told.code, told.message, told.place), warned)
        return tuple(warnings.values())

    @property
    def faulty(self) -> frozenset[str]:
        """The ids of the pieces, or parts of a cover, that could not be drawn correctly."""
        return frozenset(self._faulty_ids)

    def draw_pieces(self, pieces: Sequence[Piece]) -> dict[FaceId, Face]:
        """Both sides of all pieces. Raises ProblemsFound with everything wrong in any of them."""
        return self.draw(piece_specs(self.edition, pieces))

    def draw(self, specs: Iterable[FaceSpec]) -> dict[FaceId, Face]:
        """The faces of the specs. Raises ProblemsFound with everything wrong in any of them.

        All faces of a kind must be among them, for some may have texts of equal size. Specs are
        taken as they are needed, and few are kept.
        """
        with watched():
            return self._draw(specs)

    def _draw(self, specs: Iterable[FaceSpec]) -> dict[FaceId, Face]:
        faces: dict[FaceId, Face] = {}
        order: dict[FaceId, None] = {}
        waiting = list[tuple[FaceSpec, _Draft]]()
        for spec, draft in self._drafts_of(_noted_in(order, specs)):
            if draft.face is not None:
                faces[spec.id] = draft.face
            else:
                waiting.append((spec, draft))
        self._drafts.clear()
        if self._problems:
            # Drafts that wait for others of their kind are checked too: report all at once.
            for spec, draft in waiting:
                if draft.svg is not None:
                    self._finish(spec, draft, NO_LIMITS)
            raise ProblemsFound(self._all_problems())
        faces |= self._draw_equal(waiting)
        if problems := self._all_problems():
            raise ProblemsFound(problems)
        for face_id in order:
            self._metadata[face_id] = self._metadata.pop(face_id)
        return {face_id: faces[face_id] for face_id in order}

    def _note_faulty(self, spec: FaceSpec, svg: str | None) -> None:
        """Note a piece that cannot be drawn.

        Raises ProblemsFound where there are too many: what is wrong so far, and E133 at this one.
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

    def _drafts_of(self, specs: Iterable[FaceSpec]) -> Iterator[tuple[FaceSpec, _Draft]]:
        """Each spec with its draft: those that are known first, of so many at a time."""
        new = list[FaceSpec]()
        for spec in specs:
            known = self._known_draft(spec)
            if known is not None:
                yield spec, known
                continue
            new.append(spec)
            if len(new) == AT_A_TIME:
                yield from self._new_drafts(new)
                new.clear()
        yield from self._new_drafts(new)

    def _new_drafts(self, specs: Sequence[FaceSpec]) -> Iterator[tuple[FaceSpec, _Draft]]:
        """Each spec with its draft; where there are many, other processes draw them."""
        alone = FACES_BEFORE if workers_for(len(specs), FACES_OF_WORKER) > 1 else len(specs)
        for spec in specs[:alone]:
            yield spec, self._draw_alone(spec)
        others = list[FaceSpec]()
        for spec in specs[alone:]:
            known = self._known_draft(spec)
            if known is not None:
                yield spec, known
            else:
                others.append(spec)
        work = [(spec, None) for spec in others]
        for spec, sent in zip(others, self._drawn_by_others(work), strict=True):
            yield spec, self._draw_alone(spec) if sent is None else self._taken_over(spec, sent)

    def _known_draft(self, spec: FaceSpec) -> _Draft | None:
        """What is known of a face: from before, or from one that was drawn from the same."""
        taken = self.album.taken(spec)
        if taken is not None:
            return _Draft(None, taken)
        names = self.album.names(spec) if self._drafts else ()
        equal = next((self._drafts[name] for name in names if name in self._drafts), None)
        if equal is not None and equal.metadata is not None:
            self._know(spec, _for_another(equal.metadata, spec.fields_unread(equal.read[0])))
        return equal

    def _draw_alone(self, spec: FaceSpec) -> _Draft:
        """A face as if it were the only one, or the sizes that its texts took when it was so.

        It is finished here where no text of it has to be as large as those of other faces. What was
        drawn from the same for another piece is taken over.
        """
        known = self._known_draft(spec)
        if known is not None:
            return known
        draft = self._render(spec, NO_LIMITS)
        if not draft.faulty:
            self.album.note(draft.name, draft.taken, draft.used)
        if draft.svg is not None and not draft.taken:
            draft = self._finish(spec, draft, NO_LIMITS)
        if not draft.faulty and spec.id.piece not in self._faulty_ids:
            self._drafts[draft.name] = draft
        return draft

    def _draw_equal(self, drafts: Sequence[tuple[FaceSpec, _Draft]]) -> dict[FaceId, Face]:
        """The faces of drafts, with texts as large as those of the others of their kind."""
        equal = EqualSizes((spec, draft.taken) for spec, draft in drafts)
        faces = dict[FaceId, Face]()
        new = list[tuple[FaceSpec, Limits]]()
        for spec, draft in drafts:
            limits = equal.limits(spec, draft.taken)
            known = self._known_within(spec, limits)
            if known is None and draft.svg is not None and not limits:
                known = self._finish(spec, draft, limits).face
            if known is not None:
                faces[spec.id] = known
            else:
                new.append((spec, limits))
        for (spec, limits), one in zip(new, self._drawn_by_others(new), strict=True):
            if one is not None:
                face = self._taken_over(spec, one, limits).face
            else:
                face = self._known_within(spec, limits) or self._draw_within(spec, limits).face
            assert face is not None
            faces[spec.id] = face
        return faces

    def _known_within(self, spec: FaceSpec, limits: Limits) -> Face | None:
        """The face that was drawn with these limits, now or before."""
        known = self.album.find(spec, limits)
        if known is None:
            return None
        self._know(spec, known[1])
        return known[0]

    def _draw_within(self, spec: FaceSpec, limits: Limits) -> _Draft:
        return self._finish(spec, self._render(spec, limits), limits)

    def _drawn_by_others(
        self, work: Sequence[tuple[FaceSpec, Limits | None]]
    ) -> list[_Draft | None]:
        """The drafts of specs as other processes have drawn them.

        None for those that are to be drawn here: where there are few, and one with a fault, which
        is told as it is drawn once more.
        """
        processes = workers_for(len(work), FACES_OF_WORKER)
        if processes < 2:
            return [None] * len(work)
        parts = [
            work[start : start + FACES_OF_PART] for start in range(0, len(work), FACES_OF_PART)
        ]
        found = list[_Draft | None]()
        for part, sent in zip(parts, by_others(self._to_be_sent, parts, processes), strict=True):
            found += [None] * len(part) if sent is None else sent
        return found

    def _to_be_sent(self, part: Sequence[tuple[FaceSpec, Limits | None]]) -> list[_Draft | None]:
        """In another process: the drafts of some specs, alone or within limits."""
        sent = list[_Draft | None]()
        with watched():
            for spec, limits in part:
                if limits is None:
                    draft = self._draw_alone(spec)
                else:
                    draft = self._draw_within(spec, limits)
                if draft.faulty or spec.id.piece in self._faulty_ids:
                    sent.append(None)
                else:
                    # The numbers of lines in an SVG mean nothing to another process.
                    sent.append(replace(draft, svg=None))
        return sent

    def _taken_over(self, spec: FaceSpec, sent: _Draft, limits: Limits = NO_LIMITS) -> _Draft:
        """The draft of another process, kept as if it had been drawn here."""
        name, read = self.album.name(spec, sent.asks), self._reads.setdefault(sent.read, sent.read)
        # What each draft brings once more is let go, for there are thousands.
        draft = replace(sent, name=name, read=read, asks=(), used=frozenset())
        self._know_rooms(sent.rooms)
        if not limits:
            self.album.note(name, draft.taken, sent.used)
            self._drafts[name] = draft
        if draft.face is not None and draft.metadata is not None:
            metadata = _for_another(draft.metadata, spec.fields_unread(draft.read[0]))
            self._know(spec, metadata)
            self.album.add(name, draft.face, metadata, limits, sent.used, read[0])
        return draft

    def _prepare_fonts(self) -> None:
        """Report what is wrong with the fonts of the game, once, before the first text is set."""
        if not self._fonts_known:
            self._fonts_known = True
            for problem in self.fonts.problems(self.album.memory):
                self._report(problem, self.edition.game.place)

    def _render(self, spec: FaceSpec, limits: Limits) -> _Draft:
        """The template rendered for this face alone."""
        self._prepare_fonts()
        self._drawn = spec.id.piece if spec.kind else ""
        line_number = self._line_number if spec.safe_mm > 0 else None
        drawing = self._drawing = self._drawing_for(
            spec.place, spec.code, limits, line_number, spec.composed
        )
        drawing.spec = spec
        drawing_step = step(f"drawing a face with {spec.template}", spec.place, FACE_S)
        with self._uses.noted() as noted, drawing_step:
            svg = self._templates.render(spec.template, spec.all_values(), spec.place)
        self._know_rooms(drawing.rooms)
        if svg is None or drawing.faulty:
            self._note_faulty(spec, svg)
        if _CODE in drawing.called:
            spec.note_code()
        asks, read = tuple(spec.asks()), spec.fields_read()
        name = self.album.name(spec, asks)
        spec.forget_asked()
        taken, used = drawing.sizes.taken, frozenset(noted)
        return _Draft(svg, taken, drawing.faulty, name, asks, used, read, drawing.rooms)

    def _know_rooms(self, rooms: Mapping[Place, TextRoom]) -> None:
        for place, room in rooms.items():
            _note_fewest(self.rooms, place, room)

    def _finish(self, spec: FaceSpec, draft: _Draft, limits: Limits) -> _Draft:
        """The face of a draft, checked, and kept unless something is wrong with it."""
        self._drawn = spec.id.piece if spec.kind else ""
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
            if not draft.faulty:
                self._note_faulty(spec, draft.svg)
            return replace(draft, svg=None, face=face, metadata=metadata)
        with step(f"deriving the theme of what {spec.template} drew", spec.place, FACE_S):
            face = self._themer.derive(face, read.drawn)
        if read.asked:
            face = replace(face, pictures=pictures_on(face.svg, self._pictures.by_digest))
        self.album.add(draft.name, face, metadata, limits, draft.used, draft.read[0])
        return replace(draft, svg=None, face=face, metadata=metadata)

    def _know(self, spec: FaceSpec, metadata: FaceMetadata) -> None:
        """Note what a face shows."""
        self._metadata[spec.id] = metadata
        if metadata.warnings:
            self._places[spec.id] = spec.place

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
        checked = self._checked[key]
        return replace(read, checked=checked, warnings=(*warnings, *checked.warnings))

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
                problems.append(replace(told, cause=str(place)))
            if not places:
                message = f"{fault.message} (template {spec.template})"
                told = Problem(fault.code, spec.place, message, way_out, cause=spec.template)
                problems.append(told)
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
        self._drawing = self._drawing_for(spec.place, spec.code, limits, composed=spec.composed)
        self._drawing.spec = spec
        svg = self._templates.marked(spec.template, spec.all_values())
        spec.forget_asked()
        self._drawing, self._problems = drawing, known
        if svg is None:
            return
        whole, found = self._taken_apart(spec, svg).face.svg, list[Fault]()
        marks = Marks(whole, self._lines.place_of)
        drawn = self._lint(spec, whole, found, faulty, cleaned=False)
        root = drawn.scene.element if drawn else None
        first = list(found)
        made = self._fit(spec, svg, found)
        yield [(fault, marks.of(fault.element, fault.spot, root)) for fault in first]
        if made is not None:
            found.clear()
            whole = self._taken_apart(spec, made.svg).face.svg
            drawn = self._lint(spec, whole, found, faulty, cleaned=True)
            root = drawn.scene.element if drawn else None
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

    def _fit(self, spec: FaceSpec, svg: str, found: list[Fault]) -> "FittedSvg | None":
        """An SVG of an editor, made fit for the face; else `found` says why it cannot be."""
        from fustella.draw.svg.fit import fit_face  # noqa: PLC0415  (few are an editor's)

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
                page = not spec.kind
                self._safe_zone.add(near, spec.template, spec.safe_mm, spec.place, page)
                faulty = True
        at_least, texts = texts_at_least(drawn), words_drawn(drawn, spec.code)
        unseen: tuple[Problem, ...] = ()
        try:
            unseen = () if faulty else tuple(self._unseen(drawn, spec, lines))
        except FaultyPicture as fault:  # it could be read a moment ago
            problem = Problem(fault.code, fault.file.place, str(fault), fault.hint)
            self._report(problem, spec.place)
            faulty = True
        return _Checked(*smallest_text(drawn), at_least, faulty, texts, unseen)

    def _unseen(
        self, drawn: DrawnTexts, spec: FaceSpec, lines: Sequence[Place | None]
    ) -> Iterator[Problem]:
        """E215 for texts that are hardly seen; a theme that saves ink gives them other colours."""
        if not drawn.drawn or self.edition.theme is Theme.LOW_INK:
            return
        from fustella.draw.inspect.unseen import unseen_texts  # noqa: PLC0415

        for text in unseen_texts(drawn.scene, self._pictures.pixel_at):
            at = dict(enumerate(lines)).get(text.number) if text.number is not None else None
            if at is None or at.file.startswith(PACKAGE):
                at = Place("")
            ground = f"on {text.ground}" if text.ground else "on its picture"
            message = f"a text in {text.colour} is hardly seen {ground} (template {spec.template})"
            hint = f'it is "{shortened(text.text)}": change its colour, or what lies under it'
            yield warning("E215", at, message, hint)

    def _drawing_for(
        self,
        place: Place,
        code: str,
        limits: Limits,
        line_number: Callable[[Place | None], int | None] | None = None,
        composed: bool = False,
    ) -> _Drawing:
        """A face to begin; with `line_number`, its texts carry the template's line."""
        edition, sizes = self.edition, SizesOfFace(limits)
        rooms: dict[Place, TextRoom] = {}
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
            partial(_note_fewest, rooms) if self._measures_rooms else None,
            composed,
        )
        return _Drawing(place, toolbox.functions(), sizes, rooms)

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
            where = problem.place
            problem = replace(problem, place=line, hint=hint, concerns=where, cause=str(line))
        self._report_drawing(problem)

    def _report_drawing(self, problem: Problem) -> None:
        self._drawing.faulty = True
        spec = self._drawing.spec
        if isinstance(problem, LacksLetter) and spec is not None and spec.kind:
            problem = replace(problem, piece=spec.id.piece)
        self._report(problem, self._drawing.place)

    def _report(self, problem: Problem, drawn_for: Place) -> None:
        """Collect a problem; a template's fault that all pieces share is kept for the first."""
        place = None if problem.place == drawn_for else problem.place
        told = replace(problem, piece=self._drawn)
        self._problems.setdefault((problem.code, problem.message, place), told)

    def _all_problems(self) -> list[Problem]:
        drawn = told_together(self._problems.values(), self.fonts, self.edition.language)
        return [*drawn, *self._safe_zone.problems()]
