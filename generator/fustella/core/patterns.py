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
