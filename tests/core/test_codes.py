"""Version codes: the same as long as the text of a piece is, and another one afterwards."""

import itertools

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values import codes
from fustella.core.values.codes import (
    ALPHABET,
    codes_of,
    default_mark,
    field_texts,
    spelt,
    understood,
)
from fustella.core.values.model import Game
from fustella.draw.templates.functions import CODE_SIZE_PT, CODE_WIDTH_MM
from fustella.draw.text.fonts import FAMILIES, REGULAR, FontStyle
from fustella.draw.text.shaping import text_measurer


def game_of(project) -> Game:
    return load_game(Project(project.root), "tiny")


def code_of(project, piece: str = "boat", language: str = "en") -> str:
    return codes_of(game_of(project), language)[piece]


def test_codes_of_are_a_mark_a_hyphen_and_four_signs(good):
    found = codes_of(game_of(good), "en")
    assert set(found) == {piece.id for piece in game_of(good).pieces} - {"ghost"}
    for code in found.values():
        mark, hyphen, signs = code[:2], code[2], code[3:]
        assert (mark, hyphen, len(signs)) == ("TI", "-", 4)
        assert set(signs) <= set(ALPHABET)


def test_spelt_of_a_number_stays_the_same_for_ever():
    """A change here makes every printed piece out of date."""
    assert ALPHABET == "23456789ACEFJKPRTVXY"
    assert spelt(0) == "2222"
    assert spelt(123_456_789) == "CY3J"


def test_codes_of_the_same_content_stay_the_same_for_ever(good):
    """They depend on the content alone, not on the machine."""
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
def test_codes_of_after_a_change_of_text_differ(file, old, new, tiny):
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
def test_codes_of_after_a_change_beside_the_text_stay(file, old, new, tiny):
    before = code_of(tiny)
    tiny.edit(f"content/tiny/{file}.yaml", old, new)
    assert code_of(tiny) == before


def test_codes_of_in_another_language_differ_with_the_text(good, tiny):
    assert code_of(good, "boat", "en") != code_of(good, "boat", "it")
    tiny.edit("content/tiny/coins.yaml", "{en: Five, it: Cinque}", "{en: V, it: V}")
    assert code_of(tiny, "five", "en") == code_of(tiny, "five", "it")


def test_field_texts_of_a_piece_are_its_values_by_path(good):
    (boat,) = (piece for piece in game_of(good).pieces if piece.id == "boat")
    texts = field_texts(boat, "it")
    assert texts["front.title"] == "Barca"
    assert texts["front.weight"] == "1.5"
    assert texts["front.rare"] == "false"
    assert texts["front.band"] == "#2f7f9b"
    assert texts["front.symbols[2]"] == "fa:anchor"
    assert texts["front.options[1].text"] == "Pesca: prendi **2** {gold}."
    assert texts["back.mark"] == "T"
    assert "front.note" not in texts, "left out"
    assert "name" not in texts, "it is the title on the front"


def test_field_texts_without_a_title_include_the_name(good):
    (five,) = (piece for piece in game_of(good).pieces if piece.id == "five")
    assert field_texts(five, "en") == {"front.value": "5", "name": "Five"}


def test_codes_of_pieces_with_one_hash_differ(good, monkeypatch):
    """With one sign for all of them, several pieces would share one."""
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
def test_default_mark_of_a_game_is_two_letters_of_its_id(game, mark):
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
def test_understood_of_a_typed_code_is_the_code_that_was_meant(typed, code):
    assert understood(typed) == code


def test_understood_of_every_code_is_that_code():
    for signs in itertools.product(ALPHABET, repeat=2):
        code = f"OI-{''.join(signs)}{signs[0]}{signs[1]}"
        assert understood(code) == code


def test_code_of_any_signs_fits_the_width_in_templates():
    letters = text_measurer(FontStyle(FAMILIES["sans"], REGULAR, False))
    widest = max(ALPHABET, key=letters.width_em)
    width_mm = letters.width_em(f"WW-{widest * 4}") * CODE_SIZE_PT * MM_PER_PT
    assert width_mm <= CODE_WIDTH_MM
