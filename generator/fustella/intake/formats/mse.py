"""Takes sets of Magic Set Editor (.mse-set): the cards of any game, their pictures, their colours.

A set says what stands on a card. Where it stands is in a template that is not in the file.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.formats._card_words import (
    colours_of_cost,
    cost_markup,
    mse_markup,
    mse_words,
)
from fustella.intake.formats._looks import text_of_plain
from fustella.intake.formats._mse_file import Entry, SetFile
from fustella.intake.formats._trading_cards import LINES, Card, kinds_of, tint_of, tinted_by_type
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of
from fustella.intake.taken import Loss, Miss, Taken

ABOUT = "a set of Magic Set Editor"

_SET = regex(r"\ufeff?\s*mse[ _]version:")
_GAME = regex(r"(?m)^(game|stylesheet):")
_ROLES: Mapping[str, Sequence[str]] = {
    "title": ("name", "card name", "title"),
    "cost": ("casting cost", "mana cost", "cost"),
    "type": ("card type", "type line"),
    "text": ("rule text", "rules text", "text", "rules", "effect", "card text", "description"),
    "flavour": ("flavor text", "flavour text", "flavor"),
    "rarity": ("rarity",),
    "artist": ("illustrator", "artist"),
    "number": (
        *("card code text", "custom card number", "custom collector number"),
        *("card number", "number"),
    ),
    "stats": ("pt", "loyalty"),
}
"""The names of fields in games of this program, by what they are."""

_PICTURE = regex(r"(.* )?(image|picture|art|illustration|photo|portrait)( \d+)?")
_COPIES = regex(r"(card |number of )?(copy count|copies|count|quantity|amount|copies)")
_OWN = frozenset(
    (
        *("has styling", "notes", "time created", "time modified", "styling data", "stylesheet"),
        *("stylesheet version", "extra data", "uid", "id", "border color", "indicator"),
        *("copyright", "card color", "game version", "mse version", "linked card"),
    )
)
_NOTED = (
    *("notes", "copyright", "watermark", "card stamp", "type symbol", "card symbol"),
    *("transformation", "alias"),
)
"""Fields that the list keeps, and no face shows."""

_REPEATED = regex(r"level \d text|loyalty cost \d|rules? text")
"""Fields whose texts stand once more, joined, in `special text`."""

_UNSEEN = frozenset((*_OWN, *_NOTED))
_DOUBLE = regex(r".*(double|transform|dfc|two ?-?faced).*")
_SECOND = regex(r"(.+) ([2-4])")
_LEVEL = regex(r"loyalty cost (\d)")
_TINTS = {"multicolor": "multicolour", "colorless": "colourless"}
_RGB = regex(r"rgba?\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3}).*\)")


def likeness(source: ImportSource) -> float:
    """How much a source looks like a set: whether a file of it begins like one."""
    return 1.0 if _sets(source) else 0.0


def _sets(source: ImportSource) -> list[str]:
    if source.main:
        return [source.main] if _is_set(source, source.main) else []
    named = [name for name in source.names() if PurePosixPath(name).name == "set"]
    return [name for name in named if _is_set(source, name)]


def _is_set(source: ImportSource, name: str) -> bool:
    try:
        text = script_of(source, name)
    except ProblemsFound:
        return False
    return bool(_SET.match(text) and _GAME.search(text))


def take(source: ImportSource) -> Taken:
    """Takes the set that was named, or the first of a folder."""
    losses: list[Loss] = []
    sets = sorted(_sets(source), key=lambda name: (name.count("/"), name)) or [source.main]
    for other in sets[1:]:
        why = "another set: import it by its own name"
        losses.append(Loss(Miss.PIECES, other, why, Place(other)))
    return _Set(source, sets[0], losses).taken()


class _Set:
    def __init__(self, source: ImportSource, main: str, losses: list[Loss]) -> None:
        self._source, self._main, self._losses = source, main, losses
        self._pictures = TakenPictures(source, losses)
        self._icons: dict[str, str] = {}
        self._title, self._style = "", ""
        self._has_colours = False

    def taken(self) -> Taken:
        cards: list[Card] = []
        keywords = 0
        for file, entry in SetFile(self._source, self._main, self._losses).entries():
            if entry.key == "card" and len(cards) <= limits.IMPORT_CARDS:
                cards.append(self._card(entry.entries, Place(file, entry.line)))
            elif entry.key == "set info":
                self._title = next(
                    (mse_words(each.value) for each in entry.entries if each.key == "title"), ""
                )
            elif entry.key == "stylesheet":
                self._style = entry.value
            keywords += entry.key == "keyword"
        if cards:
            place = Place(self._main)
            why = (
                "where things stand is in a template that is no part of a set: they stand where "
                "cards like these have them, and the ground has the colour of the card"
            )
            what = f"the template {self._style or 'of the set'}"
            self._losses.append(Loss(Miss.PLACES, what, why, place, approximated=True))
        if not self._has_colours:
            cards = list(tinted_by_type(cards))
        kinds = kinds_of(cards, self._losses) if cards else []
        stem = PurePosixPath(self._source.name).stem
        named = PurePosixPath(self._main).parent.name.removesuffix(".mse-set")
        title = self._title or (stem if stem != "set" else named) or "Cards"
        return Taken(
            title[:100], kinds, self._losses, self._pictures.taken, named_icons=self._icons,
            drawn=self._pictures.drawn,
        )  # fmt: skip

    def _card(self, entries: Sequence[Entry], place: Place) -> Card:
        values: dict[str, str] = {}
        for entry in entries:
            if entry.value.strip():
                values.setdefault(entry.key, entry.value)
        style = values.get("stylesheet", self._style).lower()
        first = {key: value for key, value in values.items() if not _second(key)}
        others: dict[str, dict[str, str]] = {}
        for key, value in values.items():
            if second := _second(key):
                others.setdefault(second[1], {})[second[0]] = value
        copies = next((values[key] for key in first if _COPIES.fullmatch(key)), "1")
        hidden = {key: mse_words(first[key]) for key in _NOTED if key in first}
        fields = self._fields(first, place)
        back: Mapping[str, str] | None = None
        for half in others.values():
            made = self._fields(half, place)
            if not any(made.get(key) for key in ("title", "text", "type", "art")):
                fields |= {
                    key: value for key, value in made.items() if key not in fields and key != "tint"
                }
            elif back is None and _DOUBLE.fullmatch(style):
                back = made
            else:
                fields["text"] = "\n".join(
                    part for part in (fields.get("text"), *_half(made)) if part
                )
                if "art" in made:
                    fields.setdefault("art", made["art"])
        number = int(copies) if copies.strip().isdecimal() and len(copies) < 6 else 1
        return Card(
            {key: value for key, value in fields.items() if value}, place, hidden, back,
            max(0, min(number, limits.COPIES)),
        )  # fmt: skip

    def _fields(self, values: Mapping[str, str], place: Place) -> dict[str, str]:
        """The fields of one face by what they are; others by their own names."""
        if special := values.get("special text"):
            others = {key: one for key, one in values.items() if not _REPEATED.fullmatch(key)}
            del others["special text"]
            values = {**others, "rule text": special}
        fields: dict[str, str] = {}
        used = set(_OWN)
        for role, names in _ROLES.items():
            name = next((name for name in names if name in values), "")
            if name:
                used.add(name)
                fields[role] = self._text(role, values[name])
        for names in (("super type", "sub type"), ("type", "subtitle")):
            parts = [mse_words(values[name]) for name in names if name in values]
            if any(parts):
                used |= {*names}
                fields["type"] = text_of_plain(" — ".join(part for part in parts if part))
                break
        power = [mse_words(values[key]) for key in ("power", "toughness") if key in values]
        if power:
            used |= {"power", "toughness"}
            fields["stats"] = text_of_plain("/".join(power))
        self._levels(values, fields, used)
        if colour := self._colour(values):
            fields["tint"] = colour
        for key, value in values.items():
            if _PICTURE.fullmatch(key):
                used.add(key)
                self._picture(key, value, fields, place)
            elif key not in used and not _COPIES.fullmatch(key) and _base(key) not in _UNSEEN:
                fields[key] = mse_markup(value, self._icons)
        lines = {key: " ".join(fields[key].split()) for key in LINES if key in fields}
        return {key: value for key, value in (fields | lines).items() if value}

    def _text(self, role: str, value: str) -> str:
        if role == "cost":
            return cost_markup(mse_words(value), self._icons)
        return mse_markup(value, self._icons, flavour=role == "flavour")

    def _levels(self, values: Mapping[str, str], fields: dict[str, str], used: set[str]) -> None:
        """Puts the costs of a planeswalker's abilities before the lines of its text."""
        costs = {int(found[1]): key for key in values if (found := _LEVEL.fullmatch(key))}
        if not costs:
            return
        lines = fields.get("text", "").split("\n")
        for number, key in costs.items():
            used.add(key)
            if number <= len(lines) and lines[number - 1]:
                cost = text_of_plain(mse_words(values[key]))
                lines[number - 1] = f"**{cost}:** {lines[number - 1]}"
        fields["text"] = "\n".join(lines)

    def _colour(self, values: Mapping[str, str]) -> str:
        """The word for the colour of a card: as it says, or that of its cost."""
        said = values.get("card color", "").lower()
        if "casting cost" not in values and not said:
            if "super type" not in values:
                return ""
            said = mse_words(values["super type"]).lower()
        self._has_colours = True
        if found := _RGB.fullmatch(said):
            return "#" + "".join(f"{min(255, int(part)):02x}" for part in found.groups())
        words = [_TINTS.get(word.strip(), word.strip()) for word in said.split(",")]
        if not said:
            words = list(colours_of_cost(mse_words(values.get("casting cost", ""))))
            if "artifact" in values.get("super type", "").lower() and not words:
                words = ["artifact"]
        return tint_of(words)

    def _picture(self, key: str, value: str, fields: dict[str, str], place: Place) -> None:
        taken = self._pictures.take(value, place, self._main)
        if taken and "art" not in fields:
            fields["art"] = taken
        elif taken:
            why = "a face has one picture: add a zone and a field for this one, which lies in art/"
            self._losses.append(Loss(Miss.PICTURES, f"{key}: {value}"[:100], why, place))


def _second(key: str) -> tuple[str, str] | None:
    """The name and the number of a field of another half: `("name", "2")` for `name 2`."""
    found = _SECOND.fullmatch(key)
    if found is None:
        return None
    known = {name for names in _ROLES.values() for name in names}
    known |= {"super type", "sub type", "power", "toughness", "image", "card color", *_NOTED}
    return (found[1], found[2]) if found[1] in known else None


def _base(key: str) -> str:
    found = _SECOND.fullmatch(key)
    return found[1] if found else key


def _half(fields: Mapping[str, str]) -> Iterator[str]:
    """The lines of another half of a card, to stand below its text."""
    head = " ".join(
        part for part in (_bold(fields.get("title", "")), fields.get("cost", "")) if part
    )
    for part in (head, fields.get("type"), fields.get("text"), fields.get("stats")):
        if part:
            yield part


def _bold(text: str) -> str:
    return f"**{text}**" if text and "*" not in text else text
