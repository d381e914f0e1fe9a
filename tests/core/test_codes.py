"""Version codes: the same while a piece says the same, another as soon as it does not."""

import itertools

import pytest

from fustella.build.inputs import load_game
from fustella.core import codes
from fustella.core.codes import ALPHABET, codes_of, default_mark, field_texts, understood
from fustella.core.model import Game
from fustella.core.project import Project
from fustella.core.units import MM_PER_PT
from fustella.draw.templates.functions import CODE_SIZE_PT, CODE_WIDTH_MM
from fustella.draw.text.fonts import FAMILIES, REGULAR, FontStyle
from fustella.draw.text.shaping import text_measurer


def game_of(project) -> Game:
    return load_game(Project(project.root), "tiny")


def code_of(project, piece: str = "boat", language: str = "en") -> str:
    return codes_of(game_of(project), language)[piece]


def test_a_code_is_a_mark_a_hyphen_and_four_signs(good):
    found = codes_of(game_of(good), "en")
    assert set(found) == {piece.id for piece in game_of(good).pieces} - {"ghost"}
    for code in found.values():
        mark, hyphen, signs = code[:2], code[2], code[3:]
        assert (mark, hyphen, len(signs)) == ("TI", "-", 4)
        assert set(signs) <= set(ALPHABET)


def test_codes_stay_as_they_are():
    """A change here makes every printed piece out of date: it needs a very good reason."""
    assert ALPHABET == "23456789ACEFJKPRTVXY"
    assert codes._spelt(0) == "2222"
    assert codes._spelt(123_456_789) == "CY3J"


def test_the_codes_of_tiny(good):
    """They come out of the content alone, on every machine and for ever."""
    found = codes_of(game_of(good), "en")
    assert found["boat"] == "TI-AVTX"
    assert found["five"] == "TI-YE8E"
    assert found["island"] == "TI-4RC5"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards", "{en: Boat,", "{en: Ship,"),
        ("cards", "cost: 3", "cost: 4"),
        ("cards", "take **2** {gold}.", "take **3** {gold}."),
        ("cards", "mdi:sail-boat", "mdi:ferry"),
        ("cards", "back: {mark: T}", "back: {mark: X}"),
        ("cards", "[mdi:waves, fa:anchor]", "[fa:anchor, mdi:waves]"),
        ("cards", "- id: boat", "- id: ship"),
        ("game", '"#2f7f9b"', '"#2f7f9c"'),
        ("game", "document:", "mark: XY\ndocument:"),
    ],
)
def test_another_code_for_what_says_something_else(file, old, new, tiny):
    before = code_of(tiny)
    tiny.edit(f"content/tiny/{file}.yaml", old, new)
    after = codes_of(game_of(tiny), "en")
    assert before not in after.values()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards", "copies: 12", "copies: 11"),
        ("cards", "{en: Boat, it: Barca}", "{en: Boat, it: Nave}"),
        ("cards", 'lines: "12, 14-15"', 'lines: "12-15"'),
        ("cards", "cost: 1", "cost: 2"),
        ("game", "size: mini", "size: poker"),
        ("game", "weighs: {en: weighs", "weighs: {en: heavy"),
    ],
)
def test_the_same_code_for_what_says_the_same(file, old, new, tiny):
    before = code_of(tiny)
    tiny.edit(f"content/tiny/{file}.yaml", old, new)
    assert code_of(tiny) == before


def test_a_code_is_that_of_a_language(good, tiny):
    assert code_of(good, "boat", "en") != code_of(good, "boat", "it")
    tiny.edit("content/tiny/coins.yaml", "{en: Five, it: Cinque}", "{en: V, it: V}")
    assert code_of(tiny, "five", "en") == code_of(tiny, "five", "it")


def test_what_a_piece_says_field_by_field(good):
    (boat,) = (piece for piece in game_of(good).pieces if piece.id == "boat")
    said = field_texts(boat, "it")
    assert said["front.title"] == "Barca"
    assert said["front.weight"] == "1.5"
    assert said["front.rare"] == "false"
    assert said["front.band"] == "#2f7f9b"
    assert said["front.symbols[2]"] == "fa:anchor"
    assert said["front.options[1].text"] == "Pesca: prendi **2** {gold}."
    assert said["back.mark"] == "T"
    assert "front.note" not in said, "left out"
    assert "name" not in said, "the front says it"


def test_a_name_that_no_front_says_is_said(good):
    (five,) = (piece for piece in game_of(good).pieces if piece.id == "five")
    assert field_texts(five, "en") == {"front.value": "5", "name": "Five"}


def test_no_two_pieces_of_a_box_share_a_code(good, monkeypatch):
    """With two signs for all of them, every third piece would."""
    game = game_of(good)
    alone = codes_of(game, "en")
    monkeypatch.setattr(codes, "LENGTH", 1)
    found = codes_of(game, "en")
    assert len(set(found.values())) == len(found) == len(alone)
    assert len({code[3] for code in alone.values()}) < len(alone), "or nothing was tried"
    assert codes_of(game, "en") == found


@pytest.mark.parametrize(
    ("game", "mark"),
    [
        ("moving-kingdoms", "MK"),
        ("el-mapa", "EM"),
        ("tiny", "TI"),
        ("a-b-c", "AB"),
        ("x", "XX"),
        ("7-wonders", "WO"),
        ("2048", "XX"),
        ("k2-peak", "KP"),
    ],
)
def test_a_mark_for_who_chose_none(game, mark):
    assert default_mark(game) == mark


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("MK-7K4C", "MK-7K4C"),
        ("mk7k4c", "MK-7K4C"),
        (" mk - 7k4c ", "MK-7K4C"),
        ("MK–7K4C", "MK-7K4C"),
        ("ΜK-7K4C", ""),  # a Greek capital, and so one letter too few
        ("C0-2345", "CO-2345"),
        ("51-2345", "SI-2345"),
        ("MK-O0QD", "MK-CCCC"),
        ("MK-1ILZ", "MK-7772"),
        ("MK-SBGU", "MK-586V"),
        ("MK-7K4", ""),
        ("MK-7K4CC", ""),
        ("", ""),
    ],
)
def test_what_somebody_types(typed, code):
    assert understood(typed) == code


def test_every_code_is_understood_as_it_is():
    for signs in itertools.product(ALPHABET, repeat=2):
        code = f"OI-{''.join(signs)}{signs[0]}{signs[1]}"
        assert understood(code) == code


def test_no_code_is_wider_than_its_box():
    letters = text_measurer(FontStyle(FAMILIES["sans"], REGULAR, False))
    widest = max(ALPHABET, key=letters.width_em)
    width_mm = letters.width_em(f"WW-{widest * 4}") * CODE_SIZE_PT * MM_PER_PT
    assert width_mm <= CODE_WIDTH_MM
