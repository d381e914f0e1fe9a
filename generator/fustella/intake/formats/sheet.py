"""Takes sheets of cards, as Dextrous, Component.Studio and many scripts read them.

A row is a card, a column is what one zone shows, and pictures lie beside the sheet. There are no
places in it: cards are laid out by what their columns are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from statistics import median

from fustella.core.files.pictures import ENDINGS
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import text_of_markup
from fustella.intake.formats._trading_cards import LINES, Card, kinds_of, tinted_by_type
from fustella.intake.icons import TakenIcons
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import TABLE_ENDINGS, SourceTable, copies_of, sheets_of, table_of
from fustella.intake.taken import Loss, Miss, Taken
from fustella.read.spreadsheets.rows import slug_of

ABOUT = "a sheet of cards (Dextrous, Component.Studio)"

_LOOKED_AT = 40
_SAMPLES = 200
_LONG_LETTERS = 30
_FEW = 12
_NAMED_BY_USER = 0.3
"""Who names a sheet means it, whatever its columns are called."""

_COUNTS = (
    *("copies", "qty", "quantity", "count", "card count", "copy count", "number of copies", "#"),
    "item count",
    *("copie", "quantità", "cantidad", "copias", "anzahl", "menge", "nombre d exemplaires"),
    *("quantité", "exemplaires"),
)
_NAMED: Mapping[str, Sequence[str]] = {
    "title": (
        *("title", "name", "card name", "card title", "cardname", "card", "heading", "nome"),
        *("label", "titolo", "nombre", "título", "titre", "nom", "titel", "überschrift"),
    ),
    "text": (
        *("rules text", "card text", "text", "rules", "ability text", "ability", "abilities"),
        *("effect", "effects", "effect text", "description", "body", "special", "power text"),
        *("testo", "effetto", "descrizione", "texto", "efecto", "descripción", "texte", "effet"),
        *("effekt", "beschreibung", "content", "question"),
    ),
    "cost": (
        *("cost", "mana cost", "mana", "casting cost", "price", "energy cost", "play cost"),
        *("costo", "prezzo", "coste", "precio", "coût", "prix", "kosten", "preis"),
    ),
    "type": (
        *("type", "card type", "types", "type line", "subtype", "class", "category", "suit"),
        *("tipo", "categoria", "categoría", "typ", "art der karte"),
    ),
    "rarity": ("rarity", "tier", "rarità", "rareza", "rareté", "seltenheit"),
    "flavour": ("flavour", "flavor", "flavour text", "flavor text", "quote", "lore"),
    "artist": ("artist", "illustrator", "illustration", "art credit", "credit"),
    "number": ("card number", "collector number", "card no", "card id"),
    "tint": (
        *("colour", "color", "card colour", "card color", "faction", "element", "colore"),
        *("couleur", "farbe", "fazione", "facción"),
    ),
}
"""The words for a column with a role of its own, in five languages, the likeliest first."""

_PICTURES = (
    *("art", "artwork", "image", "picture", "illustration", "card art", "photo", "graphic"),
    *("immagine", "imagen", "bild"),
)
_BACKS = (
    *("back", "back image", "card back", "cardback", "back art", "back picture", "retro"),
    *("dorso", "dos", "rückseite"),
)
_TELLING = ("text", "cost", "type", "rarity", "flavour", "tint")
_SIGN = regex(r"[{\[:]{1,2}([A-Za-z][\w -]{0,40})[}\]:]{1,2}")
_SPLIT = regex(r"[^\w#]+|_")
_OF_CAMEL = regex(r"(?<=[a-z0-9])(?=[A-Z])")


def likeness(source: ImportSource) -> float:
    """How much a source looks like cards: by the columns of its sheets and the pictures beside."""
    least = _NAMED_BY_USER if source.main else 0.0
    return max(
        (_likeness(source, name, least) for name in _tables(source)[:_LOOKED_AT]), default=0.0
    )


def _tables(source: ImportSource) -> Sequence[str]:
    if source.main:
        return (source.main,) if source.main.lower().endswith(TABLE_ENDINGS) else ()
    return [name for name in source.names() if name.lower().endswith(TABLE_ENDINGS)]


def _likeness(source: ImportSource, name: str, least: float) -> float:
    """The likeness of a sheet; of one with rows and columns, at least `least`."""
    try:
        found = [_Roles(table, _Pictures(source.names())) for _, table in _sheets(source, name)]
    except ProblemsFound:
        return 0.0
    return max((roles.likeness or least * (len(roles.filled) > 1) for roles in found), default=0.0)


def _sheets(source: ImportSource, name: str) -> Iterator[tuple[str, SourceTable]]:
    for sheet in sheets_of(source, name):
        table = table_of(source, name, sheet)
        if table.rows:
            yield sheet, table


def take(source: ImportSource) -> Taken:
    """Takes each sheet with cards as a kind; a sheet that has none is told."""
    names = list(_tables(source)) or [source.main]
    losses: list[Loss] = []
    files = _Pictures(source.names())
    taking = _Taking(source, files, losses)
    found = [
        (name, sheet, _Roles(table, files))
        for name in names
        for sheet, table in _sheets(source, name)
    ]
    several = len(found) > 1
    cards: list[Card] = []
    for name, sheet, roles in found:
        if several and not roles.likeness:
            why = "it has no column with titles or pictures of cards"
            shown = f"the sheet {sheet}" if sheet else name
            losses.append(Loss(Miss.PIECES, shown, why, Place(name, 0, "", sheet)))
            continue
        kind = (sheet or PurePosixPath(name).stem) if several else ""
        cards += taking.cards(name, sheet, roles, kind)
    shown = source.main or (found[0][0] if len(names) == 1 and found else source.name)
    title = PurePosixPath(shown).stem.replace("_", " ").replace("-", " ").strip().title()
    return Taken(
        title or "Cards", kinds_of(list(tinted_by_type(cards)), losses), losses,
        taking.pictures.taken, icons=taking.icons.taken, drawn=taking.pictures.drawn,
        drawn_icons=taking.icons.drawn,
    )  # fmt: skip


def roles_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Mapping[str, str]:
    """The columns of a sheet that have a role of their own, such as title or cost, by that role."""
    named = [dict(zip(header, row, strict=True)) for row in rows]
    table = SourceTable(header, named, range(2, len(rows) + 2))
    return _Roles(table, _Pictures()).of


class _Pictures:
    """The pictures of a source by their names without endings and folders, in small letters."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._by_stem: dict[str, str] = {}
        for name in names:
            if name.lower().endswith(ENDINGS):
                self._by_stem.setdefault(_plain(PurePosixPath(name).stem), name)

    def named(self, typed: str) -> str:
        """The name in the source of a picture that a cell names with its ending or without."""
        plain = typed.strip().replace("\\", "/").rpartition("/")[2]
        stem = PurePosixPath(plain).stem if plain.lower().endswith(ENDINGS) else plain
        return self._by_stem.get(_plain(stem), "") if stem else ""


def _plain(name: str) -> str:
    """A name as it is compared: words in small letters, also those of `cardName`."""
    return " ".join(_SPLIT.sub(" ", _OF_CAMEL.sub(" ", name).lower()).split())


class _Roles:
    """What the columns of a sheet are: `of` has the column of each role."""

    def __init__(self, table: SourceTable, files: _Pictures) -> None:
        self.table, self.files = table, files
        self._values = {
            column: [row[column] for row in table.rows[:_SAMPLES] if row[column]]
            for column in table.columns
        }
        self.filled = [column for column in table.columns if self._values[column]]
        self.of: dict[str, str] = {}
        self.count = self.back = self.id = ""
        self.count = self._called(_COUNTS, self._counts)
        self.back = self._called(_BACKS, self._has_pictures)
        self.id = self._called(("id",), self._is_id)
        for role, names in _NAMED.items():
            fits = {"tint": self._is_few, "title": self._is_title}.get(role, self._is_text)
            if column := self._called(names, fits):
                self.of[role] = column
        self.is_named = "title" in self.of
        self._by_content()

    def _called(self, names: Sequence[str], fits: Callable[[str], bool]) -> str:
        taken = {self.count, self.back, self.id, *self.of.values()}
        plain = {_plain(column): column for column in reversed(self.filled)}
        found = (plain[name] for name in names if name in plain)
        return next((column for column in found if column not in taken and fits(column)), "")

    def _counts(self, column: str) -> bool:
        return all(copies_of(value, -1) >= 0 for value in self._values[column])

    def _is_id(self, column: str) -> bool:
        values = [row[column] for row in self.table.rows]
        return all(value == slug_of(value) != "" for value in values)

    def _is_few(self, column: str) -> bool:
        words = set(self._values[column])
        return len(words) <= _FEW and not any("\n" in word for word in words)

    def _is_title(self, column: str) -> bool:
        values = self._values[column]
        return self._is_text(column) and 2 * sum(map(_is_number, values)) < len(values)

    def _is_text(self, column: str) -> bool:
        return not self._has_pictures(column)

    def _has_pictures(self, column: str) -> bool:
        values = self._values[column]
        named = sum(value.lower().endswith(ENDINGS) for value in values)
        called = _plain(column) in (*_PICTURES, *_BACKS)
        beside = sum(bool(self.files.named(value)) for value in values) if called else 0
        return 2 * max(named, beside) >= len(values) > 0

    def _by_content(self) -> None:
        """Finds what no column is called: pictures, a title, a long text."""
        taken = {self.count, self.back, self.id, *self.of.values()}
        free = [column for column in self.filled if column not in taken]
        self.pictures = [column for column in free if self._has_pictures(column)]
        free = [column for column in free if column not in self.pictures]
        if "title" not in self.of:
            titles = (
                column for column in free
                if self._is_title(column) and len({*self._values[column]}) > 1
                and median(map(len, self._values[column])) <= _LONG_LETTERS
            )  # fmt: skip
            if column := next(titles, ""):
                self.of["title"] = column
        if "text" not in self.of:
            lengths = {column: median(map(len, self._values[column])) for column in free}
            longest = max(lengths, key=lengths.__getitem__, default="")
            if longest != self.of.get("title") and lengths.get(longest, 0) > _LONG_LETTERS:
                self.of["text"] = longest

    @property
    def likeness(self) -> float:
        """0 for a table of something else; at most 0.5, since files of programs say more."""
        telling = [role for role in _TELLING if role in self.of]
        signs = len(telling) + 2 * bool(self.pictures) + 2 * bool(self.count)
        if not (self.is_named or self.pictures) or not signs or len(self.filled) < 2:
            return 0.0
        return min(0.5, 0.3 + 0.05 * signs)


def _is_number(value: str) -> bool:
    return value.strip().lstrip("+-").replace(".", "", 1).replace(",", "", 1).isdecimal()


class _Taking:
    """Makes cards of the rows of sheets, with the pictures and icons that they name."""

    def __init__(self, source: ImportSource, files: _Pictures, losses: list[Loss]) -> None:
        self.losses, self._files = losses, files
        self.pictures = TakenPictures(source, losses)
        self.icons = TakenIcons(source, losses)
        self._back = files.named("back") or files.named("card back") or files.named("cardback")

    def cards(self, name: str, sheet: str, roles: _Roles, kind: str) -> Iterator[Card]:
        """Yields a card for each row that is printed."""
        table = roles.table
        art, *others = roles.pictures or [""]
        for column in others:
            why = "a face has room for one picture: the list has the names of these"
            place = Place(name, table.lines[0], column, sheet)
            self.losses.append(Loss(Miss.PICTURES, f"pictures of the column {column}", why, place))
        by_column = {column: role for role, column in roles.of.items()}
        skipped = {roles.count, roles.back, roles.id, art, *others}
        for row, line in zip(table.rows, table.lines, strict=True):
            place = Place(name, line, "", sheet)
            copies = copies_of(row.get(roles.count, ""))
            if copies == 0:
                why = "its count is 0"
                told = row.get(roles.of.get("title", ""), "") or f"row {line}"
                self.losses.append(Loss(Miss.PIECES, told[:100], why, place))
                continue
            fields = {}
            for column in roles.filled:
                role = by_column.get(column, column)
                if column not in skipped and (text := self._text(row[column], place)):
                    fields[role] = " ".join(text.split()) if role in LINES else text
            if picture := self._art(row, art, roles, place):
                fields["art"] = picture
            hidden = {column: row[column] for column in others if row[column]}
            back = self._back_of(row, roles, place)
            card_id = row.get(roles.id, "")
            yield Card(fields, place, hidden, back, copies, card_id, kind)

    def _art(self, row: Mapping[str, str], column: str, roles: _Roles, place: Place) -> str:
        if column:
            return self._picture(row[column], place)
        title = row.get(roles.of.get("title", ""), "")
        found = self._files.named(title)
        return self.pictures.take(found, place) if found else ""

    def _back_of(
        self, row: Mapping[str, str], roles: _Roles, place: Place
    ) -> Mapping[str, str] | None:
        named = self._picture(row[roles.back], place) if roles.back else ""
        if not named and self._back:
            named = self.pictures.take(self._back, place)
        return {"card_picture": named} if named else None

    def _picture(self, typed: str, place: Place) -> str:
        return self.pictures.take(self._files.named(typed) or typed, place)

    def _text(self, typed: str, place: Place) -> str:
        """A text with our markup; words in brackets that name a picture beside become icons."""
        parts: list[str] = []
        at = 0
        for sign in _SIGN.finditer(typed):
            found = self._files.named(sign[1])
            if found:
                parts.append(text_of_markup(typed[at : sign.start()], strip=False))
                parts.append(f"{{{self.icons.take(sign[1], found, place)}}}")
                at = sign.end()
        parts.append(text_of_markup(typed[at:], strip=False))
        return "".join(parts).strip()
