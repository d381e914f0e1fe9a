"""All claims of a game, checked in their order, with all their faults reported at once."""

import pytest

from fustella.check import Document, kind_named, kind_names, run
from fustella.core.values.claims import OWN_KEYS, Verdict
from fustella.core.values.problems import Place
from tests.check.making import rows

FILE = "content/kingdom/claims.yaml"
CASTLES = '- {id: castles, lines: 3, text: "{40} castles", check: count, of: castle}\n'


def where(problems) -> list[tuple[str, int, str]]:
    assert all(one.hint for one in problems), problems
    assert {one.place.file for one in problems} == {FILE}
    return [(one.code, one.place.line, one.place.key) for one in problems]


def test_kind_modules_have_keys_verdict_check_and_page():
    assert {"count", "sum", "value", "each", "supply", "gap", "manual"} <= set(kind_names())
    assert list(kind_names()) == sorted(kind_names())
    for name in kind_names():
        kind = kind_named(name)
        assert kind.KEYS and not set(kind.KEYS) & set(OWN_KEYS)
        assert kind.OTHERWISE in (*Verdict,)
        assert callable(kind.check)
        assert {"What it checks", "Why it matters", "Example", "How to mend it"} <= {
            part.strip(" .*") for part in (kind.__doc__ or "").split("**")[1::2]
        }


def test_run_findings_are_in_the_order_of_claims(box):
    found = box.run(
        """
        - {id: tiles, check: each, of: {kind: tile}, that: [sides = 6, faces = 1, copies > 1]}
        - {id: castles, lines: 3, text: "{40} castles", check: count, of: castle}
        - {id: rest, check: manual, why: nobody knows}
        """
    )
    assert [(one.claim, one.check, str(one.verdict)) for one in found] == [
        ("tiles", "each", "holds"),
        ("tiles", "each", "differs"),
        ("castles", "count", "holds"),
        ("rest", "manual", "unchecked"),
    ]
    assert [one.place for one in found] == [
        Place(FILE, 3, "tiles"),
        Place(FILE, 3, "tiles"),
        Place(FILE, 4, "castles"),
        Place(FILE, 5, "rest"),
    ]


def test_run_facts_that_hold_are_one_finding(box):
    (found,) = box.one("check: each\nof: {kind: tile}\nthat: [sides = 6, faces = 1]")
    assert (found.says, found.has) == ("each: sides = 6 · each: faces = 1", "all 2")


@pytest.mark.parametrize(("otherwise", "verdict"), [("contradiction",) * 2, ("open",) * 2])
def test_run_claim_with_else_has_that_verdict(box, otherwise, verdict):
    decision = "decision: {en: 41 are printed, it: sono 41}"
    claim = f"lines: 3\ntext: '{{41}} castles'\ncheck: count\nof: castle\nelse: {otherwise}\n"
    (found,) = box.one(f"{claim}{decision}")
    assert rows([found]) == [("41", "40", verdict)]
    assert found.decision is not None
    assert found.decision.in_language("it") == "sono 41"


def test_run_excused_figures_are_reported_only_when_changed(box):
    excused = """
        excused:
          - {lines: 1, text: "{20} minutes", why: a length of play}
          - {lines: 2, text: "{2} words", why: no piece}
        """
    document = "{} minutes\n{} words, 40 castles"
    before = box.run(CASTLES, document.format("twenty", 2), excused)
    assert [one.claim for one in before] == ["castles"]
    _, changed = box.run(CASTLES, document.format("thirty", "two"), excused)
    assert (changed.claim, changed.check, changed.verdict) == (
        "excused-1",
        "excused",
        Verdict.DIFFERS,
    )
    assert (changed.says, changed.was, changed.lines) == ("30", "20", ((1, 1),))
    assert 'text: "{30} minutes"' in box.mended([changed], "claims.yaml")
    _, gone = box.run(CASTLES, "20 minutes, 40 castles", excused)
    assert (gone.claim, gone.verdict) == ("excused-2", Verdict.GONE)


def test_run_without_document_uses_recorded_figures(box):
    assert rows(box.run(CASTLES)) == [("40", "40", "holds")]


def test_run_number_words_are_of_the_first_language(box):
    assert rows(box.run(CASTLES, "forty castles")) == [("40", "40", "holds")]
    assert [one.verdict for one in box.run(CASTLES, "cuarenta castles")] == [Verdict.GONE]


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        ("- {id: a, check: cuont, of: castle}", ("E504", 3, "a.check")),
        ("- {id: a, check: sum, that: 1 = 1, of: castle}", ("E106", 3, "a.of")),
        ("- {id: a, check: count}", ("E107", 3, "a")),
        ("- {id: a, check: sum, that: }", ("E104", 3, "a.that")),
        ("- id: a\n  check: sum\n  that:\n    - 1 = x", ("E506", 5, "a.that")),
        (
            "- id: a\n  check: value\n  are:\n    front.cost: 1 +\n  of: castle",
            ("E508", 5, "a.are.front.cost"),
        ),
        ("- id: a\n  check: count\n  is: 1\n  of:\n    kind: tiel", ("E506", 6, "a.of.kind")),
    ],
)
def test_run_invalid_claim_is_a_problem_at_its_line(box, claim, problem):
    assert where(box.problems(claim)) == [problem]


def test_run_with_several_faults_reports_all(box):
    found = box.problems(
        """
        - {id: castles, lines: 3, text: "{40}", check: count, of: castle}
        - {id: tiles, check: cuont}
        - {id: tiles, check: sum, that: 1 + = 2}
        - {id: again, check: sum, that: castles = 40}
        """,
        more="""
        excused: [{lines: 2, text: "{20} {21} minutes", why: "a length of play"}]
        aids: [crad]
        """,
    )
    assert sorted((code, line, key.split("[1]")[0]) for code, line, key in where(found)) == [
        ("E112", 5, "tiles"),
        ("E504", 4, "tiles.check"),
        ("E505", 3, "claims"),
        ("E506", 8, "aids"),
        ("E507", 7, "excused"),
        ("E508", 5, "tiles.that"),
    ]


def test_run_repeated_id_is_a_problem(box):
    (found,) = box.problems(CASTLES + CASTLES)
    assert (found.code, found.place) == ("E112", Place(FILE, 4, "castles"))
    assert "line 3" in found.hint


def test_run_with_other_document_than_the_game_is_a_problem(box):
    claims = box.claims(CASTLES)
    box.edit("game.yaml", "document: rules.txt", "document: other.txt")
    (found,) = run(box.game, claims, Document("other.txt", "40 castles")).problems
    assert (found.code, found.place.file, found.place.line) == ("E505", FILE, 1)
    assert "other.txt" in found.hint


def test_run_missing_entry_differs(box):
    claim = 'check: value\nof: castle\nare: {"front.rows[icon=own:tower].places": 2}'
    (found,) = box.one(claim)
    assert found.verdict is Verdict.DIFFERS
    assert found.where == (Place("content/kingdom/cards.yaml", 17, "front.rows"),)
    assert found.unfixable
    assert not found.repairs


FIGURES = """
- id: army
  lines: 2
  text: "{men=5} men and {horses=2} horses in {tents=3} tents"
  check: sum
  that: men > 4
- {id: beside, check: sum, that: army.horses = 2}
"""


def unused(box, typed: str, document: str | None = None) -> list[tuple[str, str, str]]:
    found = run(box.game, box.claims(typed), None if document is None else Document("x", document))
    assert not found.problems
    return [
        (one.claim, one.says, str(one.verdict))
        for one in found.findings
        if one.has == "no check uses it"
    ]


def test_run_unused_figure_is_unchecked(box):
    assert unused(box, FIGURES) == [("army", "figure tents = 3", "unchecked")]
    assert unused(box, FIGURES, "5 men and 2 horses in 4 tents") == [
        ("army", "figure tents = 4", "unchecked")
    ]
    assert unused(box, FIGURES + "- {id: more, check: sum, that: army.tents = 3}") == []
    assert unused(box, CASTLES) == []


def test_figures_of_manual_claim_count_as_used(box):
    claim = "- {id: a, lines: 2, text: '{5} men', check: manual, why: nobody knows}"
    assert unused(box, claim) == []
    gap = "- {id: a, lines: 2, text: '{5} men', check: gap, of: castle, silent: [elephant]}"
    assert unused(box, gap) == [("a", "figure n = 5", "unchecked")]


def test_run_with_invalid_claim_reports_no_unused_figures(box):
    assert unused(box, FIGURES, "7 men") == []
    outcome = run(box.game, box.claims(FIGURES + "- {id: x, check: sum, that: 1 = y}"), None)
    assert [one.claim for one in outcome.findings] == ["army", "beside"]


def test_run_invalid_claim_leaves_the_others_checked(box):
    typed = """
        - {id: typo, check: count, of: castel}
        - {id: twice, lines: 3, text: "{2} words", check: sum, that: n = 2}
        - {id: castles, lines: 3, text: "{40} castles", check: count, of: castle}
        - {id: on-it, check: sum, that: twice = 2}
        """
    document = Document("rules.txt", "2 words, 2 words, 42 castles")
    outcome = run(box.game, box.claims(typed), document)
    assert [(one.claim, one.has) for one in outcome.findings] == [("castles", "40")]
    assert [(one.code, one.place.line) for one in outcome.problems] == [("E506", 3), ("E503", 4)]
    assert [(one.recorded, one.value) for one in outcome.changed] == [(40, 42)]


@pytest.mark.parametrize(
    "asked", ["check: each\nthat: copies = 1", "check: value\nare: {front.level: 3}"]
)
def test_claim_without_selected_pieces_differs(box, asked):
    """The claim is valid and the box has no such piece; `else` does not hide that."""
    for otherwise in ("", "\nelse: open\ndecision: ours"):
        (finding,) = box.one(f"of: {{front.level: 9}}\n{asked}{otherwise}")
        assert (str(finding.verdict), finding.has) == ("differs", "no piece fits")
        assert finding.where == (Place(FILE, 4, "it.of"),)
        assert "`of`" in finding.unfixable
