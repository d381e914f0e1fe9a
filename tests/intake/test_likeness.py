"""Each format's own example is found as itself, and looks like no other program's."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from fustella.intake import format_names, formats, open_source
from tests.intake import (
    test_cardconjurer,
    test_cardmaker,
    test_cider,
    test_cockatrice,
    test_countersheets,
    test_maker18xx,
    test_mpc,
    test_mse,
    test_nandeck,
    test_rpgcards,
    test_sheet,
    test_squib,
    test_tts,
)


def text(folder: Path, name: str, content: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content, encoding="utf-8")
    return folder / name


EXAMPLES: dict[str, Callable[[Path], Path]] = {
    "cardconjurer": lambda folder: test_cardconjurer.written(
        folder, [test_cardconjurer.card("Elf")]
    ),
    "cardmaker": test_cardmaker.written,
    "cider": test_cider.written,
    "cockatrice": lambda folder: text(folder, "cards.xml", test_cockatrice.THREE),
    "countersheets": lambda folder: test_countersheets.written(folder, test_countersheets.UNITS),
    "maker18xx": lambda folder: text(folder, "dale.json", json.dumps(test_maker18xx.GAME)),
    "mpc": test_mpc.written,
    "mse": lambda folder: text(folder, "set", test_mse.HEAD + test_mse.FOX),
    "nandeck": test_nandeck.written,
    "rpgcards": test_rpgcards.written,
    "sheet": test_sheet.written,
    "squib": lambda folder: text(folder, "deck.rb", test_squib.DECK),
    "tts": lambda folder: test_tts.saved(folder, test_tts.DECK),
}

OF_ANYBODY = ("pictures", "sheet")
"""Formats of no program: a project of one may have such files in it, too."""


@pytest.mark.parametrize("named", ["a folder", "a file"])
@pytest.mark.parametrize("form", EXAMPLES)
def test_an_example_looks_like_its_own_format_alone(tmp_path, form, named):
    path = EXAMPLES[form](tmp_path / form)
    source = open_source(tmp_path / form if named == "a folder" else path)
    likeness = {
        name: import_module(f"{formats.__name__}.{name}").likeness(source)
        for name in format_names()
    }
    assert likeness[form] > max(0.3, *(likeness[name] for name in {*OF_ANYBODY} - {form}))
    found = {name for name, value in likeness.items() if value >= 0.3}
    assert found - {*OF_ANYBODY} == {form} - {*OF_ANYBODY}
