"""A game that the tool does not know: content, one template, claims of every kind, no Python."""

import json
import re
import shutil
from pathlib import Path

import pytest

from fustella.build.inputs import load_game
from fustella.check import kind_names
from fustella.core.files.project import Project
from fustella.core.values.codes import codes_of
from tests.conftest import TESTS, TinyProject
from tests.helpers.printed import read_pages

RULES = "content/pond/pond-rules.txt"


@pytest.fixture
def pond(tmp_path: Path) -> TinyProject:
    shutil.copytree(TESTS / "games" / "fifth", tmp_path / "project")
    return TinyProject(tmp_path / "project")


def verdicts(project: TinyProject, run) -> dict[str, str]:
    found = json.loads(run(project, "check", "--format", "json").out)["pond"]
    return {one["claim"]: one["verdict"] for one in found}


def test_fifth_game_has_a_claim_of_every_kind(pond, run):
    found = json.loads(run(pond, "check", "--format", "json").out)["pond"]
    assert {one["check"] for one in found} >= set(kind_names())


def test_check_of_the_fifth_game_agrees_and_lists_what_is_open(pond, run):
    ran = run(pond, "check")
    assert ran.code == 0
    assert "20 hold · 2 contradictions · 1 open · 1 unchecked" in ran.out
    assert run(pond, "check", "--strict").code == 1


def test_build_of_the_fifth_game_writes_its_pdfs(pond):
    assert pond.run("build") == 0
    assert len(list((pond.output / "pond").rglob("*.pdf"))) == 6


def test_pdfs_of_the_fifth_game_show_every_code_and_two_looks_of_leaves(pond, run):
    assert pond.run("build") == 0
    codes = codes_of(load_game(Project(pond.root), "pond"), "en")
    printed = [
        piece
        for path in (pond.output / "pond").rglob("*.pdf")
        if "cover" not in path.name
        for page in read_pages(path)
        for piece in page.pieces
    ]
    found = {code for piece in printed for code in re.findall(r"PO-\w{4}", piece.text)}
    assert found == set(codes.values())
    assert all("PO-" in piece.text for piece in printed)
    for leaf in ("shallow", "deep"):
        forms = {piece.form for piece in printed if codes[leaf] in piece.text}
        assert len(forms) == 4, "two sides in two looks"
    out = run(pond, "whatis", *codes.values()).out
    assert out.count("current, first built") == len(codes)


@pytest.mark.parametrize(
    ("file", "old", "new", "claim"),
    [
        (RULES, "12 leaf tiles", "13 leaf tiles", "leaves"),
        (RULES, "costs 3", "costs 4", "heron-cards"),
        (RULES, "10 frogs", "12 frogs", "animals"),
        (RULES, "three leaves. Lay", "five leaves. Lay", "leaves-for-all"),
        (RULES, "\ts\tD\ts", "\ts\ts\ts", "laid-pond"),
        (RULES, "more than twice", "more than once", "decks"),
        (RULES, "2 x 2 frogs", "2 x 3 frogs", "frogs-on-deep-water"),
        (RULES, "5 x 4 points", "5 x 5 points", "pond"),
        (RULES, "and 4 herons", "and 6 herons", "herons"),
        (RULES, "shallow water two", "shallow water three", "frogs-on-shallow-water"),
        (RULES, "takes one space", "takes two space", "sizes-of-frogs"),
        (RULES, "for each of three players", "for each of two players", "decks"),
        (RULES, "3 player aids", "4 player aids", "aids"),
        ("content/pond/leaves.yaml", "copies: 3", "copies: 4", "leaves"),
        ("content/pond/leaves.yaml", '["FF", "FF"]', '["FFFF"]', "frogs-on-deep-water"),
        ("content/pond/cards.yaml", "leap-1, copies: 2", "leap-1, copies: 3", "decks"),
        (
            *("content/pond/board.yaml", "from: [1.5, 2.5], to: [3.5, 2.5]"),
            *("from: [0.5, 2.5], to: [5.5, 2.5]", "pond-plays"),
        ),
    ],
)
def test_check_of_the_fifth_game_after_an_edit_names_the_claim(pond, run, file, old, new, claim):
    pond.edit(file, old, new)
    assert verdicts(pond, run)[claim] == "differs"
    assert run(pond, "check").code == 1


def test_check_of_an_open_claim_after_the_document_speaks_closes_it(pond, run):
    assert verdicts(pond, run)["card-list"] == "open"
    pond.edit(RULES, "The deck\n", "The deck: the list of cards follows.\n")
    assert run(pond, "check").code == 1
