"""Defines tables: how the page gets a list of a game, and what can be done in it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.read.fields import FieldType
from fustella.read.typed_lists import TypedList
from fustella.workbench.draft import Draft


class ColumnView(Struct, frozen=True):
    """A column: its name, the type of its field or "", words about it, and why it is fixed."""

    name: str
    type: str
    about: str = ""
    why: str = ""


class RowView(Struct, frozen=True):
    """A row: its number, the line of its entry in the file, its piece if known, and its cells.

    `locked` has the reasons for cells that cannot be changed, by the numbers of their columns.
    """

    row: int
    line: int
    piece: str
    cells: list[str]
    locked: dict[str, str] = {}


class TableView(Struct, frozen=True, kw_only=True):
    """A list as a table; `why` is the reason why nothing in it can be changed, or "".

    `sheet` is the name of its sheet as problems have it.
    """

    id: str
    file: str
    sheet: str = ""
    kind: str = ""
    format: str
    why: str = ""
    columns: tuple[ColumnView, ...] = ()
    rows: tuple[RowView, ...] = ()


class TablesView(Struct, frozen=True):
    """The tables of a game, and the digests of their files as they were read."""

    files: dict[str, str]
    tables: tuple[TableView, ...]


class EditedTable(Struct, frozen=True):
    """A list of a game, or the sheet that lists share, by the name that the page has for it.

    `sheet` is the name of the sheet as the lists type it. `why` is the reason why it cannot be
    changed, or "".
    """

    id: str
    file: str
    format: str
    lists: tuple[TypedList, ...]
    languages: tuple[str, ...]
    sheet: str = ""
    why: str = ""

    @property
    def is_yaml(self) -> bool:
        return self.format == "yaml"

    @property
    def view(self) -> TableView:
        """The view of the table without its columns and rows."""
        kinds = dict.fromkeys(one.kind for one in self.lists if one.kind)
        return TableView(
            id=self.id,
            file=self.file,
            sheet=self.sheet,
            kind=", ".join(kinds),
            format=self.format,
            why=self.why,
        )

    @property
    def short(self) -> str:
        """The name of the file without its folders, for words about a step."""
        return self.file.rpartition("/")[2]


class OpenTable(Protocol):
    """A table whose file is read. All methods but `view` raise GestureRefused.

    Those that change the draft return what was done, for the button of Undo.
    """

    def view(self) -> TableView:
        """The view of the table with its rows."""

    def set_cells(self, cells: Sequence[tuple[int, int, str]]) -> str:
        """Gives cells new texts: each by the number of its row and of its column."""

    def add_rows(self, before: int, rows: Sequence[Sequence[str]]) -> str:
        """Adds rows before another one, or at the end (0), by the texts of their cells.

        A row without any text gets an id, or a name: empty rows are no pieces.
        """

    def remove_rows(self, rows: Sequence[int]) -> str:
        """Removes rows."""

    def copy_row(self, row: int) -> str:
        """Copies a row, directly below it, with an id of its own."""


def pieces_by_place(draft: Draft, file: str) -> Mapping[tuple[str, int, str], str]:
    """The first piece of each place in a file: its sheet, its line, and the entry of its key.

    Empty while the game has faults.
    """
    found: dict[tuple[str, int, str], str] = {}
    if (job := draft.job_or_none) is not None:
        for piece in job.game.pieces:
            place: Place = piece.place
            if place.file == file:
                key = place.key.partition("]")[0]
                found.setdefault((place.sheet, place.line, key), piece.id)
    return found


def described(field: FieldType) -> str:
    """The type of a field in words: `left or right, may be empty`."""
    words = f"{field.name}"
    if field.words:
        words = f"{', '.join(field.words[:-1])} or {field.words[-1]}".removeprefix(" or ")
    elif field.entry is not None:
        words = f"list of values of the type {described(field.entry)}, with ; between them"
    return f"{words}, may be empty" if field.optional else words
