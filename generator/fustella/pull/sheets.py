"""Pulls sheets: fetches all sheets of the games, then writes all files that differ, or none."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from fustella.core.files.journal import write_all
from fustella.core.files.project import Project
from fustella.core.files.reading import is_there, read_bytes, unread
from fustella.core.files.unwritten import hint_for_unwritten, why_unwritten
from fustella.core.processes.limits import TABLE_BYTES
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.pull.addresses import csv_address, fault_of
from fustella.pull.download import Limits, TooLarge, Unreachable, download
from fustella.pull.tables import RowChanges, changes_between, fault_in
from fustella.read import OnlineSheet, read_online_sheets

LIMITS = Limits()


class Pulled(Struct, frozen=True):
    """A sheet that was fetched: its table, and its changes to the file; `is_new` without a file."""

    sheet: OnlineSheet
    data: bytes
    changes: RowChanges
    is_new: bool

    @property
    def differs(self) -> bool:
        return self.is_new or self.changes.other_bytes


def plan_pull(
    project: Project, games: Sequence[str], limits: Limits = LIMITS
) -> tuple[Pulled, ...]:
    """Fetches all sheets of the games; nothing is written.

    Raises ProblemsFound with all faults of all sheets: E701, E702, E703, E100, and the problems of
    `load`.
    """
    sheets: list[OnlineSheet] = []
    problems: list[Problem] = []
    for game_id in games:
        try:
            sheets += read_online_sheets(project, game_id)
        except ProblemsFound as faults:
            problems += faults.problems
    pulled: list[Pulled] = []
    for sheet in sheets:
        try:
            pulled.append(_pull(sheet, project.root, limits))
        except ProblemsFound as faults:
            problems += faults.problems
    if problems:
        raise ProblemsFound(problems)
    return tuple(pulled)


def _pull(sheet: OnlineSheet, root: Path, limits: Limits) -> Pulled:
    """Fetches one sheet. Raises ProblemsFound."""
    place = sheet.address.place
    if fault := fault_of(sheet.address, local=limits.local):
        message = f'"{sheet.address}": {fault}'
        hint = 'write sheet: "https://…", the address that the sheet is published under'
        raise ProblemsFound([Problem("E701", place, message, hint)])
    try:
        answer = download(csv_address(sheet.address), limits)
    except Unreachable as error:
        raise ProblemsFound([Problem("E702", place, error.message, error.hint)]) from None
    except TooLarge:
        message = f"more than {limits.most_bytes / 1_000_000:g} MB came"
        hint = "the address must give one sheet as CSV"
        raise ProblemsFound([Problem("E703", place, message, hint)]) from None
    if problem := fault_in(answer.data, answer.type, place):
        raise ProblemsFound([problem])
    if not is_there(sheet.path):
        return Pulled(sheet, answer.data, changes_between(b"", answer.data), is_new=True)
    try:
        before = read_bytes(sheet.path, root, TABLE_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(sheet.name))]) from None
    return Pulled(sheet, answer.data, changes_between(before, answer.data), is_new=False)


def write_pulled(project: Project, pulled: Sequence[Pulled]) -> None:
    """Writes the tables that differ, all or none. Raises ProblemsFound: E401, E402."""
    differing = [sheet for sheet in pulled if sheet.differs]
    try:
        write_all(project.root, {sheet.sheet.path: sheet.data for sheet in differing})
    except OSError as error:
        names = ", ".join(sheet.sheet.name for sheet in differing)
        hint = hint_for_unwritten(error)
        message = f"cannot be written: {why_unwritten(error)}"
        raise ProblemsFound([Problem("E401", Place(names), message, hint)]) from None
