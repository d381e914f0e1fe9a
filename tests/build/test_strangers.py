"""A project from a stranger, with links, stamps and a cache of its own.

None of them has the tool write, remove or believe what it should not; at most it builds again.
"""

import hashlib
import json
import os
import random
import shutil
from pathlib import Path

import pytest

from fustella.build.stamps import STAMPS
from fustella.core.files import seal
from fustella.core.files.cache import DiskCache
from tests.conftest import TinyProject

links = pytest.mark.skipif(os.name == "nt", reason="links need rights there")

FLIPS = 12
"""So many files of the cache are damaged at once, each at a bit of its own."""


@pytest.fixture
def outside(tmp_path) -> Path:
    """A folder that nobody named, with files that a build would have names for."""
    folder = tmp_path / "outside"
    for name in (
        "tiny-card.pdf",
        "precious.pdf",
        "card.svg.j2",
        "club.yaml",
        "list.json",
        "x.faces",
    ):
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"precious")
    return folder


def held(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def codes(ran) -> set[str]:
    return {problem.code for problem in ran.problems}


def leads_to(link: Path, outside: Path) -> None:
    """Has a link in the place of a folder; what was in the folder is outside now."""
    if link.exists():
        shutil.copytree(link, outside, dirs_exist_ok=True)
        shutil.rmtree(link)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside, target_is_directory=True)


@links
@pytest.mark.parametrize("inside", ["", "tiny", "tiny/en-A4", ".cache"])
def test_build_into_a_link_that_leads_out_writes_nothing(inside, tiny, outside, run):
    leads_to(tiny.output / inside, outside)
    (outside / "precious.pdf").write_bytes(b"precious")
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    before = held(outside)
    ran = run(tiny, "build")
    assert (ran.code, codes(ran)) == (1, {"E402"})
    assert held(outside) == before
    assert (tiny.output / inside).is_symlink()


@links
@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("kits", ["kit", "new", "shelf", "tiny"]),
        (".schema", ["schema"]),
        (".schema/tiny", ["schema"]),
        ("templates/ready", ["eject", "token"]),
        ("templates", ["eject", "card"]),
        ("output", ["plan"]),
        ("output", ["calibrate"]),
    ],
)
def test_command_that_would_write_through_a_link_is_refused(link, words, tiny, outside, run):
    leads_to(tiny.root / link, outside)
    before = held(outside)
    ran = run(tiny, *words)
    assert (ran.code, codes(ran)) == (1, {"E402"})
    assert all("link" in problem.hint for problem in ran.problems)
    assert held(outside) == before


@links
def test_recording_a_kit_through_a_link_is_refused(club, outside, run):
    club.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: 8")
    run(club, "build", "--kit", "club")
    leads_to(club.output / "tiny" / "kits" / "club", outside)
    before = held(outside) | held(club.root / "kits")
    ran = run(club, "kit", "printed", "club")
    assert (ran.code, codes(ran)) == (1, {"E402"})
    assert held(outside) | held(club.root / "kits") == before


@links
def test_output_that_is_named_may_be_a_link(tiny, tmp_path, run):
    (tmp_path / "elsewhere").mkdir()
    leads_to(tmp_path / "named", tmp_path / "elsewhere")
    assert run(tiny, "build", "--output", str(tmp_path / "named")).code == 0
    assert (tmp_path / "elsewhere" / "tiny" / "en-A4" / "tiny-card.pdf").exists()
    leads_to(tiny.output, tmp_path / "elsewhere")
    assert run(tiny, "build", "--output", str(tiny.output)).out.count("unchanged") == 1


@links
def test_output_may_be_a_link_that_stays_in_the_project(tiny, run):
    (tiny.output).rename(tiny.root / "sheets")
    tiny.output.symlink_to("sheets", target_is_directory=True)
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    assert run(tiny, "build").code == 0


def with_stamps(project: TinyProject, change) -> None:
    """Forge the stamps: the records as `change` leaves them, without the key of the user."""
    path = project.output / "tiny" / STAMPS
    forged = json.loads(path.read_bytes())
    for stamp in forged["stamps"].values():
        change(stamp)
    path.write_text(json.dumps(forged), encoding="utf-8")


def record_of(path: Path, name: str) -> dict[str, object]:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    counts = dict.fromkeys(("pieces", "sheets", "cuts", "bytes"), 0)
    return {"file": name, "name": name, "ink_pages": 0.0, "sha256": digest, **counts}


def test_forged_stamp_does_not_say_that_nothing_changed(tiny, run):
    """Another file in the place of the sheets, and a stamp that agrees with it."""
    card = tiny.built / "tiny-card.pdf"
    wanted = card.read_bytes()
    card.write_bytes(b"%PDF-1.7 forged")

    def agrees(stamp):
        for record in stamp["printed"]:
            if record["file"] == card.name:
                record["sha256"] = hashlib.sha256(card.read_bytes()).hexdigest()

    with_stamps(tiny, agrees)
    ran = run(tiny, "build")
    assert ran.code == 0
    assert "unchanged" not in ran.out
    assert card.read_bytes() == wanted


@pytest.mark.parametrize(
    "name", ["../../../content/tiny/coins.yaml", "mine.txt", "a\0b", "../codes.json"]
)
def test_forged_stamp_has_no_other_file_removed(name, tiny, run):
    (tiny.built / "mine.txt").write_bytes(b"mine")

    def names(stamp):
        stamp["printed"].append(record_of(tiny.built / "tiny-card.pdf", name))

    with_stamps(tiny, names)
    before = held(tiny.root / "content")
    assert run(tiny, "build").code == 0
    assert (tiny.built / "mine.txt").read_bytes() == b"mine"
    assert (tiny.output / "tiny" / "codes.json").exists()
    assert held(tiny.root / "content") == before


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"stamps": 1}', '{"seal": "", "stamps": {"a": 1}}', "[" * 5000]
)
def test_stamp_that_is_none_costs_a_build(text, tiny, run):
    (tiny.output / "tiny" / STAMPS).write_text(text, encoding="utf-8")
    before = tiny.hashes()
    ran = run(tiny, "build")
    assert (ran.code, "unchanged" in ran.out) == (0, False)
    assert {name: tiny.hashes()[name] for name in before if name.endswith(".pdf")} == {
        name: digest for name, digest in before.items() if name.endswith(".pdf")
    }


def test_project_from_another_machine_builds_again_and_removes_what_is_no_more(
    tiny, tmp_path, monkeypatch, run
):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    tiny.edit("content/tiny/game.yaml", "sheet: bits", "sheet: pieces")
    assert (tiny.built / "tiny-bits.pdf").exists()
    ran = run(tiny, "build")
    assert (ran.code, "unchanged" in ran.out) == (0, False)
    assert not (tiny.built / "tiny-bits.pdf").exists()
    assert (tiny.built / "tiny-pieces.pdf").exists()
    assert "unchanged" in run(tiny, "build").out


def rebuilt(project: TinyProject, run) -> dict[str, str]:
    """The PDFs of a build that makes everything again, from the cache as it is."""
    shutil.rmtree(project.output / "tiny")
    assert run(project, "build").code == 0
    return {name: one for name, one in project.hashes().items() if name.endswith(".pdf")}


def test_flipped_bits_in_any_files_of_the_cache_cost_time_alone(tiny, run):
    wanted = {name: one for name, one in tiny.hashes().items() if name.endswith(".pdf")}
    files = sorted(path for path in (tiny.output / ".cache").rglob("*") if path.is_file())
    dice = random.Random()
    for path in dice.sample(files, min(FLIPS, len(files))):
        data = bytearray(path.read_bytes())
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        path.write_bytes(data)
    assert rebuilt(tiny, run) == wanted


def test_files_of_the_cache_with_names_of_others_cost_time_alone(tiny, run):
    wanted = {name: one for name, one in tiny.hashes().items() if name.endswith(".pdf")}
    files = sorted(path for path in (tiny.output / ".cache").rglob("*") if path.is_file())
    bodies = [path.read_bytes() for path in files]
    for path, body in zip(files, [*bodies[1:], bodies[0]], strict=True):
        path.write_bytes(body)
    assert rebuilt(tiny, run) == wanted


def test_cache_of_another_user_is_never_loaded(tiny, tmp_path, monkeypatch, run):
    """All files of a cache, well made and under right names, by somebody with another key."""
    wanted = {name: one for name, one in tiny.hashes().items() if name.endswith(".pdf")}
    loaded: list[bytes] = []
    real = seal.opened

    def noting(name: str, content: bytes) -> bytes | None:
        body = real(name, content)
        loaded.extend([] if body is None else [body])
        return body

    monkeypatch.setattr("fustella.core.files.cache.opened", noting)
    cache = DiskCache(tiny.output / ".cache")
    foreign = [path for path in cache.folder.iterdir() if cache.get(path.stem) is not None]
    assert len(foreign) == len(loaded) > 10
    evil = b"not what any build made"
    with monkeypatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(tmp_path / "stranger"))
        for path in foreign:
            cache.put(path.stem, evil)
            assert cache.get(path.stem) == evil
    loaded.clear()
    assert rebuilt(tiny, run) == wanted
    assert loaded, "what this build makes is kept, and known again"
    assert evil not in loaded


def test_build_without_a_home_to_write_in_is_the_same(tiny, tmp_path, monkeypatch, run):
    wanted = {name: one for name, one in tiny.hashes().items() if name.endswith(".pdf")}
    (tmp_path / "home").write_bytes(b"a file, no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    assert rebuilt(tiny, run) == wanted
