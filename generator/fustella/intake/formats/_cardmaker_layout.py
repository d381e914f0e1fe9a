"""Draws a layout of CardMaker: its elements become marks on cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol
from xml.etree.ElementTree import Element

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.assembly import kind_of
from fustella.intake.formats._cardmaker_text import Card, Texts, Unknown
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.formats._looks import (
    colour_of,
    text_look,
    text_of_markup,
    text_of_plain,
)
from fustella.intake.marks import Box, Columns, Drawn, Mark, inside
from fustella.intake.pictures import TakenPictures
from fustella.intake.tables import copies_of
from fustella.intake.taken import Loss, Miss, TakenKind
from fustella.intake.xml import line_of
from fustella.read.edit.yaml_writing import Value

_SCREEN_DPI = 96.0
"""CardMaker draws letters at the resolution of a screen, whatever that of the layout is."""

_ALIGNS = ("left", "center", "right")
_VALIGNS = ("top", "middle", "bottom")
_COLUMN = regex(r"@\[([^\[\],]+)\]")
_SHAPE = regex(r"#([^#;]+);([^#]*)#")
_BEHIND = regex(r"#bg(shape|graphic)::[^#]*(?:#[^#]*#)?[^#]*#")
_IMAGE = regex(r"img=([^;>]+)")
_PLAIN_CALL = regex(r"[@!%&$]\[|#\S")
_ESCAPES = {"\\n": "\n", "\\q": '"', "\\c": ",", "&gt;": ">", "&lt;": "<"}
_OVERRIDE = "override:"
_QUIET_TAGS = ("spc", "xo", "yo", "al")
_QUIET_FONTS = ("arial", "helvetica", "microsoft sans serif", "segoe ui", "verdana", "tahoma")


class Project(Protocol):
    """What a layout needs of its project."""

    main: str
    losses: list[Loss]
    pictures: TakenPictures
    icons: NamedIcons
    is_script: bool


class Layout:
    """A layout with its cards: `marks` counts what is drawn on all of them."""

    def __init__(
        self, project: Project, element: Element, rows: Sequence[Mapping[str, str]],
        defines: Mapping[str, str],
    ) -> None:  # fmt: skip
        self._project = project
        self.place = Place(project.main, line_of(element))
        self.name = element.get("Name", "").strip() or "Cards"
        dpi = _number(element.get("dpi", ""), 300.0)
        self._mm_per_px = MM_PER_INCH / (dpi if dpi >= 1 else 300.0)
        self._points = _SCREEN_DPI / (dpi if dpi >= 1 else 300.0)
        size = (_number(element.get(side, ""), 100.0) for side in ("width", "height"))
        width, height = (round(max(1.0, px) * self._mm_per_px, 2) for px in size)
        self.size_mm = (width, height)
        counted = [(row, copies_of(row.get("", ""))) for row in rows]
        kept = [(row, count) for row, count in counted if count]
        if left := len(counted) - len(kept):
            self._lose(Miss.PIECES, f"{left} cards of {self.name}", "their count is 0")
        alone = min(copies_of(element.get("defaultCount", "")), limits.COPIES)
        self._copies = [count for _, count in kept] or [max(1, alone)]
        self._cards = [Card(row, number) for number, (row, _) in enumerate(kept)] or [Card({}, 0)]
        self.cards = len(self._cards)
        self._names = [name for name in (rows[0] if rows else {}) if name and name != "count"]
        names = [n for n in self._names if not n.startswith(_OVERRIDE) and n != "allowed_layout"]
        self._shown = names
        self._texts = Texts(defines, self.name, sum(self._copies))
        self._defines = defines
        self._elements = [
            dict(one.attrib) | {"": str(line_of(one))} for one in element.iter("Element")
        ]
        self._elements = self._elements[: limits.IMPORT_DRAWN]
        self.marks = self.cards * len(self._elements)

    def _lose(
        self, miss: Miss, what: str, why: str, place: Place | None = None, *,
        approximated: bool = False,
    ) -> None:  # fmt: skip
        self._project.losses.append(Loss(miss, what[:100], why, place or self.place, approximated))

    def kind(self, kind_id: str, back: "Layout | None", ids: set[str]) -> TakenKind | None:
        """The kind of the layout's cards, with another layout as their back; None for none."""
        first = next(iter(self._shown), "")
        names = [name for name in self._shown if name != first or not self._is_count(first)]
        columns = Columns(
            names, [{n: c.get(n, "") for n in names} for c in self._cards], self.cards
        )
        front = list(self._drawings(columns))
        behind = list(back.on(self.cards, columns)) if back else []
        if not front and not behind:
            return None
        for name in sorted(self._texts.bad_names):
            self._lose(Miss.TEXTS, f"@[{name}]", "no column and no define has this name")
        return kind_of(
            kind_id, self.name, self.size_mm, columns, (front, behind), self._project.pictures,
            self._project.losses, self._formatted, self.place,
            dict(enumerate(self._copies, 1)), 0.0, ids,
        )  # fmt: skip

    def on(self, cards: int, columns: Columns) -> Iterator[Drawn]:
        """Yields what is drawn on the backs of so many cards."""
        for drawn in self._drawings(Columns((), (), self.cards) if self.cards == 1 else columns):
            if self.cards == cards:
                yield drawn
            else:
                marks = [
                    Mark(mark.draws, card, mark.box, mark.look, mark.content)
                    for mark in drawn.marks
                    for card in range(1, cards + 1)
                ]
                yield Drawn(drawn.name, marks, drawn.place)

    def _is_count(self, name: str) -> bool:
        return all(card.get(name) == card.get("") for card in self._cards)

    def _drawings(self, columns: Columns) -> Iterator[Drawn]:
        for element in reversed(self._elements):
            place = Place(self._project.main, int(element[""]))
            marks: list[Mark] = []
            frames: list[Mark] = []
            for number, card in enumerate(self._cards, 1):
                try:
                    made = self._marks(element, card, number, place)
                except Unknown as error:
                    self._lose(Miss.TEXTS, element.get("variable", ""), str(error), place)
                    break
                for mark in made:
                    (frames if mark.draws == "panel" and len(made) > 1 else marks).append(mark)
            name = element.get("name", "") or "element"
            if frames:
                yield Drawn(f"{name} frame", frames, place)
            if marks:
                yield Drawn(name, self._patterned(element, marks, columns), place)

    def _marks(self, typed: Mapping[str, str], card: Card, number: int, place: Place) -> list[Mark]:
        """What an element draws on a card."""
        before = f"{_OVERRIDE}{typed.get('name', '').lower()}:"
        element = {
            **typed,
            **{name[len(before) :].strip(): value.strip() for name, value in card.items()
               if name.startswith(before) and value.strip()},
        }  # fmt: skip
        variable = element.get("variable", "")
        if self._project.is_script:
            variable = _of_script(variable, card, self._defines)
        text, overrides = self._texts.of(variable, card, element)
        element |= {key: value.strip() for key, value in overrides.items()}
        hidden = element.get("enabled", "true").lower() == "false"
        if hidden or "#nodraw" in text or "#noexport" in text:
            return []
        kind = element.get("type", "Text")
        x, y, width, height = (
            _number(element.get(key, ""), 0.0) * self._mm_per_px
            for key in ("x", "y", "width", "height")
        )
        box = (round(x, 2), round(y, 2), round(width, 2), round(height, 2))
        if min(box[2:]) <= 0:
            return []
        text = self._without_behind(text, place)
        turn = round(_number(element.get("rotation", ""), 0.0) % 360, 2)
        turned: dict[str, Value] = (
            {"turn": int(turn) if turn == int(turn) else turn} if turn else {}
        )
        if kind == "Shape":
            look = self._shape(element, text, place)
            return [Mark("panel", number, box, look | turned)] if look else []
        frame = self._frame(element)
        if kind == "Graphic":
            return self._picture(element, text, number, box, frame | turned, place)
        if kind in ("Text", "FormattedText"):
            return self._written(element, text, number, box, frame | turned, place)
        why = "a layout drawn as a picture for other layouts: export it, and put the picture there"
        self._lose(Miss.PICTURES, f"{kind} {text}", why, place)
        return []

    def _frame(self, element: Mapping[str, str]) -> dict[str, Value]:
        """The panel behind an element, and its outline."""
        look: dict[str, Value] = {}
        if fill := _colour(element.get("backgroundcolor", "0x00000000")):
            look["fill"] = fill
        thick = _number(element.get("borderthickness", ""), 0.0) * self._mm_per_px
        line = _colour(element.get("bordercolor", ""))
        if thick > 0 and line:
            look |= {"line": line, "line_width": f"{_within(thick, 0.05, 20)}mm"}
        return look

    def _shape(self, element: Mapping[str, str], text: str, place: Place) -> dict[str, Value]:
        found = _SHAPE.search(text)
        if found is None:
            return {}
        word, parts = found[1].strip().lower(), found[2].split(";")
        shapes = {"rect": "", "roundedrect": "", "ellipse": "circle"}
        if word not in shapes:
            self._lose(
                Miss.LOOKS, f"the shape {word}", "draw it in a template, which is SVG", place
            )
            return {}
        thick = _number(parts[0] if parts else "", 0.0) * self._mm_per_px
        own = _colour(element.get("elementcolor", "0x000000"))
        ground = _colour(element.get("backgroundcolor", "0x00000000"))
        look: dict[str, Value] = {}
        if thick > 0:
            look = {"line": own, "line_width": f"{_within(thick, 0.05, 20)}mm"} if own else {}
            look |= {"fill": ground} if ground else {}
        elif ground or own:
            look = {"fill": ground or own}
        if not look:
            return {}
        if shapes[word]:
            look["shape"] = shapes[word]
            if element.get("width") != element.get("height"):
                self._lose(
                    Miss.LOOKS, "an ellipse", "it becomes a circle", place, approximated=True
                )
        if word == "roundedrect" and len(parts) > 3:
            radius = _number(parts[3], 0.0) * self._mm_per_px / 2
            look |= {"radius": f"{_within(radius, 0, 100)}mm"}
        opacity = _number(element.get("opacity", "255"), 255.0) / 255
        return look | ({"opacity": round(_within(opacity, 0, 1), 2)} if opacity < 1 else {})

    def _picture(
        self, element: Mapping[str, str], text: str, number: int, box: Box,
        look: dict[str, Value], place: Place,
    ) -> list[Mark]:  # fmt: skip
        file = text.strip()
        if not file or file.lower() == "none":
            return []
        taken = self._project.pictures.take(file, place, self._project.main)
        keeps = element.get("lockaspect") == "true" or element.get("keeporiginalsize") == "true"
        look = {**look, "fit": "contain" if keeps else "stretch"}
        for key, why in (
            ("keeporiginalsize", "it fills its place instead of having its own size"),
            ("centerimageonorigin", "it fills its place instead of lying about its corner"),
            ("imagemasksurface", "it would cut out what lies below it"),
        ):
            if element.get(key) == "true":
                self._lose(Miss.PLACES, file, why, place, approximated=True)
        if _number(element.get("opacity", "255"), 255.0) < 255:
            self._lose(
                Miss.LOOKS, file, "pictures are not made faint here", place, approximated=True
            )
        return [Mark("image", number, box, look, taken)]

    def _written(
        self, element: Mapping[str, str], text: str, number: int, box: Box,
        look: dict[str, Value], place: Place,
    ) -> list[Mark]:  # fmt: skip
        plain = element.get("type") == "Text"
        shown = self._plain(text) if plain else self._formatted(text)
        zone = inside(box, self.size_mm)
        if not shown.strip() or zone is None:
            framed = {key: value for key, value in look.items() if key != "turn"}
            return [Mark("panel", number, box, look)] if framed else []
        name, *parts = (element.get("font") or "Arial;12;0;0;0;0").split(";")
        parts += ["0"] * 5
        size = _number(parts[0], 12.0) * self._points
        if name and name.strip().lower() not in _QUIET_FONTS:
            why = "put its file into fonts/, and name it under `fonts`"
            self._lose(Miss.LOOKS, f"the font {name.strip()}", why, place, approximated=True)
        made = text_look(round(size, 1), name, _colour(element.get("elementcolor", "")))
        made |= {
            "align": _ALIGNS[int(_number(element.get("horizontalalign", ""), 0.0)) % 3],
            "valign": _VALIGNS[int(_number(element.get("verticalalign", ""), 0.0)) % 3],
        }
        if element.get("justifiedtext") == "true" and not plain:
            made["align"] = "justify"
        made |= {"bold": True} if parts[1] == "1" else {}
        made |= {"italic": True} if parts[3] == "1" else {}
        if look.get("turn"):
            zone = box
        return [Mark("text", number, zone, {**made, **look}, shown)]

    def _plain(self, text: str) -> str:
        for typed, sign in _ESCAPES.items():
            text = text.replace(typed, sign)
        return text_of_plain(text)

    def _formatted(self, text: str) -> str:
        text = text.replace("<c>", ",").replace("<q>", '"').replace("\\n", "<br>")
        return text_of_markup(text, self._instead)

    def _instead(self, name: str, tag: str) -> str:
        found = _IMAGE.search(tag)
        if found is None:
            if name not in _QUIET_TAGS and not tag.startswith("</"):
                why = "texts here have no such code: its words are taken as they are"
                self._lose(Miss.LOOKS, f"<{name}>", why, approximated=True)
            return " " if name in ("spc", "push", "px") else ""
        stem = found[1].replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
        return self._project.icons.sign(stem or found[1], self.place)

    def _without_behind(self, text: str, place: Place) -> str:
        made = _BEHIND.sub("", text)
        if made != text:
            why = "a shape or picture behind a text by its code: make it an element of its own"
            self._lose(Miss.LOOKS, text, why, place)
        return made

    def _patterned(
        self, element: Mapping[str, str], marks: Sequence[Mark], columns: Columns
    ) -> list[Mark]:
        """The marks, with how their content is made of columns where it is made of these alone."""
        pattern, names = self._pattern(element, columns, marks[0].draws)
        if not names:
            return [*marks]
        for mark in marks:
            card = self._cards[mark.card - 1]
            made = pattern
            for name in names:
                cell = card.get(name, "")
                if mark.draws == "image" and _PLAIN_CALL.search(cell):
                    return [*marks]
                shown = self._formatted(cell) if mark.draws == "text" else self._taken(cell)
                made = made.replace(f"{{{columns.named[name]}}}", shown)
            if made != mark.content:
                return [*marks]
        return [
            Mark(mark.draws, mark.card, mark.box, mark.look, mark.content, pattern)
            for mark in marks
        ]

    def _taken(self, cell: str) -> str:
        return self._project.pictures.take(cell, self.place, self._project.main)

    def _pattern(
        self, element: Mapping[str, str], columns: Columns, draws: str
    ) -> tuple[str, list[str]]:
        variable = element.get("variable", "")
        found = [name.strip().lower() for name in _COLUMN.findall(variable)]
        if not found or any(name not in columns.named or name in self._defines for name in found):
            return "", []
        around = _COLUMN.split(variable)[::2]
        if any(_PLAIN_CALL.search(part) for part in around) or (draws == "image" and any(around)):
            return "", []
        made = self._plain if element.get("type") == "Text" else self._formatted
        parts = [made(part) if part.strip() else part for part in around]
        pattern = parts[0]
        for name, part in zip(found, parts[1:], strict=True):
            pattern += f"{{{columns.named[name]}}}{part}"
        return pattern, found


def _of_script(variable: str, card: Card, defines: Mapping[str, str]) -> str:
    """A text of a project whose texts are JavaScript, which is not run: what is plain in it."""
    typed = variable.strip()
    if (
        len(typed) > 1
        and typed[0] == typed[-1]
        and typed[0] in "'\"`"
        and typed[0] not in typed[1:-1]
    ):
        return typed[1:-1]
    if typed.lower() in card or typed.lower() in defines:
        return f"@[{typed}]"
    if not typed or not any(sign in typed for sign in "(){}+=?'\""):
        return typed
    raise Unknown("it is computed by JavaScript, which is not run")


def _number(typed: str, otherwise: float) -> float:
    try:
        number = float(typed)
    except ValueError:
        return otherwise
    return number if abs(number) < 1e6 else otherwise


def _within(number: float, least: float, most: float) -> float:
    return round(min(max(number, least), most), 2)


def _colour(typed: str) -> str:
    """A colour of `0xRRGGBB`, `0xRRGGBBAA`, three or four numbers of three digits, or a name."""
    word = typed.strip()
    digits = word[2:] if word.lower().startswith("0x") else word
    if len(digits) in (9, 12) and digits.isdecimal():
        red, green, blue, *alpha = (int(digits[at : at + 3]) for at in range(0, len(digits), 3))
        if alpha and not alpha[0]:
            return ""
        return f"#{min(red, 255):02x}{min(green, 255):02x}{min(blue, 255):02x}"
    if len(digits) == 8 and digits.endswith("00"):
        return ""
    return colour_of(digits)
