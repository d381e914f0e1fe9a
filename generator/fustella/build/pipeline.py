"""The pipeline: read, draw, impose, write; each stage hands one finished value to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fustella.build.choice import Selection, choose, on_pages
from fustella.build.covers import cover_of
from fustella.build.drawing import artist_of, render_faces
from fustella.build.files import SheetPdfs
from fustella.build.ink import edges_of, measure_ink, refuse_false_edges
from fustella.build.inputs import (
    Layouts,
    icon_library,
    items_of,
    language_of,
    load_game,
    print_settings,
)
from fustella.build.ledger import entries_of, today
from fustella.build.options import PART, BuildOptions, Progress
from fustella.build.publish import OutputFile, publish, records_of
from fustella.build.shop import shop_files
from fustella.build.stamps import Built, OutputRecord, Stamp, inputs_of, printed_in_stamps
from fustella.core.cache import CACHE, DiskCache
from fustella.core.contents import contents_of
from fustella.core.model import Face, FaceId, Game, Theme
from fustella.core.paper import PrintSettings
from fustella.core.project import Project
from fustella.core.sheets import Sheet
from fustella.draw.album import Album
from fustella.draw.artist import Artist
from fustella.impose.boards import assembly_maps
from fustella.impose.imposition import bounds_of, impose
from fustella.review.review import review, review_faces
from fustella.review.verdicts import differs


def build_game(
    project: Project,
    game_id: str,
    options: BuildOptions,
    progress: Progress,
) -> Built:
    """The files of one game, in a folder of its own for each language and paper.

    A box that differs from its rule document is printed only when forced, and its cover says so.
    Raises ProblemsFound with everything wrong in the stage that found it; what stood in the output
    folder stays as it was then.
    """
    progress(f"{game_id}: reading", 0, 0)
    inputs = inputs_of(project, game_id, options)
    settings = print_settings(project, options)
    game = load_game(project, game_id)
    language = language_of(game, options)
    selection = choose(project, game, options.choice)
    reviewed = review(project, game)
    unchecked = differs(reviewed, options.force)
    work = _Work(selection, language, settings, options, progress)
    artist = artist_of(project, selection.game, language, options)
    progress(f"{game_id}: drawing", 0, 0)
    faces = artist.draw_pieces(selection.drawn)
    if not options.choice.only:  # an aid that is not drawn would explain nothing
        unchecked |= differs(review_faces(reviewed, artist.metadata), options.force)
    files = _files(work, artist, faces, unchecked)
    progress(f"{game_id}: writing", 0, 0)
    folder, printed = _publish(work, inputs, files, unchecked)
    return Built(game_id, folder, printed, False)


@dataclass(frozen=True, slots=True)
class _Work:
    """What to print of a game, and how: what is settled before anything is drawn."""

    selection: Selection
    language: str
    settings: PrintSettings
    options: BuildOptions
    progress: Progress


def _publish(
    work: _Work, inputs: str, files: Sequence[OutputFile], unchecked: bool
) -> tuple[Path, tuple[OutputRecord, ...]]:
    """Write the files, and write down what they are; where they lie."""
    game, options = work.selection.game, work.options
    inside = options.folder(work.language, work.settings.paper.id)
    home = options.output / game.id
    # A part is never held for built: what it wrote is noted in its own folder, for the next part.
    stamps, under = (home / inside, "") if options.choice.partial else (home, inside)
    known = printed_in_stamps(stamps, under)
    key = PART if options.choice.partial else options.key(unchecked)

    def stamp_of(printed: tuple[OutputRecord, ...]) -> Stamp:
        return Stamp("" if options.choice.partial else inputs, under, printed)

    entries = entries_of(game, work.selection.pieces, work.language, today())
    notes = records_of(home, entries, stamps, key, stamp_of)
    printed = publish(home / inside, files, {entry.file for entry in known}, known, notes)
    return home / inside, printed


def faces_of(
    project: Project, game: Game, language: str, theme: Theme = Theme.FULL
) -> dict[FaceId, Face]:
    """Every face of a game, drawn anew: for contact sheets and tests. Raises ProblemsFound."""
    library, album = icon_library(project), Album(None, "")
    return Artist(project.templates, game, language, library, album, theme).draw_pieces(game.pieces)


def _files(
    work: _Work, artist: Artist, faces: dict[FaceId, Face], unchecked: bool
) -> list[OutputFile]:
    """The game's files, still to be written: sheets, or single pieces for a shop."""
    game, pieces, options = work.selection.game, work.selection.pieces, work.options
    shop = options.printing.shop
    layouts = Layouts.kept_in(options.output)
    sheets = () if shop else impose(items_of(pieces), work.settings, layouts)
    contents = contents_of(game, pieces, sheets, bounds_of(items_of(pieces), work.settings))
    printed = on_pages(contents, sheets, options.choice.pages)
    covers: tuple[Sheet, ...] = ()
    own = dict(faces)
    if not (options.choice.partial or shop or work.settings.paper.slots):
        boards = assembly_maps(items_of(pieces), work.settings, sheets)
        players = options.choice.players
        cover_faces, covers = cover_of(
            artist, contents, work.settings, boards, unchecked=unchecked, players=players
        )
        faces |= cover_faces
    artist.album.save()
    cache = DiskCache(options.output / CACHE)
    rendered = render_faces(game, faces, cache, work.progress)
    if shop:
        return shop_files(contents, work.language, options, faces, rendered)
    edges = edges_of(game, pieces, own, options.theme)
    ink = measure_ink(own, rendered, options.theme, cache, artist.album.shared, edges)
    refuse_false_edges(game, pieces, own, ink.false_edges)
    pdfs = SheetPdfs(game, work.language, options, pieces, faces, rendered, ink)
    return pdfs.files(contents, sheets, printed, covers)
