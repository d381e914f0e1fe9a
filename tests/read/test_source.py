"""The loader: values as a designer means them, each with its line, without YAML's surprises."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.problems import ProblemsFound
from fustella.read.lists import one_by_one
from fustella.read.nodes import ListNode, MappingNode, as_typed, place_at
from fustella.read.scalars import PieceForm
from fustella.read.source import LOADER, Builder, events_of, load, loaded, text_of
from tests.helpers.sharing import ROOT


@pytest.fixture
def read(tmp_path):
    def call(text: str) -> MappingNode:
        path = tmp_path / "a.yaml"
        path.write_text(text, encoding="utf-8")
        return load(path, "a.yaml")

    return call


def problems_of(read, text: str) -> list[tuple[str, int, str]]:
    with pytest.raises(ProblemsFound) as caught:
        read(text)
    return [(p.code, p.place.line, p.place.key) for p in caught.value.problems]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("6", 6),
        ("-6", -6),
        ("+6", 6),
        ("0", 0),
        ("2.5", 2.5),
        ("-0.5", -0.5),
        ("true", True),
        ("false", False),
        ("~", None),
        ("null", None),
        ("", None),
        ('"6"', "6"),
        ("'true'", "true"),
        # Words that YAML 1.1 would turn into something else.
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("off", "off"),
        ("n", "n"),
        ("True", "True"),
        ("12:30", "12:30"),
        ("010", "010"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        (".5", ".5"),
        (".inf", ".inf"),
        ("2024-01-31", "2024-01-31"),
        ("=", "="),
        ("60mm", "60mm"),
        # Numbers that a float cannot hold, or that Python refuses to read.
        ("1234567890123456", "1234567890123456"),
        ("9" * 5000, "9" * 5000),
        (f"{'9' * 400}.5", f"{'9' * 400}.5"),
    ],
)
def test_load_of_a_plain_value_reads_it_as_meant(typed, value, read):
    found = read(f"key: {typed}\n")["key"]
    assert found == value
    assert isinstance(found, type(value))
    assert isinstance(found, bool) == isinstance(value, bool)


@pytest.mark.parametrize("typed", ["6", "+6", "-0", "2.5", "2.50", "-0.0", "1.10"])
def test_load_of_a_number_keeps_how_it_was_typed(typed, read):
    assert as_typed(read(f"key: {typed}\n")["key"]) == typed


def test_load_of_a_block_keeps_its_line_breaks(read):
    assert read("a: |\n  one\n  two\nb: >\n  one\n  two\n") == {"a": "one\ntwo\n", "b": "one two\n"}


def test_load_keeps_the_line_of_every_entry(read):
    data = read("# remark\na: 1\nb:\n  - c: {d: 5,\n      e: 6}\n  - f\n")
    assert data.lines == {"a": 2, "b": 3}
    assert place_at(data, "any.yaml", "b").line == 3
    assert place_at(data, "any.yaml", "b", 0, "c").line == 4
    assert place_at(data, "any.yaml", "b", 0, "c", "e").line == 5
    assert place_at(data, "any.yaml", "b", 1).line == 6
    assert place_at(data, "any.yaml", "b", 7).line == 3
    assert isinstance(data["b"], ListNode)


def test_text_that_was_read_before_is_whole_again():
    text = "kind: coin\npieces:\n  - {id: one}\n  - {id: two}\n"
    first = loaded(text, "coins.yaml")
    for _ in one_by_one([PieceForm(id="one"), PieceForm(id="two")], first):
        pass
    again, elsewhere = loaded(text, "coins.yaml"), loaded(text, "others.yaml")
    assert first["pieces"] == [None, None]
    assert again == elsewhere == {"kind": "coin", "pieces": [{"id": "one"}, {"id": "two"}]}
    assert again.lines == {"kind": 1, "pieces": 2}
    assert isinstance(again["pieces"], ListNode)
    assert (again["pieces"].line, again["pieces"].lines) == (3, [3, 4])


def test_fault_of_a_text_is_told_as_often_as_it_is_read():
    for name in ("coins.yaml", "coins.yaml", "others.yaml"):
        with pytest.raises(ProblemsFound) as caught:
            loaded("a: 1\na: 2\n", name)
        assert [str(problem.place) for problem in caught.value.problems] == [f"{name}:2: a"]


def test_load_ignores_a_byte_order_mark(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfkey: 1\n")
    assert load(tmp_path / "a.yaml", "a.yaml") == {"key": 1}


def test_load_of_windows_line_ends_counts_lines(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"a: 1\r\nb: 2\r\n")
    data = load(tmp_path / "a.yaml", "a.yaml")
    assert data == {"a": 1, "b": 2}
    assert data.lines == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\na: 2\n", ("E105", 2, "a")),
        ("a: {b: 1, b: 2}\n", ("E105", 1, "b")),
        ("1: x\n'1': y\n", ("E105", 2, "1")),
        ("a: [1, 2\nb: 3\n", ("E101", 1, "")),
        ("a: 'one\nb: 2\n", ("E101", 1, "")),
        ("a:\n\t- 1\n", ("E103", 2, "")),
        ("a: x\tb\n\tc: 1\n", ("E103", 2, "")),
        ("a: *b\n", ("E120", 1, "")),
        ("a: &b 1\n", ("E120", 1, "")),
        ("a: " + "[" * 100 + "]" * 100 + "\n", ("E101", 1, "")),
        ("a: !!str 1\n", ("E120", 1, "")),
        ("a: !!int '1'\n", ("E120", 1, "")),
        ("a: !mine {b: 1}\n", ("E120", 1, "")),
        ("a: !!python/object:os.system x\n", ("E120", 1, "")),
        ("a: !!set {b}\n", ("E120", 1, "")),
        ("? [a]\n: 1\n", ("E104", 1, "")),
        ("- a\n", ("E104", 1, "")),
        ("", ("E108", 0, "")),
        ("# only a remark\n", ("E108", 0, "")),
        ("---\n", ("E108", 0, "")),
        ("a: 1\n---\nb: 2\n", ("E101", 2, "")),
        ("a: @b\n", ("E101", 1, "")),
        ("a: b: c\n", ("E101", 1, "")),
    ],
)
def test_load_of_what_is_not_in_the_language_reports_it(text, problem, read):
    assert problems_of(read, text) == [problem]


def test_load_with_many_faults_reports_all_of_them(read):
    text = "a: 1\na: 2\nb: !x 1\nc: 1\nc: 2\n"
    assert [code for code, _, _ in problems_of(read, text)] == ["E105", "E120", "E105"]


# Breaks that editors do not show are refused, and letters that are not seen are none of a key.
_NO_WORDS = ("Cc", "Cs", "Zl", "Zp")
PLAIN_WORDS = st.text(st.characters(codec="utf-8", exclude_categories=_NO_WORDS), max_size=20)
KEYS = st.text(st.characters(codec="utf-8", exclude_categories=(*_NO_WORDS, "Cf")), max_size=20)
VALUES = st.recursive(
    PLAIN_WORDS | st.integers(-(10**9), 10**9) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_load_of_dumped_values_returns_them(tmp_path_factory, values):
    path = Path(tmp_path_factory.getbasetemp()) / "written.yaml"
    path.write_text(yaml.safe_dump(values, allow_unicode=True), encoding="utf-8")
    assert load(path, "written.yaml") == values


@given(st.binary(max_size=60))
def test_load_of_any_bytes_gives_a_mapping_or_problems(tmp_path_factory, data):
    """The problems have the name of the file."""
    path = Path(tmp_path_factory.getbasetemp()) / "any.yaml"
    path.write_bytes(data)
    try:
        assert isinstance(load(path, "any.yaml"), MappingNode)
    except ProblemsFound as found:
        assert all(p.place.file == "any.yaml" and p.hint for p in found.problems)


@given(st.text(st.sampled_from("ab:-[]{}&*!|>'\"%@`#,?\t\n 01~"), max_size=40))
def test_load_of_any_text_gives_a_mapping_or_problems(tmp_path_factory, text):
    path = Path(tmp_path_factory.getbasetemp()) / "any.yaml"
    path.write_text(text, encoding="utf-8")
    lines = text.count("\n") + 1
    try:
        assert isinstance(load(path, "any.yaml"), MappingNode)
    except ProblemsFound as found:
        assert all(0 <= p.place.line <= lines + 1 for p in found.problems)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a: 1\nb:\n  -\tc: 1\n", "E103", 3),
        ("a: 1\rb:\r-\tc: 1\r", "E103", 3),
        ("a: 1\r\nb: \u2028c\r\n", "E101", 2),
        ("a: 1\nb: c\x85d\n", "E101", 2),
    ],
)
def test_signs_that_nobody_sees_are_told_at_their_line(text, code, line, tmp_path):
    (tmp_path / "a.yaml").write_bytes(text.encode())
    with pytest.raises(ProblemsFound) as found:
        load(tmp_path / "a.yaml", "a.yaml")
    told = [(problem.code, problem.place.line) for problem in found.value.problems]
    assert told == [(code, line)]


@pytest.mark.parametrize("loader", [LOADER, yaml.SafeLoader], ids=["fast", "plain"])
def test_events_are_those_of_the_parser(loader, monkeypatch):
    monkeypatch.setattr("fustella.read.source.LOADER", loader)
    every = sorted((ROOT / "content").glob("*/*.yaml"))
    paths = [path for path in every if path.name != "game.yaml"][:6]  # whose `number?}` is refused
    assert paths
    for path in paths:
        text = text_of(path, path.name)
        plain = Builder("a.yaml").document(yaml.parse(text, Loader=loader))
        assert Builder("a.yaml").document(events_of(text)) == plain
