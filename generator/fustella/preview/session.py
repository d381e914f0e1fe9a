"""Keeps one game of the preview: reads, draws and reviews it again when its files changed.

A fault in the content stops nothing: pieces without faults show their present faces, and so do
pieces whose texts do not fit, with what hangs over in red. Other pieces show their last faces. The
faults stand beside them.
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.build import BuildOptions
from fustella.build.choice import Selection
from fustella.build.job import Job
from fustella.build.pictures import picture_warnings
from fustella.core.files.project import Project
from fustella.core.files.reading import is_there, read_bytes
from fustella.core.processes.limits import YAML_BYTES
from fustella.core.values.claims import Finding
from fustella.core.values.model import Edition, Face, FaceId, FaceMetadata, Game
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.themes import Theme
from fustella.history import GameState, PieceChange, changes_between, state_of
from fustella.preview.booklets import GameBooklet
from fustella.preview.present import (
    PieceIndex,
    claim_views,
    fault_view,
    game_view,
    kind_views,
    piece_views,
    remarks_view,
)
from fustella.preview.present_play import PlayedPieces
from fustella.preview.present_sheets import cover_views, sheet_views
from fustella.preview.views import (
    BookletView,
    EditionKey,
    FaultView,
    GameView,
    PlayedView,
    RemarksView,
    SheetsView,
    Snapshot,
)
from fustella.read.remarks import remarks_file
from fustella.review import review_faces, unread_fields
from fustella.workbench.draft import digest_of


class _DrawnEdition(Struct):
    """The last drawing of an edition, with the `faults` and `warnings` that it gave.

    `faulty` are the pieces that could not be drawn right. `first` is the state of the game when the
    edition was first drawn without faults. A `stale` edition must be drawn again.
    """

    snapshot: Snapshot
    faces: Mapping[FaceId, Face] = field(default_factory=dict)
    metadata: Mapping[FaceId, FaceMetadata] = field(default_factory=dict)
    faults: tuple[Problem, ...] = ()
    faulty: frozenset[str] = frozenset()
    warnings: tuple[Problem, ...] = ()
    first: GameState | None = None
    stale: bool = True


class GameSession:
    """The preview of one game.

    `keep` is called with the faces that a page may request; `number` returns the number of a new
    snapshot. Two threads must not use a session at once.
    """

    def __init__(
        self,
        project: Project,
        game_id: str,
        options: BuildOptions,
        keep: Callable[[Iterable[Face]], None],
        number: Callable[[], int],
        keep_pages: Callable[[Mapping[str, str]], None],
    ) -> None:
        # A page refuses nothing: its cover says, as a printed one does, that the box differs.
        self._project, self._id, self._options = project, game_id, replace(options, force=True)
        self._keep, self._number = keep, number
        self._job: Job | None = None
        self._faults: tuple[Problem, ...] = ()
        self._findings: tuple[Finding, ...] = ()
        self._remarks = RemarksView()
        self._pieces_played = PlayedPieces(self._project, self._id)
        self._played: tuple[PlayedView, ...] = ()
        self._review_faults: tuple[Problem, ...] = ()
        self._chapter_faults: tuple[Problem, ...] = ()
        self._stale, self._reviewed = True, False
        self._editions: dict[EditionKey, _DrawnEdition] = {}
        self._sheets: dict[EditionKey, SheetsView] = {}
        self._booklet = GameBooklet(project, game_id, keep_pages)
        self._booklet_jobs: dict[EditionKey, Job] = {}

    @property
    def _game(self) -> Game | None:
        """The last game that was read without faults."""
        return self._job.game if self._job else None

    def touch(self) -> None:
        """Notes that files of the game changed."""
        self._stale, self._reviewed = True, False
        self._sheets.clear()
        self._booklet_jobs.clear()
        for drawn in self._editions.values():
            drawn.stale = True

    def touch_chapters(self) -> None:
        """Notes that chapters of the rule booklet changed, and nothing else."""
        self._reviewed = False
        if self._job is not None:
            self._job = self._job.reread()

    def view(self) -> GameView:
        """The game's entry in the list of games."""
        self._read()
        drawn = [fault for edition in self._editions.values() for fault in edition.faults]
        reviewed = (*self._review_faults, *self._chapter_faults)
        faults = dict.fromkeys((*self._faults, *drawn, *reviewed))
        return game_view(self._id, self._game, len(faults))

    def job(self) -> Job | None:
        """The job of the game as its files are now; None if they have faults."""
        self._read()
        return None if self._faults else self._job

    def game(self) -> Game | None:
        """The game as it was last read without faults; None if it never was."""
        self._read()
        return self._game

    def job_of(self, edition: EditionKey) -> Job | None:
        """The job of an edition as the files are now; None if they have faults."""
        return self._job_of(edition) if self.job() is not None else None

    @property
    def faults(self) -> tuple[Problem, ...]:
        """The problems for which the game could not be read; () if it could."""
        return self._faults

    def drawn(self, edition: EditionKey) -> tuple[Job | None, Mapping[FaceId, Face]]:
        """The job of an edition as it was last read, with the faces that are shown."""
        self.refresh(edition)
        return self._job_of(edition), self._editions[edition].faces

    def languages(self) -> tuple[str, ...]:
        """The languages of the game; () until it could be read."""
        self._read()
        return self._game.languages if self._game else ()

    def refresh(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """The last snapshot shown, and a new one in which claims are as last reviewed."""
        self._read()
        drawn = self._editions.setdefault(edition, _DrawnEdition(nothing_of(edition)))
        before = drawn.snapshot
        if drawn.stale:
            self._draw(edition, drawn)
        self._show(edition, drawn)
        return before, drawn.snapshot

    def settle(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """The last snapshot shown, and a new one in which claims are reviewed again."""
        before, _ = self.refresh(edition)
        drawn = self._editions[edition]
        if not self._reviewed:
            self._review(drawn)
            self._show(edition, drawn)
        return before, drawn.snapshot

    def sheets(self, edition: EditionKey) -> SheetsView:
        """The view of the box's sheets on the paper of the options; the cover comes first."""
        self._read()
        known = self._sheets.get(edition)
        if known is None:
            known = self._sheets[edition] = self._sheets_laid_out(edition)
        return known

    def booklet(
        self,
        edition: EditionKey,
        *,
        settled: bool,
        unwanted: Callable[[], bool] = lambda: False,
    ) -> BookletView:
        """The view of the rule booklet; if it need not be `settled`, it comes sooner.

        It is not settled where it is `unwanted` before that.
        """
        self._read()
        if edition not in self._booklet_jobs:
            job = self._job_of(edition)
            if job is None:
                return BookletView(faults=self._fault_views(self._faults))
            self._booklet_jobs[edition] = job
        job, fresh = self._booklet_jobs[edition], self._job_of(edition)
        assert fresh is not None
        view = self._booklet.view(
            edition, job, fresh, self._fault_views, settled=settled, unwanted=unwanted
        )
        faults = self._fault_views(self._faults)  # of a game that is shown as it was
        return replace(view, faults=(*faults, *view.faults)) if faults else view

    def close(self) -> None:
        """Ends the process that sets the booklet."""
        self._booklet.close()

    def faces_of(self, edition: EditionKey, piece: str) -> Mapping[FaceId, Face]:
        """The faces of one piece as the files are now, drawn without all others.

        There are none where something has a fault. Where texts of a kind have one size, those of
        the piece may be larger than beside the others.
        """
        job = self.job_of(edition)
        if job is None:
            return {}
        whole = job.game.with_boxes()
        own = tuple(each for each in whole.pieces if each.id == piece)
        try:
            faces = job.given(selection=Selection(whole, own, own)).faces
        except ProblemsFound:
            return {}
        self._keep(faces.values())
        return faces

    def told(self, problems: Iterable[Problem]) -> tuple[FaultView, ...]:
        """The views of problems that a command found."""
        self._read()
        return self._fault_views(problems)

    def since_start(self, edition: EditionKey) -> tuple[PieceChange, ...]:
        """The changes since the edition was first drawn without faults."""
        self.refresh(edition)
        drawn = self._editions[edition]
        if drawn.first is None or self._game is None:
            return ()
        return changes_between(drawn.first, state_of(self._game, edition.language, drawn.faces))

    def _read(self) -> None:
        """Reads the game again if its files changed; if it has faults, the last good game stays."""
        if not self._stale:
            return
        job = Job(self._project, self._id, self._options, shows_unfit=True)
        try:
            _ = job.game
            self._job, self._faults = job, ()
            self._remarks = self._remarks_of(job.game)
            self._played = self._pieces_played.views(job.game)
        except ProblemsFound as found:
            self._faults = found.problems
        self._stale = False

    def _remarks_of(self, game: Game) -> RemarksView:
        """The remarks on the game, with the digest of their file, by which a page adds others."""
        path = remarks_file(self._project, self._id)
        file = self._project.name_of(path)
        try:
            there = is_there(path)
            content = read_bytes(path, self._project.root, YAML_BYTES) if there else None
        except OSError:  # it was taken away just now
            content = None
        return remarks_view(game.remarks, file, digest_of(content))

    def _job_of(self, edition: EditionKey) -> Job | None:
        """A job for an edition; None where the game could not be read, or lacks the language."""
        if self._job is None or edition.language not in self._job.game.languages:
            return None
        own = Edition(self._job.game, edition.language, Theme(edition.theme))
        return self._job.given(edition=own)

    def _draw(self, edition: EditionKey, drawn: _DrawnEdition) -> None:
        """Draws the faces that changed; where some pieces have faults, draws the others."""
        job = self._job_of(edition)
        if job is None:
            return
        if self._faults and not self._project.folder_of(self._id).is_dir():
            return  # without its pictures the last good game could not be drawn again
        whole = job.game.with_boxes()
        job = job.given(selection=Selection(whole, whole.pieces, whole.pieces))
        try:
            drawn.faces, drawn.faults = job.faces, job.artist.unfit
            drawn.metadata = {} if drawn.faults else job.metadata
            drawn.faulty = job.artist.unfit_pieces
            drawn.warnings = (
                *job.artist.warnings,
                *job.artist.edition.warnings,
                *picture_warnings(whole, drawn.faces, job.artist.face_cache.memory),
            )
            job.artist.face_cache.save()
        except ProblemsFound as found:
            drawn.faults = (*found.problems, *job.artist.unfit)
            drawn.metadata, drawn.warnings = {}, ()
            drawn.faulty = job.artist.faulty | job.artist.unfit_pieces
            own = {piece.id for piece in whole.pieces}
            last = {face_id: face for face_id, face in drawn.faces.items() if face_id.piece in own}
            drawn.faces = last | _faces_without_faults(job, job.artist.faulty)
        drawn.stale = False
        if drawn.first is None and not drawn.faults:
            drawn.first = state_of(job.game, edition.language, drawn.faces)
        self._keep(drawn.faces.values())

    def _review(self, drawn: _DrawnEdition) -> None:
        """Reviews the game against its claims, and its faces if all of them were drawn."""
        self._reviewed = True
        if self._job is None or self._faults:
            return  # there is nothing to review where the game could not be read
        game = self._job.game
        try:
            self._chapter_faults = self._job.rules.warnings
        except ProblemsFound as found:
            self._chapter_faults = found.problems
        try:
            reviewed = self._job.review
            findings, unread = reviewed.findings, tuple[Problem, ...]()
            if drawn.metadata:
                own = {piece.id for piece in game.pieces}
                metadata = {
                    face_id: known
                    for face_id, known in drawn.metadata.items()
                    if face_id.piece in own
                }
                findings += review_faces(reviewed, metadata).findings
                unread = unread_fields(game, reviewed.claims, metadata)
            unique = {
                (finding.claim, finding.place, finding.says, finding.has): finding
                for finding in findings
            }
            self._findings = tuple(unique.values())
            self._review_faults = (*reviewed.problems, *unread)
        except ProblemsFound as found:
            self._findings, self._review_faults = (), found.problems

    def _show(self, edition: EditionKey, drawn: _DrawnEdition) -> None:
        """Makes the snapshot again, under a new number if anything in it is different."""
        snapshot = replace(self._snapshot(edition, drawn), number=drawn.snapshot.number)
        if snapshot != drawn.snapshot or not snapshot.number:
            drawn.snapshot = replace(snapshot, number=self._number())

    def _snapshot(self, edition: EditionKey, drawn: _DrawnEdition) -> Snapshot:
        game, language = self._game, edition.language
        own = (*self._faults, *drawn.faults, *drawn.warnings)
        problems = (*own, *self._review_faults, *self._chapter_faults)
        snapshot = replace(
            nothing_of(edition),
            checked=self._reviewed,
            faults=self._fault_views(problems, drawn.faulty),
        )
        if game is None or language not in game.languages:
            return snapshot
        return replace(
            snapshot,
            title=str(game.title.in_language(language)),
            original=game.original,
            languages=game.languages,
            kinds=kind_views(game, language),
            pieces=piece_views(game, language, drawn.faces),
            claims=claim_views(self._findings, game, language, self._whose()),
            remarks=self._remarks,
            played=self._played,
        )

    def _sheets_laid_out(self, edition: EditionKey) -> SheetsView:
        job = self._job_of(edition)
        if job is None:
            return SheetsView((), self._fault_views(self._faults))
        job = job.with_pieces(job.game.pieces)
        try:
            _, production = job.settings, job.production
        except ProblemsFound as found:
            return SheetsView((), self._fault_views(found.problems))
        contents, language, duplex = production.contents, edition.language, job.settings.duplex
        views = sheet_views(contents, production.sheets, language, duplex)
        try:
            cover = job.cover
        except ProblemsFound as found:
            return SheetsView(views, self._fault_views(found.problems))
        if cover is not None:
            job.artist.face_cache.save()
            self._keep(cover.faces.values())
            own = cover_views(contents, cover.sheets, cover.faces, language, duplex)
            views = (*own, *views)
        return SheetsView(views, self._fault_views(production.left_out))

    def _fault_views(
        self, problems: Iterable[Problem], faulty: frozenset[str] = frozenset()
    ) -> tuple[FaultView, ...]:
        whose = self._whose(faulty)
        return tuple(fault_view(problem, whose) for problem in dict.fromkeys(problems))

    def _whose(self, faulty: frozenset[str] = frozenset()) -> PieceIndex:
        pieces = (*self._game.pieces, *self._game.boxes) if self._game else ()
        return PieceIndex(pieces, faulty)


def _faces_without_faults(job: Job, faulty: frozenset[str]) -> dict[FaceId, Face]:
    """The faces of all pieces that are not in `faulty` and have no fault."""
    whole = job.selection.game
    others = tuple(piece for piece in whole.pieces if piece.id not in faulty)
    again = job.given(selection=Selection(whole, others, others))
    try:
        faces = {**again.faces}
    except ProblemsFound:
        more = faulty | again.artist.faulty
        return {} if more == faulty else _faces_without_faults(job, more)
    again.artist.face_cache.save()
    return faces


def nothing_of(edition: EditionKey) -> Snapshot:
    """The empty snapshot of an edition of which nothing could be read so far."""
    language, theme = edition.language, edition.theme
    title = edition.game
    return Snapshot(edition.game, title, True, (), language, theme, 0, False, (), (), (), ())
