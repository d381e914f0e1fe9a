"""Reads XML of a source in the one safe way: within bounds, and from this one file alone.

A document type is refused, so there are no entities that grow, and none that name other files.
"""

from xml.etree.ElementTree import Element
from xml.parsers import expat

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.intake.sources import ImportSource

_DOWN = "save it again with its own program"
_PART = 65_536


class _Found(Exception):
    """Ends the reading of a file whose first element is all that was asked for."""


class _Lined(Element):
    """An element that knows the line on which it begins."""

    line = 0


def tree_of(source: ImportSource, name: str) -> Element:
    """The root of a file in XML. Names of elements and attributes are without their namespaces.

    Raises ProblemsFound: E100, E131, E132, and E811 for what is no XML, declares a document type,
    or has too many elements.
    """
    reader = _Reader(name)
    root = reader.read(source.bytes_of(name, limits.IMPORT_XML_BYTES))
    if root is None:
        raise _refused(name, 1, "there is nothing in it", _DOWN)
    return root


def line_of(element: Element) -> int:
    """The line of its file on which an element of `tree_of` begins; 0 for any other."""
    return element.line if isinstance(element, _Lined) else 0


def root_name(source: ImportSource, name: str) -> str:
    """The name of the first element of a file, "" for a file that is no XML or cannot be read."""
    try:
        data = source.bytes_of(name, limits.IMPORT_XML_BYTES)
    except ProblemsFound:
        return ""
    if b"<" not in data[:_PART]:
        return ""
    reader = _Reader(name, first_alone=True)
    try:
        reader.read(data[:_PART])
    except ProblemsFound:
        return ""
    except _Found:
        pass
    return reader.root.tag if reader.root is not None else ""


def _refused(name: str, line: int, message: str, hint: str) -> ProblemsFound:
    return ProblemsFound([Problem("E811", Place(name, line), message, hint)])


class _Reader:
    """Builds a tree from the events of expat, counting its elements."""

    def __init__(self, name: str, *, first_alone: bool = False) -> None:
        self._name, self._first_alone = name, first_alone
        self.root: Element | None = None
        self._open: list[Element] = []
        self._closed: Element | None = None
        self._count = 0
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype

    def read(self, data: bytes) -> Element | None:
        try:
            self._parser.Parse(data, True)
        except (expat.ExpatError, LookupError, UnicodeError, ValueError) as error:
            if isinstance(error, ProblemsFound):
                raise
            line = getattr(error, "lineno", 0)
            said = expat.ErrorString(getattr(error, "code", 0)) or "letters that cannot be read"
            message = f"the XML is broken here: {said}"
            raise _refused(self._name, line, message, _DOWN) from None
        return self.root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self._parser.CurrentLineNumber
        plain = {name.rpartition(" ")[2]: value for name, value in attributes.items()}
        element = _Lined(tag.rpartition(" ")[2], plain)
        element.line = line
        self._count += 1
        if self._count > limits.IMPORT_XML_ELEMENTS:
            message = f"more than {limits.IMPORT_XML_ELEMENTS:,} elements"
            raise _refused(self._name, line, message, "import the file of one game alone")
        if len(self._open) >= limits.IMPORT_XML_DEPTH:
            message = f"elements more than {limits.IMPORT_XML_DEPTH} deep inside each other"
            raise _refused(self._name, line, message, _DOWN)
        if self._open:
            self._open[-1].append(element)
        else:
            self.root = element
        if self._first_alone:
            raise _Found
        self._open.append(element)
        self._closed = None

    def _end(self, _tag: str) -> None:
        self._closed = self._open.pop()

    def _text(self, text: str) -> None:
        if self._closed is None:
            self._open[-1].text = (self._open[-1].text or "") + text
        elif self._open:
            self._closed.tail = (self._closed.tail or "") + text

    def _doctype(self, *_declared: object) -> None:
        message = "it declares a document type, which could name other files"
        hint = "delete its line with <!DOCTYPE …>, if you know who made the file"
        raise _refused(self._name, self._parser.CurrentLineNumber, message, hint)
