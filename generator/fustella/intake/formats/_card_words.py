"""Turns texts of trading cards into our markup: bold, italic, and symbols as icons."""

import html
from collections.abc import Iterator, Mapping

from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import text_of_plain

SYMBOLS: Mapping[str, str] = {
    **{"w": "white-balance-sunny", "u": "water", "b": "skull", "r": "fire", "g": "leaf"},
    **{"c": "diamond", "s": "snowflake", "t": "reload", "e": "lightning-bolt", "q": "restore"},
    **{letter: f"alpha-{letter}-circle" for letter in "pxyz"},
    **{str(number): f"numeric-{number}-circle" for number in range(11)},
}
"""The symbols of costs that are known, and the icon of the set `mdi` that is drawn for each."""

COLOURS: Mapping[str, str] = {
    **{"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"},
}
"""The letters of colours in costs, and their names."""

_COST = regex(r"\{([^{}]{1,12})\}|\(([^()]{1,12})\)|(\d{1,3}|[A-Za-z])(?:/([0-9A-Za-z]))?")
_TAG = regex(r"<(/?)([A-Za-z][A-Za-z0-9_-]{0,60})([^<>]{0,300})>")
_BRACED = regex(r"((?:\{[^{}\s]{1,12}\})+)")
_HTML = frozenset(
    ("b", "i", "u", "em", "strong", "br", "p", "div", "span", "li", "ul", "ol", "font", "small")
)
_BREAKS = frozenset(("br", "p", "div", "li"))
_JOINER = "\u2060"


class Styled:
    """A text that is put together of pieces, each with its style, and becomes our markup.

    `icons` notes the names of the icons that stand in it, with those of their drawings.
    """

    def __init__(self, icons: dict[str, str]) -> None:
        self._icons = icons
        self._runs: list[tuple[str, bool, bool, bool]] = []

    def add(self, text: str, *, bold: bool = False, italic: bool = False) -> None:
        """Adds letters that are printed as they are."""
        if text:
            self._runs.append((text, bold, italic, False))

    def symbols(self, typed: str, *, bold: bool = False, italic: bool = False) -> None:
        """Adds symbols such as `2W`, `{2}{W}` or `W/U`; those that are not known as bold letters.

        A number without an icon and a combined symbol stay letters between the others.
        """
        parts = list(symbols_in(typed))
        if not parts:
            self.add(typed, bold=True, italic=italic)
        for part in parts:
            for number, one in enumerate(part):
                if number:
                    self.add("/", bold=bold, italic=italic)
                if one in SYMBOLS:
                    self._icons[f"mana_{one}"] = f"mdi:{SYMBOLS[one]}"
                    self._runs.append((f"{{mana_{one}}}", False, False, True))
                else:
                    self.add(one.upper(), bold=True, italic=italic)

    def markup(self) -> str:
        """The whole text, with each style closed where a line ends."""
        return "\n".join(self._line(line) for line in self._lines()).strip()

    def _lines(self) -> Iterator[list[tuple[str, bool, bool, bool]]]:
        line: list[tuple[str, bool, bool, bool]] = []
        for text, bold, italic, is_icon in self._runs:
            for number, part in enumerate(text.replace("\r", "").split("\n")):
                if number:
                    yield line
                    line = []
                if not part:
                    continue
                if line and not is_icon and line[-1][1:] == (bold, italic, False):
                    line[-1] = (line[-1][0] + part, bold, italic, False)
                else:
                    line.append((part, bold, italic, is_icon))
        yield line

    def _line(self, line: list[tuple[str, bool, bool, bool]]) -> str:
        made = ""
        for text, bold, italic, is_icon in line:
            if is_icon:
                made += text
                continue
            stars = "*" * (2 * bold + italic) if text.strip() else ""
            inner = text.strip()
            before = text[: len(text) - len(text.lstrip())]
            after = text[len(text.rstrip()) :] if inner else ""
            if stars and not before and made.endswith("*"):
                before = _JOINER
            body = text_of_plain(inner) if made.strip() or stars else text_of_plain(text.strip())
            made += f"{before}{stars}{body}{stars}{after}"
        return made.rstrip()


def symbols_in(typed: str) -> Iterator[tuple[str, ...]]:
    """Yields the symbols of a cost in small letters, combined ones together.

    Yields nothing for a text that is no cost, such as a word.
    """
    plain = "".join(typed.split())
    found = list(_COST.finditer(plain))
    if not found or sum(len(one[0]) for one in found) < len(plain):
        return
    parts: list[tuple[str, ...]] = []
    for one in found:
        if inner := (one[1] or one[2]):
            parts.append(tuple(part for part in inner.lower().split("/") if part))
        else:
            parts.append(tuple(part.lower() for part in (one[3], one[4]) if part))
    bare = [part for one, each in zip(found, parts, strict=True) if one[3] for part in each]
    if all(part.isdigit() or part in SYMBOLS for part in bare):
        yield from (part for part in parts if part)


def cost_markup(typed: str, icons: dict[str, str]) -> str:
    """A cost as icons; a text that is no cost is printed as it is."""
    made = Styled(icons)
    if any(True for _ in symbols_in(typed)):
        made.symbols(typed)
    else:
        made.add(typed)
    return made.markup()


def colours_of_cost(typed: str) -> tuple[str, ...]:
    """The names of the colours in a cost, each once."""
    found = (COLOURS[one] for part in symbols_in(typed) for one in part if one in COLOURS)
    return tuple(dict.fromkeys(found))


def html_markup(typed: str, icons: dict[str, str]) -> str:
    """A text with tags of HTML and symbols in braces, such as Cockatrice shows.

    What looks like a tag and is none of HTML stays a text.
    """
    made = Styled(icons)
    bold = italic = 0
    at = 0
    for tag in _TAG.finditer(typed):
        name = tag[2].lower()
        if name not in _HTML:
            continue
        _with_symbols(made, html.unescape(typed[at : tag.start()]), bold > 0, italic > 0)
        at = tag.end()
        step = -1 if tag[1] else 1
        if name in ("b", "strong"):
            bold = max(0, bold + step)
        elif name in ("i", "em"):
            italic = max(0, italic + step)
        elif name in _BREAKS and (not tag[1] or name == "p"):
            made.add("\n")
    _with_symbols(made, html.unescape(typed[at:]), bold > 0, italic > 0)
    return _without_many_breaks(made.markup())


def _with_symbols(made: Styled, text: str, bold: bool, italic: bool) -> None:
    for number, part in enumerate(_BRACED.split(text)):
        known = number % 2 and all(
            one in SYMBOLS or one.isdigit() for each in symbols_in(part) for one in each
        )
        if known:
            made.symbols(part, bold=bold, italic=italic)
        else:
            made.add(part, bold=bold, italic=italic)


def _without_many_breaks(text: str) -> str:
    lines = [line.strip() for line in text.split("\n")]
    kept = [
        line for number, line in enumerate(lines) if line or (number and lines[number - 1] != "")
    ]
    return "\n".join(kept).strip("\n")


_SYMBOL_TAGS = ("sym", "sym-auto")
_ITALIC_TAGS = ("i", "i-auto", "i-flavor")


def mse_markup(typed: str, icons: dict[str, str], *, flavour: bool = False) -> str:
    """A text with tags of Magic Set Editor: symbols become icons, styles stay, others are left out.

    Words inside of `<soft>` and other tags stay. In a `flavour` text, which is italic as a whole,
    italic letters need no marks.
    """
    made = Styled(icons)
    bold = italic = symbol = 0
    at = 0
    text = typed.replace("\\<", "\1")
    for tag in _TAG.finditer(text):
        _mse_piece(made, text[at : tag.start()], bold > 0, italic > 0 and not flavour, symbol > 0)
        at = tag.end()
        name = tag[2].lower()
        step = -1 if tag[1] else 1
        if name == "b":
            bold = max(0, bold + step)
        elif name in _ITALIC_TAGS:
            italic = max(0, italic + step)
        elif name in _SYMBOL_TAGS:
            symbol = max(0, symbol + step)
        elif name in ("line", "br") and not tag[1]:
            made.add("\n")
        elif name == "bullet" and not tag[1]:
            made.add("• ")
    _mse_piece(made, text[at:], bold > 0, italic > 0 and not flavour, symbol > 0)
    return _without_many_breaks(made.markup())


def _mse_piece(made: Styled, text: str, bold: bool, italic: bool, symbol: bool) -> None:
    text = text.replace("\1", "<")
    if symbol and text.strip():
        made.symbols(text.strip(), bold=bold, italic=italic)
    else:
        made.add(text, bold=bold, italic=italic)


def mse_words(typed: str) -> str:
    """A text of Magic Set Editor without any tags, as it is read."""
    return " ".join(_TAG.sub("", typed.replace("\\<", "\1")).replace("\1", "<").split())
