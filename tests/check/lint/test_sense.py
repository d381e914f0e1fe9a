"""Texts whose languages say different things."""

import pytest

from tests.check.lint.conftest import MakeBox


def says(italian: str, english: str) -> str:
    text = f'{{it: "{italian}", en: "{english}"}}'
    return f"- {{id: fog, name: {{it: Nebbia, en: Fog}}, front: {{text: {text}}}}}"


@pytest.mark.parametrize(
    ("italian", "english"),
    [
        ("Non combatte.", "Does not fight."),
        ("Nessuno attacca.", "No one attacks."),
        ("Conquistata senza difesa.", "Conquered undefended."),
        ("Il più forte, almeno 2.", "The strongest, at least 2."),
        ("Più tardi, o meno.", "More or less."),
        ("Chi attacca, chi difende.", "Whoever attacks."),
        ("Scopri la carta.", "Turn the card."),
        ("Al più basso, o più.", "The lowest, or more."),
        ("{wood} e {sword}.", "{sword} and {wood}."),
        ("Chi attacca e chi difende.", "Who defends and who attacks."),
        ("Attacca prima di chi attacca.", "Attacks before the attack of the defender."),
        ("La tua città e la tua mano.", "Your city and the rival’s hand."),
        ("3 + 3 + 1 = 7 e 9 - 2.", "9 − 2, and 3 + 3 + 1 = 7."),
        ("6 più 3, 2 - 4 pezzi.", "6 + 3, 2–4 pieces."),
    ],
)
def test_languages_that_say_the_same_find_nothing(box: MakeBox, italian: str, english: str) -> None:
    assert box(card=says(italian, english)).has(rule="sense") == []


@pytest.mark.parametrize(
    ("italian", "english", "has"),
    [
        ("Combatte.", "Does not fight.", "en: “not”; it: no word that denies"),
        ("Non combatte.", "Fights.", "it: “non”; en: no word that denies"),
        ("Vale di più.", "Worth less.", "it: “più”; en: “less”"),
        ("Range 1 o meno.", "Range 1 or more.", "it: “o meno”; en: “or more”"),
        ("Almeno due.", "At most two.", "it: “almeno”; en: “at most”"),
        ("Chi attacca **vince**.", "The defender **wins**.", "it: “attacca”; en: “defender”"),
        ("Una {wood}.", "One {sword}.", "it: wood; en: sword"),
        ("Una {wood}.", "One.", "it: wood; en: no icon"),
        ("Non supera 6 + 3.", "Not more than 6 − 3.", "it: “6 + 3”; en: “6 − 3”"),
        ("Chi attacca difende.", "Who attacks attacks.", "it: “difende”; en: “attacks”"),
        ("Se attacca, attacca.", "If it attacks, it defends.", "it: “attacca”; en: “defends”"),
        ("La prima, poi l’ultima.", "The first, then the first.", "it: “ultima”; en: “first”"),
        ("L’attacco è dell’avversario.", "Your attack.", "it: “avversario”; en: “your”"),
    ],
)
def test_languages_that_say_different_things_are_found(
    box: MakeBox, italian: str, english: str, has: str
) -> None:
    assert box(card=says(italian, english)).has(rule="sense") == [f"4: {has}"]


GERMAN = [
    ("Sie greift nicht an.", "Elle n’attaque pas.", ""),
    ("Mindestens zwei.", "Au moins deux.", ""),
    ("Kein Gegner.", "Aucun adversaire.", ""),
    ("Die letzte Karte.", "La dernière carte.", ""),
    ("Rücke nach links vor.", "Avancer vers la gauche.", ""),
    ("Unbesiegbar.", "Une case sans défense.", ""),
    ("Er zieht keine.", "Il n’en pioche plus.", ""),
    ("Sie greift an.", "Elle n’attaque pas.", "fr: “pas”; de: no word that denies"),
    ("Mit zwei Karten.", "Sans deux cartes.", "fr: “sans”; de: no word that denies"),
    ("Mindestens zwei.", "Au plus deux.", "de: “mindestens”; fr: “au plus”"),
    ("Verdeckt ablegen.", "Défausser face visible.", "de: “verdeckt”; fr: “face visible”"),
    ("Ein Angriff.", "Une défense.", "de: “angriff”; fr: “défense”"),
    ("Danach.", "Avant.", "de: “danach”; fr: “avant”"),
    ("Die letzte Karte.", "La première carte.", "de: “letzte”; fr: “première”"),
]


@pytest.mark.parametrize(("german", "french", "has"), GERMAN)
def test_german_and_french_are_compared(box: MakeBox, german: str, french: str, has: str) -> None:
    found = box(card=says(german, french), languages=("de", "fr")).has(rule="sense")
    assert found == [f"4: {has}"] * bool(has)


def test_sense_of_ignored_pieces_is_not_compared(box: MakeBox) -> None:
    piece = says("Combatte.", "Does not fight.")
    ignore = "ignore: {rule: sense, of: fog, fields: front.text, why: the mage does it}"
    assert len(box(card=piece).has(rule="sense")) == 1
    assert box(ignore, card=piece).has(rule="sense") == []
