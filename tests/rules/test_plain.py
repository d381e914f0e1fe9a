"""Booklets as text alone: all their words, in lines that fit, and marks that a program knows."""

import re
from functools import cache

import pytest
from msgspec.structs import replace

from fustella.build.rules_files import text_source
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Align,
    BookletTable,
    BoxKind,
    Chapter,
    Code,
    Column,
    Emphasis,
    Figured,
    IconMark,
    Link,
    ListBlock,
    Paragraph,
    Pictured,
    PiecePicture,
    Strong,
    Words,
    inlines_in,
    pictures_in,
)
from fustella.rules.plain import LINE, UNBROKEN, TextMarks, booklet_text, text_chapters
from tests.rules.test_typeset import booklet_of, made

HERE = Place("rules/10-start.en.md", 1)
MARKS = TextMarks(("<b>", "</b>"), ("<i>", "</i>"), lambda text: text.replace("<", "&lt;"))


def source_of(language: str = "en"):
    return text_source(made(language)._edition, language)


@cache
def written(language: str = "en") -> str:
    return booklet_text(booklet_of(made(language)), source_of(language))


def said(*blocks, marks=UNBROKEN) -> str:
    booklet = replace(
        booklet_of(made("en")), chapters=(Chapter("10", "A", blocks, HERE),), notes=()
    )
    (chapter,) = text_chapters(booklet, source_of(), marks)
    return chapter.text


def words(text: str) -> tuple[Words, ...]:
    return (Words(text, HERE),)


@pytest.mark.parametrize("language", ["en", "it"])
def test_all_words_of_the_booklet_stand_in_the_text(language):
    booklet = booklet_of(made(language))
    shown = " ".join(re.sub(r"^[| ]+", "", written(language), flags=re.M).split())
    first_heads = {"Cargo", "Carico", "Picture", "Figura", "Component", "Componente"}
    for part in (*booklet.chapters, *booklet.notes):
        for inline in inlines_in(part.blocks):
            if isinstance(inline, Words | Figured | Code) and inline.text not in first_heads:
                assert " ".join(inline.text.split()) in shown
    assert shown.startswith(f"{booklet.title} {booklet.subtitle} ===")


def test_lines_of_the_text_are_not_too_long():
    lines = written().splitlines()
    assert max(map(len, lines)) <= LINE
    assert len(lines) > 60
    assert all(line == line.rstrip() for line in lines)


def test_pictures_are_what_is_said_of_them():
    shown = " ".join(re.sub(r"^[| ]+", "", written(), flags=re.M).split())
    for chapter in booklet_of(made("en")).chapters:
        for picture in pictures_in(chapter.blocks):
            assert f"(Picture: {picture.alt})" in shown or "list: cargo" not in shown
    assert "(Picture: The harbour)\nFor 2–3 players." in written()
    chapters = text_chapters(booklet_of(made("en")), source_of())
    assert [one.pictures for one in chapters] == [8, 2, 0]
    assert [one.title for one in chapters] == ["Before you begin", "How to play", "Notes"]


def test_figures_keep_their_numbers_and_boxes_their_names():
    text = written()
    assert "(Picture: Salt (Cards))\n1. The cargo.\n2. What it costs, here 2." in text
    for kind in set(BoxKind) - {BoxKind.QUOTE}:
        assert f"| {source_of().words[str(kind)].upper()}" in text
    assert "| | HINT\n| | • you have: One – you get: 1" in text
    assert "not stop.[1]" in text
    assert "[1] It has no anchor.\n\n    And no brakes.\n\n[2] We say: the youngest." in text


def test_tables_are_lists_with_the_heads_of_their_columns():
    heads = ("No.", "Name", "")
    table = BookletTable(
        tuple(Column(words(head) if head else (), Align.NONE, HERE) for head in heads),
        (
            (words("3"), words("Boat"), words("fast")),
            (words("4"), (), ()),
            ((Pictured(PiecePicture("one", HERE, alt="A coin"), HERE),), words("Coin"), ()),
        ),
        HERE,
    )
    assert said(table, marks=MARKS) == (
        "• <b>Name: Boat</b> – No.: 3; fast\n• <b>No.: 4</b>\n• <b>Name: Coin</b>"
    )
    listed = replace(table, source="ships")
    assert said(listed, marks=MARKS).startswith("• <b>Boat</b> – No.: 3; fast\n")


def test_lists_in_lists_begin_further_in():
    inner = ListBlock(True, ((Paragraph(words("in"), HERE),),), HERE, start=9)
    outer = ListBlock(False, ((Paragraph(words("out"), HERE), inner),), HERE)
    assert said(outer) == "• out\n   9. in"


def test_marks_stand_around_words_and_never_come_from_them():
    inlines = (
        Strong((*words("b<"), Emphasis(words("i"), HERE)), HERE),
        *words(" <b>"),
        Link(words("here"), "", "https://example.org/<", HERE),
    )
    text = said(Paragraph(inlines, HERE), marks=MARKS)
    assert text == "<b>b&lt;<i>i</i></b> &lt;b>here (https://example.org/&lt;)"


def test_icons_beside_their_own_name_are_not_said_twice():
    gold = IconMark("gold", HERE)

    def line(*inlines) -> str:
        return said(Paragraph(inlines, HERE))

    assert line(*words("2 "), gold) == "2 (gold)"
    assert line(*words("2 Gold "), gold, *words(".")) == "2 Gold."
    assert line(gold, *words(" gold")) == "gold"
    assert line(gold, *words(" goldsmith")) == "(gold) goldsmith"


def test_control_characters_are_shown():
    assert "\x07" not in said(Paragraph(words("a\x07b"), HERE))
