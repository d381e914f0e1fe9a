import pytest

from fustella.draw.text.markup import (
    ListItem,
    MarkedSpan,
    ParsedText,
    TextBreak,
    TextIcon,
    as_typed,
    read_markup,
)


@pytest.mark.parametrize(
    ("typed", "marks"),
    [
        ("", ()),
        ("plain", (MarkedSpan("plain"),)),
        ("a **b** c", (MarkedSpan("a "), MarkedSpan("b", bold=True), MarkedSpan(" c"))),
        ("*b*", (MarkedSpan("b", italic=True),)),
        ("***b***", (MarkedSpan("b", bold=True, italic=True),)),
        (
            "**a *b* c**",
            (MarkedSpan("a ", True), MarkedSpan("b", True, True), MarkedSpan(" c", True)),
        ),
        ("3{wood}", (MarkedSpan("3"), TextIcon("wood"))),
        ("{wood:1.5}", (TextIcon("wood", 1.5),)),
        ("{ wood : 5 }", (TextIcon("wood", 5.0),)),
        ("{ wood }", (TextIcon("wood"),)),
        ("a\nb", (MarkedSpan("a"), TextBreak.LINE, MarkedSpan("b"))),
        (r"a\nb", (MarkedSpan("a"), TextBreak.LINE, MarkedSpan("b"))),
        ("a\n\nb", (MarkedSpan("a"), TextBreak.PARAGRAPH, MarkedSpan("b"))),
        ("a\n \n\n b", (MarkedSpan("a"), TextBreak.PARAGRAPH, MarkedSpan("b"))),
        (r"a\n\nb", (MarkedSpan("a"), TextBreak.PARAGRAPH, MarkedSpan("b"))),
        ("a\n", (MarkedSpan("a"),)),
        (r"2 \* 3 \{x\} \\", (MarkedSpan("2 * 3 {x} \\"),)),
        ("a\tb\r\nc", (MarkedSpan("a b"), TextBreak.LINE, MarkedSpan("c"))),
        ("a\tb", (MarkedSpan("a b"),)),
        ("**a\nb**", (MarkedSpan("a", True), TextBreak.LINE, MarkedSpan("b", True))),
    ],
)
def test_read_markup_without_faults_gives_the_marks(typed, marks):
    marked = read_markup(typed)
    assert marked.marks == marks
    assert marked.faults == ()


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("a **b", "`**` is opened and never closed"),
        ("a *b", "`*` is opened and never closed"),
        ("a {wood", "`{` has no partner"),
        ("a} b", "`}` has no partner"),
        ("2 * 3 * 4", "`*` stands alone"),
        ("****", "`****` stands alone"),
        (r"C:\temp", r"`\t` means nothing"),
        ("a\\", "`\\` means nothing"),
        ("{wood:}", '"" is no size of an icon'),
        ("{wood:0.2}", '"0.2" is no size of an icon'),
        ("{wood:5.1}", '"5.1" is no size of an icon'),
        ("{wood:big}", '"big" is no size of an icon'),
    ],
)
def test_read_markup_with_a_fault_gives_a_message_and_a_hint(typed, says):
    faults = read_markup(typed).faults
    assert says in faults[0].message
    assert faults[0].hint


def test_read_markup_with_faults_keeps_all_letters():
    marked = read_markup("2 * 3 {x")
    assert "".join(mark.text for mark in marked.marks) == "2 * 3 {x"


@pytest.mark.parametrize(
    ("typed", "markers", "letters"),
    [
        ("- one\n- two", ["•", "•"], "onetwo"),
        ("Choose:\n  - one\n  • two", ["•", "•"], "Choose:onetwo"),
        ("1. one\n10. **ten**", ["1.", "10."], "oneten"),
        (r"- one\n- two", ["•", "•"], "onetwo"),
        (r"\- one", [], "- one"),
        (r"1\. one", [], "1. one"),
        ("-1 life", [], "-1 life"),
        ("a - b", [], "a - b"),
        ("1.5 mm", [], "1.5 mm"),
        ("- ", [], "- "),
    ],
)
def test_line_with_a_bullet_or_a_number_begins_an_item(typed, markers, letters):
    marked = read_markup(typed)
    assert not marked.faults
    assert [mark.marker for mark in marked.marks if isinstance(mark, ListItem)] == markers
    assert "".join(mark.text for mark in marked.marks if isinstance(mark, MarkedSpan)) == letters


@pytest.mark.parametrize("text", ["- a", "12. a", " • a", r"a*{b}\ - c", "a. b", "1.5", "-1"])
def test_text_as_typed_has_no_markup(text):
    assert read_markup(as_typed(text)) == ParsedText((MarkedSpan(text),))
