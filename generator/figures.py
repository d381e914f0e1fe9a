"""What plays inside a text, whatever its words are: its figures and its icons."""

import re

from generator.spelled import number_at

_PART = re.compile(
    r"(?P<digits>[+−-]?\d+(?:[.,/]\d+)*|[½¼¾])|(?P<icon>\{[^{}]*\})|(?<!\w)(?P<word>[^\W\d_]+)"
)


def figures_in(text: str, language: str) -> tuple[str, ...]:
    """Figures and icons, one after the other; number words as the digits that they stand for.

    *One* is none: most often it is an article.
    """
    found, behind = [], 0
    for part in _PART.finditer(text):
        if part.start() < behind:
            continue
        if part["word"] is None:
            found.append(part[0])
            continue
        number, behind = number_at(text, part.start(), language) or (1, part.end())
        if number != 1:
            found.append(str(number))
    return tuple(found)
