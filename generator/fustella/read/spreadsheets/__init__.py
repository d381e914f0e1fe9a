"""Reads spreadsheets (.csv, .tsv, .xlsx and .ods) into sheets of cells."""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath

from fustella.core.files.reading import (
    entries_of,
    is_file,
    problem_of_unread,
    read_bytes,
    why_missing,
)
from fustella.core.processes import limits
from fustella.core.processes.steps import READING_S, step
from fustella.core.values.problems import Place, did_you_mean
from fustella.core.words.patterns import regex
from fustella.read.spreadsheets.cells import UnreadableSheet, Worksheet

TEXTS = (".csv", ".tsv", ".tab", ".txt")
WORKBOOKS = (".xlsx", ".xlsm")
OPEN_DOCUMENTS = (".ods",)
ENDINGS = (*TEXTS, *WORKBOOKS, *OPEN_DOCUMENTS)

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0"
_IN_BACKSLASHES = regex(r"[^\\/:.][^\\/:]*(\\[^\\/:.][^\\/:]*)+")
"""Matches a path to a file in a folder below, written with the backslashes of Windows."""

_LOOKED_AT = 4096
"""The number of bytes that are searched for a zero, which workbooks have and texts do not."""

_SAVE = "open it in its program and save it as .xlsx or .csv"
_RENAME = "rename it to {}, and write that name behind `pieces:`"


def read_sheet(
    path: Path, sheet: str, languages: Sequence[str], root: Path | None = None
) -> Worksheet:
    """A sheet of a file; `sheet` is its name in a workbook, "" for the first that is not hidden.

    `languages` are the languages of the game, for the code page of a CSV file and the names of
    months. `root` is the project's folder, in which the file must lie. Raises UnreadableSheet:
    E100, E102, E131, E132, E133, E151, E152.
    """
    name = path.relative_to(root).as_posix() if root and root in path.parents else path.name
    with step(f"reading {name}", Place(name), READING_S):
        return _read(path, sheet, languages, root)


def _read(path: Path, sheet: str, languages: Sequence[str], root: Path | None) -> Worksheet:
    data = bytes_of(path, root)
    ending = path.suffix.lower()
    if data.startswith(_OLE):
        message = "an old .xls file, or a file with a password"
        raise UnreadableSheet(message, f"{_SAVE}, without a password")
    if ending in TEXTS and data.startswith(_ZIP):
        message = f"the file is a workbook, and its name ends with {ending}"
        raise UnreadableSheet(message, _RENAME.format(f"{path.stem}.xlsx"))
    if ending in TEXTS:
        from fustella.read.spreadsheets import delimited, encodings  # noqa: PLC0415

        if sheet:
            hint = "leave out the # and what follows it"
            raise UnreadableSheet(f"a {ending} file has no sheet `{sheet}`", hint)
        return delimited.sheet_of(encodings.decoded(data, languages).text, path.name)
    if not data.startswith(_ZIP) and data and b"\0" not in data[:_LOOKED_AT]:
        message = f"the file is a text, and its name ends with {ending}"
        raise UnreadableSheet(message, _RENAME.format(f"{path.stem}.csv"))
    if not data.startswith(_ZIP):
        raise UnreadableSheet(f"the file is no {ending} workbook", _SAVE)
    if ending in WORKBOOKS:
        from fustella.read.spreadsheets import xlsx  # noqa: PLC0415

        return _of_few_letters(xlsx.sheet_of(data, sheet, languages))
    from fustella.read.spreadsheets import ods  # noqa: PLC0415

    return _of_few_letters(ods.sheet_of(data, sheet))


def _of_few_letters(sheet: Worksheet) -> Worksheet:
    """The sheet, if it has few enough letters.

    Else raises UnreadableSheet, E132, with the row that exceeds the limit.
    """
    letters = 0
    for row in sheet.rows:
        letters += sum(len(cell) for cell in row.cells if isinstance(cell, str))
        if letters > limits.TABLE_LETTERS:
            message = f"more than {limits.TABLE_LETTERS:,} letters in its cells"
            raise UnreadableSheet(
                message, "look for long texts that are repeated", "E132", row.number
            )
    return sheet


def sheet_path(folder: Path, typed: str, endings: Sequence[str] = ENDINGS) -> Path:
    """The spreadsheet that a list in `folder` names; no path may lead out of it.

    With other `endings` it is a file of another sort.

    Raises UnreadableSheet: E100, E151.
    """
    relative = PurePosixPath(typed)
    outside = relative.is_absolute() or ".." in relative.parts or "\\" in typed or ":" in typed
    if outside or not typed.isprintable():
        hint = "put it into the game's folder, and name it from there, like decks/cards.csv"
        if _IN_BACKSLASHES.fullmatch(typed):
            hint = f"write {PureWindowsPath(typed).as_posix()}"
        raise UnreadableSheet(f"`{typed}` is not in the folder of the game", hint)
    path = folder / relative
    if path.suffix.lower() not in endings:
        raise UnreadableSheet(f"a {path.suffix} file cannot be read", _SAVE)
    if not is_file(path) and not path.is_symlink():
        entries = entries_of(folder, folder)
        known = [entry.name for entry in entries if entry.suffix.lower() in endings]
        hint = why_missing(path, folder) or did_you_mean(typed, known) or "put it beside this list"
        raise UnreadableSheet(f"there is no file `{typed}`", hint, "E100")
    return path


def bytes_of(path: Path, root: Path | None) -> bytes:
    """The bytes of a file within bounds. Raises UnreadableSheet: E100, E131, E132."""
    try:
        return read_bytes(path, root, limits.TABLE_BYTES)
    except OSError as error:
        code, message, hint = problem_of_unread(error)
        raise UnreadableSheet(message, hint, code) from None
