"""Turns the texts of Card Conjurer, with codes in braces, into texts with our markup."""

from collections.abc import Mapping

from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.formats._looks import joined_runs, text_of_plain
from fustella.intake.taken import Loss, Miss

_CODE = regex(r"\{([^{}\n]{0,60})\}")
_COST = regex(r"[{}\s]+")
_UNSEEN = regex(r"[\ue000-\uf8ff\uffee\ufff0-\uffff]")
_SYMBOLS: Mapping[str, str] = {
    **{"w": "white-balance-sunny", "u": "water", "b": "skull", "r": "fire", "g": "pine-tree"},
    **{"c": "rhombus", "s": "snowflake", "t": "rotate-right", "q": "rotate-left", "e": "flash"},
    **{"x": "alpha-x-circle", "y": "alpha-y-circle", "z": "alpha-z-circle"},
    **{str(number): f"numeric-{number}-circle" for number in range(11)},
}
"""The icons of the set `mdi` that stand for the program's symbols of costs."""

_LINES = ("line", "lns", "lend", "bar", "divider", "newline", "-", "indent")
_QUIET = (
    *("font", "/font", "savex", "loadx", "upinline", "ptshift", "left", "center", "right", "just"),
    *("up", "down", "elemid", "permashift", "kerning", "outline", "shadow"),
)
"""The beginnings of codes that move or size letters, which is not told: texts fit by themselves."""

_STYLES = {"i": (1, True), "/i": (1, False), "b": (0, True), "/b": (0, False)}
_STYLES |= {"bold": (0, True), "/bold": (0, False)}


class ConjurerText:
    """Texts as the program has them. Icons that stand for its symbols are told once."""

    def __init__(self, icons: NamedIcons, losses: list[Loss], place: Place) -> None:
        self._icons, self._losses, self._place = icons, losses, place

    def of(self, typed: str, card: str, *, is_cost: bool = False) -> str:
        """A text with our markup; `card` is the name of its card, for the code that names it."""
        if is_cost:
            typed = "".join(f"{{{part}}}" for part in _COST.split(typed) if part)
        runs: list[tuple[str, bool, bool]] = []
        style = [False, False]
        at = 0
        typed = _UNSEEN.sub("", typed)
        for found in _CODE.finditer(typed):
            self._add(runs, text_of_plain(typed[at : found.start()]), style)
            self._code(found[1].strip().lower(), card, runs, style)
            at = found.end()
        self._add(runs, text_of_plain(typed[at:]), style)
        return joined_runs(runs).strip()

    def _code(
        self, code: str, card: str, runs: list[tuple[str, bool, bool]], style: list[bool]
    ) -> None:
        if code in _STYLES:
            number, value = _STYLES[code]
            style[number] = value
        elif code in _LINES:
            self._add(runs, "\n", style)
        elif code in ("flavor", "oldflavor"):
            self._add(runs, "\n", style)
            style[1] = True
        elif code in ("cardname", "~"):
            self._add(runs, text_of_plain(card), style)
        elif code in _SYMBOLS:
            self._add(runs, self._symbol(code), style)
        elif _is_hybrid(code):
            self._add(runs, f"({code.upper()})", style)
        elif code and not code.startswith(_QUIET):
            why = "texts here have no such code: it is left out"
            self._losses.append(Loss(Miss.LOOKS, f"{{{code}}}", why, self._place, True))

    def _symbol(self, code: str) -> str:
        key = f"mana-{code}"
        if key not in self._icons.taken:
            why = f"an icon of ours stands for it: {_SYMBOLS[code]}"
            loss = Loss(Miss.LOOKS, f"the symbol {{{code}}}", why, self._place, approximated=True)
            self._losses.append(loss)
        self._icons.taken[key] = f"mdi:{_SYMBOLS[code]}"
        return f"{{{key}}}"

    def _add(self, runs: list[tuple[str, bool, bool]], text: str, style: list[bool]) -> None:
        if text:
            runs.append((text, style[0], style[1]))


def _is_hybrid(code: str) -> bool:
    """Whether a code is a symbol of two, such as w/u, 2/w, gp, or a number above ten."""
    plain = code.replace("/", "")
    return bool(plain) and len(plain) <= 3 and set(plain) <= set("wubrgcspxyz0123456789")
