"""A box is held against the rules of a shop, piece by piece."""

import json
import re

import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face
from fustella.draw.inspect.printable import printable
from tests.conftest import TinyProject

SHOP = """\
name: The shop at the corner
takes: x4
sources:
  guide: {what: its guide, seen: 2026-11-27}
"""

EXCLUDING = """
shops:
  corner:
    excluding:
      - {rule: bleed, pieces: "t*", reason: we cut them by hand}
      - {rule: line, pieces: hut, reason: a hair of the roof}
"""


def held(tiny: TinyProject, run, rules: str) -> list[dict[str, object]]:
    folder = tiny.root / "content" / "shops"
    folder.mkdir(exist_ok=True)
    (folder / "corner.yaml").write_text(SHOP + rules)
    ran = run(tiny, "check", "--shop", "corner", "--format", "json")
    told = json.loads(ran.out)["held"][0]["violations"]
    assert ran.code == any(one["severity"] == "error" for one in told)
    return told


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (
            "bleed: {least: 2mm, source: guide}",
            {("tile", "0 mm"), ("counter", "0 mm"), ("board", "0 mm")},
        ),
        ("line: {least: 0.3mm, source: guide}", {("card", "0.19 mm")}),
        ("line: {least: 0.1mm, source: guide}", set()),
        ("pictures: {dpi: 300, source: guide}", {("card", "282 dpi")}),
        ("pictures: {dpi: 200, source: guide}", set()),
    ],
)
def test_each_kind_that_does_not_keep_a_rule_is_told_with_its_figure(rules, wanted, tiny, run):
    assert {(one["kind"], one["found"]) for one in held(tiny, run, rules)} == wanted


def test_smaller_letters_than_asked_are_told_and_larger_ones_are_not(tiny, run):
    every = held(tiny, run, "text: {least: 40pt, source: guide}")
    assert {"card", "tile", "coin"} <= {one["kind"] for one in every}
    assert held(tiny, run, "text: {least: 2pt, source: guide}") == []


def test_text_near_the_trim_is_told_at_the_worst_piece_of_its_side(tiny, run):
    told = held(tiny, run, "safe: {least: 5mm, source: guide}")
    card = next(one for one in told if (one["kind"], one["side"]) == ("card", "front"))
    assert card["piece"] in card["pieces"]
    assert float(card["found"].split()[0]) < 5
    assert "TI-" not in card["message"]


def test_piece_larger_than_every_board_is_told(tiny, run):
    boards = "punchboards: {boards: [{width: 40mm, height: 40mm}], gap: 12mm, "
    rules = f"{boards}nicks: {{count: 3, width: 0.3mm}}, source: guide}}"
    assert {one["kind"] for one in held(tiny, run, rules)} == {"coin"}


def test_excluded_pieces_are_counted_with_the_reason_and_are_no_fault(tiny, run):
    game = tiny.root / "content" / "tiny" / "game.yaml"
    game.write_text(game.read_text() + EXCLUDING)
    told = held(tiny, run, "line: {least: 0.3mm, source: guide}")
    assert [(one["severity"], one["reason"]) for one in told] == [
        ("excluded", "a hair of the roof")
    ]
    ran = run(tiny, "check", "--shop", "corner")
    assert ran.code == 0
    assert "a hair of the roof" in ran.out
    assert [(one.code, one.key) for one in ran.problems] == [("E783", "shops.corner.excluding[1]")]


def test_thinnest_line_is_measured_with_all_transforms_and_no_unseen_line():
    lines = (
        '<g transform="scale(0.5)"><path d="M0 0H9" stroke="#000" stroke-width="0.4"/></g>'
        '<g transform="rotate(30) scale(1 0.25)"><path d="M0 0V9" stroke="red"/></g>'
        '<path d="M0 0H9" stroke="#000" stroke-width="0.01" visibility="hidden"/>'
        '<path d="M0 0H9" stroke="#000" stroke-width="0.01" stroke-opacity="0"/>'
        '<path d="M0 0H9V9Z" fill="#000" stroke-width="0.01"/>'
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" '
        f'viewBox="0 0 20 20">{lines}</svg>'
    )
    face = Face.drawn(svg, Outline.rectangle(20, 20), 0.0)
    assert printable(face, 0.0).thinnest_mm == pytest.approx(0.2)


MIXED = (
    '{% extends "_shared/face.svg.j2" %}{% block face %}'
    '<rect x="-5" y="-5" width="60" height="80" fill="#1d4f91"/>'
    '<rect x="20" y="30" width="9" height="9" fill="#8a1c1c" style="mix-blend-mode: multiply"/>'
    "{% endblock %}"
)


def test_ink_is_measured_where_asked_for_at_its_place(tiny, run):
    """Layers that are multiplied have the sum of their inks, which no limit of one colour keeps."""
    (tiny.root / "templates" / "tiny" / "card.svg.j2").write_text(MIXED)
    folder = tiny.root / "content" / "shops"
    folder.mkdir()
    (folder / "corner.yaml").write_text(SHOP + "ink: {most: 200, source: guide}\n")
    silent = run(tiny, "check", "--shop", "corner")
    assert "was not measured: add --inks" in silent.out
    ran = run(tiny, "check", "--shop", "corner", "--inks", "--format", "json")
    (found,) = [
        one for one in json.loads(ran.out)["held"][0]["violations"] if one["kind"] == "card"
    ]
    assert (found["rule"], found["side"], ran.code) == ("ink", "front", 1)
    assert float(found["found"].split()[0]) > 202
    place = re.search(r"at (\d+\.\d), (\d+\.\d) mm", found["message"])
    assert [float(one) for one in place.groups()] == pytest.approx([20, 30], abs=0.4)


def test_ink_of_plain_colours_is_below_the_limit(tiny, run):
    folder = tiny.root / "content" / "shops"
    folder.mkdir()
    (folder / "corner.yaml").write_text(SHOP + "ink: {most: 240, source: guide}\n")
    ran = run(tiny, "check", "--shop", "corner", "--inks", "--format", "json")
    (held_game,) = json.loads(ran.out)["held"]
    assert (ran.code, held_game["violations"]) == (0, [])
    assert [one["rule"] for one in held_game["rules"]] == ["ink"]


@pytest.mark.parametrize(
    ("shop", "of_cards"), [("drivethru", {"bleed", "safe", "pictures"}), ("mpc", {"products"})]
)
def test_what_a_shop_does_not_print_is_told_once_and_held_against_nothing_else(
    tiny, run, shop, of_cards
):
    """MakePlayingCards sells no cards of the size of tiny's."""
    ran = run(tiny, "check", "--shop", shop, "--format", "json")
    told = json.loads(ran.out)["held"][0]["violations"]
    by_kind = {}
    for one in told:
        by_kind.setdefault(one["kind"], []).append(one["rule"])
    others = {kind: ["pieces"] for kind in ("tile", "coin", "counter", "board")}
    assert {kind: rules for kind, rules in by_kind.items() if kind != "card"} == others
    assert ran.code == 1
    assert {*by_kind["card"]} <= of_cards
    assert by_kind["card"]


def test_pieces_of_a_shop_may_be_excluded_with_a_reason(tiny, run):
    game = tiny.root / "content" / "tiny" / "game.yaml"
    excluding = "{rule: pieces, pieces: '*', reason: printed at home}"
    game.write_text(f"{game.read_text()}\nshops: {{corner: {{excluding: [{excluding}]}}}}\n")
    told = held(tiny, run, "pieces: {only: cards, source: guide}")
    assert {(one["kind"], one["severity"]) for one in told} == {
        (kind, "excluded") for kind in ("tile", "coin", "counter", "board")
    }


def test_check_and_export_agree_on_what_a_board_holds_with_the_kerf_of_a_laser(tiny, run):
    """A coin of 20 mm needs 20 mm and two webs of 6 mm, each with half of the kerf."""
    boards = "punchboards: {boards: [{width: %smm, height: 60mm}], gap: 6mm, kerf: 0.5mm, "
    rules = f"{boards}nicks: {{count: 3, width: 0.3mm}}, source: guide}}"
    for width, wanted in ((32.3, {"coin"}), (32.7, set())):
        told = held(tiny, run, rules % width)
        assert {one["kind"] for one in told if one["rule"] == "punchboards"} == wanted
        ran = run(tiny, "export", "--to", "punchboard", "--shop", "corner")
        assert ("E792" in {one.code for one in ran.problems}) == bool(wanted)
