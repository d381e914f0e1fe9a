"""Works out what a run costs by a designer's own prices; what has no price is named."""

from collections.abc import Sequence

from fustella.core.values.prices import GAME, RULES, Per, Price, PriceTable
from fustella.export.quote.boards import QuoteBoards
from fustella.export.quote.parts import Quote, QuotePart
from fustella.export.quote.request import (
    Bullets,
    Request,
    RequestParagraph,
    RequestTable,
    RequestWords,
)

_CENTS = 2


def parts_of(quote: Quote) -> dict[str, str]:
    """The names by which a table of prices knows parts, each with the name that people read."""
    first = quote.edition.game.languages[0]
    names = {part.id: part.name for part in quote.made}
    names |= {boards.id: boards.name for boards in quote.boards}
    names |= {RULES: quote.booklet.name} if quote.booklet else {}
    names |= {str(one.name.in_language(first)): quote.bought_name(one) for one in quote.bought}
    return names


def cost_of(price: Price, quote: Quote, games: int) -> float | None:
    """What a price comes to in a run; None where it cannot be known, as sheets of a booklet."""
    made: tuple[QuotePart | QuoteBoards, ...] = (*quote.made, *quote.boards)
    part = next((part for part in made if part.id == price.part), None)
    match price.per:
        case Per.RUN:
            return price.amount
        case Per.GAME:
            return price.amount * games
        case Per.PIECE:
            return price.amount * games * _copies(price.part, part, quote)
        case Per.SHEET:
            sheets = part.sheets(games) if part else 0
            return price.amount * sheets if sheets else None
        case Per.TOOL:
            return price.amount * part.dies if part else None


def _copies(name: str, part: QuotePart | QuoteBoards | None, quote: Quote) -> int:
    if part is not None:
        return part.copies
    first = quote.edition.game.languages[0]
    counts = {str(one.name.in_language(first)): one.count for one in quote.bought}
    return counts.get(name, 1)


def costs_of(quote: Quote, prices: PriceTable, quantities: Sequence[int]) -> Request:
    """The table of costs: a row for each part, a column for each run, sums, and what is left out.

    A part counts as priced in a run if the table has a price that grows with it. What is punched
    costs what its boards cost, and what the table says of it besides.
    """
    words = RequestWords(quote)
    names = parts_of(quote)
    punched = {part.id for part in quote.made if part.punched}
    rows: list[tuple[str | float, ...]] = []
    totals, unpriced = [0.0] * len(quantities), dict[str, None]()
    for part, name in (*names.items(), (GAME, words.quote["costs.game"])):
        row: list[str | float] = [name]
        for at, games in enumerate(quantities):
            held = prices.of(part, games)
            costs = [cost_of(price, quote, games) for price in held]
            known = [cost for cost in costs if cost is not None]
            grows = any(
                price.per.grows and cost is not None
                for price, cost in zip(held, costs, strict=True)
            )
            if part not in (GAME, *punched) and not grows:
                unpriced[name] = None
            totals[at] += sum(known)
            row.append(round(sum(known), 2) if known else "")
        if part not in (GAME, *punched) or any(cell != "" for cell in row[1:]):
            rows.append(tuple(row))
    total = quote.edition.game.tool_words.text("sheet.total", quote.edition.language)
    unit = f" ({prices.currency})" if prices.currency else ""
    rows.append((f"{total}{unit}", *(round(cost, 2) for cost in totals)))
    each = zip(totals, quantities, strict=True)
    rows.append(
        (
            f"{words.quote['costs.each']}{unit}",
            *(round(cost / games, 2) for cost, games in each),
        )
    )
    runs = (words.quote["costs.games"].format(count=games) for games in quantities)
    heads = (words.quote["costs.part"], *runs)
    title = words.quote["heading.costs"]
    blocks: list[RequestParagraph | Bullets | RequestTable] = [
        RequestTable(title, heads, tuple(rows), _CENTS)
    ]
    if unpriced:
        names_left = ", ".join(unpriced)
        blocks.append(RequestParagraph(words.quote["costs.partly"].format(names=names_left)))
    return Request(f"{title}: {quote.edition.title}", tuple(blocks), words.point)
