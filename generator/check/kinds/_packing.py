"""Rectangular tokens laid on the spaces of a grid: an exact search.

The first free space is either covered by one of the tokens left or stays empty. With the few
spaces of a printed grid that is quick; how much is tried is bounded all the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

MOST_TRIES = 50_000
"""Placements that are tried before a search is given up: some tenths of a second."""

MOST_SPACES = 400
"""Spaces of a grid, for the search goes down one step for each."""

Space = tuple[int, int]
"""A row and a column, from 0."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token: the letter it is shown by, and its size in spaces."""

    letter: str
    columns: int
    rows: int

    @property
    def area(self) -> int:
        """How many spaces it covers."""
        return self.columns * self.rows


class TooHard(Exception):
    """The search was given up."""


def spaces_of(grid: Sequence[str]) -> tuple[Space, ...]:
    """The spaces of a grid in reading order: every letter but `-`, `.` and blanks."""
    return tuple(
        (row, column)
        for row, word in enumerate(grid)
        for column, letter in enumerate(word)
        if letter not in "-. "
    )


def arranged(spaces: Sequence[Space], tokens: Sequence[Token]) -> Mapping[Space, Token] | None:
    """Which token lies on which space, or None when there is no way. Raises TooHard."""
    if sum(token.area for token in tokens) > len(spaces):
        return None
    if len(spaces) > MOST_SPACES:
        raise TooHard
    largest_first = sorted(tokens, key=lambda token: -token.area)
    return _Search(tuple(sorted(spaces))).arrangement(tuple(largest_first))


def drawn(grid: Sequence[str], laid: Mapping[Space, Token]) -> str:
    """An arrangement in one line, `MMMK/ADDK/.DD.`: `.` is an empty space or none."""
    return "/".join(
        "".join(
            laid[row, column].letter if (row, column) in laid else "."
            for column in range(len(word))
        )
        for row, word in enumerate(grid)
    )


class _Search:
    """Goes through the spaces in reading order. A set of spaces is a number, a bit for each."""

    def __init__(self, spaces: Sequence[Space]) -> None:
        self._spaces = spaces
        self._bits = {space: 1 << number for number, space in enumerate(spaces)}
        self._tries = 0
        self._in_vain: set[tuple[int, tuple[Token, ...]]] = set()

    def arrangement(self, tokens: tuple[Token, ...]) -> Mapping[Space, Token] | None:
        """What covers some of the spaces with all these tokens."""
        everything = (1 << len(self._spaces)) - 1
        laid = self._laid(everything, tokens)
        if laid is None:
            return None
        return {
            space: token
            for covered, token in laid
            for space, bit in self._bits.items()
            if covered & bit
        }

    def _laid(self, free: int, tokens: tuple[Token, ...]) -> list[tuple[int, Token]] | None:
        if not tokens:
            return []
        if free.bit_count() < sum(token.area for token in tokens):
            return None
        if (free, tokens) in self._in_vain:
            return None
        first = free & -free
        for number, token in enumerate(tokens):
            rest = (*tokens[:number], *tokens[number + 1 :])
            for covered in self._covers(free, first, token):
                laid = self._laid(free & ~covered, rest)
                if laid is not None:
                    return [(covered, token), *laid]
        laid = self._laid(free & ~first, tokens)
        if laid is None:
            self._in_vain.add((free, tokens))
        return laid

    def _covers(self, free: int, first: int, token: Token) -> Iterator[int]:
        """What a token covers with its upper left corner on `first`, straight and turned."""
        top, left = self._spaces[first.bit_length() - 1]
        for columns, rows in {(token.columns, token.rows): 0, (token.rows, token.columns): 0}:
            self._tries += 1
            if self._tries > MOST_TRIES:
                raise TooHard
            covered = 0
            for row in range(top, top + rows):
                for column in range(left, left + columns):
                    covered |= self._bits.get((row, column), 0)
            if covered.bit_count() == token.area and covered & free == covered:
                yield covered
