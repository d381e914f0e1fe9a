"""Takes games of 18xx-maker (https://18xx-maker.com): JSON with companies, trains, tiles and a map.

Tiles have numbers alone: what lies on them is known from the numbers that the hobby shares
(`resources/rails/tiles.csv`), or the file says it itself.
"""

import csv
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from fustella.core.files.project import RESOURCES
from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.intake.formats._looks import text_of_plain
from fustella.intake.formats._maker18xx_cards import CardsMaker, with_ids
from fustella.intake.formats._maker18xx_colours import Palette
from fustella.intake.formats._maker18xx_map import FLATS_MM, maps_of, value_texts
from fustella.intake.formats._maker18xx_market import market_of
from fustella.intake.formats._maker18xx_rails import rails_of
from fustella.intake.formats._maker18xx_values import (
    dict_in,
    dicts_in,
    number_of,
    words_of,
)
from fustella.intake.json import json_of
from fustella.intake.letters import Letters
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of
from fustella.intake.taken import Loss, Miss, Taken, TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value

ABOUT = "18xx-maker"

_PARTS = ("companies", "trains", "stock", "tiles", "map", "privates", "shareTypes", "phases")
_MOST_FILES = 40
_HEADER = (
    *("id", "name", "number", "upgrade", "track", "city", "town", "value", "label", "colour"),
    "copies",
    *(f"values.{number}.value" for number in range(1, 7)),
)
_TILE_KEYS = frozenset(
    (
        *("color", "track", "cities", "towns", "centerTowns", "boomtowns", "mediumCities", "halts"),
        *("values", "labels", "names", "quantity", "print", "rotations", "broken", "group", "id"),
        *("tile", "offBoardRevenue", "aliases", "hexes"),
    )
)


def likeness(source: ImportSource) -> float:
    """How much a source looks like a game: whether a file has a title and what such games have."""
    return 1.0 if _main(source) else 0.0


def take(source: ImportSource) -> Taken:
    """The game in a source. Raises ProblemsFound for JSON that cannot be read."""
    main = _main(source) or source.main or next(iter(_candidates(source)), "")
    if not main:
        return Taken(source.name, [], [Loss(Miss.PIECES, "", "no JSON is in it", Place(""))])
    game = json_of(source, main)
    if not isinstance(game, Mapping):
        why = "it is no game, which is an object with a title and companies"
        return Taken(source.name, [], [Loss(Miss.PIECES, main, why, Place(main))])
    return _Game(game, main, script_of(source, main)).taken()


def _candidates(source: ImportSource) -> Iterator[str]:
    named = [source.main] if source.main else source.names()
    fit = [name for name in named if source.main or name.lower().endswith(".json")]
    yield from fit[:_MOST_FILES]


@lru_cache(maxsize=4)
def _is_game(text: bytes) -> bool:
    return b'"info"' in text and any(f'"{part}"'.encode() in text for part in _PARTS)


def _main(source: ImportSource) -> str:
    """The file of a source that is a game, "" for none."""
    for name in _candidates(source):
        try:
            if not _is_game(source.bytes_of(name, limits.IMPORT_JSON_BYTES)):
                continue
            game = json_of(source, name)
        except ProblemsFound:
            continue
        title = words_of(dict_in(game, "info").get("title"))
        if title and isinstance(game, Mapping) and any(game.get(part) for part in _PARTS):
            return name
    return ""


class _Game:
    def __init__(self, game: Mapping[str, object], main: str, text: str) -> None:
        self._game, self._main, self._text = game, main, text
        self._palette = Palette(game)
        self._losses: list[Loss] = []
        self._lines: dict[str, int] = {}

    def taken(self) -> Taken:
        """All that was found, and what was left of it."""
        kinds = [*CardsMaker(self._game, self._palette, self._tell).kinds(), self._tiles()]
        boards = [*maps_of(self._game, self._palette, self._tell)]
        market = market_of(self._game, self._palette, self._tell)
        boards += [market] if market else []
        if words_of(self._game.get("bank")):
            why = "its notes are not in the file: the summary of players has the sum"
            self._tell(Miss.PIECES, '"bank"', "the money of the bank", why)
        for name in self._palette.unknown:
            why = "it is a colour of the program's themes, or none: it is grey in game.yaml"
            self._tell(Miss.LOOKS, f'"{name}"', f"the colour {name}", why)
        title = words_of(dict_in(self._game, "info").get("title"))
        letters = Letters()
        every = [
            replace(kind, rows=[[row[0], *letters.row(row[1:])] for row in kind.rows])
            for kind in (*kinds, *(board.kind for board in boards))
            if kind.rows
        ]
        tables = {
            name: [letters.row(row) for row in of]
            for board in boards
            for name, of in board.tables.items()
        }
        self._tell_letters(letters)
        return Taken(
            title or self._main.rpartition("/")[2],
            every,
            [*dict.fromkeys(self._losses)],
            colours=self._palette.named,
            tables=tables,
        )

    def _tell(self, miss: Miss, key: str, what: str, why: str) -> None:
        """Tells a loss at the line where its key is first; without a reason, it is approximated."""
        if key not in self._lines:
            at = self._text.find(key)
            self._lines[key] = self._text.count("\n", 0, at) + 1 if at >= 0 else 0
        place = Place(self._main, self._lines[key])
        because = why or "there is nothing quite like it here"
        self._losses.append(Loss(miss, what[:100], because, place, not why))

    def _tell_letters(self, letters: Letters) -> None:
        for plain in dict.fromkeys(letters.replaced.values()):
            alike = "".join(one for one, other in letters.replaced.items() if other == plain)
            why = f"no font of Fustella has them: printed as {plain}. Name one under `fonts`"
            place = Place(self._main)
            self._losses.append(Loss(Miss.TEXTS, alike[:60], why, place, approximated=True))

    def _tiles(self) -> TakenKind:
        rows: list[dict[str, str]] = []
        for number, typed in [*dict_in(self._game, "tiles").items()][: limits.IMPORT_CARDS]:
            own = typed if isinstance(typed, Mapping) else {}
            shown = words_of(number.replace("|", " "))
            count = own.get("print", own.get("quantity", 1)) if own else typed
            like = words_of(own.get("tile")) or words_of(number)
            row = {"id": shown, "name": f"Tile {shown}"}
            base, _, variant = number.partition("|")
            row |= {"number": text_of_plain(words_of(base)), "upgrade": text_of_plain(variant)}
            row |= self._drawn(own) if own.keys() & {"color", "track"} else self._known(like)
            if words_of(count) == "∞":
                self._tell(Miss.PIECES, "∞", "tiles without end: 10 of each", "")
                count = 10
            row |= _parted(row.get("value", ""))
            row["copies"] = str(max(1, min(limits.COPIES, round(number_of(count, 1)))))
            rows.append(row)
        made = with_ids(rows, "tile")
        header = [key for key in _HEADER if any(row.get(key) for row in made)]
        turned: Value = 90 if dict_in(self._game, "info").get("orientation") == "horizontal" else 0
        keys: dict[str, Value] = {"shape": "hexagon", "across_flats": f"{FLATS_MM:g}mm"}
        zones: dict[str, dict[str, Value]] = {
            name: {"least": "3pt"} for name in ("value", "label", "number", "upgrade")
        }
        cells = [[row.get(key, "") for key in header] for row in made]
        return TakenKind(
            "tile",
            "Track tiles",
            0.0,
            0.0,
            TakenFace(zones),
            None,
            header,
            cells,
            ready="track",
            keys={**keys, "turn": turned},
        )

    def _known(self, number: str) -> dict[str, str]:
        """What lies on a tile that is known by its number."""
        found = _known_tiles().get(number) or _known_tiles().get(number.partition("|")[0])
        if found is None:
            why = "its number is none that is known: it is a plain hexagon, to be filled in"
            self._tell(Miss.PIECES, f'"{number}"', f"what lies on tile {number}", why)
            return {}
        for lost in filter(None, found["lost"].split("; ")):
            self._tell(Miss.LOOKS, '"tiles"', f"{lost} of tiles", "")
        row = {key: found[key] for key in ("track", "city", "town", "value")}
        return (
            row
            | {"label": text_of_plain(found["label"])}
            | {"colour": self._palette.of_map(found["colour"])}
        )

    def _drawn(self, own: Mapping[str, object]) -> dict[str, str]:
        """What lies on a tile that the file itself describes."""
        rails = rails_of(own)
        for lost in rails.lost:
            self._tell(Miss.LOOKS, '"tiles"', f"{lost} on tiles", "")
        for key in sorted(own.keys() - _TILE_KEYS):
            why = "nothing of a tile here is drawn like it"
            self._tell(Miss.LOOKS, f'"{key}"', f"{key} of tiles", why)
        phases = dicts_in(dict_in(own, "offBoardRevenue"), "revenues")
        revenues = [words_of(each.get("cost", each.get("value"))) for each in phases]
        values = dict.fromkeys([*value_texts(own), *filter(None, revenues)])
        labels = [words_of(each.get("label")) for each in dicts_in(own, "labels")]
        labels += [words_of(each.get("name")) for each in dicts_in(own, "names")]
        return {
            **{"track": rails.track, "city": rails.city, "town": rails.town},
            **{"value": text_of_plain("/".join(values))},
            **{"label": text_of_plain(" ".join(dict.fromkeys(filter(None, labels))))},
            **{"colour": self._palette.of_map(own.get("color"))},
        }


def _parted(value: str) -> dict[str, str]:
    """More values than a disc has room for, side by side."""
    parts = value.split("/")
    if len(parts) < 3:
        return {}
    return {
        "value": "",
        **{f"values.{number}.value": part for number, part in enumerate(parts[:6], 1)},
    }


@lru_cache(maxsize=1)
def _known_tiles() -> Mapping[str, Mapping[str, str]]:
    text = (RESOURCES / "rails" / "tiles.csv").read_text("utf-8")
    return {row["number"]: row for row in csv.DictReader(text.splitlines())}
