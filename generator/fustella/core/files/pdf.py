"""Reads and writes a PDF object by object, as bytes, without building its object graph.

A PDF library would turn each dictionary of 10,000 faces into Python objects and back, only to
change object numbers, which takes seconds and hundreds of megabytes. This module reads and writes
only the plain form of a file, with a cross-reference table and without object streams (ISO 32000-1,
7.5.4).
"""

import hashlib
import itertools
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from fustella import __version__
from fustella.core.files.pdf_values import ObjectReference, Value, value_in
from fustella.core.words.patterns import regex

_START = regex(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_SECTION = regex(rb"\s*(\d+) (\d+)\s*\n")
_STREAM = regex(rb">>\s*stream\r?\n")
_LENGTH = regex(rb"/Length (\d+)(?!\s+\d+\s+R)")
_REFERENCE = regex(rb"(\((?:\\.|[^\\()])*\))|\b(\d+) 0 R\b", re.DOTALL)
_NUMBER = regex(rb"-?\d*\.?\d+")
_ENTRY_BYTES = 20

_DATE = b"(D:20000101000000+00'00')"
"""The date of every file, so that equal documents give equal bytes."""


def stream(head: bytes, content: bytes) -> bytes:
    """A stream object: its dictionary and its content."""
    return head + b"\nstream\n" + content + b"\nendstream"


class PlainObject(Struct, frozen=True):
    """An object of a PDF: its text, and for a stream also the stored bytes."""

    head: bytes
    stream: bytes | None

    def referring(self, renumber: Callable[[int], int]) -> bytes:
        """The text with every reference renumbered; strings stay as they are."""

        def replaced(found: re.Match[bytes]) -> bytes:
            if found[1]:  # a string: what looks like a reference in it is none
                return found[1]
            return b"%d 0 R" % renumber(int(found[2]))

        return _REFERENCE.sub(replaced, self.head)

    @property
    def written(self) -> bytes:
        """The object as it stands in a file, without its number."""
        return self.head if self.stream is None else stream(self.head, self.stream)

    @property
    def all_references(self) -> tuple[int, ...]:
        """The numbers of the objects to which this object refers."""
        found = _REFERENCE.findall(self.head)
        return tuple(int(number) for string, number in found if not string)

    def reference(self, key: bytes) -> int:
        """The number of the object to which `key` refers. Raises ValueError without one."""
        found = re.search(rb"/%s\s+(\d+) 0 R" % key, self.head)
        if not found:
            raise ValueError(f"no reference {key.decode()} in {self.head[:200]!r}")
        return int(found[1])

    def references(self, key: bytes) -> tuple[int, ...]:
        """The numbers of the objects in the array `key`; () when there is no such array."""
        return tuple(int(number) for number in re.findall(rb"(\d+) 0 R", self._array(key)))

    def numbers(self, key: bytes) -> tuple[float, ...]:
        """The numbers in the array `key`; () when there is no such array."""
        return tuple(float(number) for number in _NUMBER.findall(self._array(key)))

    def _array(self, key: bytes) -> bytes:
        """The text inside of the array `key`; b"" when there is no such array."""
        found = re.search(rb"/%s\s*\[([^\]]*)\]" % key, self.head)
        return found[1] if found else b""


class PlainPdf:
    """The objects of a PDF by number, and its pages in order, as object numbers.

    Raises ValueError for a file without a plain cross-reference table.
    """

    def __init__(self, pdf: bytes) -> None:
        start = _table_start(pdf)
        if start is None:
            raise ValueError("not a plain PDF: no cross-reference table")
        self._pdf = pdf
        self._offsets = _offsets(pdf, start)
        ends = sorted({*self._offsets.values(), start})
        self._ends = dict(itertools.pairwise(ends))
        trailer = PlainObject(pdf[pdf.index(b"trailer", start) :], None)
        self.root = trailer.reference(b"Root")
        self.pages = tuple(self._leaves(self.object(self.root).reference(b"Pages")))

    @property
    def numbers_in_use(self) -> tuple[int, ...]:
        return tuple(self._offsets)

    def object(self, number: int) -> PlainObject:
        offset = self._offsets[number]
        whole = self._pdf[offset : self._ends[offset]]
        body = whole[whole.index(b"obj") + 3 : whole.rindex(b"endobj")].strip(b"\r\n ")
        found = _STREAM.search(body)
        if not found:
            return PlainObject(body, None)
        head = body[: found.start() + 2]
        length = _LENGTH.search(head)
        if not length:
            raise ValueError(f"a stream without a direct length: {head[:200]!r}")
        return PlainObject(head, body[found.end() : found.end() + int(length[1])])

    def _leaves(self, node: int) -> list[int]:
        """The pages below a node of the page tree; a node without kids is a page."""
        kids = self.object(node).references(b"Kids")
        return [leaf for kid in kids for leaf in self._leaves(kid)] if kids else [node]


def dictionary_of(objects: Callable[[int], PlainObject], value: Value | None) -> dict[bytes, Value]:
    """A dictionary, or the one in `objects` to which a reference leads; {} for other values."""
    if isinstance(value, ObjectReference):
        value = value_in(objects(value.number).head)
    return value if isinstance(value, dict) else {}


def with_all_referred(pdf: PlainPdf, first: PlainObject, free: int) -> list[PlainObject]:
    """The object `first`, then all objects of `pdf` to which it refers, numbered from `free`."""
    waiting, numbers = [*first.all_references], dict[int, int]()
    while waiting:
        number = waiting.pop()
        if number not in numbers:
            numbers[number] = free + len(numbers)
            waiting += pdf.object(number).all_references
    several = (first, *map(pdf.object, numbers))
    return [PlainObject(one.referring(numbers.__getitem__), one.stream) for one in several]


def pages_of(pages: Sequence[tuple[PlainPdf, int]]) -> bytes:
    """A PDF of some pages of other PDFs, in this order; a page is given by its object number."""
    objects = {1: PlainObject(b"<</Type/Catalog/Pages 2 0 R>>", None), 2: PlainObject(b"", None)}
    numbers: dict[PlainPdf, dict[int, int]] = {}
    kids = []
    for pdf, page in pages:
        known = numbers.setdefault(pdf, {})
        known[pdf.object(page).reference(b"Parent")] = 2
        waiting = [page]
        while waiting:
            number = waiting.pop()
            if number not in known:
                known[number] = len(objects) + 1
                found = pdf.object(number)
                objects[known[number]] = found
                waiting += found.all_references
        kids.append(known[page])
    for known in numbers.values():
        for new in known.values():
            if new != 2:
                found = objects[new]
                objects[new] = PlainObject(found.referring(known.__getitem__), found.stream)
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[2] = PlainObject(b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), listed), None)
    return plain_pdf(objects, 1)


def _table_start(pdf: bytes) -> int | None:
    """The offset of the cross-reference table; None when the file does not end with one."""
    found = _START.search(pdf)
    return int(found[1]) if found and pdf.startswith(b"xref", int(found[1])) else None


def _offsets(pdf: bytes, start: int) -> dict[int, int]:
    """The offset of each object in use, from the cross-reference table at `start`."""
    # A table has sections; each entry takes 20 bytes: the offset in ten digits, the generation in
    # five, and `n` for an object in use or `f` for a free one (ISO 32000-1, 7.5.4).
    offsets = {}
    position = start + len(b"xref")
    while section := _SECTION.match(pdf, position):
        first, count = int(section[1]), int(section[2])
        position = section.end()
        for number in range(first, first + count):
            entry = pdf[position : position + _ENTRY_BYTES]
            if entry[17:18] == b"n":
                offsets[number] = int(entry[:10])
            position += _ENTRY_BYTES
    return offsets


class ObjectWriter:
    """Writes a PDF object by object, numbered from 1 on.

    The bytes may be `taken` at any time, so that only the places of the objects of a large file
    stay in memory.
    """

    def __init__(self, version: bytes = b"1.7") -> None:
        self._parts: list[bytes] = []
        self._end = 0
        self._offsets: list[int] = []
        self._hash = hashlib.sha256()
        # Four bytes above 127 say that the file is no text (ISO 32000-1, 7.5.2).
        self._put(b"%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n" % version)

    def reserve(self) -> int:
        """A number for an object that is added later."""
        self._offsets.append(0)
        return len(self._offsets)

    def add(self, body: bytes, number: int = 0) -> int:
        """Writes an object under a reserved `number`, or the next one. Returns its number."""
        number = number or self.reserve()
        self._offsets[number - 1] = self._end
        self._put(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        return number

    def digest(self) -> bytes:
        """The hash of all bytes written so far."""
        return self._hash.hexdigest().encode()

    def finish(self, root: int, trailer: bytes = b"") -> None:
        """Writes the end of the file.

        `root` is the catalog, `trailer` has more entries of the trailer.
        """
        start, size = self._end, len(self._offsets) + 1
        entries = b"".join(b"%010d 00000 n \n" % offset for offset in self._offsets)
        self._put(b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, entries))
        self._put(b"trailer\n<</Size %d/Root %d 0 R%s>>\n" % (size, root, trailer))
        self._put(b"startxref\n%d\n%%%%EOF\n" % start)

    def taken(self) -> bytes:
        """The bytes written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)

    def _put(self, part: bytes) -> None:
        self._parts.append(part)
        self._hash.update(part)
        self._end += len(part)


def plain_pdf(
    objects: Mapping[int, PlainObject], root: int, version: bytes = b"1.7", trailer: bytes = b""
) -> bytes:
    """A PDF of objects by their numbers, from 1 on without gaps; `root` is its catalog.

    `trailer` are further entries of its trailer.
    """
    writer = ObjectWriter(version)
    for number in range(1, len(objects) + 1):
        writer.add(objects[number].written)
    writer.finish(root, trailer)
    return writer.taken()


def text_string(text: str) -> bytes:
    """A text string of a PDF, for people to read: UTF-16 with its mark (ISO 32000-1, 7.9.2.2)."""
    if text.isascii():
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return b"(%s)" % escaped.replace("\r", r"\r").replace("\n", r"\n").encode()
    return b"<FEFF%s>" % text.encode("utf-16-be", "replace").hex().upper().encode()


def information(title: str, more: bytes = b"") -> bytes:
    """The information dictionary of a file: its title, the tool, and a date that all files share.

    `more` are further entries of the dictionary.
    """
    tool = text_string(f"Fustella {__version__}")
    return b"<</Title%s/Creator%s/Producer%s/CreationDate%s/ModDate%s%s>>" % (
        *(text_string(title), tool, tool),
        *(_DATE, _DATE, more),
    )
