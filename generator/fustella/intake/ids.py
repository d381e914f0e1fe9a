"""Makes ids for pieces, each given once."""

from fustella.read.spreadsheets.rows import slug_of

_LONGEST = 40


class PieceIds:
    """Ids for the pieces of a game, each given once."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def of(self, name: str, otherwise: str) -> str:
        """An id made of a name, or of another text where the name has no letters."""
        plain = slug_of(name)[:_LONGEST].strip("-") or slug_of(otherwise) or "card"
        free, number = plain, self._used.get(plain, 0)
        while free in self._used:
            number += 1
            free = f"{plain}-{number + 1}"
        self._used[plain] = number
        self._used.setdefault(free, 0)
        return free
