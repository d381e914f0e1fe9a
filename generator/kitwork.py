"""What is done for a kit: comparing it with the box, printing what it lacks, the swap list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.bookkeeping import notes_of
from generator.contents import Contents, contents_of
from generator.covers import BoardMap
from generator.coverwork import fitting, sheets_of
from generator.draw.cache import FaceCache
from generator.draw.checklist import draw_checklist
from generator.draw.faces import Artist
from generator.drawing import artist_of, render_faces
from generator.edges import edges_of, refuse_false_edges
from generator.formers import formers_of
from generator.impose import (
    CoverEntry,
    CoverSizes,
    assembly_maps,
    bounds_of,
    cover_area,
    cover_paper,
    impose,
    lay_out_cover,
)
from generator.ink import measure_ink
from generator.job import CACHE, PART, Built, Options, Progress
from generator.kit.versions import versions_of
from generator.kitbuilt import (
    KitBuilt,
    Way,
    for_kit,
    inputs_of_kit,
    refuse_other_language,
    stamp_of_kit,
)
from generator.kitfiles import PENDING, Pending, kit_folder, read_pending, state_of
from generator.kits import Kit
from generator.ledger import entries_of, read_ledger, today
from generator.loading import load_game
from generator.model import Face, FaceId
from generator.output import Notes, OutputFile, publish
from generator.press import Duplex, Press
from generator.presswork import CHECKLIST, Presswork
from generator.printing import Layouts, items_of, press_of
from generator.problems import Problem, ProblemsFound
from generator.project import Project
from generator.read.kits import read_kit
from generator.report import differs
from generator.review import review, review_faces
from generator.sheets import Item, Sheet
from generator.stamp import Printed, Stamp, printed_in_stamps
from generator.swaps import Compared, ToPrint, swaps_of


@dataclass(frozen=True, slots=True)
class KitJob:
    """A build for a kit: what was asked, and what it depends on.

    `options` have the kit's language and theme. `inputs` were taken before anything was read.
    """

    project: Project
    kit: Kit
    options: Options
    press: Press
    inputs: str
    way: Way
    progress: Progress


def job_for(project: Project, name: str, options: Options, progress: Progress, way: Way) -> KitJob:
    """A build for the kit of this name. Raises ProblemsFound."""
    kit = read_kit(project, name)
    options = for_kit(options, kit)
    inputs = inputs_of_kit(project, kit, options, way)
    if way.stickers:  # nothing is printed behind them
        options = replace(options, duplex=Duplex.NONE)
    return KitJob(project, kit, options, press_of(project, options), inputs, way, progress)


def compare_kit(project: Project, name: str, options: Options, progress: Progress) -> Compared:
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
    return Compared(kit, game, artist, faces, versions_of(game, faces, kit.language), names)


def build_for_kit(
    project: Project, name: str, options: Options, progress: Progress, *, rules_only: bool = False
) -> KitBuilt:
    """Print what a kit lacks, with a list of what to take out and put in.

    What is printed is written down as pending. A box that differs from its rule document is
    printed only when forced. Raises ProblemsFound; what was printed for the kit before stays then.
    """
    job = job_for(project, name, options, progress, Way(rules_only=rules_only))
    compared = compare_kit(project, name, job.options, progress)
    unchecked = checked(job, compared)
    todo = compared.changes(rules_only)
    formers = formers_of(project, compared, todo, job.options)
    known = all(former.front for former in formers.values())
    return print_for_kit(job, compared, swaps_of(compared, todo, formers), unchecked, known)


def checked(job: KitJob, compared: Compared) -> bool:
    """Whether the box differs from its rule document. Raises ProblemsFound unless forced."""
    reviewed = review(job.project, compared.game)
    unchecked = differs(reviewed, job.options.force)
    return unchecked | differs(review_faces(reviewed, compared.artist.facts), job.options.force)


def print_for_kit(
    job: KitJob, compared: Compared, work: ToPrint, unchecked: bool, known: bool
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

    def stamp_of(printed: tuple[Printed, ...]) -> Stamp:
        return stamp_of_kit(job.inputs if known else "", printed, unchecked)

    notes = _notes(compared, work, folder, stamp_of)
    printed = _publish(compared, folder, files, pending, notes)
    shown = tuple(entry for entry in printed if entry.file != PENDING)
    built = Built(compared.game.id, folder, shown, False) if work.changes else None
    return KitBuilt(job.kit, work.names, work.changes, built, unrecorded)


def _notes(
    compared: Compared,
    work: ToPrint,
    folder: Path,
    stamp_of: Callable[[tuple[Printed, ...]], Stamp],
) -> Notes:
    """What is written down: the codes of the pieces that are put in, and the stamp."""
    put_in = {change.piece for change in work.changes if change.put_in}
    pieces = [piece for piece in compared.game.pieces if piece.id in put_in]
    entries = entries_of(compared.game, pieces, compared.artist.language, today())
    return notes_of(folder.parent.parent, entries, folder, PART, stamp_of)


def _publish(
    compared: Compared,
    folder: Path,
    files: Sequence[OutputFile],
    pending: Pending,
    notes: Notes,
) -> tuple[Printed, ...]:
    """Write the files, what is pending among them: all or none."""
    if not files and not folder.exists():
        return ()
    noted = [OutputFile(PENDING, "", pending.as_json)] if files else []
    known = printed_in_stamps(folder, "")
    # A build that was killed may have left sheets that no stamp knows.
    left = {path.name for path in folder.glob(f"{compared.game.id}-{compared.kit.name}*.pdf")}
    former = left | {entry.file for entry in known}
    return publish(folder, [*files, *noted], former, known, notes)


def _files(job: KitJob, compared: Compared, work: ToPrint, unchecked: bool) -> list[OutputFile]:
    """The list of what to do, and the sheets, still to be written."""
    options, press = job.options, job.press
    language, items = compared.artist.language, items_of(work.pieces)
    sheets = _imposed(items, press, Layouts.kept_in(options.output)) if items else ()
    contents = contents_of(work.game, work.pieces, sheets, bounds_of(items, press))
    faces = dict(work.faces)
    covers: tuple[Sheet, ...] = ()
    if not press.paper.slots:
        boards = assembly_maps(items, press, sheets)
        drawn, covers = _checklist(compared.artist, contents, work, press, boards, unchecked)
        faces |= drawn
    cache = FaceCache(options.output / CACHE)
    rendered = render_faces(work.game, faces, cache, job.progress)
    edges = edges_of(work.game, work.pieces, work.faces, options.theme)
    shared = f"{compared.artist.album.shared} {compared.kit.name}"
    ink = measure_ink(faces, rendered, options.theme, cache, shared, edges)
    refuse_false_edges(work.game, work.pieces, work.faces, ink.false_edges)
    presswork = Presswork(work.game, language, options, work.pieces, faces, rendered, ink)
    return presswork.files(contents, sheets, sheets, covers)


def _imposed(items: Sequence[Item], press: Press, layouts: Layouts) -> tuple[Sheet, ...]:
    """The sheets. Raises ProblemsFound: what imposition finds, without flags that no kit takes."""
    try:
        return impose(items, press, layouts)
    except ProblemsFound as found:
        raise ProblemsFound(_without_only(problem) for problem in found.problems) from None


def _without_only(problem: Problem) -> Problem:
    hint = "choose a paper with larger slots, or one without slots"
    return replace(problem, hint=hint) if "--only" in problem.hint else problem


def _checklist(
    artist: Artist,
    contents: Contents,
    work: ToPrint,
    press: Press,
    boards: Sequence[BoardMap],
    unchecked: bool,
) -> tuple[Mapping[FaceId, Face], tuple[Sheet, ...]]:
    """The faces and sheets of the list. Raises ProblemsFound: E301, and what drawing finds."""
    paper = cover_paper(press.paper)
    width_mm = cover_area(paper).width_mm
    said = work.listed, unchecked, boards
    drawn = draw_checklist(artist, contents, paper, press.duplex, width_mm, *said)
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
