"""Random gestures on zones of all ready faces: the file reads as the page shows, and is undone."""

import random
from pathlib import Path
from typing import Any

import pytest

from fustella.workbench.steps import MOST_STEPS
from tests.conftest import EXAMPLES
from tests.helpers.ready_project import SMALLER, write_ready_project
from tests.workbench.benches import GameBench
from tests.workbench.test_zone_gestures import CHOSEN, LIKE, bench_of

NEAR_MM, NEAR_SIZE_MM, NEAR_PT = 0.06, 0.11, 0.1
ROUNDS = max(2, EXAMPLES // 20)


def near(view: dict[str, Any], now: dict[str, Any], key: str) -> bool:
    """Whether a length of a zone is the one that was asked for, but for rounding."""
    most = NEAR_SIZE_MM if key in ("width", "height") else NEAR_MM
    return abs(view["keys"][key]["value"] - now[key]) <= most


def moved(rng: random.Random, zone: dict[str, Any], size: tuple[float, float]) -> dict[str, Any]:
    """Another place on the face, of the same size or another one."""
    values: dict[str, Any] = {}
    for (start, length), whole in zip((("x", "width"), ("y", "height")), size, strict=True):
        how = rng.choice(("stays", "moves", "grows", "is pulled"))
        long = zone[f"{length}_mm"]
        if how in ("grows", "is pulled"):
            long = values[length] = round(rng.uniform(whole / 10, whole * 0.9), 4)
        if how in ("moves", "is pulled") and long < whole:
            values[start] = round(rng.uniform(0, whole - long), 4)
    return values


def styled(rng: random.Random, zone: dict[str, Any], controls: dict[str, Any]) -> dict[str, Any]:
    """A key of a zone with another value."""
    known = [key for key in zone["keys"] if controls[key]["control"] in VALUES]
    key = rng.choice(known)
    return {key: VALUES[controls[key]["control"]](rng, controls[key])}


VALUES = {
    "flag": lambda rng, _: rng.random() < 0.5,
    "choice": lambda rng, control: rng.choice(control["choices"]),
    "colour": lambda rng, control: rng.choice([*control["choices"], "#123456"]),
    "size": lambda rng, _: rng.choice((7, 9.5, 12, 20)),
    "number": lambda rng, control: round(rng.uniform(control["least"] or 0.5, 1), 2),
    "font": lambda rng, _: rng.choice(("title", "text", "sans", "serif")),
}


def shows(view: dict[str, Any], values: dict[str, Any], controls: dict[str, Any]) -> bool:
    """Whether the view of a zone has what was asked for."""
    for key, value in values.items():
        shown = view["keys"][key]["value"]
        sort = controls[key]["control"]
        if key in ("x", "y", "width", "height"):
            same = near(view, values, key)
        elif key == "least":  # never more than the size
            same = abs(shown - min(value, view["keys"]["size"]["value"])) <= NEAR_PT
        elif key == "size":
            same = abs(shown - value) <= NEAR_PT
        elif key == "font":
            same = shown == {"title": "serif", "text": "sans"}.get(value, value)
        else:
            same = shown == value or (sort == "number" and abs(shown - value) < 1e-9)
        if not same:
            return False
    return True


class Player:
    """Makes random gestures on zones, and looks at what comes of each."""

    def __init__(self, bench: GameBench, seed: str) -> None:
        self.bench, self.rng = bench, random.Random(seed)
        self.history = [bench.read("game.yaml")]

    def play(self, kind: str, piece: str) -> dict[str, Any] | None:
        """Makes one gesture; returns the zone as it is then, or None if it was refused."""
        view = self.bench.zones(kind, "front", piece)
        if not view["zones"]:
            return None
        zone = self.rng.choice(view["zones"])
        size = (view["width_mm"], view["height_mm"])
        style = self.rng.random() < 0.4
        values = styled(self.rng, zone, view["controls"]) if style else moved(self.rng, zone, size)
        gesture = {"do": "zone", "kind": kind, "side": "front", "zone": zone["name"]}
        outcome = self.bench.edit(gesture | {"piece": piece, "set": values})
        text = self.bench.text("game.yaml")
        if outcome.status != 200:
            assert outcome.problems[0].message
            assert self.bench.read("game.yaml") == self.history[-1]
            return None
        then = self.bench.zone(zone["name"], kind, "front", piece)
        assert shows(then, values, view["controls"]), (zone["name"], values, text)
        for key, length in (("x", "width"), ("y", "height")):  # what was not asked for stays
            if not {key, length} & values.keys():
                assert abs(then[f"{key}_mm"] - zone[f"{key}_mm"]) < NEAR_MM
                assert abs(then[f"{length}_mm"] - zone[f"{length}_mm"]) < NEAR_SIZE_MM
        if outcome.changed:
            self.history.append(self.bench.read("game.yaml"))
        return dict(then)

    def undo(self) -> None:
        """Undoes all gestures, as far back as steps are kept."""
        for before in reversed(self.history[-MOST_STEPS - 1 : -1]):
            assert self.bench.workbench.undo().status == 200
            assert self.bench.read("game.yaml") == before


@pytest.mark.parametrize("face", SMALLER)
def test_each_gesture_is_what_the_page_then_shows(tmp_path: Path, face: str) -> None:
    write_ready_project(tmp_path, (face,))
    player = Player(GameBench(tmp_path), face)
    for _ in range(ROUNDS):
        kind = player.rng.choice((face, f"{face}-small"))
        player.play(kind, f"{kind}-{player.rng.choice(('full', 'long', 'bare'))}")
    assert len(player.history) > ROUNDS / 3
    player.undo()


def test_gesture_on_a_kind_leaves_the_one_that_it_is_like(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, CHOSEN, LIKE)
    player = Player(bench, "like")
    for _ in range(ROUNDS * 5):
        before = bench.zones("animal", piece="lion")["zones"]
        player.play("beast", "wolf")
        now = bench.zones("animal", piece="lion")["zones"]
        assert [zone | {"keys": {}, "line": 0} for zone in now] == [
            zone | {"keys": {}, "line": 0} for zone in before
        ]
        player.play("animal", player.rng.choice(("lion", "cat")))
    assert len(player.history) > ROUNDS
    player.undo()
