"""Printing for a kit: what it lacks of the box as it is today, with a swap list."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import (
    PART,
    BuildOptions,
    Built,
    OutputRecord,
    Progress,
    Stamp,
    entries_of,
    printed_in_stamps,
    read_ledger,
    today,
)
from fustella.build.covers import swap_list_of
from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game, print_settings
from fustella.build.pictures import picture_warnings, pictures_told_at_once
from fustella.build.pipeline import PrintJob
from fustella.build.production import Production
from fustella.build.publish import OutputFile, publish, records_of
from fustella.core.cache import CACHE, DiskCache
from fustella.core.model import Edition
from fustella.core.paper import Duplex, PrintSettings
from fustella.core.problems import ProblemsFound, Severity, refuse
from fustella.core.project import Project
from fustella.core.reading import entries_of as in_folder
from fustella.history import versions_of
from fustella.impose.slots import NO_SLOT
from fustella.kits.model import Kit
from fustella.kits.stamps import (
    KitBuilt,
    UpdateMode,
    for_kit,
    inputs_of_kit,
    refuse_other_language,
    stamp_of_kit,
)
from fustella.kits.store import PENDING, Pending, kit_folder, read_pending, state_of
from fustella.kits.swaps import KitComparison, KitPrintJob, previous_pieces, swaps_of
from fustella.read import read_claims
from fustella.review import differs, review, review_faces, unread_fields


class KitJob(Struct, frozen=True):
    """A build for a kit: what was asked, and what it depends on.

    `options` have the kit's language and theme. `inputs` were taken before anything was read.
    """

    project: Project
    kit: Kit
    options: BuildOptions
    settings: PrintSettings
    inputs: str
    progress: Progress


def job_for(
    project: Project, kit: Kit, options: BuildOptions, progress: Progress, mode: UpdateMode
) -> KitJob:
    """A build for a kit. Raises ProblemsFound."""
    options = for_kit(options, kit)
    inputs = inputs_of_kit(project, kit, options, mode)
    if mode.stickers:  # nothing is printed behind them
        options = replace(options, duplex=Duplex.NONE)
    return KitJob(project, kit, options, print_settings(project, options), inputs, progress)


def compare_kit(
    project: Project, kit: Kit, options: BuildOptions, progress: Progress
) -> KitComparison:
    """A kit beside its box, drawn as the kit was. Raises ProblemsFound."""
    progress(f"{kit.game}: reading", 0, 0)
    game = load_game(project, kit.game)
    options = for_kit(options, kit)
    refuse_other_language(game, kit)
    artist = artist_of(project, Edition(game, kit.language, options.theme), options.output)
    progress(f"{kit.game}: drawing", 0, 0)
    faces = artist.draw_pieces(game.pieces)
    ledger = read_ledger(options.output / game.id)
    names = {entry.piece: entry.name for entry in ledger if entry.language == kit.language}
    names |= {piece.id: str(piece.name.in_language(kit.language)) for piece in game.pieces}
    return KitComparison(kit, artist, faces, versions_of(game, faces, kit.language), names)


def build_for_kit(
    project: Project,
    kit: Kit,
    options: BuildOptions,
    progress: Progress,
    *,
    rules_only: bool = False,
) -> KitBuilt:
    """Print what a kit lacks, with a list of what to take out and put in.

    What is printed is recorded as pending. A box that differs from its rule document is printed
    only when forced. Raises ProblemsFound; what was printed for the kit before stays then.
    """
    job = job_for(project, kit, options, progress, UpdateMode(rules_only=rules_only))
    comparison = compare_kit(project, kit, job.options, progress)
    unchecked = differs_from_rules(job, comparison)
    changes = comparison.changes(rules_only)
    previous = previous_pieces(project, comparison, changes, job.options)
    known = all(piece.front for piece in previous.values())
    work = swaps_of(comparison, changes, previous)
    return print_for_kit(job, comparison, work, unchecked=unchecked, known=known)


def differs_from_rules(job: KitJob, comparison: KitComparison) -> bool:
    """Whether the box differs from its rule document. Raises ProblemsFound unless forced."""
    force = job.options.force
    reviewed = review(job.project, comparison.edition.game)
    unchecked = differs(reviewed, force)
    return unchecked | differs(review_faces(reviewed, comparison.artist.metadata), force)


def print_for_kit(
    job: KitJob, comparison: KitComparison, work: KitPrintJob, *, unchecked: bool, known: bool
) -> KitBuilt:
    """Write the PDFs of what is to be printed; with nothing to print, remove those of before.

    `known`: everything that goes out is known, so the next build with the same inputs would print
    the same.
    """
    kit, edition = job.kit, comparison.edition
    folder = kit_folder(job.options.output, kit)
    pending = Pending(state_of(kit), work.changes, work.names)
    before = read_pending(folder)
    unrecorded = (
        before is not None and before.before == pending.before and before.changes != work.changes
    )
    put_in = {change.piece for change in work.changes if change.put_in}
    claims = read_claims(job.project, edition.game)
    unread = unread_fields(edition.game, claims, comparison.artist.metadata)
    warnings = (
        *edition.warnings,
        *(told for told in unread if told.piece in put_in),
        *picture_warnings(work.game, work.faces, comparison.artist.album.memory),
    )
    if job.options.strict:
        refuse(warnings)
    with pictures_told_at_once(job.project, edition):
        files = _files(job, comparison, work, unchecked) if work.changes else []
    comparison.artist.album.save()
    job.progress(f"{kit.game}: writing", 0, 0)

    def stamp_of(records: tuple[OutputRecord, ...]) -> Stamp:
        return stamp_of_kit(job.inputs if known else "", records, unchecked, warnings)

    pieces = [piece for piece in edition.game.pieces if piece.id in put_in]
    entries = entries_of(edition.game, pieces, edition.language, today())
    former = printed_in_stamps(folder, "")
    # A build that was killed may have left sheets that no stamp knows.
    there = (path.name for path in in_folder(folder, job.options.output))
    names = {name for name in there if fnmatchcase(name, f"{kit.game}-{kit.name}*.pdf")}
    names |= {record.file for record in former}
    written: tuple[OutputRecord, ...] = ()
    if files or folder.exists():
        written = publish(
            folder,
            [*files, *([OutputFile(PENDING, "", pending.as_json)] if files else [])],
            names,
            former,
            records_of(job.options.output / kit.game, entries, folder, PART, stamp_of),
            job.options.output,
        )
    shown = tuple(record for record in written if record.file != PENDING)
    built = Built(kit.game, folder, shown, False, warnings) if work.changes else None
    return KitBuilt(kit, work.names, work.changes, built, unrecorded)


def _files(
    job: KitJob, comparison: KitComparison, work: KitPrintJob, unchecked: bool
) -> Sequence[OutputFile]:
    """The swap list and the sheets, still to be written."""
    artist, cache = comparison.artist, DiskCache(job.options.output / CACHE)
    try:
        production = Production.of(work.game, work.pieces, job.settings, cache)
    except ProblemsFound as found:
        hint = "choose a paper with larger slots, or one without slots"  # no flag: kits take none
        raise ProblemsFound(
            replace(problem, hint=hint) if problem.code == NO_SLOT else problem
            for problem in found.problems
        ) from None
    if production.left_out:  # what a kit lacks is printed whole, or it would be noted as printed
        hint = "print what the kit lacks without --cutter"
        raise ProblemsFound(
            replace(problem, severity=Severity.ERROR, hint=hint) for problem in production.left_out
        )
    cover = swap_list_of(artist, production, work.swaps, work.pictures, unchecked=unchecked)
    edition = comparison.edition.of(work.game)
    prints = PrintJob(edition, production, job.options, work.faces, cover)
    ink_key = f"{artist.album.shared} {job.kit.name}"
    return prints.files(production.sheets, ink_key, job.progress)
