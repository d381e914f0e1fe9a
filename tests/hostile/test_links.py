"""Whatever of a project is a link out of it, no command opens or lists what lies behind it.

Each folder, and each file that a command writes, is put outside of the project and a link takes its
place. Commands that refuse it say so; those that need nothing of it go on.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.forked import OUTSIDE, PROJECT, Runner
from tests.hostile.layout import lay_files, lay_room, run_git
from tests.hostile.rules import misbehaved, state_outside

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
SESSION = "format: fustella-playtest\nformat_version: 2\ngame: probe\nversion: PR-2222\n"
MORE = {
    "templates/_shared/mine.svg.j2": "{# mine #}",
    "templates/_shared/icons/ours.svg": ICON,
    "templates/ready/card.yaml": "about: ours\n",
    "content/probe/icons/own.svg": ICON,
    "content/probe/art/a.svg": ICON,
    "content/probe/translations/it.csv": "en,it\nFirst,Primo\n",
    "content/probe/fonts/read.txt": "",
    "content/papers.yaml": "{}\n",
    "content/probe/playtest.yaml": "questions: [{id: why, ask: Why?}]\n",
    "content/probe/simulations.yaml": "simulations: {one: {stacks: {a: {}}, measure: {n: a}}}\n",
    "playtests/probe/2026-11-29-0123456789ab.yaml": SESSION,
}
PREPARING = ("schema", "build", "kit new club", "build --kit club", "export --to png", "playtest")

LINKED = {
    "content": ("check", "build --kit club", "list", "schema", "translate list"),
    "content/probe": ("check", "build", "diff", "icons own", "kit show club"),
    "content/probe/art": ("check", "build", "list"),
    "content/probe/icons": ("build", "icons own", "check"),
    "content/probe/fonts": ("check", "build"),
    "content/probe/translations": ("check", "translate list", "translate export"),
    "content/papers.yaml": ("build", "schema", "build --kit club"),
    "content/probe/playtest.yaml": ("playtest", "schema"),
    "content/probe/simulations.yaml": ("simulate", "schema", "check"),
    "playtests": ("playtest report", "diff"),
    "playtests/probe": ("playtest report",),
    "playtests/probe/2026-11-29-0123456789ab.yaml": ("playtest report",),
    "templates": ("check", "build", "list", "schema", "icons own", "diff", "whatis PR-2222"),
    "templates/probe": ("build", "schema", "eject card --as hero"),
    "templates/ready": ("build", "schema", "list", "kit show club", "eject card"),
    "templates/_shared": ("build", "icons own", "translate export"),
    "templates/_shared/icons": ("build", "icons own"),
    ".schema": ("schema", "build", "new content/other"),
    ".schema/probe": ("schema", "build"),
    "kits": ("kit list", "kit new more", "diff", "diff club", "schema", "build --kit club"),
    "kits/club.yaml": ("kit show club", "diff club", "schema"),
    "output": ("build", "export --to png", "playtest", "kit printed club", "translate export"),
    "output/probe": (
        *("build", "export --to png", "playtest", "kit printed club", "translate export"),
        *("whatis PR-2222", "kit show club", "diff club", "build --kit club"),
    ),
    "output/probe/kits": ("build --kit club", "kit printed club", "kit show club"),
    "output/probe/kits/club": ("build --kit club", "kit printed club"),
    "output/probe/en": ("export --to png", "playtest"),
    "output/probe/en/png": ("export --to png",),
    "output/probe/en-A4": ("build", "kit printed club --whole"),
    "output/.cache": ("build", "translate list"),
}


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with Runner(tmp_path_factory.mktemp("user") / "state") as runner:
        yield runner


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, runner: Runner) -> Path:
    """A room with a project in which everything was made that commands make."""
    room = tmp_path_factory.mktemp("whole")
    lay_room(room)
    game = (room / PROJECT / "content/probe/game.yaml").read_text()
    lay_files(room, {**MORE, "content/probe/game.yaml": game.replace("[en]", "[en, it]")})
    for words in ("init -q -b main", "add -A", "commit -q -m All"):
        run_git(room, words)
    for words in PREPARING:
        ended = runner.run(words.split(), room)
        assert ended.code == 0, ended.said
    return room


@pytest.mark.parametrize("linked", LINKED)
def test_nothing_behind_a_link_is_read_or_written(linked, whole, runner, tmp_path):
    room = tmp_path / "room"
    shutil.copytree(whole, room, symlinks=True)
    place, behind = room / PROJECT / linked, room / OUTSIDE / "behind"
    shutil.move(place, behind)
    place.symlink_to(behind, target_is_directory=behind.is_dir())
    before, wrong = state_outside(room), []
    for words in LINKED[linked]:
        ended = runner.run(words.split(), room)
        wrong += [f"`{words}`: {one}" for one in misbehaved(ended)]
    after = state_outside(room)
    wrong += [name for name in {*before, *after} if before.get(name) != after.get(name)]
    assert not wrong, "\n".join(wrong)
