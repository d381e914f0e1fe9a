"""Lists the printed texts of game.yaml: title and words, and texts of the cover and of boxes."""

from fustella.core.values.model import Game, Record, Value, leaves

FIELDS_OF_BOXES = ("name", "form", "copies", "designs", "room", "panels", "holds")
"""The fields that every box has besides its author's texts; all but the name are computed."""


def texts_of_game(game: Game) -> dict[str, Value]:
    """The printed texts and figures of game.yaml by their keys: `title`, `cover.says.ages`.

    Texts on a box about the pieces in it are left out, because they follow from the lists.
    """
    found: dict[str, Value] = {"title": game.title}
    says = game.cover.says if game.cover else Record({})
    for key, record in (("words", game.words), ("cover.says", says)):
        found |= dict(leaves(key, record))
    for box in game.boxes:
        for path, value in leaves("front", box.front):
            if not is_computed(path):
                found[f"boxes.{box.id}.{path.removeprefix('front.')}"] = value
    return found


def is_computed(path: str) -> bool:
    """Whether the value of a box at a path follows from the form of the box and its pieces."""
    return path.split(".")[1].split("[", maxsplit=1)[0] in FIELDS_OF_BOXES[1:]
