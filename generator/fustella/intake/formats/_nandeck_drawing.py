"""Draws the texts, pictures and icons of a nanDECK script, as marks on cards."""

from collections.abc import Callable, Mapping, Sequence

from fustella.core.words.patterns import regex
from fustella.intake.formats._html import look_of
from fustella.intake.formats._looks import (
    ALIGNS,
    colour_of,
    part_inside,
    text_look,
    text_of_markup,
    text_of_plain,
)
from fustella.intake.formats._nandeck_settings import Font, at, font_from
from fustella.intake.formats._nandeck_shapes import Shapes
from fustella.intake.icons import TakenIcons
from fustella.intake.marks import Box, Mark
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Miss
from fustella.read.edit.yaml_writing import Value

_CODES = regex(r"\\(\d{1,3})\\")
_COLUMN = regex(r"\{(\w+)\}")
_ICONS = 40
_ICON_SIGN = 0xF0000
"""The first of the private signs that stand for icons while a text is made."""

_VALIGNS = {
    **{"top": "top", "wwtop": "top", "bottom": "bottom", "wwbottom": "bottom"},
    **{"center": "middle", "wwcenter": "middle", "wordwrap": "top", "charwrap": "top"},
}
_QUARTERS = (90, 270)
_OPEN_SIGNS = "TB"
"""The flags of HTMLTEXT that leave out the ground behind the text."""


class Drawing(Shapes):
    """A script with what it draws, in `drawings`, and the pictures that it names."""

    def __init__(self, source: ImportSource, main: str, cards: int) -> None:
        super().__init__(source, main, cards)
        self.text_icons = TakenIcons(source, self.losses)
        self.markup = False
        self.draws |= {
            **{"TEXT": self.text, "TEXTFONT": self.text_font, "HTMLTEXT": self.html_text},
            **{"IMAGE": self.image, "ICONS": self.icons_row, "PATTERN": self.pattern},
        }

    # Texts.

    def text(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        self._write(typed, cards, lambda card: self.font_on.get(card, self.font), markup=False)

    def text_font(self, typed: Sequence[str]) -> None:
        font = font_from(typed[10:14])
        self._write(typed[:10], self.on(at(typed, 0)), lambda _card: font, markup=False)

    def html_text(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        names = [name for n in (10, 11) if (name := at(typed, n).lower()) in self.fonts]
        name = names[0] if names else ""
        plain = Font() if not name else self.fonts[name]
        by_card = self.fonts_on.get(name, {})
        is_open = any(sign in at(typed, 8).upper() for sign in _OPEN_SIGNS)
        ground = "" if is_open else at(typed, 6)
        valign = self.html_aligns.get(name, "wwtop")
        places = [*typed[:6], plain.align or "left", valign, at(typed, 7), at(typed, 9)]
        self._write(
            places, cards, lambda card: by_card.get(card, plain), markup=True, ground=ground
        )

    def _write(
        self,
        typed: Sequence[str],
        cards: Sequence[int],
        font_of: Callable[[int], Font],
        *,
        markup: bool,
        ground: str = "",
    ) -> None:
        if not cards:
            return
        content = at(typed, 1)
        columns = self.values.pattern(content)
        self.markup |= markup
        across, down = (at(typed, number).lower() for number in (6, 7))
        align = ALIGNS.get(across, "center" if not across else "left")
        valign = "middle" if not down else _VALIGNS.get(down, "middle")
        place = self.place

        def mark_of(card: int) -> Mark | None:
            font = font_of(card)
            box = self.box(typed[2:6], card)
            size = self.values.number(self.values.text(font.size, card) or "12", 12.0, card)
            name = self.values.text(font.name, card)
            look = text_look(size, name, colour_of(self.colour(font.colour, card)))
            look["font"] = self.taken_fonts.take(name, place)
            look |= {"align": align, "valign": valign}
            style = self.values.text(font.style, card).upper()
            look |= {"bold": True} if "B" in style else {}
            look |= {"italic": True} if "I" in style else {}
            fill = self.colour(ground, card) if markup else self.colour(font.ground, card)
            if colour_of(fill) and (markup or "T" not in style):
                look["fill"] = colour_of(fill)
            turn = self._turn(at(typed, 8), card)
            if turn:
                look["turn"] = turn
            shown, pattern = with_lines(self.values.text(content, card)), columns
            is_markup = markup or "<b>" in shown or "<i>" in shown
            if markup:
                own, padding, shown = look_of(shown, box)
                look |= own
                box = padding
                if pattern:
                    pattern = look_of(pattern, box)[2]
            box = self._upright(box, turn)
            inside = self._inside(box, look, turn)
            if inside is None:
                return None
            made = self._marked_up(shown) if is_markup else text_of_plain(shown)
            if not made.strip() and "fill" in look:
                of_panel = ("fill", "line", "line_width", "radius", "shape")
                plate = {key: value for key, value in look.items() if key in of_panel}
                return Mark("panel", card, inside, plate)
            parts = _COLUMN.split(pattern)
            parts[::2] = [
                self._marked_up(part, strip=False) if is_markup else text_of_plain(part)
                for part in parts[::2]
            ]
            parts[1::2] = [f"{{{name}}}" for name in parts[1::2]]
            return Mark("text", card, inside, look, made, "".join(parts))

        self.draw(_name_of(content, "text"), cards, mark_of)

    def _marked_up(self, text: str, *, strip: bool = True) -> str:
        """A text of HTML in our markup, with the words and icons that keys stand for."""
        for key, word in self.html_keys.items():
            text = text.replace(key, word)
        signs: dict[str, str] = {}
        for number, (key, file) in enumerate(self.html_images.items()):
            if key in text:
                sign = chr(_ICON_SIGN + number)
                text = text.replace(key, sign)
                signs[sign] = self.text_icons.take(key, file, self.place, self.main)
        made = text_of_markup(text, strip=strip)
        for sign, name in signs.items():
            made = made.replace(sign, f"{{{name}}}")
        return made

    def _inside(self, box: Box, look: Mapping[str, Value], turn: float | int) -> Box | None:
        """The part of a box that lies on the card, which alone can have a text."""
        if turn % 180:
            return box
        cut = part_inside(box, self.size_mm, str(look["align"]), str(look["valign"]))
        if cut is None:
            self.lose(Miss.TEXTS, "a text beyond the card", "it would not be seen")
        elif max(abs(a - b) for a, b in zip(cut, box, strict=True)) > 0.5:
            why = "its zone ends at the trim"
            self.lose(Miss.PLACES, "a text that went beyond the card", why, approximated=True)
        return cut

    def _turn(self, typed: str, card: int) -> float | int:
        """Degrees clockwise of an angle, which counts the other way round."""
        if not typed:
            return 0
        turn = -self.values.number(typed, 360.0, card) % 360
        return int(turn) if turn == int(turn) else round(turn, 2)

    def _upright(self, box: Box, turn: float | int) -> Box:
        """The box of what is then turned, so that it fills the one that is typed."""
        if turn not in _QUARTERS:
            return box
        x, y, width, height = box
        return (
            round(x + (width - height) / 2, 2),
            round(y + (height - width) / 2, 2),
            height,
            width,
        )

    # Pictures.

    def image(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        content, flags = at(typed, 1), at(typed, 7).upper()
        pattern = self.values.pattern(content)
        place = self.place
        if "T" in flags and "N" not in flags:
            what, why = "IMAGE with a colour that is not seen", "save it with transparency as PNG"
            self.lose(Miss.LOOKS, what, f"{why}, if its ground is seen", approximated=True)
        if "X" in flags or "O" in flags:
            what = f"IMAGE {', '.join(typed[:8])}"
            self.lose(Miss.LOOKS, what, "it is not cut or repeated", approximated=True)
        look = _fit_of(flags)
        upside_down = 180 if "V" in flags else 0
        if ("H" in flags) != ("V" in flags):
            look["mirror"] = True

        def mark_of(card: int) -> Mark | None:
            shown = self.values.text(content, card).strip()
            box = self.box(typed[2:6], card)
            if not shown or shown == "0" or min(box[2:]) <= 0:
                return None
            turn = (self._turn(at(typed, 6), card) + upside_down) % 360
            turned = {**look, "turn": turn} if turn else look
            taken = self.pictures.take(shown, place, self.main)
            return Mark("image", card, self._upright(box, turn), turned, taken, pattern)

        if self.opacity < 1:
            what = f"LAYER {self.opacity * 100:g}"
            self.lose(Miss.LOOKS, what, "pictures are not seen through", approximated=True)
        self.draw(_name_of(content, "picture"), cards, mark_of)

    def icons_row(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        length = at(typed, 13)
        step = max(1, int(self.values.number(length, 1.0, 1))) if length else 1
        keys: dict[int, list[str]] = {}
        for card in cards:
            text = self.values.text(at(typed, 1), card)
            known = [text[n : n + step] for n in range(0, len(text), step)]
            keys[card] = [key for key in known if key in self.icons][:_ICONS]
        self._row(at(typed, 1), cards, keys, [*typed[2:6], *typed[6:9], *typed[9:12]])

    def pattern(self, typed: Sequence[str]) -> None:
        cards = self.on(at(typed, 0))
        file = at(typed, 1)
        keys = {
            card: [file] * max(0, min(_ICONS, int(self._count(at(typed, 2), card))))
            for card in cards
        }
        self._row(file, cards, keys, typed[3:13])

    def _count(self, typed: str, card: int) -> float:
        shown = self.values.text(typed, card).strip()
        return self.values.number(shown, 1.0, card) if shown else 0.0

    def _row(
        self,
        name: str,
        cards: Sequence[int],
        keys: Mapping[int, Sequence[str]],
        typed: Sequence[str],
    ) -> None:
        """Draws pictures of one size in rows: a box, their size, angle, flags and alignments."""
        place, flags = self.place, at(typed, 7).upper()
        look = _fit_of(flags) if set(flags) & set("PC") else {"fit": "contain"}
        across, down = (at(typed, n).lower() or "center" for n in (8, 9))
        for number in range(max(map(len, keys.values()), default=0)):

            def mark_of(card: int, number: int = number) -> Mark | None:
                mine = keys[card]
                if number >= len(mine):
                    return None
                box = self.box(typed[0:4], card)
                side = tuple(self.length(at(typed, 4 + n), n, card) or box[3] for n in (0, 1))
                if min(side) <= 0:
                    return None
                columns = max(1, int(box[2] / side[0] + 0.01))
                rows = -(-len(mine) // columns)
                at_row, at_column = divmod(number, columns)
                in_row = min(columns, len(mine) - at_row * columns)
                if "R" in flags:
                    at_row, at_column = rows - 1 - at_row, in_row - 1 - at_column
                x = box[0] + _slack(across, box[2] - in_row * side[0]) + at_column * side[0]
                y = box[1] + _slack(down, box[3] - rows * side[1]) + at_row * side[1]
                key = mine[number]
                file = self.values.text(self.icons.get(key, key), card)
                turn = self._turn(at(typed, 6), card)
                taken = self.pictures.take(file, place, self.main)
                where = (round(x, 2), round(y, 2), round(side[0], 2), round(side[1], 2))
                turned = {**look, "turn": turn} if turn else look
                return Mark("image", card, self._upright(where, turn), turned, taken)

            self.draw(f"{_name_of(name, 'icon')} icon {number + 1}", cards, mark_of)


def _fit_of(flags: str) -> dict[str, Value]:
    """How a picture fills its box: whole, cut, or stretched."""
    return {"fit": "contain" if "P" in flags else "cover" if "C" in flags else "stretch"}


def _slack(align: str, room: float) -> float:
    """How far from the edge things begin that leave so much room."""
    return {"left": 0.0, "top": 0.0, "right": room, "bottom": room}.get(align, room / 2)


def _name_of(content: str, otherwise: str) -> str:
    named = regex(r"\[([^\[\]]+)\]").search(content)
    plain = regex(r"\w[\w ]{0,20}").search(content)
    if named:
        return named[1]
    return plain[0] if plain and otherwise == "text" and "<" not in content else otherwise


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
