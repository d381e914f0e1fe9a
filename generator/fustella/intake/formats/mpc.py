"""Takes orders of mpc-autofill (https://mpcfill.com): `order.xml` or `cards.xml`, with pictures.

An order has a slot for each copy of a card, and says which picture is on its front and its back.
Pictures are taken where the program, or somebody, has saved them; no drive is asked.
"""

import csv
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.core.files.pictures import ENDINGS
from fustella.core.files.project import RESOURCES
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import text_of_plain
from fustella.intake.ids import PieceIds
from fustella.intake.sheets import SheetPictures
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss, Taken, TakenFace, TakenKind
from fustella.intake.xml import line_of, root_name, tree_of
from fustella.read.edit.yaml_writing import Value

ABOUT = "an order of mpc-autofill"

_FOLDERS = ("", "cards/", "fronts/", "backs/", "cardback/")
_PARTS = ("fronts", "backs", "cardback", "decks")
_DRIVE = "https://drive.google.com/uc?export=download&id="
_DRIVE_ID = regex(r"[A-Za-z0-9_-]{15,80}")
_NUMBER = regex(r"-\d+(?=\.xml$)")
_UNFIT = regex(r'[\\/:*?"<>|\x00-\x1f]')
_LOOKED_AT = 60
_DPI = 300.0
_BLEED_PX = 36
"""The pixels around the trim in a picture of 300 dpi: 3.05 mm."""

_USUAL = ("standard", 63.0, 88.0)
_ALIKE = 0.012


class _Side(Struct, frozen=True):
    """A picture of an order: what it is found by, and the slots that it fills."""

    id: str
    name: str
    query: str
    slots: Sequence[int]
    line: int


class _Card(Struct, frozen=True):
    """The pictures of a card, None for a side that the order leaves open."""

    front: _Side | None
    back: _Side | None


def likeness(source: ImportSource) -> float:
    """How much a source looks like an order: whether a file of it is one."""
    return 1.0 if _orders(source) else 0.0


def _orders(source: ImportSource) -> list[str]:
    names = [source.main] if source.main else [n for n in source.names() if n.endswith(".xml")]
    return [name for name in names[:_LOOKED_AT] if _is_order(source, name)]


def _is_order(source: ImportSource, name: str) -> bool:
    if root_name(source, name) != "order":
        return False
    data = source.bytes_of(name, limits.IMPORT_XML_BYTES)
    return any(b"<" + part.encode() in data for part in _PARTS)


def take(source: ImportSource) -> Taken:
    """Takes the order that was named, or of a folder the first: large ones come in parts."""
    losses: list[Loss] = []
    cards: list[_Card] = []
    orders = _orders(source) or [source.main]
    first = _NUMBER.sub("", orders[0])
    for name in orders:
        if name == orders[0] or (first != orders[0] and _NUMBER.sub("", name) == first):
            cards += _cards_of(tree_of(source, name), name, losses)
        else:
            why = "another order: import it by its own name"
            losses.append(Loss(Miss.PIECES, name, why, Place(name)))
    order = _Order(source, orders[0], losses)
    kind = order.kind(cards)
    stem = PurePosixPath(orders[0]).stem
    named = source.name if stem in ("order", "cards") or _NUMBER.search(orders[0]) else stem
    title = PurePosixPath(named).stem.replace("_", " ").replace("-", " ").strip().title()
    return Taken(
        title or "Imported",
        [kind] if kind else [],
        losses,
        order.pictures.taken,
        drawn=order.pictures.drawn,
        downloads=order.pictures.downloads,
    )


def _cards_of(root: Element, name: str, losses: list[Loss]) -> Iterator[_Card]:
    """Yields the card of each slot, of each deck of an order one after the other."""
    details = root.find("details")
    for key, why in (
        ("stock", "the stock of the order: choose one in your game, `stock`"),
        ("foil", "the cards are ordered in foil"),
    ):
        typed = _text(details, key) if details is not None else ""
        if typed and typed.lower() != "false":
            losses.append(Loss(Miss.OUTPUT, f"{key}: {typed}"[:100], why, Place(name)))
    for deck in root.findall("decks/deck") or [root]:
        fronts, backs = (_sides(deck, part) for part in ("fronts", "backs"))
        shared = deck.find("cardback")
        common = (shared.text or "").strip() if shared is not None else ""
        said = _text(details, "quantity") if details is not None and deck is root else ""
        said = said or _text(deck, "quantity")
        filled = {slot for side in fronts for slot in side.slots}
        if said.isdecimal() and len(said) < 9 and int(said) != len(filled):
            why = f"the order says {said} cards, and its fronts fill {len(filled)} slots"
            losses.append(Loss(Miss.PIECES, "quantity", why, Place(name)))
        behind = (
            _Side(common, "", "", (), line_of(shared)) if shared is not None and common else None
        )
        front_of = {slot: side for side in reversed(fronts) for slot in side.slots}
        back_of = {slot: side for side in reversed(backs) for slot in side.slots}
        for slot in sorted(front_of.keys() | back_of.keys()):
            yield _Card(front_of.get(slot), back_of.get(slot, behind))


def _sides(deck: Element, part: str) -> list[_Side]:
    sides = []
    for card in deck.findall(f"{part}/card"):
        name = _UNFIT.sub("", _text(card, "name"))
        texts = _text(card, "id"), name, _text(card, "query")
        sides.append(_Side(*texts, _slots(card), line_of(card)))
    return sides


def _slots(card: Element) -> Sequence[int]:
    """The slots of a card, counted from 0: `0,1,2`, in brackets or not."""
    typed = _text(card, "slots").strip("[]() ").split(",")
    return [int(each) for each in map(str.strip, typed) if each.isdecimal() and len(each) < 7]


def _text(element: Element | None, key: str) -> str:
    return (element.findtext(key) or "").strip() if element is not None else ""


class _Order:
    """The pictures and the kind of the cards of an order."""

    def __init__(self, source: ImportSource, main: str, losses: list[Loss]) -> None:
        self._source, self._main, self._losses = source, main, losses
        self._names: dict[str, str] = {}
        self.pictures = SheetPictures(source, self._file_of, self._download_of, losses)

    def kind(self, cards: Sequence[_Card]) -> TakenKind | None:
        """The kind of the cards, None for an order without any."""
        for side in (side for card in cards for side in (card.front, card.back) if side):
            if side.name or side.id not in self._names:
                self._names[side.id] = side.name
        counted: dict[tuple[str, str], tuple[_Card, int]] = {}
        for card in cards:
            front, back = (side.id or side.name if side else "" for side in (card.front, card.back))
            counted[front, back] = card, counted.get((front, back), (card, 0))[1] + 1
        if not counted:
            return None
        size = self._size([card for card, _ in counted.values()])
        has_backs = any(card.back for card, _ in counted.values())
        ids = PieceIds()
        rows = []
        for number, (card, count) in enumerate(counted.values(), 1):
            name = _name_of(card)
            row = [ids.of(name, f"card-{number}"), name, str(min(count, limits.COPIES))]
            row += [self._art(card.front), self._label(card, name)]
            rows.append(row + ([self._art(card.back)] if has_backs else []))
        header = ["id", "name", "copies", "art", "label", "back.art"]
        return _kind(size, header[: 5 + has_backs], rows, has_backs=has_backs)

    def _art(self, side: _Side | None) -> str:
        if side is None or not (side.id or side.name):
            return ""
        address = side.id or side.name
        name = _split(self._names.get(address, ""))[0]
        return self.pictures.take(address, Place(self._main, side.line), called=name)

    def _download_of(self, address: str) -> tuple[str, str] | None:
        if not _DRIVE_ID.fullmatch(address):
            return None
        stem, ending = _split(self._names.get(address, ""))
        saved = f"{stem} ({address})" if stem else address
        return f"{_DRIVE}{address}", f"cards/{saved}{ending or '.png'}"

    def _label(self, card: _Card, name: str) -> str:
        front = card.front
        there = front is not None and self.pictures.is_there(front.id or front.name)
        return "" if there else text_of_plain(name[:80])

    def _file_of(self, address: str) -> str:
        """The file of a picture: at the path that is its id, or by name, or by name and id."""
        stem, ending = _split(self._names.get(address, ""))
        stems = [f"{stem} ({address})", stem, address] if stem else [address]
        tried = [address, *(f"{each}{ending}" for each in stems)]
        tried += [f"{each}{other}" for each in stems for other in ENDINGS]
        for each in tried:
            for folder in _FOLDERS:
                if found := self._source.find(f"{folder}{each}", self._main):
                    return found
        return ""

    def _size(self, cards: Sequence[_Card]) -> tuple[float, float]:
        """The size of the cards, by the proportions of the first pictures that are there."""
        for card in cards:
            side = card.front
            look = self.pictures.proportions(side.id or side.name, 1, 1) if side else None
            if look is None:
                continue
            near = min(_products(), key=lambda product: abs(product[3] / look - 1))
            if abs(near[3] / look - 1) <= _ALIKE:
                why = f"the size is that of {near[0]} cards, whose proportions the pictures have"
                self._approximate("size", why)
                return near[1], near[2]
        self._approximate("size", "an order names no size: 63 × 88 mm, with 3.05 mm of bleed")
        return _USUAL[1:]

    def _approximate(self, what: str, why: str) -> None:
        self._losses.append(Loss(Miss.LOOKS, what, why, Place(self._main), approximated=True))


@lru_cache(maxsize=1)
def _products() -> Sequence[tuple[str, float, float, float]]:
    """The decks of the shop: name, width, height, and width by height of a picture with bleed."""
    text = (RESOURCES / "products" / "mpc.csv").read_text(encoding="utf-8")
    found = []
    for row in csv.DictReader(text.splitlines()):
        width, height = float(row["finished_width_mm"]), float(row["finished_height_mm"])
        wide_by_high = float(row["width_px"]) / float(row["height_px"])
        found.append((row["identity"], width, height, wide_by_high))
    return found


def _kind(
    size: tuple[float, float],
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    has_backs: bool,
) -> TakenKind:
    bleed = round(_BLEED_PX / _DPI * MM_PER_INCH, 2)
    zone: dict[str, Value] = dict.fromkeys(("x", "y", "right", "bottom"), f"{-bleed:g}mm")
    zone["fit"] = "cover"
    zones: dict[str, dict[str, Value]] = {"art": zone}
    fields = {"art?": "image"}
    if any(row[4] for row in rows):
        fields["label?"] = "text"
        zones["label"] = {
            **dict.fromkeys(("x", "y", "right", "bottom"), "8%"),
            **{"over": "art", "size": "14pt", "least": "4pt", "font": "sans"},
            **{"align": "center", "valign": "middle", "colour": "#000000"},
        }
    else:
        header = [*header[:4], *header[5:]]
        rows = [[*row[:4], *row[5:]] for row in rows]
    back = TakenFace({"art": zone}, {"art?": "image"}) if has_backs else None
    return TakenKind(
        "card", "Cards", *size, TakenFace(zones, fields), back, header, rows, bleed_mm=bleed
    )


def _name_of(card: _Card) -> str:
    """The name of a card: that of its front's file, or what was searched for, or of its id."""
    side = card.front or card.back
    if side is None:
        return ""
    plain = side.id.replace("\\", "/").rpartition("/")[2]
    name = _split(side.name)[0] or side.query or ("" if _DRIVE_ID.fullmatch(plain) else plain)
    return "".join(sign for sign in name if sign.isprintable())[:200]


def _split(name: str) -> tuple[str, str]:
    """The stem of a file's name, and its ending if it is one of pictures."""
    ending = PurePosixPath(name).suffix
    return (name[: -len(ending)], ending) if ending.lower() in ENDINGS else (name, "")
