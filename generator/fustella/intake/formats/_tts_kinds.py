"""Makes kinds, lists and faces of the pieces of a save of Tabletop Simulator.

A face is one picture. Where it is not there, the name of the piece stands on a grey stand-in. Sizes
are those that pieces have beside a poker card on the table.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.export.formats._tts_scale import (
    card_size,
    die_side,
    figurine_size,
    tile_size,
    token_size,
)
from fustella.intake.assembly import split_if_large
from fustella.intake.formats._looks import text_of_plain
from fustella.intake.formats._tts_objects import Piece, Shown, Sort
from fustella.intake.ids import PieceIds, free_name
from fustella.intake.sheets import SheetPictures
from fustella.intake.taken import Loss, Miss, TakenFace, TakenKind
from fustella.read import nets
from fustella.read.edit.yaml_writing import Value

_NAMES = {
    Sort.CARD: ("card", "Cards"),
    Sort.TILE: ("tile", "Tiles"),
    Sort.TOKEN: ("token", "Tokens"),
    Sort.BOARD: ("board", "Boards"),
    Sort.FIGURE: ("figure", "Figures"),
    Sort.DIE: ("die", "Dice"),
}
_POKER = 5 / 7
_LIKE_POKER = (0.66, 0.77)
_LARGE = 1.05
_BOARD_MM = 480.0
"""The longer side of a board of scale 1. No manual says how large it is; boards of games that lie
folded in their boxes are 400 to 600 mm."""

_LEAST_MM, _MOST_MM = 8.0, 1200.0
_MOST_OF = {Sort.DIE: 45.0, Sort.FIGURE: 100.0}
"""The longest side of pieces that are folded from one page, and cannot be parted."""

_ALIKE = 0.02
"""The share by which sizes of one kind may differ: scales are set by hand, and by eye."""

_LEAST_FIGURE_MM = 20.0
_MOST_GROUPS = 200
"""The most kinds: a table with tiles of every size has thirty."""

_CORNER_MM = 3.0
_D6 = 1
_DIE_CELLS = {"2": 3, "4": 4, "5": 5, "1": 6, "3": 7, "6": 8}
"""The cells of the faces in the picture of a die, three in a row; that of the 1 is upside down."""

_OVER_ART: Mapping[str, Value] = {
    **{"over": "art", "size": "16pt", "least": "2pt", "font": "sans"},
    **{"align": "center", "valign": "middle", "colour": "#000000"},
}
_SIDES = ("x", "y", "right", "bottom")
_INSET = {"": "6%", "rounded": "6%"}
_LABEL = 80
"""The most letters of a name that is printed in the place of a picture."""


class _Group(Struct):
    """Pieces of one sort, shape and size."""

    sort: Sort
    shape: str
    size: Size
    pieces: list[Piece] = []


def is_die(piece: Piece) -> bool:
    """Whether a piece is a die of six sides, which is the only one that is folded of card."""
    return piece.sort is Sort.DIE and piece.dice == _D6


def poker_scale(pieces: Sequence[Piece], pictures: SheetPictures) -> float:
    """The scale of the most common cards, if they look like poker cards and are larger; else 1."""
    scales: Counter[float] = Counter()
    for piece in pieces:
        if piece.sort is Sort.CARD:
            scales[round(piece.down, 2)] += piece.copies
    if not scales:
        return 1.0
    scale = scales.most_common(1)[0][0]
    alike = [piece for piece in pieces if piece.sort is Sort.CARD and round(piece.down, 2) == scale]
    proportions = [_proportions(piece, pictures) for piece in alike[:20]]
    like_poker = all(_LIKE_POKER[0] <= each <= _LIKE_POKER[1] for each in proportions)
    return scale if scale > _LARGE and like_poker else 1.0


def kinds_of(
    pieces: Sequence[Piece],
    pictures: SheetPictures,
    scale: float,
    place: Place,
    losses: list[Loss],
) -> list[TakenKind]:
    """The kinds of pieces, whose sizes are divided by a scale: cards first, each with its list."""
    groups = _groups(pieces, pictures, scale)
    if left := groups[_MOST_GROUPS:]:
        why = f"they have more than {_MOST_GROUPS} different sizes: give some of them one size"
        count = sum(len(group.pieces) for group in left)
        losses.append(Loss(Miss.PIECES, f"{count} pieces", why, place))
        groups = groups[:_MOST_GROUPS]
    ids = PieceIds()
    sorts = Counter(group.sort for group in groups)
    used: set[str] = set()
    kinds = []
    for group in sorted(groups, key=lambda group: [*_NAMES].index(group.sort)):
        word, name = _NAMES[group.sort]
        if sorts[group.sort] > 1:
            size = f"{group.size.width_mm:.0f} × {group.size.height_mm:.0f}"
            name = f"{name} {size}" + (f" {group.shape}" if group.shape else "")
            word = f"{word}-{size.replace(' × ', 'x')}"
        free = free_name(word, used)
        used.add(free)
        kinds.append(_kind(free, name, group, pictures, ids, place))
    return kinds


def _groups(pieces: Sequence[Piece], pictures: SheetPictures, scale: float) -> list[_Group]:
    """Pieces in groups, of which the first have the most frequent sizes."""
    sized: dict[tuple[Sort, str, float, float], list[Piece]] = {}
    for piece in pieces:
        size = _size(piece, pictures, scale)
        key = piece.sort, piece.shape, size.width_mm, size.height_mm
        sized.setdefault(key, []).append(piece)
    made: dict[tuple[Sort, str], list[_Group]] = {}
    groups: list[_Group] = []
    for (sort, shape, width, height), alike in sorted(
        sized.items(), key=lambda each: -len(each[1])
    ):
        known = made.setdefault((sort, shape), [])
        home = next((group for group in known if _is_near(group.size, width, height)), None)
        if home is None:
            home = _Group(sort, shape, Size(width, height), [])
            groups.append(home)
            if len(groups) <= _MOST_GROUPS:
                known.append(home)
        home.pieces += alike
    return groups


def _is_near(size: Size, width_mm: float, height_mm: float) -> bool:
    across = abs(size.width_mm - width_mm) <= _ALIKE * size.width_mm
    return across and abs(size.height_mm - height_mm) <= _ALIKE * size.height_mm


def _proportions(piece: Piece, pictures: SheetPictures) -> float:
    """The width of a piece's picture by its height; a likely one where it is not there."""
    shown = piece.front or piece.back
    known = shown and pictures.proportions(shown.address, shown.columns, shown.rows)
    usual = {Sort.CARD: _POKER, Sort.FIGURE: 0.6, Sort.BOARD: 1.5}.get(piece.sort, 1.0)
    return min(max(known or usual, 0.05), 20.0)


def _size(piece: Piece, pictures: SheetPictures, scale: float) -> Size:
    """The size of a piece in millimetres, to a tenth."""
    proportions = _proportions(piece, pictures)
    across, down = piece.across / scale, piece.down / scale
    match piece.sort:
        case Sort.CARD:
            size = card_size(down, proportions)
            size = Size(size.width_mm * across / down, size.height_mm)
        case Sort.TILE:
            size = tile_size(across, down)
        case Sort.TOKEN:
            size = token_size(1.0, proportions)
            size = Size(size.width_mm * across, size.height_mm * down)
        case Sort.BOARD:
            width = _BOARD_MM * min(1.0, proportions)
            size = Size(width * across, width / proportions * down)
        case Sort.FIGURE:
            size = figurine_size(down, proportions)
        case Sort.DIE:
            size = Size(die_side(down), die_side(down))
    longest, shortest = max(size.width_mm, size.height_mm), min(size.width_mm, size.height_mm)
    factor = min(1.0, _MOST_OF.get(piece.sort, _MOST_MM) / longest) * max(1.0, _LEAST_MM / shortest)
    sides = (side * factor for side in (size.width_mm, size.height_mm))
    return Size(*(round(min(max(side, _LEAST_MM), _MOST_MM), 1) for side in sides))


def _keys(group: _Group) -> dict[str, Value]:
    """The keys of a kind's outline, where it is no plain rectangle."""
    width, height = group.size.width_mm, group.size.height_mm
    keys: dict[str, Value] = {}
    if group.shape == "circle":
        square = math.isclose(width, height, rel_tol=_ALIKE)
        keys = {"shape": "circle", "diameter": f"{width:g}mm"} if square else {"shape": "ellipse"}
    elif group.shape == "hexagon":
        keys = {"shape": "hexagon", "across_flats": f"{min(width, height):g}mm", "turn": 90}
    elif group.shape == "rounded":
        keys = {"corner": f"{min(_CORNER_MM, round(0.08 * min(width, height), 1)):g}mm"}
    return {**keys, **split_if_large((width, height))}


def _kind(
    kind_id: str, name: str, group: _Group, pictures: SheetPictures, ids: PieceIds, place: Place
) -> TakenKind:
    table = _Table(group, pictures, place)
    for number, (piece, copies) in enumerate(_counted(group.pieces), 1):
        table.add(piece, copies, ids.of(piece.name, f"{kind_id}-{number}"))
    header, rows, ignored = table.shown()
    size = group.size.width_mm, group.size.height_mm
    if group.sort is Sort.DIE:
        keys: dict[str, Value] = {"shape": "die", "side": f"{size[0]:g}mm"}
        return TakenKind(
            kind_id, name, *size, _die_face(size[0]), None, header, rows, ignored, keys=keys
        )
    if group.sort is Sort.FIGURE:
        height = round((size[1] + 1.5) / 0.4, 1)
        width = round(max(size[0] + 3, _LEAST_FIGURE_MM), 1)
        front = TakenFace({"title": {"least": "2pt"}} if "title" in header else {})
        return TakenKind(
            kind_id, name, width, height, front, None, header, rows, ignored, ready="standee"
        )
    zone: Mapping[str, Value] = dict.fromkeys(("x", "y", "right", "bottom"), "0mm")
    zone = {**zone, "fit": "stretch"}
    zones: dict[str, Mapping[str, Value]] = {"art": zone}
    fields = {"art?": "image"}
    if "label" in header:
        fields["label?"] = "text"
        inset = _INSET.get(group.shape, "16%")
        zones["label"] = {**dict.fromkeys(_SIDES, inset), **_OVER_ART}
    back = TakenFace({"art": zone}, {"art?": "image"}) if "back.art" in header else None
    keys = _keys(group)
    return TakenKind(
        kind_id, name, *size, TakenFace(zones, fields), back, header, rows, ignored, keys=keys
    )


def _die_face(side_mm: float) -> TakenFace:
    """The face of a die: a picture on each square of the net that is folded."""
    zones: dict[str, Mapping[str, Value]] = {}
    for panel in nets.die(side_mm).panels:
        if panel.name in _DIE_CELLS:
            zone: dict[str, Value] = {"x": f"{panel.box.x_mm:g}mm", "y": f"{panel.box.y_mm:g}mm"}
            zone |= {"width": f"{side_mm:g}mm", "height": f"{side_mm:g}mm", "fit": "stretch"}
            zones[f"face_{panel.name}"] = zone | ({"turn": 180} if panel.name == "1" else {})
    return TakenFace(zones, {f"{name}?": "image" for name in zones})


def _counted(pieces: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """Pieces that are alike in all that is printed or said, once each, with their copies."""
    found: dict[object, tuple[Piece, int]] = {}
    for piece in pieces:
        key = (
            *(piece.front, piece.back, piece.name, piece.description, piece.home, piece.state),
            *(piece.tags, piece.notes),
        )
        known = found.get(key)
        found[key] = (piece, min(piece.copies, limits.COPIES)) if known is None else (
            known[0], min(known[1] + piece.copies, limits.COPIES)
        )  # fmt: skip
    return list(found.values())


class _Table:
    """The list of a kind, of which columns without any value are left out."""

    def __init__(self, group: _Group, pictures: SheetPictures, place: Place) -> None:
        self._group, self._pictures, self._place = group, pictures, place
        self._rows: list[dict[str, str]] = []

    def add(self, piece: Piece, copies: int, piece_id: str) -> None:
        row = {"id": piece_id, "name": piece.name, "copies": str(copies)}
        if self._group.sort is Sort.DIE:
            row |= {
                f"face_{name}": self._art(_cell(piece, cell)) for name, cell in _DIE_CELLS.items()
            }
        else:
            row |= {"art": self._art(piece.front)}
            missing = piece.front is None or not self._pictures.is_there(piece.front.address)
            is_figure = self._group.sort is Sort.FIGURE
            label, most = ("title", _LABEL // 2) if is_figure else ("label", _LABEL)
            row[label] = text_of_plain((piece.name or piece_id)[:most]) if missing else ""
            if not is_figure:
                row["back.art"] = self._art(piece.back)
        row |= {"home": piece.home, "state": str(piece.state or ""), "tags": piece.tags}
        row |= {"description": piece.description, "notes": piece.notes}
        self._rows.append(row)

    def _art(self, shown: Shown | None) -> str:
        if shown is None:
            return ""
        return self._pictures.take(
            shown.address, self._place, (shown.columns, shown.rows, shown.cell)
        )

    def shown(self) -> tuple[list[str], list[list[str]], list[str]]:
        """The header, the rows, and the columns that nothing shows."""
        every = dict.fromkeys(column for row in self._rows for column in row)
        header = [
            column
            for column in every
            if column in ("id", "art") or any(row.get(column) for row in self._rows)
        ]
        if all(row["copies"] == "1" for row in self._rows):
            header.remove("copies")
        rows = [[_cell_text(row.get(column, "")) for column in header] for row in self._rows]
        unseen = ("home", "state", "tags", "description", "notes")
        return header, rows, [column for column in header if column in unseen]


def _cell(piece: Piece, cell: int) -> Shown | None:
    return Shown(piece.front.address, 3, 3, cell) if piece.front else None


def _cell_text(text: str) -> str:
    """A text as a cell may hold it."""
    return text[: limits.TEXT_LETTERS]
