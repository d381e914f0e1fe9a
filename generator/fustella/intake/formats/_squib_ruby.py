"""Understands plain Ruby of Squib decks without running it: values, columns, loops over words."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.intake.formats._arithmetic import Arithmetic, Unknown

_COMMENT = regex(r"(^|\s)#(?!\{).*")
_QUOTED = regex(r"""'([^']{0,500})'|"((?:[^"\\]|\\.){0,500})\"""")
_FILLED = regex(r"#\{\s*([^{}]{1,100}?)\s*\}")
_WORDS = regex(r"%w[(\[{<]([^)\]}>]{0,500})[)\]}>]|\[((?:\s*['\":][\w .-]{1,60}['\"]?\s*,?)+)\]")
_EACH = regex(r"^(.{1,200}?)\.each\s+do\s*\|\s*(\w{1,40})\s*\|$")
_OPENING = regex(
    r"(?:\bdo\b(?:\s*\|[^|]*\|)?|^(?:if|unless|case|while|def|class|module|begin)\b.*)$"
)
_ASSIGNED = regex(r"^\$?([A-Za-z_]\w{0,60})\s*=(?!=)\s*(.{1,300})$")
_COLUMN = regex(
    r"""^\$?(\w{1,60})(?:\[\s*(?:['"]([^'"]{1,100})['"]|:(\w{1,60}))\s*\]|\.(\w{1,60}))(.*)$"""
)
_MAPPED = regex(r"^\.(?:map|collect)\s*(?:\{|do)\s*\|\s*(\w+)\s*\|\s*(.{1,200}?)\s*(?:\}|end)$")
_SENT = regex(r"^\.(?:map|collect)\(?\s*\(?&:(\w+)\)?\)?$")
_OF_ROW = regex(
    r"""^\$?(\w{1,60})\.(?:map|collect)\s*(?:\{\s*\|\s*(\w+)\s*\|\s*\2(?:\[['":]{1,2}(\w[^'"\]]{0,60})['"]?\]|\.(\w+))\s*\}"""
    r"""|\(&:(\w+)\))$"""
)
_PLUS = regex(r"""^(\w+)(?:\.to_s)?\s*\+=?\s*(['"])([^'"]{0,100})\2$""")
_SET_IF = regex(
    r"""^if\s*\(?\s*\w+\s*!=\s*nil\s*\)?\s*(?:then)?\s*\w+\s*\+=\s*(['"])([^'"]{0,100})\1\s*end$"""
)
_KEY = regex(r"(?<![\w:])(\w{1,40}):(?!:)\s*")
_DEPTH = 12
_METHODS: Mapping[str, Callable[[str], str]] = {
    **{"to_s": str, "strip": str.strip, "upcase": str.upper, "downcase": str.lower},
    **{"capitalize": str.capitalize},
}
_SPLIT = regex(r"""(\w+)\.split\(['"](.)['"]\)\.(last|first)""")
_MEASURE = regex(r"(?:\w+\.)?(inches|inch|mm|cm|cells)\(\s*([\d.]+)\s*\)")
_NUMBER = regex(r"\d{1,9}(?:\.\d{1,6})?")


class Line(Struct, frozen=True):
    """A line of a deck, with words of loops filled in."""

    number: int
    text: str


def lines_of(text: str) -> list[Line]:
    """The lines of a program without comments, joined where they go on.

    Loops over words that are written out are there once for each word.
    """
    return list(_unrolled(list(_joined(text)), 0))


def _joined(text: str) -> Iterator[Line]:
    joined, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        stripped = _COMMENT.sub("", line).strip()
        if not stripped:
            continue
        goes_on = joined and stripped.startswith((".", "+")) and not stripped.startswith("..")
        joined, start = f"{joined} {stripped}".strip(), start or number
        if goes_on:
            joined = joined.replace(" .", ".")
        is_open = joined.count("(") > joined.count(")") and not joined.endswith(("|", "do"))
        if (joined.endswith((",", "(", "+")) or is_open) and len(
            joined
        ) < limits.ARITHMETIC_LETTERS:
            continue
        yield Line(start, joined[: limits.ARITHMETIC_LETTERS])
        joined, start = "", 0
    if joined:
        yield Line(start, joined[: limits.ARITHMETIC_LETTERS])


def _unrolled(lines: Sequence[Line], depth: int) -> Iterator[Line]:
    at = made = 0
    while at < len(lines):
        line = lines[at]
        found = _EACH.match(line.text)
        words = words_in(found[1]) if found else []
        end = _end_of(lines, at) if found and words and depth < _DEPTH else 0
        if found is None or not end:
            yield line
            at += 1
            continue
        body = list(_unrolled(lines[at + 1 : end], depth + 1))
        for word in words:
            for inner in body:
                made += 1
                if made > limits.IMPORT_DRAWN:
                    return
                yield Line(inner.number, _with_word(inner.text, found[2], word))
        at = end + 1


def _with_word(text: str, name: str, word: str) -> str:
    """A line of a loop in which the variable is one of its words."""
    low = word.lower()
    text = regex(rf"#\{{\s*{name}\.downcase\s*\}}").sub(lambda _: low, text)
    text = regex(rf"#\{{\s*{name}(?:\.to_s)?\s*\}}").sub(lambda _: word, text)
    text = regex(rf"(?<![\w.'\":])\b{name}\.downcase\b").sub(lambda _: f"'{low}'", text)
    return regex(rf"(?<![\w.'\":|])\b{name}\b(?![\w:'\"])").sub(lambda _: f"'{word}'", text)


def _end_of(lines: Sequence[Line], at: int) -> int:
    depth = 0
    for number in range(at, len(lines)):
        text = lines[number].text
        depth += bool(_OPENING.search(text)) and not text.endswith(" end")
        depth -= text == "end" or text.startswith(("end ", "end)", "end."))
        if depth <= 0:
            return number if number > at else 0
    return 0


def words_in(text: str) -> list[str]:
    """The words of a list that is written out: %w(a b), ['a', 'b'], [:a, :b]."""
    found = _WORDS.fullmatch(text.strip())
    if found is None:
        return []
    if found[1] is not None:
        return found[1].split()[:60]
    return regex(r"[\w][\w .-]{0,59}").findall(found[2])[:60]


def options_of(typed: str) -> dict[str, str]:
    """The keys of a call that stand in no quotes and brackets, and what is typed for each."""
    places = [found for found in _KEY.finditer(typed) if not _is_inside(typed, found.start())]
    made: dict[str, str] = {}
    for number, key in enumerate(places):
        end = places[number + 1].start() if number + 1 < len(places) else len(typed)
        made[key[1]] = _trimmed(typed[key.end() : end])
    return made


def _trimmed(typed: str) -> str:
    typed = regex(r"\s+do(\s*\|[^|]*\|)?\s*$").sub("", typed.strip()).rstrip(", ")
    while typed.endswith(")") and typed.count(")") > typed.count("("):
        typed = typed[:-1].rstrip(", ")
    return regex(r"\s+(if|unless)\s.*$").sub("", typed) if "{" not in typed else typed


def _is_inside(typed: str, at: int) -> bool:
    depth, quote = 0, ""
    for sign in typed[:at]:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
    return bool(quote) or depth > 0


def assigned_in(line: str) -> tuple[str, str] | None:
    """The name and the value of a line that sets a variable."""
    found = _ASSIGNED.match(line)
    return (found[1], found[2].strip()) if found else None


class Names:
    """What the variables of a deck are: texts and numbers; `tables` have the names of columns."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.tables: dict[str, Sequence[Mapping[str, str]]] = {}

    def value(self, typed: str, depth: int = 0) -> str | None:  # noqa: PLR0911  (a form each)
        """The text or number that something typed plainly says; None for anything else."""
        typed = typed.strip()
        name = typed.lstrip("$@")
        if depth > _DEPTH or not typed:
            return None
        if found := _QUOTED.fullmatch(typed):
            said = found[2].replace("\\n", "\n").replace('\\"', '"') if found[1] is None else ""
            return found[1] if found[1] is not None else self._filled(said, depth)
        if typed.startswith(":") and typed[1:].replace("_", "").isalnum():
            return typed[1:]
        if name in self.values:
            return self.values[name]
        if (found := _SPLIT.fullmatch(typed)) and found[1] in self.values:
            return self.values[found[1]].split(found[2])[0 if found[3] == "first" else -1]
        if found := _MEASURE.fullmatch(typed):
            return f"{found[2]}{'in' if found[1][0] == 'i' else found[1]}"
        return self._sum(typed)

    def _filled(self, text: str, depth: int) -> str | None:
        parts = _FILLED.split(text)
        for number in range(1, len(parts), 2):
            value = self.value(parts[number], depth + 1)
            if value is None:
                return None
            parts[number] = value
        return "".join(parts)

    def _sum(self, typed: str) -> str | None:
        """The result of a sum of numbers and of variables that are numbers, in pixels."""
        if _NUMBER.fullmatch(typed):
            return typed
        known = {
            name.lower(): float(value)
            for name, value in self.values.items()
            if _NUMBER.fullmatch(value)
        }
        if not regex(r"[\w\s.+*/()-]{1,200}").fullmatch(typed):
            return None
        try:
            return f"{Arithmetic(typed, 1.0, known).value():.4f}".rstrip("0").rstrip(".")
        except Unknown:
            return None

    def column(self, typed: str) -> tuple[str, str, list[str]] | None:
        """The table, the column, and the cells of a text such as data['title'] or data.title.

        The column is "" where the cells are made of those of a column.
        """
        typed = typed.strip()
        found = _OF_ROW.match(typed)
        if found and found[1] in self.tables:
            name = self._named(found[1], found[3] or found[4] or found[5])
            cells = [row.get(name, "") for row in self.tables[found[1]]]
            return (found[1], name, cells) if name else None
        found = _COLUMN.match(typed)
        if found is None or found[1] not in self.tables:
            return None
        name = self._named(found[1], found[2] or found[3] or found[4])
        rest = found[5].strip().replace(" .", ".")
        if not name:
            return None
        cells = [row.get(name, "") for row in self.tables[found[1]]]
        if not rest:
            return found[1], name, cells
        made = self._mapped(rest, cells)
        return (found[1], "", made) if made is not None else None

    def _named(self, table: str, wanted: str) -> str:
        """The column of a table with this name, as method calls may have it."""
        columns = next(iter(self.tables[table]), {})
        plain = wanted.lower().replace(" ", "_")
        return (
            wanted
            if wanted in columns
            else next((name for name in columns if name.lower().replace(" ", "_") == plain), "")
        )

    def _mapped(self, rest: str, cells: Sequence[str]) -> list[str] | None:
        if found := _SENT.match(rest):
            method = _METHODS.get(found[1])
            return [method(cell) for cell in cells] if method else None
        found = _MAPPED.match(rest)
        if found is None:
            return list(cells) if rest in (".to_a", ".compact") else None
        name, body = found[1], found[2].strip()
        if (quoted := _QUOTED.fullmatch(body)) and quoted[2] is not None:
            made = []
            for cell in cells:
                self.values[name] = cell
                made.append(self._filled(quoted[2], 0) if cell else "")
            self.values.pop(name, None)
            return None if None in made else [cell or "" for cell in made]
        plus, then = _PLUS.match(body), _SET_IF.match(body)
        added = plus[3] if plus else then[2] if then else ""
        if not added and body not in (name, f"{name}.to_s"):
            return None
        return [cell + added if cell else "" for cell in cells]
