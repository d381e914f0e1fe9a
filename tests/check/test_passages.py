"""Passages: where they are found, and which figures are read there."""

import re
import unicodedata

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from fustella.check import passage
from fustella.check.document.passages import ClaimPassage, Read, _starts_by_end, pattern_of
from fustella.check.document.plain import plain
from fustella.check.errors import InvalidClaim
from fustella.core.words.numerals import number_words
from tests.helpers.timing import within


def read(words: str, text: str, language: str = "it") -> list[dict[str, int]]:
    """The figures of each occurrence, by their names."""
    found = passage(words, language).occurrences(text)
    return [{one.name: one.value for one in reads} for _, _, reads in found]


def values(words: str, text: str, language: str = "it") -> list[int]:
    return [figures["n"] for figures in read(words, text, language)]


@pytest.mark.parametrize(
    ("language", "typed", "value"),
    [
        ("it", "40", 40),
        ("it", "06", 6),
        ("it", "0", 0),
        ("it", "12345", 12345),
        ("it", "sei", 6),
        ("it", "Sei", 6),
        ("it", "UNA", 1),
        ("it", "un", 1),
        ("it", "doppia", 2),
        ("it", "ventotto", 28),
        ("it", "ventitré", 23),
        ("it", "ventitre", 23),
        ("it", "VENTITRÉ", 23),
        ("it", "cento", 100),
        ("es", "once", 11),
        ("es", "doble", 2),
        ("es", "dieciséis", 16),
        ("es", "DIECISEIS", 16),
        ("es", "treinta y dos", 32),
        ("es", "Treinta  Y\n  dos", 32),
        ("en", "once", 1),
        ("en", "twenty-two", 22),
        ("en", "Twice", 2),
        ("en", "I", 1),
        ("en", "IV", 4),
        ("en", "IX", 9),
        ("en", "XII", 12),
    ],
)
def test_passage_with_figure_in_any_form_is_read(language, typed, value):
    assert values("have {99} tiles", f"You have {typed} tiles.", language) == [value]


@pytest.mark.parametrize("language", ["it", "es", "en", "de", "fr"])
def test_passage_with_number_word_in_any_case_is_read(language):
    for word, value in number_words(language).items():
        for typed in (word, word.upper(), word.capitalize()):
            assert values("Z {1} Z", f"z {typed} z", language) == [value], typed


@pytest.mark.parametrize(
    "typed",
    ["iv", "Iv", "IIII", "XIII", "sette", "seimila", "-", "", "ssei", "sei1", "VIx"],
)
def test_passage_without_figure_in_text_is_not_found(typed):
    assert values("Have {4} tiles", f"Have {typed} tiles", "en") == []


def test_passage_in_language_without_words_reads_digits_and_numerals():
    assert values("a {1} b", "a 7 b, a IV b, a sei b", "xx") == [7, 4]


def test_passage_figure_is_a_whole_number():
    assert values("{4} tiles", "40 tiles, 140 tiles") == [40, 140]
    assert values("tiles {4}", "tiles 40") == [40]
    assert values("{2} carte", "ventidue carte") == [22]
    assert values("{2} cartas", "treinta y dos cartas", "es") == [32]
    assert values("{2} cards", "twenty-two cards", "en") == [22]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("{6}x Pies", "6x pies"),
        ("{6}X Pies", "6X Pies"),
        ("x{6} Pies", "x6 Pies"),
        ("{6}mm wide", "6mm wide"),
        ("n{6}b", "n6b"),
        ("T.{6}-wide", "t.6-wide"),
        ("({6}) wide", "(VI) wide"),
        ("un'{6}a", "un’6A"),
        ("{6}'sole", "SEI’sole"),
    ],
)
def test_passage_figure_beside_letters_and_signs_is_read(words, text):
    assert values(words, text) == [6]


def test_passage_figures_have_names_and_places():
    found = passage("{level=1} Cuartel: cuesta {gold=3} y {1}", "es")
    assert found.recorded == (("level", 1), ("gold", 3), ("n", 1))
    text = "- II  Cuartel: cuesta dos y 15."
    ((start, end, reads),) = found.occurrences(text)
    assert (start, end) == (2, 30)
    assert reads == (Read("level", 2, 2, 4), Read("gold", 2, 22, 25), Read("n", 15, 28, 30))
    assert [text[one.start : one.end] for one in reads] == ["II", "dos", "15"]


def test_passage_with_two_figures_side_by_side_is_read():
    assert read("{least=2}-{most=4} players", "for 3–6 players", "en") == [{"least": 3, "most": 6}]
    assert read("{a=1}/{b=2} of", "due/III of") == [{"a": 2, "b": 3}]
    assert read("{a=1}{b=2} of", "12 of") == []  # a number is never divided


def test_passage_matches_any_white_space():
    for between in (" ", "  ", "\n", "\r\n", "\t", "\u00a0", " \n\n  "):
        assert values("the {6} round tiles", f"the{between}6{between}round{between}tiles") == [6]
    assert values("the  \n {6} tiles", "the 6 tiles") == [6]
    assert values("the {6} tiles", "the 6tiles") == []


@pytest.mark.parametrize("signs", ["'’‘`", '"“”«»', "-–—‑"])
def test_passage_matches_other_quotes_and_dashes(signs):
    for typed in signs:
        for there in signs:
            assert values(f"a{typed}b {{6}} c", f"A{there}B 6 c") == [6], (typed, there)


def test_passage_matches_letters_of_both_cases():
    assert values("CITTÀ {6} Carte", "città 6 carte") == [6]
    assert values("città {6}", "CITTÀ 6") == [6]
    assert values("strasse {6}", "STRASSE 6") == [6]


def test_passage_with_number_word_beside_figure_is_read():
    assert values("una carta con {6} gemme", "Una carta con 7 gemme") == [7]
    assert values("{6} de treinta y dos", "Siete de treinta\ny dos", "es") == [7]
    assert values("una carta con {6}", "1 carta con 6") == []
    assert values("tre{6}x", "TRE6x") == [6]


def test_passage_with_gap_matches_anything_between():
    text = "castles\n(in 3 colours), 40 of them, 50 more"
    assert values("castles … {40} of them", text) == [40]
    assert values("castles…of {40}", "castles, of 7, of 8") == [7]
    assert values("castles…{40}", "castles in 3 colours") == [3]


def test_passage_with_gap_longer_than_a_page_is_not_found():
    assert values("castles…{40}", f"castles{'.' * 2000}40") == [40]
    assert values("castles…{40}", f"castles{'.' * 2001}40") == []


def test_passage_with_gap_counts_white_space_once():
    assert values("castles … {40} of", "castles 40 of") == [40]
    assert values("castles … {40} of", "castles40 of") == []
    assert values("castles … … {40} of", "castles\n\n40 of") == [40]
    assert values("… castles {40} …", "the castles 40 of") == [40]


def test_passage_with_gap_takes_the_nearest_segment():
    assert read("a … {x=1} b … {y=2} c", "a 5 b 6 b 7 c a 8 b") == [{"x": 5, "y": 7}]
    assert read("a … {x=1} b … {y=2} c", f"a 5 b {'.' * 2000} a 8 b 9 c") == [{"x": 8, "y": 9}]


def test_gone_passage_with_gaps_takes_no_longer():
    text = "On turn i take j fish, then k stones or i points.\n" * 20_000
    words = "turn … {a=1} … {b=2} … {c=3} … nowhere {d=4} tiles"
    text = re.sub(r"\b[ijk]\b", "7", text)

    def both() -> None:
        assert read(words, text, "en") == []
        assert len(read("turn … {a=1} fish, … {b=2} stones", text, "en")) == 20_000

    within(10, both)


def test_passages_that_begin_with_a_figure_look_through_a_text_once_together():
    text = "3 towers, 4 boats, 5 coins"
    _starts_by_end.cache_clear()
    for words in ("{3} towers", "{4} boats", "{5} coins"):
        assert values(words, text, "en")
    assert _starts_by_end.cache_info().misses == 2  # for figures, and for the spaces behind them


@pytest.mark.parametrize(
    "typed",
    [
        *("1.040", "1,040", "1'040", "1’040", "1\u202f040", "4.40", "2,40", "040.5", "40.5"),
        *("40,000", "a hundred and forty", "a hundred forty", "two hundred forty"),
        *("a thousand and forty", "forty thousand"),
    ],
)
def test_passage_figure_inside_a_larger_number_is_not_found(typed):
    for words in ("{40} pebbles", "take {40}", "take {40} pebbles", "take … {40} pebbles"):
        assert 40 not in values(words, f"take {typed} pebbles", "en"), words


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("it", "cento e quaranta"),
        ("it", "due cento quaranta"),
        ("it", "mille quaranta"),
        ("es", "ciento cuarenta"),
        ("es", "doscientas cuarenta"),
        ("es", "mil y cuarenta"),
    ],
)
def test_passage_figure_inside_words_over_a_hundred_is_not_found(language, typed):
    assert values("{40} gemme", f"{typed} gemme", language) == []


def test_passage_figure_of_a_hundred_alone_is_read():
    assert values("{100} cards", "a hundred cards, one hundred cards", "en") == [100, 100]
    assert values("{100} carte", "cento carte, due carte", "it") == [100, 2]
    assert values("{100} cards", "two hundred cards", "en") == []


@pytest.mark.parametrize(
    ("words", "text", "value"),
    [
        ("{6} tiles.", "level 3, 6 tiles.", 6),
        ("level {6}", "level 6. 7 tiles", 6),
        ("level {6}", "level 6, 7 tiles", 6),
        ("level {6}", "level 6-9", 6),
        ("{6} players", "2-6 players", 6),
        ("{6}s", "6s", 6),
        ("take x{6}", "take x6", 6),
        ("take {6}", "take 6d8", 6),
        ("d{6} dice", "4d6 dice", 6),
        ("costs {6}/2", "costs 6/2", 6),
    ],
)
def test_passage_figure_beside_other_signs_is_whole(words, text, value):
    assert values(words, text, "en") == [value]


def test_passage_with_decimal_in_two_figures_is_read():
    assert read("costs {a=2}.{b=5} coins", "costs 3.75 coins") == [{"a": 3, "b": 75}]
    assert read("costs {a=2}.5 coins", "costs 3.5 coins") == [{"a": 3}]
    assert read("levels {a=1},{b=2},{c=3}", "levels 4,5,6") == [{"a": 4, "b": 5, "c": 6}]
    assert read("costs {a=2}.{b=5}", "costs 3.75.2") == []


def test_passage_with_number_at_its_end_matches_whole_numbers():
    assert values("2-{6} persone, livello 4", "12-6 persone, livello 4") == []
    assert values("2-{6} persone, livello 4", "2-6 persone, livello 40") == []
    assert values("2-{6} persone, livello 4", "2-6 persone, livello 4.5") == []
    assert values("2-{6} persone, livello 4", "2-6 persone, livello 4.") == [6]


def test_passage_with_regex_signs_matches_them_literally():
    assert values("a.b* (c|d)+ [e] {6}? $f^ \\d", "a.b* (c|d)+ [e] 6? $f^ \\d") == [6]
    assert values("a.b {6}", "axb 6") == []


@pytest.mark.parametrize("words", ["{6}", "", "{6} × {b=4}", "{6}…{b=4}", "…", "{1} 2 __ {c=3}"])
def test_passage_without_words_raises(words):
    with pytest.raises(InvalidClaim, match="no words to be found by") as raised:
        passage(words, "it")
    assert (raised.value.code, raised.value.key) == ("E505", "text")
    assert raised.value.hint


@pytest.mark.parametrize(
    "typed", ["{}", "{six}", "{Level=1}", "{level}", "{ 6 }", "{6", "6}", "{-1}"]
)
def test_passage_with_invalid_braces_raises(typed):
    with pytest.raises(InvalidClaim, match="is no figure") as raised:
        passage(f"the {typed} tiles", "it")
    assert raised.value.code == "E505"
    assert "{40}" in raised.value.hint


def test_pattern_without_words_is_found():
    ((start, end, reads),) = pattern_of("+{0}", "it", "reads").occurrences("1 +2 3")
    assert (start, end, reads) == (2, 4, (Read("n", 2, 3, 4),))


@pytest.mark.parametrize("odd", ["ſ", "ı", "İ", "\ue041", "\ue073\ue065\ue069", "K", "ẞ"])
def test_passage_in_text_with_odd_letters_keeps_positions(odd):
    """Letters whose small and capital forms differ in number, and characters of icon fonts."""
    assert values("tiles {6}", f"{odd} tiles 7 {odd}") == [7]
    assert values("a {6} tiles", f"a {odd} tiles") == []
    ((_, _, (figure,)),) = passage("a {6} b", "it").occurrences(f"{odd}{odd} a sei b")
    assert figure.start == 2 * len(odd) + 3
    assert values("a {6} b", "A ſeı B") == [6]


LETTERS = "abexyzÉìñ xXvViIq.,;:-–'’\"“()/*+?[]^$\\|\n\r\t\u00a0ſ"
PIECES = st.one_of(
    st.text(LETTERS, min_size=1, max_size=6),
    st.integers(0, 200).map(str),
    st.sampled_from(["un", "sei", "Due", "doce", "twenty-two", "treinta y dos", "IV", "x6", " "]),
)


@st.composite
def texts_with_a_number(draw):
    """A text, and where the digits of one of its numbers are."""
    text = " ".join([*draw(st.lists(PIECES, max_size=6)), "Q", *draw(st.lists(PIECES, max_size=6))])
    at = draw(st.integers(0, len(text)))
    number = str(draw(st.integers(0, 9999)))
    text = text[:at] + number + text[at:]
    (whole,) = (one for one in re.finditer(r"\d+", text) if one.start() <= at < one.end())
    return text, whole.span()


@settings(deadline=None)
@example(("0Q -–", (0, 1)), "it", 0)
@given(
    texts_with_a_number(), st.sampled_from(["it", "es", "en", "de", "fr"]), st.integers(0, 99999)
)
def test_passage_from_any_text_with_number_is_found(case, language, other):
    text, (start, end) = case
    figure = int(text[start:end])
    assume(len(text[:start]) + len(text[end:]) > 0)
    words = f"{text[:start]}{{{figure}}}{text[end:]}"
    found = passage(words, language)
    assert found.recorded == (("n", figure),)
    assert found_in(found, text) == (Read("n", figure, start, end),)
    edited = f"{text[:start]}{other}{text[end:]}"
    there = (Read("n", other, start, start + len(str(other))),)
    assert found_in(found, edited) == there


def found_in(found: ClaimPassage, text: str) -> tuple[Read, ...]:
    """The figures of a passage that is all of a text, but for odd letters at its ends."""
    ((start, end, reads),) = found.occurrences(text)
    assert not plain(text[:start]).text
    assert plain(text[end:]).text in ("", "-", "–")  # the second half of a typed dash
    return reads


@settings(deadline=None)
@given(
    st.lists(st.text("bcdfghq", min_size=3, max_size=6), min_size=3, max_size=9, unique=True),
    st.data(),
)
def test_passage_from_any_text_with_number_word_is_found(words, data):
    language = data.draw(st.sampled_from(["it", "es", "en", "de", "fr"]))
    numbers = number_words(language)
    word = data.draw(st.sampled_from(sorted(numbers)))
    typed = data.draw(st.sampled_from([word, word.upper(), word.title()]))
    at = data.draw(st.integers(1, len(words) - 1))
    text = " ".join([*words[:at], typed, *words[at:]])
    found = passage(f"{words[at - 1]} {{7}} {words[at]}", language)
    ((_, _, (figure,)),) = found.occurrences(text)
    assert figure.value == numbers[word]
    assert text[figure.start : figure.end] == typed


def test_passage_with_decomposed_accents_is_found():
    assert values(
        unicodedata.normalize("NFD", "ventitré città: {23} ponti"), "Ventitré città: 23 ponti"
    ) == [23]


@pytest.mark.parametrize(
    ("words", "found"),
    [("obtener treinta {2}", []), ("{30} dos casillas", []), (" {2} casillas", [32])],
)
def test_passage_figure_inside_a_number_word_is_not_found(words, found):
    assert values(words, "obtener treinta y dos casillas", "es") == found
