"""Reads, within bounds, the parts of a zip of XML, which .xlsx and .ods files are.

Nothing is unpacked onto the disk. Document types are refused: with entities in entities, a small
file could become endless.
"""

import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Protocol
from xml.parsers import expat

from fustella.core.processes import limits
from fustella.read.spreadsheets.cells import UnreadableSheet

_BROKEN = "open and save it in the spreadsheet program, or save it as .csv"


_LIST_ALONE = "keep only the list of components in it"


class Handler(Protocol):
    """Receives the elements of a part and their texts; names are without their namespace."""

    def start(self, name: str, attributes: dict[str, str]) -> None: ...

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...


class Archive:
    """A zip, by the names of its parts."""

    def __init__(self, data: bytes) -> None:
        """Opens a zip. Raises UnreadableSheet."""
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
            raise UnreadableSheet("the file is broken", _BROKEN) from None
        if len(self._zip.infolist()) > limits.UNPACKED_PARTS:
            raise UnreadableSheet(
                f"more than {limits.UNPACKED_PARTS:,} parts in it", _LIST_ALONE, "E133"
            )
        self._left = limits.UNPACKED_TOTAL_BYTES
        self._names = {info.filename.lower().lstrip("/"): info for info in self._zip.infolist()}

    def __contains__(self, name: str) -> bool:
        return name.lower().lstrip("/") in self._names

    def name_of(self, name: str) -> str:
        """The spelling of a part's name in the zip; capital letters make no difference."""
        return self._names[name.lower().lstrip("/")].filename

    def names_in(self, prefix: str) -> list[str]:
        """The names of the parts that begin with `prefix`, in small letters."""
        return sorted(name for name in self._names if name.startswith(prefix.lower()))

    def part(self, name: str) -> bytes:
        """The bytes of a part. Raises UnreadableSheet: missing, broken, too large, encrypted."""
        info = self._names.get(name.lower().lstrip("/"))
        if info is None:
            raise UnreadableSheet(f"the file is broken: it has no part {name}", _BROKEN)
        if info.flag_bits & 1:  # encrypted (APPNOTE.TXT of PKWARE, 4.4.4)
            raise UnreadableSheet("the file has a password", "save it without one")
        try:
            with self._zip.open(info) as stream:
                unpacked_bytes = max(limits.MB, info.compress_size * limits.UNPACKED_RATIO)
                most_bytes = min(limits.UNPACKED_BYTES, self._left, unpacked_bytes)
                data = stream.read(most_bytes + 1)
        except (zipfile.BadZipFile, OSError, zlib.error, ValueError, EOFError, NotImplementedError):
            raise UnreadableSheet(f"the file is broken in its part {name}", _BROKEN) from None
        if len(data) > most_bytes:
            message = f"its part {name} has more than {most_bytes / limits.MB:.3g} MB, unpacked"
            raise UnreadableSheet(message, _LIST_ALONE, "E132")
        self._left -= len(data)
        return data


class Ignoring:
    """A handler that ignores all elements and texts; subclasses take notice of some."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        pass

    def end(self, name: str) -> None:
        pass

    def text(self, text: str) -> None:
        pass


class _DocumentType(Exception):
    pass


def _refuse_doctype(*_: object) -> None:
    raise _DocumentType


def read_xml(
    data: bytes,
    name: str,
    handler: Handler,
    given: Callable[[expat.XMLParserType], None] | None = None,
) -> None:
    """Calls `handler` for all elements of a part; `given` gets the parser, which knows positions.

    Raises UnreadableSheet for broken XML and for a document type.
    """
    if data.count(b"<") > limits.UNPACKED_TAGS:
        message = f"its part {name} has more than {limits.UNPACKED_TAGS:,} tags"
        raise UnreadableSheet(message, _LIST_ALONE, "E133")
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype

    names: dict[str, str] = {}  # a sheet has some names a hundred thousand times

    def start(tag: str, attributes: dict[str, str]) -> None:
        name = names.get(tag)
        if name is None:
            name = names[tag] = tag.rpartition(" ")[2]
        handler.start(name, attributes)

    def end(tag: str) -> None:
        handler.end(names[tag])

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    if given is not None:
        given(parser)
    try:
        parser.Parse(data, True)
    except _DocumentType:
        message = f"its part {name} declares a document type, as no spreadsheet program does"
        raise UnreadableSheet(message, _BROKEN) from None
    except (expat.ExpatError, ValueError):
        raise UnreadableSheet(f"the file is broken in its part {name}", _BROKEN) from None
