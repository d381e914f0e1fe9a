"""Reads the two forms in which Cider keeps a project: a folder, and the database of the web page.

The database is an export of Dexie: tables with rows, and pictures in base64.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from fustella.core.values.problems import Place, ProblemsFound
from fustella.intake.formats._cider_bars import kebab
from fustella.intake.json import json_of, looks_like_json
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of, table_of

FRONT, BACK = "front template", "back template"
"""The columns of a deck that name the templates of a card, in small letters."""

_CARDS = "cards.csv"
_DATABASE = "cider-db"
_LOOKED_AT = 100
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
_OWN = (("Name", "name"), ("Count", "count"))


class Template(Struct, frozen=True):
    """The HTML and the CSS of a side, and where they are kept."""

    html: str
    css: str
    place: Place


class Deck(Struct, frozen=True):
    """A deck: the names of its columns, and its rows by these names, without empty rows.

    `key` is what its store knows it by.
    """

    name: str
    place: Place
    columns: Sequence[str]
    rows: Sequence[Mapping[str, str]]
    key: str


class Store:
    """A project: its assets by their names in kebab case, as files or `data:` addresses."""

    assets: Mapping[str, str] = {}

    def decks(self) -> Iterator[Deck]:
        """Yields the decks."""
        raise NotImplementedError

    def template(self, deck: Deck, name: str) -> Template | None:
        """The template of a deck with this name; None if there is none."""
        raise NotImplementedError


def store_of(source: ImportSource) -> Store | None:
    """The project in a source; None if there is none."""
    tables = [name for name in _named(source, _CARDS) if _is_table(source, name)]
    if tables:
        return _Folder(source, tables)
    found = next((name for name in _named(source, ".json") if _is_database(source, name)), "")
    return _Database(source, found) if found else None


def _named(source: ImportSource, ending: str) -> Sequence[str]:
    if source.main:
        return (source.main,)
    return [name for name in source.names() if name.lower().endswith(ending)][:_LOOKED_AT]


def _is_table(source: ImportSource, name: str) -> bool:
    if PurePosixPath(name).name.lower() != _CARDS:
        return False
    head = script_of(source, name)[:2000].partition("\n")[0].lower()
    return FRONT in head and "name" in head


def _is_database(source: ImportSource, name: str) -> bool:
    try:
        return looks_like_json(source, name) and _data_of(source, name) is not None
    except ProblemsFound:
        return False


def _data_of(source: ImportSource, name: str) -> dict[str, Any] | None:
    found = json_of(source, name)
    if not isinstance(found, dict) or found.get("formatName") != "dexie":
        return None
    data = found.get("data")
    return data if isinstance(data, dict) and data.get("databaseName") == _DATABASE else None


class _Folder(Store):
    def __init__(self, source: ImportSource, tables: Sequence[str]) -> None:
        self._source, self._tables = source, tables
        names = [name for name in source.names() if name.lower().endswith(_PICTURES)]
        self.assets = {kebab(PurePosixPath(name).stem): name for name in names}

    def decks(self) -> Iterator[Deck]:
        for name in self._tables:
            table = table_of(self._source, name)
            home = PurePosixPath(name).parent.name or "cards"
            yield Deck(home, Place(name), table.columns, table.rows, name)

    def template(self, deck: Deck, name: str) -> Template | None:
        names = (f"{kebab(name)}.html", f"{name}.html")
        found = next(filter(None, (self._source.find(one, deck.key) for one in names)), "")
        if not found:
            return None
        style = self._source.find(str(PurePosixPath(found).with_suffix(".css")))
        css = script_of(self._source, style) if style else ""
        return Template(script_of(self._source, found), css, Place(found))


class _Database(Store):
    def __init__(self, source: ImportSource, main: str) -> None:
        self._place = Place(main)
        data = _data_of(source, main) or {}
        self._tables: dict[str, list[dict[str, Any]]] = {}
        for table in data.get("data", ()) if isinstance(data.get("data"), list) else ():
            if isinstance(table, dict) and isinstance(table.get("rows"), list):
                rows = [row for row in table["rows"] if isinstance(row, dict)]
                self._tables[str(table.get("tableName"))] = rows
        self.assets = dict(self._assets())

    def _rows(self, table: str, deck: object = None) -> list[dict[str, Any]]:
        rows = self._tables.get(table, [])
        return rows if deck is None else [row for row in rows if row.get("deckId") == deck]

    def _assets(self) -> Iterator[tuple[str, str]]:
        for row in self._rows("assets"):
            file = row.get("file")
            blob = file if isinstance(file, dict) else {"type": row.get("type")}
            letters = blob.get("data", row.get("buffer"))
            if isinstance(letters, str):
                yield kebab(_name_of(row)), f"data:{blob.get('type')};base64,{letters}"

    def decks(self) -> Iterator[Deck]:
        for deck in self._rows("decks"):
            number = deck.get("id")
            own = [
                _name_of(one)
                for one in self._rows("cardAttributes", number)
                if not one.get("isSystem")
            ]
            keys = [*_OWN, *((name, kebab(name)) for name in own)]
            templates = {
                _hashable(row.get("id")): _name_of(row)
                for row in self._rows("cardTemplates", number)
            }
            sides = ((FRONT, "frontCardTemplateId"), (BACK, "backCardTemplateId"))
            rows = [
                {name: _shown(card.get(key)) for name, key in keys}
                | {name: templates.get(_hashable(card.get(key)), "") for name, key in sides}
                for card in self._rows("cards", number)
            ]
            columns = [*dict.fromkeys([name for name, _ in keys]), FRONT, BACK]
            yield Deck(_name_of(deck), self._place, columns, rows, str(number))

    def template(self, deck: Deck, name: str) -> Template | None:
        for row in self._rows("cardTemplates"):
            if (str(row.get("deckId")), _name_of(row)) == (deck.key, name):
                return Template(_shown(row.get("html")), _shown(row.get("css")), self._place)
        return None


def _name_of(row: Mapping[str, Any]) -> str:
    return _shown(row.get("name")) or "unnamed"


def _shown(value: object) -> str:
    return value if isinstance(value, str) else f"{value}" if isinstance(value, int | float) else ""


def _hashable(value: object) -> object:
    return value if isinstance(value, int | str) else None
