"""The pipeline: read, draw, impose, write; each stage hands one finished value to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.bookkeeping import notes_of
from generator.choice import Chosen, choose, on_pages
from generator.contents import contents_of
from generator.coverwork import cover_of
from generator.draw.album import Album
from generator.draw.cache import FaceCache
from generator.draw.faces import Artist
from generator.drawing import artist_of, language_of, render_faces
from generator.edges import edges_of, refuse_false_edges
from generator.impose import (
    assembly_maps,
    bounds_of,
    impose,
)
from generator.ink import measure_ink
from generator.job import CACHE, PART, Built, Options, Progress, inputs_of
from generator.ledger import entries_of, today
from generator.loading import icon_shelf, load_game
from generator.model import Face, FaceId, Game, Theme
from generator.output import OutputFile, publish
from generator.press import Press
from generator.presswork import Presswork
from generator.printing import Layouts, items_of, press_of
from generator.project import Project
from generator.report import differs
from generator.review import review, review_faces
from generator.sheets import Sheet
from generator.shopwork import shop_files
from generator.stamp import Printed, Stamp, printed_in_stamps


def build_game(
    project: Project,
    game_id: str,
    options: Options,
    progress: Progress,
) -> Built:
    """The files of one game, in a folder of its own for each language and paper.

    A box that differs from its rule document is printed only when forced, and its cover says so.
    Raises ProblemsFound with everything wrong in the stage that found it; what stood in the output
    folder stays as it was then.
    """
    progress(f"{game_id}: reading", 0, 0)
    inputs = inputs_of(project, game_id, options)
    press = press_of(project, options)
    game = load_game(project, game_id)
    language = language_of(game, options)
    chosen = choose(project, game, options.choice)
    reviewed = review(project, game)
    unchecked = differs(reviewed, options.force)
    work = _Work(chosen, language, press, options, progress)
    artist = artist_of(project, chosen.game, language, options)
    progress(f"{game_id}: drawing", 0, 0)
    faces = artist.draw_pieces(chosen.drawn)
    if not options.choice.only:  # an aid that is not drawn would explain nothing
        unchecked |= differs(review_faces(reviewed, artist.facts), options.force)
    files = _files(work, artist, faces, unchecked)
    progress(f"{game_id}: writing", 0, 0)
    folder, printed = _publish(work, inputs, files, unchecked)
    return Built(game_id, folder, printed, False)


@dataclass(frozen=True, slots=True)
class _Work:
    """What to print of a game, and how: what is settled before anything is drawn."""

    chosen: Chosen
    language: str
    press: Press
    options: Options
    progress: Progress


def _publish(
    work: _Work, inputs: str, files: Sequence[OutputFile], unchecked: bool
) -> tuple[Path, tuple[Printed, ...]]:
    """Write the files, and write down what they are; where they lie."""
    game, options = work.chosen.game, work.options
    inside = options.folder(work.language, work.press.paper.id)
    home = options.output / game.id
    # A part is never held for built: what it wrote is noted in its own folder, for the next part.
    stamps, under = (home / inside, "") if options.choice.partial else (home, inside)
    known = printed_in_stamps(stamps, under)
    key = PART if options.choice.partial else options.key(unchecked)

    def stamp_of(printed: tuple[Printed, ...]) -> Stamp:
        return Stamp("" if options.choice.partial else inputs, under, printed)

    entries = entries_of(game, work.chosen.pieces, work.language, today())
    notes = notes_of(home, entries, stamps, key, stamp_of)
    printed = publish(home / inside, files, {entry.file for entry in known}, known, notes)
    return home / inside, printed


def faces_of(
    project: Project, game: Game, language: str, theme: Theme = Theme.FULL
) -> dict[FaceId, Face]:
    """Every face of a game, drawn anew: for contact sheets and tests. Raises ProblemsFound."""
    shelf, album = icon_shelf(project), Album(None, "")
    return Artist(project.templates, game, language, shelf, album, theme).draw_pieces(game.pieces)


def _files(
    work: _Work, artist: Artist, faces: dict[FaceId, Face], unchecked: bool
) -> list[OutputFile]:
    """The game's files, still to be written: sheets, or single pieces for a shop."""
    game, pieces, options = work.chosen.game, work.chosen.pieces, work.options
    shop = options.printing.shop
    layouts = Layouts.kept_in(options.output)
    sheets = () if shop else impose(items_of(pieces), work.press, layouts)
    contents = contents_of(game, pieces, sheets, bounds_of(items_of(pieces), work.press))
    printed = on_pages(contents, sheets, options.choice.pages)
    covers: tuple[Sheet, ...] = ()
    own = dict(faces)
    if not (options.choice.partial or shop or work.press.paper.slots):
        boards = assembly_maps(items_of(pieces), work.press, sheets)
        players = options.choice.players
        cover_faces, covers = cover_of(
            artist, contents, work.press, boards, unchecked=unchecked, players=players
        )
        faces |= cover_faces
    artist.album.save()
    cache = FaceCache(options.output / CACHE)
    rendered = render_faces(game, faces, cache, work.progress)
    if shop:
        return shop_files(contents, work.language, options, faces, rendered)
    edges = edges_of(game, pieces, own, options.theme)
    ink = measure_ink(own, rendered, options.theme, cache, artist.album.shared, edges)
    refuse_false_edges(game, pieces, own, ink.false_edges)
    presswork = Presswork(game, work.language, options, pieces, faces, rendered, ink)
    return presswork.files(contents, sheets, printed, covers)
