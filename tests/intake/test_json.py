"""JSON of a source is read within bounds, and nothing in it makes a reader stumble."""

import math
from pathlib import Path

import pytest

from fustella.core.processes import limits
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.intake import open_source
from fustella.intake.json import json_of


def read(folder: Path, data: bytes) -> object:
    (folder / "a.json").write_bytes(data)
    return json_of(open_source(folder / "a.json"), "a.json")


def refused(folder: Path, data: bytes) -> Problem:
    with pytest.raises(ProblemsFound) as caught:
        read(folder, data)
    (problem,) = caught.value.problems
    return problem


def test_values_come_as_they_are_typed(tmp_path):
    typed = ' {"a": [1, -2, 2.5, true, null, "é \\u00e9 \\ud83e\\udd8a"], "a b": {}}'
    expected = {"a": [1, -2, 2.5, True, None, "é é \U0001f98a"], "a b": {}}
    assert read(tmp_path, typed.encode("utf-8-sig")) == expected
    assert read(tmp_path, typed.encode("utf-16")) == expected


def test_texts_can_be_written_and_numbers_counted_with(tmp_path):
    typed = b'{"a\\ud800": ["x\\u0000y\tz\\n", "a\x01b", NaN, -Infinity, ' + b"9" * 300 + b"]}"
    made = read(tmp_path, typed)
    assert made == {"a\ufffd": ["xy\tz\n", "ab", None, None, pytest.approx(1e300)]}
    str(made).encode()
    assert math.isfinite(made["a\ufffd"][4])


@pytest.mark.parametrize(
    ("typed", "line", "words"),
    [
        (b'{"a": 1,\n "b" 2}', 2, "broken"),
        (b"[1, 2", 1, "broken"),
        (b'["\n\n', 1, "broken"),
        (b"", 0, "no JSON"),
        (b'"just a text"', 0, "no JSON"),
        (b"\x89PNG\r\n\x1a\n[1]", 0, "no JSON"),
        (b"[1e999]", 0, "too large"),
        (b"[" + b"9" * 5000 + b"]", 0, "too large"),
        (b"[" * 100_000, 1, "inside each other"),
        (b"\n" + b'{"[[[":' * 101 + b"1" + b"}" * 101, 2, "inside each other"),
    ],
)
def test_what_is_no_json_or_meant_to_harm_is_refused_at_its_line(tmp_path, typed, line, words):
    problem = refused(tmp_path, typed)
    assert (problem.code, problem.place.file, problem.place.line) == ("E811", "a.json", line)
    assert words in problem.message
    assert problem.hint


def test_too_many_values_are_refused_before_they_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "IMPORT_VALUES", 50)
    assert read(tmp_path, b'["' + b"," * 200 + b'"]') == ["," * 200]
    assert "values" in refused(tmp_path, b"[" + b"1," * 50 + b"1]").message
    assert "values" in refused(tmp_path, b"[" + b"[],{}," * 50 + b"[]]").message
