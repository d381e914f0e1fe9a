"""Booklets read aloud: PDF/UA-1 by a reader of our own, in the order in which they were written."""

import io
import re
from collections.abc import Callable

import pytest
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject

from fustella.build import BuildOptions, RulesOptions
from fustella.build.booklet import BookletMaker
from fustella.build.job import Job
from fustella.core.files.project import find_project
from fustella.core.values.paper import Duplex
from fustella.core.values.rules import (
    Booklet,
    BookletTable,
    Heading,
    Paragraph,
    every_block,
    text_of,
)
from tests.helpers.drawn import keep_drawings
from tests.helpers.goldens import compare
from tests.helpers.pdf_ua import Element, ReadAloud, faults_of
from tests.helpers.sharing import ROOT
from tests.rules.test_typeset import FORMATS, booklet_of, made, reader

GAMES = ROOT / "content"
ALOUD = ROOT / "tests" / "golden" / "booklet-aloud.txt"


@pytest.mark.parametrize("options", FORMATS, ids=str)
@pytest.mark.parametrize("language", ["en", "it"])
def test_booklets_can_be_read_aloud(language, options):
    assert faults_of(reader(made(language, **options))) == []


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/rules")))
def test_booklets_of_the_games_can_be_read_aloud(game, tmp_path):
    keep_drawings(tmp_path, game)
    options = BuildOptions("A4", Duplex.LONG_EDGE, tmp_path)
    job = Job(find_project(ROOT), game, options)
    assert job.booklet is not None
    maker = BookletMaker(job, job.booklet, RulesOptions())
    try:
        assert faults_of(PdfReader(io.BytesIO(maker.pdf))) == []
    finally:
        maker.close()


def test_sheet_of_one_page_can_be_read_aloud():
    assert faults_of(PdfReader(io.BytesIO(made().one_page))) == []


def test_booklet_reads_as_it_did(request):
    """The golden file is what a program reads aloud: look at it when it changes."""
    said = "\n".join(ReadAloud(reader(made())).said()) + "\n"
    compare(said, ALOUD, request.config.getoption("--update-golden"))


def written(booklet: Booklet) -> list[str]:
    """The texts of a booklet, block by block."""
    found = list[str]()
    for chapter in booklet.chapters:
        for block in every_block(chapter.blocks):
            if isinstance(block, Heading | Paragraph):
                found.append(text_of(block.inlines))
            elif isinstance(block, BookletTable):
                heads = (column.inlines for column in block.columns)
                cells = (cell for row in block.rows for cell in row)
                found += (text_of(cell) for cell in (*heads, *cells))
    return [text for text in found if text.strip()]


@pytest.mark.parametrize("options", FORMATS, ids=str)
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_word_is_lost_or_moved(language, options):
    maker = made(language, **options)
    lines = (line.partition(": ")[2] for line in ReadAloud(reader(maker)).said())
    heard = letters_alone(re.sub(r"\[[^\]]*\]|\([^()]{1,3}\d+\)", "", " ".join(lines)))
    at = 0
    for text in written(booklet_of(maker)):
        words = letters_alone(text)
        found = heard.find(words, at)
        assert found >= 0, (text, heard[at : at + 200])
        at = found + len(words)


def letters_alone(text: str) -> str:
    """The letters and figures of a text, without signs, blanks and numbers of notes."""
    return re.sub(r"[^\w]|[_\d]", "", text)


# The reader itself: each fault that somebody could build in is found.


def first(reader: PdfReader, kind: str) -> DictionaryObject:
    tree = ReadAloud(reader).tree
    assert tree is not None
    return next(one.node for one in tree.all() if one.type == kind)


def drop(*keys: str) -> Callable[[DictionaryObject], None]:
    def change(node: DictionaryObject) -> None:
        for key in keys:
            del node[NameObject(key)]

    return change


def root_of(reader: PdfReader) -> DictionaryObject:
    return reader.trailer["/Root"]


def renamed(node: DictionaryObject, name: str) -> None:
    node[NameObject("/S")] = NameObject(name)


def without_last(node: DictionaryObject) -> None:
    kids = node["/K"]
    assert isinstance(kids, ArrayObject)
    kids.pop()


def link_annotation(reader: PdfReader) -> DictionaryObject:
    page = next(page for page in reader.pages if "/Annots" in page)
    return page["/Annots"][0].get_object()


BROKEN: tuple[tuple[str, Callable[[PdfReader], object]], ...] = (
    ("no structure tree", lambda pdf: drop("/StructTreeRoot")(root_of(pdf))),
    ("no language", lambda pdf: drop("/Lang")(root_of(pdf))),
    ("not marked as tagged", lambda pdf: drop("/MarkInfo")(root_of(pdf))),
    ("title is not displayed", lambda pdf: drop("/ViewerPreferences")(root_of(pdf))),
    ("no bookmarks", lambda pdf: drop("/Outlines")(root_of(pdf))),
    ("has no title", lambda pdf: drop("/Metadata")(root_of(pdf))),
    ("not say that it is PDF/UA-1", lambda pdf: drop("/Metadata")(root_of(pdf))),
    ("no text in its place", lambda pdf: drop("/Alt")(first(pdf, "Figure"))),
    ("not say where it stands", lambda pdf: drop("/A")(first(pdf, "Figure"))),
    ("is no standard type", lambda pdf: renamed(first(pdf, "P"), "/Words")),
    ("a heading of level 3 follows", lambda pdf: renamed(first(pdf, "H1"), "/H3")),
    ("not say what it heads", lambda pdf: drop("/A")(first(pdf, "TH"))),
    ("rows of [", lambda pdf: without_last(first(pdf, "TR"))),
    ("a P lies in a TR", lambda pdf: renamed(first(pdf, "TD"), "/P")),
    ("a P lies in a L", lambda pdf: renamed(first(pdf, "LI"), "/P")),
    ("a LBody lies in a P", lambda pdf: renamed(first(pdf, "LI"), "/P")),
    ("is not in the tree", lambda pdf: without_last(first(pdf, "Document"))),
    ("not say where it leads", lambda pdf: drop("/Contents")(link_annotation(pdf))),
    ("a link is not in the tree", lambda pdf: renamed(first(pdf, "Link"), "/Span")),
    ("lead back to the tree", lambda pdf: drop("/StructParent")(link_annotation(pdf))),
    ("tab order", lambda pdf: [page.pop("/Tabs", None) for page in pdf.pages]),
    ("have no names", lambda pdf: drop("/ToUnicode")(font_of(pdf))),
    ("has no name", lambda pdf: drop("/ToUnicode")(font_of(pdf))),
    ("is not embedded", lambda pdf: drop(font_file(pdf))(descriptor_of(pdf))),
    ("neither tagged nor artifact", lambda pdf: add_to_page(pdf, b" 0 0 9 9 re f")),
    ("is not in the tree", lambda pdf: add_to_page(pdf, b" /P <</MCID 999>> BDC 0 0 9 9 re f EMC")),
    ("does not lead to its element", lambda pdf: drop("/StructParents")(pdf.pages[1])),
)


def font_of(pdf: PdfReader) -> DictionaryObject:
    fonts = pdf.pages[1]["/Resources"]["/Font"].get_object()
    return next(iter(fonts.values())).get_object()


def descriptor_of(pdf: PdfReader) -> DictionaryObject:
    return font_of(pdf)["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()


def font_file(pdf: PdfReader) -> str:
    return next(key for key in descriptor_of(pdf) if key.startswith("/FontFile"))


def add_to_page(pdf: PdfReader, operators: bytes) -> None:
    stream = pdf.pages[1].get_contents()
    assert stream is not None
    stream.set_data(stream.get_data() + operators)
    pdf.pages[1][NameObject("/Contents")] = stream


@pytest.mark.parametrize(("said", "change"), BROKEN, ids=[said for said, _ in BROKEN])
def test_each_fault_of_a_pdf_is_found(said, change):
    pdf = reader(made())
    change(pdf)
    assert any(said in fault for fault in faults_of(pdf)), faults_of(pdf)


def test_elements_say_what_stands_in_for_them():
    pdf = reader(made())
    first(pdf, "Figure")[NameObject("/Alt")] = TextStringObject("My words")
    tree = ReadAloud(pdf).tree
    assert isinstance(tree, Element)
    assert "Figure: My words" in ReadAloud(pdf).said()
