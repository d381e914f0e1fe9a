"""Documents wrapped and typed in another way: nothing is said of them, and references follow."""

import random
from functools import cache

import pytest

from fustella.check import AcceptedDocument, Document, compared, line_hashes
from tests.mutations.documents import documents_present
from tests.mutations.edits import HARMLESS, WRAPPED, document_of, wrong_ranges

MADE = """LANTERN BAY

A game for 2-4 keepers; it lasts 30–45 minutes.

## In the box

- 12 boats, each with a sail
- 40 lanterns: 10 of each colour
- the well-known “night board”, of 6 x 4 squares

Each keeper takes five lanterns and a boat. The keeper who was last at sea begins, and then
they take turns. A boat moves up to 3 squares; it can't cross the reef, for there the water
is shallow. First of all it must be lit.
Lights out: who has no lantern left is out of the game, but not of the bay.

The end
When 12 lanterns burn the keepers count. Each burning lantern gives 2 points... and the
longest row gives 5 more.

1 1 2 R
1 R 2 2
3 3 R 1

Twenty-two points win at once.
"""
"""A document of our own: lists, a map, figures in words, lines that are wrapped and lines not."""

TRIES = 20


GAME = "city-duel"
"""The game whose document is wrapped, too; `python -m tests.mutations --edits` wraps all."""


@cache
def texts() -> dict[str, str]:
    """Documents by name: our own, and that of a game if it lies beside the project."""
    return {"made": MADE, **({GAME: document_of(GAME)} if documents_present() else {})}


def ranges(lines: int, dice: random.Random) -> list[tuple[int, int]]:
    """Some ranges of lines, most of them short."""
    firsts = [dice.randint(1, lines) for _ in range(TRIES)]
    return [(first, min(lines, first + dice.choice([0, 0, 0, 1, 3, 9]))) for first in firsts]


@pytest.mark.parametrize("sort", WRAPPED)
def test_ranges_name_the_same_words_in_wrapped_documents(sort):
    for name, text in texts().items():
        dice = random.Random(f"{sort} {name}")
        after = HARMLESS[sort](text, dice)
        assert wrong_ranges(text, after, ranges(len(text.split("\n")), dice)) == [], name


@pytest.mark.parametrize("sort", HARMLESS)
def test_harmless_edits_of_made_document_change_nothing(sort):
    accepted = AcceptedDocument(line_hashes(Document("", MADE)))
    for number in range(5):
        edited = HARMLESS[sort](MADE, random.Random(f"{sort} {number}"))
        text = edited.removeprefix("\ufeff")
        assert compared(accepted, Document("", text)).changes == (), edited


@pytest.mark.parametrize("sort", [sort for sort in HARMLESS if sort != "words parted"])
def test_two_harmless_edits_of_made_document_change_nothing(sort):
    accepted = AcceptedDocument(line_hashes(Document("", MADE)))
    dice = random.Random(sort)
    for second in ("paragraphs wrapped", "lines joined", "curly quotes", "dashes"):
        edited = HARMLESS[second](HARMLESS[sort](MADE, dice), dice)
        text = edited.removeprefix("\ufeff")
        assert compared(accepted, Document("", text)).changes == (), (second, edited)


def test_document_of_a_game_is_there():
    if not documents_present():
        pytest.skip("the rule documents do not lie beside the project: only our own is wrapped")
    assert len(texts()) == 1 + 1
