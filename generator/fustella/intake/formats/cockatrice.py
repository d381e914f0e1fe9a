"""Takes card databases of Cockatrice (XML, versions 3 and 4): cards, tokens, two faces, properties.

Pictures of Cockatrice are of whole cards. Those that lie in the source are printed as they are;
addresses of others are named, and nothing is fetched.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, tostring

from fustella.core.files.pictures import ENDINGS
from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.formats._card_words import (
    COLOURS,
    colours_of_cost,
    cost_markup,
    html_markup,
)
from fustella.intake.formats._trading_cards import (
    CARD_MM,
    LINES,
    Card,
    kinds_of,
    tint_of,
    tint_word,
    tinted_by_type,
)
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss, Taken
from fustella.intake.xml import line_of, root_name, tree_of

ABOUT = "a card database of Cockatrice"

_ROOT = "cockatrice_carddatabase"
_LOOKED_AT = 40
_ROLES: Mapping[str, str] = {
    **{"manacost": "cost", "type": "type", "pt": "stats", "loyalty": "loyalty"},
    **{"artist": "artist", "flavortext": "flavour", "flavor": "flavour", "flavour": "flavour"},
}
_FOR_FILTERS = regex(
    r"cmc|maintype|coloridentity|colou?rs?|layout|side|format-.*|font|tablerow|row|cipt"
    r"|upsidedown|token|related|reverse-related|set|side_?number"
)
"""Properties that the program sorts and filters by; no face shows them."""

_OF_CARD = frozenset(("name", "text", "prop", "set", "related", "reverse-related"))
_EMPTY = frozenset(("", "na", "n/a", "none", "null", "-"))
_UNFIT = regex(r'[\\/:*?"<>|]')
_TRANSFORM = "transform"
_SIZE = regex(r"([1-9]\d{0,2}(?:\.\d{1,3})?)x([1-9]\d{0,2}(?:\.\d{1,3})?)")
_ICON = regex(r"(\w{1,40})=((?:mdi|fa|nato):[a-z0-9-]{1,60})")


def likeness(source: ImportSource) -> float:
    """How much a source looks like a database: whether a file of it has its first element."""
    return 1.0 if _databases(source) else 0.0


def _databases(source: ImportSource) -> list[str]:
    if source.main:
        names: Sequence[str] = (source.main,)
    else:
        names = [name for name in source.names() if name.lower().endswith(".xml")][:_LOOKED_AT]
    return [name for name in names if root_name(source, name) == _ROOT]


def take(source: ImportSource) -> Taken:
    """Takes the database that was named, or all of a folder: cards and tokens are often two."""
    losses: list[Loss] = []
    database = _Database(source, losses)
    for name in _databases(source) or [source.main]:
        database.read(name)
    return database.taken()


class _Found:
    """A card as the file has it, before faces are put together."""

    def __init__(self, card: Element, place: Place) -> None:
        self.element, self.place = card, place
        self.name = _words(card.find("name"))
        prop = card.find("prop")
        inner = [] if prop is None else list(prop)
        self.raw = {one.tag: one.text or "" for one in inner}
        self.values: dict[str, str] = {}
        for each in (*(one for one in card if one.tag not in _OF_CARD), *inner):
            value = _inner(each)
            if value.strip().lower() not in _EMPTY:
                self.values.setdefault(each.tag, value)
        self.sets = [
            (_words(one), {key.lower(): v for key, v in one.items()}) for one in card.findall("set")
        ]
        self.related = [(_words(one), one.get("attach", "")) for one in card.findall("related")]
        self.reverse = [_words(one) for one in card.findall("reverse-related")]

    def of_set(self, key: str) -> str:
        return next(
            (values[key].strip() for _, values in self.sets if values.get(key, "").strip()), ""
        )


class _Database:
    def __init__(self, source: ImportSource, losses: list[Loss]) -> None:
        self._source, self._losses = source, losses
        self._pictures = TakenPictures(source, losses)
        self._icons: dict[str, str] = {}
        self._found: list[_Found] = []
        self._titles: list[str] = []
        self._stems: dict[str, str] | None = None
        self._addresses: list[tuple[str, Place]] = []

    def read(self, name: str) -> None:
        """Reads the cards of a file. Raises ProblemsFound."""
        root = tree_of(self._source, name)
        for one in root.iterfind("sets/set"):
            title = _words(one.find("longname")) or _words(one.find("name"))
            self._titles += [title] if title else []
        for card in root.iterfind("cards/card"):
            found = _Found(card, Place(name, line_of(card)))
            if found.name:
                self._found.append(found)
            else:
                why = "it has no name"
                self._losses.append(Loss(Miss.PIECES, "a card", why, found.place))

    def taken(self) -> Taken:
        by_name = {found.name: found for found in reversed(self._found)}
        backs: dict[str, _Found] = {}
        hidden: set[str] = set()
        for found in self._found:
            names = (name for name, how in found.related if how == _TRANSFORM)
            other = next((by_name[name] for name in names if name in by_name), None)
            is_front = found.values.get("side") != "back" and found.name not in hidden
            if is_front and other is not None and other.name not in backs and other is not found:
                backs.setdefault(found.name, other)
                hidden.add(other.name)
        cards = [
            self._card(found, backs.get(found.name))
            for found in self._found
            if found.name not in hidden
        ]
        exported = any("fustella-fields" in found.raw for found in self._found)
        grounds = {card.fields.get("tint", "colourless") for card in cards}
        if not exported and grounds <= {"colourless"}:
            cards = list(tinted_by_type(cards))
        self._tell_addresses()
        kinds = kinds_of(cards, self._losses, as_named=exported) if cards else []
        stem = PurePosixPath(self._source.main or self._source.name).stem
        title = self._titles[0] if len(set(self._titles)) == 1 else stem.replace("_", " ")
        return Taken(
            title[:100] or "Cards", kinds, self._losses, self._pictures.taken,
            named_icons=self._icons, drawn=self._pictures.drawn,
        )  # fmt: skip

    def _card(self, found: _Found, back: _Found | None) -> Card:
        fields, hidden = self._fields(found)
        back_fields = None
        if back is not None:
            back_fields, more = self._fields(back)
            for key, value in more.items():
                words = dict.fromkeys((hidden.get(key, value), value))
                hidden[key] = ", ".join(words)
        copies = found.raw.get("fustella-copies", "1")
        number = int(copies) if copies.isdecimal() and len(copies) < 6 else 1
        kind, own_id = (found.raw.get(f"fustella-{key}", "") for key in ("kind", "id"))
        size = _SIZE.fullmatch(found.raw.get("fustella-size", ""))
        size_mm = (float(size[1]), float(size[2])) if size else CARD_MM
        copies_bounded = min(number, limits.COPIES)
        return Card(fields, found.place, hidden, back_fields, copies_bounded, own_id, kind, size_mm)

    def _exported(self, found: _Found) -> dict[str, str]:
        """The fields of a card that Fustella exported, as they were typed."""
        for pair in found.raw.get("fustella-icons", "").split():
            if icon := _ICON.fullmatch(pair):
                self._icons[icon[1]] = icon[2]
        names = found.raw.get("fustella-fields", "").split()
        return {name: found.raw[name] for name in names if name in found.raw}

    def _fields(self, found: _Found) -> tuple[dict[str, str], dict[str, str]]:
        """The fields of a card, and the values that no face shows."""
        if "fustella-fields" in found.raw:
            fields, hidden = self._exported(found), dict[str, str]()
            self._picture(found, fields, hidden)
            return fields, hidden
        values = found.values
        fields = {"title": self._text(found.name)}
        text = found.element.find("text")
        if text is not None and (inner := _inner(text)).strip().lower() not in _EMPTY:
            fields["text"] = self._text(inner)
        hidden = {}
        for key, value in values.items():
            if key in _ROLES:
                role = _ROLES[key]
                made = cost_markup(value, self._icons) if role == "cost" else self._text(value)
                fields[role] = made
            elif _FOR_FILTERS.fullmatch(key):
                hidden[key] = " ".join(value.split())
            else:
                fields[key] = self._text(value)
        if loyalty := fields.pop("loyalty", ""):
            fields["stats"] = " · ".join(part for part in (fields.get("stats"), loyalty) if part)
        for key, role in (("rarity", "rarity"), ("num", "number")):
            if value := found.of_set(key):
                fields[role] = self._text(value)
        fields["tint"] = _tint(values)
        self._note_others(found, hidden)
        self._picture(found, fields, hidden)
        fields |= {key: " ".join(fields[key].split()) for key in LINES if key in fields}
        return {key: value for key, value in fields.items() if value}, hidden

    def _text(self, value: str) -> str:
        return html_markup(value, self._icons)

    @staticmethod
    def _note_others(found: _Found, hidden: dict[str, str]) -> None:
        sets = [name for name, _ in found.sets if name]
        named = {"set": sets, "related": [name for name, _ in found.related if name]}
        for key, words in (*named.items(), ("reverse-related", found.reverse)):
            if joined := ", ".join(dict.fromkeys(word for word in words if word)):
                hidden[key] = joined

    def _picture(self, found: _Found, fields: dict[str, str], hidden: dict[str, str]) -> None:
        """The picture of the whole card, if it lies in the source; else its address is noted."""
        address = found.of_set("picurl")
        stems = self._stems_of_pictures()
        plain = _UNFIT.sub("", found.name).casefold()
        last = PurePosixPath(address.partition("?")[0].replace("\\", "/")).stem.casefold()
        wanted = [f"{plain}.full", plain, last] if last else [f"{plain}.full", plain]
        name = next((stems[each] for each in wanted if each in stems), "")
        if name:
            fields["card_picture"] = self._pictures.take(name, found.place)
        elif address:
            hidden["picture_address"] = address
            self._addresses.append((address, found.place))

    def _stems_of_pictures(self) -> Mapping[str, str]:
        """The pictures of the source by their names without endings, in small letters."""
        if self._stems is None:
            try:
                names = self._source.names()
            except ProblemsFound as error:
                names = ()
                why = f"pictures beside it were not looked for: {error.problems[0].message}"
                self._losses.append(Loss(Miss.PICTURES, self._source.name, why, Place("")))
            pictures = [PurePosixPath(name) for name in names if name.lower().endswith(ENDINGS)]
            self._stems = {path.stem.casefold(): str(path) for path in reversed(pictures)}
        return self._stems

    def _tell_addresses(self) -> None:
        if not self._addresses:
            return
        homes = Counter(
            address.partition("://")[2].partition("/")[0] for address, _ in self._addresses
        )
        for home, count in homes.most_common():
            first = next(one for one in self._addresses if f"://{home}/" in f"{one[0]}/")
            why = (
                "it lies on the net, where nothing is fetched from: the face has the texts, the "
                "column picture_address the addresses"
            )
            what = f"{first[0][:100]}" + (f" and {count - 1} more there" if count > 1 else "")
            self._losses.append(Loss(Miss.PICTURES, what, why, first[1]))


def _words(element: Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def _inner(element: Element) -> str:
    """The text of an element, with the tags inside of it as they stand there."""
    if not len(element):
        return (element.text or "").strip()
    parts = [element.text or ""]
    parts += [tostring(child, encoding="unicode") for child in element]
    return "".join(parts).strip()


def _tint(values: Mapping[str, str]) -> str:
    """The word for the ground: that of the card's colours, or of its cost."""
    said = values.get("colors") or values.get("color") or values.get("colours") or ""
    letters = said.replace(",", "").replace(" ", "").lower()
    kind = values.get("type", "").lower()
    if letters and set(letters) <= COLOURS.keys():
        words = [COLOURS[letter] for letter in letters]
    elif letters:
        return tint_word(said)
    else:
        words = list(colours_of_cost(values.get("manacost", "")))
    others = [word for word in ("land", "artifact") if word in kind.replace("/", " ").split()]
    return tint_of(words or others)
