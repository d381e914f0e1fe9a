"""Replaces cells of an .xlsx workbook: only the part of their sheet is written anew."""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from xml.parsers import expat
from xml.sax.saxutils import escape

from msgspec import Struct

from fustella.core.values.claims import Repair
from fustella.read.edit import Unmended
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheets import CellEdit, RewrittenSheet, edits_in
from fustella.read.spreadsheets.archive import Ignoring, read_xml
from fustella.read.spreadsheets.cells import Cell, Number, Row, letters_of
from fustella.read.spreadsheets.values import cell_text
from fustella.read.spreadsheets.xlsx import Workbook, chosen, position, sheet_of, workbook_of

_START = re.compile(rb"<(?P<prefix>[A-Za-z_][\w.-]*:)?c(?P<attributes>(?:\s[^>]*?)?)/?>", re.DOTALL)
_TYPE = re.compile(rb"""\st\s*=\s*(?:"[^"]*"|'[^']*')""")
_PLAIN = re.compile(rb"[-+]?[0-9]+(\.[0-9]+)?")
_SIGNATURE = "_xmlsignatures/origin.sigs"
# The headers of a file, of its entry in the directory, and the end of that: APPNOTE.TXT of PKWARE,
# 4.3.7, 4.3.12 and 4.3.16.
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_LARGEST = 0xFFFFFFFF  # says that Zip64 has the number (APPNOTE.TXT, 4.5.3)


def rewritten(data: bytes, repairs: Sequence[Repair]) -> RewrittenSheet:
    """The workbook with its repairs made, each in the sheet that its place names.

    Raises UnreadableSheet and EditRefused.
    """
    if _SIGNATURE in workbook_of(data).archive:
        raise EditRefused("the workbook is signed: change the cell in the spreadsheet program")
    by_sheet: dict[str, list[Repair]] = {}
    for repair in repairs:
        by_sheet.setdefault(repair.place.sheet, []).append(repair)
    before = after = ""
    mended: list[Repair] = []
    unmended: list[Unmended] = []
    for name, meant in by_sheet.items():
        data, sheet, edits, left = _with_sheet(data, name, meant)
        unmended += left
        mended += (edit.repair for edit in edits)
        before += "".join(_line(sheet, edit, edit.repair.old) for edit in edits)
        after += "".join(_line(sheet, edit, edit.typed) for edit in edits)
    return RewrittenSheet(data, before, after, tuple(mended), tuple(unmended))


def _line(sheet: str, edit: CellEdit, typed: str) -> str:
    """A cell as a diff shows it: `Spells!B2: 4`."""
    return f"{sheet}!{letters_of(edit.column)}{edit.row}: {typed}\n"


def _with_sheet(
    data: bytes, name: str, repairs: Sequence[Repair]
) -> tuple[bytes, str, list[CellEdit], list[Unmended]]:
    """The workbook after repairs in one sheet, the sheet's name, the edits, and unmended repairs.

    Raises UnreadableSheet and EditRefused.
    """
    workbook = workbook_of(data)
    sheet = chosen(name, tuple(workbook.sheets), workbook.hidden)
    rows = sheet_of(data, sheet).rows
    wanted, unmended = edits_in(rows, repairs, _number_retyped)
    changed, edits, refused = _with_cells(workbook, sheet, wanted)
    unmended += refused
    if not edits:
        return data, sheet, [], unmended
    after = _with_part(data, workbook.archive.name_of(workbook.sheets[sheet]), changed)
    if not _only_these_differ(rows, sheet_of(after, sheet).rows, edits):
        raise EditRefused("it would change more than this number: do it by hand")
    return after, sheet, edits, unmended


def _number_retyped(_: Cell, new: str) -> str:
    return new


class _Found(Struct):
    start: int
    end: int
    formula: bool
    type: str


class _Seeker(Ignoring):
    """Finds the positions of wanted cells in the bytes of a sheet's part."""

    def __init__(self, wanted: set[tuple[int, int]]) -> None:
        self.found: dict[tuple[int, int], _Found] = {}
        self._wanted = wanted
        self._parser: expat.XMLParserType | None = None
        self._row, self._column = 0, -1
        self._open: _Found | None = None

    def given(self, parser: expat.XMLParserType) -> None:
        self._parser = parser

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() else self._row + 1
            self._column = -1
        elif name == "c":
            place = position(attributes.get("r", ""))
            self._column = place[1] if place else self._column + 1
            if (self._row, self._column) in self._wanted and self._parser is not None:
                start = self._parser.CurrentByteIndex
                self._open = _Found(start, start, False, attributes.get("t", "n"))
                self.found[self._row, self._column] = self._open
        elif name == "f" and self._open is not None:
            self._open.formula = True

    def end(self, name: str) -> None:
        if name == "c" and self._open is not None and self._parser is not None:
            self._open.end = self._parser.CurrentByteIndex
            self._open = None


def _with_cells(
    workbook: Workbook, sheet: str, edits: Sequence[CellEdit]
) -> tuple[bytes, list[CellEdit], tuple[Unmended, ...]]:
    """Edits cells in the part of a workbook that holds a sheet.

    Returns the new part, the edits that were made, and the repairs that could not be made. Raises
    EditRefused.
    """
    part = workbook.sheets[sheet]
    xml = workbook.archive.part(part)
    if b"\0" in xml:
        raise EditRefused("the workbook is not in UTF-8: change the cell by hand")
    seeker = _Seeker({(edit.row, edit.column) for edit in edits})
    read_xml(xml, part, seeker, seeker.given)
    written: list[CellEdit] = []
    unmended: list[Unmended] = []
    for edit in sorted(edits, key=lambda edit: (edit.row, edit.column), reverse=True):
        found = seeker.found.get((edit.row, edit.column))
        try:
            cell, start, end = _cell(xml, found, edit)
        except EditRefused as refused:
            where = f"{letters_of(edit.column)}{edit.row}"
            unmended.append(Unmended(edit.repair, f"the cell {where} {refused}"))
        else:
            xml = xml[:start] + cell + xml[end:]
            written.append(edit)
    return xml, written[::-1], tuple(unmended)


def _cell(xml: bytes, found: _Found | None, edit: CellEdit) -> tuple[bytes, int, int]:
    """The XML of a cell with its new value, and the start and end of the old cell in the part.

    Raises EditRefused.
    """
    if found is None:
        raise EditRefused("is part of a merged area: change it by hand")
    if found.formula:
        raise EditRefused("is a formula: change what it is computed from")
    start_tag = _START.match(xml, found.start)
    if start_tag is None:
        raise EditRefused("is written in an unusual way: change it by hand")
    prefix = start_tag["prefix"] or b""
    kept = _TYPE.sub(b"", start_tag["attributes"].rstrip(b"/")).rstrip()
    value = escape(edit.typed).encode()
    if found.type in ("n", "") and _PLAIN.fullmatch(value):
        inside, kind = b"<%bv>%b</%bv>" % (prefix, value, prefix), b""
    else:
        text = b"<%bis><%bt>%b</%bt></%bis>"
        inside, kind = text % (prefix, prefix, value, prefix, prefix), b' t="inlineStr"'
    cell = b"<%bc%b%b>%b</%bc>" % (prefix, kept, kind, inside, prefix)
    return cell, found.start, xml.index(b">", found.end) + 1


def _only_these_differ(
    before: Sequence[Row], after: Sequence[Row], edits: Sequence[CellEdit]
) -> bool:
    meant = {(edit.row, edit.column): edit.typed for edit in edits}
    if [row.number for row in before] != [row.number for row in after]:
        return False
    for old, new in zip(before, after, strict=True):
        if len(old.cells) != len(new.cells):
            return False
        for column, (was, now) in enumerate(zip(old.cells, new.cells, strict=True)):
            typed = meant.get((old.number, column))
            if typed is None and was != now:
                return False
            if typed is not None and not _holds_typed(now, typed):
                return False
    return True


def _holds_typed(cell: Cell, typed: str) -> bool:
    return cell.value == float(typed) if isinstance(cell, Number) else cell_text(cell) == typed


def _with_part(data: bytes, name: str, content: bytes) -> bytes:
    """A zip with new content in one part; all other parts are copied as they are stored.

    Raises EditRefused for a form of zip that spreadsheet programs do not write.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = sorted(archive.infolist(), key=lambda info: info.header_offset)
        directory, comment = archive.start_dir, archive.comment
    ends = [*(info.header_offset for info in infos[1:]), directory]
    if not infos or infos[0].header_offset or max(ends) >= _LARGEST:
        raise EditRefused("the workbook is stored in an unusual way: do it by hand")
    entries = _central_entries(data, directory, len(infos))
    output = bytearray()
    listing: dict[int, bytes] = {}
    for info, end in zip(infos, ends, strict=True):
        fields, names = entries[info.header_offset]
        offset = len(output)
        if info.filename == name:
            packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
            packed = packer.compress(content) + packer.flush()
            fields[3] &= ~8  # APPNOTE.TXT, 4.4.4, bit 3: the sizes stand before the data
            fields[4] = zipfile.ZIP_DEFLATED
            fields[7:10] = [zlib.crc32(content), len(packed), len(content)]
            named = names[: fields[10]]
            output += _LOCAL.pack(b"PK\3\4", 20, *fields[3:10], fields[10], 0) + named + packed
        else:
            output += data[info.header_offset : end]
        fields[16] = offset
        listing[info.header_offset] = _CENTRAL.pack(*fields) + names
    start = len(output)
    output += b"".join(listing[offset] for offset in entries)
    size, count = len(output) - start, len(infos)
    output += _END.pack(b"PK\5\6", 0, 0, count, count, size, start, len(comment)) + comment
    return bytes(output)


def _central_entries(data: bytes, at: int, count: int) -> dict[int, tuple[list[int], bytes]]:
    """The entries of a zip's directory by the offset of their file: fields and further bytes."""
    entries: dict[int, tuple[list[int], bytes]] = {}
    for _ in range(count):
        fields = list(_CENTRAL.unpack_from(data, at))
        at += _CENTRAL.size
        length = fields[10] + fields[11] + fields[12]
        if fields[0] != b"PK\1\2" or _LARGEST in fields[8:10]:
            raise EditRefused("the workbook is stored in an unusual way: do it by hand")
        entries[fields[16]] = (fields, data[at : at + length])
        at += length
    return entries
