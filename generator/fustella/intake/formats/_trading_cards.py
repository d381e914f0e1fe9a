"""Lays out trading cards, of which a source has the texts and no places, by what their fields are.

A card has a title, a cost, a picture, a line with its type, short and long texts, flavour, figures
and the artist, each where players look for it. What a set has none of leaves its room to the texts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.values.problems import Place
from fustella.intake.ids import free_name
from fustella.intake.marks import RESERVED, Columns
from fustella.intake.taken import Loss, Miss, TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value
from fustella.read.spreadsheets.rows import slug_of

CARD_MM = (63.0, 88.0)
"""The size of a trading card."""

ROLES = (
    *("title", "cost", "art", "type", "rarity", "text", "flavour"),
    *("stats", "artist", "number", "tint", "card_picture"),
)
"""The fields that have a place of their own, by the names of their columns."""

TINTS: Mapping[str, str] = {
    **{"white": "#f3ecd2", "blue": "#a9cbe6", "black": "#b5adab", "red": "#e9ab92"},
    **{"green": "#b3d0ae", "multicolour": "#e0cd8c", "artifact": "#c3ccd3", "land": "#cdbfa9"},
    **{"colourless": "#d6d6d6"},
}
"""The colours of the ground for words that say the colour of a card."""

LINES = ("title", "cost", "type", "rarity", "stats", "artist", "number")
"""Fields that stand on one line: a new line in their texts is a slip of who pasted them."""

_OTHER_TINTS = (
    *("#b9cfe8", "#ecd9a0", "#bcd8b6", "#e8b9a6", "#d4c1e0", "#b6d9d6", "#e7c3d2", "#d0d3a4"),
    *("#c9c4bb", "#f0cfa8", "#b8c4d0", "#dcdcdc"),
)
_OF_BY = frozenset(
    ("by", "else", "true", "false", "none", "yes", "no", "on", "off", "null", "y", "n")
)
"""Words that mean something else where a value is chosen, or in YAML."""

_PLAIN_TINT = "#d8d3c8"
_MOST_TINTS = 12
_FACTS, _FACT_LETTERS, _LONG_TEXTS = 9, 26, 4
_LEFT, _WIDTH = 4.0, 55.0
_FOOT_MM = 78.6
_LABEL_LETTERS = 16


class Card(Struct, frozen=True):
    """A card as it was found: its fields by the names of `ROLES`, or by those of the source.

    Texts have our markup. `hidden` are values that no face shows. `back` are the fields of its
    other face, None for a card that has one face. `kind` is the name of its kind, "" for the usual.
    All cards of a kind have the size of its first.
    """

    fields: Mapping[str, str]
    place: Place
    hidden: Mapping[str, str] = {}
    back: Mapping[str, str] | None = None
    copies: int = 1
    id: str = ""
    kind: str = ""
    size_mm: tuple[float, float] = CARD_MM


def kinds_of(
    cards: Sequence[Card], losses: list[Loss], *, as_named: bool = False
) -> list[TakenKind]:
    """The kinds of cards: those with two faces apart from those with one.

    With `as_named`, fields of the source are named as ours may be, and keep their names.
    """
    if len(cards) > limits.IMPORT_CARDS:
        why = f"only the first {limits.IMPORT_CARDS:,} cards are taken"
        what = f"{len(cards) - limits.IMPORT_CARDS} cards"
        losses.append(Loss(Miss.PIECES, what, why, cards[limits.IMPORT_CARDS].place))
        cards = cards[: limits.IMPORT_CARDS]
    parted: dict[tuple[str, bool], list[Card]] = {}
    for card in cards:
        parted.setdefault((card.kind, card.back is not None), []).append(card)
    ids: set[str] = set()
    kinds: dict[str, TakenKind] = {}
    for (name, has_back), of_kind in parted.items():
        usual, shown = ("card", "Cards")
        if has_back and len(parted) > 1:
            usual, shown = ("double", "Cards with two faces")
        plain = slug_of(name)[:40].strip("-") or usual
        kind_id = f"{plain}-double" if plain in kinds else plain
        kinds[kind_id] = _Kind(of_kind, ids, losses, as_named).kind(kind_id, name or shown)
    return list(kinds.values())


class _Kind:
    def __init__(
        self, cards: Sequence[Card], ids: set[str], losses: list[Loss], as_named: bool
    ) -> None:
        self._cards, self._ids, self._losses = cards, ids, losses
        sides = [card.fields for card in cards], [card.back or {} for card in cards]
        names = list(dict.fromkeys(name for side in sides for card in side for name in card))
        hidden = list(dict.fromkeys(name for card in cards for name in card.hidden))
        order = [*(role for role in ROLES if role in names), *names, *hidden]
        columns = [*dict.fromkeys(order)]
        self._named: Mapping[str, str] = (
            {name: name for name in columns}
            if as_named
            else Columns(columns, [{} for _ in cards], len(cards)).named
        )

    def kind(self, kind_id: str, name: str) -> TakenKind:
        header: list[str] = ["id"]
        cells: list[list[str]] = [[self._id(card, kind_id) for card in self._cards]]
        if any(card.copies != 1 for card in self._cards):
            header.append("copies")
            cells.append([str(card.copies) for card in self._cards])
        has_back = any(card.back is not None for card in self._cards)
        sides = [[card.fields for card in self._cards]]
        sides += [[card.back or {} for card in self._cards]] if has_back else []
        first = self._cards[0]
        faces = [
            _Face(side, self._named, first.place, self._losses, first.size_mm) for side in sides
        ]
        ignored: list[str] = []
        for source, column in self._named.items():
            values = [[card.get(source, "") for card in side] for side in sides]
            filled = [number for number, each in enumerate(values) if any(each)]
            shown = [number for number in filled if f"{column}?" in faces[number].fields]
            kept = shown or filled[:1]
            for number in kept:
                back_too = number and len(shown) > 1
                side = "back." if back_too else "front." if column in RESERVED else ""
                header.append(f"{side}{column}")
                cells.append(values[number])
            told = [card.hidden.get(source, "") for card in self._cards]
            if not kept and any(told):
                header.append(column)
                cells.append(told)
            if not shown and (kept or any(told)):
                ignored.append(column)
        return TakenKind(
            kind_id,
            name,
            *first.size_mm,
            faces[0].made(),
            faces[1].made() if has_back else None,
            header,
            list(zip(*cells, strict=True)),
            ignored,
        )

    def _id(self, card: Card, kind_id: str) -> str:
        title = slug_of(card.fields.get("title", ""))[:40].strip("-")
        plain = card.id if card.id and card.id == slug_of(card.id) else title
        plain = plain or f"{kind_id}-{len(self._ids) + 1}"
        free = free_name(plain, self._ids)
        self._ids.add(free)
        return free


class _Face:
    """The zones of one side, from the upper edge downwards."""

    def __init__(
        self,
        cards: Sequence[Mapping[str, str]],
        named: Mapping[str, str],
        place: Place,
        losses: list[Loss],
        size_mm: tuple[float, float],
    ) -> None:
        self._cards, self._named, self._place, self._losses = cards, named, place, losses
        self._scale = size_mm[0] / CARD_MM[0], size_mm[1] / CARD_MM[1]
        self.fields: dict[str, str] = {}
        self._zones: dict[str, dict[str, Value]] = {}
        self._y = 3.2
        self._lay()

    def made(self) -> TakenFace:
        return TakenFace(self._zones, self.fields)

    def _values(self, name: str) -> list[str]:
        return [card[name] for card in self._cards if card.get(name)]

    def _has(self, name: str) -> bool:
        return name in self._named and any(card.get(name) for card in self._cards)

    def _lay(self) -> None:
        self._ground()
        self._head()
        if self._has("art"):
            others = [name for name in self._named if name not in ROLES and self._has(name)]
            has_text = self._has("text") or self._has("flavour")
            alone = not has_text and all(map(self._is_short, others))
            height = 31.0 if not alone else 62.0 - 4.2 * -(-min(len(others), _FACTS) // 3)
            fit = "contain" if alone else "cover"
            self._zone("art", "image", self._box(_LEFT, self._y, _WIDTH, height), fit=fit)
            self._y += height + 1
        self._type_line()
        others = [name for name in self._named if name not in ROLES and self._has(name)]
        others.sort(key=lambda name: -len(self._values(name)))
        short = [name for name in others if self._is_short(name)]
        long = [name for name in others if name not in short]
        self._facts(sorted(short[:_FACTS], key=list(self._named).index))
        ends = self._foot()
        self._texts(sorted(long[:_LONG_TEXTS], key=list(self._named).index), ends)
        for name in (*short[_FACTS:], *long[_LONG_TEXTS:]):
            why = "there was no room for it on the face: the list has it, in a column of its own"
            what = f"the field {name}"
            self._losses.append(Loss(Miss.PLACES, what, why, self._place, approximated=True))
        self._whole_picture()

    def _box(self, x: float, y: float, width: float, height: float) -> dict[str, Value]:
        """A place on a card of the usual size, for one of this size."""
        across, down = self._scale
        sides = {"x": x * across, "y": y * down, "width": width * across, "height": height * down}
        return {key: f"{round(value, 2):g}mm" for key, value in sides.items()}

    def _zone(self, name: str, sort: str, box: dict[str, Value], **look: Value) -> None:
        column = self._named[name]
        self.fields[f"{column}?"] = sort
        self._zones[column] = {**box, **look}

    def _ground(self) -> None:
        words = [word for word, _ in Counter(self._values("tint")).most_common(_MOST_TINTS)]
        fill: Value = _PLAIN_TINT
        if words:
            column = self._named["tint"]
            self.fields[f"{column}?"] = "word"
            others = iter(_OTHER_TINTS * 2)
            tints = {word: TINTS.get(word) or _softened(word) or next(others) for word in words}
            fill = {"by": column, **tints, "else": _PLAIN_TINT}
        self._zones["ground"] = {"x": "0mm", "y": "0mm", "width": "100%", "height": "100%"}
        self._zones["ground"]["fill"] = fill

    def _head(self) -> None:
        cost = 0.0
        if self._has("cost"):
            letters = max(value.count("{mana_") * 2 or len(value) for value in self._values("cost"))
            cost = min(26.0, max(9.0, 2.1 * letters))
            box = self._box(_LEFT + _WIDTH - cost, self._y, cost, 6.6)
            self._zone(
                "cost", "text", box, size="11pt", least="2pt", align="right", valign="middle"
            )
        if self._has("title"):
            room = _WIDTH - (cost + 1 if cost else 0)
            box = self._box(_LEFT, self._y, room, 6.6)
            self._zone("title", "text", box, size="11pt", least="2pt", bold=True, valign="middle")
        self._y += 7.4

    def _type_line(self) -> None:
        rarity = 0.0
        if self._has("rarity"):
            rarity = 15.0
            box = self._box(_LEFT + _WIDTH - rarity, self._y, rarity, 4.8)
            look: dict[str, Value] = {"size": "6.5pt", "least": "2pt", "italic": True}
            self._zone("rarity", "text", box, **look, align="right", valign="middle")
        if self._has("type"):
            box = self._box(_LEFT, self._y, _WIDTH - (rarity + 1 if rarity else 0), 4.8)
            self._zone("type", "text", box, size="8pt", least="2pt", bold=True, valign="middle")
        self._y += 5.4 if self._has("type") or rarity else 0.0

    def _is_short(self, name: str) -> bool:
        values = self._values(name)
        return max(map(len, values)) <= _FACT_LETTERS and not any("\n" in one for one in values)

    def _facts(self, names: Sequence[str]) -> None:
        """Short values with their names before them, three beside each other."""
        for number, name in enumerate(names):
            column = self._named[name]
            label = column.replace("_", " ").capitalize()[:_LABEL_LETTERS]
            width = (_WIDTH - 1.6) / 3
            box = self._box(
                _LEFT + number % 3 * (width + 0.8), self._y + number // 3 * 4.2, width, 3.8
            )
            self.fields[f"{column}?"] = "text"
            look: dict[str, Value] = {"size": "7pt", "least": "2pt", "valign": "middle"}
            look |= {"fill": "#ffffff", "opacity": 0.5, "padding": "0.4mm"}
            self._zones[self._free(f"{column}_line")] = {
                "text": f"{label} **{{{column}}}**", **box, **look,
            }  # fmt: skip
        self._y += -(-len(names) // 3) * 4.2

    def _free(self, name: str) -> str:
        while name in self._named.values() or name in self._zones:
            name = f"{name}_2"
        return name

    def _foot(self) -> float:
        """The figures and the lines of the artist; returns where the texts end."""
        if self._has("stats"):
            box = self._box(_LEFT + _WIDTH - 15, _FOOT_MM + 0.6, 15.0, 6.4)
            look: dict[str, Value] = {"size": "12pt", "least": "2pt", "bold": True}
            look |= {"align": "center", "valign": "middle", "fill": "#ffffff", "opacity": 0.6}
            self._zone("stats", "text", box, **look)
        lines = [name for name in ("artist", "number") if self._has(name)]
        for number, name in enumerate(lines):
            box = self._box(_LEFT, _FOOT_MM + 0.6 + 3.2 * number, 38.0, 3.2)
            self._zone(name, "text", box, size="5.5pt", least="2pt", valign="middle")
        return _FOOT_MM if lines or self._has("stats") else 84.6

    def _texts(self, long: Sequence[str], ends: float) -> None:
        """Long texts share what is left, by how many letters they have."""
        names = [name for name in ("text", *long, "flavour") if self._has(name)]
        if not names:
            return
        room = ends - self._y - 0.6 * (len(names) - 1)
        letters = {name: _many(self._values(name)) for name in names}
        whole = sum(letters.values())
        least = min(0.22, 1 / len(names))
        shares = {name: max(least, count / whole) for name, count in letters.items()}
        scale = sum(shares.values())
        start = self._y
        for name in names:
            height = room * shares[name] / scale
            box = self._box(_LEFT, self._y, _WIDTH, height)
            look: dict[str, Value] = {"size": "8pt", "least": "2pt", "padding": "1mm"}
            look |= {"fill": "#ffffff", "opacity": 0.7}
            look |= {"italic": True, "valign": "middle"} if name == "flavour" else {}
            if len(names) == 2:
                column = self._named[names[1 - names.index(name)]]
                alone = self._box(_LEFT, start, _WIDTH, room)
                look["without"] = {column: {"y": alone["y"], "height": alone["height"]}}
            self._zone(name, "text", box, **look)
            self._y += height + 0.6

    def _whole_picture(self) -> None:
        """Where a picture shows a whole card, nothing else is printed on it."""
        if not self._has("card_picture"):
            return
        column = self._named["card_picture"]
        for name, zone in self._zones.items():
            self._zones[name] = {"when": f"{column} is not given", **zone}
        self._zone("card_picture", "image", self._box(0, 0, *CARD_MM), fit="cover")


def _many(values: Sequence[str]) -> int:
    """Letters of a text that most values are no longer than."""
    ordered = sorted(len(value) + 30 * value.count("\n") for value in values)
    return 40 + ordered[len(ordered) * 9 // 10]


def _softened(word: str) -> str:
    """A light colour for a word that is a colour itself, "" for another word."""
    typed = CSS_COLOURS.get(word.lower(), word)
    if len(typed) != 7 or typed[0] != "#":
        return ""
    try:
        parts = [int(typed[at : at + 2], 16) for at in (1, 3, 5)]
    except ValueError:
        return ""
    return "#" + "".join(f"{round(part * 0.4 + 255 * 0.6):02x}" for part in parts)


def tint_word(said: str) -> str:
    """A word for the ground of a card, such as a list can have and `by` can name; "" for none."""
    word = slug_of(said)[:40].strip("-")
    return f"{word}-colour" if word in _OF_BY or word[:1].isdigit() else word


def tint_of(words: Sequence[str]) -> str:
    """The word for the ground of a card with these colours."""
    known = [word for word in words if word in TINTS]
    for strong in ("land", "artifact", "multicolour"):
        if strong in known:
            return strong
    return "multicolour" if len(known) > 1 else (known or ["colourless"])[0]


def tinted_by_type(cards: Sequence[Card]) -> Iterator[Card]:
    """Cards whose ground shows their type, where a set has few types and says no colours."""
    types = Counter(card.fields.get("type", "") for card in cards)
    few = 1 < len(types) <= _MOST_TINTS and len(cards) >= 2 * len(types)
    for card in cards:
        word = tint_word(card.fields.get("type", ""))
        yield (
            Card(
                {**card.fields, "tint": word}, card.place, card.hidden, card.back, card.copies,
                card.id, card.kind,
            )
            if few and word
            else card
        )  # fmt: skip
