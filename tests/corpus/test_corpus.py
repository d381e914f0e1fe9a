"""The corpus: one feature of marks, sheets or themes a case, beside what it must become.

`marks/*.yaml` and `sheets/*.yaml` are imposed; `<case>.txt` lists the sheets, in marks/ with every
mark, and `<case>.svg` draws them where the case says `picture: true`. `themes/*.svg` are faces;
`<case>.low-ink.svg` and `<case>.grey.svg` are what the themes make of them. The name of a file says
which feature it shows, its first line what to look for. `pytest --update-golden` writes the
expected files anew, to be reviewed.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from fustella.core.values.model import Record, Word
from fustella.core.values.problems import Place
from fustella.core.values.themes import Theme
from fustella.draw.themes import Themer
from fustella.impose import impose
from tests.corpus.cases import case_of, read_case
from tests.corpus.pictures import picture
from tests.helpers.goldens import compare, pretty, sheets_text

FOLDER = Path(__file__).parent
INPUTS = sorted(
    path
    for folder, suffix in (("marks", ".yaml"), ("sheets", ".yaml"), ("themes", ".svg"))
    for path in (FOLDER / folder).glob(f"*{suffix}")
    if "." not in path.stem
)
_COLOURS = re.compile(r"<!-- colours: (.+?) -->")


def name_of(path: Path) -> str:
    return path.relative_to(FOLDER).with_suffix("").as_posix()


@cache
def outputs(path: Path) -> Mapping[Path, str]:
    """The expected files of a case, as they would be written now."""
    if path.suffix == ".yaml":
        case = read_case(path)
        sheets = impose(case.items, case.settings)
        marks = path.parent.name == "marks"
        made = {".txt": sheets_text(sheets, marks=marks)}
        if case.picture:
            made[".svg"] = picture(sheets, case.items, marks=marks)
    else:
        drawn = path.read_text(encoding="utf-8")
        made = {
            f".{theme}.svg": pretty(themer_of(drawn, theme).redrawn(drawn))
            for theme in (Theme.LOW_INK, Theme.GREY)
        }
    return {path.with_suffix(suffix): text for suffix, text in made.items()}


def themer_of(drawn: str, theme: Theme) -> Themer:
    """The themer of a game whose named colours are those of the comment."""
    found = _COLOURS.search(drawn)
    colours = found[1].split() if found else ()
    place = Place("game.yaml")
    named = {f"c{number}": Word(colour, place) for number, colour in enumerate(colours)}
    return Themer.of_game(theme, Record(named))


@pytest.mark.parametrize("path", INPUTS, ids=name_of)
def test_case_gives_its_expected_files(path, pytestconfig):
    for expected, found in outputs(path).items():
        compare(found, expected, pytestconfig.getoption("--update-golden"))


def test_first_line_of_each_case_says_what_to_look_for():
    firsts = {path: path.read_text(encoding="utf-8").splitlines()[0] for path in INPUTS}
    sentence = re.compile(r"# .+[.]|<!-- .+[.] -->")
    assert [name_of(path) for path, first in firsts.items() if not sentence.fullmatch(first)] == []


def test_folders_hold_cases_and_expected_files_only():
    wanted = {one for path in INPUTS for one in (path, *outputs(path))}
    found = {path for kind in ("marks", "sheets", "themes") for path in (FOLDER / kind).iterdir()}
    assert {path.name for path in found - wanted} == set()


def test_expected_file_that_differs_or_is_missing_fails(tmp_path):
    for path in INPUTS:
        for expected, found in outputs(path).items():
            golden = tmp_path / expected.name
            with pytest.raises(FileNotFoundError):
                compare(found, golden, update=False)
            golden.write_text(found.replace("0", "9", 1), encoding="utf-8")
            with pytest.raises(AssertionError, match="--update-golden"):
                compare(found, golden, update=False)
            golden.unlink()


def test_comparison_of_a_piece_a_tenth_of_a_millimetre_wider_fails(tmp_path):
    cases = [case_of({"pieces": {"card": {"width": mm, "height": 88}}}) for mm in (63, 63.1)]
    before, after = (sheets_text(impose(case.items, case.settings)) for case in cases)
    compare(before, tmp_path / "card.txt", update=True)
    with pytest.raises(AssertionError, match=r"63\.10"):
        compare(after, tmp_path / "card.txt", update=False)


@pytest.mark.parametrize("typed", [{"mark": "ticks"}, {"marks": "tics"}, {"paper": "B4"}])
def test_case_with_an_unknown_word_is_refused(typed):
    with pytest.raises((TypeError, ValueError, KeyError)):
        case_of({"pieces": {"card": {"width": 63, "height": 88}}} | typed)
