"""Each format's own example is found as itself, and looks like no other format."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from fustella.intake import format_names, formats, open_source
from tests.intake import (
    test_cardconjurer,
    test_cardmaker,
    test_cider,
    test_nandeck,
    test_rpgcards,
)

EXAMPLES: dict[str, Callable[[Path], Path]] = {
    "cardconjurer": lambda folder: test_cardconjurer.written(
        folder, [test_cardconjurer.card("Elf")]
    ),
    "cardmaker": test_cardmaker.written,
    "cider": test_cider.written,
    "nandeck": test_nandeck.written,
    "rpgcards": test_rpgcards.written,
}


@pytest.mark.parametrize("named", ["a folder", "a file"])
@pytest.mark.parametrize("form", EXAMPLES)
def test_an_example_looks_like_its_own_format_alone(tmp_path, form, named):
    path = EXAMPLES[form](tmp_path / form)
    source = open_source(tmp_path / form if named == "a folder" else path)
    likeness = {
        name: import_module(f"{formats.__name__}.{name}").likeness(source)
        for name in format_names()
    }
    assert likeness[form] > 0.5
    assert {name for name, value in likeness.items() if value >= 0.3} == {form}
