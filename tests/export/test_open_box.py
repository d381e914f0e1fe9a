"""The open box in three dimensions: what lies in it, by a reader of our own."""

import csv
import io
import json
from itertools import combinations

import pytest

from tests.conftest import TinyProject
from tests.helpers.glb import Glb

WALL = 2.0
BOX = """
box: {inside: 180 × 160 × 40 mm, wall: 2mm, folded: {board: 2 × 2}, sleeves: {card: 0.1mm}}
bought: [{name: Cube, count: 40, size: 8mm}]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    project = TinyProject.made_at(tmp_path_factory.mktemp("box") / "project")
    game = project.root / "content" / "tiny" / "game.yaml"
    # Without its boxes, cards and coins stand in wells of their own.
    text = game.read_text(encoding="utf-8").partition("# What pieces are kept in")[0]
    game.write_text(text + BOX, encoding="utf-8")
    assert project.run("export", "--to", "glb") == 0
    return project.output / "tiny" / "en" / "glb"


@pytest.fixture(scope="module")
def glb(folder):
    return Glb((folder / "tiny.glb").read_bytes())


@pytest.fixture(scope="module")
def rows(folder):
    text = (folder / "solids.csv").read_bytes().decode("utf-8-sig")
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


@pytest.fixture(scope="module")
def things(glb):
    """The nodes of the scene that are things, without the box and its walls."""
    return [(group, node) for group, node in glb.nodes("box") if "kind" in node["extras"]]


def test_scenes_are_the_pieces_and_the_box(glb):
    assert [scene["name"] for scene in glb.head["scenes"]] == ["pieces", "box"]
    groups = [*dict.fromkeys(group for group, _ in glb.nodes("box"))]
    assert groups[:2] == ["tray", "lid"]
    assert {group.rpartition(" ")[0] for group in groups[2:]} == {"well", "on top"}


def test_volumes_in_the_box_are_those_of_the_list(glb, things, rows):
    made = dict.fromkeys(rows, 0.0)
    copies = dict.fromkeys(rows, 0)
    for _, node in things:
        if node["name"] in rows:
            made[node["name"]] += glb.volume_mm3(node)
            copies[node["name"]] += node["extras"]["copies"]
    assert copies == {name: int(row["copies"]) for name, row in rows.items()}
    for name, row in rows.items():
        # Chords of a coin of 20 mm leave 0.3 % out; float32 has 7 digits.
        assert made[name] == pytest.approx(float(row["volume_mm3"]), rel=4e-3)


def test_things_lie_in_the_box_or_beside_it_and_in_nothing_else(glb, things):
    (walls,) = (node for _, node in glb.nodes("box") if node["name"] == "walls")
    low, high = glb.box(walls)
    boxes = [(group, glb.box(node)) for group, node in things]
    for group, (begin, end) in boxes:
        if group.startswith("well"):
            for axis in (0, 2):
                assert low[axis] + WALL <= begin[axis] + 1e-3
                assert end[axis] <= high[axis] - WALL + 1e-3
            assert WALL - 1e-3 <= begin[1] <= end[1] <= high[1] + 1e-3
        else:
            assert end[0] < low[0]
            assert begin[1] == pytest.approx(0, abs=1e-3)
    for (_, (a, b)), (_, (c, d)) in combinations(boxes, 2):
        assert any(b[at] <= c[at] + 1e-3 or d[at] <= a[at] + 1e-3 for at in range(3))


def test_box_has_the_room_that_was_typed(glb):
    nodes = {node["name"]: node for group, node in glb.nodes("box") if group in ("tray", "lid")}
    low, high = glb.box(nodes["walls"])
    sides = [b - a for a, b in zip(low, high, strict=True)]
    assert sides == pytest.approx([180 + 2 * WALL, 40, 160 + 2 * WALL], abs=1e-3)
    wall_mm3 = ((180 + 2 * WALL) * (160 + 2 * WALL) - 180 * 160) * 40
    assert glb.volume_mm3(nodes["walls"]) == pytest.approx(wall_mm3, rel=1e-4)
    over, _ = glb.box(nodes["lid walls"]), glb.box(nodes["lid"])
    assert over[1][0] - over[0][0] > sides[0] + 2 * WALL


def test_nodes_say_kind_piece_and_copies(things, rows):
    for _, node in things:
        extras = node["extras"]
        assert {"kind", "piece", "copies", "thickness_mm"} <= {*extras}
        if node["name"] in rows:
            assert extras["kind"] == rows[node["name"]]["kind"]


def test_what_is_bought_and_folded_is_there(glb, things, rows):
    nodes = {node["name"]: node for _, node in things}
    assert nodes["Cube"]["extras"]["copies"] == 40
    assert glb.volume_mm3(nodes["Cube"]) == pytest.approx(40 * 512 / 0.6, rel=1e-3)
    board = next(row for row in rows.values() if row["kind"] == "board")
    low, high = glb.box(nodes[board["id"]])
    sides = sorted(b - a for a, b in zip(low, high, strict=True))
    folded = sorted((float(board["width_mm"]) / 2, float(board["height_mm"]) / 2))
    assert sides[1:] == pytest.approx(folded, abs=1e-2)
    assert sides[0] == pytest.approx(4 * float(board["thickness_mm"]), abs=1e-2)


def test_meshes_of_the_box_are_closed(glb):
    for _, node in glb.nodes("box"):
        assert glb.volume_mm3(node) > 0


@pytest.mark.parametrize(
    ("room", "stance", "turned"),
    [
        ("91 × 70 × 46", "long edge", False),
        ("70 × 91 × 46", "long edge", True),
        ("91 × 47 × 68", "short edge", False),
        ("47 × 91 × 68", "short edge", True),
    ],
)
def test_cards_on_edge_fill_their_stack(room, stance, turned, tmp_path, capsys):
    project = TinyProject.made_at(tmp_path / "project")
    content = project.root / "content" / "tiny"
    for path in content.glob("*.yaml"):
        if path.name not in ("game.yaml", "cards.yaml"):
            path.unlink()
    game = content / "game.yaml"
    text = game.read_text(encoding="utf-8").partition("# What pieces are kept in")[0]
    game.write_text(f"{text}\nbox: {room} mm\n", encoding="utf-8")
    project.edit_freely("content/tiny/cards.yaml", "copies: 12", "copies: 276")
    assert project.run("plan", "--box", "--format", "json") == 0
    plan = json.loads(capsys.readouterr().out)["tiny"]
    ((stack,),) = (well["stacks"] for well in plan["wells"])
    assert (stack["stance"], stack["turned"]) == (stance, turned)
    assert project.run("export", "--to", "glb") == 0
    made = Glb((project.output / "tiny/en/glb/tiny.glb").read_bytes())
    nodes = [node for _, node in made.nodes("box") if "kind" in node["extras"]]
    assert sum(node["extras"]["copies"] for node in nodes) == stack["copies"]
    boxes = [made.box(node) for node in nodes]
    # Fronts look along x, or towards whoever opens the box, and nothing hangs over.
    low = [min(begin[axis] for begin, _ in boxes) for axis in range(3)]
    high = [max(end[axis] for _, end in boxes) for axis in range(3)]
    along, across = (2, 0) if turned else (0, 2)
    sides = {0: "width_mm", 2: "depth_mm"}
    assert low == pytest.approx([stack["x_mm"], WALL + stack["z_mm"], stack["y_mm"]], abs=0.02)
    assert high[1] - low[1] == pytest.approx(stack["height_mm"], abs=0.02)
    assert high[across] - low[across] == pytest.approx(stack[sides[across]], abs=0.02)
    # A pile of cards that were cut by hand is 3 % longer than the cards.
    long_mm = stack[sides[along]]
    assert long_mm / 1.03 == pytest.approx(high[along] - low[along], abs=0.05)


def test_a_part_of_a_game_has_no_box(built_tiny, tmp_path_factory):
    project = TinyProject(tmp_path_factory.mktemp("part") / "project")
    built_tiny.write(project.root)
    assert project.run("export", "--to", "glb", "--only", "card") == 0
    made = Glb((project.output / "tiny/en/glb/part/tiny.glb").read_bytes())
    assert [scene["name"] for scene in made.head["scenes"]] == ["pieces"]
