"""Takes one game from content to files, in the way that all commands share.

A part of a job is made from the parts before it when it is first read. Making it raises
ProblemsFound with all problems of its stage. So a command reports faults in the order in which it
reads parts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fustella import build, covers, draw
from fustella.build.choice import Selection, choose, on_pages
from fustella.build.inputs import edition_of, load_game, print_settings
from fustella.build.ledger import entries_of, ledger_with, today
from fustella.build.options import BuildOptions, Progress, RulesOptions
from fustella.build.publish import OutputFile, Records, publish
from fustella.build.rules import resolved_rules, typed_rules, with_rules
from fustella.build.stamps import (
    STAMPS,
    OutputRecord,
    Stamp,
    inputs_of,
    printed_in_stamps,
    stamps_with,
)
from fustella.core.files.cache import CACHE, DiskCache
from fustella.core.files.project import Project
from fustella.core.values.claims import Claims
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    FaceMetadata,
    FacePages,
    Game,
    Piece,
)
from fustella.core.values.paper import PrintSettings
from fustella.core.values.problems import Problem, ProblemsFound, as_warnings
from fustella.core.values.rules import Booklet, Rules
from fustella.core.values.sheets import Sheet
from fustella.read import read_claims
from fustella.review import Review, differs, review, review_faces, unread_fields

if TYPE_CHECKING:
    from fustella.build import Production
    from fustella.covers import Cover
    from fustella.draw import Artist


def _silent(doing: str, done: int, of: int) -> None:
    """A `Progress` that does nothing."""


_READ = frozenset(("inputs", "settings", "game", "edition", "claims", "typed_rules", "rules"))
"""The parts that do not depend on which pieces are drawn."""


class Job:
    """The work on one game of a project, which is printed, exported or shown as the options say.

    `progress` is called before each step of the work. With `shows_unfit`, faces are drawn as in a
    draft, although none is printed.
    """

    def __init__(
        self,
        project: Project,
        game_id: str,
        options: BuildOptions,
        progress: Progress = _silent,
        *,
        shows_unfit: bool = False,
    ) -> None:
        self.project, self.game_id, self.options = project, game_id, options
        self.progress = progress
        self.shows_unfit = shows_unfit or options.printing.draft
        self.home = options.output / game_id
        self.cache = DiskCache(options.output / CACHE)
        self.differs: Callable[[], bool] = cache(lambda: differs(self.review, options.force))
        """Whether the box differs from its rules.

        Unless forced, raises ProblemsFound if it does.
        """

    # Jobs made of this one.

    def given(self, **parts: object) -> "Job":
        """A job with the given parts and this job's `_READ` parts.

        Other parts are made anew.
        """
        options = self.options, self.progress
        job = Job(self.project, self.game_id, *options, shows_unfit=self.shows_unfit)
        vars(job).update({name: one for name, one in vars(self).items() if name in _READ} | parts)
        return job

    def reread(self) -> "Job":
        """A job for the same game, whose chapters are read again."""
        job = self.given()
        for part in ("inputs", "typed_rules", "rules"):
            vars(job).pop(part, None)
        return job

    def with_pieces(self, pieces: Iterable[Piece]) -> "Job":
        """A job for the same edition of the game with only these pieces, all of them drawn."""
        seen = self.game.all_pieces or self.game.pieces
        game = replace(self.game, pieces=tuple(pieces), all_pieces=seen)
        selection = Selection(game, game.pieces, game.pieces)
        return self.given(game=game, edition=self.edition.of(game), selection=selection)

    def at(self, project: Project) -> "Job":
        """A job for the same game in another project, such as the project of a revision."""
        return Job(project, self.game_id, self.options, self.progress)

    # Its parts, in their order.

    @cached_property
    def inputs(self) -> str:
        """The hash of the present contents of all files from which the game is made."""
        return inputs_of(self.project, self.game_id)

    @cached_property
    def settings(self) -> PrintSettings:
        """The print settings. Raises ProblemsFound: E003, E006."""
        return print_settings(self.project, self.options)

    @cached_property
    def game(self) -> Game:
        """The game as it was read, with its icons checked."""
        self.progress(f"{self.game_id}: reading", 0, 0)
        return load_game(self.project, self.game_id)

    @cached_property
    def edition(self) -> Edition:
        """The game in the language and theme of the options. Raises ProblemsFound: E005."""
        return edition_of(self.game, self.options)

    @cached_property
    def claims(self) -> Claims | None:
        """The claims of the game; None where it has no claims.yaml."""
        return read_claims(self.project, self.game)

    @cached_property
    def typed_rules(self) -> Rules:
        """The rule booklets with their references as typed; none without a folder `rules`."""
        return typed_rules(self.project, self.game)

    @cached_property
    def rules(self) -> Rules:
        """The rule booklets of the game, one a language; none where it has no folder `rules`.

        Raises ProblemsFound: E711 to E713 and E715, and what files and forms lack.
        """
        return resolved_rules(self.project, self.game, self.typed_rules)

    @cached_property
    def _with_errata(self) -> tuple[Booklet | None, tuple[Problem, ...]]:
        booklet = self.rules.booklets.get(self.edition.language)
        if booklet is None:  # and nothing is loaded
            return None, ()
        return build.booklet_with_errata(self, booklet)

    @property
    def booklet(self) -> Booklet | None:
        """The rule booklet in the language of the edition, as it is printed, with its errata.

        None where the game has none.
        """
        return self._with_errata[0]

    @property
    def rules_warnings(self) -> tuple[Problem, ...]:
        """The warnings about the rule booklets, and about the errata of the one that is printed."""
        return (*self.rules.warnings, *self._with_errata[1])

    @cached_property
    def selection(self) -> Selection:
        """The pieces to print. Raises ProblemsFound: E004, E008, E009, E123."""
        choice = self.options.choice
        return choose(self.game, choice, self.claims if choice.players else None)

    @cached_property
    def review(self) -> Review:
        """The findings of the claims about the box and its booklets, which need no faces."""
        reviewed = partial(review, self.project, self.game, claims=self.claims)
        return with_rules(lambda: self.rules, reviewed)

    @cached_property
    def artist(self) -> "Artist":
        """The artist of the selection; `artist.face_cache.save()` keeps the faces that it draws."""
        edition = self.edition.of(self.selection.game)
        output, draft = self.options.output, self.shows_unfit
        return build.artist_of(self.project, edition, output, draft=draft)

    @cached_property
    def faces(self) -> Mapping[FaceId, Face]:
        """The faces of the selection."""
        artist = self.artist
        self.progress(f"{self.game_id}: drawing", 0, 0)
        return artist.draw_pieces(self.selection.drawn)

    @cached_property
    def metadata(self) -> Mapping[FaceId, FaceMetadata]:
        """The metadata of the faces of the selection: texts, icons, codes."""
        return {face_id: self.artist.metadata[face_id] for face_id in self.faces}

    @cached_property
    def faces_differ(self) -> bool:
        """Whether faces differ from the rules, or from the accepted faces.

        Faces that are not printed count, too, because an aid explains what others show. They are
        drawn if no earlier build drew them. Raises ProblemsFound like `differs`, and, unless
        forced, if a face cannot be drawn.
        """
        output, draft = self.options.output, self.shows_unfit
        found = build.review_accepted(self.project, self.game, output, draft=draft)
        shown = Review(self.game, found.findings, self.claims, problems=found.problems)
        if self.claims is not None:
            kinds = {piece.kind.id for piece in self.selection.drawn}
            others = [piece for piece in self.game.pieces if piece.kind.id not in kinds]
            try:
                metadata = {**self.metadata, **self._metadata_of(others)}
            except ProblemsFound:
                if not self.options.force:
                    raise
                return True
            shown = shown.with_others(review_faces(shown, metadata))
        return differs(shown, self.options.force)

    def _metadata_of(self, others: Sequence[Piece]) -> Mapping[FaceId, FaceMetadata]:
        """The metadata of the faces of kinds from which nothing is printed."""
        face_cache = self.artist.face_cache
        known, unknown = face_cache.known_metadata(draw.piece_specs(self.edition, others))
        if not unknown:
            return known
        # Another artist: warnings about the selection do not concern these faces.
        draft = self.shows_unfit
        artist = build.artist_of(self.project, self.edition, face_cache=face_cache, draft=draft)
        artist.draw_pieces(others)
        return artist.metadata

    @cached_property
    def checked(self) -> bool:
        """Whether the box is as its rules say, in its lists and on its faces.

        Every command reads it before files leave the tool, see `deliver`. Raises ProblemsFound if
        the box differs, unless forced.
        """
        return not (self.differs() | self.faces_differ)

    @cached_property
    def unread(self) -> tuple[Problem, ...]:
        """The warnings about fields that nothing draws."""
        return unread_fields(self.selection.game, self.claims, self.metadata)

    @cached_property
    def production(self) -> "Production":
        """The selection on its sheets; for a print shop it has no sheets."""
        selection, on_sheets = self.selection, not self.options.printing.shop
        return build.Production.of(
            selection.game, selection.pieces, self.settings, self.cache, on_sheets=on_sheets
        )

    @cached_property
    def printed(self) -> tuple[Sheet, ...]:
        """The sheets that are printed. Raises ProblemsFound: E007."""
        production = self.production
        return on_pages(production.contents, production.sheets, self.options.choice.pages)

    @cached_property
    def cover(self) -> "Cover | None":
        """The cover of the box; None for a part of a box, for shops, and with `--no-cover`."""
        options = self.options
        if options.choice.partial or options.printing.shop or not options.printing.cover:
            return None
        unchecked, players = self.unchecked, options.choice.players
        box = self.production.for_cover(unchecked=unchecked, players=players)
        box = replace(box, draft=options.printing.draft)
        return covers.cover_of(self.artist, box)

    @property
    def unchecked(self) -> bool:
        """Whether the box differs from its rules but is printed anyway."""
        return self.options.force and not self.checked

    def warnings(self, of_sheets: Iterable[Problem] = ()) -> tuple[Problem, ...]:
        """All warnings about content and faces, and the given ones about sheets.

        In a draft, the problems of texts that do not fit are among them.
        """
        artist = self.artist
        of_faces = (*as_warnings(artist.unfit), *artist.warnings)
        drawn = (*artist.edition.warnings, *self.unread, *of_faces, *of_sheets)
        return (*drawn, *build.picture_warnings(self.selection.game, self.faces, self.cache))

    # Its files.

    @cached_property
    def shared(self) -> str:
        """The hash of everything that all faces depend on, for the keys of caches of faces."""
        return self.artist.face_cache.shared

    def rendered(
        self, faces: Mapping[FaceId, Face], scales: Mapping[FaceId, float] | None = None
    ) -> tuple[FacePages, ...]:
        """Faces as vector pages; `scales` and the problems are those of `render_faces`."""
        game = self.selection.game
        return build.render_faces(game, faces, self.cache, self.progress, scales, self.shared)

    @cached_property
    def files(self) -> list[OutputFile]:
        """The files, still to be written: sheets, cover and rules, or single pieces for a shop.

        Raises ProblemsFound: E210, E228 for false edge colours, and E202 and E321 for rules.
        """
        options, game, pieces = self.options, self.selection.game, self.production.pieces
        edition = self.edition.of(game)
        faces = {**self.faces, **(self.cover.faces if self.cover else {})}
        rendered = self.rendered(faces)
        if options.printing.shop:
            pieces_of_shop = build.shop_files(
                self.production.contents, edition, options, faces, rendered
            )
            return [*pieces_of_shop, *self._rules_files()]
        edges = build.edges_of(game, pieces, self.faces, options.theme)
        ink = build.measure_ink(self.faces, rendered, options.theme, self.cache, self.shared, edges)
        build.refuse_false_edges(game, pieces, self.faces, edges, ink.false_edges)
        pictures = any(face.pictures for face in faces.values())

        def rendered_at(scales: Mapping[FaceId, float]) -> tuple[FacePages, ...]:
            return self.rendered(faces, scales) if pictures else rendered

        pdfs = build.SheetPdfs(edition, options, self.production, faces, rendered_at, ink)
        return [*pdfs.files(self.printed, self.cover), *self._rules_files()]

    def _rules_files(self) -> list[OutputFile]:
        """The files of the rule booklet, which lies in a whole box."""
        booklet = self.booklet
        if booklet is None or self.options.choice.partial:
            return []
        self.progress(f"{self.game_id}: rules", 0, 0)
        if self.options.printing.shop:
            return [build.shop_booklet(self, booklet)]
        return build.booklet_files(self, booklet, RulesOptions())

    def deliver(
        self,
        folder: str,
        files: Sequence[OutputFile],
        key: str,
        stamp: Stamp,
        pieces: Iterable[Piece],
        former: Iterable[str] | None = None,
        workers: int = 0,
    ) -> tuple[OutputRecord, ...]:
        """Writes files into a folder of the game, with a stamp and the codes of their pieces.

        Either all files are written or none, and none of a box that differs from its rules, unless
        forced. Returns their records, which the stamp gets, too. The stamp is stored as `key`: in
        the game's folder if the stamp names `folder`, else in `folder` itself. `former` are files
        of earlier builds, by default all files that stamps name; the files among them that `files`
        lacks are removed. Raises ProblemsFound: E016, E401, E402, and if nothing has read `checked`
        yet, the problems of the box.
        """
        _ = self.checked
        stamps = self.home if stamp.folder else self.home / folder
        known = printed_in_stamps(stamps, stamp.folder)
        former = [record.file for record in known] if former is None else former
        entries = entries_of(self.selection.game, pieces, self.edition.language, today())

        def records(printed: tuple[OutputRecord, ...]) -> dict[Path, bytes]:
            renewed = stamps_with(stamps, key, replace(stamp, printed=printed))
            return ledger_with(self.home, entries) | {stamps / STAMPS: renewed}

        kept, output = Records(self.home, records), self.options.output
        return publish(self.home / folder, files, former, known, kept, output, workers)
