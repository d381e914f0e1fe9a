"""Reads the markup of texts: **bold**, *italic*, {icon}, {icon:1.5}, line breaks, backslashes.

`read_markup` turns it into a flat sequence of marks. `**` and `*` switch the style: `**` inside of
a bold text makes a word regular. A blank line starts a paragraph. An item of a list is a line that
begins with `- `, `• ` or `1. `.
"""

import re
from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from fustella.core.values.model import PlainWord
from fustella.core.words.invisible import with_usual_breaks
from fustella.core.words.patterns import regex


class TextBreak(IntEnum):
    """The break between two words, from the weakest to the strongest."""

    NONE = 0
    LINE = 1
    PARAGRAPH = 2


class MarkedSpan(Struct, frozen=True):
    """Letters in one style; the flags say how it differs from the style of the whole text.

    `colour` is "" for the colour of the whole text.
    """

    text: str
    bold: bool = False
    italic: bool = False
    colour: str = ""


class TextIcon(Struct, frozen=True):
    """An icon inside a text, `{wood}`; `size` is its height over that of the capitals.

    `colour` is "" for the colour of the whole text.
    """

    name: str
    size: float = 1.0
    colour: str = ""


class ListItem(Struct, frozen=True):
    """The start of an item of a list, with the bullet or number that hangs before its lines."""

    marker: str


Mark: TypeAlias = MarkedSpan | TextIcon | ListItem | TextBreak


class MarkupFault(Struct, frozen=True):
    """A fault in the markup of a text, with the message and hint of its problem."""

    message: str
    hint: str


class ParsedText(Struct, frozen=True):
    """A parsed text. If there are faults, the marks are the best guess at what was meant."""

    marks: tuple[Mark, ...]
    faults: tuple[MarkupFault, ...] = ()


_ITEM = re.compile(r" *(?P<item>[-•]|\d{1,3}\.) +(?=\S)")
_ITEM_BEGINS = re.compile(r"^( *(?:\d{1,3}(?=\.))?)([-•.])(?= )", re.MULTILINE)
_SPECIAL = re.compile(r"[*{}\\\n]")
_TOKEN = regex(
    r"""(?P<escape>\\.?)
      | (?P<icon>\{[^{}\n]*\})
      | (?P<brace>[{}])
      | (?P<stars>\*+)
      | (?P<break>\n[^\S\u2000-\u200a\u205f\u3000]*)
      | (?P<text>[^*{}\\\n]+)""",
    re.VERBOSE | re.DOTALL,
)
ESCAPABLE = "*{}\\-•."
"""The characters that a backslash makes plain: stars, braces, beginnings of list items."""

_BULLET = "•"

SMALLEST_ICON, LARGEST_ICON = 0.3, 5.0
"""The least and greatest height of an icon, as a factor of the capitals' (`{wood:1.5}`)."""

_SETS_OF_ICONS = ("mdi", "fa", "nato", "own")
_SIZE = regex(r"\d{1,3}(?:\.\d{1,6})?")


@lru_cache(maxsize=4096)
def read_markup(value: str) -> ParsedText:
    """Parses a text. A tab counts as a space."""
    value = with_usual_breaks(value).replace("\t", " ")
    if not (_SPECIAL.search(value) or _ITEM.match(value)):
        return ParsedText((MarkedSpan(value),)) if value else ParsedText(())
    return _Reader(value.strip("\n")).read()


def marks_of(value: str) -> ParsedText:
    """The marks of a text; a `PlainWord` has only letters and line breaks."""
    if not isinstance(value, PlainWord):
        return read_markup(value)
    marks: list[Mark] = []
    for line in with_usual_breaks(value).replace("\t", " ").strip("\n").splitlines():
        if marks:
            blank = isinstance(marks[-1], TextBreak)
            marks[-1:] = [TextBreak.PARAGRAPH] if blank else [marks[-1], TextBreak.LINE]
        if line.strip():
            marks.append(MarkedSpan(line))
    return ParsedText(tuple(marks))


def in_one_line(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks with spaces instead of breaks, and bullets and numbers as letters."""
    found: list[Mark] = []
    for mark in marks:
        if isinstance(mark, ListItem):
            found.append(MarkedSpan(f"{mark.marker} "))
        else:
            found.append(MarkedSpan(" ") if isinstance(mark, TextBreak) else mark)
    return tuple(found)


def as_typed(text: str) -> str:
    """Escapes the markup in a text, so that it is set as it was typed."""
    escaped = "".join(f"\\{letter}" if letter in "*{}\\" else letter for letter in text)
    return _ITEM_BEGINS.sub(r"\1\\\2", escaped)


class _Reader:
    def __init__(self, value: str) -> None:
        self._value = value
        self._marks: list[Mark] = []
        self._faults: list[MarkupFault] = []
        self._open = {"**": False, "*": False}

    def read(self) -> ParsedText:
        handlers: dict[str, Callable[[re.Match[str]], None]] = {
            "item": self._item,
            "escape": self._escape,
            "icon": self._icon,
            "brace": self._brace,
            "stars": self._stars,
            "break": self._break,
            "text": lambda token: self._add(token[0]),
        }
        end = 0
        while token := self._token(end):
            handlers[str(token.lastgroup)](token)
            end = token.end()
        for stars, still_open in self._open.items():
            if still_open:
                hint = f"close it with a second `{stars}`"
                self._fault(f"`{stars}` is opened and never closed", hint)
        return ParsedText(tuple(self._marks), tuple(self._faults))

    def _token(self, start: int) -> re.Match[str] | None:
        begins_line = not self._marks or isinstance(self._marks[-1], TextBreak)
        item = _ITEM.match(self._value, start) if begins_line else None
        return item or _TOKEN.match(self._value, start)

    def _add(self, text: str) -> None:
        span = MarkedSpan(text, self._open["**"], self._open["*"])
        last = self._marks[-1] if self._marks else None
        if isinstance(last, MarkedSpan) and (last.bold, last.italic) == (span.bold, span.italic):
            self._marks[-1] = MarkedSpan(last.text + text, span.bold, span.italic)
        else:
            self._marks.append(span)

    def _escape(self, token: re.Match[str]) -> None:
        character = token[0][1:]
        if character == "n":
            self._marks.append(self._break_after(TextBreak.LINE))
        elif character and character in ESCAPABLE:
            self._add(character)
        else:
            self._fault(f"`{token[0]}` means nothing", "write `\\\\` for a backslash")
            self._add(token[0])

    def _item(self, token: re.Match[str]) -> None:
        marker = token["item"]
        self._marks.append(ListItem(_BULLET if marker == "-" else marker))

    def _icon(self, token: re.Match[str]) -> None:
        name, colon, typed = (part.strip() for part in token[0][1:-1].partition(":"))
        size = float(typed) if _SIZE.fullmatch(typed) else 0.0
        if not name:
            hint = "write the name of an icon between them, or `\\{` to print a brace"
            self._fault(f"`{token[0]}` names no icon", hint)
            return
        if name in _SETS_OF_ICONS and colon and not size:
            hint = f"write {{{typed}}}, and under `icons` in game.yaml `{typed}: {name}:{typed}`"
            self._fault(f"`{token[0]}`: an icon in a text has a short name", hint)
            return
        if not colon:
            size = 1.0
        elif not SMALLEST_ICON <= size <= LARGEST_ICON:
            hint = (
                f"write {{{name}:1.5}}: from {SMALLEST_ICON:g} to {LARGEST_ICON:g} times the "
                "height of a capital"
            )
            self._fault(f'"{typed}" is no size of an icon', hint)
            size = 1.0
        self._marks.append(TextIcon(name, size))

    def _brace(self, token: re.Match[str]) -> None:
        is_open = token[0] == "{"
        missing = "write `}` behind" if is_open else "write `{` before"
        hint = f"{missing} the name of the icon, or write `\\{token[0]}` to print it as it is"
        self._fault(f"`{token[0]}` has no partner", hint)
        self._add(token[0])

    def _stars(self, token: re.Match[str]) -> None:
        stars = token[0]
        before = self._value[: token.start()][-1:]
        after = self._value[token.end() :][:1]
        if len(stars) > 3 or (not before.strip() and not after.strip()):
            hint = "write `\\*` for a star, `**…**` for bold, `*…*` for italic"
            self._fault(f"`{stars}` stands alone", hint)
            self._add(stars)
            return
        for switch in ("**", "*"):
            if len(stars) == 3 or stars == switch:
                self._open[switch] = not self._open[switch]

    def _break(self, token: re.Match[str]) -> None:
        blank = token[0].count("\n") > 1
        self._marks.append(self._break_after(TextBreak.PARAGRAPH if blank else TextBreak.LINE))

    def _break_after(self, kind: TextBreak) -> TextBreak:
        """The break after this one: two breaks in a row, of any kind, make a paragraph."""
        if self._marks and isinstance(self._marks[-1], TextBreak):
            self._marks.pop()
            return TextBreak.PARAGRAPH
        return kind

    def _fault(self, message: str, hint: str) -> None:
        self._faults.append(MarkupFault(message, hint))
