"""Texts whose languages have different numbers."""

import pytest

from fustella.check.numbers import numbers_in
from fustella.core.words.numerals import number_words, roman_number
from tests.check.lint.conftest import MakeBox


def says(italian: str, english: str) -> str:
    text = f'{{it: "{italian}", en: "{english}"}}'
    return f"- {{id: fog, name: {{it: Nebbia, en: Fog}}, front: {{text: {text}}}}}"


@pytest.mark.parametrize(
    ("italian", "english"),
    [
        ("Pesca 3 carte.", "Draw three cards."),
        ("Attacco doppio, due volte.", "Double attack, twice."),
        ("Livello II o 3.", "Level 2 or III."),
        ("Sposta un edificio.", "Move the building."),
        ("Pesca 1 carta.", "Draw one card."),
        ("Pesca una carta.", "Draw 1 card."),
        ("I maghi vincono.", "Mages win."),
        ("Grande 1×2 e poi +3.", "+3, then 2x1."),
        ("Vale 2,5.", "Worth 2.5."),
        ("Le due città.", "Both cities."),
        ("Danno 2 a entrambi.", "2 damage to both."),
        ("Entrambi le due.", "The pair of both."),
        ("Ventidue arcieri.", "Twenty-two archers."),
        ("Toglie −1.", "Takes -1."),
        ("Da 1–3 turni.", "1-3 turns."),
        ("{wood} 2 **3**", "**3** 2 {wood}"),
        ("Sia tu sia io.", "Both of us."),
        ("Mezz’ora.", "Half an hour."),
    ],
)
def test_numbers_that_are_equal_find_nothing(box: MakeBox, italian: str, english: str) -> None:
    assert box(card=says(italian, english)).has(rule="numbers") == []


@pytest.mark.parametrize(
    ("italian", "english", "has"),
    [
        ("Pesca 3 carte.", "Draw two cards.", "it: 3; en: 2"),
        ("Pesca 3 carte.", "Draw cards.", "it: 3; en: none"),
        ("Da 2 a 2.", "From 2.", "it: 2, 2; en: 2"),
        ("Pesca 1 carta.", "Draw cards.", "it: 1; en: none"),
        ("Vale 1 e 1.", "Worth one.", "it: 1, 1; en: none"),
        ("Livello IV.", "Level VI.", "it: 4; en: 6"),
        ("Vale +1.", "Worth −1.", "it: 1; en: −1"),
        ("Vale 2,5.", "Worth 25.", "it: 2.5; en: 25"),
        ("Le due, 2.", "Both.", "it: 2, 2; en: none"),
        ("Pesca.", "Draw 10, then 9.", "it: none; en: 9, 10"),
        ("Danno 2 a entrambi.", "Damage to both.", "it: 2; en: none"),
        ("Ambedue pescano.", "Both draw 2.", "it: none; en: 2"),
    ],
)
def test_numbers_that_differ_are_reported(
    box: MakeBox, italian: str, english: str, has: str
) -> None:
    assert box(card=says(italian, english)).has() == [f"4: {has}"]


def test_numbers_beside_typed_line_break_are_read(box: MakeBox) -> None:
    text = r"text: {it: 'Pesca\ndue', en: 'Draw\nthree'}"
    found = box(card=f"- {{id: a, name: {{it: A, en: A}}, front: {{{text}}}}}").has()
    assert found == ["4: it: 2; en: 3"]


def test_numbers_that_differ_have_the_place_of_the_translation(box: MakeBox) -> None:
    (found,) = box(card=says("Pesca 3 carte.", "Draw two cards.")).lint()
    assert found.claim == "lint-numbers"
    assert found.place.key == "pieces[1].front.text.en"
    assert [place.key for place in found.where] == ["pieces[1].front.text.it"]


@pytest.mark.parametrize(
    "piece",
    [
        "{id: fog, name: {it: Nebbia 1, en: Fog 2}, front: {}}",
        "{id: fog, name: {it: N, en: F}, source: {designed: {it: due, en: three}}, front: {}}",
        "{id: fog, name: {it: N, en: F}, back: {text: {it: due, en: three}}, front: {}}",
    ],
)
def test_numbers_in_names_reasons_and_backs_are_checked(box: MakeBox, piece: str) -> None:
    assert len(box(card=f"- {piece}").has()) == 1


def test_numbers_of_ignored_and_struck_out_pieces_are_not_checked(box: MakeBox) -> None:
    piece = says("Pesca 3 carte.", "Draw two cards.")
    ignore = "ignore: [{rule: numbers, of: {kind: card}, fields: front.text, why: other counts}]"
    assert box(ignore, card=piece).has() == []
    assert box(card=piece.replace("id: fog", "id: fog, struck_out: line 1")).has() == []


def test_numbers_with_lookalike_letters_are_none() -> None:
    assert str(numbers_in("ſei carte, 2 torri", "it")) == "2"


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("es", "treinta  y\ndos", "32"),
        ("es", "treinta y tal", "30"),
        ("es", "Treinta y dos y dos", "2, 32"),
        ("en", "twenty-two, twenty-fold, twenty - two", "2, 20, 20, 22"),
        ("en", "forty-one one-eyed", "41"),
        ("it", "dueX, x3, 3x, tre_", "3, 3"),
        ("de", "zweiundvierzig und vier", "4, 42"),
        ("de", "Zu dritt, zu sechst oder zu acht: bis zu vier, zu dem dritten", "3, 4, 6, 8"),
        ("fr", "quatre-vingt-dix et quatre", "4, 90"),
        ("fr", "soixante et quatre", "4, 60"),
        ("fr", "quatre-vingts, quatre vingt", "4, 20, 80"),
    ],
)
def test_numbers_in_text_take_the_longest_word(language: str, text: str, said: str) -> None:
    assert str(numbers_in(text, language)) == said


def test_numbers_in_language_without_words_are_figures() -> None:
    assert number_words("fi") == {}
    assert str(numbers_in("kolme 4 V", "fi")) == "4, 5"


@pytest.mark.parametrize(
    ("language", "word", "number"),
    [
        ("it", "ventotto", 28),
        ("it", "trentuno", 31),
        ("it", "ventitre", 23),
        ("it", "ventitré", 23),
        ("it", "doppia", 2),
        ("it", "una", 1),
        ("es", "dieciséis", 16),
        ("es", "dieciseis", 16),
        ("es", "treinta y dos", 32),
        ("es", "once", 11),
        ("en", "once", 1),
        ("es", "doble", 2),
        ("es", "cien", 100),
        ("en", "ninety-nine", 99),
        ("en", "twelve", 12),
        ("de", "zwölf", 12),
        ("de", "zwoelf", 12),
        ("de", "einundzwanzig", 21),
        ("de", "sechzehn", 16),
        ("de", "siebzig", 70),
        ("de", "dreißig", 30),
        ("de", "dreissig", 30),
        ("de", "einen", 1),
        ("de", "zweimal", 2),
        ("de", "viermal", 4),
        ("de", "vierfache", 4),
        ("de", "zu fünft", 5),
        ("de", "zu fuenft", 5),
        ("de", "zu zwölft", 12),
        ("fr", "une", 1),
        ("fr", "dix-sept", 17),
        ("fr", "vingt et un", 21),
        ("fr", "vingt-et-une", 21),
        ("fr", "vingt-deux", 22),
        ("fr", "soixante-dix", 70),
        ("fr", "soixante et onze", 71),
        ("fr", "septante", 70),
        ("fr", "quatre-vingts", 80),
        ("fr", "quatre-vingt-un", 81),
        ("fr", "quatre-vingt-dix-neuf", 99),
        ("fr", "nonante-neuf", 99),
    ],
)
def test_number_words_of_each_language_are_known(language: str, word: str, number: int) -> None:
    assert number_words(language)[word] == number


@pytest.mark.parametrize("language", ["it", "es", "en", "de", "fr"])
def test_number_words_cover_one_to_a_hundred(language: str) -> None:
    assert set(number_words(language).values()) == set(range(1, 101))


def test_roman_number_of_numeral_is_its_value() -> None:
    assert [roman_number(word) for word in ("I", "IV", "IX", "XIV", "XXXIX")] == [1, 4, 9, 14, 39]
    assert [roman_number(word) for word in ("", "IIII", "VX", "L", "ii")] == [None] * 5
