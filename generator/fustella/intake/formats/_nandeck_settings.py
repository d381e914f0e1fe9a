"""Holds what lines of a nanDECK script set: sizes, fonts, colours, counters, layers, backs."""

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.intake.fonts import TakenFonts
from fustella.intake.formats._arithmetic import Unknown
from fustella.intake.formats._nandeck_lines import ScriptLine
from fustella.intake.formats._nandeck_values import ScriptLabels
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss

SUPPOSED = 24
"""The most rows that are supposed for a table that is not there."""

_SET_COLOURS = "ZYX"
"""The letters of the three colours that COLORS sets: #ZZZZZZ, #YYYYYY, #XXXXXX."""

_UNITS = {"MM": 1.0, "CM": 10.0, "INCH": MM_PER_INCH, "IN": MM_PER_INCH, "INCHES": MM_PER_INCH}


class Font(Struct, frozen=True):
    """A font as directives name it, with a size that may be computed."""

    name: str = "Arial"
    size: str = "12"
    style: str = ""
    colour: str = "#000000"
    ground: str = ""
    align: str = ""


class Settings:
    """What lines of a script set, for all cards or for some, and what could not be taken.

    `cards` is the number of its cards; `most` becomes the largest that its ranges name.
    """

    def __init__(self, source: ImportSource, main: str, cards: int) -> None:
        self.source, self.main, self.cards, self.most = source, main, cards, 0
        self.values = ScriptLabels()
        self.losses: list[Loss] = []
        self.size_mm = (60.0, 90.0)
        self.unit_mm = 10.0
        self.font = Font()
        self.fonts: dict[str, Font] = {}
        self.frames: dict[str, str] = {}
        self.icons: dict[str, str] = {}
        self.rows: Sequence[dict[str, str]] = ()
        self.columns: Sequence[str] = ()
        self.copies_in = ""
        self.of_deck = False
        self.row_of: list[int] = []
        self.backs: dict[int, int] = {}
        self.conditions: list[list[tuple[ScriptLine, bool]]] = []
        self.taken_fonts = TakenFonts(source, self.losses)
        self.colours: list[dict[int, str]] = [{}, {}, {}]
        self.layers: list[float] = []
        self.html_aligns: dict[str, str] = {}
        self.html_keys: dict[str, str] = {}
        self.html_images: dict[str, str] = {}
        self.font_on: dict[int, Font] = {}
        self.fonts_on: dict[str, dict[int, Font]] = {}
        self.macros: dict[str, tuple[Sequence[str], Sequence[ScriptLine]]] = {}
        self.missing = ""
        self.named: dict[str, None] = {}
        self.compared: dict[str, list[str]] = {}
        self.steps = self.marks = self.tested = 0
        self.draws: dict[str, Callable[[Sequence[str]], None]] = {}
        self.sets: dict[str, Callable[[Sequence[str]], None]] = {
            **{"UNIT": self.set_unit, "CARDSIZE": self.set_size, "CARDS": self.set_cards},
            **{"FONT": self.set_font},
            **{"HTMLFONT": self.set_html_font, "ICON": self.set_icon, "DUPLEX": self.duplex},
            **{"COUNTER": self.set_counter, "COLORS": self.set_colours, "LAYER": self.set_layer},
            **{"BASERANGE": self.set_base, "HTMLMARGINS": self.set_html_margins},
            **{"ENDLAYER": self.end_layer, "HTMLIMAGE": self.set_html_image},
            **{"HTMLKEY": self.set_html_key},
        }
        self.place = Place(main)

    def lose(self, miss: Miss, what: str, why: str, *, approximated: bool = False) -> None:
        loss = Loss(miss, what[:100], why, self.place, approximated)
        if loss not in self.losses[-200:]:
            self.losses.append(loss)

    def _note(self, label: str, word: str) -> None:
        words = self.compared.setdefault(label.strip().lower(), [])
        if word.strip() and word.strip() not in words and len(words) < SUPPOSED:
            words.append(word.strip())

    def on(self, typed: str) -> list[int]:
        """The cards of a range, of which the conditions around hold."""
        cards = self.values.cards(typed, self.cards)
        self.most = max(self.most, *cards, 0)
        self.values.elements = {}
        if not (self.of_deck or "labelrange" in typed.lower() or min(cards, default=1) == 1):
            self.values.elements = {card: at for at, card in enumerate(sorted(cards), 1)}
        linked = len(self.rows)
        cards = {card for card in cards if 1 <= card <= max(self.cards, linked)}
        for line, holds in [branch for chain in self.conditions for branch in chain]:
            self.tested += len(cards)
            if self.tested > limits.IMPORT_MARKS:
                raise Unknown("the script asks too much of its cards")
            elements, self.values.elements = self.values.elements, {}
            try:
                cards = {card for card in cards if self.values.holds(line.typed, card) is holds}
            except Unknown as error:
                self.lose(
                    Miss.PLACES,
                    f"{line.word} {line.typed}",
                    f"taken as if it held: {error}",
                    approximated=True,
                )
            finally:
                self.values.elements = elements
        return sorted(cards)

    def set_unit(self, arguments: Sequence[str]) -> None:
        self.unit_mm = _UNITS.get(arguments[0].upper(), 10.0) if arguments else 10.0

    def set_size(self, arguments: Sequence[str]) -> None:
        sides = [self.values.number(each, 1.0, 1) * self.unit_mm for each in arguments[:2]]
        if len(sides) == 2 and all(3 <= side <= limits.SIDE_MM for side in sides):
            self.size_mm = (round(sides[0], 2), round(sides[1], 2))
        else:
            raise Unknown("no size of a card")

    def set_cards(self, arguments: Sequence[str]) -> None:
        self.most = max(
            self.most, min(int(self.values.number(arguments[0], 1.0, 1)), limits.IMPORT_CARDS)
        )

    def set_font(self, arguments: Sequence[str]) -> None:
        font = font_from(arguments)
        if self.conditions:
            self.font_on |= dict.fromkeys(self.on(""), font)
        else:
            self.font, self.font_on = font, {}

    def set_html_font(self, arguments: Sequence[str]) -> None:
        name, *others = arguments
        font = font_from(others[:4], align=at(others, 4))
        if self.conditions:
            self.fonts_on.setdefault(name.lower(), {}).update(dict.fromkeys(self.on(""), font))
            self.fonts.setdefault(name.lower(), font)
        else:
            self.fonts[name.lower()] = font
            self.fonts_on.pop(name.lower(), None)

    def set_base(self, arguments: Sequence[str]) -> None:
        self.of_deck = at(arguments, 1).upper() == "ON"

    def set_html_margins(self, arguments: Sequence[str]) -> None:
        if (name := at(arguments, 0).lower()) and at(arguments, 5):
            self.html_aligns[name] = at(arguments, 5).lower()

    def set_counter(self, arguments: Sequence[str]) -> None:
        name = at(arguments, 1).lower()
        known = self.values.counters.setdefault(name, {})
        for card in self.on(at(arguments, 0)):
            known[card] = self.values.number(at(arguments, 2) or "0", 1.0, card)

    def set_colours(self, arguments: Sequence[str]) -> None:
        for card in self.on(at(arguments, 0)):
            for number, by_card in enumerate(self.colours, 1):
                if at(arguments, number):
                    by_card[card] = self.values.text(at(arguments, number), card)

    def colour(self, typed: str, card: int) -> str:
        """A colour for a card, as it is typed or as COLORS has set it."""
        shown = self.values.text(typed, card).strip()
        letter = shown[1:2].upper()
        if letter in _SET_COLOURS and shown.upper() == f"#{letter * 6}":
            shown = self.colours[_SET_COLOURS.index(letter)].get(card, "#000000")
        return shown

    def set_layer(self, arguments: Sequence[str]) -> None:
        self.layers.append(max(0.0, min(1.0, self.values.number(at(arguments, 0), 1.0, 1) / 100)))
        if any(at(arguments, number).strip("0") for number in (1, 2, 3)):
            self.lose(Miss.PLACES, f"LAYER {', '.join(arguments)}", "it is not moved or turned")

    def end_layer(self, _arguments: Sequence[str]) -> None:
        self.layers = self.layers[:-1]

    @property
    def opacity(self) -> float:
        """How much the layers let see of what is drawn: the product of theirs, from 0 to 1."""
        return round(math.prod(self.layers), 3)

    def set_html_key(self, arguments: Sequence[str]) -> None:
        if at(arguments, 1):
            self.html_keys[at(arguments, 1)] = at(arguments, 2)

    def set_html_image(self, arguments: Sequence[str]) -> None:
        if at(arguments, 1) and at(arguments, 2):
            self.html_images[at(arguments, 1)] = at(arguments, 2)

    def set_icon(self, arguments: Sequence[str]) -> None:
        if len(arguments) > 2:
            self.icons[arguments[1].strip()] = arguments[2]

    def duplex(self, arguments: Sequence[str]) -> None:
        fronts = sorted(self.values.cards(at(arguments, 0), self.cards))
        backs = sorted(self.values.cards(at(arguments, 1), self.cards)) if at(arguments, 1) else []
        for number, front in enumerate(fronts):
            if backs:
                self.backs[front] = backs[min(number, len(backs) - 1)]
        self.most = max([self.most, *fronts, *backs])


def font_from(arguments: Sequence[str], align: str = "") -> Font:
    name, size, style, colour = (at(arguments, number) for number in range(4))
    return Font(name or "Arial", size or "12", style, colour or "#000000", at(arguments, 4), align)


def at(parts: Sequence[str], number: int) -> str:
    return parts[number].strip() if number < len(parts) else ""
