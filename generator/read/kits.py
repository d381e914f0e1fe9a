"""Kits: kits/<name>.yaml in the project's folder, one file for each printed copy of a game."""

import re
from collections.abc import Mapping as Table
from dataclasses import dataclass
from pathlib import Path

from generator.codes import LENGTH, MARK_LETTERS
from generator.kits import Kit, Lot, Version
from generator.model import Theme
from generator.problems import Place, Problem, ProblemsFound, did_you_mean
from generator.project import Project
from generator.read.forms import (
    At,
    Refused,
    checked,
    entry,
    form_of,
    list_of,
    one_of,
    shown,
    table_of,
    value_of,
)
from generator.read.loader import loaded, text_of
from generator.read.nodes import Mapping, as_typed
from generator.read.schema import COPIES, IDENTIFIER, STRING, identifier

FOLDER = "kits"
"""In the project's folder."""

_HASH = re.compile(r"[0-9a-f]{8}")
_CODE = re.compile(rf"[A-Z]{{{MARK_LETTERS}}}-[0-9A-Z]{{{LENGTH}}}")


def _hash(value: object) -> str:
    text = as_typed(value)
    if not _HASH.fullmatch(text):
        hint = "these are eight signs that nobody types: take the line back from an older file"
        raise Refused("E130", f"{shown(value)} is no hash", hint)
    return text


def _code(value: object) -> str:
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        hint = "write it as it is printed on the piece, like MK-7K4C"
        raise Refused("E130", f"{shown(value)} is no version code", hint)
    return value


def _none(value: object) -> object:
    raise Refused("E119", f"{value} copies", "where the kit has none of it, delete the line")


def _copies(value: object, at: At) -> object:
    """A whole number; a kit knows no reason to strike a piece out."""
    none = isinstance(value, int) and not isinstance(value, bool) and value < 1
    return value_of(_none)(value, at) if none else COPIES(value, at)


HASH = value_of(_hash)


@dataclass(frozen=True, slots=True)
class LotForm:
    """So many copies in one version."""

    copies: int = entry(_copies)
    code: str = entry(value_of(_code))
    rules: str = entry(HASH)
    wording: str = entry(HASH)
    looks: str = entry(HASH)


_TABLE = table_of(identifier, list_of(form_of(LotForm), least=1))


def _pieces(value: object, at: At) -> object:
    """The lots by piece; `{}` for a kit of which nothing is printed yet."""
    if isinstance(value, Mapping) and not value:
        return {}
    return _TABLE(value, at)


@dataclass(frozen=True, slots=True)
class KitForm:
    """A kit; its name is that of its file."""

    game: str = entry(IDENTIFIER)
    language: str = entry(STRING)
    pieces: Table[str, tuple[LotForm, ...]] = entry(_pieces)
    theme: str = entry(one_of(*Theme), default=Theme.FULL.value)


def kit_names(project: Project) -> tuple[str, ...]:
    """The names of all kits, in alphabetical order."""
    files = (project.root / FOLDER).glob("[!.]*.yaml")
    return tuple(sorted(path.stem for path in files if path.is_file()))


def kit_path(project: Project, name: str) -> Path:
    """Where a kit is kept. Raises ProblemsFound: E121 for a name that is none."""
    try:
        identifier(name)
    except Refused as refused:
        problem = Problem(refused.code, Place(_file(name)), refused.message, refused.hint)
        raise ProblemsFound([problem]) from None
    return project.root / FOLDER / f"{name}.yaml"


def read_kit(project: Project, name: str) -> Kit:
    """A kit by its name. Raises ProblemsFound: E010 unknown, E121 no name, what reading finds."""
    path = kit_path(project, name)
    if not path.is_file():
        known = kit_names(project)
        hint = did_you_mean(name, known) or f"make it: `fustella kit new {name} GAME`"
        raise ProblemsFound([Problem("E010", Place(FOLDER), f"there is no kit `{name}`", hint)])
    return kit_in(text_of(path, _file(name)), name)


def kit_in(text: str, name: str) -> Kit:
    """The kit that a text keeps. Raises ProblemsFound."""
    file = _file(name)
    form = checked(KitForm, loaded(text, file), file)
    lots = {piece: _lots(form.pieces[piece]) for piece in sorted(form.pieces)}
    return Kit(name, form.game, form.language, Theme(form.theme).value, lots, Place(file))


def version_of(form: LotForm) -> Version:
    """The version of a lot as it is written."""
    return Version(form.code, form.rules, form.wording, form.looks)


def _lots(forms: tuple[LotForm, ...]) -> tuple[Lot, ...]:
    """Lots of one version are one."""
    copies: dict[Version, int] = {}
    for form in forms:
        version = version_of(form)
        copies[version] = copies.get(version, 0) + form.copies
    return tuple(Lot(version, number) for version, number in copies.items())


def _file(name: str) -> str:
    return f"{FOLDER}/{name}.yaml"
