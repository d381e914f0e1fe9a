"""A reader of GLB of our own: parts as the specification lays them out, and triangles of nodes."""

import json
import struct

_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}
_LETTERS = {5126: "f", 5125: "I"}


class Glb:
    """A file that was read; `head` is its JSON. Says by AssertionError what is wrong in it."""

    def __init__(self, content: bytes) -> None:
        magic, version, length = struct.unpack_from("<4sII", content)
        assert (magic, version, length) == (b"glTF", 2, len(content))
        chunks, at = [], 12
        while at < length:
            size, name = struct.unpack_from("<I4s", content, at)
            assert size % 4 == 0
            chunks.append((name, content[at + 8 : at + 8 + size]))
            at += 8 + size
        assert at == length
        assert [name for name, _ in chunks] == [b"JSON", b"BIN\0"]
        self.head, self.binary = json.loads(chunks[0][1]), chunks[1][1]
        assert self.head["asset"]["version"] == "2.0"
        assert [each["byteLength"] for each in self.head["buffers"]] == [len(self.binary)]

    def view(self, number: int) -> bytes:
        view = self.head["bufferViews"][number]
        first, size = view["byteOffset"], view["byteLength"]
        assert first % 4 == 0
        assert first + size <= len(self.binary)
        return self.binary[first : first + size]

    def rows(self, number: int) -> list[tuple]:
        """The rows of an accessor, within its bounds."""
        accessor = self.head["accessors"][number]
        width, letter = _WIDTHS[accessor["type"]], _LETTERS[accessor["componentType"]]
        content = self.view(accessor["bufferView"])
        assert len(content) == accessor["count"] * width * 4
        rows = [*struct.iter_unpack(f"<{width}{letter}", content)]
        if "min" in accessor:
            columns = [*zip(*rows, strict=True)]
            assert [min(each) for each in columns] == accessor["min"]
            assert [max(each) for each in columns] == accessor["max"]
        return rows

    def corners(self, primitive: dict, name: str) -> list[tuple]:
        """The values of an attribute at each corner of each triangle, in order."""
        rows = self.rows(primitive["attributes"][name])
        return [rows[index] for (index,) in self.rows(primitive["indices"])]

    def triangles(self, mesh: int) -> list[tuple]:
        """The triangles of a mesh with their normals, all primitives together."""
        found = []
        for primitive in self.head["meshes"][mesh]["primitives"]:
            assert "min" in self.head["accessors"][primitive["attributes"]["POSITION"]]
            places = self.corners(primitive, "POSITION")
            normals = self.corners(primitive, "NORMAL")
            found += zip(threes(places), threes(normals), strict=True)
        return found

    @property
    def piles(self) -> dict[str, dict]:
        """The nodes with a mesh in the first scene, by their names."""
        nodes = self.nodes(self.head["scenes"][0]["name"])
        assert len({node["name"] for _, node in nodes}) == len(nodes)
        return {node["name"]: node for _, node in nodes}

    def nodes(self, scene: str) -> list[tuple[str, dict]]:
        """The nodes with a mesh in a scene, each with the name of its group."""
        (found,) = (each for each in self.head["scenes"] if each["name"] == scene)
        nodes = self.head["nodes"]
        groups = [nodes[number] for number in found["nodes"]]
        return [(group["name"], nodes[child]) for group in groups for child in group["children"]]

    def volume_mm3(self, node: dict) -> float:
        """The volume of a node as it is scaled."""
        across, up, deep = node["scale"]
        return volume(self.triangles(node["mesh"])) * across * up * deep * 1e9

    def box(self, node: dict) -> list[list[float]]:
        """The lowest and the highest place of a node, in mm."""
        turn = node.get("rotation", (0, 0, 0, 1))
        assert abs(dot(turn, turn) - 1) < 1e-9
        places = [at for corners, _ in self.triangles(node["mesh"]) for at in corners]
        moved = [
            [
                1000 * (a + b)
                for a, b in zip(
                    turned([v * s for v, s in zip(at, node["scale"], strict=True)], turn),
                    node["translation"],
                    strict=True,
                )
            ]
            for at in places
        ]
        columns = [*zip(*moved, strict=True)]
        return [[*map(min, columns)], [*map(max, columns)]]


def turned(at, turn):
    """A place that is turned by a unit quaternion, by its matrix."""
    x, y, z, w = turn
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return [dot(row, at) for row in rows]


def threes(values):
    return zip(values[::3], values[1::3], values[2::3], strict=True)


def minus(one, other):
    return tuple(a - b for a, b in zip(one, other, strict=True))


def cross(one, other):
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def volume(triangles) -> float:
    """The volume of a closed mesh: below 0 if it is inside out."""
    return sum(dot(a, cross(b, c)) for (a, b, c), _ in triangles) / 6
