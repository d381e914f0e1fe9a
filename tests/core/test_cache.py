"""What a build keeps for the next one, and what becomes of it when something goes wrong."""

import os
import threading
import time

import pytest

from fustella.core.cache import DiskCache


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path / "faces")


def files_of(cache: DiskCache):
    return sorted(cache.folder.iterdir())


def test_what_is_put_is_found(cache):
    cache.put("a", b"first")
    cache.put("b", b"")
    assert cache.get("a") == b"first"
    assert cache.get("b") == b""
    assert cache.get("c") is None


def test_nothing_is_there_before_the_folder_is(cache):
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
def test_a_damaged_file_counts_as_missing_and_is_replaced(cache, damage):
    cache.put("a", b"a" * 100)
    (path,) = files_of(cache)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get("a") is None
    cache.put("a", b"new")
    assert cache.get("a") == b"new"


def test_of_many_small_files_the_oldest_go(tmp_path):
    cache = DiskCache(tmp_path, limit_files=2)
    for age, key in enumerate("abc"):
        cache.put(key, b"")
        os.utime(tmp_path / f"{key}.faces", (age, age))
    cache.prune()
    assert [path.stem for path in files_of(cache)] == ["b", "c"]


def test_the_least_recently_used_go_first(tmp_path):
    cache = DiskCache(tmp_path, limit_bytes=400)
    for age, key in enumerate("dcba"):
        cache.put(key, key.encode() * 100)
        old_s = time.time() - 100 * (4 - age)
        os.utime(next(p for p in files_of(cache) if p.name.startswith(key)), (old_s, old_s))
    assert cache.get("d")  # used: now the youngest of all
    cache.prune()
    assert [key for key in "abcd" if cache.get(key)] == ["a", "b", "d"]


def test_pruning_keeps_all_that_fits(cache):
    for key in "abc":
        cache.put(key, b"x" * 1000)
    cache.prune()
    assert all(cache.get(key) for key in "abc")


def test_what_a_crash_left_is_dropped_and_a_running_build_left_alone(cache):
    cache.put("a", b"a")
    old, young = cache.folder / "old.unfinished", cache.folder / "young.unfinished"
    foreign = cache.folder / "notes.txt"
    for path in (old, young, foreign):
        path.write_bytes(b"half")
        long_ago_s = time.time() - 100_000
        if path is not young:
            os.utime(path, (long_ago_s, long_ago_s))
    cache.prune()
    assert not old.exists()
    assert young.exists()
    assert foreign.exists()


def test_an_impossible_folder_only_saves_no_time(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    cache = DiskCache(tmp_path / "file" / "faces")
    cache.put("a", b"a")
    cache.prune()
    assert cache.get("a") is None


def test_two_builds_at_once_never_see_half_a_file(cache):
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
    assert seen <= bodies
    assert all(path.suffix == ".faces" for path in files_of(cache))
