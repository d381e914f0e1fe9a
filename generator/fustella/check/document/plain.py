"""Makes plain text, without changes that editors, converters and printers make.

Quotation marks, hyphens at the ends of lines, soft hyphens, ligatures, dots and dashes differ from
one copy of a document to the next, and nobody reads another rule out of them. Passages are looked
for in plain text, and lines are compared as plain words. `Plain.at` leads back to the text.
"""

import bisect
import itertools
import re
import unicodedata
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from fustella.core.words.patterns import UNSEEN, regex

_QUOTES = "'\"’‘‚‛‹›`´ʼ′″“”„‟«»＇＂"
_HYPHENS = "\\-‐‑"
_DASHES = f"{_HYPHENS}‒–—―−"
_LETTER = r"[^\W\d_]"
_END = r"[ \t]*(?:\r\n|\r|\n)\s*"

_ODD = regex(
    # not letters: soft hyphens, with the line end behind them, and invisible characters
    rf"(?P<unseen>\u00ad(?:{_END})?|[{UNSEEN}])"
    rf"|(?<={_LETTER})(?P<hyphen>[{_HYPHENS}]){_END}(?={_LETTER})"  # well-⏎known, cas-⏎tle
    rf"|(?<=[\w{{}}])(?P<dash>[{_HYPHENS}–]){_END}(?=[\w{{}}])"  # 2-⏎4
    r"|(?P<ligature>[ﬀ-ﬆ])"
    r"|(?P<dots>…)"
    rf"|(?P<typed>(?<![{_DASHES}])[{_DASHES}]{{2}}(?![{_DASHES}]))"
    # quotation marks, with the space inside of French ones; an apostrophe is between letters
    rf"|(?P<quote>(?<!\w)«[ \u00a0\u202f]|[ \u00a0\u202f]»(?!\w)"
    rf"|(?<![\w{{}}])[{_QUOTES}]+|[{_QUOTES}]+(?![\w{{}}]))"
)

_PLAINLY = {"dash": "-", "dots": "...", "typed": "-"}
"""The plain letters for some kinds of odd letters; odd letters of other kinds are dropped."""


class Plain(Struct, frozen=True):
    """A plain text, and its differences in length from the original text.

    From each of the characters `starts` on, add the number in `shifts` to find the same character
    in the original.
    """

    text: str
    starts: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def at(self, character: int) -> int:
        """The index in the original text of a character of the plain text."""
        number = bisect.bisect_right(self.starts, character)
        return character + (self.shifts[number - 1] if number else 0)

    def end_at(self, end: int) -> int:
        """The end in the original text of a stretch of the plain text."""
        return min(self.at(end - 1) + 1, self.at(end)) if end else 0


class Hyphens(StrEnum):
    """The ways to read hyphens at the ends of lines, which only a reader can decide.

    They belong to the word that is split there (`well-known`), or were inserted to split it
    (`cas-tle`), or split nothing (`castles- and`).
    """

    KEPT = "kept"
    DROPPED = "dropped"
    APART = "apart"


@lru_cache(maxsize=4096)
def plain(text: str, hyphens: Hyphens = Hyphens.KEPT, *, gaps: bool = False) -> Plain:
    """The plain text of a text, whose lines keep their ends.

    A word that is split at the end of a line is joined there, unless hyphens are `APART`. With
    `gaps`, a `…` stays as it is.
    """
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    at = length = 0
    for odd in _ODD.finditer(text):
        kind = odd.lastgroup or ""
        if (kind == "dots" and gaps) or (kind == "hyphen" and hyphens is Hyphens.APART):
            continue
        parts.append(text[at : odd.start()])
        parts.append(_written(odd, kind, hyphens))
        length += odd.start() - at + len(parts[-1])
        at = odd.end()
        starts.append(length)
        shifts.append(at - length)
    return Plain("".join([*parts, text[at:]]), tuple(starts), tuple(shifts))


def _written(odd: re.Match[str], kind: str, hyphens: Hyphens) -> str:
    if kind == "ligature":
        return unicodedata.normalize("NFKC", odd[0])
    if kind == "hyphen":
        return "-" if hyphens is Hyphens.KEPT else ""
    return _PLAINLY.get(kind, "")


_NUMBERED = regex(
    r"^[^\S\n]*(?:[-–—\[(|][^\S\n]*)?"
    r"(?:(?:page|pagina|página|seite|pag|pág|p|s)\b\.?[^\S\n]*)?(?P<number>\d{1,4})"
    r"(?:[^\S\n]*(?:/|of|di|de|von|sur)[^\S\n]*\d{1,4})?(?:[^\S\n]*[-–—\])|])?[^\S\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""Matches a line that has only a number, as pages have it at their top or foot."""

_WORDS_OF_A_PAGE = 10
"""The fewest words between two page numbers; numbers in a table stand closer together."""


def is_numbered(line: str) -> bool:
    """Whether a line has only a number, as pages have it."""
    return _NUMBERED.match(line) is not None


def without_page_numbers(text: str) -> str:
    """The text with spaces in place of the numbers of its pages.

    Lines with only a number are page numbers if several of them count up by one, with words in
    between, or if a page ends beside them (U+000C).
    """
    found = list(_NUMBERED.finditer(text))
    follow = len(found) > 1 and all(
        int(after["number"]) == int(before["number"]) + 1
        and len(text[before.end() : after.start()].split()) >= _WORDS_OF_A_PAGE
        for before, after in itertools.pairwise(found)
    )
    if not follow:
        found = [one for one in found if "\f" in text[max(0, one.start() - 2) : one.end() + 2]]
    return _blanked(text, found)


def without_lone_numbers(text: str) -> str:
    """The text with spaces in place of all lines that have only a number."""
    return _blanked(text, list(_NUMBERED.finditer(text)))


def _blanked(text: str, found: list[re.Match[str]]) -> str:
    parts, at = [], 0
    for one in found:
        parts += [text[at : one.start()], " " * len(one[0])]
        at = one.end()
    return "".join([*parts, text[at:]])
