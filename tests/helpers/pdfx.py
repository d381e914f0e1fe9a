"""Checks a file against the rules of PDF/X-4 or PDF/X-1a, read by pypdf: no code of the writer.

Sources: ISO 15930-7:2010 and ISO 15930-4:2003 as the application notes of the Ghent Workgroup and
of CGATS tell them. Each broken rule has a short name.
"""

import io
import re
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    ContentStream,
    DictionaryObject,
    IndirectObject,
    NameObject,
    StreamObject,
)

_RGB = frozenset(("/DeviceRGB", "/CalRGB"))
_SCREEN_OPERATORS = frozenset((b"rg", b"RG"))


def broken_rules(pdf: bytes, standard: str = "PDF/X-4") -> set[str]:
    """The names of the rules that a file breaks."""
    reader = PdfReader(io.BytesIO(pdf))
    rules = {*_of_file(pdf, reader, standard), *_of_metadata(pdf, reader, standard)}
    for page in reader.pages:
        rules |= {*_of_boxes(page), *_of_actions(page)}
    rules |= {*_of_objects(reader, standard)}
    return rules


def _of_file(pdf: bytes, reader: PdfReader, standard: str) -> Iterator[str]:
    version = float(pdf[5:8])
    if version > (1.6 if standard == "PDF/X-4" else 1.4):
        yield "version"
    if "/ID" not in reader.trailer:
        yield "id"
    if "/Encrypt" in reader.trailer:
        yield "encryption"
    root = reader.root_object
    intents = root.get("/OutputIntents", ArrayObject())
    if len(intents) != 1:
        yield "intent"
    else:
        intent = intents[0].get_object()
        profile = intent.get("/DestOutputProfile")
        of_press = profile is not None and profile.get_object()["/N"] == 4
        if not of_press or profile.get_object().get_data()[16:20] != b"CMYK":
            yield "intent"
        if intent.get("/S") != "/GTS_PDFX":
            yield "intent"
    if "/AcroForm" in root or "/OpenAction" in root or "/AA" in root or "/Names" in root:
        yield "actions"
    layers = root.get("/OCProperties")
    if layers is not None:
        default = layers["/D"]
        listed = {one.idnum for one in default.get("/Order", ())}
        if "/Name" not in default or listed != {one.idnum for one in layers["/OCGs"]}:
            yield "layers"
        if standard != "PDF/X-4":
            yield "layers"


def _of_metadata(pdf: bytes, reader: PdfReader, standard: str) -> Iterator[str]:
    info = reader.trailer.get("/Info", DictionaryObject()).get_object()
    if not info.get("/Title"):
        yield "title"
    if "/CreationDate" not in info or "/ModDate" not in info:
        yield "dates"
    trapped = info.get("/Trapped")
    if not isinstance(trapped, NameObject) or trapped not in ("/True", "/False"):
        yield "trapped"
    if standard != "PDF/X-4":
        if info.get("/GTS_PDFXVersion") != standard:
            yield "claim"
        return
    meta = reader.root_object.get("/Metadata")
    if meta is None or "/Filter" in meta.get_object():
        yield "xmp"
        return
    text = meta.get_object().get_data().decode()
    found = dict(re.findall(r"<((?:\w+):(?:\w+))>([^<]+)</\1>", text))
    if found.get("pdfxid:GTS_PDFXVersion") != standard:
        yield "claim"
    if found.get("pdf:Trapped") != str(trapped).strip("/"):
        yield "trapped"
    if not {"xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass"} <= found.keys():
        yield "xmp"
    for key, name in (("/CreationDate", "xmp:CreateDate"), ("/ModDate", "xmp:ModifyDate")):
        digits = re.sub(r"\D", "", str(info.get(key, "")))[:14]
        if digits != re.sub(r"\D", "", found.get(name, ""))[:14]:
            yield "dates"
    if str(info.get("/Title", "?")) not in text.replace("&amp;", "&").replace("&lt;", "<"):
        yield "title"


def _of_boxes(page: DictionaryObject) -> Iterator[str]:
    boxes = [
        [float(one) for one in page[name]] for name in ("/MediaBox", "/BleedBox") if name in page
    ]
    if "/TrimBox" not in page or len(boxes) < 2:
        yield "boxes"
        return
    inner = [float(one) for one in page["/TrimBox"]]
    for outer in reversed(boxes):
        ends = (outer[0] - 0.01 <= inner[0], outer[1] - 0.01 <= inner[1])
        if not all((*ends, inner[2] <= outer[2] + 0.01, inner[3] <= outer[3] + 0.01)):
            yield "boxes"
        inner = outer


def _of_actions(page: DictionaryObject) -> Iterator[str]:
    if "/AA" in page or any("/A" in one.get_object() for one in page.get("/Annots", ())):
        yield "actions"


def _of_objects(reader: PdfReader, standard: str) -> Iterator[str]:
    masks = {*_forms_of_masks(reader)}
    for number in range(1, int(reader.trailer["/Size"])):
        found = reader.get_object(IndirectObject(number, 0, reader))
        if isinstance(found, DictionaryObject):
            yield from _of_object(found, standard, in_mask=number in masks)
            yield from _of_operators(found, reader)
        elif isinstance(found, ArrayObject) and _is_screen(found):
            yield "colour space"


def _of_object(found: DictionaryObject, standard: str, *, in_mask: bool) -> Iterator[str]:
    if _is_screen(found.get("/ColorSpace")):
        yield "picture" if found.get("/Subtype") == "/Image" else "colour space"
    if found.get("/Type") == "/Font" and "/FontDescriptor" in found:
        about = found["/FontDescriptor"]
        if not {"/FontFile", "/FontFile2", "/FontFile3"} & about.keys():
            yield "font"
    group = found.get("/Group")
    if group is not None and group.get("/S") == "/Transparency":
        if standard != "PDF/X-4":
            yield "transparency"
        elif group.get("/CS") not in (
            ("/DeviceCMYK", "/DeviceGray") if in_mask else ("/DeviceCMYK",)
        ):
            yield "group"
    if standard != "PDF/X-4":
        if "/SMask" in found and found["/SMask"] != "/None":
            yield "transparency"
        if any(float(found.get(key, 1)) < 1 for key in ("/ca", "/CA")):
            yield "transparency"
    if found.get("/S") == "/JavaScript" or found.get("/Subtype") == "/Movie":
        yield "actions"
    for value in found.values():
        if isinstance(value, DictionaryObject):
            yield from _of_object(value, standard, in_mask=in_mask)
        elif isinstance(value, ArrayObject) and _is_screen(value):
            yield "colour space"


def _is_screen(value: Any) -> bool:
    """Whether a colour space is one of red, green and blue."""
    value = value.get_object() if value is not None else None
    if isinstance(value, NameObject):
        return value in _RGB
    if isinstance(value, ArrayObject) and value:
        first = value[0]
        if first == "/ICCBased":
            return int(value[1].get_object()["/N"]) == 3
        if first in ("/Indexed", "/Pattern") and len(value) > 1:
            return _is_screen(value[1])
        return str(first) in _RGB
    if isinstance(value, DictionaryObject):
        return any(_is_screen(one) for one in value.values())
    return False


def _of_operators(found: DictionaryObject, reader: PdfReader) -> Iterator[str]:
    contents: list[Any] = []
    if found.get("/Type") == "/Page" and "/Contents" in found:
        contents = [found["/Contents"]]
    elif isinstance(found, StreamObject) and (
        found.get("/Subtype") == "/Form" or found.get("/PatternType") == 1
    ):
        contents = [found]
    for content in contents:
        for operands, operator in ContentStream(content, reader).operations:
            if operator in _SCREEN_OPERATORS:
                yield "operator"
            if operator in (b"cs", b"CS") and operands[0] in _RGB:
                yield "operator"


def _forms_of_masks(reader: PdfReader) -> Iterator[int]:
    for number in range(1, int(reader.trailer["/Size"])):
        found = reader.get_object(IndirectObject(number, 0, reader))
        if isinstance(found, DictionaryObject) and isinstance(
            found.get("/SMask"), DictionaryObject
        ):
            mask = found["/SMask"].raw_get("/G") if "/G" in found["/SMask"] else None
            waiting = [mask]
            while waiting:
                one = waiting.pop()
                if isinstance(one, IndirectObject):
                    yield one.idnum
                    inside = one.get_object().get("/Resources", {}).get("/XObject", {})
                    waiting += [inside.raw_get(name) for name in inside]
