"""Makes face specs: all that a face is drawn from, known before anything is drawn.

This module is light on purpose: a face of an earlier build is found by its spec alone, without
loading templates, fonts or the typst engine.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, field

from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Outline, Panel, path_data
from fustella.core.values.codes import codes_of
from fustella.core.values.model import (
    ALL_OF,
    COPY,
    VERSION,
    Edition,
    FaceId,
    Kind,
    Piece,
    Record,
    SideName,
    Word,
)
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.draw.others import OtherPieces, PiecesSeen
from fustella.draw.records import NotedRecord, localised, noted_in

ReadName: TypeAlias = tuple[str, str]
"""A value that a template read: the record's name and the value's; "" for the whole record.

For a request for other pieces, they are `_SEEN` and the name of the request.
"""

_SEEN = "pieces"

_READ = ("piece", SideName.FRONT.value, SideName.BACK.value)
"""The records of a spec that note what templates read."""


class FaceSpec(Struct, frozen=True):
    """One face to draw: its template, its outline, its values, and their place in the content.

    The texts of the face are to keep `safe_mm` away from the trim. `known_group` is the result of
    `group`, where whoever made the spec knows it already. The texts of a `composed` face come from
    the tool, and are cut where they do not fit. The zones of the layout followed from the fields
    `deciding`. `sees` are the other pieces, for the face of a piece. A board has its `grid`.
    """

    id: FaceId
    template: str
    outline: Outline
    bleed_mm: float
    values: Mapping[str, Any]
    place: Place
    safe_mm: float = 0.0
    panels: tuple[Mapping[str, Any], ...] = ()
    known_group: str = ""
    composed: bool = False
    deciding: frozenset[str] = frozenset()
    grid: Grid | None = None
    sees: PiecesSeen | None = None

    @property
    def kind(self) -> str:
        """The id of the piece's kind; "" where the face is not that of a piece."""
        return self._of_piece("kind")

    @property
    def code(self) -> str:
        """The version code of the piece; "" where the face is not that of a piece."""
        return self._of_piece("code")

    def _of_piece(self, name: str) -> str:
        piece = self.values.get("piece")
        return str(Record.__getitem__(piece, name)) if isinstance(piece, NotedRecord) else ""

    def note_code(self) -> None:
        """Notes that the version code of the piece was read."""
        piece = self.values.get("piece")
        if isinstance(piece, NotedRecord):
            piece.note("code")

    def forget_reads(self) -> None:
        """Forgets what templates have read, as must be done after each rendering."""
        for name in _READ:
            for _, record in noted_in(name, self.values.get(name)):
                record.forget()
        if self.sees:
            self.sees.forget()

    def names_read(self) -> Iterator[ReadName]:
        """Yields the names of the values that were read since `forget_reads`."""
        for name in _READ:
            record = self.values.get(name)
            if isinstance(record, NotedRecord):
                if record.whole:
                    yield name, ""
                for value in record.names_read:
                    yield name, value
        for asked in self.sees.names_read() if self.sees else ():
            yield _SEEN, asked

    def repr_of(self, name: ReadName) -> str:
        """The repr that a value had when a template read it, "" without one."""
        if name[0] == _SEEN:
            return self.sees.repr_of(name[1]) if self.sees else ""
        record = self.values.get(name[0])
        return record.repr_of(name[1]) if isinstance(record, NotedRecord) else ""

    def seen(self, names: Iterable[ReadName]) -> tuple[str, ...]:
        """The digests of other pieces among the values that have these names."""
        return tuple(self.repr_of(name) for name in names if name[0] == _SEEN)

    def fields_read(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The fields that a template read since `forget_reads`: of its own side, and of others.

        They are paths, such as `front.rows[2].icon`, or `unit:front.attack` of other pieces. A
        field that is a list of words or numbers is read as a whole.
        """
        own, others = list[str](), list[str]()
        for side in SideName:
            read = own if side is self.id.side else others
            for path, record in noted_in(side.value, self.values.get(side.value)):
                if names := record.names_read:
                    read += [f"{path}.{name}" for name, _ in record.unnoted() if name in names]
        seen = self.sees.fields_read() if self.sees else ()
        return tuple(own), (*others, *seen)

    def fields_unread(self, read: Collection[str]) -> tuple[str, ...]:
        """The fields of its own side that are not in `read`, and did not decide any zone."""
        side = self.id.side.value
        paths = [
            f"{path}.{name}"
            for path, record in noted_in(side, self.values.get(side))
            for name, _ in record.unnoted()
        ]
        known = {*read, *self.deciding}
        return tuple([path for path in paths if path not in known])

    def all_values(self) -> dict[str, Any]:
        """Everything that the template may read; lengths in mm."""
        size = self.outline.size
        values = dict(self.values)
        if self.grid is not None:
            # Takes as long to load as a template, and few faces have a grid.
            from fustella.draw.templates.boards import template_board  # noqa: PLC0415

            values["board"] = template_board(self.grid)
        return {
            "width": round(size.width_mm, 4),
            "height": round(size.height_mm, 4),
            "bleed": self.bleed_mm,
            "shape": self.outline.shape.value,
            "outline": path_data(self.outline),
            "panels": self.panels,
            **values,
        }

    def group(self) -> str:
        """The hash of everything that decides the face, except the values that templates may read.

        The hash also leaves out what all faces of the game share.
        """
        if self.known_group:
            return self.known_group
        fixed = (self.template, self.outline, self.bleed_mm, self.safe_mm, self.panels)
        values = {
            name: value
            for name, value in self.values.items()
            if not (name in _READ and isinstance(value, NotedRecord))
        }
        return _hash(repr(fixed), repr(values))


def _hash(*reprs: str) -> str:
    """Hashes some reprs, which have no line breaks."""
    return hashlib.sha256("\n".join(reprs).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


_DIGITS = 32


class _Side(Struct, frozen=True):
    """The properties shared by all faces of one side of a kind; `text` is their repr.

    `zones` caches the zones of the layout, by the fields that a face lacks, each with the group of
    the faces that lack these fields.
    """

    name: SideName
    template: str
    outline: Outline
    panels: tuple[Mapping[str, Any], ...]
    layout: Record
    text: str
    zones: dict[frozenset[str], tuple[Record, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, kind: Kind, name: SideName, template: str) -> "_Side":
        outline, panels = kind.outline, kind.panels
        if name is SideName.BACK:
            outline = outline.mirrored()
            panels = tuple(panel.behind(outline.size.width_mm) for panel in panels)
        visible, layout = tuple(map(_panel_values, panels)), kind.layout(name)
        grid = () if kind.grid is None else (kind.grid,)
        sizes = (kind.bleed_mm, kind.safe_mm)
        common = (name.value, template, outline, *sizes, visible, layout, *grid)
        return cls(name, template, outline, visible, layout, repr(common))

    def zones_for(self, face: object) -> tuple[Record, str]:
        """The layout's zones for one face, as `placed` moves them, and the face's group."""
        lacks = lacking(self.layout, face) if self.layout else frozenset()
        if lacks not in self.zones:
            zones = _zones_without(self.layout, lacks)
            self.zones[lacks] = zones, _hash(self.text, repr(zones))
        return self.zones[lacks]


def piece_specs(edition: Edition, pieces: Sequence[Piece]) -> Iterator[FaceSpec]:
    """A spec for each printed side of each look, with texts in the edition's language."""
    language = edition.language
    codes = codes_of(edition.game, language)
    others = OtherPieces(edition)
    sides_of: dict[int, tuple[_Side, ...]] = {}  # by the identity of kinds, which the pieces hold
    for piece in pieces:
        kind = piece.kind
        if id(kind) not in sides_of:
            sides_of[id(kind)] = tuple(_sides(kind))
        front, back = localised(piece.front, language), localised(piece.back, language)
        own: dict[str, Any] = {
            "id": piece.id,
            "kind": kind.id,
            "copies": piece.copies,
            "name": piece.name.in_language(language),
            "code": codes.get(piece.id, ""),
        }
        for look, _ in enumerate(piece.copies_by_look):
            if kind.filled_late:
                front, back = _filled_late(piece, language, look, str(own["code"]))
            for side in sides_of[id(kind)]:
                face = front if side.name is SideName.FRONT else back
                values = {"face": face, "side": side.name.value, "front": front, "back": back}
                values["piece"] = NotedRecord(own | {"look": look})
                zones, group = side.zones_for(face)
                if side.layout:
                    values["layout"] = zones
                yield FaceSpec(
                    FaceId(piece.id, side.name, look),
                    side.template,
                    side.outline,
                    kind.bleed_mm,
                    values,
                    piece.place,
                    kind.safe_mm,
                    side.panels,
                    group,
                    deciding=kind.deciding | kind.listed,
                    sees=PiecesSeen(others, piece, side.name),
                    grid=kind.grid,
                )


def _filled_late(piece: Piece, language: str, look: int, code: str) -> tuple[object, object]:
    """The values of both sides, with the number of the copy and the version code in their texts."""
    names = {COPY: str(look + 1), VERSION: code}
    sides = []
    for side, record in ((SideName.FRONT, piece.front), (SideName.BACK, piece.back)):
        values: dict[str, Any] = {name: localised(record[name], language) for name in record}
        for name, word in values.items():
            if isinstance(word, Word) and f"{side.value}.{name}" in piece.kind.filled_late:
                text = _LATE_IN_BRACES.sub(lambda braces: names[braces[1]], word)
                values[name] = type(word)(text, word.place)
        sides.append(NotedRecord(values))
    return sides[0], sides[1]


_LATE_IN_BRACES = regex(rf"\{{\s*({COPY}|{VERSION})\s*\}}")


def _sides(kind: Kind) -> Iterator[_Side]:
    """Yields the printed sides of a kind."""
    for name, template in ((SideName.FRONT, kind.front), (SideName.BACK, kind.back)):
        if template is not None:
            yield _Side.of(kind, name, template)


def _panel_values(panel: Panel) -> dict[str, Any]:
    """A panel as templates see it."""
    box = panel.box
    sizes = {"x": box.x_mm, "y": box.y_mm, "width": box.width_mm, "height": box.height_mm}
    rounded = {key: round(mm, 4) for key, mm in sizes.items()}
    return {"name": panel.name, "turn": panel.turn_deg, "mirrored": panel.mirrored, **rounded}


def placed(layout: Record, face: object) -> Record:
    """The layout's zones for one face, moved into the room of fields that the face lacks.

    A face lacks a field that is empty or whose zone is hidden.
    """
    return _zones_without(layout, lacking(layout, face))


def lacking(layout: Record, face: object) -> frozenset[str]:
    """The fields that a face lacks: they are empty, or their zones are hidden."""
    zones: dict[str, Any] = {name: layout[name] for name in layout}
    lacks = {name for name, zone in zones.items() if not zone["show"]}
    if isinstance(face, Record):
        values = ((name, Record.__getitem__(face, name)) for name in Record.__iter__(face))
        lacks |= {name for name, value in values if value in (None, "", [])}
    return frozenset(lacks)


def _zones_without(layout: Record, lacks: frozenset[str]) -> Record:
    zones: dict[str, Any] = {name: layout[name] for name in layout}
    result = dict[str, Any]()
    for name, zone in zones.items():
        values = {key: zone[key] for key in zone if key != "without"}
        cases = zone["without"] if "without" in zone else {}
        for fields in cases:
            if lacks.issuperset(fields.split(ALL_OF)):
                values |= {key: cases[fields][key] for key in cases[fields]}
        result[name] = Record(values)
    return Record(result)
