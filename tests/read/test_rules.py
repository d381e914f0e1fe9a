"""Chapters of booklets: what is typed becomes blocks and inlines that know their lines."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.processes import limits
from fustella.core.values.model import SideName
from fustella.core.values.problems import Problem
from fustella.core.values.rules import (
    Align,
    ArtPicture,
    BookletTable,
    Box,
    BoxKind,
    Break,
    Code,
    Emphasis,
    Figure,
    Heading,
    IndexMark,
    Inline,
    Link,
    ListBlock,
    ListTable,
    Made,
    MadeBlocks,
    NoteRef,
    Paragraph,
    PiecePicture,
    Reference,
    ReferenceSort,
    Rule,
    Situation,
    Strong,
    Words,
    every_block,
    inlines_in,
    text_of,
)
from fustella.read.rules.blocks import ChapterText, read_blocks
from fustella.read.rules.booklet import slug
from fustella.read.rules.files import without_head

FILE = "rules/10-start.en.md"


def chapter(text: str) -> tuple[ChapterText, list[Problem]]:
    problems: list[Problem] = []
    return read_blocks(text, FILE, problems), problems


def blocks(text: str):
    read, problems = chapter(text)
    assert problems == []
    return read.blocks


def told(text: str) -> list[tuple[str, int, str, str]]:
    return [(p.code, p.place.line, p.message, p.hint) for p in chapter(text)[1]]


def shape(inline: Inline) -> object:
    """An inline without its place."""
    match inline:
        case Words(text=text):
            return text
        case Strong(inlines=inlines) | Emphasis(inlines=inlines):
            return type(inline).__name__, [*map(shape, inlines)]
        case Link(inlines=inlines, anchor=anchor, url=url):
            return "Link", [*map(shape, inlines)], anchor or url
        case Code(text=text) | IndexMark(term=text) | NoteRef(name=text):
            return type(inline).__name__, text
        case Reference(sort=sort, name=name, size=size):
            return (sort.value, name) if size == 1 else (sort.value, name, size)
        case Break():
            return "Break"
    return inline


_OLD_KING = ["the ", ("IndexMark", "old king"), ("Emphasis", ["old"]), " king", "."]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("plain words", ["plain words"]),
        ("**bold** and *italic*", [("Strong", ["bold"]), " and ", ("Emphasis", ["italic"])]),
        ("***both***", [("Emphasis", [("Strong", ["both"])])]),
        ("one\ntwo", ["one", " ", "two"]),
        ("one\\\ntwo", ["one", "Break", "two"]),
        ("one  \ntwo", ["one", "Break", "two"]),
        ("`{count:a}` stays", [("Code", "{count:a}"), " stays"]),
        ("\\{count:a\\} &amp; &eacute;", ["{count:a} & é"]),
        ("{count:castles}", [("count", "castles")]),
        ("{ count : kind card }", [("count", "kind card")]),
        ("{designs:castles}", [("designs", "castles")]),
        ("{name:castle}", [("name", "castle")]),
        ("{piece:castle.front.defence}", [("piece", "castle.front.defence")]),
        ("{attack} {attack:1.5}", [("icon", "attack"), " ", ("icon", "attack", 1.5)]),
        ("{icon:players}{icon:gold:2}", [("icon", "players"), ("icon", "gold", 2)]),
        ("{players}", [("players", "")]),
        ('{=count("archer") * 2}', [("=", 'count("archer") * 2')]),
        ("{=if(a > 1, 2, 3)}", [("=", "if(a > 1, 2, 3)")]),
        ("{index:war}war", [("IndexMark", "war"), "war"]),
        (
            "the [*old* king]{.index}.",
            ["the ", ("IndexMark", "old king"), ("Emphasis", ["old"]), " king", "."],
        ),
        ("so it is[^1].", ["so it is", ("NoteRef", "1"), "."]),
        ("[here](#war)", [("Link", ["here"], "war")]),
        ("[here](https://a.org/b?c=d)", [("Link", ["here"], "https://a.org/b?c=d")]),
        ("<https://a.org>", [("Link", ["https://a.org"], "https://a.org")]),
        ("a <!-- remark --> b", ["a ", " b"]),
        ("~~not struck out~~", ["~~not struck out~~"]),
        ("it is 5 * 3 or a_b_c", ["it is 5 * 3 or a_b_c"]),
    ],
)
def test_text_becomes_inlines(typed, wanted):
    (paragraph,) = blocks(typed)
    assert isinstance(paragraph, Paragraph)
    assert [shape(inline) for inline in paragraph.inlines] == wanted


def test_references_say_how_they_are_typed():
    (paragraph,) = blocks("{count:a}{=2 * b.copies}{players}{piece:a.cost}")
    typed = [one.typed for one in paragraph.inlines if isinstance(one, Reference)]
    assert typed == ["count:a", "=2 * b.copies", "players", "piece:a.cost"]
    assert {one.sort for one in paragraph.inlines} <= set(ReferenceSort)


def test_headings_have_levels_anchors_and_lines():
    first, second, third = blocks(
        "# One {#start} {lines: 3-4, 9}\n\n## Two\n{lines: 5}\n\nThree\n---\n"
    )
    assert (first.level, first.anchor, first.lines) == (1, "start", ((3, 4), (9, 9)))
    assert text_of(first.inlines) == "One"
    assert (second.level, second.anchor, second.lines) == (2, "", ((5, 5),))
    assert (third.level, text_of(third.inlines), third.place.line) == (2, "Three", 6)


def test_lines_below_a_block_are_its_own():
    paragraph, table = blocks("Words. {lines: 2}\n\n| a |\n|---|\n| b |\n\n{lines: 7}\n")
    assert (paragraph.lines, table.lines) == (((2, 2),), ((7, 7),))
    assert text_of(paragraph.inlines) == "Words."


def test_marks_of_the_index_alone_belong_to_the_words_before():
    (paragraph,) = blocks("Words.\n\n{index:war}\n")
    assert [shape(one) for one in paragraph.inlines] == ["Words.", ("IndexMark", "war")]


def test_lists_are_tight_or_loose_and_begin_anywhere():
    tight, loose = blocks("- a\n- b\n  - c\n\n\n3. d\n\n4. e\n")
    assert isinstance(tight, ListBlock)
    assert (tight.ordered, tight.tight, len(tight.items)) == (False, True, 2)
    assert isinstance(tight.items[1][1], ListBlock)
    assert (loose.ordered, loose.start, loose.tight, len(loose.items)) == (True, 3, False, 2)


def test_table_keeps_its_alignment_and_marks():
    (table,) = blocks("| a | b | c | d |\n|---|:--|:-:|--:|\n| {count:x} | **y** | \\| | |\n")
    assert isinstance(table, BookletTable)
    assert [one.align for one in table.columns] == [*Align]
    (row,) = table.rows
    assert [[*map(shape, cell)] for cell in row] == [
        [("count", "x")],
        [("Strong", ["y"])],
        ["|"],
        [],
    ]


@pytest.mark.parametrize(
    ("head", "of", "where", "sort"),
    [
        ("list: cards", "cards", "", ""),
        ("list: kind card", "kind card", "", ""),
        ("list: cards where: cost > 2", "cards", "cost > 2", ""),
        ("list: cards sort: -cost", "cards", "", "-cost"),
        (
            "list: cards where cost > 2 and level = 1 sort cost",
            "cards",
            "cost > 2 and level = 1",
            "cost",
        ),
    ],
)
def test_table_from_a_list_says_what_it_takes(head, of, where, sort):
    (table,) = blocks(f"| {head} | name | front.cost: The *cost* |\n|---|---|--:|\n")
    assert isinstance(table, ListTable)
    assert (table.of, table.where, table.sort) == (of, where, sort)
    name, cost = table.columns
    assert (name.field, name.inlines, cost.field, cost.align) == ("name", (), "front.cost", "right")
    assert [shape(one) for one in cost.inlines] == ["The ", ("Emphasis", ["cost"])]


def test_picture_alone_is_a_figure_with_a_caption():
    (figure,) = blocks('![A keep](piece:keep?side=back&size=3cm&copies=2 "The {name:keep}.")\n')
    assert isinstance(figure, Figure)
    (picture,) = figure.pictures
    assert isinstance(picture, PiecePicture)
    assert (picture.piece, picture.side, picture.size_mm) == ("keep", SideName.BACK, 30)
    assert (picture.copies, picture.alt, picture.players) == (2, "A keep", 0)
    assert [shape(one) for one in figure.caption] == ["The ", ("name", "keep"), "."]


def test_pictures_side_by_side_are_one_figure_and_count_through():
    text = "![](piece:a?callouts=x)\n![](setup:4) ![](art:b?size=1in)\n![](piece:c?callouts=y,z)\n"
    text += "\n1. X\n2. Y\n3. Z\n"
    (figure,) = blocks(text)
    a, setup, art, c = figure.pictures
    assert (setup.piece, setup.players) == ("", 4)
    assert isinstance(art, ArtPicture)
    assert (art.name, art.size_mm) == ("b", pytest.approx(25.4))
    callouts = [(one.number, one.at) for picture in (a, c) for one in picture.callouts]
    assert callouts == [(1, "x"), (2, "y"), (3, "z")]
    assert [text_of([*inlines_in(item)]) for item in figure.legend] == ["X", "Y", "Z"]


def test_boxes_hold_blocks_and_boxes():
    text = "::: example A *fine* thing\nOne.\n\n:::: hint\n```situation\ntable: 9mm x 9mm\n```\n"
    text += "::::\n:::\n\n> Two.\n"
    box, quote = blocks(text)
    assert (box.kind, text_of(box.title)) == (BoxKind.EXAMPLE, "A fine thing")
    paragraph, inner = box.blocks
    assert (text_of(paragraph.inlines), inner.kind, inner.title) == ("One.", BoxKind.HINT, ())
    assert isinstance(inner.blocks[0], Figure)
    assert (quote.kind, text_of([*inlines_in(quote.blocks)])) == (BoxKind.QUOTE, "Two.")


def test_box_in_a_list_ends_with_its_item():
    (one,) = blocks("- a\n\n  ::: hint\n  b\n  :::\n- c\n")
    assert [type(each) for each in one.items[0]] == [Paragraph, Box]
    assert len(one.items) == 2


def test_notes_stand_apart_from_the_text():
    read, problems = chapter("a[^x]\n\n[^x]: one\n    two\n\n    three\n[^y]:\n    four\n\nb\n")
    assert problems == []
    assert [text_of([*inlines_in(note.blocks)]) for note in read.notes] == ["one twothree", "four"]
    assert [(note.name, note.place.line) for note in read.notes] == [("x", 3), ("y", 7)]
    assert len(read.blocks) == 2


def test_marks_alone_stand_for_what_lists_say():
    first, second, third = blocks("{components}\n\n{setup}\n\n---\n")
    assert (first.made, second.made) == (Made.COMPONENTS, Made.SETUP)
    assert isinstance(first, MadeBlocks)
    assert isinstance(third, Rule)


def test_situation_says_what_lies_where():
    text = """Words.

- item

  ```situation
  board: map
  part: 0101-0202
  size: 80mm
  pieces:
    - {piece: a, at: 0101, turn: 90, side: back}
    - {piece: b, at: [10mm, 2cm]}
  arrows: [{from: 0101, to: 1203, over: [0201], label: 1}]
  marks: [{at: 0202, text: A}]
  caption: "The {name:a}."
  ```
"""
    _, list_block = blocks(text)
    figure = list_block.items[0][1]
    (situation,) = figure.pictures
    assert isinstance(situation, Situation)
    assert (situation.board, situation.part, situation.size_mm) == ("map", "0101-0202", 80)
    a, b = situation.pieces
    assert (a.piece, a.spot.cell, a.turn_deg, a.side, a.place.line) == ("a", "0101", 90, "back", 10)
    assert (b.spot.cell, b.spot.at.x_mm, b.spot.at.y_mm, b.place.line) == ("", 10, 20, 11)
    (arrow,), (mark,) = situation.arrows, situation.marks
    assert ([spot.cell for spot in arrow.spots], arrow.label) == (["0101", "0201", "1203"], "1")
    assert (mark.text, mark.spot.place.line) == ("A", 13)
    assert [shape(one) for one in figure.caption] == ["The ", ("name", "a"), "."]
    assert figure.caption[0].place.line == 14


def test_grid_of_a_situation_is_as_large_as_its_cells():
    grid = "grid: {shape: square, width: 15mm, columns: 4, rows: 2, first: A1}"
    (figure,) = blocks(f"```situation\n{grid}\n```\n")
    (situation,) = figure.pictures
    assert (situation.size.width_mm, situation.size.height_mm) == (60, 30)
    assert situation.grid.name((3, 1)) == "D2"


@pytest.mark.parametrize(
    ("text", "code", "line", "said", "hint"),
    [
        (
            "a\n\n<div>\nb\n</div>",
            "E712",
            3,
            "`<div> b </div>`: a booklet",
            "take it out",
        ),
        ("a\nb <b>c</b>", "E712", 2, "`<b>`", "**…**"),
        ("<!-- a --> <script>x</script>", "E712", 1, "no HTML", "close the remark"),
        ("a <!-- b", None, 0, "", ""),
        ("[a](b.md)", "E712", 1, "a link to `b.md`", "[words](#heading)"),
        ("[a](20-b.en.md#war)", "E712", 1, "a link", "(#war)"),
        ("[a](piece:x)", "E712", 1, "a link", "![](piece:x)"),
        ("[a](javascript:alert(1))", "E712", 1, "a link to `javascript:alert(1)`", "https://"),
        ("[a](file:///etc/passwd)", "E712", 1, "a link to `file:///etc/passwd`", "https://"),
        ("![a](../b.png)", "E712", 1, "a picture at `../b.png`", "art:"),
        ("![a](https://a.org/b.png)", "E712", 1, "a picture at `https://a.org/b.png`", "art:"),
        ("![a](data:image/png;base64,AA)", "E712", 1, "a picture at", "art:"),
        ("```\ncode\n```", "E712", 1, "a block of code", "```situation"),
        ("{}", "E713", 1, "`{}` marks nothing", "\\{"),
        ("{coutn:a}", "E713", 1, "`coutn` is no sort of reference", "did you mean `count`?"),
        ("{count:}", "E713", 1, "`{count:}` names nothing", "{count:…}"),
        ("a\n{gold:9}", "E713", 2, '"9" is no size of an icon', "{gold:1.5}"),
        ("a { b", "E713", 1, "`{` has no partner", "`\\{`"),
        ("a } b", "E713", 1, "`}` has no partner", "`\\}`"),
        ("{lines: x}", "E713", 1, "expected lines of a document", "12-19"),
        ("{lines: 3}", "E713", 1, "nothing stands before this mark", "behind"),
        ("{#a}", "E713", 1, "`{#a}` stands in no heading", "## Set-up"),
        ("# a {#b c}", "E713", 1, "`b c` cannot name a heading", "{#set-up}"),
        ("Words {components}", "E713", 1, "in a paragraph of its own", "blank line"),
        ("![](piece:a b)", "E713", 1, "is no picture", "without blanks"),
        ("![](piece:)", "E713", 1, "names nothing", "piece:NAME"),
        ("![](setup:many)", "E713", 1, "`many` is no number of players", "setup:4"),
        ("![](piece:a?side=top)", "E713", 1, "there is no side `top`", "known: back, front"),
        ("![](piece:a?size=30)", "E713", 1, "30 has no unit", "size=30mm"),
        ("![](piece:a?size=9m)", "E713", 1, "not a unit", "size=30mm"),
        ("![](piece:a?size=900mm)", "E713", 1, "a picture of 900mm", "2mm to 300mm"),
        ("![](piece:a?copies=99)", "E713", 1, "`copies=99` cannot be shown", "1 to 12"),
        ("![](piece:a?copies)", "E713", 1, "`copies` has no value", "copies=…"),
        ("![](piece:a?copies=2&copies=3)", "E713", 1, "`copies` stands twice", "delete"),
        ("![](art:a?side=back)", "E713", 1, "a picture has no `side`", "`size`"),
        ("![](piece:a?callouts=x,y)", "E713", 1, "2 callouts, and no numbers", "1. …"),
        ('![](piece:a "x") ![](piece:b "y")', "E713", 1, "have one caption", "the last one"),
        ('see ![](piece:a "x")', "E713", 1, "a picture among words has no caption", "own"),
        ("::: hnt\na\n:::", "E713", 1, "there is no box `hnt`", "did you mean `hint`?"),
        ("a\n\n::: hint\nb", "E713", 3, "never closed", "`:::`"),
        ("a\n\n:::\nb", "E713", 3, "closes no box", "::: example Title"),
        ("| list: | a |\n|---|---|", "E713", 1, "names no list", "list: buildings"),
        ("| list: a |\n|---|", "E713", 1, "names no field", "| list: a |"),
        ("a\n\n| b | c |\n|---|---|\n| d |", "E713", 5, "has 1 cell, and its header 2", "|"),
        ("| b | c |\n|---|---|\n| d | e |\n| d | e | f |", "E713", 4, "3 cells", "`\\|`"),
        ("| b | c |\n|---|\n| d | e |", "E713", 1, "2 cells, and the line of dashes 1", "|"),
        ("- b | c | d\n  --|---\n", "E713", 1, "3 cells, and the line of dashes 2", "|"),
        ("> | b | c |\n> |---|---|\n> | d |\n", "E713", 3, "has 1 cell,", "|"),
        ("| b | c |\n|---|---|\n| d | e |\nmore", "E713", 4, "has 1 cell,", "a blank line"),
        ("| b | c |\n|---|---|\n| d \\| x | e |\n\nmore", None, 0, "", ""),
        ("b | c\n--|--\nd | e\n# f\n\n| b |\n|---|\n|  |\n> g", None, 0, "", ""),
        ("a | b\n---\n\n| b | c |\n|---|---|\n| | |\n", None, 0, "", ""),
        ("| list: a | b |\n|---|---|\n| c | d |", "E713", 3, "come from a list", "delete"),
        ("```situation\npieces: []\n```", "E713", 1, "where the pieces lie", "board"),
        (
            "```situation\nboard: a\ntable: 9mm x 9mm\n```",
            "E713",
            1,
            "on a board already",
            "`table`",
        ),
        ("a\n\n```situation\nbord: a\n```", "E106", 4, "unknown key `bord`", "`board`"),
        ("```situation\ntable: 9 x 9\n```", "E109", 2, "9 has no unit", "60mm"),
        (
            "```situation\ntable: wide\n```",
            "E104",
            2,
            "expected the size of a table",
            "120mm x 80mm",
        ),
        (
            "```situation\ngrid: {width: 9mm, shape: square}\n```",
            "E107",
            2,
            "how many cells",
            "rows",
        ),
        ("```situation\nboard: a\npieces: [{piece: b}]\n```", "E107", 3, "`at` is missing", "at"),
        ("```situation\nboard: a\narrows: [{to: b}]\n```", "E107", 3, "`from` is missing", "from"),
        ("```situation\nboard: a\nmarks: [{at: [1, 2], text: A}]\n```", "E109", 3, "no unit", "mm"),
        ("```situation\nboard: &a b\n```", "E120", 2, "begin with &", "delete"),
        ("```situation\n- a\n```", "E104", 2, "found a list", "kind"),
        ("```situation\n```", "E108", 0, "the file is empty", "write"),
        (f"{'- ' * 99}a", "E133", 1, "inside each other", "flat lists"),
        (f"{'> ' * 99}a", "E133", 1, "inside each other", "flat lists"),
        ("::: hint\n" * 99 + ":::\n" * 99, "E133", 26, "inside each other", "flat lists"),
        ("*a **b " * 99 + "c** d* " * 99, "E133", 1, "styles inside each other", "stars"),
        ("word " * 3000, "E133", 1, "more than 10,000 letters", "blank line"),
    ],
)
def test_fault_of_a_chapter_is_told_at_its_line(text, code, line, said, hint):
    problems = [one for one in told(text) if one[0] != "E712" or code == "E712"]
    if code is None:
        assert problems == []
        return
    assert problems, text
    found = problems[0]
    assert (found[0], found[1]) == (code, line), problems
    assert said in found[2]
    assert hint in found[3]


def test_head_of_a_chapter_leaves_the_lines_as_they_are():
    head, text = without_head("---\ntitle: A\n---\n\n# One\n")
    assert head == "title: A"
    assert text == "\n\n\n\n# One\n"
    assert without_head("---\nno head") == ("", "---\nno head")
    assert without_head("# One") == ("", "# One")


@pytest.mark.parametrize(
    ("words", "anchor"),
    [
        ("Set-up", "set-up"),
        ("  Who begins?  ", "who-begins"),
        ("È il turno", "è-il-turno"),
        ("الإعداد", "الإعداد"),
        ("?!", ""),
    ],
)
def test_anchor_of_a_heading_is_its_words(words, anchor):
    assert slug(words) == anchor


def test_booklet_of_too_many_blocks_is_told_once():
    found = told("a\n\n" * (limits.RULES_BLOCKS + 5))
    assert [(one[0], one[1]) for one in found] == [("E133", 2 * limits.RULES_BLOCKS + 1)]


# Whatever is typed.

_LINES = (
    *("w{n}w", "# w{n}w", "## w{n}w {{#a{n}}}", "- w{n}w", "  - w{n}w", "> w{n}w", "> - w{n}w"),
    *("1. w{n}w", "| w{n}w | b |", "|---|---|", "| list: w{n}w | b |", "", "", "**w{n}w"),
    *("x** w{n}w", "*w{n}w", "w{n}w*", "`w{n}w", "w{n}w`", "[w{n}w](#a)", "[w{n}w", "](#a) w{n}w"),
    *("w{n}w ![a](art:b) w{n}w", "::: hint w{n}w", ":::", "[^a]: w{n}w", "w{n}w[^a]", "    w{n}w"),
    *("\tw{n}w", "{{count:w{n}w}}", "w{n}w\\", "w{n}w  ", "[w{n}w]{{.index}}", "```situation"),
    *("```", "---", "===", "<!-- w{n}w -->", "<b>w{n}w", "[x]: w{n}w", "&amp; w{n}w"),
    *("w{n}w {{lines: 3}}", "{{lines: 3}}", "w{n}w {{", "{{setup}}"),
)
"""Lines with a word that says their number."""

_NUMBER = re.compile(r"w(\d+)w")


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(_LINES), max_size=25), st.sampled_from(["\n", "\r\n"]))
def test_every_word_knows_its_line(lines, end):
    text = end.join(line.format(n=n) for n, line in enumerate(lines, start=1))
    read, problems = chapter(text)
    everything = [*read.blocks, *(block for note in read.notes for block in note.blocks)]
    for inline in inlines_in(everything):
        typed = {Words: "text", Reference: "name", IndexMark: "term"}.get(type(inline))
        if typed and (found := _NUMBER.search(getattr(inline, typed))):
            assert inline.place.line == int(found[1]), text
    for block in every_block(everything):
        assert 1 <= block.place.line <= len(lines)
        if isinstance(block, Heading) and (found := _NUMBER.search(text_of(block.inlines))):
            assert block.place.line <= int(found[1])
    assert all(0 <= one.place.line <= len(lines) + 1 for one in problems)


_SIGNS = st.text(alphabet="[](){}*_`~!<>|:-#^.=\\&;\"' \t\n1aé\u200f\0\r", max_size=120)


@settings(max_examples=400, deadline=None)
@given(_SIGNS)
def test_chapter_of_any_signs_is_read_or_told(text):
    first, second = chapter(text), chapter(text)
    assert first == second
    for one in first[1]:
        assert one.message
        assert one.place.file == FILE


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_chapter_of_any_letters_is_read_or_told(text):
    read, problems = chapter(text)
    assert problems or read.blocks or not text.strip() or "[" in text or "<!--" in text
