"""Builds a game: asks a job for its parts in their order, and delivers its files."""

from fustella import build, covers, draw
from fustella.build.inputs import words_lacking
from fustella.build.job import Job
from fustella.build.options import PART, BuildOptions, Progress
from fustella.build.pictures import all_broken_pictures
from fustella.build.stamps import Built, Stamp
from fustella.core.files.project import Project
from fustella.core.processes.parallel import in_background
from fustella.core.values.problems import refuse

CLAIMS_OF_WORKER = 30
"""The fewest claims that are checked in another process: a claim takes 0.2 ms, besides lint."""


def load() -> None:
    """Loads the modules that draw and write, before forks that need them."""
    _ = draw.Artist, covers.cover_of, build.SheetPdfs, build.shop_files
    _ = build.measure_ink, build.picture_warnings, build.render_faces, build.Production


def build_game(
    project: Project, game_id: str, options: BuildOptions, inputs: str, progress: Progress
) -> Built:
    """Builds the files of one game, in a folder of its own for each language and paper.

    `inputs` is what `inputs_of` returned before: a change from then on makes the build outdated. A
    box that differs from its rule document is printed only when forced, and its cover says so.
    Raises ProblemsFound with everything that is wrong in one stage; the output folder then stays as
    it was.
    """
    job = Job(project, game_id, options, progress)
    # Read in the order in which faults are reported.
    _, edition, claims, selection = job.settings, job.edition, job.claims, job.selection
    _ = job.rules
    shop, stampless = options.printing.shop, options.leaves_no_stamp
    inside = options.folder(edition.language)
    # A first build draws for a second: its author sees what differs from the rules before that.
    many = claims is not None and len(claims.claims) >= CLAIMS_OF_WORKER
    worth = many and (job.home / inside).exists()
    with (
        all_broken_pictures(project, edition.of(selection.game)),
        in_background(job.differs, worth=worth) as (job.differs, look),
    ):
        if options.strict:
            job.differs()
            missing = (text.warning for text in edition.missing)
            refuse((*selection.game.warnings, *missing, *job.rules_warnings))
        _ = job.faces
        look()  # nothing more is made of a box that differs
        _ = job.checked, job.unread, job.printed, job.cover
        look()
        job.artist.face_cache.save()
        files = job.files
    progress(f"{game_id}: writing", 0, 0)
    warnings = (*job.rules_warnings, *job.warnings(job.production.left_out))
    if not shop:
        warnings += words_lacking(project, edition)
    if options.strict:
        refuse(warnings)
    # A part without a stamp has its records in its own folder, for the next part.
    part = options.choice.partial or options.choice.players or job.production.left_out
    stamp = Stamp(
        inputs="" if stampless else inputs,
        folder="" if stampless else inside,
        printed=(),
        language=edition.language,
        theme=options.theme.value,
        whole=not (part or shop or options.printing.draft),
        warnings=warnings,
    )
    key = PART if stampless else options.key(job.unchecked)
    records = job.deliver(inside, files, key, stamp, job.production.pieces)
    unchecked = job.unchecked and job.cover is None
    return Built(game_id, job.home / inside, records, False, warnings, unchecked)
