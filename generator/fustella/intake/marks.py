"""Makes a face of what a script draws on each card.

Scripts draw card by card, Fustella has zones for all cards of a kind. A `Mark` is one text, picture
or panel on one card. Marks of one line of a script become a zone, and so do marks of several lines
that lie at the same place on different cards. What differs between cards becomes a column.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from fustella.core.values.problems import Place, nearest
from fustella.core.words.patterns import regex
from fustella.intake.ids import free_name
from fustella.intake.taken import Loss, Miss, TakenFace
from fustella.read.edit.yaml_writing import Value

Box: TypeAlias = tuple[float, float, float, float]
"""The left, the top, the width and the height of a zone, in millimetres."""

RESERVED = frozenset(
    (
        *("colour", "code", "id", "copies", "copy", "n", "of", "version", "kind", "name", "source"),
        *("front", "back", "face", "piece", "and", "or", "not", "is", "given", "true", "false"),
        *("else", "when", "where", "qty", "count", "quantity", "struck_out", "if", "min", "max"),
        *("both", "any", "all", "none", "in", "round", "with", "without", "by"),
    )
)
"""Names that a field cannot have, because they mean something in lists, zones or formulas."""

_OF_ALL_PIECES = ("code", "colour", "name")
"""Fields that every piece may have."""

_KEYS = ("x", "y", "width", "height")
_WORDS = regex(r"[^a-z0-9]+")
_NAME = regex(r"\{(\w+)\}")
_FEW_ZONES = 300
"""The most zones of which each says over which ones it lies."""

_LEAST_MM = 0.5
_FEW_WORDS = 4
"""The most words of a column that a condition names; more become a column of their own."""


class Mark(Struct, frozen=True):
    """One text, picture or panel on a card.

    `draws` is text, image or panel; `content` is what is shown on this card, "" for a panel.
    `pattern` is how the content is made of columns, such as `Cost: {cost}`, "" if it is made
    otherwise. `look` has the other keys of its zone.
    """

    draws: str
    card: int
    box: Box
    look: Mapping[str, Value]
    content: str = ""
    pattern: str = ""


class Drawn(Struct, frozen=True):
    """The marks of one line of a script, on one card each; `name` is what to call the zone."""

    name: str
    marks: Sequence[Mark]
    place: Place


class Columns:
    """The columns of a list, with a value for each card.

    They are those of the source, by the names that their fields get in `named`, and those that
    faces need besides. `zones` are names of zones, which no new column gets.
    """

    def __init__(self, names: Sequence[str], rows: Sequence[Mapping[str, str]], cards: int) -> None:
        """Takes the rows of the source, by the names of their columns, one for each card."""
        self.cards = cards
        self.values: dict[str, list[str]] = {}
        self.named: dict[str, str] = {}
        self.zones: set[str] = set()
        for name in names:
            field = self.fresh(name)
            self.named[name] = field
            self.values[field] = [row.get(name, "") for row in rows]

    def fresh(self, name: str) -> str:
        """A name for a new column that no other has, made of a word of the source."""
        plain = _WORDS.sub("_", _plain(name)).strip("_")[:40].strip("_") or "column"
        plain = f"c_{plain}" if plain[0].isdigit() else plain
        plain = {"name": "title", "colour": "tint"}.get(plain, plain)
        plain = f"{plain}_text" if plain in RESERVED else plain
        return free_name(plain, {*self.values, *self.zones}, sign="_")

    def add(self, name: str, by_card: Mapping[int, str], but: Collection[str] = ()) -> str:
        """A column with a value for each card, numbered from 1.

        One with these values is used again, if it is not among those in `but`.
        """
        values = [by_card.get(card, "") for card in range(1, self.cards + 1)]
        for known, theirs in self.values.items():
            if theirs == values and any(values) and known not in but:
                return known
        column = self.fresh(name)
        self.values[column] = values
        return column


def _plain(name: str) -> str:
    parts = unicodedata.normalize("NFKD", name.lower())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def face_of(drawings: Sequence[Drawn], columns: Columns, losses: list[Loss]) -> TakenFace:
    """The zones and fields for what is drawn on the cards."""
    maker = _Face(columns, losses)
    for drawing in _merged(drawings):
        maker.add(drawing)
    return TakenFace(maker.named_zones(), maker.fields)


def _merged(drawings: Sequence[Drawn]) -> list[Drawn]:
    """Drawings of several lines as one, if they lie at one place on different cards."""
    made: list[Drawn] = []
    at: dict[object, list[int]] = {}
    cards: list[set[int]] = []
    for drawing in drawings:
        if not drawing.marks:
            continue
        first = drawing.marks[0]
        boxes = {mark.box for mark in drawing.marks}
        key = (first.draws, first.box, tuple(sorted(first.look))) if len(boxes) == 1 else None
        ours = {mark.card for mark in drawing.marks}
        if len(ours) < len(drawing.marks):
            ours = set()
        places = at.setdefault(key, []) if key is not None else []
        home = next((place for place in places if ours and not cards[place] & ours), None)
        if home is None:
            places.append(len(made))
            made.append(drawing)
            cards.append(ours or {mark.card for mark in drawing.marks})
        else:
            made[home] = Drawn(
                made[home].name, [*made[home].marks, *drawing.marks], made[home].place
            )
            cards[home] |= ours
    return made


class _Face:
    def __init__(self, columns: Columns, losses: list[Loss]) -> None:
        self._columns, self._losses = columns, losses
        self.zones: dict[str, dict[str, Value]] = {}
        self.fields: dict[str, str] = {}
        self._panels: set[str] = set()
        self._boxes: dict[str, Box] = {}

    def add(self, drawing: Drawn) -> None:
        """Adds the zone of a drawing."""
        marks = {mark.card: mark for mark in drawing.marks}
        first = drawing.marks[0]
        zone: dict[str, Value] = {}
        fixed = True
        of = "shape" if first.draws == "panel" else drawing.name
        for number, key in enumerate(_KEYS):
            lengths = {card: round(mark.box[number], 2) for card, mark in marks.items()}
            if len(set(lengths.values())) == 1:
                zone[key] = f"{lengths[first.card]:g}mm"
                continue
            column = self._columns.add(f"{of} {key}", {c: f"{v:g}" for c, v in lengths.items()})
            self._field(column, "decimal")
            zone[key] = f"{{={column}}}mm"
            fixed = False
        for key in dict.fromkeys(key for mark in marks.values() for key in mark.look):
            self._look(
                zone, key, {card: mark.look.get(key) for card, mark in marks.items()}, drawing
            )
        name = self._content(zone, marks, drawing)
        if (
            fixed and len(marks) < self._columns.cards and not self._is_empty_elsewhere(name, marks)
        ) or (not fixed and len(marks) < self._columns.cards):
            zone = {"when": self._when(set(marks)), **zone}
        if fixed and first.draws != "panel" and len(self._boxes) < _FEW_ZONES:
            over = [
                other
                for other, box in self._boxes.items()
                if _overlap(box, first.box) and other in self.fields | self.zones
            ]
            if over:
                zone["over"] = over if len(over) > 1 else over[0]
        if first.draws == "panel":
            self._panels.add(name)
        elif fixed:
            self._boxes[name] = first.box
        self.zones[name] = zone
        self._columns.zones.add(name)

    def named_zones(self) -> dict[str, dict[str, Value]]:
        """The zones, with other names for panels that would be taken for a misspelt field."""
        fields = [field.rstrip("?") for field in self.fields]
        known = {*_OF_ALL_PIECES, *fields, *self.zones} - self._panels
        made: dict[str, dict[str, Value]] = {}
        for name, zone in self.zones.items():
            names = [name]
            if name in self._panels:
                names += [self._free(f"{word} {len(made) + 1}") for word in ("shape", "plate", "z")]
            made[next((each for each in names if not nearest(each, known)), name)] = zone
        return made

    def _field(self, column: str, sort: str) -> None:
        known = self.fields.get(f"{column}?")
        if known is None or (known == "word" and sort in ("text", "image", "decimal")):
            self.fields[f"{column}?"] = sort

    def _look(
        self, zone: dict[str, Value], key: str, by_card: Mapping[int, Value], drawing: Drawn
    ) -> None:
        values = list(by_card.values())
        if all(value == values[0] for value in values):
            if values[0] is not None:
                zone[key] = values[0]
            return
        words = {card: "" if value is None else str(value) for card, value in by_card.items()}
        if any(isinstance(value, bool) for value in values):
            self._lose(drawing, f"`{key}` differs between its cards: that of the first is taken")
            zone[key] = values[0]
            return
        numbers = key == "turn"
        of = "shape" if drawing.marks[0].draws == "panel" else drawing.name
        column = self._columns.add(f"{of} {key}", words)
        self._field(column, "decimal" if numbers else "word")
        zone[key] = f"={column}" if numbers else f"{{{column}}}"

    def _lose(self, drawing: Drawn, why: str) -> None:
        self._losses.append(Loss(Miss.LOOKS, drawing.name, why, drawing.place, approximated=True))

    def _content(self, zone: dict[str, Value], marks: Mapping[int, Mark], drawing: Drawn) -> str:
        """Says in the zone what it shows; returns the name of the zone."""
        first = drawing.marks[0]
        if first.draws == "panel":
            return self._free(drawing.name)
        patterns = {mark.pattern for mark in marks.values()}
        pattern = patterns.pop() if len(patterns) == 1 else ""
        contents = {card: mark.content for card, mark in marks.items()}
        named: list[str] = _NAME.findall(pattern)
        whole = pattern == f"{{{named[0]}}}" if named else False
        fixed = len(set(contents.values())) == 1 and not first.content.startswith("=")
        if not named and fixed:
            zone[first.draws] = first.content
            return self._free(drawing.name)
        taken = {name for name in self._columns.values if self._is_other(name, first.draws)}
        if not pattern or (first.draws == "image" and not whole) or taken & {*named}:
            column = self._columns.add(drawing.name, contents, taken)
            pattern, whole, named = f"{{{column}}}", True, [column]
        for column in named:
            self._field(column, first.draws)
        if whole and named[0] not in self.zones:
            return named[0]
        zone[first.draws] = pattern
        return self._free(drawing.name)

    def _is_other(self, column: str, draws: str) -> bool:
        """Whether a column is shown as something else already."""
        return self.fields.get(f"{column}?", draws) not in (draws, "word")

    def _free(self, name: str) -> str:
        plain = _WORDS.sub("_", _plain(name)).strip("_")[:30].strip("_") or "zone"
        plain = f"z_{plain}" if plain[0].isdigit() else plain
        return free_name(plain, {*self.zones, *self._columns.values, *RESERVED}, sign="_")

    def _is_empty_elsewhere(self, name: str, marks: Mapping[int, Mark]) -> bool:
        """Whether the zone is one of a field that is empty on all cards but those of the marks."""
        values = self._columns.values.get(name)
        if values is None:
            return False
        return not any(value for card, value in enumerate(values, 1) if card not in marks)

    def _when(self, cards: set[int]) -> str:
        """The condition that holds for these cards alone."""
        columns = self._columns
        known: list[tuple[int, str, str]] = []
        for name, values in columns.values.items():
            on = {values[card - 1] for card in cards}
            off = {value for card, value in enumerate(values, 1) if card not in cards}
            if on & off:
                continue
            if off == {""}:
                known.append((0, name, f"{name} is given"))
            elif len(on) <= _FEW_WORDS and all(map(_is_plain_word, on)):
                words = " or ".join(f'{name} = "{value}"' for value in sorted(on))
                known.append((len(on), name, words))
        if known:
            _, name, condition = min(known, key=lambda one: one[0])
            self._field(name, "word")
            return condition
        column = columns.add("picked 1", dict.fromkeys(cards, "yes"))
        self._field(column, "word")
        return f"{column} is given"


def inside(box: Box, size_mm: tuple[float, float]) -> Box | None:
    """The part of a box that lies on a face of this size, where texts can be; None for none."""
    left, top = max(0.0, box[0]), max(0.0, box[1])
    right, bottom = (min(size_mm[side], box[side] + box[side + 2]) for side in (0, 1))
    if right - left < _LEAST_MM or bottom - top < _LEAST_MM:
        return None
    return (round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2))


def _is_plain_word(word: str) -> bool:
    return bool(re.fullmatch(r"[\w][\w .,'-]{0,40}", word)) and word == word.strip()


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > 0 and down > 0
