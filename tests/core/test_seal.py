"""Seals: what this user wrote under a name is known again, and nothing else."""

import os
import stat
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.files import seal
from fustella.core.files.seal import SEAL_BYTES, opened, sealed
from tests.helpers.sharing import ROOT


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "fustella"


@given(st.text(), st.binary(), st.text(), st.data())
def test_sealed_is_opened_under_its_name_alone(name, body, other, data):
    content = sealed(name, body)
    assert opened(name, content) == body
    assert other == name or opened(other, content) is None
    at = data.draw(st.integers(0, len(content) * 8 - 1))
    flipped = bytearray(content)
    flipped[at // 8] ^= 1 << at % 8
    assert opened(name, bytes(flipped)) is None


def test_name_and_body_are_told_apart():
    assert opened("a", sealed("ab", b"c")[:SEAL_BYTES] + b"bc") is None


@pytest.mark.parametrize("content", [b"", b"x", b"\0" * SEAL_BYTES, b"\0" * 100])
def test_bytes_without_a_seal_are_not_opened(content):
    assert opened("a", content) is None


def test_key_is_made_once_and_its_users_alone(state):
    content = sealed("a", b"body")
    key = (state / "key").read_bytes()
    assert len(key) == 32
    assert [path.name for path in state.iterdir()] == ["key"]
    seal._key_in.cache_clear()  # as in another process
    assert opened("a", content) == b"body"
    assert (state / "key").read_bytes() == key
    if os.name != "nt":
        assert stat.S_IMODE((state / "key").stat().st_mode) == 0o600
        assert stat.S_IMODE(state.stat().st_mode) == 0o700


def test_what_another_user_sealed_is_not_opened(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "one"))
    content = sealed("a", b"body")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "two"))
    assert opened("a", content) is None


@pytest.mark.parametrize("damaged", [b"", b"short", b"x" * 33])
def test_key_that_was_cut_short_is_made_anew(damaged, state):
    state.mkdir(parents=True)
    (state / "key").write_bytes(damaged)
    content = sealed("a", b"body")
    assert len((state / "key").read_bytes()) == 32
    seal._key_in.cache_clear()
    assert opened("a", content) == b"body"


def test_without_a_home_the_key_is_that_of_this_process(state):
    state.parent.parent.mkdir(parents=True, exist_ok=True)
    state.parent.write_bytes(b"a file, no folder")
    content = sealed("a", b"body")
    assert opened("a", content) == b"body"
    seal._key_in.cache_clear()
    assert opened("a", content) is None


def test_processes_that_begin_at_once_have_one_key(state):
    script = "from fustella.core.files.seal import sealed; print(sealed('a', b'body').hex())"
    command = [sys.executable, "-c", script]
    several = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) for _ in range(4)]
    assert len({one.communicate()[0] for one in several}) == 1
