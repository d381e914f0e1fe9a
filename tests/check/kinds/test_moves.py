"""Pictures of moves: their ways, jumps, letters, and what the rules say of them."""

import pytest

from tests.check.kinds.claimed import Claimed

KINDS = """
aid:
  name: {en: Aids}
  width: 60mm
  height: 90mm
  front: piece.svg.j2
  fields:
    front:
      moves:
        - allowed: flag
          army: number
          at: [decimal]
          end: [decimal]
          path?: [[decimal]]
          arcs?: [[[decimal]]]
          own?: [[decimal]]
          own_base?: [decimal]
          rivals?: [[decimal]]
          red?: [[decimal]]
          letters?: [{letter: word}]
"""
CLAIM = "check: moves\nof: {kind: aid}\nfigures: front.moves\njumps: 4\nhooks: 2\n"
AIDS = """
kind: aid
source: {{lines: 1}}
pieces:
  - {{id: a, name: {{en: A}}, front: {{moves: [{0}]}}}}
"""

HOOK = "allowed: true, army: 2, at: [1, 2], end: [2, 1], path: [[1, 2], [2, 2], [2, 1]]"
LINE = "army: 2, at: [1, 1], end: [3, 1], path: [[1, 1], [2, 1], [3, 1]]"
JUMP = "army: 4, at: [1, 2], end: [3, 2], arcs: [[[1, 2], [2, 1], [3, 2]]]"


def faults(tmp_path, move: str) -> list[tuple[str, str]]:
    box = Claimed(tmp_path, KINDS, (AIDS.format(f"{{{move}}}"),))
    found = [fact for fact in box.check(CLAIM) if fact.verdict != "holds"]
    return [(fact.where[0].key.rpartition(".")[2], fact.has) for fact in found]


@pytest.mark.parametrize(
    "move",
    [
        f"{HOOK}, rivals: [[2, 1]], letters: [{{letter: C}}]",
        f"allowed: true, {LINE}, letters: [{{letter: F}}]",
        f"allowed: false, {LINE}, rivals: [[3, 1]]",
        f"allowed: false, {LINE}, own: [[2, 1]]",
        f"allowed: false, {LINE}, own_base: [2, 1]",
        f"allowed: false, {LINE}, red: [[1.5, 0.5], [1.5, 3.5]]",
        f"allowed: true, {JUMP}, own: [[2, 2]], letters: [{{letter: J}}, {{letter: F}}]",
        f"allowed: false, {JUMP.replace('army: 4', 'army: 6')}, own: [[2, 2]]",
    ],
)
def test_moves_drawn_by_the_rules_hold(tmp_path, move):
    assert faults(tmp_path, move) == []


@pytest.mark.parametrize(
    ("move", "key", "has"),
    [
        (HOOK.replace("end: [2, 1]", "end: [2, 3]"), "end", "[2, 3]"),
        (HOOK.replace("at: [1, 2]", "at: [1, 1]"), "path", "a gap"),
        (HOOK.replace("true", "false"), "allowed", "it is allowed"),
        (f"{HOOK}, letters: [{{letter: C}}]", "letters", "C"),
        (f"{HOOK}, own: [[2, 2]]", "allowed", "occupied"),
        (f"allowed: true, {LINE.replace('army: 2', 'army: 1')}", "allowed", "farther"),
        (f"allowed: true, {LINE}, rivals: [[3, 1]]", "allowed", "without an L"),
        (f"allowed: false, {LINE}, own: [[2, 1]], rivals: [[3, 1]]", "allowed", "; "),
        (f"allowed: true, {JUMP}", "allowed", "no army"),
        (f"allowed: true, {LINE}, own: [[5, 1]], rivals: [[5, 1]]", "own", "two"),
    ],
)
def test_move_drawn_against_the_rules_has_its_place(tmp_path, move, key, has):
    found = faults(tmp_path, move)
    assert any(where == key and has in what for where, what in found), found
