"""Goes through a nanDECK script: labels, tables, settings, conditions, loops, macros."""

from collections.abc import Mapping, Sequence

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.intake.formats._arithmetic import Unknown
from fustella.intake.formats._nandeck_lines import ScriptLine, arguments_of, lines_of
from fustella.intake.formats._nandeck_settings import SUPPOSED, Settings
from fustella.intake.formats._nandeck_values import call_in
from fustella.intake.marks import Columns
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of, table_of
from fustella.intake.taken import Miss

_OUTPUT = regex(
    "PAGE|MARGINS|DPI|PRINT|SAVE|SAVEPDF|SAVEPAGES|SAVEGIF|GAP|DISPLAY|OVERSAMPLE|FOLD|CROP"
    "|IMAGEFILTER|MOSAIC|TOKEN|PRINTSHEET|FOOTER|HEADER|GUIDE|EDGE|COMPARE|BLEED|DECK|LOADPDF"
)
_LABELRANGE = regex(r"(?i)LABELRANGE\(\s*\[([^\[\]]+)\]\s*,\s*\"?([^\",()]{1,60})")
_NAMED = regex(r"\[([A-Za-z][^\[\]{}|=<>]{0,60})\]|\{\(([^(){}]{1,60})\)\}")
"""A label in a line, or the number of its texts."""

_COMPARED = (
    regex(r"\[([^\[\]]+)\]\s*[=@]\s*\"?([^\"()\[\]<>=_]{1,60})"),
    regex(r"()\"([^\"]{1,60})\"\s*@\s*\[([^\[\]]+)\]"),
)
"""A label that a condition compares with a word, or a word with a label."""

_PASSED = regex("(END)?(SECTION|VISUAL|COMMENT)")
_FUNCTION = regex(r"([A-Za-z]{3,20})\(.*\)$")
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


class Running(Settings):
    """A script as its lines are gone through."""

    def __init__(self, source: ImportSource, main: str, cards: int) -> None:
        super().__init__(source, main, cards)
        self.sets |= {"LINK": self.link, "LINKMULTI": self.link_multi}

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
        for found in _NAMED.finditer(line.typed):
            self.named[(found[1] or found[2]).strip().lower()] = None
        for label, value in _LABELRANGE.findall(line.typed):
            self._note(label, value)
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
        for found in _COMPARED[0].findall(line.typed):
            self._note(found[0], found[1])
        for found in _COMPARED[1].findall(line.typed):
            self._note(found[2], found[1])
        if line.word == "IF":
            self.conditions.append([(line, True)])
        elif line.word == "ENDIF":
            self.conditions = self.conditions[:-1]
        elif self.conditions:
            before = [(of, False) for of, _ in self.conditions[-1]]
            self.conditions[-1] = [*before, (line, True)] if line.word == "ELSEIF" else before

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
        if call_in(typed):
            texts: Sequence[str] = self.values.compute(typed)
        elif found := _FUNCTION.match(typed):
            raise Unknown(f"the function {found[1].upper()} is not known")
        else:
            if typed.startswith('"') and typed.endswith('"') and typed.count('"') == 2:
                typed = typed[1:-1]
            texts = [part.strip().strip('"') for part in typed.split("|")]
        known = self.values
        if self.conditions and (before := known.labels.get(name)):
            holding = set(self.on(""))
            texts = [
                known.text(texts[(card - 1) % len(texts)], card)
                if card in holding
                else known.text(before[(card - 1) % len(before)], card)
                for card in range(1, max(self.cards, 1) + 1)
            ]
        known.labels[name] = texts
        known.columns.pop(name, None)
        known.computed.discard(name)
        if call_in(typed) or self.conditions:
            known.computed.add(name)

    def link(self, arguments: Sequence[str]) -> None:
        typed = self.values.text(arguments[0], 1) if arguments else ""
        file, _, sheet = typed.partition("!")
        found = self.source.find(file, self.main)
        if not found:
            self.missing = self.missing or typed
            why = "there is no such table in the source: rows with the names of its columns stand "
            why += "for it. Save it as .csv beside the script, and import again"
            self.lose(Miss.PIECES, f"LINK {typed}", why)
            return
        table = table_of(self.source, found, sheet).named(arguments[1:])
        rows = list(table.rows)[: limits.IMPORT_CARDS]
        counts = [1] * len(rows)
        if self.copies_in:
            counts = [_count(row, self.copies_in, table.columns) for row in rows]
        self.row_of = [n for n, count in enumerate(counts) for _ in range(count)]
        if len(self.row_of) > limits.IMPORT_CARDS:
            self.lose(Miss.PIECES, f"LINK {typed}", f"more than {limits.IMPORT_CARDS:,} cards")
            self.row_of = self.row_of[: limits.IMPORT_CARDS]
        before = [each for each in self.columns if each not in table.columns]
        kept = {each: self.values.labels[each.strip().lower()] for each in before}
        self.columns = [*table.columns, *before]
        self.rows = [
            {**rows[row], **{name: texts[n % len(texts)] for name, texts in kept.items() if texts}}
            for n, row in enumerate(self.row_of)
        ]
        made = Columns(self.columns, self.rows, len(self.rows))
        for name in kept:
            self.values.columns[name.strip().lower()] = made.named[name]
        for column in table.columns:
            name = column.strip().lower()
            self.values.labels[name] = [row[column] for row in self.rows]
            self.values.columns[name] = made.named[column]
            self.values.computed.discard(name)
        self.most = max(self.most, len(self.rows))

    def suppose(self, names: Sequence[str], compared: Mapping[str, Sequence[str]]) -> None:
        """Supposes rows for a table that is not there: a cell has the name of its column.

        `compared` has values that conditions ask for: there is a row for each.
        """
        count = max((len(compared.get(name, ())) for name in names), default=1)
        count = max(1, min(count, SUPPOSED))
        self.columns, self.row_of = names, list(range(count))
        rows: list[dict[str, str]] = []
        for number in range(count):
            cells = {name: name.replace("_", " ").title() for name in names}
            cells |= {
                name: values[number % len(values)]
                for name, values in compared.items()
                if name in cells and values
            }
            rows.append(cells)
        self.rows = rows
        made = Columns(self.columns, self.rows, count)
        for name in names:
            self.values.labels[name] = [row[name] for row in self.rows]
            self.values.columns[name] = made.named[name]
        self.most, self.cards = max(self.most, count), max(self.cards, count)

    def link_multi(self, arguments: Sequence[str]) -> None:
        self.copies_in = arguments[0] if arguments else ""


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
