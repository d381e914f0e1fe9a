"""What is there and cannot be read is told; it is never taken for what is not there.

A read of one file fails, as a broken disk or another user's rights let it fail.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fustella.build.ledger import LEDGER, read_ledger
from fustella.build.stamps import STAMPS, printed_in_stamps
from fustella.core.files.fingerprint import digest_of
from fustella.core.files.pictures import NoPicture, PictureFolder
from fustella.core.files.project import Project
from fustella.core.values.problems import Place, ProblemsFound
from fustella.draw.face_cache import FaceCache
from fustella.draw.icons.own import FaultyIcon, read_own_icon
from fustella.draw.pictures.raster import FaultyPicture, size_of
from fustella.draw.sources import ICON, TEMPLATE, Sources
from fustella.kits.store import PENDING, read_pending
from fustella.read.drawn_zones import undrawn
from fustella.read.marks import mark_of
from fustella.review.repair import Repair, plan_repairs

ERRORS = ("EIO", "EACCES")

UNREAD = r"Input/output error|Permission denied"


@contextmanager
def failing(monkeypatch, path: Path, error: str = "EIO") -> Iterator[None]:
    """A file cannot be opened, while the block lasts."""
    real, code = os.open, getattr(errno, error)

    def refused(name, *others, **named):
        if os.fspath(name) == str(path):
            raise OSError(code, os.strerror(code), str(path))
        return real(name, *others, **named)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refused)
        yield


def made(path: Path, data: bytes = b"{}") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(
    ("name", "read", "nothing"),
    [
        (STAMPS, lambda path: printed_in_stamps(path.parent, ""), ()),
        (LEDGER, lambda path: read_ledger(path.parent), ()),
        (PENDING, lambda path: read_pending(path.parent), None),
    ],
)
def test_record_that_cannot_be_read_is_not_one_that_is_missing(
    name, read, nothing, error, tmp_path, monkeypatch
):
    path = tmp_path / name
    assert read(path) == nothing
    with failing(monkeypatch, made(path), error), pytest.raises(ProblemsFound) as found:
        read(path)
    (told,) = found.value.problems
    assert (told.code, told.place.file) == ("E100", str(path))


@pytest.mark.parametrize("error", ERRORS)
def test_files_of_a_project_that_cannot_be_read_are_told(tiny, monkeypatch, error):
    project = Project(tiny.root)
    game = tiny.root / "content/tiny/game.yaml"
    with failing(monkeypatch, game, error), pytest.raises(ProblemsFound, match="E100"):
        mark_of(project, "tiny")
    card = tiny.root / "templates/tiny/card.svg.j2"
    with failing(monkeypatch, card, error), pytest.raises(ProblemsFound, match="E100"):
        undrawn(("title",), card, project)
    with (
        failing(monkeypatch, card, error),
        pytest.raises(OSError, match=UNREAD),
    ):
        Sources(project, "tiny").digest_of((TEMPLATE, "card.svg.j2"))
    icon = made(tiny.root / "content/tiny/icons/own.svg", b"<svg/>")
    with failing(monkeypatch, icon, error):
        sources = Sources(project, "tiny")
        with pytest.raises(OSError, match=UNREAD):
            sources.digest_of((ICON, "own"))
        face_cache = FaceCache(None, "", PictureFolder(tiny.root), sources)
        assert not face_cache._is_current(((ICON, "own", "abc"),))
        with pytest.raises(FaultyIcon) as faulty:
            read_own_icon(icon, tiny.root)
        assert faulty.value.code == "E100"


@pytest.mark.parametrize("error", ERRORS)
def test_picture_that_cannot_be_read_is_no_missing_one(tmp_path, monkeypatch, error):
    path = made(tmp_path / "art/a.png", b"no picture")
    folder = PictureFolder(tmp_path)
    with failing(monkeypatch, path, error):
        with pytest.raises(OSError, match=UNREAD):
            digest_of(path)
        with pytest.raises(NoPicture) as found:
            folder.find("a")
        assert (found.value.code, found.value.missing) == ("E100", False)
        with pytest.raises(OSError, match=UNREAD):
            folder.digest_of("a")
    file = folder.find("a")
    with failing(monkeypatch, path, error), pytest.raises(FaultyPicture) as faulty:
        size_of(file)
    assert faulty.value.code == "E100"


def test_repairs_of_files_of_which_one_cannot_be_read_are_none(tiny, monkeypatch):
    names = ("content/tiny/cards.yaml", "content/tiny/coins.yaml")
    repairs = [Repair(Place(name, 1, "kind"), "card", "coin") for name in names]
    unread = tiny.root / names[1]
    with failing(monkeypatch, unread), pytest.raises(ProblemsFound) as found:
        plan_repairs(Project(tiny.root), repairs)
    assert [told.place.file for told in found.value.problems] == [names[1]]


def test_texts_for_translators_are_not_measured_without_an_icon(tiny, monkeypatch, capsys):
    icon = tiny.root / "templates/_shared/icons/herb.svg"
    made = tiny.output / "tiny/translations/tiny-it.csv"
    with failing(monkeypatch, icon):
        assert tiny.run("translate", "export", "tiny", "--to", "csv") == 1
    assert f"icons/{icon.name}: E100 cannot be read: Input/output error" in capsys.readouterr().err
    assert not made.exists()
