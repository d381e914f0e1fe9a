"""Lines of the document that were changed, added or taken out, and the pieces from them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.check import AcceptedDocument, Document, changed_lines, compared, line_hashes
from fustella.check.document.lines import BLANK
from fustella.core.values.claims import Finding, Verdict
from fustella.core.values.model import Game
from fustella.core.values.problems import Place
from tests.check.making import Box

PLACE = Place("content/kingdom/document.lines")
RULES = (
    "KINGDOM",
    "",
    "A box with 40 castles,",
    "no ghosts,",
    "and castles cost",
    "seven coins.",
    "Two tiles.",
    "",
    "Coins in two colours,",
    "three of each.",
)


def document(lines) -> Document:
    return Document("rules.txt", "\n".join(lines))


def found_in(game: Game, before, after, others: tuple[Finding, ...] = ()) -> tuple[Finding, ...]:
    """The findings about a document of which the hashes alone are kept."""
    accepted = AcceptedDocument(line_hashes(document(before)))
    changed = enumerate(compared(accepted, document(after)).changes, start=1)
    return changed_lines(game, dict(changed), others, PLACE)


def changes(box: Box, before, after, others: tuple[Finding, ...] = ()) -> list[tuple[str, str]]:
    found = found_in(box.game, before, after, others)
    assert {one.verdict for one in found} <= {Verdict.CHANGED}
    assert {one.place for one in found} <= {PLACE}
    return [(one.says.partition(":")[0], one.has) for one in found]


def edited(*edits: tuple[int, str | None]) -> list[str]:
    """The rules with some lines changed, or taken out where the new one is None."""
    new = dict(edits)
    lines = [new.get(number, line) for number, line in enumerate(RULES, start=1)]
    return [line for line in lines if line is not None]


def inserted(before: int, *lines: str) -> list[str]:
    return [*RULES[: before - 1], *lines, *RULES[before - 1 :]]


def test_line_hashes_are_short_and_ignore_white_space():
    first, second, third, fourth = line_hashes(document(["a  b", " a b\t", "a c", " \t "]))
    assert first == second != third
    assert len(first) == len("01234567.2")
    assert fourth == BLANK


def test_changed_lines_of_equal_documents_are_none(box):
    assert changes(box, RULES, RULES) == []
    assert changes(box, RULES, [f"  {line.replace(' ', '   ')} " for line in RULES]) == []


def test_changed_lines_ignore_blank_lines(box):
    assert changes(box, RULES, inserted(5, "", " ")) == []
    assert changes(box, RULES, edited((2, None), (8, None))) == []
    assert changes(box, RULES, [*RULES, ""]) == []


def test_changed_line_names_the_pieces_from_it(box):
    found = changes(box, RULES, edited((6, "eight coins.")))
    assert found == [("line 6 is changed", "from it: castle")]
    found = changes(box, RULES, edited((7, "Three tiles.")))
    assert found == [("line 7 is changed", "from it: peak, lake")]


def test_changed_line_without_pieces_says_so(box):
    assert changes(box, RULES, edited((1, "REALM"))) == [("line 1 is changed", "no piece names it")]


def test_changed_line_of_many_pieces_counts_them_and_has_all_places(box):
    box.edit("tiles.yaml", "{lines: 7}", '{lines: "3, 7"}')
    (found,) = found_in(box.game, RULES, edited((3, "A box with castles,")))
    assert found.has == "from it: castle, wheat-field, wheat-mill, ghost and 2 more"
    assert len(found.where) == 6
    assert found.where[0] == Place("content/kingdom/cards.yaml", 6, "pieces[1]")
    assert found.lines == ((3, 3),)
    assert found.unfixable


def test_changed_lines_with_new_line_name_it(box):
    assert changes(box, RULES, inserted(4, "and 3 mills,")) == [
        ("line 4 is new", "no piece names it")
    ]
    assert changes(box, RULES, inserted(4, "and", "", "3 mills,")) == [
        ("lines 4-6 are new", "no piece names it")
    ]


def test_changed_lines_with_line_gone_name_its_old_number(box):
    assert changes(box, RULES, edited((7, None))) == [("line 7 is gone", "from it: peak, lake")]
    assert changes(box, RULES, edited((9, None), (10, None))) == [
        ("lines 9-10 are gone", "from it: coin-red, coin-blue")
    ]


def test_changed_lines_have_the_numbers_of_the_new_document(box):
    after = ["", "A new first line", *edited((7, "Three tiles."))]
    assert changes(box, RULES, after) == [
        ("line 2 is new", "no piece names it"),
        ("line 9 is changed", "from it: peak, lake"),
    ]


def test_changed_lines_side_by_side_are_separate_findings(box):
    after = edited((6, "eight coins."), (7, "Three tiles."))
    assert changes(box, RULES, after) == [
        ("line 6 is changed", "from it: castle"),
        ("line 7 is changed", "from it: peak, lake"),
    ]


@pytest.mark.parametrize(
    "line", ["Two tiles. And", "And Two tiles.", "Two tiles. And a\nmap", "And a\nmap. Two tiles."]
)
def test_changed_line_with_more_words_names_the_pieces_from_it(box, line):
    after = [*RULES[:6], line, *RULES[7:]]
    assert [has for _, has in changes(box, RULES, after)] == ["from it: peak, lake"]


def test_changed_line_split_in_two_is_one_finding(box):
    lines = [*RULES[:6], "Three", "tiles.", *RULES[7:]]
    assert changes(box, RULES, lines) == [("lines 7-8 are changed", "from it: peak, lake")]


def test_changed_lines_with_moved_line_are_gone_and_new(box):
    moved = [*edited((7, None)), "Two tiles."]
    assert changes(box, RULES, moved) == [
        ("line 7 is gone", "from it: peak, lake"),
        ("line 10 is new", "no piece names it"),
    ]


CASTLES = '- {id: castles, lines: 3, text: "{40} castles", check: count, of: castle}'


def test_changed_line_with_passage_gone_is_not_reported_twice(box):
    after = edited((3, "A box with castles,"))
    others = box.run(CASTLES, "\n".join(after))
    assert [one.verdict for one in others] == [Verdict.GONE]
    assert changes(box, RULES, after, others) == []


def test_changed_lines_beside_passage_gone_are_reported(box):
    after = edited((3, "A box with castles,"), (7, "A tile."))
    others = box.run(CASTLES.replace("lines: 3", "lines: 3-9"), "\n".join(after))
    assert [one.verdict for one in others] == [Verdict.GONE]
    assert [says for says, _ in changes(box, RULES, after, others)] == [
        "line 3 is changed",
        "line 7 is changed",
    ]


def test_changed_line_with_passage_gone_is_matched_by_old_number(box):
    """With two lines more at the top, what was line 7 is line 9, and line 7 was line 5."""
    after = ["By A. Person", "for two", *edited((5, "and castles come for"), (7, "A tile."))]
    others = box.run(
        '- {id: tiles, lines: 7, text: "{2} tiles", check: sum, that: n = 2}', "\n".join(after)
    )
    assert [one.verdict for one in others] == [Verdict.GONE]
    assert changes(box, RULES, after, others) == [
        ("lines 1-2 are new", "no piece names it"),
        ("line 7 is changed", "from it: castle"),
    ]


def test_changed_lines_around_passage_gone_are_reported(box):
    """A change of several lines is more than the claim covers."""
    after = edited((3, "A box with castles"), (4, "and mills"), (5, "that cost"), (6, "a lot."))
    others = box.run(CASTLES, "\n".join(after))
    assert [says for says, _ in changes(box, RULES, after, others)] == [
        "line 4 is changed",
        "line 5 is changed",
        "line 6 is changed",
    ]
    after = [*after[:4], *after[5:]]
    others = box.run(CASTLES, "\n".join(after))
    assert [says for says, _ in changes(box, RULES, after, others)] == ["lines 3-5 are changed"]


def test_changed_line_with_figure_that_holds_is_reported(box):
    after = edited((3, "In a box are 40 castles,"))
    others = box.run(CASTLES, "\n".join(after))
    assert [one.verdict for one in others] == [Verdict.HOLDS]
    assert [says for says, _ in changes(box, RULES, after, others)] == ["line 3 is changed"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return Box.made_at(tmp_path_factory.mktemp("lines") / "project").game


WORDS = st.lists(st.sampled_from(["", " ", "one", "two", "three", "four"]), max_size=8)


@settings(deadline=None)
@given(WORDS, WORDS)
def test_changed_lines_are_those_whose_words_differ(game, before, after):
    found = found_in(game, before, after)
    plain = [" ".join(" ".join(lines).split()) for lines in (before, after)]
    assert bool(found) == (plain[0] != plain[1])
