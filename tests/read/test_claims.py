"""claims.yaml: what is read from it, and faults in its form."""

import re

import pytest

from fustella.core.files.project import Project
from fustella.core.values.claims import OWN_KEYS, Claims, Verdict
from fustella.core.values.model import Record, Word
from fustella.core.values.problems import Place, ProblemsFound
from fustella.read import read_claims
from fustella.read.claims import claims_file
from tests.check.making import FOLDER, Box

FILE = f"{FOLDER}/claims.yaml"
WHOLE = """\
document: rules.txt
aids: [card, tile]
claims:
  - id: castles
    lines: "12, 15-19"
    text: "{40} castles"
    check: count
    of: {kind: card, front.level: [1, two, true]}
    is: n - 2.5
    designs: true
    else: contradiction
    decision: {en: forty, it: quaranta}
  - {id: bare, check: sum, that: 1 = 1}
  - id: many
    check: value
    lines: 7
    text:
      - "{level=1} of"
      - "…
         {gold=2} gold"
    are:
      front.level: level
      front.rows:
        places: 06
excused:
  - {lines: 3-4, text: ["{20} minutes", "{2} hours"], why: no piece}
lint:
  terms: [HP]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Box:
    return Box.made_at(tmp_path_factory.mktemp("claims") / "project")


def read(box: Box, text: str) -> Claims:
    (box.root / FILE).write_text(text, encoding="utf-8")
    found = read_claims(Project(box.root), box.game)
    assert found is not None
    return found


def problems(box: Box, text: str) -> list[tuple[str, int, str]]:
    with pytest.raises(ProblemsFound) as raised:
        read(box, text)
    found = raised.value.problems
    assert {problem.place.file for problem in found} == {FILE}
    return [(problem.code, problem.place.line, problem.place.key) for problem in found]


def test_read_claims_of_a_whole_file_gives_all_its_entries(made):
    claims = read(made, WHOLE)
    assert claims.document == "rules.txt"
    assert claims.aids == ("card", "tile")
    assert claims.place == Place(FILE, 1)
    assert claims.lint["terms"] == ("HP",)
    castles, bare, many = claims.claims
    assert (castles.id, castles.check) == ("castles", "count")
    assert castles.lines == ((12, 12), (15, 19))
    assert castles.passages == ("{40} castles",)
    assert castles.otherwise is Verdict.CONTRADICTION
    assert castles.decision is not None
    assert castles.decision.by_language == {"en": "forty", "it": "quaranta"}
    assert (bare.lines, bare.passages, bare.otherwise, bare.decision) == ((), (), None, None)
    assert many.passages == ("{level=1} of", "… {gold=2} gold")
    assert castles.lines_place == Place(FILE, 5, "claims[1].lines")
    assert bare.lines_place.line == 0
    assert many.lines_place == Place(FILE, 16, "claims[3].lines")
    (excuse,) = claims.excused
    assert excuse.lines_place == Place(FILE, 26, "excused[1].lines")
    assert (excuse.lines, excuse.passages) == (((3, 4),), ("{20} minutes", "{2} hours"))
    assert excuse.why.by_language == {"en": "no piece", "it": "no piece"}


def test_read_claims_leaves_the_keys_of_a_kind_as_typed(made):
    castles, bare, many = read(made, WHOLE).claims
    assert list(castles.parameters) == ["of", "is", "designs"]
    assert not set(castles.parameters) & set(OWN_KEYS)
    of = castles.parameters["of"]
    assert isinstance(of, Record)
    assert of["front.level"] == (1, "two", True)
    assert castles.parameters["designs"] is True
    assert bare.parameters["that"] == "1 = 1"
    are = many.parameters["are"]
    assert isinstance(are, Record)
    assert are["front.rows"] == Record({"places": Word("06", Place(FILE, 1))})


def test_read_claims_keeps_the_place_of_everything(made):
    castles, bare, many = read(made, WHOLE).claims
    assert castles.place == Place(FILE, 4, "castles")
    assert castles.check.place == Place(FILE, 7, "claims[1].check")
    assert castles.passages[0].place == Place(FILE, 6, "claims[1].text")
    assert castles.parameters.line_of("is") == 9
    assert bare.place == Place(FILE, 13, "bare")
    assert [word.place for word in many.passages] == [
        Place(FILE, 18, "claims[3].text[1]"),
        Place(FILE, 19, "claims[3].text[2]"),
    ]
    are = many.parameters["are"]
    assert isinstance(are, Record)
    assert are.line_of("front.rows") == 23
    level = are["front.level"]
    assert isinstance(level, Word)
    assert level.place == Place(FILE, 22, "claims[3].are.front.level")


def test_read_claims_without_a_file_returns_none(made):
    path = claims_file(Project(made.root), "kingdom")
    path.unlink(missing_ok=True)
    assert read_claims(Project(made.root), made.game) is None


def claim(keys: str) -> str:
    """A file with one claim, in line 3."""
    return f"document: rules.txt\nclaims:\n  - {{{keys}}}\n"


GOOD = "id: a, check: sum, that: 1 = 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("claims: [{id: a, check: sum}]\n", [("E107", 1, "document")]),
        ("document: rules.txt\n", [("E107", 1, "claims")]),
        ("document: rules.txt\nclaims: []\n", [("E104", 2, "claims")]),
        ("document: rules.txt\nclaims: sum\n", [("E104", 2, "claims")]),
        ("document: rules.txt\nclaims: [sum]\n", [("E104", 2, "claims[1]")]),
        (f"{claim(GOOD)}excuses: []\n", [("E106", 4, "excuses")]),
        (f"{claim(GOOD)}aids: card\n", [("E104", 4, "aids")]),
        (f"{claim(GOOD)}lint: yes\n", [("E104", 4, "lint")]),
        (claim("check: sum"), [("E107", 3, "claims[1].id")]),
        (claim("id: a"), [("E107", 3, "claims[1].check")]),
        (claim("id: Big one, check: sum"), [("E121", 3, "claims[1].id")]),
        (claim(f"{GOOD}, lines: 19-12"), [("E104", 3, "claims[1].lines")]),
        (claim(f"{GOOD}, lines: twelve"), [("E104", 3, "claims[1].lines")]),
        (claim(f'{GOOD}, text: "{{1}} a"'), [("E107", 3, "claims[1]")]),
        (claim(f"{GOOD}, lines: 1, text: 12"), [("E104", 3, "claims[1].text")]),
        (claim(f"{GOOD}, lines: 1, text: [a, {{40: null}}]"), [("E104", 3, "claims[1].text[2]")]),
        (claim(f"{GOOD}, else: holds, decision: x"), [("E104", 3, "claims[1].else")]),
        (claim(f"{GOOD}, else: open"), [("E107", 3, "claims[1].else")]),
        (claim(f'{GOOD}, decision: " "'), [("E107", 3, "claims[1].decision")]),
        (
            claim(f"{GOOD}, decision: {{en: x, it: y, fr: z}}"),
            [("E113", 3, "claims[1].decision.fr")],
        ),
        (f"{claim(GOOD)}excused: [{{text: a, why: b}}]\n", [("E107", 4, "excused[1].lines")]),
        (f"{claim(GOOD)}excused: [{{lines: 1, why: b}}]\n", [("E107", 4, "excused[1].text")]),
        (f"{claim(GOOD)}excused: [{{lines: 1, text: a}}]\n", [("E107", 4, "excused[1].why")]),
        (
            f"{claim(GOOD)}excused: [{{lines: 1, text: 3, why: b}}]\n",
            [("E104", 4, "excused[1].text")],
        ),
        (
            f"{claim(GOOD)}excused: [{{lines: 1, text: a, why: b, of: c}}]\n",
            [("E106", 4, "excused[1].of")],
        ),
    ],
)
def test_read_claims_with_a_fault_reports_it_at_its_key(made, text, expected):
    assert problems(made, text) == expected


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """The same box without a document."""
    box = Box.made_at(tmp_path_factory.mktemp("original") / "project")
    box.edit("game.yaml", "document: rules.txt\n", "")
    for name in ("cards.yaml", "tiles.yaml", "tokens.yaml"):
        path = box.root / FOLDER / name
        typed = path.read_text("utf-8")
        path.write_text(re.sub(r", source: {[^}]*}| *source: .*\n", "", typed), "utf-8")
    return box


def test_read_claims_of_an_original_needs_no_document_and_no_lines(original):
    path = original.root / FILE
    path.write_text(f'claims:\n  - {{{GOOD}, text: "{{52}} cards"}}\n', "utf-8")
    claims = read_claims(Project(original.root), original.game)
    (claim,) = claims.claims
    assert (claims.document, claim.lines, claim.passages) == ("", (), ("{52} cards",))
    path.write_text("lint: {terms: [Range]}\n", "utf-8")
    assert read_claims(Project(original.root), original.game).claims == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"document: rules.txt\nclaims: [{{{GOOD}}}]\n", [("E505", 1, "document")]),
        (f"claims:\n  - {{{GOOD}, lines: 3}}\n", [("E505", 2, "claims[1].lines")]),
        (f"claims:\n  - {{{GOOD}}}\nexcused: [{{text: a}}]\n", [("E505", 3, "excused")]),
    ],
)
def test_read_claims_of_an_original_with_parts_of_a_document_reports_them(original, text, expected):
    assert problems(original, text) == expected


@pytest.mark.parametrize("typed", ["x", "{en: x}", "{it: x}"])
def test_remark_may_be_in_one_language(made, typed):
    (found,) = read(made, claim(f"{GOOD}, decision: {typed}")).claims
    assert found.decision.in_language("en") == found.decision.in_language("it") == "x"


def test_read_claims_with_many_faults_reports_all_of_them(made):
    text = (
        "document: rules.txt\nclaims:\n"
        "  - {id: a}\n"
        "  - {id: b, check: sum, lines: x}\n"
        f"  - {{{GOOD}, else: never}}\n"
        "excused:\n"
        "  - {lines: 1, text: [1, 2], why: {en: a}}\n"
    )
    assert problems(made, text) == [
        ("E107", 3, "claims[1].check"),
        ("E104", 4, "claims[2].lines"),
        ("E104", 5, "claims[3].else"),
        ("E107", 5, "claims[3].else"),
        ("E104", 7, "excused[1].text[1]"),
        ("E104", 7, "excused[1].text[2]"),
    ]


def test_read_claims_of_broken_yaml_reports_it_as_in_any_file(made):
    assert problems(made, "document: [rules.txt\n")[0][0] == "E101"
    assert problems(made, f"{claim(GOOD)}document: other.txt\n") == [("E105", 4, "document")]
