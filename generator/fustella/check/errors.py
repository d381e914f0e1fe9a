"""What a check raises when the claim itself cannot be understood."""

from fustella.core.problems import Place


class MissingEntry(Exception):
    """The claim can be understood, but the box has no such entry: it differs, and here."""

    def __init__(self, what: str, place: Place) -> None:
        super().__init__(what)
        self.what, self.place = what, place


class InvalidClaim(Exception):
    """A claim that says something impossible: which key of it, what is wrong, and the way out."""

    def __init__(self, key: str, message: str, hint: str = "", code: str = "E505") -> None:
        super().__init__(message)
        self.key, self.message, self.hint, self.code = key, message, hint, code


class UnreadablePassage(InvalidClaim):
    """A claim that refers to a passage that could not be read; that has been said already."""
