"""One cause is one problem on the terminal, however many pieces have it; JSON keeps each."""

import json
import re

import pytest

from tests.conftest import TinyProject

READY = """title: T
languages: [en]
kinds:
  counter:
    name: Counters
    front: ready/card
    fields: {front: {i?: icon, n?: number, d?: decimal, g?: flag, c?: colour, must?: number}}
"""
TEXT = '<text x="2" y="9" font-family="Source Sans Pro" font-size="{}">{}</text>'
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15 15">'
    '<rect width="15" height="15" fill="#ffffff"/>{}</svg>'
)
OWN = """title: T
languages: [en]
document: rules.txt
kinds:
  counter:
    name: Counters
    width: 15mm
    height: 15mm
    front: mine.svg.j2
    fields: {front: {title: text, n?: number}}
"""
CLAIMS = "document: rules.txt\nclaims:\n  - {id: a, check: sum, that: 1 = 1}\n"


@pytest.fixture
def project(tmp_path):
    """A game of many pieces: what each has in front, by its number."""

    def make(count, front, game=READY, head="", body=""):
        own = [front.format(n) for n in range(count)]
        rows = [f"  - {{id: c{n}, front: {{title: C{n}, {one}}}}}" for n, one in enumerate(own)]
        (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
        text = "\n".join(rows)
        (tmp_path / "counters.yaml").write_text(f"kind: counter\n{head}pieces:\n{text}\n")
        if body:
            (tmp_path / "templates").mkdir()
            (tmp_path / "templates/mine.svg.j2").write_text(SVG.format(body), encoding="utf-8")
            (tmp_path / "rules.txt").write_text("Some counters.\n")
        return TinyProject(tmp_path)

    return make


@pytest.mark.parametrize(
    ("front", "head", "code"),
    [
        ("art: picture{}", "", "E230"),  # the folder of pictures is another one
        ("n: many", "", "E104"),
        ("n: x{}", "", "E104"),  # a column of words where numbers are wanted
        ("d: '{} gold'", "", "E104"),
        ("g: no{}", "", "E104"),
        ("c: seagreeen", "", "E115"),
        ("i: 'mdi:zzqq'", "", "E114"),
        ("unknown: 1", "", "E106"),
        ("cost: '1'", "front: {n: x}\n", "E104"),  # of the whole list
    ],
)
def test_what_49_counters_have_is_told_once(front, head, code, project, run):
    ran = run(project(49, front, head=head), "list")
    assert [said.code for said in ran.problems] == [code]
    assert re.search(r"also: `c\d+` \(counters\.yaml:\d+\), .* and 45 more", ran.err)
    places = "" if head else " at 49 places, which --each tells one by one"
    assert ran.err.endswith(f"\n1 problem{places}\n")
    every = run(project(49, front, head=head), "--each", "list")
    assert [said.code for said in every.problems] == [code] * 49
    assert every.err.endswith("\n49 problems\n")


def test_field_that_49_counters_lack_is_told_once(project, run):
    ran = run(project(49, "n: 1", READY.replace("must?", "must")), "list")
    assert [(said.code, said.message) for said in ran.problems] == [("E107", "`must` is missing")]


def test_49_counters_with_four_icons_that_are_not_there_are_four_problems(project, run):
    made = project(49, "i: 'mdi:zzqq{}'")
    path = made.root / "counters.yaml"
    path.write_text(re.sub(r"zzqq(\d+)", lambda m: f"zzqq{int(m[1]) % 4}", path.read_text()))
    ran = run(made, "list")
    assert [said.code for said in ran.problems] == ["E114"] * 4
    assert len({said.message for said in ran.problems}) == 4


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (TEXT.format(4, "{{ face.power }}"), "E212"),  # no such field
        (TEXT.format(4, "{{ face.n + 1 }}"), "E213"),
        ('<path d="M0 0 L{{ face.title }}" fill="#000000"/>', "E225"),
        ('<rect width="5" height="{{ face.title }}" fill="#000000"/>', "E225"),
        (TEXT.format(4, "A").replace("Source Sans Pro", "Nowhere {{ face.title }}"), "E220"),
    ],
)
def test_faulty_template_line_of_49_counters_is_reported_once(body, code, project, run):
    made = project(49, "", OWN.replace("document: rules.txt\n", ""), body=body)
    ran = run(made, "build")
    assert ran.code == 1
    assert [said.code for said in ran.problems] == [code], ran.err
    assert ran.problems[0].file == "templates/mine.svg.j2"


def test_small_texts_of_280_counters_are_one_finding(project, run):
    made = project(280, "", OWN, "source: {lines: 1}\n", TEXT.format(1.2, "{{ face.title }}"))
    (made.root / "claims.yaml").write_text(CLAIMS)
    run(made, "build", "--force")
    ran = run(made, "check", "--format", "json")
    every = [one for one in found_in(json.loads(ran.out)) if one["claim"] == "lint-small-text"]
    assert len(every) == 1, ran.out[:2000]
    assert "280 pieces" in every[0]["has"]


def found_in(value):
    if isinstance(value, dict):
        if "claim" in value:
            yield value
        for inner in value.values():
            yield from found_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from found_in(inner)
