"""A deck in five languages and four alphabets, with fonts of its own (tests/foreign/markets/)."""

import shutil
from pathlib import Path

import pdfplumber
import pytest

from tests.conftest import TESTS, TinyProject
from tests.helpers.system_fonts import KNOWN, font_for
from tests.test_foreign import said_by

pytestmark = pytest.mark.usefixtures("own_user")

DECK = TESTS / "foreign" / "markets"
FONTS = "content/markets/fonts"
NAMES = {
    "en": ("Today's catch", "greek"),
    "el": ("Η σημερινή ψαριά", "greek"),
    "ja": ("今朝の水揚げ", "japanese"),
    "he": ("שלל הדיג של היום", "hebrew"),
    "ar": ("صيد اليوم", "arabic"),
}


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> TinyProject:
    """The deck with fonts of this machine."""
    fonts = {alphabet: font_for(alphabet) for alphabet in KNOWN}
    root = tmp_path_factory.mktemp("markets") / "project"
    shutil.copytree(DECK, root)
    (root / FONTS).mkdir()
    for alphabet, path in fonts.items():
        shutil.copyfile(path, root / FONTS / f"{alphabet}.otf")
    return TinyProject(root)


@pytest.mark.parametrize("language", NAMES)
def test_deck_in_each_language_is_printed_in_its_font(deck, language):
    code, _, err = said_by(deck, "build", "--language", language)
    assert (code, err) == (0, "")
    pdf = deck.output / "markets" / f"{language}-A4" / "markets-card.pdf"
    name, alphabet = NAMES[language]
    letters = {
        (char["text"], char["fontname"].split("+")[-1].split("-")[0]) for char in chars_of(pdf)
    }
    assert {(letter, alphabet) for letter in name if letter.isalpha()} <= letters | joined(letters)


def chars_of(pdf: Path) -> list[dict[str, str]]:
    with pdfplumber.open(pdf) as document:
        return [char for page in document.pages for char in page.chars]


def joined(letters: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The letters of ligatures, which stand in a PDF as several letters of one glyph."""
    return {(letter, font) for text, font in letters for letter in text}


def test_check_of_the_deck_finds_nothing(deck):
    code, out, err = said_by(deck, "check")
    assert (code, err) == (0, ""), out


def test_deck_without_its_fonts_is_refused_with_their_names(tmp_path):
    root = tmp_path / "project"
    shutil.copytree(DECK, root)
    code, _, err = said_by(TinyProject(root), "build")
    assert code == 1
    for alphabet in KNOWN:
        assert f"E135 there is no file `fonts/{alphabet}.otf`" in err


def test_label_of_a_page_leaves_out_names_in_letters_that_it_cannot_print(deck):
    said_by(deck, "build", "--language", "ja")
    pdf = deck.output / "markets" / "ja-A4" / "markets-card.pdf"
    with pdfplumber.open(pdf) as document:
        text = document.pages[0].extract_text()
    assert "sheet 1 of" in text
    assert "· ·" not in text


def test_cover_in_a_language_that_the_tool_does_not_speak_runs_as_its_own_words(deck):
    said_by(deck, "build", "--language", "he")
    with pdfplumber.open(deck.output / "markets" / "he-A4" / "markets-cover.pdf") as document:
        text = document.pages[0].extract_text()
    assert "6 ×" in text
    assert "× 6" not in text
