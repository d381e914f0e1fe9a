"""`--jobs`: games built side by side are the same as one after the other."""

import os
import shutil
import subprocess
import sys

import pytest

from fustella.build import job, pipeline
from fustella.build.stamps import STAMPS
from fustella.core.files.cache import CACHE
from fustella.core.processes import parallel
from fustella.review import review
from tests.conftest import TinyProject
from tests.helpers.decks import write_deck

GAMES = ("tiny", "other", "third")


@pytest.fixture
def three(tiny):
    """Tiny, and two games like it."""
    for number, game in enumerate(GAMES[1:]):
        for part in ("content", "templates"):
            shutil.copytree(tiny.root / part / "tiny", tiny.root / part / game)
        tiny.edit(f"content/{game}/game.yaml", "Tiny Island", f"Tiny Island {number + 2}")
        tiny.edit(f"content/{game}/cards.yaml", "copies: 1", f"copies: {number + 2}")
        (tiny.root / "content" / game / "claims.yaml").unlink()
    shutil.rmtree(tiny.output)
    return tiny


def built(project: TinyProject, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fustella", "build", *options, "--project", str(project.root)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_games_side_by_side_are_equal_to_the_byte(three):
    alone = built(three, "--jobs", "1")
    hashes = three.hashes()
    shutil.rmtree(three.output)
    together = built(three, "--jobs", "3")
    assert (alone.returncode, alone.stdout) == (0, together.stdout), alone.stderr
    assert three.hashes() == hashes
    assert len([file for file in hashes if file.endswith(".pdf")]) >= 3 * len(GAMES)


def test_problems_of_games_side_by_side_are_told_in_their_order(three):
    for game in ("other", "third"):
        three.edit(f"content/{game}/cards.yaml", "copies:", "copeis:")
    said = [built(three, "--jobs", "1")]
    shutil.rmtree(three.output)
    said.append(built(three, "--jobs", "3"))
    assert said[0].returncode == said[1].returncode == 1
    assert said[0].stderr == said[1].stderr
    assert said[0].stdout == said[1].stdout
    assert (three.output / "tiny").is_dir()


def test_games_are_built_side_by_side_where_processes_cannot_be_forked(three, monkeypatch):
    assert three.run("build", "--jobs", "1") == 0
    hashes = three.hashes()
    shutil.rmtree(three.output)
    monkeypatch.setattr(parallel, "_forks", False)
    assert three.run("build", "--jobs", "2") == 0
    assert three.hashes() == hashes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX can fork")
def test_claims_that_are_checked_beside_the_drawing_are_told_as_before_it(tiny, run, monkeypatch):
    """The same files; and for a fault in the rules, in a face or in both, the same told first.

    Claims are checked so where the folder of a former build is there, of which nothing else is.
    """
    monkeypatch.setattr(pipeline, "CLAIMS_OF_WORKER", 1)
    here, reviewed = os.getpid(), tiny.root / "reviewed"

    def noted(*given, **more):
        with reviewed.open("a") as file:
            file.write("here\n" if os.getpid() == here else "beside\n")
        return review(*given, **more)

    monkeypatch.setattr(job, "review", noted)
    faults = {
        "none": (),
        "rules": (("cards.yaml", "cost: 3", "cost: 4"),),
        "face": (("cards.yaml", "en: Boat,", f"en: {'Boat' * 40},"),),
    }
    faults["both"] = (*faults["rules"], *faults["face"])
    said = {}
    for fault, edits in faults.items():
        for edit in edits:
            tiny.edit(f"content/tiny/{edit[0]}", *edit[1:])
        for options in [(), ("--force",), ("--strict",)] if fault == "rules" else [()]:
            for number in "12":
                shutil.rmtree(tiny.output / CACHE, ignore_errors=True)
                (tiny.output / "tiny" / STAMPS).unlink(missing_ok=True)
                monkeypatch.setattr(parallel, "_forks", True)  # as in a process of its own
                done = run(tiny, "build", *options, "--jobs", number)
                said[fault, options, number] = done, tiny.hashes()
            assert said[fault, options, "1"] == said[fault, options, "2"]
        for edit in edits:
            tiny.edit(f"content/tiny/{edit[0]}", edit[2], edit[1])
    codes = {fault: {one.code for one in said[fault, (), "2"][0].problems} for fault in faults}
    assert codes == {"none": set(), "rules": {"E501"}, "face": {"E201"}, "both": {"E501"}}
    assert said["rules", ("--force",), "2"][0].code == 0
    assert reviewed.read_text().split() == ["here", "beside"] * 6


@pytest.mark.parametrize("typed", ["0", "65", "two"])
def test_jobs_that_are_no_number_of_processes_are_told(tiny, capsys, typed):
    with pytest.raises(SystemExit) as ended:
        tiny.run("build", "--jobs", typed)
    assert ended.value.code == 2
    assert f"`{typed}` is no number of processes: write 1 to 64" in capsys.readouterr().err


GAME = """
title: Deck
languages: [en]
kinds:
  card:
    name: Cards
    width: 40mm
    height: 60mm
    front: ready/card
    back: back.svg.j2
    edge: none
"""
BACK = """{% extends "_shared/face.svg.j2" %}
{% block face %}<rect width="{{ width }}" height="{{ height }}" fill="#28344a"/>
{{ text(piece.name, x=4, y=4, width=32, height=6, size=9, colour="#ffffff") }}{% endblock %}
"""


@pytest.fixture
def deck(tmp_path):
    """So many cards that several processes draw them, and write their pages."""
    cards = (
        f"  - id: card-{number}\n    front: {{title: Card {number}, text: Draw {number}.}}\n"
        for number in range(420)
    )
    write_deck(tmp_path, GAME, {"back.svg.j2": BACK}, cards)
    return TinyProject(tmp_path)


def test_export_by_many_processes_writes_equal_bytes(deck):
    listed = deck.root / "content" / "deck" / "cards.yaml"
    text = listed.read_text()

    def pdfs(jobs, title, *, cold):
        if cold:
            shutil.rmtree(deck.output, ignore_errors=True)
        listed.write_text(text.replace("Card 7,", f"{title},"))
        done = built(deck, "--jobs", jobs)
        assert done.returncode == 0, done.stderr
        return {file: each for file, each in deck.hashes().items() if file.endswith(".pdf")}

    one = pdfs("1", "Card 7", cold=True)
    assert pdfs("16", "Card 7", cold=True) == one
    edited = pdfs("3", "Seventh", cold=False)
    assert edited != one
    assert pdfs("1", "Seventh", cold=True) == edited
    assert pdfs("2", "Card 7", cold=False) == one
