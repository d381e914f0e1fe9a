"""The usual slips of YAML: a sentence, the line where to act, and the line as it should read."""

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.problems import ProblemsFound
from fustella.read.source import loaded

JARGON = re.compile(
    r"\b(mapping|scalar|token|flow|block|stream|document|node|anchor|alias|tag|sequence|parser?|"
    r"indicator|directive|simple key|expected <|YAML)\b",
    re.IGNORECASE,
)

SLIPS = [
    ("colon", "pieces:\n  - id: a\n    title: Attack: twice\n", 3, 'title: "Attack: twice"'),
    (
        "colon in brackets",
        "pieces:\n  - {id: a, title: Attack: twice, copies: 2}\n",
        2,
        '- {id: a, title: "Attack: twice", copies: 2}',
    ),
    (
        "colon in brackets, below a comment with commas",
        "# cards, tiles, boards\npieces:\n  - {id: a, title: Attack: twice, copies: 2}\n",
        3,
        '- {id: a, title: "Attack: twice", copies: 2}',
    ),
    ("apostrophe", "pieces:\n  - id: a\n    title: 'L'arciere'\n", 3, 'title: "L\'arciere"'),
    (
        "apostrophe in brackets",
        "pieces:\n  - {id: a, title: 'L'arciere', copies: 2}\n",
        2,
        '- {id: a, title: "L\'arciere", copies: 2}',
    ),
    (
        "words after a quote",
        'kind: a\ntitle: "Castle" of gold\nx: 1\n',
        2,
        "title: '\"Castle\" of gold'",
    ),
    ("quote left open", 'kind: a\ntitle: "Castle\nx: 1\ny: 2\n', 2, 'title: "Castle"'),
    ("single quote left open", "kind: a\ntitle: 'Castle\nx: 1\n", 2, "title: 'Castle'"),
    (
        "quote left open in brackets",
        'pieces:\n  - {id: a, title: "Boat, copies: 2}\n  - {id: b}\n',
        2,
        '- {id: a, title: "Boat", copies: 2}',
    ),
    (
        "brace left open",
        "pieces:\n  - {id: a, front: {value: 5}\n  - {id: b}\n",
        2,
        "- {id: a, front: {value: 5}}",
    ),
    ("no-break space", "kind: a\ntitle:\u00a0Castle\nx: 1\n", 2, "title: Castle"),
    ("equals signs alone", "kind = coin\n", 1, "kind: coin"),
    ("bracket left open", "languages: [en, it\nkinds:\n  a: 1\n", 1, "languages: [en, it]"),
    (
        "brace too many",
        "pieces:\n  - {id: a, front: {value: 5}}}\n  - {id: b}\n",
        2,
        "- {id: a, front: {value: 5}}",
    ),
    ("bracket too many", "title: A\nlanguages: [en]]\nx: 1\n", 2, "languages: [en]"),
    ("other bracket", "title: A\nlanguages: [en}\nx: 1\n", 2, "languages: [en]"),
    ("comma forgotten", "pieces:\n  - {id: a copies: 2}\n", 2, "- {id: a, copies: 2}"),
    ("percent", "kind: a\ntext: %50 more\n", 2, 'text: "%50 more"'),
    ("star", "kind: a\ntext: *wild* card\n", 2, 'text: "*wild* card"'),
    ("at", "kind: a\ntext: @home\n", 2, 'text: "@home"'),
    ("greater than", "kind: a\ntext: >5 gold\n", 2, 'text: ">5 gold"'),
    ("no blank after a colon", "kind: a\ncopies:3\nx: 1\n", 2, "copies: 3"),
    ("no blank after a colon of a list", "pieces:\n  - id:five\n    copies: 3\n", 2, "- id: five"),
    ("equals", "kind = coin\nx: 1\n", 1, "kind: coin"),
    ("no blank after a dash", "pieces:\n  -id: a\n    copies: 3\n", 2, "- id: a"),
    ("dash forgotten", "pieces:\n  - {id: a}\n  {id: b}\n", 3, "- {id: b}"),
    ("indented too far", "kind: a\n  source: 3\nx: 1\n", 2, "with 0 blanks before it: source: 3"),
    (
        "indented too little",
        "pieces:\n  - id: a\n    front: {value: 5}\n   copies: 2\n",
        4,
        "with 4 blanks before it: copies: 2",
    ),
    (
        "dash in another column",
        "pieces:\n  - id: a\n - id: b\n",
        3,
        "with 2 blanks before it: - id: b",
    ),
    ("backslash", 'art: "pics\\dragon.png"\nx: 1\n', 1, 'art: "pics\\\\dragon.png"'),
    ("number sign", "text: Take card #3 now\nx: 1\n", 1, 'text: "Take card #3 now"'),
    (
        "number sign in brackets",
        "pieces:\n  - {id: a, text: card #3}\n  - {id: b}\n",
        2,
        '- {id: a, text: "card #3"}',
    ),
]


def told(text):
    with pytest.raises(ProblemsFound) as raised:
        loaded(text, "cards.yaml")
    return raised.value.problems


@pytest.mark.parametrize(
    ("text", "line", "wanted"), [s[1:] for s in SLIPS], ids=[s[0] for s in SLIPS]
)
def test_slip_reports_line_and_mended_line(text, line, wanted):
    (problem,) = told(text)
    assert (problem.code, problem.place.line) == ("E101", line)
    assert not JARGON.search(f"{problem.message} {problem.hint}")
    assert (
        problem.hint.partition(";")[0].removeprefix("write: ").removeprefix("write it ") == wanted
    )
    lines = text.split("\n")
    blanks = re.match(r"with (\d+) blanks before it: ", wanted)
    indent = int(blanks[1]) if blanks else len(lines[line - 1]) - len(lines[line - 1].lstrip())
    lines[line - 1] = " " * indent + wanted[blanks.end() if blanks else 0 :]
    loaded("\n".join(lines), "cards.yaml")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("id,title,copies\na,Boat,2\nb,Hut: x: y,3\n", 1),
        ('{\n "kind": "coin"\n "x": 1\n}\n', 3),
        ("a: 1\n--- \nb: 2\n", 2),
        ("a: &x 1\nb: 2\n", 1),
        ("a: !x 1\nb: 2\n", 1),
        ("a: &x 1\nb: *x\n", 1),
    ],
)
def test_other_faults_are_told_without_jargon_too(text, line):
    problems = told(text)
    assert problems[0].place.line == line
    for problem in problems:
        assert problem.hint
        assert not JARGON.search(f"{problem.message} {problem.hint}")


@pytest.mark.parametrize(
    "text",
    [
        "copies: 3 # three\n",
        "copies: 3 #three\n",
        'text: "card #3"\n',
        "text: |\n  card #3\n",
        "# card #3\nx: 1\n",
        "text: C#3\n",
        "x: 1 # see #3\n",
    ],
)
def test_remarks_and_quoted_number_signs_are_left_alone(text):
    loaded(text, "cards.yaml")


@given(st.text(alphabet="ab:-{}[]'\"#,* \n", max_size=60))
def test_any_text_is_read_or_told_with_a_hint(text):
    try:
        loaded(text, "cards.yaml")
    except ProblemsFound as found:
        assert all(problem.hint for problem in found.problems)
        assert all(not JARGON.search(problem.message) for problem in found.problems)


def test_file_of_many_lines_is_told_without_reading_it_a_thousand_times(monkeypatch):
    reads = []
    parse = yaml.parse
    monkeypatch.setattr(yaml, "parse", lambda *a, **k: reads.append(1) or parse(*a, **k))
    text = "pieces:\n" + "  - {id: a, copies: 2}\n" * 3000 + "  - {id: a, title: 'L'arciere'}\n"
    (problem,) = told(text)
    assert problem.place.line == 3002
    assert len(reads) < 60
