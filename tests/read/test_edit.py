"""Numbers changed in the text of a YAML file: exactly that number, and nothing else."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.values.claims import Repair
from fustella.core.values.problems import Place
from fustella.read import edit
from fustella.read.edit import rewritten
from fustella.read.nodes import as_typed
from fustella.read.source import Builder
from tests.helpers.sharing import ROOT

LIST = "content/tiny/coins.yaml"
CLAIMS = "content/tiny/claims.yaml"
CLAIMS_FILES = sorted((ROOT / "content").glob("*/claims.yaml"))


# The numbers of the real content, found by PyYAML's nodes and not by the tested code.


@dataclass(frozen=True)
class Number:
    file: str
    key: str
    line: int
    typed: str

    def to(self, new: str, key: str = "") -> Repair:
        return Repair(Place(self.file, self.line, key or self.key), self.typed, new)


def numbers_of(node: yaml.Node, file: str, key: str, line: int) -> Iterator[Number]:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            path = f"{key}.{name.value}" if key else name.value
            yield from numbers_of(value, file, path, name.start_mark.line + 1)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value, start=1):
            yield from numbers_of(value, file, f"{key}[{index}]", value.start_mark.line + 1)
    elif key.endswith("source.lines"):
        return  # ranges, even those of a single line
    elif node.tag.endswith((":int", ":float")) and isinstance(read(node.value), int | float):
        yield Number(file, key, line, node.value)


@cache
def texts() -> dict[str, str]:
    paths = sorted((ROOT / "content").glob("*/*.yaml"))
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes().decode("utf-8")
        for path in paths
        if path.name != "claims.yaml"
    }


@cache
def numbers() -> tuple[Number, ...]:
    return tuple(
        number
        for file, text in texts().items()
        for number in numbers_of(yaml.compose(text, Loader=yaml.CSafeLoader), file, "", 1)
    )


def read(text: str) -> object:
    """The value of a text as the tool reads it."""
    builder = Builder("test")
    value = builder.document(yaml.parse(text.removeprefix("\ufeff"), Loader=yaml.CSafeLoader))
    assert builder.problems == []
    return value


def flat(value: object, key: str = "") -> dict[str, tuple[type, str]]:
    """Every value by its path, with its type and as it was typed."""
    if isinstance(value, dict):
        parts = [flat(entry, f"{key}.{name}" if key else name) for name, entry in value.items()]
    elif isinstance(value, list):
        parts = [flat(entry, f"{key}[{n}]") for n, entry in enumerate(value, start=1)]
    else:
        kind = next(k for k in (bool, int, float, str, type(None)) if isinstance(value, k))
        return {key: (kind, as_typed(value))}
    return {path: entry for part in parts for path, entry in part.items()}


NEW_NUMBERS = st.one_of(
    st.integers(-99_999, 99_999).map(str),
    st.decimals(0, 999, places=2).map(str),
)
LAYOUTS = st.tuples(st.sampled_from(("\n", "\r\n")), st.sampled_from(("", "\ufeff")), st.booleans())


def laid_out(text: str, layout: tuple[str, str, bool]) -> str:
    line_end, mark, ends = layout
    text = mark + text.replace("\n", line_end)
    return text if ends else text.rstrip("\r\n")


def test_content_for_these_tests_has_many_numbers():
    assert len(numbers()) > 1000
    assert len({number.file.split("/")[1] for number in numbers()}) >= 4


@settings(max_examples=80, deadline=None)  # the next test has every number of every file
@given(st.data(), NEW_NUMBERS, LAYOUTS, st.booleans())
def test_rewritten_with_one_repair_changes_that_number_alone(data, new, layout, by_piece):
    """By its whole path, or by the path within its piece."""
    number = data.draw(st.sampled_from(numbers()))
    text = laid_out(texts()[number.file], layout)
    key = re.sub(r"^(pieces|variants)\[\d+\]\.", "", number.key) if by_piece else number.key
    result = rewritten(text, number.file, [repair := number.to(new, key)])
    assert result.unmended == ()
    assert result.mended == (repair,)
    typed = f"+{new}" if number.typed[0] == "+" and new[0].isdigit() else new
    assert_one_line_differs(text, result.text, number.line, typed)
    before, after = flat(read(text)), flat(read(result.text))
    assert list(before) == list(after)
    kind = float if "." in new else int
    assert after == {**before, number.key: (kind, typed)}


def assert_one_line_differs(before: str, after: str, line: int, new: str) -> None:
    old_lines, new_lines = before.split("\n"), after.split("\n")
    assert len(old_lines) == len(new_lines)
    differing = [
        n for n, pair in enumerate(zip(old_lines, new_lines, strict=True)) if len({*pair}) > 1
    ]
    assert differing in ([], [line - 1])
    assert new in new_lines[line - 1]


@pytest.mark.parametrize("file", sorted(texts()))
def test_rewritten_with_repairs_of_all_numbers_changes_all(file):
    text = texts()[file]
    here = [number for number in numbers() if number.file == file]
    result = rewritten(text, file, [number.to("77.5") for number in here])
    assert result.unmended == ()
    assert len(result.mended) == len(here)
    after = flat(read(result.text))
    assert after.keys() == flat(read(text)).keys()
    assert {after[number.key][1].lstrip("+") for number in here} <= {"77.5"}


@settings(max_examples=100, deadline=None)
@given(st.data(), st.integers(0, 400), NEW_NUMBERS)
def test_rewritten_with_a_wrong_line_changes_no_other_value(data, line, new):
    """It changes nothing, or the number that is meant if the line is that of its list's key."""
    number = data.draw(st.sampled_from(numbers()))
    repair = Repair(Place(number.file, line, number.key), number.typed, new)
    text = texts()[number.file]
    result = rewritten(text, number.file, [repair])
    if result.unmended:
        assert line != number.line
        assert result.text == text
    else:
        before, after = flat(read(text)), flat(read(result.text))
        assert {**after, number.key: before[number.key]} == before


# All forms of places and numbers, each in a small text.


def mend(text: str, line: int, key: str, old: str, new: str, name: str = LIST) -> str:
    """The text with one repair, which must be made."""
    result = rewritten(text, name, [Repair(Place(name, line, key), old, new)])
    assert result.unmended == (), result.unmended
    assert len(result.mended) == 1
    return result.text


def reason(text: str, line: int, key: str, old: str, new: str, name: str = LIST) -> str:
    """Why one repair is not made."""
    result = rewritten(text, name, [Repair(Place(name, line, key), old, new)])
    assert result.text == text
    assert result.mended == ()
    (unmended,) = result.unmended
    return unmended.reason


@pytest.mark.parametrize(
    ("text", "line", "key", "old", "new", "after"),
    [
        ("a: 4", 1, "a", "4", "5", "a: 5"),
        ("a: 4   # why 4\nb: 4\n", 1, "a", "4", "15", "a: 15   # why 4\nb: 4\n"),
        ("a:\n  4\n", 1, "a", "4", "5", "a:\n  5\n"),
        ("{a: 4, b: 4}", 1, "b", "4", "5", "{a: 4, b: 5}"),
        ("é: {x: 4}  # 😀\n", 1, "x", "4", "5", "é: {x: 5}  # 😀\n"),
        ("a: '4'", 1, "a", "4", "5", "a: '5'"),
        ('a: "4"', 1, "a", "4", "5", 'a: "5"'),
        ('a: "06"', 1, "a", "06", "07", 'a: "07"'),
        ("a: +2", 1, "a", "+2", "+3", "a: +3"),
        ("a: +2", 1, "a", "2", "3", "a: +3"),
        ("a: +2", 1, "a", "2", "-3", "a: -3"),
        ("a: 1.50", 1, "a", "1.5", "2", "a: 2"),
        ("a: [3, 3]", 1, "a[2]", "3", "4", "a: [3, 4]"),
        ("a:\n  - 3\n  - 3\n", 1, "a[2]", "3", "4", "a:\n  - 3\n  - 4\n"),
        ("a:\n  - 3\n  - 3\n", 3, "a[2]", "3", "4", "a:\n  - 3\n  - 4\n"),
        ("a: 4\r\nb: 5\r\n", 2, "b", "5", "6", "a: 4\r\nb: 6\r\n"),
        ("\ufeffa: 4\n", 1, "a", "4", "5", "\ufeffa: 5\n"),
        ("a: 4  \n\n\n", 1, "a", "4", "5", "a: 5  \n\n\n"),
        ("'a': 4", 1, "a", "4", "5", "'a': 5"),
        ("of: {back.level: 1}", 1, "of.back.level", "1", "2", "of: {back.level: 2}"),
        ("front: {level: 1}", 1, "pieces[2].front.level", "1", "2", "front: {level: 2}"),
        ("source: {lines: 4} # 4", 1, "source.lines", "4", "5-6", "source: {lines: 5-6} # 4"),
        ("source: {lines: 4 - 5}", 1, "source.lines", "4-5", "6", "source: {lines: 6}"),
        ("source: {lines: 4-4}", 1, "source.lines", "4", "6", "source: {lines: 6}"),
        (
            "pieces:\n- source:\n    lines: '1,4-5'\n",
            3,
            "pieces[1].source.lines",
            "1, 4-5",
            "2, 6",
            "pieces:\n- source:\n    lines: '2, 6'\n",
        ),
        (
            "source: {lines: 4}\npieces: [{source: {lines: 4}}]",
            2,
            "pieces[1].source.lines",
            "4",
            "4, 9",
            'source: {lines: 4}\npieces: [{source: {lines: "4, 9"}}]',
        ),
        (
            "variants:\n- {id: a, front: {n: 1}}\n",
            2,
            "pieces[4].front.n",
            "1",
            "2",
            "variants:\n- {id: a, front: {n: 2}}\n",
        ),
        (
            "pieces: [{copies: 2}, {copies: 2}]",
            1,
            "pieces[2].copies",
            "2",
            "3",
            "pieces: [{copies: 2}, {copies: 3}]",
        ),
        (
            "{copies: 2, pieces: [{copies: 2}]}",
            1,
            "copies",
            "2",
            "3",
            "{copies: 3, pieces: [{copies: 2}]}",
        ),
    ],
)
def test_rewritten_changes_a_number_however_typed(text, line, key, old, new, after):
    assert mend(text, line, key, old, new) == after


@pytest.mark.parametrize(
    ("text", "line", "key", "old", "new", "after"),
    [
        ('text: "{40} cards"', 1, "text", "{40}", "{42}", 'text: "{42} cards"'),
        ("text: '{level=1} {2}'", 1, "text", "{level=1}", "{level=3}", "text: '{level=3} {2}'"),
        (
            "claims:\n- text: >-  # {40}\n    of\n    {40} cards\n  is: 3\n",
            2,
            "claims[1].text",
            "{40}",
            "{42}",
            "claims:\n- text: >-  # {40}\n    of\n    {42} cards\n  is: 3\n",
        ),
        (
            "text: |\r\n  é {4}\r\n# {4}\r\n",
            1,
            "text",
            "{4}",
            "{5}",
            "text: |\r\n  é {5}\r\n# {4}\r\n",
        ),
        ('text: ["{1} a", "{2} b"]', 1, "text", "{2}", "{3}", 'text: ["{1} a", "{3} b"]'),
        ('text:\n- "{1} a"\n- "{1} b"\n', 3, "text", "{1}", "{2}", 'text:\n- "{1} a"\n- "{2} b"\n'),
        ('text: ["{1} a", "{1} b"]', 1, "text[2]", "{1}", "{3}", 'text: ["{1} a", "{3} b"]'),
        ("lines: 12", 1, "lines", "12", "14", "lines: 14"),
        ("lines: 12-19 # x", 1, "lines", "12-19", "13-20", "lines: 13-20 # x"),
        ('lines: "12, 38-40"', 1, "lines", "12, 38-40", "13, 39-41", 'lines: "13, 39-41"'),
        ("{lines: 12-14}", 1, "lines", "12-14", "12, 15", '{lines: "12, 15"}'),
        ("map:\n  rows: |\n    1 2\n    2 1\n", 2, "rows", "2 1", "2 2", "    1 2\n    2 2\n"),
        ("map:\n  rows: |\n    1 1\n    1 1\n", 4, "rows", "1 1", "1 2", "    1 1\n    1 2\n"),
        ("is: 40", 1, "is", "40", "42", "is: 42"),
    ],
)
def test_rewritten_changes_a_figure_of_claims_however_typed(text, line, key, old, new, after):
    assert mend(text, line, key, old, new, CLAIMS).endswith(after)


_FIGURE = re.compile(r"\{([a-z]\w*=)?(\d+)\}")


def words_of(node: yaml.Node, key: str, line: int) -> Iterator[tuple[str, int, str]]:
    """The path, the line and the value of every scalar."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            path = f"{key}.{name.value}" if key else name.value
            yield from words_of(value, path, name.start_mark.line + 1)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value, start=1):
            yield from words_of(value, f"{key}[{index}]", value.start_mark.line + 1)
    else:
        yield key, line, node.value


@pytest.mark.parametrize("path", CLAIMS_FILES, ids=lambda path: path.parent.name)
def test_rewritten_changes_every_figure_and_row_of_the_claims(path):
    text = path.read_bytes().decode("utf-8")
    name = path.relative_to(ROOT).as_posix()
    repairs, expected = [], flat(read(text))
    for key, line, value in words_of(yaml.compose(text, Loader=yaml.CSafeLoader), "", 1):
        place = Place(name, line, key)
        if re.search(r"\.text(\[\d+\])?$", key):
            marks = {mark[0]: f"{{{mark[1] or ''}{mark[2]}7}}" for mark in _FIGURE.finditer(value)}
            repairs += [Repair(place, old, new) for old, new in marks.items()]
            expected[key] = (str, _FIGURE.sub(lambda mark, new=marks: new[mark[0]], value))
        elif re.fullmatch(r"claims\[\d+\]\.rows", key):
            rows = value.splitlines()
            lines = enumerate(rows, start=line + 1)
            repairs += [Repair(Place(name, n, key), row, f"{row} 7") for n, row in lines]
            expected[key] = (str, "".join(f"{row} 7\n" for row in rows))
    result = rewritten(text, name, repairs)
    assert result.unmended == ()
    assert len(result.mended) == len(repairs) > 10
    assert flat(read(result.text)) == expected
    assert len(result.text.split("\n")) == len(text.split("\n"))


@pytest.mark.parametrize("file", sorted(texts()))
def test_rewritten_changes_every_source_of_a_list(file):
    text = texts()[file]
    expected, repairs = flat(read(text)), []
    for key, line, value in words_of(yaml.compose(text, Loader=yaml.CSafeLoader), "", 1):
        if re.fullmatch(r"(pieces\[\d+\]\.)?source\.lines", key):
            repairs.append(Repair(Place(file, line, key), value, "7, 8-9"))
            expected[key] = (str, "7, 8-9")
    result = rewritten(text, file, repairs)
    assert result.unmended == ()
    assert flat(read(result.text)) == expected
    assert len(result.text.split("\n")) == len(text.split("\n"))


def test_content_for_these_tests_has_sources():
    assert sum(text.count("source: {lines:") for text in texts().values()) > 20


def test_rewritten_keeps_line_ends_and_trailing_spaces_of_rows():
    text = "rows: |2\r\n\r\n   1 2  \r\n   2 1\r\nis: 4\r\n"
    assert mend(text, 1, "rows", "1 2", "1 3", CLAIMS) == text.replace("1 2", "1 3")


@pytest.mark.parametrize(
    ("text", "line", "key", "old", "new", "said"),
    [
        ("a: 4", 0, "pieces[1].copies", "1", "2", "`pieces[1].copies` is typed nowhere"),
        ("a: 4", 1, "b", "4", "5", "line 1 has no `b`"),
        ("a: 4\nb: 4", 2, "a", "4", "5", "line 2 has no `a`"),
        ("aa: 4", 1, "a", "4", "5", "line 1 has no `a`"),
        ("a: {b: 4}", 1, "a", "4", "5", "line 1 has no `a`"),
        ("pieces: [{a: 4}]", 1, "pieces[2].a", "4", "5", "line 1 has no `pieces[2].a`"),
        ("a: 6", 1, "a", "4", "5", "`a` in line 1 is 6, not 4"),
        ("a:", 1, "a", "4", "5", "`a` in line 1 is empty, not 4"),
        ("a: 010", 1, "a", "10", "11", "`a` in line 1 is 010, not 10"),
        ("a: four", 1, "a", "four", "5", '"four" is text'),
        ("a: 4", 1, "a", "4", "five", '"five" is text'),
        ("a: 4mm", 1, "a", "4mm", "5mm", '"4mm" is text'),
        ("a: 4", 1, "a", "4", "5\nb: 6", "is text"),
        ("a: 4", 1, "a", "4", "05", "leave out leading zeros"),
        ("a: 4", 1, "a", "4", "1234567890123456", "not written like a number"),
        ("a: {x: 4}\n", 1, "", "4", "5", "line 1 has no ``"),
        ("[{x: 4}, {x: 4}]", 1, "x", "4", "5", "`x` is 4 2 times in line 1"),
        ("a: |-\n  4\n", 1, "a", "4", "5", "block of text"),
        ('a: "\\x34"', 1, "a", "4", "5", "with a backslash"),
        ("a: [4", 1, "a", "4", "5", "broken YAML"),
        ("a: 4\x00", 1, "a", "4", "5", "broken YAML"),
        ('text: "{4} a"', 1, "text", "{4}", "{5}", '"{4}" is text'),
        ("lines: 4-5", 1, "lines", "4-5", "5-6", '"4-5" is text'),
        ("source: {lines: 4}", 1, "source.lines", "4", "-5", '"-5" is no range of lines'),
        ("source: {lines: 4}", 1, "source.lines", "5", "6", "`source.lines` in line 1 is 4, not 5"),
        (
            "front: {source: {lines: 4-5}}",
            1,
            "front.source.lines",
            "4-5",
            "5-6",
            '"4-5" is text',
        ),
        ("rows: |\n  12\n", 2, "rows", "1 2", "1 3", '"1 2" is text'),
    ],
)
def test_rewritten_of_a_list_refuses_with_a_reason(text, line, key, old, new, said):
    assert said in reason(text, line, key, old, new)


@pytest.mark.parametrize(
    ("text", "line", "key", "old", "new", "said"),
    [
        ('text: "{4} a {4}"', 1, "text", "{4}", "{5}", "`text` is {4} 2 times in line 1"),
        ('text: "{4} a"', 1, "text", "{n=4}", "{n=5}", "`text` in line 1 is {4} a, not {n=4}"),
        ('text: "{4} a"', 1, "text", "{4}", "{x=4}", "the name of a figure is no number"),
        ('text: "4 a"', 1, "text", "4", "5", "no figure in braces"),
        ('text: "{4} a"', 1, "text", "{4} a", "{4} b", "no figure in braces"),
        ('text: "\\x7b4} a"', 1, "text", "{4}", "{5}", "with a backslash"),
        ('text: ["{1} a", "{1} b"]', 1, "text", "{1}", "{2}", "which one?"),
        ("lines: 4", 1, "lines", "4", "0", '"0" is no range of lines'),
        ("lines: 4", 1, "lines", "4", "x", '"x" is no range of lines'),
        ("rows: |\n  1 1\n  1 1\n", 1, "rows", "1 1", "1 2", "which one?"),
        ("rows: |\n  1 1\n  1 1\n", 1, "rows", "2 2", "1 2", "`rows` in line 1 has no 2 2"),
        ("rows: |\n  1 1\n", 1, "rows", "1 1", "1\n 2", "not one line"),
        ("rows: |\n  1 1\n", 1, "rows", "1 1", "", "not one line"),
        ("rows: >\n  1 1\n", 1, "rows", "1 1", "1 2", "block that begins with |"),
    ],
)
def test_rewritten_of_claims_refuses_with_a_reason(text, line, key, old, new, said):
    assert said in reason(text, line, key, old, new, CLAIMS)


@pytest.mark.parametrize("sign", ["\n", "\r", "\t", "\x85", "\u2028", "\u2029", '"', "\\"])
def test_rewritten_keeps_line_breaks_and_signs_of_yaml_in_a_text(sign):
    new = f"one{sign}two"
    repair = Repair(Place(LIST, 2, "name"), "old", new, is_text=True)
    result = rewritten("kind: card\nname: old\n", LIST, [repair])
    assert result.unmended == ()
    assert yaml.safe_load(result.text)["name"] == new


def test_rewritten_changes_several_figures_of_one_passage():
    text = 'text: "{1} of {2} of {3}"  # {1}\n'
    place = Place(CLAIMS, 1, "text")
    repairs = [
        Repair(place, "{1}", "{22}"),
        Repair(place, "{2}", "{3}"),
        Repair(place, "{3}", "{1}"),
    ]
    result = rewritten(text, CLAIMS, repairs)
    assert result.text == 'text: "{22} of {3} of {1}"  # {1}\n'
    assert result.unmended == ()


def test_rewritten_changes_an_inherited_number_once():
    """All pieces of a list refer to the same number."""
    repairs = [Repair(Place(LIST, 1, f"pieces[{n}].front.a"), "4", "5") for n in (1, 2, 3)]
    result = rewritten("front: {a: 4}\n", LIST, [*repairs, *repairs])
    assert result.text == "front: {a: 5}\n"
    assert result.mended == (repairs[0],)
    assert result.unmended == ()


def test_rewritten_refuses_contradicting_repairs_and_makes_others():
    one, other = (Repair(Place(LIST, 1, key), "4", new) for key, new in (("a", "5"), ("x.a", "6")))
    third = Repair(Place(LIST, 2, "b"), "4", "7")
    result = rewritten("x: {a: 4}\nb: 4\n", LIST, [one, other, third])
    assert result.text == "x: {a: 4}\nb: 7\n"
    assert result.mended == (third,)
    assert [unmended.repair for unmended in result.unmended] == [one, other]
    assert {unmended.reason for unmended in result.unmended} == {
        "it should be 5 and 6 at once: decide which is right"
    }


@pytest.mark.parametrize(
    "broken",
    [
        lambda text, spots: "a: 5\nb: 5\n",
        lambda text, spots: 'a: "5"\nb: 4\n',
        lambda text, spots: "b: 4\na: 5\n",
        lambda text, spots: "a: 5\n",
        lambda text, spots: "a: &x 5\nb: 4\n",
        lambda text, spots: "{a: 5, b: 4}\n",
        lambda text, spots: "a: [5\nb: 4\n",
        lambda text, spots: text,
    ],
)
def test_rewritten_refuses_an_edit_that_changes_anything_else(broken, monkeypatch):
    """Whatever goes wrong in replacing, the file is not changed."""
    monkeypatch.setattr(edit, "_with_edits", broken)
    assert "more than this number" in reason("a: 4\nb: 4\n", 1, "a", "4", "5")
