"""Compiles regular expressions at their first use; and makes invisible letters visible.

Most patterns are for rare cases. To compile all patterns of the modules that a small build loads
would take longer than to draw its cards.
"""

import re
from typing import Any, AnyStr, cast


def regex(pattern: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    """A pattern that is compiled when first used, as many commands never need it."""
    return cast("re.Pattern[AnyStr]", _Later(pattern, flags))


def consists_of(letters: re.Pattern[str], text: str) -> bool:
    """Whether the whole of a text matches `letters`, a pattern that matches all printed ASCII."""
    return (text.isascii() and text.isprintable()) or letters.fullmatch(text) is not None


class _Later:
    def __init__(self, pattern: object, flags: re.RegexFlag) -> None:
        self._typed: Any = pattern, flags

    def __getattr__(self, name: str) -> Any:
        """A method of the compiled pattern, which is kept as an attribute for the next time."""
        found = getattr(re.compile(*self._typed), name)
        setattr(self, name, found)
        return found


UNSEEN = "".join(
    map(chr, (0x61C, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060))
) + "".join(map(chr, (*range(0x2066, 0x206A), 0xFEFF)))
"""Invisible letters without width, which pages and programs leave in copied words.

Joiners are not among them, for scripts and emoji make use of them.
"""

_UNSEEN = regex(f"[{UNSEEN}]")
_NOT_SHOWN = regex(f"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{UNSEEN}]")


def without_unseen(name: str) -> str:
    """A name without its invisible letters."""
    return name if name.isascii() else _UNSEEN.sub("", name)


def trimmed(text: str) -> str:
    """A text without blanks and invisible letters at its two ends."""
    text = text.strip()
    if text.isascii():
        return text
    while text and (text[0] in UNSEEN or text[-1] in UNSEEN):
        text = text.strip(UNSEEN).strip()
    return text


def visible(text: str) -> str:
    """A text in which invisible and control characters stand as `[U+200B]`.

    Line feeds stay.
    """
    if text.isprintable():
        return text
    return _NOT_SHOWN.sub(_as_number, text)


def visible_to_designer(value: Any) -> Any:
    """The value that Jinja writes into a page for designers: texts as `visible`, others unchanged.

    It is meant for `finalize` of an environment, through which Jinja passes every value of a page.
    """
    return visible(value) if _is_plain(value) else value


def visible_to_players(value: Any) -> Any:
    """The value that Jinja writes into a page for players: a text whose control characters show.

    Letters that are not seen stay: texts in some scripts need them. Letters that turn the direction
    of a line (Unicode Standard Annex 9, 2) stay, unless the text leaves a turn open or forces a
    direction on letters that have one.
    """
    if not _is_plain(value) or value.isprintable():
        return value
    shown = _STEERS.sub(_as_number, value)
    return shown if _turns_within(shown) else _TURNS.sub(_as_number, shown)


_STEERS = regex("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, but for tabs and breaks of lines and pages, which are spaces in HTML."""

_TURNS = regex("[\u202a-\u202e\u2066-\u2069]")
_ENDS = {"\u202a": "\u202c", "\u202b": "\u202c"} | dict.fromkeys("\u2066\u2067\u2068", "\u2069")


def _turns_within(text: str) -> bool:
    waiting: list[str] = []
    for letter in _TURNS.findall(text):
        if letter in _ENDS:
            waiting.append(_ENDS[letter])
        elif not waiting or waiting.pop() != letter:
            return False
    return not waiting


def _is_plain(value: object) -> bool:
    """Whether a value is a text that Jinja would escape, because it is not HTML already."""
    return isinstance(value, str) and not hasattr(value, "__html__")


def _as_number(found: re.Match[str]) -> str:
    return f"[U+{ord(found[0]):04X}]"


def escaped_in_json(written: str) -> str:
    """JSON in which the letters that `visible` replaces are written as escapes of JSON."""
    if written.isprintable():
        return written
    return _NOT_SHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def visible_in_line(text: str) -> str:
    """A text as `visible` makes it, in one line: a space replaces each break.

    A text that begins like a workflow command, `::error::`, is changed so that it does not: GitHub
    would obey it wherever a line begins so (github.com/actions/runner, ActionCommand.cs).
    """
    shown = text if text.isprintable() else visible(" ".join(text.splitlines()))
    if "::" in shown and (command := shown.lstrip()).startswith("::"):
        return f"{shown.removesuffix(command)}[U+003A]{command[1:]}"
    return shown
