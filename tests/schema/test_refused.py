"""Faults of form in tests/cases/ are refused by the schema, too; what form cannot see is listed."""

import re
import shutil
from pathlib import Path

import pytest
import yaml

from fustella.core.files.project import Project
from fustella.schema import schema_files
from tests.conftest import TINY
from tests.schema.editor import as_editors_see, validators
from tests.test_cases import CASES, name_of, read_case

UNSEEN_CODES = {
    "E112": "one id in two places: other files, and what `for` and variants make",
    "E114": "thousands of icons, and the pictures in a folder; their sets are seen",
    "E117": "a file that is not there",
    "E118": "a size or stock that is missing in another file than the one that names it",
    "E120": "anchors, aliases and tags: YAML has them, and an editor has resolved them",
    "E125": "values of pieces in other files",
    "E126": "a kind in the same file, two keys away",
    "E127": "arithmetic with the sizes of pieces",
    "E128": "the stocks of two kinds that share sheets",
    "E131": "where a path leads",
    "E135": "which files and packages there are, and names of other fonts",
    "E243": "the way of a path, and where holes lie",
    "E244": "where a line lies on an outline",
    "E170": "the cells of a grid",
    "E171": "the grids of other kinds",
    "E172": "what a grid says already",
    "E161": "the ends of a range, and formulas that never hold",
    "E162": "the number of combinations",
    "E163": "names inside formulas and texts",
    "E164": "formulas",
    "E201": "how long a text is when it is set",
    "E202": "the signs that a font has",
    "E203": "braces and markup inside texts",
    "E204": "braces and markup inside texts",
    "E301": "arithmetic with the size of the paper",
    "E302": "arithmetic with the size of the paper",
    "E303": "arithmetic with the size of the paper",
    "E501": "what the box has",
    "E502": "what the document says",
    "E503": "what the document says",
    "E505": "the language of passages and ranges, and values of fields in other files",
    "E506": "ids of pieces in other files, and figures of other claims",
    "E507": "names inside passages",
    "E508": "arithmetic",
    "E520": "what lint finds",
}
"""Codes of which no case, or not every case, is a matter of form; and what it would take."""

UNSEEN_CASES = {
    "read/inks-with-bad-plates": "the plates of other inks, and what a sort asks for",
    "check/deck-field-without-of": "whether `of` is needed depends on the form of `decks`",
    "check/figure-none-for-count": "the figures inside a passage",
    "check/map-share-without-size": "any of three keys gives the size",
    "check/map-tiles-without-size": "any of three keys gives the size",
    "check/map-without-text": "needed by this kind of check alone",
    "read/copies-leading-zero": "YAML 1.2 reads 06 as six",
    "read/corner-larger-than-sides": "arithmetic with two lengths",
    "read/corner-too-large": "arithmetic with two lengths",
    "read/duplicate-key": "an editor's YAML reader says it itself, before any schema",
    "read/duplicate-key-of-a-piece": "an editor's YAML reader says it itself, before any schema",
    "read/font-without-file": "needed by fonts that are not always there alone",
    "read/path-too-large": "the way of a path",
    "read/game-box-too-small": "a length among others in a text",
    "read/like-itself": "the name of the kind in which it stands",
    "read/like-of-like": "a key of another kind",
    "read/like-each-other": "a key of another kind",
    "read/box-says-misspelt": "the fields of a ready face",
    "read/zone-choice-without-this-value": "what a piece has in a field",
    "read/kind-size-of-a-word-that-no-piece-names": "what a piece has in a field",
    "read/zone-length-without-unit-computed": "what a formula gives",
    "read/zone-misspelt-with-a-place": "a name that is like that of a field",
    "read/zone-picture-missing": "a file in another folder",
    "read/zone-shows-two-things": "keys of zones that are each right",
    "read/zone-list-beside-a-text": "keys of zones that are each right",
    "read/zone-list-in-a-number": "the type of a field",
    "read/zone-under-unknown-zone": "the zones of a ready face",
    "read/kind-choice-without-this-value": "what a piece has in a field",
    "read/where-holds-for-nothing": "what pieces have in their fields",
    "read/zone-when-word-that-the-field-never-has": "the words of a field",
    "read/zone-choice-word-twice": "two words that differ in capitals",
    "read/zone-choice-word-of-no-flag": "the type of a field",
    "read/zone-choice-word-that-the-field-never-has": "the words of a field",
    "read/zone-choice-by-a-condition-with-yes": "what a condition gives",
    "read/zone-computed-share-too-large": "what a formula gives",
    "read/zone-formula-of-a-colour-that-is-none": "what a formula gives",
    "read/zone-of-both-that-neither-side-has": "the zones of a ready face",
    "read/zone-text-for-a-number": "the type of a field",
    "read/zone-under-for-a-zone-of-the-face": "the zones of a ready face",
    "read/grid-by-twos-before-the-first": "arithmetic with the number of the first cell",
    "read/grid-by-twos-of-squares": "keys of grids that are each right",
    "read/grid-off-the-board": "arithmetic with lengths",
    "read/grid-of-too-many-cells": "arithmetic with lengths",
    "read/grid-without-room": "arithmetic with lengths",
    "read/table-of-a-field-missing": "a file in another folder",
    "read/table-of-a-field-outside": "a path",
    "read/field-twice": "`level` and `level?` are two keys",
    "read/for-value-of-another-type": "what a formula gives",
    "read/number-with-leading-zero": "YAML 1.2 reads 06 as six",
    "read/paper-lies": "one length compared with another",
    "read/paper-margin-too-large": "arithmetic with lengths",
    "read/paper-slots-beyond-the-edge": "arithmetic with lengths",
    "read/paper-slots-on-each-other": "arithmetic with lengths",
    "read/sheet-called-as-the-fronts-of-another": "a name made of another one",
    "read/size-too-large": "arithmetic with a length and its unit",
    "read/size-too-small": "arithmetic with a length and its unit",
    "read/no-kinds": "a list names a kind, and game.yaml, another file, has none",
    "read/source-lines-without-document": "lines in a list, and no document in game.yaml",
    "read/source-lines-backwards": "one number of a range compared with the other",
}
"""Cases with a code that form does see elsewhere."""

_SCHEMAS = {
    name: f"tiny/{name.removesuffix('.yaml')}.json"
    for name in ("game.yaml", "claims.yaml", "booklet.yaml")
} | {f"{table}.yaml": f"{table}.json" for table in ("papers", "sizes", "stocks", "printers")}


def schema_for(replaces: str) -> str:
    own = "kit.json" if replaces.startswith("kits/") else "tiny/list.json"
    return _SCHEMAS.get(Path(replaces).name, own)


OF_YAML = [
    path
    for path in CASES
    if read_case(path).replaces.endswith(".yaml") and not read_case(path).strict
]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("schema") / "project"
    shutil.copytree(TINY, root)
    return root


def refused(path: Path, tiny: Path) -> bool:
    """Whether an editor refuses the file, with the schemas of the project that has this fault."""
    replaces = read_case(path).replaces
    text = path.read_text(encoding="utf-8")
    try:
        seen = as_editors_see(text)
    except yaml.YAMLError:
        return True
    target = tiny / replaces
    before = target.read_bytes() if target.exists() else None
    try:
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
        made = schema_files(Project(tiny), ("tiny",))
    finally:
        target.unlink() if before is None else target.write_bytes(before)
    validator = validators(made)[schema_for(replaces)]
    return not validator.is_valid(seen)


def may_be_unseen(path: Path) -> bool:
    codes = {expected.code for expected in read_case(path).expected}
    return name_of(path) in UNSEEN_CASES or codes <= set(UNSEEN_CODES)


@pytest.mark.parametrize("path", [p for p in OF_YAML if not may_be_unseen(p)], ids=name_of)
def test_fault_of_form_is_refused(path, tiny):
    assert refused(path, tiny)


@pytest.mark.parametrize("name", UNSEEN_CASES)
def test_case_that_is_called_unseen_is_accepted(name, tiny):
    (path,) = [path for path in OF_YAML if name_of(path) == name]
    assert not refused(path, tiny), "the schema sees it by now: take it out of the list"


def test_codes_that_are_called_unseen_have_a_case_that_is_accepted(tiny):
    wanted = set(UNSEEN_CODES)
    for path in OF_YAML:
        codes = {expected.code for expected in read_case(path).expected} & wanted
        if codes and not refused(path, tiny):
            wanted -= codes
    assert not wanted, "the schema sees all of these: take them out of the list"


@pytest.mark.parametrize(
    ("typed", "accepted"),
    [
        ("2026-05-01", True),  # a date is a word
        ("1:20", True),
        ("on", True),
        ("012", True),  # twelve to an editor, and a word to us
        ("1_000", True),
        ("true", False),
        ("[a]", False),
        ("~", False),
    ],
)
def test_word_that_yaml_may_read_otherwise(typed, accepted, tiny):
    """`on` and dates are words to all, and a number is one to us; a flag is none."""
    path = next(path for path in OF_YAML if name_of(path) == "read/word-a-flag")
    text = re.sub(r"(letter: )\w+", rf"\g<1>{typed}", path.read_text(encoding="utf-8"))
    assert text.count(f"letter: {typed}") == 1
    made = schema_files(Project(tiny), ("tiny",))
    assert validators(made)["tiny/list.json"].is_valid(as_editors_see(text)) is accepted
