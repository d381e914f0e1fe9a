"""The list of components and the set-up come from the lists alone."""

import pytest

from fustella.core.values.model import Game, SideName
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Figure,
    Heading,
    ListBlock,
    Paragraph,
    PiecePicture,
    every_block,
    inlines_in,
    text_of,
)
from fustella.rules import component_table, ready_booklet, setup_blocks
from tests.helpers.alone import game_alone
from tests.rules.test_resolve import BOOKLET, job_of, rows

PLACE = Place("game.yaml", 1)
CARDS = """kind: ready/card
pieces:
  - {id: owl, copies: 3, front: {title: Owl}}
  - {id: fox, front: {title: Fox}}
  - {id: ghost, struck_out: why, front: {title: Ghost}}
"""


@pytest.fixture(scope="module")
def ferry() -> Game:
    return job_of(BOOKLET).game


def test_components_are_counted_and_named_in_each_language(ferry):
    assert rows(component_table(ferry, "en", PLACE)) == [
        ["1", "Map", "The lake"],
        ["12", "Cards", "4 × Salt, 3 × Wine, 5 × Wool"],
        ["4", "Ships", "2 × Ferry (red), 2 × Ferry (blue)"],
        ["20", "Coins", "20 × One"],
        ["2", "Set-up", "Two players, Three players"],
    ]
    assert rows(component_table(ferry, "it", PLACE))[1] == [
        "12",
        "Carte",
        "4 × Sale, 3 × Vino, 5 × Lana",
    ]
    heads = [text_of(one.inlines) for one in component_table(ferry, "it", PLACE).columns]
    assert heads == ["N.", "Componente", "Quali"]


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        ('{for: {n: 1..13}, id: "c{n}", front: {title: "Card of {n} gold"}}', "13 designs"),
        ('{for: {n: 1..13}, id: "c{n}", front: {title: "Card {n}"}}', "Card 1–13"),
        (
            '{for: {n: 1..4}, id: "c{n}", copies: 3, front: {title: "Card {n}"}}',
            "12 × Card 1–4",
        ),
        ('{for: {n: 1..2}, id: "c{n}", front: {title: "Card {n}"}}', "Card 1, Card 2"),
        (
            '{for: {n: [red, blue, green]}, id: "c-{n}", copies: 4, front: {title: "Army ({n})"}}',
            "12 × Army",
        ),
        (
            '{for: {n: [red, blue]}, id: "c-{n}", copies: 4, front: {title: "Army ({n})"}}',
            "4 × Army (red), 4 × Army (blue)",
        ),
        ('{for: {n: 1..2}, id: "c{n}", copies: "{n}", front: {title: "Army"}}', "3 × Army"),
    ],
)
def test_designs_that_are_alike_are_named_as_one(pieces, said, tmp_path):
    game = game_alone(tmp_path, {"cards.yaml": f"kind: ready/card\npieces:\n  - {pieces}\n"})
    assert [row[2] for row in rows(component_table(game, "en", PLACE))] == [said]


def test_set_up_is_told_for_each_number_of_players(ferry):
    blocks = setup_blocks(ferry, "en", PLACE)
    headings = [one for one in blocks if isinstance(one, Heading)]
    assert [(text_of(one.inlines), one.anchor) for one in headings] == [
        ("2 players", "setup:2"),
        ("3 players", "setup:3"),
    ]
    pictures = [one.pictures[0] for one in blocks if isinstance(one, Figure)]
    assert all(isinstance(picture, PiecePicture) for picture in pictures)
    assert [(one.piece, one.players) for one in pictures] == [("for-two", 2), ("for-three", 3)]
    said = [text_of(one.inlines) for one in blocks if isinstance(one, Paragraph)]
    assert said == ["Each takes 3 .", "Each takes 2 ."]


def test_set_up_without_such_pieces_is_that_of_the_table(tmp_path):
    game = """title: Wood
languages: [en]
table:
  setup:
    - {put: {kind: card}, form: deck}
    - {put: owl, copies: 2, form: row}
    - {put: fox, form: supply}
kinds: {card: {name: Cards, front: ready/card}}
"""
    cards = CARDS.replace("ready/card", "card")
    alone = game_alone(tmp_path, {"game.yaml": game, "cards.yaml": cards})
    (steps,) = setup_blocks(alone, "en", PLACE)
    assert isinstance(steps, ListBlock)
    assert [text_of([*inlines_in(item)]) for item in steps.items] == [
        "4 × Cards: in one pile",
        "2 × Owl: side by side",
        "Fox",
    ]


def test_game_of_ready_faces_has_a_ready_booklet(tmp_path):
    game = game_alone(tmp_path, {"cards.yaml": CARDS})
    booklet = ready_booklet(game, "en")
    (chapter,) = booklet.chapters
    assert (chapter.title, booklet.subtitle) == ("Components", "Rules")
    _, table, figure = every_block(chapter.blocks)
    assert rows(table) == [["4", "Cards", "3 × Owl, Fox"]]
    assert isinstance(figure, Figure)
    assert text_of(figure.caption) == "Cards"
    assert [(one.piece, one.alt) for one in figure.pictures if isinstance(one, PiecePicture)] == [
        ("owl", "Owl (Cards)"),
        ("fox", "Fox (Cards)"),
    ]


def test_ready_booklet_shows_some_designs_and_a_back(tmp_path):
    designs = "".join(f"  - {{id: c{n}, front: {{title: C {n}}}}}\n" for n in range(1, 6))
    kind = "kinds: {card: {front: ready/card, back: ready/back}}\n"
    cards = f"kind: card\nback: {{title: C}}\npieces:\n{designs}"
    files = {"game.yaml": f"title: A\nlanguages: [en]\n{kind}", "cards.yaml": cards}
    game = game_alone(tmp_path, files)
    *_, figure = every_block(ready_booklet(game, "en").chapters[0].blocks)
    assert isinstance(figure, Figure)
    assert [(one.piece, one.side) for one in figure.pictures if isinstance(one, PiecePicture)] == [
        ("c1", SideName.FRONT),
        ("c3", SideName.FRONT),
        ("c5", SideName.FRONT),
        ("c1", SideName.BACK),
    ]


def test_ready_booklet_of_a_game_with_set_up_pieces_has_both_chapters(ferry):
    booklet = ready_booklet(ferry, "it")
    assert [chapter.title for chapter in booklet.chapters] == ["Componenti", "Preparazione"]
    assert booklet.title == "Il traghetto"


def test_words_of_booklets_are_in_all_languages_of_the_tool(ferry):
    english = ferry.tool_words.section("rules", "en")
    for language in ("it", "es", "de", "fr"):
        words = ferry.tool_words.section("rules", language)
        assert words.keys() == english.keys()
        assert sum(words[name] == english[name] for name in english) < 6
