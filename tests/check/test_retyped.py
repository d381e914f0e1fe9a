"""Lines in which nothing changed but figures of claims."""

import pytest

from fustella.check import AcceptedDocument, Document, Retyped, compared, line_hashes, restored, run
from tests.check.making import Box

CLAIMS = """
- {id: castles, lines: 3, text: "with {40} castles", check: count, of: castle}
- id: tiles
  lines: 4
  text: "{two=2} tiles, {five=5} coins"
  check: sum
  that: two + 3 = five
- {id: again, lines: 4, text: "tiles, {5} coins", check: sum, that: n = tiles.five}
"""
RULES = """KINGDOM

A box with 40 castles,
2 tiles, 5 coins and 3 mills.
"""


def retyped(box: Box, before: str, after: str, claims: str = CLAIMS) -> tuple[Retyped, ...]:
    known = line_hashes(Document("rules.txt", before))
    document = Document("rules.txt", after)
    outcome = run(box.game, box.claims(claims), document)
    assert not outcome.problems
    left = restored(compared(AcceptedDocument(known), document), outcome.changed, "en")
    found = left.retyped
    for line in found:
        assert line_hashes(Document("", line.before)) == (known[line.was - 1],)
        assert line_hashes(Document("", line.words)) == (line.hash,)
        assert known[line.was - 1] != line.hash
    return found


def numbers(found: tuple[Retyped, ...]) -> list[tuple[int, int]]:
    """Of each line: its number when it was accepted, and that of its first figure now."""
    return [(line.was, line.figures[0].line) for line in found]


def test_retyped_line_with_changed_figure_is_found(box):
    (line,) = retyped(box, RULES, RULES.replace("40", "42"))
    assert line.was == 3
    assert [(one.recorded, one.value) for one in line.figures] == [(40, 42)]


def test_retyped_line_that_moved_is_found(box):
    after = "by nobody\n\n" + RULES.replace("40", "42")
    assert numbers(retyped(box, RULES, after)) == [(3, 5)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        *[("40", "42"), ("forty", "42"), ("Forty", "Eleven"), ("FORTY", "11"), ("040", "42")],
        *[("40", "four"), ("0040", "1234"), ("40", "IV")],
    ],
)
def test_retyped_line_with_figure_typed_in_any_way_is_found(box, before, after):
    old, new = (f"A box\nwith {typed} castles,\n2 tiles, 5 coins" for typed in (before, after))
    assert numbers(retyped(box, old, new)) == [(2, 2)]


def test_retyped_line_with_other_words_is_not_found(box):
    for after in ("A box with 42 castles;", "A box with more than 42 castles,"):
        assert retyped(box, RULES, RULES.replace("A box with 40 castles,", after)) == ()


def test_line_with_changed_figure_and_more_words_is_reworded(box):
    was, now = "A box with 40 castles,", "A box with 42 castles, more or less,"
    document = Document("rules.txt", RULES.replace(was, now))
    figures = run(box.game, box.claims(CLAIMS), document).changed
    accepted = AcceptedDocument(line_hashes(Document("", RULES)), RULES)
    left = restored(compared(accepted, document), figures, "en")
    assert [(one.before, one.after) for one in left.reworded.values()] == [(was, now)]


def test_retyped_line_with_figure_of_no_claim_is_not_found(box):
    after = RULES.replace("5 coins and 3 mills", "6 coins and 4 mills")
    assert retyped(box, RULES, after) == ()
    assert numbers(retyped(box, RULES, RULES.replace("5 coins", "6 coins"))) == [(4, 4)]


def test_retyped_line_has_all_its_figures_of_all_claims(box):
    (line,) = retyped(box, RULES, RULES.replace("2 tiles, 5 coins", "three tiles, 6 coins"))
    assert sorted((one.name, one.value) for one in line.figures) == [
        ("five", 6),
        ("n", 6),
        ("two", 3),
    ]


def test_retyped_line_that_is_new_is_not_taken_for_an_old_one(box):
    """The passage is in another line now, and its old line has no figure."""
    after = RULES.replace("A box with 40 castles,", "A box.\nThere:\nwith 42 castles,")
    assert retyped(box, RULES, after) == ()


def retyped_words(box: Box, after: str) -> list[str]:
    return [line.words for line in retyped(box, RULES, after)]


def test_retyped_line_in_other_lines_is_found(box):
    parted = RULES.replace("A box with 40 castles,", "A box\nwith\n42 castles,")
    assert retyped_words(box, parted) == ["A box with 42 castles,"]
    joined = RULES.replace("40 castles,\n", "42 castles, ")
    assert retyped_words(box, joined) == ["A box with 42 castles,"]
    both = joined.replace("2 tiles, 5 coins", "3 tiles,\n6 coins")
    assert retyped_words(box, both) == [
        "A box with 42 castles,",
        "3 tiles, 6 coins and 3 mills.",
    ]


def test_retyped_lines_of_equal_documents_are_none(box):
    assert retyped(box, RULES, RULES) == ()
    assert retyped(box, RULES, RULES.replace("40", "forty")) == ()
