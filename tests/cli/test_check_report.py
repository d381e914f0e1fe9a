"""Reviews as text, as JSON and as annotations."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from fustella.check import Document
from fustella.cli.check_report import (
    annotation_of,
    annotations,
    as_json,
    as_text,
    details,
    findings_table,
    tally,
)
from fustella.core.values.claims import Claims, Finding, Repair, Verdict, lines_shown
from fustella.core.values.model import Game, Record, Text, Word
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.review import Review, differs, problems_of
from tests.check.making import Box

CLAIM = Place("content/kingdom/claims.yaml", 12, "castles")
CASTLE = Place("content/kingdom/cards.yaml", 8, "pieces[1].copies")
MILL = Place("content/kingdom/cards.yaml", 21, "pieces[3]")
TILE = Place("content/kingdom/tiles.yaml", 4, "pieces[1]")


def finding(verdict: Verdict, says: str = "42", has: str = "40", **fields) -> Finding:
    known = {"claim": "castles", "check": "count", "place": CLAIM, "lines": ((12, 12),)}
    return Finding(**{**known, **fields}, verdict=verdict, says=says, has=has)


def decided(text: str) -> Text:
    return Text({"en": Word(text, CLAIM), "it": Word(f"{text}!", CLAIM)})


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return Box.made_at(Path(tmp_path_factory.mktemp("report")) / "project").game


def reviewed(game: Game, *findings: Finding, **fields) -> Review:
    return Review(game, findings, **fields)


DIFFERS = finding(Verdict.DIFFERS, was="40", where=(CASTLE,), repairs=(Repair(CASTLE, "40", "42"),))
HOLDS = finding(Verdict.HOLDS, "18 · 2", "18 · 2", claim="deck", lines=((3, 3), (15, 19)))
CONTRADICTION = finding(
    Verdict.CONTRADICTION, "6 × 4 = 25", "24 ≠ 25", claim="squares", decision=decided("it has 24")
)
OPEN = finding(Verdict.OPEN, "not all", "2 of 2 designed", claim="tiles", lines=())
UNCHECKED = finding(Verdict.UNCHECKED, "as it is", "", claim="board")
GONE = finding(Verdict.GONE, "“{40} castles”", "line 12 is now “a box”", unfixable="copy it anew")
CHANGED = finding(
    Verdict.CHANGED, "line 7 is new", "no piece names it", claim="document", check="lines"
)
LINT = finding(
    Verdict.DIFFERS,
    "names differ",
    "“Mill”",
    claim="lint-names",
    check="lint",
    place=MILL,
    where=(TILE,),
    lines=(),
)
ALL = (HOLDS, DIFFERS, GONE, CHANGED, CONTRADICTION, OPEN, UNCHECKED, LINT)


def test_findings_table_has_a_row_for_each_finding_in_order(game):
    heads, rule, *rows = findings_table(reviewed(game, *ALL)).splitlines()
    assert " ".join(heads.split()) == "claim line the document says the box has verdict"
    assert set(rule) == {"─", " "}
    assert [row.split()[0] for row in rows] == [one.claim for one in ALL]
    assert [row.split()[-1] for row in rows] == [str(one.verdict) for one in ALL]
    assert rows[0].split() == ["deck", "3,", "15-19", "18", "·", "2", "18", "·", "2", "holds"]


def test_findings_table_of_fault_names_old_value_and_place(game):
    *_, row = findings_table(reviewed(game, DIFFERS)).splitlines()
    assert "42 (was 40)" in row
    assert "40 · cards.yaml:8" in row
    *_, row = findings_table(reviewed(game, GONE)).splitlines()
    assert "claims.yaml:12" in row
    *_, row = findings_table(reviewed(game, LINT)).splitlines()
    assert "cards.yaml:21" in row


def test_findings_table_cuts_long_texts_and_details_show_them_in_full(game):
    long = finding(Verdict.OPEN, "a word and\n" * 20, "box " * 30)
    table = findings_table(reviewed(game, long))
    assert max(map(len, table.splitlines())) < 140
    assert "a word and a word and" in table
    assert "…" in table
    text = details(reviewed(game, long), Verdict.OPEN)
    assert text.split().count("box") == 30
    assert max(map(len, text.splitlines())) <= 100


def test_tally_counts_verdicts_in_singular_and_plural(game):
    assert tally(reviewed(game, *ALL)) == (
        "1 holds · 2 differ · 1 is gone · 1 changed · 1 contradiction · 1 open · 1 unchecked"
    )
    assert tally(reviewed(game, HOLDS, HOLDS, GONE, GONE, CONTRADICTION, CONTRADICTION)) == (
        "2 hold · 2 are gone · 2 contradictions"
    )
    assert tally(reviewed(game, DIFFERS, OPEN, OPEN)) == "1 differs · 2 open"
    assert tally(reviewed(game)) == ""


def test_details_show_the_decision_or_that_there_is_none(game):
    text = details(reviewed(game, *ALL), Verdict.CONTRADICTION, Verdict.OPEN)
    assert text.splitlines() == [
        "contradiction: squares (line 12)",
        "    document: 6 × 4 = 25",
        "    box:      24 ≠ 25",
        "    decision: it has 24",
        "open: tiles",
        "    document: not all",
        "    box:      2 of 2 designed",
        "    decision: none yet; write `decision: …` in content/kingdom/claims.yaml:12",
    ]
    assert details(reviewed(game, HOLDS), Verdict.OPEN) == ""


@pytest.mark.parametrize(
    ("lines", "shown"),
    [((), ""), (((12, 12),), "12"), (((12, 15),), "12-15"), (((1, 1), (3, 9)), "1, 3-9")],
)
def test_lines_shown_joins_ranges_of_lines(lines, shown):
    assert lines_shown(lines) == shown


def test_as_text_shows_table_details_and_tally_of_a_game(game):
    place = Place("content/kingdom/claims.yaml")
    claims = Claims(Word("rules.txt", place), (), (), (), Record({}), place)
    read = Document("my/rules.txt", "")
    text = as_text(reviewed(game, *ALL, claims=claims, text=read, unseen=3))
    first, *_ = text.splitlines()
    assert first == "Kingdom · rules.txt · figures read again from my/rules.txt"
    assert text.index("verdict") < text.index("contradiction: squares") < text.index("3 faces")
    assert text.rstrip().endswith("1 unchecked")
    assert "as claims.yaml has them" in as_text(reviewed(game, HOLDS, claims=claims))
    assert "faces" not in as_text(reviewed(game, HOLDS, claims=claims))
    assert "nothing is compared with rules.txt" in as_text(reviewed(game))


def test_as_text_of_an_original_has_no_lines_and_no_document(game):
    original = replace(game, document="")
    held = replace(HOLDS, lines=())
    claims = Claims(Word("", CLAIM), (), (), (), Record({}), CLAIM)
    text = as_text(reviewed(original, held, replace(OPEN, lines=()), LINT, claims=claims))
    heads = next(line for line in text.splitlines() if line.startswith("claim"))
    assert " ".join(heads.split()) == "claim it says the box has verdict"
    assert "    claim:    not all" in text
    assert "document" not in text
    assert "document" not in as_text(reviewed(original))


def test_problems_of_an_original_name_claims_yaml_and_the_claim(game):
    original = replace(game, document="")
    (found,) = problems_of(reviewed(original, replace(DIFFERS, lines=(), was="")))
    assert found.message == "castles: claims.yaml says 42; here 40"
    assert found.hint.endswith("; or correct the claim, claims.yaml:12")


def test_problems_of_faults_are_placed_where_they_are_mended(game):
    found = problems_of(reviewed(game, *ALL))
    assert [(one.code, one.place) for one in found] == [
        ("E501", CASTLE),
        ("E502", CLAIM),
        ("E511", CLAIM),
        ("E520", MILL),
    ]
    assert found[0].message == "castles: document now says 42 (was 40) (line 12); here 40"
    assert "--fix" in found[0].hint
    assert "write 42" in found[0].hint
    assert found[1].hint == "copy it anew"
    assert "“{40} castles”" in found[1].message
    assert "line 7 is new" in found[2].message


def test_problems_of_a_fault_of_the_box_alone_name_all_its_places(game):
    several = finding(Verdict.DIFFERS, where=(CASTLE, MILL, TILE, CLAIM), unfixable="by hand")
    (found,) = problems_of(reviewed(game, several))
    assert "document says 42 (line 12); here 40" in found.message
    assert "was" not in found.message
    assert "cards.yaml:21" in found.message
    assert "tiles.yaml:4" in found.message
    assert found.hint == "by hand"
    lines = finding(Verdict.DIFFERS, lines=((3, 3), (5, 6)))
    (found,) = problems_of(reviewed(game, lines))
    assert "(lines 3, 5-6)" in found.message
    assert found.place == CLAIM


def test_differs_without_force_raises_problems(game):
    assert not differs(reviewed(game, HOLDS, CONTRADICTION, OPEN, UNCHECKED), force=False)
    for one in (DIFFERS, GONE, CHANGED, LINT):
        assert differs(reviewed(game, HOLDS, one), force=True)
        with pytest.raises(ProblemsFound) as raised:
            differs(reviewed(game, HOLDS, one), force=False)
        assert len(raised.value.problems) == 1


def test_as_json_has_everything_under_stable_keys(game):
    read = json.loads(as_json([reviewed(game, DIFFERS, CONTRADICTION, OPEN)]))
    assert list(read) == ["kingdom"]
    differing, contradiction, opened = read["kingdom"]
    assert differing == {
        "claim": "castles",
        "check": "count",
        "verdict": "differs",
        "lines": [[12, 12]],
        "says": "42",
        "was": "40",
        "has": "40",
        "claim_at": {"file": CLAIM.file, "line": 12, "key": "castles"},
        "box_at": [{"file": CASTLE.file, "line": 8, "key": "pieces[1].copies"}],
        "decision": None,
        "fix": [
            {"file": CASTLE.file, "line": 8, "key": "pieces[1].copies", "old": "40", "new": "42"}
        ],
        "no_fix": "",
        "change": None,
    }
    assert contradiction["decision"] == {"en": "it has 24", "it": "it has 24!"}
    assert contradiction["says"] == "6 × 4 = 25"
    assert list(opened) == list(differing)
    assert "×" in as_json([reviewed(game, CONTRADICTION)])
    assert json.loads(as_json([])) == {}


def test_annotations_of_findings_are_workflow_commands(game):
    found = list(annotations([reviewed(game, *ALL)], strict=False))
    levels = [line.split(" ")[0] for line in found]
    assert levels == ["::error"] * 4 + ["::notice"] * 2
    assert found[0].startswith(f"::error file={CASTLE.file},line=8::castles: document now says 42")
    assert found[4] == f"::notice file={CLAIM.file},line=12::contradiction: 6 × 4 = 25; 24 ≠ 25"
    strict = annotations([reviewed(game, *ALL)], strict=True)
    assert [line.split(" ")[0] for line in strict] == ["::error"] * 6


def test_annotation_of_a_message_with_line_breaks_is_one_line():
    problem = Problem("E104", Place("a.yaml"), "100 %\r\nmore", "write\n50%")
    assert annotation_of(problem) == "::error file=a.yaml::E104 100 %25 more (write 50%25)"
    problem = Problem("E104", Place("a.yaml", 3, "b"), "no hint")
    assert annotation_of(problem) == "::error file=a.yaml,line=3::E104 no hint"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("my, own: 5%/a.yaml", "my%2C own%3A 5%25/a.yaml"),
        ("a\n::warning::b.yaml", "a%0A%3A%3Awarning%3A%3Ab.yaml"),
        ("a\r\n::error::b.yaml", "a%0D%0A%3A%3Aerror%3A%3Ab.yaml"),
        ("a%0Ab.yaml", "a%250Ab.yaml"),
        ("a,line=9::b.yaml", "a%2Cline=9%3A%3Ab.yaml"),
    ],
)
def test_annotation_of_a_file_cannot_say_more_than_its_name(name, written):
    problem = Problem("E104", Place(name, 3), "wrong")
    assert annotation_of(problem) == f"::error file={written},line=3::E104 wrong"


def test_annotation_of_a_sheet_is_one_line():
    place = Place("a.xlsx", 3, sheet="x\n::warning::y")
    told = annotation_of(Problem("E104", place, "wrong"))
    assert told == "::error file=a.xlsx,line=3::sheet `x ::warning::y`: E104 wrong"
