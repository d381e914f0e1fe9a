"""Gives all formats the pieces of a game with their faces, and makes pictures for them.

A format decides on the pictures and their sizes; this module names and makes them.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec.json
from msgspec import Struct
from msgspec.structs import replace

from fustella.build.publish import OutputFile
from fustella.core.files.cells import csv_text
from fustella.core.files.project import Project
from fustella.core.values.codes import codes_of
from fustella.core.values.inks import SpecialInk, named_for
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    FaceMetadata,
    Kind,
    Piece,
    SideName,
)
from fustella.core.values.paper import THIN_MM, USUAL_THICKNESS_MM
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.core.values.problems import Problem
from fustella.core.values.shops import USUAL_NAME, Shop, file_name
from fustella.core.values.sizes import kinds_by_size
from fustella.export.carried import PieceText, texts_on_piece
from fustella.export.options import ExportOptions
from fustella.export.pictures import FacePictures
from fustella.write.pictures import PictureForm

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook


class ExportPiece(Struct, frozen=True):
    """A design in one of its looks, as all formats get it.

    `id` is the id of the piece, with `-2` for its second look; it is unique in the game and stays
    the same from export to export. `back` is None for a piece without a back, and where backs are
    left out. `texts` are all texts on its faces, as they are drawn; `said` are these texts with the
    names of their fields.
    """

    id: str
    piece: Piece
    look: int
    copies: int
    name: str
    code: str
    front: Face
    back: Face | None
    texts: tuple[str, ...] = ()
    said: tuple[PieceText, ...] = ()

    @property
    def kind(self) -> Kind:
        return self.piece.kind

    @property
    def thickness_mm(self) -> float:
        return self.kind.stock.thickness_mm if self.kind.stock else USUAL_THICKNESS_MM

    @property
    def is_thin(self) -> bool:
        """Whether the piece is no thicker than a card."""
        return self.thickness_mm <= THIN_MM

    @property
    def faces(self) -> tuple[Face, ...]:
        return (self.front, self.back) if self.back else (self.front,)


class Exported(Struct, frozen=True):
    """The result of a format: its files, still to be written, warnings, and notes for the user."""

    files: Sequence[OutputFile]
    warnings: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


class DrawnBoxes(Struct, frozen=True):
    """The boxes of a game as pieces with their faces; `pictures` makes pictures of these."""

    pieces: tuple[ExportPiece, ...]
    pictures: FacePictures


class ExportGame(Struct, frozen=True, dict=True):
    """A game to be exported, in one edition.

    `folder` is the folder for the files, `version` the code of the whole box. A box that is
    `checked` agrees with its rules. `rulebook` is None where the game has none in the language, and
    for a part of a box. `shop` has the rules of a shop, where one was named. `draw_boxes` draws the
    boxes of the game for the formats that show them; it is None for a part of a box.
    """

    edition: Edition
    options: ExportOptions
    pieces: tuple[ExportPiece, ...]
    pictures: FacePictures
    project: Project
    folder: Path
    version: str
    checked: bool = True
    rulebook: "Rulebook | None" = None
    shop: Shop | None = None
    draw_boxes: Callable[[], DrawnBoxes] | None = None

    @property
    def id(self) -> str:
        return self.edition.game.id

    @property
    def root(self) -> Path:
        """The folder of the game's own files; paths in `table.rules` begin there."""
        return self.project.folder_of(self.id)

    @property
    def language(self) -> str:
        return self.edition.language

    @cached_property
    def kinds(self) -> Mapping[str, tuple[ExportPiece, ...]]:
        """The pieces by their kinds, in the order of the game, without kinds that have no piece."""
        by_kind: dict[str, list[ExportPiece]] = {}
        for piece in self.pieces:
            by_kind.setdefault(piece.kind.id, []).append(piece)
        return {kind: tuple(pieces) for kind, pieces in by_kind.items()}

    @cached_property
    def decks(self) -> Mapping[str, tuple[ExportPiece, ...]]:
        """The pieces by their decks, in the order of the game; kinds of boxes have none."""
        by_deck: dict[str, list[ExportPiece]] = {}
        for piece in self.pieces:
            by_deck.setdefault(piece.kind.deck or piece.kind.id, []).append(piece)
        return {deck: tuple(pieces) for deck, pieces in by_deck.items()}

    def deck_name(self, deck: str) -> str:
        """The name of the kind after which a deck is called; else the deck's own, `Main`."""
        for kind in self.edition.game.kinds:
            if kind.id == deck:
                return self.kind_name(kind)
        return deck.replace("-", " ").capitalize()

    def inks_of(self, pieces: Iterable[ExportPiece]) -> tuple[SpecialInk, ...]:
        """The special inks in which something is printed on pieces, by the names of the shop."""
        inks = self.edition.game.inks
        if not inks:
            return ()
        used = {ink for piece in pieces for face in piece.faces for ink in face.inks}
        return tuple(ink for ink in named_for(inks, self.plate_names) if ink.id in used)

    @property
    def plate_names(self) -> Mapping[PlateSort, str]:
        """The name of each sort of plate: as the shop calls it, if one was named."""
        return self.shop.plates if self.shop else PLAIN_NAMES

    def kind_name(self, kind: Kind) -> str:
        return str(kind.name.in_language(self.language))

    def file_of(self, kind: str) -> str:
        """The name of the file of a kind without its ending, as the shop wants files called."""
        called = self.shop.called if self.shop else USUAL_NAME
        return file_name(called, {"game": self.id, "kind": kind})

    def picture(
        self, file: str, face: Face, form: PictureForm, name: str = "", edge: str = ""
    ) -> OutputFile:
        """The file of a face's picture, which is still to be made."""
        key = self.pictures.key(face, form, edge)
        content = partial(self.pictures.content, face, form, edge)
        return OutputFile(file, name, content, key=key)

    def common_edge(self, pieces: Iterable[ExportPiece]) -> str:
        """The colour along the trim of pieces, `#rrggbb`; "" where it is unknown or differs."""
        edges = {self.edge_of(piece.kind) for piece in pieces}
        return edges.pop() if len(edges) == 1 else ""

    def edge_of(self, kind: Kind) -> str:
        """The colour along the trim of a kind, `#rrggbb`; "" where it is unknown or mixed."""
        colours = self.edition.game.colours
        return str(colours[kind.edge]) if kind.edge in colours else kind.edge


def written(file: str, content: bytes, name: str = "", pieces: int = 0) -> OutputFile:
    """A file whose content is known already."""
    key = hashlib.sha256(content).hexdigest()
    return OutputFile(file, name, lambda: content, pieces=pieces, key=key)


def json_bytes(value: object) -> bytes:
    """A value as JSON that people can read; equal values give equal bytes."""
    # To have json itself indent it takes five times as long.
    return (msgspec.json.format(json.dumps(value, ensure_ascii=False), indent=1) + "\n").encode()


def csv_bytes(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A table as CSV for any spreadsheet: commas, UTF-8 with its mark, lines as in RFC 4180."""
    return csv_text((heads, *rows)).encode("utf-8-sig")


def common_back(pieces: Sequence[ExportPiece]) -> Face | None:
    """The back that all pieces share; None where backs differ or a piece has none."""
    backs = {piece.back.digest: piece.back for piece in pieces if piece.back}
    alike = len(backs) == 1 and all(piece.back for piece in pieces)
    return next(iter(backs.values())) if alike else None


def pieces_of(
    edition: Edition,
    pieces: Sequence[Piece],
    faces: Mapping[FaceId, Face],
    metadata: Mapping[FaceId, FaceMetadata],
    *,
    backs: bool,
) -> Iterator[ExportPiece]:
    """The printed pieces as pieces of an export, with one for each look.

    A kind of several sizes is a kind for each of them.
    """
    codes = codes_of(edition.game, edition.language)
    kinds = kinds_by_size((*edition.game.pieces, *pieces))
    for piece in pieces:
        for look, copies in enumerate(piece.copies_by_look):
            ids = [FaceId(piece.id, side, look) for side in SideName]
            seen = [metadata[each].texts if each in metadata else () for each in ids]
            yield ExportPiece(
                id=f"{piece.id}-{look + 1}" if look else piece.id,
                piece=replace(piece, kind=kinds[piece.id]),
                look=look,
                copies=copies,
                name=str(piece.name.in_language(edition.language)),
                code=codes.get(piece.id, ""),
                front=faces[ids[0]],
                back=faces.get(ids[1]) if backs else None,
                texts=tuple(text for texts in seen for text in texts),
                said=texts_on_piece(piece, edition.language, seen),
            )
