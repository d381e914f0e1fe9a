"""The page of a booklet: right HTML with everything in it, of which nothing runs or is loaded."""

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import get_args
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from fustella.core.values.colour import contrast
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Align,
    ArtPicture,
    Block,
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Break,
    Chapter,
    Code,
    Column,
    Emphasis,
    Figure,
    Figured,
    Heading,
    IconMark,
    IndexMark,
    Inline,
    Link,
    ListBlock,
    ListTable,
    MadeBlocks,
    Note,
    NoteRef,
    Paragraph,
    Pictured,
    PiecePicture,
    Reference,
    Strong,
    Words,
    every_block,
    inlines_in,
    text_of,
)
from fustella.core.words.languages import languages
from fustella.rules.page import booklet_page
from tests.rules.test_typeset import booklet_of, made

VOID = {"meta", "br", "hr"}
EVIL = "\"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\x07'{}"
HERE = Place("rules/10-start.en.md", 1)


class Element:
    """An element of a page, and what lies in it."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes = tag, attributes
        self.inside: list[Element | str] = []

    def every(self, *tags: str):
        for one in self.inside:
            if isinstance(one, Element):
                if not tags or one.tag in tags:
                    yield one
                yield from one.every(*tags)

    @property
    def text(self) -> str:
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)


class Reader(HTMLParser):
    """Reads a page strictly: each element is closed by its own end, and has no attribute twice."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]
        self.feed(text)
        self.close()
        assert [one.tag for one in self._open] == [""], "an element is not closed"

    def handle_starttag(self, tag, attrs):
        assert len(attrs) == len(dict(attrs)), (tag, attrs)
        one = Element(tag, {key: value or "" for key, value in attrs})
        self._open[-1].inside.append(one)
        if tag not in VOID:
            self._open.append(one)

    def handle_startendtag(self, tag, attrs):
        assert "svg" in [one.tag for one in self._open], f"<{tag}/> closes nothing in HTML"
        self._open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop().tag == tag, tag

    def handle_data(self, data):
        self._open[-1].inside.append(data)


def page_of(booklet: Booklet) -> str:
    return booklet_page(booklet, made("en")._source)


@cache
def written(language: str = "en") -> str:
    return made(language).screen.decode()


def read(text: str) -> Element:
    return Reader(text).root


def test_ids_stand_once_and_links_lead_to_them():
    page = read(written())
    ids = Counter(one.attributes["id"] for one in page.every() if "id" in one.attributes)
    assert max(ids.values()) == 1
    led = [one.attributes.get("href", "") for one in page.every("a", "use")]
    assert len([each for each in led if each.startswith("#")]) > 20
    assert {each[1:] for each in led if each.startswith("#")} <= ids.keys()
    named = {one.attributes.get("aria-labelledby", "") for one in page.every()} - {""}
    assert named
    assert named <= ids.keys()
    clipped = set(re.findall(r"url\(#([^)]*)\)", written()))
    assert clipped
    assert clipped <= ids.keys()


def test_page_loads_nothing_and_runs_nothing():
    page = read(written())
    told = {one.attributes.get("http-equiv"): one.attributes for one in page.every("meta")}
    policy = told["Content-Security-Policy"]["content"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for one in page.every():
        assert one.tag not in {"script", "link", "iframe", "object", "base", "form"}
        assert not [name for name in one.attributes if name.startswith("on") or name == "style"]
        for name in ("src", "href", "xlink:href"):
            address = one.attributes.get(name, "#")
            own = address.startswith("#") or (one.tag == "image" and address.startswith("data:"))
            assert own or (one.tag, address) == ("a", "https://example.org/ferry")
    for drawn in page.every("image"):
        inside = unquote(drawn.attributes["href"])
        assert not re.findall(r'(?:href|src)="(?!#|data:)', inside)
    assert "url(" not in next(page.every("style")).text


def test_page_shows_each_face_once():
    images = [one.attributes["href"] for one in read(written()).every("image")]
    assert len(images) == len(set(images)) == 10  # nine faces and a picture of art/
    uses = [one.attributes["href"] for one in read(written()).every("use")]
    assert len(uses) > len(set(uses)) > 10


def test_all_words_of_the_booklet_stand_in_the_page():
    for language in ("en", "it"):
        booklet = booklet_of(made(language))
        shown = re.sub(r"\s+", " ", read(written(language)).text)
        for blocks in (
            *(one.blocks for one in booklet.chapters),
            *(n.blocks for n in booklet.notes),
        ):
            for inline in inlines_in(blocks):
                if isinstance(inline, Words | Figured | Code):
                    assert " ".join(inline.text.split()) in shown
        terms = {one.term for one in inlines_in(booklet.chapters[1].blocks) if is_mark(one)}
        assert all(f"{term}:" in shown for term in terms)


def is_mark(inline: object) -> bool:
    return isinstance(inline, IndexMark)


def test_booklet_of_these_tests_has_one_of_everything():
    booklet = booklet_of(made("en"))
    parts = (*booklet.chapters, *booklet.notes)
    blocks = {type(one) for part in parts for one in every_block(part.blocks)}
    inlines = {type(one) for part in parts for one in inlines_in(part.blocks)}
    assert blocks == set(get_args(Block)) - {ListTable, MadeBlocks}
    assert inlines == set(get_args(Inline)) - {Reference}
    boxes = {one.kind for part in parts for one in every_block(part.blocks) if isinstance(one, Box)}
    assert boxes == set(BoxKind)


def test_headings_go_down_step_by_step():
    page = read(written())
    levels = [int(one.tag[1]) for one in page.every("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    deep = tuple(Heading(level, (Words(f"L{level}", HERE),), f"l{level}", HERE) for level in (1, 6))
    chapters = (Chapter("10", "L", deep, HERE),)
    shown = read(page_of(replace(booklet_of(made("en")), chapters=chapters, notes=())))
    assert [one.text for one in shown.every("h2", "h3")] == ["L1", "L6"]


def test_contents_lead_to_chapters_notes_and_index():
    nav = next(read(written()).every("nav"))
    listed = [one.text for one in nav.every("a")]
    for heading in booklet_of(made("en")).headings:
        assert (text_of(heading.inlines) in listed) is (heading.level <= 2)
    assert listed[-3:] == ["Notes", "Index", "Contents"]


def test_notes_lead_back_to_their_signs():
    page = read(written())
    signs = {one.attributes["id"]: one for one in page.every("a") if role(one) == "doc-noteref"}
    notes = [one for one in page.every("li") if one.attributes.get("id", "").startswith(".note-")]
    assert len(notes) == 2
    for at, note in enumerate(notes, 1):
        back = [
            one.attributes["href"][1:] for one in note.every("a") if role(one) == "doc-backlink"
        ]
        assert back
        assert all(signs[one].attributes["href"] == f"#.note-{at}" for one in back)
        assert all(signs[one].text == f"[{at}]" for one in back)
    assert "And no brakes." in notes[0].text


def role(one: Element) -> str:
    return one.attributes.get("role", "")


def test_pictures_say_what_they_show():
    page = read(written())
    for one in page.every("svg"):
        if one.attributes.get("class") != "store":
            assert one.attributes["role"] == "img"
            assert one.attributes["aria-label"]
    said = {one.attributes.get("aria-label") for one in page.every("svg")}
    assert {"The harbour", "A coin on the second cell."} <= said


def test_hostile_words_are_letters_wherever_they_stand():
    words = (Words(EVIL, HERE),)
    figure = Figure(
        (
            PiecePicture("salt", HERE, alt=EVIL),
            ArtPicture("harbour", HERE, alt=EVIL, file=art_file()),
        ),
        words,
        HERE,
        ((Paragraph(words, HERE),),),
    )
    inlines = (
        *words,
        Figured(EVIL, EVIL, HERE),
        Strong(words, HERE),
        Emphasis(words, HERE),
        Link(words, "", f"https://example.org/{EVIL}", HERE),
        Code(EVIL, HERE),
        Break(HERE),
        NoteRef("n", HERE, 1),
        IndexMark(EVIL, HERE),
        IconMark("gold", HERE),
        Pictured(PiecePicture("one", HERE, alt=EVIL), HERE),
    )
    table = BookletTable((Column(words, Align.LEFT, HERE),), ((words,),), HERE)
    blocks = (
        Heading(1, words, "evil", HERE),
        Paragraph(inlines, HERE),
        ListBlock(True, ((Paragraph(words, HERE),),), HERE),
        table,
        figure,
        *(Box(kind, words, (Paragraph(words, HERE),), HERE) for kind in BoxKind),
    )
    plain = booklet_of(made("en"))
    booklet = replace(
        plain,
        title=EVIL,
        subtitle=EVIL,
        chapters=(Chapter("10", EVIL, blocks, HERE),),
        notes=(Note("n", 1, (Paragraph(words, HERE),), HERE),),
    )
    page = read(page_of(booklet))
    assert not [*page.every("script", "img")]
    assert page.text.count("<script>alert(1)</script>") >= 20
    assert "\x07" not in page.text
    addresses = [one.attributes["href"] for one in page.every("a") if "rel" in one.attributes]
    assert addresses == [f"https://example.org/{EVIL}".replace("\x07", "[U+0007]")]


def art_file():
    (found,) = (one for one in made("en")._pictures if isinstance(one, ArtPicture))
    return found.file


@pytest.mark.parametrize(
    ("language", "direction"), [("ar", "rtl"), ("he-il", "rtl"), ("it", "ltr")]
)
def test_direction_is_that_of_the_language(language, direction):
    page = read(page_of(replace(booklet_of(made("en")), language=language)))
    root = next(page.every("html"))
    assert (root.attributes["lang"], root.attributes["dir"]) == (language, direction)


@pytest.mark.parametrize("accent", ["#ffee00", "#101010", "#0072b2", "#d29c1f"])
@pytest.mark.parametrize("plain", [False, True])
def test_colours_of_words_contrast_with_their_grounds(accent, plain):
    source = made("en")._source
    ground = {"ground": "#ffffff"} if plain else {}
    look = replace(source.look, accent=accent, ink=accent, **ground)
    text = booklet_page(booklet_of(made("en")), replace(source, look=look))
    for night in (False, True):
        (rest,) = re.findall(
            r"dark\) { :root { (.*?) } }" if night else r"^:root { (.*?) }", text, re.M
        )
        colours = dict(re.findall(r"--([\w-]+): (#\w+);", rest))
        assert contrast("#ffffff", colours["fill"]) >= 4.5
        for under in ("paper", "ground"):
            assert contrast(colours["ink"], colours[under]) >= 7
            assert contrast(colours["accent"], colours[under]) >= 4.5
        for kind in BoxKind:
            if kind is not BoxKind.QUOTE:
                on = colours[f"{kind}-ground"]
                assert contrast(colours[f"{kind}-paint"], on) >= 4.5
                assert contrast(colours["accent"], on) >= 4.5
                assert contrast(colours["ink"], on) >= 7


def test_every_language_has_the_words_of_the_page():
    words = made("en")._edition.game.tool_words
    english = words.section("rules", "en")
    for language in languages():
        own = words.section("rules", language)
        for name in ("skip", "note", "back", "on_screen", "as_text", "shows"):
            same = {("fr", "note")}
            assert language == "en" or own[name] != english[name] or (language, name) in same
