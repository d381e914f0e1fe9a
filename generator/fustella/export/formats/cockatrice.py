"""Exports cards to Cockatrice: a card database (XML, version 4), a picture of each card, a deck.

The folders are those of the program, so that all of them are copied beside each other. The fields
of each card are properties of the database, as they are typed, so `fustella import` gives the same
lists again.
"""

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.values.model import Face
from fustella.core.values.problems import Problem, warning
from fustella.core.words.patterns import regex
from fustella.draw.text.markup import ListItem, TextBreak, TextIcon, marks_of
from fustella.export.formats._fields import typed_fields
from fustella.export.formats._pictures import form_of
from fustella.export.game import Exported, ExportGame, ExportPiece, written
from fustella.export.table import Sort, sort_of
from fustella.write.pictures import PictureType

ABOUT = "Cockatrice: a card database with the texts, a picture of each card, a deck"

OPTIONS: frozenset[str] = frozenset()

MANA = "mana_"
"""The beginning of the names of icons that are symbols of a cost."""

_COLOURS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_COSTS = ("cost", "manacost", "mana_cost")
_TYPES = ("type", "card_type")
_FIGURES = ("stats", "pt")
_NOT_IN_TEXT = frozenset((*_COSTS, *_TYPES, *_FIGURES, "title", "name", "tint", "rarity", "number"))
_UNFIT = regex(r'[<>:"/\\|?*]|^[. ]+|[. ]+$')
_NO_XML = regex("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ROW_WITH_FIGURES, _ROW_OF_OTHERS = "2", "1"
"""The row of the program's table in which a card is played, counted from 0."""


class _Named(Struct, frozen=True):
    """A card with the name that it alone has in the database."""

    name: str
    piece: ExportPiece

    @property
    def back_name(self) -> str:
        return f"{self.name} (back)"


def export(game: ExportGame) -> Exported:
    """Exports the first look of each card; a kind that is no card is left out and told."""
    cards = [*_named(game)]
    root = Element("cockatrice_carddatabase", version="4")
    sets = SubElement(SubElement(root, "sets"), "set")
    for tag, text in (
        ("name", game.id),
        ("longname", str(game.edition.title)),
        ("settype", "Custom"),
    ):
        _add(sets, tag, text)
    listed = SubElement(root, "cards")
    files: dict[str, OutputFile] = {}
    for card in cards:
        _add_card(game, listed, card)
        _add_picture(game, files, card.name, card.piece, card.piece.front)
        if card.piece.back and typed_fields(card.piece.piece.back, game.language):
            _add_picture(game, files, card.back_name, card.piece, card.piece.back)
    made = [
        _xml(f"customsets/{game.id}.xml", root, f"{len(cards)} cards"),
        _xml(f"decks/{game.id}.cod", _deck(game, cards), "deck"),
    ]
    folders = "copy the folders into Cockatrice's own (its menu: Card Database, Open custom sets)"
    return Exported([*files.values(), *made], tuple(_others(game)), (folders,) if cards else ())


def _named(game: ExportGame) -> Iterator[_Named]:
    """Yields the cards with names that differ, as the database knows a card by its name alone."""
    used: set[str] = set()
    for piece in game.pieces:
        if piece.look or sort_of(piece) is not Sort.CARD:
            continue
        plain = " ".join(_printable(piece.name).split()) or piece.id
        name = plain if plain.casefold() not in used else f"{plain} ({piece.id})"
        used.add(name.casefold())
        yield _Named(name, piece)


def _others(game: ExportGame) -> Iterator[Problem]:
    for pieces in game.kinds.values():
        if sort_of(pieces[0]) is not Sort.CARD:
            message = "Cockatrice knows only cards, and this is none: it is left out"
            hint = "for boards, tiles and tokens take `--to tts`, `--to pcio` or `--to table`"
            yield warning("E801", pieces[0].kind.place, message, hint)


def _add_picture(
    game: ExportGame, files: dict[str, OutputFile], name: str, piece: ExportPiece, face: Face
) -> None:
    file = f"pics/CUSTOM/{game.id}/{_UNFIT.sub('', name)}.png"
    form, edge = form_of(game, PictureType.PNG), game.edge_of(piece.kind)
    files[file] = game.picture(file, face, form, game.kind_name(piece.kind), edge)


def _add_card(game: ExportGame, cards: Element, named: _Named) -> None:
    piece = named.piece.piece
    front, back = typed_fields(piece.front, game.language), typed_fields(piece.back, game.language)
    size = piece.kind.outline.size
    own = {"id": piece.id, "kind": piece.kind.id, "copies": str(piece.copies)}
    own["size"] = f"{size.width_mm:g}x{size.height_mm:g}"
    has_back = bool(back and named.piece.back)
    related = named.back_name if has_back else ""
    _add_face(game, cards, named.name, front, own, related)
    if has_back:
        _add_face(game, cards, named.back_name, back, {}, "")


def _add_face(
    game: ExportGame, cards: Element, name: str, fields: Mapping[str, str],
    own: Mapping[str, str], related: str,
) -> None:  # fmt: skip
    card = SubElement(cards, "card")
    _add(card, "name", name)
    _add(card, "text", _text_of(fields))
    properties = SubElement(card, "prop")
    derived = _derived(fields, own)
    derived |= {"side": "front" if own else "back", "layout": "transform" if related else "normal"}
    for tag, text in {**derived, **fields}.items():
        _add(properties, tag, text)
    for tag, text in own.items():
        _add(properties, f"fustella-{tag}", text)
    _add(properties, "fustella-fields", " ".join(fields))
    if icons := _icons_in(game, fields):
        _add(properties, "fustella-icons", icons)
    in_set = SubElement(card, "set")
    in_set.text = game.id
    for key in ("rarity", "number"):
        if fields.get(key):
            in_set.set("num" if key == "number" else key, _plain(fields[key]))
    if related:
        SubElement(card, "related", attach="transform").text = related
    figures = any(fields.get(key) for key in _FIGURES)
    _add(card, "tablerow", _ROW_WITH_FIGURES if figures else _ROW_OF_OTHERS)


def _derived(fields: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """The properties that the program knows: cost, type, colours, figures."""
    cost = _first(fields, _COSTS)
    found = {"type": _plain(_first(fields, _TYPES)), "pt": _plain(_first(fields, _FIGURES))}
    found["maintype"] = found["type"].partition("—")[0].strip() or own.get("kind", "")
    if cost:
        symbols = _symbols(cost)
        found["manacost"] = _plain(cost).replace("{", "").replace("}", "")
        found["cmc"] = str(sum(int(one) if one.isdigit() else one != "X" for one in symbols))
    colours = _COLOURS.get(fields.get("tint", ""), "")
    colours = colours or "".join(dict.fromkeys(one for one in _symbols(cost) if one in "WUBRG"))
    return {key: text for key, text in (found | {"colors": colours}).items() if text}


def _first(fields: Mapping[str, str], names: Sequence[str]) -> str:
    return next((fields[name] for name in names if fields.get(name)), "")


def _symbols(cost: str) -> list[str]:
    """The symbols of a cost in capital letters; a number in letters counts as one."""
    marks = marks_of(cost).marks
    named = [one.name.removeprefix(MANA).upper() for one in marks if isinstance(one, TextIcon)]
    return named or [word for word in _plain(cost).split() if word.isdigit()]


def _text_of(fields: Mapping[str, str]) -> str:
    """What a player reads beside the picture: all texts of a face, short ones with their names."""
    lines = []
    for name, typed in fields.items():
        text = _plain(typed)
        if name in _NOT_IN_TEXT or not text:
            continue
        is_text = name in ("text", "rules", "effect", "flavour") or len(text) > 40
        lines.append(text if is_text else f"{name.replace('_', ' ').capitalize()}: {text}")
    return "\n".join(lines)


def _plain(typed: str) -> str:
    """A text without markup; icons are their names in braces, those of costs their symbols."""
    parts: list[str] = []
    for mark in marks_of(typed).marks:
        if isinstance(mark, TextBreak):
            parts.append("\n")
        elif isinstance(mark, TextIcon):
            is_cost = mark.name.startswith(MANA)
            parts.append(f"{{{mark.name.removeprefix(MANA).upper() if is_cost else mark.name}}}")
        elif isinstance(mark, ListItem):
            parts.append(f"{mark.marker} ")
        else:
            parts.append(mark.text)
    return "".join(parts).strip()


def _icons_in(game: ExportGame, fields: Mapping[str, str]) -> str:
    """The icons in the texts of a face, by their names and their drawings: `wood=mdi:tree`."""
    named = {
        mark.name
        for text in fields.values()
        for mark in marks_of(text).marks
        if isinstance(mark, TextIcon)
    }
    known = game.edition.game.icons
    return " ".join(f"{name}={known[name].icon}" for name in sorted(named) if name in known)


def _deck(game: ExportGame, cards: Sequence[_Named]) -> Element:
    """All copies as a deck of the program, which keeps counts in decks alone."""
    deck = Element("cockatrice_deck", version="1")
    _add(deck, "deckname", str(game.edition.title))
    zone = SubElement(deck, "zone", name="main")
    for card in cards:
        SubElement(zone, "card", number=str(card.piece.piece.copies), name=card.name)
    return deck


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = _printable(text)


def _printable(text: str) -> str:
    """A text without the signs that XML cannot have (XML 1.0, 2.2)."""
    return _NO_XML.sub("", text)


def _xml(file: str, root: Element, name: str) -> OutputFile:
    indent(root)
    data = b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "utf-8") + b"\n"
    return written(file, data, name)
