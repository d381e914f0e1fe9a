"""Exports a game as a room of playingcards.io, which virtualtabletop.io opens, too.

The file is a zip with pictures and `widgets.json`, a list of the widgets on a table of 1600 by 1000
units. Positions count from the corner of the table, even in a pile. The keys of widgets are known
from files of that site and from the importer of virtualtabletop.io.
"""

import io
import textwrap
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Point, Size
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face, PileForm
from fustella.core.values.problems import Problem, warning
from fustella.export.game import Exported, ExportGame, ExportPiece, json_bytes
from fustella.export.table import Pile, Sort, laid_for, layout_of, rule_texts, sort_of
from fustella.write.pictures import PictureCut, PictureForm, PictureType

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook

ABOUT = "a room for playingcards.io and virtualtabletop.io, in two tabs of a browser"

OPTIONS = frozenset(("players",))

_DPI = 150.0
"""The resolution of pictures: a card is 103 units wide and can be enlarged three times."""

_UNITS_PER_MM = 103 / 63.5
"""The most units for a millimetre: a poker card is then as wide as the site's cards."""

_TABLE = 1600, 1000
_HAND = 820
"""The height on the table at which the hand of a player begins."""

_EDGE = 20
_PILE_EDGE = 4
"""The border by which a pile is larger than its cards, on each side."""

_RULE_CARD = 103, 160
"""The size of a card of rules: that of the site's cards, which players enlarge three times."""

_RULE_SIZE, _RULE_LETTERS, _RULE_LINES = 5, 34, 22
"""The size of the letters on a card of rules, and how many letters and lines it has room for."""

_MOST_WIDGETS = 1200
_LEAST_LABEL = 60
"""The least width of a pile with a label: a label on a narrower pile would cover its neighbours."""


def export(game: ExportGame) -> Exported:
    """Exports a game as a room; its supplies are as large as in the box, not endless."""
    piles = layout_of(game).piles
    beside = _RULE_CARD[0] + 2 * _PILE_EDGE + _EDGE if game.rulebook else 0
    room = _Room(game, _RoomScale.of(piles, beside))
    widgets = room.widgets(piles)
    if game.rulebook is not None:
        widgets += _rule_cards(game.rulebook, len(widgets))
    listed = json_bytes(widgets)
    keys = sorted((name, game.pictures.key(*shown)) for name, shown in room.pictures.items())
    key = fingerprint((), (), repr((listed, keys)))
    file = OutputFile(
        f"{game.id}.pcio",
        game.edition.title,
        lambda: _zip_bytes(game, listed, room.pictures),
        pieces=sum(piece.copies for piece in game.pieces),
        key=key,
    )
    notes = (
        f"playingcards.io: make a room of your own and import {file.file} in its edit mode; "
        "virtualtabletop.io: drop it on the room.",
    )
    warnings = list[Problem]()
    if len(widgets) > _MOST_WIDGETS:
        message = f"{len(widgets)} pieces and piles: the site becomes slow beyond {_MOST_WIDGETS}"
        hint = "leave kinds out with --only, or use a table that takes more"
        warnings.append(warning("E807", game.edition.game.place, message, hint))
    lost = game.rulebook.lost("on cards beside the table") if game.rulebook else ()
    return Exported([file], tuple(warnings), (*notes, *laid_for(game), *lost))


def _rule_cards(rulebook: "Rulebook", z: int) -> list[dict[str, Any]]:
    """The rules as a pile of cards with text at the right of the table; players enlarge them."""
    pages = [*_rule_pages(rulebook)]
    width, height = _RULE_CARD
    x, y = _TABLE[0] - _EDGE - width - 2 * _PILE_EDGE, 2 * _EDGE
    at = {"x": x + _PILE_EDGE, "y": y + _PILE_EDGE}

    def text(value: str, top: int, size: int, kind: str = "dynamic") -> dict[str, Any]:
        box = {"type": "text", "x": 4, "y": top, "w": width - 8, "h": height - top - 4}
        look = {"color": "#222222", "fontSize": size, "textAlign": "left"}
        return {**box, **look, "valueType": kind, "value": value}

    def template(*objects: dict[str, Any]) -> dict[str, Any]:
        return {"includeBorder": True, "includeRadius": True, "objects": [*objects]}

    name = f"{rulebook.booklet.title}: {rulebook.name}"
    pile = {"id": "rules", "type": "cardPile", "x": x, "y": y, "z": z + 1, "label": rulebook.name}
    deck = {"id": "deck-rules", "type": "cardDeck", "parent": "rules", **at, "z": z + 2}
    cards = [
        {
            **{"id": f"rules.{number}", "type": "card", "cardType": f"rules-{number}"},
            **{"deck": "deck-rules", "parent": "rules", **at, "z": z + 3 + len(pages) - number},
            **{"faceup": True, "owner": None, "dragging": None},
        }
        for number in range(len(pages), 0, -1)
    ]
    return [
        {**pile, "width": width + 8, "height": height + 8, "hasShuffleButton": False},
        {
            **deck,
            **{"label": rulebook.name, "cardWidth": width, "cardHeight": height},
            **{"enlarge": True, "confirmRecall": True},
            "cardTypes": {
                f"rules-{number}": {"label": title, "title": title, "text": said}
                for number, (title, said) in enumerate(pages, 1)
            },
            "faceTemplate": template(text("title", 4, 7), text("text", 16, _RULE_SIZE)),
            "backTemplate": template(text(name, 60, 10, "static")),
        },
        *cards,
    ]


def _rule_pages(rulebook: "Rulebook") -> Iterator[tuple[str, str]]:
    """Yields the titles and the texts of cards, each with as many lines as it has room for."""
    for chapter in rulebook.chapters():
        pages, lines = [list[str]()], 0
        for paragraph in filter(None, chapter.text.split("\n")):
            broken = textwrap.wrap(paragraph, _RULE_LETTERS) or [paragraph]
            while broken:
                if lines >= _RULE_LINES:
                    pages.append([])
                    lines = 0
                taken = broken[: _RULE_LINES - lines]
                pages[-1].append(" ".join(taken))
                broken, lines = broken[len(taken) :], lines + len(taken)
        for number, page in enumerate(pages, 1):
            counted = f" ({number}/{len(pages)})" if len(pages) > 1 else ""
            yield f"{chapter.title}{counted}", "\n".join(page)


class _RoomScale(Struct, frozen=True):
    """Converts mm of the table to units of the room: centred, and as large as the room allows."""

    units: float
    middle: Point

    @classmethod
    def of(cls, piles: Sequence[Pile], beside: int = 0) -> "_RoomScale":
        """The scale for some piles, which leave units free at the right of the room."""
        lefts = [pile.at.x_mm - pile.size.width_mm / 2 for pile in piles]
        rights = [pile.at.x_mm + pile.size.width_mm / 2 for pile in piles]
        tops = [pile.at.y_mm - pile.size.height_mm / 2 for pile in piles]
        bottoms = [pile.at.y_mm + pile.size.height_mm / 2 for pile in piles]
        wide, high = max(rights) - min(lefts), max(bottoms) - min(tops)
        room = Size(_TABLE[0] - 2 * _EDGE - beside, _HAND - 3 * _EDGE)
        units = min(_UNITS_PER_MM, room.width_mm / wide, room.height_mm / high)
        middle = Point((min(lefts) + max(rights)) / 2, (min(tops) + max(bottoms)) / 2)
        return cls(units, middle.moved(beside / 2 / units, 0.0))

    def size(self, size: Size) -> tuple[int, int]:
        return max(4, round(size.width_mm * self.units)), max(4, round(size.height_mm * self.units))

    def corner(self, at: Point, size: Size) -> tuple[int, int]:
        """The top left corner, in the room, of an object centred `at` a point of the table."""
        x_mm = at.x_mm - self.middle.x_mm - size.width_mm / 2
        y_mm = at.y_mm - self.middle.y_mm - size.height_mm / 2
        down = (_HAND + _EDGE) / 2
        return round(_TABLE[0] / 2 + x_mm * self.units), round(down + y_mm * self.units)


_Shown = tuple[Face, PictureForm, str]


class _Room(Struct):
    """The widgets of a room, and the pictures that they name, by their file names."""

    game: ExportGame
    scale: _RoomScale
    pictures: dict[str, _Shown] = field(default_factory=dict)
    _used: Counter[str] = field(default_factory=Counter)
    _decks: dict[str, str] = field(default_factory=dict)

    def widgets(self, piles: Sequence[Pile]) -> list[dict[str, Any]]:
        hand = {"id": "hand", "type": "hand", "x": 50, "y": _HAND, "z": 1}
        widgets: list[dict[str, Any]] = [{**hand, "dragging": None, "enabled": True}]
        groups = self._decks_of(piles)
        for number, pile in enumerate(piles, start=1):
            for widget in self._pile(pile, f"pile-{number}"):
                widgets.append({**widget, "z": len(widgets) + 1})
        by_id = {widget["id"]: widget for widget in widgets}
        used = {widget.get("deck") for widget in widgets}
        decks = [
            self._deck(deck, pieces, by_id.get(home, by_id["hand"]))
            for deck, (home, pieces) in groups.items()
            if deck in used
        ]
        return [*widgets[:1], *decks, *widgets[1:], *self._notes(len(widgets))]

    def _decks_of(self, piles: Sequence[Pile]) -> dict[str, tuple[str, list[ExportPiece]]]:
        """Groups pieces into decks, each with the id of the pile in which its cards begin, or "".

        When players recall cards to a pile, all cards of its deck come. So a kind is as many decks
        as there are piles in which its cards begin.
        """
        homes: dict[str, str] = {}
        for number, pile in enumerate(piles, start=1):
            if pile.copies > 1:
                for piece, _ in pile.pieces:
                    homes.setdefault(piece.id, f"pile-{number}")
        groups: dict[str, tuple[str, list[ExportPiece]]] = {}
        for kind, pieces in self.game.kinds.items():
            by_home: dict[str, list[ExportPiece]] = {}
            for piece in pieces:
                by_home.setdefault(homes.get(piece.id, ""), []).append(piece)
            for number, (home, own) in enumerate(by_home.items(), start=1):
                deck = f"deck-{kind}-{number}" if number > 1 else f"deck-{kind}"
                groups[deck] = home, own
                self._decks.update((piece.id, deck) for piece in own)
        return groups

    def _pile(self, pile: Pile, pile_id: str) -> Iterator[dict[str, Any]]:
        """The widgets of a pile: a board, a single piece, or a pile with all its pieces."""
        first = pile.pieces[0][0]
        at = self.scale.corner(pile.at, pile.size)
        if sort_of(first) is Sort.BOARD and pile.copies == 1:
            width, height = self.scale.size(pile.size)
            shown = self._picture(first, first.front)
            board = {"id": self._id(first), "type": "board", "x": at[0], "y": at[1]}
            turned = {"r": pile.turn_deg, "width": width, "height": height}
            yield {**board, **turned, "boardImage": shown}
            return
        parent = None
        if pile.copies > 1:
            parent = pile_id
            width, height = self.scale.size(pile.size)
            label = pile.name or self.game.kind_name(first.kind)
            yield {
                "id": pile_id,
                "type": "cardPile",
                "x": at[0] - _PILE_EDGE,
                "y": at[1] - _PILE_EDGE,
                "width": width + 2 * _PILE_EDGE,
                "height": height + 2 * _PILE_EDGE,
                "label": label if width >= _LEAST_LABEL else "",
                "hasShuffleButton": pile.form is PileForm.DECK and sort_of(first) is Sort.CARD,
            }
        for piece, copies in reversed(pile.pieces):
            for _ in range(copies):
                yield {
                    "id": self._id(piece),
                    "type": "card" if sort_of(piece) is Sort.CARD else "piece",
                    "cardType": piece.id,
                    "deck": self._decks[piece.id],
                    "parent": parent,
                    "x": at[0],
                    "y": at[1],
                    "r": pile.turn_deg,
                    "faceup": pile.face_up,
                    "owner": None,
                    "dragging": None,
                }

    def _id(self, piece: ExportPiece) -> str:
        """The id of the next copy of a piece; it stays the same from export to export."""
        self._used[piece.id] += 1
        return f"{piece.kind.id}.{piece.id}.{self._used[piece.id]}"

    def _deck(
        self, deck: str, pieces: Sequence[ExportPiece], home: dict[str, Any]
    ) -> dict[str, Any]:
        """A deck with the looks of pieces of one kind.

        The pieces may lie anywhere in the room.
        """
        width, height = self.scale.size(pieces[0].kind.outline.size)
        rounded = sort_of(pieces[0]) is Sort.CARD and pieces[0].kind.outline.corner_radius_mm > 0

        def template(side: str) -> dict[str, Any]:
            image = {"type": "image", "x": 0, "y": 0, "w": width, "h": height}
            shown = {"color": "transparent", "valueType": "dynamic", "value": side}
            return {
                "includeBorder": False,
                "includeRadius": rounded,
                "objects": [{**image, **shown}],
            }

        return {
            "id": deck,
            "type": "cardDeck",
            "parent": home["id"] if home["type"] == "cardPile" else None,
            "x": home["x"] + _PILE_EDGE,
            "y": home["y"] + _PILE_EDGE,
            "z": 0,
            "label": self.game.kind_name(pieces[0].kind),
            "cardWidth": width,
            "cardHeight": height,
            "enlarge": True,
            "confirmRecall": True,
            "cardTypes": {
                piece.id: {
                    "label": piece.name,
                    "code": piece.code,
                    "face": self._picture(piece, piece.front),
                    "back": self._picture(piece, piece.back or piece.front),
                }
                for piece in pieces
            },
            "faceTemplate": template("face"),
            "backTemplate": template("back"),
        }

    def _picture(self, piece: ExportPiece, face: Face) -> str:
        """The address of a face's picture, which equal faces share."""
        form, edge = _form(self.game, piece), self.game.edge_of(piece.kind)
        hashed = self.game.pictures.hashed(face, form, edge)
        name = f"{piece.kind.id}-{hashed}.{form.type}"
        self.pictures.setdefault(name, (face, form, edge))
        return f"package://userassets/{name}"

    def _notes(self, z: int) -> Iterator[dict[str, Any]]:
        """A label in a corner of the table: the version of the box, and the titles of its rules."""
        text = f"{self.game.edition.title} · {self.game.version}"
        titles = ", ".join(dict.fromkeys(title for title, _ in rule_texts(self.game)))
        yield {
            "id": "version",
            "type": "labelText",
            "x": _EDGE,
            "y": 2,
            "z": z,
            "width": 800,
            "height": 20,
            "labelContent": f"{text} · {titles}" if titles else text,
            "textSize": 12,
            "textAlign": "left",
            "bold": False,
        }


def _form(game: ExportGame, piece: ExportPiece) -> PictureForm:
    """The form of a piece's picture: JPEG for rectangular cards and boards, PNG for others."""
    sort, outline = sort_of(piece), piece.kind.outline
    dpi = game.options.dpi or _DPI
    longest_px = max(outline.size.width_mm, outline.size.height_mm) / MM_PER_INCH * dpi
    dpi = dpi if longest_px <= _LONGEST_PX else round(dpi * _LONGEST_PX / longest_px, 2)
    square = sort in (Sort.CARD, Sort.BOARD) or (
        sort is Sort.TILE and not outline.corner_radius_mm and len(outline.corners()) == 4
    )
    if square:
        return PictureForm(type=PictureType.JPG, dpi=dpi)
    return PictureForm(type=PictureType.PNG, dpi=dpi, cut=PictureCut.OUTLINE)


_LONGEST_PX = 2400
"""The most pixels of a picture's longest side: its file stays below the site's limit of 2 MB."""


def _zip_bytes(game: ExportGame, listed: bytes, pictures: dict[str, _Shown]) -> bytes:
    """The bytes of the zip file; equal contents give equal bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as package:
        package.writestr(_entry("widgets.json"), listed, zipfile.ZIP_DEFLATED)
        names = sorted(pictures)
        contents = game.pictures.contents([pictures[name] for name in names])
        for name, content in zip(names, contents, strict=True):
            package.writestr(_entry(f"userassets/{name}"), content)
    return data.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)  # of 1980, the first day that a zip can name
    entry.external_attr = 0o644 << 16
    return entry
