"""Names new pieces: an id that no other piece has."""

import re

from fustella.workbench.draft import Draft

_NUMBER = re.compile(r"-[0-9]+\Z")


def ids_of_game(draft: Draft) -> set[str]:
    """The ids of all pieces; none while the game has faults."""
    job = draft.job_or_none
    return {piece.id for piece in job.game.pieces} if job else set()


def rows_in_words(number: int) -> str:
    return "a row" if number == 1 else f"{number} rows"


def new_id(like: str, taken: set[str]) -> str:
    """The id `like`, or with a number behind it if it is taken: `elf-2`; it is `taken` then."""
    folded = {each.casefold() for each in taken}
    stem, number, name = _NUMBER.sub("", like), 2, like
    while name.casefold() in folded:
        name, number = f"{stem}-{number}", number + 1
    taken.add(name)
    return name
