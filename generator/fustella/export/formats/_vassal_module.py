"""Makes the parts of a module for VASSAL: its map with boards and piles, its window of pieces."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec import Struct, field

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face, PileForm
from fustella.export.formats._vassal_grids import grid_of, is_numbered
from fustella.export.formats._vassal_pieces import VassalPiece, prototype_definition, safe_name
from fustella.export.game import ExportGame, ExportPiece
from fustella.export.table import Pile, Sort, TableLayout, players_of, sort_of
from fustella.write.pictures import PictureCut, PictureForm, PictureType, pixels

if TYPE_CHECKING:
    from fustella.core.geometry.grids import Grid

_MODULE, _WIDGET = "VASSAL.build.module", "VASSAL.build.widget"
VERSION = "3.7.9"
_MAP, _TABLE = "Main Map", "Table"
_EDGE_MM = 15.0
_USUAL_PLAYERS = 2
_OF_MAP: Sequence[tuple[str, Mapping[str, str]]] = (
    ("ForwardToKeyBuffer", {}),
    ("Scroller", {}),
    ("ForwardToChatter", {}),
    ("MenuDisplayer", {}),
    ("MapCenterer", {}),
    ("StackExpander", {}),
    ("PieceMover", {}),
    ("KeyBufferer", {}),
    ("SelectionHighlighters", {}),
    ("HighlightLastMoved", {"color": "255,0,0", "enabled": "true", "thickness": "2"}),
    ("Zoomer", {"zoomLevels": "0.1,0.2,0.3,0.4,0.5,0.75,1.0,1.5,2.0", "zoomStart": "4"}),
)


_Shown = tuple[Face, PictureForm, str]


class VassalBoard(Struct, frozen=True):
    """A board of the map with its name and its box on the table, in mm.

    `pieces` are the boards of the game that it shows: one that it is, or with `whole` all of them.
    """

    name: str
    box: Rect
    pieces: tuple[Pile, ...] = ()
    whole: bool = False


class VassalModule(Struct, dict=True):
    """The parts of a module, and the pictures that they name, by their files."""

    game: ExportGame
    layout: TableLayout
    dpi: float
    pictures: dict[str, _Shown] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _gpid: int = 0
    _names: Counter[str] = field(default_factory=Counter)

    def build_file(self) -> bytes:
        """The XML of all parts of the module."""
        game = self.game
        root = Element("VASSAL.build.GameModule", _head(game))
        SubElement(root, f"{_MODULE}.BasicCommandEncoder")
        SubElement(root, f"{_MODULE}.Documentation")
        roster = SubElement(
            root,
            f"{_MODULE}.PlayerRoster",
            {"buttonKeyStroke": "", "buttonText": "Retire", "buttonToolTip": "Leave your side"},
        )
        for number in range(1, (players_of(game) or _USUAL_PLAYERS) + 1):
            SubElement(roster, "entry").text = f"Player {number}"
        SubElement(root, f"{_MODULE}.GlobalOptions", {"autoReport": "Always"})
        prototypes = SubElement(root, f"{_MODULE}.PrototypesContainer")
        self._prototypes(prototypes)
        self._map(root)
        self._palette(root)
        SubElement(root, f"{_MODULE}.Chatter")
        SubElement(root, f"{_MODULE}.KeyNamer")
        root.set("nextPieceSlotId", str(self._gpid + 1))
        indent(root, " ")
        data: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
        return data

    def _prototypes(self, parent: Element) -> None:
        for kind, pieces in self.game.kinds.items():
            said = {"name": kind, "description": safe_name(self.game.kind_name(pieces[0].kind))}
            made = SubElement(parent, f"{_MODULE}.PrototypeDefinition", said)
            made.text = prototype_definition(("delete;Delete;68,130;", "clone;Clone;67,130;"))

    def _map(self, root: Element) -> None:
        boards = self._boards()
        parent = SubElement(root, f"{_MODULE}.Map", _map_head(self._one(_MAP)))
        picker = SubElement(
            parent,
            f"{_MODULE}.map.BoardPicker",
            {"boardPrompt": "Select board", "slotHeight": "125", "slotScale": "0.2",
             "slotWidth": "350", "title": "Choose Boards", "addColumnText": "Add column",
             "addRowText": "Add row"},
        )  # fmt: skip
        setup = [f"{_MAP}BoardPicker"]
        for number, board in enumerate(boards):
            setup += [board.name, str(number), "0"]
        SubElement(picker, "setup").text = "\t".join(setup)
        for board in boards:
            self._board(picker, board)
        metrics = {"disabled": "false", "exSepX": "6", "exSepY": "18", "unexSepX": "2"}
        SubElement(parent, f"{_MODULE}.map.StackMetrics", {**metrics, "unexSepY": "4"})
        for name, keys in _OF_MAP:
            SubElement(parent, f"{_MODULE}.map.{name}", dict(keys))
        # What is laid first lies below.
        for pile in sorted(self.layout.piles, key=lambda pile: not _is_board(pile)):
            home = _board_of(pile, boards) or boards[-1]
            if not _is_board(pile):
                self._pile(parent, pile, home)
            elif home.whole:
                self._fixed(parent, pile, home)

    def _boards(self) -> list[VassalBoard]:
        """The boards of the map: that of the game and a table beside it, or the whole table.

        A game of several boards, or whose set-up lays piles beside its board, has the whole table
        as one, on which its boards are pieces.
        """
        piles = self.layout.piles
        boards = [
            VassalBoard(self._one(pile.pieces[0][0].name), _box(pile), (pile,))
            for pile in piles
            if _is_board(pile)
        ]
        beside = [pile for pile in piles if not _is_board(pile) and not _board_of(pile, boards)]
        if len(boards) > 1 or (boards and not all(pile.aside for pile in beside)):
            on_it = tuple(pile for pile in piles if _is_board(pile))
            return [VassalBoard(self._one(_TABLE), _around(piles), on_it, whole=True)]
        if beside:
            boards.append(VassalBoard(self._one(_TABLE), _around(beside)))
        return boards

    def _one(self, name: str) -> str:
        """A safe name that no other board or pile has."""
        plain = safe_name(name)
        self._names[plain] += 1
        return plain if self._names[plain] == 1 else f"{plain} {self._names[plain]}"

    def _board(self, parent: Element, board: VassalBoard) -> None:
        head = {"name": board.name, "reversible": "false"}
        if board.pieces and not board.whole:
            (pile,) = board.pieces
            piece = pile.pieces[0][0]
            image = self._picture(piece, piece.front, pile.turn_deg)
            tag = f"{_MODULE}.map.boardPicker.Board"
            element = SubElement(parent, tag, {**head, "image": image})
            grid = self._grid(pile, board)
            if grid is not None:
                element.append(grid)
            return
        size = (pixels(board.box.width_mm, self.dpi), pixels(board.box.height_mm, self.dpi))
        plain = {"width": str(size[0]), "height": str(size[1]), "color": "226,222,212"}
        element = SubElement(parent, f"{_MODULE}.map.boardPicker.Board", {**head, **plain})
        grids = [(pile, self._grid(pile, board)) for pile in board.pieces]
        if not any(grid is not None for _, grid in grids):
            return
        zoned = SubElement(element, f"{_MODULE}.map.boardPicker.board.ZonedGrid")
        for pile, grid in grids:
            if grid is not None:
                zoned.append(self._zone(pile, board, grid))

    def _zone(self, pile: Pile, board: VassalBoard, grid: Element) -> Element:
        """The part of a table on which a board lies, with its grid."""
        box = _box(pile)
        left, top = self._pixel(Point(box.x_mm, box.y_mm), board)
        right, bottom = self._pixel(Point(box.x_mm + box.width_mm, box.y_mm + box.height_mm), board)
        path = f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"
        zone = Element(
            f"{_MODULE}.map.boardPicker.board.mapgrid.Zone",
            {
                **{"name": self._one(pile.pieces[0][0].name), "path": path},
                **{"locationFormat": "$gridLocation$", "highlightProperty": ""},
                **{"useHighlight": "false", "useParentGrid": "false"},
            },
        )
        zone.append(grid)
        return zone

    def _grid(self, pile: Pile, board: VassalBoard) -> Element | None:
        """The grid of a board of the game, as it lies on one of the map."""
        piece, box = pile.pieces[0][0], _box(pile)
        grid = self._grids.get(piece.piece.id)
        if grid is None:
            return None
        corner = Point(box.x_mm - board.box.x_mm, box.y_mm - board.box.y_mm)
        made = None if pile.turn_deg else grid_of(grid, self.dpi / MM_PER_INCH, corner)
        name = safe_name(piece.name)
        if made is None:
            why = "grids that are turned" if pile.turn_deg else "rectangles in shifted rows"
            self.notes.append(f"{name}: VASSAL has no {why}, so nothing snaps there")
        elif not is_numbered(grid):
            said = "its cells are numbered by twos, from below or beyond Z, which VASSAL cannot"
            self.notes.append(f"{name}: {said}; pieces snap all the same")
        return made

    @property
    def _grids(self) -> "Mapping[str, Grid]":
        own = {each.piece.id: each.kind.grid for each in self.game.pieces if each.kind.grid}
        return {**own, **self.game.edition.game.table.boards}

    def _pile(self, parent: Element, pile: Pile, home: VassalBoard) -> None:
        at = self._pixel(pile.at, home)
        names = pile.name or self.game.kind_name(pile.pieces[0][0].kind)
        head = {"name": self._one(names), "owningBoard": home.name}
        place = {"x": str(at[0]), "y": str(at[1])}
        drawn = pile.copies > 1 and pile.form in (PileForm.DECK, PileForm.BAG, PileForm.SUPPLY)
        if drawn or (pile.copies > 1 and len(pile.pieces) == 1):
            size = (pixels(pile.size.width_mm, self.dpi), pixels(pile.size.height_mm, self.dpi))
            deck = _deck_head(pile, size)
            element = SubElement(parent, f"{_MODULE}.map.DrawPile", {**head, **deck, **place})
            slot = f"{_WIDGET}.CardSlot"
        else:
            stack = {"useGridLocation": "false", **place}
            element = SubElement(parent, f"{_MODULE}.map.SetupStack", {**head, **stack})
            slot = f"{_WIDGET}.PieceSlot"
        for piece, copies in reversed(pile.pieces):
            for _ in range(copies):
                self._slot(element, slot, piece, pile.face_up, pile.turn_deg)

    def _fixed(self, parent: Element, pile: Pile, home: VassalBoard) -> None:
        """Lays a board of the game on the table."""
        at, piece = self._pixel(pile.at, home), pile.pieces[0][0]
        head = {"name": self._one(f"{piece.name} board"), "owningBoard": home.name}
        place = {"useGridLocation": "false", "x": str(at[0]), "y": str(at[1])}
        stack = SubElement(parent, f"{_MODULE}.map.SetupStack", {**head, **place})
        image = self._picture(piece, piece.front, pile.turn_deg)
        code = safe_name(piece.code) if piece.code else ""
        name = safe_name(piece.name)
        board = VassalPiece(name, piece.kind.id, image, code=code, fixed=True)
        self._add(stack, f"{_WIDGET}.PieceSlot", piece, board)

    def _pixel(self, at: Point, board: VassalBoard) -> tuple[int, int]:
        scale = self.dpi / MM_PER_INCH
        x_mm, y_mm = at.x_mm - board.box.x_mm, at.y_mm - board.box.y_mm
        return round(x_mm * scale), round(y_mm * scale)

    def _slot(
        self, parent: Element, tag: str, piece: ExportPiece, face_up: bool, turn_deg: int
    ) -> None:
        self._add(parent, tag, piece, self._defined(piece, face_up, turn_deg))

    def _add(self, parent: Element, tag: str, piece: ExportPiece, defined: VassalPiece) -> None:
        self._gpid += 1
        size = piece.kind.outline.size
        slot = SubElement(
            parent,
            tag,
            {
                **{"entryName": defined.name, "gpid": str(self._gpid)},
                "width": str(pixels(size.width_mm, self.dpi)),
                "height": str(pixels(size.height_mm, self.dpi)),
            },
        )
        slot.text = defined.definition(self._gpid)

    def _defined(self, piece: ExportPiece, face_up: bool, turn_deg: int) -> VassalPiece:
        corners = len(piece.kind.outline.corners())
        facings = 12 if corners == 6 and turn_deg % 60 else 6 if corners == 6 else 4
        return VassalPiece(
            safe_name(piece.name),
            piece.kind.id,
            self._picture(piece, piece.front),
            self._picture(piece, piece.back) if piece.back else "",
            sort_of(piece) is Sort.CARD,
            face_up,
            facings,
            turn_deg * facings // 360 % facings,
            safe_name(piece.code) if piece.code else "",
        )

    def _palette(self, root: Element) -> None:
        """The window with a slot for each design, in a tab for each kind."""
        window = {"defaultWidth": "0", "hidden": "false", "hotkey": "80,650", "icon": ""}
        said = {"name": "Pieces", "scale": "1.0", "text": "Pieces", "tooltip": "All pieces"}
        tabs = SubElement(
            SubElement(root, f"{_MODULE}.PieceWindow", {**window, **said}),
            f"{_WIDGET}.TabWidget",
            {"entryName": "Pieces"},
        )
        for pieces in self.game.kinds.values():
            name = safe_name(self.game.kind_name(pieces[0].kind))
            shown = {"divider": "194", "entryName": name, "height": "515", "width": "562"}
            tab = SubElement(tabs, f"{_WIDGET}.ListWidget", {**shown, "scale": "1.0"})
            for piece in pieces:
                self._slot(tab, f"{_WIDGET}.PieceSlot", piece, True, 0)
                if piece.copies > 1:
                    tab[-1].set("entryName", f"{tab[-1].get('entryName')} ({piece.copies}×)")

    def _picture(self, piece: ExportPiece, face: Face, turn_deg: int = 0) -> str:
        """The file of a face's picture, which equal faces share."""
        outline = piece.kind.outline
        cut = (
            PictureCut.SQUARE if outline.fills_box and outline.is_rectangle else PictureCut.OUTLINE
        )
        form = PictureForm(type=PictureType.PNG, dpi=self.dpi, cut=cut, turn_deg=turn_deg)
        edge = self.game.edge_of(piece.kind)
        name = f"{piece.kind.id}-{self.game.pictures.hashed(face, form, edge)}.png"
        self.pictures.setdefault(name, (face, form, edge))
        return name


def _head(game: ExportGame) -> dict[str, str]:
    return {
        **{"name": safe_name(game.edition.title), "version": game.version or "0.1"},
        **{"VassalVersion": VERSION, "description": "Made with Fustella", "nextPieceSlotId": "1"},
        **{"ModuleOther1": "", "ModuleOther2": ""},
    }


def _map_head(name: str) -> dict[str, str]:
    moved = "$pieceName$ moves $previousLocation$ -> $location$ *"
    return {
        **{"mapName": name, "allowMultiple": "false", "launch": "false", "buttonName": "Map"},
        **{"backgroundcolor": "255,255,255", "color": "0,0,0", "thickness": "3"},
        **{"edgeHeight": "0", "edgeWidth": "0", "markMoved": "Never", "hotkey": "", "icon": ""},
        **{"changeFormat": "$message$", "createFormat": "$pieceName$ created in $location$"},
        **{"moveToFormat": moved, "moveWithinFormat": moved, "moveKey": ""},
        "markUnmovedTooltip": "Mark all pieces on this map as not moved",
    }


def _deck_head(pile: Pile, size: tuple[int, int]) -> dict[str, str]:
    """The attributes of a pile from which pieces are drawn, as it lies: face down or face up."""
    hidden = not pile.face_up and all(piece.back for piece, _ in pile.pieces)
    mixed = pile.form in (PileForm.DECK, PileForm.BAG) and len(pile.pieces) > 1
    return {
        **{"allowMultiple": "true", "allowSelect": "true", "canSave": "false", "draw": "true"},
        **{"color": "0,0,0", "faceDown": "Always" if hidden else "Never", "maxStack": "10"},
        **{"drawFaceUp": "false" if hidden else "true", "reversible": "false"},
        **{"shuffle": "Via right-click Menu" if mixed else "Never", "shuffleCommand": "Shuffle"},
        **{"reshufflable": "false", "hotkeyOnEmpty": "false", "expressionCounting": "false"},
        **{"restrictOption": "false", "restrictExpression": "", "countExpressions": ""},
        **{"selectDisplayProperty": "$BasicName$", "selectSortProperty": "$BasicName$"},
        **{"width": str(size[0]), "height": str(size[1])},
    }


def _is_board(pile: Pile) -> bool:
    return sort_of(pile.pieces[0][0]) is Sort.BOARD and pile.copies == 1


def _box(pile: Pile) -> Rect:
    """The box of a pile on the table."""
    size = pile.size
    left_mm, top_mm = pile.at.x_mm - size.width_mm / 2, pile.at.y_mm - size.height_mm / 2
    return Rect(left_mm, top_mm, size.width_mm, size.height_mm)


def _around(piles: Sequence[Pile]) -> Rect:
    """The box around piles on the table, with an edge."""
    boxes = [_box(pile).grown(_EDGE_MM) for pile in piles]
    left, top = min(box.x_mm for box in boxes), min(box.y_mm for box in boxes)
    right = max(box.x_mm + box.width_mm for box in boxes)
    bottom = max(box.y_mm + box.height_mm for box in boxes)
    return Rect(left, top, right - left, bottom - top)


def _board_of(pile: Pile, boards: Sequence[VassalBoard]) -> VassalBoard | None:
    """The board on which the middle of a pile lies; None for the table."""
    for board in boards:
        box = board.box
        across = 0 <= pile.at.x_mm - box.x_mm <= box.width_mm
        if across and 0 <= pile.at.y_mm - box.y_mm <= box.height_mm:
            return board
    return None
