"""Translations that are their source again, as the words of the game's other texts show."""

import pytest

from tests.check.lint.conftest import MakeBox

OTHERS = (
    ("Ogni accampamento costa 2.", "Each camp costs 2."),
    ("Vicino a un accampamento.", "Near a camp."),
    ("Il golem dorme.", "The golem sleeps."),
    ("Un golem attacca.", "A golem attacks."),
    ("Sposta la cavalleria.", "Move the horsemen."),
    ("L’Armata del Vessillo va sola.", "The Banner Army goes alone."),
    ("La Porta Vecchia è chiusa.", "The Porta Vecchia is shut."),
)


def cards(italian: str, english: str) -> str:
    said = ((italian, english), *OTHERS)
    return "\n".join(
        f"- {{id: c{n}, name: {{it: Nebbia, en: Fog}}, "
        f'front: {{text: {{it: "{one}", en: "{other}"}}}}}}'
        for n, (one, other) in enumerate(said)
    )


@pytest.mark.parametrize(
    "text",
    [
        "Accampamento",
        "Addestra cavalleria",
        "**Accampamento** {wood}",
        "Cavalleria 2/3",
        "Armata del Vessillo",
    ],
)
def test_words_of_the_source_alone_are_found(box: MakeBox, text: str) -> None:
    (found,) = box(card=cards(text, text)).has(rule="language")
    assert "is Italian" in found
    assert found.partition(": ")[2].startswith("en: ")


@pytest.mark.parametrize(
    ("italian", "english"),
    [
        ("Golem", "Golem"),
        ("Golem 2", "Golem 2"),
        ("Moai", "Moai"),
        ("Accampamento Vecchio", "Accampamento Vecchio"),
        ("Camp", "Camp"),
        ("{wood} 2", "{wood} 2"),
        ("Accampamento", "Camp"),
        ("Porta Vecchia", "Porta Vecchia"),
        ("Armata Vecchia", "Armata Vecchia"),
    ],
)
def test_words_of_both_languages_or_of_none_find_nothing(
    box: MakeBox, italian: str, english: str
) -> None:
    assert box(card=cards(italian, english)).has(rule="language") == []


@pytest.mark.parametrize("other", ["it-ch", "pt", "xx"])
def test_a_dialect_and_an_unknown_language_find_nothing(box: MakeBox, other: str) -> None:
    made = box(card=cards("Accampamento", "Accampamento"), languages=("it", other))
    assert not any("Accampamento" in found for found in made.has(rule="language"))
