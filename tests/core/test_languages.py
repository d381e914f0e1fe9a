"""The languages of the tool: a file each, which YAML reads in the same way."""

import shutil
import subprocess
import sys

import pytest
import yaml

from fustella.core.files.project import RESOURCES
from fustella.core.words.languages import (
    _file,
    languages,
    numbers,
    printed,
    word_list,
    word_list_of_all,
)
from tests.helpers.sharing import ROOT

LANGUAGES = languages()


def lists():
    return _file("en")["read"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_a_language_is_yaml(language):
    text = (RESOURCES / "languages" / f"{language}.yaml").read_text(encoding="utf-8")
    read = yaml.load(text, yaml.CSafeLoader)
    assert {
        heading: {str(name): text for name, text in below.items()}
        for heading, below in read.items()
    } == _file(language)
    assert not any(ord(letter) in (0xA0, 0xAD, 0x200B, 0x202F) for letter in text)  # not seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_lines_in_the_same_order(language):
    assert [[*below] for below in _file(language).values()] == [
        [*below] for below in _file("en").values()
    ]
    assert [*_file(language)] == ["printed", "numbers", "read"]
    assert all(text == text.strip() != "" for text in printed(language).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_have_each_word_once_and_numbers_up_to_a_hundred(language):
    assert sorted(set(numbers(language).values())) == [*range(1, 101)]
    for name in lists():
        words = word_list(name, language)
        assert len(set(words)) == len(words)
        assert all(word == word.strip() != "" for word in words)
    assert (len(word_list("months", language)), len(word_list("days", language))) == (12, 7)


@pytest.mark.parametrize("language", ["de-AT", "de_ch", "DE", "it-it", "es-mx"])
def test_a_region_has_the_lists_of_its_language(language):
    assert word_list("articles", language) == word_list("articles", language[:2].lower())
    assert numbers(language) == numbers(language[:2].lower())


@pytest.mark.parametrize("language", ["", "pt", "../languages/en", "en.yaml", "e*", "\0"])
def test_another_language_has_no_words(language):
    assert (printed(language), numbers(language), word_list("articles", language)) == ({}, {}, ())


def test_a_list_of_all_languages_has_the_words_of_each():
    assert {"yes", "sì", "sí", "ja", "oui"} < word_list_of_all("yes_words")


NEW = """
import sys
from pathlib import Path
from fustella.core.words import languages
languages._FOLDER = Path(sys.argv[1])
from fustella.check.numbers import numbers_in
from fustella.check.lint.sense import knows
from fustella.core.words.printed import ToolWords
from fustella.read import hints
from fustella.read.spreadsheets.values import is_no
print(*ToolWords().languages)
print(ToolWords().text("sheet.front", "eo"), ToolWords().text("sheet.back", "eo"))
print(numbers_in("Prenu tri kartojn.", "eo"), knows("eo"), is_no("neee"))
print(hints.language("Esperanto"))
"""


def test_a_new_language_is_one_file(tmp_path):
    for path in (RESOURCES / "languages").iterdir():
        shutil.copy(path, tmp_path)
    (tmp_path / "eo.yaml").write_text(
        'printed:\n  sheet.front: "antaŭo"\nnumbers:\n  3: "tri"\nread:\n  denials: "ne, neniu*"\n'
        '  no_words: "neee"\n  called: "esperanto"\n',
        encoding="utf-8",
    )
    line = [sys.executable, "-X", "utf8", "-c", NEW, str(tmp_path)]
    done = subprocess.run(line, capture_output=True, encoding="utf-8", check=True, cwd=ROOT)
    assert done.stdout.splitlines() == [
        "en de eo es fr it",
        "antaŭo back",
        "3 True True",
        "write eo",
    ]
