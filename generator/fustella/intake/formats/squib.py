"""Takes Squib decks (https://squib.readthedocs.io): tables, layouts, plain lines of deck.rb.

The Ruby of deck.rb is never run: regular expressions find the lines that draw, and what they do not
understand is left and told.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.assembly import kind_of
from fustella.intake.formats._looks import (
    ALIGNS,
    colour_of,
    text_look,
    text_of_markup,
    text_of_plain,
)
from fustella.intake.marks import Box, Columns, Drawn, Mark
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import SourceTable, script_of, table_of
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.read.edit.yaml_writing import Value
from fustella.read.source import loaded

ABOUT = "Squib"

_DECK = regex(r"Squib::Deck\.new")
_DATA = regex(r"(\w{1,60})\s*=\s*(?:Squib\.)?(csv|xlsx)\b[\s(]*(.{0,300})")
_CALL = regex(
    r"(text|png|svg|rect|circle|background|line|ellipse|triangle|polygon|star|grid)\b[\s(]\s*(.+)"
)
_KEY = regex(r"(\w{1,40}):(?!:)\s*")
_QUOTED = regex(r"""['"]([^'"]{0,300})['"]""")
_SYMBOL = regex(r":?(\w{1,60})")
_COLUMN = regex(
    r"""(\w{1,60})(?:\[\s*(?:['"]([^'"]{1,100})['"]|:(\w{1,60}))\s*\]|\.(\w{1,60}))\s*(.*)"""
)
_MAPPED = regex(r"""\.map\s*(?:\{|do)\s*\|(\w+)\|\s*"([^"]{0,200})"\s*(?:\}|end)""")
_LENGTH = regex(r"\s*(-?\d{1,7}(?:\.\d{1,6})?)\s*(in|inches|inch|cm|mm|pt|px|c|cells?)?\s*")
_FONT = regex(r"\s*(.*?)[\s,]*(\d{1,3}(?:\.\d+)?)?\s*")
_CHANGE = regex(r"\s*([-+*/])=\s*(.+)")
_PX = 300.0
_FONT_DPI = 96.0
_CELL_PX = 37.5
_SAMPLES = 60
_DEPTH = 20
_GUIDES = ("cut", "safe", "bleed")


def likeness(source: ImportSource) -> float:
    """How much a source looks like a deck: whether a file of it makes one."""
    return 1.0 if _decks(source) else 0.0


def _decks(source: ImportSource) -> list[str]:
    names = [source.main] if source.main else [n for n in source.names() if n.endswith(".rb")]
    found = []
    for name in names[:_SAMPLES]:
        try:
            if _DECK.search(script_of(source, name)):
                found.append(name)
        except ProblemsFound:
            continue
    return found


def take(source: ImportSource) -> Taken:
    """Takes the deck that was named, or the first of a folder that gives cards."""
    losses: list[Loss] = []
    decks = _decks(source) or [source.main]
    decks.sort(key=lambda name: (PurePosixPath(name).name != "deck.rb", name.count("/"), name))
    why = "another deck: import it by its own name"
    losses += [Loss(Miss.PIECES, other, why, Place(other)) for other in decks[1:]]
    deck = _Deck(source, decks[0], losses)
    kind = deck.kind()
    stem = PurePosixPath(decks[0])
    title = stem.parent.name if stem.stem == "deck" and stem.parent.name else stem.stem
    title = (
        (title if title != "deck" else PurePosixPath(source.name).stem)
        .replace("_", " ")
        .replace("-", " ")
        .title()
    )
    pictures = deck.pictures
    return Taken(title, [kind] if kind else [], losses, pictures.taken, drawn=pictures.drawn)


class _Deck:
    def __init__(self, source: ImportSource, main: str, losses: list[Loss]) -> None:
        self.source, self.main, self.losses = source, main, losses
        self.text = script_of(source, main)
        settings = _settings(source, main)
        self.pictures = TakenPictures(source, losses, ("", str(settings.get("img_dir") or "")))
        self.lines = list(_joined(self.text))
        self.place = Place(main)
        self.tables: dict[str, SourceTable] = {}
        self.layout: dict[str, dict[str, Any]] = {}
        self.dpi = _PX

    def lose(self, miss: Miss, what: str, why: str, *, approximated: bool = False) -> None:
        self.losses.append(Loss(miss, what[:100], why, self.place, approximated))

    def kind(self) -> TakenKind | None:
        head = next(((number, line) for number, line in self.lines if _DECK.search(line)), None)
        if head is None:
            return None
        self.place = Place(self.main, head[0])
        options = dict(_options(head[1].partition("Deck.new")[2].partition(" do")[0]))
        self.dpi = _number(options.get("dpi", "")) or _PX
        width = self.mm(options.get("width", "825"), 825)
        height = self.mm(options.get("height", "1125"), 1125)
        self._read_tables()
        for file in self._layouts(options.get("layout", "")):
            self._read_layout(file)
        table = next(iter(self.tables.values()), SourceTable((), (), ()))
        rows = list(table.rows)[: limits.IMPORT_CARDS]
        count = len(rows) or int(_number(options.get("cards", "")) or 1)
        count = max(1, min(count, limits.IMPORT_CARDS))
        trim = regex(r"trim:\s*(['\"]?[\d.]+[ \t]*(?:in|mm|cm|px|pt)?['\"]?)").search(self.text)
        bleed = min(self.mm(trim[1], 0), 10.0) if trim else 0.0
        columns = Columns(table.columns, rows or [{}] * count, count)
        drawings = list(self._drawings(columns, rows, count, (width, height), bleed))
        copies = {n: _copies(row) for n, row in enumerate(rows, 1)}
        if not drawings:
            self.lose(Miss.PIECES, "deck.rb", "no line that draws was understood")
            return None
        self.place = Place(self.main)
        size = (round(width - 2 * bleed, 2), round(height - 2 * bleed, 2))
        return kind_of(
            "card", "Cards", size, columns, (drawings, ()), self.pictures, self.losses,
            text_of_markup if "markup: true" in self.text else text_of_plain, self.place, copies,
            round(bleed, 2),
        )  # fmt: skip

    def mm(self, typed: object, otherwise: float) -> float:
        """Millimetres of a length, which without a unit is in pixels."""
        found = _LENGTH.fullmatch(str(typed).strip("'\" "))
        if found is None:
            return otherwise * MM_PER_INCH / self.dpi
        number, unit = float(found[1]), found[2] or "px"
        if unit[0] == "c" and unit != "cm":
            return number * _CELL_PX * MM_PER_INCH / _PX
        px = MM_PER_INCH / self.dpi
        known = {"mm": 1.0, "cm": 10.0, "pt": MM_PER_INCH / 72, "px": px}
        return number * known.get(unit, MM_PER_INCH)

    def _layouts(self, typed: str) -> list[str]:
        """The files of the layouts that are typed, or that a variable of this name has."""
        known = (line.partition("=") for _, line in self.lines)
        named = next((value for name, _, value in known if name.strip() == typed.strip()), typed)
        usual = [name for name in ("layout.yml",) if self.source.find(name, self.main)]
        return _QUOTED.findall(named) or usual

    def _read_tables(self) -> None:
        for number, line in self.lines:
            found = _DATA.match(line.strip())
            file = _QUOTED.search(found[3]) if found else None
            if found is None or file is None:
                continue
            self.place = Place(self.main, number)
            name = self.source.find(file[1], self.main)
            if not name:
                self.lose(Miss.PIECES, file[1], "there is no such table in the source")
                continue
            self.tables[found[1]] = table_of(self.source, name)

    def _read_layout(self, file: str) -> None:
        name = self.source.find(file, self.main)
        if not name:
            why = (
                "this layout is one of Squib's own, or missing: its zones are put below each other"
            )
            self.lose(Miss.PLACES, file, why, approximated=True)
            return
        try:
            typed = loaded(script_of(self.source, name), name)
        except ProblemsFound as error:
            told = error.problems[0]
            why = f"its line {told.place.line} cannot be read, so no place is taken: {told.message}"
            self.lose(Miss.PLACES, name, why)
            return
        entries = {key: dict(value) for key, value in typed.items() if isinstance(value, dict)}
        for key in entries:
            self.layout[key] = self._extended(entries, key, 0)

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

    def _drawings(
        self, columns: Columns, rows: Sequence[Mapping[str, str]], count: int,
        size: tuple[float, float], bleed: float,
    ) -> Iterator[Drawn]:  # fmt: skip
        stacked = 0.0
        for number, line in self.lines:
            found = _CALL.match(line.strip())
            if found is None:
                continue
            self.place = Place(self.main, number)
            word, options = found[1], dict(_options(found[2]))
            key = _SYMBOL.fullmatch(options.get("layout", "").strip("'\" "))
            zone = self.layout.get(key[1], {}) if key else {}
            if key and key[1] in _GUIDES:
                self.lose(
                    Miss.OUTPUT, f"{word} {key[1]}", "cuts are marked on the sheets: `--marks`"
                )
                continue
            values = {**zone, **{name: typed.strip("'\"") for name, typed in options.items()}}
            name = key[1] if key else word
            whole = (0.0, 0.0, size[0], size[1])
            box = self._box(values, size)
            if key and not zone and word != "background":
                box = (bleed, bleed + stacked, size[0] - 2 * bleed, 10.0)
                why = "no layout that was read has its place: it is put below the one before"
                self.lose(Miss.PLACES, name, why, approximated=True)
                stacked = (stacked + 11) % max(11.0, size[1] - 2 * bleed - 11)
            if word == "background":
                fill = colour_of(values.get("color", ""))
                if fill:
                    yield self._all(
                        "ground", count, "panel", self._moved(whole, bleed), {"fill": fill}
                    )
            elif word in ("rect", "circle"):
                yield self._all(
                    name, count, "panel", self._moved(box, bleed), _panel(word, values, self.mm)
                )
            elif word in ("text", "png", "svg"):
                drawn = self._content(word, options, values, columns, rows, count)
                if drawn is None:
                    continue
                contents, pattern = drawn
                draws = "text" if word == "text" else "image"
                look = self._look(draws, values)
                place = self._moved(box, bleed)
                if draws == "text":
                    place = _inside(place, (size[0] - 2 * bleed, size[1] - 2 * bleed))
                marks = [
                    Mark(draws, card, place, look, content, pattern)
                    for card, content in enumerate(contents, 1)
                    if content
                ]
                if marks:
                    yield Drawn(name, marks, self.place)
            else:
                self.lose(Miss.LOOKS, line, "shapes of this sort are left: draw it in a template")

    def _all(self, name: str, count: int, draws: str, box: Box, look: dict[str, Value]) -> Drawn:
        return Drawn(
            name, [Mark(draws, card, box, look) for card in range(1, count + 1)], self.place
        )

    def _box(self, values: Mapping[str, Any], size: tuple[float, float]) -> Box:
        x, y = self.mm(values.get("x", 0), 0), self.mm(values.get("y", 0), 0)
        radius = self.mm(values.get("radius", 0), 0)
        width = self.mm(values.get("width", ""), 0) or (
            2 * radius if "width" not in values and radius else size[0] - x
        )
        height = self.mm(values.get("height", ""), 0) or (
            2 * radius if "height" not in values and radius else size[1] - y
        )
        return (x, y, max(1.0, width), max(1.0, height))

    def _moved(self, box: Box, bleed: float) -> Box:
        return (
            round(box[0] - bleed, 2),
            round(box[1] - bleed, 2),
            round(box[2], 2),
            round(box[3], 2),
        )

    def _content(
        self, word: str, options: Mapping[str, str], values: Mapping[str, Any], columns: Columns,
        rows: Sequence[Mapping[str, str]], count: int,
    ) -> tuple[list[str], str] | None:  # fmt: skip
        typed = (
            options.get("str" if word == "text" else "file", "") or f"'{values.get('file', '')}'"
        )
        found = _COLUMN.fullmatch(typed.strip())
        named = (found[2] or found[3] or found[4] or "") if found else ""
        mapped = _MAPPED.fullmatch(found[5].strip()) if found and found[5].strip() else None
        if found and named in columns.named and (not found[5].strip() or mapped):
            cells = [row.get(named, "") for row in rows]
            pattern = "" if mapped else f"{{{columns.named[named]}}}"
            if mapped:
                cells = [
                    mapped[2].replace(f"#{{{mapped[1]}}}", cell) if cell else "" for cell in cells
                ]
        elif quoted := _QUOTED.fullmatch(typed.strip()):
            cells, pattern = [quoted[1]] * count, ""
        else:
            miss = Miss.TEXTS if word == "text" else Miss.PICTURES
            self.lose(miss, f"{word} {typed}", "it is computed by the program, which is not run")
            return None
        if word == "text":
            made = text_of_markup if "markup" in options else text_of_plain
            return [made(cell) for cell in cells], pattern
        return [self.pictures.take(cell, self.place, self.main) for cell in cells], pattern

    def _look(self, draws: str, values: Mapping[str, Any]) -> dict[str, Value]:
        if draws == "image":
            return {"fit": "stretch" if "width" in values and "height" in values else "contain"}
        font = _FONT.fullmatch(str(values.get("font", "Arial 36")))
        size = (
            _number(str(values.get("font_size", "")))
            or _number(font[2] or "" if font else "")
            or 36
        )
        name = font[1] if font else ""
        look = text_look(
            size * _FONT_DPI / self.dpi, name, colour_of(str(values.get("color", "#000")))
        )
        look["align"] = ALIGNS.get(str(values.get("align", "left")).strip(":"), "left")
        valign = str(values.get("valign", "top")).strip(":")
        look["valign"] = valign if valign in ("top", "middle", "bottom") else "top"
        look |= {"bold": True} if "bold" in name.lower() else {}
        look |= {"italic": True} if "italic" in name.lower() else {}
        return look


def _panel(
    word: str, values: Mapping[str, Any], mm: Callable[[object, float], float]
) -> dict[str, Value]:
    fill = colour_of(str(values.get("fill_color", "")).strip(":"))
    line = colour_of(str(values.get("stroke_color", "black")).strip(":"))
    width = mm(values.get("stroke_width", 2), 2)
    look: dict[str, Value] = {"fill": fill} if fill else {}
    if line and width > 0:
        look |= {"line": line, "line_width": f"{min(20.0, round(width, 2)):g}mm"}
    if not look:
        look = {"line": "#000000"}
    if word == "circle":
        look["shape"] = "circle"
    elif radius := mm(values.get("radius", values.get("x_radius", 0)), 0):
        look["radius"] = f"{round(radius, 2):g}mm"
    return look


def _inside(box: Box, size: tuple[float, float]) -> Box:
    x, y = (min(max(0.0, box[i]), size[i] - 1) for i in (0, 1))
    right, bottom = (min(size[i], box[i] + box[i + 2]) for i in (0, 1))
    return (round(x, 2), round(y, 2), round(max(1.0, right - x), 2), round(max(1.0, bottom - y), 2))


def _settings(source: ImportSource, main: str) -> Mapping[str, object]:
    name = source.find("config.yml", main)
    try:
        return loaded(script_of(source, name), name) if name else {}
    except ProblemsFound:
        return {}


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """Yields the lines of a program, without comments; a line that ends with a comma goes on."""
    joined, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        stripped = regex(r"(^|\s)#(?!\{).*").sub("", line).strip()
        if not stripped:
            continue
        joined, start = f"{joined} {stripped}".strip(), start or number
        if joined.endswith((",", "(")) and len(joined) < limits.ARITHMETIC_LETTERS:
            continue
        yield start, joined[: limits.ARITHMETIC_LETTERS]
        joined, start = "", 0
    if joined:
        yield start, joined[: limits.ARITHMETIC_LETTERS]


def _options(typed: str) -> Iterator[tuple[str, str]]:
    """Yields the keys of a call and what is typed for each."""
    found = list(_KEY.finditer(typed))
    for number, key in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(typed)
        yield key[1], typed[key.end() : end].strip().rstrip(",) ").strip()


def _number(typed: str) -> float:
    found = regex(r"\s*['\"]?(\d{1,6}(?:\.\d{1,6})?).*").fullmatch(typed)
    return float(found[1]) if found else 0.0


def _copies(row: Mapping[str, str]) -> int:
    value = next((value for name, value in row.items() if name.strip().lower() == "qty"), "1")
    plain = value.partition(".")[0].strip()
    return min(int(plain), limits.COPIES) if plain.isdecimal() else 1
