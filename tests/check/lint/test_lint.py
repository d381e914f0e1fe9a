"""How rules are found and run, and faults in `lint` of claims.yaml."""

import ast
from pathlib import Path

import pytest

from fustella.check import lint as package
from fustella.check import lint_faces, rules
from fustella.core.values.model import FaceId, FaceMetadata, SideName
from fustella.core.values.problems import ProblemsFound
from tests.check.lint.conftest import MakeBox, drawn

CARD = "- {id: keep, name: {it: Rocca, en: Keep}, front: {}}"


def test_rules_are_all_modules() -> None:
    files = {path.stem for path in Path(package.__file__).parent.glob("[a-z]*.py")}
    assert set(rules()) == {name.replace("_", "-") for name in files}
    assert len(rules()) >= 5


@pytest.mark.parametrize("rule", rules())
def test_rules_have_a_page_with_all_headings(rule: str) -> None:
    page = rules()[rule].__doc__ or ""
    for heading in ("What it checks.", "Why it matters.", "Example.", "How to mend it."):
        assert f"**{heading}**" in page


def test_lint_runner_names_no_rule() -> None:
    tree = ast.parse(Path(package.__file__).read_text("utf-8"))
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert not set(strings) & set(rules())


def test_lint_of_clean_box_finds_nothing(box: MakeBox) -> None:
    assert box(card=CARD).has() == []


def test_lint_faces_runs_only_rules_for_drawn_faces(box: MakeBox) -> None:
    made = box(card=CARD.replace("front: {}", "front: {text: {it: due, en: three}}"))
    small = drawn("keep", pt=4.75, text="High")
    assert {found.claim for found in made.lint(small)} == {"lint-numbers", "lint-small-text"}
    (found,) = lint_faces(made.game, made.claims, small)
    assert found.claim == "lint-small-text"


@pytest.mark.parametrize(
    ("lint", "code", "key", "line", "hint"),
    [
        ("plyers: {}", "E106", "lint.plyers", 7, "did you mean `players`?"),
        ("ignore: [icons]", "E505", "lint.ignore[1]", 7, ""),
        (
            "ignore:\n- {rule: nmbers, of: keep, why: x}",
            "E506",
            "lint.ignore[1].rule",
            8,
            "did you mean `numbers`?",
        ),
        ("ignore:\n- {rule: icons, of: keep}", "E107", "lint.ignore[1].why", 8, ""),
        ("ignore:\n- {rule: icons, of: keep, why: ''}", "E107", "lint.ignore[1].why", 8, ""),
        ("ignore:\n- {rule: icons, why: x}", "E107", "lint.ignore[1].of", 8, ""),
        ("ignore:\n- {of: keep, why: x}", "E107", "lint.ignore[1].rule", 8, ""),
        (
            "ignore:\n- {rule: icons, of: kep, why: x}",
            "E506",
            "lint.ignore[1].of",
            8,
            "did you mean `keep`?",
        ),
        (
            "ignore:\n- {rule: numbers, of: keep, why: x}",
            "E107",
            "lint.ignore[1].fields",
            8,
            "add `fields: …`",
        ),
        *(
            (f"ignore:\n- {{rule: {rule}, of: keep, {keys}, why: x}}", "E106", key, 8, "delete it")
            for rule, keys, key in [
                ("numbers", "fields: name, drawn: mdi:skull", "lint.ignore[1].drawn"),
                ("icons", "drawn: mdi:skull, fields: name", "lint.ignore[1].fields"),
                ("codes", "fields: name", "lint.ignore[1].fields"),
                ("codes", "drawn: mdi:skull", "lint.ignore[1].drawn"),
            ]
        ),
        (
            "ignore:\n- {rule: icons, off: keep, why: x}",
            "E106",
            "lint.ignore[1].off",
            8,
            "did you mean `of`?",
        ),
    ],
)
def test_lint_section_with_faults_is_a_problem(
    box: MakeBox, lint: str, code: str, key: str, line: int, hint: str
) -> None:
    with pytest.raises(ProblemsFound) as raised:
        box(lint, card=CARD).lint()
    (problem,) = raised.value.problems
    assert (problem.code, problem.place.key, problem.place.line) == (code, key, line)
    assert problem.place.file == "content/regni/claims.yaml"
    assert hint in problem.hint


def test_lint_ignore_with_reason_by_language_is_accepted(box: MakeBox) -> None:
    ignore = (
        "ignore: [{rule: icons, of: keep, drawn: mdi:skull, why: {it: un disegno, en: a drawing}}]"
    )
    assert box(ignore, card=CARD).has() == []


def test_findings_of_many_pieces_are_told_once_with_all_places(box: MakeBox) -> None:
    pieces = "\n".join(f"- {{id: c{n}, front: {{cost: 3}}}}" for n in range(1, 13))
    made = box(card=pieces)
    faces = {
        FaceId(piece.id, side): FaceMetadata((), 4.5, "Small", unread_fields=("front.cost",))
        for piece in made.game.pieces
        for side in SideName
    }
    by_rule = {found.claim: found for found in made.lint(faces)}
    small, unprinted = by_rule["lint-small-text"], by_rule["lint-unprinted"]
    assert small.has == '12 pieces of `card` (`c1`, `c2`, `c3`, …), back: down to 4.5 pt: "Small"'
    assert len(small.where) == 11
    assert small.alike
    cost = "front.cost of 12 pieces (`c1`, `c2`, `c3`, …) is read by no template"
    assert (unprinted.has, len(unprinted.where)) == (cost, 11)
