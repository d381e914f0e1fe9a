"""Exports a game: read, checked and drawn as for a build, then handed to a format."""

import importlib
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.choice import choose
from fustella.build.drawing import artist_of, places_of, render_faces, rendered_with
from fustella.build.inputs import edition_of, load_game
from fustella.build.ledger import entries_of, today
from fustella.build.options import BuildOptions, Choice, Progress
from fustella.build.pictures import picture_warnings, pictures_told_at_once
from fustella.build.publish import Content, OutputFile, publish, records_of
from fustella.build.stamps import OutputRecord, Stamp, inputs_of, printed_in_stamps
from fustella.core.cache import CACHE, DiskCache
from fustella.core.codes import box_code
from fustella.core.model import Face, FaceId, Piece
from fustella.core.names import refuse_way_out
from fustella.core.paper import Duplex
from fustella.core.problems import Problem, refuse
from fustella.core.project import Project
from fustella.core.reading import files_in
from fustella.core.workers import jobs
from fustella.draw.artist import Artist
from fustella.draw.text.fonts import fonts_stamp
from fustella.export import formats
from fustella.export.game import Exported, ExportGame, pieces_of
from fustella.export.options import ExportOptions
from fustella.export.pictures import NAME_DIGITS, Pictures
from fustella.review import differs, review, review_faces, unread_fields
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


class ExportDone(Struct, frozen=True):
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
    strict: bool = False,
) -> ExportDone:
    """Write the files of one game, in a folder of its own for each language and format.

    After an edit only the pictures of changed faces are made; files of the others are kept.
    A box that differs from its rule document is exported only with `force`, and one about which
    there are warnings is not with `strict`. Raises ProblemsFound; the folder then stays as it was.
    """
    inputs = inputs_of(project, game_id)
    cache = DiskCache(options.output / CACHE)
    drawn = _draw(project, game_id, options, progress, force)
    edition, game = drawn.artist.edition, drawn.artist.edition.game
    faces, metadata = drawn.faces, drawn.artist.metadata
    home = options.output / game_id
    folder = home / options.folder(edition.language)
    refuse_way_out(folder / game_id, options.output)
    workers = _workers(len({face.digest for face in faces.values()}))
    with pictures_told_at_once(project, edition), PicturePool(workers) as pool:
        exported = format_named(options.format).export(
            ExportGame(
                edition=edition,
                options=options,
                pieces=tuple(
                    pieces_of(edition, drawn.pieces, faces, metadata, backs=options.backs)
                ),
                pictures=Pictures(
                    lambda: render_faces(game, faces, cache, progress),
                    pool,
                    fonts_stamp(),
                    game.place,
                    places_of(game, faces),
                    rendered_with(game, faces),
                    game.images.dpi,
                ),
                project=project,
                folder=folder,
                version=box_code(game, edition.language),
                checked=drawn.checked,
            )
        )
        told = (*edition.warnings, *drawn.unread, *drawn.artist.warnings)
        warnings = (*told, *picture_warnings(game, faces, cache), *exported.warnings)
        if strict:
            refuse(warnings)
        known = printed_in_stamps(folder, "")
        records = records_of(
            home,
            entries_of(game, drawn.pieces, edition.language, today()),
            folder,
            options.key(),
            lambda printed: Stamp(inputs, "", printed, edition.language, options.theme.value),
        )
        made, total = itertools.count(), len(exported.files)
        files = publish(
            folder,
            [_counted(file, made, game_id, total, progress) for file in exported.files],
            _former(options, folder, known),
            known,
            records,
            options.output,
            workers=pool.workers,
        )
    notes = exported.notes if drawn.checked else (*exported.notes, _UNCHECKED)
    return ExportDone(game_id, folder, files, next(made), warnings, notes)


_UNCHECKED = "unchecked: the box differs from what its rules say"


class _Drawn(Struct, frozen=True):
    """The pieces that are exported, with their faces.

    `checked`: they agree with the rules. `unread` are the warnings about fields that nothing draws.
    """

    artist: Artist
    pieces: tuple[Piece, ...]
    faces: Mapping[FaceId, Face]
    checked: bool
    unread: tuple[Problem, ...]


def _draw(
    project: Project, game_id: str, options: ExportOptions, progress: Progress, force: bool
) -> _Drawn:
    """Read, check and draw a game, as a build does. Raises ProblemsFound."""
    progress(f"{game_id}: reading", 0, 0)
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
    unchecked = differs(reviewed, force)
    artist = artist_of(project, edition, options.output)
    progress(f"{game_id}: drawing", 0, 0)
    with pictures_told_at_once(project, edition):
        faces = artist.draw_pieces(selection.drawn)
    if not options.only:  # an aid that is not drawn would explain nothing
        unchecked |= differs(review_faces(reviewed, artist.metadata), force)
    artist.album.save()
    unread = unread_fields(game, reviewed.claims, artist.metadata)
    return _Drawn(artist, selection.pieces, faces, not unchecked, unread)


def _workers(faces: int) -> int:
    """How many processes make pictures: as many as may work at once, and work for them."""
    return min(jobs(), faces // PICTURES_OF_WORKER)


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
    there = (path.relative_to(folder).as_posix() for path in files_in(folder, options.output))
    return (*listed, *(name for name in there if name.count("/") == 1 and hashed.search(name)))


def _counted(
    file: OutputFile, made: Iterator[int], game_id: str, total: int, progress: Progress
) -> OutputFile:
    """The file, which counts itself when it is made."""

    def content() -> Content:
        made_of_it = file.content()
        progress(f"{game_id}: files", next(made) + 1, total)
        return made_of_it

    return replace(file, content=content)
