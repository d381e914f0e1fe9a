"""Takes Cider projects (https://github.com/oatear/cider): decks, templates, assets.

A template is HTML with Handlebars and CSS. It is worked out for each card and laid out simply; the
template itself stays where it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from fustella.core.processes import limits
from fustella.intake.assembly import kind_of
from fustella.intake.formats._cider_bars import Bars, kebab
from fustella.intake.formats._cider_faces import FaceMaker, plain_face
from fustella.intake.formats._cider_store import BACK, FRONT, Deck, Store, Template, store_of
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.ids import free_name
from fustella.intake.marks import Columns, Drawn
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import copies_of
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.read.spreadsheets.rows import slug_of

ABOUT = "Cider"

_LETTERS_OF_A_MARK = 100
_USUAL_MM = (63.5, 88.9)


def likeness(source: ImportSource) -> float:
    """How much a source looks like it: whether it has cards that name templates."""
    return 1.0 if store_of(source) else 0.0


def take(source: ImportSource) -> Taken:
    """Takes all decks of a project: a kind for each pair of templates."""
    losses: list[Loss] = []
    store = store_of(source)
    stem = PurePosixPath(source.name).stem
    title = stem.replace("_", " ").replace("-", " ").strip().title() or "Cards"
    if store is None:
        return Taken(title, [], losses)
    project = _Project(source, store, losses)
    decks = list(store.decks())
    if len(decks) == 1 and source.main:
        title = decks[0].name.replace("-", " ").title()
    kinds = [kind for deck in decks for kind in project.kinds(deck)]
    pictures = project.pictures
    return Taken(
        title, kinds, losses, pictures.taken, icons=project.own_icons,
        named_icons=project.icons.taken, drawn=pictures.drawn,
    )  # fmt: skip


class _Project:
    def __init__(self, source: ImportSource, store: Store, losses: list[Loss]) -> None:
        self.store, self.losses = store, losses
        self.pictures = TakenPictures(source, losses)
        self.icons = NamedIcons(losses)
        self.own_icons: dict[str, str] = {}
        self._ids: set[str] = set()
        self._kind_ids = {"game"}
        self._drawn = 0

    def kinds(self, deck: Deck) -> Iterator[TakenKind]:
        """Yields the kinds of a deck."""
        low = {column.strip().lower(): column for column in deck.columns}
        rows = deck.rows[: limits.IMPORT_CARDS]
        if left := len(deck.rows) - len(rows):
            why = f"a deck has at most {limits.IMPORT_CARDS:,} cards"
            self.losses.append(Loss(Miss.PIECES, f"{left} cards", why, deck.place))
        groups: dict[tuple[str, str], list[Mapping[str, str]]] = {}
        for row in rows:
            sides = (row.get(low.get(FRONT, ""), ""), row.get(low.get(BACK, ""), ""))
            if copies_of(row.get(low.get("count", ""), "")):
                groups.setdefault(sides, []).append(row)
            else:
                why = "its count is 0, so it is not printed"
                name = row.get(low.get("name", ""), "")
                self.losses.append(Loss(Miss.PIECES, name, why, deck.place))
        for (front, back), cards in groups.items():
            if len(self._kind_ids) > limits.IMPORT_KINDS:
                why = f"a game that is imported has at most {limits.IMPORT_KINDS} kinds"
                self.losses.append(Loss(Miss.PIECES, front or deck.name, why, deck.place))
                continue
            name = deck.name if len(groups) == 1 else (front or deck.name)
            yield self._kind(deck, low, cards, (front, back), name)

    def _kind(
        self, deck: Deck, low: Mapping[str, str], cards: Sequence[Mapping[str, str]],
        sides: tuple[str, str], name: str,
    ) -> TakenKind:  # fmt: skip
        count, front, back = (low.get(key, "") for key in ("count", FRONT, BACK))
        names = [column for column in deck.columns if column not in (count, front, back)]
        columns = Columns(names, cards, len(cards))
        values = [{kebab(key): value for key, value in card.items()} for card in cards]
        makers = [
            FaceMaker(
                self.pictures, self.icons, self.own_icons, self.store.assets, self.losses,
                deck.place,
            )
            for _ in sides
        ]  # fmt: skip
        drawn = [
            self._drawings(self._template(deck, side), maker, values, columns)
            for side, maker in zip(sides, makers, strict=True)
        ]
        sized = next((maker for maker in makers if maker.size_mm[0]), None)
        size, bleed = (sized.size_mm, sized.bleed_mm) if sized else (_USUAL_MM, 0.0)
        if not drawn[0]:
            why = "no template says plainly where things lie: they lie below each other"
            what = sides[0] or name
            self.losses.append(Loss(Miss.PLACES, what, why, deck.place, approximated=True))
            drawn[0] = plain_face(columns, names, cards, makers[0], size)
        copies = {n: copies_of(card.get(count, "")) for n, card in enumerate(cards, 1)}
        return kind_of(
            self._free_id(name), name, size, columns, (drawn[0], drawn[1]), self.pictures,
            self.losses, makers[0].as_text, deck.place, copies, bleed, self._ids,
        )  # fmt: skip

    def _free_id(self, name: str) -> str:
        plain = slug_of(name)[:40].strip("-") or "card"
        free = free_name(plain, self._kind_ids)
        self._kind_ids.add(free)
        return free

    def _template(self, deck: Deck, name: str) -> Template | None:
        if not name.strip():
            return None
        found = self.store.template(deck, name)
        if found is None:
            why = "there is no such template in the source"
            self.losses.append(Loss(Miss.LOOKS, name[:100], why, deck.place))
            return None
        why = "the template is set aside: zones stand for it, at about its places"
        self.losses.append(Loss(Miss.LOOKS, name[:100], why, found.place, approximated=True))
        return found

    def _drawings(
        self, template: Template | None, maker: FaceMaker, values: Sequence[Mapping[str, str]],
        columns: Columns,
    ) -> list[Drawn]:  # fmt: skip
        if template is None:
            return []
        pages = []
        for card in values:
            pages.append(self._filled(template, card))
            self._drawn += sum(map(len, pages[-1])) // _LETTERS_OF_A_MARK + 1
            if self._drawn > limits.IMPORT_MARKS:
                why = "its templates show too much: only the first cards are laid out"
                self.losses.append(Loss(Miss.PIECES, "templates", why, template.place))
                break
        return maker.drawings(pages, columns)

    def _filled(self, template: Template, card: Mapping[str, str]) -> tuple[str, str]:
        """The HTML and the CSS of a template for a card."""
        bars = Bars(card)
        filled = (bars.filled(template.html), bars.filled(template.css))
        for what in dict.fromkeys(bars.unknown):
            why = "templates here do not know it: it is left out"
            self.losses.append(Loss(Miss.TEXTS, what, why, template.place))
        return filled
