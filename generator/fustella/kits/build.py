"""What is done for a kit: comparing it with the box, printing what it lacks, the swap list.

What came of a build for a kit, and whether it was done before.

Light on purpose: a build for a kit in which nothing changed draws nothing.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fustella.build.covers import fitting, sheets_of
from fustella.build.drawing import artist_of, render_faces
from fustella.build.files import CHECKLIST, SheetPdfs
from fustella.build.ink import edges_of, measure_ink, refuse_false_edges
from fustella.build.inputs import Layouts, items_of, load_game, print_settings
from fustella.build.ledger import entries_of, read_ledger, today
from fustella.build.options import PART, UNCHECKED, BuildOptions, Progress
from fustella.build.publish import OutputFile, Records, publish, records_of
from fustella.build.stamps import (
    Built,
    OutputRecord,
    Stamp,
    inputs_of,
    printed_in_stamps,
    read_stamp,
)
from fustella.core.cache import CACHE, DiskCache
from fustella.core.contents import Contents, contents_of
from fustella.core.cover import BoardMap
from fustella.core.model import Face, FaceId, Game, Theme
from fustella.core.paper import Duplex, PrintSettings
from fustella.core.problems import Problem, ProblemsFound, did_you_mean
from fustella.core.project import Project
from fustella.core.sheets import Item, Sheet
from fustella.draw.artist import Artist
from fustella.draw.covers.swaplist import draw_checklist
from fustella.history.versions import versions_of
from fustella.impose.boards import assembly_maps
from fustella.impose.cover import CoverEntry, CoverSizes, cover_area, cover_paper, lay_out_cover
from fustella.impose.imposition import bounds_of, impose
from fustella.kits.model import CopyChange, Kit
from fustella.kits.store import PENDING, Pending, kit_folder, read_kit, read_pending, state_of
from fustella.kits.swaps import KitComparison, KitPrintJob, previous_pieces, swaps_of
from fustella.review.review import review, review_faces
from fustella.review.verdicts import differs


@dataclass(frozen=True, slots=True)
class KitBuilt:
    """What was printed for a kit; `built` is None where nothing had to be.

    `names` are those of the pieces of `changes`; what goes out has the name that it had.
    `unrecorded`: something else was printed before that nobody recorded.
    """

    kit: Kit
    names: Mapping[str, str]
    changes: tuple[CopyChange, ...]
    built: Built | None
    unrecorded: bool = False


@dataclass(frozen=True, slots=True)
class UpdateMode:
    """How a kit is brought up to date: in what plays alone; by stickers on what it has."""

    rules_only: bool = False
    stickers: bool = False


def for_kit(options: BuildOptions, kit: Kit) -> BuildOptions:
    """The options with the language and the theme of a kit, and its folder."""
    choice = replace(options.choice, kit=kit.name)
    return replace(options, language=kit.language, theme=Theme(kit.theme), choice=choice)


def refuse_other_language(game: Game, kit: Kit) -> None:
    """Raises ProblemsFound, E005, where the game has not the language that its kit says."""
    if kit.language not in game.languages:
        message = f"{game.id} has no language `{kit.language}`"
        place = replace(kit.place, key="language")
        hint = did_you_mean(kit.language, game.languages)
        raise ProblemsFound([Problem("E005", place, message, hint)])


def inputs_of_kit(project: Project, kit: Kit, options: BuildOptions, way: UpdateMode) -> str:
    """The hash of all that a build for a kit depends on; `options` are those `for_kit`."""
    said = inputs_of(project, kit.game, options), state_of(kit), way
    return hashlib.sha256(repr(said).encode()).hexdigest()


def stamp_of_kit(inputs: str, printed: tuple[OutputRecord, ...], unchecked: bool) -> Stamp:
    """What is remembered of a build for a kit."""
    return Stamp(f"{inputs} {UNCHECKED}" if unchecked else inputs, "", printed)


def already_built_for(
    project: Project, kit: Kit, options: BuildOptions, way: UpdateMode
) -> KitBuilt | None:
    """The last build for a kit, when it was made from what is there now; see `already_built`.

    One whose list warns counts only where it is forced again.
    """
    options = for_kit(options, kit)
    folder = kit_folder(options.output, kit)
    inputs = inputs_of_kit(project, kit, options, way)
    stamp = read_stamp(folder, PART, inputs)
    if stamp is None and options.force:
        stamp = read_stamp(folder, PART, f"{inputs} {UNCHECKED}")
    if stamp is None:
        return None
    pending = read_pending(folder)
    if pending is None:
        return None if stamp.printed else KitBuilt(kit, {}, (), None)
    shown = tuple(entry for entry in stamp.printed if entry.file != PENDING)
    built = Built(kit.game, folder, shown, True)
    return KitBuilt(kit, pending.names, pending.changes, built)


@dataclass(frozen=True, slots=True)
class KitJob:
    """A build for a kit: what was asked, and what it depends on.

    `options` have the kit's language and theme. `inputs` were taken before anything was read.
    """

    project: Project
    kit: Kit
    options: BuildOptions
    settings: PrintSettings
    inputs: str
    way: UpdateMode
    progress: Progress


def job_for(
    project: Project, name: str, options: BuildOptions, progress: Progress, way: UpdateMode
) -> KitJob:
    """A build for the kit of this name. Raises ProblemsFound."""
    kit = read_kit(project, name)
    options = for_kit(options, kit)
    inputs = inputs_of_kit(project, kit, options, way)
    if way.stickers:  # nothing is printed behind them
        options = replace(options, duplex=Duplex.NONE)
    return KitJob(project, kit, options, print_settings(project, options), inputs, way, progress)


def compare_kit(
    project: Project, name: str, options: BuildOptions, progress: Progress
) -> KitComparison:
    """A kit beside its box, drawn as the kit was. Raises ProblemsFound."""
    kit = read_kit(project, name)
    progress(f"{kit.game}: reading", 0, 0)
    game = load_game(project, kit.game)
    wanted = for_kit(options, kit)
    refuse_other_language(game, kit)
    artist = artist_of(project, game, kit.language, wanted)
    progress(f"{kit.game}: drawing", 0, 0)
    faces = artist.draw_pieces(game.pieces)
    written = read_ledger(wanted.output / game.id)
    names = {entry.piece: entry.name for entry in written if entry.language == kit.language}
    names |= {piece.id: str(piece.name.in_language(kit.language)) for piece in game.pieces}
    return KitComparison(kit, game, artist, faces, versions_of(game, faces, kit.language), names)


def build_for_kit(
    project: Project,
    name: str,
    options: BuildOptions,
    progress: Progress,
    *,
    rules_only: bool = False,
) -> KitBuilt:
    """Print what a kit lacks, with a list of what to take out and put in.

    What is printed is written down as pending. A box that differs from its rule document is
    printed only when forced. Raises ProblemsFound; what was printed for the kit before stays then.
    """
    job = job_for(project, name, options, progress, UpdateMode(rules_only=rules_only))
    compared = compare_kit(project, name, job.options, progress)
    unchecked = checked(job, compared)
    todo = compared.changes(rules_only)
    previous = previous_pieces(project, compared, todo, job.options)
    known = all(former.front for former in previous.values())
    return print_for_kit(job, compared, swaps_of(compared, todo, previous), unchecked, known)


def checked(job: KitJob, compared: KitComparison) -> bool:
    """Whether the box differs from its rule document. Raises ProblemsFound unless forced."""
    reviewed = review(job.project, compared.game)
    unchecked = differs(reviewed, job.options.force)
    return unchecked | differs(review_faces(reviewed, compared.artist.metadata), job.options.force)


def print_for_kit(
    job: KitJob, compared: KitComparison, work: KitPrintJob, unchecked: bool, known: bool
) -> KitBuilt:
    """Write the PDFs of what is to be printed, or take those away of which nothing is true now.

    `known`: all is known of what the kit has, so that the next build would make nothing better of
    the same.
    """
    folder = kit_folder(job.options.output, job.kit)
    former = read_pending(folder)
    unrecorded = former is not None and former.before == state_of(job.kit)
    unrecorded = unrecorded and former is not None and former.changes != work.changes
    files = _files(job, compared, work, unchecked) if work.changes else []
    compared.artist.album.save()
    job.progress(f"{compared.game.id}: writing", 0, 0)
    pending = Pending(state_of(job.kit), work.changes, work.names)

    def stamp_of(printed: tuple[OutputRecord, ...]) -> Stamp:
        return stamp_of_kit(job.inputs if known else "", printed, unchecked)

    notes = _notes(compared, work, folder, stamp_of)
    printed = _publish(compared, folder, files, pending, notes)
    shown = tuple(entry for entry in printed if entry.file != PENDING)
    built = Built(compared.game.id, folder, shown, False) if work.changes else None
    return KitBuilt(job.kit, work.names, work.changes, built, unrecorded)


def _notes(
    compared: KitComparison,
    work: KitPrintJob,
    folder: Path,
    stamp_of: Callable[[tuple[OutputRecord, ...]], Stamp],
) -> Records:
    """What is written down: the codes of the pieces that are put in, and the stamp."""
    put_in = {change.piece for change in work.changes if change.put_in}
    pieces = [piece for piece in compared.game.pieces if piece.id in put_in]
    entries = entries_of(compared.game, pieces, compared.artist.language, today())
    return records_of(folder.parent.parent, entries, folder, PART, stamp_of)


def _publish(
    compared: KitComparison,
    folder: Path,
    files: Sequence[OutputFile],
    pending: Pending,
    notes: Records,
) -> tuple[OutputRecord, ...]:
    """Write the files, what is pending among them: all or none."""
    if not files and not folder.exists():
        return ()
    noted = [OutputFile(PENDING, "", pending.as_json)] if files else []
    known = printed_in_stamps(folder, "")
    # A build that was killed may have left sheets that no stamp knows.
    left = {path.name for path in folder.glob(f"{compared.game.id}-{compared.kit.name}*.pdf")}
    former = left | {entry.file for entry in known}
    return publish(folder, [*files, *noted], former, known, notes)


def _files(
    job: KitJob, compared: KitComparison, work: KitPrintJob, unchecked: bool
) -> list[OutputFile]:
    """The list of what to do, and the sheets, still to be written."""
    options, settings = job.options, job.settings
    language, items = compared.artist.language, items_of(work.pieces)
    sheets = _imposed(items, settings, Layouts.kept_in(options.output)) if items else ()
    contents = contents_of(work.game, work.pieces, sheets, bounds_of(items, settings))
    faces = dict(work.faces)
    covers: tuple[Sheet, ...] = ()
    if not settings.paper.slots:
        boards = assembly_maps(items, settings, sheets)
        drawn, covers = _checklist(compared.artist, contents, work, settings, boards, unchecked)
        faces |= drawn
    cache = DiskCache(options.output / CACHE)
    rendered = render_faces(work.game, faces, cache, job.progress)
    edges = edges_of(work.game, work.pieces, work.faces, options.theme)
    shared = f"{compared.artist.album.shared} {compared.kit.name}"
    ink = measure_ink(faces, rendered, options.theme, cache, shared, edges)
    refuse_false_edges(work.game, work.pieces, work.faces, ink.false_edges)
    pdfs = SheetPdfs(work.game, language, options, work.pieces, faces, rendered, ink)
    return pdfs.files(contents, sheets, sheets, covers)


def _imposed(items: Sequence[Item], settings: PrintSettings, layouts: Layouts) -> tuple[Sheet, ...]:
    """The sheets. Raises ProblemsFound: what imposition finds, without flags that no kit takes."""
    try:
        return impose(items, settings, layouts)
    except ProblemsFound as found:
        raise ProblemsFound(_without_only(problem) for problem in found.problems) from None


def _without_only(problem: Problem) -> Problem:
    hint = "choose a paper with larger slots, or one without slots"
    return replace(problem, hint=hint) if "--only" in problem.hint else problem


def _checklist(
    artist: Artist,
    contents: Contents,
    work: KitPrintJob,
    settings: PrintSettings,
    boards: Sequence[BoardMap],
    unchecked: bool,
) -> tuple[Mapping[FaceId, Face], tuple[Sheet, ...]]:
    """The faces and sheets of the list. Raises ProblemsFound: E301, and what drawing finds."""
    paper = cover_paper(settings.paper)
    width_mm = cover_area(paper).width_mm
    said = work.listed, unchecked, boards
    drawn = draw_checklist(artist, contents, paper, settings.duplex, width_mm, *said)
    outlines = {piece.id: piece.kind.outline for count in contents.kinds for piece in count.pieces}
    outlines |= {face.piece: picture.outline for face, picture in work.pictures.items()}
    entries = [
        CoverEntry(swap.id, section.id, outlines.get(swap.id))
        for section in (*work.listed.take_out, *work.listed.put_in)
        for swap in section.swaps
    ]
    sizes = CoverSizes(drawn.head, drawn.section, drawn.caption)
    with fitting(contents.game):
        pages = lay_out_cover(entries, sizes, paper, maps=drawn.maps)
    return {**work.pictures, **drawn.faces}, sheets_of(CHECKLIST, paper, pages)
