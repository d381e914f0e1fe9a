"""Regular expressions that are compiled when they are first used.

Most are for what hardly ever happens; to compile those of all modules that a small build loads
takes longer than drawing its cards.
"""

import re
from typing import Any, AnyStr, cast


def regex(pattern: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, for a pattern that many commands do not need."""
    return cast("re.Pattern[AnyStr]", _Later(pattern, flags))


def consists_of(letters: re.Pattern[str], text: str) -> bool:
    """Whether a text has only such letters, all that ASCII prints being among them."""
    return (text.isascii() and text.isprintable()) or letters.fullmatch(text) is not None


class _Later:
    def __init__(self, pattern: object, flags: re.RegexFlag) -> None:
        self._typed: Any = pattern, flags

    def __getattr__(self, name: str) -> Any:
        """A method of the compiled pattern; the next time it is found without coming here."""
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
    return _NOT_SHOWN.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)


def escaped_in_json(written: str) -> str:
    """Written JSON in which such letters stand as its escapes."""
    if written.isprintable():
        return written
    return _NOT_SHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def visible_in_line(text: str) -> str:
    """The same without breaks of lines: a space is in the place of each."""
    return text if text.isprintable() else visible(" ".join(text.splitlines()))
