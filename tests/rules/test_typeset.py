"""Booklets as PDF: for readers of all sorts, in the order of the chapters, on whole sheets."""

import io
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, NumberObject

from fustella.build import BuildOptions, RulesOptions
from fustella.build.booklet import BookletMaker
from fustella.build.job import Job
from fustella.core.files.project import find_project
from fustella.core.geometry.shapes import Size
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.paper import Duplex, Fold
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.rules import every_block, pictures_in, text_of
from fustella.rules.fitting import Laid, fitted
from fustella.rules.page_shape import page_shape
from tests.helpers.sharing import ROOT

BOOKLET = ROOT / "tests" / "games" / "booklet"
SADDLE, LEAFLET, CARDS, NONE = Fold.SADDLE, Fold.LEAFLET, Fold.CARDS, Fold.NONE


@cache
def made(language: str = "en", **options: object) -> BookletMaker:
    paper = str(options.pop("paper", "A4"))
    job = Job(
        find_project(BOOKLET), "booklet", BuildOptions(paper, Duplex.LONG_EDGE, NOWHERE, language)
    )
    assert job.booklet is not None
    maker = BookletMaker(job, job.booklet, RulesOptions(**options))  # type: ignore[arg-type]
    _ = maker.pdf
    maker.close()
    return maker


NOWHERE = Path("/nowhere/output")
"""No folder: nothing is kept from one booklet for another."""


def booklet_of(maker: BookletMaker):
    return maker._booklet


def reader(maker: BookletMaker) -> PdfReader:
    return PdfReader(io.BytesIO(maker.pdf))


class Element:
    """An element of the structure tree: its type, its attributes, and what lies in it."""

    def __init__(self, node: DictionaryObject, page: object = None) -> None:
        self.type = str(node["/S"])
        self.alt = str(node.get("/Alt", ""))
        page = node.raw_get("/Pg") if "/Pg" in node else page
        self.page = page
        self.parts: list[Element | tuple[object, int]] = []
        kids = node.get("/K", ArrayObject())
        for kid in kids if isinstance(kids, ArrayObject) else [kids]:
            found = kid.get_object()
            if isinstance(found, NumberObject):
                self.parts.append((page, int(found)))
            elif isinstance(found, DictionaryObject) and "/S" in found:
                self.parts.append(Element(found, page))
            elif isinstance(found, DictionaryObject) and "/MCID" in found:
                where = found.raw_get("/Pg") if "/Pg" in found else page
                self.parts.append((where, int(found["/MCID"])))

    def all(self) -> "Iterator[Element]":
        yield self
        for part in self.parts:
            if isinstance(part, Element):
                yield from part.all()


def tree(maker: BookletMaker) -> Element:
    root = reader(maker).trailer["/Root"]["/StructTreeRoot"]
    kids = root["/K"]
    return Element((kids[0] if isinstance(kids, ArrayObject) else kids).get_object())


def letters_by_mark(maker: BookletMaker) -> dict[tuple[int, int], str]:
    """The letters of each piece of marked content, by the object of its page and its number."""
    found: dict[tuple[int, int], str] = {}
    for page in reader(maker).pages:
        number = page.indirect_reference.idnum
        fonts = {
            name: unicode_of(font.get_object())
            for name, font in page["/Resources"].get_object().get("/Font", {}).get_object().items()
        }
        marks: list[int | None] = []
        font: dict[bytes, str] = {}
        for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
            if operator in (b"BDC", b"BMC"):
                about = operands[1].get_object() if len(operands) > 1 else {}
                mark = about.get("/MCID") if isinstance(about, DictionaryObject) else None
                marks.append(None if mark is None else int(mark))
            elif operator == b"EMC":
                marks.pop()
            elif operator == b"Tf":
                font = fonts[operands[0]]
            elif operator in (b"Tj", b"TJ"):
                parts = operands[0] if operator == b"TJ" else [operands[0]]
                text = "".join(
                    decoded(part, font) for part in parts if not isinstance(part, int | float)
                )
                mark = next((one for one in reversed(marks) if one is not None), None)
                if mark is not None:
                    found[number, mark] = found.get((number, mark), "") + text
    return found


def unicode_of(font: DictionaryObject) -> dict[bytes, str]:
    table = font["/ToUnicode"].get_object().get_data().decode("latin-1")
    pairs = dict[bytes, str]()
    for start, end in re.findall(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", table):
        pairs[bytes.fromhex(start)] = bytes.fromhex(end).decode("utf-16-be")
    return pairs


def decoded(part: object, font: dict[bytes, str]) -> str:
    raw = part.original_bytes  # type: ignore[attr-defined]
    return "".join(font.get(raw[at : at + 2], "") for at in range(0, len(raw), 2))


def read_aloud(maker: BookletMaker) -> str:
    """All that the structure tree leads to, in its order: letters, and texts for figures."""
    letters, parts = letters_by_mark(maker), list[str]()

    def walk(element: Element) -> None:
        if element.type == "/Figure":
            parts.append(f"[{element.alt}]")
        for part in element.parts:
            if isinstance(part, Element):
                walk(part)
            elif element.type != "/Figure":
                page, mark = part
                parts.append(letters.get((page.idnum, mark), ""))

    walk(tree(maker))
    return " ".join(" ".join(parts).split())


FORMATS = (
    {},
    {"format": "A4", "fold": NONE},
    {"fold": LEAFLET, "panels": 8},
    {"fold": CARDS},
)


@pytest.mark.parametrize("options", FORMATS, ids=str)
@pytest.mark.parametrize("language", ["en", "it"])
def test_booklets_are_tagged_for_readers(language, options):
    maker = made(language, **options)
    document = reader(maker)
    root = document.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] is not False
    assert root["/Lang"] == language
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert document.metadata.title == booklet_of(maker).title
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
    for page in document.pages:
        assert page.get("/Tabs") == "/S" or "/Annots" not in page


@pytest.mark.parametrize("options", FORMATS, ids=str)
def test_figures_say_what_they_show(options):
    maker = made(**options)
    figures = [one for one in tree(maker).all() if one.type == "/Figure"]
    said = [picture.alt for picture in maker._pictures if picture.alt]
    assert all(one.alt for one in figures)
    shown = [one.alt for one in figures]
    sheet = {picture.alt for picture in pictures_in(booklet_of(maker).sheet.blocks)}
    for alt in set(said) - sheet:
        assert alt in shown


@pytest.mark.parametrize("options", FORMATS, ids=str)
def test_headings_nest(options):
    levels = [int(one.type[2:]) for one in tree(made(**options)).all() if is_heading(one)]
    assert levels
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def is_heading(element: Element) -> bool:
    return re.fullmatch(r"/H[1-6]", element.type) is not None


@pytest.mark.parametrize("options", FORMATS, ids=str)
def test_booklets_are_read_in_the_order_of_chapters(options):
    maker = made(**options)
    heard = re.sub(r"\[[^\]]*\]|\(p\. \d+\)", "", read_aloud(maker))
    heard = spaceless(heard[heard.rindex("...") if "..." in heard else 0 :])
    at = 0
    for chapter in booklet_of(maker).chapters:
        for block in every_block(chapter.blocks):
            words = text_of(getattr(block, "inlines", ()) or getattr(block, "title", ()))
            first = spaceless(" ".join(words.split()[:3]))
            found = heard.find(first, at)
            assert found >= at, (first, heard[at : at + 300])
            at = found


@pytest.mark.parametrize("options", FORMATS, ids=str)
def test_figures_are_read_where_they_were_written(options):
    maker = made(**options)
    blocks = [chapter.blocks for chapter in booklet_of(maker).chapters]
    written = [picture.alt for each in blocks for picture in pictures_in(each)]
    icons = {"boat", "gold"}
    figures = [one.alt for one in tree(maker).all() if one.type == "/Figure"]
    assert [alt for alt in figures if alt not in {*icons, booklet_of(maker).title}] == written


def spaceless(text: str) -> str:
    return re.sub(r"[\s\u00ad-]+", "", text)


def test_callouts_are_read_after_their_picture():
    heard = read_aloud(made())
    assert heard.index("[Salt (Cards)]") < heard.index("What it costs, here")


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({}, (148, 210)),
        ({"format": "A4", "fold": NONE}, (210, 297)),
        ({"fold": LEAFLET, "panels": 8}, (297 / 4, 210)),
        ({"paper": "Letter"}, (11 / 2 * 25.4, 8.5 * 25.4)),
    ],
    ids=str,
)
def test_pages_have_their_size(options, size):
    for page in reader(made(**options)).pages:
        box = page.mediabox
        sides = (float(box.width) / PT_PER_MM, float(box.height) / PT_PER_MM)
        assert sides == pytest.approx(size, abs=0.02)


def set_with_pages(counts: list[int]) -> tuple[dict, list[int]]:
    """The data of a booklet whose settings take so many pages in turn, and what is left."""
    maker, pages = made(), iter(counts)
    found = fitted(
        booklet_of(maker),
        maker._source,
        Size(148, 210),
        SADDLE,
        6,
        lambda _: Laid(next(pages)),
    )
    return json.loads(found.data), [*pages]


def test_loosely_set_figures_stay_within_lines():
    usual, _ = set_with_pages([4])
    data, left = set_with_pages([7, 8, 7])  # only the loosest setting fills its sheets
    assert not left
    assert data["line"] > usual["line"]
    figures = [one for one in nodes(data["blocks"]) if one.get("is") == "figure"]
    for figure in figures:
        wide_mm = sum(each["wide"] for each in figure["pictures"])
        assert wide_mm <= page_shape(Size(148, 210)).measure_mm
    assert figures


@pytest.mark.parametrize(
    ("counts", "end_pages"),
    [
        ([8], []),
        ([5, 5], ["notes", "notes", "back"]),  # the tightest saves nothing, so no other does
        ([5, 3, 5], ["notes", "notes", "back"]),  # one saves too much, the other one too little
        ([7, 7], ["back"]),
        ([7, 9, 7], ["back"]),
        ([6], ["notes", "back"]),  # two pages of six are more than a setting can do
        ([18, 17, 19], ["notes", "back"]),
        ([9, 9], ["notes", "notes", "back"]),
    ],
    ids=str,
)
def test_booklets_that_fill_no_sheets_keep_their_setting(counts, end_pages):
    usual, _ = set_with_pages([4])
    data, left = set_with_pages(counts)
    assert not left
    assert (data["size"], data["line"]) == (usual["size"], usual["line"])
    assert data["end-pages"] == end_pages


def test_mildest_setting_that_fills_the_sheets_is_taken():
    usual, _ = set_with_pages([4])
    tightest, _ = set_with_pages([9, 8, 9])
    tight, left = set_with_pages([9, 8, 8])
    assert not left
    assert tightest["line"] < tight["line"] < usual["line"]
    assert tightest["end-pages"] == tight["end-pages"] == []
    loose, left = set_with_pages([15, 17, 16])
    assert not left
    assert usual["line"] < loose["line"] <= usual["line"] * 1.04


def nodes(part: object) -> Iterator[dict]:
    """All nodes of a booklet's data."""
    if isinstance(part, dict):
        yield part
        part = [*part.values()]
    if isinstance(part, list):
        for each in part:
            yield from nodes(each)


def test_stitched_booklets_have_four_pages_a_sheet():
    for language in ("en", "it"):
        maker = made(language)
        assert maker.pages % 4 == 0
        assert len(maker.sheets) == maker.pages // 4


@pytest.mark.parametrize("options", FORMATS, ids=str)
@pytest.mark.parametrize("language", ["en", "it"])
def test_letters_have_nine_points(language, options):
    small = {
        text: size
        for page in reader(made(language, **options)).pages
        for text, size in sizes_on(page).items()
        if size < 9
    }
    # The signs of notes stand above their words, and are figures.
    assert all(text.isdecimal() and size > SIGN_PT for text, size in small.items()), small


SIGN_PT = 5.0
"""The least size of the sign of a note, which stands above its word."""


def sizes_on(page) -> dict[str, float]:
    """The size of each text on a page; figures have no texts, but outlines."""
    found = dict[str, float]()

    def note(text, user, matrix, font, size) -> None:
        if text := text.strip():
            size_pt = round(abs(size * matrix[3] * user[3]), 2)
            found[text] = min(size_pt, found.get(text, size_pt))

    page.extract_text(visitor_text=note)
    return found


def test_bookmarks_are_the_headings():
    maker = made()
    outline = [*flat(reader(maker).outline)]
    heads = [text_of(head.inlines) for head in booklet_of(maker).headings]
    assert outline[: len(heads)] == heads


def flat(outline) -> Iterator[str]:
    for one in outline:
        if isinstance(one, list):
            yield from flat(one)
        else:
            yield str(one.title)


def test_links_lead_to_pages_and_to_the_web():
    document = reader(made())
    links = [
        one.get_object() for page in document.pages for one in page.get("/Annots", ArrayObject())
    ]
    assert any(link.get("/A", {}).get("/URI") == "https://example.org/ferry" for link in links)
    inside = [link for link in links if "/Dest" in link or "/D" in link.get("/A", {})]
    assert len(inside) > len(booklet_of(made()).headings)
    assert all(link.get("/Contents") for link in links)


def test_equal_booklets_have_equal_bytes():
    before = made().pdf
    made.cache_clear()
    assert made().pdf == before


def test_longer_leaflets_are_a_problem():
    with pytest.raises(ProblemsFound) as found:
        made(fold=LEAFLET, panels=4)
    assert [problem.code for problem in found.value.problems] == ["E322"]
