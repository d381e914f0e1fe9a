"""Exports cards to MakePlayingCards and other shops of its group: pictures, and orders.

An order is XML for mpc-autofill, a program that fills in the shop's forms. It has a slot, counted
from 0, for each copy of each card. All cards of an order have one size.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.values.model import SideName
from fustella.export.formats._pictures import shared_backs
from fustella.export.formats._products import Product, ProductFit, products_at
from fustella.export.formats._shops import at_shop_dpi, bleed_told, cards_of, rules_left_out
from fustella.export.game import Exported, ExportGame, ExportPiece, written
from fustella.write.pictures import blank_png

ABOUT = "MakePlayingCards: pictures of the cards, and an order with each copy"

OPTIONS: frozenset[str] = frozenset()

_STOCK = "(S30) Standard Smooth"


class _Card(Struct, frozen=True):
    """A piece that becomes a card, with the files of its two sides."""

    piece: ExportPiece
    front: str
    back: str


def export(game: ExportGame) -> Exported:
    shop = products_at(game, "mpc")
    kinds, warnings = cards_of(game, shop.name)
    files: dict[str, OutputFile] = {}
    cards: dict[Product, list[_Card]] = {}
    for pieces in kinds:
        fit, about = shop.fit(pieces[0])
        warnings += about
        if fit:
            warnings += bleed_told(game, pieces, shop.rules.bleed_mm)
            of_kind = _cards_named(game, pieces, fit, files)
            cards.setdefault(fit.product, []).extend(of_kind)
    orders = [
        (product, part)
        for product in shop.products
        for part in _orders_of(cards.get(product, ()), shop.rules.most_cards)
    ]
    listed = [
        _order(game, "order.xml" if len(orders) == 1 else f"order-{number}.xml", product, part)
        for number, (product, part) in enumerate(orders, start=1)
    ]
    notes = [*_notes(orders, listed), *at_shop_dpi(game), *rules_left_out(game, shop.name)]
    return Exported([*files.values(), *listed], tuple(warnings), tuple(notes))


def _cards_named(
    game: ExportGame, pieces: Sequence[ExportPiece], fit: ProductFit, files: dict[str, OutputFile]
) -> Iterator[_Card]:
    """Names the files of a kind's cards, and adds their pictures to `files`."""
    kind, shared = pieces[0].kind, shared_backs(pieces)
    name = game.kind_name(kind)
    for piece in pieces:
        edge = game.edge_of(piece.kind)
        front = f"fronts/{kind.id}-{piece.id}.png"
        files[front] = game.picture(front, piece.front, fit.form(SideName.FRONT), name, edge)
        if piece.back:
            back = f"backs/{kind.id}-{shared.get(piece.back.digest, piece.id)}.png"
            files[back] = game.picture(back, piece.back, fit.form(SideName.BACK), name, edge)
        else:
            size_px = fit.product.size_px
            back = f"backs/blank-{size_px[0]}x{size_px[1]}.png"
            files[back] = written(back, blank_png(size_px))
        yield _Card(piece, front, back)


def _orders_of(cards: Sequence[_Card], most: int) -> Iterator[list[_Card]]:
    """Divides the copies of all cards into orders of at most `most`, 0 for one order."""
    copies = [card for card in cards for _ in range(card.piece.copies)]
    for first in range(0, len(copies), most or len(copies)):
        yield copies[first : first + (most or len(copies))]


def _order(game: ExportGame, file: str, product: Product, cards: Sequence[_Card]) -> OutputFile:
    order = ElementTree.Element("order")
    details = ElementTree.SubElement(order, "details")
    for tag, text in (("quantity", str(len(cards))), ("stock", _STOCK), ("foil", "false")):
        ElementTree.SubElement(details, tag).text = text
    common = Counter(card.back for card in cards).most_common(1)[0][0]
    fronts, backs = (ElementTree.SubElement(order, tag) for tag in ("fronts", "backs"))
    slots: dict[tuple[str, str], list[int]] = {}
    for slot, card in enumerate(cards):
        slots.setdefault((card.front, card.piece.name), []).append(slot)
    for (front, name), named in slots.items():
        _add_side(game, fronts, front, name, named)
    others: dict[str, list[int]] = {}
    for slot, card in enumerate(cards):
        if card.back != common:
            others.setdefault(card.back, []).append(slot)
    for back, named in others.items():
        _add_side(game, backs, back, "", named)
    ElementTree.SubElement(order, "cardback").text = _path(game, common)
    ElementTree.indent(order)
    name = f"{product.identity}, {len(cards)}"
    return written(file, ElementTree.tostring(order, "utf-8") + b"\n", name, pieces=len(cards))


def _add_side(
    game: ExportGame, side: ElementTree.Element, file: str, query: str, slots: Sequence[int]
) -> None:
    card = ElementTree.SubElement(side, "card")
    for tag, text in (
        ("id", _path(game, file)),
        ("sourceType", "Local File"),
        ("slots", ",".join(map(str, slots))),
        ("name", file.rpartition("/")[2]),
        ("query", "".join(letter for letter in query if letter.isprintable())),
    ):
        ElementTree.SubElement(card, tag).text = text


def _path(game: ExportGame, file: str) -> str:
    return str(game.folder.absolute() / file)


def _notes(
    orders: Sequence[tuple[Product, Sequence[_Card]]], files: Sequence[OutputFile]
) -> Iterator[str]:
    for (product, cards), file in zip(orders, files, strict=True):
        size = product.finished
        yield (
            f"{file.file}: {len(cards)} cards, {product.identity}, "
            f"{size.width_mm:g} x {size.height_mm:g} mm"
        )
    if files:
        yield "mpc-autofill puts an order into the shop's cart; leave the pictures where they lie"
