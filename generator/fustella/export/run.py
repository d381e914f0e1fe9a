"""Exports a game: read, checked and drawn as for a build, then handed to a format."""

import importlib
import itertools
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol, cast

from fustella.build.choice import choose
from fustella.build.drawing import artist_of, render_faces
from fustella.build.inputs import edition_of, load_game
from fustella.build.ledger import entries_of, today
from fustella.build.options import BuildOptions, Choice, Progress
from fustella.build.pictures import picture_warnings
from fustella.build.publish import OutputFile, publish, records_of
from fustella.build.stamps import OutputRecord, Stamp, inputs_of, printed_in_stamps
from fustella.core.cache import CACHE, DiskCache
from fustella.core.codes import box_code
from fustella.core.paper import Duplex
from fustella.core.problems import Problem
from fustella.core.project import Project
from fustella.draw.text.fonts import fonts_stamp
from fustella.export import formats
from fustella.export.game import Exported, ExportGame, pieces_of
from fustella.export.options import ExportOptions
from fustella.export.pictures import NAME_DIGITS, Pictures
from fustella.review import differs, review, review_faces
from fustella.write.picture_worker import PicturePool

PICTURES_OF_WORKER = 24
"""For fewer pictures it is not worth while to start another process."""


class FormatModule(Protocol):
    """What a module of `formats` provides."""

    ABOUT: str
    """What it is for, as `--help` and the list of formats say it, in a few words."""

    OPTIONS: frozenset[str]
    """The names of those options in `ExportOptions` that not every format takes, and it does."""

    def export(self, game: ExportGame) -> Exported:
        """The files of a game. Raises ProblemsFound."""


@dataclass(frozen=True, slots=True)
class ExportDone:
    """What an export wrote: the folder, all that is in it now, and how many files are new."""

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
    jobs: int = 0,
) -> ExportDone:
    """Write the files of one game, in a folder of its own for each language and format.

    What is as it was is left as it is: after an edit only the pictures of changed faces are made.
    A box that differs from its rule document is exported only with `force`. So many `jobs` draw at
    once, by default as many as there are cores. Raises ProblemsFound; the folder then stays as it
    was.
    """
    progress(f"{game_id}: reading", 0, 0)
    inputs = inputs_of(project, game_id)
    game = load_game(project, game_id)
    asked = BuildOptions(
        paper="",
        duplex=Duplex.LONG_EDGE,
        output=options.output,
        language=options.language,
        theme=options.theme,
        choice=Choice(only=options.only),
    )
    edition = edition_of(game, asked)
    selection = choose(game, asked.choice, None)
    reviewed = review(project, game)
    differs(reviewed, force)
    cache = DiskCache(options.output / CACHE)
    artist = artist_of(project, edition, options.output)
    progress(f"{game_id}: drawing", 0, 0)
    faces = artist.draw_pieces(selection.drawn)
    if not options.only:
        differs(review_faces(reviewed, artist.metadata), force)
    artist.album.save()
    home = options.output / game_id
    folder = home / options.folder(edition.language)
    with PicturePool(_workers(jobs, len({face.digest for face in faces.values()}))) as pool:
        pictures = Pictures(
            lambda: render_faces(game, faces, cache, progress), pool, fonts_stamp(), game.place
        )
        exported = format_named(options.format).export(
            ExportGame(
                edition=edition,
                options=options,
                pieces=tuple(
                    pieces_of(
                        edition, selection.pieces, faces, artist.metadata, backs=options.backs
                    )
                ),
                pictures=pictures,
                project=project,
                folder=folder,
                version=box_code(game, edition.language),
            )
        )
        told = (*game.warnings, *artist.warnings, *picture_warnings(game, faces, cache))
        warnings = (*told, *exported.warnings)
        known = printed_in_stamps(folder, "")
        records = records_of(
            home,
            entries_of(game, selection.pieces, edition.language, today()),
            folder,
            options.key(),
            lambda printed: Stamp(inputs, "", printed, edition.language, options.theme.value),
        )
        former = _former(options, folder, known)
        files = publish(
            folder,
            _with_progress(exported.files, game_id, progress),
            former,
            known,
            records,
            options.output,
            workers=pool.workers,
        )
    before = {(entry.file, entry.key) for entry in known}
    made = sum((entry.file, entry.key) not in before for entry in files)
    return ExportDone(game_id, folder, files, made, warnings, exported.notes)


def _workers(asked: int, faces: int) -> int:
    """How many processes make pictures: as many as there are cores, and work for them."""
    return min(asked or os.cpu_count() or 1, faces // PICTURES_OF_WORKER)


def _former(options: ExportOptions, folder: Path, known: Sequence[OutputRecord]) -> tuple[str, ...]:
    """The files of earlier exports that go, unless this one has them, too.

    A format that keeps them, for something may still refer to them, is asked to `prune`: then all
    of its pictures go that are named by what they show, of whichever export they are.
    """
    listed = tuple(entry.file for entry in known)
    if "prune" not in format_named(options.format).OPTIONS:
        return listed
    if not options.prune:
        return ()
    hashed = re.compile(rf"-[0-9a-f]{{{NAME_DIGITS}}}\.png")
    there = (path for path in folder.glob("*/*.png") if hashed.search(path.name))
    return (*listed, *(path.relative_to(folder).as_posix() for path in there))


def _with_progress(
    files: Sequence[OutputFile], game_id: str, progress: Progress
) -> list[OutputFile]:
    """The files, each of which tells when it is made."""
    done = itertools.count(1)

    def content(file: OutputFile) -> bytes:
        made = file.content()
        progress(f"{game_id}: files", next(done), len(files))
        return made

    return [replace(file, content=partial(content, file)) for file in files]
