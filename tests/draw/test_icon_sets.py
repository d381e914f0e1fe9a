"""What the packages of icons say is kept for the user, and stays as they say it."""

import sys

import pytest
from fonticon_fa6 import FA6S
from fonticon_mdi7 import MDI7

from fustella.draw.icons.sets import PREFIXES, icon_set

CLASSES = {"mdi": MDI7, "fa": FA6S}


@pytest.fixture
def anew(tmp_path, monkeypatch):
    """Another user, for whom nothing was kept yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    icon_set.cache_clear()
    yield
    icon_set.cache_clear()


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_icon_has_the_character_of_its_package(anew, prefix):
    icons = {
        name.rstrip("_").replace("_", "-"): value[-1]
        for name, value in vars(CLASSES[prefix]).items()
        if not name.startswith("__")
    }
    for _ in range(2):  # from the package, and as it was kept
        found = icon_set(prefix)
        assert found.characters == icons
        assert {name: found.character(name) for name in icons} == icons
        assert found.font_file == vars(CLASSES[prefix])["__font_file__"]
        icon_set.cache_clear()


def test_package_is_not_loaded_once_it_is_known(anew, monkeypatch):
    known = icon_set("mdi")
    icon_set.cache_clear()
    for name in [name for name in sys.modules if name.startswith("fonticon_mdi7")]:
        monkeypatch.delitem(sys.modules, name)
    assert icon_set("mdi") == known
    assert "fonticon_mdi7" not in sys.modules


@pytest.mark.parametrize(
    "name", ["", " ", "castl", "castle ", "town_hall", "\n", "castle\n", "castle-", "-castle", "é"]
)
def test_no_other_name_has_a_character(name):
    assert icon_set("mdi").character(name) == ""
