"""Which words had better stay on one line: a number with what it counts, `a` with what follows.

Nobody reads `3` at the end of a line as `3 cards`; and Italian and Spanish set no word of one
letter (a, e, o, y) there.
"""

import re

_NUMBER = re.compile(r"[(+−-]?(?:\d+(?:[.,/–-]\d+)*[½¼¾]?|[½¼¾])")

_COUNTED_BY_NOTHING = frozenset(
    (
        # Italian
        *("a", "ad", "al", "alla", "allo", "ai", "agli", "alle", "che", "come", "con", "da", "dal"),
        *(
            "dalla",
            "dai",
            "dalle",
            "dei",
            "degli",
            "del",
            "della",
            "delle",
            "dello",
            "di",
            "e",
            "ed",
        ),
        *(
            "è",
            "fra",
            "gli",
            "i",
            "il",
            "in",
            "la",
            "le",
            "lo",
            "ma",
            "ne",
            "nel",
            "nella",
            "non",
            "o",
        ),
        *("oppure", "per", "poi", "se", "si", "su", "sul", "sulla", "tra", "un", "una", "uno"),
        # Spanish
        *(
            "de",
            "el",
            "en",
            "es",
            "las",
            "los",
            "para",
            "por",
            "que",
            "sin",
            "u",
            "unas",
            "unos",
            "y",
        ),
        # English
        *(
            "an",
            "and",
            "are",
            "as",
            "at",
            "but",
            "by",
            "for",
            "from",
            "if",
            "into",
            "is",
            "of",
            "off",
        ),
        *("on", "or", "than", "that", "the", "then", "this", "to", "until", "when", "with", "you"),
        *("your",),
    )
)
"""Short words that follow a number without being what it counts: `livello 1 | una caserma`."""


def tied(before: str, after: str) -> bool:
    """Whether two words, as they were typed, had better not be parted. An icon is `{name}`."""
    if len(before) == 1 and before.isalpha():
        return True
    if not before[-1].isnumeric() or _NUMBER.fullmatch(before) is None:
        return False
    return after[0] == "{" or (after[0].isalpha() and after.lower() not in _COUNTED_BY_NOTHING)
