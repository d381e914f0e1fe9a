"""Pieces in three dimensions, by a reader of our own: volumes, closed meshes, faces, places."""

import csv
import io
from collections import Counter

import pytest
from PIL import Image

from tests.conftest import TinyProject
from tests.helpers.glb import Glb, cross, dot, minus


def export(project, *arguments):
    assert project.run("export", "--to", "glb", *arguments) == 0
    folder = project.output / "tiny" / "en" / "glb"
    return folder / "part" if "--only" in arguments else folder


@pytest.fixture(scope="module")
def folder(built_tiny, tmp_path_factory):
    """The folder of tiny in three dimensions, made once: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("glb") / "project")
    built_tiny.write(project.root)
    return export(project)


@pytest.fixture(scope="module")
def glb(folder):
    return Glb((folder / "tiny.glb").read_bytes())


@pytest.fixture(scope="module")
def rows(folder):
    text = (folder / "solids.csv").read_bytes().decode("utf-8-sig")
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def test_nodes_are_the_pieces_by_their_ids_in_groups_by_kind(glb, rows):
    assert {*glb.piles} == {*rows}
    assert {name: node["extras"]["copies"] for name, node in glb.piles.items()} == {
        name: int(row["copies"]) for name, row in rows.items()
    }
    scene = glb.head["scenes"][0]
    assert scene["name"] == "pieces"
    groups = [glb.head["nodes"][number] for number in scene["nodes"]]
    assert [group["name"] for group in groups] == [*dict.fromkeys(r["kind"] for r in rows.values())]
    for group in groups:
        names = {glb.head["nodes"][number]["name"] for number in group["children"]}
        assert names == {name for name, row in rows.items() if row["kind"] == group["name"]}


def test_volumes_are_those_of_the_lists(glb, rows):
    whole = 0.0
    for name, node in glb.piles.items():
        mm3 = glb.volume_mm3(node)
        # Chords of a coin of 20 mm leave 0.3 % out; float32 has 7 digits.
        assert mm3 == pytest.approx(float(rows[name]["volume_mm3"]), rel=4e-3)
        whole += mm3
    assert whole == pytest.approx(sum(float(r["volume_mm3"]) for r in rows.values()), rel=1e-3)


def test_list_has_area_by_thickness_by_copies(rows):
    board = next(row for row in rows.values() if row["kind"] == "board")
    sizes = (float(board[name]) for name in ("width_mm", "height_mm", "pile_mm"))
    width, height, pile = sizes
    assert float(board["volume_mm3"]) == pytest.approx(width * height * pile, abs=0.1)


def test_meshes_are_closed_and_their_normals_look_outward(glb):
    for mesh in range(len(glb.head["meshes"])):
        edges = Counter()
        for (a, b, c), normals in glb.triangles(mesh):
            edges.update(((a, b), (b, c), (c, a)))
            faces = cross(minus(b, a), minus(c, a))
            for normal in normals:
                assert dot(normal, normal) == pytest.approx(1, abs=1e-5)
                assert dot(faces, normal) >= -1e-12
        assert {*edges.values()} == {1}
        assert all((b, a) in edges for a, b in edges)


def test_indices_are_of_corners_that_there_are(glb):
    for mesh in glb.head["meshes"]:
        for primitive in mesh["primitives"]:
            accessor = glb.head["accessors"][primitive["attributes"]["POSITION"]]
            indices = [index for (index,) in glb.rows(primitive["indices"])]
            assert {*indices} == {*range(accessor["count"])}


def test_faces_are_textures_that_are_stored_once(glb):
    images = [glb.view(each["bufferView"]) for each in glb.head["images"]]
    assert len({*images}) == len(images) == len(glb.head["textures"])
    *faces, joints = [Image.open(io.BytesIO(image)) for image in images]
    assert {face.format for face in faces} == {"JPEG"}
    assert (joints.format, joints.size) == ("PNG", (1, 8))
    cards = [glb.head["meshes"][n["mesh"]] for n in glb.piles.values() if "card" in n["name"]]
    assert len({mesh["primitives"][0]["material"] for mesh in cards}) == len(cards)
    copies = {node["mesh"]: node["extras"]["copies"] for node in glb.piles.values()}
    sides = {}
    for mesh, count in copies.items():
        material = glb.head["meshes"][mesh]["primitives"][2]["material"]
        sides.setdefault(count > 1, set()).add(glb.head["materials"][material]["name"])
    assert sides == {True: {"joints"}, False: {"paper"}}


def test_sides_of_a_pile_have_a_joint_for_each_copy(glb):
    for node in glb.piles.values():
        sides = glb.head["meshes"][node["mesh"]]["primitives"][2]
        copies = node["extras"]["copies"]
        if copies == 1:
            assert "TEXCOORD_0" not in sides["attributes"]
            continue
        places = glb.rows(sides["attributes"]["POSITION"])
        seen = glb.rows(sides["attributes"]["TEXCOORD_0"])
        heights = {(round(at[1], 9), v) for at, (_, v) in zip(places, seen, strict=True)}
        assert sorted(v for _, v in heights) == [0, copies]
        assert max(heights)[1] == 0


def test_front_lies_on_top_and_the_back_is_seen_from_behind(glb):
    mesh = next(iter(glb.piles.values()))["mesh"]
    front, back, _ = glb.head["meshes"][mesh]["primitives"]
    for primitive, up in ((front, 1), (back, -1)):
        places = glb.rows(primitive["attributes"]["POSITION"])
        seen = glb.rows(primitive["attributes"]["TEXCOORD_0"])
        assert {normal[1] for normal in glb.rows(primitive["attributes"]["NORMAL"])} == {up}
        left = seen[min(range(len(places)), key=lambda at: places[at][0])][0]
        assert left == pytest.approx(0 if up == 1 else 1, abs=1e-6)
        away = seen[min(range(len(places)), key=lambda at: places[at][2])][1]
        assert away == pytest.approx(0, abs=1e-6)


def test_piles_stand_on_the_ground_as_high_as_their_copies_and_apart(glb, rows):
    boxes = {name: glb.box(node) for name, node in glb.piles.items()}
    for name, (low, high) in boxes.items():
        assert low[1] == 0
        assert high[1] == pytest.approx(float(rows[name]["pile_mm"]), abs=0.01)
    for name, (low, high) in boxes.items():
        for other, (begin, end) in boxes.items():
            apart = any(high[axis] <= begin[axis] or end[axis] <= low[axis] for axis in (0, 2))
            assert name == other or apart


def test_pictures_are_as_fine_as_asked_for(tiny):
    sizes = []
    for dpi in ("72", "144"):
        made = Glb((export(tiny, "--only", "card", "--dpi", dpi) / "tiny.glb").read_bytes())
        sizes.append(Image.open(io.BytesIO(made.view(made.head["images"][0]["bufferView"]))).size)
    assert sizes == [(125, 190), (249, 380)]


def test_without_backs_they_are_blank(tiny):
    made = Glb((export(tiny, "--only", "card", "--no-back") / "tiny.glb").read_bytes())
    for mesh in made.head["meshes"]:
        _, back, _ = mesh["primitives"]
        assert made.head["materials"][back["material"]]["name"] == "paper"
