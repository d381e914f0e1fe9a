"""Lines of the document that changed, were added or taken out, and what comes from them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.check.document import Document
from fustella.check.document.lines import BLANK, changed_lines, line_hashes
from fustella.core.claims import Finding, Verdict
from fustella.core.model import Game
from fustella.core.problems import Place
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


def changes(box: Box, before, after, others: tuple[Finding, ...] = ()) -> list[tuple[str, str]]:
    known = line_hashes(document(before))
    found = changed_lines(box.game, known, line_hashes(document(after)), others, PLACE)
    assert {one.verdict for one in found} <= {Verdict.CHANGED}
    assert {one.place for one in found} <= {PLACE}
    return [(one.says, one.has) for one in found]


def edited(*edits: tuple[int, str | None]) -> list[str]:
    """The rules with some lines, from 1, changed or (None) taken out."""
    new = dict(edits)
    lines = [new.get(number, line) for number, line in enumerate(RULES, start=1)]
    return [line for line in lines if line is not None]


def inserted(before: int, *lines: str) -> list[str]:
    return [*RULES[: before - 1], *lines, *RULES[before - 1 :]]


def test_a_hash_is_short_and_blind_to_white_space():
    first, second, third, fourth = line_hashes(document(["a  b", " a b\t", "a c", " \t "]))
    assert first == second != third
    assert len(first) == 8
    assert fourth == BLANK


def test_nothing_changed(box):
    assert changes(box, RULES, RULES) == []
    assert changes(box, RULES, [f"  {line.replace(' ', '   ')} " for line in RULES]) == []


def test_blank_lines_do_not_count(box):
    assert changes(box, RULES, inserted(5, "", " ")) == []
    assert changes(box, RULES, edited((2, None), (8, None))) == []
    assert changes(box, RULES, [*RULES, ""]) == []


def test_a_changed_line_names_the_pieces_that_come_from_it(box):
    found = changes(box, RULES, edited((6, "eight coins.")))
    assert found == [("line 6 is changed", "from it: castle")]
    found = changes(box, RULES, edited((7, "Three tiles.")))
    assert found == [("line 7 is changed", "from it: peak, lake")]


def test_a_line_that_no_piece_comes_from(box):
    assert changes(box, RULES, edited((1, "REALM"))) == [("line 1 is changed", "no piece names it")]


def test_many_pieces_are_counted_and_all_of_their_places_are_there(box):
    box.edit("tiles.yaml", "{lines: 7}", '{lines: "3, 7"}')
    known = line_hashes(document(RULES))
    after = document(edited((3, "A box with castles,")))
    (found,) = changed_lines(box.game, known, line_hashes(after), (), PLACE)
    assert found.has == "from it: castle, wheat-field, wheat-mill, ghost and 2 more"
    assert len(found.where) == 6
    assert found.where[0] == Place("content/kingdom/cards.yaml", 6, "pieces[1]")
    assert found.lines == ((3, 3),)
    assert found.unfixable


def test_a_new_line(box):
    assert changes(box, RULES, inserted(4, "and 3 mills,")) == [
        ("line 4 is new", "no piece names it")
    ]
    assert changes(box, RULES, inserted(4, "and", "", "3 mills,")) == [
        ("lines 4-6 are new", "no piece names it")
    ]


def test_a_line_that_is_gone_is_named_as_it_was(box):
    assert changes(box, RULES, edited((7, None))) == [("line 7 is gone", "from it: peak, lake")]
    assert changes(box, RULES, edited((9, None), (10, None))) == [
        ("lines 9-10 are gone", "from it: coin-red, coin-blue")
    ]


def test_numbers_are_those_of_the_document_as_it_is(box):
    after = ["", "A new first line", *edited((7, "Three tiles."))]
    assert changes(box, RULES, after) == [
        ("line 2 is new", "no piece names it"),
        ("line 9 is changed", "from it: peak, lake"),
    ]


def test_neighbours_that_changed_are_told_apart(box):
    after = edited((6, "eight coins."), (7, "Three tiles."))
    assert changes(box, RULES, after) == [
        ("line 6 is changed", "from it: castle"),
        ("line 7 is changed", "from it: peak, lake"),
    ]


def test_one_line_made_into_two(box):
    lines = [*RULES[:6], "Two", "tiles.", *RULES[7:]]
    assert changes(box, RULES, lines) == [("lines 7-8 are changed", "from it: peak, lake")]


def test_a_line_that_moved_is_gone_there_and_new_here(box):
    moved = [*edited((7, None)), "Two tiles."]
    assert changes(box, RULES, moved) == [
        ("line 7 is gone", "from it: peak, lake"),
        ("line 10 is new", "no piece names it"),
    ]


CASTLES = '- {id: castles, lines: 3, text: "{40} castles", check: count, of: castle}'


def test_what_a_passage_that_is_gone_says_is_not_said_twice(box):
    after = edited((3, "A box with castles,"))
    others = box.run(CASTLES, "\n".join(after))
    assert [one.verdict for one in others] == [Verdict.GONE]
    assert changes(box, RULES, after, others) == []


def test_a_passage_that_is_gone_hides_no_more_than_its_line(box):
    after = edited((3, "A box with castles,"), (7, "A tile."))
    others = box.run(CASTLES.replace("lines: 3", "lines: 3-9"), "\n".join(after))
    assert [one.verdict for one in others] == [Verdict.GONE]
    assert [says for says, _ in changes(box, RULES, after, others)] == [
        "line 3 is changed",
        "line 7 is changed",
    ]


def test_a_passage_that_is_gone_hides_its_own_line_wherever_that_is_now(box):
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


def test_what_was_written_beside_a_passage_that_is_gone_is_seen(box):
    """A change of several lines is more than the claim speaks of."""
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


def test_a_figure_that_holds_hides_nothing(box):
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
def test_no_change_goes_unseen_and_nothing_is_made_up(game, before, after):
    known = line_hashes(document(before))
    found = changed_lines(game, known, line_hashes(document(after)), (), PLACE)
    plain = [
        [" ".join(line.split()) for line in lines if line.strip()] for lines in (before, after)
    ]
    assert bool(found) == (plain[0] != plain[1])
