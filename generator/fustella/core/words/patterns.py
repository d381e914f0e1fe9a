"""Regular expressions that are compiled when first used; and letters that are made visible.

Most are for what hardly ever happens; to compile those of all modules that a small build loads
takes longer than drawing its cards.
"""

import re
from typing import Any, AnyStr, cast


def regex(pattern: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    """A pattern that is compiled when first used, for patterns that many commands do not need."""
    return cast("re.Pattern[AnyStr]", _Later(pattern, flags))


def consists_of(letters: re.Pattern[str], text: str) -> bool:
    """Whether a text has only `letters` of a pattern, to which all printed ones of ASCII belong."""
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
"""Letters that take no room and are not seen: what pages and programs leave in copied words.

Joiners, of which scripts and emoji make use, are none of them.
"""

_UNSEEN = regex(f"[{UNSEEN}]")
_NOT_SHOWN = regex(f"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{UNSEEN}]")


def without_unseen(name: str) -> str:
    """A name without letters that are not seen."""
    return name if name.isascii() else _UNSEEN.sub("", name)


def trimmed(text: str) -> str:
    """A text without blanks, and letters that are not seen, before and after it."""
    text = text.strip()
    if text.isascii():
        return text
    while text and (text[0] in UNSEEN or text[-1] in UNSEEN):
        text = text.strip(UNSEEN).strip()
    return text


def visible(text: str) -> str:
    """A text in which letters that are not seen, or steer a terminal, stand as `[U+200B]`.

    Line feeds stay.
    """
    if text.isprintable():
        return text
    return _NOT_SHOWN.sub(_as_number, text)


def visible_to_designer(value: Any) -> Any:
    """The value that Jinja writes into a page for designers: texts as `visible`, others unchanged.

    For `finalize` of an environment, through which comes all that a page says.
    """
    return visible(value) if _is_plain(value) else value


def visible_to_players(value: Any) -> Any:
    """The value that Jinja writes into a page for players: a text whose control characters show.

    Letters that are not seen stay: texts in some scripts need them. So do those that turn a line
    round (Unicode Standard Annex 9, 2), where each ends in its text, and none overrides.
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
    """Whether Jinja would escape a value: a text that is no HTML already."""
    return isinstance(value, str) and not hasattr(value, "__html__")


def _as_number(found: re.Match[str]) -> str:
    return f"[U+{ord(found[0]):04X}]"


def escaped_in_json(written: str) -> str:
    """JSON in which the letters that `visible` shows are written as its escapes."""
    if written.isprintable():
        return written
    return _NOT_SHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def visible_in_line(text: str) -> str:
    """A text as `visible`, in one line: a space is in the place of each break.

    Nor does it begin as a workflow command does, `::error::`, which GitHub would obey wherever a
    line begins so (github.com/actions/runner, ActionCommand.cs).
    """
    shown = text if text.isprintable() else visible(" ".join(text.splitlines()))
    if "::" in shown and (command := shown.lstrip()).startswith("::"):
        return f"{shown.removesuffix(command)}[U+003A]{command[1:]}"
    return shown
