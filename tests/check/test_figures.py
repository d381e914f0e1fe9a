"""Figures of claims: recorded, read again from a document, and found by name."""

import pytest

from fustella.check.document.figures import PassageFigure, Reading, read_claim
from fustella.check.errors import InvalidClaim, UnreadablePassage
from fustella.core.values.claims import Repair, Verdict
from fustella.core.values.model import Word
from fustella.core.values.problems import Place, Problem
from tests.check.making import Box, failed, rows

CASTLES = """
- id: castles
  lines: 3
  text: "{40} castles"
  check: count
  of: castle
"""
LEVELS = """
- id: levels
  lines: "3, 5-6"
  text: ["a castle of level {level=3}", "it costs {cost=7}"]
  check: value
  of: castle
  are: {front.level: level, front.cost: cost}
"""
RULES = """KINGDOM

A box with 40 castles,
a castle of level 3;

it costs seven coins.
"""


def reading(box: Box, typed: str, document: str | None) -> tuple[Reading, list[Problem]]:
    problems: list[Problem] = []
    (claim,) = box.claims(typed).claims
    context, _ = box.context(typed, document)
    return read_claim(claim, context.document, "en", problems), problems


def figures(read: Reading) -> dict[str, tuple[int, int, int]]:
    return {one.name: (one.recorded, one.value, one.line) for one in read.figures}


def test_read_claim_without_document_keeps_recorded_figures(box):
    read, problems = reading(box, LEVELS, None)
    assert figures(read) == {"level": (3, 3, 3), "cost": (7, 7, 3)}
    assert read.lines == ((3, 3), (5, 6))
    assert (read.gone, read.moved, read.broken, problems) == ((), False, False, [])


def test_read_claim_with_document_reads_figures_again(box):
    document = RULES.replace("level 3", "level\nIV").replace("seven", "12")
    read, problems = reading(box, LEVELS, document)
    assert figures(read) == {"level": (3, 4, 5), "cost": (7, 12, 7)}
    assert not problems


def test_read_claim_with_passage_in_its_lines_has_not_moved(box):
    read, _ = reading(box, LEVELS.replace("3, 5-6", "1, 3-6"), RULES)
    assert (read.lines, read.moved) == (((1, 1), (3, 6)), False)


def test_read_claim_with_passage_elsewhere_has_moved(box):
    read, problems = reading(box, LEVELS, f"\n\n{RULES}")
    assert figures(read) == {"level": (3, 3, 6), "cost": (7, 7, 8)}
    assert (read.lines, read.moved) == (((6, 6), (8, 8)), True)
    assert not problems


def test_read_claim_with_passage_gone_names_it(box):
    read, problems = reading(box, LEVELS, RULES.replace("seven coins", "a fortune"))
    assert list(read.gone) == ["it costs {cost=7}"]
    assert read.gone[0].place == Place("content/kingdom/claims.yaml", 5, "claims[1].text[2]")
    assert figures(read)["cost"] == (7, 7, 3)
    assert not problems


def test_read_claim_with_passage_three_times_is_a_problem(box):
    read, problems = reading(box, CASTLES, f"{RULES}{RULES}4 Castles")
    (problem,) = problems
    assert problem.code == "E503"
    assert problem.place == Place("content/kingdom/claims.yaml", 5, "claims[1].text")
    assert "3 times" in problem.message
    assert "3, 9, 13" in problem.message
    assert problem.hint
    assert read.broken


def test_read_claim_with_passage_twice_is_a_problem(box):
    assert [one.code for one in reading(box, CASTLES, f"{RULES}{RULES}")[1]] == ["E503"]


def test_read_claim_with_repeated_figure_name_is_a_problem(box):
    typed = CASTLES.replace('"{40} castles"', '["{40} castles", "level {3}"]')
    _, problems = reading(box, typed, RULES)
    assert [(one.code, one.place.key) for one in problems] == [("E507", "claims[1].text[2]")]
    named = CASTLES.replace('"{40} castles"', '"{a=40} castles … level {a=3}"')
    _, problems = reading(box, named, RULES)
    assert [one.code for one in problems] == ["E507"]
    assert "`a`" in problems[0].message


@pytest.mark.parametrize("text", ["{40}", "of {forty} castles", ""])
def test_read_claim_with_invalid_passage_is_one_problem(box, text):
    """A claim that refers to its figures is not reported as well."""
    typed = f"{CASTLES}- {{id: twice, check: sum, that: castles * 2 = 80}}\n"
    found = box.problems(typed.replace("{40} castles", text))
    assert [(one.code, one.place.line, one.place.key) for one in found] == [
        ("E505", 5, "claims[1].text")
    ]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("{40} castles", ("{40}", "{42}")),
        ("{n=40} castles", ("{n=40}", "{n=42}")),
        ("{40} castles {m=40}", ("{40}", "{42}")),
        ("{m=40} castles {040}", ("{040}", "{042}")),
        ("{n=0040} castles", ("{n=0040}", "{n=0042}")),
    ],
)
def test_figure_mark_shows_braces_before_and_after(text, mark):
    figure = PassageFigure("n", 40, 42, 3, Word(text, Place("x.yaml")))
    assert figure.changed
    assert figure.mark == mark


NAMES = """
- id: cards
  lines: 1
  text: "{8} cards"
  check: manual
  why: as it is
- id: army
  lines: 2
  text: "{men=5} men and {horses=2} horses"
  check: manual
  why: as it is
- id: silent
  check: manual
  why: as it is
- id: men
  lines: 3
  text: "{n=1} man"
  check: manual
  why: as it is
"""


@pytest.mark.parametrize(
    ("claim", "name", "value"),
    [
        (0, "n", 8),
        (0, "cards", 8),
        (0, "cards.n", 8),
        (1, "cards", 8),
        (0, "army.men", 5),
        (1, "army.horses", 2),
        (1, "horses", 2),
        (1, "men", 5),
        (0, "men", 1),
        (1, "men.n", 1),
        (3, "n", 1),
    ],
)
def test_context_figure_by_any_of_its_names_is_found(box, claim, name, value):
    context, claims = box.context(NAMES)
    full = context.full_name(name, claims.claims[claim], "that")
    assert context.figures[full].value == value


@pytest.mark.parametrize(
    ("claim", "name", "hint"),
    [
        (1, "n", ""),
        (0, "army", "`army.men`, `army.horses`"),
        (0, "silent", "braces"),
        (0, "crads", "`cards`"),
        (0, "army.horse", "`army.horses`"),
        (1, "horses-men", "horses - men"),
        (0, "cards.m", ""),
    ],
)
def test_context_figure_by_unknown_name_raises(box, claim, name, hint):
    context, claims = box.context(NAMES)
    with pytest.raises(InvalidClaim) as raised:
        context.full_name(name, claims.claims[claim], "that")
    assert not isinstance(raised.value, UnreadablePassage)
    assert (raised.value.code, raised.value.key) == ("E506", "that")
    assert hint in raised.value.hint


def test_changed_figure_that_the_box_does_not_follow_differs(box):
    (found,) = box.run(CASTLES, RULES.replace("40", "42"))
    assert (found.verdict, found.says, found.was, found.has) == (Verdict.DIFFERS, "42", "40", "40")
    assert found.lines == ((3, 3),)
    assert 'text: "{42} castles"' in box.mended([found], "claims.yaml")
    assert "copies: 42     # forty" in box.mended([found], "cards.yaml")


def test_changed_figure_that_the_box_follows_is_reported_alone(box):
    box.edit("cards.yaml", "copies: 40 ", "copies: 42 ")
    holds, found = box.run(CASTLES, RULES.replace("40", "42"))
    assert rows([holds]) == [("42", "42", "holds")]
    assert (found.verdict, found.says, found.was, found.has) == (Verdict.DIFFERS, "42", "40", "40")
    assert found.where == (Place("content/kingdom/claims.yaml", 5, "claims[1].text"),)
    assert found.repairs == (Repair(found.where[0], "{40}", "{42}"),)


def test_changed_figures_go_with_the_fields_they_concern(box):
    document = RULES.replace("level 3", "level 4").replace("seven", "eight")
    level, cost = failed(box.run(LEVELS, document))
    assert (level.says, level.was, level.lines) == ("level 4", "3", ((4, 4),))
    assert (cost.says, cost.was, cost.lines) == ("cost 8", "7", ((6, 6),))
    assert [len(one.repairs) for one in (level, cost)] == [2, 2]
    mended = box.mended([level, cost], "claims.yaml")
    assert '["a castle of level {level=4}", "it costs {cost=8}"]' in mended


def test_changed_figure_beside_another_fault_is_reported(box):
    """The box has a wrong level; the cost has changed, and the box has the new one."""
    box.edit("cards.yaml", "level: 3", "level: 2")
    box.edit("cards.yaml", "      cost: 7", "      cost: 8")
    found = failed(box.run(LEVELS, RULES.replace("seven", "eight")))
    assert {repair.new for one in found for repair in one.repairs} == {"3", "{cost=8}"}
    assert "7" in [one.was for one in found]


def test_changed_figures_of_which_one_is_followed_are_both_reported(box):
    box.edit("cards.yaml", "      cost: 7", "      cost: 8")
    document = RULES.replace("level 3", "level 4").replace("seven", "eight")
    level, cost = failed(box.run(LEVELS, document))
    assert (level.says, level.was) == ("level 4", "3")
    assert (cost.says, cost.was, cost.has) == ("8", "7", "7")
    assert [repair.new for repair in cost.repairs] == ["{cost=8}"]


def test_changed_figure_beside_contradiction_is_reported(box):
    typed = '- {id: sums, lines: 3, text: "{40} castles", check: sum, that: n = 40}'
    contradiction, change = box.run(typed, RULES.replace("40", "42"))
    assert rows([contradiction]) == [("42 = 40", "42 ≠ 40", "contradiction")]
    assert (change.verdict, change.was) == (Verdict.DIFFERS, "40")


def test_claim_with_passage_gone_is_not_checked(box):
    (found,) = box.run(CASTLES, RULES.replace("40 castles", "many castles"))
    assert found.verdict is Verdict.GONE
    assert found.place == Place("content/kingdom/claims.yaml", 5, "claims[1].text")
    assert "“A box with many castles,”" in found.has
    assert found.unfixable
    (found,) = box.run(CASTLES, "\n\n\n")
    assert "empty" in found.has


@pytest.mark.parametrize("name", ["copies", "sides", "faces", "width_mm", "height_mm"])
def test_figure_named_like_a_field_of_every_piece_is_a_problem(box, name):
    claim = f'lines: 3\ntext: "{{{name}=40}} castles"\ncheck: count\nof: castle\nis: {name}'
    found = box.problem(claim)
    assert (found.code, found.place.line) == ("E507", 5)
    assert f"`{name}` is a field of every piece" in found.message


def test_changed_figure_with_leading_zero_keeps_it_when_repaired(box):
    claims = CASTLES.replace("{40}", "{040}")
    found = failed(box.run(claims, "42 castles"))
    assert '"{042} castles"' in box.mended(found, "claims.yaml")
