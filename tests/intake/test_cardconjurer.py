"""`fustella import` of Card Conjurer's saved cards: texts, pictures they carry, symbols, frames."""

import base64
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fustella.core.values.problems import ProblemsFound
from fustella.intake import Miss, bring
from tests.conftest import TinyProject
from tests.helpers import pdf_reader


def picture() -> str:
    stream = BytesIO()
    Image.new("RGB", (40, 30), "#338855").save(stream, "PNG")
    return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode()


def card(key: str, **more: Any) -> dict[str, Any]:
    data = {
        "width": 1500,
        "height": 2100,
        "version": "m15Regular",
        "frames": [
            {"name": "Legend Crown", "src": "/img/frames/crown.png", "masks": []},
            {"name": "Green Frame", "src": "/img/frames/g.png", "masks": []},
        ],
        "artSource": picture(),
        "artBounds": {"x": 0.08, "y": 0.11, "width": 0.84, "height": 0.44},
        "setSymbolSource": "https://example.com/sym/abc-r.svg",
        "setSymbolBounds": {
            **{"x": 0.92, "y": 0.59, "width": 0.12, "height": 0.04},
            **{"vertical": "center", "horizontal": "right"},
        },
        "watermarkSource": "https://example.com/img/blank.png",
        "infoArtist": "Ada",
        "bottomInfo": {
            "left": {"text": "{savex}{elemidinfo-artist}", "x": 0.06, "y": 0.95, "width": 0.8,
                     "height": 0.02, "size": 0.0171, "color": "white"}
        },
        "text": {
            "mana": {"text": "{2}{g}{w/u}", "y": 0.06, "width": 0.93, "height": 0.034,
                     "size": 0.043, "align": "right", "manaCost": True},
            "title": {"text": key, "x": 0.085, "y": 0.052, "width": 0.83, "height": 0.054,
                      "size": 0.038, "font": "belerenb"},
            "rules": {"text": "{t}: Add {g}.{lns}{i}So it grows.{/i} {cardname} {glow}", "x": 0.086,
                      "y": 0.63, "width": 0.83, "height": 0.28, "size": 0.036},
            "pt": {"text": ""},
        },
    }  # fmt: skip
    return {"key": key, "data": data | more}


def written(folder: Path, value: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "saved-cards.cardconjurer").write_text(json.dumps(value), encoding="utf-8")
    return folder / "saved-cards.cardconjurer"


def test_it_builds_and_its_texts_are_on_the_cards(tmp_path, run):
    path = written(tmp_path / "source", [card("Elf"), card("Oak", artSource="")])
    brought = bring(path, into=tmp_path / "game")
    assert brought.format == "cardconjurer"
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err
    shown = " ".join(map(pdf_reader.text, brought.place.folder.rglob("game-*.pdf")))
    for words in ("Elf", "Oak", "So it grows. Elf", "Ada", "(W/U)"):
        assert words in shown, words


def test_places_texts_pictures_and_symbols_are_taken(tmp_path):
    path = written(tmp_path / "source", [card("Elf")])
    taken = bring(path, into=tmp_path / "game").taken
    (kind,) = taken.kinds
    assert (kind.id, kind.width_mm, kind.height_mm) == ("m15regular", 63.5, 88.9)
    front = kind.front.zones
    title = front["title"]
    assert (title["x"], title["y"], title["size"]) == ("5.4mm", "4.62mm", "9.6pt")
    assert title["bold"] is True
    assert kind.paper == "#c8dcc7"
    row = dict(zip(kind.header, kind.rows[0], strict=True))
    assert row["rules"] == "{mana-t}: Add {mana-g}.\n*So it grows.* Elf"
    assert [*taken.drawn] == ["Elf art.png", "missing/abc-r.svg"]
    assert taken.drawn["Elf art.png"].startswith(b"\x89PNG")
    assert taken.named_icons["mana-2"] == "mdi:numeric-2-circle"
    told = {(loss.miss, loss.what) for loss in taken.losses}
    assert (Miss.PICTURES, "https://example.com/sym/abc-r.svg") in told
    assert (Miss.LOOKS, "/img/frames/g.png") in told
    assert (Miss.LOOKS, "{glow}") in told


def test_frames_that_lie_beside_the_file_are_drawn_and_versions_are_kinds(tmp_path):
    path = written(
        tmp_path / "source", [card("Elf"), card("Saga", version="sagaRegular", height=1050)]
    )
    (tmp_path / "source" / "img" / "frames").mkdir(parents=True)
    Image.new("RGB", (50, 70), "#113311").save(tmp_path / "source" / "img" / "frames" / "g.png")
    taken = bring(path, into=tmp_path / "game").taken
    assert [(kind.id, kind.width_mm, kind.height_mm) for kind in taken.kinds] == [
        ("m15regular", 63.5, 88.9),
        ("sagaregular", 90.71, 63.5),
    ]
    assert [*taken.pictures.values()] == ["img/frames/g.png"]
    assert "frame_1" in taken.kinds[0].front.zones


@pytest.mark.parametrize(
    "value",
    [
        [{"key": "x", "data": {}}],
        [{"key": "x"}],
        {"data": {"text": {}}},
        ["x"],
        [card("x")["data"]],
    ],
)
def test_other_json_is_not_taken_for_saved_cards(tmp_path, value):
    with pytest.raises(ProblemsFound) as caught:
        bring(written(tmp_path / "source", value), into=tmp_path / "game")
    assert [problem.code for problem in caught.value.problems] == ["E810"]


def test_what_is_meant_to_harm_is_told_and_nothing_is_read(tmp_path, run):
    (tmp_path / "secret.png").write_bytes(b"secret")
    hostile = card(
        "../../x",
        artSource="../../secret.png",
        artBounds={"x": "1e308", "y": None, "width": -5, "height": []},
        setSymbolSource="data:image/png;base64,AAAA",
        frames=[{"src": "/etc/passwd", "name": 5}, "x", None],
        width="0",
        bottomInfo=["x"],
    )
    hostile["data"]["text"]["rules"]["text"] = "{i}{i}" * 500 + "{{{7*7}}} \u0000 ** {"
    brought = bring(written(tmp_path / "source", [hostile]), into=tmp_path / "game")
    assert not brought.taken.pictures
    assert {"missing/secret.svg"} <= {*brought.taken.drawn}
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err
