"""Writes solids with pictures as GLB: glTF 2.0 in one binary file (ISO/IEC 12113:2022).

Lengths in the file are metres, y is up. A front lies on top, its upper edge
towards -z. Solids that are alike share their geometry, and faces that are alike their picture.
"""

import json
import math
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct

from fustella.core.geometry.shapes import Point
from fustella.core.geometry.solids import Solid

_FLOAT, _UNSIGNED = 5126, 5125
_VERTICES, _INDICES = 34962, 34963
_MM_PER_M = 1000.0

_PLAIN = {
    "": (0.86, 0.84, 0.80, 1.0),
    "box": (0.32, 0.34, 0.38, 1.0),
    "divider": (0.70, 0.66, 0.58, 1.0),
    "bag": (0.55, 0.60, 0.66, 1.0),
}
"""Plain colours by name, as linear light. That of "" is white paper in the shade."""

JOINTS = "joints"
"""The name of the material of a pile's sides: paper, with a line between two copies."""

_JOINT_SHADES = (236, 236, 236, 236, 236, 236, 220, 150)
"""The greys of a copy's side from its upper edge down, as the picture of joints has them."""

Turn: TypeAlias = tuple[float, float, float, float]
"""A turn in space as a unit quaternion (x, y, z, w), as glTF has it."""

UNTURNED: Turn = (0.0, 0.0, 0.0, 1.0)


class ShownPart(Struct, frozen=True):
    """The part of a picture that a face shows, from its left and upper edge, as shares of it."""

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0


class SolidPile(Struct, frozen=True):
    """Copies of a solid on each other, in any turn.

    The corner of the box around them is at `at` on the table and `high_mm` above it. `front` and
    `back` name pictures, or plain colours; of the front, `shown` is seen. `sides` is a plain
    colour; copies that `show_joints` have a line between each two. `extras` go into the file as
    they are.
    """

    name: str
    solid: Solid
    copies: int
    front: str
    back: str
    at: Point
    high_mm: float = 0.0
    turn: Turn = UNTURNED
    shown: ShownPart = ShownPart()
    sides: str = ""
    show_joints: bool = True
    extras: Mapping[str, str | int | float] = {}

    @property
    def with_joints(self) -> bool:
        return self.show_joints and self.copies > 1


class GlbDocument(Struct, frozen=True):
    """Piles by the names of their scene and their group, and the JPEG pictures of their faces."""

    title: str
    scenes: Mapping[str, Mapping[str, Sequence[SolidPile]]]
    pictures: Mapping[str, bytes]


class _Writer:
    """Collects the parts of a file: bytes, and the JSON that says what they are."""

    def __init__(self) -> None:
        self.binary = bytearray()
        self.parts: dict[str, list[dict[str, Any]]] = {}
        self._shapes: dict[object, dict[str, Any]] = {}

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

    def shape(self, pile: SolidPile) -> tuple[dict[str, Any], ...]:
        """The front, the back and the sides of a pile's solid, still without materials."""
        solid, copies = pile.solid, pile.copies if pile.with_joints else 0
        wanted: tuple[tuple[object, Callable[[], dict[str, Any]]], ...] = (
            ((solid, pile.shown), partial(self._cap, solid, pile.shown, front=True)),
            ((solid, "back"), partial(self._cap, solid, ShownPart(), front=False)),
            ((solid, copies), partial(self._sides, solid, copies)),
        )
        for key, make in wanted:
            if key not in self._shapes:
                self._shapes[key] = make()
        return tuple(self._shapes[key] for key, _ in wanted)

    def _cap(self, solid: Solid, shown: ShownPart, *, front: bool) -> dict[str, Any]:
        high_mm, up = (solid.thickness_mm, 1.0) if front else (0.0, -1.0)
        places, seen = [], []
        for at in solid.corners:
            places.append(_metres(at, high_mm))
            across = at.x_mm / solid.size.width_mm
            down = at.y_mm / solid.size.height_mm
            # A back is drawn as it is seen from behind, with left and right exchanged.
            across = across if front else 1 - across
            seen.append(
                (
                    shown.left + across * (shown.right - shown.left),
                    shown.top + down * (shown.bottom - shown.top),
                )
            )
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

    def _sides(self, solid: Solid, copies: int) -> dict[str, Any]:
        """The sides; their picture is repeated for each of `copies`, 0 for sides without one."""
        seen: list[tuple[float, ...]] = []
        places: list[tuple[float, ...]] = []
        normals: list[tuple[float, ...]] = []
        order: list[int] = []
        for a, b in solid.walls:
            dx, dz = b.x_mm - a.x_mm, b.y_mm - a.y_mm
            first, length = len(places), math.hypot(dx, dz)
            for high_mm in (0.0, solid.thickness_mm):
                places += [_metres(a, high_mm), _metres(b, high_mm)]
            normals += [(dz / length, 0.0, -dx / length)] * 4
            seen += [(0.0, float(copies))] * 2 + [(0.0, 0.0)] * 2
            order += [first + step for step in (0, 2, 1, 1, 2, 3)]
        attributes = {
            "POSITION": self.vectors(places, bounds=True),
            "NORMAL": self.vectors(normals),
        }
        if copies:
            attributes["TEXCOORD_0"] = self.vectors(seen)
        return {"attributes": attributes, "indices": self.numbers(order)}


def _metres(at: Point, high_mm: float) -> tuple[float, float, float]:
    return at.x_mm / _MM_PER_M, high_mm / _MM_PER_M, at.y_mm / _MM_PER_M


def glb_bytes(document: GlbDocument) -> bytes:
    """The bytes of a file; equal documents give equal bytes."""
    writer = _Writer()
    piles = [
        pile for groups in document.scenes.values() for group in groups.values() for pile in group
    ]
    materials = {
        name: writer.add("materials", _material(name or "paper", {"baseColorFactor": colour}))
        for name, colour in _PLAIN.items()
        if any(name in (pile.front, pile.back, pile.sides) for pile in piles)
    }
    # Linear, smaller pictures from a distance; a picture of a face ends at its trim.
    smooth = {"magFilter": 9729, "minFilter": 9987}
    clamped = writer.add("samplers", smooth | {"wrapS": 33071, "wrapT": 33071})
    repeated = writer.add("samplers", smooth | {"wrapS": 10497, "wrapT": 10497})
    pictures = [(name, picture, "jpeg", clamped) for name, picture in document.pictures.items()]
    for name, picture, form, sampler in (*pictures, (JOINTS, _joints_png(), "png", repeated)):
        view = writer.view(picture)
        image = writer.add(
            "images", {"bufferView": view, "mimeType": f"image/{form}", "name": name}
        )
        texture = writer.add("textures", {"sampler": sampler, "source": image})
        looks = {"baseColorTexture": {"index": texture}}
        materials[name] = writer.add("materials", _material(name, looks))
    scenes = []
    for scene, groups in document.scenes.items():
        roots = []
        for group, own in groups.items():
            children = [_node(writer, pile, materials) for pile in own]
            roots.append(writer.add("nodes", {"name": group, "children": children}))
        scenes.append({"name": scene, "nodes": roots})
    head = {
        "asset": {"version": "2.0", "generator": "fustella", "extras": {"title": document.title}},
        "scene": 0,
        "scenes": scenes,
        "buffers": [{"byteLength": len(writer.binary)}],
        **writer.parts,
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = _chunk(b"JSON", text) + _chunk(b"BIN\0", bytes(writer.binary))
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _node(writer: _Writer, pile: SolidPile, materials: Mapping[str, int]) -> int:
    front, back, sides = writer.shape(pile)
    primitives = [
        front | {"material": materials[pile.front]},
        back | {"material": materials[pile.back]},
        sides | {"material": materials[JOINTS if pile.with_joints else pile.sides]},
    ]
    mesh = writer.add("meshes", {"name": pile.name, "primitives": primitives})
    node = {
        "name": pile.name,
        "mesh": mesh,
        "translation": _corner(pile),
        "scale": (1, pile.copies, 1),
        "extras": {
            "copies": pile.copies,
            "thickness_mm": pile.solid.thickness_mm,
            **pile.extras,
        },
    }
    if pile.turn != UNTURNED:
        node["rotation"] = pile.turn
    return writer.add("nodes", node)


def _corner(pile: SolidPile) -> tuple[float, float, float]:
    """The translation by which the box around a turned pile begins at its place, in metres."""
    size, high_mm = pile.solid.size, pile.solid.thickness_mm * pile.copies
    ends = [
        _turned((x_mm, y_mm, z_mm), pile.turn)
        for x_mm in (0.0, size.width_mm)
        for y_mm in (0.0, high_mm)
        for z_mm in (0.0, size.height_mm)
    ]
    low = [min(end[axis] for end in ends) for axis in range(3)]
    at = (pile.at.x_mm, pile.high_mm, pile.at.y_mm)
    x, y, z = ((to - begin) / _MM_PER_M for to, begin in zip(at, low, strict=True))
    return x, y, z


def _turned(at: tuple[float, float, float], turn: Turn) -> tuple[float, float, float]:
    """A point that is turned by a unit quaternion: v + 2w(q × v) + 2(q × (q × v))."""
    axis, w = turn[:3], turn[3]
    once = _cross(axis, at)
    twice = _cross(axis, once)
    x, y, z = (v + 2 * w * a + 2 * b for v, a, b in zip(at, once, twice, strict=True))
    return x, y, z


def _cross(
    one: tuple[float, float, float], other: tuple[float, float, float]
) -> tuple[float, float, float]:
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )


def _joints_png() -> bytes:
    """The side of one copy in a pile as a picture: a column of greys (PNG, 2nd edition)."""
    rows = b"".join(bytes((0, shade)) for shade in _JOINT_SHADES)
    head = struct.pack(">IIBBBBB", 1, len(_JOINT_SHADES), 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content
        + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    )  # fmt: skip


def _material(name: str, looks: dict[str, Any]) -> dict[str, Any]:
    rough = {"metallicFactor": 0, "roughnessFactor": 0.8}
    return {"name": name, "pbrMetallicRoughness": looks | rough}


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack("<I4s", len(content), name) + content
