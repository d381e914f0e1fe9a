"""Computes how likely a hand is, exactly: so many good cards among those drawn from a deck.

A card that is drawn is not put back, so the number of good cards follows the hypergeometric
distribution. Everything is counted in whole hands, and an answer is a fraction of them.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits

MOST_CARDS: Final = limits.GAME_COPIES
"""The most cards of a deck: as many as the copies of a game."""

MOST_DRAWN: Final = 200
"""The most cards that are drawn. The odds of two groups take so many steps squared."""

MOST_TURNS: Final = 50
"""The most turns of a table."""


class ImpossibleDraw(Exception):
    """Raised for a draw that makes no sense; `about` is the field of the draw that is wrong."""

    def __init__(self, about: str, message: str) -> None:
        super().__init__(message)
        self.about, self.message = about, message


class Wanted(Struct, frozen=True):
    """A group of `good` cards in a deck, and how many of them a hand must have, ends included."""

    good: int
    least: int = 0
    most: int = MOST_DRAWN

    @property
    def said(self) -> str:
        """The wish in words: `at least 2 of 12`, `1 to 3 of 12`, `none of 4`."""
        if self.least == self.most:
            return f"{f'exactly {self.least}' if self.least else 'none'} of {self.good:,}"
        if self.most >= MOST_DRAWN:
            return f"at least {self.least} of {self.good:,}"
        if not self.least:
            return f"at most {self.most} of {self.good:,}"
        return f"{self.least} to {self.most} of {self.good:,}"


_ANY: Final = Wanted(0)
"""The wish for no second group, which every hand fulfils."""


class Draw(Struct, frozen=True):
    """A hand of `drawn` cards out of a deck of `cards`, and the groups that it must have.

    The hand must have both groups, if there are two; `both` is how many cards are good for both.
    Raises ImpossibleDraw.
    """

    cards: int
    drawn: int
    wanted: Wanted
    second: Wanted | None = None
    both: int = 0

    def __post_init__(self) -> None:
        for about, message in self._faults():
            raise ImpossibleDraw(about, message)

    def _faults(self) -> Iterator[tuple[str, str]]:
        if not 0 < self.cards <= MOST_CARDS:
            yield "cards", f"a deck has 1 to {MOST_CARDS:,} cards, not {self.cards:,}"
        if not 0 <= self.drawn <= MOST_DRAWN:
            yield "drawn", f"0 to {MOST_DRAWN} cards can be drawn, not {self.drawn:,}"
        if self.drawn > self.cards:
            yield "drawn", f"{self.drawn:,} cards cannot be drawn from {self.cards:,}"
        for name, group in (("wanted", self.wanted), ("second", self.second or _ANY)):
            if not 0 <= group.good <= self.cards:
                yield name, f"{group.good:,} good cards are not in a deck of {self.cards:,}"
            if not 0 <= group.least <= group.most:
                yield name, f"no number is at least {group.least:,} and at most {group.most:,}"
        groups = self.wanted.good, self.second.good if self.second else 0
        least = max(0, sum(groups) - self.cards)
        if not least <= self.both <= min(groups):
            what = f"{groups[0]:,} and {groups[1]:,} good cards of {self.cards:,}"
            some = f"{least:,}" if least == min(groups) else f"{least:,} to {min(groups):,}"
            yield "both", f"of {what}, {some} are good for both, not {self.both:,}"

    @property
    def chance(self) -> Fraction:
        """The share of all hands that have what is wanted."""
        return Fraction(self._hands(), _choices(self.cards, self.drawn)[self.drawn])

    @property
    def expected(self) -> Fraction:
        """The number of good cards of the first group in a hand, on average."""
        return Fraction(self.drawn * self.wanted.good, self.cards)

    @property
    def distribution(self) -> tuple[Fraction, ...]:
        """The shares of hands with 0, 1, 2, … good cards of the first group, up to the most."""
        good = _choices(self.wanted.good, self.drawn)
        others = _choices(self.cards - self.wanted.good, self.drawn)
        hands = _choices(self.cards, self.drawn)[self.drawn]
        most = min(self.drawn, self.wanted.good)
        return tuple(
            Fraction(good[number] * others[self.drawn - number], hands)
            for number in range(most + 1)
        )

    def by_turn(self, turns: int) -> tuple[tuple[int, Fraction], ...]:
        """The cards drawn and the chance at first, and after each turn, which draws one card more.

        The turns end with the deck. Raises ImpossibleDraw.
        """
        if not 0 <= turns <= MOST_TURNS:
            raise ImpossibleDraw("turns", f"a table has 0 to {MOST_TURNS} turns, not {turns:,}")
        last = min(self.drawn + turns, self.cards, MOST_DRAWN)
        hands = (replace(self, drawn=drawn) for drawn in range(self.drawn, last + 1))
        return tuple((hand.drawn, hand.chance) for hand in hands)

    def _hands(self) -> int:
        """The number of hands that have what is wanted.

        The deck falls into four parts: cards that are good for the first group alone, for both, for
        the second alone, and others. For each number of cards of the first group, sums over the
        cards of the second alone are made once.
        """
        first, second, drawn = self.wanted, self.second or _ANY, self.drawn
        sizes = (first.good - self.both, self.both, second.good - self.both)
        alone, both, other = (_choices(size, drawn) for size in sizes)
        rest = _choices(self.cards - sum(sizes), drawn)
        hands = 0
        for number in range(first.least, min(first.most, drawn, first.good) + 1):
            left = drawn - number
            ways = (other[theirs] * rest[left - theirs] for theirs in range(left + 1))
            fewer = [*accumulate(ways, initial=0)]
            for shared in range(min(number, self.both) + 1):
                least, most = max(second.least - shared, 0), min(second.most - shared, left)
                if least <= most:
                    own = both[shared] * alone[number - shared]
                    hands += own * (fewer[most + 1] - fewer[least])
        return hands


@lru_cache(maxsize=512)
def _choices(cards: int, most: int) -> tuple[int, ...]:
    """The numbers of ways to choose 0, 1, 2, … up to `most` of some cards."""
    ways = [1]
    for number in range(1, most + 1):
        ways.append(ways[-1] * (cards - number + 1) // number if number <= cards else 0)
    return tuple(ways)


def percent(chance: Fraction) -> str:
    """A chance in percent, `39.9 %`; near 0 and 100 with as many digits as show the difference."""
    if chance in (0, 1):
        return f"{chance * 100} %"
    for digits in range(1, 5):
        scale = 10**digits
        parts = int(chance * 100 * scale + Fraction(1, 2))
        if 0 < parts < 100 * scale:
            return f"{parts // scale}.{parts % scale:0{digits}} %"
    return "under 0.0001 %" if chance < Fraction(1, 2) else "over 99.9999 %"
