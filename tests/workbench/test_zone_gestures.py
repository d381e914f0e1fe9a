"""Gestures on zones: each ends in the diff that a careful designer would have typed."""

from pathlib import Path
from typing import Any

import pytest

from tests.workbench.benches import GameBench

HEAD = """\
title: Zoo  # of the harbour
languages: [en, de]
colours: {gold: "#c9a227"}
kinds:
  animal:  # all of them
    front: ready/card
    back: ready/back
    fields: {front: {rarity: common | rare, attack?: number, habitat?: icon}}
"""
LIST = """\
kind: animal
pieces:
  - {id: lion, front: {title: Lion, rarity: rare, attack: 3, text: Roars, art: lion, cost: 2}}
  - {id: cat, front: {title: Cat, rarity: common, text: Purrs, cost: 1}}
"""
BEASTS = """\
kind: beast
pieces:
  - {id: wolf, front: {title: Wolf, rarity: rare, cost: 2}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9Z"/></svg>'


def bench_of(root: Path, layout: str = "", more: str = "") -> GameBench:
    files: dict[str, str] = {"game.yaml": HEAD + layout + more, "animals.yaml": LIST}
    files["art/lion.svg"] = SVG
    if more:
        files["beasts.yaml"] = BEASTS
    return GameBench(root, files)


def after(bench: GameBench, *gestures: dict[str, Any]) -> str:
    """What stands in game.yaml below its head, after gestures that are done."""
    outcome = bench.edit(*({"kind": "animal", "side": "front"} | each for each in gestures))
    assert outcome.status == 200, outcome
    text = bench.text("game.yaml")
    assert text.startswith(HEAD)
    _ = bench.job  # it still reads
    return text.removeprefix(HEAD)


def refused(bench: GameBench, gesture: dict[str, Any]) -> str:
    """The message with which a gesture is refused, after which no file is another one."""
    before = bench.read("game.yaml")
    outcome = bench.edit({"kind": "animal", "side": "front"} | gesture)
    assert outcome.status == 422, outcome
    assert bench.read("game.yaml") == before
    return str(outcome.problems[0].message)


def zone(name: str, piece: str = "lion", **values: Any) -> dict[str, Any]:
    return {"do": "zone", "zone": name, "piece": piece, "set": values}


BLOCK = """\
    layout:
      front:
        # The title stands higher than usual.
        title: {y: 5mm, size: 14pt}   # higher
        cost:
          right: 3mm  # near the edge
          fill: gold
        art: {x: 10%, width: 80%, y: 10mm, bottom: 100% - 50mm, radius: 0.1in}
"""
CHOSEN = """\
    layout:
      both:
        title: {font: sans}
        frame: {x: 1mm, y: 1mm, right: 1mm, bottom: 1mm, line: ink, over: [title, art]}
      front:
        title: {size: {by: rarity, rare: 15pt, else: 12pt}}
        gem: {x: 29mm, y: 80mm, width: 5mm, height: 5mm, fill: {by: rarity, rare: gold, else: none}}
        attack: {when: attack is given, x: 5mm, y: 78mm, width: "{=attack * 3}mm", height: 7mm}
"""

CHANGES = {
    "a zone placed from both sides keeps both": (
        "",
        [zone("title", x=7, y=5)],
        "    layout: {front: {title: {x: 7mm, y: 5.6%, right: 20.9%}}}\n",
    ),
    "a zone placed from the right stays so": (
        "",
        [zone("cost", x=45)],
        "    layout: {front: {cost: {right: 9mm}}}\n",
    ),
    "its left edge is pulled": (
        "",
        [zone("cost", x=45, width=63.5 - 3.6 - 45)],
        "    layout: {front: {cost: {width: 23.5%}}}\n",
    ),
    "percent stays percent": (
        "",
        [zone("art", y=15, height=30)],
        "    layout: {front: {art: {y: 16.9%, height: 33.7%}}}\n",
    ),
    "a number that was measured is rounded": (
        BLOCK,
        [zone("title", y=6.0478)],
        BLOCK.replace("y: 5mm", "y: 6mm"),
    ),
    "a number that was typed is kept": (
        BLOCK,
        [zone("title", y=6.25)],
        BLOCK.replace("y: 5mm", "y: 6.25mm"),
    ),
    "what is the face's own again goes": (
        BLOCK,
        [zone("title", y=3.38), zone("title", size=0.56 * 8.001 * 72 / 25.4)],
        BLOCK.replace("        # The title stands higher than usual.\n", "").replace(
            "        title: {y: 5mm, size: 14pt}   # higher\n", ""
        ),
    ),
    "an emptied layout goes": (
        "    layout: {front: {title: {y: 5mm}}}\n    bleed: 3mm\n",
        [{"do": "zone", "zone": "title", "piece": "lion", "unset": ["y"]}],
        "    bleed: 3mm\n",
    ),
    "a block of keys stays a block": (
        BLOCK,
        [zone("cost", x=40, width=12)],
        BLOCK.replace(
            "          right: 3mm  # near the edge\n",
            "          right: 11.5mm  # near the edge\n          width: 18.9%\n",
        ),
    ),
    "a share with a length keeps its share": (
        BLOCK,
        [zone("art", height=30)],
        BLOCK.replace("bottom: 100% - 50mm", "bottom: 100% - 40mm"),
    ),
    "a length keeps its unit": (
        BLOCK,
        [zone("art", radius=5.08)],
        BLOCK.replace("0.1in", "0.2in"),
    ),
    "a hidden zone is short": (
        "",
        [zone("cost", show=False)],
        "    layout: {front: {cost: false}}\n",
    ),
    "a hidden zone with keys keeps them": (
        BLOCK,
        [zone("title", show=False)],
        BLOCK.replace("{y: 5mm", "{show: false, y: 5mm"),
    ),
    "a zone that is shown again is as the face has it": (
        "    layout: {front: {cost: false}}\n",
        [zone("cost", show=True)],
        "",
    ),
    "a zone that the face hides is shown": (
        "",
        [zone("code", show=True)],
        "    layout: {front: {code: true}}\n",
    ),
    "a zone that was only hidden gets keys": (
        "    layout: {front: {cost: false}}\n",
        [zone("cost", fill="gold")],
        "    layout: {front: {cost: {show: false, fill: gold}}}\n",
    ),
    "of a choice, the value of the piece is changed": (
        CHOSEN,
        [zone("title", size=16)],
        CHOSEN.replace("rare: 15pt", "rare: 16pt"),
    ),
    "of a choice, another piece has another value": (
        CHOSEN,
        [zone("title", piece="cat", size=11.5)],
        CHOSEN.replace("else: 12pt", "else: 11.5pt"),
    ),
    "a choice is typed": (
        BLOCK,
        [zone("title", size={"typed": "{by: rarity, rare: 15pt, else: 12pt}"})],
        BLOCK.replace("14pt", "{by: rarity, rare: 15pt, else: 12pt}"),
    ),
    "a choice becomes one value": (
        CHOSEN,
        [zone("title", size={"typed": "13pt"})],
        CHOSEN.replace("{by: rarity, rare: 15pt, else: 12pt}", "13pt"),
    ),
    "a condition is typed": (
        CHOSEN,
        [zone("gem", when='rarity = "rare"')],
        CHOSEN.replace("gem: {", 'gem: {when: rarity = "rare", '),
    ),
    "a zone of both is changed under both": (
        CHOSEN,
        [zone("frame", line="gold", radius=2)],
        CHOSEN.replace("line: ink", "line: gold, radius: 2mm"),
    ),
    "a plain key beside a computed one is changed": (
        CHOSEN,
        [zone("attack", x=9, y=70)],
        CHOSEN.replace("x: 5mm, y: 78mm", "x: 9mm, y: 70mm"),
    ),
    "on a piece without a picture only such pieces change": (
        "",
        [zone("text", piece="cat", y=30, height=20)],
        "    layout: {front: {text: {without: {type and art: {y: 33.7%, bottom: 43.8%}}}}}\n",
    ),
    "a zone for a field is added": (
        CHOSEN,
        [
            {"do": "add-zone", "zone": "habitat"}
            | {
                "set": {
                    "fill": "gold",
                    "width": 8,
                    "x": 3,
                    "y": 3.25,
                    "height": 8,
                    "shape": "circle",
                }
            }
        ],
        f"{CHOSEN}        habitat: "
        "{x: 3mm, y: 3.25mm, width: 8mm, height: 8mm, shape: circle, fill: gold}\n",
    ),
    "a zone with a text is added": (
        "",
        [
            {"do": "add-zone", "zone": "number"}
            | {"set": {"x": 3, "y": 80, "width": 18, "height": 3, "size": 6.5, "text": "{n}/{of}"}}
        ],
        '    layout: {front: {number: {text: "{n}/{of}", '
        "x: 3mm, y: 80mm, width: 18mm, height: 3mm, size: 6.5pt}}}\n",
    ),
    "a zone goes": (
        CHOSEN,
        [{"do": "remove-zone", "zone": "attack"}],
        "".join(line for line in CHOSEN.splitlines(keepends=True) if "attack:" not in line),
    ),
    "a zone is drawn beneath one of the face": (
        CHOSEN,
        [{"do": "order-zone", "zone": "gem", "before": "art"}],
        CHOSEN.replace("height: 5mm, fill", "height: 5mm, under: art, fill"),
    ),
    "a zone is drawn later": (
        CHOSEN,
        [{"do": "order-zone", "zone": "gem", "before": ""}],
        "".join(line for line in CHOSEN.splitlines(keepends=True) if "gem:" not in line)
        + next(line for line in CHOSEN.splitlines(keepends=True) if "gem:" in line),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_change_is_what_a_designer_types(tmp_path: Path, name: str) -> None:
    before, gestures, expected = CHANGES[name]
    assert after(bench_of(tmp_path, before), *gestures) == expected


LIKE = """\
  beast:
    like: animal
    layout: {front: {gem: {fill: ink}}}  # darker
"""

OF_LIKE = {
    "a zone of the other kind is moved here alone": (
        [zone("gem", piece="wolf", x=30)],
        "{front: {gem: {x: 30mm, fill: ink}}}  # darker\n",
    ),
    "what is the other kind's own again goes": (
        [zone("gem", piece="wolf", fill="gold", x=30)],
        "{front: {gem: {x: 30mm}}}  # darker\n",
    ),
    "of a choice of the other kind one value differs": (
        [zone("title", piece="wolf", size=16)],
        "{front: {gem: {fill: ink}, title: {size: {by: rarity, rare: 16pt}}}}  # darker\n",
    ),
    "a zone of the other kind is taken away": (
        [{"do": "remove-zone", "zone": "attack", "piece": "wolf"}],
        "{front: {gem: {fill: ink}, attack: none}}  # darker\n",
    ),
}


@pytest.mark.parametrize("name", OF_LIKE)
def test_kind_that_is_like_another_says_what_differs(tmp_path: Path, name: str) -> None:
    gestures, expected = OF_LIKE[name]
    bench = bench_of(tmp_path, CHOSEN, LIKE)
    done = after(bench, *({"kind": "beast"} | each for each in gestures))
    assert done == f"{CHOSEN}  beast:\n    like: animal\n    layout: {expected}"


def test_other_kind_does_not_change_with_a_kind_like_it(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, CHOSEN, LIKE)
    before = bench.zones("animal", piece="lion")["zones"]
    after(bench, zone("title", piece="wolf", x=9, size=16) | {"kind": "beast"})
    assert bench.zones("animal", piece="lion")["zones"] == before


REFUSED = {
    "a computed width": (zone("attack", width=12), "`width` is computed: {=attack * 3}mm"),
    "a zone that is not there on this piece": (
        zone("gem", piece="cat", fill={"typed": "blurple"}),
        "`fill`: there is no colour `blurple`",
    ),
    "a place beyond the trim": (zone("title", y=85), "the zone would go 4.2 mm beyond the trim"),
    "a size of nothing": (zone("gem", width=0), "`width` cannot be 0 mm"),
    "an unknown key": (zone("gem", colour="ink"), "unknown key `colour`"),
    "a key that no zone has": (zone("gem", wide=3), "zones have no key `wide`"),
    "a value that is no YAML": (zone("title", size={"typed": "{by: [}"}), None),
    "a line of keys": (
        zone("title", size={"typed": "12pt\nfont: sans"}),
        "the page asks for a value that is none",
    ),
    "a zone that does not exist": (zone("rank", x=3), "there is no zone `rank`"),
    "a face's own order": (
        {"do": "order-zone", "zone": "art", "before": "gem"},
        "`art` is a zone of the face, which draws it in its own order",
    ),
    "a face's own zone": (
        {"do": "remove-zone", "zone": "art"},
        "`art` is a zone of the face, which draws it",
    ),
    "a zone that is there": (
        {"do": "add-zone", "zone": "gem", "set": {"x": 1}},
        "there is a zone `gem` already",
    ),
    "a name that is none": (
        {"do": "add-zone", "zone": "a: b", "set": {"x": 1, "fill": "ink"}},
        "`a: b` cannot be the name of a zone",
    ),
    "a place far away": (
        zone("gem", x=1e12),
        "`x` cannot be 1e+12 mm",
    ),
    "a zone for nothing": (
        {"do": "add-zone", "zone": "glow", "set": {"x": 1, "y": 1, "width": 9, "height": 9}},
        "there is no zone and no field `glow`",
    ),
    "a zone over one that is drawn later": (
        zone("gem", over={"typed": "attack"}),
        "`gem` is drawn before `attack`, so it lies under it",
    ),
    "a condition that fails": (
        zone("attack", piece="cat", show=True),
        "`attack` is there where its condition holds, and it does not on this piece",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_change_that_would_be_a_fault_is_refused(tmp_path: Path, name: str) -> None:
    gesture, message = REFUSED[name]
    told = refused(bench_of(tmp_path, CHOSEN), gesture)
    assert message is None or told == message


def test_kind_that_a_list_names_by_its_face_is_declared(tmp_path: Path) -> None:
    kind = "# All of them\nkind: ready/card\npieces:\n  - {id: one, front: {title: One}}\n"
    bench = GameBench(tmp_path, {"cards.yaml": kind})
    outcome = bench.edit(zone("title", piece="one", y=5) | {"kind": "card", "side": "front"})
    assert outcome.status == 200, outcome
    assert bench.text("cards.yaml") == kind.replace("ready/card", "card")
    assert bench.text("game.yaml").endswith(
        "languages: [en]\nkinds:\n  card:\n    front: ready/card\n"
        "    layout:\n      front:\n        title: {y: 5.6%}\n"
    )
    assert bench.zone("title", "card", piece="one")["y_mm"] == pytest.approx(5, abs=0.05)


def test_line_ends_mark_and_long_texts_stay(tmp_path: Path) -> None:
    long = 'words: {long: "' + "A long text, with a comma: and more. " * 8 + '"}\n'
    typed = "\ufeff" + (long + HEAD + BLOCK).replace("\n", "\r\n")
    bench = GameBench(
        tmp_path, {"game.yaml": typed.encode(), "animals.yaml": LIST, "art/lion.svg": SVG}
    )
    outcome = bench.edit(zone("cost", x=40, fill="ink") | {"kind": "animal", "side": "front"})
    assert outcome.status == 200, outcome
    expected = typed.replace("right: 3mm", "right: 14mm").replace("fill: gold\r", "fill: ink\r")
    assert bench.read("game.yaml") == expected.encode()
    assert bench.workbench.undo().status == 200
    assert bench.read("game.yaml") == typed.encode()
