"""Finds lists that keep their rows in a spreadsheet online, `source: {sheet: ADDRESS}`."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from fustella.core.files.project import Project
from fustella.core.values.model import Word
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.read.forms import shown
from fustella.read.game import list_files
from fustella.read.nodes import MappingNode, place_at
from fustella.read.source import load


class OnlineSheet(Struct, frozen=True):
    """The address of a spreadsheet online, and the CSV file of the game that gets its rows."""

    address: Word
    path: Path
    name: str


def read_online_sheets(project: Project, game_id: str) -> tuple[OnlineSheet, ...]:
    """The online sheets of a game's lists; CSV files may be missing, lists may have other faults.

    Raises ProblemsFound: E701 for a sheet without an address or a CSV file of its own, and the
    problems of `load`.
    """
    sheets: list[OnlineSheet] = []
    problems: list[Problem] = []
    for path in list_files(project, game_id):
        try:
            sheets += _sheet_of(project, path, load(path, project.name_of(path), project.root))
        except ProblemsFound as faults:
            problems += faults.problems
    by_name: dict[str, OnlineSheet] = {}
    for sheet in sheets:
        first = by_name.setdefault(sheet.name.lower(), sheet)
        if first.address != sheet.address:
            other = f"{first.address.place.file}:{first.address.place.line}"
            message = f"{sheet.name} is kept for another sheet already"
            hint = f"that of {other}: name another file under `pieces`"
            problems.append(Problem("E701", sheet.address.place, message, hint))
    if problems:
        raise ProblemsFound(problems)
    return tuple(by_name.values())


def _sheet_of(project: Project, path: Path, data: MappingNode) -> Iterator[OnlineSheet]:
    """Yields the online sheet of a list, if it has one. Raises ProblemsFound."""
    source = data.get("source")
    if not isinstance(source, MappingNode) or "sheet" not in source:
        return
    file = project.name_of(path)
    address, kept = source["sheet"], data.get("pieces")
    place = place_at(data, file, "source", "sheet")
    if not isinstance(address, str) or not address.strip():
        message = f"expected the address of a sheet, found {shown(address)}"
        hint = 'write sheet: "https://…", the address that the sheet is published under'
        raise ProblemsFound([Problem("E701", place, message, hint)])
    if not isinstance(kept, str) or not kept.lower().endswith(".csv"):
        hint = "add `pieces: cards.csv`, the file that its rows are kept in"
        message = "the list names no CSV file to keep the sheet in"
        raise ProblemsFound([Problem("E701", place, message, hint)])
    target = path.parent / kept
    inside = target.resolve().parent == path.parent.resolve()
    if Path(kept).name != kept or not inside or kept[0] == "." or target.is_dir():
        place = place_at(data, file, "pieces")
        message = f"`{kept}` is no file of the game's folder"
        raise ProblemsFound([Problem("E701", place, message, "write a name alone, like cards.csv")])
    yield OnlineSheet(Word(address.strip(), place), target, project.name_of(target))
