"""Imports a source: finds its format, takes the game, and has it written or renewed."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from fustella import draw
from fustella.core.processes import limits
from fustella.core.processes.steps import IMPORT_S, READING_S, step
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.intake import formats
from fustella.intake.assembly import with_ids_apart
from fustella.intake.formats import format_names
from fustella.intake.json import json_of, looks_like_json
from fustella.intake.renewing import ImportedFiles, renewed, sums_of
from fustella.intake.report import REPORT
from fustella.intake.signs import with_signs
from fustella.intake.sources import ImportSource, open_source
from fustella.intake.stated import Stated
from fustella.intake.tables import TABLE_ENDINGS, table_of
from fustella.intake.taken import Taken
from fustella.intake.text_files import texts_of
from fustella.read.spreadsheets.rows import slug_of
from fustella.start.new import NewGame, begin_with, place_of_game

_LEAST = 0.3
"""The likeness from which on a source is taken for one of a format."""


class ImportModule(Protocol):
    """The names that a module of `intake.formats` provides."""

    ABOUT: str

    def likeness(self, source: ImportSource) -> float: ...

    def take(self, source: ImportSource) -> Taken: ...


class Brought(Struct, frozen=True):
    """An imported game: where it lies, what was taken, and which files were written or stay.

    `problems` are warnings about the source, and about files that were changed by hand.
    """

    place: NewGame
    format: str
    taken: Taken
    written: tuple[Path, ...]
    kept: tuple[Path, ...]
    problems: tuple[Problem, ...]

    @property
    def report(self) -> Path:
        return self.place.folder / REPORT


def _format(name: str) -> ImportModule:
    return cast(ImportModule, import_module(f"{formats.__name__}.{name}"))


def bring(
    path: Path, form: str = "", into: Path | None = None, stated: Stated | None = None
) -> Brought:
    """Imports a file, a folder or a zip.

    `form` is the name of its format, "" for one that is found by what is in it. `into` is the
    folder of the game, None for one in this folder that is called like the source. `stated` is what
    the user says about it. Raises OSError, and ProblemsFound: E015, E100, E132, E402, E403, E810,
    E811, E812, E822.
    """
    with step(f"importing {path.name}", Place(path.name), READING_S):
        source = open_source(path)
        source.stated = stated or Stated()
        form = form or _found(source)
    with step(f"importing {path.name}", Place(path.name), IMPORT_S):
        _refuse_unused(source, form)
        taken = _format(form).take(source)
        taken = with_signs(taken, _letters_of(taken, source))
        taken = replace(taken, kinds=with_ids_apart(taken.kinds))
    if not any(kind.rows for kind in taken.kinds):
        missed = sorted(taken.losses, key=lambda loss: loss.miss)
        told = missed[0].why if missed else "nothing draws on a card"
        hint = "see whether it is the right file; `--from` names another format"
        raise ProblemsFound(
            [
                *source.problems,
                Problem("E812", Place(source.name), f"no card is in it: {told}", hint),
            ]
        )
    place = place_of_game(into or Path.cwd() / (slug_of(taken.title) or "imported"))
    files = {
        name: text.encode()
        for name, text in texts_of(taken, place.game, place.schemas, _format(form).ABOUT).items()
    }
    sums = sums_of(place.folder)
    made = ImportedFiles(source, taken, files)
    if sums is None:
        begun = begin_with(place, files, made.others(), title=taken.title)
        return Brought(place, form, taken, begun.written, begun.kept, tuple(source.problems))
    now = renewed(place, made, sums)
    problems = (*source.problems, *now.problems)
    return Brought(place, form, taken, now.written, now.kept, problems)


def _letters_of(taken: Taken, source: ImportSource) -> set[int]:
    """The numbers of the letters that the fonts of a game have."""
    letters: set[int] = set()
    for origin in taken.fonts.values():
        letters |= draw.font_identity(source.bytes_of(origin, limits.FONT_BYTES)).letters
    return letters


def _refuse_unused(source: ImportSource, form: str) -> None:
    """Raises ProblemsFound, E822, where the user said something that no file of a format needs."""
    stated = source.stated
    says = {"--grid": stated.grid, "--size": stated.size_mm, "--backs": stated.backs}
    used = getattr(_format(form), "USES", ())
    if unused := [flag for flag, value in says.items() if value and flag not in used]:
        message = f"{', '.join(unused)} says nothing about {_format(form).ABOUT}"
        hint = "leave it out, or name the format with `--from`"
        raise ProblemsFound([Problem("E822", Place(source.name), message, hint)])


def _found(source: ImportSource) -> str:
    """The format that a source looks like most.

    Raises ProblemsFound: E810, or what is wrong with a table or a file in JSON that was named.
    """
    likeness = {name: _format(name).likeness(source) for name in format_names()}
    best = max(likeness, key=likeness.__getitem__)
    if likeness[best] < _LEAST:
        if source.main and looks_like_json(source, source.main):
            json_of(source, source.main)
        if source.main.lower().endswith(TABLE_ENDINGS):
            table_of(source, source.main)
        known = ", ".join(format_names())
        message = "it looks like none of the formats that are known"
        hint = f"name the one that it is: `--from` with {known}"
        raise ProblemsFound([Problem("E810", Place(source.name), message, hint)])
    return best
