"""Exports a game: reads, checks and draws it as a build does, and hands it to a format."""

import importlib
import itertools
import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.drawing import places_of, render_faces, rendered_with
from fustella.build.job import Job
from fustella.build.options import UNCHECKED_NOTE, Progress, RulesOptions
from fustella.build.pictures import all_broken_pictures
from fustella.build.publish import Content, OutputFile
from fustella.build.stamps import OutputRecord, Stamp, printed_in_stamps
from fustella.core.files.names import refuse_way_out
from fustella.core.files.project import Project
from fustella.core.files.reading import files_in
from fustella.core.geometry.shapes import Size
from fustella.core.processes.parallel import jobs
from fustella.core.values.codes import box_code
from fustella.core.values.problems import Problem, refuse
from fustella.draw.text.fonts import fonts_stamp
from fustella.export import formats
from fustella.export.game import DrawnBoxes, Exported, ExportGame, pieces_of
from fustella.export.options import ExportOptions
from fustella.export.pictures import NAME_DIGITS, FacePictures
from fustella.read import read_shop
from fustella.write.picture_worker import PicturePool

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook

PICTURES_OF_WORKER = 24
"""The number of pictures for which one more process is started."""


class FormatModule(Protocol):
    """The names that a module of `formats` provides."""

    ABOUT: str
    """The purpose of the format in a few words, for `--help` and the list of formats."""

    OPTIONS: frozenset[str]
    """The names, in `ExportOptions`, of options that this format takes and others may not."""

    def export(self, game: ExportGame) -> Exported:
        """The files of a game. Raises ProblemsFound."""


class ExportDone(Struct, frozen=True):
    """The result of an export: its folder, all files in it, and how many of these are new."""

    game: str
    folder: Path
    files: tuple[OutputRecord, ...]
    made: int
    warnings: tuple[Problem, ...]
    notes: tuple[str, ...]


def format_named(name: str) -> FormatModule:
    return cast(FormatModule, importlib.import_module(f"{formats.__name__}.{name}"))


def export_game(
    project: Project,
    game_id: str,
    options: ExportOptions,
    progress: Progress,
    *,
    force: bool = False,
    strict: bool = False,
) -> ExportDone:
    """Writes the files of one game, in a folder of its own for each language and format.

    After an edit only the pictures of changed faces are made; all other files are kept. A box that
    differs from its rule document is exported only with `force`; with `strict`, a box with warnings
    is not exported. Raises ProblemsFound; the folder then stays as it was.
    """
    job = Job(project, game_id, options.of_build(force=force), progress)
    # Read in the order in which faults are reported.
    inputs, edition, selection = job.inputs, job.edition, job.selection
    shop = read_shop(project, options.shop) if options.shop else None
    job.differs()
    with all_broken_pictures(project, edition):
        faces = job.faces
    checked = job.checked
    job.artist.face_cache.save()
    game, inside = job.game, options.folder(edition.language)
    folder = job.home / inside
    refuse_way_out(folder / game_id, options.output)
    different = len({face.digest for face in faces.values()})
    workers = min(jobs(), different // PICTURES_OF_WORKER)
    with all_broken_pictures(project, edition), PicturePool(workers) as pool:
        exported = format_named(options.format).export(
            ExportGame(
                edition=edition,
                options=options,
                pieces=tuple(
                    pieces_of(edition, selection.pieces, faces, job.metadata, backs=options.backs)
                ),
                pictures=_pictures(job, pool),
                project=project,
                folder=folder,
                version=box_code(game, edition.language),
                checked=checked,
                shop=shop,
                rulebook=None if options.only else rulebook_of(job, pool),
                draw_boxes=None if options.only else partial(_drawn_boxes, job, pool),
            )
        )
        rules = () if options.only else job.rules_warnings
        warnings = (*rules, *job.warnings(), *exported.warnings)
        if strict:
            refuse(warnings)
        counter, total = itertools.count(), len(exported.files)
        files = job.deliver(
            inside,
            [_with_progress(file, counter, game_id, total, progress) for file in exported.files],
            options.key(),
            Stamp(inputs, "", (), edition.language, options.theme.value),
            selection.pieces,
            _former_files(options, folder),
            workers=pool.workers,
        )
    notes = exported.notes if checked else (*exported.notes, UNCHECKED_NOTE)
    return ExportDone(game_id, folder, files, next(counter), warnings, notes)


def _pictures(job: Job, pool: PicturePool) -> FacePictures:
    """What makes pictures of the faces of a job."""
    game, faces = job.game, job.faces
    return FacePictures(
        lambda: render_faces(game, faces, job.cache, job.progress),
        pool,
        fonts_stamp(),
        game.place,
        places_of(game, faces),
        rendered_with(game, faces),
        game.images.dpi,
    )


def _drawn_boxes(job: Job, pool: PicturePool) -> DrawnBoxes:
    """The boxes of the game of a job, with their faces. Raises ProblemsFound as faces do."""
    boxes = job.with_pieces(job.game.boxes)
    found = pieces_of(boxes.edition, boxes.game.pieces, boxes.faces, boxes.metadata, backs=False)
    return DrawnBoxes(tuple(found), _pictures(boxes, pool))


def rulebook_of(job: Job, pool: PicturePool) -> "Rulebook | None":
    """The rule booklet in the language of a job; a game without one loads nothing for it.

    Raises ProblemsFound as `Job.rules` does.
    """
    booklet = job.booklet
    if booklet is None:
        return None
    from fustella.build.booklet import BookletMaker  # noqa: PLC0415  (it takes long to load)
    from fustella.build.booklet_size import format_size  # noqa: PLC0415  (the same)
    from fustella.build.rules_files import text_source  # noqa: PLC0415  (the same)
    from fustella.export.rulebook import Rulebook, RulebookPages  # noqa: PLC0415  (the same)

    def made(trim: Size | None = None, bleed_mm: float = 0.0) -> BookletMaker:
        return BookletMaker(job, booklet, RulesOptions(), trim=trim, bleed_mm=bleed_mm)

    @cache
    def pages(size: Size, bleed_mm: float) -> RulebookPages:
        maker = made(size, bleed_mm)
        try:
            faces, drawn = maker.single_pages
        finally:
            maker.close()
        pictures = FacePictures(lambda: (drawn,), pool, fonts_stamp(), job.game.place)
        return RulebookPages(faces, drawn, pictures)

    source = text_source(job.edition, booklet.language)
    return Rulebook(booklet, source, format_size(booklet), lambda: made().screen, pages)


def _former_files(options: ExportOptions, folder: Path) -> tuple[str, ...] | None:
    """The files of earlier exports to delete if they are not made again.

    None stands for all files that stamps name. A format with the option `prune` keeps its files,
    because something may still refer to them. With `--prune`, all pictures of its folder whose
    names have a hash are deleted, whichever export made them.
    """
    if "prune" not in format_named(options.format).OPTIONS:
        return None
    if not options.prune:
        return ()
    listed = (record.file for record in printed_in_stamps(folder, ""))
    hashed = re.compile(rf"-[0-9a-f]{{{NAME_DIGITS}}}\.png")
    there = (path.relative_to(folder).as_posix() for path in files_in(folder, options.output))
    return (*listed, *(name for name in there if name.count("/") == 1 and hashed.search(name)))


def _with_progress(
    file: OutputFile, counter: Iterator[int], game_id: str, total: int, progress: Progress
) -> OutputFile:
    """The file, which calls `progress` with the next number of `counter` when it is made."""

    def content() -> Content:
        made_of_it = file.content()
        progress(f"{game_id}: files", next(counter) + 1, total)
        return made_of_it

    return replace(file, content=content)
