"""The words of the tool: those of its languages, and what a project adds to them."""

import re
import subprocess
import sys

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Edition
from fustella.core.words.languages import languages, printed
from fustella.core.words.playtest_words import playtest_words
from fustella.core.words.printed import ToolWords, braces_in, in_own_font
from tests.helpers.sharing import ROOT

ENGLISH = printed("en")
LANGUAGES = languages()
TOOL = ToolWords()
PT = ToolWords({"pt": {"sheet.front": "frente", "sheet.counted": "folha {number} de {count}"}})


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_language_have_the_braces_of_the_english_ones(language):
    for name, text in printed(language).items():
        assert braces_in(text) == braces_in(ENGLISH[name]), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_language_have_letters_of_the_tools_own_font(language):
    assert all(map(in_own_font, printed(language).values()))


def test_french_words_keep_two_part_signs_on_the_line_of_their_word():
    texts = [*printed("fr").values()]
    assert sum("\u202f" in text for text in texts) > 40
    for text in texts:
        assert not re.search(r"[^\u202f][;!?»]|«[^\u202f]| :|[ \u202f],", text), text


def test_german_words_have_german_quotes():
    texts = [*printed("de").values()]
    assert sum(text.count("„") for text in texts) == sum(text.count("“") for text in texts) > 2
    assert not any(sign in text for text in texts for sign in "”\"«»'")


def test_a_word_that_a_project_has_goes_first_and_others_are_english():
    assert PT.text("sheet.front", "pt") == "frente"
    assert PT.text("sheet.back", "pt") == "back"
    assert PT.text("sheet.front", "it") == "fronte"
    assert PT.on_sheets("pt")["counted"].format(number=1, count=2) == "folha 1 de 2"


def test_a_project_may_say_a_word_of_the_package_otherwise():
    own = ToolWords({"en": {"sheet.front": "face"}})
    assert own.text("sheet.front", "en") == "face"
    assert own.text("sheet.front", "fi") == "face", "what stands in is English of the project"
    assert TOOL.text("sheet.front", "fi") == "front"


def test_languages_are_those_of_the_package_and_then_of_the_project():
    assert TOOL.languages == ("en", "de", "es", "fr", "it")
    assert PT.languages == (*TOOL.languages, "pt")


def test_words_of_a_regional_language_are_those_of_the_language():
    assert TOOL.text("sheet.front", "de-at") == "Vorderseite"
    assert PT.text("sheet.front", "pt-br") == "frente"
    assert (TOOL.spoken("de-at"), PT.spoken("pt-br"), TOOL.spoken("fi")) == ("de", "pt", "en")


def test_words_that_a_language_lacks_are_counted():
    sheets = sum(name.startswith("sheet.") for name in ENGLISH)
    assert TOOL.lacking("sheet", "de") == (0, sheets)
    assert TOOL.lacking("sheet", "de-at") == (0, sheets)
    assert PT.lacking("sheet", "pt") == (sheets - 2, sheets)
    assert PT.lacking("sheet", "fi") == (0, sheets), "English throughout"


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("en", ("0 pieces", "1 piece", "2 pieces", "11 pieces")),
        ("de", ("0 Teile", "1 Teil", "2 Teile", "11 Teile")),
        ("fr", ("0 pièce", "1 pièce", "2 pièces", "11 pièces")),
        ("fi", ("0 pieces", "1 piece", "2 pieces", "11 pieces")),
    ],
)
def test_counts_take_the_form_that_their_language_has_for_them(language, counts):
    found = tuple(TOOL.counted("page.pieces", language, count) for count in (0, 1, 2, 11))
    assert found == counts


def test_counts_of_a_project_take_the_form_that_it_says():
    rule = {"numbers.one": "1 21", "page.pieces.one": "{count} deild"}
    own = ToolWords({"is": rule | {"page.pieces.many": "{count} deildir"}})
    found = [own.counted("page.pieces", "is", count) for count in (1, 2, 21)]
    assert found == ["1 deild", "2 deildir", "21 deild"]


def test_a_language_without_a_name_is_called_by_its_code():
    assert TOOL.name_of_language("de", "fr") == "allemand"
    assert TOOL.name_of_language("fi", "fr") == "fi"
    assert ToolWords({"fr": {"language.fi": "finnois"}}).name_of_language("fi", "fr") == "finnois"


def test_labels_in_letters_that_their_font_lacks_are_english():
    japanese = ToolWords({"ja": {"sheet.front": "表"}, "el": {"sheet.front": "εμπρός"}})
    assert japanese.on_labels("ja")["front"] == "front"
    assert japanese.on_sheets("ja")["front"] == "表"
    assert japanese.on_labels("el")["front"] == "εμπρός"


def test_words_of_an_edition_are_those_of_its_game(tiny):
    words = Edition(load_game(Project(tiny.root), "tiny"), "de").words
    assert {"document_lines", "lines", "designed"} <= words.keys()
    assert words["boxes"] == "Schachteln"
    assert not any(name.startswith("original") for name in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_form_for_playtests_are_asked_in_the_same_order(language):
    english, words = playtest_words(TOOL, "en"), playtest_words(TOOL, language)
    assert [one.name for one in words.scales] == [one.name for one in english.scales]
    assert len(words.scales) == 6 and len(words.questions) == 7
    assert all((one.text, one.low, one.high) for one in words.scales)


def test_a_command_without_words_reads_no_language():
    code = (
        "import sys; from fustella.cli.arguments import command_line; command_line();"
        "from fustella.core.words.languages import languages;"
        "sys.exit(languages.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0
