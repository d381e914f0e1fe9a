"""Writes a project with every ready face in two sizes, each with three very different contents.

The first has all fields, the second long texts, the third only required fields.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fustella.core.files.project import RESOURCES
from tests.helpers import quick_yaml

ART = RESOURCES / "starts" / "cards" / "art"
"""The folder of pictures for examples, from the start with cards."""

SMALLER: Mapping[str, Mapping[str, Any]] = {
    "aid": {"size": "euro"},
    "back": {"size": "mini-euro"},
    "blank": {"size": "mini-american"},
    "board": {"width": "130mm", "height": "180mm"},
    "building": {"size": "mini-american"},
    "card": {"size": "mini-euro"},
    "counter": {"width": "15mm", "height": "15mm"},
    "event": {"size": "poker"},
    "framed-card": {"size": "mini-euro"},
    "hexagon": {"across_flats": "35mm"},
    "hexmap": {
        "width": "130mm",
        "height": "90mm",
        "grid": {"across_flats": "16mm", "top": "pointed"},
    },
    "money": {"width": "70mm", "height": "35mm"},
    "playing-card": {"size": "mini-american"},
    "resource": {"width": "32mm", "height": "45mm"},
    "scorepad": {"size": "half-page"},
    "square": {"width": "30mm", "height": "30mm"},
    "standee": {"width": "22mm", "height": "76mm"},
    "text-card": {"size": "mini-euro"},
    "token": {"diameter": "18mm"},
    "track": {"across_flats": "28mm", "turn": 0},
    "unit": {"width": "0.5in", "height": "0.5in"},
}
"""Another size for each face, much smaller or of other proportions than its own."""

_TYPED = quick_yaml.load((Path(__file__).parent / "ready_contents.yaml").read_text("utf-8"))

LONG: str = _TYPED.pop("LONG")

CONTENTS: Mapping[str, Sequence[Mapping[str, Any]]]


def _texts(value: Any) -> Any:
    """A text in both languages from `English | Italiano`."""
    if value == "LONG":
        value = LONG
    if isinstance(value, str) and " | " in value:
        english, italian = value.split(" | ")
        return {"en": english, "it": italian}
    if isinstance(value, list):
        return [_texts(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key: _texts(entry) for key, entry in value.items()}
    return value


CONTENTS = {**_TYPED, "box": [_texts(each) for each in _TYPED["box"]]}

_MOTTO = {"x": "5mm", "right": "5mm", "y": "50%", "bottom": "6mm"}
_BADGE = {"x": "30%", "width": "40%", "y": "10%", "height": "36%"}


def _kind(face: str, more: Mapping[str, Any]) -> dict[str, Any]:
    kind: dict[str, Any] = {"front": f"ready/{face}", **more}
    if face == "blank":
        kind["fields"] = {"front": {"motto": "text", "badge?": "icon"}}
        kind["layout"] = {
            "front": {
                "motto": {**_MOTTO, "size": "12pt", "align": "center"},
                "badge": {**_BADGE, "colour": "accent"},
            }
        }
    return kind


def write_ready_project(
    root: Path,
    faces: Sequence[str] = tuple(SMALLER),
    bleed: str = "0mm",
    coded: bool = False,
    **game: Any,
) -> None:
    """Writes a game of one folder, with the kinds `card` and `card-small` for each face."""
    kinds: dict[str, Any] = {}
    for face in faces:
        kinds[face] = _kind(face, {"bleed": bleed})
        kinds[f"{face}-small"] = _kind(face, {**SMALLER[face], "bleed": bleed})
        for kind in (face, f"{face}-small"):
            layout = kinds[kind].setdefault("layout", {}).setdefault("front", {})
            layout["code"] = coded
            pieces = [
                {"id": f"{kind}-{name}", "name": {"en": name, "it": name}, "front": _texts(content)}
                for name, content in zip(("full", "long", "bare"), CONTENTS[face], strict=True)
            ]
            source = quick_yaml.dump({"kind": kind, "pieces": pieces})
            (root / f"{kind}.yaml").write_text(source, "utf-8")
    data = {
        "title": "Ready",
        "languages": ["en", "it"],
        "icons": {"wood": "mdi:forest", "stone": "mdi:cube-outline"},
        "kinds": kinds,
        **game,
    }
    (root / "game.yaml").write_text(quick_yaml.dump(data), "utf-8")
    shutil.copytree(ART, root / "art", dirs_exist_ok=True)
