"""What a build keeps for the next one, and what happens when something goes wrong with it."""

import os
import threading
import time

import pytest

from fustella.core.files.cache import DiskCache, cached, together
from fustella.core.files.whole import ABANDONED_S, unfinished
from fustella.core.geometry.shapes import Size


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path / "faces")


def files_of(cache: DiskCache):
    return sorted(cache.folder.iterdir())


def test_get_of_what_was_put_returns_it(cache):
    cache.put("a", b"first")
    cache.put("b", b"")
    assert cache.get("a") == b"first"
    assert cache.get("b") == b""
    assert cache.get("c") is None


def test_get_without_a_folder_returns_none(cache):
    assert cache.get("a") is None
    cache.prune()
    assert not cache.folder.exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda c: c[:-1],
        lambda c: c[:10],
        lambda _: b"",
        lambda c: c[:-1] + b"!",
        lambda c: c + b"x",
    ],
    ids=["cut short", "no checksum", "empty", "one byte wrong", "too long"],
)
def test_get_of_a_damaged_file_returns_none_until_it_is_put_again(cache, damage):
    cache.put("a", b"a" * 100)
    (path,) = files_of(cache)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get("a") is None
    cache.put("a", b"new")
    assert cache.get("a") == b"new"


def test_prune_of_too_many_files_drops_the_oldest(tmp_path):
    cache = DiskCache(tmp_path, limit_files=2)
    for age, key in enumerate("abc"):
        cache.put(key, b"")
        os.utime(tmp_path / f"{key}.faces", (age, age))
    cache.prune()
    assert [path.stem for path in files_of(cache)] == ["b", "c"]


def test_prune_of_too_many_bytes_drops_the_least_recently_used(tmp_path):
    cache = DiskCache(tmp_path, limit_bytes=400)
    for age, key in enumerate("dcba"):
        cache.put(key, key.encode() * 100)
        old_s = time.time() - 100 * (4 - age)
        os.utime(next(p for p in files_of(cache) if p.name.startswith(key)), (old_s, old_s))
    assert cache.get("d")  # used: now the youngest of all
    cache.prune()
    assert [key for key in "abcd" if cache.get(key)] == ["a", "b", "d"]


def test_prune_of_what_fits_keeps_everything(cache):
    for key in "abc":
        cache.put(key, b"x" * 1000)
    cache.prune()
    assert all(cache.get(key) for key in "abc")


def test_prune_drops_what_a_crash_left_and_spares_a_running_build(cache):
    cache.put("a", b"a")
    left, foreign = unfinished(cache.folder / "b.faces"), cache.folder / "notes.txt"
    for path in (left, foreign):
        path.write_bytes(b"half")
        os.utime(path, (0, 0))
    cache.prune()
    assert left.exists()
    cache.prune(now_s=time.time() + 2 * ABANDONED_S)
    assert not left.exists()
    assert foreign.exists()
    assert cache.get("a") == b"a"


def test_get_of_another_keys_file_returns_none(cache):
    cache.put("a", b"first")
    (path,) = files_of(cache)
    path.rename(path.with_name("b.faces"))
    assert cache.get("b") is None


def test_cache_in_an_impossible_folder_keeps_nothing(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    cache = DiskCache(tmp_path / "file" / "faces")
    cache.put("a", b"a")
    cache.prune()
    assert cache.get("a") is None


def test_put_by_two_builds_at_once_never_shows_half_a_file(cache):
    bodies = {letter.encode() * 50_000 for letter in "xyz"}
    seen, stop = set(), threading.Event()

    def write(body):
        while not stop.is_set():
            cache.put("same", body)

    writers = [threading.Thread(target=write, args=(body,)) for body in bodies]
    cache.put("same", b"x" * 50_000)
    for writer in writers:
        writer.start()
    try:
        for _ in range(200):
            seen.add(cache.get("same"))
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    # Windows may refuse to open a file that is being replaced: then it is as if it were not there.
    assert seen - ({None} if os.name == "nt" else set()) <= bodies
    assert all(path.suffix == ".faces" for path in files_of(cache))


KEY = ("sizes", Size(3, 4), 0.1)
MADE = {"width": (3.0, 4), "names": ["a", "b"], "none": None}


def test_cached_makes_a_value_once(cache):
    calls = []

    def make():
        calls.append(1)
        return MADE

    for _ in range(3):
        assert cached(cache, KEY, make) == MADE
    assert len(calls) == 1
    assert cached(cache, ("sizes", Size(3, 5), 0.1), lambda: "other") == "other"
    assert cached(None, KEY, make) == MADE
    assert len(calls) == 2


def test_cached_whose_file_is_damaged_makes_the_value_again(cache):
    assert cached(cache, KEY, lambda: 1) == 1
    (path,) = files_of(cache)
    path.write_bytes(path.read_bytes()[:-1])
    assert cached(cache, KEY, lambda: 2) == 2
    assert cached(cache, KEY, lambda: 3) == 2


def test_cached_whose_bytes_are_not_accepted_makes_the_value_again(cache):
    def number(body: bytes) -> int | None:
        return int(body) if body.isdigit() else None

    assert cached(cache, KEY, lambda: "x", str.encode, bytes.decode) == "x"
    assert cached(cache, KEY, lambda: 7, lambda value: b"%d" % value, number) == 7
    assert cached(cache, KEY, lambda: 8, lambda value: b"%d" % value, number) == 7


def test_cached_by_another_version_of_the_tool_makes_the_value_again(cache, monkeypatch):
    assert cached(cache, KEY, lambda: 1) == 1
    monkeypatch.setattr("fustella.core.files.cache.fingerprint", lambda *_: "other")
    assert cached(cache, KEY, lambda: 2) == 2


def test_values_that_lie_together_are_found_next_time_and_are_one_file(cache):
    with together(cache, "all") as memory:
        memory.put("a", b"first")
        memory.put("b", b"second")
        assert memory.get("a") == b"first"
    assert len(files_of(cache)) == 1
    with together(cache, "all") as memory:
        assert [memory.get(key) for key in "abc"] == [b"first", b"second", None]


def test_values_that_lie_together_are_written_only_when_one_is_new(cache, monkeypatch):
    with together(cache, "all") as memory:
        memory.put("a", b"first")
    written = []
    monkeypatch.setattr(DiskCache, "put", lambda *_: written.append(1))
    with together(cache, "all") as memory:
        assert memory.get("a") == b"first"
        assert memory.get("b") is None
    assert written == []


def test_of_values_that_lie_together_those_not_used_for_longest_are_dropped(cache, monkeypatch):
    monkeypatch.setattr("fustella.core.files.cache._MOST_OTHERS", 1)
    for key in "abc":
        with together(cache, "all") as memory:
            memory.put(key, b"")
    with together(cache, "all") as memory:
        assert [memory.get(key) for key in "abc"] == [None, b"", b""]


def test_values_that_lie_together_without_a_memory_are_not_kept():
    with together(None, "all") as memory:
        assert memory is None
