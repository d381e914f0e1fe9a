"""Names that are translated in two ways."""

import pytest

from tests.check.lint.conftest import MakeBox


def named(*names: tuple[str, str]) -> str:
    return "\n".join(
        f"- {{id: a{number}, name: {{it: A{number}, en: A{number}}},"
        f' front: {{title: {{it: "{italian}", en: "{english}"}}}}}}'
        for number, (italian, english) in enumerate(names)
    )


@pytest.mark.parametrize(
    "names",
    [
        [("Torre", "Tower"), ("Rocca", "Fort")],
        [("Torre", "Tower"), ("la torre", "The Tower")],
        [("L’arco", "Bow"), ("Arco", "bow")],
    ],
)
def test_names_with_one_translation_find_nothing(
    box: MakeBox, names: list[tuple[str, str]]
) -> None:
    assert box(card=named(*names)).has(rule="translations") == []


@pytest.mark.parametrize(
    ("second", "has"),
    [
        (("Rocca", "Tower"), "5: “Tower” is “Rocca”, and “Torre” elsewhere"),
        (("Torre", "Fort"), "5: “Torre” is “Fort”, and “Tower” elsewhere"),
    ],
)
def test_names_with_two_translations_are_found(
    box: MakeBox, second: tuple[str, str], has: str
) -> None:
    assert box(card=named(("Torre", "Tower"), second)).has(rule="translations") == [has]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ([("Der Turm", "La tour"), ("Turm", "Tour")], 0),
        ([("Eine Axt", "L’arme"), ("die Axt", "Arme")], 0),
        ([("Turm", "Tour"), ("Burg", "une tour")], 1),
        ([("The Turm", "Tour"), ("Turm", "Donjon")], 0),
    ],
)
def test_articles_are_those_of_the_language(
    box: MakeBox, names: list[tuple[str, str]], found: int
) -> None:
    made = box(card=named(*names), languages=("de", "fr"))
    assert len(made.has(rule="translations")) == found


def test_translations_of_ignored_pieces_are_not_compared(box: MakeBox) -> None:
    ignore = "ignore: {rule: translations, of: a1, fields: front.title, why: one word in English}"
    made = box(ignore, card=named(("Torre", "Tower"), ("Rocca", "Tower")))
    assert made.has(rule="translations") == []


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("de-at", [("Torre", "der Turm"), ("la torre", "Turm")]),
        ("de-ch", [("Torre", "Turm"), ("Torre", "ein Turm")]),
        ("fr-ca", [("Torre", "l'arc"), ("Torre", "Arc")]),
        ("es-mx", [("Torre", "La Torre"), ("Torre", "torre")]),
        ("en-gb", [("Torre", "A Tower"), ("Torre", "The Tower")]),
    ],
)
def test_articles_of_a_region_are_those_of_its_language(
    box: MakeBox, language: str, names: list[tuple[str, str]]
) -> None:
    assert box(card=named(*names), languages=("it", language)).has(rule="translations") == []


def said(italian: str, english: str) -> str:
    """Two named cards, and one with a text."""
    names = named(("Spia del mercato", "Market spy"), ("Tregua d’inverno", "Winter truce"))
    text = f'{{it: "{italian}", en: "{english}"}}'
    return f"{names}\n- {{id: b, name: {{it: Nebbia, en: Fog}}, front: {{text: {text}}}}}"


@pytest.mark.parametrize(
    ("italian", "english"),
    [
        ("Prendi la spia del mercato.", "Take the market spy."),
        ("Le spie vanno via.", "The market spy leaves."),
        ("Due Spie del Mercato.", "Two market spies."),
        ("Una spia del mercato.", "A spy."),
        ("Scegli una carta.", "Choose a card."),
        ("In tregua.", "During the **winter truce**."),
    ],
)
def test_names_in_texts_of_all_languages_find_nothing(
    box: MakeBox, italian: str, english: str
) -> None:
    assert box(card=said(italian, english)).has(rule="translations") == []


@pytest.mark.parametrize(
    ("italian", "english", "has"),
    [
        ("Prendi un cimitero.", "Take a winter truce.", "en: “winter truce”; it: no word of it"),
        (
            "Metti la spia del mercato.",
            "Lay a cemetery.",
            "it: “spia del mercato”; en: no word of it",
        ),
        (
            "Tregua d'inverno in gioco.",
            "Cemetery in play.",
            "it: “tregua d’inverno”; en: no word of it",
        ),
        (
            "Lascia la **Spia del mercato**.",
            "Leave it.",
            "it: “spia del mercato”; en: no word of it",
        ),
        ("Pesca.", "Market Spy one card.", "en: “market spy”; it: no word of it"),
    ],
)
def test_names_in_texts_of_one_language_are_found(
    box: MakeBox, italian: str, english: str, has: str
) -> None:
    (found,) = box(card=said(italian, english)).has(rule="translations")
    assert found.partition(": ")[2] == has
