"""Writes solids with pictures as GLB: glTF 2.0 in one binary file (ISO/IEC 12113:2022).

Lengths in the file are metres, y is up. A front lies on top, its upper edge
towards -z. Solids that are alike share their geometry, and faces that are alike their picture.
"""

import json
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from fustella.core.geometry.shapes import Point
from fustella.core.geometry.solids import Solid

_FLOAT, _UNSIGNED = 5126, 5125
_VERTICES, _INDICES = 34962, 34963
_MM_PER_M = 1000.0

_PAPER = (0.86, 0.84, 0.80, 1.0)
"""The colour of sides and of blank backs, as linear light: white paper in the shade."""


class Pile(Struct, frozen=True):
    """Copies of a piece that lie on each other, with the corner of the trim's box at `at`.

    `front` and `back` name pictures; `back` is "" for a blank one.
    """

    name: str
    solid: Solid
    copies: int
    front: str
    back: str
    at: Point


class GlbDocument(Struct, frozen=True):
    """The piles of a table by the names of their groups, and the JPEG pictures of their faces."""

    title: str
    groups: Mapping[str, Sequence[Pile]]
    pictures: Mapping[str, bytes]


class _Writer:
    """Collects the parts of a file: bytes, and the JSON that says what they are."""

    def __init__(self) -> None:
        self.binary = bytearray()
        self.parts: dict[str, list[dict[str, Any]]] = {}
        self._shapes: dict[Solid, tuple[dict[str, Any], ...]] = {}

    def add(self, name: str, part: dict[str, Any]) -> int:
        """Adds a part to one of the arrays of the file, and gives its number there."""
        array = self.parts.setdefault(name, [])
        array.append(part)
        return len(array) - 1

    def view(self, content: bytes, target: int | None = None) -> int:
        part = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(content)}
        self.binary += content + bytes(-len(content) % 4)
        return self.add("bufferViews", part | ({"target": target} if target else {}))

    def vectors(self, rows: Sequence[tuple[float, ...]], *, bounds: bool = False) -> int:
        width = len(rows[0])
        content = struct.pack(f"<{len(rows) * width}f", *(each for row in rows for each in row))
        view = self.view(content, _VERTICES)
        part: dict[str, Any] = {"bufferView": view, "componentType": _FLOAT, "count": len(rows)}
        part["type"] = f"VEC{width}"
        if bounds:
            # The bounds have to be those of the numbers as they are stored.
            stored = [*struct.iter_unpack(f"<{width}f", content)]
            columns = [*zip(*stored, strict=True)]
            part |= {"min": [*map(min, columns)], "max": [*map(max, columns)]}
        return self.add("accessors", part)

    def numbers(self, numbers: Sequence[int]) -> int:
        view = self.view(struct.pack(f"<{len(numbers)}I", *numbers), _INDICES)
        part = {"bufferView": view, "componentType": _UNSIGNED, "count": len(numbers)}
        return self.add("accessors", part | {"type": "SCALAR"})

    def shape(self, solid: Solid) -> tuple[dict[str, Any], ...]:
        """The front, the back and the sides of a solid, still without materials."""
        if solid not in self._shapes:
            self._shapes[solid] = (
                self._cap(solid, front=True),
                self._cap(solid, front=False),
                self._sides(solid),
            )
        return self._shapes[solid]

    def _cap(self, solid: Solid, *, front: bool) -> dict[str, Any]:
        high_mm, up = (solid.thickness_mm, 1.0) if front else (0.0, -1.0)
        places, seen = [], []
        for at in solid.corners:
            places.append(_metres(at, high_mm))
            across = at.x_mm / solid.size.width_mm
            # A back is drawn as it is seen from behind, with left and right exchanged.
            seen.append((across if front else 1 - across, at.y_mm / solid.size.height_mm))
        attributes = {
            "POSITION": self.vectors(places, bounds=True),
            "NORMAL": self.vectors([(0.0, up, 0.0)] * len(places)),
            "TEXCOORD_0": self.vectors(seen),
        }
        # A side that is seen runs counter-clockwise (glTF 2.0, 3.7.2.1).
        order = [tri[::-1] if front else tri for tri in solid.triangles]
        return {
            "attributes": attributes,
            "indices": self.numbers([number for tri in order for number in tri]),
        }

    def _sides(self, solid: Solid) -> dict[str, Any]:
        places: list[tuple[float, ...]] = []
        normals: list[tuple[float, ...]] = []
        order: list[int] = []
        for a, b in solid.walls:
            dx, dz = b.x_mm - a.x_mm, b.y_mm - a.y_mm
            first, length = len(places), math.hypot(dx, dz)
            for high_mm in (0.0, solid.thickness_mm):
                places += [_metres(a, high_mm), _metres(b, high_mm)]
            normals += [(dz / length, 0.0, -dx / length)] * 4
            order += [first + step for step in (0, 2, 1, 1, 2, 3)]
        attributes = {
            "POSITION": self.vectors(places, bounds=True),
            "NORMAL": self.vectors(normals),
        }
        return {"attributes": attributes, "indices": self.numbers(order)}


def _metres(at: Point, high_mm: float) -> tuple[float, float, float]:
    return at.x_mm / _MM_PER_M, high_mm / _MM_PER_M, at.y_mm / _MM_PER_M


def glb_bytes(document: GlbDocument) -> bytes:
    """The bytes of a file; equal documents give equal bytes."""
    writer = _Writer()
    paper = writer.add("materials", _material("paper", {"baseColorFactor": _PAPER}))
    materials = {"": paper}
    for name, picture in document.pictures.items():
        view = writer.view(picture)
        image = writer.add("images", {"bufferView": view, "mimeType": "image/jpeg", "name": name})
        texture = writer.add("textures", {"sampler": 0, "source": image})
        looks = {"baseColorTexture": {"index": texture}}
        materials[name] = writer.add("materials", _material(name, looks))
    if document.pictures:
        # Linear, smaller pictures from a distance; a picture ends at its trim and is not repeated.
        clamped = {"magFilter": 9729, "minFilter": 9987, "wrapS": 33071, "wrapT": 33071}
        writer.add("samplers", clamped)
    roots = []
    for group, piles in document.groups.items():
        children = [_node(writer, pile, materials) for pile in piles]
        roots.append(writer.add("nodes", {"name": group, "children": children}))
    head = {
        "asset": {"version": "2.0", "generator": "fustella"},
        "scene": 0,
        "scenes": [{"name": document.title, "nodes": roots}],
        "buffers": [{"byteLength": len(writer.binary)}],
        **writer.parts,
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = _chunk(b"JSON", text) + _chunk(b"BIN\0", bytes(writer.binary))
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _node(writer: _Writer, pile: Pile, materials: Mapping[str, int]) -> int:
    front, back, sides = writer.shape(pile.solid)
    primitives = [
        front | {"material": materials[pile.front]},
        back | {"material": materials[pile.back]},
        sides | {"material": materials[""]},
    ]
    mesh = writer.add("meshes", {"name": pile.name, "primitives": primitives})
    node = {
        "name": pile.name,
        "mesh": mesh,
        "translation": _metres(pile.at, 0.0),
        "scale": (1, pile.copies, 1),
        "extras": {"copies": pile.copies, "thickness_mm": pile.solid.thickness_mm},
    }
    return writer.add("nodes", node)


def _material(name: str, looks: dict[str, Any]) -> dict[str, Any]:
    rough = {"metallicFactor": 0, "roughnessFactor": 0.8}
    return {"name": name, "pbrMetallicRoughness": looks | rough}


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack("<I4s", len(content), name) + content
