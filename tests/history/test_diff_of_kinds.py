"""`fustella diff` of pieces of several kinds, and of what a zone says on all of them."""

import json
import shutil

import pytest

from tests.conftest import TinyProject
from tests.history.test_whatis import git

ZONE = "right: 5mm, width: 14mm, bottom: 4mm, height: 3mm, size: 6.5pt"
FILES = {
    "game.yaml": f"""\
title: Wood
languages: [en]
kinds:
  card:
    front: ready/card
    fields: {{front: {{attack?: number}}}}
    layout: {{front: {{attack: false, number: {{text: "{{n}}/{{of}}", {ZONE}}}}}}}
  creature: {{like: card, name: Creatures}}
  spell: {{like: card, name: Spells}}
""",
    "cards.yaml": "kind: {by: sort, creature: creature, else: spell}\npieces: cards.csv\n",
    "cards.csv": "title,sort,text\nOwl,creature,Flies.\nFox,creature,Runs.\nFrost,spell,Cold.\n",
}


@pytest.fixture
def wood(tmp_path):
    """A game of two kinds in one sheet, committed."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    root = tmp_path / "wood"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text, encoding="utf-8")
    project = TinyProject(root)
    git(project, "init", "--quiet", "--template=")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "--message", "All of it")
    return project


def rows(run, project):
    """The rows of the table, each as the words in it."""
    ran = run(project, "diff")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    return [" ".join(line.split()) for line in lines[lines.index("") + 5 :] if line]


def test_piece_of_another_kind_is_one_change_that_names_both(wood, run):
    wood.edit("cards.csv", "Fox,creature", "Fox,spell")
    assert rows(run, wood) == ["rules Spells Fox kind: creature → spell cards.csv:3"]
    (change,) = json.loads(run(wood, "diff", "--format", "json").out)["games"][0]["changes"]
    assert [(field["field"], field["then"], field["now"]) for field in change["fields"]] == [
        ("kind", "creature", "spell")
    ]


def test_number_that_a_new_card_changes_on_all_is_told_once(wood, run):
    wood.edit("cards.csv", "Frost,", "Thaw,spell,Warm.\nFrost,")
    found = rows(run, wood)
    assert found == [
        "new Spells Thaw 1 copy cards.csv:4",
        "rules 3 pieces front.number: 1/3 → 1/4, … game.yaml:7",
    ]


def test_piece_with_a_change_of_its_own_keeps_its_row(wood, run):
    wood.edit("cards.csv", "Frost,spell,Cold.", "Thaw,spell,Warm.\nFrost,spell,Very cold.")
    assert [row.split()[1:3] for row in rows(run, wood)] == [
        ["Spells", "Frost"],
        ["Spells", "Thaw"],
        ["3", "pieces"],
    ]


def test_zone_that_one_piece_alone_shows_otherwise_keeps_its_row(wood, run):
    wood.edit("game.yaml", '"{n}/{of}"', '"{=if(n = 2, 7, n)}/{of}"')
    assert rows(run, wood) == ["rules Creatures Fox front.number: 2/3 → 7/3 game.yaml:7"]
