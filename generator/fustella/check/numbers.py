"""Reads the numbers of texts: digits, number words and Roman numerals, with their places."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from fustella.check.texts import plain
from fustella.core.words.languages import word_list
from fustella.core.words.numerals import number_at, number_beginnings, roman_number

_NUMBER = re.compile(
    r"(?P<minus>(?<![\w)\]])-)?(?P<digits>\d+(?:[.,]\d+)?)|(?<!\w)(?P<word>[^\W\d_]+)(?!\w)"
)
"""Matches a number in digits, or a word, which may be a number."""

_ROMAN = "IVX"
_TWO = "2"


class Numbers(Struct, frozen=True):
    """The numbers of one text: `sure` ones, and in `maybe` words that need not be numbers.

    `figures` are the sure numbers that are written in digits.
    """

    sure: Counter[str]
    maybe: Counter[str]
    figures: Counter[str]

    def fits(self, other: "Numbers") -> bool:
        """Whether both texts may have the same numbers."""
        if self.sure == other.sure:
            return True
        mine, others = self.sure - other.sure, other.sure - self.sure
        return mine <= other._free_to_match(self) and others <= self._free_to_match(other)

    def beside_unread(self) -> "Numbers":
        """The numbers to compare with an unknown language; number words are optional."""
        return Numbers(self.figures, self.maybe + (self.sure - self.figures), self.figures)

    def _free_to_match(self, other: "Numbers") -> Counter[str]:
        """The words of `maybe` that may match a number; a *both* in each text match one another."""
        return Counter(self.maybe) - Counter({_TWO: other.maybe[_TWO]})

    def __str__(self) -> str:
        counted = [
            n for n in self.maybe.elements() if n not in {"1", _TWO}
        ]  # no article, no “both”
        in_order = sorted(
            [*self.sure.elements(), *counted], key=lambda number: float(number.replace("−", "-"))
        )
        return ", ".join(in_order) or "none"


@cache
def numbers_in(text: str, language: str) -> Numbers:
    """The numbers of a text; decimals have a point, and minus signs are kept."""
    sure: Counter[str] = Counter()
    maybe: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    for number in numbers_at(text, language):
        bag = figures if number.is_figure else sure if number.is_sure else maybe
        bag[number.value] += 1
    return Numbers(sure + figures, maybe, figures)


class NumberAt(Struct, frozen=True):
    """A number in a text without its markup, and the range of its characters there.

    `is_figure` says that it is written in digits, `is_sure` that its word is no mere article.
    """

    value: str
    start: int
    end: int
    is_figure: bool
    is_sure: bool

    @property
    def plain_value(self) -> str:
        """The value without zeros before it: the 6 of `06 lakes`."""
        return self.value.lstrip("0") or "0"


def numbers_at(text: str, language: str) -> Iterator[NumberAt]:
    """Yields the numbers of a text in their order; the places are those in `plain(text)`."""
    twos, beginnings = word_list("maybe_two", language), number_beginnings(language)
    unsure = word_list("maybe_numbers", language)
    bare = plain(text).replace("−", "-")
    behind = 0
    for match in _NUMBER.finditer(bare):
        word, at = match["word"], match.start()
        if word is None:
            value = ("−" if match["minus"] else "") + match["digits"].replace(",", ".")
            yield NumberAt(value, at, match.end(), is_figure=True, is_sure=True)
        elif at >= behind:
            number, small = 0, word.lower()
            if word[0] in _ROMAN or small in beginnings:
                number, behind = _number(bare, match, language)
            if number:
                sure = number != 1 and small not in unsure
                yield NumberAt(str(number), at, behind, is_figure=False, is_sure=sure)
            elif small in twos:
                yield NumberAt(_TWO, at, match.end(), is_figure=False, is_sure=False)


def _number(text: str, word: re.Match[str], language: str) -> tuple[int, int]:
    """The number that begins with a word, 0 for none, and the end of its last word."""
    roman = roman_number(word[0]) if word[0][0] in _ROMAN else None
    if roman is not None:
        return roman, word.end()
    begins = word[0].lower() in number_beginnings(language)
    number = number_at(text, word.start(), language) if begins else None
    return number or (0, word.end())
