"""Evaluates what stands in a nanDECK script: labels, sequences, arithmetic, ranges, conditions.

Nothing of it runs as a program: a text is parted into tokens, and what is not known is left.
Lengths are in the unit of the script; a number with `%` is that part of the side of the card.
"""

from collections.abc import Mapping, Sequence

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.intake.formats._arithmetic import Arithmetic, Unknown
from fustella.intake.formats._nandeck_lines import arguments_of

_LABEL = regex(r"\[([^\[\]{}|]{1,100})\]")
_NEWLINES = regex(r"\\1?3?\\\\?|<br ?/?>|\\13\\")
_COUNT = regex(r"\{\(([^(){}]{1,100})\)\}")
_CALL = regex(r"\s*([A-Za-z]{3,20})\d?\s*\((.*)\)\s*")
_DEPTH = 40
_FUNCTIONS = frozenset(
    (
        *(
            "JOIN",
            "CONCAT",
            "REPLACE",
            "LABELRANGE",
            "CASESTRING",
            "FILTER",
            "GROUP",
            "LABELSTRING",
        ),
        *("TRANSLATE", "EXPAND", "RANGE", "RANGEADD", "RANGESUB", "LENGTH", "SUBSTRING", "TRIM"),
        *("UPPERCASE", "LOWERCASE", "FORMAT", "JOINIF", "SETRING", "DIRFILES", "LABELSUB"),
    )
)
"""The names of functions, which in other texts are words with a bracket behind them."""

_CASES = {"U": str.upper, "L": str.lower, "F": str.capitalize, "T": str.title}
"""What the second argument of CASESTRING makes of the letters of a text."""

_KEPT = {ord(sign): 0xE000 + number for number, sign in enumerate("{}[]")}
"""Brackets in cells of a table, which mean nothing: signs for private use stand for them."""

_GIVEN_BACK = {stand_in: sign for sign, stand_in in _KEPT.items()}


class ScriptLabels:
    """The labels of a script: each is a sequence of texts, of which card n has the n-th.

    `columns` are those that a linked table brought. `loops` are the variables of loops, `counters`
    those of the cards. Labels in `computed` are texts in which nothing is to be filled in any more.
    `elements` says which text of a label a card has, where that is not the one of its number.
    `unknown` has the functions that are not known.
    """

    def __init__(self) -> None:
        self.labels: dict[str, Sequence[str]] = {}
        self.columns: dict[str, str] = {}
        self.loops: dict[str, float] = {}
        self.counters: dict[str, dict[int, float]] = {}
        self.computed: set[str] = set()
        self.elements: dict[int, int] = {}
        self.unknown: dict[str, None] = {}

    def sequence(self, name: str) -> Sequence[str]:
        """The texts of a label. Raises Unknown."""
        found = self.labels.get(name.strip().lower())
        if found is None:
            raise Unknown(f"there is no label [{name}]")
        return found

    def text(self, typed: str, card: int, depth: int = 0) -> str:
        """A text with its labels and expressions filled in for a card. Raises Unknown."""
        if depth > _DEPTH:
            raise Unknown("labels that name each other without end")
        if len(typed) > limits.TEXT_LETTERS:
            raise Unknown("a text that is too long")
        if call := call_in(typed):
            made = self._value_of(*call, card, depth + 1)
            return made if depth else made.translate(_GIVEN_BACK)

        def filled(name: str) -> str:
            sequence = self.sequence(name)
            element = self.elements.get(card, card)
            value = sequence[(element - 1) % len(sequence)] if sequence else ""
            if name.strip().lower() in self.columns or name.strip().lower() in self.computed:
                return value.translate(_KEPT)
            return self.text(value, card, depth + 1)

        parts: list[str] = []
        at = 0
        for found in _LABEL.finditer(typed):
            if found[1].strip().lower() not in self.labels:
                continue
            parts += [typed[at : found.start()], filled(found[1])]
            at = found.end()
            if sum(map(len, parts)) > limits.TEXT_LETTERS:
                raise Unknown("a text that is too long")
        text = "".join((*parts, typed[at:])) if parts else typed
        made = self._without_braces(text, card, depth)
        return made if depth else made.translate(_GIVEN_BACK)

    def _value_of(self, name: str, typed: str, card: int, depth: int) -> str:
        """The text that a function makes of its arguments; an unknown one gives its first."""
        parts = [self.text(each, card, depth) for each in arguments_of(typed)]
        if name in ("JOIN", "CONCAT"):
            return "".join(parts)[: limits.TEXT_LETTERS]
        if name == "REPLACE" and len(parts) == 3:
            return (parts[0].replace(parts[1], parts[2]) if parts[1] else parts[0])[
                : limits.TEXT_LETTERS
            ]
        if name == "LABELRANGE" and len(parts) == 2:
            label = arguments_of(typed)[0].strip("[] ")
            found = [n for n, value in enumerate(self.sequence(label), 1) if value == parts[1]]
            return ",".join(map(str, found))
        if name == "CASESTRING" and len(parts) == 2 and parts[1][:1].upper() in _CASES:
            return _CASES[parts[1][:1].upper()](parts[0])
        self.unknown[name] = None
        return parts[0]

    def compute(self, typed: str) -> Sequence[str]:
        """The texts of a function in a label, one for each text of the labels that it names."""
        named = [self.labels.get(each.strip().lower(), ()) for each in _LABEL.findall(typed)]
        longest = min(max(map(len, named), default=1), limits.IMPORT_CARDS)
        return [self.text(typed, card) for card in range(1, max(1, longest) + 1)]

    def _without_braces(self, text: str, card: int, depth: int) -> str:
        for _ in range(_DEPTH):
            end = text.find("}")
            start = text.rfind("{", 0, end)
            if start < 0 or end < 0:
                return text
            inner = text[start + 1 : end]
            text = text[:start] + self._expression(inner, card, depth) + text[end + 1 :]
        raise Unknown("too many expressions in one text")

    def _expression(self, inner: str, card: int, depth: int) -> str:
        """The value of what stands in braces."""
        counted = inner.strip()
        if (
            counted.startswith("(")
            and counted.endswith(")")
            and counted[1:-1].lower() in self.labels
        ):
            return str(len(self.labels[counted[1:-1].lower()]))
        if counted in ("°", "§"):
            return str(card)
        if "?" in inner:
            name, _, number = inner.partition("?")
            sequence = self.sequence(name)
            at = self.number(number, 1.0, card, depth + 1)
            if not sequence:
                return ""
            return sequence[(int(at) - 1) % len(sequence)]
        try:
            return f"{self.number(inner, 1.0, card, depth + 1):g}"
        except Unknown:
            if inner.strip().lower() in self.labels:
                return self.text(f"[{inner.strip()}]", card, depth + 1)
            raise

    def number(self, typed: str, whole: float, card: int, depth: int = 0) -> float:
        """A number, or a length of which 100% is the `whole`. Raises Unknown."""
        text = self.text(typed, card, depth) if "[" in typed or "{" in typed else typed
        counters = {name: by_card.get(card, 0.0) for name, by_card in self.counters.items()}
        known = {"§": float(card), "°": float(card), **counters, **self.loops}
        reader = Arithmetic(text.replace(",", "."), whole, known)
        return reader.value()

    def cards(self, typed: str, cards: int) -> set[int]:
        """The cards of a range such as `1-5,8`; all of them if it is empty. Raises Unknown."""
        text = _COUNT.sub(lambda found: str(len(self.sequence(found[1]))), typed.strip(' "'))
        if not text:
            return set(range(1, cards + 1))
        if "[" in text or "{" in text:
            text = self.text(text, 1)
        found: set[int] = set()
        for part in text.replace('"', "").split(","):
            if not part.strip():
                continue
            first, _, last = (
                part.strip().rpartition("-") if "-" in part.strip()[1:] else (part, "", part)
            )
            start, end = self.number(first or last, 1.0, 1), self.number(last, 1.0, 1)
            if end - start > limits.IMPORT_CARDS or len(found) > limits.IMPORT_CARDS:
                raise Unknown(f"more than {limits.IMPORT_CARDS:,} cards")
            found |= set(range(int(start), int(end) + 1))
        return found

    def holds(self, typed: str, card: int) -> bool:
        """Whether a condition holds for a card. Raises Unknown."""
        text = typed.strip()
        for word, join in (("_OR_", any), ("_AND_", all)):
            parts = regex(f"(?i){word}").split(text)
            if len(parts) > 1:
                return join([self.holds(part, card) for part in parts[:50]])
        while text.startswith("(") and text.endswith(")") and _is_one_bracket(text):
            text = text[1:-1].strip()
        for sign in ("<>", ">=", "<=", "=", ">", "<", "@", "#"):
            if sign in text:
                one, other = (self._side(part, card) for part in text.split(sign, 1))
                return _compare(one, sign, other)
        raise Unknown("a condition that is not known")

    def _side(self, typed: str, card: int) -> str:
        return self.text(typed.strip().strip('"'), card).strip().strip('"')

    def pattern(self, typed: str) -> str:
        """A text with `{column}` for its columns, "" if it has anything else that differs."""
        if "{" in typed or "}" in typed or self.elements or call_in(typed):
            return ""
        named = [name.strip().lower() for name in _LABEL.findall(typed)]
        if not named or any(name not in self.columns for name in named):
            return ""
        return _LABEL.sub(lambda found: f"{{{self.columns[found[1].strip().lower()]}}}", typed)


def call_in(typed: str) -> tuple[str, str] | None:
    """The name of a function and what is between its brackets, if a text is nothing else."""
    if "(" not in typed or not (found := _CALL.fullmatch(typed)):
        return None
    name = found[1].upper()
    return (name, found[2]) if name in _FUNCTIONS and _is_one_bracket(f"({found[2]})") else None


def _is_one_bracket(text: str) -> bool:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and at < len(text) - 1:
            return False
    return True


def _compare(one: str, sign: str, other: str) -> bool:
    if sign in ("@", "#"):
        return one.lower() in other.lower() if sign == "@" else one.lower() not in other.lower()
    try:
        a: float | str = float(one)
        b: float | str = float(other)
    except ValueError:
        a, b = one.lower(), other.lower()
    results: Mapping[str, bool] = {
        "=": a == b,
        "<>": a != b,
        ">=": a >= b,  # type: ignore[operator]
        "<=": a <= b,  # type: ignore[operator]
        ">": a > b,  # type: ignore[operator]
        "<": a < b,  # type: ignore[operator]
    }
    return results[sign]
