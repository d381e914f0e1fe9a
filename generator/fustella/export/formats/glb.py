"""Exports a game in three dimensions, in one file: all pieces as solids, and the open box."""

import math
from collections.abc import Iterator, Mapping, Sequence

from fustella.build.contents import LEAF_MM, RULES
from fustella.build.game_box import BoxPlan, plan_box
from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Outline, Point
from fustella.core.geometry.solids import Solid, solid_of
from fustella.core.values.model import Face
from fustella.core.values.problems import as_warnings
from fustella.export.game import Exported, ExportGame, ExportPiece, csv_bytes, written
from fustella.export.open_box import BoxFaces, open_box
from fustella.export.pictures import FacePictures
from fustella.write import GlbDocument, PictureForm, PictureType, SolidPile, glb_bytes

ABOUT = "all pieces in three dimensions, as thick as their stock, and the open box, in one file"

OPTIONS: frozenset[str] = frozenset()

PIECES, BOX = "pieces", "box"
"""The names of the scenes."""

_DPI = 100.0
"""The usual resolution: a card fills a third of a screen before its pixels are seen."""

_GAP_MM = 10.0

_HEADS = (
    *("kind", "id", "name", "copies", "width_mm", "height_mm", "thickness_mm"),
    *("pile_mm", "volume_mm3"),
)


def export(game: ExportGame) -> Exported:
    model = _Model(game)
    scenes = {PIECES: dict(model.pieces())}
    plan = model.plan
    if plan is not None and plan.packed is not None:
        scenes[BOX] = open_box(plan.packed, model.shown())
    title, dpi = game.edition.title, game.options.dpi or _DPI
    form = PictureForm(type=PictureType.JPG, dpi=dpi)
    jobs = {digest: (maker, (face, form, edge)) for digest, (maker, face, edge) in
            model.faces.items()}  # fmt: skip

    def content() -> bytes:
        made: dict[str, bytes] = {}
        for each in dict.fromkeys(maker for maker, _ in jobs.values()):
            own = {digest: job for digest, (maker, job) in jobs.items() if maker is each}
            made |= zip(own, each.contents(own.values()), strict=True)
        return glb_bytes(GlbDocument(title, scenes, {digest: made[digest] for digest in jobs}))

    keys = [maker.key(*job) for maker, job in jobs.values()]
    key = fingerprint((), (), repr((title, scenes, keys)))
    count = sum(piece.copies for piece in game.pieces)
    file = OutputFile(f"{game.id}.glb", title, content, pieces=count, key=key)
    warnings = (*plan.warnings, *as_warnings(plan.problems)) if plan is not None else ()
    listed = written("solids.csv", csv_bytes(_HEADS, model.rows()), "solids")
    return Exported([file, listed], warnings)


class _Model:
    """What a game is in three dimensions: its pieces, the nets of its boxes, its booklet, its box.

    `faces` has all faces that are seen, by digest, each with what makes its picture and with the
    colour along its trim. `plan` is None for a part of a box.
    """

    def __init__(self, game: ExportGame) -> None:
        self.faces: dict[str, tuple[FacePictures, Face, str]] = {}
        self._game = game
        for piece in game.pieces:
            self._show(piece.faces, game.pictures, game.edge_of(piece.kind))
        boxes = game.draw_boxes() if game.draw_boxes and game.edition.game.boxes else None
        self._boxes = boxes.pieces if boxes is not None else ()
        for piece in self._boxes:
            assert boxes is not None
            self._show(piece.faces, boxes.pictures, "")
        self._booklet: tuple[Face, ...] = ()
        self.plan: BoxPlan | None = None
        rulebook = game.rulebook
        pages = rulebook.pages(rulebook.size, 0.0) if rulebook is not None else None
        if pages is not None:
            self._booklet = tuple(pages.faces.values())
            self._show((self._booklet[0], self._booklet[-1]), pages.pictures, "")
        if game.draw_boxes is not None:
            size = (rulebook.size, len(self._booklet)) if rulebook is not None else None
            self.plan = plan_box(game.edition, size)

    def _show(self, faces: Sequence[Face], maker: FacePictures, edge: str) -> None:
        for face in faces:
            self.faces.setdefault(face.digest, (maker, face, edge))

    @property
    def _groups(self) -> Mapping[str, Sequence[ExportPiece]]:
        """The pieces by their kinds, then the nets of boxes."""
        return {**self._game.kinds, **({"boxes": self._boxes} if self._boxes else {})}

    @property
    def _booklet_solid(self) -> Solid:
        size = self._booklet[0].outline.size
        leaves = math.ceil(len(self._booklet) / 4) * 2
        return solid_of(Outline.rectangle(size.width_mm, size.height_mm), leaves * LEAF_MM)

    def shown(self) -> BoxFaces:
        """What is seen of an open box."""
        pieces: dict[str, list[ExportPiece]] = {}
        for piece in self._game.pieces:
            pieces.setdefault(piece.piece.id, []).append(piece)
        game = self._game.edition.game
        lids = {game.held[box.id]: box.id for box in game.boxes if str(box.front["form"]) == "lid"}
        trays = {
            box.id: lids[game.held[box.id]]
            for box in game.boxes
            if str(box.front["form"]) == "tray" and game.held[box.id] in lids
        }
        boxes = {piece.piece.id: (piece.piece, piece.front) for piece in self._boxes}
        return BoxFaces(pieces, boxes, trays, self._booklet)

    def rows(self) -> Iterator[list[object]]:
        for group, pieces in self._groups.items():
            for piece in pieces:
                outline, each_mm = piece.kind.outline, piece.thickness_mm
                size = outline.size.width_mm, outline.size.height_mm
                about = group, piece.id, piece.name
                yield _row(about, piece.copies, size, each_mm, outline.area_mm2)
        if self._booklet and self._game.rulebook is not None:
            solid = self._booklet_solid
            size = solid.size.width_mm, solid.size.height_mm
            about = RULES, RULES, self._game.rulebook.name
            yield _row(about, 1, size, solid.thickness_mm, solid.size.area_mm2)

    def pieces(self) -> Iterator[tuple[str, list[SolidPile]]]:
        """Yields the piles of each kind: a block of rows, on shelves as wide as all are deep."""
        groups = self._groups
        most = {group: _largest(pieces) for group, pieces in groups.items()}
        areas_mm2 = (
            (most[group][0] + _GAP_MM) * (most[group][1] + _GAP_MM) * len(pieces)
            for group, pieces in groups.items()
        )
        wide_mm = math.sqrt(sum(areas_mm2))
        x_mm = y_mm = shelf_mm = 0.0
        for group, pieces in groups.items():
            across_mm, down_mm = (side + _GAP_MM for side in most[group])
            columns = min(len(pieces), max(1, int(wide_mm / across_mm)))
            if x_mm and x_mm + columns * across_mm > wide_mm:
                x_mm, y_mm, shelf_mm = 0.0, y_mm + shelf_mm, 0.0
            piles = []
            for number, piece in enumerate(pieces):
                row, column = divmod(number, columns)
                at = Point(x_mm + column * across_mm, y_mm + row * down_mm)
                solid = solid_of(piece.kind.outline, piece.thickness_mm)
                back = piece.back.digest if piece.back else ""
                extras = {"kind": group, "piece": piece.piece.id}
                piles.append(
                    SolidPile(
                        piece.id, solid, piece.copies, piece.front.digest, back, at, extras=extras
                    )
                )
            yield group, piles
            x_mm += columns * across_mm + _GAP_MM
            shelf_mm = max(shelf_mm, math.ceil(len(pieces) / columns) * down_mm + _GAP_MM)
        if self._booklet:
            front, back = self._booklet[0].digest, self._booklet[-1].digest
            at, extras = Point(0.0, y_mm + shelf_mm), {"kind": RULES, "piece": RULES}
            yield RULES, [SolidPile(RULES, self._booklet_solid, 1, front, back, at, extras=extras)]


def _largest(pieces: Sequence[ExportPiece]) -> tuple[float, float]:
    sizes = [piece.kind.outline.size for piece in pieces]
    return max(size.width_mm for size in sizes), max(size.height_mm for size in sizes)


def _row(
    about: tuple[str, str, str],
    copies: int,
    size: tuple[float, float],
    thickness_mm: float,
    area_mm2: float,
) -> list[object]:
    pile_mm = thickness_mm * copies
    sides = (round(each, 2) for each in (*size, thickness_mm, pile_mm))
    return [*about, copies, *sides, round(area_mm2 * pile_mm, 1)]
