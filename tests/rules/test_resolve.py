"""Booklets are resolved: what they refer to is what the lists say, and nothing is left open."""

import shutil
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.core.files.project import find_project
from fustella.core.geometry.shapes import Rect
from fustella.core.values.model import Game
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.rules import (
    Block,
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Figured,
    IconMark,
    Inline,
    Link,
    ListTable,
    MadeBlocks,
    NoteRef,
    Paragraph,
    Picture,
    Pictured,
    PiecePicture,
    Reference,
    Rules,
    Situation,
    Words,
    every_block,
    inlines_in,
    pictures_in,
    text_of,
)
from tests.helpers.sharing import ROOT

BOOKLET = ROOT / "tests" / "games" / "booklet"


def job_of(root: Path, language: str = "") -> Job:
    options = BuildOptions("A4", Duplex.LONG_EDGE, root / "output", language)
    project = find_project(root)
    return Job(project, project.games()[0], options)


def rules_of(root: Path) -> Rules:
    return job_of(root).rules


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of(BOOKLET)


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """A copy of the game with a booklet of its own, which tests write."""
    shutil.copytree(BOOKLET, tmp_path / "ferry")
    for chapter in (tmp_path / "ferry" / "rules").glob("*.md"):
        chapter.unlink()
    return tmp_path / "ferry"


def write(ferry: Path, text: str, name: str = "10-start.en.md") -> None:
    (ferry / "rules" / name).write_text(text, encoding="utf-8")


def english(ferry: Path, text: str) -> Booklet:
    write(ferry, text)
    return rules_of(ferry).booklets["en"]


def told(ferry: Path, text: str) -> list[Problem]:
    write(ferry, text)
    with pytest.raises(ProblemsFound) as found:
        rules_of(ferry)
    return [*found.value.problems]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def blocks_of(booklet: Booklet) -> list[Block]:
    parts = [*(part.blocks for part in booklet.parts), *(note.blocks for note in booklet.notes)]
    return [block for blocks in parts for block in every_block(blocks)]


def paragraphs(booklet: Booklet) -> list[str]:
    found = (block for block in blocks_of(booklet) if isinstance(block, Paragraph))
    return [text_of(block.inlines) for block in found]


def rows(table: BookletTable) -> list[list[str]]:
    return [[text_of(cell) for cell in row] for row in table.rows]


def test_booklet_with_one_of_everything_has_no_reference_left(rules):
    for booklet in rules.booklets.values():
        blocks = blocks_of(booklet)
        assert not [one for one in blocks if isinstance(one, ListTable | MadeBlocks)]
        inlines = [*inlines_in(blocks)]
        assert not [one for one in inlines if isinstance(one, Reference)]
        assert all(one.icon for one in inlines if isinstance(one, IconMark))
        assert all(one.number for one in inlines if isinstance(one, NoteRef))
        assert all(picture.alt for picture in pictures_in(blocks))
    assert rules.warnings == ()


def test_every_part_of_the_model_is_in_the_booklet_with_one_of_everything(rules):
    blocks = blocks_of(rules.booklets["en"])
    kinds = {type(one) for one in (*blocks, *inlines_in(blocks), *pictures_in(blocks))}
    every = {kind for union in (Block, Inline, Picture) for kind in get_args(union)}
    assert every - {Reference, ListTable, MadeBlocks} == kinds
    assert {box.kind for box in blocks if isinstance(box, Box)} == {*BoxKind}


def test_numbers_and_names_are_those_of_the_lists(rules):
    said = paragraphs(rules.booklets["en"])
    assert said[0] == (
        "For 2–3 players. The box has 12 cards of 3 sorts, 4 ships of which 2 are red, "
        "and 20 coins: 24 bits in all."
    )
    assert "Per 2–3 giocatori. La scatola ha 12 carte." in paragraphs(rules.booklets["it"])


def test_letters_of_lists_are_told_from_letters_that_were_typed(ferry):
    booklet = english(
        ferry, "Take {count:coin} of 20 coins, {piece:wine.text} and **{name:wine}**."
    )
    inlines = [*inlines_in(blocks_of(booklet))]
    figured = [(one.text, one.source) for one in inlines if isinstance(one, Figured)]
    assert figured == [
        ("20", "count:coin"),
        ("Worth 3 points.", "piece:wine.text"),
        ("Wine", "name:wine"),
    ]
    typed = "".join(one.text for one in inlines if isinstance(one, Words))
    assert typed == "Take  of 20 coins,  and ."


def test_change_of_a_list_changes_the_booklet(ferry):
    text = "{count:cargo} cards; {piece:wine.cost}.\n\n| list: cargo | cost |\n|---|---|\n"
    before = english(ferry, text)
    edit(ferry / "cargo.yaml", "copies: 3", "copies: 9")
    edit(ferry / "cargo.yaml", "cost: 5", "cost: 7")
    after = english(ferry, text)
    assert (paragraphs(before), paragraphs(after)) == (["12 cards; 5."], ["18 cards; 7."])
    every = (*blocks_of(before), *blocks_of(after))
    tables = [block for block in every if isinstance(block, BookletTable)]
    assert [rows(table) for table in tables] == [[["2"], ["5"], ["1"]], [["2"], ["7"], ["1"]]]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("{count:ferry-red}", "2"),
        ("{count:ferry-*}", "4"),
        ("{count:ships}", "4"),
        ("{count:ship}", "4"),
        ("{count:bits}", "24"),
        ("{count:sheet bits}", "24"),
        ("{count:kind card}", "12"),
        ("{count:list cargo}", "12"),
        ("{count:piece salt}", "4"),
        ("{count:ice}", "0"),
        ("{count:cargo where level = 1}", "9"),
        ("{count:cargo where: cost > 1 and level = 1}", "4"),
        ("{designs:cargo}", "3"),
        ("{designs:cargo where level = 2}", "1"),
        ("{name:wine}", "Wine"),
        ("{name:card}", "Cards"),
        ("{name:bits}", "Ships and coins"),
        ("{name:ferry-blue}", "Ferry (blue)"),
        ("{piece:wine}", "Wine"),
        ("{piece:wine.name}", "Wine"),
        ("{piece:wine.copies}", "3"),
        ("{piece:wine.front.level}", "2"),
        ("{piece:wine.back.title}", "Ferry"),
        ("{piece:wine.id}", "wine"),
        ("{players}", "2–3"),
        ('{=count("cargo") / 8}', "1.5"),
        ("{=count(cargo) - designs(kind card)}", "9"),
        ("{=wine.cost * wine + max(1, salt.front.level)}", "16"),
        ("{=2 / 3}", "0.67"),
    ],
)
def test_reference_means_what_the_lists_say(typed, meant, ferry):
    assert paragraphs(english(ferry, f"It is {typed}.")) == [f"It is {meant}."]


def test_computed_number_has_the_decimal_sign_of_its_language(ferry):
    write(ferry, "{=3 / 2}", "10-start.it.md")
    assert paragraphs(rules_of(ferry).booklets["it"]) == ["1,5"]


def test_icons_are_those_of_the_game_and_of_fields(ferry):
    booklet = english(ferry, "{gold:2} {piece:one.icon} {piece:salt.text}")
    icons = [one for one in inlines_in(blocks_of(booklet)) if isinstance(one, IconMark)]
    assert [(one.name, one.icon, one.size, one.colour) for one in icons] == [
        ("gold", "fa:coins", 2, "#9a6b1f"),
        ("", "fa:coins", 1, ""),
        ("gold", "fa:coins", 1, "#9a6b1f"),
    ]


def test_table_from_a_list_has_a_row_for_each_printed_piece(ferry):
    text = "| list: cargo where: level < 3 sort: -cost | picture | title: *Cargo* | level |\n"
    (table,) = blocks_of(english(ferry, f"{text}|---|---|---|--:|\n"))
    assert isinstance(table, BookletTable)
    assert [text_of(column.inlines) for column in table.columns] == ["Picture", "Cargo", "Level"]
    assert rows(table) == [["", "Wine", "2"], ["", "Salt", "1"], ["", "Wool", "1"]]
    (mark,) = table.rows[0][0]
    assert isinstance(mark, Pictured)
    assert (mark.picture.piece, mark.picture.alt) == ("wine", "Wine (Cards)")
    assert table.source == "cargo"


def test_table_is_sorted_by_words_too(ferry):
    (table,) = blocks_of(english(ferry, "| list: kind card sort: title | title |\n|---|---|\n"))
    assert rows(table) == [["Salt"], ["Wine"], ["Wool"]]


def test_pictures_have_texts_for_those_who_do_not_see_them(ferry):
    text = "![](piece:wine?side=back&copies=3)\n\n![](setup:3)\n\n![My words](piece:wine)\n"
    booklet = english(ferry, text)
    pictures = [*pictures_in(blocks_of(booklet))]
    assert [picture.alt for picture in pictures] == [
        "3 × Wine (Cards), back",
        "Three players (Set-up)",
        "My words",
    ]
    setup = pictures[1]
    assert isinstance(setup, PiecePicture)
    assert (setup.piece, setup.players) == ("for-three", 3)


def test_situation_knows_where_everything_lies(rules):
    first, second = (
        one for one in pictures_in(blocks_of(rules.booklets["en"])) if isinstance(one, Situation)
    )
    grid = first.grid
    ferry, wine = first.pieces
    assert ferry.spot.at == grid.middle(grid.find("0102"))
    assert (wine.spot.at.x_mm, wine.spot.at.y_mm) == (60, 30)
    assert [spot.at for spot in first.arrows[0].spots] == [
        grid.middle(grid.find(name)) for name in ("0102", "0202", "0303")
    ]
    assert (first.size.width_mm, first.size.height_mm) == (120, 90)
    whole, shown = Rect(0, 0, 120, 90), first.shown
    assert whole.contains(shown)
    assert shown.area_mm2 < whole.area_mm2
    for corner in ("0101", "0403"):
        at = grid.middle(grid.find(corner))
        assert shown.x_mm < at.x_mm < shown.right_mm
        assert shown.y_mm < at.y_mm < shown.bottom_mm
    assert first.alt.startswith("The lake: Ferry (red) 0102; Wine; 1: 0102 → 0202 → 0303")
    assert second.shown == Rect(0, 0, 60, 30)


def test_notes_are_numbered_in_the_order_of_their_signs(ferry):
    write(ferry, "# A\n\na[^x] b[^y] a[^x]\n\n[^y]: why[^z]\n\n[^x]: ex\n\n[^z]: zed\n")
    write(ferry, "# B\n\nc[^x]\n\n[^x]: other\n", "20-more.en.md")
    booklet = rules_of(ferry).booklets["en"]
    signs = [one.number for one in inlines_in(blocks_of(booklet)) if isinstance(one, NoteRef)]
    assert signs[:4] == [1, 2, 1, 3]
    texts = [text_of([*inlines_in(note.blocks)]) for note in booklet.notes]
    assert texts == ["ex", "why", "other", "zed"]
    assert [note.number for note in booklet.notes] == [1, 2, 3, 4]


def situation(board: str, piece: str) -> str:
    return f"```situation\n{board}\npieces: [{{{piece}}}]\n```\n"


def test_headings_of_one_name_have_anchors_of_their_own(ferry):
    write(
        ferry, "# War\n\n## War\n\n[a](#war-2) [b](#war-3) [c](#setup:2) [d](#peace)\n\n{setup}\n"
    )
    write(ferry, "# War\n\n## Pax {#peace}\n", "20-more.en.md")
    booklet = rules_of(ferry).booklets["en"]
    assert [heading.anchor for heading in booklet.headings] == [
        *("war", "war-2", "setup:2", "setup:3", "war-3", "peace")
    ]
    links = [one.anchor for one in inlines_in(blocks_of(booklet)) if isinstance(one, Link)]
    assert links == ["war-2", "war-3", "setup:2", "peace"]


@pytest.mark.parametrize(
    ("text", "code", "line", "said", "hint"),
    [
        ("a\n\n{count:crago}", "E711", 3, "list, kind or sheet `crago`", "`cargo`"),
        ("{count:kind cargo}", "E711", 1, "there is no kind `cargo`", "known: card, coin"),
        ("{count:cargo where lvl = 1}", "E711", 1, "`lvl` is no field", "`level`"),
        ("{count:cargo where level}", "E711", 1, "neither true nor false", "compare"),
        ("{count:nothing-*}", "E711", 1, "`nothing-*`", ""),
        ("{name:wien}", "E711", 1, "keyword `wien`", "`wine`"),
        ("{piece:wien.cost}", "E711", 1, "there is no piece `wien`", "`wine`"),
        ("{piece:cargo.cost}", "E711", 1, "there is no piece `cargo`", "list of pieces"),
        ("{piece:wine.csot}", "E711", 1, "no field `front.csot`", "`cost`"),
        ("{piece:wine.front.rows[2]}", "E711", 1, "no field", ""),
        ("{glod}", "E711", 1, "there is no icon `glod`", "`gold`"),
        ("{12}", "E711", 1, "there is no icon `12`", "{count:…}"),
        ("{=count(crago)}", "E711", 1, "`crago`", "`cargo`"),
        ('{=count("gold-?")}', "E711", 1, "no piece, list, kind or sheet `gold-?`", ""),
        ('{=count("gold-*") + 1}', "E711", 1, "no piece, list, kind or sheet `gold-*`", ""),
        ("{=wine.title * 2}", "E711", 1, "`wine.title` is no number", "name a field"),
        ("{=2 *}", "E713", 1, "something is missing at its end", "write"),
        ("{=2 / 0}", "E713", 1, "divides by 0", ""),
        ("{=coutn(cargo)}", "E713", 1, "`coutn(cargo)` means nothing", 'count("castles")'),
        ("[a](#wra)\n\n# War", "E711", 1, "no heading `#wra`", "`#war`"),
        ("a[^1]", "E711", 1, "no note `[^1]`", "write it"),
        ("a[^begns]\n\n[^begins]: b", "E711", 1, "no note `[^begns]`", "`begins`"),
        ("a[^a]\n\n[^a]: b\n\n[^a]: c", "E713", 5, "stands twice", "line 3"),
        ("# A {#x}\n\n# B {#x}", "E713", 3, "`#x` stands twice", "10-start.en.md:1"),
        ("a\n\n![](piece:ice)", "E711", 3, "`ice` is in no box", "struck out"),
        ("![](piece:wien)", "E711", 1, "no piece `wien`", "`wine`"),
        ("![](piece:one?side=back)", "E711", 1, "`one` has no back", "side=back"),
        ("![](setup:5)", "E711", 1, "no set-up piece is for 5 players", "known: 2, 3"),
        ("![a](art:harbor)", "E230", 1, 'no picture "harbor"', "`harbour.png`"),
        (
            "![](piece:salt?callouts=titel)\n\n1. x",
            "E711",
            1,
            "no zone or field `titel`",
            "`title`",
        ),
        ("| list: crago | a |\n|---|---|", "E711", 1, "`crago`", "`cargo`"),
        ("| list: cargo | csot |\n|---|---|", "E711", 1, "no field `front.csot`", "`cost`"),
        ("| list: cargo sort: csot | cost |\n|---|---|", "E711", 1, "`csot` is no field", "`cost`"),
        ("| list: cargo where: cost > 99 | cost |\n|---|---|", "E711", 1, "no piece", "where"),
        ("{setup}\n\n{setup}", "E713", 3, "stands twice", "delete one"),
        ("Words. {lines: 3}", "E713", 1, "game.yaml names none", "document"),
        ("```situation\nboard: lkae\n```", "E711", 1, "no piece `lkae`", "`lake`"),
        (situation("board: one", "piece: wine, at: 0101"), "E711", 3, "no cells", "grid"),
        (situation("board: lake", "piece: wien, at: 0101"), "E711", 3, "`wien`", "`wine`"),
        (situation("board: lake", "piece: wine, at: 9901"), "E170", 3, "no cell", "from"),
        ("```situation\nboard: lake\npart: 0101-9999\n```", "E170", 1, "no cell `9999`", "from"),
        (situation("table: 9mm x 9mm", "piece: one, at: [10mm, 1mm]"), "E711", 3, "beside", "9mm"),
        (situation("board: lake", "piece: one, at: 0101, side: back"), "E711", 3, "no back", ""),
    ],
)
def test_reference_to_nothing_is_told_with_the_nearest_name(text, code, line, said, hint, ferry):
    (problem,) = told(ferry, text)
    assert (problem.code, problem.place.line) == (code, line)
    assert problem.place.file == "rules/10-start.en.md"
    assert said in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize(
    "typed",
    ["{count:cargo where level = 99}", "{designs:cargo where: level = 99}"],
)
def test_condition_that_chooses_no_piece_is_warned_of(typed, ferry):
    write(ferry, f"Words.\n\nTake {typed} cards.")
    (warned,) = (one for one in rules_of(ferry).warnings if one.code == "E716")
    assert warned.place.line == 3
    assert "level = 99` chooses no piece" in warned.message


def test_heads_of_columns_are_words_of_the_language(ferry):
    text = "| list: cargo | picture | name | copies | cost |\n|---|---|---|---|---|\n"
    heads = {"en": ["Picture", "Name", "No.", "Cost"], "it": ["Figura", "Nome", "N.", "Cost"]}
    for language in heads:
        write(ferry, text, f"10-start.{language}.md")
    for language, booklet in rules_of(ferry).booklets.items():
        (table,) = blocks_of(booklet)
        assert [text_of(column.inlines) for column in table.columns] == heads[language]
    words = "\nwords:\n  cost: {en: Price, it: Prezzo}\n"
    game = ferry / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + words, encoding="utf-8")
    (table,) = blocks_of(rules_of(ferry).booklets["it"])
    assert text_of(table.columns[-1].inlines) == "Prezzo"


def test_lists_at_the_end_can_be_linked_to(ferry):
    text = "a[^1] {index:b} [n](#notes) [i](#index) [s](#icons)\n\n[^1]: c\n"
    links = [one for one in inlines_in(blocks_of(english(ferry, text))) if isinstance(one, Link)]
    assert [link.anchor for link in links] == ["notes", "index", "icons"]
    (problem,) = told(ferry, "see [the notes](#notes)")
    assert (problem.code, problem.message) == ("E711", "there is no heading `#notes`")


def test_players_without_set_up_pieces_are_told_or_said(ferry):
    (ferry / "setup.yaml").unlink()
    (problem,) = told(ferry, "{players}")
    assert (problem.code, problem.hint) == ("E711", "write `players: 2-4` into rules/booklet.yaml")
    edit(ferry / "rules/booklet.yaml", "format: A5", "players: 2-4")
    assert paragraphs(english(ferry, "{players}")) == ["2–4"]


def test_part_of_a_booklet_in_one_language_is_warned_of(ferry):
    write(ferry, "# A\n\n## B\n\n# C\n")
    write(ferry, "# A\n\n# C\n", "10-start.it.md")
    write(ferry, "# D\n", "20-more.it.md")
    write(ferry, "# E\n", "sheet.en.md")
    warnings = rules_of(ferry).warnings
    assert {one.code for one in warnings} == {"E714"}
    assert [(one.place.file, one.place.line, one.message) for one in warnings] == [
        ("rules/10-start.it.md", 3, "the heading “B” is missing in `it`"),
        ("rules/20-more.it.md", 0, "the chapter is missing in `en`"),
        ("rules/sheet.en.md", 0, "the chapter is missing in `it`"),
    ]


def test_game_without_rules_has_no_booklets(ferry):
    shutil.rmtree(ferry / "rules")
    assert rules_of(ferry) == Rules()


def test_empty_folder_of_rules_is_warned_of(ferry):
    (warning,) = rules_of(ferry).warnings
    assert (warning.code, warning.place.file) == ("E714", "rules")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("start.en.md", "rename it to `10-start.en.md`"),
        ("10-start.md", "rename it to `10-start.en.md`"),
        ("10-start.fr.md", "rename it to `10-start.en.md`, or add the language in game.yaml"),
        ("README.md", "rename it to `10-README.en.md`"),
        ("10-start.en.MD", "rename it to `10-start.en.md`"),
        ("10-start.en.markdown", "rename it to `10-start.en.md`"),
    ],
)
def test_file_that_is_no_chapter_is_told_with_its_name(name, hint, ferry):
    write(ferry, "# A\n", name)
    with pytest.raises(ProblemsFound) as found:
        rules_of(ferry)
    (problem,) = found.value.problems
    assert (problem.code, problem.place.file, problem.hint) == ("E715", f"rules/{name}", hint)


def test_chapters_are_in_the_order_of_their_numbers(ferry):
    for number in (9, 100, 10):
        write(ferry, f"# Chapter {number}\n", f"{number}-c.en.md")
    booklet = rules_of(ferry).booklets["en"]
    titles = [chapter.title for chapter in booklet.chapters]
    assert titles == ["Chapter 9", "Chapter 10", "Chapter 100"]


def test_settings_of_a_booklet_are_those_that_it_says(ferry):
    text = "title: {en: Lake, it: Lago}\nformat: A4\nsize: 11pt\nfonts: {text: sans}\nerrata: v1\n"
    (ferry / "rules/booklet.yaml").write_text(text, encoding="utf-8")
    write(ferry, "# A\n")
    booklet = rules_of(ferry).booklets["en"]
    assert (booklet.title, booklet.subtitle) == ("Lake", "")
    found = booklet.settings
    assert (found.format, found.text_font, found.title_font) == ("A4", "sans", "sans")
    assert (round(found.size_pt, 6), found.errata_since) == (11, "v1")


@pytest.mark.parametrize(
    ("text", "code", "key"),
    [
        ("size: 8pt", "E110", "size"),
        ("size: 20pt", "E110", "size"),
        ("format: A3", "E104", "format"),
        ("fonts: {text: comic}", "E106", "fonts.text"),
        ("players: many", "E104", "players"),
        ("titel: Lake", "E106", "titel"),
        ("title: {fr: Lac}", "E113", "title.fr"),
        ("title: &a Lake", "E120", ""),
    ],
)
def test_faulty_setting_is_told_at_its_key(text, code, key, ferry):
    (ferry / "rules/booklet.yaml").write_text(f"{text}\n", encoding="utf-8")
    write(ferry, "# A\n")
    with pytest.raises(ProblemsFound) as found:
        rules_of(ferry)
    place = found.value.problems[0].place
    assert (found.value.problems[0].code, place.key) == (code, key)
    assert (place.file, place.line) == ("rules/booklet.yaml", 1)


def test_head_of_a_chapter_gives_it_a_title_and_is_told_when_faulty(ferry):
    booklet = english(ferry, "---\ntitle: Above\n---\n\n# Below\n")
    assert [(one.title, one.blocks[0].place.line) for one in booklet.chapters] == [("Above", 5)]
    (problem,) = told(ferry, "---\n\ntitel: Above\n---\n# Below\n")
    assert (problem.code, problem.place.line, problem.place.key) == ("E106", 3, "titel")


def test_booklet_is_part_of_what_a_build_depends_on(ferry):
    before = job_of(ferry).inputs
    write(ferry, "# A\n")
    assert job_of(ferry).inputs != before


_PARTS = (
    *(
        "{count:cargo}",
        "{count:}",
        "{piece:wine.",
        "front.",
        "title}",
        "{name:",
        "wine",
        "}",
        "{gold}",
    ),
    *("{players}", "{setup}", "{components}", "{=", "count(cargo)", " * 2", "[^a]", "[^a]: ", "\n"),
    *(
        "\n\n",
        "# ",
        "- ",
        "1. ",
        "> ",
        "| list: cargo | title |\n|---|---|\n",
        "::: hint\n",
        ":::\n",
    ),
    *(
        "![](piece:wine)",
        "![](setup:2)",
        "![](art:harbour)",
        "?size=9mm",
        "[a](#a)",
        "**",
        "`",
        "|",
    ),
    *("```situation\nboard: lake\n", "pieces: [{piece: wine, at: 0101}]\n", "```\n", "where level"),
)
"""Parts of chapters, of which random chapters consist."""


@pytest.fixture(scope="module")
def random_ferry(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("random") / "ferry"
    shutil.copytree(BOOKLET, root)
    for chapter in (root / "rules").glob("*.md"):
        chapter.unlink()
    return root


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_PARTS), max_size=25))
def test_random_booklet_is_resolved_or_told(random_ferry, parts):
    write(random_ferry, "".join(parts))
    job = job_of(random_ferry)
    vars(job)["game"] = _game(random_ferry)
    try:
        blocks = blocks_of(job.rules.booklets["en"])
    except ProblemsFound as found:
        assert all(one.place.file.startswith("rules/") for one in found.problems)
        return
    assert not [one for one in blocks if isinstance(one, ListTable | MadeBlocks)]
    assert not [one for one in inlines_in(blocks) if isinstance(one, Reference)]


@cache
def _game(root: Path) -> Game:
    return job_of(root).game
