"""Exports lists as sheets with pictures, for Dextrous, Component.Studio and other programs.

A sheet has a row for each design and a column for each field, as such programs fill zones of that
name. `fustella import` of the folder gives the same lists again.
"""

from collections.abc import Iterator, Mapping

from fustella.build.publish import OutputFile
from fustella.core.files.cells import csv_text
from fustella.core.files.pictures import PictureFile
from fustella.core.files.reading import read_bytes
from fustella.core.processes import limits
from fustella.core.values.model import Picture, Record
from fustella.draw.face_cache import pictures_of
from fustella.draw.text.markup import ListItem, MarkedSpan, TextBreak, TextIcon, marks_of
from fustella.export.formats._fields import typed_fields
from fustella.export.game import Exported, ExportGame, ExportPiece, written

ABOUT = "Dextrous, Component.Studio: a sheet for each kind, with the pictures of its fields"

OPTIONS: frozenset[str] = frozenset()

PICTURES = "images"
BACK = "back "
"""What the columns of backs begin with."""


def export(game: ExportGame) -> Exported:
    """Exports a sheet for each kind; a field of records or of tables is left out and told."""
    folder = pictures_of(game.project, game.edition)
    files: dict[str, OutputFile] = {}
    told: list[str] = []
    for kind, pieces in game.kinds.items():
        designs = [piece for piece in pieces if not piece.look]
        rows = [{**_row(game, piece)} for piece in designs]
        columns = [*dict.fromkeys(name for row in rows for name in row)]
        told += _left_out(game, designs, columns)
        table = [columns, *([row.get(name, "") for name in columns] for row in rows)]
        count = sum(piece.piece.copies for piece in designs)
        content = csv_text(table).encode()
        file = f"{game.file_of(kind)}.csv"
        files[file] = written(file, content, game.kind_name(designs[0].kind), count)
        for named in {picture for piece in designs for picture in _pictures_of(piece)}:
            found = folder.find(named)
            files.setdefault(f"{PICTURES}/{found.name}", _copy(found))
    note = f"upload {PICTURES}/ with the sheets; a zone shows the column of its name"
    return Exported(list(files.values()), (), (note, *told))


def _row(game: ExportGame, piece: ExportPiece) -> Mapping[str, str]:
    """The cells of a design by their columns: its id, its count, its fields."""
    design = piece.piece
    row = {"id": design.id, "quantity": str(design.copies)}
    fields = typed_fields(design.front, game.language)
    name = str(design.name.in_language(game.language))
    if name and name not in fields.values():
        row["name"] = name
    for prefix, record in (("", design.front), (BACK, design.back)):
        texts = typed_fields(record, game.language)
        row |= {f"{prefix}{field}": _tagged(text) for field, text in texts.items()}
        row |= {f"{prefix}{field}": str(value) for field, value in _named_pictures(record)}
    return row


def _named_pictures(record: Record) -> Iterator[tuple[str, Picture]]:
    for field in record:
        value = record[field]
        if isinstance(value, Picture) and value.digest:
            yield field, value


def _pictures_of(piece: ExportPiece) -> Iterator[Picture]:
    for record in (piece.piece.front, piece.piece.back):
        yield from (value for _, value in _named_pictures(record))


def _left_out(game: ExportGame, designs: list[ExportPiece], columns: list[str]) -> Iterator[str]:
    """Yields a note on the fields of a kind that one cell cannot hold."""
    names = {
        f"{prefix}{field}"
        for piece in designs
        for prefix, record in (("", piece.piece.front), (BACK, piece.piece.back))
        for field in record
        if isinstance(record[field], Record | tuple) and record[field]
    }
    if lost := sorted(names - {*columns}):
        kind = game.kind_name(designs[0].kind)
        yield f"{kind}: no cell can hold records or tables: {', '.join(lost)} left out"


def _tagged(typed: str) -> str:
    """A text whose bold and italic words have tags; icons are their names in braces."""
    parts: list[str] = []
    for mark in marks_of(typed).marks:
        if mark is TextBreak.PARAGRAPH:
            parts.append("\n\n")
        elif isinstance(mark, TextBreak):
            parts.append("\n")
        elif isinstance(mark, TextIcon):
            parts.append(f"{{{mark.name}}}")
        elif isinstance(mark, ListItem):
            parts.append(f"{mark.marker} ")
        elif isinstance(mark, MarkedSpan):
            text = f"<i>{mark.text}</i>" if mark.italic else mark.text
            parts.append(f"<b>{text}</b>" if mark.bold else text)
    return "".join(parts)


def _copy(picture: PictureFile) -> OutputFile:
    """A picture of the game as it is."""

    def content() -> bytes:
        return read_bytes(picture.path, picture.root or picture.path.parent, limits.PICTURE_BYTES)

    return OutputFile(f"{PICTURES}/{picture.name}", "", content, key=picture.digest)
