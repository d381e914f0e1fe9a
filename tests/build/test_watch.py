"""What is saved is seen, whatever way it is saved, and whatever the system's watch does."""

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import watchfiles

from fustella.build import watch as saved
from fustella.build.watch import Debounce, FolderWatcher, is_content

PACE = Debounce(quiet_ms=10, at_most_ms=30)


class Seen:
    """Takes what is seen in a thread of its own, until something in particular was."""

    def __init__(self, *folders: Path, root: Path | None = None) -> None:
        self.said: list[str] = []
        self._paths: set[Path] = set()
        self._changed, self._saved = (
            threading.Condition(),
            FolderWatcher(folders, PACE, self.said.append, root=root),
        )
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()
        assert self._ready.wait(30)

    def _take(self) -> None:
        for paths in self._saved:
            with self._changed:
                self._paths |= paths
                self._changed.notify_all()
            self._ready.set()

    def sees(self, path: Path) -> bool:
        with self._changed:
            found = self._changed.wait_for(lambda: path in self._paths, 30)
            self._paths.clear()
            return found

    def close(self) -> None:
        self._saved.stop.set()
        self._thread.join(30)
        assert not self._thread.is_alive()


@pytest.fixture(autouse=True)
def quick(monkeypatch) -> None:
    monkeypatch.setattr(saved, "LOOK_MS", 100)
    monkeypatch.setattr(saved, "LOOK_ALONE_MS", 20)


@pytest.fixture(params=["told by the system", "looked through"])
def seen(request, tmp_path, monkeypatch) -> Iterator[Seen]:
    if request.param == "looked through":

        def no_room(*_, **__):
            raise OSError(28, "OS file watch limit reached")

        monkeypatch.setattr(watchfiles, "watch", no_room)
    (tmp_path / "content" / "game").mkdir(parents=True)
    (tmp_path / "content" / "game" / "a.yaml").write_text("one", encoding="utf-8")
    seen = Seen(tmp_path / "content", tmp_path / "templates")
    yield seen
    seen.close()


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "content" / "game" / "a.yaml"


def test_file_saved_in_any_way_of_editors_is_seen(seen, file):
    file.write_text("two", encoding="utf-8")
    assert seen.sees(file), "written over"
    new = file.with_name(".a.yaml.new")
    new.write_text("three", encoding="utf-8")
    new.replace(file)
    assert seen.sees(file), "written beside it and renamed"
    file.rename(file.with_name("a.yaml~"))
    file.write_text("four", encoding="utf-8")
    assert seen.sees(file), "the old one kept as a backup"
    file.unlink()
    assert seen.sees(file), "taken away"


def test_folder_that_comes_goes_or_is_renamed_is_seen(seen, file):
    other = file.parent.with_name("other")
    shutil.copytree(file.parent, other)
    assert seen.sees(other / "a.yaml")
    other.rename(other.with_name("third"))
    assert seen.sees(other)
    (other.with_name("third") / "a.yaml").write_text("in it", encoding="utf-8")
    assert seen.sees(other.with_name("third") / "a.yaml")
    shutil.rmtree(other.with_name("third"))
    assert seen.sees(other.with_name("third"))


def test_folder_that_is_made_again_is_watched_again(seen, file, tmp_path):
    shutil.rmtree(tmp_path / "content")
    assert seen.sees(file)
    file.parent.mkdir(parents=True)
    file.write_text("anew", encoding="utf-8")
    assert seen.sees(file)
    file.write_text("and edited", encoding="utf-8")
    assert seen.sees(file)


def test_folder_that_was_not_there_at_first_is_watched(seen, tmp_path):
    template = tmp_path / "templates" / "a.svg.j2"
    template.parent.mkdir()
    template.write_text("<svg/>", encoding="utf-8")
    assert seen.sees(template)
    template.write_text("<svg></svg>", encoding="utf-8")
    assert seen.sees(template)


def test_file_saved_while_nobody_looked_is_seen(tmp_path):
    file = tmp_path / "a.yaml"
    rounds = iter(FolderWatcher((tmp_path,), PACE, print))
    assert next(rounds) == frozenset()
    file.write_text("saved", encoding="utf-8")
    assert file in next(rounds)


def test_watch_where_the_system_cannot_is_said_once(tmp_path, monkeypatch):
    def no_room(*_, **__):
        raise OSError(28, "OS file watch limit reached")

    monkeypatch.setattr(watchfiles, "watch", no_room)
    seen = Seen(tmp_path)
    (tmp_path / "a").touch()
    assert seen.sees(tmp_path / "a")
    (tmp_path / "b").touch()
    assert seen.sees(tmp_path / "b")
    [said] = seen.said
    assert "the system cannot tell" in said and "looked through" in said
    seen.close()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_followed_and_lead_to_no_circle(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "game").symlink_to(tmp_path / "far", target_is_directory=True)
    (tmp_path / "far" / "back").symlink_to(tmp_path / "content", target_is_directory=True)
    (tmp_path / "content" / "nowhere").symlink_to(tmp_path / "none")
    known = saved._scan([tmp_path / "content"])
    (tmp_path / "far" / "a.yaml").write_text("here", encoding="utf-8")
    assert (
        tmp_path / "content" / "game" / "a.yaml"
        in saved._scan([tmp_path / "content"]).keys() - known
    )


@pytest.mark.parametrize("name", [".#cards.yaml", "cards.yaml~", "4913.swp", "#x#", "x.tmp"])
def test_file_that_editors_leave_about_is_not_looked_at(name: str, tmp_path) -> None:
    assert not is_content(Path("/p/content/tiny") / name)
    assert is_content(Path("/p/content/tiny/cards.yaml"))
    (tmp_path / name).touch()
    assert saved._scan([tmp_path]) == {}


@pytest.mark.parametrize("linked", ["templates", "content/out", "content/game/deep/out"])
def test_what_a_link_out_of_the_project_leads_to_is_not_watched(linked, tmp_path, monkeypatch):
    looked_at: list[str] = []
    scandir = os.scandir

    def noting(folder):
        if not isinstance(folder, int):  # of a folder that is being removed
            looked_at.append(os.path.realpath(folder))
        return scandir(folder)

    monkeypatch.setattr(saved.os, "scandir", noting)
    monkeypatch.setattr(watchfiles, "watch", lambda *_, **__: pytest.fail("the system watches"))
    outside, project = tmp_path / "outside", tmp_path / "project"
    (outside / "more").mkdir(parents=True)
    (project / linked).parent.mkdir(parents=True)
    (project / linked).symlink_to(outside)
    (project / "content").mkdir(exist_ok=True)
    seen = Seen(project / "content", project / "templates", root=project)
    (outside / "a").touch()
    (project / "content" / "b").touch()
    assert seen.sees(project / "content" / "b")
    seen.close()
    assert not [path for path in looked_at if path.startswith(str(outside.resolve()))]


def test_a_link_to_another_folder_of_the_project_is_watched(tmp_path):
    (tmp_path / "content").mkdir()
    (tmp_path / "kept").mkdir()
    (tmp_path / "content" / "in").symlink_to(tmp_path / "kept")
    seen = Seen(tmp_path / "content", root=tmp_path)
    (tmp_path / "kept" / "a").touch()
    assert seen.sees(tmp_path / "content" / "in" / "a")
    seen.close()
