"""A sample of the changes of the box: the check finds as large a share of them as it did."""

import re
from pathlib import Path

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.problems import ProblemsFound
from tests.mutations import booklets, box, game_file, harmless
from tests.mutations.documents import documents_present, games
from tests.mutations.free import DESIGNED, FREE
from tests.mutations.judge import Judge

PER_SORT = 1
"""So many changes of each sort are tried in each game, but of templates, which are drawn.

All of them are found, or free, that `python -m tests.mutations --box` finds; see benchmarks.
"""

IN_ONE = {
    "translation": "moving-kingdoms",
    "setup": "empire-plateau",
    "exchange": "city-duel",
    "language": "el-mapa",
}
"""The sorts of which the sample of one game has changes."""

LEAST = {"city-duel": 90, "el-mapa": 90, "empire-plateau": 90, "moving-kingdoms": 90}
"""Per cent of the changes in the sample that are found, or free."""


@pytest.mark.parametrize("game", LEAST)
def test_check_finds_as_many_changes_of_the_box_as_it_did(game: str) -> None:
    drawn = ("template", "literal", "cover", "text")
    changes = [
        change
        for change in box.drawn(game, PER_SORT)
        if change.sort not in drawn and not change.file.startswith("templates")
        if IN_ONE.get(change.sort, game) == game
    ]
    results = list(box.judged(changes, drawing=False))
    missed = [str(change) for change, verdict, _ in results if verdict == box.MISSED]
    share = 100 * (len(results) - len(missed)) // len(results)
    assert share >= LEAST[game], f"{share} per cent\n" + "\n".join(missed)


def test_harmless_edits_raise_no_alarm(tmp_path: Path) -> None:
    judge = Judge(tmp_path, drawing=False)
    sorts = ("comment", "quotes", "reflow", "order")
    edits = [one for one in harmless.chosen("empire-plateau", 1) if one.sort in sorts]
    assert len(edits) == len(sorts)
    alarms = {str(edit): judge.alarm(edit) for edit in edits}
    assert not any(alarms.values()), alarms


def test_changes_of_the_box_are_two_thousand_at_least() -> None:
    assert sum(len(box.drawn(game)) for game in games()) >= 2_000


def test_what_is_free_is_said_in_the_box() -> None:
    for entry in FREE:
        game, claims = games()[entry.game]
        if entry.said == DESIGNED:
            assert any(piece.source.designed for piece in game.pieces), entry
        else:
            assert [one for one in claims.claims if one.id == entry.said and one.decision], entry


def test_back_taken_off_a_kind_whose_pieces_speak_of_it_is_refused(tmp_path) -> None:
    whole = game_file.Whole(tmp_path / "project")
    for game in games():
        changes = {change.key: change for change in game_file.deletions(game)}
        backs = [key for key in changes if re.fullmatch(r"kinds\.[\w-]+\.fields\.back", key)]
        for key in (backs[0], backs[-1]):
            missing = pytest.raises(ProblemsFound, match="E107 `back` is missing")
            with whole.changed(changes[key.replace(".fields", "")]), missing:
                load_game(Project(whole.folder), game)


@pytest.mark.parametrize("game", booklets.with_booklets())
def test_check_finds_changes_of_booklets_and_their_lists(game: str) -> None:
    changes = booklets.drawn(game, PER_SORT)
    if not documents_present():
        changes = [change for change in changes if change.sort != "document"]
    results = [*booklets.results(changes)]
    missed = [f"{change}\n{told}" for change, how, told in results if how == booklets.MISSED]
    assert len(results) >= len(booklets.SORTS) - 2
    assert not missed, "\n".join(missed)


def test_harmless_edits_of_a_booklet_raise_no_alarm() -> None:
    edits = booklets.some_harmless("empire-plateau", 1)
    assert len(edits) == len(booklets.HARMLESS)
    alarms = [f"{edit}\n{told}" for edit, how, told in booklets.results(edits) if told]
    assert not alarms, "\n".join(alarms)


def test_changes_of_booklets_are_hundreds() -> None:
    assert sum(len(booklets.drawn(game)) for game in booklets.with_booklets()) >= 300
