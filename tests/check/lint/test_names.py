"""Names in texts that are no names of the box."""

import pytest

from fustella.check.lint.names import names_in
from fustella.core.values.problems import ProblemsFound
from tests.check.lint.conftest import MakeBox

TOWER = "- {id: tower, front: {title: {it: Torre di Guardia, en: Watch Tower}}}\n"


def says(italian: str, english: str = "Go.") -> str:
    text = f'{{it: "{italian}", en: "{english}"}}'
    return f"{TOWER}- {{id: fog, name: {{it: Nebbia, en: Fog}}, front: {{text: {text}}}}}"


@pytest.mark.parametrize(
    "known",
    [
        "Muovi la Torre di Guardia.",  # a piece
        "Muovi due Torri.",  # its plural
        "Scarta le Carte.",  # a kind
        "Leggi il Promemoria.",
        "Torna nei Regni.",  # the game
        "La sua Gittata vale.",  # words
        "Cerca la Nebbia.",  # a piece's name that is no field
        "Muovi. Poi scarta: Ora pesca! Bene? Sì.\\nDopo vinci · Forse • Mai",
        "«Tocca a te» e dici **«Vinco»**.",
        "(Muovi.) **Scarta**. {wood} (Pesca).",
        "{wood} Muovi: {wood} Pesca.",
        "Un personaggio di A al livello IV.",
        "Anche l’A e la B.",
    ],
)
def test_names_that_are_known_or_none_find_nothing(box: MakeBox, known: str) -> None:
    assert box(card=says(known)).has(rule="names") == []


def test_names_that_nothing_has_are_reported(box: MakeBox) -> None:
    (found,) = box(card=says("Muovi il Drago.", "Go.")).lint()
    assert found.claim == "lint-names"
    assert found.has == '"Drago" is in no name of the box'
    assert str(found.place) == "content/regni/card.yaml:5: pieces[2].front.text.it"


def test_names_in_each_language_are_checked(box: MakeBox) -> None:
    found = box(card=says("Muovi la Torre.", "Move the Dragon.")).has()
    assert found == ['5: "Dragon" is in no name of the box']


def test_names_of_renamed_piece_suggest_the_new_one(box: MakeBox) -> None:
    found = box(card=says("Vai.", "Move the Watch Tover.")).has()
    assert found == ['5: "Watch Tover" is in no name of the box; did you mean "Watch Tower"?']


def test_names_of_words_side_by_side_are_one(box: MakeBox) -> None:
    found = box(card=says("Vai.", "Move the Tower Cards.")).has()
    assert found == ['5: "Tower Cards" is in no name of the box; did you mean "Cards"?']


def test_names_repeated_in_a_text_are_reported_once(box: MakeBox) -> None:
    assert len(box(card=says("Muovi il Drago e il Drago.")).has()) == 1


def test_names_with_other_accents_and_capitals_are_known(box: MakeBox) -> None:
    assert box(card=says("Muovi la TORRÉ.")).has() == []


def test_names_of_short_words_must_be_equal(box: MakeBox) -> None:
    lists = "- {id: axe, name: {it: Asce, en: Axe}, front: {text: {it: A., en: Take all Axa.}}}"
    assert box(card=lists).has() == ['4: "Axa" is in no name of the box; did you mean "Axe"?']


def test_names_with_long_ending_are_other_words(box: MakeBox) -> None:
    assert len(box(card=says("Prendi il Torreggio.")).has()) == 1


def test_names_among_terms_are_known(box: MakeBox) -> None:
    text = says("Muovi i Maghi, i Draghi e il Mago.")
    found = box("terms: [Drago, Mago]", card=text).has()
    assert found == ['5: "Maghi" is in no name of the box; did you mean "Mago"?']
    assert box("terms: [Drago, Mago, Maghi]", card=text).has() == []


def test_names_with_invalid_terms_are_a_problem(box: MakeBox) -> None:
    with pytest.raises(ProblemsFound) as raised:
        box("terms: Drago", card=TOWER).lint()
    (problem,) = raised.value.problems
    assert (problem.code, problem.place.key) == ("E505", "lint.terms")


def test_names_of_struck_out_pieces_are_unknown(box: MakeBox) -> None:
    struck = "- {id: out, struck_out: line 2, front: {title: {it: Drago, en: Dragon}}}\n"
    assert len(box(card=struck + says("Muovi il Drago.", "Go.")).has()) == 1


def test_names_ignored_by_another_rule_are_checked(box: MakeBox) -> None:
    ignore = "ignore: [{rule: icons, of: fog, drawn: mdi:skull, why: a drawing}]"
    assert len(box(ignore, card=says("Muovi il Drago.", "Go.")).has()) == 1


def test_names_of_ignored_pieces_are_not_checked(box: MakeBox) -> None:
    ignore = "ignore: [{rule: names, of: fog, fields: front.text, why: a proper name}]"
    assert box(ignore, card=says("Muovi il Drago.", "Go.")).has() == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Banner Army wins", ["Army"]),
        ("the Banner Army, the Town", ["Banner Army", "Town"]),
        ("the Town-Hall", ["Town Hall"]),
        ("dell’Ordine", ["Ordine"]),
        ("the **Town** {wood} Hall", ["Town", "Hall"]),
        ("the King's Road", ["King", "Road"]),
        ("", []),
    ],
)
def test_names_in_text_are_found(text: str, names: list[str]) -> None:
    assert list(names_in(text)) == names


@pytest.mark.parametrize("language", ["de", "de-at", "de-ch"])
def test_german_nouns_are_no_names_in_any_region(box: MakeBox, language: str) -> None:
    made = box(card=says("Muovi.", "Nimm den Drachen."), languages=("it", language))
    assert made.has(rule="names") == []


@pytest.mark.parametrize("language", ["en-gb", "es-mx", "pt-br"])
def test_names_are_looked_for_in_other_regions(box: MakeBox, language: str) -> None:
    made = box(card=says("Muovi.", "Take a Dragon."), languages=("it", language))
    assert len(made.has(rule="names")) == 1
