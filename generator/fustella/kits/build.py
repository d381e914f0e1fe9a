"""Prints the copies of today's box that a kit lacks, with a swap list."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from msgspec.structs import replace

from fustella import covers
from fustella.build import PART, BuildOptions, Built, OutputRecord, Progress, printed_in_stamps
from fustella.build.choice import Selection
from fustella.build.job import Job
from fustella.build.pictures import all_broken_pictures, picture_warnings
from fustella.build.publish import OutputFile
from fustella.core.files.project import Project
from fustella.core.files.reading import entries_of as in_folder
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound, Severity, refuse
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
from fustella.kits.swaps import KitComparison, KitPrint, previous_pieces, swaps_of


def compare_kit(
    project: Project,
    kit: Kit,
    options: BuildOptions,
    progress: Progress,
    mode: UpdateMode | None = None,
) -> KitComparison:
    """Compares a kit with its box, which is drawn in the kit's language and theme.

    With a `mode`, the comparison is for printing: it has the hash of all inputs of the print, and
    the box is as its rules say, unless forced. Raises ProblemsFound.
    """
    options, inputs = for_kit(options, kit), ""
    if not mode and kit.rules:  # the size of pages may depend on it
        options = replace(options, paper=kit.rules.paper)
    if mode:
        inputs = inputs_of_kit(project, kit, options, mode)
        if mode.stickers:  # nothing is printed behind them
            options = replace(options, duplex=Duplex.NONE)
    job = Job(project, kit.game, options, progress)
    if mode:
        _ = job.settings
    refuse_other_language(job.game, kit)
    job = job.with_pieces(job.game.pieces)
    _ = job.faces
    if mode:
        _ = job.checked
    return KitComparison(kit, job, inputs)


def build_for_kit(
    project: Project,
    kit: Kit,
    options: BuildOptions,
    progress: Progress,
    *,
    rules_only: bool = False,
) -> KitBuilt:
    """Prints the copies that a kit lacks, with a list of what to take out and put in.

    The print is recorded as pending. A box that differs from its rule document is printed only when
    forced. Raises ProblemsFound; the last print for the kit then stays as it was.
    """
    mode = UpdateMode(rules_only=rules_only)
    comparison = compare_kit(project, kit, options, progress, mode)
    changes = comparison.changes(rules_only)
    previous = previous_pieces(comparison, changes)
    known = all(piece.front for piece in previous.values())
    rules = comparison.booklet.change(rules_only=rules_only)
    work = replace(swaps_of(comparison, changes, previous), rules=rules)
    return print_for_kit(comparison, work, known=known)


def print_for_kit(comparison: KitComparison, work: KitPrint, *, known: bool) -> KitBuilt:
    """Writes the PDFs of a print for a kit; with nothing to print, removes PDFs of earlier prints.

    With `known`, the pictures of all leaving pieces are known: the next build with the same inputs
    would print the same.
    """
    kit, job = comparison.kit, comparison.job
    game, edition, face_cache = job.game, job.edition, job.artist.face_cache
    folder = kit_folder(job.options.output, kit)
    pending = Pending(state_of(kit), work.changes, work.names, work.rules)
    before = read_pending(folder)
    unrecorded = (
        before is not None
        and before.before == pending.before
        and (before.changes, before.rules) != (work.changes, work.rules)
    )
    put_in = {change.piece for change in work.changes if change.put_in}
    warnings = (
        *edition.warnings,
        *(job.rules_warnings if work.rules else ()),
        *(problem for problem in job.unread if problem.piece in put_in),
        *picture_warnings(work.game, work.faces, face_cache.memory),
    )
    if job.options.strict:
        refuse(warnings)
    with all_broken_pictures(job.project, edition):
        files = [*_files(comparison, work)] if work.changes else []
        files += comparison.booklet.files(work.rules) if work.rules else ()
    face_cache.save()
    job.progress(f"{game.id}: writing", 0, 0)
    # A build that was killed may have left sheets that no stamp knows.
    there = (path.name for path in in_folder(folder, job.options.output))
    names = {name for name in there if fnmatchcase(name, f"{game.id}-{kit.name}*.pdf")}
    names |= {record.file for record in printed_in_stamps(folder, "")}
    written: tuple[OutputRecord, ...] = ()
    lacks = bool(work.changes or work.rules)
    if lacks or folder.exists():
        written = job.deliver(
            job.options.folder(edition.language),
            [*files, *([OutputFile(PENDING, "", pending.as_json)] if lacks else [])],
            PART,
            stamp_of_kit(comparison.inputs if known else "", job.unchecked, warnings),
            [piece for piece in game.pieces if piece.id in put_in],
            names,
        )
    shown = tuple(record for record in written if record.file != PENDING)
    built = Built(game.id, folder, shown, False, warnings) if lacks else None
    return KitBuilt(kit, work.names, work.changes, built, unrecorded, work.rules)


def _files(comparison: KitComparison, work: KitPrint) -> Sequence[OutputFile]:
    """The swap list and the sheets, still to be written."""
    job = comparison.job
    prints = job.given(
        selection=Selection(work.game, work.pieces, work.pieces),
        faces=work.faces,
        shared=f"{job.shared} {comparison.kit.name}",
    )
    try:
        production = prints.production
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
    box = production.for_cover(unchecked=job.unchecked)
    prints.cover = covers.swap_list_of(job.artist, box, work.swaps, work.pictures)
    return prints.files
