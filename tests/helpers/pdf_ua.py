"""Checks that a PDF can be read aloud, as PDF/UA-1 (ISO 14289-1) asks, by its structure tree alone.

It is written against the standard and the Matterhorn Protocol, and knows nothing of what made the
PDF. Numbers in brackets are checkpoints of that protocol.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import pikepdf
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, NumberObject

from tests.helpers.operators import operations

STANDARD = frozenset(
    (
        *("Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI"),
        *("Index", "NonStruct", "P", "H1", "H2", "H3", "H4", "H5", "H6"),
        *("L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead"),
        *("TBody", "TFoot", "Span", "Quote", "Note", "Reference", "BibEntry", "Code", "Link"),
        *("Annot", "Figure", "Formula", "Form"),
    )
)
"""The standard types of structure elements (ISO 32000-1, 14.8.4)."""

_PAINTS = frozenset(
    ("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "Tj", "TJ", "'", '"')
)
"""Operators that paint texts, paths, shadings and pictures."""

_READ = " ".join(("BDC BMC EMC Tf", *sorted(_PAINTS)))
_INSIDE = {
    "L": {"LI", "Caption", "L"},
    "LI": {"Lbl", "LBody"},
    "Table": {"TR", "THead", "TBody", "TFoot", "Caption"},
    "THead": {"TR"},
    "TBody": {"TR"},
    "TFoot": {"TR"},
    "TR": {"TH", "TD"},
    "TOC": {"TOCI", "TOC", "Caption"},
}
"""The children that elements may have."""

_ONLY_INSIDE = frozenset(("LI", "LBody", "TR", "TH", "TD", "THead", "TBody", "TFoot", "TOCI"))
"""Elements that lie in those of `_INSIDE` alone."""


class Mark(NamedTuple):
    """A piece of marked content: the object number of its page, and its own number."""

    page: int
    number: int


class Element:
    """An element of the structure tree, with what lies in it in order."""

    def __init__(self, node: DictionaryObject, page: int, roles: dict[str, str]) -> None:
        name = str(node["/S"])[1:]
        self.node, self.type = node, roles.get(name, name)
        self.alt, self.actual = str(node.get("/Alt", "")), str(node.get("/ActualText", ""))
        page = _number(node, "/Pg", page)
        self.parts: list[Element | Mark] = []
        self.objects: list[int] = []
        kids = node.get("/K", ArrayObject())
        for kid in kids if isinstance(kids, ArrayObject) else [node.raw_get("/K")]:
            found = kid.get_object()
            if isinstance(found, NumberObject):
                self.parts.append(Mark(page, int(found)))
            elif "/S" in found:
                self.parts.append(Element(found, page, roles))
            elif "/MCID" in found:
                self.parts.append(Mark(_number(found, "/Pg", page), int(found["/MCID"])))
            elif "/Obj" in found:
                self.objects.append(found.raw_get("/Obj").idnum)

    @property
    def children(self) -> "list[Element]":
        return [part for part in self.parts if isinstance(part, Element)]

    def all(self) -> "Iterator[Element]":
        yield self
        for child in self.children:
            yield from child.all()

    def marks(self) -> Iterator[Mark]:
        """All marked content in it, in the order of the tree."""
        for part in self.parts:
            if isinstance(part, Mark):
                yield part
            else:
                yield from part.marks()

    def attribute(self, name: str) -> Any:
        found = self.node.get("/A", ArrayObject())
        found = found.get_object()
        for one in found if isinstance(found, ArrayObject) else [found]:
            if name in one.get_object():
                return one.get_object()[name]
        return None


def _is_mark(part: "Element | Mark") -> bool:
    return isinstance(part, Mark)


def _number(node: DictionaryObject, key: str, otherwise: int) -> int:
    return node.raw_get(key).idnum if key in node else otherwise


class ReadAloud:
    """A PDF as a program reads it that shows nothing: its tree, and the letters of each mark."""

    def __init__(self, reader: PdfReader) -> None:
        self.reader, self.root = reader, reader.trailer["/Root"]
        self.faults: list[str] = []
        self.letters: dict[Mark, str] = {}
        self.tree: Element | None = None
        if "/StructTreeRoot" in self.root:
            tree = self.root["/StructTreeRoot"]
            roles = {key[1:]: str(value)[1:] for key, value in tree.get("/RoleMap", {}).items()}
            kids = tree["/K"]
            (first,) = kids if isinstance(kids, ArrayObject) else [kids]
            self.tree = Element(first.get_object(), 0, roles)
        for page in reader.pages:
            self._read_page(page)

    def said(self) -> list[str]:
        """What is read aloud, a line for each element that has something to say of its own."""
        assert self.tree is not None
        return [*self._said(self.tree)]

    def _said(self, element: Element) -> Iterator[str]:
        if element.type == "Figure" or element.alt:
            yield f"Figure: {element.alt}"
            return
        if element.type in {"TR", "P", "LI", "TOCI", "Caption", "Note"} or element.type[:1] == "H":
            line = " ".join(" ".join(self._words(element)).split())
            if line:
                yield f"{element.type}: {line}"
            return
        own = " ".join(self.letters.get(part, "") for part in element.parts if _is_mark(part))
        if own.strip():
            yield f"{element.type}: {' '.join(own.split())}"
        for child in element.children:
            yield from self._said(child)

    def _words(self, element: Element) -> Iterator[str]:
        if element.type == "Figure":
            yield f"[{element.alt}]"
            return
        if element.type in {"TD", "TH"}:
            yield "|"
        for part in element.parts:
            if isinstance(part, Mark):
                yield self.letters.get(part, "")
            else:
                yield from self._words(part)

    # Pages

    def _read_page(self, page: Any) -> None:
        number = page.indirect_reference.idnum
        if "/Annots" in page and page.get("/Tabs") != "/S":  # [28-008]
            self.faults.append(f"page {number}: the tab order is not that of the structure")
        content = page.get_contents()
        if content is not None:
            self._read_stream(content.get_data(), page["/Resources"], number)

    def _read_stream(self, content: bytes, resources: Any, page: int, depth: int = 0) -> None:
        """Reads operators: each that paints must be marked, or an artifact [01-003, 01-005]."""
        resources = resources.get_object()
        fonts = resources.get("/Font", DictionaryObject()).get_object()
        open_marks: list[Mark | str | None] = []
        font: Any = None
        for operands, operator in operations(content, _READ):
            if operator in ("BDC", "BMC"):
                open_marks.append(self._opened(operands, resources, page))
            elif operator == "EMC":
                open_marks.pop()
            elif operator == "Tf":
                font = fonts[str(operands[0])].get_object()
            if operator not in _PAINTS:
                continue
            inside = next((one for one in reversed(open_marks) if one is not None), None)
            if inside is None:
                self.faults.append(f"page {page}: {operator} is neither tagged nor artifact")
            if operator in ("Tj", "TJ"):
                self._read_letters(operands[0], font, inside, page)
            elif operator == "Do":
                self._read_object(str(operands[0]), resources, page, inside, depth)

    def _opened(self, operands: Sequence[Any], resources: Any, page: int) -> "Mark | str | None":
        about = operands[1] if len(operands) > 1 else None
        if isinstance(about, pikepdf.Name):
            about = resources["/Properties"].get_object()[str(about)].get_object()
        if about is not None and "/MCID" in about:
            found = Mark(page, int(about["/MCID"]))
            if found in self.letters:
                self.faults.append(f"page {page}: the content {found.number} is marked twice")
            self.letters[found] = ""
            return found
        return "artifact" if operands[0] == "/Artifact" else None

    def _read_object(
        self, name: Any, resources: Any, page: int, inside: "Mark | str | None", depth: int
    ) -> None:
        found = resources["/XObject"].get_object()[name].get_object()
        if found.get("/Subtype") != "/Form":
            return
        if inside is not None:
            return  # all in it is one figure, or an artifact
        if depth < 9:
            inner = found.get("/Resources", resources)
            self._read_stream(found.get_data(), inner, page, depth + 1)

    def _read_letters(self, shown: Any, font: Any, inside: "Mark | str | None", page: int) -> None:
        """Reads letters by the table of their font, which must name all of them [10-001]."""
        table = _unicode_of(font)
        for part in shown if isinstance(shown, pikepdf.Array) else [shown]:
            if not isinstance(part, pikepdf.String):
                continue  # a move
            raw = bytes(part)
            for at in range(0, len(raw), 2):
                letter = table.get(raw[at : at + 2])
                if letter is None or letter in ("", "\0", "\ufeff", "\ufffe"):
                    self.faults.append(f"page {page}: a letter of {font['/BaseFont']} has no name")
                    continue
                if isinstance(inside, Mark):
                    self.letters[inside] += letter


_TABLES: dict[int, dict[bytes, str]] = {}


def _unicode_of(font: Any) -> dict[bytes, str]:
    if "/ToUnicode" not in font:
        return {}
    data = font["/ToUnicode"].get_object().get_data()
    key = hash(data)
    if key not in _TABLES:
        found = _TABLES[key] = dict[bytes, str]()
        for block in re.findall(rb"beginbfchar(.*?)endbfchar", data, re.DOTALL):
            for start, end in re.findall(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", block):
                found[bytes.fromhex(start.decode())] = bytes.fromhex(end.decode()).decode(
                    "utf-16-be"
                )
        for block in re.findall(rb"beginbfrange(.*?)endbfrange", data, re.DOTALL):
            ranges = re.findall(rb"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block)
            for low, high, first in ((int(one, 16) for one in each) for each in ranges):
                for code in range(low, high + 1):
                    found[code.to_bytes(2, "big")] = chr(first + code - low)
    return _TABLES[key]


def faults_of(reader: PdfReader) -> list[str]:
    """What is wrong with a PDF for those who have it read aloud; [] for one that is right."""
    pdf = ReadAloud(reader)
    if pdf.tree is None:
        return ["there is no structure tree"]
    elements = [*pdf.tree.all()]
    return [
        *pdf.faults,
        *_catalogue_faults(reader),
        *_tree_faults(pdf, elements),
        *_type_faults(elements),
        *_heading_faults(elements),
        *_table_faults(elements),
        *_link_faults(reader, elements),
        *_font_faults(reader),
    ]


def _catalogue_faults(reader: PdfReader) -> Iterator[str]:
    root = reader.trailer["/Root"]
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "it is not marked as tagged"
    if not str(root.get("/Lang", "")):  # [11-006]
        yield "no language is said"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):  # [07-001]
        yield "its title is not displayed"
    meta = root["/Metadata"].get_object().get_data() if "/Metadata" in root else b""
    if b"<pdfuaid:part>1</pdfuaid:part>" not in meta:  # [06-002]
        yield "it does not say that it is PDF/UA-1"
    if not re.search(rb"<dc:title>.*?<rdf:li[^>]*>[^<]+</rdf:li>", meta, re.DOTALL):  # [06-003]
        yield "it has no title"
    if "/Outlines" not in root:
        yield "it has no bookmarks"


def _tree_faults(pdf: ReadAloud, elements: list[Element]) -> Iterator[str]:
    """Faults between the tree and the pages: each mark is in the tree once, and leads back."""
    assert pdf.tree is not None
    known = [*pdf.tree.marks()]
    for mark in sorted({mark for mark in known if known.count(mark) > 1}):
        yield f"page {mark.page}: the content {mark.number} stands twice in the tree"
    for mark in sorted({*pdf.letters} - {*known}):
        yield f"page {mark.page}: the content {mark.number} is not in the tree"
    for mark in sorted({*known} - {*pdf.letters}):
        yield f"page {mark.page}: the tree names a content {mark.number} that is not there"
    parents = _parents(pdf.root["/StructTreeRoot"]["/ParentTree"])
    by_node = {id(element.node): element for element in elements}
    for page in pdf.reader.pages:
        number = page.indirect_reference.idnum
        back = parents.get(int(page.get("/StructParents", -1)), ArrayObject())
        for mark in (mark for mark in pdf.letters if mark.page == number):
            owner = back[mark.number].get_object() if mark.number < len(back) else None
            element = by_node.get(id(owner))
            if element is None or mark not in element.parts:
                yield f"page {number}: the content {mark.number} does not lead to its element"


def _parents(node: Any) -> dict[int, Any]:
    node, found = node.get_object(), {}
    numbers = node.get("/Nums", ArrayObject())
    for key, value in zip(numbers[::2], numbers[1::2], strict=True):
        found[int(key)] = value.get_object()
    for kid in node.get("/Kids", ArrayObject()):
        found |= _parents(kid)
    return found


def _type_faults(elements: list[Element]) -> Iterator[str]:
    for element in elements:
        if element.type not in STANDARD:  # [02-001]
            yield f"`{element.type}` is no standard type"
        if element.type == "Figure" and not (element.alt or element.actual).strip():  # [13-004]
            yield "a figure has no text in its place"
        if element.type == "Figure" and element.attribute("/BBox") is None:
            yield "a figure does not say where it stands"
        allowed = _INSIDE.get(element.type)
        for child in element.children:
            if (allowed is not None and child.type not in allowed) or (
                child.type in _ONLY_INSIDE and allowed is None
            ):  # [09-004 to 09-006]
                yield f"a {child.type} lies in a {element.type}"


def _heading_faults(elements: list[Element]) -> Iterator[str]:
    levels = [int(one.type[1]) for one in elements if re.fullmatch("H[1-6]", one.type)]
    for before, after in pairwise([0, *levels]):
        if after > before + 1:  # [14-003]
            yield f"a heading of level {after} follows one of level {before}"


def _table_faults(elements: list[Element]) -> Iterator[str]:
    for table in (one for one in elements if one.type == "Table"):
        rows = [row for row in table.all() if row.type == "TR"]
        widths = {
            sum(int(cell.attribute("/ColSpan") or 1) for cell in row.children) for row in rows
        }
        if len(widths) != 1:  # [15-002]
            yield f"a table has rows of {sorted(widths)} cells"
        heads = [cell for cell in table.all() if cell.type == "TH"]
        if not heads:  # [15-003]
            yield "a table has no header"
        if any(cell.attribute("/Scope") is None for cell in heads):
            yield "a head of a table does not say what it heads"


def _link_faults(reader: PdfReader, elements: list[Element]) -> Iterator[str]:
    in_tree = {number for one in elements if one.type == "Link" for number in one.objects}
    for one in elements:
        if one.type == "Link" and not one.objects:  # [28-011]
            yield "a link leads nowhere"
    for page in reader.pages:
        for reference in page.get("/Annots", ArrayObject()):
            annotation = reference.get_object()
            if annotation["/Subtype"] != "/Link":
                continue
            if reference.idnum not in in_tree:
                yield "a link is not in the tree"
            if not str(annotation.get("/Contents", "")).strip():  # [28-012]
                yield "a link does not say where it leads"
            if "/StructParent" not in annotation:
                yield "a link does not lead back to the tree"


def _font_faults(reader: PdfReader) -> Iterator[str]:
    seen = set[int]()
    for page in reader.pages:
        for reference in page["/Resources"].get("/Font", DictionaryObject()).get_object().values():
            if reference.idnum in seen:
                continue
            seen.add(reference.idnum)
            font = reference.get_object()
            inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            described = inner["/FontDescriptor"].get_object()
            if not any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3")):
                yield f"the font {font['/BaseFont']} is not embedded"  # [31-009]
            if "/ToUnicode" not in font:
                yield f"the letters of {font['/BaseFont']} have no names"
