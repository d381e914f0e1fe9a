"""What holds for every format: it is found by its name, is described, and gives equal bytes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.cli.commands.export import OF_SOME_FORMATS
from fustella.export import format_names
from fustella.export.game import json_bytes
from fustella.export.run import format_named
from tests.helpers.made_profiles import made_profile
from tests.helpers.sharing import ROOT

PAGE = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")


def test_formats_are_found_by_their_names():
    shops = {"tgc", "mpc", "drivethru", "printplaygames", "shop"}
    factories = {"press", "dies", "punchboard"}
    shown = {"glb", "insert"}
    pictures = {"png", "jpg", "webp", "svg", "pdf"}
    assert {*format_names()} == {
        "table",
        "tts",
        "cockatrice",
        "dextrous",
        "pcio",
        "web",
        "vassal",
    } | shops | factories | shown | pictures


@pytest.mark.parametrize("name", format_names())
def test_format_says_what_it_is_for_and_which_options_it_takes(name):
    module = format_named(name)
    assert len(module.ABOUT) in range(10, 90)
    assert not module.ABOUT.endswith(".")
    assert {one.name for one in OF_SOME_FORMATS} >= module.OPTIONS


@pytest.mark.parametrize("name", format_names())
def test_format_has_a_row_and_a_command_on_the_page(name):
    rows = [line for line in PAGE.splitlines() if line.startswith("| `") and f"`{name}`" in line]
    assert rows, "what it carries and what it loses"


@pytest.mark.parametrize("name", format_names())
def test_format_gives_equal_bytes_twice(name, tiny):
    if name == "mpc":  # it has no card of the size of tiny's
        old = "mini: {width: 44mm, height: 67mm}"
        tiny.edit("content/sizes.yaml", old, "mini: {width: 63mm, height: 88mm}")
    if name == "insert":
        tiny.edit("content/tiny/game.yaml", "\nkinds:\n", "\nbox: 150 × 150 × 40 mm\nkinds:\n")
    profile = tiny.root / "press.icc"
    profile.write_bytes(made_profile())
    needed = {"drivethru": ("--profile", str(profile)), "punchboard": ("--board", "200x280mm")}
    words = ("export", "--to", name, "--dpi", "72", *needed.get(name, ()))
    assert tiny.run(*words) == 0
    folder = tiny.output / "tiny" / "en" / name
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    stamp = folder / ".fustella.json"
    assert len(before) > 1
    for path in before:
        path.unlink()
    assert tiny.run(*words) == 0
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert after.keys() == before.keys()
    assert [path for path in before if path != stamp and after[path] != before[path]] == []


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_json_is_indented_as_python_does(value):
    assert json_bytes(value) == f"{json.dumps(value, ensure_ascii=False, indent=1)}\n".encode()
