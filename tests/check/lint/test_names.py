"""Names in texts that are no piece."""

import pytest

from fustella.check.lint.names import names_in
from fustella.core.problems import ProblemsFound
from tests.check.lint.conftest import MakeBox

TOWER = "- {id: tower, front: {title: {it: Torre di Guardia, en: Watch Tower}}}\n"


def says(italian: str, english: str = "Nothing.") -> str:
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
def test_what_is_known_or_no_name(box: MakeBox, known: str) -> None:
    assert box(card=says(known)).has(rule="names") == []


def test_a_name_that_nothing_has(box: MakeBox) -> None:
    (found,) = box(card=says("Muovi il Drago.")).lint()
    assert found.claim == "lint-names"
    assert found.has == '"Drago" is in no name of the box'
    assert str(found.place) == "content/regni/card.yaml:5: pieces[2].front.text.it"


def test_each_language_is_asked(box: MakeBox) -> None:
    found = box(card=says("Muovi la Torre.", "Move the Dragon.")).has()
    assert found == ['5: "Dragon" is in no name of the box']


def test_a_renamed_piece_is_guessed(box: MakeBox) -> None:
    found = box(card=says("Niente.", "Move the Watch Tover.")).has()
    assert found == ['5: "Watch Tover" is in no name of the box; did you mean "Watch Tower"?']


def test_words_side_by_side_are_one_name(box: MakeBox) -> None:
    found = box(card=says("Niente.", "Move the Tower Cards.")).has()
    assert found == ['5: "Tower Cards" is in no name of the box; did you mean "Cards"?']


def test_a_name_is_said_once_for_each_text(box: MakeBox) -> None:
    assert len(box(card=says("Muovi il Drago e il Drago.")).has()) == 1


def test_accents_and_capitals_make_no_difference(box: MakeBox) -> None:
    assert box(card=says("Muovi la TORRÉ.")).has() == []


def test_short_words_must_be_equal(box: MakeBox) -> None:
    lists = "- {id: axe, name: {it: Asce, en: Axe}, front: {text: {it: A., en: Take all Axa.}}}"
    assert box(card=lists).has() == ['4: "Axa" is in no name of the box; did you mean "Axe"?']


def test_a_long_ending_is_another_word(box: MakeBox) -> None:
    assert len(box(card=says("Prendi il Torreggio.")).has()) == 1


def test_terms_are_known(box: MakeBox) -> None:
    text = says("Muovi i Maghi, i Draghi e il Mago.")
    found = box("terms: [Drago, Mago]", card=text).has()
    assert found == ['5: "Maghi" is in no name of the box; did you mean "Mago"?']
    assert box("terms: [Drago, Mago, Maghi]", card=text).has() == []


def test_terms_must_be_a_list(box: MakeBox) -> None:
    with pytest.raises(ProblemsFound) as raised:
        box("terms: Drago", card=TOWER).lint()
    (problem,) = raised.value.problems
    assert (problem.code, problem.place.key) == ("E505", "lint.terms")


def test_the_name_of_a_struck_out_piece_is_gone(box: MakeBox) -> None:
    struck = "- {id: out, struck_out: line 2, front: {title: {it: Drago, en: Dragon}}}\n"
    assert len(box(card=struck + says("Muovi il Drago.")).has()) == 1


def test_the_ignore_of_another_rule_is_another(box: MakeBox) -> None:
    ignore = "ignore: [{rule: icons, of: fog, why: a drawing}]"
    assert len(box(ignore, card=says("Muovi il Drago.")).has()) == 1


def test_ignored_pieces_are_not_asked(box: MakeBox) -> None:
    ignore = "ignore: [{rule: names, of: fog, why: a proper name}]"
    assert box(ignore, card=says("Muovi il Drago.")).has() == []


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
def test_names_in(text: str, names: list[str]) -> None:
    assert list(names_in(text)) == names
