"""Says a request for a price as headings, paragraphs and tables, in the language of the game.

All forms of it are made of these blocks: the text, the workbook and the PDF.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from fustella.build.contents import contents_of
from fustella.core.values.model import Kind
from fustella.core.values.packed import GameBox
from fustella.core.values.paper import Stock
from fustella.core.words.printed import PAGE, POINT, QUOTE, SHOP
from fustella.export.quote.parts import Quote, QuotePart
from fustella.export.quote.press_sheet import EDGE_MM, SHOP_BLEED_MM

Cell: TypeAlias = str | float
"""A cell of a table: a text, or a number, which is written as the language writes it."""


class RequestHeading(Struct, frozen=True):
    """A heading above blocks."""

    text: str


class RequestParagraph(Struct, frozen=True):
    """A paragraph of the letter."""

    text: str


class Bullets(Struct, frozen=True):
    """A list of lines."""

    lines: tuple[str, ...]


class RequestTable(Struct, frozen=True):
    """A table with a name of its own, under which a workbook has it.

    Its numbers have at least so many `decimals`.
    """

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    decimals: int = 0

    def shown(self, cell: Cell, point: str) -> str:
        """The text of a cell."""
        return cell if isinstance(cell, str) else number(cell, point, self.decimals)


Block: TypeAlias = RequestHeading | RequestParagraph | Bullets | RequestTable


class Request(Struct, frozen=True):
    """A request for a price: its title, and its blocks in their order."""

    title: str
    blocks: tuple[Block, ...]
    point: str = "."

    @property
    def tables(self) -> tuple[RequestTable, ...]:
        return tuple(block for block in self.blocks if isinstance(block, RequestTable))


class RequestWords:
    """The words of a request in the language of a quote; numbers as that language writes them."""

    def __init__(self, quote: Quote) -> None:
        tool, language = quote.edition.game.tool_words, quote.edition.language
        self.shop: Mapping[str, str] = tool.section(SHOP, language)
        self.quote: Mapping[str, str] = tool.section(QUOTE, language)
        self.page: Mapping[str, str] = tool.section(PAGE, language)
        self.point = tool.text(POINT, language)

    def number(self, value: float) -> str:
        return number(value, self.point)

    def printed(self, sides: int, inks: str) -> str:
        """How many sides are printed, 1 or 2, and in which inks."""
        return f"{self.shop['two_sides' if sides > 1 else 'one_side']}, {inks}"

    def size(self, *sides_mm: float) -> str:
        """Lengths in millimetres, side by side: `63 × 88`."""
        return " × ".join(map(self.number, sides_mm))


def number(value: float, point: str, decimals: int = 0) -> str:
    """A number with `decimals` to two decimals, after the decimal sign of a language."""
    whole, _, part = f"{value:.2f}".partition(".")
    part = part.rstrip("0").ljust(decimals, "0")
    return f"{whole}{point}{part}" if part else whole


def request_of(
    quote: Quote, quantities: Sequence[int], files: Sequence[str] | None = None
) -> Request:
    """The request for prices of some quantities; `files` says which files go with it."""
    words = RequestWords(quote)
    shop, title = words.shop, quote.edition.title
    kinds = len(quote.parts)
    blocks: list[Block] = [
        RequestParagraph(shop["greeting"]),
        RequestParagraph(shop["asks"].format(title=title, version=quote.version)),
        _runs(shop, quantities),
        RequestHeading(words.quote["heading.printed"]),
        RequestParagraph(shop["contains"].format(copies=quote.copies, kinds=kinds)),
        _parts(quote, words),
        RequestParagraph(
            words.quote["sheet"].format(
                width=words.number(quote.press.width_mm),
                height=words.number(quote.press.height_mm),
                margin=words.number(EDGE_MM),
            )
        ),
        *_boards(quote, words),
        *_boxes(quote, words),
        *_game_box(quote, words),
        *_bought(quote, words),
        *_assembly(quote, words),
        RequestHeading(words.quote["heading.weight"]),
        RequestParagraph(" ".join(_weight(quote, words))),
        RequestParagraph(shop["unknown"]),
    ]
    if files:
        blocks += [RequestParagraph(shop["files"]), Bullets(tuple(files))]
        blocks += [RequestParagraph(f"{shop['cut']} {shop['colours']}")]
    blocks += [RequestParagraph(shop["closing"])]
    return Request(shop["subject"].format(title=title), tuple(blocks), words.point)


def _runs(shop: Mapping[str, str], quantities: Sequence[int]) -> RequestTable:
    heads = ("boxes", "price_per_box", "price_in_total", "shipping", "days")
    rows = tuple((float(run), "", "", "", "") for run in quantities)
    return RequestTable("runs", tuple(shop[f"runs.{head}"] for head in heads), rows)


def _parts(quote: Quote, words: RequestWords) -> RequestTable:
    """The table of printed parts: the kinds, the nets of boxes, and the booklet."""
    heads = ("part", "pieces", "designs", "size", "shape", "material", "print", "bleed")
    more = ("tools", "per_sheet", "weight")
    forms = {box.part.id: words.quote[f"forms.{box.form}"] for box in quote.boxes}
    rows = [_part(part, words, forms.get(part.id, "")) for part in quote.made]
    if quote.booklet is not None:
        booklet = quote.booklet
        rows.append(
            (
                f"{booklet.name} ({words.shop['booklet']})",
                1,
                booklet.pages,
                words.size(booklet.size.width_mm, booklet.size.height_mm),
                words.shop["shapes.rectangle"],
                ", ".join(material(booklet.stock, words)),
                words.printed(2, "4/4"),
                f"{words.number(SHOP_BLEED_MM)} mm",
                "",
                "",
                round(booklet.grams, 1) or words.quote["unknown"],
            )
        )
    columns = (*(words.shop[f"parts.{head}"] for head in heads),)
    columns += (*(words.quote[f"parts.{head}"] for head in more),)
    return RequestTable(words.quote["heading.printed"], columns, tuple(rows))


def _part(part: QuotePart, words: RequestWords, form: str) -> tuple[Cell, ...]:
    """The row of a part; `form` is what sort of box it is, "" for other pieces."""
    kind, size = part.kind, part.kind.outline.size
    tools = ["punched"] if part.punched else []
    too_large = "" if part.punched else words.quote["too_large"]
    return (
        f"{part.name} ({form})" if form else part.name,
        part.copies,
        part.designs,
        words.size(size.width_mm, size.height_mm),
        _shape(kind, words),
        ", ".join(material(kind.stock, words)),
        ". ".join(filter(None, (words.printed(part.sides, part.inks), _plates(part, words)))),
        f"{words.number(kind.bleed_mm)} mm" if kind.bleed_mm else words.shop["none"],
        ", ".join(words.quote[f"tools.{tool}"] for tool in (*tools, *part.tools)),
        part.per_sheet or too_large,
        round(part.grams, 1) or words.quote["unknown"],
    )


def _plates(part: QuotePart, words: RequestWords) -> str:
    """The plates of special inks: `special plates: Gold (foil; front)`; "" without any."""
    named = [
        f"{one.ink.plate} ({words.quote[f'inks.{one.ink.sort}']}; "
        f"{', '.join(words.page[side.value] for side in one.sides)})"
        for one in part.plates
    ]
    return words.quote["plates"].format(plates=", ".join(named)) if named else ""


def _boards(quote: Quote, words: RequestWords) -> Iterator[Block]:
    """Yields the table of punchboards, and how the pieces hang in them; nothing without any."""
    if not quote.boards:
        return
    shop, own = words.shop, words.quote
    heads = (
        *(shop["parts.part"], own["boards.copies"], own["boards.designs"], own["boards.dies"]),
        *(shop["parts.size"], shop["parts.material"], shop["parts.print"], own["boards.pieces"]),
        *(own["parts.per_sheet"], own["parts.weight"]),
    )
    rows = tuple(
        (
            one.name,
            one.copies,
            one.designs,
            one.dies,
            words.size(one.size.width_mm, one.size.height_mm),
            ", ".join(material(one.stock, words)),
            words.printed(one.sides, one.inks),
            one.pieces,
            one.per_sheet or own["too_large"],
            round(one.grams, 1) or own["unknown"],
        )
        for one in quote.boards
    )
    yield RequestHeading(own["heading.boards"])
    yield RequestTable(own["heading.boards"], heads, rows)
    rules = quote.boards[0].rules
    yield RequestParagraph(
        own["boards.nicks"].format(
            count=rules.nicks.count,
            width=words.number(rules.nicks.width_mm),
            gap=words.number(rules.gap_mm),
            web=words.number(rules.web_mm),
        )
    )


def _shape(kind: Kind, words: RequestWords) -> str:
    outline = kind.outline
    if outline.is_rectangle and outline.corner_radius_mm:
        radius = words.number(outline.corner_radius_mm)
        return words.shop["shapes.rounded"].format(radius=radius)
    return words.shop[f"shapes.{outline.shape.value}"]


def material(stock: Stock | None, words: RequestWords) -> Iterator[str]:
    """Yields what a shop makes of a stock: material, thickness, weight, finish."""
    if stock is None:
        return
    yield stock.shop.material or stock.id
    yield f"{words.number(stock.thickness_mm)} mm"
    if stock.shop.grams_m2:
        yield f"{words.number(stock.shop.grams_m2)} g/m²"
    if stock.shop.finish:
        yield stock.shop.finish


def _boxes(quote: Quote, words: RequestWords) -> Iterator[Block]:
    if not quote.boxes:
        return
    heads = tuple(words.quote[f"boxes.{head}"] for head in ("box", "form", "inside", "holds"))
    rows = tuple(
        (
            box.part.name,
            words.quote[f"forms.{box.form}"],
            words.size(*box.room),
            ", ".join(f"{copies} {name}" for _, name, copies in box.holds),
        )
        for box in quote.boxes
    )
    title = words.quote["heading.boxes"]
    yield RequestHeading(title)
    yield RequestTable(title, heads, rows)


def _game_box(quote: Quote, words: RequestWords) -> Iterator[Block]:
    """Yields the size of the box of the whole game, where game.yaml says it."""
    box = quote.edition.game.box
    if box is not None and quote.whole:
        size = words.size(box.width_mm, box.depth_mm, box.height_mm)
        said = words.quote["game_box"].format(size=size, wall=words.number(box.wall_mm))
        if not quote.boxes:
            yield RequestHeading(words.quote["heading.boxes"])
        yield RequestParagraph(" ".join((said, *_folded(quote, box, words))))


def _folded(quote: Quote, box: GameBox, words: RequestWords) -> Iterator[str]:
    """Yields how boards and sheets are folded that lie in the box so."""
    contents, _ = contents_of(quote.edition, box, None)
    for one in contents:
        if one.folded > 1:
            size = words.size(one.size.width_mm, one.size.height_mm)
            yield words.quote["folded"].format(name=one.name, size=size, layers=one.folded)


def _bought(quote: Quote, words: RequestWords) -> Iterator[Block]:
    if not quote.bought:
        return
    shop, own = words.shop, words.quote
    count, made_of = shop["parts.pieces"], shop["parts.material"]
    heads = (shop["parts.part"], count, own["bought.size"], made_of, own["parts.weight"])
    language = quote.edition.language
    rows = tuple(
        (
            quote.bought_name(one),
            one.count,
            one.size,
            str(one.material.in_language(language)) if one.material else "",
            round(one.count * one.grams, 1) or own["unknown"],
        )
        for one in quote.bought
    )
    yield RequestHeading(own["heading.bought"])
    yield RequestTable(own["heading.bought"], heads, rows)


def _assembly(quote: Quote, words: RequestWords) -> Iterator[Block]:
    """Yields what is put into which box; nothing for a game without boxes.

    Boards go into the box as they are; a box for what is pressed out of them lies in it empty.
    """
    punched = {part.id for part in quote.parts if part.punched}
    lines, empty = list[str](), list[str]()
    for box in quote.boxes:
        held = [f"{copies} {name}" for kind, name, copies in box.holds if kind not in punched]
        if held:
            lines.append(f"{box.part.name}: {', '.join(held)}")
        elif box.holds:
            empty.append(words.quote["empty"].format(name=box.part.name))
    loose = [f"{part.copies} {part.name}" for part in quote.loose if not part.punched]
    loose += [f"{boards.copies} {boards.name}" for boards in quote.boards]
    loose += empty
    loose += [quote.booklet.name] if quote.booklet else []
    loose += [f"{one.count} {quote.bought_name(one)}" for one in quote.bought]
    if (lines or empty) and loose:
        lines.append(f"{words.quote['loose']}: {', '.join(loose)}")
    if lines:
        yield RequestHeading(words.quote["heading.assembly"])
        yield Bullets(tuple(lines))


def _weight(quote: Quote, words: RequestWords) -> Iterator[str]:
    grams, unknown = words.number(round(quote.grams)), quote.of_unknown_weight
    if unknown:
        names = ", ".join(unknown)
        yield words.quote["weighs_partly"].format(grams=grams, names=names)
    else:
        yield words.quote["weighs"].format(grams=grams)
    volume, unmeasured = words.number(round(quote.volume_mm3 / 1000)), quote.of_unknown_volume
    yield words.quote["volume"].format(volume=volume)
    if unmeasured:
        yield words.quote["volume_unknown"].format(names=", ".join(unmeasured))
