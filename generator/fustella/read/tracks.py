"""Reads the tracks of a tile: `1-4;2-5` joins the sides 1 and 4, and 2 and 5; `1-c` ends inside."""

from fustella.core.words.patterns import regex

_PART = regex(r"\s*([1-6]|c[1-4]?)\s*[-–]\s*([1-6]|c[1-4]?)\s*")
_BETWEEN = regex(r"[;,|\n]")

HINT = "write two sides from 1 to 6 each, such as 1-4;2-5; c is the middle: 1-c"


def tracks_in(typed: str) -> str:
    """The tracks in one form, with a blank between them and a side first: `1-4 2-c1`.

    Raises ValueError, with the text of the part that is no track.
    """
    found = []
    for part in _BETWEEN.split(typed):
        match = _PART.fullmatch(part)
        if not match or match[1] == match[2] or match[1][0] == match[2][0] == "c":
            raise ValueError(part.strip() or typed)
        found.append("-".join(sorted(match.groups())))
    return " ".join(dict.fromkeys(found))
