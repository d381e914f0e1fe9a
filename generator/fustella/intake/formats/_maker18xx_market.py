"""Takes the stock markets of 18xx-maker as boards of squares."""

from collections.abc import Mapping, Sequence

from fustella.core.processes import limits
from fustella.intake.formats._looks import text_of_plain
from fustella.intake.formats._maker18xx_colours import Palette
from fustella.intake.formats._maker18xx_map import BoardTaken, Told, letters_of
from fustella.intake.formats._maker18xx_values import (
    dict_in,
    dicts_in,
    list_in,
    number_of,
    words_of,
)
from fustella.intake.taken import Miss, TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value

_CELL_MM = (18.0, 18.0)
_EDGE_MM, _HEAD_MM = 8.0, 22.0
_LETTERS = 26
_ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
_SHOWN = frozenset(
    ("label", "value", "par", "arrow", "legend", "color", "subLabel", "height", "textColor")
)


def market_of(game: Mapping[str, object], palette: Palette, tell: Told) -> BoardTaken | None:
    """The market of a game, or None if it has none."""
    stock = dict_in(game, "stock")
    lines = _lines(stock, tell)
    columns, rows = max(map(len, lines), default=0), len(lines)
    if not columns:
        return None
    if columns * rows > limits.GRID_CELLS or columns > _LETTERS**2:
        tell(Miss.PIECES, "stock", "the stock market", f"it has {columns} × {rows} cells")
        return None
    legend = [palette.of_map(each.get("color")) for each in dicts_in(stock, "legend")]
    table = [["at", "value", "name", "colour"]]
    absent: list[str] = []
    for row, line in enumerate(lines, 1):
        for column in range(columns):
            cell = line[column] if column < len(line) else None
            at = f"{letters_of(column + 1)}{row}"
            if cell is None or cell == "":
                absent.append(at)
                continue
            typed = cell if isinstance(cell, Mapping) else {"value": cell}
            for key in sorted(typed.keys() - _SHOWN):
                why = "cells of a market are alike here"
                tell(Miss.LOOKS, '"market"', f"{key} of cells", why)
            number = round(number_of(typed.get("legend"), -1))
            colour = palette.of_map(typed.get("color"))
            if not colour and isinstance(typed.get("legend"), int) and 0 <= number < len(legend):
                colour = legend[number]
            if colour and colour != (lighter := palette.lighter(colour)):
                tell(
                    Miss.LOOKS,
                    f'"{words_of(typed.get("color"))}"',
                    f"the colour {colour} of cells",
                    "",
                )
                colour = lighter
            value = words_of(typed.get("label")) or words_of(typed.get("value"))
            marks = [
                *(["Par"] if typed.get("par") else []),
                words_of(typed.get("subLabel")),
                *(
                    _ARROWS.get(words_of(each).split(" ")[-1], "")
                    for each in list_in(typed, "arrow")
                ),
            ]
            shown = text_of_plain(" ".join(filter(None, marks)))
            table.append([at, text_of_plain(value), shown, colour])
    for key in ("ledges", "limits"):
        if list_in(stock, key):
            tell(Miss.LOOKS, f'"{key}"', f"{key} of the market", "draw it with areas of the board")
    grid: dict[str, Value] = {
        **{"shape": "square", "width": f"{_CELL_MM[0]:g}mm", "height": f"{_CELL_MM[1]:g}mm"},
        **{"columns": columns, "rows": rows, "first": "A1"},
        **{"x": f"{_EDGE_MM:g}mm", "y": f"{_HEAD_MM:g}mm"},
    }
    if absent:
        grid["without"] = " ".join(absent)
    layout: dict[str, dict[str, Value]] = {
        "title": {"x": "8mm", "y": "5mm", "width": "70mm", "height": "12mm", "least": "4pt"},
        "numbers": {"show": False},
        "hexes": {"size": "13pt", "least": "3pt"},
        "value": {
            **{"shape": "box", "fill": "none", "line": "none", "align": "left", "valign": "top"},
            **{"size": "18pt", "least": "3pt"},
        },
    }
    kind = TakenKind(
        "market",
        "Stock market",
        max(90.0, columns * _CELL_MM[0] + 2 * _EDGE_MM),
        rows * _CELL_MM[1] + _HEAD_MM + _EDGE_MM,
        TakenFace(layout),
        None,
        ["id", "title", "hexes"],
        [["market", "Stock market", "market-cells.csv"]],
        ready="hexmap",
        keys={"grid": grid},
    )
    return BoardTaken(kind, {"market-cells.csv": table})


def _lines(stock: Mapping[str, object], tell: Told) -> Sequence[Sequence[object]]:
    """The rows of a market; one of a single row that goes up and down has two."""
    market = list_in(stock, "market")
    if any(isinstance(row, list) for row in market):
        return [row if isinstance(row, list) else [row] for row in market]
    if stock.get("type") == "1Diag":
        tell(Miss.PLACES, '"1Diag"', "a market of one row, up and down", "")
        return [market[::2], market[1::2]]
    return [market] if market else []
