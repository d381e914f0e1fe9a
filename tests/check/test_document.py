"""Lines of a document, and where passages are in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.check import Document, passage

ENDS = ("\n", "\r\n", "\r")


def found_in(text: str, words: str) -> list[tuple[int, int]]:
    document = Document("rules.txt", text)
    return [(one.first, one.last) for one in document.find(passage(words, "en"))]


@pytest.mark.parametrize("end", ENDS)
def test_document_with_any_line_ends_counts_lines(end):
    document = Document("rules.txt", end.join(("one", "", "6 tiles", "last")))
    assert document.lines == ("one", "", "6 tiles", "last")
    assert [document.line(number) for number in (1, 2, 3, 4)] == list(document.lines)
    assert found_in(document.text, "{6} tiles") == [(3, 3)]


def test_document_line_outside_is_empty():
    document = Document("rules.txt", "first\nlast")
    assert [document.line(number) for number in (-1, 0, 3)] == ["", "", ""]


def test_document_without_final_line_end_has_its_last_line():
    assert found_in("first\n6 tiles", "{6} tiles") == [(2, 2)]
    assert found_in("first\n6 tiles\n", "{6} tiles") == [(2, 2)]
    assert found_in("6 tiles", "{6} tiles") == [(1, 1)]


@pytest.mark.parametrize("end", ENDS)
def test_document_find_over_lines_gives_first_and_last(end):
    text = end.join(("a box", "of 6", "  round", "tiles and", "more"))
    assert found_in(text, "of {6} round tiles") == [(2, 4)]


@pytest.mark.parametrize("end", ENDS)
def test_document_line_at_line_end_is_that_line(end):
    document = Document("rules.txt", f"6 tiles{end}next")
    assert [document.line_at(7 + at) for at in range(len(end) + 1)] == [*[1] * len(end), 2]
    assert found_in(document.text, "{6} tiles ") == [(1, 1)]


def test_document_find_gives_every_place():
    assert found_in("6 tiles\n\n7 tiles, 8 tiles", "{6} tiles") == [(1, 1), (3, 3), (3, 3)]


def test_document_line_at_figure_is_its_own_line():
    text = "a box of\r\n6 tiles and\r\n7 cards"
    document = Document("rules.txt", text)
    (found,) = document.find(passage("box of {6} tiles and {c=7} cards", "en"))
    assert (found.first, found.last) == (1, 3)
    assert [(one.name, document.line_at(one.start)) for one in found.reads] == [("n", 2), ("c", 3)]


def test_document_without_text_has_one_empty_line():
    document = Document("rules.txt", "")
    assert document.lines == ("",)
    assert document.find(passage("{6} tiles", "en")) == ()


@settings(deadline=None)
@given(st.lists(st.tuples(st.text("ab 6é", max_size=5), st.sampled_from(ENDS)), max_size=8))
def test_document_line_at_any_character_is_its_line(parts):
    """Each line ends with its number, so that no \\r comes before a \\n by accident."""
    text = "".join(f"{line}#{number}{end}" for number, (line, end) in enumerate(parts, start=1))
    document = Document("rules.txt", text)
    for number, (line, _) in enumerate(parts, start=1):
        assert document.line(number) == f"{line}#{number}"
        assert document.line_at(text.index(f"#{number}")) == number
    assert len(document.lines) == len(parts) + 1
