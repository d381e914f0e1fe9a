"""Mistakes, each a change of a game that `fustella new` has just made, and what is told of it."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Change = Callable[[Path], None]

FIELDS = "{title: text, cost: word, type: word, art: image, text: text}"
"""Those of the ready card that the game fills."""

GAME, LIST, SHEET = "game.yaml", "cards.yaml", "cards.csv"


def edit(file: str, old: str, new: str) -> Change:
    def change(root: Path) -> None:
        text = (root / file).read_text(encoding="utf-8")
        assert old in text, old
        (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def of_kind(line: str) -> Change:
    """One more line in the kind `card`."""
    return edit(GAME, "    name: Cards\n", f"    name: Cards\n    {line}\n")


def picture(file: str, data: bytes) -> Change:
    """Another file in place of art/fox.svg."""

    def change(root: Path) -> None:
        (root / "art" / "fox.svg").unlink()
        (root / "art" / file).write_bytes(data)

    return change


def renamed(file: str, new: str) -> Change:
    return lambda root: shutil.move(root / file, root / new) and None


def written(file: str, text: str, encoding: str = "utf-8") -> Change:
    return lambda root: (root / file).write_bytes(text.encode(encoding)) and None


def own_template(text: str) -> Change:
    """A template of one's own as the front, with the fields of the ready card."""

    def change(root: Path) -> None:
        (root / "templates").mkdir()
        (root / "templates" / "mine.svg.j2").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">\n{text}\n</svg>\n',
            encoding="utf-8",
        )
        own = f"front: mine.svg.j2\n    size: poker\n    fields: {{front: {FIELDS}}}"
        edit(GAME, "front: ready/card", own)(root)

    return change


@dataclass(frozen=True)
class Mistake:
    """What is done, where it is told, and what is said of it: the wrong word, and the way out."""

    name: str
    change: Change
    where: str
    said: tuple[str, ...]
    command: str = "list"
    code: int = 1

    def __str__(self) -> str:
        return self.name


def layout(zones: str) -> Change:
    """Zones of the front of the kind `card`: `title: {x: 5mm}`."""
    return of_kind(f"layout: {{front: {{{zones}}}}}")


def of_game(line: str) -> Change:
    """One more line in game.yaml, the fifth."""
    return edit(GAME, "colours:", f"{line}\ncolours:")


def titled(value: str) -> Change:
    """Another title of the game, as it is typed."""
    return edit(GAME, 'title: "Fox"', f"title: {value}")


def accent(value: str) -> Change:
    """Another colour, as it is typed."""
    return edit(GAME, '"#2f6177"', value)


def pieces(text: str) -> Change:
    """A list of pieces in place of the spreadsheet; they begin in its third line."""
    return written(LIST, f"kind: card\npieces:\n{text}\n")


def piece(text: str) -> Change:
    """One piece, `fox`, with more keys in braces."""
    return pieces(f"  - {{id: fox, {text}}}")


def of_front(line: str) -> Change:
    """One piece whose front has a title and one more line, the sixth of the list."""
    return pieces(f"  - id: fox\n    front:\n      title: Fox\n      {line}")


def of_list(line: str) -> Change:
    """One more line in the list, the fourth."""
    return edit(LIST, "kind: card", f"kind: card\n{line}")


def in_cell(text: str) -> Change:
    """Another text in the cell of the fox, in row 2."""
    return edit(SHEET, "**take it**", text)


def in_forest(text: str) -> Change:
    """Another text in the cell of the forest, in row 5."""
    return edit(SHEET, "cost you 1 less", text)


def art(name: str) -> Change:
    """Another name of the picture of the fox, in row 2."""
    return edit(SHEET, "Animal,fox,", f"Animal,{name},")


def both(*changes: Change) -> Change:
    def change(root: Path) -> None:
        for one in changes:
            one(root)

    return change


def nothing(root: Path) -> None:
    """The game stays as it is: the mistake is in the command."""
