"""Draws what a nanDECK script draws: its texts, pictures and shapes become marks on cards."""

import math
from collections.abc import Callable, Sequence

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import (
    ALIGNS,
    colour_of,
    text_look,
    text_of_markup,
    text_of_plain,
)
from fustella.intake.formats._nandeck_run import Font, Running, at, font_from
from fustella.intake.formats._nandeck_values import Unknown
from fustella.intake.marks import Box, Drawn, Mark
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Miss
from fustella.read.edit.yaml_writing import Value

_CODES = regex(r"\\(\d{1,3})\\")
_ICONS = 40
_VALIGNS = {
    **{"top": "top", "wwtop": "top", "bottom": "bottom", "wwbottom": "bottom"},
    **{"center": "middle", "wwcenter": "middle", "wordwrap": "top", "charwrap": "top"},
}


class Drawing(Running):
    """A script with what it draws, in `drawings`, and the pictures that it names."""

    def __init__(self, source: ImportSource, main: str, cards: int) -> None:
        super().__init__(source, main, cards)
        self.pictures = TakenPictures(source, self.losses)
        self.drawings: list[Drawn] = []
        self.markup = False
        self.draws = {
            **{"TEXT": self.text, "TEXTFONT": self.text_font, "HTMLTEXT": self.html_text},
            **{"IMAGE": self.image, "ICONS": self.icons_row, "LINE": self.stroke},
            **{"RECTANGLE": self.panel, "ROUNDRECT": self.round_panel, "ELLIPSE": self.disc},
            **{"CIRCLE": self.disc, "POLYGON": self.polygon},
        }

    def on(self, typed: str) -> list[int]:
        """The cards of a range, of which the conditions around hold."""
        cards = self.values.cards(typed, self.cards)
        self.most = max(self.most, *cards, 0)
        linked = len(self.rows)
        cards = {card for card in cards if 1 <= card <= max(self.cards, linked)}
        for line, holds in self.conditions:
            try:
                cards = {card for card in cards if self.values.holds(line.typed, card) is holds}
            except Unknown as error:
                self.lose(
                    Miss.PLACES,
                    f"IF {line.typed}",
                    f"taken as if it held: {error}",
                    approximated=True,
                )
        self.marks += len(cards)
        if self.marks > limits.IMPORT_MARKS or len(self.drawings) >= limits.IMPORT_DRAWN:
            raise Unknown("the script draws too much")
        return sorted(cards)

    def box(self, typed: Sequence[str], card: int) -> Box:
        """The place of four arguments in millimetres, inside out if they run backwards."""
        numbers = []
        for number, each in enumerate([*typed, "", "", "", ""][:4]):
            whole = self.size_mm[number % 2] / self.unit_mm
            numbers.append(self.values.number(each or "0", whole, card) * self.unit_mm)
        x, y, width, height = numbers
        if width < 0:
            x, width = x + width, -width
        if height < 0:
            y, height = y + height, -height
        return (round(x, 2), round(y, 2), round(width, 2), round(height, 2))

    def draw(self, name: str, cards: Sequence[int], mark_of: Callable[[int], Mark | None]) -> None:
        marks = [mark for card in cards if (mark := mark_of(card)) is not None]
        if marks:
            self.drawings.append(Drawn(name, marks, self.place))

    def text(self, typed: Sequence[str]) -> None:
        self._write(typed, self.font, markup=False)

    def text_font(self, typed: Sequence[str]) -> None:
        self._write(typed[:10], font_from(typed[10:14]), markup=False)

    def html_text(self, typed: Sequence[str]) -> None:
        font = self.fonts.get(at(typed, 10).lower(), self.font)
        places = [*typed[:6], font.align or "left", "wwtop", at(typed, 7), at(typed, 9)]
        self._write(places, font, markup=True)

    def _write(self, typed: Sequence[str], font: Font, *, markup: bool) -> None:
        cards = self.on(at(typed, 0))
        if not cards:
            return
        content = at(typed, 1)
        pattern = self.values.pattern(content)
        self.markup |= markup
        across, down = (at(typed, number).lower() for number in (6, 7))
        align = ALIGNS.get(across, "center" if not across else "left")
        valign = "middle" if not down else _VALIGNS.get(down, "middle")
        if font.name and font.name.lower() not in ("arial", "helvetica"):
            self.lose(
                Miss.LOOKS,
                f"the font {font.name}",
                "put its file into fonts/, and name it under `fonts`",
                approximated=True,
            )

        def mark_of(card: int) -> Mark | None:
            box = self._inside(self.box(typed[2:6], card))
            shown = self.values.text(content, card)
            shown = with_lines(shown)
            if box is None:
                return None
            size = self.values.number(self.values.text(font.size, card) or "12", 12.0, card)
            look = text_look(size, font.name, colour_of(self.values.text(font.colour, card)))
            look |= {"align": align, "valign": valign}
            style = self.values.text(font.style, card).upper()
            look |= {"bold": True} if "B" in style else {}
            look |= {"italic": True} if "I" in style else {}
            if (
                font.ground
                and "T" not in style
                and (fill := colour_of(self.values.text(font.ground, card)))
            ):
                look["fill"] = fill
            if turn := self._turn(at(typed, 8), card):
                look["turn"] = turn
            made = text_of_markup(shown) if markup or "<b>" in shown else text_of_plain(shown)
            return Mark("text", card, box, look, made, pattern)

        self.draw(_name_of(content, "text"), cards, mark_of)

    def _inside(self, box: Box) -> Box | None:
        """The part of a box that lies on the card, which alone can have a text."""
        x, y = max(0.0, box[0]), max(0.0, box[1])
        right, bottom = (min(self.size_mm[i], box[i] + box[i + 2]) for i in (0, 1))
        if right - x < 0.5 or bottom - y < 0.5:
            self.lose(Miss.TEXTS, "a text beyond the card", "it would not be seen")
            return None
        cut = (round(x, 2), round(y, 2), round(right - x, 2), round(bottom - y, 2))
        if max(abs(a - b) for a, b in zip(cut, box, strict=True)) > 0.5:
            self.lose(
                Miss.PLACES,
                "a text that went beyond the card",
                "its zone ends at the trim",
                approximated=True,
            )
        return cut

    def _turn(self, typed: str, card: int) -> float | int:
        """Degrees clockwise of an angle, which counts the other way round."""
        if not typed:
            return 0
        turn = -self.values.number(typed, 360.0, card) % 360
        return int(turn) if turn == int(turn) else round(turn, 2)

    def image(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        content, flags = at(typed, 1), at(typed, 7).upper()
        pattern = self.values.pattern(content)
        place = self.place
        if "N" in flags or "T" in flags:
            self.lose(
                Miss.LOOKS,
                "IMAGE with a colour that is not seen",
                "save the picture with transparency",
                approximated=True,
            )

        def mark_of(card: int) -> Mark | None:
            shown = self.values.text(content, card).strip()
            box = self.box(typed[2:6], card)
            if not shown or shown == "0" or min(box[2:]) <= 0:
                return None
            look: dict[str, Value] = {"fit": "contain" if "P" in flags else "stretch"}
            if turn := self._turn(at(typed, 6), card):
                look["turn"] = turn
            taken = self.pictures.take(shown, place, self.main)
            return Mark("image", card, box, look, taken, pattern)

        self.draw(_name_of(content, "picture"), cards, mark_of)

    def icons_row(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        texts = {card: self.values.text(at(typed, 1), card) for card in cards}
        longest = max((len(text) for text in texts.values()), default=0)
        place = self.place
        for number in range(min(longest, _ICONS)):

            def mark_of(card: int, number: int = number) -> Mark | None:
                sign = texts[card][number : number + 1]
                file = self.icons.get(sign)
                if file is None:
                    return None
                x, y, width, height = self.box(typed[2:6], card)
                side_w, side_h = (v * 1.0 for v in self.box(["0", "0", *typed[6:8]], card)[2:])
                side_w, side_h = side_w or height, side_h or height
                columns = max(1, int(width / side_w + 0.01)) if side_w else 1
                box = (
                    round(x + number % columns * side_w, 2),
                    round(y + number // columns * side_h, 2),
                    round(side_w, 2),
                    round(side_h, 2),
                )
                taken = self.pictures.take(self.values.text(file, card), place, self.main)
                return Mark("image", card, box, {"fit": "contain"}, taken)

            self.draw(f"{_name_of(at(typed, 1), 'icon')} icon {number + 1}", cards, mark_of)

    def panel(self, typed: Sequence[str]) -> None:
        self._panel("RECTANGLE", typed, "")

    def round_panel(self, typed: Sequence[str]) -> None:
        self._panel("ROUNDRECT", typed, "")

    def disc(self, typed: Sequence[str]) -> None:
        self._panel("ELLIPSE", typed, "circle")

    def _panel(self, word: str, typed: Sequence[str], shape: str, colours_at: int = 5) -> None:
        cards = self.on(at(typed, 0))

        def mark_of(card: int) -> Mark | None:
            box = self.box(typed[1:5], card)
            if min(box[2:]) <= 0:
                return None
            edge, inner = (
                self.values.text(at(typed, number), card).strip()
                for number in (colours_at, colours_at + 1)
            )
            if "@" in edge + inner:
                self.lose(
                    Miss.LOOKS,
                    f"{word} with a gradient",
                    "its first colour alone is taken",
                    approximated=True,
                )
            first, fill = (
                colour_of(each[:7] if each.startswith("#") else each) for each in (edge, inner)
            )
            look: dict[str, Value] = {}
            if inner.upper() == "EMPTY":
                look = {"line": first or "#000000"}
            elif fill and fill != first:
                look = {"fill": fill, "line": first or "#000000"}
            else:
                look = {"fill": fill or first or "#000000"}
            if "line" in look:
                thick = at(typed, colours_at + 2)
                width = self.values.number(thick, 1.0, card) * self.unit_mm if thick else 0.3
                look["line_width"] = f"{max(0.05, min(width, 20)):g}mm"
            if shape:
                look["shape"] = shape
                if shape == "circle" and abs(box[2] - box[3]) > 0.5:
                    self.lose(Miss.LOOKS, word, "an ellipse becomes a circle", approximated=True)
            if word == "ROUNDRECT":
                look["radius"] = f"{round(min(box[2:]) * 0.1, 2):g}mm"
            return Mark("panel", card, box, look)

        self.draw({"circle": "disc", "": "panel"}.get(shape, shape), cards, mark_of)

    def polygon(self, typed: Sequence[str]) -> None:
        sides = int(self.values.number(at(typed, 5) or "0", 1.0, 1))
        shape = {4: "diamond", 6: "hexagon"}.get(sides, "circle" if sides > 8 else "")
        if not shape:
            raise Unknown(f"a polygon of {sides} sides: draw it in a template, which is SVG")
        self._panel("POLYGON", typed, shape, colours_at=7)

    def stroke(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        if len(typed) < 5:
            self.lose(Miss.LOOKS, f"LINE {', '.join(typed)}", "it does not say where it ends")
            return

        def mark_of(card: int) -> Mark | None:
            ends = []
            for number, each in enumerate(typed[1:5]):
                whole = self.size_mm[number % 2] / self.unit_mm
                ends.append(self.values.number(each or "0", whole, card) * self.unit_mm)
            thick = at(typed, 6)
            width = max(0.05, self.values.number(thick, 1.0, card) * self.unit_mm if thick else 0.3)
            length = max(0.1, math.hypot(ends[2] - ends[0], ends[3] - ends[1]))
            box = (
                round((ends[0] + ends[2] - length) / 2, 2),
                round((ends[1] + ends[3] - width) / 2, 2),
                round(length, 2),
                round(width, 2),
            )
            look: dict[str, Value] = {
                "fill": colour_of(self.values.text(at(typed, 5), card)) or "#000000"
            }
            if turn := round(math.degrees(math.atan2(ends[3] - ends[1], ends[2] - ends[0])), 2):
                look["turn"] = turn
            return Mark("panel", card, box, look)

        self.draw("line", cards, mark_of)


def _name_of(content: str, otherwise: str) -> str:
    named = regex(r"\[([^\[\]]+)\]").search(content)
    plain = regex(r"\w[\w ]{0,20}").search(content)
    return named[1] if named else plain[0] if plain and otherwise == "text" else otherwise


def shown_text(text: str) -> str:
    """A cell of a linked table as a text with our markup."""
    return (
        text_of_markup(with_lines(text))
        if "<b>" in text or "<i>" in text
        else text_of_plain(with_lines(text))
    )


def with_lines(text: str) -> str:
    """A text with line breaks and signs in the place of their numbers between backslashes."""
    return _CODES.sub(lambda found: "\n" if found[1] in ("10", "13") else chr(int(found[1])), text)
