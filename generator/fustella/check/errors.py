"""Defines exceptions of checks: for a claim that cannot be understood, and for a missing entry."""

from fustella.core.values.problems import Place


class InvalidClaim(Exception):
    """Raised for a claim that cannot be understood: the key, what is wrong with it, and a hint.

    `key` is a path in the claim: `are.front.level`. `code` is the code of the problem that is
    reported.
    """

    def __init__(self, key: str, message: str, hint: str = "", code: str = "E505") -> None:
        super().__init__(message)
        self.key, self.message, self.hint, self.code = key, message, hint, code


class UnreadablePassage(InvalidClaim):
    """Raised for a claim with an unreadable passage; the passage is a problem already."""


class MissingEntry(Exception):
    """Raised for a claim about an entry of a list that the box lacks at `place`."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.message, self.place = message, place
