"""Goes through a nanDECK script: labels, tables, settings, conditions, loops, macros."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.formats._nandeck_lines import ScriptLine, arguments_of, lines_of
from fustella.intake.formats._nandeck_values import ScriptLabels, Unknown
from fustella.intake.marks import Columns
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of, table_of
from fustella.intake.taken import Loss, Miss

_OUTPUT = regex(
    "PAGE|MARGINS|BORDER|DPI|PRINT|SAVE|SAVEPDF|SAVEPAGES|SAVEGIF|GAP|DISPLAY|OVERSAMPLE|FOLD|CROP"
    "|IMAGEFILTER|MOSAIC|TOKEN|PRINTSHEET|FOOTER|HEADER|GUIDE|EDGE|COMPARE|BLEED|DECK|LOADPDF"
)
_PASSED = regex("(END)?(SECTION|VISUAL|COMMENT)")
_UNITS = {"MM": 1.0, "CM": 10.0, "INCH": MM_PER_INCH, "IN": MM_PER_INCH, "INCHES": MM_PER_INCH}
_FRAMES = regex(r"<([^<>,]{1,100})>")
_NESTED = 12
_MISSES = {
    **dict.fromkeys(
        ("LINK", "LINKMULTI", "CARDS", "SEQUENCE", "FOR", "INCLUDE", "COPYCARD"), Miss.PIECES
    ),
    **dict.fromkeys(("IMAGE", "ICONS", "ICON", "PATTERN", "QRCODE", "BARCODE"), Miss.PICTURES),
    **dict.fromkeys(("TEXT", "TEXTFONT", "HTMLTEXT", "RTFTEXT", "TEXTLIMIT", ""), Miss.TEXTS),
    **dict.fromkeys(("CARDSIZE", "UNIT", "FRAME", "IF", "DUPLEX", "LAYER"), Miss.PLACES),
}


class Font(Struct, frozen=True):
    """A font as directives name it, with a size that may be computed."""

    name: str = "Arial"
    size: str = "12"
    style: str = ""
    colour: str = "#000000"
    ground: str = ""
    align: str = ""


class Running:
    """A script as its lines are gone through: what is set, and what could not be taken.

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
        self.copies: list[int] = []
        self.backs: dict[int, int] = {}
        self.conditions: list[tuple[ScriptLine, bool]] = []
        self.macros: dict[str, tuple[Sequence[str], Sequence[ScriptLine]]] = {}
        self.steps = self.marks = 0
        self.draws: dict[str, Callable[[Sequence[str]], None]] = {}
        self.sets: dict[str, Callable[[Sequence[str]], None]] = {
            **{"UNIT": self.set_unit, "CARDSIZE": self.set_size, "CARDS": self.set_cards},
            **{"LINK": self.link, "LINKMULTI": self.link_multi, "FONT": self.set_font},
            **{"HTMLFONT": self.set_html_font, "ICON": self.set_icon, "DUPLEX": self.duplex},
        }
        self.place = Place(main)

    def lose(self, miss: Miss, what: str, why: str, *, approximated: bool = False) -> None:
        loss = Loss(miss, what[:100], why, self.place, approximated)
        if loss not in self.losses[-200:]:
            self.losses.append(loss)

    # The flow of lines.

    def run(self) -> None:
        self._all(lines_of(script_of(self.source, self.main), self.main), 0)

    def _all(self, lines: Sequence[ScriptLine], depth: int) -> None:
        at = 0
        while at < len(lines):
            self.steps += 1
            line = lines[at]
            self.place = line.place
            if self.steps > limits.IMPORT_STEPS:
                if self.steps == limits.IMPORT_STEPS + 1:
                    self.lose(Miss.PIECES, line.word, "the script goes through too many lines")
                return
            if line.word in ("FOR", "MACRO", "LINK") and (end := _end_of(lines, at, line.word)):
                body = lines[at + 1 : end]
                if line.word == "FOR":
                    self._loop(line, body, depth)
                elif line.word == "MACRO":
                    name, *names = arguments_of(line.typed)
                    self.macros[name.upper()] = (names, body)
                else:
                    self.lose(
                        Miss.PIECES,
                        "LINK … ENDLINK",
                        "rows inside of a script are not taken: save them as .csv",
                    )
                at = end + 1
                continue
            try:
                self._line(line, depth)
            except Unknown as error:
                self.lose(
                    _MISSES.get(line.word, Miss.LOOKS),
                    f"{line.word} {line.typed}",
                    f"it was left: {error}",
                )
            at += 1

    def _loop(self, line: ScriptLine, body: Sequence[ScriptLine], depth: int) -> None:
        arguments = line.arguments
        name = arguments[0].strip("()[] ").lower() if arguments else ""
        try:
            bounds = [self.values.number(each, 1.0, 1) for each in arguments[1:4] if each]
        except Unknown as error:
            self.lose(Miss.PIECES, f"FOR {line.typed}", f"the loop was left: {error}")
            return
        if len(bounds) < 2 or depth > _NESTED:
            self.lose(Miss.PIECES, f"FOR {line.typed}", "a loop without bounds")
            return
        value, end, by = bounds[0], bounds[1], bounds[2] if len(bounds) > 2 else 1.0
        before = self.values.loops.get(name)
        while (
            by and (value <= end if by > 0 else value >= end) and self.steps <= limits.IMPORT_STEPS
        ):
            self.values.loops[name] = value
            shown = f"{value:g}"
            self._all([_replaced(each, {f"({name})": shown}) for each in body], depth + 1)
            value += by
        self.values.loops.pop(name, None)
        if before is not None:
            self.values.loops[name] = before

    def _line(self, line: ScriptLine, depth: int) -> None:
        word = line.word
        if word.startswith("["):
            self._label(line)
        elif word.startswith("<"):
            self.frames[word[1:-1].strip().lower()] = line.typed
        elif word in ("IF", "ELSE", "ELSEIF", "ENDIF"):
            self._condition(line)
        elif word == "INCLUDE":
            self._include(line, depth)
        elif word in self.macros:
            self._macro(line, depth)
        elif word in self.draws:
            self.draws[word](self._framed(line.arguments))
        elif word in self.sets:
            self.sets[word](line.arguments)
        elif _OUTPUT.fullmatch(word):
            if word not in (
                "SECTION",
                "ENDSECTION",
                "VISUAL",
                "ENDVISUAL",
                "COMMENT",
                "ENDCOMMENT",
            ):
                why = "`fustella build` and its options say this: `--paper`, `--marks`, `--shop`"
                self.lose(Miss.OUTPUT, word, why)
        elif word and line.typed and not _PASSED.fullmatch(word):
            self.lose(
                _MISSES.get(word, Miss.LOOKS), f"{word} {line.typed}", "this directive is not known"
            )

    def _condition(self, line: ScriptLine) -> None:
        if line.word == "IF":
            self.conditions.append((line, True))
        elif line.word == "ENDIF":
            self.conditions = self.conditions[:-1]
        elif self.conditions:
            of, holds = self.conditions[-1]
            self.conditions[-1] = (of, not holds)
            if line.word == "ELSEIF":
                why = "it is taken as if it held: look at its zones"
                self.lose(Miss.PLACES, f"ELSEIF {line.typed}", why, approximated=True)
                self.conditions[-1] = (line, True)

    def _macro(self, line: ScriptLine, depth: int) -> None:
        names, body = self.macros[line.word]
        if depth > _NESTED:
            raise Unknown("macros that use each other without end")
        filled = dict(zip(names, [*line.arguments, *[""] * len(names)], strict=False))
        self._all([_replaced(each, filled) for each in body], depth + 1)

    def _include(self, line: ScriptLine, depth: int) -> None:
        found = self.source.find(line.arguments[0], self.main)
        if not found or depth > _NESTED:
            raise Unknown("there is no such file in the source")
        self._all(lines_of(script_of(self.source, found), found), depth + 1)

    def _framed(self, arguments: Sequence[str]) -> Sequence[str]:
        """The arguments, with four numbers in the place of a frame."""
        made: list[str] = []
        for argument in arguments:
            found = _FRAMES.fullmatch(argument.strip())
            if found is None:
                made.append(argument)
                continue
            name = found[1].strip().lower()
            if name not in self.frames:
                raise Unknown(f"the frame <{name}> is not known")
            made += arguments_of(self.frames[name])
        return [part for argument in made for part in self._zoned(argument)]

    def _zoned(self, argument: str) -> Sequence[str]:
        """The parts of a label that stands for several arguments, such as a place."""
        name = argument.strip().strip("[]").lower()
        if argument.strip().startswith("[") and name in self.values.labels:
            sequence = self.values.labels[name]
            if len(sequence) == 1 and "," in sequence[0] and name not in self.values.columns:
                parts = arguments_of(sequence[0])
                if len(parts) >= 2 and all(part and part[0] in "0123456789.[{(-" for part in parts):
                    return parts
        return (argument,)

    # Labels and tables.

    def _label(self, line: ScriptLine) -> None:
        name = line.word[1 : line.word.index("]")].strip().lower()
        typed = line.typed
        low = typed.lower().lstrip()
        if low.startswith(("join(", "concat(")) and typed.rstrip().endswith(")"):
            parts = arguments_of(typed[typed.index("(") + 1 : typed.rindex(")")])
            named = [self._texts(part) for part in parts]
            longest = min(max(map(len, named), default=1), limits.IMPORT_CARDS)
            self.values.labels[name] = [
                "".join(texts[at % len(texts)] for texts in named) for at in range(longest)
            ]
            return
        if regex(r"[a-z]+\(.*").match(low) and not low.startswith("("):
            raise Unknown(f"the function {low.split('(')[0].upper()} is not known")
        if typed.startswith('"') and typed.endswith('"') and typed.count('"') == 2:
            typed = typed[1:-1]
        self.values.labels[name] = [part.strip().strip('"') for part in typed.split("|")]
        self.values.columns.pop(name, None)

    def _texts(self, part: str) -> Sequence[str]:
        name = part.strip().strip("[]").lower()
        if part.strip().startswith("[") and name in self.values.labels:
            return self.values.labels[name] or [""]
        return [self.values.text(part.strip('"'), 1)]

    def link(self, arguments: Sequence[str]) -> None:
        typed = self.values.text(arguments[0], 1) if arguments else ""
        file, _, sheet = typed.partition("!")
        found = self.source.find(file, self.main)
        if not found:
            self.lose(
                Miss.PIECES,
                f"LINK {typed}",
                "there is no such file in the source: save the sheet as .csv, and put it there",
            )
            return
        table = table_of(self.source, found, sheet)
        rows = list(table.rows)[: limits.IMPORT_CARDS]
        counts = [1] * len(rows)
        if self.copies_in:
            counts = [_count(row, self.copies_in, table.columns) for row in rows]
        self.columns, self.copies = table.columns, counts
        self.rows = [{**row} for row in rows]
        made = Columns(table.columns, self.rows, len(rows))
        for column in table.columns:
            self.values.labels[column.strip().lower()] = [row[column] for row in self.rows]
            self.values.columns[column.strip().lower()] = made.named[column]
        self.most = max(self.most, len(rows))

    def link_multi(self, arguments: Sequence[str]) -> None:
        self.copies_in = arguments[0] if arguments else ""

    # Settings.

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
        self.font = font_from(arguments)

    def set_html_font(self, arguments: Sequence[str]) -> None:
        name, *others = arguments
        self.fonts[name.lower()] = font_from(others[:4], align=at(others, 4))

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


def _count(row: dict[str, str] | object, typed: str, columns: Sequence[str]) -> int:
    if typed.strip().isdigit():
        return min(int(typed), limits.COPIES)
    name = next((each for each in columns if each.lower() == typed.strip().lower()), "")
    value = row.get(name, "") if isinstance(row, dict) else ""
    plain = value.partition(".")[0].strip()
    return min(int(plain), limits.COPIES) if plain.isdecimal() else 1


def _replaced(line: ScriptLine, filled: dict[str, str]) -> ScriptLine:
    typed = line.typed
    for name, value in filled.items():
        if name and name in typed:
            typed = typed.replace(name, value)[:10_000]
    word = line.word.replace(next(iter(filled), "\0"), next(iter(filled.values()), ""))
    return ScriptLine(word, typed, line.place)


def _end_of(lines: Sequence[ScriptLine], at: int, word: str) -> int:
    """The index of the line that ends a block, or 0."""
    closing = {"FOR": "NEXT", "MACRO": "END", "LINK": "ENDLINK"}[word]
    if word == "LINK" and lines[at].typed:
        return 0
    depth = 0
    for number in range(at, len(lines)):
        depth += lines[number].word == word
        depth -= lines[number].word == closing
        if not depth:
            return number
    return 0
