"""Takes Cider projects (https://github.com/oatear/cider): decks as CSV, templates, assets.

A template is HTML with Handlebars and CSS. It is worked out for each card and laid out simply; the
template itself stays where it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.intake.assembly import kind_of
from fustella.intake.formats._cider_bars import Bars, kebab
from fustella.intake.formats._cider_faces import FaceMaker, plain_face
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.marks import Columns, Drawn
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import SourceTable, copies_of, script_of, table_of
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.read.spreadsheets.rows import slug_of

ABOUT = "Cider"

_CARDS = "cards.csv"
_FRONT, _BACK = "front template", "back template"
_OWN = ("name", "count", _FRONT, _BACK)
_LOOKED_AT = 100
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")


def likeness(source: ImportSource) -> float:
    """How much a source looks like it: whether it has a table of cards that name templates."""
    return 1.0 if _decks(source) else 0.0


def _decks(source: ImportSource) -> list[str]:
    names = source.names() if not source.main else [source.main]
    found = [name for name in names if PurePosixPath(name).name.lower() == _CARDS]
    return [name for name in found[:_LOOKED_AT] if _is_deck(source, name)]


def _is_deck(source: ImportSource, name: str) -> bool:
    head = script_of(source, name)[:2000].partition("\n")[0].lower()
    return _FRONT in head and "name" in head


class _Template(Struct, frozen=True):
    """The HTML and the CSS of a side, and the name of its file."""

    html: str
    css: str
    file: str


def take(source: ImportSource) -> Taken:
    """Takes all decks of a project: a kind for each pair of templates."""
    losses: list[Loss] = []
    project = _Project(source, losses)
    kinds: list[TakenKind] = []
    for deck in _decks(source) or [source.main]:
        kinds += project.kinds(deck)
    title = PurePosixPath(source.name).stem
    if source.main:
        title = PurePosixPath(source.main).parent.name or "Cards"
    pictures = project.pictures
    return Taken(
        title.replace("_", " ").replace("-", " ").strip().title() or "Cards", kinds, losses,
        pictures.taken, project.own_icons, project.icons.taken, drawn=pictures.drawn,
    )  # fmt: skip


class _Project:
    def __init__(self, source: ImportSource, losses: list[Loss]) -> None:
        self.source, self.losses = source, losses
        self.pictures = TakenPictures(source, losses)
        self.icons = NamedIcons(losses)
        self.own_icons: dict[str, str] = {}
        self.assets = dict(self._assets())
        self._ids: set[str] = set()
        self._kind_ids = {"game"}
        self._drawn = 0

    def _assets(self) -> Iterator[tuple[str, str]]:
        for name in self.source.names():
            if name.lower().endswith(_PICTURES):
                yield kebab(PurePosixPath(name).stem), name

    def kinds(self, deck: str) -> Iterator[TakenKind]:
        """Yields the kinds of a deck."""
        table = table_of(self.source, deck)
        low = {column.strip().lower(): column for column in table.columns}
        rows = list(table.rows)[: limits.IMPORT_CARDS]
        if len(table.rows) > len(rows):
            why = f"a deck has at most {limits.IMPORT_CARDS:,} cards"
            left = f"{len(table.rows) - len(rows)} cards"
            self.losses.append(Loss(Miss.PIECES, left, why, Place(deck)))
        groups: dict[tuple[str, str], list[Mapping[str, str]]] = {}
        for row in rows:
            sides = (row.get(low.get(_FRONT, ""), ""), row.get(low.get(_BACK, ""), ""))
            if copies_of(row.get(low.get("count", ""), "")):
                groups.setdefault(sides, []).append(row)
            else:
                why = "its count is 0, so it is not printed"
                name = row.get(low.get("name", ""), "")
                self.losses.append(Loss(Miss.PIECES, name, why, Place(deck)))
        home = PurePosixPath(deck).parent.name or "cards"
        for (front, back), cards in groups.items():
            name = home if len(groups) == 1 else (front or home)
            yield self._kind(deck, table, low, cards, (front, back), name)

    def _kind(
        self, deck: str, table: SourceTable, low: Mapping[str, str],
        cards: Sequence[Mapping[str, str]], sides: tuple[str, str], name: str,
    ) -> TakenKind:  # fmt: skip
        place = Place(deck)
        count, front, back = (low.get(key, "") for key in ("count", _FRONT, _BACK))
        names = [column for column in table.columns if column not in (count, front, back)]
        columns = Columns(names, cards, len(cards))
        templates = [self._template(deck, side) for side in sides]
        values = [{kebab(key): value for key, value in card.items()} for card in cards]
        makers = [
            FaceMaker(self.pictures, self.icons, self.own_icons, self.assets, self.losses, place)
            for _ in templates
        ]
        drawn: list[list[Drawn]] = []
        size = (0.0, 0.0)
        bleed = 0.0
        for template, maker in zip(templates, makers, strict=True):
            pages = [self._filled(template, card) for card in values] if template else []
            self._drawn += sum(len(html) for html, _ in pages) // 100
            made = maker.drawings(pages, columns) if self._drawn < limits.IMPORT_MARKS else []
            drawn.append(made)
            if made and not size[0]:
                size, bleed = maker.size_mm, maker.bleed_mm
        if not drawn[0]:
            why = "no template says plainly where things lie: they lie below each other"
            self.losses.append(Loss(Miss.PLACES, sides[0] or name, why, place, approximated=True))
            size = size if size[0] else (63.5, 88.9)
            drawn[0] = plain_face(columns, names, cards, makers[0], size)
        copies = {n: copies_of(card.get(count, "")) for n, card in enumerate(cards, 1)}
        for template in templates:
            if template:
                why = "the template is set aside: zones stand for it, at about its places"
                self.losses.append(
                    Loss(Miss.LOOKS, template.file, why, Place(template.file), approximated=True)
                )
        return kind_of(
            self._free_id(name), name, size, columns, (drawn[0], drawn[1]), self.pictures,
            self.losses, makers[0].as_text, place, copies, bleed, self._ids,
        )  # fmt: skip

    def _free_id(self, name: str) -> str:
        plain = slug_of(name)[:40].strip("-") or "card"
        number, free = 1, plain
        while free in self._kind_ids:
            number += 1
            free = f"{plain}-{number}"
        self._kind_ids.add(free)
        return free

    def _template(self, deck: str, name: str) -> _Template | None:
        if not name.strip():
            return None
        folder = PurePosixPath(deck).parent
        found = self.source.find(f"{kebab(name)}.html", deck) or self.source.find(
            f"{name}.html", deck
        )
        if not found:
            why = "there is no such template in the source"
            self.losses.append(Loss(Miss.LOOKS, f"{folder}/{name}"[:100], why, Place(deck)))
            return None
        style = self.source.find(str(PurePosixPath(found).with_suffix(".css")))
        css = script_of(self.source, style) if style else ""
        return _Template(script_of(self.source, found), css, found)

    def _filled(self, template: _Template, card: Mapping[str, str]) -> tuple[str, str]:
        """The HTML and the CSS of a template for a card."""
        bars = Bars(card, self.assets)
        filled = (bars.filled(template.html), bars.filled(template.css))
        for what in dict.fromkeys(bars.unknown):
            why = "templates here do not know it: it is left out"
            self.losses.append(Loss(Miss.TEXTS, what, why, Place(template.file)))
        return filled
