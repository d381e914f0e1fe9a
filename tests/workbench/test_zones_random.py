"""Random gestures on zones of all ready faces: the file reads as the page shows, and is undone."""

import random
from pathlib import Path
from typing import Any

import pytest

from fustella.workbench.steps import MOST_STEPS
from tests.conftest import EXAMPLES
from tests.helpers.ready_project import SMALLER, write_ready_project
from tests.workbench.benches import GameBench

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


@pytest.mark.parametrize("face", SMALLER)
def test_each_gesture_is_what_the_page_then_shows(tmp_path: Path, face: str) -> None:
    write_ready_project(tmp_path, (face,))
    bench, rng = GameBench(tmp_path), random.Random(face)
    history = [bench.read("game.yaml")]
    for _ in range(ROUNDS):
        kind, name = rng.choice((face, f"{face}-small")), rng.choice(("full", "long", "bare"))
        view = bench.zones(kind, "front", f"{kind}-{name}")
        if not view["zones"]:
            continue
        zone = rng.choice(view["zones"])
        size = (view["width_mm"], view["height_mm"])
        style = rng.random() < 0.4
        values = styled(rng, zone, view["controls"]) if style else moved(rng, zone, size)
        gesture = {"do": "zone", "kind": kind, "side": "front", "zone": zone["name"]}
        outcome = bench.edit(gesture | {"piece": f"{kind}-{name}", "set": values})
        if outcome.status != 200:
            assert outcome.problems[0].message
            assert bench.read("game.yaml") == history[-1]
            continue
        then = bench.zone(zone["name"], kind, "front", f"{kind}-{name}")
        assert shows(then, values, view["controls"]), (
            zone["name"],
            values,
            bench.text("game.yaml"),
        )
        for key, length in (("x", "width"), ("y", "height")):  # what was not asked for stays
            if not {key, length} & values.keys():
                assert abs(then[f"{key}_mm"] - zone[f"{key}_mm"]) < NEAR_MM
                assert abs(then[f"{length}_mm"] - zone[f"{length}_mm"]) < NEAR_SIZE_MM
        if outcome.changed:
            history.append(bench.read("game.yaml"))
    for before in reversed(history[-MOST_STEPS - 1 : -1]):
        assert bench.workbench.undo().status == 200
        assert bench.read("game.yaml") == before
    assert len(history) > ROUNDS / 3
