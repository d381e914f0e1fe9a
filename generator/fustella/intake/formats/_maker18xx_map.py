"""Takes the maps of 18xx-maker as boards of hexagons, and its stock markets as boards of squares.

A hexagon is called by the letter of its row and a number that goes in twos; on maps whose hexagons
lie on a side (`"orientation": "horizontal"`) the letter is that of its column.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import text_of_plain
from fustella.intake.formats._maker18xx_colours import Palette
from fustella.intake.formats._maker18xx_rails import rails_of
from fustella.intake.formats._maker18xx_values import (
    dict_in,
    dicts_in,
    list_in,
    number_of,
    texts_in,
    words_of,
)
from fustella.intake.taken import Miss, TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value

Told = Callable[[Miss, str, str, str], None]
"""Takes a loss: what it is about, its key, what it is, and why; approximated without `why`."""

FLATS_MM = 38.0
_EDGE_MM = 8.0
_HEAD_MM = 26.0
_LETTERS = 26
_NAME = regex(r"([A-Z]{1,3})([0-9]{1,3})")
_POINT = regex(r"([A-Z]{1,3}[0-9]{1,3})([ps])([1-6])")
_MOST_COPIES = 20
_PHASES = 4

_SIGNS = {
    **{"mountain": "mountains", "hill": "hills", "swamp": "marsh", "marsh": "marsh"},
    **{"water": "waves", "river": "waves", "stream": "waves", "lake": "waves", "ocean": "waves"},
    **{"woods": "trees", "forest": "trees", "tree": "trees", "cactus": "sand", "desert": "sand"},
}
_PENS = {"mountains": "#8a6f4d", "hills": "#9c7f4f", "marsh": "#6f8f6a", "waves": "#4f93bd"}
_PENS |= {"trees": "#5f8a4a", "sand": "#b59a5c", "": ""}
_SHOWN = frozenset(
    (
        *("color", "hexes", "copy", "variation", "track", "offBoardTrack", "cities", "towns"),
        *("centerTowns", "boomtowns", "mediumCities", "halts", "names", "labels", "values"),
        *("terrain", "offBoardRevenue", "companies", "borders", "id", "quantity", "rotations"),
        *("routeBonuses", "routeBonus", "mountain", "water", "name"),
        *("print", "broken", "group", "aliases", "tile"),
    )
)
_WHY = {
    "icons": "pictures of the program are not in the file",
    "tokens": "spots for tokens are left: name them in `label`",
    "bridges": "the price of a side is left: name it in `cost`",
    "tunnels": "the price of a side is left: name it in `cost`",
    "removeBorders": "lines between all cells are alike",
}
_HEADER = (
    *("at", "terrain", "name", "track", "city", "town", "home", "value", "cost", "label", "colour"),
    *(f"values.{n}.{key}" for n in range(1, _PHASES + 1) for key in ("value", "colour")),
)


class BoardTaken(Struct, frozen=True):
    """A board with its tables, by their names."""

    kind: TakenKind
    tables: Mapping[str, Sequence[Sequence[str]]]


def maps_of(game: Mapping[str, object], palette: Palette, tell: Told) -> Iterator[BoardTaken]:
    """Yields the maps of a game."""
    typed = [each for each in list_in(game, "map") if isinstance(each, Mapping)]
    for number, each in enumerate(typed[:_MOST_COPIES], 1):
        board = _Map(game, typed, each, palette, tell, number if len(typed) > 1 else 0).taken()
        if board:
            yield board


class _Map:
    def __init__(
        self,
        game: Mapping[str, object],
        maps: Sequence[Mapping[str, object]],
        typed: Mapping[str, object],
        palette: Palette,
        tell: Told,
        number: int,
    ) -> None:
        self._info, self._typed = dict_in(game, "info"), typed
        self._maps, self._palette, self._tell = maps, palette, tell
        self._flat = self._info.get("orientation") == "horizontal"
        self._id = f"map-{number}" if number else "map"
        self._terrain: dict[str, list[str]] = {}
        self._edges: dict[tuple[str, str], None] = {}

    def taken(self) -> BoardTaken | None:
        """The map, or None for one without a hexagon."""
        hexes = self._hexes()
        places = {name: place for name in hexes if (place := _place_of(name))}
        for name in [name for name in hexes if name not in places]:
            why = "a hexagon is called by letters and a number, such as C4"
            self._tell(Miss.PLACES, "map", f"hexagon {name}", why)
        if not places:
            return None
        parities = Counter((x + y) % 2 for x, y in places.values())
        parity = parities.most_common(1)[0][0]
        for name in [name for name, (x, y) in places.items() if (x + y) % 2 != parity]:
            why = "its letter and its number do not fit to those of the others"
            self._tell(Miss.PLACES, "map", f"hexagon {name}", why)
            del places[name]
        low_x, high_x = _ends(x for x, _ in places.values())
        low_y, high_y = _ends(y for _, y in places.values())
        # The first row and the one beside it begin at the least number, and at the next one.
        shifted = (low_x + low_y) % 2 != parity
        first = low_x + (1 if shifted else 0)
        across, down = (high_x - low_x) // 2 + 1, high_y - low_y + 1
        if across * down > limits.GRID_CELLS:
            self._tell(Miss.PIECES, "map", self._id, f"it has {across} × {down} hexagons")
            return None
        shift = "odd" if (low_y % 2 == 1) == shifted else "even"
        rows = [self._row(name, hexes[name]) for name in places]
        self._map_borders(places)
        grid: dict[str, Value] = {
            **{"across_flats": f"{FLATS_MM:g}mm", "top": "flat" if self._flat else "pointed"},
            **({"columns": down, "rows": across} if self._flat else {}),
            **({} if self._flat else {"columns": across, "rows": down}),
            **{"first": f"{letters_of(low_y)}{first}", "rows_first": not self._flat},
            **{"shift": shift, "by_twos": True},
            **{"x": f"{_EDGE_MM:g}mm", "y": f"{_HEAD_MM:g}mm"},
        }
        absent = _absent(places.values(), (low_x, low_y), (across, down), shifted)
        if absent:
            grid["without"] = " ".join(absent)
        corner_mm = FLATS_MM * 2 / math.sqrt(3)
        along = (across + (0.5 if down > 1 else 0)) * FLATS_MM
        over = (0.75 * (down - 1) + 1) * corner_mm
        wide, high = (over, along) if self._flat else (along, over)
        name = words_of(self._typed.get("name"))
        title = " ".join(filter(None, (words_of(self._info.get("title")), name)))
        tables: dict[str, Sequence[Sequence[str]]] = {f"{self._id}-hexes.csv": [_HEADER, *rows]}
        header, cells = (
            ["id", "title", "hexes"],
            [self._id, text_of_plain(title), f"{self._id}-hexes.csv"],
        )
        for of, table in (("terrain", self._terrain_rows()), ("edges", self._edge_rows())):
            if len(table) > 1:
                tables[f"{self._id}-{of}.csv"] = table
                header.append(of)
                cells.append(f"{self._id}-{of}.csv")
        head: dict[str, Value] = {"x": "8mm", "y": "5mm", "width": "120mm", "height": "16mm"}
        look: dict[str, dict[str, Value]] = {
            "title": {**head, "least": "4pt"},
            "hexes": {"least": "3pt"},
            "value": {"least": "3pt"},
            "cost": {"least": "3pt"},
            "label": {"least": "3pt"},
        }
        kind = TakenKind(
            self._id,
            f"Map {name}".strip(),
            max(136.0, round(wide + 2 * _EDGE_MM, 1)),
            round(high + _HEAD_MM + _EDGE_MM, 1),
            TakenFace(look),
            None,
            header,
            [cells],
            ready="hexmap",
            keys={"grid": grid},
        )
        return BoardTaken(kind, tables)

    def _hexes(self) -> dict[str, Mapping[str, object]]:
        """What lies in each hexagon, by its name; what is stated later lies above."""
        every = dicts_in(self._typed, "hexes")
        removed: set[object] = set()
        if (copied := self._typed.get("copy")) is not None:
            number = round(number_of(copied, -1))
            if 0 <= number < len(self._maps):
                removed = {name for name in list_in(self._typed, "remove") if isinstance(name, str)}
                every = [
                    *({**each, "hexes": _but(each, removed)} for each in dicts_in(
                        self._maps[number], "hexes")),
                    *every,
                ]  # fmt: skip
        by_name = {name: each for each in every for name in _but(each, ())}
        found: dict[str, Mapping[str, object]] = {}
        for each in every:
            whole = _whole(each, by_name)
            for key in sorted(whole.keys() - _SHOWN):
                why = _WHY.get(key, "nothing of a map here is drawn like it")
                self._tell(Miss.LOOKS, f'"{key}"', f"{key} in hexagons", why)
            found |= dict.fromkeys(_but(each, ()), whole)
        return found

    def _row(self, name: str, hexagon: Mapping[str, object]) -> list[str]:
        rails = rails_of(hexagon, 3 if self._flat else 4)
        for lost in rails.lost:
            self._tell(Miss.LOOKS, '"hexes"', f"{lost} on the map", "")
        label = [words_of(each.get("label")) for each in dicts_in(hexagon, "labels")]
        bonuses = (*dicts_in(hexagon, "routeBonuses"), dict_in(hexagon, "routeBonus"))
        label += [words_of(each.get("value")) for each in bonuses]
        label += [words_of(each.get("label")) for each in dicts_in(hexagon, "tokens")]
        homes = list(dict.fromkeys(filter(None, _homes(hexagon))))
        if not rails.city or dict_in(hexagon, "offBoardRevenue"):
            label, homes = [*label, *homes], []
        values = list(dict.fromkeys(value_texts(hexagon)))
        costs = [cost for each in _terrain_in(hexagon) if (cost := words_of(each.get("cost")))]
        terrain = list(dict.fromkeys(self._terrain_words(hexagon)))
        self._sides(name, hexagon)
        phases = [
            (words_of(each.get("cost", each.get("value", each.get("revenue")))), each.get("color"))
            for each in dicts_in(dict_in(hexagon, "offBoardRevenue"), "revenues")
        ]
        names = " / ".join(dict.fromkeys(names_in(hexagon)))
        cells = [
            *(name, "; ".join(terrain), text_of_plain(names)),
            *(rails.track, rails.city, rails.town, text_of_plain("; ".join(homes))),
            *(text_of_plain("/".join(values)), text_of_plain("/".join(dict.fromkeys(costs)))),
            *(text_of_plain(" ".join(dict.fromkeys(filter(None, label)))), self._colour(hexagon)),
        ]
        shown = [pair for pair in phases if pair[0]]
        if len(shown) > _PHASES:
            what = "revenues of more than four phases"
            self._tell(Miss.TEXTS, '"offBoardRevenue"', what, "cells show four of them")
        for value, colour in shown[:_PHASES]:
            cells += [text_of_plain(value), self._palette.of_map(colour)]
        return cells + [""] * (len(_HEADER) - len(cells))

    def _colour(self, hexagon: Mapping[str, object]) -> str:
        return self._palette.of_map(hexagon.get("color"))

    def _terrain_words(self, hexagon: Mapping[str, object]) -> Iterator[str]:
        for each in _terrain_in(hexagon):
            name = words_of(each.get("type"))
            if not name:
                continue
            if name not in self._terrain:
                sign = _SIGNS.get(name.lower(), "")
                self._terrain[name] = [name, _PENS[sign], sign, "", ""]
                if not sign:
                    why = "it has no sign here: give it one in the table of terrains"
                    self._tell(Miss.LOOKS, '"terrain"', f"the sign of {name}", why)
            yield name

    def _sides(self, name: str, hexagon: Mapping[str, object]) -> None:
        for each in dicts_in(hexagon, "borders"):
            side = round(number_of(each.get("side")))
            if 1 <= side <= 6:
                self._edge(name, side, each)

    def _edge(self, name: str, side: int, typed: Mapping[str, object]) -> None:
        """A line on a side, whose numbers are those of the source."""
        if not (colour := self._palette.of_map(typed.get("color"))):
            return
        dashed = "dashed " if typed.get("dashed") or typed.get("dashArray") else ""
        terrain = f"{dashed}{words_of(typed.get('color'))} line"
        self._terrain.setdefault(terrain, [terrain, colour, "", "1.6", "3" if dashed else ""])
        ours = (side - 1 + (3 if self._flat else 4)) % 6 + 1
        self._edges[f"{name}/{ours}", terrain] = None

    def _map_borders(self, places: Mapping[str, tuple[int, int]]) -> None:
        """Lines between corners of one hexagon that are beside each other lie on its sides."""
        for each in dicts_in(self._typed, "borders"):
            points = [_POINT.fullmatch(text) for text in texts_in(list_in(each, "coords"))]
            for one, two in pairwise(points):
                apart = (int(two[3]) - int(one[3])) % 6 if one and two else 0
                if (
                    one is None
                    or two is None
                    or (one[1], one[2]) != (two[1], two[2])
                    or apart not in (1, 5)
                    or one[1] not in places
                ):
                    why = "it does not run along a side of one hexagon"
                    self._tell(Miss.LOOKS, '"borders"', "parts of lines on the map", why)
                    continue
                corner = int(one[3]) if apart == 1 else int(two[3])
                self._edge(one[1], _side_after(corner, self._flat), each)
        for key in ("borderTexts", "lines"):
            if dicts_in(self._typed, key):
                why = "nothing of a map here is drawn like it"
                self._tell(Miss.LOOKS, f'"{key}"', f"{key} of the map", why)

    def _terrain_rows(self) -> list[list[str]]:
        return [["name", "colour", "sign", "width", "dash"], *self._terrain.values()]

    def _edge_rows(self) -> list[list[str]]:
        by_terrain: dict[str, list[str]] = {}
        for at, terrain in self._edges:
            by_terrain.setdefault(terrain, []).append(at)
        rows = [[" ".join(at), terrain] for terrain, at in by_terrain.items()]
        return [["at", "terrain"], *rows]


def _side_after(corner: int, flat: bool) -> int:
    """The side of the source that begins at a corner and goes to the next one."""
    return (corner + (1 if flat else 4)) % 6 + 1


def _place_of(name: str) -> tuple[int, int] | None:
    """The number, and the row (or column) of the letter from 1; None for no name of a hexagon."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    letters = 0
    for sign in found[1]:
        letters = letters * _LETTERS + ord(sign) - ord("A") + 1
    return int(found[2]), letters


def letters_of(number: int) -> str:
    """The letters of a row or column, from 1: A to Z, AA, AB."""
    shown = ""
    while number > 0:
        number, rest = divmod(number - 1, _LETTERS)
        shown = chr(ord("A") + rest) + shown
    return shown


def _ends(numbers: Iterator[int]) -> tuple[int, int]:
    every = list(numbers)
    return min(every), max(every)


def _absent(
    places: object, low: tuple[int, int], counts: tuple[int, int], shifted: bool
) -> list[str]:
    """The cells of a grid that the map does not have, as ways where several are in a row."""
    there = set(places)  # type: ignore[call-overload]
    found: list[str] = []
    for row in range(counts[1]):
        begin = low[0] + (1 if shifted == (row % 2 == 0) else 0)
        run: list[str] = []
        for column in range(counts[0] + 1):
            place = (begin + 2 * column, low[1] + row)
            name = f"{letters_of(place[1])}{place[0]}"
            if column < counts[0] and place not in there:
                run.append(name)
            elif run:
                found.append(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}")
                run = []
    return found


def _but(hexagon: Mapping[str, object], removed: object) -> list[str]:
    """The names of the hexagons that an entry is about."""
    names = [words_of(name).upper() for name in list_in(hexagon, "hexes")]
    return [name for name in names if name and name not in removed]  # type: ignore[operator]


def _whole(
    hexagon: Mapping[str, object], by_name: Mapping[str, Mapping[str, object]], depth: int = 0
) -> Mapping[str, object]:
    """A hexagon with what it copies from another one; its tracks are added to those of that one."""
    copied = by_name.get(words_of(hexagon.get("copy")).upper())
    if copied is None or copied is hexagon or depth >= _MOST_COPIES:
        return hexagon
    base = _whole(copied, by_name, depth + 1)
    tracks = [*list_in(hexagon, "track"), *list_in(base, "track")][:100]
    return {**base, **hexagon, **({"track": tracks} if tracks else {})}


def _terrain_in(hexagon: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yields the terrain of a hexagon, also as older files have it, by its own key."""
    yield from dicts_in(hexagon, "terrain")
    for key in ("mountain", "water"):
        if typed := dict_in(hexagon, key):
            yield {**typed, "type": key}


def value_texts(hexagon: Mapping[str, object]) -> Iterator[str]:
    """Yields what cities and towns of a hexagon are worth."""
    for each in dicts_in(hexagon, "values"):
        if value := words_of(each.get("value")):
            yield value


def names_in(hexagon: Mapping[str, object]) -> Iterator[str]:
    """Yields the names in a hexagon: of its cities and towns, and others."""
    parts = [
        each
        for key in ("cities", "mediumCities", "centerTowns", "towns", "boomtowns", "halts")
        for each in dicts_in(hexagon, key)
    ]
    for of in (*parts, dict_in(hexagon, "offBoardRevenue"), hexagon):
        yield from texts_in(dict_in(of, "name").get("name", of.get("name")))
    for each in dicts_in(hexagon, "names"):
        yield from texts_in(each.get("name"))


def _homes(hexagon: Mapping[str, object]) -> Iterator[str]:
    for city in dicts_in(hexagon, "cities"):
        for company in list_in(city, "companies"):
            label = company.get("label", "") if isinstance(company, Mapping) else company
            yield words_of(label).replace(";", " ")
    for each in dicts_in(hexagon, "companies"):
        yield words_of(each.get("label")).replace(";", " ")
