"""Numbers that are printed on pieces: in fields, in texts and in the words of templates."""

import pytest

from fustella.core.values.claims import Repair, Verdict
from fustella.core.values.problems import Place
from tests.check.making import failed, rows

CARDS = "content/kingdom/cards.yaml"
FIGURES = "lines: 5\ntext: 'level {level=3} castles cost {cost=7}, half {half=2}'\ncheck: value\n"


def value(of: str, are: str, figures: str = FIGURES) -> str:
    return f"{figures}of: {of}\nare: {are}"


def test_value_with_equal_numbers_holds(box):
    assert rows(box.one(value("castle", "{front.level: level, front.cost: cost}"))) == [
        ("level 3 · cost 7", "level 3 · cost 7", "holds")
    ]


@pytest.mark.parametrize(
    ("of", "field", "figure"),
    [
        ("castle", "back.level", "half"),
        ("castle", "front.weight", "half + 0.5"),
        ("castle", "front.gap", "half"),
        ("castle", "copies", "40"),
        ("castle", '"front.rows[icon=own:hut].places"', "4"),
        ("castle", '"front.rows[1].places"', "half"),
        ("castle", "height_mm", "90"),
        ("wheat-field", "front.free", "1"),
        ("wheat-mill", "front.free", "0"),
        ("wheat-mill", "front.cost", "0"),
        ('"wheat-*"', "front.level", "1"),
        ("{kind: tile}", "sides", "6"),
        ("lake", "front.defence", "0"),
    ],
)
def test_value_of_every_kind_of_field_is_compared(box, of, field, figure):
    assert {one.verdict for one in box.one(value(of, f"{{{field}: {figure}}}"))} == {Verdict.HOLDS}
    assert failed(box.one(value(of, f"{{{field}: {figure} + 1}}")))


def test_value_that_differs_has_the_place_of_the_field(box):
    found = box.one(value("castle", "{front.level: level, front.cost: half}"))
    assert rows(found) == [("level 3", "level 3", "holds"), ("cost 2", "cost 7", "differs")]
    assert found[1].where == (Place(CARDS, 12, "front.cost"),)
    assert found[1].repairs == (Repair(Place(CARDS, 12, "front.cost"), "7", "2"),)
    assert "      cost: 2\n" in box.mended(found, "cards.yaml")


def test_value_of_several_pieces_names_each_that_differs(box):
    found = failed(box.one(value("{kind: tile}", "{front.defence: half}")))
    assert [(one.has, one.where[0].line) for one in found] == [("defence 4", 4), ("defence 0", 5)]
    mended = box.mended(found, "tiles.yaml")
    assert mended.count("defence: 2") == 2


def test_value_with_decimal_is_repaired(box):
    found = failed(box.one(value("castle", "{front.weight: half + 0.75}")))
    assert (found[0].says, found[0].has) == ("weight 2.75", "weight 2.5")
    assert "weight: 2.75\n" in box.mended(found, "cards.yaml")


def test_value_typed_for_a_list_is_repaired_only_for_all(box):
    (found,) = failed(box.one(value("wheat-field", "{front.level: half}")))
    assert not found.repairs
    assert "wheat-mill" in found.unfixable
    found = failed(box.one(value('["wheat-*", ghost]', "{front.level: half}")))
    assert "front: {level: 2}\n" in box.mended(found, "cards.yaml")
    (found,) = failed(box.one(value("coin-red", "{copies: half}")))
    assert "coin-blue" in found.unfixable


@pytest.mark.parametrize(
    ("of", "field", "has", "reason"),
    [
        ("wheat-mill", "front.cost", "no cost", "add `cost: 7`"),
        ("lake", "copies", "copies 1", "add `copies: 7`"),
        ("castle", "front.mark", "mark B", "no number"),
        ("castle", "front.note", "note Take **2** {gold}, then three.", "no number"),
        ("castle", "front.tags", "tags stone, keep", "no number"),
    ],
)
def test_value_without_single_number_says_why_it_is_not_repaired(box, of, field, has, reason):
    (found,) = failed(box.one(value(of, f"{{{field}: cost}}")))
    assert (found.verdict, found.has) == (Verdict.DIFFERS, has)
    assert not found.repairs
    assert reason in found.unfixable


def reads(words: str, of: str = "castle", field: str = "front.note") -> str:
    return f'{FIGURES}of: {of}\nreads: {{{field}: "{words}"}}'


@pytest.mark.parametrize(
    "words",
    [
        "Take {half}",
        "take {half} , then",
        "{half} ,",
        "{half} , then {level}.",
        "then {level}",
        "then {half + 1}.",
        "{cost - level - half} , THEN {level}",
        "{half}…{level}",
    ],
)
def test_value_in_text_with_equal_figures_holds(box, words):
    """Markup is not read: the text says `Take **2** {gold}, then three.`"""
    (found,) = box.one(reads(words))
    assert (found.verdict, found.has) == (Verdict.HOLDS, "the same")


def test_value_in_text_passes_over_an_icon_with_a_size(box):
    box.edit("cards.yaml", "Take **2** {gold}, then three.", "Take **2** {gold:1.5}, then three.")
    (found,) = box.one(reads("Take {half} , then {level}"))
    assert found.verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("words", "says", "has"),
    [
        ("Take {level}", "“Take 3”", "2"),
        ("{half} , then {half}", "“2 , then 2”", "2, 3"),
        ("{cost}", "“7”", "2 or 3"),
        ("Give {half}", "“Give 2”", "no such words"),
        ("gold {half}", "“gold 2”", "no such words"),
        ("Prendi {half}", "“Prendi 2”", "no such words"),
    ],
)
def test_value_in_text_with_other_figures_differs(box, words, says, has):
    (found,) = box.one(reads(words))
    assert rows([found]) == [(says, has, "differs")]
    assert found.where == (Place(CARDS, 18, "front.note"),)
    assert not found.repairs
    assert "every language" in found.unfixable


def test_value_in_name_of_piece_is_read(box):
    name = 'of: castle\nreads: {name: "Castle"}'
    claim = f"lines: 5\ncheck: value\n{name}"
    assert rows(box.one(claim))[0][1:] == ("the same", "holds")
    box.edit("cards.yaml", "en: Castle", "en: Tower")
    (found,) = box.one(claim)
    assert (found.verdict, found.has) == (Verdict.DIFFERS, "no such words")
    assert found.where[0].key == "name" and found.where[0].line


def test_value_in_word_is_read_like_a_text(box):
    box.edit("cards.yaml", "mark: B", "mark: B3")
    assert rows(box.one(reads("b{level}", field="front.mark")))[0][2] == "holds"
    assert rows(box.one(reads("b{half}", field="front.mark")))[0][1:] == ("3", "differs")


def test_value_in_words_of_the_game_is_compared(box):
    claim = f'{FIGURES}words: {{range: "Range {{level}}"}}'
    assert rows(box.one(claim)) == [("“Range 3”", "the same", "holds")]
    (found,) = box.one(claim.replace("{level}", "{cost}"))
    assert rows([found]) == [("“Range 7”", "3", "differs")]
    assert found.where == (Place("content/kingdom/game.yaml", 5, "words.range"),)


@pytest.mark.parametrize(
    ("claim", "code", "key"),
    [
        ("check: value", "E107", "it"),
        ("check: value\nof: castle", "E107", "it"),
        ("check: value\nof: castle\nare: {}", "E107", "it"),
        ("check: value\nare: {front.level: 3}", "E107", "it"),
        ("check: value\nof: castle\nare: 3", "E505", "it.are"),
        ("check: value\nof: castle\nare: [front.level]", "E505", "it.are"),
        ("check: value\nof: castle\nare: {front.levle: 3}", "E506", "it.are.front.levle"),
        ("check: value\nof: castle\nare: {front.level: lvl}", "E506", "it.are.front.level"),
        ("check: value\nof: castle\nare: {front.level: 3 +}", "E508", "it.are.front.level"),
        ("check: value\nof: castle\nreads: {front.nte: '{3}'}", "E506", "it.reads.front.nte"),
        ("check: value\nof: castle\nreads: {front.level: '{3}'}", "E505", "it.reads.front.level"),
        ("check: value\nof: wheat-mill\nreads: {front.note: '{3}'}", "E505", "it.reads.front.note"),
        ("check: value\nof: castle\nreads: {front.note: '{six}'}", "E506", "it.reads.front.note"),
        ("check: value\nof: castle\nreads: {front.note: '{3'}", "E505", "it.reads.front.note"),
        ("check: value\nwords: {rang: '{3}'}", "E506", "it.words.rang"),
    ],
)
def test_value_that_makes_no_sense_is_a_problem(box, claim, code, key):
    problem = box.problem(claim)
    assert (problem.code, problem.place.key) == (code, key)


@pytest.mark.parametrize(
    ("field", "figure", "why"),
    [
        ("copies", "cost / 2", "whole number"),
        ("copies", "cost - 9", "cannot be printed"),
        ("copies", "cost - 7", "cannot be printed"),
        ("front.level", "cost / 2", "whole number"),
    ],
)
def test_value_that_the_content_would_refuse_is_not_repaired(box, field, figure, why):
    (found,) = failed(box.one(value("castle", f"{{{field}: {figure}}}")))
    assert not found.repairs
    assert why in found.unfixable


def test_value_with_decimal_figure_is_repaired(box):
    found = failed(box.one(value("castle", "{front.weight: cost / 2}")))
    assert "weight: 3.5" in box.mended(found, "cards.yaml")


def test_value_twice_in_text_must_be_right_twice(box):
    box.edit("cards.yaml", "Take **2** {gold}, then three.", "Take **2** {gold}, later take 3.")
    claim = "lines: 5\ntext: 'half {half=2}'\ncheck: value\nof: castle\n"
    (found,) = box.one(claim + 'reads: {front.note: "take {half}"}')
    assert (found.has, found.verdict) == ("2 or 3", Verdict.DIFFERS)
    (found,) = box.one(claim + 'reads: {front.note: "later take {half + 1}"}')
    assert found.verdict is Verdict.HOLDS


def test_value_with_two_changed_figures_reports_each_with_its_field(box):
    """Both figures are 9 now; each is reported with its own field."""
    claim = value("castle", "{front.level: level, front.cost: cost}")
    level, cost = failed(box.one(claim, "level 9 castles cost 9, half 2"))
    assert (level.says, level.was) == ("level 9", "3")
    assert (cost.says, cost.was) == ("cost 9", "7")
    assert "{level=9} castles cost {cost=9}" in box.mended([level, cost], "claims.yaml")


def test_value_that_reads_a_field_of_the_piece_compares_it(box):
    claim = "check: value\nof: castle\nreads: {front.note: 'take {back.level}'}"
    assert [found.verdict for found in box.one(claim)] == [Verdict.HOLDS]
    box.edit("cards.yaml", "back: {level: 2}", "back: {level: 1}")
    (found,) = box.one(claim)
    assert (found.says, found.has, found.verdict) == ("“take 1”", "2", Verdict.DIFFERS)


def test_value_that_reads_the_name_of_a_piece_compares_it(box):
    (found,) = box.one("check: value\nof: castle\nreads: {name: mill}")
    assert found.has == "no such words"
    (found,) = box.one("check: value\nof: castle\nreads: {name: castle}")
    assert found.verdict == Verdict.HOLDS
