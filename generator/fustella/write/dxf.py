"""Writes DXF files of polylines and circles on layers, in millimetres, for cutting machines.

The form is that of AutoCAD 2000 (AC1015), the oldest version that names its unit, so that no
program has to guess whether a drawing is in millimetres or in inches. The sections, tables and
objects that the form asks for are all there; each holds only the entries that it must have.

Source: Autodesk, DXF Reference for AutoCAD 2000.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TypeAlias

from fustella.core.geometry.shapes import Size

Tag: TypeAlias = tuple[int, str | int | float]
"""A group code and its value: two lines of the file."""

Vertex: TypeAlias = tuple[float, float, float]
"""x and y in mm, and the bulge of the way to the next vertex.

The bulge of a straight way is 0; that of an arc is the tangent of a quarter of its angle, negative
where the arc runs clockwise.
"""

_MILLIMETRES, _METRIC = 4, 1
_CLOSED = 1
_BLACK = 7
_MODEL, _PAPER = "*Model_Space", "*Paper_Space"
_RECORDS = {
    "LTYPE": "AcDbLinetypeTableRecord",
    "LAYER": "AcDbLayerTableRecord",
    "STYLE": "AcDbTextStyleTableRecord",
    "APPID": "AcDbRegAppTableRecord",
    "DIMSTYLE": "AcDbDimStyleTableRecord",
    "BLOCK_RECORD": "AcDbBlockTableRecord",
    "VPORT": "AcDbViewportTableRecord",
}
"""The subclass marker of each table's records (group code 100)."""


class DxfDrawing:
    """Collects layers, polylines and circles, and writes them as a file."""

    def __init__(self, size: Size) -> None:
        """Begins a drawing of an area of `size`, its origin at the bottom left, y up."""
        self._width_mm, self._height_mm = float(size.width_mm), float(size.height_mm)
        self._unused = count(1)
        self._spaces = {name: self._handle() for name in (_MODEL, _PAPER)}
        self._layers = [_layer("0", _BLACK)]
        self._entities: list[Tag] = []

    def add_layer(self, name: str, colour: int) -> None:
        """Adds a layer; `colour` is a number of AutoCAD's colour index."""
        self._layers.append(_layer(name, colour))

    def add_circle(self, layer: str, middle: tuple[float, float], radius_mm: float) -> None:
        """Adds a circle about `middle` (x and y in mm)."""
        x_mm, y_mm = middle
        at: list[Tag] = [(10, x_mm), (20, y_mm), (30, 0.0)]
        self._add("CIRCLE", layer, [(100, "AcDbCircle"), *at, (40, radius_mm)])

    def add_polyline(self, layer: str, vertices: Sequence[Vertex], *, closed: bool) -> None:
        """Adds a line through `vertices`, which goes on to the first vertex if it is `closed`."""
        shape: list[Tag] = [(100, "AcDbPolyline"), (90, len(vertices)), (70, _CLOSED * closed)]
        for x_mm, y_mm, bulge in vertices:
            shape += [(10, x_mm), (20, y_mm), *([(42, bulge)] if bulge else [])]
        self._add("LWPOLYLINE", layer, shape)

    def text(self) -> str:
        """The whole file; equal drawings give equal texts."""
        tables, blocks = [*self._tables()], [*self._blocks()]
        objects = [*self._objects()]
        header = self._header()  # the last one, as it names the first handle that none has
        sections: dict[str, Iterable[Tag]] = {
            "HEADER": header,
            # Empty, but readers of AutoCAD 2000 expect the section.
            "CLASSES": (),
            "TABLES": tables,
            "BLOCKS": blocks,
            "ENTITIES": self._entities,
            "OBJECTS": objects,
        }
        lines: list[Tag] = []
        for name, tags in sections.items():
            lines += [(0, "SECTION"), (2, name), *tags, (0, "ENDSEC")]
        # A group code stands right-aligned in a line of its own, its value in the next one.
        return "".join(f"{code:3}\n{value}\n" for code, value in [*lines, (0, "EOF")])

    def _handle(self) -> str:
        return f"{next(self._unused):X}"

    def _add(self, sort: str, layer: str, shape: Iterable[Tag]) -> None:
        self._entities += [*self._entity(sort, _MODEL, layer), *shape]

    def _entity(self, sort: str, space: str, layer: str = "0") -> list[Tag]:
        owner = self._spaces[space]
        return [(0, sort), (5, self._handle()), (330, owner), (100, "AcDbEntity"), (8, layer)]

    def _header(self) -> list[Tag]:
        lowest: list[Tag] = [(10, 0.0), (20, 0.0)]
        highest: list[Tag] = [(10, self._width_mm), (20, self._height_mm)]
        variables: dict[str, list[Tag]] = {
            "$ACADVER": [(1, "AC1015")],
            "$DWGCODEPAGE": [(3, "ANSI_1252")],
            "$EXTMIN": [*lowest, (30, 0.0)],
            "$EXTMAX": [*highest, (30, 0.0)],
            "$LIMMIN": lowest,
            "$LIMMAX": highest,
            "$MEASUREMENT": [(70, _METRIC)],
            "$INSUNITS": [(70, _MILLIMETRES)],
            # The first handle that is free: programs that add to the file count on from it.
            "$HANDSEED": [(5, self._handle())],
        }
        return [tag for name, values in variables.items() for tag in ((9, name), *values)]

    def _tables(self) -> Iterator[Tag]:
        continuous: list[Tag] = [(3, "Solid line"), (72, 65), (73, 0), (40, 0.0)]
        straight: list[Tag] = [(40, 0.0), (41, 1.0), (50, 0.0), (71, 0), (42, 2.5), (3, "txt")]
        tables: dict[str, list[tuple[str, list[Tag]]]] = {
            "VPORT": [("*Active", self._view())],
            "LTYPE": [(name, continuous) for name in ("ByBlock", "ByLayer", "Continuous")],
            "LAYER": self._layers,
            "STYLE": [("Standard", [*straight, (4, "")])],
            "VIEW": [],
            "UCS": [],
            "APPID": [("ACAD", [])],
            "DIMSTYLE": [("Standard", [])],
            "BLOCK_RECORD": [(name, []) for name in self._spaces],
        }
        for table, records in tables.items():
            owner = self._handle()
            yield from ((0, "TABLE"), (2, table), (5, owner), (330, "0"))
            yield from ((100, "AcDbSymbolTable"), (70, len(records)))
            if table == "DIMSTYLE":
                yield (100, "AcDbDimStyleTable")
            for name, tags in records:
                # (group code 5 is an arrow block in a DIMSTYLE, so its handle is 105)
                yield from ((0, table), (105 if table == "DIMSTYLE" else 5, self._own(table, name)))
                yield from ((330, owner), (100, "AcDbSymbolTableRecord"), (100, _RECORDS[table]))
                yield (2, name)
                if table != "BLOCK_RECORD":
                    yield (70, 0)
                yield from tags
            yield (0, "ENDTAB")

    def _own(self, table: str, name: str) -> str:
        """The handle of a table's record; of the record of a space, the handle that others name."""
        return self._spaces[name] if table == "BLOCK_RECORD" else self._handle()

    def _view(self) -> list[Tag]:
        """The view that a program shows first: the whole area."""
        corners: list[Tag] = [(10, 0.0), (20, 0.0), (11, 1.0), (21, 1.0)]
        middle: list[Tag] = [(12, self._width_mm / 2), (22, self._height_mm / 2)]
        return [*corners, *middle, (40, self._height_mm), (41, self._width_mm / self._height_mm)]

    def _blocks(self) -> Iterator[Tag]:
        for name in self._spaces:
            yield from (*self._entity("BLOCK", name), (100, "AcDbBlockBegin"), (2, name), (70, 0))
            yield from ((10, 0.0), (20, 0.0), (30, 0.0), (3, name), (1, ""))
            yield from (*self._entity("ENDBLK", name), (100, "AcDbBlockEnd"))

    def _objects(self) -> Iterator[Tag]:
        root, groups = self._handle(), self._handle()
        entries: dict[str, list[Tag]] = {root: [(3, "ACAD_GROUP"), (350, groups)], groups: []}
        for (handle, tags), owner in zip(entries.items(), ("0", root), strict=True):
            yield from ((0, "DICTIONARY"), (5, handle), (330, owner), (100, "AcDbDictionary"))
            yield from ((281, 1), *tags)


def _layer(name: str, colour: int) -> tuple[str, list[Tag]]:
    return name, [(62, colour), (6, "Continuous")]
