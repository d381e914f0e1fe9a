"""Reads the XML of an SVG from a stranger, within limits and from this one file alone.

Entities of the document itself are expanded, as Illustrator writes its namespaces in them; entities
and DTDs of other files are never loaded. A file that would need too much memory is refused in time.
"""

import base64
import re
import zlib
from xml.etree.ElementTree import Element
from xml.parsers import expat

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.draw.svg.tree import SVG

_GZIP = b"\x1f\x8b"
_DRAWING = "svg"

_AMPERSAND = "write &amp; for & and &lt; for <"
_NOT_CLOSED = "a shape before it is not closed: write /> at its end, or </…> behind it"
_BARE = regex(r"&(?!\w+;|#)|<(?![\w/!?])")


def bare(near: str) -> str:
    """The hint for a file that is not well-formed XML; `near` is the text at its fault."""
    if _BARE.search(near):
        return _AMPERSAND
    return _NOT_CLOSED if near.startswith("</") else f"{_NOT_CLOSED}; {_AMPERSAND}"


_NO_END = "its end is missing"
_CUT_OFF = "only a part of it is there: save or download it again"
_SAID = {
    "duplicate attribute": "an attribute stands twice",
    "junk after document element": "something follows after </svg>",
    "mismatched tag": "a tag is closed before one inside of it",
    "no element found": _NO_END,
    "not well-formed (invalid token)": "a sign stands where none can",
    "unbound prefix": "a name has a prefix that is not declared",
    "unclosed CDATA section": _NO_END,
    "unclosed token": _NO_END,
}


def _in_plain_words(error: expat.ExpatError) -> str:
    """The fault of a file in plain words."""
    message = expat.ErrorString(error.code) or ""
    return _SAID.get(message, "a sign stands where none can")


class FaultySvg(ValueError):
    """Raised for an SVG that cannot be read or printed; the message says why, `hint` what to do.

    `line` is that of the file, 0 where no line is to blame. `code` is the problem's: E220 for a
    font, E226 for a file that is no SVG, E236 for one that paints too much, E225 for anything else.
    """

    def __init__(self, message: str, hint: str = "", line: int = 0, code: str = "E225") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.line = line
        self.code = code


class SvgSource(Struct, frozen=True):
    """A parsed document: its root, the line on which each element begins, and its instructions.

    Elements of SVG's namespace are called `{…}rect`. A root without a namespace counts as one of
    SVG.
    """

    root: Element
    lines: dict[Element, int]
    instructions: tuple[str, ...]


def read_source(data: bytes) -> SvgSource:
    """Parses an SVG, also a packed one (.svgz). Raises FaultySvg."""
    data = unpacked(data)
    if not data.strip():
        raise FaultySvg("the file is empty", "save it again from your editor", 1, "E226")
    reader = _Reader(data)
    reader.read()
    root = reader.root
    if root is None or root.tag.removeprefix(SVG) != _DRAWING:
        name = root.tag.rpartition("}")[2] if root is not None else "nothing"
        hint = "save it as plain SVG"
        if name.lower() == "html":
            hint = "it is a web page: open it, and save the picture that it shows"
        raise FaultySvg(f"this is no SVG: it begins with <{name}>", hint, 1, "E226")
    if not root.tag.startswith(SVG):
        for element in root.iter():
            if not element.tag.startswith("{"):
                element.tag = SVG + element.tag
    return SvgSource(root, reader.lines, tuple(reader.instructions))


_QUOTED = re.compile(rb"%([0-9a-fA-F]{2})")


def data_of(url: str) -> bytes:
    """The bytes in a `data:` URL (RFC 2397). Raises ValueError for another text."""
    head, _, body = url.partition(",")
    if ";base64" in head.lower():
        return base64.b64decode(body)
    return _QUOTED.sub(lambda found: bytes.fromhex(found[1].decode()), body.encode())


def unpacked(data: bytes) -> bytes:
    """The bytes of an SVG, unpacked if it is packed (.svgz). Raises FaultySvg."""
    if data.startswith(_GZIP):
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            data = unpacker.decompress(data, limits.SVG_BYTES + 1)
        except zlib.error:
            raise FaultySvg("a packed SVG that cannot be unpacked", "save it again") from None
    if len(data) > limits.SVG_BYTES:
        size = f"more than {limits.SVG_BYTES // 2**20} MB"
        raise FaultySvg(f"an SVG of {size}", "simplify it, or export it as a PNG")
    return data


class _Reader:
    """Builds the tree of elements from the events of expat."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.root: Element | None = None
        self.lines: dict[Element, int] = {}
        self.instructions: list[str] = []
        self._open: list[Element] = []
        self._last: Element | None = None
        self._entities: dict[str, int] = {}
        self._parser = parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        parser.ExternalEntityRefHandler = self._external
        parser.ProcessingInstructionHandler = self._instruction

    def read(self) -> None:
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            if "amplification" in str(error) or "entity" in str(error).lower():
                raise FaultySvg(
                    "entities that cannot be read",
                    "save it as plain SVG, without a DOCTYPE", error.lineno,
                ) from None  # fmt: skip
            said = _in_plain_words(error)
            hint = _CUT_OFF if said == _NO_END else bare("")
            message = f"the SVG cannot be read: {said}"
            raise FaultySvg(message, hint, error.lineno, "E226") from None
        except (LookupError, UnicodeError, ValueError) as error:
            if isinstance(error, FaultySvg):
                raise
            raise FaultySvg("letters that cannot be read", "save it again as plain SVG") from None

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self._parser.CurrentLineNumber
        element = Element(_qualified(tag), {_qualified(k): v for k, v in attributes.items()})
        if len(self._open) >= limits.SVG_DEPTH:
            message = f"elements more than {limits.SVG_DEPTH} deep inside each other"
            raise FaultySvg(message, "ungroup in the editor", line)
        if len(self.lines) >= limits.SVG_ELEMENTS:
            message = f"more than {limits.SVG_ELEMENTS} elements"
            raise FaultySvg(message, "simplify it, or export it as a PNG", line)
        if self._open:
            self._open[-1].append(element)
        else:
            self.root = element
        self._open.append(element)
        self.lines[element] = line
        self._last = None

    def _end(self, _tag: str) -> None:
        self._last = self._open.pop()

    def _text(self, data: str) -> None:
        if self._last is not None:
            if self._open:
                self._last.tail = (self._last.tail or "") + data
        else:
            self._open[-1].text = (self._open[-1].text or "") + data

    def _instruction(self, target: str, data: str) -> None:
        self.instructions.append(f"{target} {data}")

    def _entity(self, name: str, parameter: bool, value: str | None, *_outside: object) -> None:
        """Counts what the uses of an entity add, before expat expands the first use."""
        if parameter or value is None:
            return
        line = self._parser.CurrentLineNumber
        inner = sum(self._entities.get(used, 0) for used in re.findall(r"&([^;#\s]+);", value))
        self._entities.setdefault(name, len(value) + inner)
        plain = self._data.replace(b"\0", b"")
        added = sum(
            size * plain.count(f"&{entity};".encode()) for entity, size in self._entities.items()
        )
        if len(self._entities) > 1000 or added > limits.SVG_ADDED:
            hint = "save it as plain SVG, without a DOCTYPE"
            raise FaultySvg("entities that make the document huge", hint, line)

    def _external(self, context: str | None, *_outside: object) -> int:
        self._skipped((context or "").split("\f")[-1] or "entity", False)
        return 0

    def _skipped(self, name: str, _parameter: bool) -> None:
        line = self._parser.CurrentLineNumber
        hint = "write the letter itself; files outside of the SVG are not read"
        raise FaultySvg(f"`&{name};` is not defined in the file", hint, line)


def _qualified(name: str) -> str:
    """A name as ElementTree writes it: `{namespace}name`."""
    return "{" + name if "}" in name else name
