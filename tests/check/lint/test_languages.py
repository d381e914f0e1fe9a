"""Texts that stand in the place of another language."""

import pytest

from tests.check.lint.conftest import MakeBox

OTHERS = (
    ("Pesca una carta dal mazzo.", "Draw a card from the deck."),
    ("Il cavaliere attacca due volte.", "The knight attacks twice."),
    ("Costruisci un campo di grano.", "Build a wheat field."),
)
"""Texts of a game, from which its words are known."""


def cards(*said: tuple[str, str], others: tuple[tuple[str, str], ...] = OTHERS) -> str:
    return "\n".join(
        f"- {{id: c{n}, name: {{it: Nebbia, en: Fog}}, "
        f'front: {{text: {{it: "{italian}", en: "{english}"}}}}}}'
        for n, (italian, english) in enumerate((*said, *others))
    )


@pytest.mark.parametrize(
    ("italian", "english"),
    [
        ("Scegli una tessera.", "Choose a tile."),
        ("La Mancha", "La Mancha"),
        ("Signora degli Anelli", "Signora degli Anelli"),
        ("Empire Plateau", "Empire Plateau"),
        ("Moai", "Moai"),
        ("3 HP / 2 XP", "3 HP / 2 XP"),
        ("{wood} 2 + {stone} 1", "{wood} 2 + {stone} 1"),
        ("N", "N"),
        ("E", "E"),
        ("O", "W"),
        ("no", "no"),
        ("Set", "Set"),
        ("Deck", "Deck"),
        ("Gioca il Quick Set.", "Play the Quick Set."),
        ("in mare", "at sea"),
        ("Fa più danni in melee.", "Deals more damage in melee."),
        ("Replay", "Replay"),
        ("**2** × **3**", "**2** × **3**"),
        ("A: il grimorio, B: il deck", "A: the grimoire, B: the deck"),
        ("Bonus per turno: +1", "Bonus per turn: +1"),
    ],
)
def test_texts_in_their_language_find_nothing(box: MakeBox, italian: str, english: str) -> None:
    assert box(card=cards((italian, english))).has(rule="languages") == []


@pytest.mark.parametrize(
    ("italian", "english", "has"),
    [
        ("Scegli una tessera.", "Scegli una tessera.", "en: words of it: “una”"),
        (
            "Choose one of the tiles.",
            "Choose one of the tiles.",
            "it: words of en: “of”, “one”, “the”",
        ),
        ("L’incursione", "L’incursione", "en: words of it: “l”"),
        ("Consiglio dei maghi", "Consiglio dei maghi", "en: words of it: “dei”"),
        ("Scegli una tessera.", "Prendi una delle tessere.", "en: words of it: “delle”, “una”"),
        ("Due cavalieri", "Due cavalieri", "en: words of it: “due”"),
        ("Il cavaliere.", "Cavaliere", ""),
        ("Cavaliere", "Cavaliere", "en: words of it: “cavaliere”"),
        (
            "Build with the knight",
            "Costruisci col cavaliere",
            "it: words of en: “the”, “with”, “build”",
        ),
    ],
)
def test_texts_in_another_language_are_found(
    box: MakeBox, italian: str, english: str, has: str
) -> None:
    first = [
        one.partition(": ")[2] for one in box(card=cards((italian, english))).has(rule="languages")
    ]
    assert first[:1] == ([has] if has else [])
