"""Draws what a Squib deck draws: each of its calls becomes marks on all cards."""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.assembly import kind_of
from fustella.intake.fonts import TakenFonts
from fustella.intake.formats._looks import (
    ALIGNS,
    colour_of,
    part_inside,
    text_look,
    text_of_markup,
    text_of_plain,
)
from fustella.intake.formats._squib_layouts import built_in, without_anchors
from fustella.intake.formats._squib_ruby import (
    Line,
    Names,
    assigned_in,
    options_of,
    words_in,
)
from fustella.intake.icons import TakenIcons
from fustella.intake.marks import Box, Columns, Drawn, Mark
from fustella.intake.pictures import TakenPictures
from fustella.intake.shapes import Gradient, Point, Shape, regular, star
from fustella.intake.sources import ImportSource
from fustella.intake.tables import SourceTable, script_of, table_of
from fustella.intake.taken import Loss, Miss, TakenKind
from fustella.read.edit.yaml_writing import Value
from fustella.read.source import loaded

_DATA = regex(
    r"^\$?(\w{1,60})\s*=\s*(?:Squib\.)?(csv|xlsx|YAML\.load_file|YAML\.load)\b[\s(]*(.{0,300})"
)
_CALL = regex(
    r"^(text|png|svg|rect|circle|background|line|ellipse|triangle|polygon|star|grid|curve)"
    r"\b[\s(]\s*(.+)$"
)
_EMBED = regex(r"^\w+\.(?:svg|png)\b[\s(]\s*(.+)$")
_DO = regex(r"\)?\s+do\b.*$")
_QUOTED = regex(r"""['"]([^'"]{0,300})['"]""")
_COLUMN_SET = regex(r"""^\$?(\w{1,60})\[\s*['"]([^'"]{1,100})['"]\s*\]\s*=\s*(.+)$""")
_FONT = regex(r"\s*(.*?)[\s,]*(\d{1,3}(?:\.\d+)?)?\s*")
_LENGTH = regex(r"\s*(-?\d{0,7}(?:\.\d{1,6})?)\s*(in|inches|inch|cm|mm|pt|px|c|cells?)?\s*")
_CHANGE = regex(r"\s*([-+*/])=\s*(.+)")
_STOP = regex(r"(#?[\w]+)@([\d.]+)")
_ENDS = regex(r"\(\s*([-\d.]+)\s*,\s*([-\d.]+)\s*(?:,\s*[-\d.]+\s*)?\)")
_PX = 300.0
_OLD_TEXTS = 300 / 96
"""By how much texts of Squib before 0.14 are smaller than their sizes say, at 300 dpi."""

_CELL_PX = 37.5
_DEPTH = 20
_GUIDES = ("cut", "safe", "bleed")
_CORNERS = 60
_NOWHERE: Box = (0.0, 0.0, 0.0, 0.0)
_SIGN = 0xF0000


class Sources(Struct):
    """What the decks of a source share."""

    source: ImportSource
    losses: list[Loss]
    pictures: TakenPictures
    icons: TakenIcons
    fonts: TakenFonts
    old_texts: bool


class Deck:
    """A deck of a program: its size, its table, its layouts, and what its lines draw."""

    def __init__(self, shared: Sources, main: str, names: Names, lines: Sequence[Line]) -> None:
        """`lines` begin with the one that makes the deck; `names` are known before it."""
        self.shared, self.main, self.names, self.lines = shared, main, names, lines
        self.place = Place(main, lines[0].number)
        self.layout: dict[str, dict[str, Any]] = {}
        self.table = SourceTable((), (), ())
        self.table_name = ""
        self.markup = False
        self.font = "Arial 36" if shared.old_texts else "Arial 10.5"
        self.embeds: dict[str, str] = {}
        head = options_of(_DO.sub("", lines[0].text.partition("Deck.new")[2]).strip().lstrip("("))
        self.dpi = _number(self.known(head.get("dpi", ""))) or _PX
        self.size = (
            self.mm(head.get("width", "825"), 825),
            self.mm(head.get("height", "1125"), 1125),
        )
        self.cards = int(_number(self.known(head.get("cards", ""))) or 1)
        self.typed_cards, self.layouts = head.get("cards", ""), head.get("layout", "")
        trims = [
            self.mm(options_of(line.text).get("trim", "0"), 0)
            for line in lines
            if line.text.startswith("save")
        ]
        self.bleed = min(max(trims, default=0.0), 10.0, min(self.size) / 4)
        self.inner = tuple(side - 2 * self.bleed for side in self.size)

    def lose(self, miss: Miss, what: str, why: str, *, approximated: bool = False) -> None:
        self.shared.losses.append(Loss(miss, what[:100], why, self.place, approximated))

    def known(self, typed: str) -> str:
        """What is typed, with the values of variables and sums where it is one."""
        value = self.names.value(typed)
        return typed.strip().strip("'\"") if value is None else value

    def mm(self, typed: object, otherwise: float) -> float:
        """Millimetres of a length, which without a unit is in pixels."""
        plain = self.known(str(typed))
        found = _LENGTH.fullmatch(plain)
        if found is None or not found[1].strip("-"):
            return otherwise * MM_PER_INCH / self.dpi
        number, unit = float(found[1]), found[2] or "px"
        if unit[0] == "c" and unit != "cm":
            return number * _CELL_PX * MM_PER_INCH / _PX
        px = MM_PER_INCH / self.dpi
        known = {"mm": 1.0, "cm": 10.0, "pt": MM_PER_INCH / 72, "px": px}
        return number * known.get(unit, MM_PER_INCH)

    # Tables and layouts.

    def kind(self, kind_id: str, name: str) -> TakenKind | None:
        """The kind of the deck; None if no line that draws was understood."""
        layouts = self.known(self.layouts)
        for typed in words_in(self.layouts) or words_in(layouts) or [layouts]:
            file = self.names.value(typed) or typed
            if file or self.shared.source.find("layout.yml", self.main):
                self._read_layout(file or "layout.yml")
        self._choose_table()
        rows = list(self.table.rows)[: limits.IMPORT_CARDS]
        count = max(1, min(len(rows) or self.cards, limits.IMPORT_CARDS))
        columns = Columns(self.table.columns, rows or [{}] * count, count)
        drawings = list(self._drawings(columns, count))
        if not drawings:
            return None
        copies = {n: _copies(row) for n, row in enumerate(rows, 1)}
        size = (round(self.inner[0], 2), round(self.inner[1], 2))
        as_text = text_of_markup if self.markup else text_of_plain
        return kind_of(
            kind_id, name, size, columns, (drawings, ()), self.shared.pictures,
            self.shared.losses, lambda text: self._with_icons(as_text(text)), self.place, copies,
            round(self.bleed, 2),
        )  # fmt: skip

    def _choose_table(self) -> None:
        """Takes the table that the deck counts, or whose columns its lines show first."""
        tables = self.names.tables
        named = regex(r"\$?(\w+)").match(self.typed_cards)
        body = "\n".join(line.text for line in self.lines)
        shown = [name for name in tables if regex(rf"\b{name}\b(?:\[|\.)").search(body)]
        first = [named[1]] if named and named[1] in tables else []
        for name in [*first, *shown]:
            rows = tables[name]
            columns = list(rows[0]) if rows else []
            self.table = SourceTable(columns, rows, range(2, len(rows) + 2))
            self.table_name = name
            return

    def _read_layout(self, file: str) -> None:
        name = self.shared.source.find(file, self.main)
        if not name:
            plain = PurePosixPath(file).name
            entries = built_in(plain if plain.endswith(".yml") else f"{plain}.yml")
            if not entries:
                why = "there is no such layout in the source: its zones are put below each other"
                self.lose(Miss.PLACES, file, why, approximated=True)
        else:
            entries = self._typed_layout(name)
        for key in entries:
            self.layout[key] = self._extended(entries, key, 0)

    def _typed_layout(self, name: str) -> dict[str, dict[str, Any]]:
        text = without_anchors(script_of(self.shared.source, name))
        try:
            typed = loaded(text, name) if text.strip() else {}
        except ProblemsFound as error:
            told = error.problems[0]
            why = f"its line {told.place.line} cannot be read, so no place is taken: {told.message}"
            self.lose(Miss.PLACES, name, why)
            return {}
        return {key: dict(value) for key, value in typed.items() if isinstance(value, dict)}

    def _extended(
        self, entries: Mapping[str, dict[str, Any]], key: str, depth: int
    ) -> dict[str, Any]:
        own = entries.get(key) or self.layout.get(key, {})
        bases = own.get("extends", [])
        made: dict[str, Any] = {}
        for base in bases if isinstance(bases, list) else [bases]:
            if depth < _DEPTH and isinstance(base, str) and base != key:
                made |= self._extended(entries, base, depth + 1)
        for name, value in own.items():
            change = _CHANGE.fullmatch(str(value))
            if change is None:
                made[name] = value
                continue
            before, by = self.mm(made.get(name, 0), 0), self.mm(change[2], 0)
            factor = _number(change[2])
            results = {"+": before + by, "-": before - by, "*": before * factor}
            made[name] = f"{results.get(change[1], before / (factor or 1)):.4f}mm"
        return made

    # Calls that draw.

    def _drawings(self, columns: Columns, count: int) -> Iterator[Drawn]:
        stacked = 0.0
        for at, line in enumerate(self.lines[1:], 1):
            self.place = Place(self.main, line.number)
            if line.text.startswith(("use_layout", "set ", "set(")):
                self._set(line.text)
                continue
            found = _CALL.match(line.text)
            if found is None:
                continue
            word, options = found[1], options_of(found[2])
            key = self.known(options.get("layout", "")).lstrip(":")
            if key in _GUIDES:
                why = "cuts are marked on the sheets: `--marks`"
                self.lose(Miss.OUTPUT, f"{word} {key}", why)
                continue
            zone = self.layout.get(key, {})
            values = {**zone, **{name: self.known(typed) for name, typed in options.items()}}
            if key and not zone and word != "background" and not {"x", "y", "width"} <= {*options}:
                values |= {"x": f"{self.bleed}mm", "y": f"{self.bleed + stacked}mm"}
                values |= {"width": f"{self.inner[0]}mm", "height": "10mm"}
                why = "no layout that was read has its place: it is put below the one before"
                self.lose(Miss.PLACES, key, why, approximated=True)
                stacked = (stacked + 11) % max(11.0, self.inner[1] - 11)
            self.embeds |= self._embedded(at) if "|" in line.text else {}
            cards = self._range(options.get("range", ""), count)
            name = key or word
            yield from self._called(word, name, options, values, columns, cards)

    def _called(
        self, word: str, name: str, options: Mapping[str, str], values: Mapping[str, Any],
        columns: Columns, cards: Sequence[int],
    ) -> Iterator[Drawn]:  # fmt: skip
        if word == "background":
            values = {**values, "x": 0, "y": 0, "fill_color": values.get("color", "")}
            values |= {"stroke_width": 0, "width": "", "height": ""}
            word = "rect"
        if word == "grid":
            self.lose(Miss.LOOKS, f"{word} {name}", "grids are left: draw it as a picture")
        elif word in ("text", "png", "svg"):
            drawn = self._content(word, options, values, columns)
            if drawn is None:
                return
            contents, pattern = drawn
            draws = "text" if word == "text" else "image"
            look, box = self._look(draws, values), self._box(values, draws)
            if box is _NOWHERE:
                self.lose(Miss.TEXTS, f"{word} {name}", "it lies beyond the card")
                return
            marks = [
                Mark(draws, card, box, look, contents[card - 1], pattern)
                for card in cards
                if card <= len(contents) and contents[card - 1]
            ]
            if marks:
                yield Drawn(name, marks, self.place)
        else:
            colours = self._by_card(options.get("fill_color", options.get("color", "")), cards)
            marks = []
            for card in cards:
                with_colour = {**values, "fill_color": colours[card]} if card in colours else values
                if mark := self._shape(word, with_colour, card):
                    marks.append(mark)
            if marks:
                yield Drawn(name, marks, self.place)

    def _by_card(self, typed: str, cards: Sequence[int]) -> Mapping[int, str]:
        """The values of a column for the cards, if that is what is typed."""
        found = self.names.column(typed) if typed else None
        if found is None or found[0] != self.table_name:
            return {}
        return {card: found[2][card - 1] for card in cards if card <= len(found[2])}

    def _set(self, line: str) -> None:
        options = options_of(line.partition(" ")[2].lstrip("("))
        if line.startswith("use_layout") and "file" in options:
            for file in words_in(options["file"]) or [self.known(options["file"])]:
                self._read_layout(file)
        elif "font" in options:
            self.font = self.known(options["font"])

    def _embedded(self, at: int) -> dict[str, str]:
        """The icons of a text, by their keys, in the lines of its block."""
        found: dict[str, str] = {}
        for line in self.lines[at + 1 :]:
            call = _EMBED.match(line.text)
            if call is None:
                if line.text.startswith(("end", "}")) or _CALL.match(line.text):
                    break
                continue
            options = options_of(call[1])
            key, file = (self.known(options.get(name, "")) for name in ("key", "file"))
            if key:
                place = Place(self.main, line.number)
                file = file if "file" in options else ""
                found[key] = self.shared.icons.take(key, file, place, self.main)
        return found

    def _with_icons(self, text: str) -> str:
        for key, name in self.embeds.items():
            text = text.replace(text_of_plain(key), f"{{{name}}}")
        return text

    def _range(self, typed: str, count: int) -> Sequence[int]:
        """The cards of a range, from 1; all of them for one that is computed."""
        every = range(1, count + 1)
        typed = typed.strip()
        if not typed or typed == ":all":
            return every
        value = self.known(typed)
        if value.isdecimal():
            return [int(value) + 1] if int(value) < count else []
        if found := regex(r"\(?(\d{1,5})\s*(\.\.\.?)\s*(-?\d{1,5})\)?").fullmatch(typed):
            end = count if found[3] == "-1" else int(found[3]) + (len(found[2]) == 2)
            return [card for card in every if int(found[1]) < card <= end]
        if found := regex(r"\[([\d,\s]{1,300})\]").fullmatch(typed):
            wanted = {int(number) + 1 for number in found[1].split(",") if number.strip()}
            return [card for card in every if card in wanted]
        why = "its cards are computed by the program, which is not run: it is on all of them"
        self.lose(Miss.PLACES, f"range: {typed}", why, approximated=True)
        return every

    # Places.

    def _box(self, values: Mapping[str, Any], draws: str) -> Box:
        x, y = self.mm(values.get("x", 0), 0), self.mm(values.get("y", 0), 0)
        sides = []
        for number, name in enumerate(("width", "height")):
            typed = str(values.get(name, "")).strip(":'\" ")
            rest = self.size[number] - ((x, y)[number] if not self._turn(values) else 0.0)
            length = self.mm(typed, 0) if typed not in ("", "auto", "native", "scale") else rest
            sides.append(self.size[number] if typed == "deck" else length or rest)
        width, height = (max(1.0, side) for side in sides)
        if angle := self._turn(values):
            radians = math.radians(angle)
            across, down = width / 2, height / 2
            x += across * math.cos(radians) - down * math.sin(radians) - across
            y += across * math.sin(radians) + down * math.cos(radians) - down
        box = self._moved((x, y, width, height))
        if draws != "text" or angle % 180:
            return box
        align, valign = (str(values.get(key, "")).strip(":") for key in ("align", "valign"))
        return part_inside(box, self.inner, align, valign) or _NOWHERE

    def _turn(self, values: Mapping[str, Any]) -> float:
        """The degrees clockwise of an angle, which is in radians."""
        typed = str(values.get("angle", "0")).replace("Math::PI", "3.14159265")
        value = _number(self.known(typed)) * (-1 if typed.strip().startswith("-") else 1)
        degrees = round(math.degrees(value)) % 360
        return float(degrees)

    def _moved(self, box: Box) -> Box:
        x, y, width, height = box
        return (
            round(x - self.bleed, 2),
            round(y - self.bleed, 2),
            round(width, 2),
            round(height, 2),
        )

    # What is shown, and how.

    def _content(
        self, word: str, options: Mapping[str, str], values: Mapping[str, Any], columns: Columns
    ) -> tuple[list[str], str] | None:
        key = "str" if word == "text" else "file"
        typed = options.get(key, "")
        literal = self.names.value(typed) if typed else str(values.get(key, ""))
        found = self.names.column(typed) if typed and literal is None else None
        pattern = ""
        if found and found[0] == self.table_name:
            cells = found[2]
            pattern = f"{{{columns.named[found[1]]}}}" if found[1] in columns.named else ""
        elif found:
            cells = [*found[2], *[""] * columns.cards][: columns.cards]
        elif literal:
            cells = [literal] * columns.cards
        else:
            if typed or "data" in options:
                what = f"{word} {typed or options.get('data', '')}"
                why = "it is computed by the program, which is not run"
                self.lose(Miss.TEXTS if word == "text" else Miss.PICTURES, what, why)
            return None
        if word == "text":
            is_markup = str(options.get("markup", values.get("markup", ""))) in ("true", "True")
            self.markup |= is_markup
            made = text_of_markup if is_markup else text_of_plain
            return [self._with_icons(made(cell)) for cell in cells], pattern
        taken = [self.shared.pictures.take(cell, self.place, self.main) for cell in cells]
        if options.get("mask"):
            why = "it is printed in its own colours"
            self.lose(Miss.LOOKS, f"{word} with mask:", why, approximated=True)
        return taken, pattern

    def _look(self, draws: str, values: Mapping[str, Any]) -> dict[str, Value]:
        turn: dict[str, Value] = {}
        if degrees := self._turn(values):
            turn["turn"] = int(degrees)
        if draws == "image":
            both = all(str(values.get(side, "")).strip() for side in ("width", "height"))
            return {"fit": "stretch" if both else "contain", **turn}
        font = _FONT.fullmatch(str(values.get("font", self.font)))
        typed = str(values.get("font_size", "")) or (font[2] or "" if font else "")
        size = _number(self.known(typed)) or _number(self.font.rpartition(" ")[2])
        points = size / (_OLD_TEXTS * self.dpi / _PX) if self.shared.old_texts else size
        points = float(values["points"]) if "points" in values and not typed else points
        name = (font[1] if font else "").split(",")[0].strip()
        low = name.lower()
        look = text_look(
            round(points or 10.5, 2), name, self._colour(values.get("color", "#000")) or "#000000"
        )
        look["font"] = self.shared.fonts.take(name, self.place)
        align = ALIGNS.get(str(values.get("align", "left")).strip(":"), "left")
        look["align"] = "justify" if str(values.get("justify", "")) in ("true", "True") else align
        valign = str(values.get("valign", "top")).strip(":")
        look["valign"] = valign if valign in ("top", "middle", "bottom") else "top"
        look |= {"bold": True} if "bold" in low or "heavy" in low or "black" in low else {}
        look |= {"italic": True} if "italic" in low or "oblique" in low else {}
        return {**look, **turn}

    def _colour(self, typed: object) -> str:
        return colour_of(self.known(str(typed)).strip(":"))

    def _fill(self, typed: object) -> str | Gradient:
        """A colour, or a gradient: (0,0)(0,100) #ccc@0.0 #111@1.0."""
        text = self.known(str(typed))
        stops = [colour_of(found[1]) for found in _STOP.finditer(text)]
        ends = [(float(x), float(y)) for x, y in _ENDS.findall(text)]
        if len(stops) < 2 or len(ends) < 2:
            return self._colour(typed)
        angle = math.degrees(math.atan2(ends[1][1] - ends[0][1], ends[1][0] - ends[0][0]))
        radial = text.count(",") > 2 and regex(r"\([^()]*,[^()]*,").search(text) is not None
        return Gradient([stop or "#000000" for stop in stops][:10], round(angle, 1), radial)

    def _shape(self, word: str, values: Mapping[str, Any], card: int) -> Mark | None:
        fill = self._fill(values.get("fill_color", ""))
        line = self._colour(values.get("stroke_color", "black"))
        line_mm = min(20.0, self.mm(values.get("stroke_width", 2), 2))
        line = line if line_mm > 0 else ""
        if word in ("line", "curve"):
            return self._stroke(values, line, line_mm, card)
        box, points = self._corners(word, values)
        if box is None or (not fill and not line):
            return None
        radius = (
            self.mm(values.get("radius", values.get("x_radius", 0)), 0) if word == "rect" else 0
        )
        is_round = word == "circle" or (word == "ellipse" and abs(box[2] - box[3]) < 0.05)
        if points or isinstance(fill, Gradient) or (word == "ellipse" and not is_round):
            form = "polygon" if points else "ellipse" if word in ("ellipse", "circle") else "box"
            svg = Shape(form, box[2], box[3], fill, line, line_mm, points, round(radius, 2)).svg()
            name = self.shared.pictures.draw(word, svg)
            return Mark("image", card, self._moved(box), {"fit": "stretch"}, name)
        look: dict[str, Value] = {"fill": fill} if fill else {}
        if line:
            look |= {"line": line, "line_width": f"{max(0.05, round(line_mm, 2)):g}mm"}
        if is_round:
            look["shape"] = "circle"
        if radius:
            look["radius"] = f"{round(radius, 2):g}mm"
        return Mark("panel", card, self._moved(box), look)

    def _corners(self, word: str, values: Mapping[str, Any]) -> tuple[Box | None, Sequence[Point]]:
        """The box of a shape, and the corners of one that has corners of its own."""
        x, y = self.mm(values.get("x", 0), 0), self.mm(values.get("y", 0), 0)
        if word == "triangle":
            corners = [
                (self.mm(values.get(f"x{n}", 0), 0), self.mm(values.get(f"y{n}", 0), 0))
                for n in (1, 2, 3)
            ]
            left, top = min(x for x, _ in corners), min(y for _, y in corners)
            width = max(0.1, max(x for x, _ in corners) - left)
            height = max(0.1, max(y for _, y in corners) - top)
            return (left, top, width, height), [
                ((x - left) / width, (y - top) / height) for x, y in corners
            ]
        if word in ("circle", "polygon", "star"):
            name = "outer_radius" if word == "star" else "radius"
            radius = self.mm(values.get(name, 100), 100)
            box = (x - radius, y - radius, 2 * radius, 2 * radius)
            count = int(_number(self.known(str(values.get("n", 5)))))
            if word == "circle":
                return box, ()
            if not 3 <= count <= _CORNERS:
                return None, ()
            turn = self._turn(values) + 90
            inner = self.mm(values.get("inner_radius", 50), 50) / radius if radius else 0.5
            return box, regular(count, turn) if word == "polygon" else star(count, inner, turn)
        return self._box({**values, "angle": 0}, "panel_of_deck"), ()

    def _stroke(self, values: Mapping[str, Any], line: str, width: float, card: int) -> Mark | None:
        ends = [self.mm(values.get(name, 0), 0) for name in ("x1", "y1", "x2", "y2")]
        length = math.hypot(ends[2] - ends[0], ends[3] - ends[1])
        if length < 0.1 or not line:
            return None
        middle = ((ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2)
        box = (middle[0] - length / 2, middle[1] - width / 2, length, max(0.05, width))
        look: dict[str, Value] = {"fill": line}
        if turn := round(math.degrees(math.atan2(ends[3] - ends[1], ends[2] - ends[0])), 2):
            look["turn"] = turn
        return Mark("panel", card, self._moved(box), look)


def tables_in(
    source: ImportSource, main: str, lines: Sequence[Line], names: Names, losses: list[Loss]
) -> None:
    """Notes the tables and the variables that lines set, and columns that they make of others."""
    for line in lines:
        place = Place(main, line.number)
        if found := _DATA.match(line.text):
            _read_table(source, main, found[1], found[3], names, losses, place)
        elif (column := _COLUMN_SET.match(line.text)) and column[1] in names.tables:
            made = names.column(column[3])
            if made and len(made[2]) == len(names.tables[column[1]]):
                rows = names.tables[column[1]]
                names.tables[column[1]] = [
                    {**row, column[2]: cell} for row, cell in zip(rows, made[2], strict=True)
                ]
        elif assigned := assigned_in(line.text):
            value = names.value(assigned[1])
            if value is not None:
                names.values[assigned[0]] = value
            elif (words := words_in(assigned[1])) and len(words) < limits.IMPORT_CARDS:
                names.values[assigned[0]] = f"%w({' '.join(words)})"


def _read_table(
    source: ImportSource, main: str, variable: str, typed: str, names: Names,
    losses: list[Loss], place: Place,
) -> None:  # fmt: skip
    options = options_of(typed)
    file = (
        names.value(options.get("file", ""))
        if "file" in options
        else names.value(typed.rstrip(" )"))
    )
    quoted = _QUOTED.search(typed)
    file = file or (quoted[1] if quoted else "deck.csv" if "file" not in options else typed)
    found = source.find(file, main)
    if not found:
        why = "there is no such table in the source; import the folder that has it, if it is beside"
        losses.append(Loss(Miss.PIECES, file[:100], why, place))
        return
    try:
        if found.lower().endswith((".yml", ".yaml")):
            names.tables[variable] = _listed(script_of(source, found), found)
            return
        number = names.value(options.get("sheet", "")) or ""
        names.tables[variable] = list(table_of(source, found, number=number).rows)
    except ProblemsFound as error:
        losses.append(Loss(Miss.PIECES, found[:100], error.problems[0].message, place))


def _listed(text: str, name: str) -> list[Mapping[str, str]]:
    """The rows of a YAML file that is a list of entries. Raises ProblemsFound."""
    plain = regex(r"^---.*\n").sub("", text)
    inner = "\n".join(f" {line}" for line in without_anchors(plain).splitlines())
    entries = loaded(f"rows:\n{inner}\n", name).get("rows")
    found = (
        [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    )
    names = dict.fromkeys(key for entry in found for key in entry)
    return [
        {key: "" if entry.get(key) is None else str(entry.get(key)) for key in names}
        for entry in found
    ]


def _number(typed: str) -> float:
    found = regex(r"\s*['\"-]?(\d{1,6}(?:\.\d{1,8})?).*").fullmatch(typed)
    return float(found[1]) if found else 0.0


def _copies(row: Mapping[str, str]) -> int:
    value = next((value for name, value in row.items() if name.strip().lower() == "qty"), "1")
    plain = value.partition(".")[0].strip()
    return min(int(plain), limits.COPIES) if plain.isdecimal() else 1
