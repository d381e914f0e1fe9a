"""The pipeline of a build: read, draw, impose, write; each stage hands one value to the next."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from fustella.build.choice import choose, on_pages
from fustella.build.covers import Cover, cover_of
from fustella.build.drawing import artist_of, render_faces
from fustella.build.files import SheetPdfs
from fustella.build.ink import edges_of, measure_ink, refuse_false_edges
from fustella.build.inputs import (
    edition_of,
    icon_library,
    load_game,
    print_settings,
    words_lacking,
)
from fustella.build.ledger import entries_of, today
from fustella.build.options import PART, BuildOptions, Progress
from fustella.build.pictures import picture_warnings, pictures_told_at_once
from fustella.build.production import Production
from fustella.build.publish import OutputFile, publish, records_of
from fustella.build.stamps import Built, OutputRecord, Stamp, printed_in_stamps
from fustella.core.cache import CACHE, DiskCache
from fustella.core.claims import Claims
from fustella.core.model import Edition, Face, FaceId, Game, RenderedFaces
from fustella.core.problems import Problem, refuse
from fustella.core.project import Project
from fustella.core.sheets import Sheet
from fustella.core.workers import beside
from fustella.draw import Album
from fustella.draw.album import pictures_of
from fustella.draw.artist import Artist
from fustella.read import read_claims
from fustella.review import Review, differs, review, review_faces, unread_fields

CLAIMS_OF_WORKER = 30
"""So many claims are worth another process: each takes 0.2 ms, besides the lint of their box."""


def build_game(
    project: Project,
    game_id: str,
    options: BuildOptions,
    inputs: str,
    progress: Progress,
) -> Built:
    """Build the files of one game, in a folder of its own for each language and paper.

    `inputs` is what `inputs_of` said before: what changes from then on makes the build outdated.
    A box that differs from its rule document is printed only when forced, and its cover says so.
    Raises ProblemsFound with everything wrong in the stage that found it; the output folder then
    stays as it was.
    """
    progress(f"{game_id}: reading", 0, 0)
    settings = print_settings(project, options)
    game = load_game(project, game_id)
    edition = edition_of(game, options)
    claims = read_claims(project, game)
    selection = choose(game, options.choice, claims)
    reviewing = partial(_disagrees, project, game, claims, options.force)
    shop, cache = options.printing.shop, DiskCache(options.output / CACHE)
    # A first build draws for a second: its author hears before it what the rules say.
    again = (options.output / game_id / options.folder(edition.language)).exists()
    with (
        pictures_told_at_once(project, edition.of(selection.game)),
        beside(reviewing, worth=again and _is_long(claims)) as (disagrees, look),
    ):
        if options.strict:
            disagrees()
            refuse((*selection.game.warnings, *(text.told for text in edition.missing)))
        artist = artist_of(project, edition.of(selection.game), options.output)
        progress(f"{game_id}: drawing", 0, 0)
        faces = artist.draw_pieces(selection.drawn)
        look()  # nothing more is made of a box that differs
        unchecked = False
        if not options.choice.only:  # an aid that is not drawn would explain nothing
            shown = review_faces(Review(game, (), claims), artist.metadata)
            unchecked = differs(shown, options.force)
        unread = unread_fields(selection.game, claims, artist.metadata)
        production = Production.of(
            selection.game, selection.pieces, settings, cache, on_sheets=not shop
        )
        printed = on_pages(production.contents, production.sheets, options.choice.pages)
        unchecked |= options.force and disagrees()
        cover = None
        if options.printing.cover and not (options.choice.partial or shop):
            cover = cover_of(
                artist, production, unchecked=unchecked, players=options.choice.players
            )
        look()
        artist.album.save()
        job = PrintJob(artist.edition, production, options, faces, cover)
        files = job.files(printed, artist.album.shared, progress)
    progress(f"{game_id}: writing", 0, 0)
    told = (*artist.edition.warnings, *unread, *artist.warnings, *production.left_out)
    warnings = (*told, *picture_warnings(selection.game, faces, cache))
    if not shop:
        warnings += words_lacking(project, edition)
    if options.strict:
        refuse(warnings)
    folder, records = _publish(
        artist.edition, production, options, inputs, files, unchecked, warnings
    )
    return Built(game_id, folder, records, False, warnings)


def _disagrees(project: Project, game: Game, claims: Claims | None, force: bool) -> bool:
    """Whether the box differs from its rules. Raises ProblemsFound if it does, unless forced."""
    return differs(review(project, game, claims=claims), force)


def _is_long(claims: Claims | None) -> bool:
    """Whether these take longer to check than another process takes to start."""
    return claims is not None and len(claims.claims) >= CLAIMS_OF_WORKER


class PrintJob(Struct, frozen=True):
    """Pieces that were imposed and drawn, to be written. `faces` are those of the pieces."""

    edition: Edition
    production: Production
    options: BuildOptions
    faces: Mapping[FaceId, Face]
    cover: Cover | None

    def files(self, printed: Sequence[Sheet], shared: str, progress: Progress) -> list[OutputFile]:
        """The files, still to be written: sheets with their cover, or single pieces for a shop.

        Only the `printed` sheets are included. `shared` names what all faces are drawn with, as
        for the album. Raises ProblemsFound: E210, and E228 for false edge colours.
        """
        edition, options = self.edition, self.options
        pieces = self.production.pieces
        faces = {**self.faces, **(self.cover.faces if self.cover else {})}
        cache = DiskCache(options.output / CACHE)
        rendered = render_faces(edition.game, faces, cache, progress, name=shared)
        if options.printing.shop:
            from fustella.build.shop import shop_files  # noqa: PLC0415  (a printer is at home)

            return shop_files(self.production.contents, edition, options, faces, rendered)
        edges = edges_of(edition.game, pieces, self.faces, options.theme)
        ink = measure_ink(self.faces, rendered, options.theme, cache, shared, edges)
        refuse_false_edges(edition.game, pieces, self.faces, ink.false_edges)
        pictures = any(face.pictures for face in faces.values())

        def rendered_at(scales: Mapping[FaceId, float]) -> tuple[RenderedFaces, ...]:
            if not pictures:
                return rendered
            return render_faces(edition.game, faces, cache, progress, scales, shared)

        pdfs = SheetPdfs(edition, options, self.production, faces, rendered_at, ink)
        return pdfs.files(printed, self.cover)


def _publish(
    edition: Edition,
    production: Production,
    options: BuildOptions,
    inputs: str,
    files: Sequence[OutputFile],
    unchecked: bool,
    warnings: tuple[Problem, ...],
) -> tuple[Path, tuple[OutputRecord, ...]]:
    """Write the files with the ledger and the stamp: the folder, and what is in it now."""
    partial = options.choice.partial
    inside = options.folder(edition.language)
    home = options.output / edition.game.id
    # A part never counts as built: its records lie in its own folder, for the next part.
    stamps, under = (home / inside, "") if partial else (home, inside)
    known = printed_in_stamps(stamps, under)
    key = PART if partial else options.key(unchecked)

    def stamp_of(records: tuple[OutputRecord, ...]) -> Stamp:
        some = partial or options.choice.players or production.left_out
        whole = not (some or options.printing.shop)
        theme = options.theme.value
        made_from = "" if partial else inputs
        return Stamp(made_from, under, records, edition.language, theme, whole, warnings)

    entries = entries_of(edition.game, production.pieces, edition.language, today())
    records = records_of(home, entries, stamps, key, stamp_of)
    former = {entry.file for entry in known}
    written = publish(home / inside, files, former, known, records, options.output)
    return home / inside, written


def faces_of(project: Project, edition: Edition) -> dict[FaceId, Face]:
    """Every face of an edition, drawn without a cache. Raises ProblemsFound."""
    album = Album(None, "", pictures_of(project, edition))
    icons = icon_library(project, edition.game.id)
    artist = Artist(project, edition, icons, album)
    return artist.draw_pieces(edition.game.pieces)
